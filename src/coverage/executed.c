/* executed.c - the code that ran: the merged ranges of all traces.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ranges lie in order in leaves, and the leaves in a list; every address belongs to one leaf (low ... high). Above the leaves stand branches, and above these
 * one array. A branch has room for some 10,000 ranges, so three levels hold everything that fits in memory. Ranges are only added and split, never removed or
 * joined. So leaves keep their place in the list, and a pointer to one stays valid. */
#include "coverage/executed.h"
#include "coverage/trace.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct executed_range;

enum { EXECUTED_RAN = GNATCOV_BLOCK | GNATCOV_FAULT };          /* with one of these bits, all of the range was executed */

enum { LEAF_RANGES = 62 };              /* of 17 bytes each; a leaf has 1104 bytes */

struct executed_leaf {
    struct executed_leaf *previous, *next;
    uint64_t low, high;                 /* a range that begins here lies in this leaf; low: where the first one begins, 0 for the first leaf */
    uint16_t count;                     /* 0 only in the first leaf, while it is the only one */
    bool known, whole;                  /* known: whole and common are valid; whole: every byte from low to high is in a range */
    uint8_t common;                     /* bits of every range */
    uint8_t op[LEAF_RANGES];
    uint64_t first[LEAF_RANGES], last[LEAF_RANGES];
};

struct executed_branch;

/* Recently added ranges: one cache line of ranges that are small enough, each with the bits that adding it again would not change. A place without bits is
 * free. */
enum { LINE_PLACES = 5 };
struct executed_line {
    _Alignas(64) uint64_t first[LINE_PLACES];
    uint16_t rest[LINE_PLACES];         /* last - first */
    uint8_t every[LINE_PLACES];         /* bits common to the ranges within it */
    uint8_t end[LINE_PLACES];           /* bits of the range that holds its last byte */
};
_Static_assert(sizeof(struct executed_line) == 64, "a line of the cache");

struct executed {
    struct executed_leaf *leaves;       /* the first */
    struct executed_leaf *recent;       /* the last one used */
    struct executed_branch **branches;  /* NULL while there is only one leaf */
    uint64_t *lows;                     /* where they begin */
    size_t branch_count, branch_capacity, low_capacity;
    uint64_t count;
    struct executed_line *lines;        /* their number is a power of two; NULL while there are few ranges */
    size_t line_count;
    char *line_memory;                  /* memory of the lines, each aligned to one cache line */
};

/* Entries that are added together, so that the processor can fetch what they need at the same time. */
enum { EXECUTED_TOGETHER = 32 };

enum { BRANCH_LEAVES = 256 };

struct executed_branch {
    size_t count;                       /* at least 1 */
    uint64_t low[BRANCH_LEAVES];        /* of its leaves, so that a search need not touch them */
    struct executed_leaf *leaves[BRANCH_LEAVES];
};

/* How many of these ascending numbers are not above a value. Written without processor branches that depend on the comparison: they would be unpredictable. */
static size_t count_below(const uint64_t *numbers, size_t count, uint64_t value)
{
    const uint64_t *from = numbers;
    if (count == 0)
        return 0;
    while (count > 1) {
        size_t half = count / 2;
        from = from[half] <= value ? from + half : from;
        count -= half;
    }
    return (size_t)(from - numbers) + (*from <= value);
}

/* ---- The directory ---- */

/* The branch with the leaf of an address. There always is one: the first branch begins at 0. */
static size_t branch_at(const struct executed *executed, uint64_t address)
{
    return count_below(executed->lows, executed->branch_count, address) - 1;
}

/* The leaf of an address: O(1) for the last one used and its neighbours, else O(log n). */
static struct executed_leaf *executed_leaf_at(const struct executed *executed, uint64_t address)
{
    struct executed_leaf *leaf = executed->recent;
    if (address > leaf->high && leaf->next)
        leaf = leaf->next;
    else if (address < leaf->low && leaf->previous)
        leaf = leaf->previous;
    if (address < leaf->low || address > leaf->high) {
        const struct executed_branch *branch = executed->branches[branch_at(executed, address)];
        leaf = branch->leaves[count_below(branch->low, branch->count, address) - 1];
    }
    ((struct executed *)executed)->recent = leaf;       /* executed_open always makes it, so the object is never const */
    return leaf;
}

/* Prefetches what a search reads first: the middle, and the middles of both halves. */
static void touch_middles(const uint64_t *numbers, size_t count)
{
    __builtin_prefetch(&numbers[count / 2]);
    __builtin_prefetch(&numbers[count / 4]);
    __builtin_prefetch(&numbers[count / 2 + count / 4]);
}

static size_t executed_leaf_below(const struct executed_leaf *leaf, uint64_t address);

/* Prefetches what looking for these ranges will read, for all of them at once instead of one after the other. Changes nothing. */
static void executed_tree_touch(const struct executed *executed, const struct executed_range *const *ranges, size_t count)
{
    const struct executed_branch *branches[EXECUTED_TOGETHER];
    const struct executed_leaf *leaves[EXECUTED_TOGETHER];
    if (executed->branch_count == 0)
        return;
    for (size_t i = 0; i < count; i++) {
        branches[i] = executed->branches[branch_at(executed, ranges[i]->last)];
        __builtin_prefetch(&branches[i]->count);
        touch_middles(branches[i]->low, BRANCH_LEAVES);
    }
    for (size_t i = 0; i < count; i++) {
        leaves[i] = branches[i]->leaves[count_below(branches[i]->low, branches[i]->count, ranges[i]->last) - 1];
        __builtin_prefetch(&leaves[i]->count);
        touch_middles(leaves[i]->first, LEAF_RANGES);
    }
    for (size_t i = 0; i < count; i++) {
        size_t position = executed_leaf_below(leaves[i], ranges[i]->last);
        __builtin_prefetch(&leaves[i]->last[position ? position - 1 : 0]);
        __builtin_prefetch(&leaves[i]->op[position ? position - 1 : 0]);
    }
}

static void branch_add(struct executed *executed, size_t at, struct executed_branch *branch)
{
    executed->branches = array_grow(executed->branches, &executed->branch_capacity, executed->branch_count + 1, sizeof(struct executed_branch *));
    memmove(&executed->branches[at + 1], &executed->branches[at], (executed->branch_count - at) * sizeof(struct executed_branch *));
    executed->branches[at] = branch;
    executed->lows = array_grow(executed->lows, &executed->low_capacity, executed->branch_count + 1, sizeof *executed->lows);
    memmove(&executed->lows[at + 1], &executed->lows[at], (executed->branch_count - at) * sizeof *executed->lows);
    executed->lows[at] = branch->low[0];
    executed->branch_count++;
}

/* Makes room in a full branch. If the new leaf comes last, as with ascending addresses, the branch stays full and a new one begins. */
static void branch_split(struct executed *executed, size_t at, size_t position)
{
    struct executed_branch *branch = executed->branches[at], *upper = memory_allocate(sizeof *upper);
    size_t keep = position == branch->count ? branch->count - 1 : branch->count / 2;
    upper->count = branch->count - keep;
    memcpy(upper->low, &branch->low[keep], upper->count * sizeof *upper->low);
    memcpy(upper->leaves, &branch->leaves[keep], upper->count * sizeof(struct executed_leaf *));
    branch->count = keep;
    branch_add(executed, at + 1, upper);
}

/* The first branch comes with the second leaf, so that a base of few ranges costs one leaf. */
static void directory_open(struct executed *executed)
{
    struct executed_branch *branch = memory_allocate(sizeof *branch);
    branch->leaves[0] = executed->leaves;
    branch->count = 1;
    branch_add(executed, 0, branch);
}

/* Enters a leaf whose low is set. */
static void directory_add(struct executed *executed, struct executed_leaf *leaf)
{
    if (executed->branch_count == 0)
        directory_open(executed);
    size_t at = branch_at(executed, leaf->low), position = count_below(executed->branches[at]->low, executed->branches[at]->count, leaf->low);
    if (executed->branches[at]->count == BRANCH_LEAVES) {
        branch_split(executed, at, position);
        at = branch_at(executed, leaf->low);
        position = count_below(executed->branches[at]->low, executed->branches[at]->count, leaf->low);
    }
    struct executed_branch *branch = executed->branches[at];
    memmove(&branch->low[position + 1], &branch->low[position], (branch->count - position) * sizeof *branch->low);
    memmove(&branch->leaves[position + 1], &branch->leaves[position], (branch->count - position) * sizeof(struct executed_leaf *));
    branch->low[position] = leaf->low;
    branch->leaves[position] = leaf;
    branch->count++;
}

/* Sets the new beginning of a leaf, still between its neighbours. */
static void directory_move(struct executed *executed, struct executed_leaf *leaf, uint64_t low)
{
    size_t at = branch_at(executed, leaf->low);
    struct executed_branch *branch = executed->branches[at];
    branch->low[count_below(branch->low, branch->count, leaf->low) - 1] = low;
    executed->lows[at] = branch->low[0];
    leaf->low = low;
    leaf->previous->high = low - 1;
    leaf->known = leaf->previous->known = false;
}

/* ---- Leaves ---- */

static size_t executed_leaf_below(const struct executed_leaf *leaf, uint64_t address)
{
    return count_below(leaf->first, leaf->count, address);
}

/* Fills in whole and common. O(1) while the leaf does not change. */
static void executed_leaf_know(struct executed_leaf *leaf)
{
    if (leaf->known)
        return;
    uint64_t gap = leaf->count && leaf->first[0] == leaf->low ? leaf->high - leaf->last[leaf->count - 1] : 1;
    leaf->common = UINT8_MAX;
    for (size_t i = 0; i < leaf->count; i++)
        leaf->common &= leaf->op[i];
    for (size_t i = 1; i < leaf->count; i++)
        gap |= leaf->first[i] - leaf->last[i - 1] - 1;
    leaf->whole = gap == 0;
    leaf->known = true;
}

/* Copies ranges; `to` and `from` may be the same leaf. */
static void ranges_copy(struct executed_leaf *to, size_t at, const struct executed_leaf *from, size_t index, size_t count)
{
    memmove(&to->first[at], &from->first[index], count * sizeof *to->first);
    memmove(&to->last[at], &from->last[index], count * sizeof *to->last);
    memmove(&to->op[at], &from->op[index], count);
}

/* Moves the last ranges of a leaf to the front of the next one. */
static void leaf_pour(struct executed *executed, struct executed_leaf *leaf, size_t count)
{
    struct executed_leaf *next = leaf->next;
    ranges_copy(next, count, next, 0, next->count);
    ranges_copy(next, 0, leaf, leaf->count - count, count);
    next->count = (uint16_t)(next->count + count);
    leaf->count = (uint16_t)(leaf->count - count);
    directory_move(executed, next, next->first[0]);
}

static void leaf_split(struct executed *executed, struct executed_leaf *leaf, size_t keep)
{
    struct executed_leaf *upper = memory_allocate(sizeof *upper);
    upper->count = (uint16_t)(leaf->count - keep);
    ranges_copy(upper, 0, leaf, keep, upper->count);
    leaf->count = (uint16_t)keep;
    leaf->known = false;
    upper->low = upper->first[0];
    upper->high = leaf->high;
    upper->previous = leaf;
    upper->next = leaf->next;
    if (leaf->next)
        leaf->next->previous = upper;
    leaf->next = upper;
    leaf->high = upper->low - 1;
    directory_add(executed, upper);
}

/* Makes room in a full leaf. If the next leaf is not nearly full, it takes half of the difference, which keeps leaves fuller than splits alone. If the new
 * range comes last, as with ascending addresses, nearly everything stays. */
static void leaf_relieve(struct executed *executed, struct executed_leaf *leaf, size_t position)
{
    enum { NEARLY = LEAF_RANGES / 16 };
    if (leaf->next && leaf->next->count + NEARLY <= LEAF_RANGES)
        leaf_pour(executed, leaf, (size_t)(LEAF_RANGES - leaf->next->count + 1) / 2);
    else
        leaf_split(executed, leaf, position == leaf->count ? LEAF_RANGES - 1 : LEAF_RANGES / 2);
}

/* Adds a range that overlaps no other. Afterwards, leaves to which the caller has pointers may have lost ranges to other leaves. */
static void executed_tree_insert(struct executed *executed, uint64_t first, uint64_t last, uint8_t op)
{
    struct executed_leaf *leaf = executed_leaf_at(executed, first);
    size_t position = executed_leaf_below(leaf, first);
    if (leaf->count == LEAF_RANGES) {
        leaf_relieve(executed, leaf, position);
        leaf = executed_leaf_at(executed, first);
        position = executed_leaf_below(leaf, first);
    }
    ranges_copy(leaf, position + 1, leaf, position, leaf->count - position);
    leaf->first[position] = first;
    leaf->last[position] = last;
    leaf->op[position] = op;
    leaf->count++;
    leaf->known = false;
    executed->count++;
}

static void executed_tree_open(struct executed *executed)
{
    executed->leaves = executed->recent = memory_allocate(sizeof *executed->leaves);
    executed->leaves->high = UINT64_MAX;
}

static void executed_tree_close(struct executed *executed)
{
    for (struct executed_leaf *leaf = executed->leaves, *next; leaf; leaf = next) {
        next = leaf->next;
        free(leaf);
    }
    for (size_t i = 0; i < executed->branch_count; i++)
        free(executed->branches[i]);
    free(executed->branches);
    free(executed->lows);
}

/* ---- The merged base: adding a range by the rule, and look-ups ----
 *
 * Repetition is cheap because nothing is ever removed: no range, no boundary between two, no bit of an op. So adding an entry again with the same bits changes
 * nothing, whatever came between. With BLOCK or FAULT every range within it already has its bits, and first and last are boundaries. Without them only the
 * highest range that begins at or below `last` gets the bits; if it holds `last`, every later range that holds `last` has them too, because a split copies
 * them. A place of the table records this for one (first, last), and never becomes invalid. */

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

/* ---- Recently added ranges ---- */

enum { LINES_LEAST = 64, LINES_MOST = 1 << 19, RANGES_A_LINE = 3 };

static struct executed_line *line_of(const struct executed *executed, uint64_t first, uint64_t rest)
{
    uint64_t hash = (first + (rest << 48)) * UINT64_C(0x9e3779b97f4a7c15);
    return &executed->lines[(hash >> 32) & (executed->line_count - 1)];
}

/* The place of a range in its line; else a free one, else any. Deliberate collisions cost only what the table saves. */
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

/* The table grows with the ranges, up to a limit: memory is for the ranges. */
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

/* Skips ranges that do not change: adjacent ones from `index` downwards, starting below last, inside [first, last], that have all of op. Moves `last` below
 * them. True: nothing is left. Even where long entries cover many short ones again and again, it visits only the ranges that change, plus one word for each
 * unchanged leaf. */
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

/* Splits range `index` of a leaf, which overlaps [first, last]: the overlap gets op, and the new range's part above is inserted. True: the new range has no
 * part below; else *last becomes the end of that part. */
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

/* False: the bits went to a range that ends below last; next time they may go to another one. */
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

/* Small enough for the table? Every entry of a trace is. */
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

/* Known ranges stay known, so it looks up all of them before it adds the first. */
static void executed_add_some(struct executed *executed, const struct executed_range *ranges, size_t count)
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

/* ---- Merging traces: the owner of an entry's code ---- */

enum { REPORT_EVERY = 1 << 16 };        /* entries between two progress reports */

static size_t base_add(struct executed_set *set, struct str name)
{
    set->bases = array_grow(set->bases, &set->base_capacity, set->base_count + 1, sizeof *set->bases);
    set->bases[set->base_count] = (struct executed_base){.name = name, .executed = executed_open()};
    return set->base_count++;
}

/* Every object has a name, which may be empty: the reader rejects objects without one. */
static size_t base_named(struct executed_set *set, struct str name)
{
    uint64_t at;
    struct str unique = pool_name(&set->names, name.data ? name : str_of(""));
    if (map_get(&set->named, (uintptr_t)unique.data, &at))
        return (size_t)at;
    at = base_add(set, unique);
    map_put(&set->named, (uintptr_t)unique.data, at);
    return (size_t)at;
}

static const struct gnatcov_info *info_of(const struct gnatcov_info *infos, size_t count, enum gnatcov_tag tag)
{
    return gnatcov_info_find(infos, count, tag);
}

/* Records the properties of the file that held the code. Ignores a trace that names another file than the first one did. */
static void base_describe(struct executed_set *set, struct executed_base *base, const struct gnatcov_info *infos, size_t count)
{
    const struct gnatcov_info *name = info_of(infos, count, GNATCOV_EXECUTABLE), *stamp = info_of(infos, count, GNATCOV_TIME_STAMP);
    if (name && !base->name.data)
        base->name = arena_copy(&set->arena, name->data);
    else if (name && !str_equal(base->name, name->data))
        return;
    if (base->size == 0 && !gnatcov_info_number(info_of(infos, count, GNATCOV_SIZE), &base->size))
        base->size = 0;
    if (base->crc == 0 && !gnatcov_info_number(info_of(infos, count, GNATCOV_CRC32), &base->crc))
        base->crc = 0;
    if (stamp && !base->time_stamp.data)
        base->time_stamp = arena_copy(&set->arena, stamp->data);
}

/* The base of each object of a trace, the executable's first; free it. */
static struct executed **bases_of(struct executed_set *set, const struct gnatcov *trace)
{
    struct executed **bases = memory_allocate((trace->object_count + (size_t)1) * sizeof(struct executed *));
    if (set->base_count == 0)
        base_add(set, (struct str){0});
    base_describe(set, &set->bases[0], trace->infos, trace->info_count);
    bases[0] = set->bases[0].executed;
    for (size_t i = 0; i < trace->object_count; i++) {
        const struct gnatcov_object *object = &trace->objects[i];
        size_t at = set->joined ? 0 : base_named(set, object->name);
        if (at > 0)
            base_describe(set, &set->bases[at], object->infos, object->info_count);
        bases[i + 1] = set->bases[at].executed;
    }
    return bases;
}

/* ---- Entries of a trace: those to merge, and the others ---- */

struct merging {
    const struct gnatcov *trace;
    struct executed_set *set;
    struct executed **bases;
    uint64_t top;                       /* the last address of the target */
    struct gnatcov_problems *problems;
    struct arena *arena;
    struct executed *base;              /* the base whose entries wait to be added together */
    struct executed_range waiting[EXECUTED_TOGETHER];
    size_t count;
};

/* False: do not merge the entry. */
static bool entry_check(const struct merging *merging, const struct gnatcov_entry *entry)
{
    const char *source = merging->trace->source;
    if (entry->special != GNATCOV_NOT_SPECIAL || !entry->relocated)
        return false;
    if (entry->size == 0) {
        if (entry->op != GNATCOV_FAULT)
            gnatcov_problem_add(merging->problems, merging->arena, true, source, entry->offset,
                                "expected bytes of code, found none and op %02x: the entry is not merged", entry->op);
        return false;
    }
    if (merging->top - entry->relative < (uint64_t)entry->size - 1) {
        gnatcov_problem_add(merging->problems, merging->arena, true, source, entry->offset,
                            "expected code up to address %" PRIx64 " at most, found %u bytes at %" PRIx64 ": the entry is not merged", merging->top,
                            entry->size, entry->relative);
        return false;
    }
    return true;
}

static void waiting_add(struct merging *merging)
{
    if (merging->count)
        executed_add_some(merging->base, merging->waiting, merging->count);
    merging->set->entries += merging->count;
    merging->count = 0;
}

static void entry_add(struct merging *merging, const struct gnatcov_entry *entry)
{
    struct executed *base = merging->bases[entry->object];
    if (merging->count == EXECUTED_TOGETHER || base != merging->base)
        waiting_add(merging);
    merging->base = base;
    merging->waiting[merging->count++] = (struct executed_range){entry->relative, entry->relative + entry->size - 1, entry->op};
}

static bool entries_add(struct merging *merging, const struct progress *progress)
{
    struct gnatcov_cursor cursor;
    struct gnatcov_entry entry;
    uint64_t total = merging->trace->entry_count;
    bool stopped = false;
    for (gnatcov_begin(merging->trace, &cursor); !stopped && gnatcov_next(&cursor, &entry);) {
        if (entry_check(merging, &entry))
            entry_add(merging, &entry);
        stopped = entry.number % REPORT_EVERY == 0 && !progress_report(progress, entry.number, total);
    }
    waiting_add(merging);
    return !stopped && progress_report(progress, total, total);
}

/* ---- A whole trace ---- */

unsigned executed_machine(unsigned machine, unsigned address_size)
{
    return machine == EM_386 && address_size == 8 ? EM_X86_64 : machine;
}

/* The first trace decides the machine of the set. Another one is merged too, with a warning. A machine of 0 means unknown. */
static void header_compare(struct executed_set *set, const struct gnatcov *trace, struct gnatcov_problems *problems, struct arena *arena)
{
    const struct gnatcov_header *header = &trace->second;
    if (set->address_size == 0)
        set->address_size = header->address_size;
    else if (set->address_size != header->address_size)
        gnatcov_problem_add(problems, arena, true, trace->source, header->offset + 14, "expected addresses of %u bytes as in the first trace, found %u",
                            set->address_size, header->address_size);
    if (set->machine == 0)
        set->machine = header->machine;
    else if (header->machine && executed_machine(set->machine, set->address_size) != executed_machine(header->machine, header->address_size))
        gnatcov_problem_add(problems, arena, true, trace->source, header->offset + 16, "expected machine %u as in the first trace, found %u",
                            set->machine, header->machine);
}

bool executed_add_trace(struct executed_set *set, const struct gnatcov *trace, struct gnatcov_problems *problems, struct arena *arena,
                        const struct progress *progress)
{
    const struct gnatcov_header *header = &trace->second;
    if (trace->has_entries && header->kind == GNATCOV_DECISION_MAP) {
        gnatcov_problem_add(problems, arena, false, trace->source, header->offset + 13,
                            "expected a trace of executed code, found a decision map: nothing in it ran");
        return false;
    }
    struct executed **bases = bases_of(set, trace);
    set->traces++;
    if (trace->has_entries)
        header_compare(set, trace, problems, arena);
    struct merging merging = {.trace = trace, .set = set, .bases = bases, .problems = problems, .arena = arena,
                              .top = header->address_size == 4 ? UINT32_MAX : UINT64_MAX};
    bool done = entries_add(&merging, progress);
    free(bases);
    return done;
}

void executed_set_free(struct executed_set *set)
{
    for (size_t i = 0; i < set->base_count; i++)
        executed_close(set->bases[i].executed);
    free(set->bases);
    map_free(&set->named);
    pool_free(&set->names);
    arena_free(&set->arena);
    *set = (struct executed_set){0};
}
