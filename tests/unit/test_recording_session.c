/* test_recording_session.c - a recording in a session: walks both ways, breakpoints, frames, times as positions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The program runs a loop of three rounds that calls a function. Its lines, and when they run (in round 0):
 *
 *     main 10   @1          main 11   @2 @3        main 12   @4 @5 (call) and, after it, @8     f 20   @6     f 21   @7     main 13   @9
 *     main 14   @28, the last */
#include "session_fixture.h"

#include <stdio.h>

#include "recording/recording.h"
#include "session/engine.h"

enum { TIMES = 28 };

/* Addresses are 0x1000 + 4 * site, so that a line's code is contiguous. */
static const struct line {
    uint32_t site;
    const char *function;
    uint64_t line;
} lines[] = {{1, "main", 10}, {2, "main", 11}, {3, "main", 11}, {4, "main", 12}, {5, "main", 12}, {6, "main", 12},
             {7, "main", 13}, {8, "main", 14}, {20, "f", 20},   {21, "f", 21},   {30, "g", 30},   {31, "g", 31}};
enum { LINES = sizeof lines / sizeof *lines };

struct recorder {
    struct store_writer *writer;
    uint64_t executions[40];
};

static void ran(struct recorder *recorder, uint64_t thread, uint32_t site)
{
    store_writer_run(recorder->writer, thread, site, recorder->executions[site]++);
}

static struct writer_instruction instruction_of(void *context, uint64_t i)
{
    const struct recorder *recorder = context;
    return (struct writer_instruction){.site = lines[i].site, .no_values = true, .id = lines[i].site, .address = 0x1000 + 4 * lines[i].site,
                                       .line = lines[i].line, .executions = recorder->executions[lines[i].site], .file = str_of("demo.c"),
                                       .function = str_of(lines[i].function)};
}

static void run_program(struct recorder *recorder, bool threads)
{
    store_writer_frame_begins(recorder->writer, 1, 0, false, false);
    ran(recorder, 1, 1);
    uint64_t now = 1;
    for (unsigned round = 0; round < 4; round++) {
        ran(recorder, 1, 2), ran(recorder, 1, 3);
        now += 2;
        if (round == 3)
            break;
        ran(recorder, 1, 4), ran(recorder, 1, 5);
        now += 2;
        store_writer_frame_begins(recorder->writer, 1, now, false, false);
        ran(recorder, 1, 20);
        if (threads && round == 1) {
            ran(recorder, 2, 30), ran(recorder, 2, 31);
            now += 2;
        }
        ran(recorder, 1, 21);
        store_writer_frame_ends(recorder->writer, 1);
        ran(recorder, 1, 6), ran(recorder, 1, 7);
        now += 4;
    }
    ran(recorder, 1, 8);
}

static struct fixture *open_recording(bool threads, const char *status)
{
    struct fixture *fixture = memory_allocate(sizeof *fixture);
    struct recorder recorder = {0};
    struct writer_totals totals;
    char path[64];
    write_file(fixture->path, "");
    unlink(fixture->path);
    snprintf(path, sizeof path, "%s.clew", fixture->path);
    if (!store_writer_open(path, &recorder.writer, &fixture->error))
        fail_msg("%s", fixture->error.message);
    if (threads)
        store_writer_frame_begins(recorder.writer, 2, 0, false, false);
    run_program(&recorder, threads);
    store_writer_note(recorder.writer, "status", str_of(status));
    const struct writer_program program = {LINES - (threads ? 0 : 2), instruction_of, &recorder, false, 0};
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
    *state = open_recording(false, "exit 0");
    return 0;
}

static int open_threads(void **state)
{
    *state = open_recording(true, "signal SIGSEGV");
    return 0;
}

static uint64_t here(struct fixture *fixture)
{
    uint64_t time = 0;
    assert_true(store_time(wet_of(fixture->session)->store, wet_of(fixture->session)->here, &time));
    return time;
}

/* Runs a command and returns the place afterwards. */
static uint64_t after(struct fixture *fixture, const char *line)
{
    must_run(fixture, line);
    return here(fixture);
}

static void assert_walk(struct fixture *fixture, const char *line, const uint64_t *times, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (after(fixture, line) != times[i])
            fail_msg("%s, %zu times: at @%lu, expected @%lu", line, i + 1, (unsigned long)here(fixture), (unsigned long)times[i]);
}

#define ASSERT_WALK(fixture, line, ...) \
    do { \
        static const uint64_t times_[] = {__VA_ARGS__}; \
        assert_walk(fixture, line, times_, sizeof times_ / sizeof *times_); \
    } while (0)

static void it_opens_at_the_end_and_says_when_that_is(void **state)
{
    struct fixture *fixture = *state;
    struct text status = {0};
    must_run(fixture, "where");
    assert_row(&fixture->answer.rows, 0, "0x1020#0 of 1  main demo.c:14  @28 of 28");
    session_status(fixture->session, &status);
    assert_string_equal(text_string(&status), "@28 of 28 - 0x1020#0/1 - main demo.c:14 - 10 insns");
    text_free(&status);
    assert_string_equal(session_kind_name(fixture->session), "recording");
}

static void a_time_is_a_position(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(after(fixture, "goto @6"), 6);
    assert_int_equal(after(fixture, "goto begin"), 1);
    assert_int_equal(after(fixture, "goto 50%"), 14);
    assert_int_equal(after(fixture, "goto end"), TIMES);
    assert_int_equal(after(fixture, "back"), 14);
    assert_int_equal(after(fixture, "goto 20#2"), 22);
    assert_int_equal(after(fixture, "previous-execution"), 14);
    must_run(fixture, "where @5");
    assert_row(&fixture->answer.rows, 0, "0x1014#0 of 3  main demo.c:12  @5 of 28");
    must_fail(fixture, "goto @29", "@29 is not in this recording: it goes from @1 to @28");
}

static void steps_forward_and_back_mirror_each_other(void **state)
{
    struct fixture *fixture = *state;
    static const char *const steps[] = {"step", "next", "stepi", "nexti"};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        uint64_t times[TIMES + 1];
        size_t count = 0;
        char back[32];
        snprintf(back, sizeof back, "reverse-%s", steps[i]);
        for (times[count++] = after(fixture, "goto begin"); here(fixture) < TIMES;)
            times[count++] = after(fixture, steps[i]);
        for (size_t k = count - 1; k > 0; k--)
            assert_int_equal(after(fixture, back), times[k - 1]);
        must_fail(fixture, back, "this is where the trace begins");
    }
    must_run(fixture, "goto end");
    must_fail(fixture, "step", "this is where the trace ends");
}

static void a_step_ends_where_another_line_or_frame_begins(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto begin");
    ASSERT_WALK(fixture, "step", 2, 4, 6, 7, 8, 9, 10, 12, 14);
    ASSERT_WALK(fixture, "reverse-step 2", 10, 8);
    must_run(fixture, "goto begin");
    ASSERT_WALK(fixture, "next", 2, 4, 9, 10, 12, 17);
    must_run(fixture, "goto @6");
    ASSERT_WALK(fixture, "next", 7, 8, 9);
    must_run(fixture, "goto @6");
    ASSERT_WALK(fixture, "reverse-next", 4, 2, 1);
    must_run(fixture, "goto @3");
    ASSERT_WALK(fixture, "reverse-step", 2, 1);
}

static void instructions_are_stepped_into_and_over_calls(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto @5");
    ASSERT_WALK(fixture, "stepi", 6, 7, 8);
    ASSERT_WALK(fixture, "reverse-nexti", 5, 4);
    ASSERT_WALK(fixture, "nexti", 5, 8, 9);
    ASSERT_WALK(fixture, "reverse-stepi", 8, 7, 6, 5);
    ASSERT_WALK(fixture, "stepi 3", 8);
}

static void finish_leads_to_the_caller_and_back_to_the_call(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto @14");
    ASSERT_WALK(fixture, "finish", 16);
    must_run(fixture, "goto @15");
    ASSERT_WALK(fixture, "reverse-finish", 13);
    must_fail(fixture, "reverse-finish", "no call in the trace leads to this function");
    must_run(fixture, "goto @15");
    ASSERT_WALK(fixture, "up", 13);
    ASSERT_WALK(fixture, "finish", TIMES);
    assert_row(&fixture->answer.rows, 0, "the trace ends here");
}

static void breakpoints_stop_all_walks(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto begin");
    must_run(fixture, "break f");
    assert_row(&fixture->answer.rows, 0, "breakpoint 1, f at 0x1050");
    ASSERT_WALK(fixture, "continue", 6);
    assert_row(&fixture->answer.rows, 0, "breakpoint 1, f");
    ASSERT_WALK(fixture, "continue", 14, 22, TIMES);
    assert_row(&fixture->answer.rows, 0, "the trace ends here");
    ASSERT_WALK(fixture, "reverse-continue", 22, 14, 6, 1);
    ASSERT_WALK(fixture, "continue 2", 14);
    must_run(fixture, "goto @4");
    ASSERT_WALK(fixture, "next", 6);
    assert_row(&fixture->answer.rows, 0, "breakpoint 1, f");
    must_run(fixture, "goto begin");
    must_run(fixture, "ignore 1 2");
    ASSERT_WALK(fixture, "continue", 22);
    must_run(fixture, "delete");
    must_run(fixture, "goto begin");
    must_run(fixture, "tbreak demo.c:12");
    ASSERT_WALK(fixture, "continue", 4, TIMES);
}

static void a_line_stops_where_it_begins_only(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto begin");
    must_run(fixture, "break 12");
    assert_row(&fixture->answer.rows, 0, "breakpoint 1, main demo.c:12 at 0x1010");
    must_run(fixture, "break *0x101c");
    ASSERT_WALK(fixture, "continue", 4, 9, 12, 17);
    must_fail(fixture, "break nowhere", "no function `nowhere` in this trace: `info functions` lists them");
    must_fail(fixture, "break demo.c:99", "nothing in demo.c:99 ran: the nearest line that ran is 21");
    must_fail(fixture, "break 20#1", "a breakpoint is for all executions of an instruction: leave out #1");
}

static void until_leads_out_of_loops(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto @9");
    ASSERT_WALK(fixture, "until", TIMES);
    must_run(fixture, "goto @4");
    ASSERT_WALK(fixture, "until 13", 9);
    must_run(fixture, "goto @6");
    ASSERT_WALK(fixture, "until 13", 8);
}

static void the_stack_is_listed_with_its_calls(void **state)
{
    struct fixture *fixture = *state;
    struct rows rows = {0};
    must_run(fixture, "goto @15");
    must_run(fixture, "backtrace");
    assert_int_equal(fixture->answer.rows.count, 2);
    assert_row(&fixture->answer.rows, 0, "> #0  f demo.c:21  since @14");
    assert_row(&fixture->answer.rows, 1, "  #1  main demo.c:12  since @1");
    assert_true(session_view(fixture->session, VIEW_FRAMES, &rows, &fixture->error));
    assert_int_equal(rows.count, 2);
    rows_free(&rows);
    ASSERT_WALK(fixture, "frame 1", 13);
    must_fail(fixture, "frame 1", "no frame `1`: `backtrace` lists the frames");
}

static void walks_follow_one_thread(void **state)
{
    struct fixture *fixture = *state;
    struct text notice = {0};
    bool told = false;
    while (session_notice(fixture->session, &notice))
        told = told || str_find(text_str(&notice), str_of("killed by SIGSEGV: this is the last instruction that ran")) != SIZE_MAX;
    assert_true(told);
    text_free(&notice);
    must_run(fixture, "goto @14");
    ASSERT_WALK(fixture, "stepi", 17, 18);
    ASSERT_WALK(fixture, "reverse-step", 17, 14);
    must_run(fixture, "goto @15");
    ASSERT_WALK(fixture, "step", 16);
    must_fail(fixture, "step", "thread 2 does not run again: `continue` goes on with the others");
    ASSERT_WALK(fixture, "reverse-step 9", 15);
    assert_row(&fixture->answer.rows, 0, "thread 2 begins here");
    must_fail(fixture, "reverse-step", "thread 2 began here: `reverse-continue` goes back in the others");
    must_run(fixture, "info threads");
    assert_row(&fixture->answer.rows, 0, "  thread 1     @14          f demo.c:20  first @1, last @30");
    assert_row(&fixture->answer.rows, 1, "> thread 2     @15          g demo.c:30  first @15, last @16");
    ASSERT_WALK(fixture, "thread 1", 14);
    assert_row(&fixture->answer.rows, 0, "thread 1 was here; `back` returns");
    must_run(fixture, "thread");
    assert_row(&fixture->answer.rows, 1, "  thread 2     @15          g demo.c:30  begins later, last @16");
    ASSERT_WALK(fixture, "thread 2", 15);
    assert_row(&fixture->answer.rows, 0, "thread 2 had not begun: it begins here; `back` returns");
    ASSERT_WALK(fixture, "thread 2", 15);
    assert_row(&fixture->answer.rows, 0, "thread 2 is the current one");
    must_run(fixture, "goto end");
    ASSERT_WALK(fixture, "thread 2", 16);
    must_fail(fixture, "thread 0", "no thread `0`: `info threads` lists the threads");
    must_fail(fixture, "thread 3", "no thread `3`: `info threads` lists the threads");
    ASSERT_WALK(fixture, "continue", TIMES + 2);
    assert_row(&fixture->answer.rows, 0, "the trace ends here: killed by SIGSEGV");
    must_run(fixture, "break g");
    ASSERT_WALK(fixture, "reverse-continue", 15);
}

static void what_is_not_recorded_is_refused(void **state)
{
    struct fixture *fixture = *state;
    must_fail(fixture, "down", "there is no inner frame here: `step` enters the next call, `back` takes back the last jump");
    assert_false(run(fixture, "watch 0x1000"));
    assert_false(run(fixture, "suffix"));
}

int main(void)
{
#define RECORDED(test) cmocka_unit_test_setup_teardown(test, open_it, close_it)
    const struct CMUnitTest tests[] = {
        RECORDED(it_opens_at_the_end_and_says_when_that_is),
        RECORDED(a_time_is_a_position),
        RECORDED(steps_forward_and_back_mirror_each_other),
        RECORDED(a_step_ends_where_another_line_or_frame_begins),
        RECORDED(instructions_are_stepped_into_and_over_calls),
        RECORDED(finish_leads_to_the_caller_and_back_to_the_call),
        RECORDED(breakpoints_stop_all_walks),
        RECORDED(a_line_stops_where_it_begins_only),
        RECORDED(until_leads_out_of_loops),
        RECORDED(the_stack_is_listed_with_its_calls),
        cmocka_unit_test_setup_teardown(walks_follow_one_thread, open_threads, close_it),
        RECORDED(what_is_not_recorded_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
