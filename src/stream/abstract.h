/* abstract.h - the abstract program: a schema joined with its executable.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     schema.sma + prog  ->  every operator with its address, every symbol with its value
 *
 *     struct abstract *program;
 *     if (!abstract_open(&schema, "prog.sma", symbols, &program, &error)) ...
 *     regenerate.h runs it over events; schema_compiler.h writes it as C; timeline.h steps in it both ways
 *     abstract_close(program);
 *
 * "Abstract Execution derives a program P' that generates the set of events E, but is simpler and faster than program P" (Larus 1990, section 3).
 *
 * Version 1: the function NAME is at the symbol __aeo_NAME (the original image) and is entered from outside by the address of NAME; without
 * __aeo_NAME, and in the paper's form, both are NAME. Checked here, once, so that nobody has to later: every symbol exists; the identities of
 * schema and executable agree; version 1: the instructions of a function times 4 are its st_size, and every load and store of the schema is one in
 * the executable, and the reverse. The executable is a MIPS one, 32 bit, of either byte order. */
#ifndef CLEW_STREAM_ABSTRACT_H
#define CLEW_STREAM_ABSTRACT_H

#include "stream/schema.h"

struct abstract_function {
    struct str name;
    uint32_t address, entry;            /* of the original image; the public address */
    uint32_t size;
    uint32_t first_block, block_count, first_loop, loop_count;
    uint32_t prologue;                  /* paper: so many operators of block 0 run at a call, before the block's number is read if it is a target */
};

struct abstract_block {
    uint32_t address, function;         /* of the instruction that a jump to the block leads to: of block 0 behind the prologue */
    uint32_t first, count;              /* of ops, the prologue's too: a jump to block 0 begins at op first + prologue of the function */
    bool target;
};

/* An operator with values. Annotations are those of one edge: see edges. An AE_END without target (ae.h) is an AE_SWITCH without edges here: whatever the
 * events say there is wrong. So AE_END and AE_JUMP have one edge, AE_CJUMP two, AE_SWITCH any number, all others none. */
struct abstract_op {
    uint32_t address;                   /* of its first instruction; of one that issues none: of the next instruction */
    uint32_t count;                     /* instructions */
    enum ae_operator operator;
    enum ae_binary binary;
    bool two;
    uint8_t reg;
    bool first_is_register, second_is_register;
    uint32_t first, second;             /* register numbers or values; LOAD, STORE: first is the offset, reg the base */
    uint32_t callee;                    /* ordinal of the function; SETJMP: the site */
    uint32_t overwritten;               /* registers, bit by number, that its instructions change without saying so: their values are unknown
                                         * from then on. By the executable's code (paper: all, where it has none); calls: those that a call may
                                         * change too (o32: 1-15, 24, 25, 31) */
    uint32_t first_edge, edge_count;    /* terminators */
};

struct abstract_edge {                  /* edges to one block from one operator share their annotations */
    uint32_t target;                    /* ordinal in blocks */
    uint32_t first_annotation, annotation_count;    /* the loops left, innermost first, then at most one entered or repeated */
};

struct abstract_annotation {
    enum ae_loop_kind kind;
    uint32_t loop;                      /* global */
};

struct abstract_loop {
    uint32_t function, header;          /* ordinals; header: the block that the annotations of entering and repeating go to; UINT32_MAX: none names it */
    uint32_t parent;                    /* the innermost other loop of the function that holds its header, as the annotations have it; UINT32_MAX: none,
                                         * or they do not say */
};

struct abstract {
    const struct ae_schema *schema;     /* the caller's */
    struct symbols *symbols;            /* the caller's */
    const char *name;                   /* of the schema, for messages */
    bool paper, big_endian;
    uint32_t main;                      /* paper: where the run begins */
    struct abstract_function *functions;    /* functions, blocks and ops have the ordinals they have in the schema */
    struct abstract_block *blocks;
    struct abstract_op *ops;
    struct abstract_edge *edges;
    struct abstract_annotation *annotations;
    struct abstract_loop *loops;
    uint32_t function_count, block_count, op_count, loop_count;
    struct arena arena;
    /* look-up tables of abstract.c */
    struct map entries;                 /* public address -> function */
    uint32_t *by_address;               /* functions by address, then by size */
};

/* The schema, its name and the symbols must outlive the program. Errors name the schema's line, or the executable. O(schema + symbols). */
CHECKED bool abstract_open(const struct ae_schema *schema, const char *name, struct symbols *symbols, struct abstract **program, struct error *error);
void abstract_close(struct abstract *program);

bool abstract_entered_at(const struct abstract *program, uint32_t entry, uint32_t *function);       /* by public address; O(1) */
bool abstract_function_at(const struct abstract *program, uint32_t address, uint32_t *function);    /* by an address in the original image; O(log functions).
                                                                                                     * Of functions laid over each other: the last to begin */
bool abstract_function_named(const struct abstract *program, struct str name, uint32_t *function);   /* NAME, or, if only one has it, NAME without its $u0 */
bool abstract_op_at(const struct abstract *program, uint32_t address, uint32_t *op);                /* the operator that issues the instruction */
bool abstract_word(const struct abstract *program, uint32_t address, uint32_t *word);               /* of code; false: the executable has no bytes there */
uint32_t abstract_block_of(const struct abstract *program, uint32_t op);                            /* ordinal; O(log blocks) */

struct str abstract_data_name(struct str symbol);              /* of static data without the mark of its file: "__aed_u0_sorted" is sorted */
/* Does a load or store refer to the stack, whatever the address: by $sp, or by $fp in a function that keeps it there (move $fp, $sp)? */
bool abstract_on_stack(const struct abstract *program, uint32_t instruction);

#endif
