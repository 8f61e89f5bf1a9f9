/* views.c - the standing panes of the current place in a WET trace.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "session/engine.h"

#include <inttypes.h>

static void title(struct rows *rows, struct slice prefix, struct slice name)
{
    struct text text = {0};
    text_safe(&text, prefix);
    if (prefix.size && name.size)
        text_add(&text, "  ");
    text_safe(&text, name);
    rows->title = arena_copy(&rows->arena, text_slice(&text));
    text_free(&text);
}

static void title_with_location(const struct session *session, struct text *name, uint64_t index, struct rows *rows)
{
    struct instruction instruction = program_instruction(session->trace->program, index);
    struct text location = {0};
    describe_location_in(&instruction, LOCATION_ROOM, &location);
    title(rows, text_slice(name), text_slice(&location));
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
static bool says_line(struct slice words, const struct instruction *instruction)
{
    struct text line = {0};
    text_safe(&line, slice_basename(instruction->file));
    text_printf(&line, ":%" PRIu64, instruction->line);
    size_t at = instruction->line && instruction->file.size ? slice_find(words, text_slice(&line)) : SIZE_MAX, end = at + line.size;
    bool says = at != SIZE_MAX && (end == words.size || words.data[end] < '0' || words.data[end] > '9');
    text_free(&line);
    return says;
}

void title_of_question(const struct session *session, struct slice words, struct node node, struct rows *rows)
{
    struct instruction instruction = program_instruction(session->trace->program, node.index);
    struct text location = {0};
    if (says_line(words, &instruction))
        instruction.file = (struct slice){NULL, 0};
    describe_location_in(&instruction, LOCATION_ROOM, &location);
    rows->of = place_of_node(session, node);
    title(rows, words, text_slice(&location));
    text_free(&location);
}

void title_of_instruction(const struct session *session, const char *what, uint64_t index, struct rows *rows)
{
    struct text name = {0};
    text_printf(&name, "%s ", what);
    describe_node(session, (struct node){index, 0}, &name);
    name.size = slice_find_last_byte(text_slice(&name), '#');
    title_with_location(session, &name, index, rows);
}

/* In a recording: when it ran, and where there are several threads, in which. */
static void add_time(const struct session *session, struct node node, struct row *row)
{
    uint64_t time;
    if (!store_time(session->trace->store, node, &time))
        return;
    uint64_t threads = store_thread_count(session->trace->store), thread = store_thread(session->trace->store, time);
    row_style(row, STYLE_DIM);
    text_printf(&row->text, "  @%" PRIu64 " of %" PRIu64, time, store_summary(session->trace->store).times);
    row_number(row, "time", time);
    if (threads > 1)
        text_printf(&row->text, " thread %" PRIu64, thread);
    if (threads > 1)
        row_number(row, "thread", thread);
}

/* ---- Links: what the current instance is, what it depends upon, who needs it ---- */

void rows_of_one(struct session *session, struct node node, struct rows *rows)
{
    struct instruction instruction = program_instruction(session->trace->program, node.index);
    struct row *row = rows_add(rows, slice_of(""));
    struct text code = {0}, value = {0};
    row_style(row, STYLE_ADDRESS);
    describe_node(session, node, &row->text);
    if (!session_is_history(session)) /* a history does not know how often */
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
        row = rows_add(rows, slice_of("  "));
        text_append(&row->text, text_slice(&code));
        row_style(row, STYLE_VALUE);
        if (has_value)
            text_printf(&row->text, "%s= %s", code.size ? "  " : "", text_string(&value));
    }
    text_free(&code);
    text_free(&value);
}

static void heading(struct rows *rows, const char *text)
{
    rows_add(rows, slice_of(""));
    rows_add(rows, slice_of(text))->style = STYLE_HEADING;
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
    title(rows, slice_of(session->grain == GRAIN_STATEMENT ? "links of the statement" : "links of the instruction"), (struct slice){NULL, 0});
    return done;
}

bool run_links(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice word = {NULL, 0};
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

/* ---- The others ---- */

static bool view_instructions(struct session *session, struct rows *rows)
{
    struct indices all = program_by_address(session->trace->program);
    rows_of_instructions(session, all.items, all.count, NULL, rows);
    title(rows, slice_of("instructions"), slice_basename(slice_of(session->trace->path)));
    return true;
}

/* Code in place of source: the instructions that ran, in a head that says why. False: the code is not known either. */
static bool view_code(struct session *session, struct rows *rows)
{
    struct decoded decoded;
    struct instruction instruction = program_instruction(session->trace->program, session->trace->here.index);
    if (instruction.file.size || !program_disassemble(session->trace->program, session->trace->here.index, &decoded))
        return false;
    struct indices all = program_by_address(session->trace->program);
    struct text why = {0};
    rows_of_instructions(session, all.items, all.count, NULL, rows);
    if (program_file_count(session->trace->program) == 0) {
        text_add(&why, "no line information: built without -g");
    } else {
        text_add(&why, "no line information for ");
        describe_location_in(&instruction, LOCATION_ROOM, &why);
        text_add(&why, instruction.function.size ? "" : "this code");
    }
    title(rows, text_slice(&why), (struct slice){NULL, 0});
    text_free(&why);
    return true;
}

static bool view_source(struct session *session, struct rows *rows, struct error *error)
{
    if (session->trace->has_here && view_code(session, rows))
        return true;
    if (!rows_of_source(session, rows, error))
        return false;
    struct instruction instruction = program_instruction(session->trace->program, session->trace->here.index);
    struct text name = {0};
    const struct session_source *source = session_source(session, instruction.file, program_folder(session->trace->program, session->trace->here.index));
    if (source->newer.size)
        text_printf(&name, "(newer than %.*s) ", SLICE(slice_basename(source->newer)));
    shorten_name(instruction.function, LOCATION_ROOM, &name);
    title(rows, slice_basename(instruction.file), text_slice(&name));
    text_free(&name);
    return true;
}

static bool view_values(struct session *session, struct rows *rows)
{
    struct text name = {0};
    uint64_t index = session->trace->here.index;
    rows_of_instances(session, index, rows);
    describe_node(session, session->trace->here, &name);
    title(rows, slice_of("instances and values"), text_slice(&name));
    text_free(&name);
    return true;
}

bool wet_view(struct session *session, enum view view, struct rows *rows, struct error *error)
{
    if (view == VIEW_INSTRUCTIONS)
        return view_instructions(session, rows);
    if (view == VIEW_TRAIL) {
        rows_of_trail(session, rows);
        title(rows, slice_of("trail"), (struct slice){NULL, 0});
        return true;
    }
    if (view == VIEW_FRAMES && session->trace->recording) {
        wet_rows_of_frames(session, rows);
        return true;
    }
    if (view >= VIEW_GRAPH)
        return error_set(error, "a WET trace has no %s pane", view_name(view));
    if (!session_need_here(session, error))
        return false;
    if (view == VIEW_SOURCE)
        return view_source(session, rows, error);
    if (view == VIEW_VALUES)
        return view_values(session, rows);
    return view_links(session, session->trace->here, rows, error);
}
