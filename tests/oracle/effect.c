/* effect.c - decodes an instruction and finds what it reads and writes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "effect_build.h"
#include "effect_rules.h"
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static csh handle;        /* capstone's, for all of effect.c */

void effect_open(void)
{
    if (cs_open(CS_ARCH_X86, CS_MODE_64, &handle) != CS_ERR_OK)
        fail("capstone cannot be used");
    cs_option(handle, CS_OPT_DETAIL, CS_OPT_ON);
}

const char *register_name(unsigned reg)
{
    const char *name = cs_reg_name(handle, reg);
    return name ? name : "";
}

/* ---- Registers ---- */

static const char *const general_names[16] = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"};

/* The general register with this name, whatever its width; *high: ah, bh, ch, dh. -1: not one. */
static int general_of(const char *name, bool *high)
{
    static const char *const low[8][4] = {{"eax", "ax", "al", "ah"}, {"ecx", "cx", "cl", "ch"}, {"edx", "dx", "dl", "dh"}, {"ebx", "bx", "bl", "bh"},
                                          {"esp", "sp", "spl", ""}, {"ebp", "bp", "bpl", ""}, {"esi", "si", "sil", ""}, {"edi", "di", "dil", ""}};
    *high = false;
    for (int i = 0; i < 16; i++)
        if (strcmp(name, general_names[i]) == 0)
            return i;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 4; k++)
            if (strcmp(name, low[i][k]) == 0) {
                *high = k == 3;
                return i;
            }
    if (name[0] == 'r' && name[1] >= '0' && name[1] <= '9')
        return (int)strtol(name + 1, NULL, 10);
    return -1;
}

bool piece_of(unsigned reg, unsigned size, unsigned up, struct piece *piece)
{
    const char *name = cs_reg_name(handle, reg);
    bool high;
    int general = name ? general_of(name, &high) : -1;
    if (general >= 0) {
        *piece = (struct piece){(uint16_t)(general * 8 + high), (uint16_t)size, false};
        return true;
    }
    if (name && (strncmp(name, "xmm", 3) == 0 || strncmp(name, "ymm", 3) == 0)) {
        *piece = (struct piece){(uint16_t)(FILE_VECTOR + 32 * strtol(name + 3, NULL, 10) + up), (uint16_t)size, false};
        return true;
    }
    return false;
}

void use(struct effect *e, struct piece piece)
{
    if (e->uses < PIECES && piece.size)
        e->use[e->uses++] = piece;
}

void define(struct effect *e, struct piece piece)
{
    if (piece.byte < FILE_VECTOR && piece.size == 4)
        piece.size = 8;             /* a 32-bit result clears the upper half */
    if (e->defines < PIECES && piece.size)
        e->define[e->defines++] = piece;
}

void use_general(struct effect *e, int number, unsigned size)
{
    use(e, (struct piece){(uint16_t)(number * 8), (uint16_t)size, false});
}

void define_general(struct effect *e, int number, unsigned size)
{
    define(e, (struct piece){(uint16_t)(number * 8), (uint16_t)size, false});
}

/* ---- Memory ---- */

struct memory *add_memory(struct effect *e, struct memory memory)
{
    if (e->memories == MEMORIES) {
        e->kind = EFFECT_UNKNOWN;
        e->memories--;
    }
    e->memory[e->memories] = memory;
    return &e->memory[e->memories++];
}

struct memory *simple_memory(struct effect *e, int base, int64_t displacement, unsigned size, bool load, bool store)
{
    struct memory memory = {base, -1, 0, 1, displacement, (uint16_t)size, load, store, false, false};
    return add_memory(e, memory);
}

static int address_register(struct effect *e, unsigned reg, bool *narrow)
{
    const char *name = reg == X86_REG_INVALID ? NULL : cs_reg_name(handle, reg);
    bool high;
    int number = name ? general_of(name, &high) : -1;
    if (number >= 0) {
        *narrow |= name[0] == 'e' || name[strlen(name) - 1] == 'd';
        use_general(e, number, *narrow ? 4 : 8);
    }
    return number;
}

static struct memory *operand_memory(struct effect *e, const cs_insn *insn, const cs_x86_op *op, unsigned size, bool load, bool store)
{
    unsigned before = e->uses;
    struct memory memory = {.scale = op->mem.scale, .displacement = op->mem.disp, .size = (uint16_t)size, .load = load, .store = store};
    memory.base = address_register(e, op->mem.base, &memory.narrow);
    memory.index = address_register(e, op->mem.index, &memory.narrow);
    if (op->mem.base == X86_REG_RIP)
        memory.displacement += (int64_t)(insn->address + insn->size);
    if (op->mem.segment == X86_REG_FS || op->mem.segment == X86_REG_GS) {
        bool fs = op->mem.segment == X86_REG_FS;
        memory.segment = fs ? PORT_FS : PORT_GS;
        use(e, (struct piece){fs ? FILE_FS : FILE_GS, 8, false});
    }
    if (!load && !store)
        return NULL;
    for (unsigned i = before; i < e->uses; i++)
        e->use[i].address = true;
    return add_memory(e, memory);
}

/* ---- Operands by a rule ---- */

static void explicit_operand(struct effect *e, const cs_insn *insn, unsigned number, const char *access)
{
    const cs_x86_op *op = &insn->detail->x86.operands[number];
    char *end;
    unsigned size = (unsigned)strtoul(access + 1, &end, 10), up = *end == '+' ? (unsigned)strtoul(end + 1, NULL, 10) : 0;
    bool reads = strchr("rmnu", *access), writes = strchr("wmnvu", *access);
    struct piece piece;
    if (size == 0)
        size = op->size;
    if (op->type == X86_OP_MEM && *access != 'x') {
        struct memory *memory = operand_memory(e, insn, op, size, reads, writes);
        if (memory && number == 1)
            memory->displacement += up;
    }
    if (op->type != X86_OP_REG || *access == 'x')
        return;
    if (!piece_of(op->reg, size, up, &piece)) {
        e->kind = EFFECT_UNKNOWN;
        return;
    }
    if (piece.byte < FILE_VECTOR && size > op->size)
        piece.size = op->size;
    if (reads)
        use(e, piece);
    if (strchr("vu", *access))
        piece = (struct piece){(uint16_t)(piece.byte - up), 32, false};
    if (*access == 'n')
        piece = (struct piece){(uint16_t)(piece.byte - up), 16, false};
    if (writes)
        define(e, piece);
}

void apply_operands(struct effect *e, const cs_insn *insn, const char *operands)
{
    for (unsigned i = 0; i < insn->detail->x86.op_count && *operands; i++) {
        explicit_operand(e, insn, i, operands);
        const char *comma = strchr(operands, ',');
        operands = comma ? comma + 1 : "";
    }
}

static void apply_implicit(struct effect *e, const char *implicit)
{
    while (*implicit) {
        char access = *implicit++, *end;
        int number = (int)strtol(implicit, &end, 10);
        unsigned size = (unsigned)strtoul(end + 1, &end, 10);
        if (access == 'r')
            use_general(e, number, size);
        else
            define_general(e, number, size);
        implicit = *end ? end + 1 : end;
    }
}

/* ---- Values: the first register written, otherwise the memory ---- */

void value_of_operand(struct effect *e, const cs_insn *insn, unsigned size)
{
    const cs_x86_op *op = &insn->detail->x86.operands[0];
    struct piece piece;
    if (op->type == X86_OP_MEM) {
        e->value = VALUE_MEMORY;
    } else if (op->type == X86_OP_REG && piece_of(op->reg, size ? size : op->size, 0, &piece)) {
        e->value = VALUE_REGISTER;
        e->value_register = piece;
    }
}

void value_general(struct effect *e, int number, unsigned size)
{
    e->value = VALUE_REGISTER;
    e->value_register = (struct piece){(uint16_t)(number * 8), (uint16_t)size, false};
}

/* ---- Corrections ---- */

static bool same_operands(const cs_insn *insn)
{
    const cs_x86 *x86 = &insn->detail->x86;
    unsigned a = x86->op_count == 3 && insn->mnemonic[0] == 'v', b = a + 1;
    return x86->op_count == b + 1 && x86->operands[a].type == X86_OP_REG && x86->operands[b].type == X86_OP_REG && x86->operands[a].reg == x86->operands[b].reg;
}

static void correct_shift(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    const cs_x86 *x86 = &insn->detail->x86;
    if (!in_names("shl sal shr sar rol ror rcl rcr shld shrd", mnemonic) || x86->op_count < 2)
        return;
    const cs_x86_op *count = &x86->operands[x86->op_count - 1];
    uint8_t mask = x86->operands[0].size == 8 ? 63 : 31;
    if (count->type == X86_OP_REG)
        e->count_mask = mask;
    else if ((count->imm & mask) == 0)
        e->flags_written = 0;
}

/* A rule's value: the destination at operand width; none for a comparison. */
static void value_by_rule(struct effect *e, const cs_insn *insn, const struct rule *rule)
{
    const char access = rule->operands[0];
    if (strchr("wmnvu", access) && access && insn->detail->x86.op_count)
        value_of_operand(e, insn, (unsigned)strtoul(rule->operands + 1, NULL, 10));
    if (e->value == VALUE_REGISTER && e->value_register.size > 8)
        e->value_register.size = 8;
    if (e->value == VALUE_MEMORY && in_names("xadd", rule->names)) {
        struct piece piece;
        if (piece_of(insn->detail->x86.operands[1].reg, insn->detail->x86.operands[1].size, 0, &piece)) {
            e->value = VALUE_REGISTER;
            e->value_register = piece;
        }
    }
    const char *writes = strchr(rule->implicit, 'w');
    if (writes) {
        char *end;
        int number = (int)strtol(writes + 1, &end, 10);
        value_general(e, number, (unsigned)strtoul(end + 1, NULL, 10));
    }
}

static void apply_rule(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    static const char idioms[] = "xor sub sbb pxor xorps xorpd psubb psubw psubd psubq pcmpeqb pcmpeqw pcmpeqd pcmpeqq pcmpgtb pcmpgtw pcmpgtd pcmpgtq pandn "
                                 "andnps andnpd";
    const struct rule *rule = rule_of(mnemonic);
    if (!rule) {
        e->kind = EFFECT_UNKNOWN;
        return;
    }
    apply_operands(e, insn, rule->operands);
    apply_implicit(e, rule->implicit);
    e->flags_read = rule->reads;
    e->flags_written = rule->writes;
    if (same_operands(insn) && in_names(idioms, mnemonic + (mnemonic[0] == 'v')))
        e->uses = 0;
    value_by_rule(e, insn, rule);
    correct_shift(e, insn, mnemonic);
}

static void find_move(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    const cs_x86 *x86 = &insn->detail->x86;
    bool high;
    for (unsigned i = 0; i < x86->op_count; i++)
        if (in_names("mov push pop", mnemonic) && x86->operands[i].type == X86_OP_REG && x86->operands[i].size == 8 && e->memories == 1)
            e->moves = general_of(cs_reg_name(handle, x86->operands[i].reg), &high);
}

void effect_decode(const uint8_t *bytes, size_t size, uint64_t address, struct effect *e)
{
    *e = (struct effect){.kind = EFFECT_UNKNOWN, .moves = -1};
    cs_insn *insn;
    if (cs_disasm(handle, bytes, size, address, 1, &insn) != 1)
        return;
    const char *space = strrchr(insn->mnemonic, ' '), *mnemonic = space ? space + 1 : insn->mnemonic;
    e->kind = EFFECT_PLAIN;
    e->length = (uint8_t)insn->size;
    snprintf(e->text, sizeof e->text, "%s %.40s", insn->mnemonic, insn->op_str);
    if (!effect_special(e, insn, mnemonic) && !effect_vector(e, insn, mnemonic) && !effect_x87(e, insn, mnemonic))
        apply_rule(e, insn, mnemonic);
    find_move(e, insn, mnemonic);
    cs_free(insn, 1);
}

/* ---- Control flow, for graph.c ---- */

void flow_decode(const uint8_t *bytes, size_t size, uint64_t address, struct decoded_flow *decoded)
{
    *decoded = (struct decoded_flow){.flow = {.address = address, .kind = FLOW_STOP}};
    cs_insn *insn;
    if (cs_disasm(handle, bytes, size, address, 1, &insn) != 1)
        return;
    const char *space = strrchr(insn->mnemonic, ' '), *mnemonic = space ? space + 1 : insn->mnemonic;
    const cs_x86 *x86 = &insn->detail->x86;
    bool direct = x86->op_count && x86->operands[0].type == X86_OP_IMM;
    struct flow *flow = &decoded->flow;
    flow->length = (uint8_t)insn->size;
    flow->kind = FLOW_NEXT;
    flow->target = direct ? (uint64_t)x86->operands[0].imm : 0;
    snprintf(decoded->text, sizeof decoded->text, "%s %.76s", mnemonic, insn->op_str);
    if (strcmp(mnemonic, "jmp") == 0)
        flow->kind = direct ? FLOW_JUMP : FLOW_COMPUTED;
    else if (mnemonic[0] == 'j' || in_names("loop loope loopne", mnemonic))
        flow->kind = FLOW_BRANCH;
    else if (strcmp(mnemonic, "call") == 0)
        flow->kind = FLOW_CALL;
    else if (strcmp(mnemonic, "ret") == 0)
        flow->kind = FLOW_RETURN;
    else if (in_names("hlt ud2", mnemonic))
        flow->kind = FLOW_STOP;
    else if (strcmp(mnemonic, "syscall") == 0)
        flow->kind = FLOW_SYSTEM;
    cs_free(insn, 1);
}
