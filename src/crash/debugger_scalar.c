/* debugger_scalar.c - numbers, characters, missing values and repeats as gdb and lldb print them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/debugger_inside.h"

#include <string.h>

enum { REASON_MOST = 200 };                         /* bytes looked at for the > of <optimized out> */

static struct slice rest_of(const struct dump_reading *reading)
{
    return slice_cut(reading->text, reading->at, reading->text.size);
}

bool dump_take(struct dump_reading *reading, const char *word)
{
    bool there = slice_starts(rest_of(reading), word);
    reading->at += there ? strlen(word) : 0;
    return there;
}

bool dump_spaces_skip(struct dump_reading *reading)
{
    bool line_ended = false;
    for (;; reading->at++) {
        char byte = dump_look(reading, 0);
        line_ended |= byte == '\n';
        if (byte != ' ' && byte != '\t' && byte != '\n')
            return line_ended;
    }
}

/* ---- Scalars ---- */

/* Digits in a base; false: none. Above 64 bits is no number. */
bool dump_digits_read(struct dump_reading *reading, unsigned base, struct dump_scalar *scalar)
{
    size_t from = reading->at;
    bool fits = true;
    for (;; reading->at++) {
        unsigned char byte = (unsigned char)dump_look(reading, 0);
        unsigned digit = dump_is_digit((char)byte) ? byte - (unsigned)'0' : 99;
        if (base == 16 && digit == 99 && (byte | 0x20) >= 'a' && (byte | 0x20) <= 'f')
            digit = (byte | 0x20u) - 'a' + 10;
        if (digit >= base)
            break;
        if (__builtin_mul_overflow(scalar->number, base, &scalar->number) || __builtin_add_overflow(scalar->number, digit, &scalar->number))
            fits = false;
    }
    scalar->known = fits;
    reading->value->above |= !fits;
    return reading->at > from;
}

/* 'a' and '\001'; false, and nothing taken: it is none. */
bool dump_char_read(struct dump_reading *reading, uint64_t *number)
{
    char byte = dump_look(reading, 1);
    size_t size = 1;
    if (dump_look(reading, 0) != '\'' || byte == 0 || byte == '\n')
        return false;
    if (byte == '\\')
        size = dump_escape_decode(reading->text, reading->at + 1, &byte);
    if (dump_look(reading, size + 1) != '\'')
        return false;
    *number = (unsigned char)byte;
    reading->at += size + 2;
    return true;
}

static bool is_fraction(const struct dump_reading *reading)
{
    char byte = dump_look(reading, 0), next = dump_look(reading, 1);
    return (byte == '.' && dump_is_digit(next)) || (byte == 'e' && (dump_is_digit(next) || ((next == '+' || next == '-') && dump_is_digit(dump_look(reading, 2)))));
}

/* The number of [-]digits and its bases. Behind decimal digits may stand the character, behind an address its symbol. */
static bool number_read(struct dump_reading *reading, struct dump_scalar *scalar)
{
    bool negative = dump_take(reading, "-");
    bool zero = dump_look(reading, 0) == '0';
    char base = (char)(dump_look(reading, 1) | 0x20);
    if (zero && base == 'x') {
        reading->at += 2;
        if (!dump_digits_read(reading, 16, scalar))
            return false;
    } else if (zero && base == 'b') {
        reading->at += 2;
        if (!dump_digits_read(reading, 2, scalar))
            return false;
    } else if (!dump_digits_read(reading, reading->binary ? 2 : zero ? 8 : 10, scalar) || dump_is_digit(dump_look(reading, 0)) || is_fraction(reading)) {
        return false;
    }
    if (negative && scalar->known && scalar->number > (uint64_t)1 << 63) {
        reading->value->above = true;
        scalar->known = false;
    }
    scalar->number = scalar->known ? (negative ? -scalar->number : scalar->number) : 0;
    return true;
}

static bool word_read(struct dump_reading *reading, struct dump_scalar *scalar)
{
    bool yes = dump_look(reading, 0) == 't';
    size_t from = reading->at;
    if (!dump_take(reading, yes ? "true" : "false"))
        return false;
    char next = dump_look(reading, 0);
    if (dump_is_word(next) && !(next == '_' && dump_look(reading, 1) == '_')) {
        reading->at = from;
        return false;
    }
    *scalar = (struct dump_scalar){yes, true};
    reading->value->value.unit = 1;
    return true;
}

/* The > of <optimized out>; 0: there is none near. */
static size_t angle_size(const struct dump_reading *reading)
{
    struct slice near = slice_cut(reading->text, reading->at, REASON_MOST);
    size_t depth = 0;
    for (size_t i = 0; i < near.size && near.data[i] != '\n'; i++) {
        depth += near.data[i] == '<';
        if (near.data[i] == '>' && i && near.data[i - 1] != '-' && --depth == 0)
            return i + 1;
    }
    return 0;
}

bool dump_is_repeats(const struct dump_reading *reading)
{
    return slice_starts(rest_of(reading), "<repeats");
}

/* False: no scalar at this place, and nothing was taken. */
bool dump_scalar_read(struct dump_reading *reading, struct dump_scalar *scalar)
{
    size_t from = reading->at;
    *scalar = (struct dump_scalar){0};
    if (dump_char_read(reading, &scalar->number)) {
        scalar->known = true;
        return true;
    }
    if (!dump_is_digit(dump_look(reading, 0)) && dump_look(reading, 0) != '-')
        return word_read(reading, scalar);
    if (!number_read(reading, scalar)) {
        reading->at = from;
        return false;
    }
    uint64_t same;
    from = reading->at;
    reading->at = dump_blanks(reading->text, from);
    if (dump_char_read(reading, &same))
        return true;
    size_t symbol = dump_look(reading, 0) == '<' && !dump_is_repeats(reading) ? angle_size(reading) : 0;
    reading->at = symbol ? reading->at + symbol : from;
    return true;
}

/* " <repeats 12 times>" behind an item; 1 where there is none. */
uint64_t dump_repeats_read(struct dump_reading *reading)
{
    size_t from = reading->at;
    struct dump_scalar times = {0};
    dump_spaces_skip(reading);
    bool above = reading->value->above;
    /* Blanks may be lost where a terminal broke the line, and so may a > behind it, which looks like a prompt. */
    if (dump_take(reading, "<repeats") && (dump_spaces_skip(reading), dump_digits_read(reading, 10, &times)) && (dump_spaces_skip(reading), dump_take(reading, "times"))) {
        (void)!dump_take(reading, ">");
        reading->value->above = above;
        return times.known ? times.number : UINT64_MAX;
    }
    reading->value->above = above;
    reading->at = from;
    return 1;
}

bool dump_missing_read(struct dump_reading *reading)
{
    size_t size = dump_look(reading, 0) == '<' && !dump_is_repeats(reading) ? angle_size(reading) : 0;
    reading->at += size;
    return size > 0;
}
