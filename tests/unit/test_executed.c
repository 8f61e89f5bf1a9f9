/* test_executed.c - the merged base: compares the rule with a plain model; questions; traces.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The model is a sorted array, with the rule of clew-formats(5) written without regard to cost. */
#include "coverage/coverage.h"

#include <inttypes.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- The model ---- */

struct model {
    struct executed_range *ranges;
    size_t count, capacity;
};

static void model_insert(struct model *model, uint64_t first, uint64_t last, uint8_t op)
{
    size_t at = 0;
    while (at < model->count && model->ranges[at].first < first)
        at++;
    model->ranges = array_grow(model->ranges, &model->capacity, model->count + 1, sizeof *model->ranges);
    memmove(&model->ranges[at + 1], &model->ranges[at], (model->count - at) * sizeof *model->ranges);
    model->ranges[at] = (struct executed_range){first, last, op};
    model->count++;
}

static void model_remove(struct model *model, size_t at)
{
    memmove(&model->ranges[at], &model->ranges[at + 1], (model->count - at - 1) * sizeof *model->ranges);
    model->count--;
}

static void model_add(struct model *model, uint64_t first, uint64_t last, uint8_t op)
{
    size_t found = model->count;
    while (found > 0 && model->ranges[found - 1].first > last)
        found--;
    if (found == 0 || model->ranges[found - 1].last < first) {
        model_insert(model, first, last, op);
        return;
    }
    struct executed_range e = model->ranges[found - 1];
    if (!(op & 0x30)) {
        model->ranges[found - 1].op |= op;
        return;
    }
    model_remove(model, found - 1);
    uint64_t low = e.first > first ? e.first : first, high = e.last < last ? e.last : last;
    if (e.first < low)
        model_insert(model, e.first, low - 1, e.op);
    if (e.last > high)
        model_insert(model, high + 1, e.last, e.op);
    model_insert(model, low, high, e.op | op);
    if (last > high)
        model_insert(model, high + 1, last, op);
    if (first < low)
        model_add(model, first, low - 1, op);
}

static bool model_from(const struct model *model, uint64_t address, struct executed_range *range)
{
    for (size_t i = 0; i < model->count; i++)
        if (model->ranges[i].last >= address) {
            *range = model->ranges[i];
            return true;
        }
    return false;
}

static bool model_whole(const struct model *model, uint64_t first, uint64_t last)
{
    for (size_t i = 0; i < model->count; i++)
        if (model->ranges[i].first <= first && model->ranges[i].last >= first) {
            if (model->ranges[i].last >= last)
                return true;
            first = model->ranges[i].last + 1;
        }
    return false;
}

/* ---- Both ---- */

static uint64_t random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * UINT64_C(0x2545f4914f6cdd1d) >> 16;
}

static void expect_range(const struct executed_range *found, const struct executed_range *expected)
{
    if (found->first != expected->first || found->last != expected->last || found->op != expected->op)
        fail_msg("found %" PRIx64 "-%" PRIx64 " %02x, expected %" PRIx64 "-%" PRIx64 " %02x", found->first, found->last, found->op, expected->first,
                 expected->last, expected->op);
}

static void expect_all(const struct executed *executed, const struct model *model)
{
    struct executed_range range;
    uint64_t from = 0;
    assert_int_equal(executed_count(executed), model->count);
    for (size_t i = 0; i < model->count; i++) {
        assert_true(executed_from(executed, from, &range));
        expect_range(&range, &model->ranges[i]);
        from = range.last + 1;
    }
    if (model->count && from != 0)
        assert_false(executed_from(executed, from, &range));
}

static void expect_answers(const struct executed *executed, const struct model *model, uint64_t first, uint64_t last)
{
    struct executed_range found, expected;
    bool any = model_from(model, first, &expected);
    assert_int_equal(executed_from(executed, first, &found), any);
    if (any)
        expect_range(&found, &expected);
    assert_int_equal(executed_whole(executed, first, last), model_whole(model, first, last));
}

/* Parameters of random entries. */
struct shape {
    const char *name;
    uint64_t base, span;                /* addresses begin in base ... base + span - 1 */
    uint64_t size;                      /* bytes, at most */
    unsigned branches, repeats;         /* of 16 entries: those without BLOCK and FAULT; those added before */
    uint64_t seldom;                    /* bytes of one entry in 16; 0: like the others. Otherwise ops are few, so that much is known */
    size_t rounds, adds;                /* bases, entries in each */
};

enum { REMEMBERED = 64 };

static struct executed_range shape_entry(const struct shape *shape, uint64_t *state, struct executed_range *before)
{
    uint64_t dice = random_next(state);
    struct executed_range *slot = &before[dice >> 8 & (REMEMBERED - 1)];
    if ((dice >> 4 & 15) >= shape->repeats || slot->op == 0) {
        uint64_t first = shape->base + random_next(state) % shape->span, size = 1 + random_next(state) % (shape->seldom && dice % 16 == 9 ? shape->seldom : shape->size);
        slot->first = first;
        slot->last = first + (size - 1) < first ? UINT64_MAX : first + (size - 1);
    }
    slot->op = (uint8_t)(random_next(state) & 0xff);
    if ((dice & 15) < shape->branches)
        slot->op &= 0xcf;
    else if (!(slot->op & 0x30))
        slot->op |= 0x10;
    slot->op &= (dice >> 20 & 1) ? 0xff : 0x33;
    if (shape->seldom)
        slot->op &= 0x12;
    return *slot;
}

static void compare(const struct shape *shape, uint64_t *state)
{
    for (size_t round = 0; round < shape->rounds; round++) {
        struct model model = {0};
        struct executed *executed = executed_open();
        struct executed_range before[REMEMBERED] = {{0}};
        for (size_t i = 0; i < shape->adds; i++) {
            struct executed_range entry = shape_entry(shape, state, before);
            model_add(&model, entry.first, entry.last, entry.op);
            executed_add(executed, entry.first, entry.last, entry.op);
            if (i % (1 + model.count / 4) == 0 || i + 1 == shape->adds)
                expect_all(executed, &model);
            if (i % (1 + model.count / 64))
                continue;
            uint64_t first = shape->base + random_next(state) % shape->span, size = random_next(state) % shape->size;
            expect_answers(executed, &model, first, first + size < first ? UINT64_MAX : first + size);
            expect_answers(executed, &model, first, shape->base + shape->span - 1);
        }
        executed_close(executed);
        free(model.ranges);
    }
}

static void any_order_of_entries_gives_what_the_rule_gives(void **test)
{
    (void)test;
    static const struct shape shapes[] = {
        {"tiny", 0, 12, 6, 5, 4, 0, 3000, 16},
        {"dense", 0x1000, 200, 40, 5, 5, 0, 200, 100},
        {"dense, many short ones", 0x1000, 3000, 3, 3, 6, 0, 2, 2500},
        {"short ones, and now and then long ones", 0x400000, 4000, 800, 5, 5, 0, 3, 1500},
        {"short and long ones, few ops", 0x400000, 1500, 2, 1, 4, 600, 4, 1500},
        {"sparse", 0x10000000, UINT64_C(1) << 40, 64, 4, 8, 0, 2, 2000},
        {"branches only", 0x2000, 300, 30, 16, 4, 0, 100, 100},
        {"nested", 0x1000, 40, 400, 2, 4, 0, 200, 60},
        {"of full size", 0x100000, 200000, 65535, 4, 4, 0, 10, 400},
        {"at the end of the address space", UINT64_MAX - 5000, 5000, 60, 5, 5, 0, 2, 2000},
        {"of full size, at its end", UINT64_MAX - 70000, 70000, 65535, 4, 4, 0, 10, 400},
        {"longer than any entry of a trace", 0, UINT64_MAX, UINT64_MAX, 4, 4, 0, 100, 100},
    };
    uint64_t state = 88172645463325252u, adds = 0;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        compare(&shapes[i], &state);
        adds += shapes[i].rounds * shapes[i].adds;
    }
    assert_true(adds >= 100000);
}

/* ---- Shapes that reach every corner of the tree ---- */

/* Neighbours of one byte, ascending, descending or from both ends, enough for several branches of the tree. */
static void many_ranges_stay_apart_whatever_their_order(void **test)
{
    (void)test;
    enum { COUNT = 120000 };
    for (uint64_t order = 0; order < 4; order++) {
        struct executed *executed = executed_open();
        struct executed_range range;
        for (uint64_t i = 0; i < COUNT; i++) {
            uint64_t at = order == 0 ? i : order == 1 ? COUNT - 1 - i : order == 2 ? (i % 2 ? i / 2 : COUNT - 1 - i / 2) : i * 77773 % COUNT;
            executed_add(executed, at * 2, at * 2 + at % 2, (uint8_t)(0x10 | (at & 3)));
        }
        assert_int_equal(executed_count(executed), COUNT);
        for (uint64_t at = 0; at < COUNT; at++) {
            assert_true(executed_from(executed, at * 2, &range));
            assert_true(range.first == at * 2 && range.last == at * 2 + at % 2 && range.op == (0x10 | (at & 3)));
        }
        assert_false(executed_from(executed, COUNT * 2, &range));
        assert_false(executed_whole(executed, 0, 1));
        assert_true(executed_whole(executed, 2, 3));
        executed_close(executed);
    }
}

/* Long entries over short ones: each covers tens of thousands of ranges, and the summary of a leaf must not claim more than it knows. */
static void long_entries_over_many_ranges_change_each_of_them(void **test)
{
    (void)test;
    enum { COUNT = 65000 };
    struct executed *executed = executed_open();
    struct executed_range range;
    for (uint64_t at = 0; at < COUNT; at++)
        if (at != 30000)
            executed_add(executed, 0x1000 + at, 0x1000 + at, 0x10);
    for (uint64_t i = 0; i < 2000; i++) {
        if (i == 500)
            executed_add(executed, 0x1000 + 40000, 0x1000 + 40000, 0x14);
        executed_add(executed, 0x1000 + i, 0x1000 + COUNT - 1 - i % 3, i < 1000 ? 0x12 : 0x11);
    }
    assert_int_equal(executed_count(executed), COUNT);
    for (uint64_t at = 0; at < COUNT; at++) {
        uint8_t op = at < 1000 ? 0x12 : 0x13;
        assert_true(executed_from(executed, 0x1000 + at, &range));
        assert_true(range.first == 0x1000 + at && range.last == range.first);
        assert_int_equal(range.op, at == 40000 ? 0x17 : at == 30000 ? 0x13 : op);
    }
    executed_close(executed);
}

/* clew skips a leaf at once if all its ranges have the bits. Here nearly all leaves do; clew must find the others: ranges that lack a bit, and gaps. */
static void what_a_long_entry_does_not_know_yet_is_found_anywhere(void **test)
{
    (void)test;
    enum { COUNT = 60000, ROUNDS = 40 };
    uint64_t state = 1234567, weak[ROUNDS], gaps[ROUNDS];
    struct executed *executed = executed_open();
    struct executed_range range;
    for (size_t i = 0; i < ROUNDS; i++) {
        weak[i] = 1 + random_next(&state) % (COUNT - 2);
        gaps[i] = 1 + random_next(&state) % (COUNT - 2);
    }
    for (uint64_t at = 0; at < COUNT; at++) {
        bool gap = false;
        uint8_t op = 0x13;
        for (size_t i = 0; i < ROUNDS; i++) {
            gap = gap || gaps[i] == at;
            op = weak[i] == at ? 0x11 : op;
        }
        if (!gap)
            executed_add(executed, at, at, op);
    }
    executed_add(executed, COUNT / 2, COUNT - 1, 0x12);
    executed_add(executed, 0, COUNT - 1, 0x13);
    executed_add(executed, 1, COUNT - 1, 0x12);
    for (uint64_t at = 0; at < COUNT; at++) {
        assert_true(executed_from(executed, at, &range));
        assert_true(range.first == at && range.op == 0x13);
    }
    assert_true(executed_whole(executed, 0, COUNT - 1));
    executed_close(executed);
}

/* Gaps between any two of many ranges, so that some lie between leaves. */
static void gaps_between_ranges_are_filled_wherever_they_lie(void **test)
{
    (void)test;
    enum { COUNT = 400 };
    for (uint64_t gap = 1; gap < COUNT - 1; gap++) {
        struct executed *executed = executed_open();
        struct executed_range range;
        for (uint64_t at = 0; at < COUNT; at++)
            if (at != gap)
                executed_add(executed, at, at, 0x10);
        executed_add(executed, 0, COUNT - 1, 0x10);
        assert_int_equal(executed_count(executed), COUNT);
        assert_true(executed_from(executed, gap, &range) && range.first == gap && range.last == gap);
        executed_close(executed);
    }
}

/* Ranges move between leaves as others come between them. The summary of a leaf does not hold for ranges that move in. */
static void what_was_known_does_not_hold_of_what_came_later(void **test)
{
    (void)test;
    enum { ROUNDS = 300, DENSE = 2000, SPARSE = 120 };
    uint64_t state = 424242;
    for (size_t round = 0; round < ROUNDS; round++) {
        struct executed *executed = executed_open();
        struct executed_range range;
        uint64_t count = 64 + round % 100;
        for (uint64_t at = DENSE + count; at-- > DENSE;)
            executed_add(executed, at, at, 0x12);
        for (size_t i = 0; i < SPARSE; i++) {
            uint64_t at = random_next(&state) % (DENSE / 4) * 4;
            executed_add(executed, at, at, 0x10);
            executed_add(executed, DENSE - 1, DENSE + count - 1 - i % 2, 0x12);
        }
        executed_add(executed, 0, DENSE + count - 1, 0x12);
        assert_true(executed_whole(executed, 0, DENSE + count - 1));
        for (uint64_t from = 0; executed_from(executed, from, &range); from = range.last + 1)
            assert_int_equal(range.op, 0x12);
        executed_close(executed);
    }
}

/* With many ranges, clew does not look up entries seen before; but the first time, these bits went to another range. */
static void branch_bits_added_again_go_where_they_go_now(void **test)
{
    (void)test;
    struct executed *executed = executed_open();
    struct executed_range range;
    for (uint64_t at = 0x1000; at < 0x2000; at += 4)
        executed_add(executed, at, at + 1, 0x10);
    executed_add(executed, 100, 119, 0x10);
    executed_add(executed, 100, 149, 0x01);
    executed_add(executed, 130, 149, 0x10);
    executed_add(executed, 100, 149, 0x01);
    assert_true(executed_from(executed, 130, &range) && range.last == 149 && range.op == 0x11);
    executed_add(executed, 200, 299, 0x10);
    executed_add(executed, 200, 249, 0x02);
    executed_add(executed, 200, 219, 0x11);
    executed_add(executed, 240, 249, 0x11);
    executed_add(executed, 200, 249, 0x02);
    assert_true(executed_from(executed, 240, &range) && range.first == 240 && range.op == 0x13);
    executed_add(executed, 300, 309, 0x10);
    executed_add(executed, 310, 319, 0x10);
    executed_add(executed, 300, 319, 0x10);
    executed_add(executed, 300, 319, 0x01);
    executed_add(executed, 300, 319, 0x11);
    assert_true(executed_from(executed, 300, &range) && range.last == 309 && range.op == 0x11);
    executed_close(executed);
}

static void the_last_byte_of_the_address_space_can_run(void **test)
{
    (void)test;
    struct executed *executed = executed_open();
    struct executed_range range;
    executed_add(executed, UINT64_MAX - 65534, UINT64_MAX, 0x10);
    executed_add(executed, UINT64_MAX, UINT64_MAX, 0x21);
    assert_int_equal(executed_count(executed), 2);
    assert_true(executed_from(executed, UINT64_MAX, &range));
    assert_true(range.first == UINT64_MAX && range.last == UINT64_MAX && range.op == 0x31);
    assert_true(executed_whole(executed, UINT64_MAX - 65534, UINT64_MAX));
    assert_false(executed_whole(executed, UINT64_MAX - 65535, UINT64_MAX));
    executed_add(executed, 0, UINT64_MAX, 0x10);
    assert_int_equal(executed_count(executed), 3);
    assert_true(executed_whole(executed, 0, UINT64_MAX));
    executed_close(executed);
}

static void an_empty_base_has_nothing(void **test)
{
    (void)test;
    struct executed *executed = executed_open();
    struct executed_range range;
    assert_int_equal(executed_count(executed), 0);
    assert_false(executed_from(executed, 0, &range));
    assert_false(executed_from(executed, UINT64_MAX, &range));
    assert_false(executed_whole(executed, 0, 0));
    executed_close(executed);
    executed_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_order_of_entries_gives_what_the_rule_gives),
        cmocka_unit_test(many_ranges_stay_apart_whatever_their_order),
        cmocka_unit_test(long_entries_over_many_ranges_change_each_of_them),
        cmocka_unit_test(what_a_long_entry_does_not_know_yet_is_found_anywhere),
        cmocka_unit_test(gaps_between_ranges_are_filled_wherever_they_lie),
        cmocka_unit_test(what_was_known_does_not_hold_of_what_came_later),
        cmocka_unit_test(branch_bits_added_again_go_where_they_go_now),
        cmocka_unit_test(the_last_byte_of_the_address_space_can_run),
        cmocka_unit_test(an_empty_base_has_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
