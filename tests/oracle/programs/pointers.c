/* pointers.c - calls through pointers, a table of them, callbacks, tail calls.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "plain.h"

typedef int operation(int, int);

static NOINLINE int add(int a, int b) { return a + b; }
static NOINLINE int take(int a, int b) { return a - b; }
static NOINLINE int times(int a, int b) { return a * b; }
static NOINLINE int larger(int a, int b) { return a > b ? a : b; }

static operation *const table[] = {add, take, times, larger};

static NOINLINE int fold(operation *by, const int *items, int count)
{
    int result = items[0];
    for (int i = 1; i < count; i++)
        result = by(result, items[i]);
    return result;
}

static NOINLINE int pass_on(volatile int *which, int a, int b)
{
    return table[*which & 3](a, b);
}

static NOINLINE int tail(int a, int b)
{
    if (a > 10)
        return larger(b, a);
    return times(b, a);
}

int work(void)
{
    volatile int items[] = {4, 9, -3, 12, 7}, which = 2;
    int plain[5], sum = 0;
    for (int i = 0; i < 5; i++)
        plain[i] = items[i];
    for (unsigned i = 0; i < 4; i++)
        sum += fold(table[i], plain, 5);
    sum += pass_on(&which, sum, 3) + tail(sum, 4) + tail(2, sum);
    return sum & 0xff;
}
