/* clock.h - the order of executions in recordings.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Text groups executions by instruction and records no order between instructions; a recording (writer.h) does. Its clock counts the executions of your
 * code: the first ran at time 1, the last at store_summary().times. Each has a time of its own, so @N names one execution (place.h).
 *
 *     if (store_summary(store).has_clock) {
 *         uint64_t time;
 *         store_time(store, node, &time);                     when did it run?
 *         store_at(store, time + 1, &node);                   what ran next?
 *         store_next_execution(store, index, time, &node);    when does that instruction run next? no stepping: two searches
 *
 * How clew keeps it: Zhang and Gupta (MICRO-37, 2004) put time stamps on the program's basic blocks; clew finds the blocks as the program runs. Over long
 * stretches of its executions, the times of an instruction are the times of a *leader* plus a constant. Where control arrives on another way, a new stretch
 * begins; an instruction that has begun too many becomes its own leader. For each window of CLOCK_WINDOW times the clock knows which leaders ran in it, in
 * order. The leader that ran last before a time leads to the execution at that time.
 *
 * Frames: for each thread the clock keeps when frames began and ended, so it finds the frame around any time without walking there. Frames in which none of
 * your code ran leave no trace. Skipped code calls on behalf of the instruction in your code that led to it: such a frame says so (from_hidden). */
#ifndef CLEW_RECORDING_STORE_CLOCK_H
#define CLEW_RECORDING_STORE_CLOCK_H

#include "core/core.h"

struct store;
struct node;

enum { CLOCK_WINDOW_BITS = 16, CLOCK_WINDOW = 1 << CLOCK_WINDOW_BITS };

/* The execution at a time from 1 to times. False: outside, or no clock, or damage. The first question about a window makes a table of it, which takes half a
 * millisecond; after that O(log n), below a microsecond, for all times of that window. Where store_time or store_next_execution just found the time: O(1). */
CHECKED bool store_at(const struct store *store, uint64_t time, struct node *node);

/* The first execution of an instruction after a time, and the last one before it (not at it). False: none. O(log n). */
CHECKED bool store_next_execution(const struct store *store, uint64_t index, uint64_t time, struct node *node, uint64_t *when);
CHECKED bool store_previous_execution(const struct store *store, uint64_t index, uint64_t time, struct node *node, uint64_t *when);

/* ---- Threads ---- */

/* Which thread ran at a time. Threads are numbered from 1 in the order in which they first ran. O(log n). */
uint64_t store_thread(const struct store *store, uint64_t time);
uint64_t store_thread_count(const struct store *store);

/* The times at which a thread ran first and last. False: there is no such thread. */
CHECKED bool store_thread_range(const struct store *store, uint64_t thread, uint64_t *first, uint64_t *last);

/* The last time up to `time` at which a thread ran. False: it had not run yet, or there is no such thread. O(log n + switches since). */
CHECKED bool store_thread_until(const struct store *store, uint64_t thread, uint64_t time, uint64_t *last);

/* The next (previous) time at which the same thread ran. False: none. */
CHECKED bool store_next_in_thread(const struct store *store, uint64_t time, uint64_t *next);
CHECKED bool store_previous_in_thread(const struct store *store, uint64_t time, uint64_t *previous);

/* Which thread created which. The recorder's note "threads" has NUMBER<CREATOR for each thread, in order of creation. NUMBER is the thread's number as
 * above (0: none of your code ran in it). CREATOR is the creator's place in order of creation, from 1 (0: none, for the first thread). Start with rest =
 * store_note(store, "threads"); each call takes the first item off it. False: no more, or damage. */
CHECKED bool store_next_created(struct str *rest, uint64_t *number, uint64_t *creator);

/* ---- Frames ---- */

struct store_frame {
    uint64_t depth;                 /* of this frame, from 1: the outermost of its thread */
    /* time of the execution in your code that called, or led to the caller; 0: unknown (the thread's first frame, a signal handler) */
    uint64_t call;
    uint64_t from;                  /* time of the first execution in it */
    uint64_t to;                    /* time of its thread's first execution after it ended; times + 1: it never ended */
    bool from_hidden;               /* called by skipped code */
    bool handler;                   /* of a signal */
};

/* The frame around a time, and its callers: level 0, 1, ... False: no such level. O(log n + events in a block) a call. */
CHECKED bool store_frame(const struct store *store, uint64_t time, uint64_t level, struct store_frame *frame);
uint64_t store_depth(const struct store *store, uint64_t time);         /* of frame 0; 0: unknown */

/* The same, and how long it lasts: at all times of this thread in [*from, *to) the depth and the frame are the same. */
uint64_t store_depth_range(const struct store *store, uint64_t time, uint64_t *from, uint64_t *to);

/* ---- All frames, in order: for going through a whole run (session/call_tree.h) ---- */

enum { CLOCK_BATCH = 256 };

/* A change in the frames of a thread: from `time` on `depth` frames are open. One more than before: the innermost began; otherwise some ended. */
struct store_frame_event {
    uint64_t time, depth, call;         /* call: as in struct store_frame, if a frame began */
    bool from_hidden, handler;
};

/* The b-th batch of a thread's events; times never fall. Returns how many: fewer than CLOCK_BATCH in the last batch, 0 behind it, at damage, and if there is no
 * such thread. Times and depths come from the file unchecked: the caller must not trust them. O(CLOCK_BATCH). */
unsigned store_frame_events(const struct store *store, uint64_t thread, uint64_t b, struct store_frame_event events[CLOCK_BATCH]);

/* The b-th batch of thread switches: at which time which thread went on. The first switch is at time 1. Otherwise as above. */
struct store_switch {
    uint64_t time, thread;
};
unsigned store_switches(const struct store *store, uint64_t b, struct store_switch switches[CLOCK_BATCH]);

#endif
