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
 * In version 1, the function NAME is at the symbol __aeo_NAME (the original image), and code outside enters it by the address of NAME. Without __aeo_NAME, and
 * in the paper's form, both are NAME. abstract_open checks, so that nobody has to later: every symbol exists; the identities of schema and executable agree; in
 * version 1, a function's st_size is its number of instructions times 4, and the loads and stores of schema and executable are the same. The executable is for
 * MIPS, 32 bit, in either byte order. */
#ifndef CLEW_STREAM_ABSTRACT_H
#define CLEW_STREAM_ABSTRACT_H

#include "stream/schema.h"

struct abstract_function {
    struct str name;
    uint32_t address, entry;            /* address in the original image; public address */
    uint32_t size;
    uint32_t first_block, block_count, first_loop, loop_count;
    uint32_t prologue;                  /* paper: operators of block 0 that run at a call, before the block's number is read if it is a target */
};

struct abstract_block {
    uint32_t address, function;         /* address of the instruction that a jump to the block leads to; of block 0, after the prologue */
    uint32_t first, count;              /* of ops, including the prologue: a jump to block 0 begins at op first + prologue of the function */
    bool target;
};

/* An operator with values. Each edge has its own annotations. An AE_END without target (schema.h) is an AE_SWITCH without edges here: any event there is wrong.
 * So AE_END and AE_JUMP have one edge, AE_CJUMP has two, AE_SWITCH any number, all others none. */
struct abstract_op {
    uint32_t address;                   /* of its first instruction; without instructions, of the next instruction */
    uint32_t count;                     /* instructions */
    enum ae_operator operator;
    enum ae_binary binary;
    bool two;
    uint8_t reg;
    bool first_is_register, second_is_register;
    uint32_t first, second;             /* register numbers or values; LOAD, STORE: first is the offset, reg the base */
    uint32_t callee;                    /* ordinal of the function; SETJMP: the site */
    uint32_t overwritten;               /* registers, bit by number, that its instructions change although the schema does not say so: their values are
                                         * unknown from then on. Found in the executable's code (paper: all registers if it has none); a call adds those
                                         * that a call may change (o32: 1-15, 24, 25, 31) */
    uint32_t first_edge, edge_count;    /* terminators */
};

struct abstract_edge {                  /* edges from one operator to one block share their annotations */
    uint32_t target;                    /* ordinal in blocks */
    uint32_t first_annotation, annotation_count;    /* the loops left, innermost first, then at most one loop entered or repeated */
};

struct abstract_annotation {
    enum ae_loop_kind kind;
    uint32_t loop;                      /* global number */
};

struct abstract_loop {
    uint32_t function, header;          /* ordinals; header: the block that annotations of entering and repeating go to; UINT32_MAX: no annotation names it */
    uint32_t parent;                    /* the innermost other loop of the function that holds its header, by annotations; UINT32_MAX: none known */
};

struct abstract {
    const struct ae_schema *schema;     /* owned by the caller */
    struct symbols *symbols;            /* owned by the caller */
    const char *name;                   /* of the schema, for messages */
    bool paper, big_endian;
    uint32_t main;                      /* paper: the function where the run begins */
    struct abstract_function *functions;    /* functions, blocks and ops have the same ordinals as in the schema */
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

/* The schema, its name and the symbols must outlive the program. Errors name a line of the schema, or the executable. O(schema + symbols). */
CHECKED bool abstract_open(const struct ae_schema *schema, const char *name, struct symbols *symbols, struct abstract **program, struct error *error);
void abstract_close(struct abstract *program);

bool abstract_entered_at(const struct abstract *program, uint32_t entry, uint32_t *function);       /* by public address; O(1) */
bool abstract_function_at(const struct abstract *program, uint32_t address, uint32_t *function);    /* by an address in the original image; O(log functions).
                                                                                                     * Of overlapping functions: the last to begin */
bool abstract_function_named(const struct abstract *program, struct str name, uint32_t *function);   /* NAME, or NAME without its $u0 if only one has it */
bool abstract_op_at(const struct abstract *program, uint32_t address, uint32_t *op);                /* the operator that issues the instruction */
bool abstract_word(const struct abstract *program, uint32_t address, uint32_t *word);               /* false: the executable has no code bytes there */
uint32_t abstract_block_of(const struct abstract *program, uint32_t op);                            /* ordinal; O(log blocks) */

struct str abstract_data_name(struct str symbol);              /* a static variable's name without its file's mark: "__aed_u0_sorted" is sorted */
/* Does a load or store refer to the stack, whatever its address: through $sp, or through $fp in a function that keeps it there (move $fp, $sp)? */
bool abstract_on_stack(const struct abstract *program, uint32_t instruction);

#endif
