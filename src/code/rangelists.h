/* rangelists.h - the range lists and location lists of DWARF.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this room. */
#ifndef CLEW_CODE_RANGELISTS_H
#define CLEW_CODE_RANGELISTS_H

#include "code/cursor.h"

/* What a unit says about its range lists and location lists. */
struct range_unit {
    const struct elf *elf;
    unsigned version, offset_size;
    uint64_t begin;                              /* of the unit, as offsets of entries count */
    uint64_t base, addresses, lists, locations;  /* low pc; DW_AT_addr_base, DW_AT_rnglists_base, DW_AT_loclists_base */
};

struct range_list {
    const struct range_unit *unit;
    struct cursor in;
    size_t entries;                              /* how many were read */
    uint64_t base;
    bool locations;
};

/* Opens and reads a location list: address ranges, each with its expression. */
CHECKED bool location_list_open(const struct range_unit *unit, uint64_t place, bool indexed, struct range_list *list);
bool location_list_next(struct range_list *list, uint64_t *low, uint64_t *high, struct str *expression);

/* An entry of .debug_addr by its number. */
bool unit_address(const struct range_unit *unit, uint64_t index, uint64_t *address);

#endif
