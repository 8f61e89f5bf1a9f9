/* escape.c - a handler that never returns: siglongjmp out of a fault, on a stack of its own, and of a signal raised deep below.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf out;
static char stack[1 << 16];
static volatile int *volatile nowhere;

static void handle(int signal)
{
    siglongjmp(out, signal);
}

static int below(int n)
{
    if (n)
        return below(n - 1) + 1;
    raise(SIGUSR1);
    return 0;
}

static int once(int i)
{
    int came = sigsetjmp(out, 1);
    if (came == 0)
        return i % 2 ? *nowhere : below(i);
    return came;
}

int main(void)
{
    int sum = 0;
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
    sigaltstack(&other, NULL);
    sigaction(SIGSEGV, &action, NULL);
    signal(SIGUSR1, handle);
    for (int i = 0; i < 20; i++)
        sum += once(i);
    printf("%d\n", sum);
    return 0;
}
