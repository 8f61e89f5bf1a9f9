/* statement.h - dependences between statements instead of instructions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In statement grain, a link out of an execution is found by following definers on the same function and line until the line is left; those definers are folded
 * into the statement. This needs no clock. Where a line is unknown, an instruction is its own statement. Instructions of a line that do not feed each other (a
 * jump, two assignments on one line) belong together if each of them ran once. This holds for definers only: a user of the statement uses what one of them
 * computed. If they ran more often, the trace does not tell which of their executions belong together.
 *
 * Data may come from earlier executions of the line, which are folded, too: a sum made in a loop depends upon everything it added. For control, only this
 * execution counts: the statement's control parent is the nearest one outside the line along control links from the node asked about. If a function on one line
 * calls itself, the control parent is the call, an execution of the same line in another frame. A recording's frames tell these apart; without a clock the code
 * of calls does, where it is known.
 *
 * Links keep the port and kind of the link that left the line; `via` is the execution that it left from. */
#ifndef CLEW_RECORDING_QUESTIONS_STATEMENT_H
#define CLEW_RECORDING_QUESTIONS_STATEMENT_H

#include "recording/store/store.h"

struct program;

struct statement_link {
    struct link link;           /* as in store.h: its other end is outside the statement */
    struct node via;            /* the node of this statement that has the link */
    bool frame;                 /* data through the stack or frame pointer only: statement_is_frame of the definer */
    bool beside;                /* via does not feed the node asked about: another instruction of the line */
};

enum { STATEMENT_MISSING_MAX = 16 };     /* the most that are listed */

struct statement_links {        /* zeroed is empty */
    struct statement_link *items;
    size_t count, capacity;
    struct statement_missing {  /* for definers: data ports of folded nodes without a definer; the first met of each instruction and port */
        struct node node;
        uint64_t port;
    } missing[STATEMENT_MISSING_MAX];
    size_t missing_count;
    bool missing_cut;           /* there are more */
    uint64_t folded;            /* nodes of the statement that the walk went through (definers: for data), with the first */
    bool cut;                   /* a limit stopped the walk: there may be more links, even if it found none */
    bool control_cut;           /* the same for control links only */
};
void statement_links_free(struct statement_links *links);

/* The definers, or the users, of a statement's execution, starting from one of its nodes. Order: control first, then by via and port (nodes by id, in a
 * history by address, then by execution). There is one link for each distinct other node, kind and frame: a certain one rather than an uncertain one, and of
 * these one that is not carried. Uncertain links count as leaving the statement, even if they lead back into it, and are not followed. Folds at most
 * STATEMENT_MAX nodes, nearest first (definers: that many for control and that many for data). The answer replaces the contents of links. False: progress
 * stopped it; links then holds what it found. O(links of the folded nodes). */
enum { STATEMENT_MAX = 4096, STATEMENT_LINKS_MAX = 1 << 20 /* the most collected: an execution in a dense trace may have millions of uncertain links */ };
CHECKED bool statement_definers(struct program *program, struct node node, const struct progress *progress, struct statement_links *links);
CHECKED bool statement_users(struct program *program, struct node node, const struct progress *progress, struct statement_links *links);

/* Does the instruction only move the stack or frame pointer, or save and restore the frame pointer? Users depend upon its value as upon other data, but readers
 * hardly ever look for it. False if its code is unknown. In a function without a frame pointer (program_keeps_frame), rbp is an ordinary register, and its push
 * and pop keep the caller's value. */
bool statement_is_frame(const struct program *program, uint64_t index);

/* Are two instructions of one statement: the same known function, file and line? An unknown one matches nothing. */
bool statement_same(const struct program *program, uint64_t a, uint64_t b);

#endif
