/* twice_a.c - with twice_b.c: static functions and data of the same names in two files.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include "twice.h"

static unsigned table[] = {3, 1, 4, 1, 5, 9, 2, 6};
static unsigned state = 1;

static unsigned step(unsigned by)
{
    for (unsigned i = 0; i < 8; i++)
        state += table[i] * by;
    return state;
}

static int compare(const void *left, const void *right) { return *(const int *)left - *(const int *)right; }

int main(void)
{
    int list[] = {9, 4, 7, 1};
    unsigned sum = step(1) + other_step(2);
    sort_both(list, 4, compare);
    for (int i = 0; i < 4; i++)
        sum = sum * 13 + (unsigned)list[i] + step((unsigned)i) * other_step(3);
    printf("twice %08x\n", sum);
    return 0;
}
