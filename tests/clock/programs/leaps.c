/* leaps.c - qsort calls back, longjmp leaves calls, signals are raised, a handler mends a fault.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

static jmp_buf out;
static volatile sig_atomic_t handled, mended;
static volatile char *volatile page;

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int sort(void)
{
    int numbers[150];
    unsigned seed = 1;
    for (int i = 0; i < 150; i++)
        numbers[i] = (int)((seed = seed * 1103515245 + 12345) >> 16);
    qsort(numbers, 150, sizeof *numbers, compare);
    return numbers[75];
}

static void deeper(int n)
{
    if (n < 0)
        return;
    if (n == 0)
        longjmp(out, 3);
    deeper(n - 1);
    handled++;          /* never */
}

static int leap(int n)
{
    volatile int tries = 0;
    int came = setjmp(out);
    if (tries++ < 4)
        deeper(n + tries);
    return came + tries;
}

/* From within a function that the C library called. */
static int compare_once(const void *a, const void *b)
{
    if (handled == 1)
        longjmp(out, 7);
    return compare(a, b);
}

static int leap_out_of_library(void)
{
    int two[] = {2, 1};
    if (setjmp(out) == 0)
        qsort(two, 2, sizeof *two, compare_once);
    return two[0];
}

static void handle(int signal)
{
    handled++;
    if (signal == SIGUSR1 && handled < 3)
        raise(SIGUSR2);
}

static void mend(int signal, siginfo_t *about, void *context)
{
    (void)signal, (void)about, (void)context;
    mprotect((void *)(size_t)page, 4096, PROT_READ | PROT_WRITE);
    mended++;
}

static int fault(void)
{
    struct sigaction action = {.sa_sigaction = mend, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
    page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    page[5] = 17;
    return page[5] + mended;
}

int main(void)
{
    int sum = sort();
    sum += leap(6);
    signal(SIGUSR1, handle);
    signal(SIGUSR2, handle);
    raise(SIGUSR2);
    sum += leap_out_of_library();
    raise(SIGUSR1);
    sum += fault();
    printf("%d %d %d\n", sum, (int)handled, (int)mended);
    return sum & 0x7f;
}
