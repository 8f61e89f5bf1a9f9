/* gather.c - lists of blocks that grow at the same time.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/gather.h"
#include "recording/store/gather_inside.h"
#include "recording/store/paged.h"
#include "recording/store/spill.h"

#include <stdlib.h>
#include <string.h>

struct gather *gather_open(struct paged_writer *writer, const struct gather_streams *streams)
{
    struct gather *gather = memory_allocate(sizeof *gather);
    gather->writer = writer;
    gather->streams = *streams;
    gather->spill = spill_open(writer);
    gather->most = CHAINED_MOST;
    gather->fresh = memory_allocate(FRESH * sizeof *gather->fresh);
    return gather;
}

static void list_free(struct gather *gather, struct list *list)
{
    free(list->open);
    chain_close(gather, &list->values);
    chain_close(gather, &list->xs);
}

void gather_close(struct gather *gather)
{
    if (!gather)
        return;
    for (size_t i = 0; i < gather->count; i++)
        list_free(gather, &gather->lists[i]);
    free(gather->lists);
    spill_close(gather->spill);
    map_free(&gather->runs);
    free(gather->fresh);
    free(gather);
}

uint32_t gather_list(struct gather *gather, bool has_definers)
{
    gather->lists = array_grow(gather->lists, &gather->capacity, gather->count + 1, sizeof *gather->lists);
    gather->lists[gather->count] =
        (struct list){.has_definers = has_definers, .dense = true, .sorted = true, .in_order = true};
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

/* The largest an entry may take, coded (block.h): eight bytes each of X and value, and its definer. */
enum { ENTRY_BYTES = 17 };

uint64_t gather_unwritten(const struct gather *gather)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < gather->count; i++) {
        const struct list *list = &gather->lists[i];
        uint64_t open = list->fresh ? list->count % BLOCK * ENTRY_BYTES : list->open_size;
        bytes += open + (chain_count(gather, &list->values) + chain_count(gather, &list->xs) + 2) * sizeof(struct block);
        bytes += list->in_order ? 0 : list->count * (ENTRY_BYTES / 2);
    }
    return bytes;
}

/* ---- Descriptors ---- */

/* Block number `before` of a list comes; those before it may have been kept as one. */
static void chain_add(struct gather *gather, struct chain *chain, uint64_t before, struct block block)
{
    if (before == 0) {
        chain->uniform = block_kind(block) == BLOCK_LINE;
    } else if (chain->uniform) {
        if (block_continues(chain->items[0], before * BLOCK, block))
            return;
        struct block first = chain->items[0];
        chain->uniform = false;
        for (uint64_t k = 1; k < before; k++)
            chain_append(gather, chain, block_continued(first, k * BLOCK));
    }
    chain_append(gather, chain, block);
}

static void block_keep(struct gather *gather, struct chain *chain, uint64_t before, struct block block, const unsigned char *payload, size_t size)
{
    if (size)
        block_place(&block, paged_append(gather->writer, gather->streams.payload, payload, size));
    chain_add(gather, chain, before, block);
}

static void numbers_add(struct gather *gather, struct chain *chain, uint64_t before, const uint64_t *numbers, unsigned count)
{
    struct block block;
    unsigned char payload[BLOCK_BUFFER];
    size_t size;
    if (gather->streams.bytes)
        block_encode_bytes(numbers, count, &block, payload, &size);
    else
        block_encode(NULL, numbers, count, &block, payload, &size);
    block_keep(gather, chain, before, block, payload, size);
}

static void links_add(struct gather *gather, struct list *list, uint64_t before, const struct entries *entries, unsigned count)
{
    const struct gather_streams *streams = &gather->streams;
    struct definers definers;
    unsigned char codes[BLOCK], payload[BLOCK_BUFFER];
    uint64_t distinct[BLOCK];
    struct block_range ranges[BLOCK];
    struct block block;
    size_t size;
    definers.count = block_codes(entries->definers, count, distinct, codes);
    definers.codes = codes;
    for (unsigned code = 0; code < definers.count; code++)
        definers.list[code] = (uint32_t)distinct[code];
    block_encode_coded(&definers, entries->values, count, &block, payload, &size, ranges);
    block_keep(gather, &list->values, before, block, payload, size);
    if (streams->named)
        streams->named(streams->context, (uint32_t)(list - gather->lists), before, ranges, definers.count);
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
    numbers_add(gather, &list->xs, 0, xs, BLOCK);
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
        numbers_add(gather, &list->xs, before, entries->xs, count);
    if (list->has_definers)
        links_add(gather, list, before, entries, count);
    else
        numbers_add(gather, &list->values, before, entries->values, count);
}

/* ---- Entries ---- */

static bool xs_rise(const uint64_t *xs, unsigned count)
{
    bool falls = false;
    for (unsigned i = 1; i < count; i++)
        falls |= xs[i] < xs[i - 1];
    return !falls;
}

/* A small entry with a definer: its X less the one before, the definer, the value. Without a definer X must be the next one, and the value is all. */
enum { SMALL_X = 8, SMALL_DEFINER = 20, SMALL_VALUE = 36 };
_Static_assert(SMALL_X + SMALL_DEFINER + SMALL_VALUE == 64, "a small entry is a word");

static inline bool is_small(const struct list *list, uint64_t step, uint32_t definer, uint64_t value)
{
    if (!list->has_definers)
        return step == 1;
    return (step >> SMALL_X | definer >> SMALL_DEFINER | value >> SMALL_VALUE) == 0;
}

static inline uint64_t small(const struct list *list, uint64_t step, uint32_t definer, uint64_t value)
{
    return list->has_definers ? (step << SMALL_DEFINER | definer) << SMALL_VALUE | value : value;
}

/* Small entries from fresh->from on become three arrays, which may be the place's own. */
static void spread(const struct list *list, const struct entries *to, unsigned count)
{
    const struct fresh *fresh = list->fresh;
    uint64_t x = fresh->base;
    for (unsigned i = fresh->from; i < count; i++) {
        uint64_t word = fresh->values[i];
        x += list->has_definers ? word >> (64 - SMALL_X) : 1;
        to->xs[i] = x;
        to->definers[i] = list->has_definers ? word >> SMALL_VALUE & ((1u << SMALL_DEFINER) - 1) : 0;
        to->values[i] = list->has_definers ? word & ((UINT64_C(1) << SMALL_VALUE) - 1) : word;
    }
}

static struct entries fresh_entries(struct fresh *fresh)
{
    return (struct entries){fresh->xs, fresh->definers, fresh->values};
}

static __attribute__((noinline)) void widen(struct list *list, unsigned count)
{
    struct entries entries = fresh_entries(list->fresh);
    spread(list, &entries, count);
    list->wide = true;
}

/* Entry `at` of the open block; `step` is what its X is more than that of the entry before. */
static inline void fresh_put(struct list *list, unsigned at, uint64_t x, uint64_t step, uint32_t definer, uint64_t value)
{
    struct fresh *fresh = list->fresh;
    if (!list->wide && !is_small(list, step, definer, value))
        widen(list, at);
    if (list->wide) {
        fresh->xs[at] = x;
        fresh->definers[at] = definer;
        fresh->values[at] = value;
    } else {
        fresh->values[at] = small(list, step, definer, value);
    }
}

/* The run takes its place behind what is there; it ends with the newest entry, which stands at end - 1. */
static __attribute__((noinline)) void run_end(struct list *list, unsigned end)
{
    for (unsigned left = list->run; left; left--)
        fresh_put(list, end - left, list->last - (left - 1), 1, list->definer, list->value - (left - 1));
    list->run = 0;
}

/* The open block becomes a closed one. One whose X fall is sorted; did they fall below a block before, all of the list will have to be. */
static void block_close(struct gather *gather, struct list *list)
{
    struct fresh *fresh = list->fresh;
    uint64_t xs[BLOCK], definers[BLOCK], values[BLOCK];
    unsigned count = (unsigned)((list->count - 1) % BLOCK + 1);
    if (list->run)
        run_end(list, count);
    struct entries entries = list->wide ? fresh_entries(fresh) : (struct entries){xs, definers, values};
    open_unpack(list, &entries, fresh->from);
    if (!list->wide)
        spread(list, &entries, count);
    bool rises = xs_rise(entries.xs, count);
    fresh->from = 0;
    list->wide = false;
    fresh->base = list->last;
    if (!rises)
        entries_sort(&entries, count);
    uint64_t least = entries.xs[0], top = entries.xs[count - 1] + (entries.xs[count - 1] < UINT64_MAX);
    list->in_order &= list->top == 0 || least >= list->top - 1;
    list->sorted &= rises && list->in_order;
    list->top = top > list->top ? top : list->top;
    gather_add_block(gather, list, (list->count - 1) / BLOCK, &entries, count);
}

static void fresh_leave(struct gather *gather, struct fresh *fresh)
{
    struct list *list = &gather->lists[fresh->list_after - 1];
    unsigned count = (unsigned)(list->count % BLOCK), from = fresh->from;
    if (list->run)
        run_end(list, count);
    if (count > from && !list->wide)
        widen(list, count);
    if (count > from)
        open_pack(gather, list, &(struct entries){fresh->xs + from, fresh->definers + from, fresh->values + from}, count - from);
    list->fresh = NULL;
}

/* A place for the list's open block, whose next entry has that X; whose turn it is packs his. */
static void fresh_take(struct gather *gather, uint32_t number, uint64_t x)
{
    struct list *list = &gather->lists[number];
    struct fresh *fresh = &gather->fresh[gather->hand];
    gather->hand = (gather->hand + 1) % FRESH;
    if (fresh->list_after)
        fresh_leave(gather, fresh);
    fresh->from = (unsigned)(list->count % BLOCK);
    fresh->list_after = number + 1;
    fresh->base = list->last = x - 1;
    list->wide = false;
    list->fresh = fresh;
}

/* Apart, so that gather_append saves no registers for it. */
static __attribute__((noinline)) void append_afresh(struct gather *gather, uint32_t number, uint64_t x, uint32_t definer, uint64_t value)
{
    fresh_take(gather, number, x);
    gather_append(gather, number, x, definer, value);
}

void gather_append(struct gather *gather, uint32_t number, uint64_t x, uint32_t definer, uint64_t value)
{
    struct list *list = &gather->lists[number];
    if (!list->fresh) {
        append_afresh(gather, number, x, definer, value);
        return;
    }
    uint64_t step = x - list->last;
    bool continues = step == 1 && value == list->value + 1 && definer == list->definer;
    unsigned at = (unsigned)(list->count % BLOCK);
    if (!continues && list->run)
        run_end(list, at);
    list->last = x;
    list->value = value;
    list->definer = definer;
    if (continues)
        list->run++;
    else
        fresh_put(list, at, x, step, definer, value);
    if (++list->count % BLOCK == 0)
        block_close(gather, list);
}

/* ---- Finishing ---- */

static void list_end(struct gather *gather, uint32_t number)
{
    struct list *list = &gather->lists[number];
    if (list->count % BLOCK && !list->fresh)
        fresh_take(gather, number, 0);
    if (list->count % BLOCK)
        block_close(gather, list);
    if (list->fresh)
        list->fresh->list_after = 0;
    open_free(gather, list);
}

void gather_finish(struct gather *gather)
{
    for (uint32_t i = 0; i < gather->count; i++)
        list_end(gather, i);
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
