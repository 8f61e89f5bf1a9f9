/* arch.c - the list of machines; forwards questions to an instruction's machine.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/arch.h"
#include "code/machines.h"

/* One line for each machine; everything else is in its folder. */
#define MACHINES(OF) \
    OF(x86_64)       \
    OF(i386)         \
    OF(aarch64)      \
    OF(arm)          \
    OF(mips)         \
    OF(power)        \
    OF(riscv)        \
    OF(sparc)

#define DECLARATION(name) extern const struct arch arch_##name;
#define ADDRESS(name) &arch_##name,
MACHINES(DECLARATION)
static const struct arch *const archs[] = {MACHINES(ADDRESS)};

const struct arch *arch_of_machine(unsigned machine)
{
    for (size_t i = 0; machine && i < sizeof archs / sizeof *archs; i++)
        for (size_t k = 0; archs[i]->machines[k]; k++)
            if (archs[i]->machines[k] == machine)
                return archs[i];
    return NULL;
}

/* Sign-extends a number of `bits` bits. */
int64_t branch_offset(uint32_t field, unsigned bits)
{
    uint32_t sign = (uint32_t)1 << (bits - 1);
    field &= (sign << 1) - 1;
    return (int64_t)(field ^ sign) - (int64_t)sign;
}

struct branch branch_to(bool conditional, uint64_t address, uint32_t field, unsigned bits, int scale)
{
    return (struct branch){.conditional = conditional, .has_target = true, .target = address + (uint64_t)(branch_offset(field, bits) * scale)};
}

/* ---- Instructions, decoded ---- */

bool flow_is_call(enum flow flow)
{
    return flow == FLOW_CALL || flow == FLOW_CALL_INDIRECT;
}

bool operand_is(const struct decoded *decoded, size_t i, int reg)
{
    return i < decoded->operands && decoded->operand[i].kind == OPERAND_REGISTER && decoded->operand[i].reg == reg;
}

struct decoder *decoder_open(void)
{
    return arch_x86_64.open();
}

bool decoder_knows(const struct symbols_summary *summary)
{
    struct arch_text text;
    const struct arch *arch = arch_of_machine(summary->machine);
    return arch && arch->open && arch->text(summary, &text);
}

struct decoder *decoder_open_for(const struct symbols_summary *summary)
{
    return decoder_knows(summary) ? arch_of_machine(summary->machine)->open() : NULL;
}

void decoder_close(struct decoder *decoder)
{
    if (decoder)
        decoder->arch->close(decoder);
}

bool decoder_decode(struct decoder *decoder, struct str bytes, uint64_t address, struct decoded *decoded)
{
    return decoder->arch->decode(decoder, bytes, address, decoded);
}

void arch_uses(const struct decoded *decoded, struct arch_uses *uses)
{
    *uses = (struct arch_uses){0};
    if (decoded->arch->uses)
        decoded->arch->uses(decoded, uses);
}

void arch_effects(const struct decoded *decoded, struct arch_effects *effects)
{
    *effects = (struct arch_effects){.result = NO_REGISTER, .copies = NO_REGISTER};
    if (decoded->arch->effects)
        decoded->arch->effects(decoded, effects);
}

void arch_correct(const struct decoded *decoded, struct arch_correction *correction)
{
    *correction = (struct arch_correction){.also_used = NO_REGISTER, .ignored = NO_REGISTER, .copied_from = NO_REGISTER, .copied_to = NO_REGISTER};
    if (decoded->arch->correct)
        decoded->arch->correct(decoded, correction);
}
