/* test_core_near.c - finds the names that a mistyped one may mean.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/core.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static const char *const names[] = {"break", "tbreak", "breakpoints", "back", "backtrace", "step", "stepi", "list", "info", "main", "MAIN_loop", NULL};

static void assert_near(const char *word, const char *expected)
{
    struct near near;
    near_begin(&near, str_of(word));
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
    assert_near("Main", "the nearest is main; ");            /* only capitals differ: suggests no other name */
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
    near_begin(&near, str_of("value"));
    for (int round = 0; round < 2; round++)
        for (const char *const *name = (const char *const[]){"valued", "values", "valuex", "value1", "valuf", NULL}; *name; name++)
            near_offer(&near, str_of(*name));
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
    near_begin(&near, str_of("list"));
    near_offer(&near, str_of("lis\033"));
    near_offer(&near, str_of(longest));
    near_offer(&near, (struct str){NULL, 0});
    assert_null(strchr(near_words(&near), '\033'));
    assert_int_equal(near.count, 1);
    near_begin(&near, str_of(longest));
    near_offer(&near, str_of(longest));
    assert_string_equal(near_words(&near), "");
    longest[NEAR_LONGEST] = 0;
    near_begin(&near, str_of(longest));
    memset(longest, '\001', NEAR_LONGEST);
    memset(longest, 'a', NEAR_LONGEST - 2);
    near_offer(&near, str_of(longest));
    assert_true(strlen(near_words(&near)) < sizeof near.words);
}

static void assert_missing(const char *path, const char *expected)
{
    struct error error;
    assert_false(file_not_opened(path, "cannot be opened", ENOENT, &error));
    assert_string_equal(error.source, path);
    assert_string_equal(error.message, expected);
}

/* Twice as many names as clew looks at. All are near, because the file system decides which ones it leaves out. */
static void a_large_folder_is_not_read_to_its_end(const char *folder)
{
    char path[128];
    for (unsigned i = 0; i < 2 * NEAR_ENTRIES; i++) {
        snprintf(path, sizeof path, "%s/far-%u", folder, i);
        fclose(fopen(path, "w"));
    }
    struct near near;
    struct arena arena = {0};
    snprintf(path, sizeof path, "%s/far-", folder);
    near_begin(&near, str_of("far-"));
    near_files(&near, path, &arena);
    assert_int_equal(near.count, NEAR_NAMES);
    assert_true(arena.total <= NEAR_ENTRIES * 16 + 256);
    arena_free(&arena);
    for (unsigned i = 0; i < 2 * NEAR_ENTRIES; i++) {
        snprintf(path, sizeof path, "%s/far-%u", folder, i);
        unlink(path);
    }
}

static void files_of_the_folder_are_near(void **state)
{
    (void)state;
    static const char *const files[] = {"mean.clew", "mean", ".mean.clew", "list.c"};
    char folder[] = "/tmp/clew-near-XXXXXX", path[128];
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        fclose(fopen(path, "w"));
    }
    snprintf(path, sizeof path, "%s/meen.clew", folder);
    assert_missing(path, "cannot be opened: No such file or directory: the nearest is mean.clew");
    snprintf(path, sizeof path, "%s/mea", folder);
    assert_missing(path, "cannot be opened: No such file or directory: the nearest are mean and mean.clew");
    snprintf(path, sizeof path, "%s/.meen.clew", folder);
    assert_missing(path, "cannot be opened: No such file or directory: the nearest is .mean.clew");
    snprintf(path, sizeof path, "%s/frobnicate", folder);
    assert_missing(path, "cannot be opened: No such file or directory");
    snprintf(path, sizeof path, "%s/nowhere/mean", folder);
    assert_missing(path, "cannot be opened: No such file or directory");
    struct error error;
    snprintf(path, sizeof path, "%s/meen.clew", folder);
    assert_false(file_not_opened(path, "cannot be opened", EACCES, &error));
    assert_string_equal(error.message, "cannot be opened: Permission denied");
    a_large_folder_is_not_read_to_its_end(folder);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(folder), 0);
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
        cmocka_unit_test(files_of_the_folder_are_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
