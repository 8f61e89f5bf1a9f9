/* shared.c - mappings that keep their bytes when the program gives its pages up, since others share them.  SPDX-License-Identifier: GPL-2.0-or-later */
#include "recorder.h"

#include "pub_tool_mallocfree.h"

struct range {
    Addr start, end;
};

static struct range *ranges;
static UInt range_count, range_room;

static void add(Addr start, Addr end)
{
    if (range_count == range_room) {
        range_room = range_room == 0 ? 16 : 2 * range_room;
        ranges = VG_(realloc)("recorder.shared", ranges, range_room * sizeof *ranges);
    }
    ranges[range_count].start = start;
    ranges[range_count].end = end;
    range_count++;
}

void shared_add(Addr start, SizeT size)
{
    add(start, start + size);
}

void shared_forget(Addr start, SizeT size)
{
    UInt kept = 0, count = range_count;
    Addr end = start + size, behind = 0, behind_end = 0;
    for (UInt i = 0; i < count; i++) {
        struct range range = ranges[i];
        if (range.start < start && range.end > end) /* the middle of it, at most of one: they do not overlap */
            behind = end, behind_end = range.end;
        if (range.end <= start || range.start >= end)
            ranges[kept++] = range;
        else if (range.start < start)
            ranges[kept++] = (struct range){range.start, start};
        else if (range.end > end)
            ranges[kept++] = (struct range){end, range.end};
    }
    range_count = kept;
    if (behind_end != 0)
        add(behind, behind_end);
}

Bool shared_has(Addr address)
{
    for (UInt i = 0; i < range_count; i++)
        if (address >= ranges[i].start && address < ranges[i].end)
            return True;
    return False;
}
