/* test_timeline.h - random programs, their runs, and a trace as a plain list.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct made made;
 *     made_program(&made, seed, 3000);                 loops in loops, branches, recursion, callbacks, setjmp and longjmp; a walk of about 3,000 bytes
 *     struct model model = model_open(made.ae.program, made.events);
 *     ... model.events, model.addresses ...
 *     model_close(&model), made_close(&made);
 *
 * The list holds what one pass of the regenerator delivers. Tests count everything else from it. */
#ifndef CLEW_TESTS_TEST_TIMELINE_H
#define CLEW_TESTS_TEST_TIMELINE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stream/stream.h"
#include "test_ae.h"

static inline uint32_t random_next(uint64_t *seed)
{
    *seed ^= *seed << 13, *seed ^= *seed >> 7, *seed ^= *seed << 17;
    return (uint32_t)(*seed >> 16);
}

static inline uint32_t random_below(uint64_t *seed, uint32_t below) { return random_next(seed) % below; }

/* ---- Events by hand: big endian ---- */

static inline void put_byte(struct text *out, uint32_t byte) { text_byte(out, (char)byte); }

static inline void put_word(struct text *out, uint32_t word)
{
    for (unsigned i = 0; i < 4; i++)
        put_byte(out, word >> (24 - 8 * i) & 255);
}

#define TEST_HEAD "ae_schema 1\nae_id 0123456789abcdef\n"

static inline void put_head(struct text *out)
{
    text_add(out, "AE1\n\x01\x23\x45\x67\x89\xab\xcd\xef");
}

static inline void put_entry(struct text *out, uint32_t function)
{
    put_byte(out, 1);
    put_word(out, test_ae_entry(function));
}

/* Fills `made` in place: the program points to the schema beside it. */
static inline void open_program(struct test_ae *ae, const char *text, struct test_ae_options options)
{
    struct error error;
    bool good = test_ae_try(str_of(text), &options, ae, &error);
    if (!good)
        print_error("%s:%u: %s\n%s", error.source, (unsigned)error.line, error.message, text);
    assert_true(good);
}

/* ---- Random programs ---- */

enum { MADE_FUNCTIONS = 4, MADE_BLOCKS = 200, MADE_OPS = 8 };
enum made_kind { MADE_PLAIN, MADE_VALUE, MADE_CALL, MADE_EXTERNAL, MADE_SETJMP };
enum made_end { MADE_NEXT, MADE_ENTERS, MADE_BRANCH, MADE_AGAIN, MADE_RETURN };

struct made_op {
    enum made_kind kind;
    uint32_t value;                         /* callee, site */
    char text[40];
};
struct made_block {
    bool target;
    struct made_op ops[MADE_OPS];
    uint32_t count, other, loop;            /* other: the branch's second target */
    enum made_end end;
};
struct made_function {
    struct made_block blocks[MADE_BLOCKS];
    uint32_t count, loops;
};
struct made_jump {
    uint32_t activation, site, block, op;
};

struct made {
    uint64_t seed;
    struct made_function functions[MADE_FUNCTIONS];
    uint32_t sites;
    struct text schema, out;
    size_t budget;
    uint32_t activations, depth;
    struct made_jump jumps[64];
    size_t jump_count, jumped;
    struct str events;
    struct test_ae ae;
};

static inline struct made_block *made_block(struct made_function *function) { return &function->blocks[function->count - 1]; }

static inline void made_new_block(struct made_function *function, bool target)
{
    function->count++;
    *made_block(function) = (struct made_block){.target = target};
}

static inline struct made_op *made_op(struct made_function *function, enum made_kind kind, uint32_t value)
{
    struct made_block *block = made_block(function);
    block->ops[block->count] = (struct made_op){.kind = kind, .value = value};
    return &block->ops[block->count++];
}

static inline void made_straight(struct made *made, struct made_function *function)
{
    for (uint32_t n = random_below(&made->seed, 3); n > 0 && made_block(function)->count + 3 < MADE_OPS; n--) {
        uint32_t what = random_below(&made->seed, 4), offset = 4 * random_below(&made->seed, 4);
        if (what == 0) {
            snprintf(made_op(function, MADE_PLAIN, 0)->text, 40, "uneventful_inst x%u", 1 + random_below(&made->seed, 5));
            continue;
        }
        if (what == 1)
            snprintf(made_op(function, MADE_VALUE, 0)->text, 40, "unknown_defn R4");
        snprintf(made_op(function, MADE_PLAIN, 0)->text, 40, "%s %u(#R4)", what == 2 ? "store_inst" : "load_inst", offset);
    }
}

static inline void made_calls(struct made *made, struct made_function *function)
{
    uint32_t what = random_below(&made->seed, 4), callee = random_below(&made->seed, MADE_FUNCTIONS);
    if (what < 2)
        snprintf(made_op(function, MADE_CALL, callee)->text, 40, "call_inst f%u x2", callee);
    else if (what == 2)
        snprintf(made_op(function, MADE_EXTERNAL, 0)->text, 40, random_below(&made->seed, 2) ? "call_ext qsort x2" : "call_indirect");
    else if (made->sites < AE_SITES) {
        snprintf(made_op(function, MADE_SETJMP, made->sites)->text, 40, "call_setjmp %u x2", made->sites);
        made->sites++;
    }
}

static inline void made_body(struct made *made, struct made_function *function, uint32_t depth)
{
    for (uint32_t n = 1 + random_below(&made->seed, 3); n > 0 && function->count + 8 < MADE_BLOCKS; n--) {
        made_straight(made, function);
        uint32_t before = function->count - 1;
        if (depth == 3 || random_below(&made->seed, 3) == 0)
            continue;
        if (random_below(&made->seed, 2)) {
            made_block(function)->end = MADE_BRANCH;
            made_new_block(function, true);
            made_calls(made, function);
            made_body(made, function, depth + 1);
            made_new_block(function, true);
            function->blocks[before].other = function->count - 1;
            continue;
        }
        uint32_t loop = function->loops++, header = function->count;
        made_block(function)->end = MADE_ENTERS;
        made_block(function)->loop = loop;
        made_new_block(function, true);
        made_body(made, function, depth + 1);
        made_block(function)->end = MADE_AGAIN;
        made_block(function)->loop = loop;
        made_block(function)->other = header;
        made_new_block(function, true);
    }
}

static inline void made_print(struct made *made, uint32_t index)
{
    const struct made_function *function = &made->functions[index];
    struct text *out = &made->schema;
    text_printf(out, "start_function f%u %u\n", index, function->count);
    for (uint32_t b = 0; b < function->count; b++) {
        const struct made_block *block = &function->blocks[b];
        text_printf(out, "start_block%s %u\n", block->target ? "_target" : "", b);
        for (uint32_t i = 0; i < block->count; i++)
            text_printf(out, "%s\n", block->ops[i].text);
        switch (block->end) {
        case MADE_NEXT: text_printf(out, "end_block %u x0\n", b); break;
        case MADE_ENTERS: text_printf(out, "end_block %u x0 %%loop_entry(%u %u)\n", b, b + 1, block->loop); break;
        case MADE_BRANCH: text_printf(out, "end_block_cjump %u %u %u x2\n", b, b + 1, block->other); break;
        case MADE_AGAIN:
            text_printf(out, "end_block_cjump %u %u %u x2 %%loop_exit(%u %u) %%loop_back(%u %u)\n", b, b + 1, block->other, b + 1, block->loop, block->other,
                        block->loop);
            break;
        case MADE_RETURN: text_printf(out, "return x2\n"); break;
        }
    }
    text_printf(out, "end_function f%u\n", index);
}

static inline bool made_over(const struct made *made) { return made->out.size > made->budget || made->depth > 60; }

static inline uint32_t made_run(struct made *made, uint32_t index);

/* Code without a schema: makes callbacks. Returns the activation that goes on after a longjmp, or 0. */
static inline uint32_t made_region(struct made *made)
{
    for (uint32_t n = random_below(&made->seed, 3); n > 0 && !made_over(made); n--) {
        if (made->jump_count > 0 && random_below(&made->seed, 2)) {
            made->jumped = random_below(&made->seed, (uint32_t)made->jump_count);
            const struct made_jump *jump = &made->jumps[made->jumped];
            put_byte(&made->out, 2), put_word(&made->out, jump->activation * 16), put_byte(&made->out, jump->site);
            return jump->activation;
        }
        uint32_t function = random_below(&made->seed, MADE_FUNCTIONS);
        put_entry(&made->out, function);
        uint32_t to = made_run(made, function);
        if (to)
            return to;
    }
    put_byte(&made->out, 0);
    return 0;
}

static inline void made_set_jump(struct made *made, struct made_jump jump)
{
    size_t at = 0;
    put_byte(&made->out, 2), put_word(&made->out, jump.activation * 16), put_byte(&made->out, jump.site);
    while (at < made->jump_count && (made->jumps[at].activation != jump.activation || made->jumps[at].site != jump.site))
        at++;
    if (at < 64)
        made->jumps[at] = jump;
    if (at == made->jump_count && at < 64)
        made->jump_count++;
}

static inline uint32_t made_run_op(struct made *made, const struct made_op *op, struct made_jump here)
{
    switch (op->kind) {
    case MADE_PLAIN: return 0;
    case MADE_VALUE: put_word(&made->out, 0x1000 + random_below(&made->seed, 64)); return 0;
    case MADE_CALL: return made_run(made, op->value);
    case MADE_EXTERNAL: return made_region(made);
    case MADE_SETJMP: made_set_jump(made, here); return 0;
    }
    return 0;
}

/* The block that control goes to; writes its number to the events. */
static inline uint32_t made_leave_block(struct made *made, const struct made_function *function, uint32_t b)
{
    const struct made_block *block = &function->blocks[b];
    uint32_t next = b + 1;
    if (block->end == MADE_BRANCH && (made_over(made) || random_below(&made->seed, 3) == 0))
        next = block->other;
    if (block->end == MADE_AGAIN && !made_over(made) && random_below(&made->seed, 5))
        next = block->other;
    if (function->blocks[next].target || block->end >= MADE_BRANCH)
        put_byte(&made->out, next);
    return next;
}

/* Returns 0, or the activation that a longjmp goes to. */
static inline uint32_t made_run(struct made *made, uint32_t index)
{
    const struct made_function *function = &made->functions[index];
    uint32_t id = ++made->activations, to = 0, b = 0, i = 0;
    made->depth++;
    for (;;) {
        const struct made_block *block = &function->blocks[b];
        for (; i < block->count && to == 0; i++)
            to = made_run_op(made, &block->ops[i], (struct made_jump){id, block->ops[i].value, b, i + 1});
        if (to == id) {
            b = made->jumps[made->jumped].block, i = made->jumps[made->jumped].op, to = 0;
            continue;
        }
        if (to || block->end == MADE_RETURN)
            break;
        b = made_leave_block(made, function, b), i = 0;
    }
    made->depth--;
    size_t kept = 0, jumped = made->jumped;
    for (size_t k = 0; k < made->jump_count; k++)
        if (made->jumps[k].activation != id) {
            made->jumped = k == jumped ? kept : made->jumped;
            made->jumps[kept++] = made->jumps[k];
        }
    made->jump_count = kept;
    return to;
}

static inline void made_program(struct made *made, uint64_t seed, size_t budget)
{
    *made = (struct made){.seed = seed * 2654435761u + 88172645463325252u, .budget = budget};
    text_add(&made->schema, TEST_HEAD);
    for (uint32_t f = 0; f < MADE_FUNCTIONS; f++) {
        struct made_function *function = &made->functions[f];
        made_new_block(function, false);
        made_body(made, function, 0);
        made_block(function)->end = MADE_RETURN;
        made_print(made, f);
    }
    put_head(&made->out);
    while (made->out.size < budget && made->activations < budget) {
        uint32_t function = random_below(&made->seed, MADE_FUNCTIONS);
        put_entry(&made->out, function);
        made_run(made, function);
    }
    made->events = text_str(&made->out);
    open_program(&made->ae, text_string(&made->schema), (struct test_ae_options){0});
}

static inline void made_close(struct made *made)
{
    test_ae_close(&made->ae);
    text_free(&made->schema);
    text_free(&made->out);
}

/* ---- The list ---- */

struct model {
    struct ae_event *events;
    uint64_t *numbers;                      /* by event: addresses up to and including it */
    uint32_t *activations;                  /* by event: the innermost activation after it; 0: none */
    size_t count, capacity;
    struct timeline_address *addresses;     /* [number]; [0] is unused */
    size_t *event_of;                       /* [number] */
    uint64_t total;
    uint32_t *parents;                      /* by activation */
    size_t *entered, *left;                 /* by activation: its events; SIZE_MAX: it never returned */
    uint32_t activation_count;
};

static inline struct model model_read(const struct abstract *program, struct str events)
{
    struct model model = {0};
    struct regenerator *regenerator;
    struct error error;
    struct ae_event batch[REGENERATED_BATCH];
    size_t count;
    assert_true(regenerator_open(program, events, "ae.out", &regenerator, &error));
    while ((count = regenerator_run(regenerator, batch, REGENERATED_BATCH)) > 0) {
        model.events = array_grow(model.events, &model.capacity, model.count + count, sizeof *model.events);
        memcpy(model.events + model.count, batch, count * sizeof *batch);
        model.count += count;
    }
    regenerator_close(regenerator);
    return model;
}

static inline struct model model_open(const struct abstract *program, struct str events)
{
    struct model model = model_read(program, events);
    size_t size = model.count + 2;
    uint32_t depth = 0, now = 0, instruction = 0;
    model.numbers = memory_allocate(size * sizeof *model.numbers);
    model.activations = memory_allocate(size * sizeof *model.activations);
    model.addresses = memory_allocate(size * sizeof *model.addresses);
    model.event_of = memory_allocate(size * sizeof *model.event_of);
    model.parents = memory_allocate(size * sizeof *model.parents);
    model.entered = memory_allocate(size * sizeof *model.entered);
    model.left = memory_allocate(size * sizeof *model.left);
    for (size_t i = 0; i < model.count; i++) {
        struct ae_event event = model.events[i];
        enum ae_event_kind kind = ae_event_kind(event);
        if (kind == AE_ENTER) {
            model.parents[++model.activation_count] = now;
            now = model.activation_count, depth++;
            model.entered[now] = i, model.left[now] = SIZE_MAX;
        } else if (kind == AE_LEAVE) {
            model.left[now] = i;
            now = model.parents[now], depth--;
        } else if (ae_event_counts(event)) {
            instruction = kind == AE_INSTRUCTION ? event.address : instruction;
            model.addresses[++model.total] = (struct timeline_address){model.total, event.address, kind, instruction, depth};
            model.event_of[model.total] = i;
        }
        model.numbers[i] = model.total;
        model.activations[i] = now;
    }
    return model;
}

static inline void model_close(struct model *model)
{
    free(model->events), free(model->numbers), free(model->activations), free(model->addresses), free(model->event_of), free(model->parents);
    free(model->entered), free(model->left);
}

static inline void assert_same_address(struct timeline_address a, struct timeline_address b)
{
    assert_int_equal(a.number, b.number);
    assert_int_equal(a.address, b.address);
    assert_int_equal(a.kind, b.kind);
    assert_int_equal(a.instruction, b.instruction);
    assert_int_equal(a.depth, b.depth);
}

#endif
