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
    union {
        struct { uint64_t last_x, last_value; };        /* until the gather is finished */
        struct { uint64_t first, first_x; };
    };
    unsigned char *open;            /* entries of the open block, see gather.c */
    uint16_t open_size, open_capacity;
    uint32_t last_definer;
    struct chain values, xs;
    bool has_definers, dense;       /* dense: X of the closed blocks are 0, 1, 2, ... */
    bool open_rises;                /* X of the open block do not fall */
    bool sorted, in_order;          /* X never fell; from one block to the next they do not */
};

struct gather {
    struct paged_writer *writer;
    struct gather_streams streams;
    struct list *lists;
    size_t count, capacity;
    size_t held;                    /* bytes that lists hold */
};

/* Three arrays side by side. */
struct entries {
    uint64_t *xs;
    uint32_t *definers;
    uint64_t *values;
};

/* Adds a block to a list that has `before` of them. */
void gather_add_block(struct gather *gather, struct list *list, uint64_t before, const struct entries *entries, unsigned count);

/* By X, equal X in the order they are in. (gather_sort.c) */
void entries_sort(struct entries *entries, unsigned count);

/* Reads the closed blocks of a list back, sorts it and encodes it again. */
void list_sort(struct gather *gather, struct list *list);

#endif
