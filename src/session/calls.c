/* calls.c - the command calls: the tree of calls of a run.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/recording.h"
#include "session/calls.h"
#include "stream/stream.h"

#include <inttypes.h>
#include <stdlib.h>


/* ---- The tree ---- */

static bool make(struct session *session, struct error *error)
{
    struct session_trace *trace = session->trace;
    if (trace->calls)
        return true;
    if (trace->recording)
        return calls_of_store(trace->store, &session->options.progress, &trace->calls, error);
    const struct ae_input *input = &trace->ae->input;
    return calls_of_events(input->program, input->events, input->events_name, &session->options.progress, &trace->calls, error);
}

/* The call that an event is in. */
static uint32_t call_at(const struct session *session, const struct calls *calls, uint64_t event)
{
    const struct store *store = session->trace->store;
    struct timeline_address at;
    size_t got;
    if (session->trace->recording)
        return calls_at(calls, store_thread(store, event), event, store_depth(store, event));
    if (timeline_addresses(session->trace->ae->timeline, event, 1, &at, &got) != TIMELINE_FOUND || !got)
        return CALLS_NONE;
    return calls_at(calls, 1, event, at.depth);
}

uint32_t calls_here(const struct session *session, const struct calls *calls)
{
    uint64_t time;
    if (session->trace->ae)
        return session->trace->ae->has_here ? calls_at(calls, 1, session->trace->ae->moment.at.number, session->trace->ae->moment.at.depth) : CALLS_NONE;
    return wet_time(session, &time) ? call_at(session, calls, time) : CALLS_NONE;
}

/* ---- What is asked ---- */

struct asked {
    bool has_function, has_event;
    struct slice function;              /* as it was said */
    uint64_t event;                     /* of the position */
    uint64_t levels;                    /* 0: as it fits */
};

static bool read_position(struct session *session, struct slice word, struct asked *asked, struct error *error)
{
    struct place place = {0}, whole = {0};
    struct node node;
    if (!session_parse(session, word, &place, error))
        return false;
    if (place.has == PLACE_FUNCTION) {
        asked->has_function = true;
        asked->function = place.function;
        return true;
    }
    asked->has_event = true;
    if (session->trace->ae) {
        if (!session_place(session, word, &whole, error))
            return false;
        asked->event = whole.event;
        return true;
    }
    return position_argument(session, word, &node, error) &&
           (store_time(session->trace->store, node, &asked->event) || error_set(error, "when this ran is not known"));
}

static bool read_arguments(struct session *session, struct slice rest, struct asked *asked, struct error *error)
{
    struct slice word, number;
    while (argument_next(&rest, &word)) {
        if (slice_is(word, "depth")) {
            if (!argument_next(&rest, &number) || !slice_decimal(number, &asked->levels) || !asked->levels)
                return error_set(error, "depth needs a number of levels: calls depth 3");
        } else if (asked->has_function || asked->has_event) {
            return error_set(error, "calls takes one position or function: %.*s is too much", SLICE(word));
        } else if (!read_position(session, word, asked, error)) {
            return false;
        }
    }
    return true;
}

/* ---- The calls of one function ---- */

/* Of an address stream: the one readable name that is meant. */
static bool readable_name(struct session *session, struct slice said, struct slice *whole, struct error *error)
{
    struct near near;
    return ae_one_function(session, said, whole, error) &&
           (whole->size || error_set(error, "no function %.*s: %sinfo functions lists them", SLICE(said), near_function(session, said, &near)));
}

/* The name that the trace has for what was said. */
static bool whole_name(struct session *session, struct slice said, struct slice *whole, struct error *error)
{
    return session->trace->ae ? readable_name(session, said, whole, error) : position_function(session, said, whole, error);
}

static int by_time(const void *a, const void *b, void *items)
{
    const struct call *calls = items, *one = &calls[*(const uint32_t *)a], *other = &calls[*(const uint32_t *)b];
    return one->from < other->from ? -1 : one->from > other->from;
}

static bool choose(struct calls_list *list, struct slice said, struct error *error)
{
    const struct calls *calls = list->calls;
    struct slice whole = {NULL, 0}, name = {NULL, 0};
    uint32_t last = CALLS_NONE;
    size_t capacity = 0;
    if (!whole_name(list->session, said, &whole, error))
        return false;
    for (uint32_t i = 0; i < calls->count; i++) {
        uint32_t code = calls_code(calls, i);
        if (code != last)
            calls_name(list->session, code, &name);
        last = code;
        if (slice_equal(name, whole) && name.size) {
            list->chosen = array_grow(list->chosen, &capacity, list->chosen_count + 1, sizeof *list->chosen);
            list->chosen[list->chosen_count++] = i;
        }
        if (i % (1 << 16) == 0 && !progress_report(&list->session->options.progress, i, calls->count))
            return error_set(error, "interrupted");
    }
    if (calls->thread_count > 1 && list->chosen_count)
        qsort_r(list->chosen, list->chosen_count, sizeof *list->chosen, by_time, calls->items);
    return list->chosen_count ||
           error_set(error, "no call that is shown begins in %.*s: it is inlined, or was jumped to; instances lists when it ran", SLICE(said));
}

static bool need(const struct session *session, struct error *error)
{
    if (!session_need_open(session, error))
        return false;
    if (session->trace->ae)
        return ae_need(session, error);
    return wet_need_recording(session, error);
}

bool run_calls(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct asked asked = {0};
    if (!need(session, error) || !read_arguments(session, arguments, &asked, error) || !make(session, error))
        return false;
    const struct calls *calls = session->trace->calls;
    struct calls_list *list = arena_allocate(&answer->rows.arena, sizeof *list);
    *list = (struct calls_list){.session = session, .calls = calls, .here = CALLS_NONE, .focus = CALLS_NONE, .deep = CALLS_NONE};
    if (!calls->count)
        return error_set(error, "the trace has no calls");
    list->asked = asked.has_event;
    if (!asked.has_function)
        list->here = list->focus = asked.has_event ? call_at(session, calls, asked.event) : calls_here(session, calls);
    bool done = !asked.has_function || choose(list, asked.function, error);
    if (done)
        done = calls_list_fill(list, asked.has_function && !asked.levels ? 1 : asked.levels) || error_set(error, "interrupted");
    if (!done) {
        free(list->chosen);
        free(list->shown);
        return false;
    }
    calls_rows(list, &answer->rows);
    answer->is_list = true;
    return true;
}
