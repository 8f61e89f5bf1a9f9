/* columns.h - lists in columns, and several lists as one.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A list in columns is its columns and one function that writes the text of a cell. The width of a column, and where each cell stands in its row, follow from
 * that text:
 *
 *     static const struct column columns[] = {{STYLE_LOCATION, 30}, {STYLE_DIM, 18}, {STYLE_NORMAL, 0}};
 *
 *     static void line_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
 *     {
 *         const struct line_list *list = data;
 *         switch (column) {
 *         case 0: describe_location(list, i, cell->text); break;
 *         case 1: text_count(cell->text, list->counts[i]); break;
 *         default: describe_code(list, i, cell->text);
 *         }
 *     }
 *
 *     list->table = (struct table){.columns = columns, .count = sizeof columns / sizeof *columns, .cell = line_cell, .data = list};
 *     table_measure(&list->table, 0, rows->count);    once, when the list is made
 *     ...
 *     table_row(&list->table, i, row);                in the rows' get, which then adds the place and the fields for JSON and CSV
 *
 * A new column is a line of the array and a case of the function; programs get it by a field of its own, behind those that exist. */
#ifndef CLEW_TABLE_COLUMNS_H
#define CLEW_TABLE_COLUMNS_H

#include "table/rows.h"

struct column {
    enum style style;
    uint16_t most;                  /* a wider text counts as so many cells, and runs over; 0: the column has no width, as the last one */
    uint16_t least;                 /* cells that the column has at least */
};

struct table_cell {
    struct text *text;              /* append printable UTF-8 made safe; no text: the cell stays empty */
    enum style style;               /* that of the column; a cell may have its own */
};

/* Rows that are looked at for the widths: a list may be long, and is not walked for its looks. */
enum { TABLE_MEASURED = 1000, TABLE_COLUMNS = 8 };

struct table {
    const struct column *columns;
    size_t count;                   /* at most TABLE_COLUMNS */
    void (*cell)(const void *data, uint64_t i, size_t column, struct table_cell *cell);
    const void *data;
    size_t indent;                  /* cells before the first column: for a mark of the current row */
    size_t widths[TABLE_COLUMNS];    /* 0: no cell has a text, and the column takes no room */
};

/* Sets the widths by the rows [from, to), of which it looks at the first TABLE_MEASURED. Calls cell for each of them and for each column that has a width. */
void table_measure(struct table *table, uint64_t from, uint64_t to);

/* Appends the cells of row i to the row's text, each in its style, two cells between columns. */
void table_row(const struct table *table, uint64_t i, struct row *row);

/* The cell at which a column begins; of the column behind the last, where the next text would stand. */
size_t table_at(const struct table *table, size_t column);

/* ---- By hand ---- */

/* The wider of a column's width so far and of a text, which counts at most as `limit` cells. */
size_t widest(size_t width, const struct text *text, size_t limit);

/* Two blanks, then as many as it takes to `column`, from 0. */
void row_column(struct row *row, size_t column);

/* ---- Several lists as one ---- */

/* The parts one behind the other. They go into `rows` and are freed with it. */
void rows_chain(struct rows *rows, struct rows *parts, size_t count);

#endif
