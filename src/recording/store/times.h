/* times.h - the shape of a recording's clock, on disk and in memory.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder; see clock.h for the idea. Sites become indices when the writer finishes the recording.
 *
 * A *piece* says when a stretch of an instruction's executions ran: execution j, from `from` up to the next piece's `from` (the last piece: up to the
 * number of executions), ran at
 *
 *     time(leader's list, entry j - shift) + offset          shift is a difference modulo 2^64
 *
 * A leader's list (LIST_TIMES, numbers) holds its times from execution `from` of its own last piece on: in that piece it is its own leader, shift = from,
 * offset = 0. Pieces of a record stand side by side in PIECES, records in order of index. While writing, a site stays with its leader as long as three things
 * hold whenever it runs: the leader's last time plus the offset is now, the instances differ by shift, and no other leader ran in between. Otherwise the site
 * begins a new piece. It takes the leader of the site that ran just before it in two cases: that site is the usual one (it has a new leader, too), or the
 * pieces so far were long and fewer than PIECES_MAX. Otherwise control flow joins here, and the site becomes a leader for good.
 *
 *     PIECES          struct clock_piece; at the first question the clock finds out which pieces follow a leader
 *     WINDOWS         for each window of CLOCK_WINDOW times (time >> CLOCK_WINDOW_BITS) the leaders of all pieces with an execution in it, so also leaders
 *                     that themselves ran only in an earlier window: u32 indices, rising, each once
 *     WINDOW_STARTS   u64 for each window, from window 0 to that of the last time: number of its first u32 in WINDOWS; one more at the end
 *     FRAMES          struct clock_thread, one a thread, then struct clock_switches
 *
 * Between two executions of a leader each of its followers runs at most once, at its offset. So the pieces of a window's leaders say what ran at each of its
 * times. A reader makes a table of that for the window of the question, which costs a millisecond and makes neighbouring times cheap.
 *
 * Threads: list `switches` (LIST_TIMES) has the times at which another thread begins to run, and its number. Frames of a thread are a sequence of events
 * in order of time. In list `events`, X is the time of the first instruction behind the event (possibly the same as the event before), the value is
 * depth << 2 | from_hidden << 1 | handler, with the depth behind the event. An event that goes one deeper begins a frame; every other event ends frames down
 * to its depth. Before its first event a thread has depth 0: the frame it starts in begins with an event like all others, at the thread's first time unless
 * skipped code ran there. So at every time of the thread the depth is 1 or more. A frame counts from the first instruction of your code that runs in the
 * frame itself: frames of skipped code between a caller and a callee in your code are left out. Two events at one time are an end and a beginning. `calls`
 * has the time of the call for each event, or 0 (ends have 0). `floors` has the smallest depth within each block of 256 events, so a reader finds the frame
 * around a time by going back block by block. */
#ifndef CLEW_RECORDING_STORE_TIMES_H
#define CLEW_RECORDING_STORE_TIMES_H

#include "recording/store/gather.h"
#include "recording/store/layout.h"

enum { PIECES_MAX = 8 };

struct clock_piece {                /* 32 bytes */
    uint64_t from, shift;
    uint64_t list;                  /* the leader's list of times, in LISTS */
    uint32_t leader, offset;        /* the leader's index */
};

struct clock_thread {               /* 32 bytes */
    uint64_t events, calls, floors; /* in LISTS; NOWHERE: none */
    uint64_t first;                 /* time at which it ran first */
};

struct clock_switches {
    uint64_t list;                  /* in LISTS: X the time, value the thread (from 1); NOWHERE: only one thread */
    uint64_t threads;
};

struct clock_member {               /* a piece as its leader sees it */
    uint64_t from, to, shift;       /* instances of the member [from, to) */
    uint32_t member, offset;        /* index of the instruction */
};

struct clock_window {               /* what ran at the times of one window */
    uint64_t number;                /* of the window; NOWHERE: none yet */
    uint64_t used;                  /* when questions turned to it, by their count */
    bool damaged;                   /* nothing in it is known */
    uint32_t *indices;              /* by time - first time of the window, CLOCK_WINDOW of them; UINT32_MAX: nothing */
    uint64_t *instances;
};

/* Number of windows in memory, of 0.8 MB each: a question about the frames at a time asks for the times of all calls that lead to it. */
enum { CLOCK_WINDOWS = 8 };

struct clock_floors {               /* of a thread: the smallest depth in each block of events, and in each BLOCK of those */
    bool loaded;
    uint64_t *blocks, *groups;
    uint64_t block_count, group_count;
};

/* Depths of a block of events. CLOCK_DEPTHS blocks stay in memory: a question about one frame leads to the next frames, which begin and end in the same
 * blocks. */
enum { CLOCK_DEPTHS = 8 };
struct clock_depths {
    const struct list *list;        /* whose; NULL: none yet */
    uint64_t block;
    unsigned count;
    uint64_t depths[BLOCK];
};

struct clock {                      /* the reader's side; made at the first question */
    struct arena arena;             /* of pieces */
    bool good;                      /* false: damaged, answers nothing */
    const struct clock_piece *pieces;
    uint64_t piece_count;
    uint64_t *first_piece;          /* by index, one more at the end */
    struct clock_member *members;   /* by leader */
    uint64_t *first_member;         /* by index of the leader, one more at the end */
    struct clock_thread *threads;
    struct clock_floors *floors;    /* by thread */
    struct clock_switches switches;
    struct clock_window windows[CLOCK_WINDOWS];
    struct clock_depths depths[CLOCK_DEPTHS];       /* by block, modulo that */
    unsigned recent;                /* the window of the last question */
    uint64_t questions;
};

/* NULL is allowed. */
void clock_free(struct clock *clock);

/* ---- Shared by the files of the writer: writer.c (dependences, values, tables) and times.c (the clock) ---- */

enum { NO_INDEX = UINT32_MAX };

/* ---- The clock ---- */

/* A piece while sites have no indices yet. */
struct site_piece {
    uint64_t from, shift;
    uint32_t leader, offset;            /* the leader's site */
};

struct site_clock {
    ARRAY(struct site_piece, pieces);
    uint64_t last, next;                /* time it ran last, instance that runs next */
    uint64_t base;                      /* leaders: the instance of entry 0 of its list */
    uint64_t step;                      /* its instance less that of the site before it, modulo 2^64 */
    uint64_t marked;                    /* leaders: 1 + the last window that lists it */
    uint32_t before;                    /* the site that ran just before its last piece began */
    uint32_t list;                      /* leaders: of the gather of times */
    bool leads;
};

struct thread_frame {
    uint64_t call;
    bool from_hidden, handler;
    bool shown;                         /* your code ran in it: it has an event */
    bool resumes;                       /* gets an event as soon as anything runs in it, or in frames in it */
};

struct thread_clock {
    ARRAY(struct thread_frame, frames); /* the first: the frame the thread starts in */
    size_t resumed;                     /* the outermost frame that resumes and has no event yet; 0: none */
    uint64_t first;                     /* time it ran first */
    uint32_t number;                    /* from 1 in order of `first`; 0: none of your code ran in it */
    uint32_t depth, written;            /* number of frames with an event; the depth behind the last event */
    uint32_t events, calls, floors;     /* lists of the gather of times, once there are events */
    uint64_t event_count, floor;        /* floor: the smallest depth in the block of events that is open */
};

struct clock_writer {
    struct gather *times;
    uint64_t now;
    uint32_t last, leader;              /* the site that ran last; the leader that ran last */
    ARRAY(struct site_clock, sites);
    ARRAY(unsigned char, windows);      /* of each window: number of leaders, their sites (as differences), in varints */
    ARRAY(uint32_t, open);              /* leaders in the window that is open */
    uint64_t windows_done;              /* number of windows written */
    ARRAY(struct thread_clock, threads);
    struct map thread_numbers;          /* the caller's thread -> index in threads */
    uint64_t thread_name;               /* the caller's name of the thread that ran last */
    uint32_t thread;                    /* its index in threads; NO_INDEX: nothing ran */
    uint32_t ran;                       /* number of threads that ran */
    uint32_t switches;                  /* list; NO_INDEX: only one thread */
};

void clock_writer_open(struct clock_writer *clock, struct paged_writer *paged);
void clock_writer_close(struct clock_writer *clock);
uint64_t clock_writer_run(struct clock_writer *clock, uint64_t thread, uint32_t site, uint64_t instance);

/* ---- The writer ---- */

struct definer {                        /* by number, as entries name it */
    uint64_t top;                       /* largest instance in closed blocks + 1 */
    uint32_t site;
};

struct value_list {
    uint64_t entries;
    ARRAY(uint32_t, limbs);             /* lists of the higher words; empty: no value is above 64 bits */
};

struct store_writer {
    struct paged_writer *paged;
    struct gather *links, *values;
    struct uses_writer *uses;
    struct clock_writer clock;
    struct skipped_writer *skipped;
    struct pieces_writer *pieces;
    ARRAY(uint32_t, numbers);           /* by site: 1 + its number; 0: no entry names it */
    ARRAY(struct definer, definers);
    ARRAY(struct value_list, value_lists);      /* by list; those of limbs are empty */
    struct text notes;
    uint64_t links_count, values_count;
};

/* The state of store_writer_finish. */
struct finishing {
    struct store_writer *writer;
    const struct writer_program *program;
    struct store_header header;
    ARRAY(struct record, records);
    ARRAY(struct list, lists);
    ARRAY(uint32_t, index_of);          /* by site: its index, or NO_INDEX */
    ARRAY(uint32_t, site_of);           /* by index */
    ARRAY(uint32_t, use_lists);         /* by list of the gather of links */
    struct text names;
    struct pool pool;                   /* of names */
    struct map name_offsets;            /* address of a name in the pool -> its offset */
    uint64_t first_time_list;           /* number of the first list of the gather of times */
};

struct list list_of(struct gathered gathered, uint32_t flags);

/* Finishes the gather of times, appends its lists, and writes PIECES, WINDOWS, WINDOW_STARTS and FRAMES (times.c). False: a site ran that the caller did
 * not list. */
CHECKED bool clock_writer_finish(struct finishing *finishing, struct error *error);

#endif
