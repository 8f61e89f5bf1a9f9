/* slice_set.c - a set of nodes: open addressing over blocks of 64 instances.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/slice_set.h"

#include <stdlib.h>

static struct node_block *find(const struct node_set *set, uint64_t index, uint64_t block)
{
    size_t mask = set->capacity - 1;
    size_t at = hash_mix(block ^ hash_mix(index, set->key), set->key) & mask;
    while (set->slots[at].bits && (set->slots[at].index != index || set->slots[at].block != block))
        at = (at + 1) & mask;
    return &set->slots[at];
}

static void widen(struct node_set *set)
{
    struct node_set old = *set;
    set->capacity = old.capacity ? old.capacity * 2 : 64;
    set->slots = memory_allocate(set->capacity * sizeof *set->slots);
    if (!set->key)
        set->key = hash_key(set);
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slots[i].bits)
            *find(set, old.slots[i].index, old.slots[i].block) = old.slots[i];
    free(old.slots);
}

bool node_set_add(struct node_set *set, struct node node)
{
    if (set->used * 4 >= set->capacity * 3)
        widen(set);
    uint64_t block = node.instance / 64, bit = (uint64_t)1 << node.instance % 64;
    struct node_block *slot = find(set, node.index, block);
    if (slot->bits & bit)
        return false;
    if (!slot->bits) {
        *slot = (struct node_block){node.index, block, 0};
        set->used++;
    }
    slot->bits |= bit;
    set->count++;
    return true;
}

bool node_set_has(const struct node_set *set, struct node node)
{
    return set->used && find(set, node.index, node.instance / 64)->bits >> node.instance % 64 & 1;
}

void node_set_free(struct node_set *set)
{
    free(set->slots);
    *set = (struct node_set){0};
}
