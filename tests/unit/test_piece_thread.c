/* test_piece_thread.c - pieces from a thread are those of a piece_writer, and come at the same records each time.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "made_pieces.h"
#include "recording/log/piece_thread.h"
#include "recording/state/log_reader.h"

#include <string.h>
#include <unistd.h>

enum { STEPS = 60000, ROUNDS = 40, BATCH = 1 << 20 };

struct taken {
    struct text all;                    /* everything that came, one behind the other */
    struct text at;                     /* when: the number of the record that was taken */
    uint64_t now, pieces, definitions;
};

static void put(struct text *text, const void *data, size_t size)
{
    text_append(text, (struct str){data, size});
}

static void take_piece(void *context, const struct finished_piece *piece)
{
    struct taken *taken = context;
    uint64_t numbers[] = {piece->time, piece->instructions, piece->bytes.size, piece->touched.size, piece->summary.size};
    put(&taken->all, numbers, sizeof numbers);
    text_append(&taken->all, piece->bytes);
    text_append(&taken->all, piece->touched);
    text_append(&taken->all, piece->summary);
    put(&taken->at, &taken->now, sizeof taken->now);
    taken->pieces++;
}

static void take_definition(void *context, uint32_t segment, struct str definition)
{
    struct taken *taken = context;
    put(&taken->all, &segment, sizeof segment);
    text_append(&taken->all, definition);
    put(&taken->at, &taken->now, sizeof taken->now);
    taken->definitions++;
}

/* The runs and events of a made log, several times over, behind its definitions. Returns the bytes. */
static uint64_t go(struct taken *taken, const struct made *made, bool alone, bool finish)
{
    struct piece_thread *thread = piece_thread_open((struct piece_sink){take_piece, take_definition, taken}, alone ? THREAD_NONE : THREAD_BESIDE);
    uint64_t bytes = 0;
    for (unsigned round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < made->records_count; i++) {
            struct log_record record = made_record(made, i);
            if (round && record.kind == LOG_SEGMENT)
                continue;
            taken->now++;
            bytes += record.size;
            piece_thread_record(thread, &record, made->records[i].time + round * made->times);
        }
    if (finish)
        piece_thread_finish(thread);
    piece_thread_close(thread);
    return bytes;
}

static void taken_free(struct taken *taken)
{
    text_free(&taken->all);
    text_free(&taken->at);
}

static void expect_same(const struct text *a, const struct text *b)
{
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->data, b->data, a->size);
}

static void a_thread_makes_the_same_pieces(void **state)
{
    (void)state;
    struct made made = {.closes = UINT64_MAX};
    struct taken alone = {.now = 0}, beside = {.now = 0}, again = {.now = 0};
    made_run(&made, 7, STEPS);
    assert_true(go(&alone, &made, true, true) > 10 * BATCH);
    go(&beside, &made, false, true);
    go(&again, &made, false, true);
    assert_true(alone.pieces > 10 && alone.definitions > 0);
    expect_same(&alone.all, &beside.all);
    expect_same(&beside.all, &again.all);
    expect_same(&beside.at, &again.at);
    assert_true(sysconf(_SC_NPROCESSORS_ONLN) < 2 || memcmp(alone.at.data, beside.at.data, alone.at.size) != 0);     /* it has a delay */
    taken_free(&alone);
    taken_free(&beside);
    taken_free(&again);
    made_free(&made);
}

static void an_empty_log_has_no_pieces(void **state)
{
    (void)state;
    struct made none = {.closes = UINT64_MAX};
    struct taken taken = {.now = 0};
    go(&taken, &none, false, true);
    assert_int_equal(taken.all.size, 0);
    taken_free(&taken);
}

static void closing_drops_the_rest(void **state)
{
    (void)state;
    struct made made = {.closes = UINT64_MAX};
    struct taken all = {.now = 0}, some = {.now = 0};
    made_run(&made, 8, STEPS);
    go(&all, &made, false, true);
    go(&some, &made, false, false);
    assert_true(some.all.size < all.all.size && memcmp(some.all.data, all.all.data, some.all.size) == 0);
    taken_free(&all);
    taken_free(&some);
    made_free(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thread_makes_the_same_pieces),
        cmocka_unit_test(an_empty_log_has_no_pieces),
        cmocka_unit_test(closing_drops_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
