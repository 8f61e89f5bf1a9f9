/* branches.c - which instructions are conditional branches, and where they lead, by their bits.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The encodings are those of the manuals of the machines: Arm Architecture Reference Manuals (A32: F5, A64: C4), Power ISA 2.4 and 2.5, The SPARC
 * Architecture Manual V9 appendix A, MIPS32 and MIPS64 Instruction Set Reference (release 1 to 5), Intel SDM volume 2. A conditional branch may go on
 * behind itself: what always or never branches is none, and neither is an instruction that runs under a condition but leaves control alone. */
#include "code/machines.h"

/* A number of `bits` bits with its sign. */
static int64_t branch_offset(uint32_t field, unsigned bits)
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

/* ---- Thumb: where instructions end, which are conditional branches, and IT blocks ----
 *
 * Arm Architecture Reference Manual, T32 instruction set encoding and "Conditional instructions". A halfword whose first five bits are 11101, 11110 or
 * 11111 begins an instruction of two halfwords, if it does not end one. Which of the two is known without a walk from the start of the code: a halfword
 * that cannot begin a long instruction has the next one behind it in any case, so that only the run of those that can has to be counted.
 *
 * An IT instruction makes the one to four behind it conditional. There are no branches into such a block, so that the nearest IT before an instruction
 * whose block reaches it is its own. Only the last of a block may branch. */

enum { BLOCK_BYTES = 14, ALWAYS = 14 };          /* from an IT to the fourth behind it */

static uint32_t halfword(struct slice bytes, size_t at, bool little_endian)
{
    if (at + 2 > bytes.size)
        return 0;
    uint32_t first = (unsigned char)bytes.data[at], second = (unsigned char)bytes.data[at + 1];
    return little_endian ? first | second << 8 : first << 8 | second;
}

static bool is_long(uint32_t half)
{
    return half >> 11 >= 0x1d;
}

/* The halfword that begins `back` bytes before the instruction. */
static uint32_t halfword_before(const struct thumb_place *place, size_t back)
{
    return halfword(place->before, place->before.size - back, place->little_endian);
}

size_t thumb_length(const struct thumb_place *place)
{
    if (place->after.size < 2)
        return place->after.size;
    return is_long(halfword(place->after, 0, place->little_endian)) && place->after.size >= 4 ? 4 : 2;
}

bool thumb_is_cut(const struct thumb_place *place)
{
    return place->after.size < 4 && is_long(halfword(place->after, 0, place->little_endian));
}

/* ---- IT blocks ---- */

/* Does an instruction begin there? Of a run that is longer than what is at hand nothing is known. */
static bool begins_instruction(const struct thumb_place *place, size_t back)
{
    size_t run = 0;
    for (; back + 2 * (run + 1) <= place->before.size; run++)
        if (!is_long(halfword_before(place, back + 2 * (run + 1))))
            break;
    bool known = back + 2 * run < THUMB_BEFORE - 1;
    return known && run % 2 == 0;
}

/* The condition of the instruction, by the IT that stands `back` bytes before it; false: its block does not reach that far. */
static bool reaches(const struct thumb_place *place, size_t back, unsigned *condition)
{
    uint32_t block = halfword_before(place, back);
    unsigned count = 4, index = 0;
    for (uint32_t mask = block; !(mask & 1); mask >>= 1)
        count--;
    for (size_t at = back - 2; at > 0; index++) {
        size_t size = is_long(halfword_before(place, at)) ? 4 : 2;
        if (size > at)
            return false;
        at -= size;
    }
    if (index >= count)
        return false;
    *condition = index == 0 ? block >> 4 & 15 : (block >> 4 & 14) | (block >> (4 - index) & 1);
    return true;
}

bool thumb_in_block(const struct thumb_place *place, size_t *back, unsigned *condition)
{
    for (size_t at = 2; at <= BLOCK_BYTES && at <= place->before.size; at += 2) {
        uint32_t half = halfword_before(place, at);
        if ((half & 0xff00) != 0xbf00 || (half & 15) == 0 || !reaches(place, at, condition) || !begins_instruction(place, at))
            continue;
        *back = at;
        return true;
    }
    return false;
}

/* ---- Branches ---- */

static struct branch thumb_branch_to(bool conditional, uint64_t address, uint32_t field, unsigned bits)
{
    return (struct branch){.conditional = conditional, .has_target = true, .target = address + 4 + (uint64_t)(branch_offset(field, bits) * 2)};
}

/* b.w, bl and blx have two bits that count backwards, unless the offset is negative. */
static uint32_t long_offset(uint32_t first, uint32_t second)
{
    uint32_t sign = first >> 10 & 1, j1 = second >> 13 & 1, j2 = second >> 11 & 1;
    return sign << 23 | (j1 ^ sign ^ 1) << 22 | (j2 ^ sign ^ 1) << 21 | (first & 0x3ff) << 11 | (second & 0x7ff);
}

/* b<cond>, cbz and cbnz, b<cond>.w: conditional by themselves. */
static bool own_condition(uint32_t first, uint32_t second, uint64_t address, struct branch *branch)
{
    if ((first & 0xf000) == 0xd000 && (first >> 8 & 15) < ALWAYS) {
        *branch = thumb_branch_to(true, address, first, 8);
        return true;
    }
    if ((first & 0xf500) == 0xb100) {
        *branch = thumb_branch_to(true, address, (first >> 4 & 0x20) | (first >> 3 & 0x1f), 7);
        return true;
    }
    if ((first & 0xf800) == 0xf000 && (second & 0xd000) == 0x8000 && (first >> 6 & 15) < ALWAYS) {
        uint32_t field = (first >> 10 & 1) << 19 | (second >> 11 & 1) << 18 | (second >> 13 & 1) << 17 | (first & 0x3f) << 11 | (second & 0x7ff);
        *branch = thumb_branch_to(true, address, field, 20);
        return true;
    }
    return false;
}

/* bx and blx with a register, pop, ldm and ldr of the program counter: those that A32 counts too. */
static bool leaves(uint32_t first, uint32_t second)
{
    bool to_register = (first & 0xff07) == 0x4700, pop = (first & 0xff00) == 0xbd00;
    bool many = ((first & 0xffd0) == 0xe890 || (first & 0xffd0) == 0xe910) && second & 0x8000;
    bool one = (first & 0xff70) == 0xf850 && second >> 12 == 15;
    return to_register || pop || many || one;
}

/* b, b.w, bl and blx, and what leaves: conditional inside of an IT block. */
static bool other_branch(uint32_t first, uint32_t second, uint64_t address, struct branch *branch)
{
    if ((first & 0xf800) == 0xe000)
        *branch = thumb_branch_to(false, address, first, 11);
    else if ((first & 0xf800) == 0xf000 && ((second & 0x9000) == 0x9000 || (second & 0xd001) == 0xc000)) {
        bool to_a32 = !(second & 0x1000);        /* blx: from the word that the address lies in */
        *branch = thumb_branch_to(false, to_a32 ? address & ~(uint64_t)3 : address, long_offset(first, second), 24);
    } else if (leaves(first, second))
        *branch = (struct branch){0};
    else
        return false;
    return true;
}

struct branch branch_of_thumb(const struct thumb_place *place)
{
    struct branch branch = {0};
    uint32_t first = halfword(place->after, 0, place->little_endian), second = 0;
    size_t back;
    unsigned condition = ALWAYS;
    if (is_long(first))
        second = halfword(place->after, 2, place->little_endian);
    if (own_condition(first, second, place->address, &branch) || !other_branch(first, second, place->address, &branch))
        return branch;
    branch.conditional = thumb_in_block(place, &back, &condition) && condition < ALWAYS;
    return branch;
}
