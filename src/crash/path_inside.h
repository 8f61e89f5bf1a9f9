/* path_inside.h - what the files of path_graph.h share.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     path_graph.c          opening: neighbours, kinds of "~>" edges, stubs, record markers
 *     path_graph_number.c   NumPaths, weights, root intervals, warnings
 *     path_graph_decode.c   a number to blocks, which path may follow which
 *     path_graph_parts.c    the current part: who explains a running sum
 *
 * Lists by block are flat: those of block b are [first[b], first[b + 1]). Everything lies in the graph's arena: about 60 bytes an edge. */
#ifndef CLEW_CRASH_PATH_INSIDE_H
#define CLEW_CRASH_PATH_INSIDE_H

#include "core/core.h"

struct path_parts;

enum { PATH_NO_BLOCK = UINT32_MAX, PATH_SHARED_EXIT = UINT32_MAX };

/* A way on from a block, by rising weight; the target has at least one path. */
struct path_choice {
    uint64_t weight;
    uint32_t edge;                  /* PATH_SHARED_EXIT: the exit that all split edges of the block share */
};

/* The numbers [from, from + length) begin with this edge: a "->" out of ENTRY or a "~>". */
struct path_root {
    uint64_t from, length;
    uint32_t edge;
    uint32_t furthest;              /* of the roots up to this one, the one that ends last: where intervals overlap, it may hold a number too */
};

struct path_list {                  /* edges by block */
    uint32_t *items, *first;
};

enum path_flag { PATH_STUB = 8, PATH_SPLITS = 16, PATH_TAIL = 32 };  /* beside enum path_marker: a stub; has split edges; one way leads to EXIT */

struct path_graph {
    const struct csi_function *function;
    struct arena arena;
    struct path_list out, in;       /* in the order of the text */
    struct path_list shared;        /* by split block: its split edges, those behind stubs too */
    uint8_t *kinds;                 /* enum path_edge_kind, by edge */
    uint8_t *flags;                 /* enum path_marker and path_flag, by block */
    uint32_t *order, *rank;         /* blocks, each behind the targets of its "->" edges; where each stands */
    size_t ordered;                 /* all, unless "->" edges form a cycle */
    uint64_t *paths;                /* NumPaths, by block */
    uint64_t *reach;                /* the largest sum of increments on a way down that does not enter EXIT or pass a marker (a) or (b) */
    struct path_choice *choices;    /* of block b: [choice_first[2b], choice_first[2b + 1]) */
    uint32_t *choice_first;
    struct path_root *roots;        /* by `from` */
    size_t root_count;
    uint64_t total, warning_total;
    bool tiles;
    struct slice *warnings;
    size_t warning_count, warning_capacity;
};

void path_graph_number(struct path_graph *graph);

/* Adds a printable line; those above PATH_WARNINGS_KEPT are only counted. */
enum { PATH_WARNINGS_KEPT = 100 };
void path_graph_warn(struct path_graph *graph, const char *format, ...) FORMATTED(2, 3);

/* "4->5": by ids. In the arena. */
struct slice path_edge_text(const struct path_graph *graph, uint32_t edge, struct arena *arena);

/* a + b, or UINT64_MAX. */
uint64_t path_add(uint64_t a, uint64_t b);

/* The split edge that an edge out of a split block stands for: itself, or the "~>" behind its stub; PATH_NO_BLOCK: neither. */
uint32_t path_split_behind(const struct path_graph *graph, uint32_t edge);

/* What a search for the current part has to leave out, by block; NULL: nothing. */
enum path_part_rule { PATH_PART_NO_END = 1, PATH_PART_NO_PASS = 2, PATH_PART_NEVER = 4 };
void path_parts_find(const struct path_graph *graph, uint32_t start_block, uint64_t sum, uint64_t current, const uint8_t *rules,
                     struct arena *arena, struct path_parts *parts);

#endif
