/* wet_avx2.h - what the vector paths share.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder, and to machines that have it: only functions marked AVX2 may call these, and only after wet_avx2_is_here(). */
#ifndef CLEW_RECORDING_WET_WET_AVX2_H
#define CLEW_RECORDING_WET_WET_AVX2_H

#if defined __x86_64__

#include "core/core.h"

#include <immintrin.h>

struct wet_batch;
struct wet_run;

#define AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))

static inline AVX2 __m256i load32(const void *at)
{
    return _mm256_loadu_si256((const __m256i *)at);
}

/* Sixteen bytes from each of two places. */
static inline AVX2 __m256i pair_load(const void *low, const void *high)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)low)), _mm_loadu_si128((const __m128i *)high), 1);
}

/* What one line of a list was like: how many digits X has, where the blank is behind the colon (of entries), and the line feed. */
struct wet_shape {
    unsigned x, blank, end;
};

/* Lines behind one of this shape, which was the last one taken, with four blanks in front; numbers have at most 8 digits, values 16. X count, and the
 * definer is the same. wet_steady.c: lines as long as that one. wet_loose.c: of any length, each in about twice the time. */
void wet_steady_take(struct wet_run *run, struct wet_batch *batch, unsigned until, struct wet_shape shape);
void wet_loose_take(struct wet_run *run, struct wet_batch *batch, unsigned until, struct wet_shape shape);

#endif

#endif
