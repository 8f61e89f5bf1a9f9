/* tools.h - whole programs behind words of clew's command line: clew record ...  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     const struct tool *tool = tool_find(argv[1]);
 *     if (tool) return tool->run(argc - 1, argv + 1);
 *
 * A tool parses its own options and prints by itself; main asks the table before it reads any option of its own. A new tool is one function tool_NAME and one
 * line in tools.c.
 *
 *     tools.c            the table; unknown words; which of clew's optional parts are present
 *     tool_work.c        shared by tools: exit statuses, long work, programs that a tool becomes (clew csi-cc, clew ae-cc)
 *     tool_record.c      clew record
 *     tool_convert.c     clew convert, clew index
 *     tool_crash.c       clew suffix, clew coverage of CSI metadata, clew sections
 *     tool_coverage.c    clew coverage of execution traces, clew dump-trace, clew run-coverage
 *     tool_ae.c          clew aec, clew regenerate; shared code of the Abstract Execution tools (tool_ae.h)
 *     tool_cache.c       clew cache, clew pp
 *     tour.c             clew tour, also for the screen (tour.h) */
#ifndef CLEW_TOOLS_TOOLS_H
#define CLEW_TOOLS_TOOLS_H

#include "session/session.h"
#include "tools/tour.h"

#include <signal.h>

struct tool {
    const char *name;
    const char *arguments;          /* "[OPTIONS] PROGRAM [ARGUMENTS]" */
    const char *help;               /* one sentence */
    int (*run)(int argc, char **argv);  /* argv[0] is the tool's name; returns the exit status */
};

/* Exit statuses. */
enum { TOOL_DONE = 0, TOOL_FAILED = 1, TOOL_USAGE = 2 };

/* Print one line on standard error, made safe, and return the exit status. tool NULL: clew itself; argument may be NULL. */
int tool_complain(const struct error *error);                                       /* TOOL_FAILED */
/* For a program that clew was to run: if the file is no program, and the error is about that file, also says what the file is. */
int tool_complain_of_program(const char *program, struct error *error);             /* TOOL_FAILED */
int tool_misused(const char *tool, const char *what, const char *argument);        /* TOOL_USAGE */
bool tool_is_too_large(const char *word);       /* str_bytes() refuses it although it is a number, perhaps with K, M or G */

/* After getopt_long() returned '?': says which option it was, and whether it is unknown (with a near one) or lacks an argument. shorts and options as for
 * getopt. */
struct option;
int tool_bad_option(const char *tool, char *const *argv, const char *shorts, const struct option *options);     /* TOOL_USAGE */

/* All tools, ended by a null name. */
extern const struct tool tools[];

/* NULL: no tool has that name. No abbreviations, so that a file name never becomes a tool by accident. */
const struct tool *tool_find(const char *name);
const char *tool_name(size_t i);        /* of the i-th; NULL: no more */

/* For a word in the place of a trace or tool that is neither: says that it is a command, or names a tool or file near to it. */
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
int tool_tour(int argc, char **argv);      /* prints; on a terminal, main shows the tour on the screen */

/* session_open_files, with errors on standard error, and a meter if that is a terminal; a signal that would end the program waits until no partial file is
 * left. */
CHECKED bool tool_load(struct session *session, const char *const *files, size_t count);
CHECKED bool tool_load_some(struct session *session, const char *const *files, size_t count);      /* session_open_some, likewise */

/* ---- Optional parts, and which are present: clew --version --verbose ----
 *
 * Three lines per part:
 *
 *     gdb          found: /usr/bin/gdb
 *                  GNU gdb (Debian 13.1-3) 13.1
 *                  reads crashes for clew: core, --core=, --pid=; Debian package gdb
 *
 * The second line only if the part reports a version. Nothing here fails: an absent part is "missing", and the last line says how to install it. */

struct part_row {
    const char *name;
    bool found;
    const char *where;              /* a path, or why it is missing; part_row makes it safe */
    const char *version;            /* NULL or "": none reported; safe already */
    const char *purpose;
};

void part_row(struct text *out, const struct part_row *row);

/* All parts that are not the terminal's. Runs those that report a version, for at most five seconds each. */
void parts_report(struct text *out);

/* ---- Shared by the files of this room ---- */

/* The tool, and whether these arguments are for it rather than for clew coverage of CSI metadata: one is a trace, or an option that only this tool has. */
extern const char tool_object_coverage_usage[];
bool tool_object_coverage_wants(int argc, char **argv);
int tool_object_coverage(int argc, char **argv);

struct tool_program {
    const char *name;               /* in libexec/clew/ */
    const char *variable;           /* environment variable with another program's path */
    const char *absent;             /* the message if it is missing */
};

/* Ends as another program did (a status of waitpid): returns the same exit status, or dies by the same signal, without a second core file. */
int tool_end_like(int status);

/* clew writes stores beside their name and renames them at the end. Meanwhile, signals that end a program wait. The work checks for them now and then, stops,
 * and leaves nothing behind; at the end the program dies of the signal as usual.
 *
 *     tool_work_begin(&work);
 *     bool good = store_copy(store, path, &work.progress, &totals, &error);
 *     tool_work_end(&work); */
struct tool_work {
    struct progress progress;
    struct batch_meter meter;
    sigset_t before;
    bool holds;
};
void tool_work_begin(struct tool_work *work);       /* do not move it: progress points into it */
/* For work that opens files. If one is a pipe or standard input, there is nothing to clean up and reading may block for ever, so this only watches
 * (tool_work_watch). */
void tool_work_begin_reading(struct tool_work *work, const char *const *files, size_t count);
/* Only shows progress; signals end the program at once. For work that leaves nothing behind, as on a pipe, which may block for ever. */
void tool_work_watch(struct tool_work *work);
/* tool_complain() while signals still wait; reports stopped work too */
int tool_work_complain(struct tool_work *work, const struct error *error);
void tool_work_end(struct tool_work *work);

#endif
