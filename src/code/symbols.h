/* symbols.h - what an executable tells about addresses: functions, source lines, code.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct symbols *symbols;
 *     if (!symbols_open("a.out", &symbols, &error)) ...
 *     struct source_position position;
 *     if (symbols_position(symbols, address - bias, &position)) ...
 *     symbols_close(symbols);
 *
 * All addresses here are link addresses (as the ELF file has them); a trace address is link address + bias, and bias is 0
 * for executables that are not position independent. ELF files are untrusted: damage gives a missing answer or an error
 * naming file and offset, never a crash. libelf is used in elf.c alone, libdwarf in entries.c alone, capstone in arch
 * and disassemble.c alone.
 *
 * Strings in answers live as long as the struct symbols. Tables are read at the first question that needs them. */
#ifndef CLEW_CODE_SYMBOLS_H
#define CLEW_CODE_SYMBOLS_H

#include "code/arch.h"
#include "core/core.h"

struct symbols;

/* Opens an ELF executable, library or object (of an object only .text, at address 0, and no DWARF, whose addresses wait for
 * relocations). Refused: not an ELF file, a damaged header. Missing DWARF or symbol tables are no
 * error: questions then have no answer. Debug information in a separate file (build id or .gnu_debuglink, under
 * /usr/lib/debug or beside the file), and what it shares with others (dwz, .gnu_debugaltlink), is found and used.
 * Of split DWARF (.dwo) there are the lines. O(section headers); DWARF is read on demand. */
CHECKED bool symbols_open(const char *path, struct symbols **symbols, struct error *error);

/* The same of a file that may be there, and may be something else. False: unread->message says why a file that is there could not be read, or is "" where there
 * is none, or none of ELF. */
CHECKED bool symbols_open_if_there(const char *path, struct symbols **symbols, struct error *unread);
void symbols_close(struct symbols *symbols);

struct symbols_summary {
    bool position_independent;      /* ET_DYN */
    bool x86_64, dynamic, has_lines, has_functions;
    unsigned machine;               /* e_machine */
    unsigned address_size;          /* 4 or 8 */
    bool little_endian;
    struct str interpreter;       /* PT_INTERP, null: none */
};
struct symbols_summary symbols_summary(struct symbols *symbols);
const struct arch *symbols_arch(const struct symbols *symbols);        /* NULL: a machine that is not known */
struct str symbols_path(const struct symbols *symbols);
/* A debug file of the right name that is another build's, and why it is not used: "/x/a.debug has another build id". Empty: there is none, or one that fits. */
struct str symbols_refused_debug(struct symbols *symbols);
bool symbols_unread_debug(struct symbols *symbols);     /* because it is there and cannot be read; looks for it */
bool symbols_met_unread(const struct symbols *symbols); /* the same, of what was asked for so far */
struct str symbols_build_id(const struct symbols *symbols);       /* the bytes; null: it has none */

/* ---- Where is an address? ---- */

struct source_position {
    struct str function;   /* innermost inlined subroutine, else the DWARF subprogram, else the ELF symbol; null: unknown */
    struct str physical;   /* the function whose code it is: differs from `function` only in inlined code; f where that is f.cold */
    struct str file;       /* as the compiler wrote it: relative to `folder`, or absolute; null: unknown */
    struct str folder;     /* DW_AT_comp_dir; null: unknown */
    uint64_t line;           /* 0: unknown */
    size_t copy;             /* a number of its own for each place where the compiler put `function`: out of line, or inlined somewhere; 0: unknown */
};

/* What is known about one address. False if nothing is (all fields null). O(log n) after the first call. ELF symbols:
 * STT_FUNC, the size respected; one of size 0 reaches to the next symbol. Mangled names of C++ are made readable, with scopes
 * and parameters (DEMANGLE_NO_RETURN): DWARF's linkage name, or the symbol's where DWARF has none; inlined functions without any have their plain name.
 * Addresses outside executable segments are unknown. */
bool symbols_position(struct symbols *symbols, uint64_t address, struct source_position *position);

/* The addresses at which a source line begins (DWARF is_stmt rows), ascending. `file` matches a whole name or a tail of it
 * behind a slash (foo.c matches src/foo.c). The array is the caller's (free it). */
size_t symbols_line_addresses(struct symbols *symbols, struct str file, uint64_t line, uint64_t **addresses);
/* The same; and of a line that has code but begins nowhere (rows that are no statements alone, as what optimization left of it) where its code starts. */
size_t symbols_line_code(struct symbols *symbols, struct str file, uint64_t line, uint64_t **addresses);
/* The line of a file that has code and is nearest to one, of two the one behind it, where a debugger would stop; 0: none. O(rows). */
uint64_t symbols_nearest_line(struct symbols *symbols, struct str file, uint64_t line);
/* Of two lines that which is nearer to `line`, of two as near the one behind it; 0 is none. */
uint64_t line_nearer(uint64_t line, uint64_t one, uint64_t other);

/* ---- Functions, for control-flow graphs ---- */

struct symbols_function {
    struct str name;       /* null where only an .eh_frame entry tells that a function is there */
    uint64_t address, size;  /* size > 0 */
};

/* Where the code at an address was called, if it is inlined: by whom and at which line of the caller's source, the innermost first; the last caller is the
 * function whose code it is. Returns how many there are, of which the first `room` are written. O(log n + callers) after the first call. */
struct inlined_call {
    struct str caller;     /* null: unknown */
    uint64_t line;           /* 0: unknown */
    size_t copy;             /* which copy of the function it calls this is (source_position.copy) */
};
size_t symbols_inlined_calls(struct symbols *symbols, uint64_t address, struct inlined_call *calls, size_t room);

/* Function ranges, ascending by address, not overlapping: symbol tables first (.symtab, else .dynsym), the ranges they leave
 * open from .eh_frame. `f.cold` is a range of its own with its own name. Aliases of one address: the global name, then the shorter. */
size_t symbols_function_count(struct symbols *symbols);
struct symbols_function symbols_function(struct symbols *symbols, size_t index);
bool symbols_function_at(struct symbols *symbols, uint64_t address, size_t *index);     /* the range that holds address; O(log n) */
bool symbols_function_named(struct symbols *symbols, struct str name, size_t *index);

/* Where code of a function starts: that of its symbols, and every range of it that the compiler inlined elsewhere, ascending. Returns how many there are, of
 * which the first `room` are written. O(log n) after the first call. */
size_t symbols_code_named(struct symbols *symbols, struct str name, uint64_t *addresses, size_t room);

/* Of each copy of a function, out of line or inlined somewhere (struct source_position), the lowest address, ascending, in an array that is the caller's
 * (free it); code of which no copy is known counts each time. Where a breakpoint at the function stops. O(its code) after the first call. */
size_t symbols_copies_named(struct symbols *symbols, struct str name, uint64_t **addresses);

/* The value and size of a symbol of any type (.symtab, else .dynsym) that is defined; of several of one name a global one,
 * else the one of the lowest address. O(log n) after the first call. */
bool symbols_value(struct symbols *symbols, struct str name, uint64_t *address, uint64_t *size);
/* The data object that holds an address, the innermost: its name, and how far into it. Objects are STT_OBJECT, and untyped symbols of sections without
 * code; those without a size reach to the next symbol and only count where no object with a size lies. O(log n). */
bool symbols_object_at(struct symbols *symbols, uint64_t address, struct str *name, uint64_t *offset);

/* Name of the function a PLT stub leads to (sections .plt .plt.sec .plt.got, static .iplt); false: address is in no stub. */
bool symbols_plt(struct symbols *symbols, uint64_t address, struct str *name);
bool symbols_slot(struct symbols *symbols, uint64_t address, struct str *name);     /* of the function or object whose address the linker puts there: the GOT */
bool symbols_in_plt(struct symbols *symbols, uint64_t address);      /* in one of these sections at all */

/* The name that an answer of these symbols has for a function, a symbol's for instance, as people write it (DEMANGLE_NO_RETURN); as it is where it is none of
 * C++. Kept. */
struct str symbols_readable(struct symbols *symbols, struct str name);

/* ---- Bytes and instructions ---- */

bool symbols_is_code(struct symbols *symbols, uint64_t address);     /* in an executable segment */

enum symbols_segment { SYMBOLS_NOWHERE, SYMBOLS_READ_ONLY, SYMBOLS_WRITABLE };
enum symbols_segment symbols_segment_at(struct symbols *symbols, uint64_t address);    /* what is made read-only after relocation is writable here */

/* File-backed bytes of any loadable segment at an address: up to `size`, fewer at its end; null string: none there. Relocations
 * are not applied, but see symbols_pointer. */
struct str symbols_bytes(struct symbols *symbols, uint64_t address, size_t size);

/* The pointer stored at an address (4 or 8 bytes, in the machine's order), with R_X86_64_RELATIVE and R_X86_64_64 relocations
 * applied (tables of pointers in position independent code). False: no bytes there. */
bool symbols_pointer(struct symbols *symbols, uint64_t address, uint64_t *pointer);

/* The link address at which a byte of the file is loaded, for finding the bias of a mapping: bias = mapped address - link address
 * of the mapping's file offset. A page that two segments share belongs to the executable one. False: no loadable segment has it. */
bool symbols_offset_address(struct symbols *symbols, uint64_t offset, uint64_t *address);

/* ---- Other machines: what stands there, as text ---- */

/* A disassembler for the machine of an executable: x86-64, i386, MIPS, ARM (Thumb where the address is odd), AArch64, PowerPC, SPARC, RISC-V,
 * as far as capstone has it (4 has no RISC-V). NULL: not that machine. */
struct disassembler;
struct disassembler *disassembler_open(const struct symbols_summary *summary);
void disassembler_close(struct disassembler *disassembler);
/* One instruction in the spirit of objdump, the mnemonic padded to 7 columns ("addiu  $sp, $sp, -0x18"), targets absolute: appended. False:
 * none, and what was appended is ".word  0x..." (".short", ".byte"); *length is then that of the machine's smallest instruction, or of what is left
 * where that is less (no bytes: nothing is appended, 0). Of Thumb the bytes are those at the even address. */
bool disassembler_text(struct disassembler *disassembler, struct str bytes, uint64_t address, struct text *out, size_t *length);

/* What one MIPS instruction (o32, up to mips32r2) does to the 32 general registers and to memory, by its bits: arch/mips, one table. */
struct mips_effect {
    bool known;                     /* false: not in the table; then it may have changed any register */
    uint32_t defined;               /* general registers, bit by number; never bit 0; calls: the link register only; syscall: what Linux changes */
    uint32_t read;                  /* general registers; never bit 0; of syscall none: which ones depends on the call */
    bool named;                     /* `defined` is an operand */
    bool load, store;
    uint8_t size;                   /* bytes that a load or store refers to; of lwl and its kin 4 */
    bool unaligned_left, unaligned_right;   /* lwl swl; lwr swr: which bytes of the word, by the address and the byte order */
    bool branch, call, ret;         /* control leaves, with a delay slot behind: one of the three; call: jal, jalr, bal and their
                                     * conditional kin; ret: jr $31; branch: all others, jumps too */
};
struct mips_effect mips_effect(uint32_t word);
bool mips_jump_target(uint32_t word, uint32_t address, uint32_t *target, bool *call);   /* of a j or jal that stands at address; false: none, or in a register */

/* ---- Sections ---- */

/* One section of an ELF file of any machine, class and byte order. */
struct symbols_section {
    struct str name;
    struct str bytes;          /* inflated; null: not asked for, without bytes in the file, or damaged (see problem) */
    uint64_t size;               /* as the section header has it: of compressed ones the size in the file */
    const char *compression;     /* "zlib", "zstd", "gnu zlib"; NULL: none */
    struct str problem;        /* why there are no bytes: names section and method; null: all is well */
};

/* All sections of an executable, library, object file or separate debug file, in index order; the bytes of those for which wanted() says so
 * (NULL: none) are inflated into the arena, where the file lies too. What compressed ones come to altogether has a limit: 64 MB and 1032 times the
 * file's size (zlib makes nothing smaller than that), 4 GB at most; what is asked for may not share bytes so that it is larger than the file.
 * .zdebug_X is named .debug_X. No debug file is looked for. False: no ELF file, or its section table is damaged (file and offset).
 * O(headers + bytes asked for). */
CHECKED bool symbols_sections(const char *path, bool (*wanted)(struct str name), struct arena *arena, struct symbols_section **sections, size_t *count,
                              struct error *error);

/* ---- Fitting a trace to an executable ---- */

/* One address of a trace whose function the trace itself names. */
struct symbols_sample {
    uint64_t address;
    struct str function;
};

/* Finds the load bias of a position independent executable: the page-aligned biases (not negative) that put every sample inside a
 * function of its name: a symbol, a DWARF subprogram or inlined subroutine; several of one name: any. Samples whose name the executable does not have are
 * passed over and counted. Exactly one bias left: true. Executables that are not position independent: bias 0 is the only candidate, and it is
 * checked. *known: samples whose name was found. Cost O(samples * log functions). */
enum symbols_fit { FIT_FOUND, FIT_NONE, FIT_AMBIGUOUS, FIT_NO_NAMES };
enum symbols_fit symbols_fit(struct symbols *symbols, const struct symbols_sample *samples, size_t count, uint64_t *bias, size_t *known);

/* Do the samples stand where the executable has their functions at bias 0? FIT_FOUND, FIT_NONE or FIT_NO_NAMES; *known as above. */
enum symbols_fit symbols_fit_linked(struct symbols *symbols, const struct symbols_sample *samples, size_t count, size_t *known);

/* Of link addresses, ascending: how many lie in the code, and of these in functions whose instructions begin there (right), or do not (wrong). Functions are
 * decoded from their beginnings: about a microsecond an instruction. Data within code makes some wrong that are not. */
struct symbols_starts {
    size_t inside, right, wrong;
};
struct symbols_starts symbols_starts(struct symbols *symbols, const uint64_t *addresses, size_t count);

/* ---- Source text ---- */

/* The folders a source file is looked for in, in this order: at `first`, a whole name, if it is not null; as named if absolute, `folder` of the position,
 * each entry of `path` (folders parted by ':'), with the name's leading folders taken off one by one. */
struct source_search {
    struct str path;
    struct str first;
    bool *there;                 /* not NULL: set where the file was found, whether or not it could be read */
};

struct source;

/* Loads a source file and finds its lines. The error names every place that was looked at, or the file that is there and cannot be
 * read, or has more than 64 MB. O(size). */
CHECKED bool source_open(struct str file, struct str folder, const struct source_search *search, struct source **source, struct error *error);
void source_close(struct source *source);
uint64_t source_line_count(const struct source *source);
struct str source_line(const struct source *source, uint64_t line);      /* from 1; raw bytes: show them through text_safe */
const char *source_path(const struct source *source);                     /* where it was found */
/* Is it a file of the compiler or a library, and none of the program: below /usr/include, /usr/lib, or the same of /usr/local? */
bool source_is_system(struct str name, struct str folder);
int64_t source_modified(const struct source *source);                      /* time of last change, seconds since 1970 */

#include "code/instructions.h"
#include "code/demangle.h"
#include "code/variables.h"

#endif
