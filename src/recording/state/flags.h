/* flags.h - the flags register of a machine.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     uint64_t flags = state_flags(state_registers(state));
 *     if (flags & FLAG_ZERO) ...
 *
 * Valgrind keeps the last operation that set flags, its operands, and the older flags that it left alone (REGISTERS_FLAGS, micro.h): flags follow from
 * these. Where a processor leaves a flag undefined, it has the value that Valgrind gave the program. O(1). */
#ifndef CLEW_RECORDING_STATE_FLAGS_H
#define CLEW_RECORDING_STATE_FLAGS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FLAG_CARRY = 1, FLAG_PARITY = 1 << 2, FLAG_ADJUST = 1 << 4, FLAG_ZERO = 1 << 6, FLAG_SIGN = 1 << 7, FLAG_DIRECTION = 1 << 10, FLAG_OVERFLOW = 1 << 11,
    FLAG_ALIGNMENT = 1 << 18, FLAG_IDENTIFIES = 1 << 21
};

uint64_t state_flags(const uint8_t *registers);     /* REGISTERS_SIZE bytes. Only the flags above; an operation that makes no sense gives none */

enum { FLAGS_SIX = FLAG_CARRY | FLAG_PARITY | FLAG_ADJUST | FLAG_ZERO | FLAG_SIGN | FLAG_OVERFLOW };
uint64_t state_flags_six(const uint8_t *registers);                 /* the six of arithmetic */
bool state_condition(const uint8_t *registers, unsigned condition); /* 0 to 15: does the condition of that number hold, as in jcc, setcc, cmovcc? */

#endif
