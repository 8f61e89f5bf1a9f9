/* test_crash.c - frames of a stopped program with their suffixes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_crash_frames.h"
#include "tests/unit/samples.h"

static size_t notes_with(const struct crash_frame *frame, const char *piece)
{
    return lines_with(frame->notes, frame->note_count, piece);
}

/* ---- Which function? ---- */

static void bare_values_are_tried_on_every_function(void **state)
{
    (void)state;
    struct inputs inputs;
    inputs_open(&inputs, DOCUMENTED_RAND DOCUMENTED_MAIN, NULL, NULL, NULL);
    struct debugger_frame *frame = frame_add(&inputs, 0, NULL, 0, 0);
    path_set(&inputs, frame, "{1, 3, 6, 3, 2, 4, 8, 9, 2, -1}", "2", "4");
    frame->has_level = frame->opened = false;
    frame->has_block = true;
    frame->block = 9;
    struct crash crash = explained(&inputs, &plain_options);
    assert_int_equal(crash.count, 1);
    assert_true(crash.frames[0].inferred);
    assert_int_equal(crash.frames[0].entry_count, 1);
    assert_int_equal(crash.frames[0].entries[0].function, 1);
    assert_status(&crash.frames[0], SUFFIX_UNIQUE);
    assert_suffix(&crash.frames[0], 0, 0, &inputs.arena, "2,4,5,8,9,4,5,7,9,4,5,8,9");
    assert_int_equal(notes_with(&crash.frames[0], "inferred"), 1);
    frame->has_block = false;
    crash = explained(&inputs, &plain_options);
    assert_status(&crash.frames[0], SUFFIX_AMBIGUOUS);
    assert_int_equal(crash.frames[0].entry_count, 1);
    path_set(&inputs, frame, "{17, 3, 6, 3, 2, 4, 8, 9, 2, -1}", "2", "4");
    crash = explained(&inputs, &plain_options);
    assert_status(&crash.frames[0], SUFFIX_INCONSISTENT);
    assert_int_equal(crash.frames[0].entry_count, 0);
    assert_int_equal(notes_with(&crash.frames[0], "fit none of the 2 functions"), 1);
    inputs_close(&inputs);
}

static void frames_without_metadata_or_values_say_so(void **state)
{
    (void)state;
    struct inputs inputs;
    inputs_open(&inputs, DOCUMENTED_MAIN, NULL, NULL, NULL);
    frame_add(&inputs, 0, "raise", 0, 0x1000);
    frame_add(&inputs, 0, "??", 0, 0x1100);
    struct debugger_frame *frame = frame_add(&inputs, 0, "lost", 7, 0x1200);
    path_set(&inputs, frame, "{0, -1}", "1", "0");
    frame_add(&inputs, 0, "main", 14, 0x1300);
    struct crash crash = explained(&inputs, &plain_options);
    assert_int_equal(crash.count, 4);
    for (size_t i = 0; i < 3; i++)
        assert_status(&crash.frames[i], SUFFIX_NO_METADATA);
    assert_null(crash.frames[1].function.data);
    assert_int_equal(notes_with(&crash.frames[2], "no metadata"), 1);
    assert_status(&crash.frames[3], SUFFIX_PARTIAL_DATA);
    assert_int_equal(crash.frames[3].entry_count, 1);
    assert_int_equal(lines_with(crash.frames[3].entries[0].suffix.notes, 1, "not printed"), 1);
    path_set(&inputs, &inputs.threads[0].frames[3], "<optimized out>", "<optimized out>", "<optimized out>");
    crash = explained(&inputs, &plain_options);
    assert_status(&crash.frames[3], SUFFIX_PARTIAL_DATA);
    const struct suffix *suffix = &crash.frames[3].entries[0].suffix;
    assert_true(lines_with(suffix->notes, suffix->note_count, "<optimized out>") > 0);
    crash_explain(inputs.probes, NULL, &plain_options, &inputs.arena, &crash);
    assert_int_equal(crash.count, 0);
    inputs_close(&inputs);
}

/* One block on lines 5, 6 and 8, as csi-cc writes it for a function without branches. */
static void a_straight_line_needs_no_values(void **state)
{
    (void)state;
    static const char straight[] = "#\nstart\n9|EXIT\n8|ENTRY|5|6|6|8\n$\n8->9|0$0\n";
    struct inputs inputs;
    inputs_open(&inputs, straight, NULL, NULL, NULL);
    frame_add(&inputs, 0, "start", 6, 0x1000);
    frame_add(&inputs, 0, "start", 7, 0x1100);
    struct crash crash = explained(&inputs, &plain_options);
    assert_status(&crash.frames[0], SUFFIX_UNIQUE);
    assert_suffix(&crash.frames[0], 0, 0, &inputs.arena, "8");
    assert_int_equal(crash.frames[0].entries[0].suffix.wrapped, SUFFIX_WRAPPED_NO);
    assert_int_equal(lines_with(crash.frames[0].entries[0].suffix.notes, crash.frames[0].entries[0].suffix.note_count, "straight line"), 1);
    struct debugger_frame *frame = &inputs.threads[0].frames[0];
    path_set(&inputs, frame, "{7, -1}", "1", "0");             /* printed values count */
    crash = explained(&inputs, &plain_options);
    assert_status(&crash.frames[0], SUFFIX_IMPOSSIBLE);
    inputs_close(&inputs);
}

#define ELSEWHERE "#\nh\n1|EXIT\n0|ENTRY|13|13\n2|14|-1\n3|15|-1\n4|16|-1\n5|6\n$\n0->2|0$0\n0->3|0$1\n0->4|0$2\n2->5|0$0\n3->5|1$0\n4->5|2$0\n5->1|0$0\n"

static void the_line_rules_out_entries_of_the_name(void **state)
{
    (void)state;
    struct inputs inputs;
    inputs_open(&inputs, BRANCH ELSEWHERE, NULL, NULL, NULL);
    struct debugger_frame *frame = frame_add(&inputs, 0, "h", 4, 0x1000);
    path_set(&inputs, frame, "{-1, -1}", "0", "0");
    struct crash crash = explained(&inputs, &plain_options);
    assert_int_equal(crash.frames[0].entries_of_name, 2);
    assert_int_equal(crash.frames[0].entry_count, 1);
    assert_int_equal(crash.frames[0].entries[0].function, 0);
    assert_int_equal(notes_with(&crash.frames[0], "entry #1 with this name (of 2, from #0; metadata line 14) is ruled out: it does not list"), 1);
    assert_status(&crash.frames[0], SUFFIX_UNIQUE);
    assert_suffix(&crash.frames[0], 0, 0, &inputs.arena, "0,2");
    inputs_close(&inputs);
}

static void values_rule_out_entries_of_the_name(void **state)
{
    (void)state;
    struct inputs inputs;
    inputs_open(&inputs, BRANCH ELSEWHERE, NULL, NULL, NULL);
    struct debugger_frame *frame = frame_add(&inputs, 0, "h", 6, 0x1000);
    path_set(&inputs, frame, "{2, -1}", "1", "0");                  /* the first has only two paths */
    struct crash crash = explained(&inputs, &plain_options);
    assert_int_equal(crash.frames[0].entry_count, 1);
    assert_int_equal(crash.frames[0].entries[0].ordinal, 1);
    assert_int_equal(notes_with(&crash.frames[0], "entry #0 with this name (of 2, from #0; metadata line 1) is ruled out: impossible values"), 1);
    path_set(&inputs, &inputs.threads[0].frames[0], "{1, -1}", "1", "0");
    crash = explained(&inputs, &plain_options);
    assert_int_equal(crash.frames[0].entry_count, 2);
    assert_status(&crash.frames[0], SUFFIX_AMBIGUOUS);
    path_set(&inputs, &inputs.threads[0].frames[0], "{7, -1}", "1", "0");
    crash = explained(&inputs, &plain_options);
    assert_int_equal(crash.frames[0].entry_count, 2);
    assert_status(&crash.frames[0], SUFFIX_IMPOSSIBLE);
    inputs_close(&inputs);
}

static void one_graph_in_several_objects_is_one_function(void **state)
{
    (void)state;
    struct inputs inputs;
    inputs_open(&inputs, BRANCH BRANCH, NULL, NULL, NULL);
    struct debugger_frame *frame = frame_add(&inputs, 0, "h", 5, 0x1000);
    path_set(&inputs, frame, "{-1, -1}", "0", "0");
    struct crash crash = explained(&inputs, &plain_options);
    assert_int_equal(crash.frames[0].entry_count, 1);
    assert_status(&crash.frames[0], SUFFIX_UNIQUE);
    inputs_close(&inputs);
}

static void a_damaged_entry_is_not_decoded_and_not_ruled_out_by_values(void **state)
{
    (void)state;
    struct inputs inputs;
    inputs_open(&inputs, BRANCH "#\nh\n1|EXIT\n", NULL, NULL, NULL);
    struct debugger_frame *frame = frame_add(&inputs, 0, "h", 0, 0x1000);
    path_set(&inputs, frame, "{1, -1}", "1", "0");
    struct crash crash = explained(&inputs, &plain_options);
    assert_int_equal(crash.frames[0].entry_count, 2);
    assert_null(crash.frames[0].entries[1].graph);
    assert_status(&crash.frames[0], SUFFIX_AMBIGUOUS);
    inputs_close(&inputs);
}

/* ---- Frames ---- */

static void a_frame_of_a_recursion_is_not_inlined(void **state)
{
    (void)state;
    struct inputs inputs;
    inputs_open(&inputs, BRANCH, NULL, NULL, NULL);
    for (size_t i = 0; i < 3; i++)
        frame_add(&inputs, 0, "h", 4, i ? 0x1100 : 0x1000);
    struct crash crash = explained(&inputs, &plain_options);
    for (size_t i = 0; i < 3; i++)
        assert_false(crash.frames[i].inlined);
    inputs_close(&inputs);
}

static void frames_are_told_apart_as_callers_and_inlined(void **state)
{
    (void)state;
    struct inputs inputs;
    inputs_open(&inputs, BRANCH, NULL, NULL, NULL);
    frame_add(&inputs, 0, "inner", 4, 0x1000);
    struct debugger_frame *frame = frame_add(&inputs, 0, "h", 99, 0);
    path_set(&inputs, frame, "{-1, -1}", "0", "0");
    frame = frame_add(&inputs, 0, "h", 5, 0x1100);
    path_set(&inputs, frame, "{-1, -1}", "0", "0");
    frame_add(&inputs, 1, "<signal handler called>", 0, 0x1200);
    frame_add(&inputs, 1, "h", 5, 0x1300);
    struct crash crash = explained(&inputs, &plain_options);
    assert_true(crash.frames[0].inlined);
    assert_int_equal(notes_with(&crash.frames[0], "inlined into frame #1"), 1);
    assert_false(crash.frames[1].inlined);
    assert_false(crash.frames[1].caller);
    assert_suffix(&crash.frames[1], 0, 0, &inputs.arena, "0,2");      /* by the line of the inlined code: 4 */
    assert_true(crash.frames[2].caller);
    assert_suffix(&crash.frames[2], 0, 0, &inputs.arena, "0,3");
    assert_int_equal(crash.frames[3].thread, 1);
    assert_false(crash.frames[4].caller);
    inputs_close(&inputs);
}

static void without_addresses_a_line_within_is_tried_and_said(void **state)
{
    (void)state;
    struct inputs inputs;
    inputs_open(&inputs, BRANCH, NULL, NULL, NULL);
    frame_add(&inputs, 0, "innermost", 5, 0);
    frame_add(&inputs, 0, "inner", 77, 0);
    struct debugger_frame *frame = frame_add(&inputs, 0, "h", 6, 0);
    path_set(&inputs, frame, "{-1, -1}", "0", "0");
    struct crash crash = explained(&inputs, &plain_options);
    assert_suffix(&crash.frames[2], 0, 0, &inputs.arena, "0,3");
    assert_status(&crash.frames[2], SUFFIX_UNIQUE);
    const struct suffix *suffix = &crash.frames[2].entries[0].suffix;
    assert_int_equal(lines_with(suffix->notes, suffix->note_count, "do not fit line 6, but they fit line 5 of the inner frame"), 1);
    inputs.threads[0].frames[2].has_address = true;                 /* a caller in the middle of a line: no inlined code */
    crash = explained(&inputs, &plain_options);
    assert_status(&crash.frames[2], SUFFIX_INCONSISTENT);
    inputs_close(&inputs);
}

/* ---- Texts of a real gdb ---- */

/* Reads a file; false: it does not exist. */
static bool text_read(struct inputs *inputs, const char *folder, const char *name, struct str *text)
{
    struct error error;
    struct text path = {0};
    text_printf(&path, "%s/%s", folder, name);
    bool there = file_read(text_string(&path), &inputs->arena, text, &error);
    text_free(&path);
    return there;
}

static void the_recorded_crash_is_explained_and_contradicts_nothing(void **state)
{
    (void)state;
    static const char *const suffixes[] = {
        "24,26,27,30,32,33,34,36,37,26,27,29,34,36,37,26,27,30,32,33,34,36,37,26,27,29,34,36,37,26,27,30,32,33,34,36,37,26,27,29,34,36,37,"
        "26,27,30,31,39,33,34,36,37,26,27,29,34,35,37,26,27",
        "9,11", "9,12,13,14,16,20,21,22", "9,12,13,14,15,13,14,16,19,21,22", "9,12,13,14,15,13,14,15,13,14,16,18,22",
        "5,6,8,5,6,8,5,6,8,5,6,8,5,6,8,5,6,8,5,6,8,5,6,8,5,6,8,5,7"};
    char folder[PATH_MAX + 16];
    snprintf(folder, sizeof folder, "%s/csi/debugger", samples_folder());
    struct inputs files = {0}, inputs;
    struct str pt, fc, cc, bbc, session;
    assert_true(text_read(&files, folder, "metadata/crash-O0.debug_PT.txt", &pt) && text_read(&files, folder, "session-O0.txt", &session) &&
                text_read(&files, folder, "metadata/crash-O0.debug_FC.txt", &fc) && text_read(&files, folder, "metadata/crash-O0.debug_CC.txt", &cc) &&
                text_read(&files, folder, "metadata/crash-O0.debug_BBC.txt", &bbc));
    inputs_open(&inputs, pt.data, fc.data, cc.data, bbc.data);
    struct debugger_text dump;
    debugger_read(session, "session", &inputs.arena, &dump);
    inputs.snapshot = *debugger_last(&dump);
    for (size_t prune = 0; prune < 2; prune++) {
        struct crash crash = explained(&inputs, prune ? &pruning : &plain_options);
        assert_int_equal(crash.count, 6);
        for (size_t i = 0; i < 6; i++) {
            assert_status(&crash.frames[i], SUFFIX_UNIQUE);
            assert_int_equal(crash.frames[i].level, i);
            assert_int_equal(crash.frames[i].caller, i > 0);
            assert_int_equal(crash.frames[i].entries[0].warning_count, 0);
            assert_suffix(&crash.frames[i], 0, 0, &inputs.arena, suffixes[i]);
        }
    }
    struct coverage_report report;
    probes_coverage(inputs.probes, &inputs.snapshot, COVERAGE_ENTERED, &inputs.arena, &report);
    assert_int_equal(report.contradiction_count, 0);
    inputs_close(&inputs);
    arena_free(&files.arena);
}

/* Two threads, a recursion, a function inlined into another, an array above gdb's limits; variables like csi-cc's. */
static const char program[] =
    "#include <pthread.h>\n"
    "_Bool __FC_arr_p_c_rec, __CC_arr_p_c_rec[3];\n"
    "volatile long sink, started;\n"
    "__attribute__((noinline)) int rec(int n) {\n"
    "    volatile long __PT_counter_arr[3] = {n, 0, -1}, __PT_counter_idx = 1, __PT_current_path = n;\n"
    "    volatile _Bool __CC_arr[3] = {n == 1};\n"
    "    __FC_arr_p_c_rec = __CC_arr_p_c_rec[1] = 1;\n"
    "    if (n == 0) *(volatile int *)8 = 1;\n"
    "    int r = rec(n - 1) + 1;\n"
    "    sink = r + __PT_counter_arr[1] + __PT_counter_idx + __PT_current_path + __CC_arr[1];\n"
    "    return r; }\n"
    "static inline __attribute__((always_inline)) int inlined(int n) { return rec((n + (int)sink) & 2); }\n"
    "__attribute__((noinline)) void big(void) {\n"
    "    volatile long __PT_pathArr[20000], __PT_arrIndex = 3, __PT_curPath = 0;\n"
    "    for (int i = 0; i < 20000; i++) __PT_pathArr[i] = i % 7;\n"
    "    inlined(2);\n"
    "    sink = __PT_pathArr[3] + __PT_arrIndex + __PT_curPath; }\n"
    "static void *waits(void *a) { volatile long __PT_counter_idx = 5; for (started = 1;;) sink = __PT_counter_idx * 0; return a; }\n"
    "int main(void) { pthread_t t; pthread_create(&t, 0, waits, 0); while (!started) {} big(); return 0; }\n";

static const struct debugger_frame *frame_named(const struct debugger_snapshot *snapshot, const char *function, size_t number)
{
    for (size_t t = 0; t < snapshot->count; t++)
        for (size_t i = 0; i < snapshot->threads[t].count; i++)
            if (str_is(snapshot->threads[t].frames[i].function, function) && number-- == 0)
                return &snapshot->threads[t].frames[i];
    fail_msg("no frame of %s", function);
    return NULL;
}

static void assert_program_read(const struct debugger_snapshot *snapshot, const struct crash *crash)
{
    for (size_t n = 0; n < 3; n++) {
        const struct debugger_frame *frame = frame_named(snapshot, "rec", n);
        const struct debugger_value *array = &frame->locals[DEBUGGER_PATH_ARRAY];
        assert_int_equal(array->count, 3);
        assert_int_equal(array->items[0], n);
        assert_true(array->items[2] == UINT64_MAX);
        assert_int_equal(frame->locals[DEBUGGER_PATH_CURRENT].number, n);
        assert_int_equal(frame->locals[DEBUGGER_LOCAL_CC].items[0], n == 1);
        assert_false(frame->has[DEBUGGER_LOCAL_BBC]);
    }
    const struct debugger_frame *big = frame_named(snapshot, "big", 0);
    assert_int_equal(big->locals[DEBUGGER_PATH_ARRAY].count, 20000);
    assert_int_equal(big->locals[DEBUGGER_PATH_ARRAY].items[19999], 19999 % 7);
    assert_int_equal(frame_named(snapshot, "waits", 0)->locals[DEBUGGER_PATH_INDEX].number, 5);
    assert_int_equal(snapshot->global_count, 2);
    size_t inlined = 0;
    for (size_t i = 0; i < crash->count; i++)
        inlined += crash->frames[i].inlined;
    assert_int_equal(inlined, 1);
}

/* Runs gdb on the program built with an option; false: there is no gdb, or it may not trace. */
static bool gdb_output(struct inputs *inputs, const char *folder, const char *option, struct str *output)
{
    char line[2048];
    snprintf(line, sizeof line, "cd %s && gcc -w -g %s -o p p.c -pthread && gdb -nx -batch -ex run -x commands p >output 2>&1 </dev/null", folder, option);
    return system(line) == 0 && text_read(inputs, folder, "output", output) && str_find(*output, str_of("SIGSEGV")) != SIZE_MAX;
}

static void file_write(const char *folder, const char *name, struct str text)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text.data, 1, text.size, file), text.size);
    fclose(file);
}

static void what_gdb_is_asked_is_read_back(void **state)
{
    (void)state;
    char folder[] = "/tmp/clew-crash-XXXXXX", line[256];
    struct inputs inputs;
    struct text commands = {0};
    inputs_open(&inputs, "#\nrec" "\n1|EXIT\n0|ENTRY|5\n$\n0->1|0$0\n", "#rec|__FC_arr_p_c_rec\n#gone|__FC_arr_gone\n",
                "#rec|__CC_arr_p_c_rec\n0|8|f\n1|9|rec\n2|9|g\n", NULL);
    crash_gdb_commands(inputs.probes, true, &commands);
    assert_non_null(mkdtemp(folder));
    file_write(folder, "p.c", str_of(program));
    file_write(folder, "commands", text_str(&commands));
    bool ran = true;
    for (size_t i = 0; i < 2 && ran; i++) {
        struct str output;
        ran = gdb_output(&inputs, folder, i ? "-O2" : "-O0", &output);
        if (!ran)
            continue;
        struct debugger_text dump;
        debugger_read(output, "gdb", &inputs.arena, &dump);
        inputs.snapshot = *debugger_last(&dump);
        struct crash crash = explained(&inputs, &plain_options);
        assert_program_read(&inputs.snapshot, &crash);
    }
    snprintf(line, sizeof line, "rm -r %s", folder);
    assert_int_equal(system(line), 0);
    text_free(&commands);
    inputs_close(&inputs);
    if (!ran) {
        print_message("skipped: gdb or gcc is missing, or gdb may not trace\n");
        skip();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bare_values_are_tried_on_every_function),
        cmocka_unit_test(frames_without_metadata_or_values_say_so),
        cmocka_unit_test(a_straight_line_needs_no_values),
        cmocka_unit_test(the_line_rules_out_entries_of_the_name),
        cmocka_unit_test(values_rule_out_entries_of_the_name),
        cmocka_unit_test(one_graph_in_several_objects_is_one_function),
        cmocka_unit_test(a_damaged_entry_is_not_decoded_and_not_ruled_out_by_values),
        cmocka_unit_test(a_frame_of_a_recursion_is_not_inlined),
        cmocka_unit_test(frames_are_told_apart_as_callers_and_inlined),
        cmocka_unit_test(without_addresses_a_line_within_is_tried_and_said),
        cmocka_unit_test(the_recorded_crash_is_explained_and_contradicts_nothing),
        cmocka_unit_test(what_gdb_is_asked_is_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
