/* csi_coverage.c - rows of coverage, from the coverage arrays.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/crash.h"
#include "session/engine.h"

#include <inttypes.h>

/* Widths of columns: narrow, for a pane of forty cells. */
enum { NAME_MOST = 24, ENTERED_WIDTH = 9, CALLS_WIDTH = 20 };

static const struct debugger_snapshot *snapshot_of(const struct csi *csi)
{
    return csi->crash.snapshot;
}

static const char *word_of(enum coverage_state state)
{
    static const char *const words[] = {"no", "yes", "unknown", "no probe"};
    return words[state];
}

static const char *word_of_mark(enum coverage_mark mark)
{
    static const char *const words[] = {"none", "yes", "no", "maybe"};
    return words[mark];
}

static enum style style_of(enum coverage_state state)
{
    return state == COVERAGE_YES ? STYLE_NORMAL : state == COVERAGE_NO ? STYLE_WARNING : STYLE_UNKNOWN;
}

static void note_rows(const struct coverage_report *report, struct rows *rows)
{
    for (size_t i = 0; i < report->contradiction_count; i++) {
        struct row *row = rows_add(rows, str_of("contradiction: "));
        row->style = STYLE_WARNING;
        text_append(&row->text, report->contradictions[i]);
        row_string(row, "contradiction", report->contradictions[i]);
    }
    for (size_t i = 0; i < report->note_count; i++) {
        struct row *row = rows_add(rows, str_of("note: "));
        row->style = STYLE_DIM;
        text_append(&row->text, report->notes[i]);
        row_string(row, "note", report->notes[i]);
    }
}

/* "calls 4 of 5"; nothing if the scheme has no entry. */
static void array_column(const struct coverage_array *array, const char *what, struct row *row)
{
    if (!array->function)
        return;
    row_style(row, array->no ? STYLE_WARNING : array->unknown ? STYLE_UNKNOWN : STYLE_NORMAL);
    if (array->function->damaged)
        text_printf(&row->text, "%s damaged", what);
    else if (!array->value || array->yes + array->no == 0)
        text_printf(&row->text, "%s ? of %zu", what, array->count);
    else
        text_printf(&row->text, "%s %zu of %zu", what, array->yes, array->yes + array->no + array->unknown);
}

static void array_fields(const struct coverage_array *array, const char *all, const char *marked, struct row *row)
{
    if (!array->function || !array->value) {
        row_null(row, marked);
        return;
    }
    row_number(row, all, array->yes + array->no + array->unknown);
    row_number(row, marked, array->yes);
}

static void function_name(const struct coverage_function *function, struct arena *arena, struct text *out)
{
    text_safe(out, function->name.size ? probes_readable(function->name, arena) : str_of("(no name)"));
    if (function->of > 1)
        text_printf(out, " (entry %zu)", function->ordinal);
}

static void function_row(const struct coverage_function *function, size_t name_width, struct rows *rows)
{
    struct row *row = rows_add(rows, str_of(""));
    row_style(row, STYLE_LOCATION);
    function_name(function, &rows->arena, &row->text);
    row_column(row, name_width + 2);
    row_style(row, style_of(function->entered));
    text_add(&row->text, function->entered == COVERAGE_YES ? "entered" : function->entered == COVERAGE_NO ? "never" : "unknown");
    row_column(row, name_width + 2 + ENTERED_WIDTH);
    array_column(&function->schemes[CSI_CC], "returned", row);
    row_column(row, name_width + 2 + ENTERED_WIDTH + CALLS_WIDTH);
    array_column(&function->schemes[CSI_BBC], "blocks", row);
    row->place = (struct place){.has = PLACE_FUNCTION, .function = function->name};
    row_string(row, "function", probes_readable(function->name, &rows->arena));
    if (function->of > 1)
        row_number(row, "entry", function->ordinal);
    row_string(row, "entered", str_of(word_of(function->entered)));
    array_fields(&function->schemes[CSI_CC], "calls", "calls_returned", row);
    array_fields(&function->schemes[CSI_BBC], "blocks", "blocks_marked", row);
}

static size_t name_width(const struct coverage_report *report, struct arena *arena)
{
    struct text name = {0};
    size_t width = 0;
    for (size_t i = 0; i < report->count && i < TABLE_MEASURED; i++) {
        text_clear(&name);
        function_name(&report->functions[i], arena, &name);
        width = widest(width, &name, NAME_MOST);
    }
    text_free(&name);
    return width;
}

static void rule_row(const struct coverage_report *report, struct rows *rows)
{
    static const char *const from[] = {NULL, "user", "labels", "form", "form", "form", "values", "nothing"};     /* by enum coverage_source */
    const struct coverage_reading *reading = &report->reading;
    struct row *row = rows_add_printf(rows, "call bits: the call returned");
    row->style = STYLE_DIM;
    if (reading->source == COVERAGE_NO_BLOCKS)
        return;
    text_add(&row->text, "; block bits: ");
    csi_add_reading(reading, &row->text);
    row_string(row, "block_bits", str_of(reading->rule == COVERAGE_INFERRED ? "mixed" : coverage_rule_names[reading->rule]));
    row_string(row, "block_bits_from", str_of(from[reading->source]));
    if (reading->rule == COVERAGE_EITHER)
        rows_add_printf(rows, "clew does not know whether a bit means entered or completed: a line gets ? unless both give it the same mark. "
                              "Decide with `set bbc entered` or `set bbc completed`")->style = STYLE_WARNING;
    if (report->refuted)
        rows_add_printf(rows, "the values contradict \"%s\" and fit \"%s\": `set bbc %s` reads them so", coverage_rule_names[reading->rule],
                        coverage_rule_names[COVERAGE_ENTERED + COVERAGE_COMPLETED - reading->rule],
                        coverage_rule_names[COVERAGE_ENTERED + COVERAGE_COMPLETED - reading->rule])->style = STYLE_WARNING;
}

void csi_rows_of_coverage(struct session *session, struct rows *rows)
{
    struct csi *csi = csi_of(session);
    struct coverage_report report;
    probes_coverage(csi->probes, snapshot_of(csi), csi_rule(session), &rows->arena, &report);
    size_t width = name_width(&report, &rows->arena);
    for (size_t i = 0; i < report.count; i++)
        function_row(&report.functions[i], width, rows);
    if (report.count == 0)
        rows_add_printf(rows, "no coverage metadata: clew csi-cc builds it for the schemes FC, CC and BBC")->style = STYLE_UNKNOWN;
    else
        rule_row(&report, rows);
    note_rows(&report, rows);
}

/* ---- One function ---- */

static void probe_lines(const struct csi_probe *probe, struct text *out)
{
    struct csi_block block = {.lines = probe->lines, .line_count = probe->line_count};
    csi_block_lines(&block, out);
}

static void probe_row(const struct coverage_probe *probe, enum csi_scheme scheme, struct rows *rows)
{
    enum { STATE_COLUMN = 4, LINES_COLUMN = 16, CALLEE_COLUMN = 34 };
    struct row *row = rows_add(rows, str_of(""));
    struct text lines = {0};
    row_style(row, style_of(probe->state));
    row_column(row, STATE_COLUMN);
    text_add(&row->text, word_of(probe->state));
    row_column(row, LINES_COLUMN);
    row_style(row, STYLE_LOCATION);
    if (probe->probe) {
        probe_lines(probe->probe, &lines);
        text_printf(&row->text, lines.size ? "line%s %s" : "%sno line%s", str_find_byte(text_str(&lines), ' ') == SIZE_MAX &&
                    str_find_byte(text_str(&lines), '-') == SIZE_MAX ? "" : lines.size ? "s" : "", text_string(&lines));
        row_column(row, CALLEE_COLUMN);
        row_style(row, STYLE_NORMAL);
        if (scheme == CSI_CC) {
            text_add(&row->text, "call of ");
            text_safe(&row->text, str_is(probe->probe->callee, "?") ? str_of("a function pointer") : probes_readable(probe->probe->callee, &rows->arena));
        } else {
            text_printf(&row->text, probe->probe->index >= 0 ? "block %" PRId64 : "block without probe", probe->probe->index);
        }
    }
    row_string(row, "scheme", str_of(csi_scheme_names[scheme]));
    row_string(row, "state", str_of(word_of(probe->state)));
    if (probe->probe && probe->probe->index >= 0)
        row_number(row, "index", (uint64_t)probe->probe->index);
    row_string(row, "lines", text_str(&lines));
    if (scheme == CSI_CC && probe->probe)
        row_string(row, "callee", probes_readable(probe->probe->callee, &rows->arena));
    text_free(&lines);
}

/* The function's lines, each with its mark and, if the file is known, its text. */
static void line_rows(struct session *session, const struct crash_frame *frame, const struct coverage_function *function, struct rows *rows)
{
    static const char marks[] = " +-?";
    struct str folder, file = csi_frame_file(session, frame, function->name, &folder);
    const struct session_source *source = file.size ? session_source(session, file, folder) : NULL;
    for (size_t i = 0; i < function->line_count; i++) {
        const struct coverage_line *line = &function->lines[i];
        struct row *row = rows_add_printf(rows, "  %c %6" PRId64 "  ", marks[line->mark], line->line);
        row->style = line->mark == COVERAGE_LINE_NO ? STYLE_WARNING : line->mark == COVERAGE_LINE_MAYBE ? STYLE_UNKNOWN : STYLE_NORMAL;
        if (source && source->source && line->line > 0 && (uint64_t)line->line <= source_line_count(source->source))
            source_code(session, source, (uint64_t)line->line, row->style, row);
        row_string(row, "function", probes_readable(function->name, &rows->arena));
        row_string(row, "file", file);
        if (line->line > 0)
            row_number(row, "line", (uint64_t)line->line);
        row_string(row, "mark", str_of(word_of_mark(line->mark)));
    }
}

/* frame: the owner of these arrays, or NULL. */
static void detail_rows(struct session *session, const struct crash_frame *frame, const struct coverage_function *function, struct rows *rows)
{
    static const char *const heads[CSI_SCHEMES] = {"function", "call sites: did they return?", "statements"};
    function_row(function, function->name.size < NAME_MOST ? function->name.size : NAME_MOST, rows);
    for (int scheme = CSI_CC; scheme < CSI_SCHEMES; scheme++) {
        const struct coverage_array *array = &function->schemes[scheme];
        if (!array->function)
            continue;
        rows_add_printf(rows, "  %s", heads[scheme])->style = STYLE_HEADING;
        for (size_t i = 0; i < array->function->probe_count; i++)
            probe_row(&array->probes[i], (enum csi_scheme)scheme, rows);
    }
    if (function->line_count)
        rows_add_printf(rows, "  lines: + ran, - did not, ? maybe")->style = STYLE_HEADING;
    line_rows(session, frame, function, rows);
}

/* shorter: a C++ name may lack its scopes and parameters. */
static bool is_named(const struct coverage_function *function, struct str name, bool shorter, struct arena *arena)
{
    struct str readable = probes_readable(function->name, arena);
    bool is = str_equal(function->name, name) || str_equal(readable, name);
    return is || (shorter && !str_equal(readable, function->name) && demangled_matches(readable, name));
}

bool csi_rows_of_function_coverage(struct session *session, struct str name, struct rows *rows, struct error *error)
{
    struct csi *csi = csi_of(session);
    struct coverage_report report;
    bool found = false;
    probes_coverage(csi->probes, snapshot_of(csi), csi_rule(session), &rows->arena, &report);
    for (int shorter = 0; shorter < 2 && !found; shorter++)
        for (size_t i = 0; i < report.count; i++)
            if (is_named(&report.functions[i], name, shorter, &rows->arena)) {
                detail_rows(session, NULL, &report.functions[i], rows);
                found = true;
            }
    if (found && report.count)
        rule_row(&report, rows);
    struct near near;
    return found || error_set(error, "no coverage metadata of a function `%.*s`: %s`coverage` lists the functions", STR(name),
                              near_function(session, name, &near));
}

void csi_rows_of_line_coverage(struct session *session, struct rows *rows)
{
    struct csi *csi = csi_of(session);
    struct coverage_report report;
    probes_coverage(csi->probes, snapshot_of(csi), csi_rule(session), &rows->arena, &report);
    for (size_t i = 0; i < report.count; i++) {
        if (report.functions[i].line_count == 0)
            continue;
        struct row *row = rows_add(rows, str_of(""));
        row->style = STYLE_HEADING;
        function_name(&report.functions[i], &rows->arena, &row->text);
        line_rows(session, NULL, &report.functions[i], rows);
    }
    if (rows->count == 0)
        rows_add_printf(rows, "no line has a coverage probe")->style = STYLE_UNKNOWN;
    else
        rule_row(&report, rows);
    note_rows(&report, rows);
}

static void frame_coverage(const struct csi *csi, const struct crash_frame *frame, const struct coverage_reading *reading, struct arena *arena,
                           struct coverage_report *report)
{
    const struct debugger_thread *thread = &snapshot_of(csi)->threads[frame->thread];
    probes_coverage_frame(csi->probes, thread, (size_t)(frame->frame - thread->frames), reading, arena, report);
}

static bool frame_rows(struct session *session, bool alone, struct rows *rows, struct error *error)
{
    struct csi *csi = csi_of(session);
    const struct crash_frame *frame = csi_frame(csi);
    struct coverage_report report;
    if (!frame)
        return error_set(error, csi->crash.count ? "no frame is current: `frame 0` goes to one" : "no frames yet: paste output of gdb or lldb, or let `core FILE` ask gdb");
    struct coverage_reading reading = probes_reading(csi->probes, snapshot_of(csi), csi_rule(session));
    frame_coverage(csi, frame, &reading, &rows->arena, &report);
    for (size_t i = 0; i < report.count; i++)
        detail_rows(session, frame, &report.functions[i], rows);
    if (report.count == 0 && report.note_count == 0)
        rows_add_printf(rows, "this frame's function has no coverage metadata")->style = STYLE_UNKNOWN;
    if (alone && report.count)
        rule_row(&report, rows);
    note_rows(&report, rows);
    return true;
}

bool csi_rows_of_frame_coverage(struct session *session, struct rows *rows, struct error *error)
{
    return frame_rows(session, true, rows, error);
}

/* Every function in detail. */
void csi_rows_of_all_coverage(struct session *session, struct rows *rows)
{
    struct csi *csi = csi_of(session);
    struct coverage_report report;
    probes_coverage(csi->probes, snapshot_of(csi), csi_rule(session), &rows->arena, &report);
    for (size_t i = 0; i < report.count; i++)
        detail_rows(session, NULL, &report.functions[i], rows);
    if (report.count)
        rule_row(&report, rows);
    note_rows(&report, rows);
}

/* The activations on the stack that have their own arrays. */
void csi_rows_of_frames_coverage(struct session *session, struct rows *rows)
{
    struct csi *csi = csi_of(session);
    struct coverage_reading reading = probes_reading(csi->probes, snapshot_of(csi), csi_rule(session));
    for (size_t i = 0; i < csi->crash.count; i++) {
        const struct crash_frame *frame = &csi->crash.frames[i];
        struct coverage_report report;
        if (!frame->frame->has[DEBUGGER_LOCAL_CC] && !frame->frame->has[DEBUGGER_LOCAL_BBC])
            continue;
        frame_coverage(csi, frame, &reading, &rows->arena, &report);
        rows_add(rows, str_of(""));
        struct row *row = rows_add(rows, str_of("this activation: "));
        row->style = STYLE_HEADING;
        csi_frame_title(frame, &row->text);
        row_number(row, "frame", frame->level);
        row_string(row, "function", frame->function);
        for (size_t k = 0; k < report.count; k++)
            detail_rows(session, frame, &report.functions[k], rows);
        note_rows(&report, rows);
    }
}

void csi_rows_of_pane_coverage(struct session *session, struct rows *rows)
{
    struct csi *csi = csi_of(session);
    struct error ignored;
    if (csi_frame(csi)) {
        struct row *row = rows_add(rows, str_of("this activation: "));
        row->style = STYLE_HEADING;
        csi_frame_title(csi_frame(csi), &row->text);
        if (!frame_rows(session, false, rows, &ignored))
            return;
        rows_add(rows, str_of(""));
    }
    rows_add(rows, str_of("the whole program"))->style = STYLE_HEADING;
    csi_rows_of_coverage(session, rows);
    rows->title = str_of("coverage");
}
