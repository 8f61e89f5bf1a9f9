/* structs.c - structures copied, returned, bit fields, unions of halves.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "plain.h"

struct point {
    int x, y;
    short z;
    char tag[6];
};
struct bits {
    unsigned low : 3, middle : 11, flag : 1, high : 17;
};
union word {
    unsigned long whole;
    unsigned half[2];
    unsigned char byte[8];
};

static NOINLINE struct point move(struct point p, int by)
{
    p.x += by;
    p.tag[by & 3] = (char)by;
    return p;
}

static NOINLINE unsigned pack(struct bits *bits, unsigned n)
{
    bits->low = n;
    bits->middle += n * 3;
    bits->flag ^= 1;
    bits->high = bits->middle + bits->low;
    return bits->high;
}

static NOINLINE unsigned long join(unsigned a, unsigned b)
{
    union word word;
    word.half[0] = a;
    word.half[1] = b;
    word.byte[2] = 9;
    return word.whole;
}

int work(void)
{
    volatile int seed = 6;
    struct point p = {seed, 2, 3, "abcde"}, q = move(p, 3), list[3];
    struct bits bits = {1, 2, 0, 4};
    for (int i = 0; i < 3; i++)
        list[i] = i ? list[i - 1] : q, list[i] = move(list[i], i);
    unsigned sum = pack(&bits, (unsigned)seed) + pack(&bits, 5);
    unsigned long word = join(sum, (unsigned)list[2].x);
    return (int)((word >> 13) + (unsigned)list[1].tag[3] + (unsigned)q.z) & 0xff;
}
