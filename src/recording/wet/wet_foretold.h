/* wet_foretold.h - lines of a list that are known before, by AVX2.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder, and to machines that have it. In most lists X counts and the definer stays. Then all of a line but the instance, or the value, is
 * known before, and one comparison of 32 bytes with what should be there reads it. X is counted up in what should be there: its last digit line
 * by line, the others every ten lines. */
#ifndef CLEW_RECORDING_WET_WET_FORETOLD_H
#define CLEW_RECORDING_WET_WET_FORETOLD_H

#include "recording/wet/wet_avx2.h"
#include "recording/wet/wet_words.h"

struct wet_run;

#if defined __x86_64__


#define INLINE inline __attribute__((always_inline)) AVX2

enum { DECADE = 10 };

static INLINE __m256i bytes_of(unsigned byte)
{
    return _mm256_set1_epi8((char)byte);
}

/* What a line of X and a number begins with, up to that number, its `any` last bytes; but of X there is only '0' for its last digit, and 0 for the others. */
struct foretold {
    __m256i front;                  /* 0 behind it */
    __m256i known;                  /* 255: a byte of the front */
    __m256i last;                   /* 1: X's last digit */
    unsigned any;                   /* bytes of the front */
    uint64_t tens;                  /* X of the line to come: its digits but the last, in their order, the first one lowest */
    unsigned digits, digit;         /* how many digits X has; its last one */
};

static INLINE __m256i byte_places(void)
{
    return _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
}

/* X has its last digit's turn: 0 comes. Not asked at 99...9. */
static inline void foretold_turn(struct foretold *foretold)
{
    foretold->digit = 0;
    foretold->tens = decimal_text_next(foretold->tens, foretold->digits - 1);
}

/* From the line before, with four blanks in front and X of `digits` digits, at most 8, which is not 99...9. */
static INLINE struct foretold foretold_make(const char *line, unsigned digits, unsigned any)
{
    __m256i place = byte_places(), is_last = _mm256_cmpeq_epi8(place, bytes_of(3 + digits)), known = _mm256_cmpgt_epi8(bytes_of(any), place);
    __m256i is_x = _mm256_andnot_si256(_mm256_cmpgt_epi8(bytes_of(4), place), _mm256_cmpgt_epi8(bytes_of(3 + digits), place));
    __m256i front = _mm256_blendv_epi8(_mm256_andnot_si256(is_x, load32(line)), bytes_of('0'), is_last);
    uint64_t text = word_load(line + 4);
    unsigned last = 8 * (digits - 1);
    struct foretold foretold = {_mm256_and_si256(front, known), known, _mm256_and_si256(is_last, bytes_of(1)), any,
                                text & ~(UINT64_MAX << last), digits, (unsigned)(text >> last & 15) + 1};
    if (foretold.digit == DECADE)
        foretold_turn(&foretold);
    return foretold;
}

/* The front of the line to come. */
static INLINE __m256i foretold_front(const struct foretold *foretold)
{
    __m256i tens = _mm256_zextsi128_si256(_mm_slli_si128(_mm_cvtsi64_si128((long long)foretold->tens), 4));
    __m256i digit = _mm256_and_si256(bytes_of(foretold->digit), _mm256_sub_epi8(_mm256_setzero_si256(), foretold->last));
    return _mm256_or_si256(_mm256_or_si256(foretold->front, tens), digit);
}

/* Lines were taken: X that count on, and the same definer. Writes up to WET_OVER entries too many. */
static INLINE void foretold_fill(struct wet_run *run, struct wet_batch *batch, unsigned count, bool is_value)
{
    uint64_t *x = batch->x + run->count, *id = batch->id + run->count;
    const __m256i ids = _mm256_set1_epi64x(is_value ? 0 : (long long)id[-1]);
    __m256i xs = _mm256_add_epi64(_mm256_set1_epi64x((long long)run->next), _mm256_setr_epi64x(0, 1, 2, 3));
    for (unsigned k = 0; k < count; k += 4, xs = _mm256_add_epi64(xs, _mm256_set1_epi64x(4))) {
        _mm256_storeu_si256((__m256i *)(void *)(x + k), xs);
        if (!is_value)
            _mm256_storeu_si256((__m256i *)(void *)(id + k), ids);
    }
    run->next += count;
    run->count += count;
}

/* Four numbers of eight decimal digits, each a byte. */
static INLINE __m256i foretold_eights(__m256i digits)
{
    __m256i fours = _mm256_madd_epi16(_mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x010a)), _mm256_set1_epi32(0x00010064));
    return _mm256_add_epi64(_mm256_mul_epu32(fours, _mm256_set1_epi64x(10000)), _mm256_srli_epi64(fours, 32));
}

#endif

#endif
