/* timeline_places.c - checkpoints: where they are made, which are dropped, going to an address.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Larus 1990 regenerates from the beginning; this is what lets one begin elsewhere. A checkpoint is due behind every multiple of K and made at the
 * next place that needs no look back (place_fits). When all are too large, every second one goes and K doubles. That helps where each has its own
 * activations; of a recursion that takes the room by itself, shared by all that were made in it, dropping every second one frees nothing, and K
 * would double for ever. There the latest ones go instead, and none is made until half of the recursion is over. */
#include "stream/timeline_inside.h"

#include <stdlib.h>

/* ---- Which places are good for a checkpoint ---- */

/* What a search needs to know of the events before a place must be seen in the last of them: an address, then perhaps exits of loops and one entry
 * or repetition; or an activation that has just begun. */
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

/* None is tried from here on but where much fewer activations are open: trying takes as long as they are many. */
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

/* The regenerator's place as the latest checkpoint, if it is one that can be kept. */
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

void timeline_drop_places(struct timeline *timeline)
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

/* Behind the number where one is due: a few operators at a time until a place fits. Batches of one size may end in the same place of a loop each time. */
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
    size_t low = 0, high = timeline->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (timeline->places[middle].number < number)
            low = middle;
        else
            high = middle;
    }
    const struct timeline_place *place = &timeline->places[low], *near = &timeline->near;
    return near->checkpoint && near->number < number && near->number > place->number ? near : place;
}

enum timeline_answer timeline_reach(struct timeline *timeline, uint64_t number)
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

/* From `from` on, known ground. */
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

/* A place WINDOW addresses before `number`, so that what is asked next about its neighbourhood is near. False: the regenerator may stand in the
 * middle of an operator. */
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
