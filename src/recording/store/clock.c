/* clock.c - the clock of a recording: its tables, and the time of an instance.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A recording may come from anywhere: what its tables say of each other is checked here, once, and each answer where it is found. */
#include "recording/store/clock.h"
#include "recording/store/layout.h"
#include "recording/store/paged.h"
#include "recording/store/table.h"
#include "recording/store/times.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool clock_damage(const struct store *store, const char *format, ...)
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

/* The pieces of a record begin at instance 0 and rise; those that lead themselves have a list. */
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

/* The pieces that follow each leader, side by side: counted, then put there. */
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

/* A list that is one line through all of its entries can announce any number of them; so many no program has. */
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

struct clock *clock_of(const struct store *store)
{
    if (!store->summary.has_clock || store->summary.times == 0)
        return NULL;
    if (!store->clock)
        ((struct store *)store)->clock = clock_make(store);     /* a cache: nobody can tell */
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

/* ---- From an instance to its time ---- */

/* The piece that an instance is in. */
static const struct clock_piece *piece_of(const struct clock *clock, struct node node)
{
    uint64_t low = clock->first_piece[node.index], high = clock->first_piece[node.index + 1];
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (clock->pieces[middle].from <= node.instance)
            low = middle;
        else
            high = middle;
    }
    return &clock->pieces[low];
}

bool clock_time(const struct store *store, const struct clock *clock, struct node node, uint64_t *time)
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
        return clock_damage(store, "the time of instance %" PRIu64 " of instruction %" PRIu64 " makes no sense", node.instance, node.index);
    return true;
}

bool store_time(const struct store *store, struct node node, uint64_t *time)
{
    const struct clock *clock = clock_of(store);
    return clock && clock_time(store, clock, node, time);
}

/* ---- When an instruction runs next ---- */

/* How many of its executions were before a time. False: damage. */
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

/* Times do not rise in a damaged file: then there is no answer. */
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
