/* clock_at.c - from a time to what ran: windows of the clock.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/layout.h"
#include "recording/store/paged.h"
#include "recording/store/times.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

uint64_t clock_entry(const struct store *store, const struct list *list, uint64_t time)
{
    uint64_t low = 0, high = list->count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (list_entry(store, list, middle).value < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A window as it is made. */
struct making {
    const struct store *store;
    const struct clock *clock;
    struct clock_window *window;
    uint64_t begin, end;            /* times [begin, end) */
    uint64_t *times;                /* of the leader at hand: from its last execution before the window on; CLOCK_WINDOW + 2 * BLOCK of them */
    uint64_t first, count;          /* entries [first, first + count) */
    uint64_t work;                  /* left: what overlaps costs more than the window has times */
};

/* Times of the leader's list that matter in the window. False: more than it has room for, damage. */
static bool take_times(struct making *making, const struct list *list)
{
    uint64_t block[BLOCK], from = clock_entry(making->store, list, making->begin);
    making->first = from ? from - 1 : 0;
    making->count = 0;
    for (uint64_t b = making->first / BLOCK; b * BLOCK < list->count; b++) {
        unsigned count = list_block(making->store, list, b, NULL, block, NULL);
        for (unsigned i = 0; i < count; i++) {
            if (b * BLOCK + i < making->first)
                continue;
            if (block[i] >= making->end)
                return true;
            if (making->count > CLOCK_WINDOW)
                return clock_damage(making->store, "more happened between @%" PRIu64 " and @%" PRIu64 " than there are times", making->begin, making->end);
            making->times[making->count++] = block[i];
        }
    }
    return true;
}

/* The instances of a piece that ran while its leader's entries at hand were the last. */
static bool put_member(struct making *making, const struct clock_member *member)
{
    uint64_t from = member->from - member->shift, to = member->to - member->shift, end = making->first + making->count;
    from = from < making->first ? making->first : from;
    to = to > end ? end : to;
    for (uint64_t entry = from; entry < to; entry++) {
        uint64_t time = making->times[entry - making->first] + member->offset;
        if (making->work-- == 0)
            return clock_damage(making->store, "several instances ran at the same time");
        if (time < making->begin || time >= making->end)
            continue;
        making->window->indices[time - making->begin] = member->member;
        making->window->instances[time - making->begin] = entry + member->shift;
    }
    return true;
}

static bool put_leader(struct making *making, uint32_t leader)
{
    const struct clock *clock = making->clock;
    if (leader >= making->store->record_count || clock->first_piece[leader] == clock->first_piece[leader + 1])
        return clock_damage(making->store, "a leader that is none");
    if (!take_times(making, &making->store->lists[clock->pieces[clock->first_piece[leader + 1] - 1].list]))
        return false;
    for (uint64_t m = clock->first_member[leader]; m < clock->first_member[leader + 1]; m++)
        if (!put_member(making, &clock->members[m]))
            return false;
    return true;
}

/* The leaders of a window; malloced. */
static bool take_leaders(const struct store *store, uint64_t number, uint32_t **leaders, uint64_t *count)
{
    uint64_t starts[2], all = store->paged->streams[STREAM_WINDOWS].size / sizeof **leaders;
    *leaders = NULL;
    if (!paged_copy(store->paged, STREAM_WINDOW_STARTS, number * sizeof *starts, starts, sizeof starts))
        return false;
    if (starts[0] > starts[1] || starts[1] > all || starts[1] - starts[0] > store->record_count)
        return clock_damage(store, "window %" PRIu64 " has leaders %" PRIu64 " to %" PRIu64 " of %" PRIu64, number, starts[0], starts[1], all);
    *count = starts[1] - starts[0];
    *leaders = memory_allocate((size_t)(*count + 1) * sizeof **leaders);
    return *count == 0 || paged_copy(store->paged, STREAM_WINDOWS, starts[0] * sizeof **leaders, *leaders, (size_t)*count * sizeof **leaders);
}

static void make_window(const struct store *store, struct clock *clock, uint64_t number, struct clock_window *window)
{
    uint32_t *leaders;
    uint64_t count = 0;
    window->number = number;
    if (!window->indices) {
        window->indices = memory_allocate(CLOCK_WINDOW * sizeof *window->indices);
        window->instances = memory_allocate(CLOCK_WINDOW * sizeof *window->instances);
    }
    memset(window->indices, 0xff, CLOCK_WINDOW * sizeof *window->indices);
    struct making making = {.store = store, .clock = clock, .window = window, .begin = number << CLOCK_WINDOW_BITS, .end = (number + 1) << CLOCK_WINDOW_BITS,
                            .work = 4 * (uint64_t)CLOCK_WINDOW + 2 * clock->piece_count};
    making.times = memory_allocate((CLOCK_WINDOW + 1) * sizeof *making.times);
    bool good = take_leaders(store, number, &leaders, &count);
    for (uint64_t i = 0; good && i < count; i++)
        good = put_leader(&making, leaders[i]);
    window->damaged = !good;
    free(making.times);
    free(leaders);
}

/* The window of that number, made in the place of the one that was not asked last. NULL: damage, which is found once: who walks over it asks at each time. */
static const struct clock_window *window_of(const struct store *store, struct clock *clock, uint64_t number)
{
    struct clock_window *window = &clock->windows[clock->recent];
    if (window->number != number) {
        clock->recent = (clock->recent + 1) % CLOCK_WINDOWS;
        window = &clock->windows[clock->recent];
    }
    if (window->number != number)
        make_window(store, clock, number, window);
    return window->damaged ? NULL : window;
}

bool store_at(const struct store *store, uint64_t time, struct node *node)
{
    struct clock *clock = clock_of(store);
    if (!clock || time == 0 || time > store->summary.times)
        return false;
    const struct clock_window *window = window_of(store, clock, time >> CLOCK_WINDOW_BITS);
    if (!window)
        return false;
    uint64_t at = time & (CLOCK_WINDOW - 1), then;
    *node = (struct node){window->indices[at], window->instances[at]};
    if (window->indices[at] == UINT32_MAX || !clock_time(store, clock, *node, &then) || then != time)
        return clock_damage(store, "nothing ran at @%" PRIu64, time);
    return true;
}

/* ---- Threads ---- */

static const struct list *switches(const struct store *store, const struct clock *clock)
{
    return clock->switches.list == NOWHERE ? NULL : &store->lists[clock->switches.list];
}

/* How many switches there were up to a time. */
static uint64_t switches_until(const struct store *store, const struct list *list, uint64_t time)
{
    uint64_t from, to;
    list_range(store, list, 0, time, &from, &to);
    return to < list->count ? to : list->count;
}

/* The thread that ran behind so many switches. */
static uint64_t thread_after(const struct store *store, const struct list *list, uint64_t count)
{
    return count ? list_entry(store, list, count - 1).value : 1;
}

uint64_t store_thread(const struct store *store, uint64_t time)
{
    const struct clock *clock = clock_of(store);
    if (!clock || time == 0 || time > store->summary.times)
        return 0;
    const struct list *list = switches(store, clock);
    uint64_t thread = list ? thread_after(store, list, switches_until(store, list, time)) : 1;
    if (thread >= 1 && thread <= clock->switches.threads)
        return thread;
    clock_damage(store, "no thread %" PRIu64, thread);
    return 0;
}

uint64_t store_thread_count(const struct store *store)
{
    const struct clock *clock = clock_of(store);
    return clock ? clock->switches.threads : 0;
}

bool store_next_created(struct slice *rest, uint64_t *number, uint64_t *creator)
{
    size_t blank = slice_find_byte(*rest, ' ');
    struct slice word = slice_cut(*rest, 0, blank);
    size_t sign = slice_find_byte(word, '<');
    *rest = blank == SIZE_MAX ? (struct slice){NULL, 0} : slice_cut(*rest, blank + 1, SIZE_MAX);
    return sign != SIZE_MAX && slice_decimal(slice_cut(word, 0, sign), number) && slice_decimal(slice_cut(word, sign + 1, SIZE_MAX), creator);
}

/* The first switch from entry k on, or (back) the last one below it, to a thread; a block at a time, since there may be many. list->count: none. */
static uint64_t find_switch(const struct store *store, const struct list *list, uint64_t k, uint64_t thread, bool back)
{
    uint64_t values[BLOCK];
    while (back ? k > 0 : k < list->count) {
        uint64_t b = (back ? k - 1 : k) / BLOCK;
        unsigned count = list_block(store, list, b, NULL, values, NULL);
        uint64_t end = b * BLOCK + count;
        for (uint64_t i = back ? k : k + 1; back ? i > b * BLOCK : i <= end; i += back ? UINT64_MAX : 1)
            if (values[i - 1 - b * BLOCK] == thread)
                return i - 1;
        k = back ? b * BLOCK : end;
    }
    return list->count;
}

bool store_thread_until(const struct store *store, uint64_t thread, uint64_t time, uint64_t *last)
{
    const struct clock *clock = clock_of(store);
    if (!clock || thread == 0 || thread > clock->switches.threads || time == 0 || time > store->summary.times)
        return false;
    const struct list *list = switches(store, clock);
    uint64_t until = list ? switches_until(store, list, time) : 0;
    *last = time;
    if ((list ? thread_after(store, list, until) : 1) == thread)
        return true;
    uint64_t found = list ? find_switch(store, list, until, thread, true) : 0;
    if (!list || (found == list->count && (thread != 1 || list_x(store, list, 0) <= 1)))
        return false;
    *last = list_x(store, list, found == list->count ? 0 : found + 1) - 1;         /* thread 1 runs before the first switch */
    return (*last > 0 && *last < time) || clock_damage(store, "thread %" PRIu64 " ran until @%" PRIu64, thread, *last);
}

bool store_thread_range(const struct store *store, uint64_t thread, uint64_t *first, uint64_t *last)
{
    const struct clock *clock = clock_of(store);
    if (!clock || thread == 0 || thread > clock->switches.threads)
        return false;
    *first = clock->threads[thread - 1].first;
    return (store_thread_until(store, thread, store->summary.times, last) && *first > 0 && *first <= *last) ||
           clock_damage(store, "when thread %" PRIu64 " ran makes no sense", thread);
}

bool store_next_in_thread(const struct store *store, uint64_t time, uint64_t *next)
{
    const struct clock *clock = clock_of(store);
    if (!clock || time == 0 || time >= store->summary.times)
        return false;
    const struct list *list = switches(store, clock);
    uint64_t until = list ? switches_until(store, list, time) : 0;
    *next = time + 1;
    if (!list || until == list->count || list_x(store, list, until) > time + 1)
        return true;
    uint64_t found = find_switch(store, list, until, thread_after(store, list, until), false);
    if (found == list->count)
        return false;
    *next = list_x(store, list, found);
    return (*next > time && *next <= store->summary.times) || clock_damage(store, "a thread began to run at @%" PRIu64, *next);
}

bool store_previous_in_thread(const struct store *store, uint64_t time, uint64_t *previous)
{
    const struct clock *clock = clock_of(store);
    if (!clock || time <= 1 || time > store->summary.times)
        return false;
    const struct list *list = switches(store, clock);
    uint64_t until = list ? switches_until(store, list, time) : 0;
    *previous = time - 1;
    return until == 0 || list_x(store, list, until - 1) < time || store_thread_until(store, thread_after(store, list, until), time - 1, previous);
}
