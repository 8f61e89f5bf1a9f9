/* ae.c - an address stream in a session: names, searches, the current place.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/ae.h"
#include "session/engine.h"

#include <inttypes.h>
#include <string.h>

const char ae_what[] = "an address stream";

/* ---- Names ---- */

/* "compare$u0" is the static function compare of the first file; file and line distinguish such functions where that matters. */
struct str ae_function_name(const struct abstract *program, uint32_t function)
{
    struct str name = program->functions[function].name;
    size_t mark = str_find_last_byte(name, '$');
    uint64_t unit;
    if (mark != SIZE_MAX && mark > 0 && str_starts(str_cut(name, mark, SIZE_MAX), "$u") && str_decimal(str_cut(name, mark + 2, SIZE_MAX), &unit))
        name = str_cut(name, 0, mark);
    return symbols_readable(program->symbols, name);
}

bool ae_position(const struct session *session, uint32_t address, struct source_position *position)
{
    return symbols_position(session->trace->symbols, address, position);
}

/* ---- Searches ---- */

bool ae_need(const struct session *session, struct error *error)
{
    if (!session_need_open(session, error))
        return false;
    if (!ae_of(session))
        return error_set(error, "this is %s, not %s", session->trace->kind->what, ae_what);
    return ae_of(session)->has_here || error_set(error, "this trace has no addresses");
}

/* Reports the first damage once, when the timeline meets it. */
void ae_tell_problem(struct session *session)
{
    struct ae *ae = ae_of(session);
    struct error problem;
    struct text text = {0};
    if (ae->told_problem || !timeline_problem(ae->timeline, &problem))
        return;
    ae->told_problem = true;
    error_text(&problem, &text);
    session_note(session, "%s. clew shows the trace up to there", text_string(&text));
    text_free(&text);
}

bool ae_answered(struct session *session, enum timeline_answer answer, struct error *error)
{
    ae_tell_problem(session);
    return answer != TIMELINE_STOPPED || error_set(error, "interrupted: nothing moved");
}

bool ae_find(struct session *session, const struct timeline_query *query, uint64_t from, int direction, struct timeline_found *found, bool *there,
             struct error *error)
{
    /* here too: many short searches in a row never reach a report */
    if (!progress_report(&session->options.progress, 0, 0))
        return error_set(error, "interrupted");
    timeline_watch(ae_of(session)->timeline, session->options.progress);
    enum timeline_answer answer = timeline_find(ae_of(session)->timeline, query, from, direction, found);
    *there = answer == TIMELINE_FOUND;
    return ae_answered(session, answer, error);
}

/* ---- The current place ---- */

bool ae_here(const struct session *session, struct place *place)
{
    if (!ae_of(session)->has_here)
        return false;
    *place = (struct place){.has = PLACE_EVENT, .event = ae_of(session)->moment.at.number};
    return true;
}

uint64_t ae_iterations(const struct session *session, size_t inner)
{
    struct ae *ae = ae_of(session);
    const struct regenerated_state *state = &ae->moment.state;
    if (ae->looked_ahead)
        return inner < ae->total_count ? ae->totals[inner] : 0;
    ae->looked_ahead = true;
    ae->total_count = state->loop_count < 2 ? state->loop_count : 2;
    timeline_watch(ae->timeline, session->options.progress);
    for (size_t i = 0; i < ae->total_count; i++)
        if (timeline_iterations(ae->timeline, ae->moment.instruction, state->loop_count - 1 - i, AE_AHEAD, &ae->totals[i]) != TIMELINE_FOUND)
            ae->totals[i] = 0;
    return inner < ae->total_count ? ae->totals[inner] : 0;
}

/* An activation owns its registers: if another activation runs next, its registers are not those that the instruction wrote. */
const uint32_t *ae_after(const struct session *session, uint32_t *known, bool *interrupted)
{
    enum { OWN = 0x70ff0000 };          /* $s0 to $s7, $gp, $sp, $fp */
    struct ae *ae = ae_of(session);
    struct arena arena = {0};
    struct moment next;
    if (!ae->looked_after) {
        ae->after_known = 0;
        timeline_watch(ae->timeline, session->options.progress);
        enum timeline_answer answer = timeline_moment(ae->timeline, ae->moment.instruction + 1 + ae->moment.has_reference, &arena, &next);
        ae->looked_after = answer != TIMELINE_STOPPED;
        if (answer == TIMELINE_FOUND) {
            ae->after_known = next.state.known & (next.state.frame_count == ae->moment.state.frame_count ? UINT32_MAX : ~(uint32_t)OWN);
            memcpy(ae->after, next.state.values, sizeof ae->after);
        }
        arena_free(&arena);
    }
    *known = ae->after_known;
    *interrupted = !ae->looked_after;
    return ae->after;
}

bool ae_stand(struct session *session, uint64_t number, struct error *error)
{
    struct ae *ae = ae_of(session);
    struct arena arena = {0};
    struct moment moment;
    uint64_t total;
    timeline_watch(ae->timeline, session->options.progress);
    enum timeline_answer answer = timeline_moment(ae->timeline, number, &arena, &moment);
    if (answer != TIMELINE_FOUND) {
        arena_free(&arena);
        if (!ae_answered(session, answer, error))
            return false;
        (void)timeline_total(ae->timeline, &total);
        return error_set(error, "no address @%" PRIu64 ": the trace has @1 to @%" PRIu64, number, total);
    }
    arena_free(&ae->arena);
    ae->arena = arena;
    ae->moment = moment;
    ae->has_here = true;
    ae->looked_ahead = ae->looked_after = false;
    session->trace->list_line = 0;
    session->version++;
    return true;
}
