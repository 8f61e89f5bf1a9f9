/* regenerate_control.c - calls, returns, edges and their loops.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/regenerate_inside.h"

#include <stdlib.h>
#include <string.h>

enum { LOOPS_MOST = 1 << 22 };          /* open at once, of all activations */

static const uint8_t own[OWN_COUNT] = {16, 17, 18, 19, 20, 21, 22, 23, 28, 29, 30};

struct activation *engine_innermost(const struct regenerator *r) { return &r->frames[r->frame_count - 1]; }

uint64_t engine_number(const struct regenerator *r) { return r->number + (size_t)(r->cursor.out - r->cursor.origin); }

/* An event without a number. One that finds no room waits; then the batch is over. */
void engine_emit(struct regenerator *r, enum ae_event_kind kind, uint32_t value, uint32_t address)
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

void engine_issue(struct regenerator *r)
{
    issue_some(r, 0, r->cursor.code->count);
    r->cursor.known &= r->cursor.code->keep;
}

/* Whole where it fits into what is left, or into a batch of its own; else in parts, each ending its batch. */
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
            r->safe = r->cursor.out; /* the last instruction still, then the batch is over */
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

bool engine_loop_open(struct regenerator *r, uint32_t loop, uint32_t address)
{
    if (r->loop_count >= LOOPS_MOST)
        return problem_set(r, "found more than %d open loops, expected fewer", LOOPS_MOST);
    engine_loop_put(r, (struct regenerated_loop){loop, 1, engine_number(r) + 1});
    engine_emit(r, AE_LOOP_ENTRY, loop, address);
    return true;
}

void engine_loops_close(struct regenerator *r, size_t count, uint32_t address)
{
    while (r->loop_count > count) {
        uint32_t loop = r->loops[r->loop_count - 1].loop;
        engine_loop_drop(r);
        engine_emit(r, AE_LOOP_EXIT, loop, address);
    }
}

/* Entered: not open in this activation. Repeated, left: the innermost open one. */
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

bool engine_edge(struct regenerator *r, const struct code_edge *edge)
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

/* Between two passes without an event control cannot have gone another way, nor will it. */
bool engine_go_watched(struct regenerator *r)
{
    struct activation *frame = engine_innermost(r);
    uint64_t offset = (uint64_t)(r->cursor.from - r->start);
    if (frame->watched == offset) {
        engine_issue(r);
        return problem_set(r, "found a loop that goes round for ever without an event, expected one; the run was ended in it, or the schema is another's");
    }
    frame->watched = offset;
    return engine_go(r);
}

/* A block's number, of one or two bytes; what was read stays unread until it is found to be right. */
static bool read_block(struct regenerator *r, uint32_t *block)
{
    size_t size = r->cursor.code->b;
    if (events_left(r) < size)
        return problem_early(r, "the number of a block");
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
        return problem_block(r, block, edges, 2);
    return take_edge(r, edges + (edges[0].block != block));
}

bool engine_switch(struct regenerator *r)
{
    const struct code_edge *edges = r->edges + r->cursor.code->other;
    uint32_t block = 0, low = 0, high = r->cursor.code->value;
    engine_issue(r);
    if (!read_block(r, &block))
        return false;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (edges[middle].block < block)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == r->cursor.code->value || edges[low].block != block)
        return problem_block(r, block, edges, r->cursor.code->value);
    return take_edge(r, edges + low);
}

bool engine_check(struct regenerator *r)
{
    uint32_t block = 0;
    if (!read_block(r, &block))
        return false;
    if (block != r->cursor.code->other)
        return problem_block(r, block, &(struct code_edge){.block = r->cursor.code->other}, 1);
    r->cursor.from += r->cursor.code->b;
    r->cursor.code++;
    return true;
}

/* ---- Calls ---- */

bool engine_push(struct regenerator *r, uint32_t function, bool from_region)
{
    if (r->frame_count >= REGENERATOR_DEPTH)
        return problem_set(r, "found a call %zu activations deep, expected at most %d", r->frame_count, REGENERATOR_DEPTH);
    r->frames = array_grow(r->frames, &r->frame_capacity, r->frame_count + 1, sizeof *r->frames);
    struct activation *frame = &r->frames[r->frame_count++];
    *frame = (struct activation){
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

/* The paper's: "a significant event ... to record the address of the callee" (Larus 1990, section 4.1). */
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

void engine_pop(struct regenerator *r, uint32_t address)
{
    const struct activation *frame = engine_innermost(r);
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
    r->cursor.code = r->code + CODE_AT_END; /* the paper's main */
    if (events_left(r))
        return problem_set(r, "found %zu bytes behind the return of main, expected the end of the events", events_left(r));
    return false;
}
