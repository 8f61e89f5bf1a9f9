/* rangelists.c - the range lists and location lists of DWARF 3 to 5.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * .debug_ranges (DWARF 4, 2.17.3): pairs of addresses above a base; a pair of zeros ends the list, a first address of all ones
 * sets the base. .debug_rnglists (DWARF 5, 2.17.3 and 7.25): entries of a kind and its operands; addresses may be numbers of entries of
 * .debug_addr. Lists of locations (.debug_loc: DWARF 4, 2.6.2; .debug_loclists: DWARF 5, 2.6.2 and 7.29) are the same with an expression behind each range.
 * libdwarf reads these lists too, but frees memory twice over a damaged .debug_rnglists (release 20210528). */
#include "code/rangelists.h"
#include "code/symbols_inside.h"

enum {
    KIND_BASE_INDEX = 1, KIND_START_END_INDEX = 2, KIND_START_INDEX_LENGTH = 3, KIND_OFFSET_PAIR = 4, KIND_BASE = 5,
    KIND_START_END = 6, KIND_START_LENGTH = 7, KIND_DEFAULT, KIND_UNKNOWN,
};

static struct slice section_bytes(const struct elf *elf, const char *name)
{
    const struct elf_section *section = elf_section(elf, name);
    return section ? section->bytes : (struct slice){0};
}

static uint64_t take_address(struct range_list *list)
{
    return cursor_take(&list->in, list->unit->elf->address_size);
}

/* The number of an entry of a table of numbers, read at its place. */
static bool table_entry(const struct range_unit *unit, struct slice table, uint64_t base, uint64_t index, unsigned size, uint64_t *value)
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

bool range_list_open(const struct range_unit *unit, uint64_t place, bool indexed, struct range_list *list)
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

/* In lists of locations 5 stands for all addresses that no other entry has, and the kinds from there on are one more. */
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
        default: return false; /* the end, or a kind nobody knows */
        }
        return !list->in.failed;
    }
    return false;
}

bool range_list_next(struct range_list *list, uint64_t *low, uint64_t *high)
{
    return list->unit->version >= 5 ? new_next(list, low, high) : old_next(list, low, high);
}

bool location_list_next(struct range_list *list, uint64_t *low, uint64_t *high, struct slice *expression)
{
    if (!range_list_next(list, low, high))
        return false;
    uint64_t size = list->unit->version >= 5 ? cursor_take_leb(&list->in, false) : cursor_take(&list->in, 2);
    *expression = cursor_take_bytes(&list->in, size);
    return !list->in.failed;
}
