/* test_regenerate_walk.h - one random run of a program: its events, and the addresses and states that must follow.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The walk follows the definition of every operator, not the engine: it keeps whole copies where the engine shares, and searches where the engine keeps
 * tables. */
#ifndef CLEW_TESTS_TEST_REGENERATE_WALK_H
#define CLEW_TESTS_TEST_REGENERATE_WALK_H

#include "stream/stream.h"
#include "test_ae.h"
#include "test_regenerate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

enum { WALK_LOOPS = 16, WALK_LANDINGS = 16, WALK_FRAMES = 64, WALK_OPS = 1500 };

struct walk_landing {
    uint32_t stack_pointer, site, op, values[AE_REGISTERS], known, loops[WALK_LOOPS], loop_count;
};

struct walk_frame {
    uint32_t function, op;
    uint64_t began;
    bool from_region;
    uint32_t values[AE_REGISTERS], known;       /* the caller's */
    struct regenerated_loop loops[WALK_LOOPS];
    uint32_t loop_count;
    struct walk_landing landings[WALK_LANDINGS];
    uint32_t landing_count;
};

struct walk {
    const struct abstract *program;
    struct random random;
    struct text bytes;                  /* the event file */
    struct ae_event *events;
    size_t event_count, event_room;
    struct regenerated_state *states;   /* taken at random before operators with instructions; frames and loops: malloced */
    size_t state_count, state_room;
    struct walk_frame frames[WALK_FRAMES];
    uint32_t depth;
    uint32_t values[AE_REGISTERS], known;
    uint64_t number;
    uint32_t op, left;
    bool in_region, over, cut;          /* cut: the events end where they must not */
};

/* ---- Events written and expected ---- */

static inline void walk_put(struct walk *walk, uint32_t value, unsigned size)
{
    for (unsigned i = size; i-- > 0;)
        text_byte(&walk->bytes, (char)(value >> 8 * (walk->program->big_endian ? i : size - 1 - i)));
}

static inline void walk_event(struct walk *walk, enum ae_event_kind kind, uint32_t value, uint32_t address)
{
    walk->events = array_grow(walk->events, &walk->event_room, walk->event_count + 1, sizeof *walk->events);
    walk->events[walk->event_count++] = (struct ae_event){address, value << 3 | (uint32_t)kind};
    walk->number += kind <= AE_WRITE;
}

static inline struct walk_frame *walk_top(struct walk *walk) { return &walk->frames[walk->depth - 1]; }

static inline void walk_snapshot(struct walk *walk)
{
    walk->states = array_grow(walk->states, &walk->state_room, walk->state_count + 1, sizeof *walk->states);
    struct regenerated_state *state = &walk->states[walk->state_count++];
    struct regenerated_frame *frames = memory_allocate(walk->depth * sizeof *frames);
    struct regenerated_loop *loops = memory_allocate(WALK_LOOPS * WALK_FRAMES * sizeof *loops);
    *state = (struct regenerated_state){.number = walk->number, .offset = walk->bytes.size, .in_region = walk->in_region, .known = walk->known,
                                        .frames = frames, .loops = loops, .frame_count = walk->depth};
    memcpy(state->values, walk->values, sizeof state->values);
    for (uint32_t i = 0; i < walk->depth; i++) {
        const struct walk_frame *frame = &walk->frames[i];
        uint32_t at = i + 1 == walk->depth && !walk->in_region ? walk->op : frame->op;
        frames[i] = (struct regenerated_frame){frame->function, frame->began, frame->from_region ? 0 : walk->program->ops[walk->frames[i - 1].op].address,
                                               at, (uint32_t)state->loop_count, frame->loop_count};
        memcpy(loops + state->loop_count, frame->loops, frame->loop_count * sizeof *loops);
        state->loop_count += frame->loop_count;
    }
}

/* ---- Steps ---- */

static inline bool walk_is_own(uint32_t reg) { return (reg >= 16 && reg <= 23) || (reg >= 28 && reg <= 30); }

static inline void walk_number(struct walk *walk, uint32_t block)
{
    const struct abstract_function *function = &walk->program->functions[walk->program->blocks[block].function];
    walk_put(walk, block - function->first_block, function->block_count > 256 ? 2 : 1);
}

static inline void walk_to(struct walk *walk, uint32_t block, bool read)
{
    if (walk->program->blocks[block].target && !read)
        walk_number(walk, block);
    walk->op = walk->program->blocks[block].first;
}

static inline void walk_push(struct walk *walk, uint32_t function, bool from_region)
{
    struct walk_frame *frame = &walk->frames[walk->depth++];
    *frame = (struct walk_frame){.function = function, .began = walk->number + 1, .from_region = from_region, .known = walk->known};
    memcpy(frame->values, walk->values, sizeof frame->values);
    for (uint32_t i = 0; i < AE_REGISTERS; i++) {
        if (walk_is_own(i))
            walk->values[i] = 0;
        if (i && (walk_is_own(i) || from_region))
            walk->known &= ~(1u << i);
    }
    walk->in_region = false;
    walk_event(walk, AE_ENTER, function, walk->program->functions[function].address);
    walk_to(walk, walk->program->functions[function].first_block, false);
}

static inline void walk_close(struct walk *walk, uint32_t count, uint32_t address)
{
    struct walk_frame *frame = walk_top(walk);
    while (frame->loop_count > count)
        walk_event(walk, AE_LOOP_EXIT, frame->loops[--frame->loop_count].loop, address);
}

static inline void walk_open(struct walk *walk, uint32_t loop, uint32_t address)
{
    struct walk_frame *frame = walk_top(walk);
    frame->loops[frame->loop_count++] = (struct regenerated_loop){loop, 1, walk->number + 1};
    walk_event(walk, AE_LOOP_ENTRY, loop, address);
}

static inline void walk_pop(struct walk *walk, uint32_t address)
{
    struct walk_frame *frame = walk_top(walk);
    walk_close(walk, 0, address);
    walk_event(walk, AE_LEAVE, frame->function, walk->program->functions[frame->function].address);
    for (uint32_t i = 0; i < AE_REGISTERS; i++)
        if (walk_is_own(i)) {
            walk->values[i] = frame->values[i];
            walk->known = (walk->known & ~(1u << i)) | (frame->known & 1u << i);
        } else if (i && frame->from_region) {
            walk->known &= ~(1u << i);
        }
    walk->depth--;
}

static inline void walk_edge(struct walk *walk, const struct abstract_op *op, uint32_t which, bool read)
{
    const struct abstract_edge *edge = &walk->program->edges[op->first_edge + which];
    uint32_t address = walk->program->blocks[edge->target].address;
    if (read)
        walk_number(walk, edge->target);
    for (uint32_t i = 0; i < edge->annotation_count; i++) {
        struct abstract_annotation annotation = walk->program->annotations[edge->first_annotation + i];
        struct walk_frame *frame = walk_top(walk);
        if (annotation.kind == AE_LOOP_IS_ENTERED) {
            walk_open(walk, annotation.loop, address);
            continue;
        }
        assert_true(frame->loop_count > 0 && frame->loops[frame->loop_count - 1].loop == annotation.loop);
        if (annotation.kind == AE_LOOP_IS_LEFT) {
            walk_close(walk, frame->loop_count - 1, address);
        } else {
            frame->loops[frame->loop_count - 1].iteration++;
            walk_event(walk, AE_LOOP_BACK, annotation.loop, address);
        }
    }
    walk_to(walk, edge->target, read);
}

static inline uint32_t walk_computed(const struct walk *walk, const struct abstract_op *op)
{
    uint32_t a = op->first_is_register ? walk->values[op->first] : op->first;
    if (!op->two)
        return a;
    uint32_t b = op->second_is_register ? walk->values[op->second] : op->second;
    switch (op->binary) {
    case AE_ADD: return a + b;
    case AE_SUBTRACT: return a - b;
    case AE_MULTIPLY: return (uint32_t)((uint64_t)a * b);
    case AE_AND: return a & b;
    case AE_OR: return a | b;
    case AE_XOR: return a ^ b;
    case AE_SHIFT_LEFT: return (uint32_t)((uint64_t)a << b % 32);
    case AE_SHIFT_RIGHT: return a >> b % 32;
    default: return (uint32_t)((int64_t)(int32_t)a >> b % 32);
    }
}

static inline bool walk_operands_known(const struct walk *walk, const struct abstract_op *op)
{
    return (!op->first_is_register || walk->known >> op->first & 1) && (!op->two || !op->second_is_register || walk->known >> op->second & 1);
}

/* ---- Code without schema ---- */

static inline void walk_jump(struct walk *walk, uint32_t depth, const struct walk_landing *there)
{
    struct walk_landing landing = *there;
    uint32_t common = 0, address = walk->program->blocks[abstract_block_of(walk->program, landing.op)].address;
    walk_put(walk, 2, 1);
    walk_put(walk, landing.stack_pointer, 4);
    walk_put(walk, landing.site, 1);
    while (walk->depth > depth)
        walk_pop(walk, address);
    struct walk_frame *frame = walk_top(walk);
    while (common < frame->loop_count && common < landing.loop_count && frame->loops[common].loop == landing.loops[common])
        common++;
    walk_close(walk, common, address);
    for (uint32_t i = common; i < landing.loop_count; i++)
        walk_open(walk, landing.loops[i], address);
    memcpy(walk->values, landing.values, sizeof walk->values);
    walk->known = landing.known;
    walk->op = landing.op + 1;
    walk->in_region = false;
}

static inline void walk_remember(struct walk *walk, const struct abstract_op *op)
{
    struct walk_frame *frame = walk_top(walk);
    uint32_t at = 0;
    while (at < frame->landing_count && frame->landings[at].site != op->callee)
        at++;
    frame->landing_count += at == frame->landing_count;
    struct walk_landing *landing = &frame->landings[at];
    *landing = (struct walk_landing){.stack_pointer = 0x7fff0000 - 64 * walk->depth, .site = op->callee, .op = frame->op, .known = walk->known,
                                     .loop_count = frame->loop_count};
    memcpy(landing->values, walk->values, sizeof landing->values);
    for (uint32_t i = 0; i < frame->loop_count; i++)
        landing->loops[i] = frame->loops[i].loop;
    walk_put(walk, 2, 1);
    walk_put(walk, landing->stack_pointer, 4);
    walk_put(walk, landing->site, 1);
}

static inline bool walk_try_jump(struct walk *walk)
{
    uint32_t depth = walk->depth ? 1 + random_below(&walk->random, walk->depth) : 0;
    if (!depth || !walk->frames[depth - 1].landing_count || walk->program->ops[walk_top(walk)->op].operator == AE_CALL_SETJMP)
        return false; /* in a setjmp, it would be the return of that call */
    const struct walk_frame *frame = &walk->frames[depth - 1];
    const struct walk_landing *landing = &frame->landings[random_below(&walk->random, frame->landing_count)];
    walk_jump(walk, depth, landing);
    return true;
}

static inline void walk_region(struct walk *walk)
{
    bool tired = walk->left == 0;
    if (tired || (!walk->depth && random_chance(&walk->random, 10))) {
        walk->over = true;
    } else if (!walk->depth || (walk->depth < 20 && random_chance(&walk->random, 30))) {
        uint32_t function = random_below(&walk->random, walk->program->function_count);
        walk_put(walk, 1, 1);
        walk_put(walk, walk->program->functions[function].entry, 4);
        walk_push(walk, function, true);
    } else if (!random_chance(&walk->random, 30) || !walk_try_jump(walk)) {
        const struct abstract_op *op = &walk->program->ops[walk_top(walk)->op];
        if (op->operator == AE_CALL_SETJMP && walk_top(walk)->landing_count < WALK_LANDINGS)
            walk_remember(walk, op);
        else
            walk_put(walk, 0, 1);
        walk->op = walk_top(walk)->op + 1;
        walk->in_region = false;
    }
}

/* ---- The walk ---- */

static inline void walk_issue(struct walk *walk, const struct abstract_op *op)
{
    if (op->count && random_chance(&walk->random, 3))
        walk_snapshot(walk);
    for (uint32_t i = 0; i < op->count; i++)
        walk_event(walk, AE_INSTRUCTION, 4, op->address + 4 * i);
}

static inline void walk_call(struct walk *walk, const struct abstract_op *op)
{
    walk_top(walk)->op = walk->op;
    if (op->operator == AE_CALL)
        walk_push(walk, op->callee, false);
    else
        walk->in_region = true;
}

static inline void walk_return(struct walk *walk)
{
    bool from_region = walk_top(walk)->from_region;
    walk_pop(walk, walk->program->blocks[abstract_block_of(walk->program, walk->op)].address);
    walk->in_region = from_region;
    if (!from_region)
        walk->op = walk_top(walk)->op + 1;
}

/* The next event would be read here: a walk that has gone on long enough ends the file. */
static inline bool walk_ends(struct walk *walk, const struct abstract_op *op)
{
    bool reads = op->operator == AE_UNKNOWN || op->operator == AE_CJUMP || op->operator == AE_SWITCH;
    walk->cut = reads && (!walk->left || walk->depth > WALK_FRAMES - 8);
    walk->over = walk->cut;
    return walk->cut;
}

static inline void walk_step(struct walk *walk)
{
    const struct abstract_op *op = &walk->program->ops[walk->op];
    uint32_t known = walk->known & ~op->overwritten;
    bool operands_known = walk_operands_known(walk, op);
    uint32_t base = walk->values[op->reg] + (op->first_is_register ? walk->values[op->first] : op->first), value;
    walk->left -= walk->left > 0;
    walk_issue(walk, op);
    walk->known = known | 1;
    if (walk_ends(walk, op)) {
        walk->known &= ~(op->operator == AE_UNKNOWN ? 1u << op->reg : 0);
        return;
    }
    switch (op->operator) {
    case AE_COMPUTE:
        walk->known = (walk->known & ~(1u << op->reg)) | (uint32_t)operands_known << op->reg;
        walk->values[op->reg] = walk_computed(walk, op);
        break;
    case AE_UNKNOWN:
        walk_put(walk, value = random_next(&walk->random), 4);
        walk->values[op->reg] = value;
        walk->known |= 1u << op->reg;
        break;
    case AE_LOAD: walk_event(walk, AE_READ, 0, base); break;
    case AE_STORE: walk_event(walk, AE_WRITE, 0, base); break;
    case AE_CALL: case AE_CALL_EXTERNAL: case AE_CALL_INDIRECT: case AE_CALL_SETJMP: walk_call(walk, op); return;
    case AE_END: case AE_JUMP: walk_edge(walk, op, 0, false); return;
    case AE_CJUMP: case AE_SWITCH: walk_edge(walk, op, random_below(&walk->random, op->edge_count), true); return;
    case AE_RETURN: walk_return(walk); return;
    default: break;
    }
    walk->op++;
}

static inline void walk_run(struct walk *walk, const struct abstract *program, uint64_t seed)
{
    memset(walk, 0, sizeof *walk);
    walk->program = program;
    walk->random.state = seed;
    walk->known = 1;
    walk->left = 1 + random_below(&walk->random, WALK_OPS);
    walk->in_region = true;
    text_append(&walk->bytes, (struct str){"AE1\n", 4});
    text_append(&walk->bytes, (struct str){(const char *)program->schema->identity, AE_IDENTITY});
    while (!walk->over)
        if (walk->in_region)
            walk_region(walk);
        else
            walk_step(walk);
    walk_snapshot(walk); /* the last one */
}

static inline void walk_free(struct walk *walk)
{
    for (size_t i = 0; i < walk->state_count; i++) {
        free((void *)(uintptr_t)walk->states[i].frames);
        free((void *)(uintptr_t)walk->states[i].loops);
    }
    free(walk->states);
    free(walk->events);
    text_free(&walk->bytes);
}

/* A program from the seed, which also decides what its instructions overwrite. */
static inline void walk_program(uint64_t seed, struct test_ae *ae)
{
    struct text text = {0};
    struct error error;
    random_schema(seed, &text);
    if (!test_ae_try(text_str(&text), &(struct test_ae_options){.little_endian = seed % 2}, ae, &error))
        fail_msg("%u: %s", (unsigned)error.line, error.message);
    struct random random = {seed ^ 0x5eed};
    for (uint32_t i = 0; i < ae->program->op_count; i++)
        if (random_chance(&random, 20))
            ae->program->ops[i].overwritten |= random_next(&random) & random_next(&random) & random_next(&random) & ~1u;
    text_free(&text);
}

/* ---- Comparing ---- */

static inline void assert_states_equal(const struct regenerated_state *a, const struct regenerated_state *b)
{
    assert_int_equal(a->number, b->number);
    assert_int_equal(a->offset, b->offset);
    assert_int_equal(a->in_region, b->in_region);
    assert_int_equal(a->known, b->known);
    assert_memory_equal(a->values, b->values, sizeof a->values);
    assert_int_equal(a->frame_count, b->frame_count);
    assert_int_equal(a->loop_count, b->loop_count);
    for (size_t i = 0; i < a->frame_count; i++) {
        assert_int_equal(a->frames[i].function, b->frames[i].function);
        assert_int_equal(a->frames[i].began, b->frames[i].began);
        assert_int_equal(a->frames[i].call, b->frames[i].call);
        assert_int_equal(a->frames[i].at, b->frames[i].at);
        assert_int_equal(a->frames[i].first_loop, b->frames[i].first_loop);
        assert_int_equal(a->frames[i].loop_count, b->frames[i].loop_count);
    }
    for (size_t i = 0; i < a->loop_count; i++) {
        assert_int_equal(a->loops[i].loop, b->loops[i].loop);
        assert_int_equal(a->loops[i].iteration, b->loops[i].iteration);
        assert_int_equal(a->loops[i].began, b->loops[i].began);
    }
}

#endif
