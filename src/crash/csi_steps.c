/* csi_steps.c - the suffix step by step, and what `where` says of a step.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>

enum { WIDEST_LINES = 14 };

static int64_t here_frame_line(const struct csi *csi)
{
    return csi_frame(csi) ? csi_frame_line(csi_frame(csi)) : 0;
}

/* Lines of a step as executed, and the one shown as where one stands (0: none is known). How far the block where the frame stands has run is unknown
 * if the frame's line is not one of its: those lines stand in parentheses, as in a suffix. */
static int64_t step_lines(const struct csi *csi, size_t step, struct text *out)
{
    const struct csi_block *block = &csi_function(csi)->blocks[csi->steps.blocks[step - 1]];
    int64_t *lines = memory_allocate((block->line_count + 1) * sizeof *lines), first = 0;
    bool last = step == csi->steps.count && csi->steps.current_from < step, partial;
    size_t count = suffix_step_lines(block, last, here_frame_line(csi), lines, &partial);
    bool unsure = last && count && !csi_block_lists(block, here_frame_line(csi));
    for (size_t i = 0; out && i < count; i++)
        text_printf(out, "%s%" PRId64 "%s", i ? " " : unsure ? "(" : "", lines[i], unsure && i + 1 == count ? "?)" : "");
    if (count)
        first = last ? lines[count - 1] : lines[0];
    free(lines);
    return first;
}

int64_t csi_here_line(const struct csi *csi, bool *earlier)
{
    const struct csi_function *function = csi_function(csi);
    *earlier = false;
    for (size_t step = csi->here.step; step > 0; step--) {
        int64_t line = step_lines(csi, step, NULL);
        if (line)
            return line;
        *earlier = true;
    }
    if (csi->here.step)
        return 0;
    if (csi_frame(csi) || !function || csi->here.block == UINT32_MAX)
        return here_frame_line(csi);
    for (size_t i = 0; i < function->blocks[csi->here.block].line_count; i++)
        if (function->blocks[csi->here.block].lines[i] > 0)
            return function->blocks[csi->here.block].lines[i];
    return 0;
}

static void add_source(struct session *session, int64_t line, struct text *out)
{
    struct slice folder, file = csi_source_file(session, &folder);
    const struct session_source *source = file.size && line > 0 ? session_source(session, file, folder) : NULL;
    if (source && source->source && (uint64_t)line <= source_line_count(source->source))
        text_safe(out, slice_trim(source_line(source->source, (uint64_t)line)));
}

struct step_rows {
    struct session *session;
    int digits;
    size_t lines_column, source_column;
};

static bool step_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct step_rows *list = rows->data;
    struct session *session = list->session;
    const struct csi *csi = session->trace->csi;
    if (i >= csi->steps.count)
        return false;                           /* of another frame by now */
    const struct csi_block *block = &csi_function(csi)->blocks[csi->steps.blocks[i]];
    struct csi_here there = csi->here;
    there.step = (size_t)i + 1;
    there.block = csi->steps.blocks[i];
    row->current = csi->here.step == i + 1;
    row->place = csi_place(csi, &there);
    row_style(row, row->current ? STYLE_CURRENT : STYLE_ADDRESS);
    text_printf(&row->text, "%c%*" PRIu64 " [%" PRIu32 "]", row->current ? '>' : ' ', list->digits, i + 1, block->id);
    if (csi->steps.gap_before && csi->steps.gap_before[i])
        text_add(&row->text, " after a gap");
    row_column(row, list->lines_column);
    row_style(row, row->current ? STYLE_CURRENT : STYLE_LOCATION);
    int64_t line = step_lines(csi, (size_t)i + 1, &row->text);
    row_column(row, list->source_column);
    row_style(row, row->current ? STYLE_CURRENT : STYLE_NORMAL);
    add_source(session, line, &row->text);
    row_number(row, "step", i + 1);
    row_number(row, "block", block->id);
    if (line > 0)
        row_number(row, "line", (uint64_t)line);
    else
        row_null(row, "line");
    return true;
}

void csi_rows_of_steps(struct session *session, struct rows *rows)
{
    const struct csi *csi = session->trace->csi;
    struct text title = {0};
    text_add(&title, "steps");
    if (csi_frame(csi)) {
        text_add(&title, " of ");
        csi_frame_title(csi_frame(csi), &title);
    }
    rows->title = arena_copy(&rows->arena, text_slice(&title));
    text_free(&title);
    if (csi->steps.count == 0) {
        rows_add_printf(rows, "%s", csi_frame(csi) ? "this frame has no suffix" : "no frame: paste what a debugger printed")->style = STYLE_UNKNOWN;
        return;
    }
    struct step_rows *list = arena_allocate(&rows->arena, sizeof *list);
    struct text text = {0};
    *list = (struct step_rows){.session = session, .digits = snprintf(NULL, 0, "%zu", csi->steps.count)};
    size_t widest_id = 0, widest_lines = 0;
    for (size_t i = 0; i < csi->steps.count && i < MEASURED; i++) {
        text_clear(&text);
        text_printf(&text, "%" PRIu32, csi_function(csi)->blocks[csi->steps.blocks[i]].id);
        widest_id = widest(widest_id, &text, WIDEST_LINES);
        text_clear(&text);
        step_lines(csi, i + 1, &text);
        widest_lines = widest(widest_lines, &text, WIDEST_LINES);
    }
    text_free(&text);
    list->lines_column = (size_t)list->digits + 1 + 3 + widest_id + 2;
    list->source_column = list->lines_column + widest_lines + 2;
    rows->count = csi->steps.count;
    rows->data = list;
    rows->get = step_get;
    rows->focus = csi->here.step ? csi->here.step - 1 : 0;
}

/* "0/9@13  loop.c:18  step 13 of 13: 8 -> 9    }" */
void csi_tell(struct session *session, struct rows *rows)
{
    const struct csi *csi = session->trace->csi;
    const struct csi_function *function = csi_function(csi);
    const struct crash_frame *frame = csi_frame(csi);
    struct row *row = rows_add(rows, slice_of(""));
    struct text lines = {0};
    row_style(row, STYLE_LOCATION);
    if (frame)
        csi_frame_title(frame, &row->text);
    else if (function)
        text_safe(&row->text, csi_name(csi));
    else
        text_add(&row->text, "no function has metadata");
    row_style(row, STYLE_NORMAL);
    bool earlier;
    int64_t line = csi_here_line(csi, &earlier);
    if (frame) {
        row_number(row, "frame", frame->level);
        row_string(row, "status", slice_of(suffix_status_names[frame->status]));
    }
    row_string(row, "function", function ? csi_name(csi) : frame ? frame->function : (struct slice){NULL, 0});
    if (csi->here.step) {
        text_printf(&row->text, "  step %zu of %zu: ", csi->here.step, csi->steps.count);
        if (csi->here.step > 1)
            text_printf(&row->text, "%" PRIu32 " -> ", function->blocks[csi->steps.blocks[csi->here.step - 2]].id);
        text_printf(&row->text, "%" PRIu32, function->blocks[csi->here.block].id);
        step_lines(csi, csi->here.step, &lines);
        text_printf(&row->text, lines.size ? "  lines %s" : "  no line is known", text_string(&lines));
        row_number(row, "step", csi->here.step);
        row_number(row, "steps", csi->steps.count);
        row_number(row, "block", function->blocks[csi->here.block].id);
    } else if (function && csi->here.block != UINT32_MAX) {
        text_printf(&row->text, "  block %" PRIu32, function->blocks[csi->here.block].id);
        row_number(row, "block", function->blocks[csi->here.block].id);
    } else if (frame) {
        text_printf(&row->text, "  %s", csi_frame_status(frame));
    }
    if (line > 0 && !earlier)
        row_number(row, "line", (uint64_t)line);
    else
        row_null(row, "line");
    text_clear(&lines);
    add_source(session, earlier ? 0 : line, &lines);
    if (lines.size) {
        text_add(&row->text, "   ");
        row_style(row, STYLE_DIM);
        text_append(&row->text, text_slice(&lines));
    }
    text_free(&lines);
}
