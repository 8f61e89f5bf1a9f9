/* recursion.c - frames of one function in many states, stopped by abort.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

static unsigned calls;

static int walk(unsigned depth, unsigned seed)
{
    int sum = 0;
    calls++;
    if (calls > 60 && depth == 0)
        abort();
    for (unsigned i = 0; i < 3; i++) {
        seed = seed * 1103515245u + 12345u;
        if (depth > 0 && (seed >> 16) % 3 != 0)
            sum += walk(depth - 1, seed);
        else if (seed & 0x40000)
            sum += 2;
        else
            sum -= 1;
        if (sum < -2)
            return sum;
    }
    return sum + (depth > 2 ? 1 : 0);
}

int main(int argc, char **argv)
{
    (void)argv;
    int sum = 0;
    while (sum < 1000) {
        sum += walk(5, (unsigned)(argc + sum));
        if (calls > 100000)
            return 1;
    }
    return 0;
}
