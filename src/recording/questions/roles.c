/* roles.c - the roles of use ports, from the disassembly.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An instruction certainly uses the registers of its addresses, its source operands, the registers that its mnemonic implies, and flags. It may also use the
 * old value of its destination, a load through its first operand, and the rounding mode. The number of ports decides: as many as the certain uses means none of
 * the others, as many as all uses means all of them. In between the order of ports helps: general registers come first and loads last, and every port in
 * between is a value. */
#include "recording/questions/roles.h"
#include "code/code.h"
#include "recording/questions/program.h"

#include <string.h>

#define BIT(reg) (UINT32_C(1) << (reg))

/* ---- Ports ---- */

static unsigned count(uint32_t registers)
{
    return (unsigned)__builtin_popcount(registers);
}

static uint32_t general(uint32_t registers)
{
    return registers & (BIT(GENERAL_REGISTERS) - 1);
}

static void put(struct roles *roles, uint64_t *port, enum port_role role, int8_t reg)
{
    if (*port < roles->ports && *port < ROLES_PORTS) {
        roles->role[*port] = (uint8_t)role;
        roles->reg[*port] = reg;
    }
    ++*port;
}

static void put_registers(const struct arch_uses *uses, uint32_t used, int8_t from, int8_t to, struct roles *roles, uint64_t *port)
{
    for (int8_t reg = from; reg < to; reg++)
        if (used & BIT(reg))
            put(roles, port, uses->addresses & BIT(reg) && !(uses->values & BIT(reg)) ? ROLE_ADDRESS : ROLE_VALUE, reg);
}

/* Sets all ports, once the doubtful uses are decided. */
static void put_all(const struct arch_uses *uses, uint64_t between, unsigned loads, struct roles *roles)
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

/* Between flags and loads are values of some kind: this many, if `loads` and the general registers are right. False: impossible. */
static bool fits(const struct arch_uses *uses, uint64_t ports, unsigned loads, uint64_t *between)
{
    uint32_t used = uses->values | uses->addresses;
    uint64_t outside = count(general(used)) + (uses->segment ? 1u : 0u) + uses->flags + loads;
    *between = ports - outside;
    return ports >= outside;
}

/* The most ports possible there: vector registers and the like. */
static uint64_t most_between(const struct arch_uses *uses)
{
    uint32_t vectors = (uses->values | uses->addresses | uses->doubted) & ~(BIT(GENERAL_REGISTERS) - 1);
    bool vector = vectors || uses->others || uses->control;
    return uses->x87 ? ROLES_PORTS : count(vectors) + uses->others + (vector ? 1u : 0u);
}

static uint64_t least_between(const struct arch_uses *uses)
{
    return uses->x87 ? 0 : count((uses->values | uses->addresses) & ~(BIT(GENERAL_REGISTERS) - 1));
}

/* One reading of the doubts: with or without the destination's old value, with or without the doubtful load. */
static bool reads_as(const struct arch_uses *uses, uint64_t ports, unsigned loads, struct roles *roles)
{
    uint64_t between;
    if (!fits(uses, ports, loads, &between) || between > most_between(uses) || between < least_between(uses))
        return false;
    put_all(uses, between, loads, roles);
    return true;
}

/* Keeps what all readings agree on. */
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

/* A register with itself, if the result does not depend on it (clew-formats(5) 3.2): it uses only flags. */
static bool is_idiom(const struct decoded *decoded, const struct arch_uses *uses, uint64_t ports)
{
    const struct operand *last = &decoded->operand[decoded->operands ? decoded->operands - 1 : 0];
    return decoded->operands >= 2 && last->kind == OPERAND_REGISTER && last[-1].kind == OPERAND_REGISTER && last->reg == last[-1].reg && ports == uses->flags;
}

/* Conversions that round, and roundsd, use MXCSR, which comes before the vector registers; the recorder has them replace their destination. String instructions
 * use the direction flag and no other. */
static uint64_t given_port(const struct decoded *decoded, const struct arch_uses *uses, const struct roles *roles)
{
    bool string = decoded->traits & TRAIT_STRING;
    for (uint64_t port = 1; (string || uses->rounds) && !uses->others && port < roles->ports && port < ROLES_PORTS; port++) {
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
    struct arch_uses uses;
    arch_uses(decoded, &uses);
    uint64_t ports = own_ports ? own_ports - 1 : 0;
    bool any = false;
    if (is_idiom(decoded, &uses, ports))
        uses = (struct arch_uses){.flags = uses.flags, .x87 = uses.x87, .control = uses.control, .rounds = uses.rounds};
    for (unsigned doubt = 0; doubt < 4 && ports; doubt++) {
        struct arch_uses one = uses;
        struct roles reading = blank(own_ports);
        bool old = doubt & 1, load = doubt & 2;
        if ((old && !uses.doubted) || (load && !uses.doubted_loads))
            continue;
        one.values |= old ? uses.doubted : 0;
        one.addresses &= ~one.values;
        one.doubted = 0;
        if (!reads_as(&one, ports, uses.loads + (load ? 1u : 0u), &reading))
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
