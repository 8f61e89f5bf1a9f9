/* gather.h - many lists of a store that grow at the same time.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. Text has one list after the other, and build.c writes their blocks as it reads them. A recording, a history and the users of
 * instructions come in order of execution instead: thousands of lists, an entry here, an entry there. A *gather* keeps the open block of each, and encodes it
 * (block.h) when BLOCK entries are there. Lists that had entries lately, about a thousand of them, have it as it is, in arrays; of the others it is
 * packed as differences (one to six bytes an entry):
 *
 *     struct gather *gather = gather_open(writer, &streams);
 *     uint32_t list = gather_list(gather, true);
 *     gather_append(gather, list, x, definer, value);
 *     gather_finish(gather);                              closes all blocks, puts each list's descriptors side by side
 *     struct gathered g = gather_get(gather, list);       where they are, how many entries
 *     gather_close(gather);
 *
 * Memory: up to 6 MB for the arrays; 120 bytes a list, a few bytes a packed entry, and 16 to 32 bytes a closed block for its descriptor, which is
 * written at the end, since those of a list have to be neighbours; a list that is uniform so far has but one. Beyond a megabyte descriptors are put aside on
 * disk (paged.h), so that no list takes more than about 2 KB for them while it grows. The X of a list cost nothing while they are 0, 1, 2, ...; from the
 * first that is not they get blocks of their own. */
#ifndef CLEW_RECORDING_STORE_GATHER_H
#define CLEW_RECORDING_STORE_GATHER_H

#include "recording/store/block.h"

struct paged_writer;

/* Where blocks go: streams of the writer. */
struct gather_streams {
    unsigned descriptors, payload;
    bool bytes;                     /* payload is compressed: block_encode_bytes for numbers */
    /* Told of each block of a list with definers, which is number b of the list, what it names of each (block_ranges); of lists that are sorted at the
     * end again, behind all others. NULL: nobody is. */
    void (*named)(void *context, uint32_t list, uint64_t b, const struct block_range *ranges, unsigned count);
    void *context;
};

struct gather;

struct gather *gather_open(struct paged_writer *writer, const struct gather_streams *streams);
void gather_close(struct gather *gather);

/* A new list, numbered from 0; with definers, or numbers only. */
uint32_t gather_list(struct gather *gather, bool has_definers);
uint32_t gather_count(const struct gather *gather);

/* Appends an entry. X below 2^64 - 1 may be anything (several entries of one X; X that do not rise), but entries should come with X rising: see
 * gather_finish. */
void gather_append(struct gather *gather, uint32_t list, uint64_t x, uint32_t definer, uint64_t value);

struct gathered {
    uint64_t count;
    uint64_t first;                 /* number of the first descriptor in the stream of descriptors */
    uint64_t xs;                    /* of the first descriptor of X; UINT64_MAX: they are 0 ... count - 1 */
    uint64_t top;                   /* largest X + 1 */
    bool uniform, xs_uniform;       /* one descriptor is all there is (block.h) */
    bool sorted;                    /* X never fell */
};

/* Ends all lists: afterwards nothing is added. Lists whose X fell are sorted by X, equal X in the order they came. Where that goes beyond one
 * block, their blocks are read back from the writer and encoded again, within memory for the largest of these lists (48 bytes an entry). */
void gather_finish(struct gather *gather);
struct gathered gather_get(const struct gather *gather, uint32_t list);

/* Bytes of memory it holds, but for the arrays, which depend on no list. */
size_t gather_memory(const struct gather *gather);

/* Bytes that finishing it writes at most: open blocks, descriptors, and again the blocks of lists that are to be sorted. O(lists). */
uint64_t gather_unwritten(const struct gather *gather);

/* ---- For gather.c and its test: what a gather knows of its lists ---- */

/* Descriptors that were put aside, in runs of neighbours, oldest first. */
struct chain_run {
    uint64_t at;                    /* in the spill */
    uint64_t count;
};
struct chain_runs {
    struct chain_run *items;
    size_t run_count, capacity;
    uint64_t count;                 /* of all runs */
};

/* Descriptors of closed blocks: those that were put aside, then items; uniform: the first stands for all (block.h), and is in items. */
struct chain {
    struct block *items;
    uint32_t count, capacity : 30, uniform : 1, aside : 1;
};

/* What gather_append looks at stands together, in 64 bytes, apart from what only blocks need.
 * An entry that continues the one before it, one more in X and value, of the same definer, is only counted (`run`). */
struct gather_list {
    uint64_t count;
    uint64_t last, value;           /* X and value of the newest entry */
    struct fresh *fresh;            /* NULL: all of the open block is packed */
    uint32_t definer;               /* of the newest entry */
    uint16_t run;                   /* so many entries, the newest, do not stand in fresh yet: their X and values rise by one */
    bool wide;                      /* not small: all three arrays of fresh are in use */
    bool has_definers, dense;       /* dense: X of the closed blocks are 0, 1, 2, ... */
    bool sorted, in_order;          /* X of the closed blocks never fell; from one block to the next they do not */
    uint64_t top;                   /* of the closed blocks */
    union {
        struct { uint64_t last_x, last_value; };        /* packed last; until the gather is finished */
        struct { uint64_t first, first_x; };
    };
    unsigned char *open;            /* packed entries of the open block, as gather.c packs them */
    uint16_t open_size, open_capacity;
    uint32_t last_definer;
    struct chain values, xs;
};

/* Three arrays side by side. */
struct entries {
    uint64_t *xs, *definers, *values;
};

/* The open block of a list that had entries lately. Loops of programs name some hundreds of lists, so that its lines are cold whenever a new one is begun:
 * as long as entries are small (gather.c) each is one word, and stands in values; xs and definers are not touched. */
struct fresh {
    uint64_t base;                  /* X of the entry before the first one that is not packed */
    unsigned from;                  /* entries before are packed */
    uint32_t list_after;            /* number of its list + 1; 0: it is free */
    uint64_t values[BLOCK], xs[BLOCK], definers[BLOCK];
};
enum { FRESH = 1024, CHAINED_MOST = 1 << 20 };

struct gather {
    struct paged_writer *writer;
    struct gather_streams streams;
    struct gather_list *lists;
    size_t count, capacity;
    size_t held;                    /* bytes that lists hold */
    size_t most;                    /* bytes of descriptors in memory at which they are put aside */
    size_t chained;                 /* bytes of descriptors in memory */
    struct spill *spill;
    struct map runs;                /* of chains that are put aside: their place in lists -> struct chain_runs */
    struct fresh *fresh;            /* FRESH of them, taken in turns */
    unsigned hand;                  /* the next one to be taken */
};

#endif
