/* diff_writers.c - two runs compared: values that something else had written, as rows.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/diff.h"
#include "recording/questions/questions.h"
#include "session/engine.h"

#include <stdio.h>


enum { WIDEST_READER = 30, WIDEST_WRITERS = 60 };

/* How closely a writer is named: both by their lines, or where these are the same by instructions, or by instances. */
enum closeness { BY_LINE, BY_CODE, BY_INSTANCE };

static void say_writer(const struct session *session, bool is_there, struct node node, enum closeness closeness, struct text *out)
{
    struct text name = {0};
    if (!is_there) {
        text_add(out, "nothing shown");
        return;
    }
    if (closeness == BY_LINE) {
        diff_say_place(session->trace->program, node.index, out);
        return;
    }
    describe_node(session, node, &name);
    struct slice all = text_slice(&name);
    size_t end = all.size;
    while (closeness == BY_CODE && end && all.data[--end] != '#')
        ;
    text_append(out, slice_cut(all, 0, end));
    text_free(&name);
}

static void say_writer_there(struct session *session, const struct diff_answer *answer, const struct diff_writer *writer, enum closeness closeness, struct text *out)
{
    struct session_trace *was = traces_borrow(session, answer->other);
    say_writer(session, writer->has_there, writer->by_there, closeness, out);
    traces_return(session, was);
}

/* "rate.c:6" and "rate.c:7", or "0x1238#1" and "0x1238#2". */
static enum closeness find_writers(struct session *session, const struct diff_answer *answer, const struct diff_writer *writer, struct text *own, struct text *other)
{
    enum closeness closeness = writer->same_code ? BY_INSTANCE : BY_LINE;
    say_writer(session, writer->has_here, writer->by_here, closeness, own);
    say_writer_there(session, answer, writer, closeness, other);
    if (closeness == BY_INSTANCE || !slice_equal(text_slice(own), text_slice(other)))
        return closeness;
    text_clear(own);
    text_clear(other);
    say_writer(session, writer->has_here, writer->by_here, BY_CODE, own);
    say_writer_there(session, answer, writer, BY_CODE, other);
    return BY_CODE;
}

/* "by rate.c:6, in 2 by rate.c:7"; where they are of one line, that before the first. */
static void say_writers(struct session *session, const struct diff_answer *answer, const struct diff_writer *writer, struct text *out)
{
    struct text own = {0}, other = {0};
    text_add(out, "by ");
    if (find_writers(session, answer, writer, &own, &other) != BY_LINE && program_instruction(session->trace->program, writer->by_here.index).line) {
        diff_say_place(session->trace->program, writer->by_here.index, out);
        text_byte(out, ' ');
    }
    text_printf(out, "%s, in %u by %s", text_string(&own), answer->other->number, text_string(&other));
    if (writer->count > 1) {
        text_add(out, "  x ");
        text_count(out, writer->count);
    }
    text_free(&own);
    text_free(&other);
}

static void writer_fields(struct session *session, const struct diff_answer *answer, const struct diff_writer *writer, struct row *row)
{
    struct text own = {0}, other = {0}, value = {0}, value_other = {0};
    (void)find_writers(session, answer, writer, &own, &other);
    diff_say_value(session, session->trace->store, writer->here, &value);
    diff_say_value(session, answer->other->store, writer->there, &value_other);
    row_string(row, "difference", slice_of("writer"));
    row_true(row, "follows");
    row_node(row, session, writer->here);
    row_number(row, "instance_other", writer->there.instance);
    row_number(row, "count", writer->count);
    row_string(row, "value", text_slice(&value));
    row_string(row, "value_other", text_slice(&value_other));
    row_string(row, "writer", writer->has_here ? text_slice(&own) : (struct slice){NULL, 0});
    row_string(row, "writer_other", writer->has_there ? text_slice(&other) : (struct slice){NULL, 0});
    text_free(&own);
    text_free(&other);
    text_free(&value);
    text_free(&value_other);
}

static void add_writer(struct session *session, const struct diff_answer *answer, const struct diff_writer *writer, size_t width, size_t said, struct rows *rows)
{
    struct row *row = rows_add(rows, slice_of("  "));
    row_style(row, STYLE_LOCATION);
    diff_say_place(session->trace->program, writer->here.index, &row->text);
    row_column(row, width + 4);
    row_style(row, STYLE_VALUE);
    say_writers(session, answer, writer, &row->text);
    row_column(row, width + said + 6);
    row_style(row, STYLE_NORMAL);
    if (!describe_statement(session, writer->here, &row->text))
        describe_code(session, writer->here, &row->text);
    writer_fields(session, answer, writer, row);
    row->place = place_of_node(session, writer->here);
}

void diff_rows_writers(struct session *session, const struct diff_answer *answer, size_t most, struct rows *rows)
{
    const struct diff *diff = answer->diff;
    size_t shown = most && diff->writer_count > most ? most : diff->writer_count, width = 0, said = 0;
    struct text text = {0};
    char how[32];
    if (diff->writer_count)
        rows_add(rows, slice_of("Here values differ, made of what something else wrote, other code first"))->style = STYLE_HEADING;
    for (size_t i = 0; i < shown && i < MEASURED; i++) {
        text_clear(&text);
        diff_say_place(session->trace->program, diff->writers[i].here.index, &text);
        width = widest(width, &text, WIDEST_READER);
        text_clear(&text);
        say_writers(session, answer, &diff->writers[i], &text);
        said = widest(said, &text, WIDEST_WRITERS);
    }
    for (size_t i = 0; i < shown; i++)
        add_writer(session, answer, &diff->writers[i], width, said, rows);
    snprintf(how, sizeof how, "diff %u causes", answer->other->number);
    diff_say_rest(rows, diff->writer_count - shown, how);
    text_free(&text);
}
