/* test_micro_whole.c - a run of a whole segment leaves what its parts leave one by one, for random segments.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whole runs are steps (recording/state/micro_code.h). */
#include "random_segment.h"

/* Two segments, and one that goes on in the last instruction of the second. */
static void a_whole_run_leaves_what_its_parts_leave(void **state)
{
    struct fixture *fixture = *state;
    char food[FOOD];
    struct machine *other = machine_open(fixture->codes);
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
        for (uint32_t segment = 1; segment <= 3; segment++) {
            machine_run(fixture->machine, 1, segment, NULL, 0, MACHINE_WHOLE);
            for (uint32_t part = 0; part < PARTS; part++)
                machine_run(other, 1, segment, NULL, part, part + 1);
            expect_same(fixture->machine, other);
        }
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
    define_constant(out, 8, false, 1, BASE);
    define_micro(out, MICRO_STORE, 8, 0, 0, 1, 1, MICRO_ALWAYS);
    define_instruction(out, 0x1002);
    define(fixture, false);
    machine_watch(fixture->machine, BASE, 1, false);
    run_fed(fixture, 1, "", 0);
    assert_true(machine_hits(fixture->machine, &hits) == 1 && hits->part == 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_make, fixture_end)
    const struct CMUnitTest tests[] = {
        TEST(a_whole_run_leaves_what_its_parts_leave),
        TEST(a_watched_whole_run_tells_the_instruction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
