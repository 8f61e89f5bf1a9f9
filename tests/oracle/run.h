/* run.h - the state of a stepped program.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_H
#define RUN_H

#include "oracle.h"

#include <stdio.h>

enum { SITES = 1 << 20, STACK_DEPTH = 64 << 20, STACK_POINTER = 4 };

struct site {
    uint64_t address;               /* in the run; 0: free */
    uint64_t link;
    bool shown;
    bool linkage;                   /* a PLT stub: the linker's, what it uses concerns nobody */
    uint32_t count;
    struct effect *effect;
};

struct instance {
    uint64_t link;
    uint32_t number, when;
    struct cell *carried;           /* one a defining instruction */
    size_t carried_count, carried_capacity;
};

struct leaf {
    uint32_t number, sub, result[4];
    bool is_xgetbv;
};

struct run {
    struct leaf *leaves;
    size_t leaf_count, leaf_capacity;
    uint64_t linker_start, linker_end;  /* the dynamic linker, which uses nothing and whose notes are nobody's */
    bool last_is_linker;
    pid_t process;
    struct image image;
    struct graphs *graphs;
    struct frames *frames;
    FILE *out;
    uint64_t bias;
    struct site *sites;
    struct instance *instances;     /* from 1 */
    size_t instance_count, instance_capacity;
    uint32_t clock;
    struct cell registers[FILE_BYTES];
    struct user_regs_struct before, after;
    /* the last instruction */
    struct site *last;
    uint32_t last_self, last_acts;
    uint32_t starter;               /* the call in _start that leads to main, once it was made */
    bool last_is_skipped;
    uint64_t next_address;          /* behind it */
    struct cell last_stack_pointer[8];      /* before it */
    uint64_t irregular_steps, unknown_calls;
};

/* process.c */
void process_start(struct run *run, char **arguments);
void process_print_ranges(const struct run *run);
bool process_step(struct run *run);                                         /* false: the process is gone */
void process_read_processor(struct run *run, const char *path);
void process_change_processor(struct run *run, const struct effect *e);     /* after a step: if that was cpuid */

#endif
