/* reach_arrange.c - the set that was reached, in order: which member is the k-th, and where does a node stand.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nothing is listed: bits are counted in stretches (Jacobson, Space-efficient Static Trees and Graphs, FOCS 1989), and the k-th is found by searching in
 * the counts. */
#include "recording/store/reach_inside.h"

#include <stdlib.h>

/* ---- Bits ---- */

/* How many bits are set before this one. */
static uint64_t bit_rank(const struct reached *reached, uint64_t bit)
{
    uint64_t word = bit >> RANK_SHIFT << (RANK_SHIFT - 6), rank = reached->ranks[bit >> RANK_SHIFT];
    for (; word < bit >> 6; word++)
        rank += bits_set(reached->bits[word]);
    return bit & 63 ? rank + bits_set(reached->bits[word] & ((UINT64_C(1) << (bit & 63)) - 1)) : rank;
}

/* The set bit before which `rank` others are; rank is below the number of all. */
static uint64_t bit_select(const struct reached *reached, uint64_t rank)
{
    uint64_t low = 0, high = (reached->bit_count >> RANK_SHIFT) + 1;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (reached->ranks[middle] <= rank)
            low = middle;
        else
            high = middle;
    }
    uint64_t word = low << (RANK_SHIFT - 6), left = rank - reached->ranks[low], bits;
    for (; left >= bits_set(reached->bits[word]); word++)
        left -= bits_set(reached->bits[word]);
    for (bits = reached->bits[word]; left; left--)
        bits &= bits - 1;
    return word * 64 + (uint64_t)__builtin_ctzll(bits);
}

/* Also how many members each instruction has, in `before`, behind its position. */
static void count_bits(struct reached *reached)
{
    uint64_t stretches = (reached->bit_count >> RANK_SHIFT) + 1, rank = 0, word = 0;
    reached->ranks = memory_allocate(stretches * sizeof *reached->ranks);
    for (uint64_t i = 0; i <= reached->road_count; i++) {
        uint64_t start = rank, end = i < reached->road_count ? (reached->roads[i].base + reached->roads[i].size + 63) / 64 : reached->bit_count / 64 + 1;
        for (; word < end; word++) {
            if (word % (1 << (RANK_SHIFT - 6)) == 0)
                reached->ranks[word >> (RANK_SHIFT - 6)] = rank;
            rank += reached->bits[word] ? bits_set(reached->bits[word]) : 0;
        }
        if (i < reached->road_count)
            reached->before[reached->position[i] + 1] = rank - start;
    }
}

/* ---- Far words ---- */

static int compare_words(const void *x, const void *y)
{
    const struct far_word *a = x, *b = y;
    if (a->index != b->index)
        return a->index < b->index ? -1 : 1;
    return (a->block > b->block) - (a->block < b->block);
}

static void sort_far(struct reached *reached)
{
    size_t used = 0;
    reached->far_order = memory_allocate((reached->far_used + 1) * sizeof *reached->far_order);
    reached->far_before = memory_allocate((reached->far_used + 1) * sizeof *reached->far_before);
    for (size_t i = 0; i < reached->far_capacity; i++)
        if (reached->far[i].bits)
            reached->far_order[used++] = (struct far_word){reached->position[reached->far[i].index], reached->far[i].block, reached->far[i].bits};
    qsort(reached->far_order, used, sizeof *reached->far_order, compare_words);
    for (size_t i = 0; i < used; i++)
        reached->far_before[i + 1] = reached->far_before[i] + bits_set(reached->far_order[i].bits);
}

/* The first far word not below a position and block. */
static size_t far_bound(const struct reached *reached, uint64_t position, uint64_t block)
{
    struct far_word wanted = {position, block, 0};
    size_t low = 0, high = reached->far_used;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_words(&reached->far_order[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- All ---- */

static void find_order(struct reached *reached, const struct store *store)
{
    uint64_t count = reached->road_count;
    bool by_address = store_is_history(store) && store->by_address_count == count;
    const uint32_t *order = by_address ? store->by_address : store_is_history(store) ? NULL : store->by_id;
    reached->order = memory_allocate((count + 1) * sizeof *reached->order);
    reached->position = memory_allocate((count + 1) * sizeof *reached->position);
    for (uint64_t i = 0; i < count; i++) {
        reached->order[i] = order ? order[i] : (uint32_t)i;
        reached->position[reached->order[i]] = (uint32_t)i;
    }
    bool good = true;
    for (uint64_t i = 0; i < count; i++)
        good = good && reached->position[reached->order[i]] == i;
    for (uint64_t i = 0; i < count && !good; i++) /* a file that names one twice */
        reached->order[i] = reached->position[i] = (uint32_t)i;
}

void reached_arrange(struct reached *reached, const struct store *store)
{
    if (reached->ranks)
        return;
    find_order(reached, store);
    reached->before = memory_allocate((reached->road_count + 1) * sizeof *reached->before);
    count_bits(reached);
    sort_far(reached);
    size_t far = 0;
    for (uint64_t i = 0; i < reached->road_count; i++) {
        size_t start = far;
        while (far < reached->far_used && reached->far_order[far].index == i)
            far++;
        reached->before[i + 1] += reached->before[i] + reached->far_before[far] - reached->far_before[start];
    }
}

/* The last place in [0, count) whose number is at most k; numbers rise from 0. */
static uint64_t last_at_most(const uint64_t *numbers, uint64_t count, uint64_t k)
{
    uint64_t low = 0;
    while (count - low > 1) {
        uint64_t middle = low + (count - low) / 2;
        if (numbers[middle] <= k)
            low = middle;
        else
            count = middle;
    }
    return low;
}

/* The far member before which `rank` others are. */
static uint64_t far_instance(const struct reached *reached, uint64_t rank)
{
    uint64_t at = last_at_most(reached->far_before, reached->far_used, rank), bits = reached->far_order[at].bits;
    for (rank -= reached->far_before[at]; rank; rank--)
        bits &= bits - 1;
    return reached->far_order[at].block * 64 + (uint64_t)__builtin_ctzll(bits);
}

/* Far members of the instruction at a position whose instances are below its bits; *first: the rank of the first one. */
static uint64_t far_below(const struct reached *reached, uint64_t position, uint64_t *first)
{
    const struct road *road = &reached->roads[reached->order[position]];
    *first = reached->far_before[far_bound(reached, position, 0)];
    return reached->far_before[far_bound(reached, position, road->least / 64)] - *first;
}

struct node reached_get(const struct reached *reached, uint64_t k)
{
    uint64_t position = last_at_most(reached->before, reached->road_count, k), index = reached->order[position], first;
    const struct road *road = &reached->roads[index];
    uint64_t left = k - reached->before[position], start = road->size ? bit_rank(reached, road->base) : 0;
    uint64_t near = road->size ? bit_rank(reached, road->base + road->size) - start : 0, below = far_below(reached, position, &first);
    if (left >= below && left - below < near)
        return (struct node){index, bit_select(reached, start + left - below) - road->base + road->least};
    return (struct node){index, far_instance(reached, first + (left < below ? left : left - near))};
}

/* Far members of an instruction below an instance. */
static uint64_t far_rank(const struct reached *reached, uint64_t position, uint64_t instance)
{
    size_t first = far_bound(reached, position, 0), at = far_bound(reached, position, instance / 64);
    uint64_t rank = reached->far_before[at] - reached->far_before[first];
    if (at < reached->far_used && reached->far_order[at].index == position && reached->far_order[at].block == instance / 64)
        rank += bits_set(reached->far_order[at].bits & ((UINT64_C(1) << (instance & 63)) - 1));
    return rank;
}

bool reached_find(const struct reached *reached, struct node node, uint64_t *k)
{
    *k = reached->count;
    if (node.index >= reached->road_count)
        return false;
    const struct road *road = &reached->roads[node.index];
    uint64_t position = reached->position[node.index], near = 0;
    if (node.instance >= road->least)
        near = node.instance - road->least < road->size ? node.instance - road->least : road->size;
    *k = reached->before[position] + far_rank(reached, position, node.instance);
    if (near)
        *k += bit_rank(reached, road->base + near) - bit_rank(reached, road->base);
    return reached_has(reached, node);
}

uint64_t reached_instances(const struct reached *reached, uint64_t index, uint64_t *first)
{
    uint64_t last;
    reached_find(reached, (struct node){index, 0}, first);
    bool at_last = reached_find(reached, (struct node){index, UINT64_MAX}, &last);
    return last + at_last - *first;
}
