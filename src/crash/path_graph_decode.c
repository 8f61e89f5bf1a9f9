/* path_graph_decode.c - from a recorded number to the blocks of its path.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/metadata.h"
#include "crash/path_graph.h"
#include "crash/path_inside.h"

#include <stdlib.h>
#include <string.h>

static bool root_holds(const struct path_root *root, uint64_t number)
{
    return number >= root->from && number - root->from < root->length;
}

/* The root whose interval holds the number: the last that begins at or below it, or where intervals overlap one before. NULL: none. */
static const struct path_root *find_root(const struct path_graph *graph, uint64_t number)
{
    size_t low = 0, high = graph->root_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (graph->roots[middle].from <= number)
            low = middle + 1;
        else
            high = middle;
    }
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

/* The choice with the largest weight that the rest still holds; NULL: the block is a dead end. */
static const struct path_choice *choose(const struct path_graph *graph, uint32_t block, uint64_t rest)
{
    size_t low = graph->choice_first[2 * (size_t)block], high = graph->choice_first[2 * (size_t)block + 1], first = low;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (graph->choices[middle].weight <= rest)
            low = middle + 1;
        else
            high = middle;
    }
    return low > first ? &graph->choices[low - 1] : NULL;
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

/* Walks down from a block, taking the rest apart; ends at EXIT, at a "~>" edge or at a shared exit. */
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
    size_t low = graph->out.first[block], high = graph->out.first[block + 1];
    while (low < high) { /* the edges of a block stand in the order of the text */
        size_t middle = low + (high - low) / 2;
        if (graph->out.items[middle] < path->end_edge)
            low = middle + 1;
        else
            high = middle;
    }
    *edges = graph->out.items + low;
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
