/* symbols.h - what clew knows about an executable's addresses: functions, source lines, code.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct symbols *symbols;
 *     if (!symbols_open("a.out", &symbols, &error)) ...
 *     struct source_position position;
 *     if (symbols_position(symbols, address - bias, &position)) ...
 *     symbols_close(symbols);
 *
 * All addresses here are link addresses, as in the ELF file. A trace address is link address + bias; bias is 0 for executables that are not position
 * independent. ELF files are untrusted: damage leads to a missing answer or to an error with file and offset, never to a crash. Only elf.c uses libelf, only
 * entries.c libdwarf, only arch and disassemble.c capstone.
 *
 * Strings in answers live as long as the struct symbols. The first question that needs a table reads it. */
#ifndef CLEW_CODE_SYMBOLS_H
#define CLEW_CODE_SYMBOLS_H

#include "code/arch.h"
#include "core/core.h"

struct symbols;

/* Opens an ELF executable, library or object file. Rejects files that are not ELF or have a damaged header. Missing DWARF or symbol tables are no error: their
 * questions then have no answer. Of an object file it reads only .text, at address 0, and no DWARF, because its addresses wait for relocations. Finds and uses
 * a separate file with debug information (build id or .gnu_debuglink, under /usr/lib/debug or beside the file) and the file it shares with others (dwz,
 * .gnu_debugaltlink). Of split DWARF (.dwo) only the lines are available. O(section headers); reads DWARF on demand. */
CHECKED bool symbols_open(const char *path, struct symbols **symbols, struct error *error);

/* The same for a file that may be missing, or may not be ELF. False: unread->message says why clew could not read an existing file, or that it is a pipe
 * or device, which clew does not open; it is "" if the file is missing or not ELF. */
CHECKED bool symbols_open_if_there(const char *path, struct symbols **symbols, struct error *unread);
void symbols_close(struct symbols *symbols);

struct symbols_summary {
    bool position_independent;      /* ET_DYN */
    bool x86_64, dynamic, has_lines;
    unsigned machine;               /* e_machine */
    unsigned address_size;          /* 4 or 8 */
    bool little_endian;
    struct str interpreter;       /* PT_INTERP; null: none */
};
struct symbols_summary symbols_summary(struct symbols *symbols);
const struct arch *symbols_arch(const struct symbols *symbols);        /* NULL: unknown machine */
struct str symbols_path(const struct symbols *symbols);
bool symbols_has_debug(struct symbols *symbols);                /* lines, or a separate debug file */
bool symbols_has_read_debug(const struct symbols *symbols);     /* has a question read the debug information already? */
/* A debug file with the right name from another build, and why clew does not use it: "/x/a.debug has another build id". Empty: no debug file, or one that
 * fits. */
struct str symbols_refused_debug(struct symbols *symbols);
bool symbols_unread_debug(struct symbols *symbols);     /* is there a debug file that clew cannot read? Looks for one */
bool symbols_met_unread(const struct symbols *symbols); /* the same, for the files tried so far */
bool symbols_dynamic(const struct symbols *symbols, uint64_t *address);       /* where the dynamic section lies; false: none */

/* ---- Build ids, in hexadecimal ---- */

void symbols_build(const struct symbols *symbols, struct text *build);         /* appended; nothing: it has none */
bool symbols_is_build(const struct symbols *symbols, struct str build);         /* a null id matches every build */

/* As symbols_open_if_there, for a file that must have this build id; null: any. ANOTHER: it has another one, or none. Where the first 4 KB of the file have
 * another id, as linkers put it there, clew reads no more of it. */
enum symbols_opened { SYMBOLS_OPENED, SYMBOLS_MISSING, SYMBOLS_ANOTHER };
CHECKED enum symbols_opened symbols_open_build(const char *path, struct str build, struct symbols **symbols, struct error *unread);

/* The build id of an ELF file, appended to the text; and the bytes of the file, if this is its build id: the arena then holds them. False: no such file, no ELF
 * file, no build id or another one. O(size of the file). */
CHECKED bool symbols_file_build(const char *path, struct text *build);
CHECKED bool symbols_file(const char *path, struct str build, struct arena *arena, struct str *bytes);

/* How far below the thread pointer (the base of fs) the executable's thread-local variable at an offset lies: variant II of x86-64 (Drepper, "ELF Handling For
 * Thread-Local Storage", 3.4.6). False: the executable has none there. */
bool symbols_thread_local(const struct symbols *symbols, uint64_t offset, uint64_t *below);

/* ---- Where is an address? ---- */

struct source_position {
    struct str function;   /* innermost inlined subroutine, else DWARF subprogram, else ELF symbol; null: unknown */
    struct str physical;   /* the function that holds the code: differs from `function` only in inlined code; f for f.cold */
    struct str file;       /* as the compiler wrote it: relative to `folder`, or absolute; null: unknown */
    struct str folder;     /* DW_AT_comp_dir; null: unknown */
    uint64_t line;           /* 0: unknown */
    size_t copy;             /* tells apart the places where the compiler put `function`: out of line, or inlined somewhere; 0: unknown */
};

/* What clew knows about one address. False: nothing (all fields null), as for any address outside executable segments. O(log n) after the first call. ELF
 * symbols: STT_FUNC within their size; one of size 0 reaches to the next symbol. Names of C++ and Rust are demangled, with scopes and
 * parameters (DEMANGLE_NO_RETURN), from DWARF's linkage name or, without one, from the symbol; an inlined function that has neither keeps its plain name. */
bool symbols_position(struct symbols *symbols, uint64_t address, struct source_position *position);

/* The addresses at which a source line begins (DWARF is_stmt rows), ascending. `file` is a whole name, or the end of one after a slash (foo.c matches
 * src/foo.c). The array is the caller's (free it). */
size_t symbols_line_addresses(struct symbols *symbols, struct str file, uint64_t line, uint64_t **addresses);
/* The same, and the addresses at which a line begins whose instruction belongs to a later line that begins there, too: optimisation left no instruction to the
 * first one. */
size_t symbols_line_statements(struct symbols *symbols, struct str file, uint64_t line, uint64_t **addresses);
/* What the line table says of an address: a statement begins there (a row with is_stmt, perhaps of another line than the code's); a row that is none begins
 * there, as where optimisation moved code between other lines'; it lies behind the beginning of a row; no row covers it. O(log rows). */
enum line_begins { LINE_BEGINS_STATEMENT, LINE_BEGINS_PART, LINE_BEGINS_BEFORE, LINE_BEGINS_NOWHERE };
enum line_begins symbols_line_begins(struct symbols *symbols, uint64_t address);
uint64_t symbols_row_start(struct symbols *symbols, uint64_t address);     /* of the row of the line table that covers an address; 0: none. O(log rows) */
/* As symbols_line_addresses. For a line that has code but begins nowhere (optimisation left only rows that are not statements): where its code starts. */
size_t symbols_line_code(struct symbols *symbols, struct str file, uint64_t line, uint64_t **addresses);
/* The line with code nearest to a line of a file, where a debugger would stop; of two equally near ones the later. 0: none. O(rows). */
uint64_t symbols_nearest_line(struct symbols *symbols, struct str file, uint64_t line);
/* Of two lines the nearer to `line`; if equally near, the later. A line of 0 means none. */
uint64_t line_nearer(uint64_t line, uint64_t one, uint64_t other);

/* ---- Functions, for control-flow graphs ---- */

struct symbols_function {
    struct str name;       /* null where only an .eh_frame entry shows the function */
    uint64_t address, size;  /* size > 0 */
};

/* The call that inlined the code at an address: the caller, and the line in the caller's source; innermost first. The last caller is the function that holds
 * the code. Returns their number, and writes the first `room`. O(log n + callers) after the first call. */
struct inlined_call {
    struct str caller;     /* null: unknown */
    uint64_t line;           /* 0: unknown */
    size_t copy;             /* the copy of the called function (source_position.copy) */
};
size_t symbols_inlined_calls(struct symbols *symbols, uint64_t address, struct inlined_call *calls, size_t room);

/* Function ranges, ascending by address, not overlapping: from symbol tables first (.symtab, else .dynsym), then from .eh_frame where those leave gaps.
 * `f.cold` is a range of its own with its own name. Of aliases at one address the global name wins, then the shorter. */
size_t symbols_function_count(struct symbols *symbols);
struct symbols_function symbols_function(struct symbols *symbols, size_t index);
bool symbols_function_at(struct symbols *symbols, uint64_t address, size_t *index);     /* the range that holds address; O(log n) */
bool symbols_function_named(struct symbols *symbols, struct str name, size_t *index);

/* The function that DWARF marks as the one with which the source begins, as Rust does: shop::main. There `main` itself is code of the compiler. False: none is
 * marked. */
bool symbols_main(struct symbols *symbols, struct str *name);

/* Where code of a function starts: the code of its symbols, and every range of it that the compiler inlined elsewhere; ascending. Returns their number, and
 * writes the first `room`. O(log n) after the first call. */
size_t symbols_code_named(struct symbols *symbols, struct str name, uint64_t *addresses, size_t room);

/* The lowest address of each copy of a function (out of line or inlined somewhere; see struct source_position), ascending, in an array that is the caller's
 * (free it). Each piece of code in no known copy counts alone. A breakpoint at the function stops there. O(its code) after the first call. */
size_t symbols_copies_named(struct symbols *symbols, struct str name, uint64_t **addresses);

/* The value and size of a defined symbol of any type (.symtab, else .dynsym). Of several with one name a global one wins, else the one at the lowest address.
 * O(log n) after the first call. */
bool symbols_value(struct symbols *symbols, struct str name, uint64_t *address, uint64_t *size);
bool symbols_is_exported(struct symbols *symbols, struct str name);    /* can another file name it: is it a global or weak symbol? */
bool symbols_is_resolver(struct symbols *symbols, struct str name);    /* is it an indirect function: code that returns the address of the function to call? */
/* The innermost data object that holds an address: its name, and how far into it. Objects are STT_OBJECT, and untyped symbols of sections without code. An
 * object without a size reaches to the next symbol, and counts only where no object with a size lies. O(log n). */
bool symbols_object_at(struct symbols *symbols, uint64_t address, struct str *name, uint64_t *offset);

/* The function to which a PLT stub leads (sections .plt .plt.sec .plt.got, static .iplt). False: the address is in no stub. */
bool symbols_plt(struct symbols *symbols, uint64_t address, struct str *name);
bool symbols_slot(struct symbols *symbols, uint64_t address, struct str *name);     /* the function or object whose address the linker stores there: the GOT */
bool symbols_slot_of(struct symbols *symbols, struct str name, uint64_t *address);             /* the reverse: where the address of a name stands. O(slots) */
bool symbols_in_plt(struct symbols *symbols, uint64_t address);      /* is it in one of these sections at all? */

/* The name that these answers use for a function, given a symbol's name for example: demangled for C++ and Rust (DEMANGLE_NO_RETURN), else unchanged. Kept. */
struct str symbols_readable(struct symbols *symbols, struct str name);

/* ---- Bytes and instructions ---- */

bool symbols_is_code(struct symbols *symbols, uint64_t address);     /* in an executable segment */

enum symbols_segment { SYMBOLS_NOWHERE, SYMBOLS_READ_ONLY, SYMBOLS_WRITABLE };
enum symbols_segment symbols_segment_at(struct symbols *symbols, uint64_t address);    /* data made read-only after relocation counts as writable */

/* File-backed bytes of any loadable segment at an address: up to `size`, fewer at its end; null: none. No relocations applied; see symbols_pointer. */
struct str symbols_bytes(struct symbols *symbols, uint64_t address, size_t size);

/* The byte that the system loads to an address, without relocations: of the file, or 0 behind its part of a segment. False: no loadable segment. */
bool symbols_loaded(struct symbols *symbols, uint64_t address, unsigned char *byte);

/* The pointer stored at an address (4 or 8 bytes, in the machine's order), after R_X86_64_RELATIVE and R_X86_64_64 relocations (tables of pointers in position
 * independent code). False: no bytes there. */
bool symbols_pointer(struct symbols *symbols, uint64_t address, uint64_t *pointer);

/* The link address at which a byte of the file is loaded. It gives the bias of a mapping: bias = mapped address - link address of the mapping's file offset. A
 * page that two segments share belongs to the executable one. False: no loadable segment has the byte. */
bool symbols_offset_address(struct symbols *symbols, uint64_t offset, uint64_t *address);

/* ---- Other machines: instructions as text ---- */

/* A disassembler for the machine of an executable: x86-64, i386, MIPS, ARM (Thumb at odd addresses), AArch64, PowerPC, SPARC, RISC-V, if capstone supports it
 * (version 4 lacks RISC-V). NULL: it does not. */
struct disassembler;
struct disassembler *disassembler_open(const struct symbols_summary *summary);
void disassembler_close(struct disassembler *disassembler);
/* Appends one instruction in objdump's style: the mnemonic padded to 7 columns ("addiu  $sp, $sp, -0x18"), targets absolute. False: no instruction; it appended
 * ".word  0x..." (".short", ".byte") instead, and *length is the size of the machine's smallest instruction or, if less, of the bytes left (no bytes: it
 * appends nothing, 0). For Thumb pass the bytes at the even address. */
bool disassembler_text(struct disassembler *disassembler, struct str bytes, uint64_t address, struct text *out, size_t *length);

/* The effect of one MIPS instruction (o32, up to mips32r2) on the 32 general registers and on memory, decoded by its bits: arch/mips, one table. */
struct mips_effect {
    bool known;                     /* false: not in the table, so it may change any register */
    uint32_t defined;               /* general registers, bit by number, never bit 0. Calls: only the link register; syscall: those that Linux changes */
    uint32_t read;                  /* general registers, never bit 0; empty for syscall: the call decides which it reads */
    bool named;                     /* `defined` is an operand */
    bool load, store;
    uint8_t size;                   /* bytes that a load or store accesses; 4 for lwl and its kin */
    bool unaligned_left, unaligned_right;   /* lwl swl; lwr swr: which bytes of the word, by the address and the byte order */
    bool branch, call, ret;         /* control leaves after a delay slot; one of the three is set. call: jal, jalr, bal and their
                                     *  conditional kin; ret: jr $31; branch: all others, jumps too */
};
struct mips_effect mips_effect(uint32_t word);
bool mips_jump_target(uint32_t word, uint32_t address, uint32_t *target, bool *call);   /* of a j or jal at `address`; false: not one of them */

/* ---- Sections ---- */

/* One section of an ELF file of any machine, class and byte order. */
struct symbols_section {
    struct str name;
    struct str bytes;          /* inflated; null: not asked for, not in the file, or damaged (see problem) */
    uint64_t size;               /* from the section header: for a compressed section its size in the file */
    const char *compression;     /* "zlib", "zstd", "gnu zlib"; NULL: none */
    struct str problem;        /* why there are no bytes, with section and method; null: no problem */
};

/* All sections of an executable, library, object file or separate debug file, in index order. Inflates into the arena the bytes of those for which wanted()
 * returns true (NULL: none); the file lies there too. The inflated sections share a limit: 64 MB plus 1032 times the file's size (zlib's best ratio), at most
 * 4 GB; and sections asked for may not share so many bytes that together they exceed the file. Returns .zdebug_X under the name .debug_X. Does not look for a
 * debug file. False: not an ELF file, or a damaged section table (with file and offset). O(headers + bytes asked for). */
CHECKED bool symbols_sections(const char *path, bool (*wanted)(struct str name), struct arena *arena, struct symbols_section **sections, size_t *count,
                              struct error *error);

/* ---- Fitting a trace to an executable ---- */

/* One trace address whose function the trace itself names. */
struct symbols_sample {
    uint64_t address;
    struct str function;
};

/* Finds the load bias of a position independent executable: a page-aligned bias, not negative, that puts every sample inside a function of its name (a symbol,
 * a DWARF subprogram or an inlined subroutine; any of several with one name). Ignores samples whose name the executable does not have. FIT_FOUND: exactly one
 * bias fits. For executables that are not position independent it checks bias 0, the only candidate. *known: number of samples whose name was found. O(samples
 * * log functions). */
enum symbols_fit { FIT_FOUND, FIT_NONE, FIT_AMBIGUOUS, FIT_NO_NAMES };
enum symbols_fit symbols_fit(struct symbols *symbols, const struct symbols_sample *samples, size_t count, uint64_t *bias, size_t *known);

/* Does bias 0 put the samples inside the functions of their names? FIT_FOUND, FIT_NONE or FIT_NO_NAMES; *known as above. */
enum symbols_fit symbols_fit_linked(struct symbols *symbols, const struct symbols_sample *samples, size_t count, size_t *known);

/* Counts ascending link addresses: those in the code, and of these the ones in functions at the start of an instruction (right) or not (wrong). Decodes
 * functions from their beginnings, at about a microsecond an instruction. Data within code makes some wrong that are not. */
struct symbols_starts {
    size_t inside, right, wrong;
};
struct symbols_starts symbols_starts(struct symbols *symbols, const uint64_t *addresses, size_t count);

/* ---- Source text ---- */

/* Where to look for a source file, in this order: `first`, a whole name, unless null; the name itself if absolute; `folder` of the position; each folder in
 * `path` (separated by ':'), removing the name's leading folders one by one. */
struct source_search {
    struct str path;
    struct str first;
    bool *there;                 /* not NULL: set if the file exists, even if clew cannot read it */
};

struct source;

/* Loads a source file and finds its lines. The error lists every place tried, or names the file that clew found but could not read, or that has more than 64
 * MB. O(size). */
CHECKED bool source_open(struct str file, struct str folder, const struct source_search *search, struct source **source, struct error *error);
void source_close(struct source *source);
uint64_t source_line_count(const struct source *source);
struct str source_line(const struct source *source, uint64_t line);      /* from 1; raw bytes: show them through text_safe */
const char *source_path(const struct source *source);                     /* where it was found */
/* Does the file belong to the compiler or a library, not to the program: below /usr/include, /usr/lib, or the same folders of /usr/local? */
bool source_is_system(struct str name, struct str folder);
int64_t source_modified(const struct source *source);                      /* time of last change, seconds since 1970 */

#include "code/instructions.h"
#include "code/demangle.h"
#include "code/variables.h"

#endif
