/* csi_json.c - execution suffixes as JSON: one object a frame, or an entry of its function.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/csi.h"

#include <stdlib.h>

/* Millions of them stand in one line: text_printf would take most of the time. */
static void add_number(uint64_t number, bool first, struct text *out)
{
    char digits[24];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    if (!first)
        digits[--at] = ',';
    text_append(out, (struct slice){digits + at, sizeof digits - at});
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

void csi_json_blocks(const struct csi_function *function, const uint32_t *blocks, size_t count, struct text *out)
{
    json_blocks(function, blocks, NULL, count, out);
}

static void json_strings(const struct slice *strings, size_t count, struct text *out)
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

static void json_candidate(const struct csi_function *function, const struct crash_frame *frame, const struct crash_entry *entry, size_t candidate, struct text *out)
{
    const struct suffix_candidate *own = &entry->suffix.candidates[candidate];
    struct arena arena = {0};
    struct suffix_blocks blocks;
    struct csi_lines run = {0};
    suffix_blocks(entry->graph, &entry->suffix, candidate, &arena, &blocks);
    text_add(out, "{\"blocks\":");
    json_blocks(function, blocks.blocks, blocks.gap_before, blocks.count, out);
    text_add(out, ",\"current\":");
    csi_json_blocks(function, own->current, own->current_count, out);
    text_add(out, ",\"lines\":[");
    csi_collect_lines(function, blocks.blocks, blocks.count, csi_frame_line(frame), true, &run);
    for (size_t i = 0; i < run.count; i++)
        add_number((uint64_t)run.lines[i], i == 0, out);    /* lines are above 0 */
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

/* A field whose value is made by appending to a text. */
static void row_made(struct row *row, const char *name, struct text *json)
{
    row_json(row, name, text_slice(json));
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
    struct slice *all = memory_allocate((count + 1) * sizeof *all);
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

void csi_suffix_fields(const struct csi *csi, const struct crash_frame *frame, const struct crash_entry *entry, struct row *row)
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
    row_string(row, "status", slice_of(suffix_status_names[status_of(frame, entry)]));
    wrapped_field(row, entry ? &entry->suffix : NULL);
    if (entry && entry->graph)
        json_completed(function, &entry->suffix, &json);
    row_json(row, "completed", json.size ? text_slice(&json) : slice_of("[]"));
    text_clear(&json);
    if (entry && entry->graph)
        json_candidates(function, frame, entry, &json);
    row_json(row, "candidates", json.size ? text_slice(&json) : slice_of("[]"));
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
