/* test_diff.c - compares two runs on the screen: rows lead to where they part, and to code that ran only in one.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings.h"

static int make(void **state)
{
    (void)state;
    return recordings_make("printf '%s\\n' '#include <stdio.h>' '#include <stdlib.h>' 'static int discount(int amount)' '{' '    if (amount > 100)'"
                           " '        return amount / 10;' '    return 0;' '}' 'int main(int argc, char **argv)' '{' '    int sum = 0;'"
                           " '    for (int i = 1; i < argc; i++) {' '        int amount = atoi(argv[i]);' '        sum += amount - discount(amount);' '    }'"
                           " '    printf(\"%d\\n\", sum);' '    return 0;' '}' >rate.c && gcc -g -O0 -o rate rate.c &&"
                           " $CLEW record --wait -o one.clew -- ./rate 50 99 70 >/dev/null 2>&1 && $CLEW record --wait -o two.clew -- ./rate 50 101 70 >/dev/null 2>&1");
}

static struct terminal *compare(int rows, int columns)
{
    struct terminal *terminal = recordings_open("one.clew", "main", rows, columns);
    char line[128];
    terminal_wait(terminal, "rate.c");
    snprintf(line, sizeof line, ":diff %s/two.clew\r", recordings_folder);
    terminal_press(terminal, line);
    return terminal;
}

/* The rows above are words and a heading: the cursor skips them to the first place. */
static void a_row_leads_to_where_the_runs_part_at_80x24(void **state)
{
    (void)state;
    struct terminal *terminal = compare(24, 80);
    terminal_wait(terminal, "diff of 1, this one, and 2, two.clew");
    terminal_wait(terminal, "Where the runs part: values differ");
    terminal_wait(terminal, "rate.c:13  = 0x63, in 2: 0x65");
    terminal_wait(terminal, "rate.c:5  to rate.c:7, in 2: to rate.c:6");
    terminal_wait_row(terminal, -2, "1:[recording one.clew]");
    terminal_press(terminal, "/0x65\r\r");
    terminal_wait_row(terminal, -2, "main rate.c:13");
    terminal_wait_row(terminal, -2, "1:[recording one.clew]");
    terminal_quit(terminal);
}

static void what_ran_in_the_other_one_only_leads_there_and_back(void **state)
{
    (void)state;
    struct terminal *terminal = compare(24, 80);
    terminal_wait(terminal, "rate.c:6  only in 2");
    terminal_press(terminal, "/only in 2, x\r\r");
    terminal_wait_row(terminal, -2, "2:[recording two.clew]");
    terminal_wait_row(terminal, -2, "discount rate.c:6");
    terminal_press(terminal, "h");
    terminal_wait_row(terminal, -2, "1:[recording one.clew]");
    terminal_quit(terminal);
}

static void a_small_screen_is_enough(void **state)
{
    (void)state;
    struct terminal *terminal = compare(10, 40);
    terminal_wait(terminal, "diff of 1");
    terminal_press(terminal, "/0x65\r");
    terminal_wait(terminal, "rate.c:13  = 0x63, in 2: 0x65");
    terminal_resize(terminal, 1, 1);
    terminal_resize(terminal, 50, 200);
    terminal_wait(terminal, "rate.c:6  only in 2, x1  return amount / 10;");
    terminal_press(terminal, ":drop 2\r");
    terminal_wait_gone(terminal, "only in 2");
    terminal_quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_leads_to_where_the_runs_part_at_80x24),
        cmocka_unit_test(what_ran_in_the_other_one_only_leads_there_and_back),
        cmocka_unit_test(a_small_screen_is_enough),
    };
    return cmocka_run_group_tests(tests, make, recordings_remove);
}
