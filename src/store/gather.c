/* gather.c - lists of blocks that grow at the same time.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/gather_inside.h"
#include "store/varint.h"

#include <stdlib.h>
#include <string.h>

/* An entry of an open block is a byte, and what that byte says follows, as varints of 7 bits a byte:
 *
 *     bit 0      the X is not the last one + 1; its difference follows
 *     bit 1      the definer is not the last one; its difference follows
 *     bit 2-7    difference of the value; VALUE_FOLLOWS: it follows
 *
 * Differences are folded (0, -1, 1, -2, ... become 0, 1, 2, 3, ...). At the beginning of a block what was last is 0, and the last X is -1. */
enum { X_FOLLOWS = 1, DEFINER_FOLLOWS = 2, VALUE_SHIFT = 2, VALUE_FOLLOWS = 63, ENTRY_MAX = 1 + 10 + 5 + 10, OPEN_FIRST = 30 };

struct gather *gather_open(struct paged_writer *writer, const struct gather_streams *streams)
{
    struct gather *gather = memory_allocate(sizeof *gather);
    gather->writer = writer;
    gather->streams = *streams;
    return gather;
}

static void list_free(struct list *list)
{
    free(list->open);
    free(list->values.items);
    free(list->xs.items);
}

void gather_close(struct gather *gather)
{
    if (!gather)
        return;
    for (size_t i = 0; i < gather->count; i++)
        list_free(&gather->lists[i]);
    free(gather->lists);
    free(gather);
}

uint32_t gather_list(struct gather *gather, bool has_definers)
{
    gather->lists = array_grow(gather->lists, &gather->capacity, gather->count + 1, sizeof *gather->lists);
    gather->lists[gather->count] =
        (struct list){.last_x = UINT64_MAX, .has_definers = has_definers, .dense = true, .sorted = true, .in_order = true};
    return (uint32_t)gather->count++;
}

uint32_t gather_count(const struct gather *gather)
{
    return (uint32_t)gather->count;
}

size_t gather_memory(const struct gather *gather)
{
    return sizeof *gather + gather->capacity * sizeof *gather->lists + gather->held;
}

/* ---- Descriptors ---- */

static void chain_append(struct gather *gather, struct chain *chain, struct block block)
{
    if (chain->count == chain->capacity) {
        uint32_t capacity = chain->capacity ? 2u * chain->capacity : 1;
        chain->items = memory_resize(chain->items, capacity * sizeof *chain->items);
        gather->held += (capacity - chain->capacity) * sizeof *chain->items;
        chain->capacity = capacity & INT32_MAX;
    }
    chain->items[chain->count++] = block;
}

/* Block number `before` of a list comes; those before it may have been kept as one. */
static void chain_add(struct gather *gather, struct chain *chain, uint64_t before, struct block block)
{
    if (before == 0) {
        chain->uniform = block_kind(block) == BLOCK_LINE;
    } else if (chain->uniform) {
        if (block_continues(chain->items[0], before * BLOCK, block))
            return;
        chain->uniform = false;
        for (uint64_t k = 1; k < before; k++)
            chain_append(gather, chain, block_continued(chain->items[0], k * BLOCK));
    }
    chain_append(gather, chain, block);
}

static void block_add(struct gather *gather, struct chain *chain, uint64_t before, const uint32_t *definers, const uint64_t *values, unsigned count)
{
    struct block block;
    unsigned char payload[BLOCK_BUFFER];
    size_t size;
    if (!definers && gather->streams.bytes)
        block_encode_bytes(values, count, &block, payload, &size);
    else
        block_encode(definers, values, count, &block, payload, &size);
    if (size)
        block_place(&block, paged_append(gather->writer, gather->streams.payload, payload, size));
    chain_add(gather, chain, before, block);
}

/* X of the blocks before were 0, 1, 2, ...; now they are written down after all. */
static void xs_begin(struct gather *gather, struct list *list, uint64_t before)
{
    uint64_t xs[BLOCK];
    list->dense = false;
    if (before == 0)
        return;
    for (unsigned i = 0; i < BLOCK; i++)
        xs[i] = i;
    block_add(gather, &list->xs, 0, NULL, xs, BLOCK);
}

static bool xs_are_dense(const uint64_t *xs, unsigned count, uint64_t from)
{
    for (unsigned i = 0; i < count; i++)
        if (xs[i] != from + i)
            return false;
    return true;
}

void gather_add_block(struct gather *gather, struct list *list, uint64_t before, const struct entries *entries, unsigned count)
{
    if (list->dense && !xs_are_dense(entries->xs, count, before * BLOCK))
        xs_begin(gather, list, before);
    if (!list->dense)
        block_add(gather, &list->xs, before, NULL, entries->xs, count);
    block_add(gather, &list->values, before, list->has_definers ? entries->definers : NULL, entries->values, count);
    if (list->has_definers && gather->streams.closed)
        gather->streams.closed(gather->streams.context, (uint32_t)(list - gather->lists), before, entries->definers, entries->values, count);
}

/* ---- The open block ---- */

static void open_unpack(const struct list *list, unsigned count, struct entries *entries)
{
    const unsigned char *in = list->open;
    uint64_t x = UINT64_MAX, value = 0, difference;
    uint32_t definer = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned head = *in++;
        difference = 0;
        if (head & X_FOLLOWS)
            in = varint_read(in, &difference);
        x += varint_unfold(difference) + 1;
        if (head & DEFINER_FOLLOWS) {
            in = varint_read(in, &difference);
            definer += (uint32_t)varint_unfold(difference);
        }
        difference = head >> VALUE_SHIFT;
        if (difference == VALUE_FOLLOWS)
            in = varint_read(in, &difference);
        value += varint_unfold(difference);
        entries->xs[i] = x;
        entries->definers[i] = definer;
        entries->values[i] = value;
    }
}

/* Encodes the open block. One whose X fall is sorted; did they fall below a block before, all of the list will have to be. */
static void open_encode(struct gather *gather, struct list *list)
{
    unsigned count = (unsigned)((list->count - 1) % BLOCK + 1);
    uint64_t before = (list->count - 1) / BLOCK;
    uint64_t xs[BLOCK], values[BLOCK];
    uint32_t definers[BLOCK];
    struct entries entries = {xs, definers, values};
    open_unpack(list, count, &entries);
    if (!list->open_rises)
        entries_sort(&entries, count);
    uint64_t top = xs[count - 1] + (xs[count - 1] < UINT64_MAX);
    list->in_order &= list->top == 0 || xs[0] >= list->top - 1;
    list->top = top > list->top ? top : list->top;
    gather_add_block(gather, list, before, &entries, count);
    list->open_size = 0;
}

static void open_grow(struct gather *gather, struct list *list)
{
    unsigned capacity = list->open_capacity ? 2u * list->open_capacity : OPEN_FIRST;
    list->open = memory_resize(list->open, capacity);
    gather->held += capacity - list->open_capacity;
    list->open_capacity = (uint16_t)capacity;
}

static void open_begin(struct list *list)
{
    list->last_value = 0;
    list->last_definer = 0;
    list->open_rises = true;
}

void gather_append(struct gather *gather, uint32_t number, uint64_t x, uint32_t definer, uint64_t value)
{
    struct list *list = &gather->lists[number];
    uint64_t last_x = list->last_x;
    if (list->open_size == 0) {
        list->sorted &= list->count == 0 || x >= last_x;
        open_begin(list);
        last_x = UINT64_MAX;
    } else if (x < last_x) {
        list->sorted = list->open_rises = false;
    }
    if (list->open_size + ENTRY_MAX > list->open_capacity)
        open_grow(gather, list);
    unsigned char *head = list->open + list->open_size, *out = head + 1;
    uint64_t rise = varint_fold(value - list->last_value);
    *head = (unsigned char)((rise < VALUE_FOLLOWS ? rise : VALUE_FOLLOWS) << VALUE_SHIFT);
    if (x != last_x + 1) {
        *head |= X_FOLLOWS;
        out = varint_write(out, varint_fold(x - last_x - 1));
    }
    if (definer != list->last_definer) {
        *head |= DEFINER_FOLLOWS;
        out = varint_write(out, varint_fold((uint64_t)(int64_t)(int32_t)(definer - list->last_definer)));
    }
    if (rise >= VALUE_FOLLOWS)
        out = varint_write(out, rise);
    list->open_size = (uint16_t)(out - list->open);
    list->last_x = x;
    list->last_definer = definer;
    list->last_value = value;
    if (++list->count % BLOCK == 0)
        open_encode(gather, list);
}

/* ---- Finishing ---- */

static uint64_t chain_write(struct gather *gather, struct chain *chain)
{
    uint64_t at = paged_append_items(gather->writer, gather->streams.descriptors, chain->items, chain->count, sizeof *chain->items);
    gather->held -= chain->capacity * sizeof *chain->items;
    free(chain->items);
    chain->items = NULL;
    chain->count = chain->capacity = 0;
    return at / sizeof *chain->items;
}

static void list_end(struct gather *gather, struct list *list)
{
    if (list->open_size)
        open_encode(gather, list);
    gather->held -= list->open_capacity;
    free(list->open);
    list->open = NULL;
    list->open_capacity = 0;
}

void gather_finish(struct gather *gather)
{
    for (size_t i = 0; i < gather->count; i++)
        list_end(gather, &gather->lists[i]);
    for (size_t i = 0; i < gather->count; i++)
        if (!gather->lists[i].in_order)
            list_sort(gather, &gather->lists[i]);
    for (size_t i = 0; i < gather->count; i++) {
        struct list *list = &gather->lists[i];
        list->first = chain_write(gather, &list->values);
        list->first_x = list->dense ? UINT64_MAX : chain_write(gather, &list->xs);
    }
}

struct gathered gather_get(const struct gather *gather, uint32_t number)
{
    const struct list *list = &gather->lists[number];
    return (struct gathered){
        .count = list->count, .first = list->first, .xs = list->first_x, .top = list->top,
        .uniform = list->values.uniform, .xs_uniform = !list->dense && list->xs.uniform, .sorted = list->sorted};
}
