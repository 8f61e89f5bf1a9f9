/* twice_b.c - the other half of twice_a.c.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include "twice.h"

static unsigned table[] = {2, 7, 1, 8};
static unsigned state = 5;

static unsigned step(unsigned by)
{
    unsigned i = 0;
    do
        state = state * 3 + table[i] + by;
    while (++i < 4);
    return state;
}

static int compare(const void *left, const void *right) { return *(const int *)right - *(const int *)left; }

unsigned other_step(unsigned by) { return by > 2 ? step(by) + step(1) : step(by); }

void sort_both(int *list, unsigned count, int (*other)(const void *, const void *))
{
    qsort(list, count, sizeof *list, compare);
    state += (unsigned)list[0];
    qsort(list, count, sizeof *list, other);
}
