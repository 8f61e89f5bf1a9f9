/* lines.c - what the open traces know of a source line, and of each line of a file.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

char line_state_mark(enum line_state state)
{
    static const char marks[] = "  -?!+";       /* as enum line_state */
    return marks[state];
}

const char *line_state_word(enum line_state state)
{
    static const char *const words[] = {"not known", "no code", "never ran", "may have run", "ran in part", "ran"};
    return words[state];
}

/* ---- Names of files ---- */

/* Takes the last folder or name off a path, ignoring empty parts and ".". False: none is left. */
static bool last_part(struct str *path, struct str *part)
{
    while (path->size) {
        size_t slash = str_find_last_byte(*path, '/');
        *part = slash == SIZE_MAX ? *path : str_cut(*path, slash + 1, SIZE_MAX);
        *path = slash == SIZE_MAX ? (struct str){NULL, 0} : str_cut(*path, 0, slash);
        if (part->size && !str_is(*part, "."))
            return true;
    }
    return false;
}

bool traces_same_file(struct str a, struct str b)
{
    struct str of_a, of_b;
    bool parts_a = last_part(&a, &of_a), parts_b = last_part(&b, &of_b);
    if (!parts_a || !parts_b)
        return false;
    while (parts_a && parts_b) {
        if (!str_equal(of_a, of_b))
            return false;
        parts_a = last_part(&a, &of_a);
        parts_b = last_part(&b, &of_b);
    }
    return true;
}

/* ---- Tables ---- */

static void measure(struct line_table *table)
{
    struct line_fact most[] = {{.state = LINE_RAN}, {.state = LINE_PARTLY}};
    for (size_t i = 0; i < table->count; i++) {
        struct line_fact *one = &most[table->facts[i].state == LINE_PARTLY];
        one->count = table->facts[i].count > one->count ? table->facts[i].count : one->count;
    }
    for (size_t i = 0; i < 2; i++) {
        struct text sign = {0};
        source_sign(&most[i], &sign);
        table->sign_width = sign.size > table->sign_width ? sign.size : table->sign_width;
        text_free(&sign);
    }
}

const struct line_fact *traces_line(struct session *session, struct str file, uint64_t line)
{
    struct session_trace *trace = session->trace;
    if (!trace->kind || !trace->kind->lines || line == 0)
        return NULL;
    if (!trace->lines || (trace->lines->version != session->version && !trace->lines->lasting) || !str_equal(trace->lines->file, file)) {
        traces_forget_lines(trace);
        trace->lines = memory_allocate(sizeof *trace->lines);
        trace->lines->version = session->version;
        trace->lines->file = arena_copy(&trace->lines->arena, file);
        trace->kind->lines(session, trace->lines->file, trace->lines);
        measure(trace->lines);
    }
    return line <= trace->lines->count ? &trace->lines->facts[line - 1] : NULL;
}

struct line_fact *line_table_grow(struct line_table *table, uint64_t line)
{
    if (line == 0 || line > LINE_TABLE_MOST)       /* a hostile file's number must not cost memory */
        return NULL;
    if (line > table->count) {
        size_t count = line > 2 * table->count ? (size_t)line : 2 * table->count;
        struct line_fact *facts = arena_allocate(&table->arena, count * sizeof *facts);
        if (table->count)
            memcpy(facts, table->facts, table->count * sizeof *facts);
        table->facts = facts;
        table->count = count;
    }
    return &table->facts[line - 1];
}

/* ---- Showing them ---- */

enum style line_state_style(enum line_state state)
{
    return state == LINE_NEVER ? STYLE_WARNING : state == LINE_PARTLY || state == LINE_MAYBE ? STYLE_UNCERTAIN : STYLE_DIM;
}

void traces_margin(struct session *session, struct str file, uint64_t line, struct row *row)
{
    if (session_trace_count(session) < 2)
        return;
    for (size_t i = 0; i < session->trace_count; i++) {
        struct session_trace *was = session->trace;
        if (session->traces[i] == was || !session->traces[i]->kind)
            continue;
        traces_borrow(session, session->traces[i]);
        const struct line_fact *fact = traces_line(session, file, line);
        enum line_state state = fact ? fact->state : LINE_UNKNOWN;
        row_style(row, line_state_style(state));
        text_byte(&row->text, line_state_mark(state));
        traces_return(session, was);
    }
    text_byte(&row->text, ' ');
}

void line_fact_text(const struct line_fact *fact, struct text *out)
{
    text_add(out, line_state_word(fact->state));
    if (fact->count) {
        text_add(out, fact->about ? " about " : fact->least ? " at least " : " ");
        text_count(out, fact->count);
        text_add(out, fact->count == 1 ? " time" : " times");
    }
    if (fact->why)
        text_printf(out, ": %s", fact->why);
}

static void tell_line(struct session *session, struct str file, uint64_t line, bool current, struct rows *rows)
{
    const struct line_fact *fact = traces_line(session, file, line);
    enum line_state state = fact ? fact->state : LINE_UNKNOWN;
    struct row *row = rows_add_printf(rows, "%c %u %s ", current ? '>' : ' ', session->trace->number, session->trace->kind->label(session));
    text_safe(&row->text, str_basename(str_of(session->trace->path)));
    text_add(&row->text, "  ");
    row_style(row, state == LINE_RAN ? STYLE_VALUE : line_state_style(state));
    line_fact_text(fact ? fact : &(struct line_fact){.state = LINE_UNKNOWN}, &row->text);
    row_number(row, "trace", session->trace->number);
    row_string(row, "kind", str_of(session->trace->kind->label(session)));
    row_string(row, "path", str_of(session->trace->path));
    row_string(row, "state", str_of(line_state_word(state)));
    if (fact && fact->count)
        row_number(row, "executions", fact->count);
    if (fact && fact->about)
        row_true(row, "about");
    if (fact && fact->why)
        row_string(row, "why", str_of(fact->why));
    if (fact && fact->place.has) {
        row->place = fact->place;
        row->place.trace = session->trace->number;
    }
}

/* A row for each open trace, with its knowledge of a line; Enter goes there. */
static void traces_line_rows(struct session *session, struct str file, uint64_t line, struct rows *rows)
{
    for (size_t i = 0; i < session->trace_count; i++) {
        if (!session->traces[i]->kind)
            continue;
        struct session_trace *was = traces_borrow(session, session->traces[i]);
        tell_line(session, file, line, session->trace == was, rows);
        traces_return(session, was);
    }
}

/* ---- For kinds that fill a table ---- */

bool *traces_line_files(struct symbols *symbols, struct str file, struct arena *arena)
{
    size_t count = symbols_line_file_count(symbols);
    bool *same = arena_allocate(arena, count + 1);
    for (size_t i = 0; i < count; i++) {
        struct str name, folder;
        symbols_line_file(symbols, (uint32_t)i, &name, &folder);
        same[i] = traces_same_file(name, file);
    }
    return same;
}

struct place line_place(struct str file, uint64_t line)
{
    return (struct place){.has = PLACE_FILE | PLACE_LINE, .file = file, .line = line};
}

/* ---- info line, with several traces ---- */

bool traces_line_meant(struct session *session, struct str arguments, struct source_position *position)
{
    struct place place = {0};
    struct error ignored;
    bool here = session->trace->kind->source && session->trace->kind->source(session, position);
    if (!arguments.size)
        return here;
    if (str_decimal(arguments, &place.line)) {
        here = here || list_of_main(session, position);
        position->line = place.line;
        return here;
    }
    if (!place_parse(arguments, &place, &ignored) || !(place.has & PLACE_LINE) || !(place.has & PLACE_FILE))
        return false;
    *position = (struct source_position){.file = place.file, .line = place.line};
    return true;
}

bool traces_info_line(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    struct source_position position;
    if (!traces_line_meant(session, str_trim(arguments), &position))
        return session->trace->kind->info(session, str_of("line"), answer, error);
    traces_line_answer(session, &position, answer);
    return true;
}

static void traces_line_rows(struct session *session, struct str file, uint64_t line, struct rows *rows);

void traces_line_answer(struct session *session, const struct source_position *position, struct answer *answer)
{
    struct row *row = rows_add(&answer->rows, str_basename(position->file));
    row->style = STYLE_HEADING;
    text_printf(&row->text, ":%" PRIu64 "  in %s", position->line, session_trace_count(session) > 1 ? "the open traces" : "this trace");
    answer->is_list = true;
    traces_line_rows(session, position->file, position->line, &answer->rows);
}
