/* test_messages.c - messages longer than a line are readable.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "terminal.h"

static struct terminal *start(int rows, int columns)
{
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = rows, .columns = columns}, "average.wet", NULL);
    terminal_wait(terminal, "depends upon");
    return terminal;
}

static void a_message_that_was_cut_is_listed_whole(int rows, int columns)
{
    struct terminal *terminal = start(rows, columns);
    terminal_press(terminal, ":set colour red\r");
    terminal_wait_row(terminal, -1, "unknown setting");
    terminal_press(terminal, ":goto nowhere\r");
    terminal_wait_row(terminal, -1, "no function `nowhere`");
    terminal_press(terminal, ":messages\r");
    terminal_wait(terminal, "no function `nowhere`");
    terminal_wait(terminal, "messages, the last one first");
    terminal_press(terminal, "G");
    terminal_wait(terminal, "substitute-path");
    terminal_press(terminal, "q");
    terminal_wait_gone(terminal, "messages, the last one first");
    terminal_quit(terminal);
}

/* The end of a refusal says what to do: it is visible, with the status line above it, until the next key. */
static void a_refusal_is_shown_whole(int rows, int columns, int lines)
{
    struct terminal *terminal = start(rows, columns);
    terminal_wait_row(terminal, rows - 2, "?=help");
    terminal_press(terminal, ":suffix\r");
    terminal_wait_row(terminal, -1, "`suffix` needs");
    terminal_wait_row(terminal, -1, "lists all of it");
    terminal_wait_row(terminal, rows - 1 - lines, "?=help");
    terminal_press(terminal, "j");
    terminal_wait_row(terminal, rows - 1, ":line-down 1");
    terminal_wait_row(terminal, rows - 2, "?=help");
    terminal_quit(terminal);
}

static void a_refusal_at_80x24(void **state) { (void)state; a_refusal_is_shown_whole(24, 80, 2); }
static void a_refusal_at_40x10(void **state) { (void)state; a_refusal_is_shown_whole(10, 40, 4); }
static void a_refusal_at_200x50(void **state) { (void)state; a_refusal_is_shown_whole(50, 200, 1); }

/* The panes keep half of their rows. `messages` has the rest of a message, as the last row says. */
static void a_refusal_leaves_room_for_the_panes(void **state)
{
    (void)state;
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 8, .columns = 40}, "average.wet", NULL);
    terminal_wait_row(terminal, 6, "?=help");
    terminal_press(terminal, ":coverage\r");
    terminal_wait_row(terminal, 7, "  :messages");
    terminal_wait_row(terminal, 3, "?=help");
    terminal_resize(terminal, 3, 40);
    terminal_wait_row(terminal, 1, "?=help");
    terminal_wait_row(terminal, 2, "`coverage` needs");
    terminal_quit(terminal);
}

static void messages_at_80x24(void **state) { (void)state; a_message_that_was_cut_is_listed_whole(24, 80); }
static void messages_at_40x10(void **state) { (void)state; a_message_that_was_cut_is_listed_whole(10, 40); }

/* Cut at the end of the line, the message from opening is the one that users want to read first. */
static void what_opening_said_is_among_them(void **state)
{
    (void)state;
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 10, .columns = 40}, "../../../data/wet/bad-count-mismatch.wet", NULL);
    terminal_wait(terminal, "links");
    terminal_press(terminal, ":messages\r");
    terminal_wait(terminal, "messages, the last one first");
    terminal_wait(terminal, "header says 6");
    terminal_quit(terminal);
}

/* The bottom line has the first of several messages, and the command that lists all, in order. */
static void what_has_no_room_is_among_them(void **state)
{
    (void)state;
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 200}, "../../../data/wet/bad-line.wet",
                                               "../../../data/wet/bad-truncated-list.wet", NULL);
    terminal_wait_row(terminal, -1, "bad-line.wet:7:6: SIZE says 3, 2 entries follow  (and 3 more: `messages` lists them)");
    terminal_press(terminal, ":messages\r");
    terminal_wait(terminal, "bad-truncated-list.wet:45:9:");
    int row = terminal_find(terminal, "bad-line.wet:7:6:");
    assert_non_null(strstr(terminal_row(terminal, row + 1), "bad-line.wet:9:5:"));
    assert_non_null(strstr(terminal_row(terminal, row + 2), "bad-truncated-list.wet:45:5:"));
    assert_non_null(strstr(terminal_row(terminal, row + 3), "bad-truncated-list.wet:45:9:"));
    terminal_quit(terminal);
    terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 200}, "../../../data/wet/bad-line.wet", NULL);
    terminal_wait_row(terminal, -1, "(and 1 more: `problems` lists what is wrong with the file)");
    terminal_quit(terminal);
}

static void help_of_a_command_is_as_wide_as_the_screen(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, ":help slice\r");
    terminal_wait(terminal, "slice back|fwd|lock");
    terminal_wait(terminal, "At equal distance");
    for (int row = 0; row < 22; row++)
        assert_null(strstr(terminal_row(terminal, row), "…"));
    terminal_quit(terminal);
}

static void slashes_around_a_filter_are_not_part_of_it(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, "&/depends/\r");
    terminal_wait_row(terminal, -1, "filter /depends/");
    terminal_quit(terminal);
}

/* The first page holds the most useful keys, with their words even on a small screen. A rebound key moves to "Your own keys". */
static void the_first_page_of_help_is_what_one_needs(void **state)
{
    (void)state;
    struct terminal *terminal = start(24, 80);
    terminal_press(terminal, "?");
    terminal_wait_row(terminal, 1, "Most useful keys");
    terminal_wait_row(terminal, 2, "  Enter Right  follow this line             enter");
    terminal_wait(terminal, "  w            where it came from           why");
    terminal_wait(terminal, "  q            close the list, or quit      close");
    terminal_wait(terminal, "  C-c          interrupt");
    terminal_press(terminal, "q:bind w marks\r?");
    terminal_wait(terminal, "Your own keys");
    terminal_wait(terminal, "Most useful keys");
    assert_int_equal(terminal_find(terminal, "where it came from"), -1);
    terminal_quit(terminal);
    terminal = start(10, 40);
    terminal_press(terminal, "?");
    terminal_wait(terminal, "  d            who wrote what it uses");
    terminal_quit(terminal);
}

/* From the list to the help of one command, and back to its row. */
static void enter_on_a_row_of_help_explains_it(void **state)
{
    (void)state;
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, "average.wet", NULL);
    terminal_wait(terminal, "0x401110#0");
    terminal_press(terminal, ":alias def deps\r:apropos users\r");
    terminal_wait(terminal, "[ apropos users ]");
    terminal_press(terminal, "/uses, u\r\r");
    terminal_wait(terminal, "[ help uses ]");
    terminal_wait(terminal, "Lists who used what is written here");
    terminal_press(terminal, "h");
    terminal_wait(terminal, "[ apropos users ]");
    terminal_press(terminal, "q?");
    terminal_wait(terminal, "[ help ]");
    terminal_press(terminal, "\r");                         /* a heading */
    terminal_wait_row(terminal, -1, "this line leads nowhere");
    terminal_press(terminal, "j\r");                        /* a key explains its command */
    terminal_wait(terminal, "[ help enter ]");
    terminal_press(terminal, "h/line-up\r\r");
    terminal_wait(terminal, "[ help line-up ]");
    terminal_press(terminal, "h/^  chop\r\r");
    terminal_wait(terminal, "[ help chop ]");
    terminal_press(terminal, "h/def  *deps\r\r");
    terminal_wait(terminal, "def is an alias: deps");
    terminal_press(terminal, "hh");                         /* the list, then the panes under it */
    terminal_wait(terminal, "[ links of");
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refusal_at_80x24),
        cmocka_unit_test(a_refusal_at_40x10),
        cmocka_unit_test(a_refusal_at_200x50),
        cmocka_unit_test(a_refusal_leaves_room_for_the_panes),
        cmocka_unit_test(messages_at_80x24),
        cmocka_unit_test(messages_at_40x10),
        cmocka_unit_test(what_opening_said_is_among_them),
        cmocka_unit_test(what_has_no_room_is_among_them),
        cmocka_unit_test(help_of_a_command_is_as_wide_as_the_screen),
        cmocka_unit_test(slashes_around_a_filter_are_not_part_of_it),
        cmocka_unit_test(the_first_page_of_help_is_what_one_needs),
        cmocka_unit_test(enter_on_a_row_of_help_explains_it),
    };
    return cmocka_run_group_tests_name("messages", tests, NULL, NULL);
}
