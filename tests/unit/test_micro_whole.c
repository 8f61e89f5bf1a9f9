/* test_micro_whole.c - a run of a whole segment leaves what its parts leave one by one, for random segments.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whole runs are steps (recording/state/micro_code.h). */
#include "random_segment.h"

enum { HITS = 256 };

struct accesses {
    struct machine_hit items[HITS];
    size_t count;
};

static void take_accesses(struct machine *machine, struct accesses *accesses)
{
    const struct machine_hit *hits;
    for (size_t i = 0, count = machine_hits(machine, &hits); i < count; i++) {
        assert_true(accesses->count < HITS);
        accesses->items[accesses->count++] = hits[i];
    }
}

static void expect_same_accesses(const struct accesses *left, const struct accesses *right)
{
    assert_int_equal(left->count, right->count);
    for (size_t i = 0; i < left->count; i++) {
        const struct machine_hit *a = &left->items[i], *b = &right->items[i];
        assert_true(a->address == b->address && a->part == b->part && a->size == b->size && a->loads == b->loads);
        assert_memory_equal(a->bytes, b->bytes, a->size);
    }
}

/* Two segments, and one that goes on in the last instruction of the second. */
static void a_whole_run_leaves_what_its_parts_leave(void **state)
{
    struct fixture *fixture = *state;
    char food[FOOD];
    struct machine *other = machine_open(fixture->codes);
    size_t accesses = 0;
    fill_food(food);
    for (uint64_t round = 1; round <= 4000; round++) {
        struct writer writer = {.random = round, .out = &fixture->definition};
        write_parts(&writer, 1);
        define(fixture, false);
        unsigned first = write_parts(&writer, 2);
        define(fixture, false);
        write_continuation(&writer, 3, first);
        define(fixture, false);
        begin_machine(fixture->machine, food);
        begin_machine(other, food);
        uint64_t watched = round % 2 ? MEMORY : 0;      /* where loads are not watched, they take a shorter way */
        machine_watch(fixture->machine, BASE, watched, true);
        machine_watch(other, BASE, watched, true);
        for (uint32_t segment = 1; segment <= 3; segment++) {
            struct accesses whole = {.count = 0}, parts = {.count = 0};
            machine_run(fixture->machine, 1, segment, NULL, 0, MACHINE_WHOLE);
            take_accesses(fixture->machine, &whole);
            for (uint32_t part = 0; part < PARTS; part++) {
                machine_run(other, 1, segment, NULL, part, part + 1);
                take_accesses(other, &parts);
            }
            expect_same(fixture->machine, other);
            expect_same_accesses(&whole, &parts);
            accesses += whole.count;
        }
    }
    assert_true(accesses > 1000);
    machine_close(other);
}

/* A copy of a register is read again behind many steps, and behind a change of the register; with temporaries of any numbers. */
static void write_far(struct text *out, unsigned first, unsigned between)
{
    enum { SAME = REGISTERS_GENERAL, NEXT = SAME + 8, LAST = NEXT + 8 };
    define_begin(out, 1);
    define_instruction(out, 0x1000);
    define_micro(out, MICRO_GET, 8, 0, first, SAME, 0, 0);
    for (unsigned i = 1; i <= between; i++)
        define_micro(out, MICRO_KNOWN, 8, 0, first + i, 0, 0, 0);
    define_micro(out, MICRO_ADD, 8, 0, first + between + 1, first, first + 1, 0);
    define_micro(out, MICRO_PUT, 8, 0, 0, SAME, first + between + 1, 0);
    define_instruction(out, 0x1001);
    define_micro(out, MICRO_PUT, 8, 0, 0, NEXT, first, 0);
    define_micro(out, MICRO_PUT, 8, 0, 0, LAST, first + between, 0);
}

static void far_steps_and_temporaries_are_the_same(void **state)
{
    static const unsigned firsts[] = {0, 16350, 16353, 16354, 16355, 65400}, betweens[] = {1, 61, 62, 63, 64, 65, 90};
    struct fixture *fixture = *state;
    char food[FOOD];
    struct machine *other = machine_open(fixture->codes);
    fill_food(food);
    for (unsigned i = 0; i < sizeof firsts / sizeof *firsts; i++)
        for (unsigned k = 0; k < sizeof betweens / sizeof *betweens; k++) {
            write_far(&fixture->definition, firsts[i], betweens[k]);
            define(fixture, false);
            begin_machine(fixture->machine, food);
            begin_machine(other, food);
            machine_run(fixture->machine, 1, 1, NULL, 0, MACHINE_WHOLE);
            machine_run(other, 1, 1, NULL, 0, 1);
            machine_run(other, 1, 1, NULL, 1, 2);
            expect_same(fixture->machine, other);
        }
    machine_close(other);
}

/* A store to watched bytes is told with its instruction, also by a whole run. */
static void a_watched_whole_run_tells_the_instruction(void **state)
{
    struct fixture *fixture = *state;
    const struct machine_hit *hits;
    struct text *out = begin(fixture, 1);
    define_instruction(out, 0x1001);
    define_micro(out, MICRO_GET, 8, 0, 1, REGISTERS_GENERAL, 0, 0);
    define_micro(out, MICRO_STORE, 8, 0, 0, 1, 1, MICRO_ALWAYS);
    define_instruction(out, 0x1002);
    define(fixture, false);
    uint64_t address = BASE;
    memcpy(machine_registers(fixture->machine, 1) + REGISTERS_GENERAL, &address, sizeof address);
    machine_watch(fixture->machine, BASE, 1, false);
    run_fed(fixture, 1, "", 0);
    assert_true(machine_hits(fixture->machine, &hits) == 1 && hits->part == 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_make, fixture_end)
    const struct CMUnitTest tests[] = {
        TEST(a_whole_run_leaves_what_its_parts_leave),
        TEST(far_steps_and_temporaries_are_the_same),
        TEST(a_watched_whole_run_tells_the_instruction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
