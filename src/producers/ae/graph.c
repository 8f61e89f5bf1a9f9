/* graph.c - the blocks of a function and their edges.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit.h"

#include <stdlib.h>

/* One flag for each instruction, and one for the end of the code, which may be the target of a branch that is never taken. */
struct marks {
    bool *leader, *target;
    uint32_t count;                 /* instructions */
    bool before;                    /* an empty block comes before the first instruction, because that is the target of a branch */
};

static bool wrong(const struct unit *unit, const struct function *function, uint32_t at, struct error *error, const char *what)
{
    const struct instruction *it = &function->code[at];
    return unit_error(unit, function, it->line, error, "%s: '%.*s'", what, STR(it->text));
}

/* Finds the instruction that a branch leads to. */
static bool find_target(struct unit *unit, const struct function *function, uint32_t at, uint32_t *to, struct error *error)
{
    const struct instruction *it = &function->code[at];
    uint32_t symbol = unit_find(unit, it->target);
    if (symbol == NONE || unit->symbols[symbol].is_function || unit->symbols[symbol].function != (uint32_t)(function - unit->functions))
        return wrong(unit, function, at, error, it->kind == MIPS_JUMP ? "cannot trace a jump out of the function (a sibling call?)"
                                                                       : "cannot trace a branch out of the function");
    *to = unit->symbols[symbol].at;
    return true;
}

/* Each delay slot must hold its own nop, so that no instruction comes between a branch and its target. */
static bool check_slots(const struct unit *unit, const struct function *function, struct error *error)
{
    for (uint32_t i = 0; i < function->count; i++) {
        if (!mips_is_control(&function->code[i]))
            continue;
        if (i + 1 >= function->count || !function->code[i + 1].nop)
            return wrong(unit, function, i, error, "cannot trace a delay slot without nop");
        for (size_t l = 0; l < function->label_count; l++)
            if (function->labels[l].at == i + 1)
                return wrong(unit, function, i, error, "cannot trace a label in a delay slot");
    }
    return true;
}

static bool mark_computed(struct unit *unit, const struct function *function, uint32_t at, struct marks *marks, struct error *error)
{
    uint32_t *targets;
    size_t count;
    if (!tables_find(unit, function, at, &targets, &count, error))
        return false;
    for (size_t i = 0; i < count; i++)
        marks->leader[targets[i]] = marks->target[targets[i]] = true;
    free(targets);
    return true;
}

static bool mark_leaders(struct unit *unit, const struct function *function, struct marks *marks, struct error *error)
{
    uint32_t to;
    marks->leader[0] = true;
    for (uint32_t i = 0; i < function->count; i++) {
        const struct instruction *it = &function->code[i];
        if (mips_ends_block(it) && i + 2 < function->count)
            marks->leader[i + 2] = true;
        if (it->kind == MIPS_BRANCH || it->kind == MIPS_JUMP) {
            if (!find_target(unit, function, i, &to, error))
                return false;
            marks->leader[to] = true;
            marks->target[to] |= it->kind == MIPS_BRANCH;
            marks->before |= to == 0;
        }
        if (it->kind == MIPS_BRANCH)
            marks->leader[i + 2] = marks->target[i + 2] = true;
        if (it->kind == MIPS_JUMP_REGISTER && !mark_computed(unit, function, i, marks, error))
            return false;
    }
    marks->before |= marks->target[0];
    return true;
}

static void make_blocks(struct function *function, const struct marks *marks)
{
    struct graph *graph = &function->graph;
    uint32_t n = function->count, count = marks->before;
    for (uint32_t i = 0; i <= n; i++)
        count += marks->leader[i];
    graph->blocks = memory_allocate((count + 1ul) * sizeof *graph->blocks);
    graph->block_of = memory_allocate((n + 1ul) * sizeof *graph->block_of);
    if (marks->before)
        graph->blocks[graph->count++] = (struct block){.terminator = NONE, .loop = NONE, .dominator = NONE};
    for (uint32_t i = 0; i <= n; i++) {
        if (marks->leader[i]) {
            if (graph->count > 0)
                graph->blocks[graph->count - 1].end = i;
            graph->blocks[graph->count++] = (struct block){.first = i, .terminator = NONE, .loop = NONE, .dominator = NONE, .target = marks->target[i]};
        }
        graph->block_of[i] = graph->count - 1;
    }
    graph->blocks[graph->count - 1].end = n;
    for (uint32_t b = 0; b < graph->count; b++) {
        struct block *block = &graph->blocks[b];
        if (block->end >= block->first + 2 && mips_ends_block(&function->code[block->end - 2]))
            block->terminator = block->end - 2;
    }
}

static void add_edge(struct graph *graph, struct block *block, uint32_t to)
{
    for (uint32_t i = 0; i < block->successors; i++)
        if (graph->edges[block->successor + i] == to && block->successors > 1)
            return;
    graph->edges = array_grow(graph->edges, &graph->edge_capacity, graph->edge_count + 1, sizeof *graph->edges);
    graph->edges[graph->edge_count++] = to;
    block->successors++;
}

/* Adds the edges of one block in the schema's order: for a branch the fall-through first, even if both ways lead to one block. */
static bool add_edges(struct unit *unit, struct function *function, uint32_t b, struct error *error)
{
    struct graph *graph = &function->graph;
    struct block *block = &graph->blocks[b];
    uint32_t to, *targets;
    size_t count;
    block->successor = (uint32_t)graph->edge_count;
    if (block->terminator == NONE) {
        if (b + 1 < graph->count)
            add_edge(graph, block, b + 1);
        return true;
    }
    const struct instruction *it = &function->code[block->terminator];
    if (it->kind == MIPS_BRANCH)
        add_edge(graph, block, graph->block_of[block->terminator + 2]);
    if (it->kind == MIPS_BRANCH || it->kind == MIPS_JUMP) {
        if (!find_target(unit, function, block->terminator, &to, error))
            return false;
        add_edge(graph, block, graph->block_of[to]);
    } else if (it->kind == MIPS_JUMP_REGISTER) {
        if (!tables_find(unit, function, block->terminator, &targets, &count, error))
            return false;
        for (size_t i = 0; i < count; i++)
            add_edge(graph, block, graph->block_of[targets[i]]);
        free(targets);
    }
    return true;
}

static void turn_edges(struct graph *graph)
{
    uint32_t at = 0;
    for (size_t e = 0; e < graph->edge_count; e++)
        graph->blocks[graph->edges[e]].predecessors++;
    for (uint32_t b = 0; b < graph->count; b++) {
        graph->blocks[b].predecessor = at;
        at += graph->blocks[b].predecessors;
        graph->blocks[b].predecessors = 0;
    }
    graph->back_edges = memory_allocate((graph->edge_count + 1) * sizeof *graph->back_edges);
    for (uint32_t b = 0; b < graph->count; b++)
        for (uint32_t s = 0; s < graph->blocks[b].successors; s++) {
            struct block *to = &graph->blocks[graph->edges[graph->blocks[b].successor + s]];
            graph->back_edges[to->predecessor + to->predecessors++] = b;
        }
}

/* The symbol of the code label whose address an instruction takes; NONE. */
static uint32_t taken_label(struct unit *unit, const struct instruction *it)
{
    const struct str operands[2] = {it->first.symbol, it->second.symbol};
    for (size_t k = 0; k < 2; k++) {
        struct str name, added;
        mips_part_symbol(operands[k], &name, &added);
        uint32_t symbol = name.size ? unit_find(unit, name) : NONE;
        if (symbol != NONE && unit->symbols[symbol].taken_by_code && !unit->symbols[symbol].is_function)
            return symbol;
    }
    return NONE;
}

/* Refuses code that takes the address of a label to which no computed jump of the function leads: another function would jump there. */
static bool check_taken(struct unit *unit, const struct function *function, struct error *error)
{
    bool jumps = false;
    for (uint32_t i = 0; i < function->count; i++)
        jumps |= function->code[i].kind == MIPS_JUMP_REGISTER;
    for (uint32_t i = 0; i < function->count; i++) {
        uint32_t symbol = taken_label(unit, &function->code[i]);
        if (symbol != NONE && (!jumps || unit->symbols[symbol].assigned || unit->symbols[symbol].function != (uint32_t)(function - unit->functions)))
            return wrong(unit, function, i, error, "cannot trace the address of a label that code elsewhere may jump to (__builtin_setjmp, "
                                                   "a non-local goto)");
    }
    return true;
}

static bool build(struct unit *unit, struct function *function, struct marks *marks, struct error *error)
{
    enum { BLOCKS = 65536 };
    if (!check_slots(unit, function, error) || !check_taken(unit, function, error) || !mark_leaders(unit, function, marks, error))
        return false;
    make_blocks(function, marks);
    if (function->graph.count > BLOCKS)
        return unit_error(unit, function, 1, error, "the function has %u blocks: at most %d can be traced", function->graph.count, BLOCKS);
    for (uint32_t b = 0; b < function->graph.count; b++)
        if (!add_edges(unit, function, b, error))
            return false;
    turn_edges(&function->graph);
    graph_find_loops(function);
    return true;
}

bool graph_build(struct unit *unit, struct function *function, struct error *error)
{
    struct marks marks = {.count = function->count};
    marks.leader = memory_allocate(function->count + 3ul);
    marks.target = memory_allocate(function->count + 3ul);
    bool done = build(unit, function, &marks, error);
    free(marks.leader);
    free(marks.target);
    return done;
}
