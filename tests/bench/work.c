/* work.c - a program to record: sorts and sums for N rounds.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 512 };
static unsigned list[SIZE];

static void sift(unsigned root, unsigned end)
{
    for (unsigned child; (child = 2 * root + 1) < end; root = child) {
        if (child + 1 < end && list[child] < list[child + 1])
            child++;
        if (list[root] >= list[child])
            return;
        unsigned swap = list[root];
        list[root] = list[child];
        list[child] = swap;
    }
}

int main(int argc, char **argv)
{
    unsigned seed = 1, sum = 0;
    for (int round = argc > 1 ? atoi(argv[1]) : 10; round > 0; round--) {
        for (unsigned i = 0; i < SIZE; i++)
            list[i] = seed = seed * 1103515245u + 12345u;
        for (unsigned i = SIZE / 2; i-- > 0;)
            sift(i, SIZE);
        for (unsigned end = SIZE - 1; end > 0; end--) {
            unsigned swap = list[0];
            list[0] = list[end];
            list[end] = swap;
            sift(0, end);
        }
        sum += list[SIZE / 2];
    }
    printf("%u\n", sum);
    return 0;
}
