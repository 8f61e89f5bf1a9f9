/* test_clock.c - compares the clock of a recording with a plain array of executions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For each time of a recording, the store must answer like the arrays. */
#include "clock_world.h"
#include "recording/store/layout.h"

/* ---- The store's answers ---- */

static void check_time(const struct world *world, uint64_t time)
{
    const struct instant *instant = &world->instants[time];
    struct node node;
    uint64_t when = 0, other = 0;
    assert_true(store_at(world->store, time, &node));
    assert_int_equal(node.index, index_of(instant->site));
    assert_int_equal(node.instance, instant->instance);
    assert_true(store_time(world->store, node, &when));
    assert_int_equal(when, time);
    assert_int_equal(store_thread(world->store, time), instant->thread);
    assert_int_equal(store_next_in_thread(world->store, time, &other), instant->next != 0);
    assert_int_equal(instant->next ? other : 0, instant->next);
    assert_int_equal(store_previous_in_thread(world->store, time, &other), instant->previous != 0);
    assert_int_equal(instant->previous ? other : 0, instant->previous);
}

static void check_frames(const struct world *world, uint64_t time)
{
    uint64_t level = 0;
    assert_int_equal(store_depth(world->store, time), world->frames[world->instants[time].frame].depth);
    for (size_t i = world->instants[time].frame; i; i = world->frames[i].parent, level++) {
        const struct frame *frame = &world->frames[i];
        struct store_frame found;
        assert_true(store_frame(world->store, time, level, &found));
        assert_int_equal(found.depth, frame->depth);
        assert_int_equal(found.from, frame->from);
        assert_int_equal(found.to, frame->to);
        assert_int_equal(found.call, frame->call);
        assert_int_equal(found.from_hidden, frame->from_hidden);
        assert_int_equal(found.handler, frame->handler);
    }
    struct store_frame none;
    assert_false(store_frame(world->store, time, level, &none));
    uint64_t from, to, frame = world->instants[time].frame;
    assert_int_equal(store_depth_range(world->store, time, &from, &to), level);
    assert_true(from <= time && time < to);
    assert_int_equal(world->instants[from].frame, frame);
    if (world->instants[time].next && world->instants[time].next < to)
        assert_int_equal(world->instants[world->instants[time].next].frame, frame);
    else if (world->instants[time].next)
        assert_int_equal(to, world->instants[time].next);
}

static void check_execution(const struct world *world, uint32_t site, uint64_t time)
{
    const uint64_t *times = world->times[site];
    uint64_t count = world->executions[site], next = 0, when = 0;
    struct node node;
    while (next < count && times[next] <= time)
        next++;
    assert_int_equal(store_next_execution(world->store, index_of(site), time, &node, &when), next < count);
    if (next < count) {
        assert_int_equal(node.instance, next);
        assert_int_equal(when, times[next]);
    }
    uint64_t before = next;
    while (before > 0 && times[before - 1] >= time)
        before--;
    assert_int_equal(store_previous_execution(world->store, index_of(site), time, &node, &when), before > 0);
    if (before > 0) {
        assert_int_equal(node.instance, before - 1);
        assert_int_equal(when, times[before - 1]);
    }
}

static void check_world(struct world *world)
{
    struct error error = {.message = ""};
    struct node node;
    assert_true(store_summary(world->store).has_clock);
    assert_int_equal(store_summary(world->store).times, world->now);
    assert_int_equal(store_thread_count(world->store), world->threads_ran);
    for (uint64_t time = 1; time <= world->now; time++)
        check_time(world, time);
    for (unsigned i = 0; i < 300; i++)
        check_frames(world, 1 + draw(world, world->now));
    for (unsigned i = 0; i < 20; i++)
        check_time(world, 1 + draw(world, world->now));
    for (unsigned i = 0; i < 200; i++)
        check_execution(world, 1 + (uint32_t)draw(world, SITES), draw(world, world->now + 2));
    for (size_t i = 0; i < world->thread_count; i++) {
        uint64_t first, last, until, time = 1 + draw(world, world->now), expected = time;
        while (expected && world->instants[expected].thread != world->threads[i].number)
            expected--;
        assert_int_equal(store_thread_until(world->store, world->threads[i].number, time, &until), expected != 0);
        assert_int_equal(expected ? until : 0, expected);
        assert_true(store_thread_range(world->store, world->threads[i].number, &first, &last));
        assert_int_equal(last, world->threads[i].last);
        assert_int_equal(world->instants[first].previous, 0);
        assert_int_equal(world->instants[first].thread, world->threads[i].number);
    }
    assert_false(store_at(world->store, 0, &node));
    assert_false(store_at(world->store, world->now + 1, &node));
    if (store_damaged(world->store, false, &error))
        fail_msg("%s", error.message);
}

static void every_time_has_its_instance_and_every_instance_its_time(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        struct world *world = live(seed, 1 + 150 * seed, 1, seed % 2 ? 128 : 250, 50);
        check_world(world);
        world_end(world);
    }
}

static void every_frame_of_every_time_is_found(void **state)
{
    (void)state;
    for (uint64_t seed = 40; seed < 44; seed++) {
        struct world *world = live(seed, 3000, 1 + seed % 2, 128, 50);
        for (uint64_t time = 1; time <= world->now; time++)
            check_frames(world, time);
        world_end(world);
    }
}

static void frames_that_began_many_events_ago_are_found(void **state)
{
    (void)state;
    struct world *world = live(36, 900000, 1, 128, 50);
    assert_true(world->frame_count > BLOCK * BLOCK / 2);       /* enough events that clew skips groups of blocks */
    for (unsigned i = 0; i < 3000; i++)
        check_frames(world, 1 + draw(world, world->now));
    world_end(world);
}

static void what_follows_a_leader_of_an_earlier_window_is_found(void **state)
{
    (void)state;
    for (uint64_t seed = 50; seed < 53; seed++) {
        struct world *world = live_so(seed, 2 * CLOCK_WINDOW + 100, 1, 128, 50, seed == 52);
        check_world(world);
        world_end(world);
    }
}

static void threads_are_told_apart(void **state)
{
    (void)state;
    for (uint64_t seed = 100; seed < 112; seed++) {
        struct world *world = live(seed, 10000, 2 + seed % 3, 200, seed % 2 ? 5 : 500);
        check_world(world);
        world_end(world);
    }
}

/* ---- Damage ---- */

/* Answers may be missing, but must not contradict each other or take for ever. */
static void ask_everything(struct world *world)
{
    const struct store *store = world->store;
    uint64_t times = store_summary(store).times, when;
    struct node node;
    struct store_frame frame;
    for (unsigned i = 0; i < 60; i++) {
        uint64_t time = draw(world, 10) ? draw(world, world->now + 2) : draw(world, UINT64_MAX >> 1);
        if (store_at(store, time, &node)) {
            assert_true(store_time(store, node, &when));
            assert_int_equal(when, time);
        }
        if (store_next_in_thread(store, time, &when))
            assert_true(when > time && when <= times);
        if (store_previous_in_thread(store, time, &when))
            assert_true(when < time && when > 0);
        for (uint64_t level = 0; level < 3 && store_frame(store, time, level, &frame); level++)
            assert_true(frame.call < frame.from && frame.from <= time && frame.to > time);
        assert_true(store_depth(store, time) < UINT64_MAX);
        uint64_t index = draw(world, SITES + 2);
        if (store_next_execution(store, index, time, &node, &when))
            assert_true(when > time);
        if (store_previous_execution(store, index, time, &node, &when))
            assert_true(when < time);
    }
}

static void a_damaged_clock_says_less_but_nothing_false(void **state)
{
    static const unsigned streams[] = {STREAM_PIECES, STREAM_WINDOWS, STREAM_WINDOW_STARTS, STREAM_FRAMES, STREAM_EVENTS, STREAM_LEADERS, STREAM_TIMES, STREAM_DESCRIPTORS};
    (void)state;
    for (uint64_t seed = 200; seed < 400; seed++) {
        struct world *world = live(seed, 200 + seed, 1 + seed % 3, 128, 20);
        scribble(world, streams[seed % (sizeof streams / sizeof *streams)]);
        if (seed % 11 == 0)
            world->store->summary.times = draw(world, 2) ? draw(world, UINT64_MAX >> 2) : draw(world, 2 * world->now);
        if (seed % 13 == 0)
            ((struct record *)(uintptr_t)world->store->records)[draw(world, SITES)].pieces ^= 1u << draw(world, 32);
        ask_everything(world);
        world_end(world);
    }
}

static void who_created_whom_is_read_word_by_word(void **state)
{
    (void)state;
    struct str rest = str_of("1<0 0<1 3<2 4 5<1");
    uint64_t number, creator, sum = 0;
    for (; store_next_created(&rest, &number, &creator); sum = sum * 100 + number * 10 + creator)
        ;
    assert_int_equal(sum, 100132);
    for (size_t i = 0; i < 4; i++) {
        static const char *const bad[] = {"", "<", "1<", "99999999999999999999<1"};
        rest = str_of(bad[i]);
        assert_false(store_next_created(&rest, &number, &creator));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_created_whom_is_read_word_by_word),
        cmocka_unit_test(every_time_has_its_instance_and_every_instance_its_time),
        cmocka_unit_test(every_frame_of_every_time_is_found),
        cmocka_unit_test(frames_that_began_many_events_ago_are_found),
        cmocka_unit_test(what_follows_a_leader_of_an_earlier_window_is_found),
        cmocka_unit_test(threads_are_told_apart),
        cmocka_unit_test(a_damaged_clock_says_less_but_nothing_false),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
