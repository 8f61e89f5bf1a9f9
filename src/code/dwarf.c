/* dwarf.c - line tables, subprograms and inlined subroutines of DWARF 2 to 5.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Trees are followed into what can hold code; a damaged unit is left for the next. */
#include "code/entries.h"
#include "code/linetable.h"

struct walk {
    struct debug_tables *tables;
    struct map tables_read;                      /* offsets of line tables */
};

/* ---- The walk over the entries ---- */

/* Where an entry stands: the subprogram around it, and the innermost scope, which may be inlined there. */
struct standing {
    struct walk *walk;
    uint32_t physical, depth, around;
};

static void add_range(struct reader *reader, uint64_t low, uint64_t high, void *context)
{
    const struct standing *standing = context;
    struct debug_tables *tables = standing->walk->tables;
    (void)reader;
    ranges_add(&tables->scope_ranges, (struct range){low, high, standing->depth, (uint32_t)tables->scope_count - 1});
}

static void add_scope(struct reader *reader, const struct entry *entry, bool inlined, struct standing *standing)
{
    struct debug_tables *tables = standing->walk->tables;
    if (tables->scope_count >= UINT32_MAX - 1)
        return;
    struct names names = reader_names(reader, entry);
    if (!inlined || standing->physical == NO_SCOPE)
        standing->physical = (uint32_t)tables->scope_count;
    tables->scopes = array_grow(tables->scopes, &tables->scope_capacity, tables->scope_count + 1, sizeof *tables->scopes);
    struct scope scope = {.name = names.plain, .linkage = names.linkage, .physical = standing->physical, .around = inlined ? standing->around : NO_SCOPE};
    if (!inlined || !reader_number(reader, entry, AT_CALL_LINE, &scope.call_line))
        scope.call_line = 0;
    standing->around = (uint32_t)tables->scope_count;
    tables->scopes[tables->scope_count++] = scope;
    reader_ranges(reader, entry, add_range, standing);
}

static bool may_hold_code(unsigned tag)
{
    switch (tag) {
    case TAG_SUBPROGRAM:
    case TAG_INLINED_SUBROUTINE:
    case TAG_LEXICAL_BLOCK:
    case TAG_TRY_BLOCK:
    case TAG_CATCH_BLOCK:
    case TAG_NAMESPACE:
    case TAG_MODULE:
    case TAG_CLASS_TYPE:
    case TAG_STRUCTURE_TYPE:
    case TAG_UNION_TYPE:
        return true;
    default:
        return false;
    }
}

static bool visit(struct reader *reader, const struct entry *entry, uint32_t depth, void *context)
{
    const struct standing *around = context;
    struct standing standing = {around->walk, around->physical, depth, around->around};
    if (entry->tag == TAG_SUBPROGRAM || entry->tag == TAG_INLINED_SUBROUTINE)
        add_scope(reader, entry, entry->tag == TAG_INLINED_SUBROUTINE, &standing);
    if (may_hold_code(entry->tag))
        reader_children(reader, entry, depth + 1, visit, &standing);
    return true;
}

/* ---- Line tables ---- */

/* Line tables may be shared by units (type units, partial units): each is read once. */
static void line_table(struct reader *reader, const struct entry *unit)
{
    uint64_t offset, seen;
    struct line_table table;
    struct program_row row;
    struct walk *walk = reader->context;
    if (!reader_reference(reader, unit, AT_STMT_LIST, &offset) || map_get(&walk->tables_read, offset, &seen))
        return;
    map_put(&walk->tables_read, offset, 1);
    struct line_files files = {.table = &table, .tables = walk->tables, .unit_folder = reader_text(reader, unit, AT_COMP_DIR)};
    if (line_table_open(reader->elf, offset, &table) && reader_pay(&reader->line_budget, table.in.bytes.size))
        while (!reader->stopped && line_table_row(&table, &row))
            reader_work(reader, line_files_add(&files, &row));
    line_table_free(&table);
    map_free(&files.known);
}

static void unit(struct reader *reader, const struct entry *entry)
{
    struct standing standing = {reader->context, NO_SCOPE, 0, NO_SCOPE};
    line_table(reader, entry);
    reader_children(reader, entry, 0, visit, &standing);
}

void dwarf_read(const struct elf *elf, const struct elf *supplement, struct debug_tables *tables)
{
    struct walk walk = {.tables = tables};
    struct reader other = {.elf = supplement}, reader = {.elf = elf, .unit_begins = unit, .context = &walk};
    if (supplement) {
        reader.supplement = &other;
        reader_open(&other);
    }
    reader_open(&reader);
    reader_close(&reader);
    reader_close(&other);
    map_free(&walk.tables_read);
}

void scopes_drop_dead(const struct elf *elf, struct ranges *ranges)
{
    size_t kept = 0;
    for (size_t i = 0; i < ranges->count; i++)
        if (elf_is_code(elf, ranges->items[i].low) && ranges->items[i].low > 1)
            ranges->items[kept++] = ranges->items[i];
    ranges->count = kept;
}
