/* why_not.h - what the instances of a branch looked at, counted.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A branch that went the other way each time may have had several reasons: all of its instances are asked, and what they found is one entry an
 * instruction, with how many of them found it.
 *
 *     struct why_not_tally tally = {0};
 *     why_not_tally_branch(session, step, &room, &tally);
 *     for (size_t i = 0; i < tally.count; i++) ... tally.items[i]
 *     why_not_tally_free(&tally); */
#ifndef CLEW_RECORDING_WHY_NOT_H
#define CLEW_RECORDING_WHY_NOT_H

#include "recording/store/store.h"

struct unrun_step;
struct session;

/* What the instances of a branch looked at, one entry an instruction: how many of them did, what the first and the last of them found. */
struct why_not_looked {
    struct node node;                   /* the last one */
    uint64_t times;
    struct text first, last;            /* empty: no value */
    bool several;                       /* not all of them found the same */
};

struct why_not_tally {                          /* zeroed is empty */
    struct why_not_looked *items;
    size_t count, capacity;
    uint64_t instances, asked;          /* of the branch; those that were looked at */
    uint64_t others;                    /* instances of one instruction that the last one used beside the one shown */
};

#endif
