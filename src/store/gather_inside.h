/* gather_inside.h - what a gather knows of its lists.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to gather*.c. */
#ifndef CLEW_STORE_GATHER_INSIDE_H
#define CLEW_STORE_GATHER_INSIDE_H

#include "store/gather.h"

/* Descriptors of closed blocks; uniform: the first stands for all (block.h). */
struct chain {
    struct block *items;
    uint32_t count, capacity : 31, uniform : 1;
};

struct list {
    uint64_t count, top;            /* top: of the closed blocks */
    struct fresh *fresh;            /* NULL: all of the open block is packed */
    union {
        struct { uint64_t last_x, last_value; };        /* packed last; until the gather is finished */
        struct { uint64_t first, first_x; };
    };
    unsigned char *open;            /* packed entries of the open block, see gather_open.c */
    uint16_t open_size, open_capacity;
    uint32_t last_definer;
    struct chain values, xs;
    bool has_definers, dense;       /* dense: X of the closed blocks are 0, 1, 2, ... */
    bool sorted, in_order;          /* X of the closed blocks never fell; from one block to the next they do not */
};

/* Three arrays side by side. */
struct entries {
    uint64_t *xs, *definers, *values;
};

/* The open block of a list that had entries lately. Loops of programs name some hundreds of lists. */
struct fresh {
    uint64_t xs[BLOCK], definers[BLOCK], values[BLOCK];
    unsigned from;                  /* entries before are packed */
    uint32_t list_after;            /* number of its list + 1; 0: it is free */
};
enum { FRESH = 1024 };

struct gather {
    struct paged_writer *writer;
    struct gather_streams streams;
    struct list *lists;
    size_t count, capacity;
    size_t held;                    /* bytes that lists hold */
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

/* Reads the closed blocks of a list back, sorts it and encodes it again. */
void list_sort(struct gather *gather, struct list *list);

#endif
