/* counts.c - what a store's file counts, against what stands behind it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Answers go by these counts: walks over all executions, bits for all instances, lists of so many rows. A few bytes can announce any number of them, since
 * one line stands for a whole list (block.h); so each has to be what the tables come to, and these no more than the clock, the text or the file can hold. */
#include "recording/store/layout.h"
#include "recording/store/paged_inside.h"

#include <inttypes.h>
#include <string.h>

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
            return error_set(error, "instruction %" PRIu64 " has entries of more instances than it ran", i);
    }
    if (!store_is_history(store) && instances != header->instances)
        return contradicts(error, "instances", header->instances, instances);
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

/* ---- What the clock holds ---- */

/* A window of the clock has at least one leader, so that times cost bytes. */
static bool check_windows(const struct store *store, struct error *error)
{
    struct paged *paged = store->paged;
    uint64_t windows = (store->header.times >> CLOCK_WINDOW_BITS) + 1, before = 0, start = 0;
    uint64_t found = paged->streams[STREAM_WINDOW_STARTS].size / sizeof start, leaders = paged->streams[STREAM_WINDOWS].size / sizeof(uint32_t);
    if (found != windows + 1)
        return error_set(error, "its clock has %" PRIu64 " windows for %" PRIu64 " times", found ? found - 1 : 0, store->header.times);
    for (uint64_t i = 0; i < found; i++, before = start) {
        if (!paged_copy(paged, STREAM_WINDOW_STARTS, i * sizeof start, &start, sizeof start))
            return paged_damage(paged, error) && false;
        if (i == 0 ? start != 0 : start <= before)
            return error_set(error, "window %" PRIu64 " of its clock is empty", i);
    }
    return start == leaders || contradicts(error, "leaders of windows", start, leaders);
}

static struct block first_block(const struct store *store, uint64_t number)
{
    struct block block;
    memcpy(&block, paged_at(store->paged, STREAM_DESCRIPTORS, number * sizeof block, sizeof block), sizeof block);
    return block;
}

/* Entries of two lines, of X and of definers: each X once, or one X that used many instances of one definer. */
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

/* A clock counts the instances, each at a time of its own. */
static bool check_clock(const struct store *store, struct error *error)
{
    if (!store->header.recording || !store->header.times || store_is_history(store))
        return error_set(error, "it has a clock that counts nothing");
    if (store->header.times != store->header.instances)
        return contradicts(error, "times", store->header.times, store->header.instances);
    for (uint64_t i = 0; i < store->list_count; i++)
        if (!check_lines(store, &store->lists[i]))
            return error_set(error, "list %" PRIu64 " has more entries than anything that ran", i);
    return check_windows(store, error);
}

/* ---- What a text holds ---- */

/* Entries of a text take some bytes each there; a recording without a clock was one. */
static bool check_text(const struct store *store, struct error *error)
{
    enum { ENTRY_LEAST = 4, UNPACKED = 15, CONVERTED = 20, HEAD = 4096 };
    const struct store_header *header = &store->header;
    uint64_t entries = sum(header->dependences, header->values), file = paged_file_size(store->paged) + HEAD;
    if (store->paged->file->descriptor < 0)         /* made a moment ago, from the text itself */
        return true;
    if (header->recording)
        return entries >> CONVERTED <= file || contradicts(error, "entries", entries, file << CONVERTED);
    uint64_t text = header->text_compressed ? header->text.size << UNPACKED : header->text.size;
    return entries <= text / ENTRY_LEAST || contradicts(error, "entries", entries, text / ENTRY_LEAST);
}

bool counts_check(const struct store *store, struct error *error)
{
    return check_sums(store, error) && check_problems(store, error) && (store->header.has_clock ? check_clock(store, error) : check_text(store, error));
}
