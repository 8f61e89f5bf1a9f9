/* tools.h - whole programs that are said on clew's command line: clew record ...  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A tool takes its own options and prints by itself; main asks the table first, before it reads any option of its own. A new tool
 * is one file tool_NAME.c and one line in tools.c. */
#ifndef CLEW_COMMANDS_TOOLS_H
#define CLEW_COMMANDS_TOOLS_H

#include "core/core.h"

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
int tool_misused(const char *tool, const char *what, const char *argument);        /* TOOL_USAGE */

/* All tools, ended by a null name. */
extern const struct tool tools[];

/* NULL: no tool has that name. Tools are not abbreviated, so that a file name never becomes one by accident. */
const struct tool *tool_find(const char *name);

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

#endif
