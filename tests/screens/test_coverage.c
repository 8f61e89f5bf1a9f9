/* test_coverage.c - a user's work with a coverage trace on the full screen, at several sizes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The program and traces are those of the unit tests of the session, made on the spot. */
#include "../unit/test_gnatcov_session.h"
#include "terminal.h"

#define F2 "\033OQ"
#define F3 "\033OR"
#define F4 "\033OS"
#define F5 "\033[15~"
#define F6 "\033[17~"
#define ESCAPE "\033"

static void write_trace(const char *name, const struct text *bytes)
{
    char path[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->data, bytes->size, 1, file), 1);
    assert_int_equal(fclose(file), 0);
}

/* The flat trace of the same program, where f is a C++ function. */
static int make_named(void)
{
    char command[256];
    struct text named = {0};
    snprintf(command, sizeof command, "objcopy --redefine-sym f=_ZN2sq4areaERKNS_5shapeE %s/prog %s/cpp", folder, folder);
    if (system(command))
        return -1;
    snprintf(command, sizeof command, "%s/cpp", folder);
    gnatcov_write_header(&named, GNATCOV_INFO, 8, X86_64);
    put_string(&named, GNATCOV_EXECUTABLE, command);
    put_string(&named, GNATCOV_END, "");
    put_steps(&named, GNATCOV_FLAT, flat_steps, FLAT_STEPS);
    write_trace("named", &named);
    text_free(&named);
    return 0;
}

static int make_traces(void **state)
{
    struct text flat = {0}, history = {0}, infos = {0};
    if (make_program(state) || make_named())
        return -1;
    put_infos(&flat);
    put_steps(&flat, GNATCOV_FLAT, flat_steps, FLAT_STEPS);
    write_trace("flat", &flat);
    put_infos(&history);
    put_steps(&history, GNATCOV_HISTORY, round_steps, ROUND_STEPS);
    write_trace("history", &history);
    put_infos(&infos);
    write_trace("infos", &infos);
    text_free(&flat);
    text_free(&history);
    text_free(&infos);
    return 0;
}

static struct terminal *start(const char *name, int rows, int columns)
{
    char path[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return terminal_start(&(struct terminal_options){.rows = rows, .columns = columns}, path, NULL);
}

static void say(struct terminal *terminal, const char *keys, const char *status)
{
    terminal_press(terminal, keys);
    terminal_wait_row(terminal, -2, status);
}

/* The flat trace, at its first entry. */
static struct terminal *at_first(int rows, int columns)
{
    struct terminal *terminal = start("flat", rows, columns);
    say(terminal, ":goto @1\r", "0x401040 main");
    return terminal;
}

/* ---- Where it begins ---- */

static void it_opens_at_the_first_line_that_is_not_covered_at_80x24(void **state)
{
    (void)state;
    struct terminal *terminal = start("flat", 24, 80);
    terminal_wait_row(terminal, -2, "0x401000 spare prog.c:1 - not executed");
    terminal_wait_row(terminal, -1, "prog.c:1: first of 6 lines not fully covered; `next-uncovered` goes on");
    terminal_wait_row(terminal, 2, " > - 0x00401000  movl");
    say(terminal, "n", "0x401062 f+0x2 prog.c:10 - always taken - @2 of 7");
    say(terminal, "N", "0x401000 spare prog.c:1 - not executed");
    terminal_quit(terminal);
}

static void it_opens_at_the_first_line_that_is_not_covered_at_40x10(void **state)
{
    (void)state;
    struct terminal *terminal = start("flat", 10, 40);
    terminal_wait_row(terminal, -1, "prog.c:1: first of 6 lines not fully");     /* whole, in two rows */
    terminal_wait_row(terminal, -1, "covered; `next-uncovered` goes on");
    terminal_wait_row(terminal, -2, "0x401000 spare prog.c:1");
    terminal_press(terminal, "j");
    terminal_wait_gone(terminal, "first of 6 lines not");
    terminal_quit(terminal);
}

/* The message would be about a line other than the current one. */
static void where_it_opened_is_not_said_where_the_place_is_that_of_another_trace(void **state)
{
    (void)state;
    char history[64], flat[64];
    snprintf(history, sizeof history, "%s/history", folder);
    snprintf(flat, sizeof flat, "%s/flat", folder);
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, history, flat, NULL);
    say(terminal, ":goto 0x401062\r", "0x401062 f+0x2 prog.c:10");
    say(terminal, ":trace 2\r", "0x401060 f prog.c:10");
    say(terminal, "n", "0x401062 f+0x2 prog.c:10");
    assert_false(terminal_wrote(terminal, "not fully covered"));
    terminal_quit(terminal);
}

static void a_history_opens_where_it_begins(void **state)
{
    (void)state;
    struct terminal *terminal = start("history", 24, 80);
    terminal_wait_row(terminal, -2, "0x401040 main prog.c:3 - covered - @1 of 13");
    terminal_quit(terminal);
}

/* ---- Panes ---- */

static void instructions_above_entries_above_a_branch_at_80x24(void **state)
{
    (void)state;
    struct terminal *terminal = at_first(24, 80);
    terminal_wait_row(terminal, 0, "── main ──");
    terminal_wait_row(terminal, 1, "     prog.c:3  ");             /* a line, then its instructions */
    terminal_wait_row(terminal, 2, " > + 0x00401040  xor    %eax,%eax");
    terminal_wait_row(terminal, 10, "─[ entries ]──");
    terminal_wait_row(terminal, 14, "   entries  flat: what ran, in the order of first execution; x86-64");
    terminal_wait_row(terminal, 15, " > @1      00401040-00401046 11 ---t block        main prog.c:3");
    terminal_wait_row(terminal, 16, "   @2      00401060-00401063 11 ---t block        f prog.c:10");
    terminal_wait_row(terminal, 21, " + covered; main: 7 of 7 instructions ran, 1 of 1 branches both ways");
    terminal_wait_row(terminal, 22, "[flat flat] 0x401040 main prog.c:3 - covered - @1 of 7");
    terminal_quit(terminal);
}

static void the_next_uncovered_place_is_a_key_away(void **state)
{
    (void)state;
    struct terminal *terminal = at_first(24, 80);
    say(terminal, "n", "0x401062 f+0x2 prog.c:10 - always taken - @2 of 7");
    terminal_wait_row(terminal, -1, ":next-uncovered");
    terminal_wait_row(terminal, 3, " > > 0x00401062  je     0x401065  <f+0x5>                always taken");
    terminal_wait_row(terminal, 21, " > always taken: taken -> +0x5 :12 ran | else -> +0x4 :11 never ran");
    say(terminal, "n", "0x401064 f+0x4 prog.c:11 - not executed");
    terminal_wait(terminal, "   @2 ");                         /* the entries keep the former place */
    say(terminal, "nn", "0x401000 spare prog.c:1 - not executed");
    terminal_wait_row(terminal, -1, "continued from the top");
    say(terminal, "N", "0x401070 g prog.c:13 - not executed");
    terminal_wait_row(terminal, -1, "continued from the end");
    say(terminal, "h", "0x401000 spare");
    terminal_quit(terminal);
}

static void a_search_takes_the_keys_until_it_is_ended(void **state)
{
    (void)state;
    struct terminal *terminal = at_first(24, 80);
    terminal_press(terminal, "/main\r");
    terminal_wait_row(terminal, -1, "search /main/");
    terminal_wait_row(terminal, 10, " 8 of 11 ");
    terminal_press(terminal, "n");
    terminal_wait_row(terminal, -1, "search-next");
    terminal_wait_row(terminal, 10, " 9 of 11 ");
    terminal_wait_row(terminal, -2, "0x401040 main");               /* looking is no jump */
    terminal_press(terminal, "N");
    terminal_wait_row(terminal, 10, " 8 of 11 ");
    terminal_wait_row(terminal, -1, "search-previous");
    terminal_press(terminal, ESCAPE);
    terminal_wait_gone(terminal, "search-previous");
    say(terminal, "n", "0x401062 f+0x2 prog.c:10 - always taken");
    terminal_quit(terminal);
}

static void function_keys_show_the_panes(void **state)
{
    (void)state;
    struct terminal *terminal = at_first(24, 80);
    say(terminal, "n", "0x401062");
    terminal_press(terminal, F2);
    terminal_wait_row(terminal, 0, "─[ prog.c ]─");
    terminal_wait(terminal, " > 10 !     ");
    terminal_press(terminal, F5);
    terminal_wait_row(terminal, 0, "─[ functions: instructions run, branches both ways ]─");
    terminal_wait_row(terminal, 2, " > ! #######...     3/4        0/1       f prog.c:10");
    terminal_wait_row(terminal, 4, "   + ##########     7/7        1/1       main prog.c:3");
    say(terminal, "jj\r", "0x401040 main");                         /* a function leads to its beginning */
    say(terminal, "h" F6, "0x401062");
    terminal_wait_row(terminal, 0, "─[ branch ]─");
    terminal_wait_row(terminal, 2, "   taken         + 0x00401065  f+0x5 prog.c:12  ret");
    say(terminal, "jj\r", "0x401064 f+0x4 prog.c:11 - not executed");       /* and a way of a branch to its target */
    terminal_press(terminal, F4 "G\r");
    terminal_wait_row(terminal, -2, "0x40104f main+0xf prog.c:6 - covered - @7 of 7");
    terminal_quit(terminal);
}

static void functions_of_cplusplus_have_names_that_people_write(void **state)
{
    (void)state;
    struct terminal *terminal = start("named", 24, 80);
    say(terminal, ":goto sq\t\r", "0x401060 sq::area(…) prog.c:10");
    terminal_wait_row(terminal, 0, "── sq::area(sq::shape const&) ──");
    terminal_press(terminal, F5);
    terminal_wait_row(terminal, 0, "─[ functions: instructions run, branches both ways ]─");
    terminal_wait(terminal, "sq::area(sq::shape const&) prog.c:10");
    say(terminal, ":goto area\r", "0x401060");
    terminal_press(terminal, ":goto sq::aera\r");
    terminal_wait(terminal, "no function `sq::aera`: the nearest is sq::area; `info functions`");
    terminal_quit(terminal);
}

static void a_wide_terminal_has_two_columns(void **state)
{
    (void)state;
    struct terminal *terminal = at_first(50, 200);
    terminal_wait_row(terminal, 0, "── main ──");
    terminal_wait_row(terminal, 0, "┬─[ entries ]─");
    terminal_wait(terminal, "── prog.c ──");
    terminal_wait(terminal, "── branch ──");
    say(terminal, "n", "0x401062");
    terminal_wait(terminal, "│ > always taken: taken -> +0x5 :12 ran | else -> +0x4 :11 never ran");
    terminal_wait(terminal, "│   fell through  - 0x00401064  f+0x4 prog.c:11  nop");
    terminal_quit(terminal);
}

static void a_small_terminal_tells_where_one_is(void **state)
{
    (void)state;
    struct terminal *terminal = at_first(10, 40);
    terminal_wait(terminal, " > @1      00401040-00401046");
    say(terminal, "n", "0x401062 f+0x2 prog.c:10");
    terminal_press(terminal, F3);
    terminal_wait(terminal, " > > 0x00401062  je");
    terminal_quit(terminal);
}

static void the_help_names_the_panes_of_this_trace(void **state)
{
    (void)state;
    struct terminal *terminal = at_first(50, 100);
    terminal_press(terminal, "?/Shows the functions\r");
    terminal_wait(terminal, "Shows the functions");
    terminal_wait(terminal, "Shows the branch");
    assert_int_equal(terminal_find(terminal, "Shows the stream"), -1);
    terminal_quit(terminal);
}

/* ---- Walking ---- */

static void a_history_is_walked_both_ways(void **state)
{
    (void)state;
    struct terminal *terminal = start("history", 24, 80);
    say(terminal, "s", "0x401042 main+0x2 prog.c:4 - covered - @1 of 13");
    say(terminal, "s", "0x401060 f prog.c:10 - covered - @2 of 13");
    terminal_wait(terminal, " > @2      00401060-00401063");
    say(terminal, "s", "0x401065 f+0x5 prog.c:12");
    say(terminal, "S", "0x401060 f prog.c:10");
    say(terminal, "4s", "0x401060 f prog.c:10 - covered - @6 of 13");
    say(terminal, ":break f\rc", "@10 of 13");
    terminal_wait_row(terminal, -1, "breakpoint 1, f");
    say(terminal, "c", "0x401054 main+0x14 prog.c:6 - covered - @13 of 13");
    terminal_wait_row(terminal, -1, "the trace ends here");
    terminal_press(terminal, "s");
    terminal_wait_row(terminal, -1, "this is where the trace ends");
    say(terminal, "CCC", "0x401060 f prog.c:10 - covered - @2 of 13");
    say(terminal, "i", "@6 of 13");
    say(terminal, "I", "@2 of 13");
    terminal_quit(terminal);
}

static void a_flat_trace_says_why_it_is_not_walked(void **state)
{
    (void)state;
    struct terminal *terminal = at_first(24, 80);
    terminal_press(terminal, "s");
    terminal_wait_row(terminal, -1, "a flat trace does not record the order of executions");
    terminal_quit(terminal);
}

static void a_trace_without_entries_is_shown(void **state)
{
    (void)state;
    struct terminal *terminal = start("infos", 24, 80);
    terminal_wait_row(terminal, -2, "[info infos] no entry of code");
    terminal_wait(terminal, "   EXEC_FILE_NAME       /tmp/");
    terminal_wait(terminal, "   no entries");
    terminal_wait_row(terminal, 1, " this trace has no entry of code");
    say(terminal, ":goto f\r", "0x401060 f prog.c:10 - not executed");
    terminal_quit(terminal);
}

/* ---- Sizes ---- */

static void one_cell_is_enough_to_live_on(void **state)
{
    (void)state;
    struct terminal *terminal = start("history", 1, 1);
    terminal_press(terminal, "nNsS" F2 F3 F4 F5 F6 "jjl?q:break f\rccC\tiI:goto @9\r");
    terminal_resize(terminal, 24, 80);
    terminal_wait_row(terminal, -2, " of 13");
    terminal_resize(terminal, 1, 1);
    terminal_press(terminal, "jjkk");
    terminal_quit(terminal);
}

static void every_small_size_can_be_drawn(void **state)
{
    (void)state;
    struct terminal *terminal = start("history", 24, 80);
    for (int rows = 1; rows <= 20; rows += 3)
        for (int columns = 1; columns <= 130; columns += 17) {
            terminal_resize(terminal, rows, columns);
            terminal_press(terminal, "sS\t" F5 "jG" F6 F4 F3 "\027nN");
        }
    terminal_resize(terminal, 24, 80);
    say(terminal, ":goto @9\r", "@9 of 13");
    terminal_quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_opens_at_the_first_line_that_is_not_covered_at_80x24),
        cmocka_unit_test(it_opens_at_the_first_line_that_is_not_covered_at_40x10),
        cmocka_unit_test(where_it_opened_is_not_said_where_the_place_is_that_of_another_trace),
        cmocka_unit_test(a_history_opens_where_it_begins),
        cmocka_unit_test(instructions_above_entries_above_a_branch_at_80x24),
        cmocka_unit_test(the_next_uncovered_place_is_a_key_away),
        cmocka_unit_test(a_search_takes_the_keys_until_it_is_ended),
        cmocka_unit_test(function_keys_show_the_panes),
        cmocka_unit_test(functions_of_cplusplus_have_names_that_people_write),
        cmocka_unit_test(a_wide_terminal_has_two_columns),
        cmocka_unit_test(a_small_terminal_tells_where_one_is),
        cmocka_unit_test(the_help_names_the_panes_of_this_trace),
        cmocka_unit_test(a_history_is_walked_both_ways),
        cmocka_unit_test(a_flat_trace_says_why_it_is_not_walked),
        cmocka_unit_test(a_trace_without_entries_is_shown),
        cmocka_unit_test(one_cell_is_enough_to_live_on),
        cmocka_unit_test(every_small_size_can_be_drawn),
    };
    return cmocka_run_group_tests_name("coverage screens", tests, make_traces, remove_program);
}
