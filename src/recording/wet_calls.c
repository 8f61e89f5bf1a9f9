/* wet_calls.c - the calls of a recording, as `calls` asks for them (session_kind.calls).  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "session/engine.h"

static bool make(struct session *session, struct calls **calls, struct error *error)
{
    return calls_of_store(session->trace->store, &session->options.progress, calls, error);
}

static uint32_t at(const struct session *session, const struct calls *calls, uint64_t event)
{
    const struct store *store = session->trace->store;
    return calls_at(calls, store_thread(store, event), event, store_depth(store, event));
}

static uint32_t here(const struct session *session, const struct calls *calls)
{
    uint64_t time;
    return wet_time(session, &time) ? at(session, calls, time) : CALLS_NONE;
}

static bool event(struct session *session, struct slice position, uint64_t *time, struct error *error)
{
    struct node node;
    return position_argument(session, position, &node, error) &&
           (store_time(session->trace->store, node, time) || error_set(error, "when this ran is not known"));
}

static void name(const struct session *session, uint32_t code, struct slice *out)
{
    struct slice physical = program_inlined_in(session->trace->program, code);
    *out = physical.size ? physical : program_instruction(session->trace->program, code).function;
}

static bool line(const struct session *session, uint32_t code, struct source_position *position)
{
    struct instruction instruction = program_instruction(session->trace->program, code);
    *position = (struct source_position){.file = instruction.file, .line = instruction.line};
    return true;
}

static uint64_t address(const struct session *session, uint32_t code)
{
    return program_instruction(session->trace->program, code).address;
}

const struct kind_calls wet_calls = {
    .need = wet_need_recording, .make = make, .at = at, .here = here, .event = event, .function = position_function,
    .name = name, .line = line, .address = address, .end = calls_end_find, .value = calls_end_value,
};
