/* qemu.h - runs a program of any machine under QEMU's user emulator and writes what it executed.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     program under qemu-MACHINE        shared memory         clew
 *     [ plugin: counts instructions ] -- coverage_log.h --> [ blocks, branches ] --> prog.trace (GNATcoverage's format)
 *
 * The program has this process's standard input, output and error, its arguments and environment; it sees no descriptor and no file of clew's. */
#ifndef CLEW_COVERAGE_QEMU_H
#define CLEW_COVERAGE_QEMU_H

#include "core/core.h"

enum { COVERAGE_RUN_LIMIT = 1 << 26 };         /* 256 MB of memory, and a trace of up to 512 MB, or 1 GB of 64-bit programs */

struct coverage_run_options {
    char *const *arguments;         /* the program and its arguments, NULL at the end */
    const char *target;             /* "mips", "arm", ...: qemu-TARGET; NULL: the executable's machine says */
    const char *output;             /* NULL: PROGRAM.trace in the current folder */
    const char *tag;                /* USER_DATA; NULL: none */
    const char *sysroot;            /* where its shared libraries are (qemu -L); NULL: /usr/TRIPLET of the cross compilers if the program needs any */
    bool history;                   /* a HISTORY trace: an entry at every execution of every block, in order */
    uint64_t limit;                 /* history: blocks logged at most, those outside of the executable among them; 0: COVERAGE_RUN_LIMIT */
};

struct coverage_run_result {
    int status;                     /* of the program, as from waitpid */
    char output[4096];              /* where the trace is */
    uint64_t blocks, entries, bytes;        /* executed blocks of the executable; entries written; distinct bytes of code that ran */
    uint64_t outside;               /* executed blocks outside of the executable: libraries, the loader; not in the trace */
    uint64_t lost;                  /* blocks the log had no room for; history: executions beyond the limit */
    uint64_t bias;                  /* of a position independent executable: it was subtracted */
    bool threads;                   /* several threads or processes ran: in a history their blocks are mixed */
};

/* Blocks until the program ended and the trace is written (to a temporary file, then renamed). Rules, beyond clew-formats(5), "Writing traces":
 * an entry has the outcomes of all executions of its block; a block that faulted in its middle gets an entry with FAULT for the bytes before; a
 * conditional branch whose target stands in the code is judged by where control went, so that a signal handler behind it is no outcome (and what the branch
 * would have done then is not known). A delay slot of MIPS that is annulled did not run. Processes that the program forks off are in the trace, what one of
 * them becomes by exec is not.
 * False: it could not be started (the message names the Debian package that is missing), or the trace could not be written. */
CHECKED bool coverage_run(const struct coverage_run_options *options, struct coverage_run_result *result, struct error *error);

/* The plugin's path: $CLEW_COVERAGE_PLUGIN, else libexec/clew/ beside or above the running program. NULL: not there. Free it. */
char *coverage_plugin(void);

#endif
