/* timeline.c - a regenerated trace as something one can stand in.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/abstract.h"
#include "stream/timeline.h"
#include "stream/timeline_inside.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_MEMORY = 64 << 20, DEFAULT_INTERVAL = 100000, LOOK_BACK = 1024 };

bool timeline_open(const struct abstract *program, struct slice events, const char *name, const struct timeline_options *options,
                   struct timeline **timeline, struct error *error)
{
    struct regenerator *regenerator;
    if (!regenerator_open(program, events, name, &regenerator, error))
        return false;
    struct timeline *made = memory_allocate(sizeof *made);
    made->program = program;
    made->regenerator = regenerator;
    made->events = events;
    made->progress = options->progress;
    made->memory = options->memory ? options->memory : DEFAULT_MEMORY;
    made->next = made->interval = options->interval ? options->interval : DEFAULT_INTERVAL;
    made->window = memory_allocate(WINDOW * sizeof *made->window);
    struct timeline_place first = {.offset = regenerator_offset(regenerator)};
    size_t bytes = 0;
    first.checkpoint = checkpoint_save(regenerator, &bytes);
    made->bytes = bytes;
    made->places = array_grow(NULL, &made->capacity, 1, sizeof *made->places);
    made->places[made->count++] = first;
    *timeline = made;
    return true;
}

void timeline_close(struct timeline *timeline)
{
    if (!timeline)
        return;
    timeline_drop_places(timeline);
    timeline_drop_lines(timeline);
    regenerator_close(timeline->regenerator);
    free(timeline->window);
    free(timeline);
}

void timeline_watch(struct timeline *timeline, struct progress progress)
{
    timeline->progress = progress;
}

/* ---- The whole ---- */

enum timeline_answer timeline_total(const struct timeline *timeline, uint64_t *total)
{
    *total = timeline->known;
    return timeline->ended ? TIMELINE_FOUND : TIMELINE_NONE;
}

enum timeline_answer timeline_measure(struct timeline *timeline, uint64_t *total)
{
    if (timeline_reach(timeline, UINT64_MAX) == TIMELINE_STOPPED)
        return TIMELINE_STOPPED;
    return timeline_total(timeline, total);
}

bool timeline_problem(const struct timeline *timeline, struct error *error)
{
    if (timeline->damaged)
        *error = timeline->problem;
    return timeline->damaged;
}

size_t timeline_memory(const struct timeline *timeline)
{
    return timeline->bytes;
}

size_t timeline_checkpoints(const struct timeline *timeline)
{
    return timeline->count;
}

/* ---- The window ---- */

/* Half of it lies before the address, half behind. */
static enum timeline_answer window_fill(struct timeline *timeline, uint64_t number)
{
    uint64_t first = number > WINDOW / 2 ? number - WINDOW / 2 : 1;
    struct regenerated_state state;
    enum timeline_answer answer = timeline_seek(timeline, first);
    if (answer != TIMELINE_FOUND)
        return answer;
    regenerator_state(timeline->regenerator, &state);
    struct timeline_walk walk = {.number = state.number, .depth = (uint32_t)state.frame_count};
    timeline->window_first = first;
    timeline->window_count = 0;
    size_t count;
    while (timeline->window_count < WINDOW && (count = timeline_run(timeline, REGENERATED_BATCH)) > 0)
        for (size_t i = 0; i < count && timeline->window_count < WINDOW; i++) {
            timeline_walk_over(&walk, timeline->batch[i]);
            if (ae_event_counts(timeline->batch[i]) && walk.number >= first)
                timeline->window[timeline->window_count++] = timeline_walk_address(&walk, timeline->batch[i]);
        }
    return TIMELINE_FOUND;
}

static size_t window_copy(const struct timeline *timeline, uint64_t first, size_t count, struct timeline_address *out)
{
    if (first < timeline->window_first || first - timeline->window_first >= timeline->window_count)
        return 0;
    size_t at = (size_t)(first - timeline->window_first), there = timeline->window_count - at;
    count = count < there ? count : there;
    memcpy(out, timeline->window + at, count * sizeof *out);
    return count;
}

enum timeline_answer timeline_addresses(struct timeline *timeline, uint64_t first, size_t count, struct timeline_address *out, size_t *got)
{
    *got = 0;
    if (first == 0)
        return TIMELINE_NONE;
    while (*got < count) {
        size_t copied = window_copy(timeline, first + *got, count - *got, out + *got);
        if (copied == 0) {
            enum timeline_answer answer = timeline->ended && first + *got > timeline->known ? TIMELINE_NONE : window_fill(timeline, first + *got);
            if (answer == TIMELINE_STOPPED)
                return answer;
            if (answer == TIMELINE_NONE || (copied = window_copy(timeline, first + *got, count - *got, out + *got)) == 0)
                break;
        }
        *got += copied;
    }
    return *got > 0 || count == 0 ? TIMELINE_FOUND : TIMELINE_NONE;
}

/* ---- Moments ---- */

static enum timeline_answer address_at(struct timeline *timeline, uint64_t number, struct timeline_address *at)
{
    size_t got;
    return timeline_addresses(timeline, number, 1, at, &got);
}

/* The number of the instruction that made `at`; a hostile schema may have references without one nearby: then that of `at`. */
static enum timeline_answer instruction_of(struct timeline *timeline, struct timeline_address at, uint64_t *number)
{
    enum timeline_answer answer = TIMELINE_FOUND;
    *number = at.number;
    for (struct timeline_address before = at; before.kind != AE_INSTRUCTION; *number = before.number) {
        if (before.number == 1 || at.number - before.number == LOOK_BACK) {
            *number = at.number;
            return TIMELINE_FOUND;
        }
        if ((answer = address_at(timeline, before.number - 1, &before)) != TIMELINE_FOUND)
            return answer;
    }
    return answer;
}

struct mips_effect timeline_effect(const struct abstract *program, uint32_t address)
{
    uint32_t word;
    return abstract_word(program, address, &word) ? mips_effect(word) : (struct mips_effect){0};
}

/* What the first instructions of an operator overwrote before it is done. */
static void forget_overwritten(const struct abstract *program, uint32_t address, uint64_t count, uint32_t *known)
{
    for (uint64_t i = 0; i < count && *known != 1; i++, address += 4) {
        struct mips_effect effect = timeline_effect(program, address);
        *known = effect.known ? (*known & ~effect.defined) | 1 : 1;
    }
}

static void *copy(struct arena *arena, const void *data, size_t size)
{
    void *made = arena_allocate(arena, size + 1);
    if (size > 0)
        memcpy(made, data, size);
    return made;
}

/* The state before the operator becomes that before the instruction in it. */
static void take_state(struct timeline *timeline, uint64_t instruction, struct arena *arena, struct regenerated_state *state)
{
    regenerator_state(timeline->regenerator, state);
    if (state->frame_count > 0 && instruction > state->number + 1) {
        const struct regenerated_frame *frame = &state->frames[state->frame_count - 1];
        forget_overwritten(timeline->program, timeline->program->ops[frame->at].address, instruction - state->number - 1, &state->known);
        state->number = instruction - 1;
    }
    state->frames = copy(arena, state->frames, state->frame_count * sizeof *state->frames);
    state->loops = copy(arena, state->loops, state->loop_count * sizeof *state->loops);
}

enum timeline_answer timeline_moment(struct timeline *timeline, uint64_t number, struct arena *arena, struct moment *moment)
{
    struct moment made = {0};
    struct timeline_address next;
    enum timeline_answer answer = address_at(timeline, number, &made.at);
    if (answer == TIMELINE_FOUND)
        answer = instruction_of(timeline, made.at, &made.instruction);
    if (answer != TIMELINE_FOUND)
        return answer;
    if (made.at.kind != AE_INSTRUCTION)
        next = made.at;
    else
        answer = address_at(timeline, made.instruction + 1, &next);
    if (answer == TIMELINE_FOUND && next.kind != AE_INSTRUCTION) {
        made.has_reference = true;
        made.reference = next;
    }
    if (answer == TIMELINE_STOPPED || timeline_seek(timeline, made.instruction) != TIMELINE_FOUND)
        return TIMELINE_STOPPED;
    take_state(timeline, made.instruction, arena, &made.state);
    *moment = made;
    return TIMELINE_FOUND;
}
