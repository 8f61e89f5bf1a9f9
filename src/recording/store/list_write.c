/* list_write.c - one list after the other becomes blocks.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/building.h"

#include <stdlib.h>
#include <string.h>

/* ---- Numbers ---- */

uint32_t number_of(struct numbers *numbers, uint64_t id)
{
    uint64_t number;
    if (numbers->has_last && numbers->last_id == id)
        return numbers->last;
    if (!map_get(&numbers->by_id, id, &number)) {
        number = numbers->items_count;
        map_put(&numbers->by_id, id, number);
        ARRAY_ADD(numbers, items, (struct number){.id = id, .index = NO_RECORD});
    }
    numbers->has_last = true;
    numbers->last_id = id;
    return numbers->last = (uint32_t)number;
}

void numbers_free(struct numbers *numbers)
{
    free(numbers->items);
    map_free(&numbers->by_id);
}

/* ---- Blocks ---- */

unsigned char *payload_room(struct part *part)
{
    part->payload = array_grow(part->payload, &part->payload_capacity, part->payload_count + BLOCK_BUFFER, 1);
    return part->payload + part->payload_count;
}

void block_run_add(struct block_run *run, struct part *part, uint64_t entries, struct block block, size_t size)
{
    if (block_kind(block) != BLOCK_LINE)
        block_place(&block, part->payload_count);
    part->payload_count += size;
    if (entries == 0)
        run->uniform = block_kind(block) == BLOCK_LINE;
    else if (run->uniform && block_continues(run->items[0], entries, block))
        return;
    size_t before = (size_t)(entries / BLOCK);
    run->items = array_grow(run->items, &run->items_capacity, before + 1, sizeof *run->items);
    for (size_t b = 1; entries && run->uniform && b < before; b++)
        run->items[b] = block_continued(run->items[0], b * BLOCK);
    if (entries)
        run->uniform = false;
    run->items[before] = block;
    run->items_count = before + 1;
}

uint64_t block_run_end(struct block_run *run, struct part *part)
{
    uint64_t first = part->blocks_count;
    for (size_t i = 0; i < run->items_count; i++)
        ARRAY_ADD(part, blocks, run->items[i]);
    return first;
}

/* What a block's definers are called in the part. */
static void numbers_find(struct numbers *numbers, const uint64_t *ids, unsigned count, struct definers *definers, unsigned char codes[BLOCK])
{
    uint64_t list[BLOCK];
    definers->count = block_codes(ids, count, list, codes);
    definers->codes = codes;
    for (unsigned code = 0; code < definers->count; code++)
        definers->list[code] = number_of(numbers, list[code]);
}

static void uses_note(struct part *part, uint64_t b, const struct block_range *ranges, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct number *number = &part->numbers.items[ranges[i].definer];
        if (ranges[i].high >= number->top)
            number->top = ranges[i].high + 1;
        ARRAY_ADD(part, uses, (struct part_use){ranges[i].low, ranges[i].high, (uint32_t)part->lists_count, (uint32_t)b, ranges[i].definer});
    }
}

static void close_links(struct open_list *open, struct part *part, const uint64_t *ids, const uint64_t *values, unsigned count)
{
    struct definers definers;
    unsigned char codes[BLOCK];
    struct block block;
    size_t size;
    struct block_range ranges[BLOCK];
    numbers_find(&part->numbers, ids, count, &definers, codes);
    block_encode_coded(&definers, values, count, &block, payload_room(part), &size, ranges);
    block_run_add(&open->blocks, part, open->list.count, block, size);
    uses_note(part, open->list.count / BLOCK, ranges, definers.count);
}

static void close_xs(struct open_list *open, struct part *part, const uint64_t *xs, unsigned count)
{
    struct block block;
    size_t size;
    block_encode(NULL, xs, count, &block, payload_room(part), &size);
    block_run_add(&open->x_blocks, part, open->list.count, block, size);
}

/* A block is there: where its entries are. */
static void close_entries(struct open_list *open, struct part *part, const uint64_t *xs, const uint64_t *ids, const uint64_t *values, unsigned count)
{
    if (!open->in_values)
        close_links(open, part, ids, values, count);
    else if (open->kept)
        kept_values_close(open->kept, part, open->list.count, count);
    if (open->has_xs)
        close_xs(open, part, xs, count);
    open->list.count += count;
    open->count = 0;
}

static void close_block(struct open_list *open, struct part *part)
{
    if (open->count)
        close_entries(open, part, open->xs, open->ids, open->values, open->count);
}

/* ---- Entries ---- */

/* X were 0, 1, 2, ... so far, and are no longer. */
static void unfold_xs(struct open_list *open)
{
    uint64_t before = open->list.count;
    open->has_xs = true;
    if (before) {
        ARRAY_ADD(&open->x_blocks, items, (struct block){BLOCK_LINE, UINT64_C(65536) << 32});
        open->x_blocks.uniform = true;
    }
    for (unsigned i = 0; i < open->count; i++)
        open->xs[i] = before + i;
}

static void see_xs(struct open_list *open, const uint64_t *xs, unsigned count, bool consecutive)
{
    if (!open->has_xs && !(xs[0] == open->list.count + open->count && (consecutive || xs[count - 1] - xs[0] == count - 1)))
        unfold_xs(open);
    if (xs[0] < open->list.top)
        open->rising = false;
    if (xs[count - 1] >= open->list.top)
        open->list.top = xs[count - 1] + 1;
}

static void keep_entries(struct open_list *open, const struct wet_batch *batch, unsigned from, unsigned count)
{
    if (open->has_xs)
        memcpy(open->xs + open->count, batch->x + from, count * sizeof *open->xs);
    if (!open->in_values) {
        memcpy(open->ids + open->count, batch->id + from, count * sizeof *open->ids);
        memcpy(open->values + open->count, batch->instance + from, count * sizeof *open->values);
    }
    open->count += count;
}

void open_list_add(struct open_list *open, struct part *part, const struct wet_batch *batch, uint64_t offset)
{
    if (open->dropped)
        return;
    for (unsigned from = 0, count; from < batch->count; from += count) {
        unsigned room = BLOCK - open->count;
        count = batch->count - from < room ? batch->count - from : room;
        if (open->in_values && open->count == 0)
            ARRAY_ADD(part, offsets, offset);
        see_xs(open, batch->x + from, count, batch->consecutive);
        if (count == BLOCK) {
            close_entries(open, part, batch->x + from, batch->id + from, batch->instance + from, count);
            continue;
        }
        keep_entries(open, batch, from, count);
        if (open->count == BLOCK)
            close_block(open, part);
    }
}

void open_list_add_value(struct open_list *open, struct part *part, const struct wet_value *value)
{
    if (open->dropped)
        return;
    see_xs(open, &value->x, 1, true);
    open->xs[open->count] = value->x;
    kept_values_add(open->kept, open->list.count, open->count, value->digits);
    if (++open->count == BLOCK)
        close_block(open, part);
}

/* ---- Lists ---- */

void open_list_begin(struct open_list *open, const struct part *part, bool values, uint64_t announced)
{
    open->is_open = true;
    open->in_values = values;
    open->announced = announced;
    open->rising = true;
    open->has_xs = false;
    open->count = 0;
    open->blocks.items_count = open->x_blocks.items_count = 0;
    open->blocks.uniform = open->x_blocks.uniform = false;
    open->list = (struct list){.xs = NOWHERE};
    if (!values)
        return;
    open->list.flags = LIST_VALUES;
    if (open->kept) {
        kept_values_begin(open->kept);
    } else {
        open->list.first = part->offsets_count;
        open->list.flags |= LIST_TEXT;
    }
}

void open_list_end(struct open_list *open, struct part *part)
{
    struct list *list = &open->list;
    if (!open->is_open)
        return;
    open->is_open = false;
    if (open->dropped)
        return;
    close_block(open, part);
    if (open->rising && list->count == open->announced && list->top > list->count)
        evidence_raise(&part->evidence, EVIDENCE_GAP);
    list->flags |= open->rising || !open->has_xs ? LIST_SORTED : 0;
    if (!open->in_values) {
        list->first = block_run_end(&open->blocks, part);
        list->flags |= open->blocks.uniform ? LIST_UNIFORM : 0;
    }
    if (open->has_xs) {
        list->xs = block_run_end(&open->x_blocks, part);
        list->flags |= open->x_blocks.uniform ? LIST_XS_UNIFORM : 0;
    }
    if (open->in_values && open->kept)
        kept_values_end(open->kept, part, list);
    else
        ARRAY_ADD(part, lists, *list);
}

void open_list_free(struct open_list *open)
{
    free(open->blocks.items);
    free(open->x_blocks.items);
    kept_values_free(open->kept);
}
