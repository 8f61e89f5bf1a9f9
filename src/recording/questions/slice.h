/* slice.h - closures over dependences: slices and chops.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The backward slice of p is the smallest set that holds p and, with each node, all its definers over links of the wanted kinds (Weiser, ICSE 1981; dynamic:
 * Korel and Laski, IPL 1988). Forward: the same with users. A chop from A to B is the intersection of the forward slice of A and the backward slice of B
 * (Jackson and Rollins, FSE 1994). A slice counts uncertain links but does not follow them.
 *
 *     struct reached *slice;
 *     if (!slice_backward(store, from, REACH_ALL, NULL, &slice)) ...
 *     for (uint64_t k = 0; k < reached_count(slice); k++) ... reached_get(slice, k)
 *     reached_free(slice);
 *
 * A history does not record kinds: a slice follows its links only with REACH_ALL. */
#ifndef CLEW_RECORDING_QUESTIONS_SLICE_H
#define CLEW_RECORDING_QUESTIONS_SLICE_H

#include "recording/store/store.h"

/* These always set the answer. False: progress stopped it, or damage; the answer then holds what it reached, for a chop perhaps nothing. It is arranged:
 * members are in order of id, execution (histories: address, execution). `from` is always a member; the chop is empty if b does not depend upon a. A chop
 * counts an uncertain link met from both ends twice. Cost: store/reach.h; slice_forward and slice_chop make the store build lists of users, once. */
CHECKED bool slice_backward(const struct store *store, struct node from, enum reach_kinds kinds, const struct progress *progress, struct reached **slice);
CHECKED bool slice_forward(const struct store *store, struct node from, enum reach_kinds kinds, const struct progress *progress, struct reached **slice);
CHECKED bool slice_chop(const struct store *store, struct node a, struct node b, enum reach_kinds kinds, const struct progress *progress,
                        struct reached **slice);

/* The same from several executions together, as a source line has them, or over a limited number of links (store/reach.h). For a chop, one question goes ahead
 * from the A's, the other back from the B's. If both have a limit (both or neither must), the chop holds the nodes within that distance of an A and of a B. An
 * A farther than that from every B, and what only such A's lead to, are not in it. */
CHECKED bool slice_roots(const struct store *store, const struct reach_question *question, const struct progress *progress, struct reached **slice);
CHECKED bool slice_chop_roots(const struct store *store, const struct reach_question *ahead, const struct reach_question *behind,
                              const struct progress *progress, struct reached **slice);

/* ---- Sets of nodes, for walks over dependences ---- */
/* Executions of one instruction share a slot if they lie in one block of 64. So a walk over a loop costs a bit a node, and an absurd execution number costs one
 * slot like any other: memory grows with the nodes added, never with their numbers. */
struct node_block {
    uint64_t index, block;          /* executions block * 64 to block * 64 + 63 */
    uint64_t bits;                  /* 0: the slot is free */
};

struct node_set {                   /* zeroed is empty */
    struct node_block *slots;
    size_t used, capacity;
    uint64_t key;                   /* of the hash: a trace cannot choose nodes that collide */
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
int slice_compare_lines(const void *a, const void *b);       /* for qsort; items begin with a line_of */

/* An instruction with members: those from rank `first` on (reached_get). */
struct slice_piece {
    struct line_of at;                  /* line 0: unknown */
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
    struct slice_piece *pieces;         /* by line; those without a line at the end */
    size_t piece_count, lined;          /* all; with a line */
    uint64_t without;                   /* members without a line */
};

/* members: arranged. O(instructions of the slice log n), however often they ran. */
void slice_lines(const struct program *program, const struct reached *members, struct slice_lines *lines);
void slice_lines_free(struct slice_lines *lines);

#endif
