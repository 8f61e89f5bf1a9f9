/* touched.h - which memory a piece of the state stream touches.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A piece *touches* a byte if it loads or stores it, or if the kernel writes, maps or unmaps it. For each piece the recording has the ranges of bytes that it
 * touches: varint difference from the end of the last range, varint bytes - 1. A piece has some hundred ranges, in about as many bytes. */
#ifndef CLEW_RECORDING_STATE_TOUCHED_H
#define CLEW_RECORDING_STATE_TOUCHED_H

#include "core/core.h"

struct touched_range { uint64_t first, last; };     /* addresses */

struct touched {                        /* under construction; zeroed is empty */
    ARRAY(struct touched_range, ranges);
};

void touched_free(struct touched *touched);
void touched_add(struct touched *touched, uint64_t address, uint64_t size);     /* size 0: nothing; ends at the end of the address space */
void touched_write(struct touched *touched, struct text *out);                  /* sorts and joins the ranges, appends them, and empties touched */

/* Do such bytes have an address of [first, last]? Damaged ones may have any: true. O(ranges up to there). */
bool touched_has(struct str bytes, uint64_t first, uint64_t last);

#endif
