/* core.h - bytes, text, files, memory, errors: the base of every other room.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     error.h    struct error, CHECKED          errors and their places
 *     text.h     struct str, struct text       text that others own, and text that grows; the one door for hostile names (text_safe)
 *     near.h     struct near                    names near a mistyped one
 *     memory.h   struct arena, map, pool        one arena per trace, one per question
 *     varint.h   varint_write, varint_read      numbers in variable length
 *     search.h   LOWER_BOUND, COMPARE           binary search, comparisons for qsort
 *     file.h     file_read, struct progress     whole files read and written, programs; progress of long work
 *     input.h    struct input                   files of any size, piece by piece, compressed or not
 *     shell.h    struct shell                   programs that the user asked for
 *
 * Rank 1: it knows nothing of traces. */
#ifndef CLEW_CORE_CORE_H
#define CLEW_CORE_CORE_H

#include "core/file.h"
#include "core/input.h"
#include "core/memory.h"
#include "core/near.h"
#include "core/search.h"
#include "core/shell.h"
#include "core/text.h"
#include "core/varint.h"

#endif
