/* tools.h - whole programs that are said on clew's command line: clew record ...  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     const struct tool *tool = tool_find(argv[1]);
 *     if (tool) return tool->run(argc - 1, argv + 1);
 *
 * A tool takes its own options and prints by itself; main asks the table first, before it reads any option of its own. A new tool
 * is one function tool_NAME and one line in tools.c.
 *
 *     tools.c            the table; a word that is no tool; what of clew's optional parts is here
 *     tool_work.c        what tools share: how they end, long work, programs that they become (clew csi-cc, clew ae-cc)
 *     tool_record.c      clew record
 *     tool_convert.c     clew convert, clew index
 *     tool_crash.c       clew suffix, clew coverage of CSI metadata, clew sections
 *     tool_coverage.c    clew coverage of execution traces, clew dump-trace, clew run-coverage
 *     tool_ae.c          clew aec, clew regenerate; what tools of Abstract Execution share (tool_ae.h)
 *     tool_cache.c       clew cache, clew pp
 *     tour.c             clew tour, which the screen shows, too (tour.h) */
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

/* One line on standard error, made safe; the status to end with. tool NULL: clew itself; argument may be NULL. */
int tool_complain(const struct error *error);                                       /* TOOL_FAILED */
/* The same of a program that was to be run, and if the error is of its file what that is, where it is none. */
int tool_complain_of_program(const char *program, struct error *error);             /* TOOL_FAILED */
int tool_misused(const char *tool, const char *what, const char *argument);        /* TOOL_USAGE */
bool tool_is_too_large(const char *word);       /* str_bytes() refuses it although it is a number, perhaps with K, M or G */

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

/* ---- What clew can do without, and what of it is here: clew --version --verbose ----
 *
 * Three lines a part:
 *
 *     gdb          found: /usr/bin/gdb
 *                  GNU gdb (Debian 13.1-3) 13.1
 *                  reads crashes for clew: core, --core=, --pid=; Debian package gdb
 *
 * the second one only where the part says a version. Nothing here fails: what is not there is missing, and the last line says how it comes here. */

struct part_row {
    const char *name;
    bool found;
    const char *where;              /* a path, or why it is missing; made safe here */
    const char *version;            /* NULL or "": it says none; safe already */
    const char *purpose;
};

void part_row(struct text *out, const struct part_row *row);

/* All parts outside of the terminal. Runs those that say their version, each for five seconds at most. */
void parts_report(struct text *out);

/* ---- Shared by the files of this room ---- */

/* The tool. wants: are these arguments for it, and not for clew coverage of CSI metadata? One of them is a trace, or an option that only this one has. */
extern const char tool_object_coverage_usage[];
bool tool_object_coverage_wants(int argc, char **argv);
int tool_object_coverage(int argc, char **argv);

struct tool_program {
    const char *name;               /* in libexec/clew/ */
    const char *variable;           /* of the environment: names another program */
    const char *absent;             /* what to say if there is none */
};

/* Ends as a program ended (a status of waitpid): the same exit status, returned, or by the same signal, without a second core file. */
int tool_end_like(int status);

/* Stores are written beside their name and renamed at the end. Signals that end a program wait meanwhile; the work asks now and then whether one does,
 * stops and leaves nothing behind, and at its end the program dies of it as it would have.
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
void tool_work_begin(struct tool_work *work);       /* must stay where it is: progress points into it */
/* The same for work that opens files: of one that is no regular file, a pipe or standard input, nothing is kept, and it may never say anything, so that it
 * is watched alone. */
void tool_work_begin_reading(struct tool_work *work, const char *const *files, size_t count);
/* Only shows it: where nothing can be left, as on a pipe, which may block for ever, signals end the program at once */
void tool_work_watch(struct tool_work *work);
/* tool_complain(), while signals still wait: of work that was stopped something is said, too */
int tool_work_complain(struct tool_work *work, const struct error *error);
void tool_work_end(struct tool_work *work);

#endif
