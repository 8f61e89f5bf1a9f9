/* test_tour.c - clew tour: every step done by its keys, or skipped; back; nothing is left.  SPDX-License-Identifier: GPL-3.0-or-later */
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

/* Temporary files go into a folder of the test's own. Without the recorder it is the recording that came with clew. */
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
        terminal_wait_row_end(terminal, rows - 3, endings[step]);       /* no line of the guide was cut: its keys stand last */
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
    terminal_wait(terminal, "expected next or back");
    terminal_press(terminal, "q");
    assert_int_equal(terminal_end(terminal), 0);
    assert_true(is_empty(folder));
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
    terminal_wait(terminal, "clew tour begins it");
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
        cmocka_unit_test(the_guide_makes_room_and_comes_back),
        cmocka_unit_test(outside_of_the_tour_the_command_says_how_it_begins),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
