/* slice.c - slices and chops: closures over dependences.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A depth-first walk with a stack of its own, a set of the nodes reached, and one list of links that all nodes share. The
 * set's blocks, sorted, are the answer in order; nothing is sorted node by node. */
#include "analysis/slice.h"

#include "analysis/slice_set.h"

#include <stdlib.h>

void nodes_free(struct nodes *nodes)
{
    free(nodes->items);
    *nodes = (struct nodes){0};
}

struct walk;
typedef bool links_function(struct walk *walk, struct node node);

struct walk {
    const struct store *store;
    links_function *links_of;       /* certain_definers or certain_users */
    enum slice_kinds kinds;
    const struct progress *progress;
    const struct node_set *within;  /* nodes outside are left alone; NULL: all are wanted */
    struct node_set reached;
    struct node *stack;
    size_t depth, capacity;
    struct links links;             /* of the node at hand */
    uint64_t uncertain[LINK_KINDS], done;
};

enum { REPORT_EVERY = 4096 };

static bool is_wanted(enum slice_kinds kinds, enum link_kind kind)
{
    switch (kind) {
    case LINK_CONTROL:
        return kinds & SLICE_CONTROL;
    case LINK_DATA:
        return kinds & SLICE_DATA;
    default:
        break;
    }
    return kinds == SLICE_ALL;
}

static void reach(struct walk *walk, struct node node)
{
    if ((walk->within && !node_set_has(walk->within, node)) || !node_set_add(&walk->reached, node))
        return;
    walk->stack = array_grow(walk->stack, &walk->capacity, walk->depth + 1, sizeof *walk->stack);
    walk->stack[walk->depth++] = node;
}

static bool walk_node(struct walk *walk, struct node node)
{
    walk->links.count = 0;
    bool whole = walk->links_of(walk, node);
    for (size_t i = 0; i < walk->links.count; i++)
        if (is_wanted(walk->kinds, walk->links.items[i].kind))
            reach(walk, walk->links.items[i].node);
    return whole;
}

static bool certain_definers(struct walk *walk, struct node node)
{
    return store_certain_definers(walk->store, node, walk->progress, &walk->links, walk->uncertain);
}

static bool certain_users(struct walk *walk, struct node node)
{
    bool whole = store_users(walk->store, node, walk->progress, &walk->links);
    size_t kept = 0;
    for (size_t i = 0; i < walk->links.count; i++)
        if (walk->links.items[i].uncertain)
            walk->uncertain[walk->links.items[i].kind]++;
        else
            walk->links.items[kept++] = walk->links.items[i];
    walk->links.count = kept;
    return whole;
}

/* Uncertain links of the wanted kinds that were met and not followed. */
static uint64_t uncertain_met(const struct walk *walk)
{
    uint64_t met = 0;
    for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
        met += is_wanted(walk->kinds, kind) ? walk->uncertain[kind] : 0;
    return met;
}

/* Walks from `from` until nothing is left; false: progress stopped it. The set reached stays with the walk. */
static bool walk_from(struct walk *walk, struct node from)
{
    struct store_summary summary = store_summary(walk->store);
    bool going = true;
    for (reach(walk, from); going && walk->depth; walk->done++) {
        going = walk_node(walk, walk->stack[--walk->depth]);
        if (walk->done % REPORT_EVERY == REPORT_EVERY - 1)
            going = going && progress_report(walk->progress, walk->done, summary.instances);
    }
    free(walk->stack);
    links_free(&walk->links);
    walk->stack = NULL;
    walk->depth = walk->capacity = 0;
    return going;
}

/* ---- The set as a sorted list ---- */

/* Before sorting, an instruction's index gives way to the number it is sorted by: its id, or address in a history. Both are its own
 * alone, so that the index is found again. */
static uint64_t order_of(const struct store *store, uint64_t index)
{
    struct instruction instruction = store_instruction(store, index);
    return instruction.has_id ? instruction.id : instruction.address;
}

static uint64_t index_of(const struct store *store, uint64_t order)
{
    uint64_t index = 0;
    if (store_summary(store).kind == STORE_HISTORY)
        store_find_address(store, order, &index);
    else
        store_find_id(store, order, &index);
    return index;
}

static int compare_blocks(const void *x, const void *y)
{
    const struct node_block *a = x, *b = y;
    if (a->index != b->index)
        return a->index < b->index ? -1 : 1;
    return (a->block > b->block) - (a->block < b->block);
}

/* Moves the used blocks of a set to its front, in the order of the answer. */
static void sort_blocks(const struct store *store, struct node_set *set)
{
    size_t used = 0;
    struct node_block last = {0}; /* index and order of the instruction before: neighbours are often the same */
    for (size_t i = 0; i < set->capacity; i++) {
        struct node_block block = set->slots[i];
        if (!block.bits)
            continue;
        if (!last.bits || last.index != block.index)
            last = (struct node_block){block.index, order_of(store, block.index), 1};
        block.index = last.block;
        set->slots[used++] = block;
    }
    if (used)
        qsort(set->slots, used, sizeof *set->slots, compare_blocks);
}

/* Turns the set into the list and empties it. */
static void list_nodes(const struct store *store, struct node_set *set, struct nodes *nodes)
{
    sort_blocks(store, set);
    nodes->items = array_grow(nodes->items, &nodes->capacity, nodes->count + (size_t)set->count, sizeof *nodes->items);
    uint64_t index = 0;
    for (size_t i = 0; i < set->used; i++) {
        const struct node_block *block = &set->slots[i];
        if (i == 0 || block->index != block[-1].index)
            index = index_of(store, block->index);
        for (uint64_t bits = block->bits; bits; bits &= bits - 1)
            nodes->items[nodes->count++] = (struct node){index, block->block * 64 + (uint64_t)__builtin_ctzll(bits)};
    }
    node_set_free(set);
}

static bool slice(struct walk *walk, struct node from, struct nodes *nodes)
{
    bool whole = walk_from(walk, from);
    nodes->count = 0;
    nodes->uncertain = uncertain_met(walk);
    list_nodes(walk->store, &walk->reached, nodes);
    return whole;
}

bool slice_backward(const struct store *store, struct node from, enum slice_kinds kinds, const struct progress *progress,
                    struct nodes *nodes)
{
    struct walk walk = {.store = store, .links_of = certain_definers, .kinds = kinds, .progress = progress};
    return slice(&walk, from, nodes);
}

bool slice_forward(const struct store *store, struct node from, enum slice_kinds kinds, const struct progress *progress,
                   struct nodes *nodes)
{
    struct walk walk = {.store = store, .links_of = certain_users, .kinds = kinds, .progress = progress};
    return slice(&walk, from, nodes);
}

/* All nodes between a and a member of b's backward slice belong to that slice themselves, so the forward walk need not leave it. */
bool slice_chop(const struct store *store, struct node a, struct node b, enum slice_kinds kinds, const struct progress *progress,
                struct nodes *nodes)
{
    struct walk back = {.store = store, .links_of = certain_definers, .kinds = kinds, .progress = progress};
    struct walk forward = {.store = store, .links_of = certain_users, .kinds = kinds, .progress = progress, .within = &back.reached};
    bool whole = walk_from(&back, b);
    nodes->count = 0;
    nodes->uncertain = 0;
    if (whole && node_set_has(&back.reached, a))
        whole = slice(&forward, a, nodes);
    nodes->uncertain += uncertain_met(&back);
    node_set_free(&back.reached);
    return whole;
}

bool nodes_find(const struct nodes *nodes, const struct store *store, struct node node, size_t *at)
{
    uint64_t order = order_of(store, node.index);
    size_t low = 0, high = nodes->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        struct node here = nodes->items[middle];
        uint64_t other = here.index == node.index ? order : order_of(store, here.index);
        if (other < order || (other == order && here.instance < node.instance))
            low = middle + 1;
        else
            high = middle;
    }
    *at = low;
    return low < nodes->count && nodes->items[low].index == node.index && nodes->items[low].instance == node.instance;
}
