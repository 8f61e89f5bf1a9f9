/* traces.h - several traces open side by side, and what each knows of a source line.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A recording, the crash of the same program, its address stream and its coverage can be open together. Commands are about the current one. `trace N` makes
 * another one current and keeps the place: it goes to the same source line there, if that trace knows the line. Each trace has its own current place, jump
 * history and marks; `back` and `forward` also cross the switches between traces, and a mark of another trace leads there.
 *
 *     clew prog.clew prog.trace          opens both, the first is current
 *     open prog.out                      opens another one beside them, which becomes current
 *     trace                              lists them; trace 2, trace next; trace 2 main goes to main of the second
 *     info line                          what each of them knows of the line
 *     drop 2                             closes it
 *
 * The current trace makes rows, which point into it: when another one becomes current, session_opened() changes and the rows are void. */
#ifndef CLEW_SESSION_TRACES_H
#define CLEW_SESSION_TRACES_H

#include "table/table.h"

struct session;
struct session_trace;
struct source_position;
struct answer;
struct symbols;

enum { TRACES = 16 };                   /* open at once, at most */

/* What a trace knows of a source line. MAYBE: there is code, but the trace cannot tell whether it ran. */
enum line_state { LINE_UNKNOWN, LINE_NO_CODE, LINE_NEVER, LINE_MAYBE, LINE_PARTLY, LINE_RAN };

struct line_fact {                      /* zeroed: nothing is known of the line */
    enum line_state state;
    uint64_t count;                     /* how often it ran; 0: not recorded */
    bool least;                         /* it may be more: count covers only the part known so far, or the part kept */
    bool about;                         /* it may be more or less: optimised code gives no exact number (stream/ae_places.c) */
    const char *why;                    /* why the trace knows no more, in a few words; NULL: nothing to say */
    struct place place;                 /* where a jump to the line leads; has == 0: nowhere */
};

/* What the current trace knows of a file's lines, from 1. The kind's `lines` makes it; it lasts until something moves. */
struct line_table {
    struct str file;
    uint64_t version;                   /* the session_version() it belongs to */
    bool lasting;                       /* it stays valid after any move */
    struct line_fact *facts;
    size_t count;
    size_t sign_width;                  /* cells of the widest source_sign() */
    struct arena arena;
};

/* The fact of one line; the file may be spelled as any trace's compiler spelled it (traces_same_file). The first question about a file costs one call of the
 * kind's `lines`, later ones nothing. NULL: this trace knows no such line of the file. */
const struct line_fact *traces_line(struct session *session, struct str file, uint64_t line);

/* For kinds that fill a table: the fact of a line; lengthens the table as needed. NULL: no written source has that many lines. */
enum { LINE_TABLE_MOST = 1000000 };
struct line_fact *line_table_grow(struct line_table *table, uint64_t line);
void traces_forget_lines(struct session_trace *trace);

/* One character and a word: ' ' no code, or unknown, '-' "never ran", '?' "may have run", '!' "ran in part", '+' "ran". */
char line_state_mark(enum line_state state);
const char *line_state_word(enum line_state state);
void line_fact_text(const struct line_fact *fact, struct text *out);        /* "ran about 63 times: optimised code splits it into pieces" */
enum style line_state_style(enum line_state state);             /* of the character */

/* ---- source_view.c: the same for every kind, in the source pane and in `list` ---- */
/* What the current trace knows of a line; never NULL. */
const struct line_fact *source_fact(struct session *session, struct str file, uint64_t line);
enum style source_shade(const struct line_fact *fact, bool current);           /* of the line's text: lines that never ran are dim */
/* "x9", "~9" if the count is approximate, "!x9" if a part of the line never ran; the character if the count is unknown; nothing without code */
void source_sign(const struct line_fact *fact, struct text *out);
/* The width of the sign, right-aligned, in cells: at least `least`, and enough for the widest sign of the file. */
size_t source_sign_width(const struct session *session, size_t least);
void source_margin_fact(const struct line_fact *fact, size_t width, bool current, struct row *row);
/* how many lines of the file have an approximate count; cost as traces_line, plus O(lines) */
size_t source_margin_about(struct session *session, struct str file);
void source_fact_fields(const struct line_fact *fact, bool counted, struct row *row);  /* "executions", if counted, and "state": null if unknown */

/* ---- lines.c ---- */
/* The line that `info line` is about: from the arguments, a line of the current file or FILE:LINE; without arguments the current one. False: unknown, or the
 * arguments name something else. */
bool traces_line_meant(struct session *session, struct str arguments, struct source_position *position);
/* the line, and what each trace knows of it */
void traces_line_answer(struct session *session, const struct source_position *position, struct answer *answer);

/* `info line` with several traces open: their rows under a heading, for the current line or one that the arguments name. */
CHECKED bool traces_info_line(struct session *session, struct str arguments, struct answer *answer, struct error *error);

/* For a source line's margin: a mark for each other open trace, in the order of their numbers, and a blank; nothing if there is no other. */
void traces_margin(struct session *session, struct str file, uint64_t line, struct row *row);

/* Do two names mean the same file? Yes, if they are equal, or if the shorter one is the end of the longer one, folder by folder: "src/a.c" and
 * "/home/x/src/a.c". "./" and "//" do not count. O(length). */
bool traces_same_file(struct str a, struct str b);

struct place line_place(struct str file, uint64_t line);
/* Which of the files in the line tables are the given file: one entry for each, in the arena. */
bool *traces_line_files(struct symbols *symbols, struct str file, struct arena *arena);

/* ---- coverage/gnatcov_lines.c ---- */
bool gnatcov_source(struct session *session, struct source_position *position);
void gnatcov_lines(struct session *session, struct str file, struct line_table *table);

/* ---- Changing between traces ---- */

struct session_trace *traces_find(const struct session *session, unsigned number);             /* NULL: there is none */

/* The trace of a file: by the name it was opened with, another name of the same file, or the part behind the last slash. NULL: none, or several. */
struct session_trace *traces_of_file(const struct session *session, struct str name);

/* Crosses a switch between traces: back to the trace you came from, if the current trace's history stands where you arrived; forward again. False: there is no
 * switch to cross, and nothing changed. */
bool traces_back(struct session *session);
bool traces_forward(struct session *session);

/* Reduces the jump history of each trace with a number above `last` to its current place, and keeps only the first `changes` switches between traces: the
 * lines of a saved session moved through places where the user never was. */
void traces_forget_ways(struct session *session, unsigned last, size_t changes);

/* Runs code that is about the current trace on another one; for the user, no other trace becomes current. */
struct session_trace *traces_borrow(struct session *session, struct session_trace *trace);     /* returns the trace that was current, for traces_return */
void traces_return(struct session *session, struct session_trace *was);

/* The trace that has the mark; the current one comes first. NULL: none. */
struct session_trace *traces_with_mark(const struct session *session, char mark);

struct session_trace *traces_add(struct session *session);      /* an empty one; it does not become current */

/* Closes a trace. If it was the current one, the one before it becomes current; if it was the last one, an empty one takes its place. False: no trace has that
 * number. */
CHECKED bool traces_drop(struct session *session, unsigned number, struct error *error);

/* Opens files of one or several traces beside those already open; the first becomes current. A newly opened trace replaces an open one of the same file. On
 * failure nothing changes, except that traces opened before the failing one stay. */
CHECKED bool traces_open(struct session *session, const char *const *paths, size_t count, struct error *error);

/* Opens as many of them as it can; each failure becomes a notice. False: it opened none; the error is the last one, the earlier ones are notices. */
CHECKED bool traces_open_some(struct session *session, const char *const *paths, size_t count, struct error *error);

/* How many of the first files form one trace: an executable, its schema and its events, or a program and its coverage trace. At least 1. */
size_t traces_group(const char *const *paths, size_t count);

void traces_close_all(struct session *session);

/* ---- Which one is current ---- */
void traces_make_current(struct session *session, struct session_trace *trace);
CHECKED bool traces_switch(struct session *session, unsigned number, struct error *error);     /* records the switch, so that `back` crosses it */
void traces_undo(struct session *session);                                                      /* takes back the last switch, as if it had never happened */
void traces_arrived(struct session *session);                                                   /* call after a jump in the trace that you switched to */
void traces_forget_changes(struct session *session, unsigned number);                           /* forgets switches from and to that trace */

#endif
