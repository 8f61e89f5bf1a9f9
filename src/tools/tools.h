/* tools.h - whole programs that are said on clew's command line: clew record ...  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     const struct tool *tool = tool_find(argv[1]);
 *     if (tool) return tool->run(argc - 1, argv + 1);
 *
 * A tool takes its own options and prints by itself; main asks the table first, before it reads any option of its own. A new tool
 * is one file tool_NAME.c and one line in tools.c. What several share:
 *
 *     tool_say.c         what they say when they end
 *     tool_work.h        long work: shown on a terminal, stopped before it leaves half a file
 *     tool_exec.h        compilers and recorders that are run
 *     record_meter.h     how far a recording is
 *     ae_tool.h          Abstract Execution: regenerate, cache, pp
 *     coverage_tool.h    clew coverage of execution traces; coverage_out.h its documents
 *     tour.h             clew tour, which the screen shows, too
 *     parts.h            clew --version --verbose */
#ifndef CLEW_TOOLS_TOOLS_H
#define CLEW_TOOLS_TOOLS_H

#include "core/core.h"

struct session;

struct tool {
    const char *name;
    const char *arguments;          /* "[OPTIONS] PROGRAM [ARGUMENTS]" */
    const char *help;               /* one sentence */
    int (*run)(int argc, char **argv);  /* argv[0] is the tool's name; returns the exit status */
};

/* Exit statuses. */
enum { TOOL_DONE = 0, TOOL_FAILED = 1, TOOL_USAGE = 2 };

/* One line on standard error, made safe; the status to end with. tool NULL: clew itself; argument may be NULL. */
int tool_complain(const struct error *error);                                       /* TOOL_FAILED */
/* The same of a program that was to be run, and if the error is of its file what that is, where it is none. */
int tool_complain_of_program(const char *program, struct error *error);             /* TOOL_FAILED */
int tool_misused(const char *tool, const char *what, const char *argument);        /* TOOL_USAGE */

/* getopt_long() gave '?': says which option it was, whether it is unknown (and which is near) or what it lacks. shorts and options as getopt got them. */
struct option;
int tool_bad_option(const char *tool, char *const *argv, const char *shorts, const struct option *options);     /* TOOL_USAGE */

/* All of them, ended by a null name. */
extern const struct tool tools[];

/* NULL: no tool has that name. Tools are not abbreviated, so that a file name never becomes one by accident. */
const struct tool *tool_find(const char *name);
const char *tool_name(size_t i);        /* of the i-th; NULL: there are no more */

/* Of a word that stands where a trace or a tool does, and is neither: says what it was meant as, a command, or a tool or a file near to it. */
int tool_unknown(const char *word);                                                 /* TOOL_FAILED */

int tool_record(int argc, char **argv);
int tool_index(int argc, char **argv);
int tool_convert(int argc, char **argv);
int tool_run_coverage(int argc, char **argv);
int tool_suffix(int argc, char **argv);
int tool_coverage(int argc, char **argv);
int tool_sections(int argc, char **argv);
int tool_csi_cc(int argc, char **argv);
int tool_ae_cc(int argc, char **argv);
int tool_aec(int argc, char **argv);
int tool_regenerate(int argc, char **argv);
int tool_cache(int argc, char **argv);
int tool_pp(int argc, char **argv);
int tool_dump_trace(int argc, char **argv);
int tool_tour(int argc, char **argv);      /* prints; main shows it on a terminal */

/* session_open_files, with a meter on a terminal's standard error; what failed is said there, and a signal that ends the program waits until no half a file
 * is left. */
CHECKED bool tool_load(struct session *session, const char *const *files, size_t count);
CHECKED bool tool_load_some(struct session *session, const char *const *files, size_t count);      /* session_open_some, likewise */

#include "tools/parts.h"
#include "tools/tour.h"

#endif
