/* why.h - the face of `why`: its question, and the explanation as rows.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     why_question.c   the words of the command, and which executions a position means
 *     why_text.c       what a row shows to people and to programs
 *     why.c            the rows: one for each step of the explanation, and what each of them hides; the command
 *
 * A step is a source line, below the line that leads to it and indented further. Its row asks `why` of the place it shows. It hides the copies folded into it,
 * the skipped code between it and its parent, and its first and last executions. */
#ifndef CLEW_RECORDING_WHY_H
#define CLEW_RECORDING_WHY_H

#include "recording/wet.h"

struct explanation;
struct explain_step;

enum {
    WHY_LINES_MOST = 100000,            /* the largest number you can ask for */
    WHY_SCREEN = 80,                    /* cells of a row if there is no screen */
    WHY_SCREEN_LEAST = 64               /* on a narrower screen you scroll to the ends of rows */
};

enum why_about { WHY_BOTH, WHY_VALUE, WHY_ADDRESS, WHY_CONTROL, WHY_ALL };

struct why_question {               /* zeroed is empty */
    struct text position;           /* in a form that can be asked again */
    bool statement;                 /* for a position that names one execution: the word `statement` asks about the run of its line. A line needs no word */
    struct nodes roots;             /* the executions asked about, the latest first */
    bool inferred;                  /* no clock tells which executions of the line belong together: these are the last of its instructions */
    bool cut;                       /* there are more of them */
    struct text instead;            /* your place has nothing to ask about: what `why` asks instead, or could; else empty */
    enum why_about about;
    uint64_t most;                  /* lines */
    bool instructions;              /* each instruction is a step of its own */
    bool unfold;
};

/* ---- why_question.c ---- */
void why_question_free(struct why_question *question);
bool why_take_word(struct str word, struct why_question *question);           /* "value", "unfold", ...; false: none of these words */
/* The command that repeats the question from any place and in any grain, without the number of lines: "why 0x40113a#2 statement value". */
void why_words(struct why_question *question, struct text *out);

/* Fills in the meaning of a position: its words, the roots, and whether these are inferred or cut. A line means its last run, any other position one execution;
 * with question->statement, the run of that execution's line. Cost: wet_stretch. */
CHECKED bool why_place(struct session *session, struct str word, struct why_question *question, struct error *error);

/* ---- why.c ---- */
/* The best first question at your place, if a bare `why` would ask about something else: at most 78 cells, safe to print. session_kind.greet of recordings. */
void why_hint(struct session *session, struct text *out);

/* ---- why_text.c ---- */
enum why_entry_kind {
    WHY_STEP,                       /* a line */
    WHY_COPY, WHY_HIDDEN,           /* hidden by a step: folded copy `number`; skipped code */
    WHY_FIRST, WHY_LAST,            /* also hidden by a step: executions, if it has several */
    WHY_MISSING,                    /* hidden by a WHY_END row: the instruction that used the value */
    WHY_END,                        /* nothing ever wrote the value that the line used */
    WHY_INSTEAD, WHY_INFERRED, WHY_ROOTS_CUT, WHY_UNCERTAIN, WHY_MORE        /* about the whole */
};

struct why_rows {
    struct session *session;
    struct why_question question;
    struct explanation *explanation;
    struct why_entry {
        enum why_entry_kind kind;
        size_t step, number;
    } *entries;
    size_t count, capacity;
    struct folds folds;             /* of the entries, by their number */
    size_t location_width, code_width;
    size_t screen;                  /* cells of the screen; the less important parts shrink to make room for line, statement and value */
};

void why_measure(struct why_rows *list, size_t entry);                          /* widens the columns to fit it */
void why_write(struct why_rows *list, size_t entry, struct row *row);

#endif
