/* jumps.c - setjmp and longjmp, functions that do not return, early exits.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;
static volatile int depth;

static void check(int value)
{
    if (value > 100)
        abort();
    if (value > 50)
        exit(3);
}

static int dive(int n)
{
    depth++;
    if (n == 0)
        longjmp(place, 5);
    return dive(n - 1) + 1;
}

int main(void)
{
    volatile int sum = 0;
    int code = setjmp(place);
    if (code == 0)
        sum += dive(4);
    else
        sum += code;
    check(sum);
    for (int i = 0; i < 3; i++) {
        check(i * 20);
        sum += depth;
    }
    check(51);
    return sum;
}
