/* test_store_samples.c - every sample has the problems and answers listed in its folder.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The samples are in data/wet and tests/samples/wet. Run from the project's root. */
#include "test_store.h"
#include "recording/store/store.h"
#include "session/formats.h"

#include <glob.h>
#include <stdio.h>

static const char *const own_folder = "data/wet";
static const char *const other_folder = "tests/samples/wet";

static struct store *sample_opened(const char *folder, const char *name)
{
    struct text path = {0};
    struct store *store = NULL;
    struct error error;
    text_printf(&path, "%s/%s", folder, name);
    assert_true(store_open(text_string(&path), NULL, &store, &error));
    text_free(&path);
    return store;
}

/* ---- Problems ---- */

/* Lines of "NAME<tab>LINE:COLUMN<tab>KIND<tab>NUMBER": the first problem of each kind. */
static void problems_show(const char *path, struct text *out)
{
    struct store *store = NULL;
    struct error error;
    struct str name = str_basename(str_of(path));
    bool seen[WET_PROBLEMS] = {false};
    if (!store_open(path, NULL, &store, &error)) {
        assert_string_equal(error.message, "empty file");
        text_printf(out, "%.*s\t-\trefused\t1\n", STR(name));
        return;
    }
    for (uint64_t i = 0; i < store_summary(store).problems; i++) {
        struct problem problem = store_problem(store, i);
        if (!seen[problem.kind])
            text_printf(out, "%.*s\t%" PRIu64 ":%" PRIu64 "\t%s\t%" PRIu64 "\n", STR(name), problem.line, problem.column,
                        wet_problem_name(problem.kind), store_problem_count(store, problem.kind));
        seen[problem.kind] = true;
    }
    store_close(store);
}

static int compare_lines(const void *left, const void *right)
{
    return str_compare(*(const struct str *)left, *(const struct str *)right);
}

/* The lines of a table sorted, without its comment: the order of rows means nothing. */
static void table_sort(struct str table, struct text *out)
{
    struct str lines[256], line;
    size_t count = 0;
    while (str_line(&table, &line))
        if (line.size && line.data[0] != '#') {
            assert_true(count < 256);
            lines[count++] = line;
        }
    qsort(lines, count, sizeof *lines, compare_lines);
    for (size_t i = 0; i < count; i++) {
        text_append(out, lines[i]);
        text_byte(out, '\n');
    }
}

static void expect_table(const char *folder, const char *table, size_t least)
{
    struct arena arena = {0};
    struct text path = {0}, shown = {0}, sorted = {0}, expected = {0};
    struct str bytes;
    struct error error;
    static const char *const endings[] = {"wet", "lim"};
    size_t files = 0;
    text_printf(&path, "%s/%s", folder, table);
    assert_true(file_read(text_string(&path), &arena, &bytes, &error));
    table_sort(bytes, &expected);
    for (size_t i = 0; i < 2; i++) {
        glob_t found;
        text_clear(&path);
        text_printf(&path, "%s/*.%s", folder, endings[i]);
        assert_int_equal(glob(text_string(&path), 0, NULL, &found), 0);
        for (size_t k = 0; k < found.gl_pathc; k++)
            problems_show(found.gl_pathv[k], &shown);
        files += found.gl_pathc;
        globfree(&found);
    }
    assert_in_range(files, least, 1000);
    table_sort(text_str(&shown), &sorted);
    assert_string_equal(text_string(&sorted), text_string(&expected));
    text_free(&path);
    text_free(&shown);
    text_free(&sorted);
    text_free(&expected);
    arena_free(&arena);
}

static void own_samples_have_the_problems_of_their_table(void **state)
{
    (void)state;
    expect_table(own_folder, "problems.tsv", 30);
}

static void other_samples_have_the_problems_of_their_table(void **state)
{
    (void)state;
    expect_table(other_folder, "expected.tsv", 40);
}

/* ---- Names ---- */

static void names_show(const struct store *store, struct text *out)
{
    for (uint64_t i = 0; i < store_count(store); i++) {
        struct instruction instruction = store_instruction(store, i);
        const char *file = instruction.file.data ? "" : "-", *function = instruction.function.data ? "" : "-";
        text_printf(out, "%" PRIu64 " %s%.*s|%s%.*s|", instruction.id, file, STR(instruction.file), function, STR(instruction.function));
        if (instruction.line)
            text_printf(out, "%" PRIu64, instruction.line);
        text_byte(out, '\n');
    }
}

static void expect_names(const char *folder, const char *expected)
{
    struct text text = {0};
    struct store *store = sample_opened(folder, "good-names.wet");
    names_show(store, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
    store_close(store);
}

static void names_of_own_samples_are_read(void **state)
{
    (void)state;
    expect_names(own_folder, "1 -|-|\n2 queue.h|-|\n3 lib/inflate|-|\n4 -|inflate|\n5 -|-|73\n6 inflate.c|inflate|73\n"
                             "7 my list.hpp|std::map<int, long>::at(int const&)|9\n8 -|(below main)|\n9 -|operator delete(void*)|2\n"
                             "10 -|-|\n11 iterator|begin|7\n12 -|begin|7\n13 a.rs|main|\n14 a.rs|main|\n15 a.rs|main|18446744073709551615\n"
                             "16 Makefile x.c|-|4\n17 a.rs|{closure  in  main}|5\n18 na\xefve.c|caf\xe9|1\n");
}

static void names_of_other_samples_are_read(void **state)
{
    (void)state;
    expect_names(other_folder,
                 "1 -|-|\n2 foo.c|-|\n3 -|main|\n4 foo.c|-|12\n5 -|main|12\n6 foo.c|main|12\n7 my file.c|main|12\n"
                 "8 vec.cpp|std::vector<int, std::allocator<int> >::push_back(int const&)|40\n9 -|-|\n10 -|-|\n11 -|main|12\n"
                 "12 -|operator new(unsigned long)|12\n13 foo.c|-|12\n14 src/a b/list.h|List::~List()|7\n15 vector|std::swap(int&, int&)|7\n"
                 "16 foo.c|(anonymous namespace)::f(int)|\n17 -|main|12\n18 -|main|12\n19 foo.c|operator|12\n20 -|step.part.0|3\n21 foo.c|main|\n");
}

/* ---- Answers ---- */

/* All answers about a trace, as text. */
static void answers_show(const struct store *store, struct text *out)
{
    for (uint64_t i = 0; i < store_count(store); i++) {
        struct instruction instruction = store_instruction(store, i);
        text_printf(out, "%" PRIu64 " %" PRIx64 " x%" PRIu64 "\n", instruction.id, instruction.address, instruction.executions);
        for (uint64_t instance = 0; instance < instruction.executions; instance++) {
            struct links links = {0};
            assert_true(store_definers(store, (struct node){i, instance}, NULL, &links));
            links_show(store, &links, out);
            text_byte(out, '/');
            links.count = 0;
            assert_true(store_users(store, (struct node){i, instance}, NULL, &links));
            links_show(store, &links, out);
            text_byte(out, '\n');
            links_free(&links);
        }
        for (uint64_t k = 0; k < instruction.values; k++) {
            struct value value = store_value(store, i, k);
            value_text(&value, out);
            text_byte(out, '\n');
        }
    }
}

static void expect_same(const char *folder, const char *name, const char *other)
{
    struct store *first = sample_opened(folder, name), *second = sample_opened(folder, other);
    struct text text = {0}, again = {0};
    answers_show(first, &text);
    answers_show(second, &again);
    assert_string_equal(text_string(&text), text_string(&again));
    text_free(&text);
    text_free(&again);
    store_close(first);
    store_close(second);
}

static void blanks_line_ends_and_order_change_no_answer(void **state)
{
    (void)state;
    expect_same(own_folder, "good-instance.wet", "good-blanks.wet");
    expect_same(own_folder, "good-instance.wet", "good-crlf.wet");
    expect_same(own_folder, "good-instance.wet", "bad-x-order.wet");
    expect_same(own_folder, "good-history.lim", "good-history-blanks.lim");
}

static void the_same_holds_of_the_other_samples(void **state)
{
    (void)state;
    expect_same(other_folder, "good-loop-instance.wet", "good-blanks.wet");
    expect_same(other_folder, "good-loop-instance.wet", "good-crlf.wet");
    expect_same(other_folder, "good-loop-instance.wet", "bad-x-order.wet");
    expect_same(other_folder, "doc-foo1.lim", "good-history-crlf.lim");
}

static void own_samples_answer(void **state)
{
    (void)state;
    struct store *store = sample_opened(own_folder, "good-instance.wet");
    expect_definers(store, 30, 0, "0:20#0");
    expect_definers(store, 30, 2, "0:20#2,1:30#1");
    expect_users(store, 30, 2, "1:50#0");
    expect_values(store, 30, "0=0x5,1=0x7e,2=0x7f");
    store_close(store);
    store = sample_opened(own_folder, "good-dense.wet");
    expect_definers(store, 30, 1, "0:20#1,1:30#0?,1:30#1?");
    expect_users(store, 30, 1, "1:30#1-2?");
    store_close(store);
    store = sample_opened(own_folder, "good-wide-values.wet");
    expect_values(store, 7, "0=0x0,1=0xffffffffffffffff,2=0x10000000000000000,3=0xf123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
                            "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef,4=0xabc");
    store_close(store);
    store = sample_opened(own_folder, "good-named-only.wet");
    assert_int_equal(store_instruction(store, 0).executions, 10);
    store_close(store);
}

static void the_example_of_the_format_answers(void **state)
{
    (void)state;
    struct store *store = sample_opened(other_folder, "doc-foo1.wet");
    expect_definers(store, 2118, 0, "0:1873#0,1:2113#0");
    expect_users(store, 2113, 0, "1:2118#0");
    expect_values(store, 2118, "0=0x2");
    store_close(store);
    store = sample_opened(other_folder, "doc-foo1.lim");
    expect_definers(store, 0x8048242, 0, "0x8048210#0,0x8048225#0");
    store_close(store);
}

static void the_other_loops_answer(void **state)
{
    (void)state;
    struct store *store = sample_opened(other_folder, "good-loop-dense.wet");
    expect_definers(store, 9, 0, "0:9#0?,1:7#0");
    expect_definers(store, 9, 1, "0:9#0?,0:9#1?,1:12#0");
    expect_users(store, 9, 0, "0:9#0-1?,0:12#0");
    store_close(store);
    store = sample_opened(other_folder, "good-unknown-count.wet");
    assert_int_equal(store_instruction(store, index_of(store, 30)).executions, 5);
    store_close(store);
    store = sample_opened(other_folder, "bad-x-duplicate.wet");
    expect_definers(store, 9, 1, "0:9#0,1:12#0,1:12#1");
    store_close(store);
    store = sample_opened(other_folder, "bad-duplicate-address.wet");
    uint64_t index;
    assert_true(store_find_address(store, 0x401010, &index) && store_instruction(store, index).id == 12);
    store_close(store);
    store = sample_opened(other_folder, "bad-instance.wet");
    assert_true(store_exists(store, node_of(store, 12, 2)));
    expect_definers(store, 12, 2, "");
    store_close(store);
    store = sample_opened(other_folder, "bad-dangling.wet");
    assert_true(store_exists(store, node_of(store, 70, 0)) && !store_instruction(store, index_of(store, 70)).has_address);
    store_close(store);
}

static void every_sample_is_sniffed(void **state)
{
    (void)state;
    static const char *const endings[] = {"wet", "lim"}, *const names[] = {"wet", "history"};
    for (size_t i = 0; i < 2; i++) {
        glob_t found;
        struct text path = {0};
        text_printf(&path, "%s/*.%s", own_folder, endings[i]);
        assert_int_equal(glob(text_string(&path), 0, NULL, &found), 0);
        for (size_t k = 0; k < found.gl_pathc; k++) {
            struct arena arena = {0};
            struct str bytes;
            struct error error;
            assert_true(file_read(found.gl_pathv[k], &arena, &bytes, &error));
            const struct format *format = format_sniff(bytes);
            if (wet_kind(bytes) == WET_EMPTY)
                assert_null(format);
            else
                assert_string_equal(format ? format->name : "nothing", names[i]);
            arena_free(&arena);
        }
        globfree(&found);
        text_free(&path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_samples_have_the_problems_of_their_table),
        cmocka_unit_test(other_samples_have_the_problems_of_their_table),
        cmocka_unit_test(names_of_own_samples_are_read),
        cmocka_unit_test(names_of_other_samples_are_read),
        cmocka_unit_test(blanks_line_ends_and_order_change_no_answer),
        cmocka_unit_test(the_same_holds_of_the_other_samples),
        cmocka_unit_test(own_samples_answer),
        cmocka_unit_test(the_example_of_the_format_answers),
        cmocka_unit_test(the_other_loops_answer),
        cmocka_unit_test(every_sample_is_sniffed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
