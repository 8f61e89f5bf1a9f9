/* test_traces.c - several traces on one screen: T lists them, a number before T goes to one, back returns.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static struct terminal *open_two(int rows, int columns)
{
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = rows, .columns = columns}, "average.wet", "digits.debug_PT", NULL);
    terminal_wait(terminal, "[wet average.wet]");
    return terminal;
}

static void the_status_line_counts_them(void **state)
{
    (void)state;
    struct terminal *terminal = open_two(24, 80);
    terminal_wait_row(terminal, -2, "1:[wet average.wet]");
    terminal_press(terminal, "2T");
    terminal_wait_row(terminal, -2, "2:[csi digits.debug_PT]");
    terminal_wait_row(terminal, -1, "trace 2");
    terminal_press(terminal, "h");
    terminal_wait_row(terminal, -2, "1:[wet average.wet]");
    terminal_press(terminal, "\033[1;3C");
    terminal_wait_row(terminal, -2, "2:[csi digits.debug_PT]");
    terminal_quit(terminal);
}

static void the_list_leads_there_and_closes(void **state)
{
    (void)state;
    struct terminal *terminal = open_two(24, 80);
    terminal_press(terminal, "T");
    terminal_wait(terminal, "> 1  wet average.wet");
    terminal_wait(terminal, "  2  csi digits.debug_PT");
    terminal_press(terminal, "j\r");
    terminal_wait_row(terminal, -2, "2:[csi digits.debug_PT]");
    terminal_wait_gone(terminal, "> 1  wet average.wet");
    terminal_press(terminal, ":drop\r");
    terminal_wait_row(terminal, -2, " [wet average.wet]");
    terminal_quit(terminal);
}

static void what_is_opened_stands_beside_the_other(void **state)
{
    (void)state;
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, "average.wet", NULL);
    terminal_wait(terminal, "x9");
    terminal_press(terminal, ":open digits.debug_PT\r");
    terminal_wait_row(terminal, -2, "2:[csi digits.debug_PT]");
    terminal_press(terminal, "1T");
    terminal_wait_row(terminal, -2, "1:[wet average.wet]");
    terminal_quit(terminal);
}

/* A refused file changes nothing: the open list stays. clew refuses a pipe, because waiting for it would freeze the screen. */
static void a_refusal_leaves_the_lists(void **state)
{
    (void)state;
    char pipe[] = "/tmp/clew-pipe-XXXXXX", command[120], path[64];
    assert_non_null(mkdtemp(pipe));
    snprintf(path, sizeof path, "%s/pipe", pipe);
    assert_int_equal(mkfifo(path, 0600), 0);
    snprintf(command, sizeof command, ":open %s\r", path);
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, "average.wet", NULL);
    terminal_wait(terminal, "0x401110#0");
    terminal_press(terminal, ":marks\r");
    terminal_wait(terminal, "[ marks ]");
    terminal_press(terminal, ":open missing.wet\r");
    terminal_wait_row(terminal, -1, "missing.wet: cannot be opened");
    terminal_wait(terminal, "[ marks ]");
    terminal_press(terminal, command);
    terminal_wait_row(terminal, -1, "is a pipe, and clew does not wait");
    terminal_wait(terminal, "[ marks ]");
    terminal_press(terminal, ":drop 7\r");
    terminal_wait_row(terminal, -1, "there is no trace `7`");
    terminal_wait(terminal, "[ marks ]");
    snprintf(command, sizeof command, ":open ../../../data/ae/fig1.sma %s\r", path);
    terminal_press(terminal, command);
    terminal_wait_row(terminal, -1, "is a pipe, and clew does not wait");
    terminal_wait(terminal, "[ marks ]");
    terminal_quit(terminal);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(pipe), 0);
}

/* Started with a pipe, clew says what it waits for before it shows anything. */
static void a_pipe_is_waited_for_and_that_is_said(void **state)
{
    (void)state;
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80, .program = "/bin/bash"}, "-c",
                                               "d=$(mktemp -d); mkfifo $d/pipe; { read go </dev/tty; cat average.wet >$d/pipe; } & \"$CLEW\" -c where $d/pipe; rm -r $d", NULL);
    terminal_wait(terminal, "/pipe is a pipe: clew waits");
    terminal_press(terminal, "\r");
    terminal_wait(terminal, "0x401110#0 of 1");
    assert_int_equal(terminal_end(terminal), 0);
}

/* You can browse the other traces, at any size. The bottom line names the file that clew could not open, and `messages` keeps it. */
static void what_cannot_be_opened_is_said_and_the_rest_is_there(void **state)
{
    (void)state;
    static const int sizes[][2] = {{24, 80}, {10, 40}, {50, 200}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = sizes[i][0], .columns = sizes[i][1]}, "missing.wet", "average.wet", NULL);
        terminal_wait_row(terminal, -2, sizes[i][1] < 80 ? "?=help" : "[wet average.wet]");
        terminal_wait_row(terminal, -1, "missing.wet: cannot be opened");
        terminal_press(terminal, ":messages\r");
        terminal_wait(terminal, "missing.wet: cannot be opened");
        terminal_quit(terminal);
    }
}

static void where_none_can_be_opened_each_is_said(void **state)
{
    (void)state;
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, "missing.wet", "average.c", NULL);
    terminal_wait(terminal, "missing.wet: cannot be opened");
    terminal_wait(terminal, "average.c: is not a trace");
    assert_int_equal(terminal_end(terminal), 1);
}

static void a_small_screen_is_enough(void **state)
{
    (void)state;
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 10, .columns = 40}, "average.wet", "digits.debug_PT", NULL);
    terminal_press(terminal, "T");
    terminal_wait(terminal, "> 1  wet average.wet");
    terminal_press(terminal, "j\r");
    terminal_wait_row(terminal, -2, "2: ");
    terminal_resize(terminal, 1, 1);
    terminal_resize(terminal, 24, 80);
    terminal_wait_row(terminal, -2, "2:[csi digits.debug_PT]");
    terminal_quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_status_line_counts_them),
        cmocka_unit_test(the_list_leads_there_and_closes),
        cmocka_unit_test(what_is_opened_stands_beside_the_other),
        cmocka_unit_test(a_refusal_leaves_the_lists),
        cmocka_unit_test(a_pipe_is_waited_for_and_that_is_said),
        cmocka_unit_test(what_cannot_be_opened_is_said_and_the_rest_is_there),
        cmocka_unit_test(where_none_can_be_opened_each_is_said),
        cmocka_unit_test(a_small_screen_is_enough),
    };
    return cmocka_run_group_tests_name("screens of several traces", tests, NULL, NULL);
}
