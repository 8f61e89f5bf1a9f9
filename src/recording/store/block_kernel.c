/* block_kernel.c - the encoder's loops that gain from wide registers.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each loop is in portable C with inner loops or vectors of a fixed size. The compiler makes a version for every machine and, on x86-64,
 * one more for AVX2. Arithmetic is exact, so the order of additions does not matter and both give the same results. */
#include "recording/store/block_code.h"
#include "recording/store/lists.h"

#define INLINE static inline __attribute__((always_inline))

enum { CHUNK = 32, WIDE_BITS = 35 };
#define UNIT 65536.0

typedef double heights_vector __attribute__((vector_size(4 * sizeof(double))));
typedef uint64_t words_vector __attribute__((vector_size(4 * sizeof(uint64_t))));
typedef int64_t bits_vector __attribute__((vector_size(4 * sizeof(int64_t))));
enum { VECTOR = 4 };
typedef uint32_t near_vector __attribute__((vector_size(8 * sizeof(uint32_t))));
typedef int32_t signed_vector __attribute__((vector_size(8 * sizeof(int32_t))));
enum { NEAR = 8 };

/* Indices are pointers and size_t here: the compiler would have to assume that an unsigned one wraps around. */
INLINE void survey_body(const uint32_t *definers, const uint64_t *values, unsigned count, bool *one_definer, bool *straight)
{
    uint32_t definer = definers ? definers[0] : 0, other = 0;
    uint64_t step = count > 1 ? values[1] - values[0] : 0, bend = 0;
    const uint32_t *definers_end = definers ? definers + count : NULL;
    const uint64_t *at = values + 1, *end = values + count;
    for (; definers_end - definers >= CHUNK && !other; definers += CHUNK)
        for (size_t k = 0; k < CHUNK; k++)
            other |= definers[k] ^ definer;
    for (; definers < definers_end && !other; definers++)
        other |= *definers ^ definer;
    for (; end - at >= CHUNK && !bend; at += CHUNK)
        for (size_t k = 0; k < CHUNK; k++)
            bend |= (at[k] - (at - 1)[k]) ^ step;
    for (; at < end && !bend; at++)
        bend |= (at[0] - at[-1]) ^ step;
    *one_definer = !other;
    *straight = !bend;
}

INLINE bool same_body(const uint64_t *values, unsigned count)
{
    const uint64_t first = values[0], *at = values, *end = values + count;
    uint64_t other = 0;
    for (; end - at >= CHUNK && !other; at += CHUNK)
        for (size_t k = 0; k < CHUNK; k++)
            other |= at[k] ^ first;
    for (; at < end && !other; at++)
        other |= *at ^ first;
    return !other;
}

/* Joins LANES pairs of lowest and highest: one pair alone would be a chain of dependent operations. */
INLINE void lanes_join(double *lows, double *highs, double *low, double *high)
{
    for (unsigned k = 0; k < LANES / 2; k++) {
        lows[k] = lows[k + LANES / 2] < lows[k] ? lows[k + LANES / 2] : lows[k];
        highs[k] = highs[k + LANES / 2] > highs[k] ? highs[k + LANES / 2] : highs[k];
    }
    *low = lows[0];
    *high = highs[0];
    for (unsigned k = 1; k < LANES / 2; k++) {
        *low = lows[k] < *low ? lows[k] : *low;
        *high = highs[k] > *high ? highs[k] : *high;
    }
}

/* ---- Near points, in integers modulo 2^32 ---- */

/* Are all deviations from a line of this slope below 2^15? Then their low 32 bits are enough. */
INLINE bool slope_is_near(const struct points *points, int32_t slope)
{
    int64_t last = points->places ? points->places[points->count - 1] : (int64_t)points->count - 1, rise = slope * last, most = (int64_t)1 << (NEAR_BITS + 16);
    return rise < most && rise > -most;
}

INLINE int64_t wide_deviation(const struct points *points, int32_t slope, unsigned k)
{
    return points->near[k] - (int64_t)slope * (points->places ? points->places[k] : (int32_t)k);
}

/* NEAR positions and heights. Through pointers, since machines pass vectors in different ways. */
INLINE void near_take(const struct points *points, unsigned at, near_vector *positions, near_vector *near)
{
    const near_vector first = {0, 1, 2, 3, 4, 5, 6, 7};
    memcpy(near, points->near + at, sizeof *near);
    if (points->places)
        memcpy(positions, points->places + at, sizeof *positions);
    else
        *positions = first + at;
}

INLINE void near_extend(int32_t lows[NEAR], int32_t highs[NEAR], const near_vector *deviations)
{
    int32_t each[NEAR];
    memcpy(each, deviations, sizeof each);
    for (unsigned k = 0; k < NEAR; k++) {
        lows[k] = each[k] < lows[k] ? each[k] : lows[k];
        highs[k] = each[k] > highs[k] ? each[k] : highs[k];
    }
}

INLINE void extent_wide(const struct points *points, int32_t slope, double *low, double *high)
{
    int64_t lowest = INT64_MAX, highest = INT64_MIN;
    for (unsigned k = 0; k < points->count; k++) {
        int64_t deviation = wide_deviation(points, slope, k);
        lowest = deviation < lowest ? deviation : lowest;
        highest = deviation > highest ? deviation : highest;
    }
    *low = (double)lowest / UNIT;
    *high = (double)highest / UNIT;
}

INLINE void near_join(const int32_t lows[NEAR], const int32_t highs[NEAR], double *low, double *high)
{
    int32_t lowest = lows[0], highest = highs[0];
    for (unsigned k = 1; k < NEAR; k++) {
        lowest = lows[k] < lowest ? lows[k] : lowest;
        highest = highs[k] > highest ? highs[k] : highest;
    }
    *low = lowest / UNIT;
    *high = highest / UNIT;
}

INLINE void extent_near(const struct points *points, int32_t slope, double *low, double *high)
{
    if (points->count < NEAR || !slope_is_near(points, slope)) {
        extent_wide(points, slope, low, high);
        return;
    }
    int32_t lows[NEAR], highs[NEAR];
    near_vector positions, near, rises, step = {0};
    unsigned last = points->count - NEAR;       /* the last vector may overlap the one before */
    near_take(points, last, &positions, &near);
    near -= positions * (uint32_t)slope;
    memcpy(lows, &near, sizeof lows);
    memcpy(highs, &near, sizeof highs);
    near_take(points, 0, &positions, &near);
    rises = positions * (uint32_t)slope;
    step += (uint32_t)slope * NEAR;
    for (unsigned at = 0; at < last; at += NEAR, rises += step) {
        near_take(points, at, &positions, &near);
        near -= points->places ? positions * (uint32_t)slope : rises;
        near_extend(lows, highs, &near);
    }
    near_join(lows, highs, low, high);
}

INLINE int32_t near_place(const struct points *points, unsigned k)
{
    return points->places ? points->places[k] : (int32_t)k;
}

INLINE double where_near(const struct points *points, int32_t slope, double wanted)
{
    const uint32_t deviation = (uint32_t)(int32_t)(wanted * UNIT);
    near_vector positions, near;
    unsigned k = 0;
    for (; slope_is_near(points, slope) && k + NEAR <= points->count; k += NEAR) {
        near_take(points, k, &positions, &near);
        near_vector same = (near_vector)(near - positions * (uint32_t)slope == deviation);
        uint64_t words[NEAR / 2];
        memcpy(words, &same, sizeof words);
        if (words[0] | words[1] | words[2] | words[3])
            break;
    }
    while (k + 1 < points->count && wide_deviation(points, slope, k) != (int64_t)(wanted * UNIT))
        k++;
    return near_place(points, k);
}

INLINE void sums_near(const struct points *points, double sums[4])
{
    near_vector heights = {0}, products = {0}, positions = {0}, squares = {0}, height, position;
    const bool counted = !points->places;       /* the sums of positions have closed forms then */
    const unsigned n = points->count;
    unsigned at = 0;
    for (; at + NEAR <= n; at += NEAR) {
        near_take(points, at, &position, &height);
        height = (near_vector)((signed_vector)height >> 16);
        heights += height;
        products += height * position;
        if (counted)
            continue;
        positions += position;
        squares += position * position;
    }
    uint32_t all[4] = {counted ? n * (n - 1) / 2 : 0, counted ? (n - 1) * n * (2 * n - 1) / 6 : 0};
    for (unsigned k = 0; k < NEAR; k++) {
        all[0] += positions[k];
        all[1] += squares[k];
        all[2] += heights[k];
        all[3] += products[k];
    }
    for (; at < n; at++) {
        uint32_t high = (uint32_t)(points->near[at] >> 16), place = (uint32_t)near_place(points, at);
        all[0] += counted ? 0 : place;
        all[1] += counted ? 0 : place * place;
        all[2] += high;
        all[3] += high * place;
    }
    for (unsigned k = 0; k < 4; k++)
        sums[k] = (int32_t)all[k];
}

/* False: the heights are not near. */
INLINE bool heights_near(const uint64_t *values, struct points *points, int32_t *near)
{
    enum { STEP = 8 };
    const uint64_t first = values[0], half = (uint64_t)1 << NEAR_BITS, limits = ~(2 * half - 1);
    int32_t lows[STEP] = {0}, highs[STEP] = {0};
    uint64_t over[STEP] = {0};
    size_t at = 0;
    for (; at + STEP <= points->count; at += STEP)
        for (size_t k = 0; k < STEP; k++) {
            uint64_t rise = values[at + k] - first;
            over[k] |= (rise + half) & limits;
            near[at + k] = (int32_t)((uint32_t)rise << 16);
        }
    for (size_t k = 0; at + k < points->count; k++) {
        uint64_t rise = values[at + k] - first;
        over[0] |= (rise + half) & limits;
        near[at + k] = (int32_t)((uint32_t)rise << 16);
    }
    for (size_t k = 1; k < STEP; k++)
        over[0] |= over[k];
    if (over[0])
        return false;
    for (at = 0; at + STEP <= points->count; at += STEP)
        for (size_t k = 0; k < STEP; k++) {
            lows[k] = near[at + k] < lows[k] ? near[at + k] : lows[k];
            highs[k] = near[at + k] > highs[k] ? near[at + k] : highs[k];
        }
    for (size_t k = 0; at + k < points->count; k++) {
        lows[k] = near[at + k] < lows[k] ? near[at + k] : lows[k];
        highs[k] = near[at + k] > highs[k] ? near[at + k] : highs[k];
    }
    for (size_t k = 1; k < STEP; k++) {
        lows[0] = lows[k] < lows[0] ? lows[k] : lows[0];
        highs[0] = highs[k] > highs[0] ? highs[k] : highs[0];
    }
    points->low = lows[0] / UNIT;
    points->high = highs[0] / UNIT;
    return true;
}

INLINE void extent_body(struct points points, int32_t fixed, double *low, double *high)
{
    if (points.is_near) {
        extent_near(&points, fixed, low, high);
        return;
    }
    double lows[LANES], highs[LANES], slope = fixed / UNIT;
    const double *position = points.positions, *height = points.heights, *end = position + points.count;
    for (unsigned k = 0; k < LANES; k++)
        lows[k] = highs[k] = height[k] - slope * position[k];
    for (position += LANES, height += LANES; position < end; position += LANES, height += LANES)
        for (unsigned k = 0; k < LANES; k++) {
            double deviation = height[k] - slope * position[k];
            lows[k] = deviation < lows[k] ? deviation : lows[k];
            highs[k] = deviation > highs[k] ? deviation : highs[k];
        }
    lanes_join(lows, highs, low, high);
}

INLINE void extent_flat(const double *height, unsigned count, double *low, double *high)
{
    double lows[LANES], highs[LANES];
    const double *end = height + count;
    for (unsigned k = 0; k < LANES; k++)
        lows[k] = highs[k] = height[k];
    for (height += LANES; height < end; height += LANES)
        for (unsigned k = 0; k < LANES; k++) {
            lows[k] = height[k] < lows[k] ? height[k] : lows[k];
            highs[k] = height[k] > highs[k] ? height[k] : highs[k];
        }
    lanes_join(lows, highs, low, high);
}

/* To convert a number below 2^51 to double, it adds it to the bits of 1.5 * 2^52, then subtracts that. */
INLINE bool heights_body(const uint64_t *values, struct points *points, int32_t *near, double *heights)
{
    points->is_near = heights_near(values, points, near);
    if (points->is_near)
        return true;
    const double magic = 6755399441055744.0;
    uint64_t magic_bits, over = 0;
    memcpy(&magic_bits, &magic, sizeof magic_bits);
    const uint64_t first = values[0], half = (uint64_t)1 << WIDE_BITS, limits = ~(2 * half - 1);
    words_vector wide = {0};
    unsigned at = 0, count = points->count;
    for (; at + VECTOR <= count; at += VECTOR) {
        words_vector rise;
        memcpy(&rise, values + at, sizeof rise);
        rise -= first;
        wide |= (rise + half) & limits;
        heights_vector converted = (heights_vector)(rise + magic_bits) - magic;
        memcpy(heights + at, &converted, sizeof converted);
    }
    for (; at < count; at++) {
        uint64_t rise = values[at] - first;
        over |= (rise + half) & limits;
        heights[at] = (double)(int64_t)rise;
    }
    for (; at % LANES; at++)
        heights[at] = heights[count - 1];
    extent_flat(heights, count, &points->low, &points->high);
    return !(over || wide[0] || wide[1] || wide[2] || wide[3]);
}

INLINE double where_body(struct points points, int32_t fixed, double deviation)
{
    if (points.is_near)
        return where_near(&points, fixed, deviation);
    const double slope = fixed / UNIT, *position = points.positions, *height = points.heights, *end = position + points.count;
    for (; position < end; position += LANES, height += LANES) {
        uint64_t found = 0;
        for (unsigned k = 0; k < LANES; k++)
            found |= height[k] - slope * position[k] == deviation ? 1 : 0;
        for (unsigned k = 0; found && k < LANES; k++)
            if (height[k] - slope * position[k] == deviation)
                return position[k];
    }
    return points.positions[0];
}

INLINE void sums_body(struct points points, double sums[4])
{
    if (points.is_near) {
        sums_near(&points, sums);
        return;
    }
    heights_vector sum[4] = {{0}, {0}, {0}, {0}};
    unsigned at = 0;
    for (; at + VECTOR <= points.count; at += VECTOR) {
        heights_vector position, height;
        memcpy(&position, points.positions + at, sizeof position);
        memcpy(&height, points.heights + at, sizeof height);
        sum[0] += position;
        sum[1] += position * position;
        sum[2] += height;
        sum[3] += position * height;
    }
    for (unsigned k = 0; k < 4; k++)
        sums[k] = sum[k][0] + sum[k][1] + sum[k][2] + sum[k][3];
    for (; at < points.count; at++) {
        double position = points.positions[at], height = points.heights[at];
        sums[0] += position;
        sums[1] += position * position;
        sums[2] += height;
        sums[3] += position * height;
    }
}

INLINE void rests_body(const uint64_t *restrict values, unsigned count, uint64_t base, uint64_t whole, uint64_t *restrict rests)
{
    uint64_t lines[CHUNK];
    for (size_t k = 0; k < CHUNK; k++)
        lines[k] = base + whole * k;
    const uint64_t *end = values + count;
    for (; end - values >= CHUNK; values += CHUNK, rests += CHUNK)
        for (size_t k = 0; k < CHUNK; k++) {
            rests[k] = values[k] - lines[k];
            lines[k] += whole * CHUNK;
        }
    for (size_t k = 0; values + k < end; k++)
        rests[k] = values[k] - lines[k];
}

/* The functions of one machine, and the table of them. */
#define KERNELS(name, attribute) \
    attribute static void survey_##name(const uint32_t *definers, const uint64_t *values, unsigned count, bool *one_definer, bool *straight) \
    { survey_body(definers, values, count, one_definer, straight); } \
    attribute static bool same_##name(const uint64_t *values, unsigned count) { return same_body(values, count); } \
    attribute static bool heights_##name(const uint64_t *values, struct points *points, int32_t *near, double *far) \
    { return heights_body(values, points, near, far); } \
    attribute static void extent_##name(struct points points, int32_t slope, double *low, double *high) { extent_body(points, slope, low, high); } \
    attribute static double where_##name(struct points points, int32_t slope, double deviation) { return where_body(points, slope, deviation); } \
    attribute static void sums_##name(struct points points, double sums[4]) { sums_body(points, sums); } \
    attribute static void rests_##name(const uint64_t *values, unsigned count, uint64_t base, uint64_t whole, uint64_t *restrict rests) \
    { rests_body(values, count, base, whole, rests); } \
    static const struct kernels kernels_##name##_table = {survey_##name, same_##name, heights_##name, extent_##name, where_##name, sums_##name, rests_##name};

KERNELS(every, )

const struct kernels *kernels_plain(void)
{
    return &kernels_every_table;
}

#if defined(__x86_64__)
KERNELS(avx2, __attribute__((target("avx2"))))

const struct kernels *kernels_best(void)
{
    return __builtin_cpu_supports("avx2") ? &kernels_avx2_table : &kernels_every_table;
}
#else
const struct kernels *kernels_best(void)
{
    return &kernels_every_table;
}
#endif
