/* memory_inside.h - what memory*.c share: an instruction's code, and what is kept; private to this folder.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_QUESTIONS_MEMORY_INSIDE_H
#define CLEW_RECORDING_QUESTIONS_MEMORY_INSIDE_H

#include "code/code.h"
#include "recording/questions/memory.h"
#include "recording/questions/roles.h"

struct shape {
    struct memory_shape all;
    struct arch_effects does;           /* addresses are those of the run */
    int8_t load_port[ARCH_ACCESSES];    /* of what an access loads; 0: none, or not known */
    int8_t port_of[GENERAL_REGISTERS];  /* the port that a register is used by; 0: none, or not known */
    int8_t direction_port;              /* the direction flag's, of a string instruction; 0: not known */
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
    const struct arch *arch;
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
