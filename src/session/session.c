/* session.c - notices, the current place, jump history and marks, mistyped names.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session.h"
#include "session/engine.h"
#include "table/table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    text_safe(&session->notices, str_of(line));
    text_byte(&session->notices, '\n');
}

void session_note_unread(struct session *session, struct str path, const char *reason)
{
    struct text line = {0};
    struct text *kept = &session->trace->unread;
    text_printf(&line, "%.*s %s\n", STR(path), reason);
    if (str_find(text_str(kept), text_str(&line)) == SIZE_MAX) {
        text_append(kept, text_str(&line));
        session_note(session, "%.*s %s: answers lack its contents", STR(path), reason);
    }
    text_free(&line);
}

void session_look_for_unread(struct session *session)
{
    const struct session_kind *kind = session->trace->kind;
    const char *reason;
    struct str path;
    for (size_t i = 0; kind && kind->object && kind->object(session, i, &path, &reason); i++)
        if (reason)
            session_note_unread(session, path, reason);
}

bool session_has_unread(const struct session *session)
{
    return session->trace->unread.size > 0;
}

void session_note_once(struct session *session, struct str line)
{
    if (str_find(str_cut(text_str(&session->notices), session->notices_taken, SIZE_MAX), line) == SIZE_MAX)
        session_note(session, "%.*s", STR(line));
}

bool session_notice(struct session *session, struct text *line)
{
    struct str rest = str_cut(text_str(&session->notices), session->notices_taken, SIZE_MAX), next;
    if (!str_line(&rest, &next)) {
        text_clear(&session->notices);
        session->notices_taken = 0;
        return false;
    }
    text_clear(line);
    text_append(line, next);
    session->notices_taken = session->notices.size - rest.size;
    return true;
}

void session_greet(struct session *session, struct str words)
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

unsigned trace_kinds(const struct session_trace *trace)
{
    return trace->kind ? trace->kind->kind : 0;
}

unsigned session_kinds(const struct session *session)
{
    return trace_kinds(session->trace);
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

void session_hurry(struct session *session, bool hurries)
{
    session->version += session->hurries && !hurries;
    session->hurries = hurries;
}

uint64_t session_version(const struct session *session)
{
    return session->version;
}

bool session_need_open(const struct session *session, struct error *error)
{
    return session->trace->kind || error_set(error, "no trace is open: `open FILE` opens one");
}

/* ---- The current place ---- */

void session_leave(struct session *session)
{
    struct place here = {0};
    if (!session_is_stopgap(session) && session->trace->kind->here(session, &here))
        history_leave(&session->trace->history, &here);
}

bool session_go_here(struct session *session, const struct place *place, struct error *error)
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

bool session_paste(struct session *session, struct str text, const char *source, struct answer *answer, struct error *error)
{
    if (session_takes_paste(session))
        return session->trace->kind->paste(session, text, source, answer, error);
    return error_set(error, session->trace->kind ? "this is %s: clew explains a paste only with %s" : "no program is open: `open FILE` opens one with CSI metadata",
                     session->trace->kind ? session->trace->kind->what : "", kind_that_takes_paste()->what);
}

bool session_parse(struct session *session, struct str word, struct place *place, struct error *error)
{
    struct str trimmed = str_trim(word);
    if (place_parse(word, place, error)) {
        if (place->has & PLACE_ID && session->trace->kind && session->trace->kind->number)
            session->trace->kind->number(session, place);
        return true;
    }
    if (session->trace->kind && session->trace->kind->counts && trimmed.size > 1 && trimmed.data[0] == '@' && trimmed.data[1] >= '0' && trimmed.data[1] <= '9')
        error_set(error, "`%.*s`: %s is a number from 1", STR(trimmed), session->trace->kind->counts);
    return false;
}

bool session_place(struct session *session, struct str word, struct place *place, struct error *error)
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

struct str message_behind_name(struct str message, struct str name)
{
    struct str behind = str_cut(message, name.size + 2, SIZE_MAX);
    bool begins = str_starts(message, "`") && str_equal(str_cut(message, 1, name.size), name) && str_starts(str_cut(message, name.size + 1, SIZE_MAX), "`");
    return begins ? behind : (struct str){NULL, 0};
}

void session_place_text(struct session *session, const struct place *place, struct text *out)
{
    bool here = !place->trace || place->trace == session_trace_number(session);
    if (!here || !session->trace->kind || !session->trace->kind->place_text || !session->trace->kind->place_text(session, place, out))
        place_text(place, out);
}

/* ---- Jump history and marks ---- */

enum { HISTORY_DROP = HISTORY_MAX / 10 };   /* drops this many at once, so that a long session does not shift all places at every jump */

void history_visit(struct history *history, const struct place *place)
{
    if (history->count && place_equal(&history->places[history->position], place))
        return;
    if (history->count)
        history->count = history->position + 1;
    struct place copy = *place; /* `place` may point into the history */
    if (history->count == HISTORY_MAX) {
        history->count -= HISTORY_DROP;
        memmove(history->places, history->places + HISTORY_DROP, history->count * sizeof *history->places);
    }
    history->places = array_grow(history->places, &history->capacity, history->count + 1, sizeof *history->places);
    history->position = history->count;
    history->places[history->count++] = copy;
}

void history_leave(struct history *history, const struct place *place)
{
    if (history->count)
        history->places[history->position] = *place;
}

bool history_back(struct history *history, struct place *place)
{
    if (history->count == 0 || history->position == 0)
        return false;
    *place = history->places[--history->position];
    return true;
}

bool history_forward(struct history *history, struct place *place)
{
    if (history->count == 0 || history->position + 1 == history->count)
        return false;
    *place = history->places[++history->position];
    return true;
}

void history_free(struct history *history)
{
    free(history->places);
    *history = (struct history){0};
}

/* The index of a mark; false: not a mark's name. */
static bool mark_index(char name, size_t *index)
{
    if (name == '\'')
        *index = 26;
    else if (name >= 'a' && name <= 'z')
        *index = (size_t)(name - 'a');
    else
        return false;
    return true;
}

bool marks_set(struct marks *marks, char name, const struct place *place)
{
    size_t index;
    if (!mark_index(name, &index))
        return false;
    marks->places[index] = *place;
    return true;
}

void marks_clear(struct marks *marks, char name)
{
    size_t index;
    if (mark_index(name, &index))
        marks->places[index] = (struct place){0};
}

bool marks_get(const struct marks *marks, char name, struct place *place)
{
    size_t index;
    if (!mark_index(name, &index) || marks->places[index].has == 0)
        return false;
    *place = marks->places[index];
    return true;
}

/* ---- Names of a trace near a mistyped one ---- */

/* In some kinds of traces each instruction has its function's name, and equal names are adjacent. C++ names are compared without parameters, and with or
 * without scopes, as the word has them. */
const char *near_function(const struct session *session, struct str word, struct near *near)
{
    struct str name, last = {NULL, 0};
    near_begin(near, demangled_plain(word));
    for (size_t i = 0; session->trace->kind && session->trace->kind->name && session->trace->kind->name(session, i, &name); i++) {
        if (name.data == last.data)
            continue;
        near_offer(near, demangled_alike(name, word));
        last = name;
    }
    return near_words(near);
}

/* A name without a folder is compared with base names. */
const char *near_file(const struct session *session, struct str word, struct near *near)
{
    const struct session_kind *kind = session->trace->kind;
    struct str file;
    bool whole = str_find_byte(word, '/') != SIZE_MAX;
    near_begin(near, word);
    for (size_t i = 0; kind && kind->file && kind->file(session, i, &file); i++)
        near_offer(near, whole ? file : str_basename(file));
    return near_words(near);
}

/* Offers the members of the method's class. */
static void offer_members(struct symbols *symbols, const struct variable *variable, struct near *near)
{
    struct type type;
    struct str name;
    struct variable_part part;
    if (!variable->inner || !str_is(variable->name, "this") || !symbols_type(symbols, variable->type, &type) || type.kind != TYPE_POINTER)
        return;
    for (size_t i = 0; symbols_member_at(symbols, type.target, i, &name, &part); i++)
        near_offer(near, name);
}

const char *near_variable_end(struct symbols *symbols, uint64_t address, struct str word, struct near *near)
{
    struct variable *variables;
    struct str name;
    size_t count = symbols_variables(symbols, address, &variables);
    near_begin(near, word);
    for (size_t i = 0; i < count; i++) {
        near_offer(near, variables[i].name);
        offer_members(symbols, &variables[i], near);
    }
    for (size_t i = 0; symbols_global_name(symbols, i, &name); i++)     /* one of that name has no place */
        if (!str_equal(name, word))
            near_offer(near, name);
    const char *end = near_end(near);
    free(variables);
    return end;
}

bool several_functions(struct str function, const struct str *names, size_t count, size_t listed, struct error *error)
{
    struct text list = {0};
    for (size_t i = 0; i < count && i < listed; i++)
        text_printf(&list, "%s%.*s", i ? ", " : "", STR(names[i]));
    if (count > listed)
        text_printf(&list, " and %zu more", count - listed);
    error_set(error, "%zu functions are named `%.*s`: %s", count, STR(function), text_string(&list));
    text_free(&list);
    return false;
}

unsigned session_trace_number(const struct session *session)
{
    return session->trace->number;
}

void traces_forget_lines(struct session_trace *trace)
{
    if (trace->lines) {
        arena_free(&trace->lines->arena);
        free(trace->lines);
    }
    trace->lines = NULL;
}

bool saved_may_read(const struct session *session, const char *path, struct error *error)
{
    struct file_stat there;
    bool is_input = strcmp(path, "-") == 0;
    return !session->own.loading || (!is_input && (access(path, F_OK) != 0 || file_stat(path, &there))) ||
           error_at(error, path, 0, 0, "is not a regular file: a saved session opens only regular files");
}

/* ---- Traces shown before they are read whole ----
 *
 * Only some kinds have such traces (session_kind.growing); others are whole once they are open. */

static const struct kind_growing *growing(const struct session *session)
{
    return session->trace->kind ? session->trace->kind->growing : NULL;
}

bool session_is_provisional(const struct session *session)
{
    return growing(session) && growing(session)->is_provisional(session);
}

void session_indexing(const struct session *session, struct text *out)
{
    if (growing(session))
        growing(session)->say(session, out);
}

int session_descriptor(const struct session *session)
{
    return growing(session) ? growing(session)->descriptor(session) : -1;
}

bool session_is_due(const struct session *session)
{
    return growing(session) && growing(session)->is_due(session);
}

bool session_tick(struct session *session)
{
    return growing(session) && growing(session)->tick(session);
}

void session_rest(struct session *session)
{
    for (size_t i = 0; i < session->trace_count; i++) {     /* traces that are not current are indexed in the background */
        const struct session_kind *kind = session->traces[i]->kind;
        if (kind && kind->growing)
            kind->growing->rest(session->traces[i]);
    }
}

bool session_need_whole(struct session *session, struct error *error)
{
    return !growing(session) || growing(session)->need_whole(session, error);
}

bool session_want_whole(struct session *session, struct error *error)
{
    return !growing(session) || growing(session)->want_whole(session, error);
}

void session_mark_view(const struct session *session, enum view view, struct rows *rows)
{
    if (growing(session))
        growing(session)->mark_view(session, view, rows);
}

void session_mark_answer(const struct session *session, const struct command *command, struct answer *answer)
{
    if (growing(session))
        growing(session)->mark_answer(session, command, answer);
}

bool session_is_stopgap(const struct session *session)
{
    return growing(session) && growing(session)->is_stopgap(session);
}
