/* table_rows.c - what is guessed of the rows of each table, from those above.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A guess that is wrong costs a byte or two, nothing else. Reading any bytes gives some rows; whether they make sense is for load.c to say. */
#include "recording/store/table_inside.h"
#include "recording/store/varint.h"

#include <string.h>

/* ---- Cells ---- */

/* Inlined into two functions each, for writing and for reading. */
#define INLINED static inline __attribute__((always_inline))

INLINED void code_number(struct columns *columns, bool reading, unsigned column, uint64_t *cell)
{
    if (reading)
        *cell = column_take(columns, column);
    else
        column_put(&columns->items[column], *cell);
}

INLINED void code_difference(struct columns *columns, bool reading, unsigned column, uint64_t *cell, uint64_t guess)
{
    uint64_t folded = varint_fold(*cell - guess);
    code_number(columns, reading, column, &folded);
    *cell = guess + varint_unfold(folded);
}

/* A place, or NOWHERE. */
INLINED void code_place(struct columns *columns, bool reading, unsigned column, uint64_t *cell, uint64_t guess)
{
    uint64_t folded = *cell == NOWHERE ? 0 : varint_fold(*cell - guess) + 1;
    code_number(columns, reading, column, &folded);
    *cell = folded ? guess + varint_unfold(folded - 1) : NOWHERE;
}

INLINED void code_half(struct columns *columns, bool reading, unsigned column, uint32_t *cell)
{
    uint64_t number = *cell;
    code_number(columns, reading, column, &number);
    *cell = (uint32_t)number;
}

INLINED void code_half_difference(struct columns *columns, bool reading, unsigned column, uint32_t *cell, uint32_t guess)
{
    uint64_t number = *cell;
    code_difference(columns, reading, column, &number, guess);
    *cell = (uint32_t)number;
}

/* ---- Rows ---- */

INLINED void code_words(struct columns *columns, bool reading, void *row)
{
    uint64_t *cells = row;
    for (unsigned i = 0; i < columns->count; i++) {
        code_difference(columns, reading, i, &cells[i], columns->words[i]);
        columns->words[i] = cells[i];
    }
}

INLINED void code_numbers(struct columns *columns, bool reading, void *row)
{
    uint32_t *number = row;
    code_half_difference(columns, reading, 0, number, (uint32_t)columns->words[0]);
    columns->words[0] = *number + 1;
}

enum { RECORD_COLUMNS = 11, LIST_COLUMNS = 7, PIECE_COLUMNS = 5, BLOCK_COLUMNS = 7, BLOCK_LEAST = 2 };

/* Ids rise by one, and lists stand behind those of the record before: first the ports, then the values. */
INLINED void code_record(struct columns *columns, bool reading, void *row)
{
    struct record *record = row, *above = &columns->record;
    code_difference(columns, reading, 0, &record->id, above->id + 1);
    code_difference(columns, reading, 1, &record->address, above->address);
    code_difference(columns, reading, 2, &record->line, above->line);
    code_difference(columns, reading, 3, &record->executions, above->executions);
    code_difference(columns, reading, 4, &record->file, above->file);
    code_difference(columns, reading, 5, &record->function, above->function);
    code_number(columns, reading, 6, &record->ports);
    code_difference(columns, reading, 7, &record->first_list, columns->next[0]);
    code_place(columns, reading, 8, &record->value_list, record->first_list + record->ports);
    code_half(columns, reading, 9, &record->flags);
    code_half(columns, reading, 10, &record->pieces);
    columns->next[0] = record->value_list == NOWHERE ? record->first_list + record->ports : record->value_list + 1;
    *above = *record;
}

static uint64_t descriptors_of(uint64_t count, bool uniform)
{
    return uniform ? count > 0 : blocks_of(count);
}

/* Descriptors stand behind those of the last list of the same kind, those of X behind the list's own. */
INLINED void code_list(struct columns *columns, bool reading, void *row)
{
    struct list *list = row, *above = &columns->list;
    code_half(columns, reading, 0, &list->flags);
    code_half(columns, reading, 1, &list->limbs);
    code_number(columns, reading, 2, &list->count);
    uint64_t *next = &columns->next[list->flags & LIST_TEXT ? 3 : list->flags & LIST_TIMES ? 2 : list->flags & LIST_VALUES ? 1 : 0];
    code_difference(columns, reading, 3, &list->first, *next);
    *next = list->first + descriptors_of(list->count, list->flags & LIST_UNIFORM);
    code_place(columns, reading, 4, &list->xs, *next);
    if (list->xs != NOWHERE)
        *next = list->xs + descriptors_of(list->count, list->flags & LIST_XS_UNIFORM);
    code_difference(columns, reading, 5, &list->top, list->count);
    code_difference(columns, reading, 6, &list->numbers, above->numbers);
    *above = *list;
}

/* What follows a leader runs one after the other. */
INLINED void code_piece(struct columns *columns, bool reading, void *row)
{
    struct clock_piece *piece = row, *above = &columns->piece;
    code_half_difference(columns, reading, 0, &piece->leader, above->leader);
    bool same = piece->leader == above->leader;
    code_half_difference(columns, reading, 1, &piece->offset, same ? above->offset + 1 : 0);
    code_difference(columns, reading, 2, &piece->list, same ? above->list : above->list + 1);
    code_number(columns, reading, 3, &piece->from);
    code_difference(columns, reading, 4, &piece->shift, piece->from);
    *above = *piece;
}

/* Slopes that are common, in the order of their codes; others are written. */
static const uint32_t slopes[] = {(uint32_t)BLOCK_ANY_SLOPE, 1 << 16, 0};
enum { SLOPES = sizeof slopes / sizeof *slopes };

INLINED void code_slope(struct columns *columns, bool reading, uint32_t *slope, unsigned code)
{
    if (code < SLOPES)
        *slope = slopes[code];
    else
        code_half(columns, reading, 2, slope);
}

static unsigned slope_find(uint32_t slope)
{
    unsigned code = 0;
    while (code < SLOPES && slopes[code] != slope)
        code++;
    return code;
}

/* Fields as block.h has them. Those that are there depend on the kind. */
INLINED void code_block(struct columns *columns, bool reading, void *row)
{
    struct block *block = row, *above = &columns->block;
    uint32_t slope = (uint32_t)(block->second >> 32), definer = (uint32_t)block->second;
    uint64_t head = (block->first & 3) | slope_find(slope) << 2, fields, base;
    code_number(columns, reading, 0, &head);
    code_half_difference(columns, reading, 1, &definer, (uint32_t)above->second);
    code_slope(columns, reading, &slope, head >> 2 & 3);
    if ((head & 3) == BLOCK_LINE) {
        fields = block->first >> 2 & 0xff;
        base = (uint64_t)((int64_t)block->first >> 10);
        code_number(columns, reading, 3, &fields);
        code_difference(columns, reading, 4, &base, 0);
        block->first = (uint64_t)BLOCK_LINE | (fields & 0xff) << 2 | base << 10;
    } else {
        fields = block->first >> 2 & 0x7ffff;
        base = block->first >> 21;
        code_number(columns, reading, 5, &fields);
        code_difference(columns, reading, 6, &base, columns->next[0]);
        columns->next[0] = base;
        block->first = (head & 3) | (fields & 0x7ffff) << 2 | base << 21;
    }
    block->second = (uint64_t)slope << 32 | definer;
    *above = *block;
}

/* ---- Both ways ---- */

#define BOTH_WAYS(what) \
    static void put_##what(struct columns *columns, void *row) { code_##what(columns, false, row); } \
    static void take_##what(struct columns *columns, void *row) { code_##what(columns, true, row); }

BOTH_WAYS(words)
BOTH_WAYS(numbers)
BOTH_WAYS(record)
BOTH_WAYS(list)
BOTH_WAYS(piece)
BOTH_WAYS(block)

struct row_code row_code_of(unsigned stream, size_t words)
{
    switch (stream) {
    case STREAM_RECORDS:
        return (struct row_code){sizeof(struct record), RECORD_COLUMNS, RECORD_COLUMNS, put_record, take_record};
    case STREAM_LISTS:
        return (struct row_code){sizeof(struct list), LIST_COLUMNS, LIST_COLUMNS, put_list, take_list};
    case STREAM_PIECES:
        return (struct row_code){sizeof(struct clock_piece), PIECE_COLUMNS, PIECE_COLUMNS, put_piece, take_piece};
    case STREAM_BLOCKS:
        return (struct row_code){sizeof(struct block), BLOCK_COLUMNS, BLOCK_LEAST, put_block, take_block};
    default:
        return (struct row_code){words * sizeof(uint64_t), (unsigned)words, (unsigned)words, put_words, take_words};
    }
}

struct row_code row_code_numbers(void)
{
    return (struct row_code){sizeof(uint32_t), 1, 1, put_numbers, take_numbers};
}
