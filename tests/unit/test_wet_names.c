/* test_wet_names.c - file, function and line of static lines, and writing them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet/wet.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The names behind "7 1 4000" in a static line; NULL: unknown. */
static void expect(const char *behind, const char *file, const char *function, uint64_t line)
{
    struct text text = {0};
    text_printf(&text, "7 1 4000%s", behind);
    struct wet_block block;
    wet_names_read(text_str(&text), 8, &block);
    assert_int_equal(block.file.data == NULL, file == NULL);
    assert_true(str_is(block.file, file));
    assert_int_equal(block.function.data == NULL, function == NULL);
    assert_true(str_is(block.function, function));
    assert_int_equal(block.line, line);
    text_free(&text);
}

static void the_line_is_a_last_field_of_digits(void **state)
{
    (void)state;
    expect(" a.c f 12", "a.c", "f", 12);
    expect(" a.c 12", "a.c", NULL, 12);
    expect(" 12", NULL, NULL, 12);
    expect(" a.c f 0", "a.c", "f", 0);
    expect(" a.c f 18446744073709551615", "a.c", "f", UINT64_MAX);
    expect(" a.c f 18446744073709551616", "a.c", "f", 0);
    expect(" a.c f ?", "a.c", "f", 0);
    expect(" a.c f ??", "a.c", "f", 0);
    expect(" f ?", "f", NULL, 0); /* two fields: the ? is not a line */
}

static void nothing_is_unknown(void **state)
{
    (void)state;
    expect("", NULL, NULL, 0);
    expect(" ? ? 0", NULL, NULL, 0);
    expect(" ?? ?? ?", NULL, NULL, 0);
    expect(" ?", NULL, NULL, 0);
    expect("  ? 3", NULL, NULL, 3);
}

static void two_spaces_are_an_empty_file(void **state)
{
    (void)state;
    expect("  (below main) 0", NULL, "(below main)", 0);
    expect("  a.c f 3", NULL, "a.c f", 3);
    expect("  f", NULL, "f", 0);
    expect("   (below main) 0", "(below", "main)", 0);   /* three: aligned in columns */
    expect("  (below main)  0", "(below", "main)", 0);   /* two blanks elsewhere: aligned too */
    expect(" \t(below main) 0", "(below", "main)", 0);
    struct wet_block block;
    wet_names_read(str_of("7  1 4000  (below main) 0"), 9, &block); /* two blanks before the address: aligned */
    assert_true(str_is(block.file, "(below"));
}

static void one_name_is_a_file_if_it_looks_like_one(void **state)
{
    (void)state;
    expect(" main 3", NULL, "main", 3);
    expect(" lib/main 3", "lib/main", NULL, 3);
    expect(" main.c", "main.c", NULL, 0);
    expect(" main.part.0 3", NULL, "main.part.0", 3);
    static const char *const sources[] = {
        "c", "h", "cc", "hh", "cpp", "hpp", "cxx", "hxx", "c++", "C", "H", "ipp", "tcc", "inc", "def", "y", "l", "s", "S", "asm", "m", "mm",
        "f", "F", "for", "f77", "f90", "f95", "rs", "go", "d", "ads", "adb", "pas", "swift", "zig"};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        char behind[32] = " name.", file[32] = "name.";
        memcpy(behind + 6, sources[i], strlen(sources[i]) + 1);
        memcpy(file + 5, sources[i], strlen(sources[i]) + 1);
        expect(behind, file, NULL, 0);
    }
}

static void an_unknown_file_leaves_the_rest_to_the_function(void **state)
{
    (void)state;
    expect(" ? operator new(unsigned long) 3", NULL, "operator new(unsigned long)", 3);
    expect(" ?? a.c f 3", NULL, "a.c f", 3);
}

static void the_file_ends_with_the_first_source_name(void **state)
{
    (void)state;
    expect(" my file.c f 3", "my file.c", "f", 3);
    expect(" a.c f  <int,\tlong> 3", "a.c", "f  <int,\tlong>", 3);
    expect(" src/a b/list.h List::~List() 7", "src/a b/list.h", "List::~List()", 7);
    expect(" vector swap(int&, int&) 7", "vector", "swap(int&, int&)", 7);
    expect(" Makefile x.c 7", "Makefile x.c", NULL, 7);
    expect(" a.c ? 7", "a.c", NULL, 7);
    expect(" a.c  7", "a.c", NULL, 7);
}

/* ---- Writing ---- */

static const char *written(struct text *text, struct wet_block block, bool replaced)
{
    text_clear(text);
    assert_int_equal(wet_write_block(text, &block), replaced);
    return text_string(text);
}

static void names_that_read_back_are_written_as_they_are(void **state)
{
    (void)state;
    struct text text = {0};
    struct wet_block block = {.id = 7, .ports = 2, .address = 0xABC, .file = str_of("a.c"), .function = str_of("f(int, long)"), .line = 3};
    assert_string_equal(written(&text, block, false), "7 2 abc a.c f(int, long) 3\n");
    block.file = (struct str){0};
    assert_string_equal(written(&text, block, false), "7 2 abc ? f(int, long) 3\n");
    block.function = str_of("");
    block.line = 0;
    assert_string_equal(written(&text, block, false), "7 2 abc ? ? 0\n");
    block.file = str_of("my dir/a.c");
    assert_string_equal(written(&text, block, false), "7 2 abc my dir/a.c ? 0\n");
    text_free(&text);
}

static void blanks_that_would_be_misread_become_underscores(void **state)
{
    (void)state;
    struct text text = {0};
    struct wet_block block = {.id = 7, .ports = 2, .file = str_of("my dir/vector"), .function = str_of("f g"), .line = 3};
    assert_string_equal(written(&text, block, true), "7 2 0 my_dir/vector f_g 3\n");
    block.file = str_of("a.c");
    block.function = str_of(" f");
    assert_string_equal(written(&text, block, true), "7 2 0 a.c _f 3\n");
    text_free(&text);
}

static void a_name_never_breaks_its_line(void **state)
{
    (void)state;
    struct text text = {0};
    struct wet_block block = {.id = 7, .ports = 2, .file = str_of("a\n8 1 0\r\n.c"), .function = str_of("f\n"), .line = 3};
    assert_string_equal(written(&text, block, true), "7 2 0 a_8_1_0__.c f_ 3\n");
    text_free(&text);
}

static void all_lines_have_canonical_form(void **state)
{
    (void)state;
    struct text text = {0};
    wet_write_count(&text, UINT64_MAX, false);
    wet_write_port(&text, 2);
    wet_write_entry(&text, 0, 1873, 5);
    wet_write_entry(&text, UINT64_MAX - 1, UINT64_MAX, UINT64_MAX - 1);
    wet_write_values(&text, 4);
    wet_write_value(&text, 0, 0);
    wet_write_value(&text, 1, UINT64_MAX);
    wet_write_wide_value(&text, 2, str_of("000ABCdef0123456789abcdef"));
    wet_write_wide_value(&text, 3, str_of("00"));
    wet_write_no_values(&text);
    wet_write_arrow(&text, &(struct wet_arrow){0x8048242, 0, UINT64_MAX, 12});
    assert_string_equal(text_string(&text), "18446744073709551615\nSIZE 2\n    0:1873 5\n    18446744073709551614:18446744073709551615 18446744073709551614\n"
                                            "VALUES 4\n    0:0\n    1:ffffffffffffffff\n    2:abcdef0123456789abcdef\n    3:0\nNO VALUES\n"
                                            "0x8048242#0 --> 0xffffffffffffffff#12\n");
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_line_is_a_last_field_of_digits),
        cmocka_unit_test(nothing_is_unknown),
        cmocka_unit_test(two_spaces_are_an_empty_file),
        cmocka_unit_test(one_name_is_a_file_if_it_looks_like_one),
        cmocka_unit_test(an_unknown_file_leaves_the_rest_to_the_function),
        cmocka_unit_test(the_file_ends_with_the_first_source_name),
        cmocka_unit_test(names_that_read_back_are_written_as_they_are),
        cmocka_unit_test(blanks_that_would_be_misread_become_underscores),
        cmocka_unit_test(a_name_never_breaks_its_line),
        cmocka_unit_test(all_lines_have_canonical_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
