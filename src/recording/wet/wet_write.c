/* wet_write.c - WET text in canonical form.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers are formatted by hand: a trace is almost nothing but numbers, and printf takes most of the time otherwise. */
#include "recording/wet/wet.h"

static void add_number(struct text *out, uint64_t value, unsigned base)
{
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = "0123456789abcdef"[value % base];
    while (value /= base);
    text_append(out, (struct slice){digits + at, sizeof digits - at});
}

static void add_decimal(struct text *out, uint64_t value)
{
    add_number(out, value, 10);
}

void wet_write_count(struct text *out, uint64_t blocks, bool by_instance)
{
    add_decimal(out, blocks);
    if (by_instance)
        text_add(out, WET_INSTANCE_MARK);
    text_byte(out, '\n');
}

/* A name, each blank and line end of it as `blank`; the NUL leaves them as they are. */
static void add_name(struct text *out, struct slice name, char blank)
{
    text_byte(out, ' ');
    if (name.size == 0)
        text_byte(out, '?');
    for (size_t i = 0; i < name.size; i++) {
        char byte = name.data[i];
        bool is_gap = byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
        text_byte(out, is_gap && blank ? blank : byte);
    }
}

static bool has_line_end(struct slice name)
{
    return slice_find_byte(name, '\n') != SIZE_MAX || slice_find_byte(name, '\r') != SIZE_MAX;
}

static bool has_blank(struct slice name)
{
    return slice_find_byte(name, ' ') != SIZE_MAX || slice_find_byte(name, '\t') != SIZE_MAX || has_line_end(name);
}

/* Do the names that 1.2 reads out of the line just written equal those that were meant? "?" means unknown on both sides. */
static bool reads_back(struct slice line, size_t address_end, const struct wet_block *block)
{
    struct wet_block back;
    wet_names_read(line, address_end, &back);
    struct slice file = slice_is(block->file, "?") || slice_is(block->file, "??") ? (struct slice){0} : block->file;
    struct slice function = slice_is(block->function, "?") || slice_is(block->function, "??") ? (struct slice){0} : block->function;
    return slice_equal(back.file, file) && slice_equal(back.function, function) && back.line == block->line;
}

static void add_names(struct text *out, const struct wet_block *block, char blank)
{
    add_name(out, block->file, blank);
    add_name(out, block->function, blank);
    text_byte(out, ' ');
    add_decimal(out, block->line);
}

bool wet_write_block(struct text *out, const struct wet_block *block)
{
    size_t start = out->size;
    add_decimal(out, block->id);
    text_byte(out, ' ');
    add_decimal(out, block->ports);
    text_byte(out, ' ');
    add_number(out, block->address, 16);
    size_t address_end = out->size;
    add_names(out, block, 0);
    struct slice line = slice_cut(text_slice(out), start, out->size);
    bool replaced = false;
    if (has_line_end(block->file) || has_line_end(block->function) || !reads_back(line, address_end - start, block)) {
        replaced = has_blank(block->file) || has_blank(block->function);
        out->size = address_end;
        add_names(out, block, '_');
    }
    text_byte(out, '\n');
    return replaced;
}

static void add_list(struct text *out, const char *keyword, uint64_t size)
{
    text_add(out, keyword);
    add_decimal(out, size);
    text_byte(out, '\n');
}

void wet_write_port(struct text *out, uint64_t size)
{
    add_list(out, "SIZE ", size);
}

static void add_x(struct text *out, uint64_t x)
{
    text_append(out, (struct slice){"    ", 4});
    add_decimal(out, x);
    text_byte(out, ':');
}

void wet_write_entry(struct text *out, uint64_t x, uint64_t id, uint64_t instance)
{
    add_x(out, x);
    add_decimal(out, id);
    text_byte(out, ' ');
    add_decimal(out, instance);
    text_byte(out, '\n');
}

void wet_write_values(struct text *out, uint64_t size)
{
    add_list(out, "VALUES ", size);
}

void wet_write_value(struct text *out, uint64_t x, uint64_t value)
{
    add_x(out, x);
    add_number(out, value, 16);
    text_byte(out, '\n');
}

void wet_write_wide_value(struct text *out, uint64_t x, struct slice digits)
{
    while (digits.size > 1 && digits.data[0] == '0')
        digits = slice_cut(digits, 1, digits.size);
    add_x(out, x);
    for (size_t i = 0; i < digits.size; i++) {
        char byte = digits.data[i];
        text_byte(out, byte >= 'A' && byte <= 'F' ? (char)(byte - 'A' + 'a') : byte);
    }
    text_byte(out, '\n');
}

void wet_write_no_values(struct text *out)
{
    text_add(out, "NO VALUES\n");
}

static void add_node(struct text *out, uint64_t address, uint64_t instance)
{
    text_append(out, (struct slice){"0x", 2});
    add_number(out, address, 16);
    text_byte(out, '#');
    add_decimal(out, instance);
}

void wet_write_arrow(struct text *out, const struct wet_arrow *arrow)
{
    add_node(out, arrow->user, arrow->user_instance);
    text_append(out, (struct slice){" --> ", 5});
    add_node(out, arrow->definer, arrow->definer_instance);
    text_byte(out, '\n');
}
