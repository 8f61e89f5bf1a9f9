/* wet_list.c - what a reader remembers of the list it is in.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet/wet_list.h"

#include <stdlib.h>

void wet_list_start(struct wet_list *list, bool values, uint64_t announced, uint64_t line, uint64_t column)
{
    map_free(&list->late);
    list->open = true;
    list->values = values;
    list->announced = announced;
    list->entries = list->next = 0;
    list->line = line;
    list->column = column;
    list->range_count = list->seal_count = list->packed_count = 0;
}

/* ---- Packed ranges ---- */

static unsigned char *packed_add(unsigned char *at, uint64_t number)
{
    for (; number >= 128; number >>= 7)
        *at++ = (unsigned char)(number | 128);
    *at++ = (unsigned char)number;
    return at;
}

static uint64_t packed_read(const struct wet_list *list, uint64_t *offset)
{
    uint64_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
        unsigned char byte = list->packed[(*offset)++];
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return number;
    }
}

static void ranges_seal(struct wet_list *list)
{
    enum { LONGEST = 10 };      /* bytes of a packed number */
    uint64_t before = list->ranges[0].first;
    list->seals = array_grow(list->seals, &list->seal_capacity, list->seal_count + 1, sizeof *list->seals);
    list->seals[list->seal_count++] = (struct wet_seal){before, list->packed_count};
    list->packed = array_grow(list->packed, &list->packed_capacity, list->packed_count + WET_SEALED * 2 * LONGEST, 1);
    unsigned char *at = list->packed + list->packed_count;
    for (size_t i = 0; i < WET_SEALED; i++) {
        at = packed_add(packed_add(at, list->ranges[i].first - before), list->ranges[i].last - list->ranges[i].first);
        before = list->ranges[i].last;
    }
    list->packed_count = (size_t)(at - list->packed);
    list->range_count = 0;
}

static bool is_in_seal(const struct wet_list *list, const struct wet_seal *seal, uint64_t x)
{
    uint64_t at = seal->first, offset = seal->offset;
    for (size_t i = 0; i < WET_SEALED; i++) {
        at += packed_read(list, &offset);
        if (x < at)
            return false;
        at += packed_read(list, &offset);
        if (x <= at)
            return true;
    }
    return false;
}

static bool is_in_ranges(const struct wet_list *list, uint64_t x)
{
    if (list->range_count && x >= list->ranges[0].first) {
        size_t i = list->range_count - 1;
        while (list->ranges[i].first > x)
            i--;
        return list->ranges[i].last >= x;
    }
    size_t low = 0, high = list->seal_count; /* what holds x, if anything does, is the last whose first is not above x */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list->seals[middle].first <= x)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && is_in_seal(list, &list->seals[low - 1], x);
}

static enum wet_order take_late(struct wet_list *list, uint64_t x)
{
    uint64_t value;
    if (is_in_ranges(list, x) || map_get(&list->late, x, &value))
        return WET_REPEATED;
    map_put(&list->late, x, 0);
    return WET_LATE;
}

static void range_add(struct wet_list *list, uint64_t first, uint64_t last)
{
    if (first == list->next && list->range_count) {
        list->ranges[list->range_count - 1].last = last;
    } else {
        if (list->range_count == WET_SEALED)
            ranges_seal(list);
        list->ranges[list->range_count++] = (struct wet_range){first, last};
    }
    list->next = last + 1;
}

enum wet_order wet_list_take(struct wet_list *list, uint64_t x)
{
    list->entries++;
    if (x < list->next)
        return take_late(list, x);
    range_add(list, x, x);
    return WET_RISING;
}

void wet_list_take_rising(struct wet_list *list, const uint64_t *x, size_t count, bool consecutive)
{
    list->entries += count;
    if (consecutive)
        range_add(list, x[0], x[count - 1]);
    for (size_t i = 0, end; !consecutive && i < count; i = end) {
        for (end = i + 1; end < count && x[end] == x[end - 1] + 1;)
            end++;
        range_add(list, x[i], x[end - 1]);
    }
}

void wet_list_free(struct wet_list *list)
{
    free(list->seals);
    free(list->packed);
    map_free(&list->late);
    *list = (struct wet_list){0};
}
