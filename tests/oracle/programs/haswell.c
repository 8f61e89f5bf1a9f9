/* haswell.c - what gcc makes of loops and sums for a processor with AVX2, FMA and BMI: by itself at -O2, more where vectors are asked for.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Needs: avx2 bmi1 bmi2 fma movbe. */
#pragma GCC target("arch=haswell")
#pragma GCC optimize("tree-vectorize")
#include "plain.h"

static NOINLINE void saxpy(float *y, const float *x, float a, int count)
{
    for (int i = 0; i < count; i++)
        y[i] = a * x[i] + y[i];
}

static NOINLINE double dot(const double *a, const double *b, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

static NOINLINE unsigned bits(unsigned long x, int shift)
{
    unsigned count = 0;
    for (; x; x &= x - 1)
        count += (unsigned)__builtin_ctzl(x) + (unsigned)__builtin_clzl(x);
    return count + (unsigned)(x + 5 >> shift) + (unsigned)__builtin_bswap32(count);
}

struct wide {
    long items[9];
};

static NOINLINE struct wide copy(const struct wide *from)
{
    struct wide result = *from;
    for (int i = 0; i < 9; i++)
        result.items[i] ^= ~from->items[8 - i] & i;
    return result;
}

int work(void)
{
    static float x[19], y[19];
    static double a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {6, 5, 4, 3, 2, 1};
    static struct wide wide;
    for (int i = 0; i < 19; i++)
        x[i] = (float)(19 - i);
    saxpy(y, x, 2.5f, 19);
    for (int i = 0; i < 9; i++)
        wide.items[i] = i * 3;
    wide = copy(&wide);
    return (int)(dot(a, b, 6) + y[3] + bits(0x8100f0, 3) + (unsigned)wide.items[4]) & 0xff;
}
