/* timeline.c - access to any place of a regenerated trace: checkpoints, addresses, moments.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/timeline.h"
#include "stream/abstract.h"

#include <stdlib.h>
#include <string.h>

/* ---- Checkpoints: making them, dropping them, going to an address ----
 *
 * Larus 1990 regenerates from the beginning; checkpoints make it possible to begin elsewhere. A checkpoint is due after every multiple of K, at the next place
 * that needs no look back (place_fits). If all together are too large, the timeline drops every second one and doubles K. That helps if each has its own
 * activations. If one recursion takes the room, shared by all checkpoints made in it, dropping every second one frees nothing and K would double for ever. So
 * the timeline drops the latest ones instead, and makes none until half of the recursion is over. */

/* ---- Places for a checkpoint ---- */

/* A search needs facts about the events before a place, so the latest events must show them: an address, then perhaps exits of loops and one entry or
 * repetition; or an activation that has just begun. */
static bool place_fits(const struct ae_event *batch, size_t count, struct timeline_place *place)
{
    enum ae_event_kind kind = count ? ae_event_kind(batch[count - 1]) : AE_LEAVE;
    place->last = 0;
    place->loop_pending = kind == AE_LOOP_ENTRY || kind == AE_LOOP_BACK;
    if (kind == AE_ENTER)
        return count > 1 && ae_event_counts(batch[count - 2]);
    count -= place->loop_pending;
    while (count > 0 && ae_event_kind(batch[count - 1]) == AE_LOOP_EXIT)
        count--;
    if (count == 0 || !ae_event_counts(batch[count - 1]))
        return false;
    while (count > 0 && ae_event_counts(batch[count - 1]) && ae_event_kind(batch[count - 1]) != AE_INSTRUCTION)
        count--;
    place->last = count > 0 ? batch[count - 1].address : 0;
    return count > 0 && ae_event_kind(batch[count - 1]) == AE_INSTRUCTION;
}

/* ---- Keeping and dropping ---- */

static void place_free(struct timeline *timeline, struct timeline_place *place)
{
    if (place->checkpoint)
        timeline->bytes -= checkpoint_free(place->checkpoint);
    *place = (struct timeline_place){0};
}

static void thin(struct timeline *timeline)
{
    size_t kept = 1;
    for (size_t i = 1; i < timeline->count; i++)
        if (i % 2)
            place_free(timeline, &timeline->places[i]);
        else
            timeline->places[kept++] = timeline->places[i];
    timeline->count = kept;
    timeline->interval *= timeline->interval > UINT64_MAX / 4 ? 1 : 2;
}

static void drop_latest(struct timeline *timeline)
{
    place_free(timeline, &timeline->places[--timeline->count]);
}

static void due_next(struct timeline *timeline, uint64_t number)
{
    timeline->next = (number / timeline->interval + 1) * timeline->interval;
}

/* Tries no checkpoint from here on unless far fewer activations are open: an attempt takes time in proportion to their number. */
static void give_up(struct timeline *timeline)
{
    timeline->too_deep = regenerator_depth(timeline->regenerator);
}

static void make_room(struct timeline *timeline, uint64_t number)
{
    place_free(timeline, &timeline->near);
    if (timeline->bytes > timeline->memory && timeline->count >= THIN_LEAST) {
        thin(timeline);
        due_next(timeline, number);
    }
    if (timeline->bytes > timeline->memory - timeline->memory / 4)
        give_up(timeline);
    while (timeline->bytes > timeline->memory && timeline->count > 2)
        drop_latest(timeline);
}

/* Adds the regenerator's place as the latest checkpoint, if it is after the last one, not inside an operator, and not too large by itself. */
static void place_add(struct timeline *timeline, struct timeline_place place)
{
    size_t bytes = 0;
    if (place.number <= timeline->places[timeline->count - 1].number)
        return;
    if (timeline->too_deep > 0 && regenerator_depth(timeline->regenerator) >= timeline->too_deep / 2) {
        due_next(timeline, place.number);
        return;
    }
    if (!(place.checkpoint = checkpoint_save(timeline->regenerator, &bytes)))
        return;
    timeline->bytes += bytes;
    timeline->too_deep = 0;
    due_next(timeline, place.number);
    if (timeline->count >= 2 && bytes > timeline->memory / 4) {
        give_up(timeline);
        place_free(timeline, &place);
        return;
    }
    timeline->places = array_grow(timeline->places, &timeline->capacity, timeline->count + 1, sizeof *timeline->places);
    timeline->places[timeline->count++] = place;
    if (timeline->bytes > timeline->memory)
        make_room(timeline, place.number);
}

static void place_keep_near(struct timeline *timeline, struct timeline_place place)
{
    size_t bytes = 0;
    struct checkpoint *checkpoint = checkpoint_save(timeline->regenerator, &bytes);
    place_free(timeline, &timeline->near);
    if (!checkpoint)
        return;
    timeline->bytes += bytes;
    place.checkpoint = checkpoint;
    timeline->near = place;
    if (timeline->bytes > timeline->memory)
        place_free(timeline, &timeline->near);
}

static void timeline_drop_places(struct timeline *timeline)
{
    place_free(timeline, &timeline->near);
    while (timeline->count > 0)
        drop_latest(timeline);
    free(timeline->places);
    timeline->places = NULL;
}

/* ---- Running ---- */

bool timeline_report(const struct timeline *timeline, uint64_t done)
{
    return progress_report(&timeline->progress, done, timeline->events.size);
}

static void see_end(struct timeline *timeline)
{
    if (timeline->ended)
        return;
    timeline->ended = true;
    timeline->known = regenerator_number(timeline->regenerator);
    timeline->damaged = regenerator_problem(timeline->regenerator, &timeline->problem);
}

static struct timeline_place place_here(const struct timeline *timeline)
{
    return (struct timeline_place){.number = regenerator_number(timeline->regenerator), .offset = regenerator_offset(timeline->regenerator)};
}

size_t timeline_run(struct timeline *timeline, size_t capacity)
{
    size_t count = regenerator_run(timeline->regenerator, timeline->batch, capacity);
    if (count == 0) {
        see_end(timeline);
        return 0;
    }
    struct timeline_place place = place_here(timeline);
    if (place.number > timeline->known)
        timeline->known = place.number;
    if (place.number >= timeline->next && place_fits(timeline->batch, count, &place))
        place_add(timeline, place);
    return count;
}

/* After the number where a checkpoint is due: runs a few operators at a time until a place fits. With a constant size, batches might end at the same place of a
 * loop each time. */
static void place_due(struct timeline *timeline)
{
    uint64_t due = timeline->next;
    for (size_t i = 0; i < 16 && timeline->next == due; i++)
        if (timeline_run(timeline, SMALL_BATCH + i) == 0)
            return;
    if (timeline->next == due)
        due_next(timeline, timeline->next);
}

const struct timeline_place *timeline_place_before(const struct timeline *timeline, uint64_t number)
{
    LOWER_BOUND(size_t, next, 1, timeline->count, timeline->places[next].number < number);
    const struct timeline_place *place = &timeline->places[next - 1], *near = &timeline->near;
    return near->checkpoint && near->number < number && near->number > place->number ? near : place;
}

/* Runs over unknown ground until the address `number` is known. NONE: it does not exist. */
static enum timeline_answer timeline_reach(struct timeline *timeline, uint64_t number)
{
    if (number <= timeline->known || timeline->ended)
        return number <= timeline->known ? TIMELINE_FOUND : TIMELINE_NONE;
    const struct timeline_place *place = timeline_place_before(timeline, UINT64_MAX);
    checkpoint_restore(timeline->regenerator, place->checkpoint);
    for (uint64_t target = place->number; target < number;) {
        uint64_t due = timeline->next > target ? timeline->next + 1 : target + 1;
        target = due - target > STRIDE ? target + STRIDE : due;
        target = target < number ? target : number;
        if (!regenerator_until(timeline->regenerator, target)) {
            see_end(timeline);
            return TIMELINE_NONE;
        }
        timeline->known = target > timeline->known ? target : timeline->known;
        if (target > timeline->next)
            place_due(timeline);
        if (timeline->ended)
            return number <= timeline->known ? TIMELINE_FOUND : TIMELINE_NONE;
        if (!timeline_report(timeline, regenerator_offset(timeline->regenerator)))
            return TIMELINE_STOPPED;
    }
    return TIMELINE_FOUND;
}

/* Runs from `from`, over known ground. */
static enum timeline_answer run_until(struct timeline *timeline, uint64_t from, uint64_t number)
{
    for (uint64_t target = from; target < number;) {
        target = number - target > STRIDE ? target + STRIDE : number;
        if (!regenerator_until(timeline->regenerator, target))
            return TIMELINE_NONE;
        if (target < number && !timeline_report(timeline, regenerator_offset(timeline->regenerator)))
            return TIMELINE_STOPPED;
    }
    return TIMELINE_FOUND;
}

/* Keeps a place WINDOW addresses before `number`, so that the next requests nearby are fast. False: the regenerator may be in the middle of an operator. */
static enum timeline_answer run_near(struct timeline *timeline, uint64_t from, uint64_t number)
{
    enum timeline_answer answer = run_until(timeline, from, number - WINDOW);
    for (size_t i = 0; answer == TIMELINE_FOUND && i < 4; i++) {
        size_t count = regenerator_run(timeline->regenerator, timeline->batch, SMALL_BATCH + i);
        struct timeline_place place = place_here(timeline);
        if (place_fits(timeline->batch, count, &place)) {
            place_keep_near(timeline, place);
            break;
        }
    }
    return answer;
}

enum timeline_answer timeline_seek(struct timeline *timeline, uint64_t number)
{
    enum timeline_answer answer = timeline_reach(timeline, number);
    if (answer != TIMELINE_FOUND)
        return answer;
    const struct timeline_place *place = timeline_place_before(timeline, number);
    checkpoint_restore(timeline->regenerator, place->checkpoint);
    if (number - place->number > (uint64_t)4 * WINDOW) {
        answer = run_near(timeline, place->number, number);
        if (answer != TIMELINE_FOUND)
            return answer;
        place = timeline_place_before(timeline, number);
        checkpoint_restore(timeline->regenerator, place->checkpoint);
    }
    return run_until(timeline, place->number, number);
}

/* ---- The source line of an instruction as a number ----
 *
 * Looked up once for each instruction if the original images lie within LINES_MOST instructions of each other (memory grows with executed code). If an
 * untrusted schema spreads them, looked up every time. */

enum { LINES_MOST = 1 << 26 };

static void lines_prepare(struct timeline *timeline)
{
    const struct abstract *program = timeline->program;
    struct timeline_lines *lines = &timeline->lines;
    uint64_t low = UINT64_MAX, high = 0;
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct abstract_function *function = &program->functions[i];
        uint64_t end = (uint64_t)function->address + function->size;
        low = function->address < low ? function->address : low;
        high = end > high ? end : high;
    }
    lines->ready = true;
    if (high <= low || (high - low) / 4 + 1 > LINES_MOST)
        return;
    lines->base = (uint32_t)low;
    lines->count = (size_t)((high - low) / 4 + 1);
    lines->lines = memory_allocate(lines->count * sizeof *lines->lines);
}

static uint64_t number_of(struct map *map, uint64_t key, uint64_t first)
{
    uint64_t number = first + map->count;
    if (map_get(map, key, &number))
        return number;
    map_put(map, key, number);
    return number;
}

/* Does a statement of the line begin at the instruction? The line table says so (is_stmt). */
static bool begins_statement(struct symbols *symbols, const struct source_position *position, uint64_t instruction)
{
    uint64_t *addresses;
    size_t count = symbols_line_addresses(symbols, position->file, position->line, &addresses);
    bool begins = count > 0 && bsearch(&instruction, addresses, count, sizeof *addresses, compare_uint64);
    free(addresses);
    return begins;
}

/* Ignores the folder: within one activation, two files of one name do not meet. */
static uint32_t line_number(struct timeline *timeline, uint32_t instruction)
{
    struct timeline_lines *lines = &timeline->lines;
    struct source_position position;
    if (!symbols_position(timeline->program->symbols, instruction, &position) || position.line == 0)
        return TIMELINE_NO_LINE;
    struct str file = pool_name(&lines->files, position.file);
    uint64_t key = number_of(&lines->file_numbers, (uintptr_t)file.data, 0) << 40 | (position.line & (((uint64_t)1 << 40) - 1));
    uint32_t number = (uint32_t)number_of(&lines->numbers, key, TIMELINE_NO_LINE + 1);
    return begins_statement(timeline->program->symbols, &position, instruction) ? number : number | TIMELINE_WITHIN;
}

uint32_t timeline_line_ask(struct timeline *timeline, uint32_t instruction)
{
    struct timeline_lines *lines = &timeline->lines;
    if (!lines->ready)
        lines_prepare(timeline);
    size_t index = (instruction - lines->base) / 4;
    if (instruction < lines->base || index >= lines->count)
        return line_number(timeline, instruction);
    if (lines->lines[index] == 0)
        lines->lines[index] = line_number(timeline, instruction);
    return lines->lines[index];
}

static void timeline_drop_lines(struct timeline *timeline)
{
    struct timeline_lines *lines = &timeline->lines;
    free(lines->lines);
    pool_free(&lines->files);
    map_free(&lines->file_numbers);
    map_free(&lines->numbers);
    *lines = (struct timeline_lines){0};
}

/* ---- Access to a regenerated trace ---- */

enum { DEFAULT_MEMORY = 64 << 20, DEFAULT_INTERVAL = 100000, LOOK_BACK = 1024 };

bool timeline_open(const struct abstract *program, struct str events, const char *name, const struct timeline_options *options,
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

/* Half before the address, half after it. */
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

/* The number of the instruction that made `at`. An untrusted schema may have references without one nearby: then the number of `at`. */
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

/* Forgets the registers overwritten by the first instructions of an unfinished operator. */
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

/* Turns the state before the operator into the state before the instruction in it. */
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

/* ---- Total iterations of an open loop ---- */

/* Open loops of all activations, and the requested one. */
struct rounds {
    size_t open, index;
    uint64_t iterations;
    bool left;
};

static void rounds_over(struct rounds *rounds, struct ae_event event)
{
    switch (ae_event_kind(event)) {
    case AE_LOOP_ENTRY: rounds->open++; break;
    case AE_LOOP_BACK: rounds->iterations += rounds->open == rounds->index + 1; break;
    case AE_LOOP_EXIT:
        rounds->open--;
        rounds->left = rounds->open == rounds->index;
        break;
    default: break;
    }
}

enum timeline_answer timeline_iterations(struct timeline *timeline, uint64_t number, size_t index, uint64_t limit, uint64_t *iterations)
{
    struct regenerated_state state;
    enum timeline_answer answer = timeline_seek(timeline, number);
    if (answer != TIMELINE_FOUND)
        return answer;
    regenerator_state(timeline->regenerator, &state);
    if (index >= state.loop_count)
        return TIMELINE_NONE;
    struct rounds rounds = {.open = state.loop_count, .index = index, .iterations = state.loops[index].iteration};
    uint64_t passed = 0;
    for (size_t count, batches = 0; passed < limit && (count = timeline_run(timeline, REGENERATED_BATCH)) > 0; passed += count) {
        for (size_t i = 0; i < count; i++) {
            rounds_over(&rounds, timeline->batch[i]);
            if (rounds.left) {
                *iterations = rounds.iterations;
                return TIMELINE_FOUND;
            }
        }
        if (++batches % 64 == 0 && !timeline_report(timeline, regenerator_offset(timeline->regenerator)))
            return TIMELINE_STOPPED;
    }
    return TIMELINE_NONE;
}
