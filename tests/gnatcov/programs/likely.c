/* likely.c - branches of MIPS whose delay slot only runs if they are taken: never, always, and both.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "say.h"

#define LIKELY(name)                                                       \
    __attribute__((noinline)) static unsigned name(unsigned n)             \
    {                                                                      \
        __asm__ volatile(".set push\n.set noreorder\n"                     \
                         "beql %0, $0, 1f\n addiu %0, %0, 5\n"             \
                         "addiu %0, %0, 9\n"                               \
                         "1: addiu %0, %0, 1\n.set pop" : "+r"(n));        \
        return n;                                                          \
    }
LIKELY(never)
LIKELY(always)
LIKELY(both)

int run(int count)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 4; i++)
        sum = sum * 3 + never(i + (unsigned)count) + always(0) + both(i & 1);
    say("sum ", sum);
    return 2;
}
