/* test_copy.c - what goes to the clipboard, on a terminal and in tmux.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void copies(int rows, int columns)
{
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = rows, .columns = columns}, "average.wet", NULL);
    terminal_wait(terminal, "links of the statement");
    terminal_press(terminal, "yp");
    terminal_wait_row(terminal, -1, "copied: 0x401109#0");
    assert_true(terminal_wrote(terminal, "\033]52;c;MHg0MDExMDkjMA==\a"));
    terminal_press(terminal, "yv");
    terminal_wait_row(terminal, -1, "copied: 0x9");
    assert_true(terminal_wrote(terminal, "\033]52;c;MHg5\a"));
    terminal_press(terminal, "ya");
    terminal_wait_row(terminal, -1, "copied: 0x401109");
    assert_true(terminal_wrote(terminal, "\033]52;c;MHg0MDExMDk=\a"));
    terminal_press(terminal, "yl");
    terminal_wait_row(terminal, -1, "copied: average.c:18");
    assert_true(terminal_wrote(terminal, "\033]52;c;YXZlcmFnZS5jOjE4\a"));
    terminal_press(terminal, "yy");
    terminal_wait_row(terminal, -1, "copied: data     0x401109#0");
    terminal_press(terminal, ":copy line 8#0\r");
    terminal_wait_row(terminal, -1, "copied: average.c:12");
    terminal_press(terminal, "gjjyp");          /* an empty row */
    terminal_wait_row(terminal, -1, "this row names no position");
    terminal_quit(terminal);
}

static void of_the_row_under_the_cursor_at_80x24(void **state)
{
    (void)state;
    copies(24, 80);
}

static void of_the_row_under_the_cursor_at_40x10(void **state)
{
    (void)state;
    copies(10, 40);
}

/* Names from a trace reach the clipboard as shown: no escape sequences, no line ends. */
static void hostile_names_are_copied_as_they_are_shown(void **state)
{
    (void)state;
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, "hostile.wet", NULL);
    terminal_wait(terminal, "[wet hostile.wet]");
    terminal_press(terminal, "yl");
    terminal_wait_row(terminal, -1, "copied: ");
    terminal_press(terminal, "yy");
    terminal_wait_row(terminal, -1, "copied: ");
    terminal_quit(terminal);
}

/* In a real tmux: its buffer has the copied text. */
static void tmux_takes_it(void **state)
{
    (void)state;
    char name[64], command[256], line[64] = "";
    if (system("tmux -V >/dev/null 2>&1") != 0)
        skip();
    snprintf(name, sizeof name, "clew-copy-%d", (int)getpid());
    snprintf(command, sizeof command, "exec tmux -L %s -f /dev/null new-session 'exec \"$CLEW\" average.wet' ';' set-option -s set-clipboard on", name);
    struct terminal_options options = {.rows = 24, .columns = 80, .program = "/bin/sh"};
    struct terminal *terminal = terminal_start(&options, "-c", command, NULL);
    terminal_wait(terminal, "links of the statement");
    terminal_press(terminal, "ya");
    terminal_wait(terminal, "copied: 0x401109");
    snprintf(command, sizeof command, "tmux -L %s show-buffer", name);
    FILE *buffer = popen(command, "r");
    assert_non_null(buffer);
    assert_non_null(fgets(line, sizeof line, buffer));
    pclose(buffer);
    assert_string_equal(line, "0x401109");
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_the_row_under_the_cursor_at_80x24),
        cmocka_unit_test(of_the_row_under_the_cursor_at_40x10),
        cmocka_unit_test(hostile_names_are_copied_as_they_are_shown),
        cmocka_unit_test(tmux_takes_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
