/* test_ae_session.c - a regenerated address trace in a session: what its commands and panes promise.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The trace is that of the paper's figure 1: main calls sub a hundred times, sub stores a hundred words; 72,737 addresses. */
#include "session_fixture.h"
#include "test_ae.h"

#include <stdio.h>

/* Where the test executable has them: main of 32 instructions, then sub. */
enum { MAIN = TEST_AE_BASE, SUB = TEST_AE_BASE + 128, ARRAY = 0x10000130 };

static void put_word(struct text *events, uint32_t word)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        text_byte(events, (char)(word >> shift));
}

static void put_events(struct text *events)
{
    put_word(events, 0x7feffe58);
    for (uint32_t i = 0; i < 100; i++) {
        text_byte(events, 1);
        put_word(events, 0x7feffe38);
        put_word(events, ARRAY + 400 * i);
        for (int j = 0; j < 100; j++)
            text_byte(events, 1);
        text_byte(events, 3);
    }
    text_byte(events, 3);
}

struct files {
    struct test_ae ae;
    char events[32];
};

static char *schema_text(void)
{
    struct arena arena = {0};
    struct slice bytes;
    struct error error;
    assert_true(file_read("data/ae/fig1.sma", &arena, &bytes, &error));
    char *copy = strndup(bytes.data, bytes.size);
    arena_free(&arena);
    return copy;
}

/* Opens the first `size` bytes of the events. */
static struct fixture *open_events(size_t size, struct session_options *options)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    struct files files;
    struct text events = {0};
    char *schema = schema_text();
    files.ae = test_ae_open(schema);
    free(schema);
    put_events(&events);
    assert_int_equal(events.size, 11005);
    write_bytes(files.events, events.data, size < events.size ? size : events.size);
    text_free(&events);
    fixture->session = session_open(options);
    const char *paths[] = {files.events, files.ae.path, "data/ae/fig1.sma"};
    if (!session_load_files(fixture->session, paths, 3, &fixture->error))
        fail_msg("%s", fixture->error.message);
    unlink(files.events);
    test_ae_close(&files.ae);
    return fixture;
}

static int open_trace(void **state)
{
    *state = open_events(SIZE_MAX, NULL);
    return 0;
}

static int open_cut(void **state)
{
    *state = open_events(5000, NULL);
    return 0;
}

/* Where one is, as `mark` says it. */
static uint64_t here(struct fixture *fixture)
{
    struct answer answer = {0};
    struct row row = {0};
    assert_true(session_run(fixture->session, "mark w", &answer, &fixture->error));
    assert_true(rows_get(&answer.rows, 0, &row));
    assert_int_equal(row.place.has, PLACE_EVENT);
    uint64_t event = row.place.event;
    row_free(&row);
    answer_free(&answer);
    return event;
}

static void goes(struct fixture *fixture, const char *line, uint64_t number)
{
    must_run(fixture, line);
    if (here(fixture) != number)
        fail_msg("%s: at @%lu, not @%lu", line, (unsigned long)here(fixture), (unsigned long)number);
}

/* Does a row of the answer hold this text? */
static bool says(const struct rows *rows, const char *text)
{
    struct row row = {0};
    bool found = false;
    for (uint64_t i = 0; i < rows->count && !found && rows_get(rows, i, &row); i++)
        found = strstr(text_string(&row.text), text) != NULL;
    row_free(&row);
    return found;
}

static void assert_says(struct fixture *fixture, const char *line, const char *text)
{
    must_run(fixture, line);
    if (!says(&fixture->answer.rows, text))
        fail_msg("%s does not say: %s", line, text);
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
    goes(fixture, "goto sub", 28 + 99 * 727);     /* none to come: the last one */
    must_fail(fixture, "goto sub#100", "it did not run that often");
    must_fail(fixture, "goto @72738", "there is no address @72738: the trace has @1 to @72737");
    must_fail(fixture, "goto 0x400102", "0x400102 is no instruction of the schema: info functions lists what it covers");
    must_fail(fixture, "goto nowhere", "no function nowhere is in the schema: info functions lists them");
    must_fail(fixture, "goto fig1.c:3", "the executable has no line information, so fig1.c:3 is unknown");
    must_fail(fixture, "goto -99999", "that leads out of the trace: this is @72001");
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
    goes(fixture, "stepi", 4);              /* @3 is what the store wrote */
    goes(fixture, "reverse-stepi", 2);
    goes(fixture, "stepi 5", 12);
    goes(fixture, "reverse-stepi 5", 2);
    goes(fixture, "goto @3", 3);            /* a reference */
    goes(fixture, "reverse-stepi", 2);      /* what made it */
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
    must_fail(fixture, "down", "down leads into a call that is still to come: step goes there, back goes to where one was before");
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
    goes(fixture, "next-instance", 755);
    goes(fixture, "next-instance 2", 2209);
    goes(fixture, "previous-instance 3", 28);
    must_fail(fixture, "previous-instance", "it did not run before");
}

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
    must_fail(fixture, "delete 1", "there is no breakpoint 1: info breakpoints lists them");
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
    must_fail(fixture, "watch", "watch needs an address, or the name of a variable");
    must_fail(fixture, "watch nothing", "neither an address nor a global variable of the program: nothing");
    must_fail(fixture, "watch 0xfffffffe,4", "addresses of this machine have 32 bits");
    must_fail(fixture, "awatch 0x1000,0", "not a number of bytes: 0");
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
    must_fail(fixture, "break loop 2", "loops are 0 to 1: info loops all lists them");
    must_fail(fixture, "break loop 1 iteration 0", "expected `loop N iteration M`, M from 1");
}

/* What is ignored, or another stop, hides nothing that is met at the same place. */
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
    goes(fixture, "stepi", 28);             /* a step is one whatever is ignored there */
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
    must_fail(fixture, "watch main", "main is code: break stops there");
    must_fail(fixture, "watch 0,4294967296", "addresses of this machine have 32 bits");
    must_fail(fixture, "break sub if i == 2", "column 1 of the condition: i is no register, as $sp or $29: Abstract Execution records addresses, not contents of memory");
    must_fail(fixture, "break nofn if $sp", "no function nofn is in the schema: info functions lists them");
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

/* ---- What is known ---- */

static void registers_say_what_they_do_not_know(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "break loop 1 iteration 2");
    must_run(fixture, "continue");
    assert_says(fixture, "print $a0", "$a0 = 0x10000134");
    assert_says(fixture, "p/d R29", "$sp = 2146434616");
    assert_says(fixture, "print $t3", "$t3 unknown");
    assert_says(fixture, "info registers", "0x10000134");
    must_fail(fixture, "print total", "print shows registers, as $sp or $29: Abstract Execution records addresses, not contents of memory");
    must_fail(fixture, "x 0x1000",
              "x would show memory: Abstract Execution records addresses, not contents; print $sp shows a register, watch finds who wrote");
    must_fail(fixture, "deps", "deps needs a WET trace, and this is an address trace: ask for step, next, finish, continue, break, watch, info loops, info "
                               "registers, cache, pp");
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
    must_fail(fixture, "frame 1", "there is no frame 1: backtrace lists them");
}

static void panes_show_code_and_stream(void **state)
{
    struct fixture *fixture = *state;
    struct rows rows = {0};
    must_run(fixture, "goto @3");
    assert_true(session_view(fixture->session, VIEW_STREAM, &rows, &fixture->error));
    assert_int_equal(rows.count, 72737);
    assert_int_equal(rows.focus, 2);
    assert_row(&rows, 2, "> @3         W 0x7feffe6c");
    rows_free(&rows);
    rows = (struct rows){0};
    assert_true(session_view(fixture->session, VIEW_INSTRUCTIONS, &rows, &fixture->error));
    assert_int_equal(rows.count, 32);
    assert_int_equal(rows.focus, 1);
    assert_true(says(&rows, "W 0x7feffe6c  $sp=0x7feffe58"));
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
    must_fail(fixture, "cache 1024", "cache needs SIZE LINE WAYS, as in cache 32k 32 4");
    must_fail(fixture, "pp 3", "a granule is a power of two, in bytes");
}

/* ---- Damage, and work that is stopped ---- */

static void what_precedes_damage_stays_browsable(void **state)
{
    struct fixture *fixture = *state;
    struct text line = {0};
    assert_true(session_notice(fixture->session, &line));
    assert_non_null(strstr(text_string(&line), "the trace ends early: /tmp/clew-test-"));
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

static bool refuse(void *context, uint64_t done, uint64_t total)
{
    (void)done, (void)total;
    return !*(bool *)context;
}

/* ---- A schema of version 1: a build has an identity, a run may call back ---- */

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

/* Each of them reads the events from their beginning, the head included. */
static void analyses_know_the_build(void **state)
{
    struct fixture *fixture = *state;
    assert_says(fixture, "where", "@1 of 12  sort");
    assert_says(fixture, "cache 1k 16 1", "unified fetch 10 2 read 2 1");
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
    must_fail(fixture, "up", "there is no frame 1: backtrace lists them");
    assert_says(fixture, "break sort", "breakpoint 1, sort at 0x400100");
    must_fail(fixture, "info line", "no source position is known here");
}

/* ---- What a stop does not stop ---- */

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
    assert_int_equal(here(fixture), 40000);
    stop = false;
    goes(fixture, "reverse-continue", 1);
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
    assert_string_equal(fixture->error.message, "two files look like the schema: data/ae/fig1.sma and data/ae/fig1.sma");
    assert_false(session_load_files(fixture->session, alone, 1, &fixture->error));
    assert_string_equal(fixture->error.message, "no event file is named (ae.out)");
    const char *others[] = {"data/wet/good-instance.wet", "data/wet/good-history.lim"};
    assert_false(session_load_files(fixture->session, others, 2, &fixture->error));
    void *done = fixture;
    (void)close_it(&done);
}

#define TRACE(test) cmocka_unit_test_setup_teardown(test, open_trace, close_it)
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
        TRACE(breakpoints_stop_both_ways),
        TRACE(a_temporary_breakpoint_stops_once),
        TRACE(watchpoints_tell_who_wrote_and_who_read),
        TRACE(loops_stop_at_an_iteration),
        TRACE(stops_at_one_place_are_all_met),
        TRACE(counts_are_so_many_single_ones),
        TRACE(locations_that_cannot_stop_say_why),
        TRACE(a_walk_to_a_position_ends_at_the_return_at_the_latest),
        TRACE(registers_say_what_they_do_not_know),
        TRACE(the_stack_has_its_loops),
        TRACE(panes_show_code_and_stream),
        TRACE(analyses_run_over_the_whole_trace),
        cmocka_unit_test_setup_teardown(what_precedes_damage_stays_browsable, open_cut, close_it),
        cmocka_unit_test_setup_teardown(analyses_know_the_build, open_callbacks, close_it),
        cmocka_unit_test_setup_teardown(frames_lead_through_code_without_schema, open_callbacks, close_it),
        TRACE(going_up_passes_stops),
        TRACE(a_breakpoint_says_where_it_is),
        cmocka_unit_test(stopped_work_moves_nothing),
        cmocka_unit_test(several_files_must_belong_together),
    };
    return cmocka_run_group_tests_name("ae session", tests, NULL, NULL);
}
