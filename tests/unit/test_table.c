/* test_table.c - tables by columns: rows come back unchanged; clew refuses random bytes, or reads some rows from them.  SPDX-License-Identifier:
 * GPL-3.0-or-later */
#include "recording/store/layout.h"
#include "recording/store/paged.h"
#include "recording/store/columns.h"
#include "recording/store/times.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct { unsigned stream; size_t words; } tables[] = {
    {STREAM_RECORDS, sizeof(struct record) / 8}, {STREAM_LISTS, sizeof(struct list) / 8}, {STREAM_PIECES, sizeof(struct clock_piece) / 8},
    {STREAM_BLOCKS, sizeof(struct block) / 8}, {STREAM_USERS, sizeof(struct users_head) / 8}};
enum { TABLES = sizeof tables / sizeof *tables, ROWS_MAX = 9000, WORDS_MAX = 10 };

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

/* Small, large and special numbers. */
static uint64_t next_cell(uint64_t *state)
{
    static const uint64_t words[] = {0, 1, NOWHERE, UINT64_C(1) << 63, 1 << 16, UINT32_MAX, UINT64_C(1) << 32, 255};
    uint64_t random = next_random(state);
    return random % 4 == 0 ? words[random / 4 % 8] : next_random(state) >> random / 4 % 64;
}

/* Offsets of lists and descriptors are below 2^62, or NOWHERE. */
static void mend(unsigned stream, uint64_t *row)
{
    if (stream == STREAM_RECORDS && row[8] != NOWHERE)
        row[8] >>= 2;
    if (stream == STREAM_RECORDS)
        row[6] >>= 2, row[7] >>= 2;
    if (stream == STREAM_LISTS)
        row[0] >>= 2, row[1] >>= 2, row[2] = row[2] == NOWHERE ? NOWHERE : row[2] >> 2;
}

static struct paged *finish(struct paged_writer *writer)
{
    struct paged *paged;
    struct error error;
    assert_true(paged_finish(writer, NULL, 0, &paged, &error));
    return paged;
}

static struct paged_writer *begin(void)
{
    struct paged_writer *writer;
    struct error error;
    assert_true(paged_create(NULL, STREAMS, &writer, &error));
    return writer;
}

static void rows_come_back_as_they_were(void **state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 2, 300, ROWS_MAX};
    uint64_t seed = 88172645463325252u, *cells = memory_allocate(ROWS_MAX * WORDS_MAX * sizeof *cells);
    for (unsigned t = 0; t < TABLES; t++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            size_t words = tables[t].words, bytes = counts[c] * words * sizeof *cells;
            unsigned stream = tables[t].stream;
            for (size_t i = 0; i < counts[c] * words; i++)
                cells[i] = next_cell(&seed);
            for (size_t i = 0; i < counts[c]; i++)
                mend(stream, cells + i * words);
            struct paged_writer *writer = begin();
            table_write(writer, stream, cells, counts[c], words);
            struct paged *paged = finish(writer);
            struct arena arena = {0};
            struct error error;
            const void *rows;
            uint64_t count;
            assert_true(table_read(paged, stream, words, &arena, &rows, &count, &error));
            assert_int_equal(count, counts[c]);
            assert_true(bytes == 0 || memcmp(rows, cells, bytes) == 0);
            arena_free(&arena);
            if (stream == STREAM_BLOCKS) {
                unsigned char *copy = memory_allocate(bytes + 1);
                assert_true(table_unpack(paged, stream, STREAM_DESCRIPTORS, words, &error));
                assert_int_equal(paged->streams[STREAM_DESCRIPTORS].size, bytes);
                assert_true(bytes == 0 || (paged_copy(paged, STREAM_DESCRIPTORS, 0, copy, bytes) && memcmp(copy, cells, bytes) == 0));
                free(copy);
            }
            paged_close(paged);
        }
    free(cells);
}

static void numbers_come_back_as_they_were(void **state)
{
    (void)state;
    uint64_t seed = 362436069, count;
    uint32_t numbers[1000];
    const uint32_t *read;
    struct arena arena = {0};
    struct error error;
    for (size_t i = 0; i < 1000; i++)
        numbers[i] = i % 3 ? (uint32_t)next_cell(&seed) : (uint32_t)i;
    struct paged_writer *writer = begin();
    table_write_numbers(writer, STREAM_FINAL, numbers, 1000);
    struct paged *paged = finish(writer);
    assert_true(table_read_numbers(paged, STREAM_FINAL, &arena, &read, &count, &error));
    assert_int_equal(count, 1000);
    assert_memory_equal(read, numbers, sizeof numbers);
    arena_free(&arena);
    paged_close(paged);
}

/* Never reads more of them than there are bytes. */
static void bytes_that_nobody_wrote_are_refused_or_give_some_rows(void **state)
{
    (void)state;
    uint64_t seed = 521288629;
    unsigned refused = 0, read = 0;
    for (unsigned n = 0; n < 20000; n++) {
        unsigned char bytes[200];
        size_t size = next_random(&seed) % sizeof bytes + 1, words = tables[n % TABLES].words;
        for (size_t i = 0; i < size; i++)
            bytes[i] = (unsigned char)(n % 2 ? next_random(&seed) >> 7 : next_random(&seed) % 7 == 0);
        struct paged_writer *writer = begin();
        paged_append_items(writer, tables[n % TABLES].stream, bytes, size, 1);
        struct paged *paged = finish(writer);
        struct arena arena = {0};
        struct error error = {0};
        const void *rows;
        uint64_t count;
        bool good = table_read(paged, tables[n % TABLES].stream, words, &arena, &rows, &count, &error);
        assert_true(good ? count <= size : error.message[0] != 0);
        refused += !good;
        read += good;
        arena_free(&arena);
        paged_close(paged);
    }
    assert_true(refused > 1000 && read > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_come_back_as_they_were),
        cmocka_unit_test(numbers_come_back_as_they_were),
        cmocka_unit_test(bytes_that_nobody_wrote_are_refused_or_give_some_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
