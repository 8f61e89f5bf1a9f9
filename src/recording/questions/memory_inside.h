/* memory_inside.h - what memory*.c share: an instruction's code, and what is kept; private to this folder.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_QUESTIONS_MEMORY_INSIDE_H
#define CLEW_RECORDING_QUESTIONS_MEMORY_INSIDE_H

#include "recording/questions/memory.h"
#include "recording/questions/roles.h"

/* What it does to the stack pointer. */
enum stack_effect {
    STACK_NONE,
    STACK_ADDS,                 /* a constant */
    STACK_FROM_RBP,             /* leave: rsp becomes rbp + 8 */
    STACK_OTHER                 /* its value is the stack pointer's (result), or unknown */
};

struct shape_access {
    bool reads, writes, segment, conditional, unfollowed;
    int8_t base, index;         /* NO_REGISTER */
    uint8_t scale;
    uint32_t size;
    int64_t displacement;       /* with neither register: the address in the run */
    int8_t port;                /* of what it loads; 0: none, or not known */
};

struct shape {
    struct memory_shape all;
    uint8_t count;
    struct shape_access access[MEMORY_ACCESSES];
    int8_t port_of[GENERAL_REGISTERS];  /* the port that a register is used by; 0: none, or not known */
    uint16_t narrow;            /* bits of the registers that it reads one or two bytes of: another instance may have written the rest */
    int8_t result;              /* the register whose new value is the instance's value */
    uint8_t result_size;
    enum stack_effect stack;
    int64_t adds;               /* to rsp */
    int8_t copies;              /* the register whose old value, plus `copied_adds`, is the instance's value: mov and lea */
    int64_t copied_adds;
    bool call, system, repeated, mixed; /* mixed: which of its results its value is depends */
    int8_t string;              /* bytes by which a string instruction moves rsi and rdi, forward or backward; 0: it is none */
    int8_t direction_port;      /* the direction flag's, of a string instruction; 0: not known */
    int8_t direction;           /* 1: it clears the direction flag, -1: it sets it; 0: neither */
};

struct frame_entry {
    bool known;
    uint64_t cfa;
};

/* What a register held when a string instruction used it: the next round of that goes on from there. */
struct round {
    bool known;
    struct node node;
    uint64_t value;
};

struct memory {
    const struct program *program;
    const struct store *store;
    uint64_t run_bias;
    struct shape **shapes;              /* by index; NULL: not asked for yet */
    struct map frames;                  /* first time in a frame -> 1 + index into entries */
    struct frame_entry *entries;
    size_t entry_count, entry_capacity;
    struct map copied;                  /* time of a call or callback (struct piece), and register -> 1 + index into values; 0: nobody copied it */
    uint64_t *values;
    size_t value_count, value_capacity;
    struct links links;                 /* of the node asked for */
    struct node linked;
    bool has_links, uncertain;
    struct round rounds[GENERAL_REGISTERS];     /* by register: the one asked for last */
    unsigned depth;                     /* of frames whose beginning is being looked for */
};

/* run_bias as memory_open has it. */
void shape_read(const struct program *program, uint64_t run_bias, uint64_t index, struct shape *shape);

/* ---- memory.c ---- */

const struct shape *shape_of(struct memory *memory, uint64_t index);       /* the memory's; read once */

#endif
