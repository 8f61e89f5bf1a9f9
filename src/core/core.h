/* core.h - bytes, text, files, memory, errors: what every other room stands on.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     error.h    struct error, CHECKED          what went wrong and where
 *     text.h     struct str, struct text       text that somebody else owns, and text that grows; the one door for hostile names (text_safe)
 *     near.h     struct near                    the names that a mistyped one may have meant
 *     memory.h   struct arena, map, pool        one arena a trace, one a question
 *     search.h   LOWER_BOUND, COMPARE           binary search, and what qsort compares with
 *     file.h     file_read, struct progress     files read and written as a whole, programs; long work that can be stopped
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

#endif
