/* flow_value.h - symbolic values along a path of instructions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     flow_values_begin(&values);
 *     flow_values_step(&values, &decoded);                    each instruction of the path, in order
 *     flow_values_branch(&values, &decoded, taken);           and for branches, which way the path goes
 *     if (flow_values_table(&values, &jump, &table)) ...      what a computed jump at its end reads
 *
 * A value is symbol * scale + constant, or an entry of a table: the memory at table + symbol * width, plus a constant. A symbol stands for
 * something unknown: what a register held at the start, a memory word, a result. Widths are ignored: 32-bit and 64-bit views of a
 * register are one value, which compilers guarantee where they index a table. Whoever uses the answer checks it against the code. */
#ifndef CLEW_CODE_FLOW_VALUE_H
#define CLEW_CODE_FLOW_VALUE_H

#include "core/core.h"

struct decoded;

enum { FLOW_PATH_MAX = 48, FLOW_REGISTERS = 16, FLOW_SYMBOLS_MAX = 1024, FLOW_SLOTS_MAX = 16 };

struct flow_value {
    bool entry;                 /* of a table */
    int symbol;                 /* meaningful if scale, or an entry */
    uint64_t scale, constant;
    uint64_t table, width;      /* of an entry */
};

/* A memory word whose address is symbol * scale + constant, scale 0 or 1. */
struct flow_slot {
    struct flow_value where, what;
};

struct flow_values {
    struct flow_value registers[FLOW_REGISTERS];
    struct flow_slot slots[FLOW_SLOTS_MAX];
    size_t slot_count;
    uint64_t bounds[FLOW_SYMBOLS_MAX];      /* the largest value of a symbol, UINT64_MAX: unknown */
    uint64_t lowest[FLOW_SYMBOLS_MAX];      /* the least, 32-bit */
    uint64_t shifts[FLOW_SYMBOLS_MAX];      /* a symbol that is another one plus this; 0: it is none */
    int parents[FLOW_SYMBOLS_MAX];
    int symbols;
    bool compared;                          /* the flags are those of comparing `left` with `right` */
    struct flow_value left;
    uint64_t right;
    int wanted;                 /* the register whose value at the start would have made the last table's address known; -1: none */
};

struct flow_table {
    uint64_t address, width;    /* 8: addresses; 4: signed offsets from origin */
    uint64_t origin, last;      /* entries 0 ... last */
};

void flow_values_begin(struct flow_values *values);
void flow_values_assume(struct flow_values *values, int reg, uint64_t value);
void flow_values_step(struct flow_values *values, const struct decoded *decoded);
void flow_values_branch(struct flow_values *values, const struct decoded *decoded, bool taken);
bool flow_values_constant(const struct flow_values *values, int reg, uint64_t *constant);
bool flow_values_table(struct flow_values *values, const struct decoded *jump, struct flow_table *table);

#endif
