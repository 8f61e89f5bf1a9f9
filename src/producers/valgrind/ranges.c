/* ranges.c - a few ranges of addresses.  SPDX-License-Identifier: GPL-2.0-or-later */
#include "recorder.h"

#include "pub_tool_mallocfree.h"

void ranges_add(struct ranges *ranges, Addr start, Addr end)
{
    if (ranges->count == ranges->room) {
        ranges->room = ranges->room == 0 ? 16 : 2 * ranges->room;
        ranges->items = VG_(realloc)("recorder.ranges", ranges->items, ranges->room * sizeof *ranges->items);
    }
    ranges->items[ranges->count++] = (struct range){start, end};
}

Bool ranges_have(const struct ranges *ranges, Addr address)
{
    for (UInt i = 0; i < ranges->count; i++)
        if (address >= ranges->items[i].start && address < ranges->items[i].end)
            return True;
    return False;
}
