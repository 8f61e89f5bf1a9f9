/* kind.h - what differs between kinds of traces: one table per kind.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A WET trace, a crash, an address stream and a coverage trace answer the same commands and fill the same panes, each in its own way. To add a kind, write a
 * table of these functions, lines in products/kinds.c, formats.c and opening.c, and the files behind it. */
#ifndef CLEW_SESSION_KIND_H
#define CLEW_SESSION_KIND_H

#include "session/session.h"

struct stop;
struct line_table;
struct session_trace;
struct calls;
struct calls_list;
struct calls_end;
struct saving;

enum walk { WALK_STEP, WALK_NEXT, WALK_STEP_INSTRUCTION, WALK_NEXT_INSTRUCTION, WALK_CONTINUE, WALK_FINISH, WALK_UNTIL };
struct walk_order {
    enum walk walk;
    bool reverse;
    uint64_t count;                     /* how often, from 1; UNTIL ignores it */
    bool has_until;
    struct place until;                 /* UNTIL */
};

/* For kinds whose traces clew shows before it has read them whole. Until then the rows rest on guesses. Each function is about the current trace, except
 * `rest`. */
struct kind_growing {
    bool (*is_provisional)(const struct session *session);
    void (*say)(const struct session *session, struct text *out);                   /* "indexing 43%", "not indexed"; nothing if the trace is not provisional */
    int (*descriptor)(const struct session *session);                               /* readable when there is something for tick; -1: none */
    bool (*is_due)(const struct session *session);
    bool (*tick)(struct session *session);                                          /* session_tick */
    void (*rest)(struct session_trace *trace);                                      /* stops reading; leaves nothing behind */
    bool (*need_whole)(struct session *session, struct error *error);  /* waits for the end; true at once for a whole trace; false: interrupted, or indexing stopped or failed */
    bool (*want_whole)(struct session *session, struct error *error);               /* the same, but only if the face wants exact answers (session.exact) */
    void (*mark_view)(const struct session *session, enum view view, struct rows *rows);        /* marks the guesses in a view */
    void (*mark_answer)(const struct session *session, const struct command *command, struct answer *answer);
    bool (*is_stopgap)(const struct session *session);  /* the file changed, and the user's former place in it is not known yet: is the place only a stopgap? */
};

/* Calls of a run, for kinds that know them (calls.h). A code is a number that only the kind reads; CALLS_NONE: none. */
struct kind_calls {
    bool (*need)(const struct session *session, struct error *error);
    bool (*make)(struct session *session, struct calls **calls, struct error *error);
    uint32_t (*at)(const struct session *session, const struct calls *calls, uint64_t event);      /* the call that contains an event */
    uint32_t (*here)(const struct session *session, const struct calls *calls);                     /* the call that contains the current place */
    bool (*event)(struct session *session, struct str position, uint64_t *event, struct error *error);
    bool (*function)(struct session *session, struct str said, struct str *whole, struct error *error);    /* the one function that the user means */
    void (*name)(const struct session *session, uint32_t code, struct str *name);                 /* null: unknown */
    bool (*line)(const struct session *session, uint32_t code, struct source_position *position);
    uint64_t (*address)(const struct session *session, uint32_t code);
    void (*end)(struct calls_list *list, uint32_t call, struct calls_end *end);                     /* how it ended; NULL: never known */
    bool (*value)(const struct session *session, const struct calls_end *end, uint64_t *number, struct text *out);     /* what it returned; NULL: as `end` */
};

/* What differs between kinds: one table per kind, in recording/kind.c, crash/csi_commands.c, stream/ae_kind.c and coverage/gnatcov.c. The session calls them
 * with a trace of the kind open; they are about session->trace. A function that takes an error fills it before it returns false. The caller zeroes rows before
 * a call and frees them after it, also when the function returned false. Returned C strings are constants; a struct str lasts as long as the trace. */
struct session_kind {
    enum kind kind;
    const char *what;                   /* "a WET trace" */
    const char *asks;                   /* what the user can ask of it, for refusals: "deps, uses and slice" */
    const char *counts;                 /* what @N is, for refusals: "a time"; NULL: an event */
    struct arrangement arrangement;
    void (*close)(struct session *session);
    const char *(*label)(const struct session *session);                                                    /* in the status line */
    bool (*here)(const struct session *session, struct place *place);                                       /* false: nowhere yet */
    bool (*set)(struct session *session, const struct place *place, struct error *error);                   /* goes there, without jump history */
    bool (*resolve)(struct session *session, const struct place *place, struct place *whole, struct error *error);  /* *whole: what `here` is after going there */
    void (*tell)(struct session *session, struct rows *rows);                                               /* what `where` prints */
    bool (*place_row)(struct session *session, const struct place *place, struct row *row);                 /* for marks; false: the place is gone */
    bool (*view)(struct session *session, enum view view, struct rows *rows, struct error *error);
    void (*status)(struct session *session, struct text *out);
    bool (*walk)(struct session *session, const struct walk_order *order, struct error *error);             /* NULL: no order is recorded */
    /* what a breakpoint's location means: fills the stop, whose kind is set; NULL: the kind has no stops */
    bool (*stop_at)(struct session *session, struct str location, struct stop *stop, struct error *error);
    const char *unwatched;              /* what watchpoints do not see, said when one is set; NULL: nothing */
    /* can a condition use this name there? NULL: the kind has no values */
    bool (*stop_name)(struct session *session, const struct stop *stop, struct str words, struct error *error);
    /* is the name a type of the program for code at the stop (NULL: at your place)? NULL: conditions have numbers and names only */
    bool (*is_type)(struct session *session, const struct stop *stop, struct str name);
    /* The commands of these names, as this kind answers them. NULL: it has no answer. */
    bool (*where)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    bool (*list)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    bool (*info)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    bool (*problems)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    bool (*history)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    bool (*print)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    /* the command x; NULL: as print */
    bool (*examine)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    /* `print` refused it here: could it have a value elsewhere in the trace? NULL: no. */
    bool (*could_print)(struct session *session, struct str arguments);
    bool (*show_values)(struct session *session, struct str number, struct answer *answer, struct error *error);       /* the value history; may be NULL */
    bool (*who)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    bool (*disassemble)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    bool (*backtrace)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    bool (*frame)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    bool (*thread)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    /* next-execution; negative: previous-execution */
    bool (*next_execution)(struct session *session, int64_t count, struct answer *answer, struct error *error);
    bool (*coverage)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    /* the next code that did not run; may be NULL */
    bool (*uncovered)(struct session *session, int direction, struct str arguments, struct answer *answer, struct error *error);
    bool (*source)(struct session *session, struct source_position *position);                              /* the current line; false: unknown */
    /* what the trace knows of each line of a file: traces.h */
    void (*lines)(struct session *session, struct str file, struct line_table *table);
    void (*changed)(struct session *session);                                                               /* a setting changed; may be NULL */
    /* does the program have the functions that the rules name (allocators.h)? NULL: the kind does not ask */
    bool (*allocators)(struct session *session, struct str rules, struct error *error);
    /* how many bytes of the trace's file may stay in memory; NULL: the kind reads it whole */
    void (*cache)(struct session *session, uint64_t bytes);
    /* the i-th function, for completion; false: no more */
    bool (*name)(const struct session *session, size_t i, struct str *name);
    /* session_greeting, if `open` said nothing; may be NULL */
    void (*greet)(struct session *session, struct text *out);
    /* the graph that `export dot` writes, whatever the list (dot.h); NULL: the dependences among the rows, if there are any */
    bool (*dot)(struct session *session, FILE *out, struct error *error);
    /* the place that a bare number names; place_parse reads it as an id. NULL: it stays an id */
    void (*number)(struct session *session, struct place *place);
    /* NULL: the kind takes no paste */
    bool (*paste)(struct session *session, struct str text, const char *source, struct answer *answer, struct error *error);
    /* Does this line begin a debugger's output? NULL where paste is */
    bool (*begins_paste)(struct str line);
    const struct kind_growing *growing;                                                                     /* NULL: traces are whole once they are open */
    const struct kind_calls *calls;                                                                         /* NULL: the kind knows no calls */
    bool (*is_empty)(const struct session *session);  /* does the trace lack any place to be at? NULL: it never does */
    bool (*file)(const struct session *session, size_t i, struct str *name);                              /* the i-th source file, like `name`; may be NULL */
    /* the i-th object that belongs to the trace; *reason: why clew cannot read it, or NULL. False: no more. May be NULL */
    bool (*object)(const struct session *session, size_t i, struct str *path, const char **reason);
    /* the executable that completes the trace; returns NULL: none does. May be NULL: the executable opened with the trace */
    const struct symbols *(*symbols)(const struct session *session);
    /* a place in more words than the place itself has ("0x1142#2"); false: there are none. May be NULL */
    bool (*place_text)(struct session *session, const struct place *place, struct text *out);
    /* the graph of these rows, for kinds without their own graph (dot); may be NULL */
    bool (*rows_dot)(struct session *session, const struct rows *rows, FILE *out, const struct progress *progress, struct error *error);
    /* compares another trace of the kind with the current one; NULL: `diff` itself compares recordings */
    bool (*diff)(struct session *session, struct session_trace *other, struct answer *answer, struct error *error);
    /* extra lines of a saved session about this trace, one command each. False: clew cannot save some of it; *lost names that. May be NULL */
    bool (*save)(struct session *session, struct text *out, const char **lost);
    /* The texts read into the trace since it was opened, as commands of a saved session (saved_text); saving NULL: only counts them. May be NULL */
    size_t (*texts)(const struct session *session, struct saving *saving);
    /* How many frames a stopped program has; *choices becomes the number of candidates for the current one. NULL: the kind has no stopped program */
    size_t (*frames)(const struct session *session, size_t *choices);
};
/* All kinds, ended by NULL. While nothing is open, the screen shows the first one's panes (products/). */
extern const struct session_kind *const session_all_kinds[];

/* place_parse, with messages in the words of the trace's kind (session.c). A notice tells how clew read a bare number (position_say_number). */
CHECKED bool session_parse(struct session *session, struct str word, struct place *place, struct error *error);

/* ---- kind.c: answers of kinds that need nothing but their places ---- */
CHECKED bool kind_where(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool kind_history(struct session *session, struct str arguments, struct answer *answer, struct error *error);

#endif
