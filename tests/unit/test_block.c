/* test_block.c - blocks of numbers and dependences: decoding gives the encoded entries, in the expected shape.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/block_code.h"
#include "recording/store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

static uint64_t next_random(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15;
    uint64_t z = *state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

struct sample {
    uint32_t definers[BLOCK];
    uint64_t values[BLOCK];
    unsigned count;
    bool numbers;
};

/* Looks up some of every 64 entries: finds each once, equal to block_decode's. Definers NULL: numbers. */
static void assert_alike(struct block block, const unsigned char *payload, unsigned count, const uint32_t *definers, const uint64_t *values, uint64_t some)
{
    for (unsigned from = 0; from < count && block_kind(block) != BLOCK_LINE; from += 64) {
        uint64_t wanted = some & (count - from < 64 ? ((uint64_t)1 << (count - from)) - 1 : UINT64_MAX), got[64];
        while (wanted) {
            uint32_t definer;
            uint64_t before = wanted;
            unsigned found = block_alike(block, payload, count, from, &wanted, &definer, got), k = 0;
            assert_int_equal(wanted & ~before, 0);
            for (before &= ~wanted; before; before &= before - 1) {
                unsigned i = from + (unsigned)__builtin_ctzll(before);
                assert_true(k < found);
                assert_int_equal(got[k++], values[i]);
                assert_true(!definers || definer == definers[i]);
            }
            assert_true(found > 0 && found == k);
        }
    }
}

/* Payloads are at the end of a malloced piece, with 8 bytes after them, so that sanitizers report reads beyond. */
static void assert_read(const struct sample *s, struct block block, const unsigned char *payload, size_t size)
{
    unsigned char *exact = malloc(size + 8);
    uint32_t definers[BLOCK];
    uint64_t values[BLOCK];
    memcpy(exact, payload, size);
    memset(exact + size, 0xa5, 8);
    block_decode(block, exact, s->count, s->numbers ? NULL : definers, values);
    assert_memory_equal(values, s->values, s->count * sizeof *values);
    if (!s->numbers)
        assert_memory_equal(definers, s->definers, s->count * sizeof *definers);
    for (unsigned i = 0; i < s->count; i++) {
        struct block_entry entry = block_at(block, exact, s->count, i, !s->numbers);
        assert_int_equal(entry.value, s->values[i]);
        assert_int_equal(entry.definer, s->numbers ? 0 : s->definers[i]);
    }
    assert_alike(block, exact, s->count, s->numbers ? NULL : s->definers, s->values, UINT64_MAX);
    assert_alike(block, exact, s->count, s->numbers ? NULL : s->definers, s->values, s->values[0] ^ 0x8000000100020041);
    free(exact);
}

static struct block encode_on(const struct kernels *kernels, enum block_rests rests, const struct sample *s, unsigned char *payload, size_t *size)
{
    /* At the ends of their allocations, for the same reason. */
    uint64_t *values = malloc(s->count * sizeof *values);
    uint32_t *definers = malloc(s->count * sizeof *definers);
    struct block block;
    memcpy(values, s->values, s->count * sizeof *values);
    memcpy(definers, s->definers, s->count * sizeof *definers);
    block_encode_with(kernels, rests, s->numbers ? NULL : definers, values, s->count, &block, payload, size);
    free(values);
    free(definers);
    return block;
}

/* A round trip on each path, with the same bytes on each, and the size in the descriptor. */
static struct block assert_survives(const struct sample *s)
{
    unsigned char *payload = malloc(BLOCK_BUFFER), *other = malloc(BLOCK_BUFFER);
    size_t size, other_size;
    struct block block = {0}, other_block;
    for (enum block_rests rests = RESTS_BITS; rests <= (s->numbers ? RESTS_BYTES : RESTS_BITS); rests++) {
        block = encode_on(kernels_plain(), rests, s, payload, &size);
        other_block = encode_on(kernels_best(), rests, s, other, &other_size);
        assert_int_equal(size, other_size);
        assert_true(size <= BLOCK_PAYLOAD);
        assert_memory_equal(&block, &other_block, sizeof block);
        assert_memory_equal(payload, other, size);
        bool good;
        assert_int_equal(block_size(block, s->count, !s->numbers, &good), size);
        assert_true(good);
        block_place(&block, 0x7ffffffffff);
        if (block_kind(block) != BLOCK_LINE)
            assert_int_equal(block_offset(block), 0x7ffffffffff);
        assert_read(s, block, payload, size);
    }
    free(payload);
    free(other);
    return block;
}

/* ---- Shapes ---- */

static struct block line_block(unsigned count, uint64_t base, uint64_t step)
{
    struct sample s = {.count = count};
    for (unsigned i = 0; i < count; i++) {
        s.definers[i] = 4000000000;
        s.values[i] = base + step * i;
    }
    return assert_survives(&s);
}

static void whole_steps_are_lines_without_payload(void **state)
{
    (void)state;
    const uint64_t steps[] = {0, 1, 2, 4096, 32767, (uint64_t)-1, (uint64_t)-32767};
    for (unsigned k = 0; k < sizeof steps / sizeof *steps; k++)
        for (unsigned count = 1; count <= BLOCK; count++)
            assert_int_equal(block_kind(line_block(count, 1000000, steps[k])), BLOCK_LINE);
    assert_int_equal(block_kind(line_block(BLOCK, 3, (uint64_t)-2)), BLOCK_LINE);
}

static void steps_of_inner_loops_are_lines_at_any_phase(void **state)
{
    (void)state;
    for (uint64_t trips = 2; trips <= 16; trips++)
        for (uint64_t phase = 0; phase < trips; phase++) {
            struct sample outer = {.count = BLOCK}, test = {.count = BLOCK};
            for (unsigned i = 0; i < BLOCK; i++) {
                outer.values[i] = 700 + (i + phase) / trips;
                test.values[i] = 5000 + i + (i + phase) / trips;
            }
            assert_int_equal(block_kind(assert_survives(&outer)), BLOCK_LINE);
            assert_int_equal(block_kind(assert_survives(&test)), BLOCK_LINE);
        }
}

static void lines_too_far_out_or_too_steep_are_packed_without_rests(void **state)
{
    (void)state;
    const struct { uint64_t base, step; } cases[] = {
        {(uint64_t)1 << 53, 1}, {UINT64_MAX, 0}, {UINT64_MAX - 5, 1}, {0, 32768}, {7, (uint64_t)-32768}, {0, 1000000}, {5, (uint64_t)-123456789},
        {0, (uint64_t)1 << 31}, {(uint64_t)1 << 63, (uint64_t)3 << 20},
    };
    for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct block block = line_block(BLOCK, cases[k].base, cases[k].step);
        if (cases[k].base < (uint64_t)1 << 53 || cases[k].base > UINT64_MAX - (1 << 20)) {
            assert_true(block_kind(block) == BLOCK_LINE || (block_kind(block) == BLOCK_PACKED && block_width(block) == 0));
        } else {
            assert_int_equal(block_kind(block), BLOCK_PACKED);
            assert_int_equal(block_width(block), 0);
        }
    }
}

static void a_value_off_the_line_costs_bits_not_a_kind(void **state)
{
    (void)state;
    struct sample s = {.count = BLOCK};
    for (unsigned i = 0; i < BLOCK; i++)
        s.values[i] = 100 + i + (i % 7 == 3 ? 5 : 0);
    struct block block = assert_survives(&s);
    assert_int_equal(block_kind(block), BLOCK_PACKED);
    assert_in_range(block_width(block), 1, 3);
}

/* Entries under an if, chosen by `random`, and the others. */
static struct block if_block(uint64_t seed)
{
    struct sample s = {.count = BLOCK};
    uint64_t taken = 90, not_taken = 50;
    for (unsigned i = 0; i < BLOCK; i++) {
        bool take = next_random(&seed) & 1;
        s.definers[i] = take ? 17 : 25;
        s.values[i] = take ? taken++ : not_taken++;
    }
    return assert_survives(&s);
}

static void definers_that_count_their_own_entries_need_no_rests(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct block block = if_block(seed);
        bool good;
        assert_int_equal(block_kind(block), BLOCK_SEVERAL);
        assert_int_equal(block.second >> 32, 0);
        assert_in_range(block_size(block, BLOCK, true, &good), BLOCK / 8 + 2, BLOCK / 8 + 16);
    }
}

static struct block definers_block(unsigned definers, unsigned count)
{
    struct sample s = {.count = count};
    uint64_t seed = definers;
    for (unsigned i = 0; i < count; i++) {
        unsigned code = i < definers ? i : (unsigned)(next_random(&seed) % definers);
        s.definers[i] = 1000 + 3 * code;
        s.values[i] = 40 + i;
    }
    return assert_survives(&s);
}

static void any_number_of_definers_survives(void **state)
{
    (void)state;
    for (unsigned definers = 2; definers <= BLOCK; definers++) {
        enum block_kind kind = block_kind(definers_block(definers, BLOCK));
        if (definers <= 16)
            assert_int_equal(kind, BLOCK_SEVERAL);
        if (definers > BLOCK_DEFINERS)
            assert_int_equal(kind, BLOCK_MANY);
        definers_block(definers, definers);
    }
}

static void the_largest_block_fits_its_buffer(void **state)
{
    (void)state;
    struct sample s = {.count = BLOCK};
    for (unsigned i = 0; i < BLOCK; i++) {
        s.definers[i] = i % 2 ? UINT32_MAX - i : i;
        s.values[i] = i % 3 ? UINT64_MAX - i : i;
    }
    struct block block = assert_survives(&s);
    bool good;
    assert_int_equal(block_kind(block), BLOCK_MANY);
    assert_int_equal(block_size(block, BLOCK, true, &good), BLOCK_PAYLOAD);
}

static void bytes_keep_what_repeats_and_stay_whole(void **state)
{
    (void)state;
    struct sample s = {.count = BLOCK, .numbers = true};
    uint64_t seed = 5;
    for (unsigned i = 0; i < BLOCK; i++)
        s.values[i] = 0x7ffff7a00000 + (next_random(&seed) & 0xfffff8);
    struct block block;
    unsigned char payload[BLOCK_BUFFER];
    size_t size;
    block_encode_bytes(s.values, s.count, &block, payload, &size);
    assert_int_equal(block_kind(block), BLOCK_PACKED);
    assert_int_equal(block_width(block), 24);
    unsigned base = block_base_bytes(block), width = block_width(block) / 8;
    for (unsigned i = 0; i < BLOCK; i++)
        assert_memory_equal(payload + base + i * width, &s.values[i], 2);
    assert_survives(&s);
}

/* ---- Random blocks ---- */

static uint64_t random_value(uint64_t *seed, unsigned shape, unsigned i)
{
    uint64_t r = next_random(seed);
    switch (shape) {
    case 0: return r >> (r & 63);                                           /* of every size */
    case 1: return r & 1 ? 0 : UINT64_MAX;
    case 2: return UINT64_MAX - 100 + i;                                    /* wraps around */
    case 3: return 1000 + i * 3 + (r & 7);
    case 4: return 1000000 - i * 5 - (r % 3);
    case 5: return (uint64_t)i * 123456789 + (r & 1023);
    case 6: return ((uint64_t)1 << 63) - 50 + (r % 100);                    /* near the sign bit */
    case 7: return i / 9 + 4;
    case 8: return ((uint64_t)1 << 53) - 128 + i;                           /* near the end of LINE's bases */
    case 9: return ((uint64_t)1 << 35) * (r & 1) + (r >> 62);               /* near the end of narrow heights */
    case 10: return (uint64_t)i * i;
    case 11: return (uint64_t)(i % 17 == 0) * 0x123456789a;
    case 12: return 0 - (uint64_t)i * 40000 + (r & 3);
    default: return r;
    }
}

static void random_sample(uint64_t *seed, struct sample *s)
{
    uint64_t r = next_random(seed);
    unsigned shape = (unsigned)(r % 14), other = r >> 8 & 1 ? (unsigned)(r >> 16) & 15 : shape, definers = r >> 24 & 1 ? 1 : 1 + ((unsigned)(r >> 32) & 31);
    s->count = r >> 40 & 1 ? BLOCK : 1 + (unsigned)(r >> 48) % BLOCK;
    s->numbers = r >> 25 & 1;
    uint64_t spread = next_random(seed) % 34;
    for (unsigned i = 0; i < s->count; i++) {
        uint64_t code = next_random(seed) % definers;
        s->definers[i] = definers == 1 ? 7 : (uint32_t)(code * 0x9e3779b9 >> (spread < 32 ? spread : 31));
        s->values[i] = random_value(seed, code & 1 ? other : shape, i);
    }
}

static void random_blocks_survive_on_every_path(void **state)
{
    (void)state;
    uint64_t seed = 1;
    struct sample s;
    for (unsigned round = 0; round < 20000; round++) {
        random_sample(&seed, &s);
        assert_survives(&s);
    }
}

static void damaged_blocks_give_the_same_answers_either_way_and_read_no_further(void **state)
{
    (void)state;
    uint64_t seed = 77;
    struct sample s;
    unsigned char *made = malloc(BLOCK_BUFFER);
    for (unsigned round = 0; round < 20000; round++) {
        struct block block;
        size_t made_size;
        bool good;
        random_sample(&seed, &s);
        block = encode_on(kernels_best(), RESTS_BITS, &s, made, &made_size);
        uint64_t r = next_random(&seed);
        if (r & 1)
            block.first ^= (uint64_t)1 << (r >> 8 & 63);
        if (r & 2)
            block.second ^= (uint64_t)1 << (r >> 16 & 63);
        if (r & 4 && made_size)
            made[(r >> 32) % made_size] ^= (unsigned char)(1 << (r >> 24 & 7));
        if ((r & 0xf8) == 0)
            block = (struct block){next_random(&seed), next_random(&seed) >> (r >> 60)};
        size_t size = block_size(block, s.count, true, &good);
        assert_true(good || size == 0);
        unsigned char *payload = malloc(size + 8);
        for (size_t i = 0; i < size + 8; i++)
            payload[i] = (unsigned char)(i < made_size ? made[i] : r >> (i & 31));
        uint32_t definers[BLOCK];
        uint64_t values[BLOCK];
        block_decode(block, payload, s.count, definers, values);
        for (unsigned i = 0; i < s.count; i++) {
            struct block_entry entry = block_at(block, payload, s.count, i, true);
            assert_int_equal(entry.value, values[i]);
            assert_int_equal(entry.definer, definers[i]);
        }
        assert_alike(block, payload, s.count, definers, values, UINT64_MAX);
        assert_alike(block, payload, s.count, definers, values, r);
        free(payload);
    }
    free(made);
}

/* ---- Lists ---- */

static struct block encode_numbers(const uint64_t *values, unsigned count)
{
    struct block block;
    unsigned char payload[BLOCK_BUFFER];
    size_t size;
    block_encode(NULL, values, count, &block, payload, &size);
    return block;
}

static void a_uniform_list_needs_its_first_descriptor_only(void **state)
{
    (void)state;
    const uint64_t steps[] = {0, 1, 3, (uint64_t)-1};
    for (unsigned k = 0; k < 4; k++)
        for (unsigned last = 1; last <= BLOCK; last += 51) {
            uint64_t values[3 * BLOCK];
            for (unsigned i = 0; i < 3 * BLOCK; i++)
                values[i] = 5000 + steps[k] * i;
            struct block first = encode_numbers(values, BLOCK);
            assert_true(block_continues(first, BLOCK, encode_numbers(values + BLOCK, BLOCK)));
            assert_true(block_continues(first, 2 * BLOCK, encode_numbers(values + 2 * BLOCK, last)));
            for (unsigned i = 0; i < 3 * BLOCK; i++)
                assert_int_equal(block_at_line(first, i).value, values[i]);
            struct block second = encode_numbers(values + BLOCK, BLOCK), stands_for = block_continued(first, BLOCK);
            assert_memory_equal(&second, &stands_for, sizeof second);
        }
}

static void a_block_that_does_not_go_on_is_told(void **state)
{
    (void)state;
    uint64_t values[BLOCK], next[BLOCK], halves[BLOCK];
    for (unsigned i = 0; i < BLOCK; i++) {
        values[i] = i;
        next[i] = BLOCK + i;
        halves[i] = i / 2;
    }
    struct block first = encode_numbers(values, BLOCK), second = encode_numbers(next, BLOCK), other = second;
    assert_true(block_continues(first, BLOCK, second));
    assert_false(block_continues(first, 2 * BLOCK, second));
    assert_false(block_continues(encode_numbers(halves, BLOCK), BLOCK, second));
    struct block half = encode_numbers(halves, BLOCK);
    for (unsigned i = 0; i < BLOCK; i++)
        halves[i] += BLOCK / 2;
    assert_int_equal(block_kind(half), BLOCK_LINE);
    assert_false(block_continues(half, BLOCK, encode_numbers(halves, BLOCK)));      /* slopes are rounded: it does not continue for ever */
    other.second++;                         /* another definer */
    assert_false(block_continues(first, BLOCK, other));
    next[1] += 4;
    assert_false(block_continues(first, BLOCK, encode_numbers(next, BLOCK)));
    next[0]++;
    assert_false(block_continues(first, BLOCK, encode_numbers(next, 1)));
}

static void lines_of_damaged_lists_are_asked_for_any_entry(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (unsigned round = 0; round < 10000; round++) {
        struct block block = {next_random(&seed) & ~(uint64_t)3, next_random(&seed)};
        block_at_line(block, next_random(&seed) >> (round & 63));
    }
}

static void ranges_are_those_of_a_plain_search(void **state)
{
    (void)state;
    uint64_t seed = 9;
    struct sample s;
    for (unsigned round = 0; round < 2000; round++) {
        random_sample(&seed, &s);
        struct block_range ranges[BLOCK], plain[BLOCK];
        unsigned count = block_ranges(s.definers, s.values, s.count, ranges), found = 0;
        for (unsigned i = 0; i < s.count; i++) {
            unsigned k = 0;
            while (k < found && plain[k].definer != s.definers[i])
                k++;
            if (k == found)
                plain[found++] = (struct block_range){s.definers[i], s.values[i], s.values[i]};
            plain[k].low = s.values[i] < plain[k].low ? s.values[i] : plain[k].low;
            plain[k].high = s.values[i] > plain[k].high ? s.values[i] : plain[k].high;
        }
        assert_int_equal(count, found);
        for (unsigned k = 0; k < count; k++)
            assert_true(ranges[k].definer == plain[k].definer && ranges[k].low == plain[k].low && ranges[k].high == plain[k].high);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_steps_are_lines_without_payload),
        cmocka_unit_test(steps_of_inner_loops_are_lines_at_any_phase),
        cmocka_unit_test(lines_too_far_out_or_too_steep_are_packed_without_rests),
        cmocka_unit_test(a_value_off_the_line_costs_bits_not_a_kind),
        cmocka_unit_test(definers_that_count_their_own_entries_need_no_rests),
        cmocka_unit_test(any_number_of_definers_survives),
        cmocka_unit_test(the_largest_block_fits_its_buffer),
        cmocka_unit_test(bytes_keep_what_repeats_and_stay_whole),
        cmocka_unit_test(random_blocks_survive_on_every_path),
        cmocka_unit_test(damaged_blocks_give_the_same_answers_either_way_and_read_no_further),
        cmocka_unit_test(a_uniform_list_needs_its_first_descriptor_only),
        cmocka_unit_test(a_block_that_does_not_go_on_is_told),
        cmocka_unit_test(lines_of_damaged_lists_are_asked_for_any_entry),
        cmocka_unit_test(ranges_are_those_of_a_plain_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
