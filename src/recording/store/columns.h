/* columns.h - arrays of equal records, written column by column.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. clew reads the tables of a store as a whole, and neighbours in a column resemble each other: addresses rise, lists begin where
 * the one before ended. So it writes a table by columns. Each cell is a varint: its difference from the reader's guess, which rests on the rows above.
 * Most of these bytes are zero, and the pages of the store are compressed besides.
 *
 *     varint rows; for each column varint its size in bytes; the columns, one behind the other */
#ifndef CLEW_RECORDING_STORE_COLUMNS_H
#define CLEW_RECORDING_STORE_COLUMNS_H

#include "core/core.h"

struct paged_writer;
struct paged;
struct record;

/* `words` 64-bit words a row. */
void table_write(struct paged_writer *writer, unsigned stream, const void *rows, size_t count, size_t words);

/* The rows of a stream, in the arena, with room for PAGED_SLACK bytes behind them. False: damage, or table_write did not write the stream. */
CHECKED bool table_read(struct paged *paged, unsigned stream, size_t words, struct arena *arena, const void **rows, uint64_t *count, struct error *error);

/* The same for an array of numbers. */
void table_write_numbers(struct paged_writer *writer, unsigned stream, const uint32_t *numbers, size_t count);
CHECKED bool table_read_numbers(struct paged *paged, unsigned stream, struct arena *arena, const uint32_t **numbers, uint64_t *count, struct error *error);

/* Unpacks the table in `stream` into the stream `rows`, which is empty; its pages stay in memory. The size of a row divides PAGED_SIZE. */
CHECKED bool table_unpack(struct paged *paged, unsigned stream, unsigned rows, size_t words, struct error *error);

/* Can a file of this size hold so large a stream? Otherwise a small file could demand any amount of memory, since pages of zeros compress to nothing. */
CHECKED bool table_is_likely(const struct paged *paged, unsigned stream, struct error *error);

/* ---- Sorting ---- */

struct pair {
    uint64_t key, value;
};

/* Sorts by key, stably. Natural merge sort: O(n) for sorted pairs, otherwise O(n log runs). Needs scratch memory of the same size. */
void pairs_sort(struct pair *pairs, size_t count);

/* The indices of records in order of address or of id, equal ones by index. */
void records_order(const struct record *records, size_t count, bool by_address, uint32_t *order);

#endif
