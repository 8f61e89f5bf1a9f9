/* reach_set.c - the set of nodes that were reached.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A bit an instance, for all instructions side by side, each from a whole word on; pages of bits that nobody touches cost nothing. How many instances there
 * are is what a text says,
 * though, not what it has: what would make more bits than entries can pay for goes to a hash table of words of 64 instances, where memory follows the nodes
 * added, never their numbers. */
#include "recording/store/reach_inside.h"

#include <stdlib.h>

#define BITS_MAX (UINT64_C(1) << 36)
enum { BITS_AN_ENTRY = 256, BITS_LEAST = 1 << 20 };

static uint64_t bits_allowed(const struct store *store)
{
    uint64_t entries = store->summary.dependences + store->summary.values;
    return entries < BITS_MAX / BITS_AN_ENTRY ? BITS_LEAST + entries * BITS_AN_ENTRY : BITS_MAX;
}

/* A history is the end of a run: its instances are few, and their numbers large. */
static uint64_t least_of(const struct store *store, const struct record *record)
{
    const struct list *list = &store->lists[record->first_list];
    if (!store_is_history(store) || !record->ports || !list->count || record->executions / BITS_AN_ENTRY < list->count)
        return 0;
    return list_x(store, list, list_ordered(store, list, 0)) & ~UINT64_C(63);
}

static struct road road_of(const struct store *store, const struct record *record, uint64_t base, uint64_t left)
{
    uint64_t least = least_of(store, record), size = record->executions > least ? record->executions - least : 0;
    bool numbered = record->first_list <= UINT32_MAX && record->ports <= UINT32_MAX; /* as uses are; others cannot be written */
    return (struct road){
        .base = base,
        .size = size <= left ? size : 0,
        .least = least,
        .lists = numbered ? (uint32_t)record->first_list : 0,
        .ports = numbered ? (uint32_t)record->ports : 0,
    };
}

struct reached *reached_new(const struct store *store)
{
    struct reached *reached = memory_allocate(sizeof *reached);
    uint64_t left = bits_allowed(store);
    reached->road_count = store->record_count;
    reached->roads = memory_allocate((store->record_count + 1) * sizeof *reached->roads);
    for (uint64_t i = 0; i < store->record_count; i++) {
        reached->roads[i] = road_of(store, &store->records[i], reached->bit_count, left);
        reached->bit_count += (reached->roads[i].size + 63) & ~UINT64_C(63);
        left -= reached->roads[i].size;
    }
    reached->bits = memory_allocate((reached->bit_count / 64 + 1) * sizeof *reached->bits);
    return reached;
}

static void forget_order(struct reached *reached)
{
    free(reached->order);
    free(reached->position);
    free(reached->before);
    free(reached->ranks);
    free(reached->far_order);
    free(reached->far_before);
    reached->order = reached->position = NULL;
    reached->before = reached->ranks = reached->far_before = NULL;
    reached->far_order = NULL;
}

void reached_free(struct reached *reached)
{
    if (!reached || reached->shared) {
        if (reached)
            reached->shared--;
        return;
    }
    forget_order(reached);
    free(reached->bits);
    free(reached->roads);
    free(reached->far);
    free(reached);
}

struct reached *reached_share(struct reached *reached)
{
    reached->shared++;
    return reached;
}

uint64_t reached_count(const struct reached *reached)
{
    return reached->count;
}

uint64_t reached_uncertain(const struct reached *reached)
{
    return reached->uncertain;
}

/* ---- Far words ---- */

static struct far_word *far_slot(const struct reached *reached, uint64_t index, uint64_t block)
{
    size_t mask = reached->far_capacity - 1;
    size_t at = hash_mix(block ^ hash_mix(index, reached->far_key), reached->far_key) & mask;
    while (reached->far[at].bits && (reached->far[at].index != index || reached->far[at].block != block))
        at = (at + 1) & mask;
    return &reached->far[at];
}

static void far_widen(struct reached *reached)
{
    struct far_word *old = reached->far;
    size_t capacity = reached->far_capacity;
    reached->far_capacity = capacity ? capacity * 2 : 64;
    reached->far = memory_allocate(reached->far_capacity * sizeof *reached->far);
    if (!reached->far_key)
        reached->far_key = hash_key(reached);
    for (size_t i = 0; i < capacity; i++)
        if (old[i].bits)
            *far_slot(reached, old[i].index, old[i].block) = old[i];
    free(old);
}

bool far_add(struct reached *reached, uint32_t index, uint64_t instance)
{
    if (reached->far_used * 4 >= reached->far_capacity * 3)
        far_widen(reached);
    uint64_t bit = UINT64_C(1) << (instance & 63);
    struct far_word *word = far_slot(reached, index, instance / 64);
    if (word->bits & bit)
        return false;
    if (!word->bits) {
        *word = (struct far_word){index, instance / 64, 0};
        reached->far_used++;
    }
    word->bits |= bit;
    return true;
}

static uint64_t far_bits(const struct reached *reached, uint64_t index, uint64_t block)
{
    return reached->far_used ? far_slot(reached, index, block)->bits : 0;
}

bool far_has(const struct reached *reached, uint64_t index, uint64_t instance)
{
    return far_bits(reached, index, instance / 64) >> (instance & 63) & 1;
}

/* ---- Parts ---- */

static void near_part(struct reached *part, const struct reached *reached, const struct reached *other, uint64_t index)
{
    const struct road *road = &reached->roads[index];
    for (uint64_t at = road->base / 64, end = (road->base + road->size + 63) / 64; at < end; at++) {
        uint64_t bits = reached->bits[at] & (other ? other->bits[at] : UINT64_MAX);
        if (!bits)
            continue;                   /* pages that nobody touches cost nothing */
        part->bits[at] = bits;
        part->count += bits_set(bits);
    }
}

static void far_part(struct reached *part, const struct far_word *word, const struct reached *other)
{
    uint64_t bits = word->bits & (other ? far_bits(other, word->index, word->block) : UINT64_MAX);
    part->count += bits_set(bits);
    for (; bits; bits &= bits - 1)
        far_add(part, (uint32_t)word->index, word->block * 64 + (unsigned)__builtin_ctzll(bits));
}

struct reached *reached_part(const struct store *store, const struct reached *reached, const struct reached *other, const bool *wanted)
{
    struct reached *part = reached_new(store);
    part->uncertain = reached->uncertain + (other ? other->uncertain : 0);
    for (uint64_t index = 0; index < reached->road_count; index++)
        if (!wanted || wanted[index])
            near_part(part, reached, other, index);
    for (size_t i = 0; i < reached->far_capacity; i++)
        if (reached->far[i].bits && (!wanted || wanted[reached->far[i].index]))
            far_part(part, &reached->far[i], other);
    return part;
}

/* ---- Asking ---- */

bool reached_has(const struct reached *reached, struct node node)
{
    if (node.index >= reached->road_count)
        return false;
    const struct road *road = &reached->roads[node.index];
    uint64_t near = node.instance - road->least; /* large if the instance is below */
    return near < road->size ? reached_bit(reached, road->base + near) : far_has(reached, node.index, node.instance);
}
