/* parallelism.h - which loops of a regenerated trace could run in parallel.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct parallelism *pp = parallelism_open(program, &options);
 *     parallelism_feed(pp, batch, count); ...
 *     parallelism_finish(pp);
 *     parallelism_report(pp, &text);
 *     parallelism_close(pp);
 *
 * The paper's pp (Larus 1990, section 5) "records the last read and modification of each memory location" and finds the data dependences between iterations
 * that "partially serialize a loop's execution and necessitate delays in initiating iterations". The details are in a report that we do not have; the following
 * definitions are our own.
 *
 * Dependences. A read depends on the last write of its location (flow). A write depends on the last read if that is later than the last write (anti), or else
 * on the last write (output). The search goes through the open loops of all activations, outermost first. It ends at the first loop that was entered after the
 * source. The first loop with the source in an earlier iteration carries the dependence; the distance is the number of iterations between. If the source is in
 * the current iteration of all loops, no loop carries the dependence.
 *
 * Delay: the iterations of one loop start at fixed intervals D, and everything else is sequential. A flow dependence of distance d needs D >= (s + 1 - t) / d,
 * where its source is the s-th instruction of its iteration and its sink the t-th of its own. An activation of I iterations and N instructions then takes
 * min(N, D * (I - 1) + its longest iteration).
 *
 * Steps: all loops run in parallel at once, processors are unlimited, and an iteration waits only to read a location that is not written yet. An instruction
 * takes one step. Each iteration starts when its loop is entered. A read comes at least one step after the write it depends on. A loop ends with the latest of
 * its iterations.
 *
 * Dependences through registers are invisible, so induction variables do not count. Iterations are visits of the header: a loop tested there has one more than
 * executions of its body. Stack slots that the next call uses again give anti dependences that the algorithm does not have. Anti and output dependences are
 * counted but delay nothing, since renaming removes them. With all_dependences they delay as flow does.
 *
 * Objects: the symbol that holds the address of the dependence's sink. Without a symbol, it is the stack if either instruction refers through the stack
 * pointer.
 *
 * Memory: one entry for each location referred to, and the beginnings of iterations for open loops, compressed if the iterations have equal lengths. A
 * reference costs at most O(log open loops). */
#ifndef CLEW_STREAM_PARALLELISM_H
#define CLEW_STREAM_PARALLELISM_H

#include "core/core.h"

struct abstract;
struct ae_event;

enum { PARALLELISM_GRANULE = 4 };

struct parallelism_options {
    uint32_t granule;                   /* bytes of a location, a power of two; 0: PARALLELISM_GRANULE */
    bool all_dependences;               /* anti and output dependences delay too */
};

/* Ignores loops that the program does not have. The program must outlive pp; options NULL: as zeroed. */
struct parallelism;
struct parallelism *parallelism_open(const struct abstract *program, const struct parallelism_options *options);
void parallelism_close(struct parallelism *pp);
void parallelism_feed(struct parallelism *pp, const struct ae_event *events, size_t count);
void parallelism_finish(struct parallelism *pp);        /* call once, after the last event: closes the loops that are still open */

enum dependence_kind { DEPENDENCE_FLOW, DEPENDENCE_ANTI, DEPENDENCE_OUTPUT, DEPENDENCE_KINDS };
struct dependence_count {
    uint64_t distance, count;
    uint32_t source, sink;              /* instructions of the first one */
};
/* Dependences of one kind that a loop carries on one object: a variable or array of static storage, the stack, or unnamed memory. */
struct dependence_object {
    enum dependence_kind kind;
    bool stack;                         /* it is the stack */
    struct str name;                  /* if not the stack: the name of the symbol; NULL: unnamed memory */
    uint64_t count, nearest;            /* the smallest distance */
    uint32_t source, sink, address;     /* instructions of the first one, and its address */
};
struct parallelism_loop {
    uint32_t loop;                      /* global; program->loops has its function, header and parent */
    uint64_t activations, iterations, instructions, steps, delayed;
    struct dependence_count *dependences[DEPENDENCE_KINDS];     /* ascending by distance */
    size_t dependence_counts[DEPENDENCE_KINDS];
    struct dependence_object *objects;  /* most dependences first */
    size_t object_count;
};
struct parallelism_summary {
    uint64_t instructions, steps;
    const struct parallelism_loop *loops;       /* loops that were entered, by number */
    size_t loop_count;
};
/* After parallelism_finish; lives as long as pp. */
void parallelism_summary(const struct parallelism *pp, struct parallelism_summary *summary);

/* Appends the factor with two decimals: "2307.48"; 1.00 if there was nothing to do. */
void parallelism_speed_up(uint64_t instructions, uint64_t steps, struct text *out);

/* After parallelism_finish, for the program and each loop:
 *     program 62325 instructions 50 steps speed-up 1246.50
 *     loop 0 activations 1 iterations 101 instructions 62302 steps 27 speed-up 2307.48 delayed 623 speed-up 100.00 flow - anti 1:198 output -
 * Each dependence is distance:count, ascending, separated by commas; the second speed-up is that of the delayed loop. The other two functions write one of
 * these lines. */
void parallelism_report(const struct parallelism *pp, struct text *out);
void parallelism_report_program(const struct parallelism *pp, struct text *out);
void parallelism_report_loop(const struct parallelism_loop *loop, struct text *out);

/* Appends "anti on grid, 980 times: an iteration writes what an earlier one read, 1 before or more". */
void parallelism_report_object(const struct dependence_object *object, struct text *out);
const char *dependence_kind_name(enum dependence_kind kind);    /* "flow" */

#endif
