/* wet_feed.c - readers of whole texts and of pieces.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet/wet_inside.h"

#include <stdlib.h>

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

/* `slack` bytes behind the piece can be read. */
static void piece_take(struct wet_reader *reader, struct slice bytes, bool last, size_t slack)
{
    struct slice text = bytes;
    bool is_first = reader->before + (uint64_t)(reader->end - reader->piece) == 0;
    reader->before += (uint64_t)(reader->end - reader->piece);
    reader->is_last = last;
    if (bytes.size == 0)
        bytes = text = slice_of("");
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

void wet_reader_feed(struct wet_reader *reader, struct slice bytes, bool last)
{
    piece_take(reader, bytes, last, WET_SLACK);
}

struct wet_reader *wet_reader_open(struct slice bytes)
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

bool wet_is_block_line(struct slice line)
{
    struct wet_block block;
    uint64_t column;
    if (line.size == 0 || line.size > WET_LINE_MAX || (unsigned char)(line.data[0] - '0') > 9)
        return false;
    if (line.data[line.size - 1] == '\r')
        line.size--;
    return wet_line_block(wet_trim(line), &block, &column);
}
