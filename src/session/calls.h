/* calls.h - the tree of calls in a session.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     calls.c          the tree (call_tree.h) and what is asked of it, where in it one is; which rows are shown (calls that repeat are one, calls hide what
 *                      they called), and what they say
 *     calls_end.c      how a call of a recording ended: what it returned, a tail call
 *
 * The tree is made at the first question and kept until the trace is closed. What is shown of it is a list of a few bytes a row, made of the tree whenever
 * something is folded: a hundred million calls cost nothing until they are unfolded. */
#ifndef CLEW_SESSION_CALLS_H
#define CLEW_SESSION_CALLS_H

#include "code/code.h"
#include "recording/store/store.h"
#include "table/table.h"

/* How a call ended. */
struct calls_end {
    uint32_t call;                      /* + 1; 0: nothing is kept here */
    bool has_value;                     /* what it returned, where its caller used that */
    struct node value;                  /* what computed it */
    bool unused;                        /* of floating point: nothing used what may be it */
    unsigned width;                     /* so many bytes of the register are known by that */
    bool typed;                         /* of which type it is, is known */
    type_number type;                   /* TYPE_NONE: it returns nothing */
    uint32_t last;                      /* the instruction it ended with; CALLS_NONE: not known, or it never ended */
};

struct calls_shown {                    /* a row */
    uint32_t call, end;                 /* the first one, and what follows all of them and what they called */
    uint32_t count;                     /* calls of one function from one line that follow each other; 0: the row is a thread's */
    uint32_t level;
    uint64_t total, alone;              /* their instructions */
    bool mixed;                         /* they are of any functions: too many to be shown unasked */
    bool open;
};

enum { CALLS_ENDS = 256, CALLS_UNFOLDED = 1 << 20 };

/* What is shown of the tree. Frees itself with its rows. */
struct calls_list {
    struct session *session;
    const struct calls *calls;
    struct calls_shown *shown;
    size_t count, capacity;
    uint32_t *chosen;                   /* calls of a function, malloced, in order of time; NULL: the whole tree */
    size_t chosen_count;
    uint32_t focus;                     /* the call one is in when the list is made, or CALLS_NONE: what it is in stands alone, and open */
    bool asked;                         /* a position was: `here` is its call, wherever one goes */
    uint64_t version;                   /* of the session, at which `here` is the call one is in */
    uint32_t here;
    size_t total_width;
    uint32_t deep;                      /* the call whose depth was asked for last, or CALLS_NONE */
    uint64_t depth;                     /* that, from 1 */
    struct calls_end ends[CALLS_ENDS];  /* by number of the call */
};

/* ---- calls.c ---- */

uint64_t calls_list_depth(struct calls_list *list, uint32_t call);              /* as calls_depth(); of one row after the other O(1) on average */
/* The code that names a call: its first instruction, but where something it called began at once, where it called that. */
void calls_name(const struct session *session, uint32_t code, struct str *name);

/* ---- calls_end.c ---- */
void calls_end_find(struct calls_list *list, uint32_t call, struct calls_end *end);
/* What a frame of a recording returned. */
struct calls_end calls_end_of_frame(const struct session *session, const struct store_frame *frame);

/* That as its type is written: -6, 0x4010, true, GREEN, 98 'b', 2.5; integers hexadecimal where these are, in their size, as in 0xfffffffa (-6); of a structure
 * what rax has of it; without a type as a value of the instance. *number (may be NULL): its bytes. False: nobody used it, or it is not known. */
bool calls_end_value(const struct session *session, const struct calls_end *end, uint64_t *number, struct text *out);

/* Is it of floating point, and nothing of it known? *out becomes what is to be said then: "a double: not recorded", "a double:
 * nothing used it". */
bool calls_end_lacks(const struct session *session, const struct calls_end *end, struct text *out);

#endif
