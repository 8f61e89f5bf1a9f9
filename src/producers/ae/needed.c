/* needed.c - finds the values that the schema needs, to recompute or to record.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A backward slice from the address of every load and store (Larus 1990, section 4.1.1). The paper uses reaching definitions to find the assignments that reach
 * each use. Only the union over all uses matters here, so this search goes backwards: "block b needs the value of register r on entry" is asked at most once
 * for every b and r, and leads to the last definitions of r in the blocks before. It finds the same definitions in time linear in the edges. */
#include "unit.h"

#include <stdlib.h>

/* The instructions in the block that defined the registers an instruction uses; NONE: the value is from before the block. */
struct users {
    uint32_t base, first, second;
};

struct search {
    struct function *function;
    struct users *users;            /* by instruction */
    uint32_t *asked;                /* by block: registers needed on entry, one bit each */
    struct { uint32_t block; unsigned reg; } *todo;
    size_t count, capacity;
    uint32_t *pending;              /* instructions whose operands the search must still follow */
    size_t pending_count, pending_capacity;
};

static void need_definition(struct search *search, uint32_t at, unsigned reg)
{
    struct function *function = search->function;
    const struct instruction *it = &function->code[at];
    if (it->kind != MIPS_COMPUTE) {
        function->needed.recorded[at] |= 1u << reg;
        return;
    }
    if (function->needed.computed[at])
        return;
    function->needed.computed[at] = true;
    search->pending = array_grow(search->pending, &search->pending_capacity, search->pending_count + 1, sizeof *search->pending);
    search->pending[search->pending_count++] = at;
}

/* The last definition in [first, at) of the block, or NONE. */
static uint32_t last_definition(const struct function *function, uint32_t first, uint32_t at, unsigned reg)
{
    while (at-- > first)
        if (function->code[at].defined >> reg & 1)
            return at;
    return NONE;
}

static void ask_entry(struct search *search, uint32_t block, unsigned reg)
{
    if (search->asked[block] >> reg & 1)
        return;
    search->asked[block] |= 1u << reg;
    search->todo = array_grow(search->todo, &search->capacity, search->count + 1, sizeof *search->todo);
    search->todo[search->count].block = block;
    search->todo[search->count++].reg = reg;
}

/* Instruction `at` needs register `reg`, which `by` defined. */
static void ask(struct search *search, uint32_t at, unsigned reg, uint32_t by)
{
    if (reg == 0)
        return;
    if (by != NONE)
        need_definition(search, by, reg);
    else
        ask_entry(search, search->function->graph.block_of[at], reg);
}

static void ask_operand(struct search *search, uint32_t at, const struct mips_operand *operand, uint32_t by)
{
    if (operand->sort == SORT_REGISTER)
        ask(search, at, operand->reg, by);
}

static uint32_t user(const struct mips_operand *operand, const uint32_t *last)
{
    return operand->sort == SORT_REGISTER ? last[operand->reg] : NONE;
}

/* Fills search->users in one forward pass. Returns the registers that each block defines, so that the search can pass blocks without a definition. */
static uint32_t *find_users(struct search *search)
{
    const struct function *function = search->function;
    uint32_t *defined = memory_allocate((function->graph.count + 1ul) * sizeof *defined), last[MIPS_REGISTERS];
    search->users = memory_allocate((function->count + 1ul) * sizeof *search->users);
    for (uint32_t b = 0; b < function->graph.count; b++) {
        for (unsigned r = 0; r < MIPS_REGISTERS; r++)
            last[r] = NONE;
        for (uint32_t i = function->graph.blocks[b].first; i < function->graph.blocks[b].end; i++) {
            const struct instruction *it = &function->code[i];
            search->users[i] = (struct users){last[it->base], user(&it->first, last), user(&it->second, last)};
            for (unsigned r = 1; r < MIPS_REGISTERS; r++)
                if (it->defined >> r & 1)
                    last[r] = i;
            defined[b] |= it->defined;
        }
    }
    return defined;
}

static void answer(struct search *search, const uint32_t *defined, uint32_t b, unsigned reg)
{
    const struct graph *graph = &search->function->graph;
    const struct block *block = &graph->blocks[b];
    if (b == 0)
        search->function->needed.entry |= 1u << reg;
    for (uint32_t p = 0; p < block->predecessors; p++) {
        uint32_t from = graph->back_edges[block->predecessor + p];
        if (defined[from] >> reg & 1)
            need_definition(search, last_definition(search->function, graph->blocks[from].first, graph->blocks[from].end, reg), reg);
        else
            ask_entry(search, from, reg);
    }
}

static void answer_all(struct search *search, const uint32_t *defined)
{
    const struct function *function = search->function;
    while (search->count > 0 || search->pending_count > 0) {
        if (search->pending_count > 0) {
            uint32_t at = search->pending[--search->pending_count];
            ask_operand(search, at, &function->code[at].first, search->users[at].first);
            ask_operand(search, at, &function->code[at].second, search->users[at].second);
        } else {
            search->count--;
            answer(search, defined, search->todo[search->count].block, search->todo[search->count].reg);
        }
    }
}

void needed_find(struct function *function)
{
    struct search search = {.function = function};
    uint32_t *defined = find_users(&search);
    function->needed.recorded = memory_allocate((function->count + 1ul) * sizeof *function->needed.recorded);
    function->needed.computed = memory_allocate((function->count + 1ul) * sizeof *function->needed.computed);
    search.asked = memory_allocate((function->graph.count + 1ul) * sizeof *search.asked);
    for (uint32_t i = 0; i < function->count; i++)
        if (function->code[i].kind == MIPS_LOAD || function->code[i].kind == MIPS_STORE) {
            ask(&search, i, function->code[i].base, search.users[i].base);
            ask_operand(&search, i, &function->code[i].first, search.users[i].first);
        }
    answer_all(&search, defined);
    free(defined);
    free(search.users);
    free(search.asked);
    free(search.todo);
    free(search.pending);
}
