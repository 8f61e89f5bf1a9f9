/* slice_rows.c - the source lines of a slice, made line by line.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/current_slice.h"
#include "recording/questions/questions.h"

#include <inttypes.h>


enum { WIDEST_LOCATION = 30, WIDEST_COUNT = 18, WIDEST_VALUE = 12 };

struct line_rows {
    struct session *session;
    struct reached *members;
    struct slice_lines lines;
    size_t location_width, count_width, value_width;
};

/* ---- Rows ---- */

static void say_location(const struct slice_line *line, struct text *out)
{
    text_safe(out, slice_basename(line->at.file));
    text_printf(out, ":%" PRIu64, line->at.line);
}

/* Of its instructions: how often the line ran is another number. */
static void say_count(const struct slice_line *line, struct text *out)
{
    text_count(out, line->instances);
    text_add(out, line->instances == 1 ? " instance" : " instances");
}

static bool say_value(const struct line_rows *list, const struct slice_line *line, struct text *out)
{
    struct text value = {0};
    bool found = slice_value_at_line(list->session, list->members, line->at.file, line->at.line, &value);
    text_add(out, found ? "= " : "");
    text_append(out, text_slice(&value));
    text_free(&value);
    return found;
}

void slice_say_without(uint64_t instances, struct row *row)
{
    row->style = STYLE_UNKNOWN;
    text_printf(&row->text, "%" PRIu64 " instance%s without a source line", instances, instances == 1 ? "" : "s");
}

static bool line_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct line_rows *list = rows->data;
    if (i >= list->lines.count) {
        slice_say_without(list->lines.without, row);
        return true;
    }
    const struct slice_line *line = &list->lines.items[i];
    size_t at = list->location_width + 2;
    row_style(row, STYLE_LOCATION);
    say_location(line, &row->text);
    row_column(row, at);
    row_style(row, STYLE_DIM);
    say_count(line, &row->text);
    row_column(row, at += list->count_width + 2);
    row_style(row, STYLE_VALUE);
    say_value(list, line, &row->text);
    row_column(row, at + (list->value_width ? list->value_width + 2 : 0));
    row_style(row, STYLE_NORMAL);
    describe_statement(list->session, line->last, &row->text);
    row_string(row, "file", line->at.file);
    row_number(row, "line", line->at.line);
    row_number(row, "instances", line->instances);
    row->place = place_of_node(list->session, line->last);
    return true;
}

static void line_release(struct rows *rows)
{
    struct line_rows *list = rows->data;
    reached_free(list->members);
    slice_lines_free(&list->lines);
}

static void measure(struct line_rows *list)
{
    struct text text = {0};
    for (size_t i = 0; i < list->lines.count && i < MEASURED; i++) {
        text_clear(&text);
        say_location(&list->lines.items[i], &text);
        list->location_width = widest(list->location_width, &text, WIDEST_LOCATION);
        text_clear(&text);
        say_count(&list->lines.items[i], &text);
        list->count_width = widest(list->count_width, &text, WIDEST_COUNT);
        text_clear(&text);
        if (say_value(list, &list->lines.items[i], &text))
            list->value_width = widest(list->value_width, &text, WIDEST_VALUE);
    }
    text_free(&text);
}

void slice_rows_of_lines(struct session *session, struct rows *rows)
{
    struct line_rows *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct line_rows){.session = session, .members = reached_share(session->trace->slice->members)};
    slice_lines(session->trace->program, list->members, &list->lines);
    measure(list);
    rows->count = list->lines.count + (list->lines.without > 0);
    rows->data = list;
    rows->get = line_get;
    rows->release = line_release;
}

void slice_mark_cut(const struct session *session, struct rows *rows)
{
    if (!session->trace->slice->cut)
        return;
    struct row *row = rows_add(rows, slice_of("interrupted after "));
    text_count(&row->text, session->trace->slice->reached);
    text_add(&row->text, session->trace->slice->reached == 1 ? " instance" : " instances");
    text_add(&row->text, ": this is what was reached by then, there may be more");
    row->style = STYLE_WARNING;
    row_true(row, "cut");
    row_number(row, "instances", session->trace->slice->reached);
}
