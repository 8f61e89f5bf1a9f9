/* starts.c - where code of a name starts; whether addresses are those of an executable's instructions.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/symbols_inside.h"

#include <stdlib.h>

size_t symbols_code_named(struct symbols *symbols, struct slice name, uint64_t *addresses, size_t room)
{
    size_t all, first;
    const struct named_range *names = symbols_names(symbols, &all);
    size_t count = names_find(names, all, name, &first);
    for (size_t i = 0; i < count && i < room; i++)
        addresses[i] = names[first + i].low;
    return count;
}

size_t symbols_copies_named(struct symbols *symbols, struct slice name, uint64_t **addresses)
{
    size_t all = symbols_code_named(symbols, name, NULL, 0), count = 0;
    size_t *copies = memory_allocate((all + 1) * sizeof *copies);
    *addresses = memory_allocate((all + 1) * sizeof **addresses);
    uint64_t *begins = memory_allocate((all + 1) * sizeof *begins);
    symbols_code_named(symbols, name, begins, all);
    for (size_t i = 0; i < all; i++) {
        struct source_position position = {0};
        bool known = !symbols_position(symbols, begins[i], &position);
        for (size_t k = 0; k < count && position.copy && !known; k++)
            known = copies[k] == position.copy;
        if (known)
            continue;
        copies[count] = position.copy;
        (*addresses)[count++] = begins[i];
    }
    free(begins);
    free(copies);
    return count;
}

/* Goes on from `*at`, an instruction's address at or below the one that is asked for. False: the code between cannot be read. */
static bool walk(struct code_reader *code, uint64_t *at, uint64_t address)
{
    struct code_instruction instruction;
    while (*at < address) {
        if (!code_at(code, *at, &instruction) || !instruction.valid)
            return false;
        *at += instruction.size;
    }
    return true;
}

struct symbols_starts symbols_starts(struct symbols *symbols, const uint64_t *addresses, size_t count)
{
    struct symbols_starts found = {0};
    struct code_reader *code = code_open(symbols);
    uint64_t at = 0;
    size_t index, last = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        if (!symbols_is_code(symbols, addresses[i]))
            continue;
        found.inside++;
        if (!symbols_function_at(symbols, addresses[i], &index))
            continue;
        if (index != last || at > addresses[i])
            at = symbols_function(symbols, index).address;
        last = index;
        if (!walk(code, &at, addresses[i]))
            last = SIZE_MAX;
        else if (at == addresses[i])
            found.right++;
        else
            found.wrong++;
    }
    code_close(code);
    return found;
}
