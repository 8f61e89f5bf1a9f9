/* csi_commands.c - crashes in a session: topics of `info`, commands, panes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/csi.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>

COMMAND(run_suffix);

/* ---- The topics of `info` for CSI metadata ---- */

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

static bool info_trace(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    const struct csi *csi = csi_of(session);
    struct rows *rows = &answer->rows;
    (void)word, (void)error;
    struct row *row = rows_add(rows, str_of("CSI metadata: "));
    text_safe(&row->text, str_of(session->trace->path));
    if (csi->file_count > 1)
        text_printf(&row->text, " and %zu more file%s", csi->file_count - 1, csi->file_count == 2 ? "" : "s");
    row_string(row, "kind", str_of("csi"));
    row_number(row, "path_functions", csi->paths.count);
    row_number(row, "coverage_functions", csi->coverage[CSI_FC].count);
    row_number(row, "frames", csi->crash.count);
    row_number(row, "problems", problems_of(csi));
    fact(rows, "path tracing, functions", csi->paths.count, "");
    fact(rows, "coverage FC", csi->coverage[CSI_FC].count, "functions");
    fact(rows, "coverage CC", csi->coverage[CSI_CC].count, "functions");
    fact(rows, "coverage BBC", csi->coverage[CSI_BBC].count, "functions");
    struct coverage_reading reading = probes_reading(csi->probes, csi->crash.snapshot, csi_rule(session));
    if (reading.source != COVERAGE_NO_BLOCKS) {
        struct row *bits = rows_add_printf(rows, "%-22s ", "bits of blocks");
        csi_add_reading(&reading, &bits->text);
        row_string(row, "block_bits", str_of(reading.rule == COVERAGE_INFERRED ? "mixed" : coverage_rule_names[reading.rule]));
    }
    fact(rows, "problems and notes", problems_of(csi), problems_of(csi) ? "`problems` lists them" : "");
    if (csi->crash.count) {
        row = rows_add(rows, str_of("frames from            "));
        text_safe(&row->text, str_of(csi_last_part(csi)->source));
        if (csi->part_count > 1)
            text_printf(&row->text, " and %zu earlier text%s", csi->part_count - 1, csi->part_count == 2 ? "" : "s");
        text_printf(&row->text, ", stop %zu of %zu", csi->snapshot + 1, csi->dump.count);
    }
    return true;
}

static void function_row(struct session *session, size_t index, uint64_t ordinal, struct rows *rows)
{
    struct csi *csi = csi_of(session);
    const struct csi_function *function = &csi->paths.functions[index];
    const struct path_graph *graph = function->damaged ? NULL : probes_graph(csi->probes, index);
    struct row *row = rows_add(rows, str_of(""));
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
        text_add(&row->text, "  inconsistent path numbers");
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
    struct str name;
    size_t index;
};

static int compare_named(const void *a, const void *b)
{
    const struct named *first = a, *second = b;
    int order = str_compare(first->name, second->name);
    return order ? order : COMPARE(first->index, second->index);
}

/* For each function, its ordinal among functions of its name, from 0. */
static uint64_t *ordinals_of(const struct csi_paths *paths)
{
    struct named *order = memory_allocate((paths->count + 1) * sizeof *order);
    uint64_t *ordinals = memory_allocate((paths->count + 1) * sizeof *ordinals);
    for (size_t i = 0; i < paths->count; i++)
        order[i] = (struct named){paths->functions[i].name, i};
    qsort(order, paths->count, sizeof *order, compare_named);
    for (size_t i = 1; i < paths->count; i++)
        if (str_equal(order[i].name, order[i - 1].name))
            ordinals[order[i].index] = ordinals[order[i - 1].index] + 1;
    free(order);
    return ordinals;
}

static bool info_functions(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    (void)word, (void)error;
    uint64_t *ordinals = ordinals_of(&csi_of(session)->paths);
    for (size_t i = 0; i < csi_of(session)->paths.count; i++)
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
        text_add(&row->text, "unknown, and more may be missing after it");
    else
        text_printf(&row->text, path->impossible ? "impossible" : path->broken && i ? "%zu blocks, does not continue the previous path" : path->broken ? "%zu blocks, cannot be the oldest path" : "%zu blocks", path->path.count);
    row->style = path->impossible || path->broken ? STYLE_WARNING : STYLE_NORMAL;
    row_number(row, "slot", path->slot);
    if (path->missing)
        row_null(row, "number");
    else
        row_json(row, "number", text_str(&number));
    row_number(row, "blocks", path->path.count);
    text_free(&number);
    return true;
}

/* The recorded numbers of the current frame, one for each row. */
static bool info_path(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    const struct csi *csi = csi_of(session);
    const struct suffix *suffix = csi_suffix(csi);
    struct rows *rows = &answer->rows;
    (void)word;
    if (!csi_need_frames(session, error))
        return false;
    if (!suffix)
        return error_set(error, "this frame has no path tracing metadata: its function was compiled without PT (clew csi-cc --trace=SCHEMA)");
    if (suffix->path_count == 0) {
        rows_add_printf(rows, "this activation has not completed a path yet")->style = STYLE_DIM;
        return true;
    }
    struct suffix *kept = arena_allocate(&rows->arena, sizeof *kept);
    *kept = *suffix;
    rows->count = suffix->path_count;
    rows->data = kept;
    rows->get = path_get;
    return true;
}

static bool info_coverage(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    (void)error;
    if (word.size)
        return csi_rows_of_function_coverage(session, word, &answer->rows, error);
    csi_rows_of_pane_coverage(session, &answer->rows);
    return true;
}

/* Takes ownership of the value. */
static struct row *frame_fact(const char *name, struct text *value, struct rows *rows)
{
    struct row *row = rows_add_printf(rows, "  %-12s", name);
    text_append(&row->text, text_str(value));
    row_string(row, "fact", str_of(name));
    row_string(row, "value", text_str(value));
    text_free(value);
    return row;
}

/* Adds the neighbouring frame, if it belongs to the same thread. */
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
                     : frame->entry_count == 0 ? "none for its function: its path is unknown"
                     : frame->entry_count == 1 ? "of its function: `suffix` shows its path"
                                               : "of several functions: `candidates` lists the paths");
    frame_fact("metadata", &value, rows);
    for (size_t i = 0; i < frame->note_count; i++) {
        text_append(&value, frame->notes[i]);
        frame_fact("note", &value, rows)->style = STYLE_WARNING;
    }
}

/* The current frame, or the frame with a number: the facts about it alone, as in gdb. */
static bool info_frame(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    const struct csi *csi = csi_of(session);
    uint64_t level;
    size_t at = csi->here.has_frame ? csi->here.frame : 0;
    if (!csi_need_frames(session, error))
        return false;
    if (word.size && (!str_decimal(word, &level) || !csi_frame_of_level(csi, level, &at)))
        return error_set(error, "no frame `%.*s`: `backtrace` lists the frames", STR(word));
    const struct crash_frame *frame = &csi->crash.frames[at];
    struct row *row = rows_add(&answer->rows, str_of(""));
    struct csi_here there = csi_end_of(at, 0, SIZE_MAX);
    csi_frame_title(frame, &row->text);
    text_add(&row->text, "  ");
    csi_frame_verdict(csi, frame, &row->text);
    row->place = csi_place(csi, &there);
    row_number(row, "frame", frame->level);
    row_string(row, "function", frame->function);
    row_string(row, "status", str_of(suffix_status_names[frame->status]));
    frame_facts(csi, at, &answer->rows);
    return true;
}

static void problem_rows(const struct csi_problems *problems, struct rows *rows)
{
    for (size_t i = 0; i < problems->count; i++) {
        const struct error *error = &problems->items[i].error;
        struct text line = {0};
        error_text(error, &line);
        struct row *row = rows_add(rows, text_str(&line));
        row->style = problems->items[i].note ? STYLE_DIM : STYLE_WARNING;
        row_string(row, "kind", str_of(problems->items[i].note ? "note" : "damage"));
        row_string(row, "source", str_of(error->source));
        row_number(row, "line", error->line);
        row_number(row, "column", error->column);
        row_string(row, "message", str_of(error->message));
        text_free(&line);
    }
    if (problems->total > problems->count)
        rows_add_printf(rows, "... and %" PRIu64 " more", problems->total - problems->count)->style = STYLE_UNKNOWN;
}

/* ---- Answers ---- */

static void csi_rows_of_problems(struct session *session, struct rows *rows)
{
    struct csi *csi = csi_of(session);
    problem_rows(&csi->paths.problems, rows);
    for (size_t i = 0; i < CSI_SCHEMES; i++)
        problem_rows(&csi->coverage[i].problems, rows);
    for (size_t i = 0; i < csi->paths.count; i++) {
        const struct path_graph *graph = csi->paths.functions[i].damaged ? NULL : probes_graph(csi->probes, i);
        for (size_t k = 0; graph && k < path_graph_warning_count(graph); k++) {
            struct row *row = rows_add(rows, str_of(""));
            text_safe(&row->text, probes_name(csi->probes, i));
            text_add(&row->text, ": ");
            text_append(&row->text, path_graph_warning(graph, k));
            row->style = STYLE_WARNING;
            row_string(row, "kind", str_of("numbering"));
            row_string(row, "message", path_graph_warning(graph, k));
        }
    }
    for (size_t i = 0; i < csi->dump.note_count; i++) {
        struct row *row = rows_add(rows, str_of(""));
        csi_text_place(csi, csi->dump.notes[i].line, &row->text);
        text_add(&row->text, ": ");
        text_append(&row->text, csi->dump.notes[i].message);
        row_string(row, "kind", str_of("text"));
        row_number(row, "line", csi->dump.notes[i].line);
        row_string(row, "message", csi->dump.notes[i].message);
    }
    if (rows->count == 0)
        rows_add_printf(rows, "no problems")->style = STYLE_DIM;
}

static bool info_source(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    struct str folder, file = csi_source_file(session, &folder);
    (void)word, (void)error;
    const struct session_source *source = file.size ? session_source(session, file, folder) : NULL;
    if (source && !source->source)
        source_missing(source, &answer->rows);
    else if (source)
        rows_add(&answer->rows, str_of(source_path(source->source)));
    else
        rows_add_printf(&answer->rows, "no source file is known for this function")->style = STYLE_UNKNOWN;
    return true;
}

static bool info_suffix(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    return run_suffix(session, word, answer, error);
}

static bool info_line(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    struct source_position position;
    if (!traces_line_meant(session, str_trim(word), &position))
        return error_set(error, word.size ? "`info line` takes a line of the current file, or FILE:LINE" : "no source line is known here");
    traces_line_answer(session, &position, answer);
    return true;
}

static bool csi_info(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    static const char *const topics[] = {"trace", "functions", "path", "coverage", "frame", "suffix", "marks", "problems", "source", "history", "line", NULL};
    static const topic_function run[] = {
        info_trace, info_functions, info_path, info_coverage, info_frame, info_suffix, run_marks, run_problems, info_source, run_history, info_line};
    return run_topic(session, topics, run, arguments, answer, error);
}

/* ---- The commands of crashes ---- */

/* ---- Frames ---- */

static bool csi_backtrace(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    (void)arguments;
    if (!csi_need_frames(session, error))
        return false;
    csi_rows_of_frames(session, &answer->rows);
    answer->is_list = true;
    return true;
}

static bool go_to_frame(struct session *session, size_t frame, struct answer *answer, struct error *error)
{
    struct csi_here there = csi_end_of(frame, 0, SIZE_MAX);
    const struct csi_here *here = &csi_of(session)->here;
    if (csi_of(session)->has_here && here->has_frame && here->frame == frame) {    /* keeps the chosen candidate */
        there.entry = here->entry;
        there.candidate = here->candidate;
    }
    struct place place = csi_place(csi_of(session), &there);
    if (!session_go(session, &place, error))
        return false;
    csi_tell(session, &answer->rows);
    return true;
}

static bool csi_go_frame(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    uint64_t level;
    size_t frame;
    if (!csi_need_frames(session, error))
        return false;
    if (arguments.size == 0) {
        csi_tell(session, &answer->rows);
        return true;
    }
    if (!str_decimal(arguments, &level))
        return error_set(error, "not a frame number: %.*s (`backtrace` lists them)", STR(arguments));
    if (!csi_frame_of_level(csi_of(session), level, &frame))
        return error_set(error, "no frame %" PRIu64 ": `backtrace` lists the frames", level);
    return go_to_frame(session, frame, answer, error);
}

/* The first frame of a thread. False: none. */
static bool first_of_thread(const struct csi *csi, size_t thread, size_t *frame)
{
    for (size_t i = 0; i < csi->crash.count; i++)
        if (csi->crash.frames[i].thread == thread) {
            *frame = i;
            return true;
        }
    return false;
}

/* The debugger's name for a thread, or else its number in the text. */
static void thread_name(const struct csi *csi, size_t thread, struct text *out)
{
    struct str name = csi->crash.snapshot->threads[thread].name;
    text_append(out, name);
    if (name.size == 0)
        text_printf(out, "%zu", thread + 1);
}

static bool find_thread(const struct csi *csi, struct str word, size_t *thread)
{
    struct text name = {0};
    bool found = false;
    for (size_t i = 0; i < csi->crash.snapshot->count && !found; i++) {
        text_clear(&name);
        thread_name(csi, i, &name);
        found = str_equal(text_str(&name), word);
        *thread = i;
    }
    text_free(&name);
    return found;
}

static void thread_row(const struct csi *csi, size_t thread, struct rows *rows)
{
    struct text name = {0};
    size_t frame;
    struct row *row = rows_add_printf(rows, "%c ", csi_frame(csi) && csi_frame(csi)->thread == thread ? '>' : ' ');
    row->current = csi_frame(csi) && csi_frame(csi)->thread == thread;
    thread_name(csi, thread, &name);
    text_safe(&row->text, text_str(&name));
    row_string(row, "thread", text_str(&name));
    text_free(&name);
    if (first_of_thread(csi, thread, &frame)) {
        struct csi_here there = csi_end_of(frame, 0, SIZE_MAX);
        text_add(&row->text, "  ");
        csi_frame_title(&csi->crash.frames[frame], &row->text);
        row->place = csi_place(csi, &there);
        row_number(row, "frame", csi->crash.frames[frame].level);
        row_string(row, "function", csi->crash.frames[frame].function);
    }
}

/* ---- csi_commands.c ---- */
static bool csi_thread(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    size_t frame, thread;
    if (!csi_need_frames(session, error))
        return false;
    const struct csi *csi = csi_of(session);
    if (arguments.size) {
        if (!find_thread(csi, arguments, &thread))
            return error_set(error, "no thread `%.*s`: `thread` lists them", STR(arguments));
        return first_of_thread(csi, thread, &frame) ? go_to_frame(session, frame, answer, error) : error_set(error, "this thread has no frame");
    }
    answer->is_list = true;
    for (size_t i = 0; i < csi->crash.snapshot->count; i++)
        thread_row(csi, i, &answer->rows);
    return true;
}

COMMAND(run_snapshot)
{
    uint64_t number;
    struct csi *csi = csi_of(session);
    if (!csi_need(session, error))
        return false;
    if (csi->dump.count == 0)
        return error_set(error, "no debugger text yet: `paste` takes output of gdb or lldb, `core FILE` asks gdb");
    if (arguments.size) {
        if (!str_decimal(arguments, &number) || number == 0 || number > csi->dump.count)
            return error_set(error, "no snapshot `%.*s`: they are 1 to %zu, and `snapshot` lists them", STR(arguments), csi->dump.count);
        csi->snapshot = (size_t)number - 1;
        csi->has_here = csi->here.has_frame = false;
        csi_explain(session);
        csi_arrive(session);
        csi_rows_of_frames(session, &answer->rows);
        answer->is_list = true;
        return true;
    }
    answer->is_list = true;
    for (size_t i = 0; i < csi->dump.count; i++) {
        const struct debugger_snapshot *own = &csi->dump.snapshots[i];
        struct row *row = rows_add_printf(&answer->rows, "%c %zu  ", i == csi->snapshot ? '>' : ' ', i + 1);
        csi_text_place(csi, own->text_line, &row->text);
        text_printf(&row->text, ", %zu thread%s%s", own->count, own->count == 1 ? "" : "s", own->signal.size ? "  " : "");
        text_safe(&row->text, own->signal);
        row_number(row, "snapshot", i + 1);
        row_number(row, "line", own->text_line);
        row_string(row, "signal", own->signal);
    }
    return true;
}

/* ---- Suffixes ---- */

/* The frame that a word names; the current one if the word is empty. */
static bool frame_argument(struct session *session, struct str word, size_t *frame, struct error *error)
{
    uint64_t level;
    if (!csi_need_frames(session, error))
        return false;
    *frame = csi_of(session)->here.frame;
    if (word.size == 0)
        return csi_of(session)->here.has_frame || error_set(error, "no frame is current: `frame 0` goes to one");
    if (!str_decimal(word, &level) || !csi_frame_of_level(csi_of(session), level, frame))
        return error_set(error, "no frame `%.*s`: `backtrace` lists the frames", STR(word));
    return true;
}

COMMAND(run_suffix)
{
    size_t frame;
    answer->is_list = true;
    if (!str_is(arguments, "all")) {
        if (!frame_argument(session, arguments, &frame, error))
            return false;
        csi_rows_of_suffix(session, frame, &answer->rows);
        return true;
    }
    if (!csi_need_frames(session, error))
        return false;
    for (size_t i = 0; i < csi_of(session)->crash.count; i++) {
        if (i)
            rows_add(&answer->rows, str_of(""));
        csi_rows_of_suffix(session, i, &answer->rows);
    }
    return true;
}

COMMAND(run_candidates)
{
    size_t frame;
    answer->is_list = true;
    if (!frame_argument(session, arguments, &frame, error))
        return false;
    csi_rows_of_candidates(session, frame, &answer->rows);
    return true;
}

COMMAND(run_candidate)
{
    uint64_t number;
    size_t frame, entry, candidate;
    if (!frame_argument(session, (struct str){NULL, 0}, &frame, error))
        return false;
    if (!str_decimal(arguments, &number) || number == 0 || !csi_choice_parts(csi_of(session), frame, number - 1, &entry, &candidate))
        return error_set(error, arguments.size ? "no candidate `%.*s`: `candidates` lists them" : "`candidate` needs a number: `candidates` lists them%.*s", STR(arguments));
    struct csi_here there = csi_end_of(frame, entry, candidate);
    struct place place = csi_place(csi_of(session), &there);
    if (!session_go(session, &place, error))
        return false;
    csi_tell(session, &answer->rows);
    return true;
}

COMMAND(run_graph)
{
    struct place place;
    answer->is_list = true;
    if (!csi_need(session, error))
        return false;
    if (arguments.size && (!place_parse(arguments, &place, error) || !session_go(session, &place, error)))
        return false;
    return csi_rows_of_graph(session, &answer->rows, error);
}

static bool csi_coverage(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    answer->is_list = true;
    if (!csi_need(session, error))
        return false;
    if (arguments.size == 0)
        csi_rows_of_coverage(session, &answer->rows);
    else if (str_is(arguments, "lines"))
        csi_rows_of_line_coverage(session, &answer->rows);
    else if (str_is(arguments, "all"))
        csi_rows_of_all_coverage(session, &answer->rows);
    else if (str_is(arguments, "frames"))
        csi_rows_of_frames_coverage(session, &answer->rows);
    else if (str_is(arguments, "frame"))
        return csi_rows_of_frame_coverage(session, &answer->rows, error);
    else
        return csi_rows_of_function_coverage(session, arguments, &answer->rows, error);
    return true;
}

/* ---- Where the values come from ---- */

COMMAND(run_gdb_commands)
{
    struct text commands = {0};
    struct str rest, line;
    (void)arguments;
    if (!csi_need(session, error))
        return false;
    crash_gdb_commands(csi_of(session)->probes, true, &commands);
    rest = text_str(&commands);
    answer->is_list = true;
    while (str_line(&rest, &line))
        row_string(rows_add(&answer->rows, line), "command", line);
    text_free(&commands);
    return true;
}

COMMAND(run_paste)
{
    struct text name = {0};
    if (!csi_need(session, error))
        return false;
    if (arguments.size == 0 || str_is(arguments, "edit")) {
        answer->action = ACTION_PASTE;
        text_append(&answer->text, arguments);
        return true;
    }
    if (str_is(str_cut(arguments, 0, 5), "value") && (arguments.size == 5 || arguments.data[5] == ' ')) {
        struct str value = str_trim(str_cut(arguments, 5, SIZE_MAX));
        answer->is_list = true;
        if (value.size && !csi_take_value(session, value, error))
            return false;
        if (value.size)
            csi_note_next(session);
        if (value.size && !csi_of(session)->names.count)
            csi_rows_of_frames(session, &answer->rows);
        else
            csi_rows_of_values(session, &answer->rows);
        return true;
    }
    if (str_is(arguments, "clear")) {
        csi_paste_clear(session);
        return true;
    }
    bool done = csi_read_dump(session, file_argument(arguments, &name), error);
    if (done)
        csi_note_next(session);
    text_free(&name);
    if (done)
        csi_rows_of_frames(session, &answer->rows);
    return done;
}

COMMAND(run_core)
{
    struct text name = {0};
    if (!csi_need(session, error))
        return false;
    bool done = arguments.size ? csi_ask_gdb(session, file_argument(arguments, &name), 0, error) : error_set(error, "`core` needs the name of a core file");
    text_free(&name);
    if (done)
        csi_rows_of_frames(session, &answer->rows);
    return done;
}

/* ---- What the session needs from every kind of trace, for CSI ---- */

static const char *label(const struct session *session)
{
    (void)session;
    return "csi";
}

static bool place_row(struct session *session, const struct place *place, struct row *row)
{
    struct place whole;
    struct error ignored;
    struct text text = {0};
    size_t frame;
    if (!csi_resolve(session, place, &whole, &ignored))
        return false;
    row_style(row, STYLE_ADDRESS);
    place_text(&whole, &text);
    text_safe(&row->text, text_str(&text));
    row_string(row, "position", text_str(&text));
    row_column(row, 24);
    row_style(row, STYLE_LOCATION);
    if (whole.has & PLACE_ID && csi_frame_of_place(csi_of(session), whole.id, &frame))
        csi_frame_title(&csi_of(session)->crash.frames[frame], &row->text);
    else
        text_safe(&row->text, whole.function);
    row->place = *place;
    text_free(&text);
    return true;
}

static bool view(struct session *session, enum view which, struct rows *rows, struct error *error)
{
    switch (which) {
    case VIEW_SOURCE: return csi_rows_of_source(session, rows, error);
    case VIEW_GRAPH: return csi_rows_of_graph(session, rows, error);
    case VIEW_FRAMES: csi_rows_of_frames(session, rows); return true;
    case VIEW_STEPS: csi_rows_of_steps(session, rows); return true;
    case VIEW_COVERAGE: csi_rows_of_pane_coverage(session, rows); return true;
    default: return error_set(error, "CSI metadata has no %s pane", view_name(which));
    }
}

/* The line of the step, " :59", if it is not the frame's. */
static void step_line(const struct csi *csi, const struct crash_frame *frame, struct text *out)
{
    bool earlier;
    int64_t line = csi_here_line(csi, &earlier);
    if (line > 0 && !earlier && (uint64_t)line != frame->frame->line)
        text_printf(out, " :%" PRIi64, line);
}

static void status(struct session *session, struct text *out)
{
    enum { NAME_ROOM = 32 };
    const struct csi *csi = csi_of(session);
    const struct csi_function *function = csi_function(csi);
    const struct crash_frame *frame = csi_frame(csi);
    const struct suffix *suffix = csi_suffix(csi);
    if (frame) {
        csi_frame_title(frame, out);
        text_printf(out, " - %s", csi_frame_status(frame));
        if (suffix && suffix->candidate_total > 1)
            text_printf(out, " %zu of %" PRIu64, csi->here.candidate + 1, suffix->candidate_total);
        if (csi->here.step) {
            text_printf(out, " - step %zu of %zu", csi->here.step, csi->steps.count);
            step_line(csi, frame, out);
        }
    } else if (function) {
        shorten_name(csi_name(csi), NAME_ROOM, out);
        text_printf(out, " - %zu blocks - no frames", function->block_count);
    } else {
        text_printf(out, "%zu functions", csi->paths.count);
    }
}

static bool problems(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    (void)arguments, (void)error;
    answer->is_list = true;
    csi_rows_of_problems(session, &answer->rows);
    return true;
}

static bool name(const struct session *session, size_t i, struct str *out)
{
    if (i >= csi_of(session)->paths.count)
        return false;
    *out = probes_name(csi_of(session)->probes, i);
    return true;
}

const struct session_kind kind_of_csi = {
    .kind = KIND_CSI,
    .what = "CSI metadata",
    .asks = "suffix, step, frame, graph, coverage, paste, core",
    .arrangement = {.main = VIEW_SOURCE, .upper = VIEW_GRAPH, .lower = VIEWS, .line = VIEW_FRAMES, .two_columns = 72, .upper_percent = 50,
                    .panes = {VIEW_SOURCE, VIEW_GRAPH, VIEW_FRAMES, VIEW_STEPS, VIEW_COVERAGE}},
    .close = csi_close, .texts = csi_texts, .frames = csi_frames,
    .label = label,
    .here = csi_at,
    .set = csi_set,
    .resolve = csi_resolve,
    .tell = csi_tell,
    .place_row = place_row,
    .view = view,
    .status = status,
    .walk = csi_walk,
    .where = kind_where,
    .list = csi_list,
    .info = csi_info,
    .backtrace = csi_backtrace,
    .frame = csi_go_frame,
    .thread = csi_thread,
    .problems = problems,
    .history = kind_history,
    .source = csi_source,
    .lines = csi_lines,
    .coverage = csi_coverage,
    .changed = csi_explain,
    .name = name,
    .dot = csi_dot,
    .begins_paste = debugger_begins,
    .paste = csi_paste,
};
