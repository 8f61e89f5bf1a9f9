/* roles.h - the role of a use port of an instruction: value or address.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace names the execution that wrote what a port used, but not the meaning of the port. `mov (%rax,%rbx,4),%ecx` has two ports for the registers of the
 * address, and one for the loaded bytes: only that one is the value. Slices that follow only values are thin (Sridharan, Fink, Bodik, "Thin slicing", PLDI
 * 2007, section 2).
 *
 *     struct roles roles;
 *     roles_of(program, index, &roles);
 *     if (roles_port(&roles, link.port) == ROLE_ADDRESS) ...
 *
 * Ports have the order of clew-formats(5) 3.1, numbered densely after port 0. The disassembly gives the registers that an instruction can use. The number of
 * ports in the trace decides what the disassembly leaves open (does it use the old value of the destination?). Where the two numbers disagree, the doubtful
 * ports are ROLE_UNKNOWN; roles never guesses. */
#ifndef CLEW_RECORDING_QUESTIONS_ROLES_H
#define CLEW_RECORDING_QUESTIONS_ROLES_H

#include "core/core.h"

struct decoded;
struct program;

enum port_role {
    ROLE_UNKNOWN,       /* no executable, or code that the rules here do not cover */
    ROLE_CONTROL,       /* port 0 */
    ROLE_VALUE,         /* a register that is computed with, tested or copied, also by lea; the input of skipped code (carried ports) */
    ROLE_ADDRESS,       /* a register that only locates memory: bases and indexes, rsp of push and call, rsi of lods; fs and gs */
    ROLE_MEMORY,        /* loaded bytes: a value */
    ROLE_FLAGS          /* status flags, or the direction flag: a value */
};

enum { ROLES_PORTS = 40 };      /* instructions with more (xsave and its kin) have values only, except for their address */

struct roles {
    uint64_t ports;                             /* its own ports, with the one for control */
    bool whole;                                 /* none is UNKNOWN */
    uint8_t role[ROLES_PORTS];                  /* enum port_role */
    int8_t reg[ROLES_PORTS];                    /* for VALUE and ADDRESS, if certain: the register, numbered as in arch.h; else -1 */
    uint64_t given;                             /* in recordings: the port of the rounding mode or direction flag, which hardly any program sets; 0: none */
};

/* About a microsecond and a half, not kept. */
void roles_of(const struct program *program, uint64_t index, struct roles *roles);

/* The same for an instruction that is already decoded. */
void roles_decoded(const struct decoded *decoded, uint64_t own_ports, struct roles *roles);

enum port_role roles_port(const struct roles *roles, uint64_t port);

#endif
