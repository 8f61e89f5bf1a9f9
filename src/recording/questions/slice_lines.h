/* slice_lines.h - the source lines of a slice.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct slice_lines lines;
 *     slice_lines(program, members, &lines);
 *     for (size_t i = 0; i < lines.count; i++) ... lines.items[i].at, lines.items[i].instances
 *     slice_lines_free(&lines); */
#ifndef CLEW_RECORDING_QUESTIONS_SLICE_LINES_H
#define CLEW_RECORDING_QUESTIONS_SLICE_LINES_H

#include "recording/store/store.h"

struct program;

struct line_of {
    struct slice file;
    uint64_t line;
};
int slice_compare_lines(const void *a, const void *b);       /* for qsort, of anything that begins with a line_of */

/* An instruction that has members: those from rank `first` on (reached_get). */
struct slice_piece {
    struct line_of at;                  /* line 0: not known */
    uint64_t first, instances, index;
};

struct slice_line {
    struct line_of at;
    size_t piece, pieces;               /* its instructions, in the order of their members */
    uint64_t instances;
    struct node last;                   /* the last member of the last of them */
};

struct slice_lines {
    struct slice_line *items;           /* by file, then line */
    size_t count;
    struct slice_piece *pieces;         /* by line; those without one at the end */
    size_t piece_count, lined;          /* all; those that have a line */
    uint64_t without;                   /* members that have no line */
};

/* members: arranged. O(instructions of the slice log n), however often they ran. */
void slice_lines(const struct program *program, const struct reached *members, struct slice_lines *lines);
void slice_lines_free(struct slice_lines *lines);

#endif
