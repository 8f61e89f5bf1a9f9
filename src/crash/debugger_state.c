/* debugger_state.c - lines about threads, stops and the program; the form of the csi-cc manual.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/debugger_inside.h"

#include <string.h>

static struct slice between(struct slice text, size_t from, size_t to)
{
    return slice_cut(text, from, to > from ? to - from : 0);
}

static struct slice digits_at(struct slice line, size_t at)
{
    size_t end = at;
    while (dump_is_digit(dump_byte(line, end)))
        end++;
    return between(line, at, end);
}

/* ---- Threads and stops ---- */

/* "Thread 0x7... (LWP 17)", "process 30", "LWP 17": up to the parenthesis that closes it, or what is around it. Null: nothing. */
static struct slice target_at(struct slice line, size_t at)
{
    struct slice rest = slice_cut(line, at, line.size);
    size_t close = slice_find_byte(rest, ')');
    if (close == SIZE_MAX || close == 0)
        return (struct slice){0};
    size_t open = slice_find_byte(slice_cut(rest, 0, close), '(');
    return slice_cut(rest, 0, close + (open != SIZE_MAX));
}

/* "SIGSEGV, Segmentation fault" of "... signal SIGSEGV, Segmentation fault." */
static struct slice signal_of(struct slice line)
{
    size_t at = slice_find(line, slice_of(" signal "));
    if (at == SIZE_MAX)
        return (struct slice){0};
    struct slice signal = slice_trim(slice_cut(line, at + 8, line.size));
    if (slice_ends(signal, "."))
        signal.size--;
    return signal;
}

/* "Thread 2 (Thread 0x... (LWP 17)):", "Thread 2 "name" received signal ...", "Thread 2 "name" hit Breakpoint ...". */
static bool gdb_thread_read(struct debugger_reader *reader, struct slice line)
{
    struct slice number = digits_at(line, 7);
    size_t behind = 7 + number.size;
    if (!slice_starts(line, "Thread ") || number.size == 0 || dump_byte(line, behind) != ' ')
        return false;
    if (dump_byte(line, behind + 1) == '(' && slice_ends(slice_trim(line), ":")) {
        dump_thread_open(reader, number, target_at(line, behind + 2), false);
        return true;
    }
    struct slice signal = signal_of(line);
    bool hit = slice_find(line, slice_of(" hit ")) != SIZE_MAX;
    if (dump_byte(line, behind + 1) != '"' || (!hit && !signal.data))
        return false;
    dump_stop(reader, signal);
    dump_thread_open(reader, number, (struct slice){0}, true);
    return true;
}

/* "[Switching to thread 2 (Thread 0x... (LWP 17))]", "[Switching to Thread 0x... (LWP 17)]", "[Current thread is 1 (...)]". */
static bool switch_read(struct debugger_reader *reader, struct slice line)
{
    size_t at;
    if (slice_starts(line, "[Switching to thread "))
        at = 21;
    else if (slice_starts(line, "[Current thread is "))
        at = 19;
    else if (slice_starts(line, "[Switching to Thread "))
        at = 14;
    else
        return false;
    struct slice number = digits_at(line, at);
    size_t behind = at + number.size;
    if (at == 14 || number.size == 0)
        dump_thread_open(reader, (struct slice){0}, target_at(line, at), true);
    else
        dump_thread_open(reader, number, dump_byte(line, behind + 1) == '(' ? target_at(line, behind + 2) : (struct slice){0}, true);
    if (at == 19)
        dump_thread_current(reader);
    return true;
}

/* "* thread #1, name = 'a', stop reason = signal SIGSEGV". */
static bool lldb_thread_read(struct debugger_reader *reader, struct slice line)
{
    bool starred = slice_starts(line, "* ");
    struct slice rest = slice_trim(slice_cut(line, starred ? 2 : 0, line.size)), number;
    if (!slice_starts(rest, "thread #") || (number = digits_at(rest, 8)).size == 0)
        return false;
    struct slice reason = slice_cut(rest, slice_find(rest, slice_of("stop reason = ")), rest.size);
    if (starred && slice_starts(slice_cut(reason, 14, reason.size), "signal "))
        reader->signal = slice_trim(slice_cut(reason, 21, reason.size));
    dump_thread_open(reader, number, (struct slice){0}, starred);
    return true;
}

static bool is_stop_report(struct slice line)
{
    static const char *const reports[] = {"Breakpoint ", "Temporary breakpoint ", "Catchpoint ", "Hardware watchpoint ", "Watchpoint ", "Hardware read watchpoint "};
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++)
        if (slice_starts(line, reports[i]))
            return dump_is_digit(dump_byte(line, strlen(reports[i])));
    return false;
}

/* "Breakpoint 1, f (n=3) at a.c:4": the position stands on the same line. */
static void inline_position_read(struct debugger_reader *reader, size_t at, size_t end)
{
    struct dump_header header;
    size_t comma = slice_find(between(reader->text, at, end), slice_of(", "));
    if (comma == SIZE_MAX || !dump_header_stop(reader->text, at + comma + 2, &header))
        return;
    dump_position_keep(reader, &header);
    dump_move(reader, at + comma + 2 + header.size);
}

static bool report_read(struct debugger_reader *reader, struct slice line, size_t at, size_t end)
{
    if (slice_starts(line, "Program received signal ") || slice_starts(line, "Program terminated with signal ")) {
        dump_stop(reader, signal_of(line));
        return true;
    }
    bool numbered = slice_find(slice_cut(line, 0, 200), slice_of(", ")) != SIZE_MAX || slice_find_byte(slice_cut(line, 0, 200), ':') != SIZE_MAX;
    if (is_stop_report(line) && numbered && !(slice_find(slice_cut(line, 0, 200), slice_of(" at 0x")) != SIZE_MAX)) {
        dump_stop(reader, (struct slice){0});
        inline_position_read(reader, at, end);
        return true;
    }
    if (slice_starts(line, "Process ") && slice_ends(slice_trim(line), " stopped")) {
        dump_stop(reader, (struct slice){0});
        return true;
    }
    if (!slice_is(line, "Continuing.") && !slice_starts(line, "Starting program: "))
        return false;
    reader->moved = true;
    return slice_is(line, "Continuing.");
}

/* What bt and bt full say of frames instead of locals. */
static bool emptiness_read(struct debugger_reader *reader, struct slice line)
{
    struct dump_listing *listing = &reader->listing;
    if (slice_starts(line, "(More stack frames follow...)")) {
        dump_note(reader, dump_line(reader), "more stack frames follow which are not in the text");
        if (listing->open)
            reader->threads[listing->spot.thread].more = true;
        return true;
    }
    bool no_symbols = slice_starts(line, "No symbol table info available.");
    if (!no_symbols && !slice_starts(line, "No locals."))
        return false;
    listing->full = listing->open;
    if (no_symbols && listing->open)
        dump_frame_at(reader, listing->spot)->no_symbols = true;
    return true;
}

bool dump_state_read(struct debugger_reader *reader, size_t at, size_t end)
{
    struct slice line = between(reader->text, at, end);
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

void dump_program(struct debugger_reader *reader, struct slice path, unsigned rank)
{
    path = slice_trim(path);
    if (path.size == 0 || rank <= reader->program_rank)
        return;
    reader->dump->program = path;
    reader->program_rank = rank;
}

/* Up to the first of the bytes, or all. */
static struct slice until(struct slice s, char byte)
{
    return slice_cut(s, 0, slice_find_byte(s, byte));
}

/* "* 1    process 30672     1 (native)           /home/user/demo/crash" of `info inferiors`. */
static bool inferior_read(struct debugger_reader *reader, struct slice line)
{
    struct slice rest = line, star, number;
    if (!slice_field(&rest, &star) || !slice_is(star, "*") || !slice_field(&rest, &number) || digits_at(number, 0).size != number.size)
        return false;
    rest = slice_trim(rest);
    size_t slash = slice_find(rest, slice_of(" /"));
    if (!slice_starts(rest, "process ") || slash == SIZE_MAX)
        return false;
    dump_program(reader, slice_cut(rest, slash, rest.size), 3);
    return true;
}

bool dump_program_read(struct debugger_reader *reader, struct slice line)
{
    static const char reading[] = "Reading symbols from ", core[] = "Core was generated by `", start[] = "Starting program: ";
    if (slice_starts(line, reading)) {
        struct slice path = slice_cut(line, sizeof reading - 1, line.size);
        path = slice_cut(path, 0, slice_find(path, slice_of("...")));
        if (slice_find(slice_basename(path), slice_of(".so")) == SIZE_MAX && !slice_ends(path, ".debug"))
            dump_program(reader, path, 2);
        return true;
    }
    if (slice_starts(line, core)) {
        dump_program(reader, until(until(slice_cut(line, sizeof core - 1, line.size), '\''), ' '), 1);
        return true;
    }
    if (slice_starts(line, start)) {
        dump_program(reader, until(slice_trim(slice_cut(line, sizeof start - 1, line.size)), ' '), 1);
        return true;
    }
    if (slice_starts(line, "target create \"")) {
        dump_program(reader, until(slice_cut(line, 15, line.size), '"'), 2);
        return true;
    }
    if (slice_starts(line, "exe = '")) {
        dump_program(reader, until(slice_cut(line, 7, line.size), '\''), 4);
        return true;
    }
    return inferior_read(reader, line);
}

/* ---- The form of the manual ---- */

/* Behind "KEY =", with or without blanks; 0: it is not there. */
static size_t key_behind(struct slice text, size_t at, const char *key)
{
    if (!slice_starts(slice_cut(text, at, text.size), key))
        return 0;
    at = dump_blanks(text, at + strlen(key));
    return dump_byte(text, at) == '=' && dump_byte(text, at + 1) != '=' ? dump_blanks(text, at + 1) : 0;
}

/* block, line and function are names that locals may have too: they count only where no frame of a debugger is open. */
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

static size_t function_size(struct slice rest)
{
    size_t size = 0;
    while (size < rest.size && !strchr(";\n", rest.data[size]) && !slice_starts(slice_cut(rest, size, 2), "  ") && rest.data[size] != '\t')
        size++;
    return size;
}

/* A second function is a second frame. */
static void form_function(struct debugger_reader *reader, struct slice name)
{
    struct debugger_frame *frame = form_frame(reader, false);
    if (frame && frame->function.data && !slice_equal(frame->function, name)) {
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
        dump_note(reader, dump_line(reader), "the %s of the frame was given before with another value: the later one is kept", block ? "block" : "line");
    *place = number;
    *has = true;
    if (!position)
        dump_note(reader, dump_line(reader), "\"%s = \" is taken as the position of the frame", block ? "block" : "line");
}

bool dump_form_read(struct debugger_reader *reader, size_t *at)
{
    struct slice text = reader->text;
    size_t position = key_behind(text, *at, "PC (current block)"), value = position;
    bool block = position || (value = key_behind(text, *at, "block"));
    if (!block)
        value = key_behind(text, *at, "line");
    if (!position && !is_form(reader))
        return false;
    if (value) {
        struct slice digits = digits_at(text, value);
        uint64_t number;
        if (!slice_decimal(digits, &number) || dump_is_word(dump_byte(text, value + digits.size)))
            return false;
        form_number(reader, block, position != 0, number);
        *at = value + digits.size;
        return true;
    }
    value = key_behind(text, *at, "function");
    size_t size = value ? function_size(slice_cut(text, value, text.size)) : 0;
    if (size == 0)
        return false;
    form_function(reader, slice_trim(slice_cut(text, value, size)));
    *at = value + size;
    return true;
}
