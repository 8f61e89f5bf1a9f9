/* test_suffix.c - the suffix of one frame: the documented examples, and every edge case of the format's page.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_suffix.h"

/* ---- Asking ---- */

struct question {
    const char *array;              /* "1 3 ? -1": ? was not printed; null: no array */
    const char *index, *current;    /* null: missing */
    const char *block, *line;       /* null: unknown */
    bool cut;
    const struct suffix_prune *prune;
};

struct frame_values {
    uint64_t slots[64];
    bool known[64];
    struct suffix_values values;
    struct suffix_position position;
};

static void values_from(const struct question *question, struct frame_values *frame)
{
    *frame = (struct frame_values){0};
    struct suffix_values *values = &frame->values;
    struct slice rest = slice_of(question->array), field;
    while (slice_field(&rest, &field)) {
        frame->known[values->slots] = !slice_is(field, "?");
        frame->slots[values->slots] = frame->known[values->slots] ? (uint64_t)strtoll(field.data, NULL, 10) : 0;
        values->slots++;
    }
    values->has_array = question->array;
    values->array = frame->slots;
    values->known = frame->known;
    values->array_cut = question->cut;
    values->has_index = question->index;
    values->index = question->index ? strtoll(question->index, NULL, 10) : 0;
    values->has_current = question->current;
    values->current = question->current ? (uint64_t)strtoll(question->current, NULL, 10) : 0;
    values->array_reason = slice_of(question->array ? NULL : "<optimized out>");
    frame->position.has_block = question->block;
    frame->position.block = question->block ? (uint32_t)strtoul(question->block, NULL, 10) : 0;
    frame->position.has_line = question->line;
    frame->position.line = question->line ? strtoll(question->line, NULL, 10) : 0;
}

static void paths_show(const struct path_graph *graph, const struct suffix *suffix, struct text *out)
{
    for (size_t i = 0; i < suffix->path_count; i++) {
        const struct suffix_path *path = &suffix->paths[i];
        text_add(out, i ? " / " : "");
        text_add(out, path->broken ? "!" : "");
        text_add(out, path->impossible ? "impossible" : path->missing ? "missing" : "");
        ids_add(out, path_graph_function(graph), path->path.blocks, path->path.count);
    }
}

/* "unique: 2,4,5 / 4,6 | 4,6 recorded | ...": status, history, candidates. */
static void suffix_show(const struct path_graph *graph, const struct suffix *suffix, struct text *out)
{
    text_printf(out, "%s: ", suffix_status_names[suffix->status]);
    paths_show(graph, suffix, out);
    for (size_t i = 0; i < suffix->candidate_count; i++) {
        text_add(out, " | ");
        ids_add(out, path_graph_function(graph), suffix->candidates[i].current, suffix->candidates[i].current_count);
        text_add(out, suffix->candidates[i].tail ? " tail" : suffix->candidates[i].recorded ? " recorded" : "");
    }
}

static void notes_show(const struct suffix *suffix, struct text *out)
{
    for (size_t i = 0; i < suffix->note_count; i++)
        text_printf(out, "%.*s\n", SLICE(suffix->notes[i]));
}

struct asked {
    struct frame_graph loaded;
    struct frame_values frame;
    struct arena arena;
    struct suffix suffix;
};

static void ask(struct asked *asked, const char *metadata, const char *function, struct question question)
{
    memset(asked, 0, sizeof *asked);
    graph_load(&asked->loaded, slice_of(metadata), function);
    values_from(&question, &asked->frame);
    suffix_decode(asked->loaded.graph, &asked->frame.values, &asked->frame.position, question.prune, &asked->arena, &asked->suffix);
}

static void asked_free(struct asked *asked)
{
    arena_free(&asked->arena);
    graph_free(&asked->loaded);
}

/* Asks, compares, and looks for a phrase in the notes (NULL: in none). */
static void check(const char *metadata, const char *function, struct question question, const char *expected, const char *note)
{
    struct asked asked;
    struct text shown = {0}, notes = {0};
    ask(&asked, metadata, function, question);
    suffix_show(asked.loaded.graph, &asked.suffix, &shown);
    notes_show(&asked.suffix, &notes);
    if (!slice_is(text_slice(&shown), expected) || (note && slice_find(text_slice(&notes), slice_of(note)) == SIZE_MAX))
        fail_msg("is:  %s\nnot: %s\nnotes: %s\nnot: %s", text_string(&shown), expected, text_string(&notes), note ? note : "-");
    text_free(&shown);
    text_free(&notes);
    asked_free(&asked);
}

#define ASK(...) ((struct question){__VA_ARGS__})

/* The whole suffix of the only candidate; ":" before the current part, "*" at a gap. */
static void check_whole(const char *metadata, const char *function, struct question question, const char *expected)
{
    struct asked asked;
    struct suffix_blocks blocks;
    struct text text = {0};
    ask(&asked, metadata, function, question);
    suffix_blocks(asked.loaded.graph, &asked.suffix, asked.suffix.candidate_count == 1 ? 0 : SIZE_MAX, &asked.arena, &blocks);
    for (size_t i = 0; i < blocks.count; i++)
        text_printf(&text, "%s%s%s%u", i ? "," : "", blocks.gap_before && blocks.gap_before[i] ? "*" : "", i == blocks.current_from ? ":" : "",
                    path_graph_function(asked.loaded.graph)->blocks[blocks.blocks[i]].id);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
    asked_free(&asked);
}

/* ---- The documented examples ---- */

static const char example_1[] = "1 3 6 3 2 4 8 9 2 -1", example_2[] = "4 5 4 4 4 4 3 4 4 4";

static void the_first_example_gives_its_suffix(void **state)
{
    (void)state;
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "4", .block = "9"), "unique: 2,4,5,8,9 / 4,5,7,9 | 4,5,8,9", NULL);
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "4", .line = "18"), "unique: 2,4,5,8,9 / 4,5,7,9 | 4,5,8,9", NULL);
    check_whole(LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "4", .block = "9"), "2,4,5,8,9,4,5,7,9,:4,5,8,9");
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "4"), "ambiguous: 2,4,5,8,9 / 4,5,7,9 | 4,5,8,9 | 4,5,8",
          "decides: block 9 (line 18), block 8 (line 17)");
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

static const char early[] = "#\nf\n1|EXIT\n0|ENTRY|1\n2|2|-1|3\n3|4\n4|5\n$\n0->2|0$0\n2->3|0$0\n3->4|0$0\n4->1|0$0\n";

static void an_early_record_proves_no_more_than_the_line_says(void **state)
{
    (void)state;
    struct question question = ASK(.array = "0 9 -1", .index = "1", .current = "0");
    check(early, "f", question, "ambiguous: 0,2,3,4 | 0,2,3,4 recorded | 0,2,3 recorded | 0,2 recorded", "decides: block 4 (line 5), block 3 (line 4), block 2 (line 3)");
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
    /* Cut edges behind stubs: 2 ends in one shared exit; which stub ran, the next start says. */
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

/* ---- Edge cases, csi.md 11 ---- */

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
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "12", .current = "4", .line = "17"), "inconsistent:  | 4,5,8", "index 12 outside array of 10");
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "10", .current = "4", .line = "17"), "inconsistent:  | 4,5,8", "index 10 outside array of 10");
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "-2", .current = "4", .line = "17"), "inconsistent:  | 4,5,8", "index -2 outside array of 10");
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "-1", .current = "4"), "off: ", "index -1");
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "9223372036854775807", .current = "4", .line = "17"), "inconsistent:  | 4,5,8", "outside array of 10");
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
    /* Wrapped: 5 ended in EXIT, so that it is the last one, in front of slot 2. */
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
    check(LOOP_TEXT, "main", ASK(.array = "1 2 9 -1", .index = "2", .current = "0", .line = "20"), "inconsistent: 2,4,5,8,9 / !2,4,6 | 2,4,6 recorded", "values do not belong");
    check(LOOP_TEXT, "main", ASK(.array = "1 5 9 -1", .index = "2", .current = "4"), "inconsistent: 2,4,5,8,9 / 4,6", "the sum must be 0, but it is 4");
    check(LOOP_TEXT, "main", ASK(.array = "1 3 9 -1", .index = "2", .current = "0"), "inconsistent: 2,4,5,8,9 / 4,5,7,9", "recording code");
    check(LOOP_TEXT, "main", ASK(.array = "1 3 9 -1", .index = "2", .current = "3", .block = "8"), "inconsistent: 2,4,5,8,9 / 4,5,7,9", "block 8 does not fit the sum 3, which leads to block 9 (line 18), block 7 (line 14), block 5 (line 11), block 4 (line 10)");
    check(LOOP_TEXT, "main", ASK(.array = "9 9 9 -1", .index = "0", .current = "3"), "inconsistent: ", "no way from ENTRY");
}

static void positions_that_do_not_belong_are_told(void **state)
{
    (void)state;
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "4", .block = "9", .line = "14"), "unique: 2,4,5,8,9 / 4,5,7,9 | 4,5,8,9", "line 14 is not in block 9: the block is used");
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
    assert_true(slice_find(asked.suffix.candidates[0].reason, slice_of("no source line")) != SIZE_MAX);
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
    graph_load(&loop, slice_of(LOOP_TEXT), "main");
    struct slice never[8] = {{0}}, unfinished[8] = {{0}};
    never[ordinal_of(loop.graph, 7)] = slice_of("__BBC_arr[3] is 0");
    unfinished[ordinal_of(loop.graph, 8)] = slice_of("__CC_arr[1] is 0");
    struct suffix_prune prune = {never, unfinished};
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "4", .prune = &prune), "unique: 2,4,5,8,9 / 4,5,7,9 | 4,5,8",
          "path 3 in slot 1 ran block 7, but __BBC_arr[3] is 0");
    struct asked asked;
    ask(&asked, LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "4", .prune = &prune));
    assert_int_equal(asked.suffix.ruled_out_count, 1);
    assert_true(slice_is(asked.suffix.ruled_out[0], "4,5,8,9: block 8, __CC_arr[1] is 0"));
    asked_free(&asked);
    check(LOOP_TEXT, "main", ASK(.array = example_1, .index = "2", .current = "3", .line = "14", .prune = &prune), "inconsistent: 2,4,5,8,9 / 4,5,7,9", "rules out every candidate");
    struct slice tail[5] = {{0}};
    tail[3] = slice_of("bit");
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

/* ---- Samples: real sessions, when they are there ---- */

static struct slice sample_read(const char *name, struct arena *arena)
{
    const char *samples = getenv("CLEW_SAMPLES");
    struct text path = {0};
    struct slice bytes = {0};
    struct error error;
    text_printf(&path, "%s/csi/debugger/%s", samples ? samples : "../shared/samples", name);
    if (!file_read(text_string(&path), arena, &bytes, &error))
        bytes = (struct slice){0};
    text_free(&path);
    return bytes;
}

static void frame_show(struct csi_paths *paths, const struct debugger_frame *frame, struct text *out)
{
    size_t entry = 0;
    while (entry < paths->count && !slice_equal(paths->functions[entry].name, frame->function))
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
    text_printf(out, "%.*s %llu ", SLICE(frame->function), (unsigned long long)frame->line);
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
    struct slice metadata = sample_read("metadata/crash-O0.debug_PT.txt", &arena);
    if (!metadata.data) {
        print_message("skipped: no samples of CSI data\n");
        skip();
    }
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
        cmocka_unit_test(a_crashed_program_gives_the_suffix_of_every_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
