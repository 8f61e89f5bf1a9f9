/* gnatcov_kind.c - what the session asks of every kind of trace, answered for coverage traces.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/gnatcov.h"
#include "session/engine.h"

#include <inttypes.h>

static const char *label(const struct session *session)
{
    static const char *const labels[] = {"flat", "history", "info", "decision map"};
    const struct gnatcov *trace = &session->trace->gnatcov->trace;
    return labels[trace->has_entries ? trace->second.kind : GNATCOV_INFO];
}

static bool disassemble(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct place place = {0};
    size_t unit;
    uint64_t address;
    if (!gnatcov_need_code(session, error))
        return false;
    unit = session->trace->gnatcov->here.unit;
    address = session->trace->gnatcov->here.address;
    if (arguments.size && (!session_parse(session, arguments, &place, error) || !gnatcov_code_of(session, &place, &unit, &address, error)))
        return false;
    answer->is_list = true;
    return gnatcov_rows_of_code(session, unit, address, &answer->rows, error);
}

/* Of the functions of all units, one after the other. */
static bool name(const struct session *session, size_t i, struct slice *out)
{
    const struct symbols_routine *routines;
    for (size_t unit = 0; unit < session->trace->gnatcov->input.unit_count; unit++) {
        struct symbols *symbols = session->trace->gnatcov->input.units[unit].symbols;
        size_t count = symbols ? symbols_routines(symbols, &routines) : 0;
        if (i < count) {
            *out = symbols_readable(symbols, routines[i].name);
            return true;
        }
        i -= count;
    }
    return false;
}

/* There are no ids: it is a line of the file that one is in, as gdb has it. */
static void number(struct session *session, struct place *place)
{
    struct source_position position;
    struct text said = {0};
    *place = (struct place){.has = PLACE_LINE | (place->has & PLACE_INSTANCE), .line = place->id, .instance = place->instance};
    if (place->line && gnatcov_file_here(session, &position)) {
        text_printf(&said, "%" PRIu64 " is a line of ", place->line);
        text_append(&said, slice_basename(position.file));
        if (place->line && place->line <= session->trace->gnatcov->trace.entry_count)
            text_printf(&said, "; for the entry say @%" PRIu64, place->line);
        session_note_once(session, text_slice(&said));
    }
    text_free(&said);
}

const struct session_kind kind_of_gnatcov = {
    .kind = KIND_GNATCOV,
    .what = "a coverage trace",
    .asks = "next-uncovered, branch, coverage, info",
    .counts = "an entry",
    .arrangement = {.main = VIEW_ENTRIES, .upper = VIEW_INSTRUCTIONS, .lower = VIEW_SOURCE, .line = VIEW_BRANCH, .two_columns = 120, .upper_percent = 55,
                    .panes = {VIEW_SOURCE, VIEW_INSTRUCTIONS, VIEW_ENTRIES, VIEW_FUNCTIONS, VIEW_BRANCH}},
    .close = gnatcov_close,
    .label = label,
    .here = gnatcov_here,
    .set = gnatcov_set,
    .resolve = gnatcov_resolve,
    .tell = gnatcov_tell,
    .place_row = gnatcov_place_row,
    .view = gnatcov_view,
    .status = gnatcov_status,
    .walk = gnatcov_walk,
    .stop_at = gnatcov_stop_at,
    .where = kind_where,
    .list = gnatcov_list,
    .disassemble = disassemble,
    .next_execution = gnatcov_next_execution,
    .info = gnatcov_info,
    .problems = gnatcov_problems,
    .history = kind_history,
    .source = gnatcov_source,
    .lines = gnatcov_lines,
    .name = name,
    .number = number,
    .dot = gnatcov_dot,
    .coverage = gnatcov_coverage_command,
    .uncovered = gnatcov_uncovered,
};
