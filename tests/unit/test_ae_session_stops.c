/* test_ae_session_stops.c - stops in a regenerated address stream: breakpoints, watchpoints, loops.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_ae_session.h"

#include "session/engine.h"
#include "stream/stream.h"

/* ---- Stops ---- */

static void breakpoints_stop_both_ways(void **state)
{
    struct fixture *fixture = *state;
    assert_says(fixture, "break sub", "breakpoint 1, sub at 0x400180");
    goes(fixture, "continue", 28);
    assert_true(says(&fixture->answer.rows, "breakpoint 1, sub"));
    goes(fixture, "continue", 755);
    goes(fixture, "continue 3", 755 + 3 * 727);
    goes(fixture, "reverse-continue", 755 + 2 * 727);
    must_run(fixture, "ignore 1 5");
    goes(fixture, "continue", 755 + 8 * 727);
    must_run(fixture, "disable 1");
    goes(fixture, "continue", 72737);
    assert_true(says(&fixture->answer.rows, "the trace ends here"));
    must_run(fixture, "enable");
    goes(fixture, "reverse-continue", 28 + 99 * 727);
    must_run(fixture, "delete 1");
    goes(fixture, "reverse-continue", 1);
    assert_says(fixture, "info breakpoints", "no breakpoints");
    must_fail(fixture, "delete 1", "there is no breakpoint `1`: `info breakpoints` lists them");
}

static void a_temporary_breakpoint_stops_once(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "tbreak *0x400180");
    goes(fixture, "continue", 28);
    goes(fixture, "continue", 72737);
}

static void watchpoints_tell_who_wrote_and_who_read(void **state)
{
    struct fixture *fixture = *state;
    /* a[3][5]: written once, by the sixth store of the fourth call. */
    must_run(fixture, "watch 0x100005f4");
    uint64_t number = 28 + 3 * 727 + 14 + 5 * 7;
    must_run(fixture, "continue");
    assert_int_equal(here(fixture), number);
    must_run(fixture, "goto end");
    goes(fixture, "reverse-continue", number);
    must_run(fixture, "delete");
    must_run(fixture, "rwatch 0x100005f4,4");
    goes(fixture, "continue", 72737);
    must_run(fixture, "delete");
    must_run(fixture, "watch 0x100005f5,1");            /* one byte of the word */
    goes(fixture, "reverse-continue", number);
    must_run(fixture, "delete");
    must_run(fixture, "watch 0x100005f8,1");            /* the word behind it */
    goes(fixture, "continue", number + 7);
    must_fail(fixture, "watch", "expected an address or a variable: VAR or 0xADDRESS");
    must_fail(fixture, "watch nothing", "`nothing` is neither an address nor a global variable of the program");
    must_fail(fixture, "watch 0xfffffffe,4", "4 bytes at `0xfffffffe` end beyond 0xffffffff: addresses of this machine have 32 bits");
    must_fail(fixture, "awatch 0x1000,0", "expected a number of bytes, at least 1, not: 0");
}

static void loops_stop_at_an_iteration(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "break loop 0 iteration 31");
    must_run(fixture, "continue");
    assert_says(fixture, "info loops", "iteration 31 of 101, entered @");
    must_run(fixture, "break loop 1 iteration 57");
    must_run(fixture, "continue");
    assert_says(fixture, "info loops", "loop 0 in main");
    assert_says(fixture, "info loops", "iteration 57 of 101, entered @");
    must_fail(fixture, "break loop 2", "no loop `2`: loops are 0 to 1, and `info loops all` lists them");
    must_fail(fixture, "break loop 1 iteration 0", "expected `loop N iteration M`, M from 1");
}

/* Neither an ignored stop nor another stop hides a stop at the same place. */
static void stops_at_one_place_are_all_met(void **state)
{
    struct fixture *fixture = *state;
    const uint64_t store = 28 + 3 * 727 + 14 + 5 * 7;   /* of a[3][5] */
    must_run(fixture, "watch 0x100005f4");
    must_run(fixture, "ignore 1 100");
    must_run(fixture, "watch 0x100005f4");
    goes(fixture, "continue", store);
    assert_true(says(&fixture->answer.rows, "watchpoint 2"));
    assert_false(says(&fixture->answer.rows, "watchpoint 1"));
    must_run(fixture, "goto end");
    goes(fixture, "reverse-continue", store);
    assert_true(says(&fixture->answer.rows, "watchpoint 1"));
    assert_true(says(&fixture->answer.rows, "watchpoint 2"));
    must_run(fixture, "delete");
    must_run(fixture, "goto begin");
    must_run(fixture, "break loop 1");
    must_run(fixture, "ignore 3 1000000");
    must_run(fixture, "break loop 1 iteration 3");
    must_run(fixture, "continue");
    assert_says(fixture, "info loops", "iteration 3 of 101");
    must_run(fixture, "delete");
    must_run(fixture, "goto @27");
    must_run(fixture, "break sub");
    must_run(fixture, "ignore 5 100");
    goes(fixture, "stepi", 28);             /* a step is one step, whatever is ignored there */
}

static void counts_are_so_many_single_ones(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "stepi 500");
    uint64_t there = here(fixture);
    must_run(fixture, "goto begin");
    for (int i = 0; i < 500; i++)
        must_run(fixture, "stepi");
    assert_int_equal(here(fixture), there);
    goes(fixture, "goto @27", 27);
    goes(fixture, "nexti 3", 748);
    must_run(fixture, "break sub");
    goes(fixture, "continue 200", 72737);
    assert_true(says(&fixture->answer.rows, "the trace ends here"));
    must_run(fixture, "delete");
    must_run(fixture, "goto @100");
    goes(fixture, "stepi 5000000", 72737);
    assert_true(says(&fixture->answer.rows, "the trace ends here"));
}

static void locations_that_cannot_stop_say_why(void **state)
{
    struct fixture *fixture = *state;
    must_fail(fixture, "watch main", "`main` is code: `break` stops there");
    must_fail(fixture, "watch 0,4294967296", "4294967296 bytes at `0` end beyond 0xffffffff: addresses of this machine have 32 bits");
    must_fail(fixture, "break sub if i == 2", "column 1 of the condition: `i` is not a register such as $sp or $29: Abstract Execution records addresses, not memory contents");
    must_fail(fixture, "break nofn if $sp", "no function `nofn` in the schema: `info functions` lists them");
    must_run(fixture, "watch *0x1000,4294963200");
    must_run(fixture, ":where");
}

static void a_walk_to_a_position_ends_at_the_return_at_the_latest(void **state)
{
    struct fixture *fixture = *state;
    goes(fixture, "until sub", 28);
    goes(fixture, "until sub", 746);
    goes(fixture, "advance sub", 755);
}

static bool refuse(void *context, uint64_t done, uint64_t total)
{
    (void)done, (void)total;
    return !*(bool *)context;
}

/* ---- Commands that ignore stops ---- */

static void going_up_passes_stops(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "watch 0x10000130,40000");
    must_run(fixture, "break sub");
    goes(fixture, "goto @100", 100);
    goes(fixture, "up", 27);
    goes(fixture, "back", 100);
    goes(fixture, "frame 1", 27);
    goes(fixture, "frame 0", 27);
    assert_says(fixture, "info breakpoints", "watchpoint 1, 0x10000130,40000: 40000 bytes");
    assert_false(says(&fixture->answer.rows, "hit"));
}

/* The last thousand writes before here, ascending, with the cursor on the last: the same that reverse-continue meets one by one. */
static void who_lists_what_reverse_continue_meets(void **state)
{
    enum { LISTED = 1000 };
    struct fixture *fixture = *state;
    struct row row = {0};
    uint64_t met[LISTED];
    must_run(fixture, "watch 0x10000130,40000");
    must_run(fixture, "goto end");
    for (size_t i = LISTED; i-- > 0;) {
        must_run(fixture, "reverse-continue");
        met[i] = here(fixture);
    }
    must_run(fixture, "goto end");
    assert_says(fixture, "who 0x10000130 40000", "there are more than 1000 writes before here");
    assert_int_equal(fixture->answer.rows.count, LISTED + 2);
    assert_int_equal(fixture->answer.rows.focus, LISTED);
    for (size_t i = 0; i < LISTED; i++) {
        assert_true(rows_get(&fixture->answer.rows, i + 1, &row));
        assert_int_equal(row.place.event, met[i]);
        row_free(&row);
    }
    goes(fixture, "goto @2258", 2258);      /* the write itself is not before it */
    assert_says(fixture, "who 0x100005f4", "no instruction in the trace wrote here before @2258");
    assert_says(fixture, "who 0x100005f4", "the instruction here, @2258, writes it; the list has earlier writes");
    goes(fixture, "goto @2259", 2259);
    assert_says(fixture, "who 0x100005f4", "@2258  sub+0x24");
    must_fail(fixture, "who", "`who` needs a variable or an address: `who VAR` or `who 0xADDRESS [SIZE]`");
}

static void a_breakpoint_says_where_it_is(void **state)
{
    struct fixture *fixture = *state;
    goes(fixture, "goto @41", 41);
    assert_says(fixture, "break", "breakpoint 1, sub+0x24 at 0x4001a4");
    assert_says(fixture, "break *0x4001a4", "breakpoint 2, *0x4001a4");
    assert_false(says(&fixture->answer.rows, " at "));
    must_run(fixture, "disable 2");
    assert_says(fixture, "info breakpoints", "breakpoint 2, *0x4001a4, disabled");
}

static void stopped_work_moves_nothing(void **state)
{
    (void)state;
    bool stop = false;
    struct session_options options = {.progress = {.report = refuse, .context = &stop}};
    struct fixture *fixture = open_events(SIZE_MAX, &options);
    goes(fixture, "goto @40000", 40000);
    stop = true;
    must_fail(fixture, "pp", "interrupted");
    must_fail(fixture, "cache 1k 16 1", "interrupted");
    must_fail(fixture, "who 0x10000130", "interrupted");
    assert_int_equal(here(fixture), 40000);
    stop = false;
    goes(fixture, "reverse-continue", 1);
    void *done = fixture;
    (void)close_it(&done);
}

/* A timeline without any knowledge has to run to the next stop. */
static void registers_behind_an_instruction_are_unknown_or_interrupted(void **state)
{
    (void)state;
    bool stop = false;
    struct session_options options = {.progress = {.report = refuse, .context = &stop}};
    struct fixture *fixture = open_events(SIZE_MAX, &options);
    struct ae *ae = ae_of(fixture->session);
    char line[32];
    int number = 28;
    do {                                /* to an operator that writes a register */
        snprintf(line, sizeof line, "goto @%d", number);
        goes(fixture, line, (uint64_t)number++);
        must_run(fixture, "info registers");
    } while (!says(&fixture->answer.rows, "-> ") && number < 100);
    must_run(fixture, "goto begin");
    must_run(fixture, line);
    timeline_close(ae->timeline);
    assert_true(timeline_open(ae->input.program, ae->input.events, "ae.out", &(struct timeline_options){0}, &ae->timeline, &fixture->error));
    stop = true;
    assert_says(fixture, "info registers", "-> interrupted");
    assert_false(says(&fixture->answer.rows, "-> unknown"));
    stop = false;
    assert_says(fixture, "info registers", "-> ");
    assert_false(says(&fixture->answer.rows, "-> interrupted"));
    void *done = fixture;
    (void)close_it(&done);
}

static void several_files_must_belong_together(void **state)
{
    (void)state;
    struct fixture *fixture = calloc(1, sizeof *fixture);
    fixture->session = session_open(NULL);
    const char *schemas[] = {"data/ae/fig1.sma", "data/ae/fig1.sma"}, *alone[] = {"data/ae/fig1.sma"};
    assert_false(session_load_files(fixture->session, schemas, 2, &fixture->error));
    assert_string_equal(fixture->error.message, "name an event file too (ae.out)");
    assert_false(session_load_files(fixture->session, alone, 1, &fixture->error));
    assert_string_equal(fixture->error.message, "name an event file too (ae.out)");
    const char *others[] = {"data/wet/good-instance.wet", "data/wet/good-history.lim"};
    assert_false(session_load_files(fixture->session, others, 2, &fixture->error));
    void *done = fixture;
    (void)close_it(&done);
}
int main(void)
{
    const struct CMUnitTest tests[] = {
        TRACE(breakpoints_stop_both_ways),
        TRACE(a_temporary_breakpoint_stops_once),
        TRACE(watchpoints_tell_who_wrote_and_who_read),
        TRACE(loops_stop_at_an_iteration),
        TRACE(stops_at_one_place_are_all_met),
        TRACE(counts_are_so_many_single_ones),
        TRACE(locations_that_cannot_stop_say_why),
        TRACE(a_walk_to_a_position_ends_at_the_return_at_the_latest),
        TRACE(going_up_passes_stops),
        TRACE(who_lists_what_reverse_continue_meets),
        TRACE(a_breakpoint_says_where_it_is),
        cmocka_unit_test(stopped_work_moves_nothing),
        cmocka_unit_test(registers_behind_an_instruction_are_unknown_or_interrupted),
        cmocka_unit_test(several_files_must_belong_together),
    };
    return cmocka_run_group_tests_name("ae session", tests, NULL, NULL);
}
