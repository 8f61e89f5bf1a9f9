/* test_windows.c - the clock's windows and blocks of events as bytes: what was written is read, and other bytes do no harm.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "recording/store/times.h"

#include <stdlib.h>
#include <string.h>

static uint64_t seed;

static uint64_t draw(uint64_t below)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return below ? (seed >> 20) % below : 0;
}

/* ---- Windows ---- */

struct made {
    uint64_t begin;
    struct clock_runs before;
    struct window_run runs[CLOCK_WINDOW];
    uint64_t times[CLOCK_WINDOW];
    size_t count;
};

/* Runs of up to `leaders` leaders, most gaps below `gap`. */
static void make_window(struct made *made, uint64_t leaders, uint64_t gap, bool first)
{
    made->begin = first ? 0 : (1 + draw(1000)) << CLOCK_WINDOW_BITS;
    uint64_t distance = 1 + draw(draw(4) ? 50 : 60000), time = first ? 0 : made->begin - distance;
    made->before = (struct clock_runs){.before = first ? NO_INDEX : (uint32_t)draw(leaders), .before_run = draw(1 << 30), .before_time = time};
    made->count = 0;
    for (;;) {
        uint64_t next = time + 1 + draw(draw(50) ? gap : 5000);
        if (next < made->begin)
            next = made->begin;
        if (next >= made->begin + CLOCK_WINDOW)
            return;
        made->runs[made->count] = (struct window_run){(uint32_t)(draw(3) ? draw(leaders) : draw(4) % leaders), (uint32_t)(next - time)};
        made->times[made->count++] = time = next;
    }
}

/* Every run must be there, in order, and no other. */
static void check_runs(const struct made *made, const struct clock_runs *runs, uint64_t leaders)
{
    uint32_t *seen = calloc(leaders, sizeof *seen);
    assert_int_equal(runs->before, made->before.before);
    if (made->before.before != NO_INDEX) {
        assert_int_equal(runs->before_run, made->before.before_run);
        assert_int_equal(runs->before_time, made->before.before_time);
    }
    for (size_t i = 0; i < made->count; i++) {
        size_t slot = 0;
        while (slot < runs->leader_count && runs->leaders[slot] < made->runs[i].leader)
            slot++;
        assert_true(slot < runs->leader_count);
        assert_int_equal(runs->leaders[slot], made->runs[i].leader);
        uint32_t at = runs->starts[slot] + seen[made->runs[i].leader]++;
        assert_true(at < runs->starts[slot + 1]);
        assert_int_equal(runs->times[at], made->times[i] - made->begin);
    }
    assert_int_equal(runs->starts[runs->leader_count], made->count);
    free(seen);
}

static void a_window_is_read_as_it_was_written(void **state)
{
    static struct made made;
    (void)state;
    for (unsigned round = 0; round < 60; round++) {
        uint64_t leaders = round % 3 == 0 ? 1 : round % 3 == 1 ? 40 : 3000;
        make_window(&made, leaders, 1 + draw(round % 5 ? 20 : 2), round % 7 == 0);
        struct text bytes = {0};
        window_write(&bytes, &made.before, made.begin, made.runs, made.count);
        assert_true(bytes.size <= WINDOW_BYTES);
        struct clock_runs *runs = window_read(text_str(&bytes), made.begin, leaders);
        assert_non_null(runs);
        check_runs(&made, runs, leaders);
        free(runs);
        text_free(&bytes);
    }
}

/* Leaders rise, and so do the times of each. A sanitizer sees where they lie. */
static void touch(const struct clock_runs *runs, uint64_t leaders)
{
    for (size_t l = 0; l < runs->leader_count; l++) {
        assert_true(runs->leaders[l] < leaders && (l == 0 || runs->leaders[l] > runs->leaders[l - 1]));
        assert_true(runs->starts[l] <= runs->starts[l + 1]);
        for (uint32_t i = runs->starts[l] + 1; i < runs->starts[l + 1]; i++)
            assert_true(runs->times[i] > runs->times[i - 1]);
    }
}

static void other_bytes_are_refused_or_make_a_window(void **state)
{
    static struct made made;
    (void)state;
    unsigned refused = 0, read = 0;
    for (unsigned round = 0; round < 3000; round++) {
        uint64_t leaders = 1 + draw(30);
        if (round % 100 == 0)
            make_window(&made, leaders, 400, false);
        struct text bytes = {0};
        for (size_t i = 0; i < made.count; i++)
            made.runs[i].leader %= (uint32_t)leaders;
        made.before.before %= (uint32_t)leaders;
        window_write(&bytes, &made.before, made.begin, made.runs, made.count);
        for (unsigned i = 0; i < 1 + draw(3); i++)
            bytes.data[draw(draw(2) ? 12 : bytes.size)] = (char)draw(256);
        if (draw(4) == 0)
            bytes.size = draw(bytes.size);
        struct clock_runs *runs = window_read(text_str(&bytes), made.begin, leaders);
        runs ? read++ : refused++;
        if (runs)
            touch(runs, leaders);
        free(runs);
        text_free(&bytes);
    }
    assert_true(refused > 100 && read > 100);
}

/* ---- Events ---- */

static void events_are_read_as_they_were_written(void **state)
{
    static struct clock_events made, read;
    (void)state;
    for (unsigned round = 0; round < 300; round++) {
        uint64_t depth = draw(40), before = depth, time = 1 + draw(UINT64_C(1) << 40), first = time;
        made.count = 1 + (unsigned)draw(CLOCK_BATCH);
        for (unsigned i = 0; i < made.count; i++) {
            bool begins = depth == 0 || draw(2);
            depth = begins ? depth + 1 : depth - 1 - draw(depth);
            time += i ? draw(3) * draw(100) : 0;
            made.times[i] = time;
            made.depths[i] = depth;
            made.calls[i] = begins && draw(4) ? time - 1 - draw(time - 1 < 500 ? time - 1 : 500) : 0;
            made.flags[i] = begins ? (uint8_t)draw(4) : 0;
        }
        struct text bytes = {0};
        events_write(&bytes, &made, before);
        assert_true(bytes.size <= EVENTS_BYTES);
        assert_true(events_read(text_str(&bytes), first, before, made.count, &read));
        assert_int_equal(read.count, made.count);
        assert_memory_equal(read.times, made.times, made.count * sizeof *made.times);
        assert_memory_equal(read.depths, made.depths, made.count * sizeof *made.depths);
        assert_memory_equal(read.calls, made.calls, made.count * sizeof *made.calls);
        assert_memory_equal(read.flags, made.flags, made.count);
        bytes.size = draw(bytes.size);
        assert_false(events_read(text_str(&bytes), first, before, made.count, &read));
        text_free(&bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_window_is_read_as_it_was_written),
        cmocka_unit_test(other_bytes_are_refused_or_make_a_window),
        cmocka_unit_test(events_are_read_as_they_were_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
