/* rank.h - the lines of a slice, the most suspicious first; all of them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct explain_question distance = {.roots = &node, .root_count = 1, .follow = EXPLAIN_FOLLOW_ALL};
 *     struct rank_question question = {.members = members, .distance = &distance, .other = passing};
 *     struct ranking *ranking;
 *     bool whole = rank_slice(program, &question, progress, &ranking);
 *     for (size_t i = 0; i < ranking->lines.count; i++) ... ranking->ranked[i], ranking->lines.items[ranking->ranked[i].line] ...
 *     ranking_free(ranking);
 *
 * The rule in three sentences. Lines come in the order of their distance, which is what the walk of `why` pays to reach them (explain.h). With another run that
 * passed, a line that never ran there counts as a quarter as far; a line that ran there only in part, or has values that the same instructions never had there,
 * counts as half as far. Of two lines equally far the one that ran less often comes first, and lines that the walk does not reach come last, in the same order.
 *
 * This is Renieris and Reiss, "Fault localization with nearest neighbor queries" (ASE 2003), with one neighbour, the given run: differences between the runs
 * are suspicious, and the rest is ordered by its distance in the graph of dependences. With one run of each kind, Jones and Harrold, "Empirical evaluation of
 * the Tarantula automatic fault-localization technique" (ASE 2005), only separate the lines of the failing run alone from the others. Values as evidence:
 * Zhang, Gupta, Gupta, "Pruning dynamic slices with confidence" (PLDI 2006), but rank prunes nothing. Values also differ wherever input does: they are the
 * weaker evidence.
 *
 * rank compares values as sets, one instruction at a time: those of its executions in the slice with those of all its executions in the other run. Addresses
 * differ from run to run without a meaning. A value is no address if its instruction's result has fewer than 8 bytes, or if it is below 0x10000 or above
 * 0x7fffffffffff (Linux maps nothing there). rank takes any other value for an address, counts it and does not compare it, if it is above 0xffffffff, if values
 * of the instruction formed addresses, if a value that formed an address lies in the same 64 KiB, or if the code is unknown. It finds this from the roles of
 * ports (roles.h), in 8 executions of each instruction. It does not compare values of jumps, calls, returns, and of instructions that move the stack. */
#ifndef CLEW_RECORDING_QUESTIONS_RANK_H
#define CLEW_RECORDING_QUESTIONS_RANK_H

#include "recording/questions/slice.h"
#include "core/core.h"

enum {
    RANK_VALUES = 3,                    /* named for each line */
    RANK_DISTINCT = 1 << 20             /* distinct values of an instruction, in both runs together; rank does not compare an instruction with more */
};

struct rank_question {
    const struct reached *members;      /* of the program's store, arranged */
    const struct explain_question *distance;    /* its `most` is 0; NULL: no distances, for a forward slice */
    struct program *other;              /* another run of the same code; NULL: none */
    uint64_t shift;                     /* an address here + shift = the same address in the other run */
};

struct rank_line {
    size_t line;                        /* its index in lines.items */
    bool reached;                       /* the walk reached it: distance is known */
    unsigned distance;                  /* enum explain_cost */
    uint64_t executions, executions_other;      /* of its instruction that ran most often; other: if compared */
    bool compared;                      /* with the other run; false also if its code is elsewhere there */
    bool only_here;                     /* none of its instructions ran there */
    bool part_only_here;                /* some instructions of the slice did not run there */
    uint64_t values_only_here;          /* distinct ones */
    bool values_least;                  /* there are more */
    struct node valued[RANK_VALUES];    /* executions that have the first of them */
};

struct ranking {                        /* the caller owns it; ranking_free */
    struct slice_lines lines;           /* of the slice, by file and line */
    struct rank_line *ranked;           /* the same lines in their order */
    uint64_t unreached;                 /* lines without a distance */
    bool walk_cut;                      /* the walk ended before it had looked at everything */
    uint64_t addresses;                 /* values left out because they may be addresses */
    uint64_t uncompared;                /* and for other reasons: uncertain, wider than 64 bits, or of an instruction with too many */
};

/* How the code of two programs agrees: the number of instructions at the same address with the same function, file and line (as far as both are known), and of
 * those with others. O(instructions). */
struct rank_common {
    uint64_t same, different;
};
struct rank_common rank_compare(const struct program *program, const struct program *other, uint64_t shift);

/* False: progress stopped it, or damage; *ranking is set all the same: lines not looked at have no distance, or are not compared. Cost: an explanation
 * (explain.h; beyond its limit nothing has a distance), some microseconds for each instruction of the trace, and a microsecond or less for each value of an
 * instruction of the slice, in both runs. Memory: that of the explanation, then at most 100 MB. The same traces and question give the same answer. */
CHECKED bool rank_slice(struct program *program, const struct rank_question *question, const struct progress *progress, struct ranking **ranking);
void ranking_free(struct ranking *ranking);             /* NULL is allowed */

/* ---- Shared by the files of this module ---- */
struct program;

/* Finds an instruction in the other run. False: it did not run there or, if not *comparable, nothing tells. */
bool rank_find(const struct program *program, const struct rank_question *question, uint64_t index, uint64_t *there, bool *comparable);

struct rank_addresses {
    bool *forms;                        /* by instruction: its value formed an address */
    struct map regions;                 /* the 64 KiB regions of the addresses met */
};

/* False: stopped, with the result so far. Some microseconds an instruction, about 16 bytes for each of its ports. */
CHECKED bool rank_addresses_find(const struct program *program, const struct progress *progress, struct rank_addresses *out);
void rank_addresses_free(struct rank_addresses *addresses);
bool rank_is_narrow(const struct program *program, uint64_t index);            /* its result has fewer than 8 bytes */
bool rank_may_be_address(const struct rank_addresses *addresses, uint64_t index, uint64_t value,
                         bool code_known);         /* for a value that is not narrow */

#endif
