/* object_coverage.h - the instructions, branches, routines and source lines that ran.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct object_coverage *coverage = object_coverage_open(symbols, set.bases[0].executed, OBJECT_BRANCH);
 *     for (size_t i = 0; i < object_coverage_routines(coverage); i++)
 *         object_coverage_routine(coverage, i, &routine) ... routine.mark, routine.counts ...
 *
 * Object coverage from the merged base of traces (executed.h) and the ELF file alone, at GNATcoverage's levels insn and branch. Statement, decision and MC/DC
 * coverage would need obligations that only a compiler writes. The marks are GNATcoverage's, except `?`. Source: GNATcoverage user's guide, "Object coverage
 * analysis"; clew-formats(5), "Object coverage".
 *
 * The range of a routine's last line reaches to the next routine, across the no-operations that align it. Those do not count.
 *
 * clew computes each answer on demand and keeps it. A routine costs its instructions; the lines cost all code that has lines. */
#ifndef CLEW_COVERAGE_OBJECT_COVERAGE_H
#define CLEW_COVERAGE_OBJECT_COVERAGE_H

#include "code/code.h"

struct executed;

enum object_level { OBJECT_INSN, OBJECT_BRANCH };

/* The values are the characters that clew shows. */
enum object_mark {
    OBJECT_NO_CODE = '.',
    OBJECT_NOT = '-',                   /* not executed */
    OBJECT_COVERED = '+',               /* executed; a branch both ways; a routine or line completely */
    OBJECT_PARTLY = '!',                /* routines and lines only: anything else */
    OBJECT_TAKEN = '>',                 /* branches: always taken */
    OBJECT_FELL = 'v',                  /* branches: never taken */
    OBJECT_UNRECORDED = '?'             /* branches: executed, but no entry says which way; in documents also lines and routines that may or may not have run */
};
const char *object_mark_words(enum object_mark mark);       /* "never taken": in text and in JSON */

struct object_counts {
    uint64_t instructions, executed;
    uint64_t branches, both, one_way, never, unrecorded;    /* conditional branches, at level branch; the last four add up to `branches` */
};
void object_counts_add(struct object_counts *sum, const struct object_counts *more);

struct object_instruction {
    struct code_instruction code;
    enum object_mark mark;
    uint8_t op;                         /* of the range that holds its last byte; 0: none */
};

void object_count(struct object_counts *counts, enum object_level level, const struct object_instruction *instruction);
enum object_mark object_mark_of(const struct object_counts *counts);       /* of a routine, line or range with these counts */

struct object_routine {
    const struct symbols_routine *routine;
    enum object_mark mark;              /* from its instructions, without data */
    struct object_counts counts;
};

struct object_line {
    uint64_t line;                      /* from 1 */
    enum object_mark mark;
    struct object_counts counts;
    size_t first_range, range_count;    /* in object_file.ranges */
};

struct object_file {
    struct str name, folder;          /* in the form that source_open takes; hostile */
    const struct object_line *lines;    /* those with code, ascending */
    size_t line_count, covered;         /* covered: lines marked + */
    size_t unknown;                     /* lines marked ?; 0 except in documents */
    const struct symbols_line_range **ranges;        /* by line, then by address */
    struct object_counts counts;        /* each instruction once, even if several ranges hold it */
};
unsigned object_percent(uint64_t part, uint64_t whole);            /* rounded, but never to 100 or 0 unless exact; 0 if whole is 0 */
unsigned object_file_percent(const struct object_file *file);      /* of its known lines */

struct object_coverage;

/* Refers to symbols and executed; they must outlive it, unchanged. O(1). */
struct object_coverage *object_coverage_open(struct symbols *symbols, const struct executed *executed, enum object_level level);
void object_coverage_close(struct object_coverage *coverage);
enum object_level object_coverage_level(const struct object_coverage *coverage);
struct code_reader *object_coverage_code(const struct object_coverage *coverage);

/* An instruction and its mark. False: no code there. */
bool object_coverage_at(struct object_coverage *coverage, uint64_t address, struct object_instruction *instruction);
/* The start of the instruction that holds an address. Walks from the nearest start of a routine, line row or span below it. False: no code there. O(bytes
 * walked). */
bool object_coverage_start(struct object_coverage *coverage, uint64_t address, uint64_t *start);

/* All instructions that begin in address ... address + size - 1, without data; malloced, free() it. */
size_t object_coverage_range(struct object_coverage *coverage, uint64_t address, uint64_t size, struct object_instruction **instructions);

/* Is it behind the end of a routine, without effect, and not executed? Then it aligns the next routine and belongs to no line. */
bool object_is_alignment(const struct object_coverage *coverage, const struct object_instruction *instruction);

/* Routines in the order of symbols_routines(), without aliases. */
size_t object_coverage_routines(struct object_coverage *coverage);
void object_coverage_routine(struct object_coverage *coverage, size_t index, struct object_routine *routine);
bool object_coverage_routine_named(struct object_coverage *coverage, struct str name, size_t *index);        /* the first of that name */

/* All files with their lines, from every instruction; malloced, ascending by name, then folder. The first call reads all lines; if progress stops it, *files is
 * NULL. */
CHECKED bool object_coverage_files(struct object_coverage *coverage, const struct progress *progress, const struct object_file **files, size_t *count);
const struct object_line *object_file_line(const struct object_file *file, uint64_t line);         /* NULL: no code; O(log n) */

/* The next instruction above (direction 1) or below (-1) an address, within routines, that has one of the `marks`, a string such as "->v?". `runs`: a run of
 * instructions that did not execute counts once, at its first one. False: none. O(code passed). */
bool object_coverage_find(struct object_coverage *coverage, uint64_t address, int direction, const char *marks, bool runs, struct object_instruction *found);

/* How many bytes of the executed ranges lie in this file's code, and how many there are. Shows whether the executable fits the trace. */
void object_coverage_fit(struct object_coverage *coverage, uint64_t *inside, uint64_t *all);

#endif
