/* floats.c - float and double: scalar, packed, conversions, comparisons.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "plain.h"

static NOINLINE double root(double x)
{
    double guess = x / 2;
    for (int i = 0; i < 20; i++) {
        double next = (guess + x / guess) / 2;
        if (next >= guess)
            break;
        guess = next;
    }
    return guess;
}

static NOINLINE float mean(const float *items, int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += items[i];
    return sum / (float)count;
}

static NOINLINE void scale(double *items, double by, int count)
{
    for (int i = 0; i < count; i++)
        items[i] = -items[i] * by;
}

static NOINLINE long mixed(float a, double b, int c, long d)
{
    double sum = a + b * c - (double)d;
    return (long)(sum > 0 ? sum : (float)-sum) + (int)a;
}

int work(void)
{
    volatile float seed = 2.5f;
    float items[7];
    double pair[4] = {1, 2.5, seed, -4};
    for (int i = 0; i < 7; i++)
        items[i] = seed * (float)i + 0.25f;
    scale(pair, 1.5, 4);
    long sum = mixed(mean(items, 7), root(pair[3] + 12), (int)pair[1], 7) + (long)root(2e6);
    return (int)(sum & 0xff);
}
