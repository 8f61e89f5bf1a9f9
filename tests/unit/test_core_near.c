/* test_core_near.c - which names a mistyped one may have meant.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static const char *const names[] = {"break", "tbreak", "breakpoints", "back", "backtrace", "step", "stepi", "list", "info", "main", "MAIN_loop", NULL};

static void assert_near(const char *word, const char *expected)
{
    struct near near;
    near_begin(&near, slice_of(word));
    near_offer_all(&near, names);
    assert_string_equal(near_words(&near), expected);
}

static void one_or_two_slips_are_near(void **state)
{
    (void)state;
    assert_near("brek", "the nearest is break; ");
    assert_near("braek", "the nearest is break; ");
    assert_near("lsit", "the nearest is list; ");
    assert_near("backtrase", "the nearest is backtrace; ");
    assert_near("frobnicate", "");
}

static void case_does_not_count(void **state)
{
    (void)state;
    assert_near("Main", "the nearest is main; ");            /* only capitals: no other is meant */
    assert_near("main_LO", "the nearest is MAIN_loop; ");
}

static void what_begins_with_the_word_is_near(void **state)
{
    (void)state;
    assert_near("breakp", "the nearest are break and breakpoints; ");
    assert_near("backt", "the nearest are back and backtrace; ");
    assert_near("bre", "the nearest are break and breakpoints; ");
}

static void a_short_word_takes_one_slip(void **state)
{
    (void)state;
    assert_near("stp", "the nearest is step; ");
    assert_near("x", "");
    assert_near("", "");
}

static void names_are_counted_once_and_three_at_most(void **state)
{
    (void)state;
    struct near near;
    near_begin(&near, slice_of("value"));
    for (int round = 0; round < 2; round++)
        for (const char *const *name = (const char *const[]){"valued", "values", "valuex", "value1", "valuf", NULL}; *name; name++)
            near_offer(&near, slice_of(*name));
    assert_int_equal(near.count, NEAR_NAMES);
    assert_string_equal(near_words(&near), "the nearest are valued, values and valuex; ");
    assert_string_equal(near_end(&near), ": the nearest are valued, values and valuex");
}

static void hostile_and_long_names_are_safe(void **state)
{
    (void)state;
    struct near near;
    char longest[NEAR_LONGEST + 2];
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    near_begin(&near, slice_of("list"));
    near_offer(&near, slice_of("lis\033"));
    near_offer(&near, slice_of(longest));
    near_offer(&near, (struct slice){NULL, 0});
    assert_null(strchr(near_words(&near), '\033'));
    assert_int_equal(near.count, 1);
    near_begin(&near, slice_of(longest));
    near_offer(&near, slice_of(longest));
    assert_string_equal(near_words(&near), "");
    longest[NEAR_LONGEST] = 0;
    near_begin(&near, slice_of(longest));
    memset(longest, '\001', NEAR_LONGEST);
    memset(longest, 'a', NEAR_LONGEST - 2);
    near_offer(&near, slice_of(longest));
    assert_true(strlen(near_words(&near)) < sizeof near.words);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_or_two_slips_are_near),
        cmocka_unit_test(case_does_not_count),
        cmocka_unit_test(what_begins_with_the_word_is_near),
        cmocka_unit_test(a_short_word_takes_one_slip),
        cmocka_unit_test(names_are_counted_once_and_three_at_most),
        cmocka_unit_test(hostile_and_long_names_are_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
