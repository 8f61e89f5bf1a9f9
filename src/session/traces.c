/* traces.c - several traces open side by side: opening, changing, closing.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "session/traces.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct session_trace *traces_find(const struct session *session, unsigned number)
{
    for (size_t i = 0; i < session->trace_count; i++)
        if (session->traces[i]->number == number)
            return session->traces[i];
    return NULL;
}

unsigned session_trace_number(const struct session *session)
{
    return session->trace->number;
}

size_t session_trace_count(const struct session *session)
{
    size_t open = 0;
    for (size_t i = 0; i < session->trace_count; i++)
        open += session->traces[i]->kind != NULL;
    return open;
}

struct session_trace *traces_borrow(struct session *session, struct session_trace *trace)
{
    struct session_trace *was = session->trace;
    session->trace = trace;
    return was;
}

void traces_return(struct session *session, struct session_trace *was)
{
    session->trace = was;
}

struct session_trace *traces_with_mark(const struct session *session, char mark)
{
    struct place ignored;
    if (marks_get(&session->trace->marks, mark, &ignored))
        return session->trace;
    for (size_t i = 0; mark != '\'' && i < session->trace_count; i++)
        if (marks_get(&session->traces[i]->marks, mark, &ignored))
            return session->traces[i];
    return NULL;
}

/* ---- A trace more, a trace less ---- */

struct session_trace *traces_add(struct session *session)
{
    struct session_trace *trace = memory_allocate(sizeof *trace);
    session->traces = array_grow(session->traces, &session->trace_capacity, session->trace_count + 1, sizeof *session->traces);
    session->traces[session->trace_count++] = trace;
    trace->number = ++session->last_number;
    return trace;
}

static void forget_changes(struct session *session, unsigned number)
{
    size_t count = 0, behind = 0;
    for (size_t i = 0; i < session->change_count; i++) {
        if (session->changes[i].from == number || session->changes[i].to == number)
            continue;
        behind += i < session->changes_behind;
        session->changes[count++] = session->changes[i];
    }
    session->change_count = count;
    session->changes_behind = behind;
}

/* Takes it out of the list, closed. It must not be the only one. */
static void take_out(struct session *session, struct session_trace *trace)
{
    struct session_trace *was = traces_borrow(session, trace);
    unsigned number = trace->number;
    session_close_trace(session);
    forget_changes(session, trace->number);
    size_t at = 0;
    while (session->traces[at] != trace)
        at++;
    session->trace_count--;
    memmove(session->traces + at, session->traces + at + 1, (session->trace_count - at) * sizeof *session->traces);
    free(trace);
    traces_return(session, was != trace ? was : session->traces[at ? at - 1 : 0]);
    own_forget_trace(session, number);
    session_opened_anew(session);
}

bool traces_drop(struct session *session, unsigned number, struct error *error)
{
    struct session_trace *trace = traces_find(session, number);
    if (!trace || !trace->kind)
        return error_set(error, "there is no trace %u: trace lists them", number);
    if (session->trace_count > 1) {
        take_out(session, trace);
    } else {
        session_close_trace(session);
        forget_changes(session, number);
        own_forget_trace(session, number);
    }
    return true;
}

void traces_close_all(struct session *session)
{
    for (size_t i = 0; i < session->trace_count; i++) {
        session->trace = session->traces[i];
        session_close_trace(session);
        free(session->trace);
    }
    free(session->traces);
    free(session->changes);
    session->trace = NULL;
    session->trace_count = session->change_count = 0;
}

/* ---- Opening ---- */

static void make_current(struct session *session, struct session_trace *trace)
{
    session->trace = trace;
    session_opened_anew(session);
}

/* By this name, or another one of the same file. */
static bool is_of(const struct session_trace *trace, const char *path)
{
    char *own = trace->kind ? realpath(trace->path, NULL) : NULL, *whole = own ? realpath(path, NULL) : NULL;
    bool same = trace->kind && (strcmp(trace->path, path) == 0 || (whole && strcmp(own, whole) == 0));
    free(own);
    free(whole);
    return same;
}

/* What a saved session names and is open stays as it is: it becomes current. */
static bool loaded_before(struct session *session, const char *path)
{
    for (size_t i = 0; session->own.loading && !session->as && i < session->trace_count; i++)
        if (is_of(session->traces[i], path)) {
            if (session->trace != session->traces[i])
                make_current(session, session->traces[i]);
            return true;
        }
    return false;
}

/* A trace of the same file that was open before: what is open now is that file as it is now, and what was noted of it stays. */
static void drop_same(struct session *session)
{
    for (size_t i = 0; i < session->trace_count; i++)
        if (session->traces[i] != session->trace && is_of(session->traces[i], session->trace->path)) {
            own_hand_over(session, session->traces[i]->number, session->trace->number);
            take_out(session, session->traces[i]);
            return;
        }
}

static bool open_one(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    struct session_trace *was = session->trace;
    uint64_t failed;
    if (!session->as && saved_is(paths[0]))
        return saved_load(session, paths[0], &failed, error);
    if (count == 1 && loaded_before(session, paths[0]))
        return true;
    if (!was->kind) {
        was->foreign = session->own.loading;
        bool there = session_load_files(session, paths, count, error);
        if (there)
            own_opened(session, paths, count);
        return there;
    }
    if (session_trace_count(session) >= TRACES)
        return error_set(error, "%d traces are open, more cannot be: drop N closes one", TRACES);
    uint64_t opened = session->opened;
    session->trace = traces_add(session);
    session->trace->foreign = session->own.loading;
    bool done = session_load_files(session, paths, count, error);
    if (done) {
        own_opened(session, paths, count);
        drop_same(session);
    } else {
        take_out(session, session->trace);
        session->trace = was;
        session->last_number--;
        session->opened = opened;       /* rows of what is open are what they were */
    }
    return done;
}

/* Who writes to a pipe is waited for where a program is started, and a shell can stop it; not at a prompt, which would be dead meanwhile. */
static bool are_at_hand(const struct session *session, const char *const *paths, size_t count, struct error *error)
{
    struct stat stat_buffer;
    size_t i = 0;
    for (size_t k = 0; k < count; k++)
        if (!saved_may_read(session, paths[k], error))
            return false;
    while (i < count && (!session->own.asks_back || stat(paths[i], &stat_buffer) != 0 || !S_ISFIFO(stat_buffer.st_mode)))
        i++;
    if (i == count)
        return true;
    return error_at(error, paths[i], 0, 0, "is a pipe, and would be waited for here: open a file that what it gives was written to, or begin clew with it");
}

/* The first of some files, with those that belong to it: *group. `first` is the one that becomes current when all are open. */
static bool open_next(struct session *session, const char *const *paths, size_t count, size_t *group, unsigned *first, struct error *error)
{
    *group = session->as ? session_files_group(session, paths, count) : traces_group(paths, count);
    bool done = are_at_hand(session, paths, *group, error) && open_one(session, paths, *group, error);
    if (done && !traces_find(session, *first))          /* none yet, or it gave its place to one of the same file */
        *first = session->trace->number;
    return done;
}

static void show_first(struct session *session, unsigned first)
{
    struct session_trace *current = traces_find(session, first);
    if (current && session->trace != current)
        make_current(session, current);
}

bool traces_open(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    unsigned first = 0;
    bool done = true;
    for (size_t i = 0, group; done && i < count; i += group)
        done = open_next(session, paths + i, count - i, &group, &first, error);
    show_first(session, first);
    return done;
}

static void note_error(struct session *session, const struct error *error)
{
    struct text text = {0};
    error_text(error, &text);
    session_note(session, "%s", text_string(&text));
    text_free(&text);
}

bool traces_open_some(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    unsigned first = 0;
    bool failed = false;
    for (size_t i = 0, group; i < count; i += group) {
        if (failed)
            note_error(session, error);
        failed = !open_next(session, paths + i, count - i, &group, &first, error);
    }
    if (failed && first)
        note_error(session, error);
    show_first(session, first);
    return first;
}

/* ---- Changing ---- */

static size_t position_in(const struct session_trace *trace)
{
    return trace->history.count ? trace->history.position : 0;
}

bool traces_switch(struct session *session, unsigned number, struct error *error)
{
    struct session_trace *from = session->trace, *to = traces_find(session, number);
    if (!to || !to->kind)
        return error_set(error, "there is no trace %u: trace lists them", number);
    if (to == from)
        return true;
    session->changes = array_grow(session->changes, &session->change_capacity, session->changes_behind + 1, sizeof *session->changes);
    session->changes[session->changes_behind++] = (struct trace_change){from->number, to->number, position_in(from), position_in(to), position_in(to)};
    session->change_count = session->changes_behind;
    make_current(session, to);
    return true;
}

void traces_undo(struct session *session)
{
    session->change_count = --session->changes_behind;
    make_current(session, traces_find(session, session->changes[session->changes_behind].from));
}

void traces_arrived(struct session *session)
{
    if (session->changes_behind && session->changes[session->changes_behind - 1].to == session->trace->number)
        session->changes[session->changes_behind - 1].arrived = position_in(session->trace);
}

/* In the current trace, to a place of its jump history. What is not there any more leaves one where one is. */
static void stand_at(struct session *session, size_t position)
{
    struct history *history = &session->trace->history;
    struct error ignored;
    if (position < history->count && history->position != position && session->trace->kind->set(session, &history->places[position], &ignored))
        history->position = position;
}

bool traces_back(struct session *session)
{
    if (!session->changes_behind)
        return false;
    const struct trace_change *change = &session->changes[session->changes_behind - 1];
    if (change->to != session->trace->number || position_in(session->trace) > change->arrived)
        return false;
    session->changes_behind--;
    stand_at(session, change->before);
    make_current(session, traces_find(session, change->from));
    return true;
}

bool traces_forward(struct session *session)
{
    if (session->changes_behind >= session->change_count)
        return false;
    const struct trace_change *change = &session->changes[session->changes_behind];
    if (change->from != session->trace->number || position_in(session->trace) != change->left)
        return false;
    session->changes_behind++;
    make_current(session, traces_find(session, change->to));
    stand_at(session, change->arrived);
    return true;
}

void traces_forget_ways(struct session *session, unsigned last, size_t changes)
{
    for (size_t i = 0; i < session->trace_count; i++) {
        struct session_trace *trace = session->traces[i];
        if (trace->number <= last || trace->history.count == 0)
            continue;
        trace->history.places[0] = trace->history.places[trace->history.position];
        trace->history.count = 1;
        trace->history.position = 0;
    }
    if (session->changes_behind > changes)
        session->changes_behind = changes;
    session->change_count = session->changes_behind;
}
