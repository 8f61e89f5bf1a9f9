/* source_margin.c - before the text of a source line: how often it ran, or the sign that it did not.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

const struct line_fact *source_fact(struct session *session, struct slice file, uint64_t line)
{
    static const struct line_fact unknown = {0};
    const struct line_fact *fact = traces_line(session, file, line);
    return fact ? fact : &unknown;
}

enum style source_shade(const struct line_fact *fact, bool current)
{
    return current ? STYLE_CURRENT : fact->state == LINE_NEVER ? STYLE_DIM : STYLE_NORMAL;
}

void source_sign(const struct line_fact *fact, struct text *out)
{
    if (fact->count)
        text_add(out, fact->about ? "~" : fact->state == LINE_PARTLY ? "!x" : "x");
    if (fact->count)
        text_count(out, fact->count);
    else if (fact->state != LINE_UNKNOWN && fact->state != LINE_NO_CODE)
        text_byte(out, line_state_mark(fact->state));
}

size_t source_sign_width(const struct session *session, size_t least)
{
    const struct line_table *table = session->trace->lines;
    return table && table->sign_width > least ? table->sign_width : least;
}

void source_margin_fact(const struct line_fact *fact, size_t width, bool current, struct row *row)
{
    struct text sign = {0};
    source_sign(fact, &sign);
    if (!current)
        row_style(row, line_state_style(fact->state));
    for (size_t cells = sign.size; cells < width; cells++)
        text_byte(&row->text, ' ');
    text_append(&row->text, text_slice(&sign));
    text_free(&sign);
}

void source_fact_fields(const struct line_fact *fact, bool counted, struct row *row)
{
    if (counted)
        row_number(row, "executions", fact->count);
    if (counted && fact->about)
        row_true(row, "about");
    row_string(row, "state", fact->state == LINE_UNKNOWN ? (struct slice){NULL, 0} : slice_of(line_state_word(fact->state)));
}

/* Narrow screens show it whole. */
void source_margin_help(unsigned kinds, struct rows *rows)
{
    if (!kinds || kinds == KIND_GNATCOV)        /* whose marks are those of gnatcov */
        return;
    rows_add(rows, slice_of("Before source lines"))->style = STYLE_HEADING;
    rows_add(rows, slice_of("  x9     ran nine times"));
    rows_add(rows, slice_of("  !x9    of which a part never ran"));
    if (kinds == KIND_AE)
        rows_add(rows, slice_of("  ~9     about nine: optimised code"));
    rows_add(rows, slice_of("  + !    ran, ran in part"));
    rows_add(rows, slice_of("  - ?    never ran, may have run"));
    rows_add(rows, slice_of(""));
}

size_t source_margin_about(struct session *session, struct slice file)
{
    size_t about = 0;
    if (!traces_line(session, file, 1) && !session->trace->lines)
        return 0;
    for (uint64_t line = 1; line <= session->trace->lines->count; line++)
        about += source_fact(session, file, line)->about;
    return about;
}
