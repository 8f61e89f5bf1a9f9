/* traces.c - several traces open side by side: adding, switching, crossing switches with back.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/traces.h"
#include "session/engine.h"

#include <inttypes.h>
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

/* ---- Adding and forgetting ---- */

struct session_trace *traces_add(struct session *session)
{
    struct session_trace *trace = memory_allocate(sizeof *trace);
    session->traces = array_grow(session->traces, &session->trace_capacity, session->trace_count + 1, sizeof *session->traces);
    session->traces[session->trace_count++] = trace;
    trace->number = ++session->last_number;
    return trace;
}

void traces_forget_changes(struct session *session, unsigned number)
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

/* ---- Switching ---- */

void traces_make_current(struct session *session, struct session_trace *trace)
{
    session->trace = trace;
    session_opened_anew(session);
}

static size_t position_in(const struct session_trace *trace)
{
    return trace->history.count ? trace->history.position : 0;
}

/* Switches by number; its place does not move. False: no trace has that number. */
bool traces_switch(struct session *session, unsigned number, struct error *error)
{
    struct session_trace *from = session->trace, *to = traces_find(session, number);
    if (!to || !to->kind)
        return error_set(error, "there is no trace %u: `trace` lists them", number);
    if (to == from)
        return true;
    session->changes = array_grow(session->changes, &session->change_capacity, session->changes_behind + 1, sizeof *session->changes);
    session->changes[session->changes_behind++] = (struct trace_change){from->number, to->number, position_in(from), position_in(to), position_in(to)};
    session->change_count = session->changes_behind;
    traces_make_current(session, to);
    return true;
}

/* for a position that the other trace lacks */
void traces_undo(struct session *session)
{
    session->change_count = --session->changes_behind;
    traces_make_current(session, traces_find(session, session->changes[session->changes_behind].from));
}

/* the jump there belongs to the switch: one `back` crosses both */
void traces_arrived(struct session *session)
{
    if (session->changes_behind && session->changes[session->changes_behind - 1].to == session->trace->number)
        session->changes[session->changes_behind - 1].arrived = position_in(session->trace);
}

/* Goes to a place of the current trace's jump history. If that place is gone, stays. */
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
    traces_make_current(session, traces_find(session, change->from));
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
    traces_make_current(session, traces_find(session, change->to));
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

/* ---- Going to a place of any open trace ---- */

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
        return session_go_here(session, place, error);
    if (!traces_switch(session, to->number, error))
        return false;
    bool there = session_go_here(session, place, error);
    if (there)
        traces_arrived(session);
    else
        traces_undo(session);
    return there;
}

