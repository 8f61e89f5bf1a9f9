/* fuzz_block.c - blocks: entries come back unchanged on every path; any descriptor and payload can be asked.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Input: a byte that chooses the kind, a byte count - 1, then entries (10 bytes each: u16 definer, i64 difference of the value), or a descriptor and a
 * payload. */
#include "recording/store/block_code.h"
#include "recording/store/store.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HOSTILE = 1, NUMBERS = 2, BYTES = 4, ENTRY = 10 };

static void check(bool good)
{
    if (!good)
        abort();
}

/* A copy of exactly the stated size, plus the 8 bytes that clew may read. */
static unsigned char *exact_copy(const void *data, size_t from, size_t size)
{
    unsigned char *copy = calloc(1, size + 8);
    check(copy != NULL);
    memcpy(copy, data, from < size ? from : size);
    return copy;
}

/* So does reading the entries with the same definer among 64. */
static void check_alike(struct block block, const unsigned char *payload, unsigned count, const uint32_t *definers, const uint64_t *values)
{
    for (unsigned from = 0; from < count && block_kind(block) != BLOCK_LINE; from += 64) {
        uint64_t wanted = values[from] | UINT64_C(1) << ((count - from - 1) & 63), got[64];
        for (wanted &= count - from < 64 ? (UINT64_C(1) << (count - from)) - 1 : UINT64_MAX; wanted;) {
            uint32_t definer;
            uint64_t taken = wanted;
            unsigned k = 0, found = block_alike(block, payload, count, from, &wanted, &definer, got);
            for (taken &= ~wanted; taken; taken &= taken - 1, k++) {
                unsigned i = from + (unsigned)__builtin_ctzll(taken);
                check(k < found && got[k] == values[i] && (!definers || definer == definers[i]));
            }
            check(found > 0 && found == k);
        }
    }
}

/* Decoding and search agree. */
static void check_reading(struct block block, const unsigned char *payload, unsigned count, uint32_t *definers, uint64_t *values)
{
    block_decode(block, payload, count, definers, values);
    for (unsigned i = 0; i < count; i++) {
        struct block_entry entry = block_at(block, payload, count, i, definers);
        check(entry.value == values[i] && entry.definer == (definers ? definers[i] : 0));
    }
    check_alike(block, payload, count, definers, values);
}

static void try_hostile(const uint8_t *data, size_t size, unsigned count, bool numbers)
{
    uint32_t definers[BLOCK];
    uint64_t values[BLOCK];
    struct block block;
    bool good;
    if (size < sizeof block)
        return;
    memcpy(&block, data, sizeof block);
    size_t bytes = block_size(block, count, !numbers, &good);
    unsigned char *payload = exact_copy(data + sizeof block, size - sizeof block, bytes);
    check_reading(block, payload, count, numbers ? NULL : definers, values);
    free(payload);
}

static void try_entries(const uint8_t *data, size_t size, unsigned count, bool numbers, enum block_rests rests)
{
    uint32_t definers[BLOCK] = {0}, got_definers[BLOCK] = {0};
    uint64_t values[BLOCK], got[BLOCK], value = 0;
    for (unsigned i = 0; i < count; i++) {
        const uint8_t *entry = data + (size_t)ENTRY * i;
        bool there = size >= (size_t)ENTRY * (i + 1);
        if (there && !numbers)
            definers[i] = entry[0] | (uint32_t)entry[1] << 8;
        value += there ? load64(entry + 2) : 1;
        values[i] = value;
    }
    unsigned char payload[BLOCK_BUFFER], other[BLOCK_BUFFER];
    struct block block, other_block;
    size_t bytes, other_bytes;
    bool good;
    block_encode_with(kernels_plain(), rests, numbers ? NULL : definers, values, count, &block, payload, &bytes);
    block_encode_with(kernels_best(), rests, numbers ? NULL : definers, values, count, &other_block, other, &other_bytes);
    check(bytes == other_bytes && memcmp(&block, &other_block, sizeof block) == 0 && memcmp(payload, other, bytes) == 0);
    check(bytes <= BLOCK_PAYLOAD && block_size(block, count, !numbers, &good) == bytes && good);
    unsigned char *copy = exact_copy(payload, bytes, bytes);
    check_reading(block, copy, count, numbers ? NULL : got_definers, got);
    free(copy);
    check(memcmp(got, values, count * sizeof *values) == 0 && memcmp(got_definers, definers, count * sizeof *definers) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    unsigned count = data[1] + 1u;
    bool numbers = data[0] & NUMBERS;
    if (data[0] & HOSTILE)
        try_hostile(data + 2, size - 2, count, numbers);
    else
        try_entries(data + 2, size - 2, count, numbers, numbers && data[0] & BYTES ? RESTS_BYTES : RESTS_BITS);
    return 0;
}
