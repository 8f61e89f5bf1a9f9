/* routines.c - routines by name and by address.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Unlike functions.c nothing is guessed here: what a symbol says, with its size, is a routine, an alias too. A size that leaves the section ends there. */
#include "code/codetables.h"

#include <elf.h>
#include <stdlib.h>

static int compare_places(const struct symbols_routine *a, const struct symbols_routine *b)
{
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return (a->size > b->size) - (a->size < b->size);
}

static int compare_names(const void *left, const void *right)
{
    const struct symbols_routine *a = left, *b = right;
    int order = slice_compare(a->name, b->name);
    return order ? order : compare_places(a, b);
}

static bool routine_of(const struct elf *elf, const struct symbol_list *list, const struct elf_symbol *symbol, struct symbols_routine *routine)
{
    const struct elf_section *section = &list->elf->sections[symbol->section];
    if ((!symbol->function && !symbol->untyped) || !symbol->size || !symbol->name.size || symbol->absolute || symbol->section == 0 || !section->code)
        return false;
    uint64_t address = elf->machine == EM_ARM ? symbol->address & ~(uint64_t)1 : symbol->address, start = list->elf->object ? 0 : section->address, end;
    if (address < start || address - start >= section->size || __builtin_add_overflow(start, section->size, &end))
        return false;
    *routine = (struct symbols_routine){symbol->name, address, symbol->size < end - address ? symbol->size : end - address, false};
    return true;
}

/* The order by address of routines that are sorted by name; of one place the first comes first. */
static int compare_pointers(const void *left, const void *right)
{
    const struct symbols_routine *const *a = left, *const *b = right;
    int order = compare_places(*a, *b);
    return order ? order : (*a > *b) - (*a < *b);
}

static void find_aliases(struct routines *routines)
{
    struct symbols_routine **order = memory_allocate((routines->count + 1) * sizeof(struct symbols_routine *));
    for (size_t i = 0; i < routines->count; i++)
        order[i] = &routines->items[i];
    qsort(order, routines->count, sizeof *order, compare_pointers);
    for (size_t i = 0; i < routines->count; i++) {
        order[i]->alias = i > 0 && compare_places(order[i - 1], order[i]) == 0;
        if (!order[i]->alias)
            ranges_add(&routines->flat, (struct range){.low = order[i]->address, .high = order[i]->address + order[i]->size,
                                                       .value = (uint32_t)(order[i] - routines->items)});
    }
    free(order);
    ranges_flatten(&routines->flat);
}

void routines_read(struct routines *routines, const struct elf *elf, const struct symbol_list *symbols)
{
    struct symbols_routine routine;
    routines->items = memory_allocate((symbols->count + 1) * sizeof *routines->items);
    for (size_t i = 0; i < symbols->count; i++)
        if (symbols->elf->section_count && routine_of(elf, symbols, &symbols->items[i], &routine))
            routines->items[routines->count++] = routine;
    qsort(routines->items, routines->count, sizeof *routines->items, compare_names);
    find_aliases(routines);
}

const struct symbols_routine *routines_find(const struct routines *routines, uint64_t address)
{
    size_t index;
    return ranges_find(&routines->flat, address, &index) ? &routines->items[routines->flat.items[index].value] : NULL;
}

void routines_free(struct routines *routines)
{
    free(routines->items);
    ranges_free(&routines->flat);
    *routines = (struct routines){0};
}
