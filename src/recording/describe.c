/* describe.c - nodes as text for people, as JSON fields, and as places to jump to.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/ask.h"
#include "recording/describe.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void describe_node(const struct session *session, struct node node, struct text *out)
{
    struct instruction instruction = store_instruction(wet_of(session)->store, node.index);
    uint64_t first = node.index;
    /* If several blocks are at one address, the address names the first; the others have to show their ids. */
    if (instruction.has_address && store_find_address(wet_of(session)->store, instruction.address, &first) && first == node.index)
        text_hex(out, instruction.address);
    else
        text_printf(out, "%" PRIu64, instruction.id);
    text_printf(out, "#%" PRIu64, node.instance);
}

void describe_location_in(const struct instruction *instruction, size_t room, struct text *out)
{
    enum { LEAST = 12 };                /* cells of the name, however long the file name */
    struct instruction nameless = *instruction;
    struct text place = {0};
    if (!instruction->has_block || !instruction->function.size) {
        describe_location(instruction, out);
        return;
    }
    nameless.function = (struct str){NULL, 0};
    describe_location(&nameless, &place);
    size_t taken = place.size ? text_width(text_str(&place)) + 1 : 0;
    shorten_name(instruction->function, room > taken + LEAST ? room - taken : LEAST, out);
    text_add(out, place.size ? " " : "");
    text_append(out, text_str(&place));
    text_free(&place);
}

/* The source line of the instruction; false: unknown, or its file is missing. */
bool describe_statement(struct session *session, struct node node, struct text *out)
{
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    struct str library;
    if (instruction.file.size == 0 || instruction.line == 0 || (session->hurries && program_debug_waits(wet_of(session)->program, node.index, &library)))
        return false;
    const struct session_source *source = session_source(session, instruction.file, program_folder(wet_of(session)->program, node.index));
    if (!source->source || instruction.line > source_line_count(source->source))
        return false;
    text_safe(out, str_trim(source_line(source->source, instruction.line)));
    return true;
}

/* The instruction; in a hurry without names of targets, for which clew reads all symbols. */
bool describe_machine_code(const struct session *session, uint64_t index, struct text *out)
{
    const struct program *program = wet_of(session)->program;
    return session->hurries ? program_code_plain(program, index, out) : program_code_text(program, index, out);
}

/* The code of an instruction, the source of a statement; if one is unknown, the other. */
void describe_code(struct session *session, struct node node, struct text *out)
{
    if (session->grain == GRAIN_STATEMENT && describe_statement(session, node, out))
        return;
    if (!describe_machine_code(session, node.index, out) && session->grain == GRAIN_INSTRUCTION)
        describe_statement(session, node, out);
}

/* Jumping there waits for the index, if clew is making one. */
void describe_lost(const struct session *session, const struct place *place, struct row *row)
{
    struct text name = {0};
    place_text(place, &name);
    text_append(&row->text, text_str(&name));
    row_style(row, STYLE_UNKNOWN);
    text_add(&row->text, wet_is_provisional(session) ? "  not known yet" : "  not there any more");
    row_string(row, "place", text_str(&name));
    row_false(row, "known");
    row->place = *place;
    text_free(&name);
}

/* Values have no types: if the number is negative as an int or a long, this shows both. */
static void add_decimal(uint64_t number, struct text *out)
{
    text_printf(out, "%" PRIu64, number);
    if (number >> 63)
        text_printf(out, " (%" PRId64 ")", (int64_t)number);
    else if (number >> 31 == 1)
        text_printf(out, " (%" PRId32 ")", (int32_t)(uint32_t)number);
}

void describe_number(const struct session *session, const struct value *value, struct text *out)
{
    uint64_t number;
    if (!session->hexadecimal && value->size <= 16 && str_hex((struct str){value->digits, value->size}, &number))
        add_decimal(number, out);
    else
        value_text(value, out);
}

/* The value of one execution, whatever its statement computed. */
static bool add_value(const struct session *session, struct node node, struct text *out)
{
    enum { SHOWN = 3 };
    uint64_t first, count = store_values_of(wet_of(session)->store, node, &first);
    const struct recording *recording = count ? wet_look_at(session, node) : NULL;
    for (uint64_t k = 0; k < count && k < SHOWN; k++) {
        struct value value = store_value(wet_of(session)->store, node.index, first + k);
        if (k)
            text_add(out, " or ");
        uint64_t number;
        if (value.size > 16 || !str_hex((struct str){value.digits, value.size}, &number) || !ask_typed(session, node, number, out)) {
            text_add(out, recording && recording->is_cut ? ".." : "");      /* a variable's number is complete, whatever else the register holds */
            describe_number(session, &value, out);
        }
        if (value.uncertain && count == 1)
            text_add(out, " (uncertain)");
    }
    if (count > SHOWN)
        text_add(out, " or others");
    if (recording && recording->is_return)
        text_add(out, " (rsp)");
    return count > 0;
}

/* Without a clock: is it the line's last instruction by address? That one is taken to compute the line's value. */
static bool is_last_of_line(const struct session *session, struct node node)
{
    struct instruction own = program_instruction(wet_of(session)->program, node.index);
    struct indices line = program_line(wet_of(session)->program, own.file, own.line);
    for (size_t i = own.line ? line.count : 0; i-- > 0 && line.items[i] != node.index;) {
        struct instruction other = program_instruction(wet_of(session)->program, line.items[i]);
        if (other.values && !wet_is_machinery(session, (struct node){line.items[i], 0}))
            return false;
    }
    return true;
}

/* Appends the instruction to an intermediate value of a statement: "0x1fff000630 (lea)". */
static void add_instruction(const struct session *session, struct node node, struct text *out)
{
    struct decoded decoded;
    struct node valued;
    enum wet_valued whole = wet_statement_value(session, node, &valued);
    bool own = whole == VALUED ? valued.index == node.index && valued.instance == node.instance : whole == VALUED_UNKNOWN && is_last_of_line(session, node);
    if (!own && describe_is_value(session, node) && program_disassemble(wet_of(session)->program, node.index, &decoded))
        text_printf(out, " (%s)", decoded.mnemonic);
}

bool describe_value(const struct session *session, struct node node, struct text *out)
{
    bool statement = session->grain == GRAIN_STATEMENT;
    if ((statement && wet_is_machinery(session, node)) || !add_value(session, node, out))
        return false;
    if (statement)
        add_instruction(session, node, out);
    return true;
}

static bool describe_whole_value(const struct session *session, struct node node, struct text *out)
{
    struct node valued;
    enum wet_valued whole = session->grain == GRAIN_STATEMENT ? wet_statement_value(session, node, &valued) : VALUED_UNKNOWN;
    return whole == VALUED_UNKNOWN ? describe_value(session, node, out) : whole == VALUED && add_value(session, valued, out);
}

bool describe_range(const struct session *session, struct node first, struct node last, uint64_t count, struct text *out)
{
    struct text end = {0};
    bool known = describe_value(session, last, &end) && add_value(session, first, out);
    if (known) {    /* the beginning and the end of a list: values between may be smaller or larger than both */
        text_add(out, count > 2 ? ", ... " : ", ");
        text_append(out, text_str(&end));
    }
    text_free(&end);
    return known;
}

static void row_location(struct row *row, const struct instruction *instruction)
{
    row_string(row, "file", instruction->file);
    row_string(row, "function", instruction->function);
    if (instruction->line)
        row_number(row, "line", instruction->line);
    else
        row_null(row, "line");
}

static void row_names(struct row *row, const struct instruction *instruction)
{
    if (instruction->has_id)
        row_number(row, "id", instruction->id);
    else
        row_null(row, "id");
    if (instruction->has_address)
        row_hex(row, "address", instruction->address);
    else
        row_null(row, "address");
}

void row_node(struct row *row, const struct session *session, struct node node)
{
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    row_names(row, &instruction);
    row_number(row, "instance", node.instance);
    row_location(row, &instruction);
    wet_fault_fields(session, node, row);
}

void row_instruction(struct row *row, const struct session *session, uint64_t index)
{
    struct instruction instruction = program_instruction(wet_of(session)->program, index);
    row_names(row, &instruction);
    row_location(row, &instruction);
    row_number(row, "executions", instruction.executions);
}

void row_where(struct row *row, const struct session *session, struct node node)
{
    row->place = place_of_node(session, node);
    row->current = wet_of(session)->has_here && wet_of(session)->here.index == node.index && wet_of(session)->here.instance == node.instance;
}

bool wet_place_text(struct session *session, const struct place *place, struct text *out)
{
    struct node node = {.instance = place->instance};
    struct error ignored;
    if (place->has != (PLACE_ID | PLACE_INSTANCE) || !position_find(session, place, &node.index, &ignored))
        return false;
    describe_node(session, node, out);
    return true;
}

/* ---- Titles, and the rows of `where` ---- */

bool source_says_something(struct str text)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] > ' ' && !(text.data[i] == '{' || text.data[i] == '}' || text.data[i] == ';'))
            return true;
    return false;
}

void title_of_pane(struct rows *rows, struct str prefix, struct str name)
{
    struct text text = {0};
    text_safe(&text, prefix);
    if (prefix.size && name.size)
        text_add(&text, "  ");
    text_safe(&text, name);
    rows->title = arena_copy(&rows->arena, text_str(&text));
    text_free(&text);
}

static void title_with_location(const struct session *session, struct text *name, uint64_t index, struct rows *rows)
{
    struct instruction instruction = program_instruction(wet_of(session)->program, index);
    struct text location = {0};
    describe_location_in(&instruction, LOCATION_ROOM, &location);
    title_of_pane(rows, text_str(name), text_str(&location));
    text_free(name);
    text_free(&location);
}

void title_of_node(const struct session *session, const char *what, struct node node, struct rows *rows)
{
    struct text name = {0};
    text_printf(&name, "%s ", what);
    describe_node(session, node, &name);
    rows->of = place_of_node(session, node);
    title_with_location(session, &name, node.index, rows);
}

/* Do the words name the line already? */
static bool says_line(struct str words, const struct instruction *instruction)
{
    struct text line = {0};
    text_safe(&line, str_basename(instruction->file));
    text_printf(&line, ":%" PRIu64, instruction->line);
    size_t at = instruction->line && instruction->file.size ? str_find(words, text_str(&line)) : SIZE_MAX, end = at + line.size;
    bool says = at != SIZE_MAX && (end == words.size || words.data[end] < '0' || words.data[end] > '9');
    text_free(&line);
    return says;
}

void title_of_question(const struct session *session, struct str words, struct node node, struct rows *rows)
{
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    struct text location = {0};
    if (says_line(words, &instruction))
        instruction.file = (struct str){NULL, 0};
    describe_location_in(&instruction, LOCATION_ROOM, &location);
    rows->of = place_of_node(session, node);
    title_of_pane(rows, words, text_str(&location));
    text_free(&location);
}

void title_of_instruction(const struct session *session, const char *what, uint64_t index, struct rows *rows)
{
    struct text name = {0};
    text_printf(&name, "%s ", what);
    describe_node(session, (struct node){index, 0}, &name);
    name.size = str_find_last_byte(text_str(&name), '#');
    title_with_location(session, &name, index, rows);
}

/* In a recording: when it ran and, with several threads, in which. */
static void add_time(const struct session *session, struct node node, struct row *row)
{
    uint64_t time;
    if (!store_time(wet_of(session)->store, node, &time))
        return;
    uint64_t threads = store_thread_count(wet_of(session)->store), thread = store_thread(wet_of(session)->store, time);
    row_style(row, STYLE_DIM);
    text_printf(&row->text, "  @%" PRIu64 " of %" PRIu64, time, store_summary(wet_of(session)->store).times);
    row_number(row, "time", time);
    if (threads > 1)
        text_printf(&row->text, " thread %" PRIu64, thread);
    if (threads > 1)
        row_number(row, "thread", thread);
}

void rows_of_one(struct session *session, struct node node, struct rows *rows)
{
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    struct row *row = rows_add(rows, str_of(""));
    struct text code = {0}, value = {0};
    row_style(row, STYLE_ADDRESS);
    describe_node(session, node, &row->text);
    if (!wet_is_history(session)) /* a history does not know how often */
        text_printf(&row->text, " of %" PRIu64 "%s", instruction.executions, instruction.executions_least ? " or more" : "");
    row_style(row, STYLE_LOCATION);
    text_add(&row->text, instruction.has_block && !instruction.function.size && !instruction.file.size ? "" : "  ");
    describe_location_in(&instruction, LOCATION_ROOM, &row->text);
    row_node(row, session, node);
    add_time(session, node, row);
    wet_fault_mark(session, node, row);
    row_where(row, session, node);
    row->current = false;
    describe_code(session, node, &code);
    bool has_value = describe_whole_value(session, node, &value);
    if (code.size || has_value) {
        row = rows_add(rows, str_of("  "));
        text_append(&row->text, text_str(&code));
        row_style(row, STYLE_VALUE);
        if (has_value)
            text_printf(&row->text, "%s= %s", code.size ? "  " : "", text_string(&value));
    }
    text_free(&code);
    text_free(&value);
}

void time_cell(const struct session *session, uint64_t time, struct text *out)
{
    struct node node;
    if (store_at(wet_of(session)->store, time, &node))
        text_printf(out, "@%" PRIu64, time);
}

void location_cell(const struct session *session, uint64_t time, struct text *out)
{
    struct node node;
    if (!store_at(wet_of(session)->store, time, &node))
        return;
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    describe_location_in(&instruction, LOCATION_ROOM, out);
}

void row_of_time(struct row *row, const struct session *session, uint64_t time)
{
    struct node node;
    if (!store_at(wet_of(session)->store, time, &node)) {
        row_null(row, "time");
        return;
    }
    row_number(row, "time", time);
    row_node(row, session, node);
    row_where(row, session, node);
}

void why_cut(struct str text, size_t room, struct text *out)
{
    size_t cells = 0, end = 0;
    if (text_width(text) <= room) {
        text_append(out, text);
        return;
    }
    while (end < text.size) {
        uint32_t code;
        size_t bytes = text_decode(str_cut(text, end, SIZE_MAX), &code);
        int wide = text_cells(code);
        cells += wide > 0 ? (size_t)wide : 0;
        if (cells + 2 > room)
            break;
        end += bytes;
    }
    text_append(out, str_trim(str_cut(text, 0, end)));
    text_add(out, "..");
}
