/* wet_lines.c - what a WET trace knows of the lines of a source file: how often their instructions ran.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "recording/why_not.h"
#include "session/engine.h"

#include <stdlib.h>

bool wet_source(struct session *session, struct source_position *position)
{
    if (!session->trace->has_here)
        return false;
    struct instruction here = program_instruction(session->trace->program, session->trace->here.index);
    *position = (struct source_position){.function = here.function, .file = here.file, .folder = program_folder(session->trace->program, session->trace->here.index),
                                         .line = here.line};
    return here.file.size && here.line;
}

static void wet_file_lines(struct session *session, struct slice file, struct line_table *table)
{
    struct program *program = session->trace->program;
    uint64_t before = UINT64_MAX;
    /* From the last line that the trace names down to the first one: a hostile trace names very high ones. */
    for (uint64_t line = program_nearest_line(program, file, before); line && line < before; before = line, line = program_nearest_line(program, file, line - 1)) {
        uint64_t executions = program_line_executions(program, file, line);
        struct line_fact *fact = executions ? line_table_grow(table, line) : NULL;
        if (fact && fact->count < executions)
            *fact = (struct line_fact){.state = LINE_RAN, .count = executions, .least = wet_is_provisional(session) || session_is_history(session),
                                       .place = line_place(file, line)};
    }
}

static bool link_ran(const struct session *session, uint64_t link)
{
    uint64_t index;
    return store_find_address(session->trace->store, link + program_bias(session->trace->program), &index);
}

/* Of a line that ran there may be more in the same function that did not: the other half of a condition, or all but an instruction that optimized code shares
 * with another line. What the compiler put into functions that were not entered is no part of it. */
static bool is_rest(const struct session *session, const struct symbols_line_range *range)
{
    struct symbols *symbols = session->trace->symbols;
    size_t index;
    return !link_ran(session, range->address) && symbols_function_at(symbols, range->address, &index) && link_ran(session, symbols_function(symbols, index).address);
}

/* Lines with code that is not in the trace: where all that ran of the executable is recorded, they never ran. */
static void add_code(struct session *session, struct slice file, struct line_table *table)
{
    struct error ignored;
    const struct symbols_line_range *ranges;
    struct symbols *symbols = session->trace->symbols;
    if (!symbols)
        return;
    bool whole = session->trace->recording && why_not_shows_all(session, &ignored) && !store_note(session->trace->store, "ended").size;
    const bool *same = traces_line_files(symbols, file, &table->arena);
    size_t count = symbols_line_ranges(symbols, &ranges);
    for (size_t i = 0; i < count; i++) {
        struct line_fact *fact = same[ranges[i].file] ? line_table_grow(table, ranges[i].line) : NULL;
        if (fact && fact->state == LINE_UNKNOWN)
            fact->state = whole ? LINE_NEVER : LINE_MAYBE;
        else if (fact && fact->state == LINE_RAN && whole && is_rest(session, &ranges[i]))
            fact->state = LINE_PARTLY;
    }
}

void wet_lines(struct session *session, struct slice file, struct line_table *table)
{
    for (size_t i = 0; i < program_file_count(session->trace->program); i++)
        if (traces_same_file(program_file(session->trace->program, i), file))
            wet_file_lines(session, program_file(session->trace->program, i), table);
    add_code(session, file, table);
    table->lasting = !wet_is_provisional(session);
}
