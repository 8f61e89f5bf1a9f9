/* stack.c - explains every frame of a debugger's text; the gdb commands that print the values it needs.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/stack.h"
#include "crash/debugger.h"
#include "crash/probes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- The metadata function of a frame's values ----
 *
 * Several entries may have the frame's name (static functions of two files, variants). clew keeps, in this order: entries that list the frame's line; the first
 * of entries with the same graph (a function of a header, in several objects); entries that fit the values. A rule that would leave none is skipped. Values do
 * not rule out a damaged entry, since clew cannot try it. */

/* Limits: entries compared with each other; entries shown for an unknown function; entries of one name to look at, and how many of those with the line to
 * decode. */
enum { TWINS_COMPARED = 8, INFERRED_SHOWN = 100, NAMED_LOOKED_AT = 10000, NAMED_TRIED = 500 };

static const struct csi_function *function_of(const struct stack_job *job, const struct crash_entry *entry)
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
    suffix->notes[0] = str_of(note);
}

static bool work_left(struct stack_job *job, const struct crash_input *input, const struct csi_function *function)
{
    if (job->work > CRASH_WORK)
        return false;
    job->work += function->block_count + function->edge_count + input->values.slots + WORK_DECODING;
    return true;
}

/* The line in the metadata: that of the innermost inlined frame if the entry lists it, since the instruction comes from there. */
static struct suffix_position position_in(struct stack_job *job, const struct crash_input *input, size_t function)
{
    struct suffix_position position = input->position;
    if (input->inner_line && entry_lists_line(job->probes, function, input->inner_line)) {
        position.has_line = true;
        position.line = input->inner_line;
    }
    return position;
}

static void add_note(struct stack_job *job, struct suffix *suffix, struct str note)
{
    struct str *notes = arena_allocate(job->arena, (suffix->note_count + 1) * sizeof *notes);
    for (size_t i = 0; i < suffix->note_count; i++)
        notes[i] = suffix->notes[i];
    notes[suffix->note_count++] = note;
    suffix->notes = notes;
}

/* The frame's own line does not fit, but the line of a frame that may be inlined into it does: takes that frame as inlined and says so. */
static void decode_inner(struct stack_job *job, const struct crash_input *input, struct crash_entry *entry, const struct suffix_prune *prune)
{
    struct suffix_position position = {.has_line = true, .line = input->doubtful_line};
    struct suffix inner;
    suffix_decode(entry->graph, &input->values, &position, prune, job->arena, &inner);
    if (inner.status != SUFFIX_UNIQUE && inner.status != SUFFIX_AMBIGUOUS && inner.status != SUFFIX_PARTIAL_DATA)
        return;
    add_note(job, &inner, arena_printf(job->arena, "the values do not fit line %lld, but they fit line %lld of the inner frame: clew assumes that it is inlined here",
                                       (long long)input->position.line, (long long)input->doubtful_line));
    entry->suffix = inner;
}

/* A straight line has one path, and the frame is in it. csi-cc gives it no variables, but their values are clear. */
static struct suffix_values values_in(const struct stack_job *job, const struct crash_input *input, const struct crash_entry *entry)
{
    static const uint64_t nothing_recorded[] = {UINT64_MAX};
    if (input->any_value || !entry->graph || !csi_is_straight(function_of(job, entry)))
        return input->values;
    return (struct suffix_values){.has_array = true, .array = nothing_recorded, .slots = 1, .has_index = true, .has_current = true};
}

static void decode(struct stack_job *job, const struct crash_input *input, struct crash_entry *entry)
{
    struct suffix_position position = position_in(job, input, entry->function);
    struct suffix_values values = values_in(job, input, entry);
    struct suffix_prune evidence = {0};
    if (!entry->graph)
        suffix_none(&entry->suffix, SUFFIX_NO_METADATA, "the metadata of this function is damaged", job->arena);
    else if (!input->any_value && !values.has_array)
        suffix_none(&entry->suffix, SUFFIX_PARTIAL_DATA, "the path-tracing variables of this frame were not printed", job->arena);
    else if (!work_left(job, input, function_of(job, entry)))
        suffix_none(&entry->suffix, SUFFIX_PARTIAL_DATA, "not decoded: too many frames of large functions", job->arena);
    else {
        bool speaks = crash_evidence(job, input, entry->function, &evidence);
        suffix_decode(entry->graph, &values, &position, speaks && job->options->prune ? &evidence : NULL, job->arena, &entry->suffix);
        if (entry->suffix.status == SUFFIX_INCONSISTENT && input->doubtful_line && entry_lists_line(job->probes, entry->function, input->doubtful_line))
            decode_inner(job, input, entry, speaks && job->options->prune ? &evidence : NULL);
        if (values.has_array && !input->any_value)
            add_note(job, &entry->suffix, str_of("a straight line: its only path needs no variables"));
        if (speaks)
            crash_warn(job, &evidence, entry);
        crash_evidence_free(&evidence);
    }
}

/* ---- Ruling out ---- */

static void note_out(const struct stack_job *job, const struct crash_entry *entry, const struct crash_frame *frame, struct messages *notes,
                     const char *why)
{
    message_add(notes, "entry #%zu with this name (of %zu, from #0; metadata line %" PRIu64 ") is ruled out: %s", entry->ordinal, frame->entries_of_name,
                function_of(job, entry)->text_line, why);
}

static size_t keep_lines(struct stack_job *job, const struct crash_input *input, struct crash_frame *frame, struct messages *notes)
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

/* Is it the same code? Ids count only if the frame names its block by one. */
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

static size_t keep_different(struct stack_job *job, const struct crash_input *input, struct crash_frame *frame, struct messages *notes)
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
            note_out(job, &frame->entries[i], frame, notes, "an earlier entry has the same graph");
    }
    return kept;
}

static size_t keep_fitting(struct stack_job *job, struct crash_frame *frame, struct messages *notes)
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

/* One entry: its status. Several: ambiguous, unless none fits or no value was printed that could decide. */
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

static void crash_named(struct stack_job *job, const struct crash_input *input, struct crash_frame *frame, struct messages *notes)
{
    const size_t *functions;
    if (job->work > CRASH_WORK) {
        frame->status = SUFFIX_PARTIAL_DATA;
        message_add(notes, "not looked up: too many frames of large functions");
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
        message_add(notes, "clew looked at only the first %zu of %zu functions of this name", frame->entry_count, frame->entries_of_name);
    frame->entries = arena_allocate(job->arena, frame->entry_count * sizeof *frame->entries);
    for (size_t i = 0; i < frame->entry_count; i++)
        frame->entries[i] = (struct crash_entry){.function = functions[i], .ordinal = i, .graph = probes_graph(job->probes, functions[i])};
    frame->entry_count = keep_lines(job, input, frame, notes);
    frame->entry_count = keep_different(job, input, frame, notes);
    if (frame->entry_count > NAMED_TRIED) {
        message_add(notes, "clew tried only the first %d of %zu possible functions of this name", NAMED_TRIED, frame->entry_count);
        frame->entry_count = NAMED_TRIED;
    }
    for (size_t i = 0; i < frame->entry_count; i++)
        decode(job, input, &frame->entries[i]);
    frame->entry_count = keep_fitting(job, frame, notes);
    if (frame->entry_count > 1)
        message_add(notes, "%zu functions of this name fit: the function is ambiguous", frame->entry_count);
    frame->status = status_of(frame, input->any_value);
}

/* Does the function lack the frame's place? */
static bool misplaced(struct stack_job *job, const struct crash_input *input, size_t function)
{
    const struct csi_function *entry = &probes_paths(job->probes)->functions[function];
    uint32_t block;
    if (input->position.has_block && !csi_block_find(entry, input->position.block, &block))
        return true;
    return input->position.has_line && !entry_lists_line(job->probes, function, input->position.line);
}

/* Do the values fit a function at all? Keeps nothing. */
static bool fits(struct stack_job *job, const struct crash_input *input, size_t function, struct arena *scratch)
{
    const struct path_graph *graph = probes_graph(job->probes, function);
    struct suffix suffix = {.status = SUFFIX_NO_METADATA};
    if (graph && work_left(job, input, &probes_paths(job->probes)->functions[function]))
        suffix_decode(graph, &input->values, &input->position, NULL, scratch, &suffix);
    arena_clear(scratch);
    return suffix.status == SUFFIX_UNIQUE || suffix.status == SUFFIX_AMBIGUOUS || suffix.status == SUFFIX_PARTIAL_DATA;
}

static size_t ordinal_of(const struct stack_job *job, size_t function, struct arena *scratch)
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
        message_add(notes, "the function was not printed: clew assumes the only one in the metadata");
    else if (tried == 1 && by_place)
        message_add(notes, "the function was not printed: inferred, because no other has this line or block");
    else
        message_add(notes, "the function was not printed: inferred, because the values fit %zu of the %zu functions tried%s", fitting, tried,
                    by_place ? ", all with this line or block" : "");
    if (frame->entry_count < fitting)
        message_add(notes, "only the first %zu are shown", frame->entry_count);
}

/* Fills entries, status and notes of a frame with unknown function. */
static void crash_unnamed(struct stack_job *job, const struct crash_input *input, struct crash_frame *frame, struct messages *notes)
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
        message_add(notes, "clew did not try the metadata's functions: too many frames");
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
        bool fit = functions == 1 || fits(job, input, i, &scratch);         /* a single function is shown even with errors */
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

/* ---- The gdb commands that print frames and values ----
 *
 * One command prints frames and locals. "info locals" with a pattern prints NAME = value, and nothing for a frame without such locals, so it runs in every
 * frame and cannot fail. The trace of the command after every header distinguishes these values from values after a backtrace. Every header has its address,
 * since equal addresses show inlining. The pattern has no | and no parentheses, because gdb's expressions need backslashes for them. A global comes after a
 * trace of its command, "+print NAME", in one piece of output, since MI separates the output of commands. "frame apply 1 -s" swallows the error of a missing
 * global, which would end a script. "with" restores settings. (gdb manual: "Frame Apply", "Locals", "Command Settings"; needs gdb 10.) */

#define WHOLE_VALUES "with pagination off -- with max-value-size 134217728 -- with print elements 0 -- "

static bool is_name(struct str name)
{
    for (size_t i = 0; i < name.size; i++) {
        char c = name.data[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$'))
            return false;
    }
    return name.size > 0;
}

static void add_global(struct str name, struct text *out)
{
    enum debugger_name which;
    if (!is_name(name) || !debugger_name_find(name, &which) || which != DEBUGGER_GLOBAL) {
        text_add(out, "# left out, not the name of a coverage array: ");
        text_safe(out, name);
        text_byte(out, '\n');
        return;
    }
    const char *quote = str_find_byte(name, '.') == SIZE_MAX ? "" : "'";      /* without quotes a dot would select a member; $ is part of a name */
    text_printf(out, WHOLE_VALUES "frame apply 1 -q -s -- with trace-commands on -- print %s%.*s%s\n", quote, STR(name), quote);
}

static int by_text(const void *x, const void *y)
{
    return str_compare(*(const struct str *)x, *(const struct str *)y);
}

/* Each global once: variants of a function share their globals. */
static void add_globals(const struct probes *probes, struct text *out)
{
    size_t count = 0;
    for (size_t s = 0; s < CSI_SCHEMES; s++)
        count += probes->coverage[s].count;
    struct str *names = memory_allocate((count ? count : 1) * sizeof *names);
    count = 0;
    for (size_t s = 0; s < CSI_SCHEMES; s++)
        for (size_t i = 0; i < probes->coverage[s].count; i++)
            names[count++] = probes->coverage[s].functions[i].global;
    if (count)
        qsort(names, count, sizeof *names, by_text);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || !str_equal(names[i], names[i - 1]))
            add_global(names[i], out);
    free(names);
}

void crash_gdb_commands(const struct probes *probes, bool all_threads, struct text *out)
{
    const int counts[] = {CRASH_INNER_FRAMES, -CRASH_OUTER_FRAMES};
    for (size_t i = 0; i < 2; i++)
        text_printf(out, WHOLE_VALUES "with print frame-info location-and-address -- %sframe apply %d -c -- with trace-commands on -- info locals -q "
                         "^__[BCPT]*_[acp]\n", all_threads ? "thread apply all -c -- " : "", counts[i]);
    add_globals(probes, out);
}

/* ---- All frames of a debugger's text with their execution suffixes ---- */

/* ---- The values of a frame's variables ---- */

static bool scalar_of(const struct debugger_frame *frame, enum debugger_name which, uint64_t *number, struct str *reason)
{
    const struct debugger_value *value = &frame->locals[which];
    if (!frame->has[which])
        return false;
    if (value->kind == DEBUGGER_SCALAR)
        *number = value->number;
    else
        *reason = value->kind == DEBUGGER_MISSING ? value->reason : str_of("an array where a number was expected");
    return value->kind == DEBUGGER_SCALAR;
}

static void values_of(const struct debugger_frame *frame, struct suffix_values *values)
{
    const struct debugger_value *array = &frame->locals[DEBUGGER_PATH_ARRAY];
    uint64_t index = 0;
    if (frame->has[DEBUGGER_PATH_ARRAY] && array->kind == DEBUGGER_ARRAY) {
        values->has_array = true;
        values->array_cut = array->cut;
        values->array = array->items;
        values->known = array->known;
        values->slots = array->count;
    } else if (frame->has[DEBUGGER_PATH_ARRAY])
        values->array_reason = array->kind == DEBUGGER_MISSING ? array->reason : str_of("a number where an array was expected");
    values->has_index = scalar_of(frame, DEBUGGER_PATH_INDEX, &index, &values->index_reason);
    values->index = (int64_t)index;
    values->has_current = scalar_of(frame, DEBUGGER_PATH_CURRENT, &values->current, &values->current_reason);
}

/* The command that prints a variable of the frame; null if the debugger was asked for all. */
static struct str command_for(const struct stack_job *job, const struct debugger_frame *frame, enum debugger_name which)
{
    const char *name = debugger_local_name(which, probes_documented(job->probes, job->snapshot));
    if (job->options->asked)
        return (struct str){NULL, 0};
    if (!frame->has_level)
        return arena_printf(job->arena, "print it with `p %s`", name);
    return arena_printf(job->arena, "print it with `frame %" PRIu64 "` and `p %s`", frame->level, name);
}

static void name_missing(const struct stack_job *job, const struct debugger_frame *frame, struct suffix_values *values)
{
    struct str *const reasons[] = {&values->array_reason, &values->index_reason, &values->current_reason};
    for (size_t i = 0; i < 3; i++)
        if (!frame->has[DEBUGGER_PATH_ARRAY + i])
            *reasons[i] = command_for(job, frame, (enum debugger_name)(DEBUGGER_PATH_ARRAY + i));
}

static void note_changes(const struct debugger_frame *frame, struct messages *notes)
{
    static const char *const names[DEBUGGER_LOCALS] = {"the path array", "its index", "the current path", "__CC_arr", "__BBC_arr"};
    for (size_t i = 0; i < DEBUGGER_LOCALS; i++)
        if (frame->changed[i])
            message_add(notes, "%s was printed several times with different values: clew uses the last", names[i]);
}

/* ---- The place of a frame ---- */

/* The frame called from frame i, skipping frames inlined into it; SIZE_MAX: none. *inner: the innermost inlined frame. */
static size_t frame_inside(const struct debugger_thread *thread, size_t i, size_t *inner)
{
    *inner = SIZE_MAX;
    while (i-- > 0) {
        if (!frame_is_inlined(thread, i))
            return i;
        *inner = i;
    }
    return SIZE_MAX;
}

static bool is_caller(const struct debugger_thread *thread, size_t i, size_t inside)
{
    const struct debugger_frame *frame = &thread->frames[i];
    if (!frame->opened || !frame->has_level)
        return false;
    if (inside == SIZE_MAX)                                     /* the inner frames were not printed */
        return thread->frames[0].has_level && thread->frames[0].level > 0;
    return thread->frames[inside].has_level && !str_starts(thread->frames[inside].function, "<signal handler");
}

/* The line of the innermost frame that may be inlined into frame i; 0: none. */
static int64_t doubtful_line(const struct debugger_thread *thread, size_t i)
{
    int64_t line = 0;
    if (!thread->frames[i].has[DEBUGGER_PATH_ARRAY])
        return 0;
    while (i > 0 && frame_may_be_inlined(thread, i - 1))
        line = frame_line(&thread->frames[--i]);
    return line;
}

static void input_of(const struct stack_job *job, const struct debugger_thread *thread, size_t i, struct crash_input *input, struct messages *notes)
{
    const struct debugger_frame *frame = &thread->frames[i];
    size_t inner, inside = frame_inside(thread, i, &inner);
    *input = (struct crash_input){.frame = frame, .caller = is_caller(thread, i, inside)};
    values_of(frame, &input->values);
    name_missing(job, frame, &input->values);
    input->any_value = frame->has[DEBUGGER_PATH_ARRAY] || frame->has[DEBUGGER_PATH_INDEX] || frame->has[DEBUGGER_PATH_CURRENT];
    input->inner_line = inner == SIZE_MAX ? 0 : frame_line(&thread->frames[inner]);
    input->doubtful_line = inner == SIZE_MAX ? doubtful_line(thread, i) : 0;
    input->position.line = frame_line(frame);
    input->position.has_line = input->position.line != 0;
    input->position.has_block = frame->has_block && frame->block <= UINT32_MAX;
    input->position.block = (uint32_t)(frame->block & UINT32_MAX);
    if (frame->has_block && frame->block > UINT32_MAX)
        message_add(notes, "block %" PRIu64 " is impossible: block ids have 32 bits", frame->block);
}

void crash_explain_one(struct stack_job *job, size_t t, size_t i, struct crash_frame *out)
{
    const struct debugger_thread *thread = &job->snapshot->threads[t];
    const struct debugger_frame *frame = &thread->frames[i];
    struct messages notes = {.arena = job->arena};
    struct crash_input input;
    *out = (struct crash_frame){.frame = frame, .thread = t, .level = frame->has_level ? frame->level : i, .status = SUFFIX_NO_METADATA};
    if (frame_has_function(frame))
        out->function = frame->function;
    out->inlined = frame_is_inlined(thread, i);
    note_changes(frame, &notes);
    if (out->inlined) {
        const size_t *functions;
        out->entries_of_name = out->function.size ? probes_find(job->probes, out->function, job->arena, &functions) : 0;
        out->status = out->entries_of_name ? SUFFIX_PARTIAL_DATA : SUFFIX_NO_METADATA;
        message_add(&notes, "inlined into frame #%" PRIu64 ": its variables and its path belong to that frame", frame[1].level);
    } else {
        input_of(job, thread, i, &input, &notes);
        out->caller = input.caller;
        out->valued = input.values.has_array || input.values.has_index || input.values.has_current;
        if (out->function.size)
            crash_named(job, &input, out, &notes);
        else
            crash_unnamed(job, &input, out, &notes);
    }
    messages_end(&notes, &out->notes, &out->note_count);
}

/* Signals caused by an instruction; others may come at any time. */
static bool is_fault(struct str signal)
{
    static const char *const faults[] = {"SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT"};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (str_starts(signal, faults[i]))
            return true;
    return false;
}

bool crash_explain_watched(struct probes *probes, const struct debugger_snapshot *snapshot, const struct crash_options *options,
                           const struct progress *progress, struct arena *arena, struct crash *crash)
{
    enum { EVERY = 256 };               /* frames between two reports of progress */
    *crash = (struct crash){.snapshot = snapshot};
    size_t count = 0;
    for (size_t t = 0; snapshot && t < snapshot->count; t++)
        count += snapshot->threads[t].count;
    if (count == 0)
        return true;
    struct stack_job job = {.probes = probes, .snapshot = snapshot, .options = options, .arena = arena, .reading = probes_reading(probes, snapshot, options->rule)};
    crash->reading = job.reading;
    job.fault = snapshot->count == 1 && is_fault(snapshot->signal);
    crash->frames = arena_allocate(arena, count * sizeof *crash->frames);
    for (size_t t = 0; t < snapshot->count; t++)
        for (size_t i = 0; i < snapshot->threads[t].count; i++) {
            if (crash->count % EVERY == 0 && !progress_report(progress, crash->count, count)) {
                *crash = (struct crash){.snapshot = snapshot};
                return false;
            }
            crash_explain_one(&job, t, i, &crash->frames[crash->count++]);
        }
    return true;
}

void crash_explain(struct probes *probes, const struct debugger_snapshot *snapshot, const struct crash_options *options, struct arena *arena,
                   struct crash *crash)
{
    (void)!crash_explain_watched(probes, snapshot, options, NULL, arena, crash);
}
