/* misuses.h - what a pass over a recording found (lifetimes.h), while it grows.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct misuse *row = misuses_note(lifetimes, site, (struct misuse){.kind = MISUSE_FREED_READ, .time = 7, ...});
 *     if (row) misuses_keep(lifetimes, row, 7, address, block);
 *     misuses_arrange(lifetimes);             at the end: then lifetimes_misuses and lifetimes_uses have them in order
 *
 * A row has all misuses of a kind at a site: the address of an instruction in your code. */
#ifndef CLEW_RECORDING_STATE_MISUSES_H
#define CLEW_RECORDING_STATE_MISUSES_H

#include "recording/state/lifetimes.h"

/* What the pass did not look at: misuses, or mappings, may be missing. Bits of `limits`. */
enum {
    LIFETIMES_HEAP = 1,                 /* the heap has more than REGIONS_MOST ranges */
    LIFETIMES_PAGES = 2,                /* unwritten bytes lie in more than UNWRITTEN_PAGES pages */
    LIFETIMES_BLOCK = 4,                /* a block has more than UNWRITTEN_RANGE of them */
    LIFETIMES_BLOCKS = 8,               /* all blocks together more than MARKED_MOST: of later ones only those at their beginning count */
    LIFETIMES_COPY = 16,                /* a system call read, or memcpy copied, more than UNWRITTEN_RANGE at once */
    LIFETIMES_COPIES = 32,              /* all of them together more than LOOKED_MOST pages */
    LIFETIMES_TEXT = 64,                /* a string function read more than TEXT_MOST bytes of a text */
    LIFETIMES_TEXTS = 128,              /* all of them together more than TEXTS_EACH for each instruction, and TEXT_MOST */
    LIFETIMES_MAPS = 256                /* there are more than BLOCKS_MOST mappings */
};

enum { LOOKED_MOST = 1 << 26, TEXT_MOST = 1 << 20, TEXTS_EACH = 64 /* vector code reads fewer */ };
#define MARKED_MOST (UINT64_C(1) << 38) /* bytes: seconds of work */

struct lifetimes {                      /* zeroed is empty; lifetimes_close */
    struct blocks blocks, maps;
    ARRAY(struct misuse, misuses);
    ARRAY(struct misuse_use, uses);
    uint64_t full;
    unsigned limits;
    struct map rows;                    /* site and kind -> 1 + index of the misuse */
};

struct misuse *misuses_find(struct lifetimes *lifetimes, uint64_t site, enum misuse_kind kind);       /* NULL: none yet */
/* One more: its row, which is `first` where there was none. NULL: there are too many rows; then `full` says since when. Valid until the next one. */
struct misuse *misuses_note(struct lifetimes *lifetimes, uint64_t site, struct misuse first);
void misuses_keep(struct lifetimes *lifetimes, struct misuse *row, uint64_t time, uint64_t address, uint32_t block);   /* the execution just noted */
void misuses_arrange(struct lifetimes *lifetimes);

#endif
