/* cache_inside.h - what a cache remembers of who missed.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_STREAM_CACHE_INSIDE_H
#define CLEW_STREAM_CACHE_INSIDE_H

#include "stream/cache.h"

/* References and misses of one instruction, word of memory or loop. */
struct cache_tally {
    uint32_t key;
    uint64_t accesses[CACHE_ACCESSES], misses[CACHE_ACCESSES];
};
struct cache_tallies {
    bool wanted;
    struct map index;                   /* key -> index in items */
    struct cache_tally *items;
    size_t count, capacity;
    size_t last;                        /* the one asked for last */
};

/* The locations that an instruction referred to lie from `low` to `high`. */
struct cache_reach {
    uint32_t instruction, low, high;
};
struct cache_reaches {
    struct map index;                   /* instruction -> index in items */
    struct cache_reach *items;
    size_t count, capacity;
    size_t last;                        /* the one asked for last */
};
const struct cache_reaches *cache_reaches(const struct cache *cache);        /* kept where DATA is remembered */

/* Of the instructions by address; of words by the address of their first byte; of loops by number, UINT32_MAX for what is in none. */
const struct cache_tallies *cache_tallies(const struct cache *cache, enum cache_by by);
uint32_t cache_line_size(const struct cache *cache);        /* of the first level */

#endif
