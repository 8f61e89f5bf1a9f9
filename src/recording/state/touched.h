/* touched.h - which memory a piece of the state stream touches, and which pieces touch some bytes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A piece *touches* a byte if it loads or stores it, or if the kernel writes, maps or unmaps it. It *changes* a byte if it does more than load it. For each
 * piece the recording has the ranges of bytes that it touches:
 *
 *     list = (varint gap, varint (bytes - 1) << 1 | 1 if the piece changes them)*       gap: from the end of the last range
 *
 * A piece of python3 has some 300 ranges, one of jq 3,400. Pieces one behind the other touch much the same *lines*, of 64 bytes each: a *summary* of
 * TOUCHED_TOGETHER pieces lists their lines. It is a list as above, of addresses / 64. */
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

/* ---- Summaries ---- */

enum { TOUCHED_TOGETHER = 32, TOUCHED_LINE_BITS = 6 };

struct touched_lines;                   /* of one page */
struct touched_summary {                /* under construction; zeroed is empty */
    struct map numbers;                 /* of a page -> 1 + its index */
    ARRAY(struct touched_lines, pages);
    struct touched wide;                /* ranges of many pages, as lines */
    uint64_t latest;                    /* 1 + the page of the last range, or 0 */
    bool anything;                      /* one of the lists was damaged */
};
void touched_summary_free(struct touched_summary *summary);
void touched_summary_add(struct touched_summary *summary, struct str list);     /* of the next piece. O(its ranges) */
void touched_summary_write(struct touched_summary *summary, struct text *out);  /* appends the list of lines, and empties the summary */

/* ---- Reading ---- */

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

/* ---- The index: from addresses to groups of pieces ----
 *
 *     struct touched_index *index = touched_index_open();
 *     touched_index_add_summary(index, 32, summary of pieces 0 ... 31);
 *     touched_index_add(index, list of piece 32);               pieces without a summary
 *     group = touched_index_next(index, 17, true, address, address + 3, true);          the last group up to piece 17 that may change one of four bytes
 *     touched_index_close(index);
 *
 * For each page of 4 KB the index has the groups that touch it, with a bit for each line of 64 bytes that they touch, and one for each that they change. So
 * the lists of the pieces tell which of them touch the bytes, if any. It is made when someone asks first. It has 24 bytes for each group and page, at most
 * TOUCHED_INDEX_MOST of them: from the group on that would have more, it names every group. */

enum { TOUCHED_INDEX_MOST = 1 << 22 };

struct touched_group { uint64_t first, last; };         /* pieces; first above last: none */

struct touched_index;
struct touched_index *touched_index_open(void);
void touched_index_close(struct touched_index *index);          /* NULL is allowed */
void touched_index_add(struct touched_index *index, struct str list);      /* of the next piece, a group by itself; damaged: it may touch all */
void touched_index_add_summary(struct touched_index *index, uint64_t pieces, struct str summary);      /* of the next pieces, at least one; damaged: likewise */

/* The nearest group that may touch (change) one of the bytes first ... last: that of `piece` or one before it (back), or behind it. O(pages of the bytes * log
 * groups + groups with ranges of many pages). */
struct touched_group touched_index_next(const struct touched_index *index, uint64_t piece, bool back, uint64_t first, uint64_t last, bool changed);

#endif
