/* test_crash.c - a user's work with CSI metadata and debugger output on the full screen, at several sizes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The program is data/digits.c. Its metadata (data/digits.debug_*) is hand-written; digits.gdb is what gdb would print. */
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BEGINS "\033[200~"
#define ENDS "\033[201~"
#define F2 "\033OQ"
#define F3 "\033OR"
#define F4 "\033OS"
#define F5 "\033[15~"
#define F6 "\033[17~"

/* The loop ran twice (no digit, digit) and is in its third round. Slots after the second are old. */
#define VALUES "__PT_counter_arr = {1, 3, 7, 0, 0, 0, 0, 0, 0, -1}\r__PT_counter_idx = 2\r__PT_current_path = 3\r"
#define CALLER "#1  0x40118d in main () at digits.c:19\r__PT_counter_arr = {9, 0, 9, 0, 0, 0, 0, 0, 0, -1}\r__PT_counter_idx = 0\r__PT_current_path = 0\r"
#define UNIQUE "#0  digits (size=3) at digits.c:8\r" VALUES CALLER
#define AMBIGUOUS "#0  digits (size=3) at digits.c:7\r" VALUES CALLER

static struct terminal *start(int rows, int columns)
{
    return terminal_start(&(struct terminal_options){.rows = rows, .columns = columns}, "digits.debug_PT", NULL);
}

static struct terminal *start_pasted(int rows, int columns, const char *text)
{
    struct terminal *terminal = start(rows, columns);
    terminal_press(terminal, BEGINS);
    terminal_press(terminal, text);
    terminal_press(terminal, ENDS);
    terminal_wait_row(terminal, -2, "#0 digits digits.c:");
    return terminal;
}

/* ---- Panes ---- */

static void metadata_alone_shows_a_graph(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait_row(terminal, 0, "── graph of main ─");
    terminal_wait_row(terminal, 22, "[csi digits.debug_PT] main - ");
    terminal_press(terminal, ":goto digits\r");
    terminal_wait_row(terminal, 0, "── graph of digits ─");
    terminal_wait(terminal, "3 8");
    terminal_quit(terminal);
}

static void graph_source_and_frames_at_80x24(void **state)
{
    (void)state;
    struct terminal *terminal = start_pasted(24, 80, UNIQUE);
    terminal_wait_row(terminal, 0, "── graph of digits ─");
    terminal_wait_row(terminal, 0, "┬─[ digits.c  digits ]─");
    terminal_wait(terminal, "├── frames ─");
    terminal_wait(terminal, "#1 main digits.c:19");
    terminal_wait(terminal, "*3 8*");
    terminal_wait(terminal, "> 8 ");
    terminal_wait_row(terminal, 22, "#0 digits digits.c:8 - unique - step 11 of 11");
    terminal_wait_row(terminal, 23, ":paste");
    assert_int_equal(terminal_find(terminal, "pasting"), -1);
    terminal_quit(terminal);
}

static void one_column_where_it_is_narrow(void **state)
{
    (void)state;
    struct terminal *terminal = start_pasted(24, 60, UNIQUE);
    terminal_wait_row(terminal, 0, "── graph of digits ─");
    terminal_wait_row(terminal, 10, "─[ digits.c  digits ]─");
    terminal_wait_row(terminal, 21, " #0 digits digits.c:8");
    terminal_wait_gone(terminal, "┬");
    terminal_quit(terminal);
}

static void the_callers_stand_behind_the_frame_in_one_line(void **state)
{
    (void)state;
    struct terminal *terminal = start_pasted(13, 200, UNIQUE);       /* two columns, but no room for a pane of frames */
    terminal_wait_row(terminal, 10, " #0 digits digits.c:8");
    terminal_wait_row(terminal, 10, "  <  #1 main");
    terminal_press(terminal, "f");
    terminal_wait_row(terminal, 10, "#1 main digits.c:19");
    terminal_wait_gone(terminal, "  <  #1 main");
    terminal_quit(terminal);
}

static void a_small_terminal_shows_graph_and_source(void **state)
{
    (void)state;
    struct terminal *terminal = start_pasted(10, 40, UNIQUE);
    terminal_wait_row(terminal, 0, "── graph of digits ─");
    terminal_wait(terminal, "*3 8*");
    terminal_wait(terminal, "> 8 ");
    terminal_press(terminal, "SS");
    terminal_wait(terminal, "*6 7*");
    terminal_quit(terminal);
}

static void a_large_terminal_has_room_for_all(void **state)
{
    (void)state;
    struct terminal *terminal = start_pasted(50, 200, UNIQUE);
    terminal_wait_row(terminal, 0, "┬─[ digits.c  digits ]─");
    terminal_wait(terminal, "├── frames ─");
    for (int block = 0; block < 8; block++) {
        char label[] = "0 ";
        label[0] = (char)('0' + block);
        if (block != 1)                                     /* EXIT never runs */
            terminal_wait(terminal, label);
    }
    terminal_quit(terminal);
}

static void function_keys_show_the_panes(void **state)
{
    (void)state;
    struct terminal *terminal = start_pasted(24, 80, UNIQUE);
    terminal_press(terminal, F5);
    terminal_wait_row(terminal, 0, "─[ steps");
    terminal_wait_gone(terminal, "graph of digits");
    terminal_press(terminal, F6);
    terminal_wait_row(terminal, 0, "─[ coverage");
    terminal_press(terminal, "q");
    terminal_wait_row(terminal, 0, "── graph of digits ─");
    terminal_press(terminal, F4);
    terminal_wait(terminal, "├─[ frames ]─");
    terminal_press(terminal, F3);
    terminal_wait_row(terminal, 0, "─[ graph of digits ]─");
    terminal_press(terminal, F2);
    terminal_wait_row(terminal, 0, "─[ digits.c  digits ]─");
    terminal_quit(terminal);
}

static void tab_goes_round_as_the_eye_does(void **state)
{
    (void)state;
    struct terminal *terminal = start_pasted(24, 80, UNIQUE);
    terminal_press(terminal, "\t");
    terminal_wait(terminal, "├─[ frames ]─");
    terminal_press(terminal, "\t");
    terminal_wait_row(terminal, 0, "─[ graph of digits ]─");
    terminal_press(terminal, "\t");
    terminal_wait_row(terminal, 0, "─[ digits.c  digits ]─");
    terminal_press(terminal, "\033[Z");
    terminal_wait_row(terminal, 0, "─[ graph of digits ]─");
    terminal_quit(terminal);
}

static void the_help_names_the_panes_of_this_trace(void **state)
{
    (void)state;
    struct terminal *terminal = start(50, 100);
    terminal_press(terminal, "?/Shows the coverage\r");
    terminal_wait(terminal, "F6");
    terminal_wait(terminal, "Shows the graph.");
    assert_int_equal(terminal_find(terminal, "Shows the links."), -1);
    assert_int_equal(terminal_find(terminal, "deps"), -1);      /* keys without a meaning here */
    terminal_quit(terminal);
}

/* ---- Walking ---- */

/* A label's first cell. */
static void find_label(struct terminal *terminal, const char *label, int *row, int *column)
{
    terminal_wait(terminal, label);
    *row = terminal_find(terminal, label);
    *column = terminal_column(terminal, *row, label);
}

static void the_suffix_is_lit_in_the_graph(void **state)
{
    (void)state;
    int row, column;
    struct terminal *terminal = start_pasted(24, 80, UNIQUE);
    find_label(terminal, "*3 8*", &row, &column);
    assert_true(terminal_is_reversed(terminal, row, column));
    assert_true(terminal_is_reversed(terminal, row, column + 4));
    assert_false(terminal_is_reversed(terminal, row, column + 5));
    find_label(terminal, "[4 9]", &row, &column);           /* ran */
    assert_true(terminal_is_bold(terminal, row, column));
    assert_false(terminal_is_reversed(terminal, row, column));
    find_label(terminal, "7 13-14", &row, &column);         /* did not */
    assert_false(terminal_is_bold(terminal, row, column));
    terminal_quit(terminal);
}

static void steps_walk_graph_and_source_together(void **state)
{
    (void)state;
    int row, column, before;
    struct terminal *terminal = start_pasted(24, 80, UNIQUE);
    find_label(terminal, "*3 8*", &before, &column);
    terminal_press(terminal, "S");
    terminal_wait_row(terminal, -2, "#0 digits digits.c:8 - unique - step 10 of 11 :7");       /* the frame is in line 8 */
    terminal_wait(terminal, "*2 7*");
    terminal_wait(terminal, "> 7 ");
    terminal_press(terminal, "S");
    terminal_wait(terminal, "*6 7*");
    terminal_press(terminal, "S");
    terminal_wait(terminal, "*4 9*");
    terminal_wait(terminal, "> 9 ");
    terminal_press(terminal, "4s");
    terminal_wait_row(terminal, -1, "step");                /* no step beyond the end */
    terminal_press(terminal, "3s");
    terminal_wait_row(terminal, -2, "step 11 of 11");
    find_label(terminal, "*3 8*", &row, &column);
    assert_int_equal(row, before);                          /* the picture does not jump */
    terminal_press(terminal, "C");
    terminal_wait_row(terminal, -2, "step 1 of 11");
    terminal_wait(terminal, "*0 6-7*");
    terminal_press(terminal, "c");
    terminal_wait_row(terminal, -2, "step 11 of 11");
    terminal_quit(terminal);
}

static void frames_are_walked_with_f(void **state)
{
    (void)state;
    struct terminal *terminal = start_pasted(24, 80, UNIQUE);
    terminal_press(terminal, "f");
    terminal_wait_row(terminal, -2, "#1 main digits.c:19");
    terminal_wait_row(terminal, 0, "── graph of main ─");
    terminal_wait(terminal, ">19 ");
    terminal_press(terminal, "F");
    terminal_wait_row(terminal, -2, "#0 digits digits.c:8");
    terminal_wait_row(terminal, 0, "── graph of digits ─");
    terminal_press(terminal, F4 "j\r");
    terminal_wait_row(terminal, -2, "#1 main digits.c:19");
    terminal_quit(terminal);
}

static void a_candidate_is_chosen_from_a_list(void **state)
{
    (void)state;
    struct terminal *terminal = start_pasted(24, 80, AMBIGUOUS);
    terminal_wait_row(terminal, -2, "ambiguous 1 of 2");
    terminal_press(terminal, ":candidates\r");
    terminal_wait_row(terminal, -1, ":candidates");
    terminal_wait_gone(terminal, "digits.c  digits");       /* the list covers the source */
    terminal_wait_row(terminal, 0, "graph of digits");
    terminal_press(terminal, "j\r");
    terminal_wait_row(terminal, -2, "ambiguous 2 of 2");
    terminal_wait_row(terminal, 0, "─[ digits.c  digits ]─");     /* the list is gone */
    terminal_wait(terminal, "*2 7*");
    terminal_press(terminal, ":candidate 1\r");
    terminal_wait_row(terminal, -2, "ambiguous 1 of 2");
    terminal_press(terminal, "aj\r");
    terminal_wait_row(terminal, -2, "ambiguous 2 of 2");
    terminal_quit(terminal);
}

static void a_second_paste_replaces_the_first(void **state)
{
    (void)state;
    struct terminal *terminal = start_pasted(24, 80, AMBIGUOUS);
    terminal_press(terminal, ":candidates\r:backtrace\r" F5);
    terminal_wait_row(terminal, -2, "ambiguous");
    for (int i = 0; i < 5; i++)
        terminal_press(terminal, ":suffix\r" BEGINS UNIQUE ENDS "SSf" BEGINS AMBIGUOUS ENDS);
    terminal_press(terminal, BEGINS UNIQUE ENDS ":frame 0\r");
    terminal_wait_row(terminal, -2, "step 11 of 11");
    terminal_press(terminal, ":open average.wet\r");
    terminal_wait_row(terminal, -2, "[wet average.wet]");
    terminal_wait(terminal, "links of the statement");
    terminal_press(terminal, ":open digits.debug_PT\r");
    terminal_wait_row(terminal, 0, "graph of main");
    terminal_quit(terminal);
}

/* ---- Sizes ---- */

static void sizes_change_in_the_midst_of_it(void **state)
{
    (void)state;
    struct terminal *terminal = start_pasted(24, 80, UNIQUE);
    terminal_press(terminal, F6 "S");
    terminal_resize(terminal, 50, 200);
    terminal_wait_row(terminal, -2, "step 10 of 11");
    terminal_wait_row(terminal, 0, "coverage");
    terminal_press(terminal, "q");
    terminal_resize(terminal, 10, 40);
    terminal_wait(terminal, "*2 7*");
    terminal_resize(terminal, 24, 80);
    terminal_wait_row(terminal, 0, "┬─[ digits.c  digits ]─");
    terminal_quit(terminal);
}

static void every_small_size_can_be_drawn(void **state)
{
    (void)state;
    struct terminal *terminal = start_pasted(24, 80, AMBIGUOUS);
    for (int rows = 1; rows <= 20; rows += 3)
        for (int columns = 1; columns <= 120; columns += 17) {
            terminal_resize(terminal, rows, columns);
            terminal_press(terminal, "sS\t" F5 F3 "\027fF");
        }
    terminal_resize(terminal, 24, 80);
    terminal_press(terminal, ":candidate 2\r");
    terminal_wait_row(terminal, -2, "ambiguous 2 of 2");
    terminal_quit(terminal);
}

/* ---- A program with all kinds of metadata ---- */

static void the_coverage_of_a_program_is_shown(void **state)
{
    (void)state;
    char folder[] = "/tmp/clew-crash-XXXXXX", command[512], program[64], text[4096];
    assert_non_null(mkdtemp(folder));
    snprintf(program, sizeof program, "%s/digits", folder);
    snprintf(command, sizeof command, "cd tests/screens/data && gcc -g -o %s digits.c && objcopy --add-section .debug_PT=digits.debug_PT "
             "--add-section .debug_BBC=digits.debug_BBC --add-section .debug_CC=digits.debug_CC --add-section .debug_FC=digits.debug_FC %s", program, program);
    FILE *dump = fopen("tests/screens/data/digits.gdb", "r");
    assert_non_null(dump);
    text[fread(text, 1, sizeof text - 1, dump)] = '\0';
    fclose(dump);
    assert_int_equal(system(command), 0);
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, program, NULL);
    terminal_wait_row(terminal, -2, "[csi digits] main - ");
    terminal_press(terminal, BEGINS);
    terminal_press(terminal, text);
    terminal_press(terminal, ENDS);
    terminal_wait_row(terminal, -2, "step 11 of 11");
    terminal_press(terminal, F6);
    terminal_wait_row(terminal, 0, "─[ coverage");
    terminal_wait(terminal, "putchar");
    terminal_quit(terminal);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(metadata_alone_shows_a_graph),
        cmocka_unit_test(graph_source_and_frames_at_80x24),
        cmocka_unit_test(one_column_where_it_is_narrow),
        cmocka_unit_test(the_callers_stand_behind_the_frame_in_one_line),
        cmocka_unit_test(a_small_terminal_shows_graph_and_source),
        cmocka_unit_test(a_large_terminal_has_room_for_all),
        cmocka_unit_test(function_keys_show_the_panes),
        cmocka_unit_test(tab_goes_round_as_the_eye_does),
        cmocka_unit_test(the_help_names_the_panes_of_this_trace),
        cmocka_unit_test(the_suffix_is_lit_in_the_graph),
        cmocka_unit_test(steps_walk_graph_and_source_together),
        cmocka_unit_test(frames_are_walked_with_f),
        cmocka_unit_test(a_candidate_is_chosen_from_a_list),
        cmocka_unit_test(a_second_paste_replaces_the_first),
        cmocka_unit_test(sizes_change_in_the_midst_of_it),
        cmocka_unit_test(every_small_size_can_be_drawn),
        cmocka_unit_test(the_coverage_of_a_program_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
