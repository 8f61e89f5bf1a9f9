/* tables.h - the tables that clew reads from a file with code, behind symbols.h.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     elf.c            bytes -> sections, segments, symbols, relocations (libelf); numbers in bytes (cursor.h); separate debug information
 *     entries.c        DWARF's entries (libdwarf; entries.h), and its lists of ranges and locations (rangelists.h)
 *     dwarf.c          entries -> line rows and scopes; line tables
 *     variables_read.c entries -> variables, their scopes and types
 *     variables.c      answers about them; locations.c where they lie (variable_tables.h)
 *     lines.c          line rows -> sorted tables, and answers from them; flattens nested ranges
 *     functions.c      functions, data objects, PLT stubs and routines: where they lie, and by name
 *     symbols.c        struct symbols and the public functions; load biases
 *     instructions.c   where code lies; instructions of any machine, one after the other (machines.h)
 *     disassemble.c    instructions of any machine as text (capstone)
 *     arch.c           the list of machines (arch.h), and their branches' arithmetic; arch/ has a folder a machine
 *     source.c         source text
 *
 * Other rooms include symbols.h, never this file. */
#ifndef CLEW_CODE_TABLES_H
#define CLEW_CODE_TABLES_H

#include "code/symbols.h"

/* ---- elf.c ---- */

struct elf_section {
    struct str name;
    struct str bytes;          /* within the file, decompressed; null: not in the file */
    uint64_t address, size, entry_size;
    uint32_t type;
    bool code, allocated;
};

struct elf_segment {             /* PT_LOAD; in an object file its .text */
    uint64_t address, size;      /* in memory; the sum does not wrap */
    struct str bytes;          /* file-backed part, at most `size` */
    bool code, writable;
};

struct elf_symbol {
    struct str name;
    uint64_t address, size;
    size_t section;              /* index; 0: in none of our sections */
    bool function, object, untyped, global, weak;
    bool resolver;               /* STT_GNU_IFUNC */
    bool absolute;               /* a number, not an address: nothing lies there */
    uint32_t number;             /* index in its table */
};

enum relocation_kind { RELOCATION_RELATIVE, RELOCATION_ABSOLUTE, RELOCATION_SLOT, RELOCATION_RESOLVER };

struct elf_relocation {
    uint64_t address;
    enum relocation_kind kind;
    uint64_t addend;
    struct str name;           /* of the symbol; null: none */
    uint64_t value;              /* of the symbol */
    bool defined;                /* the symbol is defined in this file */
    bool jump;                   /* in .rela.plt: a stub names it by its index there */
};

struct elf {
    char *path;
    struct arena arena;          /* the file's bytes and the arrays below */
    struct Elf *handle;          /* libelf's */
    struct str bytes;
    uint64_t decompressed;       /* bytes of all sections that were compressed */
    bool dynamic, position_independent, object, little_endian;
    bool unread;                 /* the file exists but clew could not read it; no other field is set then */
    unsigned machine, address_size;
    uint32_t flags;              /* e_flags */
    uint64_t entry;
    struct elf_section *sections;
    size_t section_count;
    struct elf_segment *segments;
    size_t segment_count;
    uint64_t dynamic_address;    /* PT_DYNAMIC */
    uint64_t thread_size, thread_align, thread_address;     /* PT_TLS; size 0: none */
    struct str interpreter, build_id, debug_link;
    uint32_t debug_link_sum;     /* CRC-32 of the file that debug_link names */
};

CHECKED bool elf_open(const char *path, struct elf *elf, struct error *error);
bool elf_is_other(const char *path);    /* readable, but not ELF: then it is not the file clew looked for */
void elf_close(struct elf *elf);
void elf_build(const struct elf *elf, struct text *build);         /* the build id in hexadecimal, appended */
/* Do the first 4 KB of the file have another build id than this one? A null id: no. */
bool elf_is_surely_another(const char *path, struct str build);
const struct elf_section *elf_section(const struct elf *elf, const char *name);     /* NULL: none */
const struct elf_segment *elf_segment_at(const struct elf *elf, uint64_t address);  /* NULL: none */
bool elf_is_code(const struct elf *elf, uint64_t address);

/* All symbols of .symtab or .dynsym that have a place or are absolute. Malloced: free() them. */
size_t elf_symbols(const struct elf *elf, bool dynamic, struct elf_symbol **symbols);
/* The x86-64 relocations of the kinds above, in file order. Malloced. */
size_t elf_relocations(const struct elf *elf, struct elf_relocation **relocations);

/* ---- elf.c: separate debug information ---- */

/* Opens the file with the debug information of `elf`. False: no file fits. `refused` names each file that has the right name but does not fit, with the
 * reason. */
bool debugfile_open(const struct elf *elf, struct elf *debug, struct text *refused);

/* Opens the file that .gnu_debugaltlink of `elf` names: as written, or beside `elf`. It holds names and entries that several files share (dwz -m). */
bool debugfile_supplement(const struct elf *elf, struct elf *supplement, struct text *refused);

/* ---- lines.c: ranges ---- */

/* A range of addresses that stands for `value`. Ranges may nest; where two overlap without nesting, the later start wins. */
struct range {
    uint64_t low, high;          /* high is one past the last */
    uint32_t depth;              /* the deeper of two ranges with the same start and end is inside */
    uint32_t value;
};

struct ranges {
    struct range *items;
    size_t count, capacity;
};

void ranges_add(struct ranges *ranges, struct range range);      /* ignores empty ones */
void ranges_flatten(struct ranges *ranges);                      /* keeps the innermost everywhere; ascending, disjoint; O(n log n) */
bool ranges_find(const struct ranges *ranges, uint64_t address, size_t *index);      /* flattened ranges only; O(log n) */
void ranges_free(struct ranges *ranges);

/* ---- lines.c ---- */

enum { LINE_END = 1u << 31, LINE_STATEMENT = 1u << 30, LINE_FILE = LINE_STATEMENT - 1 };

struct line_row {
    uint64_t address;
    uint32_t line;
    uint32_t file;               /* index into files, with the two bits above */
};

struct line_file {
    struct str name, folder;
};

struct lines {
    struct line_row *rows;
    size_t count, capacity;
    struct line_row *whole;      /* where sequences overlap: the rows of every sequence that begins in the code; NULL: use `rows` */
    size_t whole_count;
    struct line_file *files;
    size_t file_count, file_capacity;
};

void lines_add(struct lines *lines, struct line_row row);        /* in the order of the line program */
size_t lines_add_file(struct lines *lines, struct line_file file);
void lines_finish(struct lines *lines, const struct elf *elf);   /* sorts; drops sequences outside the code */
const struct line_row *lines_find(const struct lines *lines, uint64_t address);      /* NULL: none covers it */
size_t lines_addresses(const struct lines *lines, struct str file, uint64_t line, uint64_t **addresses);
size_t lines_statements(const struct lines *lines, struct str file, uint64_t line, uint64_t **addresses);              /* symbols_line_statements */
uint64_t lines_row(const struct lines *lines, uint64_t address);                                                       /* symbols_row_start */
enum line_begins lines_begins(const struct lines *lines, uint64_t address);                                            /* symbols_line_begins */
size_t lines_any_addresses(const struct lines *lines, struct str file, uint64_t line, uint64_t **addresses);           /* symbols_line_code */
uint64_t lines_nearest(const struct lines *lines, struct str file, uint64_t line);                            /* symbols_nearest_line */
void lines_free(struct lines *lines);
const struct lines *symbols_lines(struct symbols *symbols);       /* symbols.c: reads them at the first question */

/* ---- dwarf.c ---- */

struct scope {
    struct str name;           /* null: unnamed */
    struct str linkage;        /* the linker's name: mangled; null: DWARF has none */
    uint32_t physical;           /* index in `scopes` of the subprogram it is inlined into; of a subprogram: its own */
    uint32_t around;             /* inlined: the scope that calls it; else NO_SCOPE */
    uint64_t call_line;          /* line of that call; 0: unknown */
};
#define NO_SCOPE UINT32_MAX

struct debug_tables {
    struct pool names;
    struct lines lines;
    struct scope *scopes;
    size_t scope_count, scope_capacity;
    struct ranges scope_ranges;  /* value: index into scopes */
    struct ranges flat_scopes;   /* the same, flattened */
    uint32_t main;               /* index in `scopes` of the subprogram with which the source begins (DW_AT_main_subprogram); NO_SCOPE: none is marked */
};

/* Reads line tables and subprograms of a file; leaves damaged ones out. supplement: the file to which dwz moved names; NULL: none. Both must outlive the
 * tables. */
void dwarf_read(const struct elf *elf, const struct elf *supplement, struct debug_tables *tables);
void scopes_drop_dead(const struct elf *elf, struct ranges *ranges);     /* those of functions that the linker dropped: at address 0 or 1 */
const struct debug_tables *symbols_scopes(struct symbols *symbols);      /* symbols.c: reads them at the first question */
struct str symbols_scope_name(struct symbols *symbols, const struct scope *scope);      /* demangled */

/* ---- functions.c ---- */

struct symbol_list {
    struct elf_symbol *items;    /* by address; at one address functions first, and the preferred name first */
    size_t count;
    const struct elf *elf;       /* whose sections the symbols name */
    bool partial;                /* from .dynsym: functions without a symbol lie between them */
};

/* Reads .symtab of the file, else of its debug file (may be NULL), else .dynsym. */
struct symbol_list symbol_list_read(const struct elf *elf, const struct elf *debug);
void symbol_list_free(struct symbol_list *list);

struct named_range {
    struct str name;
    uint64_t low, high;
};

struct functions {
    struct symbols_function *items;      /* ascending, disjoint */
    size_t count, capacity;
    struct named_range *names;           /* every function symbol, aliases too, sorted by name, then address */
    size_t name_count, name_capacity;
};

void functions_read(struct functions *functions, const struct elf *elf, const struct elf *debug);
bool functions_find(const struct functions *functions, uint64_t address, size_t *index);
void functions_free(struct functions *functions);

void names_sort(struct named_range *names, size_t count);
/* The run of entries with this name: returns their number (0: none) and the first index. */
size_t names_find(const struct named_range *names, size_t count, struct str name, size_t *first);

/* ---- functions.c: data ---- */

/* Symbols of any type by name, data objects by address. */
struct values {
    struct symbol_list list;
    struct elf_symbol *by_name;  /* sorted by name, the preferred one first; without unnamed symbols */
    size_t name_count;
    struct ranges objects;       /* flat; value: index into list */
};

void values_read(struct values *values, const struct elf *elf, const struct elf *debug);
bool values_find(const struct values *values, struct str name, uint64_t *address, uint64_t *size);
bool values_export(const struct values *values, struct str name);
bool values_resolve(const struct values *values, struct str name);
bool values_object(const struct values *values, uint64_t address, struct str *name, uint64_t *offset);
void values_free(struct values *values);

/* ---- functions.c: PLT ---- */

struct stub {
    uint64_t address, size;
    struct str name;           /* null: its target has no name */
};

struct linkage {
    struct elf_relocation *relocations;  /* by address */
    size_t relocation_count;
    struct stub *stubs;                  /* by address */
    size_t stub_count, stub_capacity;
};

void linkage_read(struct linkage *linkage, const struct elf *elf, const struct functions *functions);
const struct elf_relocation *linkage_relocation(const struct linkage *linkage, uint64_t address);
const struct stub *linkage_stub(const struct linkage *linkage, uint64_t address);
void linkage_free(struct linkage *linkage);
bool section_is_plt(const struct elf_section *section);

#endif
