/* power.c - PowerPC: conditional branches by their bits.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Encodings: Power ISA 2.4 and 2.5. */
#include "code/machines.h"

#include <capstone/capstone.h>
#include <elf.h>

/* ---- Power: I, B and XL form; bits 20 and 4 of BO say that the branch tests neither CR nor CTR ---- */

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

/* ---- The machine ---- */

static bool power_text(const struct symbols_summary *summary, struct arch_text *text)
{
    unsigned order = summary->little_endian ? 0 : (unsigned)CS_MODE_BIG_ENDIAN, width = summary->machine == EM_PPC64 ? CS_MODE_64 : CS_MODE_32;
    *text = (struct arch_text){.set = CS_ARCH_PPC, .mode = order | width, .smallest = 4, .little_endian = summary->little_endian};
    return true;
}

const struct arch arch_power = {.name = "PowerPC", .machines = {EM_PPC, EM_PPC64}, .text = power_text, .branch = branch_of_power, .nothing = {"nop"}};
