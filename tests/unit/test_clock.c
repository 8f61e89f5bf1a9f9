/* test_clock.c - the clock of a recording against a plain array of what ran.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A simulated program of random functions, branches, loops, calls, callbacks and signal handlers runs in several threads; everything it does is kept in
 * arrays and told to a writer (store/writer.h). What the store then says of each time is what the arrays say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "store/store.h"
#include "store/layout.h"

enum { FUNCTIONS = 9, CODE = 24, THREADS_MOST = 4, DEEPEST = 24, SITES = FUNCTIONS * CODE };
enum op { OP_PLAIN, OP_BRANCH, OP_BACK, OP_CALL, OP_CALLBACK, OP_RETURN };

struct code {
    enum op op;
    unsigned target, chance;            /* of 256 */
};

struct frame {                          /* of the reference */
    uint64_t depth, call, from, to;
    size_t parent;                      /* 0: none */
    bool from_hidden, handler;
};

struct activation {
    size_t frame;                       /* 0: nothing ran in it yet */
    unsigned function, at, callbacks, called;
    uint64_t call;
    bool from_hidden, handler;
};

struct thread {
    struct activation stack[DEEPEST + 2];
    size_t depth;
    uint64_t number;                    /* in order of first run; 0: not yet */
    size_t *ended;                      /* frames that ended since it ran last */
    size_t ended_count, ended_capacity;
    uint64_t last;
};

struct instant {
    uint32_t site;
    uint64_t instance, thread, next, previous;  /* times of the same thread; 0: none */
    size_t frame;
};

struct world {
    uint64_t random;
    struct code code[FUNCTIONS][CODE];
    struct thread threads[THREADS_MOST];
    size_t thread_count;
    uint64_t threads_ran;
    struct instant *instants;           /* by time */
    uint64_t now, most;
    struct frame *frames;
    size_t frame_count, frame_capacity;
    uint64_t executions[SITES + 1];
    uint64_t *times[SITES + 1];
    size_t times_capacity[SITES + 1];
    struct store_writer *writer;
    struct store *store;
    unsigned calm;                      /* branches go one way, of 256 */
    bool straight;                      /* no branches or calls at all: everything follows few leaders */
};

static uint64_t draw(struct world *world, uint64_t below)
{
    world->random = world->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (world->random >> 33) % below;
}

/* ---- The program ---- */

static void write_program(struct world *world)
{
    for (unsigned f = 0; f < FUNCTIONS; f++)
        for (unsigned i = 0; i < CODE; i++) {
            struct code *code = &world->code[f][i];
            unsigned kind = (unsigned)draw(world, 16), ahead = i + 1 + (unsigned)draw(world, CODE - i), back = (unsigned)draw(world, i + 1);
            unsigned callee = (unsigned)draw(world, FUNCTIONS), one_way = 256 * (unsigned)draw(world, 2), often = 150 + (unsigned)draw(world, 80);
            bool is_calm = draw(world, 256) < world->calm;
            *code = (struct code){.op = OP_PLAIN};
            if (i + 1 == CODE)
                code->op = OP_RETURN;
            else if (world->straight)
                code->op = OP_PLAIN;
            else if (kind < 3)
                *code = (struct code){OP_BRANCH, ahead < CODE ? ahead : CODE - 1, is_calm ? one_way : 128};
            else if (kind < 5)
                *code = (struct code){OP_BACK, back, often};
            else if (kind < 8)
                *code = (struct code){kind < 7 ? OP_CALL : OP_CALLBACK, callee, 0};
        }
}

static uint64_t name_of(const struct world *world, const struct thread *thread)
{
    return 100 + 7 * (uint64_t)(thread - world->threads);       /* the caller's names are anything */
}

static void push(struct world *world, struct thread *thread, unsigned function, uint64_t call, bool from_hidden, bool handler)
{
    store_writer_frame_begins(world->writer, name_of(world, thread), call, from_hidden, handler);
    thread->stack[thread->depth++] = (struct activation){.function = function, .call = call, .from_hidden = from_hidden, .handler = handler};
}

static void pop(struct world *world, struct thread *thread)
{
    struct activation *top = &thread->stack[--thread->depth];
    store_writer_frame_ends(world->writer, name_of(world, thread));
    if (!top->frame)
        return;
    thread->ended = array_grow(thread->ended, &thread->ended_capacity, thread->ended_count + 1, sizeof *thread->ended);
    thread->ended[thread->ended_count++] = top->frame;
}

static size_t add_frame(struct world *world, struct thread *thread)
{
    struct activation *top = &thread->stack[thread->depth - 1];
    size_t parent = 0;
    for (size_t i = thread->depth - 1; i-- > 0 && !parent;)
        parent = thread->stack[i].frame;
    world->frames = array_grow(world->frames, &world->frame_capacity, world->frame_count + 2, sizeof *world->frames);
    world->frames[++world->frame_count] = (struct frame){.depth = parent ? world->frames[parent].depth + 1 : 1, .call = top->call, .from = world->now,
                                                         .to = UINT64_MAX, .parent = parent, .from_hidden = top->from_hidden, .handler = top->handler};
    return world->frame_count;
}

/* One instruction of a thread runs. */
static void tick(struct world *world, struct thread *thread)
{
    struct activation *top = &thread->stack[thread->depth - 1];
    uint32_t site = 1 + top->function * CODE + top->at;
    uint64_t instance = world->executions[site]++, now = ++world->now;
    assert_int_equal(store_writer_run(world->writer, name_of(world, thread), site, instance), now);
    if (!thread->number)
        thread->number = ++world->threads_ran;
    for (size_t i = 0; i < thread->ended_count; i++)
        world->frames[thread->ended[i]].to = now;
    thread->ended_count = 0;
    if (!top->frame)
        top->frame = add_frame(world, thread);
    world->instants[now] = (struct instant){site, instance, thread->number, 0, thread->last, top->frame};
    if (thread->last)
        world->instants[thread->last].next = now;
    thread->last = now;
    world->times[site] = array_grow(world->times[site], &world->times_capacity[site], instance + 1, sizeof **world->times);
    world->times[site][instance] = now;
}

static void step(struct world *world, struct thread *thread)
{
    struct activation *top = &thread->stack[thread->depth - 1];
    if (top->callbacks) {
        top->callbacks--;
        push(world, thread, top->called, thread->last, true, false);
        if (draw(world, 8) == 0)
            pop(world, thread);         /* a frame in which nothing runs */
        return;
    }
    const struct code *code = &world->code[top->function][top->at];
    tick(world, thread);
    unsigned next = top->at + 1;
    if ((code->op == OP_BRANCH || code->op == OP_BACK) && draw(world, 256) < code->chance)
        next = code->target;
    top->at = next;
    if (code->op == OP_CALL && thread->depth < DEEPEST)
        push(world, thread, code->target, world->now, false, false);
    if (code->op == OP_CALLBACK && thread->depth < DEEPEST) {
        top->callbacks = (unsigned)draw(world, 4);
        top->called = code->target;
    }
    if (code->op == OP_RETURN) {
        pop(world, thread);
        if (thread->depth == 0)
            push(world, thread, (unsigned)draw(world, FUNCTIONS), 0, false, false);
    } else if (draw(world, 3000) == 0 && thread->depth < DEEPEST) {
        push(world, thread, (unsigned)draw(world, FUNCTIONS), 0, false, true);
    }
}

static struct writer_instruction instruction_of(void *context, uint64_t i)
{
    const struct world *world = context;
    uint32_t site = SITES - (uint32_t)i;                        /* not in order of sites */
    return (struct writer_instruction){.site = site, .no_values = true, .id = 10 + i, .address = 0x1000 + 4 * i, .executions = world->executions[site]};
}

static uint64_t index_of(uint32_t site)
{
    return SITES - site;
}

static struct world *live_so(uint64_t seed, uint64_t times, size_t threads, unsigned calm, unsigned turn, bool straight)
{
    struct world *world = memory_allocate(sizeof *world);
    struct writer_totals totals;
    struct error error;
    *world = (struct world){.random = seed, .most = times, .thread_count = threads, .calm = calm, .straight = straight};
    world->instants = memory_allocate((times + 2) * sizeof *world->instants);
    write_program(world);
    if (!store_writer_open(NULL, &world->writer, &error))
        fail_msg("%s", error.message);
    for (size_t i = 0; i < threads; i++)
        push(world, &world->threads[i], (unsigned)(i % FUNCTIONS), 0, false, false);
    for (size_t turns = 0; world->now < times; turns++) {
        struct thread *thread = &world->threads[turns == 0 ? threads - 1 : draw(world, threads)];
        for (uint64_t left = 1 + draw(world, turn); left && world->now < times; left--)
            step(world, thread);
    }
    for (size_t i = 1; i <= world->frame_count; i++)
        if (world->frames[i].to == UINT64_MAX)
            world->frames[i].to = world->now + 1;
    const struct writer_program program = {SITES, instruction_of, world, false};
    if (!store_writer_finish(world->writer, &program, &totals, &world->store, &error))
        fail_msg("%s", error.message);
    return world;
}

static struct world *live(uint64_t seed, uint64_t times, size_t threads, unsigned calm, unsigned turn)
{
    return live_so(seed, times, threads, calm, turn, false);
}

static void world_end(struct world *world)
{
    store_close(world->store);
    for (size_t i = 0; i < THREADS_MOST; i++)
        free(world->threads[i].ended);
    for (size_t i = 0; i <= SITES; i++)
        free(world->times[i]);
    free(world->instants);
    free(world->frames);
    free(world);
}

/* ---- What the store says ---- */

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
    assert_true(world->frame_count > BLOCK * BLOCK / 2);       /* events: groups of blocks are passed over */
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

static void scribble(struct world *world, unsigned stream)
{
    struct paged *paged = world->store->paged;
    uint64_t size = paged->streams[stream].size;
    for (uint64_t i = 1 + draw(world, 3); i && size; i--) {
        uint64_t at = draw(world, size);
        unsigned char *byte = (unsigned char *)(uintptr_t)paged_at(paged, stream, at, 1);
        *byte = draw(world, 3) ? (unsigned char)draw(world, 256) : draw(world, 2) ? 0xff : (unsigned char)(*byte ^ 1);
    }
}

/* Answers may be missing; they may not contradict each other, nor take for ever. */
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
    static const unsigned streams[] = {STREAM_PIECES, STREAM_WINDOWS, STREAM_WINDOW_STARTS, STREAM_FRAMES, STREAM_TIMES, STREAM_DESCRIPTORS};
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_time_has_its_instance_and_every_instance_its_time),
        cmocka_unit_test(every_frame_of_every_time_is_found),
        cmocka_unit_test(frames_that_began_many_events_ago_are_found),
        cmocka_unit_test(what_follows_a_leader_of_an_earlier_window_is_found),
        cmocka_unit_test(threads_are_told_apart),
        cmocka_unit_test(a_damaged_clock_says_less_but_nothing_false),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
