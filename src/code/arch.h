/* arch.h - machines: decoded instructions and their effects, registers, calling conventions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct decoder *decoder = decoder_open();
 *     struct decoded decoded;
 *     if (decoder_decode(decoder, bytes, address, &decoded) && decoded.operation == OPERATION_PUSH) ...
 *
 * Everything that depends on a machine is in that machine's folder of src/code/arch. A folder defines one or more struct arch; arch.c lists them. No other code
 * compares mnemonics or register names: `flow`, `operation` and `traits` say what an instruction is, arch_uses and arch_effects what it does. */
#ifndef CLEW_CODE_ARCH_H
#define CLEW_CODE_ARCH_H

#include "core/core.h"

struct arch;
struct symbols_summary;

/* ---- Instructions ---- */

/* How control leaves an instruction. */
enum flow {
    FLOW_NEXT,       /* to the next instruction only (system calls too) */
    FLOW_BRANCH,     /* conditional, target known: jcc, loop, jrcxz */
    FLOW_JUMP,       /* unconditional, target known */
    FLOW_INDIRECT,   /* unconditional, computed */
    FLOW_CALL,       /* call, target known */
    FLOW_CALL_INDIRECT,
    FLOW_RETURN,
    FLOW_STOP        /* hlt, ud2, int3: execution stops here */
};
bool flow_is_call(enum flow flow);          /* FLOW_CALL or FLOW_CALL_INDIRECT */

/* Flags of x86, one bit each: CF PF AF ZF SF OF DF. */
enum flag { FLAG_CF = 1, FLAG_PF = 2, FLAG_AF = 4, FLAG_ZF = 8, FLAG_SF = 16, FLAG_OF = 32, FLAG_DF = 64, FLAG_ALL = 127 };

/* What an instruction computes, as finely as clew's questions need it. The mnemonics are those of x86. */
enum arch_operation {
    OPERATION_OTHER,
    OPERATION_MOVE, OPERATION_EXTEND,           /* mov; movzx, movsx */
    OPERATION_ADDRESS,                          /* lea: the address of its memory operand; does not access that memory */
    OPERATION_ADD, OPERATION_SUBTRACT, OPERATION_AND, OPERATION_OR, OPERATION_XOR, OPERATION_SHIFT_LEFT, OPERATION_SHIFT_RIGHT,
    OPERATION_MULTIPLY, OPERATION_DIVIDE,       /* imul; div, idiv */
    OPERATION_INCREMENT, OPERATION_NEGATE,      /* inc, dec; neg, not */
    OPERATION_WIDEN,                            /* cdqe: sign-extends a register in place */
    OPERATION_SET, OPERATION_MOVE_IF,           /* setcc; cmovcc */
    OPERATION_COMPARE, OPERATION_TEST, OPERATION_BIT_TEST,
    OPERATION_PUSH, OPERATION_POP,
    OPERATION_LEAVE,                            /* ends a frame: stack pointer and frame pointer become the caller's */
    OPERATION_EXCHANGE,
    OPERATION_NOTHING, OPERATION_LANDING,       /* nop; endbr64: a valid target of computed jumps */
    OPERATION_SYSTEM_CALL
};

/* The condition of a branch after an unsigned comparison: the left number is above the right one, ... */
enum arch_condition { ARCH_OTHER, ARCH_ABOVE, ARCH_NOT_BELOW, ARCH_BELOW, ARCH_NOT_ABOVE };

/* Other properties of instructions, one bit each. */
enum arch_trait {
    TRAIT_MOVES = 1 << 0,               /* copies its source, to a register or to memory, widened or in pieces: mov and its kin, movaps, movzx */
    TRAIT_FETCHES = 1 << 1,             /* from a memory source, its value is the loaded bytes: mov, movss, vmovq */
    TRAIT_CARRIES = 1 << 2,             /* moves, widens, saves or restores, and computes nothing */
    TRAIT_FIRST_ALONE = 1 << 3,         /* writes no general register except its first operand and the stack pointer: most of what compilers emit */
    TRAIT_SEVERAL = 1 << 4,             /* writes several registers, or one that is not an operand: xchg, mul, div, pop */
    TRAIT_READS = 1 << 5,               /* its first operand is not a destination: cmp, push, div */
    TRAIT_FLAGS = 1 << 6,               /* its value is flags only: cmp, test, comisd, vptest */
    TRAIT_PUSHES = 1 << 7, TRAIT_POPS = 1 << 8,     /* moves the stack pointer by the size it stores or loads there; that access is not an operand */
    TRAIT_STRING = 1 << 9,              /* a string instruction, which reads the direction flag */
    TRAIT_REPEATED = 1 << 10,           /* has a rep prefix */
    TRAIT_OTHER_VECTORS = 1 << 11,      /* may write vector registers besides its first operand */
    TRAIT_VECTOR_PART = 1 << 12,        /* writes part of its vector register, not necessarily the lowest bytes */
    TRAIT_SINGLE = 1 << 13,             /* computes four bytes of a vector register */
    TRAIT_GUARD = 1 << 14               /* loads the stack guard, which functions compare with their saved copy before they return */
};

enum operand_kind { OPERAND_REGISTER, OPERAND_MEMORY, OPERAND_IMMEDIATE };

/* One operand, in Intel's order (destination first). Register numbers follow the canonical port order (clew-formats(5) 3.1): 0 rax 1 rcx 2 rdx 3 rbx 4 rsp 5
 * rbp 6 rsi 7 rdi 8..15 r8..r15, 16..31 xmm/ymm0..15, -1 none or another one (see text). */
enum { GENERAL_REGISTERS = 16, REGISTERS = 32, NO_REGISTER = -1 };
struct operand {
    enum operand_kind kind;
    uint8_t size;                    /* bytes; unknown for areas of fxsave, xsave and the like */
    int8_t reg;                      /* register operand */
    bool high_byte;                  /* ah, ch, dh, bh */
    int8_t base, index;              /* memory: registers or -1 */
    bool rip_relative;
    bool segment_based;              /* memory: relative to fs or gs, so not an address by itself */
    uint8_t scale;
    int64_t displacement;            /* memory; rip-relative: the absolute link address */
    int64_t immediate;
};

struct decoded {
    uint8_t length;
    char text[96];                   /* AT&T syntax as objdump has it, "mov    %eax,-0x14(%rbp)"; targets are absolute
                                      * 0x..., addresses relative to rip follow "  # " */
    char mnemonic[20];               /* Intel's, lower case, without suffixes: mov, add, cmovne, movss; for display, not for comparing */
    unsigned code;                   /* capstone's x86_insn number: equal codes are equal mnemonics (movsd and cmpsd are both
                                      * string and vector instructions: string ones have memory operands only) */
    const struct arch *arch;
    enum flow flow;
    enum arch_operation operation;
    enum arch_condition condition;        /* BRANCH */
    uint32_t traits;                 /* bits of enum arch_trait */
    uint64_t target;                 /* BRANCH, JUMP, CALL */
    uint8_t flags_read, flags_written;   /* masks of enum flag, from the architecture's tables; flags_written includes undefined ones */
    uint8_t operands;
    struct operand operand[4];
};

/* Decodes the instruction at `address`; decoder_open is for x86-64. False: no valid instruction in these bytes. Keeps no state and takes about a microsecond:
 * cache answers you need twice. */
struct decoder;
struct decoder *decoder_open(void);      /* NULL only if capstone refuses to start */
struct decoder *decoder_open_for(const struct symbols_summary *summary);       /* for an executable's machine; NULL: clew has none */
bool decoder_knows(const struct symbols_summary *summary);
void decoder_close(struct decoder *decoder);
bool decoder_decode(struct decoder *decoder, struct str bytes, uint64_t address, struct decoded *decoded);

/* Is operand i this general or vector register, whole or in part? */
bool operand_is(const struct decoded *decoded, size_t i, int reg);

/* ---- The registers, flags and memory that an instruction uses ---- */

struct arch_uses {
    uint32_t values, addresses;         /* registers it certainly uses, bit by number */
    uint32_t doubted;                   /* the destination: may use its old value */
    bool segment;                       /* uses fs or gs */
    unsigned flags;                     /* number of flag ports */
    unsigned loads, doubted_loads;
    unsigned others;                    /* ports that may stand between those of flags and of vector registers: x87, its control, mxcsr */
    bool x87;                           /* any number of such ports may follow */
    bool control, rounds;               /* may use mxcsr; for rounding */
};
void arch_uses(const struct decoded *decoded, struct arch_uses *uses);

/* ---- Its effects on memory and registers: the rules of clew-formats(5) 3.5 for values, read backwards ---- */

/* The effect on the stack pointer. */
enum stack_effect {
    STACK_NONE,
    STACK_ADDS,                 /* adds a constant */
    STACK_FROM_FRAME,           /* leave: it becomes the frame pointer's value + 8 */
    STACK_OTHER                 /* it becomes `result`'s value, or an unknown one */
};

enum { ARCH_ACCESSES = 2 };
struct arch_access {
    bool reads, writes, segment, conditional, unfollowed;
    bool relative;              /* the displacement is a link address */
    int8_t base, index;         /* NO_REGISTER */
    uint8_t scale;
    uint32_t size;
    int64_t displacement;       /* without base and index: the address */
};

struct arch_effects {
    uint8_t count;
    struct arch_access access[ARCH_ACCESSES];
    uint16_t narrow;            /* registers from which it reads only one or two bytes, bit by number: another execution may have written the rest */
    int8_t result;              /* the register whose new value is the execution's value */
    uint8_t result_size;
    enum stack_effect stack;
    int64_t adds;               /* to the stack pointer */
    int8_t copies;              /* the register whose old value, plus `copied_adds`, is the execution's value: mov and lea */
    int64_t copied_adds;
    bool call, system, repeated, mixed; /* mixed: its value may be any of several results */
    bool loaded;                /* the low bytes of its value are what it loaded, perhaps widened */
    int8_t string;              /* bytes by which a string instruction moves `moved`, forward or backward; 0: not a string instruction */
    uint32_t moved;             /* registers, bit by number */
    int8_t direction;           /* 1: it clears the direction flag, -1: it sets it; 0: neither */
};
void arch_effects(const struct decoded *decoded, struct arch_effects *effects);

/* ---- Errors and gaps in Valgrind's translation of it (recording/log/template.h) ---- */

struct arch_correction {
    bool idiom, nop;                /* idiom: the result does not depend on the register contents; nop: uses nothing */
    bool bit_test;                  /* works on a pushed copy, so its stack accesses are not the program's */
    bool writes_second_byte, reads_second_byte;     /* only the second byte of register 0: lahf, sahf */
    int8_t also_used;               /* a register missing from the translation; -1: none */
    int8_t ignored;                 /* a register it does not read; -1: none */
    unsigned half_byte, half_size;  /* of each vector operand it reads this half only; size 0: all of it */
    unsigned value_width;           /* of its value; 0: as logged */
    unsigned lane;                  /* the width on which a scalar instruction works; 0: it is not scalar */
    unsigned insert_byte, insert_size, extract_byte, extract_size;      /* the vector element it writes, or reads; size 0: none */
    bool area, restores;            /* stores, or loads, the whole vector and floating-point state; for a load what it fetches counts */
    bool copies;                    /* copies its data operand unchanged: it saves or restores a register */
    int8_t copied_from, copied_to;  /* the data operand's registers; -1: memory; of `area` all vector registers */
    bool leaves_flags;              /* a shift by 0 */
};
void arch_correct(const struct decoded *decoded, struct arch_correction *correction);

/* ---- Machines ---- */

struct arch_text;
struct branch;
struct code_instruction;
struct disassembler;

/* A machine. Text needs `text`; a walk over code (instructions.h) `branch` or `read`; flow graphs `open`, `close`, `decode` and `length`; recordings all but
 * `ends` (without it no system call ends the program). A machine without a decoder leaves out everything from `open` on. */
struct arch {
    const char *name;                   /* "x86-64" */
    unsigned machines[4];               /* e_machine of its ELF files; 0 ends */
    const char *registers[REGISTERS];   /* the general registers as people write them, by number: "$rax"; NULL: not given */
    const char *halves[REGISTERS];      /* their lower halves: "$eax"; NULL: none */

    /* Code, one instruction after the other; branches by the bits of the machine's manual. A conditional branch can also fall through: one that always or never
     * branches is not conditional, nor is an instruction that runs under a condition without changing control. */
    bool (*text)(const struct symbols_summary *summary, struct arch_text *text);        /* false: capstone does not have it */
    bool (*lengths)(uint32_t flags, bool *branches);            /* by e_flags: does clew know the lengths, and the branches? NULL: both */
    bool (*code_little)(uint32_t flags);                        /* is code little-endian whatever the data is? NULL: no */
    struct branch (*branch)(uint32_t word, uint64_t address);   /* for four-byte words, each an instruction */
    struct branch (*read)(struct disassembler *disassembler, struct str bytes, struct code_instruction *out);    /* for other code: also size and validity */
    bool (*annuls)(uint32_t word);      /* a branch whose delay slot does not run on fall-through; NULL: none, or not modelled */
    const char *nothing[4];             /* texts of instructions that do nothing and align code */
    bool (*is_padding)(struct str bytes);                     /* the same by their bytes */

    /* One instruction, decoded. Decoders begin with struct decoder (machines.h). */
    struct decoder *(*open)(void);
    void (*close)(struct decoder *decoder);
    bool (*decode)(struct decoder *decoder, struct str bytes, uint64_t address, struct decoded *decoded);
    size_t (*length)(struct decoder *decoder, struct str bytes);      /* makes no text; 0: no instruction */
    bool (*ends)(uint64_t number);      /* a system call that does not return */
    int8_t system_number;               /* the register that holds the system call's number */
    int8_t stack_pointer, frame_pointer;
    uint32_t saved;                     /* registers that a function restores for its caller, bit by number; includes the stack pointer */

    /* For recordings. */
    int8_t result, vector_result, first_argument;               /* of functions */
    bool (*begins_frame)(struct str code);                    /* does the function first set up a frame pointer, which then stays in place? */
    void (*uses)(const struct decoded *decoded, struct arch_uses *uses);
    void (*effects)(const struct decoded *decoded, struct arch_effects *effects);
    void (*correct)(const struct decoded *decoded, struct arch_correction *correction);
};

const struct arch *arch_of_machine(unsigned machine);       /* by e_machine; NULL: unknown */
extern const struct arch arch_x86_64, arch_mips;        /* the machines of recordings and of address streams; arch_of_machine finds the others */

#endif
