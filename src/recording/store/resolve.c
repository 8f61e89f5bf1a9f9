/* resolve.c - what only a whole trace shows: executions, dangling ids, instances out of range; and the tables.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/building.h"
#include "recording/store/paged.h"
#include "recording/store/table.h"

#include <stdlib.h>
#include <string.h>

/* ---- Executions (1.4) ---- */

static void raise_top(const struct list *list, uint64_t *most, uint64_t *least)
{
    if (list->top > *most)
        *most = list->top;
    if (list->top && list->top < *least)
        *least = list->top;
}

uint64_t lists_executions(const struct record *record, const struct list *lists, uint64_t *least)
{
    uint64_t most = 0;
    *least = UINT64_MAX;
    for (uint64_t port = 0; port < record->ports; port++)
        raise_top(&lists[record->first_list + port], &most, least);
    if (record->value_list != NOWHERE)
        raise_top(&lists[record->value_list], &most, least);
    return most;
}

/* References raise the executions of an instruction only where it has no entry of its own. True: some entry names an instance beyond them. */
static bool count_executions(struct build *build, struct record *record, uint64_t referenced)
{
    uint64_t least;
    record->executions = lists_executions(record, build->lists, &least);
    if (build->header.dense && least < record->executions)
        record->flags |= RECORD_EXECUTIONS_LEAST;
    if (record->executions)
        return referenced > record->executions;
    record->executions = referenced ? referenced : 1;
    return false;
}

/* Ids that entries name and that have no block stand behind the instructions, in order of first mention. */
static bool dangling_add(struct build *build)
{
    bool found = false;
    for (size_t i = 0; i < build->numbers.items_count; i++) {
        struct number *number = &build->numbers.items[i];
        if (number->index != NO_RECORD || number->top == 0)
            continue;
        struct record record = {.id = number->id, .executions = number->top, .first_list = build->lists_count, .value_list = NOWHERE,
                                .file = NOWHERE, .function = NOWHERE};
        number->index = (uint32_t)build->records_count;
        ARRAY_ADD(build, records, record);
        found = true;
    }
    return found;
}

static bool executions_find(struct build *build)
{
    bool loose = false;
    for (size_t i = 0; i < build->header.instructions; i++) {
        const struct number *number = &build->numbers.items[number_of(&build->numbers, build->records[i].id)];
        loose |= count_executions(build, &build->records[i], number->top);
        if (__builtin_add_overflow(build->header.instances, build->records[i].executions, &build->header.instances))
            build->header.instances = UINT64_MAX;
    }
    return loose;
}

/* ---- Places of loose entries ---- */

static void check_entry(struct build *build, const struct wet_item *item)
{
    const struct wet_entry *entry = &item->entry;
    const struct record *record = &build->records[build->numbers.items[number_of(&build->numbers, entry->id)].index];
    if (!(record->flags & RECORD_BLOCK))
        finding_add(&build->findings, item->line, entry->id_column, &(struct wet_finding){WET_DANGLING_ID, entry->id, 0, 0});
    else if (entry->instance >= record->executions)
        finding_add(&build->findings, item->line, entry->instance_column,
                    &(struct wet_finding){WET_INSTANCE_RANGE, entry->instance, entry->id, record->executions});
}

/* Blocks keep no line numbers: a trace with loose entries is read a second time for them. */
static bool place_loose_entries(struct build *build, struct error *error)
{
    struct part_source source = {build->input, 0, UINT64_MAX, build->options->path, build->options->progress, 0};
    struct feeder feeder;
    struct wet_item item;
    uint64_t kept = 0;
    bool dropped = false, done = false, good = true;
    feeder_open(&feeder, &source, WET_COMPREHENSIVE, WET_FROM_FILE);
    while (good && !done) {
        if (!wet_reader_next(feeder.reader, &item)) {
            good = feeder_go_on(&feeder, &done, error);
        } else if (item.kind == WET_ITEM_BLOCK) {
            dropped = build->numbers.items[number_of(&build->numbers, item.block.id)].index != kept;
            kept += !dropped;
        } else if (item.kind == WET_ITEM_ENTRY && !dropped) {
            check_entry(build, &item);
        }
    }
    feeder_close(&feeder);
    return good;
}

void header_number(struct store_header *header, enum store_numbering asked, enum store_evidence found)
{
    evidence_raise(&found, EVIDENCE_NOTHING);
    header->numbering = (uint32_t)asked;
    header->evidence = (uint32_t)(asked == NUMBERING_DETECT ? found : EVIDENCE_ASKED);
    header->dense = asked == NUMBERING_DETECT ? found <= EVIDENCE_OLD_MARK : asked == NUMBERING_DENSE;
}

bool build_resolve(struct build *build, struct error *error)
{
    struct store_header *header = &build->header;
    header->kind = STORE_COMPREHENSIVE;
    header_number(header, build->options->numbering, build->evidence);
    header->instructions = build->records_count;
    bool loose = executions_find(build);
    loose |= dangling_add(build);
    return !loose || place_loose_entries(build, error);
}

/* ---- Tables ---- */

/* Writes the indices of records in order of address (of those that have a block) or of id; nothing where ids rise as it is. */
static void order_write(struct build *build, unsigned stream, bool by_address)
{
    size_t count = by_address ? (size_t)build->header.instructions : build->records_count;
    bool rising = !by_address;
    for (size_t i = 1; rising && i < count; i++)
        rising = build->records[i - 1].id < build->records[i].id;
    if (rising)
        return;
    uint32_t *order = memory_allocate((count + 1) * sizeof *order);
    records_order(build->records, count, by_address, order);
    if (count)
        paged_append_items(build->writer, stream, order, count, sizeof *order);
    free(order);
}

static void users_write(struct build *build)
{
    struct users_head *heads = memory_allocate((build->records_count + 1) * sizeof *heads);
    uint32_t *index_of = memory_allocate((build->numbers.items_count + 1) * sizeof *index_of);
    for (size_t i = 0; i < build->numbers.items_count; i++) {
        const struct number *number = &build->numbers.items[i];
        index_of[i] = number->index == NO_RECORD ? 0 : number->index;
        if (number->index != NO_RECORD)
            heads[number->index].top = number->top;
    }
    for (size_t i = 0; i < build->final_count; i++)
        build->final[i] = index_of[build->final[i]];
    uses_finish(build->uses, index_of, heads);
    table_write(build->writer, STREAM_USERS, heads, build->records_count, sizeof *heads / sizeof(uint64_t));
    paged_append_items(build->writer, STREAM_FINAL, build->final, build->final_count, sizeof *build->final);
    free(index_of);
    free(heads);
}

/* May the index have its name? Neither one of what is no trace, nor one of a text that its name does not lead to any more, would ever be used. */
static bool is_worth_a_file(const struct build *build, struct error *error)
{
    const char *name = input_name(build->input);
    if (!build->to_file)
        return true;
    if (input_is_file(build->input) && input_replaced(build->input))
        return error_at(error, name, 0, 0, "was replaced or removed while it was read");
    return header_is_of_trace(&build->header, name, error);
}

static void note_write(struct build *build, const char *name, const char *value)
{
    paged_append_items(build->writer, STREAM_NOTES, name, strlen(name) + 1, 1);
    paged_append_items(build->writer, STREAM_NOTES, value, strlen(value) + 1, 1);
}

bool build_finish(struct build *build, struct store *store, struct error *error)
{
    struct store_header *header = &build->header;
    struct paged *paged;
    findings_sort(&build->findings);
    header->problems = build->findings.total;
    header->problems_kept = build->findings.items_count;
    memcpy(header->kind_count, build->findings.kind_count, sizeof header->kind_count);
    order_write(build, STREAM_BY_ID, false);
    order_write(build, STREAM_BY_ADDRESS, true);
    users_write(build);
    table_write(build->writer, STREAM_RECORDS, build->records, build->records_count, sizeof *build->records / sizeof(uint64_t));
    table_write(build->writer, STREAM_LISTS, build->lists, build->lists_count, sizeof *build->lists / sizeof(uint64_t));
    paged_append_items(build->writer, STREAM_PROBLEMS, build->findings.items, build->findings.items_count, sizeof *build->findings.items);
    struct error ignored;
    if (input_is_file(build->input) && !input_identify(build->input, &header->text, &ignored))
        return error_set(error, "cannot be read");
    if (!is_worth_a_file(build, error))
        return false;
    const char *notice = build->has_damage ? store_keep_error(store, "only what stands before damage was read: ", &build->damage) : NULL;
    if (notice)
        note_write(build, NOTE_DAMAGE, notice);
    struct paged_writer *writer = build->writer;
    build->writer = NULL;
    if (!paged_finish(writer, header, sizeof *header, &paged, error) || !store_load(store, paged, error))
        return false;
    if (notice)
        store->notice = notice;
    return true;
}
