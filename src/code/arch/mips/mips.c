/* mips.c - MIPS: what an instruction does to registers and memory, and where it leads.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * MIPS I to MIPS32 release 2, without coprocessor 2's own instructions, microMIPS and the DSP extension. One table: a page of 64 rows for each field that tells
 * instructions apart, one row for each instruction. clew checks the bits that must be zero, so that it does not take other words for instructions. */
#include "code/machines.h"

#include <capstone/capstone.h>
#include <elf.h>

/* Fields of a word, and flags of a row. */
enum { RS = 31 << 21, RT = 31 << 16, RD = 31 << 11, SA = 31 << 6, FUNCTION = 63 };
enum { RT_SHIFT = 16, RD_SHIFT = 11, SA_SHIFT = 6, RS_SHIFT = 21, OPCODE_SHIFT = 26 };
enum page { MAIN, SPECIAL, REGIMM, SPECIAL2, SPECIAL3, BYTES, COP0, COP1, COP1X, PAGES };
enum defines { UNKNOWN, NOTHING, IN_RD, IN_RT, IN_31, BY_KERNEL };
enum does { LOAD = 1, STORE = 2, LEFT = 4, RIGHT = 8, BRANCH = 16, CALL = 32, JUMP_REGISTER = 64 };

/* A Linux system call of o32 leaves its result in 2 and 7 and may use the temporaries: 1, 3, 8 to 15, 24, 25. */
static const uint32_t KERNEL_REGISTERS = 0x0300ff8e, ALL_BUT_ZERO = ~(uint32_t)1;

struct row {
    uint8_t defines, does, size;
    uint32_t zero;               /* bits that must be zero */
    uint32_t reads;              /* fields of general registers that it reads */
};

static const struct row table[PAGES][64] = {
    [MAIN] = {
        [002] = {NOTHING, BRANCH, 0, 0, 0},                      /* j */
        [003] = {IN_31, CALL, 0, 0, 0},                          /* jal */
        [004] = {NOTHING, BRANCH, 0, 0, RS | RT},                /* beq */
        [005] = {NOTHING, BRANCH, 0, 0, RS | RT},                /* bne */
        [006] = {NOTHING, BRANCH, 0, RT, RS},                    /* blez */
        [007] = {NOTHING, BRANCH, 0, RT, RS},                    /* bgtz */
        [010] = {IN_RT, 0, 0, 0, RS},                            /* addi */
        [011] = {IN_RT, 0, 0, 0, RS},                            /* addiu */
        [012] = {IN_RT, 0, 0, 0, RS},                            /* slti */
        [013] = {IN_RT, 0, 0, 0, RS},                            /* sltiu */
        [014] = {IN_RT, 0, 0, 0, RS},                            /* andi */
        [015] = {IN_RT, 0, 0, 0, RS},                            /* ori */
        [016] = {IN_RT, 0, 0, 0, RS},                            /* xori */
        [017] = {IN_RT, 0, 0, RS, 0},                            /* lui */
        [024] = {NOTHING, BRANCH, 0, 0, RS | RT},                /* beql */
        [025] = {NOTHING, BRANCH, 0, 0, RS | RT},                /* bnel */
        [026] = {NOTHING, BRANCH, 0, RT, RS},                    /* blezl */
        [027] = {NOTHING, BRANCH, 0, RT, RS},                    /* bgtzl */
        [040] = {IN_RT, LOAD, 1, 0, RS},                         /* lb */
        [041] = {IN_RT, LOAD, 2, 0, RS},                         /* lh */
        [042] = {IN_RT, LOAD | LEFT, 4, 0, RS | RT},             /* lwl */
        [043] = {IN_RT, LOAD, 4, 0, RS},                         /* lw */
        [044] = {IN_RT, LOAD, 1, 0, RS},                         /* lbu */
        [045] = {IN_RT, LOAD, 2, 0, RS},                         /* lhu */
        [046] = {IN_RT, LOAD | RIGHT, 4, 0, RS | RT},            /* lwr */
        [050] = {NOTHING, STORE, 1, 0, RS | RT},                 /* sb */
        [051] = {NOTHING, STORE, 2, 0, RS | RT},                 /* sh */
        [052] = {NOTHING, STORE | LEFT, 4, 0, RS | RT},          /* swl */
        [053] = {NOTHING, STORE, 4, 0, RS | RT},                 /* sw */
        [056] = {NOTHING, STORE | RIGHT, 4, 0, RS | RT},         /* swr */
        [057] = {NOTHING, 0, 0, 0, RS},                          /* cache */
        [060] = {IN_RT, LOAD, 4, 0, RS},                         /* ll */
        [061] = {NOTHING, LOAD, 4, 0, RS},                       /* lwc1 */
        [062] = {NOTHING, LOAD, 4, 0, RS},                       /* lwc2 */
        [063] = {NOTHING, 0, 0, 0, RS},                          /* pref */
        [065] = {NOTHING, LOAD, 8, 0, RS},                       /* ldc1 */
        [066] = {NOTHING, LOAD, 8, 0, RS},                       /* ldc2 */
        [070] = {IN_RT, STORE, 4, 0, RS | RT},                   /* sc */
        [071] = {NOTHING, STORE, 4, 0, RS},                      /* swc1 */
        [072] = {NOTHING, STORE, 4, 0, RS},                      /* swc2 */
        [075] = {NOTHING, STORE, 8, 0, RS},                      /* sdc1 */
        [076] = {NOTHING, STORE, 8, 0, RS},                      /* sdc2 */
    },
    [SPECIAL] = {
        [000] = {IN_RD, 0, 0, RS, RT},                           /* sll, nop */
        [001] = {IN_RD, 0, 0, 1 << 17 | SA, RS | RD},            /* movf, movt */
        [002] = {IN_RD, 0, 0, RS & ~(1 << RS_SHIFT), RT},        /* srl, rotr */
        [003] = {IN_RD, 0, 0, RS, RT},                           /* sra */
        [004] = {IN_RD, 0, 0, SA, RS | RT},                      /* sllv */
        [006] = {IN_RD, 0, 0, SA & ~(1 << SA_SHIFT), RS | RT},   /* srlv, rotrv */
        [007] = {IN_RD, 0, 0, SA, RS | RT},                      /* srav */
        [010] = {NOTHING, JUMP_REGISTER, 0, RT | RD, RS},        /* jr, jr.hb */
        [011] = {IN_RD, CALL, 0, RT, RS},                        /* jalr, jalr.hb */
        [012] = {IN_RD, 0, 0, SA, RS | RT | RD},                 /* movz */
        [013] = {IN_RD, 0, 0, SA, RS | RT | RD},                 /* movn */
        [014] = {BY_KERNEL, 0, 0, 0, 0},                         /* syscall */
        [015] = {NOTHING, 0, 0, 0, 0},                           /* break */
        [017] = {NOTHING, 0, 0, RS | RT | RD, 0},                /* sync */
        [020] = {IN_RD, 0, 0, RS | RT | SA, 0},                  /* mfhi */
        [021] = {NOTHING, 0, 0, RT | RD | SA, RS},               /* mthi */
        [022] = {IN_RD, 0, 0, RS | RT | SA, 0},                  /* mflo */
        [023] = {NOTHING, 0, 0, RT | RD | SA, RS},               /* mtlo */
        [030] = {NOTHING, 0, 0, RD | SA, RS | RT},               /* mult */
        [031] = {NOTHING, 0, 0, RD | SA, RS | RT},               /* multu */
        [032] = {NOTHING, 0, 0, RD | SA, RS | RT},               /* div */
        [033] = {NOTHING, 0, 0, RD | SA, RS | RT},               /* divu */
        [040] = {IN_RD, 0, 0, SA, RS | RT},                      /* add */
        [041] = {IN_RD, 0, 0, SA, RS | RT},                      /* addu */
        [042] = {IN_RD, 0, 0, SA, RS | RT},                      /* sub */
        [043] = {IN_RD, 0, 0, SA, RS | RT},                      /* subu */
        [044] = {IN_RD, 0, 0, SA, RS | RT},                      /* and */
        [045] = {IN_RD, 0, 0, SA, RS | RT},                      /* or */
        [046] = {IN_RD, 0, 0, SA, RS | RT},                      /* xor */
        [047] = {IN_RD, 0, 0, SA, RS | RT},                      /* nor */
        [052] = {IN_RD, 0, 0, SA, RS | RT},                      /* slt */
        [053] = {IN_RD, 0, 0, SA, RS | RT},                      /* sltu */
        [060] = {NOTHING, 0, 0, 0, RS | RT},                     /* tge */
        [061] = {NOTHING, 0, 0, 0, RS | RT},                     /* tgeu */
        [062] = {NOTHING, 0, 0, 0, RS | RT},                     /* tlt */
        [063] = {NOTHING, 0, 0, 0, RS | RT},                     /* tltu */
        [064] = {NOTHING, 0, 0, 0, RS | RT},                     /* teq */
        [066] = {NOTHING, 0, 0, 0, RS | RT},                     /* tne */
    },
    [REGIMM] = {                                        /* by rt */
        [000] = {NOTHING, BRANCH, 0, 0, RS},                     /* bltz */
        [001] = {NOTHING, BRANCH, 0, 0, RS},                     /* bgez */
        [002] = {NOTHING, BRANCH, 0, 0, RS},                     /* bltzl */
        [003] = {NOTHING, BRANCH, 0, 0, RS},                     /* bgezl */
        [010] = {NOTHING, 0, 0, 0, RS},                          /* tgei */
        [011] = {NOTHING, 0, 0, 0, RS},                          /* tgeiu */
        [012] = {NOTHING, 0, 0, 0, RS},                          /* tlti */
        [013] = {NOTHING, 0, 0, 0, RS},                          /* tltiu */
        [014] = {NOTHING, 0, 0, 0, RS},                          /* teqi */
        [016] = {NOTHING, 0, 0, 0, RS},                          /* tnei */
        [020] = {IN_31, CALL, 0, 0, RS},                         /* bltzal */
        [021] = {IN_31, CALL, 0, 0, RS},                         /* bgezal, bal */
        [022] = {IN_31, CALL, 0, 0, RS},                         /* bltzall */
        [023] = {IN_31, CALL, 0, 0, RS},                         /* bgezall */
        [037] = {NOTHING, 0, 0, 0, RS},                          /* synci */
    },
    [SPECIAL2] = {
        [000] = {NOTHING, 0, 0, RD | SA, RS | RT},               /* madd */
        [001] = {NOTHING, 0, 0, RD | SA, RS | RT},               /* maddu */
        [002] = {IN_RD, 0, 0, SA, RS | RT},                      /* mul */
        [004] = {NOTHING, 0, 0, RD | SA, RS | RT},               /* msub */
        [005] = {NOTHING, 0, 0, RD | SA, RS | RT},               /* msubu */
        [040] = {IN_RD, 0, 0, SA, RS},                           /* clz */
        [041] = {IN_RD, 0, 0, SA, RS},                           /* clo */
        [077] = {NOTHING, 0, 0, 0, 0},                           /* sdbbp */
    },
    [SPECIAL3] = {
        [000] = {IN_RT, 0, 0, 0, RS},                            /* ext */
        [004] = {IN_RT, 0, 0, 0, RS | RT},                       /* ins */
        [073] = {IN_RT, 0, 0, RS | SA, 0},                       /* rdhwr */
    },
    [BYTES] = {                                         /* bshfl of SPECIAL3, by sa */
        [002] = {IN_RD, 0, 0, RS, RT},                           /* wsbh */
        [020] = {IN_RD, 0, 0, RS, RT},                           /* seb */
        [030] = {IN_RD, 0, 0, RS, RT},                           /* seh */
    },
    [COP0] = {                                          /* by rs */
        [000] = {IN_RT, 0, 0, 0x7f8, 0},                         /* mfc0 */
        [004] = {NOTHING, 0, 0, 0x7f8, RT},                      /* mtc0 */
    },
    [COP1] = {                                          /* by rs; operations of a format change only the unit's registers */
        [000] = {IN_RT, 0, 0, 0x7ff, 0},                         /* mfc1 */
        [002] = {IN_RT, 0, 0, 0x7ff, 0},                         /* cfc1 */
        [003] = {IN_RT, 0, 0, 0x7ff, 0},                         /* mfhc1 */
        [004] = {NOTHING, 0, 0, 0x7ff, RT},                      /* mtc1 */
        [006] = {NOTHING, 0, 0, 0x7ff, RT},                      /* ctc1 */
        [007] = {NOTHING, 0, 0, 0x7ff, RT},                      /* mthc1 */
        [010] = {NOTHING, BRANCH, 0, 0, 0},                      /* bc1f, bc1t, bc1fl, bc1tl */
        [020] = {NOTHING, 0, 0, 0, 0},                           /* single */
        [021] = {NOTHING, 0, 0, 0, 0},                           /* double */
        [024] = {NOTHING, 0, 0, 0, 0},                           /* word */
        [025] = {NOTHING, 0, 0, 0, 0},                           /* long */
        [026] = {NOTHING, 0, 0, 0, 0},                           /* paired single */
    },
    [COP1X] = {
        [000] = {NOTHING, LOAD, 4, RD, RS | RT},                 /* lwxc1 */
        [001] = {NOTHING, LOAD, 8, RD, RS | RT},                 /* ldxc1 */
        [005] = {NOTHING, LOAD, 8, RD, RS | RT},                 /* luxc1 */
        [010] = {NOTHING, STORE, 4, SA, RS | RT},                /* swxc1 */
        [011] = {NOTHING, STORE, 8, SA, RS | RT},                /* sdxc1 */
        [015] = {NOTHING, STORE, 8, SA, RS | RT},                /* suxc1 */
        [017] = {NOTHING, 0, 0, SA, RS | RT},                    /* prefx */
        [036] = {NOTHING, 0, 0, 0, RS},                          /* alnv.ps */
        [040] = {NOTHING, 0, 0, 0, 0},                           /* madd.s */
        [041] = {NOTHING, 0, 0, 0, 0},                           /* madd.d */
        [046] = {NOTHING, 0, 0, 0, 0},                           /* madd.ps */
        [050] = {NOTHING, 0, 0, 0, 0},                           /* msub.s */
        [051] = {NOTHING, 0, 0, 0, 0},                           /* msub.d */
        [056] = {NOTHING, 0, 0, 0, 0},                           /* msub.ps */
        [060] = {NOTHING, 0, 0, 0, 0},                           /* nmadd.s */
        [061] = {NOTHING, 0, 0, 0, 0},                           /* nmadd.d */
        [066] = {NOTHING, 0, 0, 0, 0},                           /* nmadd.ps */
        [070] = {NOTHING, 0, 0, 0, 0},                           /* nmsub.s */
        [071] = {NOTHING, 0, 0, 0, 0},                           /* nmsub.d */
        [076] = {NOTHING, 0, 0, 0, 0},                           /* nmsub.ps */
    },
};

static uint32_t field(uint32_t word, unsigned shift)
{
    return word >> shift & 31;
}

static const struct row *row_of(uint32_t word)
{
    uint32_t opcode = word >> OPCODE_SHIFT, function = word & FUNCTION;
    switch (opcode) {
    case 000: return &table[SPECIAL][function];
    case 001: return &table[REGIMM][field(word, RT_SHIFT)];
    case 020: return &table[COP0][field(word, RS_SHIFT)];
    case 021: return &table[COP1][field(word, RS_SHIFT)];
    case 023: return &table[COP1X][function];
    case 034: return &table[SPECIAL2][function];
    case 037: return function == 040 ? &table[BYTES][field(word, SA_SHIFT)] : &table[SPECIAL3][function];
    default: return &table[MAIN][opcode];
    }
}

static uint32_t defined_by(const struct row *row, uint32_t word)
{
    switch (row->defines) {
    case IN_RD: return (uint32_t)1 << field(word, RD_SHIFT) & ALL_BUT_ZERO;
    case IN_RT: return (uint32_t)1 << field(word, RT_SHIFT) & ALL_BUT_ZERO;
    case IN_31: return (uint32_t)1 << 31;
    case BY_KERNEL: return KERNEL_REGISTERS;
    default: return 0;
    }
}

static uint32_t read_by(const struct row *row, uint32_t word)
{
    uint32_t read = 0;
    read |= row->reads & RS ? (uint32_t)1 << field(word, RS_SHIFT) : 0;
    read |= row->reads & RT ? (uint32_t)1 << field(word, RT_SHIFT) : 0;
    read |= row->reads & RD ? (uint32_t)1 << field(word, RD_SHIFT) : 0;
    return read & ALL_BUT_ZERO;
}

struct mips_effect mips_effect(uint32_t word)
{
    const struct row *row = row_of(word);
    if (row->defines == UNKNOWN || word & row->zero)
        return (struct mips_effect){0};
    uint32_t defined = defined_by(row, word);
    bool to_register = row->does & JUMP_REGISTER, returns = to_register && field(word, RS_SHIFT) == 31;
    bool links = row->does & CALL && defined; /* jalr $0, $25 does not */
    return (struct mips_effect){
        .known = true,
        .defined = defined,
        .read = read_by(row, word),
        .named = row->defines == IN_RD || row->defines == IN_RT,
        .load = row->does & LOAD,
        .store = row->does & STORE,
        .size = row->size,
        .unaligned_left = row->does & LEFT,
        .unaligned_right = row->does & RIGHT,
        .branch = row->does & BRANCH || (to_register && !returns) || (row->does & CALL && !links),
        .call = links,
        .ret = returns,
    };
}

bool mips_jump_target(uint32_t word, uint32_t address, uint32_t *target, bool *call)
{
    enum { OPCODE_J = 2, OPCODE_JAL = 3 };
    *target = ((address + 4) & 0xf0000000) | (word & 0x03ffffff) << 2;
    *call = word >> 26 == OPCODE_JAL;
    return *call || word >> 26 == OPCODE_J;
}

/* ---- MIPS: w >> 26 is 4, 5, 20 or 21 (beq bne beql bnel) with rs != rt; 6, 7, 22 or 23 (blez bgtz blezl bgtzl) with rt = 0 and rs != 0; 1 (REGIMM) with
 * rt 0..3 or 16..19 (bltz bgez, their likely and linking forms) and rs != 0; 17 (COP1) with rs = 8 (bc1f bc1t bc1fl bc1tl). rs = w >> 21 & 31, rt = w >> 16
 * & 31. Comparing a register with itself, or $0 with 0, decides nothing. Offsets count from the delay slot. Release 6 has other encodings. ---- */

/* REGIMM: bltz bgez bltzl bgezl, bltzal bgezal bltzall bgezall. */
static bool is_regimm_branch(uint32_t kind)
{
    return (kind & ~(uint32_t)16) < 4;
}

static struct branch branch_of_mips(uint32_t word, uint64_t address)
{
    enum { OPCODE_REGIMM = 1, J = 2, JAL = 3, BEQ = 4, BNE = 5, BLEZ = 6, BGTZ = 7, OPCODE_COP1 = 17, LIKELY = 16, BC1 = 8 };
    uint32_t opcode = word >> 26, rs = word >> 21 & 31, rt = word >> 16 & 31;
    bool branches = true, conditional = true;
    struct mips_effect effect = mips_effect(word);
    struct branch branch = {0};
    switch (opcode >= (BEQ | LIKELY) && opcode <= (BGTZ | LIKELY) ? opcode - LIKELY : opcode) {
    case OPCODE_REGIMM: branches = is_regimm_branch(rt); conditional = rs != 0; break;
    case BEQ:
    case BNE: conditional = rs != rt; break;
    case BLEZ:
    case BGTZ: branches = rt == 0; conditional = rs != 0; break;
    case OPCODE_COP1: branches = rs == BC1; break;
    default: branches = false;
    }
    if (branches)
        branch = branch_to(conditional, address + 4, word, 16, 4);
    else if (opcode == J || opcode == JAL)
        branch = (struct branch){.has_target = true, .target = ((address + 4) & ~(uint64_t)0x0fffffff) | (word & 0x03ffffff) << 2};
    branch.delay_slot = branches || effect.branch || effect.call || effect.ret;
    return branch;
}

/* ---- The machine ---- */

/* microMIPS and MIPS16 mix sizes, and nothing in a section says where. Release 6 gave branch encodings new meanings. */
static bool mips_lengths(uint32_t flags, bool *branches)
{
    enum { MICROMIPS = 0x02000000, MIPS16 = 0x04000000, RELEASE = 0xf0000000u >> 28, R6_32 = 9, R6_64 = 10 };
    uint32_t release = flags >> 28 & RELEASE;
    *branches = release != R6_32 && release != R6_64;
    return !(flags & (MICROMIPS | MIPS16));
}

/* beql bnel blezl bgtzl, bltzl bgezl bltzall bgezall, bc1fl bc1tl (MIPS IV). */
static bool mips_annuls(uint32_t word)
{
    uint32_t opcode = word >> 26, kind = word >> 16 & 31;
    return (opcode >= 0x14 && opcode <= 0x17) || (opcode == 1 && (kind & 0xe) == 2) || (opcode == 0x11 && (word >> 21 & 31) == 8 && kind & 2);
}

static bool mips_text(const struct symbols_summary *summary, struct arch_text *text)
{
    unsigned order = summary->little_endian ? 0 : (unsigned)CS_MODE_BIG_ENDIAN, width = summary->address_size == 8 ? CS_MODE_MIPS64 : CS_MODE_MIPS32;
    *text = (struct arch_text){.set = CS_ARCH_MIPS, .mode = order | width, .smallest = 4, .little_endian = summary->little_endian};
    return true;
}

const struct arch arch_mips = {
    .name = "MIPS", .machines = {EM_MIPS, EM_MIPS_RS3_LE}, .text = mips_text, .branch = branch_of_mips, .lengths = mips_lengths, .annuls = mips_annuls,
    .nothing = {"nop"},
    .registers = {"$zero", "$at", "$v0", "$v1", "$a0", "$a1", "$a2", "$a3", "$t0", "$t1", "$t2", "$t3", "$t4", "$t5", "$t6", "$t7",
                  "$s0", "$s1", "$s2", "$s3", "$s4", "$s5", "$s6", "$s7", "$t8", "$t9", "$k0", "$k1", "$gp", "$sp", "$fp", "$ra"},
};
