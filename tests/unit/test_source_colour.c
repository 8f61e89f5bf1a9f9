/* test_source_colour.c - the class of each byte of source lines; colouring changes no text.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/source_colour.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* A letter for each byte: '.' code, k keyword, s string, c comment, n number, p preprocessor. */
static char letter(enum style style)
{
    return style == STYLE_KEYWORD ? 'k' : style == STYLE_STRING ? 's' : style == STYLE_COMMENT ? 'c' : style == STYLE_NUMBER ? 'n' : style == STYLE_PREPROCESSOR ? 'p' : '.';
}

static void expect(enum source_language language, struct colour_state *state, const char *text, const char *letters)
{
    struct str line = str_of(text);
    char found[256] = "";
    enum style style;
    assert_true(line.size < sizeof found);
    for (size_t at = 0, end; at < line.size; at = end) {
        end = colour_piece(language, line, at, state, &style);
        assert_true(end > at && end <= line.size);
        memset(found + at, letter(style), end - at);
    }
    colour_line_end(language, line, state);
    assert_string_equal(found, letters);
}

static void words_strings_and_numbers_of_c(void **state)
{
    (void)state;
    struct colour_state at = {0};
    expect(SOURCE_C, &at, "int x = f(0x1fUL, 'a', \"b\\\"c\"); // d", "kkk.......nnnnnn..sss..ssssss...cccc");
    expect(SOURCE_C, &at, "size_t n=1.5e-3+2;/*c*/x", "kkkkkk...nnnnnn.n.ccccc.");
    expect(SOURCE_C, &at, "interest = returned; a--;", ".........................");
    expect(SOURCE_C, &at, "1'000'000u", "nnnnnnnnnn");
    expect(SOURCE_C, &at, "'\\'' '", "ssss..");
    expect(SOURCE_C, &at, "\"unfinished", "sssssssssss");
    expect(SOURCE_C, &at, "return;", "kkkkkk.");
}

static void comments_strings_and_directives_go_on_over_lines(void **state)
{
    (void)state;
    struct colour_state at = {0};
    expect(SOURCE_C, &at, "a /* b", "..cccc");
    expect(SOURCE_C, &at, "int", "ccc");
    expect(SOURCE_C, &at, "", "");
    expect(SOURCE_C, &at, "c */ int", "cccc.kkk");
    expect(SOURCE_C, &at, "// d \\", "cccccc");
    expect(SOURCE_C, &at, "int", "ccc");
    expect(SOURCE_C, &at, "\"e\\", "sss");
    expect(SOURCE_C, &at, "f\" int", "ss.kkk");
    expect(SOURCE_C, &at, " #define A 1 /* g", ".ppppppppppppcccc");
    expect(SOURCE_C, &at, "h */ \\", "ccccpp");
    expect(SOURCE_C, &at, "int \"i\"", "ppppsss");
    expect(SOURCE_C, &at, "int", "kkk");
}

static void raw_strings_end_with_their_own_delimiter(void **state)
{
    (void)state;
    struct colour_state at = {0};
    expect(SOURCE_C, &at, "x = u8R\"-(a)\" int", "....sssssssssssss");
    expect(SOURCE_C, &at, ")--\" \\", "ssssss");
    expect(SOURCE_C, &at, "b)-\" int", "ssss.kkk");
    expect(SOURCE_C, &at, "BAR\"(\" int", "...sss.kkk");
    expect(SOURCE_C, &at, "R\"0123456789abcdefg(\" int", ".sssssssssssssssssss" "s.kkk");
}

static void ada_and_assembler(void **state)
{
    (void)state;
    struct colour_state at = {0};
    expect(SOURCE_ADA, &at, "if X'First = 'a' then -- b \\", "kk...........sss.kkkk.cccccc");
    expect(SOURCE_ADA, &at, "Put (\"a\"\"b\" & 16#FF#); For I in 1..10", ".....ssssss...nnnnnn...kkk...kk.n..nn");
    expect(SOURCE_ASSEMBLER, &at, "\t.text # int", ".kkkkk.ccccc");
    expect(SOURCE_ASSEMBLER, &at, "#include \"a.h\"", "pppppppppsssss");
    expect(SOURCE_ASSEMBLER, &at, "# a comment \\", "ccccccccccccc");
    expect(SOURCE_ASSEMBLER, &at, "mov $5, %eax /* b", ".....n.......cccc");
    expect(SOURCE_ASSEMBLER, &at, "*/ ret", "cc....");
}

static void languages_are_told_by_endings(void **state)
{
    (void)state;
    assert_int_equal(source_language_of(str_of("/a/b.c")), SOURCE_C);
    assert_int_equal(source_language_of(str_of("b.hpp")), SOURCE_C);
    assert_int_equal(source_language_of(str_of("pkg.adb")), SOURCE_ADA);
    assert_int_equal(source_language_of(str_of("start.S")), SOURCE_ASSEMBLER);
    assert_int_equal(source_language_of(str_of("notes.txt")), SOURCE_PLAIN);
    assert_int_equal(source_language_of((struct str){NULL, 0}), SOURCE_PLAIN);
}

static void append(enum source_language language, struct colour_state state, struct str line, enum style base, struct row *row)
{
    row_clear(row);
    text_add(&row->text, "   12  ");
    source_text(language, state, line, base, row);
}

/* Any bytes, of any language, in any state: the same text as without colours, with spans to spare. */
static void colouring_changes_no_text(void **state)
{
    (void)state;
    static const char alphabet[] = "\"'/*\\#RL(){}-. \t\tab09if\x1b\xe2\x82\xac\xcc\x81\xff";
    struct row plain = {0}, coloured = {0};
    struct colour_state at = {0};
    enum style ignored;
    srand(9);
    for (int round = 0; round < 20000; round++) {
        char bytes[160];
        struct str line = {bytes, (size_t)(rand() % (int)sizeof bytes)};
        enum source_language language = (enum source_language)(rand() % SOURCE_LANGUAGES);
        for (size_t i = 0; i < line.size; i++)
            bytes[i] = alphabet[(size_t)rand() % (sizeof alphabet - 1)];
        append(SOURCE_PLAIN, at, line, STYLE_NORMAL, &plain);
        append(language, at, line, STYLE_NORMAL, &coloured);
        assert_string_equal(text_string(&plain.text), text_string(&coloured.text));
        assert_true(coloured.span_count + SOURCE_SPANS <= ROW_SPANS);
        for (size_t i = 1; i < coloured.span_count; i++)
            assert_true(coloured.spans[i].from > coloured.spans[i - 1].from);
        for (size_t next = 0; language != SOURCE_PLAIN && next < line.size;)
            next = colour_piece(language, line, next, &at, &ignored);
        colour_line_end(language, line, &at);
    }
    row_free(&plain);
    row_free(&coloured);
}

static void tabs_lead_to_the_same_columns_and_long_lines_are_cut(void **state)
{
    (void)state;
    struct row row = {0};
    struct text line = {0};
    append(SOURCE_C, (struct colour_state){0}, str_of("\tif\t(a)\t\xe2\x82\xac\tb"), STYLE_NORMAL, &row);
    assert_string_equal(text_string(&row.text), "   12          if      (a)     \xe2\x82\xac       b");
    for (size_t i = 0; i < SOURCE_SHOWN; i++)
        text_byte(&line, '\t');
    append(SOURCE_C, (struct colour_state){0}, text_str(&line), STYLE_DIM, &row);
    assert_int_equal(row.text.size, 7 + 8 * SOURCE_SHOWN);
    text_add(&line, "\xe2\x82\xac");
    line.data[SOURCE_SHOWN - 1] = '\xe2', line.data[SOURCE_SHOWN] = '\x82', line.data[SOURCE_SHOWN + 1] = '\xac';
    append(SOURCE_C, (struct colour_state){0}, text_str(&line), STYLE_NORMAL, &row);
    assert_non_null(strstr(text_string(&row.text), "   and 4 bytes more"));
    assert_null(strstr(text_string(&row.text), "\xef\xbf\xbd"));
    text_free(&line);
    row_free(&row);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_strings_and_numbers_of_c), cmocka_unit_test(comments_strings_and_directives_go_on_over_lines),
        cmocka_unit_test(raw_strings_end_with_their_own_delimiter), cmocka_unit_test(ada_and_assembler), cmocka_unit_test(languages_are_told_by_endings),
        cmocka_unit_test(colouring_changes_no_text), cmocka_unit_test(tabs_lead_to_the_same_columns_and_long_lines_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
