/* diff.h - the rows of `diff`: two runs compared.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     diff.c         the command: which two traces, and which answer
 *     diff_rows.c    where the runs part, lines, values
 *     diff_writers.c values that something else had written
 *     diff_words.c   how places, values and ways are said
 *     diff_run.c     their arguments, their threads
 *     against.c      are they of the same program?
 *     ae_diff.c      two address streams
 *
 * Both traces are open; rows of this one lead to it, rows of what ran in the other one only lead there. Both must stay open while the rows are there. */
#ifndef CLEW_RECORDING_DIFF_H
#define CLEW_RECORDING_DIFF_H

#include "recording/store/store.h"

struct rows;
struct session;
struct program;
struct diff_part;
struct answer;

struct diff_answer {
    struct diff *diff;
    struct session_trace *other;
};

/* Two address streams of one program: the first address that differs, and where they go different ways. One pass over what is the same. */
CHECKED bool ae_diff(struct session *session, struct session_trace *other, struct answer *answer, struct error *error);

#endif
