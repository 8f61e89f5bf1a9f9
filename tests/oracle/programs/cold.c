/* cold.c - paths that are never taken, cold parts, endless loops left by exit, conditional tail calls.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "plain.h"

static NOINLINE __attribute__((noreturn)) void leave(int status)
{
    for (;;)
        __asm__ volatile("syscall" : : "a"(231), "D"(status) : "rcx", "r11", "memory");
}

static NOINLINE __attribute__((cold)) int rare(int n)
{
    return n * 7;
}

static NOINLINE int checked(int n)
{
    if (__builtin_expect(n < 0, 0))
        leave(1);
    if (__builtin_expect(n > 1000, 0))
        return rare(n);
    return n + 1;
}

static NOINLINE int pump(volatile int *left)
{
    int turns = 0;
    for (;;) {
        turns++;
        if (--*left == 0)
            leave(checked(turns) + checked(2000) % 100);
        if (*left & 1)
            continue;
        turns += *left;
    }
}

int work(void)
{
    volatile int left = 7;
    return checked(3) + pump(&left);
}
