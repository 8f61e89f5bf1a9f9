/* edit.c - a source line in the user's editor.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture/capture.h"
#include "commands/session.h"

#include <inttypes.h>
#include <sys/wait.h>

bool edit_file(const char *path, uint64_t line, struct error *error)
{
    struct text at = {0}, name = {0}, said = {0};
    text_printf(&at, "+%" PRIu64, line);
    text_printf(&name, "%s%s", path[0] == '-' || path[0] == '+' ? "./" : "", path);        /* not taken for an option */
    const char *const with_line[] = {"/bin/sh", "-c", "exec ${VISUAL:-${EDITOR:-vi}} \"$@\"", "sh", text_string(&at), text_string(&name), NULL};
    const char *const plain[] = {"/bin/sh", "-c", "exec ${VISUAL:-${EDITOR:-vi}} \"$@\"", "sh", text_string(&name), NULL};
    struct shell *shell = shell_start(line ? with_line : plain, false, NULL, error);
    int status = shell ? shell_finish(shell) : 0;
    bool done = shell && !status;
    if (shell && WIFEXITED(status) && WEXITSTATUS(status) == SHELL_NOT_FOUND) {
        error_set(error, "the editor was not found: set VISUAL or EDITOR");
    } else if (shell && status) {
        shell_say(status, &said);
        error_set(error, "the editor failed: %s", text_string(&said));
    }
    text_free(&at);
    text_free(&name);
    text_free(&said);
    return done;
}
