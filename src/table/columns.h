/* columns.h - lists in columns, and several lists as one.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A list in columns is an array of columns and one function that writes the text of a cell. The widths of the columns and the positions of the cells follow
 * from that text:
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
 * A new column is a line of the array and a case of the function; for programs, add a field of its own after the existing ones. */
#ifndef CLEW_TABLE_COLUMNS_H
#define CLEW_TABLE_COLUMNS_H

#include "table/rows.h"

struct column {
    enum style style;
    uint16_t most;                  /* a wider text counts as this many cells, and runs over; 0: no width, as for the last column */
    uint16_t least;                 /* minimum width in cells */
};

struct table_cell {
    struct text *text;              /* append printable UTF-8 made safe; no text: the cell stays empty */
    enum style style;               /* the column's; a cell may change it */
};

/* Rows measured for the widths: a list may be too long to walk for its looks. */
enum { TABLE_MEASURED = 1000, TABLE_COLUMNS = 8 };

struct table {
    const struct column *columns;
    size_t count;                   /* at most TABLE_COLUMNS */
    void (*cell)(const void *data, uint64_t i, size_t column, struct table_cell *cell);
    const void *data;
    size_t indent;                  /* cells before the first column, for the mark of the current row */
    size_t widths[TABLE_COLUMNS];    /* 0: all its cells are empty, and the column takes no room */
};

/* Sets the widths from the first TABLE_MEASURED of the rows [from, to). Calls `cell` for each of them and for each column with a width. */
void table_measure(struct table *table, uint64_t from, uint64_t to);

/* Appends the cells of row i to the row's text, each in its style, two cells between columns. */
void table_row(const struct table *table, uint64_t i, struct row *row);

/* The cell at which a column begins; for the column after the last, where the next text would begin. */
size_t table_at(const struct table *table, size_t column);

/* ---- By hand ---- */

/* The larger of a column's width so far and a text's, which counts as at most `limit` cells. */
size_t widest(size_t width, const struct text *text, size_t limit);

/* Appends two blanks, then more up to `column`, from 0. */
void row_column(struct row *row, size_t column);

/* ---- Several lists as one ---- */

/* Joins the parts, one after the other. They move into `rows` and are freed with it. */
void rows_chain(struct rows *rows, struct rows *parts, size_t count);

#endif
