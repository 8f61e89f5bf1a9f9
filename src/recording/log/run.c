/* run.c - frames of a running thread (calls, returns, stack switches), uses, and the steps of skipped code.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/run.h"
#include "recording/state/state.h"
#include "recording/log/memory_check.h"
#include "recording/log/run_steps.h"
#include "recording/log/select.h"

#include <stdlib.h>
#include <string.h>

static void run_begin_frame(struct reconstruction *r, struct thread *thread, actor parent, uint64_t slot);
static void run_forget_interrupted(struct reconstruction *r, struct frame *frame);

/* ---- The stack pointer was moved: to which frame of which stack? ---- */

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

/* ---- Reports to the recording's clock ---- */

/* The clock knows the thread's first frame already. */
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

/* Ends, on the clock, the frames of the stack at this position and of all stacks above it. */
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

/* Is nothing known about a stack? Then nobody called the code on it and none of it is yours. Usually its function has ended. */
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

/* A new stack begins at an address: forgets the old stacks in that memory. */
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
    size_t stack, frame;        /* ELSEWHERE: index of the stack; index of the frame */
    bool returned;              /* through this frame's return address: the frame has not ended yet, and the regions around it are open */
    bool over;                  /* likewise, from the outermost frame of its stack */
};

typedef bool finder(const struct control *control, uint64_t what, size_t *frame);

/* Searches the stacks not in use. Of several finds, the stack that was left last wins. */
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
        landing.frame -= !landing.returned;     /* __builtin_longjmp: the caller's stack pointer is as it was before the call */
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

/* The function that began the stack has ended; the code that continues there has no control parent. */
static void outlive(struct control *control)
{
    control->frames[0].parent = 0;
    control->frames[0].function = 0;
    control->entry_count = 0;
}

/* Does control stay in the innermost frame, or return from it? */
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

/* Ends the frames inside `frame`. goes_on: skipped code jumped to skipped code; returns the carry it acted for, so that the code there can act for it too. */
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

/* A return or computed jump with a moved stack pointer: finds the frame where control is, ends the frames that were left, switches stacks. True: done;
 * *carry is the carry that skipped code goes on acting for, or NULL; the caller owns it. False: the caller must still apply the ordinary rule. */
static bool run_move(struct reconstruction *r, struct thread *thread, const struct site *site, struct carry **carry)
{
    uint64_t pointer = thread->jump == LOG_JUMP_RETURN ? thread->loaded + 8 : thread->stack;
    *carry = NULL;
    thread->moved = false;
    if (stays(r, thread, site, pointer))
        return false;
    struct landing landing = find_landing(thread, site, pointer);
    bool nowhere = landing.where == ENTERED || landing.where == NOWHERE_KNOWN;
    if (nowhere && thread->control.frame_count == 1 && first_told(&thread->control))
        return false;           /* the thread has made no call: nobody knows where its first frame is */
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

/* ---- How control came to an instruction: frames, regions, carries, the window ---- */

/* The thread's carry takes precedence over that of the program's start. */
struct carry *run_carry(struct thread *thread)
{
    struct carry *carry = control_frame(&thread->control)->carry;
    return thread->carry && (!carry || carry_anchor(carry)->starts_program) ? thread->carry : carry;
}

/* After a return from skipped code the stack pointer is as before the call, so it gets its definers of that time back. */
static void follow_return(struct reconstruction *r, struct thread *thread)
{
    run_end_frames(r, thread, thread->loaded);
    const struct frame *frame = control_frame(&thread->control);
    if (!thread->shown && frame->slot == thread->loaded && frame->owns_carry && carry_anchor(frame->carry)->calls)
        for (unsigned i = 0; i < 2; i++)
            cells_define(&r->shadow, thread->registers, (STACK_POINTER_CELL + i) * 4, 4, carry_anchor(frame->carry)->stack_pointer[i]);
    run_end_frames(r, thread, thread->loaded + 1);
}

/* Has skipped code at this site nobody to act for? The C library around main acts for the start of the program; a skipped main does not. */
static bool has_nobody(struct thread *thread, const struct site *site)
{
    const struct frame *frame = control_frame(&thread->control);
    bool executable = site->object && selected_is_executable(site->object->selected);
    return !frame->handler && (!frame->carry || (carry_anchor(frame->carry)->starts_program && executable));
}

/* Makes skipped code at this site act for the carry, if it has nobody else; otherwise ends the carry. */
static void hand_on(struct reconstruction *r, struct thread *thread, struct carry *carry, const struct site *site)
{
    if (has_nobody(thread, site)) {
        run_end_carry(r, thread);
        thread->carry = carry;
    } else {
        r->dropped += carry_end(carry, r->collection);
    }
}

/* Ends the frames that a jump left, mostly by longjmp. If skipped code jumped to skipped code that has nobody to act for, that code takes its carry. */
static void leave_frames(struct reconstruction *r, struct thread *thread, const struct site *site)
{
    struct carry *carry = NULL;
    bool goes_on = !thread->shown && !run_shows(r, site);
    bool apart = false;
    while (!apart && !control_frame(&thread->control)->handler && control_dead(&thread->control, thread->stack)) {
        struct frame *frame = control_frame(&thread->control);
        apart = control_is_apart(&thread->control);
        if (goes_on && !carry && frame->owns_carry) {
            carry = frame->carry;
            frame->owns_carry = false;
        }
        run_end_frame(r, thread);
    }
    if (carry)
        hand_on(r, thread, carry, site);
}

static void follow_call(struct reconstruction *r, struct thread *thread)
{
    if (!thread->moved)
        run_end_frames(r, thread, thread->stored + 1);
    struct carry *carry = thread->shown ? NULL : control_frame(&thread->control)->carry;
    const struct site *last = site_get(r->sites, thread->site);
    run_begin_frame(r, thread, thread->acts, thread->stored);
    control_frame(&thread->control)->carry = carry;
    control_frame(&thread->control)->back = last->address + last->length;
    if (thread->moved)
        control_part(&thread->control);
    thread->moved = false;
}

/* Begins or ends frames, depending on how control left the last instruction. */
static void follow_jump(struct reconstruction *r, struct thread *thread, const struct site *site)
{
    struct carry *carry = NULL;
    bool leaves = thread->jump == LOG_JUMP_RETURN || (thread->jump == LOG_JUMP_PLAIN && thread->stack_known);
    if (leaves && thread->moved && run_move(r, thread, site, &carry)) {
        if (carry)
            hand_on(r, thread, carry, site);
        return;
    }
    if (thread->jump == LOG_JUMP_CALL)
        follow_call(r, thread);
    else if (thread->jump == LOG_JUMP_RETURN)
        follow_return(r, thread);
    else if (leaves)
        leave_frames(r, thread, site);
}

/* Makes the last instruction, one of your code, the anchor of the skipped code that follows. */
static struct carry *open_carry(struct reconstruction *r, struct thread *thread, struct anchor anchor)
{
    anchor.who = thread->self;
    anchor.when = r->clock;
    memcpy(anchor.stack_pointer, thread->stack_pointer, sizeof anchor.stack_pointer);
    return carry_open(&anchor, &thread->pending);
}

/* Did the program's own first frame make this call? Calls from the first frame of a coroutine, of another thread or of a forked process do not count: skipped
 * code that they call defines its stores. */
static bool is_start(const struct reconstruction *r, const struct thread *thread)
{
    return thread->control.frame_count == 2 && thread->control.frames[0].slot == UINT64_MAX && thread->number == 1 && !r->forked;
}

/* Hands over the pending dependences of the last instruction in your code, unless skipped code goes on for it. site: the next instruction. */
static void settle_pending(struct reconstruction *r, struct thread *thread, const struct site *site, bool to_shown)
{
    if (!thread->shown)
        return;
    struct frame *frame = control_frame(&thread->control);
    if (!to_shown && (thread->jump == LOG_JUMP_CALL || thread->jump == LOG_JUMP_PLAIN)) {
        if (frame->owns_carry)
            r->dropped += carry_end(frame->carry, r->collection);
        bool calls = thread->jump == LOG_JUMP_CALL;
        frame->carry = open_carry(r, thread, (struct anchor){.slot = frame->slot, .calls = calls, .time = thread->time,
                                                             .starts_program = calls && is_start(r, thread)});
        frame->owns_carry = true;
    } else if (!to_shown && thread->jump == LOG_JUMP_RETURN && has_nobody(thread, site)) {
        hand_on(r, thread, open_carry(r, thread, (struct anchor){.slot = thread->loaded + 8}), site);
    } else {
        r->dropped += dependences_collect(&thread->pending, r->collection, thread->self);
    }
}

/* If the last instruction was a branch or computed jump in your code: opens its region, notes where it went. */
static void follow_branch(struct reconstruction *r, struct thread *thread, const struct site *site)
{
    struct site *last = site_get(r->sites, thread->site);
    if (!thread->shown || thread->jump != LOG_JUMP_PLAIN)
        return;
    if (last->computed && site->shown)
        sites_observe(last, site);
    sites_flow(last);
    if (last->branches && !thread->leapt)
        control_branch(&thread->control, thread->self, last->postdominator);
}

void run_leave(struct reconstruction *r, uint64_t address)
{
    uint32_t number = sites_find(r->sites, address);
    if (!r->thread->site || r->thread->jump == LOG_JUMP_OTHER)
        return;
    const struct site *next = site_get(r->sites, number);   /* 0: unknown, treated as skipped code */
    follow_jump(r, r->thread, next);
    follow_branch(r, r->thread, next);
    settle_pending(r, r->thread, next, !number || run_shows(r, next));
    r->thread->leapt = LEAPT_NOT;
    r->thread->jump = LOG_JUMP_OTHER;
}

/* Control came to the middle of a frame that had called other code. Its regions are no longer those that were open, and only the program knows the new ones. */
static void lose_regions(struct thread *thread, const struct site *site)
{
    const struct control *control = &thread->control;
    uint64_t meets = sites_meets(site);
    if (control_frame(control)->function && (control->entry_count > control_frame(control)->entries || meets != site->address))
        control_lose(&thread->control, meets);
}

/* On entry to setjmp: keeps the open regions. When longjmp comes back (by a computed jump; setcontext by a return): opens them again. */
static void follow_setjmp(struct thread *thread, const struct site *site, const struct site *last, bool shown)
{
    if (site->keeps_context) {
        if (control_frame(&thread->control)->back)
            control_keep(&thread->control, control_frame(&thread->control)->back);
        return;
    }
    bool jumped = thread->jump == LOG_JUMP_PLAIN && thread->stack_known && (!last->shown || last->function != site->function);
    if (!shown || thread->leapt == LEAPT_BACK || (thread->leapt != LEAPT && !jumped))
        return;
    if (!control_resume(&thread->control, site->address) && thread->leapt == LEAPT)
        lose_regions(thread, site);
}

/* A handler in skipped code acts for the carry of the code it interrupts, or for the instruction in your code that ran last. A handler in your code leaves no
 * carry to the code that returns from it. */
static void enter_handler(struct reconstruction *r, struct thread *thread, bool shown)
{
    struct frame *frame = control_frame(&thread->control);
    if (!frame->handler || frame->entered)
        return;
    frame->entered = true;
    if (!shown)
        frame->carry = frame->outer;
    if (!shown && thread->shown) {
        frame->carry = open_carry(r, thread, (struct anchor){.time = thread->time});
        frame->owns_carry = true;
    }
}

void run_arrive(struct reconstruction *r, const struct site *site, const struct site *last, bool shown)
{
    struct thread *thread = r->thread;
    if (thread->site) {
        if (thread->jump != LOG_JUMP_PLAIN || thread->stack_known)
            follow_jump(r, thread, site);
        follow_branch(r, thread, site);
        if (shown && thread->shown)
            r->dropped += dependences_collect(&thread->pending, r->collection, thread->self);
        else
            settle_pending(r, thread, site, shown);
    }
    follow_setjmp(thread, site, last, shown);
    thread->leapt = LEAPT_NOT;
    if (thread->handlers)
        enter_handler(r, thread, shown);
}

void run_enter(struct reconstruction *r, struct site *site, const struct site *last)
{
    struct thread *thread = r->thread;
    sites_flow(site);
    r->shown++;
    struct frame *frame = control_frame(&thread->control);
    frame->ran = true;
    if (site->known && site->function != frame->function) {
        bool jumped = thread->jump == LOG_JUMP_PLAIN && last->address + last->length != site->address;
        if (frame->function && jumped)
            control_transfer(&thread->control, thread->acts, site->function);
        else
            frame->function = site->function;
    }
    control_reach(&thread->control, site->address);
}

/* Does a function that the options name begin here? A jump from inside the function, as in a loop to its first instruction, does not count. */
static bool is_entered(const struct thread *thread, const struct site *site, const struct site *last)
{
    return thread->jump != LOG_JUMP_PLAIN || !last->object || last->object != site->object ||
           !selected_same_function(site->object->selected, last->address - last->bias, site->address - site->bias);
}

void run_window(struct reconstruction *r, const struct site *site, const struct site *last)
{
    const struct thread *thread = r->thread;
    if (r->window == WINDOW_AHEAD && site->opens && is_entered(thread, site, last)) {
        r->window = WINDOW_OPEN;
        r->opened_at = r->clock;
        sites_forget_skipped(r->sites);
    } else if (r->window == WINDOW_OPEN && site->closes && is_entered(thread, site, last)) {
        r->window = WINDOW_OVER;
        r->closed_at = r->clock;
    }
}

/* ---- Frames ---- */

static void run_begin_frame(struct reconstruction *r, struct thread *thread, actor parent, uint64_t slot)
{
    control_call(&thread->control, parent, slot);
    control_frame(&thread->control)->time = thread->time;
    control_frame(&thread->control)->from_hidden = !thread->shown;
    collect_frame_begins(r->collection, thread->number, thread->time, !thread->shown, false);
}

/* A handler has its own carry, registers and segment, apart from those of the interrupted code. */
void run_begin_handler(struct reconstruction *r, struct thread *thread, actor parent)
{
    struct carry *outer = thread->shown ? NULL : run_carry(thread);
    control_call(&thread->control, parent, UINT64_MAX);
    struct frame *frame = control_frame(&thread->control);
    frame->handler = true;
    control_part(&thread->control);
    frame->moved = thread->moved;
    thread->moved = false;
    thread->handlers++;
    frame->outer = outer;
    frame->aside = thread->carry;
    thread->carry = NULL;
    frame->since = r->clock;
    frame->interrupted = memory_allocate(sizeof thread->registers);
    cells_copy(&r->shadow, frame->interrupted, thread->registers, REGISTER_BYTES / 4);
    collect_frame_begins(r->collection, thread->number, 0, false, true);
}

void run_end_carry(struct reconstruction *r, struct thread *thread)
{
    if (thread->carry)
        r->dropped += carry_end(thread->carry, r->collection);
    thread->carry = NULL;
}

static void run_forget_interrupted(struct reconstruction *r, struct frame *frame)
{
    for (unsigned i = 0; frame->interrupted && i < REGISTER_BYTES / 4; i++)
        cells_define(&r->shadow, &frame->interrupted[i], 0, 4, (struct cell){0, 0});       /* gives its splits back */
    free(frame->interrupted);
    frame->interrupted = NULL;
}

void run_end_frame(struct reconstruction *r, struct thread *thread)
{
    struct frame *frame = control_frame(&thread->control);
    if (frame->owns_carry)
        r->dropped += carry_end(frame->carry, r->collection);
    if (frame->handler) {
        run_end_carry(r, thread);
        thread->carry = frame->aside;
        thread->handlers--;
    }
    if (frame->interrupted)
        run_forget_interrupted(r, frame);
    if (control_is_apart(&thread->control))
        thread->moved = true;           /* this frame's stack is not that of the frame around it */
    control_end(&thread->control);
    if (thread->control.frame_count == 1 && control_frame(&thread->control)->slot != UINT64_MAX)
        thread->moved = true;           /* it may leave the stack for good */
    collect_frame_ends(r->collection, thread->number);
}

void run_end_frames(struct reconstruction *r, struct thread *thread, uint64_t pointer)
{
    bool apart = false;
    while (!apart && !control_frame(&thread->control)->handler && control_dead(&thread->control, pointer)) {
        apart = control_is_apart(&thread->control);
        run_end_frame(r, thread);
    }
}

/* ---- Uses of one execution ---- */

void run_use_carried(struct reconstruction *r, struct cell definer)
{
    if (definer.who != r->thread->self)
        dependences_carry(&r->thread->pending, definer);
}

void run_use_one(struct reconstruction *r, uint32_t key, uint32_t port, struct cell definer)
{
    struct thread *thread = r->thread;
    if (!thread->shown) {
        struct carry *carry = thread->linkage ? NULL : run_carry(thread);
        if (carry)
            carry_use(carry, definer);
    } else if (definer.who != thread->self) {
        thread->pending.rises = false;
        dependences_add(&thread->pending, (struct dependence){key, port, definer});
    }
}

void run_use(struct reconstruction *r, uint32_t key, uint32_t port, const struct definers *found)
{
    for (unsigned i = 0; i < found->count; i++)
        run_use_one(r, key, port, found->items[i]);
}

void run_use_registers(struct reconstruction *r, const struct step *step, unsigned byte, unsigned size)
{
    struct definers found;
    found.count = 0;
    cells_gather(&r->shadow, r->thread->registers, byte, size, &found);
    run_use(r, step->port, step->number, &found);
}

void run_use_memory(struct reconstruction *r, const struct step *step, uint64_t address)
{
    struct definers found;
    found.count = 0;
    shadow_gather(&r->shadow, address, step->size, &found);
    run_use(r, step->port, step->number, &found);
}

void run_use_flags(struct reconstruction *r, const struct step *step)
{
    struct definers found;
    found.count = 0;
    for (unsigned bit = 0; bit < FLAGS; bit++)
        if (step->size >> bit & 1)
            definers_add(&found, r->thread->registers[BYTE_FLAGS / 4 + bit]);
    run_use(r, step->port, step->number, &found);
}

/* ---- Steps ---- */

struct copying {                /* a plain move in skipped code, between its source and its destination */
    const struct step *from;
    uint64_t address;
};

/* Stores of the C library before and after main, and of the dynamic linker, have no definer: they count as start-up values. */
struct cell run_stores_by(const struct reconstruction *r)
{
    const struct carry *carry = run_carry(r->thread);
    bool start_up = !r->thread->shown && carry && carry_anchor(carry)->starts_program;
    return start_up || (!r->thread->shown && r->thread->linkage) ? (struct cell){0, 0} : run_by(r);
}

static void flags(struct reconstruction *r, const struct step *step)
{
    if (step->kind == STEP_FLAGS_USE)
        use_flags(r, step, USER_ANY);
    else if (!r->thread->no_flags)
        define_flags(&r->thread->registers[BYTE_FLAGS / 4], step->size, run_by(r));
}

/* Saves a register on the skipped code's own stack. False: this store is not a save. */
static bool save(struct reconstruction *r, const struct step *from, uint64_t address, unsigned size)
{
    const struct thread *thread = r->thread;
    const struct carry *carry = run_carry(r->thread);
    if (!from || !carry || size > from->size || size % 4 || from->byte % 4 || address % 4 || !carry_owns_stack(carry, address))
        return false;
    for (unsigned i = 0; i < size; i += 4)
        if (cell_is_split(thread->registers[(from->byte + i) / 4]))
            return false;
    for (unsigned i = 0; i < size; i += 4) {
        unsigned number = (from->byte + i) / 4u;
        struct cell cell = thread->registers[number];
        cell.when = (cell.when & WHEN_MAX) | (uint64_t)(number + 1) << WHEN_BITS;
        shadow_define(&r->shadow, address + i, 4, cell);
    }
    return true;
}

/* Restores a saved register. False: the load fetches something else. */
static bool restore(struct reconstruction *r, const struct step *to, uint64_t address, unsigned size)
{
    if (!address || size % 4 || to->byte % 4 || address % 4 || size > to->size)
        return false;
    for (unsigned i = 0; i < size; i += 4) {
        struct cell cell = shadow_read(&r->shadow, address + i);
        if (cell_is_split(cell) || cell_tag(cell) != (to->byte + i) / 4u + 1)
            return false;
    }
    cells_define(&r->shadow, r->thread->registers, to->byte, to->size, (struct cell){0, 0});
    for (unsigned i = 0; i < size; i += 4) {
        struct cell cell = shadow_read(&r->shadow, address + i);
        cell.when &= WHEN_MAX;
        cells_define(&r->shadow, r->thread->registers, to->byte + i, 4, cell);
    }
    return true;
}

/* The source of a possible copy, held back so far, is an ordinary use after all. */
static void settle_copy(struct reconstruction *r, struct copying *copying)
{
    const struct step *from = copying->from;
    copying->from = NULL;
    if (from && from->kind == STEP_LOAD)
        use_memory(r, from, copying->address, USER_ANY);
    else if (from)
        use_register(r, from, from->byte, from->size, USER_ANY);
}

static void load(struct reconstruction *r, const struct part *part, const struct step *step, uint64_t address, struct copying *copying)
{
    r->thread->loaded = address;
    if (!address)
        return;
    if (part->restores && step->copy) {
        settle_copy(r, copying);
        *copying = (struct copying){step, address};
        return;
    }
    use_memory(r, step, address, USER_ANY);
}

static void store(struct reconstruction *r, const struct part *part, const struct step *step, uint64_t address, struct copying *copying)
{
    r->thread->stored = address;
    if (!address)
        return;
    run_wrote(r, address, step->size);
    if (part->saves && step->copy && copying->from) {
        if (save(r, copying->from, address, step->size)) {
            copying->from = NULL;
            return;
        }
        settle_copy(r, copying);
    }
    shadow_define(&r->shadow, address, step->size, run_stores_by(r));
}

/* For skipped code the kernel may also write anywhere on the stack; for your code it writes after the stores of that code itself. */
void run_wrote(struct reconstruction *r, uint64_t address, uint64_t size)
{
    const struct thread *thread = r->thread;
    collect_skipped(r->collection, thread->time, address, size, thread->shown ? 0 : thread->below);
}

/* Is it a control word that skipped code saves or restores with the whole state? */
static bool is_kept_word(const struct part *part, const struct step *step)
{
    return part->area && (step->byte == BYTE_MXCSR || step->byte == BYTE_X87_CONTROL || step->byte == BYTE_X87_STATUS);
}

static void define(struct reconstruction *r, const struct part *part, const struct step *step, struct copying *copying)
{
    if (is_kept_word(part, step))
        return;
    if (part->restores && step->copy && copying->from) {
        if (restore(r, step, copying->address, copying->from->size)) {
            copying->from = NULL;
            return;
        }
        settle_copy(r, copying);
    }
    cells_define(&r->shadow, r->thread->registers, step->byte, step->size, run_by(r));
}

static void use(struct reconstruction *r, const struct part *part, const struct step *step, struct copying *copying)
{
    if (is_kept_word(part, step))
        return;
    if (!part->saves || !step->copy) {
        use_register(r, step, step->byte, step->size, USER_ANY);
        return;
    }
    settle_copy(r, copying);
    *copying = (struct copying){step, 0};
}

const uint8_t *run_check(struct reconstruction *r, const struct step *step, const uint8_t *data)
{
    enum { ADDRESS = 6 };
    uint64_t address = log_address(data - ADDRESS);
    if (r->check && address && step->kind == STEP_LOADED)
        memory_check_load(r->check, &r->shadow, address, data, step->size, r->thread->self);
    else if (r->check && address && step->kind == STEP_DISTURBED)
        memory_check_disturb(r->check, address, data, step->size);
    else if (r->check && address)
        memory_check_store(r->check, address, data, step->size, run_stores_by(r));
    return data + step->size;
}

const uint8_t *run_skipped(struct reconstruction *r, const struct part *part, const uint8_t *data)
{
    struct copying copying = {0};
    for (uint32_t i = 0; i < part->step_count; i++) {
        const struct step *step = &r->steps.items[part->first_step + i];
        switch ((enum step_kind)step->kind) {
        case STEP_USE: use(r, part, step, &copying); break;
        case STEP_DEFINE: define(r, part, step, &copying); break;
        case STEP_USE_INDEXED: use_register(r, step, step->byte + step->size * (*data++ & 7u), step->size, USER_ANY); break;
        case STEP_DEFINE_INDEXED:
            cells_define(&r->shadow, r->thread->registers, step->byte + step->size * (*data++ & 7u), step->size, run_by(r));
            break;
        case STEP_LOAD: load(r, part, step, log_address(data), &copying); data += 6; break;
        case STEP_STORE: store(r, part, step, log_address(data), &copying); data += 6; break;
        case STEP_SKIP: case STEP_VALUE: data += step->size; break;
        case STEP_FLAGS_USE: case STEP_FLAGS_DEFINE: flags(r, step); break;
        case STEP_COUNT: r->thread->no_flags = (*data++ & step->size) == 0; break;
        case STEP_STACK:
            r->thread->stack = log_address(data);
            r->thread->stack_known = true;
            data += 6;
            break;
        case STEP_LOADED: case STEP_STORED: case STEP_DISTURBED: data = run_check(r, step, data); break;
        }
    }
    settle_copy(r, &copying);
    return data;
}

/* The program dies of a fault of this instruction, which has its uses and defines nothing. It certainly reached its first memory access; the log's bytes after
 * that may be stale. */
bool run_faulted(struct reconstruction *r, const struct part *part, const uint8_t *data)
{
    uint64_t accessed = 0;
    bool known = true;
    if (part->starts && !run_start(r, part))
        return false;
    for (uint32_t i = 0; i < part->step_count; i++) {
        const struct step *step = &r->steps.items[part->first_step + i];
        bool access = step->kind == STEP_LOAD || step->kind == STEP_STORE;
        if (access && known)
            accessed = log_address(data);
        if (step->kind == STEP_USE)
            use_register(r, step, step->byte, step->size, USER_ANY);
        else if (step->kind == STEP_FLAGS_USE)
            flags(r, step);
        else if (known && step->kind == STEP_USE_INDEXED)
            use_register(r, step, step->byte + step->size * (*data & 7u), step->size, USER_ANY);
        else if (known && step->kind == STEP_LOAD && accessed)
            use_memory(r, step, accessed, USER_ANY);
        known = known && !access;
        data += step_bytes(step);
    }
    fault_take(r, accessed);
    return true;
}
