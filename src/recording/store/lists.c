/* lists.c - lists of entries, and the instructions they belong to.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/lists.h"
#include "recording/store/columns.h"
#include "recording/store/skeleton.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lists, and the instructions that own them ---- */

/* ---- Damage ---- */

const char *store_keep_error(struct store *store, const char *start, const struct error *error)
{
    struct text text = {0};
    text_add(&text, start);
    error_text(error, &text);
    const char *kept = arena_string(&store->arena, text_str(&text));
    text_free(&text);
    return kept;
}

bool error_name_source(struct error *error, const char *name)
{
    if (!error->source[0])
        snprintf(error->source, sizeof error->source, "%s", name);
    return false;
}

void store_note_damage(const struct store *store, const struct error *error)
{
    struct store *mutable = (struct store *)store; /* readers note damage in the store */
    if (mutable->damage)
        return;
    mutable->damage = memory_allocate(sizeof *error);
    *mutable->damage = *error;
    error_name_source(mutable->damage, store->index_path ? store->index_path : store->path);
}

/* ---- Lists ---- */

unsigned list_payloads(const struct list *list)
{
    return list->flags & LIST_VALUES ? STREAM_VALUES : list->flags & LIST_TIMES ? STREAM_TIMES : STREAM_LINKS;
}

static bool has_definers(const struct list *list)
{
    return !(list->flags & (LIST_VALUES | LIST_TIMES));
}

static struct block descriptor(const struct store *store, uint64_t number)
{
    struct block block;
    memcpy(&block, paged_at(store->paged, STREAM_DESCRIPTORS, number * sizeof block, sizeof block), sizeof block);
    return block;
}

const unsigned char *entry_payload(const struct store *store, const struct list *list, struct block block, unsigned count, bool definers)
{
    bool good;
    size_t size = block_size(block, count, definers, &good);
    if (!good) {
        struct error error;
        error_set(&error, "a block that no clew writes");
        store_note_damage(store, &error);
    }
    return good ? paged_at(store->paged, list_payloads(list), block_offset(block), size) : NULL;
}

static struct block_entry entry_of(const struct store *store, const struct list *list, uint64_t first, bool uniform, bool definers, uint64_t entry)
{
    struct block block = descriptor(store, uniform ? first : first + entry / BLOCK);
    if (uniform || block_kind(block) == BLOCK_LINE)
        return block_at_line(block, uniform ? entry : entry % BLOCK);
    unsigned count = block_entries(list->count, entry);
    const unsigned char *data = entry_payload(store, list, block, count, definers);
    return data ? block_at(block, data, count, (unsigned)(entry % BLOCK), definers) : (struct block_entry){0};
}

struct block_entry list_entry(const struct store *store, const struct list *list, uint64_t entry)
{
    return entry_of(store, list, list->first, list->flags & LIST_UNIFORM, has_definers(list), entry);
}

uint64_t list_x(const struct store *store, const struct list *list, uint64_t entry)
{
    if (list->flags & LIST_GUESSED)
        return guessed_x(store, list, entry);
    return list->xs == NOWHERE ? entry : entry_of(store, list, list->xs, list->flags & LIST_XS_UNIFORM, false, entry).value;
}

static void decode(const struct store *store, const struct list *list, uint64_t first, bool uniform, uint64_t b, uint32_t *definers, uint64_t *values, bool has)
{
    struct block block = descriptor(store, uniform ? first : first + b);
    unsigned count = block_entries(list->count, b * BLOCK);
    if (uniform) {
        for (unsigned i = 0; i < count; i++) {
            struct block_entry entry = block_at_line(block, b * BLOCK + i);
            values[i] = entry.value;
            if (definers)
                definers[i] = entry.definer;
        }
        return;
    }
    const unsigned char *data = block_kind(block) == BLOCK_LINE ? NULL : entry_payload(store, list, block, count, has);
    if (block_kind(block) == BLOCK_LINE || data) {
        block_decode(block, data, count, definers, values);
    } else {
        memset(values, 0, count * sizeof *values);
        if (definers)
            memset(definers, 0, count * sizeof *definers);
    }
}

unsigned list_block(const struct store *store, const struct list *list, uint64_t b, uint32_t *definers, uint64_t *values, uint64_t *xs)
{
    if (b * BLOCK >= list->count || list->flags & LIST_GUESSED)
        return 0;
    unsigned count = block_entries(list->count, b * BLOCK);
    if (values)
        decode(store, list, list->first, list->flags & LIST_UNIFORM, b, has_definers(list) ? definers : NULL, values, has_definers(list));
    if (xs && list->xs != NOWHERE)
        decode(store, list, list->xs, list->flags & LIST_XS_UNIFORM, b, NULL, xs, false);
    else if (xs)
        for (unsigned i = 0; i < count; i++)
            xs[i] = b * BLOCK + i;
    return count;
}

/* ---- Lists whose X fall ---- */

/* Such lists are rare: damage, or the work of another program. clew finds their order at the first question and keeps it. */
struct order {
    struct map lists;               /* number of the list -> ordinal + 1 in entries */
    ARRAY(uint64_t *, entries);
};

static uint64_t *order_make(const struct store *store, const struct list *list)
{
    struct pair *pairs = memory_allocate((list->count + 1) * sizeof *pairs);
    uint64_t xs[BLOCK];
    for (uint64_t b = 0; b * BLOCK < list->count; b++) {
        unsigned count = list_block(store, list, b, NULL, NULL, xs);
        for (unsigned i = 0; i < count; i++)
            pairs[b * BLOCK + i] = (struct pair){xs[i], b * BLOCK + i};
    }
    pairs_sort(pairs, list->count);
    uint64_t *order = (uint64_t *)pairs; /* narrower, so writes stay behind reads */
    for (uint64_t i = 0; i < list->count; i++)
        order[i] = pairs[i].value;
    return memory_resize(order, (list->count + 1) * sizeof *order);
}

void orders_free(struct order *orders)
{
    if (!orders)
        return;
    for (size_t i = 0; i < orders->entries_count; i++)
        free(orders->entries[i]);
    free(orders->entries);
    map_free(&orders->lists);
    free(orders);
}

uint64_t list_ordered(const struct store *store, const struct list *list, uint64_t k)
{
    if (list->flags & LIST_SORTED)
        return k;
    struct order *orders = store->orders;
    uint64_t number = (uint64_t)(list - store->lists), place;
    if (!map_get(&orders->lists, number, &place)) {
        place = orders->entries_count;
        ARRAY_ADD(orders, entries, order_make(store, list));
        map_put(&orders->lists, number, place);
    }
    return orders->entries[place][k];
}

struct order *orders_new(void)
{
    return memory_allocate(sizeof(struct order));
}

/* Is the k-th smallest X below x? */
static bool is_below(const struct store *store, const struct list *list, uint64_t k, uint64_t x)
{
    return list_x(store, list, list_ordered(store, list, k)) < x;
}

/* How many X of a list are below x. Searches from a guess (below list->count) on, in steps that double. */
static uint64_t search(const struct store *store, const struct list *list, uint64_t guess, uint64_t x)
{
    uint64_t low = 0, high = list->count, step = 1; /* all X before `low` are below x, none from `high` on */
    if (is_below(store, list, guess, x)) {
        low = guess + 1;
        for (; high - low > step && is_below(store, list, low + step - 1, x); step *= 2)
            low += step;
        if (high - low > step)
            high = low + step - 1;
    } else {
        high = guess;
        for (; high > step && !is_below(store, list, high - step, x); step *= 2)
            high -= step;
        if (high > step)
            low = high - step + 1;
    }
    LOWER_BOUND(uint64_t, at, low, high, is_below(store, list, at, x));
    return at;
}

/* The same for any list; guess may be NOWHERE. */
static uint64_t count_below(const struct store *store, const struct list *list, uint64_t guess, uint64_t x)
{
    if (x >= list->top || list->count == 0)
        return list->count;
    if (list->flags & LIST_GUESSED)
        return guessed_below(store, list, x);
    if (list->xs == NOWHERE)
        return x;
    if (guess == NOWHERE) {         /* guess that X are spread evenly */
        double place = (double)x / (double)list->top * (double)list->count;
        guess = place < (double)list->count ? (uint64_t)place : list->count - 1;
    }
    return search(store, list, guess < list->count ? guess : list->count - 1, x);
}

void list_range(const struct store *store, const struct list *list, uint64_t low, uint64_t high, uint64_t *from, uint64_t *to)
{
    *from = count_below(store, list, NOWHERE, low);
    *to = high == UINT64_MAX ? list->count : count_below(store, list, *from, high + 1);
    if (*to < *from)
        *to = *from; /* X in a damaged file */
}

uint64_t list_spare(const struct store *store, const struct record *record, const struct list *list)
{
    return store->summary.dense && list->top && list->top < record->executions ? record->executions - list->top : 0;
}

void list_owner(const struct store *store, uint64_t list, uint64_t *index, uint64_t *port)
{
    LOWER_BOUND(uint64_t, next, 1, store->record_count, store->records[next].first_list <= list);
    *index = next - 1;
    *port = list - store->records[next - 1].first_list;
}

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

/* ---- Instructions ---- */

uint64_t store_count(const struct store *store)
{
    return store->record_count;
}

static struct str name_at(const struct store *store, uint64_t offset)
{
    uint32_t size;
    if (offset == NOWHERE)
        return (struct str){NULL, 0};
    memcpy(&size, store->names + offset, sizeof size);
    return (struct str){store->names + offset + sizeof size, size};
}

struct instruction store_instruction(const struct store *store, uint64_t index)
{
    const struct record *record = &store->records[index];
    bool history = store_is_history(store);
    return (struct instruction){
        .has_block = record->flags & RECORD_BLOCK,
        .has_id = !history,
        .has_address = record->flags & RECORD_BLOCK,
        .id = record->id,
        .address = record->address,
        .file = name_at(store, record->file),
        .function = name_at(store, record->function),
        .line = record->line,
        .ports = history ? 0 : record->ports,
        .own_ports = history ? 0 : record_own_ports(record),
        .executions = record->executions,
        .executions_least = record->flags & RECORD_EXECUTIONS_LEAST,
        .values = record->value_list == NOWHERE ? 0 : store->lists[record->value_list].count,
        .no_values = record->flags & RECORD_NO_VALUES,
    };
}

/* The first place in the order of addresses whose address is not below this one. */
static uint64_t address_bound(const struct store *store, uint64_t address)
{
    LOWER_BOUND(uint64_t, at, 0, store->by_address_count, store->records[store->by_address[at]].address < address);
    return at;
}

bool store_address_order(const struct store *store, uint64_t i, uint64_t *index)
{
    if (i >= store->by_address_count)
        return false;
    *index = store->by_address[i];
    return true;
}

bool store_find_id(const struct store *store, uint64_t id, uint64_t *index)
{
    if (store_is_history(store))
        return false;
    LOWER_BOUND(uint64_t, at, 0, store->record_count, store->records[store->by_id ? store->by_id[at] : at].id < id);
    if (at >= store->record_count)
        return false;
    *index = store->by_id ? store->by_id[at] : at;
    return store->records[*index].id == id;
}

bool store_find_address(const struct store *store, uint64_t address, uint64_t *index)
{
    uint64_t at = address_bound(store, address);
    if (at >= store->by_address_count)
        return false;
    *index = store->by_address[at];
    return store->records[*index].address == address;
}

bool store_nearest_address(const struct store *store, uint64_t address, uint64_t *index)
{
    uint64_t count = store->by_address_count, at = address_bound(store, address);
    if (count == 0)
        return false;
    if (at == count) {
        *index = store->by_address[count - 1];
    } else {
        uint64_t above = store->records[store->by_address[at]].address;
        bool below = at > 0 && address - store->records[store->by_address[at - 1]].address <= above - address;
        *index = store->by_address[below ? at - 1 : at];
    }
    return store_find_address(store, store->records[*index].address, index);
}

void header_number(struct store_header *header, enum store_numbering asked, enum store_evidence found)
{
    evidence_raise(&found, EVIDENCE_NOTHING);
    header->numbering = (uint32_t)asked;
    header->evidence = (uint32_t)(asked == NUMBERING_DETECT ? found : EVIDENCE_ASKED);
    header->dense = asked == NUMBERING_DETECT ? found <= EVIDENCE_OLD_MARK : asked == NUMBERING_DENSE;
}
