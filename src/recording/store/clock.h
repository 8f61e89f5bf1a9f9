/* clock.h - the order in which things happened, in recordings.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Text groups by instruction and records no order between them; a recording (writer.h) keeps it. Its clock counts the instances that are shown: the first
 * ran at time 1, the last at store_summary().times, each at a time of its own, so that @N names one (place.h).
 *
 *     if (store_summary(store).has_clock) {
 *         uint64_t time;
 *         store_time(store, node, &time);                     when did it run?
 *         store_at(store, time + 1, &node);                   what ran next?
 *         store_next_execution(store, index, time, &node);    when does that instruction run next? no stepping: two searches
 *
 * How it is kept (Zhang and Gupta, MICRO-37 2004, put time stamps on blocks of the program; so does this, on what turns out to be one): the times of an
 * instruction are those of a *leader* plus a constant, for long stretches of its executions; where control came together differently, a new stretch begins,
 * and an instruction that has begun too many is its own leader from there on. Only leaders have lists of times. The other way, from time to instance, the
 * clock knows for each window of CLOCK_WINDOW times which leaders ran in it: the one that ran last before a time leads to the instance.
 *
 * Frames: for each thread the clock keeps when frames began and ended, so that the frame around any time is found without walking there. Frames in which
 * nothing that is shown ran leave no trace. What is not shown calls on behalf of the shown instruction that led to it: such a frame says so (from_hidden). */
#ifndef CLEW_RECORDING_STORE_CLOCK_H
#define CLEW_RECORDING_STORE_CLOCK_H

#include "core/core.h"

struct store;
struct node;

enum { CLOCK_WINDOW_BITS = 16, CLOCK_WINDOW = 1 << CLOCK_WINDOW_BITS };

/* What ran at a time from 1 to times. False: outside, or no clock, or damage. A table is made of the window that a time is in, which takes some
 * milliseconds; then O(log n), below a microsecond, for all times of that window. */
CHECKED bool store_at(const struct store *store, uint64_t time, struct node *node);

/* The first execution of an instruction after a time, the last one before it (not at it). False: none. O(log n). */
CHECKED bool store_next_execution(const struct store *store, uint64_t index, uint64_t time, struct node *node, uint64_t *when);
CHECKED bool store_previous_execution(const struct store *store, uint64_t index, uint64_t time, struct node *node, uint64_t *when);

/* ---- Threads ---- */

/* Which thread ran at a time; they are numbered from 1 as they first ran. O(log n). */
uint64_t store_thread(const struct store *store, uint64_t time);
uint64_t store_thread_count(const struct store *store);

/* The times at which a thread ran first and last. False: there is no such thread. */
CHECKED bool store_thread_range(const struct store *store, uint64_t thread, uint64_t *first, uint64_t *last);

/* The last time up to `time` at which a thread ran. False: it did not until then, or there is no such thread. O(log n + switches since). */
CHECKED bool store_thread_until(const struct store *store, uint64_t thread, uint64_t time, uint64_t *last);

/* The next (previous) time at which the same thread ran. False: it did not. */
CHECKED bool store_next_in_thread(const struct store *store, uint64_t time, uint64_t *next);
CHECKED bool store_previous_in_thread(const struct store *store, uint64_t time, uint64_t *previous);

/* Who created whom, as the recorder noted it ("threads": of each thread in the order in which they were created NUMBER<CREATOR, where NUMBER is the one
 * above, 0: nothing that is shown ran in it, and CREATOR counts in that order, from 1; 0: the first thread). Takes the first off `rest`, which begins as
 * store_note(store, "threads"). False: no more, or damage. */
CHECKED bool store_next_created(struct str *rest, uint64_t *number, uint64_t *creator);

/* ---- Frames ---- */

struct store_frame {
    uint64_t depth;                 /* of this frame, from 1: the outermost of its thread */
    /* time of the shown instruction that called, or led to the code that called; 0: none is known (the thread's first frame, a signal handler) */
    uint64_t call;
    uint64_t from;                  /* time of the first shown instruction in it */
    uint64_t to;                    /* of the first one of its thread after it ended; times + 1: it never ended */
    bool from_hidden;               /* called by skipped code */
    bool handler;                   /* of a signal */
};

/* The frame in which the instance of a time ran, and the frames around it: level 0, 1, ... False: no such level. O(log n + events in a block); level by
 * level. */
CHECKED bool store_frame(const struct store *store, uint64_t time, uint64_t level, struct store_frame *frame);
uint64_t store_depth(const struct store *store, uint64_t time);         /* of frame 0; 0: unknown */

/* The same, and how long it stays: at all times of this thread in [*from, *to) the depth is the same, and the frame too. */
uint64_t store_depth_range(const struct store *store, uint64_t time, uint64_t *from, uint64_t *to);

/* ---- All of them, in order: for who goes through a whole run (session/call_tree.h) ---- */

enum { CLOCK_BATCH = 256 };

/* What changed in the frames of a thread: from `time` on so many are open. One more than before: the innermost began; else some ended. */
struct store_frame_event {
    uint64_t time, depth, call;         /* call: as in struct store_frame, of a frame that began */
    bool from_hidden, handler;
};

/* The b-th batch of a thread's events, times do not fall; returns how many: fewer than CLOCK_BATCH in the last one, 0 behind it, where there is no such
 * thread, and where there is damage. Times and depths are the file's: whoever uses them has to doubt them. O(CLOCK_BATCH). */
unsigned store_frame_events(const struct store *store, uint64_t thread, uint64_t b, struct store_frame_event events[CLOCK_BATCH]);

/* The b-th batch of the moments at which another thread went on: which, and when. The first one runs from time 1 on. The same as above. */
struct store_switch {
    uint64_t time, thread;
};
unsigned store_switches(const struct store *store, uint64_t b, struct store_switch switches[CLOCK_BATCH]);

#endif
