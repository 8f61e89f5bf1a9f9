/* lineprogram.c - the line number programs of DWARF 2 to 5, run row by row.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * DWARF 5, 6.2.5; the program is the same in all versions. It is made of opcodes: below opcode_base
 * standard ones, which change one register each; from there on special ones, which advance address and line at once and make
 * a row; a 0 begins an extended one, with its size. A row costs at least a byte, so rows are bounded by the file. */
#include "code/linetable.h"

enum {
    OP_EXTENDED = 0, OP_COPY = 1, OP_ADVANCE_PC = 2, OP_ADVANCE_LINE = 3, OP_SET_FILE = 4, OP_NEGATE_STATEMENT = 6,
    OP_CONST_ADD_PC = 8, OP_FIXED_ADVANCE_PC = 9,
};
enum { EXTENDED_END = 1, EXTENDED_ADDRESS = 2 };

void line_table_begin(struct line_table *table)
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
    default: /* columns, ISAs and what nobody knows yet: operands to pass over */
        for (unsigned i = 0; i < table->operand_counts[opcode - 1]; i++)
            cursor_take_leb(&table->in, false);
        return false;
    }
}

bool line_table_row(struct line_table *table, struct program_row *row)
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
