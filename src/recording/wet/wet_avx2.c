/* wet_avx2.c - batches of entries and values by AVX2.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nearly every line of a list looks like the line before: numbers change, how many digits they have seldom does. So the *layout* of one line, which was
 * found by looking for the ends of its fields, is tried on the next two. A line is laid into a vector of two lanes, the blanks, X and the colon in one and
 * what follows in the other.
 * Taken off it is what has to be there ('0' in the place of a digit, ':' in that of the colon), and what is left must not be above 9, or 0, or 255 where
 * nothing matters: two instructions check everything. What is left are also the digits, which one shuffle moves to the right end of their fields;
 * neighbours are multiplied and added, bytes to pairs to fours to eights. Numbers have at most eight digits here, values sixteen. X follows from the
 * line before, unless a list turned out to have gaps.
 *
 * Where a layout does not fit, two lines are read whatever their shapes: among the bytes that are no digits, which make a word of 64 bits, are the ends of
 * all fields, so that nothing has to be guessed; that takes longer. When two of them had the same shape, its layout is tried; but where X counts and the
 * definer is the same in both, more than the layout is known, and wet_steady.c is tried before, or, where lines turned out to differ in length,
 * wet_loose.c. What is not for vectors (a longer number, CR LF) is read by words. */
#include "recording/wet/wet_avx2.h"
#include "recording/wet/wet_foretold.h"

#if defined __x86_64__


#define INLINE inline __attribute__((always_inline)) AVX2

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
static INLINE __m256i lanes_of(unsigned low, unsigned high)
{
    return _mm256_setr_m128i(_mm_set1_epi8((char)low), _mm_set1_epi8((char)high));
}

/* X has x digits; what is in the upper lane ends at `end`, and has a blank at `blank` (beyond: none). */
static INLINE void layout_checks(struct layout *layout, unsigned x, unsigned blank, unsigned end)
{
    __m256i place = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m256i last = lanes_of(4 + x, end), is_last = _mm256_cmpeq_epi8(place, last), is_inside = _mm256_cmpgt_epi8(last, place);
    __m256i is_blank = _mm256_or_si256(_mm256_cmpgt_epi8(lanes_of(4, 0), place), _mm256_cmpeq_epi8(place, lanes_of(127, blank)));
    __m256i base = _mm256_blendv_epi8(_mm256_set1_epi8('0'), lanes_of(':', '\n'), is_last);
    layout->base = _mm256_blendv_epi8(base, _mm256_set1_epi8(' '), is_blank);
    __m256i digits = _mm256_andnot_si256(is_blank, _mm256_and_si256(is_inside, _mm256_set1_epi8(9)));
    layout->limits = _mm256_or_si256(digits, _mm256_cmpgt_epi8(place, last));
}

static inline bool shapes_equal(struct wet_shape a, struct wet_shape b)
{
    return !((a.x ^ b.x) | (a.blank ^ b.blank) | (a.end ^ b.end));
}

/* Of entries. False: lines of that shape have none. */
static INLINE bool layout_make(struct layout *layout, struct wet_shape shape)
{
    unsigned end = shape.end, id = shape.blank;
    layout->second = 5 + shape.x;
    layout->size = layout->second + end + 1;
    if (end > 15)
        return false;
    layout_checks(layout, shape.x, id, end);
    uint64_t instance = field_shuffle(end - id - 1, id + 1);
    layout->shuffle = _mm256_setr_epi64x((long long)field_shuffle(shape.x, 4), -1, (long long)field_shuffle(id, 0), (long long)instance);
    return true;
}

/* ---- Two lines at a time ---- */

/* Numbers of two lines: pairs of digits, each a byte, to eight digits. */
static INLINE __m256i eights(__m256i pairs)
{
    return _mm256_madd_epi16(_mm256_maddubs_epi16(pairs, _mm256_set1_epi16(0x0164)), _mm256_set1_epi32(0x00012710));
}

/* Are two X, which were stored, in order? A list has gaps: they need not be the next. */
static inline bool gaps_take(struct wet_run *run, const uint64_t *x)
{
    if (x[0] < run->next || x[1] <= x[0])
        return false;
    run->consecutive &= (x[0] == run->next || run->count == 0) && x[1] == x[0] + 1;
    run->next = x[1] + 1;
    return true;
}

static INLINE void pairs_done(struct wet_run *run, const struct layout *layout, const char *at, unsigned count, bool gaps)
{
    if (count == run->count)
        return;
    run->next += gaps ? 0 : count - run->count;
    run->count = count;
    run->at = at;
    run->start = at - layout->size;
    run->text_end = at - 1;
}

/* X of the next two lines, if the list has no gaps. */
static INLINE __m128i next_two(const struct wet_run *run)
{
    return _mm_set_epi64x((long long)(run->next + 1), (long long)run->next);
}

static INLINE void entry_pairs(struct wet_run *run, struct wet_batch *batch, const struct layout *layout, unsigned until, bool gaps)
{
    __m256i base = layout->base, limits = layout->limits, shuffle = layout->shuffle, tens = _mm256_set1_epi16(0x010a);
    const size_t size = layout->size, second = layout->second;
    const char *at = run->at;
    __m128i expected = next_two(run);
    unsigned count = run->count;
    for (; count + 2 <= until && run->limit - at >= (ptrdiff_t)(2 * size); count += 2, at += 2 * size) {
        __m256i first = _mm256_sub_epi8(pair_load(at, at + second), base), next = _mm256_sub_epi8(pair_load(at + size, at + size + second), base);
        __m256i wrong = _mm256_or_si256(_mm256_subs_epu8(first, limits), _mm256_subs_epu8(next, limits));
        first = _mm256_maddubs_epi16(_mm256_shuffle_epi8(first, shuffle), tens);
        next = _mm256_maddubs_epi16(_mm256_shuffle_epi8(next, shuffle), tens);
        __m256i numbers = eights(_mm256_packus_epi16(first, next));
        __m128i xs = _mm256_castsi256_si128(numbers), others = _mm256_extracti128_si256(numbers, 1);
        _mm_storeu_si128((__m128i *)(void *)(batch->x + count), xs);
        if (!gaps)
            wrong = _mm256_or_si256(wrong, _mm256_zextsi128_si256(_mm_xor_si128(xs, expected)));
        if (!_mm256_testz_si256(wrong, wrong) || (gaps && !gaps_take(run, batch->x + count)))
            break;
        expected = _mm_add_epi64(expected, _mm_set1_epi64x(2));
        _mm_storeu_si128((__m128i *)(void *)(batch->id + count), _mm_and_si128(others, _mm_set1_epi64x(UINT32_MAX)));
        _mm_storeu_si128((__m128i *)(void *)(batch->instance + count), _mm_srli_epi64(others, 32));
    }
    pairs_done(run, layout, at, count, gaps);
}

/* ---- Two lines of any layout ---- */

/* For fields of 1 to 8 digits at the beginning of a vector: digits go to the right end of its lower half, the byte behind them to the upper half. */
#define N 128
static const unsigned char right_ends[8][16] = {
    {N, N, N, N, N, N, N, 0, 1, N, N, N, N, N, N, N},
    {N, N, N, N, N, N, 0, 1, 2, N, N, N, N, N, N, N},
    {N, N, N, N, N, 0, 1, 2, 3, N, N, N, N, N, N, N},
    {N, N, N, N, 0, 1, 2, 3, 4, N, N, N, N, N, N, N},
    {N, N, N, 0, 1, 2, 3, 4, 5, N, N, N, N, N, N, N},
    {N, N, 0, 1, 2, 3, 4, 5, 6, N, N, N, N, N, N, N},
    {N, 0, 1, 2, 3, 4, 5, 6, 7, N, N, N, N, N, N, N},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, N, N, N, N, N, N, N},
};
#undef N

/* Which of 32 bytes are digits. */
static INLINE uint64_t digits_of(const char *at, bool hexadecimal)
{
    __m256i bytes = load32(at), over = _mm256_subs_epu8(_mm256_sub_epi8(bytes, _mm256_set1_epi8('0')), _mm256_set1_epi8(9));
    if (hexadecimal) {
        __m256i letters = _mm256_sub_epi8(_mm256_or_si256(bytes, _mm256_set1_epi8(0x20)), _mm256_set1_epi8('a'));
        over = _mm256_min_epu8(over, _mm256_subs_epu8(letters, _mm256_set1_epi8(5)));
    }
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(over, _mm256_setzero_si256()));
}

static inline uint32_t four_blanks(const char *at)      /* 0: they are */
{
    uint32_t four;
    memcpy(&four, at, sizeof four);
    return four ^ 0x20202020;
}

/* The ends of `fields` fields of each of two lines, counted from the first one's first byte. False: there are other bytes than in plain lines, or they do
 * not end before the limit. Which bytes end the fields is still to be checked, and how long they are. */
static INLINE bool ends_find(unsigned ends[6], const char *at, const char *limit, unsigned fields, bool hexadecimal)
{
    if (at >= limit)
        return false;
    uint64_t others = ~(digits_of(at, hexadecimal) | digits_of(at + 32, hexadecimal) << 32), left = others & ~(others << 1 | 1);
#pragma GCC unroll 6
    for (unsigned k = 0; k < 2 * fields; k++) {
        ends[k] = (unsigned)_tzcnt_u64(left);
        left = _blsr_u64(left);
    }
    unsigned last = ends[2 * fields - 1];
    return last < 64 && limit - at > (ptrdiff_t)last && (unsigned)__builtin_popcountll(_bzhi_u64(others, last)) == 2 * fields + 7 &&
           !(four_blanks(at) | four_blanks(at + ends[fields - 1] + 1));
}

static INLINE __m128i load16(const void *at)
{
    return _mm_loadu_si128((const __m128i *)at);
}

/* Fields of at most 8 digits, of two lines: digits[0] gets these, *after what stands behind them. */
static INLINE __m128i fields_load(const char *at, unsigned size, const char *next, unsigned next_size, __m128i *after)
{
    __m128i field = _mm_shuffle_epi8(load16(at), load16(right_ends[size - 1])), other = _mm_shuffle_epi8(load16(next), load16(right_ends[next_size - 1]));
    *after = _mm_unpackhi_epi64(field, other);
    return _mm_unpacklo_epi64(field, other);
}

/* Decimal digits of four fields, right-aligned: the numbers. */
static INLINE __m256i decimals_of(__m256i characters)
{
    return foretold_eights(_mm256_and_si256(characters, _mm256_set1_epi8(15)));
}

/* The X of two lines that were found right in themselves. */
static INLINE bool any_take(struct wet_run *run, uint64_t *x, __m128i both)
{
    __m128i wrong = _mm_xor_si128(both, next_two(run));
    _mm_storeu_si128((__m128i *)(void *)x, both);
    if (!_mm_testz_si128(wrong, wrong))
        return gaps_take(run, x);
    run->next += 2;
    return true;
}

static INLINE void any_done(struct wet_run *run, const unsigned *ends, unsigned fields)
{
    run->start = run->at + ends[fields - 1] + 1;
    run->text_end = run->at + ends[2 * fields - 1];
    run->at = run->text_end + 1;
    run->count += 2;
}

/* Takes two entries of any shape; false: they are not for vectors. *same: both have this one. */
static INLINE bool entries_any(struct wet_run *run, struct wet_batch *batch, struct wet_shape *shape, bool *same)
{
    const char *at = run->at;
    unsigned ends[6];
    if (!ends_find(ends, at, run->limit, 3, false))
        return false;
    unsigned line = ends[2] + 1, x = ends[0] - 4, id = ends[1] - ends[0] - 1, instance = ends[2] - ends[1] - 1;
    unsigned next_x = ends[3] - line - 4, next_id = ends[4] - ends[3] - 1, next_instance = ends[5] - ends[4] - 1;
    if (((x - 1) | (id - 1) | (instance - 1) | (next_x - 1) | (next_id - 1) | (next_instance - 1)) > 7)
        return false;
    __m128i colons, blanks, feeds;
    __m128i xs = fields_load(at + 4, x, at + line + 4, next_x, &colons);
    __m128i ids = fields_load(at + ends[0] + 1, id, at + ends[3] + 1, next_id, &blanks);
    __m128i instances = fields_load(at + ends[1] + 1, instance, at + ends[4] + 1, next_instance, &feeds);
    __m128i wrong = _mm_or_si128(_mm_xor_si128(colons, _mm_set1_epi64x(':')), _mm_xor_si128(blanks, _mm_set1_epi64x(' ')));
    wrong = _mm_or_si128(wrong, _mm_xor_si128(feeds, _mm_set1_epi64x('\n')));
    __m256i both = decimals_of(_mm256_castsi128_si256(xs)), others = decimals_of(_mm256_setr_m128i(ids, instances));
    if (!_mm_testz_si128(wrong, wrong) || !any_take(run, batch->x + run->count, _mm256_castsi256_si128(both)))
        return false;
    _mm_storeu_si128((__m128i *)(void *)(batch->id + run->count), _mm256_castsi256_si128(others));
    _mm_storeu_si128((__m128i *)(void *)(batch->instance + run->count), _mm256_extracti128_si256(others, 1));
    *shape = (struct wet_shape){next_x, next_id, next_id + 1 + next_instance};
    *same = shapes_equal(*shape, (struct wet_shape){x, id, id + 1 + instance});
    any_done(run, ends, 3);
    return true;
}

static INLINE bool values_any(struct wet_run *run, struct wet_batch *batch, struct wet_shape *shape, bool *same)
{
    const char *at = run->at;
    unsigned ends[6];
    if (!ends_find(ends, at, run->limit, 2, true))
        return false;
    unsigned line = ends[1] + 1, x = ends[0] - 4, next_x = ends[2] - line - 4, size = ends[1] - ends[0] - 1, next_size = ends[3] - ends[2] - 1;
    if (((x - 1) | (next_x - 1)) > 7 || ((size - 1) | (next_size - 1)) > 15 || at[ends[1]] != '\n' || at[ends[3]] != '\n')
        return false;
    __m128i colons, xs = fields_load(at + 4, x, at + line + 4, next_x, &colons);
    __m128i wrong = _mm_or_si128(_mm_subs_epu8(xs, _mm_set1_epi8('9')), _mm_xor_si128(colons, _mm_set1_epi64x(':')));
    __m256i both = decimals_of(_mm256_castsi128_si256(xs));
    if (!_mm_testz_si128(wrong, wrong) || !any_take(run, batch->x + run->count, _mm256_castsi256_si128(both)))
        return false;
    *shape = (struct wet_shape){next_x, 0, next_size};
    *same = shapes_equal(*shape, (struct wet_shape){x, 0, size});
    any_done(run, ends, 2);
    return true;
}

/* ---- Lists ---- */

/* Lines that are read by twos before a shape is tried again, at most; how often something is tried in vain; and what is not worth it. */
enum { PATIENCE = 32, FICKLE = 3, HASTY = 2, FEW = 32 };

/* Takes lines by twos until a layout is worth a try: after `vain` / 2 lines and one pair more, whose shapes are the same.
 * False: there is none. */
static INLINE bool any_lines(struct wet_run *run, struct wet_batch *batch, unsigned until, unsigned vain, struct wet_shape *shape, bool is_value)
{
    bool same = false, good = true;
    unsigned enough = run->count + vain / 2 + 1;
    while (good && run->count + 2 <= until && !(same && run->count > enough))
        good = is_value ? values_any(run, batch, shape, &same) : entries_any(run, batch, shape, &same);
    return good && run->count > enough;
}

/* How often in a batch the definer changed after few lines, and how often their length did. */
struct mood {
    unsigned fickle, hasty;
};

/* Takes lines of a shape, of which the last line was. */
static INLINE void shape_lines(struct wet_run *run, struct wet_batch *batch, struct wet_shape shape, unsigned until, struct mood *mood, bool is_value)
{
    struct layout layout;
    unsigned before = run->count, size = shape.x + shape.end + 6;
    bool stays = is_value || batch->id[before - 1] == batch->id[before - 2];
    if (run->consecutive && stays && mood->fickle < FICKLE) {
        bool loose = mood->hasty == HASTY;
        if (loose)
            wet_loose_take(run, batch, until, shape);
        else
            wet_steady_take(run, batch, until, shape);
        bool few = run->count < before + FEW, same = is_value || memcmp(run->at + 4 + shape.x, run->start + 4 + shape.x, shape.blank + 2) == 0;
        mood->fickle += few && !same;
        mood->hasty += few && same && !loose;
    }
    /* Where only the definer changed, the layout is still right. */
    bool same = !is_value && run->count < until && run->limit - run->at >= (ptrdiff_t)size && run->at[size - 1] == '\n' && run->at[4 + shape.x] == ':';
    if (same && layout_make(&layout, shape)) {
        if (run->consecutive)
            entry_pairs(run, batch, &layout, until, false);
        else
            entry_pairs(run, batch, &layout, until, true);
    }
}

static INLINE void lines_take(struct wet_run *given, struct wet_batch *batch, unsigned until, bool is_value)
{
    struct wet_run run = *given;
    struct wet_shape shape = {0, 0, 0};
    struct plain_line line = {0};
    struct mood mood = {0, 0};
    for (unsigned vain = 0; run.count < until;) {
        bool found = any_lines(&run, batch, until, vain, &shape, is_value);
        unsigned before = run.count;
        if (found) {
            shape_lines(&run, batch, shape, until, &mood, is_value);
            vain = run.count > before + 2 ? vain / 2 : vain < PATIENCE ? 2 * vain + 1 : PATIENCE;
        } else if (run.count < until && !wet_scalar_line(&run, batch, &line)) {
            break;
        }
    }
    *given = run;
}

void AVX2 wet_avx2_lines(struct wet_run *run, struct wet_batch *batch, unsigned until)
{
    if (batch->kind == WET_ITEM_VALUE)
        lines_take(run, batch, until, true);
    else
        lines_take(run, batch, until, false);
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
