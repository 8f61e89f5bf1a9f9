/* schema.h - Abstract Execution: schemas and the head of event files.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     prog.sma   start_function sub 4                       ae.out   AE1\n, 8 bytes of identity,
 *                start_block 0                                       then bytes, halfwords and words
 *                load_inst 0(#R4)                                    that need the schema to be read
 *                end_block_cjump 0 1 2 x2 ...
 *
 * For every function of a program, a schema lists its blocks, their numbers of instructions, how each load and store forms its address, and where control can
 * go. Events add facts that the schema cannot have: the block reached, the value loaded. abstract.h joins a schema with its executable; regenerate.h restores
 * the full trace from schema and events.
 *
 *     struct ae_schema schema;
 *     if (!ae_schema_read(bytes, "prog.sma", &arena, &schema, &error)) ...
 *
 * Larus, "Abstract Execution: A Technique for Efficiently Tracing Programs", University of Wisconsin-Madison, 1990, sections 2 to 4. Grammar and operators:
 * clew-formats(5), "Schemas". A schema with a head ("ae_schema 1", "ae_id") is version 1; without one it has the form of the paper's figures 2 to 4. */
#ifndef CLEW_STREAM_SCHEMA_H
#define CLEW_STREAM_SCHEMA_H

#include "core/core.h"

enum { AE_REGISTERS = 32, AE_BLOCKS = 65536, AE_SITES = 256, AE_IDENTITY = 8 };

enum ae_operator {
    AE_UNEVENTFUL,                      /* issues its instructions */
    AE_COMPUTE,                         /* reg = first [binary second] */
    AE_UNKNOWN,                         /* reg = the next word of the events */
    AE_LOAD, AE_STORE,                  /* a reference at first + base */
    AE_CALL,                            /* of a function with a schema */
    AE_CALL_EXTERNAL,                   /* of a function without; its name is a comment */
    AE_CALL_INDIRECT, AE_CALL_SETJMP,
    AE_END, AE_JUMP, AE_CJUMP, AE_SWITCH, AE_RETURN,                                /* terminators */
    AE_OPERATORS
};
extern const char *const ae_operator_names[AE_OPERATORS];       /* "uneventful_inst", ..., as in schemas; for AE_COMPUTE "compute_defn" */

enum ae_operand_kind { AE_REGISTER, AE_INTEGER, AE_ADDRESS, AE_HIGH, AE_LOW };      /* #R #I #S #H #L */
struct ae_operand {
    enum ae_operand_kind kind;
    uint32_t value;                     /* register number; integer modulo 2^32; for a symbol, the number added to it */
    uint32_t symbol;                    /* index in ae_schema.symbols */
};

/* "%loop_exit(3 0)": the edge to block 3 leaves loop 0. */
enum ae_loop_kind { AE_LOOP_IS_ENTERED, AE_LOOP_IS_REPEATED, AE_LOOP_IS_LEFT };
struct ae_annotation {
    enum ae_loop_kind kind;
    uint32_t target, loop;              /* block (one of the terminator's targets) and loop of the function */
};

enum ae_binary { AE_ADD, AE_SUBTRACT, AE_MULTIPLY, AE_AND, AE_OR, AE_XOR, AE_SHIFT_LEFT, AE_SHIFT_RIGHT, AE_SHIFT_ARITHMETIC, AE_BINARIES };

struct ae_op {
    enum ae_operator operator;
    uint32_t count;                     /* instructions it issues */
    uint8_t reg;                        /* COMPUTE, UNKNOWN: the defined register; LOAD, STORE: the base */
    bool two;                           /* COMPUTE: binary and second are used */
    enum ae_binary binary;
    struct ae_operand first, second;    /* LOAD, STORE: first is the offset */
    uint32_t callee;                    /* CALL: ordinal of the function; SETJMP: the site */
    struct str name;                  /* CALL, CALL_EXTERNAL: as written */
    const uint32_t *targets;            /* terminators but RETURN: numbers of blocks in the function; CJUMP: the fall-through first. END of the last block in
                                         * version 1: none, since control never gets there (the block calls exit or the like) */
    uint32_t target_count;
    const struct ae_annotation *annotations;    /* as written; only for terminators */
    uint32_t annotation_count;
    uint64_t line;                      /* in the schema */
};

struct ae_block {
    uint32_t first, count;              /* of ae_schema.ops; only the last one is a terminator. In the paper's form, the end_block of the last block is an
                                         * AE_UNEVENTFUL of its count. The epilogue follows, then an AE_RETURN of count 0, with the line of end_function */
    bool target;                        /* the events contain its number before each entry */
};

struct ae_function {
    struct str name;                  /* schema's NAME; unique */
    uint32_t first_block, block_count;  /* of ae_schema.blocks; from 1 to AE_BLOCKS blocks. Paper: block 0 includes the prologue (see prologue), the last
                                         * block the epilogue */
    uint32_t prologue;                  /* paper: operators of block 0 that belong to the prologue. A call runs them, then reads the number of block 0 if
                                         * that is a target; a jump to block 0 begins at its operator first + prologue. Version 1: 0 */
    uint32_t first_loop, loop_count;    /* its loops have global numbers: functions in schema order */
    uint64_t size;                      /* bytes: instructions times 4 */
    uint64_t line;
};

struct ae_schema {
    unsigned version;                   /* 1, or 0 for the paper's form */
    unsigned char identity[AE_IDENTITY];        /* version 1 */
    struct ae_function *functions;
    uint32_t function_count;
    struct ae_block *blocks;
    uint32_t block_count;
    struct ae_op *ops;
    uint32_t op_count;
    struct str *symbols;              /* every symbol name in an operand, once */
    uint32_t symbol_count;
    uint32_t loop_count;                /* of all functions */
};

/* Reads a schema. Everything lies in the arena; names point into bytes. Refuses anything that clew-formats(5) does not allow: unknown operators, malformed
 * operands, missing, duplicate or unordered blocks, blocks without terminator, targets and callees that do not exist, a function defined twice, a definition of
 * R0, an empty schema. The error has file, line, column, the text found and the text expected. O(bytes) time and memory: an "x1000000000" is only a number.
 * Refuses a function of more than 2^30 instructions. */
CHECKED bool ae_schema_read(struct str bytes, const char *source, struct arena *arena, struct ae_schema *schema, struct error *error);

/* For several schemas of one program (`clew aec EXE A.sma B.sma`): read each with ae_schema_read_part, which leaves callees in other parts unresolved.
 * ae_schema_link joins them as if the files followed each other, and resolves callees across them. */
CHECKED bool ae_schema_read_part(struct str bytes, const char *source, struct arena *arena, struct ae_schema *schema, struct error *error);
CHECKED bool ae_schema_link(struct ae_schema *parts, const char *const *sources, size_t count, struct arena *arena, struct ae_schema *whole, struct error *error);

/* Does the text begin like a schema: ae_schema, or (after comments and blank lines) start_function? */
bool ae_schema_sniff(struct str head);

/* The head of an event file of version 1. */
enum { AE_EVENTS_HEAD = 12 };
bool ae_events_sniff(struct str head);                                     /* AE1\n */
bool ae_events_identity(struct str head, unsigned char identity[AE_IDENTITY]);    /* false: no such head */

/* "9991d1537c234829" */
void ae_identity_text(const unsigned char identity[AE_IDENTITY], struct text *out);

/* ---- Shared by the files of this module ---- */

/* ---- Names to numbers ---- */

struct ae_names {
    struct pool pool;
    struct map numbers;                 /* address of the pool's copy -> number */
};

bool ae_names_find(struct ae_names *names, struct str name, uint32_t *number);
void ae_names_put(struct ae_names *names, struct str name, uint32_t number);

/* ---- The cursor: a position in a line; it keeps only the first error ---- */

struct ae_cursor {
    const char *source;
    struct str rest;                  /* the lines after this one */
    const char *begin;                  /* of the line */
    const char *at, *end;               /* rest of the line, without its comment */
    uint64_t line;
    struct error *error;
};

bool ae_line(struct ae_cursor *cursor);                                 /* to the next line with content; false: none */
void ae_blanks(struct ae_cursor *cursor);                               /* skips them */
struct str ae_peek(struct ae_cursor *cursor);                         /* the next word; empty at the end of the line */
bool ae_literal(struct ae_cursor *cursor, const char *text);

/* All of these set the error and return false. */
bool ae_expected(struct ae_cursor *cursor, const char *format, ...) FORMATTED(2, 3);    /* found the text here, expected ... */
bool ae_wrong(struct ae_cursor *cursor, const char *at, const char *format, ...) FORMATTED(3, 4);

CHECKED bool ae_word_end(struct ae_cursor *cursor);                     /* a blank or the end of the line */
CHECKED bool ae_line_end(struct ae_cursor *cursor);
CHECKED bool ae_name(struct ae_cursor *cursor, struct str *name);
CHECKED bool ae_number(struct ae_cursor *cursor, uint32_t least, uint32_t most, const char *what, uint32_t *number);    /* skips blanks before it */
/* ---- The reader ---- */

/* Blocks named by the current terminator: a mark is set if it equals the number of that operator, from 1. */
struct ae_mark {
    uint32_t is_target, is_complete;
};

struct ae_reader {
    struct ae_cursor cursor;
    struct arena *arena;
    struct ae_schema *schema;
    size_t function_room, block_room, op_room, symbol_room, target_room, annotation_room;
    struct ae_names function_names, symbol_names;
    uint32_t *targets;                  /* of the current terminator */
    struct ae_annotation *annotations;
    struct ae_mark *marks;              /* AE_BLOCKS */
    uint32_t target_count, annotation_count;

    /* The current function: */
    struct ae_function function;
    uint32_t started;                   /* blocks */
    bool in_block, in_epilogue;
};

CHECKED bool ae_operand(struct ae_reader *reader, struct ae_operand *operand);

/* Reads one operator with its whole line; copies targets and annotations into the arena. */
CHECKED bool ae_operator(struct ae_reader *reader, struct ae_op *op);

#endif
