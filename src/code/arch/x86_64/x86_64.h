/* x86_64.h - what the x86 files share.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     x86_64.c           the machines: registers, frames, system calls, branches; corrections of Valgrind's translation
 *     decode.c           one instruction: operands, flow, text (capstone); lengths
 *     instructions.c     what an instruction is, by its mnemonic: one table
 *     effects.c          what an instruction uses and does */
#ifndef CLEW_CODE_ARCH_X86_64_H
#define CLEW_CODE_ARCH_X86_64_H

#include "code/arch.h"
#include "code/machines.h"

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15, XMM0 };

/* Fills flags, operation, condition and traits from mnemonic, operands and text. `string`: it is a string instruction. */
void x86_classify(struct decoded *decoded, bool string);

bool is_one_of(const char *name, const char *const *names);             /* `names` ends with NULL */
bool starts_with_one(const char *name, const char *const *names);

bool x86_is_prefix(uint8_t byte);        /* may it stand before an opcode? */
struct decoder *x86_open(void);
void x86_close(struct decoder *decoder);
bool x86_decode(struct decoder *decoder, struct str bytes, uint64_t address, struct decoded *decoded);
size_t x86_decoded_length(struct decoder *decoder, struct str bytes);  /* makes no text; 0: none */
size_t x86_length(struct str bytes, bool wide);        /* length of an instruction that capstone does not know; 0: clew does not know it either */

void x86_uses(const struct decoded *decoded, struct arch_uses *uses);
void x86_effects(const struct decoded *decoded, struct arch_effects *effects);

#endif
