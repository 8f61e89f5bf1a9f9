/* test_model_folds.c - the visible entries of a list with folds.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "table/table.h"

/* a  [b [c d] e]  f  [g] */
static void fill(struct folds *folds)
{
    size_t a = folds_add(folds, FOLDS_TOP), b = folds_add(folds, a);
    folds_add(folds, b);
    folds_add(folds, b);
    folds_add(folds, a);
    folds_add(folds, folds_add(folds, FOLDS_TOP));
}

/* The visible entries, as the letters above. */
static const char *shown(const struct folds *folds)
{
    static char letters[16];
    size_t count = folds_count(folds);
    assert_true(count < sizeof letters);
    for (size_t i = 0; i < count; i++)
        letters[i] = (char)('a' + folds_entry(folds, i));
    letters[count] = '\0';
    return letters;
}

/* Folds or unfolds the row of a visible entry. Returns the entry of the current row afterwards; '-': nothing changed. */
static char change(struct folds *folds, char letter, enum fold how)
{
    uint64_t row = 0;
    while (row < folds_count(folds) && folds_entry(folds, row) != (size_t)(letter - 'a'))
        row++;
    return folds_change(folds, &row, how) ? (char)('a' + folds_entry(folds, row)) : '-';
}

static void what_is_opened_is_shown_below_its_row(void **state)
{
    (void)state;
    struct folds folds = {0};
    fill(&folds);
    assert_string_equal(shown(&folds), "af");
    assert_int_equal(folds_hidden(&folds, 0), 2);
    assert_int_equal(change(&folds, 'f', FOLD_OPEN), 'f');
    assert_string_equal(shown(&folds), "afg");
    assert_int_equal(change(&folds, 'a', FOLD_OPEN), 'a');
    assert_string_equal(shown(&folds), "abefg");
    assert_int_equal(folds_hidden(&folds, 0), 0);
    assert_true(folds_is_open(&folds, 0));
    assert_false(folds_is_open(&folds, 1));
    assert_int_equal(change(&folds, 'b', FOLD_TOGGLE), 'b');
    assert_string_equal(shown(&folds), "abcdefg");
    assert_int_equal(change(&folds, 'e', FOLD_OPEN), '-');
    folds_free(&folds);
}

static void the_cursor_stays_on_its_entry_or_goes_to_what_hides_it(void **state)
{
    (void)state;
    struct folds folds = {0};
    fill(&folds);
    assert_int_equal(change(&folds, 'f', FOLD_OPEN_ALL), 'f');
    assert_string_equal(shown(&folds), "abcdefg");
    assert_int_equal(change(&folds, 'd', FOLD_OPEN_ALL), '-');
    assert_int_equal(change(&folds, 'd', FOLD_CLOSE), 'b');
    assert_string_equal(shown(&folds), "abefg");
    assert_int_equal(change(&folds, 'e', FOLD_TOGGLE), 'a');
    assert_string_equal(shown(&folds), "afg");
    assert_int_equal(change(&folds, 'a', FOLD_CLOSE), '-');
    assert_int_equal(change(&folds, 'a', FOLD_OPEN), 'a');
    assert_string_equal(shown(&folds), "abefg");       /* b was closed before */
    assert_int_equal(change(&folds, 'e', FOLD_CLOSE_ALL), 'a');
    assert_string_equal(shown(&folds), "af");
    assert_int_equal(change(&folds, 'f', FOLD_CLOSE_ALL), '-');
    folds_free(&folds);
}

static void a_row_that_is_not_there_changes_nothing(void **state)
{
    (void)state;
    struct folds folds = {0};
    uint64_t row = 0;
    assert_false(folds_change(&folds, &row, FOLD_OPEN_ALL));
    fill(&folds);
    row = 2;
    assert_false(folds_change(&folds, &row, FOLD_OPEN));
    assert_string_equal(shown(&folds), "af");
    folds_free(&folds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_opened_is_shown_below_its_row),
        cmocka_unit_test(the_cursor_stays_on_its_entry_or_goes_to_what_hides_it),
        cmocka_unit_test(a_row_that_is_not_there_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
