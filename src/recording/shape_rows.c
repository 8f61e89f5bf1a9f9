/* shape_rows.c - a structure in one row, or in indented rows.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/shape.h"

enum { STEP = 2, FILLS = 40 };          /* elements up to so many cells share a row */

static const char *const words[] = {[SHAPE_OPEN] = "{", [SHAPE_COMMA] = ", ", [SHAPE_CLOSE] = "}", [SHAPE_OPEN_LIST] = "{", [SHAPE_OPEN_TUPLE] = "(",
        [SHAPE_CLOSE_TUPLE] = ")"};

static bool is_mark(char byte)
{
    return byte >= SHAPE_OPEN && byte <= SHAPE_CLOSE_TUPLE;
}

static bool is_open(char byte)
{
    return byte == SHAPE_OPEN || byte == SHAPE_OPEN_LIST || byte == SHAPE_OPEN_TUPLE;
}

static bool is_close(char byte)
{
    return byte == SHAPE_CLOSE || byte == SHAPE_CLOSE_TUPLE;
}

void shape_flat(struct str marked, struct text *out)
{
    size_t from = 0;
    for (size_t i = 0; i <= marked.size; i++) {
        if (i < marked.size && !is_mark(marked.data[i]))
            continue;
        text_append(out, str_cut(marked, from, i - from));
        from = i + 1;
        if (i < marked.size)
            text_add(out, words[(unsigned char)marked.data[i]]);
    }
}

/* The end of what begins here on the same level: at the comma or the closing brace behind it, or at the end of the text. */
static size_t item_end(struct str marked, size_t at)
{
    size_t level = 0;
    for (; at < marked.size; at++) {
        char byte = marked.data[at];
        if (level == 0 && (byte == SHAPE_COMMA || is_close(byte)))
            break;
        level += is_open(byte);
        level -= is_close(byte);
    }
    return at;
}

static size_t flat_width(struct str marked)
{
    struct text flat = {0};
    shape_flat(marked, &flat);
    size_t width = text_width(text_str(&flat));
    text_free(&flat);
    return width;
}

/* Where the text goes on, and in which column. */
struct writing {
    struct str marked;
    size_t at, column, width;
    struct text *out;
};

static void new_row(struct writing *writing, size_t indent)
{
    text_byte(writing->out, '\n');
    for (size_t i = 0; i < indent; i++)
        text_byte(writing->out, ' ');
    writing->column = indent;
}

static void write_flat(struct writing *writing, size_t end)
{
    struct str item = str_cut(writing->marked, writing->at, end - writing->at);
    shape_flat(item, writing->out);
    writing->column += flat_width(item);
    writing->at = end;
}

/* Do its elements share rows? */
static bool fills(const struct writing *writing)
{
    if (writing->marked.data[writing->at] != SHAPE_OPEN_LIST)
        return false;
    for (size_t at = writing->at + 1, end; at < writing->marked.size; at = end + 1) {
        end = item_end(writing->marked, at);
        if (flat_width(str_cut(writing->marked, at, end - at)) > FILLS)
            return false;
        if (end >= writing->marked.size || is_close(writing->marked.data[end]))
            break;
    }
    return true;
}

static void write_item(struct writing *writing, size_t end, size_t indent);

/* From an opening bracket to behind the closing one, in several rows. */
static void write_group(struct writing *writing, size_t indent)
{
    bool full = fills(writing), first = true, tuple = writing->marked.data[writing->at] == SHAPE_OPEN_TUPLE;
    text_byte(writing->out, tuple ? '(' : '{');
    writing->at++;
    while (writing->at < writing->marked.size) {
        size_t end = item_end(writing->marked, writing->at);
        bool comma = end < writing->marked.size && writing->marked.data[end] == SHAPE_COMMA;
        bool fits = full && !first && writing->column + 2 + flat_width(str_cut(writing->marked, writing->at, end - writing->at)) <= writing->width;
        if (fits)
            text_byte(writing->out, ' '), writing->column++;
        else
            new_row(writing, indent + STEP);
        write_item(writing, end, indent + STEP);
        text_add(writing->out, comma ? "," : "");
        writing->column += comma;
        writing->at = end + 1;
        first = false;
        if (!comma)
            break;
    }
    new_row(writing, indent);
    text_byte(writing->out, tuple ? ')' : '}');
    writing->column++;
}

/* An item of a group, or the whole: in this row if it fits. */
static void write_item(struct writing *writing, size_t end, size_t indent)
{
    if (writing->column + flat_width(str_cut(writing->marked, writing->at, end - writing->at)) + 1 <= writing->width) {
        write_flat(writing, end);
        return;
    }
    while (writing->at < end) {
        size_t from = writing->at;
        while (writing->at < end && !is_open(writing->marked.data[writing->at]))
            writing->at++;
        size_t stop = writing->at;
        writing->at = from;
        write_flat(writing, stop);
        if (writing->at < end)
            write_group(writing, indent);
    }
}

void shape_rows(struct str marked, size_t column, size_t width, struct text *out)
{
    struct writing writing = {.marked = marked, .column = column, .width = width, .out = out};
    write_item(&writing, marked.size, 0);
}
