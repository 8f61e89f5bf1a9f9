/* system_calls.c - writes and reads the system calls of a recording.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/system_calls.h"
#include "recording/store/paged.h"
#include "recording/store/times.h"

#include <inttypes.h>

_Static_assert(sizeof(struct store_system_call) == 128, "as documented");

void store_writer_system_call(struct store_writer *writer, const struct store_system_call *call)
{
    struct store_system_call kept = *call;
    kept.thread = store_writer_thread(writer, call->thread);
    paged_append_items(writer->paged, STREAM_SYSTEM_CALLS, &kept, 1, sizeof kept);
}

bool store_keeps_system_calls(const struct store *store)
{
    return store->header.recording && store->header.has_clock && store->paged->stream_count > STREAM_SYSTEM_CALLS &&
           store->paged->streams[STREAM_SYSTEM_CALLS].size > 0;
}

uint64_t store_system_call_count(const struct store *store)
{
    return store_keeps_system_calls(store) ? store->paged->streams[STREAM_SYSTEM_CALLS].size / sizeof(struct store_system_call) : 0;
}

/* Numbers that make no sense are damage, so that callers need no checks of their own. */
bool store_system_call(const struct store *store, uint64_t i, struct store_system_call *call, struct error *error)
{
    bool good = paged_copy(store->paged, STREAM_SYSTEM_CALLS, i * sizeof *call, call, sizeof *call);
    good = good && call->time <= call->now && call->now <= store->summary.times && call->entered <= call->left;
    return good || error_set(error, "system call %" PRIu64 " of the recording is damaged", i);
}

uint64_t store_system_call_at(const struct store *store, uint64_t now)
{
    struct store_system_call call;
    struct error error;
    uint64_t count = store_system_call_count(store), low = 0, high = count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (!store_system_call(store, middle, &call, &error))
            return count;
        if (call.now < now)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
