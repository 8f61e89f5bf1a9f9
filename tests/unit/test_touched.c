/* test_touched.c - lines of memory as ranges: joined, sorted, written, searched.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/varint.h"
#include "random.h"
#include "recording/state/touched.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LINE = 1 };
#define LAST_LINE UINT64_MAX

static void add_number(struct text *out, uint64_t number)
{
    unsigned char bytes[VARINT_MAX];
    text_append(out, (struct str){(const char *)bytes, (size_t)(varint_write(bytes, number) - bytes)});
}

/* Writes the ranges and expects these: "FIRST-LAST FIRST-LAST", with * behind changed ones. */
static void expect_written(struct touched *touched, const char *expected)
{
    struct text bytes = {0}, text = {0};
    text_add(&bytes, "x");              /* what stands there stays */
    touched_write(touched, &bytes);
    assert_int_equal(bytes.data[0], 'x');
    struct touched_reader reader = touched_read(str_cut(text_str(&bytes), 1, SIZE_MAX));
    struct touched_range range;
    while (touched_next(&reader, &range))
        text_printf(&text, "%s%" PRIu64 "-%" PRIu64 "%s", text.size ? " " : "", range.first, range.last, range.changed ? "*" : "");
    assert_false(reader.damaged);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
    text_free(&bytes);
}

static void ranges_are_sorted_and_joined(void **state)
{
    (void)state;
    struct touched touched = {0};
    expect_written(&touched, "");
    touched_add(&touched, 0, 0, false);
    expect_written(&touched, "");
    touched_add(&touched, 127, 1, false);
    expect_written(&touched, "127-127");
    touched_add(&touched, 63, 2, false);
    touched_add(&touched, 65, 64, false);      /* right behind */
    expect_written(&touched, "63-128");
    touched_add(&touched, 50, 1, false);
    touched_add(&touched, 10, 20, false);
    touched_add(&touched, 12, 3, false);       /* within the one before */
    touched_add(&touched, 52, 1, false);
    touched_add(&touched, 3, 1, false);
    touched_add(&touched, 30, 1, false);       /* right behind */
    touched_add(&touched, 51, 1, false);       /* fills the gap */
    expect_written(&touched, "3-3 10-30 50-52");
    expect_written(&touched, "");       /* it is empty again */
    touched_free(&touched);
    assert_int_equal(touched.ranges_count, 0);
}

static void ranges_end_at_the_end_of_the_address_space(void **state)
{
    (void)state;
    struct touched touched = {0};
    touched_add(&touched, UINT64_MAX, 1, false);
    touched_add(&touched, 0, 1, false);
    expect_written(&touched, "0-0 18446744073709551615-18446744073709551615");
    touched_add(&touched, UINT64_MAX - 63, UINT64_MAX, false);
    touched_add(&touched, UINT64_MAX, 2, false);
    expect_written(&touched, "18446744073709551552-18446744073709551615");
    touched_add(&touched, 64, UINT64_MAX, false);
    expect_written(&touched, "64-9223372036854775871 9223372036854775872-18446744073709551615");     /* the most that a range can have */
    touched_free(&touched);
}

static struct text written(struct touched *touched)
{
    struct text bytes = {0};
    touched_write(touched, &bytes);
    touched_free(touched);
    return bytes;
}

static void bytes_are_found_at_the_borders_of_ranges(void **state)
{
    (void)state;
    struct touched touched = {0};
    touched_add(&touched, 10 * LINE, 5 * LINE, false);
    touched_add(&touched, 1000 * LINE, LINE, false);
    touched_add(&touched, UINT64_MAX, 1, false);
    struct text bytes = written(&touched);
    struct str all = text_str(&bytes);
    assert_false(touched_has((struct str){"", 0}, 0, LAST_LINE, false));
    assert_true(touched_has(all, 0, LAST_LINE, false));
    assert_false(touched_has(all, 0, 9, false));
    assert_true(touched_has(all, 0, 10, false));
    assert_true(touched_has(all, 12, 13, false));
    assert_true(touched_has(all, 14, 999, false));
    assert_false(touched_has(all, 15, 999, false));
    assert_true(touched_has(all, 15, 1000, false));
    assert_true(touched_has(all, 1000, 1000, false));
    assert_false(touched_has(all, 1001, LAST_LINE - 1, false));
    assert_true(touched_has(all, LAST_LINE, LAST_LINE, false));
    text_free(&bytes);
}

static void changed_bytes_are_marked(void **state)
{
    (void)state;
    struct touched touched = {0};
    touched_add(&touched, 10, 10, false);
    touched_add(&touched, 12, 2, true);
    touched_add(&touched, 18, 4, true);
    touched_add(&touched, 30, 5, true);
    touched_add(&touched, 35, 2, false);
    touched_add(&touched, 50, 3, true);
    touched_add(&touched, 50, 3, false);
    expect_written(&touched, "10-11 12-13* 14-17 18-21* 30-34* 35-36 50-52*");
    touched_add(&touched, 0, UINT64_MAX, true);
    expect_written(&touched, "0-9223372036854775807* 9223372036854775808-18446744073709551614*");
    touched_add(&touched, 0, UINT64_MAX, false);
    touched_add(&touched, UINT64_MAX - 4, 5, true);
    expect_written(&touched, "0-9223372036854775807 9223372036854775808-18446744073709551610 18446744073709551611-18446744073709551615*");
    touched_free(&touched);
}

/* Ranges as a test adds them, and a flag for each address: 1 touched, 2 changed. */
enum { SPAN = 400 };

static struct text random_list(uint64_t *random, uint64_t base, uint8_t *flags)
{
    struct touched touched = {0};
    memset(flags, 0, SPAN);
    for (unsigned i = next_random(random) % 20; i > 0; i--) {
        uint64_t address = next_random(random) % (SPAN - 12), size = next_random(random) % (next_random(random) % 2 ? 3 : 10);
        bool changed = next_random(random) % 3 == 0;
        touched_add(&touched, base + address, size, changed);
        for (uint64_t at = address; at < address + size; at++)
            flags[at] |= changed ? 3 : 1;
    }
    return written(&touched);
}

static bool any_flag(const uint8_t *flags, uint64_t first, uint64_t last, bool changed)
{
    bool any = false;
    for (uint64_t at = first; at <= last && at < SPAN; at++)
        any = any || flags[at] & (changed ? 2 : 1);
    return any;
}

/* Against a flag for each address. */
static void random_ranges_match_a_plain_array(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (unsigned round = 0; round < 300; round++) {
        uint8_t flags[SPAN];
        struct text bytes = random_list(&random, 0, flags);
        for (unsigned i = 0; i < 200; i++) {
            uint64_t first = next_random(&random) % SPAN, last = first + next_random(&random) % 5;
            bool changed = i % 2;
            assert_int_equal(touched_has(text_str(&bytes), first, last, changed), any_flag(flags, first, last, changed));
        }
        text_free(&bytes);
    }
}

/* ---- The index ---- */

static uint64_t first_of(struct touched_group group)
{
    return group.first <= group.last ? group.first : UINT64_MAX;
}

/* Adds the lists of pieces to an index: each by itself, or up to `together` by their summary. */
static struct touched_index *index_lists(const struct text *lists, unsigned count, unsigned together)
{
    struct touched_index *index = touched_index_open();
    struct touched_summary summary = {0};
    struct text bytes = {0};
    for (unsigned i = 0, left = 0; i < count; i++) {
        if (together == 0) {
            touched_index_add(index, text_str(&lists[i]));
            continue;
        }
        touched_summary_add(&summary, text_str(&lists[i]));
        if (++left < together && i + 1 < count)
            continue;
        text_clear(&bytes);
        touched_summary_write(&summary, &bytes);
        touched_index_add_summary(index, left, text_str(&bytes));
        left = 0;
    }
    text_free(&bytes);
    touched_summary_free(&summary);
    return index;
}

/* Each group with a piece that touches (changes) the bytes, and perhaps some that touch other bytes of their lines: never one too few. */
static void the_index_names_every_piece(void **state)
{
    (void)state;
    enum { COUNT = 60 };
    static const uint64_t bases[] = {0, 0x7ff0 /* across a page */, UINT64_MAX - SPAN};
    static const unsigned groups[] = {0, 1, 7, COUNT};
    uint64_t random = 17;
    for (unsigned b = 0; b < 3 * 4; b++) {
        uint64_t base = bases[b % 3];
        unsigned together = groups[b / 3], named = 0, right = 0;
        uint8_t flags[COUNT][SPAN];
        struct text lists[COUNT];
        for (unsigned i = 0; i < COUNT; i++)
            lists[i] = random_list(&random, base, flags[i]);
        struct touched_index *index = index_lists(lists, COUNT, together);
        for (unsigned round = 0; round < 3000; round++) {
            uint64_t first = next_random(&random) % (SPAN - 8), last = first + next_random(&random) % 8, from = next_random(&random) % COUNT;
            bool back = round % 2, changed = round % 4 / 2, any = false;
            struct touched_group found = touched_index_next(index, from, back, base + first, base + last, changed);
            bool is_found = found.first <= found.last;
            for (uint64_t piece = from; piece < COUNT && !(is_found && piece >= found.first && piece <= found.last); piece += back ? UINT64_MAX : 1)
                assert_false(any_flag(flags[piece], first, last, changed));
            assert_true(!is_found || (found.last < COUNT && (back ? found.first <= from : found.last >= from)));
            assert_true(!is_found || (found.first % (together ? together : 1) == 0 && (found.last + 1 == COUNT || found.last - found.first + 1 == (together ? together : 1))));
            for (uint64_t piece = found.first; piece <= found.last; piece++)
                any = any || any_flag(flags[piece], first, last, changed);
            named += is_found;
            right += is_found && any;
        }
        assert_true(right > named / 10 && named > 1000);
        touched_index_close(index);
        for (unsigned i = 0; i < COUNT; i++)
            text_free(&lists[i]);
    }
}

/* Also where ranges are wide, end at the end of the address space, or are damaged. */
static void summaries_have_the_lines_of_lists(void **state)
{
    (void)state;
    struct touched_summary summary = {0};
    struct touched touched = {0};
    struct text bytes = {0};
    touched_add(&touched, 0x1000, 1, false);
    touched_add(&touched, 0x103f, 2, true);             /* two lines */
    touched_add(&touched, 0x1fff, 2, false);            /* two pages */
    touched_add(&touched, 0x2100, 0x40, false);
    touched_add(&touched, 0x2140, 0x41, true);
    touched_add(&touched, 0x100010, 0x20000, false);    /* wide */
    touched_add(&touched, UINT64_MAX, 1, true);
    touched_write(&touched, &bytes);
    touched_summary_add(&summary, text_str(&bytes));
    text_clear(&bytes);
    touched_summary_write(&summary, &bytes);
    struct touched_reader reader = touched_read(text_str(&bytes));
    struct touched_range range;
    struct text shown = {0};
    while (touched_next(&reader, &range))
        text_printf(&shown, "%" PRIx64 "-%" PRIx64 "%s ", range.first, range.last, range.changed ? "*" : "");
    assert_string_equal(text_string(&shown), "40-41* 7f-80 84-84 85-86* 4000-4800 3ffffffffffffff-3ffffffffffffff* ");
    text_clear(&bytes);
    touched_summary_add(&summary, str_of("\x80"));
    touched_summary_write(&summary, &bytes);
    assert_true(touched_has(text_str(&bytes), 0, 0, true) && touched_has(text_str(&bytes), UINT64_MAX >> 6, UINT64_MAX >> 6, true));
    text_free(&shown);
    text_free(&bytes);
    touched_free(&touched);
    touched_summary_free(&summary);
}

static void the_index_leaves_other_lines_out(void **state)
{
    (void)state;
    struct touched_index *index = touched_index_open();
    struct touched touched = {0};
    static const char damaged[] = "\x80";
    for (unsigned i = 0; i < 4; i++) {
        touched_add(&touched, 0x1000 + 64 * i, 1, i == 2);
        touched_add(&touched, 0x40000000, i == 1 ? UINT64_C(1) << 40 : 0, true);        /* a wide range stands by itself */
        struct text bytes = written(&touched);
        touched_index_add(index, text_str(&bytes));
        text_free(&bytes);
    }
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(first_of(touched_index_next(index, 3, true, 0x1000 + 64 * i, 0x103f + 64 * i, false)), i);
        assert_int_equal(first_of(touched_index_next(index, 0, false, 0x1000 + 64 * i, 0x103f + 64 * i, true)), i == 2 ? 2 : UINT64_MAX);
    }
    assert_int_equal(first_of(touched_index_next(index, 3, true, 0, UINT64_MAX, false)), 3);
    assert_int_equal(first_of(touched_index_next(index, 2, true, 0, UINT64_MAX, true)), 2);
    assert_int_equal(first_of(touched_index_next(index, 1, true, 0x50000000, 0x50000000, true)), 1);
    assert_int_equal(first_of(touched_index_next(index, 0, true, 0x50000000, 0x50000000, true)), UINT64_MAX);
    assert_int_equal(first_of(touched_index_next(index, 0, false, 0x1000, 0x1fffff, true)), 2);
    touched_index_add(index, str_of(damaged));    /* may touch all */
    assert_int_equal(first_of(touched_index_next(index, 9, true, 5, 5, true)), 4);
    assert_int_equal(first_of(touched_index_next(index, 0, false, 5, 5, true)), 4);
    touched_index_close(index);
    index = touched_index_open();
    touched_index_add_summary(index, 3, str_of("\xff\xff\xff\xff\xff\xff\xff\xff\x7f\x01"));     /* no line has such a number */
    assert_int_equal(first_of(touched_index_next(index, 2, true, 5, 5, true)), 0);
    touched_index_close(index);
}

/* A list of three bytes may name sixteen pages. */
static void a_full_index_names_all_later_pieces(void **state)
{
    (void)state;
    enum { RANGES = 1 << 15, EACH = 9 };
    struct touched_index *index = touched_index_open();
    struct text bytes = {0};
    for (unsigned i = 0; i < RANGES; i++) {
        add_number(&bytes, i ? 0x1000 : 0x100000);
        add_number(&bytes, 15 * 0x1000 << 1 | 1);
    }
    for (unsigned i = 0; i < EACH; i++)
        touched_index_add(index, text_str(&bytes));
    uint64_t last = first_of(touched_index_next(index, 0, false, 0, 0, false));
    assert_true(last > 5 && last < EACH);       /* from here on it does not know */
    for (uint64_t piece = 0; piece < EACH; piece++)
        assert_int_equal(first_of(touched_index_next(index, piece, true, 0, 0, false)), piece < last ? UINT64_MAX : piece);
    assert_int_equal(first_of(touched_index_next(index, 1000, true, 0, 0, true)), EACH - 1);
    assert_int_equal(first_of(touched_index_next(index, last + 1, false, 0, 0, true)), last + 1 < EACH ? last + 1 : UINT64_MAX);
    text_free(&bytes);
    touched_index_close(index);
}

static void damaged_bytes_may_hold_any_line(void **state)
{
    (void)state;
    struct text bytes = {0};
    add_number(&bytes, 300);
    add_number(&bytes, 200 << 1 | 1);   /* bytes 300 to 500, changed */
    add_number(&bytes, 7000);
    add_number(&bytes, 1);              /* byte 7501 */
    assert_int_equal(bytes.size, 7);
    static const struct { size_t size; bool at_0, at_600; } cuts[] = {{0, false, false}, {1, true, true}, {2, true, true}, {3, true, true}, {4, false, false},
                                                                      {5, false, true}, {6, false, true}, {7, false, false}};
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {   /* a range before the cut answers by itself */
        char *exact = malloc(cuts[i].size + 1);
        memcpy(exact, bytes.data, cuts[i].size);
        assert_int_equal(touched_has((struct str){exact, cuts[i].size}, 0, 0, true), cuts[i].at_0);
        assert_int_equal(touched_has((struct str){exact, cuts[i].size}, 600, 600, true), cuts[i].at_600);
        assert_true(cuts[i].size < 4 || touched_has((struct str){exact, cuts[i].size}, 300, 300, true));
        free(exact);
    }
    assert_true(touched_has((struct str){"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 12}, 5, 5, false));    /* no number has so many bytes */
    text_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_are_sorted_and_joined),
        cmocka_unit_test(ranges_end_at_the_end_of_the_address_space),
        cmocka_unit_test(bytes_are_found_at_the_borders_of_ranges),
        cmocka_unit_test(random_ranges_match_a_plain_array),
        cmocka_unit_test(changed_bytes_are_marked),
        cmocka_unit_test(summaries_have_the_lines_of_lists),
        cmocka_unit_test(the_index_names_every_piece),
        cmocka_unit_test(the_index_leaves_other_lines_out),
        cmocka_unit_test(a_full_index_names_all_later_pieces),
        cmocka_unit_test(damaged_bytes_may_hold_any_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
