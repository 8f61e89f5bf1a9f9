/* why.h - the face of `why`: what is asked, and the explanation as rows.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     why_question.c   the words of the command, and which instances a position means
 *     why_text.c       what a row says to people and to programs
 *     why.c            the rows: one a step of the explanation, and what each of them hides; the command
 *
 * A step is a source line, below the one that leads to it and further to the right. Its row asks `why` of the place it shows. It hides the copies that were
 * folded into it, the skipped code which it came through, and the first and the last of its instances. */
#ifndef CLEW_RECORDING_WHY_H
#define CLEW_RECORDING_WHY_H

#include "recording/wet.h"

struct explanation;
struct explain_step;

enum {
    WHY_LINES_MOST = 100000,            /* that can be asked for */
    WHY_SCREEN = 80,                    /* cells that a row has where no screen shows it */
    WHY_SCREEN_LEAST = 64               /* on a narrower one the ends of rows are to be scrolled to */
};

enum why_about { WHY_BOTH, WHY_VALUE, WHY_ADDRESS, WHY_CONTROL, WHY_ALL };

struct why_question {               /* zeroed is empty */
    struct text position;           /* as it can be said again */
    bool statement;                 /* of an instance: the run of its line is meant, which is said by that word; of a line that needs no word */
    struct nodes roots;             /* asked about, the last one first */
    bool inferred;                  /* no clock tells which instances of the line belong together: these are the last ones of its instructions */
    bool cut;                       /* more of them there are */
    struct text instead;            /* nothing was to be asked where one is: what is asked instead, or could be; else empty */
    enum why_about about;
    uint64_t most;                  /* lines */
    bool instructions;              /* each is a step of its own */
    bool unfold;
};

/* ---- why_question.c ---- */
void why_question_free(struct why_question *question);
bool why_take_word(struct str word, struct why_question *question);           /* "value", "unfold", ...; false: it is none of these */
/* The command that asks the same again, whatever the grain is then and wherever one stands, but for the number of lines: "why 0x40113a#2 statement value". */
void why_words(struct why_question *question, struct text *out);

/* Fills in what a position means: its words, the roots, whether these are inferred or cut. A line is its last run, anything else one instance; with
 * question->statement the run of the line that this is of. Cost: wet_stretch. */
CHECKED bool why_place(struct session *session, struct str word, struct why_question *question, struct error *error);

/* ---- why.c ---- */
/* What is worth asking first where one is, if a bare `why` would ask about something else there: at most 78 cells, safe to print. session_kind.greet of
 * recordings. */
void why_hint(struct session *session, struct text *out);

/* ---- why_text.c ---- */
enum why_entry_kind {
    WHY_STEP,                       /* a line */
    WHY_COPY, WHY_HIDDEN,           /* hidden by a step: the number-th folded copy; skipped code */
    WHY_FIRST, WHY_LAST,            /* the same: instances of a step that has several */
    WHY_MISSING,                    /* hidden by the next: the instruction that used it */
    WHY_END,                        /* what the line used was never written */
    WHY_INSTEAD, WHY_INFERRED, WHY_ROOTS_CUT, WHY_UNCERTAIN, WHY_MORE        /* of the whole */
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
    struct folds folds;             /* of the entries, by number */
    size_t location_width, code_width;
    size_t screen;                  /* cells of a screen that holds the rows: what has less weight than line, statement and value makes room for these */
};

void why_measure(struct why_rows *list, size_t entry);                          /* makes columns wide enough for it */
void why_write(struct why_rows *list, size_t entry, struct row *row);

#endif
