/* stacks.h - the stacks of a thread that uses several.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Coroutines (swapcontext, or an assembly of one's own) load the stack pointer with the address of another stack, and leave for what runs there. Each
 * stack has frames of its own (control.h), so that each goes on where it was left: nobody's frames end, and nobody gets another's control parents.
 *
 * An instruction *moves* the stack pointer if it gives it a value not made of the old one: no call, return, push, pop, addition. Most moves are
 * none to another stack (variable arrays that are given back, longjmp). What it was shows where control goes with it, by a return or a computed jump:
 *
 *     to the return address of a frame, by its slot           that frame is returned from, on whatever stack it is. Who goes on behind a
 *                                                             stack's outermost one is nobody's
 *     to where setjmp or getcontext returned, by both         into the frame that called it
 *     to the entry of a function                              a new stack; the parent is what led there. It is forgotten what was on that memory
 *     into the function it was in, not above its frame        nothing has happened
 *     between the frames of a stack                           into the one whose memory it is
 *     anywhere else                                           a new stack of which nothing is known: no parent rather than a wrong one.
 *                                                             It is counted
 *
 * A call behind a move may have its frame anywhere: a segment (control.h). Valgrind's own tools, which are not told of a stack, take a
 * change of more than --max-stackframe (2 MB) for a switch; stacks of coroutines may lie closer together, in one array, or in another's frame.
 *
 * Frames of several stacks are told to the recording's clock as if who is resumed was called: they stand on the frames of who resumed them, until one of
 * these goes on. */
#ifndef CLEW_RECORDING_LOG_STACKS_H
#define CLEW_RECORDING_LOG_STACKS_H

#include "recording/log/control.h"

/* Besides the one in use. Of more, one of which nothing is known is forgotten, else the one that was left longest ago, and that is counted; never the one
 * that the thread began on. */
enum { STACKS_MAX = 1024 };

struct stack {
    struct control control;
    struct carry *carry;                /* the thread's own (run.h), as it was left */
    size_t handlers;
    uint64_t left;                      /* the clock */
    size_t nest;                        /* which of the stacks whose frames the recording's clock has, from the bottom; 0: it has not */
};

struct stacks {                         /* of a thread, without the one in use. Zeroed, with nest 1 */
    struct stack *items;
    size_t count, capacity;
    size_t nest;                        /* of the one in use: the highest */
};

#endif
