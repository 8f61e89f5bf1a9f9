/* linetable.c - the headers of DWARF 2 to 5 line tables: files and folders.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * DWARF 5, 6.2.4. Until version 4 folders and files are lists closed by an empty name, and numbered from 1; number 0 is the unit's
 * own folder. From version 5 each list says which fields its entries have and how many there are, and number 0 is explicit.
 * libdwarf reads these tables too, but its release 20210528 starts programs of version 5 with file 0 instead of 1. */
#include "code/linetable.h"
#include "code/symbols_inside.h"

#include <stdlib.h>

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

/* A terminated string at the start of `bytes`; null: it does not end. */
static struct slice terminated(struct slice bytes)
{
    size_t end = slice_find_byte(bytes, 0);
    return end == SIZE_MAX ? (struct slice){0} : slice_cut(bytes, 0, end);
}

static struct slice take_string(struct line_table *table)
{
    struct slice string = terminated(slice_cut(table->in.bytes, table->in.at, SIZE_MAX));
    table->in.failed |= !string.data;
    if (!table->in.failed)
        table->in.at += string.size + 1;
    return string;
}

/* ---- Version 2 to 4 ---- */

static void old_names(struct line_table *table)
{
    struct slice name;
    add_name(&table->folders, (struct line_name){{0}, 0});
    while (!table->in.failed && (name = take_string(table)).size)
        add_name(&table->folders, (struct line_name){name, 0});
    add_name(&table->files, (struct line_name){{0}, 0});
    while (!table->in.failed && (name = take_string(table)).size) {
        uint64_t folder = cursor_take_leb(&table->in, false);
        cursor_take_leb(&table->in, false); /* time of change */
        cursor_take_leb(&table->in, false); /* size */
        add_name(&table->files, (struct line_name){name, folder});
    }
}

/* ---- Version 5 ---- */

struct field {
    uint64_t content, form;
};

static struct slice section_string(const struct elf *elf, const char *section, uint64_t offset)
{
    const struct elf_section *strings = elf_section(elf, section);
    if (!strings || offset >= strings->bytes.size)
        return (struct slice){0};
    return terminated(slice_cut(strings->bytes, (size_t)offset, SIZE_MAX));
}

/* One field of an entry: a name or a number, as its form has it. */
static void take_field(const struct elf *elf, struct line_table *table, uint64_t form, struct slice *name, uint64_t *number)
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
    default: table->in.failed = true; return; /* its size is not known */
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
    table->in.failed |= field_count == 0 && count > 0; /* entries without bytes could be without end */
    for (uint64_t i = 0; i < count && !table->in.failed; i++) {
        struct line_name entry = {{0}, 0};
        for (size_t k = 0; k < field_count; k++) {
            struct slice name = {0};
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

/* Lengths: of the table, of the rest of the header. *program: where the program starts. */
static bool sizes(const struct elf *elf, struct slice section, uint64_t offset, struct line_table *table, size_t *program)
{
    *table = (struct line_table){.in.little_endian = elf->little_endian, .offset_size = 4};
    if (offset >= section.size)
        return false;
    table->in.bytes = slice_cut(section, (size_t)offset, SIZE_MAX);
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

bool line_table_open(const struct elf *elf, uint64_t offset, struct line_table *table)
{
    size_t program;
    const struct elf_section *section = elf_section(elf, ".debug_line");
    if (!sizes(elf, section ? section->bytes : (struct slice){0}, offset, table, &program))
        return false;
    table->instruction_size = (unsigned)cursor_take(&table->in, 1);
    if (table->version >= 4)
        cursor_take(&table->in, 1); /* operations an instruction: 1 but for VLIW */
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

void line_table_free(struct line_table *table)
{
    free(table->folders.items);
    free(table->files.items);
    table->folders = table->files = (struct line_names){0};
}

void line_table_path(const struct line_table *table, uint64_t number, struct text *path)
{
    if (number >= table->files.count || table->files.items[number].name.size == 0)
        return;
    const struct line_name *file = &table->files.items[number];
    /* Folder 0 is the unit's, which every position has anyway. */
    bool own = file->folder > 0 && file->folder < table->folders.count;
    struct slice folder = own ? table->folders.items[file->folder].name : (struct slice){0};
    if (folder.size && file->name.data[0] != '/') {
        text_append(path, folder);
        text_byte(path, '/');
    }
    text_append(path, file->name);
}
