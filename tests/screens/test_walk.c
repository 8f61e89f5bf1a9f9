/* test_walk.c - a user's work on the full screen, at several sizes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <stdio.h>
#include <string.h>

#define RIGHT "\033[C"
#define LEFT "\033[D"
#define ALT_RIGHT "\033[1;3C"
#define ESCAPE "\033"

static struct terminal *start(int rows, int columns)
{
    return terminal_start(&(struct terminal_options){.rows = rows, .columns = columns}, "average.wet", NULL);
}

/* ---- The walk: from the wrong average back to its cause ---- */

static void walk(int rows, int columns)
{
    struct terminal *terminal = start(rows, columns);
    terminal_wait(terminal, "0x401110#0");
    terminal_press(terminal, "\r");
    terminal_wait_row(terminal, -1, ":goto 0x401109#0");
    terminal_press(terminal, RIGHT);
    terminal_wait_row(terminal, -1, ":goto 0x401214#0");
    terminal_press(terminal, "jl");
    terminal_wait_row(terminal, -1, ":goto 0x40120c#3");
    terminal_wait_row(terminal, -2, "0x40120c#3");
    terminal_press(terminal, LEFT "h");
    terminal_wait_row(terminal, -2, "0x401109#0");
    terminal_press(terminal, ALT_RIGHT);
    terminal_wait_row(terminal, -2, "0x401214#0");
    terminal_press(terminal, "ma/sum\r");
    terminal_wait_row(terminal, -1, "search /sum/");
    terminal_press(terminal, "\017\017");       /* ^O twice: to the beginning */
    terminal_wait_row(terminal, -2, "0x401110#0");
    terminal_press(terminal, "'a");
    terminal_wait_row(terminal, -2, "0x401214#0");
    terminal_quit(terminal);
}

static void a_walk_along_dependences_at_80x24(void **state)
{
    (void)state;
    walk(24, 80);
}

static void a_walk_along_dependences_at_40x10(void **state)
{
    (void)state;
    walk(10, 40);
}

static void a_walk_along_dependences_at_200x50(void **state)
{
    (void)state;
    walk(50, 200);
}

static void one_cell_is_enough_to_live_on(void **state)
{
    (void)state;
    struct terminal *terminal = start(1, 1);
    terminal_press(terminal, "\rjjl?q:deps\rq/x\rF\t\033[1;3C");
    terminal_resize(terminal, 24, 80);
    terminal_wait(terminal, "links of the statement");
    terminal_resize(terminal, 1, 1);
    terminal_press(terminal, "jjkk");
    terminal_quit(terminal);
}

static void every_small_size_can_be_drawn(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    for (int rows = 1; rows <= 20; rows += 3)
        for (int columns = 1; columns <= 120; columns += 17) {
            terminal_resize(terminal, rows, columns);
            terminal_press(terminal, "jk\t");
        }
    terminal_resize(terminal, 24, 80);
    terminal_wait(terminal, "links of the statement");
    terminal_quit(terminal);
}

/* ---- Panes ---- */

static void source_above_links_above_trail_at_80x24(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait_row(terminal, 0, "── average.c  main ─");
    terminal_wait_row(terminal, 8, "> 19");
    terminal_wait_row(terminal, 10, "─[ links of the statement ]─");
    terminal_wait_row(terminal, 21, " trail  average.c:19#0");
    terminal_wait_row(terminal, 22, "[wet average.wet] 0x401110#0/1");
    terminal_wait_row(terminal, 22, "?=help");
    terminal_quit(terminal);
}

static void two_columns_in_a_wide_terminal(void **state)
{
    (void)state;
    struct terminal *terminal = start(40, 120);
    terminal_wait(terminal, "┬─[ links of the statement ]─");
    terminal_wait_row(terminal, 0, "── average.c  main ─");
    terminal_wait_row(terminal, 5, "│");
    terminal_wait(terminal, "── instructions");
    terminal_wait(terminal, "── trail ──");
    terminal_quit(terminal);
}

static void the_cursor_stands_on_a_reversed_row(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait(terminal, "data     0x401109#0");
    int line = terminal_find(terminal, "data     0x401109#0");
    terminal_wait_cursor(terminal, line);
    assert_true(terminal_is_reversed(terminal, line, 3));
    assert_false(terminal_is_reversed(terminal, line + 1, 3));
    assert_false(terminal_shows_cursor(terminal));
    terminal_press(terminal, "j");
    terminal_wait_row(terminal, -1, ":line-down 1");
    terminal_wait_cursor(terminal, line + 1);
    assert_true(terminal_is_reversed(terminal, line + 1, 3));
    assert_false(terminal_is_reversed(terminal, line, 3));
    terminal_quit(terminal);
}

static void tab_and_function_keys_move_the_focus(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait(terminal, "─[ links of the statement ]─");
    terminal_press(terminal, "\t");
    terminal_wait(terminal, "─[ average.c  main ]─");
    terminal_press(terminal, "\033[Z");
    terminal_wait(terminal, "─[ links of the statement ]─");
    terminal_press(terminal, "\033OS");
    terminal_wait(terminal, "─[ instructions");
    terminal_press(terminal, "\033[15~");
    terminal_wait(terminal, "─[ executions and values");
    terminal_press(terminal, "\033[17~");
    terminal_wait(terminal, "─[ trail ]─");
    terminal_press(terminal, "\033OQ");
    terminal_wait(terminal, "─[ average.c  main ]─");
    terminal_press(terminal, "\033OR");
    terminal_wait(terminal, "─[ links of the statement ]─");
    terminal_quit(terminal);
}

static void a_pane_asked_for_closes_before_the_program(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, "\033OS");
    terminal_wait(terminal, "─[ instructions");
    terminal_press(terminal, "q");
    terminal_wait(terminal, "── average.c  main ─");
    terminal_press(terminal, "q");
    assert_int_equal(terminal_end(terminal), 0);
}

static void in_a_small_terminal_a_pane_asked_for_takes_the_room(void **state)
{
    (void)state;
    struct terminal *terminal = start(7, 40);
    terminal_wait(terminal, "links of the statement");
    terminal_wait_gone(terminal, "average.c  main");
    terminal_press(terminal, "\033OQ");
    terminal_wait(terminal, "average.c  main");
    terminal_press(terminal, "\033OR");
    terminal_wait(terminal, "links of the statement");
    terminal_quit(terminal);
}

/* ---- Lists ---- */

/* The answer gives the outcome, and the echo the command: each once. */
static void a_toggle_is_answered_once(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait(terminal, "0x401110#0");
    terminal_press(terminal, "x");
    terminal_wait_row(terminal, -1, ":hex  numbers are decimal");
    terminal_press(terminal, ":hex on\r");
    terminal_wait_row(terminal, -1, ":hex on  all numbers are hexadecimal");
    terminal_press(terminal, "t");
    terminal_wait_row(terminal, -1, ":grain  links start at single instructions");
    terminal_quit(terminal);
}

static void d_goes_where_there_is_one_definer(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait(terminal, "0x401110#0");
    terminal_press(terminal, "d");
    terminal_wait_row(terminal, -1, ":goto 0x401109#0");
    terminal_quit(terminal);
}

static void d_offers_a_list_where_there_are_several(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, ":goto 8#0\r");
    terminal_wait(terminal, "> 12");
    terminal_press(terminal, "d");
    terminal_wait(terminal, "─[ deps of ");
    terminal_wait(terminal, "> 12");                         /* the source stays visible */
    terminal_press(terminal, "j\r");
    terminal_wait_row(terminal, -1, ":goto 0x40120c#3");
    terminal_wait(terminal, "─[ links of the statement ]─");  /* the list is gone */
    terminal_press(terminal, "p");
    terminal_wait_row(terminal, -1, ":goto 0x401208#3");            /* the only round of the loop that let it run */
    terminal_quit(terminal);
}

static void u_goes_to_the_user(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, ":goto 9#0\ru");
    terminal_wait_row(terminal, -1, ":goto 0x401110#0");
    terminal_quit(terminal);
}

static void a_star_lists_the_instructions_at_the_address_under_the_cursor(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait(terminal, "data     0x401109#0");
    terminal_press(terminal, "*");
    terminal_wait(terminal, "─[ find-addr 0x401109 ]─");
    terminal_press(terminal, "q");
    terminal_wait(terminal, "links of the statement");
    terminal_quit(terminal);
}

static void the_trail_grows_with_every_step(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, "\r\r");
    terminal_wait_row(terminal, 21, " trail  average.c:19#0  <  average.c:18#0  <  average.c:12#0");
    terminal_press(terminal, "h");
    terminal_wait_row(terminal, -2, "0x401109#0");
    terminal_quit(terminal);
}

static void marks_are_listed(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, "mq\rM");
    terminal_wait(terminal, "─[ marks ]─");
    terminal_wait(terminal, "0x401110#0");
    terminal_press(terminal, "\r");
    terminal_wait_row(terminal, -2, "0x401110#0");
    terminal_press(terminal, "''");
    terminal_wait_row(terminal, -2, "0x401109#0");
    terminal_quit(terminal);
}

static void instances_are_walked_with_i(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, ":goto 6#0\r");
    terminal_wait_row(terminal, -2, "0x40120c#0/4");
    terminal_press(terminal, "i");
    terminal_wait_row(terminal, -2, "0x40120c#1/4");
    terminal_press(terminal, "2i");
    terminal_wait_row(terminal, -2, "0x40120c#3/4");
    terminal_press(terminal, "I");
    terminal_wait_row(terminal, -2, "0x40120c#2/4");
    terminal_quit(terminal);
}

static void help_lists_keys_and_commands_and_is_searched(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, "?");
    terminal_wait(terminal, "─[ help ]─");
    terminal_wait(terminal, "Moves down N lines.");
    terminal_press(terminal, "/disassemble\r");
    terminal_wait(terminal, "disassemble");
    terminal_press(terminal, "G");
    terminal_wait_row(terminal, -1, ":bottom");
    terminal_press(terminal, "10g");
    terminal_wait(terminal, " 10 of ");
    terminal_press(terminal, "50%");
    terminal_wait_row(terminal, -1, ":percent 50");
    terminal_press(terminal, "q");
    terminal_wait(terminal, "─[ links of the statement ]─");
    terminal_quit(terminal);
}

static void a_search_finds_goes_around_and_back(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, "\033OQ/sum\r");
    terminal_wait_row(terminal, -1, "search /sum/");
    terminal_wait(terminal, " 9 of 20 ");           /* wraps at the end: the cursor was on line 19 */
    terminal_press(terminal, "n");
    terminal_wait(terminal, " 11 of 20 ");
    terminal_press(terminal, "nN");
    terminal_wait(terminal, " 11 of 20 ");
    terminal_press(terminal, "/no such thing\r");
    terminal_wait_row(terminal, -1, "no line of this pane matches");
    terminal_press(terminal, "/(\r");
    terminal_wait_row(terminal, -1, "Unmatched");
    terminal_quit(terminal);
}

static void a_search_that_is_cancelled_does_not_move(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, "\033OQ");
    terminal_wait(terminal, " 19 of 20 ");
    terminal_press(terminal, "/sum");
    terminal_wait_row(terminal, -1, "/sum");
    terminal_press(terminal, ESCAPE);
    terminal_wait_gone(terminal, "/sum");
    terminal_wait(terminal, " 19 of 20 ");
    terminal_quit(terminal);
}

static void the_grain_changes_between_statements_and_instructions(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait(terminal, "links of the statement");
    terminal_press(terminal, "t");
    terminal_wait(terminal, "links of the instruction");
    terminal_press(terminal, "t");
    terminal_wait(terminal, "links of the statement");
    terminal_quit(terminal);
}

static void numbers_change_between_hexadecimal_and_decimal(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, ":goto 6#3\r");
    terminal_wait(terminal, "= 0x1b");
    terminal_press(terminal, "x");
    terminal_wait(terminal, "= 27");
    terminal_quit(terminal);
}

/* ---- The prompt ---- */

static void the_prompt_shows_the_cursor_completes_and_remembers(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait(terminal, "links of the statement");
    terminal_press(terminal, ":goto av\t");
    terminal_wait_row(terminal, -1, ":goto average");
    terminal_wait_cursor(terminal, 23);
    assert_true(terminal_shows_cursor(terminal));
    terminal_press(terminal, "\025pr\t\t");
    terminal_wait_row(terminal, -2, "previous-execution");
    terminal_press(terminal, "\025goto 6#2\r");
    terminal_wait_row(terminal, -2, "0x40120c#2");
    terminal_press(terminal, ":nonsense\r");
    terminal_wait_row(terminal, -1, "nonsense");
    terminal_press(terminal, ":\033[A");
    terminal_wait_row(terminal, -1, ":nonsense");
    terminal_press(terminal, "\033[A");
    terminal_wait_row(terminal, -1, ":goto 6#2");
    terminal_press(terminal, ESCAPE);
    terminal_wait_gone(terminal, ":goto 6#2");
    terminal_quit(terminal);
}

static void keys_that_readline_would_wait_for_do_no_harm(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait(terminal, "links of the statement");
    terminal_press(terminal, ":a\022zz\030");
    terminal_wait_row(terminal, -1, ":azz");
    terminal_press(terminal, ESCAPE);
    terminal_wait_gone(terminal, ":azz");
    terminal_press(terminal, ":b\033" "5c");
    terminal_wait_row(terminal, -1, ":bc");
    terminal_press(terminal, ESCAPE);
    terminal_wait_gone(terminal, ":bc");
    terminal_press(terminal, ":c\026\003");
    terminal_wait_row(terminal, -1, "nothing is running to interrupt");
    terminal_press(terminal, ":goto 6#2\r:go\022");           /* ^R finds commands that begin like this */
    terminal_wait_row(terminal, -1, ":goto 6#2");
    terminal_press(terminal, "\r");
    terminal_wait_row(terminal, -2, "0x40120c#2");
    terminal_quit(terminal);
}

static void a_prompt_wider_than_the_terminal_scrolls(void **state)
{
    (void)state;
    struct terminal *terminal = start(10, 20);
    terminal_press(terminal, ":abcdefghijklmnopqrstuvwxyz");
    terminal_wait_row(terminal, -1, "hijklmnopqrstuvwxyz");
    terminal_press(terminal, "\001");
    terminal_wait_row(terminal, -1, ":abcdefghijklmnopqr");
    terminal_press(terminal, "\003");
    terminal_wait_row(terminal, -1, "nothing is running");
    terminal_quit(terminal);
}

static void a_command_given_twice_needs_no_memory_of_the_first(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    for (int i = 0; i < 40; i++)
        terminal_press(terminal, ":help\r");
    terminal_press(terminal, ":open average.wet\r");
    terminal_wait(terminal, "links of the statement");
    terminal_press(terminal, ":slice back\r");
    terminal_wait(terminal, "slice back");
    terminal_press(terminal, ":open hostile.wet\r");
    terminal_wait(terminal, "[wet hostile.wet]");
    terminal_wait_gone(terminal, "slice back");
    terminal_quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walk_along_dependences_at_80x24),
        cmocka_unit_test(a_walk_along_dependences_at_40x10),
        cmocka_unit_test(a_walk_along_dependences_at_200x50),
        cmocka_unit_test(one_cell_is_enough_to_live_on),
        cmocka_unit_test(every_small_size_can_be_drawn),
        cmocka_unit_test(source_above_links_above_trail_at_80x24),
        cmocka_unit_test(two_columns_in_a_wide_terminal),
        cmocka_unit_test(the_cursor_stands_on_a_reversed_row),
        cmocka_unit_test(tab_and_function_keys_move_the_focus),
        cmocka_unit_test(a_pane_asked_for_closes_before_the_program),
        cmocka_unit_test(in_a_small_terminal_a_pane_asked_for_takes_the_room),
        cmocka_unit_test(a_toggle_is_answered_once),
        cmocka_unit_test(d_goes_where_there_is_one_definer),
        cmocka_unit_test(d_offers_a_list_where_there_are_several),
        cmocka_unit_test(u_goes_to_the_user),
        cmocka_unit_test(a_star_lists_the_instructions_at_the_address_under_the_cursor),
        cmocka_unit_test(the_trail_grows_with_every_step),
        cmocka_unit_test(marks_are_listed),
        cmocka_unit_test(instances_are_walked_with_i),
        cmocka_unit_test(help_lists_keys_and_commands_and_is_searched),
        cmocka_unit_test(a_search_finds_goes_around_and_back),
        cmocka_unit_test(a_search_that_is_cancelled_does_not_move),
        cmocka_unit_test(the_grain_changes_between_statements_and_instructions),
        cmocka_unit_test(numbers_change_between_hexadecimal_and_decimal),
        cmocka_unit_test(the_prompt_shows_the_cursor_completes_and_remembers),
        cmocka_unit_test(keys_that_readline_would_wait_for_do_no_harm),
        cmocka_unit_test(a_prompt_wider_than_the_terminal_scrolls),
        cmocka_unit_test(a_command_given_twice_needs_no_memory_of_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
