/* test_core_str.c - strings owned by others: comparing, cutting, fields, lines, numbers.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static const struct str nothing = {NULL, 0};

static void assert_str(struct str s, const char *expected)
{
    assert_int_equal(s.size, strlen(expected));
    assert_true(s.size == 0 || memcmp(s.data, expected, s.size) == 0);
}

static void null_and_empty_strings_are_equal_and_safe_everywhere(void **state)
{
    (void)state;
    struct str rest = nothing, piece;
    uint64_t value = 7;
    assert_null(str_of(NULL).data);
    assert_true(str_equal(nothing, str_of("")));
    assert_int_equal(str_compare(nothing, str_of("")), 0);
    assert_true(str_starts(nothing, "") && str_ends(nothing, "") && str_is(nothing, ""));
    assert_false(str_starts(nothing, "a") || str_ends(nothing, "a"));
    assert_int_equal(str_find_byte(nothing, 'a'), SIZE_MAX);
    assert_int_equal(str_find_last_byte(nothing, 'a'), SIZE_MAX);
    assert_int_equal(str_find(nothing, str_of("a")), SIZE_MAX);
    assert_int_equal(str_find(nothing, nothing), 0);
    assert_false(str_field(&rest, &piece) || str_line(&rest, &piece));
    assert_false(str_decimal(nothing, &value) || str_hex(nothing, &value) || str_number(nothing, &value));
    assert_null(str_cut(nothing, 3, 5).data);
    assert_int_equal(str_trim(nothing).size, 0);
    assert_int_equal(str_basename(nothing).size, 0);
}

static void cutting_stays_inside(void **state)
{
    (void)state;
    struct str s = str_of("abcdef");
    assert_str(str_cut(s, 2, 3), "cde");
    assert_str(str_cut(s, 4, SIZE_MAX), "ef");
    assert_str(str_cut(s, 6, 1), "");
    assert_str(str_cut(s, SIZE_MAX, SIZE_MAX), "");
    assert_str(str_cut(s, 0, 0), "");
}

static void comparing_goes_by_unsigned_bytes_then_by_size(void **state)
{
    (void)state;
    assert_true(str_compare(str_of("a"), str_of("ab")) < 0);
    assert_true(str_compare(str_of("b"), str_of("ab")) > 0);
    assert_true(str_compare(str_of("a\xff"), str_of("a\x01")) > 0);
    assert_int_equal(str_compare(str_of("same"), str_of("same")), 0);
    assert_false(str_equal(str_of("abc"), str_of("abd")));
    assert_true(str_equal((struct str){"a\0b", 3}, (struct str){"a\0b", 3}));
    assert_false(str_equal((struct str){"a\0b", 3}, (struct str){"a\0c", 3}));
    assert_true(str_starts(str_of("file:a"), "file:") && !str_starts(str_of("fil"), "file:"));
    assert_true(str_ends(str_of("a.wet"), ".wet") && !str_ends(str_of("wet"), ".wet"));
}

static void finding_answers_the_offset_or_none(void **state)
{
    (void)state;
    struct str s = str_of("a:b:c");
    assert_int_equal(str_find_byte(s, ':'), 1);
    assert_int_equal(str_find_last_byte(s, ':'), 3);
    assert_int_equal(str_find_byte(s, 'x'), SIZE_MAX);
    assert_int_equal(str_find(s, str_of("b:c")), 2);
    assert_int_equal(str_find(s, str_of("b:c:")), SIZE_MAX);
    assert_int_equal(str_find(s, str_of("")), 0);
}

static void trimming_takes_blanks_and_line_ends_off(void **state)
{
    (void)state;
    assert_str(str_trim(str_of(" \t a b\r\n")), "a b");
    assert_str(str_trim(str_of(" \t\r\n ")), "");
    assert_str(str_trim(str_of("\va")), "\va");
}

static void fields_are_parted_by_spaces_and_tabs_only(void **state)
{
    (void)state;
    struct str rest = str_of("  one\t two\rthree \t"), field;
    assert_true(str_field(&rest, &field));
    assert_str(field, "one");
    assert_true(str_field(&rest, &field));
    assert_str(field, "two\rthree");
    assert_false(str_field(&rest, &field));
    assert_false(str_field(&rest, &field));
}

static void lines_end_with_lf_or_cr_lf_and_the_last_may_lack_it(void **state)
{
    (void)state;
    struct str rest = str_of("one\r\n\ntw\ro\nlast"), line;
    const char *expected[] = {"one", "", "tw\ro", "last"};
    for (size_t i = 0; i < 4; i++) {
        assert_true(str_line(&rest, &line));
        assert_str(line, expected[i]);
    }
    assert_false(str_line(&rest, &line));
    rest = str_of("x\n");
    assert_true(str_line(&rest, &line));
    assert_false(str_line(&rest, &line)); /* a line end at the end begins no further line */
}

static void decimals_are_digits_within_64_bits(void **state)
{
    (void)state;
    uint64_t value;
    assert_true(str_decimal(str_of("0"), &value) && value == 0);
    assert_true(str_decimal(str_of("000000000000000000000000000012"), &value) && value == 12);
    assert_true(str_decimal(str_of("18446744073709551615"), &value) && value == UINT64_MAX);
    const char *refused[] = {"", "18446744073709551616", "99999999999999999999", "-1", "+1", " 1", "1 ", "1a", "0x1", "\xb2"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_false(str_decimal(str_of(refused[i]), &value));
}

static void hexadecimals_have_at_most_64_significant_bits(void **state)
{
    (void)state;
    uint64_t value;
    assert_true(str_hex(str_of("0xAbCdEf"), &value) && value == 0xabcdef);
    assert_true(str_hex(str_of("0X10"), &value) && value == 16);
    assert_true(str_hex(str_of("ffffffffffffffff"), &value) && value == UINT64_MAX);
    assert_true(str_hex(str_of("0x00000000000000000000ff"), &value) && value == 255);
    const char *refused[] = {"", "0x", "0xg", "10000000000000000", "0x 1", "0x0x1", "-1", "1:"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_false(str_hex(str_of(refused[i]), &value));
}

static void numbers_are_hexadecimal_with_0x_and_decimal_without(void **state)
{
    (void)state;
    uint64_t value;
    assert_true(str_number(str_of("10"), &value) && value == 10);
    assert_true(str_number(str_of("0x10"), &value) && value == 16);
    assert_false(str_number(str_of("1f"), &value));
    assert_false(str_number(str_of("0x"), &value));
}

static void the_basename_is_what_follows_the_last_slash(void **state)
{
    (void)state;
    assert_str(str_basename(str_of("src/core/slice.c")), "slice.c");
    assert_str(str_basename(str_of("slice.c")), "slice.c");
    assert_str(str_basename(str_of("src/")), "");
    assert_str(str_basename(str_of("/")), "");
}

static void huge_strings_never_become_a_negative_precision(void **state)
{
    (void)state;
    struct str huge = {"x", (size_t)INT_MAX + 1};
    struct {
        int precision;
        const char *data;
    } printed = {STR(huge)};
    assert_int_equal(printed.precision, INT_MAX);
    assert_ptr_equal(printed.data, huge.data);
}

static void sizes_may_have_a_unit(void **state)
{
    uint64_t bytes;
    (void)state;
    assert_true(str_bytes(str_of("64"), &bytes) && bytes == 64);
    assert_true(str_bytes(str_of("64k"), &bytes) && bytes == 65536);
    assert_true(str_bytes(str_of("1M"), &bytes) && bytes == 1048576);
    assert_true(str_bytes(str_of("3G"), &bytes) && bytes == UINT64_C(3) << 30);
    assert_true(str_bytes(str_of("17179869183g"), &bytes) && bytes == UINT64_MAX - 0x3fffffff);
    assert_false(str_bytes(str_of("17179869184g"), &bytes));
    assert_false(str_bytes(str_of(""), &bytes));
    assert_false(str_bytes(str_of("k"), &bytes));
    assert_false(str_bytes(str_of("1kb"), &bytes));
    assert_false(str_bytes(str_of("-1"), &bytes));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_and_empty_strings_are_equal_and_safe_everywhere),
        cmocka_unit_test(cutting_stays_inside),
        cmocka_unit_test(comparing_goes_by_unsigned_bytes_then_by_size),
        cmocka_unit_test(finding_answers_the_offset_or_none),
        cmocka_unit_test(trimming_takes_blanks_and_line_ends_off),
        cmocka_unit_test(fields_are_parted_by_spaces_and_tabs_only),
        cmocka_unit_test(lines_end_with_lf_or_cr_lf_and_the_last_may_lack_it),
        cmocka_unit_test(decimals_are_digits_within_64_bits),
        cmocka_unit_test(hexadecimals_have_at_most_64_significant_bits),
        cmocka_unit_test(numbers_are_hexadecimal_with_0x_and_decimal_without),
        cmocka_unit_test(the_basename_is_what_follows_the_last_slash),
        cmocka_unit_test(sizes_may_have_a_unit),
        cmocka_unit_test(huge_strings_never_become_a_negative_precision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
