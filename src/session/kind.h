/* kind.h - what differs between kinds of traces: one table a kind.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A WET trace, a crash, an address stream and a coverage trace answer the same commands and fill the same panes, each in its own way. A new kind is a table of
 * these functions, a line in session.c that tells it by its content, and the files behind it. */
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
    uint64_t count;                     /* how often, from 1; not of UNTIL */
    bool has_until;
    struct place until;                 /* UNTIL */
};

/* Of kinds whose traces are shown before all of them was read: what is shown rests on guesses until then. All are told of the current trace, but rest. */
struct kind_growing {
    bool (*is_provisional)(const struct session *session);
    void (*say)(const struct session *session, struct text *out);                   /* "indexing 43%", "not indexed"; nothing if it is not provisional */
    int (*descriptor)(const struct session *session);                               /* readable when there is something for tick; -1: none */
    bool (*is_due)(const struct session *session);
    bool (*tick)(struct session *session);                                          /* session_tick */
    void (*rest)(struct session_trace *trace);                                      /* stops reading; nothing is left behind */
    bool (*need_whole)(struct session *session, struct error *error);               /* waits for the end; false: interrupted, or it comes to none */
    bool (*want_whole)(struct session *session, struct error *error);               /* the same where the face wants exact answers (session.exact) */
    void (*mark_view)(const struct session *session, enum view view, struct rows *rows);        /* what is guessed in it */
    void (*mark_answer)(const struct session *session, const struct command *command, struct answer *answer);
    bool (*is_stopgap)(const struct session *session);  /* is one here only until the place is known where one stood before the file changed? */
};

/* How the calls of a run are told, of kinds that know them (calls.h). Code is a number that only the kind reads; CALLS_NONE: none. */
struct kind_calls {
    bool (*need)(const struct session *session, struct error *error);
    bool (*make)(struct session *session, struct calls **calls, struct error *error);
    uint32_t (*at)(const struct session *session, const struct calls *calls, uint64_t event);      /* the call that an event is in */
    uint32_t (*here)(const struct session *session, const struct calls *calls);                     /* that one is in */
    bool (*event)(struct session *session, struct str position, uint64_t *event, struct error *error);
    bool (*function)(struct session *session, struct str said, struct str *whole, struct error *error);    /* the one name that is meant */
    void (*name)(const struct session *session, uint32_t code, struct str *name);                 /* null: none is known */
    bool (*line)(const struct session *session, uint32_t code, struct source_position *position);
    uint64_t (*address)(const struct session *session, uint32_t code);
    void (*end)(struct calls_list *list, uint32_t call, struct calls_end *end);                     /* how it ended, as far as is known; NULL: never */
    bool (*value)(const struct session *session, const struct calls_end *end, uint64_t *number, struct text *out);     /* what it returned; as end */
};

/* What differs between kinds: one table a kind, in recording/kind.c, crash/csi_commands.c, stream/ae_kind.c and coverage/gnatcov.c. They are called with a
 * trace of the kind open, and speak of session->trace. Those that take an error and return false have filled it. Rows are zeroed before, and the caller's to
 * free, also where false is returned. Strings of C that are returned are constants; a struct str lasts as long as the trace. */
struct session_kind {
    enum kind kind;
    const char *what;                   /* "a WET trace" */
    const char *asks;                   /* what can be asked of it, for refusals: "deps, uses and slice" */
    const char *counts;                 /* what @N is, for refusals: "a time"; NULL: an event */
    struct arrangement arrangement;
    void (*close)(struct session *session);
    const char *(*label)(const struct session *session);                                                    /* in the status line */
    bool (*here)(const struct session *session, struct place *place);                                       /* false: nowhere yet */
    bool (*set)(struct session *session, const struct place *place, struct error *error);                   /* goes there, without jump history */
    bool (*resolve)(struct session *session, const struct place *place, struct place *whole, struct error *error);  /* what here would say there */
    void (*tell)(struct session *session, struct rows *rows);                                               /* what `where` says */
    bool (*place_row)(struct session *session, const struct place *place, struct row *row);                 /* of marks; false: not there any more */
    bool (*view)(struct session *session, enum view view, struct rows *rows, struct error *error);
    void (*status)(struct session *session, struct text *out);
    bool (*walk)(struct session *session, const struct walk_order *order, struct error *error);             /* NULL: no order is recorded */
    /* what a breakpoint's location means: fills the stop, whose kind is set; NULL: nothing stops */
    bool (*stop_at)(struct session *session, struct str location, struct stop *stop, struct error *error);
    /* can a condition ask for it there? NULL: no values are known */
    bool (*stop_name)(struct session *session, const struct stop *stop, struct str words, struct error *error);
    /* The commands of their names, as this kind answers them. NULL: it has no answer. */
    bool (*where)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    bool (*list)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    bool (*info)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    bool (*problems)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    bool (*history)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    bool (*print)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    /* Print refused it here: could it have a value elsewhere in the trace? NULL: no. */
    bool (*could_print)(struct session *session, struct str arguments);
    bool (*who)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    bool (*disassemble)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    bool (*backtrace)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    bool (*frame)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    bool (*thread)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    /* next-execution; backwards if negative */
    bool (*next_execution)(struct session *session, int64_t count, struct answer *answer, struct error *error);
    bool (*coverage)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    /* the next code that did not run; NULL */
    bool (*uncovered)(struct session *session, int direction, struct str arguments, struct answer *answer, struct error *error);
    bool (*source)(struct session *session, struct source_position *position);                              /* the line one is at; false: not known */
    /* what it knows of each line of a file: traces.h */
    void (*lines)(struct session *session, struct str file, struct line_table *table);
    void (*changed)(struct session *session);                                                               /* a setting did; may be NULL */
    /* the i-th function, for completion; false: no more */
    bool (*name)(const struct session *session, size_t i, struct str *name);
    /* session_greeting, where nothing was said at opening; may be NULL */
    void (*greet)(struct session *session, struct text *out);
    /* the graph that `export dot` writes, whatever the list (dot.h); NULL: the dependences among the rows, if there are any */
    bool (*dot)(struct session *session, FILE *out, struct error *error);
    /* the place of a number alone, which is an id at first; NULL: that is what it is */
    void (*number)(struct session *session, struct place *place);
    bool (*paste)(struct session *session, struct str text, const char *source, struct answer *answer, struct error *error);  /* NULL: takes none */
    /* Does a line begin what a debugger prints? NULL where paste is */
    bool (*begins_paste)(struct str line);
    const struct kind_growing *growing;                                                                     /* NULL: traces are whole when they are open */
    const struct kind_calls *calls;                                                                         /* NULL: no calls are known */
    bool (*is_empty)(const struct session *session);                                                        /* has the trace nothing to stand on? NULL: it has */
    bool (*file)(const struct session *session, size_t i, struct str *name);                              /* the i-th source file, as name; may be NULL */
    /* the i-th object that belongs to the trace; *reason: why it cannot be read, or NULL. False: no more. May be NULL */
    bool (*object)(const struct session *session, size_t i, struct str *path, const char **reason);
    /* the executable that completes the trace; NULL: none does. NULL: whatever is opened with it */
    const struct symbols *(*symbols)(const struct session *session);
    /* a place in more words than it has itself ("0x1142#2"); false: it has none. May be NULL */
    bool (*place_text)(struct session *session, const struct place *place, struct text *out);
    /* the graph of these rows, where the kind has none of its own (dot); may be NULL */
    bool (*rows_dot)(struct session *session, const struct rows *rows, FILE *out, const struct progress *progress, struct error *error);
    /* another trace of the kind, compared with the current one; NULL: recordings are compared by `diff` itself */
    bool (*diff)(struct session *session, struct session_trace *other, struct answer *answer, struct error *error);
    /* what a saved session says of it besides, a command a line. False: some of it cannot be said, *lost is what. May be NULL */
    bool (*save)(struct session *session, struct text *out, const char **lost);
    /* The texts that were read into it since it was opened, as commands of a saved session (saved_text); saving NULL: they are only counted. May be NULL */
    size_t (*texts)(const struct session *session, struct saving *saving);
    /* How many frames a stopped program has; *choices becomes how many candidates the current one has. NULL: no program stopped */
    size_t (*frames)(const struct session *session, size_t *choices);
};
/* All kinds there are, ended by NULL; the first one's panes are shown while nothing is open (products/). */
extern const struct session_kind *const session_all_kinds[];

/* place_parse, whose messages call things as the kind of trace does (session.c); a notice tells what a number alone was taken for (position_say_number). */
CHECKED bool session_parse(struct session *session, struct str word, struct place *place, struct error *error);

/* ---- kind.c: answers of kinds whose places are all that they need ---- */
CHECKED bool kind_where(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool kind_history(struct session *session, struct str arguments, struct answer *answer, struct error *error);

#endif
