/* object_coverage_lines.c - source files and the marks of their lines.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A line's mark comes from all the ranges it has, wherever they lie: copies of inlined code and of generics count together. */
#include "coverage/object_inside.h"

#include <stdlib.h>

/* ---- Which names are one file? ---- */

enum { PARTS = 256, PATH = 4096 };      /* of longer paths the first ones count */

/* The parts of a path from the root; "." is left out, ".." takes one off. */
static size_t path_parts(struct slice path, struct slice *parts, size_t count)
{
    path = slice_cut(path, 0, PATH);
    while (path.size > 0) {
        size_t slash = slice_find_byte(path, '/');
        struct slice part = slice_cut(path, 0, slash < path.size ? slash : path.size);
        path = slice_cut(path, part.size + 1, path.size);
        if (slice_is(part, ".."))
            count -= count > 0;
        else if (part.size > 0 && !slice_is(part, ".") && count < PARTS)
            parts[count++] = part;
    }
    return count;
}

/* Units name one file in different ways, from different folders: the same number for all of them. */
static uint64_t file_hash(struct slice name, struct slice folder, uint64_t key)
{
    struct slice parts[PARTS];
    uint64_t hash = key;
    size_t count = slice_starts(name, "/") ? 0 : path_parts(folder, parts, 0);
    count = path_parts(name, parts, count);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < parts[i].size; k++)
            hash = hash_mix(hash ^ (unsigned char)parts[i].data[k], key);
        hash = hash_mix(hash ^ '/', key);
    }
    return hash;
}

/* Numbers the files; group[index of symbols_line_file] is the number. */
static size_t group_files(struct object_coverage *coverage, uint32_t *group, size_t count)
{
    struct map numbers = {0};
    uint64_t key = hash_key(group), number;
    size_t groups = 0;
    coverage->files = arena_allocate(&coverage->arena, (count + 1) * sizeof *coverage->files);
    for (size_t i = 0; i < count; i++) {
        struct slice name, folder;
        symbols_line_file(coverage->symbols, (uint32_t)i, &name, &folder);
        uint64_t hash = file_hash(name, folder, key);
        if (!map_get(&numbers, hash, &number)) {
            number = groups++;
            map_put(&numbers, hash, number);
            coverage->files[number].name = name;
            coverage->files[number].folder = folder;
        }
        group[i] = (uint32_t)number;
    }
    map_free(&numbers);
    return groups;
}

/* ---- The ranges of each file ---- */

/* Adds ranges that come in the order of their addresses, what two of them share only once: behind is where the one that ends last ended. */
static void add_once(struct object_coverage *coverage, const struct symbols_line_range *range, uint64_t *behind, struct object_counts *counts)
{
    uint64_t from = range->address > *behind ? range->address : *behind, end = object_end(range->address, range->size);
    if (from >= end)
        return;
    object_sums_add(&coverage->sums, from, end, counts);
    *behind = end;
}

/* Deals the ranges out to their files, in the order of addresses; room[] is where each file's begin. */
static void deal_ranges(struct object_coverage *coverage, const struct symbols_line_range *ranges, size_t count, const uint32_t *group, size_t *room)
{
    for (size_t i = 0; i < count; i++)
        room[group[ranges[i].file] + 1]++;
    for (size_t i = 1; i <= coverage->file_count; i++)
        room[i] += room[i - 1];
    for (size_t i = 0; i < count; i++)
        coverage->ranges[room[group[ranges[i].file]]++] = &ranges[i];
    for (size_t i = coverage->file_count; i > 0; i--)
        room[i] = room[i - 1];
    room[0] = 0;
}

/* ---- Lines ---- */

static int by_line(const void *a, const void *b)
{
    const struct symbols_line_range *x = *(const struct symbols_line_range *const *)a, *y = *(const struct symbols_line_range *const *)b;
    int order = object_by_number(&x->line, &y->line);
    order = order ? order : object_by_number(&x->address, &y->address);
    return order ? order : object_by_number(&x->size, &y->size);
}

/* One line out of the ranges from `first` on. */
static struct object_line judge_line(struct object_coverage *coverage, const struct object_file *file, size_t first, size_t count)
{
    struct object_line line = {.line = file->ranges[first]->line, .first_range = first};
    uint64_t behind = 0;
    for (size_t i = first; i < count && file->ranges[i]->line == line.line; i++) {
        add_once(coverage, file->ranges[i], &behind, &line.counts);
        line.range_count++;
    }
    line.mark = object_mark_of(&line.counts);
    return line;
}

static void judge_file(struct object_coverage *coverage, struct object_file *file, size_t count)
{
    size_t lines = 0;
    uint64_t behind = 0;
    for (size_t i = 0; i < count; i++)
        add_once(coverage, file->ranges[i], &behind, &file->counts);
    qsort(file->ranges, count, sizeof(const struct symbols_line_range *), by_line);
    for (size_t i = 0; i < count; i++)
        lines += i == 0 || file->ranges[i - 1]->line != file->ranges[i]->line;
    struct object_line *kept = arena_allocate(&coverage->arena, (lines + 1) * sizeof *kept);
    file->lines = kept;
    for (size_t i = 0; i < count;) {
        struct object_line line = judge_line(coverage, file, i, count);
        i += line.range_count;
        if (line.mark == OBJECT_NO_CODE)
            continue;
        kept[file->line_count++] = line;
        file->covered += line.mark == OBJECT_COVERED;
    }
}

static int by_name(const void *a, const void *b)
{
    const struct object_file *x = a, *y = b;
    int order = slice_compare(x->name, y->name);
    return order ? order : slice_compare(x->folder, y->folder);
}

/* Files none of whose lines has a range are left out. */
static void judge_files(struct object_coverage *coverage, const size_t *room)
{
    size_t kept = 0;
    for (size_t i = 0; i < coverage->file_count; i++) {
        if (room[i] == room[i + 1])
            continue;
        coverage->files[kept] = coverage->files[i];
        coverage->files[kept].ranges = coverage->ranges + room[i];
        judge_file(coverage, &coverage->files[kept++], room[i + 1] - room[i]);
    }
    coverage->file_count = kept;
    qsort(coverage->files, kept, sizeof *coverage->files, by_name);
}

bool object_coverage_files(struct object_coverage *coverage, const struct progress *progress, const struct object_file **files, size_t *count)
{
    *files = NULL;
    *count = 0;
    if (!coverage->filed) {
        const struct symbols_line_range *ranges;
        size_t range_count = symbols_line_ranges(coverage->symbols, &ranges), names = symbols_line_file_count(coverage->symbols);
        if (range_count > 0 && !object_sums_make(coverage, progress))
            return false;
        uint32_t *group = memory_allocate((names + 1) * sizeof *group);
        size_t *room = memory_allocate((names + 2) * sizeof *room);
        coverage->ranges = memory_allocate((range_count + 1) * sizeof(const struct symbols_line_range *));
        coverage->file_count = group_files(coverage, group, names);
        deal_ranges(coverage, ranges, range_count, group, room);
        judge_files(coverage, room);
        coverage->filed = true;
        object_sums_free(&coverage->sums);
        free(group);
        free(room);
    }
    *files = coverage->files;
    *count = coverage->file_count;
    return true;
}

const struct object_line *object_file_line(const struct object_file *file, uint64_t line)
{
    size_t low = 0, high = file->line_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (file->lines[middle].line < line)
            low = middle + 1;
        else
            high = middle;
    }
    return low < file->line_count && file->lines[low].line == line ? &file->lines[low] : NULL;
}
