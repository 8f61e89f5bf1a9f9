/* test_path_graph.c - numbering of paths: worked examples, cut edges, damage, deep and wide graphs.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_suffix.h"
#include "tests/unit/samples.h"

#include <glob.h>

/* ---- Worked examples ---- */

static void the_documented_function_has_six_paths(void **state)
{
    (void)state;
    struct frame_graph loop;
    graph_load(&loop, str_of("junk\n" LOOP_TEXT), "main");
    assert_int_equal(path_graph_total(loop.graph), 6);
    assert_true(path_graph_tiles(loop.graph));
    assert_int_equal(path_graph_warning_count(loop.graph), 0);
    assert_path(loop.graph, 0, "2,4,5,7,9 ended by 9~>4");
    assert_path(loop.graph, 1, "2,4,5,8,9 ended by 9~>4");
    assert_path(loop.graph, 2, "2,4,6 ended in EXIT");
    assert_path(loop.graph, 3, "4,5,7,9 ended by 9~>4");
    assert_path(loop.graph, 4, "4,5,8,9 ended by 9~>4");
    assert_path(loop.graph, 5, "4,6 ended in EXIT");
    assert_path(loop.graph, 6, "impossible");
    assert_path(loop.graph, UINT64_MAX, "impossible");
    graph_free(&loop);
}

static void structure_is_as_the_text_has_it(void **state)
{
    (void)state;
    struct frame_graph loop;
    graph_load(&loop, str_of(LOOP_TEXT), "main");
    const uint32_t *edges;
    uint32_t five = ordinal_of(loop.graph, 5), nine = ordinal_of(loop.graph, 9);
    assert_int_equal(path_graph_successors(loop.graph, five, &edges), 2);
    assert_true(edges[0] == 3 && edges[1] == 4);
    assert_int_equal(path_graph_predecessors(loop.graph, nine, &edges), 2);
    assert_true(edges[0] == 6 && edges[1] == 7);
    assert_int_equal(path_graph_edge_kind(loop.graph, 8), PATH_EDGE_BACK);
    assert_int_equal(path_graph_edge_kind(loop.graph, 0), PATH_EDGE);
    assert_int_equal(path_graph_markers(loop.graph, nine), PATH_MARKER_BACKEDGE);
    assert_int_equal(path_graph_markers(loop.graph, ordinal_of(loop.graph, 6)), PATH_MARKER_EXIT);
    assert_int_equal(path_graph_markers(loop.graph, five), PATH_MARKER_NONE);
    assert_false(path_graph_is_stub(loop.graph, nine));
    uint32_t start = 7;
    assert_true(path_graph_root(loop.graph, 2, &start) && start == PATH_FROM_ENTRY);
    assert_true(path_graph_root(loop.graph, 3, &start) && start == 8);
    assert_false(path_graph_root(loop.graph, 6, &start));
    graph_free(&loop);
}

static void a_stub_hides_the_weight_of_its_edge(void **state)
{
    (void)state;
    static const char text[] = "#\ndowhile\n1|EXIT\n0|ENTRY|3|3\n2|4|4|5\n3|6|-1|6\n4|-1\n$\n0->2|0$0\n2->3|0$0\n2->4|0$0\n3->1|0$0\n4~>2|2$2\n";
    struct frame_graph f;
    graph_load(&f, str_of(text), "dowhile");
    assert_int_equal(path_graph_total(f.graph), 4);
    assert_int_equal(path_graph_warning_count(f.graph), 0);
    assert_path(f.graph, 0, "0,2,3 ended in EXIT");
    assert_path(f.graph, 1, "0,2,4 ended by 4~>2");
    assert_path(f.graph, 2, "2,3 ended in EXIT");
    assert_path(f.graph, 3, "2,4 ended by 4~>2");
    assert_true(path_graph_is_stub(f.graph, ordinal_of(f.graph, 4)));
    assert_int_equal(path_graph_markers(f.graph, ordinal_of(f.graph, 4)), PATH_MARKER_BACKEDGE);
    graph_free(&f);
}

static void cut_edges_of_one_block_share_an_exit(void **state)
{
    (void)state;
    struct frame_graph split;
    graph_load(&split, str_of(SPLIT_TEXT), "split");
    assert_int_equal(path_graph_total(split.graph), 5);
    assert_true(path_graph_tiles(split.graph));
    assert_path(split.graph, 0, "0,2 ended by 2~>3 2~>4");
    assert_path(split.graph, 1, "3,5,6,8 ended in EXIT");
    assert_path(split.graph, 2, "3,5,7,8 ended in EXIT");
    assert_path(split.graph, 3, "4,5,6,8 ended in EXIT");
    assert_path(split.graph, 4, "4,5,7,8 ended in EXIT");
    assert_int_equal(path_graph_edge_kind(split.graph, 1), PATH_EDGE_SPLIT);
    assert_int_equal(path_graph_markers(split.graph, ordinal_of(split.graph, 3)), PATH_MARKER_SPLIT);
    struct arena arena = {0};
    struct path path;
    uint32_t stub;
    assert_true(path_decode(split.graph, 0, &arena, &path));
    assert_int_equal(path.end, PATH_END_SHARED);
    assert_true(path_follows(split.graph, &path, 1, &stub) && path_follows(split.graph, &path, 2, &stub));
    assert_int_equal(stub, UINT32_MAX);
    assert_false(path_follows(split.graph, &path, PATH_FROM_ENTRY, &stub));
    assert_false(path_follows(split.graph, &path, 0, &stub));
    arena_free(&arena);
    graph_free(&split);
}

/* Irreducible: 2 and 3 enter a cycle at two places. The search visits the last successor first, so it enters 3 first, and 2~>3 is the backedge. */
static void the_search_of_the_compiler_says_which_edges_go_back(void **state)
{
    (void)state;
    static const char text[] = "#\nf\n1|EXIT\n0|ENTRY|1\n2|2\n3|3\n4|4|-1\n5|5|-1|5\n$\n0->2|0$0\n0->3|2$2\n3->2|0$0\n2->4|0$0\n2->5|1$1\n4~>3|4$4\n5->1|0$0\n";
    struct frame_graph f;
    graph_load(&f, str_of(text), "f");
    assert_int_equal(path_graph_edge_kind(f.graph, 5), PATH_EDGE_BACK);
    assert_true(path_graph_tiles(f.graph));
    assert_int_equal(path_graph_total(f.graph), 6);
    graph_free(&f);
}

/* ---- Damage that leaves a graph ---- */

static void assert_warned(const char *text, size_t index, bool tiles, const char *expected)
{
    struct frame_graph f;
    graph_load(&f, str_of(text), "f");
    assert_int_equal(path_graph_tiles(f.graph), tiles);
    assert_true(index < path_graph_warning_count(f.graph));
    struct str warning = path_graph_warning(f.graph, index);
    if (!str_is(warning, expected))
        fail_msg("%.*s", STR(warning));
    graph_free(&f);
}

#define F_BLOCKS "#\nf\n1|EXIT\n0|ENTRY|1\n2|2\n3|3\n4|4\n5|5|-1\n6|6|-1|6\n$\n"

static void what_does_not_fit_is_told(void **state)
{
    (void)state;
    assert_warned(F_BLOCKS "0->2|0$0\n2->3|0$0\n2->4|3$3\n3->5|0$0\n4->6|0$0\n5~>2|2$2\n6->1|0$0\n", 0, true, "weight of edge 2->4 is 3, expected 1");
    assert_warned(F_BLOCKS "0->2|0$0\n2->3|0$0\n2->4|1$1\n3->5|0$0\n4->6|0$0\n5~>2|5$5\n6->1|0$0\n", 0, false,
                  "path numbers 2 to 4 belong to no edge: 0->2 ends before, 5~>2 begins after");
    assert_warned(F_BLOCKS "0->2|0$0\n2->3|0$0\n2->4|1$1\n3->5|0$0\n4->6|0$0\n5~>2|1$1\n6->1|0$0\n", 0, false, "path numbers 1 to 1 belong to two edges: 0->2 and 5~>2");
    assert_warned(F_BLOCKS "0->2|3$3\n2->3|0$0\n2->4|1$1\n3->5|0$0\n4->6|0$0\n5~>2|5$5\n6->1|0$0\n", 0, false, "path numbers 0 to 2 belong to no edge: the first, 0->2, begins with 3");
    assert_warned("#\nf\n1|EXIT\n0|ENTRY|1|-1|2\n2|3|-1|3\n3|4|-1|4\n$\n0->2|0$0\n0->3|1$1\n2->1|0$0\n3->1|0$0\n", 0, true, "block 0: record marker 2 of its list matches the end of no path");
    assert_warned("#\nf\n1|EXIT\n0|ENTRY|1\n2|2\n$\n0->2|0$0\n", 0, false, "no path leads from ENTRY to EXIT or to a \"~>\" edge");
}

static void overlapping_intervals_still_decode(void **state)
{
    (void)state;
    struct frame_graph f;
    graph_load(&f, str_of(F_BLOCKS "0->2|0$0\n2->3|0$0\n2->4|1$1\n2->6|2$2\n3->5|0$0\n4->6|0$0\n5~>5|1$1\n6->1|0$0\n"), "f");
    assert_path(f.graph, 0, "0,2,3,5 ended by 5~>5");
    assert_path(f.graph, 1, "5 ended by 5~>5");
    assert_path(f.graph, 2, "0,2,6 ended in EXIT");
    graph_free(&f);
}

static void many_warnings_are_counted(void **state)
{
    (void)state;
    struct text text = {0};
    text_add(&text, "#\nf\n1|EXIT\n0|ENTRY|1\n2|2\n3|3|-1|3\n$\n0->2|0$0\n");
    for (int i = 0; i < 300; i++)
        text_printf(&text, "2->3|%d$%d\n", i + 1, i + 1);
    text_add(&text, "3->1|0$0\n");
    struct frame_graph f;
    graph_load(&f, text_str(&text), "f");
    assert_int_equal(path_graph_warning_count(f.graph), 100);
    assert_true(str_is(path_graph_warning(f.graph, 99), "201 more warnings of this kind"));
    graph_free(&f);
    text_free(&text);
}

/* ---- Size ---- */

/* 0 -> 2, then diamonds 3k+2 -> 3k+3 | 3k+4 -> 3k+5; each right side adds 2^(diamonds left). */
static void write_diamonds(struct text *text, int diamonds)
{
    text_printf(text, "#\nf\n1|EXIT\n0|ENTRY|1\n");
    for (int b = 2; b < 3 * diamonds + 2; b++)
        text_printf(text, "%d|%d\n", b, b);
    text_printf(text, "%d|9|-1|9\n$\n0->2|0$0\n", 3 * diamonds + 2);
    for (int k = 0; k < diamonds; k++) {
        unsigned long long right = diamonds - k - 1 < 63 ? 1ull << (diamonds - k - 1) : 0;
        int b = 3 * k + 2;
        text_printf(text, "%d->%d|0$0\n%d->%d|%llu$%llu\n%d->%d|0$0\n%d->%d|0$0\n", b, b + 1, b, b + 2, right, right, b + 1, b + 3, b + 2, b + 3);
    }
    text_printf(text, "%d->1|0$0\n", 3 * diamonds + 2);
}

static void sixty_diamonds_decode_at_once(void **state)
{
    (void)state;
    struct text text = {0};
    struct frame_graph f;
    struct arena arena = {0};
    struct path path;
    struct path_parts parts;
    write_diamonds(&text, 60);
    graph_load(&f, text_str(&text), "f");
    assert_true(path_graph_total(f.graph) == 1ull << 60);
    assert_int_equal(path_graph_warning_count(f.graph), 0);
    uint64_t number = 0x0a5a5a5a5a5a5a5a;
    assert_true(path_decode(f.graph, number, &arena, &path));
    assert_int_equal(path.count, 122);
    for (int k = 0; k < 60; k++)
        assert_int_equal(path_graph_function(f.graph)->blocks[path.blocks[2 * k + 2]].id, (unsigned)(3 * k + 3) + (unsigned)(number >> (59 - k) & 1));
    path_graph_parts(f.graph, path_graph_function(f.graph)->entry, 0, number, &arena, &parts);
    assert_int_equal(parts.total, 4);           /* the last set bit is in the second-to-last diamond: from its right side on */
    assert_int_equal(parts.items[0].count, 122);
    assert_int_equal(parts.items[3].count, 119);
    assert_memory_equal(parts.items[0].blocks, path.blocks, 122 * sizeof *path.blocks);
    path_graph_parts(f.graph, path_graph_function(f.graph)->entry, 0, 0, &arena, &parts);
    assert_int_equal(parts.total, 122);
    arena_free(&arena);
    graph_free(&f);
    text_free(&text);
}

static void more_paths_than_numbers_are_told(void **state)
{
    (void)state;
    struct text text = {0};
    write_diamonds(&text, 80);
    struct frame_graph f;
    graph_load(&f, text_str(&text), "f");
    assert_true(path_graph_total(f.graph) == UINT64_MAX);
    bool told = false;
    for (size_t i = 0; i < path_graph_warning_count(f.graph); i++)
        told = told || str_starts(path_graph_warning(f.graph, i), "more than 2^63-2 paths");
    assert_true(told);
    graph_free(&f);
    text_free(&text);
}

/* Blocks in a row, each with `ways` edges to the next few; the second-to-last goes back. */
enum { LONG = 100000 };

static void a_long_chain_needs_no_recursion(void **state)
{
    (void)state;
    struct text text = {0};
    struct frame_graph f;
    struct arena arena = {0};
    struct path path;
    struct path_parts parts;
    text_add(&text, "#\nf\n1|EXIT\n0|ENTRY|1\n");
    for (int b = 2; b < LONG; b++)
        text_printf(&text, "%d|%d\n", b, b);
    text_printf(&text, "%d|3|-1\n$\n0->2|0$0\n", LONG);
    for (int b = 2; b < LONG; b++)
        text_printf(&text, "%d->%d|0$0\n", b, b + 1);
    text_printf(&text, "%d~>2|1$1\n", LONG);
    graph_load(&f, text_str(&text), "f");
    assert_int_equal(path_graph_total(f.graph), 2);
    assert_true(path_decode(f.graph, 1, &arena, &path));
    assert_int_equal(path.count, LONG - 1);
    path_graph_parts(f.graph, ordinal_of(f.graph, 2), 1, 1, &arena, &parts);
    assert_int_equal(parts.total, LONG - 1);
    assert_int_equal(parts.count, PATH_PARTS_KEPT);
    assert_int_equal(parts.items[0].count, LONG - 1);
    assert_true(parts.items[0].blocks == parts.items[9].blocks);
    assert_true(arena.total < 4000000);
    arena_free(&arena);
    graph_free(&f);
    text_free(&text);
}

/* Increments of no real numbering: every sum has many decompositions, or all sums differ. */
static void write_nonsense(struct text *text, int diamonds, bool powers)
{
    text_printf(text, "#\nf\n1|EXIT\n0|ENTRY|1\n");
    for (int b = 2; b <= 3 * diamonds + 2; b++)
        text_printf(text, "%d|%d\n", b, b);
    text_printf(text, "$\n0->2|0$0\n");
    for (int k = 0; k < diamonds; k++)
        text_printf(text, "%d->%d|0$0\n%d->%d|%llu$0\n%d->%d|0$0\n%d->%d|0$0\n", 3 * k + 2, 3 * k + 3, 3 * k + 2, 3 * k + 4, powers ? 1ull << k : 0ull,
                    3 * k + 3, 3 * k + 5, 3 * k + 4, 3 * k + 5);
    text_printf(text, "%d->1|0$0\n", 3 * diamonds + 2);
}

static void nonsense_is_counted_or_given_up_but_never_enumerated(void **state)
{
    (void)state;
    for (int powers = 0; powers < 2; powers++) {
        struct text text = {0};
        struct frame_graph f;
        struct arena arena = {0};
        struct path_parts parts;
        write_nonsense(&text, 60, powers);
        graph_load(&f, text_str(&text), "f");
        path_graph_parts(f.graph, path_graph_function(f.graph)->entry, 0, powers ? 0x555555555555555 : 0, &arena, &parts);
        assert_true(powers ? parts.cut : !parts.cut);
        if (!powers) { /* 1 + 1 + sum over diamonds of (2^k * 3), because both sides and the joint fit */
            assert_true(parts.total == 2 + 2 * ((1ull << 60) - 1) * 2);
            assert_int_equal(parts.count, PATH_PARTS_KEPT);
            assert_int_equal(parts.items[0].count, 122);
        }
        arena_free(&arena);
        graph_free(&f);
        text_free(&text);
    }
}

/* ---- Samples ---- */

static void check_bijection(const struct path_graph *graph)
{
    struct map seen = {0};
    for (uint64_t number = 0; number < path_graph_total(graph); number++) {
        struct text text = {0};
        uint64_t hash = 14695981039346656037u, before;
        path_show(graph, number, &text);
        for (size_t i = 0; i < text.size; i++)
            hash = (hash ^ (unsigned char)text.data[i]) * 1099511628211u;
        assert_false(map_get(&seen, hash, &before));
        map_put(&seen, hash, number);
        text_free(&text);
    }
    map_free(&seen);
}

static size_t check_file(const char *path)
{
    struct arena arena = {0};
    struct csi_paths paths = {0};
    struct str text;
    struct error error;
    if (!file_read(path, &arena, &text, &error))
        fail_msg("%s: %s", path, error.message);
    csi_paths_read(text, path, &arena, &paths);
    for (size_t i = 0; i < paths.count; i++) {
        assert_false(paths.functions[i].damaged);
        struct path_graph *graph = path_graph_open(&paths.functions[i]);
        assert_true(path_graph_tiles(graph));
        assert_int_equal(path_graph_warning_count(graph), 0);
        if (path_graph_total(graph) < 5000)
            check_bijection(graph);
        path_graph_close(graph);
    }
    arena_free(&arena);
    return paths.count;
}

static void real_metadata_tiles(void **state)
{
    (void)state;
    static const char *const patterns[] = {"csi/testsuite/*/*/debug_PT.txt", "csi/docs/*debug_PT.txt", "csi/synthetic/*debug_PT.txt", "csi/debugger/metadata/*debug_PT.txt"};
    size_t functions = 0;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        struct text pattern = {0};
        glob_t found;
        text_printf(&pattern, "%s/%s", samples_folder(), patterns[i]);
        if (glob(text_string(&pattern), 0, NULL, &found) == 0)
            for (size_t f = 0; f < found.gl_pathc; f++)
                functions += check_file(found.gl_pathv[f]);
        globfree(&found);
        text_free(&pattern);
    }
    assert_true(functions > 0);
    print_message("%zu functions\n", functions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_documented_function_has_six_paths),
        cmocka_unit_test(structure_is_as_the_text_has_it),
        cmocka_unit_test(a_stub_hides_the_weight_of_its_edge),
        cmocka_unit_test(cut_edges_of_one_block_share_an_exit),
        cmocka_unit_test(the_search_of_the_compiler_says_which_edges_go_back),
        cmocka_unit_test(what_does_not_fit_is_told),
        cmocka_unit_test(overlapping_intervals_still_decode),
        cmocka_unit_test(many_warnings_are_counted),
        cmocka_unit_test(sixty_diamonds_decode_at_once),
        cmocka_unit_test(more_paths_than_numbers_are_told),
        cmocka_unit_test(a_long_chain_needs_no_recursion),
        cmocka_unit_test(nonsense_is_counted_or_given_up_but_never_enumerated),
        cmocka_unit_test(real_metadata_tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
