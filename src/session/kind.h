/* kind.h - what differs between kinds of traces: one table a kind.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A WET trace, a crash, an address stream and a coverage trace answer the same commands and fill the same panes, each in its own way. A new kind is a table of
 * these functions, a line in session.c that tells it by its content, and the files behind it. */
#ifndef CLEW_SESSION_KIND_H
#define CLEW_SESSION_KIND_H

#include "session/session.h"

struct stop;
struct line_table;

enum walk { WALK_STEP, WALK_NEXT, WALK_STEP_INSTRUCTION, WALK_NEXT_INSTRUCTION, WALK_CONTINUE, WALK_FINISH, WALK_UNTIL };
struct walk_order {
    enum walk walk;
    bool reverse;
    uint64_t count;                     /* how often, from 1; not of UNTIL */
    bool has_until;
    struct place until;                 /* UNTIL */
};

/* What differs between kinds: one table a kind, in wet.c, csi_kind.c, ae_kind.c and gnatcov_kind.c. They are called with a trace of the kind open, and speak of
 * session->trace. Those that take an error and return false have filled it. Rows are zeroed before, and the caller's to free, also where false is returned.
 * Strings that are returned are constants; slices last as long as the trace. */
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
    bool (*stop_at)(struct session *session, struct slice location, struct stop *stop, struct error *error);
    /* can a condition ask for it there? NULL: no values are known */
    bool (*stop_name)(struct session *session, const struct stop *stop, struct slice words, struct error *error);
    /* The commands of their names, as this kind answers them. NULL: it has no answer. */
    bool (*where)(struct session *session, struct slice arguments, struct answer *answer, struct error *error);
    bool (*list)(struct session *session, struct slice arguments, struct answer *answer, struct error *error);
    bool (*info)(struct session *session, struct slice arguments, struct answer *answer, struct error *error);
    bool (*problems)(struct session *session, struct slice arguments, struct answer *answer, struct error *error);
    bool (*history)(struct session *session, struct slice arguments, struct answer *answer, struct error *error);
    bool (*print)(struct session *session, struct slice arguments, struct answer *answer, struct error *error);
    /* Print refused it here: could it have a value elsewhere in the trace? NULL: no. */
    bool (*could_print)(struct session *session, struct slice arguments);
    bool (*who)(struct session *session, struct slice arguments, struct answer *answer, struct error *error);
    bool (*disassemble)(struct session *session, struct slice arguments, struct answer *answer, struct error *error);
    bool (*backtrace)(struct session *session, struct slice arguments, struct answer *answer, struct error *error);
    bool (*frame)(struct session *session, struct slice arguments, struct answer *answer, struct error *error);
    bool (*thread)(struct session *session, struct slice arguments, struct answer *answer, struct error *error);
    /* next-instance; backwards if negative */
    bool (*next_execution)(struct session *session, int64_t count, struct answer *answer, struct error *error);
    bool (*coverage)(struct session *session, struct slice arguments, struct answer *answer, struct error *error);
    /* the next code that did not run; NULL */
    bool (*uncovered)(struct session *session, int direction, struct slice arguments, struct answer *answer, struct error *error);
    bool (*source)(struct session *session, struct source_position *position);                              /* the line one is at; false: not known */
    /* what it knows of each line of a file: traces.h */
    void (*lines)(struct session *session, struct slice file, struct line_table *table);
    void (*changed)(struct session *session);                                                               /* a setting did; may be NULL */
    /* the i-th function, for completion; false: no more */
    bool (*name)(const struct session *session, size_t i, struct slice *name);
    /* session_greeting, where nothing was said at opening; may be NULL */
    void (*greet)(struct session *session, struct text *out);
    /* the graph that `export dot` writes, whatever the list (dot.h); NULL: the dependences among the rows, if there are any */
    bool (*dot)(struct session *session, FILE *out, struct error *error);
    /* the place of a number alone, which is an id at first; NULL: that is what it is */
    void (*number)(struct session *session, struct place *place);
    bool (*paste)(struct session *session, struct slice text, const char *source, struct answer *answer, struct error *error);  /* NULL: takes none */
};
extern const struct session_kind kind_of_wet, kind_of_recording, kind_of_csi, kind_of_ae, kind_of_gnatcov;

/* place_parse, whose messages call things as the kind of trace does (session.c); a notice tells what a number alone was taken for (position_say_number). */
CHECKED bool session_parse(struct session *session, struct slice word, struct place *place, struct error *error);

/* ---- kind.c: answers of kinds whose places are all that they need ---- */
CHECKED bool kind_where(struct session *session, struct slice arguments, struct answer *answer, struct error *error);
CHECKED bool kind_history(struct session *session, struct slice arguments, struct answer *answer, struct error *error);

#endif
