/* reach.c - depth-first walks over dependences.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The loop that counts: take a node from the stack; for each of its ports find the descriptor of the block, the entry in it, the bit of the node that is named;
 * put that on the stack if it is new. Whatever a list needs besides (a search for X, an order, a count of what is uncertain) is found once a list and keeps
 * out of the way of those that need nothing. */
#include "store/block_code.h"
#include "store/reach_inside.h"

#include <stdlib.h>
#include <unistd.h>

#define ALWAYS_INLINE inline __attribute__((always_inline))

enum { REPORT_EVERY = 1 << 15, CACHE_MAX = 512 << 20, CACHE_USUAL = 32 << 20 };

enum way_kind { WAY_UNKNOWN, WAY_PLAIN /* X are 0, 1, 2, ... */, WAY_SEARCH, WAY_UNCERTAIN };

/* A list of definers. */
struct way {
    struct strip strip;
    const uint32_t *final;
    uint32_t final_count;
    uint32_t kind;
    uint64_t hint;                  /* SEARCH: an entry near the one found last */
};

struct waiting {                    /* a node on the stack: 12 bytes */
    uint32_t index, low, high;
};

struct walk {
    const struct store *store;
    const struct reached *within;   /* NULL: all are wanted */
    const struct progress *progress;
    enum reach_kinds kinds;
    struct reached *reached;
    struct strip_file file;
    struct way *ways;               /* by number of the list; backward only */
    ARRAY(struct waiting, stack);
    uint64_t done;
};

/* ---- Nodes ---- */

static inline void stack_room(struct walk *walk)
{
    if (__builtin_expect(walk->stack_count == walk->stack_capacity, 0))
        walk->stack = array_grow(walk->stack, &walk->stack_capacity, walk->stack_count + 1, sizeof *walk->stack);
}

static void reach_far(struct walk *walk, uint32_t index, uint64_t instance)
{
    stack_room(walk);
    if ((!walk->within || far_has(walk->within, index, instance)) && far_add(walk->reached, index, instance))
        walk->stack[walk->stack_count++] = (struct waiting){index, (uint32_t)instance, (uint32_t)(instance >> 32)};
}

/* Marks a node and puts it on the stack, unless it was there. Sets of one store have the same roads. The branch stays one: guessing it lets the next node
 * begin before this one's bit is there. */
static ALWAYS_INLINE void reach(struct walk *walk, uint32_t index, uint64_t instance)
{
    const struct road *road = &walk->reached->roads[index];
    uint64_t near = instance - road->least;
    if (__builtin_expect(near >= road->size, 0)) {
        reach_far(walk, index, instance);
        return;
    }
    uint64_t bit = road->base + near, *word = &walk->reached->bits[bit >> 6];
    uint64_t wanted = UINT64_C(1) << (bit & 63);
    if (*word & wanted || (walk->within && !reached_bit(walk->within, bit)))
        return;
    *word |= wanted;
    stack_room(walk);
    walk->stack[walk->stack_count++] = (struct waiting){index, (uint32_t)instance, (uint32_t)(instance >> 32)};
}

/* ---- Entries of lists ---- */

static void note_stranger(const struct store *store)
{
    struct error error;
    error_set(&error, "an entry names an instruction that is none");
    store_note_damage(store, &error);
}

static ALWAYS_INLINE void reach_entry(struct walk *walk, const struct way *way, struct block_entry entry)
{
    if (__builtin_expect(entry.definer < way->final_count, 1))
        reach(walk, way->final[entry.definer], entry.value);
    else
        note_stranger(walk->store);
}

static void prepare_way(const struct walk *walk, struct way *way, uint64_t number, uint32_t index)
{
    const struct store *store = walk->store;
    const struct list *list = &store->lists[number];
    uint64_t names = list->numbers < store->final_count ? store->final_count - list->numbers : 0;
    way->strip = strip_of(&walk->file, list->first, list->count, list->flags & LIST_UNIFORM);
    way->final = store->final + (names ? list->numbers : 0);
    way->final_count = names < UINT32_MAX ? (uint32_t)names : UINT32_MAX;
    way->kind = list_spare(store, &store->records[index], list) ? WAY_UNCERTAIN : list->xs == NOWHERE ? WAY_PLAIN : WAY_SEARCH;
    if (list->flags & (LIST_VALUES | LIST_TIMES | LIST_TEXT)) /* no list of a port */
        *way = (struct way){.kind = WAY_PLAIN};
}

/* The entry of a block with a payload: what is commonest by far is decoded here. */
static ALWAYS_INLINE void reach_packed(struct walk *walk, const struct way *way, struct block block, uint64_t k)
{
    unsigned count = strip_block_count(&way->strip, k), i = k & (BLOCK - 1), width = block_width(block), size = block_base_bytes(block);
    const unsigned char *payload = strip_payload(&walk->file, block, count);
    if (!payload)
        return;
    if (block_kind(block) == BLOCK_PACKED && width <= 56 && size < STEEP) {
        uint64_t base = line_at(base_at(payload, size), (int32_t)(block.second >> 32), block_extra(block), i);
        reach_entry(walk, way, (struct block_entry){base + bits_at(payload + size, (uint64_t)width * i, width), (uint32_t)block.second});
        return;
    }
    reach_entry(walk, way, block_at_payload(block.first, block.second, payload, count, i));
}

/* Entry k of a list of which each X has one. */
static ALWAYS_INLINE void follow_plain(struct walk *walk, struct way *way, uint64_t k)
{
    if (way->strip.uniform) {
        reach_entry(walk, way, block_at_line(way->strip.line, k));
        return;
    }
    struct block block = strip_descriptor(&walk->file, &way->strip, k);
    if (block_kind(block) == BLOCK_LINE)
        reach_entry(walk, way, block_at_line(block, k & (BLOCK - 1)));
    else
        reach_packed(walk, way, block, k);
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

static void search_list(struct walk *walk, struct way *way, const struct list *list, uint64_t instance)
{
    if (instance >= list->top)
        return;
    struct strip xs = strip_of(&walk->file, list->xs, list->count, list->flags & LIST_XS_UNIFORM);
    uint64_t k = strip_search(&walk->file, &xs, guess_entry(&walk->file, list, &xs, way->hint, instance), instance);
    way->hint = k < list->count ? k : list->count - 1;
    for (; k < list->count && strip_at(&walk->file, &xs, k).value == instance; k++)
        reach_entry(walk, way, strip_at(&walk->file, &way->strip, k));
}

static void search_unsorted(struct walk *walk, struct way *way, const struct list *list, uint64_t instance)
{
    uint64_t from, to;
    list_range(walk->store, list, instance, instance, &from, &to);
    for (; from < to; from++)
        reach_entry(walk, way, strip_at(&walk->file, &way->strip, list_ordered(walk->store, list, from)));
}

/* All that is not WAY_PLAIN. */
static void follow_other(struct walk *walk, struct way *way, uint64_t number, struct node node)
{
    const struct store *store = walk->store;
    const struct list *list = &store->lists[number];
    uint64_t from, to, spare;
    if (way->kind == WAY_UNKNOWN)
        prepare_way(walk, way, number, (uint32_t)node.index);
    if (way->strip.count == 0)
        return;
    if (way->kind == WAY_UNCERTAIN) {
        spare = list_spare(store, &store->records[node.index], list);
        list_range(store, list, node.instance > spare ? node.instance - spare : 0, node.instance, &from, &to);
        walk->reached->uncertain += to - from;
    } else if (way->kind == WAY_SEARCH && list->flags & LIST_SORTED) {
        search_list(walk, way, list, node.instance);
    } else if (way->kind == WAY_SEARCH) {
        search_unsorted(walk, way, list, node.instance);
    } else if (node.instance < way->strip.count) {
        follow_plain(walk, way, node.instance);
    }
}

/* ---- Walks ---- */

static void follow_definers(struct walk *walk, struct node node)
{
    const struct road *road = &walk->reached->roads[node.index];
    uint64_t list = road->lists, end = list + (walk->kinds & REACH_DATA ? road->ports : road->ports > 0);
    if (walk->kinds != REACH_ALL && store_is_history(walk->store))
        return;
    for (list += walk->kinds & REACH_CONTROL ? 0 : 1; list < end; list++) {
        struct way *way = &walk->ways[list];
        if (__builtin_expect(way->kind != WAY_PLAIN, 0))
            follow_other(walk, way, list, node);
        else if (node.instance < way->strip.count)
            follow_plain(walk, way, node.instance);
    }
}

static bool is_wanted(const struct walk *walk, uint32_t flags)
{
    return walk->kinds == REACH_ALL || (!store_is_history(walk->store) && walk->kinds & (flags & USER_CONTROL ? REACH_CONTROL : REACH_DATA));
}

static bool go_on(struct walk *walk)
{
    struct error ignored;
    return progress_report(walk->progress, walk->done, 0) && !store_damaged(walk->store, false, &ignored);
}

/* An instance may have more users than there are instances: they are nodes as well where reports are due. */
static bool follow_users(struct walk *walk, struct node node)
{
    const struct user_lists *lists = walk->store->user_lists;
    const struct strip *edges = &lists->users[node.index].edges;
    uint64_t from, to;
    users_range(lists, node, &from, &to);
    for (; from < to; from++) {
        struct block_entry edge = strip_at(&lists->file, edges, from);
        if (edge.definer >= walk->store->list_count)
            return false;
        struct user_list user = lists->lists[edge.definer];
        if (!is_wanted(walk, user.flags))
            continue;
        if (user.flags & USER_UNCERTAIN)
            walk->reached->uncertain++;
        else
            reach(walk, user.index, edge.value);
        if ((to - from) % REPORT_EVERY == 0 && to - from > REPORT_EVERY && !go_on(walk))
            return false;
    }
    return true;
}

static bool walk_all(struct walk *walk, enum reach_direction direction)
{
    bool going = true;
    while (going && walk->stack_count) {
        struct waiting top = walk->stack[--walk->stack_count];
        struct node node = {top.index, (uint64_t)top.high << 32 | top.low};
        if (direction == REACH_FORWARD)
            going = follow_users(walk, node);
        else
            follow_definers(walk, node);
        if (++walk->done % REPORT_EVERY == 0)
            going = going && go_on(walk);
    }
    return going;
}

/* What a walk may keep of the file in memory. */
static size_t cache_limit(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    uint64_t quarter = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size / 4 : CACHE_USUAL;
    return quarter > CACHE_MAX ? CACHE_MAX : quarter < CACHE_USUAL ? CACHE_USUAL : (size_t)quarter;
}

static bool walk_from(struct walk *walk, struct node from, enum reach_direction direction)
{
    struct error ignored;
    struct paged *paged = direction == REACH_BACKWARD ? walk->store->paged : walk->store->user_lists->file.paged;
    if (direction == REACH_BACKWARD)
        walk->ways = memory_allocate((walk->store->list_count + 1) * sizeof *walk->ways);
    paged_limit(paged, cache_limit());
    reach(walk, (uint32_t)from.index, from.instance);
    bool whole = walk_all(walk, direction);
    paged_limit(paged, CACHE_USUAL);
    walk->reached->count = walk->done + walk->stack_count;
    free(walk->ways);
    free(walk->stack);
    return whole && !store_damaged(walk->store, false, &ignored) && !paged_damage(paged, &ignored);
}

bool store_reach_within(const struct store *store, const struct reached *within, struct node from, enum reach_direction direction, enum reach_kinds kinds,
                        const struct progress *progress, struct reached **reached)
{
    struct walk walk = {.store = store, .within = within, .progress = progress, .kinds = kinds, .file = {store->paged, STREAM_DESCRIPTORS, STREAM_LINKS}};
    *reached = walk.reached = reached_new(store);
    walk.reached->uncertain = within ? within->uncertain : 0;
    if (store->skeleton)
        return false;               /* its lists are still text (indexing.h) */
    if (from.index >= store->record_count || (within && !reached_has(within, from)))
        return true;
    if (direction == REACH_FORWARD && !user_lists_make(store, progress)) {
        reach(&walk, (uint32_t)from.index, from.instance);
        walk.reached->count = walk.stack_count;
        free(walk.stack);
        return false;
    }
    return walk_from(&walk, from, direction);
}

bool store_reach(const struct store *store, struct node from, enum reach_direction direction, enum reach_kinds kinds, const struct progress *progress,
                 struct reached **reached)
{
    return store_reach_within(store, NULL, from, direction, kinds, progress, reached);
}
