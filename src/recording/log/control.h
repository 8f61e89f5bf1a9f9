/* control.h - dynamic control dependence, online.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Xin and Zhang, "Efficient Online Detection of Dynamic Control Dependence" (ISSTA 2007): a stack a thread. A branch pushes itself with its
 * immediate postdominator; reaching that address pops it; the top is the control parent of what runs. Each call opens a *frame*, whose
 * outermost instructions depend on the call (clew-formats(5) 3.4), and entries never reach across frames.
 *
 * Frames end when the stack pointer rises above their return address, not only at a matching return (longjmp, `call 1f; 1: pop`): a
 * frame is known by its *slot*, the address where its return address lies; stacks grow down, so inner frames have lower slots. That is so
 * within a *segment*: a handler of a signal, and a call that was made after the stack pointer had been loaded with another value, may have
 * their frames anywhere, and begin a new one. A thread that switches between stacks (coroutines) has a struct control for each: stacks.h. */
#ifndef CLEW_RECORDING_LOG_CONTROL_H
#define CLEW_RECORDING_LOG_CONTROL_H

#include "recording/log/shadow.h"

struct carry;                           /* reconstruct.c: what skipped code does on behalf of a shown instruction */

struct control_entry {
    actor who;                          /* the branch */
    uint64_t postdominator;             /* run-time address; 0: only the function's exit */
};

struct frame {
    actor parent;                       /* the call; 0: unknown */
    /* UINT64_MAX: the thread's first frame. Of a handler: the last byte of what the kernel put on the stack, UINT64_MAX: unknown */
    uint64_t slot;
    size_t segment;                     /* the number of the first frame of its segment: its own, if it begins one */
    uint64_t low;                       /* of a handler: how far down the code that it interrupts uses its stack; 0: unknown */
    uint64_t start;                     /* of a handler: where its own return address lies; 0: unknown */
    uint64_t time;                      /* when the call was, on the clock of the recording */
    bool from_hidden;                   /* code that is not shown began it */
    bool ran;                           /* something shown ran in it itself */
    uint64_t back;                      /* the address behind the call that began it, shown or not; 0: unknown */
    uint64_t function;                  /* entry of the shown function that runs in it; 0: none yet */
    size_t entries;                     /* its first entry */
    struct carry *carry;                /* whom skipped code in this frame acts for; NULL: nobody */
    bool owns_carry;                    /* this frame ends it */
    bool handler;                       /* of a signal: ends at its return, or where it is left for another frame */
    bool moved;                         /* of a handler: struct thread's (run.h) when it began */
    bool entered;                       /* of a handler: something ran in it */
    struct carry *aside;                /* of a handler: the thread's carry (run.h) while it runs */
    struct carry *outer;                /* of a handler: whom the code acted for that it interrupts; NULL: shown code, or nobody */
    struct cell *interrupted;           /* registers' definers when the handler was entered, REGISTER_BYTES / 4; run_end_frame frees them. NULL: no handler */
    uint64_t since;                     /* the clock then */
};

/* The regions that were open when a frame called setjmp, so that a longjmp finds them again (clew-formats(5) 3.4): how many, and the
 * youngest, which may have been replaced since. */
struct control_context {
    uint64_t address, slot;             /* where setjmp returns to; of the frame that called it */
    uint64_t pointer;                   /* the stack pointer there. Many coroutines may wait at one address: only this tells whose they are */
    size_t count;                       /* entries of that frame */
    struct control_entry top;
};

struct control {                        /* zeroed, then control_start */
    struct frame *frames;
    size_t frame_count, frame_capacity;
    struct control_entry *entries;
    size_t entry_count, entry_capacity;
    struct control_context *contexts;   /* one for each call of setjmp and frame, the last is the newest */
    size_t context_count, context_capacity;
};

void control_start(struct control *control);
void control_free(struct control *control);
/* The innermost; there always is one. What every instruction asks is here, since asking costs more than the answer. */
static inline struct frame *control_frame(const struct control *control)
{
    return &control->frames[control->frame_count - 1];
}

void control_call(struct control *control, actor parent, uint64_t slot);
void control_part(struct control *control);             /* the innermost frame begins a segment */
static inline bool control_is_apart(const struct control *control)      /* does it? */
{
    return control->frame_count > 1 && control_frame(control)->segment == control->frame_count - 1;
}

/* Is the innermost frame dead once the stack pointer is at `pointer`? Never the first one. Then end it. */
static inline bool control_dead(const struct control *control, uint64_t pointer)
{
    return control->frame_count > 1 && control_frame(control)->slot < pointer;
}
void control_end(struct control *control);

/* Control reaches an address: ends the regions of branches that it postdominates. */
static inline void control_reach(struct control *control, uint64_t address)
{
    size_t first = control_frame(control)->entries;
    while (control->entry_count > first && control->entries[control->entry_count - 1].postdominator == address)
        control->entry_count--;
}
static inline actor control_parent(const struct control *control)
{
    const struct frame *frame = control_frame(control);
    return control->entry_count > frame->entries ? control->entries[control->entry_count - 1].who : frame->parent;
}

/* A branch was executed. postdominator 0: the function's exit. */
void control_branch(struct control *control, actor who, uint64_t postdominator);

/* Control went to another function without a call: its entry region depends on the jump, the old function's regions are over. */
void control_transfer(struct control *control, actor who, uint64_t function);

/* The innermost frame is setjmp's, which returns to an address in the frame outside it: remembers that frame's regions. */
void control_keep(struct control *control, uint64_t address);

/* Which frame, by its number, has its return address exactly there? O(segments log frames). False: none. */
bool control_exact(const struct control *control, uint64_t slot, size_t *frame);
/* In the stack of which frame does the stack pointer lie, if the innermost one was left? False: in none of these. O(segments log frames). */
bool control_holds(const struct control *control, uint64_t pointer, size_t *frame);

/* Control came to an address by a jump that left others, with the stack pointer at `pointer`: which frame called setjmp there? Handlers of
 * signals may stand above it, and on a stack of their own, so that only this tells that they were left. False: none. */
bool control_kept(const struct control *control, uint64_t address, uint64_t pointer, size_t *frame);

/* Control came to an address in the innermost frame by a jump that left others: if setjmp returned there, its regions are open again. False: it did not. */
bool control_resume(struct control *control, uint64_t address);

/* Control came to the innermost frame in the middle, and which regions are open there is not known: nothing is a parent until the outermost of those that
 * were open ends; if none was, until `meets` is reached, which always runs in a call of the function (0: its exit). */
void control_lose(struct control *control, uint64_t meets);

#endif
