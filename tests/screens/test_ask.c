/* test_ask.c - the questions menu: Q, Enter, and back.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings.h"

static int record_programs(void **state)
{
    (void)state;
    return recordings_make("cp $ROOT/data/demo/mean.c $ROOT/tests/golden/inputs/list.c . && gcc -g -O0 -o mean mean.c && gcc -g -O0 -no-pie -o list list.c && "
                           "{ $CLEW record --wait -- ./mean && ! $CLEW record --wait -- ./list; } >output 2>&1 && test -s mean.clew && test -s list.clew");
}

/* From the printed number to the wrong line: Q, Enter, and a question about a row of the answer. */
static void enter_asks_and_back_is_the_menu(void **state)
{
    (void)state;
    struct terminal *terminal = recordings_open("mean.clew", "mean.c:39", 24, 80);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, "Q");
    terminal_wait(terminal, "why was `mean` 0x88 (136) printed here?");
    terminal_wait(terminal, "why did this line run?");
    terminal_wait(terminal, "slice lock back");             /* shows the commands, so that users learn them */
    terminal_press(terminal, "\r");
    terminal_wait(terminal, "mean.c:16 ");
    terminal_wait(terminal, "window->limit = 1000;");
    terminal_wait_gone(terminal, "printed here?");
    terminal_press(terminal, "h");
    terminal_wait(terminal, "printed here?");
    terminal_press(terminal, "q");
    terminal_wait_gone(terminal, "printed here?");
    terminal_wait(terminal, "> 39 ");
    terminal_quit(terminal);
}

/* Reading the answer is no jump. */
static void left_closes_the_menu(int rows, int columns)
{
    struct terminal *terminal = recordings_open("mean.clew", "mean.c:39", rows, columns);
    terminal_press(terminal, ":goto mean.c:23\r");
    terminal_wait(terminal, "23 of 41");
    terminal_press(terminal, "Q");
    terminal_wait(terminal, "[ ask");
    terminal_press(terminal, "\033[D");
    terminal_wait_gone(terminal, "[ ask");
    terminal_wait(terminal, "23 of 41");
    terminal_press(terminal, "\033[1;3C");                  /* forward shows the list again */
    terminal_wait(terminal, "[ ask");
    terminal_press(terminal, "h");
    terminal_wait_gone(terminal, "[ ask");
    terminal_press(terminal, "h");                          /* then back to the former place */
    terminal_wait(terminal, "39 of 41");
    terminal_press(terminal, "\033[1;3C");
    terminal_wait(terminal, "23 of 41");
    assert_int_equal(terminal_find(terminal, "[ ask"), -1);
    terminal_press(terminal, "\033[1;3C");
    terminal_wait(terminal, "[ ask");
    terminal_quit(terminal);
}

static void left_closes_the_menu_at_80x24(void **state) { (void)state; left_closes_the_menu(24, 80); }
static void left_closes_the_menu_at_40x10(void **state) { (void)state; left_closes_the_menu(10, 40); }

/* A step shows its new place; the list keeps its cursor. */
static void a_step_lays_lists_aside(int rows, int columns)
{
    struct terminal *terminal = recordings_open("mean.clew", "mean.c:23", rows, columns);
    terminal_wait_row(terminal, -2, "0x11ca#8");
    terminal_press(terminal, "Q");
    terminal_wait(terminal, "[ ask");
    terminal_press(terminal, "jSS");
    terminal_wait_row(terminal, -1, ":reverse-step 1");
    terminal_wait_row(terminal, -2, "0x11cd#7");
    terminal_wait(terminal, "[ links of");
    terminal_press(terminal, "h");
    terminal_wait_row(terminal, -2, "0x11ca#8");
    terminal_wait(terminal, "[ ask");
    terminal_press(terminal, "I");                          /* back to the execution before: it is in the jump history */
    terminal_wait_row(terminal, -2, "0x11ca#7");
    terminal_wait_row(terminal, -1, "`back` reopens the list");
    terminal_press(terminal, ":goto mean.c:39\r");
    terminal_wait_gone(terminal, "0x11ca#7");
    terminal_press(terminal, "h");
    terminal_wait_row(terminal, -2, "0x11ca#7");
    terminal_wait(terminal, "[ links of");
    terminal_press(terminal, "h");
    terminal_wait_row(terminal, -2, "0x11ca#8");
    terminal_wait(terminal, "[ ask");
    terminal_press(terminal, "q?");                         /* a list that hides every pane */
    terminal_wait(terminal, "[ help");
    terminal_press(terminal, ":goto mean.c:39\r");
    terminal_wait_gone(terminal, "[ help");
    terminal_press(terminal, "h");
    terminal_wait(terminal, "[ help");
    terminal_wait_row(terminal, -2, "0x11ca#8");
    terminal_press(terminal, "h");                          /* shows the hidden panes; nothing moves */
    terminal_wait_gone(terminal, "[ help");
    terminal_wait_row(terminal, -2, "0x11ca#8");
    terminal_press(terminal, "\033[1;3C");
    terminal_wait(terminal, "[ help");
    terminal_press(terminal, "q");
    terminal_wait_gone(terminal, "[ help");
    terminal_quit(terminal);
}

static void a_step_lays_lists_aside_at_80x24(void **state)
{
    (void)state;
    a_step_lays_lists_aside(24, 80);
}

static void a_step_lays_lists_aside_at_40x10(void **state)
{
    (void)state;
    a_step_lays_lists_aside(10, 40);
}

/* A list stays while another pane shows where its rows lead. If no pane does, Enter shows the place. */
static void a_list_stays_while_its_rows_are_followed(void **state)
{
    (void)state;
    struct terminal *terminal = recordings_open("mean.clew", "mean.c:39", 24, 80);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, ":slice back\r");
    terminal_wait(terminal, "[ slice back");
    terminal_press(terminal, "jj\r");
    terminal_wait_gone(terminal, "> 39 ");
    terminal_wait(terminal, "[ slice back");
    terminal_press(terminal, "h");
    terminal_wait(terminal, "> 39 ");
    terminal_wait(terminal, "[ slice back");
    terminal_resize(terminal, 8, 40);
    terminal_wait_row(terminal, -2, "0x126d#0/1");
    terminal_press(terminal, "\r");
    terminal_wait_gone(terminal, "[ slice back");
    terminal_wait(terminal, "[ links of");
    terminal_press(terminal, "h");
    terminal_wait(terminal, "[ slice back");
    terminal_wait_row(terminal, -2, "0x126d#0/1");
    terminal_quit(terminal);
}

/* At the end of main, the question is about the printed output. */
static void what_was_printed_is_asked_about_at_the_end(void **state)
{
    (void)state;
    struct terminal *terminal = recordings_open("mean.clew", "mean.c:41", 24, 80);
    terminal_wait(terminal, "> 41 ");
    terminal_press(terminal, "Q");
    terminal_wait(terminal, "why was \"mean response time: 136 ms\" printed (mean.c:39)?");
    terminal_press(terminal, "j\r");
    terminal_wait(terminal, "window->limit = 1000;");
    terminal_quit(terminal);
}

/* A variable of another place: clew goes there first, because the name has its meaning there. */
static void a_question_is_asked_where_it_makes_sense(void **state)
{
    (void)state;
    struct terminal *terminal = recordings_open("mean.clew", "mean.c:39", 24, 80);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, ":ask mean.c:23\r");
    terminal_wait(terminal, "why is `window->limit` 0x3e8 (1000) here?");
    terminal_press(terminal, "j\r");
    terminal_wait(terminal, "> 23 ");
    terminal_wait(terminal, "who wrote sum, 4 bytes");
    terminal_press(terminal, "h");
    terminal_wait(terminal, "who wrote `sum`, and when?");
    terminal_press(terminal, "G\r");                        /* the last question dims code that had no part in it */
    terminal_wait_row(terminal, -2, "slice ");
    terminal_quit(terminal);
}

static void a_small_screen_is_enough(void **state)
{
    (void)state;
    struct terminal *terminal = recordings_open("list.clew", "end", 10, 40);
    terminal_wait(terminal, "> 24 ");
    terminal_press(terminal, "Q");
    terminal_wait(terminal, "why is the address 0x6d61682e6820 bad?");
    terminal_wait(terminal, "who wrote `list`, and when?");
    terminal_press(terminal, "\r");
    terminal_wait(terminal, "+ node->name");
    terminal_press(terminal, "h");
    terminal_wait(terminal, "why is the address 0x6d61682e6820 bad?");
    terminal_press(terminal, "jjj\r");                      /* what ran before? */
    terminal_wait_gone(terminal, "why is the address");
    terminal_quit(terminal);
}

static void other_traces_have_other_questions(void **state)
{
    (void)state;
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, "average.wet", NULL);
    terminal_wait(terminal, "average.c");
    terminal_press(terminal, "Q");
    terminal_wait(terminal, "which lines led to it, ranked?");
    assert_int_equal(terminal_find(terminal, "and when?"), -1);
    terminal_quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enter_asks_and_back_is_the_menu),
        cmocka_unit_test(left_closes_the_menu_at_80x24),
        cmocka_unit_test(left_closes_the_menu_at_40x10),
        cmocka_unit_test(a_step_lays_lists_aside_at_80x24),
        cmocka_unit_test(a_step_lays_lists_aside_at_40x10),
        cmocka_unit_test(a_list_stays_while_its_rows_are_followed),
        cmocka_unit_test(what_was_printed_is_asked_about_at_the_end),
        cmocka_unit_test(a_question_is_asked_where_it_makes_sense),
        cmocka_unit_test(a_small_screen_is_enough),
        cmocka_unit_test(other_traces_have_other_questions),
    };
    return cmocka_run_group_tests(tests, record_programs, recordings_remove);
}
