/* test_store_pieces.c - the state stream in a store comes out as it went in; tables that lie are refused.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/pieces.h"
#include "recording/store/store.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 40, RUNS = 100 };

static struct writer_instruction list_one(void *context, uint64_t i)
{
    (void)context, (void)i;
    return (struct writer_instruction){.site = 1, .id = 1, .address = 0x1000, .executions = RUNS};
}

static struct store *finish(struct store_writer *writer)
{
    struct writer_program program = {.count = 1, .instruction = list_one};
    struct writer_totals totals;
    struct store *store;
    struct error error;
    for (uint64_t i = 0; i < RUNS; i++)
        store_writer_run(writer, 1, 1, i);
    if (!store_writer_finish(writer, &program, &totals, &store, &error))
        fail_msg("%s", error.message);
    return store;
}

/* Random bytes, or a repetition that packs well; sometimes none. */
static struct text some_bytes(uint64_t number, uint64_t limit)
{
    struct text text = {0};
    uint64_t random = number + 1, size = number % 7 == 3 ? 0 : next_random(&random) % limit;
    for (uint64_t i = 0; i < size; i++)
        text_byte(&text, number % 2 ? (char)next_random(&random) : (char)(i / 100));
    return text;
}

static void expect_text(struct text got, struct text expected)
{
    assert_true(str_equal(text_str(&got), text_str(&expected)));
    text_free(&got);
    text_free(&expected);
}

static void pieces_come_out_as_they_went_in(void **state)
{
    (void)state;
    struct store_writer *writer;
    struct error error;
    uint64_t before = 0;
    assert_true(store_writer_open(NULL, &writer, &error));
    for (uint64_t i = 0; i < COUNT; i++) {
        struct text bytes = some_bytes(i, 20000), lines = some_bytes(1000 + i, 300);
        store_writer_piece(writer, text_str(&bytes), text_str(&lines), 2 * i, 10 + i);
        if (i % 3 == 1)
            store_writer_summary(writer, str_of(i % 2 ? "odd" : "even"));
        text_free(&bytes);
        text_free(&lines);
    }
    struct store *store = finish(writer);
    assert_true(store_keeps_state(store));
    assert_int_equal(store_piece_count(store), COUNT);
    for (uint64_t n = 0; n < 2 * COUNT; n++) {          /* in any order */
        uint64_t i = n * 7 % COUNT;
        struct text bytes = {0}, lines = {0}, expected = {0}, expected_lines = some_bytes(1000 + i, 300);
        text_add(&bytes, "what the text held goes");
        text_add(&lines, "stays");
        text_add(&expected, "stays");
        text_append(&expected, text_str(&expected_lines));
        text_free(&expected_lines);
        assert_true(store_piece_bytes(store, i, &bytes, &error) && store_piece_touched(store, i, &lines, &error));
        expect_text(bytes, some_bytes(i, 20000));
        expect_text(lines, expected);
        lines = (struct text){0};
        assert_true(store_piece_summary(store, i, &lines, &error));
        assert_string_equal(text_string(&lines), i % 3 != 1 ? "" : i % 2 ? "odd" : "even");
        text_free(&lines);
        assert_int_equal(store_piece(store, i).time, 2 * i);
    }
    for (uint64_t i = 0; i < COUNT; before += 10 + i++)
        assert_int_equal(store_piece(store, i).before, before);
    store_close(store);
}

/* Pieces that resemble each other take little room together; large ones lie in several frames. */
static void pieces_are_packed_together(void **state)
{
    (void)state;
    enum { SIZE = 300000, EACH = 20 };
    struct store_writer *writer;
    struct error error;
    struct text bytes = {0}, got = {0};
    uint64_t random = 5, packed = 0;
    assert_true(store_writer_open(NULL, &writer, &error));
    while (bytes.size < SIZE)
        text_byte(&bytes, (char)next_random(&random));
    for (uint64_t i = 0; i < EACH; i++) {
        bytes.data[i] ^= 1;
        store_writer_piece(writer, text_str(&bytes), str_of(""), i, 10);
    }
    struct store *store = finish(writer);
    unsigned frames = 0;
    for (uint64_t i = 0; i < EACH; i++) {
        struct store_piece piece = store_piece(store, i);
        packed += piece.size;
        frames += piece.back == 0;
        assert_true(piece.back * SIZE < 1 << 21);
    }
    assert_int_equal(frames, (EACH * SIZE + (1 << 21) - 1) / (1 << 21));
    assert_true(packed < frames * (SIZE + SIZE / 10));
    for (uint64_t i = EACH; i-- > 0; bytes.data[i] ^= 1) {       /* backwards, undoing what piece i changed */
        assert_true(store_piece_bytes(store, i, &got, &error));
        assert_true(str_equal(text_str(&got), text_str(&bytes)));
    }
    text_free(&bytes);
    text_free(&got);
    store_close(store);
}

/* Of a piece that is too large nothing is there: it may touch anything, and so may the pieces that its summary is about. */
static void a_lost_piece_may_touch_anything(void **state)
{
    (void)state;
    struct store_writer *writer;
    struct error error;
    struct text large = {0}, list = {0};
    memset(text_extend(&large, (1 << 25) + 1), 0, (1 << 25) + 1);
    assert_true(store_writer_open(NULL, &writer, &error));
    store_writer_piece(writer, text_str(&large), str_of("abc"), 1, 10);
    store_writer_piece(writer, str_of("x"), str_of("def"), 1, 10);
    store_writer_summary(writer, str_of("ghi"));
    store_writer_piece(writer, str_of("x"), str_of("def"), 1, 10);
    store_writer_summary(writer, str_of("jkl"));
    struct store *store = finish(writer);
    assert_true(store_piece_touched(store, 0, &list, &error) && store_piece_summary(store, 0, &list, &error));
    assert_true(store_piece_touched(store, 1, &list, &error) && store_piece_summary(store, 1, &list, &error));
    assert_true(store_piece_touched(store, 2, &list, &error) && store_piece_summary(store, 2, &list, &error));
    assert_string_equal(text_string(&list), STORE_TOUCHES_ANYTHING "def" STORE_TOUCHES_ANYTHING "defjkl");
    store_close(store);
    text_free(&large);
    text_free(&list);
}

/* Recordings of November 2026 have other forms; the last of these lacks summaries only. */
static void older_pieces_are_unknown(void **state)
{
    (void)state;
    struct store_piece pieces[2] = {{.form = PIECE_FORM}, {.form = PIECE_FORM}};
    assert_true(pieces_are_known(pieces, 2));
    assert_true(pieces_are_known(NULL, 0));
    for (pieces[0].form = 0; pieces[0].form < PIECE_FORM; pieces[0].form++)
        assert_int_equal(pieces_are_known(pieces, 2), pieces[0].form == PIECE_FORM_UNSUMMARISED);
}

static void definitions_come_out_one_behind_the_other(void **state)
{
    (void)state;
    struct store_writer *writer;
    struct error error;
    struct text expected = {0}, got = {0};
    assert_true(store_writer_open(NULL, &writer, &error));
    for (uint64_t i = 0; i < COUNT; i++) {
        struct text bytes = some_bytes(i, 500);
        uint32_t size = (uint32_t)bytes.size;
        store_writer_definition(writer, text_str(&bytes));
        text_append(&expected, (struct str){(const char *)&size, sizeof size});
        text_append(&expected, text_str(&bytes));
        text_free(&bytes);
    }
    struct store *store = finish(writer);
    text_add(&got, "goes");
    assert_true(store_piece_definitions(store, &got, &error));
    expect_text(got, expected);
    assert_false(store_keeps_state(store));             /* without pieces there is no state */
    store_close(store);
}

/* Unrolled code: the same over and over. */
static void definitions_that_are_alike_come_out(void **state)
{
    enum { ALIKE = 20000, SIZE = 1000 };
    (void)state;
    struct store_writer *writer;
    struct error error;
    struct text one = some_bytes(1, SIZE), got = {0};
    assert_true(store_writer_open(NULL, &writer, &error));
    for (unsigned i = 0; i < ALIKE; i++)
        store_writer_definition(writer, text_str(&one));
    struct store *store = finish(writer);
    assert_true(store_piece_definitions(store, &got, &error));
    assert_int_equal(got.size, ALIKE * (sizeof(uint32_t) + one.size));
    assert_memory_equal(got.data + got.size - one.size, one.data, one.size);
    text_free(&one);
    text_free(&got);
    store_close(store);
}

/* ---- Tables that lie ---- */

enum { STREAM = 300, LINES = 30, TIMES = 9 };

static void pieces_make(struct store_piece pieces[3])
{
    for (unsigned i = 0; i < 3; i++)
        pieces[i] = (struct store_piece){.time = 1 + 4 * i, .before = 50 * i, .offset = 100 * i, .size = 100, .unpacked = 1000, .form = PIECE_FORM, .back = i,
                                         .touched = 10 * i, .touched_size = 10};
}

static void expect_lie(const struct store_piece pieces[3])
{
    struct error error = {0};
    assert_false(pieces_check(pieces, 3, STREAM, LINES, TIMES, &error));
    assert_non_null(strstr(error.message, "piece "));
}

static void tables_that_lie_are_refused(void **state)
{
    (void)state;
    struct store_piece pieces[3];
    struct error error;
    pieces_make(pieces);
    assert_true(pieces_check(pieces, 3, STREAM, LINES, TIMES, &error));
    assert_true(pieces_check(pieces, 0, 0, 0, 0, &error));
    assert_false(pieces_check(pieces, 3, STREAM - 1, LINES, TIMES, &error));
    assert_false(pieces_check(pieces, 3, STREAM, LINES - 1, TIMES, &error));
    pieces[2].time = TIMES + 1;         /* it begins behind the last execution */
    assert_true(pieces_check(pieces, 3, STREAM, LINES, TIMES, &error));
    pieces[2].time = TIMES + 2;
    expect_lie(pieces);
    pieces_make(pieces), pieces[2].time = 4;            /* before the piece before */
    expect_lie(pieces);
    pieces_make(pieces), pieces[2].before = 49;
    expect_lie(pieces);
    pieces_make(pieces), pieces[0].offset = 1;
    expect_lie(pieces);
    pieces_make(pieces), pieces[1].offset = 99;
    expect_lie(pieces);
    pieces_make(pieces), pieces[2].size = UINT32_MAX;
    expect_lie(pieces);
    pieces_make(pieces), pieces[1].unpacked = (1u << 28) + 1;
    expect_lie(pieces);
    pieces_make(pieces), pieces[1].touched = 11;
    expect_lie(pieces);
    pieces_make(pieces), pieces[1].form = PIECE_FORM_UNSUMMARISED;
    assert_true(pieces_check(pieces, 3, STREAM, LINES, TIMES, &error));
    pieces_make(pieces), pieces[0].summary_size = 1;    /* piece 1 begins within it */
    expect_lie(pieces);
    pieces_make(pieces), pieces[2].summary_size = 1;    /* it ends behind the stream */
    expect_lie(pieces);
    pieces_make(pieces), pieces[2].summary_size = UINT64_MAX;
    expect_lie(pieces);
    pieces_make(pieces), pieces[1].form = PIECE_FORM + 1;
    expect_lie(pieces);
    pieces_make(pieces), pieces[0].back = 1;            /* there is no piece before it */
    expect_lie(pieces);
    pieces_make(pieces), pieces[2].back = 1;            /* piece 1 begins no frame */
    expect_lie(pieces);
    pieces_make(pieces), pieces[0].unpacked = 1 << 24;  /* piece 1 has to begin another frame */
    expect_lie(pieces);
    pieces_make(pieces), pieces[2].touched_size = 11;
    expect_lie(pieces);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_come_out_as_they_went_in),
        cmocka_unit_test(pieces_are_packed_together),
        cmocka_unit_test(a_lost_piece_may_touch_anything),
        cmocka_unit_test(older_pieces_are_unknown),
        cmocka_unit_test(definitions_come_out_one_behind_the_other),
        cmocka_unit_test(definitions_that_are_alike_come_out),
        cmocka_unit_test(tables_that_lie_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
