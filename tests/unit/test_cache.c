/* test_cache.c - compares caches with a model that keeps every line and the time of its last use.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static uint64_t random_state;

static uint32_t draw(uint32_t below)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random_state >> 33) % below;
}

static struct ae_event event(enum ae_event_kind kind, uint32_t address, uint32_t value)
{
    return (struct ae_event){address, (uint32_t)kind | value << 3};
}

/* ---- The model: lines in any order, searched from start to end ---- */

enum { MODEL_LINES = 512, MODEL_MEMORY = 1 << 16 };

struct model_line {
    bool used, dirty;
    uint32_t line;
    uint64_t time;
};

struct model {
    struct cache_shape shape;
    struct model_line lines[MODEL_LINES];       /* `ways` to a set, set after set */
    bool seen[MODEL_MEMORY];
    uint64_t time;
    struct cache_counts counts;
    struct model *below;
};

static bool model_touch(struct model *model, uint32_t address, enum cache_access access)
{
    uint32_t line = address / (uint32_t)model->shape.line, sets = (uint32_t)(model->shape.size / model->shape.line / model->shape.ways);
    struct model_line *set = model->lines + line % sets * model->shape.ways, *oldest = set;
    model->counts.accesses[access]++;
    model->time++;
    for (size_t i = 0; i < model->shape.ways; i++) {
        if (set[i].used && set[i].line == line) {
            set[i].time = model->time;
            set[i].dirty |= access == CACHE_WRITE;
            return false;
        }
        if (oldest->used && (!set[i].used || set[i].time < oldest->time))
            oldest = &set[i];
    }
    model->counts.misses[access]++;
    model->counts.compulsory += !model->seen[line];
    model->seen[line] = true;
    if (oldest->used && oldest->dirty) {
        model->counts.written_back++;
        if (model->below)
            model_touch(model->below, oldest->line * (uint32_t)model->shape.line, CACHE_WRITE);
    }
    *oldest = (struct model_line){true, access == CACHE_WRITE, line, model->time};
    if (model->below)
        model_touch(model->below, address, access);
    return true;
}

static void assert_level(const struct cache *cache, size_t i, const char *expected, const struct model *model)
{
    struct cache_counts counts, wanted = model->counts;
    const char *name;
    for (size_t k = 0; k < MODEL_LINES; k++)
        wanted.dirty += model->lines[k].used && model->lines[k].dirty;
    assert_true(cache_level(cache, i, &name, &counts));
    assert_string_equal(name, expected);
    assert_memory_equal(&counts, &wanted, sizeof counts);
}

/* ---- Random streams ---- */

enum { STREAM = 6000, CODE = 0x1000, DATA = 0x8000 };

/* Bursts near one place, with leaps; instructions and data apart, sometimes in each other's lines. */
static size_t make_stream(struct ae_event *events)
{
    uint32_t at = CODE, data = DATA, spread = 1 + draw(2000);
    size_t count = 0;
    while (count < STREAM - 2) {
        at = draw(12) ? at + 4 : CODE + 4 * draw(300);
        events[count++] = event(AE_INSTRUCTION, at, 4);
        if (draw(3) == 0)
            continue;
        data = draw(4) ? data + draw(12) : (draw(40) ? DATA : CODE) + draw(spread);
        events[count++] = event(draw(3) ? AE_READ : AE_WRITE, data & 0xffff, 0);
    }
    return count;
}

static struct cache_shape make_shape(uint64_t least_line)
{
    uint64_t line = least_line << draw(2), lines = UINT64_C(1) << draw(9);
    while (line > 64)
        line /= 2;
    line = line < least_line ? least_line : line;
    return (struct cache_shape){line * lines, line, UINT64_C(1) << draw((uint32_t)__builtin_ctzll(lines) + 1)};
}

static void feed_in_parts(struct cache *cache, const struct ae_event *events, size_t count)
{
    for (size_t i = 0, part; i < count; i += part) {
        part = 1 + draw(700);
        part = part < count - i ? part : count - i;
        cache_feed(cache, events + i, part);
    }
}

/* One or two first levels, and up to two levels behind them. */
static void check_stream(const struct ae_event *events, size_t count, bool split, size_t behind)
{
    struct model *models = memory_allocate(4 * sizeof *models);
    struct cache_shape shapes[3];
    struct cache *cache;
    struct error error;
    for (size_t i = 0; i <= behind; i++)
        shapes[i] = make_shape(i ? shapes[i - 1].line : UINT64_C(1) << draw(6));
    models[0].shape = models[1].shape = shapes[0];
    for (size_t i = 1; i <= behind; i++) {
        models[i + 1].shape = shapes[i];
        models[i].below = &models[i + 1];
    }
    models[0].below = models[1].below;
    assert_true(cache_open(shapes, behind + 1, split, &cache, &error));
    feed_in_parts(cache, events, count);
    for (size_t i = 0; i < count; i++)
        if (ae_event_kind(events[i]) == AE_INSTRUCTION)
            model_touch(&models[split ? 0 : 1], events[i].address, CACHE_FETCH);
        else
            model_touch(&models[1], events[i].address, ae_event_kind(events[i]) == AE_READ ? CACHE_READ : CACHE_WRITE);
    if (split)
        assert_level(cache, 0, "instruction", &models[0]);
    assert_level(cache, split, split ? "data" : "unified", &models[1]);
    for (size_t i = 1; i <= behind; i++)
        assert_level(cache, split + i, i == 1 ? "level 2" : "level 3", &models[i + 1]);
    struct cache_counts counts;
    const char *name;
    assert_false(cache_level(cache, split + behind + 1, &name, &counts));
    cache_close(cache);
    free(models);
}

static void random_streams(void **state)
{
    (void)state;
    struct ae_event *events = memory_allocate(STREAM * sizeof *events);
    for (uint64_t seed = 0; seed < 240; seed++) {
        random_state = seed;
        size_t count = make_stream(events);
        check_stream(events, count, seed % 2, seed / 2 % 3);
    }
    free(events);
}

/* ---- By hand ---- */

static void assert_report(const struct cache *cache, const char *expected)
{
    struct text text = {0};
    cache_report(cache, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

/* Two ways, one set: 0 1 0 2 replaces 1. A dirty line goes to level 2, which also sees the misses. */
static void two_levels(void **state)
{
    (void)state;
    const struct cache_shape shapes[] = {{32, 16, 2}, {128, 32, 1}};
    const struct ae_event events[] = {event(AE_INSTRUCTION, 0x100, 4), event(AE_WRITE, 0x200, 0), event(AE_INSTRUCTION, 0x104, 4),
                                      event(AE_READ, 0x304, 0), event(AE_INSTRUCTION, 0x108, 4)};
    struct cache *cache;
    struct error error;
    assert_true(cache_open(shapes, 2, false, &cache, &error));
    cache_feed(cache, events, 5);
    assert_report(cache, "unified fetch 3 1 read 1 1 write 1 1 compulsory 3 written-back 1 dirty-at-end 0\n"
                         "level 2 fetch 1 1 read 1 1 write 2 1 compulsory 3 written-back 1 dirty-at-end 0\n");
    cache_close(cache);
}

/* The highest and the lowest address are two lines of one set, and neither looks like an empty line. */
static void ends_of_memory(void **state)
{
    (void)state;
    const struct cache_shape shape = {1, 1, 1};
    const struct ae_event events[] = {event(AE_READ, 0, 0), event(AE_WRITE, UINT32_MAX, 0), event(AE_READ, UINT32_MAX, 0), event(AE_READ, 0, 0)};
    struct cache *cache;
    struct error error;
    assert_true(cache_open(&shape, 1, true, &cache, &error));
    cache_feed(cache, events, 4);
    assert_report(cache, "instruction fetch 0 0 read 0 0 write 0 0 compulsory 0 written-back 0 dirty-at-end 0\n"
                         "data fetch 0 0 read 3 2 write 1 1 compulsory 2 written-back 1 dirty-at-end 0\n");
    cache_close(cache);
}

static void refuse(const struct cache_shape *shapes, size_t count, const char *expected)
{
    struct cache *cache;
    struct error error;
    assert_false(cache_open(shapes, count, false, &cache, &error));
    assert_string_equal(error.message, expected);
}

static void bad_shapes(void **state)
{
    (void)state;
    refuse((struct cache_shape[]){{1000, 16, 1}}, 1, "found a cache of 1000 bytes, expected a power of two up to 1073741824");
    refuse((struct cache_shape[]){{0, 16, 1}}, 1, "found a cache of 0 bytes, expected a power of two up to 1073741824");
    refuse((struct cache_shape[]){{UINT64_C(1) << 31, 64, 1}}, 1, "found a cache of 2147483648 bytes, expected a power of two up to 1073741824");
    refuse((struct cache_shape[]){{1024, 24, 1}}, 1, "found lines of 24 bytes, expected a power of two up to the cache's size 1024");
    refuse((struct cache_shape[]){{16, 32, 1}}, 1, "found lines of 32 bytes, expected a power of two up to the cache's size 16");
    refuse((struct cache_shape[]){{1 << 30, 1, 1}}, 1, "found 1073741824 lines of 1 byte in a cache of 1073741824, expected at most 16777216 lines");
    refuse((struct cache_shape[]){{1024, 16, 0}}, 1, "found 0 ways, expected a power of two up to 4096 and to the 64 lines of the cache");
    refuse((struct cache_shape[]){{1024, 16, 3}}, 1, "found 3 ways, expected a power of two up to 4096 and to the 64 lines of the cache");
    refuse((struct cache_shape[]){{1024, 16, 128}}, 1, "found 128 ways, expected a power of two up to 4096 and to the 64 lines of the cache");
    refuse((struct cache_shape[]){{1 << 20, 16, 8192}}, 1, "found 8192 ways, expected a power of two up to 4096 and to the 65536 lines of the cache");
    refuse((struct cache_shape[]){{1024, 32, 1}, {4096, 16, 1}}, 2, "found lines of 16 bytes in level 2, expected at least the 32 of the level above");
    refuse(NULL, 0, "found 0 levels of cache, expected 1 to 4");
    refuse((struct cache_shape[5]){{16, 16, 1}}, 5, "found 5 levels of cache, expected 1 to 4");
}

/* ---- Who missed ---- */

static uint64_t sum(const uint64_t counts[CACHE_ACCESSES])
{
    return counts[CACHE_FETCH] + counts[CACHE_READ] + counts[CACHE_WRITE];
}

/* The counts of one owner in a stream, from a separate model of a cache. */
static void expect_share(const struct ae_event *events, size_t count, const struct cache_shape *shape, enum cache_by by, struct cache_share *share)
{
    struct model *model = memory_allocate(sizeof *model);
    uint32_t instruction = 0, depth = 0, open[64];
    struct cache_share expected = {0};
    model->shape = *shape;
    for (size_t i = 0; i < count; i++) {
        enum ae_event_kind kind = ae_event_kind(events[i]);
        if (kind == AE_LOOP_ENTRY)
            open[depth++] = ae_event_value(events[i]);
        depth -= kind == AE_LOOP_EXIT;
        if (!ae_event_counts(events[i]))
            continue;
        enum cache_access access = kind == AE_INSTRUCTION ? CACHE_FETCH : kind == AE_READ ? CACHE_READ : CACHE_WRITE;
        bool missed = model_touch(model, events[i].address, access);
        instruction = kind == AE_INSTRUCTION ? events[i].address : instruction;
        if (by == CACHE_BY_INSTRUCTION ? instruction != share->address
            : by == CACHE_BY_LOOP      ? (depth ? open[depth - 1] : UINT32_MAX) != share->loop
                                       : access == CACHE_FETCH || events[i].address / shape->line * shape->line != share->address)
            continue;
        expected.accesses[access]++;
        expected.misses[access] += missed;
    }
    assert_memory_equal(share->accesses, expected.accesses, sizeof expected.accesses);
    assert_memory_equal(share->misses, expected.misses, sizeof expected.misses);
    free(model);
}

static void check_shares(const struct ae_event *events, size_t count, const struct cache_shape *shape, enum cache_by by, uint64_t total)
{
    struct arena arena = {0};
    struct cache_share *shares;
    struct cache *cache;
    struct error error;
    uint64_t accesses = 0;
    assert_true(cache_open(shape, 1, false, &cache, &error));
    cache_remember(cache, by);
    feed_in_parts(cache, events, count);
    size_t found = cache_shares(cache, NULL, by, &arena, &shares);
    for (size_t i = 0; i < found; i++) {
        assert_true(i == 0 || sum(shares[i - 1].misses) >= sum(shares[i].misses));
        accesses += sum(shares[i].accesses);
        expect_share(events, count, shape, by, &shares[i]);
    }
    assert_int_equal(accesses, total);
    arena_free(&arena);
    cache_close(cache);
}

/* A short stream with loops. */
static size_t make_loops(struct ae_event *events)
{
    struct ae_event *plain = memory_allocate(STREAM * sizeof *plain);
    size_t count = 0, plain_count = make_stream(plain);
    uint32_t depth = 0, open[64];
    for (size_t i = 0; i < plain_count && count < 700; i++) {
        if (depth < 6 && draw(20) == 0)
            events[count++] = event(AE_LOOP_ENTRY, 0, open[depth++] = draw(9));
        if (depth && draw(20) == 0)
            events[count++] = event(AE_LOOP_BACK, 0, open[depth - 1]);
        if (depth && draw(20) == 0)
            events[count++] = event(AE_LOOP_EXIT, 0, open[--depth]);
        events[count++] = plain[i];
    }
    free(plain);
    return count;
}

static void random_shares(void **state)
{
    (void)state;
    struct ae_event events[1000];
    for (uint64_t seed = 0; seed < 12; seed++) {
        random_state = seed + 1000;
        size_t count = make_loops(events);
        struct cache_shape shape = make_shape(4);
        uint64_t addresses = 0, references = 0;
        for (size_t i = 0; i < count; i++) {
            addresses += ae_event_counts(events[i]);
            references += ae_event_kind(events[i]) == AE_READ || ae_event_kind(events[i]) == AE_WRITE;
        }
        check_shares(events, count, &shape, CACHE_BY_INSTRUCTION, addresses);
        check_shares(events, count, &shape, CACHE_BY_LOOP, addresses);
        check_shares(events, count, &shape, CACHE_BY_DATA, references);
    }
}

/* Leaving a loop other than the innermost changes nothing. Counts that were not asked for are missing. */
static void loops_that_contradict(void **state)
{
    (void)state;
    const struct cache_shape shape = {64, 16, 1};
    const struct ae_event events[] = {event(AE_LOOP_EXIT, 0, 5), event(AE_LOOP_ENTRY, 0, 1), event(AE_LOOP_EXIT, 0, 2), event(AE_INSTRUCTION, 0x40, 4)};
    struct arena arena = {0};
    struct cache_share *shares;
    struct cache *cache;
    struct error error;
    assert_true(cache_open(&shape, 1, false, &cache, &error));
    cache_remember(cache, CACHE_BY_LOOP);
    cache_feed(cache, events, 4);
    assert_int_equal(cache_shares(cache, NULL, CACHE_BY_LOOP, &arena, &shares), 1);
    assert_int_equal(shares[0].loop, 1);
    assert_int_equal(shares[0].misses[CACHE_FETCH], 1);
    assert_int_equal(cache_shares(cache, NULL, CACHE_BY_FUNCTION, &arena, &shares), 0);
    arena_free(&arena);
    cache_close(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_streams), cmocka_unit_test(two_levels),    cmocka_unit_test(ends_of_memory),
                                       cmocka_unit_test(bad_shapes),     cmocka_unit_test(random_shares), cmocka_unit_test(loops_that_contradict)};
    return cmocka_run_group_tests_name("cache", tests, NULL, NULL);
}
