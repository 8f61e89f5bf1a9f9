/* move.c - commands that go somewhere, and those that would need an order of execution.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "session/engine.h"

#include <inttypes.h>

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

bool wet_next_execution(struct session *session, int64_t count, struct answer *answer, struct error *error)
{
    struct node node;
    if (!session_need_here(session, error))
        return false;
    struct instruction here = program_instruction(session->trace->program, session->trace->here.index);
    if (here.executions_least && !wet_need_whole(session, error))
        return false;
    here = program_instruction(session->trace->program, session->trace->here.index);
    uint64_t number = count < 0 ? (uint64_t)-count : (uint64_t)count;
    uint64_t room = count < 0 ? session->trace->here.instance : here.executions > session->trace->here.instance ? here.executions - 1 - session->trace->here.instance : 0;
    if (room && number > room)      /* as far as there are any */
        number = room;
    struct place place = {.has = PLACE_RELATIVE, .offset = count < 0 ? -(int64_t)number : (int64_t)number};
    if (!position_resolve(session, &place, &node, error))
        return false;
    session_go_node(session, node);
    return arrive(session, answer);
}

/* The n-th row, from 1, that leads somewhere. */
static bool nth_place(const struct rows *rows, uint64_t *n, struct place *place)
{
    struct row row = {0};
    bool found = false;
    for (uint64_t i = 0; i < rows->count && !found && rows_get(rows, i, &row); i++)
        if (row.place.has && --*n == 0) {
            *place = row.place;
            found = true;
        }
    row_free(&row);
    return found;
}

static bool nth_link(struct session *session, uint64_t number, struct place *place, struct error *error)
{
    uint64_t left = number;
    struct rows definers = {0}, users = {0};
    const struct link_layout layout = {.grouped = true};    /* as links shows them */
    bool done = rows_of_links(session, wet_definers_of(session, session->trace->here), LINKS_DEFINERS, layout, &definers, error) &&
                rows_of_links(session, session->trace->here, LINKS_USERS, layout, &users, error);
    if (done && !nth_place(&definers, &left, place) && !nth_place(&users, &left, place))
        done = error_set(error, "there is no link %" PRIu64 ": links lists them", number);
    rows_free(&definers);
    rows_free(&users);
    return done;
}

bool run_follow(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    uint64_t number;
    struct place place;
    if (!session_need_here(session, error))
        return false;
    if (!slice_decimal(arguments, &number) || number == 0)
        return error_set(error, "follow needs the number of a link, from 1: links lists them");
    bool found = nth_link(session, number, &place, error);
    if (!found && session_is_provisional(session))      /* users are not known yet */
        found = wet_need_whole(session, error) && nth_link(session, number, &place, error);
    return found && session_go(session, &place, error) && arrive(session, answer);
}
