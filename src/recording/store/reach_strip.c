/* reach_strip.c - lists of blocks that are written one after the other, and asked again and again.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/reach_inside.h"

#include <stdlib.h>

const unsigned char *strip_edge(const struct strip_file *file, struct block block, unsigned count)
{
    bool good;
    size_t size = block_size(block, count, true, &good);
    return good ? paged_at(file->paged, file->payload, block_offset(block), size) : NULL;
}

struct strip strip_of(const struct strip_file *file, uint64_t first, uint64_t count, bool uniform)
{
    struct strip strip = {.first = first, .count = count, .uniform = uniform};
    if (uniform && count)
        memcpy(&strip.line, paged_at(file->paged, file->descriptors, first * sizeof strip.line, sizeof strip.line), sizeof strip.line);
    return strip;
}

/* ---- Searching ---- */

uint64_t strip_search(const struct strip_file *file, const struct strip *strip, uint64_t guess, uint64_t wanted)
{
    uint64_t low = 0, high = strip->count, step = 1; /* what is below `low` is less, what is at `high` is not */
    if (guess >= high)
        guess = high ? high - 1 : 0;
    if (high && strip_at(file, strip, guess).value < wanted) {
        for (low = guess + 1; low + step < high && strip_at(file, strip, low + step).value < wanted; step *= 2)
            low += step + 1;
        high = low + step < high ? low + step : high;
    } else {
        for (high = guess; high > step && strip_at(file, strip, high - step).value >= wanted; step *= 2)
            high -= step;
        low = high > step ? high - step + 1 : 0;
    }
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (strip_at(file, strip, middle).value < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- Writing ---- */

static void close_block(struct strip_writer *strip, struct paged_writer *writer)
{
    unsigned char payload[BLOCK_BUFFER];
    struct block block;
    size_t size;
    block_encode(strip->has_definers ? strip->definers : NULL, strip->values, strip->count, &block, payload, &size);
    if (size)
        block_place(&block, paged_append(writer, USERS_PAYLOAD, payload, size));
    if (strip->entries == 0)
        strip->uniform = block_kind(block) == BLOCK_LINE;
    else
        strip->uniform = strip->uniform && block_continues(strip->blocks[0], strip->entries, block);
    ARRAY_ADD(strip, blocks, block);
    strip->entries += strip->count;
    strip->count = 0;
}

void strip_add(struct strip_writer *strip, struct paged_writer *writer, uint32_t definer, uint64_t value)
{
    strip->definers[strip->count] = definer;
    strip->values[strip->count++] = value;
    if (strip->count == BLOCK)
        close_block(strip, writer);
}

struct strip strip_end(struct strip_writer *strip, struct paged_writer *writer)
{
    struct strip answer = {0};
    if (strip->count)
        close_block(strip, writer);
    if (strip->entries) {
        answer = (struct strip){.count = strip->entries, .line = strip->blocks[0], .uniform = strip->uniform};
        if (!strip->uniform)
            answer.first = paged_append_items(writer, USERS_DESCRIPTORS, strip->blocks, strip->blocks_count, sizeof *strip->blocks) / sizeof *strip->blocks;
    }
    strip->blocks_count = 0;
    strip->entries = 0;
    return answer;
}
