/* part.c - reads a part of a text: its instructions, and its lists as blocks.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/building.h"

#include <stdlib.h>
#include <string.h>

struct part_reader {
    struct feeder feeder;
    uint64_t part_size, part_end;   /* end: a multiple of the size */
    struct wet_item pending;        /* the block that ended the part before */
    bool has_pending;
    struct open_list open;
    struct taken taken;
    struct wet_batch batch;
};

struct part_reader *part_reader_open(const struct part_source *source, uint64_t part_size)
{
    struct part_reader *reader = memory_allocate(sizeof *reader);
    reader->part_size = part_size;
    feeder_open(&reader->feeder, source, WET_COMPREHENSIVE, source->from ? WET_FROM_BLOCK : WET_FROM_FILE);
    if (input_is_compressed(source->input))
        reader->open.kept = kept_values_new();
    reader->part_end = (source->from / part_size + 1) * part_size;
    return reader;
}

void part_reader_close(struct part_reader *reader)
{
    if (!reader)
        return;
    feeder_close(&reader->feeder);
    open_list_free(&reader->open);
    free(reader);
}

const struct feeder *part_reader_feeder(const struct part_reader *reader)
{
    return &reader->feeder;
}

const struct wet_reader *part_reader_text(const struct part_reader *reader)
{
    return reader->feeder.reader;
}

void part_free(struct part *part)
{
    free(part->records);
    free(part->lists);
    free(part->blocks);
    free(part->payload);
    free(part->offsets);
    free(part->uses);
    numbers_free(&part->numbers);
    pool_free(&part->names);
    free(part->findings.items);
    *part = (struct part){0};
}

/* ---- Items ---- */

static void block_take(struct part_reader *reader, struct part *part, const struct wet_item *item)
{
    const struct wet_block *block = &item->block;
    open_list_end(&reader->open, part); /* it comes before in the order of numbers */
    uint32_t number = number_of(&part->numbers, block->id), before = part->numbers.items[number].index;
    uint64_t line = before == NO_RECORD ? 0 : part->records[before].line;
    reader->open.dropped = before != NO_RECORD || (reader->taken.is_taken && reader->taken.is_taken(reader->taken.context, block->id, &line));
    if (reader->open.dropped) {
        finding_add(&part->findings, item->line, item->column, &(struct wet_finding){WET_DUPLICATE_ID, block->id, line, 0});
        return;
    }
    part->numbers.items[number].index = (uint32_t)part->records_count;
    struct record record = {.id = block->id, .address = block->address, .line = block->line, .first_list = part->lists_count,
                            .value_list = NOWHERE, .flags = RECORD_BLOCK};
    ARRAY_ADD(part, records, (struct part_record){record, pool_name(&part->names, block->file), pool_name(&part->names, block->function),
                                                  item->line, block->address_column});
}

static void list_take(struct part_reader *reader, struct part *part, bool values, uint64_t announced)
{
    struct open_list *open = &reader->open;
    open_list_end(open, part);
    if (!open->dropped) {
        struct record *record = &part->records[part->records_count - 1].record;
        if (values)
            record->value_list = part->lists_count;
        else
            record->ports++;
    }
    open_list_begin(open, part, values, announced);
}

/* A line that was not plain enough for a batch. */
static void entry_take(struct part_reader *reader, struct part *part, const struct wet_item *item, uint64_t offset)
{
    struct wet_batch *batch = &reader->batch;
    batch->kind = item->kind;
    batch->count = 1;
    batch->consecutive = true;
    if (item->kind == WET_ITEM_ENTRY) {
        batch->x[0] = item->entry.x;
        batch->id[0] = item->entry.id;
        batch->instance[0] = item->entry.instance;
    } else if (reader->open.kept) {
        open_list_add_value(&reader->open, part, &item->value);
        return;
    } else {
        batch->x[0] = item->value.x;
    }
    open_list_add(&reader->open, part, batch, offset);
}

static void item_take(struct part_reader *reader, struct part *part, const struct wet_item *item, uint64_t offset)
{
    switch (item->kind) {
    case WET_ITEM_ENTRY: case WET_ITEM_VALUE: entry_take(reader, part, item, offset); break;
    case WET_ITEM_PORT: list_take(reader, part, false, item->number); break;
    case WET_ITEM_VALUES: list_take(reader, part, true, item->number); break;
    case WET_ITEM_BLOCK: block_take(reader, part, item); break;
    case WET_ITEM_NO_VALUES:
        open_list_end(&reader->open, part);
        if (!reader->open.dropped)
            part->records[part->records_count - 1].record.flags |= RECORD_NO_VALUES;
        break;
    case WET_ITEM_PROBLEM: finding_add(&part->findings, item->line, item->column, &item->problem); break;
    case WET_ITEM_COUNT: evidence_raise(&part->evidence, evidence_of_count(item)); break;
    case WET_ITEM_ARROW: break;
    }
}

/* ---- A part ---- */

/* The next batch or item. *ended: the stretch is over, or a block begins the next part. */
static bool step(struct part_reader *reader, struct part *part, bool *ended, struct error *error)
{
    struct wet_item item;
    *ended = false;
    bool one_by_one = reader->open.kept && reader->open.in_values;      /* batches do not have values */
    if (!one_by_one && wet_reader_batch(reader->feeder.reader, &reader->batch, BLOCK - reader->open.count)) {
        open_list_add(&reader->open, part, &reader->batch, reader->feeder.source.from + reader->batch.offset);
        return true;
    }
    uint64_t offset = reader->feeder.source.from + wet_reader_offset(reader->feeder.reader);
    if (!wet_reader_next(reader->feeder.reader, &item))
        return feeder_go_on(&reader->feeder, ended, error);
    uint64_t start = reader->feeder.source.from + (item.kind == WET_ITEM_BLOCK ? item.offset : 0);
    if (item.kind == WET_ITEM_BLOCK && item.column == 1 && start >= reader->part_end) {
        reader->pending = item;     /* its slices stay: the piece is not used up before the item was */
        reader->has_pending = *ended = true;
        reader->part_end = (start / reader->part_size + 1) * reader->part_size;
        return true;
    }
    item_take(reader, part, &item, offset);
    return true;
}

bool part_read(struct part_reader *reader, const struct taken *taken, struct part *part, bool *more, struct error *error)
{
    bool ended = false;
    reader->taken = taken ? *taken : (struct taken){0};
    if (reader->has_pending)
        item_take(reader, part, &reader->pending, 0);
    reader->has_pending = false;
    while (!ended)
        if (!step(reader, part, &ended, error))
            return false;
    open_list_end(&reader->open, part);
    if (!reader->has_pending)
        reader->open.dropped = false;
    *more = reader->has_pending;
    return true;
}

/* ---- Where a part can begin ---- */

static uint64_t word_at(const char *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

/* The first line end that a digit follows (or one of six other characters), from `at` on; `end`: none. Nearly all lines begin with blanks, so these are few. */
static const char *digit_line(const char *at, const char *end)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), feeds = ones * '\n', digits = ones * '0', class = ones * 0xf0;
    for (; end - at >= 9; at += 8) {
        uint64_t other = (word_at(at) ^ feeds) | ((word_at(at + 1) ^ digits) & class);
        if ((other - ones) & ~other & ones * 0x80)
            break;
    }
    while (end - at >= 2 && !(at[0] == '\n' && (at[1] & 0xf0) == '0'))
        at++;
    return end - at >= 2 ? at : end;
}

/* Can a part begin with the line at `at`? *whole false: its end is not there, and it could be. */
static bool begins_part(const char *at, const char *end, bool last, bool *whole)
{
    const char *feed = memchr(at, '\n', (size_t)(end - at));
    if (!feed && last)
        feed = end;
    *whole = feed || end - at > WET_LINE_MAX + 1;
    return feed && wet_is_block_line((struct slice){at, (size_t)(feed - at)});
}

/* Where in a piece, behind its first line end, a part can begin; SIZE_MAX: nowhere. last: the text ends there. *tail is how
 * much of the piece is to be looked at again, with more behind it. */
static size_t piece_boundary(struct slice piece, bool last, size_t *tail)
{
    const char *end = piece.data + piece.size, *at = piece.data;
    bool whole = true;
    while (whole && (at = digit_line(at, end)) < end) {
        if (begins_part(at + 1, end, last, &whole))
            return (size_t)(at + 1 - piece.data);
        at += whole;
    }
    *tail = at < end ? (size_t)(end - at) : piece.size > 0;
    return SIZE_MAX;
}

bool part_boundary(struct input *input, uint64_t offset, uint64_t end, const struct progress *progress, uint64_t *boundary, struct error *error)
{
    enum { LOOK = 1 << 17 };
    size_t capacity = LOOK, got = LOOK, tail = 0;
    char *buffer = memory_allocate(capacity);
    bool good = true;
    uint64_t from = offset ? offset - 1 : 0;    /* the line end before counts */
    *boundary = end;
    while (from < end && got == capacity) {
        good = (progress_report(progress, from, end) || error_set(error, "interrupted")) && input_read(input, from, buffer, capacity, &got, error);
        size_t found = good ? piece_boundary((struct slice){buffer, got}, got < capacity, &tail) : SIZE_MAX;
        if (found != SIZE_MAX && from + found < end)
            *boundary = from + found;
        if (!good || found != SIZE_MAX)
            break;
        from += got - tail;
        if (tail > LOOK / 2) {      /* a long line */
            capacity = got = tail + WET_LINE_MAX;
            buffer = memory_resize(buffer, capacity);
        } else if (got == capacity) {
            capacity = got = LOOK;
        }
    }
    free(buffer);
    return good;
}
