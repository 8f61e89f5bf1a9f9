/* slice.h - closures over dependences: slices and chops.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Backward slice of p: the smallest set that holds p and, with a node, all its definers over edges of the wanted kinds (Weiser, ICSE
 * 1981; dynamic: Korel and Laski, IPL 1988). Forward: the same with users. A chop from A to B is the forward slice of A intersected with the
 * backward slice of B (Jackson and Rollins, FSE 1994). Uncertain links are not followed but counted.
 *
 *     struct reached *slice;
 *     if (!slice_backward(store, from, REACH_ALL, NULL, &slice)) ...
 *     for (uint64_t k = 0; k < reached_count(slice); k++) ... reached_get(slice, k)
 *     reached_free(slice);
 *
 * A history does not say kinds: its links are followed with REACH_ALL only. */
#ifndef CLEW_RECORDING_QUESTIONS_SLICE_H
#define CLEW_RECORDING_QUESTIONS_SLICE_H

#include "recording/store/store.h"

/* The answer is always set, also where progress stopped it or damage was met (false): it then holds what was reached, of a chop maybe nothing. It is
 * arranged: members are in order of id, instance (histories: address, instance). `from` is always a member; the chop is empty if b does not depend upon a.
 * Of a chop, an uncertain link met from both ends counts twice. Cost: store/reach.h; slice_forward and slice_chop make the store build lists of users,
 * once. */
CHECKED bool slice_backward(const struct store *store, struct node from, enum reach_kinds kinds, const struct progress *progress, struct reached **slice);
CHECKED bool slice_forward(const struct store *store, struct node from, enum reach_kinds kinds, const struct progress *progress, struct reached **slice);
CHECKED bool slice_chop(const struct store *store, struct node a, struct node b, enum reach_kinds kinds, const struct progress *progress,
                        struct reached **slice);

/* The same of several instances together, as a source line has them, or over at most so many links (store/reach.h). Of a chop one question is about what is
 * ahead of A's, the other about what is behind B's. Where they are bounded (each is, or none) it has what is so near to both; A's that are farther from all of
 * B's, and what only they lead to, are no part of it. */
CHECKED bool slice_roots(const struct store *store, const struct reach_question *question, const struct progress *progress, struct reached **slice);
CHECKED bool slice_chop_roots(const struct store *store, const struct reach_question *ahead, const struct reach_question *behind,
                              const struct progress *progress, struct reached **slice);

/* ---- Sets of nodes, for walks over dependences ---- */
/* Instances of one instruction that lie in one block of 64 share a slot, so that a walk over a loop costs a bit a node, and a hostile instance number costs one
 * slot like any other: memory follows the nodes added, never their numbers. */
struct node_block {
    uint64_t index, block;          /* instances block * 64 to block * 64 + 63 */
    uint64_t bits;                  /* 0: the slot is free */
};

struct node_set {                   /* zeroed is empty */
    struct node_block *slots;
    size_t used, capacity;
    uint64_t key;                   /* keeps chosen nodes from colliding */
    uint64_t count;
};

bool node_set_add(struct node_set *set, struct node node);             /* false: it was there already; O(1) expected */
bool node_set_has(const struct node_set *set, struct node node);
void node_set_free(struct node_set *set);

/* ---- The source lines of a slice ---- */
/*     struct slice_lines lines;
 *     slice_lines(program, members, &lines);
 *     for (size_t i = 0; i < lines.count; i++) ... lines.items[i].at, lines.items[i].instances
 *     slice_lines_free(&lines); */
struct program;

struct line_of {
    struct str file;
    uint64_t line;
};
int slice_compare_lines(const void *a, const void *b);       /* for qsort, of anything that begins with a line_of */

/* An instruction that has members: those from rank `first` on (reached_get). */
struct slice_piece {
    struct line_of at;                  /* line 0: not known */
    uint64_t first, instances, index;
};

struct slice_line {
    struct line_of at;
    size_t piece, pieces;               /* its instructions, in the order of their members */
    uint64_t instances;
    struct node last;                   /* the last member of the last of them */
};

struct slice_lines {
    struct slice_line *items;           /* by file, then line */
    size_t count;
    struct slice_piece *pieces;         /* by line; those without one at the end */
    size_t piece_count, lined;          /* all; those that have a line */
    uint64_t without;                   /* members that have no line */
};

/* members: arranged. O(instructions of the slice log n), however often they ran. */
void slice_lines(const struct program *program, const struct reached *members, struct slice_lines *lines);
void slice_lines_free(struct slice_lines *lines);

#endif
