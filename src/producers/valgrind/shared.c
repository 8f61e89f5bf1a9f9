/* shared.c - shared mappings: they keep their bytes when the program gives up its pages.  SPDX-License-Identifier: GPL-2.0-or-later */
#include "recorder.h"

static struct ranges shared;

void shared_add(Addr start, SizeT size)
{
    ranges_add(&shared, start, start + size);
}

void shared_forget(Addr start, SizeT size)
{
    UInt kept = 0;
    Addr end = start + size, behind = 0, behind_end = 0;
    for (UInt i = 0; i < shared.count; i++) {
        struct range range = shared.items[i];
        if (range.start < start && range.end > end) /* cut out of the middle; at most once, as ranges do not overlap */
            behind = end, behind_end = range.end;
        if (range.end <= start || range.start >= end)
            shared.items[kept++] = range;
        else if (range.start < start)
            shared.items[kept++] = (struct range){range.start, start};
        else if (range.end > end)
            shared.items[kept++] = (struct range){end, range.end};
    }
    shared.count = kept;
    if (behind_end != 0)
        ranges_add(&shared, behind, behind_end);
}

void shared_tell(void)
{
    for (UInt i = 0; i < shared.count; i++)
        stream_numbers(LOG_SHARED, 2, shared.items[i].start, shared.items[i].end - shared.items[i].start, 0);
}

Bool shared_has(Addr address)
{
    return ranges_have(&shared, address);
}
