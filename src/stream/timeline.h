/* timeline.h - access to any place of a regenerated trace, and searches both ways.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     1 ........ K ........ 2K ........ 3K ..... total        checkpoints every K addresses, made in passing
 *                 ^restore       ^run on to n
 *
 *     struct timeline *timeline;
 *     if (!timeline_open(program, events, "ae.out", &options, &timeline, &error)) ...
 *     timeline_find(timeline, &query, from, +1, &found)      the next address that ... ; -1: the last one before
 *     timeline_moment(timeline, n, &arena, &moment)          all facts about that address
 *
 * To go to n, the timeline restores the nearest checkpoint before it and runs forward (at most K addresses). A backward search runs forward through one
 * interval after the other. At the memory cap it drops every second checkpoint and doubles K. It stores nothing of the trace itself. Checkpoints made by a long
 * search or jump speed up later ones. Everything that can take long reports progress, and the user can stop it: it then returns TIMELINE_STOPPED and changes
 * nothing.
 *
 * The trace ends where the events end, or at the first damage; everything before that is complete. */
#ifndef CLEW_STREAM_TIMELINE_H
#define CLEW_STREAM_TIMELINE_H

#include "stream/regenerate.h"
#include "code/code.h"

struct abstract;

struct timeline_options {
    size_t memory;                      /* for checkpoints, bytes; 0: 64 MB. Two checkpoints are kept in any case. A recursion too deep for the remaining
                                         * room gets none, so that jumps into it begin before it */
    uint64_t interval;                  /* first K; 0: 100,000 */
    struct progress progress;           /* done and total in bytes of events */
};

struct timeline;
CHECKED bool timeline_open(const struct abstract *program, struct str events, const char *name, const struct timeline_options *options,
                           struct timeline **timeline, struct error *error);
void timeline_close(struct timeline *timeline);
void timeline_watch(struct timeline *timeline, struct progress progress);

enum timeline_answer { TIMELINE_FOUND, TIMELINE_NONE, TIMELINE_STOPPED };

/* The number of addresses, known once the timeline has passed the end. TIMELINE_NONE: not known yet; *total is the number found so far. timeline_measure goes
 * to the end (one pass, which makes checkpoints). */
enum timeline_answer timeline_total(const struct timeline *timeline, uint64_t *total);
enum timeline_answer timeline_measure(struct timeline *timeline, uint64_t *total);
bool timeline_problem(const struct timeline *timeline, struct error *error);        /* damage found: the trace ends early there */
size_t timeline_memory(const struct timeline *timeline);                            /* of the checkpoints, bytes */
size_t timeline_checkpoints(const struct timeline *timeline);

/* ---- Single addresses ---- */

/* One address of the trace. */
struct timeline_address {
    uint64_t number;
    uint32_t address;
    enum ae_event_kind kind;            /* INSTRUCTION, READ or WRITE */
    uint32_t instruction;               /* the address of the instruction that made the reference; of an instruction, itself */
    uint32_t depth;                     /* open activations: 1 in an activation entered from code without schema */
};

/* Reads up to `count` addresses from `first` on; *got is smaller only at the end of the trace. Addresses near the latest request stay cached: O(count). Others
 * cost a jump. */
enum timeline_answer timeline_addresses(struct timeline *timeline, uint64_t first, size_t count, struct timeline_address *out, size_t *got);

/* All facts about an address: the state before its instruction runs. */
struct moment {
    struct timeline_address at;
    uint64_t instruction;               /* number of the instruction: at.number, or less if `at` is a reference */
    bool has_reference;                 /* the instruction refers to memory */
    struct timeline_address reference;
    struct regenerated_state state;     /* a copy in the arena. known: exact before this very instruction */
};
enum timeline_answer timeline_moment(struct timeline *timeline, uint64_t number, struct arena *arena, struct moment *moment);

/* How many iterations the loop `index` of the state before `number` will have had in all when it ends. NONE: its end is not within `limit` events, or the trace
 * ends in it. Cost: the events in between. */
enum timeline_answer timeline_iterations(struct timeline *timeline, uint64_t number, size_t index, uint64_t limit, uint64_t *iterations);

/* ---- Searching ---- */

/* What stops a search: any of the given conditions. Zeroed fields are no condition. */
struct timeline_watch {
    uint32_t address, size;             /* bytes; stops if the bytes of a reference overlap them (by its code: lb one, ldc1 eight, lwl and swr the bytes of
                                         * the word that they touch) */
    bool read, write;
};
struct timeline_loop {
    uint32_t loop;                      /* global */
    uint64_t iteration;                 /* from 1; 0: all. The search finds the first address of the iteration */
};
/* Which condition stopped the search. */
enum timeline_stop { STOP_INSTRUCTION, STOP_WATCH, STOP_LOOP, STOP_STEP, STOP_RETURNED, STOP_END };
struct timeline_found {
    struct timeline_address at;
    enum timeline_stop stop;
    size_t index;                       /* of instructions, watches or loops */
};

/* The caller's verdict on a match: TAKE ends the search there, PASS continues as if it did not match, AGAIN continues as if the search had begun there (several
 * steps). */
enum timeline_verdict { TIMELINE_TAKE, TIMELINE_PASS, TIMELINE_AGAIN };

struct timeline_query {
    const uint32_t *instructions;       /* ascending addresses: stops at any execution of one; reported at the instruction */
    size_t instruction_count;
    const struct timeline_watch *watches;   /* reported at the reference */
    size_t watch_count;
    const struct timeline_loop *loops;
    size_t loop_count;
    bool every_instruction;             /* stepi */
    bool lines;                         /* the first instruction of a source line other than the activation's previous line, or of a function with line
                                         * information: where `step` stops */
    bool over;                          /* for every_instruction and lines: only in the current activation or its callers (and, forwards, in the code after
                                         * they return), so calls are passed. An activation that returned is not entered again; but if none is left open, a
                                         * walk continues in the functions entered next */
    bool returned;                      /* forwards: the first instruction after the current activation returned. Backwards: the call that made the
                                         * activation, as the first instruction of its operator (not the delay slot); if code without schema entered it, the
                                         * operator that led there */
    /* forwards only; NULL: takes the first match. Called for every condition met at an address, in the order of enum timeline_stop (returned before step). One
     * TAKE takes the address, and *found is the first one taken */
    enum timeline_verdict (*judge)(void *context, const struct timeline_found *found);
    /* backwards only; NULL: all count. Called for instructions, watches and loops that match, in ascending order within an interval; false: no match */
    bool (*meets)(void *context, const struct timeline_found *found);
    void *context;
};

/* The nearest address after (direction 1) or before (-1) `from` that matches the query. NONE: the end or the beginning came first (found: STOP_END with the
 * last or first address, an instruction's). Cost: forwards the addresses in between, backwards at most one interval more. */
enum timeline_answer timeline_find(struct timeline *timeline, const struct timeline_query *query, uint64_t from, int direction, struct timeline_found *found);

/* ---- Shared by the files of this module ----
 *
 * Every query begins at a checkpoint and may leave the regenerator anywhere, since no query relies on the end of another. So the user can stop a query
 * anywhere. */

enum {
    WINDOW = 8192,                      /* addresses kept in the window */
    STRIDE = 1 << 18,                   /* addresses between two reports of progress */
    SMALL_BATCH = 64,
    THIN_LEAST = 8                      /* checkpoints needed before every second one is dropped */
};

/* A checkpoint, and the facts about earlier events that a search from it needs. */
struct timeline_place {
    struct checkpoint *checkpoint;      /* NULL: no such place */
    uint64_t number, offset;
    uint32_t last;                      /* last instruction of the innermost activation; 0: it has run none */
    bool loop_pending;                  /* the last event enters or repeats the innermost loop, so the next address begins an iteration */
};

struct timeline_lines {
    bool ready;
    uint32_t base;                      /* address of lines[0] */
    size_t count;
    uint32_t *lines;                    /* by instruction: 0: not looked up yet, TIMELINE_NO_LINE, or a number unique to that line */
    struct pool files;
    struct map file_numbers, numbers;
};
/* Flag of a line number: the instruction is inside its line; no statement begins there. */
#define TIMELINE_WITHIN UINT32_C(0x80000000)
enum { TIMELINE_NO_LINE = 1 };

struct timeline {
    const struct abstract *program;
    struct regenerator *regenerator;
    struct str events;
    struct progress progress;
    size_t memory, bytes;               /* the cap; the checkpoints' size */
    uint64_t interval, next;            /* K; the next checkpoint is due after this number */
    size_t too_deep;                    /* with this many open activations there was no room for a checkpoint; 0: there is room */
    struct timeline_place *places;      /* ascending, the first at 0 */
    size_t count, capacity;
    struct timeline_place near;         /* shortly before the latest answer */
    uint64_t known;                     /* addresses up to here exist */
    bool ended, damaged;                /* ended: `known` is the total */
    struct error problem;
    struct timeline_address *window;
    uint64_t window_first;
    size_t window_count;
    struct timeline_lines lines;
    struct ae_event batch[REGENERATED_BATCH];
};

/* The effect of the instruction at an address; unknown if the executable has no bytes there. */
struct mips_effect timeline_effect(const struct abstract *program, uint32_t address);

/* The next events; updates `known` and `ended`, and makes the checkpoints that are due. */
size_t timeline_run(struct timeline *timeline, size_t capacity);
/* Puts the regenerator before the operator that issues `number`. */
enum timeline_answer timeline_seek(struct timeline *timeline, uint64_t number);
/* The nearest place before `number`. */
const struct timeline_place *timeline_place_before(const struct timeline *timeline, uint64_t number);
bool timeline_report(const struct timeline *timeline, uint64_t done);

uint32_t timeline_line_ask(struct timeline *timeline, uint32_t instruction);

/* TIMELINE_NO_LINE, or a number, perhaps with TIMELINE_WITHIN; O(1) after the first look-up. */
static inline uint32_t timeline_line(struct timeline *timeline, uint32_t instruction)
{
    const struct timeline_lines *lines = &timeline->lines;
    size_t index = (instruction - lines->base) / 4;
    return index < lines->count && lines->lines[index] ? lines->lines[index] : timeline_line_ask(timeline, instruction);
}

/* The position of a run over events. */
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
    uint64_t *filter;                   /* bits by instruction address / 4, modulo its size: a clear bit means that no instruction of the query is there */
    uint32_t filter_mask;
    uint64_t watch_low, watch_span;     /* all watches are inside */
    unsigned char *asked_loops;         /* by global loop */
    bool plain;                         /* only instructions and watches: most batches need only a glance */
    uint32_t *lines;                    /* by depth: the line the activation is in */
    size_t line_capacity;
    bool line_begins;                   /* at the last instruction */
    struct open_loop *loops;            /* the query's loops that are open, in all activations */
    size_t loop_count, loop_capacity;
    size_t loop_pending;                /* of query->loops: its iteration begins at the next address; SIZE_MAX: none */
};

/* The conditions that the last tracked event meets, one after the other; zero the cursor before the first call. False: no more. Ignores `returned`. Ask once
 * about each event that counts, or the iteration that begins with it is found again at the next one. */
struct matcher_cursor {
    size_t stage, index;
    size_t pending;                     /* of loops */
};

#endif
