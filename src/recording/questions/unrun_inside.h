/* unrun_inside.h - what the files of unrun.h share.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     unrun.c        the question: targets, functions and their callers, the order of the answer
 *     unrun_walk.c   back through one function: branches that ran, and what did not come back
 *     unrun_past.c   conditions around a branch that decided, where they went past it
 *     unrun_calls.c  who calls a function, or takes its address: found in the bytes of the code */
#ifndef CLEW_RECORDING_QUESTIONS_UNRUN_INSIDE_H
#define CLEW_RECORDING_QUESTIONS_UNRUN_INSIDE_H

#include "recording/questions/unrun.h"

/* An address that a step stands for, besides others of its line and function. */
struct unrun_member {
    size_t step;
    uint64_t address;
};

struct unrun_work {
    struct program *program;
    struct symbols *symbols;
    struct flow_graphs *flow;
    struct decoder *decoder;            /* may be NULL */
    const struct progress *progress;
    bool stopped;
    struct unrun *unrun;
    size_t *parents;                    /* of each step; SIZE_MAX: it has none */
    size_t parent_capacity;
    struct unrun_member *members;       /* of the calls that did not run, by step */
    size_t member_count, member_capacity;
    bool pointers_counted;
};

/* Did the instruction at a link address run? */
bool unrun_ran(const struct unrun_work *work, uint64_t link, struct node *last, uint64_t *executions);

/* Appends a step below another; false: there are too many, and it was counted as left out. */
bool unrun_add(struct unrun_work *work, size_t parent, enum unrun_kind kind, uint64_t link);

/* Steps below `parent` that say why these link addresses of one function, whose entry ran, did not. */
void unrun_walk(struct unrun_work *work, size_t parent, const uint64_t *targets, size_t count);

/* Steps below one of a branch that ran, at a link address: the branches that led to it, and some of whose instances did not. */
void unrun_past(struct unrun_work *work, size_t step, uint64_t branch);

/* ---- unrun_calls.c ---- */

struct unrun_site {
    uint64_t address;           /* link address of the instruction */
    bool takes;                 /* it takes the address, and does not lead there */
};
struct unrun_sites {            /* zeroed is empty; free() items */
    struct unrun_site *items;
    size_t count, capacity;
};

/* Instructions of other functions that lead to a function, or take its address, by address. */
void unrun_sites(struct unrun_work *work, uint64_t entry, struct unrun_sites *sites);

#endif
