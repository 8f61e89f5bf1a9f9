/* sort.c - a stable sort that profits from order already there.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Natural merge sort (Knuth, The Art of Computer Programming 3, 5.2.4, algorithm N without its two-ended reading). Entries come in
 * file order, which is nearly always a few rising runs. */
#include "recording/store/layout.h"

#include <stdlib.h>
#include <string.h>

static size_t run_end(const struct pair *pairs, size_t from, size_t count)
{
    while (from + 1 < count && pairs[from].key <= pairs[from + 1].key)
        from++;
    return from < count ? from + 1 : count;
}

static void merge(const struct pair *a, size_t a_count, const struct pair *b, size_t b_count, struct pair *out)
{
    while (a_count && b_count) {
        bool take_b = b->key < a->key;
        *out++ = take_b ? *b : *a;
        a += !take_b, a_count -= !take_b;
        b += take_b, b_count -= take_b;
    }
    memcpy(out, a_count ? a : b, (a_count + b_count) * sizeof *out);
}

/* Merges neighbouring runs of `from` into `to`; true: one run is left. */
static bool merge_pass(const struct pair *from, struct pair *to, size_t count)
{
    size_t at = 0, merges = 0;
    while (at < count) {
        size_t middle = run_end(from, at, count), end = run_end(from, middle, count);
        merge(from + at, middle - at, from + middle, end - middle, to + at);
        at = end;
        merges++;
    }
    return merges == 1;
}

void pairs_sort(struct pair *pairs, size_t count)
{
    if (run_end(pairs, 0, count) == count)
        return;
    struct pair *scratch = memory_allocate(count * sizeof *scratch), *from = pairs, *to = scratch;
    bool done;
    do {
        done = merge_pass(from, to, count);
        struct pair *swap = from;
        from = to;
        to = swap;
    } while (!done);
    if (from == scratch)
        memcpy(pairs, scratch, count * sizeof *pairs);
    free(scratch);
}

void records_order(const struct record *records, size_t count, bool by_address, uint32_t *order)
{
    struct pair *pairs = memory_allocate((count + 1) * sizeof *pairs);
    for (size_t i = 0; i < count; i++)
        pairs[i] = (struct pair){by_address ? records[i].address : records[i].id, i};
    pairs_sort(pairs, count);
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)pairs[i].value;
    free(pairs);
}
