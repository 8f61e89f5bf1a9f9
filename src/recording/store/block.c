/* block.c - reads blocks, one entry or all of them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Descriptors and payloads may be damaged: whatever they say, the functions here read only block_size() bytes and the 8 after them. */
#include "recording/store/block.h"
#include "recording/store/block_code.h"

enum { RESTS_MAX = BLOCK * 8, OFFSET_MAX_BITS = 43 };

void block_place(struct block *block, uint64_t offset)
{
    if (block_kind(*block) != BLOCK_LINE)
        block->first = low_bits(block->first, 64 - OFFSET_MAX_BITS) | offset << (64 - OFFSET_MAX_BITS);
}

bool block_continues(struct block before, uint64_t entries, struct block next)
{
    int32_t slope = (int32_t)(before.second >> 32), next_slope = (int32_t)(next.second >> 32);
    if (block_kind(before) != BLOCK_LINE || block_kind(next) != BLOCK_LINE || (uint32_t)before.second != (uint32_t)next.second || slope & 65535)
        return false;
    return (next_slope == slope || next_slope == BLOCK_ANY_SLOPE) && block_at_line(before, entries).value == block_at_line(next, 0).value;
}

/* ---- Sizes ---- */

/* Where the parts of a SEVERAL payload lie. */
struct several {
    const unsigned char *planes, *rests;
    size_t row, plane;              /* bytes of one row, of one plane */
    unsigned definers, code_bits;
    uint64_t rest_bits;
};

static inline struct several several_of(struct block block, const unsigned char *payload, unsigned count)
{
    struct several s = {.row = row_size(block), .plane = (count + 7) / 8, .definers = block_extra(block) + 1, .rest_bits = (block.second >> 32) * 8};
    s.code_bits = bits_of(s.definers - 1);
    s.planes = payload + s.row * s.definers;
    s.rests = s.planes + s.plane * s.code_bits;
    return s;
}

/* Is the descriptor safe to decode? */
static inline bool block_is_good(struct block block, unsigned count)
{
    unsigned base = block_base_bytes(block);
    if (count == 0 || count > BLOCK)
        return false;
    switch (block_kind(block)) {
    case BLOCK_LINE: return true;
    case BLOCK_PACKED: return block_width(block) <= 64 && base <= STEEP;
    case BLOCK_SEVERAL: return base <= 8 && block_extra(block) < BLOCK_DEFINERS && block.second >> 32 <= RESTS_MAX;
    case BLOCK_MANY: return base <= 8 && block_width(block) <= 64 && block_extra(block) <= 32;
    }
    return false;
}

size_t block_size(struct block block, unsigned count, bool has_definers, bool *good)
{
    size_t base = block_base_bytes(block);
    bool readable = block_is_good(block, count);
    *good = readable && (has_definers || block_kind(block) < BLOCK_SEVERAL);
    if (!readable || block_kind(block) == BLOCK_LINE)
        return 0;
    if (block_kind(block) == BLOCK_PACKED)
        return (base == STEEP ? 8 : base) + ((size_t)block_width(block) * count + 7) / 8;
    if (block_kind(block) == BLOCK_MANY)
        return base + ((size_t)(block_width(block) + block_extra(block)) * count + 7) / 8;
    struct several s = {.row = row_size(block), .plane = (count + 7) / 8, .definers = block_extra(block) + 1};
    return s.row * s.definers + s.plane * bits_of(s.definers - 1) + (block.second >> 32);
}

/* ---- PACKED ---- */

static inline uint64_t packed_at(struct block block, const unsigned char *payload, unsigned i)
{
    unsigned width = block_width(block), size = block_base_bytes(block), extra = block_extra(block);
    int32_t slope = (int32_t)(block.second >> 32);
    uint64_t value;
    if (size == STEEP) {
        value = steep_at(load64(payload), slope, extra, i);
        size = 8;
    } else {
        value = line_at(base_at(payload, size), slope, extra, i);
    }
    return width ? value + bits_at(payload + size, (uint64_t)width * i, width) : value;
}

/* The commonest case: rests of at most 56 bits on a line that is not steep. */
static void packed_decode(struct block block, const unsigned char *payload, unsigned count, uint64_t *values)
{
    unsigned width = block_width(block), size = block_base_bytes(block), bit = 0;
    if (size == STEEP || width > 56) {
        for (unsigned i = 0; i < count; i++)
            values[i] = packed_at(block, payload, i);
        return;
    }
    int64_t slope = (int32_t)(block.second >> 32), rise = (int64_t)(block_extra(block) << 8);
    uint64_t base = base_at(payload, size), mask = ((uint64_t)1 << width) - 1;
    const unsigned char *rests = payload + size;
    for (unsigned i = 0; i < count && width; i++, rise += slope, bit += width)
        values[i] = base + (uint64_t)(rise >> 16) + (load64(rests + (bit >> 3)) >> (bit & 7) & mask);
    for (unsigned i = 0; i < count && !width; i++, rise += slope)
        values[i] = base + (uint64_t)(rise >> 16);
}

/* ---- SEVERAL ---- */

/* A row of the table of definers, decoded. */
struct row {
    uint32_t definer;
    int32_t slope;
    unsigned place, fraction, width;
    bool by_rank;
    uint64_t base;
};

static inline struct row row_at(struct block block, const unsigned char *row)
{
    unsigned size = block_definer_bytes(block);
    struct row answer = {.definer = (uint32_t)block.second + (uint32_t)low_bits(load64(row), size * 8)};
    uint64_t fields = load64(row + size);
    unsigned place = fields & 0xffff;
    answer.place = place & PLACE_MASK;
    answer.by_rank = place & BY_RANK;
    answer.width = fields >> 16 & 255;
    answer.slope = place & SLOPE_ONE ? 65536 : 0;
    row += size + 3;
    if (block_has_slopes(block)) {
        answer.slope = (int32_t)(fields >> 24);
        answer.fraction = row[4];
        row += 5;
    }
    answer.base = base_at(row, block_base_bytes(block));
    return answer;
}

static inline unsigned code_at(const struct several *s, unsigned i)
{
    const unsigned char *plane = s->planes + (i >> 3);
    unsigned code = 0;
    for (unsigned p = 0; p < s->code_bits; p++, plane += s->plane)
        code |= (*plane >> (i & 7) & 1u) << p;
    return code < s->definers ? code : 0;
}

/* How many entries before i have this code. */
static inline unsigned rank_at(const struct several *s, unsigned i, unsigned code)
{
    unsigned rank = 0;
    for (unsigned word = 0; word <= i >> 6; word++) {
        uint64_t same = word < i >> 6 ? UINT64_MAX : ((uint64_t)1 << (i & 63)) - 1;
        const unsigned char *plane = s->planes + (size_t)8 * word;
        for (unsigned p = 0; p < s->code_bits; p++, plane += s->plane)
            same &= load64(plane) ^ ((uint64_t)(code >> p & 1) - 1);
        rank += bits_set(same);
    }
    return rank;
}

static uint64_t rest_at(const struct several *s, uint64_t bit, unsigned width)
{
    return width <= 64 && bit + width <= s->rest_bits ? bits_at(s->rests, bit, width) : 0;
}

static inline struct block_entry several_at(struct block block, const unsigned char *payload, unsigned count, unsigned i)
{
    struct several s = several_of(block, payload, count);
    unsigned code = code_at(&s, i), rank = 0;
    struct row row = row_at(block, payload + code * s.row);
    if (row.by_rank || row.width)
        rank = rank_at(&s, i, code);
    uint64_t value = line_at(row.base, row.slope, row.fraction, row.by_rank ? rank : i);
    return (struct block_entry){row.width ? value + rest_at(&s, row.place + (uint64_t)rank * row.width, row.width) : value, row.definer};
}

/* The codes of all entries, a byte each: bit b of a plane's byte goes to byte b of a word. */
static void codes_decode(const struct several *s, unsigned char codes[BLOCK])
{
    for (unsigned group = 0; group < s->plane; group++) {
        uint64_t eight = 0;
        for (unsigned p = 0; p < s->code_bits; p++) {
            uint64_t spread = s->planes[p * s->plane + group] * (uint64_t)0x0101010101010101 & 0x8040201008040201;
            eight |= ((spread + 0x7f7f7f7f7f7f7f7f) >> 7 & 0x0101010101010101) << p;
        }
        save64(codes + (size_t)8 * group, eight);
    }
}

static void several_decode(struct block block, const unsigned char *payload, unsigned count, uint32_t *definers, uint64_t *values)
{
    struct several s = several_of(block, payload, count);
    struct row rows[BLOCK_DEFINERS];
    unsigned ranks[BLOCK_DEFINERS] = {0};
    unsigned char codes[BLOCK];
    codes_decode(&s, codes);
    for (unsigned code = 0; code < s.definers; code++)
        rows[code] = row_at(block, payload + code * s.row);
    for (unsigned i = 0; i < count; i++) {
        /* A too large code counts as code 0, without raising its rank, so ranks agree with rank_at. */
        unsigned code = codes[i] < s.definers ? codes[i] : 0, rank = codes[i] == code ? ranks[code]++ : ranks[0];
        const struct row *row = &rows[code];
        uint64_t value = line_at(row->base, row->slope, row->fraction, row->by_rank ? rank : i);
        values[i] = row->width ? value + rest_at(&s, row->place + (uint64_t)rank * row->width, row->width) : value;
        if (definers)
            definers[i] = row->definer;
    }
}

/* ---- MANY ---- */

static inline struct block_entry many_at(struct block block, const unsigned char *payload, unsigned i)
{
    unsigned width = block_width(block), size = block_base_bytes(block), definer_bits = block_extra(block);
    uint64_t bit = (uint64_t)(width + definer_bits) * i;
    struct block_entry answer = {base_at(payload, size), (uint32_t)block.second};
    if (definer_bits)
        answer.definer += (uint32_t)bits_at(payload + size, bit, definer_bits);
    if (width)
        answer.value += bits_at(payload + size, bit + definer_bits, width);
    return answer;
}

/* ---- All kinds ---- */

void block_fetch(struct block block, const unsigned char *payload, unsigned count, unsigned i)
{
    size_t head = block_base_bytes(block), bits = block_width(block);
    __builtin_prefetch(payload);
    if (block_kind(block) == BLOCK_SEVERAL) {
        head = row_size(block) * (block_extra(block) + 1);
        __builtin_prefetch(payload + head + (size_t)((count + 7) / 8) * bits_of(block_extra(block)));
        bits = 1;
    } else if (block_kind(block) == BLOCK_MANY) {
        bits += block_extra(block);
    }
    __builtin_prefetch(payload + head + bits * i / 8);
}

struct block_entry block_at_payload(uint64_t first, uint64_t second, const unsigned char *payload, unsigned count, unsigned i)
{
    struct block block = {first, second};
    if (!block_is_good(block, count))
        return (struct block_entry){0};
    if (block_kind(block) == BLOCK_PACKED)
        return (struct block_entry){packed_at(block, payload, i), (uint32_t)second};
    return block_kind(block) == BLOCK_SEVERAL ? several_at(block, payload, count, i) : many_at(block, payload, i);
}

static void line_decode(struct block block, unsigned count, uint64_t *values)
{
    int64_t slope = (int32_t)(block.second >> 32), rise = block.first << 6 & 0xff00;
    uint64_t base = block_at_line(block, 0).value, step = (uint64_t)(slope >> 16);
    if ((slope & 65535) == 0)
        for (unsigned i = 0; i < count; i++, base += step)
            values[i] = base;
    else
        for (unsigned i = 0; i < count; i++, rise += slope)
            values[i] = base + (uint64_t)(rise >> 16);
}

void block_decode(struct block block, const unsigned char *payload, unsigned count, uint32_t *definers, uint64_t *values)
{
    enum block_kind kind = block_kind(block);
    bool good = block_is_good(block, count);
    for (unsigned i = 0; definers && i < count && kind < BLOCK_SEVERAL; i++)
        definers[i] = good ? (uint32_t)block.second : 0;
    if (!good) {
        memset(values, 0, count * sizeof *values);
        if (definers)
            memset(definers, 0, count * sizeof *definers);
    } else if (kind == BLOCK_LINE) {
        line_decode(block, count, values);
    } else if (kind == BLOCK_PACKED) {
        packed_decode(block, payload, count, values);
    } else if (kind == BLOCK_SEVERAL) {
        several_decode(block, payload, count, definers, values);
    } else {
        for (unsigned i = 0; i < count; i++) {
            struct block_entry entry = many_at(block, payload, i);
            values[i] = entry.value;
            if (definers)
                definers[i] = entry.definer;
        }
    }
}

/* ---- Some of 64 ---- */

static unsigned packed_alike(struct block block, const unsigned char *payload, unsigned from, uint64_t wanted, uint64_t *values)
{
    unsigned width = block_width(block), size = block_base_bytes(block), extra = block_extra(block), found = 0;
    int32_t slope = (int32_t)(block.second >> 32);
    uint64_t base = size < STEEP ? base_at(payload, size) : 0;
    if (size == STEEP || width > 56 || width == 0) {
        for (; wanted; wanted &= wanted - 1)
            values[found++] = packed_at(block, payload, from + (unsigned)__builtin_ctzll(wanted));
        return found;
    }
    payload += size;
    for (; wanted; wanted &= wanted - 1) {
        unsigned i = from + (unsigned)__builtin_ctzll(wanted), bit = width * i;
        values[found++] = line_at(base, slope, extra, i) + low_bits(load64(payload + (bit >> 3)) >> (bit & 7), width);
    }
    return found;
}

/* A bit for each of 64 entries that has this code. */
static uint64_t code_mask(const struct several *s, unsigned from, unsigned code)
{
    const unsigned char *plane = s->planes + (from >> 3);
    uint64_t same = UINT64_MAX;
    for (unsigned p = 0; p < s->code_bits; p++, plane += s->plane)
        same &= load64(plane) ^ ((uint64_t)(code >> p & 1) - 1);
    return same;
}

static unsigned several_alike(struct block block, const unsigned char *payload, unsigned count, unsigned from, uint64_t *wanted, uint32_t *definer,
                              uint64_t *values)
{
    struct several s = several_of(block, payload, count);
    unsigned first = from + (unsigned)__builtin_ctzll(*wanted), code = code_at(&s, first), rank = 0, found = 0;
    struct row row = row_at(block, payload + code * s.row);
    uint64_t same = code_mask(&s, from, code), mine = *wanted & (same | (*wanted & -*wanted)); /* the first entry may have a too large code */
    bool ranked = row.by_rank || row.width;
    *definer = row.definer;
    *wanted &= ~mine;
    if (ranked)
        rank = rank_at(&s, first, code);
    for (; mine; mine &= mine - 1) {
        unsigned i = (unsigned)__builtin_ctzll(mine);
        if (ranked && found)
            rank += bits_set(same & (((uint64_t)1 << i) - 1)); /* entries from the last one up to this one */
        uint64_t value = line_at(row.base, row.slope, row.fraction, row.by_rank ? rank : from + i);
        values[found++] = row.width ? value + rest_at(&s, row.place + (uint64_t)rank * row.width, row.width) : value;
        same &= -((uint64_t)1 << i);
    }
    return found;
}

unsigned block_alike(struct block block, const unsigned char *payload, unsigned count, unsigned from, uint64_t *wanted, uint32_t *definer, uint64_t values[64])
{
    uint64_t all = *wanted;
    *definer = (uint32_t)block.second;
    *wanted = 0;
    if (block_is_good(block, count) && block_kind(block) == BLOCK_PACKED)
        return packed_alike(block, payload, from, all, values);
    *wanted = all;
    if (block_is_good(block, count) && block_kind(block) == BLOCK_SEVERAL)
        return several_alike(block, payload, count, from, wanted, definer, values);
    struct block_entry entry = block_at_payload(block.first, block.second, payload, count, from + (unsigned)__builtin_ctzll(all));
    *wanted &= all - 1;
    *definer = entry.definer;
    values[0] = entry.value;
    return 1;
}

/* ---- The definers of a block, and the range of instances it names of each ---- */

enum { SLOT_BITS = 10, SLOTS = 1 << SLOT_BITS };

static inline uint64_t wide_or_not(const void *entries, bool wide, unsigned i)
{
    return wide ? ((const uint64_t *)entries)[i] : ((const uint32_t *)entries)[i];
}

/* Lists the distinct entries, in order of first appearance; a hash table of codes finds entries already seen. */
static inline __attribute__((always_inline)) unsigned codes_find(const void *entries, bool wide, unsigned count, uint64_t list[BLOCK],
                                                                 unsigned char codes[BLOCK])
{
    uint16_t slots[SLOTS] = {0};    /* code + 1 */
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++) {
        uint64_t entry = wide_or_not(entries, wide, i);
        unsigned slot = (unsigned)(entry * UINT64_C(0x9e3779b97f4a7c15) >> (64 - SLOT_BITS));
        while (slots[slot] && list[slots[slot] - 1] != entry)
            slot = (slot + 1) % SLOTS;
        if (!slots[slot]) {
            list[found++] = entry;
            slots[slot] = (uint16_t)found;
        }
        codes[i] = (unsigned char)(slots[slot] - 1);
    }
    for (unsigned i = count; i % 8; i++)
        codes[i] = 0;
    return found;
}

unsigned block_codes(const uint64_t *ids, unsigned count, uint64_t list[BLOCK], unsigned char codes[BLOCK])
{
    if (!kernels_best()->same(ids, count))
        return codes_find(ids, true, count, list, codes);
    list[0] = ids[0];
    return 1;
}

void definers_find(const uint32_t *entries, unsigned count, struct definers *definers, unsigned char codes[BLOCK])
{
    uint64_t list[BLOCK];
    definers->count = codes_find(entries, false, count, list, codes);
    for (unsigned code = 0; code < definers->count; code++)
        definers->list[code] = (uint32_t)list[code];
    definers->codes = codes;
}

/* ---- Ranges ---- */

struct block_range range_of(uint32_t definer, const uint64_t *values, unsigned count)
{
    struct block_range range = {definer, values[0], values[0]};
    for (unsigned i = 1; i < count; i++) {
        range.low = values[i] < range.low ? values[i] : range.low;
        range.high = values[i] > range.high ? values[i] : range.high;
    }
    return range;
}

void block_ranges_find(const struct definers *definers, const uint64_t *values, unsigned count, struct block_range ranges[BLOCK])
{
    for (unsigned code = 0; code < definers->count; code++)
        ranges[code] = (struct block_range){definers->list[code], UINT64_MAX, 0};
    for (unsigned i = 0; i < count; i++) {
        struct block_range *range = &ranges[definers->codes[i]];
        range->low = values[i] < range->low ? values[i] : range->low;
        range->high = values[i] > range->high ? values[i] : range->high;
    }
}

unsigned block_ranges(const uint32_t *entries, const uint64_t *values, unsigned count, struct block_range ranges[BLOCK])
{
    struct definers definers;
    unsigned char codes[BLOCK];
    bool one_definer, straight;
    kernels_best()->survey(entries, values, count, &one_definer, &straight);
    if (one_definer && count) {
        ranges[0] = range_of(entries[0], values, count);
        return 1;
    }
    definers_find(entries, count, &definers, codes);
    block_ranges_find(&definers, values, count, ranges);
    return definers.count;
}
