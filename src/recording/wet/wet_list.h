/* wet_list.h - what a reader remembers of the list it is in.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. An X may come a second time (x-duplicate) or below an earlier one (x-order); to tell them apart takes
 * the set of X so far. Most lists run 0, 1, 2, ...: the set is kept as ranges, one of them for such a list, and only X that came
 * out of order go into a hash map. Ranges of a list with many gaps are packed, WET_SEALED at a time: where the first of them starts, and then of each
 * the distance to the one before and its length, as numbers of seven bits a byte; that is two bytes a gap where gaps are small, and a search unpacks
 * WET_SEALED of them. */
#ifndef CLEW_RECORDING_WET_WET_LIST_H
#define CLEW_RECORDING_WET_WET_LIST_H

#include "core/core.h"

struct wet_range {
    uint64_t first, last;
};

enum { WET_SEALED = 64 };

/* Ranges packed together: packed[offset] on. */
struct wet_seal {
    uint64_t first, offset;
};

struct wet_list {
    bool open, values;              /* values: the list of VALUES, else a port's */
    uint64_t announced, entries;
    uint64_t line, column;          /* of the number announced */
    uint64_t next;                  /* largest X so far + 1; 0: none */
    struct wet_range ranges[WET_SEALED];    /* the last of X that came in rising order */
    size_t range_count;
    struct wet_seal *seals;         /* those before; kept from list to list */
    size_t seal_count, seal_capacity;
    unsigned char *packed;
    size_t packed_count, packed_capacity;
    struct map late;                /* X that came out of order */
};

enum wet_order { WET_RISING, WET_LATE, WET_REPEATED };

void wet_list_start(struct wet_list *list, bool values, uint64_t announced, uint64_t line, uint64_t column);

/* Counts an entry and says how its X stands to those before it. O(1) in rising order, else O(log ranges + WET_SEALED). */
enum wet_order wet_list_take(struct wet_list *list, uint64_t x);

/* The same for many X that rise strictly, the first above all so far; consecutive: each is one more than the one before. O(1) then, else O(count). */
void wet_list_take_rising(struct wet_list *list, const uint64_t *x, size_t count, bool consecutive);
void wet_list_free(struct wet_list *list);

#endif
