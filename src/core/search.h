/* search.h - binary search, and comparisons for sorting.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_CORE_SEARCH_H
#define CLEW_CORE_SEARCH_H

/* Declares `at`: the first index in [from, to) for which `is_below`, an expression of `at`, is false; `to` if there is none. It must be true up to there and
 * false from there on. O(log n): evaluates `from` and `to` once, `is_below` once per step.
 *
 *     LOWER_BOUND(size_t, at, 0, list->count, list->items[at].address < address);
 *     return at < list->count && list->items[at].address == address; */
#define LOWER_BOUND(type, at, from, to, is_below) \
    type at = (from); \
    for (type at##_low = at, at##_high = (to); at##_low < at##_high; at = at##_low) { \
        at = at##_low + (at##_high - at##_low) / 2; \
        if (is_below) \
            at##_low = at + 1; \
        else \
            at##_high = at; \
    }

/* Below 0, 0 or above: a sorts before, with or after b. */
#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

/* For comparison functions: returns unless a and b are equal. */
#define COMPARE_FIRST(a, b) \
    do { \
        if ((a) != (b)) \
            return (a) < (b) ? -1 : 1; \
    } while (0)

/* For qsort: numbers, or structures that begin with one. */
int compare_uint64(const void *a, const void *b);
int compare_uint32(const void *a, const void *b);

#endif
