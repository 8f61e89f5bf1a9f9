/* block_codes.c - the definers of a block, and what it names of each.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/block_code.h"

enum { SLOT_BITS = 10, SLOTS = 1 << SLOT_BITS };

static inline uint64_t wide_or_not(const void *entries, bool wide, unsigned i)
{
    return wide ? ((const uint64_t *)entries)[i] : ((const uint32_t *)entries)[i];
}

/* Lists what is distinct, in order of first appearance; a table of small codes finds those already seen. */
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
