/* entry.h - where an entry of a list of dependences lies, for those who ask for many.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. Entry k is entry k % BLOCK of a block, but in a uniform list, whose one block goes on: entry k of that. */
#ifndef CLEW_RECORDING_STORE_ENTRY_H
#define CLEW_RECORDING_STORE_ENTRY_H

#include "recording/store/layout.h"
#include "recording/store/paged.h"

#include <string.h>

static inline const unsigned char *entry_descriptor(const struct store *store, const struct list *list, uint64_t k)
{
    uint64_t number = list->first + (list->flags & LIST_UNIFORM ? 0 : k / BLOCK);
    return paged_at(store->paged, STREAM_DESCRIPTORS, number * sizeof(struct block), sizeof(struct block));
}

static inline struct block entry_block(const struct store *store, const struct list *list, uint64_t k)
{
    struct block block;
    memcpy(&block, entry_descriptor(store, list, k), sizeof block);
    return block;
}

/* Its place in its block. */
static inline uint64_t entry_place(const struct list *list, uint64_t k)
{
    return list->flags & LIST_UNIFORM ? k : k & (BLOCK - 1);
}

/* The payload of a block that has one, of dependences or (no definers) of numbers; NULL and damage: no clew writes such a block. (query.c) */
const unsigned char *entry_payload(const struct store *store, const struct list *list, struct block block, unsigned count, bool definers);

#endif
