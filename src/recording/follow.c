/* follow.c - the next execution of an instruction, and the other end of a link.  SPDX-License-Identifier: GPL-3.0-or-later */
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
    if (!found && wet_is_provisional(session))      /* users are not known yet */
        found = wet_need_whole(session, error) && nth_link(session, number, &place, error);
    return found && session_go(session, &place, error) && arrive(session, answer);
}
