/* timeline.h - a regenerated trace as something one can stand in: anywhere, both ways.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     1 ........ K ........ 2K ........ 3K ..... total        checkpoints every K addresses, made when they are passed
 *                 ^restore       ^run on to n
 *
 *     struct timeline *timeline;
 *     if (!timeline_open(program, events, "ae.out", &options, &timeline, &error)) ...
 *     timeline_find(timeline, &query, from, +1, &found)      the next address that ... ; -1: the last one before
 *     timeline_moment(timeline, n, &arena, &moment)          all that is known there
 *
 * Going to n: the nearest checkpoint before it, then forward (at most K addresses). Searching backwards: interval by interval, each run forward. At
 * the cap every second checkpoint is dropped and K doubles. Nothing is stored of the trace itself. What a long search or jump has passed it need not
 * pass again. Everything that can take long reports progress and can be stopped: it then answers TIMELINE_STOPPED and has moved nothing.
 *
 * The trace ends where the events end, or at the first damage: what precedes it is whole. */
#ifndef CLEW_STREAM_TIMELINE_H
#define CLEW_STREAM_TIMELINE_H

#include "stream/regenerate.h"
#include "code/code.h"

struct abstract;

struct timeline_options {
    size_t memory;                      /* for checkpoints, bytes; 0: 64 MB. Two checkpoints are kept in any case; of a recursion too deep for
                                         * the rest of the room none, so that jumps into it begin before it */
    uint64_t interval;                  /* first K; 0: 100,000 */
    struct progress progress;           /* done and total in bytes of events */
};

struct timeline;
CHECKED bool timeline_open(const struct abstract *program, struct str events, const char *name, const struct timeline_options *options,
                           struct timeline **timeline, struct error *error);
void timeline_close(struct timeline *timeline);
void timeline_watch(struct timeline *timeline, struct progress progress);

enum timeline_answer { TIMELINE_FOUND, TIMELINE_NONE, TIMELINE_STOPPED };

/* How many addresses there are. Known once the end was passed; TIMELINE_NONE: not known yet, and *total is how far it is known to reach.
 * timeline_measure goes there (one pass, checkpoints made). */
enum timeline_answer timeline_total(const struct timeline *timeline, uint64_t *total);
enum timeline_answer timeline_measure(struct timeline *timeline, uint64_t *total);
bool timeline_problem(const struct timeline *timeline, struct error *error);        /* damage that was met: where the trace ends early */
size_t timeline_memory(const struct timeline *timeline);                            /* of the checkpoints, bytes */
size_t timeline_checkpoints(const struct timeline *timeline);

/* ---- Single addresses ---- */

/* One address of the trace. */
struct timeline_address {
    uint64_t number;
    uint32_t address;
    enum ae_event_kind kind;            /* INSTRUCTION, READ or WRITE */
    uint32_t instruction;               /* the address of the instruction that made the reference, or itself */
    uint32_t depth;                     /* open activations: 1 in one that code without schema entered */
};

/* Up to `count` addresses from `first` on; *got fewer only at the end of the trace. What was asked last stays at hand: O(count), else a jump. */
enum timeline_answer timeline_addresses(struct timeline *timeline, uint64_t first, size_t count, struct timeline_address *out, size_t *got);

/* Everything that is known at an address: the state before its instruction is executed. */
struct moment {
    struct timeline_address at;
    uint64_t instruction;               /* number of the instruction: at.number, or less where `at` is a reference */
    bool has_reference;                 /* what the instruction refers to */
    struct timeline_address reference;
    struct regenerated_state state;     /* copied: lives in the arena. known: exact before this very instruction */
};
enum timeline_answer timeline_moment(struct timeline *timeline, uint64_t number, struct arena *arena, struct moment *moment);

/* How many iterations the loop `index` of the state before `number` will have had when it is left, the ones before included. NONE: not within `limit`
 * events, or the trace ends in it. Cost: what lies between. */
enum timeline_answer timeline_iterations(struct timeline *timeline, uint64_t number, size_t index, uint64_t limit, uint64_t *iterations);

/* ---- Searching ---- */

/* What stops a search: any of what is given. Zeroed fields ask for nothing. */
struct timeline_watch {
    uint32_t address, size;             /* bytes; overlapped by the bytes the instruction refers to (by its code: lb one, ldc1 eight, lwl and swr those
                                         * of the word that they touch) */
    bool read, write;
};
struct timeline_loop {
    uint32_t loop;                      /* global */
    uint64_t iteration;                 /* from 1; 0: each one. The address found is the first one of that iteration */
};
/* Which condition stopped it. */
enum timeline_stop { STOP_INSTRUCTION, STOP_WATCH, STOP_LOOP, STOP_STEP, STOP_RETURNED, STOP_END };
struct timeline_found {
    struct timeline_address at;
    enum timeline_stop stop;
    size_t index;                       /* of instructions, watches or loops */
};

/* What who searches says of a condition that is met: TAKE ends the search there, PASS goes on as if it were not met, AGAIN goes on as if the search had
 * begun there (a step of several). */
enum timeline_verdict { TIMELINE_TAKE, TIMELINE_PASS, TIMELINE_AGAIN };

struct timeline_query {
    const uint32_t *instructions;       /* addresses, ascending: any execution of one; reported at the instruction */
    size_t instruction_count;
    const struct timeline_watch *watches;   /* reported at the reference */
    size_t watch_count;
    const struct timeline_loop *loops;
    size_t loop_count;
    bool every_instruction;             /* stepi */
    bool lines;                         /* the first instruction of a source line that is another than the one the same activation was in before, or
                                         * of a function that has lines: where `step` stops */
    bool over;                          /* for every_instruction and lines: only in the current activation or those that called it (and, forwards,
                                         * what comes after they returned): a call is passed. An activation that returned is not entered again, but
                                         * where none is left open, functions that are entered next are where a walk goes on */
    bool returned;                      /* forwards: the first instruction after the current activation returned; backwards: the call that made it: the
                                         * first instruction of the operator (not the delay slot), the operator that led outside for one entered
                                         * from code without schema */
    enum timeline_verdict (*judge)(void *context, const struct timeline_found *found);     /* forwards only; NULL: the first one met is taken. Asked for
                                         * every condition that is met at an address, in the order of enum timeline_stop (returned before step); one
                                         * TAKE takes the address, and *found is the first that was taken */
    bool (*meets)(void *context, const struct timeline_found *found);      /* backwards only; NULL: all count. Asked of instructions, watches and loops that
                                         * are met, of an address after those before it in its interval: false, as if it were not met */
    void *context;
};

/* The nearest address behind (direction 1) or before (-1) `from` that meets the query. NONE: the end, or the beginning, came first (found: STOP_END,
 * the last, or first, address; of an instruction). Cost: forwards what lies between, backwards at most that and an interval more. */
enum timeline_answer timeline_find(struct timeline *timeline, const struct timeline_query *query, uint64_t from, int direction, struct timeline_found *found);

/* ---- Shared by the files of this module ----
 *
 * The regenerator belongs to whoever runs it at the moment: every question begins with going to a checkpoint, none relies on where the last one
 * ended. So a question may be stopped anywhere. */

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
    uint32_t *lines;                    /* by instruction: 0 not asked yet, TIMELINE_NO_LINE, or a number that only that line has */
    struct pool files;
    struct map file_numbers, numbers;
};
/* Flag of a line number: the instruction stands within its line, where no statement begins. */
#define TIMELINE_WITHIN UINT32_C(0x80000000)
enum { TIMELINE_NO_LINE = 1 };

struct timeline {
    const struct abstract *program;
    struct regenerator *regenerator;
    struct str events;
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

/* What the instruction at an address does; not known where the executable has no bytes. */
struct mips_effect timeline_effect(const struct abstract *program, uint32_t address);

/* The next events; keeps `known` and the end, and makes the checkpoints that are due. */
size_t timeline_run(struct timeline *timeline, size_t capacity);
/* The regenerator stands before the operator that issues `number`. */
enum timeline_answer timeline_seek(struct timeline *timeline, uint64_t number);
/* The nearest place from which `number` is still ahead. */
const struct timeline_place *timeline_place_before(const struct timeline *timeline, uint64_t number);
bool timeline_report(const struct timeline *timeline, uint64_t done);

uint32_t timeline_line_ask(struct timeline *timeline, uint32_t instruction);

/* TIMELINE_NO_LINE, or a number, perhaps with TIMELINE_WITHIN; O(1) after the first question. */
static inline uint32_t timeline_line(struct timeline *timeline, uint32_t instruction)
{
    const struct timeline_lines *lines = &timeline->lines;
    size_t index = (instruction - lines->base) / 4;
    return index < lines->count && lines->lines[index] ? lines->lines[index] : timeline_line_ask(timeline, instruction);
}

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

/* The conditions that the last tracked event meets, one after the other: zero the cursor before the first. False: no more. `returned` is not looked
 * at here. An event that counts must be asked about once, or the iteration that begins with it is found again at the next. */
struct matcher_cursor {
    size_t stage, index;
    size_t pending;                     /* of loops */
};

#endif
