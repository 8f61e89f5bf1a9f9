/* leap.c - longjmp out of traced frames, and a crash afterwards below the one that stayed.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stddef.h>

static jmp_buf back;
static volatile int depth, *volatile target = &depth;

__attribute__((noinline)) static int dive(int n)
{
    int r = 0;
    while (n > 0) {
        if (n == 3 && depth < 4)
            longjmp(back, 1);
        if (n % 2)
            r += dive(n / 2);
        if (depth >= 6 && n == 4)
            target = NULL;
        *target += 1;
        n--;
    }
    return r;
}

__attribute__((noinline)) static int catcher(int n)
{
    if (setjmp(back))
        return -n;
    return dive(n);
}

__attribute__((noinline)) static int again(int n)
{
    int r = 0;
    for (int i = 0; i < n; i++) {
        r += catcher(i);
        if (r < -3)
            depth++;
        else
            r++;
    }
    return r;
}

int main(int argc, char **argv)
{
    (void)argv;
    return again(argc + 40);
}
