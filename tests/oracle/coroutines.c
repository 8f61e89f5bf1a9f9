/* coroutines.c - coroutines: each stack has its own frames.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The oracle does not guess where stacks lie: a program with coroutines lists them in a table `other_stacks` of first and last-but-one addresses. Control is
 * on the stack that holds the stack pointer, after the first call, return or jump there. Control that arrives at a function's entry starts the stack afresh,
 * below the code that led there, unless the entry is the return address of the innermost function there. If control arrives in the middle of a frame, and not
 * behind a call that the oracle remembers, the frame has lost its regions. Then it has no known parent until its former outermost region ends or, if no
 * region was open, until code that every call of the function runs.
 */
#include "run.h"

static uint64_t stack_of(const struct run *run, uint64_t pointer)
{
    uint64_t found = 0, end = 0, stack[2];
    for (uint64_t at = run->image.other_stacks + run->bias, i = 0; run->image.other_stacks && i < run->image.other_stacks_size / 16; at += 16, i++)
        if (process_read(run->thread->id, at, stack, sizeof stack) && pointer > stack[0] && pointer <= stack[1] && (!found || stack[1] - stack[0] < end - found)) {
            found = stack[0];
            end = stack[1];
        }
    return found;
}

static struct coroutine *find(struct thread *t, uint64_t low)
{
    for (size_t i = 0; i < t->coroutine_count; i++)
        if (t->coroutines[i].low == low)
            return &t->coroutines[i];
    if (t->coroutine_count == COROUTINES)
        fail("too many stacks");
    struct coroutine *made = &t->coroutines[t->coroutine_count++];
    made->low = low;
    made->frames = low ? NULL : t->frames;
    return made;
}

void stacks_follow(struct run *run, const struct site *site)
{
    struct thread *t = run->thread;
    uint64_t low = stack_of(run, t->before.rsp);
    if (low == t->stack)
        return;
    find(t, t->stack)->frames = t->frames;
    struct coroutine *next = find(t, low);
    int function = image_function(&run->image, site->link);
    bool returned = next->frames && frames_top(next->frames)->slot == t->before.rsp - 8;
    if (low && !returned && function >= 0 && run->image.functions[function].start == site->link) {
        next->frames = frames_open();
        frames_top(next->frames)->slot = frames_top(next->frames)->anchor_slot = t->before.rsp;
        frames_top(next->frames)->parent = t->last_acts;
    }
    if (!next->frames)
        fail("control is at %lx on a stack where nothing began", (unsigned long)site->link);
    t->frames = next->frames;
    t->stack = low;
}

void stacks_end(struct run *run)
{
    struct thread *t = run->thread;
    struct frame *frame = frames_top(t->frames);
    if (!t->stack || t->last->effect->kind != EFFECT_RETURN || frame->slot != t->before.rsp - 8)
        return;
    frames_clear(t->frames);
    frame->parent = 0;
    frame->function = -1;
}

static uint64_t behind(struct run *run, uint64_t address)
{
    struct graph_answer answer = graphs_ask(run->graphs, address);
    return answer.known ? answer.postdominator : 0;
}

static uint64_t meeting(struct run *run, uint64_t address, int function)
{
    for (; address; address = behind(run, address))
        for (uint64_t always = run->image.functions[function].start; always; always = behind(run, always))
            if (always == address)
                return address;
    return 0;
}

void stacks_land(struct run *run, const struct site *site)
{
    struct frames *frames = run->thread->frames;
    struct graph_answer answer = graphs_ask(run->graphs, site->link);
    if (!site->shown || frames_restore(frames, site->link) || !answer.known)
        return;
    uint64_t until = meeting(run, site->link, answer.function);
    if (until != site->link || frames_are_open(frames))
        frames_lose(frames, until);
}
