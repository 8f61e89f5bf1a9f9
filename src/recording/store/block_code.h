/* block_code.h - shared by the encoder and the decoder of blocks: bits, fields, lines.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to block_*.c. The shape of a block is in block.h. */
#ifndef CLEW_RECORDING_STORE_BLOCK_CODE_H
#define CLEW_RECORDING_STORE_BLOCK_CODE_H

#include "recording/store/block.h"

#include <string.h>

/* ---- Bytes and bits ---- */

static inline uint64_t load64(const unsigned char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static inline void save64(unsigned char *bytes, uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    memcpy(bytes, &word, sizeof word);
}

/* width below 64 */
static inline uint64_t low_bits(uint64_t word, unsigned width)
{
    return word & (((uint64_t)1 << width) - 1);
}

/* A field of 0 to 64 bits. Reads 8 bytes from the byte it begins in, and one more if it is wider than 56 bits. */
static inline uint64_t bits_at(const unsigned char *bytes, uint64_t bit, unsigned width)
{
    unsigned shift = bit & 7;
    uint64_t word = load64(bytes + (bit >> 3)) >> shift;
    if (width <= 56)
        return low_bits(word, width);
    if (shift)
        word |= (uint64_t)bytes[(bit >> 3) + 8] << (64 - shift);
    return width == 64 ? word : low_bits(word, width);
}

/* A signed number of 0 to 8 bytes; always reads 8. */
static inline uint64_t base_at(const unsigned char *bytes, unsigned size)
{
    if (size == 0)
        return 0;
    unsigned spare = 64 - 8 * size;
    return (uint64_t)((int64_t)(load64(bytes) << spare) >> spare);
}

static inline unsigned bits_of(uint64_t number)
{
    return number ? 64u - (unsigned)__builtin_clzll(number) : 0;
}

/* Bytes that base_at needs. */
static inline unsigned base_size(uint64_t base)
{
    uint64_t magnitude = (int64_t)base < 0 ? ~base : base;
    return base ? bits_of(magnitude) / 8 + 1 : 0;
}

/* ---- Fields of descriptors and definers ---- */

enum { STEEP = 9 };                             /* B of a PACKED block that is STEEP */
enum { BY_RANK = 1 << 14, SLOPE_ONE = 1 << 15, PLACE_MASK = BY_RANK - 1 };

static inline unsigned block_width(struct block block) { return block.first >> 2 & 127; }
static inline unsigned block_definer_bytes(struct block block) { return (block.first >> 2 & 3) + 1; }
static inline bool block_has_slopes(struct block block) { return block.first >> 4 & 1; }
static inline unsigned block_base_bytes(struct block block) { return block.first >> 9 & 15; }
static inline unsigned block_extra(struct block block) { return block.first >> 13 & 255; }

static inline size_t row_size(struct block block)       /* of a definer in SEVERAL */
{
    return block_definer_bytes(block) + 3 + (block_has_slopes(block) ? 5 : 0) + block_base_bytes(block);
}

/* ---- Lines ---- */

/* Without rests; the position is below BLOCK. */
static inline uint64_t line_at(uint64_t base, int32_t slope, unsigned fraction, unsigned position)
{
    return base + (uint64_t)(((int64_t)slope * (int64_t)position + (int64_t)(fraction << 8)) >> 16);
}

/* The same for STEEP: slopes up to 2^38. */
static inline uint64_t steep_at(uint64_t base, int32_t slope, unsigned exponent, unsigned position)
{
    return base + (uint64_t)((int64_t)((uint64_t)((int64_t)slope * (int64_t)position) << (exponent & 31)) >> 16);
}

struct line {
    uint64_t base;
    int32_t slope;
    unsigned fraction;          /* steep: exponent */
    unsigned width;
    bool steep;
};

/* Points to fit a line to: (positions[k], heights[k]), positions rising. They are *near* if all |heights| are below 2^NEAR_BITS, and then stored as integers.
 * Otherwise both double arrays repeat their last element up to a multiple of LANES. */
enum { LANES = 16, NEAR_BITS = 14 };
struct points {
    bool is_near;
    const int32_t *near;            /* heights * 2^16 */
    const int32_t *places;          /* their positions; NULL: 0, 1, 2, ... */
    const double *positions, *heights;
    unsigned count;
    double low, high;               /* of the heights */
};

/* Loops worth a wider machine. Sums and products in them are exact: |heights| are below 2^36, positions below BLOCK, slopes have 32 bits. */
struct kernels {
    /* Are all definers equal (NULL: yes)? Do the values rise by the same step each time? */
    void (*survey)(const uint32_t *definers, const uint64_t *values, unsigned count, bool *one_definer, bool *straight);
    /* Are all values equal? */
    bool (*same)(const uint64_t *values, unsigned count);
    /* Sets height = values[k] - values[0] for points->count values, their lowest and highest, and is_near. False: some are 2^35 or more. */
    bool (*heights)(const uint64_t *values, struct points *points, int32_t *near, double *far);
    /* The lowest and the highest of height - slope * position. Slopes are 16.16. */
    void (*extent)(struct points points, int32_t slope, double *low, double *high);
    /* The first position where height - slope * position equals the deviation; there is one. */
    double (*where)(struct points points, int32_t slope, double deviation);
    /* Sums of position, position^2, height, position * height. */
    void (*sums)(struct points points, double sums[4]);
    /* rests[k] = values[k] - (base + whole * k); base and slope of a line whose slope is a whole number. */
    void (*rests)(const uint64_t *values, unsigned count, uint64_t base, uint64_t whole, uint64_t *rests);
};
const struct kernels *kernels_plain(void);
const struct kernels *kernels_best(void);               /* of this machine */

/* ---- Definers (block.c) ---- */

/* The distinct definers of the entries, in order of first appearance, and the code of each entry, padded with 0 to a multiple of 8. */
void definers_find(const uint32_t *entries, unsigned count, struct definers *definers, unsigned char codes[BLOCK]);
struct block_range range_of(uint32_t definer, const uint64_t *values, unsigned count);
void block_ranges_find(const struct definers *definers, const uint64_t *values, unsigned count, struct block_range ranges[BLOCK]);

/* ---- Encoding with chosen kernels, for tests; other callers use block.h ---- */

enum block_rests { RESTS_BITS, RESTS_BYTES };
void block_encode_with(const struct kernels *kernels, enum block_rests rests, const uint32_t *definers, const uint64_t *values, unsigned count,
                       struct block *block, unsigned char *payload, size_t *size);

#endif
