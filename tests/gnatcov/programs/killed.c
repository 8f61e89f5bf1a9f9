/* killed.c - ends by SIGKILL, of which no emulator can tell anybody.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <unistd.h>

#include "say.h"

int run(int count)
{
    say("before ", (unsigned)count);
    kill(getpid(), SIGKILL);
    say("after ", 1);
    return 0;
}
