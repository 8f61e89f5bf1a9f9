/* metadata_graph.c - what must hold of the edges of a function's metadata.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two searches in depth with a stack of their own: graphs are as deep as they have blocks. */
#include "crash/metadata_inside.h"

#include <stdlib.h>

/* The edges out of each block: edges[first[b]] up to edges[first[b + 1]], in the order of the text. */
struct successors {
    size_t *first, *edges;
};

static struct successors successors_make(const struct csi_function *function)
{
    size_t blocks = function->block_count;
    struct successors successors = {memory_allocate((blocks + 2) * sizeof(size_t)), memory_allocate(function->edge_count * sizeof(size_t))};
    size_t *place = successors.first + 1; /* of the next edge of a block; in the end its first[b + 1] */
    for (size_t i = 0; i < function->edge_count; i++)
        place[function->edges[i].source + 1]++;
    for (size_t b = 1; b <= blocks; b++)
        place[b] += place[b - 1];
    for (size_t i = 0; i < function->edge_count; i++)
        successors.edges[place[function->edges[i].source]++] = i;
    return successors;
}

static void successors_free(struct successors *successors)
{
    free(successors->first);
    free(successors->edges);
}

enum colour { WHITE, GREY, BLACK };     /* not seen; on the way down; done */

struct search {
    const struct csi_function *function;
    struct successors successors;
    size_t *next;                       /* of each block: the edge to look at next, an index of successors.edges */
    uint32_t *stack;
    unsigned char *colours;
};

/* Goes down from one block along "->" edges; true: *edge leads back to a block on the way down. */
static bool cycle_below(struct search *search, uint32_t root, size_t *edge)
{
    size_t depth = 0;
    search->stack[depth++] = root;
    search->colours[root] = GREY;
    while (depth) {
        uint32_t block = search->stack[depth - 1];
        if (search->next[block] == search->successors.first[block + 1]) {
            search->colours[block] = BLACK;
            depth--;
            continue;
        }
        *edge = search->successors.edges[search->next[block]++];
        const struct csi_edge *way = &search->function->edges[*edge];
        if (way->back)
            continue;
        if (search->colours[way->target] == GREY)
            return true;
        if (search->colours[way->target] == WHITE) {
            search->colours[way->target] = GREY;
            search->stack[depth++] = way->target;
        }
    }
    return false;
}

bool csi_graph_cycle(const struct csi_function *function, size_t *edge)
{
    size_t blocks = function->block_count;
    struct search search = {function, successors_make(function), memory_allocate(blocks * sizeof(size_t)),
                            memory_allocate(blocks * sizeof(uint32_t)), memory_allocate(blocks)};
    bool found = false;
    for (size_t b = 0; b < blocks; b++)
        search.next[b] = search.successors.first[b];
    for (size_t b = 0; b < blocks && !found; b++)
        found = search.colours[b] == WHITE && cycle_below(&search, (uint32_t)b, edge);
    successors_free(&search.successors);
    free(search.next);
    free(search.stack);
    free(search.colours);
    return found;
}

size_t csi_graph_unreached(const struct csi_function *function, uint32_t *first)
{
    size_t blocks = function->block_count, depth = 0, unreached = 0;
    struct successors successors = successors_make(function);
    uint32_t *stack = memory_allocate(blocks * sizeof *stack);
    bool *seen = memory_allocate(blocks * sizeof *seen);
    stack[depth++] = function->entry;
    seen[function->entry] = true;
    while (depth) {
        uint32_t block = stack[--depth];
        for (size_t i = successors.first[block]; i < successors.first[block + 1]; i++) {
            uint32_t target = function->edges[successors.edges[i]].target;
            if (!seen[target])
                stack[depth++] = target;
            seen[target] = true;
        }
    }
    for (size_t b = blocks; b-- > 0;)
        if (!seen[b] && b != function->exit) {
            *first = (uint32_t)b;
            unreached++;
        }
    successors_free(&successors);
    free(stack);
    free(seen);
    return unreached;
}
