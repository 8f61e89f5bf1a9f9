/* csi_lines.c - what a crash knows of the lines of a source file: its suffix, the lines of its frames, coverage.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/csi.h"
#include "session/engine.h"

#include <string.h>

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
            *fact = (struct line_fact){.state = ran ? LINE_RAN : LINE_MAYBE, .count = count, .least = ran, .place = line_place(file, line)};
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
