/* effects.c - what an x86 instruction uses, and what it does to memory and registers.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/arch/x86_64/x86_64.h"

#include <string.h>

#define BIT(reg) (UINT32_C(1) << (reg))

static bool is(const struct decoded *decoded, const char *mnemonic)
{
    return strcmp(decoded->mnemonic, mnemonic) == 0;
}

static bool starts(const struct decoded *decoded, const char *prefix)
{
    return strncmp(decoded->mnemonic, prefix, strlen(prefix)) == 0;
}

/* ---- What the mnemonic implies ---- */

struct implied {
    char mnemonic[12];
    uint32_t values, addresses;
    unsigned loads;
};

static const struct implied implied[] = {
    {"push", 0, BIT(RSP), 0}, {"pop", 0, BIT(RSP), 1}, {"call", 0, BIT(RSP), 0}, {"ret", 0, BIT(RSP), 1}, {"leave", 0, BIT(RBP), 1},
    {"pushf", 0, BIT(RSP), 0}, {"pushfq", 0, BIT(RSP), 0}, {"popf", 0, BIT(RSP), 1}, {"popfq", 0, BIT(RSP), 1}, {"cdq", BIT(RAX), 0, 0},
    {"cqo", BIT(RAX), 0, 0}, {"cwd", BIT(RAX), 0, 0}, {"cdqe", BIT(RAX), 0, 0}, {"cwde", BIT(RAX), 0, 0}, {"cbw", BIT(RAX), 0, 0}, {"mul", BIT(RAX), 0, 0},
    {"div", BIT(RAX), 0, 0}, {"idiv", BIT(RAX), 0, 0}, {"mulx", BIT(RDX), 0, 0}, {"cmpxchg", BIT(RAX), 0, 0},
    {"cmpxchg8b", BIT(RAX) | BIT(RDX) | BIT(RCX) | BIT(RBX), 0, 1}, {"cmpxchg16b", BIT(RAX) | BIT(RDX) | BIT(RCX) | BIT(RBX), 0, 1},
    {"sahf", BIT(RAX), 0, 0}, {"cpuid", BIT(RAX) | BIT(RCX), 0, 0}, {"xgetbv", BIT(RCX), 0, 0}, {"xlatb", BIT(RAX), BIT(RBX), 1}, {"jrcxz", BIT(RCX), 0, 0},
    {"jecxz", BIT(RCX), 0, 0}, {"loop", BIT(RCX), 0, 0}, {"loope", BIT(RCX), 0, 0}, {"loopne", BIT(RCX), 0, 0}, {"pcmpestri", BIT(RAX) | BIT(RDX), 0, 0},
    {"pcmpestrm", BIT(RAX) | BIT(RDX), 0, 0}, {"maskmovdqu", 0, BIT(RDI), 0},
};

static const struct implied strings[] = {
    {"movs", 0, BIT(RSI) | BIT(RDI), 1}, {"cmps", 0, BIT(RSI) | BIT(RDI), 2}, {"stos", BIT(RAX), BIT(RDI), 0}, {"scas", BIT(RAX), BIT(RDI), 1},
    {"lods", 0, BIT(RSI), 1},
};

static void imply(const struct implied *from, struct arch_uses *uses)
{
    uses->values |= from->values;
    uses->addresses |= from->addresses;
    uses->loads += from->loads;
}

static void imply_string(const struct decoded *decoded, struct arch_uses *uses)
{
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        if (strncmp(decoded->mnemonic, strings[i].mnemonic, 4) == 0)
            imply(&strings[i], uses);
    if (decoded->traits & TRAIT_REPEATED)
        uses->values |= BIT(RCX);
}

static void imply_by_name(const struct decoded *decoded, struct arch_uses *uses)
{
    for (size_t i = 0; i < sizeof implied / sizeof *implied; i++)
        if (strcmp(decoded->mnemonic, implied[i].mnemonic) == 0)
            imply(&implied[i], uses);
    bool one = decoded->operands == 1;
    if (one && decoded->operation == OPERATION_MULTIPLY)
        uses->values |= BIT(RAX);
    if (one && decoded->operation == OPERATION_DIVIDE && decoded->operand[0].size > 1)
        uses->values |= BIT(RDX);
}

/* ---- Uses that follow from the operands ---- */

static uint32_t address_registers(const struct operand *operand)
{
    return (operand->base >= 0 ? BIT(operand->base) : 0) | (operand->index >= 0 ? BIT(operand->index) : 0);
}

static bool is_x87(const struct decoded *decoded)
{
    return decoded->mnemonic[0] == 'f' || strcmp(decoded->mnemonic, "wait") == 0;
}

static bool stores_only(const struct decoded *decoded)
{
    return is_x87(decoded) ? !(decoded->traits & TRAIT_READS) : strcmp(decoded->mnemonic, "stmxcsr") == 0;
}

static void use_memory(const struct decoded *decoded, const struct operand *operand, bool source, struct arch_uses *uses)
{
    if (decoded->operation == OPERATION_ADDRESS) {
        uses->values |= address_registers(operand);
        return;
    }
    uses->addresses |= address_registers(operand);
    uses->segment |= operand->segment_based;
    if (stores_only(decoded))
        return;
    if (source || is_x87(decoded))
        uses->loads++;
    if ((!source && !is_x87(decoded)) || decoded->operation == OPERATION_EXCHANGE)      /* locked: the value that it compares with is loaded separately */
        uses->doubted_loads++;
}

/* Instructions whose first operand is a source, also if it is the only one. */
static bool reads_first(const struct decoded *decoded)
{
    static const char *const names[] = {"push", "call", "jmp", "mul", "div", "idiv", "cmp", "test", "bt", "neg", "not", "inc", "dec", "add", "sub", "and",
                                        "or", "xor", "adc", "sbb", "comiss", "comisd", "ucomiss", "ucomisd", "ptest", "xchg", "xadd", "cmpxchg", "ldmxcsr", NULL};
    return is_one_of(decoded->mnemonic, names) || (decoded->operands == 1 && decoded->operation == OPERATION_MULTIPLY);
}

/* Instructions that define their first operand without its old value, whatever its size: removes a doubt. */
static bool replaces_first(const struct decoded *decoded)
{
    static const char *const names[] = {"cvt", "vcvt", "mov", "set", "lea", "pop", "pmovmsk", "pextr", "bsf", "bsr", NULL};
    const struct operand *first = &decoded->operand[0];
    return first->kind == OPERAND_REGISTER && first->reg < GENERAL_REGISTERS && starts_with_one(decoded->mnemonic, names);
}

static void use_operand(const struct decoded *decoded, size_t i, struct arch_uses *uses)
{
    const struct operand *operand = &decoded->operand[i];
    bool source = i > 0 || reads_first(decoded);
    if (operand->kind == OPERAND_MEMORY)
        use_memory(decoded, operand, source, uses);
    else if (operand->kind == OPERAND_REGISTER && operand->reg < 0)
        uses->others++;
    else if (operand->kind == OPERAND_REGISTER && source)
        uses->values |= BIT(operand->reg);
    else if (operand->kind == OPERAND_REGISTER && !replaces_first(decoded))
        uses->doubted |= BIT(operand->reg);
}

void x86_uses(const struct decoded *decoded, struct arch_uses *uses)
{
    if (decoded->traits & TRAIT_STRING) {
        imply_string(decoded, uses);
    } else {
        imply_by_name(decoded, uses);
        for (size_t i = 0; i < decoded->operands; i++)
            use_operand(decoded, i, uses);
    }
    uses->flags = (decoded->flags_read & (FLAG_ALL & ~FLAG_DF) ? 1u : 0u) + (decoded->flags_read & FLAG_DF ? 1u : 0u);
    uses->addresses &= ~uses->values;
    uses->doubted &= ~uses->values;
    bool converts = strstr(decoded->mnemonic, "cvt");
    uses->x87 = is_x87(decoded);
    uses->control = converts || strstr(decoded->mnemonic, "mxcsr");
    uses->rounds = !(decoded->traits & TRAIT_STRING) && (converts || strstr(decoded->mnemonic, "round"));
}

/* ---- Memory ---- */

/* The first operand is a destination, and its old value does not count. */
static bool only_writes(const struct decoded *decoded)
{
    static const char *const names[] = {"mov", "vmov", "set", "pop", "fst", "fnst", "fist", "pextr", "vpextr", "vextract", "extract", "stmxcsr", NULL};
    return starts_with_one(decoded->mnemonic, names);
}

/* Do data decide whether it stores, or what? */
static bool is_conditional(const struct decoded *decoded)
{
    static const char *const names[] = {"cmpxchg", "maskmov", "vmaskmov", "vpmaskmov", NULL};
    return starts_with_one(decoded->mnemonic, names);
}

/* State areas and gathers: the operand lacks the size or the address. */
static bool is_unfollowed(const struct decoded *decoded)
{
    static const char *const areas[] = {"fxsave", "fxrstor", "xsave", "xrstor", "fnsave", "frstor", "fnstenv", "fldenv", NULL};
    static const char *const names[] = {"bt", "bts", "btr", "btc", "xlatb", NULL};
    return starts_with_one(decoded->mnemonic, areas) || is_one_of(decoded->mnemonic, names) || strstr(decoded->mnemonic, "gather") ||
           strstr(decoded->text, "(%e") || strstr(decoded->text, "(,%e");
}

static struct arch_access *add_access(struct arch_effects *effects)
{
    static const struct arch_access blank = {.base = NO_REGISTER, .index = NO_REGISTER, .scale = 1};
    if (effects->count == ARCH_ACCESSES)
        return NULL;
    effects->access[effects->count] = blank;
    return &effects->access[effects->count++];
}

static void add_operand(const struct decoded *decoded, size_t i, struct arch_effects *effects)
{
    const struct operand *operand = &decoded->operand[i];
    bool exchanges = decoded->operation == OPERATION_EXCHANGE || is(decoded, "xadd");
    struct arch_access *access = add_access(effects);
    if (!access)
        return;
    access->writes = (i == 0 && !(decoded->traits & TRAIT_READS)) || exchanges;
    access->reads = i > 0 || (decoded->traits & TRAIT_READS) || !only_writes(decoded) || exchanges;
    access->conditional = access->writes && is_conditional(decoded);
    access->unfollowed = operand->size == 0 || is_unfollowed(decoded) || operand->index >= GENERAL_REGISTERS;
    access->unfollowed |= starts(decoded, "pop") && operand->base == RSP;      /* rsp moves first */
    access->segment = operand->segment_based;
    access->base = operand->rip_relative ? NO_REGISTER : operand->base;
    access->index = operand->index;
    access->scale = operand->scale ? operand->scale : 1;
    access->size = operand->size;
    access->displacement = operand->displacement;
    access->relative = operand->rip_relative;
}

static void add_stack(struct arch_effects *effects, bool writes, int64_t displacement, int8_t base, uint32_t size)
{
    struct arch_access *access = add_access(effects);
    if (!access)
        return;
    access->writes = writes;
    access->reads = !writes;
    access->base = base;
    access->displacement = displacement;
    access->unfollowed = size == 0;
    access->size = size ? size : 1;
}

static void add_string(const struct decoded *decoded, struct arch_effects *effects)
{
    bool reads = !starts(decoded, "stos"), both = starts(decoded, "movs") || starts(decoded, "cmps");
    bool writes = starts(decoded, "movs") || starts(decoded, "stos");
    uint32_t size = decoded->operand[0].size;
    effects->string = (int8_t)size;
    effects->repeated = decoded->traits & TRAIT_REPEATED;
    effects->moved = BIT(RSI) | BIT(RDI);
    if (reads)
        add_stack(effects, false, 0, starts(decoded, "scas") ? RDI : RSI, size);
    if (writes || both)
        add_stack(effects, writes, 0, RDI, size);
}

/* Bytes that push, pop and call move; 0: unknown. The operand does not tell the size of constants and segment registers, but without a prefix the code is
 * short: 6a or 68 and a constant, 0f and a0, a1, a8 or a9. */
static uint32_t pushed_size(const struct decoded *decoded)
{
    const struct operand *first = &decoded->operand[0];
    bool constant = decoded->operands && first->kind == OPERAND_IMMEDIATE, segment = decoded->operands && first->kind == OPERAND_REGISTER && first->reg < 0;
    if (flow_is_call(decoded->flow))
        return 8;
    if (constant || segment)
        return decoded->length == 2 || (constant && decoded->length == 5) ? 8 : 0;
    if (is(decoded, "pushf") || is(decoded, "popf"))
        return 2;
    return decoded->operands && first->size == 2 ? 2 : 8;
}

/* Stores the bytes that a mask selects to (rdi), which is not an operand. */
static void add_masked(struct arch_effects *effects, uint32_t size)
{
    add_stack(effects, true, 0, RDI, size);
    effects->access[effects->count - 1].conditional = true;
}

static void add_accesses(const struct decoded *decoded, struct arch_effects *effects)
{
    static const char *const masked[] = {"maskmovdqu", "maskmovq", "vmaskmovdqu", NULL};
    if (decoded->traits & TRAIT_STRING) {
        add_string(decoded, effects);
        return;
    }
    for (size_t i = 0; i < decoded->operands; i++)
        if (decoded->operand[i].kind == OPERAND_MEMORY && decoded->operation != OPERATION_ADDRESS && decoded->operation != OPERATION_NOTHING &&
            !starts(decoded, "prefetch"))
            add_operand(decoded, i, effects);
    uint32_t size = pushed_size(decoded);
    if (is_one_of(decoded->mnemonic, masked))
        add_masked(effects, is(decoded, "maskmovq") ? 8 : 16);
    else if (is(decoded, "enter"))
        add_stack(effects, true, -8, RSP, 8);
    else if (flow_is_call(decoded->flow) || decoded->traits & TRAIT_PUSHES)
        add_stack(effects, true, -(int64_t)size, RSP, size);
    else if (decoded->traits & TRAIT_POPS)
        add_stack(effects, false, 0, RSP, size);
    else if (decoded->flow == FLOW_RETURN)
        add_stack(effects, false, 0, RSP, 8);
    else if (decoded->operation == OPERATION_LEAVE)
        add_stack(effects, false, 0, RBP, 8);
}

/* ---- The stack pointer ---- */

static void adds(struct arch_effects *effects, int64_t bytes)
{
    effects->stack = STACK_ADDS;
    effects->adds = bytes;
}

static void read_stack(const struct decoded *decoded, struct arch_effects *effects)
{
    const struct operand *second = &decoded->operand[1];
    bool to_stack = operand_is(decoded, 0, RSP);
    uint32_t size = pushed_size(decoded);
    bool moves = flow_is_call(decoded->flow) || decoded->traits & (TRAIT_PUSHES | TRAIT_POPS);
    if (moves && size == 0)
        effects->stack = STACK_OTHER;
    else if (flow_is_call(decoded->flow) || decoded->traits & TRAIT_PUSHES)
        adds(effects, -(int64_t)size);
    else if (decoded->traits & TRAIT_POPS && !to_stack)
        adds(effects, (int64_t)size);
    else if (decoded->operation == OPERATION_LEAVE)
        effects->stack = STACK_FROM_FRAME;
    else if (decoded->flow == FLOW_RETURN || starts(decoded, "enter"))
        effects->stack = STACK_OTHER;
    else if (to_stack && decoded->operands == 2 && second->kind == OPERAND_IMMEDIATE &&
             (decoded->operation == OPERATION_SUBTRACT || decoded->operation == OPERATION_ADD))
        adds(effects, decoded->operation == OPERATION_ADD ? second->immediate : -second->immediate);
    else if (to_stack && decoded->operation == OPERATION_ADDRESS && second->base == RSP && second->index < 0)
        adds(effects, second->displacement);
    else if (to_stack && !(decoded->traits & TRAIT_READS))
        effects->stack = STACK_OTHER;
}

/* ---- The value ---- */

static int8_t implied_result(const struct decoded *decoded)
{
    static const char *const in_rax[] = {"mul", "div", "idiv", "cdqe", "cpuid", "rdtsc", "rdtscp", "syscall", NULL};
    bool one = decoded->operands == 1 && decoded->operation == OPERATION_MULTIPLY;
    if (one || is_one_of(decoded->mnemonic, in_rax) || (decoded->traits & TRAIT_STRING && starts(decoded, "lods")))
        return RAX;
    if (is(decoded, "cqo") || is(decoded, "cdq"))
        return RDX;
    return decoded->operation == OPERATION_LEAVE ? RBP : NO_REGISTER;
}

/* Instructions that write several registers, or for which the syntax decides whose value counts. */
static bool has_other_results(const struct decoded *decoded)
{
    static const char *const names[] = {"xchg", "xadd", "mulx", "cmpxchg", "rdssp", "enter", NULL};
    return starts_with_one(decoded->mnemonic, names);
}

static void read_result(const struct decoded *decoded, struct arch_effects *effects)
{
    const struct operand *first = &decoded->operand[0];
    effects->result = implied_result(decoded);
    effects->result_size = 8;
    if (effects->result == RAX && decoded->operands)             /* mul and div have the size of their operand */
        effects->result_size = first->size;
    effects->mixed = has_other_results(decoded) && !starts(decoded, "cmpxchg");
    if (effects->result != NO_REGISTER || has_other_results(decoded) || decoded->traits & TRAIT_STRING)
        return;
    if (decoded->flow == FLOW_RETURN) {
        effects->result = RSP;
    } else if (decoded->operands && first->kind == OPERAND_REGISTER && first->reg >= 0 && first->reg < GENERAL_REGISTERS &&
               !(decoded->traits & TRAIT_READS) && decoded->flow == FLOW_NEXT) {
        effects->result = first->reg;
        effects->result_size = first->high_byte ? 1 : first->size;
    }
}

/* mov from a register to a register or to memory, lea of a register and a constant: the value is the register's, plus the constant. */
static void read_copy(const struct decoded *decoded, struct arch_effects *effects)
{
    const struct operand *first = &decoded->operand[0], *second = &decoded->operand[1];
    effects->copies = NO_REGISTER;
    if (decoded->operands != 2 || first->size != 8)
        return;
    if (is(decoded, "mov") && second->kind == OPERAND_REGISTER && second->reg < GENERAL_REGISTERS) {
        effects->copies = second->reg;
    } else if (decoded->operation == OPERATION_ADDRESS && second->base >= 0 && second->index < 0 && !second->rip_relative && !strstr(decoded->text, "(%e")) {
        effects->copies = second->base;
        effects->copied_adds = second->displacement;
    }
}

/* A load that keeps the bytes as they are: the low bytes of its value are the loaded ones. A vector register's value is its low 8 bytes, so loads into its high
 * half tell nothing. */
static bool is_load(const struct decoded *decoded)
{
    static const char *const general[] = {"mov", "movzx", "movsx", "movsxd", NULL};
    static const char *const vector[] = {"movss", "movsd", "movd", "movq", "movaps", "movapd", "movups", "movupd", "movdqa", "movdqu", "lddqu", "movntdqa",
                                         "movlps", "movlpd", "movddup", NULL};
    const struct operand *to = &decoded->operand[0];
    const char *name = decoded->mnemonic;
    if (decoded->operands != 2 || to->kind != OPERAND_REGISTER || decoded->operand[1].kind != OPERAND_MEMORY)
        return false;
    return to->reg < GENERAL_REGISTERS ? is_one_of(name, general) : is_one_of(*name == 'v' ? name + 1 : name, vector);
}

/* Registers that are not operands. */
static uint16_t read_narrowly_by_name(const struct decoded *decoded)
{
    static const char *const of_rax[] = {"cbw", "cwde", "cwd", "sahf", "xlatb", NULL};
    static const char *const of_both[] = {"mul", "imul", "div", "idiv", NULL};
    bool small = decoded->operands && decoded->operand[0].size < 4;
    if (decoded->operands == 1 && small && is_one_of(decoded->mnemonic, of_both))
        return BIT(RAX) | BIT(RDX);
    bool in_rax = is_one_of(decoded->mnemonic, of_rax) || (small && (is(decoded, "cmpxchg") || decoded->traits & TRAIT_STRING));
    return in_rax ? BIT(RAX) : 0;
}

static uint16_t read_narrowly(const struct decoded *decoded)
{
    uint16_t narrow = read_narrowly_by_name(decoded);
    for (unsigned i = 0; i < decoded->operands; i++)
        if (decoded->operand[i].kind == OPERAND_REGISTER && decoded->operand[i].reg >= 0 && decoded->operand[i].reg < GENERAL_REGISTERS && decoded->operand[i].size < 4)
            narrow |= (uint16_t)(1u << decoded->operand[i].reg);
    return narrow;
}

void x86_effects(const struct decoded *decoded, struct arch_effects *effects)
{
    effects->loaded = is_load(decoded);
    effects->call = flow_is_call(decoded->flow);
    effects->system = decoded->operation == OPERATION_SYSTEM_CALL;
    effects->direction = is(decoded, "std") ? -1 : is(decoded, "cld");
    add_accesses(decoded, effects);
    read_stack(decoded, effects);
    read_result(decoded, effects);
    read_copy(decoded, effects);
    effects->narrow = read_narrowly(decoded);
}
