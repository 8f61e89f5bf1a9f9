/* schema_operator.c - the operators of schemas, one line each.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     operator   = op [ "x" N ] { annotation } .                                    annotations on end_block... only
 *     op         = "uneventful_inst" | "compute_defn_1" REG operand | "compute_defn_2" REG operand binary operand | "unknown_defn" REG
 *                | ( "load_inst" | "store_inst" ) reference | "call_inst" NAME | "call_ext" NAME | "call_indirect" | "call_setjmp" SITE
 *                | "end_block" B | "end_block_jump" B T | "end_block_cjump" B T T | "end_block_switch" B T { T } | "return" .
 *     annotation = ( "%loop_entry(" | "%loop_back(" | "%loop_exit(" ) T LOOP ")" . */
#include "stream/schema_inside.h"

#include <string.h>

static const uint32_t instructions_most = (uint32_t)1 << 30;

/* ---- What stands behind the word of an operator ---- */

static bool nothing(struct ae_reader *reader, struct ae_op *op)
{
    (void)reader, (void)op;
    return true;
}

static bool defined_register(struct ae_reader *reader, struct ae_op *op)
{
    struct ae_cursor *cursor = &reader->cursor;
    uint32_t number;
    ae_blanks(cursor);
    const char *begin = cursor->at;
    if (!ae_register(cursor, &number) || !ae_word_end(cursor))
        return false;
    op->reg = (uint8_t)number;
    return number > 0 || ae_wrong(cursor, begin, "R0 is always 0, nothing defines it");
}

static bool compute_one(struct ae_reader *reader, struct ae_op *op)
{
    return defined_register(reader, op) && ae_operand(reader, &op->first);
}

static bool binary(struct ae_cursor *cursor, enum ae_binary *which)
{
    static const char *const words[AE_BINARIES] = {
        [AE_ADD] = "+", [AE_SUBTRACT] = "-", [AE_MULTIPLY] = "*",    [AE_AND] = "&",          [AE_OR] = "|",
        [AE_XOR] = "^", [AE_SHIFT_LEFT] = "<<", [AE_SHIFT_RIGHT] = ">>", [AE_SHIFT_ARITHMETIC] = ">>>",
    };
    struct slice word = ae_peek(cursor);
    for (unsigned i = 0; i < AE_BINARIES; i++)
        if (slice_is(word, words[i])) {
            cursor->at += word.size;
            *which = (enum ae_binary)i;
            return true;
        }
    return ae_expected(cursor, "one of + - * & | ^ << >> >>>");
}

static bool compute_two(struct ae_reader *reader, struct ae_op *op)
{
    op->two = true;
    return compute_one(reader, op) && binary(&reader->cursor, &op->binary) && ae_operand(reader, &op->second);
}

static bool callee_name(struct ae_reader *reader, struct ae_op *op)
{
    ae_blanks(&reader->cursor);
    return ae_name(&reader->cursor, &op->name) && ae_word_end(&reader->cursor);
}

static bool site(struct ae_reader *reader, struct ae_op *op)
{
    ae_blanks(&reader->cursor);
    if (reader->schema->version == 0)
        return ae_expected(&reader->cursor, "a schema that begins with \"ae_schema 1\": there is no setjmp in the paper's form");
    return ae_number(&reader->cursor, 0, AE_SITES - 1, "a site", &op->callee) && ae_word_end(&reader->cursor);
}

/* ---- Terminators ---- */

static void target_add(struct ae_reader *reader, uint32_t target)
{
    reader->targets = array_grow(reader->targets, &reader->target_room, (size_t)reader->target_count + 1, sizeof *reader->targets);
    reader->targets[reader->target_count++] = target;
    reader->marks[target].is_target = reader->schema->op_count + 1;
}

static bool target_read(struct ae_reader *reader)
{
    uint32_t target;
    if (!ae_number(&reader->cursor, 0, reader->function.block_count - 1, "a block", &target) || !ae_word_end(&reader->cursor))
        return false;
    target_add(reader, target);
    return true;
}

/* The number of the block that ends here, which every terminator but return repeats. */
static bool this_block(struct ae_reader *reader)
{
    struct ae_cursor *cursor = &reader->cursor;
    uint32_t number;
    ae_blanks(cursor);
    const char *begin = cursor->at;
    if (!ae_number(cursor, 0, AE_BLOCKS - 1, "a block", &number) || !ae_word_end(cursor))
        return false;
    if (!reader->in_block || number + 1 == reader->started)
        return true;
    return ae_wrong(cursor, begin, "found block %u, expected %u, which ends here", (unsigned)number, (unsigned)reader->started - 1);
}

/* To the next block. Of the last block it is no terminator in the paper's form, see ae_read.c; in version 1 control never comes so far: the block ends
 * with the call of a function that does not return. */
static bool end(struct ae_reader *reader, struct ae_op *op)
{
    op->count = reader->schema->version == 0 ? 0 : 1;
    if (!this_block(reader))
        return false;
    if (reader->started < reader->function.block_count)
        target_add(reader, reader->started);
    return true;
}

static bool jump(struct ae_reader *reader, struct ae_op *op)
{
    (void)op;
    return this_block(reader) && target_read(reader);
}

static bool conditional_jump(struct ae_reader *reader, struct ae_op *op)
{
    return jump(reader, op) && target_read(reader);
}

static bool switched_jump(struct ae_reader *reader, struct ae_op *op)
{
    if (!jump(reader, op))
        return false;
    for (struct slice word = ae_peek(&reader->cursor); word.size && *word.data >= '0' && *word.data <= '9'; word = ae_peek(&reader->cursor))
        if (!target_read(reader))
            return false;
    return true;
}

/* ---- Annotations ---- */

static bool annotation_kind(struct ae_cursor *cursor, enum ae_loop_kind *kind)
{
    static const char *const words[] = {[AE_LOOP_IS_ENTERED] = "%loop_entry(", [AE_LOOP_IS_REPEATED] = "%loop_back(", [AE_LOOP_IS_LEFT] = "%loop_exit("};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (ae_literal(cursor, words[i])) {
            *kind = (enum ae_loop_kind)i;
            return true;
        }
    return ae_expected(cursor, "%%loop_entry(, %%loop_back(, %%loop_exit( or the end of the line");
}

/* In the paper's form what end_block has applies to its one edge, whichever block is named. */
static bool annotation_target(struct ae_reader *reader, const struct ae_op *op, uint32_t *target)
{
    struct ae_cursor *cursor = &reader->cursor;
    ae_blanks(cursor);
    const char *begin = cursor->at;
    if (!ae_number(cursor, 0, reader->function.block_count - 1, "a block", target))
        return false;
    if (op->operator == AE_END && reader->schema->version == 0) {
        *target = reader->started;
        return true;
    }
    return reader->marks[*target].is_target == reader->schema->op_count + 1 || ae_wrong(cursor, begin, "found block %u, which does not follow", (unsigned)*target);
}

/* Of one edge: the loops that it leaves, then at most one that it enters or repeats. */
static bool annotation_order(struct ae_reader *reader, const struct ae_annotation *annotation, const char *begin)
{
    uint32_t *complete = &reader->marks[annotation->target].is_complete, stamp = reader->schema->op_count + 1;
    if (*complete == stamp)
        return ae_wrong(&reader->cursor, begin, "found one more annotation of the edge to block %u, whose last one is loop_entry or loop_back",
                        (unsigned)annotation->target);
    if (annotation->kind != AE_LOOP_IS_LEFT)
        *complete = stamp;
    return true;
}

static bool annotation_read(struct ae_reader *reader, const struct ae_op *op, struct ae_annotation *annotation)
{
    struct ae_cursor *cursor = &reader->cursor;
    const char *begin = cursor->at;
    if (!annotation_kind(cursor, &annotation->kind) || !annotation_target(reader, op, &annotation->target))
        return false;
    if (!ae_number(cursor, 0, reader->function.block_count - 1, "a loop", &annotation->loop))
        return false;
    ae_blanks(cursor);
    if (!ae_byte(cursor, ')'))
        return ae_expected(cursor, "\")\"");
    if (reader->function.loop_count <= annotation->loop)
        reader->function.loop_count = annotation->loop + 1;
    return ae_word_end(cursor) && annotation_order(reader, annotation, begin);
}

static bool annotations_read(struct ae_reader *reader, const struct ae_op *op)
{
    while (!ae_at_end(&reader->cursor)) {
        struct ae_annotation annotation;
        if (reader->target_count == 0)
            return ae_expected(&reader->cursor, "the end of the line");
        if (!annotation_read(reader, op, &annotation))
            return false;
        reader->annotations = array_grow(reader->annotations, &reader->annotation_room, (size_t)reader->annotation_count + 1, sizeof annotation);
        reader->annotations[reader->annotation_count++] = annotation;
    }
    return true;
}

/* ---- The table ---- */

static const struct shape {
    const char *word;
    enum ae_operator operator;
    bool (*read)(struct ae_reader *reader, struct ae_op *op);
} shapes[] = {
    {"uneventful_inst", AE_UNEVENTFUL, nothing},
    {"load_inst", AE_LOAD, ae_reference},
    {"store_inst", AE_STORE, ae_reference},
    {"compute_defn_1", AE_COMPUTE, compute_one},
    {"compute_defn_2", AE_COMPUTE, compute_two},
    {"unknown_defn", AE_UNKNOWN, defined_register},
    {"call_inst", AE_CALL, callee_name},
    {"call_ext", AE_CALL_EXTERNAL, callee_name},
    {"call_indirect", AE_CALL_INDIRECT, nothing},
    {"call_setjmp", AE_CALL_SETJMP, site},
    {"end_block", AE_END, end},
    {"end_block_jump", AE_JUMP, jump},
    {"end_block_cjump", AE_CJUMP, conditional_jump},
    {"end_block_switch", AE_SWITCH, switched_jump},
    {"return", AE_RETURN, nothing},
};

static const struct shape *shape_named(struct slice word)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (slice_is(word, shapes[i].word))
            return &shapes[i];
    return NULL;
}

/* "x" and a digit: no other word that may stand behind an operator begins so. */
static bool count_read(struct ae_cursor *cursor, uint32_t *count)
{
    struct slice word = ae_peek(cursor);
    if (word.size == 0 || *word.data != 'x')
        return true;
    cursor->at++;
    if (word.size > 1 && word.data[1] >= '0' && word.data[1] <= '9')
        return ae_number(cursor, 0, instructions_most, "instructions", count) && ae_word_end(cursor);
    cursor->at--;
    return ae_expected(cursor, "\"x\" and a number of instructions");
}

static const void *copy(struct arena *arena, const void *items, size_t size)
{
    return size ? memcpy(arena_allocate(arena, size), items, size) : NULL;
}

bool ae_operator(struct ae_reader *reader, struct ae_op *op)
{
    struct ae_cursor *cursor = &reader->cursor;
    struct slice word = ae_peek(cursor);
    const struct shape *shape = shape_named(word);
    if (!shape)
        return ae_expected(cursor, "an operator, start_block, start_block_target or end_function");
    cursor->at += word.size;
    *op = (struct ae_op){.operator = shape->operator, .count = 1, .line = cursor->line};
    reader->target_count = reader->annotation_count = 0;
    if (!shape->read(reader, op) || !count_read(cursor, &op->count) || !annotations_read(reader, op))
        return false;
    op->targets = copy(reader->arena, reader->targets, reader->target_count * sizeof *reader->targets);
    op->target_count = reader->target_count;
    op->annotations = copy(reader->arena, reader->annotations, reader->annotation_count * sizeof *reader->annotations);
    op->annotation_count = reader->annotation_count;
    return true;
}
