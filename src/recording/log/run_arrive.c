/* run_arrive.c - how control came to an instruction: frames, regions, whom it acts for, the window.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/log_format.h"
#include "recording/log/run.h"
#include "recording/log/select.h"

#include <string.h>

/* Whom skipped code acts for: whatever shown code led to it in its frame; else, and rather than for the start of the program, for what returned to it. NULL:
 * nobody. */
struct carry *run_carry(struct thread *thread)
{
    struct carry *carry = control_frame(&thread->control)->carry;
    return thread->carry && (!carry || carry_anchor(carry)->starts_program) ? thread->carry : carry;
}

/* Skipped code that returns has left the stack pointer as it was before the call. */
static void follow_return(struct reconstruction *r, struct thread *thread)
{
    run_end_frames(r, thread, thread->loaded);
    const struct frame *frame = control_frame(&thread->control);
    if (!thread->shown && frame->slot == thread->loaded && frame->owns_carry && carry_anchor(frame->carry)->calls)
        for (unsigned i = 0; i < 2; i++)
            cells_define(&r->shadow, thread->registers, (STACK_POINTER_CELL + i) * 4, 4, carry_anchor(frame->carry)->stack_pointer[i]);
    run_end_frames(r, thread, thread->loaded + 1);
}

/* Has skipped code at a place nobody to act for? The C library around main has, its start, but not a main that is not shown. */
static bool has_nobody(struct thread *thread, const struct site *site)
{
    const struct frame *frame = control_frame(&thread->control);
    bool executable = site->object && selected_is_executable(site->object->selected);
    return !frame->handler && (!frame->carry || (carry_anchor(frame->carry)->starts_program && executable));
}

/* Skipped code at a place goes on for that one, if it has nobody else. */
static void hand_on(struct reconstruction *r, struct thread *thread, struct carry *carry, const struct site *site)
{
    if (has_nobody(thread, site)) {
        run_end_carry(r, thread);
        thread->carry = carry;
    } else {
        r->dropped += carry_end(carry, r->collection);
    }
}

/* Skipped code jumped out of frames, by longjmp mostly. Where it comes to skipped code of which nothing is known it goes on for whom it acted. */
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

/* Opens and ends frames as the last instruction's way of leaving asks. */
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

/* The last instruction, a shown one, is what skipped code acts for from now on. */
static struct carry *open_carry(struct reconstruction *r, struct thread *thread, struct anchor anchor)
{
    anchor.who = thread->self;
    anchor.when = r->clock;
    memcpy(anchor.stack_pointer, thread->stack_pointer, sizeof anchor.stack_pointer);
    return carry_open(&anchor, &thread->pending);
}

/* Is it in the thread's first frame, the first one of the program? Not the one that a coroutine's stack begins with, nor the one that a thread or a forked
 * process goes on in: what these call first defines what it stores. */
static bool is_start(const struct reconstruction *r, const struct thread *thread)
{
    return thread->control.frame_count == 2 && thread->control.frames[0].slot == UINT64_MAX && thread->number == 1 && !r->forked;
}

/* What was pending for the last shown instruction is handed over, unless skipped code goes on for it. site: the one that comes. */
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

/* The last instruction was a shown branch, or a computed jump. */
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
    const struct site *next = site_get(r->sites, number);   /* 0: nothing is known of it, as if it were not shown */
    follow_jump(r, r->thread, next);
    follow_branch(r, r->thread, next);
    settle_pending(r, r->thread, next, !number || run_shows(r, next));
    r->thread->leapt = LEAPT_NOT;
    r->thread->jump = LOG_JUMP_OTHER;
}

/* Control came to the middle of a frame that had called something else. What was open is open no more, and what is, is known only to the program. */
static void lose_regions(struct thread *thread, const struct site *site)
{
    const struct control *control = &thread->control;
    uint64_t meets = sites_meets(site);
    if (control_frame(control)->function && (control->entry_count > control_frame(control)->entries || meets != site->address))
        control_lose(&thread->control, meets);
}

/* setjmp is entered: what is open now is open again whenever longjmp comes back. It does so by a computed jump; setcontext by a return. */
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

/* A handler that is not shown acts for whom the code acted for that it interrupts, or for the shown instruction that ran last; one that is shown leaves nobody
 * to what returns from it. */
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

/* A shown instruction is reached: in which function, under which control parent? */
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

/* Does a function that the options name begin here? Not where a loop of its own comes back to its first instruction. */
static bool is_entered(const struct thread *thread, const struct site *site, const struct site *last)
{
    return thread->jump != LOG_JUMP_PLAIN || !last->object || last->object != site->object ||
           !selected_same_function(site->object->selected, last->address - last->bias, site->address - site->bias);
}

/* The window begins or ends with the instance that comes. */
void run_window(struct reconstruction *r, const struct site *site, const struct site *last)
{
    const struct thread *thread = r->thread;
    if (r->window == WINDOW_AHEAD && site->opens && is_entered(thread, site, last)) {
        r->window = WINDOW_OPEN;
        sites_forget_skipped(r->sites);
    } else if (r->window == WINDOW_OPEN && site->closes && is_entered(thread, site, last))
        r->window = WINDOW_OVER;
}
