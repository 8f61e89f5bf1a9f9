/* signals.c - handlers: what the kernel does at their entry and return.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A handler's frame ends when the stack pointer rises above its value in the interrupted code, or leaves the other stack (sigaltstack) that the handler runs
 * on. The definer of what the kernel puts on the stack and into registers is the system call that raised the signal, if any. A register that a handler
 * leaves unchanged keeps its definer; the definer of a changed one is the code that wrote the context. */
#include "run.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { RED_ZONE = 128 };

void signals_deliver(struct run *run)
{
    struct thread *t = run->thread;
    bool in_call = t->last && t->last->effect->kind == EFFECT_SYSTEM && t->next_address == t->before.rip;
    struct interrupted *old = t->interrupted_count < SIGNALS ? malloc(sizeof *old) : NULL;
    if (!old)
        fail("too many signals");
    *old = (struct interrupted){.values = t->before, .frame = t->after.rsp};
    memcpy(old->registers, t->registers, sizeof old->registers);
    t->interrupted[t->interrupted_count++] = old;
    arrive(run, site_at(run, t->before.rip));
    bool other = t->after.rsp >= t->other_stack && t->after.rsp < t->other_stack_end && !(t->before.rsp >= t->other_stack && t->before.rsp < t->other_stack_end);
    struct frame frame = {.handler = true, .parent = in_call ? t->last_acts : 0};
    frame.slot = other ? t->other_stack_end : t->before.rsp - RED_ZONE - 1;
    frame.low = other ? t->other_stack : 0;
    frame.anchor_slot = frame.slot;
    frames_call(t->frames, frame);
    static const int set[] = {0, STACK_POINTER, 7, 6, 2};
    struct cell cell = {frame.parent, ++run->clock, 0, false};
    for (unsigned i = 0; i < sizeof set / sizeof set[0]; i++)
        for (int k = 0; k < 8; k++)
            t->registers[set[i] * 8 + k] = cell;
    uint64_t end = other ? t->other_stack_end : t->before.rsp - RED_ZONE;
    for (uint64_t at = t->after.rsp; at < end; at++)
        *shadow_at(at) = cell;
    t->last = NULL;
}

/* General registers in the order of effect.c, and their offsets in the context. */
static const struct {
    int number, place;
} places[] = {{0, REG_RAX}, {1, REG_RCX}, {2, REG_RDX}, {3, REG_RBX}, {4, REG_RSP}, {5, REG_RBP}, {6, REG_RSI}, {7, REG_RDI}, {8, REG_R8}, {9, REG_R9},
              {10, REG_R10}, {11, REG_R11}, {12, REG_R12}, {13, REG_R13}, {14, REG_R14}, {15, REG_R15}};

static uint64_t value_of(const struct user_regs_struct *r, int number)
{
    const unsigned long long all[16] = {r->rax, r->rcx, r->rdx, r->rbx, r->rsp, r->rbp, r->rsi, r->rdi,
                                        r->r8, r->r9, r->r10, r->r11, r->r12, r->r13, r->r14, r->r15};
    return all[number];
}

void signals_return(struct run *run)
{
    struct thread *t = run->thread;
    size_t at = t->interrupted_count;
    while (at && t->interrupted[at - 1]->frame + 8 != t->before.rsp)        /* siglongjmp left those above */
        at--;
    if (!at)
        fail("a signal returns that was not delivered");
    struct interrupted *old = t->interrupted[at - 1];
    memcpy(t->registers, old->registers, sizeof t->registers);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        int number = places[i].number;
        uint64_t context = old->frame + 8 + offsetof(ucontext_t, uc_mcontext.gregs) + (uint64_t)places[i].place * 8;
        for (unsigned k = 0; value_of(&t->after, number) != value_of(&old->values, number) && k < 8; k++)
            t->registers[number * 8 + (int)k] = *shadow_at(context + k);
    }
    while (t->interrupted_count >= at)
        free(t->interrupted[--t->interrupted_count]);
}
