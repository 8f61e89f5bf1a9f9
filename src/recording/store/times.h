/* times.h - the shape of a recording's clock, on disk and in memory.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder; see clock.h for the idea. Sites become indices when the writer finishes the recording.
 *
 * A *piece* says when a stretch of an instruction's executions ran: execution j, from `from` up to the next piece's `from` (the last piece: up to the
 * number of executions), ran at
 *
 *     time of run j - shift of the leader + offset          shift is a difference modulo 2^64
 *
 * The *runs* of a leader are its executions from execution `from` of its own last piece on, counted from 0: in that piece it is its own leader, shift = from,
 * offset = 0. Pieces of a record stand side by side in PIECES, records in order of index. While writing, a site stays with its leader as long as three things
 * hold whenever it runs: the leader's last time plus the offset is now, the instances differ by shift, and no other leader ran in between. Otherwise the site
 * begins a new piece. It takes the leader of the site that ran just before it in two cases: that site is the usual one (it has a new leader, too), or the
 * pieces so far were long and fewer than PIECES_MAX. Otherwise control flow joins here, and the site becomes a leader for good.
 *
 * The clock writes which leaders ran in order of time, a *window* of CLOCK_WINDOW times after the other. In loops the same steps from leader to leader
 * repeat, so zstd leaves 0.1 to 0.5 bits an instruction of all this. Lists of times, one a leader, took 2 to 4 (doc/design.md).
 *
 *     PIECES          struct clock_piece; at the first question the clock finds out which pieces follow a leader
 *     LEADERS         u32: number of a leader -> its index. Leaders have numbers in the order in which they began to lead
 *     WINDOWS         bytes of the windows, one behind the other (window_write)
 *     WINDOW_STARTS   u64 for each window, from window 0 to that of the last time: where its bytes begin; one more at the end
 *     LISTS           clock_piece.list, for each leader: an entry for each window in which it ran. X: the window; value: its number of runs before
 *     FRAMES          struct clock_thread, one a thread, then struct clock_switches
 *     EVENTS          bytes of the threads' events, in blocks of CLOCK_BATCH (events_write)
 *
 * Between two runs of a leader each of its followers runs at most once, at its offset. So the pieces of a window's leaders, and of the leader that ran last
 * before the window, say what ran at each of its times. A reader makes a table of that for the window of the question, which costs half a millisecond and
 * makes neighbouring times cheap. The time of an execution needs only the window of the leader's run, unpacked: some 20 microseconds; about one if it is
 * in memory.
 *
 * Threads: list `switches` (LIST_TIMES) has the times at which another thread begins to run, and its number. Frames of a thread are a sequence of events
 * in order of time. An event is a depth, and the time of the first instruction behind it (possibly the same as the event before). An event that goes one
 * deeper begins a frame; every other event ends frames down to its depth. Before its first event a thread has depth 0: the frame it starts in begins with an
 * event like all others, at the thread's first time unless skipped code ran there. So at every time of the thread the depth is 1 or more. A frame counts from
 * the first instruction of your code that runs in the frame itself: frames of skipped code between a caller and a callee in your code are left out. Two
 * events at one time are an end and a beginning. Three lists have an entry for each block of events. `starts`: X is the time of its first event, the value
 * where its bytes begin in EVENTS. `depths`: the depth before the block. `floors`: the smallest depth within the block; so a reader finds the frame around a
 * time by going back block by block. */
#ifndef CLEW_RECORDING_STORE_TIMES_H
#define CLEW_RECORDING_STORE_TIMES_H

#include "recording/store/clock.h"
#include "recording/store/gather.h"
#include "recording/store/layout.h"

enum { PIECES_MAX = 8 };

struct clock_piece {                /* 32 bytes */
    uint64_t from, shift;
    uint64_t list;                  /* the leader's list of windows, in LISTS */
    uint32_t leader, offset;        /* the leader's index */
};

struct clock_thread {               /* 40 bytes */
    uint64_t starts, depths, floors;        /* in LISTS; NOWHERE: none */
    uint64_t events;                /* their number */
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

enum { CLOCK_WINDOWS = 8 };        /* in memory, of 0.8 MB each: the frames at a time ask for the times of all calls that lead to it */

/* An execution and its time, as found by store_time. By time, modulo CLOCK_KNOWN. */
enum { CLOCK_KNOWN = 256 };
struct clock_known {
    uint64_t time;                  /* 0: none */
    struct node node;
};

/* The runs of leaders in one window. Leader number leaders[i] ran `starts[i + 1] - starts[i]` times; times[starts[i] ...] says when, less the window's first
 * time. */
struct clock_runs {
    uint64_t number;                /* of the window */
    bool damaged;                   /* there are no runs then */
    uint32_t before;                /* the leader that ran last before the window; NO_INDEX: none */
    uint64_t before_run, before_time;       /* the number of that run, and when it was */
    size_t leader_count;
    uint32_t *leaders, *starts;     /* leaders rise */
    uint64_t *first_runs;           /* of each leader: the number of its first run here; NOWHERE: not looked up yet */
    uint16_t *times;
    size_t size;                    /* bytes of all that */
};

/* Windows whose runs are in memory, in the place of their number modulo this: up to CLOCK_RUNS_BYTES. */
enum { CLOCK_RUNS = 1024, CLOCK_RUNS_BYTES = 32 << 20 };

struct clock_floors {               /* of a thread: the smallest depth in each block of events, and in each BLOCK of those */
    bool loaded;
    uint64_t *blocks, *groups;
    uint64_t block_count, group_count;
};

/* A block of events. Some blocks stay in memory: a question about one frame leads to the next frames, which begin and end in the same blocks. */
struct clock_events {
    unsigned count;
    uint64_t times[CLOCK_BATCH], depths[CLOCK_BATCH], calls[CLOCK_BATCH];      /* depths: behind the event; calls: as in struct store_frame_event */
    uint8_t flags[CLOCK_BATCH];     /* from_hidden << 1 | handler */
};

enum { CLOCK_BLOCKS = 128 };
struct clock_block {
    const struct clock_thread *thread;      /* whose; NULL: none yet */
    uint64_t number;
    struct clock_events events;
};

/* The number of a thread's events up to a time, as asked last: callers ask for the frames of one time level by level. */
struct clock_until {
    const struct clock_thread *thread;      /* NULL: none yet */
    uint64_t time, count;
};

struct clock {                      /* the reader's side; made at the first question */
    struct arena arena;             /* of pieces */
    bool good;                      /* false: damaged, answers nothing */
    const struct clock_piece *pieces;
    uint64_t piece_count;
    uint64_t *first_piece;          /* by index, one more at the end */
    struct clock_member *members;   /* by leader */
    uint64_t *first_member;         /* by index of the leader, one more at the end */
    const uint32_t *leaders;        /* by number: its index */
    uint64_t leader_count;
    uint32_t *number_of;            /* by index: its number as a leader; NO_INDEX: it is none */
    struct clock_thread *threads;
    struct clock_floors *floors;    /* by thread */
    struct clock_switches switches;
    struct clock_window windows[CLOCK_WINDOWS];
    struct clock_known known[CLOCK_KNOWN];
    struct clock_until until;
    struct clock_block blocks[CLOCK_BLOCKS];        /* by number, modulo that */
    struct clock_runs *runs[CLOCK_RUNS];    /* NULL: none yet */
    size_t runs_size;               /* bytes of all of them */
    uint32_t recent_runs;           /* place of the window of the last question about an execution */
    unsigned recent;                /* the window of the last question */
    uint64_t questions;
};

/* NULL is allowed. */
void clock_free(struct clock *clock);

/* ---- Windows and blocks of events as bytes (windows.c) ----
 *
 *     window      varints: 1 + the number of the leader that ran last before (0: none), the number of that run, the time from it to the window's beginning;
 *                 number of kinds; for each, rising, its leader less the one before it, and its gap (less the one before it if the leader is the same);
 *                 number of runs; for each run the number of its kind, in a byte if there are up to 256 kinds, otherwise in 2 bytes
 *     events      for each event varints: time from the event before; change of the depth, folded, << 2 | flags; if it begins a frame, the time from the call
 *                 (0: unknown). The first event's time is known from `starts`: the time from it is 0
 *
 * A *kind* of run is a leader and its *gap*, the time from the run of any leader before it. */

struct window_run {
    uint32_t leader, gap;
};

/* Appends a window. before.leader NO_INDEX: no leader ran earlier. runs: in order of time, at most CLOCK_WINDOW. */
void window_write(struct text *bytes, const struct clock_runs *before, uint64_t begin, const struct window_run *runs, size_t count);

/* Reads a window that begins at time `begin`, with leaders below leader_count. NULL: no clew writes these bytes. Free it with free(). */
struct clock_runs *window_read(struct str bytes, uint64_t begin, uint64_t leader_count);
enum { WINDOW_BYTES = CLOCK_WINDOW * 12 + 64 };         /* the most that window_write appends */

/* depth: before the first event, whose time is `first`; count at most CLOCK_BATCH. False: no clew writes these bytes. */
void events_write(struct text *bytes, const struct clock_events *events, uint64_t depth);
CHECKED bool events_read(struct str bytes, uint64_t first, uint64_t depth, unsigned count, struct clock_events *events);
enum { EVENTS_BYTES = CLOCK_BATCH * 30 };

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
    uint64_t base;                      /* leaders: the instance of its first run */
    uint64_t step;                      /* its instance less that of the site before it, modulo 2^64 */
    uint64_t marked;                    /* leaders: 1 + the last window that it ran in */
    uint32_t before;                    /* the site that ran just before its last piece began */
    uint32_t number;                    /* leaders */
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
    uint32_t starts, depths, floors;    /* lists of the gather of times, once there are events */
    uint64_t event_count, floor;        /* floor: the smallest depth in the block of events that is open */
    uint64_t depth_before;              /* the block that is open */
    struct clock_events *open;
};

struct clock_writer {
    struct gather *times;
    uint64_t now;
    uint32_t last, leader;              /* the site that ran last; the leader that ran last */
    ARRAY(struct site_clock, sites);
    struct paged_writer *paged;
    ARRAY(uint32_t, leaders);           /* by number: the site */
    struct window_run *runs;            /* of the window that is open; room for CLOCK_WINDOW */
    size_t run_count;
    struct clock_runs before;           /* that window: what ran last before it */
    uint64_t windows_done;              /* number of windows written */
    struct text bytes;                  /* scratch */
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

/* Finishes the gather of times, appends its lists, and writes the streams of the clock (times.c). False: a site ran that the caller did
 * not list. */
CHECKED bool clock_writer_finish(struct finishing *finishing, struct error *error);

#endif
