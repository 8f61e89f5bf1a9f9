/* call_tree.h - the calls of a run, as a tree.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct calls *calls;
 *     if (!calls_of_store(store, &progress, &calls, &error)) ...          of a recording
 *     if (!calls_of_events(program, events, name, &progress, &calls, &error)) ...     of an address stream
 *     for (uint32_t i = thread->first; i < thread->end; i = calls->items[i].after)        the outermost calls of a thread
 *     for (uint32_t k = i + 1; k < calls->items[i].after; k = calls->items[k].after)      the direct callees of call i
 *     uint32_t here = calls_at(calls, thread, time, depth);
 *     calls_free(calls);
 *
 * The dynamic call tree: a node for each activation, in the order in which they began (Ammons, Ball and Larus, "Exploiting hardware performance counters with
 * flow and context sensitive profiling", PLDI 1997, section 4, which builds calling context trees from it). clew does not merge the contexts: the user wants
 * to go to one of the calls, not to their sum. The nodes of a thread are in preorder: everything inside a call, at any depth, stands between it and `after`.
 * So numbers alone give a subtree, the next sibling, and whether one call is inside another.
 *
 * A call is a frame of the clock (store/clock.h), or an activation of the regenerated program. A tail call continues the frame that it replaces; longjmp ends
 * all frames that it leaves; skipped code has no calls of its own, but a flag says that it stood in between.
 *
 * Cost: one pass. For a recording, over its frames and over the windows of the clock in which any frame began: gzip with all its libraries, 106 million
 * instructions and more than a million calls, took 0.75 seconds of processor time and 90 MB. For an address stream, one whole regeneration. Memory: 40 bytes
 * per call, however many instructions ran in it. */
#ifndef CLEW_SESSION_CALL_TREE_H
#define CLEW_SESSION_CALL_TREE_H

#include "core/core.h"

struct abstract;
struct store;

#define CALLS_NONE UINT32_MAX
enum { CALLS_TOTAL_BITS = 60 };
#define CALLS_TOTAL_MOST ((UINT64_C(1) << CALLS_TOTAL_BITS) - 1)

struct call {                           /* 40 bytes */
    uint64_t from;                      /* when its first instruction ran: a time, or an address's number in the stream */
    uint64_t total : CALLS_TOTAL_BITS; /* instructions of its thread from its start to its end, callees included */
    uint64_t from_hidden : 1;           /* skipped code made the call for the site; of an address stream: a call through a pointer, or by code without schema */
    uint64_t handler : 1;               /* of a signal */
    uint64_t alone;                     /* instructions without its callees' */
    uint32_t callee, site;              /* its first instruction and the calling one: an index of the store, or an address; CALLS_NONE: unknown */
    uint32_t parent, after;             /* the call around it, or CALLS_NONE; the number of the first call outside it */
};

struct calls_thread {                   /* the n-th is thread n + 1 */
    uint32_t first, end;                /* its calls */
};

struct calls {
    struct call *items;
    size_t count, capacity;
    struct calls_thread *threads;
    size_t thread_count, thread_capacity;
    bool ends_early;                    /* the events of an address stream are damaged: the calls before the damage are complete */
};

/* All calls of a recording. False: stopped by progress, damaged, or more than CALLS_NONE calls. */
CHECKED bool calls_of_store(const struct store *store, const struct progress *progress, struct calls **calls, struct error *error);

/* All calls of an address stream; its only thread is thread 1. False: another program's events, stopped, or too many calls. */
CHECKED bool calls_of_events(const struct abstract *program, struct str events, const char *name, const struct progress *progress, struct calls **calls,
                             struct error *error);

void calls_free(struct calls *calls);   /* NULL is allowed */

/* The innermost call of a thread at a time when `depth` calls are open; CALLS_NONE: none. O(log n + depth). */
uint32_t calls_at(const struct calls *calls, uint64_t thread, uint64_t time, uint64_t depth);

uint32_t calls_thread_of(const struct calls *calls, uint32_t call);       /* from 0; O(log threads) */
uint64_t calls_depth(const struct calls *calls, uint32_t call);         /* from 1; O(depth) */

/* ---- Building a tree ---- */
/* Calls nest. While a call is open, its `total` holds the number of instructions that its thread had run when it began, and its `alone` the sum of the totals
 * of its finished callees: the tree needs no stack beside it. */
struct calls_making {
    struct calls *calls;
    uint32_t open;                      /* the innermost one, or CALLS_NONE */
    uint64_t depth;                     /* number of open calls */
};

void calls_thread_begins(struct calls_making *making);
void calls_thread_ends(struct calls_making *making, uint64_t ran);                 /* ends all open calls */
/* Uses `from`, `site`, `callee` and the flags of the call. ran: instructions of the thread so far. */
CHECKED bool calls_begin(struct calls_making *making, struct call call, uint64_t ran, struct error *error);
void calls_end(struct calls_making *making, uint64_t ran);                          /* a call must be open */

#endif
