/* clock.c - the clock of a recording: time of an execution, execution at a time, threads and frames.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/clock.h"
#include "recording/store/columns.h"
#include "recording/store/lists.h"
#include "recording/store/paged.h"
#include "recording/store/times.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The clock of a recording: its tables, and the time of an execution ----
 *
 * A recording may come from anywhere. The code here checks once that its tables agree, and checks each answer as it finds it. */

/* Remembers the damage; returns false. */
static bool clock_damage(const struct store *store, const char *format, ...)
{
    struct error error;
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    error_set(&error, "the clock is damaged: %s", message);
    store_note_damage(store, &error);
    return false;
}

/* ---- Its tables ---- */

static bool take(const struct store *store, unsigned stream, void **copy, uint64_t *size)
{
    *size = store->paged->streams[stream].size;
    *copy = memory_allocate((size_t)*size + sizeof(uint64_t));
    return *size == 0 || paged_copy(store->paged, stream, 0, *copy, (size_t)*size);
}

static bool is_times(const struct store *store, uint64_t list)
{
    return list < store->list_count && store->lists[list].flags & LIST_TIMES;
}

/* Checks that a record's pieces begin at instance 0 and rise, and that leading pieces have a list. */
static bool check_pieces(const struct store *store, const struct clock *clock, uint64_t index)
{
    for (uint64_t p = clock->first_piece[index]; p < clock->first_piece[index + 1]; p++) {
        const struct clock_piece *piece = &clock->pieces[p];
        bool follows = p > clock->first_piece[index];
        if ((follows ? piece->from <= piece[-1].from : piece->from != 0) || !is_times(store, piece->list) || piece->leader >= store->record_count)
            return false;
    }
    return true;
}

static bool take_pieces(const struct store *store, struct clock *clock)
{
    uint64_t sum = 0;
    const void *pieces;
    struct error error;
    bool took = table_read(store->paged, STREAM_PIECES, sizeof *clock->pieces / sizeof(uint64_t), &clock->arena, &pieces, &clock->piece_count, &error);
    clock->pieces = pieces;
    clock->first_piece = memory_allocate((store->record_count + 1) * sizeof *clock->first_piece);
    for (uint64_t i = 0; i < store->record_count; i++) {
        clock->first_piece[i] = sum;
        sum += store->records[i].pieces;
    }
    clock->first_piece[store->record_count] = sum;
    if (!took || sum != clock->piece_count)
        return clock_damage(store, "%" PRIu64 " pieces, and instructions have %" PRIu64, clock->piece_count, sum);
    for (uint64_t i = 0; i < store->record_count; i++)
        if (!check_pieces(store, clock, i))
            return clock_damage(store, "the pieces of instruction %" PRIu64 " make no sense", i);
    return true;
}

/* Makes the table of the pieces that follow each leader, side by side: counts them, then puts them there. */
static void make_members(const struct store *store, struct clock *clock)
{
    uint64_t *first = clock->first_member = memory_allocate((store->record_count + 2) * sizeof *first);
    clock->members = memory_allocate((clock->piece_count + 1) * sizeof *clock->members);
    for (uint64_t p = 0; p < clock->piece_count; p++)
        first[clock->pieces[p].leader + 2]++;
    for (uint64_t i = 2; i <= store->record_count; i++)
        first[i] += first[i - 1];
    for (uint64_t i = 0; i < store->record_count; i++)
        for (uint64_t p = clock->first_piece[i]; p < clock->first_piece[i + 1]; p++) {
            const struct clock_piece *piece = &clock->pieces[p];
            uint64_t to = p + 1 < clock->first_piece[i + 1] ? piece[1].from : store->records[i].executions;
            clock->members[first[piece->leader + 1]++] = (struct clock_member){piece->from, to, piece->shift, (uint32_t)i, piece->offset};
        }
}

/* A uniform list can announce any number of entries; no program has more than `most`. */
static bool is_bounded(const struct list *list, uint64_t most)
{
    return !(list->flags & LIST_UNIFORM) || list->count <= most;
}

static bool check_thread(const struct store *store, const struct clock_thread *thread)
{
    enum { DEEPEST = 1 << 26 };
    if (thread->events == NOWHERE)
        return true;
    if (!is_times(store, thread->events) || !is_times(store, thread->calls) || !is_times(store, thread->floors))
        return false;
    const struct list *events = &store->lists[thread->events], *floors = &store->lists[thread->floors];
    return events->flags & LIST_SORTED && is_bounded(events, DEEPEST) && store->lists[thread->calls].count == events->count &&
           floors->count == blocks_of(events->count);
}

static bool take_threads(const struct store *store, struct clock *clock)
{
    uint64_t size, count;
    void *threads;
    bool took = take(store, STREAM_FRAMES, &threads, &size);
    clock->threads = threads;
    if (!took || size < sizeof clock->switches || (size - sizeof clock->switches) % sizeof *clock->threads)
        return clock_damage(store, "threads take %" PRIu64 " bytes", size);
    count = (size - sizeof clock->switches) / sizeof *clock->threads;
    memcpy(&clock->switches, clock->threads + count, sizeof clock->switches);
    clock->floors = memory_allocate((count + 1) * sizeof *clock->floors);
    if (clock->switches.threads != count || count == 0)
        return clock_damage(store, "%" PRIu64 " threads of %" PRIu64, count, clock->switches.threads);
    uint64_t list = clock->switches.list;
    if (list != NOWHERE && (!is_times(store, list) || !(store->lists[list].flags & LIST_SORTED) || !is_bounded(&store->lists[list], count)))
        return clock_damage(store, "when which thread ran makes no sense");
    for (uint64_t i = 0; i < count; i++)
        if (!check_thread(store, &clock->threads[i]))
            return clock_damage(store, "the frames of thread %" PRIu64 " make no sense", i + 1);
    return true;
}

static struct clock *clock_make(const struct store *store)
{
    struct clock *clock = memory_allocate(sizeof *clock);
    for (size_t i = 0; i < CLOCK_WINDOWS; i++)
        clock->windows[i].number = NOWHERE;
    clock->good = take_pieces(store, clock) && take_threads(store, clock);
    if (clock->good)
        make_members(store, clock);
    return clock;
}

static struct clock *clock_of(const struct store *store)
{
    if (!store->summary.has_clock || store->summary.times == 0)
        return NULL;
    if (!store->clock)
        ((struct store *)store)->clock = clock_make(store);     /* a cache, invisible to callers */
    return store->clock->good ? store->clock : NULL;
}

void clock_free(struct clock *clock)
{
    if (!clock)
        return;
    for (uint64_t i = 0; clock->floors && i < clock->switches.threads && clock->good; i++) {
        free(clock->floors[i].blocks);
        free(clock->floors[i].groups);
    }
    arena_free(&clock->arena);
    free(clock->first_piece);
    free(clock->members);
    free(clock->first_member);
    free(clock->threads);
    free(clock->floors);
    for (size_t i = 0; i < CLOCK_WINDOWS; i++) {
        free(clock->windows[i].indices);
        free(clock->windows[i].instances);
    }
    free(clock);
}

/* ---- From an execution to its time ---- */

/* The piece that an execution is in. */
static const struct clock_piece *piece_of(const struct clock *clock, struct node node)
{
    LOWER_BOUND(uint64_t, next, clock->first_piece[node.index] + 1, clock->first_piece[node.index + 1], clock->pieces[next].from <= node.instance);
    return &clock->pieces[next - 1];
}

/* When an execution ran, as store_time. False: damage, or no such execution. */
static bool clock_time(const struct store *store, const struct clock *clock, struct node node, uint64_t *time)
{
    if (node.index >= store->record_count || node.instance >= store->records[node.index].executions ||
        clock->first_piece[node.index] == clock->first_piece[node.index + 1])
        return false;
    const struct clock_piece *piece = piece_of(clock, node);
    const struct list *list = &store->lists[piece->list];
    uint64_t entry = node.instance - piece->shift;
    if (entry < list->count)
        *time = list_entry(store, list, entry).value + piece->offset;
    if (entry >= list->count || *time == 0 || *time > store->summary.times)
        return clock_damage(store, "the time of execution %" PRIu64 " of instruction %" PRIu64 " makes no sense", node.instance, node.index);
    return true;
}

bool store_time(const struct store *store, struct node node, uint64_t *time)
{
    const struct clock *clock = clock_of(store);
    return clock && clock_time(store, clock, node, time);
}

/* ---- When an instruction runs next ---- */

/* How many executions of an instruction ran before a time. False: damage. */
static bool count_before(const struct store *store, const struct clock *clock, uint64_t index, uint64_t time, uint64_t *count)
{
    uint64_t low = 0, high = store->records[index].executions, then;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (!clock_time(store, clock, (struct node){index, middle}, &then))
            return false;
        if (then < time)
            low = middle + 1;
        else
            high = middle;
    }
    *count = low;
    return true;
}

/* Gives no answer if times do not rise, in a damaged file. */
static bool answer(const struct store *store, const struct clock *clock, uint64_t index, uint64_t instance, struct node *node, uint64_t *when)
{
    *node = (struct node){index, instance};
    return clock_time(store, clock, *node, when);
}

bool store_next_execution(const struct store *store, uint64_t index, uint64_t time, struct node *node, uint64_t *when)
{
    const struct clock *clock = clock_of(store);
    uint64_t before;
    if (!clock || index >= store->record_count || time >= store->summary.times || !count_before(store, clock, index, time + 1, &before))
        return false;
    return before < store->records[index].executions && answer(store, clock, index, before, node, when) && *when > time;
}

bool store_previous_execution(const struct store *store, uint64_t index, uint64_t time, struct node *node, uint64_t *when)
{
    const struct clock *clock = clock_of(store);
    uint64_t before;
    if (!clock || index >= store->record_count || !count_before(store, clock, index, time, &before))
        return false;
    return before > 0 && answer(store, clock, index, before - 1, node, when) && *when < time;
}

/* ---- From a time to its execution: windows of the clock ---- */

static uint64_t clock_entry(const struct store *store, const struct list *list, uint64_t time)
{
    LOWER_BOUND(uint64_t, at, 0, list->count, list_entry(store, list, at).value < time);
    return at;
}

/* A window in the making. */
struct making {
    const struct store *store;
    const struct clock *clock;
    struct clock_window *window;
    uint64_t begin, end;            /* times [begin, end) */
    uint64_t *times;                /* of the current leader: from its last execution before the window on; room for CLOCK_WINDOW + 1 */
    uint64_t first, count;          /* entries [first, first + count) */
    uint64_t work;                  /* steps left; overlapping pieces would take more */
};

/* Takes the times of the leader's list that matter in the window. False: damage, more times than there is room for. */
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

/* Puts a piece's executions into the window, for the leader's entries taken. */
static bool put_member(struct making *making, const struct clock_member *member)
{
    uint64_t from = member->from - member->shift, to = member->to - member->shift, end = making->first + making->count;
    from = from < making->first ? making->first : from;
    to = to > end ? end : to;
    for (uint64_t entry = from; entry < to; entry++) {
        uint64_t time = making->times[entry - making->first] + member->offset;
        if (making->work-- == 0)
            return clock_damage(making->store, "several executions ran at the same time");
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

/* The leaders of a window; the caller frees them. */
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

/* The window of this number; a new one replaces the least recently used. NULL: damage, which the window remembers: a walk asks again. */
static const struct clock_window *window_of(const struct store *store, struct clock *clock, uint64_t number)
{
    struct clock_window *window = &clock->windows[clock->recent];
    if (window->number != number) {
        unsigned chosen = 0;
        for (unsigned i = 0; i < CLOCK_WINDOWS && clock->windows[chosen].number != number; i++)
            if (clock->windows[i].number == number || clock->windows[i].used < clock->windows[chosen].used)
                chosen = i;
        clock->recent = chosen;
        window = &clock->windows[chosen];
        window->used = ++clock->questions;
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

/* The thread that ran after `count` switches. */
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

bool store_next_created(struct str *rest, uint64_t *number, uint64_t *creator)
{
    size_t blank = str_find_byte(*rest, ' ');
    struct str word = str_cut(*rest, 0, blank);
    size_t sign = str_find_byte(word, '<');
    *rest = blank == SIZE_MAX ? (struct str){NULL, 0} : str_cut(*rest, blank + 1, SIZE_MAX);
    return sign != SIZE_MAX && str_decimal(str_cut(word, 0, sign), number) && str_decimal(str_cut(word, sign + 1, SIZE_MAX), creator);
}

/* The first switch to a thread from entry k on, or (back) the last one below k. Reads a block at a time, since there may be many. list->count: none. */
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

/* ---- Which frames were open at a time ----
 *
 * A thread's frames are one sequence of depths. The frame of depth d around an event began behind the last earlier event whose depth is below d, and
 * ends at the first such event after it. The smallest depths of blocks, and of blocks of blocks, lead to both. */

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

/* Reads the smallest depths, a block at a time: the file may announce too many to allocate in advance. */
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

/* The same, but the first. */
static uint64_t first_below(const uint64_t *values, uint64_t from, uint64_t end, uint64_t depth)
{
    for (; from < end; from++)
        if (values[from] < depth)
            return from;
    return UINT64_MAX;
}

/* The depths of the events in a block. */
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

/* The event that began the frame of this depth that is open behind `event`. */
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

/* The event that ends this frame; the number of events: none. */
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

/* Is call < from <= time < to? Then a caller that goes from frame to frame always makes progress. */
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
    if (depth_of(value) != depth || end == UINT64_MAX)      /* the frame must begin at its own depth: each event begins one frame */
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

/* ---- All frames ---- */

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
