/* machines.h - tables behind code.h, and what machines give for reading their code.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_CODE_MACHINES_H
#define CLEW_CODE_MACHINES_H

#include "code/instructions.h"
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

/* ---- arch.c ---- */

/* How control leaves an instruction. Targets are sums: they are cut to the size of an address by who asks. */
struct branch {
    bool conditional;
    bool has_target;             /* of jumps and calls too */
    bool delay_slot;
    uint64_t target;
};

int64_t branch_offset(uint32_t field, unsigned bits);                /* a number of so many bits with its sign */
struct branch branch_to(bool conditional, uint64_t address, uint32_t field, unsigned bits, int scale);

/* How capstone is to read a machine's code. */
struct arch_text {
    unsigned set, mode;          /* its cs_arch and cs_mode */
    unsigned thumb;              /* cs_mode of code at odd addresses; 0: there is none */
    size_t smallest;             /* instruction, in bytes */
    bool little_endian, att;     /* AT&T's syntax */
};

/* What each machine's own struct begins with. */
struct decoder {
    const struct arch *arch;
};

/* ---- arch/arm ---- */

/* A Thumb instruction with what stands before it, from the start of its span (or less: THUMB_BEFORE bytes are enough). `after` begins with the
 * instruction. */
enum { THUMB_BEFORE = 128 };
struct thumb_place {
    struct str before, after;
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

/* ---- disassemble.c ---- */

/* The size of the instruction that the bytes begin with, as disassembler_text finds it, without making text of it; 0: none. */
size_t disassembler_length(struct disassembler *disassembler, struct str bytes, uint64_t address);

#endif
