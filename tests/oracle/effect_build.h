/* effect_build.h - functions that build an effect, shared by effect.c and effect_special.c.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef EFFECT_BUILD_H
#define EFFECT_BUILD_H

#include "oracle.h"

#include <capstone/capstone.h>

enum { A = 0, C = 1, D = 2, B = 3, SP = 4, BP = 5, SI = 6, DI = 7 };        /* numbers of general registers */

const char *register_name(unsigned reg);
bool piece_of(unsigned reg, unsigned size, unsigned up, struct piece *piece);
void use(struct effect *e, struct piece piece);
void define(struct effect *e, struct piece piece);
void use_general(struct effect *e, int number, unsigned size);
void define_general(struct effect *e, int number, unsigned size);
struct memory *add_memory(struct effect *e, struct memory memory);
struct memory *simple_memory(struct effect *e, int base, int64_t displacement, unsigned size, bool load, bool store);
void apply_operands(struct effect *e, const cs_insn *insn, const char *operands);       /* accesses as in effect_rules.h */

/* The effect's value is the first operand (size 0: at its own size), or a general register. */
void value_of_operand(struct effect *e, const cs_insn *insn, unsigned size);
void value_general(struct effect *e, int number, unsigned size);

/* Handles instructions that no rule describes. False: it is not one of them (it adds xlatb's memory, however). */
bool effect_x87(struct effect *e, const cs_insn *insn, const char *mnemonic);
bool effect_vector(struct effect *e, const cs_insn *insn, const char *mnemonic);
bool effect_special(struct effect *e, const cs_insn *insn, const char *mnemonic);

#endif
