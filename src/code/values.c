/* values.c - symbols of any type by name, data objects by address.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Objects with a size come first and may nest. Labels without one, as assembly has them, only fill what is left: linkers put
 * marks such as _gp and _edata among the data, and those must not cut an object in two. */
#include "code/symbols_inside.h"

#include <stdlib.h>
#include <string.h>

static int binding_rank(const struct elf_symbol *symbol)
{
    return symbol->global ? 0 : symbol->weak ? 1 : 2;
}

/* By name; of one name the global symbol first, then the lower address. */
static int compare(const void *left, const void *right)
{
    const struct elf_symbol *a = left, *b = right;
    int order = slice_compare(a->name, b->name);
    if (order)
        return order;
    if (binding_rank(a) != binding_rank(b))
        return binding_rank(a) - binding_rank(b);
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return (a->size < b->size) - (a->size > b->size);
}

static void names_read(struct values *values)
{
    const struct symbol_list *list = &values->list;
    values->by_name = memory_allocate((list->count + 1) * sizeof *values->by_name);
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].name.size)
            values->by_name[values->name_count++] = list->items[i];
    qsort(values->by_name, values->name_count, sizeof *values->by_name, compare);
}

/* Whether a symbol may name data at its address. */
static bool names_data(const struct symbol_list *list, const struct elf_symbol *symbol)
{
    if (symbol->function || symbol->absolute || !symbol->name.size)
        return false;
    const struct elf_section *section = &list->elf->sections[symbol->section];
    return symbol->object || (symbol->section && section->allocated && !section->code);
}

/* The ranges of the symbols with a size, or of those without; at most to the end of their segment. */
static void object_ranges(const struct symbol_list *list, const struct elf *elf, bool sized, struct ranges *ranges)
{
    uint64_t taken = 0;
    bool any = false;
    for (size_t i = 0; i < list->count; i++) {
        const struct elf_symbol *symbol = &list->items[i];
        const struct elf_segment *segment = elf_segment_at(elf, symbol->address);
        if (!segment || (symbol->size > 0) != sized || !names_data(list, symbol) || (any && taken == symbol->address && !sized))
            continue;
        uint64_t end = symbol_list_end(list, i), limit = segment->address + segment->size;
        ranges_add(ranges, (struct range){symbol->address, end < limit ? end : limit, UINT32_MAX - (uint32_t)i, (uint32_t)i}); /* the preferred inside */
        taken = symbol->address;
        any = true;
    }
    ranges_flatten(ranges);
}

/* Adds the parts of `more` that no range of the flat `ranges` covers; both are flat. */
static void fill(struct ranges *ranges, const struct ranges *more)
{
    size_t known = ranges->count, at = 0;
    for (size_t i = 0; i < more->count; i++) {
        struct range rest = more->items[i];
        while (at < known && ranges->items[at].high <= rest.low)
            at++;
        for (size_t k = at; k < known && ranges->items[k].low < rest.high; k++) {
            ranges_add(ranges, (struct range){rest.low, ranges->items[k].low, 0, rest.value});
            rest.low = ranges->items[k].high > rest.low ? ranges->items[k].high : rest.low;
        }
        ranges_add(ranges, rest);
    }
    ranges_flatten(ranges);
}

void values_read(struct values *values, const struct elf *elf, const struct elf *debug)
{
    struct ranges labels = {0};
    values->list = symbol_list_read(elf, debug);
    names_read(values);
    object_ranges(&values->list, elf, true, &values->objects);
    object_ranges(&values->list, elf, false, &labels);
    fill(&values->objects, &labels);
    ranges_free(&labels);
}

bool values_find(const struct values *values, struct slice name, uint64_t *address, uint64_t *size)
{
    size_t low = 0, high = values->name_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (slice_compare(values->by_name[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == values->name_count || !slice_equal(values->by_name[low].name, name))
        return false;
    *address = values->by_name[low].address;
    *size = values->by_name[low].size;
    return true;
}

bool values_object(const struct values *values, uint64_t address, struct slice *name, uint64_t *offset)
{
    size_t index;
    *name = (struct slice){0};
    if (!ranges_find(&values->objects, address, &index))
        return false;
    const struct elf_symbol *symbol = &values->list.items[values->objects.items[index].value];
    *name = symbol->name;
    *offset = address - symbol->address;
    return true;
}

void values_free(struct values *values)
{
    symbol_list_free(&values->list);
    free(values->by_name);
    ranges_free(&values->objects);
    *values = (struct values){0};
}
