/* batch.h - commands in, lines of text or JSON out; what is pasted at a prompt.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_SESSION_BATCH_H
#define CLEW_SESSION_BATCH_H

#include <stdio.h>

#include "core/core.h"

struct answer;
struct session;
struct rows;
struct row;

/* Says on a terminal how far long work is, from a second on: a line that is taken away again. */
struct batch_meter {
    FILE *terminal;                 /* NULL: it says nothing */
    bool (*stopped)(void);          /* was the work interrupted? NULL: it never is */
    bool shown;
    int64_t since;                  /* milliseconds; when the work began, or was last reported; 0: not yet */
};
struct progress batch_progress(struct batch_meter *meter);
void batch_meter_clear(struct batch_meter *meter);     /* the work is over; NULL is allowed */

struct batch_options {
    bool json;
    bool echo;                      /* each command stands before its answer, as it would at a prompt */
    FILE *out, *err;
    bool *lent;                     /* becomes true when a program of the user's had the terminal, whose signals were meant for it; or NULL */
    const struct progress *progress;        /* of printing rows; NULL: nobody looks at it */
    struct batch_meter *meter;      /* or NULL; cleared before anything is printed */
    bool *asks_paste;               /* becomes true when `paste` was said without a file: the caller reads its text; NULL: it is refused */
};

/* Of enum kind, what a word of --as and of `open FILE as KIND` names: wet, csi, ae or gnatcov; 0: none. */
unsigned kind_named(const char *word);

/* Runs a command line (or a script, line by line: blank lines and # comments are passed over) and prints rows as text or JSON, one object a
 * line. Errors go to err as "clew: message" (scripts: "FILE:LINE: message"). False: a command failed; *quit: the script said quit. */
bool batch_line(struct session *session, const struct batch_options *options, const char *line, bool *quit);
bool batch_script(struct session *session, const struct batch_options *options, const char *path, bool *quit);

/* At a prompt what a debugger printed comes line by line, among commands. A line that begins as debuggers' do (debugger_begins) begins a paste, if the session
 * takes one; lines belong to it up to one that is a command. Behind batch_paste_ask() all lines are the paste's, up to an empty one. More than
 * BATCH_PASTE_BYTES are not kept, and nothing of them is taken. */
enum { BATCH_PASTE_BYTES = 256 << 20 };
struct batch_paste {                /* begin with {0} */
    enum { BATCH_PASTE_NONE, BATCH_PASTE_PRINTED, BATCH_PASTE_ASKED } taking;
    struct text text;
    uint64_t lines;
    bool too_long;
};
void batch_paste_ask(struct batch_paste *paste);
enum batch_line_use {
    BATCH_LINE_COMMAND,
    BATCH_LINE_TAKEN,               /* it is the paste's */
    BATCH_LINE_ENDS,                /* it ends the paste, and is nothing else: call batch_paste_end() */
    BATCH_LINE_ENDS_BEFORE          /* it is a command behind the paste: call batch_paste_end() first */
};
enum batch_line_use batch_paste_line(struct session *session, struct batch_paste *paste, struct str line);

/* Gives the paste to the session and prints the answer as batch_line does; says first how many lines were recognised. False: it failed, and was told so. */
bool batch_paste_end(struct session *session, const struct batch_options *options, struct batch_paste *paste);
void batch_paste_drop(struct batch_paste *paste);
void batch_paste_take(struct batch_paste *paste, struct str text);       /* lines that are the paste's, whatever they look like */

/* Prints rows as batch_line does. */
void batch_rows(const struct rows *rows, const struct batch_options *options);
/* Says what went wrong: "clew: message", or, if it is at a line of a file, "FILE:LINE:COLUMN: message". */
void batch_complain(const struct error *error, FILE *err);
/* Prints the notices of a session to err, each as "clew: ..." or, if it names a place in a file, as it stands. */
void batch_notices(struct session *session, FILE *err);

/* One row as a JSON object without line end. */
void batch_json(const struct row *row, struct text *out);

#endif
