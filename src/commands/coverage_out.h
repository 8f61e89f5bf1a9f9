/* coverage_out.h - object coverage as documents.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     tool_object_coverage.c   clew coverage for GNATcoverage traces: options, --diff
 *     coverage_asm.c           --annotate=asm: routines and instructions, the counts
 *     coverage_source.c        --annotate=source: every source file with a mark a line
 *     coverage_report.c        --annotate=report: a row a routine, a row a file, a row a line that is not all covered
 *     coverage_lcov.c          --format=lcov: for genhtml, editors, CI services
 *     coverage_html.c          --format=html: one page that needs nothing else
 *     coverage_diff.c          --diff A B: what only one of two traces covers
 *
 * Layouts of asm and source are GNATcoverage's .asm and .xcov, as far as it has them. Names in them are made safe for a terminal; lcov and HTML escape what
 * their readers would take for theirs. */
#ifndef CLEW_COMMANDS_COVERAGE_OUT_H
#define CLEW_COMMANDS_COVERAGE_OUT_H

#include <stdio.h>

#include "commands/gnatcov_input.h"

struct coverage_choice {
    enum object_level level;
    const char *const *functions;           /* --function, as often as it is said: these routines only, and their lines; none: all */
    size_t function_count;
    const char *const *files;               /* --file: source files of these names, or tails of them behind a slash, only; none: all */
    size_t file_count;
    const char *source_path;                /* folders with source files, parted by ':' */
    bool details;                           /* source: below each line its instructions */
    bool json;                              /* report, diff: one JSON object a line */
    struct progress progress;
};

/* Each writes what one unit (executable or shared object) covers. False: writing failed, progress stopped it, or a --function or --file names nothing. */
CHECKED bool coverage_write_asm(FILE *out, const struct gnatcov_unit *unit, const struct coverage_choice *choice, struct error *error);
CHECKED bool coverage_write_source(FILE *out, const struct gnatcov_unit *unit, const struct coverage_choice *choice, struct error *error);
CHECKED bool coverage_write_report(FILE *out, const struct gnatcov_unit *unit, const struct coverage_choice *choice, struct error *error);
CHECKED bool coverage_write_lcov(FILE *out, const struct gnatcov_unit *unit, const struct coverage_choice *choice, const char *test_name, struct error *error);
CHECKED bool coverage_write_html(FILE *out, const struct gnatcov_input *input, const struct coverage_choice *choice, struct error *error);      /* all units */

/* Two units of one ELF file: instructions, branches, routines and lines whose marks differ; *differs: whether any do. */
CHECKED bool coverage_write_diff(FILE *out, const struct gnatcov_unit *a, const struct gnatcov_unit *b, const struct coverage_choice *choice, bool *differs,
                                 struct error *error);

/* ---- What several of them need ---- */

bool coverage_wants_routine(const struct coverage_choice *choice, struct slice name);
bool coverage_wants_file(const struct coverage_choice *choice, struct slice name);
struct object_coverage *coverage_of(const struct gnatcov_unit *unit, const struct coverage_choice *choice);     /* at the level asked for */
void coverage_counts_text(const struct object_counts *counts, enum object_level level, struct text *out);      /* "26 instructions analyzed:" and what follows */

/* The text of a source file, opened when it is asked for. NULL: it is not there. */
struct source *coverage_source_open(const struct object_file *file, const struct coverage_choice *choice);

#endif
