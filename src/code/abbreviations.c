/* abbreviations.c - a look at DWARF's abbreviations before libdwarf trusts them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A table (DWARF 5, 7.5.3) is a list of abbreviations closed by a code of 0. libdwarf reads it anew for each unit and goes through
 * all attributes for each entry, so a table that no compiler would write is refused, and the size of others is what
 * entries.c charges for. */
#include "code/cursor.h"
#include "code/symbols_inside.h"

/* Compilers come to about thirty. */
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

bool abbreviations_size(struct slice table, size_t *passed)
{
    struct cursor cursor = {.bytes = table};
    bool whole = true;
    while (whole && cursor_take_leb(&cursor, false) != 0)
        whole = pass_abbreviation(&cursor);
    *passed = cursor.at;
    return whole && !cursor.failed;
}
