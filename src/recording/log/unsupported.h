/* unsupported.h - instructions that Valgrind cannot execute.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Valgrind raises SIGILL in front of such an instruction, where the processor might run it: the program dies of it, or its handler goes another
 * way than natively. That must be said, and not be said of ud2 and its like, which Valgrind decodes. */
#ifndef CLEW_RECORDING_LOG_UNSUPPORTED_H
#define CLEW_RECORDING_LOG_UNSUPPORTED_H

#include "core/core.h"

struct sites;

enum { UNSUPPORTED_MAX = 1024, UNSUPPORTED_BYTES = 15 };

struct unsupported_code {
    uint64_t address;
    uint8_t bytes[UNSUPPORTED_BYTES], size;
};

struct unsupported {
    struct unsupported_code *items;     /* all that were translated, up to UNSUPPORTED_MAX; free it */
    size_t count, capacity;
    struct unsupported_code reached;    /* the last one that a signal came in front of */
    bool is_reached;
};

/* A LOG_UNSUPPORTED record's payload. */
void unsupported_add(struct unsupported *unsupported, struct slice payload);

/* A signal in front of the instruction at an address. */
void unsupported_reach(struct unsupported *unsupported, uint64_t address);

/* "0x401136 main prog.c:12: vaddps %zmm2,%zmm1,%zmm0 (62 f1 74 48 58 c2): Valgrind knows no AVX-512; ...", cut at the end of `message`.
 * False: the program came to none. */
bool unsupported_describe(const struct unsupported *unsupported, const struct sites *sites, char *message, size_t size);

#endif
