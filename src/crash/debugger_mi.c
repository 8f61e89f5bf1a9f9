/* debugger_mi.c - records of gdb/MI.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     record  = [ token ] ( "^" | "*" | "=" ) class { "," result }       result = name "=" value
 *     value   = '"' string '"' | "{" [ result { "," result } ] "}" | "[" ... "]"
 *
 * (GDB manual, "GDB/MI Output Syntax".) Read in one pass with a depth instead of a tree: what counts are tuples of one level, {level, addr, func, ..}
 * under the name frame, and {name, value}. Streams (~"text") were decoded when the text was cleaned. */
#include "crash/debugger_inside.h"

#include <inttypes.h>

struct record {
    struct slice text;                              /* of the record */
    size_t at, depth;
    bool stopped, done, stack;                      /* *stopped; ^done; a stack or threads list */
    struct slice name;                              /* of the value that comes next */
    struct slice variable, value;                   /* of the innermost tuple; value raw, with its quote */
    struct slice id, target, thread, signal, meaning;
    size_t frame_depth;                             /* 0: in no frame */
    struct dump_header header;
    bool has_header;
};

static struct slice decoded(struct debugger_reader *reader, struct slice raw, bool *closed)
{
    char *out = arena_allocate(reader->arena, raw.size + 1);
    size_t size, used;
    *closed = dump_string_decode(slice_cut(raw, 1, raw.size), out, &size, &used);
    return (struct slice){out, size};
}

/* The string behind a name: decoded only where it is kept. */
static struct slice text_of(struct debugger_reader *reader, struct slice raw)
{
    bool closed;
    return decoded(reader, raw, &closed);
}

/* The raw string at record->at, from its quote on; moves behind it. */
static struct slice string_take(struct record *record)
{
    size_t from = record->at++;
    while (record->at < record->text.size && record->text.data[record->at] != '"')
        record->at += record->text.data[record->at] == '\\' ? 2 : 1;
    record->at += record->at < record->text.size;
    return slice_cut(record->text, from, record->at - from);
}

static void value_keep(struct debugger_reader *reader, struct slice raw, const struct dump_target *target)
{
    bool closed;
    struct dump_value value;
    struct slice text = decoded(reader, raw, &closed);
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
    struct slice name = text_of(reader, record->variable);
    if (!debugger_name_find(name, &which))
        return;
    dump_target_around(name, 0, name.size, &target, &behind);
    value_keep(reader, record->value, &target);
}

/* A frame's tuple is complete: in a list it is kept at once, else when the record is. */
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

static void frame_field(struct debugger_reader *reader, struct record *record, struct slice raw)
{
    struct dump_header *header = &record->header;
    struct slice text = text_of(reader, raw);
    if (slice_is(record->name, "level"))
        header->has_level = slice_decimal(text, &header->level);
    else if (slice_is(record->name, "addr"))
        header->has_address = slice_hex(text, &header->address);
    else if (slice_is(record->name, "func"))
        header->function = text;
    else if (slice_is(record->name, "file"))
        header->file = text;
    else if (slice_is(record->name, "line"))
        header->has_line = slice_decimal(text, &header->line);
    else if (slice_is(record->name, "from"))
        header->library = text;
    header->body = header->function;
}

static void field_keep(struct debugger_reader *reader, struct record *record, struct slice raw)
{
    if (record->frame_depth && record->depth == record->frame_depth) {
        frame_field(reader, record, raw);
        return;
    }
    if (slice_is(record->name, "name"))
        record->variable = raw;
    else if (slice_is(record->name, "value") && record->depth == 0)
        value_keep(reader, raw, NULL);
    else if (slice_is(record->name, "value"))
        record->value = raw;
    else if (slice_is(record->name, "id"))
        record->id = text_of(reader, raw);
    else if (slice_is(record->name, "target-id"))
        record->target = text_of(reader, raw);
    else if (slice_is(record->name, "thread-id"))
        record->thread = text_of(reader, raw);
    else if (slice_is(record->name, "signal-name"))
        record->signal = text_of(reader, raw);
    else if (slice_is(record->name, "signal-meaning"))
        record->meaning = text_of(reader, raw);
}

static void opening_read(struct record *record)
{
    record->depth++;
    record->variable = record->value = (struct slice){0};
    if (slice_is(record->name, "stack") || slice_is(record->name, "threads"))
        record->stack = true;
    if (record->frame_depth == 0 && slice_is(record->name, "frame")) {
        record->frame_depth = record->depth;
        record->header = (struct dump_header){.has_level = true};
    }
    record->name = (struct slice){0};
}

static void closing_read(struct debugger_reader *reader, struct record *record)
{
    variable_keep(reader, record);
    record->variable = record->value = (struct slice){0};
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
            record->name = slice_cut(record->text, from, record->at - from);
        record->at += record->at == from || dump_byte(record->text, record->at) == '=';
    }
    if (record->depth) {
        dump_note(reader, dump_line(reader), "the record of gdb/MI is cut: its line ends inside");
        variable_keep(reader, record);
    }
}

/* *stopped often follows the same stop told on the console: then it adds the number of the thread. */
static bool is_told(const struct debugger_reader *reader, const struct record *record)
{
    const struct debugger_frame *frame = reader->fresh ? &reader->threads[reader->selected.thread].frames[reader->selected.frame].shown : NULL;
    return frame && record->has_header && slice_equal(frame->function, record->header.function);
}

/* gdb keeps frame 0 of a core file for its first answer, behind what a console's "frame 1" printed: that one is selected. */
static bool is_left_over(struct debugger_reader *reader, const struct record *record)
{
    bool listed = reader->listing.open && reader->listing.headers == 1, selected = reader->selected.frame != SIZE_MAX && reader->selected_part == reader->part;
    if (!record->done || record->header.level != 0 || reader->run == reader->answered || (!listed && !selected))
        return false;
    return dump_frame_at(reader, listed ? reader->listing.spot : reader->selected)->level > 0;
}

/* The program stopped, or a frame was asked for. */
static void record_finish(struct debugger_reader *reader, struct record *record)
{
    if (record->stopped && !is_told(reader, record)) {
        struct slice signal = record->signal;
        if (signal.data && record->meaning.data)
            signal = arena_printf(reader->arena, "%.*s, %.*s", SLICE(signal), SLICE(record->meaning));
        dump_stop(reader, signal);
    }
    if (!record->has_header || !record->header.function.data)
        return;
    if (is_left_over(reader, record)) {
        dump_listing_end(reader, true);
        (void)dump_frame_open(reader, &record->header);
        return;
    }
    struct slice thread = record->thread.data ? record->thread : record->id;
    if (thread.data)
        dump_thread_open(reader, thread, (struct slice){0}, true);
    reader->selecting = true;
    dump_header_keep(reader, &record->header, 0);
    reader->listing = (struct dump_listing){0};
}

/* "-stack-list-locals --thread 1 --frame 2 1", "12-data-evaluate-expression NAME". */
static bool command_read(struct debugger_reader *reader, struct slice line)
{
    static const char evaluate[] = "-data-evaluate-expression ", select[] = "-stack-select-frame ", execute[] = "-exec-", option[] = "--frame ";
    uint64_t level;
    if (!slice_starts(line, "-data-") && !slice_starts(line, "-stack-") && !slice_starts(line, execute))
        return false;
    size_t at = slice_find(line, slice_of(option)), end = at + sizeof option - 1;
    while (at != SIZE_MAX && dump_byte(line, end) >= '0' && dump_byte(line, end) <= '9')
        end++;
    reader->has_frame_option = at != SIZE_MAX && slice_decimal(slice_cut(line, at + sizeof option - 1, end - at - (sizeof option - 1)), &reader->frame_option);
    reader->moved |= slice_starts(line, execute);
    if (slice_starts(line, evaluate)) {
        struct slice expression = slice_trim(slice_cut(line, sizeof evaluate - 1, line.size));
        if (slice_starts(expression, "\""))
            expression = text_of(reader, expression);
        dump_command_read(arena_printf(reader->arena, "print %.*s", SLICE(expression)), &reader->command);
        reader->has_command = true;
    }
    if (slice_starts(line, select) && slice_decimal(slice_trim(slice_cut(line, sizeof select - 1, line.size)), &level)) {
        struct dump_spot spot = dump_frame_level(reader, reader->thread, level);
        if (spot.frame != SIZE_MAX)
            dump_frame_select(reader, spot);
        else
            dump_note(reader, dump_line(reader), "frame #%" PRIu64 " is selected, but its header is not in the text before", level);
    }
    return true;
}

bool dump_mi_read(struct debugger_reader *reader, struct slice line)
{
    size_t at = 0;
    while (dump_byte(line, at) >= '0' && dump_byte(line, at) <= '9')
        at++;
    char kind = dump_byte(line, at);
    if (kind == '-')
        return command_read(reader, slice_cut(line, at, line.size));
    size_t end = at + 1;
    while (dump_is_word(dump_byte(line, end)) || dump_byte(line, end) == '-')
        end++;
    struct slice class = slice_cut(line, at + 1, end - at - 1);
    if ((kind != '^' && kind != '*' && kind != '=') || class.size == 0 || (end < line.size && line.data[end] != ','))
        return false;
    struct record record = {.text = line, .at = end};
    record.stopped = kind == '*' && slice_is(class, "stopped");
    record.done = kind == '^' && slice_is(class, "done");
    bool chosen = kind == '=' && slice_is(class, "thread-selected");
    if (slice_is(class, "running"))
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
