/* dwarf.c - line tables, subprograms and inlined subroutines of DWARF 2 to 5.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/entries.h"
#include "code/tables.h"

#include <stdlib.h>

/* A file or folder of a line table; `folder` is the number of its folder. */
struct line_name {
    struct str name;
    uint64_t folder;
};

struct line_names {
    struct line_name *items;
    size_t count, capacity;
};

/* A row in the program's own form; `file` is a number in the table's list. */
struct program_row {
    uint64_t address, line, file;
    bool statement, end;
};

/* A table of .debug_line: its header, and the machine that runs its program. */
struct line_table {
    struct cursor in;            /* the table's bytes, from its length on */
    bool default_statement;
    unsigned version, offset_size, opcode_base, line_range, instruction_size;
    int line_base;
    const unsigned char *operand_counts;         /* of the standard opcodes 1 ... opcode_base - 1 */
    struct line_names folders, files;            /* numbered as in DWARF 5: 0 is the unit's own */
    struct program_row state;
};

/* The files of one table by number, added when a row first names them; free `known`. */
struct line_files {
    const struct line_table *table;
    struct debug_tables *tables;
    struct str unit_folder;
    struct map known;                            /* number -> index into lines.files */
};

/* ---- The headers of line tables: files and folders ----
 *
 * DWARF 5, 6.2.4. Up to version 4 folders and files are lists that end with an empty name, numbered from 1; number 0 is the unit's own folder. From version 5
 * on each list states its entries' fields and their number, and number 0 is explicit. libdwarf reads these tables too, but its release 20210528 starts version
 * 5 programs with file 0 instead of 1. */

enum { CONTENT_PATH = 1, CONTENT_FOLDER = 2 };
enum {
    FORM_BLOCK = 0x09, FORM_DATA1 = 0x0b, FORM_DATA2 = 0x05, FORM_DATA4 = 0x06, FORM_DATA8 = 0x07, FORM_DATA16 = 0x1e, FORM_STRING = 0x08,
    FORM_STRP = 0x0e, FORM_LINE_STRP = 0x1f, FORM_UDATA = 0x0f,
};

static void add_name(struct line_names *names, struct line_name name)
{
    names->items = array_grow(names->items, &names->capacity, names->count + 1, sizeof *names->items);
    names->items[names->count++] = name;
}

/* The terminated string at the start of `bytes`; null: no terminator. */
static struct str terminated(struct str bytes)
{
    size_t end = str_find_byte(bytes, 0);
    return end == SIZE_MAX ? (struct str){0} : str_cut(bytes, 0, end);
}

static struct str take_string(struct line_table *table)
{
    struct str string = terminated(str_cut(table->in.bytes, table->in.at, SIZE_MAX));
    table->in.failed |= !string.data;
    if (!table->in.failed)
        table->in.at += string.size + 1;
    return string;
}

/* ---- Version 2 to 4 ---- */

static void old_names(struct line_table *table)
{
    struct str name;
    add_name(&table->folders, (struct line_name){{0}, 0});
    while (!table->in.failed && (name = take_string(table)).size)
        add_name(&table->folders, (struct line_name){name, 0});
    add_name(&table->files, (struct line_name){{0}, 0});
    while (!table->in.failed && (name = take_string(table)).size) {
        uint64_t folder = cursor_take_leb(&table->in, false);
        cursor_take_leb(&table->in, false); /* modification time */
        cursor_take_leb(&table->in, false); /* size */
        add_name(&table->files, (struct line_name){name, folder});
    }
}

/* ---- Version 5 ---- */

struct field {
    uint64_t content, form;
};

static struct str section_string(const struct elf *elf, const char *section, uint64_t offset)
{
    const struct elf_section *strings = elf_section(elf, section);
    if (!strings || offset >= strings->bytes.size)
        return (struct str){0};
    return terminated(str_cut(strings->bytes, (size_t)offset, SIZE_MAX));
}

/* One field of an entry: a name or a number, depending on its form. */
static void take_field(const struct elf *elf, struct line_table *table, uint64_t form, struct str *name, uint64_t *number)
{
    switch (form) {
    case FORM_STRING: *name = take_string(table); return;
    case FORM_STRP: *name = section_string(elf, ".debug_str", cursor_take(&table->in, table->offset_size)); return;
    case FORM_LINE_STRP: *name = section_string(elf, ".debug_line_str", cursor_take(&table->in, table->offset_size)); return;
    case FORM_UDATA: *number = cursor_take_leb(&table->in, false); return;
    case FORM_DATA1: *number = cursor_take(&table->in, 1); return;
    case FORM_DATA2: *number = cursor_take(&table->in, 2); return;
    case FORM_DATA4: *number = cursor_take(&table->in, 4); return;
    case FORM_DATA8: *number = cursor_take(&table->in, 8); return;
    case FORM_DATA16: cursor_take_bytes(&table->in, 16); return;
    case FORM_BLOCK: cursor_take_bytes(&table->in, cursor_take_leb(&table->in, false)); return;
    default: table->in.failed = true; return; /* unknown size */
    }
}

static void new_names(const struct elf *elf, struct line_table *table, struct line_names *names)
{
    struct field fields[256];
    size_t field_count = (size_t)cursor_take(&table->in, 1);
    for (size_t i = 0; i < field_count; i++) {
        fields[i].content = cursor_take_leb(&table->in, false);
        fields[i].form = cursor_take_leb(&table->in, false);
    }
    uint64_t count = cursor_take_leb(&table->in, false);
    table->in.failed |= field_count == 0 && count > 0; /* the file could claim any number of entries without bytes */
    for (uint64_t i = 0; i < count && !table->in.failed; i++) {
        struct line_name entry = {{0}, 0};
        for (size_t k = 0; k < field_count; k++) {
            struct str name = {0};
            uint64_t number = 0;
            take_field(elf, table, fields[k].form, &name, &number);
            if (fields[k].content == CONTENT_PATH)
                entry.name = name;
            else if (fields[k].content == CONTENT_FOLDER)
                entry.folder = number;
        }
        add_name(names, entry);
    }
}

/* ---- The header ---- */

/* Reads the lengths of the table and of the rest of the header. *program: where the program starts. */
static bool sizes(const struct elf *elf, struct str section, uint64_t offset, struct line_table *table, size_t *program)
{
    *table = (struct line_table){.in.little_endian = elf->little_endian, .offset_size = 4};
    if (offset >= section.size)
        return false;
    table->in.bytes = str_cut(section, (size_t)offset, SIZE_MAX);
    uint64_t length = cursor_take(&table->in, 4);
    if (length == UINT32_MAX) {
        length = cursor_take(&table->in, 8);
        table->offset_size = 8;
    }
    if (table->in.failed || length > table->in.bytes.size - table->in.at)
        return false;
    table->in.bytes.size = table->in.at + (size_t)length;
    table->version = (unsigned)cursor_take(&table->in, 2);
    if (table->version >= 5)
        cursor_take(&table->in, 2); /* sizes of addresses and segment selectors */
    uint64_t header = cursor_take(&table->in, table->offset_size);
    if (table->in.failed || table->version < 2 || table->version > 5 || header > table->in.bytes.size - table->in.at)
        return false;
    *program = table->in.at + (size_t)header;
    return true;
}

static void line_table_begin(struct line_table *table);

/* The table at `offset` of .debug_line, ready to run. False: it is damaged or leaves its section. Free it in any case. */
static bool line_table_open(const struct elf *elf, uint64_t offset, struct line_table *table)
{
    size_t program;
    const struct elf_section *section = elf_section(elf, ".debug_line");
    if (!sizes(elf, section ? section->bytes : (struct str){0}, offset, table, &program))
        return false;
    table->instruction_size = (unsigned)cursor_take(&table->in, 1);
    if (table->version >= 4)
        cursor_take(&table->in, 1); /* operations per instruction: 1 except for VLIW */
    table->default_statement = cursor_take(&table->in, 1) != 0;
    table->line_base = (int8_t)cursor_take(&table->in, 1);
    table->line_range = (unsigned)cursor_take(&table->in, 1);
    table->opcode_base = (unsigned)cursor_take(&table->in, 1);
    if (table->in.failed || table->line_range == 0 || table->opcode_base == 0)
        return false;
    table->operand_counts = (const unsigned char *)cursor_take_bytes(&table->in, table->opcode_base - 1).data;
    if (table->version < 5)
        old_names(table);
    else {
        new_names(elf, table, &table->folders);
        new_names(elf, table, &table->files);
    }
    if (table->in.failed || table->in.at > program)
        return false;
    table->in.at = program;
    line_table_begin(table);
    return true;
}

static void line_table_free(struct line_table *table)
{
    free(table->folders.items);
    free(table->files.items);
    table->folders = table->files = (struct line_names){0};
}

/* Appends the name of a file by its number, after its folder if it has one of its own. Nothing: no such file. */
static void line_table_path(const struct line_table *table, uint64_t number, struct text *path)
{
    if (number >= table->files.count || table->files.items[number].name.size == 0)
        return;
    const struct line_name *file = &table->files.items[number];
    /* Folder 0 is the unit's; every position has it anyway. */
    bool own = file->folder > 0 && file->folder < table->folders.count;
    struct str folder = own ? table->folders.items[file->folder].name : (struct str){0};
    if (folder.size && file->name.data[0] != '/') {
        text_append(path, folder);
        text_byte(path, '/');
    }
    text_append(path, file->name);
}

/* ---- The line number programs of DWARF 2 to 5, run row by row ----
 *
 * DWARF 5, 6.2.5; the program is the same in all versions. It consists of opcodes. Standard ones, below opcode_base, change one register each. Special ones,
 * from there on, advance address and line at once and make a row. A 0 begins an extended one, with its size. A row takes at least a byte, so the file bounds
 * the rows. */

enum {
    OP_EXTENDED = 0, OP_COPY = 1, OP_ADVANCE_PC = 2, OP_ADVANCE_LINE = 3, OP_SET_FILE = 4, OP_NEGATE_STATEMENT = 6,
    OP_CONST_ADD_PC = 8, OP_FIXED_ADVANCE_PC = 9,
};
enum { EXTENDED_END = 1, EXTENDED_ADDRESS = 2 };

/* the registers at the start of a sequence */
static void line_table_begin(struct line_table *table)
{
    table->state = (struct program_row){.line = 1, .file = 1, .statement = table->default_statement};
}

static void advance(struct line_table *table, uint64_t operations)
{
    table->state.address += operations * table->instruction_size;
}

static void special(struct line_table *table, unsigned opcode)
{
    unsigned adjusted = opcode - table->opcode_base;
    advance(table, adjusted / table->line_range);
    table->state.line += (uint64_t)(int64_t)(table->line_base + (int)(adjusted % table->line_range));
}

/* True: it made a row. */
static bool extended(struct line_table *table)
{
    uint64_t size = cursor_take_leb(&table->in, false);
    if (table->in.failed || size > table->in.bytes.size - table->in.at || size == 0) {
        table->in.failed |= size != 0;
        return false;
    }
    size_t end = table->in.at + (size_t)size;
    uint64_t opcode = cursor_take(&table->in, 1);
    if (opcode == EXTENDED_ADDRESS && size - 1 <= 8)
        table->state.address = cursor_take(&table->in, (size_t)size - 1);
    table->in.at = end;
    table->state.end = opcode == EXTENDED_END;
    return table->state.end;
}

static bool standard(struct line_table *table, unsigned opcode)
{
    switch (opcode) {
    case OP_COPY: return true;
    case OP_ADVANCE_PC: advance(table, cursor_take_leb(&table->in, false)); return false;
    case OP_ADVANCE_LINE: table->state.line += cursor_take_leb(&table->in, true); return false;
    case OP_SET_FILE: table->state.file = cursor_take_leb(&table->in, false); return false;
    case OP_NEGATE_STATEMENT: table->state.statement = !table->state.statement; return false;
    case OP_CONST_ADD_PC: advance(table, (255 - table->opcode_base) / table->line_range); return false;
    case OP_FIXED_ADVANCE_PC: table->state.address += cursor_take(&table->in, 2); return false;
    default: /* columns, ISAs and opcodes not yet defined: skip their operands */
        for (unsigned i = 0; i < table->operand_counts[opcode - 1]; i++)
            cursor_take_leb(&table->in, false);
        return false;
    }
}

/* The next row; at most one for each byte of the table. False: no more. */
static bool line_table_row(struct line_table *table, struct program_row *row)
{
    while (!table->in.failed && table->in.at < table->in.bytes.size) {
        unsigned opcode = (unsigned)cursor_take(&table->in, 1);
        bool made = true;
        if (opcode >= table->opcode_base)
            special(table, opcode);
        else
            made = opcode == OP_EXTENDED ? extended(table) : standard(table, opcode);
        if (!made || table->in.failed)
            continue;
        *row = table->state;
        if (row->end)
            line_table_begin(table);
        return true;
    }
    return false;
}

/* ---- The rows of a line program with the files they name ---- */

static uint32_t file_index(struct line_files *files, uint64_t number, uint64_t *steps)
{
    uint64_t index;
    struct lines *lines = &files->tables->lines;
    struct text path = {0};
    if (map_get(&files->known, number, &index))
        return (uint32_t)index;
    if (lines->file_count >= LINE_FILE)
        return 0;
    line_table_path(files->table, number, &path);
    *steps += path.size;
    struct str name = path.size ? pool_name(&files->tables->names, text_str(&path)) : (struct str){0};
    text_free(&path);
    index = lines_add_file(lines, (struct line_file){name, files->unit_folder});
    map_put(&files->known, number, index);
    return (uint32_t)index;
}

/* returns how many bytes its names take */
static uint64_t line_files_add(struct line_files *files, const struct program_row *from)
{
    uint64_t steps = 0;
    struct line_row row = {.address = from->address, .line = from->line <= UINT32_MAX ? (uint32_t)from->line : 0};
    row.file = file_index(files, from->file, &steps) | (from->statement ? LINE_STATEMENT : 0) | (from->end ? LINE_END : 0);
    lines_add(&files->tables->lines, row);
    return steps;
}

/* ---- Lines and scopes of a file ----
 *
 * Follows the tree into entries that can hold code. Leaves a damaged unit for the next one. */

struct walk {
    struct debug_tables *tables;
    struct map tables_read;                      /* offsets of the line tables read */
};

/* ---- The walk over the entries ---- */

/* Position of an entry: the subprogram around it, and the innermost scope (which may be inlined there). */
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
    if (!inlined && reader_flag(reader, entry, AT_MAIN_SUBPROGRAM))
        tables->main = (uint32_t)tables->scope_count;
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

/* Units may share line tables (type units, partial units); clew reads each once. */
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
    tables->main = NO_SCOPE;
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
