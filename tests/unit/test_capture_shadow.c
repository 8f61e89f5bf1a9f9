/* test_capture_shadow.c - the last definer of every byte.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/shadow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static struct cell cell(uint32_t site, uint64_t when)
{
    return (struct cell){actor_make(site, when), when};
}

/* The definers of some bytes, as a bit set of site numbers. */
static uint64_t definers(const struct shadow *shadow, uint64_t address, uint64_t size)
{
    struct definers found = {.count = 0};
    uint64_t set = 0;
    shadow_gather(shadow, address, size, &found);
    for (unsigned i = 0; i < found.count; i++)
        set |= UINT64_C(1) << actor_site(found.items[i].who);
    return set;
}

static void a_byte_has_its_own_definer(void **state)
{
    (void)state;
    struct shadow shadow = {0};
    shadow_define(&shadow, 0x1000, 8, cell(1, 1));
    shadow_define(&shadow, 0x1002, 1, cell(2, 2));
    assert_int_equal(definers(&shadow, 0x1000, 2), 1 << 1);
    assert_int_equal(definers(&shadow, 0x1002, 1), 1 << 2);
    assert_int_equal(definers(&shadow, 0x1003, 1), 1 << 1);
    assert_int_equal(definers(&shadow, 0x1000, 8), 1 << 1 | 1 << 2);
    shadow_define(&shadow, 0x1000, 4, cell(3, 3));
    assert_int_equal(definers(&shadow, 0x1000, 8), 1 << 1 | 1 << 3);
    assert_int_equal(definers(&shadow, 0x1008, 8), 0);
    shadow_free(&shadow);
}

static void a_definer_keeps_the_time_it_ran(void **state)
{
    (void)state;
    struct shadow shadow = {0};
    struct definers found = {.count = 0};
    shadow_define(&shadow, 0x2000, 4, cell(9, 1));
    shadow_define(&shadow, 0x2004, 4, cell(2, 5));
    shadow_gather(&shadow, 0x2000, 8, &found);
    assert_int_equal(found.count, 2);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(found.items[i].when, actor_site(found.items[i].who) == 9 ? 1 : 5);
    shadow_free(&shadow);
}

static void moved_memory_keeps_its_definers(void **state)
{
    (void)state;
    struct shadow shadow = {0};
    shadow_define(&shadow, 0x10ffc, 8, cell(1, 1));
    shadow_define(&shadow, 0x11001, 1, cell(2, 2));
    shadow_move(&shadow, 0x10000, 0x50000, 0x2000);
    assert_int_equal(definers(&shadow, 0x50ffc, 4), 1 << 1);
    assert_int_equal(definers(&shadow, 0x51001, 1), 1 << 2);
    assert_int_equal(definers(&shadow, 0x51002, 2), 1 << 1);
    assert_int_equal(definers(&shadow, 0x51004, 4), 0);
    shadow_free(&shadow);
}

static void writes_cross_leaves_and_four_gigabyte_borders(void **state)
{
    (void)state;
    struct shadow shadow = {0};
    shadow_define(&shadow, 0xfffffffeu, 4, cell(1, 1));
    assert_int_equal(definers(&shadow, 0xfffffffeu, 1), 1 << 1);
    assert_int_equal(definers(&shadow, UINT64_C(0x100000001), 1), 1 << 1);
    assert_int_equal(definers(&shadow, UINT64_C(0x100000002), 1), 0);
    shadow_free(&shadow);
}

static void forgotten_memory_has_no_definer(void **state)
{
    (void)state;
    struct shadow shadow = {0};
    shadow_define(&shadow, 0x10000, 0x30000, cell(1, 1));
    shadow_forget(&shadow, 0x10001, 0x20000);
    assert_int_equal(definers(&shadow, 0x10000, 1), 1 << 1);
    assert_int_equal(definers(&shadow, 0x10001, 0x20000), 0);
    assert_int_equal(definers(&shadow, 0x30001, 1), 1 << 1);
    shadow_forget(&shadow, 0, UINT64_MAX);
    assert_int_equal(definers(&shadow, 0x10000, 0x30000), 0);
    shadow_free(&shadow);
}

/* Compares with a plain array of bytes: a long random mix of writes, reads and forgetting. */
static void random_writes_agree_with_an_array(void **state)
{
    (void)state;
    enum { SIZE = 4096, ROUNDS = 200000 };
    static uint32_t site[SIZE];
    struct shadow shadow = {0};
    uint64_t base = 0x7ffff000 - SIZE / 2;
    srandom(7);
    for (uint64_t round = 1; round <= ROUNDS; round++) {
        unsigned at = (unsigned)random() % SIZE, size = 1 + (unsigned)random() % 33;
        if (size > SIZE - at)
            size = SIZE - at;
        uint32_t who = 1 + (uint32_t)random() % 60;
        int what = (int)(random() % 8);
        if (what == 0)
            shadow_forget(&shadow, base + at, size);
        else if (what < 5)
            shadow_define(&shadow, base + at, size, cell(who, round));
        uint64_t expected = 0;
        for (unsigned i = at; i < at + size; i++) {
            if (what == 0)
                site[i] = 0;
            else if (what < 5)
                site[i] = who;
            expected |= site[i] ? UINT64_C(1) << site[i] : 0;
        }
        assert_int_equal(definers(&shadow, base + at, size), expected);
    }
    shadow_free(&shadow);
}

static void copies_of_split_cells_stand_by_themselves(void **state)
{
    (void)state;
    struct shadow shadow = {0};
    struct cell from[2] = {{0, 0}, {0, 0}}, to[2] = {{0, 0}, {0, 0}};
    struct definers found = {.count = 0};
    cells_define(&shadow, from, 0, 8, cell(1, 1));
    cells_define(&shadow, from, 1, 1, cell(2, 2));
    cells_define(&shadow, to, 6, 1, cell(9, 2));
    cells_copy(&shadow, to, from, 2);
    cells_define(&shadow, from, 0, 8, cell(3, 3));      /* its split is free for other cells */
    cells_define(&shadow, from, 2, 1, cell(4, 4));
    cells_gather(&shadow, to, 1, 1, &found);
    assert_int_equal(found.count, 1);
    assert_int_equal(actor_site(found.items[0].who), 2);
    cells_gather(&shadow, to, 0, 8, &found);
    assert_int_equal(found.count, 2);
    shadow_free(&shadow);
}

static void memory_has_a_limit_that_is_told(void **state)
{
    (void)state;
    struct shadow shadow = {0};
    shadow_define(&shadow, 0x10000, 4, cell(1, 1));
    shadow_define(&shadow, 0x20000, 4, cell(2, 2));
    shadow_forget(&shadow, 0x20000, 0x10000);
    assert_int_equal(shadow.leaves, 1);
    shadow.leaves = SHADOW_LEAVES;                      /* as if all were in use */
    shadow_define(&shadow, 0x10004, 4, cell(3, 3));
    assert_false(shadow.full);
    shadow_define(&shadow, 0x1fffc, 8, cell(4, 4));
    assert_true(shadow.full);
    assert_int_equal(definers(&shadow, 0x10000, 0x20000), 1 << 1 | 1 << 3 | 1 << 4);
    assert_int_equal(definers(&shadow, 0x20000, 0x10000), 0);
    shadow.leaves = 1;
    shadow_forget(&shadow, 0, UINT64_C(1) << 40);
    assert_int_equal(shadow.leaves, 0);
    shadow_free(&shadow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_byte_has_its_own_definer),
        cmocka_unit_test(a_definer_keeps_the_time_it_ran),
        cmocka_unit_test(copies_of_split_cells_stand_by_themselves),
        cmocka_unit_test(moved_memory_keeps_its_definers),
        cmocka_unit_test(writes_cross_leaves_and_four_gigabyte_borders),
        cmocka_unit_test(forgotten_memory_has_no_definer),
        cmocka_unit_test(random_writes_agree_with_an_array),
        cmocka_unit_test(memory_has_a_limit_that_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
