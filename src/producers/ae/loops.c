/* loops.c - dominators and natural loops of a function (Larus 1990, section 4.1.1).  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Dominators as in Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm", 2001. A back edge is an edge whose destination dominates its source; a
 * header's loop is the union over its back edges. Two such loops are disjoint or nested, so a block needs to know its innermost loop only. The algorithm
 * takes headers from the inside out, and a block that is in a loop already represents that whole loop. */
#include "unit.h"

#include <stdlib.h>

/* Puts the blocks in reverse post-order; returns how many are reachable. */
static uint32_t order_blocks(struct graph *graph, uint32_t *order)
{
    uint32_t *stack = memory_allocate((graph->count + 1ul) * sizeof *stack), *next = memory_allocate((graph->count + 1ul) * sizeof *next);
    uint32_t depth = 0, done = 0;
    stack[depth++] = 0;
    graph->blocks[0].reachable = true;
    while (depth > 0) {
        uint32_t b = stack[depth - 1];
        struct block *block = &graph->blocks[b];
        if (next[b] < block->successors) {
            uint32_t to = graph->edges[block->successor + next[b]++];
            if (!graph->blocks[to].reachable) {
                graph->blocks[to].reachable = true;
                stack[depth++] = to;
            }
        } else {
            depth--;
            order[done++] = b;
        }
    }
    for (uint32_t i = 0; i < done / 2; i++) {
        uint32_t b = order[i];
        order[i] = order[done - 1 - i];
        order[done - 1 - i] = b;
    }
    for (uint32_t i = 0; i < done; i++)
        graph->blocks[order[i]].order = i;
    free(stack);
    free(next);
    return done;
}

static uint32_t intersect(const struct graph *graph, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (graph->blocks[a].order > graph->blocks[b].order)
            a = graph->blocks[a].dominator;
        while (graph->blocks[b].order > graph->blocks[a].order)
            b = graph->blocks[b].dominator;
    }
    return a;
}

static void find_dominators(struct graph *graph, const uint32_t *order, uint32_t count)
{
    graph->blocks[0].dominator = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < count; i++) {
            struct block *block = &graph->blocks[order[i]];
            uint32_t dominator = NONE;
            for (uint32_t p = 0; p < block->predecessors; p++) {
                uint32_t from = graph->back_edges[block->predecessor + p];
                if (graph->blocks[from].reachable && graph->blocks[from].dominator != NONE)
                    dominator = dominator == NONE ? from : intersect(graph, from, dominator);
            }
            changed |= dominator != block->dominator;
            block->dominator = dominator;
        }
    }
}

/* Does a dominate b? Walks up the dominator tree from b, no further than a can be. */
static bool dominates(const struct graph *graph, uint32_t a, uint32_t b)
{
    while (graph->blocks[b].order > graph->blocks[a].order)
        b = graph->blocks[b].dominator;
    return a == b;
}


/* Adds all blocks that reach the header's back edges without passing the header. */
static void flood(struct graph *graph, uint32_t loop, uint32_t *stack, uint32_t depth)
{
    uint32_t header = graph->loops[loop].header;
    while (depth > 0) {
        uint32_t b = stack[--depth];
        if (b == header || !graph->blocks[b].reachable)
            continue;
        uint32_t inner = graph->blocks[b].loop;
        if (inner != NONE) {
            while (inner != loop && graph->loops[inner].outer != NONE)
                inner = graph->loops[inner].outer;
            if (inner == loop)
                continue;
            graph->loops[inner].outer = loop;
            b = graph->loops[inner].header;
        } else {
            graph->blocks[b].loop = loop;
        }
        const struct block *block = &graph->blocks[b];
        for (uint32_t p = 0; p < block->predecessors; p++)
            stack[depth++] = graph->back_edges[block->predecessor + p];
    }
}

static void add_loop(struct graph *graph, uint32_t header, uint32_t *stack)
{
    const struct block *block = &graph->blocks[header];
    uint32_t depth = 0;
    for (uint32_t p = 0; p < block->predecessors; p++) {
        uint32_t from = graph->back_edges[block->predecessor + p];
        if (graph->blocks[from].reachable && dominates(graph, header, from))
            stack[depth++] = from;
    }
    if (depth == 0)
        return;
    uint32_t loop = graph->loop_count++;
    graph->loops[loop] = (struct loop){header, NONE};
    graph->blocks[header].loop = loop;
    flood(graph, loop, stack, depth);
}

/* Numbers the loops in order of their headers, as schemas do. */
static void renumber(struct graph *graph)
{
    uint32_t *number = memory_allocate((graph->loop_count + 1ul) * sizeof *number);
    uint32_t *loop_at = memory_allocate((graph->count + 1ul) * sizeof *loop_at), next = 0;
    struct loop *loops = memory_allocate((graph->loop_count + 1ul) * sizeof *loops);
    for (uint32_t l = 0; l < graph->loop_count; l++)
        loop_at[graph->loops[l].header] = l + 1;
    for (uint32_t b = 0; b < graph->count; b++)
        if (loop_at[b])
            number[loop_at[b] - 1] = next++;
    for (uint32_t l = 0; l < graph->loop_count; l++)
        loops[number[l]] = (struct loop){graph->loops[l].header, graph->loops[l].outer == NONE ? NONE : number[graph->loops[l].outer]};
    for (uint32_t b = 0; b < graph->count; b++)
        if (graph->blocks[b].loop != NONE)
            graph->blocks[b].loop = number[graph->blocks[b].loop];
    free(graph->loops);
    graph->loops = loops;
    free(number);
    free(loop_at);
}

void graph_find_loops(struct function *function)
{
    struct graph *graph = &function->graph;
    uint32_t *order = memory_allocate((graph->count + 1ul) * sizeof *order);
    uint32_t *stack = memory_allocate((graph->edge_count + graph->count + 1) * sizeof *stack);
    uint32_t count = order_blocks(graph, order);
    graph->loops = memory_allocate((graph->count + 1ul) * sizeof *graph->loops);
    find_dominators(graph, order, count);
    for (uint32_t i = count; i-- > 0;)
        add_loop(graph, order[i], stack);
    renumber(graph);
    free(order);
    free(stack);
}
