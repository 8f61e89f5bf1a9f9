/* touched.h - which pieces of the state stream touched a line of memory.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A line is 64 bytes. A piece *touches* a line if it loads or stores a byte there, or if the kernel writes, maps or unmaps one. For each piece the recording
 * has the lines it touches, as ranges: varint difference from the end of the last one, varint lines - 1. A loop's piece has some hundred ranges. */
#ifndef CLEW_RECORDING_STATE_TOUCHED_H
#define CLEW_RECORDING_STATE_TOUCHED_H

#include "core/core.h"

enum { LINE_BITS = 6 };

struct line_range { uint64_t first, last; };

struct touched {                          /* under construction; zeroed is empty */
    ARRAY(struct line_range, ranges);
};

void touched_free(struct touched *touched);
void touched_add(struct touched *touched, uint64_t address, uint64_t size);       /* size 0: nothing; ends at the end of the address space */
void touched_write(struct touched *touched, struct text *out);                    /* sorts and joins the ranges, appends them, and empties lines */

/* Are there lines of [first, last] in such bytes? Damaged bytes may hold any line: true. O(ranges up to there). */
bool touched_has(struct str bytes, uint64_t first, uint64_t last);

#endif
