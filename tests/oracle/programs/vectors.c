/* vectors.c - SSE2 by hand: lanes, shuffles, unpacking, inserts, moves of halves.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "plain.h"

#include <emmintrin.h>

static NOINLINE int lanes(const int *a, const int *b)
{
    __m128i x = _mm_loadu_si128((const __m128i *)a), y = _mm_loadu_si128((const __m128i *)b);
    __m128i sum = _mm_add_epi32(x, _mm_shuffle_epi32(y, 0x1b));
    sum = _mm_unpackhi_epi32(sum, _mm_unpacklo_epi16(x, y));
    sum = _mm_insert_epi16(sum, a[1], 5);
    return _mm_cvtsi128_si32(_mm_xor_si128(sum, _mm_srli_si128(sum, 8))) + _mm_extract_epi16(sum, 2) + _mm_movemask_epi8(sum);
}

static NOINLINE double halves(const double *p)
{
    __m128d x = _mm_loadl_pd(_mm_setzero_pd(), p);
    x = _mm_loadh_pd(x, p + 1);
    __m128d y = _mm_mul_sd(x, _mm_load_sd(p + 2));
    y = _mm_add_pd(y, _mm_unpackhi_pd(x, x));
    __m128 f = _mm_cvtpd_ps(_mm_sqrt_sd(y, x));
    f = _mm_movehl_ps(_mm_add_ss(f, f), f);
    double out;
    _mm_storeh_pd(&out, y);
    return out + (double)_mm_cvtss_f32(f) + (_mm_comigt_sd(x, y) ? 1 : 0);
}

static NOINLINE unsigned search(const unsigned char *s, unsigned char wanted)
{
    __m128i zero = _mm_setzero_si128(), key = _mm_set1_epi8((char)wanted);
    for (unsigned i = 0;; i += 16) {
        __m128i part = _mm_loadu_si128((const __m128i *)(s + i));
        unsigned mask = (unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(part, key), _mm_cmpeq_epi8(part, zero)));
        if (mask)
            return i + (unsigned)__builtin_ctz(mask);
    }
}

int work(void)
{
    static int a[4] = {5, 6, 7, 8}, b[4];
    static double p[3] = {2.5, 3.5, 4};
    static unsigned char text[48] = "something to look through, 16 at once";
    for (int i = 0; i < 4; i++)
        b[i] = a[3 - i] * 3;
    return (lanes(a, b) + (int)halves(p) + (int)search(text, '1')) & 0xff;
}
