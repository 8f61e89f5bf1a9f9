/* names.c - what DWARF's entries are called, and where their code lies.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/entries.h"

enum { ORIGINS_MAX = 8 };

static struct names names_of(struct reader *reader, const struct entry *entry, unsigned depth);

/* The names of the entry at an offset, which many entries refer to: read once. */
static struct names names_at(struct reader *reader, uint64_t offset, unsigned depth)
{
    struct entry entry;
    uint64_t index;
    struct names names = {0};
    if (map_get(&reader->names_known, offset, &index))
        return reader->known[index];
    if (reader_entry_at(reader, offset, &entry)) {
        names = names_of(reader, &entry, depth + 1);
        reader_leave(&entry);
    }
    reader->known = array_grow(reader->known, &reader->known_capacity, reader->known_count + 1, sizeof *reader->known);
    map_put(&reader->names_known, offset, reader->known_count);
    reader->known[reader->known_count++] = names;
    return names;
}

static struct names names_of(struct reader *reader, const struct entry *entry, unsigned depth)
{
    uint64_t origin;
    struct reader *where;
    struct names names = {reader_text(reader, entry, AT_NAME), reader_text(reader, entry, AT_LINKAGE_NAME)};
    if (!names.linkage.data)
        names.linkage = reader_text(reader, entry, AT_MIPS_LINKAGE_NAME);
    if ((names.plain.data && names.linkage.data) || depth == ORIGINS_MAX)
        return names;
    if (!reader_reference_in(reader, entry, AT_ABSTRACT_ORIGIN, &origin, &where) &&
        !reader_reference_in(reader, entry, AT_SPECIFICATION, &origin, &where))
        return names;
    struct names from = names_at(where, origin, depth);
    return (struct names){names.plain.data ? names.plain : from.plain, names.linkage.data ? names.linkage : from.linkage};
}

struct names reader_names(struct reader *reader, const struct entry *entry)
{
    return names_of(reader, entry, 0);
}

/* ---- Ranges ---- */

static void listed_ranges(struct reader *reader, const struct entry *entry, range_adder add, void *context)
{
    uint64_t place, low, high;
    bool indexed;
    struct range_list list;
    if (!reader_list(reader, entry, AT_RANGES, &place, &indexed) || !range_list_open(&reader->unit, place, indexed, &list))
        return;
    while (list.entries < reader->range_budget && range_list_next(&list, &low, &high))
        add(reader, low, high, context);
    reader_pay(&reader->range_budget, list.entries);
}

void reader_ranges(struct reader *reader, const struct entry *entry, range_adder add, void *context)
{
    uint64_t low, high;
    if (reader_low_address(reader, entry, &low) && reader_high_address(reader, entry, low, &high))
        add(reader, low, high, context);
    else
        listed_ranges(reader, entry, add, context);
}
