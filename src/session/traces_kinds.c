/* traces_kinds.c - what a trace of each kind knows of the lines of a source file.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/coverage.h"
#include "recording/questions/questions.h"
#include "recording/recording.h"
#include "stream/stream.h"

#include <stdlib.h>
#include <string.h>

bool *traces_line_files(struct symbols *symbols, struct slice file, struct arena *arena)
{
    size_t count = symbols_line_file_count(symbols);
    bool *same = arena_allocate(arena, count + 1);
    for (size_t i = 0; i < count; i++) {
        struct slice name, folder;
        symbols_line_file(symbols, (uint32_t)i, &name, &folder);
        same[i] = traces_same_file(name, file);
    }
    return same;
}

static struct place place_of_line(struct slice file, uint64_t line)
{
    return (struct place){.has = PLACE_FILE | PLACE_LINE, .file = file, .line = line};
}

/* ---- WET: how often its instructions ran ---- */

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
            *fact = (struct line_fact){.state = LINE_RAN, .count = executions, .least = session_is_provisional(session) || session_is_history(session),
                                       .place = place_of_line(file, line)};
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
    table->lasting = !session_is_provisional(session);
}

/* ---- CSI: the suffix one is in, the frames' lines, coverage ---- */

bool csi_source(struct session *session, struct source_position *position)
{
    bool earlier;
    struct slice folder, file = csi_source_file(session, &folder);
    int64_t line = csi_here_line(session->trace->csi, &earlier);
    *position = (struct source_position){.file = file, .folder = folder, .line = line > 0 ? (uint64_t)line : 0};
    return file.size && line > 0;
}

static void add_suffix(const struct csi *csi, struct slice file, struct line_table *table)
{
    struct map counts = {0};
    const struct csi_function *function = csi_function(csi);
    csi_count_lines(csi, &counts);
    for (size_t b = 0; function && b < function->block_count; b++)
        for (size_t i = 0; i < function->blocks[b].line_count; i++) {
            uint64_t count = 0, line = function->blocks[b].lines[i] > 0 ? (uint64_t)function->blocks[b].lines[i] : 0;
            struct line_fact *fact = line_table_grow(table, line);
            if (!fact)
                continue;
            bool ran = map_get(&counts, line, &count);
            *fact = (struct line_fact){.state = ran ? LINE_RAN : LINE_MAYBE, .count = count, .least = ran, .place = place_of_line(file, line)};
        }
    map_free(&counts);
}

static void add_frames(struct session *session, struct slice file, struct line_table *table)
{
    const struct csi *csi = session->trace->csi;
    for (size_t i = 0; i < csi->crash.count; i++) {
        struct slice folder, own = csi_frame_file(session, &csi->crash.frames[i], csi->crash.frames[i].function, &folder);
        int64_t line = csi_frame_line(&csi->crash.frames[i]);
        struct line_fact *fact = own.size && line > 0 && traces_same_file(own, file) ? line_table_grow(table, (uint64_t)line) : NULL;
        if (!fact)
            continue;
        struct csi_here end = csi_end_of(i, 0, 0);
        if (fact->state != LINE_RAN)
            *fact = (struct line_fact){.state = LINE_RAN, .place = csi_place(csi, &end)};
    }
}

static void add_coverage(struct session *session, struct slice file, struct coverage_report *report, struct line_table *table)
{
    static const enum line_state states[] = {LINE_UNKNOWN, LINE_RAN, LINE_NEVER, LINE_MAYBE};       /* as enum coverage_mark */
    const struct csi *csi = session->trace->csi;
    probes_coverage(csi->probes, csi->crash.snapshot, session->crash.rule, &table->arena, report);
    for (size_t i = 0; i < report->count; i++) {
        struct slice folder, own = csi_function_file(session, report->functions[i].name, &folder);
        for (size_t k = 0; own.size && traces_same_file(own, file) && k < report->functions[i].line_count; k++) {
            const struct coverage_line *line = &report->functions[i].lines[k];
            struct line_fact *fact = line->line > 0 ? line_table_grow(table, (uint64_t)line->line) : NULL;
            if (fact && fact->state != LINE_RAN && line->mark != COVERAGE_LINE_NONE)
                *fact = (struct line_fact){.state = states[line->mark], .place = fact->place};
        }
    }
}

/* Its own bit says that the function was never entered, and no other bit and no frame says otherwise. */
static bool never_entered(const struct csi *csi, const struct coverage_function *function)
{
    if (function->of != 1 || function->entered != COVERAGE_NO || function->schemes[CSI_CC].yes || function->schemes[CSI_BBC].yes)
        return false;
    for (size_t i = 0; i < csi->crash.count; i++)
        if (slice_equal(csi->crash.frames[i].function, function->name))
            return false;
    return true;
}

/* Of what is in no frame, and has no coverage, it is not known whether it ran; a function that was never entered did not. */
static void add_function(struct session *session, struct slice file, const struct csi_function *function, bool never, struct line_table *table)
{
    struct slice folder, own = csi_function_file(session, function->name, &folder);
    if (!own.size || !traces_same_file(own, file))
        return;
    for (size_t b = 0; b < function->block_count; b++)
        for (size_t k = 0; k < function->blocks[b].line_count; k++) {
            struct line_fact *fact = function->blocks[b].lines[k] > 0 ? line_table_grow(table, (uint64_t)function->blocks[b].lines[k]) : NULL;
            if (fact && fact->state == LINE_UNKNOWN)
                fact->state = never ? LINE_NEVER : LINE_MAYBE;
        }
}

/* Those that ran, or may have, come first: a line that is also in one that did not run may have run. */
static void add_functions(struct session *session, struct slice file, const struct coverage_report *report, struct line_table *table)
{
    const struct csi *csi = session->trace->csi;
    struct pool names = {0};
    struct map never = {0};
    uint64_t ignored;
    for (size_t i = 0; i < report->count; i++)
        if (never_entered(csi, &report->functions[i]))
            map_put(&never, (uintptr_t)pool_name(&names, report->functions[i].name).data, 1);
    for (int wanted = 0; wanted < 2; wanted++)
        for (size_t i = 0; i < csi->paths.count; i++)
            if (map_get(&never, (uintptr_t)pool_name(&names, csi->paths.functions[i].name).data, &ignored) == wanted)
                add_function(session, file, &csi->paths.functions[i], wanted, table);
    map_free(&never);
    pool_free(&names);
}

void csi_lines(struct session *session, struct slice file, struct line_table *table)
{
    struct slice folder, own = csi_source_file(session, &folder);
    if (own.size && traces_same_file(own, file))
        add_suffix(session->trace->csi, own, table);
    struct coverage_report report = {0};
    add_frames(session, file, table);
    if (session->trace->csi->crash.snapshot)
        add_coverage(session, file, &report, table);
    add_functions(session, file, &report, table);
}

/* ---- AE: its lines are in ae_lines.c ---- */

bool ae_source(struct session *session, struct source_position *position)
{
    return session->trace->ae->has_here && ae_position(session, session->trace->ae->moment.at.instruction, position) && position->line;
}

/* ---- GNATcoverage: marks of object coverage ---- */

bool gnatcov_source(struct session *session, struct source_position *position)
{
    const struct gnatcov_session *own = session->trace->gnatcov;
    return gnatcov_position(session, own->here.unit, own->here.address, position) && position->line;
}

static enum line_state state_of(enum object_mark mark)
{
    return mark == OBJECT_COVERED ? LINE_RAN : mark == OBJECT_NOT ? LINE_NEVER : mark == OBJECT_NO_CODE ? LINE_NO_CODE : LINE_PARTLY;
}

static void add_file(const struct gnatcov_unit *unit, const struct object_file *file, struct line_table *table)
{
    for (size_t i = 0; i < file->line_count; i++) {
        struct line_fact *fact = line_table_grow(table, file->lines[i].line);
        enum line_state state = state_of(file->lines[i].mark);
        if (!fact || (fact->state != LINE_UNKNOWN && fact->state != LINE_NEVER))
            continue;
        *fact = (struct line_fact){.state = state, .place = place_of_line(file->name, file->lines[i].line)};
        if (gnatcov_line_of_copy(unit, file, &file->lines[i])) {
            fact->state = LINE_MAYBE;
            fact->why = "its function ran as an instrumented copy, which has no lines";
        }
    }
}

void gnatcov_lines(struct session *session, struct slice file, struct line_table *table)
{
    const struct gnatcov_session *own = session->trace->gnatcov;
    for (size_t unit = 0; !own->is_map && unit < own->input.unit_count; unit++) {
        struct object_coverage *coverage = gnatcov_coverage(session, unit);
        const struct object_file *files;
        size_t count;
        if (!coverage || !object_coverage_files(coverage, &session->options.progress, &files, &count))
            continue;
        for (size_t i = 0; i < count; i++)
            if (traces_same_file(files[i].name, file))
                add_file(gnatcov_unit(session, unit), &files[i], table);
    }
}
