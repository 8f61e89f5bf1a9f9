/* program_inside.h - what program.c and program_tables.c share; private to this folder.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_QUESTIONS_PROGRAM_INSIDE_H
#define CLEW_RECORDING_QUESTIONS_PROGRAM_INSIDE_H

#include "recording/questions/program.h"

struct completed {                      /* names of one instruction, trace and executable together */
    struct slice file, function, folder;
    uint64_t line;
};

struct program_object {                 /* a library, as a recording notes it */
    struct slice path, build;
    uint64_t bias;
    bool tried;
    enum program_object_state state;
    struct symbols *symbols;            /* NULL: not tried yet, or not to be used */
    char *unread;                       /* why the file, which is there, cannot be read; NULL: it can, or was not tried */
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
    struct program_object *objects;
    size_t object_count, object_capacity;
};

/* Whose code stands at an address of the trace, and at which link address; NULL: nobody's that is known. */
struct symbols *program_symbols_at(const struct program *program, uint64_t address, uint64_t *link);

#endif
