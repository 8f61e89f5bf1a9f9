/* shadow.c - keeps last definers byte by byte, in the simplest form.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096, BUCKETS = 1 << 14 };

struct page {
    uint64_t number;
    struct page *next;
    struct cell cells[PAGE];
};

static struct page **bucket_of(uint64_t number)
{
    static struct page *buckets[BUCKETS];
    return &buckets[(number ^ number >> 14) % BUCKETS];
}

static struct page *find(uint64_t number)
{
    struct page *page = *bucket_of(number);
    while (page && page->number != number)
        page = page->next;
    return page;
}

struct cell *shadow_at(uint64_t address)
{
    uint64_t number = address / PAGE;
    struct page *page = find(number);
    if (page)
        return &page->cells[address % PAGE];
    page = calloc(1, sizeof *page);
    if (!page)
        fail("no memory left");
    page->number = number;
    page->next = *bucket_of(number);
    *bucket_of(number) = page;
    return &page->cells[address % PAGE];
}

void shadow_forget(uint64_t address, uint64_t size)
{
    for (uint64_t number = address / PAGE; number < (address + size + PAGE - 1) / PAGE; number++) {
        struct page *page = find(number);
        if (page)
            memset(page->cells, 0, sizeof page->cells);
    }
}

void definers_add(struct definers *definers, struct cell cell)
{
    definers->random |= cell.random;
    if (!cell.who)
        return;
    for (size_t i = 0; i < definers->count; i++)
        if (definers->items[i].who == cell.who) {
            if (definers->items[i].when < cell.when)
                definers->items[i].when = cell.when;
            return;
        }
    definers->items = grow(definers->items, &definers->capacity, definers->count + 1, sizeof cell);
    definers->items[definers->count++] = cell;
}

static int by_age(const void *a, const void *b)
{
    const struct cell *x = a, *y = b;
    return (x->when < y->when) - (x->when > y->when);
}

void definers_sort(struct definers *definers)
{
    if (definers->count)
        qsort(definers->items, definers->count, sizeof *definers->items, by_age);
}
