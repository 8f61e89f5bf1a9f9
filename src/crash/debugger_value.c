/* debugger_value.c - reads values as gdb and lldb print them, and finds their variables.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/debugger_reader.h"

#include <stdlib.h>
#include <string.h>

/* ---- Numbers, characters, missing values and repeats as gdb and lldb print them ---- */

/* A value being read. */
struct dump_reading {
    struct str text;
    size_t at;
    size_t *budget;
    bool binary;
    uint64_t *items;
    bool *known;                                    /* NULL while no element is missing */
    size_t count, capacity, known_capacity;
    struct dump_value *value;
};

struct dump_scalar {
    uint64_t number;
    bool known;
};

static inline char dump_look(const struct dump_reading *reading, size_t ahead)
{
    return dump_byte(reading->text, reading->at + ahead);
}

enum { MISSING_MOST = 200 };                         /* bytes to search for the > of <optimized out> */

static struct str rest_of(const struct dump_reading *reading)
{
    return str_cut(reading->text, reading->at, reading->text.size);
}

/* ---- Frame headers ---- */
static bool dump_take(struct dump_reading *reading, const char *word)
{
    bool there = str_starts(rest_of(reading), word);
    reading->at += there ? strlen(word) : 0;
    return there;
}

/* skips blanks and line ends; true: there was a line end */
static bool dump_spaces_skip(struct dump_reading *reading)
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
static bool dump_digits_read(struct dump_reading *reading, unsigned base, struct dump_scalar *scalar)
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

/* 'a' and '\001'; false: not a character, and nothing taken. */
static bool dump_char_read(struct dump_reading *reading, uint64_t *number)
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

/* The number of [-]digits and its bases. A character may follow decimal digits, a symbol an address. */
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

/* Size up to the > of <optimized out>; 0: none near. */
static size_t angle_size(const struct dump_reading *reading)
{
    struct str near = str_cut(reading->text, reading->at, MISSING_MOST);
    size_t depth = 0;
    for (size_t i = 0; i < near.size && near.data[i] != '\n'; i++) {
        depth += near.data[i] == '<';
        if (near.data[i] == '>' && i && near.data[i - 1] != '-' && --depth == 0)
            return i + 1;
    }
    return 0;
}

static bool dump_is_repeats(const struct dump_reading *reading)
{
    return str_starts(rest_of(reading), "<repeats");
}

/* False: no scalar here, and nothing taken. */
static bool dump_scalar_read(struct dump_reading *reading, struct dump_scalar *scalar)
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

/* " <repeats 12 times>" after an item; 1 without it. */
static uint64_t dump_repeats_read(struct dump_reading *reading)
{
    size_t from = reading->at;
    struct dump_scalar times = {0};
    dump_spaces_skip(reading);
    bool above = reading->value->above;
    /* A terminal that broke the line may have lost blanks, and also a > at the start of a line, which looks like a prompt. */
    if (dump_take(reading, "<repeats") && (dump_spaces_skip(reading), dump_digits_read(reading, 10, &times)) && (dump_spaces_skip(reading), dump_take(reading, "times"))) {
        (void)!dump_take(reading, ">");
        reading->value->above = above;
        return times.known ? times.number : UINT64_MAX;
    }
    reading->value->above = above;
    reading->at = from;
    return 1;
}

/* "<optimized out>" */
static bool dump_missing_read(struct dump_reading *reading)
{
    size_t size = dump_look(reading, 0) == '<' && !dump_is_repeats(reading) ? angle_size(reading) : 0;
    reading->at += size;
    return size > 0;
}

/* ---- One value as gdb or lldb prints it ----
 *
 *     value  = { "(" type ")" } ( missing | scalar | array | string )
 *     array  = "{" [ item { "," item } [ "," ] [ "..." ] ] "}"          also with parentheses, also one item a line without commas (lldb)
 *     item   = [ "[" int [ "..." int ] "]" [ "..." "[" int "]" ] "=" ] ( scalar | missing ) [ "<repeats" int "times>" ]
 *     scalar = [ "-" ] digits | "0x" hex | "0b" binary | "0" octal | "true" | "false" | "'" char "'" | digits "'" char "'"   [ "<" symbol ">" ]
 *     string = part { "," part } [ "..." ]      part = '"' escapes '"' | "'" char "'" [ "<repeats" int "times>" ]
 *
 * Any blanks and line ends may stand between items. Where the text breaks the grammar, the array is cut and reading continues from there, so an unfinished
 * value does not swallow the text after it. A number that touches the end of the text may lack digits, so it is dropped. */

enum { REASON_MOST = 200 };                         /* bytes of the text in place of a value */

/* ---- Items ---- */

/* Tracks known elements from the first missing one on. */
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

/* Writes an element `times` times; skipped elements are missing. Elements that the text does not print singly cost budget. */
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

/* A struct or array inside an array is not an element of CSI: skipped as a missing one. */
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

/* "[3] = ", "[2 ... 8] = ", "[2]...[8] = "; false: broken. */
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

/* Only a line end is left. */
static bool is_end(const struct dump_reading *reading)
{
    return reading->at + (dump_look(reading, 0) == '\n') >= reading->text.size;
}

/* Reads one item where one may stand; false: the array is cut here (value->end says why). */
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

/* Skips the rest of an array that has too many elements. */
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

/* Reads an array after its opening brace. */
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
        reading->at--;                                          /* the line that broke the array is read as a line */
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

/* The parts of a string: it begins with a quote and continues after ", " with another. */
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

/* Skips "(type) " before a value: accepts only letters of types, so lldb's "([0] = 7)" is not a cast. */
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
    struct str inside = str_trim(str_cut(reading->text, reading->at + 1, end - reading->at - 1));
    if (str_is(inside, "true") || str_is(inside, "false"))
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

/* The text in place of a value, up to the line's end. */
static struct str reason_of(const struct dump_reading *reading)
{
    struct str near = str_cut(reading->text, reading->at, REASON_MOST);
    return str_trim(str_cut(near, 0, str_find_byte(near, '\n')));
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
        value->reason = str_cut(reading->text, from, reading->at - from);
        return true;
    }
    value->reason = reason_of(reading);
    return false;
}

bool dump_value_read(struct str text, size_t at, struct arena *arena, size_t *budget, bool binary, struct dump_value *value)
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

bool debugger_value_read(struct str text, struct arena *arena, struct debugger_value *value, size_t *size)
{
    size_t budget = DEBUGGER_ITEMS;
    struct dump_value read;
    bool there = dump_value_read(text, 0, arena, &budget, false, &read);
    *value = read.value;
    *size = read.size;
    return there;
}

/* ---- Output of gdb's x: "0x7ffe10:<TAB>1<TAB>3", "0x404060 <NAME+16>:<TAB>..." ----
 *
 * Consecutive lines are one value if each begins at the address where the line before ended. The addresses give the size of an element, or else the command's
 * letter does; path variables have 8 bytes, coverage arrays 1. x prints as many elements as the user asked for, whatever the array's size. */

struct memory {
    struct str symbol;                            /* null: none */
    uint64_t address, next, offset;                 /* of the first line; after the last one; relative to the symbol */
    unsigned unit;                                  /* bytes of an element; 0: unknown */
    size_t count;
    struct text items;                              /* "{1, 3}" */
};

/* One line at an offset: its address, symbol, and elements. False: not such a line. */
struct memory_line {
    uint64_t address, offset;
    struct str symbol, items;
    size_t end;
};

static bool line_parse(struct str text, size_t at, struct memory_line *line)
{
    size_t end = at + 2;
    *line = (struct memory_line){.end = dump_line_end(text, at)};
    if (dump_byte(text, at) != '0' || dump_byte(text, at + 1) != 'x')
        return false;
    while (dump_is_word(dump_byte(text, end)))
        end++;
    if (!str_hex(str_cut(text, at, end - at), &line->address))
        return false;
    if (dump_byte(text, end) == ' ' && dump_byte(text, end + 1) == '<') {
        struct str rest = str_cut(text, end + 2, line->end - end - 2);
        size_t close = str_find(rest, str_of(">:"));
        if (close == SIZE_MAX)
            return false;
        struct str symbol = str_cut(rest, 0, close);
        size_t plus = str_find_last_byte(symbol, '+');
        if (plus != SIZE_MAX && str_decimal(str_cut(symbol, plus + 1, symbol.size), &line->offset))
            symbol = str_cut(symbol, 0, plus);
        line->symbol = symbol;
        end += close + 3;
    }
    if (dump_byte(text, end) != ':' || dump_byte(text, end + 1) != '\t')
        return false;
    line->items = str_cut(text, end + 2, line->end - end - 2);
    return true;
}

/* Tabs separate elements; a character follows its number, "1 '\001'". */
static size_t items_add(struct memory *memory, struct str items)
{
    size_t count = 0;
    for (size_t from = 0; from < items.size; count++) {
        size_t tab = str_find_byte(str_cut(items, from, items.size), '\t'), end = tab == SIZE_MAX ? items.size : from + tab;
        text_add(&memory->items, memory->items.size > 1 ? ", " : "");
        text_append(&memory->items, str_trim(str_cut(items, from, end - from)));
        from = end + 1;
    }
    memory->count += count;
    return count;
}

static unsigned letter_unit(char letter)
{
    return letter == 'g' ? 8 : letter == 'w' ? 4 : letter == 'h' ? 2 : letter == 'b' ? 1 : 0;
}

/* Reads lines from `at` on; returns their end. */
static size_t lines_take(struct str text, size_t at, struct memory *memory)
{
    struct memory_line line;
    size_t before = 0;
    uint64_t last = 0;
    text_byte(&memory->items, '{');
    while (line_parse(text, at, &line)) {
        if (memory->count && (line.address <= last || (memory->unit && line.address != memory->next)))
            break;
        if (memory->count && !memory->unit) {
            if (before == 0 || (line.address - last) % before)
                break;
            memory->unit = line.address - last > 64 ? 0 : (unsigned)((line.address - last) / before);
        }
        if (memory->count == 0) {
            memory->address = line.address;
            memory->symbol = line.symbol;
            memory->offset = line.offset;
        }
        before = items_add(memory, line.items);
        last = line.address;
        memory->next = line.address + before * memory->unit;
        at = line.end + (line.end < text.size);
    }
    text_byte(&memory->items, '}');
    return at;
}

/* The variable of the value: that of the command, or else of the symbol at its address. */
static struct dump_target target_of(const struct debugger_reader *reader, const struct memory *memory)
{
    struct dump_target target = {0};
    size_t behind;
    if (reader->has_command)
        target = reader->command;
    else if (memory->symbol.data && memory->offset == 0)
        dump_target_around(memory->symbol, 0, memory->symbol.size, &target, &behind);
    return target;
}

static bool unit_fits(struct debugger_reader *reader, const struct dump_target *target, unsigned unit)
{
    unsigned own = target->which == DEBUGGER_LOCAL_CC || target->which == DEBUGGER_LOCAL_BBC || target->which == DEBUGGER_GLOBAL ? 1 : 8;
    if (unit == own || unit == 0)
        return true;
    dump_note(reader, dump_line(reader), "%.*s has elements of %u byte%s, but `x` printed units of %u: print it with `p %.*s`", STR(target->name), own,
              own == 1 ? "" : "s", unit, STR(target->name));
    return false;
}

/* The text does not show the array's number of slots. A last slot of -1 proves that it is whole; if not, the count must be the one that csi-cc takes. */
static void whole_or_cut(struct debugger_reader *reader, struct dump_value *value)
{
    enum { USUAL_SLOTS = 10 };
    struct debugger_value *array = &value->value;
    bool ends = array->count && (!array->known || array->known[array->count - 1]) && array->items[array->count - 1] == UINT64_MAX;
    if (ends)
        return;
    if (array->count == USUAL_SLOTS) {
        dump_note(reader, dump_line(reader), "`x` printed %d slots: clew takes them as the whole array, which has this size by default in csi-cc", USUAL_SLOTS);
        return;
    }
    array->cut = true;
    value->end = DUMP_MEMORY;
}

static void value_keep(struct debugger_reader *reader, struct memory *memory, struct dump_value *value)
{
    struct dump_target target = target_of(reader, memory);
    bool commanded = reader->has_command, path = memory->unit == 8 || target.which == DEBUGGER_PATH_ARRAY;
    bool named = target.kind == DUMP_VARIABLE || target.kind == DUMP_ADDRESS;
    reader->has_command = false;
    if (memory->count == 1 && value->value.count == 1 && !value->value.known && (!named || target.which == DEBUGGER_PATH_INDEX || target.which == DEBUGGER_PATH_CURRENT))
        value->value = (struct debugger_value){.kind = DEBUGGER_SCALAR, .number = value->value.items[0], .text_line = value->value.text_line};
    value->value.unit = memory->unit;
    if (named && !unit_fits(reader, &target, memory->unit))
        return;
    if (path && value->value.kind == DEBUGGER_ARRAY)
        whole_or_cut(reader, value);
    if (!named) {
        if (!commanded && (memory->unit == 1 || memory->unit == 8) && !memory->symbol.data)
            dump_unnamed_keep(reader, 0, value);
        return;
    }
    target.kind = DUMP_VARIABLE;
    struct dump_spot spot = {0, SIZE_MAX};
    if (target.which != DEBUGGER_GLOBAL)
        spot = target.function.data ? dump_frame_of(reader, target.function) : dump_frame_for(reader, 0);
    dump_value_keep(reader, &target, spot, value);
}

bool dump_memory_read(struct debugger_reader *reader, size_t at)
{
    struct memory memory = {0};
    struct memory_line line;
    struct dump_value value;
    if (!line_parse(reader->text, at, &line))
        return false;
    memory.unit = reader->has_command ? letter_unit(reader->command.unit) : 0;
    size_t end = lines_take(reader->text, at, &memory);
    struct str items = arena_copy(reader->arena, text_str(&memory.items));
    text_free(&memory.items);
    bool whole = dump_value_read(items, 0, reader->arena, &reader->budget, reader->has_command && reader->command.binary, &value);
    value.value.text_line = dump_line(reader);
    if (whole && value.value.kind == DEBUGGER_ARRAY && value.value.count)
        value_keep(reader, &memory, &value);
    end -= end > at && reader->text.data[end - 1] == '\n';
    dump_move(reader, end);
    return true;
}

/* ---- The variable of a name, an expression or a command ---- */

/* ---- Names (clew-formats(5) 5) ---- */

static const struct {
    const char *name;
    enum debugger_name which;
} locals[] = {
    {"__PT_counter_arr", DEBUGGER_PATH_ARRAY}, {"__PT_pathArr", DEBUGGER_PATH_ARRAY},       {"__PT_counter_idx", DEBUGGER_PATH_INDEX},
    {"__PT_arrIndex", DEBUGGER_PATH_INDEX},    {"__PT_current_path", DEBUGGER_PATH_CURRENT}, {"__PT_curPath", DEBUGGER_PATH_CURRENT},
    {"__CC_arr", DEBUGGER_LOCAL_CC},           {"__BBC_arr", DEBUGGER_LOCAL_BBC},
};

const char *debugger_local_name(enum debugger_name which, bool documented)
{
    static const char *const names[DEBUGGER_LOCALS][2] = {
        {"__PT_counter_arr", "__PT_pathArr"}, {"__PT_counter_idx", "__PT_arrIndex"}, {"__PT_current_path", "__PT_curPath"}, {"__CC_arr", "__CC_arr"},
        {"__BBC_arr", "__BBC_arr"}};
    return which < DEBUGGER_LOCALS ? names[which][documented] : "";
}

static const char *const globals[] = {"__FC_arr_", "__CC_arr_", "__BBC_arr_"};

bool debugger_name_find(struct str name, enum debugger_name *which)
{
    for (size_t i = 0; i < sizeof locals / sizeof *locals; i++)
        if (str_is(name, locals[i].name)) {
            *which = locals[i].which;
            return true;
        }
    for (size_t i = 0; i < sizeof globals / sizeof *globals; i++)
        if (str_starts(name, globals[i]) && name.size > strlen(globals[i])) {
            *which = DEBUGGER_GLOBAL;
            return true;
        }
    return false;
}

/* ---- The text around a name ---- */

enum { AROUND = 1000 };                             /* bytes to look at before a name, so that a row of names stays linear */

/* The function of "function::NAME", or null; *front: the beginning of the whole. 'file.c'::NAME names a file, which clew ignores here. */
static struct str qualifier_find(struct str text, size_t at, size_t *front)
{
    size_t least = at > AROUND ? at - AROUND : 0, end = at - 2, from;
    *front = at;
    if (at < 2 || text.data[at - 1] != ':' || text.data[at - 2] != ':')
        return (struct str){0};
    if (end > least && text.data[end - 1] == '\'') {
        for (from = end - 1; from > least && text.data[from - 1] != '\'' && text.data[from - 1] != '\n';)
            from--;
        *front = from > least ? from - 1 : from;
        struct str quoted = str_cut(text, from, end - 1 - from);
        return str_find_byte(quoted, '.') == SIZE_MAX && quoted.size ? quoted : (struct str){0};
    }
    for (from = end; from > least && (dump_is_word(text.data[from - 1]) || strchr(":<>~.", text.data[from - 1]));)
        from--;
    *front = from;
    return from < end ? str_cut(text, from, end - from) : (struct str){0};
}

static bool element_read(struct str text, size_t at, char closing, uint64_t *index, size_t *size)
{
    size_t end = at + 1;
    while (dump_byte(text, end) >= '0' && dump_byte(text, end) <= '9')
        end++;
    *size = end - at + (closing != 0);
    return str_decimal(str_cut(text, at + 1, end - at - 1), index) && (!closing || dump_byte(text, end) == closing);
}

void dump_target_around(struct str text, size_t at, size_t size, struct dump_target *target, size_t *size_behind)
{
    size_t front, used = 0, more;
    uint64_t number, index = 0;
    bool element = false, range = false;
    *target = (struct dump_target){.kind = DUMP_VARIABLE, .name = str_cut(text, at, size)};
    if (!debugger_name_find(target->name, &target->which))
        target->kind = DUMP_OTHER;
    if (dump_byte(text, at + size) == '[' && element_read(text, at + size, ']', &index, &more)) {
        element = true;
        used = more;
    }
    if (dump_byte(text, at + size + used) == '@' && element_read(text, at + size + used, 0, &number, &more)) {
        range = true;
        used += more;
    }
    target->function = qualifier_find(text, at, &front);
    char before = front ? text.data[front - 1] : ' ';
    element |= before == '*' && !range;
    target->index = index;
    if (before == '&')
        target->kind = DUMP_ADDRESS;
    else if (range && index)
        target->kind = DUMP_OTHER;                  /* NAME[3]@4 is part of an array */
    else if (target->kind == DUMP_VARIABLE && element && !range)
        target->kind = DUMP_ELEMENT;
    *size_behind = used;
}

/* ---- Commands ---- */

static const struct {
    const char *word;
    enum dump_command command;
} commands[] = {
    {"p", DUMP_COMMAND_PRINT},       {"print", DUMP_COMMAND_PRINT},       {"inspect", DUMP_COMMAND_PRINT},   {"output", DUMP_COMMAND_PRINT},
    {"x", DUMP_COMMAND_PRINT},
    {"call", DUMP_COMMAND_PRINT},    {"expr", DUMP_COMMAND_PRINT},        {"expression", DUMP_COMMAND_PRINT}, {"v", DUMP_COMMAND_PRINT},
    {"up", DUMP_COMMAND_SELECT},     {"down", DUMP_COMMAND_SELECT},       {"frame", DUMP_COMMAND_SELECT},    {"f", DUMP_COMMAND_SELECT},
    {"dow", DUMP_COMMAND_SELECT},    {"thread", DUMP_COMMAND_SELECT},     {"r", DUMP_COMMAND_MOVE},          {"run", DUMP_COMMAND_MOVE},
    {"start", DUMP_COMMAND_MOVE},    {"c", DUMP_COMMAND_MOVE},            {"continue", DUMP_COMMAND_MOVE},   {"n", DUMP_COMMAND_MOVE},
    {"next", DUMP_COMMAND_MOVE},     {"s", DUMP_COMMAND_MOVE},            {"step", DUMP_COMMAND_MOVE},       {"ni", DUMP_COMMAND_MOVE},
    {"nexti", DUMP_COMMAND_MOVE},    {"si", DUMP_COMMAND_MOVE},           {"stepi", DUMP_COMMAND_MOVE},      {"fin", DUMP_COMMAND_MOVE},
    {"finish", DUMP_COMMAND_MOVE},   {"u", DUMP_COMMAND_MOVE},            {"until", DUMP_COMMAND_MOVE},      {"advance", DUMP_COMMAND_MOVE},
    {"rc", DUMP_COMMAND_MOVE},       {"rn", DUMP_COMMAND_MOVE},           {"rs", DUMP_COMMAND_MOVE},         {"jump", DUMP_COMMAND_MOVE},
    {"reverse-continue", DUMP_COMMAND_MOVE}, {"reverse-step", DUMP_COMMAND_MOVE}, {"reverse-next", DUMP_COMMAND_MOVE},
    {"reverse-finish", DUMP_COMMAND_MOVE},
};

/* "$", "$$", "$1", "$$2": earlier values. Other names after $ are registers and the debugger's own variables. */
static bool is_history(struct str expression)
{
    size_t at = 1 + str_starts(expression, "$$");
    for (; at < expression.size; at++)
        if (expression.data[at] < '0' || expression.data[at] > '9')
            return false;
    return expression.size > 0 && expression.data[0] == '$';
}

/* An expression that is one CSI variable, with anything that dump_target_around accepts around it. */
static void expression_read(struct str expression, struct dump_target *target)
{
    bool binary = target->binary;
    char unit = target->unit;
    expression = str_trim(expression);
    if (expression.size > 2 && str_starts(expression, "'") && str_ends(expression, "'"))
        expression = str_cut(expression, 1, expression.size - 2);    /* debuggers print a name with a dot or $ in quotes */
    size_t front, behind, at = expression.size;
    *target = (struct dump_target){.kind = is_history(expression) ? DUMP_HISTORY : DUMP_OTHER, .binary = binary, .unit = unit};
    for (size_t i = 0; i < expression.size && at == expression.size; i++)
        if (expression.data[i] == '_' && str_starts(str_cut(expression, i, 3), "__") && (i == 0 || !dump_is_word(expression.data[i - 1])))
            at = i;
    size_t end = at;
    while (dump_is_word(dump_byte(expression, end)) || dump_byte(expression, end) == '.')
        end++;
    enum debugger_name which;
    if (!debugger_name_find(str_cut(expression, at, end - at), &which))
        return;
    struct dump_target found;
    dump_target_around(expression, at, end - at, &found, &behind);
    qualifier_find(expression, at, &front);
    front -= front && strchr("*&", expression.data[front - 1]) ? 1 : 0;
    if (front != 0 || end + behind != expression.size)
        return;
    *target = found;
    target->binary = binary;
    target->unit = unit;
}

enum dump_command dump_command_read(struct str line, struct dump_target *target)
{
    struct str rest = str_trim(line), word;
    *target = (struct dump_target){0};
    if (str_starts(rest, "+"))
        rest = str_cut(rest, 1, rest.size);
    size_t end = 0;
    while (dump_is_word(dump_byte(rest, end)) || dump_byte(rest, end) == '-')
        end++;
    word = str_cut(rest, 0, end);
    rest = str_cut(rest, end, rest.size);
    enum dump_command command = DUMP_COMMAND_OTHER;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (str_is(word, commands[i].word))
            command = commands[i].command;
    if (str_is(word, "frame") || str_is(word, "thread")) {
        struct str argument = str_trim(rest);
        if (str_starts(argument, "v") || str_starts(argument, "a") || str_starts(argument, "i"))
            return DUMP_COMMAND_OTHER;              /* frame variable, frame apply, frame info, thread apply, thread info */
    }
    if (command != DUMP_COMMAND_PRINT)
        return command;
    if (str_starts(rest, "/")) {
        struct str format;
        str_field(&rest, &format);
        target->binary = str_find_byte(format, 't') != SIZE_MAX;
        for (size_t i = 0; i < format.size && str_is(word, "x"); i++)
            target->unit = strchr("bhwg", format.data[i]) ? format.data[i] : target->unit;
    }
    size_t options = str_find(rest, str_of("-- "));
    if (str_starts(str_trim(rest), "-") && options != SIZE_MAX)
        rest = str_cut(rest, options + 3, rest.size);
    expression_read(rest, target);
    return command;
}
