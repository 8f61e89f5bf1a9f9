/* test_crash_evidence.c - local coverage, active calls and names as evidence about a stopped program's frames.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_crash_frames.h"

/* ---- Local coverage ---- */

#define LOOP_BBC "#main|__BBC_arr_main\n0|BBC0|9|9\n1|BBC1|10\n2|BBC2|11|12|13\n3|BBC3|14\n4|BBC4|17\n5|BBC5|18\n6|BBC6|20|21\n"
#define LOOP_CC "#main|__CC_arr_main\n0|CC0|17|rand\n1|CC1|20|printf\n"

static struct debugger_frame *open_loop(struct inputs *inputs, const char *bbc, const char *cc, uint64_t line)
{
    inputs_open(inputs, DOCUMENTED_MAIN, NULL, LOOP_CC, LOOP_BBC);
    struct debugger_frame *frame = frame_add(inputs, 0, "main", line, 0x1000);
    path_set(inputs, frame, "{1, 3, 6, 3, 2, 4, 8, 9, 2, -1}", "2", "4");
    if (bbc)
        local_set(inputs, frame, DEBUGGER_LOCAL_BBC, bbc);
    if (cc)
        local_set(inputs, frame, DEBUGGER_LOCAL_CC, cc);
    return frame;
}

static void local_coverage_rules_candidates_out_only_on_request(void **state)
{
    (void)state;
    struct inputs inputs;
    struct debugger_frame *frame = open_loop(&inputs, NULL, NULL, 0);
    path_set(&inputs, frame, "{-1, -1}", "0", "1");                 /* first round, over 8, then maybe 9 */
    local_set(&inputs, frame, DEBUGGER_LOCAL_BBC, "{1, 1, 1, 0, 1, 0, 0}");
    inputs.snapshot.signal = str_of("SIGSEGV, Segmentation fault");
    struct crash crash = explained(&inputs, &plain_options);
    assert_int_equal(crash.frames[0].entries[0].suffix.candidate_count, 2);
    assert_int_equal(crash.frames[0].entries[0].warning_count, 0);
    crash = explained(&inputs, &pruning);
    const struct suffix *suffix = &crash.frames[0].entries[0].suffix;
    assert_status(&crash.frames[0], SUFFIX_UNIQUE);
    assert_suffix(&crash.frames[0], 0, 0, &inputs.arena, "2,4,5,8");
    assert_true(lines_with(suffix->ruled_out, suffix->ruled_out_count, "BBC5 (line 18) is false") > 0);
    inputs.snapshot.signal = str_of("SIGINT, Interrupt");         /* the frame may be before the first instruction of 9 */
    crash = explained(&inputs, &pruning);
    assert_status(&crash.frames[0], SUFFIX_AMBIGUOUS);
    const struct crash_options completed = {true, COVERAGE_COMPLETED, false};
    inputs.snapshot.signal = str_of("SIGSEGV, Segmentation fault");
    crash = explained(&inputs, &completed);
    assert_status(&crash.frames[0], SUFFIX_AMBIGUOUS);
    inputs_close(&inputs);
}

static void a_call_that_never_returned_cannot_be_passed(void **state)
{
    (void)state;
    struct inputs inputs;
    struct debugger_frame *frame = open_loop(&inputs, NULL, "{0, 0}", 0);
    path_set(&inputs, frame, "{-1, -1}", "0", "1");
    struct crash crash = explained(&inputs, &plain_options);        /* one candidate passes the call, the other does not */
    assert_int_equal(crash.frames[0].entries[0].suffix.candidate_count, 2);
    assert_int_equal(crash.frames[0].entries[0].warning_count, 0);
    crash = explained(&inputs, &pruning);
    assert_status(&crash.frames[0], SUFFIX_UNIQUE);
    assert_suffix(&crash.frames[0], 0, 0, &inputs.arena, "2,4,5,8");
    const struct suffix *suffix = &crash.frames[0].entries[0].suffix;
    assert_true(lines_with(suffix->ruled_out, suffix->ruled_out_count, "CC0 (line 17: rand) is false") > 0);
    inputs_close(&inputs);
}

static void a_line_in_several_blocks_is_no_evidence(void **state)
{
    (void)state;
    struct inputs inputs;
    inputs_open(&inputs, BRANCH, NULL, "#h|__CC_arr_h\n0|CC0|3|f\n", "#h|__BBC_arr_h\n0|BBC0|3\n1|BBC1|4\n2|BBC2|4|5\n3|BBC3|6\n-1||5\n");
    struct debugger_frame *frame = frame_add(&inputs, 0, "h", 6, 0x1000);
    path_set(&inputs, frame, "{1, -1}", "1", "0");                  /* 0,3,4 */
    local_set(&inputs, frame, DEBUGGER_LOCAL_BBC, "{1, 0, 0, 1}");  /* 5 is also in a block without a probe */
    inputs.snapshot.signal = str_of("SIGSEGV");
    struct crash crash = explained(&inputs, &pruning);
    assert_status(&crash.frames[0], SUFFIX_UNIQUE);
    assert_int_equal(crash.frames[0].entries[0].warning_count, 0);
    inputs_close(&inputs);
}

static void a_call_that_may_lie_in_two_blocks_is_no_evidence(void **state)
{
    (void)state;
    struct inputs inputs;
    inputs_open(&inputs, "#\nh\n1|EXIT\n0|ENTRY|3\n2|4|-1\n3|5|4|-1\n4|6\n$\n0->2|0$0\n0->3|0$1\n2->4|0$0\n3->4|1$0\n4->1|0$0\n", NULL,
                "#h|__CC_arr_h\n0|CC0|4|f\n", NULL);
    struct debugger_frame *frame = frame_add(&inputs, 0, "h", 6, 0x1000);
    path_set(&inputs, frame, "{0, -1}", "1", "0");
    local_set(&inputs, frame, DEBUGGER_LOCAL_CC, "{0}");
    struct crash crash = explained(&inputs, &pruning);
    assert_status(&crash.frames[0], SUFFIX_UNIQUE);
    assert_int_equal(crash.frames[0].entries[0].warning_count, 0);
    inputs_close(&inputs);
}

static void a_path_against_local_coverage_is_warned_of(void **state)
{
    (void)state;
    struct inputs inputs;
    open_loop(&inputs, "{1, 1, 1, 0, 1, 1, 0}", "{0, 0}", 18);      /* 7 (line 14) ran in the second round, the call of 8 returned in the first */
    inputs.snapshot.signal = str_of("SIGSEGV");
    struct crash crash = explained(&inputs, &plain_options);
    assert_status(&crash.frames[0], SUFFIX_UNIQUE);
    const struct crash_entry *entry = &crash.frames[0].entries[0];
    assert_int_equal(entry->warning_count, 2);
    assert_int_equal(lines_with(entry->warnings, 2, "block 7 (line 14) is on the path, but BBC3 (line 14) is false"), 1);
    assert_int_equal(lines_with(entry->warnings, 2, "block 8 (line 17) is on the path, but CC0 (line 17: rand) is false"), 1);
    inputs_close(&inputs);
}

static void the_active_call_of_a_caller_is_no_contradiction(void **state)
{
    (void)state;
    struct inputs inputs;
    struct debugger_frame *frame;
    inputs_open(&inputs, DOCUMENTED_MAIN, NULL, LOOP_CC, LOOP_BBC);
    frame_add(&inputs, 0, "rand", 5, 0x1000);
    frame = frame_add(&inputs, 0, "main", 17, 0x1100);
    path_set(&inputs, frame, "{-1, -1}", "0", "1");
    local_set(&inputs, frame, DEBUGGER_LOCAL_BBC, "{1, 1, 1, 0, 1, 0, 0}");
    local_set(&inputs, frame, DEBUGGER_LOCAL_CC, "{0, 0}");
    struct crash crash = explained(&inputs, &pruning);
    assert_status(&crash.frames[1], SUFFIX_UNIQUE);
    assert_suffix(&crash.frames[1], 0, 0, &inputs.arena, "2,4,5,8");
    assert_int_equal(crash.frames[1].entries[0].warning_count, 0);
    inputs_close(&inputs);
}

/* ---- Questions to gdb ---- */

static void gdb_is_asked_for_names_that_can_be_nothing_else(void **state)
{
    (void)state;
    struct inputs inputs;
    struct text text = {0};
    inputs_open(&inputs, NULL, "#f|__FC_arr_f\n#g|__FC_arr_f\n#e|__FC_arr_e;shell ls\n#d|__FC_arr_\033\n#c|main\n", "#f|__CC_arr_f.1\n0|3|g\n", NULL);
    crash_gdb_commands(inputs.probes, true, &text);
    struct str commands = text_str(&text), line;
    size_t comments = 0, outputs = 0;
    assert_true(str_find(commands, str_of("thread apply all")) != SIZE_MAX);
    assert_true(str_find(commands, str_of(" print '__CC_arr_f.1'\n")) != SIZE_MAX);
    assert_true(str_find_byte(commands, '\033') == SIZE_MAX);
    while (str_line(&commands, &line)) {
        bool comment = str_starts(line, "#");
        comments += comment;
        outputs += !comment && str_find(line, str_of("on -- print ")) != SIZE_MAX;
        assert_true(comment || str_find(line, str_of("shell")) == SIZE_MAX);
    }
    assert_int_equal(comments, 3);
    assert_int_equal(outputs, 2);
    text_clear(&text);
    crash_gdb_commands(inputs.probes, false, &text);
    assert_true(str_find(text_str(&text), str_of("thread")) == SIZE_MAX);
    text_free(&text);
    inputs_close(&inputs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(local_coverage_rules_candidates_out_only_on_request),
        cmocka_unit_test(a_call_that_never_returned_cannot_be_passed),
        cmocka_unit_test(a_line_in_several_blocks_is_no_evidence),
        cmocka_unit_test(a_call_that_may_lie_in_two_blocks_is_no_evidence),
        cmocka_unit_test(a_path_against_local_coverage_is_warned_of),
        cmocka_unit_test(the_active_call_of_a_caller_is_no_contradiction),
        cmocka_unit_test(gdb_is_asked_for_names_that_can_be_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
