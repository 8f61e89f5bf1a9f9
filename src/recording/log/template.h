/* template.h - what one instruction reads and writes, by the rules of the architecture.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The recorder logs the reads and writes of VEX's unoptimised IR. Most are the instruction's own; some are artefacts of the translation
 * (flags are kept as a thunk that every flag setter seems to read; `addsd` seems to write the whole register). A template is the
 * corrected sequence (clew-formats(5) 3.2):
 *
 *     flags         from a table of the architecture, not from VEX; one by one; a shift by %cl = 0 defines none
 *     zero idioms   xor, sub, pxor, pcmpeq ... of a register with itself use no data; sbb only flags
 *     nop           uses nothing, whatever operand it has
 *     scalar SSE    addsd, mulss ... read and write their lane only; pinsr, pextr their element
 *     reads of what the instruction itself wrote before are no uses
 *
 * Ports have the canonical order of clew-formats(5) 3.1, which is the order of their keys. */
#ifndef CLEW_RECORDING_LOG_TEMPLATE_H
#define CLEW_RECORDING_LOG_TEMPLATE_H

#include "recording/log/log_reader.h"

struct decoded;

enum {
    PORT_CONTROL = 0,
    PORT_GENERAL = 1,       /* rax rcx rdx rbx rsp rbp rsi rdi r8 ... r15 */
    PORT_STACK_POINTER = PORT_GENERAL + 4,
    PORT_FS = 17, PORT_GS,
    PORT_FLAGS, PORT_DIRECTION,
    PORT_X87 = 21,          /* register stack elements, in the order the instruction reads them */
    PORT_X87_CONTROL = 29,
    PORT_MXCSR,
    PORT_VECTOR = 31,       /* xmm and ymm 0 ... 15 */
    PORT_MEMORY = 64        /* loads in their order; above all registers */
};
/* What skipped code and system calls used, behind all others: a port for each defining instruction, and for each further instance of it,
 * youngest first. Flag, rank, site. */
#define PORT_CARRIED (UINT64_C(1) << 33)
enum { PORT_RANK_BITS = 10, PORT_RANK_SHIFT = 23 };

/* The register file as a small memory (shadow.h): where each register's bytes lie. */
enum {
    BYTE_GENERAL = 0, BYTE_VECTOR = 128, BYTE_X87 = 640, BYTE_FS = 704, BYTE_GS = 712, BYTE_X87_CONTROL = 720, BYTE_MXCSR = 724,
    BYTE_FLAGS = 728,       /* a cell a flag: CF PF AF ZF SF OF DF */
    BYTE_X87_STATUS = 756,  /* the condition bits, which share a port with the control word */
    REGISTER_BYTES = 760
};

enum step_kind {
    STEP_USE, STEP_DEFINE,                      /* register bytes byte ... byte + size - 1 */
    STEP_USE_INDEXED, STEP_DEFINE_INDEXED,      /* takes 1: the element; byte + size * element */
    STEP_LOAD, STEP_STORE,                      /* takes 6: the address, 0: did not happen */
    STEP_SKIP,                                  /* takes size: logged, of no use */
    STEP_FLAGS_USE, STEP_FLAGS_DEFINE,          /* size: mask of enum flag */
    STEP_COUNT,                                 /* takes 1: if (it & size) is 0 this instruction defines no flags */
    STEP_VALUE,                                 /* takes size; byte: how many of these the instruction defined, 0: all */
    STEP_STACK,                                 /* takes 6: the stack pointer behind an indirect jump */
    STEP_LOADED, STEP_STORED,                   /* takes size: the bytes of the access whose address stands before them */
    STEP_DISTURBED                              /* the same of a store that is the translation's, not the program's */
};

struct step {
    uint8_t kind;
    uint16_t byte;
    uint32_t size;
    uint32_t port;              /* uses and loads: key of the port */
    uint32_t number;            /* and its number in the collection: the caller's to fill */
    bool copy;                  /* the data operand of a plain move: where saved registers go and come from */
};

/* What it takes of the log. */
static inline size_t step_bytes(const struct step *step)
{
    switch ((enum step_kind)step->kind) {
    case STEP_USE_INDEXED: case STEP_DEFINE_INDEXED: case STEP_COUNT: return 1;
    case STEP_LOAD: case STEP_STORE: case STEP_STACK: return 6;
    case STEP_SKIP: case STEP_VALUE: case STEP_LOADED: case STEP_STORED: case STEP_DISTURBED: return step->size;
    default: return 0;
    }
}

struct steps {                  /* zeroed is empty */
    struct step *items;
    size_t count, capacity;
};

/* Appends the steps of one instruction, or of the part of it that lies in one segment, from the operations the log has for that part.
 * `starts`: the part holds the instruction's start (flags are used there, and defined there unless it is a rep). decoded may be NULL
 * (bytes that capstone does not know): such an instruction uses and defines no flags. True: xsave, xrstor, fxsave or fxrstor, all of
 * the vector and floating-point state at once. */
bool template_append(const struct decoded *decoded, const struct log_operation *operations, size_t count, bool starts, struct steps *steps);

/* Brings the steps from `from` on, of one instruction, into the order in which they run fastest: uses between which nothing is defined, by their ports, so that
 * what is found needs no sorting. (Loads, which take of the log, have the highest ports, in their order already, and stay behind what goes ahead of them.) */
void template_order(struct steps *steps, size_t from);

/* Of the steps from `from` on: every use is of a higher port than those before it; one of them is a STEP_STACK. */
bool template_rises(const struct steps *steps, size_t from);
bool template_leaves(const struct steps *steps, size_t from);

/* Does it give the stack pointer a value that is not made of the old one (run.h, "The stacks of a thread")? steps: its own, from `from` on. */
bool template_moves_stack(const struct decoded *decoded, const struct steps *steps, size_t from);

#endif
