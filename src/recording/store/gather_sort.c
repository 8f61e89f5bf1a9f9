/* gather_sort.c - lists whose X fell, put in order.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/gather_inside.h"
#include "recording/store/paged.h"

#include <stdlib.h>
#include <string.h>

struct row {
    uint64_t x, value;
    uint32_t definer;
};

/* Merges from[0 ... middle) and from[middle ... end), each sorted; of equal X the first half's come first. */
static void rows_merge(const struct row *from, size_t middle, size_t end, struct row *to)
{
    size_t a = 0, b = middle;
    if (middle < end && from[middle - 1].x > from[middle].x)
        while (a < middle && b < end)
            *to++ = from[b].x < from[a].x ? from[b++] : from[a++];
    memcpy(to, from + a, (middle - a) * sizeof *to);
    memcpy(to + (middle - a), from + b, (end - b) * sizeof *to);
}

/* Runs of `run` rows are sorted already. Returns where the sorted rows are: in rows, or in spare. */
static struct row *rows_sort(struct row *rows, struct row *spare, size_t count, size_t run)
{
    for (; run < count; run *= 2) {
        for (size_t at = 0; at < count; at += 2 * run) {
            size_t left = count - at, end = left < 2 * run ? left : 2 * run;
            rows_merge(rows + at, run < end ? run : end, end, spare + at);
        }
        struct row *other = rows;
        rows = spare;
        spare = other;
    }
    return rows;
}

static void rows_set(struct row *rows, const struct entries *entries, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        rows[i] = (struct row){entries->xs[i], entries->values[i], (uint32_t)entries->definers[i]};
}

static void rows_get(const struct row *rows, struct entries *entries, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        entries->xs[i] = rows[i].x;
        entries->values[i] = rows[i].value;
        entries->definers[i] = rows[i].definer;
    }
}

void entries_sort(struct entries *entries, unsigned count)
{
    struct row rows[BLOCK], spare[BLOCK];
    rows_set(rows, entries, count);
    rows_get(rows_sort(rows, spare, count, 1), entries, count);
}

static struct block chain_block(const struct chain *chain, uint64_t number)
{
    return chain->uniform ? block_continued(chain->items[0], number * BLOCK) : chain->items[number];
}

/* False: the file cannot be read; the writer knows, and will not finish. */
static bool block_read_back(const struct gather *gather, struct block block, unsigned count, uint32_t *definers, uint64_t *values)
{
    unsigned char payload[BLOCK_BUFFER] = {0};
    bool good;
    size_t size = block_size(block, count, definers, &good);
    if (size && !paged_reread(gather->writer, gather->streams.payload, block_offset(block), payload, size))
        return false;
    block_decode(block, payload, count, definers, values);
    return true;
}

static bool rows_read(const struct gather *gather, const struct list *list, struct row *rows)
{
    uint64_t xs[BLOCK], values[BLOCK];
    uint32_t definers[BLOCK] = {0};
    for (uint64_t at = 0; at < list->count; at += BLOCK) {
        unsigned count = list->count - at < BLOCK ? (unsigned)(list->count - at) : BLOCK;
        if (!block_read_back(gather, chain_block(&list->xs, at / BLOCK), count, NULL, xs) ||
            !block_read_back(gather, chain_block(&list->values, at / BLOCK), count, list->has_definers ? definers : NULL, values))
            return false;
        for (unsigned i = 0; i < count; i++)
            rows[at + i] = (struct row){xs[i], values[i], definers[i]};
    }
    return true;
}

static void rows_write(struct gather *gather, struct list *list, const struct row *rows)
{
    uint64_t xs[BLOCK], definers[BLOCK], values[BLOCK];
    struct entries entries = {xs, definers, values};
    chain_empty(gather, &list->values);
    chain_empty(gather, &list->xs);
    list->dense = true;
    for (uint64_t at = 0; at < list->count; at += BLOCK) {
        unsigned count = list->count - at < BLOCK ? (unsigned)(list->count - at) : BLOCK;
        rows_get(rows + at, &entries, count);
        gather_add_block(gather, list, at / BLOCK, &entries, count);
    }
}

void list_sort(struct gather *gather, struct list *list)
{
    chain_load(gather, &list->values);
    chain_load(gather, &list->xs);
    struct row *rows = memory_allocate(list->count * sizeof *rows), *spare = memory_allocate(list->count * sizeof *spare);
    if (rows_read(gather, list, rows))
        rows_write(gather, list, rows_sort(rows, spare, list->count, BLOCK));
    free(rows);
    free(spare);
}
