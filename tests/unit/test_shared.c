/* test_shared.c - memory shared with others: stretches that begin, end partly and move, and their note.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "recording/store/store.h"

static void expect(const struct shared *shared, const char *expected)
{
    struct text text = {0};
    shared_text(shared, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static void a_mapping_is_shared_until_it_ends(void **state)
{
    (void)state;
    struct shared shared = {0};
    shared_add(&shared, 0x10000, 0x1000, 5);
    expect(&shared, "0x10000 0x1000 5 -");
    shared_end(&shared, 0x20000, 0x1000, 6);            /* another one */
    expect(&shared, "0x10000 0x1000 5 -");
    shared_end(&shared, 0, UINT64_MAX, 9);
    expect(&shared, "0x10000 0x1000 5 9");
    shared_end(&shared, 0x10000, 0x1000, 12);           /* it ended already */
    expect(&shared, "0x10000 0x1000 5 9");
    shared_free(&shared);
}

static void the_middle_of_a_mapping_ends(void **state)
{
    (void)state;
    struct shared shared = {0};
    shared_add(&shared, 0x10000, 0x3000, 5);
    shared_end(&shared, 0x11000, 0x1000, 7);
    expect(&shared, "0x11000 0x1000 5 7 0x10000 0x1000 5 - 0x12000 0x1000 5 -");
    shared_free(&shared);
}

static void a_mapping_is_shared_where_it_is_moved(void **state)
{
    (void)state;
    struct shared shared = {0};
    shared_add(&shared, 0x10000, 0x2000, 5);
    shared_move(&shared, 0x10000, 0x40000, 0x2000, 8);
    shared_end(&shared, 0x10000, 0x2000, 8);            /* the recorder's log says so afterwards */
    expect(&shared, "0x10000 0x2000 5 8 0x40000 0x2000 8 -");
    shared_free(&shared);
}

static void of_very_many_the_last_ones_are_one_stretch(void **state)
{
    (void)state;
    struct shared shared = {0};
    for (uint64_t i = 0; i < SHARED_MOST + 10; i++)
        shared_add(&shared, 0x10000 + (i << 14), 0x1000, i);
    assert_int_equal(shared.stretches_count, SHARED_MOST);
    const struct shared_stretch *last = &shared.stretches[SHARED_MOST - 1];
    assert_true(last->start == 0x10000 + ((uint64_t)(SHARED_MOST - 1) << 14) && last->from == SHARED_MOST - 1 && last->until == UINT64_MAX);
    assert_true(last->end == 0x10000 + ((uint64_t)(SHARED_MOST + 9) << 14) + 0x1000);
    shared_free(&shared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mapping_is_shared_until_it_ends),
        cmocka_unit_test(the_middle_of_a_mapping_ends),
        cmocka_unit_test(a_mapping_is_shared_where_it_is_moved),
        cmocka_unit_test(of_very_many_the_last_ones_are_one_stretch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
