/* machines.h - tables behind code.h, and how machines read their code.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_CODE_MACHINES_H
#define CLEW_CODE_MACHINES_H

#include "code/instructions.h"
#include "code/tables.h"

/* ---- instructions.c: where code lies ---- */

struct spans {
    struct code_span *items;     /* ascending, disjoint, with bytes in the file */
    size_t count, capacity;
    uint64_t bytes;              /* the sum of their sizes, at most the file's */
};

void spans_read(struct spans *spans, const struct elf *elf, const struct symbol_list *symbols);
const struct code_span *spans_find(const struct spans *spans, uint64_t address);     /* NULL: none */

/* ---- functions.c ---- */

struct routines {
    struct symbols_routine *items;       /* by name, then address, then size */
    size_t count;
    struct ranges flat;                  /* value: index of a routine that is not an alias */
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

/* How control leaves an instruction. Targets are sums: the caller cuts them to the size of an address. */
struct branch {
    bool conditional;
    bool has_target;             /* jumps and calls too */
    bool delay_slot;
    uint64_t target;
};

int64_t branch_offset(uint32_t field, unsigned bits);                /* sign-extends a number of `bits` bits */
struct branch branch_to(bool conditional, uint64_t address, uint32_t field, unsigned bits, int scale);

/* How capstone reads a machine's code. */
struct arch_text {
    unsigned set, mode;          /* its cs_arch and cs_mode */
    unsigned thumb;              /* cs_mode of code at odd addresses; 0: none */
    size_t smallest;             /* size of the smallest instruction, in bytes */
    bool little_endian, att;     /* att: AT&T syntax */
};

/* Each machine's own struct begins with this one. */
struct decoder {
    const struct arch *arch;
};

/* ---- arch/arm ---- */

/* A Thumb instruction with the code before it, from the start of its span (THUMB_BEFORE bytes are enough). `after` begins with the instruction. */
enum { THUMB_BEFORE = 128 };
struct thumb_place {
    struct str before, after;
    uint64_t address;            /* of the first byte of `after` */
    bool little_endian;
};

size_t thumb_length(const struct thumb_place *place);    /* 2 or 4; less if the bytes end before */
bool thumb_is_cut(const struct thumb_place *place);      /* the bytes end before its second halfword */
struct branch branch_of_thumb(const struct thumb_place *place);
/* Is it inside an IT block? *back: the IT's distance before it in bytes; *condition: the condition of this instruction. */
bool thumb_in_block(const struct thumb_place *place, size_t *back, unsigned *condition);

/* ---- symbols.c ---- */

uint32_t symbols_flags(const struct symbols *symbols);           /* e_flags */

/* ---- disassemble.c ---- */

/* The size of the instruction at the start of the bytes, as disassembler_text finds it, without making text. 0: none. */
size_t disassembler_length(struct disassembler *disassembler, struct str bytes, uint64_t address);

#endif
