/* called.c - the routines that a name means, as it stands in the symbol table or as people write it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/symbols.h"

#include <stdlib.h>

/* How a name may be meant, from the strictest to the loosest. */
enum manner { MANNER_SYMBOL, MANNER_READABLE, MANNER_SHORTER, MANNERS };

static bool is_meant(struct symbols *symbols, const struct symbols_routine *routine, struct slice name, enum manner manner)
{
    if (manner == MANNER_SYMBOL)
        return slice_equal(routine->name, name);
    struct slice readable = symbols_readable(symbols, routine->name);
    if (routine->alias || readable.data == routine->name.data)
        return false;
    return manner == MANNER_READABLE ? slice_equal(readable, name) : demangled_matches(readable, name);
}

size_t symbols_routines_called(struct symbols *symbols, struct slice name, const struct symbols_routine ***found)
{
    const struct symbols_routine *all;
    size_t all_count = symbols_routines(symbols, &all), count = 0, capacity = 0;
    *found = NULL;
    for (enum manner manner = MANNER_SYMBOL; manner < MANNERS && count == 0; manner++)
        for (size_t i = 0; i < all_count; i++) {
            if (!is_meant(symbols, &all[i], name, manner))
                continue;
            *found = array_grow(*found, &capacity, count + 1, sizeof **found);
            (*found)[count++] = &all[i];
        }
    return count;
}
