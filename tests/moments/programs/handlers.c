/* handlers.c - signal handlers: nested, on a stack of their own, left by siglongjmp, repairing what faulted.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * No division by zero: there Valgrind tells the program an address in its own code, which gdb's presence changes. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

static sigjmp_buf out;
static char other_stack[1 << 14];
static volatile int handled, *volatile nowhere;
static int somewhere = 7;

static void nested(int number)
{
    char text[100];
    snprintf(text, sizeof text, "signal %d", number);
    handled += (int)strlen(text);
    if (number == SIGUSR1)
        raise(SIGUSR2);
}

static void escape(int number)
{
    handled += number;
    siglongjmp(out, 1);
}

/* The instruction that faults reads through rax. */
static void mend(int number, siginfo_t *info, void *context)
{
    ucontext_t *state = context;
    handled += number + (info->si_addr == NULL);
    state->uc_mcontext.gregs[REG_RAX] = (greg_t)&somewhere;
}

static void set(int number, void (*handler)(int), int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigaction(number, &action, NULL);
}

/* The frame of the handler comes to lie in a page of the stack that is new. */
static int deep(int depth)
{
    char bytes[3000];
    memset(bytes, depth, 50);
    if (depth == 0)
        raise(SIGUSR1);
    return (depth ? deep(depth - 1) : 0) + bytes[49];
}

int main(void)
{
    int value = 0;
    stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof other_stack};
    sigaltstack(&stack, NULL);
    set(SIGUSR1, nested, 0);
    set(SIGUSR2, nested, SA_ONSTACK);
    for (int i = 0; i < 4; i++)
        value += deep(10 * i);
    set(SIGSEGV, escape, 0);
    for (volatile int i = 0; i < 3; i++)
        if (sigsetjmp(out, 1) == 0)
            value += *nowhere;
    struct sigaction action = {.sa_sigaction = mend, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaction(SIGSEGV, &action, NULL);
    for (int i = 0; i < 3; i++) {
        int found;
        __asm__ volatile("xor %%eax, %%eax; mov (%%rax), %0" : "=r"(found) : : "rax");
        value += found;
    }
    printf("%d %d\n", value, handled);
    return 0;
}
