/* test_core_search.c - sorting, searching, comparing.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

static void nothing_has_its_bound_at_the_end(void **state)
{
    (void)state;
    const uint64_t *items = NULL;
    LOWER_BOUND(size_t, at, 0, 0, items[at] < 5);
    assert_int_equal(at, 0);
    LOWER_BOUND(size_t, behind, 8, 7, items[behind] < 5);
    assert_int_equal(behind, 8);
}

static void each_position_of_small_arrays_is_found(void **state)
{
    (void)state;
    enum { MOST = 17 };
    for (size_t count = 0; count <= MOST; count++)
        for (size_t from = 0; from <= count; from++)
            for (size_t bound = from; bound <= count; bound++) {
                size_t asked = 0;
                LOWER_BOUND(size_t, at, from, count, (assert_true(at >= from && at < count), asked++, at < bound));
                assert_int_equal(at, bound);
                assert_true(asked <= 5);
            }
}

static void equal_ones_have_two_bounds(void **state)
{
    (void)state;
    static const uint32_t items[] = {1, 3, 3, 3, 7, 7, 9};
    enum { COUNT = sizeof items / sizeof *items };
    for (uint32_t wanted = 0; wanted <= 10; wanted++) {
        uint32_t below = 0, until = 0;
        for (size_t i = 0; i < COUNT; i++) {
            below += items[i] < wanted;
            until += items[i] <= wanted;
        }
        LOWER_BOUND(uint32_t, first, 0, COUNT, items[first] < wanted);
        LOWER_BOUND(uint32_t, behind, 0, COUNT, items[behind] <= wanted);
        assert_int_equal(first, below);
        assert_int_equal(behind, until);
    }
}

static void searches_may_be_as_wide_as_their_type(void **state)
{
    (void)state;
    static const uint64_t bounds[] = {0, 1, UINT32_MAX, UINT64_C(1) << 63, UINT64_MAX - 1, UINT64_MAX};
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        LOWER_BOUND(uint64_t, at, 0, UINT64_MAX, at < bounds[i]);
        assert_true(at == bounds[i]);
        uint32_t half = (uint32_t)bounds[i];
        LOWER_BOUND(uint32_t, narrow, 0, UINT32_MAX, narrow < half);
        assert_true(narrow == half);
    }
    LOWER_BOUND(uint64_t, last, UINT64_MAX - 2, UINT64_MAX, last < UINT64_MAX - 1);
    assert_true(last == UINT64_MAX - 1);
}

static size_t *next_of(size_t *asked, size_t *answer)
{
    ++*asked;
    return answer;
}

static void limits_are_evaluated_once(void **state)
{
    (void)state;
    size_t from = 2, to = 100, froms = 0, tos = 0;
    LOWER_BOUND(size_t, at, *next_of(&froms, &from), *next_of(&tos, &to), at < 40);
    assert_int_equal(at, 40);
    assert_int_equal(froms, 1);
    assert_int_equal(tos, 1);
}

static int by_both(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    COMPARE_FIRST(x[0], y[0]);
    return COMPARE(x[1], y[1]);
}

static void numbers_are_compared_as_numbers(void **state)
{
    (void)state;
    static const uint64_t rising[][2] = {{0, 0}, {0, 1}, {1, 0}, {UINT32_MAX, 0}, {UINT64_C(1) << 32, 7}, {UINT64_C(1) << 63, 0}, {UINT64_MAX, 0}, {UINT64_MAX, UINT64_MAX}};
    static const uint32_t narrow[] = {0, 1, INT32_MAX, UINT32_C(1) << 31, UINT32_MAX};
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            assert_int_equal(by_both(rising[i], rising[j]), COMPARE(i, j));
            assert_int_equal(compare_uint64(rising[i], rising[j]), rising[i][0] < rising[j][0] ? -1 : rising[i][0] > rising[j][0]);
        }
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            assert_int_equal(compare_uint32(narrow + i, narrow + j), COMPARE(i, j));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_has_its_bound_at_the_end),
        cmocka_unit_test(each_position_of_small_arrays_is_found),
        cmocka_unit_test(equal_ones_have_two_bounds),
        cmocka_unit_test(searches_may_be_as_wide_as_their_type),
        cmocka_unit_test(limits_are_evaluated_once),
        cmocka_unit_test(numbers_are_compared_as_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
