/* path_graph.h - the acyclic paths of a function: from a recorded number to the blocks that ran.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * csi-cc numbers the acyclic paths of a function 0 .. total-1 (Ball and Larus, "Efficient path profiling", MICRO 1996, sections 3.2 to 3.4).
 * A backedge v~>h is replaced by two invisible edges, ENTRY->h and v->EXIT. The metadata has the weight of the first but not of the second, so
 * all weights are computed anew (NumPaths of figure 5 there) and compared with what is written:
 *
 *     text        2->4|0$0  4->5|0$0  4->6|2$2  5->7|0$0  5->8|1$1  7->9|0$0  8->9|0$0  6->3|0$0  9~>4|3$3
 *     NumPaths    N(6)=N(7)=N(8)=N(9)=1  N(5)=2  N(4)=3          intervals [0,3) from ENTRY, [3,6) from 9~>4: they tile [0, total)
 *     number 4    in [3,6): begins at 9~>4 with 4, rest 1: 4->5 (0), 5->8 (1), rest 0: 9, ended by 9~>4     4,5,8,9
 *
 * Weights decode recorded numbers, increments explain the running sum; never the other way round. Rules: formats/csi.md 3. That the root
 * intervals tile [0, total) is the test that metadata is whole and understood.
 *
 *     struct path_graph *graph = path_graph_open(function);
 *     struct path path;
 *     if (path_decode(graph, number, &arena, &path)) ... path.blocks ...
 *     path_graph_close(graph);
 *
 * Iterative throughout: graphs of 10^5 blocks and 10^6 edges take O(blocks + edges), decoding O(length * log out-degree). */
#ifndef CLEW_CRASH_PATH_GRAPH_H
#define CLEW_CRASH_PATH_GRAPH_H

#include "core/core.h"

struct path_graph;
struct csi_function;

/* The function must not be damaged and must outlive the graph. Never NULL. */
struct path_graph *path_graph_open(const struct csi_function *function);
void path_graph_close(struct path_graph *graph);                         /* NULL is fine */

const struct csi_function *path_graph_function(const struct path_graph *graph);
uint64_t path_graph_total(const struct path_graph *graph);               /* number of acyclic paths; saturates at UINT64_MAX */

/* What does not fit, each a printable line: a recorded weight that differs, the first gap or overlap of the root intervals with both edges,
 * more than 2^63-2 paths. tiles: the intervals are right; else every decoded path is to be shown with this warning. */
size_t path_graph_warning_count(const struct path_graph *graph);
struct str path_graph_warning(const struct path_graph *graph, size_t i);
bool path_graph_tiles(const struct path_graph *graph);

/* ---- Structure, for whoever draws or walks ---- */

/* Edges out of a block, as ordinals of function->edges, in successor order. */
size_t path_graph_successors(const struct path_graph *graph, uint32_t block, const uint32_t **edges);
size_t path_graph_predecessors(const struct path_graph *graph, uint32_t block, const uint32_t **edges);

enum path_edge_kind {
    PATH_EDGE,                  /* "->" */
    PATH_EDGE_BACK,             /* "~>" that closes a cycle */
    PATH_EDGE_SPLIT             /* "~>" that cuts a function of too many paths: a forward edge that ends a path all the same */
};
enum path_edge_kind path_graph_edge_kind(const struct path_graph *graph, uint32_t edge);

/* A block made to hold the probe of one edge: one predecessor, one successor, no line. */
bool path_graph_is_stub(const struct path_graph *graph, uint32_t block);

/* Where a block records the finished path (csi.md 2): (a) at its end, before its backedge; (b) early, the blocks up to EXIT follow; (c) at its
 * front, the path that ended at the source of the cut edge leading here. A block may have (c) and (a). */
enum path_marker { PATH_MARKER_NONE = 0, PATH_MARKER_BACKEDGE = 1, PATH_MARKER_EXIT = 2, PATH_MARKER_SPLIT = 4 };
unsigned path_graph_markers(const struct path_graph *graph, uint32_t block);

/* ---- Completed paths ---- */

enum path_end { PATH_END_EXIT, PATH_END_EDGE, PATH_END_SHARED };

enum { PATH_FROM_ENTRY = UINT32_MAX };

struct path {
    uint64_t number;
    uint32_t start;             /* PATH_FROM_ENTRY, or the "~>" edge that began it */
    uint32_t *blocks;           /* ordinals; EXIT is not among them */
    size_t count;
    enum path_end end;
    uint32_t end_edge;          /* END_EDGE: the "~>" edge; END_SHARED: PATH_FROM_ENTRY, see path_ended_by */
};

/* The path with a number; its blocks lie in the arena. False: number >= total (impossible), or in a gap of metadata that does not tile. */
bool path_decode(const struct path_graph *graph, uint64_t number, struct arena *arena, struct path *path);

/* May a path that begins with edge `start` follow this one? For END_SHARED: is it one of the split edges of its last block? Where they lead
 * through a stub, *stub is that block (the path then passed it), else UINT32_MAX. */
bool path_follows(const struct path_graph *graph, const struct path *path, uint32_t start, uint32_t *stub);

/* The edges that may have ended the path: one, or all split edges of its last block. They lie in the graph. 0: ended in EXIT. */
size_t path_ended_by(const struct path_graph *graph, const struct path *path, const uint32_t **edges);

/* The root interval that holds a number: PATH_FROM_ENTRY or the edge it begins with. For a running sum whose history is unknown. */
bool path_graph_root(const struct path_graph *graph, uint64_t number, uint32_t *start);

/* ---- The current part ---- */

/* Every path from a block over "->" edges, not entering EXIT and not going on behind a marker (a) or (b), whose increments added to `sum` give
 * `current`. All are prefixes of few sequences: a part is a sequence of blocks and how many of its prefixes' ends fit.
 * O(blocks + edges); never enumerates paths. */
struct path_part {
    uint32_t *blocks;           /* from the start block to the end of this candidate; shared between candidates of one way down */
    size_t count;
};
struct path_parts {
    struct path_part *items;    /* longest first */
    size_t count;               /* at most PATH_PARTS_KEPT */
    uint64_t total;             /* as many fit; saturates */
    bool cut;                   /* the search was given up: only damaged metadata has that many sums; more may fit */
};
enum { PATH_PARTS_KEPT = 4096 };
void path_graph_parts(const struct path_graph *graph, uint32_t start_block, uint64_t sum, uint64_t current, struct arena *arena, struct path_parts *parts);

/* ---- Shared by the files of this module ----
 *
 * Lists by block are flat: those of block b are [first[b], first[b + 1]). Everything lies in the graph's arena: about 60 bytes an edge. */

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
    struct str *warnings;
    size_t warning_count, warning_capacity;
};

/* Adds a printable line; those above PATH_WARNINGS_KEPT are only counted. */
enum { PATH_WARNINGS_KEPT = 100 };

/* "4->5": by ids. In the arena. */
struct str path_edge_text(const struct path_graph *graph, uint32_t edge, struct arena *arena);

/* a + b, or UINT64_MAX. */
uint64_t path_add(uint64_t a, uint64_t b);

/* What a search for the current part has to leave out, by block; NULL: nothing. */
enum path_part_rule { PATH_PART_NO_END = 1, PATH_PART_NO_PASS = 2, PATH_PART_NEVER = 4 };
void path_parts_find(const struct path_graph *graph, uint32_t start_block, uint64_t sum, uint64_t current, const uint8_t *rules,
                     struct arena *arena, struct path_parts *parts);

#endif
