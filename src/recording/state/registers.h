/* registers.h - registers other than the general ones, by gdb's names.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct text text = {0};
 *     if (registers_say(state_registers(state), str_of("eflags"), &text)) ...         "0x44 [ PF ZF ]"
 *
 * eflags; fs_base and gs_base; st0 ... st7, fctrl, fstat, ftag; xmm0 ... xmm15, ymm0 ... ymm15, mxcsr. The program ran under Valgrind, which keeps x87
 * registers as double, and of the control registers only the rounding: the rest of fctrl and mxcsr is as at a program's start. In eflags, bit 1 and IF
 * are clear, as the program itself finds them under Valgrind; a processor always sets both. */
#ifndef CLEW_RECORDING_STATE_REGISTERS_H
#define CLEW_RECORDING_STATE_REGISTERS_H

#include "code/code.h"

const char *registers_name(size_t i);           /* the i-th of those that `info registers all` shows besides the general ones; NULL: no more */

/* Appends the value in one line, as gdb's `info registers` has it. registers: REGISTERS_SIZE bytes (micro.h). False: no such register. */
bool registers_say(const uint8_t *registers, struct str name, struct text *out);

/* Names without $. has: does registers_say know it? lacks: gdb has this register, and no recording keeps it: segments, MMX, the x87's last instruction. */
bool registers_has(struct str name);
bool registers_lacks(struct str name);

/* The bytes of a register, and its type. */
struct register_value {
    enum register_type type;            /* REGISTER_TYPES: base */
    enum expression_base base;
    unsigned size;
    uint8_t bytes[32];
    bool empty;                         /* of the x87 stack: the program has put nothing there */
};
/* registers NULL: the value is 0. False: no such register. */
bool registers_value(const uint8_t *registers, struct str name, struct register_value *value);

enum { REGISTERS_VECTORS = 16, REGISTERS_VECTOR_SIZE = 32 };
const uint8_t *registers_vector(const uint8_t *registers, unsigned i);

/* Values of single registers. st: i-th from the top of the x87 stack; *empty: the program has put nothing there. */
double registers_st(const uint8_t *registers, unsigned i, bool *empty);
uint32_t registers_control(const uint8_t *registers);
uint32_t registers_status(const uint8_t *registers);
uint32_t registers_tags(const uint8_t *registers);         /* two bits for each physical register: 0, or 3 if it is empty */
uint32_t registers_mxcsr(const uint8_t *registers);

#endif
