/* mips.h - the machine parameters of the instrumentor (Larus 1990, appendix B) for MIPS o32.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Only mips.c (registers, instructions), image.c (the code that records) and runtime.s depend on the machine. The rest of the
 * instrumentor needs only what an instruction defines, computes and refers to, and where it leads. */
#ifndef CLEW_AE_MIPS_H
#define CLEW_AE_MIPS_H

#include "core/core.h"

enum {
    MIPS_REGISTERS = 32,
    MIPS_SCRATCH = 1,               /* free for the recording code: gcc does not use it */
    MIPS_BUFFER = 23,               /* points at the next free byte of the events */
    MIPS_STACK = 29, MIPS_LINK = 31,
    MIPS_OPERANDS = 4
};

/* Registers that a call may change: the result is one of them (REGISTER_DEFINED_IN_CALL). */
#define MIPS_CALL_DEFINES 0x8300fffeu

enum mips_kind {
    MIPS_PLAIN,                     /* defines no general register */
    MIPS_DEFINE,                    /* defines its first operand by an operation that a schema cannot express */
    MIPS_COMPUTE,                   /* computes its first operand from first, binary, second */
    MIPS_LOAD, MIPS_STORE,
    MIPS_BRANCH,                    /* to target or to the next instruction */
    MIPS_JUMP,                      /* to target */
    MIPS_JUMP_REGISTER,             /* to an entry of a table; MIPS_RETURN if the register is 31 */
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
    struct str text;              /* the whole statement, for the assembler */
    enum mips_kind kind;
    uint32_t defined;               /* general registers, one bit each */
    struct mips_operand first, second;      /* COMPUTE: operands; LOAD and STORE: first is the offset */
    const char *binary;             /* COMPUTE: "+", or NULL: first alone */
    unsigned base;                  /* LOAD, STORE */
    struct str target;            /* BRANCH, JUMP, CALL */
    unsigned reg;                   /* JUMP_REGISTER, CALL_REGISTER */
    uint32_t mentions;              /* all general registers in its text */
    size_t line;                    /* in the assembly, from 1 */
    bool implied;                   /* not in gcc's text: the nop that the assembler puts into a delay slot */
    bool nop;
};

/* Reads one statement. False: the table does not have the instruction, or not in this form; the message says which. */
CHECKED bool mips_parse(struct str text, struct arena *arena, struct instruction *instruction, struct error *error);

/* Splits the symbol of "%lo(x+4)", that is "x+4", into the name "x" and the addend "+4" (or the null string). */
void mips_part_symbol(struct str expression, struct str *name, struct str *added);

/* May control go anywhere but to the next instruction? Calls count: they have a delay slot. */
bool mips_is_control(const struct instruction *instruction);
bool mips_ends_block(const struct instruction *instruction);

/* Options that make gcc write assembly that the instrumentor can read. They come after the user's, so that they win. NULL ends them. */
extern const char *const mips_gcc_options[];
extern const char *const mips_old_options[];        /* MIPS I only */
bool mips_option_is_old(const char *option);
/* Why ae-cc does not support an option of gcc's; NULL: it does. */
const char *mips_option_refused(const char *option);
bool mips_option_overridden(const char *option);

#endif
