/* skeleton_tables.c - a provisional store of what a walk found.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/paged.h"
#include "recording/store/skeleton.h"

#include <stdlib.h>
#include <string.h>

/* ---- Executions (clew-formats(5) 1.4) ---- */

/* What entries of others name is not known: without entries of its own an instruction ran at least once. */
static void count_executions(struct record *record, const struct list *lists, bool dense)
{
    uint64_t least;
    record->executions = lists_executions(record, lists, &least);
    if (record->executions == 0 || (dense && least < record->executions))
        record->flags |= RECORD_EXECUTIONS_LEAST;
    if (record->executions == 0)
        record->executions = 1;
}

static uint64_t executions_find(struct found *found, bool dense)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < found->records_count; i++) {
        count_executions(&found->records[i], found->lists, dense);
        if (__builtin_add_overflow(sum, found->records[i].executions, &sum))
            sum = UINT64_MAX;
    }
    return sum;
}

/* ---- Tables ---- */

static const void *table_copy(struct store *store, const void *items, size_t count, size_t item)
{
    void *copy = arena_allocate(&store->arena, count * item + PAGED_SLACK);
    if (count)
        memcpy(copy, items, count * item);
    return copy;
}

static const uint32_t *order_make(struct store *store, bool by_address)
{
    uint32_t *order = arena_allocate(&store->arena, (size_t)(store->record_count + 1) * sizeof *order);
    records_order(store->records, (size_t)store->record_count, by_address, order);
    return order;
}

static void tables_make(struct store *store, const struct found *found)
{
    store->record_count = store->summary.instructions = found->records_count;
    store->records = table_copy(store, found->records, found->records_count, sizeof *found->records);
    store->list_count = found->lists_count;
    store->lists = table_copy(store, found->lists, found->lists_count, sizeof *found->lists);
    store->names_size = found->name_bytes.size;
    store->names = table_copy(store, found->name_bytes.data, found->name_bytes.size, 1);
    store->users = arena_allocate(&store->arena, (found->records_count + 1) * sizeof *store->users);
    store->by_id = order_make(store, false);
    store->by_address = order_make(store, true);
    store->by_address_count = store->record_count;
}

/* Streams in which there is nothing. */
static bool streams_make(struct store *store, struct error *error)
{
    struct paged_writer *writer;
    return paged_create(NULL, STREAMS, &writer, error) && paged_finish(writer, &store->header, sizeof store->header, &store->paged, error);
}

bool skeleton_load(struct store *store, const struct store_options *options, struct found *found, struct error *error)
{
    struct skeleton *skeleton = memory_allocate(sizeof *skeleton);
    store->skeleton = skeleton;
    store->header = (struct store_header){.kind = STORE_COMPREHENSIVE, .instructions = found->records_count};
    header_number(&store->header, options->numbering, found->evidence);
    store->header.instances = executions_find(found, store->header.dense != 0);
    store->summary = (struct store_summary){.kind = STORE_COMPREHENSIVE, .dense = store->header.dense != 0, .evidence = (enum store_evidence)store->header.evidence};
    store->orders = orders_new();
    tables_make(store, found);
    skeleton->lists = table_copy(store, found->guessed, found->guessed_count, sizeof *found->guessed);
    skeleton->marks = table_copy(store, found->marks, found->marks_count, sizeof *found->marks);
    skeleton->reached = found->reached;
    skeleton->size = input_size(store->input);
    skeleton->whole = found->whole;
    return streams_make(store, error);
}
