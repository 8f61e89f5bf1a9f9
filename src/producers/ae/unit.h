/* unit.h - gcc's assembly of one file: its functions, labels and tables.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     unit_read       assembly text to lines, symbols, functions with their instructions
 *     graph_build     blocks and edges of a function (graph.c), loops (loops.c)
 *     needed_find     what is to be recorded and what recomputed (needed.c)
 *     image_write     the instrumented image and the schema (image.c)
 *     unit_write      the whole assembly text, both images in it
 *
 * The paper works on gcc's own representation of the program before it becomes assembly; here the assembly is read, so that no compiler needs a change
 * and the schema is exact to the instruction (Larus 1990, section 4.1). Functions are found between .ent and .end. */
#ifndef CLEW_AE_UNIT_H
#define CLEW_AE_UNIT_H

#include "mips.h"

enum { NONE = UINT32_MAX };

/* A name of the assembly. */
struct symbol {
    struct str name;
    bool defined, global, weak;
    bool taken_by_data, taken_by_code;      /* a label of code whose address is kept in data, or made by code */
    bool warned;                            /* a call of it was warned of */
    bool assigned;                          /* a place in code, but no label: "$L2 = .", of a label that gcc has no use for */
    bool exported;                          /* the schema names it: it needs a name of its own in the executable */
    uint32_t function;                      /* label of code, or the function itself (is_function); NONE */
    bool is_function;
    uint32_t at;                            /* label of code: the instruction it stands before */
};

struct label {
    uint32_t symbol, at;
};

struct block {
    uint32_t first, end;                    /* instructions */
    uint32_t terminator;                    /* the instruction that ends it; NONE: it goes on to the next, or nowhere */
    uint32_t successor, successors;         /* of graph.edges */
    uint32_t predecessor, predecessors;     /* of graph.back_edges */
    bool target;                            /* its number is recorded */
    bool reachable;
    uint32_t order, dominator;              /* reverse post-order number; immediate dominator */
    uint32_t loop;                          /* innermost one; NONE */
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
    uint32_t *block_of;                     /* of an instruction */
};

struct needed {
    uint32_t entry;                         /* registers whose value on entry is recorded, a bit each */
    uint32_t *recorded;                     /* per instruction: registers recorded after it */
    bool *computed;                         /* per instruction: stands in the schema as a compute_defn */
};

struct function {
    uint32_t symbol;
    struct str symbol_name;
    struct str name;                      /* in the schema: the symbol's, or with the unit's tag, name$u1 */
    bool named;                             /* calls from everywhere by the symbol's name come here */
    struct instruction *code;
    uint32_t count;
    size_t capacity;
    struct label *labels;                   /* by place */
    size_t label_count, label_capacity;
    size_t line;                            /* of its .ent */
    struct str section;                   /* where gcc put it */
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
    bool hashed;                            /* belongs to the program, not to its debug information */
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
    unsigned tag;                           /* u0, u1, ... in the order of linking */
    bool little_endian, old;                /* old: MIPS I, where a load is waited for */
    unsigned sites;                         /* setjmp calls so far */
    size_t instrumented_labels;
};

/* Reads the text, which must outlive the unit. False: what cannot be traced, with source, function and line. */
CHECKED bool unit_read(struct unit *unit, struct str text, struct error *error);
void unit_free(struct unit *unit);

uint32_t unit_symbol(struct unit *unit, struct str name);             /* the same number for the same name */
uint32_t unit_find(struct unit *unit, struct str name);               /* NONE: no such name */
bool unit_error(const struct unit *unit, const struct function *function, size_t line, struct error *error, const char *format, ...) FORMATTED(5, 6);

/* Marks the labels of code whose address data or code takes; unit_read does it. */
void tables_mark_taken(struct unit *unit);
/* Blocks, edges and loops. */
CHECKED bool graph_build(struct unit *unit, struct function *function, struct error *error);
void graph_find_loops(struct function *function);
void needed_find(struct function *function);

/* The places in code that `jr $reg` at instruction `at` may lead to: *targets is malloced, ascending, without doubles. False: they are not found. */
CHECKED bool tables_find(struct unit *unit, const struct function *function, uint32_t at, uint32_t **targets, size_t *count, struct error *error);

/* The name of a symbol at the start of a text: letters, digits, _ . $ and what is no ASCII. */
struct str unit_label_name(struct str text);

/* The schema's form of a symbol: $xHH for bytes that a schema cannot have, and with $uN behind it if it is the unit's own. */
struct str unit_schema_name(struct unit *unit, struct str symbol, bool own);

/* gcc's text with the functions renamed __aeo_NAME, then the instrumented images, then names for data that the schema speaks of. */
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
    struct map by_name;                     /* of functions called by a name: unit << 32 | function */
    bool (*is_weak)(void *context, struct str name);      /* is the program's definition of that name a weak one? NULL: it is */
    void *context;
    bool warn;                              /* about calls of fork and the like; else that was done before */
    struct text warnings;
    unsigned char identity[8];
};

/* Reads and analyses a unit; units are numbered in the order of adding. The text must outlive the program. */
CHECKED bool program_add(struct program *program, size_t at, struct str text, bool little_endian, bool old, struct error *error);
/* Who is called by which name; then each unit's instrumented assembly. Strong definitions win over weak ones, then earlier ones. */
CHECKED bool program_name(struct program *program, struct error *error);
CHECKED bool program_instrument(struct program *program, size_t unit, struct text *out, struct error *error);
/* The schema of those functions of which present() knows; of the whole program for NULL. The identity is that of the whole (FNV-1a, 64 bits). */
void program_identify(struct program *program);
void program_schema(const struct program *program, bool (*present)(void *context, const struct function *function), void *context, struct text *out);
void program_free(struct program *program);

/* NULL: the name is no function with schema. */
const struct function *program_callee(struct program *program, struct unit *unit, struct str name);
/* The schema's symbol for an operand "%lo(x+4)": what the executable will have under a name of its own. */
void program_write_symbol(struct program *program, struct unit *unit, struct str expression, struct text *out);
void program_warn(struct program *program, struct unit *unit, const struct function *function, struct str callee);

enum program_manner {
    MANNER_PLAIN,
    MANNER_SETJMP,
    MANNER_LAST,                            /* may not return: what was recorded is written before */
    MANNER_WARNED, MANNER_REFUSED
};
enum program_manner program_manner(struct str callee);

#endif
