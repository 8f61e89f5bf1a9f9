/* test_model_place.c - the text form of places.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static struct place parse(const char *string)
{
    struct place place;
    struct error error;
    if (!place_parse(str_of(string), &place, &error))
        fail_msg("%s: column %d: %s", string, (int)error.column, error.message);
    return place;
}

static void assert_text(const struct place *place, const char *expected)
{
    struct text text = {0};
    place_text(place, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

/* The text reads as this place, and this place prints as this text. */
static void assert_both(const char *string, struct place expected)
{
    struct place place = parse(string);
    if (!place_equal(&place, &expected))
        fail_msg("%s is read as something else (has %u, not %u)", string, place.has, expected.has);
    assert_text(&expected, string);
}

static void instructions_go_by_id_address_or_line(void **state)
{
    (void)state;
    assert_both("2118", (struct place){.has = PLACE_ID, .id = 2118});
    assert_both("2118#0", (struct place){.has = PLACE_ID | PLACE_INSTANCE, .id = 2118});
    assert_both("0x8048242", (struct place){.has = PLACE_ADDRESS, .address = 0x8048242});
    assert_both("0x8048242#7", (struct place){.has = PLACE_ADDRESS | PLACE_INSTANCE, .address = 0x8048242, .instance = 7});
    assert_both("foo1.c:8", (struct place){.has = PLACE_FILE | PLACE_LINE, .file = str_of("foo1.c"), .line = 8});
    assert_both("foo1.c:8#2", (struct place){.has = PLACE_FILE | PLACE_LINE | PLACE_INSTANCE, .file = str_of("foo1.c"), .line = 8, .instance = 2});
    assert_both("18446744073709551615#18446744073709551614",
                (struct place){.has = PLACE_ID | PLACE_INSTANCE, .id = UINT64_MAX, .instance = UINT64_MAX - 1});
    assert_int_equal(parse(" \t0X00ffFF \n").address, 0xffff);
}

static void functions_and_files_go_by_name(void **state)
{
    (void)state;
    assert_both("main", (struct place){.has = PLACE_FUNCTION, .function = str_of("main")});
    assert_both("main#3", (struct place){.has = PLACE_FUNCTION | PLACE_INSTANCE, .function = str_of("main"), .instance = 3});
    assert_both("f.part.0", (struct place){.has = PLACE_FUNCTION, .function = str_of("f.part.0")});
    assert_both("std::vector<int>::at", (struct place){.has = PLACE_FUNCTION, .function = str_of("std::vector<int>::at")});
    assert_both("(below main)", (struct place){.has = PLACE_FUNCTION, .function = str_of("(below main)")});
    assert_both("foo1.c", (struct place){.has = PLACE_FILE, .file = str_of("foo1.c")});
    assert_both("src/list", (struct place){.has = PLACE_FILE, .file = str_of("src/list")});
    assert_both("Makefile:3", (struct place){.has = PLACE_FILE | PLACE_LINE, .file = str_of("Makefile"), .line = 3});
    assert_both("file:Makefile", (struct place){.has = PLACE_FILE, .file = str_of("Makefile")});
}

static void streams_suffixes_marks_and_distances_have_their_forms(void **state)
{
    (void)state;
    assert_both("@12345", (struct place){.has = PLACE_EVENT, .event = 12345});
    assert_both("main/5@3", (struct place){.has = PLACE_BLOCK | PLACE_FUNCTION, .function = str_of("main"), .block = 5, .step = 3});
    assert_both("0/5@3", (struct place){.has = PLACE_BLOCK | PLACE_ID, .id = 0, .block = 5, .step = 3});
    assert_both("fn:12/5@3", (struct place){.has = PLACE_BLOCK | PLACE_FUNCTION, .function = str_of("12"), .block = 5, .step = 3});
    assert_int_equal(parse("'a").mark, 'a');
    assert_int_equal(parse("''").mark, '\'');
    assert_both("$a", (struct place){.has = PLACE_MARK, .mark = 'a'});
    assert_both("$'", (struct place){.has = PLACE_MARK, .mark = '\''});
    assert_both("+12", (struct place){.has = PLACE_RELATIVE, .offset = 12});
    assert_both("-3", (struct place){.has = PLACE_RELATIVE, .offset = -3});
    assert_both("+9223372036854775807", (struct place){.has = PLACE_RELATIVE, .offset = INT64_MAX});
    assert_both("-9223372036854775808", (struct place){.has = PLACE_RELATIVE, .offset = INT64_MIN});
    assert_both("100%", (struct place){.has = PLACE_PERCENT, .offset = 100});
    assert_both("begin", (struct place){.has = PLACE_BEGIN});
    assert_both("end", (struct place){.has = PLACE_END});
}

static void names_that_look_like_other_forms_get_a_prefix(void **state)
{
    (void)state;
    static const char *const functions[][2] = {
        {"begin", "fn:begin"},     {"end", "fn:end"},   {"12", "fn:12"},         {"0x12", "fn:0x12"},         {"$a", "fn:$a"},
        {"@5", "fn:@5"},           {"+5", "fn:+5"},     {"50%", "fn:50%"},       {"a.c", "fn:a.c"},           {"operator/", "fn:operator/"},
        {"a:8", "fn:a:8"},         {"f#3", "fn:f#3#"},  {"f#", "fn:f##"},        {"#", "fn:##"},              {"fn:x", "fn:fn:x"},
        {"file:x", "fn:file:x"},   {" f", "fn: f"},     {"f ", "fn:f #"},        {"m/5@3", "fn:m/5@3#"},      {"f:", "fn:f:"},
        {"-[A b:]", "-[A b:]"},    {"@f@8", "@f@8"},    {"operator#x", "operator#x"}, {"12#x", "fn:12#x"},    {"%", "%"},
    };
    static const char *const files[][2] = {
        {"a", "file:a"}, {"a:8", "file:a:8:"}, {"a:", "file:a::"}, {":", "file::"}, {"::", "file::::"}, {":8", "file::8"},
        {"a#3", "file:a#3:"}, {"begin", "file:begin"}, {"m/5@3", "file:m/5@3"}, {"a.c ", "file:a.c :"}, {"fn:a.c", "file:fn:a.c"},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        assert_both(functions[i][1], (struct place){.has = PLACE_FUNCTION, .function = str_of(functions[i][0])});
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        assert_both(files[i][1], (struct place){.has = PLACE_FILE, .file = str_of(files[i][0])});
}

static void the_last_colon_and_hash_count_in_file_names(void **state)
{
    (void)state;
    static const char *const files[][2] = {
        {"a:b#c.c", "a:b#c.c:8#1"}, {"a#3", "a#3:8#1"}, {"a:7", "a:7:8#1"}, {"12", "12:8#1"},          {"0x12", "file:0x12:8#1"},
        {"fn", "file:fn:8#1"},      {"file", "file:file:8#1"}, {"", ""},    {"0xa#b", "file:0xa#b:8#1"}, {"my file.c", "my file.c:8#1"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct place place = {.has = PLACE_FILE | PLACE_LINE | PLACE_INSTANCE, .file = str_of(files[i][0]), .line = 8, .instance = 1};
        if (files[i][0][0])
            assert_both(files[i][1], place);
        else
            assert_text(&place, "");
    }
}

static void what_breaks_is_told_with_its_column(void **state)
{
    (void)state;
    static const struct {
        const char *string;
        uint64_t column;
    } broken[] = {
        {"", 1}, {" \t ", 1}, {"2118#", 6}, {"2118#x", 6}, {"#3", 1}, {"18446744073709551616", 1}, {"1#18446744073709551615", 3},
        {" 0xg", 2}, {"0x", 1}, {"0x10000000000000000", 1}, {"a.c:0", 5}, {"a.c:", 5}, {"a.c:8#x", 7}, {"a.c:8#", 7}, {"a.c#3", 4},
        {"@0", 2}, {"@18446744073709551616", 2}, {"$", 1}, {"$A", 1}, {"$ab", 1}, {"101%", 1}, {"+9223372036854775808", 2},
        {"-9223372036854775809", 2}, {"fn:", 4}, {"file:", 6}, {"fn:#3", 4}, {"file:#3", 6}, {"file:a#3", 7}, {"f/99999999999999999999@1", 3},
        {"f/1@99999999999999999999", 5}, {"99999999999999999999/1@1", 1}, {"f##", 4}, {"1a#99999999999999999999", 4}, {"a.c:1#1#", 9},
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct place place = {.has = PLACE_ID};
        struct error error = {0};
        if (place_parse(str_of(broken[i].string), &place, &error))
            fail_msg("%s is read as a place", broken[i].string);
        if (error.column != broken[i].column)
            fail_msg("%s: column %d: %s", broken[i].string, (int)error.column, error.message);
        assert_int_equal(place.has, 0);
        assert_true(error.message[0]);
    }
}

static void the_shortest_name_of_a_full_place_is_said(void **state)
{
    (void)state;
    struct place place = {.has = PLACE_ID | PLACE_ADDRESS | PLACE_FILE | PLACE_LINE | PLACE_FUNCTION | PLACE_INSTANCE, .id = 12, .address = 0x40,
                          .file = str_of("a.c"), .line = 3, .function = str_of("f"), .instance = 1, .trace = 2};
    assert_text(&place, "12#1");
    place.has &= ~(unsigned)PLACE_ID;
    assert_text(&place, "0x40#1");
    place.has &= ~(unsigned)PLACE_ADDRESS;
    assert_text(&place, "a.c:3#1");
    place.has &= ~(unsigned)PLACE_LINE;
    assert_text(&place, "f#1");
    assert_text(&(struct place){0}, "");
}

static void text_is_appended_to_what_stands_there(void **state)
{
    (void)state;
    struct text text = {0};
    text_add(&text, "at ");
    place_text(&(struct place){.has = PLACE_FUNCTION, .function = str_of("begin")}, &text);
    place_text(&(struct place){.has = PLACE_FUNCTION, .function = str_of("")}, &text);
    assert_string_equal(text_string(&text), "at fn:begin");
    text_free(&text);
}

static void places_are_equal_in_all_their_fields(void **state)
{
    (void)state;
    struct place a = parse("a.c:8#1"), b = a;
    assert_true(place_equal(&a, &b));
    b.address = 9; /* not one of its fields */
    assert_true(place_equal(&a, &b));
    b = a;
    b.trace = 1;
    assert_false(place_equal(&a, &b));
    static const char *const others[] = {"b.c:8#1", "a.c:9#1", "a.c:8#2", "a.c:8", "a.c", "8#1"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        b = parse(others[i]);
        assert_false(place_equal(&a, &b));
    }
    static const char *const pairs[][2] = {{"1", "2"}, {"0x1", "0x2"}, {"@1", "@2"}, {"f", "g"}, {"f/1@1", "f/2@1"}, {"f/1@1", "f/1@2"},
                                           {"f/1@1", "g/1@1"}, {"$a", "$b"}, {"+1", "-1"}, {"1%", "2%"}, {"begin", "end"}, {"0/1@1", "1/1@1"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        a = parse(pairs[i][0]);
        b = parse(pairs[i][1]);
        assert_true(place_equal(&a, &a));
        assert_false(place_equal(&a, &b));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_go_by_id_address_or_line),
        cmocka_unit_test(functions_and_files_go_by_name),
        cmocka_unit_test(streams_suffixes_marks_and_distances_have_their_forms),
        cmocka_unit_test(names_that_look_like_other_forms_get_a_prefix),
        cmocka_unit_test(the_last_colon_and_hash_count_in_file_names),
        cmocka_unit_test(what_breaks_is_told_with_its_column),
        cmocka_unit_test(the_shortest_name_of_a_full_place_is_said),
        cmocka_unit_test(text_is_appended_to_what_stands_there),
        cmocka_unit_test(places_are_equal_in_all_their_fields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
