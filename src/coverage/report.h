/* report.h - object coverage as documents.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct coverage_view view;
 *     coverage_view_open(&unit, &choice, lines, &view, &error);       what of a unit was asked for
 *     coverage_write_report(stdout, &view, &error);
 *     coverage_view_close(&view);
 *
 *     report.c         the view, and what several documents need
 *     report_text.c    --annotate=asm: routines and instructions, the counts; --annotate=source: every source file with a mark a line;
 *                      --annotate=report: a row a routine, a row a file, a row a line that is not all covered; --diff A B: what only one of two traces covers
 *     report_data.c    --format=json: the same, one object a line; --format=lcov: for genhtml, editors, CI services
 *     report_html.c    --format=html: one page with everything in it
 *
 * Layouts of asm and source are GNATcoverage's .asm and .xcov, as far as it has them. Names in them are made safe for a terminal; lcov and HTML escape what
 * their readers would take for theirs. */
#ifndef CLEW_COVERAGE_REPORT_H
#define CLEW_COVERAGE_REPORT_H

#include <stdio.h>

#include "coverage/object_coverage.h"

enum coverage_annotate { ANNOTATE_REPORT, ANNOTATE_SOURCE, ANNOTATE_ASM };

enum { COVERAGE_NAMED = 3 };
struct coverage_notices {
    struct text lines;                      /* safe to print, without "clew: " */
    uint64_t missing, newer;                /* source files not found, or newer than the executable; so many of each, at most, are named */
};

struct coverage_choice {
    enum object_level level;
    const char *const *functions;           /* --function, as often as it is said: these routines only, and their lines; none: all */
    size_t function_count;
    const char *const *files;               /* --file: source files of these names, or tails of them behind a slash, only; none: all */
    size_t file_count;
    bool system;                            /* files of the system too, and the routines that begin in them */
    const char *source_path;                /* folders with source files, parted by ':' */
    bool details;                           /* source: below each line its instructions */
    struct coverage_notices *notices;       /* what the user has to be told is appended */
    struct progress progress;
};

/* A routine, and where it begins. */
struct coverage_routine {
    struct object_routine object;
    size_t file;                            /* index into view.files; SIZE_MAX: not known */
    uint64_t line;
};

/* Unless it is asked for, or all there is, or functions or files were named: what of the compiler's and libraries' files is not in the view. */
struct coverage_left_out {
    size_t files, lines, covered, routines;
};

/* What of a unit was asked for. Lines of which only an instrumented copy ran have the mark OBJECT_UNRECORDED here, and so have routines: nothing says whether
 * they ran. With --function a file has the lines that these routines have code of, and their counts; with --file, the routines that
 * begin in these files. */
struct coverage_view {
    const struct gnatcov_unit *unit;
    const struct coverage_choice *choice;
    struct object_coverage *coverage;       /* at the level asked for */
    struct code_reader *code;
    struct arena arena;
    struct coverage_routine *routines;      /* as object_coverage_routine() has them, by name */
    size_t routine_count;
    struct object_file *files;              /* empty: no lines are known */
    const struct object_file **wholes;      /* the same files with all their lines */
    struct str *labels;                   /* what tables call them: their names; of absolute ones the last part, if no other file has it */
    size_t file_count;
    struct coverage_span *spans;            /* the code of these routines, ascending, disjoint */
    size_t span_count;
    struct object_counts counts;            /* of that code, each instruction once */
    uint64_t copied;                        /* of these those of which only instrumented copies ran (gnatcov_copy_of): not executed, whatever the program did */
    bool has_copies, has_own;               /* functions that run as such copies; files that are not the system's */
    struct coverage_left_out left_out;
    int digits, short_digits;               /* of an address: 8 or 16; as many as all of them need, at least 8 */
};
struct coverage_span {
    uint64_t first, last;
};

/* Reads all lines. False: stopped. */
CHECKED bool coverage_view_open(const struct gnatcov_unit *unit, const struct coverage_choice *choice, struct coverage_view *view, struct error *error);
void coverage_view_close(struct coverage_view *view);
struct coverage_marks {
    uint64_t covered, partly, not_executed, unknown;
};
void coverage_marks_count(const struct coverage_view *view, struct coverage_marks *routines, struct coverage_marks *lines);
/* Does each --function and --file name something in one of the views? */
CHECKED bool coverage_view_check(const struct coverage_view *views, size_t count, const struct coverage_choice *choice, struct error *error);

/* Each writes a view, or all of them. False: writing failed, or progress stopped it. */
CHECKED bool coverage_write_asm(FILE *out, const struct coverage_view *view, struct error *error);
CHECKED bool coverage_write_source(FILE *out, const struct coverage_view *view, struct error *error);
CHECKED bool coverage_write_report(FILE *out, const struct coverage_view *view, struct error *error);
CHECKED bool coverage_write_json(FILE *out, const struct coverage_view *view, enum coverage_annotate annotate, struct error *error);
CHECKED bool coverage_write_lcov(FILE *out, const struct coverage_view *view, const char *test_name, struct error *error);
CHECKED bool coverage_write_html(FILE *out, const struct coverage_view *views, size_t count, const char *title, struct error *error);

/* Two views of one ELF file: instructions, outcomes of branches and lines that only one of them covers; *differs: whether there are any. */
struct coverage_diff {
    const char *names[2];               /* of the traces */
    bool json;
};
CHECKED bool coverage_write_diff(FILE *out, const struct coverage_view *a, const struct coverage_view *b, const struct coverage_diff *how, bool *differs,
                                 struct error *error);

/* ---- What several of them need ---- */

/* Calls for each instruction of the view's routines once, ascending by address. False: it returned false, or progress stopped it. */
typedef bool (*coverage_visit)(void *context, const struct object_instruction *instruction);
bool coverage_each(const struct coverage_view *view, coverage_visit visit, void *context);

enum object_mark coverage_file_mark(const struct object_file *file);         /* of all its lines */
const char *coverage_mark_words(enum object_mark mark);                      /* of a line, a routine, a file */
/* "73% of 33 lines covered", and how many are not known */
void coverage_file_text(const struct object_file *file, struct text *out);
/* "26 instructions analyzed:" and what follows */
void coverage_counts_text(const struct coverage_view *view, struct text *out);
/* "9 system files, 94% of 138 lines covered, with 56 routines, are left out: --system adds them"; nothing if none is */
void coverage_left_out_text(const struct coverage_view *view, struct text *out);
void coverage_instruction_text(const struct coverage_view *view, const struct object_instruction *instruction, struct text *out);      /* a line of .asm */
/* As people write it; of C++ the symbol is the mangled name. Raw bytes. */
struct str coverage_routine_name(const struct coverage_view *view, const struct symbols_routine *routine);
void coverage_place(const struct coverage_view *view, uint64_t address, struct text *out);                     /* "routine+0x1c"; raw bytes */
const char *coverage_level_name(enum object_level level);
/* Indices of routines, and of files, what is covered least first; free() it. */
size_t *coverage_by_need(const struct coverage_view *view);
size_t *coverage_files_by_need(const struct coverage_view *view);

/* Is a line that the file of the view does not have without code? Then a listing has it; else it is of a routine that was not asked for. */
bool coverage_shows_line(const struct coverage_view *view, size_t file, uint64_t line);

/* Writes the text and empties it; it is only looked at when everything is written whether that succeeded. */
void coverage_flush(FILE *out, struct text *text);
CHECKED bool coverage_written(FILE *out, struct error *error);
CHECKED bool coverage_goes_on(const struct coverage_view *view, uint64_t done, uint64_t total, struct error *error);

/* The text of a source file of the view, opened when it is asked for. NULL: it is not there, and a notice says so; another one if it is newer than the
 * executable. */
struct source *coverage_source_open(const struct coverage_view *view, const struct object_file *file);
struct str coverage_source_line(const struct source *source, uint64_t line);          /* raw bytes; null: there is no source, or no such line */
void coverage_file_path(const struct object_file *file, const struct source *source, struct text *out);        /* absolute where that is known; raw bytes */

#endif
