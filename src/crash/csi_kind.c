/* csi_kind.c - what the session asks of every kind of trace, answered for CSI.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <inttypes.h>

struct slice csi_function_file(const struct session *session, struct slice name, struct slice *folder)
{
    const struct csi *csi = session->trace->csi;
    struct source_position position = {0};
    struct arena arena = {0};
    const size_t *found;
    size_t index, same = 0;
    *folder = (struct slice){NULL, 0};
    if (!session->trace->symbols || !symbols_function_named(session->trace->symbols, name, &index) ||
        !symbols_position(session->trace->symbols, symbols_function(session->trace->symbols, index).address, &position))
        return (struct slice){NULL, 0};
    for (size_t i = probes_find(csi->probes, name, &arena, &found); i-- > 0;)
        same += slice_equal(csi->paths.functions[found[i]].name, name);
    arena_free(&arena);
    if (same > 1)
        return (struct slice){NULL, 0};
    *folder = position.folder;
    return position.file;
}

struct slice csi_name(const struct csi *csi)
{
    return csi_function(csi) ? probes_name(csi->probes, csi->here.function) : (struct slice){NULL, 0};
}

bool csi_one_name(const struct csi *csi, struct slice name, const size_t *found, size_t count, struct error *error)
{
    enum { LISTED = 4 };
    struct slice names[LISTED];
    bool differ = false;
    for (size_t i = 0; i < count; i++) {
        struct slice readable = probes_name(csi->probes, found[i]);
        if (i < LISTED)
            names[i] = readable;
        differ = differ || (!slice_equal(readable, names[0]) && !slice_equal(readable, csi->paths.functions[found[i]].name));
    }
    return !differ || several_functions(name, names, count, LISTED, error);
}

struct slice csi_source_file(const struct session *session, struct slice *folder)
{
    const struct csi_function *function = csi_function(session->trace->csi);
    return csi_frame_file(session, csi_frame(session->trace->csi), function ? function->name : (struct slice){NULL, 0}, folder);
}

struct slice csi_frame_file(const struct session *session, const struct crash_frame *frame, struct slice name, struct slice *folder)
{
    struct slice none = {NULL, 0}, file;
    *folder = none;
    file = name.size ? csi_function_file(session, name, folder) : none;
    bool agrees = !frame || slice_equal(slice_basename(frame->frame->file), slice_basename(file));
    if (agrees || !frame->frame->file.size)
        return file;
    *folder = none; /* the debugger says where; the executable is of another opinion, or of none */
    return frame->frame->file;
}

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
    text_safe(&row->text, text_slice(&text));
    row_string(row, "position", text_slice(&text));
    row_column(row, 24);
    row_style(row, STYLE_LOCATION);
    if (whole.has & PLACE_ID && csi_frame_of_place(session->trace->csi, whole.id, &frame))
        csi_frame_title(&session->trace->csi->crash.frames[frame], &row->text);
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

/* The line of the step, where it is not that of the frame: " :59". */
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
    const struct csi *csi = session->trace->csi;
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

static bool problems(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    (void)arguments, (void)error;
    answer->is_list = true;
    csi_rows_of_problems(session, &answer->rows);
    return true;
}

static bool name(const struct session *session, size_t i, struct slice *out)
{
    if (i >= session->trace->csi->paths.count)
        return false;
    *out = probes_name(session->trace->csi->probes, i);
    return true;
}

const struct session_kind kind_of_csi = {
    .kind = KIND_CSI,
    .what = "CSI metadata",
    .asks = "suffix, step, frame, graph, coverage, paste, core",
    .arrangement = {.main = VIEW_SOURCE, .upper = VIEW_GRAPH, .lower = VIEWS, .line = VIEW_FRAMES, .two_columns = 72, .upper_percent = 50,
                    .panes = {VIEW_SOURCE, VIEW_GRAPH, VIEW_FRAMES, VIEW_STEPS, VIEW_COVERAGE}},
    .close = csi_close,
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
