/* tool_exec.c - tools that are programs of their own: finding them and becoming them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/commands.h"
#include "commands/tool_exec.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The tool's path: as the environment names it, else libexec/clew/ beside or above the running program. False: it is not there. */
static bool find_tool(const struct tool_program *program, struct text *path)
{
    const char *named = getenv(program->variable);
    if (named && *named) {
        text_add(path, named);
        return access(text_string(path), X_OK) == 0;
    }
    char self[4096];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self);
    struct slice folder = {self, size > 0 && (size_t)size < sizeof self ? (size_t)size : 0};
    for (int up = 0; up < 2; up++) {
        size_t slash = slice_find_last_byte(folder, '/');
        if (slash == SIZE_MAX)
            return false;
        folder.size = slash;
        text_clear(path);
        text_printf(path, "%.*s/libexec/clew/%s", SLICE(folder), program->name);
        if (access(text_string(path), X_OK) == 0)
            return true;
    }
    return false;
}

int tool_exec(const struct tool_program *program, char **argv)
{
    struct text path = {0}, safe = {0};
    bool found = find_tool(program, &path);
    if (found)
        execv(text_string(&path), argv);
    int reason = errno;
    text_safe(&safe, slice_of(text_string(&path)));
    if (found)
        fprintf(stderr, "clew: %s: cannot start %s: %s\n", program->name, text_string(&safe), strerror(reason));
    else if (getenv(program->variable))
        fprintf(stderr, "clew: %s: %s names no program: %s\n", program->name, program->variable, text_string(&safe));
    else
        fprintf(stderr, "clew: %s: %s\n", program->name, program->absent);
    text_free(&safe);
    text_free(&path);
    return 127;
}
