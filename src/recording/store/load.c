/* load.c - loads the tables of a store's file, and checks them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/columns.h"
#include "recording/store/lists.h"
#include "recording/store/paged.h"

#include <inttypes.h>
#include <string.h>

/* ---- The counts of a store's file, checked against its contents ----
 *
 * Answers depend on these counts: walks over all executions, a bit for each execution, lists of this many rows. A few bytes can announce any number of them,
 * since one line stands for a whole list (block.h). So each count must equal the sum of the tables, and these sums must not exceed what the clock, the text
 * or the file can hold. */

static bool contradicts(struct error *error, const char *what, uint64_t said, uint64_t found)
{
    return error_set(error, "it says that it has %" PRIu64 " %s, and has %" PRIu64, said, what, found);
}

static uint64_t sum(uint64_t a, uint64_t b)
{
    return a + b < a ? UINT64_MAX : a + b;
}

static const struct list *value_list(const struct store *store, const struct record *record)
{
    return record->value_list == NOWHERE ? NULL : &store->lists[record->value_list];
}

/* ---- Sums ---- */

/* No list names an instance that its instruction did not run. */
static bool check_tops(const struct store *store, const struct record *record)
{
    const struct list *values = value_list(store, record);
    for (uint64_t port = 0; port < record->ports; port++)
        if (store->lists[record->first_list + port].top > record->executions)
            return false;
    return !values || values->top <= record->executions;
}

static bool check_sums(const struct store *store, struct error *error)
{
    const struct store_header *header = &store->header;
    uint64_t instances = 0, dependences = 0, values = 0;
    for (uint64_t i = 0; i < store->record_count; i++) {
        const struct record *record = &store->records[i];
        const struct list *own = value_list(store, record);
        for (uint64_t port = 0; port < record->ports; port++)
            dependences = sum(dependences, store->lists[record->first_list + port].count);
        values = sum(values, own ? own->count : 0);
        if (record->flags & RECORD_BLOCK)
            instances = sum(instances, record->executions);
        if (!store_is_history(store) && !check_tops(store, record))
            return error_set(error, "instruction %" PRIu64 " has entries of more executions than it ran", i);
    }
    if (!store_is_history(store) && instances != header->instances)
        return contradicts(error, "executions", header->instances, instances);
    if (values != header->values)
        return contradicts(error, "values", header->values, values);
    return dependences == header->dependences || contradicts(error, "dependences", header->dependences, dependences);
}

static bool check_problems(const struct store *store, struct error *error)
{
    const struct store_header *header = &store->header;
    uint64_t problems = 0, kept = 0, stored = store->paged->streams[STREAM_PROBLEMS].size / sizeof(struct finding);
    for (unsigned kind = 0; kind < WET_PROBLEMS; kind++) {
        problems = sum(problems, header->kind_count[kind]);
        kept += header->kind_count[kind] < PROBLEMS_MAX ? header->kind_count[kind] : PROBLEMS_MAX;
    }
    if (problems != header->problems)
        return contradicts(error, "problems", header->problems, problems);
    return (header->problems_kept == kept && kept == stored) || contradicts(error, "problems in its list", header->problems_kept, stored);
}

/* ---- Limits by the clock ---- */

/* Every window of the clock must have bytes, so times cost bytes. */
static bool check_windows(const struct store *store, struct error *error)
{
    struct paged *paged = store->paged;
    uint64_t windows = (store->header.times >> CLOCK_WINDOW_BITS) + 1, before = 0, start = 0;
    uint64_t found = paged->streams[STREAM_WINDOW_STARTS].size / sizeof start, bytes = paged->streams[STREAM_WINDOWS].size;
    if (found != windows + 1)
        return error_set(error, "its clock has %" PRIu64 " windows for %" PRIu64 " times", found ? found - 1 : 0, store->header.times);
    for (uint64_t i = 0; i < found; i++, before = start) {
        if (!paged_copy(paged, STREAM_WINDOW_STARTS, i * sizeof start, &start, sizeof start))
            return paged_damage(paged, error) && false;
        if (i == 0 ? start != 0 : start <= before)
            return error_set(error, "window %" PRIu64 " of its clock is empty", i);
    }
    return start == bytes || contradicts(error, "bytes of windows", start, bytes);
}

static struct block first_block(const struct store *store, uint64_t number)
{
    struct block block;
    memcpy(&block, paged_at(store->paged, STREAM_DESCRIPTORS, number * sizeof block, sizeof block), sizeof block);
    return block;
}

/* A list whose X and definers are both uniform must have each X once, or one X that used distinct executions of one definer. */
static bool check_lines(const struct store *store, const struct list *list)
{
    enum { LINE_LEAST = 1 << 16 };
    uint32_t both = LIST_UNIFORM | LIST_XS_UNIFORM, index;
    if ((list->flags & both) != both || list->xs == NOWHERE || list->count < LINE_LEAST || list->count <= list->top)
        return true;
    struct block values = first_block(store, list->first);
    return !(list->flags & (LIST_VALUES | LIST_TIMES)) && block_at_line(values, 0).value != block_at_line(values, 1).value &&
           list_index(store, list, block_at_line(values, 0).definer, &index) && list->count <= store->records[index].executions;
}

/* A clock counts the executions, each at a time of its own. */
static bool check_clock(const struct store *store, struct error *error)
{
    if (!store->header.recording || !store->header.times || store_is_history(store))
        return error_set(error, "its clock counts nothing");
    if (store->paged->stream_count <= STREAM_EVENTS)
        return error_set(error, "an older clew kept its clock in another form: record the program again");
    if (store->header.times != store->header.instances)
        return contradicts(error, "times", store->header.times, store->header.instances);
    for (uint64_t i = 0; i < store->list_count; i++)
        if (!check_lines(store, &store->lists[i]))
            return error_set(error, "list %" PRIu64 " has more entries than anything that ran", i);
    return check_windows(store, error);
}

/* ---- Limits by the text ---- */

/* Each entry takes some bytes in the text; a recording without a clock was converted from text. */
static bool check_text(const struct store *store, struct error *error)
{
    enum { ENTRY_LEAST = 4, UNPACKED = 15, CONVERTED = 20, HEAD = 4096 };
    const struct store_header *header = &store->header;
    uint64_t entries = sum(header->dependences, header->values), file = paged_file_size(store->paged) + HEAD;
    if (store->paged->file->descriptor < 0)         /* just made from the text itself */
        return true;
    if (header->recording)
        return entries >> CONVERTED <= file || contradicts(error, "entries", entries, file << CONVERTED);
    uint64_t text = header->text_compressed ? header->text.size << UNPACKED : header->text.size;
    return entries <= text / ENTRY_LEAST || contradicts(error, "entries", entries, text / ENTRY_LEAST);
}

/* Do the header's counts equal the sums of the tables, and can the clock, the text or the file hold so much? The tables must be consistent. */
static bool counts_check(const struct store *store, struct error *error)
{
    return check_sums(store, error) && check_problems(store, error) && (store->header.has_clock ? check_clock(store, error) : check_text(store, error));
}

/* ---- The tables of a store's file, checked ----
 *
 * A recording may come from anywhere, so clew trusts nothing in the file: each reference from one table to another must lie within it. */

struct load {
    struct store *store;
    struct paged *paged;
    struct error *error;
};

/* Copies a stream of items into memory. False: damage, or not a whole number of items. */
static bool take(struct load *load, unsigned stream, size_t item, const void **items, uint64_t *count)
{
    uint64_t size = load->paged->streams[stream].size;
    if (size % item)
        return error_set(load->error, "stream %u has %" PRIu64 " bytes, which is not a multiple of %zu", stream, size, item);
    if (!table_is_likely(load->paged, stream, load->error))
        return false;
    void *copy = arena_allocate(&load->store->arena, (size_t)size + PAGED_SLACK);
    *items = copy;
    *count = size / item;
    if (size == 0 || paged_copy(load->paged, stream, 0, copy, (size_t)size))
        return true;
    return paged_damage(load->paged, load->error) && false;
}

static bool take_table(struct load *load, unsigned stream, size_t item, const void **items, uint64_t *count)
{
    return table_read(load->paged, stream, item / sizeof(uint64_t), &load->store->arena, items, count, load->error);
}

/* Takes an array of numbers: plain in the index of a text, by columns in a recording. */
static bool take_numbers(struct load *load, unsigned stream, const uint32_t **numbers, uint64_t *count)
{
    if (!load->store->header.recording)
        return take(load, stream, sizeof **numbers, (const void **)numbers, count);
    return table_read_numbers(load->paged, stream, &load->store->arena, numbers, count, load->error);
}

static bool take_header(struct load *load)
{
    struct store *store = load->store;
    size_t size;
    const void *header = paged_header(load->paged, &size);
    if (size != sizeof store->header || load->paged->stream_count < STREAMS_LEAST || load->paged->stream_count > STREAMS)
        return error_set(load->error, "it has %zu bytes of head and %u streams, expected %zu and %d to %d", size, load->paged->stream_count, sizeof store->header,
                         STREAMS_LEAST, STREAMS);
    memcpy(&store->header, header, sizeof store->header);
    const struct store_header *h = &store->header;
    store->summary = (struct store_summary){
        .kind = h->kind == STORE_HISTORY ? STORE_HISTORY : STORE_COMPREHENSIVE,
        .has_clock = h->has_clock != 0,
        .dense = h->dense != 0,
        .evidence = h->evidence <= EVIDENCE_ASKED ? (enum store_evidence)h->evidence : EVIDENCE_NONE,
        .instructions = h->instructions,
        .times = h->times,
        .dependences = h->dependences,
        .values = h->values,
        .problems = h->problems,
        .problems_kept = h->problems_kept,
    };
    return true;
}

/* Unpacks descriptors kept by columns into DESCRIPTORS. */
static bool take_descriptors(struct load *load)
{
    if (load->paged->streams[STREAM_BLOCKS].size == 0)
        return true;
    if (load->paged->streams[STREAM_DESCRIPTORS].size)
        return error_set(load->error, "it has descriptors twice");
    return table_unpack(load->paged, STREAM_BLOCKS, STREAM_DESCRIPTORS, sizeof(struct block) / sizeof(uint64_t), load->error);
}

static bool take_users(struct load *load)
{
    struct store *store = load->store;
    uint64_t count;
    if (!take_table(load, STREAM_USERS, sizeof(struct users_head), (const void **)&store->users, &count) ||
        !take_numbers(load, STREAM_USE_LISTS, &store->use_lists, &store->use_list_count))
        return false;
    if (store->header.recording && count == 0 && (store->use_list_count || load->paged->streams[STREAM_USES].size))
        return error_set(load->error, "uses without users");
    if (store->header.recording && count == 0)
        store->users = NULL;
    else if (count != store->record_count)
        return error_set(load->error, "users of %" PRIu64 " instructions of %" PRIu64, count, store->record_count);
    if (store->use_list_count == 0)
        store->use_lists = NULL;
    return true;
}

static bool take_orders(struct load *load)
{
    struct store *store = load->store;
    uint64_t count, instructions = store->summary.instructions;
    const void *by_id;
    if (!take(load, STREAM_BY_ID, sizeof(uint32_t), &by_id, &count))
        return false;
    store->by_id = count ? by_id : NULL;
    if (count && count != store->record_count)
        return error_set(load->error, "%" PRIu64 " ids of %" PRIu64 " instructions", count, store->record_count);
    if (!take_numbers(load, STREAM_BY_ADDRESS, &store->by_address, &store->by_address_count))
        return false;
    if (store->header.recording && store->by_address_count == 0 && instructions <= store->record_count) {
        uint32_t *order = arena_allocate(&store->arena, (instructions + 1) * sizeof *order);
        records_order(store->records, instructions, true, order);
        store->by_address = order;
        store->by_address_count = instructions;
    }
    return true;
}

/* Writes of skipped code are unknown in older recordings. */
static bool take_skipped(struct load *load)
{
    struct store *store = load->store;
    store->keeps_skipped = store->header.recording && store->header.has_clock && load->paged->stream_count > STREAM_SKIPPED_CHUNKS;
    return !store->keeps_skipped ||
           (take(load, STREAM_SKIPPED_CHUNKS, sizeof *store->skipped, (const void **)&store->skipped, &store->skipped_count) &&
            skipped_check(store->skipped, store->skipped_count, load->paged->streams[STREAM_SKIPPED].size, store->summary.times, load->error));
}

/* Older recordings have no state stream, or an older one. */
static bool take_pieces(struct load *load)
{
    struct store *store = load->store;
    if (!store->header.recording || !store->header.has_clock || load->paged->stream_count <= STREAM_STATE_TOUCHED)
        return true;
    if (!take(load, STREAM_STATE_PIECES, sizeof *store->pieces, (const void **)&store->pieces, &store->piece_count))
        return false;
    if (!pieces_are_known(store->pieces, store->piece_count)) {
        store->piece_count = 0;
        store->notice = "an older clew kept the registers and memory of this recording in another form: record the program again to see them";
        return true;
    }
    store->unpacked = store->piece_count ? pieces_unpack_none() : NULL;
    return pieces_check(store->pieces, store->piece_count, load->paged->streams[STREAM_STATE].size, load->paged->streams[STREAM_STATE_TOUCHED].size,
                        store->summary.times, load->error);
}

static bool take_tables(struct load *load)
{
    struct store *store = load->store;
    uint64_t count;
    const void *notes;
    if (!take_table(load, STREAM_RECORDS, sizeof(struct record), (const void **)&store->records, &store->record_count) ||
        !take_table(load, STREAM_LISTS, sizeof(struct list), (const void **)&store->lists, &store->list_count) ||
        !take(load, STREAM_NAMES, 1, (const void **)&store->names, &store->names_size) ||
        !take_numbers(load, STREAM_FINAL, &store->final, &store->final_count) ||
        !take_descriptors(load) || !take_users(load) || !take_orders(load) || !take(load, STREAM_NOTES, 1, &notes, &count))
        return false;
    store->notes = (struct str){notes, count};
    return take_skipped(load) && take_pieces(load);
}

/* ---- Are the tables consistent? ---- */

/* The flags of lists on disk; and the flags that no list of dependences has. */
static const uint32_t KNOWN_FLAGS = LIST_UNIFORM | LIST_XS_UNIFORM | LIST_SORTED | LIST_VALUES | LIST_TIMES | LIST_TEXT | LIST_WIDE;
static const uint32_t NOT_LINKS = LIST_VALUES | LIST_TIMES | LIST_TEXT | LIST_WIDE;

static bool check_name(const struct store *store, uint64_t offset)
{
    uint32_t size;
    if (offset == NOWHERE)
        return true;
    if (offset > store->names_size || store->names_size - offset < sizeof size)
        return false;
    memcpy(&size, store->names + offset, sizeof size);
    return size <= store->names_size - offset - sizeof size;
}

/* A record's lists must be of the right kind: readers rely on it. */
static bool check_record(const struct store *store, const struct record *record)
{
    if (record->first_list > store->list_count || record->ports > store->list_count - record->first_list ||
        (record->value_list != NOWHERE && record->value_list >= store->list_count) || !check_name(store, record->file) || !check_name(store, record->function))
        return false;
    for (uint64_t i = 0; i < record->ports; i++)
        if (store->lists[record->first_list + i].flags & NOT_LINKS)
            return false;
    return record->value_list == NOWHERE || store->lists[record->value_list].flags & (LIST_VALUES | LIST_TEXT);
}

static bool check_blocks(const struct store *store, uint64_t first, uint64_t count, bool uniform)
{
    uint64_t descriptors = store->paged->streams[STREAM_DESCRIPTORS].size / sizeof(struct block);
    uint64_t blocks = uniform ? count > 0 : blocks_of(count);
    return first <= descriptors && blocks <= descriptors - first;
}

/* Values above 64 bits: the lists of the other limbs stand behind the list of the lowest. */
static bool check_limbs(const struct store *store, uint64_t number)
{
    const struct list *list = &store->lists[number];
    if (!(list->flags & LIST_WIDE))
        return true;
    if (list->limbs == 0 || list->limbs > VALUE_LIMBS || list->limbs > store->list_count - number)
        return false;
    for (uint64_t limb = 0; limb < list->limbs; limb++)
        if (list[limb].count != list->count || (list[limb].flags & (LIST_VALUES | LIST_TEXT)) != LIST_VALUES)
            return false;
    return true;
}

/* A recording has no lists that need a text, and all its lists are sorted. Sorting a uniform list would need memory far beyond the
 * file's size. */
static bool check_list(const struct store *store, uint64_t number)
{
    const struct list *list = &store->lists[number];
    uint64_t offsets = store->paged->streams[STREAM_OFFSETS].size / sizeof(uint64_t), blocks = blocks_of(list->count);
    bool text = list->flags & LIST_TEXT, uniform = list->flags & LIST_UNIFORM, recording = store->header.recording != 0;
    if (list->flags & ~KNOWN_FLAGS || (recording && (text || !(list->flags & LIST_SORTED))) || (list->xs == NOWHERE && list->top != list->count))
        return false;
    bool placed = text ? list->first <= offsets && blocks <= offsets - list->first : check_blocks(store, list->first, list->count, uniform);
    return placed && check_limbs(store, number) && (list->xs == NOWHERE || check_blocks(store, list->xs, list->count, list->flags & LIST_XS_UNIFORM));
}

static bool check_indices(const uint32_t *indices, uint64_t count, uint64_t end)
{
    for (uint64_t i = 0; indices && i < count; i++)
        if (indices[i] >= end)
            return false;
    return true;
}

/* If clew has to make the uses, there must be few: a uniform list can announce any number of entries. */
static bool check_uses(const struct store *store)
{
    uint64_t left = store->users ? UINT64_MAX : USES_MADE;
    for (uint64_t i = 0; i < store->list_count && !store->users; i++) {
        if (store->lists[i].flags & NOT_LINKS)
            continue;
        if (store->lists[i].count > left)
            return false;
        left -= store->lists[i].count;
    }
    return true;
}

/* Lists of a record stand behind those of the record before, so no list belongs to two. */
static bool check_tables(struct load *load)
{
    struct store *store = load->store;
    uint64_t behind = 0;
    for (uint64_t i = 0; i < store->record_count; i++) {
        const struct record *record = &store->records[i];
        if (!check_record(store, record) || record->first_list < behind || (store_is_history(store) && record->ports != 1))
            return error_set(load->error, "instruction %" PRIu64 " makes no sense", i);
        behind = record->first_list + record->ports;
        store->summary.has_lines |= record->line != 0;
    }
    for (uint64_t i = 0; i < store->list_count; i++)
        if (!check_list(store, i))
            return error_set(load->error, "list %" PRIu64 " makes no sense", i);
    if (store->summary.instructions > store->record_count || !check_indices(store->final, store->final_count, store->record_count) ||
        !check_indices(store->by_id, store->record_count, store->record_count) ||
        !check_indices(store->by_address, store->by_address_count, store->record_count) ||
        !check_indices(store->use_lists, store->use_list_count, store->list_count) || !check_uses(store))
        return error_set(load->error, "its tables contradict each other");
    return true;
}

bool store_load(struct store *store, struct paged *paged, struct error *error)
{
    struct load load = {store, paged, error};
    store->paged = paged;
    store->orders = orders_new();
    return take_header(&load) && take_tables(&load) && check_tables(&load) && counts_check(store, error);
}

bool header_is_of_trace(const struct store_header *header, const char *path, struct error *error)
{
    bool begins = header->kind_count[WET_MISSING_COUNT] == 0;
    if (!begins && header->instructions == 0 && header->dependences == 0)
        return error_at(error, path, 1, 1, "not a WET trace: the first line must be the number of instruction blocks, or hold -->");
    /* A document that quotes lines of a trace has more bad lines than good ones. */
    return begins || header->kind_count[WET_BAD_LINE] <= header->instructions + header->dependences + header->values ||
           error_at(error, path, 1, 1, "not a WET trace: a text that quotes some lines of one");
}
