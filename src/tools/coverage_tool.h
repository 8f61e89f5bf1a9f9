/* coverage_tool.h - clew coverage for GNATcoverage traces: its options and what is done with them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     tool_object_coverage.c   the options
 *     coverage_job.c           traces in, a document or a comparison out; what is told on standard error */
#ifndef CLEW_TOOLS_COVERAGE_TOOL_H
#define CLEW_TOOLS_COVERAGE_TOOL_H

#include "coverage/coverage.h"

enum coverage_format { FORMAT_TEXT, FORMAT_JSON, FORMAT_LCOV, FORMAT_HTML };

/* Names that were said, as often as they were said. */
struct coverage_names {
    const char **items;
    size_t count, capacity;
};

struct coverage_job {
    struct coverage_choice choice;
    enum coverage_annotate annotate;
    enum coverage_format format;
    bool annotated, diff;
    const char *output;
    struct coverage_names executables, functions, files, traces;
    struct arena arena;                 /* the lists of traces */
    struct coverage_notices notices;
};

/* Lines on standard error about traces: what is wrong in one, and why one cannot be read (the system's message alone: what could not be done is plain). */
void trace_tell_problem(const struct gnatcov_problem *problem);
void trace_tell_unreadable(const struct error *error);
/* Of a file that was refused: a line with what it is, if it is no trace, and the command that shows it; nothing where nobody knows */
void trace_tell_kind(const char *path);

/* Both return the exit status; everything was told. */
int coverage_job_document(struct coverage_job *job);
int coverage_job_diff(struct coverage_job *job);

/* The tool. wants: are these arguments for it, and not for clew coverage of CSI metadata? One of them is a trace, or an option that only this one has. */
extern const char tool_object_coverage_usage[];
bool tool_object_coverage_wants(int argc, char **argv);
int tool_object_coverage(int argc, char **argv);

#endif
