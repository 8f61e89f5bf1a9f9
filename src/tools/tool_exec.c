/* tool_exec.c - tools that are programs of their own, or run one: becoming them, ending as they did.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/core.h"
#include "tools/tool_exec.h"


#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int tool_exec(const struct tool_program *program, char **argv)
{
    struct text safe = {0};
    char *path = part_search(program->variable, program->name, X_OK);
    const char *named = getenv(program->variable);
    if (path)
        execv(path, argv);
    int reason = errno;
    text_safe(&safe, slice_of(path ? path : named));
    if (path)
        fprintf(stderr, "clew: %s: cannot start %s: %s\n", program->name, text_string(&safe), strerror(reason));
    else if (named && *named)
        fprintf(stderr, "clew: %s: %s names no program: %s\n", program->name, program->variable, text_string(&safe));
    else
        fprintf(stderr, "clew: %s: %s\n", program->name, program->absent);
    text_free(&safe);
    free(path);
    return 127;
}

int tool_end_like(int status)
{
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    if (!WIFSIGNALED(status))
        return 1;
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
    return 128 + WTERMSIG(status);
}
