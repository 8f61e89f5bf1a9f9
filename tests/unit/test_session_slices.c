/* test_session_slices.c - slices in a session: the current slice, its lock, walking through it, interrupted work.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session_indexed.h"

#include <stdio.h>

/* Two functions in two files. By address: 1 and 2 in main, 3 in twice, 4 in main. 3 ran twice, and 4 used both executions. */
static const char trace[] = "4\n"
                            "1 1 401000 src/a.c main 1\nSIZE 0\nVALUES 1\n0:5\n"
                            "2 1 401004 src/a.c main 2\nSIZE 0\nVALUES 1\n0:6\n"
                            "3 2 401008 lib/a.c twice 7\nSIZE 2\n0:1 0\n1:2 0\nSIZE 2\n0:1 0\n1:2 0\nVALUES 2\n0:a\n1:c\n"
                            "4 3 40100c src/a.c main 3\nSIZE 0\nSIZE 1\n0:3 0\nSIZE 1\n0:3 1\nVALUES 1\n0:16\n";

static struct fixture *open_text(const char *text, const struct session_options *options)
{
    struct fixture *fixture = memory_allocate(sizeof *fixture);
    write_file(fixture->path, text);
    fixture->session = session_open(options);
    if (!session_load(fixture->session, fixture->path, &fixture->error))
        fail_msg("%s", fixture->error.message);
    unlink(fixture->path);
    return fixture;
}

static int open_it(void **state)
{
    *state = open_text(trace, NULL);
    return 0;
}

static void assert_rows(struct fixture *fixture, const char *line, const char *expected)
{
    struct row row = {0};
    struct text text = {0};
    must_run(fixture, line);
    for (uint64_t i = 0; i < fixture->answer.rows.count && rows_get(&fixture->answer.rows, i, &row); i++) {
        struct str rest = text_str(&row.text), word = {NULL, 0};
        if (!str_field(&rest, &word) || str_is(word, "="))
            continue;                   /* the second row of a place: its value */
        text_append(&text, word);
        text_byte(&text, ' ');
    }
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
    row_free(&row);
}

static void status_is(struct fixture *fixture, const char *part, bool holds)
{
    struct text text = {0};
    session_status(fixture->session, &text);
    if ((strstr(text_string(&text), part) != NULL) != holds)
        fail_msg("%s", text_string(&text));
    text_free(&text);
}

static void depth_and_within_leave_out_what_is_farther_or_elsewhere(void **state)
{
    struct fixture *fixture = *state;
    assert_rows(fixture, "slice back 4#0", "0x401000#0 0x401004#0 0x401008#0 0x401008#1 0x40100c#0 ");
    assert_rows(fixture, "slice back 4#0 depth 0", "0x40100c#0 ");
    assert_rows(fixture, "slice back 4#0 depth 1", "0x401008#0 0x401008#1 0x40100c#0 ");
    assert_rows(fixture, "slice fwd 2#0 depth 1", "0x401004#0 0x401008#1 ");
    assert_rows(fixture, "chop 2#0 4#0 depth 2", "0x401004#0 0x401008#1 0x40100c#0 ");
    assert_rows(fixture, "slice back 4#0 within main", "0x401000#0 0x401004#0 0x40100c#0 ");
    assert_rows(fixture, "slice back 4#0 within lib/a.c", "0x401008#0 0x401008#1 ");
    assert_rows(fixture, "slice back 4#0 data depth 1 within twice lines", "a.c:7 ");
    must_fail(fixture, "slice back 4#0 within a.c", "several files are called `a.c`: src/a.c, lib/a.c");
    must_fail(fixture, "slice back 4#0 within nobody", "no function or file `nobody` in this trace: `info functions` and `info source` list them");
    must_fail(fixture, "slice back 4#0 depth", "`depth` needs a number of links, as in `depth 3`");
    must_fail(fixture, "slice back 4#0 depth -1", "`depth` needs a number of links, as in `depth 3`");
    assert_rows(fixture, "chop 2#0 4#0 depth 1", "the ");
}

static void rows_outlive_the_slice_they_were_made_of(void **state)
{
    struct fixture *fixture = *state;
    struct answer first = {0}, second = {0};
    struct error error;
    assert_true(session_run(fixture->session, "slice back 4#0", &first, &error));
    assert_true(session_run(fixture->session, "slice back 4#0 lines", &second, &error));
    must_run(fixture, "slice back 1#0");
    must_run(fixture, "slice lock fwd 2#0");
    assert_int_equal(first.rows.count, 5);
    assert_row(&first.rows, 4, "0x40100c#0  main a.c:3   = 0x16");
    assert_row(&second.rows, 0, "a.c:7  2 executions  = 0xc");
    answer_free(&first);
    answer_free(&second);
}

static void the_lock_goes_backward_forward_off(void **state)
{
    struct fixture *fixture = *state;
    must_fail(fixture, "slice lock on", "there is no slice to lock yet: `slice back`, `slice fwd` and `chop` make one");
    must_fail(fixture, "next-member", "there is no slice yet: `slice back`, `slice fwd` and `chop` make one");
    must_run(fixture, "goto 3#1");
    uint64_t version = session_version(fixture->session);
    must_run(fixture, "slice lock");
    assert_true(slice_locked(fixture->session) && session_version(fixture->session) != version);
    assert_row(&fixture->answer.rows, 0, "slice back from 0x401008#1: 2 of 4 lines, 2 executions");
    status_is(fixture, "slice 2 of 4 lines", true);
    must_run(fixture, "goto 1#0");
    status_is(fixture, "slice 2 of 4 lines", true);
    must_run(fixture, "slice lock");
    assert_row(&fixture->answer.rows, 0, "slice forward from 0x401000#0: 3 of 4 lines, 3 executions");
    must_run(fixture, "slice lock");
    assert_row(&fixture->answer.rows, 0, "slice lock off");
    assert_false(slice_locked(fixture->session));
    status_is(fixture, "slice", false);
    must_run(fixture, "chop 2#0 4#0");
    assert_false(slice_locked(fixture->session));
    must_run(fixture, "slice lock on");
    assert_row(&fixture->answer.rows, 0, "chop from 0x401004#0 to 0x40100c#0: 3 of 4 lines, 3 executions");
    must_run(fixture, "slice back 2#0");
    status_is(fixture, "slice 1 of 4 lines", true);         /* the lock holds the last one */
    must_fail(fixture, "slice lock off 2#0",
              "one argument too many: 2#0; usage: slice back|fwd|lock [POS] [data|control|all] [depth N] [within FUNCTION|FILE] [lines] [rank] [against FILE]");
}

static void without_a_clock_members_follow_by_address(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "slice back 4#0 data");
    assert_rows(fixture, "goto 1#0", "0x401000#0 ");
    assert_rows(fixture, "next-member", "0x401004#0 ");
    assert_rows(fixture, "next-member 2", "0x40100c#0 ");
    must_fail(fixture, "next-member", "the slice has no instruction after this one");
    must_fail(fixture, "next-member line", "the slice has no line after this one");
    assert_rows(fixture, "previous-member 9", "0x401000#0 ");
    must_fail(fixture, "previous-member line", "the slice has no line before this one");
    must_run(fixture, "slice back 3#0");
    assert_rows(fixture, "goto 4#0", "0x40100c#0 ");
    assert_rows(fixture, "previous-member", "0x401008#0 ");
    must_run(fixture, "slice back 4#0 within twice depth 0");
    must_fail(fixture, "next-member", "the slice is empty");
}

/* ---- Interrupted ---- */

enum { CHAIN = 300000 };

static bool stop(void *context, uint64_t done, uint64_t total)
{
    (void)done, (void)total;
    int *calls = context;
    return !*calls || --*calls > 0;
}

static void what_was_reached_is_kept_and_said_to_be_cut(void **state)
{
    (void)state;
    struct text text = {0};
    int calls = 0;
    const struct session_options options = {.progress = {.report = stop, .context = &calls}};
    text_printf(&text, "1\n1 2 401000\nSIZE 0\nSIZE %d\n", CHAIN - 1);
    for (int i = 1; i < CHAIN; i++)
        text_printf(&text, "%d:1 %d\n", i, i - 1);
    text_add(&text, "NO VALUES\n");
    struct fixture *fixture = open_text(text_string(&text), &options);
    calls = 2;
    must_run(fixture, "slice back 1#299999");
    assert_true(fixture->answer.rows.count > 2 && fixture->answer.rows.count < CHAIN);
    assert_true(text_holds(&fixture->answer.rows, "this is the part reached so far, there may be more"));
    assert_true(json_holds(&fixture->answer.rows, "{\"cut\":true,\"instances\":"));
    calls = 2;
    must_run(fixture, "slice back 1#299999 depth 100000");
    assert_true(text_holds(&fixture->answer.rows, "there may be more"));
    uint64_t count = fixture->answer.rows.count;
    calls = 2;
    must_run(fixture, "slice lock back 1#299999");
    assert_true(text_holds(&fixture->answer.rows, "interrupted: there may be more"));
    status_is(fixture, "slice 1+ of 1 insns", true);
    calls = 0;
    must_run(fixture, "slice back 1#299999 depth 100000");
    assert_int_equal(fixture->answer.rows.count, 100001);
    assert_true(count < 100001);
    status_is(fixture, "slice 1 of 1 insns", true);
    text_free(&text);
    void *closed = fixture;
    close_it(&closed);
}

/* ---- During indexing, and when the text changes ---- */

static void a_lock_waits_for_the_index(void **state)
{
    (void)state;
    struct indexed *indexed = begin(THREE, "0 43", STORE_INDEX_NEVER);
    indexed->releases = true;
    must_run(&indexed->fixture, "slice lock back 3#0");
    assert_false(session_is_provisional(indexed->fixture.session));
    status_must_hold(indexed, "slice 3 of 3 lines", true);
    end(indexed);
}

static void a_trace_that_is_read_again_has_no_lock_and_says_so(void **state)
{
    (void)state;
    struct indexed *indexed = begin(THREE, NULL, STORE_INDEX_NEVER);
    finish(indexed);
    must_run(&indexed->fixture, "slice lock back 3#0");
    put(indexed->trace, TWO);
    assert_true(session_tick(indexed->fixture.session));
    must_say(indexed, "the slice lock is off, because clew read the trace again");
    assert_false(slice_locked(indexed->fixture.session));
    must_fail(&indexed->fixture, "info slice", "there is no slice yet: `slice back`, `slice fwd` and `chop` make one");
    end(indexed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(depth_and_within_leave_out_what_is_farther_or_elsewhere, open_it, close_it),
        cmocka_unit_test_setup_teardown(rows_outlive_the_slice_they_were_made_of, open_it, close_it),
        cmocka_unit_test_setup_teardown(the_lock_goes_backward_forward_off, open_it, close_it),
        cmocka_unit_test_setup_teardown(without_a_clock_members_follow_by_address, open_it, close_it),
        cmocka_unit_test(what_was_reached_is_kept_and_said_to_be_cut),
        cmocka_unit_test(a_lock_waits_for_the_index),
        cmocka_unit_test(a_trace_that_is_read_again_has_no_lock_and_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
