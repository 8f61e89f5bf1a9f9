/* table_rows.c - what is guessed of the rows of each table, from those above.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A guess that is wrong costs a byte or two, nothing else. Reading any bytes gives some rows; whether they make sense is for load.c to say. */
#include "store/table_inside.h"
#include "store/varint.h"

#include <string.h>

/* ---- Cells ---- */

static inline void code_number(struct columns *columns, unsigned column, uint64_t *cell)
{
    if (columns->reading)
        *cell = column_take(columns, column);
    else
        column_put(&columns->items[column], *cell);
}

static inline void code_difference(struct columns *columns, unsigned column, uint64_t *cell, uint64_t guess)
{
    uint64_t folded = varint_fold(*cell - guess);
    code_number(columns, column, &folded);
    *cell = guess + varint_unfold(folded);
}

/* A place, or NOWHERE. */
static inline void code_place(struct columns *columns, unsigned column, uint64_t *cell, uint64_t guess)
{
    uint64_t folded = *cell == NOWHERE ? 0 : varint_fold(*cell - guess) + 1;
    code_number(columns, column, &folded);
    *cell = folded ? guess + varint_unfold(folded - 1) : NOWHERE;
}

static inline void code_half(struct columns *columns, unsigned column, uint32_t *cell)
{
    uint64_t number = *cell;
    code_number(columns, column, &number);
    *cell = (uint32_t)number;
}

static inline void code_half_difference(struct columns *columns, unsigned column, uint32_t *cell, uint32_t guess)
{
    uint64_t number = *cell;
    code_difference(columns, column, &number, guess);
    *cell = (uint32_t)number;
}

/* ---- Rows ---- */

static void code_words(struct columns *columns, void *row, unsigned count)
{
    uint64_t *cells = row;
    for (unsigned i = 0; i < count; i++) {
        code_difference(columns, i, &cells[i], columns->words[i]);
        columns->words[i] = cells[i];
    }
}

static void code_numbers(struct columns *columns, void *row, unsigned count)
{
    (void)count;
    uint32_t *number = row;
    code_half_difference(columns, 0, number, (uint32_t)columns->words[0]);
    columns->words[0] = *number + 1;
}

enum { RECORD_COLUMNS = 11, LIST_COLUMNS = 7, PIECE_COLUMNS = 5, BLOCK_COLUMNS = 7, BLOCK_LEAST = 2 };

/* Ids rise by one, and lists stand behind those of the record before: first the ports, then the values. */
static void code_record(struct columns *columns, void *row, unsigned count)
{
    struct record *record = row, *above = &columns->record;
    (void)count;
    code_difference(columns, 0, &record->id, above->id + 1);
    code_difference(columns, 1, &record->address, above->address);
    code_difference(columns, 2, &record->line, above->line);
    code_difference(columns, 3, &record->executions, above->executions);
    code_difference(columns, 4, &record->file, above->file);
    code_difference(columns, 5, &record->function, above->function);
    code_number(columns, 6, &record->ports);
    code_difference(columns, 7, &record->first_list, columns->next[0]);
    code_place(columns, 8, &record->value_list, record->first_list + record->ports);
    code_half(columns, 9, &record->flags);
    code_half(columns, 10, &record->pieces);
    columns->next[0] = record->value_list == NOWHERE ? record->first_list + record->ports : record->value_list + 1;
    *above = *record;
}

static uint64_t blocks_of(uint64_t count, bool uniform)
{
    return uniform ? count > 0 : count / BLOCK + (count % BLOCK > 0);
}

/* Descriptors stand behind those of the last list of the same kind, those of X behind the list's own. */
static void code_list(struct columns *columns, void *row, unsigned count)
{
    struct list *list = row, *above = &columns->list;
    (void)count;
    code_half(columns, 0, &list->flags);
    code_half(columns, 1, &list->limbs);
    code_number(columns, 2, &list->count);
    uint64_t *next = &columns->next[list->flags & LIST_TEXT ? 3 : list->flags & LIST_TIMES ? 2 : list->flags & LIST_VALUES ? 1 : 0];
    code_difference(columns, 3, &list->first, *next);
    *next = list->first + blocks_of(list->count, list->flags & LIST_UNIFORM);
    code_place(columns, 4, &list->xs, *next);
    if (list->xs != NOWHERE)
        *next = list->xs + blocks_of(list->count, list->flags & LIST_XS_UNIFORM);
    code_difference(columns, 5, &list->top, list->count);
    code_difference(columns, 6, &list->numbers, above->numbers);
    *above = *list;
}

/* What follows a leader runs one after the other. */
static void code_piece(struct columns *columns, void *row, unsigned count)
{
    struct clock_piece *piece = row, *above = &columns->piece;
    (void)count;
    code_half_difference(columns, 0, &piece->leader, above->leader);
    bool same = piece->leader == above->leader;
    code_half_difference(columns, 1, &piece->offset, same ? above->offset + 1 : 0);
    code_difference(columns, 2, &piece->list, same ? above->list : above->list + 1);
    code_number(columns, 3, &piece->from);
    code_difference(columns, 4, &piece->shift, piece->from);
    *above = *piece;
}

/* Slopes that are common, in the order of their codes; others are written. */
static const uint32_t slopes[] = {(uint32_t)BLOCK_ANY_SLOPE, 1 << 16, 0};
enum { SLOPES = sizeof slopes / sizeof *slopes };

static void code_slope(struct columns *columns, uint32_t *slope, unsigned code)
{
    if (code < SLOPES)
        *slope = slopes[code];
    else
        code_half(columns, 2, slope);
}

static unsigned slope_find(uint32_t slope)
{
    unsigned code = 0;
    while (code < SLOPES && slopes[code] != slope)
        code++;
    return code;
}

/* Fields as block.h has them. Those that are there depend on the kind. */
static void code_block(struct columns *columns, void *row, unsigned count)
{
    struct block *block = row, *above = &columns->block;
    uint32_t slope = (uint32_t)(block->second >> 32), definer = (uint32_t)block->second;
    uint64_t head = (block->first & 3) | slope_find(slope) << 2, fields, base;
    (void)count;
    code_number(columns, 0, &head);
    code_half_difference(columns, 1, &definer, (uint32_t)above->second);
    code_slope(columns, &slope, head >> 2 & 3);
    if ((head & 3) == BLOCK_LINE) {
        fields = block->first >> 2 & 0xff;
        base = (uint64_t)((int64_t)block->first >> 10);
        code_number(columns, 3, &fields);
        code_difference(columns, 4, &base, 0);
        block->first = (uint64_t)BLOCK_LINE | (fields & 0xff) << 2 | base << 10;
    } else {
        fields = block->first >> 2 & 0x7ffff;
        base = block->first >> 21;
        code_number(columns, 5, &fields);
        code_difference(columns, 6, &base, columns->next[0]);
        columns->next[0] = base;
        block->first = (head & 3) | (fields & 0x7ffff) << 2 | base << 21;
    }
    block->second = (uint64_t)slope << 32 | definer;
    *above = *block;
}

struct row_code row_code_of(unsigned stream, size_t words)
{
    switch (stream) {
    case STREAM_RECORDS:
        return (struct row_code){sizeof(struct record), RECORD_COLUMNS, RECORD_COLUMNS, code_record};
    case STREAM_LISTS:
        return (struct row_code){sizeof(struct list), LIST_COLUMNS, LIST_COLUMNS, code_list};
    case STREAM_PIECES:
        return (struct row_code){sizeof(struct clock_piece), PIECE_COLUMNS, PIECE_COLUMNS, code_piece};
    case STREAM_BLOCKS:
        return (struct row_code){sizeof(struct block), BLOCK_COLUMNS, BLOCK_LEAST, code_block};
    default:
        return (struct row_code){words * sizeof(uint64_t), (unsigned)words, (unsigned)words, code_words};
    }
}

struct row_code row_code_numbers(void)
{
    return (struct row_code){sizeof(uint32_t), 1, 1, code_numbers};
}
