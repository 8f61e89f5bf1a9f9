/* test_record.c - clew record on a terminal: progress, ^C, ^Z; the program's output stays.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include "recording/log/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define INTERRUPT "\003"
#define STOP "\032"
#define END_OF_INPUT "\004"

static char folder[] = "/tmp/clew-record-screen-XXXXXX";

/* Runs a shell's command line in the folder of the tests' traces. */
static struct terminal *start(const char *command)
{
    char *tool = record_tool(), line[512];
    if (!tool)
        skip();
    free(tool);
    snprintf(line, sizeof line, "cd %s; %s", folder, command);
    return terminal_start(&(struct terminal_options){.rows = 24, .columns = 100, .program = "/bin/bash"}, "-c", line, NULL);
}

static bool has(const char *name)
{
    char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

static void apart_from_its_program_it_is_one_line_that_goes(void **state)
{
    (void)state;
    struct terminal *terminal = start("\"$CLEW\" record -o apart.clew sleep 3 </dev/null | cat; echo; echo done");
    terminal_wait(terminal, "instructions, ");
    assert_int_equal(terminal_find(terminal, "instructions, "), 0);
    terminal_wait(terminal, "done");
    terminal_wait_gone(terminal, "/s, trace ");
    assert_int_equal(terminal_end(terminal), 0);
    assert_true(has("apart.clew"));
}

/* The rebuild waits while the file `hold` is there. */
static void its_prompt_is_back_before_the_recording_is_whole(void **state)
{
    (void)state;
    char hold[100];
    struct terminal *terminal = start("touch hold; CLEW_TEST_REBUILD=hold \"$CLEW\" record --no-wait -o early.clew true; echo back; \"$CLEW\" early.clew -c 'info trace'; echo all done");
    terminal_wait(terminal, "back");
    assert_true(terminal_wrote(terminal, " instructions ran in "));
    assert_true(terminal_wrote(terminal, "clew rebuilds the dependences in the background (log: "));
    terminal_wait(terminal, "clew: rebuilding dependences: 0%");
    snprintf(hold, sizeof hold, "%s/hold", folder);
    unlink(hold);
    terminal_wait(terminal, "all done");
    assert_int_equal(terminal_find(terminal, "rebuilding dependences"), -1);
    assert_true(terminal_wrote(terminal, "exit 0"));
    assert_int_equal(terminal_end(terminal), 0);
}

static void what_it_takes_the_place_of_is_said(void **state)
{
    (void)state;
    struct terminal *terminal = start("for i in 1 2; do \"$CLEW\" record --wait -o twice.clew true; echo time $i; done");
    terminal_wait(terminal, "time 2");
    assert_true(terminal_wrote(terminal, "replacing the older trace\r\ntime 2"));
    assert_false(terminal_wrote(terminal, "replacing the older trace\r\ntime 1"));
    assert_int_equal(terminal_end(terminal), 0);
}

static void beside_its_program_it_overwrites_nothing(void **state)
{
    (void)state;
    struct terminal *terminal = start("\"$CLEW\" record -o beside.clew sh -c 'printf before; sleep 7; echo behind'");
    terminal_wait(terminal, "instructions, ");
    terminal_wait(terminal, "behind");
    assert_int_equal(terminal_find(terminal, "before"), 0);
    assert_false(terminal_wrote(terminal, "\r\033[K"));
    assert_int_equal(terminal_end(terminal), 0);
}

static void an_interrupt_ends_the_program_and_the_trace_is_whole(void **state)
{
    (void)state;
    struct terminal *terminal = start("exec \"$CLEW\" record -o interrupted.clew cat");
    terminal_press(terminal, "abc\r");
    terminal_wait_row(terminal, 1, "abc");          /* the terminal's echo, then cat's */
    terminal_press(terminal, INTERRUPT);
    assert_int_equal(terminal_wait_exit(terminal), 128 + 2);
    terminal_free(terminal);
    assert_true(has("interrupted.clew"));
}

/* The terminal echoes the keys, and cat prints them. Shells report a stopped job in one row or in three. */
static bool has_twice(struct terminal *terminal, const void *text)
{
    unsigned rows = 0;
    for (int row = 0; row < 24; row++)
        rows += strcmp(terminal_row(terminal, row), text) == 0;
    return rows == 2;
}

static void a_stopped_program_goes_on(void **state)
{
    (void)state;
    struct terminal *terminal = start("set -m; \"$CLEW\" record -o stopped.clew cat; echo is stopped; fg; echo over");
    terminal_press(terminal, "abc\r");
    terminal_wait_row(terminal, 1, "abc");
    terminal_press(terminal, STOP);
    terminal_wait(terminal, "is stopped");
    terminal_press(terminal, "def\r");
    terminal_wait_that(terminal, has_twice, "def", "def, typed and printed");
    terminal_press(terminal, END_OF_INPUT);
    terminal_wait(terminal, "over");
    assert_int_equal(terminal_end(terminal), 0);
    assert_true(has("stopped.clew"));
}

/* Only the program stops: the shell notices through clew. */
static void a_program_that_stops_itself_stops_clew(void **state)
{
    (void)state;
    struct terminal *terminal = start("set -m; \"$CLEW\" record -o self.clew sh -c 'kill -STOP $$; echo goes on'; echo is stopped; fg; echo over");
    terminal_wait(terminal, "is stopped");
    terminal_wait(terminal, "goes on");
    terminal_wait(terminal, "over");
    assert_int_equal(terminal_end(terminal), 0);
    assert_true(has("self.clew"));
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apart_from_its_program_it_is_one_line_that_goes),
        cmocka_unit_test(its_prompt_is_back_before_the_recording_is_whole),
        cmocka_unit_test(what_it_takes_the_place_of_is_said),
        cmocka_unit_test(beside_its_program_it_overwrites_nothing),
        cmocka_unit_test(an_interrupt_ends_the_program_and_the_trace_is_whole),
        cmocka_unit_test(a_stopped_program_goes_on),
        cmocka_unit_test(a_program_that_stops_itself_stops_clew),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
