/* table.h - the parts of every view: places, rows, columns, drawings.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     place.h    struct place, history, marks     where you are, were, and want to return
 *     rows.h     struct rows                      every answer: lazily made lines, each with a place and fields for JSON; some hide others (folds)
 *     columns.h  struct table                     a list in columns: write each cell's text once; widths and positions follow
 *     drawing.h  struct drawing                   a control-flow graph drawn in cells
 *
 * Rank 2: knows core only. */
#ifndef CLEW_TABLE_TABLE_H
#define CLEW_TABLE_TABLE_H

#include "table/columns.h"
#include "table/drawing.h"
#include "table/rows.h"

#endif
