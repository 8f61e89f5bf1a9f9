/* walk.c - commands along the order of execution, for traces that record one.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <inttypes.h>
#include <string.h>

static bool walk(struct session *session, const struct walk_order *order, struct answer *answer, struct error *error)
{
    if (!session_need_open(session, error))
        return false;
    if (!session->trace->kind->walk)
        return error_set(error, "a %s WET trace records no order between instructions: use `deps`, `uses`, `next-execution` or `previous-execution`",
                         strcmp(session_kind_name(session), "history") == 0 ? "limited" : "comprehensive");
    struct place from, now;
    bool had = session->trace->kind->here(session, &from);
    if (!session->trace->kind->walk(session, order, error))
        return false;
    session->trace->named = false;
    /* Steps are too small for the jump history; longer walks go into it. */
    if (order->walk >= WALK_CONTINUE && session->trace->kind->here(session, &now)) {
        if (had && !place_equal(&from, &now) && !marks_set(&session->trace->marks, '\'', &from))
            return false;
        if (had)
            history_leave(&session->trace->history, &from);
        history_visit(&session->trace->history, &now);
    }
    session->trace->kind->tell(session, &answer->rows);
    return true;
}

static bool counted(struct session *session, struct str arguments, enum walk kind, bool reverse, struct answer *answer, struct error *error)
{
    struct walk_order order = {.walk = kind, .reverse = reverse, .count = 1};
    if (arguments.size && (!str_decimal(arguments, &order.count) || order.count == 0))
        return error_set(error, "not a number of steps: %.*s (`step 3` takes three steps)", STR(arguments));
    return walk(session, &order, answer, error);
}

/* One function per command of the table. */
#define WALKS(name, walk, reverse) COMMAND(name) { return counted(session, arguments, walk, reverse, answer, error); }
WALKS(run_step, WALK_STEP, false)
WALKS(run_next, WALK_NEXT, false)
WALKS(run_stepi, WALK_STEP_INSTRUCTION, false)
WALKS(run_nexti, WALK_NEXT_INSTRUCTION, false)
WALKS(run_continue, WALK_CONTINUE, false)
WALKS(run_finish, WALK_FINISH, false)
WALKS(run_reverse_step, WALK_STEP, true)
WALKS(run_reverse_next, WALK_NEXT, true)
WALKS(run_reverse_stepi, WALK_STEP_INSTRUCTION, true)
WALKS(run_reverse_nexti, WALK_NEXT_INSTRUCTION, true)
WALKS(run_reverse_continue, WALK_CONTINUE, true)
WALKS(run_reverse_finish, WALK_FINISH, true)

void describe_asked(const struct place *place, struct text *out)
{
    struct place asked = *place;
    struct text words = {0};
    asked.has &= ~(unsigned)PLACE_INSTANCE;
    if (asked.has == PLACE_LINE)
        text_printf(&words, "line %" PRIu64, asked.line);
    else
        place_text(&asked, &words);
    text_safe(out, text_str(&words));
    text_free(&words);
}

void walk_say_returned(struct str function, const struct place *until, struct text *out)
{
    text_clear(out);
    text_safe(out, function.size ? function : str_of("the function"));
    text_add(out, " returned before ");
    describe_asked(until, out);
    text_add(out, " ran");
}

COMMAND(run_until)
{
    struct walk_order order = {.walk = WALK_UNTIL, .count = 1};
    struct str word;
    uint64_t line;
    order.has_until = argument_position(&arguments, &word);
    if (order.has_until && str_decimal(word, &line))
        order.until = (struct place){.has = PLACE_LINE, .line = line};
    else if (order.has_until && !session_parse(session, word, &order.until, error))
        return false;
    return argument_end(arguments, error) && walk(session, &order, answer, error);
}

/* ---- Goto, back and forward ---- */

/* The answer of a move is the new place. */
static bool arrive(struct session *session, struct answer *answer)
{
    session->trace->kind->tell(session, &answer->rows);
    return true;
}

COMMAND(run_goto)
{
    struct str word;
    struct place place = {0};
    if (!argument_position(&arguments, &word))
        return error_set(error, "`goto` needs a position: `help goto` explains positions");
    return session_need_open(session, error) && argument_end(arguments, error) && session_parse(session, word, &place, error) &&
           session_go(session, &place, error) && arrive(session, answer);
}

/* A step in the jump history, or across a switch between traces. */
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

COMMAND(run_back)
{
    (void)arguments;
    return travel(session, history_back, traces_back, "this is where the jump history begins", answer, error);
}

COMMAND(run_forward)
{
    (void)arguments;
    return travel(session, history_forward, traces_forward, "this is where the jump history ends", answer, error);
}
