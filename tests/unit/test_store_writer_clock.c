/* test_store_writer_clock.c - a recording has the times and frames that the writer was given.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_store_writer.h"
#include "recording/store/store.h"

/* ---- The clock ---- */

static void expect_times(const struct told *told)
{
    assert_int_equal(store_summary(told->store).times, told->run_count);
    for (size_t i = 0; i < told->run_count; i++) {
        uint64_t time;
        struct node node = {index_of((uint32_t)told->runs[i].index), told->runs[i].instance}, at;
        if (!store_time(told->store, node, &time) || time != i + 1)
            fail_msg("site %lu#%lu ran at %zu", (unsigned long)told->runs[i].index, (unsigned long)told->runs[i].instance, i + 1);
        if (!store_at(told->store, i + 1, &at) || at.index != node.index || at.instance != node.instance)
            fail_msg("at %zu ran %lu#%lu", i + 1, (unsigned long)told->runs[i].index, (unsigned long)told->runs[i].instance);
    }
}

static void every_instance_has_the_time_it_ran(void **state)
{
    (void)state;
    struct told told;
    uint64_t seed = 4711;
    begin(&told, NULL);
    tell_run(&told, 1, 12);
    for (uint64_t i = 0; i < 20000; i++) {  /* a loop with an if, and a function called from two places */
        tell_run(&told, 1, 1);
        tell_run(&told, 1, 2);
        if (i < 5000 ? i % 700 == 0 : next_random(&seed) % 2)
            tell_run(&told, 1, 3);
        tell_run(&told, 1, 4);
        tell_run(&told, 1, 5);
        for (unsigned call = 0; call < (i % 3 == 0 ? 2 : 1); call++) {
            tell_run(&told, 1, 6 + call);
            tell_run(&told, 1, 8);
            tell_run(&told, 1, 9);
        }
        tell_run(&told, 1, 10);
    }
    tell_run(&told, 1, 11);
    finish_well(&told);
    expect_times(&told);
    end(&told);
}

/* A follower may be closer to its leader, or farther, for long stretches; other leaders may run in between. */
static void stretches_of_different_ways_have_their_times(void **state)
{
    (void)state;
    struct told told;
    uint64_t seed = 31337;
    begin(&told, NULL);
    for (uint64_t stretch = 0; stretch < 60; stretch++) {
        uint64_t ways = next_random(&seed), length = next_random(&seed) % 3 ? 300 + next_random(&seed) % 600 : 1 + next_random(&seed) % 20;
        for (uint64_t i = 0; i < length; i++)
            for (uint32_t site = 1; site <= SITES; site++)
                if (site == 1 || (stretch > 0 && ways >> site & 1) || (stretch == 0 && site % 3))
                    tell_run(&told, 1, site);
    }
    finish_well(&told);
    expect_times(&told);
    end(&told);
}

static void instances_in_any_order_of_threads_have_times(void **state)
{
    (void)state;
    struct told told;
    uint64_t seed = 99, threads[3] = {7, 1, 3}, thread = 0;
    uint32_t at[3] = {1, 1, 1};
    unsigned char *who = memory_allocate(30001);
    begin(&told, NULL);
    for (uint64_t i = 1; i <= 30000; i++) {
        if (next_random(&seed) % 50 == 0)
            thread = next_random(&seed) % 3;
        who[i] = (unsigned char)thread;
        tell_run(&told, threads[thread], at[thread]);
        at[thread] = at[thread] % 9 + 1;
    }
    finish_well(&told);
    expect_times(&told);
    assert_int_equal(store_thread_count(told.store), 3);
    uint64_t numbers[3] = {0}, known = 0;
    for (uint64_t i = 1; i <= 30000; i++) {
        if (!numbers[who[i]])
            numbers[who[i]] = ++known;
        assert_int_equal(store_thread(told.store, i), numbers[who[i]]);
    }
    free(who);
    end(&told);
}

static void expect_frame(const struct told *told, uint64_t time, uint64_t level, struct store_frame expected)
{
    struct store_frame frame;
    assert_true(store_frame(told->store, time, level, &frame));
    assert_int_equal(frame.depth, expected.depth);
    assert_int_equal(frame.call, expected.call);
    assert_int_equal(frame.from, expected.from);
    assert_int_equal(frame.to, expected.to);
    assert_int_equal(frame.from_hidden, expected.from_hidden);
    assert_int_equal(frame.handler, expected.handler);
}

static void frames_in_which_nothing_ran_leave_no_trace(void **state)
{
    (void)state;
    struct told told;
    begin(&told, NULL);
    store_writer_frame_begins(told.writer, 1, 0, true, false);      /* by skipped code, in an empty frame */
    tell_run(&told, 1, 1);                                          /* 1 */
    store_writer_frame_begins(told.writer, 1, 1, false, false);     /* a call of skipped code ... */
    store_writer_frame_begins(told.writer, 1, 1, true, false);      /* that calls on ... */
    store_writer_frame_begins(told.writer, 1, 1, true, false);      /* and back */
    tell_run(&told, 1, 2);                                          /* 2 */
    store_writer_frame_ends(told.writer, 1);
    store_writer_frame_begins(told.writer, 1, 1, true, false);
    tell_run(&told, 1, 2);                                          /* 3 */
    store_writer_frame_begins(told.writer, 1, 0, false, true);      /* a signal */
    tell_run(&told, 1, 3);                                          /* 4 */
    for (int i = 0; i < 4; i++)
        store_writer_frame_ends(told.writer, 1);
    tell_run(&told, 1, 4);                                          /* 5 */
    for (int i = 0; i < 9; i++)
        store_writer_frame_ends(told.writer, 1);                    /* more than began: the thread's own stays */
    tell_run(&told, 1, 5);                                          /* 6 */
    finish_well(&told);
    struct store_frame none;
    expect_frame(&told, 1, 0, (struct store_frame){.depth = 1, .from = 1, .to = 6, .from_hidden = true});
    expect_frame(&told, 2, 0, (struct store_frame){.depth = 2, .call = 1, .from = 2, .to = 3, .from_hidden = true});
    expect_frame(&told, 3, 0, (struct store_frame){.depth = 2, .call = 1, .from = 3, .to = 5, .from_hidden = true});
    expect_frame(&told, 4, 0, (struct store_frame){.depth = 3, .from = 4, .to = 5, .handler = true});
    expect_frame(&told, 4, 1, (struct store_frame){.depth = 2, .call = 1, .from = 3, .to = 5, .from_hidden = true});
    expect_frame(&told, 4, 2, (struct store_frame){.depth = 1, .from = 1, .to = 6, .from_hidden = true});
    assert_false(store_frame(told.store, 4, 3, &none));
    expect_frame(&told, 5, 0, (struct store_frame){.depth = 1, .from = 1, .to = 6, .from_hidden = true});
    expect_frame(&told, 6, 0, (struct store_frame){.depth = 1, .from = 6, .to = 7});
    end(&told);
}

static void a_recording_without_runs_has_no_clock(void **state)
{
    (void)state;
    struct told told;
    uint64_t time;
    begin(&told, NULL);
    told.executions[1] = 1;
    tell_link(&told, 1, 0, 0, 2, 0);
    finish_well(&told);
    assert_false(store_summary(told.store).has_clock);
    assert_false(store_time(told.store, (struct node){index_of(1), 0}, &time));
    end(&told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instance_has_the_time_it_ran),
        cmocka_unit_test(stretches_of_different_ways_have_their_times),
        cmocka_unit_test(instances_in_any_order_of_threads_have_times),
        cmocka_unit_test(frames_in_which_nothing_ran_leave_no_trace),
        cmocka_unit_test(a_recording_without_runs_has_no_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
