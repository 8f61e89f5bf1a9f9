/* coverage_lines.c - which source lines ran, as far as the bits say.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     yes    a block with the line has its bit, and the line is not behind the place where that block may have stopped; or a call on it returned
 *     no     every block with the line has a probe and no bit, and none of them may have run in part; or the function was never entered, by its own bit, and
 *            no other bit and no frame says otherwise
 *     maybe  the rest: blocks without probe, values that were not given, blocks that ran in part
 *
 * A block runs in part where a frame stands in it, or where one of its calls has not returned. If a bit means "entered", lines of such a block
 * are sure up to the first place where it may have stopped; if "completed", a block without its bit may still have run in part. Where no
 * statement has a probe, call sites are marked: `no` then says that no call of the line ever returned.
 *
 * A straight line (csi_is_straight) stops at the first call that never returned: what stands behind it never ran, and the function having been entered, what
 * stands before it did. */
#include "crash/probes_inside.h"

#include <stdlib.h>

struct marking {
    const struct coverage_array *blocks, *calls;
    const struct line_table *block_lines, *call_lines;
    enum coverage_rule rule;
    struct standing standing;
    size_t *sure;                           /* by block: how many of its lines surely ran if it was entered */
    bool *partial;                          /* by block: without its bit, but may have run in part */
    bool never_entered, local;              /* by the function's own bit; of one activation */
    struct line_table straight;             /* empty: the function is no straight line, or nothing in it never returned */
    uint32_t stop_first, stop_last;         /* where in it the line of the first call that never returned stands */
    bool entered;
};

/* State of a line's probes: is one set, is one not? Those without probe or value are neither. */
static void states_of(const struct coverage_array *array, const struct line_at *items, size_t count, bool *any_yes, bool *all_no)
{
    *any_yes = false;
    *all_no = count > 0;
    for (size_t i = 0; i < count; i++) {
        enum coverage_state state = array->probes[items[i].block].state;
        *any_yes = *any_yes || state == COVERAGE_YES;
        *all_no = *all_no && state == COVERAGE_NO;
    }
}

/* A place where blocks with this line may have stopped. */
static bool stands_at(struct standing standing, int64_t line)
{
    size_t low = 0, high = standing.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (standing.lines[middle] < line)
            low = middle + 1;
        else
            high = middle;
    }
    return low < standing.count && standing.lines[low] == line;
}

static void stop_at(struct marking *marking, const struct line_at *items, size_t count, bool contradicted)
{
    for (size_t i = 0; i < count; i++) {
        size_t *sure = &marking->sure[items[i].block];
        *sure = items[i].first + 1u < *sure ? items[i].first + 1u : *sure;
        if (marking->rule == COVERAGE_COMPLETED || contradicted)
            marking->partial[items[i].block] = true;
    }
}

static void stop_at_line(struct marking *marking, int64_t line)
{
    const struct line_at *items;
    size_t count = line_table_find(marking->block_lines, line, &items);
    stop_at(marking, items, count, false);
}

/* Lines where frames stand, and calls that have not returned. A frame in a block that was never entered, by its bit: that bit proves nothing. */
static void find_stops(struct marking *marking)
{
    const struct line_at *items;
    for (size_t i = 0; i < marking->standing.count; i++) {
        bool any_yes, all_no;
        size_t count = line_table_find(marking->block_lines, marking->standing.lines[i], &items);
        states_of(marking->blocks, items, count, &any_yes, &all_no);
        stop_at(marking, items, count, all_no);
    }
    const struct line_table *calls = marking->call_lines;
    for (size_t i = 0, end; i < calls->count; i = end) {
        bool returned = true;
        for (end = i; end < calls->count && calls->items[end].line == calls->items[i].line; end++)
            returned = returned && marking->calls->probes[calls->items[end].block].state != COVERAGE_NO;
        if (!returned)
            stop_at_line(marking, calls->items[i].line);
    }
}

static enum coverage_mark mark_of(const struct marking *marking, const struct line_at *items, size_t count)
{
    bool all_no = true;
    if (stands_at(marking->standing, items[0].line))
        return COVERAGE_LINE_YES;
    for (size_t i = 0; i < count; i++) {
        enum coverage_state state = marking->blocks->probes[items[i].block].state;
        bool sure = marking->rule == COVERAGE_COMPLETED || items[i].first < marking->sure[items[i].block];
        if (state == COVERAGE_YES && sure)
            return COVERAGE_LINE_YES;
        all_no = all_no && state == COVERAGE_NO && !marking->partial[items[i].block];
    }
    const struct line_at *calls;
    bool returned, none_returned;
    size_t call_count = line_table_find(marking->call_lines, items[0].line, &calls);
    states_of(marking->calls, calls, call_count, &returned, &none_returned);
    return returned ? COVERAGE_LINE_YES : all_no || marking->never_entered ? COVERAGE_LINE_NO : COVERAGE_LINE_MAYBE;
}

/* The one block of the function, where its metadata shows that it is a straight line and no other function has its name; else NULL. */
static const struct csi_block *straight_block(const struct probes *probes, const struct joined *joined, struct arena *arena)
{
    const size_t *found;
    if (joined->of != 1 || joined->apart || name_index_find(&probes->path_index, joined->name, NULL, 0, arena, &found) != 1)
        return NULL;
    const struct csi_function *function = &probes->paths->functions[found[0]];
    return slice_equal(function->name, joined->name) && csi_is_straight(function) ? &function->blocks[function->entry] : NULL;
}

/* Bits of all activations tell it: what none of them came back from, none of them passed. */
static void find_straight(struct marking *marking, const struct csi_block *block)
{
    struct line_table lines = {0};
    const struct line_at *at;
    marking->stop_first = marking->stop_last = UINT32_MAX;
    line_table_add(&lines, 0, block->lines, block->line_count);
    line_table_finish(&lines);
    for (size_t i = 0; i < marking->call_lines->count; i++) {
        const struct line_at *call = &marking->call_lines->items[i];
        if (marking->calls->probes[call->block].state != COVERAGE_NO || line_table_find(&lines, call->line, &at) != 1)
            continue;
        marking->stop_first = at->first < marking->stop_first ? at->first : marking->stop_first;
        marking->stop_last = at->last < marking->stop_last ? at->last : marking->stop_last;
    }
    if (marking->stop_last == UINT32_MAX)
        mark_table_free(&lines);
    else
        marking->straight = lines;
}

static enum coverage_mark mark_of_straight(const struct marking *marking, int64_t line)
{
    const struct line_at *at;
    if (line_table_find(&marking->straight, line, &at) != 1)
        return COVERAGE_LINE_MAYBE;
    if (at->first > marking->stop_last)
        return COVERAGE_LINE_NO;
    return marking->entered && at->first <= marking->stop_first ? COVERAGE_LINE_YES : COVERAGE_LINE_MAYBE;
}

/* A call that never returned may have been made all the same (exit, longjmp, an activation within it): no only in an activation that stands
 * elsewhere, and where the function was never entered. */
static enum coverage_mark mark_of_calls(const struct marking *marking, const struct line_at *items, size_t count)
{
    bool any_yes, all_no;
    states_of(marking->calls, items, count, &any_yes, &all_no);
    bool not_made = marking->never_entered || marking->local;
    return any_yes || stands_at(marking->standing, items[0].line) ? COVERAGE_LINE_YES : all_no && not_made ? COVERAGE_LINE_NO : COVERAGE_LINE_MAYBE;
}

static void mark_lines(const struct marking *marking, struct coverage_function *function, struct arena *arena)
{
    bool by_blocks = marking->block_lines->count > 0;
    const struct line_table *table = by_blocks ? marking->block_lines : marking->call_lines;
    size_t lines = 0;
    for (size_t i = 0; i < table->count; i++)
        lines += i == 0 || table->items[i].line != table->items[i - 1].line;
    function->lines = arena_allocate(arena, (lines ? lines : 1) * sizeof *function->lines);
    for (size_t i = 0, end; i < table->count; i = end) {
        for (end = i + 1; end < table->count && table->items[end].line == table->items[i].line;)
            end++;
        enum coverage_mark mark = by_blocks ? mark_of(marking, table->items + i, end - i) : mark_of_calls(marking, table->items + i, end - i);
        if (mark == COVERAGE_LINE_MAYBE)
            mark = mark_of_straight(marking, table->items[i].line);
        function->lines[function->line_count++] = (struct coverage_line){table->items[i].line, mark};
    }
}

static void lines_by(struct probes *probes, struct joined *joined, struct coverage_function *function, enum coverage_rule rule,
                     struct standing standing, bool local, struct arena *arena)
{
    struct marking marking = {.blocks = &function->schemes[CSI_BBC], .calls = &function->schemes[CSI_CC], .rule = rule, .standing = standing, .local = local,
                              .block_lines = joined_lines(probes, joined, CSI_BBC), .call_lines = joined_lines(probes, joined, CSI_CC)};
    const struct coverage_array *entered = &function->schemes[CSI_FC];
    marking.never_entered = entered->count == 1 && entered->probes[0].state == COVERAGE_NO && !marking.blocks->yes && !marking.calls->yes && !standing.count;
    size_t blocks = marking.blocks->count ? marking.blocks->count : 1;
    marking.sure = memory_allocate(blocks * sizeof *marking.sure);
    marking.partial = memory_allocate(blocks * sizeof *marking.partial);
    for (size_t i = 0; i < marking.blocks->count; i++)
        marking.sure[i] = SIZE_MAX;
    find_stops(&marking);
    const struct csi_block *block = local ? NULL : straight_block(probes, joined, arena);
    marking.entered = function->entered == COVERAGE_YES || standing.count;
    if (block)
        find_straight(&marking, block);
    mark_lines(&marking, function, arena);
    mark_table_free(&marking.straight);
    free(marking.sure);
    free(marking.partial);
}

/* Where it is not known what bits mean, a line has the mark that both readings give it. */
void coverage_lines(struct probes *probes, struct joined *joined, struct coverage_function *function, enum coverage_rule rule,
                    struct standing standing, bool local, struct arena *arena)
{
    bool either = rule == COVERAGE_EITHER;
    lines_by(probes, joined, function, either ? COVERAGE_ENTERED : rule, standing, local, arena);
    if (!either)
        return;
    struct coverage_function other = *function;
    other.line_count = 0;
    lines_by(probes, joined, &other, COVERAGE_COMPLETED, standing, local, arena);
    for (size_t i = 0; i < function->line_count; i++)
        if (function->lines[i].mark != other.lines[i].mark)
            function->lines[i].mark = COVERAGE_LINE_MAYBE;
}
