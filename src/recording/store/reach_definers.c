/* reach_definers.c - follows lists of definers, 64 instances at a time.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The loop that counts: for each port of an instruction find the descriptor of the block, the entries in it, the bits of the nodes that are named. Whatever a
 * list needs besides (a search for X, an order, a count of what is uncertain) keeps out of the way of those that need nothing. */
#include "recording/store/block_code.h"
#include "recording/store/entry.h"
#include "recording/store/reach_walk.h"

/* ---- Entries ---- */

static bool find_definer(const struct walk *walk, const struct list *list, uint32_t definer, uint32_t *index)
{
    struct error error;
    if (__builtin_expect(list_index(walk->store, list, definer, index), 1))
        return true;
    error_set(&error, "an entry names an instruction that is none");
    store_note_damage(walk->store, &error);
    return false;
}

static void reach_entry(struct walk *walk, const struct list *list, struct block_entry entry)
{
    uint32_t index = 0;
    if (find_definer(walk, list, entry.definer, &index))
        reach(walk, index, entry.value);
}

/* Values that follow each other are often of one word, which is marked once. */
static void reach_values(struct walk *walk, uint32_t index, const uint64_t *values, unsigned count)
{
    const struct road *road = &walk->reached->roads[index];
    uint64_t word = 0, bits = 0;
    for (unsigned i = 0; i < count; i++) {
        uint64_t near = values[i] - road->least;
        if (__builtin_expect(near >= road->size, 0)) {
            reach_far(walk, index, values[i]);
            continue;
        }
        if (near / 64 != word && bits) {
            reach_word(walk, index, road, word, bits);
            bits = 0;
        }
        word = near / 64;
        bits |= UINT64_C(1) << (near & 63);
    }
    if (bits)
        reach_word(walk, index, road, word, bits);
}

/* Instance start + i for each bit i. */
static void reach_run(struct walk *walk, uint32_t index, uint64_t start, uint64_t bits)
{
    const struct road *road = &walk->reached->roads[index];
    unsigned low = (unsigned)__builtin_ctzll(bits), span = 63 - (unsigned)__builtin_clzll(bits) - low;
    uint64_t near = start + low - road->least, shift = near & 63;
    if (near < road->size && span < road->size - near) {
        bits >>= low;
        reach_word(walk, index, road, near / 64, bits << shift);
        if (shift + span >= 64)
            reach_word(walk, index, road, near / 64 + 1, bits >> (64 - shift));
        return;
    }
    for (; bits; bits &= bits - 1)
        reach(walk, index, start + (unsigned)__builtin_ctzll(bits));
}

/* ---- Lists of which each X has one entry ---- */

/* Entry k; what is commonest by far is decoded here. */
static ALWAYS_INLINE void follow_one(struct walk *walk, const struct list *list, uint64_t k)
{
    struct block block = entry_block(walk->store, list, k);
    unsigned i = k & (BLOCK - 1), width = block_width(block), size = block_base_bytes(block), count = block_entries(list->count, k);
    if (block_kind(block) == BLOCK_LINE) {
        reach_entry(walk, list, block_at_line(block, entry_place(list, k)));
        return;
    }
    const unsigned char *payload = strip_payload(&walk->file, block, count);
    if (!payload)
        return;
    if (block_kind(block) == BLOCK_PACKED && width <= 56 && size < STEEP) {
        uint64_t base = line_at(base_at(payload, size), (int32_t)(block.second >> 32), block_extra(block), i);
        reach_entry(walk, list, (struct block_entry){base + bits_at(payload + size, (uint64_t)width * i, width), (uint32_t)block.second});
        return;
    }
    reach_entry(walk, list, block_at_payload(block.first, block.second, payload, count, i));
}

static ALWAYS_INLINE void follow_line(struct walk *walk, const struct list *list, struct block block, uint64_t i, uint64_t bits)
{
    int32_t slope = (int32_t)(block.second >> 32);
    uint64_t values[64];
    unsigned count = 0;
    uint32_t index = 0;
    if (!find_definer(walk, list, (uint32_t)block.second, &index))
        return;
    if (slope == 65536) {
        reach_run(walk, index, block_at_line(block, i).value, bits);
    } else if (slope == 0) {
        reach(walk, index, block_at_line(block, i).value);
    } else {
        for (; bits; bits &= bits - 1)
            values[count++] = block_at_line(block, i + (unsigned)__builtin_ctzll(bits)).value;
        reach_values(walk, index, values, count);
    }
}

/* Entry k + i for each bit i; they are in one block. */
static ALWAYS_INLINE void follow_some(struct walk *walk, const struct list *list, uint64_t k, uint64_t bits)
{
    struct block block = entry_block(walk->store, list, k);
    unsigned from = k & (BLOCK - 1), count = block_entries(list->count, k), found;
    uint64_t values[64];
    uint32_t definer, index = 0;
    if (block_kind(block) == BLOCK_LINE) {
        follow_line(walk, list, block, entry_place(list, k), bits);
        return;
    }
    const unsigned char *payload = strip_payload(&walk->file, block, count);
    while (payload && bits) {
        found = block_alike(block, payload, count, from, &bits, &definer, values);
        if (find_definer(walk, list, definer, &index))
            reach_values(walk, index, values, found);
    }
}

static ALWAYS_INLINE void follow_plain(struct walk *walk, const struct list *list, uint64_t first, uint64_t bits)
{
    if (first >= list->count)
        return;
    if (__builtin_expect(list->count - first < 64, 0))
        bits &= (UINT64_C(1) << (list->count - first)) - 1;
    if (bits & (bits - 1))
        follow_some(walk, list, first, bits);
    else if (bits)
        follow_one(walk, list, first + (unsigned)__builtin_ctzll(bits));
}

/* ---- Lists whose X have gaps ---- */

/* Where a line through what is known would have the instance. */
static uint64_t guess_entry(const struct strip_file *file, const struct list *list, const struct strip *xs, uint64_t hint, uint64_t instance)
{
    enum { NEAR = 4096 };
    uint64_t x = strip_at(file, xs, hint).value;
    if (instance >= x && instance - x < NEAR)
        return hint + (instance - x);
    if (instance < x && x - instance < NEAR)
        return hint > x - instance ? hint - (x - instance) : 0;
    double place = (double)instance / (double)list->top * (double)list->count;
    return place < (double)list->count ? (uint64_t)place : list->count - 1;
}

static void search_list(struct walk *walk, const struct list *list, uint64_t *hint, uint64_t instance)
{
    if (instance >= list->top)
        return;
    struct strip xs = strip_of(&walk->file, list->xs, list->count, list->flags & LIST_XS_UNIFORM);
    uint64_t k = strip_search(&walk->file, &xs, guess_entry(&walk->file, list, &xs, *hint, instance), instance);
    *hint = k < list->count ? k : list->count - 1;
    for (; k < list->count && strip_at(&walk->file, &xs, k).value == instance; k++)
        follow_one(walk, list, k);
}

static void search_unsorted(struct walk *walk, const struct list *list, uint64_t instance)
{
    uint64_t from, to;
    list_range(walk->store, list, instance, instance, &from, &to);
    for (; from < to; from++)
        follow_one(walk, list, list_ordered(walk->store, list, from));
}

static void count_uncertain(struct walk *walk, const struct list *list, uint64_t spare, uint64_t instance)
{
    uint64_t from, to;
    list_range(walk->store, list, instance > spare ? instance - spare : 0, instance, &from, &to);
    walk->reached->uncertain += to - from;
}

static void follow_other(struct walk *walk, uint64_t number, struct node first, uint64_t bits)
{
    const struct store *store = walk->store;
    const struct list *list = &store->lists[number];
    uint64_t spare = list_spare(store, &store->records[first.index], list);
    if (!spare && list->xs == NOWHERE) {
        follow_plain(walk, list, first.instance, bits);
        return;
    }
    for (; bits && list->count; bits &= bits - 1) {
        uint64_t instance = first.instance + (unsigned)__builtin_ctzll(bits);
        if (spare)
            count_uncertain(walk, list, spare, instance);
        else if (list->flags & LIST_SORTED)
            search_list(walk, list, &walk->hints[number], instance);
        else
            search_unsorted(walk, list, instance);
    }
}

/* ---- All lists of an instruction ---- */

void follow_definers(struct walk *walk, struct node first, uint64_t bits)
{
    const struct store *store = walk->store;
    const struct road *road = &walk->reached->roads[first.index];
    uint64_t number = road->lists, end = number + (walk->kinds & REACH_DATA ? road->ports : road->ports > 0);
    if (walk->kinds != REACH_ALL && store_is_history(store))
        return;
    for (number += walk->kinds & REACH_CONTROL ? 0 : 1; number < end; number++) {
        const struct list *list = &store->lists[number];
        if (__builtin_expect(list->xs == NOWHERE && !store->summary.dense, 1))
            follow_plain(walk, list, first.instance, bits);
        else
            follow_other(walk, number, first, bits);
    }
}
