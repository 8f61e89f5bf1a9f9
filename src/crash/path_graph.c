/* path_graph.c - a function's graph: numbers its paths, decodes numbers, finds the current part.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/path_graph.h"
#include "crash/metadata.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A function's graph: neighbours, kinds of edges, stubs and record markers ----
 *
 * clew finds the kinds of "~>" edges by replaying the compiler's depth-first search (clew-formats(5) 4.3), which pushes all successors and visits the last one
 * first. In an irreducible graph, any other order would call other edges backward. */

/* ---- Neighbours ---- */

/* Edges by source (or target), in text order: counts, then fills. */
static void list_edges(struct path_graph *graph, bool by_target, struct path_list *list)
{
    const struct csi_function *function = graph->function;
    list->first = arena_allocate(&graph->arena, (function->block_count + 2) * sizeof *list->first);
    list->items = arena_allocate(&graph->arena, function->edge_count * sizeof *list->items);
    for (size_t i = 0; i < function->edge_count; i++)
        list->first[2 + (by_target ? function->edges[i].target : function->edges[i].source)]++;
    for (size_t b = 1; b < function->block_count + 2; b++)
        list->first[b] += list->first[b - 1];
    for (size_t i = 0; i < function->edge_count; i++)
        list->items[list->first[1 + (by_target ? function->edges[i].target : function->edges[i].source)]++] = (uint32_t)i;
}

static uint32_t degree(const struct path_list *list, uint32_t block)
{
    return list->first[block + 1] - list->first[block];
}

/* ---- Kinds ---- */

enum colour { WHITE, GREY, BLACK };

struct colouring {
    uint8_t *colours;
    uint32_t *stack;                /* a block may be on it more than once, but each edge is pushed once */
    size_t depth;
};

static void visit(struct path_graph *graph, struct colouring *search, uint32_t block)
{
    search->colours[block] = GREY;
    for (uint32_t i = graph->out.first[block]; i < graph->out.first[block + 1]; i++) {
        const struct csi_edge *edge = &graph->function->edges[graph->out.items[i]];
        if (edge->target == graph->function->exit)
            continue;
        if (edge->back && search->colours[edge->target] != GREY)
            graph->kinds[graph->out.items[i]] = PATH_EDGE_SPLIT;
        if (search->colours[edge->target] == WHITE)
            search->stack[search->depth++] = edge->target;
    }
}

/* A "~>" that the search does not reach counts as a back edge, as nearly all are. */
static void classify_edges(struct path_graph *graph)
{
    const struct csi_function *function = graph->function;
    struct colouring search = {memory_allocate(function->block_count), memory_allocate((function->edge_count + 1) * sizeof *search.stack), 1};
    for (size_t i = 0; i < function->edge_count; i++)
        graph->kinds[i] = function->edges[i].back ? PATH_EDGE_BACK : PATH_EDGE;
    search.stack[0] = function->entry;
    while (search.depth) {
        uint32_t block = search.stack[search.depth - 1];
        if (search.colours[block] == WHITE) {
            visit(graph, &search, block);
        } else {
            search.colours[block] = BLACK;
            search.depth--;
        }
    }
    free(search.colours);
    free(search.stack);
}

/* ---- Order ---- */

/* Orders blocks after the targets of their "->" edges (Kahn 1962, on the reversed graph). */
static void order_blocks(struct path_graph *graph)
{
    const struct csi_function *function = graph->function;
    uint32_t *open = memory_allocate(function->block_count * sizeof *open);
    for (size_t i = 0; i < function->edge_count; i++)
        open[function->edges[i].source] += !function->edges[i].back;
    for (uint32_t b = 0; b < function->block_count; b++)
        if (!open[b])
            graph->order[graph->ordered++] = b;
    for (size_t at = 0; at < graph->ordered; at++) {
        uint32_t block = graph->order[at];
        graph->rank[block] = (uint32_t)at;
        for (uint32_t i = graph->in.first[block]; i < graph->in.first[block + 1]; i++) {
            const struct csi_edge *edge = &function->edges[graph->in.items[i]];
            if (!edge->back && --open[edge->source] == 0)
                graph->order[graph->ordered++] = edge->source;
        }
    }
    free(open);
}

/* ---- Stubs, tails, markers ---- */

static bool has_source_line(const struct csi_block *block)
{
    for (size_t i = 0; i < block->line_count; i++)
        if (block->lines[i] > 0)
            return true;
    return false;
}

/* A tail leads to EXIT through blocks with one successor each. Targets come first in `order`. */
static void find_tails(struct path_graph *graph)
{
    const struct csi_function *function = graph->function;
    for (size_t at = 0; at < graph->ordered; at++) {
        uint32_t block = graph->order[at];
        if (block == function->exit || degree(&graph->out, block) != 1)
            continue;
        const struct csi_edge *edge = &function->edges[graph->out.items[graph->out.first[block]]];
        if (!edge->back && (edge->target == function->exit || graph->flags[edge->target] & PATH_TAIL))
            graph->flags[block] |= PATH_TAIL;
    }
}

static void path_graph_number(struct path_graph *graph);
static void path_graph_warn(struct path_graph *graph, const char *format, ...);

/* The kinds of markers in the block's list; the graph distinguishes the three of enum path_marker. */
static unsigned find_markers(struct path_graph *graph, uint32_t number)
{
    const struct csi_block *block = &graph->function->blocks[number];
    const uint32_t *out, *in;
    size_t outs = path_graph_successors(graph, number, &out), ins = path_graph_predecessors(graph, number, &in);
    size_t first = 0, end = block->line_count;
    unsigned markers = 0;
    if (end && outs == 1 && graph->function->edges[out[0]].back && block->lines[end - 1] == CSI_MARKER) {
        markers |= PATH_MARKER_BACKEDGE;
        end--;
    }
    if (end && ins == 1 && graph->kinds[in[0]] == PATH_EDGE_SPLIT && block->lines[0] == CSI_MARKER) {
        markers |= PATH_MARKER_SPLIT;
        first++;
    }
    for (size_t i = first; i < end; i++) {
        if (block->lines[i] != CSI_MARKER)
            continue;
        if (!(graph->flags[number] & PATH_TAIL) || markers & PATH_MARKER_EXIT)
            path_graph_warn(graph, "block %u: record marker %zu of its list matches the end of no path", block->id, i + 1);
        else
            markers |= PATH_MARKER_EXIT;
    }
    return markers;
}

static void find_shapes(struct path_graph *graph)
{
    const struct csi_function *function = graph->function;
    find_tails(graph);
    for (uint32_t b = 0; b < function->block_count; b++) {
        const struct csi_block *block = &function->blocks[b];
        if (block->kind == CSI_PLAIN && degree(&graph->in, b) == 1 && degree(&graph->out, b) == 1 && !has_source_line(block))
            graph->flags[b] |= PATH_STUB;
        graph->flags[b] = (uint8_t)(graph->flags[b] | find_markers(graph, b));
    }
}

/* ---- Opening ---- */

struct path_graph *path_graph_open(const struct csi_function *function)
{
    struct path_graph *graph = memory_allocate(sizeof *graph);
    graph->function = function;
    list_edges(graph, false, &graph->out);
    list_edges(graph, true, &graph->in);
    graph->kinds = arena_allocate(&graph->arena, function->edge_count);
    graph->flags = arena_allocate(&graph->arena, function->block_count);
    graph->order = arena_allocate(&graph->arena, function->block_count * sizeof *graph->order);
    graph->rank = arena_allocate(&graph->arena, function->block_count * sizeof *graph->rank);
    classify_edges(graph);
    order_blocks(graph);
    find_shapes(graph);
    path_graph_number(graph);
    if (graph->warning_total > graph->warning_count)
        graph->warnings[graph->warning_count - 1] =
            arena_printf(&graph->arena, "%llu more warnings of this kind", (unsigned long long)(graph->warning_total - graph->warning_count + 1));
    return graph;
}

void path_graph_close(struct path_graph *graph)
{
    if (!graph)
        return;
    free(graph->warnings);
    arena_free(&graph->arena);
    free(graph);
}

static void path_graph_warn(struct path_graph *graph, const char *format, ...)
{
    if (graph->warning_total++ >= PATH_WARNINGS_KEPT)
        return;
    va_list arguments;
    va_start(arguments, format);
    char line[256];
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    graph->warnings = array_grow(graph->warnings, &graph->warning_capacity, graph->warning_count + 1, sizeof *graph->warnings);
    graph->warnings[graph->warning_count++] = arena_copy(&graph->arena, str_of(line));
}

/* ---- Queries ---- */

const struct csi_function *path_graph_function(const struct path_graph *graph)
{
    return graph->function;
}

uint64_t path_graph_total(const struct path_graph *graph)
{
    return graph->total;
}

size_t path_graph_warning_count(const struct path_graph *graph)
{
    return graph->warning_count;
}

struct str path_graph_warning(const struct path_graph *graph, size_t i)
{
    return graph->warnings[i];
}

bool path_graph_tiles(const struct path_graph *graph)
{
    return graph->tiles;
}

size_t path_graph_successors(const struct path_graph *graph, uint32_t block, const uint32_t **edges)
{
    *edges = graph->out.items + graph->out.first[block];
    return degree(&graph->out, block);
}

size_t path_graph_predecessors(const struct path_graph *graph, uint32_t block, const uint32_t **edges)
{
    *edges = graph->in.items + graph->in.first[block];
    return degree(&graph->in, block);
}

enum path_edge_kind path_graph_edge_kind(const struct path_graph *graph, uint32_t edge)
{
    return graph->kinds[edge];
}

bool path_graph_is_stub(const struct path_graph *graph, uint32_t block)
{
    return graph->flags[block] & PATH_STUB;
}

unsigned path_graph_markers(const struct path_graph *graph, uint32_t block)
{
    return graph->flags[block] & (PATH_MARKER_BACKEDGE | PATH_MARKER_EXIT | PATH_MARKER_SPLIT);
}

struct str path_edge_text(const struct path_graph *graph, uint32_t edge, struct arena *arena)
{
    const struct csi_edge *e = &graph->function->edges[edge];
    const struct csi_block *blocks = graph->function->blocks;
    return arena_printf(arena, "%u%s%u", blocks[e->source].id, e->back ? "~>" : "->", blocks[e->target].id);
}

uint64_t path_add(uint64_t a, uint64_t b)
{
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

/* ---- The number of paths from each block, and the numbers of each edge ----
 *
 * NumPaths and weights as in Ball and Larus, MICRO 1996, figure 5; cut edges as in clew-formats(5) 4.3. Sums saturate: above 2^64-1 paths, numbers have no
 * meaning, and no csi-cc writes such a function. */

/* ---- NumPaths ---- */

static uint32_t path_split_behind(const struct path_graph *graph, uint32_t edge)
{
    const struct csi_edge *e = &graph->function->edges[edge];
    if (graph->kinds[edge] == PATH_EDGE_SPLIT)
        return edge;
    bool fork = graph->out.first[e->source + 1] - graph->out.first[e->source] > 1;
    if (e->back || !fork || !(graph->flags[e->target] & PATH_STUB))
        return PATH_NO_BLOCK;
    uint32_t behind = graph->out.items[graph->out.first[e->target]];
    return graph->kinds[behind] == PATH_EDGE_SPLIT ? behind : PATH_NO_BLOCK;
}

/* Does the edge lead to a stub with a "~>"? Its recorded weight is 0 and has no meaning. */
static bool leads_to_cut(const struct path_graph *graph, const struct csi_edge *edge)
{
    return graph->flags[edge->target] & PATH_STUB && graph->function->edges[graph->out.items[graph->out.first[edge->target]]].back;
}

static void check_weight(struct path_graph *graph, uint32_t number, uint64_t weight)
{
    const struct csi_edge *edge = &graph->function->edges[number];
    if (edge->back || edge->weight == weight || edge->source == graph->function->entry || leads_to_cut(graph, edge))
        return;
    const struct csi_block *blocks = graph->function->blocks;
    path_graph_warn(graph, "weight of edge %u->%u is %llu, expected %llu", blocks[edge->source].id, blocks[edge->target].id,
                    (unsigned long long)edge->weight, (unsigned long long)weight);
}

/* Appends the choices of one block to the list, which follows the order of the walk; `used` counts them. */
static uint64_t number_block(struct path_graph *graph, uint32_t block, uint32_t *used)
{
    uint64_t position = 0;
    bool splits = false;
    for (uint32_t i = graph->out.first[block]; i < graph->out.first[block + 1]; i++) {
        uint32_t edge = graph->out.items[i];
        if (path_split_behind(graph, edge) != PATH_NO_BLOCK) {
            splits = true;
            continue;
        }
        check_weight(graph, edge, position);
        uint64_t ways = graph->kinds[edge] == PATH_EDGE_BACK ? 1 : graph->paths[graph->function->edges[edge].target];
        if (ways)
            graph->choices[(*used)++] = (struct path_choice){position, edge};
        position = path_add(position, ways);
    }
    if (splits) { /* numbered after all others of the block */
        graph->flags[block] |= PATH_SPLITS;
        graph->choices[(*used)++] = (struct path_choice){position, PATH_SHARED_EXIT};
        position = path_add(position, 1);
    }
    return position;
}

/* Fills paths, choices and reach, targets first. Choices of block b: [choice_first[2b], choice_first[2b + 1]). */
static void number_blocks(struct path_graph *graph)
{
    const struct csi_function *function = graph->function;
    uint32_t used = 0;
    for (size_t at = 0; at < graph->ordered; at++) {
        uint32_t block = graph->order[at];
        graph->choice_first[2 * (size_t)block] = used;
        graph->paths[block] = block == function->exit ? 1 : number_block(graph, block, &used);
        graph->choice_first[2 * (size_t)block + 1] = used;
        if (graph->flags[block] & (PATH_MARKER_BACKEDGE | PATH_MARKER_EXIT))
            continue;
        for (uint32_t i = graph->out.first[block]; i < graph->out.first[block + 1]; i++) {
            const struct csi_edge *edge = &function->edges[graph->out.items[i]];
            if (edge->back || edge->target == function->exit)
                continue;
            uint64_t sum = path_add(edge->increment, graph->reach[edge->target]);
            graph->reach[block] = sum > graph->reach[block] ? sum : graph->reach[block];
        }
    }
}

/* The split edges of each split block, block after block. */
static void list_shared(struct path_graph *graph)
{
    size_t blocks = graph->function->block_count;
    uint32_t used = 0;
    graph->shared.first = arena_allocate(&graph->arena, (blocks + 1) * sizeof *graph->shared.first);
    graph->shared.items = arena_allocate(&graph->arena, graph->function->edge_count * sizeof *graph->shared.items);
    for (uint32_t b = 0; b < blocks; b++) {
        graph->shared.first[b] = used;
        for (uint32_t i = graph->out.first[b]; graph->flags[b] & PATH_SPLITS && i < graph->out.first[b + 1]; i++) {
            uint32_t split = path_split_behind(graph, graph->out.items[i]);
            if (split != PATH_NO_BLOCK)
                graph->shared.items[used++] = split;
        }
    }
    graph->shared.first[blocks] = used;
}

/* ---- Root intervals ---- */

static int compare_roots(const void *x, const void *y)
{
    const struct path_root *a = x, *b = y;
    COMPARE_FIRST(a->from, b->from);
    return COMPARE(a->edge, b->edge);
}

static uint64_t root_end(const struct path_root *root)
{
    return path_add(root->from, root->length);
}

static void list_roots(struct path_graph *graph)
{
    const struct csi_function *function = graph->function;
    size_t capacity = 0;
    for (size_t i = 0; i < function->edge_count; i++)
        capacity += function->edges[i].back || function->edges[i].source == function->entry;
    graph->roots = arena_allocate(&graph->arena, capacity * sizeof *graph->roots);
    for (uint32_t i = 0; i < function->edge_count; i++) {
        const struct csi_edge *edge = &function->edges[i];
        if ((edge->back || edge->source == function->entry) && graph->paths[edge->target])
            graph->roots[graph->root_count++] = (struct path_root){edge->weight, graph->paths[edge->target], i, 0};
    }
    if (graph->root_count)
        qsort(graph->roots, graph->root_count, sizeof *graph->roots, compare_roots);
}

static void complain_tiling(struct path_graph *graph, size_t i)
{
    const struct path_root *root = &graph->roots[i], *before = i ? &graph->roots[graph->roots[i - 1].furthest] : NULL;
    struct str edge = path_edge_text(graph, root->edge, &graph->arena);
    struct str other = before ? path_edge_text(graph, before->edge, &graph->arena) : (struct str){0};
    unsigned long long from = root->from, end = before ? root_end(before) : 0;
    graph->tiles = false;
    if (!before)
        path_graph_warn(graph, "path numbers 0 to %llu belong to no edge: the first, %.*s, begins with %llu", from - 1, STR(edge), from);
    else if (end < from)
        path_graph_warn(graph, "path numbers %llu to %llu belong to no edge: %.*s ends before, %.*s begins after", end, from - 1, STR(other), STR(edge));
    else
        path_graph_warn(graph, "path numbers %llu to %llu belong to two edges: %.*s and %.*s", from,
                        (unsigned long long)((root_end(root) < end ? root_end(root) : end) - 1), STR(other), STR(edge));
}

/* Checks that the sorted intervals begin at 0 and have no gap or overlap; warns of the first failure. */
static void check_tiling(struct path_graph *graph)
{
    graph->tiles = true;
    for (size_t i = 0; i < graph->root_count; i++) {
        struct path_root *root = &graph->roots[i];
        if (graph->tiles && root->from != graph->total)
            complain_tiling(graph, i);
        uint64_t end = root_end(root);
        root->furthest = i && end <= graph->total ? graph->roots[i - 1].furthest : (uint32_t)i;
        graph->total = end > graph->total ? end : graph->total;
    }
    if (graph->total > INT64_MAX - (uint64_t)1)
        path_graph_warn(graph, "more than 2^63-2 paths: a recorded number cannot tell them apart");
    if (!graph->root_count) {
        graph->tiles = false;
        path_graph_warn(graph, "no path leads from ENTRY to EXIT or to a \"~>\" edge");
    }
}

static void path_graph_number(struct path_graph *graph)
{
    size_t blocks = graph->function->block_count;
    graph->paths = arena_allocate(&graph->arena, blocks * sizeof *graph->paths);
    graph->reach = arena_allocate(&graph->arena, blocks * sizeof *graph->reach);
    graph->choices = arena_allocate(&graph->arena, (blocks + graph->function->edge_count) * sizeof *graph->choices);
    graph->choice_first = arena_allocate(&graph->arena, 2 * blocks * sizeof *graph->choice_first);
    number_blocks(graph);
    list_shared(graph);
    list_roots(graph);
    check_tiling(graph);
}

/* ---- Decoding a recorded number into the blocks of its path ---- */

static bool root_holds(const struct path_root *root, uint64_t number)
{
    return number >= root->from && number - root->from < root->length;
}

/* The root with the number in its interval: the last root that begins at or below it, or, if intervals overlap, an earlier one. NULL: none. */
static const struct path_root *find_root(const struct path_graph *graph, uint64_t number)
{
    LOWER_BOUND(size_t, low, 0, graph->root_count, graph->roots[low].from <= number);
    if (!low)
        return NULL;
    const struct path_root *root = &graph->roots[low - 1];
    if (!root_holds(root, number))
        root = &graph->roots[root->furthest];
    return root_holds(root, number) ? root : NULL;
}

static uint32_t start_of(const struct path_graph *graph, const struct path_root *root)
{
    return graph->function->edges[root->edge].back ? root->edge : (uint32_t)PATH_FROM_ENTRY;
}

bool path_graph_root(const struct path_graph *graph, uint64_t number, uint32_t *start)
{
    const struct path_root *root = find_root(graph, number);
    if (root)
        *start = start_of(graph, root);
    return root;
}

/* The choice with the largest weight not above the rest; NULL: the block is a dead end. */
static const struct path_choice *choose(const struct path_graph *graph, uint32_t block, uint64_t rest)
{
    size_t first = graph->choice_first[2 * (size_t)block];
    LOWER_BOUND(size_t, at, first, graph->choice_first[2 * (size_t)block + 1], graph->choices[at].weight <= rest);
    return at > first ? &graph->choices[at - 1] : NULL;
}

struct sequence {
    uint32_t *blocks;
    size_t count, capacity;
};

static void add_block(struct sequence *sequence, uint32_t block)
{
    sequence->blocks = array_grow(sequence->blocks, &sequence->capacity, sequence->count + 1, sizeof *sequence->blocks);
    sequence->blocks[sequence->count++] = block;
}

/* Walks down from a block and subtracts the weights from the rest; ends at EXIT, at a "~>" edge or at a shared exit. */
static bool walk_down(const struct path_graph *graph, uint32_t block, uint64_t rest, struct sequence *sequence, struct path *path)
{
    const struct csi_function *function = graph->function;
    path->end = PATH_END_EXIT;
    path->end_edge = PATH_FROM_ENTRY;
    while (block != function->exit) {
        add_block(sequence, block);
        const struct path_choice *choice = choose(graph, block, rest);
        if (!choice)
            return false;
        rest -= choice->weight;
        if (choice->edge == PATH_SHARED_EXIT || function->edges[choice->edge].back) {
            path->end = choice->edge == PATH_SHARED_EXIT ? PATH_END_SHARED : PATH_END_EDGE;
            path->end_edge = choice->edge;
            break;
        }
        block = function->edges[choice->edge].target;
    }
    return true;
}

bool path_decode(const struct path_graph *graph, uint64_t number, struct arena *arena, struct path *path)
{
    const struct path_root *root = find_root(graph, number);
    if (!root)
        return false;
    struct sequence sequence = {0};
    *path = (struct path){.number = number, .start = start_of(graph, root)};
    if (path->start == PATH_FROM_ENTRY)
        add_block(&sequence, graph->function->entry);
    bool whole = walk_down(graph, graph->function->edges[root->edge].target, number - root->from, &sequence, path);
    path->count = sequence.count;
    path->blocks = arena_allocate(arena, sequence.count * sizeof *path->blocks);
    if (sequence.count)
        memcpy(path->blocks, sequence.blocks, sequence.count * sizeof *path->blocks);
    free(sequence.blocks);
    return whole;
}

size_t path_ended_by(const struct path_graph *graph, const struct path *path, const uint32_t **edges)
{
    *edges = NULL;
    if (path->end == PATH_END_EXIT || !path->count)
        return 0;
    uint32_t block = path->blocks[path->count - 1];
    if (path->end == PATH_END_SHARED) {
        *edges = graph->shared.items + graph->shared.first[block];
        return graph->shared.first[block + 1] - graph->shared.first[block];
    }
    /* The edges of a block are in text order. */
    LOWER_BOUND(size_t, at, graph->out.first[block], graph->out.first[block + 1], graph->out.items[at] < path->end_edge);
    *edges = graph->out.items + at;
    return 1;
}

bool path_follows(const struct path_graph *graph, const struct path *path, uint32_t start, uint32_t *stub)
{
    *stub = PATH_NO_BLOCK;
    if (start == PATH_FROM_ENTRY || path->end == PATH_END_EXIT || !path->count)
        return false;
    if (path->end == PATH_END_EDGE)
        return start == path->end_edge;
    uint32_t block = path->blocks[path->count - 1], source = graph->function->edges[start].source;
    if (graph->kinds[start] != PATH_EDGE_SPLIT)
        return false;
    if (source == block)
        return true;
    if (!(graph->flags[source] & PATH_STUB))
        return false;
    uint32_t in = graph->in.items[graph->in.first[source]];
    if (graph->function->edges[in].source != block || path_split_behind(graph, in) != start)
        return false;
    *stub = source;
    return true;
}

/* ---- The current part of a path: every way whose increments explain the running sum ----
 *
 * A state is a block together with the sum on arrival. From a state, the search follows only edges whose increments can still end in `current`; a table of the
 * largest reachable sums shows that (clew-formats(5) 6.2). In csi-cc's metadata that leaves one way, and below ENTRY a tree. The search meets each state once,
 * so it counts ways without enumerating them. It gives up after a fixed multiple of the number of edges: only crafted metadata has more
 * sums than edges. */

enum { NO_LINK = UINT32_MAX, STATES_AN_EDGE = 2, STATES_AT_LEAST = 1 << 16, PART_BLOCKS_KEPT = 1 << 22 };

struct state {
    uint32_t block;
    uint32_t arrivals;              /* first link that leads here */
    uint64_t sum, ways;
    size_t depth;                   /* blocks on the longest way here, including this one */
    uint32_t *way;                  /* if ways is 1 and it was written down: the start of its blocks */
};

struct link {
    uint32_t from, next;
};

struct search {
    const struct path_graph *graph;
    uint64_t current;
    const uint8_t *rules;
    struct state *states;
    struct link *links;
    size_t state_count, state_capacity, link_count, link_capacity;
    uint32_t *slots;                /* open addressing, state + 1 */
    size_t slot_count;
    uint64_t key, budget;
    size_t kept_blocks;
    struct arena *arena;
    struct path_parts *parts;
    size_t item_capacity;
};

static bool has_rule(const struct search *search, uint32_t block, unsigned rule)
{
    return search->rules && search->rules[block] & rule;
}

/* ---- States ---- */

static size_t slot_of(const struct search *search, uint32_t block, uint64_t sum)
{
    size_t at = hash_mix(sum, hash_mix(block, search->key)) & (search->slot_count - 1);
    while (search->slots[at]) {
        const struct state *state = &search->states[search->slots[at] - 1];
        if (state->block == block && state->sum == sum)
            break;
        at = (at + 1) & (search->slot_count - 1);
    }
    return at;
}

static void grow_slots(struct search *search)
{
    if (2 * (search->state_count + 1) < search->slot_count)
        return;
    free(search->slots);
    search->slot_count = search->slot_count ? 4 * search->slot_count : 64;
    search->slots = memory_allocate(search->slot_count * sizeof *search->slots);
    for (size_t i = 0; i < search->state_count; i++)
        search->slots[slot_of(search, search->states[i].block, search->states[i].sum)] = (uint32_t)i + 1;
}

static uint32_t state_of(struct search *search, uint32_t block, uint64_t sum)
{
    grow_slots(search);
    size_t slot = slot_of(search, block, sum);
    if (!search->slots[slot]) {
        search->states = array_grow(search->states, &search->state_capacity, search->state_count + 1, sizeof *search->states);
        search->states[search->state_count] = (struct state){.block = block, .arrivals = NO_LINK, .sum = sum};
        search->slots[slot] = (uint32_t)++search->state_count;
    }
    return search->slots[slot] - 1;
}

static void add_link(struct search *search, uint32_t from, uint32_t to)
{
    search->links = array_grow(search->links, &search->link_capacity, search->link_count + 1, sizeof *search->links);
    search->links[search->link_count] = (struct link){from, search->states[to].arrivals};
    search->states[to].arrivals = (uint32_t)search->link_count++;
}

static void follow_edges(struct search *search, uint32_t from)
{
    const struct path_graph *graph = search->graph;
    uint32_t block = search->states[from].block;
    uint64_t rest = search->current - search->states[from].sum;
    if (graph->flags[block] & (PATH_MARKER_BACKEDGE | PATH_MARKER_EXIT) || has_rule(search, block, PATH_PART_NO_PASS))
        return;
    for (uint32_t i = graph->out.first[block]; i < graph->out.first[block + 1] && search->budget; i++, search->budget--) {
        const struct csi_edge *edge = &graph->function->edges[graph->out.items[i]];
        if (edge->back || edge->target == graph->function->exit || has_rule(search, edge->target, PATH_PART_NEVER))
            continue;
        if (edge->increment <= rest && rest - edge->increment <= graph->reach[edge->target])
            add_link(search, from, state_of(search, edge->target, search->current - (rest - edge->increment)));
    }
}

/* ---- Ways ---- */

struct place_in_order {
    uint32_t rank, state;
};

/* Sources before targets: a block's rank is above its targets' ranks. */
static int compare_ranks(const void *x, const void *y)
{
    const struct place_in_order *a = x, *b = y;
    COMPARE_FIRST(b->rank, a->rank);
    return COMPARE(a->state, b->state);
}

static void count_ways(struct search *search)
{
    struct place_in_order *order = memory_allocate(search->state_count * sizeof *order);
    for (uint32_t i = 0; i < search->state_count; i++)
        order[i] = (struct place_in_order){search->graph->rank[search->states[i].block], i};
    qsort(order, search->state_count, sizeof *order, compare_ranks);
    for (size_t i = 0; i < search->state_count; i++) {
        struct state *state = &search->states[order[i].state];
        state->ways = state->arrivals == NO_LINK;
        for (uint32_t link = state->arrivals; link != NO_LINK; link = search->links[link].next) {
            const struct state *from = &search->states[search->links[link].from];
            state->ways = path_add(state->ways, from->ways);
            state->depth = from->depth > state->depth ? from->depth : state->depth;
        }
        state->depth++;
    }
    free(order);
}

/* ---- Writing down ---- */

static void keep_part(struct search *search, uint32_t *blocks, size_t count)
{
    struct path_parts *parts = search->parts;
    parts->items = array_grow(parts->items, &search->item_capacity, parts->count + 1, sizeof *parts->items);
    parts->items[parts->count++] = (struct path_part){blocks, count};
}

static bool has_room(const struct search *search, size_t blocks)
{
    return search->parts->count < PATH_PARTS_KEPT && (!search->parts->count || search->kept_blocks + blocks <= PART_BLOCKS_KEPT);
}

/* Writes the one way to a state; states on it share its blocks unless they have their own. */
static void keep_only_way(struct search *search, uint32_t last)
{
    struct state *state = &search->states[last];
    if (!state->way) {
        if (!has_room(search, state->depth))
            return;
        uint32_t *blocks = arena_allocate(search->arena, state->depth * sizeof *blocks);
        search->kept_blocks += state->depth;
        for (uint32_t at = last;;) {
            struct state *here = &search->states[at];
            blocks[here->depth - 1] = here->block;
            if (!here->way)
                here->way = blocks;
            if (here->arrivals == NO_LINK)
                break;
            at = search->links[here->arrivals].from;
        }
    }
    if (has_room(search, 0))
        keep_part(search, state->way, state->depth);
}

struct step_back {
    uint32_t state, link;           /* the link to try next */
};

static void keep_steps(struct search *search, const struct step_back *steps, size_t count)
{
    uint32_t *blocks = arena_allocate(search->arena, count * sizeof *blocks);
    for (size_t i = 0; i < count; i++)
        blocks[count - 1 - i] = search->states[steps[i].state].block;
    search->kept_blocks += count;
    keep_part(search, blocks, count);
}

/* Writes all ways to a state, backward from it: each ends at the start, so no walk is in vain. */
static void keep_ways(struct search *search, uint32_t last)
{
    struct step_back *steps = NULL;
    size_t depth = 0, capacity = 0;
    steps = array_grow(steps, &capacity, search->states[last].depth, sizeof *steps);
    steps[depth++] = (struct step_back){last, search->states[last].arrivals};
    while (depth && has_room(search, depth)) {
        struct step_back *top = &steps[depth - 1];
        if (search->states[top->state].arrivals == NO_LINK)
            keep_steps(search, steps, depth);
        if (top->link == NO_LINK) {
            depth--;
            continue;
        }
        uint32_t from = search->links[top->link].from;
        top->link = search->links[top->link].next;
        steps = array_grow(steps, &capacity, depth + 1, sizeof *steps);
        steps[depth++] = (struct step_back){from, search->states[from].arrivals};
    }
    free(steps);
}

static int compare_parts(const void *x, const void *y)
{
    const struct path_part *a = x, *b = y;
    return COMPARE(b->count, a->count);
}

struct end {
    size_t depth;
    uint32_t state;
};

static int compare_ends(const void *x, const void *y)
{
    const struct end *a = x, *b = y;
    COMPARE_FIRST(b->depth, a->depth);
    return COMPARE(a->state, b->state);
}

static void write_parts(struct search *search)
{
    struct end *ends = memory_allocate(search->state_count * sizeof *ends);
    struct path_parts *parts = search->parts;
    size_t count = 0;
    for (uint32_t i = 0; i < search->state_count; i++) {
        const struct state *state = &search->states[i];
        if (state->sum != search->current || has_rule(search, state->block, PATH_PART_NO_END))
            continue;
        parts->total = path_add(parts->total, state->ways);
        ends[count++] = (struct end){state->depth, i};
    }
    qsort(ends, count, sizeof *ends, compare_ends);
    for (size_t i = 0; i < count && has_room(search, 0); i++) {
        if (search->states[ends[i].state].ways == 1)
            keep_only_way(search, ends[i].state);
        else
            keep_ways(search, ends[i].state);
    }
    if (parts->count)
        qsort(parts->items, parts->count, sizeof *parts->items, compare_parts);
    free(ends);
}

static void search_free(struct search *search)
{
    struct path_part *items = search->parts->items;
    size_t size = search->parts->count * sizeof *items;
    search->parts->items = arena_allocate(search->arena, size);
    if (size)
        memcpy(search->parts->items, items, size);
    free(items);
    free(search->states);
    free(search->links);
    free(search->slots);
}

void path_parts_find(const struct path_graph *graph, uint32_t start_block, uint64_t sum, uint64_t current, const uint8_t *rules,
                     struct arena *arena, struct path_parts *parts)
{
    struct search search = {.graph = graph, .current = current, .rules = rules, .arena = arena, .parts = parts};
    *parts = (struct path_parts){0};
    if (sum > current || current - sum > graph->reach[start_block] || start_block == graph->function->exit ||
        has_rule(&search, start_block, PATH_PART_NEVER))
        return;
    search.key = hash_key(&search);
    search.budget = STATES_AN_EDGE * (uint64_t)graph->function->edge_count + STATES_AT_LEAST;
    state_of(&search, start_block, sum);
    for (uint32_t i = 0; i < search.state_count; i++)
        follow_edges(&search, i);
    parts->cut = !search.budget;
    count_ways(&search);
    write_parts(&search);
    search_free(&search);
}

void path_graph_parts(const struct path_graph *graph, uint32_t start_block, uint64_t sum, uint64_t current, struct arena *arena,
                      struct path_parts *parts)
{
    path_parts_find(graph, start_block, sum, current, NULL, arena, parts);
}
