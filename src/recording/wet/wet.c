/* wet.c - reads WET text line by line, whole or in pieces.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet/wet_words.h"

#include <stdlib.h>

static void wet_block_end(struct wet_reader *reader);
static void wet_line_skip(struct wet_reader *reader);

struct wet_reader *wet_reader_start(enum wet_kind kind, enum wet_start start)
{
    struct wet_reader *reader = memory_allocate(sizeof *reader);
    reader->history = kind == WET_HISTORY;
    reader->begun = start != WET_FROM_FILE;
    reader->last = (struct wet_place){1, 1};
    reader->piece = reader->at = reader->end = reader->limit = reader->line_start = "";
    if (start == WET_FROM_LIST || start == WET_FROM_VALUES) {
        reader->headless = reader->has_block = true;
        reader->has_values = start == WET_FROM_VALUES;
        wet_list_start(&reader->list, reader->has_values, 0, 0, 0);
    }
    (void)wet_reader_use(reader, WET_PATH_BEST);
    return reader;
}

/* Takes a piece; `slack` bytes behind it are readable. */
static void piece_take(struct wet_reader *reader, struct str bytes, bool last, size_t slack)
{
    struct str text = bytes;
    bool is_first = reader->before + (uint64_t)(reader->end - reader->piece) == 0;
    reader->before += (uint64_t)(reader->end - reader->piece);
    reader->is_last = last;
    if (bytes.size == 0)
        bytes = text = str_of("");
    else if (is_first && !reader->begun)
        text = wet_without_mark(bytes);
    reader->piece = reader->line_start = bytes.data;
    reader->at = text.data;
    reader->end = bytes.data + bytes.size;
    reader->marked = text.size < bytes.size;
    reader->limit = reader->end;
    if (slack < WET_SLACK)
        reader->limit = text.size > WET_SLACK ? reader->end - WET_SLACK : text.data;
    if (reader->skipping)
        wet_line_skip(reader);
}

void wet_reader_feed(struct wet_reader *reader, struct str bytes, bool last)
{
    piece_take(reader, bytes, last, WET_SLACK);
}

struct wet_reader *wet_reader_open(struct str bytes)
{
    struct wet_reader *reader = wet_reader_start(wet_kind(bytes), WET_FROM_FILE);
    piece_take(reader, bytes, true, 0);
    return reader;
}

void wet_reader_block_ends(struct wet_reader *reader)
{
    wet_block_end(reader);
}

void wet_reader_close(struct wet_reader *reader)
{
    if (reader)
        wet_list_free(&reader->list);
    free(reader);
}

uint64_t wet_reader_offset(const struct wet_reader *reader)
{
    return reader->before + (uint64_t)(reader->at - reader->piece);
}

uint64_t wet_reader_lines(const struct wet_reader *reader)
{
    return reader->line;
}

uint64_t wet_reader_blocks(const struct wet_reader *reader)
{
    return reader->blocks;
}

bool wet_reader_announced(const struct wet_reader *reader, uint64_t *blocks, uint64_t *line, uint64_t *column)
{
    *blocks = reader->announced;
    *line = reader->count_place.line;
    *column = reader->count_place.column;
    return reader->has_count;
}

bool wet_is_block_line(struct str line)
{
    struct wet_block block;
    uint64_t column;
    if (line.size == 0 || line.size > WET_LINE_MAX || (unsigned char)(line.data[0] - '0') > 9)
        return false;
    if (line.data[line.size - 1] == '\r')
        line.size--;
    return wet_line_block(wet_trim(line), &block, &column);
}

/* ---- The pull reader of both WET text formats ----
 *
 * The reader reads a line by its shape, never by the counts announced before it (1.1). Nearly all lines are plain entries, so these have a fast path
 * (wet_words.h), which reads a line in one go or leaves it untouched. The careful path, in this file, reads the rest. One line can
 * give several items (a static line ends the block before it, which may have several problems): they wait in a small queue. */

/* ---- The queue ---- */

static struct wet_item *item_add(struct wet_reader *reader, enum wet_item_kind kind, struct wet_place place)
{
    struct wet_item *item = &reader->queue[reader->queued++];
    item->kind = kind;
    item->line = place.line;
    item->column = place.column;
    return item;
}

static void problem_add(struct wet_reader *reader, struct wet_place place, enum wet_problem kind, uint64_t first, uint64_t second,
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

/* Notes the last byte of a part of a too long line. Which carriage returns belong to the line end is unknown before it comes, so none count. */
static void part_note(struct wet_reader *reader, const char *start, const char *end)
{
    while (end > start && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r' || end[-1] == '\n'))
        end--;
    if (end > start)
        reader->last = (struct wet_place){reader->line, reader->skipped + (uint64_t)(end - start) + 1};
}

/* Skips the rest of a too long line, or the piece's share of it. */
static void wet_line_skip(struct wet_reader *reader)
{
    const char *start = reader->skipped ? reader->at : reader->line_start, *feed = NULL;
    if (reader->at < reader->end)
        feed = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    reader->at = feed ? feed + 1 : reader->end;
    part_note(reader, start, reader->at);
    reader->skipping = !feed;
    reader->skipped = feed ? 0 : reader->skipped + (uint64_t)(reader->end - start);
}

/* Takes the next line, trimmed; it may be empty. From a too long line it gives only the first WET_LINE_MAX + 1 bytes: later cuts between pieces do not
 * matter. */
static bool line_take(struct wet_reader *reader, struct str *line, bool *too_long)
{
    if (reader->at == reader->end)
        return false;
    if (!reader->marked) /* a byte order mark belongs to the first line */
        reader->line_start = reader->at;
    reader->marked = false;
    reader->line++;
    const char *start = reader->at;
    size_t left = (size_t)(reader->end - start);
    const char *feed = memchr(start, '\n', left);
    *line = (struct str){start, feed ? (size_t)(feed - start) : left};
    *too_long = line->size > WET_LINE_MAX;
    if (*too_long) {
        wet_line_skip(reader);
        *line = wet_trim(str_cut(*line, 0, WET_LINE_MAX + 1));
        return true;
    }
    if (line->size && line->data[line->size - 1] == '\r')
        line->size--;
    *line = wet_trim(*line);
    reader->at = feed ? feed + 1 : reader->end;
    if (line->size)
        reader->last = (struct wet_place){reader->line, (uint64_t)(line->data + line->size - reader->line_start) + 1};
    return true;
}

static struct wet_place place_of(const struct wet_reader *reader, const char *at)
{
    return (struct wet_place){reader->line, (uint64_t)(at - reader->line_start) + 1};
}

enum wet_kind wet_kind(struct str bytes)
{
    struct str rest = wet_without_mark(bytes), line;
    while (str_line(&rest, &line))
        if (wet_trim(line).size)
            return str_find(str_cut(line, 0, WET_LINE_MAX + 1), str_of("-->")) == SIZE_MAX ? WET_COMPREHENSIVE : WET_HISTORY;
    return WET_EMPTY;
}

/* ---- Ends ---- */

static void list_end(struct wet_reader *reader)
{
    struct wet_list *list = &reader->list;
    if (list->open && !reader->headless && list->entries != list->announced)
        problem_add(reader, (struct wet_place){list->line, list->column}, WET_SIZE_MISMATCH, list->announced, list->entries, list->values);
    list->open = false;
}

/* Queues the problems of a block that ends here. */
static void wet_block_end(struct wet_reader *reader)
{
    list_end(reader);
    if (reader->has_block && !reader->headless && reader->lists != reader->ports)
        problem_add(reader, reader->ports_place, WET_PORTS_MISMATCH, reader->id, reader->ports, reader->lists);
    if (reader->has_block && !reader->headless && !reader->has_values)
        problem_add(reader, reader->id_place, WET_MISSING_VALUES, reader->id, 0, 0);
    reader->has_block = reader->headless = false;
}

/* A last block without VALUES, or that ends in a short list, is truncated. The reader reports no other problem that more text could mend. */
static void trace_end(struct wet_reader *reader)
{
    struct wet_list *list = &reader->list;
    if (reader->has_block && !reader->headless && (!reader->has_values || (list->open && list->entries < list->announced))) {
        problem_add(reader, reader->last, WET_TRUNCATED, reader->id, 0, 0);
        if (list->open && list->entries < list->announced)
            list->open = false;
        if (reader->lists < reader->ports)
            reader->lists = reader->ports;
        reader->has_values = true;
    }
    wet_block_end(reader);
    if (reader->has_count && reader->announced != reader->blocks)
        problem_add(reader, reader->count_place, WET_COUNT_MISMATCH, reader->announced, reader->blocks, 0);
}

/* ---- The careful path ---- */

static void block_start(struct wet_reader *reader, struct str line, const struct wet_block *block, uint64_t ports_column)
{
    wet_block_end(reader);
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
    item->offset = reader->before + (uint64_t)(reader->line_start - reader->piece);
    item->block.address_column += reader->id_place.column - 1;
}

/* SIZE, VALUES or NO VALUES: ends the list before. Refused if no block is open for it (rule 3). */
static bool section_start(struct wet_reader *reader, struct str line)
{
    list_end(reader);
    if (!reader->has_block || reader->has_values) {
        problem_add(reader, place_of(reader, line.data), WET_BAD_LINE, 0, 0, 0);
        return false;
    }
    return true;
}

static void list_start(struct wet_reader *reader, struct str line, bool values, uint64_t size, uint64_t column)
{
    if (!section_start(reader, line))
        return;
    wet_list_start(&reader->list, values, size, reader->line, place_of(reader, line.data).column + column - 1);
    reader->lists += !values;
    reader->has_values = values;
    item_add(reader, values ? WET_ITEM_VALUES : WET_ITEM_PORT, place_of(reader, line.data))->number = size;
}

static void entry_count(struct wet_reader *reader, uint64_t x, struct wet_place place)
{
    uint64_t largest = reader->list.next - 1;
    enum wet_order order = wet_list_take(&reader->list, x);
    if (order != WET_RISING)
        problem_add(reader, place, order == WET_LATE ? WET_X_ORDER : WET_X_DUPLICATE, x, largest, 0);
}

/* Reads an entry of the open list. False: the line is not an entry. All entries begin with a digit. */
static bool entry_read(struct wet_reader *reader, struct str line)
{
    struct wet_value value;
    struct wet_entry entry;
    if (!reader->list.open || (unsigned char)(line.data[0] - '0') > 9 || !(reader->list.values ? wet_line_value(line, &value) : wet_line_entry(line, &entry)))
        return false;
    struct wet_place place = place_of(reader, line.data);
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

static void line_read(struct wet_reader *reader, struct str line)
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

/* Does exactly this mark follow the line? */
static bool ends_with(const struct wet_reader *reader, struct str line, const char *mark)
{
    struct str rest = {line.data + line.size, (size_t)(reader->end - line.data) - line.size};
    size_t size = strlen(mark);
    return str_starts(rest, mark) && (rest.size == size || rest.data[size] == '\n' || rest.data[size] == '\r');
}

/* Reads the first nonempty line: N, or a problem, and then like any other line. */
static void first_line_read(struct wet_reader *reader, struct str line)
{
    reader->begun = true;
    reader->count_place = place_of(reader, line.data);
    reader->has_count = wet_line_number(line, &reader->announced);
    if (reader->has_count) {
        struct wet_item *item = item_add(reader, WET_ITEM_COUNT, reader->count_place);
        item->number = reader->announced;
        item->has_mark = ends_with(reader, line, WET_INSTANCE_MARK);
        item->has_old_mark = ends_with(reader, line, WET_OLD_MARK);
    } else {
        problem_add(reader, reader->count_place, WET_MISSING_COUNT, 0, 0, 0);
        line_read(reader, line);
    }
}

/* A line longer than any line of a trace: bad, whatever it is. */
static void long_line_read(struct wet_reader *reader, struct str line)
{
    struct wet_place place = place_of(reader, line.size ? line.data : reader->line_start);
    if (!reader->begun && !reader->history)
        problem_add(reader, place, WET_MISSING_COUNT, 0, 0, 0);
    reader->begun = true;
    problem_add(reader, place, WET_BAD_LINE, 0, 0, 0);
}

static void history_line_read(struct wet_reader *reader, struct str line)
{
    struct wet_arrow arrow;
    if (wet_line_arrow(line, &arrow))
        item_add(reader, WET_ITEM_ARROW, place_of(reader, line.data))->arrow = arrow;
    else if (reader->is_last && reader->at == reader->end && reader->end[-1] != '\n')
        problem_add(reader, reader->last, WET_TRUNCATED, 0, 0, 1);
    else
        problem_add(reader, place_of(reader, line.data), WET_BAD_LINE, 0, 0, 0);
}

/* ---- The fast path ---- */

/* Each reads a plain line into an item, or leaves the reader as it was. */
static bool entry_take(struct wet_reader *reader, struct wet_item *item, struct plain_line *line)
{
    if (!plain_entry(reader->at, reader->limit, line))
        return false;
    uint64_t id_column = (uint64_t)(line->second - reader->at) + 1, instance_column = (uint64_t)(line->third - reader->at) + 1;
    item->kind = WET_ITEM_ENTRY;
    item->entry = (struct wet_entry){line->x, line->id, line->instance, id_column, instance_column};
    return true;
}

static bool value_take(struct wet_reader *reader, struct wet_item *item, struct plain_line *line)
{
    if (!plain_value(reader->at, reader->limit, line))
        return false;
    item->kind = WET_ITEM_VALUE;
    item->value.x = line->x;
    return wet_hex_digits((struct str){line->second, (size_t)(line->text_end - line->second)}, &item->value.digits);
}

static bool arrow_take(struct wet_reader *reader, struct wet_item *item, struct plain_line *line)
{
    if (!plain_arrow(reader->at, reader->limit, &item->arrow, line))
        return false;
    item->kind = WET_ITEM_ARROW;
    line->first = reader->at;
    return true;
}

static bool fast_read(struct wet_reader *reader, struct wet_item *item)
{
    struct plain_line line;
    bool list = !reader->history, values = reader->list.values;
    if (reader->at >= reader->limit || reader->queued || reader->marked || (list && !reader->list.open))
        return false;
    if (!(!list ? arrow_take(reader, item, &line) : values ? value_take(reader, item, &line) : entry_take(reader, item, &line)))
        return false;
    reader->line_start = reader->at;
    reader->at = line.next;
    reader->last = (struct wet_place){++reader->line, (uint64_t)(line.text_end - reader->line_start) + 1};
    item->line = reader->line;
    item->column = (uint64_t)(line.first - reader->line_start) + 1;
    if (list)
        entry_count(reader, line.x, (struct wet_place){item->line, item->column});
    return true;
}

/* ---- Outside ---- */

static void item_line_read(struct wet_reader *reader, struct str line, bool too_long)
{
    if (too_long)
        long_line_read(reader, line);
    else if (line.size == 0)
        return;
    else if (reader->history)
        history_line_read(reader, line);
    else if (reader->begun)
        line_read(reader, line);
    else
        first_line_read(reader, line);
}

bool wet_reader_next(struct wet_reader *reader, struct wet_item *item)
{
    struct str line;
    bool too_long;
    if (fast_read(reader, item))
        return true;
    while (!queue_take(reader, item)) {
        if (line_take(reader, &line, &too_long)) {
            item_line_read(reader, line, too_long);
        } else if (reader->is_last && !reader->ended) {
            reader->ended = true;
            trace_end(reader);
        } else {
            return false;
        }
    }
    return true;
}
