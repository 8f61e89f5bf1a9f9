/* test_lend.c - the terminal lent to shell commands and editors, and taken back.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct terminal *start(int rows, int columns, const char *setting)
{
    struct terminal_options options = {.rows = rows, .columns = columns, .environment = {setting}};
    struct terminal *terminal = terminal_start(&options, "average.wet", NULL);
    terminal_wait(terminal, "links of the statement");
    return terminal;
}

static void quit(struct terminal *terminal)
{
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

/* ---- Pipes ---- */

static void pipe_and_back(int rows, int columns)
{
    struct terminal *terminal = start(rows, columns, NULL);
    terminal_press(terminal, "|sed s/data/DATA/\r");
    terminal_wait(terminal, "DATA     0x401109#0");
    terminal_wait(terminal, "[exit status 0; any key goes back]");
    assert_false(terminal_alternate(terminal));
    terminal_press(terminal, "q");              /* any key: it does not close clew */
    terminal_wait(terminal, "links of the statement");
    terminal_wait_row(terminal, -1, "exit status 0");
    assert_true(terminal_alternate(terminal));
    terminal_press(terminal, "|cat >/dev/null; exit 3\r");
    terminal_wait(terminal, "[exit status 3; any key goes back]");
    terminal_press(terminal, "\033[A");         /* a whole key: an arrow's bytes do not spill over */
    terminal_wait_row(terminal, -1, "exit status 3");
    terminal_press(terminal, ":pipe deps | cat; exit 4\r");
    terminal_wait(terminal, "[exit status 4; any key goes back]");
    terminal_press(terminal, "x");
    terminal_wait_row(terminal, -1, "exit status 4");
    terminal_press(terminal, "|\r|ca");         /* nothing asked: nothing happens */
    terminal_wait_row(terminal, -1, "|ca");
    terminal_press(terminal, "\033");
    terminal_wait_gone(terminal, "|ca");
    terminal_press(terminal, ":pipe deps\r");
    terminal_wait_row(terminal, -1, "pipe COMMAND | SHELL");
    quit(terminal);
}

static void rows_go_to_a_shell_command_at_80x24(void **state)
{
    (void)state;
    pipe_and_back(24, 80);
}

static void rows_go_to_a_shell_command_at_40x10(void **state)
{
    (void)state;
    pipe_and_back(10, 40);
}

/* One that reads nothing, one that ^C ends: clew goes on. */
static void a_command_that_does_not_read_is_no_harm(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, NULL);
    terminal_press(terminal, "|true\r");
    terminal_wait(terminal, "[exit status 0; any key goes back]");
    terminal_press(terminal, " ");
    terminal_wait(terminal, "links of the statement");
    terminal_press(terminal, "|echo ready; exec sleep 100\r");
    terminal_wait(terminal, "ready");
    terminal_press(terminal, "\003");
    terminal_wait(terminal, "any key goes back]");
    terminal_press(terminal, " ");
    terminal_wait(terminal, "links of the statement");
    terminal_wait_row(terminal, -1, "ended by signal 2");
    quit(terminal);
}

static void the_end_while_a_key_is_awaited(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, NULL);
    terminal_press(terminal, "|cat\r");
    terminal_wait(terminal, "[exit status 0; any key goes back]");
    terminal_signal(terminal, SIGTERM);
    assert_int_equal(terminal_wait_exit(terminal), 128 + SIGTERM);
    assert_false(terminal_modes_changed(terminal));
    terminal_free(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_go_to_a_shell_command_at_80x24),
        cmocka_unit_test(rows_go_to_a_shell_command_at_40x10),
        cmocka_unit_test(a_command_that_does_not_read_is_no_harm),
        cmocka_unit_test(the_end_while_a_key_is_awaited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
