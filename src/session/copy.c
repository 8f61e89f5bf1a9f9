/* copy.c - a position, its address, value or line as a text to be copied.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <inttypes.h>
#include <string.h>

static const char *const copy_names[] = {"position", "address", "value", "line", NULL};
enum copy { COPY_POSITION, COPY_ADDRESS, COPY_VALUE, COPY_LINE };

bool row_field_text(const struct row *row, const char *name, struct text *out)
{
    for (size_t i = 0; i < row->field_count; i++) {
        const struct field *field = &row->fields[i];
        if (strcmp(field->name, name) != 0)
            continue;
        if (field->kind == FIELD_NUMBER)
            text_printf(out, "%" PRIu64, field->number);
        else if (field->kind == FIELD_HEX)
            text_hex(out, field->number);
        else if (field->kind == FIELD_TEXT)
            text_safe(out, field->text);
        else
            return false;
        return true;
    }
    return false;
}

/* What `print` says of the place, without decoration. */
static bool copy_value(struct session *session, struct slice position, struct text *out, struct error *error)
{
    struct answer answer = {0};
    struct row row = {0};
    if (!session->trace->kind->print)
        return error_set(error, "%s records no values", session->trace->kind->what);
    bool done = session->trace->kind->print(session, position, &answer, error);
    if (done && !(rows_get(&answer.rows, 0, &row) && row_field_text(&row, "value", out)))
        done = error_set(error, "no value is recorded at %.*s", SLICE(position));
    row_free(&row);
    answer_free(&answer);
    return done;
}

/* From the fields that a row of this place has. */
static bool copy_fields(struct session *session, const struct place *place, enum copy what, struct text *out, struct error *error)
{
    struct row row = {0};
    struct text line = {0};
    bool done = session->trace->kind->place_row(session, place, &row);
    if (what == COPY_ADDRESS) {
        done = done && row_field_text(&row, "address", out);
    } else {
        done = done && row_field_text(&row, "line", &line) && row_field_text(&row, "file", out);
        text_printf(out, ":%s", text_string(&line));
    }
    text_free(&line);
    row_free(&row);
    return done || error_set(error, what == COPY_ADDRESS ? "no address is known of it" : "no source line is known of it");
}

static bool copy(struct session *session, const struct place *place, enum copy what, struct text *out, struct error *error)
{
    struct text position = {0};
    session_place_text(session, place, &position);
    bool done = true;
    if (what == COPY_POSITION)
        text_safe(out, text_slice(&position));
    else if (what == COPY_VALUE)
        done = copy_value(session, text_slice(&position), out, error);
    else
        done = copy_fields(session, place, what, out, error);
    text_free(&position);
    return done;
}

void session_show_whole(struct session *session, bool whole)
{
    session->whole = whole;
}

bool run_copy(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice word, position = {NULL, 0};
    struct place place;
    struct text text = {0};
    size_t what;
    if (!argument_next(&arguments, &word))
        return error_set(error, "copy what? position, address, value or line; on the full screen also row");
    if (slice_is(word, "row"))
        return error_set(error, "copy row needs the row under a cursor: clew FILE without -c, -x and -i");
    if (!argument_choice(word, copy_names, "thing to copy", &what, error) || !session_need_open(session, error))
        return false;
    bool named = argument_next(&arguments, &position);
    if (!argument_end(arguments, error) || (named && !session_place(session, position, &place, error)))
        return false;
    if (!named && !session->trace->kind->here(session, &place))
        return error_set(error, "there is no current position");
    bool done = copy(session, &place, (enum copy)what, &text, error);
    if (done) {
        struct row *row = rows_add(&answer->rows, text_slice(&text));
        row_string(row, copy_names[what], text_slice(&row->text));
        answer->action = ACTION_COPY;
    }
    text_free(&text);
    return done;
}
