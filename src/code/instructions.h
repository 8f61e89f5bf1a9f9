/* instructions.h - code of any machine, one instruction after the other: lengths, branches, text; routines and lines.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct code_reader *code = code_open(symbols);
 *     struct code_instruction instruction;
 *     for (address = low; address < high && code_at(code, address, &instruction); address += instruction.size)
 *         if (instruction.conditional) ...
 *
 * What is conditional is decided by the bits of each machine's manual, not by the names a disassembler gives: clew-formats(5), "Conditional branches", has
 * the table. Lengths of x86 are capstone's, with those it does not know (AVX-512 and a few) by rule. Part of symbols.h.
 *
 * Machines: x86 of 32 and 64 bits, ARM (A32, Thumb; BE8 too), AArch64, PowerPC, SPARC, MIPS of either byte order. Not: microMIPS and MIPS16, whose lengths
 * nothing in the file tells; of release 6 of MIPS no branches. */
#ifndef CLEW_CODE_INSTRUCTIONS_H
#define CLEW_CODE_INSTRUCTIONS_H

#include "core/core.h"

struct symbols;

/* ---- What is code? ---- */

/* Sections that hold code, cut where mapping symbols say so ($a $t $d of ARM, $x $d of AArch64; AAELF32 and AAELF64, "Mapping symbols"). Data in code
 * (literal pools) is no code. Without section headers, executable segments; only what has bytes in the file. Of ARM files without mapping symbols (stripped)
 * bit 0 of functions, and of the entry point, tells Thumb, and literal pools are taken for code. Ascending, disjoint, not empty, those of one kind may touch;
 * they live as long as symbols. */
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
    uint32_t size;                      /* bytes, at least 1, within the span; of what is no instruction the machine's smallest, or what is left of the
                                         * span, or what leads to the next address where one can stand */
    bool valid;                         /* false: these bytes are no instruction of this machine; of x86 alone looked at, elsewhere every whole word is one */
    bool conditional;                   /* control goes to a target or to the next one behind it */
    bool has_target;                    /* conditional, and the target stands in the instruction */
    uint64_t target, next;              /* conditional: where it goes if it is taken; if not (behind the delay slot, if there is one) */
    bool delay_slot;                    /* the instruction behind it runs before control leaves (MIPS, SPARC), annulled or not; of jumps and calls too */
};

struct code_reader;                            /* not for several threads at once */
struct code_reader *code_open(struct symbols *symbols);        /* never NULL */
void code_close(struct code_reader *code);

/* The instruction that stands at an address; of Thumb the address is even. False: no code (span SPAN_DATA or none) is there. Addresses may be asked in any
 * order. About a microsecond on x86, a tenth of it elsewhere.
 *
 * What always or never branches is not conditional, and neither is what runs under a condition and leaves control alone. Inside of an IT block of Thumb b,
 * bl, blx, bx, and pop, ldm and ldr into pc are conditional, as they are in A32: the block is found by looking back over the halfwords before, which tells
 * boundaries exactly. (Not counted in either: moves and sums into pc.) Of a machine that is not known every byte is an instruction that is not valid. */
bool code_at(struct code_reader *code, uint64_t address, struct code_instruction *instruction);
/* Can the instructions of this machine be told apart, and its conditional branches? False: only bytes can be judged. */
bool code_knows_lengths(const struct code_reader *code);
bool code_knows_branches(const struct code_reader *code);
/* Its text, as disassembler_text has it; jumps, calls and branches to a routine get "  <name+0x..>" behind it, those to a PLT stub "  <name@plt>"; names of
 * C++ as people write them, shortened to 48 cells. What has no text is ".byte  0x..". Made safe. */
void code_text(struct code_reader *code, const struct code_instruction *instruction, struct text *out);
/* The code ran that much above its addresses in the file: texts have the addresses at which it ran. All else keeps the file's. */
void code_move(struct code_reader *code, uint64_t bias);

/* Does it do nothing, as what compilers and assemblers align the next function with: nop in its forms, int3 of x86? */
bool code_is_padding(struct code_reader *code, const struct code_instruction *instruction);

/* ---- Routines ---- */

/* Symbols of type FUNC or NOTYPE with a name and a size, in a section with code (of ARM bit 0 of the address is cleared), by name, ascending, then by
 * address, then by size. A size that leaves the section is cut. Aliases are all there. They live as long as symbols. */
struct symbols_routine {
    struct str name;
    uint64_t address, size;
    bool alias;                         /* another routine that precedes it here has the same address and size */
};
size_t symbols_routines(struct symbols *symbols, const struct symbols_routine **routines);
/* Those that a name means, in that order, in an array that is the caller's (free it): whose symbol has this name, aliases too; without such ones those that
 * are no aliases and whose readable name (symbols_readable) it is; at last those of which it is a shorter one (demangled_matches): f or ns::f of ns::f(int).
 * Returns how many there are. O(routines); the first name that is no symbol's makes all readable ones. */
size_t symbols_routines_called(struct symbols *symbols, struct str name, const struct symbols_routine ***found);
const struct symbols_routine *symbols_routine_at(struct symbols *symbols, uint64_t address);    /* the innermost that is no alias; NULL: none; O(log n) */

/* ---- Lines ---- */

/* A row of the line table, statement or not, with the next row of its sequence: address ... address + size - 1 are of this line. Ascending by address; rows of
 * size 0 and line 0 and sequences that begin outside of the code are left out; ranges end with the code. Ranges of one file and line may be many, and
 * those of sequences that overlap do too; two of one file in several units may have two indexes. They live as long as symbols. */
struct symbols_line_range {
    uint64_t address, size, line;
    uint32_t file;                      /* index for symbols_line_file */
};
size_t symbols_line_ranges(struct symbols *symbols, const struct symbols_line_range **ranges);

/* The rows themselves, ascending by address, those of one address as the compiler wrote them: the last of them has the code, the ones before say what else
 * begins there, as optimization leaves of statements whose code is gone or was moved. i < symbols_line_rows(); false: it ends a sequence, or has no line. */
struct symbols_line_row {
    uint64_t address, line;
    uint32_t file;                      /* as above */
    bool statement;                     /* the compiler recommends a breakpoint there */
    bool code;                          /* the last one of its address */
};
size_t symbols_line_rows(struct symbols *symbols);
bool symbols_line_row(struct symbols *symbols, size_t i, struct symbols_line_row *row);
void symbols_line_file(struct symbols *symbols, uint32_t file, struct str *name, struct str *folder);     /* as source_open takes them */
size_t symbols_line_file_count(struct symbols *symbols);

#endif
