/* executed_inside.h - what the files of executed.h share.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     executed.c         the rule of adding, the table of what was added, questions
 *     executed_tree.c    where ranges lie: leaves and the directory above them
 *     executed_trace.c   traces: whose code an entry is, what is not merged
 *
 * Ranges lie in leaves, a leaf in order, the leaves in a list; every address belongs to one leaf (low ... high). Above them stand branches of leaves, and
 * above these one array: three levels hold all that fits in memory, for a branch has room for some 10,000 ranges. Ranges are only ever added and split, never
 * removed or joined, so leaves stay where they are in the list, and a pointer to one stays good. */
#ifndef CLEW_COVERAGE_EXECUTED_INSIDE_H
#define CLEW_COVERAGE_EXECUTED_INSIDE_H

#include "coverage/trace.h"

struct executed_range;

enum { EXECUTED_RAN = GNATCOV_BLOCK | GNATCOV_FAULT };          /* one of these: all of the range was executed */

enum { LEAF_RANGES = 62 };              /* of 17 bytes; a leaf is 1104 bytes */

struct executed_leaf {
    struct executed_leaf *previous, *next;
    uint64_t low, high;                 /* ranges that begin here lie in this leaf; low is the first one's beginning, of the first leaf 0 */
    uint16_t count;                     /* 0 only in the first leaf, as long as there is no other */
    bool known, whole;                  /* known: whole and common are right; whole: every byte from low to high is in a range */
    uint8_t common;                     /* bits that every range has */
    uint8_t op[LEAF_RANGES];
    uint64_t first[LEAF_RANGES], last[LEAF_RANGES];
};

struct executed_branch;

/* Of what was added: a line of the processor's cache full of ranges that are small enough, each with the bits that adding it again would not change
 * (executed.c). A place is free as long as it has no bits. */
enum { LINE_PLACES = 5 };
struct executed_line {
    _Alignas(64) uint64_t first[LINE_PLACES];
    uint16_t rest[LINE_PLACES];         /* last - first */
    uint8_t every[LINE_PLACES];         /* bits of every range within */
    uint8_t end[LINE_PLACES];           /* of the one that holds last */
};
_Static_assert(sizeof(struct executed_line) == 64, "a line of the cache");

struct executed {
    struct executed_leaf *leaves;       /* the first */
    struct executed_leaf *recent;       /* the last one that was asked for */
    struct executed_branch **branches;  /* NULL as long as there is one leaf */
    uint64_t *lows;                     /* where they begin */
    size_t branch_count, branch_capacity, low_capacity;
    uint64_t count;
    struct executed_line *lines;        /* a power of two, NULL as long as there are few ranges */
    size_t line_count;
    char *line_memory;                  /* where the lines lie, each in one line of the cache */
};

void executed_tree_open(struct executed *executed);
void executed_tree_close(struct executed *executed);

/* The leaf an address belongs to: O(1) for the one asked for last and its neighbours, else O(log n). */
struct executed_leaf *executed_leaf_at(const struct executed *executed, uint64_t address);

/* How many ranges of a leaf begin at or below an address. */
size_t executed_leaf_below(const struct executed_leaf *leaf, uint64_t address);

/* Fills in whole and common. O(1) as long as the leaf did not change. */
void executed_leaf_know(struct executed_leaf *leaf);

/* Adds a range that overlaps no other. Leaves that were at hand may have lost ranges to others afterwards. */
void executed_tree_insert(struct executed *executed, uint64_t first, uint64_t last, uint8_t op);

/* Brings to the processor what looking for these addresses will touch, for all at once instead of one after the other. Changes nothing. */
enum { EXECUTED_TOGETHER = 32 };
void executed_tree_touch(const struct executed *executed, const struct executed_range *const *ranges, size_t count);

/* executed_add of each, in their order; count <= EXECUTED_TOGETHER. Several times faster than one by one where the base is larger than the processor's
 * caches. */
void executed_add_some(struct executed *executed, const struct executed_range *ranges, size_t count);

#endif
