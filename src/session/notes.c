/* notes.c - note and notes: remarks of the user at positions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A note is kept with the text of its position, so that it outlives a trace that is read again. */
#include "session/engine.h"

#include <string.h>

/* Words like `main` and `3` begin remarks as often as they are positions: a position is told by what no word has. */
static bool looks_like_position(struct slice word)
{
    for (size_t i = 0; i < word.size; i++)
        if (strchr("#@$~", word.data[i]) || (word.data[i] == ':' && i + 1 < word.size))
            return true;
    bool relative = word.size > 1 && (word.data[0] == '+' || word.data[0] == '-') && word.data[1] >= '0' && word.data[1] <= '9';
    return slice_starts(word, "0x") || relative;
}

static struct slice without_quotes(struct slice text)
{
    bool quoted = text.size > 1 && slice_starts(text, "\"") && slice_ends(text, "\"");
    return quoted ? slice_cut(text, 1, text.size - 2) : text;
}

/* The words: a position, else here; and the text, which may stand in double quotes. */
static bool parse(struct session *session, struct slice arguments, struct place *place, struct slice *text, struct error *error)
{
    struct slice rest = arguments, word;
    bool quoted = slice_starts(arguments, "\"");
    if (!quoted && slice_field(&rest, &word) && looks_like_position(word)) {
        *text = without_quotes(slice_trim(rest));
        return session_place(session, word, place, error);
    }
    *text = without_quotes(arguments);
    if (!text->size)
        return error_set(error, "note needs a text; note POS without one takes the note there away, notes lists them");
    return session->trace->kind->here(session, place) || error_set(error, "there is no current position to be noted");
}

bool run_note(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct place place = {0};
    struct slice text;
    struct text position = {0}, shown = {0};
    unsigned number = session->trace->number;
    if (!session_need_open(session, error) || !parse(session, slice_trim(arguments), &place, &text, error) || !own_is_line(text, error))
        return false;
    place.trace = 0;
    place_text(&place, &position);
    session_place_text(session, &place, &shown);
    bool done = position.size || error_set(error, "this position has no name to keep a note by");
    if (done && text.size)
        entries_set(&session->own.notes, number, text_slice(&position), text);
    else if (done)
        done = entries_remove(&session->own.notes, number, text_slice(&position)) || error_set(error, "there is no note at %s: notes lists them", text_string(&shown));
    if (done) {
        struct row *row = rows_add(&answer->rows, slice_of(text.size ? "noted at " : "no note any more at "));
        text_safe(&row->text, text_slice(&shown));
        row_string(row, "position", text_slice(&position));
        row_string(row, "note", text.size ? text : (struct slice){NULL, 0});
    }
    text_free(&position);
    text_free(&shown);
    return done;
}

/* One note of the trace that is current for the moment. */
static void tell(struct session *session, const struct entry *note, bool elsewhere, struct rows *rows)
{
    struct place place;
    struct error ignored;
    struct row *row = rows_add(rows, slice_of(note->name));
    if (elsewhere)
        text_printf(&row->text, " of trace %u", note->number);
    row_column(row, 8);
    row_style(row, STYLE_HEADING);
    text_safe(&row->text, slice_of(note->value));
    row_style(row, STYLE_NORMAL);
    text_add(&row->text, "  ");
    if (!session_place(session, slice_of(note->name), &place, &ignored) || !session->trace->kind->place_row(session, &place, row))
        text_add(&row->text, "(not there any more)");
    row->place.trace = note->number;
    row_string(row, "position", slice_of(note->name));
    row_string(row, "note", slice_of(note->value));
}

bool run_notes(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    (void)arguments;
    if (!session_need_open(session, error))
        return false;
    answer->is_list = true;
    for (size_t i = 0; i < session->own.notes.count; i++) {
        struct session_trace *of = traces_find(session, session->own.notes.items[i].number);
        if (!of || !of->kind)
            continue;
        struct session_trace *was = traces_borrow(session, of);
        tell(session, &session->own.notes.items[i], of != was, &answer->rows);
        traces_return(session, was);
    }
    if (!answer->rows.count)
        rows_add_printf(&answer->rows, "no notes: note TEXT makes one here")->style = STYLE_DIM;
    return true;
}

void notes_tell(struct session *session, const struct place *place, struct rows *rows)
{
    struct text position = {0};
    struct place plain = *place;
    struct rows parts[2] = {*rows, {0}};
    plain.trace = 0;
    place_text(&plain, &position);
    const struct entry *note = entries_find(&session->own.notes, session->trace->number, text_slice(&position));
    if (note) {
        struct slice title = rows->title;
        uint64_t focus = rows->focus;
        struct row *row = rows_add(&parts[1], slice_of("note: "));
        row->style = STYLE_HEADING;
        text_safe(&row->text, slice_of(note->value));
        row_string(row, "note", slice_of(note->value));
        *rows = (struct rows){0};
        rows_chain(rows, parts, 2);
        rows->title = title;
        rows->focus = focus;
    }
    text_free(&position);
}

/* ---- What is in no file yet ---- */

void notes_kept(struct session *session)
{
    entries_free(&session->own.kept);
    entries_copy(&session->own.notes, &session->own.kept);
}

static bool is_among(const struct entries *entries, const struct entry *note)
{
    const struct entry *other = entries_find(entries, note->number, slice_of(note->name));
    return other && strcmp(other->value, note->value) == 0;
}

void notes_from_file(struct session *session, const struct edit *edit)
{
    for (size_t i = 0; i < edit->after.count; i++) {
        const struct entry *note = &edit->after.items[i];
        if (!is_among(&edit->before, note))
            entries_set(&session->own.kept, note->number, slice_of(note->name), slice_of(note->value));
    }
}

/* Of one trace, or with 0 of all. */
static size_t count_unsaved(const struct session *session, unsigned number)
{
    size_t count = 0;
    for (size_t i = 0; i < session->own.notes.count; i++) {
        const struct entry *note = &session->own.notes.items[i];
        count += (!number || note->number == number) && !is_among(&session->own.kept, note);
    }
    return count;
}

size_t session_unsaved(const struct session *session, struct text *out)
{
    size_t count = session->own.gives_up ? 0 : count_unsaved(session, 0);
    if (count)
        text_printf(out, "%zu note%s not saved: save FILE, or q again", count, count == 1 ? "" : "s");
    return count;
}

void session_asks_back(struct session *session)
{
    session->own.asks_back = true;
}

/* A script does not say a thing once more. */
bool notes_may_drop(struct session *session, unsigned number, struct error *error)
{
    size_t count = count_unsaved(session, number);
    if (!count || !session->own.asks_back || session->depth || session->own.loading || session->own.drop_told == number)
        return true;
    session->own.drop_told = number;
    return error_set(error, "%zu note%s of trace %u not saved: save FILE, or drop again", count, count == 1 ? "" : "s", number);
}
