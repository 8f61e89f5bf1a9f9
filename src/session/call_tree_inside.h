/* call_tree_inside.h - how a tree of calls is made.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls begin and end one in the other. While one is open its `total` is how many instructions its thread had run when it began, and its `alone` the sum of the
 * totals of what it called and what has returned: no stack is needed beside the tree. Private to this folder. */
#ifndef CLEW_SESSION_CALL_TREE_INSIDE_H
#define CLEW_SESSION_CALL_TREE_INSIDE_H

#include "session/call_tree.h"

struct calls_making {
    struct calls *calls;
    uint32_t open;                      /* the innermost one, or CALLS_NONE */
    uint64_t depth;                     /* how many are open */
};

void calls_thread_begins(struct calls_making *making);
void calls_thread_ends(struct calls_making *making, uint64_t ran);                 /* what is open ends */
/* Of the call its from, site, callee and flags count. ran: instructions of the thread so far. */
CHECKED bool calls_begin(struct calls_making *making, struct call call, uint64_t ran, struct error *error);
void calls_end(struct calls_making *making, uint64_t ran);                          /* one is open */

#endif
