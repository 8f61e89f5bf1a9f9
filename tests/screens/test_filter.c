/* test_filter.c - the list with the focus shows only matching rows.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

static struct terminal *start(int rows, int columns)
{
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = rows, .columns = columns}, "average.wet", NULL);
    terminal_wait(terminal, "links of the statement");
    return terminal;
}

static void filter_and_back(int rows, int columns)
{
    struct terminal *terminal = start(rows, columns);
    terminal_wait(terminal, "[ links of the statement ]");
    terminal_press(terminal, "&data\r");
    terminal_wait(terminal, "[ /data/: 1 of 8  links");
    terminal_wait_gone(terminal, "control");
    terminal_press(terminal, "\r");             /* the row leads to the same place, and the filter stays */
    terminal_wait_row(terminal, -1, ":goto 0x401109#0");
    terminal_wait(terminal, "0x401109#0/1");
    terminal_wait(terminal, "/data/: ");
    terminal_press(terminal, "&\r");
    terminal_wait_row(terminal, -1, "all rows");
    terminal_wait(terminal, "[ links of the statement ]");
    terminal_press(terminal, "&\r");
    terminal_wait_row(terminal, -1, "no filter is set");
    terminal_quit(terminal);
}

static void rows_that_match_at_80x24(void **state)
{
    (void)state;
    filter_and_back(24, 80);
}

static void rows_that_match_at_40x10(void **state)
{
    (void)state;
    filter_and_back(10, 40);
}

static void the_cursor_stays_on_its_row(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, ":slice back\r");
    terminal_wait(terminal, "[ slice back from");
    terminal_press(terminal, "jjj");
    terminal_wait_row(terminal, -1, ":line-down 1");
    terminal_press(terminal, "&#0\r");
    terminal_wait(terminal, "/#0/: ");
    terminal_press(terminal, "G&average\r");
    terminal_wait(terminal, "/average/: ");
    terminal_press(terminal, "&nothing like this\r");
    terminal_wait(terminal, "/nothing like this/: 0 of ");
    terminal_press(terminal, "jkG\r&(\r");
    terminal_wait_row(terminal, -1, "not a regular expression");
    terminal_press(terminal, "&\r");
    terminal_wait_row(terminal, -1, "all rows");
    terminal_quit(terminal);
}

static void a_command_s_answer_is_filtered(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, ":filter /average/ slice back\r");
    terminal_wait(terminal, "/average/: ");
    terminal_wait_row(terminal, -1, ":filter /average/ slice back");
    terminal_press(terminal, "q:filter /nothing like this/ deps\r");
    terminal_wait_row(terminal, -1, "nothing");
    terminal_press(terminal, ":filter /x/ open average.wet\r");
    terminal_wait_row(terminal, -1, "`open` gives no rows");
    terminal_quit(terminal);
}

static void escape_leaves_the_prompt_and_help_names_it(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, "&data\033");
    terminal_wait_row(terminal, -1, "&data");
    terminal_wait_gone(terminal, "&data");
    terminal_wait(terminal, "[ links of the statement ]");
    terminal_press(terminal, "?/only the rows\r");
    terminal_wait(terminal, "Shows only the rows that match.");
    terminal_quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_that_match_at_80x24),
        cmocka_unit_test(rows_that_match_at_40x10),
        cmocka_unit_test(the_cursor_stays_on_its_row),
        cmocka_unit_test(a_command_s_answer_is_filtered),
        cmocka_unit_test(escape_leaves_the_prompt_and_help_names_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
