/* calls.c - the command calls: the tree of calls of a run.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "session/calls.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- The tree ---- */

static bool make(struct session *session, struct error *error)
{
    return session->trace->calls || session->trace->kind->calls->make(session, &session->trace->calls, error);
}

uint32_t calls_here(const struct session *session, const struct calls *calls)
{
    return session->trace->kind->calls->here(session, calls);
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
    struct place place = {0};
    if (!session_parse(session, word, &place, error))
        return false;
    if (place.has == PLACE_FUNCTION) {
        asked->has_function = true;
        asked->function = place.function;
        return true;
    }
    asked->has_event = true;
    return session->trace->kind->calls->event(session, word, &asked->event, error);
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
    if (!list->session->trace->kind->calls->function(list->session, said, &whole, error))
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
    return session_need_open(session, error) && session->trace->kind->calls->need(session, error);
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
        list->here = list->focus = asked.has_event ? session->trace->kind->calls->at(session, calls, asked.event) : calls_here(session, calls);
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
