/* part.c - reads a stretch of text into a part: feeding, lists, values, problems.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/building.h"
#include "recording/store/lists.h"

#include <stdlib.h>
#include <string.h>

/* ---- The problems of a file, in file order ----
 *
 * clew counts all problems but keeps only the first PROBLEMS_MAX of each kind: a file full of problems would fill memory and disk. */

void finding_add(struct findings *findings, uint64_t line, uint64_t column, const struct wet_finding *finding)
{
    findings->total++;
    if (findings->kind_count[finding->kind]++ < PROBLEMS_MAX)
        ARRAY_ADD(findings, items, (struct finding){line, column, finding->first, finding->second, finding->third, (uint64_t)finding->kind, {0}});
}

static int compare_findings(const void *left, const void *right)
{
    const struct finding *a = left, *b = right;
    COMPARE_FIRST(a->line, b->line);
    COMPARE_FIRST(a->column, b->column);
    return COMPARE(a->kind, b->kind);
}

/* Nearly all come in file order; qsort would copy them all first. */
void findings_sort(struct findings *findings)
{
    size_t count = findings->items_count, sorted = 1;
    while (sorted < count && compare_findings(&findings->items[sorted - 1], &findings->items[sorted]) <= 0)
        sorted++;
    if (sorted < count)
        qsort(findings->items, count, sizeof *findings->items, compare_findings);
}

/* ---- One list after the other becomes blocks ---- */

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

static unsigned char *payload_room(struct part *part)
{
    part->payload = array_grow(part->payload, &part->payload_capacity, part->payload_count + BLOCK_BUFFER, 1);
    return part->payload + part->payload_count;
}

/* Adds a block, just encoded into payload_room, behind `entries` entries of the list (a multiple of BLOCK). */
static void block_run_add(struct block_run *run, struct part *part, uint64_t entries, struct block block, size_t size)
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

/* Appends the run's blocks to the part; returns the number of the first. */
static uint64_t block_run_end(struct block_run *run, struct part *part)
{
    uint64_t first = part->blocks_count;
    for (size_t i = 0; i < run->items_count; i++)
        ARRAY_ADD(part, blocks, run->items[i]);
    return first;
}

/* Finds the part's numbers of a block's definers. */
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

static void kept_values_add(struct kept_values *kept, uint64_t entries, unsigned count, struct str digits);
static void kept_values_begin(struct kept_values *kept);
static void kept_values_close(struct kept_values *kept, struct part *part, uint64_t entries, unsigned count);
static void kept_values_end(struct kept_values *kept, struct part *part, struct list *list);
static void kept_values_free(struct kept_values *kept);

/* Closes a block whose entries are in these arrays. */
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

/* X have been 0, 1, 2, ... so far; from here on they need blocks. */
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

/* offset: of the batch, in the text */
static void open_list_add(struct open_list *open, struct part *part, const struct wet_batch *batch, uint64_t offset)
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

/* Adds a value to a list that keeps values. */
static void open_list_add_value(struct open_list *open, struct part *part, const struct wet_value *value)
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

static void open_list_begin(struct open_list *open, const struct part *part, bool values, uint64_t announced)
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

/* Ends the open list, if any. */
static void open_list_end(struct open_list *open, struct part *part)
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

static void open_list_free(struct open_list *open)
{
    free(open->blocks.items);
    free(open->x_blocks.items);
    kept_values_free(open->kept);
}

/* ---- Values of compressed texts: in blocks, as in recordings ---- */

struct kept_values {
    unsigned limbs;                             /* of the widest value so far, at least 1 */
    struct block_run runs[VALUE_LIMBS];
    uint64_t numbers[VALUE_LIMBS][BLOCK];       /* of the open block */
};

static struct kept_values *kept_values_new(void)
{
    return memory_allocate(sizeof(struct kept_values));
}

static void kept_values_free(struct kept_values *kept)
{
    for (unsigned limb = 0; kept && limb < VALUE_LIMBS; limb++)
        free(kept->runs[limb].items);
    free(kept);
}

static void kept_values_begin(struct kept_values *kept)
{
    kept->limbs = 1;
    kept->runs[0].items_count = 0;
    kept->runs[0].uniform = false;
}

/* Begins a run for the next limb; it was 0 in all values so far. */
static void limb_begin(struct kept_values *kept, uint64_t entries, unsigned count)
{
    struct block_run *run = &kept->runs[kept->limbs];
    run->items_count = 0;
    run->uniform = entries > 0;
    if (entries)
        ARRAY_ADD(run, items, (struct block){BLOCK_LINE, 0});
    memset(kept->numbers[kept->limbs], 0, count * sizeof kept->numbers[0][0]);
    kept->limbs++;
}

/* Adds a value, behind `entries` values in closed blocks and `count` in the open block. */
static void kept_values_add(struct kept_values *kept, uint64_t entries, unsigned count, struct str digits)
{
    uint64_t limbs[VALUE_LIMBS];
    unsigned wide = value_limbs(digits, limbs);
    while (kept->limbs < wide)
        limb_begin(kept, entries, count);
    for (unsigned limb = 0; limb < kept->limbs; limb++)
        kept->numbers[limb][count] = limbs[limb];
}

/* Closes the open block of `count` values. */
static void kept_values_close(struct kept_values *kept, struct part *part, uint64_t entries, unsigned count)
{
    for (unsigned limb = 0; limb < kept->limbs; limb++) {
        struct block block;
        size_t size;
        block_encode_bytes(kept->numbers[limb], count, &block, payload_room(part), &size);
        block_run_add(&kept->runs[limb], part, entries, block, size);
    }
}

/* Adds the list to the part, and the lists of its higher limbs. */
static void kept_values_end(struct kept_values *kept, struct part *part, struct list *list)
{
    struct list wide = {.count = list->count, .top = list->count, .xs = NOWHERE, .flags = LIST_VALUES | LIST_SORTED};
    list->limbs = kept->limbs > 1 ? kept->limbs : 0;
    list->flags |= kept->limbs > 1 ? LIST_WIDE : 0;
    for (unsigned limb = 0; limb < kept->limbs; limb++) {
        struct list *own = limb ? &wide : list;
        own->first = block_run_end(&kept->runs[limb], part);
        own->flags = (own->flags & ~(uint32_t)LIST_UNIFORM) | (kept->runs[limb].uniform ? LIST_UNIFORM : 0);
        ARRAY_ADD(part, lists, *own);
    }
}

static unsigned digit_of(char byte)
{
    if (byte >= '0' && byte <= '9')
        return (unsigned)(byte - '0');
    return ((unsigned)byte | 0x20) - 'a' < 6 ? ((unsigned)byte | 0x20) - 'a' + 10 : 0;
}

unsigned value_limbs(struct str digits, uint64_t limbs[VALUE_LIMBS])
{
    enum { LIMB_DIGITS = 16 };
    unsigned count = 1;
    memset(limbs, 0, VALUE_LIMBS * sizeof *limbs);
    for (unsigned i = 0; i < digits.size && i < VALUE_DIGITS; i++) {
        limbs[i / LIMB_DIGITS] |= (uint64_t)digit_of(digits.data[digits.size - 1 - i]) << 4 * (i % LIMB_DIGITS);
        if (limbs[i / LIMB_DIGITS])
            count = i / LIMB_DIGITS + 1;
    }
    return count;
}

/* ---- Feeds a text to its reader, piece by piece ---- */

void feeder_open(struct feeder *feeder, const struct part_source *source, enum wet_kind kind, enum wet_start start)
{
    *feeder = (struct feeder){.source = *source, .next = source->from};
    feeder->reader = wet_reader_start(kind, start);
    bool known = wet_reader_use(feeder->reader, source->path);
    (void)known; /* if this machine lacks the path, the reader keeps its own */
}

void feeder_close(struct feeder *feeder)
{
    wet_reader_close(feeder->reader);
    free(feeder->buffer);
}

/* Feeds the next piece: whole lines. Keeps the unfinished last line for the next piece, but cuts a line above WET_LINE_MAX. */
static bool feed(struct feeder *feeder, struct error *error)
{
    struct part_source *source = &feeder->source;
    size_t got, want = source->piece ? source->piece : FEED_PIECE;
    if (source->to != UINT64_MAX && source->to - feeder->next < want)
        want = (size_t)(source->to - feeder->next);
    if (feeder->capacity < feeder->kept + want + WET_SLACK) {
        feeder->capacity = feeder->kept + want + WET_SLACK;
        feeder->buffer = memory_resize(feeder->buffer, feeder->capacity);
    }
    if (!input_read(source->input, feeder->next, feeder->buffer + feeder->kept, want, &got, &feeder->damage)) {
        if (!input_is_compressed(source->input)) {
            *error = feeder->damage;
            return false;
        }
        feeder->has_damage = true;
    }
    feeder->next += got;
    size_t size = feeder->kept + got, whole = size;
    feeder->at_end = feeder->has_damage || got < want || feeder->next == source->to;
    if (!feeder->at_end) {
        const char *end = memrchr(feeder->buffer, '\n', size);
        whole = end ? (size_t)(end - feeder->buffer) + 1 : size > WET_LINE_MAX ? size : 0;
    }
    memset(feeder->buffer + size, 0, WET_SLACK);
    feeder->fed = whole;
    feeder->kept = size - whole;
    wet_reader_feed(feeder->reader, (struct str){feeder->buffer, whole}, feeder->at_end && source->to == UINT64_MAX);
    return true;
}

bool feeder_go_on(struct feeder *feeder, bool *done, struct error *error)
{
    const struct part_source *source = &feeder->source;
    *done = feeder->at_end && (feeder->ended || source->to == UINT64_MAX);
    if (!feeder->at_end) {
        if (!progress_report(&source->progress, input_position(source->input, feeder->next), input_size(source->input)))
            return error_set(error, "interrupted");
        if (feeder->kept)
            memmove(feeder->buffer, feeder->buffer + feeder->fed, feeder->kept);
        return feed(feeder, error);
    }
    if (!*done)
        wet_reader_block_ends(feeder->reader);
    feeder->ended = true;
    return true;
}

/* ---- Reads a part of a text: its instructions, and its lists as blocks ---- */

struct part_reader {
    struct feeder feeder;
    uint64_t part_size, part_end;   /* end: a multiple of the size */
    struct wet_item pending;        /* the block that ended the last part */
    bool has_pending;
    struct open_list open;
    struct taken taken;
    struct wet_batch batch;
};

struct part_reader *part_reader_open(const struct part_source *source, uint64_t part_size)
{
    struct part_reader *reader = memory_allocate(sizeof *reader);
    reader->part_size = part_size;
    feeder_open(&reader->feeder, source, WET_COMPREHENSIVE, source->from ? WET_FROM_BLOCK : WET_FROM_FILE);
    if (input_is_compressed(source->input))
        reader->open.kept = kept_values_new();
    reader->part_end = (source->from / part_size + 1) * part_size;
    return reader;
}

void part_reader_close(struct part_reader *reader)
{
    if (!reader)
        return;
    feeder_close(&reader->feeder);
    open_list_free(&reader->open);
    free(reader);
}

const struct feeder *part_reader_feeder(const struct part_reader *reader)
{
    return &reader->feeder;
}

const struct wet_reader *part_reader_text(const struct part_reader *reader)
{
    return reader->feeder.reader;
}

void part_free(struct part *part)
{
    free(part->records);
    free(part->lists);
    free(part->blocks);
    free(part->payload);
    free(part->offsets);
    free(part->uses);
    numbers_free(&part->numbers);
    pool_free(&part->names);
    free(part->findings.items);
    *part = (struct part){0};
}

/* ---- Items ---- */

static void block_take(struct part_reader *reader, struct part *part, const struct wet_item *item)
{
    const struct wet_block *block = &item->block;
    open_list_end(&reader->open, part); /* its numbers come first */
    uint32_t number = number_of(&part->numbers, block->id), before = part->numbers.items[number].index;
    uint64_t line = before == NO_RECORD ? 0 : part->records[before].line;
    reader->open.dropped = before != NO_RECORD || (reader->taken.is_taken && reader->taken.is_taken(reader->taken.context, block->id, &line));
    if (reader->open.dropped) {
        finding_add(&part->findings, item->line, item->column, &(struct wet_finding){WET_DUPLICATE_ID, block->id, line, 0});
        return;
    }
    part->numbers.items[number].index = (uint32_t)part->records_count;
    struct record record = {.id = block->id, .address = block->address, .line = block->line, .first_list = part->lists_count,
                            .value_list = NOWHERE, .flags = RECORD_BLOCK};
    ARRAY_ADD(part, records, (struct part_record){record, pool_name(&part->names, block->file), pool_name(&part->names, block->function),
                                                  item->line, block->address_column});
}

static void list_take(struct part_reader *reader, struct part *part, bool values, uint64_t announced)
{
    struct open_list *open = &reader->open;
    open_list_end(open, part);
    if (!open->dropped) {
        struct record *record = &part->records[part->records_count - 1].record;
        if (values)
            record->value_list = part->lists_count;
        else
            record->ports++;
    }
    open_list_begin(open, part, values, announced);
}

/* Takes a line that was not plain enough for a batch. */
static void entry_take(struct part_reader *reader, struct part *part, const struct wet_item *item, uint64_t offset)
{
    struct wet_batch *batch = &reader->batch;
    batch->kind = item->kind;
    batch->count = 1;
    batch->consecutive = true;
    if (item->kind == WET_ITEM_ENTRY) {
        batch->x[0] = item->entry.x;
        batch->id[0] = item->entry.id;
        batch->instance[0] = item->entry.instance;
    } else if (reader->open.kept) {
        open_list_add_value(&reader->open, part, &item->value);
        return;
    } else {
        batch->x[0] = item->value.x;
    }
    open_list_add(&reader->open, part, batch, offset);
}

static void item_take(struct part_reader *reader, struct part *part, const struct wet_item *item, uint64_t offset)
{
    switch (item->kind) {
    case WET_ITEM_ENTRY: case WET_ITEM_VALUE: entry_take(reader, part, item, offset); break;
    case WET_ITEM_PORT: list_take(reader, part, false, item->number); break;
    case WET_ITEM_VALUES: list_take(reader, part, true, item->number); break;
    case WET_ITEM_BLOCK: block_take(reader, part, item); break;
    case WET_ITEM_NO_VALUES:
        open_list_end(&reader->open, part);
        if (!reader->open.dropped)
            part->records[part->records_count - 1].record.flags |= RECORD_NO_VALUES;
        break;
    case WET_ITEM_PROBLEM: finding_add(&part->findings, item->line, item->column, &item->problem); break;
    case WET_ITEM_COUNT: evidence_raise(&part->evidence, evidence_of_count(item)); break;
    case WET_ITEM_ARROW: break;
    }
}

/* ---- A part ---- */

/* Takes the next batch or item. *ended: the stretch is over, or a block begins the next part. */
static bool step(struct part_reader *reader, struct part *part, bool *ended, struct error *error)
{
    struct wet_item item;
    *ended = false;
    bool one_by_one = reader->open.kept && reader->open.in_values;      /* batches leave values out */
    if (!one_by_one && wet_reader_batch(reader->feeder.reader, &reader->batch, BLOCK - reader->open.count)) {
        open_list_add(&reader->open, part, &reader->batch, reader->feeder.source.from + reader->batch.offset);
        return true;
    }
    uint64_t offset = reader->feeder.source.from + wet_reader_offset(reader->feeder.reader);
    if (!wet_reader_next(reader->feeder.reader, &item))
        return feeder_go_on(&reader->feeder, ended, error);
    uint64_t start = reader->feeder.source.from + (item.kind == WET_ITEM_BLOCK ? item.offset : 0);
    if (item.kind == WET_ITEM_BLOCK && item.column == 1 && start >= reader->part_end) {
        reader->pending = item;     /* its strings stay: the piece is not used up yet */
        reader->has_pending = *ended = true;
        reader->part_end = (start / reader->part_size + 1) * reader->part_size;
        return true;
    }
    item_take(reader, part, &item, offset);
    return true;
}

bool part_read(struct part_reader *reader, const struct taken *taken, struct part *part, bool *more, struct error *error)
{
    bool ended = false;
    reader->taken = taken ? *taken : (struct taken){0};
    if (reader->has_pending)
        item_take(reader, part, &reader->pending, 0);
    reader->has_pending = false;
    while (!ended)
        if (!step(reader, part, &ended, error))
            return false;
    open_list_end(&reader->open, part);
    if (!reader->has_pending)
        reader->open.dropped = false;
    *more = reader->has_pending;
    return true;
}

/* ---- Where a part can begin ---- */

static uint64_t word_at(const char *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

/* The first line end from `at` on with a digit (or one of six other characters) behind it; `end`: none. Few: nearly all lines begin with blanks. */
static const char *digit_line(const char *at, const char *end)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), feeds = ones * '\n', digits = ones * '0', class = ones * 0xf0;
    for (; end - at >= 9; at += 8) {
        uint64_t other = (word_at(at) ^ feeds) | ((word_at(at + 1) ^ digits) & class);
        if ((other - ones) & ~other & ones * 0x80)
            break;
    }
    while (end - at >= 2 && !(at[0] == '\n' && (at[1] & 0xf0) == '0'))
        at++;
    return end - at >= 2 ? at : end;
}

/* Can a part begin with the line at `at`? *whole false: unknown, the line's end is not in the piece. */
static bool begins_part(const char *at, const char *end, bool last, bool *whole)
{
    const char *feed = memchr(at, '\n', (size_t)(end - at));
    if (!feed && last)
        feed = end;
    *whole = feed || end - at > WET_LINE_MAX + 1;
    return feed && wet_is_block_line((struct str){at, (size_t)(feed - at)});
}

/* The place in a piece, behind its first line end, where a part can begin; SIZE_MAX: none. last: the text ends with this piece. *tail: bytes
 * at the end of the piece to look at again, with more text behind them. */
static size_t piece_boundary(struct str piece, bool last, size_t *tail)
{
    const char *end = piece.data + piece.size, *at = piece.data;
    bool whole = true;
    while (whole && (at = digit_line(at, end)) < end) {
        if (begins_part(at + 1, end, last, &whole))
            return (size_t)(at + 1 - piece.data);
        at += whole;
    }
    *tail = at < end ? (size_t)(end - at) : piece.size > 0;
    return SIZE_MAX;
}

bool part_boundary(struct input *input, uint64_t offset, uint64_t end, const struct progress *progress, uint64_t *boundary, struct error *error)
{
    enum { LOOK = 1 << 17 };
    size_t capacity = LOOK, got = LOOK, tail = 0;
    char *buffer = memory_allocate(capacity);
    bool good = true;
    uint64_t from = offset ? offset - 1 : 0;    /* the line end before counts */
    *boundary = end;
    while (from < end && got == capacity) {
        good = (progress_report(progress, from, end) || error_set(error, "interrupted")) && input_read(input, from, buffer, capacity, &got, error);
        size_t found = good ? piece_boundary((struct str){buffer, got}, got < capacity, &tail) : SIZE_MAX;
        if (found != SIZE_MAX && from + found < end)
            *boundary = from + found;
        if (!good || found != SIZE_MAX)
            break;
        from += got - tail;
        if (tail > LOOK / 2) {      /* a long line */
            capacity = got = tail + WET_LINE_MAX;
            buffer = memory_resize(buffer, capacity);
        } else if (got == capacity) {
            capacity = got = LOOK;
        }
    }
    free(buffer);
    return good;
}
