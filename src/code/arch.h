/* arch.h - machines: their instructions, decoded, and what these do; registers and calling conventions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct decoder *decoder = decoder_open();
 *     struct decoded decoded;
 *     if (decoder_decode(decoder, bytes, address, &decoded) && decoded.operation == OPERATION_PUSH) ...
 *
 * All that depends on a machine is in its folder of src/code/arch, which gives one struct arch or several; arch.c lists them. Outside of these folders nothing
 * compares mnemonics or names of registers: `flow`, `operation` and `traits` of an instruction say what it is, arch_uses and arch_effects what it does. */
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
    FLOW_STOP        /* hlt, ud2, int3: does not go on */
};
bool flow_is_call(enum flow flow);          /* either of the two */

/* Flags of x86, one bit each: CF PF AF ZF SF OF DF. */
enum flag { FLAG_CF = 1, FLAG_PF = 2, FLAG_AF = 4, FLAG_ZF = 8, FLAG_SF = 16, FLAG_OF = 32, FLAG_DF = 64, FLAG_ALL = 127 };

/* What an instruction computes, as far as any question tells it apart. The mnemonics are those of x86. */
enum arch_operation {
    OPERATION_OTHER,
    OPERATION_MOVE, OPERATION_EXTEND,           /* mov; movzx, movsx */
    OPERATION_ADDRESS,                          /* lea: the address of its memory operand, which it leaves alone */
    OPERATION_ADD, OPERATION_SUBTRACT, OPERATION_AND, OPERATION_OR, OPERATION_XOR, OPERATION_SHIFT_LEFT, OPERATION_SHIFT_RIGHT,
    OPERATION_MULTIPLY, OPERATION_DIVIDE,       /* imul; div, idiv */
    OPERATION_INCREMENT, OPERATION_NEGATE,      /* inc, dec; neg, not */
    OPERATION_WIDEN,                            /* cdqe: a register's own sign */
    OPERATION_SET, OPERATION_MOVE_IF,           /* setcc; cmovcc */
    OPERATION_COMPARE, OPERATION_TEST, OPERATION_BIT_TEST,
    OPERATION_PUSH, OPERATION_POP,
    OPERATION_LEAVE,                            /* the end of a frame: stack pointer and frame pointer become the caller's */
    OPERATION_EXCHANGE,
    OPERATION_NOTHING, OPERATION_LANDING,       /* nop; endbr64: a place that computed jumps may lead to */
    OPERATION_SYSTEM_CALL
};

/* When a branch that compares without sign is taken: the left number is above the right one, ... */
enum arch_condition { ARCH_OTHER, ARCH_ABOVE, ARCH_NOT_BELOW, ARCH_BELOW, ARCH_NOT_ABOVE };

/* What else is asked of instructions, one bit each. */
enum arch_trait {
    TRAIT_MOVES = 1 << 0,               /* copies its source, to a register or to memory, widened or in pieces: mov and its kin, movaps, movzx */
    TRAIT_FETCHES = 1 << 1,             /* of a memory source its value is what lies there: mov, movss, vmovq */
    TRAIT_CARRIES = 1 << 2,             /* moves, widens, saves or restores, and computes nothing */
    TRAIT_FIRST_ALONE = 1 << 3,         /* writes no general register but its first operand and the stack pointer: what compilers write mostly */
    TRAIT_SEVERAL = 1 << 4,             /* writes several registers, or one that is no operand: xchg, mul, div, pop */
    TRAIT_READS = 1 << 5,               /* its first operand is no destination: cmp, push, div */
    TRAIT_FLAGS = 1 << 6,               /* flags are all its value: cmp, test, comisd, vptest */
    TRAIT_PUSHES = 1 << 7, TRAIT_POPS = 1 << 8,     /* moves the stack pointer by what it stores or loads there, which is no operand */
    TRAIT_STRING = 1 << 9,              /* a string instruction, which reads the direction flag */
    TRAIT_REPEATED = 1 << 10,           /* one with a rep prefix */
    TRAIT_OTHER_VECTORS = 1 << 11,      /* may write vector registers besides its first operand */
    TRAIT_VECTOR_PART = 1 << 12,        /* writes a part of its vector register that need not be the lowest bytes */
    TRAIT_SINGLE = 1 << 13,             /* computes four bytes of a vector register */
    TRAIT_GUARD = 1 << 14               /* loads the stack guard, with which functions compare what they saved as they return */
};

enum operand_kind { OPERAND_REGISTER, OPERAND_MEMORY, OPERAND_IMMEDIATE };

/* One operand, in Intel's order (destination first). Registers are numbered as the canonical port order has them (clew-formats(5) 3.1): 0 rax 1 rcx 2 rdx
 * 3 rbx 4 rsp 5 rbp 6 rsi 7 rdi 8..15 r8..r15, 16..31 xmm/ymm0..15, -1 none or another one (see text). */
enum { GENERAL_REGISTERS = 16, REGISTERS = 32, NO_REGISTER = -1 };
struct operand {
    enum operand_kind kind;
    uint8_t size;                    /* bytes; areas of fxsave, xsave and the like: unknown */
    int8_t reg;                      /* register operand */
    bool high_byte;                  /* ah, ch, dh, bh */
    int8_t base, index;              /* memory: registers or -1 */
    bool rip_relative;
    bool segment_based;              /* memory: relative to fs or gs, not an address by itself */
    uint8_t scale;
    int64_t displacement;            /* memory; rip-relative: the absolute link address */
    int64_t immediate;
};

struct decoded {
    uint8_t length;
    char text[96];                   /* AT&T syntax as objdump has it, "mov    %eax,-0x14(%rbp)"; targets are absolute
                                      * 0x..., addresses relative to rip stand behind "  # " */
    char mnemonic[20];               /* Intel's, lower case, without suffixes: mov, add, cmovne, movss; to be shown, not to be compared */
    unsigned code;                   /* capstone's x86_insn number: equal codes are equal mnemonics (movsd and cmpsd are both
                                      * string and vector instructions: string ones have memory operands only) */
    const struct arch *arch;
    enum flow flow;
    enum arch_operation operation;
    enum arch_condition condition;        /* BRANCH */
    uint32_t traits;                 /* of enum arch_trait */
    uint64_t target;                 /* BRANCH, JUMP, CALL */
    uint8_t flags_read, flags_written;   /* masks of enum flag, by the architecture's tables, also for undefined ones (written) */
    uint8_t operands;
    struct operand operand[4];
};

/* Decodes one instruction, of x86-64 with decoder_open, that stands at `address`; false: no valid instruction in these bytes. Keeps no state, about
 * a microsecond: cache what you ask twice. */
struct decoder;
struct decoder *decoder_open(void);      /* NULL only if capstone refuses to start */
struct decoder *decoder_open_for(const struct symbols_summary *summary);       /* of an executable's machine; NULL: none for that */
bool decoder_knows(const struct symbols_summary *summary);
void decoder_close(struct decoder *decoder);
bool decoder_decode(struct decoder *decoder, struct str bytes, uint64_t address, struct decoded *decoded);

/* Is operand i this general or vector register, whole or in part? */
bool operand_is(const struct decoded *decoded, size_t i, int reg);

/* ---- What an instruction uses ---- */

struct arch_uses {
    uint32_t values, addresses;         /* registers used for certain, bit by number */
    uint32_t doubted;                   /* the destination: its old value may be used */
    bool segment;                       /* fs or gs */
    unsigned flags;                     /* ports of flags */
    unsigned loads, doubted_loads;
    unsigned others;                    /* ports between flags and vector registers that may be there: x87, its control, mxcsr */
    bool x87;                           /* any number of such ports may be there */
    bool control, rounds;               /* it may use mxcsr; for rounding */
};
void arch_uses(const struct decoded *decoded, struct arch_uses *uses);

/* ---- What it does to memory and registers: the rules of clew-formats(5) 3.5 for values, read backwards ---- */

/* What it does to the stack pointer. */
enum stack_effect {
    STACK_NONE,
    STACK_ADDS,                 /* a constant */
    STACK_FROM_FRAME,           /* leave: it becomes the frame pointer's value + 8 */
    STACK_OTHER                 /* its value is the stack pointer's (result), or unknown */
};

enum { ARCH_ACCESSES = 2 };
struct arch_access {
    bool reads, writes, segment, conditional, unfollowed;
    bool relative;              /* the displacement is a link address */
    int8_t base, index;         /* NO_REGISTER */
    uint8_t scale;
    uint32_t size;
    int64_t displacement;       /* with neither register: the address */
};

struct arch_effects {
    uint8_t count;
    struct arch_access access[ARCH_ACCESSES];
    uint16_t narrow;            /* bits of the registers that it reads one or two bytes of: another instance may have written the rest */
    int8_t result;              /* the register whose new value is the instance's value */
    uint8_t result_size;
    enum stack_effect stack;
    int64_t adds;               /* to the stack pointer */
    int8_t copies;              /* the register whose old value, plus `copied_adds`, is the instance's value: mov and lea */
    int64_t copied_adds;
    bool call, system, repeated, mixed; /* mixed: which of its results its value is depends */
    bool loaded;                /* the low bytes of its value are what it loaded, perhaps widened */
    int8_t string;              /* bytes by which a string instruction moves `moved`, forward or backward; 0: it is none */
    uint32_t moved;             /* registers, bit by number */
    int8_t direction;           /* 1: it clears the direction flag, -1: it sets it; 0: neither */
};
void arch_effects(const struct decoded *decoded, struct arch_effects *effects);

/* ---- What Valgrind's translation of it has wrong, or does not tell (recording/log/template.h) ---- */

struct arch_correction {
    bool idiom, nop;                /* the result does not depend on what the registers hold; it uses nothing */
    bool bit_test;                  /* done on a copy that is pushed, of which nothing is the program's */
    bool writes_second_byte, reads_second_byte;     /* of register 0, and nothing else of it: lahf, sahf */
    int8_t also_used;               /* a register that the translation does not name; -1: none */
    int8_t ignored;                 /* a register that is not read; -1: none */
    unsigned half_byte, half_size;  /* of each vector operand only this half is read; size 0: all of it */
    unsigned value_width;           /* of the value; 0: as logged */
    unsigned lane;                  /* the width that a scalar instruction works on; 0: no such instruction */
    unsigned insert_byte, insert_size, extract_byte, extract_size;      /* the element of a vector that is written, or read; size 0: none */
    bool area, restores;            /* all of the vector and floating-point state at once is stored; or loaded: of that what counts is what is fetched */
    bool copies;                    /* its data operand is copied unchanged: what saves and restores registers */
    int8_t copied_from, copied_to;  /* the data operand's registers; -1: memory; of `area` all vector registers */
    bool leaves_flags;              /* a shift by 0 */
};
void arch_correct(const struct decoded *decoded, struct arch_correction *correction);

/* ---- Machines ---- */

struct arch_text;
struct branch;
struct code_instruction;
struct disassembler;

/* A machine. Text needs `text`, a walk over code (instructions.h) `branch` or `read`, flow graphs `open`, `close`, `decode`, `length`, and recordings all of
 * it but `ends`, without which no system call ends the program. A machine without a decoder leaves out everything from `open` on. */
struct arch {
    const char *name;                   /* "x86-64" */
    unsigned machines[4];               /* e_machine of its ELF files; 0 ends */
    const char *registers[REGISTERS];   /* names of the general ones, by number, as people write them: "$rax"; NULL: that is not told */
    const char *halves[REGISTERS];      /* of their lower halves: "$eax"; NULL: they have none */

    /* Code, one instruction after the other: branches by the bits of the machine's manual. A conditional branch may go on behind itself: what always or never
     * branches is none, and neither is an instruction that runs under a condition but leaves control alone. */
    bool (*text)(const struct symbols_summary *summary, struct arch_text *text);        /* false: capstone does not have it */
    bool (*lengths)(uint32_t flags, bool *branches);            /* by e_flags: are lengths known, and branches? NULL: both are */
    bool (*code_little)(uint32_t flags);                        /* is code little-endian whatever data is? NULL: no */
    struct branch (*branch)(uint32_t word, uint64_t address);   /* of words of four bytes that are instructions */
    struct branch (*read)(struct disassembler *disassembler, struct str bytes, struct code_instruction *out);    /* of others: size and validity too */
    bool (*annuls)(uint32_t word);      /* a branch whose delay slot does not run where it falls through; NULL: none does, or it is not told */
    const char *nothing[4];             /* texts of instructions that do nothing, with which code is aligned */
    bool (*is_padding)(struct str bytes);                     /* or by their bytes */

    /* One instruction, decoded. Decoders begin with struct decoder (machines.h). */
    struct decoder *(*open)(void);
    void (*close)(struct decoder *decoder);
    bool (*decode)(struct decoder *decoder, struct str bytes, uint64_t address, struct decoded *decoded);
    size_t (*length)(struct decoder *decoder, struct str bytes);      /* without making text; 0: no instruction */
    bool (*ends)(uint64_t number);      /* a system call that does not come back */
    int8_t system_number;               /* the register that says which system call it is */
    int8_t stack_pointer, frame_pointer;
    uint32_t saved;                     /* registers that a function gives back to its caller, bit by number, the stack pointer too */

    /* What recordings ask. */
    int8_t result, vector_result, first_argument;               /* of functions */
    bool (*begins_frame)(struct str code);                    /* code of a function that makes the frame pointer first, so that it stays in its place */
    void (*uses)(const struct decoded *decoded, struct arch_uses *uses);
    void (*effects)(const struct decoded *decoded, struct arch_effects *effects);
    void (*correct)(const struct decoded *decoded, struct arch_correction *correction);
};

const struct arch *arch_of_machine(unsigned machine);       /* e_machine; NULL: not known */
extern const struct arch arch_x86_64, arch_mips;        /* the machines of recordings and of address streams; arch_of_machine leads to the others */

#endif
