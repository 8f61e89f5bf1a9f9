/* dwarf.c - units, subprograms and inlined subroutines of DWARF 2 to 5.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The only file that knows libdwarf, in the API of its release 20210528 (Debian 12). Later releases (0.1.0, October 2021,
 * and on) rename struct Dwarf_Obj_Access_Interface_s to ..._a, give it a file size and unsigned results, and drop the error
 * of dwarf_object_finish; what has to change is between "the door" and "the walk" below.
 *
 * libdwarf gets its sections from elf.c, checked and decompressed. Files are hostile: small ones can make libdwarf do
 * quadratic work, because units and entries may share lists, names and abbreviations. So everything shared is paid for out of
 * budgets that grow with the file, entries are visited in rising order of offset only (sibling attributes may point
 * backwards), and abbreviations are looked at before libdwarf is. Where a budget ends, reading ends: what is missing then is
 * no more than what a damaged file lacks. Trees are followed into what can hold code; a damaged unit is left for the next. */
#include "symbols/linetable.h"

#include <dwarf.h>
#include <libdwarf.h>
#include <stdlib.h>
#include <string.h>

#ifdef DW_LIBDWARF_VERSION
#error "this file is written for libdwarf 20210528; later releases have another API, see the comment above"
#endif

enum { DEPTH_MAX = 128, ORIGINS_MAX = 8 };
static const uint32_t NO_SCOPE = UINT32_MAX;

/* Steps of libdwarf's linear searches and bytes of names, about a nanosecond each; bytes of abbreviations, which libdwarf
 * keeps for each unit anew at some 25 times their size; bytes of line tables and entries of range lists. */
static const uint64_t WORK_LEAST = 64 << 20, WORK_EACH_BYTE = 16, ABBREVIATIONS_LEAST = 4 << 20, ABBREVIATIONS_EACH_BYTE = 4,
                      LISTS_LEAST = 1 << 20, LISTS_EACH_BYTE = 4;

/* What an entry is called. */
struct names {
    struct slice plain, linkage;
};

struct reader {
    const struct elf *elf;
    struct reader *supplement;                   /* of the file that has what several files share (dwz); NULL: none */
    struct debug_tables *tables;                 /* NULL: a supplementary file, of which names alone are asked */
    const struct elf_section **sections;         /* of DWARF, number 0 is none */
    size_t section_count;
    Dwarf_Obj_Access_Interface access;
    Dwarf_Debug debug;
    struct map tables_read;                      /* offsets of line tables */
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

/* ---- The door: libdwarf's view of our sections ---- */

static int section_info(void *object, Dwarf_Half index, Dwarf_Obj_Access_Section *out, int *error)
{
    const struct reader *reader = object;
    (void)error;
    *out = (Dwarf_Obj_Access_Section){.name = ""};
    if (index >= reader->section_count)
        return DW_DLV_NO_ENTRY;
    const struct elf_section *section = reader->sections[index];
    if (section) {
        out->name = section->name.data;
        out->type = section->type;
        out->size = section->bytes.size;
    }
    return DW_DLV_OK;
}

static Dwarf_Endianness byte_order(void *object)
{
    const struct reader *reader = object;
    return reader->elf->little_endian ? DW_OBJECT_LSB : DW_OBJECT_MSB;
}

static Dwarf_Small length_size(void *object)
{
    (void)object;
    return 4;
}

static Dwarf_Small pointer_size(void *object)
{
    const struct reader *reader = object;
    return (Dwarf_Small)reader->elf->address_size;
}

static Dwarf_Unsigned section_count(void *object)
{
    const struct reader *reader = object;
    return reader->section_count;
}

static int load_section(void *object, Dwarf_Half index, Dwarf_Small **data, int *error)
{
    const struct reader *reader = object;
    (void)error;
    if (index == 0 || index >= reader->section_count)
        return DW_DLV_NO_ENTRY;
    *data = (Dwarf_Small *)(uintptr_t)reader->sections[index]->bytes.data;
    return DW_DLV_OK;
}

static const Dwarf_Obj_Access_Methods methods = {
    section_info, byte_order, length_size, pointer_size, section_count, load_section, NULL,
};

/* The sections that are read, each once: the first of its name. */
static void choose_sections(struct reader *reader)
{
    static const char *const names[] = {".debug_info", ".debug_abbrev", ".debug_str",
                                        ".debug_line_str", ".debug_addr", ".debug_str_offsets"};
    size_t count = sizeof names / sizeof *names;
    reader->sections = memory_allocate((count + 1) * sizeof *reader->sections);
    reader->section_count = 1;
    for (size_t i = 0; i < count; i++) {
        const struct elf_section *section = elf_section(reader->elf, names[i]);
        if (section && section->bytes.data)
            reader->sections[reader->section_count++] = section;
    }
}

/* libdwarf allocates an error at each failure; nobody wants to know why. */
static bool good(const struct reader *reader, int result, Dwarf_Error *error)
{
    if (result == DW_DLV_ERROR && *error)
        dwarf_dealloc(reader->debug, *error, DW_DLA_ERROR);
    *error = NULL;
    return result == DW_DLV_OK;
}

/* Pays for `count` entries of a list; false: too much was read already. */
static bool pay(uint64_t *budget, uint64_t count)
{
    bool enough = count <= *budget;
    *budget = enough ? *budget - count : 0;
    return enough;
}

static void work(struct reader *reader, uint64_t steps)
{
    reader->stopped |= !pay(&reader->work_budget, steps);
}

/* ---- Names ---- */

static bool is_inside(struct slice outer, const char *pointer)
{
    return pointer >= outer.data && pointer < outer.data + outer.size;
}

/* Names in a section live as long as the file. What stands nowhere in it are libdwarf's own words, such as <DW_FORM_GNU_strp_alt-no-tied-file>. */
static struct slice keep(struct reader *reader, const char *name)
{
    for (size_t i = 1; name && *name && i < reader->section_count; i++)
        if (is_inside(reader->sections[i]->bytes, name)) {
            struct slice kept = slice_of(name);
            work(reader, kept.size);
            return kept;
        }
    return (struct slice){0};
}

/* A name that stands in the supplementary file. */
static struct slice supplementary_text(struct reader *reader, Dwarf_Die die, Dwarf_Half which)
{
    Dwarf_Error error = NULL;
    Dwarf_Attribute attribute;
    Dwarf_Half form = 0;
    Dwarf_Off offset = UINT64_MAX;
    if (!good(reader, dwarf_attr(die, which, &attribute, &error), &error))
        return (struct slice){0};
    bool found = good(reader, dwarf_whatform(attribute, &form, &error), &error) && (form == DW_FORM_GNU_strp_alt || form == DW_FORM_strp_sup) &&
                 good(reader, dwarf_global_formref(attribute, &offset, &error), &error);
    dwarf_dealloc_attribute(attribute);
    const struct elf_section *strings = elf_section(reader->supplement->elf, ".debug_str");
    struct slice rest = found && strings && offset < strings->bytes.size ? slice_cut(strings->bytes, (size_t)offset, SIZE_MAX) : (struct slice){0};
    size_t end = slice_find_byte(rest, 0);
    work(reader, end == SIZE_MAX ? rest.size : end);
    return end == SIZE_MAX || end == 0 ? (struct slice){0} : slice_cut(rest, 0, end);
}

static struct slice text_attribute(struct reader *reader, Dwarf_Die die, Dwarf_Half attribute)
{
    Dwarf_Error error = NULL;
    char *text = NULL;
    if (!good(reader, dwarf_die_text(die, attribute, &text, &error), &error))
        return (struct slice){0};
    struct slice kept = keep(reader, text);
    return kept.data || !reader->supplement || !text || !*text ? kept : supplementary_text(reader, die, attribute);
}

/* The entry that an attribute of `die` refers to; it is in the supplementary file if `where` comes to be that. */
static bool reference_in(struct reader *reader, Dwarf_Die die, Dwarf_Half which, Dwarf_Off *offset, struct reader **where)
{
    Dwarf_Error error = NULL;
    Dwarf_Attribute attribute;
    Dwarf_Half form = 0;
    if (!good(reader, dwarf_attr(die, which, &attribute, &error), &error))
        return false;
    bool done = good(reader, dwarf_whatform(attribute, &form, &error), &error) && form != DW_FORM_ref_sig8 &&
                good(reader, dwarf_global_formref(attribute, offset, &error), &error);
    bool outside = form == DW_FORM_GNU_ref_alt || form == DW_FORM_ref_sup4 || form == DW_FORM_ref_sup8;
    *where = outside ? reader->supplement : reader;
    dwarf_dealloc_attribute(attribute);
    return done && *where;
}

/* Within this file. */
static bool reference(struct reader *reader, Dwarf_Die die, Dwarf_Half which, Dwarf_Off *offset)
{
    struct reader *where;
    return reference_in(reader, die, which, offset, &where) && where == reader;
}

static struct names names_of(struct reader *reader, Dwarf_Die die, unsigned depth);

/* The names of the entry at an offset, which many entries refer to: read once. */
static struct names names_at(struct reader *reader, Dwarf_Off offset, unsigned depth)
{
    Dwarf_Error error = NULL;
    Dwarf_Die die;
    uint64_t index;
    struct names names = {0};
    if (map_get(&reader->names_known, offset, &index))
        return reader->known[index];
    work(reader, reader->unit_count); /* libdwarf looks through its units one by one */
    if (!reader->stopped && good(reader, dwarf_offdie_b(reader->debug, offset, true, &die, &error), &error)) {
        names = names_of(reader, die, depth + 1);
        dwarf_dealloc_die(die);
    }
    reader->known = array_grow(reader->known, &reader->known_capacity, reader->known_count + 1, sizeof *reader->known);
    map_put(&reader->names_known, offset, reader->known_count);
    reader->known[reader->known_count++] = names;
    return names;
}

/* The names of an entry, what it does not say being that of the one it was made from. */
static struct names names_of(struct reader *reader, Dwarf_Die die, unsigned depth)
{
    Dwarf_Off origin;
    struct reader *where;
    struct names names = {text_attribute(reader, die, DW_AT_name), text_attribute(reader, die, DW_AT_linkage_name)};
    if (!names.linkage.data)
        names.linkage = text_attribute(reader, die, DW_AT_MIPS_linkage_name);
    if ((names.plain.data && names.linkage.data) || depth == ORIGINS_MAX)
        return names;
    if (!reference_in(reader, die, DW_AT_abstract_origin, &origin, &where) && !reference_in(reader, die, DW_AT_specification, &origin, &where))
        return names;
    struct names from = names_at(where, origin, depth);
    return (struct names){names.plain.data ? names.plain : from.plain, names.linkage.data ? names.linkage : from.linkage};
}

/* ---- Ranges ---- */

static void add_range(struct reader *reader, uint64_t low, uint64_t high, uint32_t depth)
{
    uint32_t scope = (uint32_t)reader->tables->scope_count - 1;
    ranges_add(&reader->tables->scope_ranges, (struct range){low, high, depth, scope});
}

static bool low_address(const struct reader *reader, Dwarf_Die die, uint64_t *low)
{
    Dwarf_Error error = NULL;
    Dwarf_Addr address;
    if (!good(reader, dwarf_lowpc(die, &address, &error), &error))
        return false;
    *low = address;
    return true;
}

static void listed_ranges(struct reader *reader, Dwarf_Die die, uint32_t depth)
{
    Dwarf_Error error = NULL;
    Dwarf_Attribute attribute;
    Dwarf_Half form = 0;
    Dwarf_Unsigned place;
    struct range_list list;
    uint64_t low, high;
    if (!good(reader, dwarf_attr(die, DW_AT_ranges, &attribute, &error), &error))
        return;
    dwarf_whatform(attribute, &form, &error);
    bool indexed = form == DW_FORM_rnglistx;
    bool found = indexed ? good(reader, dwarf_formudata(attribute, &place, &error), &error)
                         : good(reader, dwarf_global_formref(attribute, &place, &error), &error);
    if (found && range_list_open(&reader->unit, place, indexed, &list)) {
        while (list.entries < reader->range_budget && range_list_next(&list, &low, &high))
            add_range(reader, low, high, depth);
        pay(&reader->range_budget, list.entries);
    }
    dwarf_dealloc_attribute(attribute);
}

/* DW_AT_high_pc is an address, or from DWARF 4 on a size. */
static void entry_ranges(struct reader *reader, Dwarf_Die die, uint32_t depth)
{
    Dwarf_Error error = NULL;
    Dwarf_Addr high;
    Dwarf_Half form;
    enum Dwarf_Form_Class class;
    uint64_t low;
    if (!low_address(reader, die, &low) || !good(reader, dwarf_highpc_b(die, &high, &form, &class, &error), &error)) {
        listed_ranges(reader, die, depth);
        return;
    }
    if (class == DW_FORM_CLASS_ADDRESS)
        add_range(reader, low, high, depth);
    else if (high <= UINT64_MAX - low)
        add_range(reader, low, low + high, depth);
}

/* ---- The walk over the entries ---- */

static void add_scope(struct reader *reader, Dwarf_Die die, bool inlined, uint32_t *physical, uint32_t depth)
{
    struct debug_tables *tables = reader->tables;
    if (tables->scope_count >= UINT32_MAX - 1)
        return;
    struct names names = names_of(reader, die, 0);
    if (!inlined || *physical == NO_SCOPE)
        *physical = (uint32_t)tables->scope_count;
    tables->scopes = array_grow(tables->scopes, &tables->scope_capacity, tables->scope_count + 1, sizeof *tables->scopes);
    tables->scopes[tables->scope_count++] = (struct scope){names.plain, names.linkage, *physical};
    entry_ranges(reader, die, depth);
}

static bool may_hold_code(Dwarf_Half tag)
{
    switch (tag) {
    case DW_TAG_subprogram:
    case DW_TAG_inlined_subroutine:
    case DW_TAG_lexical_block:
    case DW_TAG_try_block:
    case DW_TAG_catch_block:
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
        return true;
    default:
        return false;
    }
}

static void children(struct reader *reader, Dwarf_Die parent, uint32_t physical, uint32_t depth);

/* False: the list this entry stands in goes no further. */
static bool entry(struct reader *reader, Dwarf_Die die, uint32_t physical, uint32_t depth)
{
    Dwarf_Error error = NULL;
    Dwarf_Off offset;
    Dwarf_Half tag;
    if (reader->stopped || !good(reader, dwarf_dieoffset(die, &offset, &error), &error) || offset <= reader->visited)
        return false;
    reader->visited = offset;
    if (!good(reader, dwarf_tag(die, &tag, &error), &error))
        return false;
    if (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine)
        add_scope(reader, die, tag == DW_TAG_inlined_subroutine, &physical, depth);
    if (may_hold_code(tag))
        children(reader, die, physical, depth + 1);
    return !reader->stopped;
}

static void children(struct reader *reader, Dwarf_Die parent, uint32_t physical, uint32_t depth)
{
    Dwarf_Error error = NULL;
    Dwarf_Die die, next;
    reader->stopped |= depth > DEPTH_MAX;
    if (reader->stopped || !good(reader, dwarf_child(parent, &die, &error), &error))
        return;
    while (entry(reader, die, physical, depth) && good(reader, dwarf_siblingof_b(reader->debug, die, true, &next, &error), &error)) {
        dwarf_dealloc_die(die);
        die = next;
    }
    dwarf_dealloc_die(die);
}

/* ---- Line tables ---- */

/* Line tables may be shared by units (type units, partial units): each is read once. */
static void line_table(struct reader *reader, Dwarf_Die unit)
{
    Dwarf_Off offset;
    uint64_t seen;
    struct line_table table;
    struct program_row row;
    if (!reference(reader, unit, DW_AT_stmt_list, &offset) || map_get(&reader->tables_read, offset, &seen))
        return;
    map_put(&reader->tables_read, offset, 1);
    struct line_files files = {.table = &table, .tables = reader->tables, .unit_folder = text_attribute(reader, unit, DW_AT_comp_dir)};
    if (line_table_open(reader->elf, offset, &table) && pay(&reader->line_budget, table.bytes.size))
        while (!reader->stopped && line_table_row(&table, &row))
            work(reader, line_files_add(&files, &row));
    line_table_free(&table);
    map_free(&files.known);
}

/* ---- Units ---- */

/* The size of a unit's abbreviations; 0: they are damaged, or no compiler's. */
static uint64_t abbreviations(struct reader *reader, uint64_t offset)
{
    const struct elf_section *section = elf_section(reader->elf, ".debug_abbrev");
    uint64_t size;
    size_t passed;
    if (!section || offset >= section->bytes.size)
        return 0;
    if (map_get(&reader->abbreviations_known, offset, &size))
        return size;
    size = abbreviations_size(slice_cut(section->bytes, (size_t)offset, SIZE_MAX), &passed) ? passed : 0;
    work(reader, passed);
    map_put(&reader->abbreviations_known, offset, size);
    return size;
}

static void unit(struct reader *reader, unsigned version, unsigned offset_size)
{
    Dwarf_Error error = NULL;
    Dwarf_Die die;
    Dwarf_Off place = 0;
    if (!good(reader, dwarf_siblingof_b(reader->debug, NULL, true, &die, &error), &error))
        return;
    reader->unit = (struct range_unit){.elf = reader->elf, .version = version, .offset_size = offset_size};
    low_address(reader, die, &reader->unit.base);
    reference(reader, die, DW_AT_addr_base, &place);
    reader->unit.addresses = place;
    place = 0;
    reference(reader, die, DW_AT_rnglists_base, &place);
    reader->unit.lists = place;
    line_table(reader, die);
    children(reader, die, NO_SCOPE, 0);
    dwarf_dealloc_die(die);
}

static void units(struct reader *reader)
{
    Dwarf_Error error = NULL;
    Dwarf_Unsigned length, type_offset, next;
    Dwarf_Off abbreviation_offset;
    Dwarf_Half version, address_bytes, offset_bytes, extension, type;
    Dwarf_Sig8 signature;
    while (!reader->stopped &&
           good(reader,
                dwarf_next_cu_header_d(reader->debug, true, &length, &version, &abbreviation_offset, &address_bytes, &offset_bytes,
                                       &extension, &signature, &type_offset, &next, &type, &error),
                &error)) {
        uint64_t size = abbreviations(reader, abbreviation_offset);
        reader->unit_count++;
        if (reader->stopped || !pay(&reader->abbreviation_budget, size))
            return;
        if (size && reader->tables)
            unit(reader, version, offset_bytes);
        reader->stopped = reader->work_budget == 0 || (!size && !reader->tables);
    }
}

static void reader_open(struct reader *reader)
{
    Dwarf_Error error = NULL;
    uint64_t size = reader->elf->bytes.size;
    choose_sections(reader);
    reader->access = (Dwarf_Obj_Access_Interface){reader, &methods};
    reader->line_budget = reader->range_budget = LISTS_LEAST + LISTS_EACH_BYTE * size;
    reader->work_budget = WORK_LEAST + WORK_EACH_BYTE * size;
    reader->abbreviation_budget = ABBREVIATIONS_LEAST + ABBREVIATIONS_EACH_BYTE * size;
    if (good(reader, dwarf_object_init_b(&reader->access, NULL, NULL, DW_GROUPNUMBER_ANY, &reader->debug, &error), &error))
        units(reader);
    else
        reader->stopped = true;
}

static void reader_close(struct reader *reader)
{
    Dwarf_Error error = NULL;
    if (reader->debug)
        dwarf_object_finish(reader->debug, &error);
    map_free(&reader->tables_read);
    map_free(&reader->names_known);
    map_free(&reader->abbreviations_known);
    free(reader->known);
    free(reader->sections);
}

void dwarf_read(const struct elf *elf, const struct elf *supplement, struct debug_tables *tables)
{
    struct reader other = {.elf = supplement}, reader = {.elf = elf, .tables = tables};
    if (supplement) {
        reader.supplement = &other;
        reader_open(&other);
    }
    reader_open(&reader);
    reader_close(&reader);
    reader_close(&other);
}
