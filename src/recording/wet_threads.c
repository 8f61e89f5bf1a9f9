/* wet_threads.c - the threads of a recording, and where each stood.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Threads run one at a time, so that there is one moment for all: a thread stands at the last instance of it up to the current one. One that had not begun
 * by then is met where it begins. */
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "session/engine.h"

#include <inttypes.h>

/* Where a thread stands at a time. False: there is no such thread, or damage. */
static bool stand_of(const struct session *session, uint64_t thread, uint64_t time, uint64_t *stood)
{
    uint64_t last;
    return store_thread_until(session->trace->store, thread, time, stood) || store_thread_range(session->trace->store, thread, stood, &last);
}

struct thread_rows {
    struct session *session;
    uint64_t here;                      /* now */
    size_t location;                    /* cells of the widest that were looked at */
};

/* The location; where none is known, the instance. */
static void describe_stand(struct session *session, uint64_t time, struct row *row, struct text *out)
{
    struct node node;
    if (!store_at(session->trace->store, time, &node))
        return;
    struct instruction instruction = program_instruction(session->trace->program, node.index);
    describe_location_in(&instruction, LOCATION_ROOM, out);
    if (!instruction.function.size && !instruction.file.size)
        describe_node(session, node, out);
    if (row)
        row_node(row, session, node);
}

static bool thread_get(const struct rows *rows, uint64_t i, struct row *row)
{
    enum { TIME = 15, LOCATION = 28 };
    const struct thread_rows *list = rows->data;
    const struct session *session = list->session;
    uint64_t thread = i + 1, stood, first, last;
    row->current = store_thread(session->trace->store, list->here) == thread;
    text_printf(&row->text, "%c thread %" PRIu64, row->current ? '>' : ' ', thread);
    row_number(row, "thread", thread);
    if (!stand_of(session, thread, list->here, &stood) || !store_thread_range(session->trace->store, thread, &first, &last))
        return true;
    row_column(row, TIME);
    text_printf(&row->text, "@%" PRIu64, stood);
    row_column(row, LOCATION);
    row_style(row, STYLE_LOCATION);
    describe_stand(list->session, stood, row, &row->text);
    row_column(row, LOCATION + list->location + 2);
    row_style(row, STYLE_DIM);
    if (stood > list->here)
        text_printf(&row->text, "begins later, last @%" PRIu64, last);
    else
        text_printf(&row->text, last == stood ? "first @%" PRIu64 ", does not run again" : "first @%" PRIu64 ", last @%" PRIu64, first, last);
    row_number(row, "time", stood);
    row_number(row, "first", first);
    row_number(row, "last", last);
    (stood > list->here ? row_false : row_true)(row, "begun");
    row->place = (struct place){.has = PLACE_EVENT, .event = stood};
    return true;
}

static void rows_of_threads(struct session *session, struct rows *rows)
{
    struct thread_rows *list = arena_allocate(&rows->arena, sizeof *list);
    struct text text = {0};
    uint64_t stood;
    *list = (struct thread_rows){.session = session};
    rows->data = list;
    rows->get = thread_get;
    if (!wet_time(session, &list->here))
        return;
    rows->count = store_thread_count(session->trace->store);
    uint64_t here = store_thread(session->trace->store, list->here);
    rows->focus = here ? here - 1 : 0;          /* 0: damage */
    for (uint64_t thread = 1; thread <= rows->count && thread <= MEASURED; thread++) {
        text_clear(&text);
        if (stand_of(session, thread, list->here, &stood))
            describe_stand(session, stood, NULL, &text);
        list->location = widest(list->location, &text, LOCATION_ROOM);
    }
    text_free(&text);
}

bool wet_thread(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    uint64_t thread, here, stood;
    if (!wet_need_recording(session, error))
        return false;
    if (!wet_time(session, &here))
        return error_set(error, "when this ran is not known");
    answer->is_list = arguments.size == 0;
    if (answer->is_list) {
        rows_of_threads(session, &answer->rows);
        return true;
    }
    if (!slice_decimal(arguments, &thread) || thread == 0 || thread > store_thread_count(session->trace->store))
        return error_set(error, "there is no thread %.*s: info threads lists them", SLICE(arguments));
    if (!stand_of(session, thread, here, &stood))
        return error_set(error, "when thread %" PRIu64 " ran cannot be read", thread);
    const struct place place = {.has = PLACE_EVENT, .event = stood};
    if (stood != here && !session_go(session, &place, error))
        return false;
    text_clear(&session->trace->recording->stopped);
    text_printf(&session->trace->recording->stopped, stood == here  ? "thread %" PRIu64 " is the current one" :
                                              stood < here ? "thread %" PRIu64 " stood here; `back` returns" :
                                                             "thread %" PRIu64 " had not begun: here it does; `back` returns", thread);
    session->trace->kind->tell(session, &answer->rows);
    return true;
}
