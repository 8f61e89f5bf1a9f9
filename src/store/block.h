/* block.h - blocks of 256 numbers, or of 256 dependences, each in a few bits.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. Most lists of a trace are regular: entry k of a port names instance a*k + b of one definer, or of a few, with
 * small deviations; times and values rise in the same way. So a list is cut into blocks of BLOCK entries, and a block is a line through them
 * and what is left over, packed in as many bits as the largest rest needs. Each block has a descriptor of 16 bytes, in an array, so that entry k
 * is found in O(1): descriptor k / BLOCK, then k % BLOCK fields into its payload.
 *
 *     kind        descriptor                              payload
 *     LINE        base, slope, definer                    none: v(i) = base + (slope * i >> 16)
 *     PACKED      width, definer, slope                   i64 base; widths of rest: v(i) = base + (slope * i >> 16) + rest(i)
 *     SEVERAL     width, code bits, number of definers    for each u32 definer, i32 slope, i64 base; then per entry code | rest << code bits
 *     RAW         number of entries                       u64 v(i) ...; then, where there are definers, u32 definer(i) ...
 *
 * v(i) is a number (value, time, X), or the instance of a dependence. A *number block* has no definers; they are 0 and cost nothing. All arithmetic is modulo 2^64, so
 * any 64-bit numbers can be kept. Slopes are fixed point 16.16, and (slope * i >> 16) is computed in 64 bits with an arithmetic shift.
 *
 * This shape, because: raw pairs take 8 to 12 bytes an entry, run lengths of affine runs 5.2 and a search, varint differences 1.2 and decoding from
 * the front; blocks take 0.41 on synthetic traces and any entry is found in 20 to 100 ns. Smaller or larger blocks are no better.
 *
 * A list whose every block is a LINE with the same definer and one slope that is a whole number, each going on where the last one ended, is
 * *uniform*: its first descriptor is valid for all entries (block_at_line with i beyond BLOCK), and only that is kept. */
#ifndef CLEW_STORE_BLOCK_H
#define CLEW_STORE_BLOCK_H

#include "core/core.h"

enum { BLOCK_BITS = 8, BLOCK = 1 << BLOCK_BITS };
enum block_kind { BLOCK_LINE, BLOCK_PACKED, BLOCK_SEVERAL, BLOCK_RAW };

struct block {                      /* 16 bytes on disk, as two little-endian words */
    uint64_t first;                 /* bits 0-1 kind; LINE: 2-63 base, sign-extended; else 2-8 width 0-64, 9-12 code bits, 13-20 number of definers - 1, 21-63 payload offset */
    uint64_t second;                /* LINE, PACKED: low half definer, high half slope; RAW: number of entries */
};

enum { BLOCK_DEFINERS = 16 };       /* SEVERAL has at most so many; more are RAW */
/* The largest payload: RAW with definers. Encoders may write up to 64 bytes more into their buffer. */
enum { BLOCK_PAYLOAD = BLOCK * 12, BLOCK_BUFFER = BLOCK_PAYLOAD + 64 };

/* Encodes count (1 to BLOCK) entries. payload has room for BLOCK_BUFFER bytes; *size is how many of them are meant (0 for LINE), and block->first lacks the payload's
 * offset: block_place() sets it, a multiple of 1 below 2^43. Which kind and slope is the encoder's choice (fewest bits among slope 0, slope 1, end to end, and what else it tries); the same
 * entries always give the same bytes. definers NULL: numbers. About a nanosecond an entry. */
void block_encode(const uint32_t *definers, const uint64_t *values, unsigned count, struct block *block, unsigned char *payload, size_t *size);

/* The same for numbers in payloads that are compressed as a whole later: rests are as wide as whole bytes where they are wider than 12 bits, so
 * that what repeats looks the same. */
void block_encode_bytes(const uint64_t *values, unsigned count, struct block *block, unsigned char *payload, size_t *size);

void block_place(struct block *block, uint64_t offset);

static inline enum block_kind block_kind(struct block block)
{
    return (enum block_kind)(block.first & 3);
}
static inline uint64_t block_offset(struct block block)      /* of its payload; not of LINE */
{
    return block.first >> 21;
}

/* Bytes of its payload for `count` entries; 0 for LINE, and for descriptors that no encoder makes (*good false). */
size_t block_size(struct block block, unsigned count, bool has_definers, bool *good);

struct block_entry {
    uint64_t value;
    uint32_t definer;
};

/* Entry i of a LINE; i may be beyond BLOCK in a uniform list. */
static inline struct block_entry block_at_line(struct block block, uint64_t i)
{
    int64_t base = (int64_t)block.first >> 2, slope = (int32_t)(block.second >> 32);
    uint64_t rise = slope == 65536 ? i : slope == 0 ? 0 : (slope & 65535) == 0 ? i * (uint64_t)(slope >> 16) : (uint64_t)(slope * (int64_t)i >> 16);
    return (struct block_entry){(uint64_t)base + rise, (uint32_t)block.second};
}

/* Entry i < count of a block; payload are its block_size() bytes, and 8 more can be read. O(1), 5 to 20 ns where the bytes are near. i is not checked. */
struct block_entry block_at(struct block block, const unsigned char *payload, unsigned count, unsigned i, bool has_definers);

/* All of them; definers may be NULL. Faster than one by one. */
void block_decode(struct block block, const unsigned char *payload, unsigned count, uint32_t *definers, uint64_t *values);

/* The distinct definers of a block with the smallest and largest instance it names of each, in order of first appearance; as block_encode sees them, at most BLOCK of them. */
struct block_range {
    uint32_t definer;
    uint64_t low, high;
};
unsigned block_ranges(const uint32_t *definers, const uint64_t *values, unsigned count, struct block_range ranges[BLOCK]);

/* ---- A list of blocks, as it grows ---- */

/* Does the next block go on where a uniform list has been going so far? `before` is the list's first descriptor, `entries` how many came before (a multiple of BLOCK). */
bool block_continues(struct block before, uint64_t entries, struct block next);

#endif
