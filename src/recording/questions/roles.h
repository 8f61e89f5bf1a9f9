/* roles.h - what a use port of an instruction is for: a value, or an address.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace says which instance wrote what a port used; it does not say what the port is. Of `mov (%rax,%rbx,4),%ecx` two ports are registers that say where to
 * load from, and one is what was loaded: only that one is the value. Slices that follow values alone are thin (Sridharan, Fink, Bodik, "Thin slicing",
 * PLDI 2007, section 2).
 *
 *     struct roles roles;
 *     roles_of(program, index, &roles);
 *     if (roles_port(&roles, link.port) == ROLE_ADDRESS) ...
 *
 * Ports stand in the order of clew-formats(5) 3.1, numbered densely behind port 0. Which registers an instruction can use follows from its disassembly; how
 * many ports the trace has decides what the disassembly leaves open (is the old value of the destination used?). Where both do not come to the same number,
 * the ports that are in doubt are ROLE_UNKNOWN; they are never guessed. */
#ifndef CLEW_RECORDING_QUESTIONS_ROLES_H
#define CLEW_RECORDING_QUESTIONS_ROLES_H

#include "core/core.h"

struct decoded;
struct program;

enum port_role {
    ROLE_UNKNOWN,       /* no executable, or code that the rules here do not cover */
    ROLE_CONTROL,       /* port 0 */
    ROLE_VALUE,         /* a register that is computed with, tested, copied; of lea too; what skipped code used (carried ports) */
    ROLE_ADDRESS,       /* a register that only says where memory is: bases and indexes, rsp of push and call, rsi of lods; fs and gs */
    ROLE_MEMORY,        /* loaded bytes: a value */
    ROLE_FLAGS          /* status flags, or the direction flag: a value */
};

enum { ROLES_PORTS = 40 };      /* what has more (xsave and its kin) is all values but for its address */

struct roles {
    uint64_t ports;                             /* own ones, that of control included */
    bool whole;                                 /* none is UNKNOWN */
    uint8_t role[ROLES_PORTS];                  /* enum port_role */
    int8_t reg[ROLES_PORTS];                    /* of VALUE and ADDRESS, where it is certain: the register, numbered as in arch.h; else -1 */
    uint64_t given;                             /* in recordings: the port of the rounding mode or direction flag, which hardly a program sets; 0: none */
};

/* About a microsecond and a half, not kept. */
void roles_of(const struct program *program, uint64_t index, struct roles *roles);

/* The same of an instruction whose code is known. */
void roles_decoded(const struct decoded *decoded, uint64_t own_ports, struct roles *roles);

enum port_role roles_port(const struct roles *roles, uint64_t port);

#endif
