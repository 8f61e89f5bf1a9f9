/* test_own.c - what users make their own, on the full screen: keys, aliases, clewrc, themes, notes, undo, displays.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <stdio.h>
#include <string.h>

static struct terminal *start(int rows, int columns)
{
    return terminal_start(&(struct terminal_options){.rows = rows, .columns = columns}, "average.wet", NULL);
}

static void say(struct terminal *terminal, const char *command)
{
    terminal_press(terminal, ":");
    terminal_press(terminal, command);
    terminal_press(terminal, "\r");
}

static void quit(struct terminal *terminal)
{
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

/* ---- Keys ---- */

static void a_key_can_be_bound(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait(terminal, "0x401110#0");
    say(terminal, "bind K goto 6#%");
    terminal_wait_row(terminal, -1, ":bind K goto 6#%");
    terminal_press(terminal, "3K");
    terminal_wait_row(terminal, -1, ":goto 6#3");
    terminal_wait_row(terminal, -2, "0x40120c#3");
    say(terminal, "bind j none");
    say(terminal, "bind \"g g\" apropos &&");
    terminal_press(terminal, "j");
    terminal_press(terminal, "gg");
    terminal_wait_row(terminal, -1, ":apropos &");
    terminal_wait(terminal, "bind [KEY [COMMAND]]");
    terminal_press(terminal, "q");
    terminal_press(terminal, "gx");
    terminal_wait_row(terminal, -1, "g x means nothing here");
    say(terminal, "bind Nokey deps");
    terminal_wait_row(terminal, -1, "no key is called Nokey");
    quit(terminal);
}

static void help_marks_own_keys(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait(terminal, "0x401110#0");
    terminal_press(terminal, "?");
    terminal_wait(terminal, "Up k C-p");
    terminal_press(terminal, "q");
    say(terminal, "bind k why address");
    terminal_press(terminal, "?");
    terminal_wait(terminal, "Your own keys");
    terminal_wait(terminal, "  k                     why address");
    terminal_wait(terminal, "Up C-p");
    terminal_press(terminal, "q");
    say(terminal, "unbind k");
    terminal_press(terminal, "?");
    terminal_wait(terminal, "Up k C-p");
    assert_int_equal(terminal_find(terminal, "Your own keys"), -1);
    quit(terminal);
}

/* ---- Aliases ---- */

static void an_alias_is_a_command(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait(terminal, "0x401110#0");
    say(terminal, "alias sum goto 6#3");
    say(terminal, "alias home back");
    say(terminal, "sum");
    terminal_wait_row(terminal, -1, ":sum");
    terminal_wait_row(terminal, -2, "0x40120c#3");
    say(terminal, "hom");               /* an abbreviation */
    terminal_wait_row(terminal, -2, "0x401110#0");
    say(terminal, "bind K sum");
    terminal_press(terminal, "K");
    terminal_wait_row(terminal, -2, "0x40120c#3");
    terminal_press(terminal, ":su\t\r");      /* completed */
    terminal_wait_row(terminal, -1, ":sum");
    terminal_press(terminal, "?G");
    terminal_press(terminal, "/aliases\r");
    terminal_wait(terminal, "Your own aliases");
    terminal_wait(terminal, "home     back");
    terminal_press(terminal, "q");
    quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_can_be_bound),
        cmocka_unit_test(help_marks_own_keys),
        cmocka_unit_test(an_alias_is_a_command),
    };
    return cmocka_run_group_tests_name("own", tests, NULL, NULL);
}
