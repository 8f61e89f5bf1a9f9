/* object_inside.h - what the files of object coverage tell each other.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     object_coverage.c         the mark of one instruction, words, percentages, what fits
 *     object_coverage_walk.c    where instructions begin, one after the other; the next one of some mark
 *     object_coverage_sums.c    counts of any range, routines
 *     object_coverage_lines.c   source files and their lines
 *
 * Where instructions begin is settled once for all questions: at every seed (the start of a span of code, of a routine, of a row of the line table; of
 * x86-64 also of functions that only .eh_frame knows), and then one behind the other up to the next seed, data passed over. So the sums over lines, the
 * sums over routines and what is listed agree, and any place can be reached from the seed below it. */
#ifndef CLEW_COVERAGE_OBJECT_INSIDE_H
#define CLEW_COVERAGE_OBJECT_INSIDE_H

#include "coverage/executed.h"
#include "coverage/object_coverage.h"

/* Code that is analysed as a whole (routines that overlap, lines): sums have 32 bits. */
#define OBJECT_CODE_LIMIT (UINT64_C(1) << 30)

struct object_area {                    /* routines that overlap */
    uint64_t address, end;
};

struct object_sum {                     /* fits: OBJECT_CODE_LIMIT */
    uint32_t instructions, executed, branches, both, one_way, never;
};

struct object_sums {
    uint64_t *bounds;                   /* ascending: all starts and ends of spans, routines and rows; NULL: not made yet */
    struct object_sum *below;           /* of the instructions that begin below each */
    size_t count;
};

struct object_coverage {
    struct symbols *symbols;
    const struct executed *executed;
    struct code_reader *code;
    enum object_level level;
    struct arena arena;

    bool outlined;                      /* what follows is there */
    uint64_t *seeds;
    size_t seed_count;
    struct object_routine *routines;    /* mark 0: not judged yet */
    size_t routine_count;
    struct object_area *areas;          /* ascending, disjoint */
    size_t area_count;
    uint64_t code_bytes;                /* of all spans */

    uint64_t walked;                    /* bytes that routines cost so far */
    struct object_sums sums;

    bool filed;
    struct object_file *files;
    size_t file_count;
    const struct symbols_line_range **ranges;
};

/* The range that ends at or above an address, kept for the next question: mostly it is the answer again. Zeroed is empty. */
struct object_hint {
    uint64_t asked;
    bool known, found;
    struct executed_range range;
};

void object_judge(const struct object_coverage *coverage, struct object_hint *hint, struct object_instruction *instruction);
uint64_t object_end(uint64_t address, uint64_t size);           /* one behind, clipped at the end of the address space */

void object_outline(struct object_coverage *coverage);
int object_by_number(const void *a, const void *b);             /* uint64_t, for qsort */
size_t object_unique(uint64_t *numbers, size_t count);          /* sorts them, each once */

size_t object_areas_to(const struct object_coverage *coverage, uint64_t address);       /* the number of areas that begin at or below an address */

/* All instructions that begin in address ... end - 1. */
struct object_walk {
    struct object_coverage *coverage;
    uint64_t address, end;
    size_t seed;                        /* the first above address */
    struct object_hint hint;
};
void object_walk_begin(struct object_walk *walk, struct object_coverage *coverage, uint64_t address, uint64_t end);
bool object_walk_next(struct object_walk *walk, struct object_instruction *instruction);

CHECKED bool object_sums_make(struct object_coverage *coverage, const struct progress *progress);       /* false: stopped */
void object_sums_free(struct object_sums *sums);
/* Adds what begins in address ... end - 1, both of them bounds. O(log n). */
void object_sums_add(const struct object_sums *sums, uint64_t address, uint64_t end, struct object_counts *counts);

#endif
