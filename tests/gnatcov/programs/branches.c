/* branches.c - loops, a switch, recursion, function pointers, branches that always and never go one way.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "say.h"

static volatile unsigned sink;

__attribute__((noinline)) static unsigned never_taken(unsigned n)
{
    if (n > 1000000)
        sink = n;                       /* never */
    return n + 1;
}

__attribute__((noinline)) static unsigned choose(unsigned n)
{
    switch (n) {
    case 0: return 7;
    case 1: return sink + 3;
    case 2: sink = 4; return 9;
    case 3: return n * sink;
    case 5: return sink - 1;
    case 6: return 77;
    case 7: sink = 1; return 3;
    default: return 11;
    }
}

__attribute__((noinline)) static unsigned fibonacci(unsigned n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

typedef unsigned function(unsigned);
static function *const functions[] = {never_taken, choose, fibonacci};

int run(int count)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 12; i++)
        sum += functions[i % 3](i) * i;
    for (unsigned i = 0; i < 5; i++)
        sum ^= choose(i << (count > 1));
    say("sum ", sum);
    return (int)(sum & 63);
}
