/* test_lend.c - lends the terminal to shell commands and editors, and takes it back.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct terminal *start(int rows, int columns, const char *setting)
{
    struct terminal_options options = {.rows = rows, .columns = columns, .environment = {setting}};
    struct terminal *terminal = terminal_start(&options, "average.wet", NULL);
    terminal_wait(terminal, "links of the statement");
    return terminal;
}

/* ---- Pipes ---- */

static void pipe_and_back(int rows, int columns)
{
    struct terminal *terminal = start(rows, columns, NULL);
    terminal_press(terminal, "|sed s/data/DATA/\r");
    terminal_wait(terminal, "DATA     0x401109#0");
    terminal_wait(terminal, "[exit status 0; any key returns]");
    assert_false(terminal_alternate(terminal));
    terminal_press(terminal, "q");              /* any key: it does not close clew */
    terminal_wait(terminal, "links of the statement");
    terminal_wait_row(terminal, -1, "exit status 0");
    assert_true(terminal_alternate(terminal));
    terminal_press(terminal, "|cat >/dev/null; exit 3\r");
    terminal_wait(terminal, "[exit status 3; any key returns]");
    terminal_press(terminal, "\033[A");         /* one whole key: no bytes of an arrow remain */
    terminal_wait(terminal, "links of the statement");
    terminal_wait_row(terminal, -1, "exit status 3");
    terminal_press(terminal, ":pipe deps | cat; exit 4\r");
    terminal_wait(terminal, "[exit status 4; any key returns]");
    terminal_press(terminal, "x");
    terminal_wait(terminal, "links of the statement");
    terminal_wait_row(terminal, -1, "exit status 4");
    terminal_press(terminal, "|\r|ca");         /* an empty command does nothing */
    terminal_wait_row(terminal, -1, "|ca");
    terminal_press(terminal, "\033");
    terminal_wait_gone(terminal, "|ca");
    terminal_press(terminal, ":pipe deps\r");
    terminal_wait_row(terminal, -1, "pipe COMMAND | SHELL");
    terminal_quit(terminal);
}

static void rows_go_to_a_shell_command_at_80x24(void **state)
{
    (void)state;
    pipe_and_back(24, 80);
}

static void rows_go_to_a_shell_command_at_40x10(void **state)
{
    (void)state;
    pipe_and_back(10, 40);
}

/* A command that reads nothing, and one that ^C ends: clew goes on. */
static void a_command_that_does_not_read_is_no_harm(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, NULL);
    terminal_press(terminal, "|true\r");
    terminal_wait(terminal, "[exit status 0; any key returns]");
    terminal_press(terminal, " ");
    terminal_wait(terminal, "links of the statement");
    terminal_press(terminal, "|echo s''tarted; exec sleep 100\r");
    terminal_wait(terminal, "started");
    terminal_press(terminal, "\003");
    terminal_wait(terminal, "any key returns]");
    terminal_press(terminal, " ");
    terminal_wait(terminal, "links of the statement");
    terminal_wait_row(terminal, -1, "ended by signal 2");
    terminal_quit(terminal);
}

static void the_end_while_a_key_is_awaited(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80, NULL);
    terminal_press(terminal, "|cat\r");
    terminal_wait(terminal, "[exit status 0; any key returns]");
    terminal_signal(terminal, SIGTERM);
    assert_int_equal(terminal_wait_exit(terminal), 128 + SIGTERM);
    assert_false(terminal_modes_changed(terminal));
    terminal_free(terminal);
}

/* The same line by line: ^C goes to the program, and the prompt returns. */
static void the_repl_lends_it_too(void **state)
{
    (void)state;
    struct terminal_options options = {.rows = 24, .columns = 80, .environment = {"VISUAL=echo editing"}};
    struct terminal *terminal = terminal_start(&options, "-i", "average.wet", NULL);
    terminal_wait(terminal, "(clew)");
    terminal_press(terminal, "pipe deps | sed s/data/DATA/\r");
    terminal_wait(terminal, "DATA     0x401109#0");
    terminal_press(terminal, "| deps | (echo s''tarted; exec sleep 100)\r");
    terminal_wait(terminal, "started");
    terminal_press(terminal, "\003");
    terminal_wait(terminal, "ended by signal 2");
    terminal_press(terminal, "edit 8#0\r");
    terminal_wait(terminal, "editing +12 average.c");
    terminal_press(terminal, "edit 9\r");
    terminal_wait(terminal, "editing +9 average.c");
    terminal_press(terminal, "quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

/* ---- The editor ---- */

/* An editor that prints its arguments and, on request, writes a line to the file. */
static void write_editor(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("#!/bin/sh\necho \"editing $*\"\n[ -n \"$EDIT_ADDS\" ] && printf '\\n/* added */\\n' >>\"$2\"\nread answer\nexit ${answer:-0}\n", file);
    fclose(file);
    assert_int_equal(chmod(path, 0755), 0);
}

static void edit_and_back(int rows, int columns)
{
    char editor[64], setting[128];
    snprintf(editor, sizeof editor, "/tmp/clew-editor-%d", (int)getpid());
    snprintf(setting, sizeof setting, "VISUAL=%s", editor);
    write_editor(editor);
    struct terminal *terminal = start(rows, columns, setting);
    terminal_press(terminal, "e");              /* the row under the cursor: a definer */
    terminal_wait(terminal, "editing +18 ");
    assert_false(terminal_alternate(terminal));
    terminal_press(terminal, "\r");
    terminal_wait(terminal, "links of the statement");
    terminal_wait_row(terminal, -1, ":edit 0x401109#0");
    assert_true(terminal_alternate(terminal));
    terminal_press(terminal, "\033OQgge");      /* the source: its first line */
    terminal_wait(terminal, "editing +1 ");
    terminal_press(terminal, "3\r");
    terminal_wait_row(terminal, -1, "the editor failed: exit status 3");
    terminal_press(terminal, ":edit average.c:12\r");
    terminal_wait(terminal, "editing +12 ");
    terminal_press(terminal, "\r");
    terminal_wait(terminal, "links of the statement");
    terminal_press(terminal, ":edit nowhere.c:1\r");
    terminal_wait_row(terminal, -1, "not found");
    terminal_quit(terminal);
    unlink(editor);
}

static void the_source_in_the_editor_at_80x24(void **state)
{
    (void)state;
    edit_and_back(24, 80);
}

static void the_source_in_the_editor_at_40x10(void **state)
{
    (void)state;
    edit_and_back(10, 40);
}

static void copy_file(const char *from, const char *to)
{
    char bytes[65536];
    FILE *in = fopen(from, "r"), *out = fopen(to, "w");
    assert_true(in && out);
    size_t size = fread(bytes, 1, sizeof bytes, in);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    fclose(in);
    fclose(out);
}

static void what_the_editor_changed_is_read_again(void **state)
{
    (void)state;
    char folder[] = "/tmp/clew-edit-XXXXXX", path[128], trace[128], editor[64], setting[128], command[128];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/average.c", folder);
    copy_file("tests/screens/data/average.c", path);
    snprintf(trace, sizeof trace, "%s/average.wet", folder);
    copy_file("tests/screens/data/average.wet", trace);
    snprintf(command, sizeof command, "cd %s && exec \"$CLEW\" average.wet", folder);
    snprintf(editor, sizeof editor, "%s/editor", folder);
    snprintf(setting, sizeof setting, "VISUAL=%s", editor);
    write_editor(editor);
    struct terminal_options options = {.rows = 24, .columns = 80, .environment = {setting, "EDIT_ADDS=yes"}, .program = "/bin/sh"};
    struct terminal *terminal = terminal_start(&options, "-c", command, NULL);
    terminal_wait(terminal, "19 of 20");
    terminal_press(terminal, "e");
    terminal_wait(terminal, "editing +18 ");
    terminal_press(terminal, "\r");
    terminal_wait(terminal, "19 of 22");
    terminal_press(terminal, "\033OQG");
    terminal_wait(terminal, "/* added */");
    terminal_quit(terminal);
    unlink(path);
    unlink(trace);
    unlink(editor);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_go_to_a_shell_command_at_80x24),
        cmocka_unit_test(rows_go_to_a_shell_command_at_40x10),
        cmocka_unit_test(a_command_that_does_not_read_is_no_harm),
        cmocka_unit_test(the_end_while_a_key_is_awaited),
        cmocka_unit_test(the_repl_lends_it_too),
        cmocka_unit_test(the_source_in_the_editor_at_80x24),
        cmocka_unit_test(the_source_in_the_editor_at_40x10),
        cmocka_unit_test(what_the_editor_changed_is_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
