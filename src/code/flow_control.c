/* flow_control.c - postdominators of a graph; the branches that an instruction depends upon.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/flow_graph.h"
#include "code/symbols.h"

#include <stdlib.h>

/* ---- Postdominators of a graph ----
 *
 * Lengauer, Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph", TOPLAS 1(1), 1979, the simple version, on the reversed graph from the exit. The
 * iteration of Cooper, Harvey and Kennedy (2001) is shorter, but quadratic on graphs that a hostile executable can produce. Endless loops are the strongly
 * connected components without successors (Tarjan, SIAM J. Computing 1(2), 1972) in the part that does not reach the exit. All walks keep their stack in
 * arrays: a graph may be a chain of a million nodes. */

enum { UNKNOWN = UINT32_MAX };

/* The reversed graph: the predecessors of every node and of the exit. */
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

/* Marks every node that reaches the exit, by the reversed graph. True: all do. */
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

/* Tarjan's walk over the nodes that cannot reach the exit. */
struct components {
    const struct flow_digraph *graph;
    uint32_t *number, *low, *edge;      /* number and low: of Tarjan's walk; edge: the next one to follow */
    uint32_t *open, *walk;              /* nodes of unfinished components; the path */
    bool *finished, *leaves;
    bool *onward;                       /* a node below leads to a finished component */
    uint32_t opened, depth, next;
};

static void component_enter(struct components *c, uint32_t n)
{
    c->number[n] = c->low[n] = c->next++;
    c->edge[n] = c->graph->first[n];
    c->open[c->opened++] = n;
    c->walk[c->depth++] = n;
}

/* Completes a component: if no edge leaves it, its highest node gets one to the exit. */
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

/* Lengauer and Tarjan's state. Nodes go by their number in the depth-first walk from the exit; the exit is 0. */
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

/* The depth-first walk against the edges; `edge` is the next predecessor of a node to visit. */
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

/* The node with the least semidominator on the way up the forest. Shortens paths as it walks them. */
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

/* ---- The branches that an instruction depends upon, and the edges into it ----
 *
 * For each edge from a branch, Ferrante, Ottenstein and Warren mark nodes in the tree of postdominators, from the edge's target up to below the branch's own
 * postdominator. For a single node clew asks the reverse: which edges lead into its subtree from outside, or from the node itself? Nodes are numbered in the
 * order of a walk through the tree, so a subtree is a range of numbers; edges are sorted by the number of their target. */

struct control_edge {
    uint32_t from, to;          /* node numbers */
    bool branches;
};

struct flow_control {
    uint32_t *enter, *leave;    /* for each node and the exit: its subtree has the numbers enter ... leave - 1 */
    struct control_edge *arrivals;      /* by `to` */
    uint32_t *first;            /* of a node's arrivals; one more at the end */
    struct control_edge *branches;      /* edges from branches, by enter[to] */
    size_t branch_count;
};

void flow_control_free(struct flow_control *control)
{
    if (!control)
        return;
    free(control->enter);
    free(control->leave);
    free(control->arrivals);
    free(control->first);
    free(control->branches);
    free(control);
}

static uint32_t parent_of(const struct flow_function *f, size_t node)
{
    return f->nodes[node].bits & NODE_POSTDOMINATED ? f->nodes[node].postdominator : (uint32_t)f->node_count;
}

/* The children of each node: item[first[n]] ... item[first[n + 1] - 1]. */
static void list_children(const struct flow_function *f, uint32_t *first, uint32_t *item)
{
    size_t count = f->node_count;
    for (size_t i = 0; i < count; i++)
        first[parent_of(f, i) + 2]++;
    for (size_t n = 2; n < count + 3; n++)
        first[n] += first[n - 1];
    for (size_t i = 0; i < count; i++)
        item[first[parent_of(f, i) + 1]++] = (uint32_t)i;
}

/* Walks through the tree from the exit. A function may be a chain of a million instructions, so an array keeps the way back. */
static void number_tree(const struct flow_function *f, struct flow_control *control)
{
    size_t count = f->node_count;
    uint32_t *first = memory_allocate((count + 3) * sizeof *first), *item = memory_allocate((count + 1) * sizeof *item);
    uint32_t *walk = memory_allocate((count + 1) * sizeof *walk), *next = memory_allocate((count + 1) * sizeof *next);
    uint32_t depth = 0, number = 0;
    list_children(f, first, item);
    walk[depth++] = (uint32_t)count;
    next[count] = first[count];
    control->enter[count] = number++;
    while (depth) {
        uint32_t node = walk[depth - 1];
        if (next[node] == first[node + 1]) {
            control->leave[node] = number;
            depth--;
            continue;
        }
        uint32_t child = item[next[node]++];
        control->enter[child] = number++;
        next[child] = first[child];
        walk[depth++] = child;
    }
    free(first);
    free(item);
    free(walk);
    free(next);
}

/* Node numbers follow the code, so counting sorts by `to`. */
static void gather_edges(const struct flow_function *f, struct flow_control *control)
{
    struct flow_successors s = {.exit = (uint32_t)f->node_count};
    struct control_edge *edges = NULL;
    size_t count = 0, capacity = 0;
    control->first = memory_allocate((f->node_count + 3) * sizeof *control->first);
    for (size_t i = 0; i < f->node_count; i++) {
        flow_successors(f, i, &s);
        edges = array_grow(edges, &capacity, count + s.count, sizeof *edges);
        for (size_t k = 0; k < s.count; k++) {
            if (s.item[k] == s.exit)
                continue;
            edges[count++] = (struct control_edge){(uint32_t)i, s.item[k], s.count > 1};
            control->first[s.item[k] + 2]++;
        }
    }
    for (size_t n = 2; n < f->node_count + 3; n++)
        control->first[n] += control->first[n - 1];
    control->arrivals = memory_allocate((count + 1) * sizeof *edges);
    for (size_t i = 0; i < count; i++)
        control->arrivals[control->first[edges[i].to + 1]++] = edges[i];
    free(edges);
    free(s.item);
}

static void sort_branches(const struct flow_function *f, struct flow_control *control)
{
    uint32_t *node_at = memory_allocate((f->node_count + 1) * sizeof *node_at);
    control->branches = memory_allocate(((size_t)control->first[f->node_count] + 1) * sizeof *control->branches);
    for (uint32_t i = 0; i <= f->node_count; i++)
        node_at[control->enter[i]] = i;
    for (size_t number = 0; number <= f->node_count; number++) {
        uint32_t to = node_at[number];
        for (uint32_t e = to < f->node_count ? control->first[to] : 0; to < f->node_count && e < control->first[to + 1]; e++)
            if (control->arrivals[e].branches)
                control->branches[control->branch_count++] = control->arrivals[e];
    }
    free(node_at);
}

static const struct flow_control *control_of(struct flow_function *f)
{
    if (f->control)
        return f->control;
    struct flow_control *control = f->control = memory_allocate(sizeof *control);
    control->enter = memory_allocate((f->node_count + 1) * sizeof *control->enter);
    control->leave = memory_allocate((f->node_count + 1) * sizeof *control->leave);
    number_tree(f, control);
    gather_edges(f, control);
    sort_branches(f, control);
    return control;
}

static void add_arc(const struct flow_function *f, const struct control_edge *edge, struct flow_arcs *arcs)
{
    arcs->items = array_grow(arcs->items, &arcs->capacity, arcs->count + 1, sizeof *arcs->items);
    arcs->items[arcs->count++] = (struct flow_arc){f->nodes[edge->from].address, f->nodes[edge->to].address, edge->branches};
}

/* The first branch edge that leads to this number or a higher one. */
static size_t branch_from(const struct flow_control *control, uint32_t number)
{
    LOWER_BOUND(size_t, at, 0, control->branch_count, control->enter[control->branches[at].to] < number);
    return at;
}

static struct flow_function *find(struct flow_graphs *flow, uint64_t address, size_t *node, struct flow_arcs *arcs)
{
    arcs->count = 0;
    if (!flow->decoder || symbols_in_plt(flow->symbols, address))
        return NULL;
    struct flow_function *f = flow_built_at(flow, address);
    return f && flow_node_at(f, address, node) ? f : NULL;
}

bool flow_control(struct flow_graphs *flow, uint64_t address, struct flow_arcs *arcs)
{
    size_t node;
    struct flow_function *f = find(flow, address, &node, arcs);
    if (!f)
        return false;
    const struct flow_control *control = control_of(f);
    uint32_t enter = control->enter[node], leave = control->leave[node];
    for (size_t i = branch_from(control, enter); i < control->branch_count && control->enter[control->branches[i].to] < leave; i++) {
        uint32_t from = control->enter[control->branches[i].from];
        if (from <= enter || from >= leave)
            add_arc(f, &control->branches[i], arcs);
    }
    return true;
}

bool flow_arrivals(struct flow_graphs *flow, uint64_t address, struct flow_arcs *arcs)
{
    size_t node;
    struct flow_function *f = find(flow, address, &node, arcs);
    if (!f)
        return false;
    const struct flow_control *control = control_of(f);
    for (uint32_t e = control->first[node]; e < control->first[node + 1]; e++)
        add_arc(f, &control->arrivals[e], arcs);
    return true;
}
