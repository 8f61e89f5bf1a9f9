/* test_store_thread.c - a recording that a thread stores is the one that the caller stores, byte for byte.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/core.h"
#include "random.h"
#include "recording/log/store_thread.h"
#include "recording/state/piece.h"
#include "recording/store/pieces.h"
#include "recording/store/system_calls.h"
#include "recording/store/writer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { SITES = 60, PORTS = 3, THREADS = 3, RUNS = 200000 };

struct told {
    struct store_thread *thread;
    uint64_t random, executions[SITES + 1], frames[THREADS + 1], time, pieces;
    uint32_t ports[SITES + 1][PORTS], values[SITES + 1];
    bool has_port[SITES + 1][PORTS], has_values[SITES + 1];
    struct arena arena;
    struct str bytes;                   /* of the file */
};

static uint64_t below(struct told *told, uint64_t limit)
{
    return next_random(&told->random) % limit;
}

static uint32_t port(struct told *told, uint32_t site, unsigned number)
{
    if (!told->has_port[site][number])
        told->ports[site][number] = store_thread_port(told->thread);
    told->has_port[site][number] = true;
    return told->ports[site][number];
}

static void tell_value(struct told *told, uint32_t site, uint64_t x)
{
    if (!told->has_values[site])
        told->values[site] = store_thread_values(told->thread);
    told->has_values[site] = true;
    store_thread_value(told->thread, told->values[site], x, below(told, 3) ? x * 3 : next_random(&told->random));
}

static void tell_frames(struct told *told, uint64_t number)
{
    if (below(told, 3)) {
        store_thread_frame_begins(told->thread, number, told->time, below(told, 5) == 0, below(told, 9) == 0);
        told->frames[number]++;
    } else if (told->frames[number]) {
        store_thread_frame_resumes(told->thread, number);
        store_thread_frame_ends(told->thread, number);
        told->frames[number]--;
    }
}

static void tell_piece(struct told *told)
{
    char bytes[3000], touched[100];
    size_t size = below(told, sizeof bytes), touched_size = below(told, sizeof touched);
    memset(bytes, (int)below(told, 256), sizeof bytes);
    memset(touched, (int)below(told, 256), sizeof touched);
    store_thread_definition(told->thread, (struct str){bytes, size / 7});
    struct finished_piece piece = {{bytes, size}, {touched, touched_size}, {touched, told->pieces++ % 3 ? 0 : touched_size / 2 + 1}, told->time + 1, below(told, 1000)};
    store_thread_piece(told->thread, &piece);
}

static void tell_call(struct told *told, uint64_t number)
{
    struct store_system_call call = {.time = told->time, .now = told->time, .entered = told->time, .left = told->time, .thread = number, .number = below(told, 300)};
    store_thread_system_call(told->thread, &call);
    store_thread_skipped(told->thread, told->time, below(told, 1 << 20), 1 + below(told, 100), 1 << 30);
}

static void tell_run(struct told *told)
{
    uint32_t site = 1 + (uint32_t)below(told, 1 + below(told, SITES));
    uint64_t x = told->executions[site]++, number = 1 + below(told, 50) / 48, time;
    time = store_thread_run(told->thread, number, (uint64_t)site << 40 | x);
    assert_int_equal(time, ++told->time);
    for (unsigned i = 0; i < PORTS; i++) {
        uint32_t definer = 1 + (uint32_t)below(told, SITES);
        if (below(told, 3) && told->executions[definer])
            store_thread_link(told->thread, port(told, site, i), below(told, 20) ? x : below(told, x + 1), (uint64_t)definer << 40 | below(told, told->executions[definer]));
    }
    if (site % 3)
        tell_value(told, site, x);
    if (below(told, 10) == 0)
        tell_frames(told, number);
    if (below(told, 500) == 0)
        tell_call(told, number);
    if (below(told, 3000) == 0)
        tell_piece(told);
}

static struct writer_instruction instruction(void *context, uint64_t i)
{
    struct told *told = context;
    uint32_t site = (uint32_t)i + 1;
    size_t count = 0;
    for (unsigned k = 0; k < PORTS; k++)            /* all of them: those that no run named are made now */
        count += told->has_port[site][k];
    return (struct writer_instruction){.site = site, .id = site, .address = 0x1000 + 4 * site, .executions = told->executions[site], .has_values = told->has_values[site],
                                       .no_values = !told->has_values[site], .values = told->values[site], .ports = told->ports[site], .port_count = count};
}

/* Asks something in between `rests` times, as a recording does that looks for disk space. */
static void record(struct told *told, uint64_t seed, bool alone, unsigned rests, const char *path)
{
    struct store_writer *writer;
    struct error error;
    struct writer_totals totals;
    *told = (struct told){.random = seed};
    assert_true(store_writer_open(path, &writer, &error));
    told->thread = store_thread_open(writer, alone ? THREAD_NONE : THREAD_BEHIND);
    for (uint32_t site = 1; site <= SITES; site++)
        for (unsigned i = 0; i < PORTS; i++)
            (void)port(told, site, i);
    for (uint64_t i = 0; i < RUNS; i++) {
        tell_run(told);
        if (rests && i % (RUNS / rests) == 0)
            assert_true(store_writer_has_room(store_thread_rest(told->thread), &error));
    }
    assert_true(store_thread_bytes(told->thread) <= store_writer_bytes(store_thread_rest(told->thread)));
    struct writer_program program = {.count = SITES, .instruction = instruction, .context = told};
    if (!store_writer_finish(store_thread_rest(told->thread), &program, &totals, NULL, &error))
        fail_msg("%s", error.message);
    store_thread_close(told->thread);
    assert_int_equal(totals.times, RUNS);
    assert_true(file_read(path, &told->arena, &told->bytes, &error));
    unlink(path);
}

static void a_thread_stores_the_same(void **state)
{
    (void)state;
    char folder[] = "/tmp/clew-test-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.clew", folder);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct told alone, beside;
        record(&alone, seed, true, 0, path);
        record(&beside, seed, false, seed == 1 ? 0 : 40, path);
        assert_true(alone.bytes.size > 100000);
        assert_int_equal(alone.bytes.size, beside.bytes.size);
        assert_memory_equal(alone.bytes.data, beside.bytes.data, alone.bytes.size);
        arena_free(&alone.arena);
        arena_free(&beside.arena);
    }
    rmdir(folder);
}

static void closing_drops_the_rest(void **state)
{
    (void)state;
    struct store_writer *writer;
    struct error error;
    assert_true(store_writer_open(NULL, &writer, &error));
    struct store_thread *thread = store_thread_open(writer, THREAD_BESIDE);
    store_thread_run(thread, 1, UINT64_C(1) << 40);
    store_thread_close(thread);
    store_writer_drop(writer);
    store_thread_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thread_stores_the_same),
        cmocka_unit_test(closing_drops_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
