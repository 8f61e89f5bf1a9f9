/* csi_info.c - the topics of `info` for CSI metadata.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>

static void fact(struct rows *rows, const char *name, uint64_t number, const char *note)
{
    struct text count = {0};
    text_count(&count, number);
    rows_add_printf(rows, "%-22s %8s%s%s", name, text_string(&count), note[0] ? "  " : "", note);
    text_free(&count);
}

static uint64_t problems_of(const struct csi *csi)
{
    uint64_t count = csi->paths.problems.total;
    for (size_t i = 0; i < CSI_SCHEMES; i++)
        count += csi->coverage[i].problems.total;
    return count;
}

static bool info_trace(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    const struct csi *csi = session->trace->csi;
    struct rows *rows = &answer->rows;
    (void)word, (void)error;
    struct row *row = rows_add(rows, slice_of("CSI metadata: "));
    text_safe(&row->text, slice_of(session->trace->path));
    if (csi->file_count > 1)
        text_printf(&row->text, " and %zu more file%s", csi->file_count - 1, csi->file_count == 2 ? "" : "s");
    row_string(row, "kind", slice_of("csi"));
    row_number(row, "path_functions", csi->paths.count);
    row_number(row, "coverage_functions", csi->coverage[CSI_FC].count);
    row_number(row, "frames", csi->crash.count);
    row_number(row, "problems", problems_of(csi));
    fact(rows, "path tracing, functions", csi->paths.count, "");
    fact(rows, "coverage FC", csi->coverage[CSI_FC].count, "functions");
    fact(rows, "coverage CC", csi->coverage[CSI_CC].count, "functions");
    fact(rows, "coverage BBC", csi->coverage[CSI_BBC].count, "functions");
    struct coverage_reading reading = probes_reading(csi->probes, csi->crash.snapshot, session->crash.rule);
    if (reading.source != COVERAGE_NO_BLOCKS) {
        struct row *bits = rows_add_printf(rows, "%-22s ", "bits of blocks");
        csi_add_reading(&reading, &bits->text);
        row_string(row, "block_bits", slice_of(reading.rule == COVERAGE_INFERRED ? "mixed" : coverage_rule_names[reading.rule]));
    }
    fact(rows, "problems and notes", problems_of(csi), problems_of(csi) ? "problems lists them" : "");
    if (csi->crash.count) {
        row = rows_add(rows, slice_of("frames from            "));
        text_safe(&row->text, slice_of(csi_last_part(csi)->source));
        if (csi->part_count > 1)
            text_printf(&row->text, " and %zu text%s before", csi->part_count - 1, csi->part_count == 2 ? "" : "s");
        text_printf(&row->text, ", stop %zu of %zu", csi->snapshot + 1, csi->dump.count);
    }
    return true;
}

static void function_row(struct session *session, size_t index, uint64_t ordinal, struct rows *rows)
{
    struct csi *csi = session->trace->csi;
    const struct csi_function *function = &csi->paths.functions[index];
    const struct path_graph *graph = function->damaged ? NULL : probes_graph(csi->probes, index);
    struct row *row = rows_add(rows, slice_of(""));
    row_style(row, function->damaged ? STYLE_WARNING : STYLE_LOCATION);
    text_safe(&row->text, probes_name(csi->probes, index));
    row_column(row, 32);
    row_style(row, STYLE_DIM);
    text_printf(&row->text, "%zu blocks", function->block_count);
    row_column(row, 46);
    if (graph) {
        text_count(&row->text, path_graph_total(graph));
        text_add(&row->text, " paths");
    } else {
        text_add(&row->text, "damaged");
    }
    if (graph && !path_graph_tiles(graph))
        text_add(&row->text, "  numbers do not fit");
    row_string(row, "function", probes_name(csi->probes, index));
    row_number(row, "blocks", function->block_count);
    row_number(row, "edges", function->edge_count);
    if (graph)
        row_number(row, "paths", path_graph_total(graph));
    else
        row_null(row, "paths");
    row->place = (struct place){.has = PLACE_FUNCTION | PLACE_INSTANCE, .function = function->name, .instance = ordinal};
}

struct named {
    struct slice name;
    size_t index;
};

static int compare_named(const void *a, const void *b)
{
    const struct named *first = a, *second = b;
    int order = slice_compare(first->name, second->name);
    return order ? order : (first->index > second->index) - (first->index < second->index);
}

/* Of each function, the how manieth of its name it is, from 0. */
static uint64_t *ordinals_of(const struct csi_paths *paths)
{
    struct named *order = memory_allocate((paths->count + 1) * sizeof *order);
    uint64_t *ordinals = memory_allocate((paths->count + 1) * sizeof *ordinals);
    for (size_t i = 0; i < paths->count; i++)
        order[i] = (struct named){paths->functions[i].name, i};
    qsort(order, paths->count, sizeof *order, compare_named);
    for (size_t i = 1; i < paths->count; i++)
        if (slice_equal(order[i].name, order[i - 1].name))
            ordinals[order[i].index] = ordinals[order[i - 1].index] + 1;
    free(order);
    return ordinals;
}

static bool info_functions(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    (void)word, (void)error;
    uint64_t *ordinals = ordinals_of(&session->trace->csi->paths);
    for (size_t i = 0; i < session->trace->csi->paths.count; i++)
        function_row(session, i, ordinals[i], &answer->rows);
    free(ordinals);
    if (answer->rows.count == 0)
        rows_add_printf(&answer->rows, "no function has path tracing metadata")->style = STYLE_UNKNOWN;
    return true;
}

static bool path_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct suffix *suffix = rows->data;
    const struct suffix_path *path = &suffix->paths[i];
    struct text number = {0};
    text_printf(&number, "%" PRId64, (int64_t)path->number);
    text_printf(&row->text, "slot %-4zu path %-12s ", path->slot, path->missing ? "" : text_string(&number));
    if (path->missing)
        text_add(&row->text, "unknown, as may be more behind it");
    else
        text_printf(&row->text, path->impossible ? "impossible" : path->broken ? "%zu blocks, does not follow the one before" : "%zu blocks", path->path.count);
    row->style = path->impossible || path->broken ? STYLE_WARNING : STYLE_NORMAL;
    row_number(row, "slot", path->slot);
    if (path->missing)
        row_null(row, "number");
    else
        row_json(row, "number", text_slice(&number));
    row_number(row, "blocks", path->path.count);
    text_free(&number);
    return true;
}

/* The recorded numbers of the current frame, one a row. */
static bool info_path(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    const struct csi *csi = session->trace->csi;
    const struct suffix *suffix = csi_suffix(csi);
    struct rows *rows = &answer->rows;
    (void)word;
    if (!csi_need_frames(session, error))
        return false;
    if (!suffix)
        return error_set(error, "this frame has no path tracing metadata: its function was compiled without PT (clew csi-cc --trace=SCHEMA)");
    if (suffix->path_count == 0) {
        rows_add_printf(rows, "no path is completed yet in this activation")->style = STYLE_DIM;
        return true;
    }
    struct suffix *kept = arena_allocate(&rows->arena, sizeof *kept);
    *kept = *suffix;
    rows->count = suffix->path_count;
    rows->data = kept;
    rows->get = path_get;
    return true;
}

static bool info_coverage(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    (void)error;
    if (word.size)
        return csi_rows_of_function_coverage(session, word, &answer->rows, error);
    csi_rows_of_pane_coverage(session, &answer->rows);
    return true;
}

/* Takes the value over. */
static struct row *frame_fact(const char *name, struct text *value, struct rows *rows)
{
    struct row *row = rows_add_printf(rows, "  %-12s", name);
    text_append(&row->text, text_slice(value));
    row_string(row, "fact", slice_of(name));
    row_string(row, "value", text_slice(value));
    text_free(value);
    return row;
}

/* The frame beside it, if it is of the same thread. */
static void neighbour_fact(const struct csi *csi, const char *name, size_t at, size_t other, struct rows *rows)
{
    struct text title = {0};
    if (other >= csi->crash.count || csi->crash.frames[other].thread != csi->crash.frames[at].thread)
        return;
    struct csi_here there = csi_end_of(other, 0, SIZE_MAX);
    csi_frame_title(&csi->crash.frames[other], &title);
    frame_fact(name, &title, rows)->place = csi_place(csi, &there);
}

static void frame_facts(const struct csi *csi, size_t at, struct rows *rows)
{
    const struct crash_frame *frame = &csi->crash.frames[at];
    struct text value = {0};
    if (frame->frame->has_address) {
        text_hex(&value, frame->frame->address);
        frame_fact("address", &value, rows);
    }
    neighbour_fact(csi, "called by", at, at + 1, rows);
    neighbour_fact(csi, "calls", at, at ? at - 1 : SIZE_MAX, rows);
    if (csi->crash.snapshot->count > 1) {
        text_safe(&value, csi->crash.snapshot->threads[frame->thread].name);
        frame_fact("thread", &value, rows);
    }
    if (frame->frame->text_line) {
        csi_text_place(csi, frame->frame->text_line, &value);
        frame_fact("printed at", &value, rows);
    }
    text_add(&value, csi_frame_unprinted(frame) ? "unknown"
                     : frame->entry_count == 0 ? "none of its function: the way it came is not known"
                     : frame->entry_count == 1 ? "of its function: suffix shows the way it came"
                                               : "of several functions: candidates lists the ways");
    frame_fact("metadata", &value, rows);
    for (size_t i = 0; i < frame->note_count; i++) {
        text_append(&value, frame->notes[i]);
        frame_fact("note", &value, rows)->style = STYLE_WARNING;
    }
}

/* Of the current frame, or the one of a number: what is known of it alone, as gdb has it. */
static bool info_frame(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    const struct csi *csi = session->trace->csi;
    uint64_t level;
    size_t at = csi->here.has_frame ? csi->here.frame : 0;
    if (!csi_need_frames(session, error))
        return false;
    if (word.size && (!slice_decimal(word, &level) || !csi_frame_of_level(csi, level, &at)))
        return error_set(error, "there is no frame %.*s: backtrace lists them", SLICE(word));
    const struct crash_frame *frame = &csi->crash.frames[at];
    struct row *row = rows_add(&answer->rows, slice_of(""));
    struct csi_here there = csi_end_of(at, 0, SIZE_MAX);
    csi_frame_title(frame, &row->text);
    text_add(&row->text, "  ");
    csi_frame_verdict(csi, frame, &row->text);
    row->place = csi_place(csi, &there);
    row_number(row, "frame", frame->level);
    row_string(row, "function", frame->function);
    row_string(row, "status", slice_of(suffix_status_names[frame->status]));
    frame_facts(csi, at, &answer->rows);
    return true;
}

static void problem_rows(const struct csi_problems *problems, struct rows *rows)
{
    for (size_t i = 0; i < problems->count; i++) {
        const struct error *error = &problems->items[i].error;
        struct text line = {0};
        error_text(error, &line);
        struct row *row = rows_add(rows, text_slice(&line));
        row->style = problems->items[i].note ? STYLE_DIM : STYLE_WARNING;
        row_string(row, "kind", slice_of(problems->items[i].note ? "note" : "damage"));
        row_string(row, "source", slice_of(error->source));
        row_number(row, "line", error->line);
        row_number(row, "column", error->column);
        row_string(row, "message", slice_of(error->message));
        text_free(&line);
    }
    if (problems->total > problems->count)
        rows_add_printf(rows, "... and %" PRIu64 " more", problems->total - problems->count)->style = STYLE_UNKNOWN;
}

void csi_rows_of_problems(struct session *session, struct rows *rows)
{
    struct csi *csi = session->trace->csi;
    problem_rows(&csi->paths.problems, rows);
    for (size_t i = 0; i < CSI_SCHEMES; i++)
        problem_rows(&csi->coverage[i].problems, rows);
    for (size_t i = 0; i < csi->paths.count; i++) {
        const struct path_graph *graph = csi->paths.functions[i].damaged ? NULL : probes_graph(csi->probes, i);
        for (size_t k = 0; graph && k < path_graph_warning_count(graph); k++) {
            struct row *row = rows_add(rows, slice_of(""));
            text_safe(&row->text, probes_name(csi->probes, i));
            text_add(&row->text, ": ");
            text_append(&row->text, path_graph_warning(graph, k));
            row->style = STYLE_WARNING;
            row_string(row, "kind", slice_of("numbering"));
            row_string(row, "message", path_graph_warning(graph, k));
        }
    }
    for (size_t i = 0; i < csi->dump.note_count; i++) {
        struct row *row = rows_add(rows, slice_of(""));
        csi_text_place(csi, csi->dump.notes[i].line, &row->text);
        text_add(&row->text, ": ");
        text_append(&row->text, csi->dump.notes[i].message);
        row_string(row, "kind", slice_of("text"));
        row_number(row, "line", csi->dump.notes[i].line);
        row_string(row, "message", csi->dump.notes[i].message);
    }
    if (rows->count == 0)
        rows_add_printf(rows, "no problems")->style = STYLE_DIM;
}

static bool info_source(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    struct slice folder, file = csi_source_file(session, &folder);
    (void)word, (void)error;
    const struct session_source *source = file.size ? session_source(session, file, folder) : NULL;
    if (source && !source->source)
        source_missing(source, &answer->rows);
    else if (source)
        rows_add(&answer->rows, slice_of(source_path(source->source)));
    else
        rows_add_printf(&answer->rows, "no source file is known for this function")->style = STYLE_UNKNOWN;
    return true;
}

static bool info_suffix(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    return run_suffix(session, word, answer, error);
}

static bool info_line(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    struct source_position position;
    if (!traces_line_meant(session, slice_trim(word), &position))
        return error_set(error, word.size ? "info line takes a line of the current file, or FILE:LINE" : "no source line is known here");
    traces_line_answer(session, &position, answer);
    return true;
}

bool csi_info(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    static const char *const topics[] = {"trace", "functions", "path", "coverage", "frame", "suffix", "marks", "problems", "source", "history", "line", NULL};
    static const topic_function run[] = {
        info_trace, info_functions, info_path, info_coverage, info_frame, info_suffix, run_marks, run_problems, info_source, run_history, info_line};
    return run_topic(session, topics, run, arguments, answer, error);
}
