/* recursion.c - Ackermann, Fibonacci, mutual recursion; no library.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "plain.h"

static NOINLINE int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static NOINLINE int is_odd(unsigned n);
static NOINLINE int is_even(unsigned n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}
static NOINLINE int is_odd(unsigned n)
{
    return n == 0 ? 0 : is_even(n - 1);
}

static NOINLINE long fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

int work(void)
{
    return ackermann(2, 3) + is_even(9) + (int)fibonacci(8);
}
