/* times_frames.c - threads and frames of a recording, as they come.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/writer_inside.h"

uint32_t clock_writer_thread(struct clock_writer *clock, uint64_t thread)
{
    uint64_t index;
    if (clock->thread != NO_INDEX && clock->thread_name == thread)
        return clock->thread;
    if (map_get(&clock->thread_numbers, thread, &index))
        return (uint32_t)index;
    ARRAY_ADD(clock, threads, (struct thread_clock){0});
    index = clock->threads_count - 1;
    map_put(&clock->thread_numbers, thread, index);
    struct thread_clock *made = &clock->threads[index];
    ARRAY_ADD(made, frames, (struct thread_frame){0});
    return (uint32_t)index;
}

uint64_t store_writer_thread(const struct store_writer *writer, uint64_t thread)
{
    uint64_t index;
    return map_get(&writer->clock.thread_numbers, thread, &index) ? writer->clock.threads[index].number : 0;
}

void store_writer_frame_begins(struct store_writer *writer, uint64_t name, uint64_t call, bool from_hidden, bool handler)
{
    uint32_t index = clock_writer_thread(&writer->clock, name);
    struct thread_clock *thread = &writer->clock.threads[index];
    ARRAY_ADD(thread, frames, (struct thread_frame){.call = call, .from_hidden = from_hidden, .handler = handler});
}

void store_writer_frame_resumes(struct store_writer *writer, uint64_t name)
{
    struct thread_clock *thread = &writer->clock.threads[clock_writer_thread(&writer->clock, name)];
    thread->frames[thread->frames_count - 1].resumes = true;
    if (!thread->resumed)
        thread->resumed = thread->frames_count - 1;
}

void store_writer_frame_ends(struct store_writer *writer, uint64_t name)
{
    uint32_t index = clock_writer_thread(&writer->clock, name);
    struct thread_clock *thread = &writer->clock.threads[index];
    if (thread->frames_count > 1 && thread->frames[--thread->frames_count].shown)
        thread->depth--;
    if (thread->resumed >= thread->frames_count)
        thread->resumed = 0;
}

static void add_event(struct clock_writer *clock, struct thread_clock *thread, uint64_t flags, uint64_t call)
{
    if (thread->event_count == 0) {
        thread->events = gather_list(clock->times, false);
        thread->calls = gather_list(clock->times, false);
        thread->floors = gather_list(clock->times, false);
    }
    if (thread->event_count % BLOCK == 0) {
        if (thread->event_count)
            gather_append(clock->times, thread->floors, thread->event_count / BLOCK - 1, 0, thread->floor);
        thread->floor = thread->depth;
    } else if (thread->depth < thread->floor) {
        thread->floor = thread->depth;
    }
    thread->written = thread->depth;
    gather_append(clock->times, thread->events, clock->now, 0, (uint64_t)thread->depth << 2 | flags);
    gather_append(clock->times, thread->calls, thread->event_count++, 0, call);
}

/* Another thread goes on. The list that says so begins with the second thread. */
static void switch_to(struct clock_writer *clock, uint32_t index)
{
    struct thread_clock *thread = &clock->threads[index];
    if (!thread->number) {
        thread->number = ++clock->ran;
        thread->first = clock->now;
    }
    if (clock->thread != NO_INDEX) {
        if (clock->switches == NO_INDEX) {
            clock->switches = gather_list(clock->times, false);
            gather_append(clock->times, clock->switches, 1, 0, clock->threads[clock->thread].number);
        }
        gather_append(clock->times, clock->switches, clock->now, 0, thread->number);
    }
    clock->thread = index;
}

/* Something runs in a frame for the first time. */
static void show(struct clock_writer *clock, struct thread_clock *thread, struct thread_frame *frame)
{
    if (frame->shown)
        return;
    frame->shown = true;
    thread->depth++;
    add_event(clock, thread, (uint64_t)frame->from_hidden << 1 | frame->handler, frame->call);
}

void clock_writer_run_thread(struct clock_writer *clock, uint64_t name)
{
    if (clock->thread == NO_INDEX || clock->thread_name != name) {
        switch_to(clock, clock_writer_thread(clock, name));
        clock->thread_name = name;
    }
    struct thread_clock *thread = &clock->threads[clock->thread];
    struct thread_frame *frame = &thread->frames[thread->frames_count - 1];
    if (thread->depth < thread->written)
        add_event(clock, thread, 0, 0);
    if (frame->shown)
        return;
    for (size_t i = thread->resumed; i && i + 1 < thread->frames_count; i++)
        if (thread->frames[i].resumes)
            show(clock, thread, &thread->frames[i]);
    thread->resumed = 0;
    show(clock, thread, frame);
}
