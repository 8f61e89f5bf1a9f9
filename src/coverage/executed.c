/* executed.c - the merged base: adding a range by the rule, and what it holds.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What makes repetition cheap: no range is ever removed, no boundary between two is, and no bit of an op is. So an entry that was added, added again with
 * the same bits, changes nothing, whatever came between: with BLOCK or FAULT every range within has its bits, and first and last are boundaries. Without
 * them only the highest range that begins at or below last gets the bits; if it holds last, whatever will hold last has them too, for a split copies them. A
 * place of the table says that much of one (first, last), and need never be made invalid. */
#include "coverage/executed.h"
#include "coverage/executed_inside.h"

#include <stdlib.h>

struct executed *executed_open(void)
{
    struct executed *executed = memory_allocate(sizeof *executed);
    executed_tree_open(executed);
    return executed;
}

void executed_close(struct executed *executed)
{
    if (!executed)
        return;
    executed_tree_close(executed);
    free(executed->line_memory);
    free(executed);
}

uint64_t executed_count(const struct executed *executed)
{
    return executed->count;
}

/* ---- What was added before ---- */

enum { LINES_LEAST = 64, LINES_MOST = 1 << 19, RANGES_A_LINE = 3 };

static struct executed_line *line_of(const struct executed *executed, uint64_t first, uint64_t rest)
{
    uint64_t hash = (first + (rest << 48)) * UINT64_C(0x9e3779b97f4a7c15);
    return &executed->lines[(hash >> 32) & (executed->line_count - 1)];
}

/* The place of a range in its line, or where to put it: a free one, else any. Chosen collisions cost what the table saves, no more. */
static size_t line_place(const struct executed_line *line, uint64_t first, uint64_t rest)
{
    size_t place = 0;
    while (place < LINE_PLACES && (line->first[place] != first || line->rest[place] != rest) && (line->every[place] | line->end[place]))
        place++;
    return place < LINE_PLACES ? place : (size_t)((first ^ rest) % LINE_PLACES);
}

static bool line_knows(const struct executed_line *line, uint64_t first, uint64_t rest, uint8_t op)
{
    for (size_t i = 0; i < LINE_PLACES; i++)
        if (line->first[i] == first && line->rest[i] == rest)
            return (line->every[i] | line->end[i]) && (op & ~(op & EXECUTED_RAN ? line->every[i] : line->every[i] | line->end[i])) == 0;
    return false;
}

static void line_put(struct executed_line *line, uint64_t first, uint64_t rest, uint8_t every, uint8_t end)
{
    size_t place = line_place(line, first, rest);
    bool same = line->first[place] == first && line->rest[place] == rest;
    line->every[place] = same ? line->every[place] | every : every;
    line->end[place] = same ? line->end[place] | end : end;
    line->first[place] = first;
    line->rest[place] = (uint16_t)rest;
}

/* The table grows with the ranges, up to a limit: memory is for ranges. */
static void lines_widen(struct executed *executed)
{
    struct executed_line *old = executed->lines;
    size_t count = executed->line_count, size = sizeof *executed->lines;
    char *old_memory = executed->line_memory;
    executed->line_count = count ? count * 2 : LINES_LEAST;
    executed->line_memory = memory_allocate((executed->line_count + 1) * size);
    executed->lines = (struct executed_line *)(executed->line_memory + (size - (uintptr_t)executed->line_memory % size));
    for (size_t i = 0; i < count; i++)
        for (size_t place = 0; place < LINE_PLACES; place++)
            if (old[i].every[place] | old[i].end[place])
                line_put(line_of(executed, old[i].first[place], old[i].rest[place]), old[i].first[place], old[i].rest[place], old[i].every[place],
                         old[i].end[place]);
    free(old_memory);
}

static void remember(struct executed *executed, uint64_t first, uint64_t rest, uint8_t op)
{
    if (executed->count > executed->line_count * RANGES_A_LINE && executed->line_count < LINES_MOST)
        lines_widen(executed);
    bool ran = op & EXECUTED_RAN;
    line_put(line_of(executed, first, rest), first, rest, ran ? op : 0, ran ? 0 : op);
}

/* ---- The rule ---- */

/* The ranges from index downwards that lie side by side below last, inside of [first, last], and have all of op: nothing happens to them. Moves index and
 * last below those; true: nothing is left. However often long entries lie over many short ones, only what changes is looked at, and one word for each
 * leaf that does not. */
static bool skip_known(struct executed_leaf *leaf, size_t index, uint64_t first, uint64_t *last, uint8_t op)
{
    for (size_t i = index + 1; i > 0 && leaf->last[i - 1] == *last && leaf->first[i - 1] >= first && (op & ~leaf->op[i - 1]) == 0; i--) {
        if (leaf->first[i - 1] == first)
            return true;
        *last = leaf->first[i - 1] - 1;
    }
    for (leaf = leaf->previous; leaf && leaf->high == *last && leaf->low > first; leaf = leaf->previous) {
        executed_leaf_know(leaf);
        if (!leaf->whole || op & ~leaf->common)
            break;
        *last = leaf->low - 1;
    }
    return false;
}

/* Range index of a leaf overlaps [first, last]: it is split, the overlap gets op, and what of the new range lies above it is inserted. True: nothing of the
 * new range lies below it; else last is where that ends. */
static bool split_both(struct executed *executed, struct executed_leaf *leaf, size_t index, uint64_t first, uint64_t *last, uint8_t op)
{
    const struct executed_range old = {leaf->first[index], leaf->last[index], leaf->op[index]};
    uint64_t low = old.first > first ? old.first : first, high = old.last < *last ? old.last : *last, end = *last;
    if (old.first < low) {
        leaf->last[index] = low - 1;
    } else {
        leaf->last[index] = high;
        leaf->op[index] |= op;
    }
    leaf->known = false;
    if (old.first < low)
        executed_tree_insert(executed, low, high, old.op | op);
    if (old.last > high)
        executed_tree_insert(executed, high + 1, old.last, old.op);
    if (end > high)
        executed_tree_insert(executed, high + 1, end, op);
    *last = low - 1;
    return low == first;
}

/* False: the bits went to a range that ends below last, so that the next time they may go to another one. */
static bool add_by_rule(struct executed *executed, uint64_t first, uint64_t last, uint8_t op)
{
    for (;;) {
        struct executed_leaf *leaf = executed_leaf_at(executed, last);
        size_t below = executed_leaf_below(leaf, last), index = below - 1;
        uint64_t end = last;
        if (below == 0 || leaf->last[index] < first) {
            executed_tree_insert(executed, first, last, op);
            return true;
        }
        if (!(op & EXECUTED_RAN)) {
            leaf->op[index] |= op;
            leaf->known = false;
            return leaf->last[index] >= last;
        }
        if (skip_known(leaf, index, first, &last, op))
            return true;
        if (last == end && split_both(executed, leaf, index, first, &last, op))
            return true;
    }
}

/* Small enough for the table, as every entry of a trace is. */
static bool is_small(const struct executed_range *range)
{
    return range->last - range->first <= UINT16_MAX;
}

static bool is_known(const struct executed *executed, const struct executed_range *range)
{
    uint64_t rest = range->last - range->first;
    return executed->lines && is_small(range) && line_knows(line_of(executed, range->first, rest), range->first, rest, range->op);
}

static void add_unknown(struct executed *executed, const struct executed_range *range)
{
    if (add_by_rule(executed, range->first, range->last, range->op) && is_small(range) && executed->count >= (uint64_t)LINES_LEAST * RANGES_A_LINE)
        remember(executed, range->first, range->last - range->first, range->op);
}

void executed_add(struct executed *executed, uint64_t first, uint64_t last, uint8_t op)
{
    const struct executed_range range = {first, last, op};
    if (!is_known(executed, &range))
        add_unknown(executed, &range);
}

/* What is known stays known, so all can be asked for before the first is added. */
void executed_add_some(struct executed *executed, const struct executed_range *ranges, size_t count)
{
    const struct executed_range *unknown[EXECUTED_TOGETHER] = {NULL};
    size_t unknown_count = 0;
    for (size_t i = 0; i < count && executed->lines; i++)
        __builtin_prefetch(line_of(executed, ranges[i].first, ranges[i].last - ranges[i].first));
    for (size_t i = 0; i < count; i++)
        if (!is_known(executed, &ranges[i]))
            unknown[unknown_count++] = &ranges[i];
    executed_tree_touch(executed, unknown, unknown_count);
    for (size_t i = 0; i < unknown_count; i++)
        add_unknown(executed, unknown[i]);
}

/* ---- Questions ---- */

bool executed_from(const struct executed *executed, uint64_t address, struct executed_range *range)
{
    const struct executed_leaf *leaf = executed_leaf_at(executed, address);
    size_t index = executed_leaf_below(leaf, address);
    if (index > 0 && leaf->last[index - 1] >= address)
        index--;
    if (index == leaf->count) {
        leaf = leaf->next;
        index = 0;
    }
    if (!leaf)
        return false;
    *range = (struct executed_range){leaf->first[index], leaf->last[index], leaf->op[index]};
    return true;
}

bool executed_whole(const struct executed *executed, uint64_t first, uint64_t last)
{
    struct executed_range range;
    while (executed_from(executed, first, &range) && range.first <= first) {
        if (range.last >= last)
            return true;
        first = range.last + 1;
    }
    return false;
}
