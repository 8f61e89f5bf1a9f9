/* timeline_lines.c - the source line of an instruction as a number.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Asked for at most once an instruction where the original images lie within LINES_MOST instructions of each other (memory comes with what is
 * executed); each time where a hostile schema spreads them. */
#include "stream/abstract.h"
#include "stream/timeline_inside.h"

#include <stdlib.h>

enum { LINES_MOST = 1 << 26 };

static void lines_prepare(struct timeline *timeline)
{
    const struct abstract *program = timeline->program;
    struct timeline_lines *lines = &timeline->lines;
    uint64_t low = UINT64_MAX, high = 0;
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct abstract_function *function = &program->functions[i];
        uint64_t end = (uint64_t)function->address + function->size;
        low = function->address < low ? function->address : low;
        high = end > high ? end : high;
    }
    lines->ready = true;
    if (high <= low || (high - low) / 4 + 1 > LINES_MOST)
        return;
    lines->base = (uint32_t)low;
    lines->count = (size_t)((high - low) / 4 + 1);
    lines->lines = memory_allocate(lines->count * sizeof *lines->lines);
}

static uint64_t number_of(struct map *map, uint64_t key, uint64_t first)
{
    uint64_t number = first + map->count;
    if (map_get(map, key, &number))
        return number;
    map_put(map, key, number);
    return number;
}

static int by_address(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Does a statement of the line begin at the instruction? The line table says so (is_stmt). */
static bool begins_statement(struct symbols *symbols, const struct source_position *position, uint64_t instruction)
{
    uint64_t *addresses;
    size_t count = symbols_line_addresses(symbols, position->file, position->line, &addresses);
    bool begins = count > 0 && bsearch(&instruction, addresses, count, sizeof *addresses, by_address);
    free(addresses);
    return begins;
}

/* The folder does not count: within one activation two files of one name do not meet. */
static uint32_t line_number(struct timeline *timeline, uint32_t instruction)
{
    struct timeline_lines *lines = &timeline->lines;
    struct source_position position;
    if (!symbols_position(timeline->program->symbols, instruction, &position) || position.line == 0)
        return LINE_UNKNOWN;
    struct slice file = pool_name(&lines->files, position.file);
    uint64_t key = number_of(&lines->file_numbers, (uintptr_t)file.data, 0) << 40 | (position.line & (((uint64_t)1 << 40) - 1));
    uint32_t number = (uint32_t)number_of(&lines->numbers, key, LINE_UNKNOWN + 1);
    return begins_statement(timeline->program->symbols, &position, instruction) ? number : number | LINE_WITHIN;
}

uint32_t timeline_line_ask(struct timeline *timeline, uint32_t instruction)
{
    struct timeline_lines *lines = &timeline->lines;
    if (!lines->ready)
        lines_prepare(timeline);
    size_t index = (instruction - lines->base) / 4;
    if (instruction < lines->base || index >= lines->count)
        return line_number(timeline, instruction);
    if (lines->lines[index] == 0)
        lines->lines[index] = line_number(timeline, instruction);
    return lines->lines[index];
}

void timeline_drop_lines(struct timeline *timeline)
{
    struct timeline_lines *lines = &timeline->lines;
    free(lines->lines);
    pool_free(&lines->files);
    map_free(&lines->file_numbers);
    map_free(&lines->numbers);
    *lines = (struct timeline_lines){0};
}
