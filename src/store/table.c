/* table.c - arrays of equal records, written column by column.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/table.h"
#include "store/table_inside.h"
#include "store/varint.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Columns ---- */

void column_put(struct column *column, uint64_t number)
{
    column->bytes = array_grow(column->bytes, &column->capacity, column->size + VARINT_MAX, 1);
    column->size = (size_t)(varint_write(column->bytes + column->size, number) - column->bytes);
}

uint64_t column_take(struct columns *columns, unsigned number)
{
    struct column *column = &columns->items[number];
    uint64_t value;
    if (__builtin_expect(column->at < column->end && *column->at < 128, 1))
        return *column->at++;
    const unsigned char *behind = varint_read_within(column->at, column->end, &value);
    if (!behind) {
        columns->ended = true;
        column->at = column->end;
        return 0;
    }
    column->at = behind;
    return value;
}

/* ---- Writing ---- */

static void write_rows(struct paged_writer *writer, unsigned stream, const void *rows, size_t count, struct row_code code)
{
    struct columns *columns = memory_allocate(sizeof *columns);
    struct column head = {0};
    void *row = memory_allocate(code.size);
    for (size_t i = 0; i < count; i++) {
        memcpy(row, (const unsigned char *)rows + i * code.size, code.size);
        code.code(columns, row, code.columns);
    }
    column_put(&head, count);
    for (unsigned c = 0; c < code.columns; c++)
        column_put(&head, columns->items[c].size);
    if (count)
        paged_append_items(writer, stream, head.bytes, head.size, 1);
    for (unsigned c = 0; c < code.columns; c++) {
        if (columns->items[c].size)
            paged_append_items(writer, stream, columns->items[c].bytes, columns->items[c].size, 1);
        free(columns->items[c].bytes);
    }
    free(head.bytes);
    free(row);
    free(columns);
}

void table_write(struct paged_writer *writer, unsigned stream, const void *rows, size_t count, size_t words)
{
    write_rows(writer, stream, rows, count, row_code_of(stream, words));
}

void table_write_numbers(struct paged_writer *writer, unsigned stream, const uint32_t *numbers, size_t count)
{
    write_rows(writer, stream, numbers, count, row_code_numbers());
}

/* ---- Reading ---- */

static bool is_likely(const struct paged *paged, unsigned stream, uint64_t size, struct error *error)
{
    enum { SMALL = 64 << 20, SHRINKS = 200 };
    uint64_t file = paged_file_size(paged);
    if (size <= SMALL || size / SHRINKS <= file)
        return true;
    return error_set(error, "stream %u is said to have %" PRIu64 " bytes, more than a file of %" PRIu64 " holds", stream, size, file);
}

bool table_is_likely(const struct paged *paged, unsigned stream, struct error *error)
{
    return is_likely(paged, stream, paged->streams[stream].size, error);
}

/* Finds the columns in the bytes. False: that is no table. */
static bool find_columns(struct columns *columns, const struct row_code *code, const unsigned char *at, const unsigned char *end, uint64_t *count)
{
    uint64_t sizes[COLUMNS_MAX];
    at = varint_read_within(at, end, count);
    for (unsigned c = 0; at && c < code->columns; c++)
        at = varint_read_within(at, end, &sizes[c]);
    for (unsigned c = 0; at && c < code->columns; c++) {
        if (sizes[c] > (uint64_t)(end - at) || (c < code->least && sizes[c] < *count))
            return false;
        columns->items[c].at = at;
        columns->items[c].end = at += sizes[c];
    }
    return at == end;
}

static bool take_rows(struct columns *columns, const struct row_code *code, unsigned char *rows, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        code->code(columns, rows + i * code->size, code->columns);
    for (unsigned c = 0; c < code->columns; c++)
        columns->ended |= columns->items[c].at != columns->items[c].end;
    return !columns->ended;
}

static bool read_rows(struct paged *paged, unsigned stream, struct row_code code, struct arena *arena, const void **rows, uint64_t *count, struct error *error)
{
    size_t size = (size_t)paged->streams[stream].size;
    *count = 0;
    *rows = NULL;
    if (!table_is_likely(paged, stream, error))
        return false;
    unsigned char *bytes = memory_allocate(size + 1);
    struct columns *columns = memory_allocate(sizeof *columns);
    bool copied = size == 0 || paged_copy(paged, stream, 0, bytes, size);
    bool good = copied && (size == 0 || find_columns(columns, &code, bytes, bytes + size, count));
    bool likely = good && is_likely(paged, stream, *count * code.size, error);
    if (likely) {
        unsigned char *made = arena_allocate(arena, (size_t)*count * code.size + PAGED_SLACK);
        *rows = made;
        columns->reading = true;
        good = take_rows(columns, &code, made, *count);
    }
    free(columns);
    free(bytes);
    if (!copied)
        return paged_damage(paged, error) && false;
    return good ? likely : error_set(error, "stream %u is no table", stream);
}

bool table_read(struct paged *paged, unsigned stream, size_t words, struct arena *arena, const void **rows, uint64_t *count, struct error *error)
{
    return read_rows(paged, stream, row_code_of(stream, words), arena, rows, count, error);
}

bool table_read_numbers(struct paged *paged, unsigned stream, struct arena *arena, const uint32_t **numbers, uint64_t *count, struct error *error)
{
    const void *rows;
    bool good = read_rows(paged, stream, row_code_numbers(), arena, &rows, count, error);
    *numbers = rows;
    return good;
}
