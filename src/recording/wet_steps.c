/* wet_steps.c - single steps of one thread of a recording, both ways.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/questions.h"
#include "recording/wet_steps.h"
#include "session/engine.h"

enum {
    PASSED_REPORTED = 4096,             /* instances between two reports of progress */
    WALKED_WITHOUT_LINE = 1 << 14       /* instances, then it is asked where the next one is that has a line */
};

/* ---- Frames on the way ---- */

static void take_frame(struct walker *w)
{
    if (!store_frame(w->store, w->origin, w->level, &w->frame)) {
        w->frame = (struct store_frame){.to = UINT64_MAX};
        w->no_frame = w->level > 0;
    }
}

void steps_begin(struct walker *w, uint64_t time)
{
    w->time = w->origin = time;
    w->level = 0;
    w->left = w->no_frame = false;
    take_frame(w);
}

/* Out of frames that are over. */
static void leave_frames(struct walker *w, uint64_t time)
{
    while (time >= w->frame.to || time < w->frame.from) {
        w->left = true;
        w->level++;
        take_frame(w);
    }
}

static uint64_t depth_at(struct walker *w, uint64_t time)
{
    if (time < w->depth_from || time >= w->depth_to)
        w->depth = store_depth_range(w->store, time, &w->depth_from, &w->depth_to);
    return w->depth;
}

bool steps_out(struct walker *w, uint64_t *time)
{
    struct store_frame inner;
    leave_frames(w, *time);
    while (!w->no_frame && depth_at(w, *time) > w->frame.depth) {
        if (!store_frame(w->store, *time, w->depth - w->frame.depth - 1, &inner) || (!w->reverse && inner.to > store_summary(w->store).times))
            return false;
        if (!w->reverse)
            *time = inner.to;
        else if (inner.call)
            *time = inner.call;
        else if (!store_previous_in_thread(w->store, inner.from, time))
            return false;
        leave_frames(w, *time);
    }
    return true;
}

enum step steps_instruction(struct walker *w)
{
    uint64_t time;
    if (!(w->reverse ? store_previous_in_thread(w->store, w->time, &time) : store_next_in_thread(w->store, w->time, &time)))
        return STEP_END;
    if (w->over && !steps_out(w, &time))
        return STEP_END;
    leave_frames(w, time);
    w->time = time;
    if (++w->passed % PASSED_REPORTED == 0 && !progress_report(&w->session->options.progress, time, store_summary(w->store).times))
        return STEP_INTERRUPTED;
    return STEP_DONE;
}

/* ---- Lines ---- */

bool steps_source(const struct walker *w, struct instruction *instruction)
{
    struct node node;
    *instruction = (struct instruction){0};
    if (store_at(w->store, w->time, &node))
        *instruction = program_instruction(w->session->trace->program, node.index);
    return instruction->line && instruction->file.size;
}

static bool same_line(const struct instruction *a, const struct instruction *b)
{
    return a->line == b->line && slice_equal(a->file, b->file) && slice_equal(a->function, b->function);
}

bool steps_at_place(struct walker *w, const struct instruction *from, const struct instruction *now)
{
    return !w->left && depth_at(w, w->time) == w->frame.depth && same_line(from, now);
}

/* The nearest instance of any thread that has a line, on the way. Some microseconds an instruction of the trace, however far that is. */
static bool nearest_line(const struct walker *w, uint64_t *time)
{
    struct node node;
    uint64_t when, none = w->reverse ? 0 : UINT64_MAX;
    *time = none;
    for (uint64_t i = 0; i < store_count(w->store); i++) {
        struct instruction instruction = program_instruction(w->session->trace->program, i);
        if (instruction.line && instruction.file.size && (w->reverse ? store_previous_execution : store_next_execution)(w->store, i, w->time, &node, &when) &&
            (w->reverse ? when > *time : when < *time))
            *time = when;
    }
    return *time != none;
}

/* Over code without lines, which can be all of a library: to before the next instance of the thread that can have one. False: none has. */
static bool leap_to_line(struct walker *w)
{
    uint64_t time, stood, thread = store_thread(w->store, w->time);
    if (!nearest_line(w, &time))
        return false;
    if (!w->reverse && store_thread_until(w->store, thread, time - 1, &stood) && stood > w->time)
        w->time = stood;
    else if (w->reverse && store_thread_until(w->store, thread, time, &stood) && store_next_in_thread(w->store, stood, &time) && time < w->time)
        w->time = time;
    return true;
}

/* Step by step until there is a line. Leaps cost as much as many steps, and are short where threads take turns: the next one is made after twice as many. */
static enum step step_to_line(struct walker *w, struct instruction *line)
{
    uint64_t left = WALKED_WITHOUT_LINE, patience = left;
    enum step result;
    do {
        if (!w->over && left-- == 0) {
            if (!leap_to_line(w))
                return STEP_END;
            left = patience *= 2;
        }
        result = steps_instruction(w);
    } while (result == STEP_DONE && !steps_source(w, line));
    return result;
}

enum step steps_line(struct walker *w)
{
    struct instruction from, now;
    enum step result;
    if (!steps_source(w, &from))
        return step_to_line(w, &now);
    do
        result = steps_instruction(w);
    while (result == STEP_DONE && (!steps_source(w, &now) || steps_at_place(w, &from, &now)));
    return result;
}

/* To the line before, then to where that began. */
enum step steps_line_back(struct walker *w)
{
    struct instruction line, now;
    enum step result = step_to_line(w, &line);
    if (result != STEP_DONE)
        return result;
    uint64_t began = w->time;
    steps_begin(w, began);
    while ((result = steps_instruction(w)) == STEP_DONE) {
        if (!steps_source(w, &now))
            continue;
        if (!steps_at_place(w, &line, &now))
            break;
        began = w->time;
    }
    w->time = began;
    return result == STEP_INTERRUPTED ? result : STEP_DONE;
}
