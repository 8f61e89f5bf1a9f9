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
