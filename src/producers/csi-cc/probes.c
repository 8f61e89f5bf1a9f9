/* probes.c - finds the blocks that need their own probe.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Control that reaches a block dominated by b came through b. So b needs no probe if every way on from b meets a block that b dominates and
 * that has a probe or is implied by one. A way ends at the end of the function and, unless `complete`, where it leaves the blocks that b
 * dominates, as the program may stop there. This is the approximation with dominators of Ohmann, Brown, Neelakandan, Linderoth, Liblit,
 * "Optimizing customized program coverage", ASE 2016; dominators as in Cooper, Harvey, Kennedy, "A simple, fast dominance algorithm", 2001. */
#include "csi.h"

#include <llvm-c/Core.h>

#include <stdlib.h>

struct block {
    LLVMBasicBlockRef value;
    uint32_t *next, next_count;     /* successors */
    uint32_t *before, before_count; /* predecessors */
    size_t before_capacity;
    uint32_t dominator, order;      /* order: reverse postorder number; 0 is the entry */
    uint32_t first, last;           /* interval in the dominator tree, for "dominates" */
    bool reached;
};

struct flow {
    struct block *blocks;
    uint32_t count, *order, reached;
};

static int by_value(const void *left, const void *right)
{
    uintptr_t l = (uintptr_t)((const struct block *)left)->value, r = (uintptr_t)((const struct block *)right)->value;
    return (l > r) - (l < r);
}

static uint32_t find(const struct block *sorted, const uint32_t *numbers, uint32_t count, LLVMBasicBlockRef value)
{
    struct block key = {.value = value};
    const struct block *found = bsearch(&key, sorted, count, sizeof key, by_value);
    return numbers[found - sorted];
}

static void link_blocks(struct flow *flow)
{
    struct block *sorted = memory_get(flow->count, sizeof *sorted);
    uint32_t *numbers = memory_get(flow->count, sizeof *numbers);
    for (uint32_t i = 0; i < flow->count; i++)
        sorted[i] = (struct block){.value = flow->blocks[i].value, .order = i};
    qsort(sorted, flow->count, sizeof *sorted, by_value);
    for (uint32_t i = 0; i < flow->count; i++)
        numbers[i] = sorted[i].order;
    for (uint32_t i = 0; i < flow->count; i++) {
        struct block *block = &flow->blocks[i];
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block->value);
        block->next_count = LLVMGetNumSuccessors(end);
        block->next = memory_get(block->next_count, sizeof *block->next);
        for (uint32_t k = 0; k < block->next_count; k++) {
            uint32_t to = find(sorted, numbers, flow->count, LLVMGetSuccessor(end, k));
            struct block *target = &flow->blocks[to];
            block->next[k] = to;
            target->before = memory_grow(target->before, &target->before_capacity, (size_t)target->before_count + 1, sizeof *target->before);
            target->before[target->before_count++] = i;
        }
    }
    free(sorted);
    free(numbers);
}

/* Reverse postorder from the entry, with a stack of (block, next successor). */
static void sort(struct flow *flow)
{
    uint32_t *stack = memory_get(flow->count, sizeof *stack), *at = memory_get(flow->count, sizeof *at), depth = 0, done = flow->count;
    flow->order = memory_get(flow->count, sizeof *flow->order);
    flow->blocks[0].reached = true;
    stack[depth++] = 0;
    while (depth) {
        struct block *block = &flow->blocks[stack[depth - 1]];
        if (at[stack[depth - 1]] < block->next_count) {
            uint32_t to = block->next[at[stack[depth - 1]]++];
            if (!flow->blocks[to].reached) {
                flow->blocks[to].reached = true;
                stack[depth++] = to;
            }
        } else {
            flow->order[--done] = stack[--depth];
        }
    }
    flow->reached = flow->count - done;
    for (uint32_t i = 0; i < flow->reached; i++) {
        flow->order[i] = flow->order[done + i];
        flow->blocks[flow->order[i]].order = i;
    }
    free(stack);
    free(at);
}

static uint32_t common(const struct flow *flow, uint32_t left, uint32_t right)
{
    while (left != right) {
        if (flow->blocks[left].order > flow->blocks[right].order)
            left = flow->blocks[left].dominator;
        else
            right = flow->blocks[right].dominator;
    }
    return left;
}

static void dominate(struct flow *flow)
{
    for (uint32_t i = 0; i < flow->count; i++)
        flow->blocks[i].dominator = NODE_NONE;
    flow->blocks[0].dominator = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < flow->reached; i++) {
            struct block *block = &flow->blocks[flow->order[i]];
            uint32_t best = NODE_NONE;
            for (uint32_t k = 0; k < block->before_count; k++) {
                uint32_t from = block->before[k];
                if (flow->blocks[from].dominator != NODE_NONE)
                    best = best == NODE_NONE ? from : common(flow, best, from);
            }
            changed |= best != block->dominator;
            block->dominator = best;
        }
    }
    /* Sizes of subtrees, then intervals: a dominator comes earlier in reverse postorder than the blocks it dominates. */
    for (uint32_t i = flow->reached; i-- > 1;)
        flow->blocks[flow->blocks[flow->order[i]].dominator].last += ++flow->blocks[flow->order[i]].last;
    uint32_t *used = memory_get(flow->count, sizeof *used);
    flow->blocks[0].last = flow->reached;
    for (uint32_t i = 1; i < flow->reached; i++) {
        struct block *block = &flow->blocks[flow->order[i]];
        uint32_t size = block->last, parent = block->dominator;
        block->first = flow->blocks[parent].first + 1 + used[parent];
        block->last = block->first + size;
        used[parent] += size;
    }
    free(used);
}

static bool dominates(const struct block *left, const struct block *right)
{
    return left->first <= right->first && right->first < left->last;
}

/* Is there a way from `from` to an end that avoids blocks with told[]? told[] counts only for blocks that `from` dominates. */
static bool escapes(const struct flow *flow, uint32_t from, const bool *told, bool complete, uint32_t *seen, uint32_t *stack)
{
    uint32_t depth = 0;
    stack[depth++] = from;
    seen[from] = from + 1;
    while (depth) {
        uint32_t at = stack[--depth];
        const struct block *block = &flow->blocks[at];
        if (block->next_count == 0 && (!complete || LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(block->value))))
            return true;
        if (!complete && at != from && !dominates(&flow->blocks[from], block))
            return true;
        for (uint32_t k = 0; k < block->next_count; k++) {
            uint32_t to = block->next[k];
            if (seen[to] == from + 1 || (to != from && told[to] && dominates(&flow->blocks[from], &flow->blocks[to])))
                continue;
            seen[to] = from + 1;
            stack[depth++] = to;
        }
    }
    return false;
}

void probes_reduce(LLVMValueRef function, bool *wanted, bool complete)
{
    struct flow flow = {.count = LLVMCountBasicBlocks(function)};
    flow.blocks = memory_get(flow.count, sizeof *flow.blocks);
    uint32_t number = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
        flow.blocks[number++].value = block;
    link_blocks(&flow);
    sort(&flow);
    dominate(&flow);
    uint32_t *seen = memory_get(flow.count, sizeof *seen), *stack = memory_get((size_t)flow.count + 1, sizeof *stack);
    bool *told = memory_get(flow.count, sizeof *told);
    /* Goes from the leaves of the dominator tree up: reverse postorder backwards has children before parents. */
    for (uint32_t i = flow.reached; i-- > 0;) {
        uint32_t at = flow.order[i];
        bool needed = escapes(&flow, at, told, complete, seen, stack);
        told[at] = wanted[at] || !needed;
        wanted[at] = wanted[at] && needed;
    }
    for (uint32_t i = 0; i < flow.count; i++)
        wanted[i] = wanted[i] && flow.blocks[i].reached;
    free(seen);
    free(stack);
    free(told);
}
