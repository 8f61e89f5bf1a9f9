/* test_own.c - personal settings on the full screen: keys, aliases, clewrc, themes, notes, undo, displays.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

/* ---- Keys ---- */

static void a_key_can_be_bound(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait(terminal, "0x401110#0");
    say(terminal, "bind K goto 6#%");
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
    terminal_wait_row(terminal, -1, "`g x` means nothing here");
    say(terminal, "bind Nokey deps");
    terminal_wait_row(terminal, -1, "no key is named `Nokey`");
    terminal_quit(terminal);
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
    terminal_press(terminal, " ");
    terminal_wait(terminal, "Up C-p");
    terminal_press(terminal, "q");
    say(terminal, "unbind k");
    terminal_press(terminal, "?");
    terminal_wait(terminal, "Up k C-p");
    assert_int_equal(terminal_find(terminal, "Your own keys"), -1);
    terminal_quit(terminal);
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
    terminal_quit(terminal);
}

/* Whatever names a user redefines, clew's own keys and rows do what they say, and the bottom line shows how. */
static void an_alias_changes_no_key(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait(terminal, "0x401110#0");
    say(terminal, "alias why notes");
    terminal_wait_row(terminal, -1, "\\why` still runs that, `unalias why");
    terminal_press(terminal, "w");
    terminal_wait_row(terminal, -1, ":\\why");
    terminal_wait(terminal, "[ why ");
    say(terminal, "why");
    terminal_wait(terminal, "no notes");
    terminal_press(terminal, "qqQ");
    terminal_wait(terminal, "why ");
    terminal_press(terminal, "\r");
    terminal_wait_row(terminal, -1, ":\\why ");
    terminal_wait(terminal, "[ why ");
    say(terminal, "bind K why");
    terminal_press(terminal, "K");
    terminal_wait(terminal, "no notes");
    terminal_quit(terminal);
}

/* ---- clewrc ---- */

/* A file in a folder of its own, removed with the test. */
static char folder[64], variable[96];

static void write_file(const char *name, const char *content)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(content, file);
    assert_int_equal(fclose(file), 0);
}

static struct terminal *start_with_rc(const char *content, const char *option)
{
    snprintf(folder, sizeof folder, "/tmp/clew-own-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(variable, sizeof variable, "XDG_CONFIG_HOME=%s", folder);
    char path[96];
    snprintf(path, sizeof path, "%s/clew", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    write_file("clew/clewrc", content);
    struct terminal_options options = {.rows = 24, .columns = 80, .environment = {variable}};
    return terminal_start(&options, "average.wet", option, NULL);
}

static void remove_folder(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    assert_int_equal(system(command), 0);
}

static void a_clewrc_is_read(void **state)
{
    (void)state;
    struct terminal *terminal = start_with_rc("set grain instruction\nbind K goto 6#3\n", NULL);
    terminal_wait(terminal, "0x401110#0");
    terminal_press(terminal, "K");
    terminal_wait_row(terminal, -2, "0x40120c#3");
    terminal_press(terminal, ":show grain\r");
    terminal_wait_row(terminal, -1, "instruction");
    terminal_quit(terminal);
    remove_folder();
    terminal = start_with_rc("bind K goto 6#3\n", "--no-rc");
    terminal_wait(terminal, "0x401110#0");
    terminal_press(terminal, "K");
    terminal_wait_row(terminal, -1, "`K` means nothing here");
    terminal_quit(terminal);
    remove_folder();
}

static void what_is_wrong_in_a_clewrc_is_said(void **state)
{
    (void)state;
    struct terminal *terminal = start_with_rc("# mine\nbind Nokey back\n", NULL);
    terminal_wait_row(terminal, -1, "clewrc:2: no key is named `Nokey`");
    terminal_quit(terminal);
    remove_folder();
    terminal = start_with_rc("quit\nbind Nokey back\nbind K goto 6#3\n", NULL);
    terminal_wait(terminal, "clewrc:1: a clewrc may");
    terminal_wait(terminal, "clewrc:2: no key");
    terminal_press(terminal, "q");
    terminal_wait(terminal, "0x401110#0");
    terminal_press(terminal, "K");
    terminal_wait_row(terminal, -2, "0x40120c#3");
    terminal_quit(terminal);
    remove_folder();
}

/* ---- Themes ---- */

static void a_theme_is_taken_at_once(void **state)
{
    (void)state;
    struct terminal *terminal = start_with_rc("theme plain\n", NULL);
    terminal_wait(terminal, "0x401110#0");
    assert_false(terminal_has_colour(terminal));
    say(terminal, "theme dark");
    say(terminal, "show theme");        /* what it answers was not typed */
    terminal_wait_row(terminal, -1, "theme        dark");
    assert_true(terminal_has_colour(terminal));
    write_file("wrong.theme", "value green\nvalue red\n");
    say(terminal, "theme nothing");
    terminal_wait_row(terminal, -1, "there is no theme `nothing`");
    terminal_press(terminal, ":theme ");
    terminal_press(terminal, folder);
    terminal_press(terminal, "/wrong.theme\r");
    terminal_wait_row(terminal, -1, "wrong.theme:2: value appears twice");
    assert_true(terminal_has_colour(terminal));
    say(terminal, "theme plain");
    say(terminal, "show theme");        /* what it answers was not typed */
    terminal_wait_row_end(terminal, -1, "theme        plain");  /* no colours remain of the message before */
    assert_false(terminal_has_colour(terminal));
    terminal_quit(terminal);
    remove_folder();
}

static void enter_on_a_theme_takes_it(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait(terminal, "0x401110#0");
    say(terminal, "theme");
    terminal_wait(terminal, "> default");
    terminal_press(terminal, "j\r");
    terminal_wait_row(terminal, -1, ":theme light");
    terminal_wait(terminal, "> light");                     /* the list stays, so that you can try others */
    assert_int_equal(terminal_find(terminal, "> default"), -1);
    terminal_press(terminal, "k\r");
    terminal_wait(terminal, "> default");
    terminal_press(terminal, "q");
    terminal_wait(terminal, "0x401110#0");
    terminal_quit(terminal);
}

static void no_colour_stands_above_any_theme(void **state)
{
    (void)state;
    struct terminal_options options = {.rows = 24, .columns = 80, .environment = {"NO_COLOR=1"}};
    struct terminal *terminal = terminal_start(&options, "average.wet", NULL);
    terminal_wait(terminal, "0x401110#0");
    say(terminal, "theme dark");
    say(terminal, "show theme");        /* what it answers was not typed */
    terminal_wait_row(terminal, -1, "theme        dark");
    assert_false(terminal_has_colour(terminal));
    terminal_quit(terminal);
}

/* ---- Notes ---- */

static void a_note_is_shown_where_it_is(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait(terminal, "0x401110#0");
    say(terminal, "note 6#3 here it goes wrong");
    terminal_wait_row(terminal, -1, "noted at 0x40120c#3");
    say(terminal, "goto 6#3");
    terminal_wait_row(terminal, -1, "note: here it goes wrong");
    say(terminal, "back");
    terminal_wait_row(terminal, -2, "0x401110#0");
    say(terminal, "notes");
    terminal_wait(terminal, "here it goes wrong");
    terminal_press(terminal, "\r");     /* Enter in the list goes there */
    terminal_wait_row(terminal, -2, "0x40120c#3");
    say(terminal, "quit!");
    assert_int_equal(terminal_end(terminal), 0);
}

/* Warns once, however the user asks to end. Another command in between makes clew warn again. */
static void notes_that_are_not_saved_are_told_before_the_end(void **state)
{
    (void)state;
    struct terminal *terminal = start_with_rc("", NULL);
    char line[128];
    terminal_wait(terminal, "0x401110#0");
    terminal_press(terminal, "ma");                         /* a mark is no note */
    say(terminal, "note 6#3 first");
    say(terminal, "note second");
    terminal_press(terminal, "q");
    terminal_wait_row(terminal, -1, "2 notes not saved: `save FILE`, or `q` again");
    terminal_press(terminal, "jq");
    terminal_wait_row(terminal, -1, ":close  2 notes not saved");
    terminal_press(terminal, "\033");
    terminal_wait_gone(terminal, "not saved");
    terminal_press(terminal, "q");
    terminal_wait_row(terminal, -1, "2 notes not saved");
    snprintf(line, sizeof line, "save %s/notes", folder);
    say(terminal, line);
    terminal_wait_row(terminal, -1, "1 mark, 2 notes");
    say(terminal, "note 6#3 once more");
    say(terminal, "quit");
    terminal_wait_row(terminal, -1, "1 note not saved");
    terminal_press(terminal, "q");
    assert_int_equal(terminal_end(terminal), 0);
    snprintf(line, sizeof line, "%s/notes", folder);
    terminal = terminal_start(&(struct terminal_options){.rows = 10, .columns = 40}, line, NULL);
    terminal_wait_row(terminal, -2, "0x401110#0");
    say(terminal, "note 6#1 another one");
    say(terminal, "undo");                                  /* no message about saved notes */
    terminal_wait_row(terminal, -1, "undone: note");
    terminal_press(terminal, "q");
    assert_int_equal(terminal_end(terminal), 0);
    remove_folder();
}

static void a_signal_ends_with_notes_at_once(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait(terminal, "0x401110#0");
    say(terminal, "note something");
    terminal_wait_row(terminal, -1, "noted at");
    terminal_signal(terminal, SIGTERM);
    assert_int_equal(terminal_end(terminal), 128 + SIGTERM);
    terminal = start(24, 80);
    terminal_wait(terminal, "0x401110#0");
    say(terminal, "note something");
    terminal_wait_row(terminal, -1, "noted at");
    say(terminal, "quit!");
    assert_int_equal(terminal_end(terminal), 0);
}

/* ---- Saved sessions ---- */

static void a_saved_session_is_taken_up_again(void **state)
{
    (void)state;
    struct terminal *terminal = start_with_rc("", NULL);
    char line[128], path[96];
    terminal_wait(terminal, "0x401110#0");
    say(terminal, "mark a 6#1");
    say(terminal, "goto 6#3");
    snprintf(path, sizeof path, "%s/kept", folder);
    snprintf(line, sizeof line, "save %s", path);
    say(terminal, line);
    terminal_wait_row(terminal, -1, "1 trace, 1 mark");
    say(terminal, "goto 1#0");
    terminal_press(terminal, "M");
    terminal_wait(terminal, "[ marks ]");
    snprintf(line, sizeof line, "load %s", path);
    say(terminal, line);                                    /* clew opens the trace again under the list */
    terminal_wait_row(terminal, -2, "0x40120c#3");
    terminal_press(terminal, "jk..");
    terminal_press(terminal, "'a");
    terminal_wait_row(terminal, -2, "0x40120c#1");
    terminal_quit(terminal);
    struct terminal_options options = {.rows = 24, .columns = 80};
    terminal = terminal_start(&options, path, NULL);        /* as a file, too */
    terminal_wait_row(terminal, -2, "0x40120c#3");
    terminal_press(terminal, "'a");
    terminal_wait_row(terminal, -2, "0x40120c#1");
    terminal_quit(terminal);
    remove_folder();
}

/* ---- Undo and repeat ---- */

static void an_edit_is_undone(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait(terminal, "0x401110#0");
    terminal_press(terminal, "U");
    terminal_wait_row(terminal, -1, "nothing to undo");     /* the initial screen is no edit */
    terminal_press(terminal, "ma");
    say(terminal, "theme dark");
    terminal_press(terminal, "t");
    terminal_wait_row(terminal, -1, "grain  links start at single");
    terminal_press(terminal, "U");
    terminal_wait_row(terminal, -1, "undone: grain");
    terminal_press(terminal, "U");
    terminal_wait_row(terminal, -1, "undone: theme dark");
    terminal_press(terminal, ".");                          /* the command before that */
    terminal_wait_row(terminal, -1, "  links start at");
    terminal_press(terminal, "UU");
    terminal_wait_row(terminal, -1, "undone: mark a");
    terminal_press(terminal, "'a");
    terminal_wait_row(terminal, -1, "mark a is not set");
    terminal_quit(terminal);
}

static void a_move_is_repeated(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait(terminal, "0x401110#0");
    terminal_press(terminal, ".");
    terminal_wait_row(terminal, -1, "nothing to repeat");
    say(terminal, "goto 6#0");
    terminal_press(terminal, "i");
    terminal_wait_row(terminal, -2, "0x40120c#1");
    terminal_press(terminal, "jjkM");                       /* looking moves nothing */
    terminal_press(terminal, "q.");
    terminal_wait_row(terminal, -2, "0x40120c#2");
    terminal_wait_row(terminal, -1, ":repeat");
    terminal_press(terminal, ".");
    terminal_wait_row(terminal, -2, "0x40120c#3");
    terminal_quit(terminal);
}

/* The same when you close a trace: once, and again after another key. */
static void notes_that_are_not_saved_are_told_before_a_trace_is_dropped(void **state)
{
    (void)state;
    struct terminal *terminal = start(10, 80);
    terminal_wait(terminal, "0x401110#0");
    say(terminal, "note here");
    terminal_wait_row(terminal, -1, "noted at");
    say(terminal, "drop");
    terminal_wait_row(terminal, -1, "1 note of trace 1 not saved: `save FILE`, or `drop` again");
    terminal_press(terminal, "j");
    terminal_wait_gone(terminal, "not saved");
    say(terminal, "drop");
    terminal_wait_row(terminal, -1, "1 note of trace 1 not saved: `save FILE`, or `drop` again");
    say(terminal, "drop");
    terminal_wait_row(terminal, -1, "no trace is open");
    terminal_quit(terminal);
}

/* clew reads a reopened trace again; the user's notes about it stay. */
static void notes_outlive_that_a_trace_is_opened_again(void **state)
{
    (void)state;
    struct terminal *terminal = start(10, 80);
    terminal_wait(terminal, "0x401110#0");
    say(terminal, "note this is it");
    terminal_wait_row(terminal, -1, "noted at");
    say(terminal, "open average.wet");
    terminal_wait_gone(terminal, "noted at");
    say(terminal, "notes");
    terminal_wait(terminal, "this is it");
    terminal_press(terminal, "q:quit\r");
    terminal_wait_row(terminal, -1, "1 note not saved");
    terminal_press(terminal, ":quit!\r");
    assert_int_equal(terminal_end(terminal), 0);
}

/* ---- Displays ---- */

static void a_display_follows_each_move(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_wait(terminal, "0x401110#0");
    say(terminal, "display 6#3");
    terminal_wait_row(terminal, -1, "1: 6#3 =");
    say(terminal, "display");
    terminal_wait(terminal, "[ display ]");
    terminal_press(terminal, "q");
    say(terminal, "goto 6#1");
    terminal_wait_row(terminal, -1, ":goto 6#1");
    terminal_wait_row(terminal, -1, "1: 6#3 =");
    terminal_press(terminal, "j");                          /* no move in the trace */
    terminal_wait_gone(terminal, "1: 6#3 =");
    say(terminal, "display $a");                            /* says why it is unknown once, and again in `display` */
    terminal_wait_row(terminal, -1, "2: $a unknown: ");
    say(terminal, "goto 6#0");
    terminal_wait_row_end(terminal, -1, "  2: $a unknown");
    terminal_wait_row(terminal, -1, "1: 6#3 =");
    say(terminal, "undisplay 2");
    say(terminal, "undisplay 1");
    say(terminal, "goto 6#2");
    terminal_wait_row(terminal, -2, "0x40120c#2");
    terminal_wait_gone(terminal, "1: 6#3 =");
    terminal_quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_can_be_bound),
        cmocka_unit_test(help_marks_own_keys),
        cmocka_unit_test(an_alias_is_a_command),
        cmocka_unit_test(an_alias_changes_no_key),
        cmocka_unit_test(a_clewrc_is_read),
        cmocka_unit_test(what_is_wrong_in_a_clewrc_is_said),
        cmocka_unit_test(a_theme_is_taken_at_once),
        cmocka_unit_test(enter_on_a_theme_takes_it),
        cmocka_unit_test(no_colour_stands_above_any_theme),
        cmocka_unit_test(a_note_is_shown_where_it_is),
        cmocka_unit_test(notes_that_are_not_saved_are_told_before_the_end),
        cmocka_unit_test(notes_that_are_not_saved_are_told_before_a_trace_is_dropped),
        cmocka_unit_test(notes_outlive_that_a_trace_is_opened_again),
        cmocka_unit_test(a_signal_ends_with_notes_at_once),
        cmocka_unit_test(a_saved_session_is_taken_up_again),
        cmocka_unit_test(an_edit_is_undone),
        cmocka_unit_test(a_move_is_repeated),
        cmocka_unit_test(a_display_follows_each_move),
    };
    return cmocka_run_group_tests_name("own", tests, NULL, NULL);
}
