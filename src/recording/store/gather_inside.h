/* gather_inside.h - what a gather knows of its lists.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to gather*.c. */
#ifndef CLEW_RECORDING_STORE_GATHER_INSIDE_H
#define CLEW_RECORDING_STORE_GATHER_INSIDE_H

#include "recording/store/block.h"
#include "recording/store/gather.h"

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
struct list {
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
    unsigned char *open;            /* packed entries of the open block, see gather_open.c */
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
    struct list *lists;
    size_t count, capacity;
    size_t held;                    /* bytes that lists hold */
    size_t most;                    /* bytes of descriptors in memory at which they are put aside */
    size_t chained;                 /* bytes of descriptors in memory */
    struct spill *spill;
    struct map runs;                /* of chains that are put aside: their place in lists -> struct chain_runs */
    struct fresh *fresh;            /* FRESH of them, taken in turns */
    unsigned hand;                  /* the next one to be taken */
};

/* Adds a block to a list that has `before` of them. (gather.c) */
void gather_add_block(struct gather *gather, struct list *list, uint64_t before, const struct entries *entries, unsigned count);

/* Packs entries behind those that are packed, of the same block; and takes all of them, `count`, out again. (gather_open.c) */
void open_pack(struct gather *gather, struct list *list, const struct entries *entries, unsigned count);
void open_unpack(struct list *list, const struct entries *entries, unsigned count);
void open_free(struct gather *gather, struct list *list);

/* By X, equal X in the order they are in. (gather_sort.c) */
void entries_sort(struct entries *entries, unsigned count);

/* How many descriptors a chain has; brings all of them back into memory; writes them side by side and forgets them: the number of the first.
 * (gather_chain.c) */
uint64_t chain_count(const struct gather *gather, const struct chain *chain);
void chain_append(struct gather *gather, struct chain *chain, struct block block);
void chain_load(struct gather *gather, struct chain *chain);
uint64_t chain_write(struct gather *gather, struct chain *chain);
void chain_empty(struct gather *gather, struct chain *chain);
void chain_close(struct gather *gather, struct chain *chain);           /* when the gather is */

/* Reads the closed blocks of a list back, sorts it and encodes it again. */
void list_sort(struct gather *gather, struct list *list);

#endif
