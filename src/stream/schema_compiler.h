/* schema_compiler.h - aec: an abstract program as C.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     schema_compile(program, &text);       a self-contained C11 file that defines ae_recreate(), ae_function_name()
 *     schema_compile_header(&text);         the header for who calls them
 *
 * "aec takes as input the executable program and the schema files from each constituent C file. It produces a file containing a C program"
 * (Larus 1990, section 4.2), of the structure told there: macros, a variable a register, a function a function, goto, switch. Names of the schema
 * never reach the C text but as escaped string literals and as digits; functions are called __ae_N_NAME with NAME reduced to letters, digits and _.
 * The C program delivers exactly the events of regenerate.h, refuses what that refuses, and needs no more memory than open activations. */
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

/* The parts of the program that are the same for all, in their order; region: version 1, paper: its form. */
extern const char schema_compiled_interface[], schema_compiled_head[], schema_compiled_macros[], schema_compiled_common[], schema_compiled_region[],
    schema_compiled_paper[], schema_compiled_recreate[];

#endif
