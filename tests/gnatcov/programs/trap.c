/* trap.c - dies by an instruction that is there to die of, at the end of a block.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "say.h"

__attribute__((noinline)) static void check(int count)
{
    if (count < 100)
        __builtin_trap();
}

int run(int count)
{
    say("before ", 1);
    check(count);
    return 0;
}
