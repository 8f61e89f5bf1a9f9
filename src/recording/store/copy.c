/* copy.c - writes a store in another form: as a recording, a history, or text.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/lists.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Any store as a recording, or as the end of a history ---- */

/* ---- As a recording ---- */

struct copy {
    const struct store *store;
    struct store_writer *writer;
    uint32_t *ports;                /* lists of the writer, by list */
    uint32_t *values;               /* by index */
    const struct progress *progress;
    struct error *error;
};

enum { ENTRIES_A_REPORT = 1 << 16 };

static uint32_t site_of(uint64_t index)
{
    return (uint32_t)index + 1;
}

/* Damage ends the work at once: a bad file may announce more entries than anyone can copy. */
static bool go_on(const struct copy *copy, uint64_t list)
{
    if (store_damaged(copy->store, false, copy->error))
        return false;
    return progress_report(copy->progress, list, copy->store->list_count) || error_set(copy->error, "interrupted");
}

static bool copy_links(struct copy *copy, uint64_t number)
{
    const struct store *store = copy->store;
    const struct list *list = &store->lists[number];
    uint32_t port = copy->ports[number] = store_writer_port(copy->writer), index;
    for (uint64_t k = 0; k < list->count; k++) {
        uint64_t entry = list_ordered(store, list, k);
        struct block_entry found = list_entry(store, list, entry);
        if (!list_index(store, list, found.definer, &index))
            return error_set(copy->error, "it is damaged: an entry names no instruction");
        store_writer_link(copy->writer, port, list_x(store, list, entry), site_of(index), found.value);
        if (k % ENTRIES_A_REPORT == 0 && !go_on(copy, number))
            return false;
    }
    return true;
}

static void copy_value(struct copy *copy, uint32_t values, const struct value *value)
{
    uint64_t number = 0;
    if (value->size > 16) {
        store_writer_wide_value(copy->writer, values, value->instance, (struct str){value->digits, value->size});
        return;
    }
    for (unsigned i = 0; i < value->size; i++)
        number = number << 4 | (uint64_t)(value->digits[i] <= '9' ? value->digits[i] - '0' : value->digits[i] - 'a' + 10);
    store_writer_value(copy->writer, values, value->instance, number);
}

static bool copy_values(struct copy *copy, uint64_t index)
{
    const struct record *record = &copy->store->records[index];
    if (record->value_list == NOWHERE)
        return true;
    uint32_t values = copy->values[index] = store_writer_values(copy->writer);
    uint64_t count = copy->store->lists[record->value_list].count;
    for (uint64_t k = 0; k < count; k++) {
        struct value value = store_value(copy->store, index, k);
        copy_value(copy, values, &value);
        if (k % ENTRIES_A_REPORT == 0 && !go_on(copy, record->value_list))
            return false;
    }
    return true;
}

static struct writer_instruction instruction_of(void *context, uint64_t i)
{
    const struct copy *copy = context;
    const struct record *record = &copy->store->records[i];
    struct instruction from = store_instruction(copy->store, i);
    return (struct writer_instruction){
        .site = site_of(i),
        .dangling = !from.has_block,
        .no_values = from.no_values,
        .has_values = record->value_list != NOWHERE,
        .values = copy->values[i],
        .id = from.id,
        .address = from.address,
        .line = from.line,
        .executions = from.executions,
        .file = from.file,
        .function = from.function,
        .ports = copy->ports + record->first_list,
        .port_count = record->ports,
        .own_ports = from.own_ports,
    };
}

static void copy_notes(struct copy *copy)
{
    struct str rest = copy->store->notes;
    size_t end;
    while ((end = str_find_byte(rest, '\0')) != SIZE_MAX) {
        const char *name = rest.data;
        rest = str_cut(rest, end + 1, SIZE_MAX);
        struct str value = str_cut(rest, 0, str_find_byte(rest, '\0'));
        rest = str_cut(rest, value.size + 1, SIZE_MAX);
        store_writer_note(copy->writer, name, value);
    }
}

static bool copy_all(struct copy *copy, struct error *error)
{
    const struct store *store = copy->store;
    for (uint64_t i = 0; i < store->record_count; i++) {
        for (uint64_t port = 0; port < store->records[i].ports; port++)
            if (!copy_links(copy, store->records[i].first_list + port))
                return false;
        if (!copy_values(copy, i))
            return false;
    }
    copy_notes(copy);
    return !store_damaged(store, true, error);
}

bool store_copy(const struct store *store, const char *path, const struct progress *progress, struct writer_totals *totals, struct error *error)
{
    struct copy copy = {.store = store, .progress = progress, .error = error};
    if (store_is_history(store))
        return error_set(error, "a history has neither ids nor ports, which a recording needs");
    if (store->summary.has_clock)
        return error_set(error, "it is already a recording, and a copy would lose its clock");
    const char *other = store->input && input_is_file(store->input) ? store->path : NULL;
    if (!store_writer_open_after(path, other, &copy.writer, error))
        return false;
    copy.ports = memory_allocate((store->list_count + 1) * sizeof *copy.ports);
    copy.values = memory_allocate((store->record_count + 1) * sizeof *copy.values);
    struct writer_program program = {.count = store->record_count, .instruction = instruction_of, .context = &copy, .dense = store->summary.dense,
                                     .evidence = store->summary.evidence};
    bool good = copy_all(&copy, error);
    if (good)
        good = store_writer_finish(copy.writer, &program, totals, NULL, error);
    else
        store_writer_drop(copy.writer);
    free(copy.ports);
    free(copy.values);
    return good;
}

/* ---- As a history ---- */

enum { TIMES_A_REPORT = 1 << 14 };

struct tail {
    const struct store *store;
    struct links links;
    struct text text;
    FILE *file;
    uint64_t expected;              /* dependences, for progress */
    bool failed;
};

static bool links_at(struct tail *tail, uint64_t time, struct node *user)
{
    tail->links.count = 0;
    return store_at(tail->store, time, user) && store_definers(tail->store, *user, NULL, &tail->links);
}

/* Finds the time from which on there are at most `count` dependences. That is half the work; writing is the other half. */
static bool tail_begin(struct tail *tail, uint64_t count, const struct progress *progress, uint64_t *begin, struct error *error)
{
    uint64_t time = tail->store->summary.times, found = 0;
    struct node user;
    for (; time > 0; time--) {
        if (!links_at(tail, time, &user))
            return store_damaged(tail->store, true, error) ? false : error_set(error, "nothing ran at @%llu", (unsigned long long)time);
        found += tail->links.count;
        if (found > count)
            break;
        if (time % TIMES_A_REPORT == 0 && !progress_report(progress, found / 2, tail->expected))
            return error_set(error, "interrupted");
    }
    *begin = time + 1;
    return true;
}

static void tail_write(struct tail *tail, struct node user)
{
    for (size_t i = 0; i < tail->links.count; i++) {
        const struct node *definer = &tail->links.items[i].node;
        wet_write_arrow(&tail->text, &(struct wet_arrow){tail->store->records[user.index].address, user.instance,
                                                         tail->store->records[definer->index].address, definer->instance});
    }
    if (tail->text.size > 1 << 16) {
        tail->failed |= fwrite(tail->text.data, 1, tail->text.size, tail->file) != tail->text.size;
        text_clear(&tail->text);
    }
}

bool store_write_history(const struct store *store, uint64_t count, FILE *file, const struct progress *progress, uint64_t *written, struct error *error)
{
    struct tail tail = {.store = store, .file = file, .expected = count < store->summary.dependences ? count : store->summary.dependences};
    uint64_t begin = 1;
    struct node user;
    *written = 0;
    if (!store->summary.has_clock)
        return error_set(error, "it records no order between instructions, which a history needs");
    bool good = tail_begin(&tail, count, progress, &begin, error);
    for (uint64_t time = begin; good && !tail.failed && time <= store->summary.times; time++) {
        good = links_at(&tail, time, &user) || error_set(error, "nothing ran at @%llu", (unsigned long long)time);
        if (good && time % TIMES_A_REPORT == 0 && !progress_report(progress, tail.expected / 2 + *written / 2, tail.expected))
            good = error_set(error, "interrupted");
        *written += good ? tail.links.count : 0;
        if (good)
            tail_write(&tail, user);
    }
    tail.failed |= tail.text.size && fwrite(tail.text.data, 1, tail.text.size, file) != tail.text.size;
    links_free(&tail.links);
    text_free(&tail.text);
    if (good && (tail.failed || fflush(file) != 0))
        return error_set(error, "cannot be written: %s", strerror(errno));
    return good;
}

/* ---- A store as the text of a trace ---- */

struct output {
    const struct store *store;
    FILE *file;
    struct text text;
    const struct progress *progress;
    bool dense, failed, damaged, stopped;
    bool youngest;                  /* write only the first of entries with one X: recordings link the youngest first */
    struct text_totals *totals;
};

static void flush(struct output *output)
{
    if (output->text.size && fwrite(output->text.data, 1, output->text.size, output->file) != output->text.size)
        output->failed = true;
    text_clear(&output->text);
}

static bool is_ended(const struct output *output)
{
    return output->stopped || output->failed || output->damaged;
}

static bool goes_on(struct output *output)
{
    const struct store_summary *all = &output->store->summary;
    const struct text_totals *done = output->totals;
    if (!is_ended(output))
        output->stopped = !progress_report(output->progress, done->dependences + done->values, all->dependences + all->values);
    return !is_ended(output);
}

/* False: stop writing. */
static bool flush_when_full(struct output *output)
{
    if (output->text.size > 1 << 16) {
        flush(output);
        return goes_on(output);
    }
    return true;
}

/* ---- Dependences ---- */

enum { BLOCKS_A_REPORT = 1 << 12 };

/* How many entries of a list write_port writes. */
static uint64_t entries_of(struct output *output, const struct list *list)
{
    uint64_t xs[BLOCK], last = 0, count = 0;
    if (!output->youngest || list->xs == NOWHERE)
        return list->count;
    for (uint64_t b = 0; b * BLOCK < list->count; b++) {
        unsigned found = list_block(output->store, list, b, NULL, NULL, xs);
        for (unsigned i = 0; i < found; i++) {
            count += (b == 0 && i == 0) || xs[i] != last;
            last = xs[i];
        }
        if (b % BLOCKS_A_REPORT == BLOCKS_A_REPORT - 1 && !goes_on(output))
            break;
    }
    return count;
}

static void write_port(struct output *output, const struct list *list, bool carried)
{
    const struct store *store = output->store;
    uint32_t definers[BLOCK];
    uint64_t values[BLOCK], xs[BLOCK], last = 0, written = 0;
    wet_write_port(&output->text, entries_of(output, list));
    for (uint64_t b = 0; b * BLOCK < list->count; b++) {
        unsigned found = list_block(store, list, b, definers, values, xs);
        for (unsigned i = 0; i < found; i++) {
            bool other = output->youngest && written && xs[i] == last;
            uint32_t definer = 0;
            last = xs[i];
            output->totals->left_out += other && carried;
            if (other)
                continue;
            output->damaged |= !list_index(store, list, definers[i], &definer);
            wet_write_entry(&output->text, output->dense ? written : xs[i], store->records[definer].id, values[i]);
            written++;
            output->totals->dependences++;
        }
        if (!flush_when_full(output))
            break;
    }
}

/* ---- Values ---- */

static void write_blocks(struct output *output, const struct list *list)
{
    uint64_t values[BLOCK], xs[BLOCK];
    for (uint64_t b = 0; b * BLOCK < list->count; b++) {
        unsigned found = list_block(output->store, list, b, NULL, values, xs);
        for (unsigned i = 0; i < found; i++)
            wet_write_value(&output->text, output->dense ? b * BLOCK + i : xs[i], values[i]);
        output->totals->values += found;
        if (!flush_when_full(output))
            break;
    }
}

/* Writes values that stand in a text or are above 64 bits, one by one. */
static void write_wide(struct output *output, uint64_t index, uint64_t count)
{
    for (uint64_t k = 0; k < count; k++) {
        struct value value = store_value(output->store, index, k);
        wet_write_wide_value(&output->text, output->dense ? k : value.instance, (struct str){value.digits, value.size});
        output->totals->values++;
        if (!flush_when_full(output))
            break;
    }
}

static void write_values(struct output *output, uint64_t index)
{
    const struct store *store = output->store;
    const struct record *record = &store->records[index];
    if (record->value_list == NOWHERE || record->flags & RECORD_NO_VALUES) {
        wet_write_no_values(&output->text);
        return;
    }
    const struct list *list = &store->lists[record->value_list];
    wet_write_values(&output->text, list->count);
    if (list->flags & (LIST_TEXT | LIST_WIDE) || !(list->flags & LIST_SORTED))
        write_wide(output, index, list->count);
    else
        write_blocks(output, list);
}

/* ---- The whole ---- */

/* False: stop writing. */
static bool write_instruction(struct output *output, uint64_t index)
{
    const struct store *store = output->store;
    struct instruction what = store_instruction(store, index);
    struct wet_block block = {.id = what.id, .ports = what.ports, .address = what.address, .file = what.file, .function = what.function, .line = what.line};
    output->totals->renamed += wet_write_block(&output->text, &block);
    output->totals->instructions++;
    for (uint64_t port = 0; port < what.ports && !is_ended(output); port++)
        write_port(output, &store->lists[store->records[index].first_list + port], port >= what.own_ports);
    if (!is_ended(output))
        write_values(output, index);
    return flush_when_full(output) && !is_ended(output);
}

bool store_write_text(const struct store *store, bool dense, FILE *file, const struct progress *progress, struct text_totals *totals, struct error *error)
{
    struct output output = {.store = store, .file = file, .progress = progress, .dense = dense, .youngest = store->summary.has_clock, .totals = totals};
    *totals = (struct text_totals){0};
    if (store_is_history(store))
        return error_set(error, "a history cannot be written as a comprehensive trace");
    errno = 0;
    wet_write_count(&output.text, store->summary.instructions, !dense && !store->summary.dense);
    bool going = goes_on(&output);
    for (uint64_t index = 0; index < store->summary.instructions && going; index++)
        going = write_instruction(&output, index);
    if (!output.stopped)
        flush(&output);
    text_free(&output.text);
    if (output.stopped)
        return error_set(error, "interrupted");
    if (output.failed || fflush(file) != 0)
        return error_set(error, "cannot be written: %s", strerror(errno));
    if (output.damaged)
        return error_set(error, "it is damaged: an entry names no instruction");
    return !store_damaged(store, false, error);
}
