/* regenerate.h - the abstract program run over a file of events: the full trace again.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct regenerator *r;
 *     if (!regenerator_open(program, events, "ae.out", &r, &error)) ...
 *     struct ae_event batch[REGENERATED_BATCH];
 *     while ((n = regenerator_run(r, batch, REGENERATED_BATCH)) > 0)
 *         for (i = 0; i < n; i++) switch (ae_event_kind(batch[i])) ...
 *     if (regenerator_problem(r, &error)) ...             what precedes a problem was delivered
 *
 * Operators run one by one over a buffer of events; memory is that of the open activations (at most REGENERATOR_DEPTH), their loops and setjmps,
 * never of the trace. Events are untrusted: every damage that can be told ends the run with a message that names file, offset, function and block
 * (clew-formats(5), "Errors of event files"); so does a program that would go round for ever without an event. Larus 1990, sections 3 and 4.2.
 *
 * Numbers: addresses (instructions, reads, writes) count from 1 in the order of the trace: the positions @N of a user, and what the paper calls the
 * length of a trace. Loop and function events have no number: they stand between addresses. */
#ifndef CLEW_STREAM_REGENERATE_H
#define CLEW_STREAM_REGENERATE_H

#include "stream/schema.h"

struct abstract;

enum { REGENERATED_BATCH = 4096, REGENERATOR_DEPTH = 1 << 20 };

/* One event, 8 bytes: kind in the low 3 bits of `what`, above them: INSTRUCTION its length; LOOP_* the global number of the loop; ENTER, LEAVE the
 * ordinal of the function. address: of INSTRUCTION itself; READ, WRITE the location (the instruction is the last one before);
 * LOOP_* the first instruction of the block the edge leads to (of the block of the setjmp where longjmp made them); ENTER, LEAVE the function. */
enum ae_event_kind { AE_INSTRUCTION, AE_READ, AE_WRITE, AE_LOOP_ENTRY, AE_LOOP_BACK, AE_LOOP_EXIT, AE_ENTER, AE_LEAVE };
struct ae_event {
    uint32_t address, what;
};
static inline enum ae_event_kind ae_event_kind(struct ae_event event) { return (enum ae_event_kind)(event.what & 7); }
static inline uint32_t ae_event_value(struct ae_event event) { return event.what >> 3; }
static inline bool ae_event_counts(struct ae_event event) { return (event.what & 7) <= AE_WRITE; }

struct regenerator;

/* events: the whole file, head included; it must outlive the regenerator. Refused: another build's identity (named both), no head in version 1. */
CHECKED bool regenerator_open(const struct abstract *program, struct slice events, const char *name, struct regenerator **regenerator, struct error *error);
void regenerator_close(struct regenerator *regenerator);

/* The next events, in order; 0: the end, or a problem. Delivers at least one operator's events where there are any left; `capacity` at least 64 (an
 * operator of many instructions is delivered in parts). Once 0, always 0. */
size_t regenerator_run(struct regenerator *regenerator, struct ae_event *batch, size_t capacity);
bool regenerator_problem(const struct regenerator *regenerator, struct error *error);      /* why it ended early; false: it did not */

uint64_t regenerator_number(const struct regenerator *regenerator);     /* addresses delivered so far */
uint64_t regenerator_offset(const struct regenerator *regenerator);     /* bytes of events read so far: for progress, grows with the work */
size_t regenerator_depth(const struct regenerator *regenerator);        /* open activations: frame_count of the state, O(1) */

/* ---- The state between two operators ---- */

struct regenerated_loop {
    uint32_t loop;                      /* global */
    uint64_t iteration, began;          /* from 1; number of the first address behind its entry */
};

struct regenerated_frame {              /* one activation, innermost last */
    uint32_t function;
    uint64_t began;                     /* number of its first instruction */
    uint32_t call;                      /* address of the call in the frame below that is open; 0: entered from code without schema */
    uint32_t at;                        /* op where it is: the next one of the innermost, the call of others */
    uint32_t first_loop, loop_count;    /* of `loops`, outermost first */
};

struct regenerated_state {
    uint64_t number;                    /* addresses before this point */
    uint64_t offset;
    bool in_region;                     /* in code without schema */
    uint32_t values[AE_REGISTERS];
    uint32_t known;                     /* bit by register: its value is that of the real run; R0 always */
    const struct regenerated_frame *frames;
    const struct regenerated_loop *loops;
    size_t frame_count, loop_count;
};

/* Where the run stands: behind all that was delivered (of an operator delivered in part: before it). The arrays live until the next call. O(frames). */
void regenerator_state(struct regenerator *regenerator, struct regenerated_state *state);

/* Runs on, delivering nothing, until the next operator would issue the address `number` (or the end comes). Then regenerator_state is that before
 * the operator, and the events delivered next begin with those of that operator. False: the end came first. */
bool regenerator_until(struct regenerator *regenerator, uint64_t number);

/* ---- Checkpoints ---- */

/* What it takes to go on from here: immutable, shares the activations that were suspended meanwhile with those saved before (reference counts), so
 * a deep recursion is kept once. bytes: what it adds to what is kept already. */
struct checkpoint;
struct checkpoint *checkpoint_save(struct regenerator *regenerator, size_t *bytes);         /* only between operators: regenerator_run delivers whole operators
                                                                                             * but for those longer than the batch; NULL then */
void checkpoint_restore(struct regenerator *regenerator, const struct checkpoint *checkpoint);
size_t checkpoint_free(struct checkpoint *checkpoint);                                      /* answers the bytes that became free */

#endif
