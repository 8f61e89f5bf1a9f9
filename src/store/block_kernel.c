/* block_kernel.c - the loops of encoding that gain from wide registers.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each loop is written once, in portable C whose inner loops or vectors have a fixed size, and compiled for what every machine has and, on x86-64,
 * once more for AVX2. Arithmetic is exact, so that the order of additions does not matter and both give the same. */
#include "store/block_code.h"

#define INLINE static inline __attribute__((always_inline))

enum { CHUNK = 32, WIDE_BITS = 35 };

typedef double heights_vector __attribute__((vector_size(4 * sizeof(double))));
typedef uint64_t words_vector __attribute__((vector_size(4 * sizeof(uint64_t))));
typedef int64_t bits_vector __attribute__((vector_size(4 * sizeof(int64_t))));
enum { VECTOR = 4 };

/* Indices are pointers and size_t here, since an unsigned one could go round, for all that the compiler knows. */
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

/* LANES pairs of lowest and highest, since each depends on the one before. */
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

INLINE void extent_body(struct points points, double slope, double *low, double *high)
{
    double lows[LANES], highs[LANES];
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

/* A number below 2^51 becomes a double by becoming the low bits of one: 1.5 * 2^52 + number. */
INLINE bool heights_body(const uint64_t *values, struct points *points, double *heights)
{
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

INLINE double where_body(struct points points, double slope, double sign, double bound)
{
    const double *position = points.positions, *height = points.heights, *end = position + points.count;
    for (; position < end; position += LANES, height += LANES) {
        uint64_t found = 0;
        for (unsigned k = 0; k < LANES; k++)
            found |= sign * (height[k] - slope * position[k]) <= bound ? 1 : 0;
        for (unsigned k = 0; found && k < LANES; k++)
            if (sign * (height[k] - slope * position[k]) <= bound)
                return position[k];
    }
    return points.positions[0];
}

INLINE void sums_body(struct points points, double sums[4])
{
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
    attribute static bool heights_##name(const uint64_t *values, struct points *points, double *heights) { return heights_body(values, points, heights); } \
    attribute static void extent_##name(struct points points, double slope, double *low, double *high) { extent_body(points, slope, low, high); } \
    attribute static double where_##name(struct points points, double slope, double sign, double bound) { return where_body(points, slope, sign, bound); } \
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
