/* jumps.c - an irreducible loop, goto out of nests, and a function that does not return.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

static volatile int sink;

__attribute__((noreturn, noinline)) static void give_up(int why)
{
    if (why > 3)
        sink = why;
    else
        sink = -why;
    abort();
}

__attribute__((noinline)) static int tangle(int n)
{
    int i = 0, turns = 0;
    if (n & 1)
        goto middle;
top:
    i += 2;
    if (i % 5 == 0)
        turns++;
middle:
    i++;
    turns += i % 3 ? 1 : 2;
    if (turns > 40)
        give_up(turns);
    if (i < n)
        goto top;
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            if (a * b == i % 7)
                goto found;
    turns -= 2;
found:
    if (turns < 30 && n % 4) {
        n--;
        i = n - 4;
        goto middle;
    }
    return turns;
}

int main(int argc, char **argv)
{
    (void)argv;
    int result = 0;
    for (int n = 3 + argc; n < 200; n += 3)
        if (n % 2 || n > 20)
            result += tangle(n);
    return result;
}
