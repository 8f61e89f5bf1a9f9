/* call_tree.c - the calls of a run, as a tree: how it is made, and asked.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "session/call_tree.h"
#include "session/call_tree_inside.h"

#include <stdlib.h>

/* ---- Making it ---- */

void calls_thread_begins(struct calls_making *making)
{
    struct calls *calls = making->calls;
    calls->threads = array_grow(calls->threads, &calls->thread_capacity, calls->thread_count + 1, sizeof *calls->threads);
    calls->threads[calls->thread_count++] = (struct calls_thread){(uint32_t)calls->count, (uint32_t)calls->count};
    making->open = CALLS_NONE;
    making->depth = 0;
}

bool calls_begin(struct calls_making *making, struct call call, uint64_t ran, struct error *error)
{
    struct calls *calls = making->calls;
    if (calls->count >= CALLS_NONE - 1)
        return error_set(error, "more than %u calls: so many are not kept", CALLS_NONE - 1);
    call.total = ran & CALLS_TOTAL_MOST;
    call.alone = 0;
    call.parent = making->open;
    calls->items = array_grow(calls->items, &calls->capacity, calls->count + 1, sizeof *calls->items);
    making->open = (uint32_t)calls->count;
    making->depth++;
    calls->items[calls->count++] = call;
    return true;
}

void calls_end(struct calls_making *making, uint64_t ran)
{
    struct calls *calls = making->calls;
    struct call *call = &calls->items[making->open];
    call->total = (ran - call->total) & CALLS_TOTAL_MOST;
    call->alone = call->total - call->alone;
    call->after = (uint32_t)calls->count;
    if (call->parent != CALLS_NONE)
        calls->items[call->parent].alone += call->total;
    making->open = call->parent;
    making->depth--;
}

void calls_thread_ends(struct calls_making *making, uint64_t ran)
{
    while (making->depth)
        calls_end(making, ran);
    making->calls->threads[making->calls->thread_count - 1].end = (uint32_t)making->calls->count;
}

void calls_free(struct calls *calls)
{
    if (!calls)
        return;
    free(calls->items);
    free(calls->threads);
    free(calls);
}

/* ---- Asking ---- */

uint64_t calls_depth(const struct calls *calls, uint32_t call)
{
    uint64_t depth = 0;
    for (; call != CALLS_NONE; call = calls->items[call].parent)
        depth++;
    return depth;
}

/* The last call that began by then; of those around it the one that is still open: frames that began since have ended. */
uint32_t calls_at(const struct calls *calls, uint64_t thread, uint64_t time, uint64_t depth)
{
    if (thread == 0 || thread > calls->thread_count)
        return CALLS_NONE;
    uint32_t low = calls->threads[thread - 1].first, high = calls->threads[thread - 1].end, first = low;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (calls->items[middle].from <= time)
            low = middle + 1;
        else
            high = middle;
    }
    uint32_t call = low > first ? low - 1 : CALLS_NONE;
    for (uint64_t deep = calls_depth(calls, call); call != CALLS_NONE && deep > depth; deep--)
        call = calls->items[call].parent;
    return call;
}

uint32_t calls_thread_of(const struct calls *calls, uint32_t call)
{
    size_t low = 0, high = calls->thread_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (calls->threads[middle].first <= call)
            low = middle;
        else
            high = middle;
    }
    return (uint32_t)low;
}
