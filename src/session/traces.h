/* traces.h - several traces open side by side, and what each knows of a source line.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A recording, the crash of the same program, its address stream and its coverage can be open together. Commands speak of the current one; `trace N` makes
 * another one current and keeps the place: the source line that one looks at is gone to there, if it knows the line. Each trace has its own current place,
 * jump history and marks; `back` and `forward` lead over the changes between them, and a mark of another trace leads there.
 *
 *     clew prog.clew prog.trace          opens both, the first is current
 *     open prog.out                      opens another one beside them, which becomes current
 *     trace                              lists them; trace 2, trace next; trace 2 main goes to main of the second
 *     info line                          what each of them knows of the line
 *     drop 2                             closes it
 *
 * Rows are made by the current trace and point into it: when another one becomes current session_opened() changes, and they are void. */
#ifndef CLEW_SESSION_TRACES_H
#define CLEW_SESSION_TRACES_H

#include "table/table.h"

struct session;
struct session_trace;
struct source_position;
struct answer;
struct symbols;

enum { TRACES = 16 };                   /* open at once, at most */

/* How a trace knows a source line. MAYBE: there is code, and the trace can tell neither that it ran nor that it did not. */
enum line_state { LINE_UNKNOWN, LINE_NO_CODE, LINE_NEVER, LINE_MAYBE, LINE_PARTLY, LINE_RAN };

struct line_fact {                      /* zeroed: nothing is known of the line */
    enum line_state state;
    uint64_t count;                     /* how often it ran; 0: that is not recorded */
    bool least;                         /* it may be more: count is of what is known so far, or of what was kept */
    bool about;                         /* it may be more or less: optimised code tells no exact number (stream/ae_places.c) */
    const char *why;                    /* why no more is known, in some words; NULL: there is nothing to say */
    struct place place;                 /* where one goes for it; has == 0: nowhere */
};

/* What the current trace knows of the lines of a file, from 1: made by the kind's `lines`, kept until something moved. */
struct line_table {
    struct str file;
    uint64_t version;                   /* session_version() it is of */
    bool lasting;                       /* it holds however far one moves */
    struct line_fact *facts;
    size_t count;
    size_t sign_width;                  /* cells of the widest source_sign() */
    struct arena arena;
};

/* The fact of one line, of a file as any trace's compiler spelled it (traces_same_file). The first question of a file costs what the kind's `lines` does,
 * others nothing; NULL: the file has no such line as far as this trace knows. */
const struct line_fact *traces_line(struct session *session, struct str file, uint64_t line);

/* For kinds that fill a table: the fact of a line, the table made as long as needed; NULL: no source that somebody wrote has so many lines. */
enum { LINE_TABLE_MOST = 1000000 };
struct line_fact *line_table_grow(struct line_table *table, uint64_t line);
void traces_forget_lines(struct session_trace *trace);

/* One character and a word: ' ' no code, or not known, '-' "never ran", '?' "may have run", '!' "ran in part", '+' "ran". */
char line_state_mark(enum line_state state);
const char *line_state_word(enum line_state state);
void line_fact_text(const struct line_fact *fact, struct text *out);        /* "ran about 63 times: optimised code splits it into pieces" */
enum style line_state_style(enum line_state state);             /* of the character */

/* ---- source_view.c: the same for every kind, in the source pane and in `list` ---- */
/* What the current trace knows of a line; never NULL. */
const struct line_fact *source_fact(struct session *session, struct str file, uint64_t line);
enum style source_shade(const struct line_fact *fact, bool current);           /* of the line's text: what never ran is dim */
/* "x9", "~9" where that is about right, "!x9" of a line of which a part never ran, or the character where it is not known how often; nothing without code */
void source_sign(const struct line_fact *fact, struct text *out);
/* The sign at the right of so many cells, but at least of as many as the widest of the file has. */
size_t source_sign_width(const struct session *session, size_t least);
void source_margin_fact(const struct line_fact *fact, size_t width, bool current, struct row *row);
size_t source_margin_about(struct session *session, struct str file);         /* how many lines of the file have it; as traces_line, and O(lines) */
void source_fact_fields(const struct line_fact *fact, bool counted, struct row *row);  /* "executions", if they are counted, and "state": null: not known */

/* ---- lines.c ---- */
/* Which line `info line` is about: of the arguments, a line of the current file or FILE:LINE; else the current one. False: not known, or the arguments name
 * something else. */
bool traces_line_meant(struct session *session, struct str arguments, struct source_position *position);
/* the line, and what each trace knows of it */
void traces_line_answer(struct session *session, const struct source_position *position, struct answer *answer);

/* `info line` of several traces: these rows under a heading, of the current line or one that the arguments name. */
CHECKED bool traces_info_line(struct session *session, struct str arguments, struct answer *answer, struct error *error);

/* For a source line's margin: a mark for each other trace that is open, in the order of their numbers, and a blank; nothing if there is none. */
void traces_margin(struct session *session, struct str file, uint64_t line, struct row *row);

/* Are two names of one file? They are equal, or what they have in common from the end on is all of the shorter one, folder by folder, as "src/a.c" and
 * "/home/x/src/a.c". "./" and "//" do not count. O(length). */
bool traces_same_file(struct str a, struct str b);

struct place line_place(struct str file, uint64_t line);
/* Which of the files that line tables name are one file: an entry for each, in the arena. */
bool *traces_line_files(struct symbols *symbols, struct str file, struct arena *arena);

/* ---- coverage/gnatcov_lines.c ---- */
bool gnatcov_source(struct session *session, struct source_position *position);
void gnatcov_lines(struct session *session, struct str file, struct line_table *table);

/* ---- Changing between traces ---- */

struct session_trace *traces_find(const struct session *session, unsigned number);             /* NULL: there is none */

/* The trace of a file: by the name it was opened with, another name of the same file, or the part of it behind the last slash. NULL: none, or several. */
struct session_trace *traces_of_file(const struct session *session, struct str name);

/* Over a change between traces: back to where one came from, if the current trace's history stands where it was arrived at; forward again. False: there is
 * nothing of that kind, and nothing changed. */
bool traces_back(struct session *session);
bool traces_forward(struct session *session);

/* Of traces with a number above `last` the jump history becomes the place where each stands, and of the changes between traces the first `changes` are left:
 * where the lines of a saved session went on their way is nowhere that the user was. */
void traces_forget_ways(struct session *session, unsigned last, size_t changes);

/* Runs what speaks of the current trace for another one, without anything becoming current for the user. */
struct session_trace *traces_borrow(struct session *session, struct session_trace *trace);     /* returns what was current, for traces_return */
void traces_return(struct session *session, struct session_trace *was);

/* The trace that has the mark, the current one first; NULL: none. */
struct session_trace *traces_with_mark(const struct session *session, char mark);

struct session_trace *traces_add(struct session *session);      /* an empty one; it does not become current */

/* Closes one. The current one's place is taken by the one before it; of the last one an empty one is left. False: there is none of that number. */
CHECKED bool traces_drop(struct session *session, unsigned number, struct error *error);

/* Opens files, of one trace or of several, beside what is open; the first of them becomes current. A trace of the same file that was open gives its place to
 * the new one. On failure nothing changes, but for traces that were opened before the one that failed. */
CHECKED bool traces_open(struct session *session, const char *const *paths, size_t count, struct error *error);

/* The same of as many as can be opened: what cannot is a notice each. False: none could be opened; the error is the last one's, those before are notices. */
CHECKED bool traces_open_some(struct session *session, const char *const *paths, size_t count, struct error *error);

/* How many of the first files are one trace: several are an executable, its schema and its events, or a program and its coverage trace. At least 1. */
size_t traces_group(const char *const *paths, size_t count);

void traces_close_all(struct session *session);

/* ---- Which one is current ---- */
void traces_make_current(struct session *session, struct session_trace *trace);
CHECKED bool traces_switch(struct session *session, unsigned number, struct error *error);     /* remembers the change: back leads over it */
void traces_undo(struct session *session);                                                      /* the last change, as if it had not been made */
void traces_arrived(struct session *session);                                                   /* one has gone to a place in what was changed to */
void traces_forget_changes(struct session *session, unsigned number);                           /* those from and to that trace */

#endif
