/* regenerate.h - runs the abstract program over a file of events and restores the full trace.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct regenerator *r;
 *     if (!regenerator_open(program, events, "ae.out", &r, &error)) ...
 *     struct ae_event batch[REGENERATED_BATCH];
 *     while ((n = regenerator_run(r, batch, REGENERATED_BATCH)) > 0)
 *         for (i = 0; i < n; i++) switch (ae_event_kind(batch[i])) ...
 *     if (regenerator_problem(r, &error)) ...             events before a problem were delivered
 *
 * The regenerator runs operators one by one over a buffer of events. Memory grows with open activations (at most REGENERATOR_DEPTH), their loops and setjmps,
 * never with the trace. Events are untrusted: any damage it can detect ends the run with an error that names file, offset, function and block (clew-formats(5),
 * "Errors of event files"). So does a program that would loop for ever without an event. Larus 1990, sections 3 and 4.2.
 *
 * Numbers: addresses (instructions, reads, writes) count from 1 in trace order. Users see them as positions @N; the paper calls their total the length of a
 * trace. Loop and function events stand between addresses and have no number. */
#ifndef CLEW_STREAM_REGENERATE_H
#define CLEW_STREAM_REGENERATE_H

#include "stream/schema.h"
#include "stream/abstract.h"

struct abstract;

enum { REGENERATED_BATCH = 4096, REGENERATOR_DEPTH = 1 << 20 };

/* One event, 8 bytes: the low 3 bits of `what` are the kind. Above them: the length of an INSTRUCTION, the global number of a loop (LOOP_*), or the ordinal of
 * a function (ENTER, LEAVE). address: of the INSTRUCTION; of the location (READ, WRITE; the last INSTRUCTION before made the reference); of the first
 * instruction of the block the edge leads to (LOOP_*; after longjmp, the setjmp's block); of the function (ENTER, LEAVE). */
enum ae_event_kind { AE_INSTRUCTION, AE_READ, AE_WRITE, AE_LOOP_ENTRY, AE_LOOP_BACK, AE_LOOP_EXIT, AE_ENTER, AE_LEAVE };
struct ae_event {
    uint32_t address, what;
};
static inline enum ae_event_kind ae_event_kind(struct ae_event event) { return (enum ae_event_kind)(event.what & 7); }
static inline uint32_t ae_event_value(struct ae_event event) { return event.what >> 3; }
static inline bool ae_event_counts(struct ae_event event) { return (event.what & 7) <= AE_WRITE; }

struct regenerator;

/* events: the whole file, including its head; it must outlive the regenerator. Fails on the identity of another build (the error names both) and, in version 1,
 * without a head. */
CHECKED bool regenerator_open(const struct abstract *program, struct str events, const char *name, struct regenerator **regenerator, struct error *error);
void regenerator_close(struct regenerator *regenerator);

/* The next events, in order; 0: the end, or a problem. Delivers the events of at least one operator if any are left. `capacity` is at least 64 (an operator of
 * many instructions comes in parts). Once 0, always 0. */
size_t regenerator_run(struct regenerator *regenerator, struct ae_event *batch, size_t capacity);
bool regenerator_problem(const struct regenerator *regenerator, struct error *error);      /* why the run ended early; false: it did not */

uint64_t regenerator_number(const struct regenerator *regenerator);     /* addresses delivered so far */
uint64_t regenerator_offset(const struct regenerator *regenerator);     /* bytes of events read so far; grows with the work, for progress */
size_t regenerator_depth(const struct regenerator *regenerator);        /* open activations: frame_count of the state, O(1) */

/* ---- The state between two operators ---- */

struct regenerated_loop {
    uint32_t loop;                      /* global */
    uint64_t iteration, began;          /* from 1; number of the first address after its entry */
};

struct regenerated_frame {              /* one activation, innermost last */
    uint32_t function;
    uint64_t began;                     /* number of its first instruction */
    uint32_t call;                      /* address of the open call in the frame below; 0: code without schema entered it */
    uint32_t at;                        /* its op: the next one for the innermost frame, the call for others */
    uint32_t first_loop, loop_count;    /* of `loops`, outermost first */
};

struct regenerated_state {
    uint64_t number;                    /* addresses before this point */
    uint64_t offset;
    bool in_region;                     /* in code without schema */
    uint32_t values[AE_REGISTERS];
    uint32_t known;                     /* bit by register: the value is the real run's; R0 always */
    const struct regenerated_frame *frames;
    const struct regenerated_loop *loops;
    size_t frame_count, loop_count;
};

/* The state after everything delivered (before an operator that was delivered in part). The arrays live until the next call. O(frames). */
void regenerator_state(struct regenerator *regenerator, struct regenerated_state *state);

/* Runs on without delivering events until the next operator would issue the address `number`, or the end comes. Then regenerator_state gives the state before
 * that operator, and the next events begin with the operator's own. False: the end came first. */
bool regenerator_until(struct regenerator *regenerator, uint64_t number);

/* ---- Checkpoints ---- */

/* Everything needed to continue from here. Immutable; shares suspended activations with earlier checkpoints (reference counts), so a deep recursion is kept
 * only once. bytes: memory added to that of existing checkpoints. */
struct checkpoint;
struct checkpoint *checkpoint_save(struct regenerator *regenerator, size_t *bytes);         /* between operators only; NULL inside one longer than the batch */
void checkpoint_restore(struct regenerator *regenerator, const struct checkpoint *checkpoint);
size_t checkpoint_free(struct checkpoint *checkpoint);                                      /* returns the bytes freed */

/* ---- Shared by the files of this module: the engine ----
 *
 * Code without schema, the end of the run, and the check of a target block's number are operators too, so that the loop only has to choose by operator. */

enum code_kind {
    CODE_ISSUE, CODE_LOAD, CODE_STORE, CODE_UNKNOWN, CODE_CHECK, CODE_GO, CODE_CHOOSE,
    CODE_ADD, CODE_SUBTRACT, CODE_MULTIPLY, CODE_AND, CODE_OR, CODE_XOR, CODE_SHIFT_LEFT, CODE_SHIFT_RIGHT, CODE_SHIFT_ARITHMETIC,
    CODE_MANY,                          /* all instructions but the last of a long operator; the next code has the last */
    CODE_GO_WATCHED,                    /* closes a cycle of blocks that reads no event */
    CODE_SWITCH, CODE_CALL, CODE_RETURN, CODE_FOREIGN, CODE_SETJMP, CODE_INDIRECT,
    CODE_REGION,                        /* in code without schema */
    CODE_END
};

enum {
    CODE_AT_REGION, CODE_AT_END, CODE_FIRST,    /* positions of these in the code */
    CODE_FEW = 24,                      /* most instructions of a code that is not CODE_MANY */
    CODE_LAST = 4,                      /* events that the code after a CODE_MANY writes without checking room */
    CODE_ROOM = 32                      /* events that fit into a batch before each operator begins; further events wait in `pending` */
};

/* Registers that belong to an activation: 16 to 23, 28 to 30 (o32). All others are global. */
#define OWN_REGISTERS 0x70ff0000u
enum { OWN_COUNT = 11 };

/* One operator, 24 bytes. Each operand is the sum of a register and a number: a schema's number has register R0, a schema's register has number 0. So one
 * operator of each kind serves all operands. */
struct code {
    uint8_t kind, reg, a, b;            /* LOAD, STORE: base reg, index a. CHECK, CHOOSE, SWITCH: b bytes of a block number. RETURN: unused */
    uint32_t count;                     /* instructions; CODE_MANY: all but the last */
    uint32_t address;
    uint32_t keep;                      /* registers that stay known after it */
    uint32_t value;                     /* COMPUTE: number of a; LOAD, STORE: offset; CODE_MANY: addresses of the whole operator; SWITCH: edges; RETURN:
                                         * address of its block; FOREIGN, SETJMP: unused */
    uint32_t other;                     /* COMPUTE: number of b; GO, CHOOSE, SWITCH: first edge; CHECK: the block; CALL: function; SETJMP: site */
};

struct code_edge {
    uint32_t code, block, address;      /* its target; if the terminator has read the block's number, code is after the check */
    uint32_t first_annotation, annotation_count;
};

/* A setjmp that ran: immutable, shared by the engine and by checkpoints. */
struct landing {
    uint32_t references;                /* by the engine and by nodes */
    uint32_t kept;                      /* by nodes */
    uint32_t stack_pointer, site;
    uint32_t code;                      /* the setjmp */
    uint32_t known;
    uint32_t values[AE_REGISTERS];
    uint32_t loop_count;
    uint32_t loops[];                   /* open loops, outermost first */
};

/* One activation. It does not change while it is suspended. */
struct engine_frame {
    uint64_t began;
    uint64_t watched;                   /* bytes of events read when it last passed a CODE_GO_WATCHED; UINT64_MAX: it has not yet */
    uint32_t function;
    uint32_t code;                      /* the open call; for the innermost, set only in a region */
    uint32_t first_loop, first_landing;
    uint32_t saved[OWN_COUNT], saved_known;     /* the caller's registers */
    bool from_region;
};

/* The fields that the loop keeps in machine registers. */
struct cursor {
    const struct code *code;
    struct ae_event *out, *origin;      /* out - origin: addresses delivered since `number` */
    const unsigned char *from;          /* next event byte */
    uint32_t known;
};

struct node;

/* Links a regenerator to its checkpoints: the suspended activations at the last save or restore. The link does not keep the node alive: when no checkpoint
 * needs it, it is freed, and the shelf moves down to the activation below. */
struct shelf {
    size_t references;
    struct node *suspended;
};

struct regenerator {
    struct cursor cursor;
    const struct ae_event *batch, *safe, *limit;        /* an operator can begin at or below safe */
    const unsigned char *end;
    bool swap, skipping, failed;
    uint32_t values[AE_REGISTERS];
    uint64_t number;                    /* addresses delivered before origin */
    uint32_t part;                      /* instructions already delivered of the current CODE_MANY */
    uint64_t barren;                    /* events delivered since the last address or byte of events */
    struct engine_frame *frames;
    struct regenerated_loop *loops;
    uint32_t *outer;                    /* by open loop: the previous value of `open` */
    uint32_t *open;                     /* by loop: frame_count at the innermost activation in which it is open; 0: none */
    struct landing **landings;
    size_t frame_count, frame_capacity, loop_count, loop_capacity, outer_capacity, landing_count, landing_capacity;
    size_t landing_loops;               /* total of all landings */
    struct ae_event *pending;           /* events that did not fit, all without numbers */
    size_t pending_first, pending_count, pending_capacity;
    struct shelf *shelf;
    size_t low;                         /* frames suspended since shelf->suspended was set, so its nodes equal them */
    const struct abstract *program;
    const unsigned char *start;
    const char *name;
    struct code *code;
    uint32_t *op_of;                    /* by code: its operator in the abstract program */
    struct code_edge *edges;
    uint32_t *entries;                  /* by function: index of its first operator in code */
    uint32_t code_count;
    struct regenerated_frame *state_frames;
    size_t state_capacity;
    struct error problem;
};

CHECKED bool code_make(struct regenerator *r, struct error *error);

/* The rare cases of the loop. These functions find and leave everything in r->cursor; false: the end, a problem, or (skipping) CODE_MANY. */
bool engine_many(struct regenerator *r);
bool engine_go_watched(struct regenerator *r);
bool engine_switch(struct regenerator *r);
bool engine_call(struct regenerator *r);
bool engine_indirect(struct regenerator *r);
bool engine_return(struct regenerator *r);
bool engine_go(struct regenerator *r);                                     /* edges that are not plain */
bool engine_choose(struct regenerator *r);
bool region_enter(struct regenerator *r);                                   /* FOREIGN, SETJMP */
bool region_step(struct regenerator *r);
bool engine_check(struct regenerator *r);
bool engine_unknown(struct regenerator *r);                                /* at the end of the events */

void engine_loop_put(struct regenerator *r, struct regenerated_loop loop);        /* opens the loop without an event */
void engine_loop_drop(struct regenerator *r);
void engine_landing_drop(struct regenerator *r);
uint64_t engine_number(const struct regenerator *r);

void landing_release(struct landing *landing);

/* Sets the error for events that contradict the schema; returns false. */
bool problem_set(struct regenerator *r, const char *format, ...) FORMATTED(2, 3);      /* the message follows function and block */
uint32_t problem_op(const struct regenerator *r);                           /* the current operator; UINT32_MAX: outside all operators */

static inline uint32_t events_word_at(const unsigned char *at, bool swap)
{
    uint32_t word;
    __builtin_memcpy(&word, at, 4);
    return swap ? __builtin_bswap32(word) : word;
}

static inline uint32_t events_half_at(const unsigned char *at, bool swap)
{
    uint16_t half;
    __builtin_memcpy(&half, at, 2);
    return swap ? __builtin_bswap16(half) : half;
}

static inline size_t events_left(const struct regenerator *r) { return (size_t)(r->end - r->cursor.from); }

#endif
