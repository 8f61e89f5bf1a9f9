/* machines.h - tables behind code.h, and branches by the bits of each machine.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_CODE_MACHINES_H
#define CLEW_CODE_MACHINES_H

#include "code/tables.h"

/* ---- instructions.c: where code lies ---- */

struct spans {
    struct code_span *items;     /* ascending, disjoint, with bytes in the file */
    size_t count, capacity;
    uint64_t bytes;              /* of all of them, at most those of the file */
};

void spans_read(struct spans *spans, const struct elf *elf, const struct symbol_list *symbols);
const struct code_span *spans_find(const struct spans *spans, uint64_t address);     /* NULL: none */

/* ---- functions.c ---- */

struct routines {
    struct symbols_routine *items;       /* by name, then address, then size */
    size_t count;
    struct ranges flat;                  /* value: index of a routine that is no alias */
};

void routines_read(struct routines *routines, const struct elf *elf, const struct symbol_list *symbols);
const struct symbols_routine *routines_find(const struct routines *routines, uint64_t address);
void routines_free(struct routines *routines);

/* ---- lines.c ---- */

struct line_ranges {
    struct symbols_line_range *items;
    size_t count;
};

void line_ranges_read(struct line_ranges *ranges, const struct lines *lines, const struct elf *elf);

/* ---- branches.c ---- */

enum code_set { SET_UNKNOWN, SET_X86, SET_X86_64, SET_A32, SET_A64, SET_POWER, SET_SPARC, SET_MIPS };

/* How control leaves an instruction. Targets are sums: they are cut to the size of an address by who asks. */
struct branch {
    bool conditional;
    bool has_target;             /* of jumps and calls too */
    bool delay_slot;
    uint64_t target;
};

struct branch branch_of_word(enum code_set set, uint32_t word, uint64_t address);
/* One whole x86 instruction; `wide`: it is of 64-bit mode. */
struct branch branch_of_x86(struct slice bytes, bool wide, uint64_t address);

/* A Thumb instruction with what stands before it, from the start of its span (or less: THUMB_BEFORE bytes are enough). `after` begins with the
 * instruction. */
enum { THUMB_BEFORE = 128 };
struct thumb_place {
    struct slice before, after;
    uint64_t address;            /* of the first byte of `after` */
    bool little_endian;
};

size_t thumb_length(const struct thumb_place *place);    /* 2 or 4; fewer where the bytes end before */
bool thumb_is_cut(const struct thumb_place *place);      /* it has a second halfword, and that is not there */
struct branch branch_of_thumb(const struct thumb_place *place);
/* Is it inside of an IT block? *back: how many bytes before it the IT stands; *condition: its own. */
bool thumb_in_block(const struct thumb_place *place, size_t *back, unsigned *condition);

/* ---- symbols.c ---- */

uint32_t symbols_flags(const struct symbols *symbols);           /* e_flags */

/* ---- decode.c ---- */

/* The size of the instruction that the bytes begin with, as disassembler_text finds it, without making text of it; 0: none. */
size_t disassembler_length(struct disassembler *disassembler, struct slice bytes, uint64_t address);

/* The size of an instruction that capstone does not know; 0: nor is it known here. */
size_t x86_length(struct slice bytes, bool wide);

#endif
