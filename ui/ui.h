/* ui.h - the terminal: full screen and REPL, two faces of one session.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nothing else in clew knows ncurses or readline. Both faces run until the user quits, the input ends, or a signal asks for it, and
 * give the terminal back as they found it. */
#ifndef CLEW_UI_UI_H
#define CLEW_UI_UI_H

#include "core/core.h"

struct session;
struct tour;

/* Runs the full screen on the session. Refuses (error, returns 2) where stdin or stdout is no terminal, and points to -c and -i.
 * Returns the exit status: 0 after quit or end of input; after SIGTERM or SIGHUP the terminal is restored and the signal raised again. */
int screen_run(struct session *session, struct error *error);

/* The same with the steps of a tour in the lines below the panes; its folder goes at the end, whatever that is. */
int screen_tour(struct session *session, const struct tour *tour, struct error *error);

/* Runs the REPL: readline with completion and history on a terminal, plain lines otherwise. Returns 0, or 1 if a command failed and the
 * input was no terminal. echo: where lines come from elsewhere each stands before its answer, behind the prompt. */
int repl_run(struct session *session, bool json, bool echo);

/* For session_options.keys: names of keys, and what those do that nobody bound. */
bool keyboard_is_name(struct str name);
bool keys_at(size_t i, const char **key, const char **command);

/* Appends what the full screen finds in this terminal, in the form of part_row (tools/tools.h): UTF-8, colours, the clipboard. Starts nothing. */
void terminal_report(struct text *out);

/* ---- Shared by the full screen and the REPL: the candidates of the session in the form readline wants ---- */

/* The characters that part words: readline and the session have to agree that a position is one word. */
#define COMPLETE_BREAKS " \t"

/* Candidates for the word of readline's line that lies between start and end, as rl_attempted_completion_function returns them: the longest
 * common beginning first; readline frees them. NULL: there are none. */
char **complete_line(struct session *session, int start, int end);

#endif
