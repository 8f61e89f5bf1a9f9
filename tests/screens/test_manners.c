/* test_manners.c - how the full screen treats terminals, signals and hostile text.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LEAVES_SCREEN "\033[?1049l"
#define SHOWS_CURSOR "\033[?12l\033[?25h"

static struct terminal *start(int rows, int columns, const char *trace)
{
    return terminal_start(&(struct terminal_options){.rows = rows, .columns = columns}, trace, NULL);
}

/* The terminal is restored: first screen, visible cursor, its modes. */
static void assert_restored(struct terminal *terminal)
{
    assert_true(terminal_wrote(terminal, LEAVES_SCREEN));
    assert_true(terminal_wrote(terminal, SHOWS_CURSOR));
    assert_false(terminal_alternate(terminal));
    assert_false(terminal_modes_changed(terminal));
}

/* ---- Ends ---- */

static void quitting_gives_the_terminal_back(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, "average.wet");
    terminal_wait(terminal, "links of the statement");
    assert_true(terminal_alternate(terminal));
    assert_true(terminal_modes_changed(terminal));
    terminal_press(terminal, "q");
    assert_int_equal(terminal_wait_exit(terminal), 0);
    assert_restored(terminal);
    terminal_free(terminal);
}

static void dies_restored(int signal)
{
    struct terminal *terminal = start(24, 80, "average.wet");
    terminal_wait(terminal, "links of the statement");
    terminal_press(terminal, ":half a comma");              /* with the prompt open, too */
    terminal_wait_row(terminal, -1, ":half a comma");
    terminal_signal(terminal, signal);
    assert_int_equal(terminal_wait_exit(terminal), 128 + signal);
    assert_restored(terminal);
    terminal_free(terminal);
}

static void a_polite_end_gives_the_terminal_back(void **state)
{
    (void)state;
    dies_restored(SIGTERM);
    dies_restored(SIGHUP);
    dies_restored(SIGQUIT);
}

static void a_crash_gives_the_terminal_back(void **state)
{
    (void)state;
    dies_restored(SIGSEGV);
    dies_restored(SIGABRT);
    dies_restored(SIGBUS);
    dies_restored(SIGFPE);
    dies_restored(SIGILL);
}

static void a_hang_up_ends_the_program(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, "average.wet");
    terminal_wait(terminal, "links of the statement");
    terminal_hang_up(terminal);
    assert_int_equal(terminal_end(terminal), 128 + SIGHUP);
}

static void the_end_of_input_ends_the_program_without_a_signal(void **state)
{
    (void)state;
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80, .ignores_hang_up = true}, "average.wet", NULL);
    terminal_wait(terminal, "links of the statement");
    terminal_hang_up(terminal);
    assert_int_equal(terminal_end(terminal), 0);
}

static void interrupts_never_quit(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, "average.wet");
    terminal_wait(terminal, "links of the statement");
    for (int i = 0; i < 50; i++)
        terminal_press(terminal, "\003");
    terminal_wait_row(terminal, -1, "nothing is running to interrupt");
    terminal_press(terminal, ":goto 8#0\003");              /* closes the prompt, runs nothing */
    terminal_press(terminal, "12\003j");
    terminal_wait_row(terminal, -1, ":line-down 1");
    terminal_quit(terminal);
}

/* Writes a trace of one instruction with many values. */
static void write_long_trace(char *name, int values)
{
    FILE *file = fdopen(mkstemp(name), "w");
    assert_non_null(file);
    fprintf(file, "1\n1 1 401000 long.c main 1\nSIZE 0\nVALUES %d\n", values);
    for (int i = 0; i < values; i++)
        fprintf(file, "%d:%x\n", i, i);
    assert_int_equal(fclose(file), 0);
}

static void a_command_that_takes_long_says_so_and_is_stopped_by_interrupt(void **state)
{
    (void)state;
    char name[] = "/tmp/clew-long-XXXXXX";
    write_long_trace(name, 3000000);
    struct terminal *terminal = start(24, 80, name);
    terminal_wait(terminal, "no user recorded");            /* large enough that clew indexes it in the background, which ^C stops too */
    terminal_press(terminal, "\033[15~");
    terminal_wait(terminal, " of 3,000,000 ");
    terminal_press(terminal, "/no such value\r");
    terminal_wait_row(terminal, -1, "^C stops it");
    terminal_press(terminal, "\003");
    terminal_wait_row(terminal, -1, "interrupted");
    terminal_press(terminal, "1234567g");
    terminal_wait(terminal, " 1,234,567 of 3,000,000 ");
    unlink(name);
    terminal_quit(terminal);
    char index[64];
    snprintf(index, sizeof index, "%s.clew", name);
    unlink(index);                                          /* large enough to have an index */
}

/* ---- Resizing ---- */

static void no_key_is_lost_while_the_size_changes(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, "average.wet");
    terminal_press(terminal, "?");
    terminal_wait(terminal, " 1 of ");
    for (int i = 0; i < 60; i++) {
        terminal_resize(terminal, 10 + i % 30, 40 + i % 100);
        terminal_press(terminal, "j");
        terminal_resize(terminal, 12 + i % 17, 50 + i % 60);
    }
    terminal_resize(terminal, 24, 80);
    terminal_wait(terminal, " 61 of ");
    terminal_wait_row(terminal, -2, "[wet average.wet]");
    terminal_quit(terminal);
}

static void a_resize_rearranges_the_panes(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, "average.wet");
    terminal_wait(terminal, "links of the statement");
    terminal_press(terminal, "\r");
    terminal_wait_row(terminal, -1, ":goto 0x401109#0");
    terminal_resize(terminal, 50, 200);
    terminal_wait(terminal, "instructions  average.wet");
    terminal_wait_row(terminal, -2, "0x401109#0");
    terminal_resize(terminal, 10, 40);
    terminal_wait_gone(terminal, "instructions  average.wet");
    terminal_wait_row(terminal, -2, "0x401109#0");
    terminal_wait(terminal, "links of the statement");
    terminal_quit(terminal);
}

static void keys_typed_before_the_end_of_input_are_obeyed(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, "average.wet");
    terminal_press(terminal, "jjkk\r:quit\r");                    /* typed ahead of the first screen */
    assert_int_equal(terminal_end(terminal), 0);
}

/* ---- Drawing ---- */

static void escape_sequences_of_a_trace_never_reach_the_terminal(void **state)
{
    (void)state;
    struct terminal *terminal = start(40, 120, "hostile.wet");
    terminal_wait(terminal, "ev\\x1");             /* a long name is cut, with an ellipsis */
    terminal_press(terminal, "\033OS\033OQ\033[15~\033[17~d?\007q:info functions\r");
    terminal_press(terminal, ":goto ev\t\t\007:list\r");
    terminal_wait_row(terminal, -1, ":list");
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_wait_exit(terminal), 0);
    assert_false(terminal_wrote(terminal, "\033]0;"));
    assert_false(terminal_wrote(terminal, "owned\007"));
    assert_false(terminal_wrote(terminal, "\033[31mil"));
    assert_false(terminal_wrote(terminal, "wide\033c"));
    assert_false(terminal_wrote(terminal, "\302\233"));
    assert_false(terminal_wrote(terminal, "\342\200\256"));
    terminal_free(terminal);
}

static void wide_characters_keep_the_columns_straight(void **state)
{
    (void)state;
    struct terminal *terminal = start(40, 120, "hostile.wet");
    terminal_wait(terminal, "日本.c");
    terminal_wait_row(terminal, 1, "日本.c: source not found                                   │");
    for (int columns = 119; columns > 100; columns--)       /* the divider stays in one column, wherever it cuts a wide character */
        terminal_resize(terminal, 40, columns);
    terminal_wait(terminal, "┬");
    terminal_quit(terminal);
}

static void without_utf_8_everything_is_ascii(void **state)
{
    (void)state;
    struct terminal *terminal =
        terminal_start(&(struct terminal_options){.rows = 40, .columns = 120, .environment = {"LC_ALL=C"}}, "hostile.wet", NULL);
    terminal_wait(terminal, "-[ links of the statement ]-");
    terminal_wait(terminal, "?");
    terminal_press(terminal, "\033OS");
    terminal_wait(terminal, "-[ instructions");
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_wait_exit(terminal), 0);
    assert_true(terminal_wrote_ascii(terminal));
    terminal_free(terminal);
}

static void colours_are_used_unless_refused(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, "average.wet");
    terminal_wait_row(terminal, -2, "?=help");
    assert_true(terminal_has_colour(terminal));
    terminal_quit(terminal);
    terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80, .environment = {"NO_COLOR=1"}}, "average.wet", NULL);
    terminal_wait_row(terminal, -2, "?=help");
    assert_false(terminal_has_colour(terminal));
    terminal_quit(terminal);
}

static void unknown_keys_say_so_and_do_no_harm(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, "average.wet");
    terminal_wait(terminal, "links of the statement");
    terminal_press(terminal, "\033[99~\033[1;2;3;4;5;6;7;8;9X\033[201~");
    terminal_press(terminal, "\377\376\300");
    terminal_press(terminal, "\033[<0;10;10M");
    terminal_press(terminal, "]");
    terminal_wait_row(terminal, -1, "`]` means nothing here");
    terminal_press(terminal, "z]");
    terminal_wait_row(terminal, -1, "`z ]` means nothing here");
    terminal_press(terminal, "99999999999999999999j");
    terminal_wait_row(terminal, -1, "too large");
    terminal_quit(terminal);
}

static void the_screen_can_be_written_to_a_file(void **state)
{
    (void)state;
    char name[] = "/tmp/clew-screen-XXXXXX", command[64], text[4096] = "";
    int file = mkstemp(name);
    assert_true(file >= 0);
    struct terminal *terminal = start(24, 80, "average.wet");
    terminal_wait_row(terminal, -2, "?=help");
    snprintf(command, sizeof command, ":screen! %s\r", name);
    terminal_press(terminal, command);
    terminal_wait_row(terminal, -1, "written");
    assert_true(read(file, text, sizeof text - 1) > 0);
    close(file);
    unlink(name);
    assert_non_null(strstr(text, "─[ links of the statement ]─"));
    assert_non_null(strstr(text, "[wet average.wet] 0x401110#0/1"));
    terminal_quit(terminal);
}

/* ---- Refusals ---- */

static void a_terminal_that_cannot_is_refused_with_advice(void **state)
{
    (void)state;
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80, .environment = {"TERM=dumb"}}, "average.wet", NULL);
    terminal_wait(terminal, "-i");
    terminal_wait(terminal, "dumb");
    assert_int_equal(terminal_wait_exit(terminal), 2);
    assert_false(terminal_modes_changed(terminal));
    terminal_free(terminal);
}

/* ---- With a shell: what needs job control, or a pipe ---- */

static struct terminal *shell(void)
{
    struct terminal_options options = {.rows = 24, .columns = 80, .program = "/bin/bash", .environment = {"PS1=$ ", "HISTFILE="}};
    struct terminal *terminal = terminal_start(&options, "--norc", "--noediting", "-i", NULL);
    terminal_wait(terminal, "$");
    return terminal;
}

static void suspended_and_continued(const char *key)
{
    struct terminal *terminal = shell();
    terminal_press(terminal, "\"$CLEW\" average.wet\r");
    terminal_wait(terminal, "links of the statement");
    terminal_press(terminal, key);
    terminal_wait(terminal, "Stopped");
    assert_false(terminal_alternate(terminal));
    assert_true(terminal_wrote(terminal, "\033[?2004l"));
    terminal_press(terminal, "stty -a | grep -o ' icanon'; echo status $?\r");
    terminal_wait(terminal, "status 0");
    terminal_resize(terminal, 40, 120);                     /* while clew cannot notice */
    terminal_press(terminal, "fg; echo \"ended $?\"\r");
    terminal_wait(terminal, "┬─[ links of the statement ]─");
    assert_true(terminal_alternate(terminal));
    terminal_press(terminal, "\r");
    terminal_wait_row(terminal, -1, ":goto 0x401109#0");
    terminal_press(terminal, ":quit\r");
    terminal_wait(terminal, "ended 0");
    assert_false(terminal_alternate(terminal));
    terminal_press(terminal, "exit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

static void it_is_suspended_and_continued(void **state)
{
    (void)state;
    suspended_and_continued("\032");
    suspended_and_continued(":suspend\r");
}

static void without_a_terminal_it_points_to_batch(void **state)
{
    (void)state;
    struct terminal *terminal = shell();
    terminal_press(terminal, "\"$CLEW\" average.wet </dev/null; echo status $?\r");
    terminal_wait(terminal, "status 2");
    terminal_wait(terminal, "-c COMMAND");
    terminal_press(terminal, "\"$CLEW\" average.wet | cat; echo \"was ${PIPESTATUS[0]}\"\r");
    terminal_wait(terminal, "was 2");
    terminal_press(terminal, "exit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quitting_gives_the_terminal_back),
        cmocka_unit_test(a_polite_end_gives_the_terminal_back),
        cmocka_unit_test(a_crash_gives_the_terminal_back),
        cmocka_unit_test(a_hang_up_ends_the_program),
        cmocka_unit_test(the_end_of_input_ends_the_program_without_a_signal),
        cmocka_unit_test(interrupts_never_quit),
        cmocka_unit_test(a_command_that_takes_long_says_so_and_is_stopped_by_interrupt),
        cmocka_unit_test(no_key_is_lost_while_the_size_changes),
        cmocka_unit_test(a_resize_rearranges_the_panes),
        cmocka_unit_test(keys_typed_before_the_end_of_input_are_obeyed),
        cmocka_unit_test(escape_sequences_of_a_trace_never_reach_the_terminal),
        cmocka_unit_test(wide_characters_keep_the_columns_straight),
        cmocka_unit_test(without_utf_8_everything_is_ascii),
        cmocka_unit_test(colours_are_used_unless_refused),
        cmocka_unit_test(unknown_keys_say_so_and_do_no_harm),
        cmocka_unit_test(the_screen_can_be_written_to_a_file),
        cmocka_unit_test(a_terminal_that_cannot_is_refused_with_advice),
        cmocka_unit_test(it_is_suspended_and_continued),
        cmocka_unit_test(without_a_terminal_it_points_to_batch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
