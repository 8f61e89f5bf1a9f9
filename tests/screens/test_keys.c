/* test_keys.c - the available keys, and the bottom line while a key is typed.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <string.h>

static struct terminal *start(int rows, int columns)
{
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = rows, .columns = columns}, "average.wet", NULL);
    terminal_wait(terminal, "0x401110#0");
    return terminal;
}

/* ---- On keyboards of other countries ---- */

/* Does a row of help offer, in its first columns, a key that needs neither AltGr nor Shift and a digit, on German and American keyboards? */
static bool is_easy(const char *row)
{
    enum { KEYS = 23 };
    for (size_t at = 2; at < KEYS && row[at] && row[at] != ' ';) {
        size_t size = strcspn(row + at, " ");
        bool alone = size == 1, hard = false;
        for (size_t i = 0; i < size && size <= 2; i++)
            hard = hard || (strchr("!\"$%&/()=@{[]}\\|~^*", row[at + i]) && (alone || row[at + i] != '*'));
        if (!hard)
            return true;
        at += size + 1;
    }
    return false;
}

static void no_key_needs_altgr_or_shift_and_a_digit(void **state)
{
    (void)state;
    struct terminal *terminal = start(200, 100);
    terminal_press(terminal, "?");
    terminal_wait(terminal, "Esc C-g");
    int first = terminal_find(terminal, "Keys; a number before a key"), last = terminal_find(terminal, "Esc C-g");
    assert_true(first >= 0 && last > first + 30);
    for (int row = first + 1; row < last; row++)
        if (!is_easy(terminal_row_from(terminal, row, 1)))
            fail_msg("%s", terminal_row(terminal, row));
    assert_true(terminal_find(terminal, "  % zp ") > first && terminal_find(terminal, "  & R ") > first && terminal_find(terminal, "  | P ") > first);
    assert_true(terminal_find(terminal, "  * A ") > first && terminal_find(terminal, "  < zh ") > first && terminal_find(terminal, "  + zo ") > first);
    terminal_quit(terminal);
}

static void second_keys_do_the_same(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, "100zp");
    terminal_wait_row(terminal, -1, ":percent 100");
    terminal_press(terminal, "2zl");
    terminal_wait_row(terminal, -1, ":scroll-right 2");
    terminal_press(terminal, "2zh");
    terminal_wait_row(terminal, -1, ":scroll-left 2");
    terminal_press(terminal, "gA");
    terminal_wait_row(terminal, -1, ":find-addr 0x");
    terminal_press(terminal, "qRdata\r");
    terminal_wait_row(terminal, -1, ":filter /data/");
    terminal_press(terminal, "R\r");
    terminal_wait_row(terminal, -1, ":filter");
    terminal_press(terminal, "Ptrue\r");
    terminal_wait(terminal, "any key returns]");
    terminal_press(terminal, " ");
    terminal_wait(terminal, "0x401110#0");
    terminal_quit(terminal);
}

/* ---- While a key is typed ---- */

static void typed(int rows, int columns)
{
    struct terminal *terminal = start(rows, columns);
    terminal_press(terminal, ":frobnicate-the-whole-thing-at-once\r");         /* answered in 77 cells */
    terminal_wait_row(terminal, -1, "frobnicate-the-whole");
    terminal_press(terminal, "12z");
    terminal_wait_row_end(terminal, -1, "  12z");
    terminal_wait_row(terminal, -1, "frobnicate-the-whole");        /* the message stays as far as there is room: */
    terminal_wait_row(terminal, -1, columns < 77 ? "commands" : "…  12z");
    terminal_press(terminal, "\033");
    terminal_wait_gone(terminal, "12z");
    terminal_press(terminal, "7");
    terminal_wait_row_end(terminal, -1, "  7");
    terminal_press(terminal, "m");
    terminal_wait_row_end(terminal, -1, "  7m");
    terminal_press(terminal, "a");
    terminal_wait_row(terminal, -1, "mark a is");
    terminal_quit(terminal);
}

static void what_is_typed_stands_at_the_right_at_80x24(void **state)
{
    (void)state;
    typed(24, 80);
}

static void what_is_typed_stands_at_the_right_at_40x10(void **state)
{
    (void)state;
    typed(10, 40);
}

/* ---- Beyond the end ---- */

static void what_is_not_there_is_said(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, "\033OQ");                 /* the source */
    terminal_wait(terminal, "[ average.c  main ]");
    terminal_press(terminal, ":line 999\r");
    terminal_wait_row(terminal, -1, ":line 999  only 20 lines");
    terminal_wait_cursor(terminal, 9);
    terminal_press(terminal, "g999G");
    terminal_wait_row(terminal, -1, ":line 999  only 20 lines");
    terminal_press(terminal, ":21\r");
    terminal_wait_row(terminal, -1, ":21  only 20 lines");
    terminal_press(terminal, ":20\r");
    terminal_wait_gone(terminal, "only 20 lines");
    terminal_press(terminal, "150%");
    terminal_wait_row(terminal, -1, "a percentage is at most 100");
    terminal_press(terminal, ":pane 99\r");
    terminal_wait_row(terminal, -1, "only panes 1 source, 2 links, 3 instructions, 4 values, 5 trail");
    terminal_wait(terminal, "[ average.c  main ]");
    terminal_press(terminal, ":pane nothing\r");
    terminal_wait_row(terminal, -1, "only panes 1 source");
    terminal_press(terminal, ":pane instr\r");
    terminal_wait(terminal, "[ instructions  average.wet ]");
    terminal_press(terminal, ":pane\r");
    terminal_wait_row(terminal, -1, "`pane` needs a number");
    terminal_press(terminal, ":line-down twice\r");
    terminal_wait_row(terminal, -1, "`line-down` needs a number, not `twice`");
    terminal_press(terminal, ":redraw all\r");
    terminal_wait_row(terminal, -1, "one argument too many: all");
    terminal_quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_key_needs_altgr_or_shift_and_a_digit),
        cmocka_unit_test(second_keys_do_the_same),
        cmocka_unit_test(what_is_typed_stands_at_the_right_at_80x24),
        cmocka_unit_test(what_is_typed_stands_at_the_right_at_40x10),
        cmocka_unit_test(what_is_not_there_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
