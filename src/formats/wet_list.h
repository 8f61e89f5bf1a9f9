/* wet_list.h - what a reader remembers of the list it is in.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. An X may come a second time (x-duplicate) or below an earlier one (x-order); to tell them apart takes
 * the set of X so far. Most lists run 0, 1, 2, ...: the set is kept as ranges, one of them for such a list, and only X that came
 * out of order go into a hash map. */
#ifndef CLEW_FORMATS_WET_LIST_H
#define CLEW_FORMATS_WET_LIST_H

#include "core/core.h"

struct wet_range {
    uint64_t first, last;
};

struct wet_list {
    bool open, values;              /* values: the list of VALUES, else a port's */
    uint64_t announced, entries;
    uint64_t line, column;          /* of the number announced */
    uint64_t next;                  /* largest X so far + 1; 0: none */
    struct wet_range *ranges;       /* of X that came in rising order; kept from list to list */
    size_t range_count, range_capacity;
    struct map late;                /* X that came out of order */
};

enum wet_order { WET_RISING, WET_LATE, WET_REPEATED };

void wet_list_start(struct wet_list *list, bool values, uint64_t announced, uint64_t line, uint64_t column);

/* Counts an entry and says how its X stands to those before it. O(1) in rising order, else O(log ranges). */
enum wet_order wet_list_take(struct wet_list *list, uint64_t x);
void wet_list_free(struct wet_list *list);

#endif
