/* branches.c - which instructions are conditional branches, and where they lead, by their bits.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The encodings are those of the manuals of the machines: Arm Architecture Reference Manuals (A32: F5, A64: C4), Power ISA 2.4 and 2.5, The SPARC
 * Architecture Manual V9 appendix A, MIPS32 and MIPS64 Instruction Set Reference (release 1 to 5), Intel SDM volume 2. A conditional branch may go on
 * behind itself: what always or never branches is none, and neither is an instruction that runs under a condition but leaves control alone. */
#include "code/codetables.h"

int64_t branch_offset(uint32_t field, unsigned bits)
{
    uint32_t sign = (uint32_t)1 << (bits - 1);
    field &= (sign << 1) - 1;
    return (int64_t)(field ^ sign) - (int64_t)sign;
}

static struct branch branch_to(bool conditional, uint64_t address, uint32_t field, unsigned bits, int scale)
{
    return (struct branch){.conditional = conditional, .has_target = true, .target = address + (uint64_t)(branch_offset(field, bits) * scale)};
}

/* ---- Power: I, B and XL form; bits 20 and 4 of BO say that neither CR nor CTR is asked ---- */

static struct branch branch_of_power(uint32_t word, uint64_t address)
{
    enum { ALWAYS = 0x14, ABSOLUTE = 2, BCLR = 0x4c000020, BCCTR = 0x4c000420, BCTAR = 0x4c000460 };
    uint32_t opcode = word >> 26, extended = word & 0xfc0007fe;
    bool conditional = (word >> 21 & ALWAYS) != ALWAYS;
    uint64_t base = word & ABSOLUTE ? 0 : address;
    if (opcode == 18)
        return branch_to(false, base, word >> 2, 24, 4);
    if (opcode == 16)
        return branch_to(conditional, base, word >> 2, 14, 4);
    return (struct branch){.conditional = conditional && (extended == BCLR || extended == BCCTR || extended == BCTAR)};
}

/* ---- A64: of b.cond the conditions 14 and 15 are always true; BC.cond has bit 4 set ---- */

static struct branch branch_of_a64(uint32_t word, uint64_t address)
{
    if ((word & 0xff000000) == 0x54000000)
        return branch_to((word & 15) < 14, address, word >> 5, 19, 4);
    if ((word & 0x7e000000) == 0x34000000) /* cbz, cbnz */
        return branch_to(true, address, word >> 5, 19, 4);
    if ((word & 0x7e000000) == 0x36000000) /* tbz, tbnz */
        return branch_to(true, address, word >> 5, 14, 4);
    if ((word & 0x7c000000) == 0x14000000) /* b, bl */
        return branch_to(false, address, word, 26, 4);
    return (struct branch){0};
}

/* ---- A32: condition 14 is always, 15 holds other instructions, blx among them; the program counter reads 8 bytes ahead ---- */

/* LDM with bit 15 of its list and LDR to register 15. Where bits 25 and 4 of the second are set the word is a media instruction: sdiv has ones there too. */
static bool loads_pc(uint32_t word)
{
    bool media = (word & 0x02000010) == 0x02000010;
    return (word & 0x0e108000) == 0x08108000 || ((word & 0x0c10f000) == 0x0410f000 && !media);
}

static struct branch branch_of_a32(uint32_t word, uint64_t address)
{
    uint32_t condition = word >> 28;
    bool conditional = condition < 14;
    if ((word & 0xfe000000) == 0xfa000000) /* blx: bit 24 is half a word */
        return branch_to(false, address + 8 + (word >> 23 & 2), word, 24, 4);
    if (condition == 15)
        return (struct branch){0};
    if ((word & 0x0e000000) == 0x0a000000)
        return branch_to(conditional, address + 8, word, 24, 4);
    return (struct branch){.conditional = conditional && ((word & 0x0fffffd0) == 0x012fff10 || loads_pc(word))};
}

/* ---- SPARC: op 0 holds the branches, by op2; all have a delay slot but compare-and-branch ---- */

static struct branch branch_of_sparc_format_2(uint32_t word, uint64_t address)
{
    uint32_t condition = word >> 25 & 15;
    bool conditional = condition != 0 && condition != 8;         /* never, always */
    struct branch branch = {0};
    switch (word >> 22 & 7) {
    case 1:
    case 5: branch = branch_to(conditional, address, word, 19, 4); break;
    case 2:
    case 6: branch = branch_to(conditional, address, word, 22, 4); break;
    case 3:
        if (word >> 28 & 1) /* cwb, cxb */
            return branch_to(true, address, (word >> 11 & 0x300) | (word >> 5 & 0xff), 10, 4);
        branch = branch_to(true, address, (word >> 6 & 0xc000) | (word & 0x3fff), 16, 4);
        break;
    default: return branch;
    }
    branch.delay_slot = true;
    return branch;
}

static struct branch branch_of_sparc(uint32_t word, uint64_t address)
{
    enum { JMPL = 0x38, RETURN = 0x39 };
    struct branch branch = {0};
    uint32_t op = word >> 30, op3 = word >> 19 & 63;
    if (op == 0)
        return branch_of_sparc_format_2(word, address);
    if (op == 1)
        branch = branch_to(false, address, word, 30, 4);
    branch.delay_slot = op == 1 || (op == 2 && (op3 == JMPL || op3 == RETURN));
    return branch;
}

/* ---- MIPS: w >> 26 is 4, 5, 20 or 21 (beq bne beql bnel) with rs != rt; 6, 7, 22 or 23 (blez bgtz blezl bgtzl) with rt = 0 and rs != 0; 1 (REGIMM) with
 * rt 0..3 or 16..19 (bltz bgez, their likely and linking forms) and rs != 0; 17 (COP1) with rs = 8 (bc1f bc1t bc1fl bc1tl). rs = w >> 21 & 31, rt = w >> 16
 * & 31. A register that is compared with itself, or $0 with 0, decides nothing. Offsets count from the delay slot. Release 6 has other encodings. ---- */

/* REGIMM: bltz bgez bltzl bgezl, bltzal bgezal bltzall bgezall. */
static bool is_regimm_branch(uint32_t kind)
{
    return (kind & ~(uint32_t)16) < 4;
}

static struct branch branch_of_mips(uint32_t word, uint64_t address)
{
    enum { REGIMM = 1, J = 2, JAL = 3, BEQ = 4, BNE = 5, BLEZ = 6, BGTZ = 7, COP1 = 17, LIKELY = 16, BC1 = 8 };
    uint32_t opcode = word >> 26, rs = word >> 21 & 31, rt = word >> 16 & 31;
    bool branches = true, conditional = true;
    struct mips_effect effect = mips_effect(word);
    struct branch branch = {0};
    switch (opcode >= (BEQ | LIKELY) && opcode <= (BGTZ | LIKELY) ? opcode - LIKELY : opcode) {
    case REGIMM: branches = is_regimm_branch(rt); conditional = rs != 0; break;
    case BEQ:
    case BNE: conditional = rs != rt; break;
    case BLEZ:
    case BGTZ: branches = rt == 0; conditional = rs != 0; break;
    case COP1: branches = rs == BC1; break;
    default: branches = false;
    }
    if (branches)
        branch = branch_to(conditional, address + 4, word, 16, 4);
    else if (opcode == J || opcode == JAL)
        branch = (struct branch){.has_target = true, .target = ((address + 4) & ~(uint64_t)0x0fffffff) | (word & 0x03ffffff) << 2};
    branch.delay_slot = branches || effect.branch || effect.call || effect.ret;
    return branch;
}

struct branch branch_of_word(enum code_set set, uint32_t word, uint64_t address)
{
    switch (set) {
    case SET_A32: return branch_of_a32(word, address);
    case SET_A64: return branch_of_a64(word, address);
    case SET_POWER: return branch_of_power(word, address);
    case SET_SPARC: return branch_of_sparc(word, address);
    case SET_MIPS: return branch_of_mips(word, address);
    default: return (struct branch){0};
    }
}

/* ---- x86: 70..7f, e0..e3 and 0f 80..8f behind the prefixes; the offset is what stands last ---- */

static bool is_prefix(uint8_t byte)
{
    switch (byte) {
    case 0x26: case 0x2e: case 0x36: case 0x3e: case 0x64: case 0x65: case 0x66: case 0x67: case 0xf0: case 0xf2: case 0xf3: return true;
    default: return false;
    }
}

static uint8_t byte_at(struct slice bytes, size_t at)
{
    return at < bytes.size ? (uint8_t)bytes.data[at] : 0;
}

/* Outside of 64-bit mode the operand size prefix makes the offset, and then the target, of 16 bits. */
static struct branch branch_at_end(struct slice bytes, size_t size, bool conditional, uint64_t address)
{
    uint32_t field = 0;
    if (size > bytes.size)
        return (struct branch){0};
    for (size_t i = 0; i < size; i++)
        field |= (uint32_t)byte_at(bytes, bytes.size - size + i) << 8 * i;
    struct branch branch = branch_to(conditional, address + bytes.size, field, (unsigned)size * 8, 1);
    if (size == 2)
        branch.target &= 0xffff;
    return branch;
}

struct branch branch_of_x86(struct slice bytes, bool wide, uint64_t address)
{
    size_t at = 0, near = 4;
    for (; at < bytes.size && is_prefix(byte_at(bytes, at)); at++)
        if (byte_at(bytes, at) == 0x66 && !wide)
            near = 2;
    if (wide && (byte_at(bytes, at) & 0xf0) == 0x40)
        at++;
    uint8_t first = byte_at(bytes, at), second = byte_at(bytes, at + 1);
    if ((first & 0xf0) == 0x70 || (first & 0xfc) == 0xe0)
        return branch_at_end(bytes, 1, true, address);
    if (first == 0x0f && (second & 0xf0) == 0x80)
        return branch_at_end(bytes, near, true, address);
    if (first == 0xeb)
        return branch_at_end(bytes, 1, false, address);
    if (first == 0xe8 || first == 0xe9)
        return branch_at_end(bytes, near, false, address);
    return (struct branch){0};
}
