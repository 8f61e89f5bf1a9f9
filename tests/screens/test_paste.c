/* test_paste.c - texts pasted into the full screen, and into terminals that do not bracket them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BEGINS "\033[200~"
#define ENDS "\033[201~"
#define BRACKETS_ON "\033[?2004h"
#define BRACKETS_OFF "\033[?2004l"
#define DUMP "#0  digits (size=3) at digits.c:8\r__PT_counter_arr = {1, 3, 7, 0, 0, 0, 0, 0, 0, -1}\r__PT_counter_idx = 2\r__PT_current_path = 3\r"
#define EXPLAINED "#0 digits digits.c:8"

static struct terminal *start(int rows, int columns)
{
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = rows, .columns = columns}, "digits.debug_PT", NULL);
    terminal_wait_row(terminal, -2, "[csi digits.debug_PT]");
    return terminal;
}

/* ---- Brackets ---- */

static void a_pasted_text_is_explained(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, BEGINS DUMP ENDS);
    terminal_wait_row(terminal, -2, EXPLAINED);
    terminal_wait_row(terminal, -1, ":paste  1 frame: S and s walk");
    terminal_quit(terminal);
}

static void frames_without_values_say_what_to_type(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 120);
    terminal_press(terminal, BEGINS "#0  digits (size=3) at digits.c:8\r#1  0x1234 in main () at digits.c:20\r" ENDS);
    terminal_wait_row(terminal, -2, EXPLAINED);
    terminal_wait_row(terminal, -1, "the text has no CSI variables, so clew knows no path: paste gdb's `bt full`");
    terminal_press(terminal, BEGINS "Traceback (most recent call last):\r  File \"a.py\", line 3\r" ENDS);
    terminal_wait_row(terminal, -1, "it looks like a Python traceback");
    terminal_wait_row(terminal, -2, EXPLAINED);
    terminal_press(terminal, BEGINS ENDS);
    terminal_wait_row(terminal, -1, "nothing was pasted: copy the output of gdb");
    terminal_quit(terminal);
}

static void a_paste_arrives_byte_by_byte(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    const char *all = BEGINS DUMP ENDS;
    for (size_t i = 0; all[i]; i++)
        terminal_press_bytes(terminal, all + i, 1);
    terminal_wait_row(terminal, -2, EXPLAINED);
    terminal_quit(terminal);
}

static void half_a_mark_does_not_turn_the_text_into_keys(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, "\033[20");
    for (int i = 0; i < 20; i++) {                          /* the rest may come late */
        terminal_resize(terminal, 24, 80 + i % 2);
        terminal_wait_row(terminal, -2, "?=help");
    }
    terminal_resize(terminal, 24, 80);
    terminal_press(terminal, "0~q\rq\r" DUMP ENDS);
    terminal_wait_row(terminal, -2, EXPLAINED);
    terminal_quit(terminal);
}

static void control_characters_of_a_paste_are_text(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, BEGINS "q\003q\004q\033\033q\032\034\021\023\rq\r" DUMP "\003\004q\033[31m" ENDS);
    terminal_wait_row(terminal, -2, EXPLAINED);
    terminal_quit(terminal);
}

static void nothing_of_a_hostile_paste_reaches_the_terminal(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, BEGINS "\033]0;owned\007\033[?1049l\033P+q\033\\\r" DUMP
                                    "#1  0x1 in ma\033[31mil\302\2331m\342\200\256in () at ev\033]0;owned\007il.c:3\rx = \"\033c\"\r" ENDS);
    terminal_wait_row(terminal, -2, EXPLAINED);
    terminal_press(terminal, "\033OSf\033OS:backtrace\r");
    terminal_wait_row(terminal, -1, ":backtrace");
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_wait_exit(terminal), 0);
    assert_false(terminal_wrote(terminal, "\033]0;"));
    assert_false(terminal_wrote(terminal, "owned\007"));
    assert_false(terminal_wrote(terminal, "\033[31mil"));
    assert_false(terminal_wrote(terminal, "\033c"));
    assert_false(terminal_wrote(terminal, "\302\233"));
    assert_false(terminal_wrote(terminal, "\342\200\256"));
    terminal_free(terminal);
}

static void a_long_paste_says_how_far_it_is(void **state)
{
    (void)state;
    enum { LINES = 30000 };
    char line[] = "Breakpoint 1, this line means nothing at all to whom it concerns\r";
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, BEGINS);
    for (int i = 0; i < LINES; i++)
        terminal_press(terminal, line);
    terminal_wait_row(terminal, -2, " pasting: 1 MB, 30,000 lines");
    terminal_press(terminal, DUMP ENDS);
    terminal_wait_row(terminal, -2, EXPLAINED);
    terminal_quit(terminal);
}

static void a_paste_without_its_end_is_given_up(void **state)
{
    (void)state;
    static const char *const keys[] = {"\003", "\033\033"};
    struct terminal *terminal = start(24, 80);
    for (int i = 0; i < 2; i++) {
        terminal_press(terminal, BEGINS DUMP "q\rq");
        terminal_wait_row(terminal, -2, " pasting: 5 lines");
        terminal_press(terminal, keys[i]);
        terminal_wait_row(terminal, -1, "paste cancelled: clew ignored it");
        terminal_press(terminal, ":no\007");
        terminal_wait_gone(terminal, "paste cancelled");
    }
    terminal_wait_row(terminal, -2, "no frames");
    terminal_quit(terminal);
}

static void a_terminal_that_closes_within_a_paste_ends_the_program(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, BEGINS DUMP);
    terminal_wait_row(terminal, -2, " pasting: 4 lines");
    terminal_hang_up(terminal);
    assert_int_equal(terminal_end(terminal), 128 + SIGHUP);
}

static void a_resize_within_a_paste_loses_nothing(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, BEGINS "#0  digits (size=3) at digits.c:8\r__PT_counter_arr = {1, 3, 7, 0, 0, ");
    terminal_resize(terminal, 50, 200);
    terminal_wait_row(terminal, -2, " pasting: 1 line, ^C cancels");
    terminal_press(terminal, "0, 0, 0, 0, -1}\r__PT_counter_idx = 2\r__PT_current_path = 3\r" ENDS);
    terminal_wait_row(terminal, -2, "step 11 of 11");
    terminal_quit(terminal);
}

static void a_paste_into_the_prompt_is_its_first_line(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, ":goto " BEGINS "ma\033[31min\007\rq\rquit\r" ENDS);
    terminal_wait_row(terminal, -1, ":goto ma[31min");
    terminal_press(terminal, "\025goto " BEGINS "main" ENDS);
    terminal_wait_row(terminal, -1, ":goto main");
    terminal_press(terminal, "\r");
    terminal_wait_row(terminal, -2, "] main - ");
    terminal_quit(terminal);
}

static void text_without_a_frame_or_value_is_refused(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, BEGINS "hello\rworld\r" ENDS);
    terminal_wait_row(terminal, -1, "neither a stack frame");
    terminal_press(terminal, BEGINS " \r \r" ENDS);
    terminal_wait_row(terminal, -1, "nothing was pasted");
    terminal_quit(terminal);
}

static void a_trace_that_takes_no_paste_says_so(void **state)
{
    (void)state;
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, "average.wet", NULL);
    terminal_press(terminal, BEGINS "q\rq\r" ENDS);
    terminal_wait_row(terminal, -1, "this trace takes no paste");
    terminal_press(terminal, ":pri" BEGINS "nt 6#2" ENDS "\r");
    terminal_wait_row(terminal, -1, ":print 6#2");
    terminal_quit(terminal);
}

/* ---- Without brackets ---- */

/* Names of locals are keys, too: e opens an editor, q quits. */
static void what_a_debugger_printed_is_no_keys(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 100);
    terminal_press(terminal, DUMP);
    terminal_wait_row(terminal, -2, EXPLAINED);
    terminal_wait_row(terminal, -1, "taken as a paste, not as keys: ");
    terminal_press(terminal, ":no\007:paste clear\r");
    terminal_wait_row(terminal, -2, "no frames");
    terminal_press(terminal, "e = 1\rq = 2\rj = 0x0\r__PT_counter_arr = {1, 3, 7, 0, 0, 0, 0, 0, 0, -1}\r");
    terminal_wait_row(terminal, -1, "taken as a paste, not as keys: ");
    terminal_press(terminal, "j");
    terminal_wait_gone(terminal, "taken as a paste, not as keys: ");
    terminal_press(terminal, "(gdb) p __PT_counter_idx\r$1 = 2\r(gdb) q");
    terminal_wait_row(terminal, -1, "taken as a paste, not as keys: ");
    terminal_quit(terminal);
}

/* A copy from an e-mail, whose | would run a shell; one with gdb's colours; registers, whose names are keys. */
static void copies_of_any_shape_are_no_keys(void **state)
{
    (void)state;
    static const char *const copies[] = {"| e = 1\r| #0  digits (size=3) at digits.c:8\r|         __PT_counter_idx = 2\r",
        "\033[33mdigits\033[m (\033[36msize\033[m=3) at \033[32mdigits.c\033[m:8\r8\t\033[01;34mreturn\033[m q;\r",
        "digits (size=3) at digits.c:8\r8\t    e = q;\r", "e              0x0                 0\r#0  digits (size=3) at digits.c:8\rrax            0x0                 0\r"};
    for (size_t i = 0; i < sizeof copies / sizeof *copies; i++) {
        struct terminal *terminal = start(24, 100);
        terminal_press(terminal, copies[i]);
        terminal_wait_row(terminal, -2, EXPLAINED);
        terminal_quit(terminal);
    }
    struct terminal *terminal = start(24, 100);
    terminal_press(terminal, "rax            0x0                 0\rrbx            0x7fffffffe798      140737488349080\r");
    terminal_wait_row(terminal, -1, "neither a stack frame nor a CSI variable");
    terminal_quit(terminal);
}

/* The rest of a text may come much later. A key that looks like the beginning of a text is still a key. */
static void a_burst_may_come_in_pieces(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, "#0  digits (size=3) at di");
    terminal_wait_row(terminal, -2, " pasting: 0 lines, ^C cancels");
    terminal_press(terminal, "gits.c:8\r__PT_counter_arr = {1, 3, 7, 0, 0, 0, 0, 0, 0, -1}\r__PT_counter_idx = 2\r__PT_current_path = 3\r");
    terminal_wait_row(terminal, -2, "step 11 of 11");
    terminal_press(terminal, "#0  main () at digits.c:19\rx = {");
    terminal_wait_row(terminal, -2, " pasting: 1 line, ^C cancels");
    terminal_press(terminal, "\003");
    terminal_wait_row(terminal, -1, "paste cancelled: clew ignored it");
    terminal_press(terminal, "#");
    terminal_press(terminal, "S");
    terminal_wait_row(terminal, -2, "step 10 of 11");
    terminal_quit(terminal);
}

static void lines_are_collected_up_to_control_d(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, ":paste\r");
    terminal_wait_row(terminal, -2, " pasting: 0 lines, ^D ends, ^C cancels");
    terminal_press(terminal, "qq:quit\r" DUMP);
    terminal_wait_row(terminal, -2, " pasting: 5 lines");
    terminal_press(terminal, "\004");
    terminal_wait_row(terminal, -2, EXPLAINED);
    terminal_press(terminal, ":paste\r");
    terminal_wait_row(terminal, -2, " pasting: 0 lines");
    terminal_press(terminal, "#0 main () at digits.c:19\r__PT_current_path = 0");
    terminal_wait_row(terminal, -2, " pasting: 1 line,");
    terminal_press(terminal, "\004");                       /* behind a line without its end */
    terminal_wait_row(terminal, -2, "#0 main digits.c:19");
    terminal_press(terminal, ":paste\r");
    terminal_wait_row(terminal, -2, " pasting: 0 lines");
    terminal_press(terminal, BEGINS DUMP "\004" ENDS);      /* a terminal that brackets pastes */
    terminal_wait_row(terminal, -2, EXPLAINED);
    terminal_quit(terminal);
}

static void collecting_is_cancelled(void **state)
{
    (void)state;
    static const char *const keys[] = {"\003", "\033\033"};
    struct terminal *terminal = start(24, 80);
    for (int i = 0; i < 2; i++) {
        terminal_press(terminal, ":paste\r");
        terminal_wait_row(terminal, -2, " pasting: 0 lines");
        terminal_press(terminal, "q\rsecret");
        terminal_wait_row(terminal, -2, " pasting: 1 line,");
        terminal_press(terminal, keys[i]);
        terminal_wait_row(terminal, -1, "paste cancelled: clew ignored it");
        terminal_press(terminal, "j");
        terminal_wait_row(terminal, -1, ":line-down 1");
    }
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_wait_exit(terminal), 0);
    assert_false(terminal_wrote(terminal, "secret"));       /* no echo */
    terminal_free(terminal);
}

/* ---- From an editor ---- */

/* Makes a script and sets EDITOR to its name. */
static void write_editor(char *name, char *setting, size_t size, const char *text)
{
    int file = mkstemp(name);
    FILE *script = fdopen(file, "w");
    assert_non_null(script);
    fputs(text, script);
    assert_int_equal(fchmod(file, 0700), 0);
    assert_int_equal(fclose(script), 0);
    snprintf(setting, size, "EDITOR=%s", name);
}

static struct terminal *start_with_editor(const char *setting)
{
    struct terminal_options options = {.rows = 24, .columns = 80, .environment = {setting, "VISUAL=", "TMPDIR=/tmp"}};
    struct terminal *terminal = terminal_start(&options, "digits.debug_PT", NULL);
    terminal_wait_row(terminal, -2, "[csi digits.debug_PT]");
    return terminal;
}

static void an_editor_writes_the_text(void **state)
{
    (void)state;
    char name[] = "/tmp/clew-editor-XXXXXX", setting[64], command[64];
    write_editor(name, setting, sizeof setting, "#!/bin/sh\necho \"$1\" >\"$0.seen\"\ncat <<'END' >\"$1\"\n#0  digits (size=3) at digits.c:8\n"
                                                "__PT_counter_arr = {1, 3, 7, 0, 0, 0, 0, 0, 0, -1}\n__PT_counter_idx = 2\n__PT_current_path = 3\nEND\n");
    struct terminal *terminal = start_with_editor(setting);
    terminal_press(terminal, ":paste edit\r");
    terminal_wait_row(terminal, -2, EXPLAINED);
    terminal_wait_row(terminal, -1, ":paste edit");
    assert_true(terminal_alternate(terminal));
    snprintf(command, sizeof command, "test ! -e \"$(cat %s.seen)\"", name);
    assert_int_equal(system(command), 0);                   /* the file is gone */
    terminal_press(terminal, "jk\003");
    terminal_wait_row(terminal, -1, "nothing is running to interrupt");
    terminal_quit(terminal);
    snprintf(command, sizeof command, "rm %s %s.seen", name, name);
    assert_int_equal(system(command), 0);
}

static void an_editor_that_fails_changes_nothing(void **state)
{
    (void)state;
    char name[] = "/tmp/clew-editor-XXXXXX", setting[64];
    write_editor(name, setting, sizeof setting, "#!/bin/sh\necho '#0 main () at digits.c:19' >\"$1\"\nexit 3\n");
    struct terminal *terminal = start_with_editor(setting);
    terminal_press(terminal, ":paste edit\r");
    terminal_wait_row(terminal, -1, "the editor failed");
    terminal_wait_row(terminal, -2, "no frames");
    terminal_quit(terminal);
    terminal = start_with_editor("EDITOR=/nowhere/editor");
    terminal_press(terminal, ":paste edit\r");
    terminal_wait_row(terminal, -1, "cannot find the editor");
    terminal_quit(terminal);
    terminal = start_with_editor("EDITOR=true");
    terminal_press(terminal, ":paste edit\r");
    terminal_wait_row(terminal, -1, "nothing was written");
    terminal_quit(terminal);
    unlink(name);
}

/* ---- Ends ---- */

static void assert_brackets_off(struct terminal *terminal)
{
    assert_true(terminal_wrote(terminal, BRACKETS_ON));
    assert_true(terminal_wrote(terminal, BRACKETS_OFF));
    assert_false(terminal_alternate(terminal));
    assert_false(terminal_modes_changed(terminal));
}

static void every_end_switches_the_brackets_off(void **state)
{
    (void)state;
    static const int signals[] = {SIGTERM, SIGHUP, SIGSEGV, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct terminal *terminal = start(24, 80);
        terminal_press(terminal, BEGINS DUMP);              /* in the midst of a paste, too */
        terminal_wait_row(terminal, -2, " pasting: 4 lines");
        assert_false(terminal_wrote(terminal, BRACKETS_OFF));
        terminal_signal(terminal, signals[i]);
        assert_int_equal(terminal_wait_exit(terminal), 128 + signals[i]);
        assert_brackets_off(terminal);
        terminal_free(terminal);
    }
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, "q");
    assert_int_equal(terminal_wait_exit(terminal), 0);
    assert_brackets_off(terminal);
    terminal_free(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pasted_text_is_explained),
        cmocka_unit_test(frames_without_values_say_what_to_type),
        cmocka_unit_test(a_paste_arrives_byte_by_byte),
        cmocka_unit_test(half_a_mark_does_not_turn_the_text_into_keys),
        cmocka_unit_test(control_characters_of_a_paste_are_text),
        cmocka_unit_test(nothing_of_a_hostile_paste_reaches_the_terminal),
        cmocka_unit_test(a_long_paste_says_how_far_it_is),
        cmocka_unit_test(a_paste_without_its_end_is_given_up),
        cmocka_unit_test(a_terminal_that_closes_within_a_paste_ends_the_program),
        cmocka_unit_test(a_resize_within_a_paste_loses_nothing),
        cmocka_unit_test(a_paste_into_the_prompt_is_its_first_line),
        cmocka_unit_test(text_without_a_frame_or_value_is_refused),
        cmocka_unit_test(a_trace_that_takes_no_paste_says_so),
        cmocka_unit_test(what_a_debugger_printed_is_no_keys),
        cmocka_unit_test(copies_of_any_shape_are_no_keys),
        cmocka_unit_test(a_burst_may_come_in_pieces),
        cmocka_unit_test(lines_are_collected_up_to_control_d),
        cmocka_unit_test(collecting_is_cancelled),
        cmocka_unit_test(an_editor_writes_the_text),
        cmocka_unit_test(an_editor_that_fails_changes_nothing),
        cmocka_unit_test(every_end_switches_the_brackets_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
