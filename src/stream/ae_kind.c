/* ae_kind.c - what the session asks of every kind of trace, answered for address streams.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "stream/abstract.h"
#include "stream/ae.h"

#include <inttypes.h>
#include <stdlib.h>

static const char *label(const struct session *session)
{
    (void)session;
    return "ae";
}

static bool disassemble(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    const struct abstract *program = session->trace->ae->input.program;
    struct place place = {0};
    uint32_t *addresses, function;
    size_t count;
    if (!ae_need(session, error))
        return false;
    uint32_t address = session->trace->ae->moment.at.instruction;
    if (arguments.size) {
        if (!place_parse(arguments, &place, error) || !ae_addresses_of_one(session, &place, &addresses, &count, error))
            return false;
        address = addresses[0];
        free(addresses);
        if (place.has & PLACE_FUNCTION && abstract_function_named(program, place.function, &function))
            address = program->functions[function].address;     /* its own code, not one of its inlined copies */
    }
    answer->is_list = true;
    return abstract_function_at(program, address, &function) ? ae_rows_of_function(session, function, &answer->rows, error)
                                                             : error_set(error, "no function of the schema is there");
}

static bool backtrace(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    if (!ae_need(session, error) || !argument_end(arguments, error))
        return false;
    ae_rows_of_frames(session, &answer->rows);
    answer->is_list = true;
    return true;
}

/* The call, so many activations up, that leads here. What stops a walk does not stop this. */
static bool call_above(struct session *session, size_t level, uint64_t *number, struct error *error)
{
    const struct regenerated_state *state = &session->trace->ae->moment.state;
    const struct regenerated_frame *frame = &state->frames[state->frame_count - level], *below = frame - 1;
    struct timeline_query query = {.returned = true};
    struct timeline_found found;
    bool there;
    if (frame->call) {
        *number = frame->began - session->trace->ae->input.program->ops[below->at].count;
        return true;
    }
    if (!ae_find(session, &query, frame->began, -1, &found, &there, error))
        return false;
    *number = found.at.number;
    return there || error_set(error, "no call in the trace leads to this function: code without schema entered it");
}

/* "#1  main fig1.c:9  back at the call; ...": as debuggers name the frame that was gone to, by the number it had where one came from. */
static void say_frame(struct session *session, uint64_t level)
{
    const struct ae *ae = session->trace->ae;
    struct text *out = &session->trace->ae->stopped, line = {0};
    uint32_t function;
    text_printf(out, "#%" PRIu64 "  ", level);
    if (abstract_function_at(ae->input.program, ae->moment.at.instruction, &function))
        text_safe(out, ae_function_name(ae->input.program, function));
    ae_describe_line(session, ae->moment.at.instruction, &line);
    text_printf(out, "%s%s  back at the call; `back` returns", line.size ? " " : "", text_string(&line));
    text_free(&line);
}

static bool frame(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct place place = {.has = PLACE_EVENT};
    uint64_t level = 0;
    if (!ae_need(session, error))
        return false;
    if (arguments.size && (!slice_decimal(arguments, &level) || level >= session->trace->ae->moment.state.frame_count))
        return error_set(error, "there is no frame %.*s: backtrace lists them", SLICE(arguments));
    if (level && (!call_above(session, (size_t)level, &place.event, error) || !session_go(session, &place, error)))
        return false;
    if (level)
        say_frame(session, level);
    ae_tell(session, &answer->rows);
    return true;
}

static bool name(const struct session *session, size_t i, struct slice *out)
{
    const struct abstract *program = session->trace->ae->input.program;
    if (i >= program->function_count)
        return false;
    *out = ae_function_name(program, (uint32_t)i);
    return true;
}

const struct session_kind kind_of_ae = {
    .kind = KIND_AE,
    .what = "an address stream",
    .asks = "step, next, finish, continue, break, watch, info loops, info registers, cache, pp",
    .arrangement = {.main = VIEW_INSTRUCTIONS, .upper = VIEW_SOURCE, .lower = VIEWS, .line = VIEW_FRAMES, .two_columns = 110, .upper_percent = 45,
                    .panes = {VIEW_SOURCE, VIEW_INSTRUCTIONS, VIEW_FRAMES, VIEW_STREAM, VIEW_REGISTERS}},
    .close = ae_close,
    .label = label,
    .here = ae_here,
    .set = ae_set,
    .resolve = ae_resolve,
    .tell = ae_tell,
    .place_row = ae_place_row,
    .view = ae_view,
    .status = ae_status,
    .walk = ae_walk,
    .stop_at = ae_stop_at,
    .stop_name = ae_stop_name,
    .where = kind_where,
    .list = ae_list,
    .print = ae_print,
    .calls = &ae_calls,
    .who = ae_who,
    .disassemble = disassemble,
    .backtrace = backtrace,
    .frame = frame,
    .next_execution = ae_next_execution,
    .info = ae_info,
    .problems = ae_problems,
    .history = kind_history,
    .source = ae_source,
    .lines = ae_lines,
    .name = name,
};
