/* test_ae_schema.h - prints schemas line by line.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Prints a schema as lines: "main 2 blocks 0+1 loops prologue 0 size 24" for a function, "B0 target" for a block, and each operator in its own words with
 * resolved numbers: "load_inst x1 R29 I0x8", "end_block_cjump x2 ->1 0 left(1 0)". */
#ifndef CLEW_TESTS_TEST_AE_SCHEMA_H
#define CLEW_TESTS_TEST_AE_SCHEMA_H

#include "stream/stream.h"

#include <glob.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define HEAD "ae_schema 1\nae_id 0123456789abcdef\n"

/* ---- Printing ---- */

static inline void operand_show(const struct ae_schema *schema, const struct ae_operand *operand, struct text *out)
{
    static const char letters[] = "RISHL";
    if (operand->kind == AE_REGISTER)
        text_printf(out, " R%" PRIu32, operand->value);
    else if (operand->kind == AE_INTEGER)
        text_printf(out, " I0x%" PRIx32, operand->value);
    else
        text_printf(out, " %c%.*s+0x%" PRIx32, letters[operand->kind], STR(schema->symbols[operand->symbol]), operand->value);
}

static inline void control_show(const struct ae_op *op, struct text *out)
{
    static const char *const kinds[] = {"entered", "repeated", "left"};
    for (uint32_t i = 0; i < op->target_count; i++)
        text_printf(out, "%s%" PRIu32, i ? " " : " ->", op->targets[i]);
    for (uint32_t i = 0; i < op->annotation_count; i++)
        text_printf(out, " %s(%" PRIu32 " %" PRIu32 ")", kinds[op->annotations[i].kind], op->annotations[i].target, op->annotations[i].loop);
}

static inline void op_show(const struct ae_schema *schema, const struct ae_op *op, struct text *out)
{
    static const char *const binaries[AE_BINARIES] = {"+", "-", "*", "&", "|", "^", "<<", ">>", ">>>"};
    text_printf(out, "%s x%" PRIu32, ae_operator_names[op->operator], op->count);
    if (op->operator == AE_COMPUTE || op->operator == AE_UNKNOWN || op->operator == AE_LOAD || op->operator == AE_STORE)
        text_printf(out, " R%u", op->reg);
    if (op->operator == AE_COMPUTE || op->operator == AE_LOAD || op->operator == AE_STORE)
        operand_show(schema, &op->first, out);
    if (op->two) {
        text_printf(out, " %s", binaries[op->binary]);
        operand_show(schema, &op->second, out);
    }
    if (op->operator == AE_CALL || op->operator == AE_CALL_SETJMP)
        text_printf(out, " %" PRIu32, op->callee);
    if (op->name.data)
        text_printf(out, " %.*s", STR(op->name));
    control_show(op, out);
    text_byte(out, '\n');
}

static inline void function_show(const struct ae_schema *schema, const struct ae_function *function, struct text *out)
{
    text_printf(out, "%.*s %" PRIu32 " blocks %" PRIu32 "+%" PRIu32 " loops prologue %" PRIu32 " size %" PRIu64 "\n", STR(function->name), function->block_count,
                function->first_loop, function->loop_count, function->prologue, function->size);
    for (uint32_t b = 0; b < function->block_count; b++) {
        const struct ae_block *block = &schema->blocks[function->first_block + b];
        text_printf(out, "B%" PRIu32 "%s\n", b, block->target ? " target" : "");
        for (uint32_t i = 0; i < block->count; i++)
            op_show(schema, &schema->ops[block->first + i], out);
    }
}

static inline void schema_show(const struct ae_schema *schema, struct text *out)
{
    for (uint32_t i = 0; i < schema->function_count; i++)
        function_show(schema, &schema->functions[i], out);
}

static inline void expect_schema(const struct ae_schema *schema, const char *expected)
{
    struct text shown = {0};
    schema_show(schema, &shown);
    assert_string_equal(text_string(&shown), expected);
    text_free(&shown);
}

static inline void expect_error(const struct error *error, const char *expected)
{
    struct text shown = {0};
    error_text(error, &shown);
    assert_string_equal(text_string(&shown), expected);
    text_free(&shown);
}

#endif
