/* debugger_header.c - the lines that say where a frame is.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     gdb    "#" level [ address " in " ] function " (" args ")" [ " at " file ":" line | " from " library ]
 *     stop   [ address " in " ] function " (" args ")" " at " file ":" line
 *     lldb   [ "* " ] "frame #" level ": " address " " module "`" function [ "(" args ")" ] [ " at " file ":" line [ ":" column ] ]
 *
 * A function of C++ may itself hold parentheses, blanks and angles: operator(), (anonymous namespace)::f<void (int)>, f(int) const. The arguments of
 * gdb begin at the first " (" outside of all of these; those of lldb are the last group before " at ". gdb wraps long headers: a line that goes on is
 * indented and is no assignment. */
#include "crash/debugger_inside.h"

#include <string.h>

static struct slice slice_between(struct slice text, size_t from, size_t to)
{
    return slice_cut(text, from, to - from);
}

/* Digits at `at`; moves behind them. */
static bool number_take(struct slice text, size_t *at, uint64_t *number)
{
    size_t from = *at;
    while (dump_is_digit(dump_byte(text, *at)))
        ++*at;
    return slice_decimal(slice_between(text, from, *at), number);
}

static bool address_take(struct slice text, size_t *at, uint64_t *address)
{
    size_t end = *at + 2;
    if (dump_byte(text, *at) != '0' || dump_byte(text, *at + 1) != 'x')
        return false;
    while (dump_is_word(dump_byte(text, end)))
        end++;
    if (!slice_hex(slice_between(text, *at, end), address))
        return false;
    *at = end;
    return true;
}

/* ---- Lines that go on ---- */

/* "name = " as locals are printed; arguments have no blanks around the sign. */
static bool is_assignment(struct slice text, size_t at)
{
    size_t end = at;
    while (dump_is_word(dump_byte(text, end)))
        end++;
    return end > at && slice_starts(slice_cut(text, end, 3), " = ");
}

/* Does the line behind the line end at `at` go on with the header? */
static bool goes_on(struct slice text, size_t at)
{
    size_t next = dump_blanks(text, at + 1);
    char byte = dump_byte(text, next);
    return next > at + 1 && byte && byte != '\n' && byte != '#' && byte != DUMP_PROMPT && !is_assignment(text, next) &&
           !slice_starts(slice_cut(text, next, 6), "frame ");
}

/* Behind a string or character that opens at `at`; `at` + 1 if it does not end on its line. */
static size_t quote_skip(struct slice text, size_t at, bool *hopeless)
{
    char quote = text.data[at];
    for (size_t end = at + 1; !*hopeless && end < text.size && text.data[end] != '\n'; end++) {
        if (text.data[end] == '\\')
            end++;
        else if (text.data[end] == quote)
            return end + 1;
    }
    *hopeless = true;
    return at + 1;
}

/* The parenthesis that closes the one at `at`, quotes respected, over lines that go on. False: *end is where the header breaks off. */
static bool group_end(struct slice text, size_t at, size_t *end)
{
    size_t depth = 0;
    bool hopeless = false;
    while (at < text.size) {
        char byte = text.data[at];
        if (byte == '\n' && !goes_on(text, at))
            break;
        depth += byte == '(';
        if (byte == ')' && --depth == 0) {
            *end = at;
            return true;
        }
        /* 'x' is a character only behind a number or a sign: names of types may hold lone apostrophes. */
        bool quote = byte == '"' || (byte == '\'' && at && (text.data[at - 1] == ' ' || text.data[at - 1] == '='));
        at = quote ? quote_skip(text, at, &hopeless) : at + 1;
    }
    *end = at;
    return false;
}

/* ---- Functions ---- */

/* The signs of an operator, so that its angles and parentheses do not count: operator<<, operator(), operator->. */
static size_t operator_size(struct slice text, size_t at)
{
    struct slice rest = slice_cut(text, at, 12);
    if (!slice_starts(rest, "operator") || (at && dump_is_word(text.data[at - 1])) || dump_is_word(dump_byte(text, at + 8)))
        return 0;
    size_t size = 8;
    if (slice_starts(slice_cut(rest, 8, 2), "()"))
        return 10;
    while (size < 11 && dump_byte(rest, size) && strchr("<>-=!*&|+~^%/,[]", rest.data[size]))
        size++;
    /* operator< <int>: the blank keeps them apart; operator<<int> can be no other than operator< of int. */
    return size;
}

/* Where " (" begins the arguments; the size of the line if nowhere. */
static size_t arguments_find(struct slice text, size_t at)
{
    size_t angles = 0, parentheses = 0, first = SIZE_MAX;
    for (; at < text.size && text.data[at] != '\n';) {
        char byte = text.data[at];
        size_t sign = byte == 'o' ? operator_size(text, at) : 0;
        if (byte == ' ' && dump_byte(text, at + 1) == '(' && parentheses == 0) {
            if (angles == 0)
                return at;
            first = first == SIZE_MAX ? at : first;
        }
        angles += byte == '<';
        angles -= byte == '>' && angles && text.data[at - 1] != '-';
        parentheses += byte == '(';
        parentheses -= byte == ')' && parentheses;
        at += sign ? sign : 1;
    }
    return first != SIZE_MAX ? first : at;
}

/* ---- gdb ---- */

/* "file:line" or "file:line:column". */
static void place_read(struct slice place, bool column, struct dump_header *header)
{
    size_t colon = slice_find_last_byte(place, ':');
    uint64_t number, line;
    header->file = place;
    if (colon == SIZE_MAX || !slice_decimal(slice_cut(place, colon + 1, place.size), &number))
        return;
    header->has_line = true;
    header->line = number;
    header->file = slice_cut(place, 0, colon);
    size_t before = column ? slice_find_last_byte(header->file, ':') : SIZE_MAX;
    if (before != SIZE_MAX && slice_decimal(slice_cut(header->file, before + 1, colon), &line)) {
        header->line = line;
        header->file = slice_cut(header->file, 0, before);
    }
}

/* What follows the arguments: " at file:line" or " from library", perhaps on a line of its own. */
static size_t place_find(struct slice text, size_t at, struct dump_header *header)
{
    size_t next = dump_blanks(text, at);
    if (dump_byte(text, next) == '\n' && goes_on(text, next))
        next = dump_blanks(text, next + 1);
    struct slice rest = slice_cut(text, next, 5);
    size_t end = dump_line_end(text, next);
    if (slice_starts(rest, "at "))
        place_read(slice_trim(slice_between(text, next + 3, end)), false, header);
    else if (slice_starts(rest, "from "))
        header->library = slice_trim(slice_between(text, next + 5, end));
    else
        return dump_line_end(text, at);
    return end;
}

/* From the function on. */
static bool function_read(struct slice text, size_t at, struct dump_header *header)
{
    size_t from = at, behind = arguments_find(text, at), end;
    header->function = slice_trim(slice_between(text, at, behind));
    if (behind == text.size || text.data[behind] == '\n') {
        end = behind;                               /* "#1  <signal handler called>": no arguments */
    } else if (group_end(text, behind + 1, &end)) {
        end = place_find(text, end + 1, header);
    } else {
        header->cut = true;
    }
    header->body = slice_between(text, from, end);
    header->size = end;
    return header->function.size > 0;
}

bool dump_header_gdb(struct slice text, size_t at, struct dump_header *header)
{
    size_t from = at;
    *header = (struct dump_header){0};
    if (dump_byte(text, at++) != '#' || !number_take(text, &at, &header->level) || !strchr(" \t", dump_byte(text, at)))
        return false;
    header->has_level = true;
    size_t function = dump_blanks(text, at);
    at = function;
    header->has_address = address_take(text, &at, &header->address);
    if (header->has_address && !slice_starts(slice_cut(text, at, 4), " in "))
        header->has_address = false;                /* the function is one that nobody knows: "0x... in ?? ()" has its "in" */
    else if (header->has_address)
        function = dump_blanks(text, at + 4);
    if (!function_read(text, function, header))
        return false;
    header->size -= from;
    return true;
}

/* Without a number a header must be complete and its function look like one: what a program prints may come near. */
static bool is_function(struct slice name)
{
    size_t depth = 0;
    for (size_t i = 0; i < name.size; i++) {
        char byte = name.data[i];
        size_t sign = byte == 'o' ? operator_size(name, i) : 0;
        if (sign) {
            i += sign - 1;
            continue;
        }
        depth += byte == '<' || byte == '(';
        depth -= (byte == '>' || byte == ')') && depth;
        if (depth == 0 && !dump_is_word(byte) && !strchr(":~.>)*@", byte) && !(byte == ' ' && slice_is(slice_cut(name, i, 6), " const")))
            return false;
    }
    return name.size > 0 && !dump_is_digit(name.data[0]);
}

bool dump_header_stop(struct slice text, size_t at, struct dump_header *header)
{
    size_t from = at;
    *header = (struct dump_header){0};
    header->has_address = address_take(text, &at, &header->address);
    if (header->has_address && !slice_starts(slice_cut(text, at, 4), " in "))
        return false;
    at += header->has_address ? 4 : 0;
    if (!header->has_address && !is_function(slice_between(text, at, arguments_find(text, at))))
        return false;
    if (!function_read(text, at, header) || header->cut)
        return false;
    header->size -= from;
    return header->has_address || header->has_line;
}

/* ---- lldb ---- */

/* Where " at " stands outside of parentheses, and where the last group before it opens; both the end if there is none. */
static void lldb_parts(struct slice line, size_t *place, size_t *arguments)
{
    size_t depth = 0, opened = line.size, closed = line.size;
    bool hopeless = false;
    *place = *arguments = line.size;
    for (size_t at = 0; at < line.size;) {
        char byte = line.data[at];
        if (byte == '(' && depth++ == 0)
            opened = at;
        if (byte == ')' && depth && --depth == 0)
            closed = at + 1;
        if (depth == 0 && byte == ' ' && slice_starts(slice_cut(line, at, 4), " at ")) {
            bool group = closed == at || (closed < at && slice_is(slice_cut(line, closed, at - closed), " const"));
            *place = at;
            *arguments = group ? opened : at;
            return;
        }
        bool quote = byte == '"' || (byte == '\'' && at && line.data[at - 1] == '=');
        at = quote ? quote_skip(line, at, &hopeless) : at + 1;
    }
}

/* "_start + 33": the offset is no part of the name. */
static struct slice without_offset(struct slice name)
{
    size_t plus = slice_find(name, slice_of(" + "));
    uint64_t offset;
    return plus != SIZE_MAX && slice_decimal(slice_cut(name, plus + 3, name.size), &offset) ? slice_cut(name, 0, plus) : name;
}

static struct slice lldb_place(struct slice place)
{
    while (place.size && place.data[place.size - 1] == ']') {   /* " [opt]", " [inlined]" */
        size_t bracket = slice_find_last_byte(place, '[');
        if (bracket == SIZE_MAX || bracket == 0)
            break;
        place = slice_trim(slice_cut(place, 0, bracket));
    }
    return place;
}

bool dump_header_lldb(struct slice text, size_t at, struct dump_header *header)
{
    size_t from = at, place, arguments;
    *header = (struct dump_header){.lldb = true};
    if (dump_byte(text, at) == '*') {
        header->starred = true;
        at = dump_blanks(text, at + 1);
    }
    if (!slice_starts(slice_cut(text, at, 7), "frame #"))
        return false;
    at += 7;
    if (!number_take(text, &at, &header->level) || dump_byte(text, at) != ':')
        return false;
    header->has_level = true;
    at = dump_blanks(text, at + 1);
    header->has_address = address_take(text, &at, &header->address);
    at = dump_blanks(text, at);
    size_t end = dump_line_end(text, at);
    struct slice line = slice_between(text, at, end);
    size_t tick = slice_find_byte(line, '`');
    if (tick != SIZE_MAX)
        line = slice_cut(line, tick + 1, line.size);
    lldb_parts(line, &place, &arguments);
    header->function = without_offset(slice_trim(slice_cut(line, 0, arguments)));
    if (place < line.size)
        place_read(lldb_place(slice_trim(slice_cut(line, place + 4, line.size))), true, header);
    if (tick != SIZE_MAX && !header->has_line)
        header->library = slice_trim(slice_cut(text, at, tick));
    header->body = line;
    header->size = end - from;
    return header->function.size > 0;
}
