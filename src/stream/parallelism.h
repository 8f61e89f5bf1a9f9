/* parallelism.h - which loops of a regenerated trace could run in parallel.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct parallelism *pp = parallelism_open(program, &options);
 *     parallelism_feed(pp, batch, count); ...
 *     parallelism_finish(pp);
 *     parallelism_report(pp, &text);
 *     parallelism_close(pp);
 *
 * The paper's pp (Larus 1990, section 5) "records the last read and modification of each memory location" and finds the data dependences between
 * iterations that "partially serialize a loop's execution and necessitate delays in initiating iterations". How exactly is in a report that is not
 * at hand; what follows is a definition of our own.
 *
 * Dependences. A read depends on the last write of its location (flow). A write depends on the last read, if that is later than the last write
 * (anti), else on the last write (output). Among the open loops of all activations, from outside, the first one that the source precedes ends the
 * search; the first one in which the source lies in an earlier iteration carries the dependence: its distance is the number of iterations between.
 * Sources in the same iteration of all loops: no loop carries it.
 *
 * Delay: iterations of one loop are started at fixed intervals D, everything else is sequential. A flow dependence of distance d whose source was the
 * s-th instruction of its iteration and whose sink is the t-th of its own asks for D >= (s + 1 - t) / d. An activation of I iterations and N
 * instructions then takes min(N, D * (I - 1) + its longest iteration).
 *
 * Steps: all loops at once are parallel, processors are unlimited, and an iteration waits only where it reads what is not written yet: an
 * instruction takes a step, each iteration starts where its loop was entered, a read comes at least a step after the write it depends on, and a loop ends
 * with the latest of its iterations.
 *
 * Dependences through registers are invisible, so induction variables do not count. Iterations are visits of the header: a loop tested there has one more
 * than its body was executed. Stack slots used again by the next call give anti dependences that are not the algorithm's. Anti and output
 * dependences are counted but delay nothing, since renaming removes them, unless all_dependences: then each waits as flow does.
 *
 * Objects: the symbol that holds the address of the reference that ends the dependence; without one it is the stack if either instruction refers by the stack
 * pointer.
 *
 * Memory: an entry a location that was referred to, and for open loops where their iterations began, shorter where these are equally long. O(log open
 * loops) at most for a reference. */
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

/* Loops that the program does not have are passed over. The program must outlive pp; options NULL: as zeroed. */
struct parallelism;
struct parallelism *parallelism_open(const struct abstract *program, const struct parallelism_options *options);
void parallelism_close(struct parallelism *pp);
void parallelism_feed(struct parallelism *pp, const struct ae_event *events, size_t count);
void parallelism_finish(struct parallelism *pp);        /* once, after the last event: closes loops that are still open as they stand */

enum dependence_kind { DEPENDENCE_FLOW, DEPENDENCE_ANTI, DEPENDENCE_OUTPUT, DEPENDENCE_KINDS };
struct dependence_count {
    uint64_t distance, count;
    uint32_t source, sink;              /* instructions of the first one met */
};
/* Dependences of one kind that a loop carries on one object: a variable or array of static storage, the stack, or unnamed memory. */
struct dependence_object {
    enum dependence_kind kind;
    bool stack;                         /* it is the stack */
    struct str name;                  /* else of a symbol, as the symbols have it; NULL: unnamed memory */
    uint64_t count, nearest;            /* the smallest distance */
    uint32_t source, sink, address;     /* instructions of the first one met, and where it was */
};
struct parallelism_loop {
    uint32_t loop;                      /* global; program->loops tells function, header and parent */
    uint64_t activations, iterations, instructions, steps, delayed;
    struct dependence_count *dependences[DEPENDENCE_KINDS];     /* ascending by distance */
    size_t dependence_counts[DEPENDENCE_KINDS];
    struct dependence_object *objects;  /* most dependences first */
    size_t object_count;
};
struct parallelism_summary {
    uint64_t instructions, steps;
    const struct parallelism_loop *loops;       /* those that were entered, by number */
    size_t loop_count;
};
/* After parallelism_finish; lives as long as pp. */
void parallelism_summary(const struct parallelism *pp, struct parallelism_summary *summary);

/* Appends how many times faster, with two decimals: "2307.48"; 1.00 where there was nothing to do. */
void parallelism_speed_up(uint64_t instructions, uint64_t steps, struct text *out);

/* After parallelism_finish, for the program and each loop:
 *     program 62325 instructions 50 steps speed-up 1246.50
 *     loop 0 activations 1 iterations 101 instructions 62302 steps 27 speed-up 2307.48 delayed 623 speed-up 100.00 flow - anti 1:198 output -
 * distance:count, ascending, parted by commas; the second speed-up is that of the delayed loop. The others: one line of it. */
void parallelism_report(const struct parallelism *pp, struct text *out);
void parallelism_report_program(const struct parallelism *pp, struct text *out);
void parallelism_report_loop(const struct parallelism_loop *loop, struct text *out);

/* Appends "anti on grid, 980 times: an iteration writes what an earlier one read, 1 before or more". */
void parallelism_report_object(const struct dependence_object *object, struct text *out);
const char *dependence_kind_name(enum dependence_kind kind);    /* "flow" */

#endif
