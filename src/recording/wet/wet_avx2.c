/* wet_avx2.c - batches of plain lines with AVX2: entries, values, arrows.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nearly every line of a list looks like the line before: numbers change, but seldom their lengths. So the reader finds the *layout* of one line, by looking
 * for the ends of its fields, and tries it on the next two. It loads a line into a vector of two lanes: blanks, X and the colon in one, the rest in
 * the other.
 * It subtracts the expected bytes ('0' for a digit, ':' for the colon). The differences must not exceed 9 for a digit, 0 for other bytes, 255 behind the
 * text of a lane: two instructions check everything. The differences are also the digits. One shuffle moves them to the right ends of their fields; then
 * the reader multiplies and adds neighbours, bytes to pairs to fours to eights. Numbers have at most eight digits here, values sixteen. X must follow
 * from the line before, unless the list has gaps.
 *
 * If a layout does not fit, the reader takes two lines of any shape: a word of 64 bits marks the bytes that are not digits, and among them are the ends of
 * all fields. That needs no guess but takes longer. If both lines have the same shape, it tries their layout. But if X counts and both have the same
 * definer, it knows more than the layout: it tries "steady" first, or "loose" if lines have turned out to differ in length. It leaves lines that
 * vectors cannot take (a longer number, CR LF) to words. */
#include "recording/wet/wet_reader.h"
#include "recording/wet/wet_words.h"

#if defined __x86_64__

#include <immintrin.h>

/* Only functions marked AVX2 may call these, and only after wet_avx2_is_here(). */
#define AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define INLINE inline __attribute__((always_inline)) AVX2
#define APART __attribute__((noinline)) AVX2

static inline AVX2 __m256i load32(const void *at)
{
    return _mm256_loadu_si256((const __m256i *)at);
}

/* Sixteen bytes from each of two places. */
static inline AVX2 __m256i pair_load(const void *low, const void *high)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)low)), _mm_loadu_si128((const __m128i *)high), 1);
}

/* The shape of a line: digits of X, and places behind the colon of the blank (entries) and of the line feed. */
struct wet_shape {
    unsigned x, blank, end;
};

bool wet_avx2_is_here(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

/* ---- Foretold lines ----
 *
 * In most lists X counts and the definer stays. Then the whole line is known in advance, except the instance or the value. One comparison
 * of 32 bytes with the expected bytes reads it. The reader counts X up in the expected bytes: its last digit line by line, the others
 * every ten lines. */

enum { DECADE = 10 };

static INLINE __m256i bytes_of(unsigned byte)
{
    return _mm256_set1_epi8((char)byte);
}

/* The front of a line: its first `any` bytes, up to the last number. It has '0' for the last digit of X and 0 for the other digits. */
struct foretold {
    __m256i front;                  /* 0 behind the front */
    __m256i known;                  /* 255: a byte of the front */
    __m256i last;                   /* 1: X's last digit */
    unsigned any;                   /* bytes of the front */
    uint64_t tens;                  /* digits of the next line's X except the last, first digit in the lowest byte */
    unsigned digits, digit;         /* number of digits of X; its last digit */
};

static INLINE __m256i byte_places(void)
{
    return _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
}

/* The last digit of X wraps to 0. Not for 99...9. */
static inline void foretold_turn(struct foretold *foretold)
{
    foretold->digit = 0;
    foretold->tens = decimal_text_next(foretold->tens, foretold->digits - 1);
}

/* Makes it from the line before, which has four blanks in front and an X of `digits` digits, at most 8, not 99...9. */
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

/* The front of the next line. */
static INLINE __m256i foretold_front(const struct foretold *foretold)
{
    __m256i tens = _mm256_zextsi128_si256(_mm_slli_si128(_mm_cvtsi64_si128((long long)foretold->tens), 4));
    __m256i digit = _mm256_and_si256(bytes_of(foretold->digit), _mm256_sub_epi8(_mm256_setzero_si256(), foretold->last));
    return _mm256_or_si256(_mm256_or_si256(foretold->front, tens), digit);
}

/* Writes the X and ids of `count` lines taken: X count on, the definer stays. Writes up to WET_OVER entries too many. */
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

/* Converts four numbers of eight decimal digits, one byte each. */
static INLINE __m256i foretold_eights(__m256i digits)
{
    __m256i fours = _mm256_madd_epi16(_mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x010a)), _mm256_set1_epi32(0x00010064));
    return _mm256_add_epi64(_mm256_mul_epu32(fours, _mm256_set1_epi64x(10000)), _mm256_srli_epi64(fours, 32));
}

/* ---- Steady: foretold lines, as long as the line before ----
 *
 * The reader converts instances afterwards, four lines at a time; it keeps no values. */

struct steady {
    struct foretold foretold;
    __m256i rest;                   /* expected behind the front: '0' for digits, and the line feed */
    __m256i limits;                 /* the largest allowed differences */
    __m256i fixed;                  /* not 0: no letter may be here */
    size_t size;                    /* of a line with its end */
};

/* `line` is the line before; its line feed is at `end`. */
static INLINE struct steady steady_make(const char *line, unsigned digits, unsigned any, unsigned end)
{
    struct foretold foretold = foretold_make(line, digits, any);
    __m256i place = byte_places(), beyond = _mm256_cmpgt_epi8(place, bytes_of(end));
    __m256i is_any = _mm256_andnot_si256(foretold.known, _mm256_cmpgt_epi8(bytes_of(end), place));
    __m256i feed = _mm256_and_si256(_mm256_cmpeq_epi8(place, bytes_of(end)), bytes_of('\n'));
    return (struct steady){foretold, _mm256_or_si256(_mm256_and_si256(is_any, bytes_of('0')), feed),
                           _mm256_or_si256(_mm256_and_si256(is_any, bytes_of(9)), beyond), _mm256_xor_si256(is_any, bytes_of(255)), (size_t)end + 1};
}

/* Not 0 in the bytes where a line is not as expected. */
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

/* How many of the next `count` lines (at most DECADE) are good before the first bad one. No branch on the lines, since it would be mispredicted. */
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

/* The instances of `count` lines: their digits end at `end`, `end` + size, ... Reads up to three lines too many, which WET_SLACK allows. */
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

/* Takes lines that continue the last line taken, of this shape: four blanks in front, numbers of at most 8 digits, values of 16. X count, the definer and
 * the length stay the same. */
static void APART take_steady(struct wet_run *run, struct wet_batch *batch, unsigned until, struct wet_shape shape)
{
    if (batch->kind == WET_ITEM_VALUE)
        steady_take(run, batch, until, shape, true);
    else
        steady_take(run, batch, until, shape, false);
}

/* ---- Loose: foretold lines of varying length ----
 *
 * The reader first finds the line feeds of a stretch of text. So no line waits for the end of the line before, and there is no length to guess: a
 * wrong guess costs as much as some lines. */

enum { STRETCH = 1024, WORD = 64, STARTS_AT_ONCE = 4 };

/* Where lines of a stretch begin; then the end of the last one. */
struct starts {
    uint16_t at[1 + STRETCH + STARTS_AT_ONCE];
    unsigned count;                 /* of whole lines */
};

/* Finds them in the whole words before the limit. */
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

/* Lays the `length` digits of a line's instance, which end at `end`, into a word, unchecked. Not 0: too many digits. */
static inline uint64_t instance_lay(const char *end, unsigned length, uint64_t *digits)
{
    *digits = (word_load(end - 8) ^ word_of('0')) & UINT64_MAX << (64 - 8 * length) % 64;
    return (length - 1) & ~7u;
}

/* Checks a value of `length` digits; *wrong becomes not 0 at bytes that are not digits. Not 0: too many digits. */
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

/* Are these lines, whose X differ only in the last digit, as expected? Puts the digits of instances into words. */
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

/* Converts words to numbers; returns how many before the first with a byte that is not a digit. */
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

/* How many lines of a stretch, at most `most`, are good before the first bad one. */
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

/* Takes lines of a stretch. False: not all of them. */
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

/* Takes the same lines as take_steady, but of any length, each in about twice the time. */
static void APART take_loose(struct wet_run *run, struct wet_batch *batch, unsigned until, struct wet_shape shape)
{
    if (batch->kind == WET_ITEM_VALUE)
        loose_take(run, batch, until, shape, true);
    else
        loose_take(run, batch, until, shape, false);
}

/* ---- Entries and values, by layouts ---- */

/* ---- Layouts ---- */

struct layout {
    __m256i base;                           /* the expected bytes, with '0' for digits */
    __m256i limits;                         /* the largest allowed differences */
    __m256i shuffle;                        /* moves digits to the right ends of their fields */
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

/* X has x digits; the text in the upper lane ends at `end` and has a blank at `blank` (beyond the end: none). */
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

/* The layout of entries. False: lines of this shape are too long for it. */
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

/* Converts numbers of two lines, from pairs of digits (one byte each) to eight digits. */
static INLINE __m256i eights(__m256i pairs)
{
    return _mm256_madd_epi16(_mm256_maddubs_epi16(pairs, _mm256_set1_epi16(0x0164)), _mm256_set1_epi32(0x00012710));
}

/* Are the two stored X in order? In a list with gaps they need not be consecutive. */
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

/* Shuffles for fields of 1 to 8 digits at the beginning of a vector: move digits to the right end of its lower half, the byte behind to the upper half. */
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

static inline uint32_t four_blanks(const char *at)      /* 0: yes */
{
    uint32_t four;
    memcpy(&four, at, sizeof four);
    return four ^ 0x20202020;
}

/* Finds the ends of `fields` fields in each of two lines, as offsets from the first line's first byte. False: bytes that plain lines do not have, or the
 * lines do not end before the limit. The caller must check which bytes end the fields, and the fields' lengths. */
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

/* Loads a field of at most 8 digits from each of two lines; *after: the bytes behind the fields. */
static INLINE __m128i fields_load(const char *at, unsigned size, const char *next, unsigned next_size, __m128i *after)
{
    __m128i field = _mm_shuffle_epi8(load16(at), load16(right_ends[size - 1])), other = _mm_shuffle_epi8(load16(next), load16(right_ends[next_size - 1]));
    *after = _mm_unpackhi_epi64(field, other);
    return _mm_unpacklo_epi64(field, other);
}

/* Converts four right-aligned fields of decimal digits. */
static INLINE __m256i decimals_of(__m256i characters)
{
    return foretold_eights(_mm256_and_si256(characters, _mm256_set1_epi8(15)));
}

/* Takes the X of two lines that are well-formed. False: they are not in order. */
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

/* Takes two entries of any shape. False: vectors cannot take them. *shape: of the second; *same: both have it. */
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

/* PATIENCE: most vain lines read by twos before it tries a shape again. FICKLE: failures before it gives up foretold lines. HASTY: failures before it
 * tries "loose" instead of "steady". FEW: fewer lines are a failure. */
enum { PATIENCE = 32, FICKLE = 3, HASTY = 2, FEW = 32 };

/* Takes lines by twos until a layout is worth a try: after `vain` / 2 lines and one more pair of equal shapes.
 * False: none is. */
static INLINE bool any_lines(struct wet_run *run, struct wet_batch *batch, unsigned until, unsigned vain, struct wet_shape *shape, bool is_value)
{
    bool same = false, good = true;
    unsigned enough = run->count + vain / 2 + 1;
    while (good && run->count + 2 <= until && !(same && run->count > enough))
        good = is_value ? values_any(run, batch, shape, &same) : entries_any(run, batch, shape, &same);
    return good && run->count > enough;
}

/* How often in a batch the definer (fickle) or the length (hasty) changed after few lines. */
struct mood {
    unsigned fickle, hasty;
};

/* Takes lines of the shape of the last line. */
static INLINE void shape_lines(struct wet_run *run, struct wet_batch *batch, struct wet_shape shape, unsigned until, struct mood *mood, bool is_value)
{
    struct layout layout;
    unsigned before = run->count, size = shape.x + shape.end + 6;
    bool stays = is_value || batch->id[before - 1] == batch->id[before - 2];
    if (run->consecutive && stays && mood->fickle < FICKLE) {
        bool loose = mood->hasty == HASTY;
        if (loose)
            take_loose(run, batch, until, shape);
        else
            take_steady(run, batch, until, shape);
        bool few = run->count < before + FEW, same = is_value || memcmp(run->at + 4 + shape.x, run->start + 4 + shape.x, shape.blank + 2) == 0;
        mood->fickle += few && !same;
        mood->hasty += few && same && !loose;
    }
    /* If only the definer changed, the layout is still right. */
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

/* ---- A history's lines ----
 *
 * A third of the lines of a history have another length than the line before. So the reader guesses no layout here, and no branch depends on lengths. Bits
 * mark which of the 64 bytes from the line's beginning on are '#' or '>', and which ends the line; their places give the lengths of all four numbers. The
 * reader moves each number to a fixed place: the two addresses into one vector, the two instances with the bytes behind them into another. Then a few
 * instructions check and convert the whole line. The next line waits only for the end of this one.
 *
 * Decimal numbers have at most eight digits, hexadecimal ones sixteen; words read all other lines. */

static inline AVX2 uint64_t bits_of(__m256i low, __m256i high)
{
    return (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32 | (uint32_t)_mm256_movemask_epi8(low);
}

/* Which of 64 bytes are '#' or '>': those equal to the table's byte at the place that their low four bits give. */
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

/* Shuffles: loaded from shift[n] on, moves n bytes to the right end of 16; from shift[8 + n] on, to the right end of 8, and the bytes behind after them. */
static const unsigned char shift[32] = {128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
                                        0,   1,   2,   3,   4,   5,   6,   7,   8,   9,   10,  11,  12,  13,  14,  15};

/* Sixteen bytes from each of two places, minus '0', shuffled like this; zeros in front. */
static inline AVX2 __m256i arrow_fields_load(const char *low, const char *high, const unsigned char *low_shift, const unsigned char *high_shift)
{
    return _mm256_shuffle_epi8(_mm256_sub_epi8(pair_load(low, high), _mm256_set1_epi8('0')), pair_load(low_shift, high_shift));
}

/* Converts two instances of eight digits, with " --> 0x" behind the first and a line end behind the second, into the lower halves of their lanes. *wrong
 * is not 0 in unexpected bytes. */
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

/* The same for two addresses of sixteen digits. Digits end up below 10, letters from 10 to 15, anything else above. */
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

/* Reads a line that ends before `limit`. Returns its end; NULL: vectors cannot take this line. */
static inline AVX2 const char *arrow_read(const char *line, const char *limit, struct wet_arrow *arrow)
{
    __m256i low = load32(line), high = load32(line + 32), wrong_addresses, wrong_instances;
    uint64_t inside = bits_inside(low, high), rest = inside & (inside - 1);
    size_t hash = _tzcnt_u64(inside), tip = _tzcnt_u64(rest), hash2 = _tzcnt_u64(rest & (rest - 1)), end = _tzcnt_u64(bits_ends(low, high));
    size_t user = hash - 2, user_instance = tip - hash - 4, definer = hash2 - tip - 4, definer_instance = end - hash2 - 1;
    if (limit - line <= (ptrdiff_t)end || ((user - 1) | (definer - 1)) > 15 || ((user_instance - 1) | (definer_instance - 1)) > 7)
        return NULL;
    __m256i addresses = arrow_fields_load(line + 2, line + tip + 4, shift + user, shift + definer);
    __m256i instances = arrow_fields_load(line + hash + 1, line + hash2 + 1, shift + 8 + user_instance, shift + 8 + definer_instance);
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

bool wet_avx2_is_here(void)
{
    return false;
}

void wet_avx2_lines(struct wet_run *run, struct wet_batch *batch, unsigned until)
{
    wet_scalar_lines(run, batch, until);
}

void wet_avx2_arrows(struct wet_run *run, struct wet_batch *batch, unsigned until)
{
    (void)run, (void)batch, (void)until;
}

#endif
