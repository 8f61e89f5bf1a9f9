/* test_suffix_values.c - suffixes of values that are missing, cut, impossible or ambiguous.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_suffix_asked.h"

/* ---- Edge cases ---- */

static const char single[] = "#\nf\n1|EXIT\n0|ENTRY|5|5|-1|6\n$\n0->1|0$0\n";

static void a_single_block_is_before_or_behind_its_record(void **state)
{
    (void)state;
    check(single, "f", ASK(.array = "3 4 -1", .index = "0", .current = "0"), "unique:  | 0", NULL);
    check(single, "f", ASK(.array = "0 4 -1", .index = "1", .current = "0"), "unique: 0 | 0 recorded", NULL);
    check(single, "f", ASK(.array = "0 4 -1", .index = "1", .current = "0", .line = "5"), "inconsistent: 0", "line 5");
    check(single, "f", ASK(.array = "0 0 -1", .index = "2", .current = "0"), "inconsistent: 0 / !0 | 0 recorded", "ended in EXIT");
}

static void an_index_of_zero_may_mean_a_full_array(void **state)
{
    (void)state;
    check_whole(LOOP_TEXT, "main", ASK(.array = "1 3 4", .index = "0", .current = "3", .line = "14"), "2,4,5,8,9,4,5,7,9,4,5,8,9,:4,5,7");
    check_whole(LOOP_TEXT, "main", ASK(.array = "4 3 4", .index = "0", .current = "3", .line = "14"), "4,5,8,9,4,5,7,9,4,5,8,9,:4,5,7");
    check(LOOP_TEXT, "main", ASK(.array = "4 3 -1", .index = "0", .current = "0", .line = "10"), "unique:  | 2,4", NULL);
    check(LOOP_TEXT, "main", ASK(.array = "4 1 4", .index = "1", .current = "3", .line = "14"), "inconsistent: !2,4,5,8,9 / 4,5,8,9 / 4,5,8,9 | 4,5,7", "the array has wrapped");
}

static void one_slot_holds_the_last_path(void **state)
{
    (void)state;
    check(LOOP_TEXT, "main", ASK(.array = "-1", .index = "0", .current = "1"), "ambiguous:  | 2,4,5,8,9 | 2,4,5,8", NULL);
    check(LOOP_TEXT, "main", ASK(.array = "1", .index = "0", .current = "4", .line = "17"), "unique: 2,4,5,8,9 | 4,5,8", NULL);
    check(LOOP_TEXT, "main", ASK(.array = "4", .index = "0", .current = "4", .line = "17"), "unique: 4,5,8,9 | 4,5,8", NULL);
    check(LOOP_TEXT, "main", ASK(.array = "5", .index = "0", .current = "0"), "unique: 4,6 | 4,6 recorded", NULL);
}

static void indices_outside_are_inconsistent_or_off(void **state)
{
    (void)state;
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "12", .current = "4", .line = "17"), "inconsistent:  | 4,5,8", "index 12 is outside the array of 10");
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "10", .current = "4", .line = "17"), "inconsistent:  | 4,5,8", "index 10 is outside the array of 10");
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "-2", .current = "4", .line = "17"), "inconsistent:  | 4,5,8", "index -2 is outside the array of 10");
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "-1", .current = "4"), "off: ", "index -1");
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "9223372036854775807", .current = "4", .line = "17"), "inconsistent:  | 4,5,8", "outside the array of 10");
}

static void without_array_the_sum_says_where_it_began(void **state)
{
    (void)state;
    check(LOOP_TEXT, "main", ASK(.index = "2", .current = "4", .line = "17"), "partial-data:  | 4,5,8", "the path array is missing: <optimized out>");
    check(LOOP_TEXT, "main", ASK(.current = "1", .line = "17"), "partial-data:  | 2,4,5,8", "the index is missing");
    check(LOOP_TEXT, "main", ASK(.index = "0", .current = "0", .line = "10"), "partial-data:  | 2,4", NULL);
    check(LOOP_TEXT, "main", ASK(.index = "0", .current = "0", .line = "20"), "partial-data:  | 6 tail", NULL);
    check(LOOP_TEXT, "main", ASK(.index = "3", .current = "0", .line = "10"), "inconsistent: ", NULL);
    check(LOOP_TEXT, "main", ASK(.index = "3", .current = "0"), "partial-data:  | 6 tail", NULL);
    check(LOOP_TEXT, "main", ASK(.current = "0"), "partial-data:  | 2,4,5,7,9 | 2,4,5,7 | 2,4,5 | 2,4 | 2 | 6 tail", NULL);
}

static void without_sum_the_completed_part_remains(void **state)
{
    (void)state;
    check(LOOP_TEXT, "main", ASK(.array = "1 3 9 -1", .index = "2"), "partial-data: 2,4,5,8,9 / 4,5,7,9", "the current sum is missing");
    check(LOOP_TEXT, "main", ASK(.array = "1 5 9 -1", .index = "2"), "partial-data: 2,4,5,8,9 / 4,6 | 4,6 recorded", NULL);
    check_whole(LOOP_TEXT, "main", ASK(.array = "1 3 9 -1", .index = "2"), "2,4,5,8,9,4,5,7,9");
}

static void without_index_every_one_is_tried(void **state)
{
    (void)state;
    /* 2,4,5,8,9 / 4,5,7,9 / 4,5,8,9, then slot 3 is stale and impossible: 1, 2 or 3 paths, and sum 4 fits each. */
    check(LOOP_TEXT, "main", ASK(.array = "1 3 4 9 -1", .current = "4", .line = "17"), "partial-data: 2,4,5,8,9 / missing | 4,5,8", "allows 1, 2, 3");
    check(LOOP_TEXT, "main", ASK(.array = "1 9 9 9 -1", .current = "4", .line = "17"), "partial-data: 2,4,5,8,9 | 4,5,8", "allows only 1");
    check(LOOP_TEXT, "main", ASK(.array = "1 5 9 9 -1", .current = "0", .line = "20"), "partial-data: missing | 6 tail", "allows 0, 2");
    check(LOOP_TEXT, "main", ASK(.array = "1 5 9 9 -1", .current = "0"), "partial-data: missing | 2,4,5,7,9 | 2,4,5,7 | 2,4,5 | 2,4 | 2 | 6 tail", "allows 0, 2");
    check(LOOP_TEXT, "main", ASK(.array = "3 5 9 -1", .current = "4", .line = "17"), "inconsistent:  | 4,5,8", "none fits");
    /* Wrapped: 5 ended in EXIT, so it is the last path, before slot 2. */
    check_whole(LOOP_TEXT, "main", ASK(.array = "4 5 4 3", .current = "0"), "4,5,8,9,4,5,7,9,4,5,8,9,:4,6");
    check(LOOP_TEXT, "main", ASK(.array = "4 4 4", .current = "4", .line = "17"), "partial-data:  | 4,5,8", "allows 0, 1, 2");
    check(LOOP_TEXT, "main", ASK(.array = "4 5 5", .current = "0"), "inconsistent:  | 6 tail", "none fits");
    check(LOOP_TEXT, "main", ASK(.array = "4 9 4", .current = "4", .line = "17"), "inconsistent:  | 4,5,8", "none fits");
}

static void a_cut_array_leaves_open_whether_it_wrapped(void **state)
{
    (void)state;
    check(LOOP_TEXT, "main", ASK(.array = "1 3 6", .cut = true, .index = "2", .current = "4", .block = "9"), "partial-data: 2,4,5,8,9 / 4,5,7,9 | 4,5,8,9",
          "slot 0 begins at ENTRY: the array has not wrapped");
    check(LOOP_TEXT, "main", ASK(.array = "4 3 6", .cut = true, .index = "2", .current = "4", .block = "9"), "partial-data: 4,5,8,9 / 4,5,7,9 | 4,5,8,9",
          "the array has wrapped, older paths were not printed");
    check(LOOP_TEXT, "main", ASK(.array = "1 3", .cut = true, .index = "5", .current = "4", .block = "9"), "partial-data: 2,4,5,8,9 / 4,5,7,9 / missing | 4,5,8,9",
          "set print elements 0");
    check_whole(LOOP_TEXT, "main", ASK(.array = "1 3", .cut = true, .index = "5", .current = "4", .block = "9"), "2,4,5,8,9,4,5,7,9,*:4,5,8,9");
    check(LOOP_TEXT, "main", ASK(.array = "1 3", .cut = true, .index = "0", .current = "4", .block = "9"), "partial-data:  | 4,5,8,9", NULL);
    check(LOOP_TEXT, "main", ASK(.array = "1 ? 4 -1", .index = "3", .current = "4", .block = "9"), "partial-data: 2,4,5,8,9 / missing / 4,5,8,9 | 4,5,8,9", NULL);
}

static void impossible_numbers_are_gaps(void **state)
{
    (void)state;
    struct question question = ASK(.array = "1 6 4 -1", .index = "3", .current = "4", .block = "9");
    check(LOOP_TEXT, "main", question, "impossible: 2,4,5,8,9 / impossible / 4,5,8,9 | 4,5,8,9", "slot 1: path 6 is impossible: main has paths 0 to 5");
    check_whole(LOOP_TEXT, "main", question, "2,4,5,8,9,*4,5,8,9,:4,5,8,9");
    check(LOOP_TEXT, "main", ASK(.array = "-1 3 9 -1", .index = "1", .current = "4", .block = "9"), "impossible: impossible | 4,5,8,9", "slot 0: path -1 is impossible");
    check(LOOP_TEXT, "main", ASK(.array = "1 3 9 -1", .index = "2", .current = "6"), "impossible: 2,4,5,8,9 / 4,5,7,9", "the current sum 6 is impossible");
    check(LOOP_TEXT, "main", ASK(.array = "1 3 9 -1", .index = "2", .current = "-1"), "impossible: 2,4,5,8,9 / 4,5,7,9", "the current sum -1 is impossible");
}

static void broken_chains_are_shown_where_they_break(void **state)
{
    (void)state;
    check(LOOP_TEXT, "main", ASK(.array = "3 3 9 -1", .index = "2", .current = "4", .block = "9"), "inconsistent: !4,5,7,9 / 4,5,7,9 | 4,5,8,9", "slot 0: path 3 begins with 9~>4");
    check(LOOP_TEXT, "main", ASK(.array = "1 2 9 -1", .index = "2", .current = "0", .line = "20"), "inconsistent: 2,4,5,8,9 / !2,4,6 | 2,4,6 recorded", "the values come from another build");
    check(LOOP_TEXT, "main", ASK(.array = "1 5 9 -1", .index = "2", .current = "4"), "inconsistent: 2,4,5,8,9 / 4,6", "the sum must be 0, but it is 4");
    check(LOOP_TEXT, "main", ASK(.array = "1 3 9 -1", .index = "2", .current = "0"), "inconsistent: 2,4,5,8,9 / 4,5,7,9", "recording code");
    check(LOOP_TEXT, "main", ASK(.array = "1 3 9 -1", .index = "2", .current = "3", .block = "8"), "inconsistent: 2,4,5,8,9 / 4,5,7,9", "block 8 does not fit the sum 3, which leads to block 9 (line 18), block 7 (line 14), block 5 (line 11), block 4 (line 10)");
    check(LOOP_TEXT, "main", ASK(.array = "9 9 9 -1", .index = "0", .current = "3"), "inconsistent: ", "no way from ENTRY");
}

static void positions_that_do_not_belong_are_told(void **state)
{
    (void)state;
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "4", .block = "9", .line = "14"), "unique: 2,4,5,8,9 / 4,5,7,9 | 4,5,8,9", "line 14 is not in block 9: clew uses the block");
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "4", .line = "99"), "ambiguous: 2,4,5,8,9 / 4,5,7,9 | 4,5,8,9 | 4,5,8", "line 99 is not in the metadata of main");
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "4", .block = "77"), "ambiguous: 2,4,5,8,9 / 4,5,7,9 | 4,5,8,9 | 4,5,8", "block 77 is not a block");
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "4", .block = "3"), "ambiguous: 2,4,5,8,9 / 4,5,7,9 | 4,5,8,9 | 4,5,8", "block 3 is not a block");
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "4", .line = "0"), "ambiguous: 2,4,5,8,9 / 4,5,7,9 | 4,5,8,9 | 4,5,8", NULL);
}

static void one_line_in_all_blocks_stays_ambiguous(void **state)
{
    (void)state;
    static const char text[] = "#\nf\n1|EXIT\n0|ENTRY|1\n2|1\n3|1\n4|1|-1|1\n$\n0->2|0$0\n2->3|0$0\n2->4|1$1\n3->4|0$0\n4->1|0$0\n";
    check(text, "f", ASK(.array = "9 9 -1", .index = "0", .current = "0", .line = "1"), "ambiguous:  | 0,2,3,4 | 0,2,3 | 0,2 | 0", NULL);
    check(text, "f", ASK(.array = "9 9 -1", .index = "0", .current = "1", .line = "1"), "unique:  | 0,2,4", NULL);
}

static void functions_without_exit_and_blocks_without_lines_work(void **state)
{
    (void)state;
    static const char text[] = "#\nf\n1|EXIT\n0|ENTRY|1\n2|NULL\n3|7|-1\n$\n0->2|0$0\n2->3|0$0\n3~>2|1$1\n";
    check(text, "f", ASK(.array = "0 1 9 -1", .index = "2", .current = "1"), "ambiguous: 0,2,3 / 2,3 | 2,3 | 2", NULL);
    check(text, "f", ASK(.array = "0 1 9 -1", .index = "2", .current = "1", .line = "7"), "unique: 0,2,3 / 2,3 | 2,3", NULL);
    struct asked asked;
    ask(&asked, text, "f", ASK(.array = "0 1 9 -1", .index = "2", .current = "1", .block = "2"));
    assert_int_equal(asked.suffix.candidate_count, 1);
    assert_true(str_find(asked.suffix.candidates[0].reason, str_of("no source line")) != SIZE_MAX);
    asked_free(&asked);
}

static void a_function_without_metadata_says_so(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct suffix suffix;
    struct suffix_values values = {0};
    suffix_decode(NULL, &values, NULL, NULL, &arena, &suffix);
    assert_int_equal(suffix.status, SUFFIX_NO_METADATA);
    assert_string_equal(suffix_status_names[suffix.status], "no-metadata");
    arena_free(&arena);
}

/* ---- Pruning, lines ---- */

static void pruning_takes_candidates_and_only_remarks_on_facts(void **state)
{
    (void)state;
    struct frame_graph loop;
    graph_load(&loop, str_of(LOOP_TEXT), "main");
    struct str never[8] = {{0}}, unfinished[8] = {{0}};
    never[ordinal_of(loop.graph, 7)] = str_of("__BBC_arr[3] is 0");
    unfinished[ordinal_of(loop.graph, 8)] = str_of("__CC_arr[1] is 0");
    struct suffix_prune prune = {never, unfinished};
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "4", .prune = &prune), "unique: 2,4,5,8,9 / 4,5,7,9 | 4,5,8",
          "path 3 in slot 1 ran block 7, but __BBC_arr[3] is 0");
    struct asked asked;
    ask(&asked, LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "4", .prune = &prune));
    assert_int_equal(asked.suffix.ruled_out_count, 1);
    assert_true(str_is(asked.suffix.ruled_out[0], "4,5,8,9: block 8, __CC_arr[1] is 0"));
    asked_free(&asked);
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "3", .line = "14", .prune = &prune), "inconsistent: 2,4,5,8,9 / 4,5,7,9", "rules out every candidate");
    struct str tail[5] = {{0}};
    tail[3] = str_of("bit");
    struct suffix_prune behind = {NULL, tail};
    check(early, "f", ASK(.array = "0 9 -1", .index = "1", .current = "0", .prune = &behind), "ambiguous: 0,2,3,4 | 0,2,3 recorded | 0,2 recorded", NULL);
    graph_free(&loop);
}

static void lines_of_a_step_are_without_repeats_and_markers(void **state)
{
    (void)state;
    int64_t given[] = {11, 11, 0, 12, CSI_MARKER, 12, 11, 13}, lines[8];
    struct csi_block block = {.lines = given, .line_count = 8};
    bool partial;
    assert_int_equal(suffix_step_lines(&block, false, 12, lines, &partial), 4);
    assert_true(lines[0] == 11 && lines[1] == 12 && lines[2] == 11 && lines[3] == 13 && !partial);
    assert_int_equal(suffix_step_lines(&block, true, 12, lines, &partial), 2);
    assert_true(lines[1] == 12 && partial);
    assert_int_equal(suffix_step_lines(&block, true, 13, lines, &partial), 4);
    assert_false(partial);
    assert_int_equal(suffix_step_lines(&block, true, 99, lines, &partial), 4);
    assert_false(partial);
    assert_int_equal(suffix_step_lines(&block, true, 0, lines, &partial), 4);
}

static void metadata_that_does_not_tile_is_told_with_every_suffix(void **state)
{
    (void)state;
    static const char text[] = "#\nf\n1|EXIT\n0|ENTRY|1\n2|2|-1\n$\n0->2|0$0\n2~>2|2$2\n";
    check(text, "f", ASK(.array = "0 9 -1", .index = "1", .current = "2"), "unique: 0,2 | 2", "paths may be wrong");
    check(text, "f", ASK(.array = "0 1 -1", .index = "2", .current = "2"), "impossible: 0,2 / impossible | 2", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_single_block_is_before_or_behind_its_record),
        cmocka_unit_test(an_index_of_zero_may_mean_a_full_array),
        cmocka_unit_test(one_slot_holds_the_last_path),
        cmocka_unit_test(indices_outside_are_inconsistent_or_off),
        cmocka_unit_test(without_array_the_sum_says_where_it_began),
        cmocka_unit_test(without_sum_the_completed_part_remains),
        cmocka_unit_test(without_index_every_one_is_tried),
        cmocka_unit_test(a_cut_array_leaves_open_whether_it_wrapped),
        cmocka_unit_test(impossible_numbers_are_gaps),
        cmocka_unit_test(broken_chains_are_shown_where_they_break),
        cmocka_unit_test(positions_that_do_not_belong_are_told),
        cmocka_unit_test(one_line_in_all_blocks_stays_ambiguous),
        cmocka_unit_test(functions_without_exit_and_blocks_without_lines_work),
        cmocka_unit_test(a_function_without_metadata_says_so),
        cmocka_unit_test(pruning_takes_candidates_and_only_remarks_on_facts),
        cmocka_unit_test(lines_of_a_step_are_without_repeats_and_markers),
        cmocka_unit_test(metadata_that_does_not_tile_is_told_with_every_suffix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
