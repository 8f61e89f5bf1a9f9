/* misuses.c - what a pass over a recording found.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/misuses.h"

#include <stdlib.h>

struct misuse *misuses_find(struct lifetimes *lifetimes, uint64_t site, enum misuse_kind kind)
{
    uint64_t index;
    return map_get(&lifetimes->rows, site << 4 | kind, &index) ? &lifetimes->misuses[index - 1] : NULL;
}

struct misuse *misuses_note(struct lifetimes *lifetimes, uint64_t site, struct misuse first)
{
    struct misuse *row = misuses_find(lifetimes, site, (enum misuse_kind)first.kind);
    if (!row && lifetimes->misuses_count >= MISUSES_MOST) {
        lifetimes->full = lifetimes->full ? lifetimes->full : first.time ? first.time : 1;
        return NULL;
    }
    if (!row) {
        first.number = (uint32_t)lifetimes->misuses_count;
        ARRAY_ADD(lifetimes, misuses, first);
        map_put(&lifetimes->rows, site << 4 | first.kind, lifetimes->misuses_count);
        row = &lifetimes->misuses[lifetimes->misuses_count - 1];
    }
    row->count++;
    return row;
}

void misuses_keep(struct lifetimes *lifetimes, const struct misuse *row, uint64_t time, uint64_t address, uint32_t block)
{
    struct misuse_use use = {time, address, row->number, block};
    if (row->count <= MISUSE_USES && lifetimes->uses_count < USES_MOST)
        ARRAY_ADD(lifetimes, uses, use);
}

static int by_order(const void *a, const void *b)
{
    const struct misuse *x = a, *y = b;
    COMPARE_FIRST(x->order, y->order);
    COMPARE_FIRST(x->kind, y->kind);
    return COMPARE(x->number, y->number);
}

static int by_time(const void *a, const void *b)
{
    const struct misuse_use *x = a, *y = b;
    COMPARE_FIRST(x->time, y->time);
    return COMPARE(x->misuse, y->misuse);
}

/* Uses go with their misuses. */
void misuses_arrange(struct lifetimes *lifetimes)
{
    uint32_t *places = memory_allocate((lifetimes->misuses_count + 1) * sizeof *places);
    if (lifetimes->misuses_count)
        qsort(lifetimes->misuses, lifetimes->misuses_count, sizeof *lifetimes->misuses, by_order);
    for (size_t i = 0; i < lifetimes->misuses_count; i++)
        places[lifetimes->misuses[i].number] = (uint32_t)i;
    for (size_t i = 0; i < lifetimes->uses_count; i++)
        lifetimes->uses[i].misuse = places[lifetimes->uses[i].misuse];
    if (lifetimes->uses_count)
        qsort(lifetimes->uses, lifetimes->uses_count, sizeof *lifetimes->uses, by_time);
    map_free(&lifetimes->rows);
    free(places);
}

void lifetimes_close(struct lifetimes *lifetimes)
{
    if (!lifetimes)
        return;
    blocks_close(&lifetimes->blocks);
    blocks_close(&lifetimes->maps);
    free(lifetimes->misuses);
    free(lifetimes->uses);
    map_free(&lifetimes->rows);
    free(lifetimes);
}

const struct blocks *lifetimes_blocks(const struct lifetimes *lifetimes)
{
    return &lifetimes->blocks;
}

const struct blocks *lifetimes_maps(const struct lifetimes *lifetimes)
{
    return &lifetimes->maps;
}

const struct misuse *lifetimes_misuses(const struct lifetimes *lifetimes, size_t *count)
{
    *count = lifetimes->misuses_count;
    return lifetimes->misuses;
}

const struct misuse_use *lifetimes_uses(const struct lifetimes *lifetimes, size_t *count)
{
    *count = lifetimes->uses_count;
    return lifetimes->uses;
}

uint64_t lifetimes_full(const struct lifetimes *lifetimes)
{
    return lifetimes->full;
}
