/* test_csi_paths.c - reads path-tracing metadata by its rules; damage stays local.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_csi.h"
#include "crash/csi.h"

struct reading {
    struct arena arena;
    struct csi_paths paths;
};

static struct reading reading_of(struct str text)
{
    struct reading reading = {0};
    csi_paths_read(text, "test.pt", &reading.arena, &reading.paths);
    return reading;
}

static struct reading read_text(const char *text)
{
    return reading_of(str_of(text));
}

static void reading_free(struct reading *reading)
{
    arena_free(&reading->arena);
}

/* ---- The result as text ---- */

static void block_show(const struct csi_block *block, struct text *out)
{
    static const char *const kinds[] = {"", "|ENTRY", "|EXIT"};
    text_printf(out, "%" PRIu32 "%s", block->id, kinds[block->kind]);
    for (size_t i = 0; i < block->line_count; i++)
        text_printf(out, "|%" PRId64, block->lines[i]);
    if (block->line_count == 0 && block->kind != CSI_EXIT)
        text_add(out, "|NULL");
    text_byte(out, '\n');
}

static void function_show(const struct csi_function *function, struct text *out)
{
    text_printf(out, "#\n%.*s\n", STR(function->name));
    for (size_t b = 0; b < function->block_count; b++)
        block_show(&function->blocks[b], out);
    text_add(out, "$\n");
    for (size_t e = 0; e < function->edge_count; e++) {
        const struct csi_edge *edge = &function->edges[e];
        text_printf(out, "%" PRIu32 "%s%" PRIu32 "|%" PRIu64 "$%" PRIu64 "\n", function->blocks[edge->source].id, edge->back ? "~>" : "->",
                    function->blocks[edge->target].id, edge->increment, edge->weight);
    }
}

static void paths_show(const struct csi_paths *paths, struct text *out)
{
    for (size_t i = 0; i < paths->count; i++)
        function_show(&paths->functions[i], out);
}

static void expect_text(struct str text, struct str expected)
{
    struct reading reading = reading_of(text);
    struct text shown = {0};
    paths_show(&reading.paths, &shown);
    assert_slice_equal(text_str(&shown), expected, __FILE__, __LINE__);
    assert_int_equal(reading.paths.problems.total, 0);
    text_free(&shown);
    reading_free(&reading);
}

static void expect_problems(const char *text, const char *expected)
{
    struct reading reading = read_text(text);
    struct text shown = {0};
    problems_show(&reading.paths.problems, "", &shown);
    assert_string_equal(text_string(&shown), expected);
    text_free(&shown);
    reading_free(&reading);
}

/* ---- Samples ---- */

static void a_function_has_its_blocks_lines_and_edges(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct reading reading = reading_of(file_text("data/csi/good-base.pt", &arena));
    assert_int_equal(reading.paths.count, 2);
    const struct csi_function *function = &reading.paths.functions[0];
    assert_slice(function->name, "largest");
    assert_int_equal(function->text_line, 1);
    assert_int_equal(function->block_count, 8);
    assert_int_equal(function->edge_count, 9);
    assert_true(function->exit == 0 && function->entry == 1 && !function->damaged);
    const struct csi_block *recorder = &function->blocks[4];
    assert_true(recorder->id == 6 && recorder->kind == CSI_PLAIN && recorder->text_line == 7 && recorder->line_count == 3);
    assert_true(recorder->lines[0] == 9 && recorder->lines[1] == CSI_MARKER && recorder->lines[2] == 9);
    assert_int_equal(function->blocks[6].line_count, 0);
    const struct csi_edge *back = &function->edges[8];
    assert_true(back->back && back->source == 7 && back->target == 2 && back->increment == 3 && back->weight == 3 && back->text_line == 20);
    assert_false(function->edges[7].back);
    function = &reading.paths.functions[1];
    assert_true(function->text_line == 21 && function->block_count == 2 && function->edge_count == 1);
    reading_free(&reading);
    arena_free(&arena);
}

static void whole_samples_come_out_as_they_went_in(void **state)
{
    (void)state;
    static const char *const names[] = {"base", "two-objects", "endless", "parallel", "empty"};
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct str path = arena_printf(&arena, "data/csi/good-%s.pt", names[i]), text = file_text(path.data, &arena);
        expect_text(text, text);
    }
    expect_text(file_text("data/csi/good-line-ends.pt", &arena), file_text("data/csi/good-base.pt", &arena));
    arena_free(&arena);
}

static void the_largest_of_everything_fits(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct reading reading = reading_of(file_text("data/csi/good-extremes.pt", &arena));
    const struct csi_function *function = &reading.paths.functions[0];
    assert_int_equal(reading.paths.problems.total, 0);
    assert_slice(function->name, "operator new(unsigned long)");
    assert_true(function->blocks[0].id == UINT32_MAX && function->blocks[1].line_count == 0);
    assert_true(function->blocks[2].lines[0] == INT64_MAX && function->blocks[2].lines[4] == 0);
    assert_true(function->edges[1].weight == INT64_MAX - 1 && function->edges[3].increment == INT64_MAX);
    reading_free(&reading);
    arena_free(&arena);
}

static void sample_show(const char *path, struct text *out)
{
    struct arena arena = {0};
    struct error error;
    struct str text = file_text(path, &arena), name = str_basename(str_of(path));
    struct reading reading = reading_of(text);
    char before[128];
    snprintf(before, sizeof before, "%.*s\t", STR(name));
    if (csi_check(text, path, &error))
        problems_show(&reading.paths.problems, before, out);
    else
        text_printf(out, "%s-\t-\trefused\t%.*s\n", before, (int)strlen("not CSI metadata"), error.message);
    assert_int_equal(reading.paths.problems.count, reading.paths.problems.total);
    reading_free(&reading);
    arena_free(&arena);
}

static void own_samples_have_the_problems_of_their_table(void **state)
{
    (void)state;
    struct text shown = {0}, expected = {0};
    glob_t found;
    assert_int_equal(glob("data/csi/*.pt", 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= 35);
    for (size_t i = 0; i < found.gl_pathc; i++)
        sample_show(found.gl_pathv[i], &shown);
    globfree(&found);
    table_show(".pt", &expected);
    assert_string_equal(text_string(&shown), text_string(&expected));
    text_free(&shown);
    text_free(&expected);
}

/* Counted with grep, not with this reader. */
static void other_samples_come_out_as_they_went_in(void **state)
{
    (void)state;
    glob_t found;
    size_t functions = 0, blocks = 0, edges = 0, back = 0;
    other_samples("debug_PT.txt", &found);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct arena arena = {0};
        struct str text = file_text(found.gl_pathv[i], &arena);
        struct reading reading = reading_of(text);
        expect_text(text, text);
        assert_int_equal(csi_sniff(str_cut(text, 0, 100)), CSI_TEXT_PT);
        functions += reading.paths.count;
        for (size_t f = 0; f < reading.paths.count; f++) {
            blocks += reading.paths.functions[f].block_count;
            edges += reading.paths.functions[f].edge_count;
            for (size_t e = 0; e < reading.paths.functions[f].edge_count; e++)
                back += reading.paths.functions[f].edges[e].back;
        }
        reading_free(&reading);
        arena_free(&arena);
    }
    assert_int_equal(found.gl_pathc, 26);
    assert_int_equal(functions, 75);
    assert_int_equal(blocks, 300);
    assert_int_equal(edges, 275);
    assert_int_equal(back, 13);
    globfree(&found);
}

/* ---- Damage ---- */

#define WHOLE "#\nf\n1|EXIT\n0|ENTRY|2\n$\n0->1|0$0\n"

static void damage_leaves_the_other_functions_alone(void **state)
{
    (void)state;
    struct arena arena = {0};
    glob_t found;
    assert_int_equal(glob("data/csi/bad-*.pt", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct text text = {0};
        text_add(&text, WHOLE);
        text_append(&text, file_text(found.gl_pathv[i], &arena));
        text_add(&text, "\n" WHOLE);
        struct reading reading = reading_of(text_str(&text));
        const struct csi_function *first = &reading.paths.functions[0], *last = &reading.paths.functions[reading.paths.count - 1];
        assert_true(reading.paths.count >= 2 && !last->damaged && last->block_count == 2 && last->edge_count == 1);
        assert_true(first->block_count == 2 && first->edge_count == 1);
        reading_free(&reading);
        text_free(&text);
    }
    globfree(&found);
    arena_free(&arena);
}

static void a_damaged_function_has_one_problem_that_names_it(void **state)
{
    (void)state;
    struct reading reading = read_text(WHOLE "#\ng\n1|EXIT\nx\ny\nz\n$\nw\n" WHOLE "#\nh\n1|EXIT\n1|EXIT\n0|ENTRY\n$\n0->7|0$0\n");
    assert_int_equal(reading.paths.count, 4);
    assert_int_equal(reading.paths.problems.total, 2);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(reading.paths.functions[i].damaged, i % 2);
    assert_int_equal(reading.paths.problems.items[0].function, 1);
    assert_int_equal(reading.paths.problems.items[1].function, 3);
    assert_string_equal(reading.paths.problems.items[0].error.source, "test.pt");
    assert_slice(reading.paths.functions[3].name, "h");
    assert_int_equal(reading.paths.functions[3].block_count, 1);
    reading_free(&reading);
}

static void fields_that_do_not_fit_are_pointed_at(void **state)
{
    (void)state;
#define BLOCK(line) "#\nf\n" line "\n"
    expect_problems(BLOCK("5|"), "3:3\t0\tproblem\tfound the end of the line, expected a line number, -1 or NULL, in \"5|\"\n");
    expect_problems(BLOCK("5||7"), "3:3\t0\tproblem\tfound \"|7\", expected a line number, -1 or NULL, in \"5||7\"\n");
    expect_problems(BLOCK("5|NULL|7"), "3:7\t0\tproblem\tfound \"|7\", expected the end of the line, in \"5|NULL|7\"\n");
    expect_problems(BLOCK("5|ENTRYX"), "3:8\t0\tproblem\tfound \"X\", expected \"|\" or the end of the line, in \"5|ENTRYX\"\n");
    expect_problems(BLOCK("5|7 |8"), "3:4\t0\tproblem\tfound \" \", expected \"|\" or the end of the line, in \"5|7 |8\"\n");
    expect_problems(BLOCK("-1|7"), "3:1\t0\tproblem\tfound \"-1\", expected a block id up to 4294967295 or \"$\", in \"-1|7\"\n");
    expect_problems(BLOCK("5|7|-12"), "3:5\t0\tproblem\tfound \"-12\", expected a line number, -1 or NULL, in \"5|7|-12\"\n");
    expect_problems(BLOCK("5|7|--1"), "3:5\t0\tproblem\tfound \"--1\", expected a line number, -1 or NULL, in \"5|7|--1\"\n");
#undef BLOCK
#define EDGE(line) "#\nf\n1|EXIT\n0|ENTRY|2\n$\n" line "\n"
    expect_problems(EDGE("0=>1|0$0"), "6:2\t0\tproblem\tfound \"=>1\", expected \"->\" or \"~>\", in \"0=>1|0$0\"\n");
    expect_problems(EDGE("0->|0$0"), "6:4\t0\tproblem\tfound \"|0\", expected a block id up to 4294967295, in \"0->|0$0\"\n");
    expect_problems(EDGE("0->1"), "6:5\t0\tproblem\tfound the end of the line, expected \"|\", in \"0->1\"\n");
    expect_problems(EDGE("0->1|0$"),
                    "6:8\t0\tproblem\tfound the end of the line, expected a number up to 9223372036854775807, in \"0->1|0$\"\n");
    expect_problems(EDGE("0->1|0$0|"), "6:9\t0\tproblem\tfound \"|\", expected the end of the line, in \"0->1|0$0|\"\n");
    expect_problems(EDGE("0->1|-1$0"), "6:6\t0\tproblem\tfound \"-1\", expected a number up to 9223372036854775807, in \"0->1|-1$0\"\n");
    expect_problems(EDGE("7|8"), "6:1\t0\tproblem\tfunction \"f\" has no block 7, in \"7|8\"\n");
#undef EDGE
    expect_problems("\xef\xbb\xbfx\n", "1:4\t-\tproblem\tfound \"x\", expected \"#\", where a function begins, in \"x\"\n");
    expect_problems("#\n$\n", "2:1\t0\tproblem\tfound \"$\", expected the name of a function, in \"$\"\n");
}

static void a_long_line_is_shown_cut(void **state)
{
    (void)state;
    struct text text = {0}, expected = {0};
    text_add(&text, "#\nf\n");
    text_add(&expected, "3:1\t0\tproblem\tfound \"");
    for (size_t i = 0; i < 5000; i++)
        text_byte(&text, 'x');
    for (size_t i = 0; i < 40; i++)
        text_byte(&expected, 'x');
    text_add(&expected, "\", expected a block id up to 4294967295 or \"$\", in \"");
    for (size_t i = 0; i < 100; i++)
        text_byte(&expected, 'x');
    text_add(&expected, "...\"\n");
    expect_problems(text_string(&text), text_string(&expected));
    text_free(&text);
    text_free(&expected);
}

static void cycles_are_found_wherever_they_are(void **state)
{
    (void)state;
#define CYCLE(edges) "#\nf\n1|EXIT\n0|ENTRY|2\n2|3\n3|4\n4|5\n$\n" edges
#define FOUND(place, block, line) place "\t0\tproblem\t\"->\" edges form a cycle through block " block ", so this is not a path-tracing graph, in \"" line "\"\n"
    expect_problems(CYCLE("0->2|0$0\n2->2|0$0\n2->1|0$0\n"), FOUND("10:4", "2", "2->2|0$0"));
    expect_problems(CYCLE("0->1|0$0\n2->3|0$0\n003->02|0$0 # back\n"), FOUND("11:6", "2", "003->02|0$0"));
    expect_problems(CYCLE("0->2|0$0\n2->3|0$0\n2->4|0$0\n3->4|0$0\n4~>2|0$0\n4->1|0$0\n"), "");
    expect_problems(CYCLE("0->2|0$0\n2->3|0$0\n3->4|0$0\n4->0|0$0\n"), FOUND("12:4", "0", "4->0|0$0"));
#undef CYCLE
#undef FOUND
}

static void unreached_blocks_are_noted_but_exit_may_be(void **state)
{
    (void)state;
    expect_problems("#\nf\n1|EXIT\n0|ENTRY|2\n$\n0~>0|1$1\n", "");
    expect_problems("#\nf\n1|EXIT\n0|ENTRY|2\n9|9\n$\n0->1|0$0\n9->1|0$0\n", "5:1\t0\tnote\tblock 9 is not reachable from ENTRY\n");
}

static void problems_beyond_those_kept_are_counted(void **state)
{
    (void)state;
    struct text text = {0};
    for (size_t i = 0; i < 1500; i++)
        text_add(&text, "#\nf\nx\n");
    struct reading reading = reading_of(text_str(&text));
    assert_int_equal(reading.paths.count, 1500);
    assert_int_equal(reading.paths.problems.count, CSI_PROBLEMS_KEPT);
    assert_int_equal(reading.paths.problems.total, 1500);
    assert_true(reading.paths.functions[1499].damaged);
    reading_free(&reading);
    text_free(&text);
}

static void a_block_is_found_by_its_id(void **state)
{
    (void)state;
    struct reading reading = read_text("#\nf\n7|EXIT\n5|ENTRY|2\n$\n5->7|0$0\n");
    uint32_t block = 9;
    assert_true(csi_block_find(&reading.paths.functions[0], 5, &block));
    assert_int_equal(block, 1);
    assert_false(csi_block_find(&reading.paths.functions[0], 1, &block));
    reading_free(&reading);
}

/* ---- Size ---- */

/* A chain of diamonds with a backedge, as many blocks as asked for. */
static void chain_add(struct text *text, uint32_t blocks)
{
    text_add(text, "#\nchain\n1|EXIT\n0|ENTRY|1\n");
    for (uint32_t b = 2; b < blocks; b++)
        text_printf(text, "%" PRIu32 "|%" PRIu32 "\n", b, b);
    text_add(text, "$\n0->2|0$0\n");
    for (uint32_t b = 2; b + 1 < blocks; b++)
        text_printf(text, "%" PRIu32 "->%" PRIu32 "|0$0\n", b, b + 1);
    text_printf(text, "%" PRIu32 "~>2|1$1\n", blocks - 1);
}

static void deep_and_dense_graphs_are_read(void **state)
{
    (void)state;
    enum { BLOCKS = 100000, EDGES = 1000000 };
    struct text text = {0};
    chain_add(&text, BLOCKS);
    for (uint32_t e = BLOCKS; e < EDGES; e++)
        text_printf(&text, "%" PRIu32 "->%" PRIu32 "|%" PRIu32 "$%" PRIu32 "\n", 2 + e % 50000, 50002 + e % 49998, e, e);
    struct reading reading = reading_of(text_str(&text));
    assert_int_equal(reading.paths.problems.total, 0);
    assert_int_equal(reading.paths.functions[0].block_count, BLOCKS);
    assert_int_equal(reading.paths.functions[0].edge_count, EDGES - 1);
    assert_true(reading.arena.total < (size_t)100 * EDGES);
    reading_free(&reading);
    text_printf(&text, "%d->2|0$0\n", BLOCKS - 1);
    reading = reading_of(text_str(&text));
    assert_true(reading.paths.functions[0].damaged && reading.paths.problems.total == 1);
    reading_free(&reading);
    text_free(&text);
}

static void large_texts_and_long_lines_are_read(void **state)
{
    (void)state;
    struct text text = {0};
    text_add(&text, "#\nlong\n1|EXIT\n0|ENTRY");
    for (size_t i = 0; i < 300000; i++)
        text_add(&text, "|123");
    text_add(&text, "\n$\n0->1|0$0\n");
    size_t functions = 1;
    for (; text.size < 20000000; functions++)
        text_printf(&text, "#\nfunction_%zu\n1|EXIT\n0|ENTRY|1|1|2\n2|3|-1|4\n$\n0->2|0$0\n2->1|0$0\n", functions);
    struct reading reading = reading_of(text_str(&text));
    assert_int_equal(reading.paths.problems.total, 0);
    assert_int_equal(reading.paths.count, functions);
    assert_int_equal(reading.paths.functions[0].blocks[1].line_count, 300000);
    assert_int_equal(reading.paths.functions[functions - 1].block_count, 3);
    reading_free(&reading);
    text_free(&text);
}

/* ---- Recognizing formats ---- */

static enum csi_text sniffed(const char *text)
{
    return csi_sniff(str_of(text));
}

static void texts_are_told_apart_by_their_content(void **state)
{
    (void)state;
    assert_int_equal(sniffed(WHOLE), CSI_TEXT_PT);
    assert_int_equal(sniffed("\xef\xbb\xbf#\r\nf\r\n1|EXIT\r\n"), CSI_TEXT_PT);
    assert_int_equal(sniffed("prose\n\n#\nf\n1|EXIT\n"), CSI_TEXT_PT);
    assert_int_equal(sniffed("#\nf\n"), CSI_TEXT_PT);
    assert_int_equal(sniffed("#f|__FC_arr_f\n"), CSI_TEXT_FC);
    assert_int_equal(sniffed("#f|__CC_arr_f\n0|1|g\n"), CSI_TEXT_CC);
    assert_int_equal(sniffed("0|1|g\n#f|__BBC_arr_f\n0|1"), CSI_TEXT_BBC);
    assert_int_equal(sniffed("#f|other\n0|1|g\n"), CSI_TEXT_NONE);
    assert_int_equal(sniffed("#!/bin/sh\n#\n# A comment\n#\necho\n"), CSI_TEXT_NONE);
    assert_int_equal(sniffed("#\nInclude it\nthen go\n"), CSI_TEXT_NONE);
    assert_int_equal(sniffed("__CC_arr_f = {0}\n"), CSI_TEXT_NONE);
    assert_int_equal(sniffed(""), CSI_TEXT_NONE);
}

static void what_is_no_metadata_is_refused_with_its_offset(void **state)
{
    (void)state;
    struct error error;
    assert_true(csi_check(str_of(""), "s", &error));
    assert_true(csi_check(str_of(" \n\r\n"), "s", &error));
    assert_true(csi_check((struct str){"\0\0", 2}, "s", &error));
    assert_true(csi_check(str_of(WHOLE), "s", &error));
    assert_true(csi_check(str_of("a\nb\n#f|__FC_arr_f"), "s", &error));
    assert_false(csi_check((struct str){"\n \n\x01\x02\0rest", 11}, "a.out(.debug_PT)", &error));
    assert_true(error.has_offset && error.offset == 3);
    assert_string_equal(error.source, "a.out(.debug_PT)");
    assert_false(csi_check(str_of("\xef\xbb\xbfprose"), "s", &error));
    assert_int_equal(error.offset, 3);
}

static void sections_of_one_name_become_one_text(void **state)
{
    (void)state;
    struct arena arena = {0};
    size_t nuls;
    struct str one = str_of("a\n"), bare = str_of("b"), padded = {"c\n\0\0", 4}, none = {0};
    assert_ptr_equal(csi_concatenate(&one, 1, &arena, &nuls).data, one.data);
    assert_int_equal(nuls, 0);
    assert_slice(csi_concatenate(&bare, 1, &arena, &nuls), "b\n");
    assert_slice(csi_concatenate(&padded, 1, &arena, &nuls), "c\n");
    assert_int_equal(nuls, 2);
    struct str all[] = {bare, none, padded, one, {"\0", 1}, bare};
    assert_slice(csi_concatenate(all, 6, &arena, &nuls), "b\nc\na\nb\n");
    assert_int_equal(nuls, 3);
    assert_int_equal(csi_concatenate(NULL, 0, &arena, &nuls).size, 0);
    assert_int_equal(csi_concatenate(&none, 1, &arena, &nuls).size, 0);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_has_its_blocks_lines_and_edges),
        cmocka_unit_test(whole_samples_come_out_as_they_went_in),
        cmocka_unit_test(the_largest_of_everything_fits),
        cmocka_unit_test(own_samples_have_the_problems_of_their_table),
        cmocka_unit_test(other_samples_come_out_as_they_went_in),
        cmocka_unit_test(damage_leaves_the_other_functions_alone),
        cmocka_unit_test(a_damaged_function_has_one_problem_that_names_it),
        cmocka_unit_test(fields_that_do_not_fit_are_pointed_at),
        cmocka_unit_test(a_long_line_is_shown_cut),
        cmocka_unit_test(cycles_are_found_wherever_they_are),
        cmocka_unit_test(unreached_blocks_are_noted_but_exit_may_be),
        cmocka_unit_test(problems_beyond_those_kept_are_counted),
        cmocka_unit_test(a_block_is_found_by_its_id),
        cmocka_unit_test(deep_and_dense_graphs_are_read),
        cmocka_unit_test(large_texts_and_long_lines_are_read),
        cmocka_unit_test(texts_are_told_apart_by_their_content),
        cmocka_unit_test(what_is_no_metadata_is_refused_with_its_offset),
        cmocka_unit_test(sections_of_one_name_become_one_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
