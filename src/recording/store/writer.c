/* writer.c - writes a recording: dependences and values as they come, tables at the end.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/writer.h"
#include "recording/store/columns.h"
#include "recording/store/lists.h"
#include "recording/store/paged.h"
#include "recording/store/times.h"

#include <stdlib.h>
#include <string.h>

/* ---- The disk space that finishing a recording takes ---- */

uint64_t store_writer_bytes(const struct store_writer *writer)
{
    return paged_written(writer->paged);
}

const char *store_writer_temporary(const struct store_writer *writer)
{
    return paged_temporary(writer->paged);
}

bool store_writer_failed(const struct store_writer *writer)
{
    return paged_failed(writer->paged);
}

/* For PIECES, WINDOWS with WINDOW_STARTS, LEADERS, FRAMES and EVENTS: times.c. */
static uint64_t clock_unwritten(const struct clock_writer *clock)
{
    uint64_t pieces = 0;
    for (size_t i = 0; i < clock->sites_count; i++)
        pieces += clock->sites[i].pieces_count;
    return pieces * sizeof(struct clock_piece) + WINDOW_BYTES + clock->leaders_count * sizeof(uint32_t) + 2 * sizeof(uint64_t) +
           (clock->threads_count + 1) * (sizeof(struct clock_thread) + EVENTS_BYTES);
}

/* For the tables of instructions and lists: below. */
static uint64_t tables_unwritten(const struct store_writer *writer)
{
    enum { NAMES = 64 };
    size_t sites = writer->numbers_count > writer->clock.sites_count ? writer->numbers_count : writer->clock.sites_count;
    uint64_t lists = (uint64_t)gather_count(writer->links) + gather_count(writer->values) + gather_count(writer->clock.times);
    return sites * (sizeof(struct record) + sizeof(struct users_head) + 3 * sizeof(uint32_t) + NAMES) + lists * (sizeof(struct list) + sizeof(uint32_t)) +
           writer->notes.size;
}

bool store_writer_has_room(struct store_writer *writer, struct error *error)
{
    enum { UNTIL_NEXT = 8 << 20 };      /* for entries that come before the next call */
    uint64_t need = UNTIL_NEXT + gather_unwritten(writer->links) + gather_unwritten(writer->values) + gather_unwritten(writer->clock.times);
    need += uses_unwritten(writer->uses) + clock_unwritten(&writer->clock) + skipped_writer_unwritten(writer->skipped) + pieces_writer_unwritten(writer->pieces) + tables_unwritten(writer);
    return paged_has_room(writer->paged, need, error);
}

/* ---- Dependences and values of a recording, as they come ---- */

/* Notes uses and tops block by block: every entry gets into a block in the end, so store_writer_link need not look at its definer. */
static void note_uses(void *context, uint32_t list, uint64_t b, const struct block_range *ranges, unsigned count)
{
    struct store_writer *writer = context;
    for (unsigned i = 0; i < count; i++) {
        struct definer *definer = &writer->definers[ranges[i].definer];
        if (ranges[i].high >= definer->top)
            definer->top = ranges[i].high + 1;
        uses_add(writer->uses, list, b, ranges[i].definer, ranges[i].low, ranges[i].high);
    }
}

bool store_writer_open(const char *path, struct store_writer **made, struct error *error)
{
    return store_writer_open_after(path, NULL, made, error);
}

bool store_writer_open_after(const char *path, const char *other, struct store_writer **made, struct error *error)
{
    /* Compresses small streams, too: in short recordings most of the file is tables. */
    static const unsigned char packed[] = {STREAM_RECORDS, STREAM_LISTS, STREAM_NAMES, STREAM_FINAL, STREAM_BY_ADDRESS, STREAM_NOTES, STREAM_DESCRIPTORS,
                                           STREAM_LINKS, STREAM_VALUES, STREAM_TIMES, STREAM_USES, STREAM_USERS, STREAM_USE_LISTS, STREAM_PIECES,
                                           STREAM_WINDOWS, STREAM_WINDOW_STARTS, STREAM_FRAMES, STREAM_BLOCKS, STREAM_SKIPPED, STREAM_SKIPPED_CHUNKS,
                                           STREAM_STATE_PIECES, STREAM_STATE_TOUCHED, STREAM_SYSTEM_CALLS, STREAM_LEADERS, STREAM_EVENTS};
    struct paged_writer *paged;
    if (!paged_create_after(path, other, STREAMS, &paged, error))
        return false;
    for (size_t i = 0; i < sizeof packed; i++) {
        paged_compress(paged, packed[i]);
        paged_hold(paged, packed[i], OTHERS_HELD);
    }
    paged_hold(paged, STREAM_DESCRIPTORS, DESCRIPTORS_HELD);
    paged_hold(paged, STREAM_USES, USES_HELD);
    struct store_writer *writer = memory_allocate(sizeof *writer);
    struct gather_streams links = {.descriptors = STREAM_DESCRIPTORS, .payload = STREAM_LINKS, .named = note_uses, .context = writer};
    struct gather_streams values = {.descriptors = STREAM_DESCRIPTORS, .payload = STREAM_VALUES, .bytes = true};
    writer->paged = paged;
    writer->uses = uses_open(paged);
    writer->links = gather_open(paged, &links);
    writer->values = gather_open(paged, &values);
    clock_writer_open(&writer->clock, paged);
    writer->skipped = skipped_writer_open(paged);
    writer->pieces = pieces_writer_open(paged);
    *made = writer;
    return true;
}

void store_writer_rename(struct store_writer *writer, const char *path)
{
    paged_rename(writer->paged, path);
}

void store_writer_replace(struct store_writer *writer, const struct stat *file, struct timespec modified)
{
    paged_replace(writer->paged, file, modified);
}

void store_writer_drop(struct store_writer *writer)
{
    if (!writer)
        return;
    clock_writer_close(&writer->clock);
    skipped_writer_close(writer->skipped);
    pieces_writer_close(writer->pieces);
    gather_close(writer->links);
    gather_close(writer->values);
    uses_close(writer->uses);
    paged_drop(writer->paged);
    for (size_t i = 0; i < writer->value_lists_count; i++)
        free(writer->value_lists[i].limbs);
    free(writer->value_lists);
    free(writer->numbers);
    free(writer->definers);
    text_free(&writer->notes);
    free(writer);
}

uint32_t store_writer_port(struct store_writer *writer)
{
    return gather_list(writer->links, true);
}

static uint32_t values_list(struct store_writer *writer)
{
    uint32_t list = gather_list(writer->values, false);
    ARRAY_ADD(writer, value_lists, (struct value_list){0});
    return list;
}

uint32_t store_writer_values(struct store_writer *writer)
{
    return values_list(writer);
}

/* ---- Entries ---- */

static uint32_t number_new(struct store_writer *writer, uint32_t site)
{
    if (site >= writer->numbers_count) {
        size_t old = writer->numbers_count;
        writer->numbers = array_grow(writer->numbers, &writer->numbers_capacity, (size_t)site + 1, sizeof *writer->numbers);
        writer->numbers_count = (size_t)site + 1;
        memset(writer->numbers + old, 0, (writer->numbers_count - old) * sizeof *writer->numbers);
    }
    if (writer->numbers[site] == 0) {
        ARRAY_ADD(writer, definers, (struct definer){.site = site});
        writer->numbers[site] = (uint32_t)writer->definers_count;
    }
    return writer->numbers[site] - 1;
}

void store_writer_link(struct store_writer *writer, uint32_t port, uint64_t x, uint32_t site, uint64_t instance)
{
    uint32_t number = site < writer->numbers_count && writer->numbers[site] ? writer->numbers[site] - 1 : number_new(writer, site);
    writer->links_count++;
    gather_append(writer->links, port, x, number, instance);
}

/* Adds every word above the lowest to a list of its own, entry by entry. */
static void add_limbs(struct store_writer *writer, uint32_t values, const uint64_t *limbs, size_t count)
{
    size_t known = writer->value_lists[values].limbs_count;
    for (; known < count; known++) {
        uint32_t list = values_list(writer);
        struct value_list *main = &writer->value_lists[values];
        for (uint64_t i = 0; i < main->entries; i++)
            gather_append(writer->values, list, i, 0, 0);
        ARRAY_ADD(main, limbs, list);
    }
    struct value_list *main = &writer->value_lists[values];
    for (size_t i = 0; i < known; i++)
        gather_append(writer->values, main->limbs[i], main->entries, 0, i < count ? limbs[i] : 0);
}

static void add_value(struct store_writer *writer, uint32_t values, uint64_t x, uint64_t value)
{
    writer->value_lists[values].entries++;
    writer->values_count++;
    gather_append(writer->values, values, x, 0, value);
}

void store_writer_value(struct store_writer *writer, uint32_t values, uint64_t x, uint64_t value)
{
    if (writer->value_lists[values].limbs_count)
        add_limbs(writer, values, NULL, 0);
    add_value(writer, values, x, value);
}

void store_writer_wide_value(struct store_writer *writer, uint32_t values, uint64_t x, struct str digits)
{
    uint64_t limbs[VALUE_LIMBS];
    size_t count = value_limbs(digits, limbs) - 1;
    if (count || writer->value_lists[values].limbs_count)
        add_limbs(writer, values, limbs + 1, count);
    add_value(writer, values, x, limbs[0]);
}

/* ---- The clock, and notes ---- */

uint64_t store_writer_run(struct store_writer *writer, uint64_t thread, uint32_t site, uint64_t instance)
{
    return clock_writer_run(&writer->clock, thread, site, instance);
}

void store_writer_skipped(struct store_writer *writer, uint64_t call, uint64_t address, uint64_t size, uint64_t below)
{
    if (writer->clock.now)
        skipped_writer_add(writer->skipped, writer->clock.now, call, address, size, below);
}

void store_writer_note(struct store_writer *writer, const char *name, struct str value)
{
    text_add(&writer->notes, name);
    text_byte(&writer->notes, 0);
    text_append(&writer->notes, str_cut(value, 0, str_find_byte(value, 0)));
    text_byte(&writer->notes, 0);
}

/* ---- The tables of a recording, by instruction, at its end ---- */

/* ---- Instructions ---- */

static uint64_t name_offset(struct finishing *f, struct str name)
{
    uint64_t offset;
    if (!name.data)
        return NOWHERE;
    struct str own = pool_name(&f->pool, name);   /* equal names are one string */
    if (map_get(&f->name_offsets, (uintptr_t)own.data, &offset))
        return offset;
    uint32_t size = (uint32_t)own.size;
    offset = f->names.size;
    text_append(&f->names, (struct str){(const char *)&size, sizeof size});
    text_append(&f->names, own);
    map_put(&f->name_offsets, (uintptr_t)own.data, offset);
    return offset;
}

static void add_ports(struct finishing *f, struct record *record, const struct writer_instruction *instruction)
{
    record->first_list = f->lists_count;
    record->ports = instruction->port_count;
    for (size_t i = 0; i < instruction->port_count; i++) {
        struct list list = list_of(gather_get(f->writer->links, instruction->ports[i]), 0);
        f->use_lists[instruction->ports[i]] = (uint32_t)f->lists_count;
        if (f->program->dense && list.top && list.top < instruction->executions)
            record->flags |= RECORD_EXECUTIONS_LEAST;
        ARRAY_ADD(f, lists, list);
    }
}

static void add_values(struct finishing *f, struct record *record, const struct writer_instruction *instruction)
{
    const struct store_writer *writer = f->writer;
    record->value_list = NOWHERE;
    if (instruction->no_values)
        record->flags |= RECORD_NO_VALUES;
    if (!instruction->has_values)
        return;
    const struct value_list *values = &writer->value_lists[instruction->values];
    struct list list = list_of(gather_get(writer->values, instruction->values), LIST_VALUES);
    if (values->limbs_count) {
        list.flags |= LIST_WIDE;
        list.limbs = 1 + (uint32_t)values->limbs_count;
    }
    if (f->program->dense && list.top && list.top < instruction->executions)
        record->flags |= RECORD_EXECUTIONS_LEAST;
    record->value_list = f->lists_count;
    ARRAY_ADD(f, lists, list);
    for (size_t i = 0; i < values->limbs_count; i++)
        ARRAY_ADD(f, lists, list_of(gather_get(writer->values, values->limbs[i]), LIST_VALUES));
}

static void note_index(struct finishing *f, uint32_t site)
{
    while (f->index_of_count <= site)
        ARRAY_ADD(f, index_of, NO_INDEX);
    f->index_of[site] = (uint32_t)f->records_count;
    ARRAY_ADD(f, site_of, site);
}

static void add_instruction(struct finishing *f, const struct writer_instruction *instruction)
{
    struct record record = {.id = instruction->id, .address = instruction->address, .line = instruction->line, .flags = instruction->dangling ? 0 : RECORD_BLOCK};
    record.executions = instruction->executions;
    record.file = name_offset(f, instruction->file);
    record.function = name_offset(f, instruction->function);
    add_ports(f, &record, instruction);
    if (instruction->own_ports && instruction->own_ports < instruction->port_count && instruction->own_ports <= RECORD_OWN_MAX)
        record.flags |= (uint32_t)(instruction->own_ports + 1) << RECORD_OWN_SHIFT;
    add_values(f, &record, instruction);
    note_index(f, instruction->site);
    ARRAY_ADD(f, records, record);
    if (instruction->dangling)
        return;
    f->header.instructions++;
    uint64_t sum = f->header.instances + instruction->executions;
    f->header.instances = sum < instruction->executions ? UINT64_MAX : sum;
}

static void add_instructions(struct finishing *f)
{
    f->use_lists_count = gather_count(f->writer->links);
    f->use_lists = memory_allocate((f->use_lists_count + 1) * sizeof *f->use_lists);
    for (uint64_t i = 0; i < f->program->count; i++) {
        struct writer_instruction instruction = f->program->instruction(f->program->context, i);
        add_instruction(f, &instruction);
    }
}

/* ---- Definers ---- */

/* Leaves out uses if there are few: a reader makes them again. */
static void write_users(struct finishing *f, const uint32_t *index_of, struct users_head *heads)
{
    struct store_writer *writer = f->writer;
    if (writer->links_count <= USES_MADE && paged_is_held(writer->paged, STREAM_USES)) {
        free(paged_take(writer->paged, STREAM_USES));
        return;
    }
    uses_finish(writer->uses, index_of, heads);
    table_write(writer->paged, STREAM_USERS, heads, f->records_count, sizeof *heads / sizeof(uint64_t));
    table_write_numbers(writer->paged, STREAM_USE_LISTS, f->use_lists, f->use_lists_count);
}

/* FINAL by number, USERS by index. */
static bool write_definers(struct finishing *f, struct error *error)
{
    struct store_writer *writer = f->writer;
    size_t count = writer->definers_count;
    uint32_t *final = memory_allocate((count + 1) * sizeof *final);
    struct users_head *heads = memory_allocate((f->records_count + 1) * sizeof *heads);
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        const struct definer *definer = &writer->definers[i];
        final[i] = definer->site < f->index_of_count ? f->index_of[definer->site] : NO_INDEX;
        good = good && final[i] != NO_INDEX;
        if (good)
            heads[final[i]].top = definer->top;
    }
    if (good) {
        write_users(f, final, heads);
        table_write_numbers(writer->paged, STREAM_FINAL, final, count);
    }
    free(final);
    free(heads);
    return good || error_set(error, "an instruction that is not listed was depended upon");
}

/* ---- Indices ---- */

static void write_by_id(struct finishing *f)
{
    size_t count = f->records_count;
    struct pair *pairs = memory_allocate((count + 1) * sizeof *pairs);
    bool rising = true;
    for (size_t i = 0; i < count; i++) {
        pairs[i] = (struct pair){f->records[i].id, i};
        rising = rising && (i == 0 || f->records[i - 1].id < f->records[i].id);
    }
    if (!rising)
        pairs_sort(pairs, count);
    for (size_t i = 0; !rising && i < count; i++) {
        uint32_t index = (uint32_t)pairs[i].value;
        paged_append_items(f->writer->paged, STREAM_BY_ID, &index, sizeof index, 1);
    }
    free(pairs);
}

static void write_by_address(struct finishing *f)
{
    size_t count = (size_t)f->header.instructions;     /* dangling ids have no address */
    if (count <= BY_ADDRESS_MADE)
        return;
    uint32_t *order = memory_allocate(count * sizeof *order);
    records_order(f->records, count, true, order);
    table_write_numbers(f->writer->paged, STREAM_BY_ADDRESS, order, count);
    free(order);
}

/* Writes descriptors by columns if they are few but take more bytes than the payloads. */
static void write_descriptors(struct paged_writer *paged)
{
    uint64_t size = paged_stream_size(paged, STREAM_DESCRIPTORS);
    uint64_t payload = paged_stream_size(paged, STREAM_LINKS) + paged_stream_size(paged, STREAM_VALUES) + paged_stream_size(paged, STREAM_TIMES);
    if (!paged_is_held(paged, STREAM_DESCRIPTORS) || size < payload)
        return;
    size_t count = (size_t)size / sizeof(struct block);
    struct block *blocks = paged_take(paged, STREAM_DESCRIPTORS);
    table_write(paged, STREAM_BLOCKS, blocks, count, sizeof *blocks / sizeof(uint64_t));
    free(blocks);
}

static void write_tables(struct finishing *f)
{
    struct paged_writer *paged = f->writer->paged;
    write_by_id(f);
    write_by_address(f);
    write_descriptors(paged);
    table_write(paged, STREAM_RECORDS, f->records, f->records_count, sizeof *f->records / sizeof(uint64_t));
    table_write(paged, STREAM_LISTS, f->lists, f->lists_count, sizeof *f->lists / sizeof(uint64_t));
    paged_append_items(paged, STREAM_NAMES, f->names.data, f->names.size, 1);
    paged_append_items(paged, STREAM_NOTES, f->writer->notes.data, f->writer->notes.size, 1);
}

/* ---- The end ---- */

static bool finish_streams(struct finishing *f, struct error *error)
{
    struct store_writer *writer = f->writer;
    if (f->program->count >= NO_INDEX)
        return error_set(error, "there are more instructions than can be numbered");
    gather_finish(writer->links);
    gather_finish(writer->values);
    add_instructions(f);
    if (f->lists_count >= NO_INDEX)
        return error_set(error, "there are more uses than can be numbered");
    if (!write_definers(f, error) || !clock_writer_finish(f, error))
        return false;
    skipped_writer_finish(writer->skipped);
    pieces_writer_finish(writer->pieces);
    write_tables(f);
    return true;
}

static void fill_header(struct finishing *f)
{
    struct store_header *header = &f->header;
    header->kind = STORE_COMPREHENSIVE;
    header->recording = 1;
    header->dense = f->program->dense;
    header->has_clock = f->writer->clock.now > 0;
    header->numbering = f->program->dense ? NUMBERING_DENSE : NUMBERING_INSTANCE;
    header->evidence = f->program->evidence;
    header->dependences = f->writer->links_count;
    header->values = f->writer->values_count;
    header->times = f->writer->clock.now;
}

/* Loads the finished file as a store, or only closes it. */
static bool hand_over(const struct finishing *f, struct paged *paged, struct writer_totals *totals, struct store **store, struct error *error)
{
    const struct store_header *header = &f->header;
    *totals = (struct writer_totals){header->instructions, header->instances, header->dependences, header->values, header->times, paged_file_size(paged)};
    if (!store) {
        paged_close(paged);
        return true;
    }
    struct store *made = memory_allocate(sizeof *made);
    bool good = store_load(made, paged, error);
    *store = good ? made : NULL;
    if (!good)
        store_close(made);
    return good;
}

static void finishing_free(struct finishing *f)
{
    free(f->records);
    free(f->lists);
    free(f->index_of);
    free(f->site_of);
    free(f->use_lists);
    text_free(&f->names);
    map_free(&f->name_offsets);
    pool_free(&f->pool);
}

bool store_writer_finish(struct store_writer *writer, const struct writer_program *program, struct writer_totals *totals, struct store **store,
                         struct error *error)
{
    struct finishing f = {.writer = writer, .program = program};
    struct paged *paged = NULL;
    bool good = finish_streams(&f, error);
    if (good) {
        fill_header(&f);
        struct paged_writer *file = writer->paged;
        writer->paged = NULL;                   /* paged_finish has freed it */
        good = paged_finish(file, &f.header, sizeof f.header, &paged, error) && hand_over(&f, paged, totals, store, error);
    }
    store_writer_drop(writer);
    finishing_free(&f);
    return good;
}
