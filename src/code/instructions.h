/* instructions.h - code of any machine, instruction by instruction: lengths, branches, text; routines and lines.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct code_reader *code = code_open(symbols);
 *     struct code_instruction instruction;
 *     for (address = low; address < high && code_at(code, address, &instruction); address += instruction.size)
 *         if (instruction.conditional) ...
 *
 * The bits in each machine's manual decide which instruction is conditional, not a disassembler's names; clew-formats(5), "Conditional branches", has the
 * table. For x86 capstone gives the lengths, and rules give those it does not know (AVX-512 and a few others). Part of symbols.h.
 *
 * Machines: x86 (32 and 64 bits), ARM (A32, Thumb; BE8 too), AArch64, PowerPC, SPARC, MIPS of both byte orders. Not supported: microMIPS and MIPS16, because
 * nothing in the file tells their lengths; branches of MIPS release 6. */
#ifndef CLEW_CODE_INSTRUCTIONS_H
#define CLEW_CODE_INSTRUCTIONS_H

#include "core/core.h"

struct symbols;

/* ---- What is code? ---- */

/* The sections that hold code, cut at mapping symbols ($a $t $d of ARM, $x $d of AArch64; AAELF32 and AAELF64, "Mapping symbols"). Data in code (literal pools)
 * does not count as code. Without section headers: the executable segments. Only code with bytes in the file. In ARM files without mapping symbols (stripped),
 * bit 0 of functions and of the entry point tells Thumb, and literal pools count as code. Spans are ascending, disjoint and not empty; spans of one kind may
 * touch. They live as long as `symbols`. */
enum span_kind { SPAN_CODE, SPAN_THUMB, SPAN_DATA };
struct code_span {
    uint64_t address, size;
    enum span_kind kind;
};
size_t symbols_spans(struct symbols *symbols, const struct code_span **spans);
const struct code_span *symbols_span_at(struct symbols *symbols, uint64_t address);     /* NULL: no section with code there; O(log n) */

/* ---- Instructions ---- */

struct code_instruction {
    uint64_t address;
    uint32_t size;                      /* bytes, at least 1, within the span. Not an instruction: the machine's smallest size, the rest of
                                         *  the span, or the distance to the next address where one can start */
    bool valid;                         /* false: not an instruction of this machine. Checked for x86 only; on other machines every whole word is valid */
    bool conditional;                   /* can go to a target or fall through */
    bool has_target;                    /* conditional, with the target in the instruction */
    uint64_t target, next;              /* conditional: where it goes if taken; if not taken (after the delay slot, if any) */
    bool delay_slot;                    /* the next instruction runs before control leaves (MIPS, SPARC), annulled or not; jumps and calls too */
};

struct code_reader;                            /* for one thread at a time */
struct code_reader *code_open(struct symbols *symbols);        /* never NULL */
void code_close(struct code_reader *code);

/* The instruction at an address (even for Thumb). False: no code there (span SPAN_DATA or none). Any order of addresses. About a microsecond on x86, a tenth of
 * that elsewhere.
 *
 * An instruction that always or never branches is not conditional, nor is one that runs under a condition without changing control. Inside a Thumb IT block b,
 * bl, blx, bx, and pop, ldm and ldr into pc are conditional, as in A32; clew finds the block by looking back over the preceding halfwords, which gives exact
 * boundaries. (Moves and sums into pc do not count, neither in Thumb nor in A32.) For an unknown machine every byte is an invalid instruction. */
bool code_at(struct code_reader *code, uint64_t address, struct code_instruction *instruction);
/* Does clew know this machine's instruction lengths and conditional branches? False: it can only judge bytes. */
bool code_knows_lengths(const struct code_reader *code);
bool code_knows_branches(const struct code_reader *code);
/* Its text as disassembler_text writes it. Jumps, calls and branches to a routine end in "  <name+0x..>", those to a PLT stub in "  <name@plt>"; C++ names are
 * demangled and shortened to 48 cells. An instruction without text is ".byte  0x..". Made safe. */
void code_text(struct code_reader *code, const struct code_instruction *instruction, struct text *out);
/* The code ran `bias` above its addresses in the file. Texts then show the addresses at which it ran; everything else keeps the file's. */
void code_move(struct code_reader *code, uint64_t bias);

/* Does it do nothing, like the padding that aligns the next function: any form of nop, int3 of x86? */
bool code_is_padding(struct code_reader *code, const struct code_instruction *instruction);

/* ---- Routines ---- */

/* Symbols of type FUNC or NOTYPE with a name and a size, in a section with code (for ARM without bit 0 of the address). Sorted by name, address, then size. A
 * size that leaves the section is cut. Includes aliases. They live as long as `symbols`. */
struct symbols_routine {
    struct str name;
    uint64_t address, size;
    bool alias;                         /* an earlier routine here has the same address and size */
};
size_t symbols_routines(struct symbols *symbols, const struct symbols_routine **routines);
/* The routines that a name means, in that order, in an array that is the caller's (free it): those with this symbol name, aliases too; if none, those
 * that are not aliases and whose readable name (symbols_readable) it is; if none, those that are not aliases and whose readable name it shortens
 * (demangled_matches): f or ns::f for ns::f(int). Returns their number. O(routines); the first name that is not a symbol's makes all readable names. */
size_t symbols_routines_called(struct symbols *symbols, struct str name, const struct symbols_routine ***found);
const struct symbols_routine *symbols_routine_at(struct symbols *symbols, uint64_t address);    /* innermost, not an alias; NULL: none; O(log n) */

/* ---- Lines ---- */

/* A row of the line table, statement or not, up to the next row of its sequence: address ... address + size - 1 belong to this line. Ascending by address. Left
 * out: rows of size 0 or line 0, and sequences that begin outside the code; ranges end with the code. A file and line may have many ranges; ranges of
 * overlapping sequences overlap; one file in several units may have two indexes. They live as long as `symbols`. */
struct symbols_line_range {
    uint64_t address, size, line;
    uint32_t file;                      /* index for symbols_line_file */
};
size_t symbols_line_ranges(struct symbols *symbols, const struct symbols_line_range **ranges);

/* The rows themselves, ascending by address, rows of one address in the compiler's order. The last of these owns the code. The others begin there too:
 * optimisation leaves such rows of statements whose code it removed or moved. i < symbols_line_rows(). False: the row ends a sequence, or has no line. */
struct symbols_line_row {
    uint64_t address, line;
    uint32_t file;                      /* as above */
    bool statement;                     /* the compiler recommends a breakpoint there */
    bool code;                          /* the last one of its address */
};
size_t symbols_line_rows(struct symbols *symbols);
bool symbols_line_row(struct symbols *symbols, size_t i, struct symbols_line_row *row);
void symbols_line_file(struct symbols *symbols, uint32_t file, struct str *name, struct str *folder);     /* in the form that source_open takes */
size_t symbols_line_file_count(struct symbols *symbols);

#endif
