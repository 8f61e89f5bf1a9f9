/* wet_arrows.c - batches of a history's lines by AVX2.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A third of the lines of a history have other lengths than the line before, so here no layout is guessed, and no branch depends on lengths: of 64 bytes
 * from a line's beginning on, bits say which are '#' or '>', and which ends the line; from their places follow the lengths of all four numbers. Each number is
 * moved to a place of its own, the two addresses into one vector, the two instances with what stands behind them into another, so that a few
 * instructions check and convert all of the line. The next line waits for nothing but this one's end.
 *
 * Numbers have at most eight digits, hexadecimal ones sixteen; any other line is left to words. */
#include "recording/wet/wet_avx2.h"
#include "recording/wet/wet_inside.h"

#if defined __x86_64__


static inline AVX2 uint64_t bits_of(__m256i low, __m256i high)
{
    return (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32 | (uint32_t)_mm256_movemask_epi8(low);
}

/* Which of 64 bytes are '#' or '>': those that are in the table, at the place that their low half says. */
static inline AVX2 uint64_t bits_inside(__m256i low, __m256i high)
{
    const __m256i table = _mm256_setr_epi8(-1, -1, -1, '#', -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, '>', -1,
                                           -1, -1, -1, '#', -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, '>', -1);
    return bits_of(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, low), low), _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, high), high));
}

static inline AVX2 uint64_t bits_ends(__m256i low, __m256i high)
{
    const __m256i end = _mm256_set1_epi8('\n');
    return bits_of(_mm256_cmpeq_epi8(low, end), _mm256_cmpeq_epi8(high, end));
}

/* ---- Fields ---- */

/* Shuffles that move n bytes to the right end of 16, loaded from shift[n] on; of 8, followed by what follows them: from shift[8 + n] on. */
static const unsigned char shift[32] = {128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
                                        0,   1,   2,   3,   4,   5,   6,   7,   8,   9,   10,  11,  12,  13,  14,  15};

/* Sixteen bytes from each of two places, less '0', moved so; zeros are put before them. */
static inline AVX2 __m256i fields_load(const char *low, const char *high, const unsigned char *low_shift, const unsigned char *high_shift)
{
    return _mm256_shuffle_epi8(_mm256_sub_epi8(pair_load(low, high), _mm256_set1_epi8('0')), pair_load(low_shift, high_shift));
}

/* Two instances of eight digits, the first followed by " --> 0x", the second by a line end; each becomes the lower half of its lane. What is not as it
 * has to be is not 0 in *wrong. */
static inline AVX2 __m256i instances_convert(__m256i fields, __m256i *wrong)
{
    const __m256i base = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, ' ' - '0', '-' - '0', '-' - '0', '>' - '0', ' ' - '0', 0, 'x' - '0', 0,
                                          0, 0, 0, 0, 0, 0, 0, 0, '\n' - '0', 0, 0, 0, 0, 0, 0, 0);
    const __m256i limits = _mm256_setr_epi8(9, 9, 9, 9, 9, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0, -1,
                                            9, 9, 9, 9, 9, 9, 9, 9, 0, -1, -1, -1, -1, -1, -1, -1);
    const __m256i tens = _mm256_setr_epi64x(0x010a010a010a010a, 0, 0x010a010a010a010a, 0);
    *wrong = _mm256_subs_epu8(_mm256_xor_si256(fields, base), limits);
    __m256i fours = _mm256_madd_epi16(_mm256_maddubs_epi16(fields, tens), _mm256_set1_epi32(0x00010064));
    return _mm256_madd_epi16(_mm256_packus_epi32(fours, fours), _mm256_set1_epi32(0x00012710));
}

/* Two addresses of sixteen digits; the same. Digits end up below 10, letters from 10 to 15, anything else above. */
static inline AVX2 __m256i addresses_convert(__m256i fields, __m256i *wrong)
{
    const __m256i halves = _mm256_setr_epi8(14, 12, 10, 8, 6, 4, 2, 0, -1, -1, -1, -1, -1, -1, -1, -1,
                                            14, 12, 10, 8, 6, 4, 2, 0, -1, -1, -1, -1, -1, -1, -1, -1);
    __m256i letters = _mm256_sub_epi8(_mm256_and_si256(fields, _mm256_set1_epi8((char)0xdf)), _mm256_set1_epi8('A' - '0'));
    __m256i decimals = _mm256_or_si256(fields, _mm256_cmpgt_epi8(fields, _mm256_set1_epi8(9)));
    __m256i digits = _mm256_min_epu8(decimals, _mm256_adds_epu8(letters, _mm256_set1_epi8(10)));
    *wrong = _mm256_subs_epu8(digits, _mm256_set1_epi8(15));
    return _mm256_shuffle_epi8(_mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x0110)), halves);
}

/* ---- Lines ---- */

/* Reads a line, which ends before `limit`. Returns where; NULL: this one is not for vectors. */
static inline AVX2 const char *arrow_read(const char *line, const char *limit, struct wet_arrow *arrow)
{
    __m256i low = load32(line), high = load32(line + 32), wrong_addresses, wrong_instances;
    uint64_t inside = bits_inside(low, high), rest = inside & (inside - 1);
    size_t hash = _tzcnt_u64(inside), tip = _tzcnt_u64(rest), hash2 = _tzcnt_u64(rest & (rest - 1)), end = _tzcnt_u64(bits_ends(low, high));
    size_t user = hash - 2, user_instance = tip - hash - 4, definer = hash2 - tip - 4, definer_instance = end - hash2 - 1;
    if (limit - line <= (ptrdiff_t)end || ((user - 1) | (definer - 1)) > 15 || ((user_instance - 1) | (definer_instance - 1)) > 7)
        return NULL;
    __m256i addresses = fields_load(line + 2, line + tip + 4, shift + user, shift + definer);
    __m256i instances = fields_load(line + hash + 1, line + hash2 + 1, shift + 8 + user_instance, shift + 8 + definer_instance);
    addresses = addresses_convert(addresses, &wrong_addresses);
    instances = instances_convert(instances, &wrong_instances);
    __m256i wrong = _mm256_or_si256(wrong_addresses, wrong_instances);
    if (!_mm256_testz_si256(wrong, wrong) || line[0] != '0' || line[1] != 'x' || line[hash] != '#' || line[hash2] != '#')
        return NULL;
    _mm256_storeu_si256((__m256i *)(void *)arrow, _mm256_unpacklo_epi64(addresses, instances));
    return line + end;
}

void AVX2 wet_avx2_arrows(struct wet_run *run, struct wet_batch *batch, unsigned until)
{
    const char *line = run->at, *limit = run->limit, *start = run->start, *end = run->text_end;
    unsigned count = run->count;
    if (line >= limit)
        return;
    for (const char *found; count < until && (found = arrow_read(line, limit, &batch->arrow[count])); count++) {
        start = line;
        end = found;
        line = found + 1;
    }
    run->at = line;
    run->start = start;
    run->text_end = end;
    run->count = count;
}

#else

void wet_avx2_arrows(struct wet_run *run, struct wet_batch *batch, unsigned until)
{
    (void)run, (void)batch, (void)until;
}

#endif
