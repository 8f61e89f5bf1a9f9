/* test_calls.c - trees of calls: compares them with the frames of random programs, and checks their rows.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "clock_world.h"

#include "recording/store/layout.h"
#include "session/call_tree.h"
#include "test_timeline.h"

/* ---- Recordings ---- */

/* The frames around a time are the calls around it; counts again what ran in each. */
static void check_calls(const struct world *world)
{
    struct calls *calls;
    struct error error;
    uint64_t *alone = memory_allocate((world->frame_count + 1) * sizeof *alone), sum = 0, total = 0;
    if (!calls_of_store(world->store, NULL, &calls, &error))
        fail_msg("%s", error.message);
    assert_int_equal(calls->count, world->frame_count);
    assert_int_equal(calls->thread_count, world->threads_ran);
    for (uint64_t time = 1; time <= world->now; time++) {
        size_t i = world->instants[time].frame;
        uint32_t call = calls_at(calls, world->instants[time].thread, time, world->frames[i].depth);
        alone[i]++;
        for (; i; i = world->frames[i].parent, call = calls->items[call].parent) {
            const struct call *item = &calls->items[call];
            assert_int_equal(item->from, world->frames[i].from);
            assert_int_equal(item->from_hidden, world->frames[i].from_hidden);
            assert_int_equal(item->handler, world->frames[i].handler);
            assert_int_equal(item->callee, index_of(world->instants[item->from].site));
            assert_int_equal(item->site, world->frames[i].call ? index_of(world->instants[world->frames[i].call].site) : CALLS_NONE);
            assert_int_equal(calls_thread_of(calls, call) + 1, world->instants[time].thread);
        }
        assert_int_equal(call, CALLS_NONE);
    }
    for (uint32_t i = 0; i < calls->count; i++) {
        const struct call *item = &calls->items[i];
        uint64_t inner = item->alone;
        for (uint32_t k = i + 1; k < item->after; k = calls->items[k].after)
            inner += calls->items[k].total;
        assert_int_equal(inner, item->total);
        assert_int_equal(item->alone, alone[world->instants[item->from].frame]);
        sum += item->alone;
        total += item->parent == CALLS_NONE ? item->total : 0;
    }
    assert_int_equal(sum, world->now);
    assert_int_equal(total, world->now);
    calls_free(calls);
    free(alone);
}

static void the_calls_are_a_tree_of_the_frames(void **state)
{
    (void)state;
    for (uint64_t seed = 60; seed < 72; seed++) {
        struct world *world = live(seed, 5000, 1 + seed % 4, 128, seed % 2 ? 5 : 500);
        check_calls(world);
        world_end(world);
    }
}

/* Either there is no tree, or every call in it has an end. */
static void ask_calls(const struct world *world)
{
    struct calls *calls;
    struct error error = {.message = ""};
    if (!calls_of_store(world->store, NULL, &calls, &error)) {
        assert_true(error.message[0] != '\0');
        return;
    }
    for (uint32_t i = 0; i < calls->count; i++)
        assert_true(calls->items[i].after > i && calls->items[i].after <= calls->count && calls->items[i].alone <= calls->items[i].total);
    calls_free(calls);
}

static void a_damaged_clock_has_a_tree_or_none(void **state)
{
    static const unsigned streams[] = {STREAM_PIECES, STREAM_WINDOWS, STREAM_FRAMES, STREAM_EVENTS, STREAM_LEADERS, STREAM_TIMES, STREAM_DESCRIPTORS};
    (void)state;
    for (uint64_t seed = 500; seed < 700; seed++) {
        struct world *world = live(seed, 200 + seed, 1 + seed % 3, 128, 20);
        scribble(world, streams[seed % (sizeof streams / sizeof *streams)]);
        ask_calls(world);
        world_end(world);
    }
}

static bool refuse(void *context, uint64_t done, uint64_t total)
{
    (void)context, (void)done, (void)total;
    return false;
}

static void it_can_be_stopped(void **state)
{
    (void)state;
    struct world *world = live(7, 5000, 2, 128, 50);
    struct calls *calls;
    struct error error = {.message = ""};
    assert_false(calls_of_store(world->store, &(struct progress){.report = refuse, .context = NULL}, &calls, &error));
    assert_string_equal(error.message, "interrupted");
    world_end(world);
}

/* ---- Address streams ---- */

/* The open activations at an address are the calls around it. */
static void check_moment(const struct calls *calls, const struct moment *moment)
{
    uint32_t call = calls_at(calls, 1, moment->at.number, moment->at.depth);
    const struct regenerated_state *state = &moment->state;
    assert_int_equal(moment->at.depth, state->frame_count);
    for (size_t i = state->frame_count; i-- > 0; call = calls->items[call].parent) {
        const struct regenerated_frame *frame = &state->frames[i];
        assert_int_not_equal(call, CALLS_NONE);
        assert_int_equal(calls->items[call].from, frame->began);
        assert_int_equal(calls->items[call].from_hidden, frame->call == 0);
        if (frame->call)
            assert_int_equal(calls->items[call].site, frame->call);
    }
    assert_int_equal(call, CALLS_NONE);
}

static void the_calls_are_a_tree_of_the_activations(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 40; seed++) {
        struct made made;
        struct calls *calls;
        struct timeline *timeline;
        struct error error;
        uint64_t total, sum = 0, instructions = 0;
        struct timeline_address at;
        size_t got;
        made_program(&made, seed, 2000);
        assert_true(calls_of_events(made.ae.program, made.events, "ae.out", NULL, &calls, &error));
        assert_true(timeline_open(made.ae.program, made.events, "ae.out", &(struct timeline_options){0}, &timeline, &error));
        assert_int_equal(timeline_measure(timeline, &total), TIMELINE_FOUND);
        for (uint64_t n = 1; n <= total; n++) {
            struct moment moment;
            struct arena arena = {0};
            assert_int_equal(timeline_addresses(timeline, n, 1, &at, &got), TIMELINE_FOUND);
            instructions += at.kind == AE_INSTRUCTION && at.depth > 0;
            if (n % 7)
                continue;
            assert_int_equal(timeline_moment(timeline, n, &arena, &moment), TIMELINE_FOUND);
            check_moment(calls, &moment);
            arena_free(&arena);
        }
        for (uint32_t i = 0; i < calls->count; i++)
            sum += calls->items[i].alone;
        assert_int_equal(sum, instructions);
        calls_free(calls);
        timeline_close(timeline);
        made_close(&made);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_calls_are_a_tree_of_the_frames),
        cmocka_unit_test(a_damaged_clock_has_a_tree_or_none),
        cmocka_unit_test(it_can_be_stopped),
        cmocka_unit_test(the_calls_are_a_tree_of_the_activations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
