/* shadow.c - last definers, byte by byte, in the simplest form.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

#include <stdlib.h>

enum { PAGE = 4096, BUCKETS = 1 << 14 };

struct page {
    uint64_t number;
    struct page *next;
    struct cell cells[PAGE];
};

struct cell *shadow_at(uint64_t address)
{
    static struct page *buckets[BUCKETS];
    uint64_t number = address / PAGE;
    struct page **bucket = &buckets[(number ^ number >> 14) % BUCKETS];
    for (struct page *page = *bucket; page; page = page->next)
        if (page->number == number)
            return &page->cells[address % PAGE];
    struct page *page = calloc(1, sizeof *page);
    if (!page)
        fail("no memory left");
    page->number = number;
    page->next = *bucket;
    *bucket = page;
    return &page->cells[address % PAGE];
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
