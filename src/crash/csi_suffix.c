/* csi_suffix.c - frames and their execution suffixes, as rows and as JSON.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/csi.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- Execution suffixes as JSON: one object for each frame, or for each entry of its function ---- */

/* One line may have millions of numbers: text_printf would take most of the time. */
static void add_number(uint64_t number, bool first, struct text *out)
{
    char digits[24];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    if (!first)
        digits[--at] = ',';
    text_append(out, (struct str){digits + at, sizeof digits - at});
}

static void json_blocks(const struct csi_function *function, const uint32_t *blocks, const bool *gap_before, size_t count, struct text *out)
{
    text_byte(out, '[');
    for (size_t i = 0; i < count; i++) {
        if (i && gap_before && gap_before[i])
            text_add(out, ",null");
        add_number(function->blocks[blocks[i]].id, i == 0, out);
    }
    text_byte(out, ']');
}

/* [2,4,5] */
static void csi_json_blocks(const struct csi_function *function, const uint32_t *blocks, size_t count, struct text *out)
{
    json_blocks(function, blocks, NULL, count, out);
}

static void json_strings(const struct str *strings, size_t count, struct text *out)
{
    text_byte(out, '[');
    for (size_t i = 0; i < count; i++) {
        text_add(out, i ? "," : "");
        text_quoted(out, strings[i]);
    }
    text_byte(out, ']');
}

static void json_completed(const struct csi_function *function, const struct suffix *suffix, struct text *out)
{
    text_byte(out, '[');
    for (size_t i = 0; i < suffix->path_count; i++) {
        text_add(out, i ? "," : "");
        if (suffix->paths[i].impossible || suffix->paths[i].missing)
            text_add(out, "null");
        else
            csi_json_blocks(function, suffix->paths[i].path.blocks, suffix->paths[i].path.count, out);
    }
    text_byte(out, ']');
}

/* Collects the lines of a run of blocks in execution order, without immediate repeats. stands: the frame stands in the last block, which ran up to last_line
 * (0: unknown). Zeroed is empty; free lines. */
struct csi_line_run {
    int64_t *lines;
    size_t count, capacity;
};
static void csi_collect_lines(const struct csi_function *function, const uint32_t *blocks, size_t count, int64_t last_line, bool stands, struct csi_line_run *run);
static size_t csi_lines_proven(const struct csi_function *function, const uint32_t *blocks, size_t count, int64_t last_line, const struct csi_line_run *run);

static void json_candidate(const struct csi_function *function, const struct crash_frame *frame, const struct crash_entry *entry, size_t candidate, struct text *out)
{
    const struct suffix_candidate *own = &entry->suffix.candidates[candidate];
    struct arena arena = {0};
    struct suffix_blocks blocks;
    struct csi_line_run run = {0};
    suffix_blocks(entry->graph, &entry->suffix, candidate, &arena, &blocks);
    text_add(out, "{\"blocks\":");
    json_blocks(function, blocks.blocks, blocks.gap_before, blocks.count, out);
    text_add(out, ",\"current\":");
    csi_json_blocks(function, own->current, own->current_count, out);
    text_add(out, ",\"lines\":[");
    csi_collect_lines(function, blocks.blocks, blocks.count, csi_frame_line(frame), true, &run);
    for (size_t i = 0; i < run.count; i++)
        add_number((uint64_t)run.lines[i], i == 0, out);    /* lines are positive */
    text_printf(out, "],\"lines_proven\":%zu,\"reasons\":", csi_lines_proven(function, blocks.blocks, blocks.count, csi_frame_line(frame), &run));
    json_strings(&own->reason, own->reason.size ? 1 : 0, out);
    text_byte(out, '}');
    free(run.lines);
    arena_free(&arena);
}

static void json_candidates(const struct csi_function *function, const struct crash_frame *frame, const struct crash_entry *entry, struct text *out)
{
    text_byte(out, '[');
    for (size_t i = 0; i < entry->suffix.candidate_count; i++) {
        text_add(out, i ? "," : "");
        json_candidate(function, frame, entry, i, out);
    }
    text_byte(out, ']');
}

/* A field with a value built in a text. */
static void row_made(struct row *row, const char *name, struct text *json)
{
    row_json(row, name, text_str(json));
    text_clear(json);
}

static void wrapped_field(struct row *row, const struct suffix *suffix)
{
    if (!suffix || suffix->wrapped == SUFFIX_WRAPPED_UNKNOWN)
        row_null(row, "wrapped");
    else if (suffix->wrapped == SUFFIX_WRAPPED_YES)
        row_true(row, "wrapped");
    else
        row_false(row, "wrapped");
}

static void notes_field(const struct crash_frame *frame, const struct crash_entry *entry, struct row *row)
{
    struct text json = {0};
    size_t count = frame->note_count + (entry ? entry->suffix.note_count + entry->warning_count : 0), at = 0;
    struct str *all = memory_allocate((count + 1) * sizeof *all);
    for (size_t i = 0; i < frame->note_count; i++)
        all[at++] = frame->notes[i];
    for (size_t i = 0; entry && i < entry->suffix.note_count; i++)
        all[at++] = entry->suffix.notes[i];
    for (size_t i = 0; entry && i < entry->warning_count; i++)
        all[at++] = entry->warnings[i];
    json_strings(all, count, &json);
    row_made(row, "notes", &json);
    free(all);
    text_free(&json);
}

static enum suffix_status status_of(const struct crash_frame *frame, const struct crash_entry *entry)
{
    bool several = entry && frame->entry_count > 1 && entry->suffix.status == SUFFIX_UNIQUE;
    return several ? SUFFIX_AMBIGUOUS : entry ? entry->suffix.status : frame->status;
}

/* ---- The object of a suffix ---- */

static void csi_suffix_fields(const struct csi *csi, const struct crash_frame *frame, const struct crash_entry *entry, struct row *row)
{
    const struct csi_function *function = entry ? &csi->paths.functions[entry->function] : NULL;
    struct text json = {0};
    row_number(row, "frame", frame->level);
    if (csi->crash.snapshot->count > 1)
        row_string(row, "thread", csi->crash.snapshot->threads[frame->thread].name);
    row_string(row, "function", frame->function.size || !function ? frame->function : probes_name(csi->probes, entry->function));
    if (frame->inferred)
        row_true(row, "inferred");
    row_string(row, "file", frame->frame->file);
    if (frame->frame->has_line)
        row_number(row, "line", frame->frame->line);
    else
        row_null(row, "line");
    if (entry && frame->entries_of_name > 1)
        row_number(row, "entry", entry->ordinal);
    row_string(row, "status", str_of(suffix_status_names[status_of(frame, entry)]));
    wrapped_field(row, entry ? &entry->suffix : NULL);
    if (entry && entry->graph)
        json_completed(function, &entry->suffix, &json);
    row_json(row, "completed", json.size ? text_str(&json) : str_of("[]"));
    text_clear(&json);
    if (entry && entry->graph)
        json_candidates(function, frame, entry, &json);
    row_json(row, "candidates", json.size ? text_str(&json) : str_of("[]"));
    text_clear(&json);
    if (entry && entry->suffix.candidate_total > entry->suffix.candidate_count)
        row_number(row, "candidates_total", entry->suffix.candidate_total);
    if (entry && entry->suffix.ruled_out_count) {
        json_strings(entry->suffix.ruled_out, entry->suffix.ruled_out_count, &json);
        row_made(row, "ruled_out", &json);
    }
    notes_field(frame, entry, row);
    text_free(&json);
}

/* ---- Frames and their execution suffixes as rows ---- */

enum { BLOCKS_SHOWN = 1000, PATHS_SHOWN = 1000, TITLE_COLUMN = 30, THREAD_COLUMN = 20, PATH_INDENT = 4, NUMBER_COLUMN = 18 };

/* ---- Pieces ---- */

static const char *wrapped_words(const struct suffix *suffix)
{
    return csi_none_lost(suffix) ? ", none lost" : suffix->wrapped == SUFFIX_WRAPPED_YES ? ", older ones lost" : ", older ones may be lost";
}

void csi_frame_verdict(const struct csi *csi, const struct crash_frame *frame, struct text *out)
{
    (void)csi;
    text_add(out, csi_frame_status(frame));
    if (frame->inlined)
        text_add(out, ", inlined into its caller");
    if (frame->entry_count > 1)
        text_printf(out, ", %zu functions of this name fit", frame->entry_count);
    if (frame->entry_count != 1)
        return;
    const struct suffix *suffix = &frame->entries[0].suffix;
    if (suffix->candidate_total > 1)
        text_printf(out, ", %" PRIu64 " candidates", suffix->candidate_total);
    size_t known = 0;
    for (size_t i = 0; i < suffix->path_count; i++)
        known += !suffix->paths[i].missing && !suffix->paths[i].impossible;
    if (known == 0 && suffix->path_count)
        text_printf(out, ", no known path%s", wrapped_words(suffix));
    else if (suffix->path_count || suffix->candidate_count)
        text_printf(out, ", %zu path%s%s%s", known, known == 1 ? "" : "s", known < suffix->path_count ? " and gaps" : "", wrapped_words(suffix));
}

/* Blocks by their metadata ids. */
static void add_blocks(const struct csi_function *function, const uint32_t *blocks, size_t count, size_t most, struct text *out)
{
    for (size_t i = 0; i < count && i < most; i++)
        text_printf(out, "%s%" PRIu32, i ? "," : "", function->blocks[blocks[i]].id);
    if (count > most)
        text_printf(out, ", ... and %zu more (--json lists all)", count - most);
}

static void csi_collect_lines(const struct csi_function *function, const uint32_t *blocks, size_t count, int64_t last_line, bool stands, struct csi_line_run *run)
{
    for (size_t i = 0; i < count; i++) {
        const struct csi_block *block = &function->blocks[blocks[i]];
        bool last = stands && i + 1 == count, partial;
        run->lines = array_grow(run->lines, &run->capacity, run->count + block->line_count + 1, sizeof *run->lines);
        int64_t *own = &run->lines[run->count];
        size_t found = suffix_step_lines(block, last, last ? last_line : 0, own, &partial), from = 0;
        if (found && run->count && own[-1] == own[0])
            from = 1;
        for (size_t k = from; k < found; k++)
            run->lines[run->count++] = own[k];
    }
}

/* How many of these lines are proven: if the last block does not list the frame's line, nobody knows how far the block ran. O(lines). */
static size_t csi_lines_proven(const struct csi_function *function, const uint32_t *blocks, size_t count, int64_t last_line, const struct csi_line_run *run)
{
    struct csi_line_run proven = {0};
    if (count == 0 || csi_block_lists(&function->blocks[blocks[count - 1]], last_line))
        return run->count;
    csi_collect_lines(function, blocks, count - 1, 0, false, &proven);
    free(proven.lines);
    return proven.count;
}

/* If the frame's line is unknown or not in its last block, nobody knows how far that block ran: its lines stand in parentheses. */
static void add_lines(const struct csi_function *function, const uint32_t *blocks, size_t count, int64_t last_line, bool stands, struct text *out)
{
    struct csi_line_run run = {0};
    size_t shown = count < BLOCKS_SHOWN ? count : BLOCKS_SHOWN;
    stands = stands && shown == count;
    csi_collect_lines(function, blocks, shown, last_line, stands, &run);
    size_t proven = stands ? csi_lines_proven(function, blocks, shown, last_line, &run) : run.count;
    for (size_t i = 0; i < run.count; i++)
        text_printf(out, "%s%s%" PRId64, i ? " " : "", i == proven ? "(" : "", run.lines[i]);
    if (proven < run.count)
        text_add(out, "?)");
    if (shown < count)
        text_add(out, " ...");
    free(run.lines);
}

/* ---- Frames ---- */

struct frame_rows {
    struct session *session;
    struct table table;
};

static void add_thread(const struct csi *csi, const struct crash_frame *frame, struct text *out)
{
    text_add(out, "thread ");
    text_safe(out, csi->crash.snapshot->threads[frame->thread].name);
}

static void frame_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct frame_rows *list = data;
    const struct csi *csi = csi_of(list->session);
    const struct crash_frame *frame = &csi->crash.frames[i];
    bool current = csi->here.has_frame && csi->here.frame == i, dim = frame->entry_count == 0;
    switch (column) {
    case 0:
        if (csi->crash.snapshot->count > 1 && (i == 0 || csi->crash.frames[i - 1].thread != frame->thread))
            add_thread(csi, frame, cell->text);
        break;
    case 1:
        text_add(cell->text, current ? "> " : "  ");
        csi_frame_title(frame, cell->text);
        cell->style = dim ? STYLE_DIM : current ? STYLE_CURRENT : STYLE_LOCATION;
        break;
    default:
        csi_frame_verdict(csi, frame, cell->text);
        cell->style = dim ? STYLE_DIM : frame->status == SUFFIX_UNIQUE ? STYLE_NORMAL : frame->status == SUFFIX_AMBIGUOUS ? STYLE_UNCERTAIN : STYLE_WARNING;
    }
}

static bool frame_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct frame_rows *list = rows->data;
    const struct session *session = list->session;
    const struct csi *csi = csi_of(session);
    const struct crash_frame *frame = &csi->crash.frames[i];
    row->current = csi->here.has_frame && csi->here.frame == i;
    table_row(&list->table, i, row);
    struct csi_here there = csi_end_of(i, 0, SIZE_MAX);
    row->place = csi_place(csi, &there);
    row_number(row, "frame", frame->level);
    if (csi->crash.snapshot->count > 1)
        row_string(row, "thread", csi->crash.snapshot->threads[frame->thread].name);
    row_string(row, "function", frame->function);
    row_string(row, "file", frame->frame->file);
    if (frame->frame->has_line)
        row_number(row, "line", frame->frame->line);
    else
        row_null(row, "line");
    row_string(row, "status", str_of(suffix_status_names[frame->status]));
    row_number(row, "paths", frame->entry_count ? frame->entries[0].suffix.path_count : 0);
    return true;
}

void csi_rows_of_frames(struct session *session, struct rows *rows)
{
    const struct csi *csi = csi_of(session);
    rows->title = str_of("frames");
    if (csi->crash.count == 0) {
        rows_add(rows, str_of("no frames yet:"))->style = STYLE_UNKNOWN;
        rows_add(rows, str_of("paste debugger output,"))->style = STYLE_DIM;
        rows_add(rows, str_of("or ask gdb: core FILE"))->style = STYLE_DIM;
        return;
    }
    static const struct column columns[] = {{STYLE_NORMAL, THREAD_COLUMN, 0}, {STYLE_LOCATION, TITLE_COLUMN + 2, 0}, {STYLE_NORMAL, 0, 0}};
    struct frame_rows *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct frame_rows){.session = session};
    list->table = (struct table){.columns = columns, .count = sizeof columns / sizeof *columns, .cell = frame_cell, .data = list};
    table_measure(&list->table, 0, csi->crash.count);
    rows->count = csi->crash.count;
    rows->data = list;
    rows->get = frame_get;
    rows->focus = csi->here.has_frame ? csi->here.frame : 0;
}

/* ---- Suffixes for people ---- */

/* "path 10      26,27,29,34,36,37    lines 7 8 12 14" */
static void path_row(struct rows *rows, size_t column, const char *head, size_t times, const struct csi_function *function,
                     const uint32_t *blocks, size_t count, int64_t last_line, bool stands)
{
    struct row *row = rows_add_printf(rows, "%*s%s", PATH_INDENT, "", head);
    if (times > 1)
        text_printf(&row->text, " x%zu", times);
    row_column(row, NUMBER_COLUMN);
    add_blocks(function, blocks, count, BLOCKS_SHOWN, &row->text);
    row_column(row, column);
    row_style(row, STYLE_DIM);
    text_add(&row->text, "lines ");
    size_t before = row->text.size;
    add_lines(function, blocks, count, last_line, stands, &row->text);
    if (row->text.size == before)
        text_add(&row->text, "unknown");
}

static bool same_path(const struct suffix_path *a, const struct suffix_path *b)
{
    return a->number == b->number && !a->impossible && !b->impossible && !a->missing && !b->missing && !b->broken;
}

/* Column of the lines: after the widest list of blocks that is not too wide. */
static size_t lines_column(const struct csi_function *function, const struct suffix *suffix)
{
    enum { WIDEST = 48 };
    struct text text = {0};
    size_t widest = 8;
    for (size_t i = 0; i < suffix->path_count + suffix->candidate_count && i < TABLE_MEASURED; i++) {
        bool path = i < suffix->path_count;
        const struct suffix_candidate *candidate = path ? NULL : &suffix->candidates[i - suffix->path_count];
        text_clear(&text);
        add_blocks(function, path ? suffix->paths[i].path.blocks : candidate->current, path ? suffix->paths[i].path.count : candidate->current_count, WIDEST, &text);
        if (text.size > widest && text.size <= WIDEST)
            widest = text.size;
    }
    text_free(&text);
    return NUMBER_COLUMN + widest + 2;
}

static void path_rows(const struct csi_function *function, const struct suffix *suffix, size_t column, struct rows *rows)
{
    size_t count = suffix->path_count, next;
    bool shown_as_current = suffix->candidate_count && suffix->candidates[0].recorded && !suffix->candidates[0].tail; /* candidates show how much of it ran */
    count -= shown_as_current && count ? 1 : 0;
    size_t first = count > PATHS_SHOWN ? count - PATHS_SHOWN : 0;
    if (first)
        rows_add_printf(rows, "%*s... %zu older paths (`info path` and --json list all)", PATH_INDENT, "", first)->style = STYLE_DIM;
    for (size_t i = first; i < count; i = next) {
        const struct suffix_path *path = &suffix->paths[i];
        char head[48];
        for (next = i + 1; next < count && same_path(path, &suffix->paths[next]); next++)
            continue;
        snprintf(head, sizeof head, "path %" PRId64, (int64_t)path->number);
        if (path->broken)
            rows_add_printf(rows, "%*s%s", PATH_INDENT, "", i ? "-- the next path does not continue this one --"
                            : path->path.start == PATH_FROM_ENTRY ? "-- the next path begins a call, but older paths came before it --"
                            : "-- no call begins with the next path --")->style = STYLE_WARNING;
        if (path->missing)
            rows_add_printf(rows, "%*s-- unknown paths from slot %zu on --", PATH_INDENT, "", path->slot)->style = STYLE_UNKNOWN;
        else if (path->impossible)
            rows_add_printf(rows, "%*s%s  no such path: its blocks are unknown", PATH_INDENT, "", head)->style = STYLE_WARNING;
        else
            path_row(rows, column, head, next - i, function, path->path.blocks, path->path.count, 0, false);
    }
}

static void candidate_rows(const struct csi *csi, const struct crash_frame *frame, const struct crash_entry *entry, size_t column, struct rows *rows)
{
    const struct csi_function *function = &csi->paths.functions[entry->function];
    const struct suffix *suffix = &entry->suffix;
    for (size_t i = 0; i < suffix->candidate_count; i++) {
        const struct suffix_candidate *candidate = &suffix->candidates[i];
        char head[48] = "now";
        if (suffix->candidate_total > 1)
            snprintf(head, sizeof head, "candidate %zu", i + 1);
        path_row(rows, column, head, 1, function, candidate->current, candidate->current_count, csi_frame_line(frame), true);
        if (candidate->reason.size) {
            struct row *row = rows_add_printf(rows, "%*s", NUMBER_COLUMN, "");
            row->style = STYLE_DIM;
            text_append(&row->text, candidate->reason);
        }
    }
    if (suffix->candidate_total > suffix->candidate_count)
        rows_add_printf(rows, "%*s... and %" PRIu64 " more candidates", PATH_INDENT, "", suffix->candidate_total - suffix->candidate_count)->style = STYLE_UNKNOWN;
}

static void whole_row(const struct crash_entry *entry, const struct csi_function *function, struct rows *rows)
{
    struct arena arena = {0};
    struct suffix_blocks blocks;
    bool open = entry->suffix.candidate_count != 1;
    suffix_blocks(entry->graph, &entry->suffix, open ? SIZE_MAX : 0, &arena, &blocks);
    struct row *row = rows_add_printf(rows, "%*s%s", PATH_INDENT, "", open ? "completed" : "suffix");
    row_column(row, NUMBER_COLUMN);
    row_style(row, STYLE_VALUE);
    size_t first = blocks.count > BLOCKS_SHOWN ? blocks.count - BLOCKS_SHOWN : 0;
    if (first)
        text_printf(&row->text, "... %zu older blocks (--json lists all), ", first);
    for (size_t i = first; i < blocks.count; i++)
        text_printf(&row->text, "%s%s%" PRIu32, i > first ? "," : "", i > first && blocks.gap_before && blocks.gap_before[i] ? "?," : "",
                    function->blocks[blocks.blocks[i]].id);
    if (blocks.count == 0)
        text_add(&row->text, entry->suffix.wrapped == SUFFIX_WRAPPED_NO && entry->suffix.path_count == 0 ? "nothing" : "unknown");
    arena_free(&arena);
}

static void note_rows(const char *what, const struct str *notes, size_t count, enum style style, struct rows *rows)
{
    for (size_t i = 0; i < count; i++) {
        struct row *row = rows_add_printf(rows, "%*s%s", PATH_INDENT, "", what);
        row->style = style;
        text_append(&row->text, notes[i]);
    }
}

static struct row *title_row(const struct csi *csi, const struct crash_frame *frame, const struct crash_entry *entry, struct rows *rows)
{
    struct row *row = rows_add(rows, str_of(""));
    row_style(row, STYLE_HEADING);
    if (csi->crash.snapshot->count > 1) {
        add_thread(csi, frame, &row->text);
        text_add(&row->text, "  ");
    }
    csi_frame_title(frame, &row->text);
    if (entry && (frame->inferred || frame->entries_of_name > 1)) {
        text_add(&row->text, frame->inferred ? "  assumed to be " : "  ");
        text_safe(&row->text, probes_name(csi->probes, entry->function));
        if (frame->entries_of_name > 1)
            text_printf(&row->text, " (entry %zu of that name)", entry->ordinal);
    }
    text_add(&row->text, "  ");
    row_style(row, frame->status == SUFFIX_UNIQUE ? STYLE_NORMAL : STYLE_WARNING);
    csi_frame_verdict(csi, frame, &row->text);
    return row;
}

/* Block bits ruled something out: shows the meaning clew gave them. */
static void reading_row(const struct csi *csi, const struct crash_entry *entry, struct rows *rows)
{
    if (entry->suffix.ruled_out_count + entry->warning_count == 0 || csi->crash.reading.source == COVERAGE_NO_BLOCKS)
        return;
    struct row *row = rows_add_printf(rows, "    block bits: ");
    csi_add_reading(&csi->crash.reading, &row->text);
    row->style = STYLE_DIM;
}

static void entry_rows(const struct csi *csi, size_t frame_index, size_t entry_index, struct rows *rows)
{
    const struct crash_frame *frame = &csi->crash.frames[frame_index];
    const struct crash_entry *entry = entry_index < frame->entry_count ? &frame->entries[entry_index] : NULL;
    struct row *row = title_row(csi, frame, entry, rows);
    struct csi_here there = csi_end_of(frame_index, entry_index, 0);
    row->place = csi_place(csi, &there);
    csi_suffix_fields(csi, frame, entry, row);
    if (entry && entry->graph) {
        const struct csi_function *function = &csi->paths.functions[entry->function];
        size_t column = lines_column(function, &entry->suffix);
        path_rows(function, &entry->suffix, column, rows);
        candidate_rows(csi, frame, entry, column, rows);
        whole_row(entry, function, rows);
    }
    if (entry) {
        bool bad = entry->suffix.status == SUFFIX_IMPOSSIBLE || entry->suffix.status == SUFFIX_INCONSISTENT;
        note_rows("", entry->suffix.notes, entry->suffix.note_count, bad ? STYLE_WARNING : STYLE_DIM, rows);
        note_rows("ruled out: ", entry->suffix.ruled_out, entry->suffix.ruled_out_count, STYLE_DIM, rows);
        note_rows("", entry->warnings, entry->warning_count, STYLE_WARNING, rows);
        reading_row(csi, entry, rows);
    }
    if (entry_index == 0)
        note_rows("", frame->notes, frame->note_count, STYLE_DIM, rows);
}

void csi_rows_of_suffix(struct session *session, size_t frame, struct rows *rows)
{
    const struct csi *csi = csi_of(session);
    size_t count = csi->crash.frames[frame].entry_count;
    for (size_t i = 0; i < (count ? count : 1); i++)
        entry_rows(csi, frame, i, rows);
}

/* ---- Candidates ---- */

static void candidate_row(const struct csi *csi, size_t frame_index, size_t entry_index, size_t candidate, struct rows *rows)
{
    const struct crash_frame *frame = &csi->crash.frames[frame_index];
    const struct crash_entry *entry = &frame->entries[entry_index];
    const struct csi_function *function = &csi->paths.functions[entry->function];
    const struct suffix_candidate *own = &entry->suffix.candidates[candidate];
    struct csi_here there = csi_end_of(frame_index, entry_index, candidate);
    bool current = csi->here.has_frame && csi->here.frame == frame_index && csi->here.entry == entry_index && csi->here.candidate == candidate;
    struct row *row = rows_add_printf(rows, "%c %zu  ", current ? '>' : ' ', csi_choice(csi, frame_index, entry_index, candidate) + 1);
    row->current = current;
    row->place = csi_place(csi, &there);
    if (current)
        rows->focus = rows->count - 1;
    if (frame->entry_count > 1) {
        text_safe(&row->text, probes_name(csi->probes, entry->function));
        text_printf(&row->text, " (entry %zu)  ", entry->ordinal);
    }
    text_add(&row->text, "lines ");
    add_lines(function, own->current, own->current_count, csi_frame_line(frame), true, &row->text);
    text_add(&row->text, "  blocks ");
    add_blocks(function, own->current, own->current_count, BLOCKS_SHOWN, &row->text);
    row_style(row, STYLE_DIM);
    text_add(&row->text, own->reason.size ? "  " : "");
    text_append(&row->text, own->reason);
    struct text json = {0};
    row_number(row, "candidate", csi_choice(csi, frame_index, entry_index, candidate) + 1);
    csi_json_blocks(function, own->current, own->current_count, &json);
    row_json(row, "current", text_str(&json));
    row_string(row, "reason", own->reason);
    text_free(&json);
}

void csi_rows_of_candidates(struct session *session, size_t frame_index, struct rows *rows)
{
    const struct csi *csi = csi_of(session);
    const struct crash_frame *frame = &csi->crash.frames[frame_index];
    struct text title = {0};
    text_add(&title, "candidates of ");
    csi_frame_title(frame, &title);
    rows->title = arena_copy(&rows->arena, text_str(&title));
    text_free(&title);
    for (size_t e = 0; e < frame->entry_count; e++)
        for (size_t c = 0; c < frame->entries[e].suffix.candidate_count; c++)
            candidate_row(csi, frame_index, e, c, rows);
    if (rows->count == 0)
        rows_add_printf(rows, "no candidate: %s", csi_frame_status(frame))->style = STYLE_UNKNOWN;
}
