/* cache_shares.c - who missed, by name.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "stream/abstract.h"
#include "stream/cache_inside.h"

#include <stdlib.h>
#include <string.h>

static struct slice function_name(const struct abstract *program, uint32_t address, uint32_t *begin)
{
    uint32_t function;
    if (!program || !abstract_function_at(program, address, &function))
        return (struct slice){NULL, 0};
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

/* The stack, as far as it was used. */
struct stack {
    uint32_t low, high;                 /* low > high: it was not */
};

/* The most bytes that a function takes for its frame: addiu $sp, $sp, -N. */
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
    /* Who calls saves its return address by the stack pointer, at the top of its frame. Below lie the rest of that, and the frame of one that calls nobody. */
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

/* Everything that says whose share it is. */
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

static int order_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int order_owner(const struct cache_share *a, const struct cache_share *b)
{
    int order = slice_compare(a->name, b->name);
    order = order ? order : order_numbers(a->stack, b->stack);
    order = order ? order : order_numbers(a->line, b->line);
    return order ? order : order_numbers(a->loop, b->loop);
}

static int by_identity(const void *a, const void *b)
{
    const struct cache_share *x = a, *y = b;
    int order = order_owner(x, y);
    return order ? order : order_numbers(x->address, y->address);
}

static uint64_t sum(const uint64_t counts[CACHE_ACCESSES])
{
    return counts[CACHE_FETCH] + counts[CACHE_READ] + counts[CACHE_WRITE];
}

static int by_misses(const void *a, const void *b)
{
    const struct cache_share *x = a, *y = b;
    int order = order_numbers(sum(y->misses), sum(x->misses));
    order = order ? order : order_numbers(sum(y->accesses), sum(x->accesses));
    return order ? order : by_identity(a, b);
}

/* One share for each owner, out of neighbours; of a source line whatever its addresses. */
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
