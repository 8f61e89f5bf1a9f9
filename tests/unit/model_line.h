/* model_line.h - reads the shapes of WET lines the slow and simple way.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Written from clew-formats(5) 1.1, 1.2 and 2 alone, to compare with clew's reader: it shares no code with src/formats or src/store. */
#ifndef CLEW_TESTS_MODEL_LINE_H
#define CLEW_TESTS_MODEL_LINE_H

#include "core/core.h"

#include <stdio.h>
#include <string.h>

/* A place in a line; each step of a shape moves `at` on or fails. */
struct cursor {
    const char *at, *end;
};

static inline bool is_model_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

/* Blanks, at least `least`. */
static inline bool take_blanks(struct cursor *c, int least)
{
    for (; c->at < c->end && is_model_blank(*c->at); c->at++)
        least--;
    return least <= 0;
}

static inline bool take_word(struct cursor *c, const char *word)
{
    for (; *word; word++, c->at++)
        if (c->at == c->end || *c->at != *word)
            return false;
    return true;
}

/* Digits, at most `most`. */
static inline bool take_decimal(struct cursor *c, uint64_t most, uint64_t *value)
{
    const char *start = c->at;
    for (*value = 0; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++) {
        uint64_t digit = (uint64_t)(*c->at - '0');
        if (digit > most || *value > (most - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    return c->at > start;
}

static inline int hex_digit(char byte)
{
    const char *digits = "0123456789abcdef0123456789ABCDEF", *found = byte ? strchr(digits, byte) : NULL;
    return found ? (int)((found - digits) % 16) : -1;
}

/* Hexadecimal digits, perhaps after 0x. Writes the significant ones, at most `most`, to `digits` in lower case. Zero is "0". */
static inline bool take_hex(struct cursor *c, unsigned most, char *digits, unsigned *size)
{
    if (c->end - c->at > 2 && c->at[0] == '0' && (c->at[1] == 'x' || c->at[1] == 'X'))
        c->at += 2;
    const char *start = c->at;
    for (*size = 0; c->at < c->end && hex_digit(*c->at) >= 0; c->at++) {
        if (*size == 1 && digits[0] == '0')
            *size = 0;
        if (*size == most)
            return false;
        digits[(*size)++] = "0123456789abcdef"[hex_digit(*c->at)];
    }
    return c->at > start;
}

static inline bool take_address(struct cursor *c, uint64_t *address)
{
    char digits[16];
    unsigned size;
    if (!take_hex(c, 16, digits, &size))
        return false;
    *address = 0;
    for (unsigned i = 0; i < size; i++)
        *address = *address * 16 + (uint64_t)hex_digit(digits[i]);
    return true;
}

static inline bool is_done(const struct cursor *c)
{
    return c->at == c->end;
}

/* ---- The shapes: a cursor on a line without blanks at its ends ---- */

struct model_entry_line {
    uint64_t x, id, instance;
    const char *id_at, *instance_at;
};

static inline bool take_x(struct cursor *c, uint64_t *x)
{
    return take_decimal(c, UINT64_MAX - 1, x) && take_blanks(c, 0) && take_word(c, ":") && take_blanks(c, 0);
}

static inline bool is_entry(struct cursor c, struct model_entry_line *entry)
{
    if (!take_x(&c, &entry->x))
        return false;
    entry->id_at = c.at;
    if (!take_decimal(&c, UINT64_MAX, &entry->id) || !take_blanks(&c, 1))
        return false;
    entry->instance_at = c.at;
    return take_decimal(&c, UINT64_MAX - 1, &entry->instance) && is_done(&c);
}

static inline bool is_value(struct cursor c, uint64_t *x, char *digits, unsigned *size)
{
    return take_x(&c, x) && take_hex(&c, 128, digits, size) && is_done(&c);
}

static inline bool is_list(struct cursor c, const char *word, uint64_t *number, const char **number_at)
{
    if (!take_word(&c, word) || !take_blanks(&c, 1))
        return false;
    *number_at = c.at;
    return take_decimal(&c, UINT64_MAX, number) && is_done(&c);
}

static inline bool is_no_values(struct cursor c)
{
    return take_word(&c, "NO") && take_blanks(&c, 1) && take_word(&c, "VALUES") && is_done(&c);
}

static inline bool is_number(struct cursor c, uint64_t *number)
{
    return take_decimal(&c, UINT64_MAX, number) && is_done(&c);
}

struct model_static_line {
    uint64_t id, ports, address, line;
    struct str file, function;
    const char *ports_at, *address_at;
};

static inline bool is_arrow(struct cursor c, uint64_t numbers[4])
{
    if (!take_address(&c, &numbers[0]) || !take_word(&c, "#") || !take_decimal(&c, UINT64_MAX - 1, &numbers[1]))
        return false;
    if (!take_blanks(&c, 0) || !take_word(&c, "-->") || !take_blanks(&c, 0))
        return false;
    return take_address(&c, &numbers[2]) && take_word(&c, "#") && take_decimal(&c, UINT64_MAX - 1, &numbers[3]) && is_done(&c);
}

/* ---- Names (1.2) ---- */

enum { MODEL_FIELDS = 256 };

static inline bool is_source(struct str field)
{
    static const char *const endings = " c h cc hh cpp hpp cxx hxx c++ C H ipp tcc inc def y l s S asm m mm f F for f77 f90 f95 rs go d ads adb pas swift zig ";
    size_t dot = field.size;
    char ending[16];
    while (dot && field.data[dot - 1] != '.')
        dot--;
    if (dot == 0 || dot == field.size || field.size - dot > 8 || memchr(field.data + dot, 0, field.size - dot))
        return false;
    snprintf(ending, sizeof ending, " %.*s ", (int)(field.size - dot), field.data + dot);
    return strstr(endings, ending) != NULL;
}

static inline bool is_question(struct str s)
{
    return (s.size == 1 && s.data[0] == '?') || (s.size == 2 && s.data[0] == '?' && s.data[1] == '?');
}

/* From the start of field a to the end of field b. "?" and an empty text mean unknown. */
static inline struct str name_between(const struct str *fields, size_t a, size_t b)
{
    if (a >= b)
        return (struct str){0};
    struct str name = {fields[a].data, (size_t)(fields[b - 1].data + fields[b - 1].size - fields[a].data)};
    return is_question(name) ? (struct str){0} : name;
}

/* The fields of a line, as many as fit. */
static inline size_t fields_of(struct cursor c, struct str fields[MODEL_FIELDS])
{
    size_t count = 0;
    while (take_blanks(&c, 0) && !is_done(&c) && count < MODEL_FIELDS) {
        const char *start = c.at;
        while (c.at < c.end && !is_model_blank(*c.at))
            c.at++;
        fields[count++] = (struct str){start, (size_t)(c.at - start)};
    }
    return count;
}

/* Rule 3: two blanks (space space) behind the address, one blank in all other places. */
static inline bool is_file_empty(const struct str *fields, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const char *end = fields[i - 1].data + fields[i - 1].size;
        if (fields[i].data - end != (i == 3 ? 2 : 1) || (i == 3 && memcmp(end, "  ", 2) != 0))
            return false;
    }
    return count > 3;
}

/* Rule 1: is the last field the line number, or a question mark in its place? */
static inline bool takes_line(const struct str *fields, size_t count, uint64_t *line)
{
    struct str last = fields[count - 1];
    struct cursor c = {last.data, last.data + last.size};
    bool digits = true;
    for (size_t i = 0; i < last.size; i++)
        digits = digits && last.data[i] >= '0' && last.data[i] <= '9';
    if (!take_decimal(&c, UINT64_MAX, line) || !is_done(&c))
        *line = 0;
    return digits || (count >= 6 && is_question(last));
}

static inline void read_names(const struct str *fields, size_t count, struct model_static_line *out)
{
    bool file_empty = is_file_empty(fields, count);
    size_t left = count, file = 4;
    if (count > 3 && takes_line(fields, count, &out->line))
        left--;
    if (left == 3)
        return;
    if (file_empty) {
        file = 3;
    } else if (!is_question(fields[3])) {
        if (left == 4 && !memchr(fields[3].data, '/', fields[3].size) && !is_source(fields[3]))
            file = 3;
        for (size_t i = 3; left > 4 && i < left; i++)
            if (is_source(fields[i])) {
                file = i + 1;
                break;
            }
    }
    out->file = name_between(fields, 3, file);
    out->function = name_between(fields, file, left);
}

static inline bool is_static_line(struct cursor c, struct model_static_line *out)
{
    struct str fields[MODEL_FIELDS];
    size_t count = fields_of(c, fields);
    *out = (struct model_static_line){0};
    if (count < 3)
        return false;
    struct cursor parts[3];
    for (int i = 0; i < 3; i++)
        parts[i] = (struct cursor){fields[i].data, fields[i].data + fields[i].size};
    out->ports_at = fields[1].data;
    out->address_at = fields[2].data;
    if (!take_decimal(&parts[0], UINT64_MAX, &out->id) || !take_decimal(&parts[1], UINT64_MAX, &out->ports) || !take_address(&parts[2], &out->address))
        return false;
    if (!is_done(&parts[0]) || !is_done(&parts[1]) || !is_done(&parts[2]))
        return false;
    read_names(fields, count, out);
    return true;
}

#endif
