/* test_indexing.c - the screen of a trace during indexing, or whose file changes while it is open.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TWO "2\n1 1 401000 a.c main 1\nSIZE 0\nVALUES 2\n0:5\n1:7\n2 2 401004 a.c main 2\nSIZE 0\nSIZE 1\n0:1 0\nVALUES 1\n0:5\n"
#define THREE "3\n1 1 401000 a.c main 1\nSIZE 0\nVALUES 2\n0:5\n1:7\n" \
    "2 2 401004 a.c main 2\nSIZE 0\nSIZE 2\n0:1 0\n1:1 1\nVALUES 2\n0:5\n1:7\n3 2 401008 a.c main 3\nSIZE 0\nSIZE 1\n0:2 1\nVALUES 1\n0:7\n"

/* A folder with a trace, and a file that holds back its indexing. */
struct indexed {
    char folder[32], trace[64], hold[64], variable[96];
    struct terminal *terminal;
};

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void begin(struct indexed *indexed, const char *text, const char *hold)
{
    strcpy(indexed->folder, "/tmp/clew-test-XXXXXX");
    assert_non_null(mkdtemp(indexed->folder));
    snprintf(indexed->trace, sizeof indexed->trace, "%s/a.wet", indexed->folder);
    snprintf(indexed->hold, sizeof indexed->hold, "%s/hold", indexed->folder);
    snprintf(indexed->variable, sizeof indexed->variable, "CLEW_TEST_INDEXING=%s", indexed->hold);
    put(indexed->trace, text);
    if (hold)
        put(indexed->hold, hold);
}

static void start(struct indexed *indexed, int rows, int columns, const char *option)
{
    struct terminal_options options = {.rows = rows, .columns = columns, .environment = {indexed->variable}};
    indexed->terminal = terminal_start(&options, option, indexed->trace, NULL);
}

static size_t files_in(const char *folder)
{
    DIR *directory = opendir(folder);
    size_t count = 0;
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(directory);
    return count;
}

static void clean(struct indexed *indexed)
{
    unlink(indexed->hold);
    unlink(indexed->trace);
    assert_int_equal(files_in(indexed->folder), 0);     /* no other file remains */
    rmdir(indexed->folder);
}

static void quit(struct indexed *indexed)
{
    terminal_press(indexed->terminal, ":quit\r");
    assert_int_equal(terminal_end(indexed->terminal), 0);
    clean(indexed);
}

/* ---- During indexing ---- */

static void rows_are_provisional_until_the_index_takes_over_at_80x24(void **state)
{
    (void)state;
    struct indexed indexed;
    begin(&indexed, THREE, "0 43");
    start(&indexed, 24, 80, "--index=never");
    terminal_wait_row(indexed.terminal, -2, "[wet~ a.wet] 0x401008#0/1 - main a.c:3 - indexing 43%");
    terminal_wait(indexed.terminal, "links of the statement - provisional");
    terminal_wait(indexed.terminal, "not known yet: indexing 43%");
    terminal_wait(indexed.terminal, "data     0x401004#1");
    put(indexed.hold, "0 44");
    terminal_wait(indexed.terminal, "not known yet: indexing 44%");
    terminal_press(indexed.terminal, ":goto 2#1\r");
    terminal_wait_row(indexed.terminal, -2, "0x401004#1/2");
    unlink(indexed.hold);
    terminal_wait_row(indexed.terminal, -2, "[wet a.wet] 0x401004#1/2 - main a.c:2 - 3 insns");
    terminal_wait(indexed.terminal, "data     0x401008#0");         /* who needs it */
    assert_int_equal(terminal_find(indexed.terminal, "provisional"), -1);
    assert_int_equal(terminal_find(indexed.terminal, "not known yet"), -1);
    terminal_press(indexed.terminal, "h");
    terminal_wait_row(indexed.terminal, -2, "0x401008#0/1");        /* the history stayed */
    quit(&indexed);
}

static void rows_are_provisional_until_the_index_takes_over_at_40x10(void **state)
{
    (void)state;
    struct indexed indexed;
    begin(&indexed, THREE, "0 43");
    start(&indexed, 10, 40, "--index=never");
    terminal_wait_row(indexed.terminal, -2, " ~indexing 43% 0x401008#0/1");
    terminal_wait(indexed.terminal, "provisional");
    unlink(indexed.hold);
    terminal_wait_row(indexed.terminal, -2, " 0x401008#0/1 - main a.c:3");
    terminal_wait_gone(indexed.terminal, "provisional");
    quit(&indexed);
}

static void an_answer_says_that_it_is_provisional(void **state)
{
    (void)state;
    struct indexed indexed;
    begin(&indexed, THREE, "0 43");
    start(&indexed, 24, 80, "--index=never");
    terminal_wait(indexed.terminal, "0x401008#0");
    terminal_press(indexed.terminal, ":instances 1\r");
    terminal_wait(indexed.terminal, "─[ executions of ");
    terminal_wait(indexed.terminal, "provisional: indexing 43%");
    unlink(indexed.hold);
    terminal_wait_gone(indexed.terminal, "executions of ");          /* rows of the old store are gone */
    quit(&indexed);
}

static void a_command_that_waits_shows_progress_and_is_stopped_by_interrupt(void **state)
{
    (void)state;
    struct indexed indexed;
    begin(&indexed, THREE, "0 43");
    start(&indexed, 24, 80, "--index=never");
    terminal_wait(indexed.terminal, "0x401008#0");
    terminal_press(indexed.terminal, ":uses 1#0\r");
    terminal_wait_row(indexed.terminal, -1, "working: 43%, ^C stops it");
    terminal_press(indexed.terminal, "\003");
    terminal_wait_row(indexed.terminal, -1, "interrupted; indexing goes on");
    terminal_wait_row(indexed.terminal, -2, "indexing 43%");
    terminal_press(indexed.terminal, ":uses 1#0\r");
    terminal_wait_row(indexed.terminal, -1, "working: 43%, ^C stops it");
    unlink(indexed.hold);
    terminal_wait(indexed.terminal, "─[ uses of ");
    terminal_wait(indexed.terminal, "0x401004#0");
    terminal_wait_row(indexed.terminal, -2, "[wet a.wet]");
    quit(&indexed);
}

/* Instruction 7 is inside a list that clew jumps over: only the index finds it. */
static void begin_hidden(struct indexed *indexed)
{
    begin(indexed, THREE, "0 43");
    FILE *file = fopen(indexed->trace, "w");
    assert_non_null(file);
    fputs("2\n1 1 401000 a.c main 1\nSIZE 0\nVALUES 20000\n", file);
    for (int i = 0; i < 20000; i++)
        fprintf(file, "%s%d:1\n", i == 10000 ? "7 3 401008 a.c main 7\nSIZE 0\nVALUES 10000\n" : "", i);
    assert_int_equal(fclose(file), 0);
    start(indexed, 24, 80, "--index=never");
    terminal_wait_row(indexed->terminal, -2, "0x401000#19999/20000");
}

static void the_place_becomes_that_where_the_whole_opens(void **state)
{
    (void)state;
    struct indexed indexed;
    begin_hidden(&indexed);
    unlink(indexed.hold);
    terminal_wait_row(indexed.terminal, -2, "[wet a.wet] 0x401008#19999/20000");
    terminal_wait_row(indexed.terminal, -1, "the whole trace opens at 0x401008#19999; 0x401000#19999 was a guess before it");
    terminal_press(indexed.terminal, "h");
    terminal_wait_row(indexed.terminal, -1, "this is where the jump history begins");
    quit(&indexed);
}

static void a_place_that_is_not_found_yet_is_waited_for(void **state)
{
    (void)state;
    struct indexed indexed;
    begin_hidden(&indexed);
    terminal_press(indexed.terminal, ":goto 7#3\r");
    terminal_wait_row(indexed.terminal, -1, "working: 43%, ^C stops it");
    terminal_press(indexed.terminal, "\003");
    terminal_wait_row(indexed.terminal, -1, "7#3 is not known yet: interrupted; indexing goes on");
    terminal_press(indexed.terminal, ":goto 7#3\r");
    terminal_wait_row(indexed.terminal, -1, "working: 43%, ^C stops it");
    unlink(indexed.hold);
    terminal_wait_row(indexed.terminal, -2, "[wet a.wet] 0x401008#3/20000");
    quit(&indexed);
}

static void what_the_index_corrects_is_told_at_the_bottom(void **state)
{
    (void)state;
    struct indexed indexed;
    begin(&indexed, THREE, "0 43");
    FILE *file = fopen(indexed.trace, "w");
    assert_non_null(file);
    fputs("1\n1 1 401000 a.c main 1\nSIZE 0\nVALUES 20000\n", file);
    for (int i = 0; i < 20000; i++)
        fprintf(file, i == 10000 ? "not a value %d\n" : "%d:1\n", i);
    assert_int_equal(fclose(file), 0);
    start(&indexed, 24, 80, "--index=never");
    terminal_wait_row(indexed.terminal, -2, "0x401000#19999/20000");
    unlink(indexed.hold);
    terminal_wait_row(indexed.terminal, -1, "the index corrected what was shown: 1 of 1 instructions");
    terminal_wait_row(indexed.terminal, -2, "[wet a.wet]");
    quit(&indexed);
}

/* ---- The end ---- */

/* A text of megabytes, so that the index is half written when the indexing waits, but less than a part (store/building.h), so that one thread reads it. */
static void put_long(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("1\n1 1 401000 a.c main 1\nSIZE 0\nVALUES 300000\n", file);
    for (int i = 0; i < 300000; i++)
        fprintf(file, "%d:%x\n", i, i);
    assert_int_equal(fclose(file), 0);
}

static void wait_half_indexed(struct indexed *indexed)
{
    begin(indexed, THREE, "3 50");
    put_long(indexed->trace);
    start(indexed, 24, 80, "--index=always");
    terminal_wait_row(indexed->terminal, -2, "indexing 50%");
}

static void quitting_stops_the_indexing_and_leaves_no_file(void **state)
{
    (void)state;
    struct indexed indexed;
    wait_half_indexed(&indexed);
    quit(&indexed);
}

static void a_signal_stops_the_indexing_and_leaves_no_file(void **state)
{
    (void)state;
    struct indexed indexed;
    wait_half_indexed(&indexed);
    terminal_signal(indexed.terminal, SIGTERM);
    assert_int_equal(terminal_end(indexed.terminal), 128 + SIGTERM);
    clean(&indexed);
}

static void a_trace_that_is_not_current_leaves_no_file_either(void **state)
{
    (void)state;
    struct indexed indexed;
    wait_half_indexed(&indexed);
    terminal_press(indexed.terminal, ":open digits.debug_PT\r");
    terminal_wait_row(indexed.terminal, -2, "2:[csi digits.debug_PT]");
    terminal_signal(indexed.terminal, SIGTERM);
    assert_int_equal(terminal_end(indexed.terminal), 128 + SIGTERM);
    clean(&indexed);
}

/* ---- The file changes ---- */

static void a_text_that_changes_while_nobody_types_is_read_again(void **state)
{
    (void)state;
    struct indexed indexed;
    char other[96];
    begin(&indexed, THREE, NULL);
    start(&indexed, 24, 80, "--index=never");
    terminal_wait_row(indexed.terminal, -2, "[wet a.wet] 0x401008#0/1");
    terminal_press(indexed.terminal, ":goto 2#1\r");
    terminal_wait_row(indexed.terminal, -2, "0x401004#1/2");
    put(indexed.trace, TWO);
    terminal_wait_row(indexed.terminal, -1, "became shorter while it was open: clew reads it");
    terminal_wait_row(indexed.terminal, -2, "[wet a.wet] 0x401004#0/1");
    put(indexed.trace, THREE);
    terminal_wait_row(indexed.terminal, -1, "grew while it was open: clew reads it");
    terminal_wait_row(indexed.terminal, -2, "[wet a.wet] 0x401004#0/2");
    snprintf(other, sizeof other, "%s/b.wet", indexed.folder);
    put(other, TWO);
    assert_int_equal(rename(other, indexed.trace), 0);
    terminal_wait_row(indexed.terminal, -1, "was replaced or removed while it was open");
    terminal_wait_row(indexed.terminal, -2, "[wet a.wet] 0x401004#0/1");
    quit(&indexed);
}

static void places_that_are_gone_leave_the_trail(void **state)
{
    (void)state;
    struct indexed indexed;
    begin(&indexed, THREE, NULL);
    start(&indexed, 24, 80, "--index=never");
    terminal_wait_row(indexed.terminal, -2, "[wet a.wet] 0x401008#0/1");
    terminal_press(indexed.terminal, ":goto 2#1\r:goto 1#0\r");
    terminal_wait(indexed.terminal, "a.c:3#0  <  a.c:2#1  <  a.c:1#0");
    put(indexed.trace, TWO);
    terminal_wait_gone(indexed.terminal, "<");          /* the message about the text appeared; by now this one may have replaced it */
    terminal_wait(indexed.terminal, "trail  a.c:1#0");
    quit(&indexed);
}

static void a_text_that_is_emptied_is_closed(void **state)
{
    (void)state;
    struct indexed indexed;
    begin(&indexed, THREE, NULL);
    start(&indexed, 10, 40, "--index=never");
    terminal_wait_row(indexed.terminal, -2, "0x401008#0/1");
    put(indexed.trace, "");
    terminal_wait_row(indexed.terminal, -2, "[no trace]");
    terminal_press(indexed.terminal, "jjkd\r");
    put(indexed.trace, TWO);
    terminal_press(indexed.terminal, ":open ");
    terminal_press(indexed.terminal, indexed.trace);
    terminal_press(indexed.terminal, "\r");
    terminal_wait_row(indexed.terminal, -2, "0x401004#0/1");
    quit(&indexed);
}

/* ---- Line by line ---- */

static void the_repl_waits_shows_progress_and_is_interrupted(void **state)
{
    (void)state;
    struct indexed indexed;
    begin(&indexed, THREE, "0 43");
    start(&indexed, 24, 80, "-i");
    terminal_wait(indexed.terminal, "(clew)");
    terminal_press(indexed.terminal, "index\r");
    terminal_wait(indexed.terminal, "index  indexing 43%");         /* this command does not wait */
    terminal_press(indexed.terminal, "where\r");
    terminal_wait(indexed.terminal, "clew: working: 43%");
    terminal_press(indexed.terminal, "\003");
    terminal_wait(indexed.terminal, "interrupted; indexing goes on");
    unlink(indexed.hold);
    terminal_press(indexed.terminal, "uses 2#1\r");
    terminal_wait(indexed.terminal, "0x401008#0");
    terminal_press(indexed.terminal, "quit\r");
    assert_int_equal(terminal_end(indexed.terminal), 0);
    clean(&indexed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_provisional_until_the_index_takes_over_at_80x24),
        cmocka_unit_test(rows_are_provisional_until_the_index_takes_over_at_40x10),
        cmocka_unit_test(an_answer_says_that_it_is_provisional),
        cmocka_unit_test(a_command_that_waits_shows_progress_and_is_stopped_by_interrupt),
        cmocka_unit_test(the_place_becomes_that_where_the_whole_opens),
        cmocka_unit_test(a_place_that_is_not_found_yet_is_waited_for),
        cmocka_unit_test(what_the_index_corrects_is_told_at_the_bottom),
        cmocka_unit_test(quitting_stops_the_indexing_and_leaves_no_file),
        cmocka_unit_test(a_signal_stops_the_indexing_and_leaves_no_file),
        cmocka_unit_test(a_trace_that_is_not_current_leaves_no_file_either),
        cmocka_unit_test(a_text_that_changes_while_nobody_types_is_read_again),
        cmocka_unit_test(places_that_are_gone_leave_the_trail),
        cmocka_unit_test(a_text_that_is_emptied_is_closed),
        cmocka_unit_test(the_repl_waits_shows_progress_and_is_interrupted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
