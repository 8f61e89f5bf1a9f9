/* unit.h - gcc's assembly of one file: its functions, labels and tables.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     unit_read       parses assembly text into lines, symbols, functions with their instructions
 *     graph_build     makes blocks and edges of a function (graph.c), and loops (loops.c)
 *     needed_find     decides what to record and what to recompute (needed.c)
 *     image_write     writes the instrumented image and the schema (image.c)
 *     unit_write      writes the whole assembly text with both images
 *
 * The paper (Larus 1990, section 4.1) works on gcc's internal representation of the program. This code reads gcc's assembly instead, so that no compiler
 * needs a change and the schema is exact to the instruction. Functions are between .ent and .end. */
#ifndef CLEW_AE_UNIT_H
#define CLEW_AE_UNIT_H

#include "mips.h"

enum { NONE = UINT32_MAX };

/* A name of the assembly. */
struct symbol {
    struct str name;
    bool defined, global, weak;
    bool taken_by_data, taken_by_code;      /* a code label whose address is in data, or made by code */
    bool warned;                            /* ae-cc has warned about a call of it */
    bool assigned;                          /* a place in code but not a label: "$L2 = .", for a label that gcc does not use */
    bool exported;                          /* the schema names it, so it needs its own name in the executable */
    uint32_t function;                      /* of a code label, or the function itself (is_function); NONE */
    bool is_function;
    uint32_t at;                            /* code label: the instruction after it */
};

struct label {
    uint32_t symbol, at;
};

struct block {
    uint32_t first, end;                    /* instructions */
    uint32_t terminator;                    /* the instruction that ends it; NONE: it falls through, or leads nowhere */
    uint32_t successor, successors;         /* first and count, in graph.edges */
    uint32_t predecessor, predecessors;     /* first and count, in graph.back_edges */
    bool target;                            /* the program records its number */
    bool reachable;
    uint32_t order, dominator;              /* reverse post-order number; immediate dominator */
    uint32_t loop;                          /* innermost; NONE */
};

struct loop {
    uint32_t header, outer;                 /* block; loop or NONE */
};

struct graph {
    struct block *blocks;
    uint32_t count;
    uint32_t *edges, *back_edges;
    size_t edge_count, edge_capacity;
    struct loop *loops;
    uint32_t loop_count;
    uint32_t *block_of;                     /* by instruction */
};

struct needed {
    uint32_t entry;                         /* registers whose value on entry is recorded, one bit each */
    uint32_t *recorded;                     /* by instruction: registers recorded after it */
    bool *computed;                         /* by instruction: it is a compute_defn in the schema */
};

struct function {
    uint32_t symbol;
    struct str symbol_name;
    struct str name;                      /* in the schema: the symbol's name, or with the unit's tag, name$u1 */
    bool named;                             /* all calls by the symbol's name, from any unit, lead here */
    struct instruction *code;
    uint32_t count;
    size_t capacity;
    struct label *labels;                   /* in order of place */
    size_t label_count, label_capacity;
    size_t line;                            /* of its .ent */
    struct str section;                   /* gcc's */
    struct graph graph;
    struct needed needed;
    struct text schema;
};

struct table_entry {
    uint32_t table, target;                 /* symbols: "$L4: .word $L2" */
};

enum line_kind { LINE_KEPT, LINE_DROPPED, LINE_DATA, LINE_ENT, LINE_LABEL, LINE_END, LINE_SIZE };

struct line {
    struct str text;
    enum line_kind kind;
    bool hashed;                            /* part of the program, not of its debug information */
    uint32_t function;
};

struct unit {
    struct arena arena;
    struct str source;                    /* prog.c */
    struct line *lines;
    size_t line_count, line_capacity;
    struct symbol *symbols;
    size_t symbol_count, symbol_capacity;
    struct pool names;
    struct map by_name;
    struct function *functions;
    size_t function_count, function_capacity;
    struct table_entry *tables;
    size_t table_count, table_capacity;
    unsigned tag;                           /* u0, u1, ... in link order */
    bool little_endian, old;                /* old: MIPS I, where code must wait for a load */
    unsigned sites;                         /* setjmp calls so far */
    size_t instrumented_labels;
};

/* Reads the text, which must outlive the unit. False: the error says what ae-cc cannot trace, with source, function and line. */
CHECKED bool unit_read(struct unit *unit, struct str text, struct error *error);
void unit_free(struct unit *unit);

uint32_t unit_symbol(struct unit *unit, struct str name);             /* makes the symbol if it is new */
uint32_t unit_find(struct unit *unit, struct str name);               /* NONE: no such name */
bool unit_error(const struct unit *unit, const struct function *function, size_t line, struct error *error, const char *format, ...) FORMATTED(5, 6);

/* Marks the code labels whose address data or code takes. unit_read calls it. */
void tables_mark_taken(struct unit *unit);
/* Blocks, edges and loops. */
CHECKED bool graph_build(struct unit *unit, struct function *function, struct error *error);
void graph_find_loops(struct function *function);
void needed_find(struct function *function);

/* Finds the instructions that `jr $reg` at instruction `at` may lead to. *targets is malloced, ascending, without duplicates. False: not found. */
CHECKED bool tables_find(struct unit *unit, const struct function *function, uint32_t at, uint32_t **targets, size_t *count, struct error *error);

/* The name of a symbol at the start of a text: letters, digits, _ . $ and non-ASCII bytes. */
struct str unit_label_name(struct str text);

/* The schema's form of a symbol: $xHH for bytes that a schema cannot have, and $uN appended if the symbol is the unit's own. */
struct str unit_schema_name(struct unit *unit, struct str symbol, bool own);

/* Writes gcc's text with the functions renamed __aeo_NAME, then the instrumented images, then names for the data in the schema. */
void unit_write(struct unit *unit, struct str images, struct text *out);

/* ---- Instrumenting ---- */

struct program;

/* Appends the instrumented image to out and writes function.schema. */
CHECKED bool image_write(struct unit *unit, struct program *program, struct function *function, struct text *out, struct error *error);

/* All units of a link (program.c). */
struct program {
    struct arena arena;
    struct unit *units;
    size_t count;
    struct pool names;
    struct map by_name;                     /* function called by a name -> unit << 32 | function */
    bool (*is_weak)(void *context, struct str name);      /* is the program's definition of that name weak? NULL: yes */
    void *context;
    bool warn;                              /* about calls of fork and similar; false: already done */
    struct text warnings;
    unsigned char identity[8];
};

/* Reads and analyses unit number `at`. The text must outlive the program. */
CHECKED bool program_add(struct program *program, size_t at, struct str text, bool little_endian, bool old, struct error *error);
/* First program_name decides which function a name calls: strong definitions win over weak ones, then earlier ones over later ones. Then
 * program_instrument writes each unit's instrumented assembly. */
CHECKED bool program_name(struct program *program, struct error *error);
CHECKED bool program_instrument(struct program *program, size_t unit, struct text *out, struct error *error);
/* Computes the identity of the whole program (FNV-1a, 64 bits); writes the schema of the functions for which present() is true, NULL: of all. */
void program_identify(struct program *program);
void program_schema(const struct program *program, bool (*present)(void *context, const struct function *function), void *context, struct text *out);
void program_free(struct program *program);

/* NULL: no function with a schema has the name. */
const struct function *program_callee(struct program *program, struct unit *unit, struct str name);
/* Writes the schema's symbol for an operand "%lo(x+4)": its name in the executable. */
void program_write_symbol(struct program *program, struct unit *unit, struct str expression, struct text *out);
void program_warn(struct program *program, struct unit *unit, const struct function *function, struct str callee);

enum program_manner {
    MANNER_PLAIN,
    MANNER_SETJMP,
    MANNER_LAST,                            /* may not return: the program writes out its events before */
    MANNER_WARNED, MANNER_REFUSED
};
enum program_manner program_manner(struct str callee);

#endif
