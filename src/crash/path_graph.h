/* path_graph.h - the acyclic paths of a function: from a recorded number to the blocks that ran.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * csi-cc numbers the acyclic paths of a function 0 .. total-1 (Ball and Larus, "Efficient path profiling", MICRO 1996, sections 3.2 to 3.4). This numbering
 * replaces a back edge v~>h by two invisible edges, ENTRY->h and v->EXIT. The metadata has the weight of the first edge but not of the second. So clew computes
 * all weights again (NumPaths, figure 5 of the paper) and compares them with the metadata:
 *
 *     text        2->4|0$0  4->5|0$0  4->6|2$2  5->7|0$0  5->8|1$1  7->9|0$0  8->9|0$0  6->3|0$0  9~>4|3$3
 *     NumPaths    N(6)=N(7)=N(8)=N(9)=1  N(5)=2  N(4)=3          intervals [0,3) from ENTRY, [3,6) from 9~>4: they tile [0, total)
 *     number 4    in [3,6): begins at 9~>4 with 4, rest 1: 4->5 (0), 5->8 (1), rest 0: 9, ended by 9~>4     4,5,8,9
 *
 * Weights decode recorded numbers; increments explain the running sum; never the other way round. Rules: clew-formats(5) 4.3. If the root intervals tile [0,
 * total), the metadata is complete and clew understands it.
 *
 *     struct path_graph *graph = path_graph_open(function);
 *     struct path path;
 *     if (path_decode(graph, number, &arena, &path)) ... path.blocks ...
 *     path_graph_close(graph);
 *
 * No function recurses, so graphs may have 10^5 blocks and 10^6 edges. Opening takes O(blocks + edges), decoding O(length * log out-degree). */
#ifndef CLEW_CRASH_PATH_GRAPH_H
#define CLEW_CRASH_PATH_GRAPH_H

#include "core/core.h"

struct path_graph;
struct csi_function;

/* The function must not be damaged and must outlive the graph. Never NULL. */
struct path_graph *path_graph_open(const struct csi_function *function);
void path_graph_close(struct path_graph *graph);                         /* graph may be NULL */

const struct csi_function *path_graph_function(const struct path_graph *graph);
uint64_t path_graph_total(const struct path_graph *graph);               /* number of acyclic paths; saturates at UINT64_MAX */

/* Mismatches, as printable lines: a recorded weight that differs, the first gap or overlap of root intervals with both edges, more than 2^63-2 paths.
 * path_graph_tiles: the intervals are right; if not, show these warnings with every decoded path. */
size_t path_graph_warning_count(const struct path_graph *graph);
struct str path_graph_warning(const struct path_graph *graph, size_t i);
bool path_graph_tiles(const struct path_graph *graph);

/* ---- Structure ---- */

/* Edges out of a block, as ordinals of function->edges, in successor order. */
size_t path_graph_successors(const struct path_graph *graph, uint32_t block, const uint32_t **edges);
size_t path_graph_predecessors(const struct path_graph *graph, uint32_t block, const uint32_t **edges);

enum path_edge_kind {
    PATH_EDGE,                  /* "->" */
    PATH_EDGE_BACK,             /* "~>" that closes a cycle */
    PATH_EDGE_SPLIT             /* "~>" that cuts a function with too many paths: a forward edge that nevertheless ends a path */
};
enum path_edge_kind path_graph_edge_kind(const struct path_graph *graph, uint32_t edge);

/* Does the block exist only to hold the probe of one edge? It has one predecessor, one successor and no line. */
bool path_graph_is_stub(const struct path_graph *graph, uint32_t block);

/* Where a block records the finished path (clew-formats(5) 4.2, 6.2): (a) at its end, before its back edge; (b) early, before the blocks up to EXIT; (c) at its
 * front, recording the path that ended at the source of the cut edge leading here. A block may have both (c) and (a). */
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

/* Decodes the path with a number; its blocks lie in the arena. False: number >= total (impossible), or number lies in a gap of metadata that does not tile. */
bool path_decode(const struct path_graph *graph, uint64_t number, struct arena *arena, struct path *path);

/* Can a path that begins with edge `start` follow this one? For END_SHARED: is it one of the split edges of its last block? If the way there leads through a
 * stub, the path passed it and *stub is that block; if not, UINT32_MAX. */
bool path_follows(const struct path_graph *graph, const struct path *path, uint32_t start, uint32_t *stub);

/* The edges that may have ended the path: one, or all split edges of its last block. The graph owns the array. 0: the path ended in EXIT. */
size_t path_ended_by(const struct path_graph *graph, const struct path *path, const uint32_t **edges);

/* The root of the interval that holds a number: PATH_FROM_ENTRY, or the edge the path begins with. For a running sum without known history. */
bool path_graph_root(const struct path_graph *graph, uint64_t number, uint32_t *start);

/* ---- The current part ---- */

/* Finds every path from a block over "->" edges whose increments, added to `sum`, give `current`. Such a path does not enter EXIT and does not pass a marker
 * (a) or (b). The paths are prefixes of a few block sequences, so candidates share arrays. O(blocks + edges); never enumerates paths. */
struct path_part {
    uint32_t *blocks;           /* from the start block to the end of this candidate; candidates along one way share it */
    size_t count;
};
struct path_parts {
    struct path_part *items;    /* longest first */
    size_t count;               /* at most PATH_PARTS_KEPT */
    uint64_t total;             /* all that fit; saturates */
    bool cut;                   /* the search gave up and more may fit; only damaged metadata has that many sums */
};
enum { PATH_PARTS_KEPT = 4096 };
void path_graph_parts(const struct path_graph *graph, uint32_t start_block, uint64_t sum, uint64_t current, struct arena *arena, struct path_parts *parts);

/* ---- Shared by the files of this module ----
 *
 * Lists by block are flat: the list of block b is [first[b], first[b + 1]). Everything lies in the graph's arena: about 60 bytes for each edge. */

enum { PATH_NO_BLOCK = UINT32_MAX, PATH_SHARED_EXIT = UINT32_MAX };

/* A way to continue from a block, ordered by weight; the target has at least one path. */
struct path_choice {
    uint64_t weight;
    uint32_t edge;                  /* PATH_SHARED_EXIT: the exit that all split edges of the block share */
};

/* The numbers [from, from + length) begin with this edge: a "->" out of ENTRY or a "~>". */
struct path_root {
    uint64_t from, length;
    uint32_t edge;
    uint32_t furthest;              /* of the roots up to this one, the one that ends last: it may hold a number too where intervals overlap */
};

struct path_list {                  /* edges by block */
    uint32_t *items, *first;
};

enum path_flag { PATH_STUB = 8, PATH_SPLITS = 16, PATH_TAIL = 32 };  /* beside enum path_marker: a stub; has split edges; one way leads to EXIT */

struct path_graph {
    const struct csi_function *function;
    struct arena arena;
    struct path_list out, in;       /* in the order of the text */
    struct path_list shared;        /* by split block: its split edges, including those after stubs */
    uint8_t *kinds;                 /* enum path_edge_kind, by edge */
    uint8_t *flags;                 /* enum path_marker and path_flag, by block */
    uint32_t *order, *rank;         /* blocks, each after the targets of its "->" edges; the position of each block in order */
    size_t ordered;                 /* number of blocks in order: all, unless "->" edges form a cycle */
    uint64_t *paths;                /* NumPaths, by block */
    uint64_t *reach;                /* largest sum of increments on a way that enters no EXIT and passes no marker (a) or (b) */
    struct path_choice *choices;    /* of block b: [choice_first[2b], choice_first[2b + 1]) */
    uint32_t *choice_first;
    struct path_root *roots;        /* by `from` */
    size_t root_count;
    uint64_t total, warning_total;
    bool tiles;
    struct str *warnings;
    size_t warning_count, warning_capacity;
};

/* Number of warnings kept; further ones are counted but not kept. */
enum { PATH_WARNINGS_KEPT = 100 };

/* "4->5", with block ids. In the arena. */
struct str path_edge_text(const struct path_graph *graph, uint32_t edge, struct arena *arena);

/* a + b, or UINT64_MAX. */
uint64_t path_add(uint64_t a, uint64_t b);

/* Exclusions for a search of the current part, by block; rules NULL: none. */
enum path_part_rule { PATH_PART_NO_END = 1, PATH_PART_NO_PASS = 2, PATH_PART_NEVER = 4 };
void path_parts_find(const struct path_graph *graph, uint32_t start_block, uint64_t sum, uint64_t current, const uint8_t *rules,
                     struct arena *arena, struct path_parts *parts);

#endif
