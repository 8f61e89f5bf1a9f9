/* test_source.c - the source pane: colours, signs, values, columns.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

static struct terminal *start(int rows, int columns, const char *environment)
{
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = rows, .columns = columns, .environment = {environment}}, "average.wet", NULL);
    terminal_wait(terminal, "0x401110#0");
    terminal_press(terminal, "\033OQ");            /* F2 */
    return terminal;
}

static void quit(struct terminal *terminal)
{
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

static bool is_coloured_at(struct terminal *terminal, const char *text)
{
    int row = terminal_find(terminal, text);
    assert_true(row >= 0);
    return terminal_is_coloured(terminal, row, terminal_column(terminal, row, text));
}

static void words_and_numbers_are_coloured_and_names_are_not(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, NULL);
    terminal_wait(terminal, "int mean = average(numbers, n);");
    assert_true(is_coloured_at(terminal, "int n = 3;"));
    assert_true(is_coloured_at(terminal, "3;"));
    assert_false(is_coloured_at(terminal, "n = 3;"));
    assert_true(is_coloured_at(terminal, "\"%d\\n\""));
    quit(terminal);
}

static void without_colours_the_same_text_is_there(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, "NO_COLOR=1");
    terminal_wait(terminal, "int mean = average(numbers, n);");
    assert_false(terminal_has_colour(terminal));
    quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_numbers_are_coloured_and_names_are_not),
        cmocka_unit_test(without_colours_the_same_text_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
