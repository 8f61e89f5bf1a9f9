/* paged_checksum.c - the CRC-32 of a page, at the speed of memory.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * It is zlib's CRC-32, and zlib computes it. Most of what it costs to load a page would be that, so where the processor multiplies without carries
 * the whole 16 bytes of it are folded: V. Gopal and others, "Fast CRC computation for generic polynomials using PCLMULQDQ instruction", Intel, 2009;
 * the constants are those of its section on bit-reflected data, powers of x modulo the polynomial. */
#include "recording/store/paged_inside.h"

#include <zlib.h>

#if defined __x86_64__
#include <immintrin.h>

#define FOLDING __attribute__((target("pclmul,sse4.1")))

enum { WIDE = 64, NARROW = 16 };

static FOLDING inline __m128i load(const unsigned char *data)
{
    return _mm_loadu_si128((const __m128i *)(const void *)data);
}

/* Moves what was folded so far over the bytes that come next. */
static FOLDING inline __m128i fold(__m128i sum, __m128i powers, __m128i next)
{
    return _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(sum, powers, 0x00), _mm_clmulepi64_si128(sum, powers, 0x11)), next);
}

/* From 128 bits to the remainder: down to 64, then by Barrett's reduction. */
static FOLDING uint32_t reduce(__m128i sum, __m128i powers)
{
    const __m128i halves = _mm_setr_epi32(-1, 0, -1, 0), last = _mm_set_epi64x(0, 0x163cd6124), barrett = _mm_set_epi64x(0x1f7011641, 0x1db710641);
    sum = _mm_xor_si128(_mm_srli_si128(sum, 8), _mm_clmulepi64_si128(sum, powers, 0x10));
    sum = _mm_xor_si128(_mm_srli_si128(sum, 4), _mm_clmulepi64_si128(_mm_and_si128(sum, halves), last, 0x00));
    __m128i quotient = _mm_and_si128(_mm_clmulepi64_si128(_mm_and_si128(sum, halves), barrett, 0x10), halves);
    return (uint32_t)_mm_extract_epi32(_mm_xor_si128(sum, _mm_clmulepi64_si128(quotient, barrett, 0x00)), 1);
}

/* Of a multiple of NARROW bytes, at least WIDE. */
static FOLDING uint32_t checksum_folded(const unsigned char *data, size_t size)
{
    const __m128i by_wide = _mm_set_epi64x(0x1c6e41596, 0x154442bd4), by_narrow = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
    __m128i sums[4] = {_mm_xor_si128(load(data), _mm_cvtsi32_si128(-1)), load(data + 16), load(data + 32), load(data + 48)};
    const unsigned char *end = data + size;
    for (data += WIDE; end - data >= WIDE; data += WIDE)
        for (int i = 0; i < 4; i++)
            sums[i] = fold(sums[i], by_wide, load(data + i * NARROW));
    __m128i sum = sums[0];
    for (int i = 1; i < 4; i++)
        sum = fold(sum, by_narrow, sums[i]);
    for (; data < end; data += NARROW)
        sum = fold(sum, by_narrow, load(data));
    return ~reduce(sum, by_narrow);
}

uint32_t paged_checksum(const unsigned char *data, size_t size)
{
    size_t whole = size & ~(size_t)(NARROW - 1);
    if (size < WIDE || !__builtin_cpu_supports("pclmul") || !__builtin_cpu_supports("sse4.1"))
        return (uint32_t)crc32_z(0, data, size);
    return (uint32_t)crc32_z(checksum_folded(data, whole), data + whole, size - whole);
}
#else
uint32_t paged_checksum(const unsigned char *data, size_t size)
{
    return (uint32_t)crc32_z(0, data, size);
}
#endif
