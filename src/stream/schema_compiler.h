/* schema_compiler.h - aec: an abstract program as C.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     schema_compile(program, &text);       a self-contained C11 file that defines ae_recreate(), ae_function_name()
 *     schema_compile_header(&text);         the header for their callers
 *
 * "aec takes as input the executable program and the schema files from each constituent C file. It produces a file containing a C program" (Larus 1990, section
 * 4.2), with the structure described there: macros, one variable for each register, one C function for each function, goto, switch. Names of the schema reach
 * the C text only as escaped string literals and in function names __ae_N_NAME, where NAME has _ for every byte but letters and digits. The C program delivers
 * exactly the events of regenerate.h, refuses the same input, and needs memory only for open activations. */
#ifndef CLEW_STREAM_SCHEMA_COMPILER_H
#define CLEW_STREAM_SCHEMA_COMPILER_H

#include "core/core.h"

struct abstract;

/* O(operators). The text compiles without warnings with -std=c11 -Wall -Wextra. */
void schema_compile(const struct abstract *program, struct text *out);
void schema_compile_header(struct text *out);

/* ---- Shared by the files of this module ---- */

/* Registers that belong to an activation: R16 to R23, R28 to R30. */
#define SCHEMA_OWN_REGISTERS 0x70ff0000u

/* The parts that are the same in all compiled programs, in order; region: version 1, paper: its form. */
extern const char schema_compiled_interface[], schema_compiled_head[], schema_compiled_macros[], schema_compiled_common[], schema_compiled_region[],
    schema_compiled_paper[], schema_compiled_recreate[];

#endif
