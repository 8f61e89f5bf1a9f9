/* qemu.h - runs a program of any machine under QEMU's user emulator and writes what it executed.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     program under qemu-MACHINE        shared memory         clew
 *     [ plugin: counts instructions ] -- plugin_log.h ----> [ blocks, branches ] --> prog.trace (GNATcoverage's format)
 *
 * The program has this process's standard input, output and error, its arguments and environment; it sees no descriptor and no file of clew's. */
#ifndef CLEW_COVERAGE_QEMU_H
#define CLEW_COVERAGE_QEMU_H

#include "coverage/plugin_log.h"
#include <stdio.h>
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

/* Was an emulator built with plugins? True too where it is a script, which starts another program, or cannot be read. O(its size). */
bool qemu_takes_plugins(const char *emulator);

/* ---- Shared by the files of this module ---- */


/* ---- The program ---- */

struct run_span {
    uint64_t first, last;               /* link addresses, inclusive */
};

struct run_program {
    struct arena arena;
    char *path;                         /* where it was found, with a slash */
    struct str bytes;
    struct file_stat stat;
    unsigned machine, address_size;
    bool position_independent;
    struct str interpreter;           /* null: none */
    struct run_span *code;              /* segments with code */
    size_t code_count;
    uint64_t lowest_code;
    const char *target, *triplet;       /* qemu-TARGET; of Debian's cross compilers, NULL: it has none */
    char emulator[4096];
    char sysroot[4096];                 /* "": none is needed */
    struct symbols *symbols;            /* for its branches */
    struct code_reader *reader;
};

/* Finds the program as the shell would, the emulator, and what that needs. Ends with everything closed where it fails. */
bool run_program_holds(const struct run_program *program, uint64_t address, uint64_t size);     /* is that its code? Link addresses */

/* ---- The log ---- */

struct run_log {
    int descriptor, history_descriptor;         /* -1: none */
    const struct coverage_log_head *head;       /* mapped for reading; others may still write */
    uint64_t size;
    const struct coverage_history_head *history;
    uint64_t history_size;
};
CHECKED bool run_log_open(bool history, uint64_t limit, struct run_log *log, struct error *error);
void run_log_close(struct run_log *log);

/* Block `index` with its cells, copied and checked. False: it is none, or damaged. */
struct run_block {
    struct coverage_block log;
    struct coverage_cell cells[COVERAGE_LOG_INSTRUCTIONS];
};

/* ---- What blocks say ---- */

/* All blocks that began, ascending by address and size. */
struct run_summary {
    uint64_t address, order, next[COVERAGE_LOG_SUCCESSORS];
    uint32_t index, size, instructions;
    bool behind;
};

/* The branch at the end of a block, by the executable's code. */
struct run_branch {
    bool judged;                        /* conditional, with a known target */
    bool called;                        /* its last instruction is a system call: only a signal's handler, or a return from one, leads elsewhere */
    bool open;                          /* its delay slot is a block of its own */
    bool likely;                        /* of MIPS: the delay slot only runs if it is taken; QEMU counts it all the same */
    uint64_t target, next;              /* as executed: with the bias */
};

struct run {
    const struct coverage_run_options *options;
    struct run_program *program;
    struct run_log *log;
    struct coverage_run_result *result;
    struct run_summary *blocks;
    size_t count;
    bool alone;                         /* one thread: counts are exact */
    uint64_t mask;                      /* of addresses */
};

void run_blocks_read(struct run *run);

/* The last execution of a block, if nothing followed it: how many bytes ran, with FAULT if the program died of it. */
struct run_part {
    uint32_t size;
    uint8_t op;                         /* FAULT or BLOCK */
};

/* ---- Writing ---- */

struct run_writer {
    FILE *file;
    struct text text;
    unsigned address_size;
};

void run_trace_write(struct run *run, FILE *file);

#endif
