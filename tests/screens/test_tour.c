/* test_tour.c - clew tour: does or skips every step, goes back, leaves no files.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LEFT "\033[D"
#define F7 "\033[18~"
#define F8 "\033[19~"

enum { STEPS = 12 };
static const char *const keys[STEPS] = {"x", "j\r", "j\r", LEFT, "w", "q", ":break mean.c:23\r", "C", "S", "Q", "?", ""};
static char folder[] = "/tmp/clew-tours-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

/* Temporary files go into a folder of the test's own. Without the recorder, the tour uses the recording that comes with clew. */
static struct terminal *begin(int rows, int columns, bool recorder)
{
    static char place[64];
    snprintf(place, sizeof place, "TMPDIR=%s", folder);
    struct terminal_options options = {.rows = rows, .columns = columns, .environment = {place, recorder ? NULL : "CLEW_RECORDER=/none"}};
    return terminal_start(&options, "tour", NULL);
}

static bool is_empty(const char *name)
{
    DIR *files = opendir(name);
    size_t count = 0;
    while (files && readdir(files))
        count++;
    if (files)
        closedir(files);
    return count == 2;                  /* itself and the one above */
}

static void wait_step(struct terminal *terminal, int columns, size_t step)
{
    char head[32];
    snprintf(head, sizeof head, columns < 60 ? " %zu/%d " : "tour %zu of %d:", step, STEPS);
    terminal_wait(terminal, head);
}

static void play(int rows, int columns, bool recorder)
{
    static const char *const endings[STEPS] = {"x", "Enter", "Enter", "Left", "w", "q", "Enter", "C", "S", "Q", "?", "q"};
    struct terminal *terminal = begin(rows, columns, recorder);
    for (size_t step = 0; step < STEPS; step++) {
        wait_step(terminal, columns, step + 1);
        terminal_wait_row_end(terminal, rows - 3, endings[step]);       /* no line of the guide is cut: its keys come last */
        terminal_press(terminal, keys[step]);
    }
    terminal_press(terminal, "qq");     /* the help, the questions */
    terminal_wait(terminal, "links of the statement");
    terminal_press(terminal, "q");
    assert_int_equal(terminal_end(terminal), 0);
    assert_true(is_empty(folder));
}

static void the_tour_at_80x24(void **state) { (void)state; play(24, 80, true); }
static void the_tour_at_40x10(void **state) { (void)state; play(10, 40, true); }
static void the_tour_at_200x50(void **state) { (void)state; play(50, 200, true); }
static void the_tour_without_a_recorder(void **state) { (void)state; play(24, 80, false); }

static void every_step_can_be_skipped_and_gone_back_to(void **state)
{
    (void)state;
    struct terminal *terminal = begin(24, 80, false);
    wait_step(terminal, 80, 1);
    terminal_press(terminal, F7);
    terminal_wait(terminal, "this is the first step");
    for (size_t step = 1; step < STEPS; step++) {
        wait_step(terminal, 80, step);
        terminal_press(terminal, F8);
    }
    wait_step(terminal, 80, STEPS);
    terminal_press(terminal, F8);
    terminal_wait(terminal, "this was the last step");
    for (size_t step = STEPS; step > 1; step--) {
        wait_step(terminal, 80, step);
        terminal_press(terminal, F7);
    }
    wait_step(terminal, 80, 1);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, ":tour sideways\r");
    terminal_wait(terminal, "needs `next` or `back`");
    terminal_press(terminal, "q");
    assert_int_equal(terminal_end(terminal), 0);
    assert_true(is_empty(folder));
}

/* The ending of the guide's last line, at any size. */
static void wait_keys(struct terminal *terminal, int rows, const char *keys_asked)
{
    terminal_wait_row_end(terminal, rows - 3, keys_asked);
}

/* From another row or line, under a list, or from another round, a step's keys would lead elsewhere: the tour says so, and how to get back. */
static void stray(int rows, int columns)
{
    struct terminal *terminal = begin(rows, columns, false);
    wait_step(terminal, columns, 1);
    terminal_press(terminal, "x");
    wait_step(terminal, columns, 2);
    wait_keys(terminal, rows, "Down, then Enter");
    terminal_press(terminal, "j");
    wait_keys(terminal, rows, "press: Enter");
    terminal_press(terminal, "jj");
    wait_keys(terminal, rows, "Up 2 times, then Enter");
    terminal_press(terminal, "k\r");
    terminal_wait(terminal, "You are in line 31,");
    wait_keys(terminal, rows, "F7");
    terminal_press(terminal, F7);
    wait_step(terminal, columns, 2);
    wait_keys(terminal, rows, "Down, then Enter");
    terminal_press(terminal, "?");
    terminal_wait(terminal, "A list covers");
    terminal_press(terminal, "q");
    wait_keys(terminal, rows, "Down, then Enter");
    terminal_press(terminal, "\t");
    terminal_wait(terminal, "in another pane");
    terminal_press(terminal, F8);
    wait_step(terminal, columns, 3);
    wait_keys(terminal, rows, "Down, then Enter");
    terminal_press(terminal, ":goto mean.c:23#3\r");
    terminal_wait(terminal, "You are in line 23,");
    for (size_t step = 3; step < 9; step++) {
        wait_step(terminal, columns, step);
        terminal_press(terminal, F8);
    }
    wait_step(terminal, columns, 9);
    wait_keys(terminal, rows, "press: S");
    terminal_press(terminal, "C");
    terminal_wait(terminal, "another iteration");
    terminal_press(terminal, F8);
    wait_step(terminal, columns, 10);
    terminal_wait(terminal, "#7/9");
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
    assert_true(is_empty(folder));
}

static void who_is_elsewhere_is_led_back_at_80x24(void **state) { (void)state; stray(24, 80); }
static void who_is_elsewhere_is_led_back_at_200x50(void **state) { (void)state; stray(50, 200); }

static void at_40x10_what_a_step_speaks_of_stands_above_it(void **state)
{
    (void)state;
    struct terminal *terminal = begin(10, 40, false);
    terminal_wait(terminal, "depends upon");
    terminal_wait(terminal, "data ");
    terminal_press(terminal, "x");
    wait_step(terminal, 40, 2);
    terminal_wait(terminal, "main mean.c:38");          /* the row that the step mentions, before going to it */
    terminal_press(terminal, "jj");
    wait_keys(terminal, 10, "Up, then Enter");
    terminal_press(terminal, "\r");
    terminal_wait(terminal, "You are in line 31,");
    terminal_press(terminal, F7);
    wait_keys(terminal, 10, "Down, then Enter");
    terminal_press(terminal, F8 F8 F8 "w");
    terminal_wait(terminal, "mean.c:16");               /* the step calls it the suspect */
    wait_step(terminal, 40, 6);
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

static void the_guide_makes_room_and_comes_back(void **state)
{
    (void)state;
    struct terminal *terminal = begin(24, 80, false);
    wait_step(terminal, 80, 1);
    terminal_resize(terminal, 1, 1);
    terminal_resize(terminal, 6, 40);
    terminal_wait_gone(terminal, "F8");
    terminal_wait(terminal, "links of");
    terminal_resize(terminal, 24, 80);
    wait_step(terminal, 80, 1);
    terminal_signal(terminal, 15);
    assert_int_equal(terminal_end(terminal), 128 + 15);
    assert_true(is_empty(folder));
}

static void outside_of_the_tour_the_command_says_how_it_begins(void **state)
{
    (void)state;
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, "average.wet", NULL);
    terminal_wait(terminal, "depends upon");
    terminal_press(terminal, F8);
    terminal_wait(terminal, "`clew tour` starts it");
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tour_at_80x24),
        cmocka_unit_test(the_tour_at_40x10),
        cmocka_unit_test(the_tour_at_200x50),
        cmocka_unit_test(the_tour_without_a_recorder),
        cmocka_unit_test(every_step_can_be_skipped_and_gone_back_to),
        cmocka_unit_test(who_is_elsewhere_is_led_back_at_80x24),
        cmocka_unit_test(who_is_elsewhere_is_led_back_at_200x50),
        cmocka_unit_test(at_40x10_what_a_step_speaks_of_stands_above_it),
        cmocka_unit_test(the_guide_makes_room_and_comes_back),
        cmocka_unit_test(outside_of_the_tour_the_command_says_how_it_begins),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
