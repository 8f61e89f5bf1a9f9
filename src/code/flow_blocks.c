/* flow_blocks.c - basic blocks of a function and the postdominators of its instructions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A block is a run of instructions that follow one another in memory, entered only at its first and left only at its last. Postdominators
 * are computed of blocks; inside one, an instruction's is the next. Everything made here but the answers in the nodes is dropped. */
#include "code/flow_inside.h"
#include "code/symbols.h"

#include <stdlib.h>

static void add(struct flow_successors *s, uint32_t node)
{
    for (size_t i = 0; i < s->count && i < 2; i++)
        if (s->item[i] == node)
            return;
    s->item = array_grow(s->item, &s->capacity, s->count + 1, sizeof *s->item);
    s->item[s->count++] = node;
}

static void add_address(const struct flow_function *f, struct flow_successors *s, uint64_t address)
{
    size_t node;
    add(s, flow_node_at(f, address, &node) ? (uint32_t)node : s->exit);
}

/* The first edge from an address on. */
static size_t edges_from(const struct flow_function *f, uint64_t from)
{
    size_t low = 0, high = f->edge_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (f->edges[middle].from < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_computed(const struct flow_function *f, const struct flow_node *node, struct flow_successors *s)
{
    size_t to;
    for (size_t i = edges_from(f, node->address); i < f->edge_count && f->edges[i].from == node->address; i++)
        if (flow_node_at(f, f->edges[i].to, &to))
            add(s, (uint32_t)to);
    if (s->count == 0 || node->bits & NODE_OUTSIDE)
        add(s, s->exit);
}

static bool falls_through(const struct flow_node *node)
{
    return (node->flow == FLOW_NEXT && !(node->bits & NODE_ENDS))
           || (flow_is_call(node->flow) && node->bits & NODE_RETURNS);
}

void flow_successors(const struct flow_function *f, size_t number, struct flow_successors *s)
{
    const struct flow_node *node = &f->nodes[number];
    s->count = 0;
    if (falls_through(node) || node->flow == FLOW_BRANCH)
        add_address(f, s, node->address + node->length);
    if (node->flow == FLOW_BRANCH || node->flow == FLOW_JUMP)
        add_address(f, s, node->target);
    else if (node->flow == FLOW_INDIRECT)
        add_computed(f, node, s);
    if (s->count == 0)
        add(s, s->exit);
}

struct blocks {
    struct flow_function *f;
    uint32_t *block;            /* of an instruction that begins one */
    uint32_t *first, *last;     /* instructions of a block */
    uint32_t count;
    uint32_t *edge, *to;        /* successors, as struct flow_digraph wants them */
    size_t to_count, to_capacity;
};

/* Finds which instructions begin a block: all but those that only the instruction before in memory leads to. */
static bool *leaders(const struct flow_function *f, struct flow_successors *s)
{
    bool *leader = memory_allocate(f->node_count);
    uint8_t *ways = memory_allocate(f->node_count + 1);
    size_t node, next;
    if (f->node_count && flow_node_at(f, f->entry, &node))
        ways[node] = 2; /* the caller's way in */
    for (size_t i = 0; i < f->node_count; i++) {
        flow_successors(f, i, s);
        for (size_t k = 0; k < s->count; k++)
            ways[s->item[k]] = (uint8_t)(ways[s->item[k]] + (ways[s->item[k]] < 2));
        leader[i] = true;
    }
    for (size_t i = 0; i < f->node_count; i++) {
        const struct flow_node *n = &f->nodes[i];
        if (falls_through(n) && flow_node_at(f, n->address + n->length, &next) && ways[next] == 1)
            leader[next] = false;
    }
    free(ways);
    return leader;
}

/* Cuts the instructions into blocks; inside them the postdominators are settled at once. */
static void cut(struct blocks *b, const bool *leader)
{
    struct flow_function *f = b->f;
    for (size_t i = 0, next; i < f->node_count; i++) {
        if (!leader[i])
            continue;
        size_t at = i;
        while (falls_through(&f->nodes[at]) && flow_node_at(f, f->nodes[at].address + f->nodes[at].length, &next) && !leader[next]) {
            f->nodes[at].postdominator = (uint32_t)next;
            f->nodes[at].bits |= NODE_POSTDOMINATED;
            at = next;
        }
        b->block[i] = b->count;
        b->first[b->count] = (uint32_t)i;
        b->last[b->count++] = (uint32_t)at;
    }
}

static void connect(struct blocks *b, struct flow_successors *s)
{
    for (uint32_t i = 0; i < b->count; i++) {
        b->edge[i] = (uint32_t)b->to_count;
        flow_successors(b->f, b->last[i], s);
        b->to = array_grow(b->to, &b->to_capacity, b->to_count + s->count, sizeof *b->to);
        for (size_t k = 0; k < s->count; k++)
            b->to[b->to_count++] = s->item[k] == s->exit ? b->count : b->block[s->item[k]];
    }
    b->edge[b->count] = (uint32_t)b->to_count;
}

static void describe(struct blocks *b, uint32_t block, uint32_t postdominator)
{
    struct flow_function *f = b->f;
    struct flow_node *last = &f->nodes[b->last[block]];
    uint32_t ways = b->edge[block + 1] - b->edge[block];
    bool only_exit = ways == 1 && b->to[b->edge[block]] == b->count;
    last->bits = (uint8_t)(last->bits & ~(NODE_POSTDOMINATED | NODE_BRANCHES));
    if (postdominator != b->count) {
        last->bits |= NODE_POSTDOMINATED;
        last->postdominator = b->first[postdominator];
    }
    if (last->flow == FLOW_INDIRECT ? !only_exit || !(last->bits & (NODE_LEAVES | NODE_OUTSIDE)) : ways > 1)
        last->bits |= NODE_BRANCHES;
    if ((last->flow == FLOW_BRANCH || last->flow == FLOW_JUMP) && !flow_bytes(f, last->target).size)
        last->bits |= NODE_LEAVES;
}

void flow_solve(struct flow_function *f)
{
    size_t count = f->node_count + 1;
    struct flow_successors s = {.exit = (uint32_t)f->node_count};
    uint32_t *room = memory_allocate(count * 4 * sizeof *room), *postdominator = memory_allocate(count * sizeof *postdominator);
    struct blocks b = {.f = f, .block = room, .first = room + count, .last = room + 2 * count, .edge = room + 3 * count};
    bool *leader = leaders(f, &s);
    cut(&b, leader);
    connect(&b, &s);
    flow_postdominators(&(struct flow_digraph){b.count, b.edge, b.to}, postdominator);
    for (uint32_t i = 0; i < b.count; i++)
        describe(&b, i, postdominator[i]);
    free(leader);
    free(room);
    free(postdominator);
    free(b.to);
    free(s.item);
}
