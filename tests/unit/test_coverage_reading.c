/* test_coverage_reading.c - the meaning of block bits: metadata, variable names or values show it, or nothing.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_crash_inputs.h"

#define RELEASED "#f|__BBC_arr_src_a_c_f\n0|BBC0|3|4\n1|BBC1|5|6\n"
#define UNLABELLED "#f|__BBC_arr_src_a_c_f\n0|3|4\n1|5|6\n"
#define DOCUMENTED "#f|__BBC_arr_f\n0|3|4\n1|5|6\n"
#define SAYS_ENTERED "#f|__BBC_arr_src_a_c_f\n0|BBC0:entered|3|4\n1|BBC1:entered|5|6\n"
#define SAYS_COMPLETED "#f|__BBC_arr_src_a_c_f\n0|BBC0:completed|3|4\n1|BBC1:completed|5|6\n"
#define CALLS "#f|__CC_arr_src_a_c_f\n0|CC0|6|g\n"

static struct coverage_reading reading_of(const char *blocks, bool documented, bool released, enum coverage_rule setting)
{
    struct inputs inputs;
    inputs_open(&inputs, NULL, NULL, NULL, blocks);
    inputs.snapshot.documented = documented;
    inputs.snapshot.released = released;
    struct coverage_reading reading = probes_reading(inputs.probes, &inputs.snapshot, setting);
    inputs_close(&inputs);
    return reading;
}

static void expect(const char *blocks, bool documented, bool released, enum coverage_rule rule, enum coverage_source source)
{
    struct coverage_reading reading = reading_of(blocks, documented, released, COVERAGE_INFERRED);
    assert_int_equal(reading.rule, rule);
    assert_int_equal(reading.source, source);
}

static void the_form_of_the_metadata_shows_it(void **state)
{
    (void)state;
    expect(NULL, false, false, COVERAGE_ENTERED, COVERAGE_NO_BLOCKS);
    expect(RELEASED, false, false, COVERAGE_ENTERED, COVERAGE_BY_RELEASE);
    expect(UNLABELLED, false, false, COVERAGE_ENTERED, COVERAGE_BY_RELEASE);
    expect(DOCUMENTED, false, false, COVERAGE_COMPLETED, COVERAGE_BY_DOCUMENTATION);
    expect("#f$CC|__BBC_arr_f\n0|3\n", false, false, COVERAGE_COMPLETED, COVERAGE_BY_DOCUMENTATION);
    expect("#f|__BBC_arr_f\n-1||3\n", false, false, COVERAGE_COMPLETED, COVERAGE_BY_DOCUMENTATION);
    expect("#f|__BBC_arr_f\n-1||3\n0|BBC0|4\n", false, false, COVERAGE_ENTERED, COVERAGE_BY_RELEASE);
    expect(SAYS_COMPLETED, false, false, COVERAGE_COMPLETED, COVERAGE_BY_LABELS);
    expect(RELEASED "#g|__BBC_arr_g\n0|9\n", false, false, COVERAGE_INFERRED, COVERAGE_BY_FUNCTION);
    expect(RELEASED "#g|__BBC_arr_b_c_g\n0|BBC0:entered|9\n", false, false, COVERAGE_ENTERED, COVERAGE_BY_FUNCTION);
}

static void names_of_variables_are_a_sign(void **state)
{
    (void)state;
    expect(DOCUMENTED, true, false, COVERAGE_COMPLETED, COVERAGE_BY_DOCUMENTATION);
    expect(RELEASED, false, true, COVERAGE_ENTERED, COVERAGE_BY_RELEASE);
    expect(RELEASED, true, true, COVERAGE_ENTERED, COVERAGE_BY_RELEASE);
    expect(RELEASED, true, false, COVERAGE_EITHER, COVERAGE_BY_NOTHING);
    expect(DOCUMENTED, false, true, COVERAGE_EITHER, COVERAGE_BY_NOTHING);
    expect(SAYS_ENTERED, true, false, COVERAGE_ENTERED, COVERAGE_BY_LABELS);
    expect(SAYS_COMPLETED, false, true, COVERAGE_COMPLETED, COVERAGE_BY_LABELS);
}

static void what_the_user_sets_holds(void **state)
{
    (void)state;
    for (enum coverage_rule rule = COVERAGE_ENTERED; rule <= COVERAGE_COMPLETED; rule++) {
        struct coverage_reading reading = reading_of(SAYS_COMPLETED DOCUMENTED, true, false, rule);
        assert_int_equal(reading.rule, rule);
        assert_int_equal(reading.source, COVERAGE_SET);
    }
}

/* f is after the first line of its second block, where it calls g. */
static struct coverage_report report_of(struct inputs *inputs, const char *blocks, const char *bits, enum coverage_rule setting)
{
    struct coverage_report report;
    inputs_open(inputs, NULL, NULL, CALLS, blocks);
    inputs->snapshot.documented = true;
    struct debugger_frame *frame = frame_add(inputs, 0, "f", 6, 0x1000);
    local_set(inputs, frame, DEBUGGER_LOCAL_BBC, bits);
    local_set(inputs, frame, DEBUGGER_LOCAL_CC, "{0}");
    probes_coverage(inputs->probes, &inputs->snapshot, setting, &inputs->arena, &report);
    return report;
}

static void values_decide_between_two_signs(void **state)
{
    (void)state;
    struct inputs inputs;
    struct coverage_report report = report_of(&inputs, RELEASED, "{1, 1}", COVERAGE_INFERRED);
    assert_int_equal(report.reading.rule, COVERAGE_ENTERED);
    assert_int_equal(report.reading.source, COVERAGE_BY_VALUES);
    assert_int_equal(report.contradiction_count, 0);
    inputs_close(&inputs);
    report = report_of(&inputs, RELEASED, "{1, 0}", COVERAGE_INFERRED);
    assert_int_equal(report.reading.rule, COVERAGE_COMPLETED);
    assert_int_equal(report.reading.source, COVERAGE_BY_VALUES);
    inputs_close(&inputs);
}

static void values_that_contradict_a_reading_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *bits;
        enum coverage_rule setting;
        bool refuted;
    } cases[] = {{"{1, 1}", COVERAGE_ENTERED, false}, {"{1, 1}", COVERAGE_COMPLETED, true}, {"{1, 0}", COVERAGE_ENTERED, true}, {"{1, 0}", COVERAGE_COMPLETED, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct inputs inputs;
        struct coverage_report report = report_of(&inputs, RELEASED, cases[i].bits, cases[i].setting);
        assert_int_equal(report.refuted, cases[i].refuted);
        inputs_close(&inputs);
    }
}

/* "3Y 4Y ": lines of an activation with these bits and an unknown position. */
static void expect_lines(const char *bits, enum coverage_rule rule, const char *expected)
{
    struct inputs inputs;
    struct coverage_report report;
    struct text text = {0};
    inputs_open(&inputs, NULL, NULL, CALLS, RELEASED);
    struct debugger_frame *frame = frame_add(&inputs, 0, "f", 4, 0x1000);
    local_set(&inputs, frame, DEBUGGER_LOCAL_BBC, bits);
    local_set(&inputs, frame, DEBUGGER_LOCAL_CC, "{0}");
    frame_coverage(&inputs, frame, rule, &report);
    for (size_t i = 0; i < report.functions[0].line_count; i++)
        text_printf(&text, "%lld%c ", (long long)report.functions[0].lines[i].line, "_YN?"[report.functions[0].lines[i].mark]);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
    inputs_close(&inputs);
}

static void without_a_reading_a_line_is_what_both_say(void **state)
{
    (void)state;
    expect_lines("{1, 0}", COVERAGE_ENTERED, "3Y 4Y 5N 6N ");
    expect_lines("{1, 0}", COVERAGE_COMPLETED, "3Y 4Y 5? 6? ");
    expect_lines("{1, 0}", COVERAGE_EITHER, "3Y 4Y 5? 6? ");
    expect_lines("{1, 1}", COVERAGE_ENTERED, "3Y 4Y 5Y 6Y ");
    expect_lines("{1, 1}", COVERAGE_EITHER, "3Y 4Y 5Y 6Y ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_form_of_the_metadata_shows_it),
        cmocka_unit_test(names_of_variables_are_a_sign),
        cmocka_unit_test(what_the_user_sets_holds),
        cmocka_unit_test(values_decide_between_two_signs),
        cmocka_unit_test(values_that_contradict_a_reading_are_told),
        cmocka_unit_test(without_a_reading_a_line_is_what_both_say),
    };
    return cmocka_run_group_tests_name("coverage_reading", tests, NULL, NULL);
}
