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

/* Writes the ranges and expects these: "FIRST-LAST FIRST-LAST". */
static void expect_written(struct touched *touched, const char *expected)
{
    struct text bytes = {0}, text = {0};
    text_add(&bytes, "x");              /* what stands there stays */
    touched_write(touched, &bytes);
    assert_int_equal(bytes.data[0], 'x');
    const unsigned char *at = (const unsigned char *)bytes.data + 1, *end = at - 1 + bytes.size;
    for (uint64_t next = 0, gap = 0, more = 0; at < end;) {
        at = varint_read_within(at, end, &gap);
        at = at ? varint_read_within(at, end, &more) : NULL;
        assert_non_null(at);
        text_printf(&text, "%s%" PRIu64 "-%" PRIu64, text.size ? " " : "", next + gap, next + gap + more);
        next += gap + more + 1;
    }
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
    text_free(&bytes);
}

static void ranges_are_sorted_and_joined(void **state)
{
    (void)state;
    struct touched touched = {0};
    expect_written(&touched, "");
    touched_add(&touched, 0, 0);
    expect_written(&touched, "");
    touched_add(&touched, 127, 1);
    expect_written(&touched, "127-127");
    touched_add(&touched, 63, 2);
    touched_add(&touched, 65, 64);      /* right behind */
    expect_written(&touched, "63-128");
    touched_add(&touched, 50, 1);
    touched_add(&touched, 10, 20);
    touched_add(&touched, 12, 3);       /* within the one before */
    touched_add(&touched, 52, 1);
    touched_add(&touched, 3, 1);
    touched_add(&touched, 30, 1);       /* right behind */
    touched_add(&touched, 51, 1);       /* fills the gap */
    expect_written(&touched, "3-3 10-30 50-52");
    expect_written(&touched, "");       /* it is empty again */
    touched_free(&touched);
    assert_int_equal(touched.ranges_count, 0);
}

static void ranges_end_at_the_end_of_the_address_space(void **state)
{
    (void)state;
    struct touched touched = {0};
    touched_add(&touched, UINT64_MAX, 1);
    touched_add(&touched, 0, 1);
    expect_written(&touched, "0-0 18446744073709551615-18446744073709551615");
    touched_add(&touched, UINT64_MAX - 63, UINT64_MAX);
    touched_add(&touched, UINT64_MAX, 2);
    expect_written(&touched, "18446744073709551552-18446744073709551615");
    touched_add(&touched, 64, UINT64_MAX);
    expect_written(&touched, "64-18446744073709551615");
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
    touched_add(&touched, 10 * LINE, 5 * LINE);
    touched_add(&touched, 1000 * LINE, LINE);
    touched_add(&touched, UINT64_MAX, 1);
    struct text bytes = written(&touched);
    struct str all = text_str(&bytes);
    assert_false(touched_has((struct str){"", 0}, 0, LAST_LINE));
    assert_true(touched_has(all, 0, LAST_LINE));
    assert_false(touched_has(all, 0, 9));
    assert_true(touched_has(all, 0, 10));
    assert_true(touched_has(all, 12, 13));
    assert_true(touched_has(all, 14, 999));
    assert_false(touched_has(all, 15, 999));
    assert_true(touched_has(all, 15, 1000));
    assert_true(touched_has(all, 1000, 1000));
    assert_false(touched_has(all, 1001, LAST_LINE - 1));
    assert_true(touched_has(all, LAST_LINE, LAST_LINE));
    text_free(&bytes);
}

/* Against a flag for each line. */
static void random_ranges_match_a_plain_array(void **state)
{
    (void)state;
    enum { LINES = 400 };
    uint64_t random = 5;
    for (unsigned round = 0; round < 300; round++) {
        struct touched touched = {0};
        bool flags[LINES] = {false};
        for (unsigned i = next_random(&random) % 20; i > 0; i--) {
            uint64_t address = next_random(&random) % ((LINES - 12) * LINE), size = next_random(&random) % (next_random(&random) % 2 ? 3 : 10 * LINE);
            touched_add(&touched, address, size);
            for (uint64_t line = address / LINE; size && line <= (address + size - 1) / LINE; line++)
                flags[line] = true;
        }
        struct text bytes = written(&touched);
        for (unsigned i = 0; i < 200; i++) {
            uint64_t first = next_random(&random) % LINES, last = first + next_random(&random) % 5;
            bool any = false;
            for (uint64_t line = first; line <= last && line < LINES; line++)
                any = any || flags[line];
            assert_int_equal(touched_has(text_str(&bytes), first, last), any);
        }
        text_free(&bytes);
    }
}

static void damaged_bytes_may_hold_any_line(void **state)
{
    (void)state;
    struct text bytes = {0};
    add_number(&bytes, 300);
    add_number(&bytes, 200);            /* lines 300 to 500 */
    add_number(&bytes, 7000);
    add_number(&bytes, 0);              /* line 7501 */
    assert_int_equal(bytes.size, 7);
    static const struct { size_t size; bool at_0, at_600; } cuts[] = {{0, false, false}, {1, true, true}, {2, true, true}, {3, true, true}, {4, false, false},
                                                                      {5, false, true}, {6, false, true}, {7, false, false}};
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {   /* a range before the cut answers by itself */
        char *exact = malloc(cuts[i].size + 1);
        memcpy(exact, bytes.data, cuts[i].size);
        assert_int_equal(touched_has((struct str){exact, cuts[i].size}, 0, 0), cuts[i].at_0);
        assert_int_equal(touched_has((struct str){exact, cuts[i].size}, 600, 600), cuts[i].at_600);
        assert_true(cuts[i].size < 4 || touched_has((struct str){exact, cuts[i].size}, 300, 300));
        free(exact);
    }
    assert_true(touched_has((struct str){"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 12}, 5, 5));    /* no number has so many bytes */
    text_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_are_sorted_and_joined),
        cmocka_unit_test(ranges_end_at_the_end_of_the_address_space),
        cmocka_unit_test(bytes_are_found_at_the_borders_of_ranges),
        cmocka_unit_test(random_ranges_match_a_plain_array),
        cmocka_unit_test(damaged_bytes_may_hold_any_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
