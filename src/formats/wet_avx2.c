/* wet_avx2.c - batches of entries and values by AVX2.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nearly every line of a list looks like the line before: numbers change, how many digits they have seldom does. So the *layout* of one line, which was
 * read by words, is tried on the next two. A line is laid into a vector of two lanes, the blanks, X and the colon in one and what follows in the other.
 * Taken off it is what has to be there ('0' in the place of a digit, ':' in that of the colon), and what is left must not be above 9, or 0, or 255 where
 * nothing matters: two instructions check everything. What is left are also the digits, which one shuffle moves to the right end of their fields;
 * neighbours are multiplied and added, bytes to pairs to fours to eights. Numbers have at most eight digits here, values sixteen. X follows from the
 * line before, unless a list turned out to have gaps.
 *
 * A line that does not fit is read by words again, and its layout is the next to be tried. */
#include "formats/wet_inside.h"

#if defined __x86_64__

#include "formats/wet_avx2.h"
#include "formats/wet_words.h"

bool wet_avx2_is_here(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

/* ---- Layouts ---- */

struct layout {
    __m256i base;                           /* what has to be there, and '0' for digits */
    __m256i limits;                         /* what may be left of it */
    __m256i shuffle;                        /* digits to the right ends of their fields */
    uint32_t size, second;                  /* of the line with its end; where the upper lane begins */
};

/* Shuffle that moves n of eight bytes, from `from` on, to the right end. */
static inline uint64_t field_shuffle(unsigned n, unsigned from)
{
    static const unsigned char move[16] = {128, 128, 128, 128, 128, 128, 128, 128, 0, 1, 2, 3, 4, 5, 6, 7};
    uint64_t shuffle;
    memcpy(&shuffle, move + n, sizeof shuffle);
    return shuffle + word_of(from);
}

/* Bytes: `low` in the lower lane, `high` in the upper. */
static inline AVX2 __m256i lanes_of(unsigned low, unsigned high)
{
    return _mm256_setr_m128i(_mm_set1_epi8((char)low), _mm_set1_epi8((char)high));
}

/* X has x digits; what is in the upper lane ends at `end`, and has a blank at `blank` (beyond: none). */
static AVX2 void layout_checks(struct layout *layout, unsigned x, unsigned blank, unsigned end)
{
    __m256i place = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m256i last = lanes_of(4 + x, end), is_last = _mm256_cmpeq_epi8(place, last), is_inside = _mm256_cmpgt_epi8(last, place);
    __m256i is_blank = _mm256_or_si256(_mm256_cmpgt_epi8(lanes_of(4, 0), place), _mm256_cmpeq_epi8(place, lanes_of(127, blank)));
    __m256i base = _mm256_blendv_epi8(_mm256_set1_epi8('0'), lanes_of(':', '\n'), is_last);
    layout->base = _mm256_blendv_epi8(base, _mm256_set1_epi8(' '), is_blank);
    __m256i digits = _mm256_andnot_si256(is_blank, _mm256_and_si256(is_inside, _mm256_set1_epi8(9)));
    layout->limits = _mm256_or_si256(digits, _mm256_cmpgt_epi8(place, last));
}

/* The layout of a line read by words; false: it has none. */
static AVX2 bool layout_make(struct layout *layout, const char *at, const struct plain_line *line, bool is_value)
{
    unsigned x = (unsigned)(line->second - line->first) - 1, id = 0, end = (unsigned)(line->text_end - line->second);
    if (memcmp(at, "    ", 4) != 0 || line->first != at + 4 || x > 8 || line->next != line->text_end + 1)
        return false;
    layout->size = (uint32_t)(line->next - at);
    layout->second = 5 + x;
    if (is_value) {
        uint64_t low = end > 8 ? field_shuffle(end - 8, 0) : UINT64_MAX, high = field_shuffle(end < 8 ? end : 8, end > 8 ? end - 8 : 0);
        layout_checks(layout, x, 127, end);
        layout->shuffle = _mm256_setr_epi64x((long long)field_shuffle(x, 4), -1, (long long)low, (long long)high);
        return end <= 16;
    }
    id = (unsigned)(line->third - line->second) - 1;
    if (id > 8 || end - id - 1 > 8 || end > 15)
        return false;
    layout_checks(layout, x, id, end);
    uint64_t instance = field_shuffle(end - id - 1, id + 1);
    layout->shuffle = _mm256_setr_epi64x((long long)field_shuffle(x, 4), -1, (long long)field_shuffle(id, 0), (long long)instance);
    return true;
}

/* ---- Two lines at a time ---- */

/* Numbers of two lines: pairs of digits, each a byte, to eight digits. */
static inline AVX2 __m256i eights(__m256i pairs)
{
    return _mm256_madd_epi16(_mm256_maddubs_epi16(pairs, _mm256_set1_epi16(0x0164)), _mm256_set1_epi32(0x00012710));
}

/* Are two X, which were stored, in order? A list has gaps: they need not be the next. */
static inline bool gaps_take(struct wet_run *run, const uint64_t *x)
{
    if (x[0] < run->next || x[1] <= x[0])
        return false;
    run->consecutive &= x[0] == run->next && x[1] == x[0] + 1;
    run->next = x[1] + 1;
    return true;
}

/* The checks of two lines that were found right in themselves. */
static inline AVX2 bool pair_take(struct wet_run *run, uint64_t *x, __m128i both, bool gaps)
{
    _mm_storeu_si128((__m128i *)x, both);
    if (gaps)
        return gaps_take(run, x);
    __m128i wrong = _mm_xor_si128(both, _mm_set_epi64x((long long)run->next + 1, (long long)run->next));
    run->next += 2;
    if (_mm_testz_si128(wrong, wrong))
        return true;
    run->next -= 2;
    return false;
}

static inline AVX2 void pairs_done(struct wet_run *run, const struct layout *layout, const char *at, unsigned count)
{
    if (count == run->count)
        return;
    run->count = count;
    run->at = at;
    run->start = at - layout->size;
    run->text_end = at - 1;
}

static inline AVX2 void entry_pairs(struct wet_run *run, struct wet_batch *batch, const struct layout *layout, unsigned until, bool gaps)
{
    __m256i base = layout->base, limits = layout->limits, shuffle = layout->shuffle, tens = _mm256_set1_epi16(0x010a);
    const size_t size = layout->size, second = layout->second;
    const char *at = run->at;
    unsigned count = run->count;
    for (; count + 2 <= until && run->limit - at >= (ptrdiff_t)(2 * size); count += 2, at += 2 * size) {
        __m256i first = _mm256_sub_epi8(pair_load(at, at + second), base), next = _mm256_sub_epi8(pair_load(at + size, at + size + second), base);
        __m256i wrong = _mm256_or_si256(_mm256_subs_epu8(first, limits), _mm256_subs_epu8(next, limits));
        first = _mm256_maddubs_epi16(_mm256_shuffle_epi8(first, shuffle), tens);
        next = _mm256_maddubs_epi16(_mm256_shuffle_epi8(next, shuffle), tens);
        __m256i numbers = eights(_mm256_packus_epi16(first, next));
        if (!_mm256_testz_si256(wrong, wrong) || !pair_take(run, batch->x + count, _mm256_castsi256_si128(numbers), gaps))
            break;
        __m128i others = _mm256_extracti128_si256(numbers, 1);
        _mm_storeu_si128((__m128i *)(batch->id + count), _mm_and_si128(others, _mm_set1_epi64x(UINT32_MAX)));
        _mm_storeu_si128((__m128i *)(batch->instance + count), _mm_srli_epi64(others, 32));
    }
    pairs_done(run, layout, at, count);
}

/* Nibbles of a line of the list of values, digits of its X in the lower lane; *wrong is not 0 where something else is (a letter where the line should end
 * goes unnoticed). */
static inline AVX2 __m256i value_nibbles(const struct layout *layout, const char *at, __m256i *wrong)
{
    __m256i bytes = pair_load(at, at + layout->second), digits = _mm256_sub_epi8(bytes, layout->base);
    __m256i letters = _mm256_sub_epi8(_mm256_or_si256(bytes, _mm256_set1_epi8(0x20)), _mm256_set1_epi8('a'));
    letters = _mm256_or_si256(letters, lanes_of(255, 0));       /* none in X */
    *wrong = _mm256_min_epu8(_mm256_subs_epu8(digits, layout->limits), _mm256_subs_epu8(letters, _mm256_set1_epi8(5)));
    return _mm256_min_epu8(digits, _mm256_adds_epu8(letters, _mm256_set1_epi8(10)));
}

static inline AVX2 void value_pairs(struct wet_run *run, struct wet_batch *batch, const struct layout *given, unsigned until, bool gaps)
{
    const struct layout layout = *given;
    const __m256i tens = _mm256_setr_m128i(_mm_set1_epi16(0x010a), _mm_set1_epi16(0x0110));
    const __m128i reverse = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    const size_t size = layout.size;
    const char *at = run->at;
    unsigned count = run->count;
    for (; count + 2 <= until && run->limit - at >= (ptrdiff_t)(2 * size); count += 2, at += 2 * size) {
        __m256i wrong, wrong_next, first = value_nibbles(&layout, at, &wrong), next = value_nibbles(&layout, at + size, &wrong_next);
        first = _mm256_maddubs_epi16(_mm256_shuffle_epi8(first, layout.shuffle), tens);
        next = _mm256_maddubs_epi16(_mm256_shuffle_epi8(next, layout.shuffle), tens);
        __m256i pairs = _mm256_packus_epi16(first, next);
        wrong = _mm256_or_si256(wrong, wrong_next);
        if (!_mm256_testz_si256(wrong, wrong) || at[size - 1] != '\n' || at[2 * size - 1] != '\n' ||
            !pair_take(run, batch->x + count, _mm256_castsi256_si128(eights(pairs)), gaps))
            break;
        _mm_storeu_si128((__m128i *)(batch->number + count), _mm_shuffle_epi8(_mm256_extracti128_si256(pairs, 1), reverse));
    }
    pairs_done(run, &layout, at, count);
}

static AVX2 void pairs_take(struct wet_run *run, struct wet_batch *batch, const struct layout *layout, unsigned until, bool gaps)
{
    struct wet_run mine = *run;     /* nobody else points to it: it can live in registers */
    if (batch->kind == WET_ITEM_ENTRY && gaps)
        entry_pairs(&mine, batch, layout, until, true);
    else if (batch->kind == WET_ITEM_ENTRY)
        entry_pairs(&mine, batch, layout, until, false);
    else if (gaps)
        value_pairs(&mine, batch, layout, until, true);
    else
        value_pairs(&mine, batch, layout, until, false);
    *run = mine;
}

/* ---- Lists ---- */

enum { PATIENCE = 32 };             /* at most so many lines are read by words before a layout is tried again */

void AVX2 wet_avx2_lines(struct wet_run *run, struct wet_batch *batch, unsigned until)
{
    struct plain_line line = {0};
    struct layout layout;
    unsigned lone = 0;              /* lines still to be read by words, since layouts were tried in vain */
    for (unsigned vain = 0; run->count < until;) {
        const char *at = run->at;
        if (!wet_scalar_line(run, batch, &line))
            return;
        if (lone) {
            lone--;
            continue;
        }
        unsigned before = run->count;
        if (layout_make(&layout, at, &line, batch->kind == WET_ITEM_VALUE))
            pairs_take(run, batch, &layout, until, !run->consecutive);
        vain = run->count > before ? vain / 2 : vain < PATIENCE ? 2 * vain + 1 : PATIENCE;
        lone = run->count > before ? 0 : vain / 2;
    }
}

#else

bool wet_avx2_is_here(void)
{
    return false;
}

void wet_avx2_lines(struct wet_run *run, struct wet_batch *batch, unsigned until)
{
    wet_scalar_lines(run, batch, until);
}

#endif
