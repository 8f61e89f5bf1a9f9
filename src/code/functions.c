/* functions.c - where functions lie, and functions by name.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Symbols come first: each address has one name, a symbol without a size reaches to the next symbol or the end of its section,
 * a symbol inside another one's range cuts it. What .eh_frame knows fills the gaps, without names. Where only .dynsym is left there may be
 * other functions before the next symbol: there .eh_frame alone tells how far a symbol without a size reaches. */
#include "code/symbols_inside.h"

#include <stdlib.h>

static int compare_symbols(const void *left, const void *right)
{
    const struct elf_symbol *a = left, *b = right;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    if (a->function != b->function)
        return a->function ? -1 : 1;
    if (!a->name.size != !b->name.size)
        return a->name.size ? -1 : 1;
    if (a->global != b->global)
        return a->global ? -1 : 1;
    if (a->weak != b->weak)
        return a->weak ? -1 : 1;
    if (a->name.size != b->name.size)
        return a->name.size < b->name.size ? -1 : 1;
    return slice_compare(a->name, b->name);
}

uint64_t symbol_list_end(const struct symbol_list *list, size_t i)
{
    const struct elf_symbol *symbol = &list->items[i];
    const struct elf_section *section = &list->elf->sections[symbol->section];
    uint64_t end, limit = UINT64_MAX;
    if (symbol->size)
        return __builtin_add_overflow(symbol->address, symbol->size, &end) ? symbol->address : end;
    if (list->partial && symbol->function)
        return symbol->address;
    if (symbol->section == 0 || symbol->address < section->address || symbol->address - section->address >= section->size)
        return symbol->address;
    if (__builtin_add_overflow(section->address, section->size, &limit))
        limit = UINT64_MAX;
    for (size_t k = i + 1; k < list->count; k++)
        if (list->items[k].address > symbol->address && !list->items[k].absolute)
            return list->items[k].address < limit ? list->items[k].address : limit;
    return limit;
}

static int compare_names(const void *left, const void *right)
{
    const struct named_range *a = left, *b = right;
    int order = slice_compare(a->name, b->name);
    if (order)
        return order;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    return (a->high > b->high) - (a->high < b->high);
}

void names_sort(struct named_range *names, size_t count)
{
    if (count > 1)
        qsort(names, count, sizeof *names, compare_names);
}

/* The first entry that does not sort before `name` (or, with `behind`, that sorts behind it). */
static size_t names_bound(const struct named_range *names, size_t count, struct slice name, bool behind)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = slice_compare(names[middle].name, name);
        if (order < 0 || (behind && order == 0))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t names_find(const struct named_range *names, size_t count, struct slice name, size_t *first)
{
    *first = names_bound(names, count, name, false);
    return names_bound(names, count, name, true) - *first;
}

static void add_name(struct functions *functions, struct named_range name)
{
    functions->names = array_grow(functions->names, &functions->name_capacity, functions->name_count + 1, sizeof *functions->names);
    functions->names[functions->name_count++] = name;
}

/* The ranges of the function symbols; `value` is 1 + the symbol's index. */
static void symbol_ranges(struct functions *functions, const struct symbol_list *list, const struct elf *elf, struct ranges *ranges)
{
    uint64_t taken = 0, end = 0, unsized_at = 0, unsized_end = 0;
    bool any = false;
    for (size_t i = 0; i < list->count; i++) {
        const struct elf_symbol *symbol = &list->items[i];
        if (!symbol->function || symbol->absolute || !elf_is_code(elf, symbol->address))
            continue;
        if (symbol->size || !any || unsized_at != symbol->address || !unsized_end) {
            end = symbol_list_end(list, i);
            if (!symbol->size) {
                unsized_at = symbol->address;
                unsized_end = end;
            }
        } else
            end = unsized_end; /* aliases without a size do not look for their end again */
        if (end <= symbol->address)
            continue;
        if (symbol->name.size)
            add_name(functions, (struct named_range){symbol->name, symbol->address, end});
        if (!any || taken != symbol->address)
            ranges_add(ranges, (struct range){symbol->address, end, 0, (uint32_t)i + 1});
        taken = symbol->address;
        any = true;
    }
}

/* Adds the parts of what .eh_frame knows that no symbol covers; `ranges` is flat. */
static void fill_gaps(struct ranges *ranges, const struct elf *elf)
{
    struct ranges frames = {0};
    if (elf->object)
        return;
    frames_read(elf, &frames);
    ranges_flatten(&frames);
    size_t known = ranges->count, at = 0;
    for (size_t i = 0; i < frames.count; i++) {
        uint64_t low = frames.items[i].low, high = frames.items[i].high;
        if (!elf_is_code(elf, low))
            continue;
        while (at < known && ranges->items[at].high <= low)
            at++;
        for (size_t k = at; k < known && ranges->items[k].low < high; k++) {
            ranges_add(ranges, (struct range){low, ranges->items[k].low, 0, 0});
            low = ranges->items[k].high > low ? ranges->items[k].high : low;
        }
        ranges_add(ranges, (struct range){low, high, 0, 0});
    }
    ranges_free(&frames);
    ranges_flatten(ranges);
}

static struct symbol_list list_of(const struct elf *elf, bool dynamic)
{
    struct symbol_list list = {.elf = elf};
    list.count = elf_symbols(elf, dynamic, &list.items);
    if (list.count > UINT32_MAX - 1)
        list.count = UINT32_MAX - 1;
    return list;
}

struct symbol_list symbol_list_read(const struct elf *elf, const struct elf *debug)
{
    struct symbol_list list = list_of(elf, false);
    if (list.count == 0 && debug) {
        free(list.items);
        list = list_of(debug, false);
    }
    if (list.count == 0) {
        free(list.items);
        list = list_of(elf, true);
        list.partial = true;
    }
    if (list.count > 1)
        qsort(list.items, list.count, sizeof *list.items, compare_symbols);
    return list;
}

void symbol_list_free(struct symbol_list *list)
{
    free(list->items);
    *list = (struct symbol_list){0};
}

/* Functions without a size get that of the frame which begins where they do. */
static void size_by_frames(struct symbol_list *list, const struct elf *elf)
{
    struct ranges frames = {0};
    size_t index;
    frames_read(elf, &frames);
    ranges_flatten(&frames);
    for (size_t i = 0; i < list->count; i++) {
        struct elf_symbol *symbol = &list->items[i];
        if (symbol->function && symbol->size == 0 && ranges_find(&frames, symbol->address, &index) && frames.items[index].low == symbol->address)
            symbol->size = frames.items[index].high - symbol->address;
    }
    ranges_free(&frames);
}

void functions_read(struct functions *functions, const struct elf *elf, const struct elf *debug)
{
    struct symbol_list list = symbol_list_read(elf, debug);
    struct ranges ranges = {0};
    if (list.partial && !elf->object)
        size_by_frames(&list, elf);
    symbol_ranges(functions, &list, elf, &ranges);
    ranges_flatten(&ranges);
    fill_gaps(&ranges, elf);
    functions->items = memory_allocate((ranges.count + 1) * sizeof *functions->items);
    for (size_t i = 0; i < ranges.count; i++) {
        const struct range *range = &ranges.items[i];
        struct slice name = range->value ? list.items[range->value - 1].name : (struct slice){0};
        functions->items[i] = (struct symbols_function){name, range->low, range->high - range->low};
    }
    functions->count = ranges.count;
    ranges_free(&ranges);
    symbol_list_free(&list);
    names_sort(functions->names, functions->name_count);
}

bool functions_find(const struct functions *functions, uint64_t address, size_t *index)
{
    size_t low = 0, high = functions->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (functions->items[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || address - functions->items[low - 1].address >= functions->items[low - 1].size)
        return false;
    *index = low - 1;
    return true;
}

void functions_free(struct functions *functions)
{
    free(functions->items);
    free(functions->names);
    *functions = (struct functions){0};
}
