/* effect_rules.h - the oracle's own table of the registers and memory that instructions read and write.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A rule names mnemonics (Intel's), the access of each explicit operand, and the implicit accesses. An access is a letter, a width if it differs from the
 * operand's, and +N for bytes that lie N up in a vector register: "w8+8" writes its upper half. Letters: r read, w write, m both, a address only, n reads
 * that width and writes the whole vector register, v writes and u reads that width and writes a register with its upper half, x none. An implicit register
 * is an access letter, the register number, and a width: "r0.8" reads rax. If a program needs a rule that is missing here, the oracle counts the execution
 * as "unknown" and does not compare it. */
#ifndef EFFECT_RULES_H
#define EFFECT_RULES_H

#include <stdbool.h>
#include <stdint.h>

struct rule {
    const char *names, *operands, *implicit;
    uint8_t reads, writes;
};

const struct rule *rule_of(const char *mnemonic);                   /* NULL: it needs code of its own, or is unknown */
bool in_names(const char *names, const char *mnemonic);             /* names: words separated by blanks */
uint8_t condition_flags(const char *condition);                     /* of jcc, setcc, cmovcc; 0: none */

#endif
