/* test_source.c - the source pane: colours, signs, values, columns.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings.h"

/* tests/golden/inputs/sums.c, whole and without its function hidden(). */
static int record(void **state)
{
    (void)state;
    return recordings_make("cp $ROOT/tests/golden/inputs/sums.c . && gcc -g -O0 -o sums sums.c && "
                           "$CLEW record --wait -- ./sums >output && $CLEW record --wait --skip=hidden -o less.clew -- ./sums >output && "
                           "mkdir build && cp sums.c build/moved.c && gcc -g -O0 -o moved build/moved.c && $CLEW record --wait -o moved.clew -- ./moved >output && mv build away");
}

static struct terminal *start(int rows, int columns, const char *environment)
{
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = rows, .columns = columns, .environment = {environment}}, "average.wet", NULL);
    terminal_wait(terminal, "0x401110#0");
    terminal_press(terminal, "\033OQ");            /* F2 */
    return terminal;
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
    terminal_quit(terminal);
}

static void without_colours_the_same_text_is_there(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, "NO_COLOR=1");
    terminal_wait(terminal, "int mean = average(numbers, n);");
    assert_false(terminal_has_colour(terminal));
    terminal_quit(terminal);
}

/* Signs and text begin in the same columns, whatever the line. */
static void lines_that_never_ran_have_a_sign(int rows, int columns)
{
    struct terminal *terminal = recordings_open("sums.clew", "sums.c:25", rows, columns);
    terminal_press(terminal, "\033OQ");
    terminal_wait(terminal, "> 25     x1          total = hidden(to");
    terminal_wait(terminal, "  24      -                  printf(");
    terminal_wait(terminal, "  26     x1          printf(");
    int row = terminal_find(terminal, "  24      -");
    assert_true(terminal_is_coloured(terminal, row, terminal_column(terminal, row, "- ")));
    assert_false(terminal_is_coloured(terminal, row, terminal_column(terminal, row, "printf")));
    terminal_quit(terminal);
}

static void lines_that_never_ran_have_a_sign_at_80x24(void **state)
{
    (void)state;
    lines_that_never_ran_have_a_sign(24, 80);
}

static void lines_that_never_ran_have_a_sign_at_40x10(void **state)
{
    (void)state;
    lines_that_never_ran_have_a_sign(10, 40);
}

/* w asks about the row under a moved cursor: why it ran, or why it did not. */
static void why_asks_about_the_row_under_the_cursor(int rows, int columns)
{
    struct terminal *terminal = recordings_open("sums.clew", "sums.c:25", rows, columns);
    terminal_press(terminal, "\033OQ");
    terminal_wait(terminal, "> 25     x1          total = hidden(to");
    terminal_press(terminal, "w");
    terminal_wait_row(terminal, -1, ":why");
    terminal_wait(terminal, "─[ why 0x");
    terminal_press(terminal, "qkw");
    terminal_wait_row(terminal, -1, ":why not sums.c:24");
    terminal_wait(terminal, "─[ why not ");
    terminal_press(terminal, "qjjw");
    terminal_wait_row(terminal, -1, ":why sums.c:26");
    terminal_wait(terminal, "sums.c:26 ");
    terminal_press(terminal, "jw");                         /* in a list, too */
    terminal_wait_row(terminal, -1, ":why ");
    terminal_wait_gone(terminal, "sums.c:26 ");
    terminal_press(terminal, "qq:13\rw");                    /* a line without code */
    terminal_wait_row(terminal, -1, "sums.c:13");
    terminal_quit(terminal);
}

static void why_asks_about_the_row_under_the_cursor_at_80x24(void **state)
{
    (void)state;
    why_asks_about_the_row_under_the_cursor(24, 80);
}

static void why_asks_about_the_row_under_the_cursor_at_40x10(void **state)
{
    (void)state;
    why_asks_about_the_row_under_the_cursor(10, 40);
}

static void what_was_not_recorded_may_have_run(void **state)
{
    (void)state;
    struct terminal *terminal = recordings_open("less.clew", "sums.c:20", 50, 200);
    terminal_wait(terminal, "  14      ?  {");
    terminal_wait(terminal, "  15      ?      return n * 3;");
    terminal_quit(terminal);
}

static void values_stand_behind_the_lines_of_the_current_call_at_80x24(void **state)
{
    (void)state;
    struct terminal *terminal = recordings_open("sums.clew", "sums.c:10", 24, 80);
    terminal_wait(terminal, "> 10     x9      return sum;  = 0x6");
    terminal_wait(terminal, "   9     x9      int sum = below + n;  = 0x6");
    terminal_press(terminal, ":goto 50%\r");
    terminal_wait_gone(terminal, "below + n;  = 0x6");
    terminal_press(terminal, "\033[D");                  /* Left: back */
    terminal_wait(terminal, "below + n;  = 0x6");
    terminal_press(terminal, ":set values off\r");
    terminal_wait_gone(terminal, "below + n;  =");
    terminal_press(terminal, ":set values on\r");
    terminal_wait(terminal, "int below = 0;  = 0x0");
    terminal_quit(terminal);
}

/* Values never hide code: they come after it, and are cut if they do not fit. */
static void values_are_cut_at_40x10(void **state)
{
    (void)state;
    struct terminal *terminal = recordings_open("sums.clew", "sums.c:22", 10, 40);
    terminal_press(terminal, "\033OQ");
    terminal_wait(terminal, "> 22     x3                  total");
    terminal_press(terminal, ">>");
    terminal_wait(terminal, "total += sum_to(i);  = 0xa");
    terminal_quit(terminal);
}

static void a_rule_shows_a_source_that_was_moved_at_once(int rows, int columns)
{
    char command[128];
    struct terminal *terminal = recordings_open("moved.clew", "moved.c:22", rows, columns);
    terminal_press(terminal, "\033OQ");
    terminal_wait(terminal, "source not found");
    terminal_wait(terminal, "looked for ");
    snprintf(command, sizeof command, ":set substitute-path %s/build %s/away\r", recordings_folder, recordings_folder);
    terminal_press(terminal, command);
    terminal_wait(terminal, "> 22     x3                  total");
    terminal_press(terminal, ":unset substitute-path\r");
    terminal_wait(terminal, "source not found");
    snprintf(command, sizeof command, ":directory %s/away\r", recordings_folder);
    terminal_press(terminal, command);
    terminal_wait(terminal, "> 22     x3                  total");
    terminal_quit(terminal);
}

static void a_rule_shows_a_source_that_was_moved_at_once_at_80x24(void **state)
{
    (void)state;
    a_rule_shows_a_source_that_was_moved_at_once(24, 80);
}

static void a_rule_shows_a_source_that_was_moved_at_once_at_40x10(void **state)
{
    (void)state;
    a_rule_shows_a_source_that_was_moved_at_once(10, 40);
}

struct spot {
    const char *text;
    int row, column;
};

static bool is_at(struct terminal *terminal, const void *context)
{
    const struct spot *spot = context;
    return terminal_column(terminal, spot->row, spot->text) == spot->column;
}

static void wait_at(struct terminal *terminal, const char *text, int row, int column)
{
    terminal_wait_that(terminal, is_at, &(struct spot){text, row, column}, text);
}

/* Tabs expand; wide characters take two cells, combining ones none; half of a wide character is a blank. */
static void columns_stay_straight_with_tabs_and_wide_characters(int rows, int columns)
{
    struct terminal *terminal = recordings_open("sums.clew", "sums.c:20", rows, columns);
    terminal_press(terminal, ":set values off\r\033OQ");
    terminal_wait(terminal, "> 20     x1          int total = 0;");
    int row = terminal_find(terminal, "> 20 "), column = terminal_column(terminal, row, "total = 0;");
    terminal_press(terminal, ">>>");
    terminal_wait_gone(terminal, "> 20 ");
    wait_at(terminal, "total = 0;  /* \xe6\xbc\xa2\xe5\xad\x97: wi", row, column - 24);
    column = terminal_column(terminal, row, "/* ");
    terminal_press(terminal, ">");
    terminal_wait_gone(terminal, "total = 0;  /*");
    terminal_wait(terminal, "  /* \xe6\xbc\xa2\xe5\xad\x97: wide, cafe\xcc\x81: co");
    wait_at(terminal, "/* ", row, column - 8);
    terminal_press(terminal, ":scroll-right 1\r");           /* in the middle of the first wide character, or beside it */
    terminal_press(terminal, "<<<<<<");
    terminal_wait(terminal, "> 20     x1          int total = 0;");
    terminal_quit(terminal);
}

static void columns_stay_straight_with_tabs_and_wide_characters_at_80x24(void **state)
{
    (void)state;
    columns_stay_straight_with_tabs_and_wide_characters(24, 80);
}

static void columns_stay_straight_with_tabs_and_wide_characters_at_40x10(void **state)
{
    (void)state;
    columns_stay_straight_with_tabs_and_wide_characters(10, 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_numbers_are_coloured_and_names_are_not),
        cmocka_unit_test(without_colours_the_same_text_is_there),
        cmocka_unit_test(lines_that_never_ran_have_a_sign_at_80x24),
        cmocka_unit_test(lines_that_never_ran_have_a_sign_at_40x10),
        cmocka_unit_test(why_asks_about_the_row_under_the_cursor_at_80x24),
        cmocka_unit_test(why_asks_about_the_row_under_the_cursor_at_40x10),
        cmocka_unit_test(what_was_not_recorded_may_have_run),
        cmocka_unit_test(values_stand_behind_the_lines_of_the_current_call_at_80x24),
        cmocka_unit_test(values_are_cut_at_40x10),
        cmocka_unit_test(a_rule_shows_a_source_that_was_moved_at_once_at_80x24),
        cmocka_unit_test(a_rule_shows_a_source_that_was_moved_at_once_at_40x10),
        cmocka_unit_test(columns_stay_straight_with_tabs_and_wide_characters_at_80x24),
        cmocka_unit_test(columns_stay_straight_with_tabs_and_wide_characters_at_40x10),
    };
    return cmocka_run_group_tests(tests, record, recordings_remove);
}
