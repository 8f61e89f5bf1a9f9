/* object_coverage_walk.c - where instructions begin, one after the other.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/object_inside.h"

#include <stdlib.h>
#include <string.h>

int object_by_number(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

size_t object_unique(uint64_t *numbers, size_t count)
{
    size_t kept = 0;
    if (count > 1)
        qsort(numbers, count, sizeof *numbers, object_by_number);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || numbers[kept - 1] != numbers[i])
            numbers[kept++] = numbers[i];
    return kept;
}

/* ---- The outline: seeds, routines, areas ---- */

static void outline_seeds(struct object_coverage *coverage)
{
    const struct code_span *spans;
    const struct symbols_line_range *ranges;
    size_t span_count = symbols_spans(coverage->symbols, &spans), range_count = symbols_line_ranges(coverage->symbols, &ranges), count = 0;
    size_t function_count = symbols_summary(coverage->symbols).x86_64 ? symbols_function_count(coverage->symbols) : 0;
    uint64_t *seeds = memory_allocate((span_count + range_count + coverage->routine_count + function_count + 1) * sizeof *seeds);
    for (size_t i = 0; i < span_count; i++) {
        seeds[count++] = spans[i].address;
        coverage->code_bytes += object_end(spans[i].address, spans[i].size) - spans[i].address;
    }
    for (size_t i = 0; i < range_count; i++)
        seeds[count++] = ranges[i].address;
    for (size_t i = 0; i < coverage->routine_count; i++)
        seeds[count++] = coverage->routines[i].routine->address;
    for (size_t i = 0; i < function_count; i++)
        seeds[count++] = symbols_function(coverage->symbols, i).address;
    coverage->seed_count = object_unique(seeds, count);
    coverage->seeds = seeds;
}

static int by_address(const void *a, const void *b)
{
    return object_by_number(&((const struct object_area *)a)->address, &((const struct object_area *)b)->address);
}

static void outline_areas(struct object_coverage *coverage)
{
    struct object_area *areas = arena_allocate(&coverage->arena, (coverage->routine_count + 1) * sizeof *areas);
    size_t kept = 0;
    for (size_t i = 0; i < coverage->routine_count; i++) {
        const struct symbols_routine *routine = coverage->routines[i].routine;
        areas[i] = (struct object_area){routine->address, object_end(routine->address, routine->size)};
    }
    qsort(areas, coverage->routine_count, sizeof *areas, by_address);
    for (size_t i = 0; i < coverage->routine_count; i++) {
        if (kept == 0 || areas[i].address >= areas[kept - 1].end)
            areas[kept++] = areas[i];
        else if (areas[i].end > areas[kept - 1].end)
            areas[kept - 1].end = areas[i].end;
    }
    coverage->areas = areas;
    coverage->area_count = kept;
}

void object_outline(struct object_coverage *coverage)
{
    const struct symbols_routine *routines;
    if (coverage->outlined)
        return;
    size_t count = symbols_routines(coverage->symbols, &routines);
    coverage->outlined = true;
    coverage->routines = arena_allocate(&coverage->arena, (count + 1) * sizeof *coverage->routines);
    for (size_t i = 0; i < count; i++)
        if (!routines[i].alias)
            coverage->routines[coverage->routine_count++].routine = &routines[i];
    outline_seeds(coverage);
    outline_areas(coverage);
}

/* ---- Walking ---- */

/* The number of seeds at or below an address. */
static size_t seeds_to(const struct object_coverage *coverage, uint64_t address)
{
    size_t low = 0, high = coverage->seed_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (coverage->seeds[middle] <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The start of the next span above an address; UINT64_MAX: none. */
static uint64_t next_span(const struct object_coverage *coverage, uint64_t address)
{
    const struct code_span *spans;
    size_t count = symbols_spans(coverage->symbols, &spans), low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (spans[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count ? spans[low].address : UINT64_MAX;
}

/* The next instruction, not judged. */
static bool walk_code(struct object_walk *walk, struct code_instruction *code)
{
    const struct object_coverage *coverage = walk->coverage;
    while (walk->address < walk->end && (!code_at(coverage->code, walk->address, code) || code->size == 0))
        walk->address = next_span(coverage, walk->address);
    if (walk->address >= walk->end)
        return false;
    while (walk->seed < coverage->seed_count && coverage->seeds[walk->seed] <= walk->address)
        walk->seed++;
    walk->address = object_end(walk->address, code->size);
    if (walk->seed < coverage->seed_count && coverage->seeds[walk->seed] < walk->address)
        walk->address = coverage->seeds[walk->seed];
    return true;
}

void object_walk_begin(struct object_walk *walk, struct object_coverage *coverage, uint64_t address, uint64_t end)
{
    struct code_instruction passed;
    object_outline(coverage);
    size_t seed = seeds_to(coverage, address);
    *walk = (struct object_walk){.coverage = coverage, .address = seed ? coverage->seeds[seed - 1] : address, .end = address, .seed = seed};
    while (walk_code(walk, &passed))
        ;
    walk->end = end;
}

bool object_walk_next(struct object_walk *walk, struct object_instruction *instruction)
{
    if (!walk_code(walk, &instruction->code))
        return false;
    object_judge(walk->coverage, &walk->hint, instruction);
    return true;
}

bool object_coverage_start(struct object_coverage *coverage, uint64_t address, uint64_t *start)
{
    struct code_instruction code;
    bool found = false;
    object_outline(coverage);
    size_t seed = seeds_to(coverage, address);
    if (seed == 0 || address == UINT64_MAX)
        return false;
    struct object_walk walk = {.coverage = coverage, .address = coverage->seeds[seed - 1], .end = address + 1, .seed = seed};
    while (walk_code(&walk, &code))
        if (address - code.address < code.size) {
            *start = code.address;
            found = true;
        }
    return found;
}

size_t object_coverage_range(struct object_coverage *coverage, uint64_t address, uint64_t size, struct object_instruction **instructions)
{
    struct object_instruction *items = NULL, instruction;
    struct object_walk walk;
    size_t count = 0, capacity = 0;
    for (object_walk_begin(&walk, coverage, address, object_end(address, size)); object_walk_next(&walk, &instruction);) {
        items = array_grow(items, &capacity, count + 1, sizeof *items);
        items[count++] = instruction;
    }
    *instructions = items;
    return count;
}

/* ---- The next one of some mark ---- */

struct find {
    uint64_t address;
    int direction;
    const char *marks;
    bool runs;
};

/* Walks one area from its start, so that it is known where runs begin. Forwards the first that fits is the answer, backwards the last. */
static bool find_in_area(struct object_coverage *coverage, const struct find *find, const struct object_area *area, struct object_instruction *found)
{
    struct object_walk walk;
    struct object_instruction instruction;
    enum object_mark before = OBJECT_NO_CODE;
    bool any = false, forwards = find->direction > 0;
    uint64_t end = !forwards && find->address < area->end ? find->address : area->end;
    object_walk_begin(&walk, coverage, area->address, end);
    while (!(any && forwards) && object_walk_next(&walk, &instruction)) {
        bool inside_run = find->runs && instruction.mark == OBJECT_NOT && before == OBJECT_NOT;
        before = instruction.mark;
        if (inside_run || !strchr(find->marks, (int)instruction.mark) || (forwards && instruction.code.address <= find->address))
            continue;
        *found = instruction;
        any = true;
    }
    return any;
}

size_t object_areas_to(const struct object_coverage *coverage, uint64_t address)
{
    size_t low = 0, high = coverage->area_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (coverage->areas[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool object_coverage_find(struct object_coverage *coverage, uint64_t address, int direction, const char *marks, bool runs, struct object_instruction *found)
{
    struct find find = {address, direction, marks, runs};
    object_outline(coverage);
    size_t area = object_areas_to(coverage, address);
    if (direction < 0) {
        while (area > 0)
            if (find_in_area(coverage, &find, &coverage->areas[--area], found))
                return true;
        return false;
    }
    for (area -= area > 0; area < coverage->area_count; area++)
        if (coverage->areas[area].end > address && find_in_area(coverage, &find, &coverage->areas[area], found))
            return true;
    return false;
}
