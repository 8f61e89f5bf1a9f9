/* test_debugger_values.c - single values as gdb and lldb print them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/crash.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* "7" | "{1, ?, 3}", then " cut" and " string" | "missing: REASON"; then " | REST" if text remains. */
static void value_show(const char *string, struct text *out)
{
    struct arena arena = {0};
    struct debugger_value value;
    size_t size;
    struct str text = str_of(string);
    bool there = debugger_value_read(text, &arena, &value, &size);
    if (value.kind == DEBUGGER_MISSING) {
        text_printf(out, "%s: %.*s", there ? "missing" : "none", STR(value.reason));
    } else if (value.kind == DEBUGGER_SCALAR) {
        text_printf(out, "%" PRId64, (int64_t)value.number);
    } else {
        text_add(out, "{");
        for (size_t i = 0; i < value.count; i++)
            if (!value.known || value.known[i])
                text_printf(out, "%s%" PRId64, i ? ", " : "", (int64_t)value.items[i]);
            else
                text_printf(out, "%s?", i ? ", " : "");
        text_printf(out, "}%s%s", value.cut ? " cut" : "", value.string ? " string" : "");
    }
    if (there && size < text.size)
        text_printf(out, " | %.*s", STR(str_cut(text, size, text.size)));
    arena_free(&arena);
}

static void expect(const char *text, const char *shown)
{
    struct text out = {0};
    value_show(text, &out);
    assert_string_equal(text_string(&out), shown);
    text_free(&out);
}

static void scalars_come_in_many_bases(void **state)
{
    (void)state;
    expect("0", "0");
    expect("-1", "-1");
    expect("18446744073709551615", "-1");
    expect("0xffffffffffffffff", "-1");
    expect("01777777777777777777777", "-1");
    expect("0b101", "5");
    expect("-9223372036854775808", "-9223372036854775808");
    expect("true", "1");
    expect("false", "0");
    expect("'a'", "97");
    expect("'\\001'", "1");
    expect("'\\''", "39");
    expect("'\\x07'", "7");
    expect("1 '\\001'", "1");
    expect("(long) 7", "7");
    expect("(volatile __pt_int) (long) -7", "-7");
    expect("0x401136 <main+4>", "4198710");
    expect("4__PT_curPath", "4 | __PT_curPath");
    expect("4In this", "4 | In this");
    expect("8;", "8 | ;");
}

static void what_is_no_number_is_missing(void **state)
{
    (void)state;
    expect("<optimized out>", "missing: <optimized out>");
    expect("<error: Cannot access memory at address 0x8>", "missing: <error: Cannot access memory at address 0x8>");
    expect("18446744073709551616", "missing: 18446744073709551616");
    expect("-9223372036854775809", "missing: -9223372036854775809");
    expect("1.5", "none: 1.5");
    expect("1e+20", "none: 1e+20");
    expect("09", "none: 09");
    expect("0x", "none: 0x");
    expect("trueish", "none: trueish");
    expect("current", "none: current");
    expect("", "none: ");
    expect("-", "none: -");
    expect("'", "none: '");
    expect("(", "{} cut");
}

static void arrays_have_items_repeats_and_indices(void **state)
{
    (void)state;
    expect("{}", "{}");
    expect("{4, 5, 3}", "{4, 5, 3}");
    expect("{4, 5, 3,}", "{4, 5, 3}");
    expect("{true, false <repeats 3 times>, true}", "{1, 0, 0, 0, 1}");
    expect("{0 '\\000', 1 '\\001' <repeats 2 times>}", "{0, 1, 1}");
    expect("{\n  4,\n  5\n} rest", "{4, 5} |  rest");
    expect("{[0] = 4, [1] = 5 <repeats 2 times>, [3] = 6}", "{4, 5, 5, 6}");
    expect("{[2] = 4, [0] = 3}", "{3, ?, 4}");
    expect("{[0 ... 2] = 4, [3]...[4] = 5}", "{4, 4, 4, 5, 5}");
    expect("([0] = 7, [1] = true)", "{7, 1}");
    expect("{\n  [0] = 7\n  [1] = 8\n}", "{7, 8}");
    expect("(long[2]) $0 = 1", "none: $0 = 1");
    expect("{1, <optimized out>, <unavailable> <repeats 2 times>}", "{1, ?, ?, ?}");
    expect("{1, 18446744073709551616, 2}", "{1, ?, 2}");
    expect("{{1, 2}, {a = 3}, 4}", "{?, ?, 4}");
    expect("{0x1 <f>, 0x2 <operator->+3>}", "{1, 2}");
}

static void strings_are_arrays_of_bytes(void **state)
{
    (void)state;
    expect("\"\\000\\001\"", "{0, 1} string");
    expect("\"a\\n\\\"\\\\\\377\"", "{97, 10, 34, 92, 255} string");
    expect("'\\000' <repeats 3 times>", "{0, 0, 0} string");
    expect("\"\\001\", '\\000' <repeats 2 times>, \"\\002\"", "{1, 0, 0, 2} string");
    expect("\"\\001\\002\"...", "{1, 2} cut string");
    expect("\"ab", "{97, 98} cut string");
    expect("'a', 5", "97 | , 5");
}

static void what_is_cut_says_so(void **state)
{
    (void)state;
    expect("{5, 0, 0...}", "{5, 0, 0} cut");
    expect("{5, 0, ...}", "{5, 0} cut");
    expect("{5, 0, 7", "{5, 0} cut");                      /* the 7 may have lost digits */
    expect("{5, 0, 7\n", "{5, 0} cut | \n");
    expect("{5, 0, ", "{5, 0} cut |  ");
    expect("{5, 0\n__PT_arrIndex = 3", "{5} cut | \n__PT_arrIndex = 3");
    expect("{5, 0,\n#1  f ()", "{5, 0} cut | \n#1  f ()");
    expect("{5, 0,\n9\tif (a)", "{5, 0} cut | \n9\tif (a)");
    expect("{5, x}", "{5} cut |  x}");
    expect("{[99999999999] = 1}", "{} cut");
}

static void repeats_are_bounded(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct debugger_value value;
    size_t size;
    struct str text = str_of("{1, 0 <repeats 4294967295 times>, 2} x");
    assert_true(debugger_value_read(text, &arena, &value, &size));
    assert_int_equal(value.count, DEBUGGER_ITEMS);
    assert_true(value.cut);
    assert_int_equal(size, text.size - 2);
    arena_free(&arena);
}

static void names_of_both_sets_are_known(void **state)
{
    (void)state;
    static const char *const names[] = {"__PT_pathArr", "__PT_counter_arr", "__PT_arrIndex", "__PT_counter_idx", "__PT_curPath", "__PT_current_path"};
    enum debugger_name which;
    for (size_t i = 0; i < 6; i++) {
        assert_true(debugger_name_find(str_of(names[i]), &which));
        assert_int_equal(which, DEBUGGER_PATH_ARRAY + i / 2);
    }
    assert_true(debugger_name_find(str_of("__CC_arr"), &which) && which == DEBUGGER_LOCAL_CC);
    assert_true(debugger_name_find(str_of("__BBC_arr"), &which) && which == DEBUGGER_LOCAL_BBC);
    assert_true(debugger_name_find(str_of("__FC_arr_a_c_f"), &which) && which == DEBUGGER_GLOBAL);
    assert_true(debugger_name_find(str_of("__CC_arr_f"), &which) && which == DEBUGGER_GLOBAL);
    assert_false(debugger_name_find(str_of("__FC_arr"), &which));
    assert_false(debugger_name_find(str_of("__FC_arr_"), &which));
    assert_false(debugger_name_find(str_of("__PT_pathArr2"), &which));
    assert_false(debugger_name_find(str_of(""), &which));
}

static void cleaned(const char *text, const char *expected)
{
    struct arena arena = {0};
    struct str out = debugger_clean(str_of(text), &arena, NULL, NULL);
    char *string = arena_string(&arena, out);
    assert_string_equal(string, expected);
    arena_free(&arena);
}

static void cleaning_takes_away_what_the_terminal_made(void **state)
{
    (void)state;
    cleaned("a\x1b[31mb\x1b[m\x1b[?2004hc\x1b]0;title\a\x1b(Bd\x1b=e\r\n", "abcde\n");
    cleaned("\xef\xbb\xbfp xy\b \bz\x01\x7f", "p xz\n");
    cleaned("(gdb) (gdb) #0  f ()\n  (lldb) p x\n> > silent\n", "#0  f ()\np x\nsilent\n");
    cleaned("{1, 2}(gdb) p x\n\"(gdb) \" x(gdbx\n", "{1, 2}\np x\n\"(gdb) \" x(gdbx\n");
    cleaned("--Type <RET> for more, q to quit, c to continue without paging--c\n#1\n", "\n#1\n");
    cleaned("--Type <RET> for more, q to quit, c to continue without paging--#1\n", "#1\n");
    cleaned("~\"#0  f \"\n~\"(a=\\\"x\\\")\\n1\\t{\\n\"\n^done\n~\"open\"\n(gdb) \n", "#0  f (a=\"x\")\n1\t{\n^done\nopen\n\n");
    cleaned("\x1b[1;2", "");
    cleaned("", "");
}

static void cleaning_remembers_lines(void **state)
{
    (void)state;
    struct arena arena = {0};
    uint64_t *lines;
    size_t count;
    debugger_clean(str_of("a\n~\"b\\nc\"\n~\"d\\n\"\n1(gdb) e\nf"), &arena, &lines, &count);
    static const uint64_t expected[] = {1, 2, 2, 4, 4, 5};
    assert_int_equal(count, 6);
    assert_memory_equal(lines, expected, sizeof expected);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalars_come_in_many_bases),
        cmocka_unit_test(what_is_no_number_is_missing),
        cmocka_unit_test(arrays_have_items_repeats_and_indices),
        cmocka_unit_test(strings_are_arrays_of_bytes),
        cmocka_unit_test(what_is_cut_says_so),
        cmocka_unit_test(repeats_are_bounded),
        cmocka_unit_test(names_of_both_sets_are_known),
        cmocka_unit_test(cleaning_takes_away_what_the_terminal_made),
        cmocka_unit_test(cleaning_remembers_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
