/* arm.c - ARM and AArch64: conditional branches of A32, Thumb and A64 by their bits.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Encodings: Arm Architecture Reference Manuals (A32: F5, A64: C4). */
#include "code/machines.h"

#include <capstone/capstone.h>
#include <elf.h>

/* ---- A64: b.cond with condition 14 or 15 is always taken; BC.cond has bit 4 set ---- */

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

/* ---- A32: condition 14 is always, 15 is for other instructions, blx among them; the program counter reads 8 bytes ahead ---- */

/* LDM with bit 15 of its list, and LDR to register 15. An LDR with bits 25 and 4 set is really a media instruction: sdiv has ones there too. */
static bool loads_pc(uint32_t word)
{
    bool media = (word & 0x02000010) == 0x02000010;
    return (word & 0x0e108000) == 0x08108000 || ((word & 0x0c10f000) == 0x0410f000 && !media);
}

static struct branch branch_of_a32(uint32_t word, uint64_t address)
{
    uint32_t condition = word >> 28;
    bool conditional = condition < 14;
    if ((word & 0xfe000000) == 0xfa000000) /* blx: bit 24 counts halfwords */
        return branch_to(false, address + 8 + (word >> 23 & 2), word, 24, 4);
    if (condition == 15)
        return (struct branch){0};
    if ((word & 0x0e000000) == 0x0a000000)
        return branch_to(conditional, address + 8, word, 24, 4);
    return (struct branch){.conditional = conditional && ((word & 0x0fffffd0) == 0x012fff10 || loads_pc(word))};
}

/* ---- Thumb: where instructions end, conditional branches, IT blocks ----
 *
 * Arm Architecture Reference Manual, T32 instruction set encoding and "Conditional instructions". A halfword whose first five bits are 11101, 11110 or 11111
 * begins an instruction of two halfwords, unless it ends one. To decide which, clew need not walk from the start of the code: after a halfword that cannot
 * begin a long instruction, a new instruction always begins. So it only counts the run of halfwords that can.
 *
 * An IT instruction makes the next one to four conditional. No branch leads into such a block, so the nearest IT whose block reaches an instruction is that
 * instruction's. Only the last instruction of a block may branch. */

enum { BLOCK_BYTES = 14, ALWAYS = 14 };          /* bytes from an IT to the fourth instruction after it */

static uint32_t halfword(struct str bytes, size_t at, bool little_endian)
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

/* Does an instruction begin there? Unknown, so false, after a run of 32-bit halfwords longer than the bytes at hand. */
static bool begins_instruction(const struct thumb_place *place, size_t back)
{
    size_t run = 0;
    for (; back + 2 * (run + 1) <= place->before.size; run++)
        if (!is_long(halfword_before(place, back + 2 * (run + 1))))
            break;
    bool known = back + 2 * run < THUMB_BEFORE - 1;
    return known && run % 2 == 0;
}

/* The condition of the instruction, given the IT that stands `back` bytes before it. False: the IT's block does not reach that far. */
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

/* b.w, bl and blx have two offset bits that are inverted unless the offset is negative. */
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

/* bx and blx with a register; pop, ldm and ldr to the program counter: the ones that count in A32. */
static bool leaves(uint32_t first, uint32_t second)
{
    bool to_register = (first & 0xff07) == 0x4700, pop = (first & 0xff00) == 0xbd00;
    bool many = ((first & 0xffd0) == 0xe890 || (first & 0xffd0) == 0xe910) && second & 0x8000;
    bool one = (first & 0xff70) == 0xf850 && second >> 12 == 15;
    return to_register || pop || many || one;
}

/* b, b.w, bl, blx and the instructions of leaves(): conditional inside an IT block. */
static bool other_branch(uint32_t first, uint32_t second, uint64_t address, struct branch *branch)
{
    if ((first & 0xf800) == 0xe000)
        *branch = thumb_branch_to(false, address, first, 11);
    else if ((first & 0xf800) == 0xf000 && ((second & 0x9000) == 0x9000 || (second & 0xd001) == 0xc000)) {
        bool to_a32 = !(second & 0x1000);        /* blx: relative to the word that holds the address */
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

/* ---- The machines ---- */

static bool arm_text(const struct symbols_summary *summary, struct arch_text *text)
{
    unsigned order = summary->little_endian ? 0 : (unsigned)CS_MODE_BIG_ENDIAN;
    *text = (struct arch_text){.set = CS_ARCH_ARM, .mode = order, .thumb = order | CS_MODE_THUMB, .smallest = 4, .little_endian = summary->little_endian};
    return true;
}

/* AArch64 instructions are little-endian even where data is not. */
static bool aarch64_text(const struct symbols_summary *summary, struct arch_text *text)
{
    (void)summary;
    *text = (struct arch_text){.set = CS_ARCH_ARM64, .mode = CS_MODE_LITTLE_ENDIAN, .smallest = 4, .little_endian = true};
    return true;
}

/* ARM with big-endian data and little-endian code (BE8): the linker makes it. */
static bool arm_code_little(uint32_t flags)
{
    return flags & EF_ARM_BE8;
}

static bool aarch64_code_little(uint32_t flags)
{
    (void)flags;
    return true;
}

const struct arch arch_arm = {.name = "ARM", .machines = {EM_ARM}, .text = arm_text, .branch = branch_of_a32, .code_little = arm_code_little,
                              .nothing = {"nop", "nop.w", "mov    r8, r8"}};
const struct arch arch_aarch64 = {.name = "AArch64", .machines = {EM_AARCH64}, .text = aarch64_text, .branch = branch_of_a64, .code_little = aarch64_code_little,
                                  .nothing = {"nop"}};
