/* stack.c - every frame of a debugger's text with its execution suffix.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/debugger.h"
#include "crash/probes_inside.h"
#include "crash/stack.h"
#include "crash/stack_inside.h"

#include <inttypes.h>

/* ---- What a frame's variables hold ---- */

static bool scalar_of(const struct debugger_frame *frame, enum debugger_name which, uint64_t *number, struct slice *reason)
{
    const struct debugger_value *value = &frame->locals[which];
    if (!frame->has[which])
        return false;
    if (value->kind == DEBUGGER_SCALAR)
        *number = value->number;
    else
        *reason = value->kind == DEBUGGER_MISSING ? value->reason : slice_of("an array where a number was expected");
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
        values->array_reason = array->kind == DEBUGGER_MISSING ? array->reason : slice_of("a number where an array was expected");
    values->has_index = scalar_of(frame, DEBUGGER_PATH_INDEX, &index, &values->index_reason);
    values->index = (int64_t)index;
    values->has_current = scalar_of(frame, DEBUGGER_PATH_CURRENT, &values->current, &values->current_reason);
}

/* The command that prints a variable of the frame; null where the debugger was asked for all. */
static struct slice command_for(const struct crash_job *job, const struct debugger_frame *frame, enum debugger_name which)
{
    const char *name = debugger_local_name(which, probes_documented(job->probes, job->snapshot));
    if (job->options->asked)
        return (struct slice){NULL, 0};
    if (!frame->has_level)
        return arena_printf(job->arena, "print it with `p %s`", name);
    return arena_printf(job->arena, "print it with `frame %" PRIu64 "` and `p %s`", frame->level, name);
}

static void name_missing(const struct crash_job *job, const struct debugger_frame *frame, struct suffix_values *values)
{
    struct slice *const reasons[] = {&values->array_reason, &values->index_reason, &values->current_reason};
    for (size_t i = 0; i < 3; i++)
        if (!frame->has[DEBUGGER_PATH_ARRAY + i])
            *reasons[i] = command_for(job, frame, (enum debugger_name)(DEBUGGER_PATH_ARRAY + i));
}

static void note_changes(const struct debugger_frame *frame, struct messages *notes)
{
    static const char *const names[DEBUGGER_LOCALS] = {"the path array", "its index", "the current path", "__CC_arr", "__BBC_arr"};
    for (size_t i = 0; i < DEBUGGER_LOCALS; i++)
        if (frame->changed[i])
            message_add(notes, "%s was printed several times with different values: the last is used", names[i]);
}

/* ---- Where it stands ---- */

/* The frame that runs inside frame i, passing over those inlined into it; SIZE_MAX: none. *inner: the innermost one inlined. */
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
    if (inside == SIZE_MAX)                                     /* what is inside was not printed */
        return thread->frames[0].has_level && thread->frames[0].level > 0;
    return thread->frames[inside].has_level && !slice_starts(thread->frames[inside].function, "<signal handler");
}

/* gdb leaves addresses out where an instruction begins a line, and those of frames that an inlined one has above it. A thread without any may be
 * such a stack, or printed with "print address off". */
static int64_t doubtful_line(const struct debugger_thread *thread, size_t i)
{
    int64_t line = 0;
    if (!thread->frames[i].has[DEBUGGER_PATH_ARRAY])
        return 0;
    while (i > 0 && !thread->frames[i].has_address && !thread->frames[i - 1].has_address && !thread->frames[i - 1].has[DEBUGGER_PATH_ARRAY] &&
           thread->frames[i - 1].has_level && thread->frames[i].has_level)
        line = frame_line(&thread->frames[--i]);
    return line;
}

static void input_of(const struct crash_job *job, const struct debugger_thread *thread, size_t i, struct crash_input *input, struct messages *notes)
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
        message_add(notes, "block %" PRIu64 " cannot be: block ids have 32 bits", frame->block);
}

void crash_explain_one(struct crash_job *job, size_t t, size_t i, struct crash_frame *out)
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
        message_add(&notes, "inlined into frame #%" PRIu64 ": its variables and its path are that frame's", frame[1].level);
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

/* Signals of one instruction; others come whenever they like. */
static bool is_fault(struct slice signal)
{
    static const char *const faults[] = {"SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT"};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (slice_starts(signal, faults[i]))
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
    struct crash_job job = {.probes = probes, .snapshot = snapshot, .options = options, .arena = arena, .reading = probes_reading(probes, snapshot, options->rule)};
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
