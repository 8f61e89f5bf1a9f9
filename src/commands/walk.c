/* walk.c - commands along the order of execution, for traces that record one.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/session.h"

#include <inttypes.h>

static bool walk(struct session *session, const struct walk_order *order, struct answer *answer, struct error *error)
{
    if (!session_need_open(session, error))
        return false;
    if (!session->kind->walk)
        return error_set(error, "a %s WET trace records no order between instructions: use deps, uses, next-instance or previous-instance",
                         session_is_history(session) ? "limited" : "comprehensive");
    struct place from, now;
    bool had = session->kind->here(session, &from);
    if (!session->kind->walk(session, order, error))
        return false;
    /* Steps are too small for the jump history; what goes further is kept there. */
    if (order->walk != WALK_STEP && session->kind->here(session, &now)) {
        if (had && !place_equal(&from, &now) && !marks_set(&session->marks, '\'', &from))
            return false;
        history_visit(&session->history, &now);
    }
    session->kind->tell(session, &answer->rows);
    return true;
}

static bool counted(struct session *session, struct slice arguments, enum walk kind, bool reverse, struct answer *answer, struct error *error)
{
    struct walk_order order = {.walk = kind, .reverse = reverse, .count = 1};
    if (arguments.size && (!slice_decimal(arguments, &order.count) || order.count == 0))
        return error_set(error, "not a number of steps: %.*s", SLICE(arguments));
    return walk(session, &order, answer, error);
}

bool run_step(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return counted(session, arguments, WALK_STEP, false, answer, error);
}

bool run_reverse_step(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return counted(session, arguments, WALK_STEP, true, answer, error);
}

bool run_continue(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return counted(session, arguments, WALK_CONTINUE, false, answer, error);
}

bool run_reverse_continue(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return counted(session, arguments, WALK_CONTINUE, true, answer, error);
}

bool run_finish(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return counted(session, arguments, WALK_FINISH, false, answer, error);
}

bool run_reverse_finish(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return counted(session, arguments, WALK_FINISH, true, answer, error);
}

bool run_until(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct walk_order order = {.walk = WALK_UNTIL, .count = 1};
    struct slice word;
    uint64_t line;
    bool named = argument_next(&arguments, &word);
    if (named && slice_decimal(word, &line))
        order.until = (struct place){.has = PLACE_LINE, .line = line};
    else if (named && !place_parse(word, &order.until, error))
        return false;
    if (session->kind && session->kind->walk && !named)
        return error_set(error, "until needs a line, FILE:LINE or FUNCTION/BLOCK@0");
    return argument_end(arguments, error) && walk(session, &order, answer, error);
}

bool run_no_stops(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    (void)arguments, (void)answer;
    if (session->kind && session->kind->kind == KIND_CSI)
        return error_set(error, "nothing runs here that could stop: use step, until or goto");
    return error_set(error, "nothing runs here that could stop: use find, find-value, deps or uses");
}
