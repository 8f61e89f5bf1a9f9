/* entries.c - the door to libdwarf, and what its entries say: names, references, ranges.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For the API of libdwarf 20210528 (Debian 12). Later releases (0.1.0, October 2021, and on) rename struct Dwarf_Obj_Access_Interface_s to ..._a, give it a
 * file
 * size and unsigned results, and drop the error of dwarf_object_finish; what has to change is in this file, but for the calls of the walks.
 *
 * libdwarf gets its sections from elf.c, checked and decompressed. */
#include "symbols/entries.h"

#include <stdlib.h>
#include <string.h>

#ifdef DW_LIBDWARF_VERSION
#error "this file is written for libdwarf 20210528; later releases have another API, see the comment above"
#endif

enum { DEPTH_MAX = 128, ORIGINS_MAX = 8 };

/* Steps of libdwarf's linear searches and bytes of names, about a nanosecond each; bytes of abbreviations, which libdwarf
 * keeps for each unit anew at some 25 times their size; bytes of line tables and entries of range lists. */
static const uint64_t WORK_LEAST = 64 << 20, WORK_EACH_BYTE = 16, ABBREVIATIONS_LEAST = 4 << 20, ABBREVIATIONS_EACH_BYTE = 4,
                      LISTS_LEAST = 1 << 20, LISTS_EACH_BYTE = 4;

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
bool reader_good(const struct reader *reader, int result, Dwarf_Error *error)
{
    if (result == DW_DLV_ERROR && *error)
        dwarf_dealloc(reader->debug, *error, DW_DLA_ERROR);
    *error = NULL;
    return result == DW_DLV_OK;
}

/* Pays for `count` entries of a list; false: too much was read already. */
bool reader_pay(uint64_t *budget, uint64_t count)
{
    bool enough = count <= *budget;
    *budget = enough ? *budget - count : 0;
    return enough;
}

void reader_work(struct reader *reader, uint64_t steps)
{
    reader->stopped |= !reader_pay(&reader->work_budget, steps);
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
            reader_work(reader, kept.size);
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
    if (!reader_good(reader, dwarf_attr(die, which, &attribute, &error), &error))
        return (struct slice){0};
    bool found = reader_good(reader, dwarf_whatform(attribute, &form, &error), &error) && (form == DW_FORM_GNU_strp_alt || form == DW_FORM_strp_sup) &&
                 reader_good(reader, dwarf_global_formref(attribute, &offset, &error), &error);
    dwarf_dealloc_attribute(attribute);
    const struct elf_section *strings = elf_section(reader->supplement->elf, ".debug_str");
    struct slice rest = found && strings && offset < strings->bytes.size ? slice_cut(strings->bytes, (size_t)offset, SIZE_MAX) : (struct slice){0};
    size_t end = slice_find_byte(rest, 0);
    reader_work(reader, end == SIZE_MAX ? rest.size : end);
    return end == SIZE_MAX || end == 0 ? (struct slice){0} : slice_cut(rest, 0, end);
}

struct slice reader_text(struct reader *reader, Dwarf_Die die, Dwarf_Half attribute)
{
    Dwarf_Error error = NULL;
    char *text = NULL;
    if (!reader_good(reader, dwarf_die_text(die, attribute, &text, &error), &error))
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
    if (!reader_good(reader, dwarf_attr(die, which, &attribute, &error), &error))
        return false;
    bool done = reader_good(reader, dwarf_whatform(attribute, &form, &error), &error) && form != DW_FORM_ref_sig8 &&
                reader_good(reader, dwarf_global_formref(attribute, offset, &error), &error);
    bool outside = form == DW_FORM_GNU_ref_alt || form == DW_FORM_ref_sup4 || form == DW_FORM_ref_sup8;
    *where = outside ? reader->supplement : reader;
    dwarf_dealloc_attribute(attribute);
    return done && *where;
}

/* Within this file. */
bool reader_reference(struct reader *reader, Dwarf_Die die, Dwarf_Half which, Dwarf_Off *offset)
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
    reader_work(reader, reader->unit_count); /* libdwarf looks through its units one by one */
    if (!reader->stopped && reader_good(reader, dwarf_offdie_b(reader->debug, offset, true, &die, &error), &error)) {
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
    struct names names = {reader_text(reader, die, DW_AT_name), reader_text(reader, die, DW_AT_linkage_name)};
    if (!names.linkage.data)
        names.linkage = reader_text(reader, die, DW_AT_MIPS_linkage_name);
    if ((names.plain.data && names.linkage.data) || depth == ORIGINS_MAX)
        return names;
    if (!reference_in(reader, die, DW_AT_abstract_origin, &origin, &where) && !reference_in(reader, die, DW_AT_specification, &origin, &where))
        return names;
    struct names from = names_at(where, origin, depth);
    return (struct names){names.plain.data ? names.plain : from.plain, names.linkage.data ? names.linkage : from.linkage};
}

struct names reader_names(struct reader *reader, Dwarf_Die die)
{
    return names_of(reader, die, 0);
}

/* ---- Ranges ---- */

bool reader_low_address(const struct reader *reader, Dwarf_Die die, uint64_t *low)
{
    Dwarf_Error error = NULL;
    Dwarf_Addr address;
    if (!reader_good(reader, dwarf_lowpc(die, &address, &error), &error))
        return false;
    *low = address;
    return true;
}

static void listed_ranges(struct reader *reader, Dwarf_Die die, range_adder add, void *context)
{
    Dwarf_Error error = NULL;
    Dwarf_Attribute attribute;
    Dwarf_Half form = 0;
    Dwarf_Unsigned place;
    struct range_list list;
    uint64_t low, high;
    if (!reader_good(reader, dwarf_attr(die, DW_AT_ranges, &attribute, &error), &error))
        return;
    dwarf_whatform(attribute, &form, &error);
    bool indexed = form == DW_FORM_rnglistx;
    bool found = indexed ? reader_good(reader, dwarf_formudata(attribute, &place, &error), &error)
                         : reader_good(reader, dwarf_global_formref(attribute, &place, &error), &error);
    if (found && range_list_open(&reader->unit, place, indexed, &list)) {
        while (list.entries < reader->range_budget && range_list_next(&list, &low, &high))
            add(reader, low, high, context);
        reader_pay(&reader->range_budget, list.entries);
    }
    dwarf_dealloc_attribute(attribute);
}

/* DW_AT_high_pc is an address, or from DWARF 4 on a size. */
void reader_ranges(struct reader *reader, Dwarf_Die die, range_adder add, void *context)
{
    Dwarf_Error error = NULL;
    Dwarf_Addr high;
    Dwarf_Half form;
    enum Dwarf_Form_Class class;
    uint64_t low;
    if (!reader_low_address(reader, die, &low) || !reader_good(reader, dwarf_highpc_b(die, &high, &form, &class, &error), &error)) {
        listed_ranges(reader, die, add, context);
        return;
    }
    if (class == DW_FORM_CLASS_ADDRESS)
        add(reader, low, high, context);
    else if (high <= UINT64_MAX - low)
        add(reader, low, low + high, context);
}

/* ---- Entries ---- */

/* False: the list this entry stands in goes no further. */
static bool visit_entry(struct reader *reader, Dwarf_Die die, uint32_t depth, entry_visitor visit, void *context)
{
    Dwarf_Error error = NULL;
    Dwarf_Off offset;
    Dwarf_Half tag;
    if (reader->stopped || !reader_good(reader, dwarf_dieoffset(die, &offset, &error), &error) || offset <= reader->visited)
        return false;
    reader->visited = offset;
    return reader_good(reader, dwarf_tag(die, &tag, &error), &error) && visit(reader, die, tag, depth, context) && !reader->stopped;
}

void reader_children(struct reader *reader, Dwarf_Die parent, uint32_t depth, entry_visitor visit, void *context)
{
    Dwarf_Error error = NULL;
    Dwarf_Die die, next;
    reader->stopped |= depth > DEPTH_MAX;
    if (reader->stopped || !reader_good(reader, dwarf_child(parent, &die, &error), &error))
        return;
    while (visit_entry(reader, die, depth, visit, context) && reader_good(reader, dwarf_siblingof_b(reader->debug, die, true, &next, &error), &error)) {
        dwarf_dealloc_die(die);
        die = next;
    }
    dwarf_dealloc_die(die);
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
    reader_work(reader, passed);
    map_put(&reader->abbreviations_known, offset, size);
    return size;
}

static void unit(struct reader *reader, unsigned version, unsigned offset_size)
{
    Dwarf_Error error = NULL;
    Dwarf_Die die;
    Dwarf_Off place = 0;
    if (!reader_good(reader, dwarf_siblingof_b(reader->debug, NULL, true, &die, &error), &error))
        return;
    reader->unit = (struct range_unit){.elf = reader->elf, .version = version, .offset_size = offset_size};
    reader_low_address(reader, die, &reader->unit.base);
    reader_reference(reader, die, DW_AT_addr_base, &place);
    reader->unit.addresses = place;
    place = 0;
    reader_reference(reader, die, DW_AT_rnglists_base, &place);
    reader->unit.lists = place;
    place = 0;
    reader_reference(reader, die, DW_AT_loclists_base, &place);
    reader->unit.locations = place;
    reader->unit_begins(reader, die);
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
           reader_good(reader,
                       dwarf_next_cu_header_d(reader->debug, true, &length, &version, &abbreviation_offset, &address_bytes, &offset_bytes,
                                              &extension, &signature, &type_offset, &next, &type, &error),
                       &error)) {
        uint64_t size = abbreviations(reader, abbreviation_offset);
        reader->unit_count++;
        if (reader->stopped || !reader_pay(&reader->abbreviation_budget, size))
            return;
        if (size && reader->unit_begins)
            unit(reader, version, offset_bytes);
        reader->stopped = reader->work_budget == 0 || (!size && !reader->unit_begins);
    }
}

void reader_open(struct reader *reader)
{
    Dwarf_Error error = NULL;
    uint64_t size = reader->elf->bytes.size;
    choose_sections(reader);
    reader->access = (Dwarf_Obj_Access_Interface){reader, &methods};
    reader->line_budget = reader->range_budget = LISTS_LEAST + LISTS_EACH_BYTE * size;
    reader->work_budget = WORK_LEAST + WORK_EACH_BYTE * size;
    reader->abbreviation_budget = ABBREVIATIONS_LEAST + ABBREVIATIONS_EACH_BYTE * size;
    if (reader_good(reader, dwarf_object_init_b(&reader->access, NULL, NULL, DW_GROUPNUMBER_ANY, &reader->debug, &error), &error))
        units(reader);
    else
        reader->stopped = true;
}

void reader_close(struct reader *reader)
{
    Dwarf_Error error = NULL;
    if (reader->debug)
        dwarf_object_finish(reader->debug, &error);
    map_free(&reader->names_known);
    map_free(&reader->abbreviations_known);
    free(reader->known);
    free(reader->sections);
}
