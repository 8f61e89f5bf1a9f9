/* executed_tree.c - where merged ranges lie: leaves and the directory above them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/executed.h"
#include "coverage/executed_inside.h"

#include <stdlib.h>
#include <string.h>

enum { BRANCH_LEAVES = 256 };

struct executed_branch {
    size_t count;                       /* at least 1 */
    uint64_t low[BRANCH_LEAVES];        /* of the leaves, for a search that does not touch them */
    struct executed_leaf *leaves[BRANCH_LEAVES];
};

/* How many of these ascending numbers are not above a value. Written so that no branch of the processor depends on what is compared: which way it goes
 * cannot be foretold. */
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

/* The branch that has the leaf of an address; the first branch begins at 0, so there is one. */
static size_t branch_at(const struct executed *executed, uint64_t address)
{
    return count_below(executed->lows, executed->branch_count, address) - 1;
}

struct executed_leaf *executed_leaf_at(const struct executed *executed, uint64_t address)
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
    ((struct executed *)executed)->recent = leaf;       /* always made by executed_open, so never an object that is const */
    return leaf;
}

/* What is fetched is what a search looks at first: the middle, and the middles of both halves. */
static void touch_middles(const uint64_t *numbers, size_t count)
{
    __builtin_prefetch(&numbers[count / 2]);
    __builtin_prefetch(&numbers[count / 4]);
    __builtin_prefetch(&numbers[count / 2 + count / 4]);
}

void executed_tree_touch(const struct executed *executed, const struct executed_range *const *ranges, size_t count)
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

/* Makes room in a full branch. Where the new leaf comes last, as when addresses ascend, the branch stays full and a new one begins. */
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

/* The first branch comes with the second leaf, so that a base of few ranges costs a leaf. */
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

/* A leaf begins elsewhere now, still between its neighbours. */
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

size_t executed_leaf_below(const struct executed_leaf *leaf, uint64_t address)
{
    return count_below(leaf->first, leaf->count, address);
}

void executed_leaf_know(struct executed_leaf *leaf)
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

/* Copies ranges; the two may be one leaf. */
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

/* Makes room in a full leaf. A next leaf that is not nearly full takes half of the difference, so that leaves are fuller than after splits alone; where the
 * new range comes last, as when addresses ascend, nearly all stays. */
static void leaf_relieve(struct executed *executed, struct executed_leaf *leaf, size_t position)
{
    enum { NEARLY = LEAF_RANGES / 16 };
    if (leaf->next && leaf->next->count + NEARLY <= LEAF_RANGES)
        leaf_pour(executed, leaf, (size_t)(LEAF_RANGES - leaf->next->count + 1) / 2);
    else
        leaf_split(executed, leaf, position == leaf->count ? LEAF_RANGES - 1 : LEAF_RANGES / 2);
}

void executed_tree_insert(struct executed *executed, uint64_t first, uint64_t last, uint8_t op)
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

void executed_tree_open(struct executed *executed)
{
    executed->leaves = executed->recent = memory_allocate(sizeof *executed->leaves);
    executed->leaves->high = UINT64_MAX;
}

void executed_tree_close(struct executed *executed)
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
