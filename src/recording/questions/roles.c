/* roles.c - what use ports are for, from the disassembly.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an instruction uses for certain: registers of its addresses, its source operands, registers that its mnemonic implies, flags. What may be used
 * besides: the old value of its destination, a load through its first operand, the rounding mode. The number of ports decides: if it is that of the certain
 * ones nothing is used besides, if it is that of all, all. Between both the order of ports helps: general registers come first and loads last, and everything
 * between is a value. */
#include "recording/questions/roles.h"
#include "code/code.h"
#include "recording/questions/program.h"

#include <string.h>

#define BIT(reg) (UINT32_C(1) << (reg))

struct uses {
    uint32_t values, addresses;         /* registers used for certain, bit by number */
    uint32_t doubted;                   /* the destination: its old value may be used */
    bool segment;                       /* fs or gs */
    unsigned flags;                     /* ports of flags */
    unsigned loads, doubted_loads;
    unsigned others;                    /* ports between flags and vector registers that may be there: x87, its control, mxcsr */
};

/* ---- What the mnemonic implies ---- */

struct implied {
    char mnemonic[12];
    uint32_t values, addresses;
    unsigned loads;
};

static const struct implied implied[] = {
    {"push", 0, BIT(REGISTER_RSP), 0}, {"pop", 0, BIT(REGISTER_RSP), 1}, {"call", 0, BIT(REGISTER_RSP), 0}, {"ret", 0, BIT(REGISTER_RSP), 1}, {"leave", 0, BIT(REGISTER_RBP), 1},
    {"pushf", 0, BIT(REGISTER_RSP), 0}, {"pushfq", 0, BIT(REGISTER_RSP), 0}, {"popf", 0, BIT(REGISTER_RSP), 1}, {"popfq", 0, BIT(REGISTER_RSP), 1},
    {"cdq", BIT(REGISTER_RAX), 0, 0}, {"cqo", BIT(REGISTER_RAX), 0, 0}, {"cwd", BIT(REGISTER_RAX), 0, 0}, {"cdqe", BIT(REGISTER_RAX), 0, 0}, {"cwde", BIT(REGISTER_RAX), 0, 0}, {"cbw", BIT(REGISTER_RAX), 0, 0},
    {"mul", BIT(REGISTER_RAX), 0, 0}, {"div", BIT(REGISTER_RAX), 0, 0}, {"idiv", BIT(REGISTER_RAX), 0, 0}, {"mulx", BIT(REGISTER_RDX), 0, 0}, {"cmpxchg", BIT(REGISTER_RAX), 0, 0},
    {"cmpxchg8b", BIT(REGISTER_RAX) | BIT(REGISTER_RDX) | BIT(REGISTER_RCX) | BIT(REGISTER_RBX), 0, 1}, {"cmpxchg16b", BIT(REGISTER_RAX) | BIT(REGISTER_RDX) | BIT(REGISTER_RCX) | BIT(REGISTER_RBX), 0, 1},
    {"sahf", BIT(REGISTER_RAX), 0, 0}, {"cpuid", BIT(REGISTER_RAX) | BIT(REGISTER_RCX), 0, 0}, {"xgetbv", BIT(REGISTER_RCX), 0, 0}, {"xlatb", BIT(REGISTER_RAX), BIT(REGISTER_RBX), 1},
    {"jrcxz", BIT(REGISTER_RCX), 0, 0}, {"jecxz", BIT(REGISTER_RCX), 0, 0}, {"loop", BIT(REGISTER_RCX), 0, 0}, {"loope", BIT(REGISTER_RCX), 0, 0}, {"loopne", BIT(REGISTER_RCX), 0, 0},
    {"pcmpestri", BIT(REGISTER_RAX) | BIT(REGISTER_RDX), 0, 0}, {"pcmpestrm", BIT(REGISTER_RAX) | BIT(REGISTER_RDX), 0, 0}, {"maskmovdqu", 0, BIT(REGISTER_RDI), 0},
};

static const struct implied strings[] = {
    {"movs", 0, BIT(REGISTER_RSI) | BIT(REGISTER_RDI), 1}, {"cmps", 0, BIT(REGISTER_RSI) | BIT(REGISTER_RDI), 2}, {"stos", BIT(REGISTER_RAX), BIT(REGISTER_RDI), 0},
    {"scas", BIT(REGISTER_RAX), BIT(REGISTER_RDI), 1}, {"lods", 0, BIT(REGISTER_RSI), 1},
};

bool roles_is_string(const struct decoded *decoded)
{
    return decoded->flags_read & FLAG_DF && decoded->operands == 2;
}

static void imply(const struct implied *from, struct uses *uses)
{
    uses->values |= from->values;
    uses->addresses |= from->addresses;
    uses->loads += from->loads;
}

static void imply_string(const struct decoded *decoded, struct uses *uses)
{
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        if (strncmp(decoded->mnemonic, strings[i].mnemonic, 4) == 0)
            imply(&strings[i], uses);
    if (strncmp(decoded->text, "rep", 3) == 0)
        uses->values |= BIT(REGISTER_RCX);
}

static void imply_by_name(const struct decoded *decoded, struct uses *uses)
{
    for (size_t i = 0; i < sizeof implied / sizeof *implied; i++)
        if (strcmp(decoded->mnemonic, implied[i].mnemonic) == 0)
            imply(&implied[i], uses);
    bool one = decoded->operands == 1;
    if (one && strcmp(decoded->mnemonic, "imul") == 0)
        uses->values |= BIT(REGISTER_RAX);
    bool divides = one && (strcmp(decoded->mnemonic, "div") == 0 || strcmp(decoded->mnemonic, "idiv") == 0);
    if (divides && decoded->operand[0].size > 1)
        uses->values |= BIT(REGISTER_RDX);
}

/* ---- What operands say ---- */

static uint32_t address_registers(const struct operand *operand)
{
    return (operand->base >= 0 ? BIT(operand->base) : 0) | (operand->index >= 0 ? BIT(operand->index) : 0);
}

static bool computes_address(const struct decoded *decoded)
{
    return strcmp(decoded->mnemonic, "lea") == 0;
}

static bool is_x87(const struct decoded *decoded)
{
    return decoded->mnemonic[0] == 'f' || strcmp(decoded->mnemonic, "wait") == 0;
}

/* x87 and a few others have one operand, which is named alike where they load and where they store. */
static bool stores_only(const struct decoded *decoded)
{
    static const char *const starts[] = {"fst", "fist", "fnst", "fbst", "stmxcsr"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(decoded->mnemonic, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

static void use_memory(const struct decoded *decoded, const struct operand *operand, bool source, struct uses *uses)
{
    if (computes_address(decoded)) {
        uses->values |= address_registers(operand);
        return;
    }
    uses->addresses |= address_registers(operand);
    uses->segment |= operand->segment_based;
    if (stores_only(decoded))
        return;
    if (source || is_x87(decoded))
        uses->loads++;
    if ((!source && !is_x87(decoded)) || strcmp(decoded->mnemonic, "xchg") == 0)      /* which is locked: what it compares with is loaded apart */
        uses->doubted_loads++;
}

/* Instructions whose only operand is a source, or whose first one is a source too. */
static bool reads_first(const struct decoded *decoded)
{
    static const char *const names[] = {"push", "call", "jmp", "mul", "div", "idiv", "cmp", "test", "bt", "neg", "not", "inc", "dec", "add", "sub", "and",
                                        "or", "xor", "adc", "sbb", "comiss", "comisd", "ucomiss", "ucomisd", "ptest", "xchg", "xadd", "cmpxchg", "ldmxcsr"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(decoded->mnemonic, names[i]) == 0)
            return true;
    return decoded->operands == 1 && strcmp(decoded->mnemonic, "imul") == 0;
}

/* Instructions whose first operand is defined without its old value, whatever its size: a doubt less. */
static bool replaces_first(const struct decoded *decoded)
{
    static const char *const starts[] = {"cvt", "vcvt", "mov", "set", "lea", "pop", "pmovmsk", "pextr", "bsf", "bsr"};
    const struct operand *first = &decoded->operand[0];
    if (first->kind != OPERAND_REGISTER || first->reg >= GENERAL_REGISTERS)
        return false;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(decoded->mnemonic, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

static void use_operand(const struct decoded *decoded, size_t i, struct uses *uses)
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

static unsigned count(uint32_t registers)
{
    return (unsigned)__builtin_popcount(registers);
}

static uint32_t general(uint32_t registers)
{
    return registers & (BIT(GENERAL_REGISTERS) - 1);
}

static struct uses uses_of(const struct decoded *decoded)
{
    struct uses uses = {0};
    if (roles_is_string(decoded)) {
        imply_string(decoded, &uses);
    } else {
        imply_by_name(decoded, &uses);
        for (size_t i = 0; i < decoded->operands; i++)
            use_operand(decoded, i, &uses);
    }
    uses.flags = (decoded->flags_read & (FLAG_ALL & ~FLAG_DF) ? 1u : 0u) + (decoded->flags_read & FLAG_DF ? 1u : 0u);
    uses.addresses &= ~uses.values;
    uses.doubted &= ~uses.values;
    return uses;
}

/* ---- Ports ---- */

static void put(struct roles *roles, uint64_t *port, enum port_role role, int8_t reg)
{
    if (*port < roles->ports && *port < ROLES_PORTS) {
        roles->role[*port] = (uint8_t)role;
        roles->reg[*port] = reg;
    }
    ++*port;
}

static void put_registers(const struct uses *uses, uint32_t used, int8_t from, int8_t to, struct roles *roles, uint64_t *port)
{
    for (int8_t reg = from; reg < to; reg++)
        if (used & BIT(reg))
            put(roles, port, uses->addresses & BIT(reg) && !(uses->values & BIT(reg)) ? ROLE_ADDRESS : ROLE_VALUE, reg);
}

/* All ports, if it is known which of the doubted uses there are. */
static void put_all(const struct uses *uses, uint64_t between, unsigned loads, struct roles *roles)
{
    uint32_t used = uses->values | uses->addresses;
    uint64_t port = 1;
    put_registers(uses, used, 0, GENERAL_REGISTERS, roles, &port);
    if (uses->segment)
        put(roles, &port, ROLE_ADDRESS, -1);
    for (unsigned i = 0; i < uses->flags; i++)
        put(roles, &port, ROLE_FLAGS, -1);
    uint64_t vectors = count(used & ~general(used));
    for (uint64_t i = 0; i + vectors < between || (vectors > between && i < between); i++)
        put(roles, &port, ROLE_VALUE, -1);
    if (vectors <= between)
        put_registers(uses, used, GENERAL_REGISTERS, REGISTERS, roles, &port);
    for (unsigned i = 0; i < loads; i++)
        put(roles, &port, ROLE_MEMORY, -1);
    roles->whole = true;
}

/* Between flags and loads lie values, whichever they are: this many, if `loads` and the general registers are right. False: it cannot be. */
static bool fits(const struct uses *uses, uint64_t ports, unsigned loads, uint64_t *between)
{
    uint32_t used = uses->values | uses->addresses;
    uint64_t outside = count(general(used)) + (uses->segment ? 1u : 0u) + uses->flags + loads;
    *between = ports - outside;
    return ports >= outside;
}

/* Vector registers and what else may lie there: no more than this. */
static uint64_t most_between(const struct decoded *decoded, const struct uses *uses)
{
    uint32_t vectors = (uses->values | uses->addresses | uses->doubted) & ~(BIT(GENERAL_REGISTERS) - 1);
    bool vector = vectors || uses->others || strstr(decoded->mnemonic, "cvt") || strstr(decoded->mnemonic, "mxcsr");
    return is_x87(decoded) ? ROLES_PORTS : count(vectors) + uses->others + (vector ? 1u : 0u);
}

static uint64_t least_between(const struct decoded *decoded, const struct uses *uses)
{
    return is_x87(decoded) ? 0 : count((uses->values | uses->addresses) & ~(BIT(GENERAL_REGISTERS) - 1));
}

/* One reading of the doubts: with the destination's old value or without, with the doubted load or without. */
static bool reads_as(const struct decoded *decoded, const struct uses *uses, uint64_t ports, unsigned loads, struct roles *roles)
{
    uint64_t between;
    if (!fits(uses, ports, loads, &between) || between > most_between(decoded, uses) || between < least_between(decoded, uses))
        return false;
    put_all(uses, between, loads, roles);
    return true;
}

/* Of several readings those on which all agree. */
static void join(struct roles *roles, const struct roles *other)
{
    for (size_t i = 0; i < ROLES_PORTS; i++) {
        if (roles->role[i] != other->role[i]) {
            roles->role[i] = ROLE_UNKNOWN;
            roles->whole = false;
        }
        if (roles->reg[i] != other->reg[i])
            roles->reg[i] = -1;
    }
}

static struct roles blank(uint64_t own_ports)
{
    struct roles roles = {.ports = own_ports};
    memset(roles.reg, -1, sizeof roles.reg);
    roles.role[0] = ROLE_CONTROL;
    roles.whole = own_ports <= 1;
    return roles;
}

/* A register with itself, where the result does not depend on it (clew-formats(5) 3.2): nothing but flags is used. */
static bool is_idiom(const struct decoded *decoded, const struct uses *uses, uint64_t ports)
{
    const struct operand *last = &decoded->operand[decoded->operands ? decoded->operands - 1 : 0];
    return decoded->operands >= 2 && last->kind == OPERAND_REGISTER && last[-1].kind == OPERAND_REGISTER && last->reg == last[-1].reg && ports == uses->flags;
}

/* Conversions that round and roundsd use MXCSR, which stands before the vector registers; the recorder has them replace what they write. Strings use the
 * direction flag and no other. */
static uint64_t given_port(const struct decoded *decoded, const struct uses *uses, const struct roles *roles)
{
    bool string = roles_is_string(decoded), rounds = !string && (strstr(decoded->mnemonic, "cvt") || strstr(decoded->mnemonic, "round"));
    for (uint64_t port = 1; (string || rounds) && !uses->others && port < roles->ports && port < ROLES_PORTS; port++) {
        if (roles->role[port] == ROLE_UNKNOWN)
            return 0;
        if (string ? roles->role[port] == ROLE_FLAGS && uses->flags == 1 : roles->role[port] == ROLE_VALUE && roles->reg[port] < 0)
            return port;
    }
    return 0;
}

void roles_decoded(const struct decoded *decoded, uint64_t own_ports, struct roles *roles)
{
    *roles = blank(own_ports);
    struct uses uses = uses_of(decoded);
    uint64_t ports = own_ports ? own_ports - 1 : 0;
    bool any = false;
    if (is_idiom(decoded, &uses, ports))
        uses = (struct uses){.flags = uses.flags};
    for (unsigned doubt = 0; doubt < 4 && ports; doubt++) {
        struct uses one = uses;
        struct roles reading = blank(own_ports);
        bool old = doubt & 1, load = doubt & 2;
        if ((old && !uses.doubted) || (load && !uses.doubted_loads))
            continue;
        one.values |= old ? uses.doubted : 0;
        one.addresses &= ~one.values;
        one.doubted = 0;
        if (!reads_as(decoded, &one, ports, uses.loads + (load ? 1u : 0u), &reading))
            continue;
        if (any)
            join(roles, &reading);
        else
            *roles = reading;
        any = true;
    }
    roles->given = given_port(decoded, &uses, roles);
}

void roles_of(const struct program *program, uint64_t index, struct roles *roles)
{
    struct decoded decoded;
    uint64_t own_ports = store_instruction(program_store(program), index).own_ports;
    if (own_ports > 1 && program_disassemble(program, index, &decoded))
        roles_decoded(&decoded, own_ports, roles);
    else
        *roles = blank(own_ports);
}

enum port_role roles_port(const struct roles *roles, uint64_t port)
{
    if (port >= roles->ports)
        return port == 0 ? ROLE_CONTROL : ROLE_VALUE;
    return port < ROLES_PORTS ? (enum port_role)roles->role[port] : ROLE_UNKNOWN;
}
