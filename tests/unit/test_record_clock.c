/* test_record_clock.c - recordings know when each execution ran, and in which frames.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recorded.h"

static const char source[] = "#include <setjmp.h>\n"
                             "#include <signal.h>\n"
                             "#include <stdlib.h>\n"
                             "jmp_buf back;\n"
                             "volatile int seen;\n"
                             "int compare(const void *a, const void *b)\n"
                             "{\n"
                             "    return *(const int *)a - *(const int *)b;\n" /* 8 */
                             "}\n"
                             "void handle(int number)\n"
                             "{\n"
                             "    seen = number;\n" /* 12 */
                             "}\n"
                             "void deep(int n)\n"
                             "{\n"
                             "    if (n == 0)\n"            /* 16 */
                             "        longjmp(back, 1);\n"  /* 17 */
                             "    deep(n - 1);\n"           /* 18 */
                             "}\n"
                             "int main(void)\n"
                             "{\n"
                             "    int items[] = {3, 1, 2};\n"
                             "    qsort(items, 3, sizeof *items, compare);\n" /* 23 */
                             "    if (setjmp(back) == 0)\n"                   /* 24 */
                             "        deep(2);\n"                             /* 25 */
                             "    seen = 1;\n"                                /* 26 */
                             "    signal(SIGUSR1, handle);\n"
                             "    raise(SIGUSR1);\n" /* 28 */
                             "    seen = 2;\n"       /* 29 */
                             "    return items[0] - 1;\n"
                             "}\n";

/* The frames around an execution, innermost first: the line of each call, h for a call by skipped code, s for a signal handler. */
static void frames_text(const struct recorded *run, struct node node, struct text *out)
{
    struct store_frame frame;
    struct node call;
    uint64_t time;
    assert_true(store_time(run->store, node, &time));
    text_printf(out, "%lu:", (unsigned long)store_depth(run->store, time));
    for (uint64_t level = 0; store_frame(run->store, time, level, &frame); level++) {
        uint64_t line = store_at(run->store, frame.call, &call) ? store_instruction(run->store, call.index).line : 0;
        text_printf(out, " %lu%s%s", (unsigned long)line, frame.from_hidden ? "h" : "", frame.handler ? "s" : "");
    }
}

static void expect_frames(const struct recorded *run, uint64_t line, uint64_t instance, const char *expected)
{
    struct text text = {0};
    uint64_t index = line_instruction(run, "t.c", line, 0);
    assert_true(index != UINT64_MAX);
    frames_text(run, (struct node){index, instance}, &text);
    if (strcmp(text_string(&text), expected) != 0)
        fail_msg("line %lu #%lu: frames are '%s', expected '%s'", (unsigned long)line, (unsigned long)instance, text_string(&text), expected);
    text_free(&text);
}

/* Skipped code calls main on behalf of _start, which is shown but has no line. */
static void frames_are_those_of_the_run(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c", source, "-O0");
    recorded_run(&run, NULL, (struct record_options){0});
    expect_frames(&run, 23, 0, "2: 0h 0");
    expect_frames(&run, 8, 0, "3: 23h 0h 0");
    expect_frames(&run, 8, 1, "3: 23h 0h 0");
    expect_frames(&run, 16, 0, "3: 25 0h 0");
    expect_frames(&run, 16, 2, "5: 18 18 25 0h 0");
    expect_frames(&run, 26, 0, "2: 0h 0");          /* longjmp ended the frames of deep */
    expect_frames(&run, 12, 0, "3: 0s 0h 0");
    expect_frames(&run, 29, 0, "2: 0h 0");
    recorded_end(&run);
}

static void the_clock_counts_what_is_shown(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c", source, "-O0");
    recorded_run(&run, NULL, (struct record_options){0});
    uint64_t times = store_summary(run.store).times;
    assert_int_equal(times, run.result.instances);
    assert_int_equal(times, store_instances(run.store));
    assert_int_equal(store_thread_count(run.store), 1);
    for (uint64_t time = 1; time <= times; time++) {
        struct node node;
        uint64_t same;
        assert_true(store_at(run.store, time, &node));
        assert_true(store_time(run.store, node, &same));
        assert_int_equal(same, time);
    }
    recorded_end(&run);
}

/* If everything is shown, no call acts on behalf of another. */
static void definers_ran_before_their_users(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c", source, "-O1");
    recorded_run(&run, NULL, (struct record_options){.only = ONLY_ALL});
    assert_int_equal(run.result.executed, run.result.instances);
    uint64_t count = store_summary(run.store).instructions, checked = 0;
    struct links links = {0};
    for (uint64_t index = 0; index < count; index++) {
        uint64_t executions = store_instruction(run.store, index).executions, user, definer;
        for (uint64_t instance = 0; instance < executions; instance += 1 + executions / 4) {
            links.count = 0;
            assert_true(store_definers(run.store, (struct node){index, instance}, NULL, &links));
            assert_true(store_time(run.store, (struct node){index, instance}, &user));
            for (size_t i = 0; i < links.count; i++, checked++) {
                assert_true(store_time(run.store, links.items[i].node, &definer));
                assert_true(definer < user);
            }
        }
    }
    assert_true(checked > count);
    links_free(&links);
    recorded_end(&run);
}

static void the_recording_says_what_ran_and_how_it_ended(void **state)
{
    (void)state;
    struct recorded run;
    char bias[200];
    recorded_start(&run, "t.c", "#include <stdlib.h>\nint main(int count, char **words)\n{\n    if (count > 1)\n        abort();\n    return 3;\n}\n", "-O0");
    recorded_run(&run, NULL, (struct record_options){0});
    assert_true(str_is(store_note(run.store, "program"), run.program));
    assert_true(str_is(store_note(run.store, "arguments"), ""));
    assert_true(str_is(store_note(run.store, "status"), "exit 3"));
    assert_true(str_starts(store_note(run.store, "recorder"), "clew "));
    snprintf(bias, sizeof bias, "bias %s", run.program);
    assert_true(str_is(store_note(run.store, bias), "0"));
    snprintf(bias, sizeof bias, "loaded %s", run.program);
    assert_true(str_is(store_note(run.store, bias), run.loaded ? "108000" : "0"));
    recorded_run(&run, "it's", (struct record_options){0});
    assert_true(str_is(store_note(run.store, "arguments"), "'it'\\''s' 7"));
    assert_true(str_is(store_note(run.store, "status"), "signal SIGABRT"));
    recorded_end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_are_those_of_the_run),
        cmocka_unit_test(the_clock_counts_what_is_shown),
        cmocka_unit_test(definers_ran_before_their_users),
        cmocka_unit_test(the_recording_says_what_ran_and_how_it_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
