/* schema_cursor.c - lines, words, numbers and names of schemas.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A line is words between blanks; ";" begins a comment. Nothing here reads beyond the line it stands in. */
#include "stream/schema_inside.h"

#include <stdarg.h>
#include <stdio.h>

enum { SHOWN = 60 };                    /* bytes of the input in a message */

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_name_start(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' || byte == '.' || byte == '$';
}

void ae_blanks(struct ae_cursor *cursor)
{
    while (cursor->at < cursor->end && is_blank(*cursor->at))
        cursor->at++;
}

bool ae_line(struct ae_cursor *cursor)
{
    struct slice line;
    while (slice_line(&cursor->rest, &line)) {
        size_t size = slice_find_byte(line, ';');
        cursor->line++;
        cursor->begin = cursor->at = line.data;
        cursor->end = line.data + (size == SIZE_MAX ? line.size : size);
        if (!ae_at_end(cursor))
            return true;
    }
    cursor->line++;
    cursor->begin = cursor->at = cursor->end;
    return false;
}

bool ae_at_end(struct ae_cursor *cursor)
{
    ae_blanks(cursor);
    return cursor->at == cursor->end;
}

struct slice ae_peek(struct ae_cursor *cursor)
{
    ae_blanks(cursor);
    const char *end = cursor->at;
    while (end < cursor->end && !is_blank(*end))
        end++;
    return (struct slice){cursor->at, (size_t)(end - cursor->at)};
}

bool ae_byte(struct ae_cursor *cursor, char byte)
{
    if (cursor->at == cursor->end || *cursor->at != byte)
        return false;
    cursor->at++;
    return true;
}

bool ae_literal(struct ae_cursor *cursor, const char *text)
{
    struct slice here = {cursor->at, (size_t)(cursor->end - cursor->at)};
    if (!slice_starts(here, text))
        return false;
    cursor->at += slice_of(text).size;
    return true;
}

/* ---- Errors ---- */

bool ae_wrong(struct ae_cursor *cursor, const char *at, const char *format, ...)
{
    char message[sizeof cursor->error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return error_at(cursor->error, cursor->source, cursor->line, (uint64_t)(at - cursor->begin) + 1, "%s", message);
}

bool ae_expected(struct ae_cursor *cursor, const char *format, ...)
{
    char expected[256];
    struct slice found = ae_peek(cursor);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(expected, sizeof expected, format, arguments);
    va_end(arguments);
    if (found.size == 0)
        return ae_wrong(cursor, cursor->at, "found the end of the %s, expected %s", cursor->begin == cursor->end && !cursor->rest.size ? "file" : "line",
                        expected);
    if (*found.data == 0)
        return ae_wrong(cursor, cursor->at, "found a NUL byte, expected %s", expected);
    const char *cut = found.size > SHOWN ? "..." : "";
    found = slice_cut(found, 0, SHOWN);
    return ae_wrong(cursor, cursor->at, "found \"%.*s%s\", expected %s", SLICE(found), cut, expected);
}

/* ---- Words ---- */

bool ae_word_end(struct ae_cursor *cursor)
{
    return cursor->at == cursor->end || is_blank(*cursor->at) || ae_expected(cursor, "a blank or the end of the line");
}

bool ae_line_end(struct ae_cursor *cursor)
{
    return ae_at_end(cursor) || ae_expected(cursor, "the end of the line");
}

bool ae_name(struct ae_cursor *cursor, struct slice *name)
{
    const char *begin = cursor->at;
    if (begin == cursor->end || !is_name_start(*begin))
        return ae_expected(cursor, "a name");
    while (cursor->at < cursor->end && (is_name_start(*cursor->at) || is_digit(*cursor->at)))
        cursor->at++;
    *name = (struct slice){begin, (size_t)(cursor->at - begin)};
    return true;
}

/* ---- Numbers ---- */

static int digit_value(char byte)
{
    if (is_digit(byte))
        return byte - '0';
    if (byte >= 'a' && byte <= 'f')
        return byte - 'a' + 10;
    return byte >= 'A' && byte <= 'F' ? byte - 'A' + 10 : 16;
}

/* False, the cursor where it was: no digit stands here, or the value is above `most`. */
static bool digits(struct ae_cursor *cursor, unsigned base, uint32_t most, uint32_t *value)
{
    const char *begin = cursor->at;
    uint64_t sum = 0;
    for (; cursor->at < cursor->end && digit_value(*cursor->at) < (int)base && sum <= most; cursor->at++)
        sum = sum * base + (uint64_t)digit_value(*cursor->at);
    *value = (uint32_t)sum;
    if (cursor->at > begin && sum <= most)
        return true;
    cursor->at = begin;
    return false;
}

bool ae_number(struct ae_cursor *cursor, uint32_t least, uint32_t most, const char *what, uint32_t *number)
{
    ae_blanks(cursor);
    const char *begin = cursor->at;
    ae_byte(cursor, '+');
    if (digits(cursor, 10, most, number) && *number >= least)
        return true;
    cursor->at = begin;
    if (least == most)
        return ae_expected(cursor, "%s, %u", what, (unsigned)least);
    return ae_expected(cursor, "%s, %u to %u", what, (unsigned)least, (unsigned)most);
}

bool ae_integer(struct ae_cursor *cursor, uint32_t *value)
{
    const char *begin = cursor->at;
    bool negative = ae_byte(cursor, '-');
    if (!negative)
        ae_byte(cursor, '+');
    unsigned base = ae_literal(cursor, "0x") ? 16 : 10;
    if (!digits(cursor, base, negative ? (uint32_t)1 << 31 : UINT32_MAX, value)) {
        cursor->at = begin;
        return ae_expected(cursor, "an integer of 32 bits");
    }
    if (negative)
        *value = 0 - *value;
    return true;
}
