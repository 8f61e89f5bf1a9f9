/* abstract_inside.h - what the files that make an abstract program share.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     abstract.c            opening, closing, look-ups
 *     abstract_symbols.c    the executable's part: functions' addresses, symbols' values, the identity
 *     abstract_ops.c        operators with addresses and values, blocks
 *     abstract_edges.c      edges with their annotations, loops
 *     abstract_code.c       operators against the code: loads, stores, changed registers */
#ifndef CLEW_STREAM_ABSTRACT_INSIDE_H
#define CLEW_STREAM_ABSTRACT_INSIDE_H

#include "core/core.h"

/* Registers a function may change without giving them back (o32): 1-15, 24, 25, 31. */
static const uint32_t abstract_calls_overwrite = 0x8300fffe;

/* A program in the making. */
struct abstract_maker {
    struct abstract *program;
    const struct ae_schema *schema;
    const char *executable;             /* its name, for messages */
    struct arena scratch;
    uint32_t *values;                   /* of the schema's symbols */
    bool *known;                        /* which of them the executable has */
    struct disassembler *disassembler;  /* for a message */
    struct error *error;
};

/* An error in a line of the schema; false. */
bool abstract_wrong(struct abstract_maker *maker, uint64_t line, const char *format, ...) FORMATTED(3, 4);

CHECKED bool abstract_check_machine(struct abstract_maker *maker);
CHECKED bool abstract_check_identity(struct abstract_maker *maker);
CHECKED bool abstract_place_functions(struct abstract_maker *maker);
void abstract_find_symbols(struct abstract_maker *maker);
CHECKED bool abstract_make_ops(struct abstract_maker *maker);
CHECKED bool abstract_make_edges(struct abstract_maker *maker);
void abstract_make_loops(struct abstract_maker *maker);
CHECKED bool abstract_check_code(struct abstract_maker *maker);

#endif
