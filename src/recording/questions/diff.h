/* diff.h - two runs of one program compared: where they part, and what differs from there on.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct diff_question question = {.here = program, .there = other, .shift = shift};
 *     struct diff *diff;
 *     bool whole = diff_make(&question, progress, &diff);
 *     for (size_t i = 0; i < diff->part_count; i++) ... diff->parts[i].here, diff->parts[i].there
 *     diff_free(diff);
 *
 * Which instance of one run is which of the other? A trace need not know any order, but it knows for each instance the branch or call that let it run. Two
 * instances are *aligned* if they are of the same instruction, those that let them run are aligned, and as many of the same instruction ran before them by the
 * same leave. That is structural indexing (Xin, Sumner, Zhang, "Efficient program execution indexing", PLDI 2008), upon recorded control dependences in place
 * of a grammar of regions; the iterations of a loop are aligned one after the other, since each lets the next one run. What is not aligned ran in one run only.
 *
 * Aligned instances are compared by their values. A *part* is where the runs part: an instance whose value differs although what it depends upon is the same in
 * both: input, as a rule. All other differences follow from some part, or from a *way*: an aligned branch or call from which one run went where the other did
 * not. A way is a part, too, if nothing that it looked at differs. This is the difference of Johnson et al., "Differential slicing" (S&P 2011), seen from its
 * sources; that only some of the differences are causes of a failure is Zeller's point ("Isolating cause-effect chains from computer programs", FSE 2002), and
 * nothing is run again here to tell them apart.
 *
 * An instance without a value, as a comparison, and a call that led into skipped code (its value is the address it returns to) say nothing of what
 * they made: what they used is looked at in their place. If none of that differs, they are the same as far as anything is recorded, and what was made of them
 * can be a part.
 *
 * Addresses differ from run to run without a meaning, since arguments of another length move the stack, and another allocation the heap. Two values that may be
 * addresses (rank.h says how that is told) are no difference; how many of them were not the same is counted, and said. Those on the stack are the same if they
 * differ by as much as the stack was moved; for others, what they were made of is looked at in their place. The stack protector's value (what `mov %fs:0x28`
 * loads) is random: where it stands, and in the other run its, is no difference either, and counted.
 *
 * Threads interleave differently from run to run, and are numbered as they first ran. What nothing that is shown let run, as where a thread begins, is aligned
 * thread by thread: the first threads of both runs with each other, and the n-th that one created with the n-th that the other one created. Instances are
 * counted in their thread. Where it is not recorded who created a thread, and in text, which knows no threads, the order in which they first ran has to do.
 *
 * What cannot be told is neither the same nor different: instructions whose code is elsewhere in the other trace, instances whose control dependence is
 * uncertain, and all that they let run. */
#ifndef CLEW_RECORDING_QUESTIONS_DIFF_H
#define CLEW_RECORDING_QUESTIONS_DIFF_H

#include "recording/store/store.h"

#define DIFF_INSTANCES (UINT64_C(1) << 33)      /* that are compared at most, in either run */
enum {
    DIFF_PARTS = 1 << 17,               /* kept of values, and of ways */
    DIFF_VALUES = 1 << 20,              /* kept */
    DIFF_STRETCHES = 1 << 23            /* of instances aligned one after the other: runs that differ more are compared up to there */
};

struct diff_question {
    struct program *here, *there;
    uint64_t shift;                     /* added to addresses here where the other's are meant */
};

enum diff_kind {
    DIFF_VALUE,                         /* the values differ */
    DIFF_SOURCE,                        /* they differ, and what is used is the same, but was written elsewhere in the other run */
    DIFF_WAY                            /* it let other instances run */
};

struct diff_part {
    enum diff_kind kind;
    bool follows;                       /* a way: something that it looked at differs. Values that follow are not kept here */
    struct node here, there;            /* aligned */
};

struct diff_pair {
    struct node here, there;
};

/* Where a thread parts: its first instance, in its order, that has another value, or let others run. Each run's own clock says when that was: threads run one
 * at a time there, and in another order in the other run. */
struct diff_thread {
    uint64_t here, there;               /* their numbers; 0: it ran in the other one only */
    bool parts;                         /* the following are known */
    struct node first_here, first_there;
    uint64_t time_here, time_there;
};

/* A line where a value differs that was made of what something else had written in the other run: not what a definer wrote has changed there, but who the
 * definer is. A store that came too late, or never, shows so, and a branch that chose what is written. One of its instances stands for the line. */
struct diff_writer {
    struct node here, there;            /* aligned: who used it */
    bool has_here, has_there;           /* a definer that is shown; of memory none where what is not shown wrote it, or nobody did */
    struct node by_here, by_there;
    bool same_code;                     /* both are instances of one instruction; then one of them at least ran in both runs */
    uint64_t count;                     /* such instances of its line */
};

struct diff_line {                      /* a source line that the runs do not share in full */
    struct str file;
    uint64_t line;
    uint64_t executions_here, executions_there; /* of its instruction that ran most */
    uint64_t only_here, only_there;     /* instances that are not aligned */
    uint64_t values;                    /* instances whose values differ */
    bool ran_here;                      /* first is an instance here; else it is one there */
    struct node first;                  /* of an instruction that has any of these the first such instance; where they all ran there, the first of its instruction here */
};

struct diff {                           /* owned by whoever asked; diff_free */
    uint64_t aligned, only_here, only_there, unknown;   /* instances; unknown: here */
    uint64_t values;                    /* of the aligned ones, that differ */
    uint64_t addresses;                 /* values that differ, but may be addresses in both */
    uint64_t guards;                    /* values that differ, but are those of the stack protector */
    uint64_t uncompared;                /* aligned ones of which one run has a value and the other none, or either an uncertain one */
    bool cut;                           /* the runs differ in more stretches than are kept: the rest is unknown */
    struct diff_part *parts;            /* in order of time, where the trace has a clock; else of address and instance. Ways and values together */
    size_t part_count;
    bool parts_least;                   /* there are more values or ways than DIFF_PARTS: of those the first ones in that order are kept */
    struct diff_pair *pairs;            /* values that differ, by instruction and instance; the first DIFF_VALUES */
    size_t pair_count;
    struct diff_thread *threads;        /* those that ran here in the order of their numbers, then those that did not; none if no run has several */
    size_t thread_count;
    bool threads_created;               /* they are matched by who created them, not by the order in which they first ran */
    struct diff_writer *writers;        /* those by other code first, of these the last in time; where there is no clock, by address downward */
    size_t writer_count;
    struct diff_line *lines;            /* by file and line */
    size_t line_count;
    struct diff_inside *inside;
};

/* False: progress stopped it, or damage was met, or either run has more than DIFF_INSTANCES; *diff is set all the same, with what was found by then. Cost: a
 * microsecond or two an instance, and for each place where the runs part a look at the users of what let it run. Memory: three bits an instance, 24 bytes a
 * stretch of instances that are aligned one after the other, some 32 bytes an instance without a value that was looked through, and what is kept. */
CHECKED bool diff_make(const struct diff_question *question, const struct progress *progress, struct diff **diff);
void diff_free(struct diff *diff);      /* NULL is allowed */

/* The instance of the other run that is aligned with one. False: there is none, or it is not known. O(log stretches). */
bool diff_there(const struct diff *diff, struct node here, struct node *there);
bool diff_here(const struct diff *diff, struct node there, struct node *here);

/* What a way let run in one run only: the first such instruction's instance in each. False: none. O(users). */
bool diff_way_here(const struct diff *diff, const struct diff_part *way, struct node *led);
bool diff_way_there(const struct diff *diff, const struct diff_part *way, struct node *led);

/* Where a run goes on in which a way let nothing more run: the branch of a loop that ends, say. The clocks of both runs tell it, which count what is shown.
 * Where both go on alike at first, as behind a call, what ran in the other run only would have come later: the run ended before that if the frame of the way
 * never ended in it. */
enum diff_went {
    DIFF_WENT_UNKNOWN,                  /* no clock, or both went on alike and the frame ended */
    DIFF_WENT_ON,                       /* *next ran next in the same thread */
    DIFF_WENT_NOWHERE                   /* the run ended before it came to what the other one came to */
};
enum diff_went diff_way_went_here(const struct diff *diff, const struct diff_part *way, struct node *next);
enum diff_went diff_way_went_there(const struct diff *diff, const struct diff_part *way, struct node *next);

/* ---- Shared by the files of this module ---- */
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
