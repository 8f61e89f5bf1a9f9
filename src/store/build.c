/* build.c - a comprehensive trace, read into arrays.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * While reading, definers[] holds the number an id got when first mentioned; resolve.c makes indices of them. A block whose id
 * has one already is dropped: nothing of it is kept, only the reader looks at it. */
#include "store/layout.h"

#include <stdlib.h>

enum { NO_RECORD = UINT32_MAX };    /* in store->final: no block with that id so far */

struct build {
    struct store *store;
    bool dropped;                   /* the block being read has an id that was there before */
    struct list *list;              /* being read, in store's arrays; NULL: none */
    bool in_values;
    uint64_t announced;
    bool rising;                    /* its X rise strictly so far */
    bool by_instance;               /* some clean list has X beyond its number of entries, or the writer says so */
    uint64_t last_id;               /* of the entry before, and its number: most entries repeat it */
    uint32_t last_number;
    bool has_last;
    ARRAY(uint64_t, lines);         /* line of each kept block */
    ARRAY(uint64_t, ids);           /* by number, as store->final */
};

static uint32_t id_number(struct build *build, uint64_t id)
{
    if (build->has_last && build->last_id == id)
        return build->last_number;
    uint64_t number;
    if (!map_get(&build->store->by_id, id, &number)) {
        number = build->store->final_count;
        map_put(&build->store->by_id, id, number);
        ARRAY_ADD(build->store, final, NO_RECORD);
        ARRAY_ADD(build, ids, id);
    }
    build->has_last = true;
    build->last_id = id;
    return build->last_number = (uint32_t)number;
}

/* ---- Lists ---- */

/* The X of the list so far, which were 0, 1, 2, ... until now. */
static void list_unfold(struct build *build)
{
    build->list->xs = build->store->xs_count;
    for (uint64_t x = 0; x < build->list->count; x++)
        ARRAY_ADD(build->store, xs, x);
}

static void list_take_x(struct build *build, uint64_t x)
{
    struct list *list = build->list;
    if (x < list->top)
        build->rising = false;
    if (x != list->count && list->xs == NOWHERE)
        list_unfold(build);
    if (list->xs != NOWHERE)
        ARRAY_ADD(build->store, xs, x);
    if (x >= list->top)
        list->top = x + 1;
    list->count++;
}

static void permute(uint64_t *data, const struct pair *order, uint64_t count, uint64_t *scratch)
{
    for (uint64_t i = 0; i < count; i++)
        scratch[i] = data[order[i].value];
    for (uint64_t i = 0; i < count; i++)
        data[i] = scratch[i];
}

/* Puts the entries of a list in order of X, equal X in file order. */
static void list_sort(struct build *build)
{
    struct store *store = build->store;
    struct list *list = build->list;
    uint64_t *xs = store->xs + list->xs;
    struct pair *order = memory_allocate(list->count * sizeof *order);
    uint64_t *scratch = memory_allocate(list->count * sizeof *scratch);
    for (uint64_t i = 0; i < list->count; i++)
        order[i] = (struct pair){xs[i], i};
    pairs_sort(order, list->count);
    permute(xs, order, list->count, scratch);
    permute((build->in_values ? store->values : store->instances) + list->first, order, list->count, scratch);
    if (!build->in_values) {
        uint32_t *definers = store->definers + list->first;
        for (uint64_t i = 0; i < list->count; i++)
            scratch[i] = definers[order[i].value];
        for (uint64_t i = 0; i < list->count; i++)
            definers[i] = (uint32_t)scratch[i];
    }
    free(order);
    free(scratch);
}

static void list_finish(struct build *build)
{
    struct list *list = build->list;
    if (!list)
        return;
    if (build->rising && list->count == build->announced && list->top > list->count)
        build->by_instance = true;
    if (!build->rising)
        list_sort(build);
    build->list = NULL;
}

static void list_begin(struct build *build, bool values, uint64_t announced)
{
    struct store *store = build->store;
    list_finish(build);
    if (build->dropped)
        return;
    struct record *record = &store->records[store->records_count - 1];
    struct list list = {values ? store->values_count : store->instances_count, 0, NOWHERE, 0};
    if (values) {
        record->value_list = store->value_lists_count;
        ARRAY_ADD(store, value_lists, list);
    } else {
        record->ports++;
        ARRAY_ADD(store, lists, list);
    }
    build->list = values ? &store->value_lists[store->value_lists_count - 1] : &store->lists[store->lists_count - 1];
    build->in_values = values;
    build->announced = announced;
    build->rising = true;
}

/* ---- Entries ---- */

static void entry_take(struct build *build, const struct wet_entry *entry)
{
    if (build->dropped)
        return;
    uint32_t number = id_number(build, entry->id);
    ARRAY_ADD(build->store, definers, number);
    ARRAY_ADD(build->store, instances, entry->instance);
    list_take_x(build, entry->x);
}

static uint64_t digit_value(char digit)
{
    return (uint64_t)(digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
}

/* Appends digits to wide[], two a byte, and returns where they are. */
static uint64_t wide_add(struct store *store, const char *digits, size_t size)
{
    uint64_t place = store->wide_count;
    ARRAY_ADD(store, wide, (unsigned char)size);
    for (size_t i = 0; i < size; i += 2) {
        uint64_t low = i + 1 < size ? digit_value(digits[i + 1]) : 0;
        ARRAY_ADD(store, wide, (unsigned char)(digit_value(digits[i]) << 4 | low));
    }
    return place;
}

/* The first value above 64 bits of a list: those before it move to wide[] too. */
static void list_widen(struct build *build, struct record *record)
{
    struct store *store = build->store;
    for (uint64_t i = 0; i < build->list->count; i++) {
        uint64_t *value = &store->values[build->list->first + i];
        char digits[16];
        size_t at = sizeof digits;
        do
            digits[--at] = "0123456789abcdef"[*value & 15];
        while (*value >>= 4);
        *value = wide_add(store, digits + at, sizeof digits - at);
    }
    record->has_wide = true;
}

static void value_take(struct build *build, const struct wet_value *value)
{
    if (build->dropped)
        return;
    struct store *store = build->store;
    struct record *record = &store->records[store->records_count - 1];
    uint64_t number = 0;
    if (value->digits.size > 16 && !record->has_wide)
        list_widen(build, record);
    if (record->has_wide)
        number = wide_add(store, value->digits.data, value->digits.size);
    else
        for (size_t i = 0; i < value->digits.size; i++)
            number = number << 4 | digit_value(value->digits.data[i]);
    ARRAY_ADD(store, values, number);
    list_take_x(build, value->x);
}

/* ---- Blocks ---- */

static void block_place_address(struct build *build, const struct wet_item *item)
{
    struct store *store = build->store;
    uint64_t index = store->records_count - 1, other;
    if (map_get(&store->by_address, item->block.address, &other)) {
        struct wet_finding finding = {WET_DUPLICATE_ADDRESS, item->block.address, store->records[other].id, build->lines[other]};
        finding_add(store, item->line, item->block.address_column, &finding);
    } else {
        map_put(&store->by_address, item->block.address, index);
    }
}

static void block_take(struct build *build, const struct wet_item *item)
{
    struct store *store = build->store;
    const struct wet_block *block = &item->block;
    list_finish(build);
    uint32_t number = id_number(build, block->id), before = store->final[number];
    build->dropped = before != NO_RECORD;
    if (build->dropped) {
        finding_add(store, item->line, item->column, &(struct wet_finding){WET_DUPLICATE_ID, block->id, build->lines[before], 0});
        return;
    }
    store->final[number] = (uint32_t)store->records_count;
    struct record record = {.id = block->id, .address = block->address, .line = block->line, .has_block = true};
    record.file = pool_name(&store->names, block->file);
    record.function = pool_name(&store->names, block->function);
    record.first_list = store->lists_count;
    record.value_list = NOWHERE;
    ARRAY_ADD(store, records, record);
    ARRAY_ADD(build, lines, item->line);
    block_place_address(build, item);
}

/* Ids that entries name and that have no block stand behind the instructions, in order of first mention. */
static void dangling_add(struct build *build)
{
    struct store *store = build->store;
    for (size_t number = 0; number < store->final_count; number++)
        if (store->final[number] == NO_RECORD) {
            struct record record = {.id = build->ids[number], .first_list = store->lists_count, .value_list = NOWHERE};
            store->final[number] = (uint32_t)store->records_count;
            ARRAY_ADD(store, records, record);
        }
}

static void item_take(struct build *build, const struct wet_item *item)
{
    switch (item->kind) {
    case WET_ITEM_ENTRY: entry_take(build, &item->entry); break;
    case WET_ITEM_VALUE: value_take(build, &item->value); break;
    case WET_ITEM_PORT: list_begin(build, false, item->number); break;
    case WET_ITEM_VALUES: list_begin(build, true, item->number); break;
    case WET_ITEM_BLOCK: block_take(build, item); break;
    case WET_ITEM_NO_VALUES:
        if (!build->dropped)
            build->store->records[build->store->records_count - 1].no_values = true;
        break;
    case WET_ITEM_PROBLEM: finding_add(build->store, item->line, item->column, &item->problem); break;
    case WET_ITEM_COUNT: build->by_instance |= item->by_instance; break;
    case WET_ITEM_ARROW: break;
    }
}

bool build_goes_on(const struct progress *progress, uint64_t done, uint64_t total, struct error *error)
{
    return progress_report(progress, done, total) || error_set(error, "interrupted");
}

static bool items_read(struct build *build, struct wet_reader *reader, uint64_t total, const struct progress *progress, struct error *error)
{
    struct wet_item item;
    for (uint64_t items = 1; wet_reader_next(reader, &item); items++) {
        item_take(build, &item);
        if (items % ITEMS_A_REPORT)
            continue;
        if (!build_goes_on(progress, wet_reader_offset(reader), total, error))
            return false;
        if (build->store->final_count > INSTRUCTIONS_MAX)
            return error_set(error, "more than %u instructions", INSTRUCTIONS_MAX);
    }
    return true;
}

bool build_trace(struct store *store, struct slice bytes, const struct store_options *options, struct error *error)
{
    struct build build = {.store = store};
    struct wet_reader *reader = wet_reader_open(bytes);
    bool done = items_read(&build, reader, bytes.size, &options->progress, error);
    wet_reader_close(reader);
    if (done) {
        list_finish(&build);
        store->summary.instructions = store->records_count;
        dangling_add(&build);
        resolve_trace(store, bytes, options->numbering == NUMBERING_DETECT ? !build.by_instance : options->numbering == NUMBERING_DENSE);
    }
    free(build.lines);
    free(build.ids);
    return done;
}
