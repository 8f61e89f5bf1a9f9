/* test_program_tables.c - a trace and its executable by address, function and line.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_program.h"

/* ---- Tables ---- */

static void assert_indices(struct indices indices, const char *expected)
{
    struct text text = {0};
    for (size_t i = 0; i < indices.count; i++)
        text_printf(&text, "%" PRIu64 " ", indices.items[i]);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

/* Indices 0 to 6, and 7, which only an entry names; addresses are not in order. */
static const char table[] = "7\n"
                            "1 1 50 src/a.c f 3\nSIZE 1\n0:70 0\nVALUES 1\n8:1\n"
                            "2 1 20 src/a.c g 9\nSIZE 0\nNO VALUES\n"
                            "3 1 40 b.c f 3\nSIZE 0\nNO VALUES\n"
                            "4 1 10 lib/a.c h 3\nSIZE 0\nVALUES 1\n1:1\n"
                            "5 1 50 src/a.c f 3\nSIZE 0\nNO VALUES\n"
                            "6 1 30\nSIZE 0\nNO VALUES\n"
                            "7 1 60 b.c g\nSIZE 0\nNO VALUES\n";

static struct program *open_table(void)
{
    struct text text = {0};
    text_add(&text, table);
    return program_open(open_text(&text));
}

static void close_table(struct program *program)
{
    struct store *store = (struct store *)program_store(program);
    program_close(program);
    store_close(store);
}

static void instructions_are_listed_by_address_the_dangling_last(void **state)
{
    (void)state;
    struct program *program = open_table();
    assert_indices(program_by_address(program), "3 1 5 2 0 4 6 7 ");
    close_table(program);
}

static void functions_list_their_instructions_by_address(void **state)
{
    (void)state;
    struct program *program = open_table();
    assert_indices(program_function(program, str_of("f")), "2 0 4 ");
    assert_indices(program_function(program, str_of("g")), "1 6 ");
    assert_indices(program_function(program, str_of("")), "");
    assert_indices(program_function(program, str_of("F")), "");
    assert_indices(program_function(program, (struct str){NULL, 0}), "");
    close_table(program);
}

static void lines_go_by_whole_file_names_or_tails(void **state)
{
    (void)state;
    struct program *program = open_table();
    assert_indices(program_line(program, str_of("src/a.c"), 3), "0 4 ");
    assert_indices(program_line(program, str_of("src/a.c"), 9), "1 ");
    struct indices both = program_line(program, str_of("a.c"), 3);
    assert_indices(both, "3 0 4 ");
    assert_indices(program_line(program, str_of("a.c"), 9), "1 ");
    assert_ptr_equal(program_line(program, str_of("a.c"), 3).items, both.items);
    assert_indices(program_line(program, str_of("b.c"), 3), "2 ");
    assert_indices(program_line(program, str_of("b.c"), 0), "");
    static const char *const strangers[] = {"", ".c", "c", "/a.c", "rc/a.c", "x/b.c", "src/a.c ", "b.c/"};
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++)
        assert_indices(program_line(program, str_of(strangers[i]), 3), "");
    const uint64_t lines[] = {0, 4, UINT64_MAX};
    for (size_t i = 0; i < 3; i++)
        assert_indices(program_line(program, str_of("src/a.c"), lines[i]), "");
    close_table(program);
}

static void files_are_told_in_order_of_first_mention(void **state)
{
    (void)state;
    struct program *program = open_table();
    static const char *const files[] = {"src/a.c", "b.c", "lib/a.c"};
    assert_int_equal(program_file_count(program), 3);
    for (size_t i = 0; i < 3; i++)
        assert_slice(program_file(program, i), files[i]);
    close_table(program);
}

static void a_line_ran_as_often_as_its_busiest_instruction(void **state)
{
    (void)state;
    struct program *program = open_table();
    assert_int_equal(program_line_executions(program, str_of("src/a.c"), 3), 9);
    assert_int_equal(program_line_executions(program, str_of("src/a.c"), 9), 1);
    assert_int_equal(program_line_executions(program, str_of("lib/a.c"), 3), 2);
    assert_int_equal(program_line_executions(program, str_of("src/a.c"), 4), 0);
    close_table(program);
}

static void the_nearest_line_is_the_one_before_else_the_one_after(void **state)
{
    (void)state;
    struct program *program = open_table();
    const uint64_t lines[][2] = {{0, 3}, {2, 3}, {3, 3}, {8, 3}, {9, 9}, {10, 9}, {UINT64_MAX, 9}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_int_equal(program_nearest_line(program, str_of("src/a.c"), lines[i][0]), lines[i][1]);
        assert_int_equal(program_nearest_line(program, str_of("a.c"), lines[i][0]), lines[i][1]);
    }
    assert_int_equal(program_nearest_line(program, str_of("none.c"), 3), 0);
    close_table(program);
}

static void a_trace_of_nothing_has_empty_tables(void **state)
{
    (void)state;
    struct text text = {0};
    text_add(&text, "0\n");
    struct program *program = program_open(open_text(&text));
    assert_int_equal(attached(program, fixed, NULL).result, ATTACH_UNCHECKED);
    assert_int_equal(program_by_address(program).count, 0);
    assert_int_equal(program_file_count(program), 0);
    assert_int_equal(program_nearest_line(program, str_of("a.c"), 1), 0);
    close_table(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_are_listed_by_address_the_dangling_last),
        cmocka_unit_test(functions_list_their_instructions_by_address),
        cmocka_unit_test(lines_go_by_whole_file_names_or_tails),
        cmocka_unit_test(files_are_told_in_order_of_first_mention),
        cmocka_unit_test(a_line_ran_as_often_as_its_busiest_instruction),
        cmocka_unit_test(the_nearest_line_is_the_one_before_else_the_one_after),
        cmocka_unit_test(a_trace_of_nothing_has_empty_tables),
    };
    return cmocka_run_group_tests(tests, compile_all, forget_all);
}
