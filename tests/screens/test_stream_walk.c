/* test_stream_walk.c - walks through an address stream on the full screen.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * With lines: the same program in C, if a cross compiler and an emulator are installed. */
#include "streams.h"

#define F2 "\033OQ"
#define F4 "\033OS"
#define ALT_RIGHT "\033[1;3C"
#define INTERRUPT "\003"

static void steps_go_both_ways(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    say(terminal, "s", "@2 of");
    say(terminal, "s", "@4 of");                    /* @3 is the store's address */
    terminal_wait(terminal, "> 0x00400108  sw     $zero, 0x10($sp)    W 0x7feffe68");
    say(terminal, "S", "@2 of");
    say(terminal, "5s", "@12 of");
    say(terminal, "5S", "@2 of");
    terminal_press(terminal, "SS");
    terminal_wait_row(terminal, -1, "this is where the trace begins");
    terminal_wait_row(terminal, -2, "@1 of");
    terminal_quit(terminal);
}

static void calls_are_passed_and_left(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    say(terminal, ":goto @27\r", "@27 of 72737 - main+0x48");
    say(terminal, "o", "@746 of 72737 - main+0x4c");
    say(terminal, "O", "@27 of 72737 - main+0x48");
    say(terminal, "s", "@28 of 72737 - sub");
    terminal_wait(terminal, "> 0x00400180");
    say(terminal, "f", "@746 of 72737 - main+0x4c");
    say(terminal, "S", "@745 of 72737 - sub+0x44");
    say(terminal, "F", "@27 of 72737 - main+0x48");
    terminal_quit(terminal);
}

static void an_iteration_of_a_loop_is_found(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    say(terminal, ":break loop 1 iteration 57\rc", "sub+0x30 - loop 1: 57 of 101");
    terminal_wait_row(terminal, -3, "#0  sub+0x30  loop 1 iteration 57 of 101");
    say(terminal, "c", "loop 1: 57 of 101");
    terminal_press(terminal, F4 "jjj");
    terminal_wait(terminal, "loop 0 in main");
    terminal_wait(terminal, "iteration 2 of 101");
    say(terminal, "C", "loop 1: 57 of 101");
    terminal_wait(terminal, "iteration 1 of 101");
    say(terminal, "C", "@1 of 72737 - main");
    terminal_wait_row(terminal, -1, "the trace begins here");
    terminal_quit(terminal);
}

/* Who wrote it? The last such store before here, 5 * 7 + 14 after the entry of the fourth call. */
static void the_write_before_is_found(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    say(terminal, ":watch 0x100005f4\r:goto end\rC", "@2258 of 72737 - sub+0x24 - loop 1: 6 of 101");
    terminal_wait_row(terminal, -1, "watchpoint 1, 0x100005f4");
    terminal_wait(terminal, "W 0x100005f4");
    say(terminal, "C", "@1 of 72737");
    say(terminal, "c", "@2258 of 72737");
    terminal_quit(terminal);
}

static void positions_are_reached_and_remembered(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    say(terminal, ":goto 50%\r", "@36368 of 72737");
    say(terminal, "ma:goto end\r", "@72737 of 72737");
    say(terminal, ":goto begin\r", "@1 of 72737");
    say(terminal, "'a", "@36368 of 72737");
    say(terminal, "h", "@1 of 72737");
    say(terminal, "\017", "@72737 of 72737");
    say(terminal, ALT_RIGHT ALT_RIGHT, "@36368 of 72737");
    terminal_press(terminal, ":goto @72738\r");
    terminal_wait_row(terminal, -1, "no address @72738: the trace has @1 to @72737");
    terminal_quit(terminal);
}

static void a_long_walk_is_shown_and_stopped(void **state)
{
    (void)state;
    struct terminal *terminal = start_with("long", "long.out", 24, 80);
    terminal_wait_row(terminal, -2, "@1 of at least ");
    terminal_press(terminal, "c");
    terminal_wait_row(terminal, -1, "%, ^C stops it");
    terminal_press(terminal, INTERRUPT);
    terminal_wait_row(terminal, -1, "interrupted: nothing moved");
    terminal_wait_row(terminal, -2, "@1 of at least ");
    terminal_press(terminal, ":goto end\r");
    terminal_wait_row(terminal, -1, "%, ^C stops it");
    terminal_press(terminal, INTERRUPT);
    terminal_wait_row(terminal, -1, "interrupted: nothing moved");
    terminal_press(terminal, "c" INTERRUPT);        /* typed together: clew cannot read both if the terminal turns the second into a signal */
    terminal_wait_row(terminal, -1, "interrupted: nothing moved");
    say(terminal, ":goto @100000\r", "@100000 of at least ");
    say(terminal, "S", "@99999 of at least ");
    terminal_quit(terminal);
}

/* ---- A program with line information ---- */

static void lines_are_stepped_and_shown(void **state)
{
    (void)state;
    char command[512], program[64];
    if (system("command -v mips-linux-gnu-gcc >/dev/null && command -v qemu-mips >/dev/null") != 0)
        skip();
    assert_true((size_t)snprintf(command, sizeof command, "mkdir %s/c && cp data/ae/fig1.c %s/c && cd %s/c && \"$CLEW\" ae-cc -O1 -g -o fig1 fig1.c"
                                 " && qemu-mips ./fig1", folder, folder, folder) < sizeof command);
    assert_int_equal(system(command), 0);
    in_folder(program, sizeof program, "c/ae.out");
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, program, NULL);
    terminal_wait_row(terminal, 0, "─ fig1.c ─");
    terminal_wait(terminal, ">  7      x1  {");
    say(terminal, "s", "main+0x14 fig1.c:8");
    terminal_wait(terminal, ">  8    ~101      for (int i = 0; i < 100; i = i + 1)");
    say(terminal, "ss", "sub fig1.c:15");
    say(terminal, "s", "sub+0x8 fig1.c:16 - loop 1: 1 of 100");
    terminal_wait(terminal, "> 16 x10,000          x[j] = i + j;");
    terminal_wait(terminal, " a[0][0]  $a0=");
    say(terminal, "S", "sub fig1.c:15");
    say(terminal, "f", "main+0x34 fig1.c:8 - loop 0: 1 of 100");
    say(terminal, "O", "main+0x24 fig1.c:9");
    say(terminal, ":watch a\r:goto end\rC", "sub+0x8 fig1.c:16 - loop 1: 100 of 100");
    terminal_wait_row(terminal, -1, "watchpoint 1, a");
    terminal_press(terminal, F2 "gjjjjjjjj\r");
    terminal_wait_row(terminal, -2, "fig1.c:9");            /* a line leads to its next, or last, execution */
    terminal_quit(terminal);
}

static void a_step_lays_lists_aside(void **state)
{
    (void)state;
    static const char *const lists[] = {":info registers\r", "Q", ":info loops\r"}, *const titles[] = {"[ registers: ", "[ ask", "[ info loops ]"};
    struct terminal *terminal = start(24, 80);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        terminal_press(terminal, lists[i]);
        terminal_wait(terminal, titles[i]);
        terminal_press(terminal, "s");
        terminal_wait_gone(terminal, titles[i]);
        terminal_wait_row(terminal, -1, ":step 1");
        terminal_wait_gone(terminal, "@1 of 72737");
        terminal_press(terminal, "h");
        terminal_wait(terminal, titles[i]);
        terminal_wait_row(terminal, -2, "@1 of 72737");
        terminal_press(terminal, "q");
        terminal_wait_gone(terminal, titles[i]);
    }
    terminal_quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_go_both_ways),
        cmocka_unit_test(calls_are_passed_and_left),
        cmocka_unit_test(an_iteration_of_a_loop_is_found),
        cmocka_unit_test(the_write_before_is_found),
        cmocka_unit_test(positions_are_reached_and_remembered),
        cmocka_unit_test(a_long_walk_is_shown_and_stopped),
        cmocka_unit_test(lines_are_stepped_and_shown),
        cmocka_unit_test(a_step_lays_lists_aside),
    };
    return cmocka_run_group_tests_name("stream_walk", tests, make_traces, remove_traces);
}
