/* entries.h - reads the entries of DWARF's units, one after the other.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this room. entries.c is the only file that includes libdwarf, and keeps its work within budgets. dwarf.c (subprograms, lines) and variables_read.c
 * (variables, types) walk over the entries.
 *
 *     struct reader reader = {.elf = elf, .unit_begins = unit, .context = mine};
 *     reader_open(&reader);                        calls unit(&reader, entry) for each unit
 *     reader_close(&reader);
 *
 * Files are hostile: small ones can make libdwarf do quadratic work, because units and entries may share lists, names and abbreviations. So entries.c charges
 * everything shared to budgets that grow with the file, visits entries only in rising order of offset (sibling attributes may point backwards), and checks
 * abbreviations before libdwarf sees them. When a budget runs out, reading stops; callers see what they would see of a damaged file. */
#ifndef CLEW_CODE_ENTRIES_H
#define CLEW_CODE_ENTRIES_H

#include "code/rangelists.h"
#include "code/tables.h"

/* The tags and attributes that clew reads (DWARF 5, 7.5.3 and 7.5.4; those from 0x2000 on are older forms of the standard ones with these names). */
enum {
    TAG_ARRAY_TYPE = 0x01, TAG_CLASS_TYPE = 0x02, TAG_ENUMERATION_TYPE = 0x04, TAG_FORMAL_PARAMETER = 0x05, TAG_LEXICAL_BLOCK = 0x0b, TAG_MEMBER = 0x0d,
    TAG_POINTER_TYPE = 0x0f, TAG_REFERENCE_TYPE = 0x10, TAG_STRING_TYPE = 0x12, TAG_STRUCTURE_TYPE = 0x13, TAG_SUBROUTINE_TYPE = 0x15, TAG_TYPEDEF = 0x16,
    TAG_UNION_TYPE = 0x17, TAG_UNSPECIFIED_PARAMETERS = 0x18, TAG_INHERITANCE = 0x1c, TAG_INLINED_SUBROUTINE = 0x1d, TAG_MODULE = 0x1e, TAG_PTR_TO_MEMBER_TYPE = 0x1f, TAG_SUBRANGE_TYPE = 0x21,
    TAG_VARIANT = 0x19, TAG_VARIANT_PART = 0x33, TAG_BASE_TYPE = 0x24, TAG_CATCH_BLOCK = 0x25, TAG_CONST_TYPE = 0x26, TAG_ENUMERATOR = 0x28, TAG_SUBPROGRAM = 0x2e, TAG_TRY_BLOCK = 0x32,
    TAG_TEMPLATE_TYPE_PARAMETER = 0x2f, TAG_TEMPLATE_VALUE_PARAMETER = 0x30,
    TAG_VARIABLE = 0x34, TAG_DWARF_PROCEDURE = 0x36, TAG_VOLATILE_TYPE = 0x35, TAG_RESTRICT_TYPE = 0x37, TAG_NAMESPACE = 0x39, TAG_UNSPECIFIED_TYPE = 0x3b,
    TAG_RVALUE_REFERENCE_TYPE = 0x42, TAG_ATOMIC_TYPE = 0x47, TAG_GNU_TEMPLATE_PARAMETER_PACK = 0x4107,
};
enum {
    AT_LOCATION = 0x02, AT_NAME = 0x03, AT_BYTE_SIZE = 0x0b, AT_BIT_OFFSET = 0x0c, AT_BIT_SIZE = 0x0d, AT_STMT_LIST = 0x10, AT_LANGUAGE = 0x13, AT_DISCR = 0x15, AT_CONTAINING_TYPE = 0x1d, AT_DISCR_VALUE = 0x16, AT_DISCR_LIST = 0x3d, AT_COMP_DIR = 0x1b,
    AT_CONST_VALUE = 0x1c, AT_PROTOTYPED = 0x27, AT_UPPER_BOUND = 0x2f, AT_ABSTRACT_ORIGIN = 0x31, AT_COUNT = 0x37, AT_DATA_MEMBER_LOCATION = 0x38, AT_DECLARATION = 0x3c,
    AT_ENCODING = 0x3e, AT_EXTERNAL = 0x3f, AT_FRAME_BASE = 0x40, AT_SPECIFICATION = 0x47, AT_TYPE = 0x49, AT_RANGES = 0x55, AT_SIGNATURE = 0x69,
    AT_CALL_LINE = 0x59, AT_MAIN_SUBPROGRAM = 0x6a, AT_DATA_BIT_OFFSET = 0x6b, AT_LINKAGE_NAME = 0x6e, AT_ALIGNMENT = 0x88, AT_ADDR_BASE = 0x73, AT_RNGLISTS_BASE = 0x74, AT_DWO_NAME = 0x76, AT_LOCLISTS_BASE = 0x8c,
    AT_MIPS_LINKAGE_NAME = 0x2007, AT_GNU_DWO_NAME = 0x2130,
};

/* An entry during its visit. Each question about it costs O(attributes). */
struct entry {
    struct Dwarf_Die_s *die;                     /* libdwarf's */
    uint64_t offset;                             /* in .debug_info */
    unsigned tag;
};

/* The names of an entry. */
struct names {
    struct str plain, linkage;
};

struct reader {
    const struct elf *elf;
    struct reader *supplement;                   /* of the file with the entries that several files share (dwz); NULL: none */
    void (*unit_begins)(struct reader *reader, const struct entry *unit);        /* NULL: a supplementary file, read for names only */
    void *context;                               /* the caller's */
    const struct elf_section **sections;         /* DWARF's sections; number 0 is none */
    size_t section_count;
    struct door *door;                           /* libdwarf's view of them, for entries.c */
    struct map names_known;                      /* offset of an entry -> 1 + index into `known` */
    struct names *known;
    size_t known_count, known_capacity;
    uint64_t line_budget, range_budget, work_budget, abbreviation_budget;
    uint64_t unit_count;
    bool stopped;                                /* stopped reading this unit or, without budget, all units */
    struct map abbreviations_known;              /* offset of a table -> its size; 0: rejected */
    uint64_t visited;                            /* the highest offset seen */
    struct range_unit unit;
};

/* ---- entries.c ---- */

void reader_open(struct reader *reader);
void reader_close(struct reader *reader);

/* Calls `visit` for each child of an entry, in order, until it returns false or the reader stops. `depth` is that of the children; too deep a tree stops the
 * reader. */
typedef bool (*entry_visitor)(struct reader *reader, const struct entry *entry, uint32_t depth, void *context);
void reader_children(struct reader *reader, const struct entry *parent, uint32_t depth, entry_visitor visit, void *context);

/* Pays for `count` entries of a list. False: the budget is used up. */
bool reader_pay(uint64_t *budget, uint64_t count);
void reader_work(struct reader *reader, uint64_t steps);

/* Texts live as long as the file. Null: there is no such text. */
struct str reader_text(struct reader *reader, const struct entry *entry, unsigned attribute);
/* A constant; negative ones in two's complement. False: absent, or an expression. */
bool reader_number(struct reader *reader, const struct entry *entry, unsigned attribute, uint64_t *number);
bool reader_flag(struct reader *reader, const struct entry *entry, unsigned attribute);       /* false also if absent */
bool reader_has(struct reader *reader, const struct entry *entry, unsigned attribute);
/* The bytes of a block or an expression; they live as long as the file. Null: empty or damaged. False: the attribute has another form. */
bool reader_block(struct reader *reader, const struct entry *entry, unsigned attribute, struct str *block);
/* A list of ranges or locations: its offset, or its number if *indexed. */
bool reader_list(struct reader *reader, const struct entry *entry, unsigned attribute, uint64_t *list, bool *indexed);
/* The entry in this file to which an attribute refers. Also an offset into another section. */
bool reader_reference(struct reader *reader, const struct entry *entry, unsigned attribute, uint64_t *offset);
bool reader_refers(struct reader *reader, const struct entry *entry, unsigned attribute);        /* to an entry of the file, and not to a list */

/* ---- Names and ranges ---- */

/* The names of an entry. A missing one comes from the entry it was made from. */
struct names reader_names(struct reader *reader, const struct entry *entry);

/* Calls `add` for each range of an entry. */
typedef void (*range_adder)(struct reader *reader, uint64_t low, uint64_t high, void *context);
void reader_ranges(struct reader *reader, const struct entry *entry, range_adder add, void *context);

#endif
