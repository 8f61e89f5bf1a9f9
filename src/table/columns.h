/* columns.h - rows in columns, and several lists as one.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TABLE_COLUMNS_H
#define CLEW_TABLE_COLUMNS_H

#include "table/rows.h"

/* The wider of a column's width so far and of a text, which counts at most as `limit` cells. */
size_t widest(size_t width, const struct text *text, size_t limit);

/* Two blanks, then as many as it takes to `column`, from 0. */
void row_column(struct row *row, size_t column);

/* The parts one behind the other. They go into `rows` and are freed with it. */
void rows_chain(struct rows *rows, struct rows *parts, size_t count);

#endif
