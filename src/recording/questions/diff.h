/* diff.h - compares two runs of one program: where they part, and what differs from there on.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct diff_question question = {.here = program, .there = other, .shift = shift};
 *     struct diff *diff;
 *     bool whole = diff_make(&question, progress, &diff);
 *     for (size_t i = 0; i < diff->part_count; i++) ... diff->parts[i].here, diff->parts[i].there
 *     diff_free(diff);
 *
 * Which execution of one run corresponds to which of the other? A trace may lack an order, but it knows the control parent of each execution: the branch or
 * call that let it run. Two executions are *aligned* if they are of the same instruction, their control parents are aligned, and the same control parent had
 * let the same number of executions of that instruction run before them. This is structural indexing (Xin, Sumner, Zhang, "Efficient program execution
 * indexing", PLDI 2008), with recorded control dependences in place of a grammar of regions. The iterations of a loop align one after the other, since each
 * lets the next one run. An execution that is not aligned ran in one run only.
 *
 * diff compares aligned executions by their values. A *part* is where the runs part: an execution whose value differs although everything it depends upon is
 * the same in both runs; usually input. All other differences follow from a part, or from a *way*: an aligned branch or call from which one run went where the
 * other did not. A way is a part, too, if nothing it used differs. This is the difference of Johnson et al., "Differential slicing" (S&P 2011), seen from its
 * sources. Only some of the differences cause a failure, as Zeller points out ("Isolating cause-effect chains from computer programs", FSE 2002); clew does not
 * run the program again to tell them apart.
 *
 * Some executions have no value (comparisons), or one that says nothing about their effect (a call into skipped code has the address it returns to). diff looks
 * through them at what they used. If none of that differs, they count as the same, and an execution that used them can be a part.
 *
 * Addresses differ from run to run without a meaning: arguments of another length move the stack, another allocation moves the heap. Two values that may both
 * be addresses (rank.h has the rule) are no difference; diff counts those that were not equal. Stack addresses are the same if they differ by the distance that
 * the stack moved; for other addresses diff looks at what they were made of. The stack protector's value (loaded by `mov %fs:0x28`) is random: if both runs
 * have their own there, diff counts that and reports no difference.
 *
 * Threads interleave differently from run to run; their numbers follow the order in which they first ran. Executions with no control parent in the recording,
 * as at a thread's beginning, align thread by thread: the first thread of one run with the first of the other, and the n-th thread that a thread created with
 * the n-th that its counterpart created. Counts of executions are per thread. If the recording does not say who created a thread, and in text, which knows no
 * threads, the order in which they first ran decides.
 *
 * Some executions are neither the same nor different: those of instructions whose code is elsewhere in the other trace, those whose control dependence is
 * uncertain, and everything that these let run. */
#ifndef CLEW_RECORDING_QUESTIONS_DIFF_H
#define CLEW_RECORDING_QUESTIONS_DIFF_H

#include "recording/store/store.h"

#define DIFF_INSTANCES (UINT64_C(1) << 33)      /* the most that diff compares, in either run */
enum {
    DIFF_PARTS = 1 << 17,               /* how many values, and how many ways, it keeps */
    DIFF_VALUES = 1 << 20,              /* how many pairs it keeps */
    DIFF_STRETCHES = 1 << 23            /* stretches of consecutive aligned executions: beyond this number the rest stays unknown */
};

struct diff_question {
    struct program *here, *there;
    uint64_t shift;                     /* an address here + shift = the same address in the other run */
};

enum diff_kind {
    DIFF_VALUE,                         /* the values differ */
    DIFF_SOURCE,                        /* they differ; the inputs are the same, but other executions wrote them in the other run */
    DIFF_WAY                            /* it let other executions run */
};

struct diff_part {
    enum diff_kind kind;
    bool follows;                       /* a way: something it used differs. Values that follow are not kept here */
    struct node here, there;            /* aligned */
};

struct diff_pair {
    struct node here, there;
};

/* Where a thread parts: its first execution, in its own order, that has another value or let others run. Each run's own clock gives the time: threads run one
 * at a time, in another order in the other run. */
struct diff_thread {
    uint64_t here, there;               /* their numbers; 0: ran in the other run only */
    bool parts;                         /* the following fields are known */
    struct node first_here, first_there;
    uint64_t time_here, time_there;
};

/* A line with a value that differs because its input came from another writer: the definer changed, not its value. This shows a store that came too late or
 * never, and a branch that chose what to write. One execution stands for the line. */
struct diff_writer {
    struct node here, there;            /* aligned: the users */
    bool has_here, has_there;           /* is there a definer in your code? For memory there is none if skipped code wrote it, or nothing did */
    struct node by_here, by_there;
    bool same_code;                     /* both are executions of one instruction; then at least one of them ran in both runs */
    uint64_t count;                     /* such executions on the line */
};

struct diff_line {                      /* a source line that differs between the runs */
    struct str file;
    uint64_t line;
    uint64_t executions_here, executions_there; /* of its instruction that ran most often */
    uint64_t only_here, only_there;     /* executions that are not aligned */
    uint64_t values;                    /* executions whose values differ */
    bool ran_here;                      /* first ran here; else there */
    /* the first execution counted above, of the first instruction that has any; if they all ran there, the first execution of that instruction here */
    struct node first;
};

struct diff {                           /* the caller owns it; diff_free */
    uint64_t aligned, only_here, only_there, unknown;   /* executions; unknown: here */
    uint64_t values;                    /* aligned executions whose values differ */
    uint64_t addresses;                 /* values that differ, but may be addresses in both runs */
    uint64_t guards;                    /* values that differ, but are the stack protector's */
    uint64_t uncompared;                /* aligned, but only one run has a value, or one of the values is uncertain */
    bool cut;                           /* the runs differ in more stretches than diff keeps: the rest is unknown */
    struct diff_part *parts;            /* values and ways together, by time if the trace has a clock, else by address and execution */
    size_t part_count;
    bool parts_least;                   /* there are more values or ways than DIFF_PARTS; diff keeps the first in that order */
    struct diff_pair *pairs;            /* values that differ, by instruction and execution; the first DIFF_VALUES */
    size_t pair_count;
    struct diff_thread *threads;        /* first those that ran here, by number, then those that did not; none if both runs have one thread */
    size_t thread_count;
    bool threads_created;               /* matched by who created them, not by the order in which they first ran */
    struct diff_writer *writers;        /* changes of code first; among these, and the rest, the latest first, or without a clock the highest address */
    size_t writer_count;
    struct diff_line *lines;            /* by file and line */
    size_t line_count;
    struct diff_inside *inside;
};

/* False: progress stopped it, damage, or a run has more than DIFF_INSTANCES; *diff is set all the same and holds what it found. Cost: one or two microseconds
 * an execution, and for each place where the runs part a look at the users of a control parent. Memory: three bits an execution, 24 bytes a stretch of
 * consecutive aligned executions, about 32 bytes for each execution without a value that it looked through, and the results. */
CHECKED bool diff_make(const struct diff_question *question, const struct progress *progress, struct diff **diff);
void diff_free(struct diff *diff);      /* NULL is allowed */

/* The execution of the other run that is aligned with one. False: none, or unknown. O(log stretches). */
bool diff_there(const struct diff *diff, struct node here, struct node *there);
bool diff_here(const struct diff *diff, struct node there, struct node *here);

/* The first execution that a way let run in this run only (here, or there): by time, without a clock by address. False: none. O(users). */
bool diff_way_here(const struct diff *diff, const struct diff_part *way, struct node *led);
bool diff_way_there(const struct diff *diff, const struct diff_part *way, struct node *led);

/* Where a run went on after a way that let nothing more run there, such as the branch of a loop that ends. The clocks of both runs tell; they count only your
 * code. If both runs go on alike at first, as behind a call, the other run's extra executions would have come later; then the run ended before them if the
 * way's frame never ended in it. */
enum diff_went {
    DIFF_WENT_UNKNOWN,                  /* no clock, or both went on alike and the frame ended */
    DIFF_WENT_ON,                       /* *next is the next execution in the same thread */
    DIFF_WENT_NOWHERE                   /* the run ended before it reached what the other run reached */
};
enum diff_went diff_way_went_here(const struct diff *diff, const struct diff_part *way, struct node *next);
enum diff_went diff_way_went_there(const struct diff *diff, const struct diff_part *way, struct node *next);

/* ---- Shared by the files of this module ---- */
#define DIFF_NONE UINT64_MAX            /* an instruction that did not run in the other run; the counterpart of an execution that is not aligned */
#define DIFF_UNKNOWN (UINT64_MAX - 1)   /* nothing tells */

/* Executions from .. from + count - 1 here correspond to `to` .. there, or `to` is DIFF_UNKNOWN. An execution in no stretch ran here only. */
struct diff_stretch {
    uint64_t from, to, count;
};

struct diff_stretches {
    struct diff_stretch *items;         /* by `from` */
    size_t count, capacity;
};

struct diff_threads {
    uint64_t here, there;               /* how many; 1 and 1 if both runs have one thread, or either is text: then all executions count as one thread */
    uint64_t *there_of;                 /* by the thread's number here, from 1: its number there; 0: it did not run there */
};

struct diff_inside {
    struct diff_question question;
    struct diff_threads threads;
    const struct store *here, *there;
    const struct progress *progress;
    uint64_t count_here, count_there;   /* instructions with a block */
    uint64_t *there_of, *here_of;       /* by instruction: its index in the other run, DIFF_NONE or DIFF_UNKNOWN */
    struct diff_stretches *stretches;   /* by instruction here */
    struct diff_stretches *back;        /* the known ones by instruction there, with `from` there */
    size_t stretch_count;
    uint64_t **differs, **split;        /* by instruction here: a bit for each execution; NULL: no bit is set */
    uint64_t **moved;                   /* the same: its value differs, may be an address, and is no stack address that moved with the stack */
    uint64_t **taken;                   /* by instruction there: is the execution aligned? */
    uint64_t *unaligned_here, *unaligned_there, *valued;        /* by instruction: executions in one run only; here: values that differ */
    bool *unsure;                       /* by instruction here: the state of some execution is unknown */
    size_t pair_capacity;
    uint64_t done, reported;            /* executions, and users looked at, for progress */
    bool stopped;
};

/* The state of an execution here towards the other run. */
enum diff_state { DIFF_ALIGNED, DIFF_ONLY, DIFF_UNSURE };
enum diff_state diff_find(const struct diff_inside *inside, struct node here, struct node *there);

bool diff_bit(uint64_t *const *bits, struct node node);
void diff_set(uint64_t **bits, struct node node, uint64_t executions);

/* False: stopped. */
CHECKED bool diff_go_on(struct diff_inside *inside);

/* A cache of the executions that control parents of one run let run; zeroed is empty. Memory: 16 bytes an execution, for about two million of them or the last
 * eight lists. */
struct diff_siblings {
    struct diff_list *lists;
    size_t count, capacity, kept;
    struct map list_of;                 /* of a control parent: its index in lists */
    struct links users;
};

/* Matches the threads of both runs; runs before everything else. */
void diff_threads_match(struct diff *diff);
/* Finds where each thread parts; runs last. False: stopped. */
CHECKED bool diff_threads_part(struct diff *diff);

/* The steps of diff_make in this order; diff_parts in diff.c runs before diff_writers. False: stopped. */
CHECKED bool diff_align(struct diff *diff);
CHECKED bool diff_values(struct diff *diff);
CHECKED bool diff_writers(struct diff *diff);

/* The state of an execution's control parent. */
enum diff_leave { LEAVE_NONE, LEAVE_KNOWN, LEAVE_UNCERTAIN };

#endif
