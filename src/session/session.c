/* session.c - opening a trace, where one is, and what the user has to be told.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "session/session.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct session *session_open(const struct session_options *options)
{
    struct session *session = memory_allocate(sizeof *session);
    if (options)
        session->options = *options;
    session->trace = traces_add(session);
    session->grain = GRAIN_INSTRUCTION;
    session->hexadecimal = true;
    session->values = true;
    theme_built_in(session->own.looks);
    if (session->options.source_path)
        text_add(&session->source_path, session->options.source_path);
    source_path_note_missing(session);
    for (size_t i = 0; i < session->options.substitute_count; i++) {
        struct slice rule = slice_of(session->options.substitutes[i]);
        size_t equals = slice_find_byte(rule, '=');
        source_path_add_rule(session, slice_cut(rule, 0, equals), equals == SIZE_MAX ? (struct slice){NULL, 0} : slice_cut(rule, equals + 1, SIZE_MAX));
    }
    return session;
}

void session_close_trace(struct session *session)
{
    for (size_t i = 0; i < session->trace->source_count; i++)
        source_close(session->trace->sources[i].source);
    free(session->trace->sources);
    session->trace->sources = NULL;
    text_free(&session->trace->unread);
    session->trace->source_count = session->trace->source_capacity = 0;
    if (session->trace->kind)
        session->trace->kind->close(session);
    if (session->trace->symbols)
        symbols_close(session->trace->symbols);
    stops_free(&session->trace->stops);
    history_free(&session->trace->history);
    traces_forget_lines(session->trace);
    calls_free(session->trace->calls);
    session->trace->calls = NULL;
    arena_free(&session->trace->arena);
    session->trace->kind = NULL;
    session->trace->symbols = NULL;
    session->trace->path = NULL;
    session->trace->greeting = (struct slice){NULL, 0};
    session->trace->greeted = false;
    session->trace->marks = (struct marks){0};
    session->trace->list_line = 0;
    session->trace->damage_told = false;
    session_opened_anew(session);
}

void session_close(struct session *session)
{
    if (!session)
        return;
    traces_close_all(session);
    source_path_free(session);
    text_free(&session->notices);
    text_free(&session->repeat);
    text_free(&session->pattern);
    own_free(session);
    free(session);
}

bool session_wants_mouse(const struct session *session)
{
    return session->mouse;
}

void session_set_width(struct session *session, int cells)
{
    enum { MARGIN = 1 };                /* before each row */
    session->width = cells > MARGIN ? (size_t)cells - MARGIN : 0;
}

struct progress session_watch(struct session *session, struct progress progress)
{
    struct progress before = session->options.progress;
    session->options.progress = progress;
    return before;
}

/* ---- Notices ---- */

void session_note(struct session *session, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_safe(&session->notices, slice_of(line));
    text_byte(&session->notices, '\n');
}

void session_note_unread(struct session *session, struct slice path, const char *reason)
{
    struct text line = {0};
    struct text *kept = &session->trace->unread;
    text_printf(&line, "%.*s %s\n", SLICE(path), reason);
    if (slice_find(text_slice(kept), text_slice(&line)) == SIZE_MAX) {
        text_append(kept, text_slice(&line));
        session_note(session, "%.*s %s: what it says is missing in answers", SLICE(path), reason);
    }
    text_free(&line);
}

void session_look_for_unread(struct session *session)
{
    const struct session_kind *kind = session->trace->kind;
    const char *reason;
    struct slice path;
    for (size_t i = 0; kind && kind->object && kind->object(session, i, &path, &reason); i++)
        if (reason)
            session_note_unread(session, path, reason);
}

bool session_has_unread(const struct session *session)
{
    return session->trace->unread.size > 0;
}

void session_note_once(struct session *session, struct slice line)
{
    if (slice_find(slice_cut(text_slice(&session->notices), session->notices_taken, SIZE_MAX), line) == SIZE_MAX)
        session_note(session, "%.*s", SLICE(line));
}

bool session_notice(struct session *session, struct text *line)
{
    struct slice rest = slice_cut(text_slice(&session->notices), session->notices_taken, SIZE_MAX), next;
    if (!slice_line(&rest, &next)) {
        text_clear(&session->notices);
        session->notices_taken = 0;
        return false;
    }
    text_clear(line);
    text_append(line, next);
    session->notices_taken = session->notices.size - rest.size;
    return true;
}

void session_greet(struct session *session, struct slice words)
{
    session->trace->greeting = arena_copy(&session->trace->arena, words);
}

bool session_greeting(struct session *session, struct text *line)
{
    struct session_trace *trace = session->trace;
    if (!trace->kind || trace->greeted)
        return false;
    trace->greeted = true;
    text_clear(line);
    if (trace->greeting.size)
        text_safe(line, trace->greeting);
    else if (trace->kind->greet)
        trace->kind->greet(session, line);
    return line->size;
}

/* ---- Opening ---- */

bool session_open_files(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    return traces_open(session, paths, count, error);
}

bool session_open_some(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    return traces_open_some(session, paths, count, error);
}

void session_take_as(struct session *session, unsigned kind)
{
    session->as = kind;
}

bool session_load(struct session *session, const char *path, struct error *error)
{
    return session_load_files(session, &path, 1, error);
}

bool session_is_open(const struct session *session)
{
    return session->trace->kind != NULL;
}

const char *session_path(const struct session *session)
{
    return session->trace->path;
}

const char *session_kind_name(const struct session *session)
{
    return session->trace->kind ? session->trace->kind->label(session) : "";
}

unsigned session_kinds(const struct session *session)
{
    return session->trace->kind ? session->trace->kind->kind : 0;
}

const struct arrangement *session_arrangement(const struct session *session)
{
    return session->trace->kind ? &session->trace->kind->arrangement : &session_all_kinds[0]->arrangement;
}

const char *view_name(enum view view)
{
    static const char *const names[VIEWS] = {"instructions", "source", "links", "trail", "values", "graph", "frames", "steps", "coverage", "stream", "registers",
                                             "entries", "functions", "branch"};
    return view < VIEWS ? names[view] : "";
}

void session_opened_anew(struct session *session)
{
    session->opened++;
    session->version++;
    traces_forget_lines(session->trace);
}

uint64_t session_opened(const struct session *session)
{
    return session->opened;
}

uint64_t session_version(const struct session *session)
{
    return session->version;
}

bool session_need_open(const struct session *session, struct error *error)
{
    return session->trace->kind || error_set(error, "no trace is open: open FILE opens one");
}

/* ---- Where one is ---- */

void session_leave(struct session *session)
{
    struct place here = {0};
    if (!session_is_stopgap(session) && session->trace->kind->here(session, &here))
        history_leave(&session->trace->history, &here);
}

/* In the current trace. */
static bool go(struct session *session, const struct place *place, struct error *error)
{
    struct place from = {0}, now = {0};
    bool had = session->trace->kind->here(session, &from), leaves = had && !session_is_stopgap(session);
    if (!session->trace->kind->set(session, place, error) || !session->trace->kind->here(session, &now))
        return false;
    if (had && !place_equal(&from, &now) && !marks_set(&session->trace->marks, '\'', &from))
        return false;
    if (leaves)
        history_leave(&session->trace->history, &from);
    history_visit(&session->trace->history, &now);
    session->trace->named = !(place->has & (PLACE_BEGIN | PLACE_END | PLACE_PERCENT));
    return true;
}

bool session_go(struct session *session, const struct place *place, struct error *error)
{
    struct place marked;
    if (!session_need_open(session, error))
        return false;
    struct session_trace *was = session->trace, *to = place->trace ? traces_find(session, place->trace) : was;
    if (place->has & PLACE_MARK) {
        to = traces_with_mark(session, place->mark);
        if (!to || !marks_get(&to->marks, place->mark, &marked) || marked.has & PLACE_MARK)
            return refuse_mark(session, place->mark, error);
        place = &marked;
    }
    if (!to)
        return error_set(error, "trace %u is not open any more", place->trace);
    if (to == was)
        return go(session, place, error);
    if (!traces_switch(session, to->number, error))
        return false;
    bool there = go(session, place, error);
    if (there)
        traces_arrived(session);
    else
        traces_undo(session);
    return there;
}

size_t session_jumps(const struct session *session)
{
    return session->trace->history.position;
}

bool session_takes_paste(const struct session *session)
{
    return session->trace->kind && session->trace->kind->paste;
}

static const struct session_kind *kind_that_takes_paste(void)
{
    size_t i = 0;
    while (!session_all_kinds[i]->paste)
        i++;
    return session_all_kinds[i];
}

bool session_paste(struct session *session, struct slice text, const char *source, struct answer *answer, struct error *error)
{
    if (session_takes_paste(session))
        return session->trace->kind->paste(session, text, source, answer, error);
    return error_set(error, session->trace->kind ? "this is %s: a paste explains %s" : "no program is open: open FILE opens one with CSI metadata",
                     session->trace->kind ? session->trace->kind->what : "", kind_that_takes_paste()->what);
}

bool session_parse(struct session *session, struct slice word, struct place *place, struct error *error)
{
    struct slice trimmed = slice_trim(word);
    if (place_parse(word, place, error)) {
        if (place->has & PLACE_ID && session->trace->kind && session->trace->kind->number)
            session->trace->kind->number(session, place);
        return true;
    }
    if (session->trace->kind && session->trace->kind->counts && trimmed.size > 1 && trimmed.data[0] == '@' && trimmed.data[1] >= '0' && trimmed.data[1] <= '9')
        error_set(error, "%s is a number from 1", session->trace->kind->counts);
    return false;
}

bool session_place(struct session *session, struct slice word, struct place *place, struct error *error)
{
    struct place named = {0};
    if (!session_need_open(session, error))
        return false;
    return session_parse(session, word, &named, error) && session->trace->kind->resolve(session, &named, place, error);
}

void session_status(struct session *session, struct text *out)
{
    if (session->trace->kind)
        session->trace->kind->status(session, out);
    else
        text_add(out, "no trace open");
}

bool session_view(struct session *session, enum view view, struct rows *rows, struct error *error)
{
    if (!session_need_open(session, error))
        return false;
    if (session->trace->kind->view(session, view, rows, error)) {
        session_mark_view(session, view, rows);
        return true;
    }
    rows_free(rows);
    return false;
}

void session_place_text(struct session *session, const struct place *place, struct text *out)
{
    bool here = !place->trace || place->trace == session_trace_number(session);
    if (!here || !session->trace->kind || !session->trace->kind->place_text || !session->trace->kind->place_text(session, place, out))
        place_text(place, out);
}
