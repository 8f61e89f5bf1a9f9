/* reach_inside.h - the set of nodes that were reached, and lists of users.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to reach*.c. */
#ifndef CLEW_RECORDING_STORE_REACH_INSIDE_H
#define CLEW_RECORDING_STORE_REACH_INSIDE_H

#include "recording/store/layout.h"
#include "recording/store/paged.h"
#include "recording/store/uses.h"

#include <string.h>

/* ---- The set (reach_set.c, reach_arrange.c) ---- */

/* An instruction as walks see it: instances from `least` (a multiple of 64) on have the bits from base (a multiple
 * of 64) on; where its lists are. */
struct road {                       /* 32 bytes */
    uint64_t base, size, least;
    uint32_t lists, ports;
};

/* 64 instances of an instruction beyond its bits. */
struct far_word {
    uint64_t index, block;          /* instances block * 64 to block * 64 + 63 */
    uint64_t bits;                  /* 0: the slot is free */
};

struct reached {
    uint64_t count, uncertain, shared;  /* by so many owners more */
    uint64_t *bits, bit_count;
    struct road *roads;             /* by index */
    uint64_t road_count;
    struct far_word *far;           /* open addressing; in order once arranged */
    size_t far_used, far_capacity;
    uint64_t far_key;

    /* Once arranged; instructions stand at positions, in order of id or address. */
    uint32_t *order, *position;     /* position -> index -> position */
    uint64_t *before;               /* by position: members of those before it; road_count + 1 of them */
    uint64_t *ranks;                /* bits set before each stretch of RANK_BITS */
    struct far_word *far_order;     /* sorted by position (which stands in `index`), block */
    uint64_t *far_before;           /* members in the far words before each; far_used + 1 of them */
};

enum { RANK_SHIFT = 12 };           /* 4096 bits */

struct reached *reached_new(const struct store *store);
bool far_add(struct reached *reached, uint32_t index, uint64_t instance);       /* false: it was there */
bool far_has(const struct reached *reached, uint64_t index, uint64_t instance);

static inline bool reached_bit(const struct reached *reached, uint64_t bit)
{
    return reached->bits[bit >> 6] >> (bit & 63) & 1;
}

/* ---- Strips: lists of blocks that are asked again and again ---- */

struct strip {
    uint64_t first, count;          /* number of the first descriptor; entries */
    struct block line;              /* of a uniform list */
    bool uniform;
};

/* Where strips lie. */
struct strip_file {
    struct paged *paged;
    unsigned descriptors, payload;
};

/* Good descriptors make block_at touch less than so many bytes. */
enum { PAYLOAD_REACH = 4096 };

/* A payload near the end of its page; NULL: the block is none that is ever written. */
const unsigned char *strip_edge(const struct strip_file *file, struct block block, unsigned count);

/* Block k / BLOCK of a strip that is not uniform. */
static inline struct block strip_descriptor(const struct strip_file *file, const struct strip *strip, uint64_t k)
{
    struct block block;
    memcpy(&block, paged_at(file->paged, file->descriptors, (strip->first + (k >> BLOCK_BITS)) * sizeof block, sizeof block), sizeof block);
    return block;
}

/* The payload of a block that is no LINE; NULL: it makes no sense. */
static inline const unsigned char *strip_payload(const struct strip_file *file, struct block block, unsigned count)
{
    uint64_t offset = block_offset(block);
    return (offset & (PAGED_SIZE - 1)) <= PAGED_SIZE - PAYLOAD_REACH ? paged_at(file->paged, file->payload, offset, 1) : strip_edge(file, block, count);
}

/* k < count */
static inline struct block_entry strip_at(const struct strip_file *file, const struct strip *strip, uint64_t k)
{
    if (strip->uniform)
        return block_at_line(strip->line, k);
    struct block block = strip_descriptor(file, strip, k);
    if (block_kind(block) == BLOCK_LINE)
        return block_at_line(block, k & (BLOCK - 1));
    unsigned count = block_entries(strip->count, k);
    const unsigned char *payload = strip_payload(file, block, count);
    return payload ? block_at_payload(block.first, block.second, payload, count, k & (BLOCK - 1)) : (struct block_entry){0};
}

/* Entries of a list of the store as a strip. */
struct strip strip_of(const struct strip_file *file, uint64_t first, uint64_t count, bool uniform);

/* The first entry whose value is not below the wanted one, in a strip that never falls; fast where the guess is near. */
uint64_t strip_search(const struct strip_file *file, const struct strip *strip, uint64_t guess, uint64_t wanted);

/* ---- Lists of users (reach_users.c) ---- */

/* All edges that end in one definer, ordered by its instance: instance i has the edges [starts[i], starts[i + 1]). Where instances are few and far between,
 * `keys` are those that have any, and i counts keys. An edge names the list it is an entry of (as a block's definer), and X. */
struct users {
    struct strip starts, edges, keys;
    uint64_t least, end;            /* instances that have edges lie in [least, end]; starts begins with the first of these */
    bool sparse;
};

enum user_flag { USER_CONTROL = 1, USER_UNCERTAIN = 2 };

struct user_list {                  /* what edges name */
    uint32_t index;                 /* of the user */
    uint32_t flags;
};

struct user_lists {
    struct strip_file file;
    struct users *users;            /* by index of the definer */
    struct user_list *lists;        /* by number of the list */
};

/* Makes them, if they are not there yet. False: stopped by progress. */
CHECKED bool user_lists_make(const struct store *store, const struct progress *progress);

/* The edges of a node, [*from, *to). */
void users_range(const struct user_lists *lists, struct node definer, uint64_t *from, uint64_t *to);

/* ---- Uses of one definer, all of them (reach_uses.c) ---- */

struct reach_uses {
    ARRAY(struct use, items);
};
void reach_uses_of(const struct store *store, uint64_t index, struct reach_uses *uses);        /* replaces them */

/* ---- Writing strips (reach_strip.c) ---- */

enum users_stream { USERS_DESCRIPTORS, USERS_PAYLOAD, USERS_STREAMS };

struct strip_writer {               /* zeroed is empty */
    bool has_definers, uniform;
    unsigned count;                 /* of the open block */
    uint64_t entries;               /* of closed blocks */
    uint32_t definers[BLOCK];
    uint64_t values[BLOCK];
    ARRAY(struct block, blocks);
};
void strip_add(struct strip_writer *strip, struct paged_writer *writer, uint32_t definer, uint64_t value);
struct strip strip_end(struct strip_writer *strip, struct paged_writer *writer);        /* writes what is left, and is empty again */

#endif
