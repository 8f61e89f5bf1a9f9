/* regenerate.c - opening, batches, jumps, the state.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/regenerate.h"
#include "stream/regenerate_inside.h"

#include <stdlib.h>
#include <string.h>

enum { BARREN_MOST = 1 << 28 };         /* calls, returns and loops in a row without an address or an event of the file */

/* ---- Opening ---- */

static bool head_missing(const char *name, struct slice events, struct error *error)
{
    if (events.size == 0)
        return error_at_offset(error, name, 0, "no events: the program was ended, as by a signal, before it wrote any");
    return error_at_offset(error, name, 0, "found %zu bytes that do not begin with AE1 and an identity, expected those: the schema is of version 1",
                           events.size);
}

static bool identity_differs(const struct abstract *program, const char *name, const unsigned char *found, struct error *error)
{
    struct text text = {0};
    ae_identity_text(found, &text);
    text_add(&text, ", expected ");
    ae_identity_text(program->schema->identity, &text);
    error_at_offset(error, name, 4, "found events of build %s, the one of %s", text_string(&text), program->name);
    text_free(&text);
    return false;
}

static bool check_head(const struct abstract *program, struct slice events, const char *name, struct error *error)
{
    unsigned char identity[AE_IDENTITY];
    if (program->paper)
        return true;
    if (events.size < AE_EVENTS_HEAD || !ae_events_identity(events, identity))
        return head_missing(name, events, error);
    return !memcmp(identity, program->schema->identity, AE_IDENTITY) || identity_differs(program, name, identity, error);
}

static bool host_is_big(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return !first;
}

bool regenerator_open(const struct abstract *program, struct slice events, const char *name, struct regenerator **regenerator, struct error *error)
{
    if (!check_head(program, events, name, error))
        return false;
    struct regenerator *r = memory_allocate(sizeof *r);
    r->program = program;
    r->name = name;
    r->shelf = memory_allocate(sizeof *r->shelf);
    r->shelf->references = 1;
    if (!code_make(r, error)) {
        regenerator_close(r);
        return false;
    }
    r->open = memory_allocate(program->loop_count * sizeof *r->open);
    r->start = (const unsigned char *)(events.data ? events.data : "");
    r->end = r->start + events.size;
    r->swap = program->big_endian != host_is_big();
    r->cursor = (struct cursor){.code = r->code + CODE_AT_REGION, .from = r->start + (program->paper ? 0 : AE_EVENTS_HEAD), .known = 1};
    *regenerator = r;
    return true;
}

void regenerator_close(struct regenerator *r)
{
    if (!r)
        return;
    while (r->landing_count)
        engine_landing_drop(r);
    shelf_release(r->shelf);
    free(r->frames);
    free(r->loops);
    free(r->outer);
    free(r->open);
    free(r->landings);
    free(r->pending);
    free(r->code);
    free(r->op_of);
    free(r->edges);
    free(r->entries);
    free(r->state_frames);
    free(r);
}

/* ---- Batches ---- */

static void deliver_pending(struct regenerator *r)
{
    size_t waiting = r->pending_count - r->pending_first, room = (size_t)(r->limit - r->cursor.out), count = waiting < room ? waiting : room;
    memcpy(r->cursor.out, r->pending + r->pending_first, count * sizeof *r->pending);
    r->cursor.out += count;
    r->cursor.origin += count;
    r->pending_first += count;
    if (r->pending_first == r->pending_count)
        r->pending_first = r->pending_count = 0;
}

/* Calls without instructions can multiply without an end that anybody would see. */
static void notice_barren(struct regenerator *r, uint64_t barren)
{
    r->barren = barren;
    if (r->barren > BARREN_MOST && !r->failed)
        (void)problem_set(r, "found calls and loops without an address or an event that do not end, expected one");
}

/* Fills a batch that begins at `out`; begins an operator as long as it stands at or below `safe`, the first in any case. */
static size_t fill(struct regenerator *r, struct ae_event *out, struct ae_event *safe, struct ae_event *limit)
{
    const unsigned char *from = r->cursor.from;
    uint64_t number = r->number;
    r->cursor.out = r->cursor.origin = out;
    r->batch = safe < out ? safe : out;
    r->safe = safe;
    r->limit = limit;
    if (r->pending_count)
        deliver_pending(r);
    if (r->part && r->cursor.code->kind != CODE_MANY)
        r->part = 0; /* the last instruction is the next thing to come */
    if (!r->pending_count && !r->failed && (r->cursor.out == out || r->cursor.out <= r->safe))
        (void)operators_run(r);
    size_t count = (size_t)(r->cursor.out - out);
    r->number = engine_number(r);
    r->cursor.origin = r->cursor.out;
    notice_barren(r, r->cursor.from != from || r->number != number ? 0 : r->barren + count);
    return count;
}

size_t regenerator_run(struct regenerator *r, struct ae_event *batch, size_t capacity)
{
    if (r->failed && !r->pending_count)
        return 0;
    return fill(r, batch, batch + capacity - CODE_ROOM, batch + capacity);
}

bool regenerator_problem(const struct regenerator *r, struct error *error)
{
    if (r->failed && !r->pending_count)
        *error = r->problem;
    return r->failed && !r->pending_count;
}

uint64_t regenerator_number(const struct regenerator *r) { return r->number; }
uint64_t regenerator_offset(const struct regenerator *r) { return (uint64_t)(r->cursor.from - r->start); }
size_t regenerator_depth(const struct regenerator *r) { return r->frame_count; }

/* ---- Jumps ---- */

/* Back before an operator that was delivered in part. */
static void rewind_part(struct regenerator *r)
{
    if (!r->part)
        return;
    r->cursor.code -= r->cursor.code->kind != CODE_MANY;
    r->number -= r->part;
    r->part = 0;
}

/* Addresses that the next operator issues. */
static uint32_t next_addresses(const struct code *code)
{
    if (code->kind == CODE_MANY)
        return code->value;
    return code->count + (code->kind == CODE_LOAD || code->kind == CODE_STORE);
}

/* Some operators, none beyond `left` addresses: by batches, near the end one by one. */
static void skip_some(struct regenerator *r, uint64_t left)
{
    struct ae_event buffer[REGENERATED_BATCH + 1]; /* below the first one there is room for `safe`: one operator, no more */
    if (left >= 2 * CODE_ROOM) {
        size_t capacity = left < REGENERATED_BATCH ? (size_t)left : REGENERATED_BATCH;
        fill(r, buffer, buffer + capacity - CODE_ROOM, buffer + capacity);
    } else {
        fill(r, buffer + 1, buffer, buffer + REGENERATED_BATCH + 1);
    }
}

/* Of a long operator that is passed nothing needs to be made. */
static bool skip_many(struct regenerator *r)
{
    if (r->cursor.code->kind != CODE_MANY)
        return false;
    r->number += r->cursor.code->count;
    r->cursor.code++;
    return true;
}

static bool skip_until(struct regenerator *r, uint64_t number)
{
    while (!r->failed && r->cursor.code->kind != CODE_END) {
        uint32_t next = next_addresses(r->cursor.code);
        r->pending_first = r->pending_count = 0;
        if (next && number <= r->number + next)
            return true;
        if (!skip_many(r))
            skip_some(r, number > r->number ? number - r->number - 1 : 0);
    }
    return false;
}

bool regenerator_until(struct regenerator *r, uint64_t number)
{
    rewind_part(r);
    r->skipping = true;
    bool reached = skip_until(r, number);
    r->skipping = false;
    r->pending_first = r->pending_count = 0;
    return reached;
}

/* ---- The state ---- */

static bool in_region(const struct regenerator *r) { return r->cursor.code < r->code + CODE_FIRST; }

static void list_frames(struct regenerator *r)
{
    r->state_frames = array_grow(r->state_frames, &r->state_capacity, r->frame_count, sizeof *r->state_frames);
    for (size_t i = 0; i < r->frame_count; i++) {
        const struct activation *frame = &r->frames[i];
        size_t next_loop = i + 1 < r->frame_count ? r->frames[i + 1].first_loop : r->loop_count;
        bool running = i + 1 == r->frame_count && !in_region(r);
        r->state_frames[i] = (struct regenerated_frame){
            .function = frame->function,
            .began = frame->began,
            .call = !i || frame->from_region ? 0 : r->program->ops[r->state_frames[i - 1].at].address,
            .at = running ? problem_op(r) : r->op_of[frame->code],
            .first_loop = frame->first_loop,
            .loop_count = (uint32_t)next_loop - frame->first_loop,
        };
    }
}

void regenerator_state(struct regenerator *r, struct regenerated_state *state)
{
    list_frames(r);
    *state = (struct regenerated_state){
        .number = r->number - r->part,
        .offset = regenerator_offset(r),
        .in_region = in_region(r) && !r->program->paper,
        .known = r->cursor.known | 1,
        .frames = r->state_frames,
        .loops = r->loops,
        .frame_count = r->frame_count,
        .loop_count = r->loop_count,
    };
    memcpy(state->values, r->values, sizeof state->values);
}
