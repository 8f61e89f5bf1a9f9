/* floating.h - modes of floating-point numbers that Valgrind does not obey.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * MXCSR has the rounding mode, which Valgrind obeys in conversions only, and bits for flush to zero, denormals as zero, and exceptions that raise SIGFPE,
 * which it ignores. A program that sets them may compute other numbers when it is recorded. That must be said. */
#ifndef CLEW_RECORDING_LOG_FLOATING_H
#define CLEW_RECORDING_LOG_FLOATING_H

#include "core/core.h"

struct sites;

struct floating {
    uint64_t address, value;            /* the instruction, and what it set MXCSR to; address 0: none did */
};

/* "0x401136 main prog.c:12 sets MXCSR to 0x5f80 (round up): ...". False: nothing is to be said. */
bool floating_describe(const struct floating *floating, const struct sites *sites, char *message, size_t size);

#endif
