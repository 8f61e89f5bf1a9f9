/* debugger_line.c - line by line: what stands here?  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A line is a prompt's command, a record of MI, a frame header, a source line, "$1 = value", a state of threads and program, or anything else:
 * then it is searched for "NAME = value" at word borders, outside of strings. Values and headers may take several lines. */
#include "crash/debugger_inside.h"

#include <inttypes.h>
#include <string.h>

/* ---- Frames ---- */

void dump_header_keep(struct debugger_reader *reader, struct dump_header *header, size_t indent)
{
    struct dump_listing before = reader->listing;
    bool goes_on = before.open && header->level == before.level + 1 && !reader->selecting && !reader->thread_named && !(header->lldb && indent == 0);
    bool select = reader->selecting || reader->thread_selecting || header->starred || (header->lldb && indent == 0);
    struct dump_spot spot = dump_frame_open(reader, header);
    reader->said = true;
    reader->run++;
    if (header->cut)
        dump_note(reader, dump_line(reader), "the header of frame #%" PRIu64 " breaks off inside its arguments", header->level);
    if (spot.frame == SIZE_MAX)
        return;
    if (select)
        dump_frame_select(reader, spot);
    reader->selecting = reader->thread_selecting = false;
    reader->listing = (struct dump_listing){.open = true, .headers = 1, .indent = indent, .level = header->level, .spot = spot};
    if (goes_on) {
        reader->listing.headers = before.headers + 1;
        reader->listing.indented = before.indented;
        reader->listing.flat = before.flat;
        reader->listing.full = before.full;
    }
}

void dump_position_keep(struct debugger_reader *reader, struct dump_header *header)
{
    header->has_level = true;
    header->level = 0;
    struct dump_spot spot = dump_frame_open(reader, header);
    reader->said = true;
    if (spot.frame != SIZE_MAX)
        dump_frame_select(reader, spot);
    reader->fresh = true;
    reader->thread_selecting = reader->selecting = false;
    reader->listing = (struct dump_listing){0};
}

static bool header_read(struct debugger_reader *reader, size_t at, size_t indent)
{
    struct dump_header header;
    char byte = dump_byte(reader->text, at);
    if (byte == '#' ? !dump_header_gdb(reader->text, at, &header) : (byte != '*' && byte != 'f') || !dump_header_lldb(reader->text, at, &header))
        return false;
    dump_header_keep(reader, &header, indent);
    dump_move(reader, at + header.size);
    reader->listing.line = reader->line + 1;
    return true;
}

/* "0x... in f (args) at file:line": an unnumbered header is a stop of its own, unless the stop was announced on the lines before. */
static bool stop_read(struct debugger_reader *reader, size_t at)
{
    struct dump_header header;
    char byte = dump_byte(reader->text, at);
    if (!(dump_is_word(byte) || byte == '(' || byte == '<' || byte == '~') || !dump_header_stop(reader->text, at, &header))
        return false;
    if (reader->begun)
        dump_stop(reader, (struct slice){0});
    dump_position_keep(reader, &header);
    dump_move(reader, at + header.size);
    return true;
}

/* The program made a step in the function where it was: gdb prints the source line only. */
static void step_keep(struct debugger_reader *reader, uint64_t line)
{
    struct dump_spot spot = dump_frame_level(reader, reader->thread, 0);
    reader->moved = false;
    if (spot.frame == SIZE_MAX || line == 0)
        return;
    struct debugger_frame before = *dump_frame_at(reader, spot);
    struct dump_header header = {.has_line = true, .line = line, .function = before.function, .file = before.file};
    dump_snapshot_end(reader);
    dump_position_keep(reader, &header);
}

/* "9<TAB>text": behind a frame's header it says that the frame was selected, since backtraces show no source. */
static bool source_read(struct debugger_reader *reader, size_t at)
{
    size_t end = at;
    uint64_t line;
    while (dump_is_digit(dump_byte(reader->text, end)))
        end++;
    if (end == at || dump_byte(reader->text, end) != '\t' || !slice_decimal(slice_cut(reader->text, at, end - at), &line))
        return false;
    if (reader->listing.open && reader->line == reader->listing.line) {
        dump_frame_select(reader, reader->listing.spot);
        reader->listing = (struct dump_listing){0};
    } else if (reader->moved) {
        step_keep(reader, line);
    }
    return true;
}

/* ---- Values ---- */

void dump_printed_keep(struct debugger_reader *reader, uint64_t number, struct dump_value *value)
{
    bool commanded = reader->has_command;
    struct dump_target target = reader->has_command ? reader->command : (struct dump_target){0};
    reader->has_command = false;
    if (target.kind == DUMP_ADDRESS || target.kind == DUMP_HISTORY)
        return;
    if (target.kind == DUMP_OTHER) {
        if (!commanded)                             /* else the command says that it is of something else */
            dump_unnamed_keep(reader, number, value);
        return;
    }
    struct dump_spot spot = {0, SIZE_MAX};
    if (target.which != DEBUGGER_GLOBAL)
        spot = target.function.data ? dump_frame_of(reader, target.function) : dump_frame_for(reader, 0);
    dump_value_keep(reader, &target, spot, value);
}

/* The value at an offset of the text, which is where the reader then stands. */
static bool value_read(struct debugger_reader *reader, size_t at, bool binary, struct dump_value *value)
{
    bool there = dump_value_read(reader->text, at, reader->arena, &reader->budget, binary, value);
    value->value.text_line = dump_line(reader);
    return there;
}

/* "$1 = value", with lldb's type before it. */
static bool printed_read(struct debugger_reader *reader, size_t at)
{
    struct slice line = slice_cut(reader->text, at, dump_line_end(reader->text, at) - at);
    size_t dollar = 0;
    if (dump_byte(line, 0) == '(') {
        size_t found = slice_find(line, slice_of(") $"));
        if (found == SIZE_MAX || slice_find_byte(slice_cut(line, 0, found), '=') != SIZE_MAX)
            return false;
        dollar = found + 2;
    }
    size_t end = dollar + 1;
    while (dump_is_digit(dump_byte(line, end)))
        end++;
    if (dump_byte(line, dollar) != '$' || end == dollar + 1 || !slice_starts(slice_cut(line, end, 3), " = "))
        return false;
    struct dump_value value;
    bool binary = reader->has_command && reader->command.binary;
    uint64_t number = 0;
    (void)!slice_decimal(slice_cut(line, dollar + 1, end - dollar - 1), &number);
    dump_move(reader, at + end + 3);
    value_read(reader, reader->at, binary, &value);
    value.pointer |= dollar && slice_find_byte(slice_cut(line, 0, dollar), '*') != SIZE_MAX;
    dump_printed_keep(reader, number, &value);
    dump_move(reader, reader->at + value.size);
    return true;
}

/* A value alone on its line: what `output` prints. */
static bool bare_read(struct debugger_reader *reader, size_t at)
{
    struct dump_value value;
    size_t start = at;
    if (reader->depth || (dump_byte(reader->text, at) != '{' && !reader->has_command))
        return false;
    if (!value_read(reader, at, reader->has_command && reader->command.binary, &value) || value.value.kind == DEBUGGER_MISSING)
        return false;
    size_t end = dump_blanks(reader->text, at + value.size);
    char behind = dump_byte(reader->text, end);                 /* `output` ends no line: a traced command may follow */
    if (behind && behind != '\n' && behind != '+' && !value.value.cut)
        return false;
    if (value.value.kind == DEBUGGER_ARRAY && value.value.count == 0)
        return false;
    dump_printed_keep(reader, 0, &value);
    dump_move(reader, start + value.size);
    return true;
}

/* Behind "NAME", or "NAME[1]", up to behind the "=": 0 if none follows. The sign may stand on the next line, as in the csi-cc manual; a word
 * behind it there is a record of MI, "=cmd-param-changed,...". */
static size_t sign_find(struct slice text, size_t at)
{
    at = dump_blanks(text, at);
    bool next = dump_byte(text, at) == '\n';
    if (next)
        at = dump_blanks(text, at + 1);
    if (next && dump_byte(text, at + 1) >= 'a' && dump_byte(text, at + 1) <= 'z')
        return 0;
    return dump_byte(text, at) == '=' && dump_byte(text, at + 1) != '=' ? at + 1 : 0;
}

/* "NAME = value" where a name may begin; *at moves behind it, or behind the name. */
static bool assignment_read(struct debugger_reader *reader, size_t *at, size_t indent)
{
    struct dump_target target;
    struct dump_value value;
    enum debugger_name which;
    size_t end = *at, behind, sign;
    while (dump_is_word(dump_byte(reader->text, end)) || dump_byte(reader->text, end) == '.')
        end++;
    struct slice name = slice_cut(reader->text, *at, end - *at);
    if (!debugger_name_find(name, &which)) {
        *at = end;
        return false;
    }
    dump_target_around(reader->text, *at, name.size, &target, &behind);
    sign = sign_find(reader->text, end + behind);
    if (!sign) {
        *at = end + behind;
        return false;
    }
    dump_move(reader, sign);
    *at = sign;
    if (target.kind == DUMP_ADDRESS || target.kind == DUMP_OTHER)
        return true;
    value_read(reader, sign, false, &value);
    struct dump_spot spot = {0, SIZE_MAX};
    if (which != DEBUGGER_GLOBAL)
        spot = target.function.data ? dump_frame_of(reader, target.function) : dump_frame_for(reader, indent);
    dump_value_keep(reader, &target, spot, &value);
    dump_move(reader, sign + value.size);
    *at = reader->at;
    return true;
}

/* ---- Any line ---- */

static size_t string_end(struct slice text, size_t at)
{
    for (size_t end = at + 1; end < text.size && text.data[end] != '\n'; end++) {
        if (text.data[end] == '\\')
            end++;
        else if (text.data[end] == '"')
            return end + 1;
    }
    return 0;
}

/* A paste may begin inside a value: "640, 41, -1}". */
static void beginning_note(struct debugger_reader *reader, char first)
{
    if (!reader->said && (dump_is_digit(first) || (first && strchr("-[tf", first))))
        dump_note(reader, dump_line(reader), "the text begins inside a value: what it is of, and what stands before, is not in it");
    reader->said = true;
}

/* One byte of a line that is part of nothing known; at the line's first depth 0, strings are passed over whole. */
static size_t byte_pass(struct debugger_reader *reader, size_t at, char first, bool *strings)
{
    char byte = reader->text.data[at];
    if (byte == '"' && *strings) {
        size_t end = string_end(reader->text, at);
        *strings = end != 0;
        return end ? end : at + 1;
    }
    if (byte == '}' && reader->depth == 0)
        beginning_note(reader, first);
    reader->depth += byte == '{';
    reader->depth -= byte == '}' && reader->depth;
    return at + 1;
}

/* Everything that assigns on a line, until a line end that stands in no value. */
static void line_scan(struct debugger_reader *reader, size_t at, size_t indent)
{
    bool border = true, strings = true, start = true;
    char first = dump_byte(reader->text, at);
    while (at < reader->text.size && reader->text.data[at] != '\n') {
        char byte = reader->text.data[at];
        if (border && byte == '_' && dump_byte(reader->text, at + 1) == '_') {
            border = start = assignment_read(reader, &at, indent);
        } else if (((start && byte >= 'a' && byte <= 'z') || (border && byte == 'P')) && dump_form_read(reader, &at)) {
            continue;
        } else {
            start = byte == ';' || byte == ',' || (start && (byte == ' ' || byte == '\t'));
            border = !dump_is_word(byte);
            at = byte_pass(reader, at, first, &strings);
        }
    }
    if (at > reader->at)
        dump_move(reader, at);
}

/* What was typed: at a prompt, behind the + of `set trace-commands on`, or, as MI echoes it, alone. True: the line was a command. */
static bool command_read(struct debugger_reader *reader, struct slice line, bool prompt)
{
    struct dump_target target;
    enum dump_command command = dump_command_read(line, &target);
    bool traced = slice_starts(line, "+");
    if (prompt)
        reader->has_command = false;
    /* "frame apply" traces its command behind every header, a backtrace has none behind its first: what follows is of each frame. */
    if (slice_starts(line, "+info locals") && reader->listing.open && reader->listing.headers == 1)
        reader->listing.flat = true;
    if (command == DUMP_COMMAND_PRINT && (prompt || traced || target.kind != DUMP_OTHER)) {
        reader->has_command = true;
        reader->command = target;
        return true;
    }
    if (command == DUMP_COMMAND_OTHER || command == DUMP_COMMAND_PRINT || !(prompt || traced))
        return false;
    reader->selecting = command == DUMP_COMMAND_SELECT;
    reader->moved |= command == DUMP_COMMAND_MOVE;
    return true;
}

static void line_read(struct debugger_reader *reader)
{
    bool prompt = dump_byte(reader->text, reader->at) == DUMP_PROMPT;
    if (prompt) {
        dump_listing_end(reader, true);
        reader->selecting = false;
        reader->depth = 0;
        reader->at++;
    }
    size_t at = dump_blanks(reader->text, reader->at), indent = at - reader->at, end = dump_line_end(reader->text, at);
    struct slice line = slice_cut(reader->text, at, end - at);
    if (line.size == 0) {
        reader->at = end;
        return;
    }
    if (header_read(reader, at, indent)) {
        reader->depth = 0;
        line_scan(reader, reader->at, indent);
        return;
    }
    if (indent == 0 && (dump_mi_read(reader, line) || dump_memory_read(reader, at) || stop_read(reader, at) || source_read(reader, at) || command_read(reader, line, prompt)))
        at = reader->at > end ? reader->at : end;
    else if (dump_state_read(reader, at, end))
        at = reader->at > end ? reader->at : end;
    else if (printed_read(reader, at))
        at = reader->at;
    else if (indent == 0 && bare_read(reader, at))
        return;
    else if (dump_program_read(reader, line))
        at = end;
    line_scan(reader, at, indent);
}

void dump_lines_read(struct debugger_reader *reader)
{
    while (reader->at < reader->text.size && dump_goes_on(reader->meter, reader->at)) {
        line_read(reader);
        if (dump_byte(reader->text, reader->at) == '\n')
            dump_move(reader, reader->at + 1);
    }
}
