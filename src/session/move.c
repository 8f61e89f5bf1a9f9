/* move.c - goto, back and forward.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

/* A move answers with where one is now. */
static bool arrive(struct session *session, struct answer *answer)
{
    session->trace->kind->tell(session, &answer->rows);
    return true;
}

bool run_goto(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice word;
    struct place place = {0};
    if (!argument_position(&arguments, &word))
        return error_set(error, "goto needs a position: help goto tells their forms");
    return session_need_open(session, error) && argument_end(arguments, error) && session_parse(session, word, &place, error) &&
           session_go(session, &place, error) && arrive(session, answer);
}

/* A step in the jump history, or over a change between traces. */
static bool travel(struct session *session, bool (*step)(struct history *, struct place *), bool (*changes)(struct session *), const char *end,
                   struct answer *answer, struct error *error)
{
    struct place place;
    if (!session_need_open(session, error))
        return false;
    session_leave(session);
    if (changes(session))
        return arrive(session, answer);
    if (!step(&session->trace->history, &place))
        return error_set(error, "%s", end);
    if (!session->trace->kind->set(session, &place, error))
        return false;
    session->trace->named = session->trace->history.position > 0;       /* the history begins where the trace opened */
    return arrive(session, answer);
}

bool run_back(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    (void)arguments;
    return travel(session, history_back, traces_back, "this is where the jump history begins", answer, error);
}

bool run_forward(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    (void)arguments;
    return travel(session, history_forward, traces_forward, "this is where the jump history ends", answer, error);
}
