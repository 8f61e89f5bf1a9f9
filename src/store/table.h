/* table.h - arrays of equal records, written column by column.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. The tables of a store are read as a whole, and what stands below each other in them resembles each other: addresses rise, lists begin where the one before ended.
 * So a table is written by columns of 64 bits, each as differences to the row above, and these by bytes, the lowest of all rows first: a store's pages are compressed, and such
 * bytes shrink to less than half of what the rows themselves do (a recording of 12,400 instructions: records 108 to 48 KB, lists 110 to 39 KB). */
#ifndef CLEW_STORE_TABLE_H
#define CLEW_STORE_TABLE_H

#include "store/paged.h"

/* `words` 64-bit words a row. */
void table_write(struct paged_writer *writer, unsigned stream, const void *rows, size_t count, size_t words);

/* The rows of a stream, in the arena, with room for PAGED_SLACK bytes behind them. False: damage, or no whole number of rows. */
CHECKED bool table_read(struct paged *paged, unsigned stream, size_t words, struct arena *arena, const void **rows, uint64_t *count, struct error *error);

/* Can a file of that size hold such a stream? Pages of zeros compress to nothing, and would ask for any amount of memory. */
CHECKED bool table_is_likely(const struct paged *paged, unsigned stream, struct error *error);

#endif
