/* table.h - what a view can show and where one can go.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     place.h    struct place, history, marks     where one is, was, and wants to be back
 *     rows.h     struct rows                      every answer: lazily made lines, each with a place and fields for JSON; some hide others (folds)
 *     columns.h  struct table                     a list in columns: the text of each cell is written once, its widths and places follow
 *     drawing.h  struct drawing                   a control-flow graph drawn in cells
 *
 * Rank 2: knows core only. */
#ifndef CLEW_TABLE_TABLE_H
#define CLEW_TABLE_TABLE_H

#include "table/columns.h"
#include "table/drawing.h"
#include "table/rows.h"

#endif
