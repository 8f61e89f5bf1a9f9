/* listing.h - what else clew does with rows: filters, copies, pipes, exports.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     filter.c    keeps rows that match a regular expression; nested commands
 *     export.c    copies a position, its address, value or line; pipes rows to a shell command, writes them to a file
 *     source.c    opens a source line in the editor
 *
 * Such commands take another command as argument (`filter /RE/ COMMAND`) and use its answer. Without one, on the screen, they mean the list in focus: the
 * answer's action says so. */
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

/* Keeps the rows whose text matches; rows_filter_end() brings the others back. The title calls the filter `expression` and says how many of how many rows are
 * left. The focus goes to the nearest row left. If progress stops the work, the rows found so far stay, and the title says so. O(rows), and two bits per
 * row. */
void rows_filter(struct rows *rows, const char *expression, const regex_t *regex, const struct progress *progress);

/* Brings all rows back; *row goes from a number among the filtered rows to the number among all. False: the rows are not filtered. */
bool rows_filter_end(struct rows *rows, uint64_t *row);

/* Was the filter interrupted? *looked_at of *all rows were checked. False: all were, or the rows are not filtered. */
bool rows_filter_cut(const struct rows *rows, uint64_t *looked_at, uint64_t *all);

/* ---- export.c ---- */

/* Appends the first field of that name, as text that is safe to print. False: there is none, or it is null. */
bool row_field_text(const struct row *row, const char *name, struct text *out);

/* Pipes rows, as batch prints them, to a shell command, and waits for it. Meanwhile the command has the terminal. It may stop reading early; `stopped` (NULL:
 * never) ends the writing. *status is its exit status, as from waitpid. */
CHECKED bool pipe_rows(const struct rows *rows, bool json, const char *command, bool (*stopped)(void), int *status, struct error *error);

/* ---- source.c ---- */

/* Opens the file in $VISUAL or $EDITOR (vi), at a line from 1 on (0: none), and waits for the editor. False: it did not start, or failed. */
CHECKED bool edit_file(const char *path, uint64_t line, struct error *error);
void session_read_sources_again(struct session *session);       /* only files that changed since they were read */

/* ---- export.c ---- */

enum export_format { EXPORT_JSON, EXPORT_CSV, EXPORT_DOT, EXPORT_TEXT, EXPORT_OVER = 16 };     /* EXPORT_OVER is added to the format: clew may replace an existing file */
struct export_wish {
    enum export_format format;
    const char *path;
    bool over;                          /* may it replace an existing file? */
};
/* Writes rows to a file that appears only when it is whole; interrupted, it leaves nothing. CSV has a header and RFC 4180 line ends, and its text is safe to
 * print. */
CHECKED bool export_rows(struct session *session, const struct rows *rows, const struct export_wish *wish, const struct progress *progress,
                         struct error *error);
CHECKED bool export_may_write(const char *path, bool over, struct error *error);       /* false: the file exists */

/* ---- Within the room ---- */

/* Runs a COMMAND that is another command's argument; its answer must be rows. Refuses commands that open or close traces, since the shown rows may point into
 * them. */
CHECKED bool run_inner(struct session *session, struct str line, struct answer *answer, struct error *error);

/* False: no COMMAND was given, and no screen shows a list to use instead; the error shows `usage`. */
CHECKED bool need_command(const struct session *session, struct str command, const char *usage, struct error *error);

#endif
