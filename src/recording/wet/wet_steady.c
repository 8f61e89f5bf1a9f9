/* wet_steady.c - lines that are foretold, and as long as the one before, by AVX2.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Instances are converted behind, four lines at a time; of values nothing is kept. */
#include "recording/wet/wet_foretold.h"

#if defined __x86_64__

struct steady {
    struct foretold foretold;
    __m256i rest;                   /* what should be there behind the front: '0' for digits, and the line feed */
    __m256i limits;                 /* what may differ */
    __m256i fixed;                  /* not 0: no letter may stand here */
    size_t size;                    /* of a line with its end */
};

/* `line` is the one before, whose line feed is at `end`. */
static INLINE struct steady steady_make(const char *line, unsigned digits, unsigned any, unsigned end)
{
    struct foretold foretold = foretold_make(line, digits, any);
    __m256i place = byte_places(), beyond = _mm256_cmpgt_epi8(place, bytes_of(end));
    __m256i is_any = _mm256_andnot_si256(foretold.known, _mm256_cmpgt_epi8(bytes_of(end), place));
    __m256i feed = _mm256_and_si256(_mm256_cmpeq_epi8(place, bytes_of(end)), bytes_of('\n'));
    return (struct steady){foretold, _mm256_or_si256(_mm256_and_si256(is_any, bytes_of('0')), feed),
                           _mm256_or_si256(_mm256_and_si256(is_any, bytes_of(9)), beyond), _mm256_xor_si256(is_any, bytes_of(255)), (size_t)end + 1};
}

/* Not 0 where a line is not as it should be. */
static INLINE __m256i line_wrong(const struct steady *steady, const char *at, __m256i base, bool is_value)
{
    __m256i bytes = load32(at), wrong = _mm256_subs_epu8(_mm256_xor_si256(bytes, base), steady->limits);
    if (!is_value)
        return wrong;
    __m256i letters = _mm256_sub_epi8(_mm256_or_si256(bytes, bytes_of(0x20)), bytes_of('a'));
    return _mm256_min_epu8(wrong, _mm256_subs_epu8(_mm256_or_si256(letters, steady->fixed), bytes_of(5)));
}

static INLINE bool decade_is_good(const struct steady *steady, const char *at, __m256i base, bool is_value)
{
    __m256i wrong = _mm256_setzero_si256();
#pragma GCC unroll 10
    for (unsigned k = 0; k < DECADE; k++, at += steady->size, base = _mm256_add_epi8(base, steady->foretold.last))
        wrong = _mm256_or_si256(wrong, line_wrong(steady, at, base, is_value));
    return _mm256_testz_si256(wrong, wrong);
}

/* How many of the next `count` lines, at most DECADE, are good before one is not; without a branch, since nobody can guess which. */
static INLINE unsigned good_lines(const struct steady *steady, const char *at, __m256i base, unsigned count, bool is_value)
{
    unsigned bad = 1u << count;
    for (unsigned k = 0; k < count; k++, at += steady->size, base = _mm256_add_epi8(base, steady->foretold.last)) {
        __m256i wrong = line_wrong(steady, at, base, is_value);
        bad |= (unsigned)!_mm256_testz_si256(wrong, wrong) << k;
    }
    return (unsigned)__builtin_ctz(bad);
}

static INLINE unsigned steady_count(struct steady *steady, const char *at, unsigned most, bool is_value)
{
    for (unsigned count = 0;;) {
        struct foretold *foretold = &steady->foretold;
        __m256i base = _mm256_or_si256(foretold_front(foretold), steady->rest);
        unsigned step = most - count < DECADE - foretold->digit ? most - count : DECADE - foretold->digit;
        if (step < DECADE || !decade_is_good(steady, at, base, is_value)) {
            unsigned good = good_lines(steady, at, base, step, is_value);
            if (good < step)
                return count + good;
        }
        count += step;
        if (count == most)
            return count;
        at += step * steady->size;
        foretold_turn(foretold);
    }
}

/* The instances of lines, whose digits end at `end`, at each `size` bytes more. Reads up to three lines too many, which WET_SLACK allows. */
static INLINE void instances_read(const char *end, size_t size, unsigned digits, unsigned count, uint64_t *instances)
{
    const __m256i zero = bytes_of('0'), kept = _mm256_set1_epi64x((long long)(UINT64_MAX << (64 - 8 * digits)));
    end -= 8;
    for (unsigned k = 0; k < count; k += 4, end += 4 * size) {
        __m128i low = _mm_set_epi64x((long long)word_load(end + size), (long long)word_load(end));
        __m128i high = _mm_set_epi64x((long long)word_load(end + 3 * size), (long long)word_load(end + 2 * size));
        __m256i digit = _mm256_and_si256(_mm256_xor_si256(_mm256_setr_m128i(low, high), zero), kept);
        _mm256_storeu_si256((__m256i *)(void *)(instances + k), foretold_eights(digit));
    }
}

static INLINE void steady_take(struct wet_run *run, struct wet_batch *batch, unsigned until, struct wet_shape shape, bool is_value)
{
    const unsigned second = 5 + shape.x, any = is_value ? second : second + shape.blank + 1, end = second + shape.end;
    uint64_t left = decimals_left(run->next, shape.x), most = until - run->count, room = (uint64_t)(run->limit - run->at);
    most = left < most ? left : most;
    if (room < most * (end + 1))
        most = room / (end + 1);
    if (most == 0)
        return;
    struct steady steady = steady_make(run->start, shape.x, any, end);
    unsigned count = steady_count(&steady, run->at, (unsigned)most, is_value);
    if (count == 0)
        return;
    if (!is_value)
        instances_read(run->at + end, steady.size, end - any, count, batch->instance + run->count);
    foretold_fill(run, batch, count, is_value);
    run->at += count * steady.size;
    run->start = run->at - steady.size;
    run->text_end = run->at - 1;
}

void AVX2 wet_steady_take(struct wet_run *run, struct wet_batch *batch, unsigned until, struct wet_shape shape)
{
    if (batch->kind == WET_ITEM_VALUE)
        steady_take(run, batch, until, shape, true);
    else
        steady_take(run, batch, until, shape, false);
}

#endif
