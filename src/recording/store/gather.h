/* gather.h - many lists of a store that grow at the same time.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. Text has one list after the other, and build.c writes their blocks as it reads them. A recording, a history and the users of
 * instructions come in order of execution instead: thousands of lists, an entry here, an entry there. A *gather* keeps the open block of each list and
 * encodes it (block.h) at BLOCK entries. For about a thousand lists that had entries lately, the open block lies in plain arrays. For the others the gather
 * packs it as differences (one to six bytes an entry):
 *
 *     struct gather *gather = gather_open(writer, &streams);
 *     uint32_t list = gather_list(gather, true);
 *     gather_append(gather, list, x, definer, value);
 *     gather_finish(gather);                              closes all blocks, puts each list's descriptors side by side
 *     struct gathered g = gather_get(gather, list);       where the descriptors are, how many entries
 *     gather_close(gather);
 *
 * Memory: up to 6 MB for the arrays; 120 bytes a list, a few bytes a packed entry, and 16 to 32 bytes a closed block for its descriptor. Descriptors wait for
 * the end, since those of a list have to be neighbours; a list that is uniform so far has only one. Beyond a megabyte the gather puts descriptors aside on
 * disk (paged.h), so a growing list takes at most about 2 KB for them. The X of a list cost nothing while they are 0, 1, 2, ...; from the first other X
 * on they get blocks of their own. */
#ifndef CLEW_RECORDING_STORE_GATHER_H
#define CLEW_RECORDING_STORE_GATHER_H

#include "recording/store/block.h"

struct paged_writer;

/* Where blocks go: streams of the writer. */
struct gather_streams {
    unsigned descriptors, payload;
    bool bytes;                     /* the payload stream is compressed: use block_encode_bytes for numbers */
    /* The gather calls it for each block of a list with definers (block b of the list), with the block's ranges (block_ranges). For lists that it sorts at
     * the end it calls it again, after all others. NULL: no call. */
    void (*named)(void *context, uint32_t list, uint64_t b, const struct block_range *ranges, unsigned count);
    void *context;
};

struct gather;

struct gather *gather_open(struct paged_writer *writer, const struct gather_streams *streams);
void gather_close(struct gather *gather);

/* A new list, of dependences or of numbers only. Lists are numbered from 0. */
uint32_t gather_list(struct gather *gather, bool has_definers);
uint32_t gather_count(const struct gather *gather);

/* Appends an entry. Any X below 2^64 - 1 is allowed (several entries of one X; X that do not rise), but X should rise: see gather_finish. */
void gather_append(struct gather *gather, uint32_t list, uint64_t x, uint32_t definer, uint64_t value);

struct gathered {
    uint64_t count;
    uint64_t first;                 /* number of the first descriptor in the stream of descriptors */
    uint64_t xs;                    /* number of the first descriptor of X; UINT64_MAX: X are 0 ... count - 1 */
    uint64_t top;                   /* largest X + 1 */
    bool uniform, xs_uniform;       /* a single descriptor (block.h) */
    bool sorted;                    /* X never fell */
};

/* Ends all lists; append nothing after it. Sorts lists whose X fell by X, equal X in the order they came. Where X fell from one block to the next,
 * it reads the list's blocks back from the writer and encodes them again; memory: 48 bytes an entry of the largest of these lists. */
void gather_finish(struct gather *gather);
struct gathered gather_get(const struct gather *gather, uint32_t list);

/* Bytes of memory it holds, without the arrays, whose size is fixed. */
size_t gather_memory(const struct gather *gather);

/* The most bytes that gather_finish writes: open blocks, descriptors, and again the blocks of lists it has to sort. O(lists). */
uint64_t gather_unwritten(const struct gather *gather);

/* ---- For gather.c and its test: the state of a gather ---- */

/* Descriptors put aside, in runs of neighbours, oldest first. */
struct chain_run {
    uint64_t at;                    /* in the spill */
    uint64_t count;
};
struct chain_runs {
    struct chain_run *items;
    size_t run_count, capacity;
    uint64_t count;                 /* of all runs */
};

/* Descriptors of closed blocks: first those put aside, then items. uniform: the first stands for all (block.h), and is in items. */
struct chain {
    struct block *items;
    uint32_t count, capacity : 30, uniform : 1, aside : 1;
};

/* The fields that gather_append looks at come first, within 64 bytes; the rest is for blocks only.
 * If an entry continues the one before it (X and value one higher, the same definer), the gather only counts it, in `run`. */
struct gather_list {
    uint64_t count;
    uint64_t last, value;           /* X and value of the newest entry */
    struct fresh *fresh;            /* NULL: the whole open block is packed */
    uint32_t definer;               /* of the newest entry */
    uint16_t run;                   /* number of newest entries that are not in fresh yet: their X and values rise by one */
    bool wide;                      /* not small: all three arrays of fresh are in use */
    bool has_definers, dense;       /* dense: X of the closed blocks are 0, 1, 2, ... */
    bool sorted, in_order;          /* X of the closed blocks never fell; X never fell from one block to the next */
    uint64_t top;                   /* of the closed blocks */
    union {
        struct { uint64_t last_x, last_value; };        /* of the entry packed last; until gather_finish */
        struct { uint64_t first, first_x; };
    };
    unsigned char *open;            /* packed entries of the open block (gather.c) */
    uint16_t open_size, open_capacity;
    uint32_t last_definer;
    struct chain values, xs;
};

/* Three arrays side by side. */
struct entries {
    uint64_t *xs, *definers, *values;
};

/* The open block of a list that had entries lately. A program's loop uses some hundreds of lists, so these cache lines are cold whenever a list begins a
 * new one. So while entries are small (gather.c), each is one word, in values, and the gather does not touch xs and definers. */
struct fresh {
    uint64_t base;                  /* X of the entry before entry `from` */
    unsigned from;                  /* the first entry that is not packed */
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
    size_t most;                    /* limit of `chained`: beyond it the gather puts descriptors aside */
    size_t chained;                 /* bytes of descriptors in memory */
    struct spill *spill;
    struct map runs;                /* of chains put aside: their place in lists -> struct chain_runs */
    struct fresh *fresh;            /* FRESH of them, taken in turns */
    unsigned hand;                  /* the next one to take */
};

#endif
