/* shared.c - the stretches of shared memory, and the note of them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/layout.h"
#include "recording/store/shared.h"

#include <inttypes.h>
#include <stdlib.h>


void shared_free(struct shared *shared)
{
    free(shared->stretches);
    *shared = (struct shared){0};
}

static uint64_t end_of(uint64_t start, uint64_t size)
{
    return size < UINT64_MAX - start ? start + size : UINT64_MAX;
}

static void add(struct shared *shared, struct shared_stretch stretch)
{
    if (shared->stretches_count < SHARED_MOST) {
        ARRAY_ADD(shared, stretches, stretch);
        return;
    }
    struct shared_stretch *last = &shared->stretches[SHARED_MOST - 1];
    last->start = last->start < stretch.start ? last->start : stretch.start;
    last->end = last->end > stretch.end ? last->end : stretch.end;
    last->from = last->from < stretch.from ? last->from : stretch.from;
    last->until = UINT64_MAX;
    last->open = false;
}

void shared_add(struct shared *shared, uint64_t start, uint64_t size, uint64_t now)
{
    if (size)
        add(shared, (struct shared_stretch){start, end_of(start, size), now, UINT64_MAX, true});
}

void shared_end(struct shared *shared, uint64_t start, uint64_t size, uint64_t now)
{
    uint64_t end = end_of(start, size);
    for (size_t i = shared->stretches_count; i-- > 0;) {
        struct shared_stretch whole = shared->stretches[i];
        if (!whole.open || whole.start >= end || whole.end <= start)
            continue;
        struct shared_stretch *ended = &shared->stretches[i];
        ended->start = whole.start > start ? whole.start : start;
        ended->end = whole.end < end ? whole.end : end;
        ended->until = now;
        ended->open = false;
        if (whole.start < start)
            add(shared, (struct shared_stretch){whole.start, start, whole.from, UINT64_MAX, true});
        if (whole.end > end)
            add(shared, (struct shared_stretch){end, whole.end, whole.from, UINT64_MAX, true});
    }
}

void shared_move(struct shared *shared, uint64_t from, uint64_t to, uint64_t size, uint64_t now)
{
    uint64_t end = end_of(from, size);
    shared_end(shared, to, size, now);
    for (size_t i = 0, count = shared->stretches_count; i < count; i++) {
        struct shared_stretch one = shared->stretches[i];
        if (!one.open || one.start >= end || one.end <= from)
            continue;
        uint64_t start = one.start > from ? one.start : from, stop = one.end < end ? one.end : end;
        shared_add(shared, to + (start - from), stop - start, now);
    }
}

void shared_text(const struct shared *shared, struct text *out)
{
    for (size_t i = 0; i < shared->stretches_count; i++) {
        const struct shared_stretch *one = &shared->stretches[i];
        text_printf(out, "%s0x%" PRIx64 " 0x%" PRIx64 " %" PRIu64 " ", i ? " " : "", one->start, one->end - one->start, one->from);
        if (one->until == UINT64_MAX)
            text_byte(out, '-');
        else
            text_printf(out, "%" PRIu64, one->until);
    }
}

static bool parse_hex(struct slice word, uint64_t *number)
{
    return slice_starts(word, "0x") && slice_hex(slice_cut(word, 2, SIZE_MAX), number);
}

/* Takes one off a note, which may be of any bytes. */
static bool parse(struct slice *rest, struct shared_stretch *stretch)
{
    struct slice start, size, from, until;
    uint64_t bytes;
    *stretch = (struct shared_stretch){.until = UINT64_MAX};
    if (!slice_field(rest, &start) || !slice_field(rest, &size) || !slice_field(rest, &from) || !slice_field(rest, &until) ||
        !parse_hex(start, &stretch->start) || !parse_hex(size, &bytes) || !slice_decimal(from, &stretch->from))
        return false;
    stretch->end = end_of(stretch->start, bytes);
    return slice_is(until, "-") || slice_decimal(until, &stretch->until);
}

bool store_shared(const struct store *store, uint64_t address, uint64_t size, uint64_t time)
{
    struct slice rest = store_note(store, "shared");
    struct shared_stretch stretch;
    while (parse(&rest, &stretch))
        if (stretch.start < end_of(address, size) && stretch.end > address && time >= stretch.from && time <= stretch.until)
            return true;
    return false;
}
