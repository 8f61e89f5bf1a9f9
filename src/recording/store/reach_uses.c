/* reach_uses.c - all uses of a definer, in order of the instances they name.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/reach_inside.h"

#include <stdlib.h>

static int compare_lows(const void *x, const void *y)
{
    const struct use *a = x, *b = y;
    return (a->low > b->low) - (a->low < b->low);
}

void reach_uses_of(const struct store *store, uint64_t index, struct reach_uses *uses)
{
    struct uses_walk walk;
    uses->items_count = 0;
    uses_walk_start(store, index, &walk);
    while (uses_walk_next(&walk, 0, UINT64_MAX))
        ARRAY_ADD(uses, items, walk.use);
    if (uses->items_count)
        qsort(uses->items, uses->items_count, sizeof *uses->items, compare_lows);
}
