/* fit.c - the load bias that puts a trace's named addresses into the functions of these names.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Biases are pages: a sample at address a inside [low, high) allows the pages from ceil((a - high + 1) / 4096) to
 * floor((a - low) / 4096). Each sample allows a union of such intervals, one for each function of its name; what is left after
 * all samples is the intersection. It never has more intervals than the first sample's name has functions and breaks
 * no further than the names do, so that the cost stays with the number of samples. */
#include "code/symbols_inside.h"

#include <stdlib.h>

enum { PAGE_BITS = 12 };

struct interval {
    uint64_t first, last;                /* pages */
};

struct intervals {
    struct interval *items;
    size_t count, capacity;
};

static int compare(const void *left, const void *right)
{
    const struct interval *a = left, *b = right;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return (a->last > b->last) - (a->last < b->last);
}

static void add(struct intervals *intervals, struct interval interval)
{
    intervals->items = array_grow(intervals->items, &intervals->capacity, intervals->count + 1, sizeof *intervals->items);
    intervals->items[intervals->count++] = interval;
}

/* Sorts, and joins what overlaps or touches. */
static void normalise(struct intervals *intervals)
{
    size_t kept = 0;
    if (intervals->count > 1)
        qsort(intervals->items, intervals->count, sizeof *intervals->items, compare);
    for (size_t i = 0; i < intervals->count; i++) {
        struct interval next = intervals->items[i];
        if (kept && next.first <= intervals->items[kept - 1].last + 1) {
            if (next.last > intervals->items[kept - 1].last)
                intervals->items[kept - 1].last = next.last;
        } else
            intervals->items[kept++] = next;
    }
    intervals->count = kept;
}

/* The biases that one sample allows. */
static void allowed(const struct named_range *names, size_t count, uint64_t address, struct intervals *out)
{
    out->count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct named_range *range = &names[i];
        if (address < range->low)
            continue;
        uint64_t least = address >= range->high ? address - range->high + 1 : 0;
        struct interval pages = {least >> PAGE_BITS, (address - range->low) >> PAGE_BITS};
        if (least & ((1u << PAGE_BITS) - 1))
            pages.first++;
        if (pages.first <= pages.last)
            add(out, pages);
    }
    normalise(out);
}

/* Keeps in `left` what `other` allows too. */
static void intersect(struct intervals *left, const struct intervals *other, struct intervals *scratch)
{
    scratch->count = 0;
    for (size_t i = 0, k = 0; i < left->count && k < other->count;) {
        struct interval a = left->items[i], b = other->items[k];
        struct interval both = {a.first > b.first ? a.first : b.first, a.last < b.last ? a.last : b.last};
        if (both.first <= both.last)
            add(scratch, both);
        if (a.last < b.last)
            i++;
        else
            k++;
    }
    struct intervals old = *left;
    *left = *scratch;
    *scratch = old;
}

static enum symbols_fit verdict(const struct intervals *left, uint64_t *bias)
{
    if (left->count == 0)
        return FIT_NONE;
    *bias = left->items[0].first << PAGE_BITS;
    return left->count == 1 && left->items[0].first == left->items[0].last ? FIT_FOUND : FIT_AMBIGUOUS;
}

/* The biases, of those within `limit`, that all samples allow. */
static enum symbols_fit fit_within(struct symbols *symbols, struct interval limit, const struct symbols_sample *samples, size_t count, uint64_t *bias,
                                   size_t *known)
{
    size_t name_count;
    const struct named_range *names = symbols_names(symbols, &name_count);
    struct intervals left = {0}, allow = {0}, scratch = {0};
    *bias = 0;
    *known = 0;
    add(&left, limit);
    for (size_t i = 0; i < count; i++) {
        size_t first, same = names_find(names, name_count, samples[i].function, &first);
        if (same == 0)
            continue;
        ++*known;
        if (left.count == 0)
            continue;
        allowed(names + first, same, samples[i].address, &allow);
        intersect(&left, &allow, &scratch);
    }
    enum symbols_fit fit = *known ? verdict(&left, bias) : FIT_NO_NAMES;
    if (fit != FIT_FOUND)
        *bias = 0;
    free(left.items);
    free(allow.items);
    free(scratch.items);
    return fit;
}

enum symbols_fit symbols_fit(struct symbols *symbols, const struct symbols_sample *samples, size_t count, uint64_t *bias, size_t *known)
{
    struct interval limit = {0, symbols_fixed(symbols) ? 0 : UINT64_MAX >> PAGE_BITS};
    return fit_within(symbols, limit, samples, count, bias, known);
}

enum symbols_fit symbols_fit_linked(struct symbols *symbols, const struct symbols_sample *samples, size_t count, size_t *known)
{
    uint64_t bias;
    return fit_within(symbols, (struct interval){0, 0}, samples, count, &bias, known);
}
