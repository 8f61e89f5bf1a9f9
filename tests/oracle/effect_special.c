/* effect_special.c - instructions whose effects depend on their form.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "effect_build.h"
#include "effect_rules.h"

#include <stdio.h>
#include <string.h>

static bool conditional(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    if (strncmp(mnemonic, "set", 3) == 0 && (e->flags_read = condition_flags(mnemonic + 3))) {
        apply_operands(e, insn, "w1");
        value_of_operand(e, insn, 1);
        return true;
    }
    if (strncmp(mnemonic, "cmov", 4) == 0 && (e->flags_read = condition_flags(mnemonic + 4))) {
        apply_operands(e, insn, "m,r");
        value_of_operand(e, insn, 0);
        return true;
    }
    if (mnemonic[0] == 'j' && (e->flags_read = condition_flags(mnemonic + 1))) {
        e->kind = EFFECT_JUMP;
        return true;
    }
    return false;
}

static bool stack(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    const cs_x86_op *op = &insn->detail->x86.operands[0];
    unsigned size = insn->detail->x86.op_count && op->type != X86_OP_IMM ? op->size : 8;
    bool is_push = strcmp(mnemonic, "push") == 0, is_call = strcmp(mnemonic, "call") == 0;
    if (is_push || is_call || strcmp(mnemonic, "pushfq") == 0) {
        if (mnemonic[4] != 'f')
            apply_operands(e, insn, "r");
        else
            e->flags_read = ALL | DF;
        use_general(e, SP, 8);
        define_general(e, SP, 8);
        simple_memory(e, SP, -(int64_t)size, size, false, true);
        e->value = mnemonic[4] == 'f' ? VALUE_OTHER : VALUE_MEMORY;
        e->kind = is_call ? EFFECT_CALL : EFFECT_PLAIN;
        e->computed = is_call && op->type != X86_OP_IMM;
        return true;
    }
    if (strcmp(mnemonic, "pop") == 0 || strcmp(mnemonic, "ret") == 0 || strcmp(mnemonic, "popfq") == 0) {
        bool is_pop = strcmp(mnemonic, "pop") == 0;
        use_general(e, SP, 8);
        define_general(e, SP, 8);
        simple_memory(e, SP, 0, is_pop ? size : 8, true, false);
        if (is_pop)
            apply_operands(e, insn, "w");
        value_general(e, SP, 8);
        if (is_pop)
            value_of_operand(e, insn, 0);
        e->flags_written = mnemonic[3] == 'f' ? ALL | DF : 0;
        e->kind = mnemonic[0] == 'r' ? EFFECT_RETURN : EFFECT_PLAIN;
        return true;
    }
    if (strcmp(mnemonic, "leave") != 0)
        return false;
    use_general(e, BP, 8);
    define_general(e, BP, 8);
    define_general(e, SP, 8);
    simple_memory(e, BP, 0, 8, true, false);
    value_general(e, BP, 8);
    return true;
}

static bool multiply(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    unsigned operands = insn->detail->x86.op_count, size = operands ? insn->detail->x86.operands[0].size : 0;
    bool divides = in_names("div idiv", mnemonic);
    if (strcmp(mnemonic, "mulx") == 0) {
        use_general(e, D, size);
        apply_operands(e, insn, "w,w,r");
        value_of_operand(e, insn, 0);
        return true;
    }
    if (strcmp(mnemonic, "imul") == 0 && operands > 1) {
        apply_operands(e, insn, operands == 2 ? "m,r" : "w,r,x");
        value_of_operand(e, insn, 0);
        e->flags_written = ALL;
        return true;
    }
    if (!divides && !in_names("mul imul", mnemonic))
        return false;
    use_general(e, A, divides && size == 1 ? 2 : size);
    if (divides && size > 1)
        use_general(e, D, size);
    apply_operands(e, insn, "r");
    define_general(e, A, size == 1 ? 2 : size);
    if (size > 1)
        define_general(e, D, size);
    value_general(e, A, size == 1 ? 2 : size);
    e->flags_written = divides ? 0 : ALL;
    return true;
}

/* movs, stos, lods, scas, cmps with or without a prefix. */
static bool string(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    static const char *const stems[] = {"movs", "stos", "lods", "scas", "cmps"};
    int which = -1;
    for (int i = 0; i < 5; i++)
        if (strncmp(mnemonic, stems[i], 4) == 0 && strlen(mnemonic) == 5 && strchr("bwdq", mnemonic[4]))
            which = i;
    for (unsigned i = 0; i < insn->detail->x86.op_count; i++)
        if (insn->detail->x86.operands[i].type == X86_OP_REG && strncmp(register_name(insn->detail->x86.operands[i].reg), "xmm", 3) == 0)
            which = -1;
    if (which < 0)
        return false;
    unsigned size = mnemonic[4] == 'b' ? 1 : mnemonic[4] == 'w' ? 2 : mnemonic[4] == 'd' ? 4 : 8;
    uint8_t prefix = insn->detail->x86.prefix[0];
    bool source = which != 1 && which != 3, target = which != 2;
    e->repeats = prefix == 0xf3 || prefix == 0xf2;
    e->while_equal = e->repeats && which > 2 && prefix == 0xf3;
    e->while_different = e->repeats && which > 2 && prefix == 0xf2;
    e->flags_read = DF;
    e->flags_written = which > 2 ? ALL : 0;
    if (e->repeats) {
        use_general(e, C, 8);
        define_general(e, C, 8);
    }
    if (which == 1 || which == 3)
        use_general(e, A, size);
    if (source) {
        use_general(e, SI, 8);
        define_general(e, SI, 8);
        simple_memory(e, SI, 0, size, true, false);
    }
    if (target) {
        use_general(e, DI, 8);
        define_general(e, DI, 8);
        simple_memory(e, DI, 0, size, which > 2, which < 2);
    }
    if (which == 2)
        define_general(e, A, size);
    if (which < 2)
        e->value = VALUE_MEMORY;
    else
        value_general(e, which == 2 ? A : DI, which == 2 ? size : 8);
    return true;
}

/* Moves between vector registers, general registers and memory whose width depends on the form. */
static bool vector_move(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    const cs_x86 *x86 = &insn->detail->x86;
    if (x86->op_count < 2)
        return false;
    bool from_memory = x86->operands[1].type == X86_OP_MEM, both = x86->operands[0].type == X86_OP_REG && x86->operands[1].type == X86_OP_REG;
    const char *name = x86->operands[0].type == X86_OP_REG ? register_name(x86->operands[0].reg) : "";
    bool into = strncmp(name, "xmm", 3) == 0;
    unsigned size = 0;
    if (in_names("movss movsd", mnemonic)) {
        size = mnemonic[4] == 's' ? 4 : 8;
        const char *forms[2][3] = {{"w4,r4", "w16,r4", "w4,r4"}, {"w8,r8", "w16,r8", "w8,r8"}};
        apply_operands(e, insn, forms[size == 8][both ? 0 : from_memory ? 1 : 2]);
    } else if (in_names("movd movq", mnemonic)) {
        size = mnemonic[3] == 'd' ? 4 : 8;
        if (!into && size == 4 && both && x86->operands[0].size == 8)
            size = 8;               /* capstone's name for REX.W movd */
        if (into && both && size == 4 && x86->operands[1].size == 8)
            size = 8;
        apply_operands(e, insn, into ? (size == 8 ? "w16,r8" : "w16,r4") : size == 8 ? "w8,r8" : "w4,r4");
    } else if (in_names("movhps movhpd", mnemonic)) {
        size = 8;
        apply_operands(e, insn, into ? "w8+8,r8" : "w8,r8+8");
    } else if (in_names("movlps movlpd", mnemonic)) {
        size = 8;
        apply_operands(e, insn, into ? "w8,r8" : "w8,r8");
    } else {
        return false;
    }
    if (from_memory && e->memories)
        e->memory[0].size = (uint16_t)size;
    value_of_operand(e, insn, size);
    return true;
}

static bool elements(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    bool insert = strncmp(mnemonic, "pinsr", 5) == 0, extract = strncmp(mnemonic, "pextr", 5) == 0;
    if (!insert && !extract)
        return false;
    unsigned size = mnemonic[5] == 'b' ? 1 : mnemonic[5] == 'w' ? 2 : mnemonic[5] == 'd' ? 4 : 8;
    unsigned up = ((unsigned)insn->detail->x86.operands[2].imm & (16 / size - 1)) * size;
    char access[32];
    if (insert)
        snprintf(access, sizeof access, "w%u+%u,r%u,x", size, up, size);
    else
        snprintf(access, sizeof access, "w,r%u+%u,x", size, up);
    apply_operands(e, insn, access);
    value_of_operand(e, insn, insert ? 8 : 0);
    return true;
}

enum { LOCK = 0xf0 };

static bool exchange(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    if (in_names("cmpxchg8b cmpxchg16b", mnemonic)) {
        unsigned half = mnemonic[7] == '8' ? 4 : 8;
        static const int used[] = {A, D, B, C};
        for (int i = 0; i < 4; i++)
            use_general(e, used[i], half);
        define_general(e, A, half);
        define_general(e, D, half);
        apply_operands(e, insn, half == 4 ? "m8" : "m16");
        e->value = VALUE_MEMORY;
        e->value_register.size = (uint16_t)half;
        e->flags_written = ZF;
        e->if_equal = insn->detail->x86.prefix[0] == LOCK;
        return true;
    }
    if (strcmp(mnemonic, "cmpxchg") != 0)
        return false;
    unsigned size = insn->detail->x86.operands[0].size;
    use_general(e, A, size);
    define_general(e, A, size);
    apply_operands(e, insn, "m,r");
    value_of_operand(e, insn, 0);
    e->flags_written = ALL;
    e->if_equal = insn->detail->x86.prefix[0] == LOCK;
    return true;
}

/* The short form with rax: capstone 4 names rax first, capstone 5 last. */
static bool exchange_with_rax(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    enum { SHORT = 0x90, REGISTER = 7 };
    if (strcmp(mnemonic, "xchg") != 0 || (insn->detail->x86.opcode[0] & ~REGISTER) != SHORT)
        return false;
    apply_operands(e, insn, "m,m");
    value_general(e, A, insn->detail->x86.operands[0].size);
    return true;
}

static bool high_byte(struct effect *e, const char *mnemonic)
{
    const struct piece ah = {1, 1, false};
    if (strcmp(mnemonic, "lahf") == 0) {
        define(e, ah);
        e->flags_read = ALL & ~OF;
        e->value = VALUE_REGISTER;
        e->value_register = ah;
        return true;
    }
    if (strcmp(mnemonic, "sahf") == 0) {
        use(e, ah);
        e->flags_written = ALL & ~OF;
        return true;
    }
    if (strcmp(mnemonic, "xlatb") == 0)
        add_memory(e, (struct memory){.base = B, .index = A, .scale = 1, .size = 1, .load = true, .low_index = true});
    return false;
}

static bool control(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    if (strcmp(mnemonic, "jmp") == 0) {
        apply_operands(e, insn, "r");
        e->kind = EFFECT_JUMP;
        e->computed = insn->detail->x86.operands[0].type != X86_OP_IMM;
        return true;
    }
    if (strcmp(mnemonic, "jrcxz") == 0) {
        use_general(e, C, 8);
        e->kind = EFFECT_JUMP;
        return true;
    }
    if (in_names("loop loope loopne", mnemonic)) {
        use_general(e, C, 8);
        define_general(e, C, 8);
        value_general(e, C, 8);
        e->flags_read = mnemonic[4] ? ZF : 0;
        e->kind = EFFECT_JUMP;
        return true;
    }
    if (strcmp(mnemonic, "syscall") == 0) {
        e->kind = EFFECT_SYSTEM;
        value_general(e, A, 8);
        return true;
    }
    return false;
}

bool effect_special(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    return conditional(e, insn, mnemonic) || stack(e, insn, mnemonic) || multiply(e, insn, mnemonic) || string(e, insn, mnemonic) ||
           vector_move(e, insn, mnemonic) || elements(e, insn, mnemonic) || exchange(e, insn, mnemonic) || exchange_with_rax(e, insn, mnemonic) || high_byte(e, mnemonic) ||
           control(e, insn, mnemonic);
}
