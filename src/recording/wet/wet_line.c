/* wet_line.c - the shapes that single lines of WET files have.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet/wet.h"
#include "recording/wet/wet_line.h"

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

struct slice wet_trim(struct slice s)
{
    size_t from = 0, to = s.size;
    while (from < to && is_blank(s.data[from]))
        from++;
    while (to > from && is_blank(s.data[to - 1]))
        to--;
    return slice_cut(s, from, to - from);
}

struct slice wet_without_mark(struct slice bytes)
{
    return slice_starts(bytes, "\xef\xbb\xbf") ? slice_cut(bytes, 3, bytes.size) : bytes;
}

static uint64_t column_of(struct slice line, struct slice part)
{
    return (uint64_t)(part.data - line.data) + 1;
}

/* X and instance are at most 2^64-2, so that a count of them fits into 64 bits. */
static bool parse_ordinal(struct slice s, uint64_t *value)
{
    return slice_decimal(s, value) && *value != UINT64_MAX;
}

bool wet_line_number(struct slice line, uint64_t *number)
{
    return slice_decimal(line, number);
}

bool wet_line_block(struct slice line, struct wet_block *block, uint64_t *ports_column)
{
    struct slice rest = line, id, ports, address;
    *block = (struct wet_block){0};
    if (!slice_field(&rest, &id) || !slice_field(&rest, &ports) || !slice_field(&rest, &address))
        return false;
    if (!slice_decimal(id, &block->id) || !slice_decimal(ports, &block->ports) || !slice_hex(address, &block->address))
        return false;
    *ports_column = column_of(line, ports);
    block->address_column = column_of(line, address);
    wet_names_read(line, (size_t)block->address_column - 1 + address.size, block);
    return true;
}

bool wet_line_list(struct slice line, const char *keyword, uint64_t *size, uint64_t *column)
{
    struct slice rest = line, word;
    if (!slice_field(&rest, &word) || !slice_is(word, keyword))
        return false;
    rest = wet_trim(rest);
    if (!slice_decimal(rest, size))
        return false;
    *column = column_of(line, rest);
    return true;
}

bool wet_line_no_values(struct slice line)
{
    struct slice rest = line, word;
    return slice_field(&rest, &word) && slice_is(word, "NO") && slice_is(wet_trim(rest), "VALUES");
}

/* X ":" at the front of a line; rest is what follows. */
static bool parse_x(struct slice line, uint64_t *x, struct slice *rest)
{
    size_t colon = slice_find_byte(line, ':');
    if (colon == SIZE_MAX || !parse_ordinal(wet_trim(slice_cut(line, 0, colon)), x))
        return false;
    *rest = wet_trim(slice_cut(line, colon + 1, line.size));
    return true;
}

bool wet_line_entry(struct slice line, struct wet_entry *entry)
{
    struct slice rest, id;
    if (!parse_x(line, &entry->x, &rest) || !slice_field(&rest, &id))
        return false;
    rest = wet_trim(rest);
    if (!slice_decimal(id, &entry->id) || !parse_ordinal(rest, &entry->instance))
        return false;
    entry->id_column = column_of(line, id);
    entry->instance_column = column_of(line, rest);
    return true;
}

static bool is_hex_digit(char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

bool wet_hex_digits(struct slice s, struct slice *digits)
{
    if (slice_starts(s, "0x") || slice_starts(s, "0X"))
        s = slice_cut(s, 2, s.size);
    for (size_t i = 0; i < s.size; i++)
        if (!is_hex_digit(s.data[i]))
            return false;
    while (s.size > 1 && s.data[0] == '0')
        s = slice_cut(s, 1, s.size);
    *digits = s;
    return s.size >= 1 && s.size <= WET_VALUE_DIGITS;
}

bool wet_line_value(struct slice line, struct wet_value *value)
{
    struct slice rest;
    return parse_x(line, &value->x, &rest) && wet_hex_digits(rest, &value->digits);
}

/* address "#" instance, no blanks inside. */
static bool parse_node(struct slice s, uint64_t *address, uint64_t *instance)
{
    size_t hash = slice_find_byte(s, '#');
    return hash != SIZE_MAX && slice_hex(slice_cut(s, 0, hash), address) && parse_ordinal(slice_cut(s, hash + 1, s.size), instance);
}

bool wet_line_arrow(struct slice line, struct wet_arrow *arrow)
{
    size_t at = slice_find(line, slice_of("-->"));
    if (at == SIZE_MAX)
        return false;
    return parse_node(wet_trim(slice_cut(line, 0, at)), &arrow->user, &arrow->user_instance) &&
           parse_node(wet_trim(slice_cut(line, at + 3, line.size)), &arrow->definer, &arrow->definer_instance);
}

/* ---- Is a file such a text? ---- */

/* So many lines are looked at: a damaged start must not hide what a file is, nor one lucky line make a trace of it. */
enum { SNIFFED_LINES = 16 };

static bool has_zero_byte(struct slice head)
{
    return slice_find_byte(head, 0) != SIZE_MAX;
}

/* A line that only a comprehensive trace has; a lone number may be anything. */
static bool is_wet_line(struct slice line)
{
    struct wet_block block;
    uint64_t number, column;
    return wet_line_block(line, &block, &column) || wet_line_list(line, "SIZE", &number, &column) ||
           wet_line_list(line, "VALUES", &number, &column) || wet_line_no_values(line);
}

static bool is_history_line(struct slice line)
{
    struct wet_arrow arrow;
    return wet_line_arrow(line, &arrow);
}

/* Does one of the first lines have this shape? *lone: there is just one line, and it is a number. */
static bool has_line(struct slice head, bool (*is_shape)(struct slice line), bool *lone)
{
    struct slice line;
    uint64_t number;
    *lone = false;
    for (unsigned seen = 0; seen < SNIFFED_LINES && slice_line(&head, &line);) {
        line = wet_trim(line);
        if (line.size == 0)
            continue;
        if (is_shape(line))
            return true;
        *lone = seen++ == 0 && wet_line_number(line, &number);
    }
    return false;
}

bool wet_sniff(struct slice head)
{
    bool lone;
    if (has_zero_byte(head) || wet_kind(head) != WET_COMPREHENSIVE)
        return false;
    return has_line(wet_without_mark(head), is_wet_line, &lone) || lone;
}

bool wet_history_sniff(struct slice head)
{
    bool lone;
    return !has_zero_byte(head) && wet_kind(head) == WET_HISTORY && has_line(wet_without_mark(head), is_history_line, &lone);
}
