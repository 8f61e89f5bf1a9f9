/* schema_inside.h - what the files of the schema reader share: the cursor, the reader, a table of names.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     ae.c            telling schemas and events apart, identities
 *     ae_cursor.c     lines, words, numbers, names; the first error
 *     ae_operand.c    registers, operands, offsets
 *     ae_operator.c   one parser a shape of operator; annotations
 *     ae_read.c       functions and their blocks
 *     ae_link.c       names to numbers; parts to a whole */
#ifndef CLEW_STREAM_SCHEMA_INSIDE_H
#define CLEW_STREAM_SCHEMA_INSIDE_H

#include "stream/schema.h"

/* ---- Names to numbers ---- */

struct ae_names {
    struct pool pool;
    struct map numbers;                 /* address of the pool's copy -> number */
};

bool ae_names_find(struct ae_names *names, struct slice name, uint32_t *number);
void ae_names_put(struct ae_names *names, struct slice name, uint32_t number);
void ae_names_free(struct ae_names *names);

/* ---- The cursor: stands in a line; of errors the first one counts ---- */

struct ae_cursor {
    const char *source;
    struct slice rest;                  /* the lines behind this one */
    const char *begin;                  /* of the line */
    const char *at, *end;               /* what is left of it, without the comment */
    uint64_t line;
    struct error *error;
};

bool ae_line(struct ae_cursor *cursor);                                 /* to the next line that says something; false: there is none */
void ae_blanks(struct ae_cursor *cursor);                               /* skips them */
bool ae_at_end(struct ae_cursor *cursor);                               /* skips blanks: does the line end here? */
struct slice ae_peek(struct ae_cursor *cursor);                         /* the next word; empty at the end of the line */
bool ae_byte(struct ae_cursor *cursor, char byte);                      /* goes past the byte if it stands here */
bool ae_literal(struct ae_cursor *cursor, const char *text);

/* All of these answer false, having set the error. */
bool ae_expected(struct ae_cursor *cursor, const char *format, ...) FORMATTED(2, 3);    /* found what stands here, expected ... */
bool ae_wrong(struct ae_cursor *cursor, const char *at, const char *format, ...) FORMATTED(3, 4);

CHECKED bool ae_word_end(struct ae_cursor *cursor);                     /* a blank or the end of the line */
CHECKED bool ae_line_end(struct ae_cursor *cursor);
CHECKED bool ae_name(struct ae_cursor *cursor, struct slice *name);
CHECKED bool ae_number(struct ae_cursor *cursor, uint32_t least, uint32_t most, const char *what, uint32_t *number);   /* skips blanks before it */
CHECKED bool ae_integer(struct ae_cursor *cursor, uint32_t *value);     /* signed, perhaps hexadecimal, modulo 2^32 */

/* ---- The reader ---- */

/* What the terminator that is being read has said of a block: true where it is the number of that operator, from 1. */
struct ae_mark {
    uint32_t is_target, is_complete;
};

struct ae_reader {
    struct ae_cursor cursor;
    struct arena *arena;
    struct ae_schema *schema;
    size_t function_room, block_room, op_room, symbol_room, target_room, annotation_room;
    struct ae_names function_names, symbol_names;
    uint32_t *targets;                  /* of the terminator that is being read */
    struct ae_annotation *annotations;
    struct ae_mark *marks;              /* AE_BLOCKS */
    uint32_t target_count, annotation_count;

    /* The function that is being read: */
    struct ae_function function;
    uint32_t started;                   /* blocks */
    bool in_block, in_epilogue;
};

CHECKED bool ae_register(struct ae_cursor *cursor, uint32_t *number);                   /* "R4" */
CHECKED bool ae_operand(struct ae_reader *reader, struct ae_operand *operand);
CHECKED bool ae_reference(struct ae_reader *reader, struct ae_op *op);                  /* "8(#R29)" */

/* One operator with all its line; targets and annotations are copied into the arena. */
CHECKED bool ae_operator(struct ae_reader *reader, struct ae_op *op);

#endif
