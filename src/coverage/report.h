/* report.h - object coverage as documents.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct coverage_view view;
 *     coverage_view_open(&unit, &choice, lines, &view, &error);       the chosen part of a unit
 *     coverage_write_report(stdout, &view, &error);
 *     coverage_view_close(&view);
 *
 *     report.c         the view, and code that several documents share
 *     report_text.c    --annotate=asm: routines and instructions, the counts; --annotate=source: every source file with a mark for each line;
 *                      --annotate=report: a row for each routine, each file, and each line that is not fully covered; --diff A B: what only one of two
 *                      traces covers
 *     report_data.c    --format=json: the same, one object per line; --format=lcov: for genhtml, editors, CI services
 *     report_html.c    --format=html: one page with everything in it
 *
 * asm and source follow the layouts of GNATcoverage's .asm and .xcov as far as those go. Text documents make names safe for a terminal; lcov and HTML escape
 * the characters that their readers interpret. */
#ifndef CLEW_COVERAGE_REPORT_H
#define CLEW_COVERAGE_REPORT_H

#include <stdio.h>

#include "coverage/object_coverage.h"

enum coverage_annotate { ANNOTATE_REPORT, ANNOTATE_SOURCE, ANNOTATE_ASM };

enum { COVERAGE_NAMED = 3 };
struct coverage_notices {
    struct text lines;                      /* safe to print, without "clew: " */
    uint64_t missing, newer;                /* source files not found, or newer than the executable; names at most COVERAGE_NAMED of each */
};

struct coverage_choice {
    enum object_level level;
    const char *const *functions;           /* each --function: only these routines and their lines; none: all */
    size_t function_count;
    const char *const *files;               /* --file: only source files with these names, or with these ends after a slash; none: all */
    size_t file_count;
    bool system;                            /* also system files, and the routines that begin in them */
    const char *source_path;                /* folders with source files, separated by ':' */
    bool details;                           /* source: instructions below each line */
    struct coverage_notices *notices;       /* receives notices for the user */
    struct progress progress;
};

/* A routine, and where it begins. */
struct coverage_routine {
    struct object_routine object;
    size_t file;                            /* index into view.files; SIZE_MAX: unknown */
    uint64_t line;
};

/* The compiler's and libraries' files that are not in the view. They are in it if you ask for them, if there are no others, or if you name functions or
 * files. */
struct coverage_left_out {
    size_t files, lines, covered, routines;
};

/* The chosen part of a unit. Lines and routines of which only an instrumented copy ran have the mark OBJECT_UNRECORDED here: nothing says whether they ran.
 * With --function a file has the lines with code of these routines, and their counts; with --file the view has the routines that begin in these files. */
struct coverage_view {
    const struct gnatcov_unit *unit;
    const struct coverage_choice *choice;
    struct object_coverage *coverage;       /* at the chosen level */
    struct code_reader *code;
    struct arena arena;
    struct coverage_routine *routines;      /* from object_coverage_routine(), sorted by name */
    size_t routine_count;
    struct object_file *files;              /* empty: no line information */
    const struct object_file **wholes;      /* the same files with all their lines */
    struct str *labels;                   /* the files' names in tables; for an absolute name its last part, if no other file has that */
    size_t file_count;
    struct coverage_span *spans;            /* the code of these routines, ascending, disjoint */
    size_t span_count;
    struct object_counts counts;            /* of that code; each instruction counts once */
    uint64_t copied;                        /* those in functions that run as instrumented copies (gnatcov_copy_of): not executed, whatever the program did */
    bool has_copies, has_own;               /* functions that run as such copies; files other than the system's */
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

/* Each writes a view, or several. False: writing failed, or progress stopped it. */
CHECKED bool coverage_write_asm(FILE *out, const struct coverage_view *view, struct error *error);
CHECKED bool coverage_write_source(FILE *out, const struct coverage_view *view, struct error *error);
CHECKED bool coverage_write_report(FILE *out, const struct coverage_view *view, struct error *error);
CHECKED bool coverage_write_json(FILE *out, const struct coverage_view *view, enum coverage_annotate annotate, struct error *error);
CHECKED bool coverage_write_lcov(FILE *out, const struct coverage_view *view, const char *test_name, struct error *error);
CHECKED bool coverage_write_html(FILE *out, const struct coverage_view *views, size_t count, const char *title, struct error *error);

/* Two views of one ELF file: instructions, branch outcomes and lines that only one of them covers. *differs: are there any? */
struct coverage_diff {
    const char *names[2];               /* of the traces */
    bool json;
};
CHECKED bool coverage_write_diff(FILE *out, const struct coverage_view *a, const struct coverage_view *b, const struct coverage_diff *how, bool *differs,
                                 struct error *error);

/* ---- Shared by several documents ---- */

/* Calls `visit` once for each instruction of the view's routines, ascending by address. False: it returned false, or progress stopped it. */
typedef bool (*coverage_visit)(void *context, const struct object_instruction *instruction);
bool coverage_each(const struct coverage_view *view, coverage_visit visit, void *context);

enum object_mark coverage_file_mark(const struct object_file *file);         /* from all its lines */
const char *coverage_mark_words(enum object_mark mark);                      /* for a line, a routine, a file */
/* "73% of 33 lines covered", and the number of unknown lines */
void coverage_file_text(const struct object_file *file, struct text *out);
/* "26 instructions analyzed:" and the rows below it */
void coverage_counts_text(const struct coverage_view *view, struct text *out);
/* "9 system files, 94% of 138 lines covered, with 56 routines, are left out: --system adds them"; nothing if none is left out */
void coverage_left_out_text(const struct coverage_view *view, struct text *out);
void coverage_instruction_text(const struct coverage_view *view, const struct object_instruction *instruction, struct text *out);      /* a line of .asm */
/* Demangled; a C++ symbol is a mangled name. Raw bytes. */
struct str coverage_routine_name(const struct coverage_view *view, const struct symbols_routine *routine);
void coverage_place(const struct coverage_view *view, uint64_t address, struct text *out);                     /* "routine+0x1c"; raw bytes */
const char *coverage_level_name(enum object_level level);
/* Indices of routines, or of files, the least covered first; free() them. */
size_t *coverage_by_need(const struct coverage_view *view);
size_t *coverage_files_by_need(const struct coverage_view *view);

/* Does a listing of the view's file show this line, which the view's file lacks? It does if the line has no code; otherwise it belongs to a routine outside the
 * view. */
bool coverage_shows_line(const struct coverage_view *view, size_t file, uint64_t line);

/* Writes the text and empties it. The caller checks for write errors at the end only. */
void coverage_flush(FILE *out, struct text *text);
CHECKED bool coverage_written(FILE *out, struct error *error);
CHECKED bool coverage_goes_on(const struct coverage_view *view, uint64_t done, uint64_t total, struct error *error);

/* The text of a source file of the view, opened on demand. NULL: it does not exist, and a notice says so. Another notice reports a file newer than the
 * executable. */
struct source *coverage_source_open(const struct coverage_view *view, const struct object_file *file);
struct str coverage_source_line(const struct source *source, uint64_t line);          /* raw bytes; null: no source, or no such line */
void coverage_file_path(const struct object_file *file, const struct source *source, struct text *out);        /* absolute if known; raw bytes */

#endif
