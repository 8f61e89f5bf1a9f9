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

/* The piece in which a leader is its own leader, if the file makes sense. */
static const struct clock_piece *last_piece(const struct clock *clock, uint32_t index)
{
    return &clock->pieces[clock->first_piece[index + 1] - 1];
}

/* Each leader is its own leader in its last piece, and has one number; all pieces that follow it name its list. */
static bool take_leaders(const struct store *store, struct clock *clock)
{
    struct error error;
    clock->number_of = memory_allocate((store->record_count + 1) * sizeof *clock->number_of);
    for (uint64_t i = 0; i < store->record_count; i++)
        clock->number_of[i] = NO_INDEX;
    if (!table_read_numbers(store->paged, STREAM_LEADERS, &clock->arena, &clock->leaders, &clock->leader_count, &error))
        return clock_damage(store, "its leaders are unreadable");
    for (uint64_t i = 0; i < clock->leader_count; i++) {
        uint32_t index = clock->leaders[i];
        if (index >= store->record_count || clock->first_piece[index] == clock->first_piece[index + 1] || clock->number_of[index] != NO_INDEX ||
            last_piece(clock, index)->leader != index)
            return clock_damage(store, "leader %" PRIu64 " makes no sense", i);
        clock->number_of[index] = (uint32_t)i;
    }
    for (uint64_t p = 0; p < clock->piece_count; p++) {
        uint32_t leader = clock->pieces[p].leader;
        if (clock->number_of[leader] == NO_INDEX || clock->pieces[p].list != last_piece(clock, leader)->list)
            return clock_damage(store, "piece %" PRIu64 " follows no leader", p);
    }
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
    enum { DEEPEST = 1 << 18 };
    if (thread->starts == NOWHERE)
        return thread->events == 0;
    if (!is_times(store, thread->starts) || !is_times(store, thread->depths) || !is_times(store, thread->floors))
        return false;
    const struct list *starts = &store->lists[thread->starts];
    uint64_t blocks = blocks_of(thread->events);
    return starts->flags & LIST_SORTED && is_bounded(starts, DEEPEST) && starts->count == blocks && store->lists[thread->depths].count == blocks &&
           store->lists[thread->floors].count == blocks;
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
    clock->good = take_pieces(store, clock) && take_leaders(store, clock) && take_threads(store, clock);
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

static void runs_free(struct clock *clock)
{
    for (size_t i = 0; i < CLOCK_RUNS; i++) {
        free(clock->runs[i]);
        clock->runs[i] = NULL;
    }
    clock->runs_size = 0;
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
    free(clock->number_of);
    for (size_t i = 0; i < CLOCK_WINDOWS; i++) {
        free(clock->windows[i].indices);
        free(clock->windows[i].instances);
    }
    runs_free(clock);
    free(clock);
}

/* ---- The runs of leaders, by window ---- */

/* Reads a window; one that is damaged has no runs. */
static struct clock_runs *runs_load(const struct store *store, const struct clock *clock, uint64_t number)
{
    uint64_t starts[2];
    struct clock_runs *runs = NULL;
    if (paged_copy(store->paged, STREAM_WINDOW_STARTS, number * sizeof *starts, starts, sizeof starts) && starts[0] < starts[1] &&
        starts[1] - starts[0] <= WINDOW_BYTES) {
        size_t size = (size_t)(starts[1] - starts[0]);
        char *bytes = memory_allocate(size);
        if (paged_copy(store->paged, STREAM_WINDOWS, starts[0], bytes, size))
            runs = window_read((struct str){bytes, size}, number << CLOCK_WINDOW_BITS, clock->leader_count);
        free(bytes);
    }
    if (!runs) {
        clock_damage(store, "window %" PRIu64 " makes no sense", number);
        runs = memory_allocate(sizeof *runs);
        *runs = (struct clock_runs){.damaged = true, .before = NO_INDEX, .size = sizeof *runs};
    }
    runs->number = number;
    return runs;
}

/* NULL: damage. Good until the next call. */
static struct clock_runs *runs_of(const struct store *store, struct clock *clock, uint64_t number)
{
    struct clock_runs **place = &clock->runs[number % CLOCK_RUNS];
    if (number > store->summary.times >> CLOCK_WINDOW_BITS)
        return NULL;
    if (!*place || (*place)->number != number) {
        if (clock->runs_size > CLOCK_RUNS_BYTES)
            runs_free(clock);
        clock->runs_size -= *place ? (*place)->size : 0;
        free(*place);
        *place = runs_load(store, clock, number);
        clock->runs_size += (*place)->size;
    }
    clock->recent_runs = number % CLOCK_RUNS;
    return (*place)->damaged ? NULL : *place;
}

/* The place of a leader in a window. False: it did not run in it. */
static bool runs_find(const struct clock_runs *runs, uint32_t leader, size_t *slot)
{
    LOWER_BOUND(size_t, at, 0, runs->leader_count, runs->leaders[at] < leader);
    *slot = at;
    return at < runs->leader_count && runs->leaders[at] == leader;
}

/* The time of a leader's run, if it is in a window whose first run of this leader is known. */
static bool time_within(const struct clock_runs *runs, uint32_t leader, uint64_t run, uint64_t *time)
{
    size_t slot;
    if (!runs_find(runs, leader, &slot) || runs->first_runs[slot] == NOWHERE || run < runs->first_runs[slot] ||
        run - runs->first_runs[slot] >= runs->starts[slot + 1] - runs->starts[slot])
        return false;
    *time = (runs->number << CLOCK_WINDOW_BITS) + runs->times[runs->starts[slot] + (run - runs->first_runs[slot])];
    return true;
}

/* The time of a leader's run; list: its windows. False: damage, or there is no such run. */
static bool time_of_run(const struct store *store, struct clock *clock, uint32_t leader, const struct list *list, uint64_t run, uint64_t *time)
{
    struct clock_runs *runs = clock->runs[clock->recent_runs];
    size_t slot;
    if (runs && time_within(runs, leader, run, time))
        return true;
    LOWER_BOUND(uint64_t, behind, 0, list->count, list_entry(store, list, behind).value <= run);
    if (behind == 0 || !(runs = runs_of(store, clock, list_x(store, list, behind - 1))) || !runs_find(runs, leader, &slot))
        return false;
    runs->first_runs[slot] = list_entry(store, list, behind - 1).value;
    return time_within(runs, leader, run, time);
}

/* How many runs of a leader were before a time. False: damage. `all`: how many it has. */
static bool runs_before(const struct store *store, struct clock *clock, uint32_t leader, const struct list *list, uint64_t time, uint64_t all, uint64_t *count)
{
    uint64_t window = time >> CLOCK_WINDOW_BITS, from, to;
    size_t slot;
    list_range(store, list, 0, window, &from, &to);
    *count = to < list->count ? list_entry(store, list, to).value : all;
    if (to == 0 || list_x(store, list, to - 1) != window)
        return true;
    const struct clock_runs *runs = runs_of(store, clock, window);
    if (!runs || !runs_find(runs, leader, &slot))
        return false;
    LOWER_BOUND(uint32_t, behind, runs->starts[slot], runs->starts[slot + 1], runs->times[behind] < (time & (CLOCK_WINDOW - 1)));
    *count = list_entry(store, list, to - 1).value + (behind - runs->starts[slot]);
    return true;
}

/* ---- From an execution to its time ---- */

/* The piece that an execution is in. */
static const struct clock_piece *piece_of(const struct clock *clock, struct node node)
{
    LOWER_BOUND(uint64_t, next, clock->first_piece[node.index] + 1, clock->first_piece[node.index + 1], clock->pieces[next].from <= node.instance);
    return &clock->pieces[next - 1];
}

/* When an execution ran, as store_time. False: damage, or no such execution. */
static bool clock_time(const struct store *store, struct clock *clock, struct node node, uint64_t *time)
{
    if (node.index >= store->record_count || node.instance >= store->records[node.index].executions ||
        clock->first_piece[node.index] == clock->first_piece[node.index + 1])
        return false;
    const struct clock_piece *piece = piece_of(clock, node);
    uint64_t run = node.instance - piece->shift;
    *time = 0;
    if (time_of_run(store, clock, clock->number_of[piece->leader], &store->lists[piece->list], run, time))
        *time += piece->offset;
    if (*time == 0 || *time > store->summary.times)
        return clock_damage(store, "the time of execution %" PRIu64 " of instruction %" PRIu64 " makes no sense", node.instance, node.index);
    return true;
}

bool store_time(const struct store *store, struct node node, uint64_t *time)
{
    struct clock *clock = clock_of(store);
    if (!clock || !clock_time(store, clock, node, time))
        return false;
    clock->known[*time % CLOCK_KNOWN] = (struct clock_known){*time, node};      /* the next question is often what ran then */
    return true;
}

/* ---- When an instruction runs next ---- */

/* How many executions of an instruction ran before a time: finds the piece, then counts runs of its leader. False: damage. */
static bool count_before(const struct store *store, struct clock *clock, uint64_t index, uint64_t time, uint64_t *count)
{
    uint64_t low = clock->first_piece[index], high = clock->first_piece[index + 1], then, behind = high;
    *count = 0;
    while (low < high) {                /* the first piece that begins at that time or later */
        uint64_t middle = low + (high - low) / 2;
        if (!clock_time(store, clock, (struct node){index, clock->pieces[middle].from}, &then))
            return false;
        if (then < time)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == clock->first_piece[index])
        return true;
    const struct clock_piece *piece = &clock->pieces[low - 1];
    uint64_t to = low < behind ? piece[1].from : store->records[index].executions, runs;
    if (!runs_before(store, clock, clock->number_of[piece->leader], &store->lists[piece->list], time - piece->offset, to - piece->shift, &runs))
        return clock_damage(store, "the times of instruction %" PRIu64 " make no sense", index);
    *count = runs + piece->shift < piece->from || runs + piece->shift > to ? to : runs + piece->shift;
    return true;
}

/* Gives no answer if times do not rise, in a damaged file. */
static bool answer(const struct store *store, uint64_t index, uint64_t instance, struct node *node, uint64_t *when)
{
    *node = (struct node){index, instance};
    return store_time(store, *node, when);
}

bool store_next_execution(const struct store *store, uint64_t index, uint64_t time, struct node *node, uint64_t *when)
{
    struct clock *clock = clock_of(store);
    uint64_t before;
    if (!clock || index >= store->record_count || time >= store->summary.times || !count_before(store, clock, index, time + 1, &before))
        return false;
    return before < store->records[index].executions && answer(store, index, before, node, when) && *when > time;
}

bool store_previous_execution(const struct store *store, uint64_t index, uint64_t time, struct node *node, uint64_t *when)
{
    struct clock *clock = clock_of(store);
    uint64_t before;
    if (!clock || index >= store->record_count || !count_before(store, clock, index, time, &before))
        return false;
    return before > 0 && answer(store, index, before - 1, node, when) && *when < time;
}

/* ---- From a time to its execution: windows of the clock ---- */

/* A window in the making. */
struct making {
    const struct store *store;
    struct clock *clock;
    struct clock_window *window;
    uint64_t begin, end;            /* times [begin, end) */
    uint64_t work;                  /* steps left; overlapping pieces would take more */
};

/* Consecutive runs of a leader: the first one's number, and their times less `base`. */
struct some_runs {
    uint64_t first, count, base;
    const uint16_t *times;
};

/* Puts a piece's executions into the window. */
static bool put_member(struct making *making, const struct clock_member *member, const struct some_runs *runs)
{
    uint64_t from = member->from - member->shift, to = member->to - member->shift, end = runs->first + runs->count;
    from = from < runs->first ? runs->first : from;
    to = to > end ? end : to;
    for (uint64_t run = from; run < to; run++) {
        uint64_t time = runs->base + runs->times[run - runs->first] + member->offset;
        if (making->work-- == 0)
            return clock_damage(making->store, "several executions ran at the same time");
        if (time < making->begin || time >= making->end)
            continue;
        making->window->indices[time - making->begin] = member->member;
        making->window->instances[time - making->begin] = run + member->shift;
    }
    return true;
}

static bool put_runs(struct making *making, uint32_t leader, const struct some_runs *runs)
{
    const struct clock *clock = making->clock;
    uint32_t index = clock->leaders[leader];
    for (uint64_t m = clock->first_member[index]; m < clock->first_member[index + 1]; m++)
        if (!put_member(making, &clock->members[m], runs))
            return false;
    return true;
}

/* The number of a leader's first run in a window. */
static bool find_first_run(const struct making *making, struct clock_runs *runs, size_t slot)
{
    const struct clock *clock = making->clock;
    const struct list *list = &making->store->lists[last_piece(clock, clock->leaders[runs->leaders[slot]])->list];
    uint64_t from, to;
    if (runs->first_runs[slot] != NOWHERE)
        return true;
    list_range(making->store, list, runs->number, runs->number, &from, &to);
    if (from >= to)
        return clock_damage(making->store, "a leader of window %" PRIu64 " did not run in it", runs->number);
    runs->first_runs[slot] = list_entry(making->store, list, from).value;
    return true;
}

static bool put_leaders(struct making *making, struct clock_runs *runs)
{
    static const uint16_t now = 0;
    struct some_runs before = {runs->before_run, 1, runs->before_time, &now};
    if (runs->before != NO_INDEX && !put_runs(making, runs->before, &before))
        return false;
    for (size_t i = 0; i < runs->leader_count; i++) {
        if (!find_first_run(making, runs, i))
            return false;
        struct some_runs own = {runs->first_runs[i], runs->starts[i + 1] - runs->starts[i], making->begin, &runs->times[runs->starts[i]]};
        if (!put_runs(making, runs->leaders[i], &own))
            return false;
    }
    return true;
}

static void make_window(const struct store *store, struct clock *clock, uint64_t number, struct clock_window *window)
{
    window->number = number;
    if (!window->indices) {
        window->indices = memory_allocate(CLOCK_WINDOW * sizeof *window->indices);
        window->instances = memory_allocate(CLOCK_WINDOW * sizeof *window->instances);
    }
    memset(window->indices, 0xff, CLOCK_WINDOW * sizeof *window->indices);
    struct making making = {store, clock, window, number << CLOCK_WINDOW_BITS, (number + 1) << CLOCK_WINDOW_BITS,
                            4 * (uint64_t)CLOCK_WINDOW + 2 * clock->piece_count};
    struct clock_runs *runs = runs_of(store, clock, number);
    window->damaged = !runs || !put_leaders(&making, runs);
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
    const struct clock_known *known = &clock->known[time % CLOCK_KNOWN];
    if (known->time == time) {
        *node = known->node;
        return true;
    }
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
    const struct clock_thread *thread;
    const struct clock_floors *floors;
};

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
    if (!clock || thread == 0 || clock->threads[thread - 1].starts == NOWHERE)
        return false;
    const struct clock_thread *own = &clock->threads[thread - 1];
    struct clock_floors *floors = &clock->floors[thread - 1];
    if (!floors->loaded)
        load_floors(store, &store->lists[own->floors], floors);
    *events = (struct events){store, clock, own, floors};
    return own->events > 0;
}

_Static_assert((int)CLOCK_BATCH == (int)BLOCK, "blocks_of and block_entries count blocks of events, too");

/* Reads a block of events; one that is damaged has none. */
static void read_block(const struct events *events, uint64_t b, struct clock_events *read)
{
    const struct store *store = events->store;
    const struct clock_thread *thread = events->thread;
    const struct list *starts = &store->lists[thread->starts];
    uint64_t at = list_entry(store, starts, b).value, first = list_x(store, starts, b), depth = list_entry(store, &store->lists[thread->depths], b).value;
    uint64_t whole = store->paged->streams[STREAM_EVENTS].size, page = PAGED_SIZE - (at & (PAGED_SIZE - 1)), size = at < whole ? whole - at : 0;
    size = size < page ? size : page;
    if (size && events_read((struct str){(const char *)paged_at(store->paged, STREAM_EVENTS, at, size), size}, first, depth,
                            block_entries(thread->events, b * CLOCK_BATCH), read))
        return;
    memset(read, 0, sizeof *read);
    clock_damage(store, "block %" PRIu64 " of events makes no sense", b);
}

static const struct clock_events *take_block(const struct events *events, uint64_t b)
{
    struct clock_block *kept = &events->clock->blocks[b % CLOCK_BLOCKS];
    if (kept->thread == events->thread && kept->number == b)
        return &kept->events;
    kept->thread = events->thread;
    kept->number = b;
    read_block(events, b, &kept->events);
    return &kept->events;
}

static uint64_t event_time(const struct events *events, uint64_t event)
{
    return take_block(events, event / CLOCK_BATCH)->times[event % CLOCK_BATCH];
}

static uint64_t event_depth(const struct events *events, uint64_t event)
{
    return take_block(events, event / CLOCK_BATCH)->depths[event % CLOCK_BATCH];
}

static uint64_t count_until(const struct events *events, uint64_t time)
{
    uint64_t from, to;
    list_range(events->store, &events->store->lists[events->thread->starts], 0, time, &from, &to);
    if (to == 0)
        return 0;
    const struct clock_events *block = take_block(events, to - 1);
    LOWER_BOUND(unsigned, count, 0, block->count, block->times[count] <= time);
    return (to - 1) * CLOCK_BATCH + count;
}

/* The number of events of a thread up to a time. */
static uint64_t events_until(const struct events *events, uint64_t time)
{
    struct clock_until *last = &events->clock->until;
    if (last->thread != events->thread || last->time != time)
        *last = (struct clock_until){events->thread, time, count_until(events, time)};
    return last->count;
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
    uint64_t b = event / CLOCK_BATCH, found = last_below(take_block(events, b)->depths, 0, event % CLOCK_BATCH + 1, depth);
    if (found == UINT64_MAX) {
        b = block_before(events->floors, b, depth);
        if (b == UINT64_MAX)
            return 0;
        const struct clock_events *before = take_block(events, b);
        found = last_below(before->depths, 0, before->count, depth);
    }
    return found == UINT64_MAX ? UINT64_MAX : b * CLOCK_BATCH + found + 1;
}

/* The event that ends this frame; the number of events: none. */
static uint64_t find_end(const struct events *events, uint64_t event, uint64_t depth)
{
    uint64_t b = event / CLOCK_BATCH;
    const struct clock_events *block = take_block(events, b);
    uint64_t found = first_below(block->depths, event % CLOCK_BATCH + 1, block->count, depth);
    if (found == UINT64_MAX) {
        b = block_behind(events->floors, b + 1, depth);
        if (b == UINT64_MAX)
            return events->thread->events;
        block = take_block(events, b);
        found = first_below(block->depths, 0, block->count, depth);
    }
    return found == UINT64_MAX ? UINT64_MAX : b * CLOCK_BATCH + found;
}

/* ---- Answers ---- */

static uint64_t depth_at(const struct events *events, uint64_t time, uint64_t *event)
{
    uint64_t until = events_until(events, time);
    if (until == 0)
        return 0;
    *event = until - 1;
    return event_depth(events, *event);
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
        *from = event_time(&events, until - 1);
    if (until < events.thread->events)
        *to = event_time(&events, until);
    return until ? event_depth(&events, until - 1) : 0;
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
    const struct clock_events *block = begin > event ? NULL : take_block(&events, begin / CLOCK_BATCH);
    unsigned at = begin % CLOCK_BATCH;
    if (!block || block->depths[at] != depth || end == UINT64_MAX)      /* the frame must begin at its own depth: each event begins one frame */
        return clock_damage(store, "depths of frames contradict each other around @%" PRIu64, time);
    *frame = (struct store_frame){
        .depth = depth, .call = block->calls[at], .from = block->times[at], .from_hidden = block->flags[at] >> 1 & 1, .handler = block->flags[at] & 1};
    frame->to = end < events.thread->events ? event_time(&events, end) : store->summary.times + 1;
    return is_sound(store, frame, time);
}

/* ---- All frames ---- */

unsigned store_frame_events(const struct store *store, uint64_t thread, uint64_t b, struct store_frame_event events[CLOCK_BATCH])
{
    struct events own;
    if (thread == 0 || thread > store_thread_count(store) || !events_of(store, thread, &own) || b >= own.floors->block_count)
        return 0;
    const struct clock_events *block = take_block(&own, b);
    for (unsigned i = 0; i < block->count; i++)
        events[i] = (struct store_frame_event){block->times[i], block->depths[i], block->calls[i], block->flags[i] >> 1 & 1, block->flags[i] & 1};
    return block->count;
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
