/* switch.c - a dense switch, a sparse one, fall-through, goto.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "plain.h"

static NOINLINE int dense(int op, int a, int b)
{
    switch (op) {
    case 0: return a + b;
    case 1: return a - b;
    case 2: a *= b; /* fall through */
    case 3: a ^= 5; break;
    case 4: a = b; break;
    case 5: return a & b;
    case 7: a |= 9; break;
    case 8: b = a; break;
    default: return -1;
    }
    return a + 2 * b;
}

static NOINLINE int sparse(int key)
{
    switch (key) {
    case 3: return 1;
    case 100: return 2;
    case 5000: return 3;
    case -7: return 4;
    }
    return 0;
}

int work(void)
{
    volatile int seed = 3;
    int sum = 0;
    for (int op = 0; op < 11; op += 2)
        sum += dense(op, sum + seed, op);
    sum += dense(2, seed, 4) + sparse(seed) + sparse(5000) + sparse(8);
    return sum & 0x7f;
}
