/* test_mouse.c - clicks and the wheel, and giving back the mouse.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <signal.h>
#include <stdio.h>

#define MOUSE_ON "\033[?1000h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1000l"

static struct terminal *start(int rows, int columns, bool on)
{
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = rows, .columns = columns}, "average.wet", NULL);
    terminal_wait(terminal, "links of the statement");
    if (on) {
        terminal_press(terminal, ":set mouse on\r");
        terminal_wait_row(terminal, -1, ":set mouse on");
    }
    return terminal;
}

/* Presses and releases a button there; rows and columns from 0. */
static void click(struct terminal *terminal, int row, int column)
{
    char bytes[64];
    snprintf(bytes, sizeof bytes, "\033[<0;%d;%dM\033[<0;%d;%dm", column + 1, row + 1, column + 1, row + 1);
    terminal_press(terminal, bytes);
}

static void wheel(struct terminal *terminal, bool down, int row, int column)
{
    char bytes[32];
    snprintf(bytes, sizeof bytes, "\033[<%d;%d;%dM", down ? 65 : 64, column + 1, row + 1);
    terminal_press(terminal, bytes);
}

static void off_until_it_is_asked_for(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, false);
    assert_false(terminal_wrote(terminal, MOUSE_ON));
    terminal_press(terminal, ":set mouse on\r");
    terminal_wait_row(terminal, -1, ":set mouse on");
    terminal_press(terminal, ":show mouse\r");
    terminal_wait_row(terminal, -1, "mouse        on");
    assert_true(terminal_wrote(terminal, MOUSE_ON));
    assert_false(terminal_wrote(terminal, MOUSE_OFF));
    terminal_press(terminal, ":set mouse off\r:show mouse\r");
    terminal_wait_row(terminal, -1, "mouse        off");
    assert_true(terminal_wrote(terminal, MOUSE_OFF));
    terminal_quit(terminal);
}

static void clicks(int rows, int columns)
{
    struct terminal *terminal = start(rows, columns, true);
    int row = terminal_find(terminal, "average.c  main");
    assert_int_equal(row, 0);
    click(terminal, 1, 10);                     /* the source: focus and cursor */
    terminal_wait(terminal, "[ average.c  main ]");
    terminal_wait_cursor(terminal, 1);
    row = terminal_find(terminal, "data     0x401109#0");
    assert_true(row > 0);
    click(terminal, row, 10);
    terminal_wait(terminal, "[ links of the statement ]");
    terminal_wait_cursor(terminal, row);
    terminal_wait_row(terminal, -2, "0x401110#0");
    click(terminal, row, 12);                   /* again: follows the row */
    terminal_wait_row(terminal, -1, ":goto 0x401109#0");
    terminal_wait_row(terminal, -2, "0x401109#0");
    click(terminal, rows - 2, 3);               /* on the status line and below, nothing happens */
    click(terminal, 500, 500);
    terminal_press(terminal, "\033[<0;M\033[<0;0;0M\033[<99999999999;1;1M");
    terminal_quit(terminal);
}

static void a_click_moves_and_one_more_follows_at_80x24(void **state)
{
    (void)state;
    clicks(24, 80);
}

static void a_click_moves_and_one_more_follows_at_40x10(void **state)
{
    (void)state;
    clicks(10, 40);
}

static void the_wheel_scrolls_what_is_under_it(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, true);
    terminal_wait_row(terminal, 8, "> 19");
    for (int i = 0; i < 7; i++)
        wheel(terminal, false, 3, 10);
    terminal_wait_row(terminal, 1, "1         /*");
    terminal_wait(terminal, "[ links of the statement ]");      /* which keeps the focus */
    wheel(terminal, true, 3, 10);
    terminal_wait_row(terminal, 1, "4");
    terminal_press(terminal, ":slice back\r");
    terminal_wait(terminal, "[ slice back from");
    int row = terminal_find(terminal, "[ slice back from");
    click(terminal, row + 3, 5);
    terminal_wait_cursor(terminal, row + 3);
    click(terminal, 1, 5);                      /* the list on top keeps the focus */
    terminal_press(terminal, "q");
    terminal_wait(terminal, "[ links of the statement ]");
    terminal_quit(terminal);
}

static void it_is_given_back_on_every_leave(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, true);
    terminal_press(terminal, "|cat\r");
    terminal_wait(terminal, "any key returns]");
    assert_true(terminal_wrote(terminal, MOUSE_OFF));
    terminal_press(terminal, " :quit\r");
    assert_int_equal(terminal_end(terminal), 0);
    static const int endings[] = {SIGTERM, SIGSEGV};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        terminal = start(24, 80, true);
        terminal_press(terminal, ":show mouse\r");
        terminal_wait_row(terminal, -1, "mouse        on");
        terminal_signal(terminal, endings[i]);
        assert_int_equal(terminal_wait_exit(terminal), 128 + endings[i]);
        assert_true(terminal_wrote(terminal, MOUSE_OFF));
        terminal_free(terminal);
    }
}

/* While another program has the terminal, the mouse selects text in it. Afterwards clew has the mouse again. */
static void it_is_taken_back_behind_pipes_and_editors(void **state)
{
    (void)state;
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80, .environment = {"VISUAL=true"}}, "average.wet", NULL);
    terminal_wait(terminal, "links of the statement");
    terminal_press(terminal, ":set mouse on\r:show mouse\r");
    terminal_wait_row(terminal, -1, "mouse        on");
    size_t taken = terminal_wrote_times(terminal, MOUSE_ON);
    assert_int_equal(taken, 1);
    terminal_press(terminal, "|cat\r");
    terminal_wait(terminal, "any key returns]");
    assert_int_equal(terminal_wrote_times(terminal, MOUSE_OFF), 1);
    assert_int_equal(terminal_wrote_times(terminal, MOUSE_ON), 1);
    terminal_press(terminal, " ");
    terminal_wait(terminal, "?=help");
    click(terminal, 2, 5);                      /* the source, which has no focus yet */
    terminal_wait(terminal, "[ average.c  main ]");
    assert_int_equal(terminal_wrote_times(terminal, MOUSE_ON), 2);
    terminal_press(terminal, "e:show mouse\r");
    terminal_wait_row(terminal, -1, "mouse        on");
    assert_int_equal(terminal_wrote_times(terminal, MOUSE_OFF), 2);
    assert_int_equal(terminal_wrote_times(terminal, MOUSE_ON), 3);
    terminal_quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(off_until_it_is_asked_for),
        cmocka_unit_test(a_click_moves_and_one_more_follows_at_80x24),
        cmocka_unit_test(a_click_moves_and_one_more_follows_at_40x10),
        cmocka_unit_test(the_wheel_scrolls_what_is_under_it),
        cmocka_unit_test(it_is_given_back_on_every_leave),
        cmocka_unit_test(it_is_taken_back_behind_pipes_and_editors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
