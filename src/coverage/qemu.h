/* qemu.h - runs a program of any machine under QEMU's user emulator and writes what it executed.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     program under qemu-MACHINE        shared memory         clew
 *     [ plugin: counts instructions ] -- plugin_log.h ----> [ blocks, branches ] --> prog.trace (GNATcoverage's format)
 *
 * The program has this process's standard input, output and error, its arguments and environment. It sees no descriptor and no file of clew's. */
#ifndef CLEW_COVERAGE_QEMU_H
#define CLEW_COVERAGE_QEMU_H

#include "coverage/plugin_log.h"
#include <stdio.h>
#include "core/core.h"

enum { COVERAGE_RUN_LIMIT = 1 << 26 };         /* 256 MB of memory, and a trace of up to 512 MB (1 GB for 64-bit programs) */

struct coverage_run_options {
    char *const *arguments;         /* the program and its arguments, NULL at the end */
    const char *target;             /* "mips", "arm", ...: qemu-TARGET; NULL: from the executable's machine */
    const char *output;             /* NULL: PROGRAM.trace in the current folder */
    const char *tag;                /* USER_DATA; NULL: none */
    const char *sysroot;            /* where its shared libraries are (qemu -L); NULL: the cross compilers' /usr/TRIPLET, if the program needs any */
    bool history;                   /* a HISTORY trace: one entry for every execution of every block, in order */
    uint64_t limit;                 /* history: maximum number of logged blocks, including those outside the executable; 0: COVERAGE_RUN_LIMIT */
};

struct coverage_run_result {
    int status;                     /* the program's, as from waitpid */
    char output[4096];              /* path of the trace */
    uint64_t blocks, entries, bytes;        /* executed blocks of the executable; entries written; distinct bytes of code that ran */
    uint64_t outside;               /* executed blocks outside the executable (libraries, the loader); not in the trace */
    uint64_t lost;                  /* blocks the log had no room for; history: executions beyond the limit */
    uint64_t bias;                  /* of a position independent executable; already subtracted */
    bool threads;                   /* several threads or processes ran: a history mixes their blocks */
};

/* Returns when the program has ended and the trace is written (to a temporary file, then renamed). Rules beyond clew-formats(5), "Writing traces": An entry
 * has the outcomes of all executions of its block. A block that faulted in its middle gets an entry with FAULT for the bytes before. If the instruction of a
 * conditional branch contains its target, the outcome follows from where control went. A signal handler that runs after the branch is no outcome; which way
 * the branch would have gone is then unknown. An annulled MIPS delay slot did not run. The trace includes processes that the program forks off, but not what
 * they become by exec. False: clew could not start it (the message names the missing Debian package), or could not write the trace. */
CHECKED bool coverage_run(const struct coverage_run_options *options, struct coverage_run_result *result, struct error *error);

/* Does an emulator have plugin support? True also for a script that starts another program, or an unreadable file. O(its size). */
bool qemu_takes_plugins(const char *emulator);

/* ---- Shared by the files of this module ---- */


/* ---- The program ---- */

struct run_span {
    uint64_t first, last;               /* link addresses, inclusive */
};

struct run_program {
    struct arena arena;
    char *path;                         /* where clew found it, with a slash */
    struct str bytes;
    struct file_stat stat;
    unsigned machine, address_size;
    bool position_independent;
    struct str interpreter;           /* null: none */
    struct run_span *code;              /* segments with code */
    size_t code_count;
    uint64_t lowest_code;
    const char *target, *triplet;       /* qemu-TARGET; the Debian cross compilers' triplet, NULL: none */
    char emulator[4096];
    char sysroot[4096];                 /* "": not needed */
    struct symbols *symbols;            /* for its branches */
    struct code_reader *reader;
};

bool run_program_holds(const struct run_program *program, uint64_t address, uint64_t size);     /* link addresses: are these its code? */

/* ---- The log ---- */

struct run_log {
    int descriptor, history_descriptor;         /* -1: none */
    const struct coverage_log_head *head;       /* mapped read-only; others may still write */
    uint64_t size;
    const struct coverage_history_head *history;
    uint64_t history_size;
};
CHECKED bool run_log_open(bool history, uint64_t limit, struct run_log *log, struct error *error);
void run_log_close(struct run_log *log);

/* A block with its cells, copied from the log. */
struct run_block {
    struct coverage_block log;
    struct coverage_cell cells[COVERAGE_LOG_INSTRUCTIONS];
};

/* ---- Blocks ---- */

/* An executed block in short. `run` has them ascending by address and size. */
struct run_summary {
    uint64_t address, order, next[COVERAGE_LOG_SUCCESSORS];
    uint32_t index, size, instructions;
    bool behind;
};

/* The branch at the end of a block, from the executable's code. */
struct run_branch {
    bool judged;                        /* conditional, with a known target */
    bool called;                        /* ends with a system call: only a signal's handler, or a return from one, leads elsewhere */
    bool open;                          /* its delay slot is a separate block */
    bool likely;                        /* MIPS: the delay slot runs only if the branch is taken; QEMU counts it anyway */
    uint64_t target, next;              /* as executed: with the bias */
};

struct run {
    const struct coverage_run_options *options;
    struct run_program *program;
    struct run_log *log;
    struct coverage_run_result *result;
    struct run_summary *blocks;
    size_t count;
    bool alone;                         /* one thread only: counts are exact */
    uint64_t mask;                      /* for addresses */
};

void run_blocks_read(struct run *run);

/* How much of a block ran in its last execution, if nothing followed that. */
struct run_part {
    uint32_t size;
    uint8_t op;                         /* FAULT (the program died of it) or BLOCK */
};

/* ---- Writing ---- */

struct run_writer {
    FILE *file;
    struct text text;
    unsigned address_size;
};

void run_trace_write(struct run *run, FILE *file);

#endif
