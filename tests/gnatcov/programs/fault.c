/* fault.c - dies by SIGSEGV in the middle of a block that never came to its end.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "say.h"

static unsigned *volatile nowhere;
static volatile unsigned sink;

__attribute__((noinline)) static unsigned touch(unsigned *where, unsigned n)
{
    unsigned more = n * 3 + 1;
    unsigned got = *where;
    sink = got + more;
    return sink * n;
}

int run(int count)
{
    say("before ", 1);
    unsigned sum = touch(nowhere, (unsigned)count);
    say("after ", sum);
    return 0;
}
