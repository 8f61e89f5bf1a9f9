/* forks.c - a child that goes another way than its parent, and dies.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "say.h"

__attribute__((noinline)) static unsigned way(int child)
{
    return child ? 21 : 34;
}

int run(int count)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        say("child ", way(1));
        kill(getpid(), SIGKILL);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 1;
    say("parent ", way(0));
    return WIFSIGNALED(status) ? 3 + count : 0;
}
