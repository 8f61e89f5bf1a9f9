/* block.h - blocks of 256 numbers or 256 dependences, at a few bits each.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. Most lists of a trace are regular: entry k of a port names instance a*k + b of one definer, or of a few, with
 * small deviations; times and values rise in the same way. So clew cuts a list into blocks of BLOCK entries. A block is a line through its entries
 * plus the rests, each packed in as many bits as the largest rest needs. Each block has a descriptor of 16 bytes, in an array. So finding entry k
 * takes O(1): descriptor k / BLOCK, then k % BLOCK fields into its payload.
 *
 * A *line* is v(i) = base + (slope * i + fraction * 256 >> 16) + rest(i), with a slope in fixed point 16.16, a fraction in 256ths and rests of `width`
 * bits, never negative. The fraction makes floor((i + 5) / 12), the commonest shape of inner loops, a line without rests.
 *
 *     kind        descriptor                                          payload
 *     LINE        base, fraction, slope, definer                      none
 *     PACKED      width, fraction, slope, definer, B                  base in B bytes; rests
 *     STEEP       PACKED with B = 9: slope * 2^fraction instead of slope, a fraction of 0 and a base of 8 bytes
 *     SEVERAL     number of definers, size of their rests, least      definers (below); codes, as planes of one bit an entry; rests of the first
 *                 definer, D, S, B                                    definer, of the second, ...
 *     MANY        width, bits of definers, least definer, B           base in B bytes; for each entry definer - least | v(i) - base
 *
 * v(i) is a number (value, time, X), or the instance of a dependence. A *number block* has no definers: they are 0 and take no space. All arithmetic is
 * modulo 2^64, so a block can hold any 64-bit numbers. Bit fields begin at the lowest bit of the first byte.
 *
 * In SEVERAL each definer has a line of its own, either of i or of its *rank*, the number of entries before i with the same definer. A variable written
 * under an `if` and used after it is a line of the rank. Rests of a definer are in order of rank and have a width of their own. The rank
 * is the number of bits set below i in a combination of the planes. A definer is
 *
 *     D bytes definer - least, u16 place (14 bits: bit where its rests begin; bit 14: line of the rank; bit 15: slope is 1), u8 width,
 *     S: i32 slope, u8 fraction (otherwise the slope is 0 or 1), B bytes base
 *
 * Why this shape: raw pairs take 8 to 12 bytes an entry. Run lengths of affine runs take 5.2 and a search, varint differences 1.2 and decoding from
 * the front. Smaller or larger blocks are no better. tests/bench/block.c measures density and speed.
 *
 * A list is *uniform* if all its blocks are LINEs with the same definer and the same whole slope, and each continues where the last one ended.
 * Its first descriptor holds for all entries (block_at_line with i beyond BLOCK), and clew keeps only that one. */
#ifndef CLEW_RECORDING_STORE_BLOCK_H
#define CLEW_RECORDING_STORE_BLOCK_H

#include "core/core.h"

enum { BLOCK_BITS = 8, BLOCK = 1 << BLOCK_BITS };
enum block_kind { BLOCK_LINE, BLOCK_PACKED, BLOCK_SEVERAL, BLOCK_MANY };

struct block {                      /* 16 bytes on disk, as two little-endian words */
    uint64_t first;                 /* bits 0-1 kind; LINE: 2-9 fraction, 10-63 base, sign-extended; else 21-63 payload offset and 2-20: */
                                    /* PACKED, MANY: 2-8 width 0-64; SEVERAL: 2-3 D - 1, 4 S; 9-12 B; 13-20 fraction, definers - 1, bits of definers */
    uint64_t second;                /* low half (least) definer; high half slope (LINE, PACKED), or bytes of rests (SEVERAL) */
};

enum { BLOCK_DEFINERS = 64 };       /* the most in SEVERAL; blocks with more are MANY */
/* The largest payload: MANY with 32 and 64 bits. Encoders may write up to 64 bytes beyond it. */
enum { BLOCK_PAYLOAD = BLOCK * 12, BLOCK_BUFFER = BLOCK_PAYLOAD + 64 };

/* The slope of a LINE with one entry: any line can begin with it. */
#define BLOCK_ANY_SLOPE INT32_MIN

/* Encodes count (1 to BLOCK) entries. payload has room for BLOCK_BUFFER bytes; the first *size of them are the payload (0 for LINE).
 * block->first lacks the payload's offset: block_place() sets it, to any number below 2^43. The encoder chooses kind and slope
 * (fewest bits among slope 0, slope 1, least squares and slopes near it); the same entries always give the same bytes. definers NULL:
 * numbers. */
void block_encode(const uint32_t *definers, const uint64_t *values, unsigned count, struct block *block, unsigned char *payload, size_t *size);

/* The same for numbers in payloads that zstd compresses later. Rests wider than 12 bits take whole bytes; they are the numbers themselves where that
 * is as narrow. So equal numbers have equal bytes. */
void block_encode_bytes(const uint64_t *values, unsigned count, struct block *block, unsigned char *payload, size_t *size);

void block_place(struct block *block, uint64_t offset);

static inline enum block_kind block_kind(struct block block)
{
    return (enum block_kind)(block.first & 3);
}
static inline uint64_t block_offset(struct block block)      /* of its payload; not for LINE */
{
    return block.first >> 21;
}

/* Bytes of its payload for `count` entries: all that the functions below look at, and 8 more. 0 for LINE. *good false: no encoder makes such a
 * descriptor; the functions below are safe to call on it, but their answers mean nothing. */
size_t block_size(struct block block, unsigned count, bool has_definers, bool *good);

struct block_entry {
    uint64_t value;
    uint32_t definer;
};

/* Entry i of a LINE; i may be beyond BLOCK in a uniform list. */
static inline struct block_entry block_at_line(struct block block, uint64_t i)
{
    int64_t slope = (int32_t)(block.second >> 32);
    uint64_t base = (uint64_t)((int64_t)block.first >> 10), fraction = block.first << 6 & 0xff00;
    uint64_t rise = slope == 65536 ? i : (slope & 65535) == 0 ? i * (uint64_t)(slope >> 16) : (uint64_t)((int64_t)((uint64_t)slope * i + fraction) >> 16);
    return (struct block_entry){base + rise, (uint32_t)block.second};
}

/* Entry i of a block that is not a LINE. Takes the block as two words, since compilers pass the struct through memory. */
struct block_entry block_at_payload(uint64_t first, uint64_t second, const unsigned char *payload, unsigned count, unsigned i);

/* Entry i < count of a block. payload: its block_size() bytes; 8 more must be readable. O(1). Does not check i. A payload that no encoder made
 * gives some answer. */
static inline struct block_entry block_at(struct block block, const unsigned char *payload, unsigned count, unsigned i, bool has_definers)
{
    struct block_entry answer = block_kind(block) == BLOCK_LINE ? block_at_line(block, i) : block_at_payload(block.first, block.second, payload, count, i);
    return (struct block_entry){answer.value, has_definers ? answer.definer : 0};
}

/* Prefetches the bytes of the payload that block_at will read. The block is not a LINE. */
void block_fetch(struct block block, const unsigned char *payload, unsigned count, unsigned i);

/* All entries; definers may be NULL. The same answers as one by one, faster. */
void block_decode(struct block block, const unsigned char *payload, unsigned count, uint32_t *definers, uint64_t *values);

/* Wanted ones of the 64 entries from `from` (a multiple of 64) on, in a block that is not a LINE. `wanted` has a bit for each and is not 0. Finds the
 * definer of the first wanted entry and the values of entries with the same definer, in order (all of them where that costs nothing). Clears
 * their bits in `wanted` and returns how many: call again for the others. The same answers as one by one, faster. */
unsigned block_alike(struct block block, const unsigned char *payload, unsigned count, unsigned from, uint64_t *wanted, uint32_t *definer, uint64_t values[64]);

/* The distinct definers of a block, at most BLOCK, in order of first appearance, each with the smallest and largest instance that the block names.
 * Takes entries as block_encode does. */
struct block_range {
    uint32_t definer;
    uint64_t low, high;
};
unsigned block_ranges(const uint32_t *definers, const uint64_t *values, unsigned count, struct block_range ranges[BLOCK]);

/* Encodes and finds the ranges in one pass, where the caller knows which entry has which definer: definers->codes as from block_codes(). */
struct definers {
    uint32_t list[BLOCK];           /* in order of first appearance */
    unsigned count;
    const unsigned char *codes;     /* for each entry the number of its definer in the list, and up to 7 more bytes; not read if count is 1 */
};
void block_encode_coded(const struct definers *definers, const uint64_t *values, unsigned count, struct block *block, unsigned char *payload, size_t *size,
                        struct block_range ranges[BLOCK]);

/* The distinct ids among count (1 to BLOCK) ids, in order of first appearance; returns how many. If only one, it leaves codes alone. */
unsigned block_codes(const uint64_t *ids, unsigned count, uint64_t list[BLOCK], unsigned char codes[BLOCK]);

/* How many blocks `count` entries make, and how many entries the block of entry k has. */
static inline uint64_t blocks_of(uint64_t count)
{
    return count / BLOCK + (count % BLOCK > 0);
}

static inline unsigned block_entries(uint64_t count, uint64_t k)
{
    uint64_t left = count - (k & ~(uint64_t)(BLOCK - 1));
    return left < BLOCK ? (unsigned)left : BLOCK;
}

/* Population count without POPCNT, which not every machine has. */
static inline unsigned bits_set(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    return (unsigned)(((word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}

/* ---- A list of blocks, as it grows ---- */

/* Does the next block keep the list uniform? `before` is the list's first descriptor, `entries` the number of entries before the block
 * (a multiple of BLOCK, not 0). */
bool block_continues(struct block before, uint64_t entries, struct block next);

/* The descriptor of a uniform list's block at that entry, made from the list's first one. The list had this block, so its base fits. */
static inline struct block block_continued(struct block before, uint64_t entries)
{
    return (struct block){(uint64_t)BLOCK_LINE | block_at_line(before, entries).value << 10, before.second};
}

#endif
