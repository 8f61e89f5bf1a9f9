/* table.c - arrays of equal records, written column by column.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/paged.h"
#include "recording/store/table.h"
#include "recording/store/table_inside.h"
#include "recording/store/varint.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Columns ---- */

void column_put(struct column *column, uint64_t number)
{
    column->bytes = array_grow(column->bytes, &column->capacity, column->size + VARINT_MAX, 1);
    column->size = (size_t)(varint_write(column->bytes + column->size, number) - column->bytes);
}

uint64_t column_take_long(struct columns *columns, unsigned number)
{
    struct column *column = &columns->items[number];
    uint64_t value;
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
    columns->count = code.columns;
    struct column head = {0};
    void *row = memory_allocate(code.size);
    for (size_t i = 0; i < count; i++) {
        memcpy(row, (const unsigned char *)rows + i * code.size, code.size);
        code.put(columns, row);
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

static void take_rows(struct columns *columns, const struct row_code *code, unsigned char *rows, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        code->take(columns, rows + i * code->size);
}

/* A stream that is read. */
struct table {
    struct paged *paged;
    unsigned stream;
    struct row_code code;
    unsigned char *bytes;
    struct columns *columns;
    uint64_t count;
};

static bool table_end(struct table *table, bool good, struct error *error)
{
    for (unsigned c = 0; c < table->code.columns; c++)
        table->columns->ended |= table->columns->items[c].at != table->columns->items[c].end;
    if (good && table->columns->ended)
        good = error_set(error, "stream %u is no table", table->stream);
    free(table->columns);
    free(table->bytes);
    return good;
}

/* To be ended in any case. */
static bool table_begin(struct table *table, struct error *error)
{
    struct paged *paged = table->paged;
    size_t size = (size_t)paged->streams[table->stream].size;
    bool likely = table_is_likely(paged, table->stream, error);
    table->columns = memory_allocate(sizeof *table->columns);
    table->columns->count = table->code.columns;
    table->bytes = memory_allocate(likely ? size + 1 : 1);
    if (!likely || size == 0)
        return likely;
    if (!paged_copy(paged, table->stream, 0, table->bytes, size))
        return paged_damage(paged, error) && false;
    if (!find_columns(table->columns, &table->code, table->bytes, table->bytes + size, &table->count))
        return error_set(error, "stream %u is no table", table->stream);
    return is_likely(paged, table->stream, table->count * table->code.size, error);
}

static bool read_rows(struct table table, struct arena *arena, const void **rows, uint64_t *count, struct error *error)
{
    bool good = table_begin(&table, error);
    unsigned char *made = good ? arena_allocate(arena, (size_t)table.count * table.code.size + PAGED_SLACK) : NULL;
    if (good)
        take_rows(table.columns, &table.code, made, table.count);
    *rows = made;
    *count = table.count;
    return table_end(&table, good, error);
}

bool table_read(struct paged *paged, unsigned stream, size_t words, struct arena *arena, const void **rows, uint64_t *count, struct error *error)
{
    return read_rows((struct table){.paged = paged, .stream = stream, .code = row_code_of(stream, words)}, arena, rows, count, error);
}

bool table_read_numbers(struct paged *paged, unsigned stream, struct arena *arena, const uint32_t **numbers, uint64_t *count, struct error *error)
{
    const void *rows;
    bool good = read_rows((struct table){.paged = paged, .stream = stream, .code = row_code_numbers()}, arena, &rows, count, error);
    *numbers = rows;
    return good;
}

bool table_unpack(struct paged *paged, unsigned stream, unsigned rows, size_t words, struct error *error)
{
    struct table table = {.paged = paged, .stream = stream, .code = row_code_of(stream, words)};
    bool good = table_begin(&table, error);
    size_t a_page = PAGED_SIZE / table.code.size;
    if (good)
        paged_give(paged, rows, table.count * table.code.size);
    for (uint64_t i = 0; good && i < table.count; i += a_page)
        take_rows(table.columns, &table.code, paged_given(paged, rows, i / a_page), table.count - i < a_page ? table.count - i : a_page);
    return table_end(&table, good, error);
}
