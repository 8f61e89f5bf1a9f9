/* fuzz_schema.c - any bytes as a schema: the result is consistent, also with an executable made for it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "../unit/test_ae.h"

/* The fuzzer must see a broken promise. */
static void promise(bool kept)
{
    if (!kept)
        abort();
}

/* ---- The schema ---- */

static void check_operand(const struct ae_schema *schema, const struct ae_operand *operand)
{
    promise(operand->kind <= AE_LOW);
    promise(operand->kind != AE_REGISTER || operand->value < AE_REGISTERS);
    promise(operand->kind < AE_ADDRESS || operand->symbol < schema->symbol_count);
}

static void check_op(const struct ae_schema *schema, const struct ae_function *function, const struct ae_op *op, bool last)
{
    promise((op->operator >= AE_END) == last && op->operator < AE_OPERATORS);
    promise(op->count <= (uint32_t)1 << 30 && op->reg < AE_REGISTERS && op->line > 0);
    promise(op->reg > 0 || (op->operator != AE_COMPUTE && op->operator != AE_UNKNOWN));
    promise(op->operator != AE_CALL || str_equal(schema->functions[op->callee].name, op->name));
    promise(op->operator != AE_CALL_SETJMP || op->callee < AE_SITES);
    check_operand(schema, &op->first);
    check_operand(schema, &op->second);
    for (uint32_t i = 0; i < op->target_count; i++)
        promise(op->targets[i] < function->block_count);
    for (uint32_t i = 0; i < op->annotation_count; i++)
        promise(op->annotations[i].target < function->block_count && op->annotations[i].loop < function->loop_count);
    promise(op->operator != AE_JUMP || op->target_count == 1);
    promise(op->operator != AE_CJUMP || op->target_count == 2);
    promise(op->operator != AE_END || op->target_count == 1 || schema->version == 1);
}

static void check_function(const struct ae_schema *schema, const struct ae_function *function, uint32_t *op)
{
    uint64_t size = 0;
    promise(function->block_count > 0 && function->block_count <= AE_BLOCKS && function->loop_count <= function->block_count);
    promise(function->prologue == 0 || schema->version == 0);
    for (uint32_t b = 0; b < function->block_count; b++) {
        const struct ae_block *block = &schema->blocks[function->first_block + b];
        promise(block->first == *op && block->count > (b == 0 ? function->prologue : 0));
        for (uint32_t i = 0; i < block->count; i++, ++*op) {
            check_op(schema, function, &schema->ops[*op], i + 1 == block->count);
            size += schema->ops[*op].count * (uint64_t)4;
        }
    }
    promise(size == function->size);
}

static void check_schema(const struct ae_schema *schema)
{
    uint32_t block = 0, loop = 0, op = 0;
    promise(schema->function_count > 0);
    for (uint32_t i = 0; i < schema->function_count; i++) {
        const struct ae_function *function = &schema->functions[i];
        promise(function->first_block == block && function->first_loop == loop);
        check_function(schema, function, &op);
        block += function->block_count;
        loop += function->loop_count;
    }
    promise(block == schema->block_count && loop == schema->loop_count && op == schema->op_count);
}

/* ---- The abstract program ---- */

static void check_edges(const struct abstract *program, const struct abstract_op *op, const struct abstract_function *function)
{
    for (uint32_t i = 0; i < op->edge_count; i++) {
        const struct abstract_edge *edge = &program->edges[op->first_edge + i];
        promise(edge->target - function->first_block < function->block_count);
        for (uint32_t k = 0; k < edge->annotation_count && k < 8; k++)
            promise(program->annotations[edge->first_annotation + k].loop - function->first_loop < function->loop_count);
    }
}

static void check_program(const struct abstract *program)
{
    for (uint32_t i = 0; i < program->op_count; i++) {
        const struct abstract_op *op = &program->ops[i];
        uint32_t found, block = abstract_block_of(program, i);
        promise(i - program->blocks[block].first < program->blocks[block].count && !(op->overwritten & 1));
        promise(op->count == 0 || (abstract_op_at(program, op->address, &found) && found == i));
        promise((op->operator == AE_END || op->operator == AE_JUMP) <= (op->edge_count == 1));
        check_edges(program, op, &program->functions[program->blocks[block].function]);
    }
    for (uint32_t i = 0; i < program->loop_count; i++) {
        uint32_t steps = 0;
        for (uint32_t loop = i; loop != UINT32_MAX; loop = program->loops[loop].parent)
            promise(steps++ < program->loop_count);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str text = {(const char *)data, size};
    struct arena arena = {0};
    struct ae_schema schema;
    struct test_ae ae;
    struct error error = {.line = 0};
    format_sniff(text);
    if (ae_schema_read(text, "input", &arena, &schema, &error)) {
        check_schema(&schema);
        promise(ae_schema_sniff(text) && arena.total < 4096 + 1024 * size);
        if (test_ae_try(text, &(struct test_ae_options){.little_endian = size % 2}, &ae, &error)) {
            check_program(ae.program);
            test_ae_close(&ae);
        }
    } else
        promise(error.line > 0 && error.message[0]);
    arena_free(&arena);
    return 0;
}
