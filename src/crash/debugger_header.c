/* debugger_header.c - reads frame headers and gdb/MI records.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/debugger_reader.h"

#include <inttypes.h>
#include <string.h>

/* ---- Frame headers ----
 *
 *     gdb    "#" level [ address " in " ] function " (" args ")" [ " at " file ":" line | " from " library ]
 *     stop   [ address " in " ] function " (" args ")" " at " file ":" line
 *     lldb   [ "* " ] "frame #" level ": " address " " module "`" function [ "(" args ")" ] [ " at " file ":" line [ ":" column ] ]
 *
 * A C++ function may itself contain parentheses, blanks and angles: operator(), (anonymous namespace)::f<void (int)>, f(int) const. The arguments of gdb begin
 * at the first " (" outside of all of these; those of lldb are the last group before " at ". gdb wraps long headers: a continuation line is indented and is not
 * an assignment. */

static struct str slice_between(struct str text, size_t from, size_t to)
{
    return str_cut(text, from, to - from);
}

/* Reads digits at `at` and moves past them. */
static bool number_take(struct str text, size_t *at, uint64_t *number)
{
    size_t from = *at;
    while (dump_is_digit(dump_byte(text, *at)))
        ++*at;
    return str_decimal(slice_between(text, from, *at), number);
}

static bool address_take(struct str text, size_t *at, uint64_t *address)
{
    size_t end = *at + 2;
    if (dump_byte(text, *at) != '0' || dump_byte(text, *at + 1) != 'x')
        return false;
    while (dump_is_word(dump_byte(text, end)))
        end++;
    if (!str_hex(slice_between(text, *at, end), address))
        return false;
    *at = end;
    return true;
}

/* ---- Continuation lines ---- */

/* "name = ", as debuggers print locals; arguments have no blanks around the sign. */
static bool is_assignment(struct str text, size_t at)
{
    size_t end = at;
    while (dump_is_word(dump_byte(text, end)))
        end++;
    return end > at && str_starts(str_cut(text, end, 3), " = ");
}

/* Does the line after the line end at `at` continue the header? */
static bool goes_on(struct str text, size_t at)
{
    size_t next = dump_blanks(text, at + 1);
    char byte = dump_byte(text, next);
    return next > at + 1 && byte && byte != '\n' && byte != '#' && byte != DUMP_PROMPT && !is_assignment(text, next) &&
           !str_starts(str_cut(text, next, 6), "frame ");
}

/* Offset after the string or character that opens at `at`; `at` + 1 if it does not end on its line. */
static size_t quote_skip(struct str text, size_t at, bool *hopeless)
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

/* The parenthesis that closes the one at `at`, across quotes and continuation lines. False: *end is where the header breaks off. */
static bool group_end(struct str text, size_t at, size_t *end)
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
        /* 'x' is a character only after a number or a sign: type names may contain lone apostrophes. */
        bool quote = byte == '"' || (byte == '\'' && at && (text.data[at - 1] == ' ' || text.data[at - 1] == '='));
        at = quote ? quote_skip(text, at, &hopeless) : at + 1;
    }
    *end = at;
    return false;
}

/* ---- Functions ---- */

/* Size of an operator's signs (operator<<, operator(), operator->), so that its angles and parentheses do not count. */
static size_t operator_size(struct str text, size_t at)
{
    struct str rest = str_cut(text, at, 12);
    if (!str_starts(rest, "operator") || (at && dump_is_word(text.data[at - 1])) || dump_is_word(dump_byte(text, at + 8)))
        return 0;
    size_t size = 8;
    if (str_starts(str_cut(rest, 8, 2), "()"))
        return 10;
    while (size < 11 && dump_byte(rest, size) && strchr("<>-=!*&|+~^%/,[]", rest.data[size]))
        size++;
    /* operator< <int> needs the blank; operator<<int> can only be operator< of int. */
    return size;
}

/* Offset of the " (" that begins the arguments; the size of the line if there is none. */
static size_t arguments_find(struct str text, size_t at)
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
static void place_read(struct str place, bool column, struct dump_header *header)
{
    size_t colon = str_find_last_byte(place, ':');
    uint64_t number, line;
    header->file = place;
    if (colon == SIZE_MAX || !str_decimal(str_cut(place, colon + 1, place.size), &number))
        return;
    header->has_line = true;
    header->line = number;
    header->file = str_cut(place, 0, colon);
    size_t before = column ? str_find_last_byte(header->file, ':') : SIZE_MAX;
    if (before != SIZE_MAX && str_decimal(str_cut(header->file, before + 1, colon), &line)) {
        header->line = line;
        header->file = str_cut(header->file, 0, before);
    }
}

/* Reads the text after the arguments, " at file:line" or " from library", perhaps on its own line. */
static size_t place_find(struct str text, size_t at, struct dump_header *header)
{
    size_t next = dump_blanks(text, at);
    if (dump_byte(text, next) == '\n' && goes_on(text, next))
        next = dump_blanks(text, next + 1);
    struct str rest = str_cut(text, next, 5);
    size_t end = dump_line_end(text, next);
    if (str_starts(rest, "at "))
        place_read(str_trim(slice_between(text, next + 3, end)), false, header);
    else if (str_starts(rest, "from "))
        header->library = str_trim(slice_between(text, next + 5, end));
    else
        return dump_line_end(text, at);
    return end;
}

/* Reads a header from the function on. */
static bool function_read(struct str text, size_t at, struct dump_header *header)
{
    size_t from = at, behind = arguments_find(text, at), end;
    header->function = str_trim(slice_between(text, at, behind));
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

bool dump_header_gdb(struct str text, size_t at, struct dump_header *header)
{
    size_t from = at;
    *header = (struct dump_header){0};
    if (dump_byte(text, at++) != '#' || !number_take(text, &at, &header->level) || !strchr(" \t", dump_byte(text, at)))
        return false;
    header->has_level = true;
    size_t function = dump_blanks(text, at);
    at = function;
    header->has_address = address_take(text, &at, &header->address);
    if (header->has_address && !str_starts(str_cut(text, at, 4), " in "))
        header->has_address = false;                /* an unknown function: "0x... in ?? ()" has an "in" */
    else if (header->has_address)
        function = dump_blanks(text, at + 4);
    if (!function_read(text, function, header))
        return false;
    header->size -= from;
    return true;
}

/* A header without number must be complete, and its function must look like one: a program's output may look similar. */
static bool is_function(struct str name)
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
        if (depth == 0 && !dump_is_word(byte) && !strchr(":~.>)*@", byte) && !(byte == ' ' && str_is(str_cut(name, i, 6), " const")))
            return false;
    }
    return name.size > 0 && !dump_is_digit(name.data[0]);
}

bool dump_header_stop(struct str text, size_t at, struct dump_header *header)
{
    size_t from = at;
    *header = (struct dump_header){0};
    header->has_address = address_take(text, &at, &header->address);
    if (header->has_address && !str_starts(str_cut(text, at, 4), " in "))
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

/* Offsets of " at " outside parentheses, and of the opening of the last group before it; both are the end if there is none. */
static void lldb_parts(struct str line, size_t *place, size_t *arguments)
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
        if (depth == 0 && byte == ' ' && str_starts(str_cut(line, at, 4), " at ")) {
            bool group = closed == at || (closed < at && str_is(str_cut(line, closed, at - closed), " const"));
            *place = at;
            *arguments = group ? opened : at;
            return;
        }
        bool quote = byte == '"' || (byte == '\'' && at && line.data[at - 1] == '=');
        at = quote ? quote_skip(line, at, &hopeless) : at + 1;
    }
}

/* "_start + 33": the offset is not part of the name. */
static struct str without_offset(struct str name)
{
    size_t plus = str_find(name, str_of(" + "));
    uint64_t offset;
    return plus != SIZE_MAX && str_decimal(str_cut(name, plus + 3, name.size), &offset) ? str_cut(name, 0, plus) : name;
}

static struct str lldb_place(struct str place)
{
    while (place.size && place.data[place.size - 1] == ']') {   /* " [opt]", " [inlined]" */
        size_t bracket = str_find_last_byte(place, '[');
        if (bracket == SIZE_MAX || bracket == 0)
            break;
        place = str_trim(str_cut(place, 0, bracket));
    }
    return place;
}

bool dump_header_lldb(struct str text, size_t at, struct dump_header *header)
{
    size_t from = at, place, arguments;
    *header = (struct dump_header){.lldb = true};
    if (dump_byte(text, at) == '*') {
        header->starred = true;
        at = dump_blanks(text, at + 1);
    }
    if (!str_starts(str_cut(text, at, 7), "frame #"))
        return false;
    at += 7;
    if (!number_take(text, &at, &header->level) || dump_byte(text, at) != ':')
        return false;
    header->has_level = true;
    at = dump_blanks(text, at + 1);
    header->has_address = address_take(text, &at, &header->address);
    at = dump_blanks(text, at);
    size_t end = dump_line_end(text, at);
    struct str line = slice_between(text, at, end);
    size_t tick = str_find_byte(line, '`');
    if (tick != SIZE_MAX)
        line = str_cut(line, tick + 1, line.size);
    lldb_parts(line, &place, &arguments);
    header->function = without_offset(str_trim(str_cut(line, 0, arguments)));
    if (place < line.size)
        place_read(lldb_place(str_trim(str_cut(line, place + 4, line.size))), true, header);
    if (tick != SIZE_MAX && !header->has_line)
        header->library = str_trim(str_cut(text, at, tick));
    header->body = line;
    header->size = end - from;
    return header->function.size > 0;
}

/* ---- Records of gdb/MI ----
 *
 *     record  = [ token ] ( "^" | "*" | "=" ) class { "," result }       result = name "=" value
 *     value   = '"' string '"' | "{" [ result { "," result } ] "}" | "[" ... "]"
 *
 * (GDB manual, "GDB/MI Output Syntax".) clew reads them in one pass with a depth instead of a tree, because it needs only tuples of one level: {level, addr,
 * func, ..} under the name frame, and {name, value}. Cleaning has already decoded streams (~"text"). */

struct record {
    struct str text;                              /* the record */
    size_t at, depth;
    bool stopped, done, stack;                      /* *stopped; ^done; a stack or threads list */
    struct str name;                              /* of the next value */
    struct str variable, value;                   /* of the innermost tuple; value is raw, with its quote */
    struct str id, target, thread, signal, meaning;
    size_t frame_depth;                             /* 0: not in a frame */
    struct dump_header header;
    bool has_header;
};

static struct str decoded(struct debugger_reader *reader, struct str raw, bool *closed)
{
    char *out = arena_allocate(reader->arena, raw.size + 1);
    size_t size, used;
    *closed = dump_string_decode(str_cut(raw, 1, raw.size), out, &size, &used);
    return (struct str){out, size};
}

/* The string after a name: decodes it only to keep it. */
static struct str text_of(struct debugger_reader *reader, struct str raw)
{
    bool closed;
    return decoded(reader, raw, &closed);
}

/* The raw string at record->at, including its quote; moves past it. */
static struct str string_take(struct record *record)
{
    size_t from = record->at++;
    while (record->at < record->text.size && record->text.data[record->at] != '"')
        record->at += record->text.data[record->at] == '\\' ? 2 : 1;
    record->at += record->at < record->text.size;
    return str_cut(record->text, from, record->at - from);
}

static void value_keep(struct debugger_reader *reader, struct str raw, const struct dump_target *target)
{
    bool closed;
    struct dump_value value;
    struct str text = decoded(reader, raw, &closed);
    dump_value_read(text, 0, reader->arena, &reader->budget, false, &value);
    value.value.text_line = dump_line(reader);
    if (!closed && value.value.kind == DEBUGGER_SCALAR)
        value = (struct dump_value){.value = {.text_line = dump_line(reader)}};
    if (!target) {
        dump_printed_keep(reader, 0, &value);
        return;
    }
    struct dump_spot spot = {0, SIZE_MAX};
    if (reader->has_frame_option)
        spot = dump_frame_level(reader, reader->thread, reader->frame_option);
    if (spot.frame == SIZE_MAX && target->which != DEBUGGER_GLOBAL)
        spot = dump_frame_for(reader, 0);
    dump_value_keep(reader, target, spot, &value);
}

static void variable_keep(struct debugger_reader *reader, struct record *record)
{
    size_t behind;
    struct dump_target target;
    enum debugger_name which;
    if (!record->variable.data || !record->value.data || record->frame_depth)
        return;
    struct str name = text_of(reader, record->variable);
    if (!debugger_name_find(name, &which))
        return;
    dump_target_around(name, 0, name.size, &target, &behind);
    value_keep(reader, record->value, &target);
}

/* A frame's tuple is complete: keeps it at once in a list, or else at the end of the record. */
static void frame_keep(struct debugger_reader *reader, struct record *record)
{
    record->frame_depth = 0;
    record->has_header = true;
    if (!record->stack || !record->header.function.data)
        return;
    if (record->id.data)
        dump_thread_open(reader, record->id, record->target, false);
    dump_header_keep(reader, &record->header, 0);
    record->has_header = false;
}

static void frame_field(struct debugger_reader *reader, struct record *record, struct str raw)
{
    struct dump_header *header = &record->header;
    struct str text = text_of(reader, raw);
    if (str_is(record->name, "level"))
        header->has_level = str_decimal(text, &header->level);
    else if (str_is(record->name, "addr"))
        header->has_address = str_hex(text, &header->address);
    else if (str_is(record->name, "func"))
        header->function = text;
    else if (str_is(record->name, "file"))
        header->file = text;
    else if (str_is(record->name, "line"))
        header->has_line = str_decimal(text, &header->line);
    else if (str_is(record->name, "from"))
        header->library = text;
    header->body = header->function;
}

static void field_keep(struct debugger_reader *reader, struct record *record, struct str raw)
{
    if (record->frame_depth && record->depth == record->frame_depth) {
        frame_field(reader, record, raw);
        return;
    }
    if (str_is(record->name, "name"))
        record->variable = raw;
    else if (str_is(record->name, "value") && record->depth == 0)
        value_keep(reader, raw, NULL);
    else if (str_is(record->name, "value"))
        record->value = raw;
    else if (str_is(record->name, "id"))
        record->id = text_of(reader, raw);
    else if (str_is(record->name, "target-id"))
        record->target = text_of(reader, raw);
    else if (str_is(record->name, "thread-id"))
        record->thread = text_of(reader, raw);
    else if (str_is(record->name, "signal-name"))
        record->signal = text_of(reader, raw);
    else if (str_is(record->name, "signal-meaning"))
        record->meaning = text_of(reader, raw);
}

static void opening_read(struct record *record)
{
    record->depth++;
    record->variable = record->value = (struct str){0};
    if (str_is(record->name, "stack") || str_is(record->name, "threads"))
        record->stack = true;
    if (record->frame_depth == 0 && str_is(record->name, "frame")) {
        record->frame_depth = record->depth;
        record->header = (struct dump_header){.has_level = true};
    }
    record->name = (struct str){0};
}

static void closing_read(struct debugger_reader *reader, struct record *record)
{
    variable_keep(reader, record);
    record->variable = record->value = (struct str){0};
    if (record->frame_depth && record->depth == record->frame_depth)
        frame_keep(reader, record);
    record->depth -= record->depth > 0;
}

static void results_read(struct debugger_reader *reader, struct record *record)
{
    while (record->at < record->text.size) {
        char byte = record->text.data[record->at];
        size_t from = record->at;
        if (byte == '"') {
            field_keep(reader, record, string_take(record));
            continue;
        }
        if (byte == '{' || byte == '[')
            opening_read(record);
        else if (byte == '}' || byte == ']')
            closing_read(reader, record);
        while (dump_is_word(dump_byte(record->text, record->at)) || dump_byte(record->text, record->at) == '-')
            record->at++;
        if (dump_byte(record->text, record->at) == '=' && record->at > from)
            record->name = str_cut(record->text, from, record->at - from);
        record->at += record->at == from || dump_byte(record->text, record->at) == '=';
    }
    if (record->depth) {
        dump_note(reader, dump_line(reader), "the gdb/MI record is cut off at the end of its line: clew takes what comes before");
        variable_keep(reader, record);
    }
}

/* *stopped often repeats a stop that the console already reported; then it only adds the thread's number. */
static bool is_told(const struct debugger_reader *reader, const struct record *record)
{
    const struct debugger_frame *frame = reader->fresh ? &reader->threads[reader->selected.thread].frames[reader->selected.frame].shown : NULL;
    return frame && record->has_header && str_equal(frame->function, record->header.function);
}

/* gdb repeats frame 0 of a core file in its first answer, after the frame that a console's "frame 1" printed: that earlier frame is selected. */
static bool is_left_over(struct debugger_reader *reader, const struct record *record)
{
    bool listed = reader->listing.open && reader->listing.headers == 1, selected = reader->selected.frame != SIZE_MAX && reader->selected_part == reader->part;
    if (!record->done || record->header.level != 0 || reader->run == reader->answered || (!listed && !selected))
        return false;
    return dump_frame_at(reader, listed ? reader->listing.spot : reader->selected)->level > 0;
}

/* The program stopped, or a command asked for a frame. */
static void record_finish(struct debugger_reader *reader, struct record *record)
{
    if (record->stopped && !is_told(reader, record)) {
        struct str signal = record->signal;
        if (signal.data && record->meaning.data)
            signal = arena_printf(reader->arena, "%.*s, %.*s", STR(signal), STR(record->meaning));
        dump_stop(reader, signal);
    }
    if (!record->has_header || !record->header.function.data)
        return;
    if (is_left_over(reader, record)) {
        dump_listing_end(reader, true);
        (void)dump_frame_open(reader, &record->header);
        return;
    }
    struct str thread = record->thread.data ? record->thread : record->id;
    if (thread.data)
        dump_thread_open(reader, thread, (struct str){0}, true);
    reader->selecting = true;
    dump_header_keep(reader, &record->header, 0);
    reader->listing = (struct dump_listing){0};
}

/* "-stack-list-locals --thread 1 --frame 2 1", "12-data-evaluate-expression NAME". */
static bool command_read(struct debugger_reader *reader, struct str line)
{
    static const char evaluate[] = "-data-evaluate-expression ", select[] = "-stack-select-frame ", execute[] = "-exec-", option[] = "--frame ";
    uint64_t level;
    if (!str_starts(line, "-data-") && !str_starts(line, "-stack-") && !str_starts(line, execute))
        return false;
    size_t at = str_find(line, str_of(option)), end = at + sizeof option - 1;
    while (at != SIZE_MAX && dump_byte(line, end) >= '0' && dump_byte(line, end) <= '9')
        end++;
    reader->has_frame_option = at != SIZE_MAX && str_decimal(str_cut(line, at + sizeof option - 1, end - at - (sizeof option - 1)), &reader->frame_option);
    reader->moved |= str_starts(line, execute);
    if (str_starts(line, evaluate)) {
        struct str expression = str_trim(str_cut(line, sizeof evaluate - 1, line.size));
        if (str_starts(expression, "\""))
            expression = text_of(reader, expression);
        dump_command_read(arena_printf(reader->arena, "print %.*s", STR(expression)), &reader->command);
        reader->has_command = true;
    }
    if (str_starts(line, select) && str_decimal(str_trim(str_cut(line, sizeof select - 1, line.size)), &level)) {
        struct dump_spot spot = dump_frame_level(reader, reader->thread, level);
        if (spot.frame != SIZE_MAX)
            dump_frame_select(reader, spot);
        else
            dump_note(reader, dump_line(reader), "frame #%" PRIu64 " is selected, but the text before has no header of it: clew ignores the selection", level);
    }
    return true;
}

bool dump_mi_read(struct debugger_reader *reader, struct str line)
{
    size_t at = 0;
    while (dump_byte(line, at) >= '0' && dump_byte(line, at) <= '9')
        at++;
    char kind = dump_byte(line, at);
    if (kind == '-')
        return command_read(reader, str_cut(line, at, line.size));
    size_t end = at + 1;
    while (dump_is_word(dump_byte(line, end)) || dump_byte(line, end) == '-')
        end++;
    struct str class = str_cut(line, at + 1, end - at - 1);
    if ((kind != '^' && kind != '*' && kind != '=') || class.size == 0 || (end < line.size && line.data[end] != ','))
        return false;
    struct record record = {.text = line, .at = end};
    record.stopped = kind == '*' && str_is(class, "stopped");
    record.done = kind == '^' && str_is(class, "done");
    bool chosen = kind == '=' && str_is(class, "thread-selected");
    if (str_is(class, "running"))
        reader->moved = true;
    if (record.stopped || record.done || chosen) {
        results_read(reader, &record);
        record_finish(reader, &record);
    }
    if (kind == '^') {
        reader->has_command = reader->has_frame_option = false;
        reader->answered = reader->run;
        reader->listing = (struct dump_listing){0};
    }
    return true;
}
