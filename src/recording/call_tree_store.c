/* call_tree_store.c - the tree of calls of a recording.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Works thread by thread. The stretches of time in which a thread ran, collected first, tell how many instructions it had run at any time. The file is not
 * trusted: depths that leap, and invalid times, are damage. */
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>

/* From `from` on a thread ran (or stopped, for another one), having run `before` instructions until then. */
struct stretch {
    uint64_t from, to, before;
};
struct stretches {
    struct stretch *items;
    size_t count, capacity;
    uint64_t ran;
};

struct store_walk {
    const struct store *store;
    const struct progress *progress;
    struct stretches *threads;
    size_t thread_count;
    uint64_t times;
    struct calls_making making;
    size_t at;                          /* the stretch of the last time asked about, or the one before that time */
};

static bool damaged(struct error *error, const char *what, uint64_t time)
{
    return error_set(error, "the clock is damaged: %s at @%" PRIu64, what, time);
}

static void add_stretch(struct stretches *thread, uint64_t from, uint64_t to)
{
    thread->items = array_grow(thread->items, &thread->capacity, thread->count + 1, sizeof *thread->items);
    thread->items[thread->count++] = (struct stretch){from, to, thread->ran};
    thread->ran += to - from;
}

static bool gather_stretches(struct store_walk *walk, struct error *error)
{
    struct store_switch batch[CLOCK_BATCH];
    uint64_t thread = 0, since = 1;
    unsigned count;
    for (uint64_t b = 0; (count = store_switches(walk->store, b, batch)) > 0; b++) {
        for (unsigned i = 0; i < count; i++) {
            uint64_t time = b || i ? batch[i].time : 1;
            if (time < since || time > walk->times || batch[i].thread == 0 || batch[i].thread > walk->thread_count)
                return damaged(error, "the threads make no sense", time);
            if (thread)
                add_stretch(&walk->threads[thread - 1], since, time);
            thread = batch[i].thread;
            since = time;
        }
        if (!progress_report(walk->progress, 0, walk->times))
            return error_set(error, "interrupted");
    }
    if (!thread)
        return damaged(error, "it has no threads", since);
    add_stretch(&walk->threads[thread - 1], since, walk->times + 1);
    return true;
}

/* Instructions that a thread ran before a time; times must not decrease from one call to the next. */
static uint64_t ran_before(struct store_walk *walk, const struct stretches *thread, uint64_t time)
{
    while (walk->at < thread->count && thread->items[walk->at].to <= time)
        walk->at++;
    if (walk->at == thread->count)
        return thread->ran;
    const struct stretch *stretch = &thread->items[walk->at];
    return stretch->before + (time > stretch->from ? time - stretch->from : 0);
}

/* The index of the execution at a time; CALLS_NONE for time 0 (unknown). */
static bool index_at(const struct store *store, uint64_t time, uint32_t *index, struct error *error)
{
    struct node node = {0};
    if (time && !store_at(store, time, &node))
        return damaged(error, "what ran is not known", time);
    *index = time && node.index < CALLS_NONE ? (uint32_t)node.index : CALLS_NONE;
    return true;
}

static bool take_event(struct store_walk *walk, const struct stretches *thread, const struct store_frame_event *event, struct error *error)
{
    struct calls_making *making = &walk->making;
    uint64_t ran = ran_before(walk, thread, event->time);
    if (event->depth > making->depth + 1)
        return damaged(error, "frames leap", event->time);
    bool begins = event->depth == making->depth + 1;
    while (making->depth > event->depth)
        calls_end(making, ran);
    if (!begins)
        return true;
    if (event->call >= event->time)
        return damaged(error, "a call comes from what follows it", event->time);
    struct call call = {.from = event->time, .from_hidden = event->from_hidden, .handler = event->handler};
    return index_at(walk->store, event->call, &call.site, error) && index_at(walk->store, event->time, &call.callee, error) &&
           calls_begin(making, call, ran, error);
}

static bool take_thread(struct store_walk *walk, size_t t, struct error *error)
{
    const struct stretches *thread = &walk->threads[t];
    struct store_frame_event batch[CLOCK_BATCH];
    uint64_t last = 1;
    unsigned count;
    calls_thread_begins(&walk->making);
    walk->at = 0;
    for (uint64_t b = 0; (count = store_frame_events(walk->store, t + 1, b, batch)) > 0; b++) {
        for (unsigned i = 0; i < count; i++) {
            if (batch[i].time < last || batch[i].time > walk->times)
                return damaged(error, "frames are not in order", batch[i].time);
            last = batch[i].time;
            if (!take_event(walk, thread, &batch[i], error))
                return false;
        }
        if (!progress_report(walk->progress, last, walk->times))
            return error_set(error, "interrupted");
    }
    calls_thread_ends(&walk->making, thread->ran);
    return true;
}

bool calls_of_store(const struct store *store, const struct progress *progress, struct calls **calls, struct error *error)
{
    struct calls *made = memory_allocate(sizeof *made);
    struct store_walk walk = {.store = store, .progress = progress, .times = store_summary(store).times, .thread_count = (size_t)store_thread_count(store)};
    walk.threads = memory_allocate((walk.thread_count + 1) * sizeof *walk.threads);
    walk.making.calls = made;
    bool done = gather_stretches(&walk, error);
    for (size_t t = 0; done && t < walk.thread_count; t++)
        done = take_thread(&walk, t, error);
    for (size_t t = 0; t < walk.thread_count; t++)
        free(walk.threads[t].items);
    free(walk.threads);
    if (done)
        *calls = made;
    else
        calls_free(made);
    return done;
}
