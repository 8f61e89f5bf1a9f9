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

static void say_limit(struct text *out, const char *before, uint64_t number, const char *behind)
{
    text_printf(out, "%s%s%" PRIu64 "%s", out->size ? "; " : "", before, number, behind);
}

void lifetimes_say_limits(const struct lifetimes *lifetimes, bool misuses, struct text *out)
{
    enum { MEGA = 20, GIGA = 30 };
    static const struct { unsigned limit; bool misuses; const char *before; uint64_t number; const char *behind; } all[] = {
        {LIFETIMES_MAPS, false, "there are more than ", BLOCKS_MOST, " mappings"},
        {LIFETIMES_HEAP, true, "the heap has more than ", REGIONS_MOST, " parts"},
        {LIFETIMES_PAGES, true, "it follows unwritten bytes in ", (uint64_t)UNWRITTEN_PAGES * UNWRITTEN_PAGE >> MEGA, " MB of memory"},
        {LIFETIMES_BLOCK, true, "it follows unwritten bytes in the first ", UNWRITTEN_RANGE >> MEGA, " MB of a block"},
        {LIFETIMES_BLOCKS, true, "it follows all unwritten bytes of the first ", MARKED_MOST >> GIGA, " GB of blocks"},
        {LIFETIMES_COPY, true, "a system call read, or memcpy copied, more than ", UNWRITTEN_RANGE >> MEGA, " MB at once"},
        {LIFETIMES_COPIES, true, "system calls read, and memcpy copied, more than ", LOOKED_MOST, " pages in total"},
        {LIFETIMES_TEXT, true, "of a text it checks the first ", TEXT_MOST >> MEGA, " MB"},
        {LIFETIMES_TEXTS, true, "of all texts it checks ", TEXTS_EACH, " bytes for each instruction of the run"}};
    if (lifetimes->full)
        say_limit(out, "it knows nothing from @", lifetimes->full, " on, after too many blocks or faults");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if ((lifetimes->limits & all[i].limit) && all[i].misuses == misuses)
            say_limit(out, all[i].before, all[i].number, all[i].behind);
}
