/* code.h - code of any machine, one instruction after the other: lengths, branches, text; routines and lines.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct code_reader *code = code_open(symbols);
 *     struct code_instruction instruction;
 *     for (address = low; address < high && code_at(code, address, &instruction); address += instruction.size)
 *         if (instruction.conditional) ...
 *
 * What is conditional is decided by the bits of each machine's manual, not by the names a disassembler gives: clew-formats(5), "Conditional branches", has
 * the table. Lengths of x86 are capstone's. Part of symbols.h. */
#ifndef CLEW_SYMBOLS_CODE_H
#define CLEW_SYMBOLS_CODE_H

#include "core/core.h"

struct symbols;

/* ---- What is code? ---- */

/* Sections that hold code, cut where mapping symbols say so ($a $t $d of ARM, $x $d of AArch64; AAELF32 and AAELF64, "Mapping symbols"). Data in code
 * (literal pools) is no code. Ascending, disjoint, not empty; they live as long as symbols. */
enum span_kind { SPAN_CODE, SPAN_THUMB, SPAN_DATA };
struct code_span {
    uint64_t address, size;
    enum span_kind kind;
};
size_t symbols_spans(struct symbols *symbols, const struct code_span **spans);
const struct code_span *symbols_span_at(struct symbols *symbols, uint64_t address);     /* NULL: no section with code is there; O(log n) */

/* ---- Instructions ---- */

struct code_instruction {
    uint64_t address;
    uint32_t size;                      /* bytes; of what is no instruction the machine's smallest, or what is left of the span */
    bool valid;                         /* false: these bytes are no instruction of this machine */
    bool conditional;                   /* control goes to a target or to the next one behind it */
    bool has_target;                    /* conditional, and the target stands in the instruction */
    uint64_t target, next;              /* conditional: where it goes if it is taken; if not (behind the delay slot, if there is one) */
    bool delay_slot;                    /* the instruction behind it runs before control leaves (MIPS, SPARC), annulled or not */
};

struct code_reader;                            /* not for several threads at once */
struct code_reader *code_open(struct symbols *symbols);        /* never NULL */
void code_close(struct code_reader *code);

/* The instruction that stands at an address; of Thumb the address is even. False: no code (span SPAN_DATA or none) is there. About a microsecond. */
bool code_at(struct code_reader *code, uint64_t address, struct code_instruction *instruction);
/* Can the instructions of this machine be told apart, and its conditional branches? False: only bytes can be judged. */
bool code_knows_lengths(const struct code_reader *code);
bool code_knows_branches(const struct code_reader *code);
/* Its text, as disassembler_text has it; calls and branches to a routine get "  <name+0x..>" behind it. Made safe. */
void code_text(struct code_reader *code, const struct code_instruction *instruction, struct text *out);

/* ---- Routines ---- */

/* Symbols of type FUNC or NOTYPE with a size, in a section with code (of ARM bit 0 of the address is cleared), by name, ascending, then by address. Aliases
 * are all there. They live as long as symbols. */
struct symbols_routine {
    struct slice name;
    uint64_t address, size;
    bool alias;                         /* another routine that precedes it here has the same address and size */
};
size_t symbols_routines(struct symbols *symbols, const struct symbols_routine **routines);
const struct symbols_routine *symbols_routine_at(struct symbols *symbols, uint64_t address);    /* the innermost that is no alias; NULL: none; O(log n) */

/* ---- Lines ---- */

/* A row of the line table with the next row of its sequence: address ... address + size - 1 are of this line. Ascending by address; rows of size 0 and
 * line 0 are left out. Ranges of one file and line may be many. They live as long as symbols. */
struct symbols_line_range {
    uint64_t address, size, line;
    uint32_t file;                      /* index for symbols_line_file */
};
size_t symbols_line_ranges(struct symbols *symbols, const struct symbols_line_range **ranges);
void symbols_line_file(struct symbols *symbols, uint32_t file, struct slice *name, struct slice *folder);     /* as source_open takes them */
size_t symbols_line_file_count(struct symbols *symbols);

#endif
