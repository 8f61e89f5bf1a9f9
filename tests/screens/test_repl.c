/* test_repl.c - the commands line by line, on a terminal.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct terminal *start(const char *history)
{
    struct terminal_options options = {.rows = 24, .columns = 80, .environment = {history}};
    struct terminal *terminal = terminal_start(&options, "-i", "average.wet", NULL);
    terminal_wait(terminal, "(clew)");
    return terminal;
}

static bool row_is(struct terminal *terminal, const void *text)
{
    int row, column;
    terminal_cursor(terminal, &row, &column);
    return strcmp(terminal_row(terminal, row), text) == 0;
}

static bool shows_twice(struct terminal *terminal, const void *needle)
{
    int times = 0;
    for (int row = 0; row < 24; row++)
        times += strstr(terminal_row(terminal, row), needle) != NULL;
    return times == 2;
}

static void quit(struct terminal *terminal)
{
    terminal_press(terminal, "quit\r");
    assert_int_equal(terminal_wait_exit(terminal), 0);
    assert_false(terminal_modes_changed(terminal));
    terminal_free(terminal);
}

static void a_command_is_answered_and_the_prompt_comes_back(void **state)
{
    (void)state;
    struct terminal *terminal = start(NULL);
    terminal_press(terminal, "deps 8#0\r");
    terminal_wait(terminal, "0x40120c#3");
    terminal_press(terminal, "nonsense\r");
    terminal_wait(terminal, "unknown command `nonsense`");
    terminal_press(terminal, "goto 6#2\rwhere\r");
    terminal_wait(terminal, "0x40120c#2 of 4");
    quit(terminal);
}

static void words_are_completed(void **state)
{
    (void)state;
    struct terminal *terminal = start(NULL);
    terminal_press(terminal, "disas\t");
    terminal_wait(terminal, "(clew) disassemble");
    terminal_press(terminal, "\025goto av\t");
    terminal_wait(terminal, "(clew) goto average");
    terminal_press(terminal, "\025");
    quit(terminal);
}

static void lines_are_remembered_in_the_file_that_is_named(void **state)
{
    (void)state;
    char name[] = "/tmp/clew-history-XXXXXX", variable[64];
    int file = mkstemp(name);
    assert_true(file >= 0);
    close(file);
    snprintf(variable, sizeof variable, "CLEW_HISTORY=%s", name);
    struct terminal *terminal = start(variable);
    terminal_press(terminal, "info trace\r");
    terminal_wait(terminal, "instructions");
    quit(terminal);
    terminal = start(variable);
    terminal_press(terminal, "\033[A\033[A");
    terminal_wait(terminal, "(clew) info trace");
    terminal_press(terminal, "\025");
    quit(terminal);
    unlink(name);
}

static void interrupt_drops_the_line_and_never_quits(void **state)
{
    (void)state;
    struct terminal *terminal = start(NULL);
    terminal_press(terminal, "half a line");
    terminal_wait(terminal, "(clew) half a line");
    terminal_press(terminal, "\003");
    terminal_wait(terminal, "half a line^C");
    terminal_press(terminal, "goto 6#1\rwhere\r");
    terminal_wait(terminal, "0x40120c#1 of 4");
    quit(terminal);
}

static void notes_that_are_not_saved_are_told_before_the_end(void **state)
{
    (void)state;
    struct terminal *terminal = start(NULL);
    terminal_press(terminal, "note here\r");
    terminal_wait_row(terminal, 2, "(clew)");
    terminal_press(terminal, "\004");
    terminal_wait_row(terminal, 4, "clew: 1 note not saved: `save FILE`, or `q` again");
    terminal_wait_row(terminal, 5, "(clew)");
    terminal_press(terminal, "where\r");
    terminal_wait_row(terminal, 10, "(clew)");
    terminal_press(terminal, "quit\r");
    terminal_wait_row(terminal, 12, "clew: 1 note not saved");
    terminal_press(terminal, "\004");
    assert_int_equal(terminal_end(terminal), 0);
    terminal = start(NULL);
    terminal_press(terminal, "note here\rquit!\r");
    assert_int_equal(terminal_end(terminal), 0);
    terminal = start(NULL);
    terminal_press(terminal, "note here\r");
    terminal_wait(terminal, "noted at");
    terminal_hang_up(terminal);
    assert_int_equal(terminal_end(terminal), 128 + SIGHUP);
}

/* Like ending: warns once, and again after another line; drop! drops at once. No warning about saved notes or another trace's. */
static void notes_that_are_not_saved_are_told_before_a_trace_is_dropped(void **state)
{
    (void)state;
    struct terminal *terminal = start(NULL);
    terminal_press(terminal, "note here\rdrop\r");
    terminal_wait(terminal, "clew: 1 note of trace 1 not saved: `save FILE`, or `drop` again");
    terminal_press(terminal, "note 6#1 there\rdrop 1\r");
    terminal_wait(terminal, "clew: 2 notes of trace 1 not saved");
    terminal_press(terminal, "open hostile.wet\rdrop\rdrop\r");        /* the second trace has no notes */
    terminal_press(terminal, "drop\r");
    terminal_wait(terminal, "no trace is open");
    terminal_press(terminal, "open average.wet\rnote here\rdrop!\rnonsense\r");
    terminal_wait(terminal, "unknown command `nonsense`");
    assert_int_equal(terminal_find(terminal, "note of trace 3"), -1);
    assert_int_equal(terminal_find(terminal, "note of trace 2"), -1);
    quit(terminal);
}

static void the_end_of_input_ends_it(void **state)
{
    (void)state;
    struct terminal *terminal = start(NULL);
    terminal_press(terminal, "\004");
    assert_int_equal(terminal_wait_exit(terminal), 0);
    assert_false(terminal_modes_changed(terminal));
    terminal_free(terminal);
    terminal = start(NULL);
    terminal_hang_up(terminal);
    assert_int_equal(terminal_end(terminal), 128 + SIGHUP);
}

/* Keys typed while a command runs arrive when it ends; so does ^D, which the terminal then handles in its own way. */
static void what_is_typed_ahead_is_kept(void **state)
{
    (void)state;
    struct terminal *terminal = start(NULL);
    terminal_press(terminal, "pipe where | echo st''arted; sleep 0.3\r");
    terminal_wait(terminal, "started");
    terminal_press(terminal, "goto 6#2\rwhe");
    terminal_wait(terminal, "(clew) whe");
    terminal_press(terminal, "re\r");
    terminal_wait(terminal, "0x40120c#2 of 4");
    terminal_press(terminal, "pipe where | echo once m''ore; sleep 0.3\r");
    terminal_wait(terminal, "once more");
    terminal_press(terminal, "\004");
    assert_int_equal(terminal_wait_exit(terminal), 0);
    assert_false(terminal_modes_changed(terminal));
    terminal_free(terminal);
}

static void a_polite_end_gives_the_terminal_back(void **state)
{
    static const int endings[] = {SIGTERM, SIGQUIT};
    (void)state;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        struct terminal *terminal = start(NULL);
        terminal_signal(terminal, endings[i]);
        assert_int_equal(terminal_wait_exit(terminal), 128 + endings[i]);
        assert_false(terminal_modes_changed(terminal));
        terminal_free(terminal);
    }
}

static void without_a_terminal_lines_are_read_as_they_come(void **state)
{
    (void)state;
    struct terminal_options options = {.rows = 24, .columns = 80, .program = "/bin/sh"};
    struct terminal *terminal =
        terminal_start(&options, "-c", "printf 'goto 6#3\\nwhere\\nnonsense\\nwhere' | \"$CLEW\" -i average.wet; echo status $?", NULL);
    terminal_wait(terminal, "status 1");
    assert_true(terminal_find(terminal, "0x40120c#3 of 4") >= 0);
    assert_true(terminal_find(terminal, "clew: unknown command `nonsense`") >= 0);
    assert_int_equal(terminal_find(terminal, "(clew)"), -1);
    assert_int_equal(terminal_end(terminal), 0);
}

/* ---- What a debugger printed ---- */

#define DUMP "#0  digits (size=3) at digits.c:8\r__PT_counter_arr = {1, 3, 7, 0, 0, 0, 0, 0, 0, -1}\r__PT_counter_idx = 2\r__PT_current_path = 3\r"

static struct terminal *start_crash(void)
{
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 100}, "-i", "digits.debug_PT", NULL);
    terminal_wait(terminal, "(clew)");
    return terminal;
}

/* Names of locals are commands, too: clew runs and remembers none of them. */
static void what_a_debugger_printed_is_a_paste(void **state)
{
    (void)state;
    struct terminal *terminal = start_crash();
    terminal_press(terminal, DUMP "quit\rsave saved\r\tx = 1");
    terminal_wait(terminal, "7 lines taken as a paste, not as commands");
    terminal_wait(terminal, "> #0 digits digits.c:8");
    terminal_press(terminal, "where\r");
    terminal_wait(terminal, "step 11 of 11");
    terminal_wait_that(terminal, row_is, "(clew)", "the prompt");
    terminal_press(terminal, "\033[A\033[A");
    terminal_wait_that(terminal, row_is, "(clew) where", "the line before is a command");
    terminal_press(terminal, "\025");
    quit(terminal);
    assert_int_not_equal(access("tests/screens/data/saved", F_OK), 0);
}

/* The terminal delivers the text as one line that ends with Enter. Lines that are commands still run. */
static void brackets_keep_a_paste_together(void **state)
{
    (void)state;
    struct terminal *terminal = start_crash();
    terminal_press(terminal, "\033[200~" DUMP "quit\r\033[201~\r");
    terminal_wait(terminal, "5 lines taken as a paste, not as commands");
    terminal_wait(terminal, "> #0 digits digits.c:8");
    terminal_press(terminal, "\033[200~info trace\rwhere\033[201~\r");
    terminal_wait(terminal, "CSI metadata: digits.debug_PT");
    terminal_wait(terminal, "step 11 of 11");
    quit(terminal);
}

static void paste_takes_lines_up_to_an_empty_one(void **state)
{
    (void)state;
    struct terminal *terminal = start_crash();
    terminal_press(terminal, "paste\r");
    terminal_wait(terminal, "an empty line or ^D ends it");
    terminal_press(terminal, "quit\r\003");
    terminal_wait(terminal, "paste cancelled: clew ignored it");
    terminal_press(terminal, "where\r");
    terminal_wait(terminal, "main  block");
    terminal_press(terminal, "paste\r" DUMP "\r");
    terminal_wait(terminal, "> #0 digits digits.c:8");
    terminal_press(terminal, "paste clear\rpaste\r" DUMP "\004");
    terminal_wait_that(terminal, shows_twice, "> #0 digits digits.c:8", "the paste again");
    quit(terminal);
}

/* Longer than the line buffer of a terminal in its ordinary modes. */
static void a_long_array_is_pasted(void **state)
{
    (void)state;
    struct terminal *terminal = start_crash();
    char *bytes = malloc(100000);
    size_t size = (size_t)sprintf(bytes, "#0  digits (size=3) at digits.c:8\r__PT_counter_arr = {1, 3, 7");
    for (int i = 0; i < 9000; i++)
        size += (size_t)sprintf(bytes + size, ", 0");
    size += (size_t)sprintf(bytes + size, ", -1}\r");
    terminal_press_bytes(terminal, bytes, size);
    terminal_wait(terminal, "2 lines taken as a paste, not as commands");
    terminal_wait(terminal, "> #0 digits digits.c:8");
    free(bytes);
    quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_is_answered_and_the_prompt_comes_back),
        cmocka_unit_test(words_are_completed),
        cmocka_unit_test(lines_are_remembered_in_the_file_that_is_named),
        cmocka_unit_test(interrupt_drops_the_line_and_never_quits),
        cmocka_unit_test(notes_that_are_not_saved_are_told_before_the_end),
        cmocka_unit_test(notes_that_are_not_saved_are_told_before_a_trace_is_dropped),
        cmocka_unit_test(the_end_of_input_ends_it),
        cmocka_unit_test(what_is_typed_ahead_is_kept),
        cmocka_unit_test(a_polite_end_gives_the_terminal_back),
        cmocka_unit_test(without_a_terminal_lines_are_read_as_they_come),
        cmocka_unit_test(what_a_debugger_printed_is_a_paste),
        cmocka_unit_test(brackets_keep_a_paste_together),
        cmocka_unit_test(paste_takes_lines_up_to_an_empty_one),
        cmocka_unit_test(a_long_array_is_pasted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
