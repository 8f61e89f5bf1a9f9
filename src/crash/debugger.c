/* debugger.c - reads a debugger's text line by line.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/debugger.h"
#include "crash/debugger_reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lines about threads, stops and the program; the form of the csi-cc manual ---- */

static struct str between(struct str text, size_t from, size_t to)
{
    return str_cut(text, from, to > from ? to - from : 0);
}

static struct str digits_at(struct str line, size_t at)
{
    size_t end = at;
    while (dump_is_digit(dump_byte(line, end)))
        end++;
    return between(line, at, end);
}

/* ---- Threads and stops ---- */

/* "Thread 0x7... (LWP 17)", "process 30", "LWP 17": ends with its own closing parenthesis, or before one that closes an outer one. Null: none. */
static struct str target_at(struct str line, size_t at)
{
    struct str rest = str_cut(line, at, line.size);
    size_t close = str_find_byte(rest, ')');
    if (close == SIZE_MAX || close == 0)
        return (struct str){0};
    size_t open = str_find_byte(str_cut(rest, 0, close), '(');
    return str_cut(rest, 0, close + (open != SIZE_MAX));
}

/* "SIGSEGV, Segmentation fault" of "... signal SIGSEGV, Segmentation fault." */
static struct str signal_of(struct str line)
{
    size_t at = str_find(line, str_of(" signal "));
    if (at == SIZE_MAX)
        return (struct str){0};
    struct str signal = str_trim(str_cut(line, at + 8, line.size));
    if (str_ends(signal, "."))
        signal.size--;
    return signal;
}

/* "Thread 2 (Thread 0x... (LWP 17)):", "Thread 2 "name" received signal ...", "Thread 2 "name" hit Breakpoint ...". */
static bool gdb_thread_read(struct debugger_reader *reader, struct str line)
{
    struct str number = digits_at(line, 7);
    size_t behind = 7 + number.size;
    if (!str_starts(line, "Thread ") || number.size == 0 || dump_byte(line, behind) != ' ')
        return false;
    if (dump_byte(line, behind + 1) == '(' && str_ends(str_trim(line), ":")) {
        dump_thread_open(reader, number, target_at(line, behind + 2), false);
        return true;
    }
    struct str signal = signal_of(line);
    bool hit = str_find(line, str_of(" hit ")) != SIZE_MAX;
    if (dump_byte(line, behind + 1) != '"' || (!hit && !signal.data))
        return false;
    dump_stop(reader, signal);
    dump_thread_open(reader, number, (struct str){0}, true);
    return true;
}

/* "[Switching to thread 2 (Thread 0x... (LWP 17))]", "[Switching to Thread 0x... (LWP 17)]", "[Current thread is 1 (...)]". */
static bool switch_read(struct debugger_reader *reader, struct str line)
{
    size_t at;
    if (str_starts(line, "[Switching to thread "))
        at = 21;
    else if (str_starts(line, "[Current thread is "))
        at = 19;
    else if (str_starts(line, "[Switching to Thread "))
        at = 14;
    else
        return false;
    struct str number = digits_at(line, at);
    size_t behind = at + number.size;
    if (at == 14 || number.size == 0)
        dump_thread_open(reader, (struct str){0}, target_at(line, at), true);
    else
        dump_thread_open(reader, number, dump_byte(line, behind + 1) == '(' ? target_at(line, behind + 2) : (struct str){0}, true);
    if (at == 19)
        dump_thread_current(reader);
    return true;
}

/* "* thread #1, name = 'a', stop reason = signal SIGSEGV". */
static bool lldb_thread_read(struct debugger_reader *reader, struct str line)
{
    bool starred = str_starts(line, "* ");
    struct str rest = str_trim(str_cut(line, starred ? 2 : 0, line.size)), number;
    if (!str_starts(rest, "thread #") || (number = digits_at(rest, 8)).size == 0)
        return false;
    struct str reason = str_cut(rest, str_find(rest, str_of("stop reason = ")), rest.size);
    if (starred && str_starts(str_cut(reason, 14, reason.size), "signal "))
        reader->signal = str_trim(str_cut(reason, 21, reason.size));
    dump_thread_open(reader, number, (struct str){0}, starred);
    return true;
}

static bool is_stop_report(struct str line)
{
    static const char *const reports[] = {"Breakpoint ", "Temporary breakpoint ", "Catchpoint ", "Hardware watchpoint ", "Watchpoint ", "Hardware read watchpoint "};
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++)
        if (str_starts(line, reports[i]))
            return dump_is_digit(dump_byte(line, strlen(reports[i])));
    return false;
}

static void dump_position_keep(struct debugger_reader *reader, struct dump_header *header);

/* "Breakpoint 1, f (n=3) at a.c:4": a stop with its position on the same line. */
static void inline_position_read(struct debugger_reader *reader, size_t at, size_t end)
{
    struct dump_header header;
    size_t comma = str_find(between(reader->text, at, end), str_of(", "));
    if (comma == SIZE_MAX || !dump_header_stop(reader->text, at + comma + 2, &header))
        return;
    dump_position_keep(reader, &header);
    dump_move(reader, at + comma + 2 + header.size);
}

static bool report_read(struct debugger_reader *reader, struct str line, size_t at, size_t end)
{
    if (str_starts(line, "Program received signal ") || str_starts(line, "Program terminated with signal ")) {
        dump_stop(reader, signal_of(line));
        return true;
    }
    bool numbered = str_find(str_cut(line, 0, 200), str_of(", ")) != SIZE_MAX || str_find_byte(str_cut(line, 0, 200), ':') != SIZE_MAX;
    if (is_stop_report(line) && numbered && !(str_find(str_cut(line, 0, 200), str_of(" at 0x")) != SIZE_MAX)) {
        dump_stop(reader, (struct str){0});
        inline_position_read(reader, at, end);
        return true;
    }
    if (str_starts(line, "Process ") && str_ends(str_trim(line), " stopped")) {
        dump_stop(reader, (struct str){0});
        return true;
    }
    if (!str_is(line, "Continuing.") && !str_starts(line, "Starting program: "))
        return false;
    reader->moved = true;
    return str_is(line, "Continuing.");
}

/* What bt and bt full print for frames without locals. */
static bool emptiness_read(struct debugger_reader *reader, struct str line)
{
    struct dump_listing *listing = &reader->listing;
    if (str_starts(line, "(More stack frames follow...)")) {
        dump_note(reader, dump_line(reader), "more stack frames follow, but not in the text");
        if (listing->open)
            reader->threads[listing->spot.thread].more = true;
        return true;
    }
    bool no_symbols = str_starts(line, "No symbol table info available.");
    if (!no_symbols && !str_starts(line, "No locals."))
        return false;
    listing->full = listing->open;
    if (no_symbols && listing->open)
        dump_frame_at(reader, listing->spot)->no_symbols = true;
    return true;
}

/* a line about the state of threads and program */
static bool dump_state_read(struct debugger_reader *reader, size_t at, size_t end)
{
    struct str line = between(reader->text, at, end);
    switch (dump_byte(line, 0)) {
    case '[': return switch_read(reader, line);
    case '*':
    case 't': return lldb_thread_read(reader, line);
    case '(':
    case 'N': return emptiness_read(reader, line);
    case 'T':
        if (gdb_thread_read(reader, line)) {
            inline_position_read(reader, at, end);
            return true;
        }
        return report_read(reader, line, at, end);
    default: return report_read(reader, line, at, end);
    }
}

/* ---- The program ---- */

static void dump_program(struct debugger_reader *reader, struct str path, unsigned rank)
{
    path = str_trim(path);
    if (path.size == 0 || rank <= reader->program_rank)
        return;
    reader->dump->program = path;
    reader->program_rank = rank;
}

/* Up to the first such byte, or all. */
static struct str until(struct str s, char byte)
{
    return str_cut(s, 0, str_find_byte(s, byte));
}

/* "* 1    process 30672     1 (native)           /home/user/demo/crash" of `info inferiors`. */
static bool inferior_read(struct debugger_reader *reader, struct str line)
{
    struct str rest = line, star, number;
    if (!str_field(&rest, &star) || !str_is(star, "*") || !str_field(&rest, &number) || digits_at(number, 0).size != number.size)
        return false;
    rest = str_trim(rest);
    size_t slash = str_find(rest, str_of(" /"));
    if (!str_starts(rest, "process ") || slash == SIZE_MAX)
        return false;
    dump_program(reader, str_cut(rest, slash, rest.size), 3);
    return true;
}

/* a line that names the program */
static bool dump_program_read(struct debugger_reader *reader, struct str line)
{
    static const char reading[] = "Reading symbols from ", core[] = "Core was generated by `", start[] = "Starting program: ";
    if (str_starts(line, reading)) {
        struct str path = str_cut(line, sizeof reading - 1, line.size);
        path = str_cut(path, 0, str_find(path, str_of("...")));
        if (str_find(str_basename(path), str_of(".so")) == SIZE_MAX && !str_ends(path, ".debug"))
            dump_program(reader, path, 2);
        return true;
    }
    if (str_starts(line, core)) {
        dump_program(reader, until(until(str_cut(line, sizeof core - 1, line.size), '\''), ' '), 1);
        return true;
    }
    if (str_starts(line, start)) {
        dump_program(reader, until(str_trim(str_cut(line, sizeof start - 1, line.size)), ' '), 1);
        return true;
    }
    if (str_starts(line, "target create \"")) {
        dump_program(reader, until(str_cut(line, 15, line.size), '"'), 2);
        return true;
    }
    if (str_starts(line, "exe = '")) {
        dump_program(reader, until(str_cut(line, 7, line.size), '\''), 4);
        return true;
    }
    return inferior_read(reader, line);
}

/* ---- The form of the manual ---- */

/* Offset after "KEY =", with or without blanks; 0: not there. */
static size_t key_behind(struct str text, size_t at, const char *key)
{
    if (!str_starts(str_cut(text, at, text.size), key))
        return 0;
    at = dump_blanks(text, at + strlen(key));
    return dump_byte(text, at) == '=' && dump_byte(text, at + 1) != '=' ? dump_blanks(text, at + 1) : 0;
}

/* Locals may have the names block, line and function too, so these count only while no debugger frame is open. */
static bool is_form(const struct debugger_reader *reader)
{
    return !reader->listing.open && reader->selected.frame == SIZE_MAX && (reader->thread_count == 0 || reader->threads[reader->thread].levels.count == 0);
}

static struct debugger_frame *form_frame(struct debugger_reader *reader, bool position)
{
    struct dump_spot spot = position && !is_form(reader) ? dump_frame_for(reader, 0) : dump_frame_free(reader);
    reader->said |= spot.frame != SIZE_MAX;
    return spot.frame == SIZE_MAX ? NULL : dump_frame_at(reader, spot);
}

static size_t function_size(struct str rest)
{
    size_t size = 0;
    while (size < rest.size && !strchr(";\n", rest.data[size]) && !str_starts(str_cut(rest, size, 2), "  ") && rest.data[size] != '\t')
        size++;
    return size;
}

/* A second function is a second frame. */
static void form_function(struct debugger_reader *reader, struct str name)
{
    struct debugger_frame *frame = form_frame(reader, false);
    if (frame && frame->function.data && !str_equal(frame->function, name)) {
        reader->threads[reader->thread].early = 0;
        frame = form_frame(reader, false);
    }
    if (frame)
        frame->function = name;
}

static void form_number(struct debugger_reader *reader, bool block, bool position, uint64_t number)
{
    struct debugger_frame *frame = form_frame(reader, position);
    if (!frame)
        return;
    uint64_t *place = block ? &frame->block : &frame->line;
    bool *has = block ? &frame->has_block : &frame->has_line;
    if (*has && *place != number)
        dump_note(reader, dump_line(reader), "the frame's %s was given before with another value: clew keeps the later one", block ? "block" : "line");
    *place = number;
    *has = true;
    if (!position)
        dump_note(reader, dump_line(reader), "clew takes \"%s = \" as the frame's position", block ? "block" : "line");
}

/* the documentation's form (clew-formats(5) 5.3), "block = 9" at *at; moves past it */
static bool dump_form_read(struct debugger_reader *reader, size_t *at)
{
    struct str text = reader->text;
    size_t position = key_behind(text, *at, "PC (current block)"), value = position;
    bool block = position || (value = key_behind(text, *at, "block"));
    if (!block)
        value = key_behind(text, *at, "line");
    if (!position && !is_form(reader))
        return false;
    if (value) {
        struct str digits = digits_at(text, value);
        uint64_t number;
        if (!str_decimal(digits, &number) || dump_is_word(dump_byte(text, value + digits.size)))
            return false;
        form_number(reader, block, position != 0, number);
        *at = value + digits.size;
        return true;
    }
    value = key_behind(text, *at, "function");
    size_t size = value ? function_size(str_cut(text, value, text.size)) : 0;
    if (size == 0)
        return false;
    form_function(reader, str_trim(str_cut(text, value, size)));
    *at = value + size;
    return true;
}

/* ---- Line by line ----
 *
 * A line is a command at a prompt, an MI record, a frame header, a source line, "$1 = value", or a state of threads and program. In any other line clew
 * searches for "NAME = value" at word borders, outside strings. Values and headers may take several lines. */

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
        dump_note(reader, dump_line(reader), "the header of frame #%" PRIu64 " breaks off inside its arguments: clew takes what comes before", header->level);
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

/* frame 0 of a stop */
static void dump_position_keep(struct debugger_reader *reader, struct dump_header *header)
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

/* "0x... in f (args) at file:line": a header without number is a new stop, unless the lines before announced the stop. */
static bool stop_read(struct debugger_reader *reader, size_t at)
{
    struct dump_header header;
    char byte = dump_byte(reader->text, at);
    if (!(dump_is_word(byte) || byte == '(' || byte == '<' || byte == '~') || !dump_header_stop(reader->text, at, &header))
        return false;
    if (reader->begun)
        dump_stop(reader, (struct str){0});
    dump_position_keep(reader, &header);
    dump_move(reader, at + header.size);
    return true;
}

/* The program made a step within its function: gdb prints only the source line. */
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

/* "9<TAB>text": after a frame's header it shows that the frame was selected, since backtraces print no source. */
static bool source_read(struct debugger_reader *reader, size_t at)
{
    size_t end = at;
    uint64_t line;
    while (dump_is_digit(dump_byte(reader->text, end)))
        end++;
    if (end == at || dump_byte(reader->text, end) != '\t' || !str_decimal(str_cut(reader->text, at, end - at), &line))
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
        if (!commanded)                             /* a command shows that the value belongs to something else */
            dump_unnamed_keep(reader, number, value);
        return;
    }
    struct dump_spot spot = {0, SIZE_MAX};
    if (target.which != DEBUGGER_GLOBAL)
        spot = target.function.data ? dump_frame_of(reader, target.function) : dump_frame_for(reader, 0);
    dump_value_keep(reader, &target, spot, value);
}

/* Reads the value at an offset; the reader then stands at its end. */
static bool value_read(struct debugger_reader *reader, size_t at, bool binary, struct dump_value *value)
{
    bool there = dump_value_read(reader->text, at, reader->arena, &reader->budget, binary, value);
    value->value.text_line = dump_line(reader);
    return there;
}

/* "$1 = value", with lldb's type before it. */
static bool printed_read(struct debugger_reader *reader, size_t at)
{
    struct str line = str_cut(reader->text, at, dump_line_end(reader->text, at) - at);
    size_t dollar = 0;
    if (dump_byte(line, 0) == '(') {
        size_t found = str_find(line, str_of(") $"));
        if (found == SIZE_MAX || str_find_byte(str_cut(line, 0, found), '=') != SIZE_MAX)
            return false;
        dollar = found + 2;
    }
    size_t end = dollar + 1;
    while (dump_is_digit(dump_byte(line, end)))
        end++;
    if (dump_byte(line, dollar) != '$' || end == dollar + 1 || !str_starts(str_cut(line, end, 3), " = "))
        return false;
    struct dump_value value;
    bool binary = reader->has_command && reader->command.binary;
    uint64_t number = 0;
    (void)!str_decimal(str_cut(line, dollar + 1, end - dollar - 1), &number);
    dump_move(reader, at + end + 3);
    value_read(reader, reader->at, binary, &value);
    value.pointer |= dollar && str_find_byte(str_cut(line, 0, dollar), '*') != SIZE_MAX;
    dump_printed_keep(reader, number, &value);
    dump_move(reader, reader->at + value.size);
    return true;
}

/* A value alone on its line, as `output` prints it. */
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

/* Offset after the "=" that follows "NAME" or "NAME[1]"; 0: none follows. The sign may stand on the next line, as in the csi-cc manual; if a word follows it
 * there, it is an MI record, "=cmd-param-changed,...". */
static size_t sign_find(struct str text, size_t at)
{
    at = dump_blanks(text, at);
    bool next = dump_byte(text, at) == '\n';
    if (next)
        at = dump_blanks(text, at + 1);
    if (next && dump_byte(text, at + 1) >= 'a' && dump_byte(text, at + 1) <= 'z')
        return 0;
    return dump_byte(text, at) == '=' && dump_byte(text, at + 1) != '=' ? at + 1 : 0;
}

/* "NAME = value" where a name may begin; moves *at past it, or past the name. */
static bool assignment_read(struct debugger_reader *reader, size_t *at, size_t indent)
{
    struct dump_target target;
    struct dump_value value;
    enum debugger_name which;
    size_t end = *at, behind, sign;
    while (dump_is_word(dump_byte(reader->text, end)) || dump_byte(reader->text, end) == '.')
        end++;
    struct str name = str_cut(reader->text, *at, end - *at);
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

static size_t string_end(struct str text, size_t at)
{
    for (size_t end = at + 1; end < text.size && text.data[end] != '\n'; end++) {
        if (text.data[end] == '\\')
            end++;
        else if (text.data[end] == '"')
            return end + 1;
    }
    return 0;
}

/* A pasted text may begin inside a value: "640, 41, -1}". */
static void beginning_note(struct debugger_reader *reader, char first)
{
    if (!reader->said && (dump_is_digit(first) || (first && strchr("-[tf", first))))
        dump_note(reader, dump_line(reader), "the text begins inside a value, without its name: clew ignores it");
    reader->said = true;
}

/* Passes one byte of a line without known meaning. *strings: strings are passed over whole. */
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

/* Reads all assignments of a line, up to a line end outside values. */
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

/* A typed command: at a prompt, after the + of `set trace-commands on`, or alone, as MI echoes it. True: the line was a command. */
static bool command_read(struct debugger_reader *reader, struct str line, bool prompt)
{
    struct dump_target target;
    enum dump_command command = dump_command_read(line, &target);
    bool traced = str_starts(line, "+");
    if (prompt)
        reader->has_command = false;
    /* "frame apply" traces its command after every header, a backtrace not after its first. So the next values belong to each frame. */
    if (str_starts(line, "+info locals") && reader->listing.open && reader->listing.headers == 1)
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
    struct str line = str_cut(reader->text, at, end - at);
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

static void dump_lines_read(struct debugger_reader *reader)
{
    while (reader->at < reader->text.size && dump_goes_on(reader->meter, reader->at)) {
        line_read(reader);
        if (dump_byte(reader->text, reader->at) == '\n')
            dump_move(reader, reader->at + 1);
    }
}

/* ---- Through a debugger's text ---- */

enum { FRAMES_MOST = 1 << 19 };                     /* a frame takes 700 bytes of memory, and 8 bytes of text can make one */

static int compare_notes(const void *left, const void *right)
{
    const struct debugger_note *a = left, *b = right;
    int order = COMPARE(a->line, b->line);
    return order ? order : str_compare(a->message, b->message);
}

/* ---- Progress ---- */

bool dump_goes_on(struct dump_meter *meter, uint64_t at)
{
    enum { EVERY = 1 << 18 };                       /* in bytes, read in one to several milliseconds */
    if (!meter || at < meter->next || meter->stopped)
        return !meter || !meter->stopped;
    meter->next = at + EVERY;
    meter->stopped = !progress_report(meter->progress, meter->behind + at, meter->size * 3);
    return !meter->stopped;
}

void dump_round_end(struct dump_meter *meter)
{
    if (!meter)
        return;
    meter->behind += meter->round;
    meter->next = 0;
}

/* ---- The whole text ---- */

static uint64_t lines_of(struct str text)
{
    uint64_t lines = 0;
    for (size_t found; (found = str_find_byte(text, '\n')) != SIZE_MAX; lines++)
        text = str_cut(text, found + 1, text.size);
    return lines + (text.size > 0);
}

static void part_read(struct debugger_reader *reader, struct debugger_part *part)
{
    uint64_t *lines;
    if (reader->part)
        dump_part_end(reader, part->anew);
    part->lines_before = reader->lines_before;
    if (reader->meter)
        reader->meter->round = part->text.size;
    reader->text = dump_clean(part->text, true, reader->meter, reader->arena, &lines, &reader->line_count);
    reader->lines = lines;
    reader->at = reader->line = 0;
    dump_lines_read(reader);
    dump_round_end(reader->meter);
    reader->lines_before += lines_of(part->text);
    reader->part++;
}

static void read_all(struct debugger_part *parts, size_t count, struct dump_meter *meter, struct arena *arena, struct debugger_text *dump)
{
    *dump = (struct debugger_text){0};
    struct debugger_reader reader = {.arena = arena, .dump = dump, .frames_left = FRAMES_MOST, .selected = {0, SIZE_MAX}, .meter = meter};
    reader.budget = DEBUGGER_ITEMS;
    for (size_t i = 0; i < count; i++)
        reader.budget += 4 * parts[i].text.size;
    for (size_t i = 0; i < count; i++)
        part_read(&reader, &parts[i]);
    dump_snapshot_end(&reader);
    free(reader.threads);
    dump->snapshots = arena_keep(arena, dump->snapshots, dump->count * sizeof *dump->snapshots);
    dump->unnamed = arena_keep(arena, dump->unnamed, dump->unnamed_count * sizeof *dump->unnamed);
    dump->notes = arena_keep(arena, dump->notes, dump->note_count * sizeof *dump->notes);
    if (dump->note_count)
        qsort(dump->notes, dump->note_count, sizeof *dump->notes, compare_notes);
}

void debugger_read(struct str text, const char *source, struct arena *arena, struct debugger_text *dump)
{
    (void)source;
    read_all(&(struct debugger_part){.text = text}, 1, NULL, arena, dump);
}

bool debugger_read_watched(struct str text, const char *source, const struct progress *progress, struct arena *arena, struct debugger_text *dump)
{
    (void)source;
    return debugger_read_parts(&(struct debugger_part){.text = text}, 1, progress, arena, dump);
}

bool debugger_read_parts(struct debugger_part *parts, size_t count, const struct progress *progress, struct arena *arena, struct debugger_text *dump)
{
    struct dump_meter meter = {.progress = progress};
    for (size_t i = 0; i < count; i++)
        meter.size += parts[i].text.size;
    read_all(parts, count, &meter, arena, dump);
    if (meter.stopped)
        *dump = (struct debugger_text){0};
    return !meter.stopped;
}

static bool has_something(const struct debugger_snapshot *snapshot)
{
    bool found = snapshot->global_count > 0;
    for (size_t i = 0; i < snapshot->count; i++)
        found |= snapshot->threads[i].count > 0;
    return found;
}

const struct debugger_snapshot *debugger_last(const struct debugger_text *dump)
{
    for (size_t i = dump->count; i-- > 0;)
        if (has_something(&dump->snapshots[i]))
            return &dump->snapshots[i];
    return NULL;
}
