/* uses.h - which blocks name a definer, read one after the other.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder; users.c says how uses lie in the file, and writes them (layout.h).
 *
 *     uses_walk_start(store, index, &walk);
 *     while (uses_walk_next(&walk, low, high)) ... walk.use names instances of the definer, maybe some of [low, high] */
#ifndef CLEW_RECORDING_STORE_USES_H
#define CLEW_RECORDING_STORE_USES_H

#include "core/core.h"

enum { USES_CHUNK = 520 };          /* bytes of the largest chunk behind its head */

struct use {
    uint64_t list, b;               /* block b of a list of dependences, numbered as LISTS are */
    uint64_t low, high;             /* of the definer's instances, both named in the block */
};

struct uses_walk {
    const struct store *store;
    struct use use;
    struct use coded;               /* as it stands in the file; the next one is told by differences to it */
    uint64_t next;                  /* offset + 1 of the next chunk */
    uint64_t behind;                /* where it ends at the latest: chunks share no bytes */
    uint64_t left;                  /* uses of this chunk */
    const unsigned char *at, *end;
    unsigned char bytes[USES_CHUNK];
};

/* Of an index below record_count. */
void uses_walk_start(const struct store *store, uint64_t index, struct uses_walk *walk);

/* The next use whose range meets [low, high]; the last chunk's come first. False: there is none, or damage, which is noted. */
bool uses_walk_next(struct uses_walk *walk, uint64_t low, uint64_t high);

#endif
