/* who_doubt.c - why a byte of memory is unknown.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet.h"
#include "recording/who.h"
#include "recording/state/state.h"

#include <inttypes.h>
#include <stdio.h>

bool who_doubt(const struct session *session, const struct who_byte *byte, struct error *error)
{
    bool all = str_is(store_note(wet_of(session)->store, "only"), "all"), state = store_keeps_state(wet_of(session)->store);
    const char *record = state && !who_state(session) ? "; the state stream, which would tell, is damaged" : state || all ? "" : "; record without --state=no to see it";
    char since[40] = "here";
    if (byte->since)
        snprintf(since, sizeof since, "since @%" PRIu64, byte->since);
    switch ((enum who_doubt)byte->doubt) {
    case WHO_KNOWN: case WHO_OPEN: return error_set(error, "unknown here: nothing recorded wrote it earlier, and nothing reads it before its next write");
    case WHO_SKIPPED: return error_set(error, "unknown %s: skipped code wrote it%s", since, record);
    case WHO_PERHAPS: return error_set(error, "unknown %s: skipped code may have written it%s", since, record);
    case WHO_STORE: return error_set(error, "unknown %s: a store whose address is unknown may have written it", since);
    case WHO_WIDE: return error_set(error, "unknown %s: a store wrote more than the 8 bytes that a recording keeps", since);
    case WHO_SHARED: return error_set(error, "unknown %s: the memory is shared, and others may have written it", since);
    case WHO_DAMAGED: return error_set(error, "unknown here: the state stream of the recording is damaged");
    case WHO_UNTOUCHED: return error_set(error, "unknown here: nothing in the recording tells it; perhaps no memory is there");
    case WHO_RELEASED: return error_set(error, "unknown %s: the program gave the memory back, and none is there", since);
    case WHO_FILE: return error_set(error, "unknown %s: a file is mapped there, and clew has only the bytes that the program accessed", since);
    case WHO_OLD: return error_set(error, "unknown %s: skipped code may have written it, which this older recording does not tell; record again to see it", since);
    }
    return false;
}

/* ---- What the system calls say ---- */

static bool holds(uint64_t address, uint64_t start, uint64_t size)
{
    return address - start < size;
}

/* What a call that worked did to the memory at an address. WHO_UNTOUCHED: it says nothing. */
static enum who_doubt doubt_of_call(const struct store_system_call *call, uint64_t address)
{
    enum { MMAP = 9, MUNMAP = 11, BRK = 12, MREMAP = 25, ANONYMOUS = 0x20, PAGE = 4096 };
    const uint64_t *a = call->arguments;
    if (!call->has_arguments || !call->has_result || call->result > -(uint64_t)PAGE)
        return WHO_UNTOUCHED;
    switch (call->number) {
    case MUNMAP: return holds(address, a[0], (a[1] + PAGE - 1) / PAGE * PAGE) ? WHO_RELEASED : WHO_UNTOUCHED;
    case BRK: return address >= call->result ? WHO_RELEASED : WHO_UNTOUCHED;
    case MREMAP: return holds(address, a[0], a[1]) && !holds(address, call->result, a[2]) ? WHO_RELEASED : WHO_UNTOUCHED;
    case MMAP: return holds(address, call->result, (a[1] + PAGE - 1) / PAGE * PAGE) && !(a[3] & ANONYMOUS) ? WHO_FILE : WHO_UNTOUCHED;
    default: return WHO_UNTOUCHED;
    }
}

void who_explain_doubt(struct session *session, struct state *state, uint64_t address, struct who_byte *byte)
{
    enum { LOOKED_AT = 1000 };
    const struct store *store = wet_of(session)->store;
    struct state_access change;
    struct store_system_call call;
    struct error error;
    if (state_last_change(state, address, 1, &session->options.progress, &change) != STATE_FOUND || change.how != STATE_TAKEN || !change.time)
        return;
    uint64_t first = store_system_call_at(store, change.time), count = store_system_call_count(store);
    for (uint64_t i = first; i < count && i - first < LOOKED_AT && store_system_call(store, i, &call, &error) && call.now == change.time; i++) {
        enum who_doubt doubt = call.entered <= change.order && change.order <= call.left ? doubt_of_call(&call, address) : WHO_UNTOUCHED;
        if (doubt != WHO_UNTOUCHED) {
            byte->doubt = (uint8_t)doubt;
            byte->since = change.time;
        }
    }
}
