/* memory_inside.h - what is known of an instruction's code; private to this folder.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_ANALYSIS_MEMORY_INSIDE_H
#define CLEW_ANALYSIS_MEMORY_INSIDE_H

#include "analysis/memory.h"
#include "analysis/roles.h"

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

/* run_bias as memory_open has it. */
void shape_read(const struct program *program, uint64_t run_bias, uint64_t index, struct shape *shape);

#endif
