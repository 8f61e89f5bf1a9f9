/* drawing_order.c - the order within the layers of a drawing.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sweeps down and up sort each layer by the mean position of the neighbours in the layer before (Sugiyama, Tagawa, Toda 1981, section 4);
 * exchanges of neighbours follow in graphs that are not large (Gansner, Koutsofios, North, Vo, "A technique for drawing directed graphs",
 * IEEE TSE 19(3), 1993, section 3). All that from the order a search gives, then from the mirror image of what
 * came out. The best order met is kept. It is the one with the fewest crossings, where every piece at the left of a
 * node with a lane counts as one: the lane's line passes it. Crossings are counted as inversions in a binary indexed tree (Barth, Juenger,
 * Mutzel, "Simple and efficient bilayer cross counting", GD 2002). */
#include "table/drawing_inside.h"

#include <stdlib.h>
#include <string.h>

enum {
    SWEEPS_MAX = 12,                /* from each of the two orders begun with */
    SWEEPS_WORK = 1 << 20,          /* pieces and neighbours visited by all sweeps together, about */
    EXCHANGE_PIECES = 4096,         /* above that many pieces neighbours are not exchanged */
    EXCHANGE_ROUNDS = 8,
    EXCHANGE_PAIRS = 1 << 12        /* neighbours of one piece times those of the other */
};

struct rank {
    uint64_t key;
    uint32_t position, piece;
};

struct ordering {
    struct layout *layout;
    uint32_t *tree;                 /* by position, from 1 */
    uint32_t *best;
    uint64_t best_cost;
    struct rank *ranks;
    uint32_t *slots;
};

/* ---- Keeping things in step ---- */

static void positions_set(struct layout *layout, uint32_t layer)
{
    uint32_t first = layout->layers.first[layer];
    for (uint32_t i = first; i < layout->layers.first[layer + 1]; i++)
        layout->pieces[layout->layers.items[i]].position = i - first;
}

/* Sorts the lists of `to` by position, given the lists of the other side; O(neighbours). */
static void neighbours_sort(struct layout *layout, struct lists *to, const struct lists *from)
{
    for (uint32_t i = 0; i < layout->piece_count; i++) {
        uint32_t piece = layout->layers.items[i];
        for (uint32_t k = from->first[piece]; k < from->first[piece + 1]; k++)
            to->items[to->first[from->items[k]]++] = piece;
    }
    memmove(to->first + 1, to->first, layout->piece_count * sizeof *to->first);
    to->first[0] = 0;
}

static void order_settle(struct layout *layout)
{
    for (uint32_t layer = 0; layer < layout->layer_count; layer++)
        positions_set(layout, layer);
    neighbours_sort(layout, &layout->above, &layout->below);
    neighbours_sort(layout, &layout->below, &layout->above);
}

/* ---- Cost ---- */

static uint64_t tree_from(const uint32_t *tree, uint32_t position, uint32_t size)
{
    uint64_t sum = 0;
    for (uint32_t i = position + 1; i <= size; i += i & -i)
        sum += tree[i];
    return sum;
}

static void tree_add(uint32_t *tree, uint32_t position)
{
    for (uint32_t i = position + 1; i; i -= i & -i)
        tree[i]++;
}

/* Crossings between a layer and the next; lists must be sorted. */
static uint64_t crossings(const struct ordering *ordering, uint32_t layer)
{
    const struct layout *layout = ordering->layout;
    const uint32_t *first = layout->layers.first;
    uint32_t size = first[layer + 2] - first[layer + 1];
    uint64_t sum = 0;
    memset(ordering->tree, 0, (size + 1) * sizeof *ordering->tree);
    for (uint32_t i = first[layer]; i < first[layer + 1]; i++) {
        uint32_t piece = layout->layers.items[i], begin = layout->below.first[piece], end = layout->below.first[piece + 1];
        for (uint32_t k = begin; k < end; k++)
            sum += tree_from(ordering->tree, layout->pieces[layout->below.items[k]].position + 1, size);
        for (uint32_t k = begin; k < end; k++)
            tree_add(ordering->tree, layout->pieces[layout->below.items[k]].position);
    }
    return sum;
}

static uint32_t lanes_of(const struct layout *layout, uint32_t piece)
{
    uint32_t node = layout->pieces[piece].node;
    return node == DRAWING_NONE ? 0 : (uint32_t)layout->lane_in[node] + layout->lane_out[node];
}

static uint64_t order_cost(const struct ordering *ordering)
{
    const struct layout *layout = ordering->layout;
    uint64_t cost = 0;
    for (uint32_t layer = 0; layer + 1 < layout->layer_count; layer++)
        cost += crossings(ordering, layer);
    for (uint32_t p = 0; p < layout->piece_count; p++)
        cost += (uint64_t)lanes_of(layout, p) * layout->pieces[p].position;
    return cost;
}

/* Takes the order as it stands if it is the best so far. */
static void order_keep(struct ordering *ordering)
{
    struct layout *layout = ordering->layout;
    order_settle(layout);
    uint64_t cost = order_cost(ordering);
    if (cost >= ordering->best_cost)
        return;
    ordering->best_cost = cost;
    memcpy(ordering->best, layout->layers.items, layout->piece_count * sizeof *ordering->best);
}

/* ---- Sweeps ---- */

static int rank_compare(const void *x, const void *y)
{
    const struct rank *a = x, *b = y;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->position > b->position) - (a->position < b->position);
}

/* Sorts a layer by the means of neighbours; pieces that have none keep their places. */
static void layer_sort(struct ordering *ordering, uint32_t layer, const struct lists *neighbours)
{
    struct layout *layout = ordering->layout;
    size_t count = 0;
    for (uint32_t i = layout->layers.first[layer]; i < layout->layers.first[layer + 1]; i++) {
        uint32_t piece = layout->layers.items[i], begin = neighbours->first[piece], end = neighbours->first[piece + 1];
        uint64_t sum = 0;
        for (uint32_t k = begin; k < end; k++)
            sum += layout->pieces[neighbours->items[k]].position;
        if (begin == end)
            continue;
        ordering->slots[count] = i;
        ordering->ranks[count++] = (struct rank){(sum << 16) / (end - begin), i, piece};
    }
    if (count)
        qsort(ordering->ranks, count, sizeof *ordering->ranks, rank_compare);
    for (size_t i = 0; i < count; i++)
        layout->layers.items[ordering->slots[i]] = ordering->ranks[i].piece;
    positions_set(layout, layer);
}

static void sweep(struct ordering *ordering, bool down)
{
    struct layout *layout = ordering->layout;
    for (uint32_t i = 1; i < layout->layer_count; i++)
        layer_sort(ordering, down ? i : layout->layer_count - 1 - i, down ? &layout->above : &layout->below);
}

/* ---- Exchanges ---- */

/* Crossings of the lines of a, standing left, with those of b. */
static int64_t pair_crossings(const struct layout *layout, const struct lists *neighbours, uint32_t a, uint32_t b)
{
    int64_t sum = 0;
    for (uint32_t i = neighbours->first[a]; i < neighbours->first[a + 1]; i++)
        for (uint32_t k = neighbours->first[b]; k < neighbours->first[b + 1]; k++)
            sum += layout->pieces[neighbours->items[i]].position > layout->pieces[neighbours->items[k]].position;
    return sum;
}

static uint64_t pair_work(const struct lists *neighbours, uint32_t a, uint32_t b)
{
    return (uint64_t)(neighbours->first[a + 1] - neighbours->first[a]) * (neighbours->first[b + 1] - neighbours->first[b]);
}

/* What is won by exchanging a, at the left, with b. */
static int64_t pair_gain(const struct layout *layout, uint32_t a, uint32_t b)
{
    int64_t gain = (int64_t)lanes_of(layout, b) - (int64_t)lanes_of(layout, a);
    if (pair_work(&layout->above, a, b) > EXCHANGE_PAIRS || pair_work(&layout->below, a, b) > EXCHANGE_PAIRS)
        return 0;
    gain += pair_crossings(layout, &layout->above, a, b) - pair_crossings(layout, &layout->above, b, a);
    return gain + pair_crossings(layout, &layout->below, a, b) - pair_crossings(layout, &layout->below, b, a);
}

static bool layer_exchange(struct layout *layout, uint32_t layer)
{
    uint32_t *items = layout->layers.items;
    bool changed = false;
    for (uint32_t i = layout->layers.first[layer]; i + 1 < layout->layers.first[layer + 1]; i++) {
        uint32_t a = items[i], b = items[i + 1];
        if (pair_gain(layout, a, b) <= 0)
            continue;
        items[i] = b;
        items[i + 1] = a;
        layout->pieces[a].position++;
        layout->pieces[b].position--;
        changed = true;
    }
    return changed;
}

static void exchange(struct layout *layout)
{
    bool changed = layout->piece_count <= EXCHANGE_PIECES;
    for (int round = 0; changed && round < EXCHANGE_ROUNDS; round++) {
        changed = false;
        for (uint32_t layer = 0; layer < layout->layer_count; layer++)
            changed = layer_exchange(layout, layer) || changed;
    }
}

static void mirror(struct layout *layout)
{
    for (uint32_t layer = 0; layer < layout->layer_count; layer++)
        for (uint32_t i = layout->layers.first[layer], k = layout->layers.first[layer + 1]; i + 1 < k; i++) {
            uint32_t piece = layout->layers.items[i];
            layout->layers.items[i] = layout->layers.items[--k];
            layout->layers.items[k] = piece;
        }
}

/* From the order as it stands. */
static void search_order(struct ordering *ordering, size_t sweeps)
{
    order_keep(ordering);
    exchange(ordering->layout);
    order_keep(ordering);
    for (size_t i = 0; i < sweeps && ordering->best_cost; i++) {
        sweep(ordering, i % 2 == 0);
        order_keep(ordering);
        exchange(ordering->layout);
        order_keep(ordering);
    }
}

void drawing_order(struct layout *layout)
{
    size_t pieces = layout->piece_count;
    struct ordering ordering = {.layout = layout, .tree = drawing_numbers(layout, pieces + 1), .best = drawing_numbers(layout, pieces),
                                .best_cost = UINT64_MAX, .slots = drawing_numbers(layout, pieces)};
    ordering.ranks = arena_allocate(layout->arena, pieces * sizeof *ordering.ranks);
    size_t sweeps = SWEEPS_WORK / (pieces + layout->below.first[pieces] + 1);
    sweeps = sweeps < 2 ? 2 : sweeps > SWEEPS_MAX ? SWEEPS_MAX : sweeps;
    search_order(&ordering, sweeps);
    mirror(layout);
    search_order(&ordering, sweeps);
    memcpy(layout->layers.items, ordering.best, pieces * sizeof *ordering.best);
    order_settle(layout);
}
