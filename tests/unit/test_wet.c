/* test_wet.c - the reader of WET text, rule by rule.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Prints a file's items in short form and compares them: N5 count, B7/2/4000 static line (id, ports, address), S3 SIZE,
 * X:ID#INSTANCE entry, V3 VALUES, X=HEX value, -V NO VALUES, A#B>C#D arrow, !KIND@LINE:COLUMN problem. */
#include "session/session.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void item_show(const struct wet_item *item, struct text *out)
{
    switch (item->kind) {
    case WET_ITEM_COUNT: text_printf(out, "N%" PRIu64, item->number); break;
    case WET_ITEM_BLOCK: text_printf(out, "B%" PRIu64 "/%" PRIu64 "/%" PRIx64, item->block.id, item->block.ports, item->block.address); break;
    case WET_ITEM_PORT: text_printf(out, "S%" PRIu64, item->number); break;
    case WET_ITEM_ENTRY: text_printf(out, "%" PRIu64 ":%" PRIu64 "#%" PRIu64, item->entry.x, item->entry.id, item->entry.instance); break;
    case WET_ITEM_VALUES: text_printf(out, "V%" PRIu64, item->number); break;
    case WET_ITEM_VALUE: text_printf(out, "%" PRIu64 "=%.*s", item->value.x, STR(item->value.digits)); break;
    case WET_ITEM_NO_VALUES: text_add(out, "-V"); break;
    case WET_ITEM_ARROW:
        text_printf(out, "%" PRIx64 "#%" PRIu64 ">%" PRIx64 "#%" PRIu64, item->arrow.user, item->arrow.user_instance, item->arrow.definer,
                    item->arrow.definer_instance);
        break;
    case WET_ITEM_PROBLEM:
        text_printf(out, "!%s@%" PRIu64 ":%" PRIu64, wet_problem_name(item->problem.kind), item->line, item->column);
        break;
    }
    text_byte(out, ' ');
}

/* Reads from a copy of exactly the bytes' size, so that a sanitizer reports any read beyond them. */
static void expect_bytes(const char *bytes, size_t size, const char *expected)
{
    char *copy = memory_allocate(size);
    if (size)
        memcpy(copy, bytes, size);
    struct wet_reader *reader = wet_reader_open((struct str){copy, size});
    struct wet_item item;
    struct text shown = {0};
    while (wet_reader_next(reader, &item))
        item_show(&item, &shown);
    assert_false(wet_reader_next(reader, &item));
    wet_reader_close(reader);
    if (shown.size)
        shown.size--;
    assert_string_equal(text_string(&shown), expected);
    text_free(&shown);
    free(copy);
}

static void expect(const char *text, const char *expected)
{
    expect_bytes(text, strlen(text), expected);
}

#define HEAD "1\n7 1 4000\n"
#define SHOWN "N1 B7/1/4000 "

static void a_block_gives_its_parts(void **state)
{
    (void)state;
    expect("1\n7 2 4000 a.c f 3\nSIZE 1\n    0:7 0\nSIZE 0\nVALUES 2\n    0:2a\n    1:0\n", "N1 B7/2/4000 S1 0:7#0 S0 V2 0=2a 1=0");
    expect("2\n7 1 4000\nSIZE 0\nNO VALUES\n8 1 4004\nSIZE 0\nNO VALUES\n", "N2 B7/1/4000 S0 -V B8/1/4004 S0 -V");
}

static void line_ends_and_blanks_mean_nothing(void **state)
{
    (void)state;
    expect("1\r\n7 1 4000\r\nSIZE 1\r\n    0:7 0\r\nVALUES 1\r\n    0:2a\r\n", SHOWN "S1 0:7#0 V1 0=2a");
    expect("\n \t\n\t1 \n\n 7\t1  4000\t\n\tSIZE   1\n0 :  7\t0 \nNO\tVALUES\n\n \n", SHOWN "S1 0:7#0 -V");
    expect("1\n7 1 4000\nSIZE 1\n0:7 0\nVALUES 1\n0: 0X2A", SHOWN "S1 0:7#0 V1 0=2A");
    expect("1\n7 1 4000\nSIZE 1\n 0\t:\t7 0\nVALUES 1\n0:2a\r", SHOWN "S1 0:7#0 V1 0=2a");
}

static void a_byte_order_mark_is_a_blank(void **state)
{
    (void)state;
    expect("\xef\xbb\xbf" "1\n7 1 4000\nSIZE 0\nNO VALUES\n", SHOWN "S0 -V");
    expect("\xef\xbb\xbf" "x\n7 1 4000\nSIZE 0\nNO VALUES\n", "!missing-count@1:4 !bad-line@1:4 B7/1/4000 S0 -V");
    expect("\xef\xbb\xbf", "");
    expect("1\n\xef\xbb\xbf\n", "N1 !bad-line@2:1 !count-mismatch@1:1");
}

static void keywords_are_upper_case_and_exact(void **state)
{
    (void)state;
    expect(HEAD "size 0\nSIZE 0\nSIZE\nSIZE x\nSIZE 1 2\nSIZES 1\nValues 1\nNO values\nNO VALUES 1\nNO VALUES\n",
           SHOWN "!bad-line@3:1 S0 !bad-line@5:1 !bad-line@6:1 !bad-line@7:1 !bad-line@8:1 !bad-line@9:1 !bad-line@10:1 !bad-line@11:1 -V");
}

static void numbers_have_limits(void **state)
{
    (void)state;
    expect("18446744073709551615\n", "N18446744073709551615 !count-mismatch@1:1");
    expect("18446744073709551616\n", "!missing-count@1:1 !bad-line@1:1");
    expect("000000000000000000000000000\n", "N0");
    expect("+1\n", "!missing-count@1:1 !bad-line@1:1");
    expect("1\n18446744073709551615 0 ffffffffffffffff\nNO VALUES\n", "N1 B18446744073709551615/0/ffffffffffffffff -V");
    expect("1\n7 0 00000000000ffffffffffffffff\nNO VALUES\n", "N1 B7/0/ffffffffffffffff -V");
    expect("0\n7 0 1ffffffffffffffff\n7 0 0x\n7 0 4g\n-7 0 4\n", "N0 !bad-line@2:1 !bad-line@3:1 !bad-line@4:1 !bad-line@5:1");
    expect(HEAD "SIZE 1\n18446744073709551614:18446744073709551615 18446744073709551614\nNO VALUES\n",
           SHOWN "S1 18446744073709551614:18446744073709551615#18446744073709551614 -V");
    expect(HEAD "SIZE 0\n18446744073709551615:1 1\n1:18446744073709551616 1\n1:1 18446744073709551615\nNO VALUES\n",
           SHOWN "S0 !bad-line@4:1 !bad-line@5:1 !bad-line@6:1 -V");
    expect(HEAD "SIZE 1\n0000000000000000000000005:000000000000000000000000000006 00000000000000000000000007\nNO VALUES\n", SHOWN "S1 5:6#7 -V");
}

#define DIGITS_64 "123456789012345678901234567890123456789012345678901234567890abcd"

static void values_have_at_most_128_significant_digits(void **state)
{
    (void)state;
    expect(HEAD "SIZE 0\nVALUES 1\n    0:" DIGITS_64 DIGITS_64 "\n", SHOWN "S0 V1 0=" DIGITS_64 DIGITS_64);
    expect(HEAD "SIZE 0\nVALUES 1\n    0:0x0000" DIGITS_64 DIGITS_64 "\n", SHOWN "S0 V1 0=" DIGITS_64 DIGITS_64);
    expect(HEAD "SIZE 0\nVALUES 0\n    0:1" DIGITS_64 DIGITS_64 "\n", SHOWN "S0 V0 !bad-line@5:5");
    expect(HEAD "SIZE 0\nVALUES 2\n    0:0000\n    1:0x00\n    2:0x\n    3:\n    4:1 2\n    5:-1\n",
           SHOWN "S0 V2 0=0 1=0 !bad-line@7:5 !bad-line@8:5 !bad-line@9:5 !bad-line@10:5");
}

static void shape_decides_and_not_the_count(void **state)
{
    (void)state;
    expect(HEAD "SIZE 0\n    0:7 0\n8 1 4004\nSIZE 2\nVALUES 0\n",
           "N1 B7/1/4000 S0 0:7#0 !size-mismatch@3:6 !missing-values@2:1 B8/1/4004 S2 !size-mismatch@6:6 V0 !count-mismatch@1:1");
}

static void a_bad_line_leaves_the_list_open(void **state)
{
    (void)state;
    expect(HEAD "SIZE 2\n    0:7 0\n    what\n    1:7 0\nNO VALUES\n", SHOWN "S2 0:7#0 !bad-line@5:5 1:7#0 -V");
}

static void an_entry_must_fit_its_list(void **state)
{
    (void)state;
    expect(HEAD "SIZE 0\n 0:7\nVALUES 0\n 0:7 0\n", SHOWN "S0 !bad-line@4:2 V0 !bad-line@6:2");
    expect("0\n 0:7 0\n", "N0 !bad-line@2:2");
    expect(HEAD " 0:7 0\nSIZE 0\nNO VALUES\n 0:7 0\n", SHOWN "!bad-line@3:2 S0 -V !bad-line@6:2");
}

static void sections_behind_the_values_or_before_a_block_are_refused(void **state)
{
    (void)state;
    expect("0\nSIZE 1\n 0:7 0\nVALUES 1\n 0:1\nNO VALUES\n", "N0 !bad-line@2:1 !bad-line@3:2 !bad-line@4:1 !bad-line@5:2 !bad-line@6:1");
    expect(HEAD "SIZE 0\nVALUES 2\n 0:1\nSIZE 1\n 0:7 0\nVALUES 1\n 0:1\nNO VALUES\n",
           SHOWN "S0 V2 0=1 !size-mismatch@4:8 !bad-line@6:1 !bad-line@7:2 !bad-line@8:1 !bad-line@9:2 !bad-line@10:1");
}

static void the_count_is_checked_against_all_static_lines(void **state)
{
    (void)state;
    expect("3\n7 0 4\nNO VALUES\n7 0 4\nNO VALUES\n", "N3 B7/0/4 -V B7/0/4 -V !count-mismatch@1:1");
    expect("7 0 4\nNO VALUES\n", "!missing-count@1:1 B7/0/4 -V");
}

static void ports_are_counted_at_the_end_of_a_block(void **state)
{
    (void)state;
    expect("2\n7 2 4\nSIZE 0\nNO VALUES\n  8 0 5\nSIZE 0\nNO VALUES\n",
           "N2 B7/2/4 S0 -V !ports-mismatch@2:3 B8/0/5 S0 -V !ports-mismatch@5:5");
}

static void a_block_without_values_is_reported(void **state)
{
    (void)state;
    expect("2\n 7 1 4\nSIZE 0\n8 1 5\nSIZE 0\nNO VALUES\n", "N2 B7/1/4 S0 !missing-values@2:2 B8/1/5 S0 -V");
}

static void the_end_inside_a_block_is_truncation_only(void **state)
{
    (void)state;
    expect("1\n7 1 4\n", "N1 B7/1/4 !truncated@2:6");
    expect("1\n7 2 4\nSIZE 2\n    0:7 0  \r\n\n", "N1 B7/2/4 S2 0:7#0 !truncated@4:10");
    expect("1\n7 1 4\nSIZE 0\nVALUES 2\n    0:1", "N1 B7/1/4 S0 V2 0=1 !truncated@5:8");
    expect("1\n7 1 4\nSIZE 0\nVALUES 2\n    0:1\n", "N1 B7/1/4 S0 V2 0=1 !truncated@5:8");
    expect("1\n7 2 4\nSIZE 0\nVALUES 2\n    0:1", "N1 B7/2/4 S0 V2 0=1 !truncated@5:8");
    expect("1\n7 1 4\nSIZE 0\n    0:", "N1 B7/1/4 S0 !bad-line@4:5 !truncated@4:7");
}

static void too_many_counts_still_count_at_the_end(void **state)
{
    (void)state;
    expect("1\n7 1 4\nSIZE 0\nSIZE 0\n    0:7 0", "N1 B7/1/4 S0 S0 0:7#0 !truncated@5:10 !size-mismatch@4:6 !ports-mismatch@2:3");
    expect("1\n7 1 4\nSIZE 0\nVALUES 0\n    0:7", "N1 B7/1/4 S0 V0 0=7 !size-mismatch@4:8");
    expect("1\n7 1 4\nSIZE 1\nNO VALUES\n", "N1 B7/1/4 S1 !size-mismatch@3:6 -V");
}

static void x_is_late_or_repeated_never_both(void **state)
{
    (void)state;
    expect(HEAD "SIZE 3\n 0:7 0\n 2:7 0\n 1:7 0\nNO VALUES\n", SHOWN "S3 0:7#0 2:7#0 1:7#0 !x-order@6:2 -V");
    expect(HEAD "SIZE 3\n 0:7 0\n 0:7 0\n 0:7 1\nNO VALUES\n", SHOWN "S3 0:7#0 0:7#0 !x-duplicate@5:2 0:7#1 !x-duplicate@6:2 -V");
    expect(HEAD "SIZE 6\n 5:7 0\n 1:7 0\n 3:7 0\n 1:7 0\n 5:7 0\n 6:7 0\nNO VALUES\n",
           SHOWN "S6 5:7#0 1:7#0 !x-order@5:2 3:7#0 !x-order@6:2 1:7#0 !x-duplicate@7:2 5:7#0 !x-duplicate@8:2 6:7#0 -V");
    expect(HEAD "SIZE 0\nVALUES 3\n 1:7\n 0:7\n 1:7\n", SHOWN "S0 V3 1=7 0=7 !x-order@6:2 1=7 !x-duplicate@7:2");
    expect("1\n7 2 4\nSIZE 2\n 1:7 0\n 0:7 0\nSIZE 2\n 0:7 0\n 1:7 0\nNO VALUES\n", "N1 B7/2/4 S2 1:7#0 0:7#0 !x-order@5:2 S2 0:7#0 1:7#0 -V");
}

static void a_list_remembers_nothing_of_the_list_before(void **state)
{
    (void)state;
    expect("1\n7 2 4\nSIZE 3\n 0:7 0\n 1:7 0\n 2:7 0\nSIZE 2\n 5:7 0\n 1:7 0\nNO VALUES\n",
           "N1 B7/2/4 S3 0:7#0 1:7#0 2:7#0 S2 5:7#0 1:7#0 !x-order@9:2 -V");
    expect("1\n7 2 4\nSIZE 2\n 2:7 0\n 1:7 0\nSIZE 2\n 2:7 0\n 1:7 0\nNO VALUES\n",
           "N1 B7/2/4 S2 2:7#0 1:7#0 !x-order@5:2 S2 2:7#0 1:7#0 !x-order@8:2 -V");
}

static void other_bytes_do_not_stop_the_reader(void **state)
{
    (void)state;
    expect_bytes("1\n\0\n7 0 4\n\xff\xfe\x1b[2J\nNO VALUES", 26, "N1 !bad-line@2:1 B7/0/4 !bad-line@4:1 -V");
    expect("\r\r\n", "!missing-count@1:1 !bad-line@1:1");
    expect("", "");
    expect(" \t\r\n\n", "");
}

static void columns_of_an_entry_are_given(void **state)
{
    (void)state;
    static const char *const forms[] = {HEAD "SIZE 1\n    12:345 6\nNO VALUES\n", HEAD "SIZE 1\n    12:345 6  \nNO VALUES\n"};
    for (size_t i = 0; i < 2; i++) { /* the plain form, and a form for the careful path */
        struct wet_reader *reader = wet_reader_open(str_of(forms[i]));
        struct wet_item item;
        do
            assert_true(wet_reader_next(reader, &item));
        while (item.kind != WET_ITEM_ENTRY);
        assert_int_equal(item.line, 4);
        assert_int_equal(item.column, 5);
        assert_int_equal(item.entry.id_column, 8);
        assert_int_equal(item.entry.instance_column, 12);
        wet_reader_close(reader);
    }
}

static void a_history_is_told_by_its_first_line(void **state)
{
    (void)state;
    assert_int_equal(wet_kind(str_of("\n \n0x1#0 --> 0x2#0\n")), WET_HISTORY);
    assert_int_equal(wet_kind(str_of("1\n0x1#0 --> 0x2#0\n")), WET_COMPREHENSIVE);
    assert_int_equal(wet_kind(str_of("\xef\xbb\xbf\r\n\t\n")), WET_EMPTY);
    assert_int_equal(wet_kind((struct str){0}), WET_EMPTY);
    expect("1\n0x1#0 --> 0x2#0\n", "N1 !bad-line@2:1 !count-mismatch@1:1");
}

static void arrows_are_read_with_and_without_blanks(void **state)
{
    (void)state;
    expect("0x1#0 --> 0x2#3\n 1#4-->A#5\t\r\n\n0XfF#6\t-->\t0xffffffffffffffff#18446744073709551614", "1#0>2#3 1#4>a#5 ff#6>ffffffffffffffff#18446744073709551614");
}

static void history_lines_that_do_not_fit_are_bad(void **state)
{
    (void)state;
    expect("-->\n1 #0 --> 2#0\n1# 0 --> 2#0\n 1#0 -> 2#0\n1#0 --> 2\n1#0 --> 2#18446744073709551615\n10000000000000000#0-->1#0\n1#0 --> 2#0 3\n1#0 --> 2#0\n",
           "!bad-line@1:1 !bad-line@2:1 !bad-line@3:1 !bad-line@4:2 !bad-line@5:1 !bad-line@6:1 !bad-line@7:1 !bad-line@8:1 1#0>2#0");
}

static void a_cut_last_line_of_a_history_is_truncated(void **state)
{
    (void)state;
    expect("1#0 --> 2#0\n1#0 --> ", "1#0>2#0 !truncated@2:8");
    expect("1#0 --> 2#0\nx\n", "1#0>2#0 !bad-line@2:1");
    expect("1#0 --> 2#0\n1#0 --> 2#1", "1#0>2#0 1#0>2#1");
}

static void items_show(struct str bytes, struct text *out)
{
    struct wet_reader *reader = wet_reader_open(bytes);
    struct wet_item item;
    text_clear(out);
    while (wet_reader_next(reader, &item)) {
        item_show(&item, out);
        text_printf(out, "%" PRIu64 ":%" PRIu64 " ", item.line, item.column);
    }
    wet_reader_close(reader);
}

/* Plain lines have a reading path of their own; a blank at the end sends a line down the other path. */
static void expect_same_with_blanks(struct str bytes)
{
    struct text text = {0}, plain = {0}, padded = {0};
    for (size_t i = 0; i < bytes.size; i++) {
        if (bytes.data[i] == '\n')
            text_byte(&text, ' ');
        text_byte(&text, bytes.data[i]);
    }
    items_show(bytes, &plain);
    items_show(text_str(&text), &padded);
    assert_string_equal(text_string(&plain), text_string(&padded));
    text_free(&text);
    text_free(&plain);
    text_free(&padded);
}

static void both_ways_of_reading_a_line_agree(void **state)
{
    (void)state;
    static const char *const bases[] = {
        "2\n7 1 4000 a.c f 3\nSIZE 2\n    0:7 0\n    1:8 12\nVALUES 2\n    0:2a\n    1:0x7f\n8 0 4004\nNO VALUES\n",
        "0x1000#0 --> 0x1004#1\n1008#0 --> 0x1004#18446744073709551614\n0xffffffffffffffff#1 --> 0XA#2\n"};
    static const char alphabet[] = "0179afxX:# \t\n->S";
    uint64_t seed = 1;
    for (unsigned i = 0; i < 30000; i++) {
        char text[256];
        size_t size = strlen(bases[i % 2]);
        memcpy(text, bases[i % 2], size);
        for (unsigned changes = 0; changes < 1 + i % 5; changes++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            text[(seed >> 40) % size] = alphabet[(seed >> 20) % (sizeof alphabet - 1)];
        }
        expect_same_with_blanks((struct str){text, size});
    }
}

static const char *sniffed(const char *bytes, size_t size)
{
    const struct format *format = format_sniff((struct str){bytes, size});
    return format ? format->name : "nothing";
}

static void sniffing_knows_traces_from_other_files(void **state)
{
    (void)state;
    assert_string_equal(sniffed("1\n7 1 4000 a.c f 3\n", 19), "wet");
    assert_string_equal(sniffed("0\n", 2), "wet");
    assert_string_equal(sniffed("garbled\n7 1 4000\nSIZE 0\n", 24), "wet");
    assert_string_equal(sniffed("0x1#0 --> 0x2#0\n", 16), "history");
    assert_string_equal(sniffed("garbled -->\n0x1#0 --> 0x2#0\n", 28), "history");
    assert_string_equal(sniffed("\x7f" "ELF\2\1\1\0\0\0", 10), "elf");
    assert_string_equal(sniffed("\x7f" "ELK\2\1\1\0\0\0", 10), "nothing");
    assert_string_equal(sniffed("#\nmain\n1|EXIT\n0|ENTRY|3\n$\n0->1|0$0\n", 36), "csi");
    assert_string_equal(sniffed("#main|__CC_arr_main\n0|7|printf\n", 31), "csi");
    assert_string_equal(sniffed("#!/bin/sh\n#\n# comment\n", 23), "nothing");
    assert_string_equal(sniffed("1\n7 1 4000\n\0\0", 13), "nothing");
    assert_string_equal(sniffed("dear reader\n", 12), "nothing");
    assert_string_equal(sniffed("<!-- page -->\n", 14), "nothing");
    assert_string_equal(sniffed("", 0), "nothing");
    assert_string_equal(sniffed("clew store\n\0\1\0\0\0", 16), "recording");
    assert_string_equal(format_named(str_of("history"))->name, "history");
    assert_string_equal(format_named(str_of("csi"))->name, "csi");
    assert_string_equal(format_named(str_of("elf"))->name, "elf");
    assert_null(format_named(str_of("a.out")));
}

static void messages_have_the_agreed_wording(void **state)
{
    (void)state;
    static const struct {
        struct wet_finding finding;
        const char *text;
    } cases[] = {
        {{WET_MISSING_COUNT, 0, 0, 0}, "first line must be the number of instruction blocks"},
        {{WET_COUNT_MISMATCH, 5, 4, 0}, "header says 5 instruction blocks, the file has 4"},
        {{WET_COUNT_MISMATCH, 1, 0, 0}, "header says 1 instruction block, the file has 0"},
        {{WET_BAD_LINE, 0, 0, 0}, "not a line of a WET trace"},
        {{WET_PORTS_MISMATCH, 12, 4, 3}, "instruction 12 announces 4 ports, 3 SIZE lists follow"},
        {{WET_PORTS_MISMATCH, 12, 1, 1}, "instruction 12 announces 1 port, 1 SIZE list follows"},
        {{WET_SIZE_MISMATCH, 4, 3, 0}, "SIZE says 4, 3 entries follow"},
        {{WET_SIZE_MISMATCH, 2, 1, 1}, "VALUES says 2, 1 entry follows"},
        {{WET_MISSING_VALUES, 9, 0, 0}, "instruction 9 has neither VALUES nor NO VALUES"},
        {{WET_TRUNCATED, 12, 0, 0}, "the file ends inside the block of instruction 12"},
        {{WET_TRUNCATED, 0, 0, 1}, "the file ends inside a line"},
        {{WET_X_ORDER, 1, 2, 0}, "X 1 after X 2"},
        {{WET_X_DUPLICATE, 1, 0, 0}, "X 1 a second time in this list"},
        {{WET_DUPLICATE_ID, 12, 15, 0}, "id 12 has a block already (line 15); clew drops this block"},
        {{WET_DUPLICATE_ADDRESS, 0x401010, 12, 15}, "address 0x401010 belongs to id 12 too (line 15)"},
        {{WET_DANGLING_ID, 70, 0, 0}, "id 70 has no instruction block"},
        {{WET_INSTANCE_RANGE, 2, 12, 2}, "execution 2 of id 12: the trace has 2 executions"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text text = {0};
        wet_problem_text(&cases[i].finding, &text);
        assert_string_equal(text_string(&text), cases[i].text);
        text_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_gives_its_parts),
        cmocka_unit_test(line_ends_and_blanks_mean_nothing),
        cmocka_unit_test(a_byte_order_mark_is_a_blank),
        cmocka_unit_test(keywords_are_upper_case_and_exact),
        cmocka_unit_test(numbers_have_limits),
        cmocka_unit_test(values_have_at_most_128_significant_digits),
        cmocka_unit_test(shape_decides_and_not_the_count),
        cmocka_unit_test(a_bad_line_leaves_the_list_open),
        cmocka_unit_test(an_entry_must_fit_its_list),
        cmocka_unit_test(sections_behind_the_values_or_before_a_block_are_refused),
        cmocka_unit_test(the_count_is_checked_against_all_static_lines),
        cmocka_unit_test(ports_are_counted_at_the_end_of_a_block),
        cmocka_unit_test(a_block_without_values_is_reported),
        cmocka_unit_test(the_end_inside_a_block_is_truncation_only),
        cmocka_unit_test(too_many_counts_still_count_at_the_end),
        cmocka_unit_test(x_is_late_or_repeated_never_both),
        cmocka_unit_test(a_list_remembers_nothing_of_the_list_before),
        cmocka_unit_test(other_bytes_do_not_stop_the_reader),
        cmocka_unit_test(columns_of_an_entry_are_given),
        cmocka_unit_test(a_history_is_told_by_its_first_line),
        cmocka_unit_test(arrows_are_read_with_and_without_blanks),
        cmocka_unit_test(history_lines_that_do_not_fit_are_bad),
        cmocka_unit_test(a_cut_last_line_of_a_history_is_truncated),
        cmocka_unit_test(both_ways_of_reading_a_line_agree),
        cmocka_unit_test(sniffing_knows_traces_from_other_files),
        cmocka_unit_test(messages_have_the_agreed_wording),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
