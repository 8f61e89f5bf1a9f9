/* run_stacks.c - the stack pointer was moved: to which frame of which stack?  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/log_format.h"
#include "recording/log/run.h"
#include "recording/log/select.h"

#include <stdlib.h>

void run_forget_frames(struct reconstruction *r, struct control *control)
{
    for (size_t k = 0; k < control->frame_count; k++) {
        struct frame *frame = &control->frames[k];
        if (frame->owns_carry)
            r->dropped += carry_end(frame->carry, r->collection);
        frame->owns_carry = false;
        if (frame->aside)
            r->dropped += carry_end(frame->aside, r->collection);
        frame->aside = NULL;
        run_forget_interrupted(r, frame);
    }
}

static void forget(struct reconstruction *r, struct thread *thread, size_t index)
{
    struct stack *stack = &thread->stacks.items[index];
    run_forget_frames(r, &stack->control);
    if (stack->carry)
        r->dropped += carry_end(stack->carry, r->collection);
    control_free(&stack->control);
    *stack = thread->stacks.items[--thread->stacks.count];
}

void run_forget_stacks(struct reconstruction *r, struct thread *thread)
{
    while (thread->stacks.count)
        forget(r, thread, thread->stacks.count - 1);
}

/* ---- What the recording's clock is told ---- */

/* The thread's first frame is there always. */
static size_t first_told(const struct control *control)
{
    return control->frames[0].slot == UINT64_MAX ? 1 : 0;
}

static void tell_begin(struct reconstruction *r, const struct thread *thread)
{
    for (size_t k = first_told(&thread->control); k < thread->control.frame_count; k++) {
        const struct frame *frame = &thread->control.frames[k];
        collect_frame_begins(r->collection, thread->number, frame->time, frame->from_hidden, frame->handler);
        if (frame->ran)
            collect_frame_resumes(r->collection, thread->number);
    }
}

/* The frames of this stack end there, and of all that stand on them. */
static void tell_end(struct reconstruction *r, struct thread *thread, size_t nest)
{
    for (size_t i = 0; i < thread->stacks.count; i++) {
        struct stack *stack = &thread->stacks.items[i];
        if (stack->nest < nest)
            continue;
        for (size_t k = first_told(&stack->control); k < stack->control.frame_count; k++)
            collect_frame_ends(r->collection, thread->number);
        stack->nest = 0;
    }
    thread->stacks.nest = nest - 1;
}

/* ---- Going from one to another ---- */

static void put_aside(struct reconstruction *r, struct thread *thread)
{
    struct stacks *stacks = &thread->stacks;
    stacks->items = array_grow(stacks->items, &stacks->capacity, stacks->count + 1, sizeof *stacks->items);
    stacks->items[stacks->count++] = (struct stack){thread->control, thread->carry, thread->handlers, r->clock, stacks->nest};
    thread->carry = NULL;
    thread->handlers = 0;
    thread->control = (struct control){0};
}

/* Is nothing known of a stack? Nobody called what runs on it, and nothing shown does: its function is over, mostly. */
static bool is_blank(const struct control *control)
{
    const struct frame *first = &control->frames[0];
    bool ran = first->parent || first->function;
    for (size_t k = 1; k < control->frame_count && !ran; k++)
        ran = control->frames[k].ran;
    return !ran;
}

static void forget_one(struct reconstruction *r, struct thread *thread)
{
    const struct stack *worst = NULL;
    bool is_worst_blank = false;
    for (size_t i = 0; i < thread->stacks.count; i++) {
        const struct stack *stack = &thread->stacks.items[i];
        bool blank = is_blank(&stack->control);
        if (first_told(&stack->control) == 0 && (!worst || blank > is_worst_blank || (blank == is_worst_blank && stack->left < worst->left))) {
            worst = stack;
            is_worst_blank = blank;
        }
    }
    if (worst->nest)
        tell_end(r, thread, worst->nest);
    r->stacks_forgotten += !is_worst_blank;
    forget(r, thread, (size_t)(worst - thread->stacks.items));
}

/* A stack begins anew at an address: those whose memory it is are over. */
static void forget_below(struct reconstruction *r, struct thread *thread, uint64_t pointer)
{
    size_t frame;
    for (size_t i = thread->stacks.count; i-- > 0;)
        if (!thread->stacks.items[i].nest && control_holds(&thread->stacks.items[i].control, pointer, &frame))
            forget(r, thread, i);
}

static void begin_stack(struct reconstruction *r, struct thread *thread, uint64_t pointer, actor parent)
{
    forget_below(r, thread, pointer);
    put_aside(r, thread);
    if (thread->stacks.count > STACKS_MAX)
        forget_one(r, thread);
    control_start(&thread->control);
    struct frame *frame = control_frame(&thread->control);
    *frame = (struct frame){.slot = pointer, .parent = parent, .time = parent ? thread->time : 0, .from_hidden = parent && !thread->shown};
    thread->stacks.nest++;
    tell_begin(r, thread);
    thread->moved = !parent;
}

static void resume_stack(struct reconstruction *r, struct thread *thread, size_t index)
{
    struct stack stack = thread->stacks.items[index];
    thread->stacks.items[index] = thread->stacks.items[--thread->stacks.count];
    put_aside(r, thread);
    thread->control = stack.control;
    thread->carry = stack.carry;
    thread->handlers = stack.handlers;
    if (stack.nest) {
        tell_end(r, thread, stack.nest + 1);
        return;
    }
    thread->stacks.nest++;
    bool known = thread->control.frames[0].parent != 0;
    thread->control.frames[0].time = known ? thread->time : 0;
    thread->control.frames[0].from_hidden = known && !thread->shown;
    tell_begin(r, thread);
}

/* ---- Where is control? ---- */

enum where { HERE, ELSEWHERE, ENTERED, NOWHERE_KNOWN };

struct landing {
    enum where where;
    size_t stack, frame;        /* ELSEWHERE: the number of the stack; of the frame */
    bool returned;              /* by its return address: it is not over yet, and what is open around it is open */
    bool over;                  /* likewise, from what began the stack */
};

typedef bool finder(const struct control *control, uint64_t what, size_t *frame);

/* The one that was left last of those in which something is found. */
static bool find_elsewhere(const struct thread *thread, finder *find, uint64_t what, struct landing *landing)
{
    uint64_t left = 0;
    size_t frame;
    for (size_t i = 0; i < thread->stacks.count; i++) {
        const struct stack *stack = &thread->stacks.items[i];
        if (stack->left >= left && find(&stack->control, what, &frame)) {
            *landing = (struct landing){ELSEWHERE, i, frame, false, false};
            left = stack->left;
        }
    }
    return landing->where == ELSEWHERE;
}

static bool is_innermost(const struct control *control, uint64_t slot, size_t *frame)
{
    *frame = control->frame_count - 1;
    return control->frames[*frame].slot == slot && slot != UINT64_MAX;
}

static bool find_kept(const struct thread *thread, const struct site *site, uint64_t pointer, struct landing *landing)
{
    for (size_t i = 0; i < thread->stacks.count; i++)
        if (control_kept(&thread->stacks.items[i].control, site->address, pointer, &landing->frame)) {
            landing->where = ELSEWHERE;
            landing->stack = i;
            return true;
        }
    return false;
}

static struct landing find_landing(const struct thread *thread, const struct site *site, uint64_t pointer)
{
    const struct control *control = &thread->control;
    struct landing landing = {.where = HERE};
    if (control_kept(control, site->address, pointer, &landing.frame))
        return landing;
    if (control_exact(control, pointer - 8, &landing.frame) && landing.frame) {
        landing.returned = thread->jump == LOG_JUMP_RETURN || control->frames[landing.frame].back == site->address;
        landing.frame -= !landing.returned;     /* __builtin_longjmp: the stack pointer of who called is as it was before the call */
        return landing;
    }
    if (find_elsewhere(thread, is_innermost, pointer - 8, &landing)) {
        landing.returned = landing.frame > 0;
        landing.over = !landing.returned;
        return landing;
    }
    if (site->begins) {
        landing.where = ENTERED;
        return landing;
    }
    if (find_kept(thread, site, pointer, &landing))
        return landing;
    if (find_elsewhere(thread, control_exact, pointer - 8, &landing)) {
        landing.returned = landing.frame > 0;
        return landing;
    }
    if (control_holds(control, pointer, &landing.frame) || find_elsewhere(thread, control_holds, pointer, &landing))
        return landing;
    landing.where = NOWHERE_KNOWN;
    return landing;
}

static bool is_same_function(const struct site *one, const struct site *other)
{
    return one->object && one->object == other->object && one->bias == other->bias &&
           ((one->known && other->known && one->function == other->function) ||
            selected_same_function(one->object->selected, one->address - one->bias, other->address - other->bias));
}

/* What began the stack is over; who follows is nobody's. */
static void outlive(struct control *control)
{
    control->frames[0].parent = 0;
    control->frames[0].function = 0;
    control->entry_count = 0;
}

/* Is control in the innermost frame as before, or returns from it? */
static bool stays(struct reconstruction *r, struct thread *thread, const struct site *site, uint64_t pointer)
{
    struct control *control = &thread->control;
    struct frame *frame = control_frame(control);
    size_t kept;
    if (frame->handler && frame->start && pointer >= frame->start && pointer <= frame->slot)
        return true;
    if (thread->jump == LOG_JUMP_RETURN) {
        if (control->frame_count == 1 && frame->slot == pointer - 8) {
            outlive(control);
            return true;
        }
        return frame->slot == pointer - 8 && (!frame->back || frame->back == site->address || !control_kept(control, site->address, pointer, &kept));
    }
    return pointer == frame->slot || (pointer < frame->slot && frame->slot != UINT64_MAX && is_same_function(site, site_get(r->sites, thread->site)));
}

/* Skipped code that leaves by a jump goes on for whom it acted where it comes to skipped code of which nothing is known. */
static struct carry *leave_for(struct reconstruction *r, struct thread *thread, size_t frame, bool goes_on)
{
    struct carry *carry = NULL;
    while (thread->control.frame_count > frame + 1) {
        struct frame *top = control_frame(&thread->control);
        if (goes_on && !carry && top->owns_carry) {
            carry = top->carry;
            top->owns_carry = false;
        } else if (goes_on && !carry && top->handler) {
            carry = thread->carry;
            thread->carry = NULL;
        }
        run_end_frame(r, thread);
    }
    return carry;
}

bool run_move(struct reconstruction *r, struct thread *thread, const struct site *site, struct carry **carry)
{
    uint64_t pointer = thread->jump == LOG_JUMP_RETURN ? thread->loaded + 8 : thread->stack;
    *carry = NULL;
    thread->moved = false;
    if (stays(r, thread, site, pointer))
        return false;
    struct landing landing = find_landing(thread, site, pointer);
    bool nowhere = landing.where == ENTERED || landing.where == NOWHERE_KNOWN;
    if (nowhere && thread->control.frame_count == 1 && first_told(&thread->control))
        return false;           /* where the thread's first frame is, before it called anything, is not known */
    thread->leapt = landing.returned ? LEAPT_BACK : LEAPT;
    if (nowhere) {
        r->stacks_unknown += landing.where == NOWHERE_KNOWN;
        begin_stack(r, thread, pointer, landing.where == ENTERED ? thread->acts : 0);
        thread->leapt = LEAPT_BACK;
        return true;
    }
    if (landing.where == ELSEWHERE)
        resume_stack(r, thread, landing.stack);
    *carry = leave_for(r, thread, landing.frame, landing.where == HERE && thread->jump == LOG_JUMP_PLAIN && !thread->shown && !run_shows(r, site));
    if (landing.over)
        outlive(&thread->control);
    thread->moved = false;
    return !landing.returned;
}
