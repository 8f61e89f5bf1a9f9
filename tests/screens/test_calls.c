/* test_calls.c - the tree of calls on the screen.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A loop calls one function a thousand times; another function calls itself. */
#include "recordings.h"

static int record_them(void **state)
{
    (void)state;
    return recordings_make("printf '%s\\n' 'int scale(int x) { return x * 3; }' 'int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }' 'int main(void)' '{' "
                           "'    int sum = 0;' '    for (int i = 0; i < 1000; i++)' '        sum += scale(i);' '    return sum + fib(3) == 0;' '}' >calls.c && "
                           "gcc -g -O0 -o calls calls.c && $CLEW record --wait -- ./calls");
}

static struct terminal *open_calls(int rows, int columns)
{
    struct terminal *terminal = recordings_open("calls.clew", "calls.c:8", rows, columns);
    terminal_wait(terminal, "> 8 ");
    terminal_press(terminal, "v");
    terminal_wait(terminal, "[ calls ]");
    terminal_wait(terminal, "- main");
    return terminal;
}

static void end(struct terminal *terminal)
{
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

static void the_tree_at_80x24(void **state)
{
    (void)state;
    struct terminal *terminal = open_calls(24, 80);
    terminal_wait(terminal, "+ scale  x 1,000  calls.c:7");
    terminal_wait(terminal, "- fib  calls.c:8  = 0x2");
    terminal_press(terminal, "/scale\r+");
    terminal_wait(terminal, "- scale  x 1,000");
    terminal_wait(terminal, "  scale  calls.c:7  = 0x3 ");
    terminal_press(terminal, "jj-");
    terminal_wait(terminal, "+ scale  x 1,000");
    terminal_press(terminal, "zM");
    terminal_wait(terminal, "+ _start");
    terminal_wait_gone(terminal, "scale  x");
    terminal_press(terminal, "zR");
    terminal_wait(terminal, "- main");
    end(terminal);
}

static void the_tree_at_40x10(void **state)
{
    (void)state;
    struct terminal *terminal = open_calls(10, 40);
    terminal_press(terminal, "j");
    terminal_wait(terminal, "+ scale  x 1,000");
    terminal_resize(terminal, 24, 80);
    terminal_wait(terminal, "+ scale  x 1,000  calls.c:7");
    terminal_resize(terminal, 10, 40);
    terminal_press(terminal, "+j");
    terminal_wait(terminal, "- scale  x 1,000");
    end(terminal);
}

static void rows_that_match_are_left(void **state)
{
    (void)state;
    struct terminal *terminal = open_calls(24, 80);
    terminal_press(terminal, "&fib\r");
    terminal_wait(terminal, "fib  calls.c:2");
    terminal_wait_gone(terminal, "scale  x");
    end(terminal);
}

static void enter_goes_to_where_a_call_began(void **state)
{
    (void)state;
    struct terminal *terminal = open_calls(24, 80);
    terminal_press(terminal, "/fib\r\r");
    terminal_wait(terminal, "> 2 ");
    terminal_press(terminal, "v");
    terminal_wait(terminal, "fib  calls.c:8");
    terminal_press(terminal, "q\033[D");
    terminal_wait(terminal, "> 8 ");
    end(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tree_at_80x24),
        cmocka_unit_test(the_tree_at_40x10),
        cmocka_unit_test(rows_that_match_are_left),
        cmocka_unit_test(enter_goes_to_where_a_call_began),
    };
    return cmocka_run_group_tests(tests, record_them, recordings_remove);
}
