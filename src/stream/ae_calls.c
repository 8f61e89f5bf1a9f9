/* ae_calls.c - the calls of an address stream, as `calls` asks for them (session_kind.calls).  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "stream/abstract.h"
#include "stream/ae.h"

static bool make(struct session *session, struct calls **calls, struct error *error)
{
    const struct ae_input *input = &session->trace->ae->input;
    return calls_of_events(input->program, input->events, input->events_name, &session->options.progress, calls, error);
}

static uint32_t at(const struct session *session, const struct calls *calls, uint64_t event)
{
    struct timeline_address address;
    size_t got;
    if (timeline_addresses(session->trace->ae->timeline, event, 1, &address, &got) != TIMELINE_FOUND || !got)
        return CALLS_NONE;
    return calls_at(calls, 1, event, address.depth);
}

static uint32_t here(const struct session *session, const struct calls *calls)
{
    const struct ae *ae = session->trace->ae;
    return ae->has_here ? calls_at(calls, 1, ae->moment.at.number, ae->moment.at.depth) : CALLS_NONE;
}

static bool event(struct session *session, struct slice position, uint64_t *number, struct error *error)
{
    struct place whole = {0};
    if (!session_place(session, position, &whole, error))
        return false;
    *number = whole.event;
    return true;
}

static bool function(struct session *session, struct slice said, struct slice *whole, struct error *error)
{
    struct near near;
    return ae_one_function(session, said, whole, error) &&
           (whole->size || error_set(error, "no function %.*s: %sinfo functions lists them", SLICE(said), near_function(session, said, &near)));
}

static void name(const struct session *session, uint32_t code, struct slice *out)
{
    const struct abstract *program = session->trace->ae->input.program;
    uint32_t number;
    if (abstract_function_at(program, code, &number))
        *out = ae_function_name(program, number);
}

static uint64_t address(const struct session *session, uint32_t code)
{
    (void)session;
    return code;
}

static bool line(const struct session *session, uint32_t code, struct source_position *position)
{
    return ae_position((struct session *)session, code, position);
}

const struct kind_calls ae_calls = {
    .need = ae_need, .make = make, .at = at, .here = here, .event = event, .function = function, .name = name, .line = line, .address = address,
};
