/* diff_inside.h - what the files of diff share; private to this folder.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     diff.c             instructions, the whole, lines
 *     diff_align.c       which instance is which
 *     diff_siblings.c    what the same leave let run
 *     diff_threads.c     which thread is which, and where each parts
 *     diff_values.c      which of their values differ
 *     diff_parts.c       what differs by itself, and which way branches went
 *     diff_writers.c     what was written by something else */
#ifndef CLEW_RECORDING_QUESTIONS_DIFF_INSIDE_H
#define CLEW_RECORDING_QUESTIONS_DIFF_INSIDE_H

#include "recording/questions/diff.h"

#define DIFF_NONE UINT64_MAX            /* an instruction that did not run in the other; the other end of instances that are not aligned */
#define DIFF_UNKNOWN (UINT64_MAX - 1)   /* it cannot be told */

/* Instances from .. from + count - 1 here are to .. there, or DIFF_UNKNOWN. What is in no stretch ran here only. */
struct diff_stretch {
    uint64_t from, to, count;
};

struct diff_stretches {
    struct diff_stretch *items;         /* by `from` */
    size_t count, capacity;
};

struct diff_threads {
    uint64_t here, there;               /* how many; 1 and 1 if no run has several, or either is text: then none is told from another */
    uint64_t *there_of;                 /* of each here, from 1: its number there, 0: it did not run there */
};

struct diff_inside {
    struct diff_question question;
    struct diff_threads threads;
    const struct store *here, *there;
    const struct progress *progress;
    uint64_t count_here, count_there;   /* instructions with a block */
    uint64_t *there_of, *here_of;       /* of an instruction: its index in the other, DIFF_NONE or DIFF_UNKNOWN */
    struct diff_stretches *stretches;   /* of each instruction here */
    struct diff_stretches *back;        /* known ones of each instruction there, with `from` there */
    size_t stretch_count;
    uint64_t **differs, **split;        /* of each instruction here: a bit an instance; NULL: none is set */
    uint64_t **moved;                   /* the same: its value differs, but may be an address, and not on the stack by its shift */
    uint64_t **taken;                   /* of each there: is it aligned? */
    uint64_t *unaligned_here, *unaligned_there, *valued;        /* instances of each instruction that ran in one only; here: values that differ */
    bool *unsure;                       /* of an instruction here: some instance cannot be told */
    size_t pair_capacity;
    uint64_t done, reported;            /* instances, and users that were looked at, for progress */
    bool stopped;
};

/* How an instance here stands to the other run. */
enum diff_state { DIFF_ALIGNED, DIFF_ONLY, DIFF_UNSURE };
enum diff_state diff_find(const struct diff_inside *inside, struct node here, struct node *there);

bool diff_bit(uint64_t *const *bits, struct node node);
void diff_set(uint64_t **bits, struct node node, uint64_t executions);

/* False: stopped. */
CHECKED bool diff_go_on(struct diff_inside *inside);

/* What the leaves of one run that were asked for let run; zeroed is empty. Memory: 16 bytes an instance, of some two million or of the last eight lists. */
struct diff_siblings {
    struct diff_list *lists;
    size_t count, capacity, kept;
    struct map list_of;                 /* of a leave: its place in lists */
    struct links users;
};

/* Which thread is which; before all else. The thread of an instance, from 1; 1 if none is told from another. O(log n). */
void diff_threads_match(struct diff *diff);
/* Where each parts, when all else is known. False: stopped. */
CHECKED bool diff_threads_part(struct diff *diff);

/* The four steps. False: stopped. */
CHECKED bool diff_align(struct diff *diff);
CHECKED bool diff_values(struct diff *diff);
CHECKED bool diff_writers(struct diff *diff);

/* The branch or call that let an instance run. */
enum diff_leave { LEAVE_NONE, LEAVE_KNOWN, LEAVE_UNCERTAIN };

#endif
