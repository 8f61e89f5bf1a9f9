/* flow_graph.c - decodes a function by recursive descent; finds its basic blocks and postdominators.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * It first decodes what the entry and the observed targets of computed jumps reach. Then it sweeps the rest of the function's ranges (unseen targets of
 * computed jumps, landing pads of exceptions, padding) from the lowest address on, except where that would cut a known instruction. Overlapping instructions
 * stay if jumps lead to them: hand-written code jumps past a lock prefix. */
#include "code/flow_graph.h"
#include "code/symbols.h"

#include <stdlib.h>

static void push_pending(struct flow_function *f, uint64_t address)
{
    f->pending = array_grow(f->pending, &f->pending_capacity, f->pending_count + 1, sizeof *f->pending);
    f->pending[f->pending_count++] = address;
}

void flow_reach(struct flow_function *f, uint64_t from, uint64_t to, bool jump)
{
    uint64_t bit;
    struct flow_cell *cell = flow_cell(f, to, &bit);
    if (!cell)
        return;
    if (jump) {
        uint64_t before = 0;
        map_get(&f->targets, to, &before);
        f->ways = array_grow(f->ways, &f->way_capacity, f->way_count + 1, sizeof *f->ways);
        f->ways[f->way_count++] = (struct flow_way){from, (size_t)before};
        map_put(&f->targets, to, f->way_count);
    } else if (cell->follows & bit) {
        cell->unknown |= bit; /* overlapping instructions meet here */
    }
    cell->follows |= jump ? 0 : bit;
    if (!(cell->starts & bit))
        push_pending(f, to);
}

/* Marks the bytes of an instruction. False: it overlaps another one during the sweep. */
static bool mark(struct flow_function *f, uint64_t address, size_t length)
{
    uint64_t bit;
    for (size_t i = 0; f->sweeping && i < length; i++) {
        const struct flow_cell *cell = flow_cell(f, address + i, &bit);
        if (!cell || (cell->starts | cell->inside) & bit)
            return false;
    }
    for (size_t i = 0; i < length; i++) {
        struct flow_cell *cell = flow_cell(f, address + i, &bit);
        if (cell)
            *(i ? &cell->inside : &cell->starts) |= bit;
    }
    return true;
}

static void prove(struct flow_graphs *flow, struct flow_function *f)
{
    if (!f->sweeping)
        flow_prove(flow, f);
}

/* A jump to, or a fall into, an address outside the function: f returns if the function there does. */
static void leave(struct flow_graphs *flow, struct flow_function *f, uint64_t target)
{
    struct flow_function *callee;
    enum flow_verdict verdict = flow_callee(flow, target, &callee);
    if (verdict == VERDICT_RETURNS)
        prove(flow, f);
    else if (verdict == VERDICT_OPEN && !f->sweeping && f->verdict == VERDICT_OPEN)
        flow_wait(flow, f, SIZE_MAX, callee);
}

static void enter(struct flow_graphs *flow, struct flow_function *f, uint64_t from, uint64_t target, bool jump)
{
    if (flow_bytes(f, target).size || (jump && flow_claim(flow, f, target)))
        flow_reach(f, from, target, jump);
    else
        leave(flow, f, target);
}

static void step_call(struct flow_graphs *flow, struct flow_function *f, size_t node)
{
    struct flow_node *call = &f->nodes[node];
    uint64_t next = call->address + call->length, bit;
    struct flow_function *callee;
    struct flow_cell *inside = flow_cell(f, call->target, &bit);
    if (!flow_bytes(f, next).size)
        return; /* compilers put no code after a call that does not return, but do after every other */
    if (inside && call->target != f->entry) {
        inside->unknown |= bit; /* call 1f; 1: pop - an instruction of its own, but not a successor */
        push_pending(f, call->target);
    }
    enum flow_verdict verdict = call->flow == FLOW_CALL ? flow_callee(flow, call->target, &callee) : VERDICT_RETURNS;
    if (verdict == VERDICT_OPEN) {
        flow_wait(flow, f, node, callee);
    } else if (verdict == VERDICT_RETURNS) {
        call->bits |= NODE_RETURNS;
        flow_reach(f, call->address, next, false);
    }
}

/* Remembers which registers hold addresses of tables: compilers hoist them out of loops. */
static void note_base(struct flow_function *f, const struct decoded *d)
{
    const struct operand *to = &d->operand[0], *from = &d->operand[1];
    if (d->operands != 2 || to->kind != OPERAND_REGISTER || to->size != 8 || to->reg < 0 || to->reg > 15)
        return;
    uint64_t value = (uint64_t)from->displacement;
    if (d->operation != OPERATION_ADDRESS || from->kind != OPERAND_MEMORY || !from->rip_relative)
        return;
    for (size_t i = 0; i < f->base_count; i++)
        if (f->bases[i].reg == to->reg && f->bases[i].value == value)
            return;
    if (f->base_count < FLOW_BASES_MAX)
        f->bases[f->base_count++] = (struct flow_base){value, to->reg};
}

static void step_indirect(struct flow_function *f, struct flow_node *node, const struct decoded *d)
{
    const struct operand *target = &d->operand[0];
    if (d->operands == 1 && target->kind == OPERAND_MEMORY && target->rip_relative)
        node->bits |= NODE_LEAVES; /* through a slot that the dynamic linker fills */
    f->jumps = array_grow(f->jumps, &f->jump_capacity, f->jump_count + 1, sizeof *f->jumps);
    f->jumps[f->jump_count++] = node->address;
    for (size_t i = 0; i < f->observed_count; i++)
        if (f->observed[i].from == node->address)
            flow_reach(f, node->address, f->observed[i].to, true);
}

/* Filler between two pieces of code: it leads to the code after it, but nothing leads to it. */
static bool is_filler(const struct flow_function *f, const struct decoded *d)
{
    bool same = d->operand[0].kind == OPERAND_REGISTER && d->operand[1].kind == OPERAND_REGISTER && d->operand[0].reg == d->operand[1].reg;
    return f->sweeping && (d->operation == OPERATION_NOTHING || (d->operation == OPERATION_EXCHANGE && same));
}

static void step_next(struct flow_graphs *flow, struct flow_function *f, struct flow_node *node, const struct decoded *d)
{
    if (d->operation == OPERATION_SYSTEM_CALL && flow_system_call_ends(flow, f, node->address))
        node->bits |= NODE_ENDS;
    else if (!is_filler(f, d) || !flow_starts(f, node->address + node->length))
        enter(flow, f, node->address, node->address + node->length, false);
}

/* Adds the edges to an instruction's successors. */
static void step_onward(struct flow_graphs *flow, struct flow_function *f, size_t number, const struct decoded *d)
{
    struct flow_node *node = &f->nodes[number];
    switch (d->flow) {
    case FLOW_NEXT:
        step_next(flow, f, node, d);
        break;
    case FLOW_BRANCH:
        enter(flow, f, node->address, d->target, true);
        enter(flow, f, node->address, node->address + node->length, false);
        break;
    case FLOW_JUMP:
        enter(flow, f, node->address, d->target, true);
        break;
    case FLOW_INDIRECT:
        step_indirect(f, node, d);
        break;
    case FLOW_CALL:
    case FLOW_CALL_INDIRECT:
        step_call(flow, f, number);
        break;
    case FLOW_RETURN:
        prove(flow, f);
        break;
    case FLOW_STOP:
        break;
    }
}

static void step(struct flow_graphs *flow, struct flow_function *f, uint64_t address)
{
    struct decoded decoded;
    if (flow_starts(f, address))
        return;
    if (!decoder_decode(flow->decoder, flow_bytes(f, address), address, &decoded) || decoded.length == 0) {
        prove(flow, f); /* an instruction newer than the decoder: assume that it goes on */
        return;
    }
    if (!mark(f, address, decoded.length))
        return;
    note_base(f, &decoded);
    f->nodes = array_grow(f->nodes, &f->node_capacity, f->node_count + 1, sizeof *f->nodes);
    f->nodes[f->node_count++] = (struct flow_node){address, decoded.target, 0, decoded.length, (uint8_t)decoded.flow, 0};
    step_onward(flow, f, f->node_count - 1, &decoded);
}

static void try_jump(struct flow_graphs *flow, struct flow_function *f, uint64_t jump)
{
    size_t known = f->edge_count;
    if (!flow_table_read(flow, f, jump, false)) {
        prove(flow, f); /* it may lead anywhere */
        return;
    }
    for (size_t i = known; i < f->edge_count; i++)
        flow_reach(f, jump, f->edges[i].to, true);
}

void flow_explore(struct flow_graphs *flow, struct flow_function *f, bool all)
{
    while (f->pending_count || f->jumps_tried < f->jump_count) {
        if (!all && f->verdict != VERDICT_OPEN)
            return;
        if (f->pending_count)
            step(flow, f, f->pending[--f->pending_count]);
        else
            try_jump(flow, f, f->jumps[f->jumps_tried++]);
    }
}

/* Explores until nothing waits for a verdict. */
static void complete(struct flow_graphs *flow, struct flow_function *f)
{
    flow_explore(flow, f, true);
    while (f->parked) {
        flow_decide_calls(flow, f);
        flow_explore(flow, f, true);
    }
}

/* The first byte at or after `from` that belongs to no instruction; else the range's size. */
static size_t next_gap(const struct flow_range *range, size_t from)
{
    while (from < range->bytes.size) {
        const struct flow_cell *cell = &range->cells[from / 64];
        uint64_t free = ~(cell->starts | cell->inside) >> from % 64;
        if (free)
            return from + (size_t)__builtin_ctzll(free);
        from = (from / 64 + 1) * 64;
    }
    return range->bytes.size;
}

static void sweep(struct flow_graphs *flow, struct flow_function *f)
{
    f->sweeping = true;
    for (size_t i = 0; i < f->range_count; i++)
        for (size_t at = 0; (at = next_gap(&f->ranges[i], at)) < f->ranges[i].bytes.size; at++) {
            uint64_t bit, address = f->ranges[i].address + at;
            struct flow_cell *cell = flow_cell(f, address, &bit);
            if (!cell)
                break; /* never: the address is in a range */
            cell->unknown |= bit; /* what leads here is unknown */
            flow_reach(f, 0, address, false);
            complete(flow, f);
        }
}

static int by_address(const void *a, const void *b)
{
    const struct flow_range *x = a, *y = b;
    return COMPARE(x->address, y->address);
}

/* Sorts the instructions by address: an instruction's number is then the count of starts before it. */
static void order(struct flow_function *f)
{
    struct flow_node *ordered = memory_allocate(f->node_count * sizeof *ordered);
    uint32_t count = 0;
    size_t number;
    qsort(f->ranges, f->range_count, sizeof *f->ranges, by_address);
    for (size_t i = 0; i < f->range_count; i++)
        for (size_t cell = 0; cell <= f->ranges[i].bytes.size / 64; cell++) {
            f->ranges[i].cells[cell].before = count;
            count += (uint32_t)__builtin_popcountll(f->ranges[i].cells[cell].starts);
        }
    f->decoded = true;
    for (size_t i = 0; i < f->node_count; i++)
        if (flow_node_at(f, f->nodes[i].address, &number))
            ordered[number] = f->nodes[i];
    free(f->nodes);
    f->nodes = ordered;
    f->node_capacity = f->node_count;
}

bool flow_node_at(const struct flow_function *f, uint64_t address, size_t *node)
{
    uint64_t bit;
    const struct flow_cell *cell = flow_cell(f, address, &bit);
    if (!f->decoded || !cell || !(cell->starts & bit))
        return false;
    *node = cell->before + (size_t)__builtin_popcountll(cell->starts & (bit - 1));
    return true;
}

static int by_edge(const void *a, const void *b)
{
    const struct flow_edge *x = a, *y = b;
    COMPARE_FIRST(x->from, y->from);
    return COMPARE(x->to, y->to);
}

/* Tries all computed jumps once more when everything is decoded: ways found later may forbid or allow a table. */
static void settle_tables(struct flow_graphs *flow, struct flow_function *f)
{
    f->edge_count = f->entries_read = 0;
    for (size_t i = 0; i < f->jump_count; i++)
        flow_table_read(flow, f, f->jumps[i], true);
}

/* Merges observed edges with those read from tables, sorted and without repeats. */
static void settle_edges(struct flow_function *f)
{
    size_t count = 0, node;
    f->edges = array_grow(f->edges, &f->edge_capacity, f->edge_count + f->observed_count, sizeof *f->edges);
    for (size_t i = 0; i < f->observed_count; i++) {
        f->edges[f->edge_count++] = f->observed[i];
        if (f->observed[i].to == FLOW_OUTSIDE && flow_node_at(f, f->observed[i].from, &node))
            f->nodes[node].bits |= NODE_OUTSIDE;
    }
    if (f->edge_count)
        qsort(f->edges, f->edge_count, sizeof *f->edges, by_edge);
    for (size_t i = 0; i < f->edge_count; i++)
        if (!i || by_edge(&f->edges[i], &f->edges[count - 1]) != 0)
            f->edges[count++] = f->edges[i];
    f->edge_count = count;
}

static void flow_solve(struct flow_function *f);

/* The verdict comes first: otherwise a call that proves to return while its caller's instructions are being sorted would be lost. */
void flow_build(struct flow_graphs *flow, struct flow_function *f)
{
    flow_decide(flow, f);
    if (!f->decoded) {
        complete(flow, f);
        sweep(flow, f);
        order(f);
        settle_tables(flow, f);
        f->solved = false;
    }
    if (!f->solved) {
        settle_edges(f);
        flow_solve(f);
        flow_control_free(f->control);
        f->control = NULL;
    }
    f->solved = true;
}

/* ---- Basic blocks of a function and the postdominators of its instructions ----
 *
 * A block is a run of instructions that follow one another in memory; control enters it only at the first and leaves it only at the last. clew computes
 * postdominators of blocks; inside a block, an instruction's is the next one. It keeps only the answers in the nodes. */

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

/* The first edge from this address or a later one. */
static size_t edges_from(const struct flow_function *f, uint64_t from)
{
    LOWER_BOUND(size_t, at, 0, f->edge_count, f->edges[at].from < from);
    return at;
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
    uint32_t *block;            /* of an instruction that begins a block */
    uint32_t *first, *last;     /* instructions of a block */
    uint32_t count;
    uint32_t *edge, *to;        /* successors in the form of struct flow_digraph */
    size_t to_count, to_capacity;
};

/* Finds the instructions that begin a block: all but those whose only predecessor is the instruction before them in memory. */
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

/* Cuts the instructions into blocks. Settles the postdominators inside a block at once. */
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

/* ---- Solving ---- */

static void flow_solve(struct flow_function *f)
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
