/* path_graph_number.c - how many paths begin at each block, and which numbers belong to whom.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * NumPaths and weights as in Ball and Larus, MICRO 1996, figure 5; cut edges as in csi.md 3.2 and 3.3. Sums saturate: beyond 2^64-1 paths
 * numbers mean nothing, and no csi-cc writes such a function. */
#include "crash/metadata.h"
#include "crash/path_graph.h"
#include "crash/path_inside.h"

#include <stdlib.h>

/* ---- NumPaths ---- */

uint32_t path_split_behind(const struct path_graph *graph, uint32_t edge)
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

/* Does the edge lead to a stub with a "~>"? Its recorded weight is 0 and says nothing. */
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

/* The choices of one block go to the end of the list, which is in the order of the walk; `used` counts them. */
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
    if (splits) { /* numbered behind all others of the block */
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

/* The split edges of each split block, behind each other. */
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
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return (a->edge > b->edge) - (a->edge < b->edge);
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
    struct slice edge = path_edge_text(graph, root->edge, &graph->arena);
    struct slice other = before ? path_edge_text(graph, before->edge, &graph->arena) : (struct slice){0};
    unsigned long long from = root->from, end = before ? root_end(before) : 0;
    graph->tiles = false;
    if (!before)
        path_graph_warn(graph, "path numbers 0 to %llu belong to no edge: the first, %.*s, begins with %llu", from - 1, SLICE(edge), from);
    else if (end < from)
        path_graph_warn(graph, "path numbers %llu to %llu belong to no edge: %.*s ends before, %.*s begins behind", end, from - 1, SLICE(other), SLICE(edge));
    else
        path_graph_warn(graph, "path numbers %llu to %llu belong to two edges: %.*s and %.*s", from,
                        (unsigned long long)((root_end(root) < end ? root_end(root) : end) - 1), SLICE(other), SLICE(edge));
}

/* Sorted, the intervals begin at 0 and leave no gap and no overlap; the first failure is told. */
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

void path_graph_number(struct path_graph *graph)
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
