/* timeline_inside.h - what the files of timeline.h share.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     timeline.c          open, the window of addresses, moments
 *     timeline_places.c   checkpoints: where they are made, which are dropped, going to an address
 *     timeline_lines.c    the source line of an instruction as a number
 *     timeline_match.c    does an event meet a query?
 *     timeline_search.c   the two directions
 *
 * The regenerator belongs to whoever runs it at the moment: every question begins with going to a checkpoint, none relies on where the last one
 * ended. So a question may be stopped anywhere. */
#ifndef CLEW_STREAM_TIMELINE_INSIDE_H
#define CLEW_STREAM_TIMELINE_INSIDE_H

#include "code/code.h"
#include "stream/timeline.h"

enum {
    WINDOW = 8192,                      /* addresses that stay at hand */
    STRIDE = 1 << 18,                   /* addresses between two reports of progress */
    SMALL_BATCH = 64,
    THIN_LEAST = 8                      /* checkpoints there must be for every second one to be dropped */
};

/* A checkpoint and what the events before it said that a search behind it needs. */
struct timeline_place {
    struct checkpoint *checkpoint;      /* NULL: no such place */
    uint64_t number, offset;
    uint32_t last;                      /* the last instruction of the innermost activation; 0: it has executed none */
    bool loop_pending;                  /* the last event is the entry or repetition of the innermost loop: the address behind it begins an iteration */
};

struct timeline_lines {
    bool ready;
    uint32_t base;                      /* address of lines[0] */
    size_t count;
    uint32_t *lines;                    /* by instruction: 0 not asked yet, LINE_UNKNOWN, or a number that only that line has */
    struct pool files;
    struct map file_numbers, numbers;
};
/* Flag of a line number: the instruction stands within its line, where no statement begins. */
#define LINE_WITHIN UINT32_C(0x80000000)
enum { LINE_UNKNOWN = 1 };

struct timeline {
    const struct abstract *program;
    struct regenerator *regenerator;
    struct slice events;
    struct progress progress;
    size_t memory, bytes;               /* the cap, and what the checkpoints take */
    uint64_t interval, next;            /* K; the number behind which the next checkpoint is due */
    size_t too_deep;                    /* so many open activations left no room for a checkpoint; 0: there is room */
    struct timeline_place *places;      /* ascending, the first at 0 */
    size_t count, capacity;
    struct timeline_place near;         /* a little before what was asked last */
    uint64_t known;                     /* the addresses up to here exist */
    bool ended, damaged;                /* ended: `known` is how many there are */
    struct error problem;
    struct timeline_address *window;
    uint64_t window_first;
    size_t window_count;
    struct timeline_lines lines;
    struct ae_event batch[REGENERATED_BATCH];
};

/* ---- timeline.c ---- */

/* What the instruction at an address does; not known where the executable has no bytes. */
struct mips_effect timeline_effect(const struct abstract *program, uint32_t address);

/* ---- timeline_places.c ---- */

/* The next events; keeps `known` and the end, and makes the checkpoints that are due. */
size_t timeline_run(struct timeline *timeline, size_t capacity);
/* Runs over what is not known yet until the address `number` is. NONE: there is no such address. */
enum timeline_answer timeline_reach(struct timeline *timeline, uint64_t number);
/* The regenerator stands before the operator that issues `number`. */
enum timeline_answer timeline_seek(struct timeline *timeline, uint64_t number);
/* The nearest place from which `number` is still ahead. */
const struct timeline_place *timeline_place_before(const struct timeline *timeline, uint64_t number);
bool timeline_report(const struct timeline *timeline, uint64_t done);
void timeline_drop_places(struct timeline *timeline);

/* ---- timeline_lines.c ---- */

uint32_t timeline_line_ask(struct timeline *timeline, uint32_t instruction);

/* LINE_UNKNOWN, or a number, perhaps with LINE_WITHIN; O(1) after the first question. */
static inline uint32_t timeline_line(struct timeline *timeline, uint32_t instruction)
{
    const struct timeline_lines *lines = &timeline->lines;
    size_t index = (instruction - lines->base) / 4;
    return index < lines->count && lines->lines[index] ? lines->lines[index] : timeline_line_ask(timeline, instruction);
}
void timeline_drop_lines(struct timeline *timeline);

/* ---- timeline_match.c ---- */

/* Where a run over events stands. */
struct timeline_walk {
    uint64_t number;
    uint32_t depth, instruction;
};

static inline void timeline_walk_over(struct timeline_walk *walk, struct ae_event event)
{
    switch (ae_event_kind(event)) {
    case AE_INSTRUCTION: walk->instruction = event.address, walk->number++; break;
    case AE_READ:
    case AE_WRITE: walk->number++; break;
    case AE_ENTER: walk->depth++; break;
    case AE_LEAVE: walk->depth -= walk->depth > 0; break;
    case AE_LOOP_ENTRY:
    case AE_LOOP_BACK:
    case AE_LOOP_EXIT: break;
    }
}

struct timeline_address timeline_walk_address(const struct timeline_walk *walk, struct ae_event event);

struct open_loop {
    uint32_t loop;
    uint64_t iteration;
};

struct matcher {
    struct timeline *timeline;
    const struct timeline_query *query;
    struct timeline_walk walk;
    uint64_t *filter;                   /* bits by instruction address / 4, modulo its size: where there is none no instruction is asked for */
    uint32_t filter_mask;
    uint64_t watch_low, watch_span;     /* no watch outside */
    unsigned char *asked_loops;         /* by global loop */
    bool plain;                         /* instructions and watches alone: most batches need only a glance */
    uint32_t *lines;                    /* by depth: the line the activation is in */
    size_t line_capacity;
    bool line_begins;                   /* at the last instruction */
    struct open_loop *loops;            /* asked for and open, all activations */
    size_t loop_count, loop_capacity;
    size_t loop_pending;                /* of query->loops: its iteration begins with the next address; SIZE_MAX: none */
};

void matcher_open(struct matcher *matcher, struct timeline *timeline, const struct timeline_query *query);
void matcher_close(struct matcher *matcher);
/* Begins where the regenerator stands. place: where that is a place, else NULL (nothing is then known of the instruction before). */
void matcher_start(struct matcher *matcher, const struct timeline_place *place);
void matcher_track(struct matcher *matcher, struct ae_event event);
/* The conditions that the last tracked event meets, one after the other: zero the cursor before the first. False: no more. `returned` is not looked
 * at here. An event that counts must be asked about once, or the iteration that begins with it is found again at the next. */
struct matcher_cursor {
    size_t stage, index;
    size_t pending;                     /* of loops */
};
bool matcher_next(struct matcher *matcher, struct ae_event event, struct matcher_cursor *cursor, struct timeline_found *found);
/* The first of them, in one. */
bool matcher_match(struct matcher *matcher, struct ae_event event, struct timeline_found *found);
/* True: nothing in the batch can meet the query; it was tracked. `number`: addresses up to its end. */
bool matcher_pass(struct matcher *matcher, const struct ae_event *batch, size_t count, uint64_t number);

#endif
