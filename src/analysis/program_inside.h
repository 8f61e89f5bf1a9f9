/* program_inside.h - what program.c and program_tables.c share; private to this folder.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_ANALYSIS_PROGRAM_INSIDE_H
#define CLEW_ANALYSIS_PROGRAM_INSIDE_H

#include "analysis/program.h"

struct completed {                      /* names of one instruction, trace and executable together */
    struct slice file, function, folder;
    uint64_t line;
};

struct program_tables;

struct program {
    const struct store *store;
    struct symbols *symbols;            /* NULL: none fits */
    struct decoder *decoder;
    uint64_t bias;
    struct arena arena;                 /* of completed */
    struct completed *completed;        /* one an instruction; NULL without executable */
    struct program_tables *tables;      /* NULL until first asked for */
};

void program_forget_tables(struct program *program);

#endif
