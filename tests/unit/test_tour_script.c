/* test_tour_script.c - reads the steps of clew tour and refuses invalid ones; runs other programs aside.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/tour.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char name[] = "/tmp/clew-steps-XXXXXX";

static bool read_script(const char *script, struct tour *tour, struct error *error)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(script, file);
    assert_int_equal(fclose(file), 0);
    *tour = (struct tour){0};
    return tour_read(name, tour, error);
}

static void a_script_is_read(void **state)
{
    (void)state;
    struct tour tour;
    struct error error;
    assert_true(read_script("# no step\n\nstep First  one\ntext some words,\ntext more\nbrief few\nkeys x\ndo set hex off\ndo why\nwait hex\n  step Second\nat goto a.c:5\n"
                            "wait line 38\nstep Third\nat goto a.c:7#2\nthen reverse-step\n", &tour, &error));
    assert_int_equal(tour.count, 3);
    assert_string_equal(tour.steps[0].title, "First  one");
    assert_string_equal(tour.steps[0].text, "some words, more");
    assert_string_equal(tour.steps[0].commands[1], "why");
    assert_null(tour.steps[0].commands[2]);
    assert_string_equal(tour.steps[0].wait, "hex");
    assert_string_equal(tour.steps[0].brief, "few");
    assert_string_equal(tour.steps[1].at, "goto a.c:5");
    assert_int_equal(tour.steps[1].at_line, 5);
    assert_true(tour.steps[1].at_instance == UINT64_MAX);
    assert_null(tour.steps[1].brief);
    assert_int_equal(tour.steps[2].at_line, 7);
    assert_int_equal(tour.steps[2].at_instance, 2);
    assert_string_equal(tour.steps[2].then, "reverse-step");
    assert_int_equal(tour.steps[1].line, 38);
    assert_null(tour.steps[1].wait);
    tour_free(&tour);
}

static void assert_refused(const char *script, size_t line, const char *message)
{
    struct tour tour;
    struct error error;
    assert_false(read_script(script, &tour, &error));
    assert_int_equal(error.line, line);
    assert_string_equal(error.message, message);
    tour_free(&tour);
}

static void what_is_no_step_is_refused(void **state)
{
    (void)state;
    assert_refused("", 0, "has no steps");
    assert_refused("text words\n", 1, "found text, expected step TITLE first");
    assert_refused("step A\nstep\n", 2, "found step, expected more words after it");
    assert_refused("step A\njump on\n", 2, "found jump, expected step, text, brief, keys, at, then, do or wait");
    assert_refused("step A\nat begin\n", 2, "found at, expected at goto FILE:LINE or FILE:LINE#EXECUTION");
    assert_refused("step A\nat goto a.c:5#x\n", 2, "found at, expected at goto FILE:LINE or FILE:LINE#EXECUTION");
    assert_refused("step A\nwait line x\n", 2, "found wait, expected wait line NUMBER");
    assert_refused("step A\ndo 1\ndo 2\ndo 3\ndo 4\ndo 5\n", 6, "found do, expected at most four commands in a step");
}

static void a_program_says_its_version(void **state)
{
    (void)state;
    char *words[] = {"sh", "-c", "echo ' 1.0 '; echo more", NULL}, *silent[] = {"sh", "-c", "exit 3", NULL};
    struct text version = {0};
    assert_true(program_version("/bin/sh", words, &version));
    assert_string_equal(text_string(&version), "1.0");
    text_clear(&version);
    assert_false(program_version("/bin/sh", silent, &version));
    assert_false(program_version("/nowhere/sh", words, &version));
    assert_true(program_succeeds("/bin/sh", words, "/tmp"));
    assert_false(program_succeeds("/bin/sh", silent, "/tmp"));
    assert_false(program_succeeds("/bin/sh", words, "/nowhere"));
    text_free(&version);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_script_is_read),
        cmocka_unit_test(what_is_no_step_is_refused),
        cmocka_unit_test(a_program_says_its_version),
    };
    int file = mkstemp(name);
    if (file < 0)
        return 1;
    close(file);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(name);
    return failed;
}
