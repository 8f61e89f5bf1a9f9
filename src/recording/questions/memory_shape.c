/* memory_shape.c - how an instruction makes its addresses, and what its value is, from its code.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rules of clew-formats(5) 3.5 for values, read backwards. What no rule here covers has no result and no address: it stays unknown. */
#include "recording/questions/memory_inside.h"
#include "recording/questions/program.h"

static void read_ports(const struct decoded *decoded, uint64_t own_ports, struct shape *shape)
{
    struct roles roles;
    size_t access = 0;
    roles_decoded(decoded, own_ports, &roles);
    for (size_t port = 1; port < roles.ports && port < ROLES_PORTS; port++) {
        int8_t reg = roles.reg[port];
        if (reg >= 0 && reg < GENERAL_REGISTERS && (roles.role[port] == ROLE_ADDRESS || roles.role[port] == ROLE_VALUE))
            shape->port_of[reg] = (int8_t)port;
        if (shape->does.string && roles.role[port] == ROLE_FLAGS)       /* behind that of the others (cmps and scas of repe have both) */
            shape->direction_port = (int8_t)port;
        if (roles.role[port] != ROLE_MEMORY || !roles.whole)
            continue;
        while (access < shape->does.count && !shape->does.access[access].reads)
            access++;
        if (access < shape->does.count)
            shape->load_port[access++] = (int8_t)port;
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
    const struct arch *arch = program_arch(program);
    bool frame = has_frame_pointer(program, address);
    shape->all.fixed = shape->does.count > 0;
    shape->all.stack = shape->all.reads_stack = true;
    for (size_t i = 0; i < shape->does.count; i++) {
        const struct arch_access *access = &shape->does.access[i];
        shape->all.reads |= access->reads;
        shape->all.writes |= access->writes;
        shape->all.fixed &= access->base == NO_REGISTER && access->index == NO_REGISTER && !access->segment && !access->unfollowed && !access->conditional;
        bool stack = access->index == NO_REGISTER && !access->segment && (access->base == arch->stack_pointer || (access->base == arch->frame_pointer && frame));
        shape->all.stack &= stack || !access->writes;
        shape->all.reads_stack &= stack || !access->reads;
    }
    shape->all.stack &= shape->all.writes;
    shape->all.reads_stack &= shape->all.reads;
    shape->all.stored = shape->all.writes && shape->does.result == NO_REGISTER && !shape->does.mixed;
}

void shape_read(const struct program *program, uint64_t run_bias, uint64_t index, struct shape *shape)
{
    struct instruction instruction = store_instruction(program_store(program), index);
    struct decoded decoded;
    uint64_t link;
    *shape = (struct shape){.does = {.result = NO_REGISTER, .copies = NO_REGISTER}};
    if (!program_disassemble(program, index, &decoded))
        return;
    arch_effects(&decoded, &shape->does);
    bool own = program_symbols_at(program, instruction.address, &link) == program_symbols(program);
    for (size_t i = 0; i < shape->does.count; i++)
        if (shape->does.access[i].relative && own)
            shape->does.access[i].displacement = (int64_t)((uint64_t)shape->does.access[i].displacement + run_bias);
    read_ports(&decoded, instruction.own_ports, shape);
    read_whole(program, instruction.address, shape);
    shape->all.known = true;
    shape->all.loaded = shape->does.loaded;
}
