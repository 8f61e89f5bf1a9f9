/* mips.h - what the instrumentor knows of the machine: the parameters of Larus 1990, appendix B, for MIPS o32.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Everything particular to the machine stands in mips.c (registers, instructions), image.c (the code that records) and runtime.s. The rest of
 * the instrumentor asks only what an instruction defines, computes, refers to and where it leads. */
#ifndef CLEW_AE_MIPS_H
#define CLEW_AE_MIPS_H

#include "core/core.h"

enum {
    MIPS_REGISTERS = 32,
    MIPS_SCRATCH = 1,               /* free for the recording code: gcc keeps nothing in it */
    MIPS_BUFFER = 23,               /* points at the next free byte of the events */
    MIPS_STACK = 29, MIPS_LINK = 31,
    MIPS_OPERANDS = 4
};

/* Registers that a call may change: the result is one of them (REGISTER_DEFINED_IN_CALL). */
#define MIPS_CALL_DEFINES 0x8300fffeu

enum mips_kind {
    MIPS_PLAIN,                     /* defines no general register */
    MIPS_DEFINE,                    /* its first operand, by no operation that a schema has */
    MIPS_COMPUTE,                   /* its first operand, see first, binary, second */
    MIPS_LOAD, MIPS_STORE,
    MIPS_BRANCH,                    /* to target or on */
    MIPS_JUMP,                      /* to target */
    MIPS_JUMP_REGISTER,             /* to one of a table; MIPS_RETURN if the register is 31 */
    MIPS_RETURN,
    MIPS_CALL,                      /* of target */
    MIPS_CALL_REGISTER,
    MIPS_REFUSED
};

enum operand_sort { SORT_NONE, SORT_REGISTER = 'R', SORT_INTEGER = 'I', SORT_HIGH = 'H', SORT_LOW = 'L' };
struct mips_operand {
    enum operand_sort sort;
    unsigned reg;
    int64_t value;
    struct str symbol;            /* HIGH, LOW: NAME, NAME+4 */
};

struct instruction {
    struct str text;              /* the whole statement, as the assembler gets it */
    enum mips_kind kind;
    uint32_t defined;               /* general registers, a bit each */
    struct mips_operand first, second;      /* COMPUTE: operands; LOAD and STORE: first is the offset */
    const char *binary;             /* COMPUTE: "+", or NULL: first alone */
    unsigned base;                  /* LOAD, STORE */
    struct str target;            /* BRANCH, JUMP, CALL */
    unsigned reg;                   /* JUMP_REGISTER, CALL_REGISTER */
    uint32_t mentions;              /* all general registers that its text names */
    size_t line;                    /* of the assembly, from 1 */
    bool implied;                   /* not in gcc's text: the nop the assembler puts into a delay slot */
    bool nop;
};

/* Reads one statement. False: an instruction that is not in the table, or one of a form that is not: the message says which. */
CHECKED bool mips_parse(struct str text, struct arena *arena, struct instruction *instruction, struct error *error);

/* "%lo(x+4)" as a symbol: "x+4" is parted into the name "x" and what is added, "+4" (or the null string). */
void mips_part_symbol(struct str expression, struct str *name, struct str *added);

/* Does control not go on to the next instruction only? Calls count: they have a delay slot. */
bool mips_is_control(const struct instruction *instruction);
bool mips_ends_block(const struct instruction *instruction);

/* Options that make gcc's assembly what the instrumentor reads; behind the user's, so that they win. NULL ends them. */
extern const char *const mips_gcc_options[];
extern const char *const mips_old_options[];        /* MIPS I only */
bool mips_option_is_old(const char *option);
/* Why an option of gcc's cannot be had; NULL: it can. */
const char *mips_option_refused(const char *option);
bool mips_option_overridden(const char *option);

#endif
