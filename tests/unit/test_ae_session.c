/* test_ae_session.c - a regenerated address stream in a session: promises of its commands and panes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Stops: test_ae_session_stops.c. */
#include "test_ae_session.h"

#include "session/engine.h"
#include "stream/stream.h"

static int open_cut(void **state)
{
    *state = open_events(5000, NULL);
    return 0;
}

/* ---- Positions ---- */

static void a_trace_opens_at_its_first_address_and_is_measured(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(here(fixture), 1);
    assert_string_equal(session_kind_name(fixture->session), "ae");
    assert_says(fixture, "where", "@1 of 72737  main");
    assert_says(fixture, "info trace", "72,737");
}

static void positions_are_numbers_percents_ends_and_code(void **state)
{
    struct fixture *fixture = *state;
    goes(fixture, "goto @41237", 41237);
    goes(fixture, "goto 50%", 36368);
    goes(fixture, "goto end", 72737);
    goes(fixture, "goto begin", 1);
    goes(fixture, "goto +100", 101);
    goes(fixture, "goto -1", 100);
    goes(fixture, "goto sub", 755);         /* the next execution */
    goes(fixture, "goto sub#0", 28);
    goes(fixture, "goto sub#99", 28 + 99 * 727);
    goes(fixture, "goto end", 72737);
    goes(fixture, "goto sub", 28 + 99 * 727);     /* no later execution: the last one */
    must_fail(fixture, "goto sub#100", "no execution #100: sub ran 100 times, #0 to #99");
    must_fail(fixture, "goto @72738", "no address @72738: the trace has @1 to @72737");
    must_fail(fixture, "goto 0x400102", "0x400102 is not an instruction of the schema: `info functions` lists its functions");
    must_fail(fixture, "goto nowhere", "no function `nowhere` in the schema: `info functions` lists them");
    must_fail(fixture, "goto fig1.c:3", "the executable has no line information, so fig1.c:3 is unknown");
    must_fail(fixture, "goto -99999", "-99999 leads out of the trace, which begins at @1: this is @72001");
}

static void jumps_are_remembered_and_marks_hold(void **state)
{
    struct fixture *fixture = *state;
    goes(fixture, "goto @500", 500);
    must_run(fixture, "mark a");
    goes(fixture, "goto end", 72737);
    goes(fixture, "back", 500);
    goes(fixture, "forward", 72737);
    goes(fixture, "goto $a", 500);
    goes(fixture, "stepi", 501);
    goes(fixture, "back", 72737);
}

/* ---- Walking ---- */

static void instructions_are_stepped_both_ways(void **state)
{
    struct fixture *fixture = *state;
    goes(fixture, "stepi", 2);
    goes(fixture, "stepi", 4);              /* @3 is the store's address */
    goes(fixture, "reverse-stepi", 2);
    goes(fixture, "stepi 5", 12);
    goes(fixture, "reverse-stepi 5", 2);
    goes(fixture, "goto @3", 3);            /* a reference */
    goes(fixture, "reverse-stepi", 2);      /* the instruction that made it */
    goes(fixture, "goto @3", 3);
    goes(fixture, "stepi", 4);
    goes(fixture, "goto begin", 1);
    must_fail(fixture, "reverse-stepi", "this is where the trace begins");
    must_run(fixture, "goto end");
    must_fail(fixture, "stepi", "this is where the trace ends");
}

static void calls_are_passed_and_left_both_ways(void **state)
{
    struct fixture *fixture = *state;
    goes(fixture, "goto sub", 28);
    goes(fixture, "reverse-stepi", 27);     /* the call */
    goes(fixture, "nexti", 746);            /* behind it */
    goes(fixture, "reverse-nexti", 27);
    goes(fixture, "stepi", 28);
    goes(fixture, "finish", 746);
    goes(fixture, "reverse-stepi", 745);
    goes(fixture, "reverse-finish", 27);
    goes(fixture, "stepi", 28);
    goes(fixture, "up", 27);
    must_fail(fixture, "down", "there is no inner frame here: `step` enters the next call, `back` takes back the last jump");
}

static void a_step_is_an_instruction_where_there_are_no_lines(void **state)
{
    struct fixture *fixture = *state;
    goes(fixture, "step", 2);
    goes(fixture, "reverse-step", 1);
    goes(fixture, "goto @27", 27);
    goes(fixture, "next", 746);
    goes(fixture, "reverse-next", 27);
}

static void the_same_instruction_is_found_again(void **state)
{
    struct fixture *fixture = *state;
    goes(fixture, "goto sub", 28);
    goes(fixture, "next-execution", 755);
    goes(fixture, "next-execution 2", 2209);
    goes(fixture, "previous-execution 3", 28);
    must_fail(fixture, "previous-execution", "this instruction did not run before");
}

/* Going back many executions is one search, stretch by stretch of the trace. It must end where single steps end, wherever it begins. */
static void many_executions_back_are_as_many_steps_back(void **state)
{
    struct fixture *fixture = *state;
    struct ae *ae = ae_of(fixture->session);
    struct timeline_options options = {.interval = 500};
    struct error error;
    char command[64];
    timeline_close(ae->timeline);
    assert_true(timeline_open(ae->input.program, ae->input.events, ae->input.events_name, &options, &ae->timeline, &error));
    goes(fixture, "goto end", 72737);
    goes(fixture, "goto sub#99", 28 + 99 * 727);
    for (unsigned n = 1; n <= 99; n += 7) {
        snprintf(command, sizeof command, "previous-execution %u", n);
        goes(fixture, command, 28 + (99 - n) * 727);
        goes(fixture, "goto sub#99", 28 + 99 * 727);
    }
    goes(fixture, "previous-execution 1000", 28);        /* the first execution */
    goes(fixture, "goto @41237", 41237);
    uint64_t at[200];
    size_t count = 0;
    for (; count < 200; count++) {
        must_run(fixture, "previous-execution");
        at[count] = here(fixture);
    }
    for (size_t n = 1; n <= count; n += 11) {
        goes(fixture, "goto @41237", 41237);
        snprintf(command, sizeof command, "previous-execution %zu", n);
        goes(fixture, command, at[n - 1]);
    }
}

/* ---- Known values ---- */

static void registers_say_what_they_do_not_know(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "break loop 1 iteration 2");
    must_run(fixture, "continue");
    assert_says(fixture, "print $a0", "$a0 = 0x10000134");
    assert_says(fixture, "p/d R29", "$sp = 2146434616");
    assert_says(fixture, "print $t3", "$t3 unknown");
    assert_says(fixture, "info registers", "0x10000134");
    must_fail(fixture, "print total", "no register `total`: `print` shows registers, such as $sp or $29. Abstract Execution records addresses, not memory contents");
    must_fail(fixture, "x 0x1000",
              "`x` cannot show memory: Abstract Execution records addresses, not contents; `print $sp` shows a register, `watch` finds writes");
    must_fail(fixture, "deps", "`deps` needs a recording, but this is an address stream. Addresses are recorded, but no dependences. `who ADDRESS` lists "
                               "writes there, `watch ADDRESS` and `reverse-continue` go to them");
}

static void the_stack_has_its_loops(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "break loop 1 iteration 2");
    must_run(fixture, "continue");
    must_run(fixture, "backtrace");
    assert_int_equal(fixture->answer.rows.count, 4);
    assert_true(says(&fixture->answer.rows, "> #0  sub"));
    assert_true(says(&fixture->answer.rows, "loop 0 in main"));
    must_run(fixture, "frame 1");
    assert_int_equal(here(fixture), 27);
    must_fail(fixture, "frame 1", "no frame `1`: `backtrace` lists the frames");
}

static void panes_show_code_and_stream(void **state)
{
    struct fixture *fixture = *state;
    struct rows rows = {0};
    must_run(fixture, "goto @3");
    assert_true(session_view(fixture->session, VIEW_STREAM, &rows, &fixture->error));
    assert_int_equal(rows.count, 72737);
    assert_int_equal(rows.focus, 2);
    assert_row(&rows, 2, "> @3         W 0x7feffe6c  stack");
    rows_free(&rows);
    rows = (struct rows){0};
    assert_true(session_view(fixture->session, VIEW_INSTRUCTIONS, &rows, &fixture->error));
    assert_int_equal(rows.count, 32);
    assert_int_equal(rows.focus, 1);
    assert_true(says(&rows, "W 0x7feffe6c stack  $sp=0x7feffe58"));
    rows_free(&rows);
    for (int view = 0; view < VIEWS; view++) {
        rows = (struct rows){0};
        if (session_view(fixture->session, (enum view)view, &rows, &fixture->error))
            rows_free(&rows);
    }
}

/* ---- Cache and loops ---- */

static void analyses_run_over_the_whole_trace(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto @5000");
    assert_says(fixture, "cache 1024 16 1", "62325");
    assert_int_equal(here(fixture), 5000);
    assert_says(fixture, "cache 8k 32 2 split function", "sub");
    assert_says(fixture, "pp", "loop 1 activations 100 iterations 10100 instructions 60200 steps 600");
    must_fail(fixture, "cache 1024", "`cache` needs SIZE LINE WAYS, as in `cache 32k 32 4`");
    must_fail(fixture, "pp 3", "`3` is not a power of two up to 1048576: `pp` needs a number of bytes");
}

/* ---- Damage and interrupted work ---- */

static void what_precedes_damage_stays_browsable(void **state)
{
    struct fixture *fixture = *state;
    struct text line = {0};
    assert_true(session_notice(fixture->session, &line));
    assert_non_null(strstr(text_string(&line), "/tmp/clew-test-"));
    assert_non_null(strstr(text_string(&line), "clew shows the trace up to there"));
    assert_non_null(strstr(text_string(&line), "offset 5000"));
    text_free(&line);
    goes(fixture, "goto @20000", 20000);
    must_run(fixture, "goto end");
    uint64_t last = here(fixture);
    assert_true(last > 30000 && last < 36000);
    assert_says(fixture, "problems", "offset 5000");
    must_run(fixture, "reverse-stepi");
    must_run(fixture, "break sub");
    must_run(fixture, "reverse-continue");
    assert_says(fixture, "cache 1024 16 1", "the trace ends early");
}

/* ---- A schema of version 1: builds have an identity, runs may call back ---- */

#define CALLBACKS                                                                                                                     \
    "ae_schema 1\nae_id 0123456789abcdef\nstart_function sort$u0 1\nstart_block 0\ncall_ext qsort x2\nreturn x2\nend_function sort$u0\n" \
    "start_function compare$u0 1\nstart_block 0\nunknown_defn R4 x0\nload_inst 0(#R4)\nreturn x2\nend_function compare$u0\n"

/* sort calls code without schema, which calls compare twice. */
static int open_callbacks(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    struct test_ae ae = test_ae_open(CALLBACKS);
    char schema[32], path[32];
    struct text events = {0};
    text_add(&events, "AE1\n\x01\x23\x45\x67\x89\xab\xcd\xef");
    text_byte(&events, 1);
    put_word(&events, test_ae_entry(0));
    for (uint32_t i = 0; i < 2; i++) {
        text_byte(&events, 1);
        put_word(&events, test_ae_entry(1));
        put_word(&events, 0x10000000 + 4 * i);
    }
    text_byte(&events, 0);
    write_file(schema, CALLBACKS);
    write_bytes(path, events.data, events.size);
    fixture->session = session_open(NULL);
    const char *paths[] = {ae.path, schema, path};
    bool done = session_load_files(fixture->session, paths, 3, &fixture->error);
    unlink(schema);
    unlink(path);
    text_free(&events);
    test_ae_close(&ae);
    if (!done)
        fail_msg("%s", fixture->error.message);
    *state = fixture;
    return 0;
}

/* Each of them reads the events from the beginning, including the head. */
static void analyses_know_the_build(void **state)
{
    struct fixture *fixture = *state;
    assert_says(fixture, "where", "@1 of 12  sort");
    assert_says(fixture, "cache 1k 16 1", "unified                accesses         misses      rate");
    assert_says(fixture, "cache 1k 16 1", "  fetches                    10              2     20.0%");
    assert_says(fixture, "cache 1k 16 1", "  reads                       2              1     50.0%");
    assert_says(fixture, "pp", "program 10 instructions");
}

static void frames_lead_through_code_without_schema(void **state)
{
    struct fixture *fixture = *state;
    goes(fixture, "goto compare#1", 7);
    must_run(fixture, "backtrace");
    assert_int_equal(fixture->answer.rows.count, 2);
    assert_true(says(&fixture->answer.rows, "> #0  compare"));
    assert_true(says(&fixture->answer.rows, "called by code without schema"));
    goes(fixture, "up", 1);
    must_fail(fixture, "up", "no frame `1`: `backtrace` lists the frames");
    assert_says(fixture, "break sort", "breakpoint 1, sort at 0x400100");
    must_fail(fixture, "info line", "no source position is known here");
}
int main(void)
{
    const struct CMUnitTest tests[] = {
        TRACE(a_trace_opens_at_its_first_address_and_is_measured),
        TRACE(positions_are_numbers_percents_ends_and_code),
        TRACE(jumps_are_remembered_and_marks_hold),
        TRACE(instructions_are_stepped_both_ways),
        TRACE(calls_are_passed_and_left_both_ways),
        TRACE(a_step_is_an_instruction_where_there_are_no_lines),
        TRACE(the_same_instruction_is_found_again),
        TRACE(many_executions_back_are_as_many_steps_back),
        TRACE(registers_say_what_they_do_not_know),
        TRACE(the_stack_has_its_loops),
        TRACE(panes_show_code_and_stream),
        TRACE(analyses_run_over_the_whole_trace),
        cmocka_unit_test_setup_teardown(what_precedes_damage_stays_browsable, open_cut, close_it),
        cmocka_unit_test_setup_teardown(analyses_know_the_build, open_callbacks, close_it),
        cmocka_unit_test_setup_teardown(frames_lead_through_code_without_schema, open_callbacks, close_it),
    };
    return cmocka_run_group_tests_name("ae session", tests, NULL, NULL);
}
