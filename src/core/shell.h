/* shell.h - programs that the user asked for: a shell command that is given text, an editor.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct shell *shell = shell_start(arguments, true, stopped, &error);
 *     fputs("text", shell_input(shell));            until ferror(): nobody reads any more, or it was interrupted
 *     int status = shell_finish(shell);             waits; as from waitpid
 *
 * The program has the terminal; clew waits, and is stopped (^Z) and continued along with it. While it runs SIGPIPE is ignored. */
#ifndef CLEW_CORE_SHELL_H
#define CLEW_CORE_SHELL_H

#include <stdbool.h>

#include <stdio.h>

struct error;
struct text;


struct shell;

/* arguments[0] is a path. `fed`: its standard input is ours, else it is clew's. stopped (NULL: never) says whether what is written shall end.
 * NULL: no process, no pipe. */
struct shell *shell_start(const char *const arguments[], bool fed, bool (*stopped)(void), struct error *error);
FILE *shell_input(struct shell *shell);                 /* NULL: it is not fed */
int shell_finish(struct shell *shell);

enum { SHELL_NOT_FOUND = 127 };                         /* exit status of what could not be run */

/* "exit status 3", "ended by signal 9 (Killed)" */
void shell_say(int status, struct text *out);

#endif
