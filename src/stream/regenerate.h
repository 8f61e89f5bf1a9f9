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
#include "stream/abstract.h"

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
CHECKED bool regenerator_open(const struct abstract *program, struct str events, const char *name, struct regenerator **regenerator, struct error *error);
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

/* ---- Shared by the files of this module: the engine ----
 *
 * Being in code without schema, the end of the run, and the check of a target block's number are operators of their own, so that the loop asks
 * nothing but "which operator". */

enum code_kind {
    CODE_ISSUE, CODE_LOAD, CODE_STORE, CODE_UNKNOWN, CODE_CHECK, CODE_GO, CODE_CHOOSE,
    CODE_ADD, CODE_SUBTRACT, CODE_MULTIPLY, CODE_AND, CODE_OR, CODE_XOR, CODE_SHIFT_LEFT, CODE_SHIFT_RIGHT, CODE_SHIFT_ARITHMETIC,
    CODE_MANY,                          /* all instructions but the last one of an operator of many: what follows has the last */
    CODE_GO_WATCHED,                    /* closes a cycle of blocks that reads no event */
    CODE_SWITCH, CODE_CALL, CODE_RETURN, CODE_FOREIGN, CODE_SETJMP, CODE_INDIRECT,
    CODE_REGION,                        /* in code without schema */
    CODE_END
};

enum {
    CODE_AT_REGION, CODE_AT_END, CODE_FIRST,    /* positions in the code */
    CODE_FEW = 24,                      /* instructions of one that is not CODE_MANY */
    CODE_LAST = 4,                      /* events that the operator behind a CODE_MANY writes without asking */
    CODE_ROOM = 32                      /* events that fit into a batch whenever an operator is begun; what makes more leaves them in `pending` */
};

/* Registers of the activation: 16 to 23, 28 to 30 (o32). All others are global. */
#define OWN_REGISTERS 0x70ff0000u
enum { OWN_COUNT = 11 };

/* One operator, 24 bytes. Operands: a register and a number that are added; where the schema has a number the register is R0, where it has a
 * register the number is 0. So there is one operator of each kind, whatever its operands. */
struct code {
    uint8_t kind, reg, a, b;            /* LOAD, STORE: base reg, index a. CHECK, CHOOSE, SWITCH: b bytes of a block number. RETURN: - */
    uint32_t count;                     /* instructions; CODE_MANY: without the last one */
    uint32_t address;
    uint32_t keep;                      /* registers whose values it leaves known */
    uint32_t value;                     /* COMPUTE: number of a; LOAD, STORE: offset; CODE_MANY: addresses of the whole operator; SWITCH: edges;
                                         * RETURN: address of its block; FOREIGN, SETJMP: - */
    uint32_t other;                     /* COMPUTE: number of b; GO, CHOOSE, SWITCH: first edge; CHECK: the block; CALL: function; SETJMP: site */
};

struct code_edge {
    uint32_t code, block, address;      /* where it goes: code of one that reads the block's number itself is behind the check */
    uint32_t first_annotation, annotation_count;
};

/* A setjmp that was passed: immutable, shared by the engine and by checkpoints. */
struct landing {
    uint32_t references;                /* the engine's and those of nodes */
    uint32_t kept;                      /* those of nodes */
    uint32_t stack_pointer, site;
    uint32_t code;                      /* the setjmp */
    uint32_t known;
    uint32_t values[AE_REGISTERS];
    uint32_t loop_count;
    uint32_t loops[];                   /* open ones, outermost first */
};

/* One activation. Nothing in it changes while it is suspended. */
struct engine_frame {
    uint64_t began;
    uint64_t watched;                   /* bytes of events read when it passed a CODE_GO_WATCHED last; UINT64_MAX: it did not yet */
    uint32_t function;
    uint32_t code;                      /* the call that is open; of the innermost only in a region */
    uint32_t first_loop, first_landing;
    uint32_t saved[OWN_COUNT], saved_known;     /* registers of who called it */
    bool from_region;
};

/* What the loop keeps in registers of the machine. */
struct cursor {
    const struct code *code;
    struct ae_event *out, *origin;      /* out - origin: addresses delivered since `number` */
    const unsigned char *from;          /* next event byte */
    uint32_t known;
};

struct node;

/* Between a regenerator and its checkpoints: the suspended activations as the last save or restore has them. It does not keep the node alive: what
 * no checkpoint needs is freed, and the shelf falls back to the activation below it. */
struct shelf {
    size_t references;
    struct node *suspended;
};

struct regenerator {
    struct cursor cursor;
    const struct ae_event *batch, *safe, *limit;        /* an operator is begun at or below safe */
    const unsigned char *end;
    bool swap, skipping, failed;
    uint32_t values[AE_REGISTERS];
    uint64_t number;                    /* addresses delivered before origin */
    uint32_t part;                      /* instructions delivered of the CODE_MANY at which, or behind which, it stands */
    uint64_t barren;                    /* events delivered since the last address or byte of events */
    struct engine_frame *frames;
    struct regenerated_loop *loops;
    uint32_t *outer;                    /* by open loop: what `open` was before */
    uint32_t *open;                     /* by loop: number of frames with the innermost one in which it is open; 0: none */
    struct landing **landings;
    size_t frame_count, frame_capacity, loop_count, loop_capacity, outer_capacity, landing_count, landing_capacity;
    size_t landing_loops;               /* of all landings */
    struct ae_event *pending;           /* events that did not fit, without numbers */
    size_t pending_first, pending_count, pending_capacity;
    struct shelf *shelf;
    size_t low;                         /* frames that were suspended all the time since shelf->suspended was set: it has them as they are */
    const struct abstract *program;
    const unsigned char *start;
    const char *name;
    struct code *code;
    uint32_t *op_of;                    /* by code: operator of the abstract program */
    struct code_edge *edges;
    uint32_t *entries;                  /* by function: where its code begins */
    uint32_t code_count;
    struct regenerated_frame *state_frames;
    size_t state_capacity;
    struct error problem;
};

CHECKED bool code_make(struct regenerator *r, struct error *error);

/* What the loop does not do itself. They find everything in r->cursor and leave it there; false: the end, a problem, or (skipping) CODE_MANY. */
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
bool engine_unknown(struct regenerator *r);                                /* the events end */

void engine_loop_put(struct regenerator *r, struct regenerated_loop loop);        /* opens it without an event */
void engine_loop_drop(struct regenerator *r);
void engine_landing_drop(struct regenerator *r);
uint64_t engine_number(const struct regenerator *r);

void landing_release(struct landing *landing);

/* What is said when events and schema disagree: answers false. */
bool problem_set(struct regenerator *r, const char *format, ...) FORMATTED(2, 3);      /* behind the function and block */
uint32_t problem_op(const struct regenerator *r);                           /* the operator where it stands; UINT32_MAX: outside of all */

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
