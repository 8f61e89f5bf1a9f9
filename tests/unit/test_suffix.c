/* test_suffix.c - the suffix of one frame: the documented examples, and real sessions.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_suffix_asked.h"
#include "tests/unit/samples.h"

static void the_first_example_gives_its_suffix(void **state)
{
    (void)state;
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "4", .block = "9"), "unique: 2,4,5,8,9 / 4,5,7,9 | 4,5,8,9", NULL);
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "4", .line = "18"), "unique: 2,4,5,8,9 / 4,5,7,9 | 4,5,8,9", NULL);
    check_whole(LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "4", .block = "9"), "2,4,5,8,9,4,5,7,9,:4,5,8,9");
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "4"), "ambiguous: 2,4,5,8,9 / 4,5,7,9 | 4,5,8,9 | 4,5,8",
          "the block being executed decides: block 9 (line 18), block 8 (line 17)");
}

static void the_second_example_gives_its_suffix(void **state)
{
    (void)state;
    struct question question = ASK(.array = example_2, .index = "2", .current = "0");
    check_whole(LOOP_TEXT, "main", question, "4,5,8,9,4,5,8,9,4,5,8,9,4,5,8,9,4,5,7,9,4,5,8,9,4,5,8,9,4,5,8,9,4,5,8,9,:4,6");
    check(LOOP_TEXT, "main", question, "unique: 4,5,8,9 / 4,5,8,9 / 4,5,8,9 / 4,5,8,9 / 4,5,7,9 / 4,5,8,9 / 4,5,8,9 / 4,5,8,9 / 4,5,8,9 / 4,6 | 4,6 recorded", NULL);
    struct asked asked;
    ask(&asked, LOOP_TEXT, "main", question);
    assert_int_equal(asked.suffix.wrapped, SUFFIX_WRAPPED_YES);
    assert_int_equal(asked.suffix.paths[0].slot, 2);
    assert_int_equal(asked.suffix.paths[9].slot, 1);
    asked_free(&asked);
}

static void stale_slots_are_never_looked_at(void **state)
{
    (void)state;
    struct asked asked;
    ask(&asked, LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "4", .block = "9"));
    assert_int_equal(asked.suffix.path_count, 2);
    assert_int_equal(asked.suffix.note_count, 0);
    assert_int_equal(asked.suffix.wrapped, SUFFIX_WRAPPED_NO);
    asked_free(&asked);
    check(LOOP_TEXT, "main", ASK(.array = "1 3 99 -7 77 88 66 55 -1 -1", .index = "2", .current = "4", .block = "9"), "unique: 2,4,5,8,9 / 4,5,7,9 | 4,5,8,9", NULL);
}

/* ---- Early records, pushed increments ---- */

static const char abc[] = "#\nabc\n1|EXIT\n0|ENTRY|3|4\n2|5|-1\n3|8|8|8|-1\n4|9\n$\n0->2|0$0\n0->3|0$1\n2->4|0$0\n3->4|1$0\n4->1|0$0\n";

static void weights_decode_numbers_and_increments_explain_the_sum(void **state)
{
    (void)state;
    check(abc, "abc", ASK(.array = "7 7 -1", .index = "0", .current = "0"), "ambiguous:  | 0,2 | 0,3 | 0", "block 3 (line 8)");
    check(abc, "abc", ASK(.array = "7 7 -1", .index = "0", .current = "0", .line = "8"), "unique:  | 0,3", NULL);
    check(abc, "abc", ASK(.array = "1 7 -1", .index = "1", .current = "0", .line = "9"), "unique: 0,3,4 | 0,3,4 recorded", NULL);
    check(abc, "abc", ASK(.array = "1 7 -1", .index = "1", .current = "0"), "unique: 0,3,4 | 0,3,4 recorded", NULL);
    check(abc, "abc", ASK(.array = "1 7 -1", .index = "1", .current = "0", .block = "3"), "unique: 0,3,4 | 0,3 recorded", NULL);
    check(abc, "abc", ASK(.array = "1 7 -1", .index = "1", .current = "0", .line = "8"), "inconsistent: 0,3,4", "line 8 does not fit");
    check_whole(abc, "abc", ASK(.array = "1 7 -1", .index = "1", .current = "0", .line = "9"), ":0,3,4");
}

static void an_early_record_proves_no_more_than_the_line_says(void **state)
{
    (void)state;
    struct question question = ASK(.array = "0 9 -1", .index = "1", .current = "0");
    check(early, "f", question, "ambiguous: 0,2,3,4 | 0,2,3,4 recorded | 0,2,3 recorded | 0,2 recorded", "the block being executed decides: block 4 (line 5), block 3 (line 4), block 2 (line 3)");
    check_whole(early, "f", question, "0,2");
    question.line = "4";
    check_whole(early, "f", question, ":0,2,3");
    question.line = "3";
    check_whole(early, "f", question, ":0,2");
    question.line = "2";
    check(early, "f", question, "inconsistent: 0,2,3,4", "line 2 does not fit");
    check(early, "f", ASK(.array = "0 9 -1", .index = "0", .current = "0", .line = "2"), "unique:  | 0,2", NULL);
    check(early, "f", ASK(.array = "0 9 -1", .index = "0", .current = "0", .line = "3"), "inconsistent: ", "line 3 does not fit");
}

/* ---- Cut edges ---- */

static void split_edges_share_one_exit(void **state)
{
    (void)state;
    check_whole(SPLIT_TEXT, "split", ASK(.array = "0 2 9 -1", .index = "2", .current = "0", .line = "8"), "0,2,:3,5,7,8");
    check(SPLIT_TEXT, "split", ASK(.array = "0 2 9 -1", .index = "2", .current = "0"), "unique: 0,2 / 3,5,7,8 | 3,5,7,8 recorded", NULL);
    check(SPLIT_TEXT, "split", ASK(.array = "0 4 9 -1", .index = "1", .current = "4"), "ambiguous: 0,2 | 4,5,7,8 | 4,5,7", NULL);
    check(SPLIT_TEXT, "split", ASK(.array = "0 4 9 -1", .index = "1", .current = "3", .line = "4"), "unique: 0,2 | 4", NULL);
    check(SPLIT_TEXT, "split", ASK(.array = "0 4 9 -1", .index = "1", .current = "1", .line = "3"), "unique: 0,2 | 3", NULL);
    check(SPLIT_TEXT, "split", ASK(.array = "0 0 9 -1", .index = "2", .current = "1"), "inconsistent: 0,2 / !0,2 | 3,5,6,8 | 3,5,6 | 3,5 | 3", "begins with ENTRY");
}

static void the_stub_of_a_shared_exit_joins_the_suffix(void **state)
{
    (void)state;
    /* Cut edges behind stubs: 2 ends in one shared exit; the next start shows which stub ran. */
    static const char text[] = "#\nf\n1|EXIT\n0|ENTRY|1\n2|2\n10|-1\n11|-1\n3|3\n4|4\n5|5|-1|5\n7|7\n$\n0->2|0$0\n0->7|1$1\n2->10|0$0\n2->11|0$0\n7->3|0$0\n7->4|1$1\n"
                               "10~>3|3$3\n11~>4|4$4\n3->5|0$0\n4->5|0$0\n5->1|0$0\n";
    check(text, "f", ASK(.array = "0 9 -1", .index = "1", .current = "4", .line = "4"), "unique: 0,2 | 4", NULL);
    check_whole(text, "f", ASK(.array = "0 9 -1", .index = "1", .current = "4", .line = "4"), "0,2,11,:4");
    check_whole(text, "f", ASK(.array = "0 3 9 -1", .index = "2", .current = "0", .line = "5"), "0,2,10,:3,5");
    check_whole(text, "f", ASK(.array = "0 4 9 -1", .index = "2", .current = "0"), "0,2,11,:4,5");
    check(text, "f", ASK(.array = "9 9 -1", .index = "0", .current = "0", .block = "10"), "unique:  | 0,2,10", NULL);
    check(text, "f", ASK(.array = "9 9 -1", .index = "0", .current = "0"), "ambiguous:  | 0,2 | 0", NULL);
}

static const char critical[] = "#\nf\n1|EXIT\n0|ENTRY|3|3\n2|4|4|5\n3|6|-1|6\n4|-1\n$\n0->2|0$0\n2->3|0$0\n2->4|0$0\n3->1|0$0\n4~>2|2$2\n";

static void a_critical_backedge_hides_its_weight(void **state)
{
    (void)state;
    check_whole(critical, "f", ASK(.array = "1 3 9 -1", .index = "2", .current = "2", .line = "5"), "0,2,4,2,4,:2");
    check(critical, "f", ASK(.array = "1 3 9 -1", .index = "2", .current = "2"), "ambiguous: 0,2,4 / 2,4 | 2,3 | 2", NULL);
    check(critical, "f", ASK(.array = "1 3 9 -1", .index = "2", .current = "2", .block = "4"), "unique: 0,2,4 / 2,4 | 2,4", NULL);
    check(critical, "f", ASK(.array = "1 3 2 -1", .index = "3", .current = "0"), "unique: 0,2,4 / 2,4 / 2,3 | 2,3 recorded", NULL);
}

/* ---- Samples: real sessions ---- */

static struct str sample_read(const char *name, struct arena *arena)
{
    struct text path = {0};
    struct str bytes = {0};
    struct error error;
    text_printf(&path, "%s/csi/debugger/%s", samples_folder(), name);
    if (!file_read(text_string(&path), arena, &bytes, &error))
        fail_msg("%s: %s", error.source, error.message);
    text_free(&path);
    return bytes;
}

static void frame_show(struct csi_paths *paths, const struct debugger_frame *frame, struct text *out)
{
    size_t entry = 0;
    while (entry < paths->count && !str_equal(paths->functions[entry].name, frame->function))
        entry++;
    if (entry == paths->count || !frame->has[DEBUGGER_PATH_ARRAY])
        return;
    const struct debugger_value *array = &frame->locals[DEBUGGER_PATH_ARRAY], *index = &frame->locals[DEBUGGER_PATH_INDEX];
    const struct debugger_value *current = &frame->locals[DEBUGGER_PATH_CURRENT];
    struct suffix_values values = {array->kind == DEBUGGER_ARRAY, array->cut, array->items, array->known, array->count, frame->has[DEBUGGER_PATH_INDEX],
                                   frame->has[DEBUGGER_PATH_CURRENT], (int64_t)index->number, current->number, array->reason, index->reason, current->reason};
    struct suffix_position position = {false, frame->has_line, 0, (int64_t)frame->line};
    struct path_graph *graph = path_graph_open(&paths->functions[entry]);
    struct arena arena = {0};
    struct suffix suffix;
    suffix_decode(graph, &values, &position, NULL, &arena, &suffix);
    text_printf(out, "%.*s %llu ", STR(frame->function), (unsigned long long)frame->line);
    suffix_show(graph, &suffix, out);
    text_add(out, "\n");
    arena_free(&arena);
    path_graph_close(graph);
}

static const char crash_frames[] =
    "walk 9 unique: 24,26,27,30,32,33,34,36,37 / 26,27,29,34,36,37 / 26,27,30,32,33,34,36,37 / 26,27,29,34,36,37 / 26,27,30,32,33,34,36,37 / "
    "26,27,29,34,36,37 / 26,27,30,31,39,33,34,36,37 / 26,27,29,34,35,37 | 26,27\n"
    "rec 23 unique:  | 9,11\n"
    "rec 34 unique: 9,12,13,14,16,20,21,22,23 | 9,12,13,14,16,20,21,22 recorded\n"
    "rec 34 unique: 9,12,13,14,15 / 13,14,16,19,21,22,23 | 13,14,16,19,21,22 recorded\n"
    "rec 34 unique: 9,12,13,14,15 / 13,14,15 / 13,14,16,18,22,23 | 13,14,16,18,22 recorded\n"
    "main 43 unique: 5,6,8 / 5,6,8 / 5,6,8 / 5,6,8 / 5,6,8 / 5,6,8 / 5,6,8 / 5,6,8 / 5,6,8 / 5,7 | 5,7 recorded\n";

/* Two sessions that show every frame; the other sample texts show few. */
static void a_crashed_program_gives_the_suffix_of_every_frame(void **state)
{
    (void)state;
    static const char *const names[] = {"session-O0.txt", "core-docnames-O0.txt"};
    struct arena arena = {0};
    struct csi_paths paths;
    struct str metadata = sample_read("metadata/crash-O0.debug_PT.txt", &arena);
    csi_paths_read(metadata, "crash", &arena, &paths);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct debugger_text dump;
        struct text shown = {0};
        debugger_read(sample_read(names[i], &arena), names[i], &arena, &dump);
        const struct debugger_snapshot *last = debugger_last(&dump);
        assert_non_null(last);
        for (size_t frame = 0; frame < last->threads[last->selected].count; frame++)
            frame_show(&paths, &last->threads[last->selected].frames[frame], &shown);
        assert_string_equal(text_string(&shown), crash_frames);
        text_free(&shown);
    }
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_example_gives_its_suffix),
        cmocka_unit_test(the_second_example_gives_its_suffix),
        cmocka_unit_test(stale_slots_are_never_looked_at),
        cmocka_unit_test(weights_decode_numbers_and_increments_explain_the_sum),
        cmocka_unit_test(an_early_record_proves_no_more_than_the_line_says),
        cmocka_unit_test(split_edges_share_one_exit),
        cmocka_unit_test(the_stub_of_a_shared_exit_joins_the_suffix),
        cmocka_unit_test(a_critical_backedge_hides_its_weight),
        cmocka_unit_test(a_crashed_program_gives_the_suffix_of_every_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
