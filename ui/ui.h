/* ui.h - the terminal: full screen and REPL, two faces of one session.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * No other part of clew uses ncurses or readline. Both faces run until the user quits, the input ends, or a signal asks for it. They give the terminal back as
 * they found it. */
#ifndef CLEW_UI_UI_H
#define CLEW_UI_UI_H

#include "core/core.h"

struct session;
struct tour;

/* Runs the full screen on the session. If stdin or stdout is no terminal it fails with an error that points to -c and -i, and returns 2. Otherwise returns the
 * exit status: 0 after quit or end of input; after SIGTERM or SIGHUP it restores the terminal and raises the signal again. */
int screen_run(struct session *session, struct error *error);

/* The same with the steps of a tour below the panes; deletes the tour's folder at the end, in every case. */
int screen_tour(struct session *session, const struct tour *tour, struct error *error);

/* Runs the REPL: readline with completion and history on a terminal, plain lines otherwise. Returns 0, or 1 if a command failed and the input was no terminal.
 * echo: prints each line behind the prompt before its answer, for lines that come from elsewhere. */
int repl_run(struct session *session, bool json, bool echo);

/* For session_options.keys: names of keys, and the default keys with their commands. */
bool keyboard_is_name(struct str name);
bool keys_at(size_t i, const char **key, const char **command);

/* Appends what the full screen finds in this terminal, in the form of part_row (tools/tools.h): UTF-8, colours, the clipboard. Starts no program. */
void terminal_report(struct text *out);

/* ---- Shared by the full screen and the REPL: the session's candidates in readline's form ---- */

/* The characters that separate words: readline and the session have to agree that a position is one word. */
#define COMPLETE_BREAKS " \t"

/* Candidates for the word between start and end of readline's line, in the form of rl_attempted_completion_function: the longest common beginning first.
 * readline frees them. NULL: there are none. */
char **complete_line(struct session *session, int start, int end);

#endif
