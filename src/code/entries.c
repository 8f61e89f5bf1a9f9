/* entries.c - the entries of DWARF's units with their names, ranges and lists; the only user of libdwarf.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/entries.h"
#include "code/cursor.h"
#include "code/rangelists.h"
#include "code/tables.h"

#include <dwarf.h>
#include <libdwarf.h>
#include <stdlib.h>

/* ---- The range lists and location lists of DWARF 3 to 5 ----
 *
 * .debug_ranges (DWARF 4, 2.17.3): pairs of addresses above a base; a pair of zeros ends the list, a first address of all ones sets the base. .debug_rnglists
 * (DWARF 5, 2.17.3 and 7.25): entries of a kind and its operands; addresses may be indexes into .debug_addr. Location lists (.debug_loc: DWARF 4, 2.6.2;
 * .debug_loclists: DWARF 5, 2.6.2 and 7.29) are the same with an expression after each range. libdwarf reads these lists too, but frees memory twice on a
 * damaged .debug_rnglists (release 20210528). */

enum {
    KIND_BASE_INDEX = 1, KIND_START_END_INDEX = 2, KIND_START_INDEX_LENGTH = 3, KIND_OFFSET_PAIR = 4, KIND_BASE = 5,
    KIND_START_END = 6, KIND_START_LENGTH = 7, KIND_DEFAULT, KIND_UNKNOWN,
};

static struct str section_bytes(const struct elf *elf, const char *name)
{
    const struct elf_section *section = elf_section(elf, name);
    return section ? section->bytes : (struct str){0};
}

static uint64_t take_address(struct range_list *list)
{
    return cursor_take(&list->in, list->unit->elf->address_size);
}

/* Reads one entry of a table of addresses or offsets, by its index. */
static bool table_entry(const struct range_unit *unit, struct str table, uint64_t base, uint64_t index, unsigned size, uint64_t *value)
{
    uint64_t offset;
    if (__builtin_mul_overflow(index, size, &offset) || __builtin_add_overflow(offset, base, &offset) || offset > table.size)
        return false;
    struct cursor cursor = {.bytes = table, .at = (size_t)offset, .little_endian = unit->elf->little_endian};
    *value = cursor_take(&cursor, size);
    return !cursor.failed;
}

static bool list_open(const struct range_unit *unit, const char *section, uint64_t lists, uint64_t place, bool indexed, struct range_list *list)
{
    *list = (struct range_list){.unit = unit, .in.little_endian = unit->elf->little_endian, .base = unit->base};
    list->in.bytes = section_bytes(unit->elf, section);
    uint64_t offset = place;
    if (indexed) {
        if (!table_entry(unit, list->in.bytes, lists, place, unit->offset_size, &offset))
            return false;
        offset += lists;
    }
    if (offset >= list->in.bytes.size)
        return false;
    list->in.at = (size_t)offset;
    return true;
}

/* Opens the list at an offset, or with `indexed` the list of this number. False: no such list. */
static bool range_list_open(const struct range_unit *unit, uint64_t place, bool indexed, struct range_list *list)
{
    return list_open(unit, unit->version >= 5 ? ".debug_rnglists" : ".debug_ranges", unit->lists, place, indexed, list);
}

bool location_list_open(const struct range_unit *unit, uint64_t place, bool indexed, struct range_list *list)
{
    bool found = list_open(unit, unit->version >= 5 ? ".debug_loclists" : ".debug_loc", unit->locations, place, indexed, list);
    list->locations = true;
    return found;
}

bool unit_address(const struct range_unit *unit, uint64_t index, uint64_t *address)
{
    return table_entry(unit, section_bytes(unit->elf, ".debug_addr"), unit->addresses, index, unit->elf->address_size, address);
}

static uint64_t take_indexed_address(struct range_list *list)
{
    uint64_t address = 0;
    if (!unit_address(list->unit, cursor_take_leb(&list->in, false), &address))
        list->in.failed = true;
    return address;
}

static bool old_next(struct range_list *list, uint64_t *low, uint64_t *high)
{
    uint64_t all_ones = list->unit->elf->address_size == 8 ? UINT64_MAX : UINT32_MAX;
    for (;;) {
        uint64_t first = take_address(list), second = take_address(list);
        if (list->in.failed || (first == 0 && second == 0))
            return false;
        list->entries++;
        if (first != all_ones) {
            *low = list->base + first;
            *high = list->base + second;
            return true;
        }
        list->base = second;
    }
}

/* In location lists kind 5 means all addresses that no other entry covers; the kinds from there on are shifted by one. */
static unsigned take_kind(struct range_list *list)
{
    unsigned kind = (unsigned)cursor_take(&list->in, 1);
    if (!list->locations || kind < KIND_BASE)
        return kind > KIND_START_LENGTH ? KIND_UNKNOWN : kind;
    return kind == KIND_BASE ? KIND_DEFAULT : kind <= KIND_START_LENGTH + 1 ? kind - 1 : KIND_UNKNOWN;
}

static bool new_next(struct range_list *list, uint64_t *low, uint64_t *high)
{
    while (!list->in.failed) {
        list->entries++;
        switch (take_kind(list)) {
        case KIND_BASE: list->base = take_address(list); continue;
        case KIND_BASE_INDEX: list->base = take_indexed_address(list); continue;
        case KIND_OFFSET_PAIR:
            *low = list->base + cursor_take_leb(&list->in, false);
            *high = list->base + cursor_take_leb(&list->in, false);
            break;
        case KIND_START_END:
            *low = take_address(list);
            *high = take_address(list);
            break;
        case KIND_START_LENGTH:
            *low = take_address(list);
            *high = *low + cursor_take_leb(&list->in, false);
            break;
        case KIND_START_END_INDEX:
            *low = take_indexed_address(list);
            *high = take_indexed_address(list);
            break;
        case KIND_START_INDEX_LENGTH:
            *low = take_indexed_address(list);
            *high = *low + cursor_take_leb(&list->in, false);
            break;
        case KIND_DEFAULT:
            *low = 0;
            *high = UINT64_MAX;
            break;
        default: return false; /* the end, or an unknown kind */
        }
        return !list->in.failed;
    }
    return false;
}

/* false: no more */
static bool range_list_next(struct range_list *list, uint64_t *low, uint64_t *high)
{
    return list->unit->version >= 5 ? new_next(list, low, high) : old_next(list, low, high);
}

bool location_list_next(struct range_list *list, uint64_t *low, uint64_t *high, struct str *expression)
{
    if (!range_list_next(list, low, high))
        return false;
    uint64_t size = list->unit->version >= 5 ? cursor_take_leb(&list->in, false) : cursor_take(&list->in, 2);
    *expression = cursor_take_bytes(&list->in, size);
    return !list->in.failed;
}

/* ---- The interface to libdwarf: units, entries, attributes ----
 *
 * libdwarf gets its sections from elf.c, checked and decompressed. */

/* libdwarf 0.1.0 (October 2021) renamed the types of its object interface, asks it for the size of the file, and closes without an error. */
#ifdef DW_LIBDWARF_VERSION
typedef Dwarf_Obj_Access_Interface_a door_access;
typedef Dwarf_Obj_Access_Methods_a door_methods;
typedef Dwarf_Obj_Access_Section_a door_section;
typedef Dwarf_Unsigned door_index;
typedef Dwarf_Small door_order;
#define DOOR_LITTLE DW_END_little
#define DOOR_BIG DW_END_big
#else
typedef Dwarf_Obj_Access_Interface door_access;
typedef Dwarf_Obj_Access_Methods door_methods;
typedef Dwarf_Obj_Access_Section door_section;
typedef Dwarf_Half door_index;
typedef Dwarf_Endianness door_order;
#define DOOR_LITTLE DW_OBJECT_LSB
#define DOOR_BIG DW_OBJECT_MSB
#endif

enum { DEPTH_MAX = 128 };

/* The units of the budgets: steps of libdwarf's linear searches and bytes of names, about a nanosecond each; bytes of abbreviations, which libdwarf keeps for
 * each unit separately, at some 25 times their size; bytes of line tables and entries of range lists. */
static const uint64_t WORK_LEAST = 64 << 20, WORK_EACH_BYTE = 16, ABBREVIATIONS_LEAST = 4 << 20, ABBREVIATIONS_EACH_BYTE = 4,
                      LISTS_LEAST = 1 << 20, LISTS_EACH_BYTE = 4;

/* ---- libdwarf's view of our sections ---- */

struct door {
    door_access access;
    Dwarf_Debug debug;
};

static int section_info(void *object, door_index index, door_section *out, int *error)
{
    const struct reader *reader = object;
    (void)error;
    if (index >= reader->section_count)
        return DW_DLV_NO_ENTRY;
    const struct elf_section *section = reader->sections[index];
    const char *name = section ? section->name.data : "";
    uint64_t size = section ? section->bytes.size : 0;
#ifdef DW_LIBDWARF_VERSION
    *out = (door_section){.as_name = name, .as_type = section ? section->type : 0, .as_size = size};
#else
    *out = (door_section){.name = name, .type = section ? section->type : 0, .size = size};
#endif
    return DW_DLV_OK;
}

static door_order byte_order(void *object)
{
    const struct reader *reader = object;
    return reader->elf->little_endian ? DOOR_LITTLE : DOOR_BIG;
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

static int load_section(void *object, door_index index, Dwarf_Small **data, int *error)
{
    const struct reader *reader = object;
    (void)error;
    if (index == 0 || index >= reader->section_count)
        return DW_DLV_NO_ENTRY;
    *data = (Dwarf_Small *)(uintptr_t)reader->sections[index]->bytes.data;
    return DW_DLV_OK;
}

#ifdef DW_LIBDWARF_VERSION
static Dwarf_Unsigned file_size(void *object)
{
    const struct reader *reader = object;
    return reader->elf->bytes.size;
}

static const door_methods methods = {
    section_info, byte_order, length_size, pointer_size, file_size, section_count, load_section, NULL,
};

static void door_close(Dwarf_Debug debug)
{
    dwarf_object_finish(debug);
}
#else
static const door_methods methods = {
    section_info, byte_order, length_size, pointer_size, section_count, load_section, NULL,
};

static void door_close(Dwarf_Debug debug)
{
    Dwarf_Error error = NULL;
    dwarf_object_finish(debug, &error);
}
#endif

/* Chooses the sections to read; of several with one name, the first. */
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

/* Was the result good? Frees the error that libdwarf allocates at each failure; clew does not use it. */
static bool good(const struct reader *reader, int result, Dwarf_Error *error)
{
    if (result == DW_DLV_ERROR && *error)
        dwarf_dealloc(reader->door->debug, *error, DW_DLA_ERROR);
    *error = NULL;
    return result == DW_DLV_OK;
}

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

/* ---- Attributes ---- */

/* An attribute and its form; give them back afterwards. */
static bool attribute_of(const struct reader *reader, const struct entry *entry, unsigned which, Dwarf_Attribute *attribute, Dwarf_Half *form)
{
    Dwarf_Error error = NULL;
    if (!good(reader, dwarf_attr(entry->die, (Dwarf_Half)which, attribute, &error), &error))
        return false;
    if (good(reader, dwarf_whatform(*attribute, form, &error), &error))
        return true;
    dwarf_dealloc_attribute(*attribute);
    return false;
}

/* The section that holds these bytes, from there to its end; null: none does. It lives as long as the file. Bytes outside the file come from libdwarf itself,
 * such as <DW_FORM_GNU_strp_alt-no-tied-file>. */
static struct str section_rest(const struct reader *reader, const void *data)
{
    const char *from = data;
    for (size_t i = 1; from && i < reader->section_count; i++) {
        struct str section = reader->sections[i]->bytes;
        if (from >= section.data && from < section.data + section.size)
            return str_cut(section, (size_t)(from - section.data), SIZE_MAX);
    }
    return (struct str){0};
}

/* A text up to its terminator; null: empty, or not terminated. */
static struct str terminated(struct reader *reader, struct str bytes)
{
    size_t end = str_find_byte(bytes, 0);
    reader_work(reader, end == SIZE_MAX ? bytes.size : end);
    return end == SIZE_MAX || end == 0 ? (struct str){0} : str_cut(bytes, 0, end);
}

/* A text in the supplementary file. */
static struct str supplementary_text(struct reader *reader, const struct entry *entry, unsigned which)
{
    Dwarf_Error error = NULL;
    Dwarf_Attribute attribute;
    Dwarf_Half form;
    Dwarf_Off offset = UINT64_MAX;
    if (!attribute_of(reader, entry, which, &attribute, &form))
        return (struct str){0};
    bool found = (form == DW_FORM_GNU_strp_alt || form == DW_FORM_strp_sup) && good(reader, dwarf_global_formref(attribute, &offset, &error), &error);
    dwarf_dealloc_attribute(attribute);
    const struct elf_section *strings = elf_section(reader->supplement->elf, ".debug_str");
    if (!found || !strings || offset >= strings->bytes.size)
        return (struct str){0};
    return terminated(reader, str_cut(strings->bytes, (size_t)offset, SIZE_MAX));
}

struct str reader_text(struct reader *reader, const struct entry *entry, unsigned attribute)
{
    Dwarf_Error error = NULL;
    char *text = NULL;
    if (!good(reader, dwarf_die_text(entry->die, (Dwarf_Half)attribute, &text, &error), &error) || !*text)
        return (struct str){0};
    struct str rest = section_rest(reader, text);
    if (rest.data)
        return terminated(reader, rest);
    return reader->supplement ? supplementary_text(reader, entry, attribute) : (struct str){0};
}

bool reader_number(struct reader *reader, const struct entry *entry, unsigned which, uint64_t *number)
{
    Dwarf_Error error = NULL;
    Dwarf_Attribute attribute;
    Dwarf_Half form;
    Dwarf_Unsigned plain = 0;
    Dwarf_Signed other = 0;
    if (!attribute_of(reader, entry, which, &attribute, &form))
        return false;
    bool is_signed = form == DW_FORM_sdata || form == DW_FORM_implicit_const;
    bool found = is_signed ? good(reader, dwarf_formsdata(attribute, &other, &error), &error)
                           : good(reader, dwarf_formudata(attribute, &plain, &error), &error);
    dwarf_dealloc_attribute(attribute);
    *number = is_signed ? (uint64_t)other : plain;
    return found;
}

bool reader_flag(struct reader *reader, const struct entry *entry, unsigned which)
{
    Dwarf_Error error = NULL;
    Dwarf_Attribute attribute;
    Dwarf_Half form;
    Dwarf_Bool set = 0;
    if (!attribute_of(reader, entry, which, &attribute, &form))
        return false;
    bool found = good(reader, dwarf_formflag(attribute, &set, &error), &error);
    dwarf_dealloc_attribute(attribute);
    return found && set;
}

bool reader_has(struct reader *reader, const struct entry *entry, unsigned attribute)
{
    Dwarf_Error error = NULL;
    Dwarf_Bool has = 0;
    return good(reader, dwarf_hasattr(entry->die, (Dwarf_Half)attribute, &has, &error), &error) && has;
}

static bool is_block(Dwarf_Half form)
{
    return form == DW_FORM_exprloc || form == DW_FORM_block || form == DW_FORM_block1 || form == DW_FORM_block2 || form == DW_FORM_block4;
}

/* `size` bytes at a place in the file. */
static struct str bytes_at(const struct reader *reader, const void *data, uint64_t size)
{
    struct str rest = section_rest(reader, data);
    return size && size <= rest.size ? str_cut(rest, 0, (size_t)size) : (struct str){0};
}

bool reader_block(struct reader *reader, const struct entry *entry, unsigned which, struct str *bytes)
{
    Dwarf_Error error = NULL;
    Dwarf_Attribute attribute;
    Dwarf_Half form;
    Dwarf_Unsigned size;
    Dwarf_Ptr data;
    Dwarf_Block *block;
    *bytes = (struct str){0};
    if (!attribute_of(reader, entry, which, &attribute, &form))
        return false;
    if (form == DW_FORM_exprloc) {
        if (good(reader, dwarf_formexprloc(attribute, &size, &data, &error), &error))
            *bytes = bytes_at(reader, data, size);
    } else if (is_block(form) && good(reader, dwarf_formblock(attribute, &block, &error), &error)) {
        *bytes = bytes_at(reader, block->bl_data, block->bl_len);
        dwarf_dealloc(reader->door->debug, block, DW_DLA_BLOCK);
    }
    dwarf_dealloc_attribute(attribute);
    return is_block(form);
}

bool reader_list(struct reader *reader, const struct entry *entry, unsigned which, uint64_t *list, bool *indexed)
{
    Dwarf_Error error = NULL;
    Dwarf_Attribute attribute;
    Dwarf_Half form;
    Dwarf_Unsigned number = 0;
    Dwarf_Off offset = 0;
    if (!attribute_of(reader, entry, which, &attribute, &form))
        return false;
    *indexed = form == DW_FORM_rnglistx || form == DW_FORM_loclistx;
    bool found = *indexed ? good(reader, dwarf_formudata(attribute, &number, &error), &error)
                          : good(reader, dwarf_global_formref(attribute, &offset, &error), &error);
    dwarf_dealloc_attribute(attribute);
    *list = *indexed ? number : offset;
    return found;
}

/* The same for a reference that may lead into the supplementary file: *where is the reader of the file it leads into. */
static bool reader_reference_in(struct reader *reader, const struct entry *entry, unsigned which, uint64_t *offset, struct reader **where)
{
    Dwarf_Error error = NULL;
    Dwarf_Attribute attribute;
    Dwarf_Half form;
    Dwarf_Off found = 0;
    if (!attribute_of(reader, entry, which, &attribute, &form))
        return false;
    bool done = form != DW_FORM_ref_sig8 && good(reader, dwarf_global_formref(attribute, &found, &error), &error);
    bool outside = form == DW_FORM_GNU_ref_alt || form == DW_FORM_ref_sup4 || form == DW_FORM_ref_sup8;
    dwarf_dealloc_attribute(attribute);
    *where = outside ? reader->supplement : reader;
    *offset = found;
    return done && *where;
}

bool reader_refers(struct reader *reader, const struct entry *entry, unsigned which)
{
    Dwarf_Attribute attribute;
    Dwarf_Half form;
    if (!attribute_of(reader, entry, which, &attribute, &form))
        return false;
    dwarf_dealloc_attribute(attribute);
    return form == DW_FORM_ref1 || form == DW_FORM_ref2 || form == DW_FORM_ref4 || form == DW_FORM_ref8 || form == DW_FORM_ref_udata || form == DW_FORM_ref_addr;
}

bool reader_reference(struct reader *reader, const struct entry *entry, unsigned attribute, uint64_t *offset)
{
    uint64_t found;
    struct reader *where;
    if (!reader_reference_in(reader, entry, attribute, &found, &where) || where != reader)
        return false;
    *offset = found;
    return true;
}

static bool reader_low_address(const struct reader *reader, const struct entry *entry, uint64_t *low)
{
    Dwarf_Error error = NULL;
    Dwarf_Addr address;
    if (!good(reader, dwarf_lowpc(entry->die, &address, &error), &error))
        return false;
    *low = address;
    return true;
}

/* DW_AT_high_pc as an address; from DWARF 4 on the file may give a size instead. */
static bool reader_high_address(const struct reader *reader, const struct entry *entry, uint64_t low, uint64_t *high)
{
    Dwarf_Error error = NULL;
    Dwarf_Addr found;
    Dwarf_Half form;
    enum Dwarf_Form_Class class;
    if (!good(reader, dwarf_highpc_b(entry->die, &found, &form, &class, &error), &error))
        return false;
    *high = found;
    return class == DW_FORM_CLASS_ADDRESS || !__builtin_add_overflow(low, found, high);
}

/* ---- Entries ---- */

/* Reads the offset and tag of an entry. False: it is damaged. */
static bool entry_of(const struct reader *reader, Dwarf_Die die, struct entry *entry)
{
    Dwarf_Error error = NULL;
    Dwarf_Off offset;
    Dwarf_Half tag;
    if (!good(reader, dwarf_dieoffset(die, &offset, &error), &error) || !good(reader, dwarf_tag(die, &tag, &error), &error))
        return false;
    *entry = (struct entry){die, offset, tag};
    return true;
}

/* The entry at an offset; give it back with reader_leave. False: there is none, or the budget is used up. O(units). */
static bool reader_entry_at(struct reader *reader, uint64_t offset, struct entry *entry)
{
    Dwarf_Error error = NULL;
    Dwarf_Die die;
    reader_work(reader, reader->unit_count); /* libdwarf searches its units one by one */
    if (reader->stopped || !good(reader, dwarf_offdie_b(reader->door->debug, offset, true, &die, &error), &error))
        return false;
    if (entry_of(reader, die, entry))
        return true;
    dwarf_dealloc_die(die);
    return false;
}

static void reader_leave(struct entry *entry)
{
    dwarf_dealloc_die(entry->die);
    *entry = (struct entry){0};
}

/* False: stop going through this entry's list. */
static bool visit_entry(struct reader *reader, Dwarf_Die die, uint32_t depth, entry_visitor visit, void *context)
{
    struct entry entry;
    if (reader->stopped || !entry_of(reader, die, &entry) || entry.offset <= reader->visited)
        return false;
    reader->visited = entry.offset;
    return visit(reader, &entry, depth, context) && !reader->stopped;
}

void reader_children(struct reader *reader, const struct entry *parent, uint32_t depth, entry_visitor visit, void *context)
{
    Dwarf_Error error = NULL;
    Dwarf_Die die, next;
    reader->stopped |= depth > DEPTH_MAX;
    if (reader->stopped || !good(reader, dwarf_child(parent->die, &die, &error), &error))
        return;
    while (visit_entry(reader, die, depth, visit, context) &&
           good(reader, dwarf_siblingof_b(reader->door->debug, die, true, &next, &error), &error)) {
        dwarf_dealloc_die(die);
        die = next;
    }
    dwarf_dealloc_die(die);
}

/* ---- Units ---- */

static bool abbreviations_size(struct str table, size_t *passed);

/* The size of a unit's abbreviations; 0: they are damaged, or not from a compiler. */
static uint64_t abbreviations(struct reader *reader, uint64_t offset)
{
    const struct elf_section *section = elf_section(reader->elf, ".debug_abbrev");
    uint64_t size;
    size_t passed;
    if (!section || offset >= section->bytes.size)
        return 0;
    if (map_get(&reader->abbreviations_known, offset, &size))
        return size;
    size = abbreviations_size(str_cut(section->bytes, (size_t)offset, SIZE_MAX), &passed) ? passed : 0;
    reader_work(reader, passed);
    map_put(&reader->abbreviations_known, offset, size);
    return size;
}

/* An offset into another section that a unit gives once for all its entries; 0: it gives none. */
static uint64_t base_of(struct reader *reader, const struct entry *entry, unsigned attribute)
{
    uint64_t base;
    return reader_reference(reader, entry, attribute, &base) ? base : 0;
}

static void unit(struct reader *reader, unsigned version, unsigned offset_size)
{
    Dwarf_Error error = NULL;
    Dwarf_Die die;
    Dwarf_Off within;
    struct entry entry;
    if (!good(reader, dwarf_siblingof_b(reader->door->debug, NULL, true, &die, &error), &error))
        return;
    if (entry_of(reader, die, &entry)) {
        reader->unit = (struct range_unit){.elf = reader->elf, .version = version, .offset_size = offset_size};
        if (good(reader, dwarf_die_CU_offset(die, &within, &error), &error) && within <= entry.offset)
            reader->unit.begin = entry.offset - within;
        reader_low_address(reader, &entry, &reader->unit.base);
        reader->unit.addresses = base_of(reader, &entry, AT_ADDR_BASE);
        reader->unit.lists = base_of(reader, &entry, AT_RNGLISTS_BASE);
        reader->unit.locations = base_of(reader, &entry, AT_LOCLISTS_BASE);
        reader->unit_begins(reader, &entry);
    }
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
           good(reader, dwarf_next_cu_header_d(reader->door->debug, true, &length, &version, &abbreviation_offset, &address_bytes, &offset_bytes,
                                               &extension, &signature, &type_offset, &next, &type, &error), &error)) {
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
    reader->door = memory_allocate(sizeof *reader->door);
    *reader->door = (struct door){.access = {reader, &methods}};
    reader->line_budget = reader->range_budget = LISTS_LEAST + LISTS_EACH_BYTE * size;
    reader->work_budget = WORK_LEAST + WORK_EACH_BYTE * size;
    reader->abbreviation_budget = ABBREVIATIONS_LEAST + ABBREVIATIONS_EACH_BYTE * size;
    if (good(reader, dwarf_object_init_b(&reader->door->access, NULL, NULL, DW_GROUPNUMBER_ANY, &reader->door->debug, &error), &error))
        units(reader);
    else
        reader->stopped = true;
}

void reader_close(struct reader *reader)
{
    if (reader->door && reader->door->debug)
        door_close(reader->door->debug);
    map_free(&reader->names_known);
    map_free(&reader->abbreviations_known);
    free(reader->known);
    free(reader->sections);
    free(reader->door);
}

/* ---- Checking DWARF's abbreviations before libdwarf trusts them ----
 *
 * A table (DWARF 5, 7.5.3) is a list of abbreviations that ends with a code of 0. libdwarf rereads it for each unit and goes through all attributes for each
 * entry. So clew rejects a table that no compiler would write, and charges its budget for the size of the others. */

/* compilers use up to about thirty */
enum { ATTRIBUTES_MAX = 128, FORM_IMPLICIT_CONSTANT = 0x21 };

/* One abbreviation: tag, children, and pairs of attribute and form up to a pair of zeros. */
static bool pass_abbreviation(struct cursor *cursor)
{
    cursor_take_leb(cursor, false);
    cursor_take(cursor, 1);
    for (int i = 0; i < ATTRIBUTES_MAX && !cursor->failed; i++) {
        uint64_t name = cursor_take_leb(cursor, false), form = cursor_take_leb(cursor, false);
        if (form == FORM_IMPLICIT_CONSTANT)
            cursor_take_leb(cursor, true);
        if (name == 0 && form == 0)
            return !cursor->failed;
    }
    return false;
}

/* Are the abbreviations at the start of `table` complete and sane? *passed: how many bytes it checked. */
static bool abbreviations_size(struct str table, size_t *passed)
{
    struct cursor cursor = {.bytes = table};
    bool whole = true;
    while (whole && cursor_take_leb(&cursor, false) != 0)
        whole = pass_abbreviation(&cursor);
    *passed = cursor.at;
    return whole && !cursor.failed;
}

/* ---- Names of entries, and the ranges of their code ---- */

enum { ORIGINS_MAX = 8 };

static struct names names_of(struct reader *reader, const struct entry *entry, unsigned depth);

/* The names of the entry at an offset. Many entries may refer to it, so each is read once. */
static struct names names_at(struct reader *reader, uint64_t offset, unsigned depth)
{
    struct entry entry;
    uint64_t index;
    struct names names = {0};
    if (map_get(&reader->names_known, offset, &index))
        return reader->known[index];
    if (reader_entry_at(reader, offset, &entry)) {
        names = names_of(reader, &entry, depth + 1);
        reader_leave(&entry);
    }
    reader->known = array_grow(reader->known, &reader->known_capacity, reader->known_count + 1, sizeof *reader->known);
    map_put(&reader->names_known, offset, reader->known_count);
    reader->known[reader->known_count++] = names;
    return names;
}

static struct names names_of(struct reader *reader, const struct entry *entry, unsigned depth)
{
    uint64_t origin;
    struct reader *where;
    struct names names = {reader_text(reader, entry, AT_NAME), reader_text(reader, entry, AT_LINKAGE_NAME)};
    if (!names.linkage.data)
        names.linkage = reader_text(reader, entry, AT_MIPS_LINKAGE_NAME);
    if ((names.plain.data && names.linkage.data) || depth == ORIGINS_MAX)
        return names;
    if (!reader_reference_in(reader, entry, AT_ABSTRACT_ORIGIN, &origin, &where) &&
        !reader_reference_in(reader, entry, AT_SPECIFICATION, &origin, &where))
        return names;
    struct names from = names_at(where, origin, depth);
    return (struct names){names.plain.data ? names.plain : from.plain, names.linkage.data ? names.linkage : from.linkage};
}

struct names reader_names(struct reader *reader, const struct entry *entry)
{
    return names_of(reader, entry, 0);
}

/* ---- Ranges ---- */

static void listed_ranges(struct reader *reader, const struct entry *entry, range_adder add, void *context)
{
    uint64_t place, low, high;
    bool indexed;
    struct range_list list;
    if (!reader_list(reader, entry, AT_RANGES, &place, &indexed) || !range_list_open(&reader->unit, place, indexed, &list))
        return;
    while (list.entries < reader->range_budget && range_list_next(&list, &low, &high))
        add(reader, low, high, context);
    reader_pay(&reader->range_budget, list.entries);
}

void reader_ranges(struct reader *reader, const struct entry *entry, range_adder add, void *context)
{
    uint64_t low, high;
    if (reader_low_address(reader, entry, &low) && reader_high_address(reader, entry, low, &high))
        add(reader, low, high, context);
    else
        listed_ranges(reader, entry, add, context);
}
