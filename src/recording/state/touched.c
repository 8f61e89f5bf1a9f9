/* touched.c - ranges of addresses: sorts, joins, writes, searches.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/touched.h"
#include "core/core.h"

#include <stdlib.h>

void touched_free(struct touched *touched)
{
    free(touched->ranges);
    *touched = (struct touched){0};
}

void touched_add(struct touched *touched, uint64_t address, uint64_t size)
{
    uint64_t end = address + (size - 1);
    if (size == 0)
        return;
    if (end < address)
        end = UINT64_MAX;
    uint64_t first = address, last = end;
    struct touched_range *before = touched->ranges_count ? &touched->ranges[touched->ranges_count - 1] : NULL;
    if (before && first >= before->first && (first <= before->last || first - before->last == 1)) {
        before->last = last > before->last ? last : before->last;
        return;
    }
    ARRAY_ADD(touched, ranges, (struct touched_range){first, last});
}

void touched_write(struct touched *touched, struct text *out)
{
    uint64_t end = 0;                   /* behind the last range */
    if (touched->ranges_count)
        qsort(touched->ranges, touched->ranges_count, sizeof *touched->ranges, compare_uint64);
    for (size_t i = 0, next; i < touched->ranges_count; i = next) {
        struct touched_range range = touched->ranges[i];
        for (next = i + 1; next < touched->ranges_count && (touched->ranges[next].first <= range.last || touched->ranges[next].first - range.last == 1); next++)
            range.last = touched->ranges[next].last > range.last ? touched->ranges[next].last : range.last;
        text_varint(out, range.first - end);
        text_varint(out, range.last - range.first);
        end = range.last + 1;
    }
    touched->ranges_count = 0;
}

bool touched_has(struct str bytes, uint64_t first, uint64_t last)
{
    const unsigned char *at = (const unsigned char *)bytes.data, *end = at + bytes.size;
    uint64_t next = 0, gap, more;
    while (at < end) {
        at = varint_read_within(at, end, &gap);
        at = at ? varint_read_within(at, end, &more) : NULL;
        if (!at)
            return true;
        uint64_t from = next + gap, to = from + more;
        if (from < next || to < from)
            return true;                /* it wraps: damaged */
        if (from > last)
            return false;
        if (to >= first)
            return true;
        next = to + 1;
    }
    return false;
}
