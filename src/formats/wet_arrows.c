/* wet_arrows.c - batches of a history's lines by AVX2.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A third of the lines of a history have other lengths than the line before, so here no layout is guessed, and no branch depends on lengths:
 *
 *     1. line ends are found, 64 bytes at a time: one bit a byte, and the bits' places in an array (Langdale and Lemire, "Parsing Gigabytes of
 *        JSON per Second", VLDB Journal 2019, section 3.1, has this step);
 *     2. of each line 64 bytes become bits that say what is no digit: from their places follow the lengths of all four numbers;
 *     3. each number is moved to the right end of a field of zeros, the two addresses in one vector, the two instances in another, and converted.
 *
 * Numbers have at most eight digits, hexadecimal ones sixteen; any other line ends the chunk. */
#include "formats/wet_inside.h"

#if defined __x86_64__

#include "formats/wet_avx2.h"
#include "formats/wet_words.h"

enum { CHUNK = 64, BLOCK_BYTES = 64, USUAL_ENDS = 4 };

static inline AVX2 uint32_t bits(__m256i bytes)
{
    return (uint32_t)_mm256_movemask_epi8(bytes);
}

static inline AVX2 uint64_t bits_of(const char *at, char byte)
{
    __m256i wanted = _mm256_set1_epi8(byte);
    return (uint64_t)bits(_mm256_cmpeq_epi8(load32(at + 32), wanted)) << 32 | bits(_mm256_cmpeq_epi8(load32(at), wanted));
}

/* ---- Line ends ---- */

/* Where lines end, as offsets from `at`: at most `wanted`, all before `limit`, and none in lines that are long on average. */
static AVX2 unsigned ends_find(const char *at, const char *limit, unsigned wanted, uint32_t ends[CHUNK + BLOCK_BYTES])
{
    unsigned count = 0;
    uint32_t size = limit - at < CHUNK * BLOCK_BYTES ? (uint32_t)(limit - at) : CHUNK * BLOCK_BYTES;
    for (uint32_t offset = 0; offset < size && count < wanted; offset += BLOCK_BYTES) {
        uint64_t mask = bits_of(at + offset, '\n');
        unsigned found = (unsigned)_mm_popcnt_u64(mask);
        for (unsigned i = 0; i < USUAL_ENDS; i++, mask &= mask - 1)     /* more than there are, rather than a branch too many */
            ends[count + i] = offset + (uint32_t)_tzcnt_u64(mask);
        for (unsigned i = USUAL_ENDS; i < found; i++, mask &= mask - 1)
            ends[count + i] = offset + (uint32_t)_tzcnt_u64(mask);
        count += found;
    }
    if (count > wanted)
        count = wanted;
    while (count && ends[count - 1] >= size)
        count--;
    return count;
}

/* ---- Fields ---- */

/* Shuffles that move n bytes to the right end of 16: loaded from shift[n] on. */
static const unsigned char shift[32] = {128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
                                        0,   1,   2,   3,   4,   5,   6,   7,   8,   9,   10,  11,  12,  13,  14,  15};

static inline AVX2 __m256i is_digit(__m256i bytes)
{
    __m256i digits = _mm256_sub_epi8(bytes, _mm256_set1_epi8('0'));
    return _mm256_cmpeq_epi8(_mm256_min_epu8(digits, _mm256_set1_epi8(9)), digits);
}

static inline AVX2 __m256i is_letter(__m256i bytes)
{
    __m256i letters = _mm256_sub_epi8(_mm256_or_si256(bytes, _mm256_set1_epi8(0x20)), _mm256_set1_epi8('a'));
    return _mm256_cmpeq_epi8(_mm256_min_epu8(letters, _mm256_set1_epi8(5)), letters);
}

/* Four fields of eight decimal digits. */
static inline AVX2 __m256i decimals(__m256i fields)
{
    __m256i digits = _mm256_subs_epu8(fields, _mm256_set1_epi8('0'));
    __m256i pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x010a));
    __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00010064));
    return _mm256_add_epi64(_mm256_mul_epu32(fours, _mm256_set1_epi32(10000)), _mm256_srli_epi64(fours, 32));
}

/* Two fields of sixteen hexadecimal digits: the lower half of each becomes the number, the upper one 0. */
static inline AVX2 __m256i hexadecimals(__m256i fields)
{
    __m256i letter = _mm256_and_si256(_mm256_cmpgt_epi8(fields, _mm256_set1_epi8('9')), _mm256_set1_epi8(9));
    __m256i digits = _mm256_add_epi8(_mm256_and_si256(fields, _mm256_set1_epi8(15)), letter);
    __m256i bytes = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x0110));
    return _mm256_shuffle_epi8(bytes, _mm256_setr_epi8(14, 12, 10, 8, 6, 4, 2, 0, -1, -1, -1, -1, -1, -1, -1, -1,
                                                       14, 12, 10, 8, 6, 4, 2, 0, -1, -1, -1, -1, -1, -1, -1, -1));
}

/* " --> 0x" */
static inline bool is_arrow(const char *at)
{
    return (word_load(at) & UINT64_C(0x00ffffffffffffff)) == UINT64_C(0x007830203e2d2d20);
}

static AVX2 unsigned arrows_read(const char *at, const uint32_t *ends, unsigned count, struct wet_arrow *arrows)
{
    uint32_t begin = 0;
    for (unsigned i = 0; i < count; i++) {
        const char *line = at + begin;
        __m256i low = load32(line), high = load32(line + 32), low_digit = is_digit(low), high_digit = is_digit(high);
        uint64_t no_digit = ~((uint64_t)bits(high_digit) << 32 | bits(low_digit));
        uint64_t no_hex = no_digit & ~((uint64_t)bits(is_letter(high)) << 32 | bits(is_letter(low)));
        uint64_t rest = no_hex & (no_hex - 1);                  /* the first is the x of 0x */
        unsigned hash = (unsigned)_tzcnt_u64(rest), arrow = (unsigned)_tzcnt_u64(rest & (rest - 1)), second = arrow + 7;
        if (second > 62)
            return i;
        rest = no_hex >> second;
        unsigned hash2 = second + (unsigned)_tzcnt_u64(rest), end = second + (unsigned)_tzcnt_u64(rest & (rest - 1));
        unsigned user = hash - 2, user_instance = arrow - hash - 1, definer = hash2 - second, definer_instance = end - hash2 - 1;
        if (begin + end != ends[i] || end > 63 || ((user - 1) | (definer - 1)) > 15 || ((user_instance - 1) | (definer_instance - 1)) > 7)
            return i;
        uint64_t decimal = ((UINT64_C(1) << arrow) - (UINT64_C(2) << hash)) | ((UINT64_C(1) << end) - (UINT64_C(2) << hash2));
        if ((no_digit & decimal) || line[0] != '0' || line[1] != 'x' || line[hash] != '#' || line[hash2] != '#' || !is_arrow(line + arrow))
            return i;
        __m256i addresses = _mm256_shuffle_epi8(pair_load(line + 2, line + second), pair_load(shift + user, shift + definer));
        __m256i instances = _mm256_shuffle_epi8(pair_load(line + hash + 1, line + hash2 + 1), pair_load(shift + user_instance, shift + definer_instance));
        _mm256_storeu_si256((__m256i *)&arrows[i], _mm256_blend_epi32(hexadecimals(addresses), decimals(instances), 0xcc));
        begin = ends[i] + 1;
    }
    return count;
}

void AVX2 wet_avx2_arrows(struct wet_run *run, struct wet_batch *batch, unsigned until)
{
    uint32_t ends[CHUNK + BLOCK_BYTES];
    unsigned wanted, found, taken;
    if (run->at >= run->limit)
        return;
    do {
        wanted = until - run->count < CHUNK ? until - run->count : CHUNK;
        found = ends_find(run->at, run->limit, wanted, ends);
        taken = arrows_read(run->at, ends, found, batch->arrow + run->count);
        if (taken == 0)
            return;
        run->start = taken > 1 ? run->at + ends[taken - 2] + 1 : run->at;
        run->text_end = run->at + ends[taken - 1];
        run->at = run->text_end + 1;
        run->count += taken;
    } while (taken == found && run->count < until);
}

#else

void wet_avx2_arrows(struct wet_run *run, struct wet_batch *batch, unsigned until)
{
    (void)run, (void)batch, (void)until;
}

#endif
