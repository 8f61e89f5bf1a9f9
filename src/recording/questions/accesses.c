/* accesses.c - blocks of time, and the accesses in each by address.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/accesses.h"
#include "recording/questions/writers_inside.h"

#include <stdlib.h>


enum {
    BLOCK_BITS = 12,
    BLOCK = 1 << BLOCK_BITS,            /* times; a window of the clock (store/clock.h) has whole ones */
    REPORT_EACH = 1024,                 /* times between two reports of progress */
    BLOCKS_REPORT = 256,                /* and blocks that were there already */
    ROOM = 128 << 20
};

struct access {
    uint64_t address;
    uint32_t size;
    uint16_t at;                        /* time within the block */
    uint8_t port;                       /* as of memory_access */
    bool reads : 1, writes : 1, stack : 1, segment : 1;     /* of those whose address is not known: it is on the stack; in a thread's own memory */
};

struct access_block {
    struct access *items;               /* by address, then by time; behind them those whose address is not known, by time (size 0) */
    size_t count, unknown;
    uint32_t longest;                   /* the largest size of them */
    bool known, asked;                  /* asked: since the hand came by last */
};

struct accesses {
    struct memory *memory;
    const struct store *store;
    struct access_block *blocks;        /* by time >> BLOCK_BITS */
    size_t block_count, hand;           /* hand: the block that is looked at next when room is needed */
    size_t bytes, room;
    struct access *gathered;            /* of the block that is being made */
    size_t gathered_count, gathered_capacity, gathered_unknown;
};

struct accesses *accesses_open(struct memory *memory, size_t bytes)
{
    struct accesses *accesses = memory_allocate(sizeof *accesses);
    accesses->memory = memory;
    accesses->store = memory_store(memory);
    accesses->block_count = (size_t)(store_summary(accesses->store).times >> BLOCK_BITS) + 1;
    accesses->blocks = memory_allocate(accesses->block_count * sizeof *accesses->blocks);
    accesses->room = bytes ? bytes : ROOM;
    return accesses;
}

void accesses_close(struct accesses *accesses)
{
    if (!accesses)
        return;
    for (size_t i = 0; i < accesses->block_count; i++)
        free(accesses->blocks[i].items);
    free(accesses->blocks);
    free(accesses->gathered);
    free(accesses);
}

/* ---- A block ---- */

static int by_address(const void *a, const void *b)
{
    const struct access *x = a, *y = b;
    if ((x->size == 0) != (y->size == 0))
        return x->size == 0 ? 1 : -1;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static void gather_unknown(struct accesses *accesses, uint16_t at, bool stack, bool segment)
{
    accesses->gathered = array_grow(accesses->gathered, &accesses->gathered_capacity, accesses->gathered_count + 1, sizeof *accesses->gathered);
    accesses->gathered[accesses->gathered_count++] = (struct access){.at = at, .writes = true, .stack = stack, .segment = segment};
    accesses->gathered_unknown++;
}

static void gather(struct accesses *accesses, struct node node, uint16_t at)
{
    struct memory_shape shape = memory_shape(accesses->memory, node.index);
    struct memory_access found[MEMORY_ACCESSES];
    size_t count = shape.reads || shape.writes ? memory_accesses(accesses->memory, node, found) : 0;
    if (!shape.known)
        gather_unknown(accesses, at, false, false);
    for (size_t i = 0; i < count; i++) {
        if (found[i].why != MEMORY_KNOWN) {
            if (found[i].writes && found[i].why != MEMORY_NONE)
                gather_unknown(accesses, at, shape.stack, found[i].why == MEMORY_SEGMENT);
            continue;
        }
        accesses->gathered = array_grow(accesses->gathered, &accesses->gathered_capacity, accesses->gathered_count + 1, sizeof *accesses->gathered);
        accesses->gathered[accesses->gathered_count++] = (struct access){.address = found[i].address, .size = found[i].size, .at = at,
                .port = (uint8_t)found[i].port, .reads = found[i].reads, .writes = found[i].writes};
    }
}

static void keep_gathered(struct accesses *accesses, struct access_block *block)
{
    size_t count = accesses->gathered_count;
    block->known = true;
    if (count == 0)
        return;
    qsort(accesses->gathered, count, sizeof *accesses->gathered, by_address);
    block->items = memory_allocate(count * sizeof *block->items);
    block->count = count - accesses->gathered_unknown;
    block->unknown = accesses->gathered_unknown;
    for (size_t i = 0; i < count; i++) {
        block->items[i] = accesses->gathered[i];
        block->longest = block->longest > block->items[i].size ? block->longest : block->items[i].size;
    }
    accesses->bytes += count * sizeof *block->items;
}

/* Drops blocks, the hand going round: what was asked for since it came by last is spared once. */
static void make_room(struct accesses *accesses, const struct access_block *spared)
{
    for (size_t left = 2 * accesses->block_count; accesses->bytes > accesses->room && left > 0; left--) {
        struct access_block *block = &accesses->blocks[accesses->hand];
        accesses->hand = (accesses->hand + 1) % accesses->block_count;
        if (block->asked || block == spared) {
            block->asked = false;
            continue;
        }
        accesses->bytes -= (block->count + block->unknown) * sizeof *block->items;
        free(block->items);
        *block = (struct access_block){0};
    }
}

/* False: stopped, and the block is not known. */
static bool make_block(struct accesses *accesses, size_t number, const struct progress *progress, uint64_t done, uint64_t total)
{
    uint64_t begin = (uint64_t)number << BLOCK_BITS;
    struct node node;
    accesses->gathered_count = accesses->gathered_unknown = 0;
    for (uint64_t at = 0; at < BLOCK; at++) {
        if (at % REPORT_EACH == 0 && !progress_report(progress, done + at < total ? done + at : total, total))
            return false;
        if (begin + at > 0 && store_at(accesses->store, begin + at, &node))
            gather(accesses, node, (uint16_t)at);
    }
    keep_gathered(accesses, &accesses->blocks[number]);
    make_room(accesses, &accesses->blocks[number]);
    return true;
}

/* ---- A place ---- */

/* The first access that may reach an address. */
static size_t first_reaching(const struct access_block *block, uint64_t address)
{
    uint64_t from = address > block->longest ? address - block->longest : 0;
    size_t low = 0, high = block->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (block->items[middle].address < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void take_unknown(struct accesses *accesses, size_t number, const struct written *place, struct memory_writers *writers)
{
    struct access_block *block = &accesses->blocks[number];
    struct node node;
    for (size_t i = block->count; i < block->count + block->unknown; i++) {
        uint64_t time = ((uint64_t)number << BLOCK_BITS) + block->items[i].at;
        bool passed = (place->is_static && block->items[i].stack) || (block->items[i].segment && writers_never_segment(place));
        if (time >= place->first && time <= place->last && !passed && store_at(accesses->store, time, &node))
            writers_take_unknown(place, node, time, writers);
    }
}

static void take_block(struct accesses *accesses, size_t number, const struct written *place, struct memory_writers *writers)
{
    struct access_block *block = &accesses->blocks[number];
    struct node node;
    size_t from = writers->count;
    block->asked = true;
    for (size_t i = first_reaching(block, place->address); i < block->count && !writers->cut; i++) {
        const struct access *access = &block->items[i];
        uint64_t time = ((uint64_t)number << BLOCK_BITS) + access->at;
        if (access->address >= place->address && access->address - place->address >= place->size)
            break;
        if (time < place->first || time > place->last || !writers_overlap(place, access->address, access->size) || !store_at(accesses->store, time, &node))
            continue;
        writers_take(accesses->memory, place, node, &(struct memory_access){.reads = access->reads, .writes = access->writes, .why = MEMORY_KNOWN,
                .address = access->address, .size = access->size, .port = access->port}, writers);
    }
    take_unknown(accesses, number, place, writers);
    writers_arrange(writers, from);
}

bool accesses_writers(struct accesses *accesses, const struct written *place, const struct progress *progress, struct memory_writers *writers)
{
    uint64_t total = place->last - place->first + 1;
    size_t first = (size_t)(place->first >> BLOCK_BITS), number = first;
    bool whole = true;
    for (; whole && number < accesses->block_count && number <= place->last >> BLOCK_BITS && !writers->cut; number++) {
        uint64_t done = (uint64_t)(number - first) << BLOCK_BITS;
        if (!accesses->blocks[number].known)
            whole = make_block(accesses, number, progress, done, total);
        else if ((number - first) % BLOCKS_REPORT == BLOCKS_REPORT - 1)
            whole = progress_report(progress, done, total);
        if (whole)
            take_block(accesses, number, place, writers);
    }
    if (whole)
        writers_take_skipped(accesses->memory, place, writers);
    writers_arrange(writers, 0);
    return whole;
}
