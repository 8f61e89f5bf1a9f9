/* source_rows.c - the lines of a source file: how often each ran, how it stands to the slice, what its statement computed.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/current_slice.h"
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdio.h>

enum { COUNT_WIDTH = 6 };

static size_t margin_width(struct session *session)
{
    size_t width = source_sign_width(session, COUNT_WIDTH);
    if (slice_locked(session) && slice_measure(session)->count_width > width)
        width = slice_measure(session)->count_width;
    return width;
}

/* Of a locked slice: "8/9", so many of its executions are in it. */
static void say_members(struct session *session, const struct slice_at_line *own, struct text *out)
{
    struct text count = {0};
    text_count(&count, own->instances);
    text_byte(&count, '/');
    text_count(&count, own->executions);
    text_printf(out, "%*s", (int)margin_width(session), text_string(&count));
    text_free(&count);
}

/* How a line stands to the locked slice: fields, and the last value there behind its text. */
static void add_slice(struct session *session, struct slice file, uint64_t line, const struct slice_at_line *own, struct row *row)
{
    struct text value = {0};
    row_number(row, "in_slice", own->instances);
    if (own->instances && slice_value_at_line(session, session->trace->slice->members, file, line, &value)) {
        row_style(row, STYLE_VALUE);
        text_printf(&row->text, "  [= %s]", text_string(&value));
        row_string(row, "slice_value", text_slice(&value));
    }
    text_free(&value);
}

void source_row(struct session *session, const struct session_source *source, uint64_t line, bool current, struct row *row)
{
    struct slice_at_line own = {0, program_line_executions(session->trace->program, source->file, line)};
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

bool rows_of_source(struct session *session, struct rows *rows, struct error *error)
{
    if (!session_need_here(session, error))
        return false;
    struct instruction instruction = program_instruction(session->trace->program, session->trace->here.index);
    if (instruction.file.size == 0) {
        rows_add_printf(rows, "no source position is known for this instruction")->style = STYLE_UNKNOWN;
        return true;
    }
    const struct session_source *source = session_source(session, instruction.file, program_folder(session->trace->program, session->trace->here.index));
    if (!source->source) {
        source_missing(source, rows);
        return true;
    }
    struct source_rows *list = arena_allocate(&rows->arena, sizeof *list);
    struct session_source *kept = arena_allocate(&rows->arena, sizeof *kept);
    *kept = *source; /* the table of sources may move while the rows live */
    *list = (struct source_rows){session, kept, instruction.line};
    rows->data = list;
    rows->count = source_line_count(source->source);
    rows->focus = instruction.line && instruction.line <= rows->count ? instruction.line - 1 : 0;
    rows->get = source_get;
    return true;
}
