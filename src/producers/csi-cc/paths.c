/* paths.c - numbers the acyclic paths of a flow graph.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The order of nodes, of edges and of the queue below decides the numbers. A reader of the metadata recomputes some of them, so this order
 * is part of the format. Nothing here recurses, as graphs are as deep as functions are long. */
#include "csi.h"

#include <stdlib.h>

/* With more paths than this from a block on, its edges are cut. */
static const uint64_t split_limit = UINT64_MAX / 4;

uint32_t graph_node(struct path_graph *graph, LLVMBasicBlockRef block)
{
    graph->nodes = memory_grow(graph->nodes, &graph->nodes_capacity, (size_t)graph->node_count + 1, sizeof *graph->nodes);
    graph->nodes[graph->node_count] = (struct path_node){.block = block,
                                                         .first_out = NODE_NONE,
                                                         .last_out = NODE_NONE,
                                                         .first_in = NODE_NONE,
                                                         .last_in = NODE_NONE};
    return graph->node_count++;
}

uint32_t graph_edge(struct path_graph *graph, uint32_t source, uint32_t target, uint32_t successor, enum edge_kind kind)
{
    graph->edges = memory_grow(graph->edges, &graph->edges_capacity, (size_t)graph->edge_count + 1, sizeof *graph->edges);
    struct path_node *from = &graph->nodes[source], *to = &graph->nodes[target];
    uint32_t edge = graph->edge_count++;
    graph->edges[edge] = (struct path_edge){.source = source,
                                            .target = target,
                                            .successor = successor,
                                            .kind = kind,
                                            .next_out = NODE_NONE,
                                            .next_in = NODE_NONE,
                                            .root = NODE_NONE,
                                            .exit = NODE_NONE};
    *(from->last_out == NODE_NONE ? &from->first_out : &graph->edges[from->last_out].next_out) = edge;
    *(to->last_in == NODE_NONE ? &to->first_in : &graph->edges[to->last_in].next_in) = edge;
    from->last_out = to->last_in = edge;
    from->outs++;
    to->ins++;
    return edge;
}

void graph_back_edge(struct path_graph *graph, uint32_t source, uint32_t target, uint32_t successor)
{
    uint32_t edge = graph_edge(graph, source, target, successor, EDGE_BACK);
    uint32_t root = graph_edge(graph, NODE_ENTRY, target, 0, EDGE_PHONY);
    uint32_t exit = graph_edge(graph, source, NODE_EXIT, 0, EDGE_PHONY);
    graph->edges[edge].root = root;
    graph->edges[edge].exit = exit;
}

static bool counts(const struct path_edge *edge)
{
    return edge->kind == EDGE_NORMAL || edge->kind == EDGE_PHONY;
}

/* Weighs the out-edges of a node whose targets all have numbers. A sum that overflows stays at the largest number: then the node gets split, or
 * it is the entry of a function that csi-cc does not trace. */
static void weigh(struct path_graph *graph, uint32_t at)
{
    uint64_t sum = 0;
    for (uint32_t i = graph->nodes[at].first_out; i != NODE_NONE; i = graph->edges[i].next_out) {
        struct path_edge *edge = &graph->edges[i];
        if (!counts(edge))
            continue;
        edge->weight = sum;
        uint64_t more = graph->nodes[edge->target].paths;
        sum = sum > UINT64_MAX - more ? UINT64_MAX : sum + more;
    }
    graph->nodes[at].paths = sum;
}

/* Cuts all normal edges of a node: each gets its own start, and all of them share one end. */
static void split(struct path_graph *graph, uint32_t at)
{
    uint32_t end = graph_edge(graph, at, NODE_EXIT, 0, EDGE_PHONY);
    for (uint32_t i = graph->nodes[at].first_out; i != NODE_NONE; i = graph->edges[i].next_out) {
        if (graph->edges[i].kind != EDGE_NORMAL)
            continue;
        uint32_t root = graph_edge(graph, NODE_ENTRY, graph->edges[i].target, 0, EDGE_PHONY);
        struct path_edge *edge = &graph->edges[i];
        edge->kind = EDGE_SPLIT;
        edge->weight = 0;
        edge->root = root;
        edge->exit = end;
    }
    weigh(graph, at);
}

struct queue {
    uint32_t *items;
    size_t capacity, head, count;
};

static void queue_add(struct queue *queue, uint32_t item)
{
    queue->items = memory_grow(queue->items, &queue->capacity, queue->count + 1, sizeof *queue->items);
    queue->items[queue->count++] = item;
}

/* A node has its number now: its predecessors wait for one node less and may be ready themselves. */
static void announce(struct path_graph *graph, struct queue *queue, uint32_t at)
{
    for (uint32_t i = graph->nodes[at].first_in; i != NODE_NONE; i = graph->edges[i].next_in) {
        struct path_node *source = &graph->nodes[graph->edges[i].source];
        if (!counts(&graph->edges[i]) || source->paths)
            continue;
        source->waiting--;
        queue_add(queue, graph->edges[i].source);
    }
}

static void number(struct path_graph *graph)
{
    struct queue queue = {0};
    for (uint32_t i = 0; i < graph->edge_count; i++)
        if (counts(&graph->edges[i]) && i != graph->closing)
            graph->nodes[graph->edges[i].source].waiting++;
    queue_add(&queue, NODE_EXIT);
    while (queue.head < queue.count) {
        uint32_t at = queue.items[queue.head++];
        struct path_node *node = &graph->nodes[at];
        if (node->paths || node->waiting)
            continue;
        if (at == NODE_EXIT)
            node->paths = 1;
        else
            weigh(graph, at);
        if (node->paths > split_limit && at != NODE_ENTRY)
            split(graph, at);
        announce(graph, &queue, at);
    }
    free(queue.items);
}

/* Moves the starts of the sum down while blocks have one way in: the sum is certainly 0 until then and need not be set. */
static void push_starts(struct path_graph *graph)
{
    struct queue work = {0};
    graph->edges[graph->closing].start = true;
    queue_add(&work, graph->closing);
    while (work.head < work.count) {
        struct path_edge *edge = &graph->edges[work.items[work.head++]];
        const struct path_node *target = &graph->nodes[edge->target];
        if (target->ins > 1 || edge->target == NODE_EXIT)
            continue;
        for (uint32_t i = target->first_out; i != NODE_NONE; i = graph->edges[i].next_out) {
            if (graph->edges[i].kind == EDGE_SPLIT)
                continue;
            graph->edges[i].increment += edge->increment;
            graph->edges[i].start = true;
            queue_add(&work, i);
        }
        edge->increment = 0;
        edge->start = false;
    }
    free(work.items);
}

/* Moves the records up while blocks have one way out, so that each joins the last increment. */
static void push_records(struct path_graph *graph)
{
    struct queue work = {0};
    graph->edges[graph->closing].record = true;
    queue_add(&work, graph->closing);
    while (work.head < work.count) {
        struct path_edge *edge = &graph->edges[work.items[work.head++]];
        const struct path_node *source = &graph->nodes[edge->source];
        if (source->outs > 1 || edge->source == NODE_ENTRY || edge->start)
            continue;
        for (uint32_t i = source->first_in; i != NODE_NONE; i = graph->edges[i].next_in) {
            if (graph->edges[i].kind == EDGE_SPLIT)
                continue;
            graph->edges[i].increment += edge->increment;
            graph->edges[i].record = true;
            queue_add(&work, i);
        }
        edge->increment = 0;
        edge->record = false;
    }
    free(work.items);
}

uint64_t graph_number(struct path_graph *graph)
{
    graph->closing = graph_edge(graph, NODE_EXIT, NODE_ENTRY, 0, EDGE_NORMAL);
    number(graph);
    for (uint32_t i = 0; i < graph->edge_count; i++)
        graph->edges[i].increment = graph->edges[i].kind == EDGE_SPLIT ? 0 : graph->edges[i].weight;
    push_starts(graph);
    push_records(graph);
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        if (graph->edges[i].kind == EDGE_PHONY) {
            graph->nodes[graph->edges[i].source].outs--;
            graph->nodes[graph->edges[i].target].ins--;
        }
    }
    return graph->nodes[NODE_ENTRY].paths;
}
