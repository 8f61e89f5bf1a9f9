/* rank.h - the lines of a slice, the most suspicious first; none is left out.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct explain_question distance = {.roots = &node, .root_count = 1, .follow = EXPLAIN_FOLLOW_ALL};
 *     struct rank_question question = {.members = members, .distance = &distance, .other = passing};
 *     struct ranking *ranking;
 *     bool whole = rank_slice(program, &question, progress, &ranking);
 *     for (size_t i = 0; i < ranking->lines.count; i++) ... ranking->ranked[i], ranking->lines.items[ranking->ranked[i].line] ...
 *     ranking_free(ranking);
 *
 * The rule, in three sentences. Lines stand in the order of their distance, which is what `why` pays to come there (explain.h: there is one walk). With
 * another run that passed, a line that never ran there counts as a quarter as far, and one of which only a part ran there, or that has values which the
 * same instructions never had there, as half as far. Of lines equally far the one that ran less often comes first, and those to which the walk does not
 * come are last, in the same order.
 *
 * That is Renieris and Reiss, "Fault localization with nearest neighbor queries" (ASE 2003), with one neighbour, the run that is given: what differs
 * between both is suspicious, and what does not is ordered by its distance in the graph of dependences. With one run of each kind Jones and Harrold,
 * "Empirical evaluation of the Tarantula automatic fault-localization technique" (ASE 2005), tell lines of the failing one alone from the rest, no more.
 * Values as evidence: Zhang, Gupta, Gupta, "Pruning dynamic slices with confidence" (PLDI 2006), but nothing is pruned. Values differ where input does:
 * they are the weaker evidence.
 *
 * Values are compared as sets, an instruction at a time: those of its instances in the slice with those of all its instances there. Addresses differ from
 * run to run without a meaning. A value is none if its instruction's result has fewer than 8 bytes, or if it is below 0x10000 (Linux maps nothing there) or
 * above 0x7fffffffffff (nor there). Others are taken for addresses, not compared and counted, if they are above 0xffffffff, if values of the instruction
 * formed addresses, if one that did lies in the same 64 KiB, or if the code is not known. That is found from the roles of ports (roles.h), in 8 instances
 * of each instruction. Values of jumps, calls, returns, and of what moves the stack are not compared. */
#ifndef CLEW_RECORDING_QUESTIONS_RANK_H
#define CLEW_RECORDING_QUESTIONS_RANK_H

#include "recording/questions/slice.h"
#include "core/core.h"

enum {
    RANK_VALUES = 3,                    /* that a line names */
    RANK_DISTINCT = 1 << 20             /* different values of an instruction, in both runs; what has more is not compared */
};

struct rank_question {
    const struct reached *members;      /* of the program's store, arranged */
    const struct explain_question *distance;    /* its `most` is 0; NULL: distances are not known, of a forward slice */
    struct program *other;              /* another run of the same code; NULL: none */
    uint64_t shift;                     /* added to addresses here where the other's are meant */
};

struct rank_line {
    size_t line;                        /* among lines.items */
    bool reached;                       /* by the walk; distance is known */
    unsigned distance;                  /* enum explain_cost */
    uint64_t executions, executions_other;      /* of its instruction that ran most; other: if compared */
    bool compared;                      /* with the other run; false too where that cannot be done: its code is elsewhere there */
    bool only_here;                     /* none of its instructions ran there */
    bool part_only_here;                /* some did not, of those in the slice */
    uint64_t values_only_here;          /* different ones */
    bool values_least;                  /* there are more */
    struct node valued[RANK_VALUES];    /* instances that have the first of them */
};

struct ranking {                        /* owned by whoever asked; ranking_free */
    struct slice_lines lines;           /* of the slice, by file and line */
    struct rank_line *ranked;           /* lines.count of them, in their order */
    uint64_t unreached;                 /* lines without a distance */
    bool walk_cut;                      /* the walk ended before all was looked at */
    uint64_t addresses;                 /* values left out since they may be addresses */
    uint64_t uncompared;                /* and for other reasons: uncertain ones, larger ones than 64 bits, those of instructions with too many */
};

/* How the code of two programs agrees: instructions at the same address whose function, file and line, where both are known, are the same, or not.
 * O(instructions). */
struct rank_common {
    uint64_t same, different;
};
struct rank_common rank_compare(const struct program *program, const struct program *other, uint64_t shift);

/* False: progress stopped it, or damage was met; *ranking is set all the same: what was not looked at is without distance, or not compared. Cost: an
 * explanation (explain.h; beyond its bound nothing has a distance), some microseconds an instruction of the trace, and a microsecond or less for each value of
 * an instruction of the slice, in both runs. Memory: that of the explanation, then 100 MB at most. The same traces and question give the same answer. */
CHECKED bool rank_slice(struct program *program, const struct rank_question *question, const struct progress *progress, struct ranking **ranking);
void ranking_free(struct ranking *ranking);             /* NULL is allowed */

/* ---- Shared by the files of this module ---- */
struct program;

/* Where an instruction stands in the other run. False: it did not run there, or, if not *comparable, that cannot be told. */
bool rank_find(const struct program *program, const struct rank_question *question, uint64_t index, uint64_t *there, bool *comparable);

struct rank_addresses {
    bool *forms;                        /* of an instruction: its value formed an address */
    struct map regions;                 /* of 64 KiB in which addresses lie that were met */
};

/* False: stopped; what was found is there. Some microseconds an instruction, some 16 bytes for each of its ports. */
CHECKED bool rank_addresses_find(const struct program *program, const struct progress *progress, struct rank_addresses *out);
void rank_addresses_free(struct rank_addresses *addresses);
bool rank_is_narrow(const struct program *program, uint64_t index);            /* its result has fewer than 8 bytes */
bool rank_may_be_address(const struct rank_addresses *addresses, uint64_t index, uint64_t value,
                         bool code_known);         /* of one that is not narrow */

#endif
