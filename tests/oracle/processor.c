/* processor.c - prints the results of cpuid and xgetbv, for the oracle to repeat.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The C library chooses its string functions by the processor, and Valgrind presents another processor than the machine's. Run this
 * under Valgrind: it prints lines "leaf subleaf eax ebx ecx edx"; the last line is xgetbv's, with leaf "x". */
#include <cpuid.h>
#include <stdio.h>

static void print_range(unsigned first, unsigned count)
{
    for (unsigned leaf = first; leaf < first + count; leaf++)
        for (unsigned sub = 0; sub < 16; sub++) {
            unsigned a, b, c, d;
            __cpuid_count(leaf, sub, a, b, c, d);
            printf("%x %x %x %x %x %x\n", leaf, sub, a, b, c, d);
        }
}

int main(void)
{
    unsigned a, b, c, d;
    print_range(0, 0x20);
    print_range(0x80000000, 0x20);
    print_range(0x55667788, 1);     /* no such leaf exists, but programs/instructions.c asks for it */
    __cpuid(1, a, b, c, d);
    if (c & bit_OSXSAVE) {
        __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
        printf("x 0 %x 0 0 %x\n", a, d);
    }
    return 0;
}
