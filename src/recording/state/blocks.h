/* blocks.h - blocks of memory that a program allocated, and which of them holds an address.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct blocks blocks = {0};
 *     uint32_t block = blocks_add(&blocks, (struct heap_block){.address = 0x5000, .size = 24, .allocated = 7});
 *     blocks_at(&blocks, 0x5010)                      block
 *     blocks_free_at(&blocks, block, 9, how)          blocks_at(&blocks, 0x5010) is BLOCK_NONE; blocks_last(&blocks, 0x5010, 0) is block
 *     blocks_close(&blocks);
 *
 * Live blocks do not overlap: a tree finds them by address, O(log n) expected (a treap: Seidel, Aragon, "Randomized search trees", Algorithmica 16, 1996).
 * Those that an allocator of the program itself carved out of other memory (`within`) have a tree of their own: they may lie in another block, which then
 * `holds` blocks. A block that is no longer live stays in the list as history. Memory: 56 bytes for each block that ever was, at most BLOCKS_MOST of them. */
#ifndef CLEW_RECORDING_STATE_BLOCKS_H
#define CLEW_RECORDING_STATE_BLOCKS_H

#include "core/core.h"

enum { BLOCKS_MOST = 1 << 21 };
#define BLOCK_NONE UINT32_MAX

struct heap_block {
    uint64_t address, size;             /* size 0: it holds no byte, but has a beginning */
    uint64_t allocated, freed;          /* times of the executions in your code that led to it; 0: before your code ran */
    uint64_t order;                     /* instructions of all code that had run when it was allocated */
    uint8_t how, how_freed;             /* enum allocates (lifetimes.h) */
    bool live : 1;                      /* freed and how_freed mean nothing while it is */
    bool lost : 1;                      /* no longer live since `freed`, but nothing in the run freed it: a newer block lies over it */
    bool within : 1, holds : 1;         /* as above */
    uint32_t left, right;               /* of the tree; 0: none, else 1 + number */
    uint32_t next;                      /* free for the owner of the list; 0 at first */
};

struct blocks {                         /* zeroed is empty */
    ARRAY(struct heap_block, items);         /* in the order of their allocation */
    uint32_t roots[2];                  /* of the trees: those not within, those within */
    uint64_t key;
};

void blocks_close(struct blocks *blocks);

/* Adds a live block. Live blocks in its way become lost, for a block that is not `within` also those within; a block around a block within `holds` from now
 * on. BLOCK_NONE: there are too many, or it goes beyond the end of memory. */
uint32_t blocks_add(struct blocks *blocks, struct heap_block block);
void blocks_free_at(struct blocks *blocks, uint32_t block, uint64_t time, uint8_t how);         /* a live one, and all within it */
/* Live blocks that are not `within` end in a range; none may have size 0. Their parts outside go on as blocks of their own, allocated when they were. */
void blocks_cut(struct blocks *blocks, uint64_t address, uint64_t size, uint64_t time, uint8_t how);
void blocks_resize(struct blocks *blocks, uint32_t block, uint64_t size, uint64_t time);      /* a live one; blocks in its way become lost */

uint32_t blocks_at(const struct blocks *blocks, uint64_t address);              /* the live block that holds a byte; of two the one within */
/* Of the live blocks that are `within`, or of the others: the one that begins there; with the largest beginning up to an address; with the smallest above. */
uint32_t blocks_starting(const struct blocks *blocks, uint64_t address, bool within);
uint32_t blocks_below(const struct blocks *blocks, uint64_t address, bool within);
uint32_t blocks_above(const struct blocks *blocks, uint64_t address, bool within);
/* Of the blocks from number `from` on: the one freed last that held the byte, which is the one allocated last. O(n - from). */
uint32_t blocks_last(const struct blocks *blocks, uint64_t address, uint32_t from);

#endif
