/* stack_entries.c - which function of the metadata a frame's values belong to.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Several entries may have the frame's name (statics of two files, variants). Kept are, in this order: those that list the frame's line; of
 * entries with one graph (a function of a header, in several objects) the first; those that the values fit. A rule that would leave none is passed over.
 * A damaged entry cannot be tried, so values do not rule it out. */
#include "crash/debugger.h"
#include "crash/probes_inside.h"
#include "crash/stack.h"
#include "crash/stack_inside.h"

#include <inttypes.h>
#include <string.h>

/* Entries compared with each other; entries shown where the function is unknown; entries of one name that are looked at,
 * and of those with the line, how many are decoded. */
enum { TWINS_COMPARED = 8, INFERRED_SHOWN = 100, NAMED_LOOKED_AT = 10000, NAMED_TRIED = 500 };

static const struct csi_function *function_of(const struct crash_job *job, const struct crash_entry *entry)
{
    return &probes_paths(job->probes)->functions[entry->function];
}

static bool is_bad(enum suffix_status status)
{
    return status == SUFFIX_IMPOSSIBLE || status == SUFFIX_INCONSISTENT;
}

/* ---- One entry ---- */

static void suffix_none(struct suffix *suffix, enum suffix_status status, const char *note, struct arena *arena)
{
    *suffix = (struct suffix){.status = status, .wrapped = SUFFIX_WRAPPED_UNKNOWN, .note_count = 1};
    suffix->notes = arena_allocate(arena, sizeof *suffix->notes);
    suffix->notes[0] = slice_of(note);
}

static bool work_left(struct crash_job *job, const struct crash_input *input, const struct csi_function *function)
{
    if (job->work > CRASH_WORK)
        return false;
    job->work += function->block_count + function->edge_count + input->values.slots + WORK_DECODING;
    return true;
}

/* The line the metadata knows: of the innermost inlined frame, if the entry lists it, for that is where the instruction comes from. */
static struct suffix_position position_in(struct crash_job *job, const struct crash_input *input, size_t function)
{
    struct suffix_position position = input->position;
    if (input->inner_line && entry_lists_line(job->probes, function, input->inner_line)) {
        position.has_line = true;
        position.line = input->inner_line;
    }
    return position;
}

static void add_note(struct crash_job *job, struct suffix *suffix, struct slice note)
{
    struct slice *notes = arena_allocate(job->arena, (suffix->note_count + 1) * sizeof *notes);
    for (size_t i = 0; i < suffix->note_count; i++)
        notes[i] = suffix->notes[i];
    notes[suffix->note_count++] = note;
    suffix->notes = notes;
}

/* The frame's own line does not fit, but that of a frame which may be inlined into it does: then it is, and that is said. */
static void decode_inner(struct crash_job *job, const struct crash_input *input, struct crash_entry *entry, const struct suffix_prune *prune)
{
    struct suffix_position position = {.has_line = true, .line = input->doubtful_line};
    struct suffix inner;
    suffix_decode(entry->graph, &input->values, &position, prune, job->arena, &inner);
    if (inner.status != SUFFIX_UNIQUE && inner.status != SUFFIX_AMBIGUOUS && inner.status != SUFFIX_PARTIAL_DATA)
        return;
    add_note(job, &inner, arena_printf(job->arena, "the values do not fit line %lld, but line %lld of the frame within: taken for inlined here",
                                       (long long)input->position.line, (long long)input->doubtful_line));
    entry->suffix = inner;
}

/* A straight line has one path, which its frame is in: csi-cc gives it no variables, and what they would hold is known. */
static struct suffix_values values_in(const struct crash_job *job, const struct crash_input *input, const struct crash_entry *entry)
{
    static const uint64_t nothing_recorded[] = {UINT64_MAX};
    if (input->any_value || !entry->graph || !csi_is_straight(function_of(job, entry)))
        return input->values;
    return (struct suffix_values){.has_array = true, .array = nothing_recorded, .slots = 1, .has_index = true, .has_current = true};
}

static void decode(struct crash_job *job, const struct crash_input *input, struct crash_entry *entry)
{
    struct suffix_position position = position_in(job, input, entry->function);
    struct suffix_values values = values_in(job, input, entry);
    struct suffix_prune evidence = {0};
    if (!entry->graph)
        suffix_none(&entry->suffix, SUFFIX_NO_METADATA, "the metadata of this function is damaged", job->arena);
    else if (!input->any_value && !values.has_array)
        suffix_none(&entry->suffix, SUFFIX_PARTIAL_DATA, "the path-tracing variables of this frame were not printed", job->arena);
    else if (!work_left(job, input, function_of(job, entry)))
        suffix_none(&entry->suffix, SUFFIX_PARTIAL_DATA, "not decoded: too many frames of too large functions", job->arena);
    else {
        bool speaks = crash_evidence(job, input, entry->function, &evidence);
        suffix_decode(entry->graph, &values, &position, speaks && job->options->prune ? &evidence : NULL, job->arena, &entry->suffix);
        if (entry->suffix.status == SUFFIX_INCONSISTENT && input->doubtful_line && entry_lists_line(job->probes, entry->function, input->doubtful_line))
            decode_inner(job, input, entry, speaks && job->options->prune ? &evidence : NULL);
        if (values.has_array && !input->any_value)
            add_note(job, &entry->suffix, slice_of("a straight line: its one path needs no variables"));
        if (speaks)
            crash_warn(job, &evidence, entry);
        crash_evidence_free(&evidence);
    }
}

/* ---- Ruling out ---- */

static void note_out(const struct crash_job *job, const struct crash_entry *entry, const struct crash_frame *frame, struct messages *notes,
                     const char *why)
{
    message_add(notes, "entry %zu of this name, of %zu (metadata line %" PRIu64 "), is ruled out: %s", entry->ordinal, frame->entries_of_name,
                function_of(job, entry)->text_line, why);
}

static size_t keep_lines(struct crash_job *job, const struct crash_input *input, struct crash_frame *frame, struct messages *notes)
{
    size_t kept = 0, lists = 0;
    for (size_t i = 0; i < frame->entry_count; i++) {
        struct suffix_position position = position_in(job, input, frame->entries[i].function);
        lists += position.has_line && entry_lists_line(job->probes, frame->entries[i].function, position.line);
    }
    if (lists == 0 || lists == frame->entry_count)
        return frame->entry_count;
    for (size_t i = 0; i < frame->entry_count; i++) {
        struct suffix_position position = position_in(job, input, frame->entries[i].function);
        if (position.has_line && entry_lists_line(job->probes, frame->entries[i].function, position.line))
            frame->entries[kept++] = frame->entries[i];
        else
            note_out(job, &frame->entries[i], frame, notes, "it does not list the frame's line");
    }
    return kept;
}

static bool same_block(const struct csi_block *a, const struct csi_block *b, bool ids)
{
    return a->kind == b->kind && a->line_count == b->line_count && (!ids || a->id == b->id) &&
           (a->line_count == 0 || memcmp(a->lines, b->lines, a->line_count * sizeof *a->lines) == 0);
}

/* Is it the same code? Ids count only where the frame names its block by one. */
static bool same_graph(const struct csi_function *a, const struct csi_function *b, bool ids)
{
    bool same = !a->damaged && !b->damaged && a->block_count == b->block_count && a->edge_count == b->edge_count;
    for (size_t i = 0; same && i < a->block_count; i++)
        same = same_block(&a->blocks[i], &b->blocks[i], ids);
    for (size_t i = 0; same && i < a->edge_count; i++)
        same = a->edges[i].source == b->edges[i].source && a->edges[i].target == b->edges[i].target && a->edges[i].back == b->edges[i].back &&
               a->edges[i].increment == b->edges[i].increment && a->edges[i].weight == b->edges[i].weight;
    return same;
}

static size_t keep_different(struct crash_job *job, const struct crash_input *input, struct crash_frame *frame, struct messages *notes)
{
    size_t kept = 0;
    for (size_t i = 0; i < frame->entry_count; i++) {
        bool same = false;
        for (size_t k = 0; k < kept && k < TWINS_COMPARED && !same; k++)
            same = same_graph(function_of(job, &frame->entries[k]), function_of(job, &frame->entries[i]), input->position.has_block);
        job->work += function_of(job, &frame->entries[i])->block_count;
        if (!same)
            frame->entries[kept++] = frame->entries[i];
        else
            note_out(job, &frame->entries[i], frame, notes, "its graph is the same as that of one before it");
    }
    return kept;
}

static size_t keep_fitting(struct crash_job *job, struct crash_frame *frame, struct messages *notes)
{
    size_t kept = 0, fit = 0;
    for (size_t i = 0; i < frame->entry_count; i++)
        fit += frame->entries[i].graph && !is_bad(frame->entries[i].suffix.status);
    if (fit == 0)
        return frame->entry_count;
    for (size_t i = 0; i < frame->entry_count; i++) {
        enum suffix_status status = frame->entries[i].suffix.status;
        if (!is_bad(status))
            frame->entries[kept++] = frame->entries[i];
        else
            note_out(job, &frame->entries[i], frame, notes, status == SUFFIX_IMPOSSIBLE ? "impossible values" : "inconsistent values");
    }
    return kept;
}

/* One entry: its status. Several: ambiguous; unless nothing fits any, or nothing was printed that could decide. */
static enum suffix_status status_of(const struct crash_frame *frame, bool any_value)
{
    size_t bad = 0, impossible = 0;
    for (size_t i = 0; i < frame->entry_count; i++) {
        bad += is_bad(frame->entries[i].suffix.status);
        impossible += frame->entries[i].suffix.status == SUFFIX_IMPOSSIBLE;
    }
    if (frame->entry_count == 1)
        return frame->entries[0].suffix.status;
    if (!any_value)
        return SUFFIX_PARTIAL_DATA;
    return impossible == frame->entry_count ? SUFFIX_IMPOSSIBLE : bad == frame->entry_count ? SUFFIX_INCONSISTENT : SUFFIX_AMBIGUOUS;
}

/* ---- The two kinds of frames ---- */

void crash_named(struct crash_job *job, const struct crash_input *input, struct crash_frame *frame, struct messages *notes)
{
    const size_t *functions;
    if (job->work > CRASH_WORK) {
        frame->status = SUFFIX_PARTIAL_DATA;
        message_add(notes, "not looked up: too many frames of too large functions");
        return;
    }
    frame->entries_of_name = probes_find(job->probes, frame->function, job->arena, &functions);
    frame->entry_count = frame->entries_of_name < NAMED_LOOKED_AT ? frame->entries_of_name : NAMED_LOOKED_AT;
    job->work += WORK_ENTRY * frame->entries_of_name;
    if (frame->entry_count == 0) {
        if (input->any_value)
            message_add(notes, "this function has path-tracing variables, but no metadata: it is not in .debug_PT");
        return;
    }
    if (frame->entry_count < frame->entries_of_name)
        message_add(notes, "only the first %zu of %zu functions of this name were looked at", frame->entry_count, frame->entries_of_name);
    frame->entries = arena_allocate(job->arena, frame->entry_count * sizeof *frame->entries);
    for (size_t i = 0; i < frame->entry_count; i++)
        frame->entries[i] = (struct crash_entry){.function = functions[i], .ordinal = i, .graph = probes_graph(job->probes, functions[i])};
    frame->entry_count = keep_lines(job, input, frame, notes);
    frame->entry_count = keep_different(job, input, frame, notes);
    if (frame->entry_count > NAMED_TRIED) {
        message_add(notes, "only the first %d of %zu functions of this name that may be meant were tried", NAMED_TRIED, frame->entry_count);
        frame->entry_count = NAMED_TRIED;
    }
    for (size_t i = 0; i < frame->entry_count; i++)
        decode(job, input, &frame->entries[i]);
    frame->entry_count = keep_fitting(job, frame, notes);
    if (frame->entry_count > 1)
        message_add(notes, "%zu functions of this name fit: an ambiguous function", frame->entry_count);
    frame->status = status_of(frame, input->any_value);
}

/* Does a function lack what the frame says of its place? */
static bool misplaced(struct crash_job *job, const struct crash_input *input, size_t function)
{
    const struct csi_function *entry = &probes_paths(job->probes)->functions[function];
    uint32_t block;
    if (input->position.has_block && !csi_block_find(entry, input->position.block, &block))
        return true;
    return input->position.has_line && !entry_lists_line(job->probes, function, input->position.line);
}

/* Do the values fit a function at all? Tried without keeping anything. */
static bool fits(struct crash_job *job, const struct crash_input *input, size_t function, struct arena *scratch)
{
    const struct path_graph *graph = probes_graph(job->probes, function);
    struct suffix suffix = {.status = SUFFIX_NO_METADATA};
    if (graph && work_left(job, input, &probes_paths(job->probes)->functions[function]))
        suffix_decode(graph, &input->values, &input->position, NULL, scratch, &suffix);
    arena_clear(scratch);
    return suffix.status == SUFFIX_UNIQUE || suffix.status == SUFFIX_AMBIGUOUS || suffix.status == SUFFIX_PARTIAL_DATA;
}

static size_t ordinal_of(const struct crash_job *job, size_t function, struct arena *scratch)
{
    const size_t *same;
    size_t count = probes_find(job->probes, probes_paths(job->probes)->functions[function].name, scratch, &same), ordinal = 0;
    while (ordinal < count && same[ordinal] != function)
        ordinal++;
    arena_clear(scratch);
    return ordinal;
}

static void note_inferred(const struct crash_frame *frame, size_t tried, size_t fitting, bool by_place, bool only, struct messages *notes)
{
    if (fitting == 0)
        message_add(notes, "the function was not printed, and the values fit none of the %zu functions tried", tried);
    else if (only)
        message_add(notes, "the function was not printed: taken for the only one that the metadata has");
    else if (tried == 1 && by_place)
        message_add(notes, "the function was not printed: inferred, for no other has this line or block");
    else
        message_add(notes, "the function was not printed: inferred, for the values fit %zu of the %zu functions tried%s", fitting, tried,
                    by_place ? ", those with this line or block" : "");
    if (frame->entry_count < fitting)
        message_add(notes, "shown are the first %zu", frame->entry_count);
}

void crash_unnamed(struct crash_job *job, const struct crash_input *input, struct crash_frame *frame, struct messages *notes)
{
    size_t functions = probes_paths(job->probes)->count, tried = 0, fitting = 0, placed = 0;
    struct arena scratch = {0};
    frame->inferred = true;
    if (functions && !input->any_value && !input->frame->opened) {
        frame->status = SUFFIX_PARTIAL_DATA;
        message_add(notes, "the function was not printed: `bt` and `frame` print it");
    }
    if (!input->any_value || functions == 0)
        return;
    if (input->values.has_index && input->values.index == -1) {
        frame->status = SUFFIX_OFF;
        message_add(notes, "the index is -1: tracing was off in this frame");
        return;
    }
    if (job->work > CRASH_WORK) {
        message_add(notes, "not tried on the functions of the metadata: too many frames");
        frame->status = SUFFIX_PARTIAL_DATA;
        return;
    }
    job->work += WORK_ENTRY * functions;
    for (size_t i = 0; i < functions; i++)
        placed += !misplaced(job, input, i);
    frame->entries = arena_allocate(job->arena, INFERRED_SHOWN * sizeof *frame->entries);
    for (size_t i = 0; i < functions; i++) {
        if (placed > 0 && misplaced(job, input, i))
            continue;
        tried++;
        bool fit = functions == 1 || fits(job, input, i, &scratch);         /* a single function is shown with what is wrong */
        fitting += fit;
        if (fit && frame->entry_count < INFERRED_SHOWN)
            frame->entries[frame->entry_count++] =
                (struct crash_entry){.function = i, .ordinal = ordinal_of(job, i, &scratch), .graph = probes_graph(job->probes, i)};
    }
    arena_free(&scratch);
    for (size_t i = 0; i < frame->entry_count; i++)
        decode(job, input, &frame->entries[i]);
    note_inferred(frame, tried, fitting, placed > 0 && placed < functions, functions == 1, notes);
    frame->status = frame->entry_count ? status_of(frame, true) : SUFFIX_INCONSISTENT;
}
