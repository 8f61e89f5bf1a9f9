/* loops.c - a switch in nested loops, with break and continue, that ends in a null pointer.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>

static int total;
static int *volatile nowhere = NULL;      /* volatile: LLVM 19 would leave the crash out */

static int weigh(int *limit, int step)
{
    int sum = 0;
    for (int i = 0; i < *limit; i++) {
        switch ((i * step) % 7) {
        case 0:
            sum += 1;
            break;
        case 1:
        case 2:
            sum += 2;
            continue;
        case 5:
            if (sum > 200)
                goto out;
            /* fall through */
        default:
            sum += i & 1 ? 3 : 4;
        }
        for (int k = i; k > 0; k /= 2)
            if (k % 3 == 0)
                sum--;
        if (i == 13 && step == 4)
            limit = nowhere;
    }
out:
    total += sum;
    return sum;
}

int main(int argc, char **argv)
{
    (void)argv;
    int limit = 9 + argc, result = 0;
    for (int round = 1; round < 5; round++) {
        if (round == 4)
            limit = 100;
        result += weigh(&limit, round);
    }
    return result;
}
