/* capture.h - makes traces: runs a program under the recorder and rebuilds its dependences.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     program under Valgrind           pipe          clew
 *     [ recorder, its own program ] -- log --> [ reconstruction ] --> text
 *
 *     record_run()             starts the recorder, reads the log, writes the trace
 *       log_reader.h           the stream of log_format.h cut into definitions, runs and events
 *       template.h             what one instruction reads and writes, by the rules of the architecture
 *       shadow.h               who last defined every byte of memory and registers
 *       control.h              frames and control parents (Xin and Zhang, ISSTA 2007)
 *       reconstruct.h          puts the four together: an instance with its dependences
 *       collect.h              gathers dependences by instruction and writes them
 *
 *     gdb.h                  frames and variables of a core file or a process, asked of gdb
 *     output.h               a file that is there when it is whole; where clew's own parts are
 *     coverage_run.h         a program under QEMU, and the execution trace of it
 *
 * What the trace shows is decided here, not in the recorder: code that is not shown is followed all the same, and what it reads and
 * writes is attributed to the shown instruction that called it (clew-formats(5) 3.3), so that no id dangles. PLT stubs are
 * linker's code and not shown with ONLY_EXECUTABLE. */
#ifndef CLEW_CAPTURE_CAPTURE_H
#define CLEW_CAPTURE_CAPTURE_H

#include "analysis/analysis.h"
#include "capture/coverage_run.h"
#include "capture/gdb.h"
#include "capture/output.h"
#include "core/core.h"

enum record_only { ONLY_EXECUTABLE, ONLY_ALL, ONLY_OBJECT };

enum { RECORD_HISTORY_DEFAULT = 100000 };

struct record_options {
    char *const *arguments;         /* the program and its arguments, NULL at the end */
    const char *output;             /* NULL: PROGRAM.wet (PROGRAM.lim for a history) in the current folder */
    enum record_only only;
    const char *object;             /* ONLY_OBJECT: path, file name, or file name up to ".so" */
    uint64_t history;               /* 0: comprehensive; else the size of the ring, in dependences */
    bool dense;                     /* X counts entries (clew-formats(5) 1.4) instead of instances */
};

struct record_result {
    int status;                     /* of the program, as from waitpid */
    bool whole;                     /* the log ended with the program, not in the middle */
    char output[4096];              /* where the trace is */
    uint64_t instructions, instances, dependences, values;     /* in the trace; values 0 in a history */
    uint64_t executed;              /* instances of the whole run, shown or not */
    char message[256];              /* what Valgrind said of an instruction it does not know, on which the program died; "": nothing */
    uint64_t dropped;               /* uses by skipped code that had no room: more than 1024 instances of one instruction in one call */
    uint64_t renamed;               /* names whose blanks were written as _ (formats/wet.h) */
};

/* Runs a program and records it. The program has this process's standard input, output and error. Blocks until it ended and the trace is
 * written (to a temporary file first, then renamed). False: it could not be started or the trace not be written; the message says what to
 * install where something is missing. Memory grows with the trace for now: about 10 bytes an instance shown, 4 bytes a byte of
 * memory the program wrote; a history needs the latter only. */
CHECKED bool record_run(const struct record_options *options, struct record_result *result, struct error *error);

/* The recorder's path: $CLEW_RECORDER, else libexec/clew/ beside or above the running program. NULL: not there. Free it. */
char *record_tool(void);

#endif
