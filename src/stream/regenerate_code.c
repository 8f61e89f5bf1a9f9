/* regenerate_code.c - the abstract program as compact operators.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     entry:  prologue (the paper's form)  at:  CHECK (target blocks)  behind:  operators of block 0   at: CHECK  behind: block 1 ...
 *
 * Edges whose terminator reads the block's number lead behind the check, all others to it. An operator of many instructions becomes two: CODE_MANY
 * issues all but the last one, the other does what is to be done and is as short as any. */
#include "stream/regenerate_inside.h"

#include <stdlib.h>

struct maker {
    struct regenerator *r;
    const struct abstract *program;
    uint32_t *at, *behind, *last;       /* by block; last: of its terminator */
    uint32_t code_count, edge_count;
    uint32_t block;                     /* that is being made */
};

static const struct abstract_function *function_of(const struct maker *maker, uint32_t block)
{
    return &maker->program->functions[maker->program->blocks[block].function];
}

static uint32_t prologue_of(const struct maker *maker, uint32_t block)
{
    const struct abstract_function *function = function_of(maker, block);
    return block == function->first_block ? function->prologue : 0;
}

/* ---- Places ---- */

static uint64_t code_size(const struct abstract *program, uint32_t first, uint32_t count)
{
    uint64_t size = count;
    for (uint32_t i = first; i < first + count; i++)
        size += program->ops[i].count > CODE_FEW;
    return size;
}

/* Where every block begins; answers the number of operators. */
static uint64_t place_blocks(struct maker *maker)
{
    const struct abstract *program = maker->program;
    uint64_t place = CODE_FIRST;
    for (uint32_t i = 0; i < program->block_count; i++) {
        const struct abstract_block *block = &program->blocks[i];
        uint32_t prologue = prologue_of(maker, i);
        if (i == function_of(maker, i)->first_block)
            maker->r->entries[block->function] = (uint32_t)place;
        place += code_size(program, block->first, prologue);
        maker->at[i] = (uint32_t)place;
        maker->behind[i] = (uint32_t)(place += block->target);
        place += code_size(program, block->first + prologue, block->count - prologue);
    }
    return place;
}

/* ---- Edges ---- */

static void add_edge(struct maker *maker, const struct abstract_edge *edge, bool reads)
{
    const struct abstract *program = maker->program;
    maker->r->edges[maker->edge_count++] = (struct code_edge){
        .code = reads ? maker->behind[edge->target] : maker->at[edge->target],
        .block = edge->target - function_of(maker, edge->target)->first_block,
        .address = program->blocks[edge->target].address,
        .first_annotation = edge->first_annotation,
        .annotation_count = edge->annotation_count,
    };
}

static int by_block(const void *a, const void *b)
{
    const struct code_edge *x = a, *y = b;
    return (x->block > y->block) - (x->block < y->block);
}

/* The paper's last block has an end_block before its epilogue: control just goes on. */
static void add_inner_edge(struct maker *maker, const struct abstract_op *op)
{
    struct code_edge *edge = &maker->r->edges[maker->edge_count++];
    *edge = (struct code_edge){.code = maker->code_count + 1, .address = op->address + 4 * op->count};
    if (op->edge_count) {
        edge->first_annotation = maker->program->edges[op->first_edge].first_annotation;
        edge->annotation_count = maker->program->edges[op->first_edge].annotation_count;
    }
}

static uint32_t add_edges(struct maker *maker, const struct abstract_op *op, bool last)
{
    uint32_t first = maker->edge_count;
    bool reads = op->operator == AE_CJUMP || op->operator == AE_SWITCH;
    if (!last) {
        add_inner_edge(maker, op);
        return first;
    }
    for (uint32_t i = 0; i < op->edge_count; i++)
        add_edge(maker, &maker->program->edges[op->first_edge + i], reads);
    if (op->operator == AE_SWITCH)
        qsort(maker->r->edges + first, op->edge_count, sizeof *maker->r->edges, by_block);
    return first;
}

static size_t most_edges(const struct abstract *program)
{
    size_t count = 0;
    for (uint32_t i = 0; i < program->op_count; i++)
        count += program->ops[i].edge_count ? program->ops[i].edge_count : program->ops[i].operator == AE_END;
    return count;
}

/* ---- Operators ---- */

static enum code_kind kind_of(const struct abstract *program, const struct abstract_op *op)
{
    static const enum code_kind kinds[AE_OPERATORS] = {
        [AE_UNEVENTFUL] = CODE_ISSUE, [AE_COMPUTE] = CODE_ADD, [AE_UNKNOWN] = CODE_UNKNOWN, [AE_LOAD] = CODE_LOAD, [AE_STORE] = CODE_STORE,
        [AE_CALL] = CODE_CALL, [AE_CALL_EXTERNAL] = CODE_FOREIGN, [AE_CALL_INDIRECT] = CODE_FOREIGN, [AE_CALL_SETJMP] = CODE_SETJMP,
        [AE_END] = CODE_GO, [AE_JUMP] = CODE_GO, [AE_CJUMP] = CODE_CHOOSE, [AE_SWITCH] = CODE_SWITCH, [AE_RETURN] = CODE_RETURN,
    };
    if (op->operator == AE_COMPUTE && op->two)
        return (enum code_kind)(CODE_ADD + op->binary);
    if (program->paper && op->operator == AE_CALL_INDIRECT)
        return CODE_INDIRECT;
    if (program->paper && (op->operator == AE_CALL_EXTERNAL || op->operator == AE_CALL_SETJMP))
        return CODE_ISSUE; /* the paper has no events of code without schema */
    return kinds[op->operator];
}

static void set_first(struct code *code, const struct abstract_op *op)
{
    code->a = op->first_is_register ? (uint8_t)op->first : 0;
    code->value = op->first_is_register ? 0 : op->first;
}

static void set_compute(struct code *code, const struct abstract_op *op)
{
    set_first(code, op);
    code->keep &= ~(1u << op->reg);
    if (!op->two)
        return;
    code->b = op->second_is_register ? (uint8_t)op->second : 0;
    code->other = op->second_is_register ? 0 : op->second;
}

static uint8_t number_size(const struct maker *maker, uint32_t block) { return function_of(maker, block)->block_count > 256 ? 2 : 1; }

static void set_control(struct maker *maker, struct code *code, const struct abstract_op *op, bool last)
{
    code->b = number_size(maker, maker->block);
    if (op->operator == AE_RETURN)
        code->value = maker->program->blocks[maker->block].address;
    else
        code->other = add_edges(maker, op, last);
    if (op->operator == AE_SWITCH)
        code->value = op->edge_count;
}

static void add_code(struct maker *maker, uint32_t at, bool last)
{
    const struct abstract_op *op = &maker->program->ops[at];
    struct code code = {.kind = (uint8_t)kind_of(maker->program, op), .reg = op->reg, .count = op->count, .address = op->address,
                        .keep = ~op->overwritten | 1};
    maker->r->op_of[maker->code_count] = at;
    if (op->count > CODE_FEW) {
        uint32_t whole = op->count + (op->operator == AE_LOAD || op->operator == AE_STORE);
        maker->r->code[maker->code_count++] = (struct code){.kind = CODE_MANY, .count = op->count - 1, .address = op->address, .value = whole};
        maker->r->op_of[maker->code_count] = at;
        code.count = 1;
        code.address += 4 * (op->count - 1);
    }
    if (op->operator == AE_COMPUTE)
        set_compute(&code, op);
    else if (op->operator == AE_UNKNOWN)
        code.keep &= ~(1u << op->reg);
    else if (op->operator == AE_LOAD || op->operator == AE_STORE)
        set_first(&code, op);
    else if (op->operator == AE_CALL || op->operator == AE_CALL_SETJMP)
        code.other = op->callee;
    else if (op->operator >= AE_END)
        set_control(maker, &code, op, last);
    maker->r->code[maker->code_count++] = code;
}

static void add_block(struct maker *maker, uint32_t at)
{
    const struct abstract_block *block = &maker->program->blocks[at];
    uint32_t prologue = prologue_of(maker, at);
    maker->block = at;
    for (uint32_t i = 0; i < block->count; i++) {
        if (i == prologue && block->target) {
            maker->r->op_of[maker->code_count] = block->first + i;
            maker->r->code[maker->code_count++] = (struct code){
                .kind = CODE_CHECK, .b = number_size(maker, at), .keep = UINT32_MAX, .address = maker->program->ops[block->first + i].address,
                .other = at - function_of(maker, at)->first_block};
        }
        add_code(maker, block->first + i, i + 1 == block->count);
    }
    maker->last[at] = maker->code_count - 1;
}

/* ---- Cycles of blocks that read nothing ---- */

static bool reads_events(const struct maker *maker, uint32_t at)
{
    const struct abstract_block *block = &maker->program->blocks[at];
    for (uint32_t i = prologue_of(maker, at); i < block->count; i++) {
        enum code_kind kind = kind_of(maker->program, &maker->program->ops[block->first + i]);
        if (kind == CODE_UNKNOWN || kind == CODE_FOREIGN || kind == CODE_SETJMP || kind == CODE_INDIRECT)
            return true;
    }
    return false;
}

/* Where control goes from a block without reading an event; UINT32_MAX: it reads one, or leaves the function. */
static uint32_t silent_next(const struct maker *maker, uint32_t at)
{
    const struct abstract_block *block = &maker->program->blocks[at];
    const struct abstract_op *op = &maker->program->ops[block->first + block->count - 1];
    if ((op->operator != AE_END && op->operator != AE_JUMP) || !op->edge_count || reads_events(maker, at))
        return UINT32_MAX;
    uint32_t next = maker->program->edges[op->first_edge].target;
    return maker->program->blocks[next].target ? UINT32_MAX : next;
}

/* A block leads to at most one other: walks from each, marked by where the walk began, meet a cycle at most once. Its last edge is watched. */
static void watch_cycles(struct maker *maker, uint32_t *walk)
{
    const struct abstract *program = maker->program;
    for (uint32_t i = 0; i < program->block_count; i++) {
        uint32_t at = i, from = UINT32_MAX;
        while (at != UINT32_MAX && !walk[at]) {
            walk[at] = i + 1;
            from = at;
            at = silent_next(maker, at);
        }
        if (at == UINT32_MAX || from == UINT32_MAX || walk[at] != i + 1)
            continue;
        maker->r->code[maker->last[from]].kind = CODE_GO_WATCHED;
    }
}

/* ---- */

static bool too_large(const struct abstract *program, struct error *error)
{
    return error_at(error, program->name, 0, 0, "found %u operators in %u blocks, expected fewer", program->op_count, program->block_count);
}

bool code_make(struct regenerator *r, struct error *error)
{
    const struct abstract *program = r->program;
    struct maker maker = {.r = r, .program = program, .code_count = CODE_FIRST};
    maker.at = memory_allocate(program->block_count * sizeof *maker.at);
    maker.behind = memory_allocate(program->block_count * sizeof *maker.behind);
    maker.last = memory_allocate(program->block_count * sizeof *maker.last);
    r->entries = memory_allocate(program->function_count * sizeof *r->entries);
    uint64_t size = place_blocks(&maker);
    size_t edges = most_edges(program);
    bool fits = size < UINT32_MAX && edges < UINT32_MAX;
    if (fits) {
        uint32_t *walk = memory_allocate(program->block_count * sizeof *walk);
        r->code = memory_allocate(size * sizeof *r->code);
        r->op_of = memory_allocate(size * sizeof *r->op_of);
        r->edges = memory_allocate((edges + 1) * sizeof *r->edges);
        r->code[CODE_AT_REGION] = (struct code){.kind = CODE_REGION, .keep = UINT32_MAX};
        r->code[CODE_AT_END] = (struct code){.kind = CODE_END, .keep = UINT32_MAX};
        for (uint32_t i = 0; i < program->block_count; i++)
            add_block(&maker, i);
        watch_cycles(&maker, walk);
        r->code_count = maker.code_count;
        free(walk);
    }
    free(maker.at);
    free(maker.behind);
    free(maker.last);
    return fits || too_large(program, error);
}
