/* listing.h - what is done with rows beside showing them: chosen, copied, piped, exported.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     filter.c    rows that match a regular expression; nested commands
 *     export.c    a position, its address, value or line copied; rows given to a shell command, written to a file
 *     source.c    a source line in the editor
 *
 * Such commands are given another command (`filter /RE/ COMMAND`), whose answer they take. On the screen they mean the list that has the focus where none is
 * given: the answer's action says so. */
#ifndef CLEW_SESSION_LISTING_H
#define CLEW_SESSION_LISTING_H

#include <regex.h>
#include <stdio.h>

#include "core/core.h"

struct session;
struct answer;
struct rows;
struct row;

/* ---- filter.c ---- */

/* Leaves of the rows those whose text matches; the others come back with rows_filter_end(). `expression` is what the title calls it; then the title says how
 * many there are of how many. The focus goes to the nearest row that is left. What progress stops keeps what was found by then, and the title says so.
 * O(rows), and two bits a row. */
void rows_filter(struct rows *rows, const char *expression, const regex_t *regex, const struct progress *progress);

/* All rows again; *row goes from its number among those that were left to that among all. False: they are not filtered. */
bool rows_filter_end(struct rows *rows, uint64_t *row);

/* Was it interrupted? Then how many of how many rows were looked at. False: all were, or the rows are not filtered. */
bool rows_filter_cut(const struct rows *rows, uint64_t *looked_at, uint64_t *all);

/* ---- export.c ---- */

/* Appends the first field of that name, as text that is safe to print. False: there is none, or it is null. */
bool row_field_text(const struct row *row, const char *name, struct text *out);

/* Gives rows, as batch prints them, to a shell command, and waits for it. The terminal is the command's meanwhile. What it does not read it does not get;
 * stopped (NULL: never) ends writing. Its status is *status, as from waitpid. */
CHECKED bool pipe_rows(const struct rows *rows, bool json, const char *command, bool (*stopped)(void), int *status, struct error *error);

/* ---- source.c ---- */

/* The file in $VISUAL or $EDITOR (vi), at a line from 1 on, 0: none; waits until that ends. False: it could not be run, or failed. */
CHECKED bool edit_file(const char *path, uint64_t line, struct error *error);
void session_read_sources_again(struct session *session);       /* those that changed since they were read */

/* ---- export.c ---- */

enum export_format { EXPORT_JSON, EXPORT_CSV, EXPORT_DOT, EXPORT_TEXT, EXPORT_OVER = 16 };     /* in an answer's count: and over a file that is there */
struct export_wish {
    enum export_format format;
    const char *path;
    bool over;                          /* may a file be written over? */
};
/* Writes rows to a file, which is there when it is whole; interrupted, nothing is left. CSV has a header, lines end as RFC 4180 wants it; text in it is safe to
 * print. */
CHECKED bool export_rows(struct session *session, const struct rows *rows, const struct export_wish *wish, const struct progress *progress,
                         struct error *error);
CHECKED bool export_may_write(const char *path, bool over, struct error *error);       /* false: there is such a file already */

/* ---- Within the room ---- */

/* Runs a COMMAND that is the argument of another one; its answer must be rows. What opens or closes traces is refused: rows that are shown may be of them. */
CHECKED bool run_inner(struct session *session, struct str line, struct answer *answer, struct error *error);

/* Is COMMAND missing where nobody looks at a list? `usage` is what to say then. */
CHECKED bool need_command(const struct session *session, struct str command, const char *usage, struct error *error);

#endif
