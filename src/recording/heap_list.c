/* heap_list.c - info heap: the blocks live at a place, by where they were allocated.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/describe.h"
#include "recording/heap.h"
#include "recording/steps.h"

#include <inttypes.h>
#include <stdlib.h>

/* A live block, and where it comes from. */
struct live_block {
    uint32_t block;                     /* its number */
    uint8_t how;
    uint64_t index, caller;             /* the instruction that led to it, and the one that called that function; UINT64_MAX: unknown */
};

/* Blocks that one instruction allocated, called from one place. */
struct block_group { size_t first, count; uint64_t bytes; };

/* A row: a group of several, or a block. */
struct heap_entry { bool group; size_t number; };

struct block_list {
    struct session *session;
    struct heap *heap;
    ARRAY(struct live_block, live);
    ARRAY(struct block_group, groups);
    ARRAY(struct heap_entry, entries);
    struct folds folds;
    struct table table;
};

enum { BLOCK_TIME, BLOCK_LOCATION, BLOCK_HOW, BLOCK_TEXT, BLOCK_COLUMNS };

static const struct heap_entry *entry_of(const struct block_list *list, uint64_t i)
{
    return &list->entries[folds_entry(&list->folds, (size_t)i)];
}

/* The entry's block; of a group the first one. */
static const struct live_block *live_of(const struct block_list *list, const struct heap_entry *entry)
{
    return &list->live[entry->group ? list->groups[entry->number].first : entry->number];
}

static void add_caller(const struct block_list *list, const struct live_block *live, struct text *out)
{
    if (live->caller == UINT64_MAX)
        return;
    struct instruction instruction = program_instruction(wet_of(list->session)->program, live->caller);
    if (!instruction.file.size || !instruction.line)
        return;
    text_add(out, ", called at ");
    describe_location_in(&instruction, LOCATION_ROOM, out);
}

static void block_text(const struct block_list *list, uint64_t i, struct text *out)
{
    const struct heap_entry *entry = entry_of(list, i);
    const struct live_block *live = live_of(list, entry);
    const struct heap_block *block = heap_block(list->heap, live->block);
    if (entry->group) {
        text_add(out, folds_is_open(&list->folds, folds_entry(&list->folds, (size_t)i)) ? "- " : "+ ");
        text_printf(out, "%zu blocks, ", list->groups[entry->number].count);
        heap_add_bytes(list->groups[entry->number].bytes, out);
    } else {
        text_add(out, "  ");
        heap_add_bytes(block->size, out);
        text_add(out, " at ");
        text_hex(out, block->address);
    }
    add_caller(list, live, out);
}

static void block_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct block_list *list = data;
    const struct live_block *live = live_of(list, entry_of(list, i));
    const struct heap_block *block = heap_block(list->heap, live->block);
    switch (column) {
    case BLOCK_TIME:
        time_cell(list->session, block->allocated, cell->text);
        break;
    case BLOCK_LOCATION:
        if (live->index != UINT64_MAX)
            location_cell(list->session, block->allocated, cell->text);
        else
            text_add(cell->text, "before your code ran");
        break;
    case BLOCK_HOW: text_add(cell->text, heap_how(list->heap, block->how)); break;
    default: block_text(list, i, cell->text); break;
    }
}

static bool block_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct block_list *list = rows->data;
    const struct heap_entry *entry = entry_of(list, i);
    const struct heap_block *block = heap_block(list->heap, live_of(list, entry)->block);
    table_row(&list->table, i, row);
    if (entry->group) {
        row_number(row, "blocks", list->groups[entry->number].count);
        row_number(row, "bytes", list->groups[entry->number].bytes);
    } else {
        row_hex(row, "block", block->address);
        row_number(row, "block_size", block->size);
    }
    row_string(row, "allocated_by", str_of(heap_how(list->heap, block->how)));
    row_of_time(row, list->session, block->allocated);
    return true;
}

static bool block_fold(struct rows *rows, uint64_t *i, enum fold change)
{
    struct block_list *list = rows->data;
    bool changed = folds_change(&list->folds, i, change);
    rows->count = folds_count(&list->folds);
    return changed;
}

static void list_free(struct block_list *list)
{
    folds_free(&list->folds);
    free(list->live);
    free(list->groups);
    free(list->entries);
}

static void block_release(struct rows *rows)
{
    list_free(rows->data);
}

/* ---- Which blocks, and which belong together ---- */

static struct live_block look_at(const struct session *session, uint32_t number, const struct heap_block *block)
{
    struct live_block live = {.block = number, .how = block->how, .index = UINT64_MAX, .caller = UINT64_MAX};
    struct node node;
    uint64_t call;
    if (!block->allocated || !store_at(wet_of(session)->store, block->allocated, &node))
        return live;
    live.index = node.index;
    if (wet_call_of(session, block->allocated, 1, &call) && store_at(wet_of(session)->store, call, &node))
        live.caller = node.index;
    return live;
}

static int by_place(const void *a, const void *b)
{
    const struct live_block *x = a, *y = b;
    COMPARE_FIRST(x->index, y->index);
    COMPARE_FIRST(x->caller, y->caller);
    COMPARE_FIRST(x->how, y->how);
    return COMPARE(x->block, y->block);
}

static int by_bytes(const void *a, const void *b)
{
    const struct block_group *x = a, *y = b;
    COMPARE_FIRST(y->bytes, x->bytes);
    return COMPARE(x->first, y->first);
}

static bool is_same_place(const struct live_block *a, const struct live_block *b)
{
    return a->index == b->index && a->caller == b->caller && a->how == b->how;
}

/* The largest sum first. */
static void make_groups(struct block_list *list)
{
    qsort(list->live, list->live_count, sizeof *list->live, by_place);
    for (size_t i = 0, to; i < list->live_count; i = to) {
        struct block_group group = {.first = i};
        for (to = i; to < list->live_count && is_same_place(&list->live[i], &list->live[to]); to++)
            group.bytes += heap_block(list->heap, list->live[to].block)->size;
        group.count = to - i;
        ARRAY_ADD(list, groups, group);
    }
    qsort(list->groups, list->groups_count, sizeof *list->groups, by_bytes);
    for (size_t i = 0; i < list->groups_count; i++) {
        const struct block_group *group = &list->groups[i];
        size_t owner = group->count > 1 ? folds_add(&list->folds, FOLDS_TOP) : FOLDS_TOP;
        if (group->count > 1)
            ARRAY_ADD(list, entries, (struct heap_entry){true, i});
        for (size_t k = group->first; k < group->first + group->count; k++) {
            folds_add(&list->folds, owner);
            ARRAY_ADD(list, entries, (struct heap_entry){false, k});
        }
    }
}

/* False: interrupted. */
static bool find_live(struct block_list *list, uint64_t time, uint64_t *bytes, struct error *error)
{
    enum { OFTEN = 4096 };
    const struct blocks *blocks = lifetimes_blocks(list->heap->lifetimes);
    for (size_t i = 0; i < blocks->items_count; i++) {
        if (i % OFTEN == 0 && !progress_report(&list->session->options.progress, i, blocks->items_count))
            return error_set(error, "interrupted");
        if (!heap_is_live(&blocks->items[i], time) || blocks->items[i].holds)
            continue;
        ARRAY_ADD(list, live, look_at(list->session, (uint32_t)i, &blocks->items[i]));
        *bytes += blocks->items[i].size;
    }
    return true;
}

bool heap_list_live(struct session *session, struct heap *heap, uint64_t time, struct answer *answer, struct error *error)
{
    enum { WIDEST_HOW = 18 };
    static const struct column columns[BLOCK_COLUMNS] = {
        [BLOCK_TIME] = TIME_COLUMN, [BLOCK_LOCATION] = LOCATION_COLUMN, [BLOCK_HOW] = {STYLE_DIM, WIDEST_HOW, 0},
        [BLOCK_TEXT] = {STYLE_VALUE, 0, 0}};
    struct rows *rows = &answer->rows;
    uint64_t bytes = 0, full = lifetimes_full(heap->lifetimes);
    if (full && time > full) {
        rows_add_printf(rows, "unknown: clew knows the blocks up to @%" PRIu64, full)->style = STYLE_UNKNOWN;
        return true;
    }
    struct block_list *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct block_list){.session = session, .heap = heap};
    list->table = (struct table){.columns = columns, .count = BLOCK_COLUMNS, .cell = block_cell, .data = list};
    bool whole = find_live(list, time, &bytes, error);
    if (!whole || list->live_count == 0) {
        list_free(list);
        if (whole)
            rows_add_printf(rows, "no block is allocated here")->style = STYLE_UNKNOWN;
        return whole;
    }
    make_groups(list);
    session_note(session, "%zu block%s, %" PRIu64 " byte%s", list->live_count, list->live_count == 1 ? "" : "s", bytes, bytes == 1 ? "" : "s");
    rows->count = folds_count(&list->folds);
    rows->data = list;
    rows->get = block_get;
    rows->release = block_release;
    rows->fold = block_fold;
    table_measure(&list->table, 0, rows->count);
    return true;
}
