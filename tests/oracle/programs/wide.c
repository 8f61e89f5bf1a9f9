/* wide.c - 64-bit and 128-bit arithmetic, division, shifts, products.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "plain.h"

static NOINLINE unsigned long power(unsigned long base, unsigned exponent, unsigned long modulus)
{
    unsigned long result = 1;
    while (exponent) {
        if (exponent & 1)
            result = (unsigned long)((unsigned __int128)result * base % modulus > 1 ? result * base % modulus : result);
        base = base * base % modulus;
        exponent >>= 1;
    }
    return result;
}

static NOINLINE unsigned __int128 wide(unsigned __int128 a, unsigned long b, int by)
{
    a += b;
    a = a << by | a >> (by & 31);
    return a - (unsigned __int128)b * b;
}

static NOINLINE int signs(long a, int b, short c, signed char d)
{
    return (int)(a / b) + b % c + c / d + (int)(a >> 7) - (a < b ? d : -c);
}

static NOINLINE unsigned hash(const unsigned char *s, int n)
{
    unsigned h = 2166136261u;
    for (int i = 0; i < n; i++)
        h = (h ^ s[i]) * 16777619u, h = h << 5 | h >> 27;
    return h;
}

unsigned __int128 __umodti3(unsigned __int128 a, unsigned __int128 b);
unsigned __int128 __umodti3(unsigned __int128 a, unsigned __int128 b)
{
    unsigned __int128 rest = 0;
    for (int i = 0; i < 128; i++) {
        rest = rest << 1 | (unsigned)(a >> 127);
        a <<= 1;
        if (rest >= b)
            rest -= b;
    }
    return rest;
}

int work(void)
{
    volatile unsigned long seed = 12345678901234567;
    volatile int small = 19;
    unsigned __int128 w = wide((unsigned __int128)seed << 40, seed, small);
    unsigned long sum = power(seed, 5, 1000003) + (unsigned long)(w >> 64) + (unsigned long)w;
    sum += (unsigned long)signs(-(long)seed, small, -5, 3) + hash((const unsigned char *)"dependence", 10);
    return (int)(sum & 0xff);
}
