/* wet.h - the WET text formats: every executed instruction with its dependences and values.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Source: "WET Trace Format" (Zhang and Gupta's whole execution traces; MICRO-37 2004); the rules where it is silent are
 * numbered as in man page clew-formats(5).
 *
 * Reading pulls items; nothing is kept but a few counters, so a trace of any size streams through:
 *
 *     struct wet_reader *reader = wet_reader_open(bytes, true);
 *     struct wet_item item;
 *     while (wet_reader_next(reader, &item))
 *         switch (item.kind) ...
 *     wet_reader_close(reader);
 *
 * The reader checks what one pass can check (bad lines, sizes, order of X, the end of the file); what needs the whole trace
 * (duplicate ids and addresses, dangling ids, instances out of range) is the store's to find. */
#ifndef CLEW_FORMATS_WET_H
#define CLEW_FORMATS_WET_H

#include "core/core.h"

/* The problems a trace can have (wet.md 1.6), in the order of that table. */
enum wet_problem {
    WET_MISSING_COUNT, WET_COUNT_MISMATCH, WET_BAD_LINE, WET_PORTS_MISMATCH, WET_SIZE_MISMATCH, WET_MISSING_VALUES, WET_TRUNCATED,
    WET_X_ORDER, WET_X_DUPLICATE, WET_DUPLICATE_ID, WET_DUPLICATE_ADDRESS, WET_DANGLING_ID, WET_INSTANCE_RANGE,
    WET_PROBLEMS
};
const char *wet_problem_name(enum wet_problem kind);        /* "missing-count", "count-mismatch", ... */

#endif
