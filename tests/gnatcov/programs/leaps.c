/* leaps.c - setjmp, signal handlers, and a fault whose handler leaps out of the middle of a block.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

#include "say.h"

static sigjmp_buf back;
static jmp_buf again;
static volatile unsigned handled;
static unsigned *volatile nowhere;

static void handle_user(int number)
{
    handled += number > 0;
}

static void handle_fault(int number)
{
    siglongjmp(back, number);
}

__attribute__((noinline)) static unsigned touch(unsigned *where, unsigned n)
{
    unsigned more = n * 3 + 1;
    unsigned got = where[n];            /* the second time it faults, within the block */
    return (got ^ more) + n * got;
}

int run(int count)
{
    unsigned here[4] = {1, 2, 3, 4}, sum = 0;
    signal(SIGUSR1, handle_user);
    signal(SIGSEGV, handle_fault);
    for (int i = 0; i < 3; i++)
        raise(SIGUSR1);
    sum += touch(here, 2);
    if (sigsetjmp(back, 1) == 0)
        sum += touch(nowhere, (unsigned)count);
    else
        sum += 100;
    volatile int rounds = 0;
    int round = setjmp(again);
    if (round < 3) {
        rounds += 1;
        longjmp(again, round + 1);
    }
    say("sum ", sum + handled + (unsigned)rounds);
    return 5;
}
