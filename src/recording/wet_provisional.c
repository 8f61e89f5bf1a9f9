/* wet_provisional.c - what rests on guesses is marked, so that nobody takes it for certain.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet.h"
#include "session/engine.h"

enum { LOOKED_AT = 8 };                 /* rows, for one that leads into the trace */

/* ---- Rows ---- */

struct guesses {
    struct rows rows;
    bool plain;                         /* their style is the rows' own */
};

static bool guess_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct guesses *guesses = rows->data;
    if (!rows_get(&guesses->rows, i, row))
        return false;
    if (!row->place.has)
        return true;
    row_true(row, "provisional");
    if (guesses->plain)
        return true;
    row->span_count = 0;
    row->style = STYLE_UNCERTAIN;
    return true;
}

static void guess_release(struct rows *rows)
{
    struct guesses *guesses = rows->data;
    rows_free(&guesses->rows);
}

/* Takes the rows over and puts marked ones in their place. */
static void mark(struct rows *rows, bool plain)
{
    struct rows marked = {.count = rows->count, .get = guess_get, .release = guess_release, .focus = rows->focus};
    struct guesses *guesses = arena_allocate(&marked.arena, sizeof *guesses);
    *guesses = (struct guesses){*rows, plain};
    marked.data = guesses;
    marked.title = rows->title;         /* what they stand in stays */
    *rows = marked;
}

void wet_mark_view(const struct session *session, enum view view, struct rows *rows)
{
    if (!wet_is_provisional(session))
        return;
    mark(rows, view == VIEW_SOURCE);    /* the text of the program is not guessed */
    if (!rows->title.size)
        return;
    struct text title = {0};
    text_append(&title, rows->title);
    text_add(&title, " - provisional");
    rows->title = arena_copy(&rows->arena, text_slice(&title));
    text_free(&title);
}

static bool leads_into_trace(const struct rows *rows)
{
    struct row row = {0};
    bool leads = false;
    for (uint64_t i = 0; i < rows->count && i < LOOKED_AT && !leads && rows_get(rows, i, &row); i++)
        leads = row.place.has != 0;
    row_free(&row);
    return leads;
}

/* That nothing was found is a guess, too. */
static bool is_guess(const struct command *command, const struct answer *answer)
{
    bool of_position = command->argument == ARGUMENT_POSITION || command->argument == ARGUMENT_ID;
    return leads_into_trace(&answer->rows) || (of_position && (answer->rows.count || answer->is_list));
}

void wet_mark_answer(const struct session *session, const struct command *command, struct answer *answer)
{
    if (!wet_is_provisional(session) || !is_guess(command, answer))
        return;
    struct rows parts[2] = {{0}, {0}}, whole = {.focus = answer->rows.focus + 1};
    struct text text = {0};
    text_add(&text, "provisional: ");
    wet_say_indexing(session, &text);
    struct row *row = rows_add(&parts[0], text_slice(&text));
    row->style = STYLE_UNCERTAIN;
    row_true(row, "provisional");
    row_string(row, "state", slice_cut(text_slice(&text), sizeof "provisional: " - 1, SIZE_MAX));
    text_free(&text);
    whole.title = arena_copy(&whole.arena, answer->rows.title);
    mark(&answer->rows, false);
    parts[1] = answer->rows;
    rows_chain(&whole, parts, 2);
    answer->rows = whole;
}

/* ---- Who used it ---- */

struct unknown {
    const struct session *session;
    size_t indent;
};

/* Made when it is looked at: the percentage grows. */
static bool unknown_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct unknown *unknown = rows->data;
    (void)i;
    text_pad(&row->text, unknown->indent);
    text_add(&row->text, "not known yet: ");
    wet_say_indexing(unknown->session, &row->text);
    row->style = STYLE_UNKNOWN;
    row_string(row, "relation", slice_of("user"));
    row_false(row, "known");
    row_true(row, "provisional");
    return true;
}

void wet_unknown_users(const struct session *session, size_t indent, struct rows *rows)
{
    struct unknown *unknown = arena_allocate(&rows->arena, sizeof *unknown);
    *unknown = (struct unknown){session, indent};
    rows->data = unknown;
    rows->get = unknown_get;
    rows->count = 1;
}
