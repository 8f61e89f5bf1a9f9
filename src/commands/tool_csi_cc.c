/* tool_csi_cc.c - clew csi-cc: becomes the instrumenting compiler.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/commands.h"
#include "commands/tools.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char tool_name[] = "libexec/clew/csi-cc";

/* The compiler's path: $CLEW_CSI_CC, else libexec/clew/ beside or above the running program. False: it is not there. */
static bool find_tool(struct text *path)
{
    const char *named = getenv("CLEW_CSI_CC");
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
        text_printf(path, "%.*s/%s", SLICE(folder), tool_name);
        if (access(text_string(path), X_OK) == 0)
            return true;
    }
    return false;
}

/* The arguments are the compiler's. It says itself what it does not understand; only its absence is said here. */
int tool_csi_cc(int argc, char **argv)
{
    struct text path = {0}, safe = {0};
    (void)argc;
    bool found = find_tool(&path);
    if (found)
        execv(text_string(&path), argv);
    int reason = errno;
    text_safe(&safe, slice_of(text_string(&path)));
    if (found)
        fprintf(stderr, "clew: csi-cc: cannot start %s: %s\n", text_string(&safe), strerror(reason));
    else if (getenv("CLEW_CSI_CC"))
        fprintf(stderr, "clew: csi-cc: CLEW_CSI_CC names no program: %s\n", text_string(&safe));
    else
        fputs("clew: csi-cc: the compiler was not built; install the Debian packages clang-14 and llvm-14-dev, then run make csi-cc\n", stderr);
    text_free(&safe);
    text_free(&path);
    return 127;
}
