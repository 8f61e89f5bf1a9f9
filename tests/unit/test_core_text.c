/* test_core_text.c - growing text, UTF-8, hostile names, errors as text.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/core.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static struct text text;

static int forget(void **state)
{
    (void)state;
    text_free(&text);
    return 0;
}

static void appending_grows_the_text(void **state)
{
    (void)state;
    assert_string_equal(text_string(&text), "");
    assert_int_equal(text_str(&text).size, 0);
    text_append(&text, (struct str){NULL, 0});
    text_append(&text, str_of("one "));
    text_add(&text, "two");
    text_byte(&text, '!');
    text_printf(&text, " %d%s", 3, "x");
    assert_string_equal(text_string(&text), "one two! 3x");
    assert_int_equal(text.size, 11);
    text_clear(&text);
    assert_string_equal(text_string(&text), "");
    for (int i = 0; i < 100000; i++)
        text_add(&text, "abc");
    assert_int_equal(text_str(&text).size, 300000);
    assert_true(str_ends(text_str(&text), "cabc"));
}

static void an_untouched_text_has_a_string_with_a_pointer(void **state)
{
    (void)state;
    struct text untouched = {0};
    assert_non_null(text_str(&untouched).data);
}

static void padding_counts_cells_since_the_last_line_end(void **state)
{
    (void)state;
    text_add(&text, "a long line\n\xe4\xb8\xad");
    text_pad(&text, 5);
    text_byte(&text, '|');
    assert_string_equal(text_string(&text), "a long line\n\xe4\xb8\xad   |");
    text_pad(&text, 2); /* there already */
    assert_true(str_ends(text_str(&text), "|"));
}

static void assert_safe(struct str raw, const char *expected)
{
    text_clear(&text);
    text_safe(&text, raw);
    assert_string_equal(text_string(&text), expected);
}

static void words_fill_lines(void **state)
{
    static const struct {
        const char *words, *lines;
        size_t room;
    } cases[] = {
        {"a bc def", "a bc\ndef", 4}, {"a bc def", "a bc def", 8}, {"abcdef g", "abcdef\ng", 3}, {"\xe6\xbc\xa2 \xe5\xad\x97", "\xe6\xbc\xa2\n\xe5\xad\x97", 4}, {"", "", 5},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct str rest = str_of(cases[i].words), word;
        size_t used = 0;
        text_clear(&text);
        while (str_field(&rest, &word))
            text_word(&text, &used, cases[i].room, word);
        assert_string_equal(text_string(&text), cases[i].lines);
    }
}

static void controls_never_reach_a_terminal(void **state)
{
    (void)state;
    assert_safe(str_of("\x1b[2J\a"), "\\x1b[2J\\x07");
    assert_safe((struct str){"a\0b", 3}, "a\\x00b");
    assert_safe(str_of("a\tb\nc\rd\x7f"), "a b\\x0ac\\x0dd\\x7f");
    assert_safe(str_of("\xc2\x9b" "31m"), "\\x9b31m");
    assert_safe(str_of("\xe2\x80\xae" "abc" "\xe2\x81\xa6" "\xe2\x80\x8f"), "\\u202eabc\\u2066\\u200f");
    assert_safe(str_of("\xe2\x80\xa8\xef\xbb\xbf"), "\\u2028\\ufeff");
    assert_safe(str_of("plain gr\xc3\xbc\xc3\x9f \xe4\xb8\xad \xf0\x9f\x98\x80"), "plain gr\xc3\xbc\xc3\x9f \xe4\xb8\xad \xf0\x9f\x98\x80");
}

#define BAD "\xef\xbf\xbd"
static void bytes_that_are_no_utf8_become_replacement_characters(void **state)
{
    (void)state;
    assert_safe(str_of("a\xff" "b"), "a" BAD "b");
    assert_safe(str_of("\x9b" "31m"), BAD "31m");
    assert_safe(str_of("\xc0\xaf"), BAD BAD);                 /* overlong */
    assert_safe(str_of("\xe0\x80\x80"), BAD BAD BAD);
    assert_safe(str_of("\xed\xa0\x80"), BAD BAD BAD);         /* a surrogate */
    assert_safe(str_of("\xf4\x90\x80\x80"), BAD BAD BAD BAD); /* above U+10FFFF */
    assert_safe(str_of("\xe4\xb8"), BAD BAD);                 /* cut */
    assert_safe(str_of("\xe4\xb8z"), BAD BAD "z");
    assert_safe(str_of("\xf0\x9f\x98"), BAD BAD BAD);
}

static void what_is_safe_once_stays_as_it_is(void **state)
{
    (void)state;
    struct text twice = {0};
    char bytes[256];
    for (int i = 0; i < 256; i++)
        bytes[i] = (char)i;
    text_safe(&text, (struct str){bytes, sizeof bytes});
    text_safe(&twice, text_str(&text));
    assert_string_equal(text_string(&twice), text_string(&text));
    for (size_t i = 0; i < text.size; i++)
        assert_true((unsigned char)text.data[i] >= 0x20 && text.data[i] != 0x7f);
    text_free(&twice);
}

static void decoding_never_reads_past_the_end(void **state)
{
    (void)state;
    uint32_t code;
    assert_int_equal(text_decode(str_of("\xf0\x9f\x98\x80"), &code), 4);
    assert_int_equal(code, 0x1f600);
    assert_int_equal(text_decode((struct str){"\xf0\x9f\x98\x80", 3}, &code), 1);
    assert_int_equal(code, 0xfffd);
    assert_int_equal(text_decode((struct str){NULL, 0}, &code), 0);
    assert_int_equal(text_decode(str_of("A"), &code), 1);
    assert_int_equal(code, 'A');
}

static void widths_are_terminal_cells(void **state)
{
    (void)state;
    assert_int_equal(text_width(str_of("abc")), 3);
    assert_int_equal(text_width(str_of("\xe4\xb8\xad\xe6\x96\x87")), 4);
    assert_int_equal(text_width(str_of("e\xcc\x81")), 1);
    assert_int_equal(text_width(str_of("\xff\xfe")), 2);
    assert_int_equal(text_width(str_of("\n\x1b")), 0);
    assert_int_equal(text_cells('x'), 1);
}

static void numbers_are_written_as_people_read_them(void **state)
{
    (void)state;
    text_hex(&text, 0);
    text_byte(&text, ' ');
    text_hex(&text, UINT64_MAX);
    assert_string_equal(text_string(&text), "0x0 0xffffffffffffffff");
    const uint64_t counts[] = {0, 999, 1000, 72737, 1000000, UINT64_MAX};
    const char *expected[] = {"0", "999", "1,000", "72,737", "1,000,000", "18,446,744,073,709,551,615"};
    for (size_t i = 0; i < 6; i++) {
        text_clear(&text);
        text_count(&text, counts[i]);
        assert_string_equal(text_string(&text), expected[i]);
    }
}

static void assert_error(const struct error *error, const char *expected)
{
    text_clear(&text);
    error_text(error, &text);
    assert_string_equal(text_string(&text), expected);
}

static void errors_name_their_place(void **state)
{
    (void)state;
    struct error error;
    assert_false(error_set(&error, "no %s", "trace"));
    assert_error(&error, "no trace");
    assert_false(error_at(&error, "a.wet", 3, 7, "found %d", 5));
    assert_error(&error, "a.wet:3:7: found 5");
    assert_false(error_at(&error, "a.wet", 3, 0, "x"));
    assert_error(&error, "a.wet:3: x");
    assert_false(error_at(&error, "a.wet", 0, 0, "x"));
    assert_error(&error, "a.wet: x");
    assert_false(error_at_offset(&error, "a.elf", 64, "x"));
    assert_error(&error, "a.elf: offset 64: x");
    assert_true(error.has_offset);
    assert_false(error_set(&error, "again"));
    assert_false(error.has_offset);
}

static void errors_are_safe_and_cut_not_overrun(void **state)
{
    (void)state;
    struct error error;
    char longer[2000];
    memset(longer, 'y', sizeof longer - 1);
    longer[sizeof longer - 1] = 0;
    error_at(&error, longer, 1, 1, "%s", longer);
    assert_int_equal(strlen(error.source), sizeof error.source - 1);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
    error_at(&error, "a\x1b[m", 1, 2, "b\x1b[m");
    assert_error(&error, "a\\x1b[m:1:2: b\\x1b[m");
}

static void an_error_can_be_made_of_itself(void **state)
{
    (void)state;
    struct error error;
    error_set(&error, "inner");
    error_at(&error, "outer", 2, 0, "within: %s", error.message);
    assert_error(&error, "outer:2: within: inner");
    error_at(&error, error.source, 4, 0, "%s", error.message);
    assert_error(&error, "outer:4: within: inner");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(appending_grows_the_text, forget),
        cmocka_unit_test(an_untouched_text_has_a_string_with_a_pointer),
        cmocka_unit_test_teardown(padding_counts_cells_since_the_last_line_end, forget),
        cmocka_unit_test_teardown(words_fill_lines, forget),
        cmocka_unit_test_teardown(controls_never_reach_a_terminal, forget),
        cmocka_unit_test_teardown(bytes_that_are_no_utf8_become_replacement_characters, forget),
        cmocka_unit_test_teardown(what_is_safe_once_stays_as_it_is, forget),
        cmocka_unit_test(decoding_never_reads_past_the_end),
        cmocka_unit_test(widths_are_terminal_cells),
        cmocka_unit_test_teardown(numbers_are_written_as_people_read_them, forget),
        cmocka_unit_test_teardown(errors_name_their_place, forget),
        cmocka_unit_test_teardown(errors_are_safe_and_cut_not_overrun, forget),
        cmocka_unit_test_teardown(an_error_can_be_made_of_itself, forget),
    };
    if (!setlocale(LC_ALL, "C.UTF-8"))
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
