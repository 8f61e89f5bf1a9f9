/* test_search.c - searching while typing, counts before keys, and moving about.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#define ESCAPE "\033"
#define F2 "\033OQ"

static struct terminal *start(int rows, int columns)
{
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = rows, .columns = columns}, "average.wet", NULL);
    terminal_wait(terminal, "links of the statement");
    return terminal;
}

/* ---- Searching ---- */

static void typing(int rows, int columns)
{
    struct terminal *terminal = start(rows, columns);
    terminal_press(terminal, F2 "g");
    terminal_wait(terminal, "[ average.c  main ]");
    terminal_wait(terminal, "  1  ");
    terminal_press(terminal, "/return");        /* the first match comes into sight */
    terminal_wait(terminal, "return sum");
    terminal_press(terminal, "X(");             /* no match, and no expression: back to the start */
    terminal_wait_gone(terminal, "return sum");
    terminal_press(terminal, "\b\b");
    terminal_wait(terminal, "return sum");
    terminal_press(terminal, ESCAPE);
    terminal_wait_gone(terminal, "return sum");
    terminal_press(terminal, "n");              /* n ignores the cancelled search */
    terminal_wait_row(terminal, -1, "no search yet");
    terminal_press(terminal, "/int\r");
    terminal_wait_row(terminal, -1, ":search /int/");
    terminal_press(terminal, "yy");
    terminal_wait_row(terminal, -1, "copied: 4");
    terminal_press(terminal, "3nyy");
    terminal_wait_row(terminal, -1, "copied: 9");
    terminal_press(terminal, "2Nyy");
    terminal_wait_row(terminal, -1, "copied: 5");
    terminal_press(terminal, "/mean");
    terminal_wait_row(terminal, -1, "/mean");
    terminal_press(terminal, "\003");           /* ^C cancels as well, and n repeats the last search */
    terminal_wait_gone(terminal, "/mean");
    terminal_press(terminal, "nyy");
    terminal_wait_row(terminal, -1, "copied: 7");
    terminal_quit(terminal);
}

static void the_first_match_while_one_types_at_80x24(void **state)
{
    (void)state;
    typing(24, 80);
}

static void the_first_match_while_one_types_at_40x10(void **state)
{
    (void)state;
    typing(10, 40);
}

/* ---- Counts ---- */

static void counts(int rows, int columns)
{
    struct terminal *terminal = start(rows, columns);
    terminal_press(terminal, "\r");
    terminal_wait_row(terminal, -1, ":goto 0x401109#0");
    terminal_press(terminal, "\r");
    terminal_wait_row(terminal, -1, ":goto 0x401214#0");
    terminal_press(terminal, "2\017");          /* two places back */
    terminal_wait(terminal, "0x401110#0/1");
    terminal_press(terminal, "2\033[1;3C");      /* two forward */
    terminal_wait(terminal, "0x401214#0/1");
    terminal_press(terminal, "99h");            /* more than there are places */
    terminal_wait(terminal, "0x401110#0/1");
    terminal_press(terminal, "2\t");            /* two panes on: the same pane again */
    terminal_wait_row(terminal, -1, ":focus-next");
    terminal_wait(terminal, "[ links of the statement ]");
    terminal_press(terminal, F2 "g4jyy");
    terminal_wait_row(terminal, -1, "copied: 5");
    terminal_press(terminal, "2kyy");
    terminal_wait_row(terminal, -1, "copied: 3");
    terminal_press(terminal, "12gyy");
    terminal_wait_row(terminal, -1, "copied: 12");
    terminal_press(terminal, ":7\ryy");
    terminal_wait_row(terminal, -1, "copied: 7");
    terminal_press(terminal, "50%yy");
    terminal_wait_row(terminal, -1, "copied: 10");
    terminal_press(terminal, ":100%\ryy");
    terminal_wait_row(terminal, -1, "copied: 20");
    terminal_quit(terminal);
}

static void counts_before_keys_at_80x24(void **state)
{
    (void)state;
    counts(24, 80);
}

static void counts_before_keys_at_40x10(void **state)
{
    (void)state;
    counts(10, 40);
}

/* ---- Moving about ---- */

static void the_place_before(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, "\r");
    terminal_wait(terminal, "0x401109#0/1");
    terminal_press(terminal, "''");
    terminal_wait(terminal, "0x401110#0/1");
    terminal_press(terminal, "''");
    terminal_wait(terminal, "0x401109#0/1");
    terminal_quit(terminal);
}

static void sideways_centred_decimal_redrawn(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, F2 "2>");
    terminal_wait_row(terminal, -1, ":scroll-right 2");
    terminal_press(terminal, "2<");
    terminal_wait_row(terminal, -1, ":scroll-left 2");
    terminal_press(terminal, "12gzz");
    terminal_wait_row(terminal, -1, ":centre");
    terminal_wait_row(terminal, 5, "12 ");
    terminal_press(terminal, "x");
    terminal_wait(terminal, "= 9 ");
    terminal_press(terminal, "x");
    terminal_wait(terminal, "= 0x9 ");
    terminal_press(terminal, "\f");
    terminal_wait_row(terminal, -1, ":redraw");
    terminal_wait(terminal, "= 0x9 ");
    for (int i = 0; i < 3; i++)
        terminal_press(terminal, "\027");
    terminal_wait_row(terminal, -1, ":layout");
    terminal_wait(terminal, "[ links of the statement ]");
    terminal_press(terminal, "4\027");
    terminal_wait(terminal, "[ links of the statement ]");
    terminal_quit(terminal);
}

/* On one cell all prompts open and close, and nothing breaks. */
static void one_cell_takes_every_key(void **state)
{
    (void)state;
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 1, .columns = 1}, "average.wet", NULL);
    terminal_press(terminal, "/sum\r3n2N&data\r&\ryyypyaylyv:set mouse on\r\033[<0;1;1M\033[<65;1;1M2\t3\017zz<>x\f\027:filter /a/ slice back\rq*''");
    terminal_resize(terminal, 24, 80);
    terminal_wait(terminal, "?=help");
    terminal_quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_match_while_one_types_at_80x24),
        cmocka_unit_test(the_first_match_while_one_types_at_40x10),
        cmocka_unit_test(counts_before_keys_at_80x24),
        cmocka_unit_test(counts_before_keys_at_40x10),
        cmocka_unit_test(the_place_before),
        cmocka_unit_test(sideways_centred_decimal_redrawn),
        cmocka_unit_test(one_cell_takes_every_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
