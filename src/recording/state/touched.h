/* touched.h - which memory a piece of the state stream touches, and which pieces touch some bytes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A piece *touches* a byte if it loads or stores it, or if the kernel writes, maps or unmaps it. It *changes* a byte if it does more than load it. For each
 * piece the recording has the ranges of bytes that it touches:
 *
 *     list = (varint gap, varint (bytes - 1) << 1 | 1 if the piece changes them)*       gap: from the end of the last range
 *
 * A piece of python3 has some 300 ranges, one of jq 3,400. */
#ifndef CLEW_RECORDING_STATE_TOUCHED_H
#define CLEW_RECORDING_STATE_TOUCHED_H

#include "core/core.h"

/* ---- Lists ---- */

struct touched_range {
    uint64_t first, last;               /* addresses */
    bool changed;
};

struct touched {                        /* under construction; zeroed is empty */
    ARRAY(struct touched_range, ranges);
    ARRAY(struct touched_range, changed);
};

void touched_free(struct touched *touched);
void touched_add(struct touched *touched, uint64_t address, uint64_t size, bool changed);       /* size 0: nothing; ends at the end of the address space */
void touched_write(struct touched *touched, struct text *out);      /* sorts and joins the ranges, appends them, and empties touched */

struct touched_reader {                 /* touched_read makes one */
    const unsigned char *at, *end;
    uint64_t next;
    bool damaged;
};
struct touched_reader touched_read(struct str list);
bool touched_next(struct touched_reader *reader, struct touched_range *range);      /* in order of addresses. False: no more, or damaged */

/* Does a list have such bytes with an address of [first, last]; with `changed`, such that may be changed? Damaged ones may have any: true. O(ranges up to
 * there). */
bool touched_has(struct str list, uint64_t first, uint64_t last, bool changed);

/* ---- The index: from addresses to pieces ----
 *
 *     struct touched_index *index = touched_index_open();
 *     for (piece = 0; piece < count; piece++)
 *         touched_index_add(index, list of the piece);
 *     piece = touched_index_next(index, 17, true, address, address + 3, true);          the last piece up to 17 that may change one of four bytes
 *     touched_index_close(index);
 *
 * For each page of 4 KB the index has the pieces that touch it, with a bit for each line of 64 bytes that they touch, and one for each that they change. So
 * some pieces that it names touch other bytes of the line: their lists tell. It is made when someone asks first, and no part of the recording. Making it takes
 * 60 ms for 201 million instructions of jq, and it takes 3 MB there; 24 bytes for each piece and page, at most TOUCHED_INDEX_MOST of them: from the piece on
 * that would have more, it names every piece. */

enum { TOUCHED_INDEX_MOST = 1 << 22 };
#define TOUCHED_NONE UINT64_MAX

struct touched_index;
struct touched_index *touched_index_open(void);
void touched_index_close(struct touched_index *index);          /* NULL is allowed */
void touched_index_add(struct touched_index *index, struct str list);      /* of the next piece; damaged: it may touch all */

/* The nearest piece that may touch (change) one of the bytes first ... last, `piece` or before it (back), or behind it. TOUCHED_NONE: there is none. O(pages of
 * the bytes * log pieces + pieces with ranges of many pages). */
uint64_t touched_index_next(const struct touched_index *index, uint64_t piece, bool back, uint64_t first, uint64_t last, bool changed);

#endif
