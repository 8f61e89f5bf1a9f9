/* kind.c - commands that each kind of trace answers in its own way.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/session.h"

bool run_where(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return session_need_open(session, error) && session->kind->where(session, arguments, answer, error);
}

bool run_list(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return session_need_open(session, error) && session->kind->list(session, arguments, answer, error);
}

bool run_info(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return session_need_open(session, error) && session->kind->info(session, arguments, answer, error);
}

bool run_problems(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return session_need_open(session, error) && session->kind->problems(session, arguments, answer, error);
}

bool run_history(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return session_need_open(session, error) && session->kind->history(session, arguments, answer, error);
}
