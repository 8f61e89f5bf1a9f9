/* test_csi_join.c - reads several texts of CSI metadata, or several sections in one, as one.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_csi.h"
#include "crash/metadata.h"

#define F "#\nf\n1|EXIT\n0|ENTRY|3|-1\n$\n0->1|0$0\n"
#define F_LATER "#\nf\n1|EXIT\n0|ENTRY|4|-1\n$\n0->1|0$0\n"
#define G "#\ng\n1|EXIT\n0|ENTRY|9|-1\n$\n0->1|0$0\n"
#define CALLS "#f|__CC_arr_f\n0|3|puts\n"
#define CALLS_LABELLED "#f|__CC_arr_f\n0|CC0|3|puts\n"
#define CALLS_LATER "#f|__CC_arr_f\n0|4|puts\n"
#define BLOCKS "#f|__BBC_arr_f\n0|3\n"

static void expect_pieces(const char *text, size_t size, const char *expected)
{
    struct arena arena = {0};
    struct text shown = {0};
    struct csi_piece *pieces;
    size_t count = csi_split((struct str){text, size}, &arena, &pieces);
    for (size_t i = 0; i < count; i++)
        text_printf(&shown, "%d+%" PRIu64 ":%zu ", (int)pieces[i].kind, pieces[i].lines_before, pieces[i].text.size);
    assert_slice(text_str(&shown), expected);
    text_free(&shown);
    arena_free(&arena);
}

/* CSI_TEXT_PT is 1, FC 2, CC 3, BBC 4 */
static void a_text_falls_into_sections(void **state)
{
    (void)state;
    expect_pieces("", 0, "0+0:0 ");
    expect_pieces(F, sizeof F - 1, "1+0:35 ");
    expect_pieces(F G, sizeof F G - 1, "1+0:70 ");
    expect_pieces(F CALLS BLOCKS F, sizeof F CALLS BLOCKS F - 1, "1+0:35 3+6:23 4+8:19 1+10:35 ");
    expect_pieces("garbage\n" CALLS, sizeof "garbage\n" CALLS - 1, "3+0:31 ");
    expect_pieces("#\r\n#f|__FC_arr_f\r\n", 18, "1+0:3 2+1:15 ");                      /* cut behind its # */
    expect_pieces("#\n#odd\n1|EXIT\n" CALLS, sizeof "#\n#odd\n1|EXIT\n" CALLS - 1, "1+0:14 3+3:23 ");
    expect_pieces(F "\0\0" CALLS, sizeof F "\0\0" CALLS - 1, "1+0:37 3+6:23 ");       /* padding of a section */
    expect_pieces(F "\xef\xbb\xbf" CALLS, sizeof F "\xef\xbb\xbf" CALLS - 1, "1+0:35 3+6:26 ");
}

struct joined {
    struct arena arena;
    struct csi_paths paths;
    struct csi_coverage calls;
};

static struct joined join(const char *const *texts, size_t count)
{
    static const char *const sources[] = {"a.txt", "b.txt", "c.txt"};
    struct joined joined = {0};
    struct csi_paths paths[3];
    struct csi_coverage calls[3];
    for (size_t i = 0; i < count; i++) {
        csi_paths_read_from(str_of(texts[i]), 100 * i, sources[i], &joined.arena, &paths[i]);
        csi_coverage_read_from(str_of(texts[i]), 100 * i, CSI_CC, sources[i], &joined.arena, &calls[i]);
    }
    if (str_starts(str_of(texts[0]), "#\n"))
        csi_paths_join(paths, sources, count, &joined.arena, &joined.paths);
    else
        csi_coverage_join(calls, sources, count, &joined.arena, &joined.calls);
    return joined;
}

#define JOIN(...) join((const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static void expect_problems(const struct csi_problems *problems, const char *expected)
{
    struct text shown = {0};
    problems_show(problems, "", &shown);
    assert_slice(text_str(&shown), expected);
    assert_int_equal(problems->total, problems->count);
    text_free(&shown);
}

static void texts_follow_each_other(void **state)
{
    (void)state;
    struct joined joined = JOIN(F, G);
    assert_int_equal(joined.paths.count, 2);
    assert_slice(joined.paths.functions[1].name, "g");
    assert_int_equal(joined.paths.functions[1].text_line, 101);
    expect_problems(&joined.paths.problems, "");
    arena_free(&joined.arena);
}

static void the_same_twice_is_taken_once(void **state)
{
    (void)state;
    struct joined joined = JOIN(F G, G, F G);
    assert_int_equal(joined.paths.count, 2);
    expect_problems(&joined.paths.problems, "101:1\t-\tnote\tfunction \"g\" is also in a.txt:7: clew takes it once\n"
                                            "201:1\t-\tnote\tfunction \"f\" and 1 more are also in a.txt:1 and below: clew takes them once\n");
    arena_free(&joined.arena);
    joined = JOIN(CALLS, CALLS_LABELLED);
    assert_int_equal(joined.calls.count, 1);
    assert_false(joined.calls.functions[0].damaged);
    arena_free(&joined.arena);
    joined = JOIN(F F);                             /* within one text: two functions of one program */
    assert_int_equal(joined.paths.count, 2);
    arena_free(&joined.arena);
    joined = JOIN(F F, F F);
    assert_int_equal(joined.paths.count, 2);
    arena_free(&joined.arena);
}

static void contradictions_are_told_with_both_places(void **state)
{
    (void)state;
    struct joined joined = JOIN(G F, F_LATER);
    assert_int_equal(joined.paths.count, 3);
    assert_false(joined.paths.functions[1].damaged || joined.paths.functions[2].damaged);
    expect_problems(&joined.paths.problems, "101:1\t2\tproblem\tfunction \"f\" differs in blocks or edges from the one at a.txt:7 (two builds, or two static functions?): clew keeps both\n");
    arena_free(&joined.arena);
    joined = JOIN(CALLS, CALLS_LATER, CALLS_LATER);
    assert_true(joined.calls.functions[0].damaged && joined.calls.functions[1].damaged && joined.calls.functions[2].damaged);
    expect_problems(&joined.calls.problems,
                    "101:1\t1\tproblem\t__CC_arr_f of function \"f\" has other entries in a.txt:1: do both come from one build? clew ignores its values\n"
                    "201:1\t2\tproblem\t__CC_arr_f of function \"f\" has other entries in a.txt:1: do both come from one build? clew ignores its values\n");
    arena_free(&joined.arena);
}

/* Damage stays with its function, and disappears with a function that is not taken. */
static void problems_stay_with_their_functions(void **state)
{
    (void)state;
    struct joined joined = JOIN(F, F "#\nbroken\n", "#\nbroken\n" G);
    assert_int_equal(joined.paths.count, 4);
    assert_slice(joined.paths.functions[1].name, "broken");
    assert_true(joined.paths.functions[1].damaged && joined.paths.functions[2].damaged);
    size_t damage = 0;
    for (size_t i = 0; i < joined.paths.problems.count; i++)
        if (!joined.paths.problems.items[i].note)
            assert_int_equal(joined.paths.problems.items[i].function, 1 + damage++);
    assert_int_equal(damage, 2);
    arena_free(&joined.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_falls_into_sections),
        cmocka_unit_test(texts_follow_each_other),
        cmocka_unit_test(the_same_twice_is_taken_once),
        cmocka_unit_test(contradictions_are_told_with_both_places),
        cmocka_unit_test(problems_stay_with_their_functions),
    };
    return cmocka_run_group_tests_name("csi_join", tests, NULL, NULL);
}
