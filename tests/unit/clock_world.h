/* clock_world.h - simulates a program of several threads, and records it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct world *world = live(seed, 5000, 3, 128, 50);     times, threads, how calm branches are (of 256), longest turn of a thread
 *     ... world->instants[time], world->frames[i], world->store ...
 *     world_end(world);
 *
 * A simulated program of random functions, branches, loops, calls, callbacks and signal handlers runs in several threads. The world keeps everything it does
 * in arrays and passes it to a writer (store/writer.h). */
#ifndef CLEW_TESTS_CLOCK_WORLD_H
#define CLEW_TESTS_CLOCK_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "recording/store/layout.h"
#include "recording/store/paged.h"

enum { FUNCTIONS = 9, CODE = 24, THREADS_MOST = 4, DEEPEST = 24, SITES = FUNCTIONS * CODE };
enum op { OP_PLAIN, OP_BRANCH, OP_BACK, OP_CALL, OP_CALLBACK, OP_RETURN };

struct made_code {
    enum op op;
    unsigned target, chance;            /* of 256 */
};

struct frame {                          /* the reference's own frame */
    uint64_t depth, call, from, to;
    size_t parent;                      /* 0: none */
    bool from_hidden, handler;
};

struct activation {
    size_t frame;                       /* 0: it ran nothing yet */
    unsigned function, at, callbacks, called;
    uint64_t call;
    bool from_hidden, handler;
};

struct thread {
    struct activation stack[DEEPEST + 2];
    size_t depth;
    uint64_t number;                    /* in order of first run; 0: not yet */
    size_t *ended;                      /* frames that ended since its last run */
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
    struct made_code code[FUNCTIONS][CODE];
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
    unsigned calm;                      /* how likely branches go one way, of 256 */
    bool straight;                      /* no branches or calls: everything follows a few leaders */
};

static inline uint64_t draw(struct world *world, uint64_t below)
{
    world->random = world->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (world->random >> 33) % below;
}

/* ---- The program ---- */

static inline void write_program(struct world *world)
{
    for (unsigned f = 0; f < FUNCTIONS; f++)
        for (unsigned i = 0; i < CODE; i++) {
            struct made_code *code = &world->code[f][i];
            unsigned kind = (unsigned)draw(world, 16), ahead = i + 1 + (unsigned)draw(world, CODE - i), back = (unsigned)draw(world, i + 1);
            unsigned callee = (unsigned)draw(world, FUNCTIONS), one_way = 256 * (unsigned)draw(world, 2), often = 150 + (unsigned)draw(world, 80);
            bool is_calm = draw(world, 256) < world->calm;
            *code = (struct made_code){.op = OP_PLAIN};
            if (i + 1 == CODE)
                code->op = OP_RETURN;
            else if (world->straight)
                code->op = OP_PLAIN;
            else if (kind < 3)
                *code = (struct made_code){OP_BRANCH, ahead < CODE ? ahead : CODE - 1, is_calm ? one_way : 128};
            else if (kind < 5)
                *code = (struct made_code){OP_BACK, back, often};
            else if (kind < 8)
                *code = (struct made_code){kind < 7 ? OP_CALL : OP_CALLBACK, callee, 0};
        }
}

static inline uint64_t name_of(const struct world *world, const struct thread *thread)
{
    return 100 + 7 * (uint64_t)(thread - world->threads);       /* a caller may name threads by any number */
}

static inline void push(struct world *world, struct thread *thread, unsigned function, uint64_t call, bool from_hidden, bool handler)
{
    store_writer_frame_begins(world->writer, name_of(world, thread), call, from_hidden, handler);
    thread->stack[thread->depth++] = (struct activation){.function = function, .call = call, .from_hidden = from_hidden, .handler = handler};
}

static inline void pop(struct world *world, struct thread *thread)
{
    struct activation *top = &thread->stack[--thread->depth];
    store_writer_frame_ends(world->writer, name_of(world, thread));
    if (!top->frame)
        return;
    thread->ended = array_grow(thread->ended, &thread->ended_capacity, thread->ended_count + 1, sizeof *thread->ended);
    thread->ended[thread->ended_count++] = top->frame;
}

static inline size_t add_frame(struct world *world, struct thread *thread)
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
static inline void tick(struct world *world, struct thread *thread)
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

static inline void step(struct world *world, struct thread *thread)
{
    struct activation *top = &thread->stack[thread->depth - 1];
    if (top->callbacks) {
        top->callbacks--;
        push(world, thread, top->called, thread->last, true, false);
        if (draw(world, 8) == 0)
            pop(world, thread);         /* a frame that runs nothing */
        return;
    }
    const struct made_code *code = &world->code[top->function][top->at];
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

static inline struct writer_instruction instruction_of(void *context, uint64_t i)
{
    const struct world *world = context;
    uint32_t site = SITES - (uint32_t)i;                        /* not in order of sites */
    return (struct writer_instruction){.site = site, .no_values = true, .id = 10 + i, .address = 0x1000 + 4 * i, .executions = world->executions[site]};
}

static inline uint64_t index_of(uint32_t site)
{
    return SITES - site;
}

static inline struct world *live_so(uint64_t seed, uint64_t times, size_t threads, unsigned calm, unsigned turn, bool straight)
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
    const struct writer_program program = {SITES, instruction_of, world, false, 0};
    if (!store_writer_finish(world->writer, &program, &totals, &world->store, &error))
        fail_msg("%s", error.message);
    return world;
}

static inline struct world *live(uint64_t seed, uint64_t times, size_t threads, unsigned calm, unsigned turn)
{
    return live_so(seed, times, threads, calm, turn, false);
}

static inline void world_end(struct world *world)
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

/* ---- Damage ---- */

/* Changes some bytes of a stream. */
static inline void scribble(struct world *world, unsigned stream)
{
    struct paged *paged = world->store->paged;
    uint64_t size = paged->streams[stream].size;
    for (uint64_t i = 1 + draw(world, 3); i && size; i--) {
        uint64_t at = draw(world, size);
        unsigned char *byte = (unsigned char *)(uintptr_t)paged_at(paged, stream, at, 1);
        *byte = draw(world, 3) ? (unsigned char)draw(world, 256) : draw(world, 2) ? 0xff : (unsigned char)(*byte ^ 1);
    }
}

#endif
