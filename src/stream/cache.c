/* cache.c - set-associative caches, and the culprits of misses.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/cache.h"
#include "code/code.h"
#include "stream/abstract.h"
#include "stream/regenerate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Set-associative caches, least recently used line replaced ----
 *
 * A set is an array of its lines, the most recently used first: a use moves a line to the front, and a miss drops the last line. Empty lines are 0 and so stay
 * at the end. One bit for each line tells whether it was ever in the cache; a map finds words of 64 neighbours, and only misses look there. */

/* References and misses of one instruction, word of memory or loop. */
struct cache_tally {
    uint32_t key;
    uint64_t accesses[CACHE_ACCESSES], misses[CACHE_ACCESSES];
};
struct cache_tallies {
    bool wanted;
    struct map index;                   /* key -> index in items */
    struct cache_tally *items;
    size_t count, capacity;
    size_t last;                        /* the latest one found */
};

/* The locations that an instruction referred to are between `low` and `high`. */
struct cache_reach {
    uint32_t instruction, low, high;
};
struct cache_reaches {
    struct map index;                   /* instruction -> index in items */
    struct cache_reach *items;
    size_t count, capacity;
    size_t last;                        /* the latest one found */
};

enum { LINE_VALID = 1, LINE_DIRTY = 2, LINE_SHIFT = 2 };    /* a line: its number in memory, in the bits above these */
enum { WORD = 4 };                                          /* bytes of memory in one entry of CACHE_BY_DATA */

struct level {
    const char *name;
    struct cache_shape shape;
    unsigned line_shift;
    uint64_t set_mask;
    uint64_t *lines;
    struct map seen;                    /* line number / 64 -> one bit for each line */
    struct cache_counts counts;
    struct level *next;                 /* NULL: memory */
};

struct cache {
    struct level levels[CACHE_LEVELS + 1];
    size_t count;
    struct level *data;                 /* takes reads and writes; the first level takes fetches */
    bool remembers;
    uint32_t instruction;               /* the last fetched */
    struct cache_tallies instructions, words, loops;
    struct cache_reaches reaches;
    uint32_t *open;                     /* open loops, innermost last */
    size_t open_count, open_capacity;
};

/* ---- Shapes ---- */

static bool is_power(uint64_t n)
{
    return n && (n & (n - 1)) == 0;
}

static bool shape_check(const struct cache_shape *shape, struct error *error)
{
    if (!is_power(shape->size) || shape->size > CACHE_SIZE_MAX)
        return error_set(error, "found a cache of %" PRIu64 " bytes, expected a power of two up to %d", shape->size, CACHE_SIZE_MAX);
    if (!is_power(shape->line) || shape->line > shape->size)
        return error_set(error, "found lines of %" PRIu64 " bytes, expected a power of two up to the cache's size %" PRIu64, shape->line, shape->size);
    if (shape->size / shape->line > CACHE_LINES_MAX)
        return error_set(error, "found %" PRIu64 " lines of %" PRIu64 " byte%s in a cache of %" PRIu64 ", expected at most %d lines", shape->size / shape->line,
                         shape->line, shape->line == 1 ? "" : "s", shape->size, CACHE_LINES_MAX);
    if (!is_power(shape->ways) || shape->ways > CACHE_WAYS_MAX || shape->ways > shape->size / shape->line)
        return error_set(error, "found %" PRIu64 " ways, expected a power of two up to %d and to the %" PRIu64 " lines of the cache", shape->ways,
                         CACHE_WAYS_MAX, shape->size / shape->line);
    return true;
}

static bool shapes_check(const struct cache_shape *levels, size_t count, struct error *error)
{
    if (count == 0 || count > CACHE_LEVELS)
        return error_set(error, "found %zu levels of cache, expected 1 to %d", count, CACHE_LEVELS);
    for (size_t i = 0; i < count; i++) {
        if (!shape_check(&levels[i], error))
            return false;
        if (i && levels[i].line < levels[i - 1].line)
            return error_set(error, "found lines of %" PRIu64 " bytes in level %zu, expected at least the %" PRIu64 " of the level above",
                             levels[i].line, i + 1, levels[i - 1].line);
    }
    return true;
}

static struct level *level_add(struct cache *cache, const char *name, const struct cache_shape *shape)
{
    struct level *level = &cache->levels[cache->count++];
    uint64_t lines = shape->size / shape->line;
    *level = (struct level){.name = name, .shape = *shape, .set_mask = lines / shape->ways - 1};
    while (UINT64_C(1) << level->line_shift < shape->line)
        level->line_shift++;
    level->lines = memory_allocate(lines * sizeof *level->lines);
    return level;
}

bool cache_open(const struct cache_shape *levels, size_t count, bool split, struct cache **out, struct error *error)
{
    static const char *const names[CACHE_LEVELS] = {"", "level 2", "level 3", "level 4"};
    if (!shapes_check(levels, count, error))
        return false;
    struct cache *cache = memory_allocate(sizeof *cache);
    cache->data = level_add(cache, split ? "instruction" : "unified", &levels[0]);
    if (split)
        cache->data = level_add(cache, "data", &levels[0]);
    for (size_t i = 1; i < count; i++) {
        struct level *above = &cache->levels[cache->count - 1], *level = level_add(cache, names[i], &levels[i]);
        above->next = level;
        if (i == 1)
            cache->levels[0].next = level;
    }
    *out = cache;
    return true;
}

static void tallies_free(struct cache_tallies *tallies)
{
    map_free(&tallies->index);
    free(tallies->items);
}

void cache_close(struct cache *cache)
{
    if (!cache)
        return;
    for (size_t i = 0; i < cache->count; i++) {
        free(cache->levels[i].lines);
        map_free(&cache->levels[i].seen);
    }
    tallies_free(&cache->instructions);
    tallies_free(&cache->words);
    tallies_free(&cache->loops);
    map_free(&cache->reaches.index);
    free(cache->reaches.items);
    free(cache->open);
    free(cache);
}

/* ---- A reference ---- */

/* Notes that a line is in the cache; false: for the first time. */
static bool level_saw(struct level *level, uint64_t number)
{
    uint64_t bits = 0, bit = UINT64_C(1) << (number & 63);
    if (map_get(&level->seen, number >> 6, &bits) && bits & bit)
        return true;
    map_put(&level->seen, number >> 6, bits | bit);
    return false;
}

static bool level_touch(struct level *level, uint32_t address, enum cache_access access);

static void level_miss(struct level *level, uint32_t address, enum cache_access access, uint64_t replaced)
{
    level->counts.misses[access]++;
    level->counts.compulsory += !level_saw(level, address >> level->line_shift);
    level->counts.written_back += (replaced & LINE_DIRTY) != 0;
    if (level->next && replaced & LINE_DIRTY)
        level_touch(level->next, (uint32_t)(replaced >> LINE_SHIFT << level->line_shift), CACHE_WRITE);
    if (level->next)
        level_touch(level->next, address, access);
}

/* True: a miss. */
static bool level_touch(struct level *level, uint32_t address, enum cache_access access)
{
    uint64_t number = (uint64_t)address >> level->line_shift, wanted = number << LINE_SHIFT | LINE_VALID;
    uint64_t *set = level->lines + (number & level->set_mask) * level->shape.ways;
    size_t at = 0, last = level->shape.ways - 1;
    level->counts.accesses[access]++;
    while (at < last && (set[at] & ~(uint64_t)LINE_DIRTY) != wanted)
        at++;
    uint64_t found = set[at];
    bool missed = (found & ~(uint64_t)LINE_DIRTY) != wanted;
    for (; at > 0; at--)
        set[at] = set[at - 1];
    set[0] = (missed ? wanted : found) | (access == CACHE_WRITE ? LINE_DIRTY : 0);
    if (missed)
        level_miss(level, address, access, found);
    return missed;
}

/* ---- The culprit of a reference ---- */

static struct cache_tally *tally_of(struct cache_tallies *tallies, uint32_t key)
{
    uint64_t index;
    if (tallies->count && tallies->items[tallies->last].key == key)
        return &tallies->items[tallies->last];
    if (!map_get(&tallies->index, key, &index)) {
        tallies->items = array_grow(tallies->items, &tallies->capacity, tallies->count + 1, sizeof *tallies->items);
        index = tallies->count++;
        tallies->items[index] = (struct cache_tally){.key = key};
        map_put(&tallies->index, key, index);
    }
    tallies->last = (size_t)index;
    return &tallies->items[index];
}

static void tally_add(struct cache_tallies *tallies, uint32_t key, enum cache_access access, bool missed)
{
    struct cache_tally *tally = tally_of(tallies, key);
    tally->accesses[access]++;
    tally->misses[access] += missed;
}

static struct cache_reach *reach_of(struct cache_reaches *reaches, uint32_t instruction, uint32_t address)
{
    uint64_t index;
    if (reaches->count && reaches->items[reaches->last].instruction == instruction)
        return &reaches->items[reaches->last];
    if (!map_get(&reaches->index, instruction, &index)) {
        reaches->items = array_grow(reaches->items, &reaches->capacity, reaches->count + 1, sizeof *reaches->items);
        index = reaches->count++;
        reaches->items[index] = (struct cache_reach){instruction, address, address};
        map_put(&reaches->index, instruction, index);
    }
    reaches->last = (size_t)index;
    return &reaches->items[index];
}

static void reach_add(struct cache_reaches *reaches, uint32_t instruction, uint32_t address)
{
    struct cache_reach *reach = reach_of(reaches, instruction, address);
    reach->low = address < reach->low ? address : reach->low;
    reach->high = address > reach->high ? address : reach->high;
}

static void remember(struct cache *cache, uint32_t address, enum cache_access access, bool missed)
{
    if (access == CACHE_FETCH)
        cache->instruction = address;
    if (cache->instructions.wanted)
        tally_add(&cache->instructions, cache->instruction, access, missed);
    if (cache->words.wanted && access != CACHE_FETCH)
        reach_add(&cache->reaches, cache->instruction, address);
    if (cache->words.wanted && access != CACHE_FETCH)
        tally_add(&cache->words, address & ~(uint32_t)(cache->data->shape.line < WORD ? cache->data->shape.line - 1 : WORD - 1), access, missed);
    if (cache->loops.wanted)
        tally_add(&cache->loops, cache->open_count ? cache->open[cache->open_count - 1] : UINT32_MAX, access, missed);
}

/* An exit from a loop that is not the innermost, as in a contradictory schema, changes nothing. */
static void follow_loops(struct cache *cache, struct ae_event event)
{
    uint32_t loop = ae_event_value(event);
    if (ae_event_kind(event) == AE_LOOP_ENTRY) {
        cache->open = array_grow(cache->open, &cache->open_capacity, cache->open_count + 1, sizeof *cache->open);
        cache->open[cache->open_count++] = loop;
    } else if (ae_event_kind(event) == AE_LOOP_EXIT && cache->open_count && cache->open[cache->open_count - 1] == loop)
        cache->open_count--;
}

void cache_remember(struct cache *cache, enum cache_by by)
{
    struct cache_tallies *tallies = by == CACHE_BY_DATA ? &cache->words : by == CACHE_BY_LOOP ? &cache->loops : &cache->instructions;
    tallies->wanted = cache->remembers = true;
}

void cache_feed(struct cache *cache, const struct ae_event *events, size_t count)
{
    static const enum cache_access accesses[] = {[AE_INSTRUCTION] = CACHE_FETCH, [AE_READ] = CACHE_READ, [AE_WRITE] = CACHE_WRITE};
    for (size_t i = 0; i < count; i++) {
        if (!ae_event_counts(events[i])) {
            if (cache->loops.wanted)
                follow_loops(cache, events[i]);
            continue;
        }
        enum cache_access access = accesses[ae_event_kind(events[i])];
        bool missed = level_touch(access == CACHE_FETCH ? cache->levels : cache->data, events[i].address, access);
        if (cache->remembers)
            remember(cache, events[i].address, access, missed);
    }
}

/* ---- Queries ---- */

static const struct cache_tallies *cache_tallies(const struct cache *cache, enum cache_by by)
{
    return by == CACHE_BY_DATA ? &cache->words : by == CACHE_BY_LOOP ? &cache->loops : &cache->instructions;
}

/* non-empty with CACHE_BY_DATA */
static const struct cache_reaches *cache_reaches(const struct cache *cache)
{
    return &cache->reaches;
}

/* of the first level */
static uint32_t cache_line_size(const struct cache *cache)
{
    return (uint32_t)cache->levels[0].shape.line;
}

bool cache_level(const struct cache *cache, size_t i, const char **name, struct cache_counts *counts)
{
    if (i >= cache->count)
        return false;
    const struct level *level = &cache->levels[i];
    *name = level->name;
    *counts = level->counts;
    for (size_t line = 0; line < level->shape.size / level->shape.line; line++)
        counts->dirty += (level->lines[line] & LINE_DIRTY) != 0;
    return true;
}

void cache_report(const struct cache *cache, struct text *out)
{
    static const char *const names[CACHE_ACCESSES] = {"fetch", "read", "write"};
    struct cache_counts counts;
    const char *name;
    for (size_t i = 0; cache_level(cache, i, &name, &counts); i++) {
        text_add(out, name);
        for (size_t k = 0; k < CACHE_ACCESSES; k++)
            text_printf(out, " %s %" PRIu64 " %" PRIu64, names[k], counts.accesses[k], counts.misses[k]);
        text_printf(out, " compulsory %" PRIu64 " written-back %" PRIu64 " dirty-at-end %" PRIu64 "\n", counts.compulsory, counts.written_back,
                    counts.dirty);
    }
}

/* ---- The culprits of misses, by name ---- */

static struct str function_name(const struct abstract *program, uint32_t address, uint32_t *begin)
{
    uint32_t function;
    if (!program || !abstract_function_at(program, address, &function))
        return (struct str){NULL, 0};
    *begin = program->functions[function].address;
    return program->functions[function].name;
}

static void name_line(const struct abstract *program, struct cache_share *share)
{
    struct source_position position = {0};
    if (program && symbols_position(program->symbols, share->address, &position) && position.line) {
        share->name = position.file;
        share->line = position.line;
    }
}

/* The used part of the stack. */
struct stack {
    uint32_t low, high;                 /* low > high: unused */
};

/* The largest frame of any function, in bytes: addiu $sp, $sp, -N. */
static uint32_t largest_frame(const struct abstract *program)
{
    uint32_t most = 0, word;
    for (uint32_t i = 0; i < program->function_count; i++)
        for (uint32_t at = 0; at < program->functions[i].size; at += 4)
            if (abstract_word(program, program->functions[i].address + at, &word) && word >> 16 == 0x27bd && (word & 0x8000)) {
                uint32_t frame = 0x10000 - (word & 0xffff);
                most = frame > most ? frame : most;
            }
    return most;
}

static struct stack find_stack(const struct cache *cache, const struct abstract *program)
{
    const struct cache_reaches *reaches = cache_reaches(cache);
    struct stack stack = {UINT32_MAX, 0};
    for (size_t i = 0; program && i < reaches->count; i++) {
        if (!abstract_on_stack(program, reaches->items[i].instruction))
            continue;
        stack.low = reaches->items[i].low < stack.low ? reaches->items[i].low : stack.low;
        stack.high = reaches->items[i].high > stack.high ? reaches->items[i].high : stack.high;
    }
    /* A caller saves its return address through the stack pointer, at the top of its frame. Below are the rest of that frame and the frame of a function that
     * calls no other. */
    uint32_t below = stack.low <= stack.high ? 2 * largest_frame(program) : 0;
    stack.low -= below < stack.low ? below : stack.low;
    return stack;
}

static void name_data(const struct abstract *program, uint32_t line_size, const struct stack *stack, struct cache_share *share)
{
    uint64_t offset = 0;
    if (program && symbols_object_at(program->symbols, share->address, &share->name, &offset)) {
        share->address -= (uint32_t)offset;
        share->name = abstract_data_name(share->name);
    } else {
        share->stack = stack->low <= share->address && share->address <= stack->high;
        share->address = share->stack ? stack->high & ~(line_size - 1) : share->address & ~(line_size - 1);
    }
}

static void name_loop(const struct abstract *program, uint32_t loop, struct cache_share *share)
{
    share->address = 0;
    share->loop = loop;
    if (!program || loop >= program->loop_count)
        return;
    const struct abstract_loop *known = &program->loops[loop];
    if (known->function < program->function_count)
        share->name = program->functions[known->function].name;
    if (known->header < program->block_count)
        share->address = program->blocks[known->header].address;
}

/* The identity of a share's owner. */
static struct cache_share share_of(const struct cache *cache, const struct abstract *program, enum cache_by by, const struct stack *stack,
                                   const struct cache_tally *tally)
{
    struct cache_share share = {.address = tally->key};
    uint32_t begin = 0;
    memcpy(share.accesses, tally->accesses, sizeof share.accesses);
    memcpy(share.misses, tally->misses, sizeof share.misses);
    switch (by) {
    case CACHE_BY_FUNCTION: share.name = function_name(program, tally->key, &begin); share.address = begin; break;
    case CACHE_BY_LINE: name_line(program, &share); break;
    case CACHE_BY_INSTRUCTION: share.name = function_name(program, tally->key, &begin); break;
    case CACHE_BY_DATA: name_data(program, cache_line_size(cache), stack, &share); break;
    case CACHE_BY_LOOP: name_loop(program, tally->key, &share); break;
    }
    return share;
}

static int order_owner(const struct cache_share *a, const struct cache_share *b)
{
    int order = str_compare(a->name, b->name);
    order = order ? order : COMPARE(a->stack, b->stack);
    order = order ? order : COMPARE(a->line, b->line);
    return order ? order : COMPARE(a->loop, b->loop);
}

static int by_identity(const void *a, const void *b)
{
    const struct cache_share *x = a, *y = b;
    int order = order_owner(x, y);
    return order ? order : COMPARE(x->address, y->address);
}

static uint64_t sum(const uint64_t counts[CACHE_ACCESSES])
{
    return counts[CACHE_FETCH] + counts[CACHE_READ] + counts[CACHE_WRITE];
}

static int by_misses(const void *a, const void *b)
{
    const struct cache_share *x = a, *y = b;
    COMPARE_FIRST(sum(y->misses), sum(x->misses));
    COMPARE_FIRST(sum(y->accesses), sum(x->accesses));
    return by_identity(a, b);
}

/* Joins neighbours with the same owner into one share; a source line has several addresses. */
static size_t join(struct cache_share *shares, size_t count, bool any_address)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        struct cache_share *last = kept ? &shares[kept - 1] : NULL;
        if (!last || order_owner(last, &shares[i]) || (!any_address && last->address != shares[i].address)) {
            shares[kept++] = shares[i];
            continue;
        }
        for (size_t k = 0; k < CACHE_ACCESSES; k++) {
            last->accesses[k] += shares[i].accesses[k];
            last->misses[k] += shares[i].misses[k];
        }
    }
    return kept;
}

size_t cache_shares(const struct cache *cache, const struct abstract *program, enum cache_by by, struct arena *arena, struct cache_share **shares)
{
    const struct cache_tallies *tallies = cache_tallies(cache, by);
    struct cache_share *all = arena_allocate(arena, (tallies->count + 1) * sizeof *all);
    struct stack stack = find_stack(cache, program);
    for (size_t i = 0; i < tallies->count; i++)
        all[i] = share_of(cache, program, by, &stack, &tallies->items[i]);
    qsort(all, tallies->count, sizeof *all, by_identity);
    size_t count = join(all, tallies->count, by == CACHE_BY_LINE);
    qsort(all, count, sizeof *all, by_misses);
    *shares = all;
    return count;
}
