/* blocks.c - blocks of memory that a program allocated.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/blocks.h"

#include <stdlib.h>

void blocks_close(struct blocks *blocks)
{
    free(blocks->items);
    *blocks = (struct blocks){0};
}

/* ---- The tree: nodes are 1 + the number of a block ---- */

static struct heap_block *block_of(const struct blocks *blocks, uint32_t node)
{
    return &blocks->items[node - 1];
}

static uint64_t priority(const struct blocks *blocks, uint32_t node)
{
    return hash_mix(node, blocks->key);
}

/* Into the blocks that begin below an address, and the others. */
static void split(const struct blocks *blocks, uint32_t node, uint64_t address, uint32_t *below, uint32_t *others)
{
    while (node) {
        struct heap_block *block = block_of(blocks, node);
        if (block->address < address) {
            *below = node;
            below = &block->right;
            node = block->right;
        } else {
            *others = node;
            others = &block->left;
            node = block->left;
        }
    }
    *below = *others = 0;
}

/* All blocks of the first begin below those of the second. */
static uint32_t join(const struct blocks *blocks, uint32_t first, uint32_t second)
{
    uint32_t root = 0, *at = &root;
    while (first && second) {
        if (priority(blocks, first) > priority(blocks, second)) {
            *at = first;
            at = &block_of(blocks, first)->right;
            first = *at;
        } else {
            *at = second;
            at = &block_of(blocks, second)->left;
            second = *at;
        }
    }
    *at = first ? first : second;
    return root;
}

static void take_out(struct blocks *blocks, uint32_t number)
{
    struct heap_block *block = &blocks->items[number];
    uint32_t *at = &blocks->roots[block->within], node = number + 1;
    while (*at && *at != node)
        at = block->address < block_of(blocks, *at)->address ? &block_of(blocks, *at)->left : &block_of(blocks, *at)->right;
    if (*at)
        *at = join(blocks, block->left, block->right);
    block->live = false;
}

static void put_in(struct blocks *blocks, uint32_t number)
{
    struct heap_block *block = &blocks->items[number];
    uint32_t *at = &blocks->roots[block->within], node = number + 1;
    while (*at && priority(blocks, *at) > priority(blocks, node))
        at = block->address < block_of(blocks, *at)->address ? &block_of(blocks, *at)->left : &block_of(blocks, *at)->right;
    split(blocks, *at, block->address, &block->left, &block->right);
    *at = node;
    block->live = true;
}

/* ---- Questions ---- */

uint32_t blocks_below(const struct blocks *blocks, uint64_t address, bool within)
{
    uint32_t found = 0;
    for (uint32_t node = blocks->roots[within]; node;) {
        bool fits = block_of(blocks, node)->address <= address;
        found = fits ? node : found;
        node = fits ? block_of(blocks, node)->right : block_of(blocks, node)->left;
    }
    return found ? found - 1 : BLOCK_NONE;
}

uint32_t blocks_above(const struct blocks *blocks, uint64_t address, bool within)
{
    uint32_t found = 0;
    for (uint32_t node = blocks->roots[within]; node;) {
        bool fits = block_of(blocks, node)->address > address;
        found = fits ? node : found;
        node = fits ? block_of(blocks, node)->left : block_of(blocks, node)->right;
    }
    return found ? found - 1 : BLOCK_NONE;
}

static uint32_t holder(const struct blocks *blocks, uint64_t address, bool within)
{
    uint32_t found = blocks_below(blocks, address, within);
    return found != BLOCK_NONE && address - blocks->items[found].address < blocks->items[found].size ? found : BLOCK_NONE;
}

uint32_t blocks_at(const struct blocks *blocks, uint64_t address)
{
    uint32_t found = blocks->roots[true] ? holder(blocks, address, true) : BLOCK_NONE;
    return found != BLOCK_NONE ? found : holder(blocks, address, false);
}

uint32_t blocks_starting(const struct blocks *blocks, uint64_t address, bool within)
{
    uint32_t found = blocks_below(blocks, address, within);
    return found != BLOCK_NONE && blocks->items[found].address == address ? found : BLOCK_NONE;
}

uint32_t blocks_last(const struct blocks *blocks, uint64_t address, uint32_t from)
{
    for (size_t i = blocks->items_count; i-- > from;) {
        const struct heap_block *block = &blocks->items[i];
        if (!block->live && !block->lost && address - block->address < block->size)
            return (uint32_t)i;
    }
    return BLOCK_NONE;
}

/* ---- Changes ---- */

/* The live block with the largest beginning that begins in the range or reaches into it, other than `but`. */
static uint32_t in_the_way(const struct blocks *blocks, uint64_t address, uint64_t size, bool within, uint32_t but)
{
    uint32_t found = blocks_below(blocks, address + (size ? size - 1 : 0), within);
    if (found != BLOCK_NONE && found == but)
        found = blocks->items[but].address ? blocks_below(blocks, blocks->items[but].address - 1, within) : BLOCK_NONE;
    if (found == BLOCK_NONE)
        return BLOCK_NONE;
    const struct heap_block *block = &blocks->items[found];
    return block->address + (block->size ? block->size - 1 : 0) < address ? BLOCK_NONE : found;
}

static void clear_way(struct blocks *blocks, uint64_t address, uint64_t size, bool within, uint32_t but, uint64_t time)
{
    for (uint32_t found; (found = in_the_way(blocks, address, size, within, but)) != BLOCK_NONE;) {
        take_out(blocks, found);
        blocks->items[found].lost = true;
        blocks->items[found].freed = time;
    }
}

uint32_t blocks_add(struct blocks *blocks, struct heap_block block)
{
    if (blocks->items_count >= BLOCKS_MOST || block.address + block.size < block.address)
        return BLOCK_NONE;
    if (!blocks->key)
        blocks->key = hash_key(blocks);
    clear_way(blocks, block.address, block.size, block.within, BLOCK_NONE, block.allocated);
    uint32_t around = block.within ? holder(blocks, block.address, false) : BLOCK_NONE;
    if (around != BLOCK_NONE)
        blocks->items[around].holds = true;
    if (!block.within && blocks->roots[true])
        clear_way(blocks, block.address, block.size, true, BLOCK_NONE, block.allocated);
    block.left = block.right = block.next = 0;
    block.lost = block.holds = false;
    ARRAY_ADD(blocks, items, block);
    put_in(blocks, (uint32_t)(blocks->items_count - 1));
    return (uint32_t)(blocks->items_count - 1);
}

void blocks_free_at(struct blocks *blocks, uint32_t number, uint64_t time, uint8_t how)
{
    struct heap_block *block = &blocks->items[number];
    take_out(blocks, number);
    block->freed = time;
    block->how_freed = how;
    for (uint32_t found; block->holds && (found = in_the_way(blocks, block->address, block->size, true, BLOCK_NONE)) != BLOCK_NONE;) {
        take_out(blocks, found);
        blocks->items[found].freed = time;
        blocks->items[found].how_freed = how;
    }
}

/* The parts of a block outside the range. */
static void add_rest(struct blocks *blocks, uint32_t number, uint64_t first, uint64_t last)
{
    struct heap_block was = blocks->items[number], part = was;
    uint64_t end = was.address + (was.size - 1);
    first = first > was.address ? first : was.address;
    last = last < end ? last : end;
    blocks->items[number].address = first;
    blocks->items[number].size = last - first + 1;
    for (int behind = 0; behind < 2; behind++) {
        part.address = behind ? last + 1 : was.address;
        part.size = behind ? end - last : first - was.address;
        uint32_t added = part.size ? blocks_add(blocks, part) : BLOCK_NONE;
        if (added != BLOCK_NONE)
            blocks->items[added].holds = was.holds;
    }
}

void blocks_cut(struct blocks *blocks, uint64_t address, uint64_t size, uint64_t time, uint8_t how)
{
    uint64_t last = address + (size - 1);
    while (size && last >= address) {
        uint32_t number = blocks_below(blocks, last, false);
        const struct heap_block *block = number == BLOCK_NONE ? NULL : &blocks->items[number];
        if (!block || !block->size || block->address + (block->size - 1) < address)
            return;
        blocks_free_at(blocks, number, time, how);
        add_rest(blocks, number, address, last);
    }
}

void blocks_resize(struct blocks *blocks, uint32_t number, uint64_t size, uint64_t time)
{
    struct heap_block *block = &blocks->items[number];
    if (block->address + size < block->address)
        return;
    block->size = size;
    clear_way(blocks, block->address, size, block->within, number, time);
}
