/* unwritten.h - a set of bytes of memory: those that nothing has written since they became available.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Memory: 528 bytes for each page that ever had such a byte, at most UNWRITTEN_PAGES of them. Bytes beyond that never are in the set (`full`), nor those
 * behind the first UNWRITTEN_RANGE of a marked range (`cut`). O(size / 64) each. */
#ifndef CLEW_RECORDING_STATE_UNWRITTEN_H
#define CLEW_RECORDING_STATE_UNWRITTEN_H

#include "core/core.h"

enum { UNWRITTEN_PAGE = 1 << 12 /* bytes of a page */, UNWRITTEN_PAGES = 1 << 17 /* 69 MB */, UNWRITTEN_RANGE = 1 << 26 };

struct unwritten {                      /* zeroed is empty */
    struct map numbers;                 /* page number -> 1 + index in pages */
    struct unwritten_page { uint64_t bytes[64]; uint64_t number; } **pages;
    size_t count, capacity;
    bool full, cut;                     /* there were more pages; a range was longer */
    struct unwritten_look { uint64_t number; struct unwritten_page *page; bool known; } recent[256];        /* by page number, modulo that */
};

void unwritten_free(struct unwritten *set);
void unwritten_mark(struct unwritten *set, uint64_t address, uint64_t size);
void unwritten_clear(struct unwritten *set, uint64_t address, uint64_t size);
/* Except for the bytes of another range, which is none if kept_size is 0. */
void unwritten_clear_except(struct unwritten *set, uint64_t address, uint64_t size, uint64_t kept, uint64_t kept_size);
/* The first bytes of a range that are in the set, side by side: their offset in it, and how many. 0: none is. O(size / 64) where there are none. */
uint64_t unwritten_first(struct unwritten *set, uint64_t address, uint64_t size, uint64_t *offset);
/* As memmove: afterwards a byte of the first range is in the set if its counterpart in the other range was. The ranges may overlap. */
void unwritten_move(struct unwritten *set, uint64_t to, uint64_t from, uint64_t size);
bool unwritten_all(struct unwritten *set, uint64_t address, uint64_t size);     /* is each byte in the set? False for size 0 */

#endif
