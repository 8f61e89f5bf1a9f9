/* regenerate_inside.h - the parts of the regeneration engine.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     regenerate_code.c       the abstract program as compact operators, made once
 *     regenerate_operators.c  the loop that runs them
 *     regenerate_control.c    calls, returns, edges and their loops
 *     regenerate_region.c     code without schema, setjmp, longjmp
 *     regenerate_problem.c    what is said when events and schema disagree
 *     regenerate.c            opening, batches, jumps, the state
 *     checkpoint.c            saved states that share what was suspended
 *
 * Being in code without schema, the end of the run, and the check of a target block's number are operators of their own, so that the loop asks
 * nothing but "which operator". */
#ifndef CLEW_STREAM_REGENERATE_INSIDE_H
#define CLEW_STREAM_REGENERATE_INSIDE_H

#include "stream/abstract.h"
#include "stream/regenerate.h"

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
struct activation {
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
    struct activation *frames;
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

/* regenerate_code.c */
CHECKED bool code_make(struct regenerator *r, struct error *error);

/* regenerate_operators.c: until cursor.out is above safe; false: the end or a problem. */
bool operators_run(struct regenerator *r);

/* What the loop does not do itself. They find everything in r->cursor and leave it there; false: the end, a problem, or (skipping) CODE_MANY. */
bool engine_many(struct regenerator *r);
bool engine_go_watched(struct regenerator *r);
bool engine_switch(struct regenerator *r);
bool engine_call(struct regenerator *r);
bool engine_indirect(struct regenerator *r);
bool engine_return(struct regenerator *r);
bool engine_edge(struct regenerator *r, const struct code_edge *edge);     /* annotations, then there */
bool engine_go(struct regenerator *r);                                     /* edges that are not plain */
bool engine_choose(struct regenerator *r);
bool region_enter(struct regenerator *r);                                   /* FOREIGN, SETJMP */
bool region_step(struct regenerator *r);
bool engine_check(struct regenerator *r);
bool engine_unknown(struct regenerator *r);                                /* the events end */

/* regenerate_control.c, for regions */
void engine_emit(struct regenerator *r, enum ae_event_kind kind, uint32_t value, uint32_t address);
void engine_issue(struct regenerator *r);
CHECKED bool engine_push(struct regenerator *r, uint32_t function, bool from_region);
void engine_pop(struct regenerator *r, uint32_t address);
void engine_loops_close(struct regenerator *r, size_t count, uint32_t address);   /* until so many are open */
CHECKED bool engine_loop_open(struct regenerator *r, uint32_t loop, uint32_t address);
void engine_loop_put(struct regenerator *r, struct regenerated_loop loop);        /* opens it without an event */
void engine_loop_drop(struct regenerator *r);
void engine_landing_drop(struct regenerator *r);
struct activation *engine_innermost(const struct regenerator *r);
uint64_t engine_number(const struct regenerator *r);

/* checkpoint.c */
void landing_release(struct landing *landing);
void shelf_release(struct shelf *shelf);

/* regenerate_problem.c: all return false */
bool problem_set(struct regenerator *r, const char *format, ...) FORMATTED(2, 3);      /* behind the function and block */
bool problem_early(struct regenerator *r, const char *expected);
bool problem_block(struct regenerator *r, uint32_t found, const struct code_edge *edges, uint32_t count);
bool problem_loop(struct regenerator *r, struct abstract_annotation annotation);
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
