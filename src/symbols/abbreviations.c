/* abbreviations.c - a look at DWARF's abbreviations before libdwarf trusts them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A table (DWARF 5, 7.5.3) is a list of abbreviations closed by a code of 0. libdwarf reads it anew for each unit and goes through
 * all attributes for each entry, so a table that no compiler would write is refused, and the size of others is what
 * dwarf.c charges for. */
#include "symbols/inside.h"

/* Compilers come to about thirty. */
enum { ATTRIBUTES_MAX = 128, FORM_IMPLICIT_CONSTANT = 0x21 };

/* A LEB128 number; false: it does not end. */
static bool pass_number(struct slice *rest, uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0; rest->size; shift += 7) {
        unsigned char byte = (unsigned char)rest->data[0];
        *rest = slice_cut(*rest, 1, SIZE_MAX);
        if (shift < 64)
            *value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return true;
    }
    return false;
}

/* One abbreviation: tag, children, and pairs of attribute and form up to a pair of zeros. */
static bool pass_abbreviation(struct slice *rest)
{
    uint64_t tag, name, form, constant;
    if (!pass_number(rest, &tag) || rest->size == 0)
        return false;
    *rest = slice_cut(*rest, 1, SIZE_MAX);
    for (int i = 0; i < ATTRIBUTES_MAX; i++) {
        if (!pass_number(rest, &name) || !pass_number(rest, &form))
            return false;
        if (form == FORM_IMPLICIT_CONSTANT && !pass_number(rest, &constant))
            return false;
        if (name == 0 && form == 0)
            return true;
    }
    return false;
}

bool abbreviations_size(struct slice table, size_t *passed)
{
    uint64_t code;
    struct slice rest = table;
    bool whole = pass_number(&rest, &code);
    while (whole && code != 0)
        whole = pass_abbreviation(&rest) && pass_number(&rest, &code);
    *passed = table.size - rest.size;
    return whole;
}
