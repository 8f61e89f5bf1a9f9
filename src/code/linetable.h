/* linetable.h - line tables of DWARF.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this room: linetable.c reads the header, lineprogram.c runs the program, linefiles.c keeps its rows, dwarf.c asks. */
#ifndef CLEW_CODE_LINETABLE_H
#define CLEW_CODE_LINETABLE_H

#include "code/cursor.h"

struct elf;

/* A file or folder of a line table; `folder` is the number of its folder. */
struct line_name {
    struct slice name;
    uint64_t folder;
};

struct line_names {
    struct line_name *items;
    size_t count, capacity;
};

/* A row as the program makes it; `file` is a number in the table's own list. */
struct program_row {
    uint64_t address, line, file;
    bool statement, end;
};

/* A table of .debug_line: its header, and the machine that runs its program. */
struct line_table {
    struct cursor in;            /* its bytes from its length on */
    bool default_statement;
    unsigned version, offset_size, opcode_base, line_range, instruction_size;
    int line_base;
    const unsigned char *operand_counts;         /* of the standard opcodes 1 ... opcode_base - 1 */
    struct line_names folders, files;            /* numbered as in DWARF 5: 0 is the unit's own */
    struct program_row state;
};

/* The table at `offset` of .debug_line, ready to run; false: it is damaged or leaves its section. Free it in any case. */
CHECKED bool line_table_open(const struct elf *elf, uint64_t offset, struct line_table *table);
void line_table_free(struct line_table *table);
void line_table_begin(struct line_table *table);         /* the registers at the start of a sequence */
/* The next row; false: no more. At most one a byte of the table. */
bool line_table_row(struct line_table *table, struct program_row *row);
/* Appends the name of a file by its number, behind its folder where it has one of its own; nothing: there is no such file. */
void line_table_path(const struct line_table *table, uint64_t number, struct text *path);

/* The files of one table by their number, made when a row first names them; free known. */
struct line_files {
    const struct line_table *table;
    struct debug_tables *tables;
    struct slice unit_folder;
    struct map known;                            /* number -> index into lines.files */
};
uint64_t line_files_add(struct line_files *files, const struct program_row *row);      /* returns how many bytes of names it made */

#endif
