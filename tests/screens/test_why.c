/* test_why.c - `why` on the screen: rows that unfold, and that ask.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings.h"

#include <poll.h>

#define ALT_RIGHT "\033[1;3C"

static int record_programs(void **state)
{
    (void)state;
    return recordings_make("cp $ROOT/data/demo/mean.c $ROOT/tests/golden/inputs/list.c . && gcc -g -O0 -o mean mean.c && gcc -g -O0 -no-pie -o list list.c && "
                           "{ $CLEW record --wait -- ./mean && ! $CLEW record --wait -- ./list; } >output 2>&1 && test -s mean.clew && test -s list.clew");
}

/* From the wrong mean to the limit added to the samples: two keys, and Enter to learn more. */
static void ask(int rows, int columns)
{
    struct terminal *terminal = recordings_open("mean.clew", "mean.c:39", rows, columns);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, ":why mean.c:39\r");
    terminal_wait(terminal, "mean.c:16 ");
    terminal_press(terminal, "/limit\r");
    terminal_wait(terminal, ":search /limit/");
    terminal_press(terminal, "\r");
    terminal_wait(terminal, "> 16 ");           /* the source went there, and the answer is about it */
    terminal_wait(terminal, "why 0x");
    terminal_wait(terminal, "address: window_fill");
    terminal_wait_gone(terminal, "= 0x88");
    terminal_press(terminal, "h");
    terminal_wait(terminal, "> 39 ");
    terminal_wait(terminal, "= 0x88");
    terminal_press(terminal, ALT_RIGHT);
    terminal_wait(terminal, "> 16 ");
    terminal_wait(terminal, "address: window_fill");
    terminal_press(terminal, "q");              /* closes all lists; the place stays, and the way back is that of the panes */
    terminal_wait_gone(terminal, " why 0x");
    terminal_wait(terminal, "> 16 ");
    terminal_press(terminal, "h");
    terminal_wait(terminal, "> 39 ");
    assert_int_equal(terminal_find(terminal, " why 0x"), -1);
    terminal_quit(terminal);
}

static void a_row_asks_and_back_is_the_answer_before_at_80x24(void **state)
{
    (void)state;
    ask(24, 80);
}

static void a_row_asks_and_back_is_the_answer_before_at_200x50(void **state)
{
    (void)state;
    ask(50, 200);
}

/* Values are at the ends of rows. On a screen too narrow for both, clew cuts the source. */
static void a_wider_screen_shows_more_of_a_line(void **state)
{
    static const struct { int rows, columns; const char *shown; } sizes[] = {{24, 80, "(seed + 5 * i) %..  x 8: 0xb, ... 0xe"}, {50, 200, "(seed + 5 * i) % SAMPLES;"}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct terminal *terminal = recordings_open("mean.clew", "mean.c:39", sizes[i].rows, sizes[i].columns);
        terminal_wait(terminal, "> 39 ");
        terminal_press(terminal, ":why mean.c:39\r");
        terminal_wait(terminal, "[ why mean.c:39  main ]");
        terminal_wait(terminal, sizes[i].shown);
        terminal_wait(terminal, "x 8: 0xb, ... 0xe");
        terminal_quit(terminal);
    }
}

static void the_cursor_is_where_it_was_in_the_answer_before(void **state)
{
    (void)state;
    struct terminal *terminal = recordings_open("mean.clew", "mean.c:39", 24, 80);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, ":why mean.c:39\r");
    terminal_wait(terminal, "mean.c:16 ");
    terminal_press(terminal, "jj\r");
    terminal_wait(terminal, "> 30 ");
    terminal_press(terminal, "j\r");
    terminal_wait(terminal, "> 23 ");
    terminal_press(terminal, "\177");
    terminal_wait(terminal, "> 30 ");
    terminal_press(terminal, "\177");
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, "j\r");            /* from the third row, so to the fourth */
    terminal_wait(terminal, "> 23 ");
    terminal_quit(terminal);
}

static void rows_unfold_and_fold(void **state)
{
    (void)state;
    struct terminal *terminal = recordings_open("mean.clew", "mean.c:39", 24, 80);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, ":why mean.c:39\r");
    terminal_wait(terminal, "mean.c:16 ");
    terminal_press(terminal, "jjj+");
    terminal_wait(terminal, "copy (equal");
    terminal_wait(terminal, "mean.c:24 ");
    terminal_wait(terminal, "the first");
    terminal_press(terminal, "jjzc");           /* on a hidden row: folds the row that hides it */
    terminal_wait_gone(terminal, "copy (equal");
    terminal_press(terminal, "+");
    terminal_wait(terminal, "copy (equal");
    terminal_press(terminal, "za");
    terminal_wait_gone(terminal, "copy (equal");
    terminal_press(terminal, "zR");
    terminal_wait(terminal, "copy (equal");
    terminal_press(terminal, "zRzo");
    terminal_wait(terminal, "this line hides nothing");
    terminal_press(terminal, "zM");
    terminal_wait_gone(terminal, "copy (equal");
    terminal_press(terminal, "-");
    terminal_wait(terminal, "nothing is unfolded here");
    terminal_press(terminal, "q+");
    terminal_wait(terminal, "nothing is folded in this list");
    terminal_quit(terminal);
}

static void a_small_screen_is_enough(void **state)
{
    (void)state;
    struct terminal *terminal = recordings_open("list.clew", "end", 10, 40);
    terminal_wait(terminal, "> 24 ");
    terminal_press(terminal, "w");
    terminal_wait(terminal, "list.c:16 ");
    terminal_wait(terminal, "+ node->name");
    terminal_press(terminal, "jj\r");
    terminal_wait_gone(terminal, "list.c:23 ");
    terminal_wait(terminal, "address: for (int i");
    terminal_press(terminal, "h");
    terminal_wait(terminal, "list.c:23 ");
    terminal_press(terminal, ">>>>>>>>");
    terminal_wait(terminal, "the bad address");
    terminal_quit(terminal);
}

static void more_lines_are_a_question(void **state)
{
    (void)state;
    struct terminal *terminal = recordings_open("mean.clew", "mean.c:39", 24, 80);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, ":why mean.c:39 3\r");
    terminal_wait(terminal, "more lines: why mean.c:39 6");
    terminal_press(terminal, "G\r");
    terminal_wait(terminal, "more lines: why mean.c:39 12");
    terminal_press(terminal, "h");
    terminal_wait(terminal, "more lines: why mean.c:39 6");
    terminal_quit(terminal);
}

/* The end of main has nothing to ask about: the first key asks about the output. */
static void ask_first(int rows, int columns, const char *hint)
{
    char trace[64];
    if (!recordings_made)
        skip();
    snprintf(trace, sizeof trace, "%s/mean.clew", recordings_folder);
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = rows, .columns = columns}, trace, NULL);
    terminal_wait(terminal, hint);
    terminal_press(terminal, "w");
    terminal_wait(terminal, "nothing is computed in mean.c:41; mean");
    terminal_wait(terminal, "= 0x88");
    terminal_press(terminal, "jj\r");            /* the cursor is on the line that printed */
    terminal_wait(terminal, "> 30 ");
    terminal_press(terminal, "q");
    terminal_quit(terminal);
}

static void the_first_key_asks_about_the_last_output(void **state)
{
    (void)state;
    ask_first(24, 80, "`w` asks why: mean.c:39 printed last, \"mean response time: 136 ms\"");
    ask_first(50, 200, "`w` asks why: mean.c:39 printed last, \"mean response time: 136 ms\"");
    ask_first(12, 60, "`w` asks why: mean.c:39 printed last, ");
}

/* A key's command names positions like the rows. The instructions pane shows ids if it is wide enough. */
static void the_echo_names_what_stands_on_the_screen(void **state)
{
    (void)state;
    struct terminal *terminal = recordings_open("mean.clew", "mean.c:39", 24, 80);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, ":why mean.c:39\r");
    terminal_wait(terminal, "= 0x88");
    terminal_press(terminal, "jw");
    terminal_wait_row(terminal, -1, ":why 0x1256#0");
    terminal_press(terminal, "qqyp");
    terminal_wait_row(terminal, -1, "copied: 0x");
    terminal_quit(terminal);
}

/* One key closes a list that was asked for twice, also with another list in between. */
static void the_same_list_is_not_stacked_twice(void **state)
{
    (void)state;
    struct terminal *terminal = recordings_open("mean.clew", "mean.c:39", 24, 80);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, ":why mean.c:39\r");
    terminal_wait(terminal, "= 0x88");
    terminal_press(terminal, ":why mean.c:39\r");
    terminal_wait_row(terminal, -1, ":why mean.c:39");
    terminal_press(terminal, "q");
    terminal_wait(terminal, "depends upon");
    terminal_press(terminal, ":info functions\r");
    terminal_wait(terminal, "[ info functions ]");
    terminal_press(terminal, ":marks\r");
    terminal_wait(terminal, "[ marks ]");
    terminal_press(terminal, ":info functions\r");
    terminal_wait(terminal, "[ info functions ]");
    terminal_press(terminal, "q");
    terminal_wait(terminal, "[ marks ]");
    terminal_press(terminal, "q");
    terminal_wait(terminal, "depends upon");
    terminal_press(terminal, ":why mean.c:39\r");  /* unfolded it is the same */
    terminal_wait(terminal, "mean.c:16 ");
    terminal_press(terminal, "zR");
    terminal_wait(terminal, "copy (equal");
    terminal_press(terminal, ":why mean.c:39\r");
    terminal_wait_gone(terminal, "copy (equal");
    terminal_press(terminal, "q");
    terminal_wait(terminal, "depends upon");
    terminal_quit(terminal);
}

/* An extra q within a second does not quit: both arrive within it, however slow the machine. A q after that second quits. */
static void a_q_too_many_does_not_quit(void **state)
{
    (void)state;
    struct terminal *terminal = recordings_open("mean.clew", "mean.c:39", 24, 80);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, ":why mean.c:39\r");
    terminal_wait(terminal, "= 0x88");
    terminal_press(terminal, "qq");
    terminal_wait(terminal, "`q` once more quits");
    terminal_wait(terminal, "depends upon");
    poll(NULL, 0, 1100);                        /* at least this long */
    terminal_press(terminal, "q");
    assert_int_equal(terminal_end(terminal), 0);
    terminal = recordings_open("mean.clew", "mean.c:39", 24, 80);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, ":why mean.c:39\r");
    terminal_wait(terminal, "= 0x88");
    terminal_press(terminal, "q:quit\r");       /* :quit always quits */
    assert_int_equal(terminal_end(terminal), 0);
    terminal = recordings_open("mean.clew", "mean.c:39", 24, 80);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, "q");              /* no list was closed just before */
    assert_int_equal(terminal_end(terminal), 0);
}

/* A list stays when you name a place. The question is then about that place, not about the row under the old cursor. */
static void ask_elsewhere(int rows, int columns)
{
    struct terminal *terminal = recordings_open("mean.clew", "mean.c:39", rows, columns);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, ":why mean.c:39\r");
    terminal_wait(terminal, "= 0x88");
    terminal_press(terminal, ":goto mean.c:21\r");
    terminal_wait(terminal, "> 21 ");
    terminal_press(terminal, "w");
    terminal_wait(terminal, "window_sum mean.c:21 ]");
    terminal_wait_gone(terminal, "= 0x88");
    terminal_press(terminal, ":goto mean.c:41\r");
    terminal_wait(terminal, "> 41 ");
    terminal_press(terminal, "w");
    terminal_wait(terminal, "main mean.c:41 ]");
    terminal_press(terminal, "q:why mean.c:39\r");
    terminal_wait(terminal, "= 0x88");
    terminal_press(terminal, ":goto mean.c:21\r");
    terminal_wait(terminal, "> 21 ");
    terminal_press(terminal, "jw");             /* the cursor is moved: the row is chosen */
    terminal_wait(terminal, "main mean.c:38 ]");
    terminal_quit(terminal);
}

static void a_place_that_was_gone_to_is_asked_about_at_80x24(void **state)
{
    (void)state;
    ask_elsewhere(24, 80);
}

static void a_place_that_was_gone_to_is_asked_about_at_200x50(void **state)
{
    (void)state;
    ask_elsewhere(50, 200);
}

/* A walk stops at the first instruction of a statement, and shows the statement's value and links. */
static void a_statement_that_a_walk_stopped_in_has_its_value(void **state)
{
    (void)state;
    struct terminal *terminal = recordings_open("mean.clew", "mean.c:39", 24, 80);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, ":break mean.c:23\rC");
    terminal_wait(terminal, "#8 of 9  window_sum mean.c:23");
    terminal_wait(terminal, "  sum += window->sample[i];  = 0x444");
    terminal_wait(terminal, "window->limit =");
    terminal_press(terminal, ":print\r");
    terminal_wait(terminal, " 0x444");
    terminal_quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_asks_and_back_is_the_answer_before_at_80x24),
        cmocka_unit_test(a_row_asks_and_back_is_the_answer_before_at_200x50),
        cmocka_unit_test(a_wider_screen_shows_more_of_a_line),
        cmocka_unit_test(the_cursor_is_where_it_was_in_the_answer_before),
        cmocka_unit_test(rows_unfold_and_fold),
        cmocka_unit_test(a_small_screen_is_enough),
        cmocka_unit_test(more_lines_are_a_question),
        cmocka_unit_test(the_first_key_asks_about_the_last_output),
        cmocka_unit_test(the_echo_names_what_stands_on_the_screen),
        cmocka_unit_test(the_same_list_is_not_stacked_twice),
        cmocka_unit_test(a_q_too_many_does_not_quit),
        cmocka_unit_test(a_place_that_was_gone_to_is_asked_about_at_80x24),
        cmocka_unit_test(a_place_that_was_gone_to_is_asked_about_at_200x50),
        cmocka_unit_test(a_statement_that_a_walk_stopped_in_has_its_value),
    };
    return cmocka_run_group_tests(tests, record_programs, recordings_remove);
}
