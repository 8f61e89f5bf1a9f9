/* calls.c - recursion, loops, a switch, pointers to functions, a call for its address.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

static int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int is_odd(int n);
static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }
static int (*const operators[])(int, int) = {add, subtract, multiply};

static int choose(int i)
{
    switch (i % 9) {
    case 0: return 3;
    case 1: return i ^ 5;
    case 2: return -i;
    case 3: i += 7; /* falls through */
    case 4: return i / 3;
    case 5: return i << 2;
    case 7: return choose(i / 2);
    default: return 1;
    }
}

#ifdef __OPTIMIZE__
enum { SIEVE = 500 };
#else
enum { SIEVE = 1200 };          /* so that more runs than a window of the clock has times: store/clock.h */
#endif

static unsigned sieve(void)
{
    static char composite[SIEVE];
    unsigned count = 0;
    for (unsigned i = 2; i < sizeof composite; i++) {
        if (composite[i])
            continue;
        count++;
        for (unsigned k = 2 * i; k < sizeof composite; k += i)
            composite[k] = 1;
    }
    return count;
}

/* A call that never returns: the return address is taken from the stack. */
static int here(void)
{
    long address;
    __asm__ volatile("sub $128, %%rsp\n\tcall 1f\n1:\tpop %0\n\tadd $128, %%rsp" : "=r"(address) : : "cc");
    return address != 0;
}

int main(int argc, char **argv)
{
    (void)argv;
    volatile int sum = argc;
    for (int i = 0; i < 500; i++)
        sum = operators[i % 3](sum, choose(i)) % 1000003;
    sum += ackermann(2, 6) + is_even(argc + 40) + (int)sieve() + here();
    return sum & 0x7f;
}
