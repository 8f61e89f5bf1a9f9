/* skeleton.c - walks through a text, and jumps over its long lists.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines are read by a wet_reader, as they are for the real store, but that it is not shown those that are jumped over. If what a block has then contradicts
 * its own head, a jump went wrong: the block is read again without jumps. */
#include "recording/store/skeleton.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Shorter lists are passed through: that is as fast as looking for their ends. */
enum { JUMP_LEAST = 600 };

enum { PIECE_LEAST = 4096, PIECE_MOST = 1 << 18 };

/* So many instructions are looked for this long in any case. */
enum { SCREEN = 200, SCREEN_MILLISECONDS = 100 };

struct walk {
    struct input *input;
    struct wet_reader *reader;
    struct found *found;
    char *buffer;
    uint64_t offset;                /* of the piece that was fed, in the text */
    uint64_t base;                  /* wet_reader_offset() when it was fed */
    size_t size, want;              /* of the piece; of the next one */
    bool at_end;                    /* of the text, behind this piece */
    uint64_t line;                  /* where the line began that was given last */
    int64_t start, limit;           /* nanoseconds */
    /* the open block */
    bool has_block, dropped, jumped;
    struct record record;
    size_t first_mark;
    uint64_t block_offset, again;   /* again: of the block that is to be read without jumps */
    /* the open list */
    bool is_open, in_values, clean, leapt;
    struct list list;
    struct guessed guessed;
    uint64_t announced;
    /* the whole */
    uint64_t count, blocks;
    bool has_count, has_problems;
    struct wet_batch batch;
};

void found_free(struct found *found)
{
    free(found->records);
    free(found->lists);
    free(found->guessed);
    free(found->marks);
    map_free(&found->by_id);
    map_free(&found->name_places);
    pool_free(&found->names);
    text_free(&found->name_bytes);
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static bool is_time_over(const struct walk *walk)
{
    int64_t spent = now() - walk->start;
    return spent >= walk->limit && (walk->found->records_count >= SCREEN || spent >= SCREEN_MILLISECONDS * INT64_C(1000000));
}

/* ---- Pieces ---- */

/* Where the next line begins. */
static uint64_t place(const struct walk *walk)
{
    return walk->offset + (wet_reader_offset(walk->reader) - walk->base);
}

/* Hands the reader whole lines from an offset on, or what there is of a line that is too long. */
static bool piece_feed(struct walk *walk, uint64_t offset, struct error *error)
{
    size_t got;
    for (;;) {
        walk->buffer = memory_resize(walk->buffer, walk->want + WET_SLACK);
        if (!input_read(walk->input, offset, walk->buffer, walk->want, &got, error))
            return false;
        walk->at_end = got < walk->want;
        const char *feed = got ? memrchr(walk->buffer, '\n', got) : NULL;
        walk->size = walk->at_end || !feed ? got : (size_t)(feed - walk->buffer) + 1;
        if (walk->at_end || feed || got > WET_LINE_MAX)
            break;
        walk->want *= 2;
    }
    memset(walk->buffer + got, 0, WET_SLACK);
    walk->offset = offset;
    wet_reader_feed(walk->reader, (struct slice){walk->buffer, walk->size}, false);
    walk->base = offset ? wet_reader_offset(walk->reader) : 0; /* a byte order mark was passed over already */
    return true;
}

static bool piece_next(struct walk *walk, struct error *error)
{
    walk->want = walk->want < PIECE_MOST ? walk->want * 2 : PIECE_MOST;
    return piece_feed(walk, walk->offset + walk->size, error);
}

/* ---- Lists ---- */

static void list_end(struct walk *walk)
{
    struct list *list = &walk->list;
    if (!walk->is_open)
        return;
    walk->is_open = false;
    if (walk->dropped)
        return;
    if (walk->clean && list->count == walk->announced && list->top > list->count)
        evidence_raise(&walk->found->evidence, EVIDENCE_GAP);
    if (!walk->leapt)
        walk->guessed.to = walk->line;
    if (walk->in_values)
        walk->record.value_list = walk->found->lists_count;
    else
        walk->record.ports++;
    ARRAY_ADD(walk->found, lists, *list);
    ARRAY_ADD(walk->found, guessed, walk->guessed);
}

/* Jumps over the open list, if it is long and its end is found. */
static bool list_leap(struct walk *walk, struct error *error)
{
    struct list *list = &walk->list;
    if (walk->announced < JUMP_LEAST || walk->block_offset == walk->again || !skeleton_jump(walk->input, walk->guessed.from, walk->announced, &walk->guessed))
        return true;
    walk->leapt = walk->jumped = true;
    list->count = walk->announced;
    list->top = walk->guessed.first_x + (list->count - 1) * walk->guessed.step + 1;
    walk->want = PIECE_LEAST;
    return piece_feed(walk, walk->guessed.to, error);
}

static bool list_begin(struct walk *walk, bool values, uint64_t announced, struct error *error)
{
    list_end(walk);
    walk->is_open = walk->clean = true;
    walk->in_values = values;
    walk->leapt = false;
    walk->announced = announced;
    walk->list = (struct list){.xs = NOWHERE, .flags = LIST_GUESSED | LIST_SORTED | (values ? LIST_VALUES | LIST_TEXT : 0)};
    walk->guessed = (struct guessed){.from = place(walk), .first_mark = walk->found->marks_count};
    return list_leap(walk, error);
}

/* Entries from `offset` on: several of a batch, or one. Behind a jump there should be none. */
static void entries_take(struct walk *walk, const uint64_t *xs, unsigned count, uint64_t offset)
{
    struct list *list = &walk->list;
    if (walk->leapt)
        return;
    if (xs[0] < list->top)
        walk->clean = false;
    if (list->count % BLOCK == 0 && !walk->dropped)
        ARRAY_ADD(walk->found, marks, (struct mark){xs[0], offset});
    list->count += count;
    if (xs[count - 1] >= list->top)
        list->top = xs[count - 1] + 1;
}

/* ---- Blocks ---- */

static uint64_t name_keep(struct found *found, struct slice name)
{
    uint64_t at;
    if (!name.data)
        return NOWHERE;
    name = pool_name(&found->names, name);
    if (map_get(&found->name_places, (uint64_t)(uintptr_t)name.data, &at))
        return at;
    uint32_t size = (uint32_t)name.size;
    at = found->name_bytes.size;
    text_append(&found->name_bytes, (struct slice){(const char *)&size, sizeof size});
    text_append(&found->name_bytes, name);
    map_put(&found->name_places, (uint64_t)(uintptr_t)name.data, at);
    return at;
}

static void block_end(struct walk *walk)
{
    list_end(walk);
    if (walk->has_block && !walk->dropped) {
        map_put(&walk->found->by_id, walk->record.id, walk->found->records_count);
        ARRAY_ADD(walk->found, records, walk->record);
    }
    walk->blocks += walk->has_block;
    walk->has_block = walk->jumped = false;
}

/* Forgets the open block. */
static void block_drop(struct walk *walk)
{
    struct found *found = walk->found;
    if (walk->has_block && !walk->dropped) {
        found->marks_count = walk->first_mark;
        found->lists_count = found->guessed_count = walk->record.first_list;
    }
    walk->has_block = walk->is_open = walk->jumped = false;
}

static void block_begin(struct walk *walk, const struct wet_block *block)
{
    uint64_t index;
    block_end(walk);
    walk->has_block = true;
    walk->block_offset = walk->found->reached = walk->line;
    walk->dropped = map_get(&walk->found->by_id, block->id, &index) || walk->found->records_count >= INSTRUCTIONS_MAX;
    walk->has_problems |= walk->dropped;
    walk->first_mark = walk->found->marks_count;
    walk->record = (struct record){.id = block->id, .address = block->address, .line = block->line, .first_list = walk->found->lists_count,
                                   .value_list = NOWHERE, .flags = RECORD_BLOCK};
    if (!walk->dropped) {
        walk->record.file = name_keep(walk->found, block->file);
        walk->record.function = name_keep(walk->found, block->function);
    }
}

/* Goes back to the beginning of the open block, to read it again without jumps. */
static bool block_again(struct walk *walk, struct error *error)
{
    block_drop(walk);
    walk->again = walk->block_offset;
    wet_reader_close(walk->reader);
    walk->reader = wet_reader_start(WET_COMPREHENSIVE, WET_FROM_BLOCK);
    walk->want = PIECE_LEAST;
    return piece_feed(walk, walk->block_offset, error);
}

/* ---- The walk ---- */

/* The reader misses the entries that were jumped over. Other contradictions in a block with jumps may be a jump's fault. */
static bool problem_take(struct walk *walk, const struct wet_finding *problem, struct error *error)
{
    if (problem->kind == WET_SIZE_MISMATCH && walk->is_open && walk->leapt && problem->second == 0)
        return true;
    if (walk->jumped && (problem->kind == WET_SIZE_MISMATCH || problem->kind == WET_BAD_LINE || problem->kind == WET_PORTS_MISMATCH ||
                         problem->kind == WET_MISSING_VALUES))
        return block_again(walk, error);
    walk->has_problems = true;
    return true;
}

static bool item_take(struct walk *walk, const struct wet_item *item, struct error *error)
{
    struct found *found = walk->found;
    switch (item->kind) {
    case WET_ITEM_ENTRY: entries_take(walk, &item->entry.x, 1, walk->line); break;
    case WET_ITEM_VALUE: entries_take(walk, &item->value.x, 1, walk->line); break;
    case WET_ITEM_PORT: return list_begin(walk, false, item->number, error);
    case WET_ITEM_VALUES: return list_begin(walk, true, item->number, error);
    case WET_ITEM_BLOCK: block_begin(walk, &item->block); break;
    case WET_ITEM_NO_VALUES:
        list_end(walk);
        walk->record.flags |= RECORD_NO_VALUES;
        break;
    case WET_ITEM_PROBLEM: return problem_take(walk, &item->problem, error);
    case WET_ITEM_COUNT:
        evidence_raise(&found->evidence, evidence_of_count(item));
        walk->count = item->number;
        walk->has_count = true;
        break;
    case WET_ITEM_ARROW: break;
    }
    return true;
}

/* What the end of the text says of the last block. */
static bool end_take(struct walk *walk, bool *again, struct error *error)
{
    struct wet_item item;
    *again = false;
    wet_reader_block_ends(walk->reader);
    walk->line = place(walk);
    while (wet_reader_next(walk->reader, &item)) {
        bool had_block = walk->has_block;
        if (item.kind == WET_ITEM_PROBLEM && !problem_take(walk, &item.problem, error))
            return false;
        *again = had_block && !walk->has_block;     /* problem_take went back */
        if (*again)
            return true;
    }
    block_end(walk);
    walk->found->reached = place(walk);
    walk->found->whole = !walk->has_problems && walk->has_count && walk->count == walk->blocks;
    return true;
}

/* The piece is used up. */
static bool go_on(struct walk *walk, bool *done, struct error *error)
{
    bool again;
    if (!walk->at_end)
        return piece_next(walk, error);
    if (!end_take(walk, &again, error))
        return false;
    *done = !again;
    return true;
}

/* The next lines, or piece. *done: the end, or time is over. */
static bool step(struct walk *walk, bool *done, struct error *error)
{
    struct wet_item item;
    uint64_t before = place(walk);
    if (wet_reader_batch(walk->reader, &walk->batch, BLOCK - (unsigned)(walk->list.count % BLOCK))) {
        entries_take(walk, walk->batch.x, walk->batch.count, before);
        return true;
    }
    bool given = wet_reader_next(walk->reader, &item);
    if (place(walk) != before)
        walk->line = before;
    if ((!given || item.kind == WET_ITEM_BLOCK || item.kind == WET_ITEM_PORT || item.kind == WET_ITEM_VALUES) && is_time_over(walk)) {
        if (given && item.kind == WET_ITEM_BLOCK) {
            block_end(walk);
            walk->found->reached = walk->line;
        }
        *done = true;
        return true;
    }
    return given ? item_take(walk, &item, error) : go_on(walk, done, error);
}

bool skeleton_find(struct input *input, unsigned milliseconds, struct found *found, struct error *error)
{
    struct walk *walk = memory_allocate(sizeof *walk);
    bool done = false;
    *walk = (struct walk){.input = input, .found = found, .want = PIECE_LEAST * 4, .again = UINT64_MAX};
    walk->start = now();
    walk->limit = milliseconds * INT64_C(1000000);
    walk->reader = wet_reader_start(WET_COMPREHENSIVE, WET_FROM_FILE);
    bool good = piece_feed(walk, 0, error);
    while (good && !done)
        good = step(walk, &done, error);
    block_drop(walk);               /* time was over within a block */
    wet_reader_close(walk->reader);
    free(walk->buffer);
    free(walk);
    return good;
}
