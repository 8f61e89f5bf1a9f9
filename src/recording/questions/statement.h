/* statement.h - dependences between statements instead of instructions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In statement grain a link out of an instance is found by walking on through definers that lie on the same function and line (they are
 * folded into the statement) until the line is left. That needs no clock. Where a line is unknown, an instruction is its own
 * statement. Instructions of the line that do not feed each other (a jump, two assignments on one line) belong together where each of
 * them ran once (definers only: who uses a statement uses what one of them computed); where they ran more often the trace does not say which of their
 * instances do.
 *
 * Data may come from earlier executions of the line, which are folded too: a sum that a loop makes depends upon all that was added. What let
 * a statement run is what let this execution run: along control edges alone, from the node asked for, the nearest one outside of the line. A function on one
 * line that calls itself has its call, an instance of the same line in another frame, as that: the frames of a recording tell, without a clock the code of
 * calls, where it is known.
 *
 * The links found keep the port and kind of the edge that left the line; `via` is the instance it left from. */
#ifndef CLEW_RECORDING_QUESTIONS_STATEMENT_H
#define CLEW_RECORDING_QUESTIONS_STATEMENT_H

#include "recording/store/store.h"

struct program;

struct statement_link {
    struct link link;           /* as in store.h: the other end, outside the statement */
    struct node via;            /* the node of this statement that has the edge */
    bool frame;                 /* data through the stack or frame pointer alone: see statement_is_frame, of the definer */
    bool beside;                /* via does not feed the node asked for: another instruction of the line */
};

enum { STATEMENT_MISSING_MAX = 16 };     /* that are named */

struct statement_links {        /* zeroed is empty */
    struct statement_link *items;
    size_t count, capacity;
    struct statement_missing {  /* of definers: data ports of the folded nodes without any, once an instruction and port, the first one met */
        struct node node;
        uint64_t port;
    } missing[STATEMENT_MISSING_MAX];
    size_t missing_count;
    bool missing_cut;           /* there are more */
    uint64_t folded;            /* nodes of the statement that were walked through (of definers: for data), the first included */
    bool cut;                   /* a limit stopped the walk: there may be more links, also where none was found */
    bool control_cut;           /* the same of control links alone */
};
void statement_links_free(struct statement_links *links);

/* Who a statement instance depends upon / who depends upon it, from one of its nodes. Ordered control first, then by via and
 * port (nodes compare by id, in a history by address, then by instance); one link for each distinct other node, kind and frame, the certain one
 * if there are both, and of these the one that is not carried. Uncertain edges leave the statement, even where they lead back into it, and are not walked
 * through. At most STATEMENT_MAX nodes are folded, of definers so many for control and so many for data, the nearest first. The answer replaces what links
 * held. False: progress stopped it; links then hold what was found. O(edges of the folded nodes). */
enum { STATEMENT_MAX = 4096, STATEMENT_LINKS_MAX = 1 << 20 /* that are gathered: an instance of a dense trace may have millions of uncertain ones */ };
CHECKED bool statement_definers(struct program *program, struct node node, const struct progress *progress, struct statement_links *links);
CHECKED bool statement_users(struct program *program, struct node node, const struct progress *progress, struct statement_links *links);

/* Does the instruction do nothing but move the stack or frame pointer, or save and restore the latter? Who uses what it computes depends upon it as upon other
 * data, but that is hardly ever what one looks for. False where its code is not known. Where a function has no frame pointer (program_keeps_frame), rbp is a
 * register like others: what it pushes and pops then is its caller's value. */
bool statement_is_frame(const struct program *program, uint64_t index);

/* Are two instructions of one statement: the same known function, file and line? What is unknown is the same as nothing. */
bool statement_same(const struct program *program, uint64_t a, uint64_t b);

#endif
