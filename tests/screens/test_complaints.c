/* test_complaints.c - common complaints about such programs, and what clew does instead; one test per class.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Other files test each class further: faults of a file, line by line, in the goldens problems, csi_refusals and gnatcov_dump; the first screen and the index
 * in test_indexing and test_store_index; ways back in test_why and test_ask; colours, keyboards and pasting in test_manners, test_paste, test_tmux. */
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct terminal *start(const char *path)
{
    return terminal_start(&(struct terminal_options){.rows = 24, .columns = 120}, path, NULL);
}

/* ---- "It won't read my file" ---- */

/* Says where, what it found and what it expected. You can walk through the intact parts, and a list has all faults. */
static void is_told_and_browsed(const char *path, const char *told, const char *go, const char *there, const char *listed)
{
    struct terminal *terminal = start(path);
    terminal_wait_row(terminal, -1, told);
    terminal_press(terminal, go);
    terminal_wait_row(terminal, -2, there);
    terminal_press(terminal, ":problems\r");
    terminal_wait(terminal, "[ problems ]");
    terminal_wait(terminal, listed);
    terminal_quit(terminal);
}

static void a_damaged_file_is_told_and_browsed(void **state)
{
    (void)state;
    is_told_and_browsed("../../../data/wet/bad-line.wet", "bad-line.wet:7:6: SIZE says 3, 2 entries follow  (and 1 more: ", ":goto 20#0\r", "#0/", ":9:5: ");
    is_told_and_browsed("../../../data/csi/bad-duplicate-id.pt", "bad-duplicate-id.pt:9:1: block 4 appears a second time; the first is in line 8", ":goto report\r", "report - 2 blocks",
                        ":9:1: ");
    is_told_and_browsed("../../../data/gnatcov/bad-overlap.trace", "bad-overlap.trace: offset 192: expected a range of its own, found 1800-37ff", ":goto @2\r", "@2 of 11",
                        "offset 192");
}

static void what_is_no_trace_says_what_it_looks_like(void **state)
{
    (void)state;
    struct terminal *terminal = start("average.c");
    terminal_wait(terminal, "average.c: is not a trace");
    terminal_wait(terminal, "it looks like source text");
    assert_int_equal(terminal_end(terminal), 1);
}

/* ---- Slow open, index not kept ---- */

static void an_index_is_kept_and_used_again(void **state)
{
    (void)state;
    char folder[] = "/tmp/clew-complaints-XXXXXX", command[256], trace[64];
    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command, "cp tests/screens/data/average.wet %s/kept.wet", folder);
    assert_int_equal(system(command), 0);
    snprintf(trace, sizeof trace, "%s/kept.wet", folder);
    for (int round = 0; round < 2; round++) {
        struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 200}, "--index=always", trace, NULL);
        terminal_wait(terminal, "links of the statement");
        terminal_press(terminal, ":index\r");
        terminal_wait(terminal, round ? ": reused" : ": made when the trace was opened");
        terminal_quit(terminal);
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

/* ---- "Where am I, get me back" ---- */

static void every_way_back_has_a_way_forward(void **state)
{
    (void)state;
    static const char *const back[] = {"\017", "\177", "h", "\033[D", "\033[1;3D", ":back\r"};
    static const char *const forward[] = {"\033[1;3C", ":forward\r"};
    struct terminal *terminal = start("average.wet");
    terminal_wait_row(terminal, -2, "0x401110#0/1 - main average.c:19");          /* the end, where the error shows */
    terminal_press(terminal, "mad");
    terminal_wait_row(terminal, -2, "0x401109#0/1 - main average.c:18");
    for (size_t i = 0; i < sizeof back / sizeof *back; i++) {
        terminal_press(terminal, back[i]);
        terminal_wait_row(terminal, -2, "0x401110#0/1");
        terminal_press(terminal, forward[i % 2]);
        terminal_wait_row(terminal, -2, "0x401109#0/1");
    }
    terminal_press(terminal, "'a");
    terminal_wait_row(terminal, -2, "0x401110#0/1");
    terminal_press(terminal, "''");             /* the place before the last jump */
    terminal_wait_row(terminal, -2, "0x401109#0/1");
    terminal_wait(terminal, "> 0x401109#0  main average.c:18  = 0x9");      /* in the trail, which is complete */
    terminal_quit(terminal);
}

/* ---- "Automate: who wrote this, and who wrote that" ---- */

static void who_wrote_this_is_one_key(void **state)
{
    (void)state;
    struct terminal *terminal = start("average.wet");
    terminal_wait_row(terminal, -2, "0x401110#0/1 - main average.c:19");
    terminal_press(terminal, "w");
    terminal_wait(terminal, "[ why");
    terminal_wait(terminal, "average.c:18");
    terminal_wait(terminal, "average.c:12");
    terminal_wait(terminal, "average.c:11");
    terminal_quit(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_damaged_file_is_told_and_browsed),
        cmocka_unit_test(what_is_no_trace_says_what_it_looks_like),
        cmocka_unit_test(an_index_is_kept_and_used_again),
        cmocka_unit_test(every_way_back_has_a_way_forward),
        cmocka_unit_test(who_wrote_this_is_one_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
