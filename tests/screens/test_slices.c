/* test_slices.c - the slice lock on the full screen.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <stdio.h>
#include <string.h>

static struct terminal *start(int rows, int columns, const char *environment)
{
    return terminal_start(&(struct terminal_options){.rows = rows, .columns = columns, .environment = {environment}}, "average.wet", NULL);
}

/* What "sum / n" used of the loop: four of the five executions of line 10. */
static void lock_at_the_loop(struct terminal *terminal)
{
    terminal_wait(terminal, "links of the statement");
    terminal_press(terminal, ":goto 6#1\r");
    terminal_wait(terminal, "> 11 ");
    terminal_press(terminal, "L");
    terminal_wait(terminal, "slice back from 0x40120c#1");
}

static void the_lock_marks_counts_and_shows_values_at_80x24(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, NULL);
    lock_at_the_loop(terminal);
    terminal_wait(terminal, ">*11    2/4          sum += v[i];  [= 0xa]");
    terminal_wait(terminal, "  *10    2/5      for (int i = 0; i <= n; i++)");
    terminal_wait(terminal, "   12    0/1      return sum / n;");
    terminal_wait(terminal, "   13         }");
    terminal_wait_row(terminal, -2, "[wet average.wet] slice 5 of 7 lines - 0x40120c#1/4");
    terminal_press(terminal, "\033OS");            /* F4 */
    terminal_wait(terminal, " >*6      0x40120c  average average.c:11  2/4");
    terminal_wait(terminal, "   10     0x401110  main average.c:19     0/1");
    terminal_quit(terminal);
}

static void backward_forward_off(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, NULL);
    lock_at_the_loop(terminal);
    terminal_press(terminal, "L");
    terminal_wait(terminal, "slice forward from 0x40120c#1");
    terminal_wait(terminal, ">*11    3/4          sum += v[i];  [= 0x1b]");
    terminal_wait(terminal, "  *12    1/1      return sum / n;  [= 0x9]");
    terminal_press(terminal, "L");
    terminal_wait_row(terminal, -1, "slice lock off");
    terminal_wait(terminal, " > 11     x4          sum += v[i];");
    terminal_wait_gone(terminal, " lines - ");
    terminal_quit(terminal);
}

static void n_leads_through_the_slice_and_the_lock_stays(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, NULL);
    lock_at_the_loop(terminal);
    terminal_press(terminal, "N");
    terminal_wait_row(terminal, -2, "slice 5 of 7 lines - 0x401208#1");
    terminal_wait(terminal, ">*10 ");
    terminal_press(terminal, "n");
    terminal_wait(terminal, ">*11 ");
    terminal_press(terminal, "n");                 /* by address: the loop's step comes after its body */
    terminal_wait_row(terminal, -2, "slice 5 of 7 lines - 0x401210#0");
    terminal_press(terminal, "n");
    terminal_wait_row(terminal, -1, "the slice has no line after this one");
    terminal_press(terminal, "\033OSN");           /* among instructions, an instruction */
    terminal_wait_row(terminal, -1, ":previous-member instruction");
    terminal_wait_row(terminal, -2, "slice 5 of 7 lines - 0x40120c#1");
    terminal_press(terminal, "/main\r");
    terminal_wait(terminal, "search /main/");
    terminal_press(terminal, "n");                 /* a search comes first */
    terminal_wait(terminal, "search-next");
    terminal_press(terminal, "LLLn");              /* forward, off, backward again: the earlier search is over */
    terminal_wait(terminal, ":next-member instruction");
    terminal_quit(terminal);
}

static void a_small_screen_shows_it_too(void **state)
{
    (void)state;
    struct terminal *terminal = start(10, 40, NULL);
    terminal_wait(terminal, "0x401110#0");
    terminal_press(terminal, ":goto 6#1\r");
    terminal_wait(terminal, "0x40120c#1");
    terminal_press(terminal, "L\033OQ");            /* F2 */
    terminal_wait(terminal, ">*11    2/4          sum += v[i];");
    terminal_wait(terminal, "12    0/1");
    terminal_wait_row(terminal, -2, "slice 5 of 7 lines");
    terminal_press(terminal, "N");
    terminal_wait(terminal, ">*10    2/5");
    terminal_press(terminal, "LL");
    terminal_wait_row(terminal, -1, "slice lock off");
    terminal_wait(terminal, "> 10     x5");
    terminal_quit(terminal);
}

static void members_are_told_without_colour(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, "NO_COLOR=1");
    lock_at_the_loop(terminal);
    terminal_wait(terminal, ">*11    2/4          sum += v[i];  [= 0xa]");
    terminal_wait(terminal, "   12    0/1      return sum / n;");
    assert_false(terminal_has_colour(terminal));
    terminal_quit(terminal);
}

/* Compared with itself, nothing differs. Enter goes to the line's last execution. */
static void a_ranked_slice_leads_to_its_lines(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, NULL);
    terminal_wait(terminal, "links of the statement");
    terminal_press(terminal, ":slice back 10#0 lines rank against average.wet\r");
    terminal_wait(terminal, "slice back lines rank against average.wet");
    terminal_wait(terminal, " away, ran ");
    terminal_wait_gone(terminal, "only here");
    terminal_press(terminal, "j\r");
    terminal_wait_row(terminal, -2, "[wet average.wet] 0x");
    terminal_press(terminal, ":slice back rank against missing.wet\r");
    terminal_wait_row(terminal, -1, "missing.wet: cannot be opened");
    terminal_quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lock_marks_counts_and_shows_values_at_80x24),
        cmocka_unit_test(backward_forward_off),
        cmocka_unit_test(n_leads_through_the_slice_and_the_lock_stays),
        cmocka_unit_test(a_small_screen_shows_it_too),
        cmocka_unit_test(members_are_told_without_colour),
        cmocka_unit_test(a_ranked_slice_leads_to_its_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
