/* flow_dominators.c - postdominators of a graph.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lengauer, Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph", TOPLAS 1(1), 1979, the simple version, on the reversed
 * graph from the exit. The iteration of Cooper, Harvey and Kennedy (2001) is shorter, but quadratic on graphs that a hostile executable
 * can be made of. Endless loops are found as strongly connected components without successors (Tarjan, SIAM J. Computing 1(2), 1972) in the
 * part that does not reach the exit. All walks keep their stack in arrays: a graph may be a chain of a million nodes. */
#include "code/flow_inside.h"

#include <stdlib.h>

enum { UNKNOWN = UINT32_MAX };

/* The reversed graph: who has an edge to n, for all nodes and the exit. */
struct reverse {
    uint32_t *first, *item;
};

static uint32_t *numbers(size_t count, uint32_t value)
{
    uint32_t *array = memory_allocate(count * sizeof *array);
    for (size_t i = 0; value && i < count; i++)
        array[i] = value;
    return array;
}

static struct reverse reverse_make(const struct flow_digraph *graph)
{
    uint32_t edges = graph->first[graph->count];
    struct reverse reverse = {numbers((size_t)graph->count + 3, 0), numbers(edges, 0)};
    for (uint32_t e = 0; e < edges; e++)
        reverse.first[graph->successor[e] + 2]++;
    for (uint32_t n = 2; n < graph->count + 3; n++)
        reverse.first[n] += reverse.first[n - 1];
    for (uint32_t n = 0; n < graph->count; n++)
        for (uint32_t e = graph->first[n]; e < graph->first[n + 1]; e++)
            reverse.item[reverse.first[graph->successor[e] + 1]++] = n;
    return reverse;
}

static void reverse_free(struct reverse *reverse)
{
    free(reverse->first);
    free(reverse->item);
}

/* Marks everything that reaches the exit, given its direct predecessors as in the reversed graph. */
static bool mark_finite(const struct flow_digraph *graph, const struct reverse *reverse, bool *finite)
{
    uint32_t *stack = numbers((size_t)graph->count + 1, 0), depth = 0, marked = 0;
    finite[graph->count] = true;
    stack[depth++] = graph->count;
    while (depth) {
        uint32_t n = stack[--depth];
        marked++;
        for (uint32_t e = reverse->first[n]; e < reverse->first[n + 1]; e++)
            if (!finite[reverse->item[e]]) {
                finite[reverse->item[e]] = true;
                stack[depth++] = reverse->item[e];
            }
    }
    free(stack);
    return marked == graph->count + 1;
}

/* Tarjan's walk over the nodes that are not finite. */
struct components {
    const struct flow_digraph *graph;
    uint32_t *number, *low, *edge;      /* of the walk; the next edge to look at */
    uint32_t *open, *walk;              /* nodes of unfinished components; the path */
    bool *finished, *leaves;
    bool *onward;                       /* something below leads to a finished component */
    uint32_t opened, depth, next;
};

static void component_enter(struct components *c, uint32_t n)
{
    c->number[n] = c->low[n] = c->next++;
    c->edge[n] = c->graph->first[n];
    c->open[c->opened++] = n;
    c->walk[c->depth++] = n;
}

/* A component is complete: if nothing leads out of it, its highest node leaves. */
static void component_close(struct components *c, uint32_t root)
{
    uint32_t member, highest = root;
    bool sink = true;
    do {
        member = c->open[--c->opened];
        c->finished[member] = true;
        sink &= !c->onward[member];
        highest = member > highest ? member : highest;
    } while (member != root);
    if (sink)
        c->leaves[highest] = true;
}

static void component_step(struct components *c)
{
    uint32_t n = c->walk[c->depth - 1];
    while (c->edge[n] < c->graph->first[n + 1]) {
        uint32_t to = c->graph->successor[c->edge[n]++];
        if (c->number[to] == UNKNOWN) {
            component_enter(c, to);
            return;
        }
        if (c->finished[to])
            c->onward[n] = true;
        else if (c->number[to] < c->low[n])
            c->low[n] = c->number[to];
    }
    c->depth--;
    if (c->low[n] == c->number[n])
        component_close(c, n);
    if (c->depth) {
        uint32_t above = c->walk[c->depth - 1];
        if (c->finished[n])
            c->onward[above] = true;
        else if (c->low[n] < c->low[above])
            c->low[above] = c->low[n];
    }
}

static void find_endless(const struct flow_digraph *graph, const bool *finite, bool *leaves)
{
    size_t count = graph->count;
    uint32_t *room = numbers(count * 5, UNKNOWN);
    struct components c = {.graph = graph, .number = room, .low = room + count, .edge = room + 2 * count, .open = room + 3 * count,
                           .walk = room + 4 * count, .finished = memory_allocate(count), .onward = memory_allocate(count), .leaves = leaves};
    for (uint32_t n = 0; n < graph->count; n++) {
        if (finite[n] || c.number[n] != UNKNOWN)
            continue;
        component_enter(&c, n);
        while (c.depth)
            component_step(&c);
    }
    free(room);
    free(c.finished);
    free(c.onward);
}

/* Lengauer and Tarjan's state. Nodes are known by their number in the depth-first walk from the exit, which is 0. */
struct tree {
    const struct flow_digraph *graph;
    const bool *leaves;
    uint32_t *vertex, *number;          /* number -> node, node -> number */
    uint32_t *parent, *semi, *dominator;
    uint32_t *ancestor, *label;         /* the forest; ancestor UNKNOWN: a root */
    uint32_t *bucket, *chain;           /* first of a bucket, next in it */
    uint32_t *stack;
    uint32_t count;
};

static void tree_visit(struct tree *t, uint32_t node, uint32_t parent)
{
    uint32_t number = t->count++;
    t->number[node] = number;
    t->vertex[number] = node;
    t->parent[number] = parent;
    t->semi[number] = t->label[number] = number;
}

/* The depth-first walk against the edges; `edge` remembers how far a node's predecessors were looked at. */
static void tree_number(struct tree *t, const struct reverse *reverse)
{
    uint32_t exit = t->graph->count, depth = 0, leaver = 0;
    uint32_t *edge = numbers((size_t)exit + 1, 0);
    tree_visit(t, exit, 0);
    edge[exit] = reverse->first[exit];
    t->stack[depth++] = exit;
    while (depth) {
        uint32_t n = t->stack[depth - 1], next = UNKNOWN;
        while (next == UNKNOWN && edge[n] < reverse->first[n + 1])
            if (t->number[reverse->item[edge[n]++]] == UNKNOWN)
                next = reverse->item[edge[n] - 1];
        for (; n == exit && next == UNKNOWN && leaver < exit; leaver++)
            if (t->leaves[leaver] && t->number[leaver] == UNKNOWN)
                next = leaver;
        if (next == UNKNOWN) {
            depth--;
            continue;
        }
        tree_visit(t, next, t->number[n]);
        edge[next] = reverse->first[next];
        t->stack[depth++] = next;
    }
    free(edge);
}

/* The node with the least semidominator on the way up the forest; paths are shortened as they are walked. */
static uint32_t tree_evaluate(struct tree *t, uint32_t v)
{
    if (t->ancestor[v] == UNKNOWN)
        return v;
    uint32_t depth = 0;
    for (uint32_t u = v; t->ancestor[t->ancestor[u]] != UNKNOWN; u = t->ancestor[u])
        t->stack[depth++] = u;
    while (depth) {
        uint32_t u = t->stack[--depth], above = t->ancestor[u];
        if (t->semi[t->label[above]] < t->semi[t->label[u]])
            t->label[u] = t->label[above];
        t->ancestor[u] = t->ancestor[above];
    }
    return t->label[v];
}

static void tree_semidominator(struct tree *t, uint32_t w)
{
    uint32_t node = t->vertex[w];
    for (uint32_t e = t->graph->first[node]; e < t->graph->first[node + 1]; e++) {
        uint32_t u = tree_evaluate(t, t->number[t->graph->successor[e]]);
        if (t->semi[u] < t->semi[w])
            t->semi[w] = t->semi[u];
    }
    if (t->leaves[node])
        t->semi[w] = 0;
}

static void tree_dominators(struct tree *t)
{
    for (uint32_t w = t->count - 1; w > 0; w--) {
        uint32_t parent = t->parent[w];
        tree_semidominator(t, w);
        t->chain[w] = t->bucket[t->semi[w]];
        t->bucket[t->semi[w]] = w;
        t->ancestor[w] = parent;
        for (uint32_t v = t->bucket[parent]; v != UNKNOWN; v = t->chain[v]) {
            uint32_t u = tree_evaluate(t, v);
            t->dominator[v] = t->semi[u] < t->semi[v] ? u : parent;
        }
        t->bucket[parent] = UNKNOWN;
    }
    for (uint32_t w = 1; w < t->count; w++)
        if (t->dominator[w] != t->semi[w])
            t->dominator[w] = t->dominator[t->dominator[w]];
}

void flow_postdominators(const struct flow_digraph *graph, uint32_t *result)
{
    size_t count = (size_t)graph->count + 1;
    struct reverse reverse = reverse_make(graph);
    bool *finite = memory_allocate(count), *leaves = memory_allocate(count);
    if (!mark_finite(graph, &reverse, finite))
        find_endless(graph, finite, leaves);
    uint32_t *room = numbers(count * 10, UNKNOWN);
    struct tree t = {.graph = graph, .leaves = leaves, .vertex = room, .number = room + count, .parent = room + 2 * count,
                     .semi = room + 3 * count, .dominator = room + 4 * count, .ancestor = room + 5 * count, .label = room + 6 * count,
                     .bucket = room + 7 * count, .chain = room + 8 * count, .stack = room + 9 * count};
    tree_number(&t, &reverse);
    tree_dominators(&t);
    for (uint32_t w = 1; w < t.count; w++)
        result[t.vertex[w]] = t.vertex[t.dominator[w]];
    free(room);
    free(finite);
    free(leaves);
    reverse_free(&reverse);
}
