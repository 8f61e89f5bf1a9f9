/* calls.h - the call tree in a session.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     calls.c          the tree (call_tree.h), questions about it, the current place in it; its rows (repeated calls share one, a call hides its callees)
 *                      and their text
 *     calls_end.c      how a call of a recording ended: its return value, a tail call
 *
 * The first question builds the tree; the session keeps it until the trace is closed. The rows are a list of a few bytes each, made from the tree at every
 * fold: a hundred million calls cost nothing until they are unfolded. */
#ifndef CLEW_SESSION_CALLS_H
#define CLEW_SESSION_CALLS_H

#include "code/code.h"
#include "recording/store/store.h"
#include "table/table.h"

/* How a call ended. */
struct calls_end {
    uint32_t call;                      /* the call + 1; 0: this entry is empty */
    bool has_value;                     /* the return value is known: its caller used it */
    struct node value;                  /* the execution that computed it */
    bool unused;                        /* floating point: nothing used the value that may be it */
    unsigned width;                     /* how many bytes of the register the value covers */
    bool typed;                         /* the type is known */
    type_number type;                   /* TYPE_NONE: void */
    uint32_t last;                      /* the last instruction; CALLS_NONE: unknown, or the call never ended */
    uint32_t entry;                     /* the first instruction of the function, behind its stub of the PLT; CALLS_NONE: unknown, or the call never ended */
};

struct calls_shown {                    /* a row */
    uint32_t call, end;                 /* the first call, and the number behind the last one and its callees */
    uint32_t count;                     /* consecutive calls of one function from one line; 0: the row is a thread's */
    uint32_t level;
    uint64_t total, alone;              /* their instructions */
    bool mixed;                         /* calls of any functions: too many to show unasked */
    bool open;
};

enum { CALLS_ENDS = 256, CALLS_UNFOLDED = 1 << 20 };

/* The shown part of the tree. Freeing its rows frees it. */
struct calls_list {
    struct session *session;
    const struct calls *calls;
    struct calls_shown *shown;
    size_t count, capacity;
    uint32_t *chosen;                   /* the calls of one function, malloced, in order of time; NULL: the whole tree */
    size_t chosen_count;
    uint32_t focus;                     /* the current call when the list is made; the calls around it are open, each in its own row. CALLS_NONE: none */
    bool asked;                         /* for a position that the user gave: `here` stays its call, wherever the user goes */
    uint64_t version;                   /* the version of the session at which `here` is the current call */
    uint32_t here;
    size_t total_width;
    uint32_t deep;                      /* the call whose depth was computed last, or CALLS_NONE */
    uint64_t depth;                     /* its depth, from 1 */
    struct calls_end ends[CALLS_ENDS];  /* by the call's number */
};

/* ---- calls.c ---- */

uint64_t calls_list_depth(struct calls_list *list, uint32_t call);              /* as calls_depth(); asked row by row, O(1) on average */
/* The name of code; null: unknown. */
void calls_name(const struct session *session, uint32_t code, struct str *name);

/* ---- calls_end.c ---- */
void calls_end_find(struct calls_list *list, uint32_t call, struct calls_end *end);
/* How a frame of a recording ended, and its return value. */
struct calls_end calls_end_of_frame(const struct session *session, const struct store_frame *frame);

/* The return value in its type's notation: -6, 0x4010, true, GREEN, 98 'b', 2.5. With hexadecimal on, integers are hexadecimal in their size, as in 0xfffffffa
 * (-6). Of a structure: the part in rax. Without a type: as the value of an execution. *number (may be NULL): its bytes. False: nobody used it, or it is
 * unknown. */
bool calls_end_value(const struct session *session, const struct calls_end *end, uint64_t *number, struct text *out);

/* Is it floating point, with nothing known of it? *out becomes the words for that: "a double: not recorded", "a double: nothing used it". */
bool calls_end_lacks(const struct session *session, const struct calls_end *end, struct text *out);

#endif
