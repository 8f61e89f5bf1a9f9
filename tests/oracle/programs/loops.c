/* loops.c - nested loops, break, continue, do, goto.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "plain.h"

static int table[40];

static NOINLINE int search(const int *items, int count, int wanted)
{
    for (int i = 0; i < count; i++) {
        if (items[i] % 3 == 0)
            continue;
        if (items[i] == wanted)
            return i;
        if (items[i] > 500)
            break;
    }
    return -1;
}

static NOINLINE int triangle(int n)
{
    int sum = 0, i = 0;
    do {
        for (int k = i; k; k--) {
            if ((k ^ i) == 6)
                goto out;
            sum += k & 3 ? k : -1;
        }
    } while (++i < n);
out:
    return sum + i;
}

int work(void)
{
    for (int i = 0; i < 40; i++)
        table[i] = i * i + (i > 20 ? table[i - 20] : 0);
    return (search(table, 40, 49) + search(table, 40, 1000) + triangle(9)) & 0xff;
}
