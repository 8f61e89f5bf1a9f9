/* entries.h - the entries of DWARF's units, read one after the other.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this room: entries.c opens the door to libdwarf and pays for what it does; dwarf.c (subprograms, lines) and variables_read.c (variables, types)
 * walk over the entries. Nothing else includes libdwarf.
 *
 *     struct reader reader = {.elf = elf, .unit_begins = unit, .context = mine};
 *     reader_open(&reader);                        calls unit(&reader, die) for each unit
 *     reader_close(&reader);
 *
 * Files are hostile: small ones can make libdwarf do quadratic work, because units and entries may share lists, names and abbreviations. So everything
 * shared is
 * paid for out of budgets that grow with the file, entries are visited in rising order of offset only (sibling attributes may point backwards), and
 * abbreviations
 * are looked at before libdwarf is. Where a budget ends, reading ends: what is missing then is no more than what a damaged file lacks. */
#ifndef CLEW_SYMBOLS_ENTRIES_H
#define CLEW_SYMBOLS_ENTRIES_H

#include "symbols/rangelists.h"

#include <dwarf.h>
#include <libdwarf.h>

/* What an entry is called. */
struct names {
    struct slice plain, linkage;
};

struct reader {
    const struct elf *elf;
    struct reader *supplement;                   /* of the file that has what several files share (dwz); NULL: none */
    void (*unit_begins)(struct reader *reader, Dwarf_Die unit);   /* NULL: a supplementary file, of which names alone are asked */
    void *context;                               /* of who walks */
    const struct elf_section **sections;         /* of DWARF, number 0 is none */
    size_t section_count;
    Dwarf_Obj_Access_Interface access;
    Dwarf_Debug debug;
    struct map names_known;                      /* offset of an entry -> 1 + index into `known` */
    struct names *known;
    size_t known_count, known_capacity;
    uint64_t line_budget, range_budget, work_budget, abbreviation_budget;
    uint64_t unit_count;
    bool stopped;                                /* this unit, or for want of budget all */
    struct map abbreviations_known;              /* offset of a table -> its size, 0: refused */
    uint64_t visited;                            /* the highest offset seen */
    struct range_unit unit;
};

void reader_open(struct reader *reader);
void reader_close(struct reader *reader);

/* Calls visit for the children of an entry, in order, until it is false or the reader stops. depth: of the parent's children; a tree that is too deep stops. */
typedef bool (*entry_visitor)(struct reader *reader, Dwarf_Die die, Dwarf_Half tag, uint32_t depth, void *context);
void reader_children(struct reader *reader, Dwarf_Die parent, uint32_t depth, entry_visitor visit, void *context);

/* libdwarf allocates an error at each failure; nobody wants to know why: was the result good? */
bool reader_good(const struct reader *reader, int result, Dwarf_Error *error);
/* Pays for `count` entries of a list; false: too much was read already. */
bool reader_pay(uint64_t *budget, uint64_t count);
void reader_work(struct reader *reader, uint64_t steps);

/* Texts live as long as the file. Null: there is none. */
struct slice reader_text(struct reader *reader, Dwarf_Die die, Dwarf_Half attribute);
/* The entry that an attribute of `die` refers to, within this file; also an offset into another section. */
bool reader_reference(struct reader *reader, Dwarf_Die die, Dwarf_Half which, Dwarf_Off *offset);
/* The names of an entry, what it does not say being that of the one it was made from. */
struct names reader_names(struct reader *reader, Dwarf_Die die);
bool reader_low_address(const struct reader *reader, Dwarf_Die die, uint64_t *low);

/* The ranges of an entry, each given to `add`. */
typedef void (*range_adder)(struct reader *reader, uint64_t low, uint64_t high, void *context);
void reader_ranges(struct reader *reader, Dwarf_Die die, range_adder add, void *context);

#endif
