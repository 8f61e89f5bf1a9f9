/* schema_compiler_inside.h - between the files of the schema compiler.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_STREAM_SCHEMA_COMPILER_INSIDE_H
#define CLEW_STREAM_SCHEMA_COMPILER_INSIDE_H

#include "core/core.h"

struct abstract;

/* Registers that belong to an activation: R16 to R23, R28 to R30. */
#define SCHEMA_OWN_REGISTERS 0x70ff0000u

/* The parts of the program that are the same for all, in their order; region: version 1, paper: its form. */
extern const char schema_compiled_interface[], schema_compiled_head[], schema_compiled_macros[], schema_compiled_common[], schema_compiled_region[],
    schema_compiled_paper[], schema_compiled_recreate[];

/* The C function's name: __ae_3_main. */
void schema_compile_name(const struct abstract *program, uint32_t function, struct text *out);

/* The registers, bit by number, that a function's operators name. */
uint32_t schema_registers(const struct abstract *program, uint32_t function);

/* The format once a register, with its number for #. */
void schema_compile_registers(uint32_t registers, const char *format, struct text *out);

void schema_compile_function(const struct abstract *program, uint32_t function, struct text *out);

#endif
