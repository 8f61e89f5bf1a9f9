/* lists.h - questions to lists: their entries, their owner, and which blocks name a definer.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. The contents of a file can make no sense: then answers are 0 or empty, and the store remembers the damage. */
#ifndef CLEW_RECORDING_STORE_LISTS_H
#define CLEW_RECORDING_STORE_LISTS_H

#include "recording/store/layout.h"
#include "recording/store/paged.h"

#include <string.h>

/* ---- Damage ---- */

/* "START file: offset N: message"; lives as long as the store. */
const char *store_keep_error(struct store *store, const char *start, const struct error *error);

bool error_name_source(struct error *error, const char *name);     /* names the error's source unless it has one; returns false */

/* Remembers the first damage. */
void store_note_damage(const struct store *store, const struct error *error);

/* ---- Entries (lists.c) ---- */

unsigned list_payloads(const struct list *list);        /* the stream of its payloads */
struct order *orders_new(void);
void orders_free(struct order *orders);

/* An entry of a list of blocks (not LIST_TEXT), entry < count; 0 and damage if the file makes no sense. O(1). */
struct block_entry list_entry(const struct store *store, const struct list *list, uint64_t entry);
uint64_t list_x(const struct store *store, const struct list *list, uint64_t entry);

/* The number of the entry that comes k-th in order of X: k itself in a sorted list. */
uint64_t list_ordered(const struct store *store, const struct list *list, uint64_t k);

/* Entries whose X is in [low, high], as a range [*from, *to) in order of X. O(log n). */
void list_range(const struct store *store, const struct list *list, uint64_t low, uint64_t high, uint64_t *from, uint64_t *to);

/* How often an instruction ran by its own lists (1.4): largest X + 1; 0: no entries. *least: the smallest X + 1 among its lists with entries. */
uint64_t lists_executions(const struct record *record, const struct list *lists, uint64_t *least);

/* The index of a definer in a list's entries. False: the file makes no sense. */
static inline bool list_index(const struct store *store, const struct list *list, uint32_t definer, uint32_t *index)
{
    if (list->numbers > store->final_count || definer >= store->final_count - list->numbers)
        return false;
    *index = store->final[list->numbers + definer];
    return true;
}

/* All entries of block b of a list: definers, values and X, each unless NULL. Returns how many. */
unsigned list_block(const struct store *store, const struct list *list, uint64_t b, uint32_t *definers, uint64_t *values, uint64_t *xs);

static inline uint64_t record_own_ports(const struct record *record)
{
    uint64_t own = record->flags >> RECORD_OWN_SHIFT;
    return own && own - 1 < record->ports ? own - 1 : record->ports;
}

/* By how many executions the entries of a list may be off (1.4); 0: the list is certain. */
uint64_t list_spare(const struct store *store, const struct record *record, const struct list *list);
enum link_kind link_kind_of(const struct store *store, uint64_t port);

/* ---- Links and values (definers.c; value_limbs: part.c) ---- */

/* Splits a value of hexadecimal digits into limbs of 64 bits, the lowest first; returns how many, at least 1. */
enum { VALUE_LIMBS = VALUE_DIGITS / 16 };
unsigned value_limbs(struct str digits, uint64_t limbs[VALUE_LIMBS]);
struct window *window_new(void);                        /* the piece of a store's text read last */
void window_free(struct window *window);

/* Sorts links[from ...] by id (history: address), instance, port, and drops duplicates. */
void links_finish(const struct store *store, struct links *links, size_t from);
void links_add(struct links *links, struct link link);

/* The record and port that own a list of dependences, by the list's number. O(log n). */
void list_owner(const struct store *store, uint64_t list, uint64_t *index, uint64_t *port);

/* ---- Where an entry of a list of dependences lies, for callers that ask for many ----
 *
 * Entry k is entry k % BLOCK of block k / BLOCK; in a uniform list it is entry k of the only block. */

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

/* The payload of a block that is not a LINE, of dependences or (definers false) of numbers. NULL and damage: no clew writes such a block. */
const unsigned char *entry_payload(const struct store *store, const struct list *list, struct block block, unsigned count, bool definers);

/* ---- Uses: which blocks name a definer (shape in the file: users.c); clew writes them along with the blocks ---- */

struct uses_writer;
struct uses_writer *uses_open(struct paged_writer *writer);
/* Notes that block b of a list (numbered as USE_LISTS says) names instances of a definer: `low` is the smallest, `high` the largest. O(1). */
void uses_add(struct uses_writer *uses, uint32_t list, uint64_t b, uint32_t number, uint64_t low, uint64_t high);
/* Finishing writes the open chunks and fills in heads[index].last. It needs index_of[number] for every number added. */
uint64_t uses_unwritten(const struct uses_writer *uses);    /* the most bytes that finishing writes */
void uses_finish(struct uses_writer *uses, const uint32_t *index_of, struct users_head *heads);
void uses_close(struct uses_writer *uses);

/* Read one after the other:
 *
 *     uses_walk_start(store, index, &walk);
 *     while (uses_walk_next(&walk, low, high)) ... block walk.use.b names instances of the definer, maybe some in [low, high] */
enum { USES_CHUNK = 520 };          /* bytes of the largest chunk behind its head */

struct use {
    uint64_t list, b;               /* block b of a list of dependences, numbered as LISTS are */
    uint64_t low, high;             /* the smallest and largest instance of the definer that the block names */
};

struct uses_walk {
    const struct store *store;
    struct use use;
    struct use coded;               /* as in the file; the next use is coded as its difference from this one */
    uint64_t next;                  /* offset + 1 of the next chunk */
    uint64_t behind;                /* the next chunk ends here at the latest: chunks share no bytes */
    uint64_t left;                  /* uses of this chunk */
    const unsigned char *at, *end;
    unsigned char bytes[USES_CHUNK];
};

/* Starts at the uses of the definer with this index; index < record_count. */
void uses_walk_start(const struct store *store, uint64_t index, struct uses_walk *walk);

/* The next use whose range meets [low, high]; uses of the last chunk come first. False: none, or damage, which the store remembers. */
bool uses_walk_next(struct uses_walk *walk, uint64_t low, uint64_t high);

/* Calls `found` for each entry that names the definer, and `begins` (or NULL) before each block that it searches, until one of them returns false.
 * False: one of them did. O(blocks that may name it). */
typedef bool entry_found(void *context, uint64_t list, uint64_t entry);
typedef bool block_begins(void *context);
bool users_each(const struct store *store, struct node definer, entry_found *found, block_begins *begins, void *context);

#endif
