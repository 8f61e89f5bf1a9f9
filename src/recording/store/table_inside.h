/* table_inside.h - columns of a table, and what is guessed of its rows.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to table*.c. A row is written and read by one function, so that both guess the same: it goes through the cells, and each is either put into its
 * column or taken from there. */
#ifndef CLEW_RECORDING_STORE_TABLE_INSIDE_H
#define CLEW_RECORDING_STORE_TABLE_INSIDE_H

#include "recording/store/layout.h"
#include "recording/store/times.h"

enum { COLUMNS_MAX = 11 };

struct column {
    unsigned char *bytes;
    size_t size, capacity;
    const unsigned char *at, *end;      /* reading */
};

struct columns {
    struct column items[COLUMNS_MAX];
    unsigned count;
    bool ended;                         /* a column was too short for what was asked of it; its cells are zero then */

    /* Of the rows above. */
    struct record record;
    struct list list;
    struct clock_piece piece;
    struct block block;
    uint64_t words[COLUMNS_MAX];
    uint64_t next[4];                   /* where the next one is expected: lists of records; by kind of list, descriptors and offsets; payloads */
};

struct row_code {
    size_t size;                        /* bytes of a row */
    unsigned columns;
    unsigned least;                     /* columns that have a byte for each row at least */
    void (*put)(struct columns *columns, void *row);        /* the row is written to, and stays the same */
    void (*take)(struct columns *columns, void *row);
};

/* How the rows of a stream are coded. */
struct row_code row_code_of(unsigned stream, size_t words);
struct row_code row_code_numbers(void);

void column_put(struct column *column, uint64_t number);
uint64_t column_take_long(struct columns *columns, unsigned column);

static inline uint64_t column_take(struct columns *columns, unsigned number)
{
    struct column *column = &columns->items[number];
    return __builtin_expect(column->at < column->end && *column->at < 128, 1) ? *column->at++ : column_take_long(columns, number);
}

#endif
