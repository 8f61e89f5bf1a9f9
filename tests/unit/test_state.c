/* test_state.c - registers and memory of a recorded program at any moment, against the program itself.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "made_recording.h"

#include <string.h>

/* ---- Moments ---- */

/* What the recording can tell of a byte at a moment. */
enum promise { MUST, MAY, NEVER, UNTOUCHED };

static enum promise promise_of(const struct made *made, const struct made_moment *moment, size_t at)
{
    const struct made_touch *before = NULL, *after = NULL;
    for (size_t i = 0; i < made->touches_count && !after; i++)
        if (made->touches[i].first <= at && at < made->touches[i].end)
            *(i < moment->touches ? &before : &after) = &made->touches[i];
    bool second = at >= MADE_BORDER;
    if (second && moment->shared)
        return NEVER;
    if (before ? before->how < MADE_LOST && !(second && before->shared) : after && after->how == MADE_LOADED && !(second && after->shared))
        return MUST;
    if (!before)
        return UNTOUCHED;
    return before->how == MADE_MOVED || (after && after->how == MADE_LOADED) ? MAY : NEVER;     /* a load may tell later what an event left there */
}

static void expect_memory_at(struct state *state, const struct made *made, const struct made_moment *moment, size_t first, size_t size)
{
    uint8_t bytes[MADE_SIZE], told[MADE_SIZE];
    uint64_t known = 0, got = state_memory(state, MADE_BASE + first, bytes, told, size);
    for (size_t i = 0; i < size; i++) {
        enum promise promise = promise_of(made, moment, first + i);
        bool knows = told[i] == STATE_KNOWN;
        if (promise == MUST ? !knows : promise == NEVER ? knows : (promise == UNTOUCHED) != (told[i] == STATE_UNTOUCHED))
            fail_msg("byte %zu is told as %u, and the promise is %u", first + i, told[i], promise);
        assert_true(promise == UNTOUCHED || told[i] != STATE_UNTOUCHED);
        assert_int_equal(bytes[i], knows ? moment->memory[first + i] : 0);
        known += knows;
    }
    assert_int_equal(got, known);
}

static void expect_moment(struct state *state, const struct made *made, const struct made_moment *moment, size_t first, size_t size)
{
    assert_memory_equal(state_registers(state), moment->registers, REGISTERS_SIZE);
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(state_register(state, i), log_number(moment->registers + REGISTERS_GENERAL + 8 * i, 8));
    expect_memory_at(state, made, moment, first, size);
}

static void go(struct state *state, uint64_t time, bool behind)
{
    struct error error;
    if (behind ? !state_go_behind(state, time, &error) : !state_go(state, time, &error))
        fail_msg("time %lu: %s", time, error.message);
}

static void every_moment_is_as_the_program_was(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct recording recording;
        struct state *state = record(&recording, seed, 0, UINT64_MAX);
        const struct made *made = &recording.made;
        struct error error;
        assert_int_equal(made->before_count, made->times + 1);
        assert_int_equal(made->behind_count, made->times);
        for (uint64_t time = 1; time <= made->times + 1; time++) {
            go(state, time, false);
            expect_moment(state, made, &made->before[time - 1], time * 37 % (MADE_SIZE - 8), 8);
        }
        for (uint64_t time = made->times; time > 0; time--) {
            go(state, time, true);
            expect_moment(state, made, &made->behind[time - 1], time * 41 % (MADE_SIZE - 8), 8);
        }
        assert_false(state_damage(state, &error));
        state_close(state);
        end(&recording);
    }
}

static void moments_in_any_order(void **unused)
{
    (void)unused;
    for (uint64_t seed = 11; seed <= 14; seed++) {
        struct recording recording;
        struct state *state = record(&recording, seed, 0, UINT64_MAX);
        const struct made *made = &recording.made;
        uint64_t random = seed;
        for (unsigned round = 0; round < 300; round++) {
            bool behind = next_random(&random) % 2, near = round && next_random(&random) % 3 == 0;
            static uint64_t time;
            time = near ? time + next_random(&random) % 3 : 1 + next_random(&random) % made->times;
            time = time > made->times + 1 - behind ? made->times + 1 - behind : time;
            go(state, time, behind);
            expect_moment(state, made, behind ? &made->behind[time - 1] : &made->before[time - 1], 0, round % 10 ? 1 + round : MADE_SIZE);
        }
        state_close(state);
        end(&recording);
    }
}

static void memory_that_nothing_touches_is_untouched(void **unused)
{
    (void)unused;
    struct recording recording;
    struct state *state = record(&recording, 2, 0, UINT64_MAX);
    static const uint64_t addresses[] = {0, MADE_BASE - 600, MADE_BASE + 0x40000, UINT64_MAX - 99};
    for (unsigned i = 0; i < 4; i++) {
        uint8_t bytes[100], told[100];
        memset(bytes, 0x55, sizeof bytes);
        go(state, 1 + 50 * i, false);
        assert_int_equal(state_memory(state, addresses[i], bytes, told, 100), 0);
        for (unsigned k = 0; k < 100; k++)
            assert_true(bytes[k] == 0 && told[k] == STATE_UNTOUCHED);
    }
    state_close(state);
    end(&recording);
}

/* Only some instructions are recorded (--from, --until): the others are not your code. */
static void a_window_shows_its_instructions_only(void **unused)
{
    (void)unused;
    static const struct { uint64_t opens, closes; } windows[] = {{100, 300}, {0, 150}, {333, UINT64_MAX}, {101, 302}, {102, 303}, {103, 304}};
    for (unsigned i = 0; i < sizeof windows / sizeof *windows; i++) {
        struct recording recording;
        struct state *state = record(&recording, 20 + i, windows[i].opens, windows[i].closes);
        const struct made *made = &recording.made;
        assert_true(made->times > 40 && made->times < made->instructions / 2);
        for (uint64_t time = 1; time <= made->times + 1; time++) {
            go(state, time, false);
            expect_moment(state, made, &made->before[time - 1], 100, 8);
            if (time > made->times)
                break;
            go(state, time, true);
            expect_moment(state, made, &made->behind[time - 1], 300, 8);
        }
        state_close(state);
        end(&recording);
    }
}

/* ---- Last stores ---- */

static const struct made_touch *last_store(const struct made *made, const struct made_moment *moment, size_t first, size_t size)
{
    for (size_t i = moment->touches; i-- > 0;)
        if (made->touches[i].how != MADE_LOADED && made->touches[i].first < first + size && made->touches[i].end > first)
            return &made->touches[i];
    return NULL;
}

static void expect_last_store(struct state *state, const struct made *made, const struct made_moment *moment, size_t first, size_t size)
{
    const struct made_touch *expected = last_store(made, moment, first, size);
    struct state_store found;
    enum state_found told = state_last_store(state, MADE_BASE + first, size, &found);
    assert_int_equal(told, expected ? (expected->how == MADE_STORED ? STATE_FOUND : STATE_UNTOLD) : STATE_NONE);
    if (told != STATE_FOUND)
        return;
    assert_int_equal(found.instruction, expected->instruction);
    assert_int_equal(found.yours, expected->yours);
    assert_int_equal(found.time, expected->time);
}

static void the_last_store_to_some_bytes(void **unused)
{
    (void)unused;
    for (uint64_t seed = 31; seed <= 36; seed++) {
        struct recording recording;
        bool window = seed > 33;
        struct state *state = record(&recording, seed, window ? 100 : 0, window ? 320 : UINT64_MAX);
        const struct made *made = &recording.made;
        uint64_t random = seed;
        unsigned found = 0;
        for (unsigned round = 0; round < 250; round++) {
            bool behind = next_random(&random) % 2;
            uint64_t time = 1 + next_random(&random) % made->times;
            size_t first = next_random(&random) % (MADE_SIZE - 70), size = 1 + next_random(&random) % (round % 3 ? 8 : 70);
            const struct made_moment *moment = behind ? &made->behind[time - 1] : &made->before[time - 1];
            go(state, time, behind);
            expect_last_store(state, made, moment, first, size);
            found += last_store(made, moment, first, size) != NULL;
            assert_memory_equal(state_registers(state), moment->registers, REGISTERS_SIZE);     /* the question moves nothing */
        }
        assert_true(found > 50);
        go(state, made->times + 1, false);
        expect_last_store(state, made, &made->before[made->times], 0, MADE_SIZE);
        state_close(state);
        end(&recording);
    }
}

/* The store of a repeated instruction comes in a segment of its own. The window may open between the two. */
static void a_window_opens_anywhere(void **unused)
{
    (void)unused;
    for (uint64_t opens = 100; opens < 116; opens++) {
        struct recording recording;
        struct state *state = record(&recording, 40, opens, UINT64_MAX);
        const struct made *made = &recording.made;
        for (uint64_t time = 1; time < 6; time++) {
            go(state, time, false);
            for (size_t first = 0; first < MADE_SIZE; first += 16)
                expect_last_store(state, made, &made->before[time - 1], first, 16);
        }
        state_close(state);
        end(&recording);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_moment_is_as_the_program_was),
        cmocka_unit_test(moments_in_any_order),
        cmocka_unit_test(memory_that_nothing_touches_is_untouched),
        cmocka_unit_test(a_window_shows_its_instructions_only),
        cmocka_unit_test(the_last_store_to_some_bytes),
        cmocka_unit_test(a_window_opens_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
