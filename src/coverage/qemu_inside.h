/* qemu_inside.h - what the parts of coverage_run() hand to each other.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     coverage_run.c             the order of things
 *     coverage_run_program.c     the executable: which machine, which emulator, where its code is
 *     coverage_run_start.c       the emulator is started and waited for
 *     coverage_run_log.c         the memory that the plugin writes to, read
 *     coverage_run_block.c       what a block says: how far it came, which way its branch went
 *     coverage_run_trace.c       entries, in order, and the infos before them
 *     coverage_run_history.c     entries of every execution
 *     output.c                   a file that is there when it is whole */
#ifndef CLEW_COVERAGE_QEMU_INSIDE_H
#define CLEW_COVERAGE_QEMU_INSIDE_H

#include "core/core.h"
#include "coverage/plugin_log.h"


#include <stdio.h>

struct coverage_run_options;

/* ---- The program ---- */

struct run_span {
    uint64_t first, last;               /* link addresses, inclusive */
};

struct run_program {
    struct arena arena;
    char *path;                         /* where it was found, with a slash */
    struct slice bytes;
    struct file_stat stat;
    unsigned machine, address_size;
    bool position_independent;
    struct slice interpreter;           /* null: none */
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
CHECKED bool run_program_open(const struct coverage_run_options *options, struct run_program *program, struct error *error);
void run_program_close(struct run_program *program);
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
bool run_log_block(const struct run_log *log, uint64_t index, struct run_block *block);
uint64_t run_log_blocks(const struct run_log *log);
uint64_t run_log_words(const struct run_log *log);                       /* of the history */

/* ---- Running ---- */

CHECKED bool run_emulator(const struct coverage_run_options *options, const struct run_program *program, const struct run_log *log, int *status,
                          struct error *error);

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
struct run_branch run_branch_of(const struct run *run, const struct run_block *block);
/* TAKEN or FELL_THROUGH of formats/gnatcov.h, or neither: control went on at `address` behind a block that ends at `end`. */
uint8_t run_outcome(const struct run_branch *branch, uint64_t end, uint64_t address);
/* All outcomes of all executions of a block. */
uint8_t run_outcomes(const struct run *run, const struct run_block *block);

/* The last execution of a block, if nothing followed it: how many bytes ran, with FAULT if the program died of it. */
struct run_part {
    uint32_t size;
    uint8_t op;                         /* FAULT or BLOCK */
};
struct run_part run_part_of(const struct run *run, const struct run_block *block);
uint32_t run_furthest(const struct run_block *block);       /* the last instruction that ever began */

/* ---- Writing ---- */

struct run_writer {
    FILE *file;
    struct text text;
    unsigned address_size;
};
void run_write_entry(struct run_writer *writer, uint64_t address, uint32_t size, uint8_t op);

void run_trace_write(struct run *run, FILE *file);
void run_history_write(struct run *run, struct run_writer *writer);

#endif
