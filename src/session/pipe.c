/* pipe.c - rows given to a shell command.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

bool pipe_rows(const struct rows *rows, bool json, const char *command, bool (*stopped)(void), int *status, struct error *error)
{
    const char *const arguments[] = {"/bin/sh", "-c", command, NULL};
    struct shell *shell = shell_start(arguments, true, stopped, error);
    if (!shell)
        return false;
    struct batch_options options = {.json = json, .out = shell_input(shell)};
    if (options.out)
        batch_rows(rows, &options);
    *status = shell_finish(shell);
    return true;
}

/* Cuts "COMMAND | SHELL" where the mark stands: a single character anywhere, a longer one as a word. False: it does not. */
static bool cut_at(struct slice mark, struct slice arguments, struct slice *command, struct slice *shell)
{
    for (size_t i = 0; i + mark.size <= arguments.size; i++) {
        bool starts = mark.size == 1 || i == 0 || arguments.data[i - 1] == ' ';
        bool ends = mark.size == 1 || i + mark.size == arguments.size || arguments.data[i + mark.size] == ' ';
        if (!starts || !ends || !slice_equal(slice_cut(arguments, i, mark.size), mark))
            continue;
        *command = slice_trim(slice_cut(arguments, 0, i));
        *shell = slice_trim(slice_cut(arguments, i + mark.size, SIZE_MAX));
        return true;
    }
    return false;
}

bool run_pipe(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice mark = slice_of("|"), command = {NULL, 0}, shell = {NULL, 0}, word, rest = arguments;
    bool named = slice_field(&rest, &word) && slice_is(word, "-d");
    if (named && !slice_field(&rest, &mark))
        return error_set(error, "-d needs the word that parts the command from the shell's");
    if (!cut_at(mark, named ? slice_trim(rest) : arguments, &command, &shell) || !shell.size)
        return error_set(error, "pipe COMMAND %.*s SHELL COMMAND", SLICE(mark));
    if (!need_command(session, command, "pipe COMMAND | SHELL COMMAND", error) || (command.size && !run_inner(session, command, answer, error)))
        return false;
    answer->action = ACTION_PIPE;
    answer->count = command.size > 0;
    text_clear(&answer->text);
    text_append(&answer->text, shell);
    return true;
}
