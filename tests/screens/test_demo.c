/* test_demo.c - the walk of `make run`: records the demo, opens it, and follows it to the cause.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings.h"

#define LEFT "\033[D"
#define ALT_RIGHT "\033[1;3C"

static int record_demo(void **state)
{
    (void)state;
    return recordings_make("cp $ROOT/data/demo/mean.c . && gcc -g -O0 -o mean mean.c && $CLEW record --wait -- ./mean >output && grep -q '136 ms' output");
}

static struct terminal *open_demo(int rows, int columns)
{
    return recordings_open("mean.clew", "mean.c:39", rows, columns);
}

/* The second link of each statement is the data dependence that leads on. */
static void follow(struct terminal *terminal, const char *line)
{
    terminal_press(terminal, "j\r");
    terminal_wait(terminal, line);
}

static void walk(int rows, int columns)
{
    struct terminal *terminal = open_demo(rows, columns);
    terminal_wait(terminal, "> 39 ");
    follow(terminal, "> 38 ");
    follow(terminal, "> 30 ");
    follow(terminal, "> 29 ");
    terminal_resize(terminal, rows + 3, columns + 7);
    follow(terminal, "> 24 ");
    terminal_press(terminal, "ma");
    follow(terminal, "> 23 ");
    terminal_resize(terminal, rows, columns);
    terminal_press(terminal, "/limit\r");
    terminal_wait(terminal, ":search /limit/");
    terminal_press(terminal, "\r");             /* the eight samples and one value that is not a sample */
    terminal_wait(terminal, "> 16 ");
    terminal_press(terminal, LEFT LEFT);
    terminal_wait(terminal, "> 24 ");
    terminal_press(terminal, ALT_RIGHT);
    terminal_wait(terminal, "> 23 ");
    terminal_press(terminal, "'a");
    terminal_wait(terminal, "> 24 ");
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

static void the_walk_at_80x24(void **state)
{
    (void)state;
    walk(24, 80);
}

static void the_walk_at_40x10(void **state)
{
    (void)state;
    walk(10, 40);
}

static void the_walk_at_200x50(void **state)
{
    (void)state;
    walk(50, 200);
}

static void the_cause_is_on_one_screen_with_the_loop(void **state)
{
    (void)state;
    struct terminal *terminal = open_demo(24, 80);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, ":goto mean.c:23\r");
    terminal_wait(terminal, "> 23 ");
    terminal_wait(terminal, "= 0x3e8");
    assert_true(terminal_find(terminal, "for (int i = 0; i <= SAMPLES; i++)") >= 0);
    terminal_press(terminal, "x");
    terminal_wait(terminal, "= 1000");
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

/* The recording opens at its end, so going back finds the ninth addition first. */
static void walking_back_from_the_end_leads_to_the_ninth_addition(void **state)
{
    (void)state;
    struct terminal *terminal = open_demo(24, 80);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, ":goto end\r");
    terminal_wait(terminal, "_fini");
    terminal_press(terminal, ":break mean.c:23\r");
    terminal_wait(terminal, "breakpoint 1, mean.c:23");
    terminal_press(terminal, "C");
    terminal_wait(terminal, "> 23 ");
    terminal_wait(terminal, "#8 of 9");
    terminal_wait(terminal, "#1 window_mean");
    terminal_press(terminal, "S");
    terminal_wait(terminal, "> 22 ");
    terminal_press(terminal, "s");
    terminal_wait(terminal, "> 23 ");
    terminal_press(terminal, "f");
    terminal_wait(terminal, "> 29 ");
    terminal_press(terminal, "F");              /* the breakpoint comes before the call */
    terminal_wait(terminal, "> 23 ");
    terminal_press(terminal, ":delete\r");
    terminal_wait(terminal, ":delete");
    terminal_press(terminal, "FF");
    terminal_wait(terminal, "> 38 ");
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

static void enter_on_a_breakpoint_goes_there(void **state)
{
    (void)state;
    struct terminal *terminal = open_demo(24, 80);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, ":break window_mean\r:break mean.c:23\rma:info breakpoints\r");
    terminal_wait(terminal, "[ info breakpoints ]");
    terminal_press(terminal, "j\r");
    terminal_wait(terminal, "> 23 ");
    terminal_press(terminal, "q:info marks\r");
    terminal_wait(terminal, "[ info marks ]");
    terminal_press(terminal, "\r");
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

static void instructions_show_their_code(void **state)
{
    (void)state;
    struct terminal *terminal = open_demo(50, 200);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, "t");
    terminal_wait(terminal, "links of the instruction");
    terminal_wait(terminal, "call   ");
    terminal_wait(terminal, "-0x8(%rbp),%eax");
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

/* A row of `why` cuts its source text so that the screen holds the rest of the row. Copying gives the whole row. */
static void a_row_is_copied_whole(void **state)
{
    (void)state;
    struct terminal *terminal = open_demo(24, 80);
    terminal_wait(terminal, "> 39 ");
    terminal_press(terminal, "w");
    terminal_wait(terminal, "= 8 + (seed + 5 * i) %..");
    assert_int_equal(terminal_find(terminal, "(seed + 5 * i) % SAMPLES;"), -1);
    terminal_press(terminal, "/seed . 5\r");
    terminal_wait_row(terminal, -1, ":search /seed . 5/");
    terminal_press(terminal, "yy");
    terminal_wait_row(terminal, -1, "(seed + 5 * i) % SAMPLES;  x 8: ");
    assert_int_equal(terminal_find(terminal, "% SAMPLES;"), 23);
    terminal_quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_is_copied_whole),
        cmocka_unit_test(the_walk_at_80x24),
        cmocka_unit_test(the_walk_at_40x10),
        cmocka_unit_test(the_walk_at_200x50),
        cmocka_unit_test(the_cause_is_on_one_screen_with_the_loop),
        cmocka_unit_test(walking_back_from_the_end_leads_to_the_ninth_addition),
        cmocka_unit_test(enter_on_a_breakpoint_goes_there),
        cmocka_unit_test(instructions_show_their_code),
    };
    return cmocka_run_group_tests(tests, record_demo, recordings_remove);
}
