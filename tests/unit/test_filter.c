/* test_filter.c - filtering rows: the matches, back to all rows, and the state after an interruption.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "session/session.h"

enum { ROWS = 100000 };

static size_t released;

static bool number_get(const struct rows *rows, uint64_t i, struct row *row)
{
    (void)rows;
    text_printf(&row->text, "%d", (int)i);
    row_number(row, "number", i);
    return true;
}

static void number_release(struct rows *rows)
{
    (void)rows;
    released++;
}

static struct rows numbers(uint64_t focus)
{
    released = 0;
    return (struct rows){.count = ROWS, .get = number_get, .release = number_release, .title = str_of("numbers"), .focus = focus};
}

static void filter(struct rows *rows, const char *expression, const struct progress *progress)
{
    regex_t regex;
    struct error error;
    assert_true(pattern_compile(expression, &regex, &error));
    rows_filter(rows, expression, &regex, progress);
    regfree(&regex);
}

static uint64_t number_at(const struct rows *rows, uint64_t i)
{
    struct row row = {0};
    assert_true(rows_get(rows, i, &row));
    uint64_t number = row.fields[0].number;
    row_free(&row);
    return number;
}

static void check(const char *expression, int modulus, int rest)
{
    struct rows rows = numbers(ROWS / 2);
    filter(&rows, expression, NULL);
    uint64_t at = 0;
    for (uint64_t i = 0; i < ROWS; i++)
        if ((int)(i % (uint64_t)modulus) == rest)
            assert_int_equal(number_at(&rows, at++), i);
    assert_int_equal(rows.count, at);
    struct row row = {0};
    assert_false(rows_get(&rows, at, &row));
    row_free(&row);
    rows_free(&rows);
    assert_int_equal(released, 1);
}

static void each_row_is_found(void **state)
{
    (void)state;
    check(".", 1, 0);
    check("7$", 10, 7);
    check("50$", 100, 50);
    check("999$", 1000, 999);
}

static void the_focus_goes_to_the_nearest_row(void **state)
{
    (void)state;
    struct rows rows = numbers(50001);
    filter(&rows, "000$", NULL);
    assert_int_equal(number_at(&rows, rows.focus), 51000);
    rows_free(&rows);
    rows = numbers(ROWS - 1);
    filter(&rows, "000$", NULL);
    assert_int_equal(number_at(&rows, rows.focus), 99000);
    rows_free(&rows);
    rows = numbers(7);
    filter(&rows, "x", NULL);
    assert_int_equal(rows.count, 0);
    assert_int_equal(rows.focus, 0);
    rows_free(&rows);
}

static void all_rows_come_back(void **state)
{
    (void)state;
    struct rows rows = numbers(0);
    uint64_t row = 3;
    assert_false(rows_filter_end(&rows, &row));
    filter(&rows, "000$", NULL);
    assert_true(str_is(rows.title, "/000$/: 99 of 100,000  numbers"));
    assert_true(rows_filter_end(&rows, &row));
    assert_int_equal(row, 4000);
    assert_int_equal(rows.count, ROWS);
    assert_true(str_is(rows.title, "numbers"));
    assert_int_equal(released, 0);
    rows_free(&rows);
    assert_int_equal(released, 1);
}

static bool stop_late(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    assert_int_equal(total, ROWS);
    return done < 20000;
}

static void what_was_found_before_an_interruption_stays(void **state)
{
    (void)state;
    struct rows rows = numbers(0);
    uint64_t looked_at = 0, all = 0;
    filter(&rows, "000$", &(struct progress){.report = stop_late, .context = NULL});
    assert_int_equal(rows.count, 20);
    assert_int_equal(number_at(&rows, 19), 20000);
    assert_true(rows_filter_cut(&rows, &looked_at, &all));
    assert_in_range(looked_at, 20001, 20480);
    assert_int_equal(all, ROWS);
    rows_free(&rows);
    rows = numbers(0);
    filter(&rows, "000$", NULL);
    assert_false(rows_filter_cut(&rows, &looked_at, &all));
    rows_free(&rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_row_is_found),
        cmocka_unit_test(the_focus_goes_to_the_nearest_row),
        cmocka_unit_test(all_rows_come_back),
        cmocka_unit_test(what_was_found_before_an_interruption_stays),
    };
    return cmocka_run_group_tests_name("filter", tests, NULL, NULL);
}
