/* inlined.c - where code that the compiler inlined was called.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/symbols_inside.h"

size_t symbols_inlined_calls(struct symbols *symbols, uint64_t address, struct inlined_call *calls, size_t room)
{
    const struct debug_tables *debug = symbols_scopes(symbols);
    struct source_position position;
    size_t index, count = 0;
    if (!ranges_find(&debug->flat_scopes, address, &index) || !symbols_position(symbols, address, &position))
        return 0;
    /* What is around a scope stands before it in the table, so this ends. */
    for (const struct scope *scope = &debug->scopes[debug->flat_scopes.items[index].value]; scope->around != NO_SCOPE; scope = &debug->scopes[scope->around]) {
        struct slice caller = scope->around == scope->physical ? position.physical : symbols_scope_name(symbols, &debug->scopes[scope->around]);
        if (count < room)
            calls[count] = (struct inlined_call){caller, scope->call_line, (size_t)(scope - debug->scopes) + 1};
        count++;
    }
    return count;
}
