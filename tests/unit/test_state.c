/* test_state.c - registers and memory of a recorded program at any moment, against the program itself.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "made_recording.h"
#include "recording/store/layout.h"

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

/* The same moments by the count of all instructions. */
static void instructions_lead_to_the_moments_of_executions(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct recording recording;
        struct state *state = record(&recording, seed, 0, UINT64_MAX);
        const struct made *made = &recording.made;
        struct error error;
        uint64_t random = seed + 7;
        for (unsigned round = 0; round < 300; round++) {
            uint64_t time = 1 + next_random(&random) % made->times;
            bool behind = round % 2;
            const struct made_moment *moment = behind ? &made->behind[time - 1] : &made->before[time - 1];
            assert_true(state_go_instruction(state, moment->instructions, behind, &error));
            expect_moment(state, made, moment, next_random(&random) % (MADE_SIZE - 40), 40);
            if (round % 3 == 0) {       /* then by time, from there */
                go(state, time, !behind);
                expect_moment(state, made, behind ? &made->before[time - 1] : &made->behind[time - 1], 0, 40);
            }
        }
        assert_false(state_go_instruction(state, made->instructions + 1, false, &error));
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

static enum state_how how_of(const struct made_touch *touch)
{
    static const enum state_how hows[] = {[MADE_LOADED] = STATE_LOADED, [MADE_STORED] = STATE_STORED, [MADE_TOLD] = STATE_KERNEL, [MADE_LOST] = STATE_TAKEN,
                                          [MADE_MOVED] = STATE_TAKEN};
    return hows[touch->how];
}

static void expect_access(const struct made *made, const struct state_access *access, const struct made_touch *expected, size_t first, size_t size)
{
    bool runs = expected->how == MADE_STORED || expected->how == MADE_LOADED;
    size_t from = expected->first > first ? expected->first : first, end = expected->end < first + size ? expected->end : first + size;
    (void)made;
    assert_true(access->how == how_of(expected) || (expected->how == MADE_LOST && access->how == STATE_KERNEL));
    assert_int_equal(access->time, expected->time);
    assert_int_equal(access->first, MADE_BASE + from);
    assert_int_equal(access->last, MADE_BASE + end - 1);
    if (!runs)
        return;
    assert_int_equal(access->instruction, expected->instruction);
    assert_int_equal(access->yours, expected->yours);
    assert_true(access->address >= MADE_BASE + expected->first && access->address <= access->first);
    assert_true(access->address + access->size <= MADE_BASE + expected->end && access->address + access->size > access->last);
    assert_true(access->told);
}

static void expect_last_store(struct state *state, const struct made *made, const struct made_moment *moment, size_t first, size_t size)
{
    const struct made_touch *expected = last_store(made, moment, first, size);
    struct state_access found;
    enum state_found told = state_last_change(state, MADE_BASE + first, size, NULL, &found);
    assert_int_equal(told, expected ? STATE_FOUND : STATE_NONE);
    if (told == STATE_FOUND)
        expect_access(made, &found, expected, first, size);
}

/* Returns whether some bytes were changed since the time and others were not. */
static bool expect_changes(struct state *state, const struct made *made, const struct made_moment *moment, const struct state_span *span)
{
    bool changed[MADE_SIZE], expected[MADE_SIZE] = {false};
    size_t from = span->address - MADE_BASE, count = 0;
    for (size_t i = 0; i < moment->touches; i++)
        for (size_t at = made->touches[i].first; at < made->touches[i].end; at++)
            if (made->touches[i].how != MADE_LOADED && made->touches[i].time >= span->time && at >= from && at < from + span->size)
                expected[at - from] = true;
    if (!state_changes(state, span, NULL, changed))
        return false;                   /* too many pieces */
    assert_memory_equal(changed, expected, span->size);
    for (size_t i = 0; i < span->size; i++)
        count += changed[i];
    return count && count < span->size;
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
        unsigned found = 0, mixed = 0;
        for (unsigned round = 0; round < 250; round++) {
            bool behind = next_random(&random) % 2;
            uint64_t time = 1 + next_random(&random) % made->times;
            size_t first = next_random(&random) % (MADE_SIZE - 70), size = 1 + next_random(&random) % (round % 3 ? 8 : 70);
            const struct made_moment *moment = behind ? &made->behind[time - 1] : &made->before[time - 1];
            go(state, time, behind);
            expect_last_store(state, made, moment, first, size);
            found += last_store(made, moment, first, size) != NULL;
            mixed += expect_changes(state, made, moment, &(struct state_span){.address = MADE_BASE + first, .size = size, .time = next_random(&random) % time});
            assert_memory_equal(state_registers(state), moment->registers, REGISTERS_SIZE);     /* the question moves nothing */
        }
        assert_true(found > 50 && mixed > 10);
        go(state, made->times + 1, false);
        expect_last_store(state, made, &made->before[made->times], 0, MADE_SIZE);
        state_close(state);
        end(&recording);
    }
}

/* ---- All accesses ---- */

static bool is_wanted(const struct made *made, size_t i, size_t first, size_t size, bool loads)
{
    const struct made_touch *touch = &made->touches[i], *next = i + 1 < made->touches_count ? touch + 1 : NULL;
    bool told_next = touch->how == MADE_LOST && next && next->how == MADE_TOLD && next->first == touch->first && next->end == touch->end;
    return touch->first < first + size && touch->end > first && (loads || touch->how != MADE_LOADED) && !told_next;
}

/* The touches of a piece of the made program. */
static void touches_of(const struct made *made, const struct made_piece *piece, size_t *from, size_t *to)
{
    *from = made->records[piece->begin].touches;
    *to = piece->end < made->records_count ? made->records[piece->end].touches : made->touches_count;
}

static unsigned expect_accesses(struct recording *recording, struct state *state, uint64_t number, size_t first, size_t size, bool loads)
{
    const struct made *made = &recording->made;
    struct state_accesses list = {0};
    size_t from, to, at = 0;
    touches_of(made, &recording->pieces.pieces[number], &from, &to);
    assert_true(state_accesses(state, number, MADE_BASE + first, size, loads, &list));
    for (size_t i = from; i < to; i++) {
        if (!is_wanted(made, i, first, size, loads))
            continue;
        assert_true(at < list.items_count);
        expect_access(made, &list.items[at], &made->touches[i], first, size);
        assert_true(at == 0 || list.items[at].order >= list.items[at - 1].order);
        at++;
    }
    assert_int_equal(at, list.items_count);
    assert_false(list.cut);
    state_accesses_free(&list);
    return (unsigned)at;
}

static void all_accesses_to_some_bytes(void **unused)
{
    (void)unused;
    for (uint64_t seed = 51; seed <= 54; seed++) {
        struct recording recording;
        bool window = seed > 52;
        struct state *state = record(&recording, seed, window ? 100 : 0, window ? 320 : UINT64_MAX);
        const struct made *made = &recording.made;
        uint64_t random = seed;
        unsigned found = 0;
        go(state, 30, false);
        for (unsigned round = 0; round < 200; round++) {
            size_t first = next_random(&random) % (MADE_SIZE - 70), size = 1 + next_random(&random) % (round % 3 ? 8 : 70);
            found += expect_accesses(&recording, state, next_random(&random) % recording.pieces.pieces_count, first, size, round % 2);
        }
        assert_true(found > 100);
        for (uint64_t piece = 0; piece < recording.pieces.pieces_count; piece++)
            expect_accesses(&recording, state, piece, 0, MADE_SIZE, true);
        expect_moment(state, made, &made->before[29], 0, MADE_SIZE);    /* the questions moved nothing */
        state_close(state);
        end(&recording);
    }
}

static bool touches_any(const struct made *made, const struct made_piece *piece, size_t first, size_t size, bool loads)
{
    size_t from, to;
    touches_of(made, piece, &from, &to);
    for (size_t i = from; i < to; i++)
        if (made->touches[i].first < first + size && made->touches[i].end > first && (loads || made->touches[i].how != MADE_LOADED))
            return true;
    return false;
}

static void the_next_piece_that_changes_or_touches(void **unused)
{
    (void)unused;
    struct recording recording;
    struct state *state = record(&recording, 55, 0, UINT64_MAX);
    uint64_t random = 1, count = recording.pieces.pieces_count;
    for (unsigned round = 0; round < 2000; round++) {
        size_t first = next_random(&random) % (MADE_SIZE - 8), size = 1 + next_random(&random) % 8;
        uint64_t piece = next_random(&random) % count;
        bool back = round % 2, loads = round % 4 / 2;
        uint64_t found = state_piece_next(state, piece, back, MADE_BASE + first, size, loads);
        while (piece < count && !touches_any(&recording.made, &recording.pieces.pieces[piece], first, size, loads))
            piece += back ? UINT64_MAX : 1;
        assert_int_equal(found, piece < count ? piece : STATE_NO_PIECE);
    }
    assert_int_equal(state_piece_next(state, 0, false, MADE_BASE + 100000, 4, true), STATE_NO_PIECE);
    assert_int_equal(state_piece_next(state, 0, false, MADE_BASE, 0, true), STATE_NO_PIECE);
    assert_int_equal(state_piece_next(state, count, true, MADE_BASE, MADE_SIZE, true), STATE_NO_PIECE);
    state_close(state);
    end(&recording);
}

/* What memory holds before a piece, with all changes in it, is what it holds behind: against the log itself. */
static void changes_lead_from_piece_to_piece(void **unused)
{
    (void)unused;
    struct recording recording;
    struct state *state = record(&recording, 56, 0, UINT64_MAX);
    const struct made *made = &recording.made;
    struct made_follower follower = follower_open();
    unsigned compared = 0;
    size_t done = 0;
    for (uint64_t number = 0; number < recording.pieces.pieces_count; number++) {
        const struct made_piece *piece = &recording.pieces.pieces[number];
        uint8_t bytes[MADE_SIZE], told[MADE_SIZE], right[MADE_SIZE];
        bool known[MADE_SIZE];
        struct state_accesses list = {0};
        state_memory_before(state, number, MADE_BASE, bytes, told, MADE_SIZE);
        assert_true(state_accesses(state, number, MADE_BASE, MADE_SIZE, false, &list));
        for (unsigned half = 0; half < 2; half++) {
            size_t until = half ? piece->end : piece->begin;
            follower_go(&follower, made, done, until);
            done = until;
            image_read_known(machine_image(follower.machine), MADE_BASE, right, known, MADE_SIZE);
            for (size_t i = 0; i < MADE_SIZE; i++) {
                assert_true(told[i] != STATE_KNOWN || !known[i] || bytes[i] == right[i]);
                compared += told[i] == STATE_KNOWN && known[i];
            }
            for (size_t i = 0; i < list.items_count; i++) {
                const struct state_access *access = &list.items[i];
                uint64_t size = access->last - access->first + 1;
                memset(told + (access->first - MADE_BASE), access->told ? STATE_KNOWN : STATE_UNKNOWN, size);
                if (access->told)
                    memcpy(bytes + (access->first - MADE_BASE), list.bytes.data + access->bytes, size);
            }
        }
        state_accesses_free(&list);
    }
    assert_true(compared > 3000);
    follower_close(&follower);
    state_close(state);
    end(&recording);
}

/* ---- Searches ---- */

struct taken { ARRAY(struct state_access, items); size_t most; };

static bool take_access(void *context, const struct state_access *access)
{
    struct taken *taken = context;
    ARRAY_ADD(taken, items, *access);
    return taken->items_count < taken->most;
}

/* Every place where the bytes lie at some moment is told no later than that. */
static void a_search_finds_bytes_when_they_first_appear(void **unused)
{
    (void)unused;
    struct recording recording;
    struct state *state = record(&recording, 57, 0, UINT64_MAX);
    const struct made *made = &recording.made;
    uint64_t random = 2;
    unsigned found = 0;
    for (unsigned round = 0; round < 120; round++) {
        uint64_t time = 1 + next_random(&random) % made->times, size = 2 + next_random(&random) % 6, at = next_random(&random) % (MADE_BORDER - 8);
        uint8_t bytes[8], told[8];
        struct taken taken = {.most = SIZE_MAX};
        go(state, time, false);
        if (state_memory(state, MADE_BASE + at, bytes, told, size) < size)
            continue;
        assert_true(state_search(state, (struct str){(const char *)bytes, size}, NULL, take_access, &taken));
        size_t i = 0;
        while (i < taken.items_count && taken.items[i].address != MADE_BASE + at)
            i++;
        for (size_t k = 0; k < taken.items_count; k++)
            assert_true(taken.items[k].size == size && (k == 0 || taken.items[k].order >= taken.items[k - 1].order));
        /* what a later load tells first was there before */
        assert_true(i < taken.items_count && (taken.items[i].how == STATE_LOADED || taken.items[i].time < time));
        size_t all = taken.items_count;
        taken.items_count = 0;
        taken.most = 1;
        assert_true(state_search(state, (struct str){(const char *)bytes, size}, NULL, take_access, &taken));
        assert_true(taken.items_count == 1 && all >= 1);
        free(taken.items);
        found++;
    }
    struct taken none = {.most = SIZE_MAX};
    assert_true(state_search(state, str_of("these bytes are nowhere"), NULL, take_access, &none));
    assert_int_equal(none.items_count, 0);
    assert_true(found > 20);
    state_close(state);
    end(&recording);
}

/* ---- Windows ---- */

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
        cmocka_unit_test(instructions_lead_to_the_moments_of_executions),
        cmocka_unit_test(memory_that_nothing_touches_is_untouched),
        cmocka_unit_test(a_window_shows_its_instructions_only),
        cmocka_unit_test(the_last_store_to_some_bytes),
        cmocka_unit_test(all_accesses_to_some_bytes),
        cmocka_unit_test(the_next_piece_that_changes_or_touches),
        cmocka_unit_test(changes_lead_from_piece_to_piece),
        cmocka_unit_test(a_search_finds_bytes_when_they_first_appear),
        cmocka_unit_test(a_window_opens_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
