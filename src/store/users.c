/* users.c - the users of a node, by an index built at first use.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Compressed rows: entries[starts[d] ... starts[d + 1]) are the numbers of the entries that name instruction d, ordered by the
 * instance they name. 8 bytes an entry. The user and port of an entry follow from its number by binary search in
 * lists[] and records[], whose first entries and lists rise. */
#include "store/layout.h"

#include <stdlib.h>

struct reverse {
    uint64_t *starts;               /* NULL: not built */
    uint64_t *entries;
};

enum { ENTRIES_A_REPORT = 1 << 20 };

struct reverse *reverse_new(void)
{
    return memory_allocate(sizeof(struct reverse));
}

static void reverse_clear(struct reverse *reverse)
{
    free(reverse->starts);
    free(reverse->entries);
    *reverse = (struct reverse){0};
}

void reverse_free(struct reverse *reverse)
{
    if (reverse)
        reverse_clear(reverse);
    free(reverse);
}

/* ---- Building ---- */

/* starts[d] becomes the place of the first entry that names d. */
static void starts_count(const struct store *store, uint64_t *starts)
{
    for (size_t i = 0; i < store->instances_count; i++)
        starts[store->definers[i] + 1]++;
    for (size_t d = 0; d < store->records_count; d++)
        starts[d + 1] += starts[d];
}

static bool entries_place(const struct store *store, struct reverse *reverse, const struct progress *progress)
{
    uint64_t *next = memory_allocate((store->records_count + 1) * sizeof *next);
    bool going = true;
    for (size_t d = 0; d < store->records_count; d++)
        next[d] = reverse->starts[d];
    for (size_t i = 0; going && i < store->instances_count; i++) {
        reverse->entries[next[store->definers[i]]++] = i;
        going = (i + 1) % ENTRIES_A_REPORT || progress_report(progress, i, 2 * store->instances_count);
    }
    free(next);
    return going;
}

/* Entries of one definer by the instance they name; equal ones stay in file order. */
static void row_sort(const struct store *store, uint64_t *entries, size_t count)
{
    size_t sorted = 1;
    while (sorted < count && store->instances[entries[sorted - 1]] <= store->instances[entries[sorted]])
        sorted++;
    if (sorted >= count)
        return;
    struct pair *pairs = memory_allocate(count * sizeof *pairs);
    for (size_t i = 0; i < count; i++)
        pairs[i] = (struct pair){store->instances[entries[i]], entries[i]};
    pairs_sort(pairs, count);
    for (size_t i = 0; i < count; i++)
        entries[i] = pairs[i].value;
    free(pairs);
}

static bool rows_sort(const struct store *store, struct reverse *reverse, const struct progress *progress)
{
    uint64_t done = 0;
    for (size_t d = 0; d < store->records_count; d++) {
        uint64_t count = reverse->starts[d + 1] - reverse->starts[d];
        row_sort(store, reverse->entries + reverse->starts[d], count);
        done += count;
        if (done >= ENTRIES_A_REPORT) {
            if (!progress_report(progress, store->instances_count + reverse->starts[d], 2 * store->instances_count))
                return false;
            done = 0;
        }
    }
    return true;
}

static bool reverse_build(const struct store *store, struct reverse *reverse, const struct progress *progress)
{
    reverse->starts = memory_allocate((store->records_count + 1) * sizeof *reverse->starts);
    reverse->entries = memory_allocate(store->instances_count * sizeof *reverse->entries);
    starts_count(store, reverse->starts);
    if (entries_place(store, reverse, progress) && rows_sort(store, reverse, progress))
        return true;
    reverse_clear(reverse);
    return false;
}

/* ---- Asking ---- */

static uint64_t first_at_least(const struct store *store, const uint64_t *entries, uint64_t count, uint64_t instance)
{
    uint64_t low = 0;
    while (low < count) {
        uint64_t middle = low + (count - low) / 2;
        if (store->instances[entries[middle]] < instance)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

/* The list an entry is in: the last whose first entry is not behind it. Empty lists never are. */
static uint64_t list_of(const struct store *store, uint64_t entry)
{
    uint64_t low = 0, high = store->lists_count;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (store->lists[middle].first <= entry)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The record a list is of, likewise. */
static uint64_t record_of(const struct store *store, uint64_t list)
{
    uint64_t low = 0, high = store->records_count;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (store->records[middle].first_list <= list)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void user_add(const struct store *store, uint64_t entry, struct links *links)
{
    uint64_t number = list_of(store, entry), index = record_of(store, number);
    const struct record *record = &store->records[index];
    const struct list *list = &store->lists[number];
    uint64_t x = list_x(store, list, entry), spare = list_spare(store, record, list), port = number - record->first_list;
    links_add(links, (struct link){{index, x}, port, link_kind_of(store, port), spare > 0, x + spare});
}

bool store_users(const struct store *store, struct node definer, const struct progress *progress, struct links *links)
{
    if (definer.index >= store->records_count)
        return true;
    struct reverse *reverse = store->reverse;
    if (!reverse->starts && !reverse_build(store, reverse, progress))
        return false;
    const uint64_t *row = reverse->entries + reverse->starts[definer.index];
    uint64_t count = reverse->starts[definer.index + 1] - reverse->starts[definer.index];
    size_t start = links->count;
    for (uint64_t k = first_at_least(store, row, count, definer.instance);
         k < count && store->instances[row[k]] == definer.instance; k++)
        user_add(store, row[k], links);
    links_finish(store, links, start);
    return true;
}
