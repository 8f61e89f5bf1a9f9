/* gather_chain.c - descriptors of closed blocks, until they stand side by side.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * There are some for every 256 entries, and those of a list have to be neighbours in the end. Beyond gather->most bytes long chains are put aside on disk,
 * run by run, so that memory is bounded by the number of lists, whatever their length. */
#include "recording/store/gather_inside.h"
#include "recording/store/paged.h"
#include "recording/store/spill.h"

#include <stdlib.h>

enum { RUN_LEAST = 64 /* descriptors worth a run */, CAPACITY_MOST = (1 << 30) - 1 };

static size_t chain_bytes(const struct chain *chain)
{
    return chain->capacity * sizeof *chain->items;
}

/* Lists move when there are more of them; where a chain stands among them does not change. */
static uint64_t chain_place(const struct gather *gather, const struct chain *chain)
{
    return (uint64_t)((const char *)chain - (const char *)gather->lists);
}

static struct chain_runs *runs_of(const struct gather *gather, const struct chain *chain)
{
    uint64_t runs;
    return chain->aside && map_get(&gather->runs, chain_place(gather, chain), &runs) ? (struct chain_runs *)(uintptr_t)runs : NULL;
}

uint64_t chain_count(const struct gather *gather, const struct chain *chain)
{
    const struct chain_runs *runs = runs_of(gather, chain);
    return chain->count + (runs ? runs->count : 0);
}

static void drop_items(struct gather *gather, struct chain *chain)
{
    gather->held -= chain_bytes(chain);
    gather->chained -= chain_bytes(chain);
    free(chain->items);
    chain->items = NULL;
    chain->count = chain->capacity = 0;
}

void chain_empty(struct gather *gather, struct chain *chain)
{
    struct chain_runs *runs = runs_of(gather, chain);
    drop_items(gather, chain);
    if (runs)
        free(runs->items);
    if (runs)
        *runs = (struct chain_runs){0};
}

void chain_close(struct gather *gather, struct chain *chain)
{
    chain_empty(gather, chain);
    free(runs_of(gather, chain));
}

/* ---- Putting aside ---- */

static bool put_aside(struct gather *gather, struct chain *chain)
{
    struct chain_run run = {.count = chain->count};
    if (chain->count < RUN_LEAST)
        return true;
    if (!spill_write(gather->spill, chain->items, chain->count * sizeof *chain->items, &run.at))
        return false;
    struct chain_runs *runs = runs_of(gather, chain);
    if (!runs) {
        runs = memory_allocate(sizeof *runs);
        map_put(&gather->runs, chain_place(gather, chain), (uintptr_t)runs);
        chain->aside = true;
    }
    runs->items = array_grow(runs->items, &runs->capacity, runs->run_count + 1, sizeof *runs->items);
    runs->items[runs->run_count++] = run;
    runs->count += run.count;
    drop_items(gather, chain);
    return true;
}

/* Where many chains are short, or the disk takes no more, the next attempt comes later. */
static void put_all_aside(struct gather *gather)
{
    bool good = true;
    for (size_t i = 0; i < gather->count && good; i++)
        good = put_aside(gather, &gather->lists[i].values) && put_aside(gather, &gather->lists[i].xs);
    gather->most = good && 2 * gather->chained < CHAINED_MOST ? CHAINED_MOST : 2 * gather->chained;
}

void chain_append(struct gather *gather, struct chain *chain, struct block block)
{
    if (chain->count == chain->capacity) {
        if (gather->chained >= gather->most)
            put_all_aside(gather);
        uint32_t capacity = chain->capacity ? 2u * chain->capacity : 1;
        chain->items = memory_resize(chain->items, capacity * sizeof *chain->items);
        gather->held += (capacity - chain->capacity) * sizeof *chain->items;
        gather->chained += (capacity - chain->capacity) * sizeof *chain->items;
        chain->capacity = capacity & CAPACITY_MOST;
    }
    chain->items[chain->count++] = block;
}

/* ---- Taking back ---- */

void chain_load(struct gather *gather, struct chain *chain)
{
    struct chain_runs *runs = runs_of(gather, chain);
    if (!runs)
        return;
    size_t count = (size_t)chain_count(gather, chain), at = 0;
    struct block *all = memory_allocate(count * sizeof *all);
    for (size_t i = 0; i < runs->run_count; at += runs->items[i++].count)
        spill_read(gather->spill, runs->items[i].at, all + at, runs->items[i].count * sizeof *all);
    for (size_t i = 0; i < chain->count; i++)
        all[at + i] = chain->items[i];
    chain_empty(gather, chain);
    chain->items = all;
    chain->count = (uint32_t)count;
    chain->capacity = count & CAPACITY_MOST;
    gather->held += chain_bytes(chain);
    gather->chained += chain_bytes(chain);
}

static uint64_t append(struct gather *gather, const struct block *blocks, size_t count)
{
    return paged_append_items(gather->writer, gather->streams.descriptors, blocks, count, sizeof *blocks) / sizeof *blocks;
}

uint64_t chain_write(struct gather *gather, struct chain *chain)
{
    struct chain_runs *runs = runs_of(gather, chain);
    uint64_t first = UINT64_MAX;
    for (size_t i = 0; runs && i < runs->run_count; i++) {
        size_t count = (size_t)runs->items[i].count;
        struct block *blocks = memory_allocate(count * sizeof *blocks);
        spill_read(gather->spill, runs->items[i].at, blocks, count * sizeof *blocks);
        uint64_t at = append(gather, blocks, count);
        first = i == 0 ? at : first;
        free(blocks);
    }
    uint64_t at = append(gather, chain->items, chain->count);
    chain_empty(gather, chain);
    return first == UINT64_MAX ? at : first;
}
