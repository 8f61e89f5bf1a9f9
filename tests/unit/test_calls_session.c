/* test_calls_session.c - the command calls: folds, open rows, the current row.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The program: main calls f five times from line 12; r from line 13, which calls itself twice more; and from line 14 skipped code, which calls h three times.
 * From line 15 it calls a and b in turn, a hundred times; from line 16 t, which tail-calls u. In a second thread w runs, and a signal handler in it. */
#include "session_fixture.h"

#include <stdio.h>

#include "session/engine.h"

enum { TURNS = 100 };

/* Addresses are 0x1000 + 4 * site. */
static const struct line {
    uint32_t site;
    const char *function;
    uint64_t line;
} lines[] = {{1, "main", 10}, {2, "main", 12}, {3, "main", 13}, {4, "main", 14}, {5, "main", 15}, {6, "main", 16}, {7, "main", 17},
             {10, "f", 20},   {11, "f", 21},   {20, "r", 30},   {30, "h", 40},   {40, "a", 50},   {41, "b", 51},   {50, "t", 60},
             {51, "u", 61},   {60, "w", 70},   {61, "w", 71},   {62, "handle", 80}};
enum { LINES = sizeof lines / sizeof *lines };

struct recorder {
    struct store_writer *writer;
    uint64_t executions[64], now;
    bool threads;
};

static struct writer_instruction instruction_of(void *context, uint64_t i)
{
    const struct recorder *recorder = context;
    return (struct writer_instruction){.site = lines[i].site, .no_values = true, .id = lines[i].site, .address = 0x1000 + 4 * lines[i].site,
                                       .line = lines[i].line, .executions = recorder->executions[lines[i].site], .file = str_of("demo.c"),
                                       .function = str_of(lines[i].function)};
}

static void ran(struct recorder *recorder, uint64_t thread, uint32_t site)
{
    store_writer_run(recorder->writer, thread, site, recorder->executions[site]++);
    recorder->now++;
}

static void call(struct recorder *recorder, uint64_t at, bool hidden, uint32_t site)
{
    store_writer_frame_begins(recorder->writer, 1, at, hidden, false);
    ran(recorder, 1, site);
}

static void call_and_return(struct recorder *recorder, uint64_t at, bool hidden, uint32_t site)
{
    call(recorder, at, hidden, site);
    store_writer_frame_ends(recorder->writer, 1);
}

static void run_second(struct recorder *recorder)
{
    ran(recorder, 2, 60);
    store_writer_frame_begins(recorder->writer, 2, 0, false, true);
    ran(recorder, 2, 62);
    store_writer_frame_ends(recorder->writer, 2);
    ran(recorder, 2, 61);
}

static void run_program(struct recorder *recorder)
{
    call(recorder, 0, false, 1);
    for (unsigned i = 0; i < 5; i++) {
        ran(recorder, 1, 2);
        call(recorder, recorder->now, false, 10);
        ran(recorder, 1, 11);
        store_writer_frame_ends(recorder->writer, 1);
    }
    ran(recorder, 1, 3);
    for (unsigned i = 0; i < 3; i++)
        call(recorder, recorder->now, false, 20);
    for (unsigned i = 0; i < 3; i++)
        store_writer_frame_ends(recorder->writer, 1);
    ran(recorder, 1, 4);
    uint64_t at = recorder->now;
    for (unsigned i = 0; i < 3; i++)
        call_and_return(recorder, at, true, 30);
    for (unsigned i = 0; i < TURNS; i++) {
        ran(recorder, 1, 5);
        call_and_return(recorder, recorder->now, false, i % 2 ? 41 : 40);
    }
    if (recorder->threads)
        run_second(recorder);
    ran(recorder, 1, 6);
    call(recorder, recorder->now, false, 50);
    ran(recorder, 1, 51);
    store_writer_frame_ends(recorder->writer, 1);
    ran(recorder, 1, 7);
}

static struct fixture *open_recording(bool threads)
{
    struct fixture *fixture = memory_allocate(sizeof *fixture);
    struct recorder recorder = {.threads = threads};
    struct writer_totals totals;
    char path[64];
    write_file(fixture->path, "");
    unlink(fixture->path);
    snprintf(path, sizeof path, "%s.clew", fixture->path);
    if (!store_writer_open(path, &recorder.writer, &fixture->error))
        fail_msg("%s", fixture->error.message);
    if (threads)
        store_writer_frame_begins(recorder.writer, 2, 0, false, false);
    run_program(&recorder);
    store_writer_note(recorder.writer, "status", str_of("exit 0"));
    const struct writer_program program = {LINES - (threads ? 0 : 3), instruction_of, &recorder, false, 0};
    if (!store_writer_finish(recorder.writer, &program, &totals, NULL, &fixture->error))
        fail_msg("%s", fixture->error.message);
    fixture->session = session_open(NULL);
    bool opened = session_load(fixture->session, path, &fixture->error);
    unlink(path);
    if (!opened)
        fail_msg("%s", fixture->error.message);
    return fixture;
}

static int open_it(void **state)
{
    *state = open_recording(false);
    return 0;
}

static int open_threads(void **state)
{
    *state = open_recording(true);
    return 0;
}

/* All rows, up to "..." */
static void assert_rows(struct fixture *fixture, const char *const *expected, size_t count)
{
    struct rows *rows = &fixture->answer.rows;
    struct row row = {0};
    for (uint64_t i = 0; i < rows->count || i < count; i++) {
        bool there = i < rows->count && rows_get(rows, i, &row);
        if (i < count && !strcmp(expected[i], "..."))
            break;
        if (!there || i >= count || strcmp(text_string(&row.text), expected[i]) != 0)
            fail_msg("row %lu of %lu is: %s", (unsigned long)i, (unsigned long)rows->count, there ? text_string(&row.text) : "not there");
    }
    row_free(&row);
}

#define ASSERT_ROWS(fixture, ...) \
    do { \
        static const char *const rows_[] = {__VA_ARGS__}; \
        assert_rows(fixture, rows_, sizeof rows_ / sizeof *rows_); \
    } while (0)

static void fold(struct fixture *fixture, uint64_t row, enum fold change, uint64_t expected)
{
    assert_true(rows_fold(&fixture->answer.rows, &row, change));
    assert_int_equal(row, expected);
}

static void calls_that_repeat_are_one_row(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "calls");
    assert_true(fixture->answer.is_list);
    ASSERT_ROWS(fixture, "> 228 - main  110 alone  @1",
                "   10  + f  x 5  demo.c:12  @3",
                "    3  - r  demo.c:13  1 alone  @18",
                "    2   - r  demo.c:30  1 alone  @19",
                "    1      r  demo.c:30  @20",
                "    3  + h  x 3  demo.c:14  called by skipped code  @22",
                "    1    a  demo.c:15  @26", "    1    b  demo.c:15  @28", "...");
}

static void calls_that_are_too_many_are_one_row(void **state)
{
    struct fixture *fixture = *state;
    struct row row = {0};
    must_run(fixture, "calls");
    struct rows *rows = &fixture->answer.rows;
    assert_true(rows->count < 60);
    assert_true(rows_get(rows, rows->count - 1, &row));
    assert_string_equal(text_string(&row.text), "   65  + 64 more calls  @100");
    fold(fixture, rows->count - 1, FOLD_OPEN, rows->count - 1);
    assert_true(rows_get(rows, rows->count - 1, &row));
    assert_string_equal(text_string(&row.text), "    2     t  demo.c:16  continues in u  @226");
    row_free(&row);
}

static void the_call_one_is_in_stands_alone(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto @10");
    must_run(fixture, "calls");
    ASSERT_ROWS(fixture, "  228 - main  110 alone  @1", "    2    f  demo.c:12  @3", "    2    f  demo.c:12  @6", ">   2    f  demo.c:12  @9",
                "    2    f  demo.c:12  @12", "    2    f  demo.c:12  @15", "    3  - r  demo.c:13  1 alone  @18", "...");
    assert_int_equal(fixture->answer.rows.focus, 3);
}

static void a_function_has_its_calls_with_their_callers(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "calls r");
    ASSERT_ROWS(fixture, "  3 + r  from main demo.c:13  1 alone  @18", "  2 + r  from r demo.c:30  1 alone  @19", "  1   r  from r demo.c:30  @20");
    fold(fixture, 1, FOLD_OPEN, 1);
    ASSERT_ROWS(fixture, "  3 + r  from main demo.c:13  1 alone  @18", "  2 - r  from r demo.c:30  1 alone  @19", "  1    r  demo.c:30  @20",
                "  1   r  from r demo.c:30  @20");
    must_fail(fixture, "calls u", "no listed call begins in `u`: it is inlined, or was jumped to; `goto u` goes to where it ran");
    must_fail(fixture, "calls nowhere", "no function `nowhere` in this trace: `info functions` lists them");
    must_fail(fixture, "calls f r", "`calls` takes one position or function: `r` is one too many");
    must_fail(fixture, "calls depth", "`depth` needs a number of levels, as in `calls depth 3`");
}

static void folds_open_and_close(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto demo.c:30#1");
    must_run(fixture, "calls depth 1");
    struct rows *rows = &fixture->answer.rows;
    uint64_t shown = rows->count, row = 0;
    assert_int_equal(rows->focus, 3);
    fold(fixture, 3, FOLD_CLOSE, 2);
    assert_int_equal(rows->count, shown - 1);
    assert_false(rows_fold(rows, &row, FOLD_OPEN));
    fold(fixture, 1, FOLD_OPEN, 1);
    assert_int_equal(rows->count, shown + 4);
    fold(fixture, 4, FOLD_CLOSE, 1);
    fold(fixture, 2, FOLD_CLOSE_ALL, 0);
    ASSERT_ROWS(fixture, "> 228 + main  110 alone  @1");
    fold(fixture, 0, FOLD_OPEN_ALL, 0);
    assert_int_equal(rows->count, 1 + 1 + 5 + 3 + 1 + 3 + TURNS + 1);
    row = rows->count;
    assert_false(rows_fold(rows, &row, FOLD_OPEN));
}

static void every_thread_has_its_tree(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto end");
    must_run(fixture, "calls depth 1");
    ASSERT_ROWS(fixture, "  228 - thread 1  @1", "> 228  + main  110 alone  @1", "    3 - thread 2  @225", "    3  + w  2 alone  @225");
    fold(fixture, 3, FOLD_OPEN, 3);
    ASSERT_ROWS(fixture, "  228 - thread 1  @1", "> 228  + main  110 alone  @1", "    3 - thread 2  @225", "    3  - w  2 alone  @225",
                "    1     handle  handles a signal  @226");
}

/* Questions in any order. */
static void depths_are_found_from_one_to_another(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "calls");
    const struct calls *calls = fixture->session->trace->calls;
    struct calls_list list = {.calls = calls, .deep = CALLS_NONE};
    for (uint32_t i = 0, call = 0; i < 2000; i++, call = (call * 7 + i) % (uint32_t)calls->count)
        assert_int_equal(calls_list_depth(&list, call), calls_depth(calls, call));
}

static void other_traces_say_what_they_can_be_asked(void **state)
{
    (void)state;
    struct fixture fixture = {.session = session_open(NULL)};
    must_fail(&fixture, "calls", "no trace is open: `open FILE` opens one");
    session_close(fixture.session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(calls_that_repeat_are_one_row, open_it, close_it),
        cmocka_unit_test_setup_teardown(calls_that_are_too_many_are_one_row, open_it, close_it),
        cmocka_unit_test_setup_teardown(the_call_one_is_in_stands_alone, open_it, close_it),
        cmocka_unit_test_setup_teardown(a_function_has_its_calls_with_their_callers, open_it, close_it),
        cmocka_unit_test_setup_teardown(folds_open_and_close, open_it, close_it),
        cmocka_unit_test_setup_teardown(every_thread_has_its_tree, open_threads, close_it),
        cmocka_unit_test_setup_teardown(depths_are_found_from_one_to_another, open_threads, close_it),
        cmocka_unit_test(other_traces_say_what_they_can_be_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
