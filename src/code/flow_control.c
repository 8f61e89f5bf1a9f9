/* flow_control.c - which branches an instruction depends upon, and what leads to it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ferrante, Ottenstein and Warren mark, for each edge from a branch, the nodes on the way up the tree of postdominators from where it leads to below the
 * branch's own postdominator. Asked of one node, that is turned round: the edges that lead into its subtree, from outside of it or from itself. The nodes are
 * numbered as a walk through the tree comes to them, so that a subtree is a range of numbers, and the edges are sorted by the number of where they lead. */
#include "code/flow_inside.h"
#include "code/symbols.h"

#include <stdlib.h>

struct control_edge {
    uint32_t from, to;          /* node numbers */
    bool branches;
};

struct flow_control {
    uint32_t *enter, *leave;    /* of each node, and the exit: its subtree has the numbers enter ... leave - 1 */
    struct control_edge *arrivals;      /* by `to` */
    uint32_t *first;            /* of the arrivals of a node; one more at the end */
    struct control_edge *branches;      /* those that branch, by enter[to] */
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

/* Children of each node, as lists: first[n] ... first[n + 1] - 1 of item. */
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

/* Walks through the tree from the exit; a function may be a chain of a million instructions, so the way back is kept in an array. */
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

/* Where node numbers are their places in the code, sorting by `to` is counting. */
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

/* The first branch edge that leads to a number from this one on. */
static size_t branch_from(const struct flow_control *control, uint32_t number)
{
    size_t low = 0, high = control->branch_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (control->enter[control->branches[middle].to] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
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
