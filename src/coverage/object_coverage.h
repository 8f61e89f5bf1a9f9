/* object_coverage.h - which instructions, branches, routines and source lines ran.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct object_coverage *coverage = object_coverage_open(symbols, set.bases[0].executed, OBJECT_BRANCH);
 *     for (size_t i = 0; i < object_coverage_routines(coverage); i++)
 *         object_coverage_routine(coverage, i, &routine) ... routine.mark, routine.counts ...
 *
 * From the merged base of traces (executed.h) and the ELF file alone: object coverage, as GNATcoverage has it at the levels insn and branch. Statement,
 * decision and MC/DC coverage would need obligations that only a compiler writes. The marks are GNATcoverage's; `?` is clew's. Source: the user's guide of
 * GNATcoverage, "Object coverage analysis"; clew-formats(5), "Object coverage".
 *
 * The range of a routine's last line reaches up to the next routine, over the no-operations that this is aligned with. They do not count.
 *
 * Everything is computed when it is asked for and kept: a routine costs its instructions, the lines cost all code that has lines. */
#ifndef CLEW_COVERAGE_OBJECT_COVERAGE_H
#define CLEW_COVERAGE_OBJECT_COVERAGE_H

#include "code/code.h"

struct executed;

enum object_level { OBJECT_INSN, OBJECT_BRANCH };

/* Their values are the characters they are shown as. */
enum object_mark {
    OBJECT_NO_CODE = '.',
    OBJECT_NOT = '-',                   /* not executed */
    OBJECT_COVERED = '+',               /* executed; a branch both ways; a routine or line: all of it */
    OBJECT_PARTLY = '!',                /* routines and lines only: anything else */
    OBJECT_TAKEN = '>',                 /* branches: always taken */
    OBJECT_FELL = 'v',                  /* branches: never taken */
    OBJECT_UNRECORDED = '?'             /* branches: executed, but which way no entry says; in documents also lines and routines of which none says if they ran */
};
const char *object_mark_words(enum object_mark mark);       /* "never taken": for people, and in JSON */

struct object_counts {
    uint64_t instructions, executed;
    uint64_t branches, both, one_way, never, unrecorded;    /* conditional branches, at level branch; the last four sum up to branches */
};
void object_counts_add(struct object_counts *sum, const struct object_counts *more);

struct object_instruction {
    struct code_instruction code;
    enum object_mark mark;
    uint8_t op;                         /* of the range its last byte lies in; 0: in none */
};

void object_count(struct object_counts *counts, enum object_level level, const struct object_instruction *instruction);
enum object_mark object_mark_of(const struct object_counts *counts);       /* of the routine, line or range that has them */

struct object_routine {
    const struct symbols_routine *routine;
    enum object_mark mark;              /* from its instructions; data does not count */
    struct object_counts counts;
};

struct object_line {
    uint64_t line;                      /* from 1 */
    enum object_mark mark;
    struct object_counts counts;
    size_t first_range, range_count;    /* into object_file.ranges */
};

struct object_file {
    struct str name, folder;          /* as source_open takes them; hostile */
    const struct object_line *lines;    /* those with code, ascending */
    size_t line_count, covered;         /* covered: those marked + */
    size_t unknown;                     /* those marked ?: 0 but in documents */
    const struct symbols_line_range **ranges;        /* by line, then by address */
    struct object_counts counts;        /* each instruction once, however many ranges hold it */
};
unsigned object_percent(uint64_t part, uint64_t whole);            /* rounded, but 99 and 1 where it is not all and not nothing; 0 of nothing */
unsigned object_file_percent(const struct object_file *file);      /* of its lines that are known */

struct object_coverage;

/* Keeps references to symbols and executed, which must outlive it and stay as they are. O(1). */
struct object_coverage *object_coverage_open(struct symbols *symbols, const struct executed *executed, enum object_level level);
void object_coverage_close(struct object_coverage *coverage);
enum object_level object_coverage_level(const struct object_coverage *coverage);
struct code_reader *object_coverage_code(const struct object_coverage *coverage);

/* One instruction: its mark by the rules. False: no code is there. */
bool object_coverage_at(struct object_coverage *coverage, uint64_t address, struct object_instruction *instruction);
/* Where the instruction begins that holds an address: by walking from the nearest start of a routine, line row or span below it. False: no code is
 * there. O(bytes walked). */
bool object_coverage_start(struct object_coverage *coverage, uint64_t address, uint64_t *start);

/* All instructions that begin in address ... address + size - 1, data left out; malloced, free() it. */
size_t object_coverage_range(struct object_coverage *coverage, uint64_t address, uint64_t size, struct object_instruction **instructions);

/* Does it stand behind the end of a routine, do nothing, and did it not run? The next routine is aligned with it: it is no line's code. */
bool object_is_alignment(const struct object_coverage *coverage, const struct object_instruction *instruction);

/* Routines in the order of symbols_routines(), without aliases. */
size_t object_coverage_routines(struct object_coverage *coverage);
void object_coverage_routine(struct object_coverage *coverage, size_t index, struct object_routine *routine);
bool object_coverage_routine_named(struct object_coverage *coverage, struct str name, size_t *index);        /* the first of that name */

/* The file and line of every instruction; malloced, ascending by name, then folder. The first call reads all lines; progress may stop it: *files is NULL. */
CHECKED bool object_coverage_files(struct object_coverage *coverage, const struct progress *progress, const struct object_file **files, size_t *count);
const struct object_line *object_file_line(const struct object_file *file, uint64_t line);         /* NULL: no code; O(log n) */

/* The next instruction that begins above (direction 1) or below (-1) an address whose mark is one of those in `marks`, a string of them ("->v?"), within
 * routines. Runs of not executed instructions count once, at their first instruction, if `runs`. False: there is none. O(code passed). */
bool object_coverage_find(struct object_coverage *coverage, uint64_t address, int direction, const char *marks, bool runs, struct object_instruction *found);

/* How many bytes of the executed ranges lie in code of this file, and in all: an executable that does not fit the trace is known by it. */
void object_coverage_fit(struct object_coverage *coverage, uint64_t *inside, uint64_t *all);

#endif
