/* session_check.h - checks what every session promises, whatever is open in it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows and errors are printable, as text and as JSON, and stay the same when asked for again. Places lead back to themselves. Panes have a focus. */
#ifndef CLEW_FUZZ_SESSION_CHECK_H
#define CLEW_FUZZ_SESSION_CHECK_H

#include <stdlib.h>
#include <string.h>

#include "session/session.h"

enum { LINES = 14, ROWS = 24, VISITS = 6, PATIENCE = 400 /* reports of progress, altogether */ };

static inline void promise(bool kept)
{
    if (!kept)
        abort();
}

static inline void check_safe(struct str text)
{
    for (size_t i = 0; i < text.size; i++)
        promise((unsigned char)text.data[i] >= 0x20 && text.data[i] != 0x7f);       /* no control character may reach a terminal */
}

static inline bool patience(void *left, uint64_t done, uint64_t total)
{
    (void)done, (void)total;
    return *(int *)left > 0 && --*(int *)left > 0;
}

/* A row shows the same each time. */
static inline void show_row(const struct rows *rows, uint64_t i, struct row *row)
{
    struct text json = {0}, first = {0};
    check_safe(text_str(&row->text));
    batch_json(row, &json);
    check_safe(text_str(&json));
    text_append(&first, text_str(&row->text));
    promise(rows_get(rows, i, row) && str_equal(text_str(&first), text_str(&row->text)));
    text_free(&json);
    text_free(&first);
}

static inline void show(const struct rows *rows)
{
    struct row row = {0};
    check_safe(rows->title);
    promise(!rows->count || rows->focus < rows->count);
    uint64_t first = rows->focus > ROWS / 2 ? rows->focus - ROWS / 2 : 0;
    for (uint64_t i = first; i < rows->count && i < first + ROWS && rows_get(rows, i, &row); i++)
        show_row(rows, i, &row);
    row_free(&row);
}

/* The current place, as a mark keeps it. */
static inline bool place_here(struct session *session, struct place *place)
{
    struct answer answer = {0};
    struct row row = {0};
    struct error error;
    bool known = session_run(session, "mark z", &answer, &error) && rows_get(&answer.rows, 0, &row) && row.place.has;
    *place = row.place;
    row_free(&row);
    answer_free(&answer);
    return known;
}

/* A row leads somewhere or says why not. Going to the place it led to arrives at the same place. */
static inline void visit(struct session *session, const struct rows *rows)
{
    struct row row = {0};
    struct place place, again;
    struct error error;
    uint64_t first = rows->focus > VISITS / 2 ? rows->focus - VISITS / 2 : 0;
    for (uint64_t i = first; i < rows->count && i < first + VISITS && rows_get(rows, i, &row); i++)
        if (row.place.has && session_go(session, &row.place, &error) && place_here(session, &place) && session_go(session, &place, &error))
            promise(place_here(session, &again) && place_equal(&place, &again));
    row_free(&row);
}

static inline void show_views(struct session *session)
{
    struct text status = {0};
    struct error error;
    for (enum view view = 0; view < VIEWS; view++) {
        struct rows rows = {0};
        if (!session_view(session, view, &rows, &error))
            continue;
        show(&rows);
        rows_free(&rows);
    }
    session_status(session, &status);
    check_safe(text_str(&status));
    text_free(&status);
}

/* Folds unfold from every place, and into sound rows. */
static inline void fold_rows(struct rows *rows)
{
    static const enum fold changes[] = {FOLD_OPEN, FOLD_TOGGLE, FOLD_CLOSE, FOLD_OPEN_ALL, FOLD_CLOSE, FOLD_CLOSE_ALL, FOLD_OPEN};
    for (size_t i = 0; i < sizeof changes / sizeof *changes && rows->count; i++) {
        uint64_t row = rows->count * (i + 1) / 9;
        if (rows_fold(rows, &row, changes[i]))
            promise(row < rows->count);
        rows->focus = row;
        show(rows);
    }
}

static inline void say(struct session *session, const char *line)
{
    struct answer answer = {0};
    struct error error;
    struct text text = {0};
    uint64_t opened = session_opened(session), version = session_version(session);
    if (session_run(session, line, &answer, &error)) {
        show(&answer.rows);
        if (session_opened(session) == opened)
            visit(session, &answer.rows);
        if (session_opened(session) == opened)
            fold_rows(&answer.rows);
    } else {
        error_text(&error, &text);
        check_safe(text_str(&text));
    }
    text_free(&text);
    answer_free(&answer);
    if (session_version(session) != version)
        show_views(session);
}

static inline bool may_say(struct str line)
{
    struct str arguments, word = command_word(line, &arguments);
    static const char *const files[] = {"o", "so", "pa", "cor", "att"};     /* skipped: they read files of any name, or run gdb */
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (str_starts(word, files[i]))
            return false;
    return !memchr(line.data, 0, line.size);
}

#endif
