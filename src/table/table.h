/* table.h - what a view can show and where one can go.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     place.h    struct place, history, marks     where one is, was, and wants to be back
 *     folds.h    struct folds                     which entries of a list are shown, where some hide others
 *     rows.h     struct rows                      every answer: lazily made lines, each with a place and fields for JSON
 *
 * Rank 2: knows core only. */
#ifndef CLEW_TABLE_TABLE_H
#define CLEW_TABLE_TABLE_H

#include "table/columns.h"
#include "table/drawing.h"
#include "table/rows.h"

#endif
