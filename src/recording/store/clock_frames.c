/* clock_frames.c - which frames were open at a time.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A thread's frames are one sequence of depths. The frame of depth d around an event began behind the last event before it whose depth is below d, and
 * ends at the first one after it: both are found by the smallest depths of blocks, and of blocks of blocks. */
#include "recording/store/layout.h"
#include "recording/store/times.h"

#include <inttypes.h>
#include <stdlib.h>

/* The events of one thread. */
struct events {
    const struct store *store;
    struct clock *clock;
    const struct list *list, *calls;
    const struct clock_floors *floors;
};

static uint64_t depth_of(uint64_t value)
{
    return value >> 2;
}

/* Reads the smallest depths, which may be more than memory should be asked for in advance: a block at a time. */
static void load_floors(const struct store *store, const struct list *list, struct clock_floors *floors)
{
    size_t capacity = 0, group_capacity = 0;
    uint64_t values[BLOCK];
    for (uint64_t b = 0; b * BLOCK < list->count; b++) {
        unsigned count = list_block(store, list, b, NULL, values, NULL);
        floors->blocks = array_grow(floors->blocks, &capacity, (size_t)floors->block_count + count, sizeof *floors->blocks);
        floors->groups = array_grow(floors->groups, &group_capacity, (size_t)floors->group_count + 1, sizeof *floors->groups);
        uint64_t least = UINT64_MAX;
        for (unsigned i = 0; i < count; i++) {
            floors->blocks[floors->block_count++] = values[i];
            least = values[i] < least ? values[i] : least;
        }
        floors->groups[floors->group_count++] = least;
    }
    floors->loaded = true;
}

static bool events_of(const struct store *store, uint64_t thread, struct events *events)
{
    struct clock *clock = clock_of(store);
    if (!clock || thread == 0 || clock->threads[thread - 1].events == NOWHERE)
        return false;
    const struct clock_thread *own = &clock->threads[thread - 1];
    struct clock_floors *floors = &clock->floors[thread - 1];
    if (!floors->loaded)
        load_floors(store, &store->lists[own->floors], floors);
    *events = (struct events){store, clock, &store->lists[own->events], &store->lists[own->calls], floors};
    return events->list->count > 0;
}

/* The number of events of a thread up to a time. */
static uint64_t events_until(const struct events *events, uint64_t time)
{
    uint64_t from, to;
    list_range(events->store, events->list, 0, time, &from, &to);
    return to < events->list->count ? to : events->list->count;
}

/* ---- Searching depths ---- */

/* The last of values[0 ... end) below a depth; UINT64_MAX: none. */
static uint64_t last_below(const uint64_t *values, uint64_t from, uint64_t end, uint64_t depth)
{
    while (end > from)
        if (values[--end] < depth)
            return end;
    return UINT64_MAX;
}

/* The first of values[from ... end). */
static uint64_t first_below(const uint64_t *values, uint64_t from, uint64_t end, uint64_t depth)
{
    for (; from < end; from++)
        if (values[from] < depth)
            return from;
    return UINT64_MAX;
}

/* Depths of the events of a block. */
static const struct clock_depths *take_block(const struct events *events, uint64_t b)
{
    struct clock_depths *kept = &events->clock->depths[b % CLOCK_DEPTHS];
    if (kept->list == events->list && kept->block == b)
        return kept;
    kept->list = events->list;
    kept->block = b;
    kept->count = list_block(events->store, events->list, b, NULL, kept->depths, NULL);
    for (unsigned i = 0; i < kept->count; i++)
        kept->depths[i] = depth_of(kept->depths[i]);
    return kept;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The last block before `end` that goes below a depth: first among those of its group, then by groups. */
static uint64_t block_before(const struct clock_floors *floors, uint64_t end, uint64_t depth)
{
    uint64_t group = end / BLOCK, found = last_below(floors->blocks, group * BLOCK, end, depth);
    if (found != UINT64_MAX)
        return found;
    group = last_below(floors->groups, 0, group, depth);
    return group == UINT64_MAX ? UINT64_MAX : last_below(floors->blocks, group * BLOCK, (group + 1) * BLOCK, depth);
}

static uint64_t block_behind(const struct clock_floors *floors, uint64_t from, uint64_t depth)
{
    uint64_t group = from / BLOCK, found = first_below(floors->blocks, from, least((group + 1) * BLOCK, floors->block_count), depth);
    if (found != UINT64_MAX)
        return found;
    group = first_below(floors->groups, group + 1, floors->group_count, depth);
    return group == UINT64_MAX ? UINT64_MAX : first_below(floors->blocks, group * BLOCK, least((group + 1) * BLOCK, floors->block_count), depth);
}

/* The event with which the frame of a depth began that is open behind an event. */
static uint64_t find_begin(const struct events *events, uint64_t event, uint64_t depth)
{
    uint64_t b = event / BLOCK, found = last_below(take_block(events, b)->depths, 0, event % BLOCK + 1, depth);
    if (found == UINT64_MAX) {
        b = block_before(events->floors, b, depth);
        if (b == UINT64_MAX)
            return 0;
        const struct clock_depths *before = take_block(events, b);
        found = last_below(before->depths, 0, before->count, depth);
    }
    return found == UINT64_MAX ? UINT64_MAX : b * BLOCK + found + 1;
}

/* The event that ends it; the number of events: none does. */
static uint64_t find_end(const struct events *events, uint64_t event, uint64_t depth)
{
    uint64_t b = event / BLOCK;
    const struct clock_depths *block = take_block(events, b);
    uint64_t found = first_below(block->depths, event % BLOCK + 1, block->count, depth);
    if (found == UINT64_MAX) {
        b = block_behind(events->floors, b + 1, depth);
        if (b == UINT64_MAX)
            return events->list->count;
        block = take_block(events, b);
        found = first_below(block->depths, 0, block->count, depth);
    }
    return found == UINT64_MAX ? UINT64_MAX : b * BLOCK + found;
}

/* ---- Answers ---- */

static uint64_t depth_at(const struct events *events, uint64_t time, uint64_t *event)
{
    uint64_t until = events_until(events, time);
    if (until == 0)
        return 0;
    *event = until - 1;
    return depth_of(list_entry(events->store, events->list, *event).value);
}

uint64_t store_depth(const struct store *store, uint64_t time)
{
    struct events events;
    uint64_t event;
    return events_of(store, store_thread(store, time), &events) ? depth_at(&events, time, &event) : 0;
}

uint64_t store_depth_range(const struct store *store, uint64_t time, uint64_t *from, uint64_t *to)
{
    struct events events;
    *from = 1;
    *to = store->summary.times + 1;
    if (!events_of(store, store_thread(store, time), &events))
        return 0;
    uint64_t until = events_until(&events, time);
    if (until)
        *from = list_x(store, events.list, until - 1);
    if (until < events.list->count)
        *to = list_x(store, events.list, until);
    return until ? depth_of(list_entry(store, events.list, until - 1).value) : 0;
}

/* Answers are such that whoever goes from frame to frame always gets on: call < from <= time < to. */
static bool is_sound(const struct store *store, const struct store_frame *frame, uint64_t time)
{
    return (frame->call < frame->from && frame->from <= time && frame->to > time) ||
           clock_damage(store, "a frame from @%" PRIu64 " to @%" PRIu64 " around @%" PRIu64, frame->from, frame->to, time);
}

bool store_frame(const struct store *store, uint64_t time, uint64_t level, struct store_frame *frame)
{
    struct events events;
    uint64_t event = 0;
    if (!events_of(store, store_thread(store, time), &events))
        return false;
    uint64_t depth = depth_at(&events, time, &event);
    if (level >= depth)
        return false;
    depth -= level;
    uint64_t begin = find_begin(&events, event, depth), end = find_end(&events, event, depth);
    uint64_t value = begin > event ? 0 : list_entry(store, events.list, begin).value;
    if (depth_of(value) != depth || end == UINT64_MAX)      /* a frame that began as deep as it is; else each event could stand for any number of them */
        return clock_damage(store, "depths of frames contradict each other around @%" PRIu64, time);
    *frame = (struct store_frame){
        .depth = depth,
        .call = list_entry(store, events.calls, begin).value,
        .from = list_x(store, events.list, begin),
        .to = end < events.list->count ? list_x(store, events.list, end) : store->summary.times + 1,
        .from_hidden = value >> 1 & 1,
        .handler = value & 1,
    };
    return is_sound(store, frame, time);
}

/* ---- All of them ---- */

unsigned store_frame_events(const struct store *store, uint64_t thread, uint64_t b, struct store_frame_event events[CLOCK_BATCH])
{
    uint64_t values[BLOCK], times[BLOCK], calls[BLOCK];
    struct events own;
    if (thread == 0 || thread > store_thread_count(store) || !events_of(store, thread, &own) || b >= own.floors->block_count)
        return 0;
    unsigned count = list_block(store, own.list, b, NULL, values, times);
    if (list_block(store, own.calls, b, NULL, calls, NULL) != count)
        return 0;
    for (unsigned i = 0; i < count; i++)
        events[i] = (struct store_frame_event){times[i], depth_of(values[i]), calls[i], values[i] >> 1 & 1, values[i] & 1};
    return count;
}

unsigned store_switches(const struct store *store, uint64_t b, struct store_switch switches[CLOCK_BATCH])
{
    uint64_t threads[BLOCK], times[BLOCK];
    const struct clock *clock = clock_of(store);
    if (!clock)
        return 0;
    if (clock->switches.list == NOWHERE) {
        switches[0] = (struct store_switch){1, 1};
        return b == 0;
    }
    const struct list *list = &store->lists[clock->switches.list];
    unsigned count = b * BLOCK < list->count ? list_block(store, list, b, NULL, threads, times) : 0;
    for (unsigned i = 0; i < count; i++)
        switches[i] = (struct store_switch){times[i], threads[i]};
    return count;
}
