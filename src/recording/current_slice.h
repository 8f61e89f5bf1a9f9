/* current_slice.h - the latest slice or chop, and the lock that dims everything outside it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct slice_request asked = {.way = SLICE_BACK, .kinds = REACH_ALL};
 *     nodes_add(&asked.from, node);
 *     if (slice_make(session, &asked, &error)) ... wet_of(session)->slice->members ...
 *
 * After the command `slice lock`, panes mark its members and dim the rest, and the status line counts its lines.
 *
 *     slices.c       makes it, tests membership, its source lines as rows, steps from member to member, the commands slice, chop and slice lock
 *     rank_rows.c    the most suspicious lines first
 *     find.c         another run to compare with (against.h)
 *
 * A session has at most one, NULL before the first. It belongs to one store and is forgotten with that store. Rows that show it share its members, which live
 * on when another slice replaces it. An interrupted slice holds what it had reached by then, and everything that shows it says so. */
#ifndef CLEW_RECORDING_CURRENT_SLICE_H
#define CLEW_RECORDING_CURRENT_SLICE_H

#include "recording/wet.h"

enum slice_way { SLICE_BACK, SLICE_FORWARD, SLICE_CHOP };

struct slice_request {
    enum slice_way way;
    enum reach_kinds kinds;
    bool near;
    uint64_t depth;                     /* near: at most so many links */
    struct str within;                /* the name of a function or file; null: no limit */
    struct nodes from, to;              /* the executions of one position, the one that names it first; to: for a chop */
};

struct current_slice {
    struct slice_request asked;
    struct text within;                 /* holds the characters of asked.within */
    struct reached *members;            /* arranged; with `within` only those inside it */
    uint64_t reached;                   /* executions, including those outside `within` */
    bool cut;                           /* interrupted: there may be more */
    bool locked;
    struct slice_measure {              /* computed at the first call of slice_measure */
        bool known;
        uint64_t instructions, all_instructions;        /* instructions with members; instructions of the trace */
        uint64_t lines, all_lines;      /* source lines; all_lines 0: the trace has none */
        uint64_t without;               /* members without a source line */
        size_t count_width;             /* of the widest "8/9" of its lines */
    } measure;
};

/* ---- slices.c ---- */
/* Makes a slice the current one and copies the request; the lock stays as it is. It keeps an interrupted slice, too. An empty chop replaces the current slice
 * only if it was interrupted; otherwise it sets *nothing and the current slice stays. Fails if no function or file has the name `within`, or on damage. */
CHECKED bool slice_make(struct session *session, const struct slice_request *asked, bool *nothing, struct error *error);
void slice_forget(struct session *session);
const struct slice_measure *slice_measure(struct session *session);                /* of the current slice; O(instructions log n) at the first call */
CHECKED bool slice_info(struct session *session, struct str arguments, struct answer *answer, struct error *error);     /* info slice */
void slice_status(struct session *session, struct text *out);                      /* "slice 14 of 212 lines - "; nothing while no lock is on */

/* A source line's share of the slice, counted for its instruction with the most members. False: no member is on the line. */
struct slice_at_line {
    uint64_t instances, executions;
};
bool slice_at_line(struct session *session, struct str file, uint64_t line, struct slice_at_line *own);
/* The last value that members of a line computed: from the last that ran; without a clock, from the one with the highest address. False: none is recorded, or a
 * call ran last (its arguments are not the line's value). Instructions that move the stack do not count. */
bool slice_value_at_line(struct session *session, const struct reached *members, struct str file, uint64_t line, struct text *out);

CHECKED bool run_next_member(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool run_previous_member(struct session *session, struct str arguments, struct answer *answer, struct error *error);

/* ---- rank_rows.c ---- */
void slice_say_without(uint64_t instances, struct row *row);
/* The current slice in the order of rank.h, by lines or by executions. `path`, if given, names a run to compare with. If interrupted, the rows show what was
 * ranked so far and say so. Fails if the file is no run of this program, or on damage. Rows come zeroed. */
CHECKED bool slice_rows_ranked(struct session *session, struct str path, bool lines, struct rows *rows, struct error *error);

#endif
