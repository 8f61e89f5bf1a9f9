/* path_graph_parts.c - the current part of a path: every way down whose increments explain the running sum.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A state is a block together with the sum on arrival. From a state only those edges are followed whose increments can still end in `current`,
 * which a table of the largest reachable sums tells (csi.md 5). In metadata of csi-cc that leaves one way down, and below ENTRY a tree; states
 * are met once each, so ways are counted, not enumerated. Metadata made to have more sums than edges is given up at a fixed multiple of them. */
#include "crash/metadata.h"
#include "crash/path_graph.h"
#include "crash/path_inside.h"

#include <stdlib.h>
#include <string.h>

enum { NO_LINK = UINT32_MAX, STATES_AN_EDGE = 2, STATES_AT_LEAST = 1 << 16, PART_BLOCKS_KEPT = 1 << 22 };

struct state {
    uint32_t block;
    uint32_t arrivals;              /* the first of the links that lead here */
    uint64_t sum, ways;
    size_t depth;                   /* blocks on the longest way here, this one too */
    uint32_t *way;                  /* if ways is 1 and it was written down: its blocks begin here */
};

struct link {
    uint32_t from, next;
};

struct search {
    const struct path_graph *graph;
    uint64_t current;
    const uint8_t *rules;
    struct state *states;
    struct link *links;
    size_t state_count, state_capacity, link_count, link_capacity;
    uint32_t *slots;                /* open addressing, state + 1 */
    size_t slot_count;
    uint64_t key, budget;
    size_t kept_blocks;
    struct arena *arena;
    struct path_parts *parts;
    size_t item_capacity;
};

static bool has_rule(const struct search *search, uint32_t block, unsigned rule)
{
    return search->rules && search->rules[block] & rule;
}

/* ---- States ---- */

static size_t slot_of(const struct search *search, uint32_t block, uint64_t sum)
{
    size_t at = hash_mix(sum, hash_mix(block, search->key)) & (search->slot_count - 1);
    while (search->slots[at]) {
        const struct state *state = &search->states[search->slots[at] - 1];
        if (state->block == block && state->sum == sum)
            break;
        at = (at + 1) & (search->slot_count - 1);
    }
    return at;
}

static void grow_slots(struct search *search)
{
    if (2 * (search->state_count + 1) < search->slot_count)
        return;
    free(search->slots);
    search->slot_count = search->slot_count ? 4 * search->slot_count : 64;
    search->slots = memory_allocate(search->slot_count * sizeof *search->slots);
    for (size_t i = 0; i < search->state_count; i++)
        search->slots[slot_of(search, search->states[i].block, search->states[i].sum)] = (uint32_t)i + 1;
}

static uint32_t state_of(struct search *search, uint32_t block, uint64_t sum)
{
    grow_slots(search);
    size_t slot = slot_of(search, block, sum);
    if (!search->slots[slot]) {
        search->states = array_grow(search->states, &search->state_capacity, search->state_count + 1, sizeof *search->states);
        search->states[search->state_count] = (struct state){.block = block, .arrivals = NO_LINK, .sum = sum};
        search->slots[slot] = (uint32_t)++search->state_count;
    }
    return search->slots[slot] - 1;
}

static void add_link(struct search *search, uint32_t from, uint32_t to)
{
    search->links = array_grow(search->links, &search->link_capacity, search->link_count + 1, sizeof *search->links);
    search->links[search->link_count] = (struct link){from, search->states[to].arrivals};
    search->states[to].arrivals = (uint32_t)search->link_count++;
}

static void follow_edges(struct search *search, uint32_t from)
{
    const struct path_graph *graph = search->graph;
    uint32_t block = search->states[from].block;
    uint64_t rest = search->current - search->states[from].sum;
    if (graph->flags[block] & (PATH_MARKER_BACKEDGE | PATH_MARKER_EXIT) || has_rule(search, block, PATH_PART_NO_PASS))
        return;
    for (uint32_t i = graph->out.first[block]; i < graph->out.first[block + 1] && search->budget; i++, search->budget--) {
        const struct csi_edge *edge = &graph->function->edges[graph->out.items[i]];
        if (edge->back || edge->target == graph->function->exit || has_rule(search, edge->target, PATH_PART_NEVER))
            continue;
        if (edge->increment <= rest && rest - edge->increment <= graph->reach[edge->target])
            add_link(search, from, state_of(search, edge->target, search->current - (rest - edge->increment)));
    }
}

/* ---- Ways ---- */

struct place_in_order {
    uint32_t rank, state;
};

/* Sources before targets: a block's rank is above those of its targets. */
static int compare_ranks(const void *x, const void *y)
{
    const struct place_in_order *a = x, *b = y;
    if (a->rank != b->rank)
        return a->rank > b->rank ? -1 : 1;
    return (a->state > b->state) - (a->state < b->state);
}

static void count_ways(struct search *search)
{
    struct place_in_order *order = memory_allocate(search->state_count * sizeof *order);
    for (uint32_t i = 0; i < search->state_count; i++)
        order[i] = (struct place_in_order){search->graph->rank[search->states[i].block], i};
    qsort(order, search->state_count, sizeof *order, compare_ranks);
    for (size_t i = 0; i < search->state_count; i++) {
        struct state *state = &search->states[order[i].state];
        state->ways = state->arrivals == NO_LINK;
        for (uint32_t link = state->arrivals; link != NO_LINK; link = search->links[link].next) {
            const struct state *from = &search->states[search->links[link].from];
            state->ways = path_add(state->ways, from->ways);
            state->depth = from->depth > state->depth ? from->depth : state->depth;
        }
        state->depth++;
    }
    free(order);
}

/* ---- Writing down ---- */

static void keep_part(struct search *search, uint32_t *blocks, size_t count)
{
    struct path_parts *parts = search->parts;
    parts->items = array_grow(parts->items, &search->item_capacity, parts->count + 1, sizeof *parts->items);
    parts->items[parts->count++] = (struct path_part){blocks, count};
}

static bool has_room(const struct search *search, size_t blocks)
{
    return search->parts->count < PATH_PARTS_KEPT && (!search->parts->count || search->kept_blocks + blocks <= PART_BLOCKS_KEPT);
}

/* The one way to a state; states on it that were not written down yet share the blocks. */
static void keep_only_way(struct search *search, uint32_t last)
{
    struct state *state = &search->states[last];
    if (!state->way) {
        if (!has_room(search, state->depth))
            return;
        uint32_t *blocks = arena_allocate(search->arena, state->depth * sizeof *blocks);
        search->kept_blocks += state->depth;
        for (uint32_t at = last;;) {
            struct state *here = &search->states[at];
            blocks[here->depth - 1] = here->block;
            if (!here->way)
                here->way = blocks;
            if (here->arrivals == NO_LINK)
                break;
            at = search->links[here->arrivals].from;
        }
    }
    if (has_room(search, 0))
        keep_part(search, state->way, state->depth);
}

struct step_back {
    uint32_t state, link;           /* the link to try next */
};

static void keep_steps(struct search *search, const struct step_back *steps, size_t count)
{
    uint32_t *blocks = arena_allocate(search->arena, count * sizeof *blocks);
    for (size_t i = 0; i < count; i++)
        blocks[count - 1 - i] = search->states[steps[i].state].block;
    search->kept_blocks += count;
    keep_part(search, blocks, count);
}

/* All ways to a state, backward from it: each ends at the start, so that none is walked in vain. */
static void keep_ways(struct search *search, uint32_t last)
{
    struct step_back *steps = NULL;
    size_t depth = 0, capacity = 0;
    steps = array_grow(steps, &capacity, search->states[last].depth, sizeof *steps);
    steps[depth++] = (struct step_back){last, search->states[last].arrivals};
    while (depth && has_room(search, depth)) {
        struct step_back *top = &steps[depth - 1];
        if (search->states[top->state].arrivals == NO_LINK)
            keep_steps(search, steps, depth);
        if (top->link == NO_LINK) {
            depth--;
            continue;
        }
        uint32_t from = search->links[top->link].from;
        top->link = search->links[top->link].next;
        steps = array_grow(steps, &capacity, depth + 1, sizeof *steps);
        steps[depth++] = (struct step_back){from, search->states[from].arrivals};
    }
    free(steps);
}

static int compare_parts(const void *x, const void *y)
{
    const struct path_part *a = x, *b = y;
    return (a->count < b->count) - (a->count > b->count);
}

struct end {
    size_t depth;
    uint32_t state;
};

static int compare_ends(const void *x, const void *y)
{
    const struct end *a = x, *b = y;
    if (a->depth != b->depth)
        return a->depth > b->depth ? -1 : 1;
    return (a->state > b->state) - (a->state < b->state);
}

static void write_parts(struct search *search)
{
    struct end *ends = memory_allocate(search->state_count * sizeof *ends);
    struct path_parts *parts = search->parts;
    size_t count = 0;
    for (uint32_t i = 0; i < search->state_count; i++) {
        const struct state *state = &search->states[i];
        if (state->sum != search->current || has_rule(search, state->block, PATH_PART_NO_END))
            continue;
        parts->total = path_add(parts->total, state->ways);
        ends[count++] = (struct end){state->depth, i};
    }
    qsort(ends, count, sizeof *ends, compare_ends);
    for (size_t i = 0; i < count && has_room(search, 0); i++) {
        if (search->states[ends[i].state].ways == 1)
            keep_only_way(search, ends[i].state);
        else
            keep_ways(search, ends[i].state);
    }
    if (parts->count)
        qsort(parts->items, parts->count, sizeof *parts->items, compare_parts);
    free(ends);
}

static void search_free(struct search *search)
{
    struct path_part *items = search->parts->items;
    size_t size = search->parts->count * sizeof *items;
    search->parts->items = arena_allocate(search->arena, size);
    if (size)
        memcpy(search->parts->items, items, size);
    free(items);
    free(search->states);
    free(search->links);
    free(search->slots);
}

void path_parts_find(const struct path_graph *graph, uint32_t start_block, uint64_t sum, uint64_t current, const uint8_t *rules,
                     struct arena *arena, struct path_parts *parts)
{
    struct search search = {.graph = graph, .current = current, .rules = rules, .arena = arena, .parts = parts};
    *parts = (struct path_parts){0};
    if (sum > current || current - sum > graph->reach[start_block] || start_block == graph->function->exit ||
        has_rule(&search, start_block, PATH_PART_NEVER))
        return;
    search.key = hash_key(&search);
    search.budget = STATES_AN_EDGE * (uint64_t)graph->function->edge_count + STATES_AT_LEAST;
    state_of(&search, start_block, sum);
    for (uint32_t i = 0; i < search.state_count; i++)
        follow_edges(&search, i);
    parts->cut = !search.budget;
    count_ways(&search);
    write_parts(&search);
    search_free(&search);
}

void path_graph_parts(const struct path_graph *graph, uint32_t start_block, uint64_t sum, uint64_t current, struct arena *arena,
                      struct path_parts *parts)
{
    path_parts_find(graph, start_block, sum, current, NULL, arena, parts);
}
