/* custom.h - users' own keys, aliases, themes and the like, as the faces see them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * They belong to the session, so that every face has them and saved sessions keep them; a screen asks here for them. Part of session.h. */
#ifndef CLEW_SESSION_CUSTOM_H
#define CLEW_SESSION_CUSTOM_H

#include "core/core.h"

struct session;
struct command;
struct rows;

/* ---- Keys ---- */

/* What the screen knows of its keys. NULL: no screen. */
struct session_keys {
    bool (*is_name)(struct str name);                 /* is this the name of a key? */
    bool (*at)(size_t i, const char **key, const char **command);      /* the i-th of clew's own keys, and its default command; false: no more */
};

/* The i-th key that the user bound ("z z" for two) and its command, "none" if it does nothing. False: no more. The strings live until a key is bound. */
bool session_binding(const struct session *session, size_t i, const char **key, const char **command);

/* ---- Aliases ---- */

/* Replaces aliases in a line, as session_run does. A backslash before the first word stops that, as in shells: "\why" is the command. False: the first word
 * could be several commands. */
CHECKED bool session_expand(const struct session *session, struct str line, struct text *whole, struct error *error);

/* Appends a line so that it means clew's own commands, whatever aliases there are: with a backslash if an alias hides its command. */
void session_own_line(const struct session *session, struct str line, struct text *out);

/* The command of a line that may begin with an alias, and its arguments, which point into `whole`. NULL: unknown or ambiguous. */
const struct command *session_command(const struct session *session, struct str line, struct text *whole, struct str *arguments, struct error *error);

/* The aliases under a heading, for help; nothing if there are none. */
void session_aliases(const struct session *session, struct rows *rows);

/* ---- Themes ---- */

enum look_flag { LOOK_BOLD = 1, LOOK_UNDERLINE = 2, LOOK_DIM = 4, LOOK_REVERSE = 8 };
struct style_look {
    int colour;                     /* 0 to 7 as terminals count, 8 to 15 bright, up to 255 on terminals with that many; -1: the terminal's default */
    unsigned flags;                 /* of enum look_flag */
};

/* What each of the STYLES looks like now. */
const struct style_look *session_looks(const struct session *session);

/* ---- Displays ---- */

/* For faces, after a move: a row for each expression that `display` shows at the current place; nothing if the trace has no values. */
void session_displays(struct session *session, struct rows *rows);

/* The trace's number and the text of its current position, which changes with each move. Nothing without a current position. */
void session_position(struct session *session, struct text *out);

/* For `copy row`: from now on, rows that cut source text to fit a screen (as those of `why`) hold all of it, or cut it again. */
void session_show_whole(struct session *session, bool whole);

/* ---- Notes ---- */

/* How many notes are in no file: neither saved nor read from a script. If there are any, appends a warning for the user before the session ends: "2 notes not
 * saved: save FILE, or q again". 0 after `quit!`. An interactive face warns once, and ends when the user asks again. */
size_t session_unsaved(const struct session *session, struct text *out);

/* This face is interactive: the user can repeat a command. `drop` of a trace with unsaved notes fails the first time. */
void session_asks_back(struct session *session);

/* ---- resume.c: the next `clew FILE` continues where you quit ----
 * For each open trace clew keeps marks, notes, breakpoints, displays, the slice lock and the current place, as lines of a saved session. It does so if the
 * trace has a mark, note or breakpoint, if there is a display, or if a saved session was opened. The files are in $XDG_STATE_HOME/clew/resume (otherwise
 * ~/.local/state/clew/resume), which only its owner may enter: one file per trace, named by a hash of the full names of its files. At most RESUME_FILES: clew
 * removes the one written longest ago. None is larger than RESUME_BYTES. Each holds size and modification time of the trace's files: clew resumes nothing for
 * another trace of the same name. clew trusts these files no more than a stranger's session (own.h). A trace that a saved session opened resumes nothing, and
 * does not overwrite a file kept without one. Only for interactive faces; `set resume off` turns off both keeping and resuming. */
enum { RESUME_FILES = 256, RESUME_BYTES = 256 << 10 };

/* From now on, restores the kept things of open traces, and of those opened later. go: the place too. A notice says what came back. A text without an index
 * waits for it, and then stays at its place. */
void session_resume(struct session *session, bool go);

/* Keeps the current things: at the end, or on request. If the user deleted everything of a trace, deletes its file. Notes count as saved afterwards. Appends
 * "2 marks, 1 note" if it kept anything. Does nothing without session_resume, after `quit!`, or with `set resume off`. A failure to write is no error. */
void session_keep(struct session *session, struct text *said);

/* ---- undo ---- */

/* Makes the present state the beginning: undo does not go behind it, and there is nothing to repeat. */
void session_forget_edits(struct session *session);

/* ---- clewrc(5) ---- */

/* Reads a clewrc: the one named, or with NULL the first that exists of $XDG_CONFIG_HOME/clew/clewrc, ~/.config/clew/clewrc and ~/.clewrc; none is no error.
 * False: the named one cannot be read. session_rc_problems has the errors in its lines. */
CHECKED bool session_read_rc(struct session *session, const char *path, struct error *error);

/* Takes those errors, one row per line of the file: "FILE:LINE: message". */
void session_rc_problems(struct session *session, struct rows *rows);

#endif
