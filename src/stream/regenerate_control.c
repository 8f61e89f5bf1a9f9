/* regenerate_control.c - compact operators; their rare cases: calls, returns, edges, loops, code without schema.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/regenerate.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The abstract program as compact operators ----
 *
 *     entry:  prologue (the paper's form)  at:  CHECK (target blocks)  behind:  operators of block 0   at: CHECK  behind: block 1 ...
 *
 * An edge whose terminator has read the block's number leads after the check, any other edge leads to it. An operator of many instructions becomes two:
 * CODE_MANY issues all but the last, and the other, as short as any, does the operator's work. */

struct maker {
    struct regenerator *r;
    const struct abstract *program;
    uint32_t *at, *behind, *last;       /* by block; last: its terminator */
    uint32_t code_count, edge_count;
    uint32_t block;                     /* the current one */
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

/* Finds where every block begins; returns the number of operators. */
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
    return COMPARE(x->block, y->block);
}

/* The paper's last block has an end_block before its epilogue: control simply continues. */
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
        return (enum code_kind)((unsigned)CODE_ADD + (unsigned)op->binary);
    if (program->paper && op->operator == AE_CALL_INDIRECT)
        return CODE_INDIRECT;
    if (program->paper && (op->operator == AE_CALL_EXTERNAL || op->operator == AE_CALL_SETJMP))
        return CODE_ISSUE; /* the paper has no events for code without schema */
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

/* ---- Cycles of blocks without events ---- */

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

/* The block that control reaches from a block without reading an event; UINT32_MAX: it reads one, or leaves the function. */
static uint32_t silent_next(const struct maker *maker, uint32_t at)
{
    const struct abstract_block *block = &maker->program->blocks[at];
    const struct abstract_op *op = &maker->program->ops[block->first + block->count - 1];
    if ((op->operator != AE_END && op->operator != AE_JUMP) || !op->edge_count || reads_events(maker, at))
        return UINT32_MAX;
    uint32_t next = maker->program->edges[op->first_edge].target;
    return maker->program->blocks[next].target ? UINT32_MAX : next;
}

/* Each block leads to at most one other. Walks from each, with their marks, meet a cycle at most once; its last edge is watched. */
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

/* ---- The code ---- */

static bool too_large(const struct abstract *program, struct error *error)
{
    return error_at(error, program->name, 0, 0, "found %u operators in %u blocks: more than clew can take", program->op_count, program->block_count);
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

/* ---- Errors for events that contradict the schema ----
 *
 * "ae.out: offset 1234: in sub, block 7 follows block 3, but only 1 or 3 can: the events are damaged". The offset is that of the found bytes. */

enum { NAME_MOST = 160, BLOCKS_MOST = 8 };  /* longest name and list in a message */

static struct engine_frame *engine_innermost(const struct regenerator *r) { return &r->frames[r->frame_count - 1]; }

uint32_t problem_op(const struct regenerator *r)
{
    if (r->cursor.code >= r->code + CODE_FIRST)
        return r->op_of[r->cursor.code - r->code];
    return r->frame_count ? r->op_of[engine_innermost(r)->code] : UINT32_MAX;
}

static bool add_function(const struct regenerator *r, struct text *text, uint32_t *block)
{
    uint32_t op = problem_op(r);
    if (op == UINT32_MAX)
        return false;
    uint32_t at = abstract_block_of(r->program, op);
    const struct abstract_function *function = &r->program->functions[r->program->blocks[at].function];
    struct str name = str_cut(function->name, 0, NAME_MOST);
    *block = at - function->first_block;
    text_printf(text, "%.*s%s", STR(name), function->name.size > NAME_MOST ? "..." : "");
    return true;
}

static void add_place(const struct regenerator *r, struct text *text)
{
    struct text name = {0};
    uint32_t block;
    if (add_function(r, &name, &block))
        text_printf(text, "function %s, block %u: ", text_string(&name), block);
    else
        text_add(text, "outside of all functions: ");
    text_free(&name);
}

/* The head of a file of version 1 names the build; the paper's form has no head. */
static void add_verdict(const struct regenerator *r, struct text *text)
{
    text_add(text, r->program->paper ? ": the events are damaged, or from another build than the schema" : ": the events are damaged");
}

static bool problem_put(struct regenerator *r, struct text *text)
{
    error_at_offset(&r->problem, r->name, (uint64_t)(r->cursor.from - r->start), "%s", text_string(text));
    text_free(text);
    r->failed = true;
    return false;
}

bool problem_set(struct regenerator *r, const char *format, ...)
{
    struct text text = {0};
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    add_place(r, &text);
    text_add(&text, message);
    return problem_put(r, &text);
}

static bool problem_early(struct regenerator *r, const char *expected)
{
    struct text text = {0}, name = {0};
    uint32_t block;
    if (add_function(r, &name, &block))
        text_printf(&text, "the events end in the middle of function %s, block %u: %s should follow", text_string(&name), block, expected);
    else
        text_printf(&text, "the events end outside of all functions: %s should follow", expected);
    if (events_left(r))
        text_printf(&text, ", but only %zu byte%s", events_left(r), events_left(r) == 1 ? " does" : "s do");
    text_free(&name);
    return problem_put(r, &text);
}

/* named: the events name the block that begins; else the one to go to. */
static bool problem_block(struct regenerator *r, uint32_t found, bool named, const struct code_edge *edges, uint32_t count)
{
    struct text text = {0};
    uint32_t block = 0;
    text_add(&text, "in ");
    if (!add_function(r, &text, &block))
        text_add(&text, "no function");
    if (named) {
        text_printf(&text, ", block %u begins, but the events name block %u", block, found);
    } else if (!count) {
        text_printf(&text, ", no block can follow block %u, but the events name block %u", block, found);
    } else {
        text_printf(&text, ", block %u follows block %u, but only ", found, block);
        for (uint32_t i = 0; i < count && i < BLOCKS_MOST; i++)
            text_printf(&text, "%s%u", !i ? "" : i + 1 == count ? " or " : ", ", edges[i].block);
        if (count > BLOCKS_MOST)
            text_printf(&text, " or one of %u more", count - BLOCKS_MOST);
        text_add(&text, " can");
    }
    add_verdict(r, &text);
    return problem_put(r, &text);
}

static bool problem_loop(struct regenerator *r, struct abstract_annotation annotation)
{
    static const char *const does[] = {"enters", "repeats", "leaves"};
    const struct engine_frame *frame = engine_innermost(r);
    uint32_t first = r->program->functions[frame->function].first_loop, loop = annotation.loop - first;
    if (annotation.kind == AE_LOOP_IS_ENTERED)
        return problem_set(r, "found an edge that enters loop %u, which is already open", loop);
    if (r->loop_count == frame->first_loop)
        return problem_set(r, "found an edge that %s loop %u, but no loop is open", does[annotation.kind], loop);
    return problem_set(r, "found an edge that %s loop %u, expected the innermost open one, %u", does[annotation.kind], loop,
                       r->loops[r->loop_count - 1].loop - first);
}

/* ---- Calls, returns, edges and their loops ---- */

enum { LOOPS_MOST = 1 << 22 };          /* most open loops, over all activations */

static const uint8_t own[OWN_COUNT] = {16, 17, 18, 19, 20, 21, 22, 23, 28, 29, 30};

uint64_t engine_number(const struct regenerator *r) { return r->number + (size_t)(r->cursor.out - r->cursor.origin); }

/* Emits an event without a number. If there is no room, it waits and the batch is over. */
static void engine_emit(struct regenerator *r, enum ae_event_kind kind, uint32_t value, uint32_t address)
{
    struct ae_event event = {address, value << 3 | (uint32_t)kind};
    if (!r->pending_count && r->cursor.out < r->limit) {
        *r->cursor.out++ = event;
        r->cursor.origin++;
        return;
    }
    r->pending = array_grow(r->pending, &r->pending_capacity, r->pending_count + 1, sizeof *r->pending);
    r->pending[r->pending_count++] = event;
    r->safe = r->batch;
}

static void issue_some(struct regenerator *r, uint32_t first, uint32_t count)
{
    struct ae_event *out = r->cursor.out;
    uint32_t address = r->cursor.code->address + 4 * first;
    for (uint32_t i = 0; i < count; i++)
        out[i] = (struct ae_event){address + 4 * i, 4u << 3 | AE_INSTRUCTION};
    r->cursor.out += count;
}

static void engine_issue(struct regenerator *r)
{
    issue_some(r, 0, r->cursor.code->count);
    r->cursor.known &= r->cursor.code->keep;
}

/* Delivers the operator whole if it fits into the rest of the batch or into a batch of its own; otherwise in parts that each end a batch. */
bool engine_many(struct regenerator *r)
{
    uint32_t count = r->cursor.code->count;
    size_t room = (size_t)(r->limit - r->cursor.out);
    if (r->skipping)
        return false;
    if (!r->part && (size_t)count + CODE_LAST <= room) {
        issue_some(r, 0, count);
        r->cursor.code++;
        if (r->cursor.out > r->safe)
            r->safe = r->cursor.out; /* only the last instruction follows, then the batch is over */
        return true;
    }
    r->safe = r->batch;
    if (!r->part && r->cursor.out > r->batch && (size_t)count + CODE_LAST <= (size_t)(r->limit - r->batch))
        return true;
    uint32_t most = count - r->part, fits = room < most ? (uint32_t)room : most;
    issue_some(r, r->part, fits);
    r->part += fits;
    r->cursor.code += r->part == count;
    return true;
}

bool engine_unknown(struct regenerator *r)
{
    char expected[32] = "a word for R00";
    unsigned reg = r->cursor.code->reg;
    expected[12] = (char)(reg < 10 ? '0' + reg : '0' + reg / 10);
    expected[13] = (char)(reg < 10 ? 0 : '0' + reg % 10);
    engine_issue(r);
    return problem_early(r, expected);
}

/* ---- Loops ---- */

void engine_loop_put(struct regenerator *r, struct regenerated_loop loop)
{
    r->loops = array_grow(r->loops, &r->loop_capacity, r->loop_count + 1, sizeof *r->loops);
    r->outer = array_grow(r->outer, &r->outer_capacity, r->loop_count + 1, sizeof *r->outer);
    r->outer[r->loop_count] = r->open[loop.loop];
    r->loops[r->loop_count++] = loop;
    r->open[loop.loop] = (uint32_t)r->frame_count;
}

void engine_loop_drop(struct regenerator *r)
{
    r->loop_count--;
    r->open[r->loops[r->loop_count].loop] = r->outer[r->loop_count];
}

static bool engine_loop_open(struct regenerator *r, uint32_t loop, uint32_t address)
{
    if (r->loop_count >= LOOPS_MOST)
        return problem_set(r, "found more open loops than the limit of %d", LOOPS_MOST);
    engine_loop_put(r, (struct regenerated_loop){loop, 1, engine_number(r) + 1});
    engine_emit(r, AE_LOOP_ENTRY, loop, address);
    return true;
}

/* closes loops until `count` are open */
static void engine_loops_close(struct regenerator *r, size_t count, uint32_t address)
{
    while (r->loop_count > count) {
        uint32_t loop = r->loops[r->loop_count - 1].loop;
        engine_loop_drop(r);
        engine_emit(r, AE_LOOP_EXIT, loop, address);
    }
}

/* Entering needs a loop not open in this activation; repeating and leaving need the innermost open one. */
static bool annotation_fits(const struct regenerator *r, struct abstract_annotation annotation)
{
    if (annotation.kind == AE_LOOP_IS_ENTERED)
        return r->open[annotation.loop] != r->frame_count;
    return r->loop_count > engine_innermost(r)->first_loop && r->loops[r->loop_count - 1].loop == annotation.loop;
}

static bool annotate(struct regenerator *r, struct abstract_annotation annotation, uint32_t address)
{
    if (!annotation_fits(r, annotation))
        return problem_loop(r, annotation);
    if (annotation.kind == AE_LOOP_IS_ENTERED)
        return engine_loop_open(r, annotation.loop, address);
    if (annotation.kind == AE_LOOP_IS_LEFT) {
        engine_loops_close(r, r->loop_count - 1, address);
        return true;
    }
    r->loops[r->loop_count - 1].iteration++;
    engine_emit(r, AE_LOOP_BACK, annotation.loop, address);
    return true;
}

/* ---- Edges ---- */

static bool engine_edge(struct regenerator *r, const struct code_edge *edge)
{
    for (uint32_t i = 0; i < edge->annotation_count; i++)
        if (!annotate(r, r->program->annotations[edge->first_annotation + i], edge->address))
            return false;
    r->cursor.code = r->code + edge->code;
    return true;
}

bool engine_go(struct regenerator *r)
{
    engine_issue(r);
    return engine_edge(r, r->edges + r->cursor.code->other);
}

/* Two passes without an event in between: control went the same way and will do so for ever. */
bool engine_go_watched(struct regenerator *r)
{
    struct engine_frame *frame = engine_innermost(r);
    uint64_t offset = (uint64_t)(r->cursor.from - r->start);
    if (frame->watched == offset) {
        engine_issue(r);
        return problem_set(r, "found a loop that runs forever without an event: the run was ended in it, or the schema is from another build");
    }
    frame->watched = offset;
    return engine_go(r);
}

/* Reads a block's number of one or two bytes. Consumes it only once it is found correct. */
static bool read_block(struct regenerator *r, uint32_t *block)
{
    size_t size = r->cursor.code->b;
    if (events_left(r) < size)
        return problem_early(r, "a block number");
    *block = size == 1 ? *r->cursor.from : events_half_at(r->cursor.from, r->swap);
    return true;
}

static bool take_edge(struct regenerator *r, const struct code_edge *edge)
{
    r->cursor.from += r->cursor.code->b;
    return engine_edge(r, edge);
}

bool engine_choose(struct regenerator *r)
{
    const struct code_edge *edges = r->edges + r->cursor.code->other;
    uint32_t block = 0;
    engine_issue(r);
    if (!read_block(r, &block))
        return false;
    if (edges[0].block != block && edges[1].block != block)
        return problem_block(r, block, false, edges, 2);
    return take_edge(r, edges + (edges[0].block != block));
}

bool engine_switch(struct regenerator *r)
{
    const struct code_edge *edges = r->edges + r->cursor.code->other;
    uint32_t block = 0;
    engine_issue(r);
    if (!read_block(r, &block))
        return false;
    LOWER_BOUND(uint32_t, at, 0, r->cursor.code->value, edges[at].block < block);
    if (at == r->cursor.code->value || edges[at].block != block)
        return problem_block(r, block, false, edges, r->cursor.code->value);
    return take_edge(r, edges + at);
}

bool engine_check(struct regenerator *r)
{
    uint32_t block = 0;
    if (!read_block(r, &block))
        return false;
    if (block != r->cursor.code->other)
        return problem_block(r, block, true, NULL, 0);
    r->cursor.from += r->cursor.code->b;
    r->cursor.code++;
    return true;
}

/* ---- Calls ---- */

static bool engine_push(struct regenerator *r, uint32_t function, bool from_region)
{
    if (r->frame_count >= REGENERATOR_DEPTH)
        return problem_set(r, "found a call %zu activations deep, expected at most %d", r->frame_count, REGENERATOR_DEPTH);
    r->frames = array_grow(r->frames, &r->frame_capacity, r->frame_count + 1, sizeof *r->frames);
    struct engine_frame *frame = &r->frames[r->frame_count++];
    *frame = (struct engine_frame){
        .began = engine_number(r) + 1, .watched = UINT64_MAX, .function = function, .first_loop = (uint32_t)r->loop_count,
        .first_landing = (uint32_t)r->landing_count, .saved_known = r->cursor.known & OWN_REGISTERS, .from_region = from_region};
    for (size_t i = 0; i < OWN_COUNT; i++) {
        frame->saved[i] = r->values[own[i]];
        r->values[own[i]] = 0;
    }
    r->cursor.known &= from_region ? 1 : ~OWN_REGISTERS; /* code without schema may have changed all others */
    engine_emit(r, AE_ENTER, function, r->program->functions[function].address);
    r->cursor.code = r->code + r->entries[function];
    return true;
}

bool engine_call(struct regenerator *r)
{
    uint32_t function = r->cursor.code->other;
    engine_issue(r);
    engine_innermost(r)->code = (uint32_t)(r->cursor.code - r->code);
    return engine_push(r, function, false);
}

/* In the paper's form: "a significant event ... to record the address of the callee" (Larus 1990, section 4.1). */
bool engine_indirect(struct regenerator *r)
{
    uint32_t function;
    engine_issue(r);
    if (events_left(r) < 4)
        return problem_early(r, "the address of a function");
    uint32_t entry = events_word_at(r->cursor.from, r->swap);
    r->cursor.from += 4;
    engine_innermost(r)->code = (uint32_t)(r->cursor.code - r->code);
    if (abstract_entered_at(r->program, entry, &function))
        return engine_push(r, function, false);
    r->cursor.code++;
    return true;
}

void engine_landing_drop(struct regenerator *r)
{
    struct landing *landing = r->landings[--r->landing_count];
    r->landing_loops -= landing->loop_count;
    landing_release(landing);
}

static void engine_pop(struct regenerator *r, uint32_t address)
{
    const struct engine_frame *frame = engine_innermost(r);
    engine_loops_close(r, frame->first_loop, address);
    while (r->landing_count > frame->first_landing)
        engine_landing_drop(r);
    engine_emit(r, AE_LEAVE, frame->function, r->program->functions[frame->function].address);
    for (size_t i = 0; i < OWN_COUNT; i++)
        r->values[own[i]] = frame->saved[i];
    r->cursor.known = (r->cursor.known & ~OWN_REGISTERS) | frame->saved_known;
    r->frame_count--;
    size_t suspended = r->frame_count ? r->frame_count - 1 : 0;
    r->low = r->low < suspended ? r->low : suspended;
}

bool engine_return(struct regenerator *r)
{
    bool from_region = engine_innermost(r)->from_region;
    engine_issue(r);
    engine_pop(r, r->cursor.code->value);
    if (from_region) {
        r->cursor.known &= OWN_REGISTERS | 1;
        r->cursor.code = r->code + CODE_AT_REGION;
        return true;
    }
    if (r->frame_count) {
        r->cursor.code = r->code + engine_innermost(r)->code + 1;
        return true;
    }
    r->cursor.code = r->code + CODE_AT_END; /* in the paper's main */
    if (events_left(r))
        return problem_set(r, "found %zu bytes after main returned, expected the end of the events", events_left(r));
    return false;
}

/* ---- Code without schema: functions it enters, and ways back ----
 *
 *     0                 the call returned
 *     1 word            a function was entered from there; its return leads back there
 *     2 word byte       a setjmp returned: stack pointer, site. If the open call is that setjmp, for the first time; else it is a longjmp
 *     end of events     the run ended: only here it may */

enum { LANDING_LOOPS_MOST = 1 << 22 };  /* loops remembered by all setjmps together */

bool region_enter(struct regenerator *r)
{
    engine_issue(r);
    engine_innermost(r)->code = (uint32_t)(r->cursor.code - r->code);
    r->cursor.code = r->code + CODE_AT_REGION;
    return true;
}

/* ---- setjmp ---- */

void landing_release(struct landing *landing)
{
    if (!--landing->references)
        free(landing);
}

/* The index of a site in the innermost activation: its earlier one, or a new one. */
static size_t landing_place(struct regenerator *r, uint32_t site)
{
    size_t at = engine_innermost(r)->first_landing;
    while (at < r->landing_count && r->landings[at]->site != site)
        at++;
    if (at < r->landing_count) {
        r->landing_loops -= r->landings[at]->loop_count;
        landing_release(r->landings[at]);
        return at;
    }
    r->landings = array_grow(r->landings, &r->landing_capacity, r->landing_count + 1, sizeof(struct landing *));
    return r->landing_count++;
}

static bool remember(struct regenerator *r, uint32_t stack_pointer, uint32_t site)
{
    const struct engine_frame *frame = engine_innermost(r);
    size_t loops = r->loop_count - frame->first_loop;
    if (r->landing_loops + loops > LANDING_LOOPS_MOST)
        return problem_set(r, "found setjmps that remember more loops than the limit of %d", LANDING_LOOPS_MOST);
    struct landing *landing = memory_allocate(sizeof *landing + loops * sizeof landing->loops[0]);
    landing->references = 1;
    landing->stack_pointer = stack_pointer;
    landing->site = site;
    landing->code = frame->code;
    landing->known = r->cursor.known;
    landing->loop_count = (uint32_t)loops;
    memcpy(landing->values, r->values, sizeof landing->values);
    for (size_t i = 0; i < loops; i++)
        landing->loops[i] = r->loops[frame->first_loop + i].loop;
    size_t place = landing_place(r, site);
    r->landings[place] = landing;
    r->landing_loops += loops;
    r->cursor.code = r->code + frame->code + 1;
    return true;
}

/* ---- longjmp ---- */

static uint32_t block_address(const struct regenerator *r, uint32_t code)
{
    return r->program->blocks[abstract_block_of(r->program, r->op_of[code])].address;
}

/* Restores the loops of the time of the setjmp; loops open then and now stay. */
static bool mend_loops(struct regenerator *r, const struct landing *landing, uint32_t address)
{
    size_t first = engine_innermost(r)->first_loop, common = 0;
    while (common < landing->loop_count && first + common < r->loop_count && r->loops[first + common].loop == landing->loops[common])
        common++;
    engine_loops_close(r, first + common, address);
    for (size_t i = common; i < landing->loop_count; i++)
        if (!engine_loop_open(r, landing->loops[i], address))
            return false;
    return true;
}

static bool jump(struct regenerator *r, uint32_t stack_pointer, uint32_t site)
{
    size_t at = r->landing_count;
    while (at && (r->landings[at - 1]->stack_pointer != stack_pointer || r->landings[at - 1]->site != site))
        at--;
    if (!at)
        return problem_set(r, "found a longjmp to a setjmp with stack pointer 0x%x and site %u, expected one whose function has not returned",
                           stack_pointer, site);
    const struct landing *landing = r->landings[at - 1];
    uint32_t address = block_address(r, landing->code);
    while (engine_innermost(r)->first_landing >= at)
        engine_pop(r, address);
    if (!mend_loops(r, landing, address))
        return false;
    memcpy(r->values, landing->values, sizeof r->values);
    r->cursor.known = landing->known;
    r->cursor.code = r->code + landing->code + 1;
    return true;
}

/* ---- The protocol ---- */

static bool returned(struct regenerator *r)
{
    if (!r->frame_count)
        return problem_set(r, "found region byte 0 (the call returned), expected 1 or the end, because no call is open");
    r->cursor.from++;
    r->cursor.code = r->code + engine_innermost(r)->code + 1;
    return true;
}

static bool entered(struct regenerator *r)
{
    uint32_t function;
    if (events_left(r) < 5)
        return problem_early(r, "the address of the function that was entered");
    uint32_t entry = events_word_at(r->cursor.from + 1, r->swap);
    if (!abstract_entered_at(r->program, entry, &function))
        return problem_set(r, "found the entry of 0x%x, expected the address of a function of the schema", entry);
    r->cursor.from += 5;
    return engine_push(r, function, true);
}

static bool landed(struct regenerator *r)
{
    if (events_left(r) < 6)
        return problem_early(r, "the stack pointer and site of a setjmp");
    uint32_t stack_pointer = events_word_at(r->cursor.from + 1, r->swap), site = r->cursor.from[5];
    const struct code *call = r->frame_count ? r->code + engine_innermost(r)->code : NULL;
    bool first = call && call->kind == CODE_SETJMP;
    if (first && call->other != site)
        return problem_set(r, "found the setjmp of site %u, expected that of site %u", site, call->other);
    if (!(first ? remember(r, stack_pointer, site) : jump(r, stack_pointer, site)))
        return false;
    r->cursor.from += 6;
    return true;
}

/* Ends a recording that could not continue (clew-ae-cc(1)). */
enum { RECORDING_ENDED = 255 };

bool region_step(struct regenerator *r)
{
    if (r->program->paper)
        return engine_push(r, r->program->main, false);
    if (!events_left(r)) {
        r->cursor.code = r->code + CODE_AT_END;
        return false;
    }
    switch (*r->cursor.from) {
    case 0: return returned(r);
    case 1: return entered(r);
    case 2: return landed(r);
    case RECORDING_ENDED: return problem_set(r, "found region byte %u: the program stopped recording here, and printed why when it ran", RECORDING_ENDED);
    default: return problem_set(r, "found region byte %u, expected 0, 1 or 2: the events are damaged", *r->cursor.from);
    }
}
