/* faults.c - instructions that fault: the handler jumps away, repairs what was wrong, or changes registers and returns.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What stands behind the fault in its block must not have happened. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

static sigjmp_buf out;
static char other_stack[1 << 14];
static volatile int after, handled;
static int *volatile nowhere;
static int somewhere = 7;

static void escape(int number)
{
    handled += number == SIGSEGV ? 1 : 10;
    siglongjmp(out, number);
}

/* mov (%rax),%ecx with rax 0: once more, with an address. */
static void mend(int number, siginfo_t *info, void *context)
{
    ucontext_t *state = context;
    if (number == SIGSEGV && info->si_addr == NULL)
        state->uc_mcontext.gregs[REG_RAX] = (greg_t)&somewhere;
    handled += 100;
}

static int touch(int n)
{
    int sum = after;
    if (n) {
        sum += *nowhere;
        after += 1000;
    }
    return sum + n;
}

static int divide(int a, volatile int *b)
{
    return a / *b;
}

static int attempt(int which)
{
    volatile int zero = 0, result = 0;
    int came = sigsetjmp(out, 1);
    if (came)
        return came;
    for (int i = 0; i < 2; i++) {
        if (which == 1)
            result += touch(i);
        else if (which == 2)
            result += divide(20 + i, &zero);
        else
            ((void (*)(void))(void *)nowhere)();
    }
    return result;
}

static int mended(void)
{
    int value;
    __asm__ volatile("xor %%eax, %%eax\n mov $3, %%edx\n mov (%%rax), %0\n add %%edx, %0\n" : "=&c"(value) : : "rax", "rdx", "cc");
    return value;
}

int main(void)
{
    struct sigaction action;
    stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof other_stack};
    memset(&action, 0, sizeof action);
    action.sa_handler = escape;
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGFPE, &action, NULL);
    int sum = attempt(1) + attempt(2);
    sigaltstack(&stack, NULL);
    action.sa_flags = SA_ONSTACK;
    sigaction(SIGSEGV, &action, NULL);
    sum += attempt(1) + attempt(3);
    memset(&action, 0, sizeof action);
    action.sa_sigaction = mend;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, NULL);
    sum += mended();
    printf("%d %d %d\n", sum, handled, after);
    return sum & 0x7f;
}
