/* text.c - a store as the text of a trace.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/layout.h"

#include <errno.h>
#include <string.h>

struct output {
    const struct store *store;
    FILE *file;
    struct text text;
    const struct progress *progress;
    bool dense, failed, damaged, stopped;
    bool youngest;                  /* of entries with one X only the first is written: recordings link the youngest first */
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

/* False: writing is to end. */
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

/* How many entries of a list are written. */
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

/* Those that stand in a text, or are above 64 bits: one by one. */
static void write_wide(struct output *output, uint64_t index, uint64_t count)
{
    for (uint64_t k = 0; k < count; k++) {
        struct value value = store_value(output->store, index, k);
        wet_write_wide_value(&output->text, output->dense ? k : value.instance, (struct slice){value.digits, value.size});
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

/* False: writing is to end. */
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
        return error_set(error, "it is damaged: an entry names nothing");
    return !store_damaged(store, false, error);
}
