/* wet_list.c - what a reader remembers of the list it is in.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/wet_list.h"

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
    list->range_count = 0;
}

static bool is_in_ranges(const struct wet_list *list, uint64_t x)
{
    size_t low = 0, high = list->range_count; /* the range that holds x, if any, is the last whose first is not above x */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list->ranges[middle].first <= x)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && list->ranges[low - 1].last >= x;
}

static enum wet_order take_late(struct wet_list *list, uint64_t x)
{
    uint64_t value;
    if (is_in_ranges(list, x) || map_get(&list->late, x, &value))
        return WET_REPEATED;
    map_put(&list->late, x, 0);
    return WET_LATE;
}

enum wet_order wet_list_take(struct wet_list *list, uint64_t x)
{
    list->entries++;
    if (x < list->next)
        return take_late(list, x);
    if (x == list->next && list->range_count) {
        list->ranges[list->range_count - 1].last = x;
    } else {
        list->ranges = array_grow(list->ranges, &list->range_capacity, list->range_count + 1, sizeof *list->ranges);
        list->ranges[list->range_count++] = (struct wet_range){x, x};
    }
    list->next = x + 1;
    return WET_RISING;
}

void wet_list_free(struct wet_list *list)
{
    free(list->ranges);
    map_free(&list->late);
    *list = (struct wet_list){0};
}
