/* regions.c - a set of ranges of memory.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/regions.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE_BITS = 12 };

void regions_free(struct regions *set)
{
    free(set->items);
    *set = (struct regions){0};
}

bool regions_page(struct regions *set, uint64_t address)
{
    uint64_t number = address >> PAGE_BITS;
    size_t slot = number % REGIONS_LOOKS;
    if (!set->looks[slot].known || set->looks[slot].number != number) {
        uint64_t last = address | ((1 << PAGE_BITS) - 1);
        LOWER_BOUND(size_t, at, 0, set->items_count, set->items[at].first <= last);
        set->looks[slot].number = number;
        set->looks[slot].known = true;
        set->looks[slot].has = at > 0 && set->items[at - 1].last >= (number << PAGE_BITS);
    }
    return set->looks[slot].has;
}

bool regions_hold(const struct regions *set, uint64_t address)
{
    LOWER_BOUND(size_t, at, 0, set->items_count, set->items[at].first <= address);
    return at > 0 && set->items[at - 1].last >= address;
}

static void take_out(struct regions *set, size_t i)
{
    memmove(set->items + i, set->items + i + 1, (set->items_count - i - 1) * sizeof *set->items);
    set->items_count--;
}

static void put_in(struct regions *set, size_t i, struct image_range range)
{
    ARRAY_ADD(set, items, range);
    memmove(set->items + i + 1, set->items + i, (set->items_count - i - 1) * sizeof *set->items);
    set->items[i] = range;
}

void regions_drop(struct regions *set, uint64_t address, uint64_t size)
{
    uint64_t last = address + (size - 1);
    if (!size || last < address)
        return;
    LOWER_BOUND(size_t, at, 0, set->items_count, set->items[at].last < address);
    if (at == set->items_count || set->items[at].first > last)
        return;
    memset(set->looks, 0, sizeof set->looks);
    if (set->items[at].first < address) {
        struct image_range behind = {last + 1, set->items[at].last};
        bool splits = behind.last > last;
        set->items[at++].last = address - 1;
        if (splits) {
            if (set->items_count < REGIONS_MOST)
                put_in(set, at, behind);
            else
                set->limited = true;
            return;
        }
    }
    while (at < set->items_count && set->items[at].last <= last)
        take_out(set, at);
    if (at < set->items_count && set->items[at].first <= last)
        set->items[at].first = last + 1;
}

void regions_add(struct regions *set, uint64_t address, uint64_t size)
{
    if (!size || address + (size - 1) < address)
        return;
    set->limited = set->limited || set->items_count >= REGIONS_MOST;
    if (set->items_count >= REGIONS_MOST)
        return;
    regions_drop(set, address, size);
    LOWER_BOUND(size_t, at, 0, set->items_count, set->items[at].first < address);
    put_in(set, at, (struct image_range){address, address + (size - 1)});
    memset(set->looks, 0, sizeof set->looks);
}
