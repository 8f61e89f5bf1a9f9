/* timeline_match.c - does an event meet a query?  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/abstract.h"
#include "stream/timeline_inside.h"

#include <stdlib.h>

enum { FILTER_LEAST = 64, FILTER_MOST = 1 << 20 };     /* bits */

/* ---- Before the run ---- */

/* Instructions a filter's size apart share a bit: then the table of the query decides. */
static void filter_make(struct matcher *matcher)
{
    const struct timeline_query *query = matcher->query;
    uint32_t bits = FILTER_LEAST;
    if (query->instruction_count > 0) {
        uint32_t span = (query->instructions[query->instruction_count - 1] - query->instructions[0]) / 4;
        while (bits <= span && bits < FILTER_MOST)
            bits *= 2;
    }
    matcher->filter = memory_allocate(bits / 8);
    matcher->filter_mask = bits - 1;
    for (size_t i = 0; i < query->instruction_count; i++) {
        uint32_t bit = query->instructions[i] / 4 & matcher->filter_mask;
        matcher->filter[bit / 64] |= (uint64_t)1 << bit % 64;
    }
}

/* The addresses that a reference must have to touch a watch: lwr touches up to three bytes before its own, ldc1 seven behind. */
static void watches_bound(struct matcher *matcher)
{
    const struct timeline_query *query = matcher->query;
    uint64_t low = UINT64_MAX, high = 0;
    for (size_t i = 0; i < query->watch_count; i++) {
        const struct timeline_watch *watch = &query->watches[i];
        uint64_t begin = watch->address > 7 ? watch->address - 7 : 0, end = (uint64_t)watch->address + watch->size + 3;
        low = begin < low ? begin : low;
        high = end > high ? end : high;
    }
    matcher->watch_low = query->watch_count ? low : 0;
    matcher->watch_span = query->watch_count ? high - low : 0;
}

void matcher_open(struct matcher *matcher, struct timeline *timeline, const struct timeline_query *query)
{
    *matcher = (struct matcher){.timeline = timeline, .query = query, .loop_pending = SIZE_MAX};
    filter_make(matcher);
    watches_bound(matcher);
    if (query->loop_count > 0)
        matcher->asked_loops = memory_allocate(timeline->program->loop_count + 1);
    for (size_t i = 0; i < query->loop_count; i++)
        if (query->loops[i].loop < timeline->program->loop_count)
            matcher->asked_loops[query->loops[i].loop] = 1;
    matcher->plain = query->loop_count == 0 && !query->every_instruction && !query->lines && !query->returned;
}

void matcher_close(struct matcher *matcher)
{
    free(matcher->filter);
    free(matcher->asked_loops);
    free(matcher->lines);
    free(matcher->loops);
}

/* ---- Loops ---- */

static void loop_push(struct matcher *matcher, uint32_t loop, uint64_t iteration)
{
    matcher->loops = array_grow(matcher->loops, &matcher->loop_capacity, matcher->loop_count + 1, sizeof *matcher->loops);
    matcher->loops[matcher->loop_count++] = (struct open_loop){loop, iteration};
}

static bool loop_asks(const struct timeline_loop *asked, const struct open_loop *open)
{
    return asked->loop == open->loop && (asked->iteration == 0 || asked->iteration == open->iteration);
}

static void loop_begins(struct matcher *matcher, const struct open_loop *open)
{
    const struct timeline_query *query = matcher->query;
    for (size_t i = 0; i < query->loop_count && matcher->loop_pending == SIZE_MAX; i++)
        if (loop_asks(&query->loops[i], open))
            matcher->loop_pending = i;
}

/* Loops of all activations are left in the opposite order of their entries: the one that is meant is the latest. */
static void track_loop(struct matcher *matcher, enum ae_event_kind kind, uint32_t loop)
{
    if (!matcher->asked_loops || !matcher->asked_loops[loop])
        return;
    if (kind == AE_LOOP_ENTRY)
        loop_push(matcher, loop, 1);
    else if (matcher->loop_count == 0)
        return;
    else if (kind == AE_LOOP_BACK)
        matcher->loops[matcher->loop_count - 1].iteration++;
    else
        matcher->loop_count--;
    if (kind != AE_LOOP_EXIT)
        loop_begins(matcher, &matcher->loops[matcher->loop_count - 1]);
}

static void start_loops(struct matcher *matcher, const struct regenerated_state *state, bool pending)
{
    matcher->loop_count = 0;
    matcher->loop_pending = SIZE_MAX;
    if (!matcher->asked_loops)
        return;
    for (size_t i = 0; i < state->loop_count; i++)
        if (matcher->asked_loops[state->loops[i].loop])
            loop_push(matcher, state->loops[i].loop, state->loops[i].iteration);
    if (pending && state->loop_count > 0 && matcher->asked_loops[state->loops[state->loop_count - 1].loop])
        loop_begins(matcher, &matcher->loops[matcher->loop_count - 1]);
}

/* ---- Lines ---- */

static void lines_reach(struct matcher *matcher, uint32_t depth)
{
    if (depth < matcher->line_capacity)
        return;
    matcher->lines = array_grow(matcher->lines, &matcher->line_capacity, (size_t)depth + 1, sizeof *matcher->lines);
}

static void start_lines(struct matcher *matcher, const struct regenerated_state *state, uint32_t last)
{
    const struct abstract_op *ops = matcher->timeline->program->ops;
    lines_reach(matcher, (uint32_t)state->frame_count);
    matcher->lines[0] = 0;
    for (size_t i = 0; i < state->frame_count; i++) {
        const struct abstract_op *op = &ops[state->frames[i].at];
        uint32_t at = i + 1 < state->frame_count ? op->address + 4 * op->count - 4 : last;
        matcher->lines[i + 1] = at ? timeline_line(matcher->timeline, at) & ~LINE_WITHIN : 0;
    }
}

static void track_line(struct matcher *matcher, uint32_t instruction)
{
    uint32_t line = timeline_line(matcher->timeline, instruction), *before = &matcher->lines[matcher->walk.depth];
    matcher->line_begins = line != LINE_UNKNOWN && !(line & LINE_WITHIN) && line != *before;
    *before = line & ~LINE_WITHIN;
}

/* ---- The run ---- */

void matcher_start(struct matcher *matcher, const struct timeline_place *place)
{
    struct regenerated_state state;
    regenerator_state(matcher->timeline->regenerator, &state);
    matcher->walk = (struct timeline_walk){.number = state.number, .depth = (uint32_t)state.frame_count};
    matcher->line_begins = false;
    start_loops(matcher, &state, place && place->loop_pending);
    if (matcher->query->lines)
        start_lines(matcher, &state, place ? place->last : 0);
}

void matcher_track(struct matcher *matcher, struct ae_event event)
{
    enum ae_event_kind kind = ae_event_kind(event);
    timeline_walk_over(&matcher->walk, event);
    if (kind >= AE_LOOP_ENTRY && kind <= AE_LOOP_EXIT)
        track_loop(matcher, kind, ae_event_value(event));
    else if (matcher->query->lines && kind == AE_INSTRUCTION)
        track_line(matcher, event.address);
    else if (matcher->query->lines && kind == AE_ENTER) {
        lines_reach(matcher, matcher->walk.depth);
        matcher->lines[matcher->walk.depth] = 0;
    }
}

/* The bytes a reference touches: [*low, *low + size). lwl and swl reach from the address to the end of the word that is more significant, lwr and
 * swr from the other: with big endian order those above, with little endian order those below it. */
static uint32_t bytes_of(const struct abstract *program, uint32_t instruction, uint32_t address, uint32_t *low)
{
    struct mips_effect effect = timeline_effect(program, instruction);
    *low = address;
    if (effect.unaligned_left == effect.unaligned_right)
        return effect.load || effect.store ? effect.size : 4;
    if (effect.unaligned_left == program->big_endian)
        return 4 - address % 4;
    *low = address - address % 4;
    return address % 4 + 1;
}

/* The first watch from *index on that the reference touches. */
static bool match_watch(const struct matcher *matcher, struct ae_event event, size_t *index)
{
    const struct timeline_query *query = matcher->query;
    uint32_t low = 0, size = bytes_of(matcher->timeline->program, matcher->walk.instruction, event.address, &low);
    for (; *index < query->watch_count; ++*index) {
        const struct timeline_watch *watch = &query->watches[*index];
        bool wanted = ae_event_kind(event) == AE_READ ? watch->read : watch->write;
        if (wanted && (uint64_t)low + size > watch->address && low < (uint64_t)watch->address + watch->size)
            return true;
    }
    return false;
}

static inline bool filter_has(const struct matcher *matcher, uint32_t address)
{
    uint32_t bit = address / 4 & matcher->filter_mask;
    return matcher->filter[bit / 64] >> bit % 64 & 1;
}

static bool match_instruction(const struct matcher *matcher, uint32_t address, size_t *index)
{
    const struct timeline_query *query = matcher->query;
    size_t low = 0, high = query->instruction_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (query->instructions[middle] < address)
            low = middle + 1;
        else
            high = middle;
    }
    *index = low;
    return low < query->instruction_count && query->instructions[low] == address;
}

/* ---- The conditions one after the other ---- */

enum stage { STAGE_INSTRUCTION, STAGE_WATCHES, STAGE_LOOPS, STAGE_STEP, STAGE_END };

/* The pending one, and those behind it that ask for the same iteration. */
static bool match_loop(const struct matcher *matcher, struct matcher_cursor *cursor)
{
    const struct timeline_query *query = matcher->query;
    if (cursor->pending == SIZE_MAX)
        return false;
    if (cursor->index < cursor->pending)
        cursor->index = cursor->pending;
    for (; cursor->index < query->loop_count; cursor->index++)
        if (cursor->index == cursor->pending || (matcher->loop_count > 0 && loop_asks(&query->loops[cursor->index], &matcher->loops[matcher->loop_count - 1])))
            return true;
    return false;
}

static bool match_stage(const struct matcher *matcher, struct ae_event event, struct matcher_cursor *cursor)
{
    const struct timeline_query *query = matcher->query;
    bool instruction = ae_event_kind(event) == AE_INSTRUCTION;
    switch ((enum stage)cursor->stage) {
    case STAGE_INSTRUCTION:
        return cursor->index == 0 && instruction && filter_has(matcher, event.address) && match_instruction(matcher, event.address, &cursor->index);
    case STAGE_WATCHES: return !instruction && event.address - matcher->watch_low < matcher->watch_span && match_watch(matcher, event, &cursor->index);
    case STAGE_LOOPS: return match_loop(matcher, cursor);
    case STAGE_STEP: return cursor->index == 0 && instruction && (query->every_instruction || (query->lines && matcher->line_begins));
    case STAGE_END: break;
    }
    return false;
}

struct timeline_address timeline_walk_address(const struct timeline_walk *walk, struct ae_event event)
{
    return (struct timeline_address){.number = walk->number, .address = event.address, .kind = ae_event_kind(event), .instruction = walk->instruction,
                                     .depth = walk->depth};
}

bool matcher_next(struct matcher *matcher, struct ae_event event, struct matcher_cursor *cursor, struct timeline_found *found)
{
    static const enum timeline_stop stops[] = {STOP_INSTRUCTION, STOP_WATCH, STOP_LOOP, STOP_STEP};
    if (cursor->stage == STAGE_INSTRUCTION && cursor->index == 0) {
        cursor->pending = matcher->loop_pending;
        matcher->loop_pending = SIZE_MAX;
    }
    for (; cursor->stage < STAGE_END; cursor->stage++, cursor->index = 0)
        if (match_stage(matcher, event, cursor)) {
            *found = (struct timeline_found){timeline_walk_address(&matcher->walk, event), stops[cursor->stage], cursor->index};
            if (cursor->stage == STAGE_WATCHES || cursor->stage == STAGE_LOOPS) {
                cursor->index++;
            } else {                    /* these are met once */
                cursor->stage++;
                cursor->index = 0;
            }
            return true;
        }
    return false;
}

bool matcher_match(struct matcher *matcher, struct ae_event event, struct timeline_found *found)
{
    struct matcher_cursor cursor = {0};
    return matcher_next(matcher, event, &cursor, found);
}

bool matcher_pass(struct matcher *matcher, const struct ae_event *batch, size_t count, uint64_t number)
{
    uint32_t depth = matcher->walk.depth, instruction = matcher->walk.instruction;
    if (!matcher->plain)
        return false;
    for (size_t i = 0; i < count; i++) {
        enum ae_event_kind kind = ae_event_kind(batch[i]);
        if (kind == AE_INSTRUCTION) {
            if (filter_has(matcher, batch[i].address))
                return false;
            instruction = batch[i].address;
        } else if (kind <= AE_WRITE) {
            if (batch[i].address - matcher->watch_low < matcher->watch_span)
                return false;
        } else
            depth += (uint32_t)(kind == AE_ENTER) - (uint32_t)(kind == AE_LEAVE);
    }
    matcher->walk = (struct timeline_walk){number, depth, instruction};
    return true;
}
