/* template.h - what one instruction reads and writes, by the rules of the architecture.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The recorder logs the reads and writes of VEX's unoptimised IR. Most are the instruction's own; some are artefacts of the translation
 * (VEX keeps flags as a thunk that every flag setter seems to read; `addsd` seems to write the whole register). A template is the
 * corrected sequence (clew-formats(5) 3.2):
 *
 *     flags         one by one, from a table of the architecture, not from VEX; a shift by %cl = 0 defines none
 *     zero idioms   xor, sub, pxor, pcmpeq ... of a register with itself use no data; sbb uses flags only
 *     nop           uses nothing, whatever its operand
 *     scalar SSE    addsd, mulss ... read and write their lane only; pinsr, pextr their element
 *     own results   reading a value that the same instruction wrote before is not a use
 *
 * Ports have the canonical order of clew-formats(5) 3.1, which is the order of their keys. */
#ifndef CLEW_RECORDING_LOG_TEMPLATE_H
#define CLEW_RECORDING_LOG_TEMPLATE_H

#include "recording/state/state.h"

struct decoded;

enum {
    PORT_CONTROL = 0,
    PORT_GENERAL = 1,       /* rax rcx rdx rbx rsp rbp rsi rdi r8 ... r15 */
    PORT_STACK_POINTER = PORT_GENERAL + 4,
    PORT_FS = 17, PORT_GS,
    PORT_FLAGS, PORT_DIRECTION,
    PORT_X87 = 21,          /* register stack elements, in the order in which the instruction reads them */
    PORT_X87_CONTROL = 29,
    PORT_MXCSR,
    PORT_VECTOR = 31,       /* xmm and ymm 0 ... 15 */
    PORT_MEMORY = 64        /* loads in their order; above all registers */
};
/* Carried uses, by skipped code and system calls, after all other ports: one port for each defining instruction, and one for each further execution of
 * it, youngest first. The key is flag, rank, site. */
#define PORT_CARRIED (UINT64_C(1) << 33)
enum { PORT_RANK_BITS = 10, PORT_RANK_SHIFT = 23 };

/* The register file as a small memory (shadow.h): the position of each register's bytes. */
enum {
    BYTE_GENERAL = 0, BYTE_VECTOR = 128, BYTE_X87 = 640, BYTE_FS = 704, BYTE_GS = 712, BYTE_X87_CONTROL = 720, BYTE_MXCSR = 724,
    BYTE_FLAGS = 728,       /* one cell for each flag: CF PF AF ZF SF OF DF */
    BYTE_X87_STATUS = 756,  /* the condition bits, which share a port with the control word */
    REGISTER_BYTES = 760
};

enum step_kind {
    STEP_USE, STEP_DEFINE,                      /* register bytes byte ... byte + size - 1 */
    STEP_USE_INDEXED, STEP_DEFINE_INDEXED,      /* takes 1, the element: register bytes from byte + size * element on */
    STEP_LOAD, STEP_STORE,                      /* takes 6: the address, 0: did not happen */
    STEP_SKIP,                                  /* takes size: logged bytes that nobody needs */
    STEP_FLAGS_USE, STEP_FLAGS_DEFINE,          /* size: mask of enum flag */
    STEP_COUNT,                                 /* takes 1, a count: if (count & size) is 0 this instruction defines no flags */
    STEP_VALUE,                                 /* takes size; byte: how many of these bytes the instruction defined, 0: all */
    STEP_STACK,                                 /* takes 6: the stack pointer after an indirect jump */
    STEP_LOADED, STEP_STORED,                   /* takes size: the bytes of the access whose address comes before them */
    STEP_DISTURBED                              /* the same for a store by the translation, not by the program */
};

struct step {
    uint8_t kind;
    uint16_t byte;
    uint32_t size;
    uint32_t port;              /* uses and loads: key of the port */
    uint32_t number;            /* of the port in the collection; the caller fills it in */
    bool copy;                  /* the data operand of a plain move, as in the save and restore of a register */
};

/* How many bytes of the log a step takes. */
static inline size_t step_bytes(const struct step *step)
{
    switch ((enum step_kind)step->kind) {
    case STEP_USE_INDEXED: case STEP_DEFINE_INDEXED: case STEP_COUNT: return 1;
    case STEP_LOAD: case STEP_STORE: case STEP_STACK: return 6;
    case STEP_SKIP: case STEP_VALUE: case STEP_LOADED: case STEP_STORED: case STEP_DISTURBED: return step->size;
    default: return 0;
    }
}

struct steps {                  /* empty when zeroed */
    struct step *items;
    size_t count, capacity;
};

/* Appends the steps of one instruction, or of its part in one segment, from the log's operations for that part. starts: the part holds
 * the instruction's start (which uses the flags, and defines them unless it is a rep). decoded may be NULL (capstone does not know the
 * bytes): such an instruction uses and defines no flags. True: xsave, xrstor, fxsave or fxrstor, all of the vector and floating-point
 * state at once. */
bool template_append(const struct decoded *decoded, const struct log_operation *operations, size_t count, bool starts, struct steps *steps);

/* Puts the steps of one instruction, from `from` on, into their fastest order: uses with no definition between them by port, so that dependences need no
 * sorting. (Loads take bytes of the log. They have the highest ports, already in order, and stay behind the register uses.) */
void template_order(struct steps *steps, size_t from);

/* About the steps from `from` on. rises: every use has a higher port than the uses before it. leaves: one step is a STEP_STACK. */
bool template_rises(const struct steps *steps, size_t from);
bool template_leaves(const struct steps *steps, size_t from);

/* Does the instruction give the stack pointer a value not made of the old one (run.h, "The stacks of a thread")? Its steps are those from `from` on. */
bool template_moves_stack(const struct decoded *decoded, const struct steps *steps, size_t from);

#endif
