/* leaps.c - longjmp out of recursion, out of loops, again and again, past frames that hold setjmps of their own.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf outer, inner;
static volatile int trail;

static int dive(int n)
{
    trail = trail * 2 + n;
    if (n == 0)
        longjmp(outer, 3);
    int below = dive(n - 1);
    return below + n;
}

static int out_of_loops(int limit)
{
    volatile int turns = 0;
    if (setjmp(inner) == 0) {
        for (int i = 0; i < 5; i++)
            for (int k = 0; k < 5; k++) {
                turns++;
                if (i * k > limit)
                    longjmp(inner, i + 1);
            }
    } else {
        turns += 100;
    }
    return turns;
}

/* setjmp inside a loop: each return finds the regions that were open at the call. */
static int retry(int wanted)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        volatile int tries = 0;
        int came = setjmp(inner);
        if (i == 1 && came < wanted) {
            tries++;
            longjmp(inner, came + 1);
        }
        sum += came + tries;
    }
    return sum;
}

static int through(int n)
{
    jmp_buf here;
    volatile int kept = n * 3;
    if (setjmp(here))
        return kept;
    if (n % 2)
        longjmp(here, 1);
    longjmp(outer, n + 10);
}

int main(void)
{
    volatile int sum = 0, rounds = 0;
    int came = setjmp(outer);
    rounds++;
    switch (came) {
    case 0: sum += dive(4); break;
    case 3: sum += 30; sum += through(5); sum += through(2); break;
    default: sum += came; break;
    }
    sum += out_of_loops(6) + out_of_loops(100) + retry(3);
    printf("%d %d %d\n", sum, rounds, trail);
    return sum & 0x7f;
}
