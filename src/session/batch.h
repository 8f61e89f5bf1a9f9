/* batch.h - commands in, lines of text or JSON out; pastes at a prompt.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_SESSION_BATCH_H
#define CLEW_SESSION_BATCH_H

#include <stdio.h>

#include "core/core.h"

struct answer;
struct session;
struct rows;
struct row;

/* Shows the progress of long work on a terminal, after the first second: a line that disappears again. */
struct batch_meter {
    FILE *terminal;                 /* NULL: no meter */
    bool (*stopped)(void);          /* did the user interrupt the work? NULL: never */
    bool shown;
    const char *doing;              /* what the work is; NULL: just work */
    int64_t since;                  /* milliseconds: when the work began or last reported; 0: not yet */
};
struct progress batch_progress(struct batch_meter *meter);
void batch_meter_clear(struct batch_meter *meter);     /* the work is over; NULL is allowed */

struct batch_options {
    bool json;
    bool echo;                      /* print each command before its answer, as at a prompt */
    FILE *out, *err;
    bool *lent;                     /* becomes true when a user's program had the terminal, so that signals were meant for it; or NULL */
    const struct progress *progress;        /* of printing rows; NULL: nobody watches */
    struct batch_meter *meter;      /* or NULL; cleared before anything is printed */
    bool *asks_paste;               /* becomes true on `paste` without a file: the caller reads the text; NULL: `paste` without a file fails */
};

/* The kind (enum kind) that a word of --as or of `open FILE as KIND` names: wet, csi, ae or gnatcov; 0: none. */
unsigned kind_named(const char *word);

/* Runs a command line (or a script, line by line, without blank lines and # comments) and prints rows as text or JSON, one object per line. Errors go to err
 * as "clew: message" (scripts: "FILE:LINE: message"). False: a command failed; *quit: the script said quit. */
bool batch_line(struct session *session, const struct batch_options *options, const char *line, bool *quit);
bool batch_script(struct session *session, const struct batch_options *options, const char *path, bool *quit);

/* At a prompt, a debugger's output arrives line by line, among commands. If the session takes a paste, a line that begins as debuggers' lines do
 * (debugger_begins) begins one; it lasts until a line that is a command. After batch_paste_ask() every line belongs to the paste, up to an empty one. A paste
 * larger than BATCH_PASTE_BYTES is dropped whole. */
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
    BATCH_LINE_TAKEN,               /* it belongs to the paste */
    BATCH_LINE_ENDS,                /* it only ends the paste: call batch_paste_end() */
    BATCH_LINE_ENDS_BEFORE          /* it is a command after the paste: call batch_paste_end() first */
};
enum batch_line_use batch_paste_line(struct session *session, struct batch_paste *paste, struct str line);

/* Gives the paste to the session and prints the answer as batch_line does, after a line with the number of recognised lines. False: it failed, and the user
 * was told. */
bool batch_paste_end(struct session *session, const struct batch_options *options, struct batch_paste *paste);
void batch_paste_drop(struct batch_paste *paste);
void batch_paste_take(struct batch_paste *paste, struct str text);       /* adds lines to the paste, whatever they look like */

/* Prints rows as batch_line does. */
void batch_rows(const struct rows *rows, const struct batch_options *options);
/* Prints an error: "clew: message", or "FILE:LINE:COLUMN: message" if it is about a line of a file. */
void batch_complain(const struct error *error, FILE *err);
/* Prints the notices of a session to err, each as "clew: ...", or unchanged if it names a place in a file. */
void batch_notices(struct session *session, FILE *err);

/* One row as a JSON object without line end. */
void batch_json(const struct row *row, struct text *out);

#endif
