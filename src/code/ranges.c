/* ranges.c - nested address ranges made flat, and looked up.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/symbols_inside.h"

#include <stdlib.h>

void ranges_add(struct ranges *ranges, struct range range)
{
    if (range.low >= range.high)
        return;
    ranges->items = array_grow(ranges->items, &ranges->capacity, ranges->count + 1, sizeof *ranges->items);
    ranges->items[ranges->count++] = range;
}

/* Outer ranges before inner ones. */
static int compare(const void *left, const void *right)
{
    const struct range *a = left, *b = right;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    if (a->high != b->high)
        return a->high > b->high ? -1 : 1;
    if (a->depth != b->depth)
        return a->depth < b->depth ? -1 : 1;
    return (a->value > b->value) - (a->value < b->value);
}

/* A sweep over the starts with a stack of the ranges that are open, innermost on top. */
struct sweep {
    struct ranges open, flat;
    uint64_t reached;            /* everything below has been put out */
};

static void put_out(struct sweep *sweep, uint64_t until)
{
    struct range piece = sweep->open.items[sweep->open.count - 1];
    piece.low = sweep->reached;
    piece.high = until;
    ranges_add(&sweep->flat, piece);
    sweep->reached = until > sweep->reached ? until : sweep->reached;
}

static void close_until(struct sweep *sweep, uint64_t address)
{
    while (sweep->open.count && sweep->open.items[sweep->open.count - 1].high <= address) {
        put_out(sweep, sweep->open.items[sweep->open.count - 1].high);
        sweep->open.count--;
    }
    if (sweep->open.count)
        put_out(sweep, address);
    if (sweep->reached < address)
        sweep->reached = address;
}

void ranges_flatten(struct ranges *ranges)
{
    struct sweep sweep = {0};
    if (ranges->count > 1)
        qsort(ranges->items, ranges->count, sizeof *ranges->items, compare);
    for (size_t i = 0; i < ranges->count; i++) {
        close_until(&sweep, ranges->items[i].low);
        ranges_add(&sweep.open, ranges->items[i]);
    }
    close_until(&sweep, UINT64_MAX);
    ranges_free(&sweep.open);
    ranges_free(ranges);
    *ranges = sweep.flat;
}

bool ranges_find(const struct ranges *ranges, uint64_t address, size_t *index)
{
    size_t low = 0, high = ranges->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ranges->items[middle].high <= address)
            low = middle + 1;
        else
            high = middle;
    }
    *index = low;
    return low < ranges->count && ranges->items[low].low <= address;
}

void ranges_free(struct ranges *ranges)
{
    free(ranges->items);
    *ranges = (struct ranges){0};
}
