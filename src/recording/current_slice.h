/* current_slice.h - the slice or chop that was asked for last, and the lock that dims all the rest.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct slice_request asked = {.way = SLICE_BACK, .kinds = REACH_ALL};
 *     nodes_add(&asked.from, node);
 *     if (slice_make(session, &asked, &error)) ... wet_of(session)->slice->members ...
 *     slice_lock(session, true);                  panes mark its members and dim what is none; the status line says how much is left
 *
 *     slices.c       how it is made, what is in it, its source lines as rows, from member to member, the commands slice, chop and slice lock
 *     rank_rows.c    the most suspicious first
 *     find.c         another run to compare with (against.h)
 *
 * A session has one, NULL before the first; it is of one store and is forgotten with that. Rows that show it share its members: they live on when it is
 * replaced. Where work was interrupted it holds what was reached by then, and everything that shows it says so. */
#ifndef CLEW_RECORDING_CURRENT_SLICE_H
#define CLEW_RECORDING_CURRENT_SLICE_H

#include "recording/wet.h"

enum slice_way { SLICE_BACK, SLICE_FORWARD, SLICE_CHOP };

struct slice_request {
    enum slice_way way;
    enum reach_kinds kinds;
    bool near;
    uint64_t depth;                     /* near: links, at most */
    struct str within;                /* the name of a function or file; null: everywhere */
    struct nodes from, to;              /* the instances of one position, that which it is named after first; to: of a chop */
};

struct current_slice {
    struct slice_request asked;
    struct text within;                 /* holds its name */
    struct reached *members;            /* arranged; inside of `within` alone */
    uint64_t reached;                   /* instances, also those outside */
    bool cut;                           /* interrupted: there may be more */
    bool locked;
    struct slice_measure {              /* known when it was asked for */
        bool known;
        uint64_t instructions, all_instructions;        /* that have members; of the trace */
        uint64_t lines, all_lines;      /* source lines; all_lines 0: none is known */
        uint64_t without;               /* members that have no source line */
        size_t count_width;             /* of the widest "8/9" of its lines */
    } measure;
};

/* ---- slices.c ---- */
/* Makes a slice the current one, and copies what was asked; the lock stays as it is. An interrupted one is made, too. A chop of which nothing was found is
 * made only if it was interrupted: else *nothing is set, and the slice before stays. Fails: the name after `within` is none, or damage was met. */
CHECKED bool slice_make(struct session *session, const struct slice_request *asked, bool *nothing, struct error *error);
void slice_forget(struct session *session);
const struct slice_measure *slice_measure(struct session *session);                /* of the current one. O(instructions log n) the first time */
CHECKED bool slice_info(struct session *session, struct str arguments, struct answer *answer, struct error *error);     /* info slice */
void slice_status(struct session *session, struct text *out);                      /* "slice 14 of 212 lines - "; nothing where no lock is on */

/* Of a source line: its instances are those of its instruction that has most. False: none is a member. */
struct slice_at_line {
    uint64_t instances, executions;
};
bool slice_at_line(struct session *session, struct str file, uint64_t line, struct slice_at_line *own);
/* The last value that members of a line computed: of the last that ran, without a clock of that with the highest address. False: none is recorded, or a
 * call came last: what it was given is no value of the line. What moves the stack does not count. */
bool slice_value_at_line(struct session *session, const struct reached *members, struct str file, uint64_t line, struct text *out);

CHECKED bool run_next_member(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool run_previous_member(struct session *session, struct str arguments, struct answer *answer, struct error *error);

/* ---- rank_rows.c ---- */
void slice_say_without(uint64_t instances, struct row *row);
/* The current slice in the order of rank.h, by lines or by instances; against the run in a file, if a path is given. Interrupted it is shown as far as
 * it was looked at, and says so. Fails: the file is no run of this program, or damage was met. Rows are zeroed. */
CHECKED bool slice_rows_ranked(struct session *session, struct str path, bool lines, struct rows *rows, struct error *error);

#endif
