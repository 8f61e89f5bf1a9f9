/* test_diff_many.c - two runs with more differences than clew keeps, and calls that take turns very often.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff_fixture.h"

/* 1 has a differing value; 2 is a branch, after which 3 runs here and 4 there, more often than clew keeps ways. */
static void write_ways(struct text *out, int count, int input, int led)
{
    text_printf(out, "3\n1 1 401 f.c main 1\nSIZE 0\nVALUES 1\n0:%d\n2 1 402 f.c main 2\nSIZE 0\nVALUES %d\n", input, count);
    for (int k = 0; k < count; k++)
        text_printf(out, "%d:1\n", k);
    text_printf(out, "%d 1 %d f.c main %d\nSIZE %d\n", led, 400 + led, led, count);
    for (int k = 0; k < count; k++)
        text_printf(out, "%d:2 %d\n", k, k);
    text_add(out, "NO VALUES\n");
}

static void many_ways_leave_room_for_values(void **state)
{
    (void)state;
    struct text text = {0}, other = {0};
    write_ways(&text, 2 * DIFF_PARTS + 1, 1, 3);
    write_ways(&other, 2 * DIFF_PARTS + 1, 2, 4);
    struct trace here = open_text(text_string(&text), NUMBERING_INSTANCE), there = open_text(text_string(&other), NUMBERING_INSTANCE);
    struct diff_question question = {.here = here.program, .there = there.program};
    struct diff *diff;
    assert_true(diff_make(&question, NULL, &diff));
    assert_int_equal(diff->part_count, DIFF_PARTS + 1);
    assert_true(diff->parts_least);
    assert_int_equal(diff->parts[0].kind, DIFF_VALUE);
    assert_int_equal(diff->parts[1].kind, DIFF_WAY);
    diff_free(diff);
    close_trace(&here);
    close_trace(&there);
    text_free(&text);
    text_free(&other);
}

/* 1 comes first in the file, but after 2 in the program; it has more differing values than clew keeps. */
static void write_inputs(struct text *out, int count, int value)
{
    text_printf(out, "2\n1 1 900 f.c main 9\nSIZE 0\nVALUES %d\n", count);
    for (int k = 0; k < count; k++)
        text_printf(out, "%d:%d\n", k, value);
    text_printf(out, "2 1 402 f.c main 2\nSIZE 0\nVALUES 1\n0:%d\n", value);
}

static void the_first_parts_are_kept(void **state)
{
    (void)state;
    struct text text = {0}, other = {0};
    write_inputs(&text, 2 * DIFF_PARTS + 1, 1);
    write_inputs(&other, 2 * DIFF_PARTS + 1, 2);
    struct trace here = open_text(text_string(&text), NUMBERING_INSTANCE), there = open_text(text_string(&other), NUMBERING_INSTANCE);
    struct diff_question question = {.here = here.program, .there = there.program};
    struct diff *diff;
    assert_true(diff_make(&question, NULL, &diff));
    assert_int_equal(diff->part_count, DIFF_PARTS);
    assert_true(diff->parts_least);
    assert_int_equal(id_of(&here, diff->parts[0].here.index), 2);
    for (size_t i = 1; i < diff->part_count; i++)
        assert_int_equal(diff->parts[i].here.instance, i - 1);
    diff_free(diff);
    close_trace(&here);
    close_trace(&there);
    text_free(&text);
    text_free(&other);
}

/* 2 runs twice, and each lets 3 run. The 3s take turns: a number of the one's, then of the other's. */
static void write_turns(struct text *out, int count, int turn)
{
    int left[2] = {count, count}, which = 0;
    text_printf(out, "3\n1 1 401 f.c main 1\nSIZE 0\nNO VALUES\n2 1 402 f.c main 2\nSIZE 2\n0:1 0\n1:1 0\nNO VALUES\n3 1 403 f.c g 3\nSIZE %d\n", 2 * count);
    for (int k = 0; k < 2 * count; which = !which)
        for (int i = 0; i < turn && left[which]; i++, left[which]--)
            text_printf(out, "%d:2 %d\n", k++, which);
    text_add(out, "NO VALUES\n");
}

/* Like callbacks of two sorts in two threads: asking for all earlier executions at each turn would take for ever. */
static void calls_that_take_long_turns(void **state)
{
    (void)state;
    enum { CALLED = 200000 };
    struct text here = {0}, there = {0};
    write_turns(&here, CALLED, 6);
    write_turns(&there, CALLED, 10);
    expect(text_string(&here), text_string(&there), "400003 0 0 ?0 =0;");
    expect(text_string(&there), text_string(&here), "400003 0 0 ?0 =0;");
    text_free(&here);
    text_free(&there);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_ways_leave_room_for_values),
        cmocka_unit_test(the_first_parts_are_kept),
        cmocka_unit_test(calls_that_take_long_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
