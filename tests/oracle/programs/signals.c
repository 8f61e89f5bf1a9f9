/* signals.c - handlers that return: of raise, of kill, with what the kernel tells, of a blocked signal, one inside another.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile int seen, depth, told;

/* Not signal(), which copies what a handler's frame has left on the stack. */
static void handle(int number, void (*handler)(int))
{
    static struct sigaction action;
    action.sa_handler = handler;
    sigaction(number, &action, NULL);
}

static void count(int number)
{
    for (int i = 0; i < 3; i++)
        if (i != 1)
            seen += number == SIGUSR1 ? 1 : 10;
}

static void tell(int number, siginfo_t *info, void *context)
{
    (void)context;
    told += info->si_signo == number ? 100 : 1000;
    if (info->si_code == SI_USER || info->si_code == SI_TKILL)
        told++;
}

static void nest(int number)
{
    depth = depth * 4 + 1;
    if (depth < 20)
        raise(number == SIGUSR1 ? SIGUSR2 : SIGUSR1);
    depth++;
}

static int work(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int before = seen;
        if (i % 2)
            raise(SIGUSR1);
        else
            kill(getpid(), SIGUSR2);
        sum += seen - before;
    }
    return sum;
}

int main(void)
{
    static struct sigaction action;
    handle(SIGUSR1, count);
    handle(SIGUSR2, count);
    int sum = work(4);
    action.sa_sigaction = tell;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGUSR1, &action, NULL);
    static sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, &old);
    raise(SIGUSR1);
    sum += told;
    sigprocmask(SIG_SETMASK, &old, NULL);
    sum += told;
    handle(SIGUSR1, nest);
    handle(SIGUSR2, nest);
    raise(SIGUSR1);
    handle(SIGUSR1, SIG_IGN);
    raise(SIGUSR1);
    printf("%d %d %d\n", sum, seen, depth);
    return sum & 0x7f;
}
