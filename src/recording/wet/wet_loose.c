/* wet_loose.c - lines that are foretold, but now longer and now shorter, by AVX2.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The line feeds of a stretch of text are found first, so that no line waits for the end of the one before it, and no length has to be guessed: a
 * wrong guess takes as long as some lines. */
#include "recording/wet/wet_foretold.h"

#if defined __x86_64__

enum { STRETCH = 1024, WORD = 64, STARTS_AT_ONCE = 4 };

/* Where lines of a stretch begin; behind the last one, where its end is. */
struct starts {
    uint16_t at[1 + STRETCH + STARTS_AT_ONCE];
    unsigned count;                 /* of whole lines */
};

/* Of whole words before the limit. */
static INLINE void starts_find(struct starts *starts, const char *at, const char *limit)
{
    const unsigned size = limit - at < STRETCH ? (unsigned)(limit - at) / WORD * WORD : STRETCH;
    const __m256i feed = bytes_of('\n');
    unsigned count = 1;
    starts->at[0] = 0;
    for (unsigned from = 0; from < size; from += WORD) {
        uint32_t low = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(load32(at + from), feed));
        uint64_t marks = low | (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(load32(at + from + 32), feed)) << 32;
        unsigned found = (unsigned)__builtin_popcountll(marks);
        for (unsigned k = 0; k == 0 || k < found; k += STARTS_AT_ONCE)
#pragma GCC unroll 4
            for (unsigned more = 0; more < STARTS_AT_ONCE; more++, marks = _blsr_u64(marks))
                starts->at[count + k + more] = (uint16_t)(from + (unsigned)_tzcnt_u64(marks) + 1);
        count += found;
    }
    starts->count = count - 1;
}

/* Digits of a line's instance, `length` of them before `end`, as a word; what they are is not checked. Not 0: there are too many. */
static inline uint64_t instance_lay(const char *end, unsigned length, uint64_t *digits)
{
    *digits = (word_load(end - 8) ^ word_of('0')) & UINT64_MAX << (64 - 8 * length) % 64;
    return (length - 1) & ~7u;
}

/* A value of so many digits; *wrong is not 0 where there are none. */
static INLINE uint64_t value_check(const char *at, unsigned length, __m256i *wrong)
{
    static const unsigned char beyond[31] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                             255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)at), digits = _mm_sub_epi8(bytes, _mm_set1_epi8('0'));
    __m128i letters = _mm_sub_epi8(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), _mm_set1_epi8('a'));
    __m128i bad = _mm_min_epu8(_mm_subs_epu8(digits, _mm_set1_epi8(9)), _mm_subs_epu8(letters, _mm_set1_epi8(5)));
    __m128i none = _mm_loadu_si128((const __m128i *)(const void *)(beyond + 15 - ((length - 1) & 15)));
    *wrong = _mm256_or_si256(*wrong, _mm256_zextsi128_si256(_mm_andnot_si128(none, bad)));
    return (length - 1) & ~15u;
}

/* Are these lines, whose X differ in the last digit only, as they should be? Digits of instances go into words. */
static INLINE bool lines_are_good(const struct foretold *foretold, const char *at, const uint16_t *starts, unsigned count, __m256i front, uint64_t *words,
                                  bool is_value)
{
    __m256i wrong = _mm256_setzero_si256();
    uint64_t bad = 0;
    for (unsigned k = 0; k < count; k++, front = _mm256_add_epi8(front, foretold->last)) {
        const char *line = at + starts[k];
        unsigned length = (unsigned)starts[k + 1] - starts[k] - 1 - foretold->any;
        wrong = _mm256_or_si256(wrong, _mm256_and_si256(_mm256_xor_si256(load32(line), front), foretold->known));
        bad |= is_value ? value_check(line + foretold->any, length, &wrong) : instance_lay(at + starts[k + 1] - 1, length, words + k);
    }
    return !bad && _mm256_testz_si256(wrong, wrong);
}

/* Words become numbers, as many as have nothing but digits. */
static INLINE unsigned words_convert(uint64_t *words, unsigned count)
{
    for (unsigned k = 0; k < count; k += 4) {
        __m256i digits = load32(words + k), over = _mm256_cmpgt_epi8(digits, bytes_of(9)), wrong = _mm256_or_si256(over, digits);
        unsigned marks = (unsigned)_mm256_movemask_epi8(wrong), good = marks ? (unsigned)__builtin_ctz(marks) / 8 : 4;
        _mm256_storeu_si256((__m256i *)(void *)(words + k), foretold_eights(digits));
        if (good < 4 && k + good < count)
            return k + good;
    }
    return count;
}

/* How many of `most` lines from a stretch's first on are good. */
static INLINE unsigned stretch_count(struct foretold *foretold, const char *at, const struct starts *starts, unsigned most, uint64_t *words, bool is_value)
{
    for (unsigned count = 0;;) {
        __m256i front = foretold_front(foretold);
        unsigned step = most - count < DECADE - foretold->digit ? most - count : DECADE - foretold->digit;
        if (!lines_are_good(foretold, at, starts->at + count, step, front, words + count, is_value)) {
            unsigned good = 0;
            for (; lines_are_good(foretold, at, starts->at + count + good, 1, front, words + count + good, is_value); good++)
                front = _mm256_add_epi8(front, foretold->last);
            return count + good;
        }
        count += step;
        foretold->digit += step;
        if (count == most)
            return count;
        foretold_turn(foretold);
    }
}

/* Takes lines of a stretch; false: it was not all of them. */
static INLINE bool stretch_take(struct wet_run *run, struct wet_batch *batch, unsigned most, struct foretold *foretold, bool is_value)
{
    struct starts starts;
    uint64_t *words = batch->instance + run->count;
    starts_find(&starts, run->at, run->limit);
    unsigned taken = starts.count < most ? starts.count : most;
    if (taken == 0)
        return false;
    unsigned count = stretch_count(foretold, run->at, &starts, taken, words, is_value);
    if (!is_value)
        count = words_convert(words, count);
    if (count == 0)
        return false;
    foretold_fill(run, batch, count, is_value);
    run->start = run->at + starts.at[count - 1];
    run->at += starts.at[count];
    run->text_end = run->at - 1;
    return count == starts.count;
}

static INLINE void loose_take(struct wet_run *run, struct wet_batch *batch, unsigned until, struct wet_shape shape, bool is_value)
{
    uint64_t left = decimals_left(run->next, shape.x);
    if (left < until - run->count)
        until = run->count + (unsigned)left;
    if (run->count == until)
        return;
    struct foretold foretold = foretold_make(run->start, shape.x, 5 + shape.x + (is_value ? 0 : shape.blank + 1));
    bool all = true;
    while (all && run->count < until && run->limit - run->at >= WORD) {
        all = stretch_take(run, batch, until - run->count, &foretold, is_value);
        if (foretold.digit == DECADE && run->count < until)
            foretold_turn(&foretold);
    }
}

void AVX2 wet_loose_take(struct wet_run *run, struct wet_batch *batch, unsigned until, struct wet_shape shape)
{
    if (batch->kind == WET_ITEM_VALUE)
        loose_take(run, batch, until, shape, true);
    else
        loose_take(run, batch, until, shape, false);
}

#endif
