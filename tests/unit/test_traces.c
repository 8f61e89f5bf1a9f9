/* test_traces.c - several traces side by side: switching, going back over switches, marks, closing, line facts.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/recording.h"
#include "session/engine.h"
#include "session_fixture.h"

#include <stdio.h>

/* Two runs of one program, whose compilers spelled its file differently. The second run never reached line 3. */
static const char first[] = "3\n1 1 401000 src/a.c main 1\nSIZE 0\nVALUES 1\n0:5\n2 1 401004 src/a.c main 2\nSIZE 1\n0:1 0\nVALUES 1\n0:6\n"
                            "3 2 401008 src/a.c main 3\nSIZE 1\n0:2 0\nSIZE 1\n0:2 0\nVALUES 2\n0:7\n1:8\n";
static const char second[] = "2\n1 1 501000 /home/x/src/a.c main 1\nSIZE 0\nVALUES 1\n0:5\n2 1 501004 /home/x/src/a.c main 2\nSIZE 1\n0:1 0\nVALUES 1\n0:6\n";

struct pair {
    struct fixture fixture;
    char other[32];
};

static int open_two(void **state)
{
    struct pair *pair = memory_allocate(sizeof *pair);
    write_file(pair->fixture.path, first);
    write_file(pair->other, second);
    pair->fixture.session = session_open(NULL);
    const char *const paths[] = {pair->fixture.path, pair->other};
    if (!session_open_files(pair->fixture.session, paths, 2, &pair->fixture.error))
        fail_msg("%s", pair->fixture.error.message);
    *state = pair;
    return 0;
}

static int close_two(void **state)
{
    struct pair *pair = *state;
    unlink(pair->fixture.path);
    unlink(pair->other);
    return close_it(state);
}

/* The current trace, and the place in it: "2 2#0". */
static void is_at(struct fixture *fixture, const char *expected)
{
    struct place place;
    struct node node;
    struct text text = {0};
    text_printf(&text, "%u ", session_trace_number(fixture->session));
    assert_true(wet_here(fixture->session, &place, &node));
    place_text(&place, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static void goes(struct fixture *fixture, const char *line, const char *expected)
{
    must_run(fixture, line);
    is_at(fixture, expected);
}

static void the_first_one_named_is_current(void **state)
{
    struct pair *pair = *state;
    assert_int_equal(session_trace_count(pair->fixture.session), 2);
    assert_int_equal(session_trace_number(pair->fixture.session), 1);
}

static void the_line_is_kept_from_one_to_the_other(void **state)
{
    struct fixture *fixture = *state;
    goes(fixture, "goto a.c:2", "1 2#0");
    goes(fixture, "goto 3#1", "1 3#1");
    goes(fixture, "goto 2#0", "1 2#0");
    goes(fixture, "trace 2", "2 2#0");
    goes(fixture, "goto 1#0", "2 1#0");
    goes(fixture, "trace next", "1 1#0");
    goes(fixture, "goto 3#1", "1 3#1");
    struct text notice = {0};
    while (session_notice(fixture->session, &notice))
        ;
    goes(fixture, "trace previous", "2 1#0");           /* this trace has no line 3 */
    assert_true(session_notice(fixture->session, &notice));
    assert_string_equal(text_string(&notice), "a.c:3 is not known here: clew goes to your last place");
    text_free(&notice);
}

static void on_the_same_line_nothing_moves(void **state)
{
    struct fixture *fixture = *state;
    goes(fixture, "goto 3#0", "1 3#0");
    goes(fixture, "trace 2 1#0", "2 1#0");
    goes(fixture, "trace 1 3#0", "1 3#0");
    goes(fixture, "trace 1", "1 3#0");
}

static void back_and_forward_lead_over_changes(void **state)
{
    struct fixture *fixture = *state;
    goes(fixture, "goto 1#0", "1 1#0");
    goes(fixture, "goto 2#0", "1 2#0");
    goes(fixture, "trace 2", "2 2#0");
    goes(fixture, "goto 1#0", "2 1#0");
    goes(fixture, "trace 1 3#0", "1 3#0");
    goes(fixture, "back", "2 1#0");
    goes(fixture, "back", "2 2#0");
    goes(fixture, "back", "1 2#0");
    goes(fixture, "back", "1 1#0");
    goes(fixture, "forward", "1 2#0");
    goes(fixture, "forward", "2 2#0");
    goes(fixture, "forward", "2 1#0");
    goes(fixture, "forward", "1 3#0");
}

static void what_is_not_there_changes_nothing(void **state)
{
    struct fixture *fixture = *state;
    goes(fixture, "goto 2#0", "1 2#0");
    must_fail(fixture, "trace 3", "there is no trace `3`: expected its number, its file, next or previous; `trace` lists them");
    assert_false(run(fixture, "trace 2 3#0"));
    is_at(fixture, "1 2#0");
    must_fail(fixture, "drop 7", "there is no trace `7`: expected its number, its file, next or previous; `trace` lists them");
    assert_false(run(fixture, "open /nonexistent/trace"));
    is_at(fixture, "1 2#0");
    assert_int_equal(session_trace_count(fixture->session), 2);
}

static void a_mark_is_of_one_trace(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "mark a 3#1");
    goes(fixture, "trace 2 1#0", "2 1#0");
    goes(fixture, "goto $a", "1 3#1");
    goes(fixture, "back", "2 1#0");
    must_run(fixture, "mark a");
    goes(fixture, "trace 1 2#0", "1 2#0");
    goes(fixture, "goto $a", "2 1#0");
    goes(fixture, "drop", "1 2#0");
    must_fail(fixture, "goto $a", "mark a is not set, nor is any other: `mark a` sets it");
}

static void what_is_opened_again_is_read_anew(void **state)
{
    struct pair *pair = *state;
    char line[64];
    snprintf(line, sizeof line, "open %s", pair->other);
    must_run(&pair->fixture, line);
    assert_int_equal(session_trace_count(pair->fixture.session), 2);
    assert_int_equal(session_trace_number(pair->fixture.session), 3);
    must_run(&pair->fixture, "drop 1");
    must_run(&pair->fixture, "drop 3");
    assert_int_equal(session_trace_count(pair->fixture.session), 0);
    must_fail(&pair->fixture, "where", "no trace is open: `open FILE` opens one");
    must_fail(&pair->fixture, "trace", "no trace is open: `open FILE` opens one");
    must_fail(&pair->fixture, "back", "no trace is open: `open FILE` opens one");
    must_run(&pair->fixture, line);
    assert_int_equal(session_trace_count(pair->fixture.session), 1);
}

static void a_file_that_is_named_twice_is_open_once(void **state)
{
    struct pair *pair = *state;
    const char *const paths[] = {pair->other, pair->fixture.path, pair->other, pair->other};
    struct session *session = session_open(NULL);
    assert_true(session_open_files(session, paths, 4, &pair->fixture.error));
    assert_int_equal(session_trace_count(session), 2);
    struct place place;
    struct node node;
    assert_true(wet_here(session, &place, &node));
    session_close(session);
    char line[128];
    snprintf(line, sizeof line, "open \"%s\" \"%s\"", pair->fixture.path, pair->fixture.path);
    must_run(&pair->fixture, line);
    assert_int_equal(session_trace_count(pair->fixture.session), 2);
}

static void no_more_than_a_number_are_open(void **state)
{
    struct fixture *fixture = *state;
    char paths[TRACES][32], line[64];
    for (int i = 0; i < TRACES; i++) {
        write_file(paths[i], second);
        snprintf(line, sizeof line, "open %s", paths[i]);
        assert_true(run(fixture, line) == (i < TRACES - 2));
        unlink(paths[i]);
    }
    assert_string_equal(fixture->error.message, "at most 16 traces can be open: `drop N` closes one");
    assert_int_equal(session_trace_count(fixture->session), TRACES);
}

static void each_says_what_it_knows_of_a_line(void **state)
{
    struct fixture *fixture = *state;
    const struct line_fact *fact = traces_line(fixture->session, str_of("/home/x/src/a.c"), 3);
    assert_non_null(fact);
    assert_int_equal(fact->state, LINE_RAN);
    assert_int_equal(fact->count, 2);
    struct session_trace *was = traces_borrow(fixture->session, traces_find(fixture->session, 2));
    assert_null(traces_line(fixture->session, str_of("src/a.c"), 3) && traces_line(fixture->session, str_of("src/a.c"), 3)->state ? "known" : NULL);
    fact = traces_line(fixture->session, str_of("src/a.c"), 2);
    assert_int_equal(fact->count, 1);
    assert_null(traces_line(fixture->session, str_of("src/a.c"), UINT64_MAX));
    assert_null(traces_line(fixture->session, str_of("src/a.c"), 0));
    traces_return(fixture->session, was);
    must_run(fixture, "info line a.c:2");
    assert_int_equal(fixture->answer.rows.count, 3);
}

static void files_are_the_same_folder_by_folder(void **state)
{
    static const struct {
        const char *a, *b;
        bool same;
    } cases[] = {
        {"a.c", "a.c", true},           {"a.c", "src/a.c", true},    {"/x/src/a.c", "src/a.c", true},   {"./src//a.c", "/x/src/./a.c", true},
        {"lib/a.c", "src/a.c", false},  {"aa.c", "a.c", false},      {"a.c", "", false},                {"", "", false},
        {"/", "/", false},              {"x/a.c", "/x/a.c/", true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (traces_same_file(str_of(cases[i].a), str_of(cases[i].b)) != cases[i].same || traces_same_file(str_of(cases[i].b), str_of(cases[i].a)) != cases[i].same)
            fail_msg("%s and %s", cases[i].a, cases[i].b);
    }
}

static void tables_do_not_grow_without_end(void **state)
{
    struct line_table table = {0};
    (void)state;
    assert_null(line_table_grow(&table, 0));
    assert_null(line_table_grow(&table, UINT64_MAX));
    assert_non_null(line_table_grow(&table, 3));
    line_table_grow(&table, 3)->count = 7;
    assert_non_null(line_table_grow(&table, 100000));
    assert_int_equal(line_table_grow(&table, 3)->count, 7);
    assert_int_equal(line_table_grow(&table, 99999)->state, LINE_UNKNOWN);
    arena_free(&table.arena);
}

#define OF_TWO(test) cmocka_unit_test_setup_teardown(test, open_two, close_two)

int main(void)
{
    const struct CMUnitTest tests[] = {
        OF_TWO(the_first_one_named_is_current),
        OF_TWO(the_line_is_kept_from_one_to_the_other),
        OF_TWO(on_the_same_line_nothing_moves),
        OF_TWO(back_and_forward_lead_over_changes),
        OF_TWO(what_is_not_there_changes_nothing),
        OF_TWO(a_mark_is_of_one_trace),
        OF_TWO(what_is_opened_again_is_read_anew),
        OF_TWO(a_file_that_is_named_twice_is_open_once),
        OF_TWO(no_more_than_a_number_are_open),
        OF_TWO(each_says_what_it_knows_of_a_line),
        cmocka_unit_test(files_are_the_same_folder_by_folder),
        cmocka_unit_test(tables_do_not_grow_without_end),
    };
    return cmocka_run_group_tests_name("several traces", tests, NULL, NULL);
}
