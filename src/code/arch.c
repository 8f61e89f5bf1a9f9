/* arch.c - the machines, and questions to the one that an instruction is of.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/arch.h"

bool flow_is_call(enum flow flow)
{
    return flow == FLOW_CALL || flow == FLOW_CALL_INDIRECT;
}

bool decoder_decode(struct decoder *decoder, struct slice bytes, uint64_t address, struct decoded *decoded)
{
    return arch_x86_64.decode(decoder, bytes, address, decoded);
}

bool operand_is(const struct decoded *decoded, size_t i, int reg)
{
    return i < decoded->operands && decoded->operand[i].kind == OPERAND_REGISTER && decoded->operand[i].reg == reg;
}

void arch_uses(const struct decoded *decoded, struct arch_uses *uses)
{
    decoded->arch->uses(decoded, uses);
}

void arch_effects(const struct decoded *decoded, struct arch_effects *effects)
{
    decoded->arch->effects(decoded, effects);
}

void arch_correct(const struct decoded *decoded, struct arch_correction *correction)
{
    decoded->arch->correct(decoded, correction);
}
