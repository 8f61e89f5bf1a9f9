/* path_graph.c - a function's graph: neighbours, kinds of edges, stubs and record markers.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The kinds of "~>" edges are found by replaying the compiler's depth-first search (csi.md 3.1): it pushes all successors and visits the last
 * one first. In an irreducible graph any other order would call other edges backward. */
#include "crash/metadata.h"
#include "crash/path_graph.h"
#include "crash/path_inside.h"


#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Neighbours ---- */

/* Edges by source (or target), in the order of the text: counting, then filling. */
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

struct search {
    uint8_t *colours;
    uint32_t *stack;                /* a block may stand on it more than once, but no edge pushes twice */
    size_t depth;
};

static void visit(struct path_graph *graph, struct search *search, uint32_t block)
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

/* A "~>" that the search does not reach counts as a backedge, as nearly all are. */
static void classify_edges(struct path_graph *graph)
{
    const struct csi_function *function = graph->function;
    struct search search = {memory_allocate(function->block_count), memory_allocate((function->edge_count + 1) * sizeof *search.stack), 1};
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

/* Blocks behind the targets of their "->" edges (Kahn 1962, on the reversed graph). */
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

/* A tail leads to EXIT through blocks with one successor each. Targets come first in the order. */
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

/* Which markers the block's list has: the graph tells the three kinds apart (csi.md 2). */
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
            path_graph_warn(graph, "block %u: record marker %zu of its list fits no path's end", block->id, i + 1);
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

void path_graph_warn(struct path_graph *graph, const char *format, ...)
{
    if (graph->warning_total++ >= PATH_WARNINGS_KEPT)
        return;
    va_list arguments;
    va_start(arguments, format);
    char line[256];
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    graph->warnings = array_grow(graph->warnings, &graph->warning_capacity, graph->warning_count + 1, sizeof *graph->warnings);
    graph->warnings[graph->warning_count++] = arena_copy(&graph->arena, slice_of(line));
}

/* ---- Answers ---- */

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

struct slice path_graph_warning(const struct path_graph *graph, size_t i)
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

struct slice path_edge_text(const struct path_graph *graph, uint32_t edge, struct arena *arena)
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
