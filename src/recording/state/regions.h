/* regions.h - a set of ranges of memory that is asked about often.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct regions set = {0};
 *     regions_add(&set, 0x5000, 24);
 *     regions_hold(&set, 0x5017)          true
 *     regions_page(&set, 0x5fff)          true: a byte of its page is in the set
 *     regions_free(&set);
 *
 * At most REGIONS_MOST ranges: it leaves out further ones, and `limited` says so. */
#ifndef CLEW_RECORDING_STATE_REGIONS_H
#define CLEW_RECORDING_STATE_REGIONS_H

#include "recording/state/image.h"

enum { REGIONS_MOST = 1 << 14, REGIONS_LOOKS = 1 << 10 };

struct regions {                        /* zeroed is empty */
    ARRAY(struct image_range, items);   /* ascending, apart */
    bool limited;
    struct { uint64_t number; bool known, has; } looks[REGIONS_LOOKS];      /* pages asked about last */
};

void regions_free(struct regions *set);                 /* it is empty then; not limited */
void regions_add(struct regions *set, uint64_t address, uint64_t size);         /* O(ranges), as is: */
void regions_drop(struct regions *set, uint64_t address, uint64_t size);
bool regions_hold(const struct regions *set, uint64_t address);         /* O(log ranges) */
bool regions_page(struct regions *set, uint64_t address);               /* a page of 4 KB */

#endif
