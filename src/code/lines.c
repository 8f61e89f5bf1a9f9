/* lines.c - line table rows in address order, and questions to them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A line program is a series of sequences: rows of rising address, closed by a row (LINE_END) that gives the first address
 * behind. A row covers the addresses up to the next one; of several rows at one address the last one counts. Linkers leave
 * sequences of dropped functions behind, at address 0 or 1: they lie outside the code and are dropped too. */
#include "code/symbols_inside.h"

#include <stdlib.h>
#include <string.h>

void lines_add(struct lines *lines, struct line_row row)
{
    lines->rows = array_grow(lines->rows, &lines->capacity, lines->count + 1, sizeof *lines->rows);
    lines->rows[lines->count++] = row;
}

size_t lines_add_file(struct lines *lines, struct line_file file)
{
    lines->files = array_grow(lines->files, &lines->file_capacity, lines->file_count + 1, sizeof *lines->files);
    lines->files[lines->file_count] = file;
    return lines->file_count++;
}

struct sequence {
    uint64_t low;
    size_t first, count;         /* the closing row included */
};

static int compare_sequences(const void *left, const void *right)
{
    const struct sequence *a = left, *b = right;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    return (a->first > b->first) - (a->first < b->first);
}

/* Code that is no section's is no compiled code: the ELF header, say, in a segment that is executable as a whole. */
struct ranges lines_code(const struct elf *elf)
{
    struct ranges code = {0};
    uint64_t end;
    for (size_t i = 0; i < elf->section_count; i++) {
        const struct elf_section *section = &elf->sections[i];
        if (section->code && !__builtin_add_overflow(section->address, section->size, &end))
            ranges_add(&code, (struct range){.low = section->address, .high = end});
    }
    for (size_t i = 0; i < elf->segment_count && elf->section_count == 0; i++)
        if (elf->segments[i].code)
            ranges_add(&code, (struct range){.low = elf->segments[i].address, .high = elf->segments[i].address + elf->segments[i].size});
    ranges_flatten(&code);
    return code;
}

static size_t find_sequences(const struct lines *lines, const struct elf *elf, struct sequence **sequences)
{
    size_t count = 0, capacity = 0, first = 0, index;
    struct ranges code = lines_code(elf);
    *sequences = NULL;
    for (size_t i = 0; i < lines->count; i++) {
        if (!(lines->rows[i].file & LINE_END))
            continue;
        if (i > first && ranges_find(&code, lines->rows[first].address, &index)) {
            *sequences = array_grow(*sequences, &capacity, count + 1, sizeof **sequences);
            (*sequences)[count++] = (struct sequence){lines->rows[first].address, first, i - first + 1};
        }
        first = i + 1;
    }
    ranges_free(&code);
    return count;
}

/* Where sequences overlap the table that is searched by address loses rows; who asks for all of them gets these. */
static void keep_whole(struct lines *lines, const struct sequence *sequences, size_t count)
{
    for (size_t i = 0; i < count; i++)
        lines->whole_count += sequences[i].count;
    lines->whole = memory_allocate(lines->whole_count * sizeof *lines->whole);
    for (size_t i = 0, at = 0; i < count; at += sequences[i++].count)
        memcpy(&lines->whole[at], &lines->rows[sequences[i].first], sequences[i].count * sizeof *lines->whole);
}

void lines_finish(struct lines *lines, const struct elf *elf)
{
    struct sequence *sequences;
    struct lines sorted = {0};
    uint64_t reached = 0;
    bool overlap = false;
    size_t count = find_sequences(lines, elf, &sequences);
    if (count > 1)
        qsort(sequences, count, sizeof *sequences, compare_sequences);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < sequences[i].count; k++) {
            struct line_row row = lines->rows[sequences[i].first + k];
            if (row.address < reached) {
                overlap = true;
                continue; /* damage, or a sequence that overlaps the one before */
            }
            lines_add(&sorted, row);
            reached = row.address;
        }
    }
    if (overlap)
        keep_whole(lines, sequences, count);
    free(sequences);
    free(lines->rows);
    lines->rows = sorted.rows;
    lines->count = sorted.count;
    lines->capacity = sorted.capacity;
}

const struct line_row *lines_find(const struct lines *lines, uint64_t address)
{
    size_t low = 0, high = lines->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lines->rows[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || lines->rows[low - 1].file & LINE_END)
        return NULL;
    return &lines->rows[low - 1];
}

/* `wanted` is the whole name or a tail of it behind a slash. */
static bool is_file(const struct line_file *file, struct slice wanted)
{
    struct slice name = file->name;
    if (wanted.size == 0 || wanted.size > name.size)
        return false;
    size_t before = name.size - wanted.size;
    return slice_equal(slice_cut(name, before, wanted.size), wanted) && (before == 0 || name.data[before - 1] == '/');
}

/* An absolute wanted name also meets a relative one below its folder. */
static bool is_file_in_folder(const struct line_file *file, struct slice wanted)
{
    struct slice folder = file->folder, name = file->name;
    if (is_file(file, wanted))
        return true;
    return folder.size && wanted.size == folder.size + 1 + name.size && wanted.data[folder.size] == '/' &&
           slice_equal(slice_cut(wanted, 0, folder.size), folder) && slice_equal(slice_cut(wanted, folder.size + 1, name.size), name);
}

static bool same_line(const struct line_row *a, const struct line_row *b)
{
    return a->address == b->address && a->line == b->line && (a->file & LINE_FILE) == (b->file & LINE_FILE);
}

/* Code belongs to the last row of its address. */
static bool counts(const struct lines *lines, size_t i)
{
    return !(lines->rows[i].file & LINE_END) && !(i + 1 < lines->count && lines->rows[i + 1].address == lines->rows[i].address);
}

/* Rows that a later row at their address overrides begin no line. With view numbers the row that counts often is no statement, but
 * one before it, of the same line, is. */
static bool begins(const struct lines *lines, size_t i)
{
    const struct line_row *rows = lines->rows;
    if (!counts(lines, i))
        return false;
    for (size_t k = i; same_line(&rows[k], &rows[i]) && !(rows[k].file & LINE_END); k--) {
        if (rows[k].file & LINE_STATEMENT)
            return true;
        if (k == 0)
            break;
    }
    return false;
}

/* Which of the files a name means; malloced. */
static bool *files_meant(const struct lines *lines, struct slice file)
{
    bool *wanted = memory_allocate(lines->file_count);
    for (size_t i = 0; i < lines->file_count; i++)
        wanted[i] = is_file_in_folder(&lines->files[i], file);
    return wanted;
}

static size_t addresses_of(const struct lines *lines, struct slice file, uint64_t line, bool statements, uint64_t **addresses)
{
    size_t count = 0, capacity = 0;
    bool *wanted = files_meant(lines, file);
    *addresses = NULL;
    for (size_t i = 0; i < lines->count; i++) {
        if (lines->rows[i].line != line || line == 0 || !wanted[lines->rows[i].file & LINE_FILE] || !(statements ? begins(lines, i) : counts(lines, i)))
            continue;
        *addresses = array_grow(*addresses, &capacity, count + 1, sizeof **addresses);
        (*addresses)[count++] = lines->rows[i].address;
    }
    free(wanted);
    return count;
}

size_t lines_addresses(const struct lines *lines, struct slice file, uint64_t line, uint64_t **addresses)
{
    return addresses_of(lines, file, line, true, addresses);
}

size_t lines_any_addresses(const struct lines *lines, struct slice file, uint64_t line, uint64_t **addresses)
{
    size_t count = addresses_of(lines, file, line, true, addresses);
    return count ? count : addresses_of(lines, file, line, false, addresses);
}

uint64_t line_nearer(uint64_t line, uint64_t one, uint64_t other)
{
    uint64_t first = one > line ? one - line : line - one, second = other > line ? other - line : line - other;
    if (!one || !other)
        return one ? one : other;
    return first < second || (first == second && one > other) ? one : other;
}

uint64_t lines_nearest(const struct lines *lines, struct slice file, uint64_t line)
{
    bool *wanted = files_meant(lines, file);
    uint64_t nearest = 0;
    for (size_t i = 0; i < lines->count; i++)
        if (lines->rows[i].line && wanted[lines->rows[i].file & LINE_FILE] && counts(lines, i))
            nearest = line_nearer(line, nearest, lines->rows[i].line);
    free(wanted);
    return nearest;
}

void lines_free(struct lines *lines)
{
    free(lines->rows);
    free(lines->whole);
    free(lines->files);
    *lines = (struct lines){0};
}
