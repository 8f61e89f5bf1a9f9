/* recursion.c - functions that call themselves and each other: towers, queens, Ackermann, and one 50,000 deep.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

enum { deep = 50000, board = 5 };
static unsigned char trail[deep + 1];
static int columns[board];

static unsigned hanoi(int discs, int from, int to)
{
    if (discs == 0)
        return 0;
    int spare = 3 - from - to;
    unsigned moves = hanoi(discs - 1, from, spare);
    return moves + 1 + hanoi(discs - 1, spare, to);
}

static unsigned ackermann(unsigned m, unsigned n)
{
    if (m == 0)
        return n + 1;
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int is_safe(int row, int column)
{
    for (int above = 0; above < row; above++) {
        int apart = columns[above] - column;
        if (apart == 0 || apart == row - above || apart == above - row)
            return 0;
    }
    return 1;
}

static int queens(int row)
{
    int found = 0;
    if (row == board)
        return 1;
    for (int column = 0; column < board; column++)
        if (is_safe(row, column)) {
            columns[row] = column;
            found += queens(row + 1);
        }
    return found;
}

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

/* Nothing here can become a loop: what follows the call needs what precedes it. */
static unsigned dive(unsigned depth)
{
    unsigned char mark = (unsigned char)(depth * 7);
    trail[depth] = mark;
    unsigned below = depth ? dive(depth - 1) : 1;
    return below * 31 + (trail[depth] ^ mark) + trail[below % deep];
}

int main(void)
{
    unsigned sum = hanoi(6, 0, 2) + ackermann(2, 5) * 3 + (unsigned)queens(0) * 5 + (unsigned)even(40) + 2u * (unsigned)odd(41);
    sum += dive(deep);
    printf("recursion %08x\n", sum);
    return (int)(sum & 15);
}
