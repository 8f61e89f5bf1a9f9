/* views.c - the panes of a WET trace: source lines, links, instructions, values.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Right of a source line is the value that its statement last computed. In a recording this is within the current activation of the current function, up to
 * here; for your current line it is the value of the whole statement. views searches back from here for each instruction of the line. It jumps over executions
 * in deeper activations (of a recursive function) and in other threads, with one search each, up to a limit. A text knows no time: the current execution
 * counts, else the last. The argument of a call that ends a line is no value of its statement, nor are the values of calls and frame instructions
 * (describe_value). */
#include "recording/current_slice.h"
#include "recording/describe.h"
#include "recording/steps.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    JUMPS = 64,                         /* if a function has called itself more often since, its values stay unknown */
    MOST_INSTRUCTIONS = 256,            /* of a line */
    WIDEST = 40                         /* cells of a value */
};

struct activation {
    uint64_t time;
    struct store_frame frame;
};

/* The current execution of a text if it is one of the instruction's, else the last one. */
static bool last_of(const struct session *session, uint64_t index, struct node *node)
{
    uint64_t executions = program_instruction(wet_of(session)->program, index).executions;
    *node = wet_of(session)->here.index == index ? wet_of(session)->here : (struct node){index, executions - 1};
    return executions > 0;
}

/* When the instruction last ran, compared with others of the line. In a text: its position in the line, but the current one counts as last. False: it did not
 * run. */
static bool when_of(struct session *session, const struct activation *own, uint64_t index, size_t i, struct node *node, uint64_t *when)
{
    if (own)
        return steps_last_in(wet_of(session)->store, &own->frame, own->time, index, JUMPS, node, when);
    bool there = last_of(session, index, node);
    *when = wet_of(session)->here.index == index ? UINT64_MAX : i + 1;
    return there;
}

/* Did the instruction run again in the activation, between that time and its last execution? */
static bool again_since(const struct session *session, const struct activation *own, uint64_t index, uint64_t last, uint64_t since)
{
    struct node node;
    uint64_t when;
    return steps_last_in(wet_of(session)->store, &own->frame, last - 1, index, JUMPS, &node, &when) && when > since;
}

static bool find_value(struct session *session, const struct activation *own, struct str function, const struct indices *all, struct node *found, struct text *out)
{
    struct text value = {0};
    uint64_t latest = 0, called = 0, when, moved = 0, moved_index = 0;
    bool any = false;
    for (size_t i = 0; i < all->count && i < MOST_INSTRUCTIONS; i++) {
        struct node node;
        if ((own && !str_equal(program_instruction(wet_of(session)->program, all->items[i]).function, function)) ||
            !when_of(session, own, all->items[i], i, &node, &when))
            continue;
        if (when > called && wet_is_call(session, all->items[i]))
            called = when;
        if (!describe_is_value(session, node))
            continue;
        if (!wet_is_of_statement(session, node)) {
            if (when > moved)
                moved = when, moved_index = all->items[i];
            continue;
        }
        text_clear(&value);
        if (when < latest || !describe_value(session, node, &value))
            continue;
        latest = when;
        any = true;
        *found = node;
        text_clear(out);
        text_append(out, text_str(&value));
    }
    text_free(&value);
    /* a value of an earlier round is not the last one: its later value is unknown */
    bool stale = own && moved > latest && again_since(session, own, moved_index, moved, latest);
    return any && !stale && latest > called && text_width(text_str(out)) <= WIDEST;
}

static bool activation_of_here(const struct session *session, struct activation *own)
{
    return wet_time(session, &own->time) && store_frame(wet_of(session)->store, own->time, 0, &own->frame);
}

/* Did later code of the line, in the instruction's function, never run? Then the statement was not finished: optimised code shares instructions between
 * lines. */
static bool is_unfinished(struct session *session, struct str file, uint64_t line, uint64_t index)
{
    struct symbols *symbols = session->trace->symbols;
    size_t function, other;
    uint64_t *addresses, known, bias = program_bias(wet_of(session)->program), link = store_instruction(wet_of(session)->store, index).address - bias;
    if (source_fact(session, file, line)->state != LINE_PARTLY || !symbols_function_at(symbols, link, &function))
        return false;
    bool found = false;
    size_t count = symbols_line_code(symbols, file, line, &addresses);
    for (size_t i = 0; i < count && !found; i++)
        found = addresses[i] > link && symbols_function_at(symbols, addresses[i], &other) && other == function &&
                !store_find_address(wet_of(session)->store, addresses[i] + bias, &known);
    free(addresses);
    return found;
}

static bool value_of(struct session *session, struct str file, uint64_t line, struct node *found, struct text *out)
{
    struct activation own;
    bool recording = wet_of(session)->recording != NULL;
    if (!session->values || !wet_of(session)->has_here || wet_is_history(session) || wet_is_provisional(session))
        return false;
    struct indices all = program_line(wet_of(session)->program, file, line);
    if (!all.count || (recording && !activation_of_here(session, &own)))
        return false;
    struct instruction here = program_instruction(wet_of(session)->program, wet_of(session)->here.index);
    bool current = here.line == line && str_equal(here.file, file);
    enum wet_valued whole = current ? wet_statement_value(session, wet_of(session)->here, found) : VALUED_UNKNOWN;
    enum grain grain = session->grain;
    session->grain = GRAIN_INSTRUCTION; /* only the value */
    bool known = whole == VALUED_UNKNOWN ? find_value(session, recording ? &own : NULL, here.function, &all, found, out)
                                         : whole == VALUED && describe_value(session, *found, out) && text_width(text_str(out)) <= WIDEST;
    session->grain = grain;
    return known && (whole != VALUED_UNKNOWN || !is_unfinished(session, file, line, found->index));
}

/* For programs: as in the answer of `print`. */
static void add_fields(const struct session *session, bool known, struct node node, struct row *row)
{
    struct text digits = {0};
    uint64_t first, count = known ? store_values_of(wet_of(session)->store, node, &first) : 0;
    struct value value = count == 1 ? store_value(wet_of(session)->store, node.index, first) : (struct value){.uncertain = true};
    if (!value.uncertain)
        value_text(&value, &digits);
    row_value(row, "value", digits.size ? text_str(&digits) : (struct str){NULL, 0});
    if (known)
        row_number(row, "instance", node.instance);
    text_free(&digits);
}

/* Appends the last value of a line's statement, and its fields. In a recording it is from the current activation of the current function, up to here ("  =
 * 0x29"); in a text from the current execution ("(here)"), else the last one ("(last)"). Nothing if it is unknown, or values are off. O(instructions of the
 * line * log n). */
static void source_value(struct session *session, const struct session_source *source, uint64_t line, struct row *row)
{
    struct text value = {0};
    struct node node = {0, 0};
    bool known = source_says_something(source_line(source->source, line)) && value_of(session, source->file, line, &node, &value);
    if (known) {
        row_style(row, STYLE_DIM);
        text_add(&row->text, "  = ");
        text_append(&row->text, text_str(&value));
    }
    if (known && !wet_of(session)->recording && node.index == wet_of(session)->here.index)
        text_add(&row->text, " (here)");
    else if (known && !wet_of(session)->recording)
        text_add(&row->text, " (last)");
    if (session->values)
        add_fields(session, known, node, row);
    text_free(&value);
}

/* ---- The lines of a source file: executions, share of the slice, last values ---- */

enum { COUNT_WIDTH = 6 };

static size_t margin_width(struct session *session)
{
    size_t width = source_sign_width(session, COUNT_WIDTH);
    if (slice_locked(session) && slice_measure(session)->count_width > width)
        width = slice_measure(session)->count_width;
    return width;
}

/* For a locked slice: "8/9", the executions in it first. */
static void say_members(struct session *session, const struct slice_at_line *own, struct text *out)
{
    struct text count = {0};
    text_count(&count, own->instances);
    text_byte(&count, '/');
    text_count(&count, own->executions);
    text_printf(out, "%*s", (int)margin_width(session), text_string(&count));
    text_free(&count);
}

/* A line's share of the locked slice: fields, and after its text the last value in the slice. */
static void add_slice(struct session *session, struct str file, uint64_t line, const struct slice_at_line *own, struct row *row)
{
    struct text value = {0};
    row_number(row, "in_slice", own->instances);
    if (own->instances && slice_value_at_line(session, wet_of(session)->slice->members, file, line, &value)) {
        row_style(row, STYLE_VALUE);
        text_printf(&row->text, "  [= %s]", text_string(&value));
        row_value(row, "slice_value", text_str(&value));
    }
    text_free(&value);
}

void source_row(struct session *session, const struct session_source *source, uint64_t line, bool current, struct row *row)
{
    struct slice_at_line own = {0, program_line_executions(wet_of(session)->program, source->file, line)};
    const struct line_fact *fact = source_fact(session, source->file, line);
    int digits = snprintf(NULL, 0, "%" PRIu64, source_line_count(source->source));
    bool locked = slice_locked(session), member = locked && slice_at_line(session, source->file, line, &own);
    row->current = current;
    row_style(row, current ? STYLE_CURRENT : STYLE_DIM);
    text_printf(&row->text, "%c%c%*" PRIu64 " ", current ? '>' : ' ', member ? '*' : ' ', digits, line);
    if (own.executions && locked)
        say_members(session, &own, &row->text);
    else
        source_margin_fact(fact, margin_width(session), current, row);
    text_add(&row->text, "  ");
    traces_margin(session, source->file, line, row);
    source_code(session, source, line, locked && !member ? STYLE_DIM : source_shade(fact, current), row);
    row_number(row, "line", line);
    source_fact_fields(fact, true, row);
    row_string(row, "text", source_line(source->source, line));
    if (locked)
        add_slice(session, source->file, line, &own, row);
    else
        source_value(session, source, line, row);
    if (own.executions)
        row->place = (struct place){.has = PLACE_FILE | PLACE_LINE, .file = source->file, .line = line};
}

struct source_rows {
    struct session *session;
    const struct session_source *source;
    uint64_t current;
};

static bool source_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct source_rows *list = rows->data;
    source_row(list->session, list->source, i + 1, i + 1 == list->current, row);
    return true;
}

static bool rows_of_source(struct session *session, struct rows *rows, struct error *error)
{
    if (!wet_need_here(session, error))
        return false;
    struct instruction instruction = program_instruction(wet_of(session)->program, wet_of(session)->here.index);
    if (instruction.file.size == 0) {
        rows_add_printf(rows, "no source line is known for this instruction")->style = STYLE_UNKNOWN;
        return true;
    }
    const struct session_source *source = session_source(session, instruction.file, program_folder(wet_of(session)->program, wet_of(session)->here.index));
    if (!source->source) {
        source_missing(source, rows);
        return true;
    }
    struct source_rows *list = arena_allocate(&rows->arena, sizeof *list);
    struct session_source *kept = arena_allocate(&rows->arena, sizeof *kept);
    *kept = *source; /* the table of sources may move while the rows exist */
    *list = (struct source_rows){session, kept, instruction.line};
    rows->data = list;
    rows->count = source_line_count(source->source);
    rows->focus = instruction.line && instruction.line <= rows->count ? instruction.line - 1 : 0;
    rows->get = source_get;
    return true;
}

/* ---- Links: the current execution, what it depends upon, what needs it ---- */

static void heading(struct rows *rows, const char *text)
{
    rows_add(rows, str_of(""));
    rows_add(rows, str_of(text))->style = STYLE_HEADING;
}

static bool view_links(struct session *session, struct node node, struct rows *rows, struct error *error)
{
    struct rows parts[5] = {{0}, {0}, {0}, {0}, {0}};
    rows_of_one(session, node, &parts[0]);
    heading(&parts[1], "depends upon");
    heading(&parts[3], "needed by");
    const struct link_layout layout = {2, true};
    bool done = rows_of_links(session, wet_definers_of(session, node), LINKS_DEFINERS, layout, &parts[2], error) &&
                rows_of_links(session, node, LINKS_USERS, layout, &parts[4], error);
    rows->focus = parts[0].count + parts[1].count;
    rows_chain(rows, parts, 5);
    rows->of = place_of_node(session, node);
    title_of_pane(rows, str_of(session->grain == GRAIN_STATEMENT ? "links of the statement" : "links of the instruction"), (struct str){NULL, 0});
    return done;
}

COMMAND(run_links)
{
    struct str word = {NULL, 0};
    struct node node;
    argument_next(&arguments, &word);
    answer->is_list = true;
    if (!argument_end(arguments, error) || !position_argument(session, word, &node, error))
        return false;
    const enum grain grain = session->grain;
    session->grain = position_grain(session, word);
    bool good = view_links(session, node, &answer->rows, error);
    session->grain = grain;
    return good;
}

/* ---- The other panes ---- */

static bool view_instructions(struct session *session, struct rows *rows)
{
    struct indices all = program_by_address(wet_of(session)->program);
    rows_of_instructions(session, all.items, all.count, NULL, rows);
    title_of_pane(rows, str_of("instructions"), str_basename(str_of(session->trace->path)));
    return true;
}

/* Code in place of source: the instructions that ran, under a title that says why. False: the code is unknown, too. */
static bool view_code(struct session *session, struct rows *rows)
{
    struct decoded decoded;
    struct instruction instruction = program_instruction(wet_of(session)->program, wet_of(session)->here.index);
    if (instruction.file.size || !program_disassemble(wet_of(session)->program, wet_of(session)->here.index, &decoded))
        return false;
    struct indices all = program_by_address(wet_of(session)->program);
    struct text why = {0};
    rows_of_instructions(session, all.items, all.count, NULL, rows);
    if (!program_has_lines(wet_of(session)->program)) {
        text_add(&why, "no line information: built without -g");
    } else {
        text_add(&why, "no line information for ");
        describe_location_in(&instruction, LOCATION_ROOM, &why);
        text_add(&why, instruction.function.size ? "" : "this code");
    }
    title_of_pane(rows, text_str(&why), (struct str){NULL, 0});
    text_free(&why);
    return true;
}

/* In a hurry: the source waits for the debug information of a library. */
static bool source_waits(struct session *session, struct rows *rows)
{
    struct str library;
    if (!session->hurries || !wet_of(session)->has_here || !program_debug_waits(wet_of(session)->program, wet_of(session)->here.index, &library))
        return false;
    rows_add_printf(rows, "clew reads the debug information of %.*s", STR(str_basename(library)))->style = STYLE_DIM;
    return true;
}

static bool view_source(struct session *session, struct rows *rows, struct error *error)
{
    if (wet_of(session)->has_here && view_code(session, rows))
        return true;
    if (source_waits(session, rows))
        return true;
    if (!rows_of_source(session, rows, error))
        return false;
    struct instruction instruction = program_instruction(wet_of(session)->program, wet_of(session)->here.index);
    struct text name = {0};
    const struct session_source *source = session_source(session, instruction.file, program_folder(wet_of(session)->program, wet_of(session)->here.index));
    if (source->newer.size)
        text_printf(&name, "(newer than %.*s) ", STR(str_basename(source->newer)));
    shorten_name(instruction.function, LOCATION_ROOM, &name);
    title_of_pane(rows, str_basename(instruction.file), text_str(&name));
    text_free(&name);
    return true;
}

static bool view_values(struct session *session, struct rows *rows)
{
    struct text name = {0};
    uint64_t index = wet_of(session)->here.index;
    rows_of_instances(session, index, rows);
    describe_node(session, wet_of(session)->here, &name);
    title_of_pane(rows, str_of("executions and values"), text_str(&name));
    text_free(&name);
    return true;
}

bool wet_view(struct session *session, enum view view, struct rows *rows, struct error *error)
{
    if (view == VIEW_INSTRUCTIONS)
        return view_instructions(session, rows);
    if (view == VIEW_TRAIL) {
        rows_of_trail(session, rows);
        title_of_pane(rows, str_of("trail"), (struct str){NULL, 0});
        return true;
    }
    if (view == VIEW_FRAMES && wet_of(session)->recording) {
        wet_rows_of_frames(session, rows);
        return true;
    }
    if (view >= VIEW_GRAPH)
        return error_set(error, "a WET trace has no %s pane", view_name(view));
    if (!wet_need_here(session, error))
        return false;
    if (view == VIEW_SOURCE)
        return view_source(session, rows, error);
    if (view == VIEW_VALUES)
        return view_values(session, rows);
    return view_links(session, wet_of(session)->here, rows, error);
}
