/* loops.c - loops of every form: nested, left from within, tested at either end, of one block.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

enum { size = 12 };
static int a[size][size], b[size][size], c[size][size];
static unsigned sum = 1;

static void mix(unsigned value) { sum = sum * 29 + value; }

/* Its first instruction is where its loop begins. */
__attribute__((noinline)) static unsigned bits(unsigned value)
{
    unsigned n = 0;
    do
        n += value & 1;
    while (value >>= 1);
    return n;
}

__attribute__((noinline)) static char *end_of(char *at)
{
    while (*at++)
        ;
    return at;
}

static void multiply(void)
{
    for (int i = 0; i < size; i++)
        for (int k = 0; k < size; k++) {
            c[i][k] = 0;
            for (int m = 0; m < size; m++)
                c[i][k] += a[i][m] * b[m][k];
        }
}

static int find(int wanted)
{
    for (int i = 0; i < size; i++)
        for (int k = i; k < size; k++) {
            if (c[i][k] % 5 == 0)
                continue;
            if (c[i][k] % 97 == wanted)
                return i * size + k;
            if (c[i][k] < 0)
                goto out;
        }
out:
    return -1;
}

/* Two loops that share where they begin, and one entered in its middle. */
static unsigned odd_shapes(unsigned n)
{
    unsigned total = 0, i = n;
again:
    total += i;
    if (i % 3 == 1) {
        i--;
        goto again;
    }
    if (i > 2) {
        i -= 2;
        goto again;
    }
    switch (n & 3) {
        while (total % 5) {
    case 1:
            total += 3;
            __attribute__((fallthrough));
    case 2:
            total += 6;
        }
    }
    return total;
}

int main(void)
{
    static char text[] = "one\0two\0three";
    for (int i = 0; i < size; i++)
        for (int k = 0; k < size; k++) {
            a[i][k] = i - k;
            b[i][k] = i * k % 7;
        }
    multiply();
    for (int i = 0; i < 40; i++)
        mix((unsigned)find(i));
    for (unsigned i = 0; i < 30; i++)
        mix(bits(i * 0x10101u) + odd_shapes(i));
    for (char *at = text; at < text + sizeof text; at = end_of(at))
        mix((unsigned)(at - text));
    for (unsigned i = 0; i < 10; i++) {
        unsigned k = i;
        for (;;) {
            if (++k % 7 == 0)
                break;
            while (k & 1)
                k += i + 1 + (i & 1);
        }
        mix(k);
    }
    printf("loops %08x\n", sum);
    return 0;
}
