/* parallelism.h - which loops of a regenerated trace could run in parallel.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct parallelism *pp = parallelism_open(program, granule);
 *     parallelism_feed(pp, batch, count); ...
 *     parallelism_finish(pp); parallelism_report(pp, &text)
 *
 * The paper's `pp` (Larus 1990, section 5): "records the last read and modification of each memory location", finds loop-carried dependences with
 * their distances, and the speed-up that is left. Definitions (n, v, the delay D, steps): ae.md 11.2; they are repeated in parallelism.c.
 * Dependences through registers are invisible. Memory: one entry a location that was referred to. */
#ifndef CLEW_ANALYSIS_PARALLELISM_H
#define CLEW_ANALYSIS_PARALLELISM_H

#include "analysis/regenerate.h"

struct parallelism_options {
    uint32_t granule;                   /* bytes, a power of two; 0: 4 */
    bool all_dependences;               /* anti and output dependences delay too */
};

struct parallelism;
struct parallelism *parallelism_open(const struct abstract *program, const struct parallelism_options *options);
void parallelism_close(struct parallelism *pp);
void parallelism_feed(struct parallelism *pp, const struct ae_event *events, size_t count);
void parallelism_finish(struct parallelism *pp);        /* closes loops that are still open as they stand */

enum dependence_kind { DEPENDENCE_FLOW, DEPENDENCE_ANTI, DEPENDENCE_OUTPUT, DEPENDENCE_KINDS };
struct dependence_count {
    uint64_t distance, count;
    uint32_t source, sink;              /* instructions of the first one met */
};
struct parallelism_loop {
    uint32_t loop;                      /* global; program->loops tells function, header and parent */
    uint64_t activations, iterations, instructions, steps, delayed;
    struct dependence_count *dependences[DEPENDENCE_KINDS];     /* ascending by distance */
    size_t dependence_counts[DEPENDENCE_KINDS];
};
struct parallelism_summary {
    uint64_t instructions, steps;
    const struct parallelism_loop *loops;       /* those that were entered, by number */
    size_t loop_count;
};
void parallelism_summary(const struct parallelism *pp, struct parallelism_summary *summary);

/* The report's lines as ae.md 11.2 has them. */
void parallelism_report(const struct parallelism *pp, struct text *out);

#endif
