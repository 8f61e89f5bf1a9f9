/* wet.c - the pull reader of both WET text formats.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A line is read by its shape, never by the counts announced before it (1.1). Nearly all lines are entries in plain form, so
 * these have a path of their own, which reads a line in one go or leaves it untouched to the careful path. One line can
 * give several items (a static line ends the block before it, and that may be short of much): they wait in a small queue. */
#include "formats/wet_line.h"
#include "formats/wet_list.h"

#include <stdlib.h>
#include <string.h>

/* The most items one line can give: a static line or the end of the file closes list, ports, values, file and counts. */
enum { QUEUE = 8 };

struct place {
    uint64_t line, column;
};

struct wet_reader {
    const char *start, *at, *end;
    const char *line_start;                 /* of the line being read; columns count from it */
    uint64_t line;                          /* number of the line being read, from 1 */
    struct place last;                      /* one past the last byte that is no blank or line end */
    bool history, begun, ended;
    bool has_count;
    uint64_t announced, blocks;             /* N, and static lines so far */
    struct place count_place;
    bool has_block, has_values;             /* of the open block: VALUES or NO VALUES was there */
    uint64_t id, ports, lists;              /* of the open block: announced ports, SIZE lists so far */
    struct place id_place, ports_place;
    struct wet_list list;
    struct wet_item queue[QUEUE];
    unsigned queued, given;
};

/* ---- The queue ---- */

static struct wet_item *item_add(struct wet_reader *reader, enum wet_item_kind kind, struct place place)
{
    struct wet_item *item = &reader->queue[reader->queued++];
    item->kind = kind;
    item->line = place.line;
    item->column = place.column;
    return item;
}

static void problem_add(struct wet_reader *reader, struct place place, enum wet_problem kind, uint64_t first, uint64_t second,
                        uint64_t third)
{
    item_add(reader, WET_ITEM_PROBLEM, place)->problem = (struct wet_finding){kind, first, second, third};
}

static bool queue_take(struct wet_reader *reader, struct wet_item *item)
{
    if (reader->given == reader->queued)
        return false;
    *item = reader->queue[reader->given++];
    if (reader->given == reader->queued)
        reader->given = reader->queued = 0;
    return true;
}

/* ---- Lines ---- */

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

/* Takes the next line, trimmed; it may be empty. */
static bool line_take(struct wet_reader *reader, struct slice *line)
{
    if (reader->at == reader->end)
        return false;
    size_t left = (size_t)(reader->end - reader->at);
    const char *feed = memchr(reader->at, '\n', left);
    *line = (struct slice){reader->at, feed ? (size_t)(feed - reader->at) : left};
    if (line->size && line->data[line->size - 1] == '\r')
        line->size--;
    *line = wet_trim(*line);
    if (reader->at != reader->start) /* the first line starts before a byte order mark */
        reader->line_start = reader->at;
    reader->line++;
    reader->at = feed ? feed + 1 : reader->end;
    if (line->size)
        reader->last = (struct place){reader->line, (uint64_t)(line->data + line->size - reader->line_start) + 1};
    return true;
}

static struct place place_of(const struct wet_reader *reader, const char *at)
{
    return (struct place){reader->line, (uint64_t)(at - reader->line_start) + 1};
}

enum wet_kind wet_kind(struct slice bytes)
{
    struct slice rest = wet_without_mark(bytes), line;
    while (slice_line(&rest, &line))
        if (wet_trim(line).size)
            return slice_find(line, slice_of("-->")) == SIZE_MAX ? WET_COMPREHENSIVE : WET_HISTORY;
    return WET_EMPTY;
}

/* ---- Ends ---- */

static void list_end(struct wet_reader *reader)
{
    struct wet_list *list = &reader->list;
    if (list->open && list->entries != list->announced)
        problem_add(reader, (struct place){list->line, list->column}, WET_SIZE_MISMATCH, list->announced, list->entries, list->values);
    list->open = false;
}

static void block_end(struct wet_reader *reader)
{
    list_end(reader);
    if (reader->has_block && reader->lists != reader->ports)
        problem_add(reader, reader->ports_place, WET_PORTS_MISMATCH, reader->id, reader->ports, reader->lists);
    if (reader->has_block && !reader->has_values)
        problem_add(reader, reader->id_place, WET_MISSING_VALUES, reader->id, 0, 0);
    reader->has_block = false;
}

/* A last block without VALUES, or in a list that is short, is truncated and nothing else that something more could mend. */
static void trace_end(struct wet_reader *reader)
{
    struct wet_list *list = &reader->list;
    if (reader->has_block && (!reader->has_values || (list->open && list->entries < list->announced))) {
        problem_add(reader, reader->last, WET_TRUNCATED, reader->id, 0, 0);
        if (list->open && list->entries < list->announced)
            list->open = false;
        if (reader->lists < reader->ports)
            reader->lists = reader->ports;
        reader->has_values = true;
    }
    block_end(reader);
    if (reader->has_count && reader->announced != reader->blocks)
        problem_add(reader, reader->count_place, WET_COUNT_MISMATCH, reader->announced, reader->blocks, 0);
}

/* ---- The careful path ---- */

static void block_start(struct wet_reader *reader, struct slice line, const struct wet_block *block, uint64_t ports_column)
{
    block_end(reader);
    reader->blocks++;
    reader->has_block = true;
    reader->has_values = false;
    reader->id = block->id;
    reader->ports = block->ports;
    reader->lists = 0;
    reader->id_place = place_of(reader, line.data);
    reader->ports_place = place_of(reader, line.data + ports_column - 1);
    struct wet_item *item = item_add(reader, WET_ITEM_BLOCK, reader->id_place);
    item->block = *block;
    item->block.address_column += reader->id_place.column - 1;
}

/* SIZE, VALUES or NO VALUES: ends the list before, and is refused where no block is open for it (rule 3). */
static bool section_start(struct wet_reader *reader, struct slice line)
{
    list_end(reader);
    if (!reader->has_block || reader->has_values) {
        problem_add(reader, place_of(reader, line.data), WET_BAD_LINE, 0, 0, 0);
        return false;
    }
    return true;
}

static void list_start(struct wet_reader *reader, struct slice line, bool values, uint64_t size, uint64_t column)
{
    if (!section_start(reader, line))
        return;
    wet_list_start(&reader->list, values, size, reader->line, place_of(reader, line.data).column + column - 1);
    reader->lists += !values;
    reader->has_values = values;
    item_add(reader, values ? WET_ITEM_VALUES : WET_ITEM_PORT, place_of(reader, line.data))->number = size;
}

static void entry_count(struct wet_reader *reader, uint64_t x, struct place place)
{
    uint64_t largest = reader->list.next - 1;
    enum wet_order order = wet_list_take(&reader->list, x);
    if (order != WET_RISING)
        problem_add(reader, place, order == WET_LATE ? WET_X_ORDER : WET_X_DUPLICATE, x, largest, 0);
}

/* An entry of the open list; false: the line is none. */
static bool entry_read(struct wet_reader *reader, struct slice line)
{
    struct wet_value value;
    struct wet_entry entry;
    if (!reader->list.open || !(reader->list.values ? wet_line_value(line, &value) : wet_line_entry(line, &entry)))
        return false;
    struct place place = place_of(reader, line.data);
    struct wet_item *item = item_add(reader, reader->list.values ? WET_ITEM_VALUE : WET_ITEM_ENTRY, place);
    if (reader->list.values) {
        item->value = value;
        entry_count(reader, value.x, place);
    } else {
        entry.id_column += place.column - 1;
        entry.instance_column += place.column - 1;
        item->entry = entry;
        entry_count(reader, entry.x, place);
    }
    return true;
}

static void line_read(struct wet_reader *reader, struct slice line)
{
    uint64_t number, column;
    struct wet_block block;
    if (entry_read(reader, line))
        return;
    if (wet_line_list(line, "SIZE", &number, &column)) {
        list_start(reader, line, false, number, column);
    } else if (wet_line_list(line, "VALUES", &number, &column)) {
        list_start(reader, line, true, number, column);
    } else if (wet_line_no_values(line)) {
        if (section_start(reader, line)) {
            reader->has_values = true;
            item_add(reader, WET_ITEM_NO_VALUES, place_of(reader, line.data));
        }
    } else if (wet_line_block(line, &block, &column)) {
        block_start(reader, line, &block, column);
    } else {
        problem_add(reader, place_of(reader, line.data), WET_BAD_LINE, 0, 0, 0);
    }
}

/* Does the writer's mark stand behind N (wet.h, wet_write_count)? */
static bool has_instance_mark(const struct wet_reader *reader, struct slice line)
{
    const char *end = line.data + line.size;
    size_t left = (size_t)(reader->end - end);
    return slice_is(slice_cut((struct slice){end, left}, 0, sizeof WET_INSTANCE_MARK - 1), WET_INSTANCE_MARK) &&
           (left == sizeof WET_INSTANCE_MARK - 1 || end[sizeof WET_INSTANCE_MARK - 1] == '\n' || end[sizeof WET_INSTANCE_MARK - 1] == '\r');
}

/* The first line that is not empty is N, or a problem and then read like any other. */
static void first_line_read(struct wet_reader *reader, struct slice line)
{
    reader->begun = true;
    reader->count_place = place_of(reader, line.data);
    reader->has_count = wet_line_number(line, &reader->announced);
    if (reader->has_count) {
        struct wet_item *item = item_add(reader, WET_ITEM_COUNT, reader->count_place);
        item->number = reader->announced;
        item->by_instance = has_instance_mark(reader, line);
    } else {
        problem_add(reader, reader->count_place, WET_MISSING_COUNT, 0, 0, 0);
        line_read(reader, line);
    }
}

static void history_line_read(struct wet_reader *reader, struct slice line)
{
    struct wet_arrow arrow;
    if (wet_line_arrow(line, &arrow))
        item_add(reader, WET_ITEM_ARROW, place_of(reader, line.data))->arrow = arrow;
    else if (reader->at == reader->end && reader->end[-1] != '\n')
        problem_add(reader, reader->last, WET_TRUNCATED, 0, 0, 1);
    else
        problem_add(reader, place_of(reader, line.data), WET_BAD_LINE, 0, 0, 0);
}

/* ---- The fast path ---- */

/* Digits at `at`, at most as many as always fit; NULL: none, or more. */
static inline const char *digits_read(const char *at, const char *end, uint64_t *value)
{
    const char *start = at;
    uint64_t sum = 0;
    for (; at < end && (unsigned char)(*at - '0') <= 9; at++)
        sum = sum * 10 + (unsigned char)(*at - '0');
    *value = sum;
    return at > start && at - start <= WET_X_MAX_DIGITS ? at : NULL;
}

/* The line end at `at`: what follows it; NULL: something else is there. */
static inline const char *line_end_read(const char *at, const char *end)
{
    if (at < end && *at == '\r')
        at++;
    return at < end && *at == '\n' ? at + 1 : NULL;
}

static void fast_line_done(struct wet_reader *reader, const char *text_end, const char *next)
{
    reader->last = (struct place){reader->line, (uint64_t)(text_end - reader->line_start) + 1};
    reader->at = next;
}

/* Starts on a line in the shape `blanks X:`; returns what follows the colon, NULL leaves the reader as it was. */
static inline const char *fast_x_read(const struct wet_reader *reader, const char **first, uint64_t *x)
{
    const char *at = reader->at, *end = reader->end;
    while (at < end && is_blank(*at))
        at++;
    *first = at;
    at = digits_read(at, end, x);
    return at && at < end && *at == ':' ? at + 1 : NULL;
}

static bool fast_entry(struct wet_reader *reader, struct wet_item *item)
{
    const char *end = reader->end, *first, *id, *instance, *next;
    id = fast_x_read(reader, &first, &item->entry.x);
    const char *at = id ? digits_read(id, end, &item->entry.id) : NULL;
    if (!at || at == end || *at != ' ')
        return false;
    instance = at + 1;
    at = digits_read(instance, end, &item->entry.instance);
    if (!at || !(next = line_end_read(at, end)))
        return false;
    reader->line_start = reader->at;
    reader->line++;
    item->kind = WET_ITEM_ENTRY;
    item->line = reader->line;
    item->column = (uint64_t)(first - reader->line_start) + 1;
    item->entry.id_column = (uint64_t)(id - reader->line_start) + 1;
    item->entry.instance_column = (uint64_t)(instance - reader->line_start) + 1;
    fast_line_done(reader, at, next);
    return true;
}

static bool fast_value(struct wet_reader *reader, struct wet_item *item)
{
    const char *end = reader->end, *first, *next, *text;
    const char *at = text = fast_x_read(reader, &first, &item->value.x);
    if (!at)
        return false;
    while (at < end && *at > ' ')
        at++;
    if (!(next = line_end_read(at, end)) || !wet_hex_digits((struct slice){text, (size_t)(at - text)}, &item->value.digits))
        return false;
    reader->line_start = reader->at;
    reader->line++;
    item->kind = WET_ITEM_VALUE;
    item->line = reader->line;
    item->column = (uint64_t)(first - reader->line_start) + 1;
    fast_line_done(reader, at, next);
    return true;
}

/* address "#" instance; NULL: something else. */
static inline const char *node_read(const char *at, const char *end, uint64_t *address, uint64_t *instance)
{
    uint64_t sum = 0;
    if (end - at >= 2 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X'))
        at += 2;
    const char *start = at;
    for (; at < end; at++) {
        unsigned digit = (unsigned char)(*at - '0');
        if (digit > 9 && (digit = (unsigned char)((*at | 0x20) - 'a') + 10u) > 15)
            break;
        sum = sum << 4 | digit;
    }
    *address = sum;
    if (at == start || at - start > 16 || at == end || *at != '#')
        return NULL;
    return digits_read(at + 1, end, instance);
}

static bool fast_arrow(struct wet_reader *reader, struct wet_item *item)
{
    const char *at = reader->at, *end = reader->end, *next;
    if (reader->line == 0 || !(at = node_read(at, end, &item->arrow.user, &item->arrow.user_instance)))
        return false;
    if (end - at < 5 || memcmp(at, " --> ", 5) != 0)
        return false;
    at = node_read(at + 5, end, &item->arrow.definer, &item->arrow.definer_instance);
    if (!at || !(next = line_end_read(at, end)))
        return false;
    reader->line_start = reader->at;
    reader->line++;
    item->kind = WET_ITEM_ARROW;
    item->line = reader->line;
    item->column = 1;
    fast_line_done(reader, at, next);
    return true;
}

/* ---- Outside ---- */

struct wet_reader *wet_reader_open(struct slice bytes)
{
    struct wet_reader *reader = memory_allocate(sizeof *reader);
    struct slice text = wet_without_mark(bytes);
    reader->line_start = bytes.data;
    reader->start = reader->at = text.data;
    reader->end = text.size ? text.data + text.size : text.data;
    reader->history = wet_kind(bytes) == WET_HISTORY;
    reader->last = (struct place){1, 1};
    return reader;
}

void wet_reader_close(struct wet_reader *reader)
{
    if (reader)
        wet_list_free(&reader->list);
    free(reader);
}

uint64_t wet_reader_offset(const struct wet_reader *reader)
{
    return (uint64_t)(reader->at - reader->start);
}

static bool fast_read(struct wet_reader *reader, struct wet_item *item)
{
    if (reader->history)
        return !reader->queued && fast_arrow(reader, item);
    if (!reader->list.open || reader->queued || !(reader->list.values ? fast_value(reader, item) : fast_entry(reader, item)))
        return false;
    entry_count(reader, reader->list.values ? item->value.x : item->entry.x, (struct place){item->line, item->column});
    return true;
}

bool wet_reader_next(struct wet_reader *reader, struct wet_item *item)
{
    struct slice line;
    if (fast_read(reader, item))
        return true;
    while (!queue_take(reader, item)) {
        if (line_take(reader, &line)) {
            if (line.size == 0)
                continue;
            if (reader->history)
                history_line_read(reader, line);
            else if (reader->begun)
                line_read(reader, line);
            else
                first_line_read(reader, line);
        } else if (!reader->ended) {
            reader->ended = true;
            trace_end(reader);
        } else {
            return false;
        }
    }
    return true;
}
