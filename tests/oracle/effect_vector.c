/* effect_vector.c - AVX instructions whose effects depend on their form.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "effect_build.h"
#include "effect_rules.h"

#include <stdio.h>
#include <string.h>

/* vmovss, vmovd and their like: a scalar from or to memory or a general register, or into a copy of another register. */
static bool scalar_move(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    const cs_x86 *x86 = &insn->detail->x86;
    if (!in_names("vmovss vmovsd vmovlps vmovlpd vmovd vmovq", mnemonic))
        return false;
    unsigned size = in_names("vmovss vmovd", mnemonic) ? 4 : 8;
    bool into = x86->operands[0].type == X86_OP_REG && strncmp(register_name(x86->operands[0].reg), "xmm", 3) == 0;
    char access[32];
    if (x86->op_count == 3)
        snprintf(access, sizeof access, "v,r%u+%u,r%u", 16 - size, size, size);
    else
        snprintf(access, sizeof access, "%s%u,r%u", into ? "v" : "w", into ? 0 : size, size);
    apply_operands(e, insn, access);
    value_of_operand(e, insn, into ? 8 : size);
    return true;
}

/* The immediate selects the halves. */
static bool halves(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    unsigned chosen = (unsigned)insn->detail->x86.operands[insn->detail->x86.op_count - 1].imm;
    char access[48];
    if (in_names("vinsertf128 vinserti128", mnemonic))
        snprintf(access, sizeof access, "v,r16+%u,r16,x", chosen & 1 ? 0 : 16);
    else if (in_names("vextractf128 vextracti128", mnemonic))
        snprintf(access, sizeof access, "%s,r16+%u,x", insn->detail->x86.operands[0].type == X86_OP_MEM ? "w16" : "v", chosen & 1 ? 16 : 0);
    else
        return false;
    apply_operands(e, insn, access);
    value_of_operand(e, insn, 8);
    return true;
}

static void use_half(struct effect *e, const cs_insn *insn, unsigned selector)
{
    struct piece piece;
    const cs_x86_op *op = &insn->detail->x86.operands[selector & 2 ? 2 : 1];
    if (!(selector & 8) && op->type == X86_OP_REG && piece_of(op->reg, 16, selector & 1 ? 16 : 0, &piece))
        use(e, piece);
}

static bool permutation(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    if (!in_names("vperm2f128 vperm2i128", mnemonic))
        return false;
    unsigned chosen = (unsigned)insn->detail->x86.operands[3].imm;
    apply_operands(e, insn, insn->detail->x86.operands[2].type == X86_OP_MEM ? "v,x,r,x" : "v,x,x,x");
    use_half(e, insn, chosen & 15);
    use_half(e, insn, chosen >> 4 & 15);
    value_of_operand(e, insn, 8);
    return true;
}

static bool elements(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    bool insert = strncmp(mnemonic, "vpinsr", 6) == 0, extract = strncmp(mnemonic, "vpextr", 6) == 0;
    if (!insert && !extract)
        return false;
    unsigned size = mnemonic[6] == 'b' ? 1 : mnemonic[6] == 'w' ? 2 : mnemonic[6] == 'd' ? 4 : 8;
    unsigned up = ((unsigned)insn->detail->x86.operands[insert ? 3 : 2].imm & (16 / size - 1)) * size;
    char access[32];
    if (insert)
        snprintf(access, sizeof access, "v,r16,r%u,x", size);
    else
        snprintf(access, sizeof access, "%s,r%u+%u,x", insn->detail->x86.operands[0].type == X86_OP_MEM ? "w0" : "w", size, up);
    apply_operands(e, insn, access);
    value_of_operand(e, insn, insert ? 8 : 0);
    return true;
}

static bool zeroing(struct effect *e, const char *mnemonic)
{
    bool upper = strcmp(mnemonic, "vzeroupper") == 0;
    if (!upper && strcmp(mnemonic, "vzeroall") != 0)
        return false;
    for (unsigned i = 0; i < 16; i++)
        define(e, (struct piece){(uint16_t)(FILE_VECTOR + 32 * i + (upper ? 16 : 0)), upper ? 16 : 32, false});
    e->value = VALUE_REGISTER;
    e->value_register = (struct piece){FILE_VECTOR + 32 * 15, 8, false};
    return true;
}

bool effect_vector(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    return mnemonic[0] == 'v' && (scalar_move(e, insn, mnemonic) || halves(e, insn, mnemonic) || permutation(e, insn, mnemonic) || elements(e, insn, mnemonic) ||
                                  zeroing(e, mnemonic));
}
