/* custom.h - what users make their own, as the faces see it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Keys, aliases, themes and the rest are the session's, so that every face has them and saved sessions keep them; a screen asks here what they are. Part of
 * session.h. */
#ifndef CLEW_SESSION_CUSTOM_H
#define CLEW_SESSION_CUSTOM_H

#include "core/core.h"

struct session;
struct command;
struct rows;

/* ---- Keys ---- */

/* What the screen knows of its keys. NULL: nobody knows. */
struct session_keys {
    bool (*is_name)(struct str name);                 /* is a key called that? */
    bool (*at)(size_t i, const char **key, const char **command);      /* the i-th key of clew's own, and what it does where nobody bound it; false: no more */
};

/* The i-th key that the user bound: "z z" for two, and its command, "none" if it does nothing. False: there are no more. The strings live until a key is
 * bound. */
bool session_binding(const struct session *session, size_t i, const char **key, const char **command);

/* ---- Aliases ---- */

/* The line without aliases: as session_run runs it. A backslash before the first word says that it is none, as in shells: "\why" is the command. False: the
 * first word could be several commands. */
CHECKED bool session_expand(const struct session *session, struct str line, struct text *whole, struct error *error);

/* Appends a line that means clew's own commands, whatever aliases there are: with a backslash where one stands before its command. */
void session_own_line(const struct session *session, struct str line, struct text *out);

/* The command of a line that may begin with an alias, and its arguments, which point into `whole`. NULL: unknown, or ambiguous. */
const struct command *session_command(const struct session *session, struct str line, struct text *whole, struct str *arguments, struct error *error);

/* The aliases under a heading, for help; nothing if there are none. */
void session_aliases(const struct session *session, struct rows *rows);

/* ---- Themes ---- */

enum look_flag { LOOK_BOLD = 1, LOOK_UNDERLINE = 2, LOOK_DIM = 4, LOOK_REVERSE = 8 };
struct style_look {
    int colour;                     /* 0 to 7 as terminals count, 8 to 15 bright, to 255 where there are so many; -1: the terminal's own */
    unsigned flags;                 /* of enum look_flag */
};

/* What each of the STYLES looks like now. */
const struct style_look *session_looks(const struct session *session);

/* ---- Displays ---- */

/* A row for each expression that `display` shows where one is; nothing where the trace has no values. For faces, after a move. */
void session_displays(struct session *session, struct rows *rows);

/* The trace and the text of where one is in it: another one after each move. Nothing where there is no current position. */
void session_position(struct session *session, struct text *out);

/* From now on rows that cut source text to fit a screen, as those of `why`, are given with all of it, or cut again: for `copy row`. */
void session_show_whole(struct session *session, bool whole);

/* ---- Notes ---- */

/* How many notes are in no file: not saved, nor read from a script. Appended, if there are any, is what to say before the session ends with them:
 * "2 notes not saved: save FILE, or q again". None after `quit!`. A face with somebody before it says it once, and ends where that is asked for again. */
size_t session_unsaved(const struct session *session, struct text *out);

/* Somebody is before this face, who can say a thing once more: `drop` of a trace with such notes is refused the first time. */
void session_asks_back(struct session *session);

/* ---- resume.c: the next `clew FILE` goes on where this one was quit ----
 * Of each open trace marks, notes, breakpoints, displays, the slice lock and the current place are kept, as the lines of a saved session, where there is
 * anything of that beside the place, or a saved session was opened. They are in $XDG_STATE_HOME/clew/resume (else ~/.local/state/clew/resume), which only its
 * owner may enter, a file a trace, named by a hash of the whole names of its files; RESUME_FILES at most, the one written longest ago goes; none is larger than
 * RESUME_BYTES. The file holds size and time of change of the trace's files: of another trace of that name nothing is taken up. It is read as a stranger's
 * session is (own.h). A saved session that opened the trace takes nothing up, and does not write over what was kept without one. For faces that somebody sits
 * at; `set resume off` ends it, both ways. */
enum { RESUME_FILES = 256, RESUME_BYTES = 256 << 10 };

/* From now on: takes up what was kept of the traces that are open, and of those opened later. go: to the place, too. A notice says what was taken up. A text
 * that is not indexed yet waits for its index, and nothing is gone to then. */
void session_resume(struct session *session, bool go);

/* Keeps what is at hand: at the end, or when it is asked for. What one had deleted all of is deleted. Notes count as saved then. Appended: "2 marks, 1 note",
 * if anything was kept. Nothing where session_resume was not said, after `quit!`, with `set resume off`, or where it cannot be written, which is no error. */
void session_keep(struct session *session, struct text *said);

/* ---- undo ---- */

/* How the session is now is how it began: undo does not go behind it, and there is nothing to repeat. */
void session_forget_edits(struct session *session);

/* ---- clewrc(5) ---- */

/* Reads a clewrc: the one named, else, with NULL, $XDG_CONFIG_HOME/clew/clewrc, ~/.config/clew/clewrc or ~/.clewrc, the first that is there; it is no error
 * that there is none. False: the one named cannot be read. What its lines are wrong in is kept for session_rc_problems. */
CHECKED bool session_read_rc(struct session *session, const char *path, struct error *error);

/* Takes what was wrong, a row a line of the file: "FILE:LINE: message". */
void session_rc_problems(struct session *session, struct rows *rows);

#endif
