/* debugger_value.c - one value as gdb or lldb prints it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     value  = { "(" type ")" } ( missing | scalar | array | string )
 *     array  = "{" [ item { "," item } [ "," ] [ "..." ] ] "}"          also with parentheses, also one item a line without commas (lldb)
 *     item   = [ "[" int [ "..." int ] "]" [ "..." "[" int "]" ] "=" ] ( scalar | missing ) [ "<repeats" int "times>" ]
 *     scalar = [ "-" ] digits | "0x" hex | "0b" binary | "0" octal | "true" | "false" | "'" char "'" | digits "'" char "'"   [ "<" symbol ">" ]
 *     string = part { "," part } [ "..." ]      part = '"' escapes '"' | "'" char "'" [ "<repeats" int "times>" ]
 *
 * Between items any blanks and line ends may stand. Where the grammar breaks the array is cut and reading goes on from there: the value that a
 * broken paste leaves open must not swallow what follows. A number that touches the end of the text may lack digits and is dropped. */
#include "crash/debugger_inside.h"

#include <stdlib.h>
#include <string.h>

enum { REASON_MOST = 200 };                         /* bytes of what stands in place of a value */

/* ---- Items ---- */

/* Once one element is missing, which are known is kept beside them. */
static void known_begin(struct dump_reading *reading)
{
    if (reading->known)
        return;
    reading->known = array_grow(NULL, &reading->known_capacity, reading->count + 1, sizeof *reading->known);
    memset(reading->known, true, reading->count);
}

static void items_grow(struct dump_reading *reading, size_t need)
{
    reading->items = array_grow(reading->items, &reading->capacity, need, sizeof *reading->items);
    if (reading->known)
        reading->known = array_grow(reading->known, &reading->known_capacity, need, sizeof *reading->known);
}

/* Writes an element `times` times; elements passed over are missing. What is not written out in the text costs budget. */
static bool items_put(struct dump_reading *reading, uint64_t index, struct dump_scalar scalar, uint64_t times)
{
    size_t gap = index > reading->count ? (size_t)index - reading->count : 0;
    uint64_t most = DEBUGGER_ITEMS, room = *reading->budget;
    if (times == 0)
        return true;
    if (index >= most || gap > room) {
        reading->value->end = DUMP_TOO_LONG;
        return false;
    }
    uint64_t fits = room - gap + 1 < most - index ? room - gap + 1 : most - index;
    uint64_t made = times < fits ? times : fits;
    size_t behind = (size_t)(index + made);
    *reading->budget -= gap + (size_t)made - 1;
    if (gap || !scalar.known)
        known_begin(reading);
    items_grow(reading, behind > reading->count ? behind : reading->count);
    for (size_t i = reading->count; i < index; i++) {
        reading->items[i] = 0;
        reading->known[i] = false;
    }
    for (size_t i = (size_t)index; i < behind; i++) {
        reading->items[i] = scalar.number;
        if (reading->known)
            reading->known[i] = scalar.known;
    }
    if (behind > reading->count)
        reading->count = behind;
    if (made < times)
        reading->value->end = DUMP_TOO_LONG;
    return made == times;
}

/* ---- Arrays ---- */

/* A struct or array inside an array is no element of CSI: passed over as one that is missing. */
static bool nested_skip(struct dump_reading *reading)
{
    size_t depth = 0;
    for (; reading->at < reading->text.size && dump_look(reading, 0) != DUMP_PROMPT; reading->at++) {
        char byte = dump_look(reading, 0);
        depth += byte == '{' || byte == '(';
        if ((byte == '}' || byte == ')') && --depth == 0) {
            reading->at++;
            return true;
        }
    }
    return false;
}

/* "[3] = ", "[2 ... 8] = ", "[2]...[8] = ": false if it is broken. */
static bool index_read(struct dump_reading *reading, uint64_t *index, uint64_t *times)
{
    struct dump_scalar first = {0}, last = {0};
    reading->at++;
    if (!dump_digits_read(reading, 10, &first) || !first.known)
        return false;
    last = first;
    bool bracket = dump_take(reading, "]");
    reading->at = dump_blanks(reading->text, reading->at);
    if (dump_take(reading, "...")) {
        reading->at = dump_blanks(reading->text, reading->at);
        last.number = 0;
        if ((bracket && !dump_take(reading, "[")) || !dump_digits_read(reading, 10, &last) || !last.known)
            return false;
        bracket = dump_take(reading, "]");
    }
    reading->at = dump_blanks(reading->text, reading->at);
    if (!bracket || last.number < first.number || !dump_take(reading, "="))
        return false;
    reading->at = dump_blanks(reading->text, reading->at);
    *index = first.number;
    *times = last.number - first.number == UINT64_MAX ? UINT64_MAX : last.number - first.number + 1;
    return true;
}

/* Nothing but a line end is left. */
static bool is_end(const struct dump_reading *reading)
{
    return reading->at + (dump_look(reading, 0) == '\n') >= reading->text.size;
}

/* One item at a place where one may stand; false: the array is cut here (value->end says why). */
static bool item_read(struct dump_reading *reading, bool line_began)
{
    struct dump_scalar scalar = {0};
    uint64_t index = reading->count, times = 1;
    size_t from = reading->at;
    reading->value->end = DUMP_BROKEN;
    if (dump_look(reading, 0) == '[' && !index_read(reading, &index, &times))
        return false;
    if (dump_look(reading, 0) == '{' || dump_look(reading, 0) == '(') {
        if (!nested_skip(reading))
            return false;
    } else if (!dump_missing_read(reading) && !dump_scalar_read(reading, &scalar)) {
        return false;
    }
    bool echo = line_began && dump_look(reading, 0) == '\t';         /* a source line: "9<TAB>text" */
    if (is_end(reading) || echo) {
        reading->at = echo ? from : reading->at;
        return false;
    }
    uint64_t repeats = dump_repeats_read(reading);
    if (__builtin_mul_overflow(times, repeats, &times))
        times = UINT64_MAX;
    return items_put(reading, index, scalar, times);
}

/* Goes over the rest of an array that has too many elements: as far as it is one. */
static void surplus_skip(struct dump_reading *reading, char closing)
{
    for (; reading->at < reading->text.size; reading->at++) {
        char byte = dump_look(reading, 0);
        if (byte == closing) {
            reading->at++;
            return;
        }
        if (byte == '_' || byte == '#' || byte == DUMP_PROMPT)
            return;
    }
}

/* Behind the opening brace. */
static void array_read(struct dump_reading *reading, char closing)
{
    bool separated = true;
    for (;;) {
        bool line_began = dump_spaces_skip(reading);
        char byte = dump_look(reading, 0);
        reading->value->end = reading->at < reading->text.size ? DUMP_BROKEN : DUMP_TEXT_ENDS;
        if (byte == closing) {
            reading->at++;
            reading->value->end = DUMP_WHOLE;
            return;
        }
        if (dump_take(reading, "...")) {
            size_t behind = reading->at;
            dump_spaces_skip(reading);
            reading->value->end = DUMP_DOTS;
            reading->at = dump_look(reading, 0) == closing ? reading->at + 1 : behind;
            return;
        }
        if (!separated && !(byte == '[' && line_began))
            break;
        separated = true;
        if (!item_read(reading, line_began))
            break;
        size_t behind = reading->at;
        dump_spaces_skip(reading);
        separated = dump_take(reading, ",");
        reading->at = separated ? reading->at : behind;
    }
    if (reading->value->end == DUMP_TOO_LONG) {
        surplus_skip(reading, closing);
        return;
    }
    if (is_end(reading))
        reading->value->end = DUMP_TEXT_ENDS;
    while (reading->at && strchr(" \t\n", reading->text.data[reading->at - 1]))
        reading->at--;                                          /* the line that broke it is read as a line */
    reading->count -= !separated && reading->count > 0;         /* the last number may lack digits */
}

/* ---- Strings ---- */

static bool quoted_read(struct dump_reading *reading)
{
    reading->at++;
    for (;;) {
        char byte = dump_look(reading, 0), next = dump_look(reading, 1);
        if (reading->at >= reading->text.size || byte == '\n' || byte == DUMP_PROMPT) {
            reading->value->end = byte ? DUMP_BROKEN : DUMP_TEXT_ENDS;
            return false;
        }
        if (byte == '"') {
            reading->at++;
            return true;
        }
        reading->at += byte == '\\' && next && next != '\n' ? dump_escape_decode(reading->text, reading->at, &byte) : 1;
        if (!items_put(reading, reading->count, (struct dump_scalar){(unsigned char)byte, true}, 1))
            return false;
    }
}

/* The parts of a string: what begins with a quote and goes on after ", " with another. */
static void string_read(struct dump_reading *reading)
{
    struct dump_scalar scalar = {0, true};
    reading->value->value.string = true;
    for (;;) {
        reading->value->end = DUMP_BROKEN;
        if (dump_look(reading, 0) == '"' ? !quoted_read(reading) : !dump_char_read(reading, &scalar.number))
            return;
        if (reading->text.data[reading->at - 1] == '\'' && !items_put(reading, reading->count, scalar, dump_repeats_read(reading)))
            return;
        reading->value->end = DUMP_WHOLE;
        if (dump_take(reading, "...")) {
            reading->value->end = DUMP_DOTS;
            return;
        }
        size_t behind = reading->at;
        if (dump_take(reading, ",") && (dump_spaces_skip(reading), dump_look(reading, 0) == '"' || dump_look(reading, 0) == '\''))
            continue;
        reading->at = behind;
        return;
    }
}

/* 'x' alone is a character, 'x' <repeats ..> and 'x', "..." are strings. */
static bool is_string(const struct dump_reading *reading)
{
    struct dump_reading ahead = *reading;
    uint64_t number;
    if (dump_look(&ahead, 0) == '"')
        return true;
    if (!dump_char_read(&ahead, &number))
        return false;
    ahead.at = dump_blanks(ahead.text, ahead.at);
    if (dump_is_repeats(&ahead))
        return true;
    return dump_take(&ahead, ",") && (dump_spaces_skip(&ahead), dump_look(&ahead, 0) == '"' || dump_look(&ahead, 0) == '\'');
}

/* ---- Values ---- */

/* "(type) " before a value: letters of types only, so that lldb's "([0] = 7)" is none. */
static bool cast_skip(struct dump_reading *reading)
{
    size_t end = reading->at + 1;
    bool word = false;
    char byte;
    if (dump_look(reading, 0) != '(')
        return false;
    for (; byte = dump_byte(reading->text, end), dump_is_word(byte) || (byte && strchr(" *&:<>[]()", byte)); end++) {
        word |= dump_is_word(byte) && !dump_is_digit(byte);
        reading->value->pointer |= byte == '*';
        if (byte == ')' && dump_byte(reading->text, end + 1) != ')')
            break;
    }
    size_t behind = dump_blanks(reading->text, end + 1);
    if (byte != ')' || !word || dump_is_digit(dump_look(reading, 1)) || behind >= reading->text.size || reading->text.data[behind] == '\n')
        return false;
    struct slice inside = slice_trim(slice_cut(reading->text, reading->at + 1, end - reading->at - 1));
    if (slice_is(inside, "true") || slice_is(inside, "false"))
        return false;
    reading->at = behind;
    return true;
}

static void array_finish(struct dump_reading *reading, struct arena *arena)
{
    struct debugger_value *value = &reading->value->value;
    value->kind = DEBUGGER_ARRAY;
    value->count = reading->count;
    value->cut = reading->value->end != DUMP_WHOLE;
    value->items = arena_allocate(arena, reading->count * sizeof *value->items);
    if (reading->count)
        memcpy(value->items, reading->items, reading->count * sizeof *value->items);
    if (reading->known) {
        value->known = arena_allocate(arena, reading->count * sizeof *value->known);
        memcpy(value->known, reading->known, reading->count * sizeof *value->known);
    }
    free(reading->items);
    free(reading->known);
}

/* What stands where a value was expected, up to the line's end. */
static struct slice reason_of(const struct dump_reading *reading)
{
    struct slice near = slice_cut(reading->text, reading->at, REASON_MOST);
    return slice_trim(slice_cut(near, 0, slice_find_byte(near, '\n')));
}

static bool single_read(struct dump_reading *reading)
{
    struct debugger_value *value = &reading->value->value;
    struct dump_scalar scalar;
    size_t from = reading->at;
    bool there = dump_scalar_read(reading, &scalar);
    if (there && scalar.known) {
        *value = (struct debugger_value){.kind = DEBUGGER_SCALAR, .number = scalar.number};
        return true;
    }
    if (there || dump_missing_read(reading)) {
        value->reason = slice_cut(reading->text, from, reading->at - from);
        return true;
    }
    value->reason = reason_of(reading);
    return false;
}

bool dump_value_read(struct slice text, size_t at, struct arena *arena, size_t *budget, bool binary, struct dump_value *value)
{
    *value = (struct dump_value){0};
    struct dump_reading reading = {.text = text, .at = dump_blanks(text, at), .budget = budget, .binary = binary, .value = value};
    bool there = true;
    while (cast_skip(&reading))
        continue;
    char byte = dump_look(&reading, 0);
    struct dump_wrapped wrapped;
    if (byte == '{' && dump_wrapped_join(text, reading.at, arena, &wrapped)) {
        bool read = dump_value_read(wrapped.text, 0, arena, budget, binary, value);
        value->size = reading.at - at + dump_wrapped_size(&wrapped, value->size);
        return read;
    }
    if (byte == '{' || byte == '(') {
        reading.at++;
        array_read(&reading, byte == '{' ? '}' : ')');
        array_finish(&reading, arena);
    } else if (is_string(&reading)) {
        string_read(&reading);
        array_finish(&reading, arena);
    } else {
        there = single_read(&reading);
    }
    value->size = there ? reading.at - at : 0;
    return there;
}

bool debugger_value_read(struct slice text, struct arena *arena, struct debugger_value *value, size_t *size)
{
    size_t budget = DEBUGGER_ITEMS;
    struct dump_value read;
    bool there = dump_value_read(text, 0, arena, &budget, false, &read);
    *value = read.value;
    *size = read.size;
    return there;
}
