/* csi_here.c - going and walking in a crash; its steps, source and lines.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/csi.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Going ---- */

/* Makes a target the end of a frame's suffix, as csi_choose would; steps are those of the arena. False: it has not so many candidates. */
static bool aim_at_frame(const struct csi *csi, size_t frame, uint64_t choice, struct arena *arena, struct csi_here *target, struct suffix_blocks *steps,
                         struct error *error)
{
    const struct crash_frame *chosen = &csi->crash.frames[frame];
    *target = csi_end_of(frame, 0, SIZE_MAX);
    *steps = (struct suffix_blocks){0};
    if (!csi_choice_parts(csi, frame, choice, &target->entry, &target->candidate))
        return error_set(error, "frame %" PRIu64 " has no candidate ~%" PRIu64 ": candidates lists them", chosen->level, choice);
    if (chosen->entry_count == 0)
        return true;
    const struct crash_entry *entry = &chosen->entries[target->entry];
    target->function = entry->function;
    if (entry->graph)
        suffix_blocks(entry->graph, &entry->suffix, target->candidate, arena, steps);
    target->step = steps->count;
    target->block = steps->count ? steps->blocks[steps->count - 1] : UINT32_MAX;
    return true;
}

static bool aim_at_step(const struct csi *csi, struct csi_here *target, const struct suffix_blocks *steps, uint64_t step, struct error *error)
{
    if (steps->count == 0 && !target->has_frame)
        return error_set(error, csi->crash.count ? "no frame is current: `frame 0` goes to one" : "there are no steps: paste debugger output first");
    if (steps->count == 0)
        return error_set(error, "this frame has no steps: `backtrace` says why, `frame N` goes to another frame");
    if (step == 0 || step > steps->count)
        return error_set(error, "there is no step %" PRIu64 ": the suffix has steps 1 to %zu", step, steps->count);
    target->step = (size_t)step;
    target->block = steps->blocks[step - 1];
    return true;
}

/* Metadata has lines, but no files: where the function's file is known, a line of another one is refused. */
static bool file_agrees(const struct session *session, const struct place *place, struct error *error)
{
    struct str folder, file = csi_source_file(session, &folder);
    if (!(place->has & PLACE_FILE) || file.size == 0 || str_equal(str_basename(file), str_basename(place->file)))
        return true;
    return error_set(error, "this function is in %.*s: clew knows no line of %.*s in it", STR(str_basename(file)), STR(place->file));
}

static bool without_metadata(const struct csi *csi, const struct csi_here *target, const char *so, struct error *error)
{
    if (target->has_frame && csi_frame_unprinted(&csi->crash.frames[target->frame]))
        return error_set(error, "the function of these values is unknown: paste the output of `bt` or `frame`");
    return error_set(error, "this frame has no metadata, so %s: `backtrace` shows which frames have it, `frame N` goes to one", so);
}

/* The last step that has the line; without steps the first block that has it. */
static bool aim_at_line(const struct csi *csi, const struct place *place, struct csi_here *target, const struct suffix_blocks *steps, struct error *error)
{
    const struct csi_function *function = target->function < csi->paths.count ? &csi->paths.functions[target->function] : NULL;
    if (!function)
        return without_metadata(csi, target, "clew knows none of its lines", error);
    for (size_t i = steps->count; i-- > 0;)
        if (csi_block_lists(&function->blocks[steps->blocks[i]], (int64_t)place->line))
            return aim_at_step(csi, target, steps, i + 1, error);
    for (size_t b = 0; b < function->block_count; b++)
        if (csi_block_lists(&function->blocks[b], (int64_t)place->line)) {
            if (steps->count)
                return error_set(error, "line %" PRIu64 " of %.*s is not in its suffix", place->line, STR(probes_name(csi->probes, target->function)));
            target->block = (uint32_t)b;
            return true;
        }
    return error_set(error, "no block of %.*s has line %" PRIu64, STR(probes_name(csi->probes, target->function)), place->line);
}

static bool no_function(const struct csi *csi, struct str name, struct error *error)
{
    struct near near;
    near_begin(&near, name);
    for (size_t i = 0; i < csi->paths.count; i++)
        near_offer(&near, demangled_alike(probes_name(csi->probes, i), name));
    return error_set(error, "no function %.*s in the metadata: %s`info functions` lists them", STR(name), near_words(&near));
}

/* A function: the newest frame it has, else its metadata; a block of it without a step is one of the metadata. */
static bool aim_at_function(const struct csi *csi, const struct place *place, struct arena *arena, struct csi_here *target, struct suffix_blocks *steps,
                            struct error *error)
{
    const size_t *found;
    size_t count = probes_find(csi->probes, place->function, arena, &found);
    uint64_t ordinal = place->has & PLACE_INSTANCE ? place->instance : 0;
    bool metadata = place->has & PLACE_INSTANCE || (place->has & PLACE_BLOCK && place->step == 0);
    for (size_t i = 0; count == 0 && i < csi->crash.count; i++)         /* a frame need not have metadata to be gone to */
        if (str_equal(csi->crash.frames[i].function, place->function) && !metadata)
            return aim_at_frame(csi, i, 0, arena, target, steps, error);
    if (count == 0)
        count = probes_find_shorter(csi->probes, place->function, arena, &found);
    for (size_t i = 0; i < csi->crash.count && !metadata; i++)
        for (size_t k = 0; k < count && csi->crash.frames[i].entry_count; k++)
            if (csi->crash.frames[i].entries[0].function == found[k])
                return aim_at_frame(csi, i, 0, arena, target, steps, error);
    for (size_t i = 0; count == 0 && i < csi->crash.count; i++)
        if (demangled_matches(csi->crash.frames[i].function, place->function) && !metadata)
            return aim_at_frame(csi, i, 0, arena, target, steps, error);
    if (count == 0)
        return no_function(csi, place->function, error);
    if (ordinal >= count)
        return error_set(error, count == 1 ? "there is %zu function %.*s: #%zu" : "there are %zu functions %.*s: #0 to #%zu", count,
                         STR(place->function), count - 1);
    if (!(place->has & PLACE_INSTANCE) && !csi_one_name(csi, place->function, found, count, error))
        return false;
    *target = (struct csi_here){.function = found[ordinal], .candidate = SIZE_MAX, .block = UINT32_MAX};
    *steps = (struct suffix_blocks){0};
    if (!csi->paths.functions[target->function].damaged)
        target->block = csi->paths.functions[target->function].entry;
    return true;
}

static bool aim_at_block(const struct csi *csi, const struct place *place, struct csi_here *target, const struct suffix_blocks *steps, struct error *error)
{
    const struct csi_function *function = target->function < csi->paths.count ? &csi->paths.functions[target->function] : NULL;
    uint32_t block;
    if (!function)
        return without_metadata(csi, target, "it has no blocks", error);
    if (place->block > UINT32_MAX || !csi_block_find(function, (uint32_t)place->block, &block))
        return error_set(error, "%.*s has no block %" PRIu64 ": `graph` shows its blocks", STR(probes_name(csi->probes, target->function)), place->block);
    if (place->step) {
        if (!aim_at_step(csi, target, steps, place->step, error))
            return false;
        return target->block == block || error_set(error, "step %" PRIu64 " is block %" PRIu32 ", not %" PRIu64, place->step,
                                                   function->blocks[target->block].id, place->block);
    }
    for (size_t i = steps->count; i-- > 0;)
        if (steps->blocks[i] == block)
            return aim_at_step(csi, target, steps, i + 1, error);
    if (steps->count)
        return error_set(error, "block %" PRIu64 " is not in the suffix", place->block);
    target->block = block;
    return true;
}

static bool aim_relative(const struct csi *csi, const struct place *place, struct csi_here *target, const struct suffix_blocks *steps, struct error *error)
{
    uint64_t count = steps->count, step = count;
    if (place->has & PLACE_BEGIN)
        step = 1;
    else if (place->has & PLACE_PERCENT && place->offset >= 0 && place->offset <= 100)
        step = count ? 1 + (uint64_t)((double)(count - 1) * (double)place->offset / 100.0) : 0;
    else if (place->has & PLACE_RELATIVE)
        step = place->offset < 0 ? (0 - (uint64_t)place->offset < csi->here.step ? csi->here.step + (uint64_t)place->offset : 0)
                                 : (uint64_t)place->offset <= count ? csi->here.step + (uint64_t)place->offset : count + 1;
    return aim_at_step(csi, target, steps, step, error);
}

/* FILE:LINE of another file: the newest frame that stands in it and has the line. Always true: where there is none, the current function is asked. */
static bool aim_at_file(const struct session *session, const struct place *place, struct arena *arena, struct csi_here *target, struct suffix_blocks *steps)
{
    const struct csi *csi = csi_of(session);
    struct error ignored;
    if (!(place->has & PLACE_FILE) || file_agrees(session, place, &ignored))
        return true;
    for (size_t i = 0; i < csi->crash.count; i++) {
        const struct crash_frame *frame = &csi->crash.frames[i];
        struct csi_here there;
        struct suffix_blocks own;
        if (frame->entry_count && str_equal(str_basename(frame->frame->file), str_basename(place->file)) &&
            aim_at_frame(csi, i, 0, arena, &there, &own, &ignored) && aim_at_line(csi, place, &there, &own, &ignored)) {
            *target = there;
            *steps = own;
            return true;
        }
    }
    return true;
}

static bool aim(struct session *session, const struct place *place, struct arena *arena, struct csi_here *target, struct error *error)
{
    const struct csi *csi = csi_of(session);
    struct suffix_blocks steps = csi->steps;
    size_t frame;
    *target = csi->here;
    if (place->has & PLACE_FUNCTION && !aim_at_function(csi, place, arena, target, &steps, error))
        return false;
    if (place->has & PLACE_ID && !(place->has & PLACE_FUNCTION)) {
        if (!csi_frame_of_place(csi, place->id, &frame))
            return error_set(error, csi->crash.count ? "no frame %" PRIu64 ": backtrace lists the frames" : "no frame %" PRIu64
                             ": paste debugger output first", place->id);
        if (!aim_at_frame(csi, frame, place->has & PLACE_INSTANCE ? place->instance : 0, arena, target, &steps, error))
            return false;
    }
    if (place->has & PLACE_BLOCK)
        return aim_at_block(csi, place, target, &steps, error);
    if (place->has & (PLACE_FUNCTION | PLACE_ID))
        return true;
    if (!csi->has_here)
        return error_set(error, "there is no current position: the metadata has no function");
    if (place->has & PLACE_LINE)
        return aim_at_file(session, place, arena, target, &steps) && file_agrees(session, place, error) && aim_at_line(csi, place, target, &steps, error);
    if (place->has & (PLACE_RELATIVE | PLACE_PERCENT | PLACE_BEGIN | PLACE_END))
        return aim_relative(csi, place, target, &steps, error);
    return error_set(error, "not a position in a crash: expected FUNCTION, FRAME, FILE:LINE, FRAME/BLOCK@STEP, +N, -N or N%%");
}

bool csi_resolve(struct session *session, const struct place *place, struct place *whole, struct error *error)
{
    struct arena arena = {0};
    struct place marked;
    struct csi_here target;
    if (place->has & PLACE_MARK) {
        if (!marks_get(&session->trace->marks, place->mark, &marked))
            return refuse_mark(session, place->mark, error);
        place = &marked;
    }
    bool found = aim(session, place, &arena, &target, error);
    if (found)
        *whole = csi_place(csi_of(session), &target);
    arena_free(&arena);
    return found;
}

bool csi_set(struct session *session, const struct place *place, struct error *error)
{
    struct csi *csi = csi_of(session);
    struct arena arena = {0};
    struct csi_here target;
    bool found = aim(session, place, &arena, &target, error);
    arena_free(&arena);
    if (!found)
        return false;
    bool same = csi->has_here && csi->here.has_frame == target.has_frame && csi->here.frame == target.frame && csi->here.entry == target.entry &&
                csi->here.candidate == target.candidate && csi->here.function == target.function;
    if (target.has_frame && !same)
        found = csi_choose(session, target.frame, target.entry, target.candidate);
    if (!target.has_frame) {
        csi->steps = (struct suffix_blocks){0};
        csi->has_here = true;
    }
    csi->here = target;
    if (!same)
        csi_count_visits(csi);
    session->trace->list_line = 0;
    session->version++;
    return found;
}

/* ---- Walking ---- */

static bool walk_frames(struct session *session, const struct walk_order *order, struct error *error)
{
    struct csi *csi = csi_of(session);
    const struct crash_frame *here = csi_frame(csi);
    if (!here)
        return csi_need_frames(session, error) && error_set(error, "no frame is current: `frame 0` goes to one");
    size_t frame = csi->here.frame;
    for (uint64_t i = 0; i < order->count; i++) {
        size_t next = order->reverse ? frame - 1 : frame + 1;
        if (next >= csi->crash.count || csi->crash.frames[next].thread != here->thread) {
            if (i == 0)
                return error_set(error, order->reverse ? "this is the innermost frame: up goes to its caller"
                                                : "this is the outermost known frame: down goes to its callee");
            break;
        }
        frame = next;
    }
    return csi_choose(session, frame, 0, 0) || error_set(error, "there is no such frame");
}

static bool stand_at(struct session *session, size_t step)
{
    csi_of(session)->here.step = step;
    csi_of(session)->here.block = csi_of(session)->steps.blocks[step - 1];
    session->trace->list_line = 0;
    session->version++;
    return true;
}

static bool walk_until(struct session *session, const struct walk_order *order, struct error *error)
{
    const struct csi *csi = csi_of(session);
    const struct csi_function *function = csi_function(csi);
    if (!file_agrees(session, &order->until, error))
        return false;
    for (size_t i = csi->here.step; i < csi->steps.count; i++) {
        const struct csi_block *block = &function->blocks[csi->steps.blocks[i]];
        if (order->until.has & PLACE_BLOCK ? block->id == order->until.block : csi_block_lists(block, (int64_t)order->until.line))
            return stand_at(session, i + 1);
    }
    return error_set(error, "no later step of the suffix gets there");
}

bool csi_walk(struct session *session, const struct walk_order *order, struct error *error)
{
    const struct csi *csi = csi_of(session);
    size_t step = csi->here.step, count = csi->steps.count;
    if (order->walk == WALK_UNTIL && !order->has_until)
        return error_set(error, "`until` needs a line or block, as in `until 23`, `until mean.c:23` or `until main/4@0`");
    if (order->walk == WALK_FINISH)
        return walk_frames(session, order, error);
    if (!csi_need_frames(session, error))
        return false;
    if (!csi_frame(csi))
        return error_set(error, "no frame is current: `frame 0` goes to one");
    if (count == 0)
        return error_set(error, "this frame has no steps: `backtrace` says why, `frame N` goes to another frame");
    if (order->walk == WALK_UNTIL)
        return walk_until(session, order, error);
    if (order->reverse && step <= 1)
        return error_set(error, "the suffix begins here: %s", csi_suffix(csi)->wrapped == SUFFIX_WRAPPED_NO ? "this is the function's entry"
                                : csi_suffix(csi)->wrapped == SUFFIX_WRAPPED_YES ? "older paths were lost" : "older paths may be lost");
    if (!order->reverse && step >= count)
        return error_set(error, "the suffix ends here, at the frame's position");
    if (order->walk == WALK_CONTINUE)
        return stand_at(session, order->reverse ? 1 : count);
    if (order->reverse)
        return stand_at(session, order->count < step ? step - (size_t)order->count : 1);
    return stand_at(session, order->count < count - step ? step + (size_t)order->count : count);
}

/* ---- The suffix step by step, and what `where` says of a step ---- */

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
    struct str folder, file = csi_source_file(session, &folder);
    const struct session_source *source = file.size && line > 0 ? session_source(session, file, folder) : NULL;
    if (source && source->source && (uint64_t)line <= source_line_count(source->source))
        text_safe(out, str_trim(source_line(source->source, (uint64_t)line)));
}

struct step_rows {
    struct session *session;
    int digits;
    struct table table;
};

static void step_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct step_rows *list = data;
    const struct csi *csi = csi_of(list->session);
    switch (column) {
    case 0:
        text_printf(cell->text, "%*" PRIu64 " [%" PRIu32 "]", list->digits, i + 1, csi_function(csi)->blocks[csi->steps.blocks[i]].id);
        break;
    case 1: step_lines(csi, (size_t)i + 1, cell->text); break;
    default:
        text_add(cell->text, csi->steps.gap_before && csi->steps.gap_before[i] ? "after a gap  " : "");
        add_source(list->session, step_lines(csi, (size_t)i + 1, NULL), cell->text);
    }
    if (csi->here.step == i + 1)
        cell->style = STYLE_CURRENT;
}

static bool step_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct step_rows *list = rows->data;
    const struct csi *csi = csi_of(list->session);
    if (i >= csi->steps.count)
        return false;                           /* of another frame by now */
    struct csi_here there = csi->here;
    there.step = (size_t)i + 1;
    there.block = csi->steps.blocks[i];
    row->current = csi->here.step == i + 1;
    row->place = csi_place(csi, &there);
    row_style(row, row->current ? STYLE_CURRENT : STYLE_ADDRESS);
    text_byte(&row->text, row->current ? '>' : ' ');
    table_row(&list->table, i, row);
    int64_t line = step_lines(csi, (size_t)i + 1, NULL);
    row_number(row, "step", i + 1);
    row_number(row, "block", csi_function(csi)->blocks[there.block].id);
    if (line > 0)
        row_number(row, "line", (uint64_t)line);
    else
        row_null(row, "line");
    return true;
}

void csi_rows_of_steps(struct session *session, struct rows *rows)
{
    const struct csi *csi = csi_of(session);
    struct text title = {0};
    text_add(&title, "steps");
    if (csi_frame(csi)) {
        text_add(&title, " of ");
        csi_frame_title(csi_frame(csi), &title);
    }
    rows->title = arena_copy(&rows->arena, text_str(&title));
    text_free(&title);
    if (csi->steps.count == 0) {
        rows_add_printf(rows, "%s", csi_frame(csi) ? "this frame has no suffix" : "no frame: paste debugger output")->style = STYLE_UNKNOWN;
        return;
    }
    static const struct column columns[] = {{STYLE_ADDRESS, WIDEST_LINES, 0}, {STYLE_LOCATION, WIDEST_LINES, 0}, {STYLE_NORMAL, 0, 0}};
    struct step_rows *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct step_rows){.session = session, .digits = snprintf(NULL, 0, "%zu", csi->steps.count)};
    list->table = (struct table){.columns = columns, .count = sizeof columns / sizeof *columns, .cell = step_cell, .data = list, .indent = 1};
    table_measure(&list->table, 0, csi->steps.count);
    rows->count = csi->steps.count;
    rows->data = list;
    rows->get = step_get;
    rows->focus = csi->here.step ? csi->here.step - 1 : 0;
}

/* "0/9@13  loop.c:18  step 13 of 13: 8 -> 9    }" */
void csi_tell(struct session *session, struct rows *rows)
{
    const struct csi *csi = csi_of(session);
    const struct csi_function *function = csi_function(csi);
    const struct crash_frame *frame = csi_frame(csi);
    struct row *row = rows_add(rows, str_of(""));
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
        row_string(row, "status", str_of(suffix_status_names[frame->status]));
    }
    row_string(row, "function", function ? csi_name(csi) : frame ? frame->function : (struct str){NULL, 0});
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
        text_append(&row->text, text_str(&lines));
    }
    text_free(&lines);
}

/* ---- The source of a frame with the lines of its suffix lit ---- */

static uint64_t edge_key(uint32_t source, uint32_t target)
{
    return (uint64_t)source << 32 | target;
}

static void list_backedges(const struct csi_function *function, struct map *backedges)
{
    for (size_t i = 0; function && i < function->edge_count; i++)
        if (function->edges[i].back)
            map_put(backedges, edge_key(function->edges[i].source, function->edges[i].target), 1);
}

/* Line -> how often it ran within the current suffix. A line that goes on in the next block ran once, also over a backedge: "for" steps and asks in one go. A
 * second backedge without another line between them is a loop on that line: once a round. */
static void csi_count_lines(const struct csi *csi, struct map *counts)
{
    const struct csi_function *function = csi_function(csi);
    const struct crash_frame *frame = csi_frame(csi);
    int64_t line = frame ? csi_frame_line(frame) : 0, before = 0;
    int64_t *lines = NULL;
    size_t capacity = 0, rounds = 0;
    struct map backedges = {0};
    uint64_t ignored;
    list_backedges(function, &backedges);
    for (size_t i = 0; i < csi->steps.count; i++) {
        const struct csi_block *block = &function->blocks[csi->steps.blocks[i]];
        bool last = i + 1 == csi->steps.count, partial;
        lines = array_grow(lines, &capacity, block->line_count + 1, sizeof *lines);
        if (i && map_get(&backedges, edge_key(csi->steps.blocks[i - 1], csi->steps.blocks[i]), &ignored))
            rounds++;
        size_t found = suffix_step_lines(block, last, last ? line : 0, lines, &partial);
        for (size_t k = 0; k < found; k++) {
            uint64_t count = 0;
            if (lines[k] == before && rounds < 2)
                continue;
            rounds = lines[k] == before ? 1 : 0;
            map_get(counts, (uint64_t)lines[k], &count);
            map_put(counts, (uint64_t)lines[k], count + 1);
            before = lines[k];
        }
    }
    map_free(&backedges);
    free(lines);
}

/* Lines the function has at all: what is not among them cannot be told. */
static void known_lines(const struct csi_function *function, struct map *known)
{
    for (size_t b = 0; function && b < function->block_count; b++)
        for (size_t i = 0; i < function->blocks[b].line_count; i++)
            if (function->blocks[b].lines[i] > 0)
                map_put(known, (uint64_t)function->blocks[b].lines[i], 1);
}

struct csi_source_rows {
    struct session *session;
    const struct session_source *source;
    struct map counts, known;
    uint64_t current;
    bool earlier;                           /* the step has no line: current is that of the nearest one before it */
};

/* Lines of the suffix have its bar and their count; of the others what frames and coverage tell. */
static bool source_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct csi_source_rows *list = rows->data;
    uint64_t line = i + 1, count = 0, ignored;
    bool ran = map_get(&list->counts, line, &count), known = map_get(&list->known, line, &ignored);
    int digits = snprintf(NULL, 0, "%" PRIu64, source_line_count(list->source->source));
    const struct line_fact *other = source_fact(list->session, list->source->file, line), own = {.state = LINE_RAN, .count = count}, *fact = ran ? &own : other;
    row->current = line == list->current && !list->earlier;
    row_style(row, row->current ? STYLE_CURRENT : STYLE_DIM);
    text_printf(&row->text, "%c%*" PRIu64 " ", row->current ? '>' : ' ', digits, line);
    source_margin_fact(fact, source_sign_width(list->session, 4), row->current, row);
    text_add(&row->text, ran ? "| " : "  ");
    traces_margin(list->session, list->source->file, line, row);
    source_code(list->session, list->source, line, row->current ? STYLE_CURRENT : fact->state == LINE_RAN ? STYLE_NORMAL : STYLE_DIM, row);
    row_number(row, "line", line);
    source_fact_fields(fact, true, row);
    row_string(row, "text", source_line(list->source->source, line));
    if (known)
        row->place = (struct place){.has = PLACE_FILE | PLACE_LINE, .file = list->source->file, .line = line};
    return true;
}

static void source_release(struct rows *rows)
{
    struct csi_source_rows *list = rows->data;
    map_free(&list->counts);
    map_free(&list->known);
}

static void set_title(const struct csi *csi, struct str file, struct rows *rows)
{
    struct text title = {0};
    const struct csi_function *function = csi_function(csi);
    text_safe(&title, str_basename(file));
    if (function) {
        text_add(&title, title.size ? "  " : "source of ");
        text_safe(&title, csi_name(csi));
    }
    rows->title = arena_copy(&rows->arena, text_str(&title));
    text_free(&title);
}

bool csi_rows_of_source(struct session *session, struct rows *rows, struct error *error)
{
    const struct csi *csi = csi_of(session);
    struct str folder, file = csi_source_file(session, &folder);
    if (!csi_need(session, error))
        return false;
    set_title(csi, file, rows);
    if (file.size == 0) {
        rows_add_printf(rows, "no source file is known")->style = STYLE_UNKNOWN;
        rows_add_printf(rows, "metadata has lines, but no files:")->style = STYLE_DIM;
        rows_add_printf(rows, "paste a frame \"at FILE:LINE\",")->style = STYLE_DIM;
        rows_add_printf(rows, "or name the executable: --exec=FILE")->style = STYLE_DIM;
        return true;
    }
    const struct session_source *source = session_source(session, file, folder);
    if (!source->source) {
        source_missing(source, rows);
        return true;
    }
    struct csi_source_rows *list = arena_allocate(&rows->arena, sizeof *list);
    struct session_source *kept = arena_allocate(&rows->arena, sizeof *kept);
    *kept = *source; /* the table of sources may move while the rows live */
    bool earlier;
    int64_t line = csi_here_line(csi, &earlier);
    *list = (struct csi_source_rows){.session = session, .source = kept, .current = line > 0 ? (uint64_t)line : 0, .earlier = earlier};
    csi_count_lines(csi, &list->counts);
    known_lines(csi_function(csi), &list->known);
    rows->data = list;
    rows->count = source_line_count(source->source);
    rows->focus = list->current && list->current <= rows->count ? list->current - 1 : 0;
    rows->get = source_get;
    rows->release = source_release;
    return true;
}

/* list [LINE]: ten lines around where one is, then the next ten. */
bool csi_list(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    enum { LISTED = 10 };
    struct rows all = {0};
    struct row row = {0};
    uint64_t line = 0;
    struct place place = {0}, whole;
    if (arguments.size && !str_decimal(arguments, &line)) {
        struct str folder, file = csi_source_file(session, &folder);
        if (!place_parse(arguments, &place, error))
            return false;
        bool here = place.has & PLACE_LINE && str_equal(str_basename(place.file), str_basename(file));
        if (!here && (!csi_resolve(session, &place, &whole, error) || !session_go(session, &place, error)))
            return false;                   /* the source of another function is shown by going there */
        line = place.has & PLACE_LINE ? place.line : 0;
    }
    if (!csi_rows_of_source(session, &all, error))
        return false;
    bool numbered = all.get == source_get;
    bool earlier;
    uint64_t here = csi_here_line(csi_of(session), &earlier) > 0 ? (uint64_t)csi_here_line(csi_of(session), &earlier) : 1, middle = line ? line : here;
    uint64_t first = !arguments.size && session->trace->list_line ? session->trace->list_line : middle > LISTED / 2 ? middle - LISTED / 2 : 1;
    answer->is_list = true;
    if (numbered && first > all.count) {
        error_set(error, "the file has %" PRIu64 " lines", all.count);
        rows_free(&all);
        return false;
    }
    uint64_t begin = numbered ? first - 1 : 0, count = numbered ? list_count(session) : LISTED;
    for (uint64_t i = begin; i < all.count && i - begin < count && rows_get(&all, i, &row); i++) {
        struct row *copy = rows_add(&answer->rows, (struct str){NULL, 0});
        text_append(&copy->text, text_str(&row.text));
        copy->place = row.place;
        copy->current = row.current;
        copy->span_count = row.span_count;
        memcpy(copy->spans, row.spans, sizeof row.spans);
        for (size_t k = 0; numbered && k < row.field_count; k++)
            row_field(copy, &row.fields[k]);
    }
    if (numbered)
        list_done(session, first, !arguments.size && session->trace->list_line ? 0 : middle);
    row_free(&row);
    rows_free(&all);
    return true;
}

/* ---- What a crash knows of the lines of a source file: its suffix, the lines of its frames, coverage ---- */

bool csi_source(struct session *session, struct source_position *position)
{
    bool earlier;
    struct str folder, file = csi_source_file(session, &folder);
    int64_t line = csi_here_line(csi_of(session), &earlier);
    *position = (struct source_position){.file = file, .folder = folder, .line = line > 0 ? (uint64_t)line : 0};
    return file.size && line > 0;
}

static void add_suffix(const struct csi *csi, struct str file, struct line_table *table)
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

static void add_frames(struct session *session, struct str file, struct line_table *table)
{
    const struct csi *csi = csi_of(session);
    for (size_t i = 0; i < csi->crash.count; i++) {
        struct str folder, own = csi_frame_file(session, &csi->crash.frames[i], csi->crash.frames[i].function, &folder);
        int64_t line = csi_frame_line(&csi->crash.frames[i]);
        struct line_fact *fact = own.size && line > 0 && traces_same_file(own, file) ? line_table_grow(table, (uint64_t)line) : NULL;
        if (!fact)
            continue;
        struct csi_here end = csi_end_of(i, 0, 0);
        if (fact->state != LINE_RAN)
            *fact = (struct line_fact){.state = LINE_RAN, .place = csi_place(csi, &end)};
    }
}

static void add_coverage(struct session *session, struct str file, struct coverage_report *report, struct line_table *table)
{
    static const enum line_state states[] = {LINE_UNKNOWN, LINE_RAN, LINE_NEVER, LINE_MAYBE};       /* as enum coverage_mark */
    const struct csi *csi = csi_of(session);
    probes_coverage(csi->probes, csi->crash.snapshot, csi_rule(session), &table->arena, report);
    for (size_t i = 0; i < report->count; i++) {
        struct str folder, own = csi_function_file(session, report->functions[i].name, &folder);
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
        if (str_equal(csi->crash.frames[i].function, function->name))
            return false;
    return true;
}

/* Of what is in no frame, and has no coverage, it is not known whether it ran; a function that was never entered did not. */
static void add_function(struct session *session, struct str file, const struct csi_function *function, bool never, struct line_table *table)
{
    struct str folder, own = csi_function_file(session, function->name, &folder);
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
static void add_functions(struct session *session, struct str file, const struct coverage_report *report, struct line_table *table)
{
    const struct csi *csi = csi_of(session);
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

void csi_lines(struct session *session, struct str file, struct line_table *table)
{
    struct str folder, own = csi_source_file(session, &folder);
    if (own.size && traces_same_file(own, file))
        add_suffix(csi_of(session), own, table);
    struct coverage_report report = {0};
    add_frames(session, file, table);
    if (csi_of(session)->crash.snapshot)
        add_coverage(session, file, &report, table);
    add_functions(session, file, &report, table);
}
