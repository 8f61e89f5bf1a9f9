/* object_coverage_sums.c - counts of any range of code, and routines.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counts of what begins below every bound, made in one pass, give those of any range by a subtraction: ranges of lines and symbols that overlap a thousand
 * times, which only a damaged or hostile file has, cost no more than those that do not. */
#include "coverage/object_inside.h"

#include <stdlib.h>

enum { REPORT_EVERY = 4096 };

/* ---- Sums ---- */

static size_t collect_bounds(struct object_coverage *coverage, uint64_t **bounds)
{
    const struct code_span *spans;
    const struct symbols_line_range *ranges;
    size_t span_count = symbols_spans(coverage->symbols, &spans), range_count = symbols_line_ranges(coverage->symbols, &ranges), count = 0;
    uint64_t *all = memory_allocate(2 * (span_count + range_count + coverage->routine_count + 1) * sizeof *all);
    for (size_t i = 0; i < span_count; i++) {
        all[count++] = spans[i].address;
        all[count++] = object_end(spans[i].address, spans[i].size);
    }
    for (size_t i = 0; i < range_count; i++) {
        all[count++] = ranges[i].address;
        all[count++] = object_end(ranges[i].address, ranges[i].size);
    }
    for (size_t i = 0; i < coverage->routine_count; i++) {
        const struct symbols_routine *routine = coverage->routines[i].routine;
        all[count++] = routine->address;
        all[count++] = object_end(routine->address, routine->size);
    }
    *bounds = all;
    return object_unique(all, count);
}

static void sum_one(struct object_sum *sum, enum object_level level, const struct object_instruction *instruction)
{
    struct object_counts one = {0};
    object_count(&one, level, instruction);
    sum->instructions += 1;
    sum->executed += one.executed > 0;
    sum->branches += one.branches > 0;
    sum->both += one.both > 0;
    sum->one_way += one.one_way > 0;
    sum->never += one.never > 0;
}

bool object_is_alignment(const struct object_coverage *coverage, const struct object_instruction *instruction)
{
    uint64_t address = instruction->code.address;
    if (instruction->mark != OBJECT_NOT || !code_is_padding(coverage->code, &instruction->code))
        return false;
    size_t area = object_areas_to(coverage, address);
    return area > 0 && address >= coverage->areas[area - 1].end;
}

bool object_sums_make(struct object_coverage *coverage, const struct progress *progress)
{
    struct object_sums *sums = &coverage->sums;
    struct object_walk walk;
    struct object_instruction instruction;
    struct object_sum sum = {0};
    uint64_t bytes = 0, number = 0;
    size_t at = 0;
    if (sums->bounds)
        return true;
    object_outline(coverage);
    sums->count = collect_bounds(coverage, &sums->bounds);
    sums->below = memory_allocate((sums->count + 1) * sizeof *sums->below);
    object_walk_begin(&walk, coverage, 0, UINT64_MAX);
    while (bytes < OBJECT_CODE_LIMIT && object_walk_next(&walk, &instruction)) {
        for (; at < sums->count && sums->bounds[at] <= instruction.code.address; at++)
            sums->below[at] = sum;
        if (!object_is_alignment(coverage, &instruction))
            sum_one(&sum, coverage->level, &instruction);
        bytes += instruction.code.size;
        if (++number % REPORT_EVERY == 0 && !progress_report(progress, bytes, coverage->code_bytes)) {
            object_sums_free(sums);
            return false;
        }
    }
    for (; at < sums->count; at++)
        sums->below[at] = sum;
    return true;
}

void object_sums_free(struct object_sums *sums)
{
    free(sums->bounds);
    free(sums->below);
    *sums = (struct object_sums){0};
}

static const struct object_sum *sum_below(const struct object_sums *sums, uint64_t address)
{
    const uint64_t *bound = bsearch(&address, sums->bounds, sums->count, sizeof *sums->bounds, object_by_number);
    return &sums->below[bound - sums->bounds];
}

void object_sums_add(const struct object_sums *sums, uint64_t address, uint64_t end, struct object_counts *counts)
{
    const struct object_sum *from = sum_below(sums, address), *to = sum_below(sums, end);
    struct object_counts more = {
        .instructions = to->instructions - from->instructions,
        .executed = to->executed - from->executed,
        .branches = to->branches - from->branches,
        .both = to->both - from->both,
        .one_way = to->one_way - from->one_way,
        .never = to->never - from->never,
    };
    more.unrecorded = more.branches - more.both - more.one_way - more.never;
    object_counts_add(counts, &more);
}

/* ---- Routines ---- */

size_t object_coverage_routines(struct object_coverage *coverage)
{
    object_outline(coverage);
    return coverage->routine_count;
}

/* Is it cheaper to sum all code than to walk routine after routine? Only where they overlap. */
static bool walked_enough(struct object_coverage *coverage, uint64_t size)
{
    enum { TIMES = 4, ALWAYS = 65536 };
    if (coverage->sums.bounds)
        return true;
    coverage->walked = object_end(coverage->walked, size);
    return coverage->walked > ALWAYS && coverage->walked / TIMES > coverage->code_bytes;
}

static void judge_routine(struct object_coverage *coverage, struct object_routine *routine)
{
    uint64_t address = routine->routine->address, end = object_end(address, routine->routine->size);
    struct object_walk walk;
    struct object_instruction instruction;
    if (walked_enough(coverage, routine->routine->size) && object_sums_make(coverage, NULL))
        object_sums_add(&coverage->sums, address, end, &routine->counts);
    else
        for (object_walk_begin(&walk, coverage, address, end); object_walk_next(&walk, &instruction);)
            object_count(&routine->counts, coverage->level, &instruction);
    routine->mark = object_mark_of(&routine->counts);
}

void object_coverage_routine(struct object_coverage *coverage, size_t index, struct object_routine *routine)
{
    object_outline(coverage);
    struct object_routine *kept = &coverage->routines[index];
    if (!kept->mark)
        judge_routine(coverage, kept);
    *routine = *kept;
}

bool object_coverage_routine_named(struct object_coverage *coverage, struct slice name, size_t *index)
{
    object_outline(coverage);
    size_t low = 0, high = coverage->routine_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (slice_compare(coverage->routines[middle].routine->name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *index = low;
    return low < coverage->routine_count && slice_equal(coverage->routines[low].routine->name, name);
}
