/* columns.c - arrays of equal records, written column by column.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/columns.h"
#include "recording/store/lists.h"
#include "recording/store/paged.h"
#include "recording/store/times.h"
#include "core/core.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Columns ----
 *
 * One function writes and reads a row, so both make the same guesses: it goes through the cells and puts each into its column or takes it from there. */

enum { COLUMNS_MAX = 11 };

struct column {
    unsigned char *bytes;
    size_t size, capacity;
    const unsigned char *at, *end;      /* when reading */
};

struct columns {
    struct column items[COLUMNS_MAX];
    unsigned count;
    bool ended;                         /* a column was too short; its missing cells are zero */

    /* From the rows above. */
    struct record record;
    struct list list;
    struct clock_piece piece;
    struct block block;
    uint64_t words[COLUMNS_MAX];
    uint64_t next[4];                   /* expected place of the next one: lists of records; by kind of list, descriptors and offsets; payloads */
};

struct row_code {
    size_t size;                        /* bytes of a row */
    unsigned columns;
    unsigned least;                     /* number of columns with at least a byte for each row */
    void (*put)(struct columns *columns, void *row);        /* writes to the row, but leaves it the same */
    void (*take)(struct columns *columns, void *row);
};

static void column_put(struct column *column, uint64_t number)
{
    column->bytes = array_grow(column->bytes, &column->capacity, column->size + VARINT_MAX, 1);
    column->size = (size_t)(varint_write(column->bytes + column->size, number) - column->bytes);
}

static uint64_t column_take_long(struct columns *columns, unsigned number)
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

static inline uint64_t column_take(struct columns *columns, unsigned number)
{
    struct column *column = &columns->items[number];
    return __builtin_expect(column->at < column->end && *column->at < 128, 1) ? *column->at++ : column_take_long(columns, number);
}

/* ---- Guesses about the rows of each table, from the rows above ----
 *
 * A wrong guess costs only a byte or two. Reading gives some rows for any bytes; load.c checks whether they make sense. */

/* ---- Cells ---- */

/* Each is inlined into two functions, for writing and for reading. */
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

/* A cell with a place, or NOWHERE. */
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

/* The pieces of one leader run one after the other. */
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

/* Common slopes, in the order of their codes; other slopes are written out. */
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

/* The fields as in block.h; the kind decides which ones a block has. */
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

/* The code for the rows of a stream. */
static struct row_code row_code_of(unsigned stream, size_t words)
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

static struct row_code row_code_numbers(void)
{
    return (struct row_code){sizeof(uint32_t), 1, 1, put_numbers, take_numbers};
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
    return error_set(error, "stream %u claims to have %" PRIu64 " bytes, more than a file of %" PRIu64 " holds", stream, size, file);
}

bool table_is_likely(const struct paged *paged, unsigned stream, struct error *error)
{
    return is_likely(paged, stream, paged->streams[stream].size, error);
}

/* Finds the columns in the bytes. False: not a table. */
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

/* A stream being read. */
struct column_table {
    struct paged *paged;
    unsigned stream;
    struct row_code code;
    unsigned char *bytes;
    struct columns *columns;
    uint64_t count;
};

static bool table_end(struct column_table *table, bool good, struct error *error)
{
    for (unsigned c = 0; c < table->code.columns; c++)
        table->columns->ended |= table->columns->items[c].at != table->columns->items[c].end;
    if (good && table->columns->ended)
        good = error_set(error, "stream %u is not a table", table->stream);
    free(table->columns);
    free(table->bytes);
    return good;
}

/* Call table_end in any case. */
static bool table_begin(struct column_table *table, struct error *error)
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
        return error_set(error, "stream %u is not a table", table->stream);
    return is_likely(paged, table->stream, table->count * table->code.size, error);
}

static bool read_rows(struct column_table table, struct arena *arena, const void **rows, uint64_t *count, struct error *error)
{
    bool good = table_begin(&table, error);
    unsigned char *made = good ? arena_allocate(arena, (size_t)table.count * table.code.size + PAGED_SLACK) : NULL;
    if (good) {
        memory_will_fill(made, (size_t)table.count * table.code.size);
        take_rows(table.columns, &table.code, made, table.count);
    }
    *rows = made;
    *count = table.count;
    return table_end(&table, good, error);
}

bool table_read(struct paged *paged, unsigned stream, size_t words, struct arena *arena, const void **rows, uint64_t *count, struct error *error)
{
    return read_rows((struct column_table){.paged = paged, .stream = stream, .code = row_code_of(stream, words)}, arena, rows, count, error);
}

bool table_read_numbers(struct paged *paged, unsigned stream, struct arena *arena, const uint32_t **numbers, uint64_t *count, struct error *error)
{
    const void *rows;
    bool good = read_rows((struct column_table){.paged = paged, .stream = stream, .code = row_code_numbers()}, arena, &rows, count, error);
    *numbers = rows;
    return good;
}

bool table_unpack(struct paged *paged, unsigned stream, unsigned rows, size_t words, struct error *error)
{
    struct column_table table = {.paged = paged, .stream = stream, .code = row_code_of(stream, words)};
    bool good = table_begin(&table, error);
    size_t a_page = PAGED_SIZE / table.code.size;
    if (good)
        paged_give(paged, rows, table.count * table.code.size);
    for (uint64_t i = 0; good && i < table.count; i += a_page)
        take_rows(table.columns, &table.code, paged_given(paged, rows, i / a_page), table.count - i < a_page ? table.count - i : a_page);
    return table_end(&table, good, error);
}

/* ---- A stable sort that profits from existing order ----
 *
 * Natural merge sort (Knuth, The Art of Computer Programming 3, 5.2.4, algorithm N without its two-ended reading). Entries come in
 * file order, which is nearly always a few rising runs. */

static size_t run_end(const struct pair *pairs, size_t from, size_t count)
{
    while (from + 1 < count && pairs[from].key <= pairs[from + 1].key)
        from++;
    return from < count ? from + 1 : count;
}

static void merge(const struct pair *a, size_t a_count, const struct pair *b, size_t b_count, struct pair *out)
{
    while (a_count && b_count) {
        bool take_b = b->key < a->key;
        *out++ = take_b ? *b : *a;
        a += !take_b, a_count -= !take_b;
        b += take_b, b_count -= take_b;
    }
    memcpy(out, a_count ? a : b, (a_count + b_count) * sizeof *out);
}

/* Merges neighbouring runs of `from` into `to`. True: one run is left. */
static bool merge_pass(const struct pair *from, struct pair *to, size_t count)
{
    size_t at = 0, merges = 0;
    while (at < count) {
        size_t middle = run_end(from, at, count), end = run_end(from, middle, count);
        merge(from + at, middle - at, from + middle, end - middle, to + at);
        at = end;
        merges++;
    }
    return merges == 1;
}

void pairs_sort(struct pair *pairs, size_t count)
{
    if (run_end(pairs, 0, count) == count)
        return;
    struct pair *scratch = memory_allocate(count * sizeof *scratch), *from = pairs, *to = scratch;
    bool done;
    do {
        done = merge_pass(from, to, count);
        struct pair *swap = from;
        from = to;
        to = swap;
    } while (!done);
    if (from == scratch)
        memcpy(pairs, scratch, count * sizeof *pairs);
    free(scratch);
}

void records_order(const struct record *records, size_t count, bool by_address, uint32_t *order)
{
    struct pair *pairs = memory_allocate((count + 1) * sizeof *pairs);
    for (size_t i = 0; i < count; i++)
        pairs[i] = (struct pair){by_address ? records[i].address : records[i].id, i};
    pairs_sort(pairs, count);
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)pairs[i].value;
    free(pairs);
}
