/* sparc.c - SPARC: conditional branches by their bits.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Encodings: The SPARC Architecture Manual V9, appendix A. */
#include "code/machines.h"

#include <capstone/capstone.h>
#include <elf.h>

/* ---- SPARC: branches have op 0 and differ in op2; all but compare-and-branch have a delay slot ---- */

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

/* ---- The machine ---- */

static bool sparc_text(const struct symbols_summary *summary, struct arch_text *text)
{
    unsigned version = summary->machine == EM_SPARC ? 0 : CS_MODE_V9;
    *text = (struct arch_text){.set = CS_ARCH_SPARC, .mode = (unsigned)CS_MODE_BIG_ENDIAN | version, .smallest = 4};
    return !summary->little_endian;
}

const struct arch arch_sparc = {.name = "SPARC", .machines = {EM_SPARC, EM_SPARC32PLUS, EM_SPARCV9}, .text = sparc_text, .branch = branch_of_sparc,
                                .nothing = {"nop"}};
