/* writer_inside.h - what the parts of the writer of recordings share.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     writer.c           dependences and values, as they come
 *     times_write.c      the clock: who follows which leader
 *     times_frames.c     threads and frames
 *     writer_finish.c    tables by instruction, written at the end
 *     times_finish.c     the clock's tables, likewise */
#ifndef CLEW_RECORDING_STORE_WRITER_INSIDE_H
#define CLEW_RECORDING_STORE_WRITER_INSIDE_H

#include "recording/store/gather.h"
#include "recording/store/layout.h"

enum { NO_INDEX = UINT32_MAX };

/* ---- The clock ---- */

/* A piece before it is known where sites stand. */
struct site_piece {
    uint64_t from, shift;
    uint32_t leader, offset;            /* the leader's site */
};

struct site_clock {
    ARRAY(struct site_piece, pieces);
    uint64_t last, next;                /* time it ran last, instance that runs next */
    uint64_t base;                      /* leaders: the instance that is entry 0 of its list */
    uint64_t step;                      /* its instance less that of the site before it, modulo 2^64 */
    uint64_t marked;                    /* leaders: 1 + the window it is noted in */
    uint32_t before;                    /* the site that ran just before, when its last piece began */
    uint32_t list;                      /* leaders: of the gather of times */
    bool leads;
};

struct thread_frame {
    uint64_t call;
    bool from_hidden, handler;
    bool shown;                         /* something that is shown ran in it: it has an event */
    bool resumes;                       /* it has one as soon as anything runs in it, or in frames in it */
};

struct thread_clock {
    ARRAY(struct thread_frame, frames); /* the first is the one the thread starts in */
    size_t resumed;                     /* the outermost frame that resumes and has no event yet; 0: none */
    uint64_t first;                     /* time it ran first */
    uint32_t number;                    /* from 1 in order of that; 0: nothing that is shown ran in it */
    uint32_t depth, written;            /* frames that have an event; the depth behind the last event */
    uint32_t events, calls, floors;     /* lists of the gather of times, once events were written */
    uint64_t event_count, floor;        /* floor: the smallest depth in the block of events that is open */
};

struct clock_writer {
    struct gather *times;
    uint64_t now;
    uint32_t last, leader;              /* sites: what ran last; the leader that ran last */
    ARRAY(struct site_clock, sites);
    ARRAY(unsigned char, windows);      /* of each window: number of leaders, their sites (as differences), in varints */
    ARRAY(uint32_t, open);              /* leaders in the window that is open */
    uint64_t windows_done;              /* windows that are written */
    ARRAY(struct thread_clock, threads);
    struct map thread_numbers;          /* the caller's thread -> index in threads */
    uint64_t thread_name;               /* the one that ran last, as the caller calls it */
    uint32_t thread;                    /* its index in threads; NO_INDEX: nothing ran */
    uint32_t ran;                       /* threads that ran */
    uint32_t switches;                  /* list; NO_INDEX: there is one thread */
};

void clock_writer_open(struct clock_writer *clock, struct paged_writer *paged);
void clock_writer_close(struct clock_writer *clock);
uint64_t clock_writer_run(struct clock_writer *clock, uint64_t thread, uint32_t site, uint64_t instance);
void clock_writer_end_windows(struct clock_writer *clock, uint64_t window);   /* the open one ends, and all are written up to that one */

/* Frames (times_frames.c). */
uint32_t clock_writer_thread(struct clock_writer *clock, uint64_t thread);     /* its index; made if it is new */
void clock_writer_run_thread(struct clock_writer *clock, uint64_t thread);      /* something runs in it now: the thread's events are written */

/* ---- The writer ---- */

struct definer {                        /* what entries name, by number */
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
    ARRAY(uint32_t, numbers);           /* by site: 1 + its number, 0: nobody names it */
    ARRAY(struct definer, definers);
    ARRAY(struct value_list, value_lists);      /* by list; those of limbs are empty */
    struct text notes;
    uint64_t links_count, values_count;
};

/* What is made at the end. */
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
    uint64_t first_time_list;           /* lists of the gather of times begin here */
};

struct list list_of(struct gathered gathered, uint32_t flags);

/* Finishes the gather of times, appends its lists, and writes PIECES, WINDOWS, WINDOW_STARTS and FRAMES (times_finish.c). False: a site that is not listed
 * ran. */
CHECKED bool clock_writer_finish(struct finishing *finishing, struct error *error);

#endif
