/* test_stream.c - the panes of an address stream on the full screen, and ways through them, at several sizes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "streams.h"

#define F2 "\033OQ"
#define F3 "\033OR"
#define F4 "\033OS"
#define F5 "\033[15~"
#define F6 "\033[17~"

/* ---- Panes ---- */

static void source_above_instructions_above_frames_at_80x24(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait_row(terminal, 1, "the executable has no line information: compile with -g");
    terminal_wait_row(terminal, 10, "─[ main ]─");
    terminal_wait_row(terminal, 11, "> 0x00400100  move   $sp, $zero          -> $sp=0x7feffe58");
    terminal_wait_row(terminal, 21, " #0  main  since @1");
    terminal_wait_row(terminal, 22, "[ae ae.out] @1 of 72737 - main");
    terminal_quit(terminal);
}

static void function_keys_show_the_panes(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    say(terminal, ":goto @41\r", "@41 of 72737 - sub");
    terminal_press(terminal, F5);
    terminal_wait_row(terminal, 0, "─[ stream ]─");
    terminal_wait(terminal, "> @41");
    terminal_press(terminal, F6);
    terminal_wait_row(terminal, 0, "─[ registers: * read here, -> written ]─");
    terminal_wait(terminal, "$a0   4   0x10000130");
    terminal_wait_gone(terminal, "> @41");
    terminal_press(terminal, F4);
    terminal_wait_row(terminal, 0, "─[ frames ]─");
    terminal_wait_row(terminal, 1, "> #0  sub");
    terminal_wait_row(terminal, 2, "loop 1 in sub");
    terminal_wait_row(terminal, 3, "  #1  main");
    terminal_press(terminal, F3);
    terminal_wait(terminal, "─[ sub ]─");
    terminal_press(terminal, F2);
    terminal_wait_row(terminal, 0, "─[ source ]─");
    terminal_press(terminal, "\t");
    terminal_wait(terminal, "─[ sub ]─");
    terminal_quit(terminal);
}

static void a_wide_terminal_has_two_columns(void **state)
{
    (void)state;
    struct terminal *terminal = start(50, 200);
    terminal_wait_row(terminal, 0, "┬─[ main ]─");
    terminal_wait_row(terminal, 1, "│ > 0x00400100  move   $sp, $zero");
    say(terminal, ":break sub\rcs", "@29 of 72737 - sub+0x4");
    terminal_wait_row(terminal, 0, "┬─[ sub ]─");
    terminal_wait_row(terminal, 2, "│ > 0x00400184  sw     $zero, 4($sp)       W 0x7feffe3c");
    terminal_quit(terminal);
}

static void a_small_terminal_tells_where_one_is(void **state)
{
    (void)state;
    struct terminal *terminal = start(10, 40);
    terminal_wait(terminal, "> 0x00400100  move");
    say(terminal, "s", "@2 of 72737 - main");
    terminal_press(terminal, F5);
    terminal_wait(terminal, "> @2");
    terminal_quit(terminal);
}

static void the_help_names_the_panes_of_this_trace(void **state)
{
    (void)state;
    struct terminal *terminal = start(50, 100);
    terminal_press(terminal, "?/Shows the registers\r");
    terminal_wait(terminal, "F6");
    terminal_wait(terminal, "Shows the stream");
    assert_int_equal(terminal_find(terminal, "Shows the coverage"), -1);
    terminal_quit(terminal);
}

/* First of the source pane; in other panes they come after the keys. */
static void help_says_what_the_signs_before_source_lines_mean(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, F2 "?");
    terminal_wait(terminal, " Before source lines");
    terminal_wait(terminal, "x9     ran nine times");
    terminal_press(terminal, " ");
    terminal_wait(terminal, "~9     about nine: optimised code");
    terminal_press(terminal, "q");
    terminal_wait(terminal, "─[ source ]─");
    terminal_press(terminal, "\t");
    terminal_wait_gone(terminal, "─[ source ]─");
    terminal_press(terminal, "?");
    terminal_wait(terminal, "Most useful keys");
    assert_int_equal(terminal_find(terminal, "Before source lines"), -1);
    terminal_press(terminal, "/Before source\r");
    terminal_wait(terminal, " Before source lines");
    terminal_quit(terminal);
}

/* ---- The current place ---- */

static void it_says_how_long_it_is_and_how_to_come_to_the_end(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait_row(terminal, -1, "the first of 72,737 addresses: `goto end` leads to the last");
    say(terminal, ":goto end\r", "@72737 of 72737");
    terminal_quit(terminal);
}

static void what_ran_before_is_asked_where_something_did(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, "Q");
    terminal_wait(terminal, "what do the registers hold?");
    assert_int_equal(terminal_find(terminal, "what ran before?"), -1);
    terminal_press(terminal, "q");
    say(terminal, "s", "@2 of");
    terminal_press(terminal, "Q");
    terminal_wait(terminal, "what ran before?");
    terminal_quit(terminal);
}

static void the_stream_is_scrolled_and_followed(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, F5);
    terminal_wait_row(terminal, 1, "> @1");
    terminal_wait_row(terminal, 3, "  @3         W 0x7feffe6c");
    terminal_press(terminal, "G");
    terminal_wait_row(terminal, 0, "72,737 of 72,737");
    terminal_wait(terminal, "@72737");
    terminal_wait_row(terminal, -2, "@1 of 72737");             /* looking is no jump */
    say(terminal, "kk\r", "@72735 of 72737 - main+0x78");
    terminal_press(terminal, "40000g");
    terminal_wait(terminal, "@40000");
    terminal_press(terminal, "50%");
    terminal_wait(terminal, "@36369");
    say(terminal, "\r", "@3636");
    terminal_press(terminal, "gj");
    terminal_wait_row(terminal, 0, "2 of 72,737");
    say(terminal, "\r", "@2 of 72737");
    say(terminal, "h", "@3636");
    terminal_quit(terminal);
}

static void a_frame_leads_to_its_beginning(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    say(terminal, ":goto @2258\r" F4, "@2258 of 72737 - sub");
    terminal_wait_row(terminal, 3, "#1  main");
    say(terminal, "j\r", "@2219 of 72737 - sub+0x30 - loop 1: 1 of 101");      /* the entry of its loop */
    say(terminal, ":up\r", "@2208 of 72737 - main+0x48");
    terminal_quit(terminal);
}

/* ---- Damage ---- */

static void what_precedes_damage_is_browsed(void **state)
{
    (void)state;
    struct terminal *terminal = start_with("fig1", "damaged", 24, 120);
    terminal_wait_row(terminal, -1, "offset 10893: in sub, block 9 follows block 2");
    terminal_wait_row(terminal, -1, "up to there");
    say(terminal, ":goto end\r", "@71985 of 71985 - sub+0x34");
    terminal_press(terminal, "s");
    terminal_wait_row(terminal, -1, "this is where the trace ends");
    say(terminal, "S", "@71984 of 71985");
    say(terminal, ":break sub\rCC", "@70547 of 71985 - sub");
    terminal_press(terminal, ":problems\r");
    terminal_wait(terminal, "in sub, block 9 follows block 2");
    terminal_quit(terminal);
}

/* ---- Sizes ---- */

static void one_cell_is_enough_to_live_on(void **state)
{
    (void)state;
    struct terminal *terminal = start(1, 1);
    terminal_press(terminal, "sSoOfF" F2 F3 F4 F5 F6 "jjl?q:break sub\rccC\t");
    terminal_resize(terminal, 24, 80);
    terminal_wait_row(terminal, -2, "of 72737");
    terminal_resize(terminal, 1, 1);
    terminal_press(terminal, "jjkk");
    terminal_quit(terminal);
}

static void every_small_size_can_be_drawn(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, ":break loop 1 iteration 3\rc");
    for (int rows = 1; rows <= 20; rows += 3)
        for (int columns = 1; columns <= 120; columns += 17) {
            terminal_resize(terminal, rows, columns);
            terminal_press(terminal, "sS\t" F5 "jG" F6 F4 F3 "\027oO");
        }
    terminal_resize(terminal, 24, 80);
    say(terminal, ":goto @41\r", "@41 of 72737 - sub");
    terminal_quit(terminal);
}

static void sizes_change_in_the_midst_of_it(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    say(terminal, ":goto @2258\r" F5, "@2258 of 72737");
    terminal_wait(terminal, "> @2258");
    terminal_resize(terminal, 50, 200);
    terminal_wait_row(terminal, 0, "─[ stream ]─");
    terminal_wait(terminal, "> @2258");
    terminal_resize(terminal, 10, 40);
    terminal_wait(terminal, "> @2258");
    terminal_resize(terminal, 24, 80);
    say(terminal, "S", "@2257 of 72737");
    terminal_wait(terminal, "> @2257");
    terminal_quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(source_above_instructions_above_frames_at_80x24),
        cmocka_unit_test(function_keys_show_the_panes),
        cmocka_unit_test(a_wide_terminal_has_two_columns),
        cmocka_unit_test(a_small_terminal_tells_where_one_is),
        cmocka_unit_test(the_help_names_the_panes_of_this_trace),
        cmocka_unit_test(help_says_what_the_signs_before_source_lines_mean),
        cmocka_unit_test(it_says_how_long_it_is_and_how_to_come_to_the_end),
        cmocka_unit_test(what_ran_before_is_asked_where_something_did),
        cmocka_unit_test(the_stream_is_scrolled_and_followed),
        cmocka_unit_test(a_frame_leads_to_its_beginning),
        cmocka_unit_test(what_precedes_damage_is_browsed),
        cmocka_unit_test(one_cell_is_enough_to_live_on),
        cmocka_unit_test(every_small_size_can_be_drawn),
        cmocka_unit_test(sizes_change_in_the_midst_of_it),
    };
    return cmocka_run_group_tests_name("stream", tests, make_traces, remove_traces);
}
