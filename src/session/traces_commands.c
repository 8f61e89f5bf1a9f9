/* traces_commands.c - trace, drop, and what `info line` says of all that is open.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- The list ---- */

/* Enter leads to the line that one looks at, as `trace N` does, if the trace knows it; else to where one is in it. */
static struct place place_there(struct session *session, bool current, const struct source_position *position)
{
    struct place place = {0};
    const struct line_fact *fact = position->line && !current ? traces_line(session, position->file, position->line) : NULL;
    struct source_position own = {0};
    bool stands = fact && session->trace->kind->source && session->trace->kind->source(session, &own) && own.line == position->line && traces_same_file(own.file, position->file);
    bool here = session->trace->kind->here(session, &place);
    if (fact && fact->place.has && !stands)
        place = fact->place;
    else if (!here)
        place = (struct place){0};
    place.trace = session->trace->number;
    return place;
}

static void tell(struct session *session, bool current, const struct source_position *position, struct rows *rows)
{
    struct text status = {0};
    struct row *row = rows_add_printf(rows, "%c %u  %s ", current ? '>' : ' ', session->trace->number, session->trace->kind->label(session));
    row->current = current;
    text_safe(&row->text, slice_basename(slice_of(session->trace->path)));
    row_style(row, STYLE_LOCATION);
    session->trace->kind->status(session, &status);
    text_add(&row->text, "  ");
    text_append(&row->text, text_slice(&status));
    row_number(row, "trace", session->trace->number);
    row_string(row, "kind", slice_of(session->trace->kind->label(session)));
    row_string(row, "path", slice_of(session->trace->path));
    row->place = place_there(session, current, position);
    text_free(&status);
}

static bool list_traces(struct session *session, struct answer *answer, struct error *error)
{
    if (!session_need_open(session, error))
        return false;
    struct source_position position = {0};
    if (!session->trace->kind->source || !session->trace->kind->source(session, &position))
        position = (struct source_position){0};
    answer->is_list = true;
    for (size_t i = 0; i < session->trace_count; i++) {
        if (!session->traces[i]->kind)
            continue;
        struct session_trace *was = traces_borrow(session, session->traces[i]);
        if (session->trace == was)
            answer->rows.focus = answer->rows.count;
        tell(session, session->trace == was, &position, &answer->rows);
        traces_return(session, was);
    }
    return true;
}

/* ---- Changing: the source line one looks at is kept ---- */

/* In the trace that became current. Where it stands on the line already it stays; a line that it does not know leaves it where it was, and that is said. */
static void follow_line(struct session *session, const struct source_position *position)
{
    struct source_position own;
    struct error ignored;
    if (session->trace->kind->source && session->trace->kind->source(session, &own) && own.line == position->line && traces_same_file(own.file, position->file))
        return;
    const struct line_fact *fact = traces_line(session, position->file, position->line);
    struct place place = fact ? fact->place : (struct place){0};
    if (place.has && session_go(session, &place, &ignored)) {
        session->trace->greeted = true;     /* what was said of where it opened is not true of where one stands now */
        traces_arrived(session);
        return;
    }
    session_note(session, "%.*s:%" PRIu64 " %s: this is where one was", SLICE(slice_basename(position->file)), position->line,
                 fact && fact->state == LINE_NEVER   ? "never ran here"
                 : fact && fact->state == LINE_MAYBE ? "may have run, but no place of this trace shows it"
                                                     : "is not known here");
}

static unsigned neighbour(const struct session *session, bool backward)
{
    size_t at = 0;
    while (session->traces[at] != session->trace)
        at++;
    return session->traces[(at + (backward ? session->trace_count - 1 : 1)) % session->trace_count]->number;
}

struct session_trace *traces_of_file(const struct session *session, struct slice name)
{
    struct arena arena = {0};
    char *whole = realpath(arena_string(&arena, name), NULL);
    struct session_trace *found = NULL, *alike = NULL;
    size_t count = 0;
    for (size_t i = 0; i < session->trace_count && !found; i++) {
        struct session_trace *trace = session->traces[i];
        char *own = trace->kind ? realpath(trace->path, NULL) : NULL;
        if (trace->kind && (slice_is(name, trace->path) || (whole && own && strcmp(whole, own) == 0)))
            found = trace;
        else if (trace->kind && slice_equal(name, slice_basename(slice_of(trace->path))))
            alike = count++ ? NULL : trace;
        free(own);
    }
    free(whole);
    arena_free(&arena);
    return found ? found : count == 1 ? alike : NULL;
}

static bool number_of(const struct session *session, struct slice word, unsigned *number, struct error *error)
{
    uint64_t given;
    bool next = slice_is(word, "next"), previous = slice_is(word, "previous");
    if (next || previous) {
        *number = neighbour(session, previous);
        return true;
    }
    const struct session_trace *named = slice_decimal(word, &given) ? NULL : traces_of_file(session, word);
    if (named) {
        *number = named->number;
        return true;
    }
    if (!slice_decimal(word, &given) || given == 0 || given > session->last_number)
        return error_set(error, "there is no trace %.*s: expected its number, its file, next or previous; trace lists them", SLICE(word));
    *number = (unsigned)given;
    return true;
}

/* To a position in it. If there is none such, one is where one was. */
static bool go_there(struct session *session, struct slice position, bool changed, struct answer *answer, struct error *error)
{
    bool there = run_goto(session, position, answer, error);
    session->trace->greeted |= there;
    if (there && changed)
        traces_arrived(session);
    else if (changed)
        traces_undo(session);
    return there;
}

bool run_trace(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice word;
    unsigned number;
    struct source_position position;
    if (!session_need_open(session, error))
        return false;
    if (!argument_next(&arguments, &word))
        return list_traces(session, answer, error);
    if (!number_of(session, word, &number, error))
        return false;
    struct session_trace *from = session->trace;
    bool known = from->kind->source && from->kind->source(session, &position);
    if (!traces_switch(session, number, error))
        return false;
    if (slice_trim(arguments).size)
        return go_there(session, arguments, session->trace != from, answer, error);
    if (known && session->trace != from)
        follow_line(session, &position);
    session->trace->kind->tell(session, &answer->rows);
    return true;
}

bool run_drop(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice word;
    unsigned number = session->trace->number;
    bool gives_up = slice_starts(arguments, "!");
    arguments = slice_cut(arguments, gives_up, SIZE_MAX);
    if (!session_need_open(session, error))
        return false;
    if (argument_next(&arguments, &word) && (!number_of(session, word, &number, error) || !argument_end(arguments, error)))
        return false;
    if ((!gives_up && !notes_may_drop(session, number, error)) || !traces_drop(session, number, error))
        return false;
    return session_trace_count(session) ? list_traces(session, answer, error) : (rows_add_printf(&answer->rows, "no trace is open"), true);
}

/* ---- info line, of several ---- */

bool traces_line_meant(struct session *session, struct slice arguments, struct source_position *position)
{
    struct place place = {0};
    struct error ignored;
    bool here = session->trace->kind->source && session->trace->kind->source(session, position);
    if (!arguments.size)
        return here;
    if (slice_decimal(arguments, &place.line)) {
        here = here || list_of_main(session, position);
        position->line = place.line;
        return here;
    }
    if (!place_parse(arguments, &place, &ignored) || !(place.has & PLACE_LINE) || !(place.has & PLACE_FILE))
        return false;
    *position = (struct source_position){.file = place.file, .line = place.line};
    return true;
}

bool traces_info_line(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct source_position position;
    if (!traces_line_meant(session, slice_trim(arguments), &position))
        return session->trace->kind->info(session, slice_of("line"), answer, error);
    traces_line_answer(session, &position, answer);
    return true;
}

void traces_line_answer(struct session *session, const struct source_position *position, struct answer *answer)
{
    struct row *row = rows_add(&answer->rows, slice_basename(position->file));
    row->style = STYLE_HEADING;
    text_printf(&row->text, ":%" PRIu64 "  what %s of it", position->line, session_trace_count(session) > 1 ? "the open traces know" : "the trace knows");
    answer->is_list = true;
    traces_line_rows(session, position->file, position->line, &answer->rows);
}
