/* effect_rules.h - the oracle's own table of what instructions read and write.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A rule names mnemonics (Intel's), the access of each explicit operand, and the implicit rest. An access is a letter (r read, w write, m both, a
 * address only, n reads that and writes all of the vector register, v writes and u reads that and writes a register with its upper half, x none), a width if
 * it is not the operand's, and +N for bytes that lie N up in a vector register: "w8+8" writes its upper half. Implicit registers: a letter pair of access
 * and register number with a width, such as "r0.8" (reads rax). A rule that a program needs and that is not here makes an instance "unknown", which is
 * counted and not compared. */
#ifndef EFFECT_RULES_H
#define EFFECT_RULES_H

#include <stdbool.h>
#include <stdint.h>

struct rule {
    const char *names, *operands, *implicit;
    uint8_t reads, writes;
};

const struct rule *rule_of(const char *mnemonic);                   /* NULL: it needs code of its own, or is unknown */
bool in_names(const char *names, const char *mnemonic);             /* names: words with blanks between */
uint8_t condition_flags(const char *condition);                     /* of jcc, setcc, cmovcc; 0: none */

#endif
