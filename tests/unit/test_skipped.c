/* test_skipped.c - writes by skipped code: compares searches with a plain list.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/layout.h"
#include "recording/store/paged.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "random.h"

enum { WRITES = 20000, PLACES = 400 };

struct model_write {
    uint64_t time, call, address, size, below;
};

struct model {
    struct model_write *writes;
    size_t count;
    struct store *store;
    uint64_t times;
};

static struct writer_instruction only_instruction(void *context, uint64_t i)
{
    (void)i;
    return (struct writer_instruction){.site = 1, .id = 1, .address = 0x1000, .executions = *(const uint64_t *)context};
}

/* A heap of some pages, a stack that grows down, single large ranges; sometimes many writes at one time. */
static void make(struct model *model, uint64_t seed)
{
    struct store_writer *writer;
    struct error error;
    struct writer_totals totals;
    uint64_t stack = 0x1fff000000, call = 0;
    model->writes = memory_allocate(WRITES * sizeof *model->writes);
    assert_true(store_writer_open(NULL, &writer, &error));
    for (model->count = 0; model->count < WRITES;) {
        if (model->times == 0 || next_random(&seed) % 4 == 0)
            model->times = store_writer_run(writer, 1, 1, model->times);
        if (next_random(&seed) % 64 == 0)
            stack = 0x1fff000000 - next_random(&seed) % 4096 * 8;
        call = next_random(&seed) % 8 ? model->times : next_random(&seed) % (model->times + 1);
        struct model_write write = {.time = model->times, .call = call};
        unsigned kind = next_random(&seed) % 8;
        if (kind < 4) {
            write.below = stack;
            write.size = 1 + next_random(&seed) % 16;
            write.address = stack - write.size - next_random(&seed) % 512;
        } else {
            write.size = kind == 7 ? next_random(&seed) % 100000 : 1 + next_random(&seed) % 32;
            write.address = 0x4a00000 + next_random(&seed) % 300000;
        }
        store_writer_skipped(writer, write.call, write.address, write.size, write.below);
        model->writes[model->count++] = write;
    }
    struct writer_program program = {.count = 1, .instruction = only_instruction, .context = &model->times};
    if (!store_writer_finish(writer, &program, &totals, &model->store, &error))
        fail_msg("%s", error.message);
    assert_true(store_keeps_skipped(model->store));
}

static bool overlaps(const struct model_write *write, uint64_t address, uint64_t size)
{
    return write->address - address < size || address - write->address < write->size;
}

static void check_place(const struct model *model, uint64_t address, uint64_t size, uint64_t from, uint64_t until)
{
    const struct model_write *first = NULL, *last = NULL;
    struct skipped_write write;
    for (size_t i = 0; i < model->count; i++) {
        const struct model_write *one = &model->writes[i];
        if (one->size && one->time >= from && one->time <= until && overlaps(one, address, size)) {
            first = first ? first : one;
            last = one;
        }
    }
    /* In dead stack, a search may find more than was written, never less. */
    if (store_skipped_first(model->store, address, size, from, until, &write)) {
        assert_true(write.time >= from && write.time <= until);
        assert_true(first ? write.time <= first->time : write.perhaps);
        assert_true(write.perhaps || (first && write.time == first->time));
    } else {
        assert_null(first);
    }
    if (store_skipped_last(model->store, address, size, from, until, &write)) {
        assert_true(write.time >= from && write.time <= until);
        assert_true(last ? write.time >= last->time : write.perhaps);
        assert_true(write.perhaps || (last && write.time == last->time && write.call == last->call));
    } else {
        assert_null(last);
    }
}

static void what_was_written_is_found(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct model model = {0};
        uint64_t random = seed;
        make(&model, seed);
        for (unsigned n = 0; n < PLACES; n++) {
            const struct model_write *near = &model.writes[next_random(&random) % model.count];
            uint64_t from = 1 + next_random(&random) % model.times, until = from + next_random(&random) % (n % 2 ? 64 : model.times);
            check_place(&model, near->address + next_random(&random) % 64 - 32, 1 + next_random(&random) % 16, n % 3 ? from : 1, until);
            check_place(&model, near->address, 1, near->time, near->time);
        }
        store_close(model.store);
        free(model.writes);
    }
}

/* Scattered writes of one call fill many chunks, all of one time. */
static void one_time_fills_many_chunks(void **state)
{
    (void)state;
    enum { BYTES = 100000, STEP = 3, AT = 0x4a00000 };
    struct model model = {0};
    struct store_writer *writer;
    struct error error;
    struct writer_totals totals;
    assert_true(store_writer_open(NULL, &writer, &error));
    model.times = store_writer_run(writer, 1, 1, 0);
    model.writes = memory_allocate((BYTES / STEP + 1) * sizeof *model.writes);
    for (uint64_t i = 0; i < BYTES; i += STEP) {
        model.writes[model.count++] = (struct model_write){.time = model.times, .call = model.times, .address = AT + i, .size = 1};
        store_writer_skipped(writer, model.times, AT + i, 1, 0);
    }
    struct writer_program program = {.count = 1, .instruction = only_instruction, .context = &model.times};
    assert_true(store_writer_finish(writer, &program, &totals, &model.store, &error));
    assert_true(model.store->skipped_count > 2);
    for (uint64_t i = 0; i < BYTES; i += 997)
        check_place(&model, AT + i, 1, 1, model.times);
    store_close(model.store);
    free(model.writes);
}

struct order {
    uint64_t last;
    size_t count, most;
};

static bool in_order(void *context, const struct skipped_write *write)
{
    struct order *order = context;
    assert_true(write->time >= order->last);
    order->last = write->time;
    return ++order->count < order->most;
}

static void all_come_in_order_until_enough(void **state)
{
    struct model model = {0};
    struct order all = {.most = SIZE_MAX}, some = {.most = 7};
    (void)state;
    make(&model, 9);
    store_skipped_each(model.store, 0x4a00000, 400000, 1, UINT64_MAX, in_order, &all);
    assert_true(all.count > 1000);
    store_skipped_each(model.store, 0x4a00000, 400000, 1, UINT64_MAX, in_order, &some);
    assert_int_equal(some.count, 7);
    store_close(model.store);
    free(model.writes);
}

/* clew refuses an invalid word of the directory. Invalid bytes are damage, and count as a possible write. */
static void lies_are_refused_or_told(void **state)
{
    struct model model = {0};
    struct error error;
    uint64_t random = 5;
    (void)state;
    make(&model, 4);
    struct store *store = model.store;
    struct skipped_chunk *chunks = memory_allocate(store->skipped_count * sizeof *chunks);
    uint64_t size = store->paged->streams[STREAM_SKIPPED].size, times = store->summary.times;
    memcpy(chunks, store->skipped, store->skipped_count * sizeof *chunks);
    assert_true(skipped_check(chunks, store->skipped_count, size, times, &error));
    chunks[1].size = SKIPPED_CHUNK + 1;
    assert_false(skipped_check(chunks, store->skipped_count, size, times, &error));
    chunks[1] = store->skipped[1];
    chunks[1].offset = size;
    assert_false(skipped_check(chunks, store->skipped_count, size, times, &error));
    chunks[1] = store->skipped[1];
    chunks[1].first = chunks[1].last + 1;
    assert_false(skipped_check(chunks, store->skipped_count, size, times, &error));
    chunks[1] = store->skipped[1];
    chunks[store->skipped_count - 1].last = times + 1;
    assert_false(skipped_check(chunks, store->skipped_count, size, times, &error));
    for (unsigned n = 0; n < 300; n++) {
        const struct skipped_chunk *chunk = &store->skipped[next_random(&random) % store->skipped_count];
        unsigned char *bytes = (unsigned char *)(uintptr_t)paged_at(store->paged, STREAM_SKIPPED, chunk->offset, chunk->size);
        unsigned char *byte = bytes + next_random(&random) % chunk->size, kept = *byte;
        struct order all = {.most = SIZE_MAX};
        *byte = (unsigned char)next_random(&random);
        store_skipped_each(store, 0, UINT64_MAX, chunk->first, chunk->last, in_order, &all);
        assert_true(all.count > 0);
        *byte = kept;
    }
    free(chunks);
    store_close(store);
    free(model.writes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_is_found),
        cmocka_unit_test(one_time_fills_many_chunks),
        cmocka_unit_test(all_come_in_order_until_enough),
        cmocka_unit_test(lies_are_refused_or_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
