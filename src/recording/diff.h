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

/* How many instances ran in both, in one only, and how many values differ; as rows, which say what is not known, too. */
void diff_rows_counts(struct session *session, const struct diff_answer *answer, struct rows *rows);

/* That they were run with other arguments, where both recordings say with which; the environment is not recorded. Else nothing. */
void diff_rows_arguments(struct session *session, const struct diff_answer *answer, struct rows *rows);

/* Which thread is which, and where each parts; nothing if there is one. most: the rest is counted; 0: all. */
void diff_rows_threads(struct session *session, const struct diff_answer *answer, size_t most, struct rows *rows);

/* Where the runs part, then the branches and calls that led on differently; a row a source line, the first one first. most: of each, the rest is counted;
 * 0: all. */
void diff_rows_parts(struct session *session, const struct diff_answer *answer, size_t most, struct rows *rows);

/* Values that differ and were made of what something else had written in the other run, a row a line. The same. */
void diff_rows_writers(struct session *session, const struct diff_answer *answer, size_t most, struct rows *rows);

/* Branches and calls that did not part the runs: one run ended before it came to what they let run in the other. The same. */
void diff_rows_ends(struct session *session, const struct diff_answer *answer, size_t most, struct rows *rows);

/* Lines that ran in one only, or in another number of instances, or have other values; alone: the first only. */
void diff_rows_lines(struct session *session, const struct diff_answer *answer, bool alone, size_t most, struct rows *rows);

/* Every instance whose value differs; takes the diff over. */
void diff_rows_values(struct session *session, struct diff_answer *answer, struct rows *rows);

/* ---- Words ---- */
void diff_say_count_of(struct text *out, uint64_t count, const char *one, const char *several);
void diff_say_line(struct slice file, uint64_t line, struct text *out);
void diff_say_place(const struct program *program, uint64_t index, struct text *out);                  /* its line, or else its address and function */
void diff_say_value(const struct session *session, const struct store *store, struct node node, struct text *out);     /* of any store; "no value" */
void diff_say_values(const struct session *session, const struct diff_answer *answer, struct node here, struct node there, struct text *out);
void diff_say_led(struct session *session, const struct diff_answer *answer, const struct diff_part *way, struct text *out);   /* where a way led in both */
void diff_say_rest(struct rows *rows, uint64_t left, const char *how);                                 /* a row: so many more lines, and the command */

/* Two address streams of one program: the first address that differs, and where they go different ways. One pass over what is the same. */
CHECKED bool ae_diff(struct session *session, struct session_trace *other, struct answer *answer, struct error *error);

#endif
