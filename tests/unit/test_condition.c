/* test_condition.c - conditions of breakpoints: syntax, truth, and messages about the rest.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/condition.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

/* Names and their values, with C types; `lost` is unknown. */
static const struct {
    const char *name;
    uint64_t bits;
    unsigned size;
    bool is_signed;
} names[] = {
    {"i", 3, 4, true},
    {"minus", UINT64_MAX, 4, true},
    {"u", UINT32_MAX, 4, false},
    {"small", (uint64_t)-3, 2, true},
    {"byte", 200, 1, false},
    {"pointer", 0x1fff000580, 8, false},
    {"big", UINT64_MAX, 8, false},
    {"f::x", 10, 4, true},
    {"$execution", 41, 8, true},
    {"$sp", 0x407ffe00, 4, true},
};

static bool read_name(struct condition_reader *reader, struct str words, struct number *number, struct error *error)
{
    unsigned *asked = reader->context;
    ++*asked;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_is(words, names[i].name)) {
            *number = number_integer(names[i].bits, names[i].size, names[i].is_signed);
            return true;
        }
    return error_set(error, "%.*s is lost", STR(words));
}

static const struct expression_rules rules = {.what = "condition"};

static struct condition *parse(const char *text)
{
    struct error error;
    struct condition *condition = condition_parse(str_of(text), &rules, &error);
    if (!condition)
        fail_msg("%s: %s", text, error.message);
    return condition;
}

/* How many names the condition looked up. */
static unsigned assert_verdict(const char *text, enum condition_verdict expected)
{
    struct error error = {0};
    unsigned asked = 0;
    struct condition_reader reader = {.context = &asked, .read = read_name};
    struct condition *condition = parse(text);
    enum condition_verdict verdict = condition_holds(condition, &reader, &error);
    if (verdict != expected)
        fail_msg("%s is %d, not %d: %s", text, (int)verdict, (int)expected, error.message);
    condition_free(condition);
    return asked;
}

static void assert_true_of(const char *text)
{
    assert_verdict(text, CONDITION_TRUE);
}

static void assert_false_of(const char *text)
{
    assert_verdict(text, CONDITION_FALSE);
}

static void assert_refused(const char *text, const char *expected)
{
    struct error error = {0};
    struct condition *condition = condition_parse(str_of(text), &rules, &error);
    if (condition || strcmp(error.message, expected) != 0)
        fail_msg("%s: `%s`, not `%s`", text, condition ? "understood" : error.message, expected);
}

static void numbers_are_compared(void **state)
{
    (void)state;
    assert_true_of("i == 3");
    assert_true_of("i==3&&i!=4");
    assert_true_of("i<4 && i<=3 && i>2 && i>=3");
    assert_false_of("i < 3 || i > 3");
    assert_true_of("3 == i");
    assert_true_of("i == 0x3");
    assert_true_of("'a' == 97 && '\\n' == 10 && '\\0' == 0 && '\\'' == 39");
    assert_true_of("-3 == small && - 3 == small && i == - -3");
    assert_true_of("18446744073709551615 == big && 0xffffffffffffffff == big");
    assert_true_of("i");
    assert_false_of("!i");
    assert_true_of("!!i == 1");
}

static void operators_bind_as_in_c(void **state)
{
    (void)state;
    assert_true_of("1 || 0 && 0");
    assert_false_of("(1 || 0) && 0");
    assert_true_of("1 == 1 < 2");
    assert_false_of("3 == 3 == 3");
    assert_true_of("(3 == 3) == 1");
    assert_true_of("3 > 2 > 0");
    assert_false_of("3 > 2 > 1");
    assert_false_of("!0 == 0");
    assert_true_of("((((i))) == (3))");
}

static void signs_are_those_of_c(void **state)
{
    (void)state;
    assert_true_of("minus == -1 && minus < 0");
    assert_true_of("u == -1 && u > 0");             /* -1 becomes unsigned */
    assert_true_of("u == 0xffffffff && minus == 0xffffffff");
    assert_false_of("u == 0xffffffffffffffff");
    assert_true_of("small < 0 && small < byte");    /* both become int */
    assert_true_of("byte > -1");
    assert_true_of("big == -1 && pointer > 0 && pointer == 0x1fff000580");
    assert_true_of("-2147483648 < 0 && -9223372036854775807 < 0");
    assert_true_of("u > minus || u == minus");
}

static void names_are_listed_with_columns(void **state)
{
    (void)state;
    assert_true_of("f::x == 10");
    assert_true_of("$execution == 41 && $sp >= 0x407ffe00");
    struct condition *condition = parse("  list[ a + 1 ] . b < $sp && f :: x && $_streq(t, \"x\") && 'a.c'::z");
    struct str words;
    size_t column;
    assert_string_equal(condition_text(condition), "list[ a + 1 ] . b < $sp && f :: x && $_streq(t, \"x\") && 'a.c'::z");
    assert_true(condition_name(condition, 0, &words, &column) && str_is(words, "list") && column == 1);
    assert_true(condition_name(condition, 1, &words, &column) && str_is(words, "a") && column == 7);
    assert_true(condition_name(condition, 2, &words, &column) && str_is(words, "$sp") && column == 21);
    assert_true(condition_name(condition, 3, &words, &column) && str_is(words, "f::x") && column == 28);
    assert_true(condition_name(condition, 4, &words, &column) && str_is(words, "t") && column == 46);
    assert_true(condition_name(condition, 5, &words, &column) && str_is(words, "'a.c'::z") && column == 57);
    assert_false(condition_name(condition, 6, &words, &column));
    struct error error;
    assert_false(condition_is_plain(condition, &error));
    condition_free(condition);
}

static void what_is_unknown_is_neither(void **state)
{
    (void)state;
    assert_verdict("lost == 1", CONDITION_UNKNOWN);
    assert_verdict("!lost", CONDITION_UNKNOWN);
    assert_verdict("i == 3 && lost", CONDITION_UNKNOWN);
    assert_verdict("lost && i == 4", CONDITION_UNKNOWN);
    assert_int_equal(assert_verdict("i == 4 && lost", CONDITION_FALSE), 1);         /* it is not looked up */
    assert_int_equal(assert_verdict("i == 3 || lost", CONDITION_TRUE), 1);
}

static void what_is_not_understood_has_a_column(void **state)
{
    (void)state;
    assert_refused("", "the condition is empty: expected an expression such as i == 3");
    assert_refused("i = 3", "column 3 of the condition: found `=`, expected an operator such as == or &&, or the end (== compares)");
    assert_refused("i ==", "the condition `i ==` ends at column 5: expected a value, such as 3, 'a', a variable or $rax");
    assert_refused("(i == 3", "the condition `(i == 3` ends at column 8: expected an operator or )");
    assert_refused("i == 3)", "column 7 of the condition: found `)`, expected an operator such as == or &&, or the end");
    assert_refused("i += 3", "column 3 of the condition: found `+=`, expected an operator such as == or &&, or the end");
    assert_refused("i == 08", "column 6 of the condition: `08` is not a number of up to 64 bits");
    assert_refused("i == 0x", "column 6 of the condition: `0x` is not a number of up to 64 bits");
    assert_refused("i == 18446744073709551616", "column 6 of the condition: `18446744073709551616` is not a number of up to 64 bits");
    assert_refused("i == 'ab'", "column 6 of the condition: found `'ab'`, expected a character such as 'a' or '\\n'");
    assert_refused("a[1 == 3", "the condition `a[1 == 3` ends at column 9: expected an operator or ]");
    assert_refused("a. == 3", "column 4 of the condition: found `==`, expected the name of a member");
    assert_refused("i++ == 3", "column 2 of the condition: found `++`, expected an operator such as == or &&, or the end");
    assert_refused("--i == 3", "column 1 of the condition: found `--i`, expected a value, such as 3, 'a', a variable or $rax");
}

/* Neither the stack nor the table of parts grows with the text. */
static void what_is_too_much_is_refused(void **state)
{
    (void)state;
    struct text text = {0};
    struct error error;
    for (int i = 0; i < 5000; i++)
        text_byte(&text, i % 2 ? '(' : '!');
    assert_null(condition_parse(text_str(&text), &rules, &error));
    assert_non_null(strstr(error.message, "nested too deep"));
    text_clear(&text);
    for (int i = 0; i < 5000; i++)
        text_add(&text, "i||");
    text_add(&text, "i");
    assert_null(condition_parse(text_str(&text), &rules, &error));
    assert_non_null(strstr(error.message, "too many parts"));
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_compared),           cmocka_unit_test(operators_bind_as_in_c),
        cmocka_unit_test(signs_are_those_of_c),           cmocka_unit_test(names_are_listed_with_columns),
        cmocka_unit_test(what_is_unknown_is_neither),     cmocka_unit_test(what_is_not_understood_has_a_column),
        cmocka_unit_test(what_is_too_much_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
