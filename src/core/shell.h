/* shell.h - programs that the user asked for: a shell command with piped text, an editor.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct shell *shell = shell_start(arguments, true, stopped, &error);
 *     fputs("text", shell_input(shell));            until ferror(): the reader left, or the user interrupted
 *     int status = shell_finish(shell);             waits; as from waitpid
 *
 * The program has the terminal; clew waits, and stops (^Z) and continues along with it. Meanwhile clew ignores SIGPIPE. */
#ifndef CLEW_CORE_SHELL_H
#define CLEW_CORE_SHELL_H

#include <stdbool.h>

#include <stdio.h>

struct error;
struct text;


struct shell;

/* arguments[0] is a path. `fed`: clew writes its standard input, otherwise it has clew's own. stopped (NULL: never) tells whether to end the writing. NULL: no
 * process, no pipe. */
struct shell *shell_start(const char *const arguments[], bool fed, bool (*stopped)(void), struct error *error);
FILE *shell_input(struct shell *shell);                 /* NULL: not fed */
int shell_finish(struct shell *shell);

enum { SHELL_NOT_FOUND = 127 };                         /* exit status of a program that did not start */

/* "exit status 3", "ended by signal 9 (Killed)" */
void shell_say(int status, struct text *out);

#endif
