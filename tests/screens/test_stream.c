/* test_stream.c - what people do with an address trace on the full screen, at several sizes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The trace is made here: the program of figure 1 of Larus 1990 (data/ae/fig1.sma), without line information; it has 72,737 addresses. With lines: the same
 * program in C, where a cross compiler and an emulator are. */
#include "../unit/test_ae.h"
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define F2 "\033OQ"
#define F3 "\033OR"
#define F4 "\033OS"
#define F5 "\033[15~"
#define F6 "\033[17~"
#define ALT_RIGHT "\033[1;3C"
#define INTERRUPT "\003"

enum { ARRAY = 0x10000130 };

static char folder[] = "/tmp/clew-stream-XXXXXX";

/* ---- Traces ---- */

static void put_word(FILE *file, uint32_t word)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        fputc((int)(word >> shift & 255), file);
}

/* main's loop goes round `outer` times, sub's each time `inner`. Damaged: a block that does not exist, behind all but the last call. */
static void write_events(const char *path, uint32_t outer, uint32_t inner, bool damaged)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    put_word(file, 0x7feffe58);
    for (uint32_t i = 0; i < outer; i++) {
        fputc(1, file);
        put_word(file, 0x7feffe38);
        put_word(file, ARRAY + 400 * i);
        for (uint32_t j = 0; j < inner; j++)
            fputc(1, file);
        fputc(damaged && i + 2 == outer ? 9 : 3, file);
    }
    fputc(3, file);
    assert_int_equal(fclose(file), 0);
}

static void in_folder(char *path, size_t size, const char *name)
{
    assert_true((size_t)snprintf(path, size, "%s/%s", folder, name) < size);
}

/* Writes the schema and an executable made of it. */
static void make_program(const char *name, struct slice schema)
{
    char path[64], beside[64];
    struct test_ae ae;
    struct error error;
    in_folder(path, sizeof path, name);
    assert_true((size_t)snprintf(beside, sizeof beside, "%s.sma", path) < sizeof beside);
    assert_true(test_ae_try(schema, &(struct test_ae_options){.little_endian = false}, &ae, &error));
    assert_int_equal(rename(ae.path, path), 0);
    FILE *file = fopen(beside, "wb");
    assert_true(file && fwrite(schema.data, schema.size, 1, file) == 1 && fclose(file) == 0);
    test_ae_close(&ae);
}

/* One loop of many rounds of many instructions: an address takes less than a hundredth of a byte, so a file of 9 MB (more than what is passed through when
 * it is opened) takes some seconds. */
static void make_long_trace(void)
{
    static const char schema[] = "start_function main 3\nstart_block 0\nend_block 0 %loop_entry(1 0)\nstart_block_target 1\nuneventful_inst x250\n"
                                 "end_block_cjump 1 2 1 x2 %loop_exit(2 0) %loop_back(1 0)\nstart_block_target 2\nend_block 2\nend_function main\n";
    enum { ROUNDS = 9 << 20 };
    char path[64];
    make_program("long", slice_of(schema));
    in_folder(path, sizeof path, "long.out");
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (int i = 0; i < ROUNDS; i++)
        fputc(i + 1 < ROUNDS ? 1 : 2, file);
    assert_int_equal(fclose(file), 0);
}

static int make_traces(void **state)
{
    (void)state;
    char path[64];
    struct arena arena = {0};
    struct slice text;
    struct error error;
    assert_non_null(mkdtemp(folder));
    setenv("TMPDIR", folder, 1);                    /* where executables are made, too: they are only renamed */
    assert_true(file_read("data/ae/fig1.sma", &arena, &text, &error));
    make_program("fig1", text);
    in_folder(path, sizeof path, "ae.out");
    write_events(path, 100, 100, false);
    in_folder(path, sizeof path, "damaged");
    write_events(path, 100, 100, true);
    make_long_trace();
    arena_free(&arena);
    return 0;
}

static int remove_traces(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static struct terminal *start_with(const char *program, const char *events, int rows, int columns)
{
    char executable[64], schema[64], path[64];
    in_folder(executable, sizeof executable, program);
    assert_true((size_t)snprintf(schema, sizeof schema, "%s.sma", executable) < sizeof schema);
    in_folder(path, sizeof path, events);
    return terminal_start(&(struct terminal_options){.rows = rows, .columns = columns}, executable, schema, path, NULL);
}

static struct terminal *start(int rows, int columns)
{
    struct terminal *terminal = start_with("fig1", "ae.out", rows, columns);
    if (columns >= 80 && rows >= 10)
        terminal_wait_row(terminal, -2, "@1 of 72737 - main");
    return terminal;
}

static void quit(struct terminal *terminal)
{
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

/* A command, and the status line afterwards. */
static void say(struct terminal *terminal, const char *keys, const char *status)
{
    terminal_press(terminal, keys);
    terminal_wait_row(terminal, -2, status);
}

/* ---- Panes ---- */

static void source_above_instructions_above_frames_at_80x24(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait_row(terminal, 1, "the executable has no line information: compile with -g");
    terminal_wait_row(terminal, 10, "─[ main ]─");
    terminal_wait_row(terminal, 11, "> 0x00400100  move   $sp, $zero          $sp unknown");
    terminal_wait_row(terminal, 21, " #0  main  since @1");
    terminal_wait_row(terminal, 22, "[ae ae.out] @1 of 72737 - main");
    quit(terminal);
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
    terminal_wait_row(terminal, 0, "─[ registers ]─");
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
    quit(terminal);
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
    quit(terminal);
}

static void a_small_terminal_tells_where_one_is(void **state)
{
    (void)state;
    struct terminal *terminal = start(10, 40);
    terminal_wait(terminal, "> 0x00400100  move");
    say(terminal, "s", "@2 of 72737 - main");
    terminal_press(terminal, F5);
    terminal_wait(terminal, "> @2");
    quit(terminal);
}

static void the_help_names_the_panes_of_this_trace(void **state)
{
    (void)state;
    struct terminal *terminal = start(50, 100);
    terminal_press(terminal, "?/Shows the registers\r");
    terminal_wait(terminal, "F6");
    terminal_wait(terminal, "Shows the stream");
    assert_int_equal(terminal_find(terminal, "Shows the coverage"), -1);
    quit(terminal);
}

/* ---- Walking ---- */

static void it_says_how_long_it_is_and_how_to_come_to_the_end(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait_row(terminal, -1, "the first of 72,737 addresses: goto end leads to the last");
    say(terminal, ":goto end\r", "@72737 of 72737");
    quit(terminal);
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
    quit(terminal);
}

static void steps_go_both_ways(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    say(terminal, "s", "@2 of");
    say(terminal, "s", "@4 of");                    /* @3 is what the store wrote */
    terminal_wait(terminal, "> 0x00400108  sw     $zero, 0x10($sp)    W 0x7feffe68");
    say(terminal, "S", "@2 of");
    say(terminal, "5s", "@12 of");
    say(terminal, "5S", "@2 of");
    terminal_press(terminal, "SS");
    terminal_wait_row(terminal, -1, "this is where the trace begins");
    terminal_wait_row(terminal, -2, "@1 of");
    quit(terminal);
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
    quit(terminal);
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
    quit(terminal);
}

/* Who wrote it? The last store before here that did, 5 * 7 + 14 behind the entry of the fourth call. */
static void the_write_before_is_found(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    say(terminal, ":watch 0x100005f4\r:goto end\rC", "@2258 of 72737 - sub+0x24 - loop 1: 6 of 101");
    terminal_wait_row(terminal, -1, "watchpoint 1, 0x100005f4");
    terminal_wait(terminal, "W 0x100005f4");
    say(terminal, "C", "@1 of 72737");
    say(terminal, "c", "@2258 of 72737");
    quit(terminal);
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
    terminal_wait_row(terminal, -1, "there is no address @72738: the trace has @1 to @72737");
    quit(terminal);
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
    terminal_wait_row(terminal, -2, "@1 of 72737");             /* one looks, one does not go */
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
    quit(terminal);
}

static void a_frame_leads_to_its_beginning(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    say(terminal, ":goto @2258\r" F4, "@2258 of 72737 - sub");
    terminal_wait_row(terminal, 3, "#1  main");
    say(terminal, "j\r", "@2219 of 72737 - sub+0x30 - loop 1: 1 of 101");      /* where its loop was entered */
    say(terminal, ":up\r", "@2208 of 72737 - main+0x48");
    quit(terminal);
}

/* ---- Damage, and what takes long ---- */

static void what_precedes_damage_is_browsed(void **state)
{
    (void)state;
    struct terminal *terminal = start_with("fig1", "damaged", 24, 120);
    terminal_wait_row(terminal, -1, "the trace ends early: ");
    terminal_wait_row(terminal, -1, "offset 10893: function sub, block 2: found block 9");
    say(terminal, ":goto end\r", "@71985 of 71985 - sub+0x34");
    terminal_press(terminal, "s");
    terminal_wait_row(terminal, -1, "this is where the trace ends");
    say(terminal, "S", "@71984 of 71985");
    say(terminal, ":break sub\rCC", "@70547 of 71985 - sub");
    terminal_press(terminal, ":problems\r");
    terminal_wait(terminal, "found block 9");
    quit(terminal);
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
    say(terminal, ":goto @100000\r", "@100000 of at least ");
    say(terminal, "S", "@99999 of at least ");
    quit(terminal);
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
    quit(terminal);
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
    quit(terminal);
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
    quit(terminal);
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
    terminal_wait(terminal, ">  8    x100      for (int i = 0; i < 100; i = i + 1)");
    say(terminal, "ss", "sub fig1.c:15");
    say(terminal, "s", "sub+0x8 fig1.c:16 - loop 1: 1 of 100");
    terminal_wait(terminal, "> 16 x10,000          x[j] = i + j;");
    say(terminal, "S", "sub fig1.c:15");
    say(terminal, "f", "main+0x34 fig1.c:8 - loop 0: 1 of 100");
    say(terminal, "O", "main+0x24 fig1.c:9");
    say(terminal, ":watch a\r:goto end\rC", "sub+0x8 fig1.c:16 - loop 1: 100 of 100");
    terminal_wait_row(terminal, -1, "watchpoint 1, a");
    terminal_press(terminal, F2 "gjjjjjjjj\r");
    terminal_wait_row(terminal, -2, "fig1.c:9");            /* a line leads to its next, or last, execution */
    quit(terminal);
}

static void a_step_lays_lists_aside(void **state)
{
    (void)state;
    static const char *const lists[] = {":info registers\r", "Q", ":info loops\r"}, *const titles[] = {"[ registers ]", "[ ask", "[ info loops ]"};
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
    quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(source_above_instructions_above_frames_at_80x24),
        cmocka_unit_test(function_keys_show_the_panes),
        cmocka_unit_test(a_wide_terminal_has_two_columns),
        cmocka_unit_test(a_small_terminal_tells_where_one_is),
        cmocka_unit_test(the_help_names_the_panes_of_this_trace),
        cmocka_unit_test(it_says_how_long_it_is_and_how_to_come_to_the_end),
        cmocka_unit_test(what_ran_before_is_asked_where_something_did),
        cmocka_unit_test(steps_go_both_ways),
        cmocka_unit_test(calls_are_passed_and_left),
        cmocka_unit_test(an_iteration_of_a_loop_is_found),
        cmocka_unit_test(the_write_before_is_found),
        cmocka_unit_test(positions_are_reached_and_remembered),
        cmocka_unit_test(the_stream_is_scrolled_and_followed),
        cmocka_unit_test(a_frame_leads_to_its_beginning),
        cmocka_unit_test(what_precedes_damage_is_browsed),
        cmocka_unit_test(a_long_walk_is_shown_and_stopped),
        cmocka_unit_test(one_cell_is_enough_to_live_on),
        cmocka_unit_test(every_small_size_can_be_drawn),
        cmocka_unit_test(sizes_change_in_the_midst_of_it),
        cmocka_unit_test(lines_are_stepped_and_shown),
        cmocka_unit_test(a_step_lays_lists_aside),
    };
    return cmocka_run_group_tests_name("stream", tests, make_traces, remove_traces);
}
