/* growing.c - traces that are shown before all of them was read.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Only some kinds of traces have such (session_kind.growing); the others are whole when they are open. */
#include "session/engine.h"

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
    for (size_t i = 0; i < session->trace_count; i++) {     /* those that are not current go on behind it */
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
