/* strings.c - string instructions with and without a prefix.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "plain.h"

static char from[40] = "the quick brown fox jumps", to[40];

static NOINLINE void copy(char *d, const char *s, unsigned long n)
{
    __asm__ volatile("rep movsb" : "+D"(d), "+S"(s), "+c"(n) : : "memory");
}
static NOINLINE void fill(void *d, unsigned long value, unsigned long n)
{
    __asm__ volatile("rep stosq" : "+D"(d), "+c"(n) : "a"(value) : "memory");
}
static NOINLINE unsigned long length(const char *s)
{
    unsigned long n = ~0ul;
    __asm__ volatile("repne scasb" : "+D"(s), "+c"(n) : "a"(0) : "memory", "cc");
    return ~n - 1;
}
static NOINLINE int compare(const char *a, const char *b, unsigned long n)
{
    unsigned char below, equal;
    __asm__ volatile("repe cmpsb\n setb %0\n sete %1" : "=q"(below), "=q"(equal), "+S"(a), "+D"(b), "+c"(n) : : "memory", "cc");
    return equal ? 0 : below ? -1 : 1;
}
static NOINLINE unsigned sum(const char *s, unsigned long n)
{
    unsigned total = 0;
    while (n--) {
        unsigned char c;
        __asm__ volatile("lodsb" : "=a"(c), "+S"(s) : : "memory");
        total += c;
    }
    return total;
}

int work(void)
{
    unsigned long n = length(from);
    copy(to, from, n);
    copy(to, from, 0);
    int result = compare(to, from, n) + 2 * compare(to, from, 0);
    to[9] = 'z';
    result += compare(to, from, n);
    fill(to + 8, 0x4142434445464748, 3);
    return (int)(sum(to, 30) + (unsigned)result) & 0xff;
}
