/* resolve.c - what only a whole trace shows: executions, dangling ids, instances out of range.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/layout.h"

#include <stdlib.h>

/* ---- Executions (1.4) ---- */

static void raise_top(struct record *record, const struct list *list, uint64_t *least)
{
    if (list->top == 0)
        return;
    record->has_entries = true;
    if (list->top > record->executions)
        record->executions = list->top;
    if (list->top < *least)
        *least = list->top;
}

static void count_executions(struct store *store)
{
    for (size_t i = 0; i < store->records_count; i++) {
        struct record *record = &store->records[i];
        uint64_t least = UINT64_MAX;
        record->executions = record->has_block;
        for (uint64_t port = 0; port < record->ports; port++)
            raise_top(record, &store->lists[record->first_list + port], &least);
        if (record->value_list != NOWHERE)
            raise_top(record, &store->value_lists[record->value_list], &least);
        record->executions_least = store->summary.dense && least < record->executions;
    }
}

/* Makes indices of id numbers. References raise the executions of an instruction only where it has no entry of its own. Returns how
 * many entries have no instruction, or none with that instance: each such node goes to extras. */
static uint64_t resolve_entries(struct store *store)
{
    uint64_t loose = 0;
    for (size_t i = 0; i < store->instances_count; i++) {
        uint32_t index = store->final[store->definers[i]];
        struct record *record = &store->records[index];
        uint64_t instance = store->instances[i];
        store->definers[i] = index;
        if (!record->has_entries && instance >= record->executions)
            record->executions = instance + 1;
        if (!record->has_block || instance >= record->executions) {
            ARRAY_ADD(store, extras, (struct node){index, instance});
            loose++;
        }
    }
    return loose;
}

void extras_finish(struct store *store)
{
    size_t count = store->extras_count, kept = 0;
    struct pair *pairs = memory_allocate(count * sizeof *pairs);
    for (size_t i = 0; i < count; i++)
        pairs[i] = (struct pair){store->extras[i].instance, store->extras[i].index};
    pairs_sort(pairs, count);
    for (size_t i = 0; i < count; i++)
        pairs[i] = (struct pair){pairs[i].value, pairs[i].key};
    pairs_sort(pairs, count);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || pairs[i].key != pairs[i - 1].key || pairs[i].value != pairs[i - 1].value)
            store->extras[kept++] = (struct node){pairs[i].key, pairs[i].value};
    store->extras_count = kept;
    free(pairs);
}

/* ---- Places of loose entries ---- */

static void check_entry(struct store *store, const struct wet_item *item)
{
    const struct wet_entry *entry = &item->entry;
    uint64_t number = 0;
    if (!map_get(&store->by_id, entry->id, &number))
        return;
    const struct record *record = &store->records[store->final[number]];
    if (!record->has_block)
        finding_add(store, item->line, entry->id_column, &(struct wet_finding){WET_DANGLING_ID, entry->id, 0, 0});
    else if (entry->instance >= record->executions)
        finding_add(store, item->line, entry->instance_column,
                    &(struct wet_finding){WET_INSTANCE_RANGE, entry->instance, entry->id, record->executions});
}

/* The arrays keep no line numbers: a trace with loose entries is read a second time for them. */
static void place_loose_entries(struct store *store, struct slice bytes)
{
    struct wet_reader *reader = wet_reader_open(bytes);
    struct wet_item item;
    uint64_t kept = 0, number = 0;
    bool dropped = false;
    while (wet_reader_next(reader, &item)) {
        if (item.kind == WET_ITEM_BLOCK) {
            dropped = !map_get(&store->by_id, item.block.id, &number) || store->final[number] != kept;
            kept += !dropped;
        } else if (item.kind == WET_ITEM_ENTRY && !dropped) {
            check_entry(store, &item);
        }
    }
    wet_reader_close(reader);
}

static void summarise(struct store *store)
{
    struct store_summary *summary = &store->summary;
    summary->kind = STORE_COMPREHENSIVE;
    summary->dependences = store->instances_count;
    summary->values = store->values_count;
    for (uint64_t i = 0; i < summary->instructions; i++)
        if (__builtin_add_overflow(summary->instances, store->records[i].executions, &summary->instances))
            summary->instances = UINT64_MAX;
}

void resolve_trace(struct store *store, struct slice bytes, bool dense)
{
    store->summary.dense = dense;
    count_executions(store);
    uint64_t loose = resolve_entries(store);
    extras_finish(store);
    if (loose)
        place_loose_entries(store, bytes);
    summarise(store);
}
