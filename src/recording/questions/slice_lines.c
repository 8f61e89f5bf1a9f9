/* slice_lines.c - the source lines of a slice.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/program.h"
#include "recording/questions/slice_lines.h"

#include <stdlib.h>

int slice_compare_lines(const void *a, const void *b)
{
    const struct line_of *x = a, *y = b;
    int files = x->file.data == y->file.data && x->file.size == y->file.size ? 0 : slice_compare(x->file, y->file);
    if (files)
        return files;
    return x->line < y->line ? -1 : x->line > y->line;
}

static int compare_pieces(const void *a, const void *b)
{
    const struct slice_piece *x = a, *y = b;
    int lines = slice_compare_lines(a, b);
    if (!x->at.line != !y->at.line)
        return x->at.line ? -1 : 1;
    return lines ? lines : x->first < y->first ? -1 : x->first > y->first;
}

/* Members of one instruction are neighbours: each costs two searches, however many they are. */
static void find_pieces(const struct program *program, const struct reached *members, struct slice_lines *lines)
{
    size_t capacity = 0;
    for (uint64_t k = 0, first, instances; k < reached_count(members); k += instances) {
        uint64_t index = reached_get(members, k).index;
        struct instruction instruction = program_instruction(program, index);
        bool known = instruction.file.size && instruction.line;
        instances = reached_instances(members, index, &first);
        lines->pieces = array_grow(lines->pieces, &capacity, lines->piece_count + 1, sizeof *lines->pieces);
        struct slice_piece *piece = &lines->pieces[lines->piece_count++];
        *piece = (struct slice_piece){.first = first, .instances = instances, .index = index};
        if (known)
            piece->at = (struct line_of){instruction.file, instruction.line};
        lines->lined += known;
        lines->without += known ? 0 : instances;
    }
    if (lines->piece_count)
        qsort(lines->pieces, lines->piece_count, sizeof *lines->pieces, compare_pieces);
}

void slice_lines(const struct program *program, const struct reached *members, struct slice_lines *lines)
{
    size_t capacity = 0;
    *lines = (struct slice_lines){0};
    find_pieces(program, members, lines);
    for (size_t i = 0; i < lines->lined; i++) {
        const struct slice_piece *piece = &lines->pieces[i];
        if (!lines->count || slice_compare_lines(&lines->items[lines->count - 1].at, &piece->at) != 0) {
            lines->items = array_grow(lines->items, &capacity, lines->count + 1, sizeof *lines->items);
            lines->items[lines->count++] = (struct slice_line){.at = piece->at, .piece = i};
        }
        struct slice_line *line = &lines->items[lines->count - 1];
        line->pieces++;
        line->instances += piece->instances;
        line->last = reached_get(members, piece->first + piece->instances - 1);
    }
}

void slice_lines_free(struct slice_lines *lines)
{
    free(lines->items);
    free(lines->pieces);
}
