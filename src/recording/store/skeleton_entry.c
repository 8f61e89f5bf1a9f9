/* skeleton_entry.c - entries of a provisional store, read from the text when they are asked for.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/skeleton.h"

#include <stdlib.h>
#include <string.h>

/* 256 entries of one list. */
struct chunk {
    const struct list *list;        /* NULL: nothing is kept */
    uint64_t b;
    unsigned count;
    uint64_t x[BLOCK], id[BLOCK], instance[BLOCK];  /* of values only X */
};

void skeleton_free(struct skeleton *skeleton)
{
    if (skeleton)
        free(skeleton->chunk);
    free(skeleton);
}

static const struct guessed *guessed_of(const struct store *store, const struct list *list)
{
    return &store->skeleton->lists[list - store->lists];
}

bool guessed_offset(const struct store *store, const struct list *list, uint64_t b, uint64_t *offset)
{
    const struct guessed *guessed = guessed_of(store, list);
    if (b > (list->count - 1) / BLOCK || input_changed(store->input) != INPUT_UNCHANGED)
        return false;
    if (guessed->step)
        return skeleton_place(store->input, guessed, list->count, b * BLOCK, offset);
    *offset = store->skeleton->marks[guessed->first_mark + b].offset;
    return true;
}

static void chunk_read(const struct store *store, struct chunk *chunk, bool values, uint64_t offset, unsigned want)
{
    struct part_source source = {.input = store->input, .from = offset, .to = UINT64_MAX, .path = WET_PATH_SCALAR, .piece = 8192};
    struct feeder feeder;
    struct wet_item item;
    struct error ignored;
    bool done = false;
    feeder_open(&feeder, &source, WET_COMPREHENSIVE, values ? WET_FROM_VALUES : WET_FROM_LIST);
    while (!done && chunk->count < want) {
        if (!wet_reader_next(feeder.reader, &item)) {
            if (!feeder_go_on(&feeder, &done, &ignored))
                done = true;
        } else if (item.kind == (values ? WET_ITEM_VALUE : WET_ITEM_ENTRY)) {
            unsigned i = chunk->count++;
            chunk->x[i] = values ? item.value.x : item.entry.x;
            chunk->id[i] = values ? 0 : item.entry.id;
            chunk->instance[i] = values ? 0 : item.entry.instance;
        } else if (item.kind != WET_ITEM_PROBLEM) {
            done = true;
        }
    }
    feeder_close(&feeder);
}

/* Entries b * BLOCK and on; perhaps fewer than there should be. */
static const struct chunk *chunk_of(const struct store *store, const struct list *list, uint64_t b)
{
    struct skeleton *skeleton = store->skeleton;
    if (!skeleton->chunk)
        skeleton->chunk = memory_allocate(sizeof *skeleton->chunk);
    struct chunk *chunk = skeleton->chunk;
    uint64_t offset, left = list->count - b * BLOCK;
    if (chunk->list == list && chunk->b == b)
        return chunk;
    chunk->list = list;
    chunk->b = b;
    chunk->count = 0;
    if (guessed_offset(store, list, b, &offset))
        chunk_read(store, chunk, list->flags & LIST_VALUES, offset, left < BLOCK ? (unsigned)left : BLOCK);
    return chunk;
}

/* ---- X ---- */

static uint64_t below_by_step(const struct guessed *guessed, uint64_t count, uint64_t x)
{
    if (x <= guessed->first_x)
        return 0;
    uint64_t steps = (x - guessed->first_x - 1) / guessed->step + 1;
    return steps < count ? steps : count;
}

uint64_t guessed_below(const struct store *store, const struct list *list, uint64_t x)
{
    const struct guessed *guessed = guessed_of(store, list);
    if (list->count == 0 || guessed->step)
        return list->count ? below_by_step(guessed, list->count, x) : 0;
    const struct mark *marks = store->skeleton->marks + guessed->first_mark;
    uint64_t low = 0, high = (list->count - 1) / BLOCK + 1;     /* the marks before `low` are below x, from `high` on they are not */
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (marks[middle].x < x)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return 0;
    const struct chunk *chunk = chunk_of(store, list, low - 1);
    uint64_t below = (low - 1) * BLOCK;
    for (unsigned i = 0; i < chunk->count && chunk->x[i] < x; i++)
        below++;
    return below;
}

uint64_t guessed_x(const struct store *store, const struct list *list, uint64_t entry)
{
    const struct guessed *guessed = guessed_of(store, list);
    if (guessed->step)
        return guessed->first_x + entry * guessed->step;
    const struct chunk *chunk = chunk_of(store, list, entry / BLOCK);
    return entry % BLOCK < chunk->count ? chunk->x[entry % BLOCK] : 0;
}

/* ---- Entries ---- */

bool guessed_node(const struct store *store, const struct list *list, uint64_t entry, struct node *node)
{
    const struct chunk *chunk = chunk_of(store, list, entry / BLOCK);
    unsigned i = (unsigned)(entry % BLOCK);
    if (i >= chunk->count || chunk->x[i] != guessed_x(store, list, entry))
        return false;
    node->instance = chunk->instance[i];
    return store_find_id(store, chunk->id[i], &node->index);
}
