/* misuses.c - what a pass over a recording found.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/misuses.h"
#include "recording/state/regions.h"
#include "recording/state/unwritten.h"

#include <inttypes.h>
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
        first.dropped = UINT64_MAX;
        ARRAY_ADD(lifetimes, misuses, first);
        map_put(&lifetimes->rows, site << 4 | first.kind, lifetimes->misuses_count);
        row = &lifetimes->misuses[lifetimes->misuses_count - 1];
    }
    row->count++;
    return row;
}

void misuses_keep(struct lifetimes *lifetimes, struct misuse *row, uint64_t time, uint64_t address, uint32_t block)
{
    struct misuse_use use = {time, address, row->number, block};
    if (row->count <= MISUSE_USES && lifetimes->uses_count < USES_MOST) {
        ARRAY_ADD(lifetimes, uses, use);
        row->use_count++;
    } else if (time < row->dropped) {
        row->dropped = time;
    }
}

static int by_order(const void *a, const void *b)
{
    const struct misuse *x = a, *y = b;
    COMPARE_FIRST(x->order, y->order);
    COMPARE_FIRST(x->kind, y->kind);
    return COMPARE(x->number, y->number);
}

static int by_misuse(const void *a, const void *b)
{
    const struct misuse_use *x = a, *y = b;
    COMPARE_FIRST(x->misuse, y->misuse);
    COMPARE_FIRST(x->time, y->time);
    return COMPARE(x->address, y->address);
}

/* Uses go with their misuses. */
void misuses_arrange(struct lifetimes *lifetimes)
{
    uint32_t *places = memory_allocate((lifetimes->misuses_count + 1) * sizeof *places);
    if (lifetimes->misuses_count)
        qsort(lifetimes->misuses, lifetimes->misuses_count, sizeof *lifetimes->misuses, by_order);
    for (size_t i = 0, first = 0; i < lifetimes->misuses_count; first += lifetimes->misuses[i++].use_count) {
        places[lifetimes->misuses[i].number] = (uint32_t)i;
        lifetimes->misuses[i].first_use = (uint32_t)first;
    }
    for (size_t i = 0; i < lifetimes->uses_count; i++)
        lifetimes->uses[i].misuse = places[lifetimes->uses[i].misuse];
    if (lifetimes->uses_count)
        qsort(lifetimes->uses, lifetimes->uses_count, sizeof *lifetimes->uses, by_misuse);
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

unsigned lifetimes_limits(const struct lifetimes *lifetimes)
{
    return lifetimes->limits;
}

static void say_limit(struct text *out, bool reached, const char *before, uint64_t number, const char *behind)
{
    if (reached)
        text_printf(out, "%s%s%" PRIu64 "%s", out->size ? "; " : "", before, number, behind);
}

void lifetimes_say_limits(const struct lifetimes *lifetimes, bool misuses, struct text *out)
{
    unsigned limits = lifetimes->limits;
    say_limit(out, lifetimes->full, "it knows nothing from @", lifetimes->full, " on, after too many blocks or faults");
    say_limit(out, !misuses && (limits & LIFETIMES_MAPS), "there are more than ", BLOCKS_MOST, " mappings");
    say_limit(out, misuses && (limits & LIFETIMES_HEAP), "the heap has more than ", REGIONS_MOST, " parts");
    say_limit(out, misuses && (limits & LIFETIMES_UNWRITTEN), "it follows unwritten bytes in 512 MB of memory, and in ", UNWRITTEN_RANGE >> 20, " MB of a block");
    say_limit(out, misuses && (limits & LIFETIMES_CALLS), "system calls read, or memcpy copied, more than ", UNWRITTEN_RANGE >> 20, " MB at once, or too much");
    say_limit(out, misuses && (limits & LIFETIMES_TEXTS), "of a text it checks the first ", 1, " MB");
}
