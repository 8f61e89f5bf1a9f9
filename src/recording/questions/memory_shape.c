/* memory_shape.c - how an instruction makes its addresses, and what its value is, from its code.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rules of clew-formats(5) 3.5 for values, read backwards. What no rule here covers has no result and no address: it stays unknown. */
#include "code/code.h"
#include "recording/questions/memory_inside.h"
#include "recording/questions/program_inside.h"

#include <string.h>

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(name, *names) == 0)
            return true;
    return false;
}

static bool is(const struct decoded *decoded, const char *mnemonic)
{
    return strcmp(decoded->mnemonic, mnemonic) == 0;
}

static bool starts(const struct decoded *decoded, const char *prefix)
{
    return strncmp(decoded->mnemonic, prefix, strlen(prefix)) == 0;
}

/* ---- What operands are for ---- */

/* The first operand is no destination. */
static bool only_reads(const struct decoded *decoded)
{
    static const char *const names[] = {"cmp", "test", "push", "call", "jmp", "mul", "div", "idiv", "bt", "nop", "comiss", "comisd", "ucomiss", "ucomisd",
            "vcomiss", "vcomisd",
                                        "vucomiss", "vucomisd", "ptest", "vptest", "vtestps", "vtestpd", "ldmxcsr", "vldmxcsr", "lea", "fxrstor",
                                                "fxrstor64", "clflush", "clflushopt", "clwb",
                                        "cldemote", "verr", "verw", NULL};
    if (decoded->mnemonic[0] == 'f')                     /* x87: what stores says so */
        return !starts(decoded, "fst") && !starts(decoded, "fnst") && !starts(decoded, "fist") && !starts(decoded, "fbst") && !starts(decoded, "fnsave") &&
                !starts(decoded, "fxsave");
    return is_one_of(decoded->mnemonic, names) || starts(decoded, "prefetch") || starts(decoded, "xrstor") ||
           (decoded->operands == 1 && is(decoded, "imul"));
}

/* The first operand is a destination whose old value does not count. */
static bool only_writes(const struct decoded *decoded)
{
    return starts(decoded, "mov") || starts(decoded, "vmov") || starts(decoded, "set") || starts(decoded, "pop") || starts(decoded, "fst") ||
            starts(decoded, "fnst") ||
           starts(decoded, "fist") || starts(decoded, "pextr") || starts(decoded, "vpextr") || starts(decoded, "vextract") || starts(decoded, "extract") ||
                   starts(decoded, "stmxcsr");
}

/* Whether it stores, and what, depends on data. */
static bool is_conditional(const struct decoded *decoded)
{
    return starts(decoded, "cmpxchg") || starts(decoded, "maskmov") || starts(decoded, "vmaskmov") || starts(decoded, "vpmaskmov");
}

/* State areas, gathers: size or address are not in the operand. */
static bool is_unfollowed(const struct decoded *decoded)
{
    return starts(decoded, "fxsave") || starts(decoded, "fxrstor") || starts(decoded, "xsave") || starts(decoded, "xrstor") || strstr(decoded->mnemonic,
            "gather") ||
           starts(decoded, "fnsave") || starts(decoded, "frstor") || starts(decoded, "fnstenv") || starts(decoded, "fldenv") || is(decoded, "bt") ||
                   is(decoded, "bts") || is(decoded, "btr") ||
           is(decoded, "btc") || is(decoded, "xlatb") || strstr(decoded->text, "(%e") || strstr(decoded->text, "(,%e");
}

static struct shape_access *add_access(struct shape *shape)
{
    static const struct shape_access blank = {.base = NO_REGISTER, .index = NO_REGISTER, .scale = 1};
    if (shape->count == MEMORY_ACCESSES)
        return NULL;
    shape->access[shape->count] = blank;
    return &shape->access[shape->count++];
}

static void add_operand(const struct decoded *decoded, size_t i, uint64_t run_bias, struct shape *shape)
{
    const struct operand *operand = &decoded->operand[i];
    bool exchanges = is(decoded, "xchg") || is(decoded, "xadd");
    struct shape_access *access = add_access(shape);
    if (!access)
        return;
    access->writes = (i == 0 && !only_reads(decoded)) || exchanges;
    access->reads = i > 0 || only_reads(decoded) || !only_writes(decoded) || exchanges;
    access->conditional = access->writes && is_conditional(decoded);
    access->unfollowed = operand->size == 0 || is_unfollowed(decoded) || operand->index >= GENERAL_REGISTERS;
    access->unfollowed |= starts(decoded, "pop") && operand->base == REGISTER_RSP;      /* which is moved first */
    access->segment = operand->segment_based;
    access->base = operand->rip_relative ? NO_REGISTER : operand->base;
    access->index = operand->index;
    access->scale = operand->scale ? operand->scale : 1;
    access->size = operand->size;
    access->displacement = operand->rip_relative ? (int64_t)((uint64_t)operand->displacement + run_bias) : operand->displacement;
}

static void add_stack(struct shape *shape, bool writes, int64_t displacement, int8_t base, uint32_t size)
{
    struct shape_access *access = add_access(shape);
    if (!access)
        return;
    access->writes = writes;
    access->reads = !writes;
    access->base = base;
    access->displacement = displacement;
    access->unfollowed = size == 0;
    access->size = size ? size : 1;
}

static void add_string(const struct decoded *decoded, struct shape *shape)
{
    bool reads = !starts(decoded, "stos"), writes = starts(decoded, "movs") || starts(decoded, "stos"), both = starts(decoded, "movs") || starts(decoded,
            "cmps");
    uint32_t size = decoded->operand[0].size;
    shape->string = (int8_t)size;
    shape->repeated = strncmp(decoded->text, "rep", 3) == 0;
    if (reads)
        add_stack(shape, false, 0, starts(decoded, "scas") ? REGISTER_RDI : REGISTER_RSI, size);
    if (writes || both)
        add_stack(shape, writes, 0, REGISTER_RDI, size);
}

/* Bytes that push, pop and call move; 0: not known. Of constants and segment registers the operand does not tell the size, but the code is short without a
 * prefix: 6a or 68 and a constant, 0f and a0, a1, a8 or a9. */
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

/* Stores to (rdi), which is no operand, those bytes that a mask chooses. */
static void add_masked(struct shape *shape, uint32_t size)
{
    add_stack(shape, true, 0, REGISTER_RDI, size);
    shape->access[shape->count - 1].conditional = true;
}

static void add_accesses(const struct decoded *decoded, uint64_t run_bias, struct shape *shape)
{
    static const char *const masked[] = {"maskmovdqu", "maskmovq", "vmaskmovdqu", NULL};
    if (roles_is_string(decoded)) {
        add_string(decoded, shape);
        return;
    }
    for (size_t i = 0; i < decoded->operands; i++)
        if (decoded->operand[i].kind == OPERAND_MEMORY && !is(decoded, "lea") && !is(decoded, "nop") && !starts(decoded, "prefetch"))
            add_operand(decoded, i, run_bias, shape);
    uint32_t size = pushed_size(decoded);
    if (is_one_of(decoded->mnemonic, masked))
        add_masked(shape, is(decoded, "maskmovq") ? 8 : 16);
    else if (is(decoded, "enter"))
        add_stack(shape, true, -8, REGISTER_RSP, 8);
    else if (flow_is_call(decoded->flow) || starts(decoded, "push"))
        add_stack(shape, true, -(int64_t)size, REGISTER_RSP, size);
    else if (starts(decoded, "pop") && !starts(decoded, "popcnt"))
        add_stack(shape, false, 0, REGISTER_RSP, size);
    else if (decoded->flow == FLOW_RETURN)
        add_stack(shape, false, 0, REGISTER_RSP, 8);
    else if (is(decoded, "leave"))
        add_stack(shape, false, 0, REGISTER_RBP, 8);
}

/* ---- The stack pointer ---- */

static bool is_register(const struct operand *operand, int reg)
{
    return operand->kind == OPERAND_REGISTER && operand->reg == reg;
}

static void adds(struct shape *shape, int64_t bytes)
{
    shape->stack = STACK_ADDS;
    shape->adds = bytes;
}

static void read_stack(const struct decoded *decoded, struct shape *shape)
{
    const struct operand *first = &decoded->operand[0], *second = &decoded->operand[1];
    bool to_stack = decoded->operands && is_register(first, REGISTER_RSP);
    uint32_t size = pushed_size(decoded);
    bool moves = flow_is_call(decoded->flow) || starts(decoded, "push") || (starts(decoded, "pop") && !starts(decoded, "popcnt"));
    if (moves && size == 0)
        shape->stack = STACK_OTHER;
    else if (flow_is_call(decoded->flow) || starts(decoded, "push"))
        adds(shape, -(int64_t)size);
    else if (starts(decoded, "pop") && !starts(decoded, "popcnt") && !to_stack)
        adds(shape, (int64_t)size);
    else if (is(decoded, "leave"))
        shape->stack = STACK_FROM_RBP;
    else if (decoded->flow == FLOW_RETURN || starts(decoded, "enter"))
        shape->stack = STACK_OTHER;
    else if (to_stack && decoded->operands == 2 && second->kind == OPERAND_IMMEDIATE && (is(decoded, "sub") || is(decoded, "add")))
        adds(shape, is(decoded, "add") ? second->immediate : -second->immediate);
    else if (to_stack && is(decoded, "lea") && second->base == REGISTER_RSP && second->index < 0)
        adds(shape, second->displacement);
    else if (to_stack && !only_reads(decoded))
        shape->stack = STACK_OTHER;
}

/* ---- The value ---- */

static int8_t implied_result(const struct decoded *decoded)
{
    static const char *const in_rax[] = {"mul", "div", "idiv", "cdqe", "cpuid", "rdtsc", "rdtscp", "syscall", NULL};
    if (is_one_of(decoded->mnemonic, in_rax) || (roles_is_string(decoded) && starts(decoded, "lods")) || (decoded->operands == 1 && is(decoded, "imul")))
        return REGISTER_RAX;
    if (is(decoded, "cqo") || is(decoded, "cdq"))
        return REGISTER_RDX;
    return is(decoded, "leave") ? REGISTER_RBP : NO_REGISTER;
}

/* Several registers are written, or it depends on the syntax which operand's value it is. */
static bool has_other_results(const struct decoded *decoded)
{
    return is(decoded, "xchg") || is(decoded, "xadd") || is(decoded, "mulx") || starts(decoded, "cmpxchg") || starts(decoded, "rdssp") || starts(decoded,
            "enter");
}

static void read_result(const struct decoded *decoded, struct shape *shape)
{
    const struct operand *first = &decoded->operand[0];
    shape->result = implied_result(decoded);
    shape->result_size = 8;
    if (shape->result == REGISTER_RAX && decoded->operands)             /* mul and div have the size of their operand */
        shape->result_size = first->size;
    shape->mixed = has_other_results(decoded) && !starts(decoded, "cmpxchg");
    if (shape->result != NO_REGISTER || has_other_results(decoded) || roles_is_string(decoded))
        return;
    if (decoded->flow == FLOW_RETURN) {
        shape->result = REGISTER_RSP;
    } else if (decoded->operands && first->kind == OPERAND_REGISTER && first->reg >= 0 && first->reg < GENERAL_REGISTERS && (is(decoded, "lea") ||
            !only_reads(decoded)) &&
               decoded->flow == FLOW_NEXT) {
        shape->result = first->reg;
        shape->result_size = first->high_byte ? 1 : first->size;
    }
}

/* mov of a register to a register or to memory, lea of a register and a constant: the value is that of the register, plus the constant. */
static void read_copy(const struct decoded *decoded, struct shape *shape)
{
    const struct operand *first = &decoded->operand[0], *second = &decoded->operand[1];
    shape->copies = NO_REGISTER;
    if (decoded->operands != 2 || first->size != 8)
        return;
    if (is(decoded, "mov") && second->kind == OPERAND_REGISTER && second->reg < GENERAL_REGISTERS) {
        shape->copies = second->reg;
    } else if (is(decoded, "lea") && second->base >= 0 && second->index < 0 && !second->rip_relative && !strstr(decoded->text, "(%e")) {
        shape->copies = second->base;
        shape->copied_adds = second->displacement;
    }
}

/* A move out of memory that leaves the bytes in the register as they are: the low bytes of its value are what it loaded. Of a vector register the value is its
 * low 8 bytes, so moves to its high half tell nothing. */
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

/* ---- Ports ---- */

/* Of registers that are no operands. */
static uint16_t read_narrowly_by_name(const struct decoded *decoded)
{
    static const char *const of_rax[] = {"cbw", "cwde", "cwd", "sahf", "xlatb", NULL};
    static const char *const of_both[] = {"mul", "imul", "div", "idiv", NULL};
    bool small = decoded->operands && decoded->operand[0].size < 4;
    if (decoded->operands == 1 && small && is_one_of(decoded->mnemonic, of_both))
        return 1u << REGISTER_RAX | 1u << REGISTER_RDX;
    bool in_rax = is_one_of(decoded->mnemonic, of_rax) || (small && (is(decoded, "cmpxchg") || roles_is_string(decoded)));
    return in_rax ? 1u << REGISTER_RAX : 0;
}

static uint16_t read_narrowly(const struct decoded *decoded)
{
    uint16_t narrow = read_narrowly_by_name(decoded);
    for (unsigned i = 0; i < decoded->operands; i++)
        if (decoded->operand[i].kind == OPERAND_REGISTER && decoded->operand[i].reg >= 0 && decoded->operand[i].reg < GENERAL_REGISTERS && decoded->operand[i].size < 4)
            narrow |= (uint16_t)(1u << decoded->operand[i].reg);
    return narrow;
}

static void read_ports(const struct decoded *decoded, uint64_t own_ports, struct shape *shape)
{
    struct roles roles;
    size_t access = 0;
    roles_decoded(decoded, own_ports, &roles);
    shape->narrow = read_narrowly(decoded);
    for (size_t port = 1; port < roles.ports && port < ROLES_PORTS; port++) {
        int8_t reg = roles.reg[port];
        if (reg >= 0 && reg < GENERAL_REGISTERS && (roles.role[port] == ROLE_ADDRESS || roles.role[port] == ROLE_VALUE))
            shape->port_of[reg] = (int8_t)port;
        if (shape->string && roles.role[port] == ROLE_FLAGS)       /* behind that of the others (cmps and scas of repe have both) */
            shape->direction_port = (int8_t)port;
        if (roles.role[port] != ROLE_MEMORY || !roles.whole)
            continue;
        while (access < shape->count && !shape->access[access].reads)
            access++;
        if (access < shape->count)
            shape->access[access++].port = (int8_t)port;
    }
}

/* rbp is a fixed place of the frame in a function that begins so. */
static bool has_frame_pointer(const struct program *program, uint64_t address)
{
    uint64_t link;
    struct symbols *symbols = program_symbols_at(program, address, &link);
    return symbols && symbols_has_frame_pointer(symbols, link);
}

static void read_whole(const struct program *program, uint64_t address, struct shape *shape)
{
    bool frame = has_frame_pointer(program, address);
    shape->all.fixed = shape->count > 0;
    shape->all.stack = shape->all.reads_stack = true;
    for (size_t i = 0; i < shape->count; i++) {
        const struct shape_access *access = &shape->access[i];
        shape->all.reads |= access->reads;
        shape->all.writes |= access->writes;
        shape->all.fixed &= access->base == NO_REGISTER && access->index == NO_REGISTER && !access->segment && !access->unfollowed && !access->conditional;
        bool stack = access->index == NO_REGISTER && !access->segment && (access->base == REGISTER_RSP || (access->base == REGISTER_RBP && frame));
        shape->all.stack &= stack || !access->writes;
        shape->all.reads_stack &= stack || !access->reads;
    }
    shape->all.stack &= shape->all.writes;
    shape->all.reads_stack &= shape->all.reads;
    shape->all.stored = shape->all.writes && shape->result == NO_REGISTER && !shape->mixed;
}

void shape_read(const struct program *program, uint64_t run_bias, uint64_t index, struct shape *shape)
{
    struct instruction instruction = store_instruction(program_store(program), index);
    struct decoded decoded;
    uint64_t link;
    *shape = (struct shape){.result = NO_REGISTER, .copies = NO_REGISTER};
    if (!program_disassemble(program, index, &decoded))
        return;
    shape->all.known = true;
    shape->all.loaded = is_load(&decoded);
    shape->call = flow_is_call(decoded.flow);
    shape->system = is(&decoded, "syscall");
    shape->direction = is(&decoded, "std") ? -1 : is(&decoded, "cld");
    bool own = program_symbols_at(program, instruction.address, &link) == program_symbols(program);
    add_accesses(&decoded, own ? run_bias : 0, shape);
    read_stack(&decoded, shape);
    read_result(&decoded, shape);
    read_copy(&decoded, shape);
    read_ports(&decoded, instruction.own_ports, shape);
    read_whole(program, instruction.address, shape);
}
