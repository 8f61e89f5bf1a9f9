/* diff_threads.c - which thread of one run is which of the other, and where each parts.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/diff_inside.h"

#include <stdlib.h>

/* ---- Which is which ---- */

static uint64_t count_of(const struct store *store)
{
    uint64_t count = store_summary(store).has_clock ? store_thread_count(store) : 0;
    return count ? count : 1;
}

/* In the order in which they first ran. */
static void match_in_order(struct diff_threads *threads)
{
    for (uint64_t i = 1; i <= threads->here; i++)
        threads->there_of[i] = i <= threads->there ? i : 0;
}

/* Threads of a run in the order in which they were created, from 1: its number (0: nothing that is shown ran in it), who created it, and how many that one
 * had created before. */
struct created {
    uint64_t number, creator, before;
};

struct creation {
    struct created *items;
    size_t count, capacity;
};

/* False: it is not noted, or makes no sense: each that ran is created once, by one that was created before. */
static bool read_creation(const struct store *store, uint64_t threads, struct creation *creation)
{
    struct slice rest = store_note(store, "threads");
    struct created next = {0, 0, 0};
    struct map created = {0};
    uint64_t ran = 0;
    bool good = true, *known = memory_allocate((threads + 1) * sizeof *known);
    creation->items = array_grow(NULL, &creation->capacity, 1, sizeof *creation->items);
    creation->items[creation->count++] = next;
    while (good && store_next_created(&rest, &next.number, &next.creator)) {
        good = next.number <= threads && !known[next.number] && (creation->count == 1 ? next.creator == 0 : next.creator && next.creator < creation->count);
        if (!good)
            break;
        known[next.number] = next.number != 0;
        ran += next.number != 0;
        next.before = 0;
        (void)!map_get(&created, next.creator, &next.before);
        map_put(&created, next.creator, next.before + 1);
        creation->items = array_grow(creation->items, &creation->capacity, creation->count + 1, sizeof *creation->items);
        creation->items[creation->count++] = next;
    }
    map_free(&created);
    free(known);
    return good && ran == threads;
}

static uint64_t key_of(uint64_t creator, uint64_t before)
{
    return creator << 32 | before;
}

/* The n-th that one created is the n-th that its like created. */
static void match_created(struct diff_threads *threads, const struct creation *here, const struct creation *there)
{
    struct map by_creator = {0};
    uint64_t *like = memory_allocate(here->count * sizeof *like), found;         /* of each here, in the order in which they were created; 0: none */
    for (size_t i = 1; i < there->count; i++)
        map_put(&by_creator, key_of(there->items[i].creator, there->items[i].before), i);
    for (size_t i = 1; i < here->count; i++) {
        const struct created *created = &here->items[i];
        uint64_t creator = created->creator ? like[created->creator] : 0;
        if ((creator || !created->creator) && map_get(&by_creator, key_of(creator, created->before), &found)) {
            like[i] = found;
            threads->there_of[created->number] = there->items[found].number;
        }
    }
    threads->there_of[0] = 0;
    map_free(&by_creator);
    free(like);
}

void diff_threads_match(struct diff *diff)
{
    struct diff_inside *inside = diff->inside;
    struct diff_threads *threads = &inside->threads;
    struct creation here = {0}, there = {0};
    bool clocks = store_summary(inside->here).has_clock && store_summary(inside->there).has_clock;
    threads->here = clocks ? count_of(inside->here) : 1;
    threads->there = clocks ? count_of(inside->there) : 1;
    threads->there_of = memory_allocate((threads->here + 1) * sizeof *threads->there_of);
    diff->threads_created = clocks && read_creation(inside->here, threads->here, &here) && read_creation(inside->there, threads->there, &there);
    if (diff->threads_created)
        match_created(threads, &here, &there);
    else
        match_in_order(threads);
    free(here.items);
    free(there.items);
}

static bool are_several(const struct diff_inside *inside)
{
    return inside->threads.here > 1 || inside->threads.there > 1;
}

static uint64_t thread_in(const struct store *store, struct node node, uint64_t count)
{
    uint64_t time, thread = store_time(store, node, &time) ? store_thread(store, time) : 1;
    return thread >= 1 && thread <= count ? thread : 1;
}

uint64_t diff_thread_here(const struct diff_inside *inside, struct node node)
{
    return inside->threads.here > 1 ? thread_in(inside->here, node, inside->threads.here) : 1;
}

uint64_t diff_thread_there(const struct diff_inside *inside, struct node node)
{
    return inside->threads.there > 1 ? thread_in(inside->there, node, inside->threads.there) : 1;
}

/* ---- Where each parts ---- */

static void take(struct diff *diff, struct node here)
{
    struct diff_thread *thread = &diff->threads[diff_thread_here(diff->inside, here) - 1];
    struct node there;
    uint64_t time, time_there;
    if (!store_time(diff->inside->here, here, &time) || (thread->parts && thread->time_here <= time) ||
        diff_find(diff->inside, here, &there) != DIFF_ALIGNED || !store_time(diff->inside->there, there, &time_there))
        return;
    *thread = (struct diff_thread){thread->here, thread->there, true, here, there, time, time_there};
}

/* False: stopped. */
static bool take_all(struct diff *diff, uint64_t *const *bits)
{
    for (uint64_t i = 0; i < diff->inside->count_here; i++) {
        uint64_t executions = bits[i] ? store_instruction(diff->inside->here, i).executions : 0;
        for (uint64_t word = 0; word < (executions + 63) / 64; word++)
            for (uint64_t left = bits[i][word]; left; left &= left - 1) {
                if (!diff_go_on(diff->inside))
                    return false;
                take(diff, (struct node){i, word * 64 + (unsigned)__builtin_ctzll(left)});
            }
    }
    return true;
}

bool diff_threads_part(struct diff *diff)
{
    const struct diff_threads *threads = &diff->inside->threads;
    if (!are_several(diff->inside))
        return true;
    bool *matched = memory_allocate((threads->there + 1) * sizeof *matched);
    diff->threads = memory_allocate((threads->here + threads->there) * sizeof *diff->threads);
    for (uint64_t i = 1; i <= threads->here; i++) {
        diff->threads[diff->thread_count++] = (struct diff_thread){.here = i, .there = threads->there_of[i]};
        matched[threads->there_of[i]] = true;
    }
    for (uint64_t i = 1; i <= threads->there; i++)
        if (!matched[i])
            diff->threads[diff->thread_count++] = (struct diff_thread){.there = i};
    free(matched);
    return take_all(diff, diff->inside->split) && take_all(diff, diff->inside->differs);
}
