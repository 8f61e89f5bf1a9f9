/* test_coverage.c - the meaning of coverage arrays, and their contradictions.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_crash_inputs.h"

static const struct coverage_function *function_of(const struct coverage_report *report, const char *name)
{
    for (size_t i = 0; i < report->count; i++)
        if (str_is(report->functions[i].name, name))
            return &report->functions[i];
    fail_msg("no function %s", name);
    return NULL;
}

/* "YN?-": states in order of index, not of the metadata text. */
static void assert_states(const struct coverage_report *report, const char *name, enum csi_scheme scheme, const char *expected)
{
    const struct coverage_array *array = &function_of(report, name)->schemes[scheme];
    char states[64] = "";
    size_t end = 0;
    for (size_t index = 0; index < array->count; index++)
        for (size_t i = 0; i < array->count; i++)
            if (!array->probes[i].probe || array->probes[i].probe->index == (int64_t)index)
                states[end++] = "NY?-"[array->probes[i].state];
    assert_string_equal(states, expected);
}

/* "11Y 12? ": lines with their marks. */
static void assert_lines(const struct coverage_report *report, const char *name, const char *expected)
{
    const struct coverage_function *function = function_of(report, name);
    struct text text = {0};
    for (size_t i = 0; i < function->line_count; i++)
        text_printf(&text, "%s%lld%c", i ? " " : "", (long long)function->lines[i].line, "_YN?"[function->lines[i].mark]);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static void open_documented(struct inputs *inputs)
{
    static const char *const globals[][2] = {
        {"__FC_arr_abc", "1"}, {"__FC_arr_a", "1"}, {"__FC_arr_b", "1"}, {"__FC_arr_main", "1"}, {"__CC_arr_a", "{1, 1, 1, 1, 1}"},
        {"__CC_arr_b", "{0}"}, {"__CC_arr_main", "{1, 1, 0, 0}"}, {"__BBC_arr_abc", "{1, 0, 1, 1}"}, {"__BBC_arr_a", "{1, 1, 1, 1}"},
        {"__BBC_arr_b", "{1, 0, 0, 0}"}, {"__BBC_arr_main", "{0}"}};
    inputs_open(inputs, NULL, DOCUMENTED_FC, DOCUMENTED_CC, DOCUMENTED_BBC);
    for (size_t i = 0; i < sizeof globals / sizeof *globals; i++)
        global_set(inputs, globals[i][0], globals[i][1]);
    struct debugger_frame *frame = frame_add(inputs, 0, "a", 18, 0x1000);
    local_set(inputs, frame, DEBUGGER_LOCAL_CC, "{0, 0, 1, 0, 0}");
    local_set(inputs, frame, DEBUGGER_LOCAL_BBC, "{1, 1, 0, 0}");
    frame_add(inputs, 0, "b", 26, 0x1100);
    frame_add(inputs, 0, "main", 36, 0x1200);
}

static void the_documented_example_is_shown_as_documented(void **state)
{
    (void)state;
    struct inputs inputs;
    struct coverage_report report;
    open_documented(&inputs);
    probes_coverage(inputs.probes, &inputs.snapshot, COVERAGE_COMPLETED, &inputs.arena, &report);
    assert_int_equal(report.count, 4);
    assert_true(str_is(report.functions[0].name, "abc"));
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(report.functions[i].entered, COVERAGE_YES);
    assert_null(function_of(&report, "abc")->schemes[CSI_CC].function);
    assert_states(&report, "a", CSI_CC, "YYYYY");
    assert_states(&report, "b", CSI_CC, "N");
    assert_states(&report, "main", CSI_CC, "YYNN");
    assert_states(&report, "abc", CSI_BBC, "YNYY");
    assert_states(&report, "a", CSI_BBC, "YYYY");
    assert_states(&report, "b", CSI_BBC, "YNNN");
    assert_states(&report, "main", CSI_BBC, "N");
    assert_int_equal(function_of(&report, "abc")->schemes[CSI_BBC].yes, 3);
    assert_int_equal(report.note_count, 0);
    inputs_close(&inputs);
}

static void the_activation_of_the_documented_example_is_shown(void **state)
{
    (void)state;
    struct inputs inputs;
    struct coverage_report report;
    open_documented(&inputs);
    frame_coverage(&inputs, &inputs.threads[0].frames[0], COVERAGE_COMPLETED, &report);
    assert_true(report.local);
    assert_int_equal(report.count, 1);
    assert_states(&report, "a", CSI_CC, "NNYNN");
    assert_states(&report, "a", CSI_BBC, "YYNN");
    assert_lines(&report, "a", "11Y 12Y 13Y 14Y 16N 17Y 18Y 19? 20? 21?");
    inputs_close(&inputs);
}

static void the_contradiction_of_the_documented_example_is_warned_of(void **state)
{
    (void)state;
    struct inputs inputs;
    struct coverage_report report;
    open_documented(&inputs);
    probes_coverage(inputs.probes, &inputs.snapshot, COVERAGE_COMPLETED, &inputs.arena, &report);
    assert_int_equal(report.contradiction_count, 1);
    assert_int_equal(lines_with(report.contradictions, 1, "frame #0 (a): block 1 (line 14) is marked, call site 1 (line 14: printf) is not; a block holding"), 1);
    frame_coverage(&inputs, &inputs.threads[0].frames[0], COVERAGE_COMPLETED, &report);
    assert_int_equal(report.contradiction_count, 1);
    inputs_close(&inputs);
}

static void under_the_rule_entered_every_block_where_a_frame_stands_is_missed(void **state)
{
    (void)state;
    struct inputs inputs;
    struct coverage_report report;
    open_documented(&inputs);
    probes_coverage(inputs.probes, &inputs.snapshot, COVERAGE_ENTERED, &inputs.arena, &report);
    const struct str *all = report.contradictions;
    size_t count = report.contradiction_count;
    assert_int_equal(lines_with(all, count, "frame #0 (a): block 1 (line 14) is marked as entered, call site 1 (line 14: printf) as not returned"), 1);
    assert_int_equal(lines_with(all, count, "frame #0 (a): call site 2 (line 17: abc) returned, but block 3 (lines 17-21) is not marked"), 1);
    assert_int_equal(lines_with(all, count, "frame #0 (a): a frame is at line 18, but block 3"), 1);
    assert_int_equal(lines_with(all, count, "b: a frame is at line 26, but block 1"), 1);
    assert_int_equal(lines_with(all, count, "main: a frame is at line 36, but block 0"), 1);
    assert_int_equal(lines_with(all, count, "main: call site"), 2);
    assert_int_equal(count, 7);
    inputs_close(&inputs);
}

static void consistent_arrays_are_not_warned_of(void **state)
{
    (void)state;
    struct inputs inputs;
    struct coverage_report report;
    open_documented(&inputs);
    local_set(&inputs, &inputs.threads[0].frames[0], DEBUGGER_LOCAL_BBC, "{1, 0, 1, 0}");
    probes_coverage(inputs.probes, &inputs.snapshot, COVERAGE_COMPLETED, &inputs.arena, &report);
    assert_int_equal(report.contradiction_count, 0);
    local_set(&inputs, &inputs.threads[0].frames[0], DEBUGGER_LOCAL_BBC, "{1, 0, 1, 1}");
    inputs.snapshot.globals[9].value = value_of(&inputs, "{1, 1, 0, 0}");
    inputs.snapshot.globals[10].value = value_of(&inputs, "{1}");
    probes_coverage(inputs.probes, &inputs.snapshot, COVERAGE_ENTERED, &inputs.arena, &report);
    assert_int_equal(report.contradiction_count, 0);
    assert_lines(&report, "main", "31Y 32Y 33Y 34Y 35Y 36Y 37?");
    assert_lines(&report, "a", "11Y 12Y 13Y 14Y 16Y 17Y 18Y 19Y 20Y 21?");
    assert_lines(&report, "abc", "3Y 4Y 5N 8Y 9Y");
    inputs_close(&inputs);
}

static void local_arrays_are_compared_with_the_global_ones(void **state)
{
    (void)state;
    struct inputs inputs;
    struct coverage_report report;
    open_documented(&inputs);
    inputs.snapshot.globals[4].value = value_of(&inputs, "{1, 1, 0, 1, 1}");
    inputs.snapshot.globals[1].value = value_of(&inputs, "0");
    probes_coverage(inputs.probes, &inputs.snapshot, COVERAGE_COMPLETED, &inputs.arena, &report);
    const struct str *all = report.contradictions;
    assert_int_equal(lines_with(all, report.contradiction_count, "call site 2 (line 17: abc) is marked in this activation, but not in __CC_arr_a"), 1);
    assert_int_equal(lines_with(all, report.contradiction_count, "frame #0 (a) is on the stack, but according to __FC_arr_a the function was never entered"), 1);
    assert_int_equal(lines_with(all, report.contradiction_count, "a: never entered according to __FC_arr_a, but 4 of its blocks are marked"), 1);
    inputs_close(&inputs);
}

/* If blocks say nothing, the function's own bit does, unless a frame is in it. */
static void no_line_ran_of_a_function_that_was_never_entered(void **state)
{
    (void)state;
    struct inputs inputs;
    struct coverage_report report;
    inputs_open(&inputs, NULL, DOCUMENTED_FC, DOCUMENTED_CC, DOCUMENTED_BBC);
    global_set(&inputs, "__FC_arr_b", "0");
    global_set(&inputs, "__CC_arr_b", "{0}");
    probes_coverage(inputs.probes, &inputs.snapshot, COVERAGE_ENTERED, &inputs.arena, &report);
    assert_lines(&report, "b", "24N 25N 26N 27N 28N");
    frame_add(&inputs, 0, "b", 26, 0x1000);
    probes_coverage(inputs.probes, &inputs.snapshot, COVERAGE_ENTERED, &inputs.arena, &report);
    assert_lines(&report, "b", "24? 25? 26Y 27? 28?");
    inputs_close(&inputs);
}

static void the_active_call_of_a_caller_contradicts_nothing(void **state)
{
    (void)state;
    struct inputs inputs;
    struct coverage_report report;
    inputs_open(&inputs, NULL, NULL, DOCUMENTED_CC, DOCUMENTED_BBC);
    struct debugger_frame *frame = frame_add(&inputs, 0, "b", 26, 0x1000);
    local_set(&inputs, frame, DEBUGGER_LOCAL_CC, "{0}");
    local_set(&inputs, frame, DEBUGGER_LOCAL_BBC, "{1, 1, 0, 0}");
    frame_coverage(&inputs, frame, COVERAGE_ENTERED, &report);
    assert_int_equal(report.contradiction_count, 0);
    frame->line = 28;
    frame_coverage(&inputs, frame, COVERAGE_ENTERED, &report);
    assert_int_equal(report.contradiction_count, 2);            /* the call should have returned, and block 3 been entered */
    inputs_close(&inputs);
}

/* A fault at line 10, which belongs to g, inlined into f, left the block of lines 30 and 10. */
static void a_block_that_an_inlined_function_stopped_in_may_have_run(void **state)
{
    (void)state;
    static const struct { uint64_t inner, outer; const char *lines; size_t contradictions; } cases[] = {
        {0x1000, 0x1000, "10? 30? 33? 44Y", 0},          /* inlined, by the addresses */
        {0, 0, "10? 30? 33? 44Y", 0},                    /* perhaps inlined */
        {0x2000, 0x1000, "10N 30N 33? 44Y", 1}};         /* called: f is at line 44, so it should have entered that block */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct inputs inputs;
        struct coverage_report report;
        inputs_open(&inputs, NULL, NULL, NULL, "#f|__BBC_arr_f\n0|30|10\n1|33|44\n");
        frame_add(&inputs, 0, "g", 10, cases[i].inner);
        struct debugger_frame *frame = frame_add(&inputs, 0, "f", 44, cases[i].outer);
        local_set(&inputs, frame, DEBUGGER_LOCAL_BBC, "{0, 0}");
        frame_coverage(&inputs, frame, COVERAGE_COMPLETED, &report);
        assert_lines(&report, "f", cases[i].lines);
        frame_coverage(&inputs, frame, COVERAGE_ENTERED, &report);
        assert_int_equal(report.contradiction_count, cases[i].contradictions);
        global_set(&inputs, "__BBC_arr_f", "{0, 0}");
        probes_coverage(inputs.probes, &inputs.snapshot, COVERAGE_COMPLETED, &inputs.arena, &report);
        assert_lines(&report, "f", cases[i].lines);
        inputs_close(&inputs);
    }
}

static void values_that_do_not_fit_say_nothing(void **state)
{
    (void)state;
    struct inputs inputs;
    struct coverage_report report;
    static const struct { const char *value, *states, *note; } cases[] = {
        {"{1, 0, 1}", "????", "has 3 elements, the metadata 4"},
        {"{1, 0, 1, 0, 1}", "????", "has 5 elements, the metadata 4"},
        {"{1, 0...}", "YN??", "cut after 2 of 4"},
        {"<optimized out>", "????", "<optimized out>"},
        {"\"\\001\"", "YNNN", "string of 1 of 4 elements"},
        {"{true, false, true, false}", "YNYN", NULL},
        {"{0x1, 0x0, 0xff, 0x0}", "YNYN", NULL},
        {"7", "????", "has 1 element, the metadata 4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        inputs_open(&inputs, NULL, NULL, NULL, "#f|__BBC_arr_f\n2|5\n0|3|4\n1|4\n3|NULL\n-1||9\n");
        global_set(&inputs, "__BBC_arr_f", cases[i].value);
        probes_coverage(inputs.probes, &inputs.snapshot, COVERAGE_ENTERED, &inputs.arena, &report);
        assert_states(&report, "f", CSI_BBC, cases[i].states);
        assert_int_equal(report.note_count, cases[i].note != NULL);
        if (cases[i].note)
            assert_int_equal(lines_with(report.notes, report.note_count, cases[i].note), 1);
        inputs_close(&inputs);
    }
}

static void a_block_without_probe_is_never_marked_yes_or_no(void **state)
{
    (void)state;
    struct inputs inputs;
    struct coverage_report report;
    inputs_open(&inputs, NULL, NULL, NULL, "#f|__BBC_arr_f\n0|BBC0|3|4\n-1||4|9\n1|BBC1|5\n");
    global_set(&inputs, "__BBC_arr_f", "{0, 1}");
    probes_coverage(inputs.probes, &inputs.snapshot, COVERAGE_ENTERED, &inputs.arena, &report);
    assert_lines(&report, "f", "3N 4? 5Y 9?");
    assert_int_equal(report.functions[0].schemes[CSI_BBC].yes + report.functions[0].schemes[CSI_BBC].no, 2);
    probes_coverage(inputs.probes, NULL, COVERAGE_ENTERED, &inputs.arena, &report);
    assert_lines(&report, "f", "3? 4? 5? 9?");
    assert_int_equal(report.functions[0].entered, COVERAGE_UNKNOWN);
    inputs_close(&inputs);
}

static void call_sites_mark_lines_where_no_block_does(void **state)
{
    (void)state;
    struct inputs inputs;
    struct coverage_report report;
    inputs_open(&inputs, NULL, NULL, DOCUMENTED_CC, NULL);
    global_set(&inputs, "__CC_arr_a", "{0, 1, 0, 0, 0}");
    frame_add(&inputs, 0, "a", 17, 0x1000);
    probes_coverage(inputs.probes, &inputs.snapshot, COVERAGE_ENTERED, &inputs.arena, &report);
    assert_lines(&report, "a", "14Y 17Y 18? 19? 20?");
    assert_int_equal(function_of(&report, "b")->entered, COVERAGE_UNKNOWN);
    assert_int_equal(lines_with(report.notes, report.note_count, "2 of the metadata's 3 global arrays"), 1);
    inputs_close(&inputs);
}

/* Code after the first call of a straight line did not run in any activation if that call never returned. */
static void a_straight_line_stops_at_the_first_call_that_never_returned(void **state)
{
    (void)state;
    static const char straight[] = "#\nf\n3|EXIT\n2|ENTRY|5|6|6|7|8|8|9\n$\n2->3|0$0\n";
    static const char branching[] = "#\nf\n3|EXIT\n2|ENTRY|5|6\n4|7|-1\n5|8|9|-1\n$\n2->4|0$0\n2->5|1$1\n4->3|0$0\n5->3|0$0\n";
    static const char calls[] = "#f|__CC_arr_f_c_f\n0|CC0|5|a\n1|CC1|6|b\n2|CC2|8|c\n3|CC3|9|d\n";
    static const char *const graphs[] = {straight, branching}, *const expected[] = {"5Y 6Y 8N 9N", "5Y 6? 8? 9?"};
    for (size_t i = 0; i < 2; i++) {
        struct inputs inputs;
        struct coverage_report report;
        inputs_open(&inputs, graphs[i], "#f|__FC_arr_f_c_f\n", calls, NULL);
        global_set(&inputs, "__FC_arr_f_c_f", "1");
        global_set(&inputs, "__CC_arr_f_c_f", "{1, 0, 0, 0}");
        probes_coverage(inputs.probes, &inputs.snapshot, COVERAGE_ENTERED, &inputs.arena, &report);
        assert_lines(&report, "f", expected[i]);
        inputs_close(&inputs);
    }
}

static void statics_of_one_name_stay_apart(void **state)
{
    (void)state;
    struct inputs inputs;
    struct coverage_report report;
    inputs_open(&inputs, NULL, "#h|__FC_arr_a_c_h\n#h|__FC_arr_b_c_h\n", "#h|__CC_arr_b_c_h\n0|7|f\n", "#h|__BBC_arr_b_c_h\n0|7\n#h|__BBC_arr_a_c_h\n0|2\n");
    probes_coverage(inputs.probes, NULL, COVERAGE_ENTERED, &inputs.arena, &report);
    assert_int_equal(report.count, 2);
    assert_int_equal(report.functions[1].ordinal, 1);
    assert_int_equal(report.functions[1].of, 2);
    assert_null(report.functions[0].schemes[CSI_CC].function);
    assert_true(str_is(report.functions[1].schemes[CSI_CC].function->global, "__CC_arr_b_c_h"));
    assert_true(str_is(report.functions[0].schemes[CSI_BBC].function->global, "__BBC_arr_a_c_h"));
    assert_lines(&report, "h", "2?");
    inputs_close(&inputs);
}

static void statics_that_no_name_tells_apart_are_joined_only_in_equal_numbers(void **state)
{
    (void)state;
    struct inputs inputs;
    struct coverage_report report;
    inputs_open(&inputs, NULL, "#h|__FC_arr_h\n#h|__FC_arr_h\n", NULL, "#h|__BBC_arr_h\n0|7\n#h|__BBC_arr_h\n0|2\n");
    probes_coverage(inputs.probes, NULL, COVERAGE_ENTERED, &inputs.arena, &report);
    assert_int_equal(report.count, 2);
    assert_non_null(report.functions[1].schemes[CSI_BBC].function);
    inputs_close(&inputs);
    inputs_open(&inputs, NULL, "#h|__FC_arr_h\n#h|__FC_arr_h\n", NULL, "#h|__BBC_arr_h\n0|7\n");
    probes_coverage(inputs.probes, NULL, COVERAGE_ENTERED, &inputs.arena, &report);
    assert_int_equal(report.count, 3);
    assert_null(report.functions[0].schemes[CSI_BBC].function);
    inputs_close(&inputs);
}

static void a_frame_without_function_is_inferred_from_the_lengths(void **state)
{
    (void)state;
    struct inputs inputs;
    struct coverage_report report;
    inputs_open(&inputs, NULL, DOCUMENTED_FC, DOCUMENTED_CC, DOCUMENTED_BBC);
    struct debugger_frame *frame = frame_add(&inputs, 0, NULL, 0, 0);
    local_set(&inputs, frame, DEBUGGER_LOCAL_CC, "{0, 0, 1, 0, 0}");
    local_set(&inputs, frame, DEBUGGER_LOCAL_BBC, "{1, 1, 0, 0}");
    frame_coverage(&inputs, frame, COVERAGE_COMPLETED, &report);
    assert_int_equal(report.count, 1);
    assert_true(str_is(report.functions[0].name, "a"));
    assert_int_equal(lines_with(report.notes, report.note_count, "inferred"), 1);
    frame->has[DEBUGGER_LOCAL_CC] = false;
    frame_coverage(&inputs, frame, COVERAGE_COMPLETED, &report);
    assert_int_equal(report.count, 3);
    inputs_close(&inputs);
}

static void names_that_are_no_text_become_printable(void **state)
{
    (void)state;
    struct inputs inputs;
    struct coverage_report report;
    inputs_open(&inputs, NULL, "#f\033[2J|__FC_arr_f\033\n", NULL, NULL);
    global_set(&inputs, "__FC_arr_f\033", "0");
    frame_add(&inputs, 0, "f\033[2J", 3, 0x1000);
    probes_coverage(inputs.probes, &inputs.snapshot, COVERAGE_ENTERED, &inputs.arena, &report);
    assert_int_equal(report.contradiction_count, 1);
    assert_true(str_find_byte(report.contradictions[0], '\033') == SIZE_MAX);
    inputs_close(&inputs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_documented_example_is_shown_as_documented),
        cmocka_unit_test(the_activation_of_the_documented_example_is_shown),
        cmocka_unit_test(the_contradiction_of_the_documented_example_is_warned_of),
        cmocka_unit_test(under_the_rule_entered_every_block_where_a_frame_stands_is_missed),
        cmocka_unit_test(consistent_arrays_are_not_warned_of),
        cmocka_unit_test(local_arrays_are_compared_with_the_global_ones),
        cmocka_unit_test(no_line_ran_of_a_function_that_was_never_entered),
        cmocka_unit_test(the_active_call_of_a_caller_contradicts_nothing),
        cmocka_unit_test(a_block_that_an_inlined_function_stopped_in_may_have_run),
        cmocka_unit_test(values_that_do_not_fit_say_nothing),
        cmocka_unit_test(a_block_without_probe_is_never_marked_yes_or_no),
        cmocka_unit_test(call_sites_mark_lines_where_no_block_does),
        cmocka_unit_test(a_straight_line_stops_at_the_first_call_that_never_returned),
        cmocka_unit_test(statics_of_one_name_stay_apart),
        cmocka_unit_test(statics_that_no_name_tells_apart_are_joined_only_in_equal_numbers),
        cmocka_unit_test(a_frame_without_function_is_inferred_from_the_lengths),
        cmocka_unit_test(names_that_are_no_text_become_printable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
