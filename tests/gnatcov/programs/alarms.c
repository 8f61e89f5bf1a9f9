/* alarms.c - signals that come behind branches that always go one way: where the handler lies is no outcome.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>

#include "say.h"

static sigjmp_buf back;
static volatile unsigned first, second, turns;

static void handle_alarm(int number)
{
    siglongjmp(back, number);
}

__attribute__((noinline)) static unsigned wait_for_alarm(void)
{
    for (;;) {
        if (first)
            return 1;
        if (second)
            return 2;
        turns++;
    }
}

int run(int count)
{
    static volatile unsigned alarms;
    signal(SIGALRM, handle_alarm);
    sigsetjmp(back, 1);
    if (alarms++ < 40) {
        struct itimerval soon = {.it_value = {0, 1000}};
        setitimer(ITIMER_REAL, &soon, 0);
        return (int)wait_for_alarm();
    }
    say("alarms ", alarms);
    return count;
}
