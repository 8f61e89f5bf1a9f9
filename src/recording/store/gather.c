/* gather.c - lists of blocks that grow at the same time.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/gather.h"
#include "recording/store/paged.h"
#include "core/core.h"

#include <stdlib.h>
#include <string.h>

/* ---- The open blocks of lists that grow at the same time, packed ---- */

/* An entry of an open block is a byte, then the varints (7 bits a byte) that this byte announces:
 *
 *     bit 0      the X is not the last one + 1; its difference follows
 *     bit 1      the definer is not the last one; its difference follows
 *     bit 2-7    difference of the value; VALUE_FOLLOWS: it follows
 *
 * Differences are folded (0, -1, 1, -2, ... become 0, 1, 2, 3, ...). Before the first entry of a block the last X is -1, everything else 0. */
enum { X_FOLLOWS = 1, DEFINER_FOLLOWS = 2, VALUE_SHIFT = 2, VALUE_FOLLOWS = 63, ENTRY_MAX = 1 + 10 + 5 + 10, OPEN_FIRST = 30 };

static void open_append(struct gather *gather, struct gather_list *list, const unsigned char *bytes, size_t size)
{
    unsigned capacity = list->open_capacity ? list->open_capacity : OPEN_FIRST;
    while (list->open_size + size > capacity)
        capacity *= 2;
    if (capacity > list->open_capacity) {
        list->open = memory_resize(list->open, capacity);
        gather->held += capacity - list->open_capacity;
        list->open_capacity = (uint16_t)capacity;
    }
    memcpy(list->open + list->open_size, bytes, size);
    list->open_size = (uint16_t)(list->open_size + size);
}

/* Packs entries behind the packed entries of the same block. */
static void open_pack(struct gather *gather, struct gather_list *list, const struct entries *entries, unsigned count)
{
    unsigned char bytes[BLOCK * ENTRY_MAX], *out = bytes;
    bool first = list->open_size == 0;
    uint64_t last_x = first ? UINT64_MAX : list->last_x, last_value = first ? 0 : list->last_value;
    uint32_t last_definer = first ? 0 : list->last_definer;
    for (unsigned i = 0; i < count; i++) {
        uint64_t x = entries->xs[i], value = entries->values[i], rise = varint_fold(value - last_value);
        uint32_t definer = (uint32_t)entries->definers[i];
        unsigned char *head = out++;
        *head = (unsigned char)((rise < VALUE_FOLLOWS ? rise : VALUE_FOLLOWS) << VALUE_SHIFT | (x != last_x + 1 ? X_FOLLOWS : 0) |
                                (definer != last_definer ? DEFINER_FOLLOWS : 0));
        if (*head & X_FOLLOWS)
            out = varint_write(out, varint_fold(x - last_x - 1));
        if (*head & DEFINER_FOLLOWS)
            out = varint_write(out, varint_fold((uint64_t)(int64_t)(int32_t)(definer - last_definer)));
        if (rise >= VALUE_FOLLOWS)
            out = varint_write(out, rise);
        last_x = x;
        last_value = value;
        last_definer = definer;
    }
    list->last_x = last_x;
    list->last_value = last_value;
    list->last_definer = last_definer;
    open_append(gather, list, bytes, (size_t)(out - bytes));
}

/* Unpacks all packed entries of the open block; there are `count`. */
static void open_unpack(struct gather_list *list, const struct entries *entries, unsigned count)
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
    list->open_size = 0;
}

static void open_free(struct gather *gather, struct gather_list *list)
{
    gather->held -= list->open_capacity;
    free(list->open);
    list->open = NULL;
    list->open_capacity = 0;
}

/* ---- Descriptors of closed blocks, until they stand side by side ----
 *
 * Every 256 entries make one or two descriptors, and those of a list have to be neighbours in the end. Beyond gather->most bytes the gather puts long chains
 * aside on disk, run by run. So the number of lists bounds its memory, whatever their length. */

enum { RUN_LEAST = 64 /* descriptors worth a run */, CAPACITY_MOST = (1 << 30) - 1 };

static size_t chain_bytes(const struct chain *chain)
{
    return chain->capacity * sizeof *chain->items;
}

/* The array of lists moves when it grows; the offset of a chain in it stays the same. */
static uint64_t chain_place(const struct gather *gather, const struct chain *chain)
{
    return (uint64_t)((const char *)chain - (const char *)gather->lists);
}

static struct chain_runs *runs_of(const struct gather *gather, const struct chain *chain)
{
    uint64_t runs;
    return chain->aside && map_get(&gather->runs, chain_place(gather, chain), &runs) ? (struct chain_runs *)(uintptr_t)runs : NULL;
}

/* How many descriptors a chain has. */
static uint64_t chain_count(const struct gather *gather, const struct chain *chain)
{
    const struct chain_runs *runs = runs_of(gather, chain);
    return chain->count + (runs ? runs->count : 0);
}

static void drop_items(struct gather *gather, struct chain *chain)
{
    gather->held -= chain_bytes(chain);
    gather->chained -= chain_bytes(chain);
    free(chain->items);
    chain->items = NULL;
    chain->count = chain->capacity = 0;
}

static void chain_empty(struct gather *gather, struct chain *chain)
{
    struct chain_runs *runs = runs_of(gather, chain);
    drop_items(gather, chain);
    if (runs)
        free(runs->items);
    if (runs)
        *runs = (struct chain_runs){0};
}

/* Frees a chain for good, when the gather closes. */
static void chain_close(struct gather *gather, struct chain *chain)
{
    chain_empty(gather, chain);
    free(runs_of(gather, chain));
}

/* ---- Putting aside ---- */

static bool put_aside(struct gather *gather, struct chain *chain)
{
    struct chain_run run = {.count = chain->count};
    if (chain->count < RUN_LEAST)
        return true;
    if (!spill_write(gather->spill, chain->items, chain->count * sizeof *chain->items, &run.at))
        return false;
    struct chain_runs *runs = runs_of(gather, chain);
    if (!runs) {
        runs = memory_allocate(sizeof *runs);
        map_put(&gather->runs, chain_place(gather, chain), (uintptr_t)runs);
        chain->aside = true;
    }
    runs->items = array_grow(runs->items, &runs->capacity, runs->run_count + 1, sizeof *runs->items);
    runs->items[runs->run_count++] = run;
    runs->count += run.count;
    drop_items(gather, chain);
    return true;
}

/* If many chains are short, or the disk is full, it tries again only at a higher limit. */
static void put_all_aside(struct gather *gather)
{
    bool good = true;
    for (size_t i = 0; i < gather->count && good; i++)
        good = put_aside(gather, &gather->lists[i].values) && put_aside(gather, &gather->lists[i].xs);
    gather->most = good && 2 * gather->chained < CHAINED_MOST ? CHAINED_MOST : 2 * gather->chained;
}

static void chain_append(struct gather *gather, struct chain *chain, struct block block)
{
    if (chain->count == chain->capacity) {
        if (gather->chained >= gather->most)
            put_all_aside(gather);
        uint32_t capacity = chain->capacity ? 2u * chain->capacity : 1;
        chain->items = memory_resize(chain->items, capacity * sizeof *chain->items);
        gather->held += (capacity - chain->capacity) * sizeof *chain->items;
        gather->chained += (capacity - chain->capacity) * sizeof *chain->items;
        chain->capacity = capacity & CAPACITY_MOST;
    }
    chain->items[chain->count++] = block;
}

/* ---- Taking back ---- */

static void chain_load(struct gather *gather, struct chain *chain)
{
    struct chain_runs *runs = runs_of(gather, chain);
    if (!runs)
        return;
    size_t count = (size_t)chain_count(gather, chain), at = 0;
    struct block *all = memory_allocate(count * sizeof *all);
    for (size_t i = 0; i < runs->run_count; at += runs->items[i++].count)
        spill_read(gather->spill, runs->items[i].at, all + at, runs->items[i].count * sizeof *all);
    for (size_t i = 0; i < chain->count; i++)
        all[at + i] = chain->items[i];
    chain_empty(gather, chain);
    chain->items = all;
    chain->count = (uint32_t)count;
    chain->capacity = count & CAPACITY_MOST;
    gather->held += chain_bytes(chain);
    gather->chained += chain_bytes(chain);
}

static uint64_t append(struct gather *gather, const struct block *blocks, size_t count)
{
    return paged_append_items(gather->writer, gather->streams.descriptors, blocks, count, sizeof *blocks) / sizeof *blocks;
}

/* Writes the descriptors side by side, empties the chain, and returns the number of the first. */
static uint64_t chain_write(struct gather *gather, struct chain *chain)
{
    struct chain_runs *runs = runs_of(gather, chain);
    uint64_t first = UINT64_MAX;
    for (size_t i = 0; runs && i < runs->run_count; i++) {
        size_t count = (size_t)runs->items[i].count;
        struct block *blocks = memory_allocate(count * sizeof *blocks);
        spill_read(gather->spill, runs->items[i].at, blocks, count * sizeof *blocks);
        uint64_t at = append(gather, blocks, count);
        first = i == 0 ? at : first;
        free(blocks);
    }
    uint64_t at = append(gather, chain->items, chain->count);
    chain_empty(gather, chain);
    return first == UINT64_MAX ? at : first;
}

/* ---- Lists of blocks that grow at the same time ---- */

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

static void list_free(struct gather *gather, struct gather_list *list)
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
        (struct gather_list){.has_definers = has_definers, .dense = true, .sorted = true, .in_order = true};
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

/* The largest size of a coded entry (block.h): eight bytes each for X and value, and the definer. */
enum { ENTRY_BYTES = 17 };

uint64_t gather_unwritten(const struct gather *gather)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < gather->count; i++) {
        const struct gather_list *list = &gather->lists[i];
        uint64_t open = list->fresh ? list->count % BLOCK * ENTRY_BYTES : list->open_size;
        bytes += open + (chain_count(gather, &list->values) + chain_count(gather, &list->xs) + 2) * sizeof(struct block);
        bytes += list->in_order ? 0 : list->count * (ENTRY_BYTES / 2);
    }
    return bytes;
}

/* ---- Descriptors ---- */

/* Adds block number `before` of a list; one descriptor may stand for all blocks before it. */
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

static void links_encode(struct gather *gather, struct gather_list *list, uint64_t before, const struct entries *entries, unsigned count)
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

/* X of the blocks before were 0, 1, 2, ...; now they need blocks: one uniform block for all of them. */
static void xs_begin(struct gather *gather, struct gather_list *list, uint64_t before)
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

/* Adds a block to a list that has `before` blocks. */
static void gather_add_block(struct gather *gather, struct gather_list *list, uint64_t before, const struct entries *entries, unsigned count)
{
    if (list->dense && !xs_are_dense(entries->xs, count, before * BLOCK))
        xs_begin(gather, list, before);
    if (!list->dense)
        numbers_add(gather, &list->xs, before, entries->xs, count);
    if (list->has_definers)
        links_encode(gather, list, before, entries, count);
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

/* A small entry with a definer: X minus the X before, the definer, the value. Without a definer it is only the value, and X must be the next one. */
enum { SMALL_X = 8, SMALL_DEFINER = 20, SMALL_VALUE = 36 };
_Static_assert(SMALL_X + SMALL_DEFINER + SMALL_VALUE == 64, "a small entry is a word");

static inline bool is_small(const struct gather_list *list, uint64_t step, uint32_t definer, uint64_t value)
{
    if (!list->has_definers)
        return step == 1;
    return (step >> SMALL_X | definer >> SMALL_DEFINER | value >> SMALL_VALUE) == 0;
}

static inline uint64_t small(const struct gather_list *list, uint64_t step, uint32_t definer, uint64_t value)
{
    return list->has_definers ? (step << SMALL_DEFINER | definer) << SMALL_VALUE | value : value;
}

/* Spreads the small entries from fresh->from on into three arrays, maybe those of `fresh` itself. */
static void spread(const struct gather_list *list, const struct entries *to, unsigned count)
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

static __attribute__((noinline)) void widen(struct gather_list *list, unsigned count)
{
    struct entries entries = fresh_entries(list->fresh);
    spread(list, &entries, count);
    list->wide = true;
}

/* Puts entry `at` into the open block; `step`: its X minus the X of the entry before. */
static inline void fresh_put(struct gather_list *list, unsigned at, uint64_t x, uint64_t step, uint32_t definer, uint64_t value)
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

/* Puts the entries of the run into the open block; the newest one becomes entry end - 1. */
static __attribute__((noinline)) void run_end(struct gather_list *list, unsigned end)
{
    for (unsigned left = list->run; left; left--)
        fresh_put(list, end - left, list->last - (left - 1), 1, list->definer, list->value - (left - 1));
    list->run = 0;
}

static void entries_sort(struct entries *entries, unsigned count);
static void list_sort(struct gather *gather, struct gather_list *list);

/* Closes the open block. Sorts it if its X fall; if X fell below those of an earlier block, gather_finish has to sort the whole list. */
static void block_close(struct gather *gather, struct gather_list *list)
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
    struct gather_list *list = &gather->lists[fresh->list_after - 1];
    unsigned count = (unsigned)(list->count % BLOCK), from = fresh->from;
    if (list->run)
        run_end(list, count);
    if (count > from && !list->wide)
        widen(list, count);
    if (count > from)
        open_pack(gather, list, &(struct entries){fresh->xs + from, fresh->definers + from, fresh->values + from}, count - from);
    list->fresh = NULL;
}

/* Takes a `fresh` for the list's open block, whose next entry has this X. They are taken in turns; the list that had it packs its entries. */
static void fresh_take(struct gather *gather, uint32_t number, uint64_t x)
{
    struct gather_list *list = &gather->lists[number];
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

/* A function of its own, so gather_append need not save registers for it. */
static __attribute__((noinline)) void append_afresh(struct gather *gather, uint32_t number, uint64_t x, uint32_t definer, uint64_t value)
{
    fresh_take(gather, number, x);
    gather_append(gather, number, x, definer, value);
}

void gather_append(struct gather *gather, uint32_t number, uint64_t x, uint32_t definer, uint64_t value)
{
    struct gather_list *list = &gather->lists[number];
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
    struct gather_list *list = &gather->lists[number];
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
        struct gather_list *list = &gather->lists[i];
        list->first = chain_write(gather, &list->values);
        list->first_x = list->dense ? UINT64_MAX : chain_write(gather, &list->xs);
    }
}

struct gathered gather_get(const struct gather *gather, uint32_t number)
{
    const struct gather_list *list = &gather->lists[number];
    return (struct gathered){
        .count = list->count, .first = list->first, .xs = list->first_x, .top = list->top,
        .uniform = list->values.uniform, .xs_uniform = !list->dense && list->xs.uniform, .sorted = list->sorted};
}

/* ---- Sorting lists whose X fell ---- */

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

/* Sorts rows, which are already sorted in runs of `run`. Returns where the sorted rows are: rows or spare. */
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

/* Sorts by X, stably. */
static void entries_sort(struct entries *entries, unsigned count)
{
    struct row rows[BLOCK], spare[BLOCK];
    rows_set(rows, entries, count);
    rows_get(rows_sort(rows, spare, count, 1), entries, count);
}

static struct block chain_block(const struct chain *chain, uint64_t number)
{
    return chain->uniform ? block_continued(chain->items[0], number * BLOCK) : chain->items[number];
}

/* False: the file cannot be read; the writer has failed and will not finish. */
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

static bool rows_read(const struct gather *gather, const struct gather_list *list, struct row *rows)
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

static void rows_write(struct gather *gather, struct gather_list *list, const struct row *rows)
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

/* Reads the closed blocks of a list back, sorts it and encodes it again. */
static void list_sort(struct gather *gather, struct gather_list *list)
{
    chain_load(gather, &list->values);
    chain_load(gather, &list->xs);
    struct row *rows = memory_allocate(list->count * sizeof *rows), *spare = memory_allocate(list->count * sizeof *spare);
    if (rows_read(gather, list, rows))
        rows_write(gather, list, rows_sort(rows, spare, list->count, BLOCK));
    free(rows);
    free(spare);
}
